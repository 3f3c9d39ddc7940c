"""Faults that were reported about other programs: the product gets every one of them right.

The cases are rows of ``golden/reported-cases.csv``, read by ``reported_cases.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path
from random import Random

import pytest

from tests import naive
from tests.reported_cases import (
    CATEGORY,
    Case,
    Comparison,
    Evaluation,
    NamedHand,
    Round,
    cases,
    comparison,
    evaluation,
    rounds,
)
from trainer.cards import DECK, card, format_cards, parse_cards
from trainer.documents import compare_document, evaluate_document, settle_document
from trainer.drills.random_hands import draw
from trainer.errors import CardError, MoneyError, TrainerError
from trainer.games import specs
from trainer.hands import evaluate, hand_id
from trainer.money import LOST, PUSH
from trainer.paytables import FileReport, read_tables

# --- hands ---------------------------------------------------------------------------------


def check_hand(read: dict, expected: NamedHand) -> None:
    """The category, and the ranks that decide it in order of weight."""
    assert read["category"] == expected.category
    ranks = list(dict.fromkeys(each[0] for each in read["cards"].split()))
    if "straight" in expected.category:
        ranks = ranks[:1]
    assert ranks == expected.ranks


@pytest.mark.parametrize(
    "expected", [pytest.param(evaluation(each), id=each.id) for each in cases("evaluate").values()]
)
def test_hand_is_read_right(expected: Evaluation) -> None:
    read = evaluate_document(expected.document)
    check_hand(read, expected.hand)
    cards = expected.document["cards"].split()
    playing = read["cards"].split()
    wanted = naive.strength(tuple(expected.best_five))
    as_good = [set(five) for five in combinations(cards, 5) if naive.strength(five) == wanted]
    assert set(expected.best_five) in as_good
    assert set(playing) in as_good
    assert [each["card"] for each in read["used"]] == playing
    assert {each["card"] for each in read["unused"]} == set(cards) - set(playing)


@pytest.mark.parametrize(
    "expected", [pytest.param(comparison(each), id=each.id) for each in cases("compare").values()]
)
def test_hands_are_compared_right(expected: Comparison) -> None:
    answer = compare_document(expected.document)
    assert answer["winners"] == expected.winners
    assert answer["tie"] is (len(expected.winners) > 1)
    for read, hand in zip(answer["hands"], expected.hands, strict=True):
        check_hand(read, hand)


# --- rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize("each", [pytest.param(each, id=each.label) for each in rounds()])
def test_round_is_settled_or_refused_right(each: Round) -> None:
    if each.nets is None:
        with pytest.raises(TrainerError) as refused:
            settle_document(each.document)
        for word in each.refused_for:
            assert word in str(refused.value)
        return
    settled = settle_document(each.document)
    nets = {line["bet"]: line["net"] for line in settled["lines"]} | {"net": settled["net"]}
    for bet, net in each.nets.items():
        assert nets.pop(bet, "0") == net, bet
    assert nets == {}, "bets that the case does not name"
    if each.combinations:
        paid = [settled["player_hand"], settled["second_hand"]]
        assert tuple(hand["category"] for hand in paid if hand) == each.combinations


# --- cards and amounts as people type them ---------------------------------------------------


def check_if02(case: Case) -> None:
    read = evaluate_document({"rules": "high", "cards": case.input})
    assert (read["category"], read["cards"][0]) == ("straight", "K")


def check_if03(case: Case) -> None:
    board, *hands = re.split(r"; P\d ", case.input.removeprefix("board "))
    answer = compare_document({"rules": "holdem", "board": board, "hands": hands})
    assert answer["winners"] == [0]
    first, second = answer["hands"]
    assert (first["category"], first["cards"][0]) == ("straight", "K")
    assert (second["category"], second["cards"][0]) == ("high-card", "A")


def check_if04(case: Case) -> None:
    assert parse_cards(case.input) == (card(8, 2),)
    assert format_cards(parse_cards(case.input)) == "Th"
    assert parse_cards("Th") == parse_cards(case.input)


def check_if05(case: Case) -> None:
    with pytest.raises(CardError, match="T or 10"):
        parse_cards(case.input)


def check_if12(case: Case) -> None:
    board = parse_cards(case.input.removeprefix("board ").split(" fixed")[0])
    assert len(board) == 3
    assert set(draw(Random(1), 49, board)) == set(DECK) - set(board)
    for seed in range(200):
        assert not set(draw(Random(seed), 6, board)) & set(board)


def check_if13(case: Case) -> None:
    assert len(DECK) == 52
    assert len({format_cards([each]) for each in DECK}) == 52
    assert parse_cards("A♠ K♥") == parse_cards("As Kh")


def check_if14(case: Case) -> None:
    assert format_cards(parse_cards(case.input)) == "Qc Ts Tc Td 9h"
    read = evaluate_document({"rules": "high", "cards": case.input})
    check_hand(read, NamedHand("three-of-a-kind", ["T", "Q", "9"]))


def check_if15(case: Case) -> None:
    assert format_cards(parse_cards(case.input)) == case.expected


def check_if16(case: Case) -> None:
    assert format_cards(parse_cards(case.input)) == "4d 8s 4h 7d 8c"


def check_if17(case: Case) -> None:
    with pytest.raises(CardError, match=r"14 is no rank.*J, Q, K or A"):
        parse_cards(case.input)


def check_if21(case: Case) -> None:
    round_ = {"game": "casino-holdem", "player": "2c 3d", "board": "8h 9h Ks", "folded": True}
    stake = case.input.removeprefix("stake ")
    with pytest.raises(MoneyError, match=re.escape(stake)):
        settle_document(round_ | {"stakes": {"ante": stake}})
    settled = settle_document(round_ | {"stakes": {"ante": "2010.01"}})
    assert settled["net"] == "-2010.01"


# --- paytable files ------------------------------------------------------------------------

BLIND = ("ultimate-texas-holdem", "blind")
TRIPS = ("ultimate-texas-holdem", "trips")
AA = ("casino-holdem", "aa")
BET = ("russian-poker", "bet")


def report(folder: Path, content: str | bytes, bet: tuple[str, str] = TRIPS) -> FileReport:
    path = folder / "typed.csv"
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return read_tables(path, bet[1], specs(bet[0])[bet[1]])


def only_table(read: FileReport) -> dict[str, Fraction]:
    assert read.faults == ()
    (table,) = read.tables.values()
    return dict(table.odds)


def check_pf02(case: Case, folder: Path) -> None:
    content = b"\xef\xbb\xbf" + b'"hand","pays"\n"Flush","6"\n'
    assert case.input.startswith("EF BB BF then ")
    assert only_table(report(folder, content)) == {"flush": 6}


def check_pf05(case: Case, folder: Path) -> None:
    read = report(folder, "hand\tpays\nFlush\t6\n")
    assert only_table(read) == {"flush": 6}
    assert any("tab" in note for note in read.notes)


def check_pf08(case: Case, folder: Path) -> None:
    rows = "\n".join(re.findall(r'"([^"]+)"', case.input))
    assert rows == "Royal Flush,500–1*\nFlush,6–1"
    read = report(folder, f"hand,pays\n{rows}\n")
    assert only_table(read) == {"royal-flush": 500, "flush": 6}
    assert any(":2: " in note and "500–1*" in note for note in read.notes)


def check_pf10(case: Case, folder: Path) -> None:
    # Russian Poker's bet has the rows of the five-card games.
    read = report(folder, "hand,pays\nFlush,7 to 1\nFull House,5 to 1\n", BET)
    assert only_table(read) == {"flush": 7, "full-house": 5}
    fall = [text for text in read.warnings if "lower hand" in text]
    assert len(fall) == 1
    assert ":3: full-house" in fall[0]


def check_pf12(case: Case, folder: Path) -> None:
    content = 'hand,Blind,Trips\n"Three of a Kind",N/A,3 to 1\n'
    assert only_table(report(folder, content, BLIND)) == {"three-of-a-kind": PUSH}
    assert only_table(report(folder, content, TRIPS)) == {"three-of-a-kind": 3}
    single = "hand,pays\nThree of a Kind,N/A\n"
    assert only_table(report(folder, single, TRIPS)) == {"three-of-a-kind": LOST}


def check_pf13(case: Case, folder: Path) -> None:
    rows = re.findall(r'"([^"]+)"', case.input)
    assert rows == ["Одна пара;2:1", "Стрит флэш;50:1", "Флэш Рояль;100:1"]
    text = "hand;pays\n" + "\n".join(rows) + "\n"
    expected = {"pair": 2, "straight-flush": 50, "royal-flush": 100}
    assert only_table(report(folder, text, BET)) == expected
    read = report(folder, text.encode("cp1251"), BET)
    assert read.tables == {}
    assert any("1251" in fault and "UTF-8" in fault for fault in read.faults)


def check_pf16(case: Case, folder: Path) -> None:
    read = report(folder, 'hand,pays\n"Royal Flush","100% of Jackpot"\nFlush,6:1\n')
    assert read.tables == {}
    assert any(":2: " in fault and "100% of Jackpot" in fault for fault in read.faults)


def check_pf17(case: Case, folder: Path) -> None:
    read = report(folder, 'hand,pays\n"Straight or lower",7:1\nFlush,20:1\n', AA)
    merged = ["pair-of-aces", "two-pair", "three-of-a-kind", "straight"]
    assert only_table(read) == dict.fromkeys(merged, 7) | {"flush": 20}
    assert any(":2: " in note for note in read.notes)


def check_pf18(case: Case, folder: Path) -> None:
    header, rows = "table,row,odds,source,checked", ("X,flush,3:2", "X,straight,1:1")
    plain = "\n".join([header, *(f"{row},here,2026-11-29" for row in rows), ""])
    windows = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode("utf-8")
    unix, dos = report(folder, plain, BLIND), report(folder, windows, BLIND)
    assert only_table(dos) == only_table(unix) == {"flush": Fraction(3, 2), "straight": 1}
    assert list(dos.tables) == ["X"]
    assert dos.warnings == unix.warnings
    assert dos.notes == ()


def check_pf19(case: Case, folder: Path) -> None:
    rows = re.findall(r'"([^"]+)"', case.input)
    assert len(rows) == 5
    for row in rows:
        odds = only_table(report(folder, f"hand,pays\n{row}\n", BLIND))
        assert odds == {"flush": Fraction(3, 2)}, row
    settled = settle_document(
        {
            "game": "ultimate-texas-holdem",
            "player": "Ah 2h",
            "board": "Qh Jh 9h 2c 3d",
            "dealer": "2d 4c",
            "stakes": {"ante": "5", "blind": "5", "play": "5"},
        }
    )
    assert [line["paid"] for line in settled["lines"]] == ["5", "7.5", "5"]


# --- every case of a kind is handled ---------------------------------------------------------

CARD_INPUTS = {
    name.removeprefix("check_").upper(): check
    for name, check in list(globals().items())
    if name.startswith("check_if")
}
FILES = {
    name.removeprefix("check_").upper(): check
    for name, check in list(globals().items())
    if name.startswith("check_pf")
}


@pytest.mark.parametrize("id", CARD_INPUTS)
def test_input_is_read_right(id: str) -> None:
    CARD_INPUTS[id](cases("input_format")[id])


@pytest.mark.parametrize("id", FILES)
def test_paytable_file_is_read_right(id: str, tmp_path: Path) -> None:
    FILES[id](cases("paytable_file")[id], tmp_path)


def test_no_case_is_left_out() -> None:
    assert set(CARD_INPUTS) == set(cases("input_format"))
    assert set(FILES) == set(cases("paytable_file"))
    assert {each.label.split()[0] for each in rounds()} == set(cases("settle"))
    assert len(cases("evaluate")) == 14
    assert len(cases("compare")) == 18
    assert len(cases("settle")) == 25


# --- XV17: all seven-card hands --------------------------------------------------------------


def flush_deals(counts: tuple[int, ...]) -> int:
    """Ways to give suits to ranks held so often, with five or more cards of one suit."""
    ways = Counter({(0, 0, 0, 0): 1})
    for n in counts:
        further: Counter[tuple[int, ...]] = Counter()
        for held, number in ways.items():
            for suits in combinations(range(4), n):
                more = tuple(held[suit] + (suit in suits) for suit in range(4))
                further[more] += number
        ways = further
    return sum(number for held, number in ways.items() if max(held) >= 5)


def test_seven_card_hands_are_counted_as_published() -> None:
    """Exact, by classes: ranks alone decide without a flush, the suited ranks alone with one."""
    named = dict(
        re.fullmatch(r"(.+) (\d+)", part).groups()
        for part in cases("ev")["XV17"].expected.split(", ")
    )
    names = {"royal": "royal-flush", "quads": "four-of-a-kind", "trips": "three-of-a-kind"}
    known = {name.lower(): id for name, id in CATEGORY.items()} | names | {"pair": "pair"}
    expected = {known[name]: int(count) for name, count in named.items()}

    counts: Counter[str] = Counter()
    flushes: dict[tuple[int, ...], int] = {}
    for ranks in combinations_with_replacement(range(13), 7):
        held = tuple(sorted(Counter(ranks).values()))
        if held[-1] > 4:
            continue
        if held not in flushes:
            flushes[held] = flush_deals(held)
        hand = [card(rank, place % 4) for place, rank in enumerate(ranks)]
        counts[hand_id(evaluate(hand))] += prod(comb(4, n) for n in held) - flushes[held]
    for n in (5, 6, 7):
        for ranks in combinations(range(13), n):
            hand = [card(rank, 0) for rank in ranks]
            hand += [card(rank, 1) for rank in ranks[: 7 - n]]
            counts[hand_id(evaluate(hand))] += 4 * comb(39, 7 - n)
    assert counts == expected
    assert counts.total() == comb(52, 7)
