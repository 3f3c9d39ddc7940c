"""The slow twin against published facts: before it may contradict anyone, it must be right."""

from __future__ import annotations

import csv
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest

from tests import naive
from tests.naive_deals import DOUBLES, deals, made, rest
from tests.reported_cases import cases, comparison, evaluation, rounds

GOLDEN = Path(__file__).parent / "golden"
RUSSIAN = naive.RULES[naive.RUSSIAN]
BOTH = RUSSIAN["default"]
PLUS_PAIR = RUSSIAN["straight-plus-pair"]

# Five cards of 52: counts in every textbook.
FIVE_CARD_COUNTS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three-of-a-kind": 54912,
    "two-pair": 123552,
    "pair": 1098240,
    "high-card": 1302540,
}
ALL_FIVES = 2598960

# Seven cards of 52: case XV17 of golden/reported-cases.csv.
SEVEN_CARD_COUNTS = {
    "royal-flush": 4324,
    "straight-flush": 37260,
    "four-of-a-kind": 224848,
    "full-house": 3473184,
    "flush": 4047644,
    "straight": 6180020,
    "three-of-a-kind": 6461620,
    "two-pair": 31433400,
    "pair": 58627800,
    "high-card": 23294460,
}


def every_five() -> list[tuple[naive.Cards, int]]:
    """One hand of each kind of five cards, with the number of hands that it stands for."""
    found: list[tuple[naive.Cards, int]] = []
    for letters in combinations_with_replacement("23456789TJQKA", 5):
        counts = Counter(letters)
        if max(counts.values()) > 4:
            continue
        weight = prod(comb(4, n) for n in counts.values())
        seen: Counter[str] = Counter()
        cards = []
        for place, letter in enumerate(letters):
            if len(counts) == 5:
                cards.append(letter + ("d" if place == 4 else "c"))
            else:
                cards.append(letter + "cdhs"[seen[letter]])
                seen[letter] += 1
        if len(counts) == 5:
            found.append((tuple(letter + "c" for letter in letters), 4))
            weight -= 4
        found.append((tuple(cards), weight))
    return found


FIVES = every_five()


def test_all_five_card_hands_are_counted_once_each() -> None:
    counts: Counter[str] = Counter()
    for cards, weight in FIVES:
        counts[naive.category(cards)] += weight
    assert counts == FIVE_CARD_COUNTS
    assert counts.total() == ALL_FIVES


def test_five_card_hands_have_7462_strengths() -> None:
    assert len({naive.strength(cards) for cards, _ in FIVES}) == 7462


def test_a_dealer_qualifies_with_ace_king_on_the_published_share_of_hands() -> None:
    assert sum(weight for cards, weight in FIVES if naive.has_ace_king(cards)) == 1463700


def best_by_trying_all_fives(cards: naive.Cards) -> tuple[int, ...]:
    return max(naive.strength(five) for five in combinations(cards, 5))


@pytest.mark.parametrize("size", [6, 7])
def test_six_and_seven_cards_are_worth_their_best_five(size: int) -> None:
    # All hands of a pack of nine ranks in two suits: straights, flushes, pairs in every mix.
    pack = tuple(rank + suit for rank in "A2345689T" for suit in "cs")
    for cards in combinations(pack, size):
        assert naive.strength(cards) == best_by_trying_all_fives(cards), cards
    # And hands built to hold each row, with any other cards.
    rng = random.Random(size)
    for name in naive.CATEGORIES * 300:
        five = made(rng, name)
        cards = (*five, *rest(rng, five)[: size - 5])
        assert naive.strength(cards) == best_by_trying_all_fives(cards), cards


@pytest.mark.parametrize("case", cases("evaluate").values(), ids=lambda case: case.id)
def test_reported_hands_are_read_right(case) -> None:
    expected = evaluation(case)
    cards = tuple(expected.document["cards"].split())
    assert naive.category(cards) == expected.hand.category
    assert naive.strength(cards) == naive.strength(tuple(expected.best_five))


@pytest.mark.parametrize("case", cases("compare").values(), ids=lambda case: case.id)
def test_reported_comparisons_are_read_right(case) -> None:
    expected = comparison(case)
    board = expected.document.get("board", "").split()
    strengths = [naive.strength((*board, *hand.split())) for hand in expected.document["hands"]]
    assert [naive.CATEGORIES[each[0]] for each in strengths] == [
        hand.category for hand in expected.hands
    ]
    winners = [seat for seat, each in enumerate(strengths) if each == max(strengths)]
    assert winners == expected.winners


# --- paytables against published returns ---------------------------------------------------


def house_edge(counts: dict[str, int], odds: dict[str, str]) -> Fraction:
    """What the house keeps of one unit on a bet that reads only the row."""
    lost = 0
    for name, count in counts.items():
        if odds[name] == "lose":
            lost += count
        else:
            to, one = odds[name].split(":")
            assert one == "1"
            lost -= count * int(to)
    return Fraction(lost, sum(counts.values()))


@pytest.mark.parametrize(
    ("table", "percent"), [("T1", "0.9018"), ("T2", "1.9040"), ("T3", "3.4979"), ("T4", "6.1808")]
)
def test_trips_tables_have_their_published_house_edge(table: str, percent: str) -> None:
    edge = house_edge(SEVEN_CARD_COUNTS, naive.TRIPS[table])
    assert f"{float(edge) * 100:.4f}" == percent


@pytest.mark.parametrize(
    ("table", "percent"), [("five-card-1000", "3.0494"), ("five-card-3000", "30.783")]
)
def test_five_card_bonus_tables_have_their_published_house_edge(table: str, percent: str) -> None:
    edge = house_edge(FIVE_CARD_COUNTS, naive.BONUS_DEALT[table])
    places = len(percent.split(".")[1])
    assert f"{float(edge) * 100:.{places}f}" == percent


@pytest.mark.parametrize(("table", "percent"), [("B1", "6.26"), ("B2", "6.40")])
def test_aa_tables_have_their_published_house_edge(table: str, percent: str) -> None:
    net, hits = 0, 0
    for cards, weight in FIVES:
        document = {
            "game": naive.CASINO,
            "player": " ".join(cards[:2]),
            "board": " ".join(cards[2:]),
            "folded": True,
            "stakes": {"ante": "1", "aa": "1"},
        }
        rules = naive.RULES[naive.CASINO]["default"] | {"aa": table}
        bonus = naive.settle(document, rules)["lines"][-1]
        assert bonus["bet"] == "aa"
        net += weight * int(bonus["net"])
        hits += weight * (bonus["outcome"] == "win")
    assert hits == 282660
    assert f"{-net / ALL_FIVES * 100:.2f}" == percent


# --- two combinations ----------------------------------------------------------------------


def double_combinations() -> list[dict[str, str]]:
    with (GOLDEN / "double-combinations.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_rulebook_has_21_double_combinations() -> None:
    pairs = {(row["first"], row["second"]) for row in double_combinations()}
    assert len(pairs) == 21
    assert pairs == set(DOUBLES)


@pytest.mark.parametrize("row", double_combinations(), ids=lambda row: row["hand"])
def test_a_double_combination_is_found_and_its_odds_added(row: dict[str, str]) -> None:
    cards = tuple(row["hand"].split())
    assert naive.paid_combinations(cards, BOTH) == (row["first"], row["second"])
    assert naive.combined_odds(cards, BOTH) == int(row["odds"])
    reversed_cards = tuple(reversed(cards))
    assert naive.paid_combinations(reversed_cards, BOTH) == (row["first"], row["second"])


def test_no_six_cards_hold_a_double_combination_outside_the_list() -> None:
    listed = set(DOUBLES)
    rng = random.Random(6)
    seen = set()
    for build in list(DOUBLES.values()) * 100:
        cards = build(rng)
        cards += rest(rng, cards)[: 6 - len(cards)]
        paid = naive.paid_combinations(tuple(cards), BOTH)
        if len(paid) == 2:
            assert paid in listed, cards
            seen.add(paid)
    assert seen == listed
    for _ in range(5000):
        paid = naive.paid_combinations(tuple(rest(rng)[:6]), BOTH)
        assert len(paid) < 2 or paid in listed


@pytest.mark.parametrize(
    ("hand", "rules", "odds"),
    [
        ("Kh Ks 8d 8h 2c", BOTH, 2),
        ("Kh Ks 8d 8h 2c", RUSSIAN["pair-2"], 2),
        ("Ah As Kd Kh 2c", BOTH, 2),
        ("Ah As Ad Kh Kc", BOTH, 7),
        ("Ah As Ad Kh Kc 2d", BOTH, 7),
        ("Kh Qs Jd Tc 9h 9s", PLUS_PAIR, 5),
        ("Kh Qh Jh Th 9h 9s", PLUS_PAIR, 51),
        ("Ah Kh Qh Jh Th Ts", PLUS_PAIR, 101),
        ("Kh Qs Jd Tc 9h 8s", PLUS_PAIR, 8),
        ("Ah Kh Qh Jh Th 9s", PLUS_PAIR, 104),
        ("5h 4s 3d 2c Ah Ks", PLUS_PAIR, 5),
        ("Ah As Kd Qh Js Tc", PLUS_PAIR, 5),
        ("6h 5h 4s 3d 2c Ah", BOTH, 8),
        ("Ac Kh 9d 5d 3s", BOTH, 1),
        ("Ac Kh 9d 5d 3s", RUSSIAN["pair-2"], 1),
        ("Kh Kd Ac 9s 5c", RUSSIAN["pair-2"], 3),
        ("Kh Kd Ac 9s 5c", BOTH | {"combinations": "one"}, 1),
        ("Kh Kd Ac 9s 5c", BOTH | {"combinations": "six-cards-only"}, 1),
        ("Kh Kd Ac 9s 5c 2d", BOTH | {"combinations": "six-cards-only"}, 2),
    ],
)
def test_what_else_counts_twice_and_what_does_not(hand: str, rules: naive.Rules, odds: int) -> None:
    assert naive.combined_odds(tuple(hand.split()), rules) == odds


# --- rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "each", [each for each in rounds() if each.nets is not None], ids=lambda each: each.label
)
def test_reported_rounds_settle_as_they_should(each) -> None:
    settled = naive.settle(each.document)
    nets = {line["bet"]: line["net"] for line in settled["lines"]} | {"net": settled["net"]}
    for bet, net in each.nets.items():
        assert nets.pop(bet, "0") == net, (bet, settled)
    assert nets == {}
    if each.combinations:
        cards = tuple(each.document["player"].split())
        paid = naive.paid_combinations(cards, naive.rules_of(each.document))
        assert paid == each.combinations


def test_the_contract_example_settles_as_printed() -> None:
    settled = naive.settle(
        {
            "game": "russian-poker",
            "dealt": "Kh Kd 9s 5c 2d",
            "player": "Kh Kd 9s 5c 2d Ac",
            "dealer": "As Kc Qd 7h 3c",
            "stakes": {"ante": "10", "sixth": "10", "bet": "20", "bonus": "5"},
        }
    )
    assert [(each["bet"], each["odds"], each["net"]) for each in settled["lines"]] == [
        ("ante", "push", "0"),
        ("bet", "2:1", "40"),
        ("sixth", "lose", "-10"),
        ("bonus", "lose", "-5"),
    ]
    totals = [settled[name] for name in ("net", "paid", "returned", "taken")]
    assert totals == ["25", "40", "30", "15"]


def capped_nets(rules: naive.Rules, stakes: dict[str, str]) -> list[tuple[str, str, str | None]]:
    settled = naive.settle(
        {
            "game": naive.UTH,
            "player": "Ah Kh",
            "board": "Qh Jh Th 2c 3d",
            "dealer": "2d 4c",
            "stakes": stakes,
        },
        rules,
    )
    return [(each["bet"], each["net"], each.get("capped_from")) for each in settled["lines"]]


def test_a_cap_is_cut_from_the_last_winning_line_backwards() -> None:
    stakes = {"ante": "100", "blind": "100", "play": "400", "trips": "10"}
    northwood = naive.RULES[naive.UTH]["northwood"]
    assert capped_nets(northwood, stakes) == [
        ("ante", "100", None),
        ("blind", "19900", "50000"),
        ("play", "0", "400"),
        ("trips", "0", "500"),
    ]
    stakes = {"ante": "10", "blind": "10", "play": "40", "trips": "400"}
    assert capped_nets(northwood, stakes) == [
        ("ante", "10", None),
        ("blind", "5000", None),
        ("play", "40", None),
        ("trips", "14950", "20000"),
    ]


@pytest.mark.parametrize(("rounding", "blind"), [("none", "11.25"), ("down", "11"), ("up", "11.5")])
def test_what_is_paid_is_rounded_to_the_chip(rounding: str, blind: str) -> None:
    settled = naive.settle(
        {
            "game": naive.UTH,
            "player": "Ah 2h",
            "board": "Qh Jh 9h 2c 3d",
            "dealer": "2d 4c",
            "stakes": {"ante": "7.5", "blind": "7.5", "play": "7.5"},
        },
        naive.RULES[naive.UTH]["default"] | {"rounding": rounding},
    )
    assert [each["net"] for each in settled["lines"]] == ["7.5", blind, "7.5"]


@pytest.mark.parametrize("game", naive.RULES)
def test_the_same_seed_deals_the_same_rounds(game: str) -> None:
    rules = naive.RULES[game]["default"]
    assert list(deals(game, rules, 5, 50)) == list(deals(game, rules, 5, 50))
    assert list(deals(game, rules, 5, 50)) != list(deals(game, rules, 6, 50))
