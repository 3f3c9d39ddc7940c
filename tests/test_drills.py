"""Drill questions: pure functions of a seed, right answers, and mistakes that are recognised."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import naive
from tests.test_combinations import DOUBLES, STRAIGHT_PLUS_PAIR
from trainer.documents import settle_document
from trainer.documents.rounds import read_box
from trainer.drills import (
    AMOUNTS,
    DRILL_IDS,
    MAX_SEED,
    TOTAL,
    Question,
    drill_name,
    grade,
    make_question,
    payouts,
    question_document,
)
from trainer.drills.misconceptions import MISCONCEPTIONS, misconceptions
from trainer.drills.rounds import Round
from trainer.errors import RuleError
from trainer.games import GAME_IDS, build, rules_of, tables, variants
from trainer.locale import translator
from trainer.paytables import USER_FOLDER, legal_values, package_folder

DRILL = "what-does-this-pay"
UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
CARIBBEAN, OASIS = "caribbean-stud", "oasis-poker"
HOUSES = [(game, variant.id) for game in GAME_IDS for variant in variants(game)]


def question(game: str, seed: int, variant: str = "default") -> Question:
    return make_question(game, variant, DRILL, seed)


def questions(game: str, n: int, variant: str = "default") -> Iterator[Question]:
    return (question(game, seed, variant) for seed in range(n))


# --- a question is a function of its game, house, drill and seed ---------------------------------


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_same_seed_asks_the_same_question(game: str) -> None:
    first = list(questions(game, 40))
    for seed in reversed(range(40)):
        question(game, 1000 + seed)  # other questions in between, and another order
        assert question(game, seed) == first[seed]


DIGEST = """
import hashlib, json
from trainer.drills import make_question, question_document
from trainer.games import GAME_IDS
asked = [
    question_document(make_question(game, "default", "what-does-this-pay", seed))
    for game in GAME_IDS
    for seed in (*range(40), 2**53 - 1)
]
print(hashlib.sha256(json.dumps(asked).encode()).hexdigest())
"""


def test_a_question_is_the_same_in_every_process() -> None:
    asked = [
        question_document(question(game, seed))
        for game in GAME_IDS
        for seed in (*range(40), 2**53 - 1)
    ]
    here = hashlib.sha256(json.dumps(asked).encode()).hexdigest()
    for hash_seed in ("0", "1", "random"):
        run = subprocess.run(
            [sys.executable, "-c", DIGEST],
            capture_output=True,
            check=True,
            text=True,
            cwd=Path(__file__).parents[1],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        assert run.stdout.strip() == here


def test_another_seed_game_or_house_asks_another_question() -> None:
    asked = {
        json.dumps(question(game, seed, variant).round | {"variant": ""}, sort_keys=True)
        for game, variant in HOUSES
        for seed in range(20)
    }
    assert len(asked) == 20 * len(HOUSES)


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED - 1])
def test_seeds_from_zero_up_to_the_largest_ask_a_question(seed: int) -> None:
    assert question(UTH, seed).seed == seed


@pytest.mark.parametrize(
    ("game", "variant", "drill", "seed"),
    [
        (UTH, "default", DRILL, -1),
        (UTH, "default", DRILL, MAX_SEED),
        (UTH, "default", "no-such-drill", 1),
        (UTH, "no-such-house", DRILL, 1),
        ("no-such-game", "default", DRILL, 1),
    ],
)
def test_an_unknown_game_house_drill_or_seed_is_refused(
    game: str, variant: str, drill: str, seed: int
) -> None:
    with pytest.raises(RuleError):
        make_question(game, variant, drill, seed)


def test_a_drill_has_a_title() -> None:
    names = [drill_name(translator("en"), id) for id in DRILL_IDS]
    assert names == [
        "What does this pay?",
        "What do you do?",
        "How much insurance?",
        "Buy the dealer a game?",
    ]
    with pytest.raises(RuleError):
        drill_name(translator("en"), "no-such-drill")


# --- the answers are right -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAME_IDS)
def test_answers_are_the_amounts_of_the_settlement(game: str) -> None:
    asked = Counter()
    for each in questions(game, 400):
        asked[each.ask] += 1
        lines = each.settlement["lines"]
        assert each.bets == tuple(line["bet"] for line in lines)
        for line in lines:
            net, paid, returned, taken, stake = (
                Fraction(line[name]) for name in ("net", "paid", "returned", "taken", "stake")
            )
            assert stake == returned + taken
            assert net == paid - taken
            right = {"net": net, "paid": paid, "returned": returned, "taken": taken}[each.ask]
            assert each.answers[line["bet"]] == right
            assert each.stakes[line["bet"]] == stake
        assert set(each.answers) == {*each.bets, TOTAL}
        assert each.answers[TOTAL] == sum(each.answers[bet] for bet in each.bets)
        assert each.total == each.answers[TOTAL] == Fraction(each.settlement[each.ask])
    assert set(asked) == set(AMOUNTS)
    assert asked["paid"] > 400 / 2  # `paid` in most questions
    assert min(asked.values()) > 400 / 20


@pytest.mark.parametrize("game", naive.RULES)
def test_answers_are_what_the_slow_twin_settles(game: str) -> None:
    for variant, rules in naive.RULES[game].items():
        for each in questions(game, 60, variant):
            twin = naive.settle(each.round, rules)
            amounts = {line["bet"]: Fraction(line[each.ask]) for line in twin["lines"]}
            amounts[TOTAL] = Fraction(twin[each.ask])
            assert each.answers == amounts, each.round


@pytest.mark.parametrize(("game", "variant"), HOUSES)
def test_rounds_of_every_house_are_legal_and_within_its_limits(game: str, variant: str) -> None:
    house = build(game, variant).variant.house
    for each in questions(game, 200, variant):
        assert settle_document(each.round) == each.settlement
        ante = each.stakes["ante"]
        assert house.ante_min <= ante <= house.ante_max
        assert (ante - house.ante_min) % house.ante_step == 0
        for bet in ("trips", "bad_beat", "aa", "bonus"):
            if bet in each.stakes:
                assert house.side_min <= each.stakes[bet] <= house.side_max
        for amounts in (each.answers, *each.mistakes.values()):
            assert set(amounts) == {*each.bets, TOTAL}
            assert amounts[TOTAL] == sum(amounts[bet] for bet in each.bets)
            if each.ask != "net":
                assert min(amounts.values()) >= 0
        for answers in each.mistakes.values():
            assert answers != each.answers


def test_some_rounds_need_half_chips() -> None:
    odd = [each for each in questions(UTH, 600) if each.answers[TOTAL].denominator == 2]
    assert len(odd) >= 6
    assert all(each.stakes["blind"] % 2 for each in odd)


# Houses of all kinds: a rule column with any of its values, and craft and limits at random.
def odd_houses(game: str, n: int) -> list[dict[str, str]]:
    rng = Random(f"houses of {game}")
    with (package_folder() / game / "variants.csv").open(encoding="utf-8", newline="") as lines:
        default = next(csv.DictReader(lines))
    houses = []
    for number in range(n):
        row = default | {"variant": f"house-{number}", "name": f"House {number}"}
        for rule in rules_of(game):
            values = list(legal_values(rule, tables(game)))
            if rule.id == "exchange":
                values = ["none", "1-1", "2-3", "1-5", "5-5"]
            if rule.id == "exchange_fee":
                values = ["1", "2", "1/2/3/2/1"]
            if rng.random() < 0.5:
                row[rule.id] = rng.choice(values)
        if row.get("trips_needs_win") == "yes":
            row["trips_on_fold"] = "lost"
        row |= {
            "rounding": rng.choice(["none", "down", "up"]),
            "chip": rng.choice(["0.5", "1", "5", "25"]),
            "max_payout": rng.choice(["", "50", "333.3", "1000"]),
            "ante_min": rng.choice(["1", "2.5", "7", "15"]),
            "ante_max": rng.choice(["15", "33", "500"]),
            "ante_step": rng.choice(["0.5", "1", "7", "100"]),
            "side_min": rng.choice(["1", "3"]),
            "side_max": rng.choice(["3", "3.5", "25"]),
        }
        houses.append(row)
    return houses


@pytest.mark.parametrize("game", GAME_IDS)
def test_rounds_of_any_house_of_ones_own_are_legal(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    houses = odd_houses(game, 30)
    (tmp_path / game).mkdir()
    with (tmp_path / game / "variants.csv").open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, list(houses[0]))
        writer.writeheader()
        writer.writerows(houses)
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    for row in houses:
        for each in questions(game, 20, row["variant"]):
            assert settle_document(each.round) == each.settlement
            assert Fraction(row["ante_min"]) <= each.stakes["ante"] <= Fraction(row["ante_max"])
            if row["max_payout"]:
                assert Fraction(each.settlement["paid"]) <= Fraction(row["max_payout"])


def test_a_question_as_a_document_has_its_answers_and_mistakes() -> None:
    each = next(x for x in questions(UTH, 50) if x.mistakes)
    document = question_document(each)
    assert json.loads(json.dumps(document)) == document
    assert document["round"] == each.round
    assert document["settlement"] == settle_document(each.round)
    assert {bet: Fraction(text) for bet, text in document["answers"].items()} == each.answers
    assert document["misconceptions"].keys() == each.mistakes.keys()
    assert document["ask"] in AMOUNTS
    ids = (document["game"], document["variant"], document["drill"], document["seed"])
    assert make_question(*ids) == each


# --- misconceptions, each on a round where it shows ----------------------------------------------


def ask_about(
    monkeypatch: pytest.MonkeyPatch, game: str, ask: str, document: dict[str, Any]
) -> Question:
    """The question about one written-out round."""
    box = read_box(document, document)
    asked = Round(box.deal, box.stakes, box.folded)
    monkeypatch.setattr(payouts, "deal_round", lambda game, rng: asked)
    monkeypatch.setattr(payouts, "choose", lambda rng, weighted: ask)
    return make_question(game, "default", DRILL, 0)


BOARD = "Qs 7c 2d 3h 9s"
NO_GAME = "Qd 9h 7h 4c 3c"
SIXES = "6c 6d 4c 3c Td"


def hold(player: str, dealer: str, board: str, stakes: str, folded: bool = False) -> dict[str, Any]:
    document = {"player": player, "dealer": dealer, "board": board, "folded": folded}
    return document | {"stakes": amounts(stakes)}


def five(player: str, dealer: str, stakes: str, **more: Any) -> dict[str, Any]:
    document = {"player": player, "dealer": dealer, "stakes": amounts(stakes)} | more
    cards = player.split()
    if len(cards) == 6:
        document["dealt"] = " ".join(cards[:5])
    return document


def amounts(text: str) -> dict[str, str]:
    return dict(part.split() for part in text.split(", "))


UTH_STAKES = "ante 10, blind 10, play 40"
STRAIGHT_LOSES = ("6d 5c", "Jd Tc", "9s 8d 7h 3c 2s")
STRAIGHT_WINS = ("Jd Tc", "6d 5c", "9s 8d 7h 3c 2s")
FLUSH_WINS = ("Ah 9h", "Kd 8c", "Kh Qs 7h 4h 2c")
PLAYED_BOARD = ("2c 3d", "4c 5s", "Qs Jd Tc 9h 8d")
WIN_NO_GAME = ("Ah Kd", "Kc Jd", BOARD)
LOSE_NO_GAME = ("Kd Jc", "As 4c", BOARD)
TRIPS_LOSE = ("7h 7d", "Qd Qh", "7c Qs 2d 4h 9s")  # a bonus hand, beaten by better trips

# misconception, game, what is asked, the round, the bet, the right answer, the wrong one, and the
# wrong total
CASES: list[tuple[str, str, str, dict[str, Any], str, int | str, int | str, int | str]] = [
    ("ante-paid-without-qualifying", UTH, "paid", hold(*WIN_NO_GAME, UTH_STAKES),
     "ante", 0, 10, 50),
    ("ante-taken-without-qualifying", UTH, "taken", hold(*LOSE_NO_GAME, UTH_STAKES),
     "ante", 0, 10, 60),
    ("ante-taken-without-qualifying", CASINO, "taken",
     hold(*LOSE_NO_GAME, "ante 10, call 20"), "ante", 0, 10, 10),
    ("ante-taken-without-qualifying", RUSSIAN, "taken",
     five("Jh 9d 7c 5s 2h", NO_GAME, "ante 10, bet 20"), "ante", 0, 10, 10),
    ("blind-even-below-its-first-prize", UTH, "paid",
     hold("Ah Qd", "Jc Jd", BOARD, UTH_STAKES), "blind", 0, 10, 60),
    ("blind-pushed-on-a-loss", UTH, "taken",
     hold("Ah Kd", "Jc Jd", BOARD, UTH_STAKES), "blind", 10, 0, 50),
    ("blind-flush-even", UTH, "paid", hold(*FLUSH_WINS, UTH_STAKES), "blind", 15, 10, 60),
    ("blind-flush-two-to-one", UTH, "paid", hold(*FLUSH_WINS, UTH_STAKES), "blind", 15, 20, 70),
    ("trips-taken-on-a-loss", UTH, "paid", hold(*STRAIGHT_LOSES, UTH_STAKES + ", trips 5"),
     "trips", 20, 0, 0),
    ("trips-taken-on-a-loss", UTH, "taken", hold(*STRAIGHT_LOSES, UTH_STAKES + ", trips 5"),
     "trips", 0, 5, 65),
    ("trips-forgotten", UTH, "paid", hold(*STRAIGHT_WINS, UTH_STAKES + ", trips 5"),
     "trips", 20, 0, 60),
    ("trips-forgotten", UTH, "paid",
     hold(*STRAIGHT_WINS, "ante 10, blind 10, trips 5", folded=True), "trips", 20, 0, 0),
    ("play-pushed-without-qualifying", UTH, "paid", hold(*WIN_NO_GAME, UTH_STAKES),
     "play", 40, 0, 0),
    ("call-paid-without-qualifying", CASINO, "paid", hold(*WIN_NO_GAME, "ante 10, call 20"),
     "call", 0, 20, 30),
    ("ante-even-not-by-its-table", CASINO, "paid", hold(*FLUSH_WINS, "ante 10, call 20"),
     "ante", 20, 10, 30),
    ("ante-even-not-by-its-table", CASINO, "paid",
     hold("Ah 9h", "Jd 8c", "Kh Qs 7h 4h 2c", "ante 10, call 20"), "ante", 20, 10, 10),
    ("aa-on-seven-cards", CASINO, "paid",
     hold("Ah 6d", "8s 8d", "Qs 7c 2d As 9s", "ante 10, call 20, aa 5"), "aa", 0, 35, 65),
    ("aa-on-seven-cards", CASINO, "paid",  # aces on the flop, a flush at the end
     hold("Ah 9h", "8s 8d", "Ad Kh 7h 4h 2c", "ante 10, call 20, aa 5"), "aa", 35, 100, 140),
    ("bonus-taken-on-a-loss", CASINO, "taken", hold(*TRIPS_LOSE, "ante 10, call 20, aa 5"),
     "aa", 0, 5, 35),
    ("bonus-taken-on-a-loss", RUSSIAN, "taken",
     five("9s 8d 7h 6s 5h", "Kc Jc 8c 4c 2c", "ante 10, bet 20, bonus 5"), "bonus", 0, 5, 35),
    ("bonus-forgotten", CASINO, "paid", hold("Ah Ad", "Jc Jd", BOARD, "ante 10, call 20, aa 5"),
     "aa", 35, 0, 30),
    ("bonus-forgotten", RUSSIAN, "paid",
     five("9s 8d 7h 6s 5h", SIXES, "ante 10, bet 20, bonus 5"), "bonus", 125, 0, 80),
    ("ante-paid-with-the-bet", RUSSIAN, "paid",
     five("Kh Ks 8d 8h 3s", SIXES, "ante 10, bet 20"), "ante", 0, 10, 50),
    ("bet-paid-without-a-game", RUSSIAN, "paid",
     five("Kh Ks 8d 8h 3s", NO_GAME, "ante 10, bet 20"), "bet", 0, 40, 50),
    ("bet-odds-on-the-ante", RUSSIAN, "paid",
     five("Kh Ks 8d 8h 3s", SIXES, "ante 10, bet 20"), "bet", 40, 20, 20),
    ("second-combination-missed", RUSSIAN, "paid",
     five("As Kh Qh Jh 7h 2h", SIXES, "ante 10, bet 20, sixth 10"), "bet", 120, 100, 100),
    ("second-combination-without-a-new-card", RUSSIAN, "paid",
     five("Ah As Ad Kh Ks", SIXES, "ante 10, bet 20"), "bet", 140, 200, 200),
    ("second-combination-without-a-new-card", RUSSIAN, "paid",  # aces and kings: a pair, 1
     five("Ah As Kd Kh 7c", SIXES, "ante 10, bet 20"), "bet", 40, 60, 60),
    ("third-combination-added", RUSSIAN, "paid",
     five("Kh Ks 8d 8h 2c 2s", SIXES, "ante 10, bet 20, sixth 10"), "bet", 80, 120, 120),
    ("fee-given-back", RUSSIAN, "taken",
     five("Kh Ks 9d 5h 2s 4h", SIXES, "ante 10, bet 20, sixth 10"), "sixth", 10, 0, 0),
    ("fee-given-back", RUSSIAN, "returned",
     five("Kh Kd 9s 5c 2d", SIXES, "ante 10, bet 20, exchange 10", dealt="Kh Kd 9s 5c Js"),
     "exchange", 0, 10, 40),
    ("fee-given-back", RUSSIAN, "net",
     five("Kh Kd 9s 5c 2d", NO_GAME, "ante 10, bet 20, purchase 10", dealer_draws=["9c"]),
     "purchase", -10, 0, 20),
    ("stake-included", UTH, "paid", hold("Ah Qd", "Jc Jd", BOARD, UTH_STAKES),
     "play", 40, 80, 100),
    ("stake-included", CASINO, "paid", hold(*FLUSH_WINS, "ante 10, call 20"), "ante", 20, 30, 70),
    ("stake-included", RUSSIAN, "paid", five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20"),
     "bet", 20, 40, 40),
    ("stake-included", UTH, "net", hold("Ah Qd", "Jc Jd", BOARD, UTH_STAKES), "ante", 10, 20, 100),
    ("kicker-ignored", UTH, "paid", hold("Ah Qd", "Kc Qh", BOARD, UTH_STAKES), "play", 40, 0, 0),
    ("kicker-ignored", UTH, "taken", hold("Kc Qh", "Ah Qd", BOARD, UTH_STAKES), "play", 40, 0, 0),
    ("kicker-ignored", CASINO, "paid", hold("Ah Qd", "Kc Qh", BOARD, "ante 10, call 20"),
     "call", 20, 0, 0),
    ("kicker-ignored", RUSSIAN, "paid",
     five("Kh Kd 9s 5c 2d", "Kc Ks 8d 5h 2c", "ante 10, bet 20"), "bet", 20, 0, 0),
    ("board-plays-one-side-paid", UTH, "paid", hold(*PLAYED_BOARD, UTH_STAKES),
     "play", 0, 40, 60),
    ("board-plays-one-side-paid", CASINO, "paid", hold(*PLAYED_BOARD, "ante 10, call 20"),
     "call", 0, 20, 30),
    *(
        (mistake, game, *case)
        for game in (CARIBBEAN, OASIS)
        for mistake, *case in (
            ("ante-taken-without-qualifying", "taken",
             five("Jh 9d 7c 5s 2h", NO_GAME, "ante 10, bet 20"), "ante", 0, 10, 10),
            ("bet-paid-without-a-game", "paid",
             five("Kh Ks 8d 8h 3s", NO_GAME, "ante 10, bet 20"), "bet", 0, 40, 50),
            ("bet-odds-on-the-ante", "paid",
             five("Kh Ks 8d 8h 3s", SIXES, "ante 10, bet 20"), "bet", 40, 20, 30),
            ("stake-included", "paid",
             five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20"), "bet", 20, 40, 60),
            ("kicker-ignored", "paid",
             five("Kh Kd 9s 5c 2d", "Kc Ks 8d 5h 2c", "ante 10, bet 20"), "bet", 20, 0, 0),
        )
    ),
    ("fee-given-back", OASIS, "taken",
     five("Kh Kd 9s 5c 2d", SIXES, "ante 10, bet 20, exchange 20", dealt="Kh Kd 9s Jh Js"),
     "exchange", 20, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("mistake", "game", "ask", "document", "bet", "right", "wrong", "wrong_total"),
    [pytest.param(*case, id=f"{case[0]}-{case[1]}-{case[2]}") for case in CASES],
)
def test_a_wrong_answer_names_its_misconception(
    mistake: str,
    game: str,
    ask: str,
    document: dict[str, Any],
    bet: str,
    right: int | str,
    wrong: int | str,
    wrong_total: int | str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ask_about(monkeypatch, game, ask, document)
    assert asked.answers[bet] == Fraction(right)
    answers = asked.mistakes[mistake]
    assert (answers[bet], answers[TOTAL]) == (Fraction(wrong), Fraction(wrong_total))
    row = grade(asked, {bet: str(wrong)}).rows[bet]
    assert not row.right
    assert row.misconception == mistake


def test_every_misconception_of_every_game_is_shown_above() -> None:
    shown = {(case[0], case[1]) for case in CASES}
    listed = {(x.id, game) for x in MISCONCEPTIONS for game in x.games}
    assert shown == listed


# What trainees get wrong, in the order of the list in the rules; our ids for it.
TABLE_CRAFT = {
    "ante paid when the dealer did not qualify": {"ante-paid-without-qualifying": {UTH}},
    "ante taken when the dealer did not qualify": {
        "ante-taken-without-qualifying": {UTH, CASINO, RUSSIAN}
    },
    "blind paid 1:1 below a straight": {"blind-even-below-its-first-prize": {UTH}},
    "blind pushed when the hand lost": {"blind-pushed-on-a-loss": {UTH}},
    "flush on the blind paid 1:1 or 2:1 instead of 3:2": {
        "blind-flush-even": {UTH},
        "blind-flush-two-to-one": {UTH},
    },
    "trips taken because the hand lost": {"trips-taken-on-a-loss": {UTH}},
    "trips forgotten": {"trips-forgotten": {UTH}},
    "play pushed when the dealer did not qualify": {"play-pushed-without-qualifying": {UTH}},
    "call paid when the dealer did not qualify": {"call-paid-without-qualifying": {CASINO}},
    "ante paid 1:1 instead of by the table": {"ante-even-not-by-its-table": {CASINO}},
    "AA bonus judged on seven cards": {"aa-on-seven-cards": {CASINO}},
    "Russian ante paid together with the bet": {"ante-paid-with-the-bet": {RUSSIAN}},
    "bet odds applied to the ante instead of the bet": {"bet-odds-on-the-ante": {RUSSIAN}},
    "second combination missed": {"second-combination-missed": {RUSSIAN}},
    "second combination without a new card": {"second-combination-without-a-new-card": {RUSSIAN}},
    "third combination added": {"third-combination-added": {RUSSIAN}},
    "fee given back": {"fee-given-back": {RUSSIAN}},
    "bonus taken because the hand lost": {"bonus-taken-on-a-loss": {CASINO, RUSSIAN}},
    "profit given with the stake included": {"stake-included": {UTH, CASINO, RUSSIAN}},
    "wrong kicker": {"kicker-ignored": {UTH, CASINO, RUSSIAN}},
    "board plays but one side is paid": {"board-plays-one-side-paid": {UTH, CASINO}},
}


@pytest.mark.parametrize("listed", TABLE_CRAFT)
def test_every_listed_mistake_belongs_to_its_games(listed: str) -> None:
    for id, games in TABLE_CRAFT[listed].items():
        assert games <= {game for game in GAME_IDS if id in {x.id for x in misconceptions(game)}}


@pytest.mark.parametrize(
    ("mistake", "game", "document"),
    [
        # The dealer qualifies, so nothing is wrong with paying or taking the ante.
        ("ante-paid-without-qualifying", UTH, hold("Ah Qd", "Jc Jd", BOARD, UTH_STAKES)),
        ("ante-taken-without-qualifying", UTH, hold("Ah Kd", "Jc Jd", BOARD, UTH_STAKES)),
        ("blind-even-below-its-first-prize", UTH, hold(*FLUSH_WINS, UTH_STAKES)),
        ("blind-flush-even", UTH, hold(*STRAIGHT_WINS, UTH_STAKES)),
        ("trips-taken-on-a-loss", UTH, hold(*STRAIGHT_LOSES, UTH_STAKES)),
        ("trips-forgotten", UTH, hold(*WIN_NO_GAME, UTH_STAKES + ", trips 5")),
        ("kicker-ignored", UTH, hold("Ah Qd", "Jc Jd", BOARD, UTH_STAKES)),
        ("kicker-ignored", UTH, hold("Qh Ad", "Qd Ac", BOARD, UTH_STAKES)),
        ("board-plays-one-side-paid", UTH, hold("Qh Ad", "Qd Ac", BOARD, UTH_STAKES)),
        ("ante-even-not-by-its-table", CASINO, hold(*WIN_NO_GAME, "ante 10, call 20")),
        ("aa-on-seven-cards", CASINO, hold(*WIN_NO_GAME, "ante 10, call 20")),
        ("second-combination-missed", RUSSIAN, five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20")),
        (
            "second-combination-without-a-new-card",
            RUSSIAN,
            five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20"),
        ),
        ("third-combination-added", RUSSIAN, five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20")),
        (
            "third-combination-added",
            RUSSIAN,
            five("5h 4s 3d 2c Ah Ks", SIXES, "ante 10, bet 20, sixth 10"),
        ),
        ("fee-given-back", RUSSIAN, five("Kh Ks 9d 5h 2s", SIXES, "ante 10, bet 20")),
        ("bet-odds-on-the-ante", RUSSIAN, five("Kh Ks 9d 5h 2s", NO_GAME, "ante 10, bet 20")),
    ],
)
@pytest.mark.parametrize("ask", AMOUNTS)
def test_a_misconception_that_changes_nothing_is_not_looked_for(
    mistake: str, game: str, document: dict[str, Any], ask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mistake not in ask_about(monkeypatch, game, ask, document).mistakes


def test_wrong_answers_are_cut_and_rounded_like_right_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / UTH / "variants.csv"
    path.parent.mkdir()
    path.write_text(
        "variant,name,rounding,chip,max_payout\ncraft,Craft,down,1,66\n", encoding="utf-8"
    )
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    stakes = amounts("ante 5, blind 5, play 20, trips 5")
    document = hold(*FLUSH_WINS, "ante 5, blind 5") | {"stakes": stakes}
    box = read_box(document, document)
    monkeypatch.setattr(payouts, "deal_round", lambda game, rng: Round(box.deal, box.stakes))
    monkeypatch.setattr(payouts, "choose", lambda rng, weighted: "paid")
    asked = make_question(UTH, "craft", DRILL, 0)
    # 5, 7 (7.5 rounded down), 20 and 34 of 35: 66 is the most that is paid.
    assert [asked.answers[bet] for bet in (*asked.bets, TOTAL)] == [5, 7, 20, 34, 66]
    even, twice = asked.mistakes["blind-flush-even"], asked.mistakes["blind-flush-two-to-one"]
    assert [even[bet] for bet in (*asked.bets, TOTAL)] == [5, 5, 20, 35, 65]
    assert [twice[bet] for bet in (*asked.bets, TOTAL)] == [5, 10, 20, 31, 66]


# --- grading -------------------------------------------------------------------------------------


@pytest.fixture
def flush(monkeypatch: pytest.MonkeyPatch) -> Question:
    """What is paid: ante 5, blind 7.5, play 20, together 32.5."""
    document = hold(*FLUSH_WINS, "ante 5, blind 5, play 20")
    return ask_about(monkeypatch, UTH, "paid", document)


RIGHT = {"ante": "5", "blind": "7.5", "play": "20", TOTAL: "32.5"}


def test_all_right_passes(flush: Question) -> None:
    graded = grade(flush, RIGHT)
    assert graded.passed
    assert graded.n_right == 4
    assert list(graded.rows) == ["ante", "blind", "play", TOTAL]
    assert all(row.right and row.misconception is None for row in graded.rows.values())


@pytest.mark.parametrize(
    "text",
    [
        "7.5",
        "7,5",
        " 7.5 ",
        "7.50",
        "07.5",
        "+7.5",
        "٧٫٥",  # Arabic digits and decimal sign
        "۷٫۵",  # Persian
        "७.५",  # Devanagari
        "７.５",  # full width
        "٧,٥",
    ],
)
def test_an_amount_may_be_typed_in_any_digits(text: str, flush: Question) -> None:
    row = grade(flush, RIGHT | {"blind": text}).rows["blind"]
    assert row.right
    assert row.given == Fraction("7.5")
    assert row.text == text.strip()


@pytest.mark.parametrize(
    ("text", "given", "mistake"),
    [
        ("5", Fraction(5), "blind-flush-even"),
        ("10", Fraction(10), "blind-flush-two-to-one"),
        ("10,0", Fraction(10), "blind-flush-two-to-one"),
        ("١٠", Fraction(10), "blind-flush-two-to-one"),
        ("12.5", Fraction("12.5"), "stake-included"),
        ("0", Fraction(0), None),
        ("8", Fraction(8), None),
        ("7.4999", Fraction("7.4999"), None),
        ("-7.5", Fraction("-7.5"), None),
        ("75", Fraction(75), None),
        ("", None, None),
        ("   ", None, None),
        ("seven", None, None),
        ("7.5.0", None, None),
        ("7,5,0", None, None),
        ("7 5", None, None),
        ("7½", None, None),
        ("3:2", None, None),
        ("7.5 €", None, None),
        ("1e1", None, None),
        ("0x7", None, None),
        ("nan", None, None),
        ("inf", None, None),
        ("9" * 500, None, None),
        ("\x00", None, None),
    ],
)
def test_a_wrong_answer_is_wrong_and_never_an_error(
    text: str, given: Fraction | None, mistake: str | None, flush: Question
) -> None:
    graded = grade(flush, RIGHT | {"blind": text})
    row = graded.rows["blind"]
    assert (row.given, row.right, row.misconception) == (given, False, mistake)
    assert row.answer == Fraction("7.5")
    assert not graded.passed
    assert graded.n_right == 3


def test_a_missing_answer_is_wrong(flush: Question) -> None:
    graded = grade(flush, {})
    assert graded.n_right == 0
    assert not graded.passed
    assert [(row.given, row.text) for row in graded.rows.values()] == [(None, "")] * 4
    assert grade(flush, RIGHT | {"trips": "9"}).passed  # a bet that was not asked


def test_a_wrong_total_is_told_from_a_wrong_bet(flush: Question) -> None:
    graded = grade(flush, RIGHT | {TOTAL: "35"})  # the sum with the flush paid 2:1
    assert graded.rows[TOTAL].misconception == "blind-flush-two-to-one"
    assert graded.rows["blind"].right
    assert grade(flush, RIGHT | {TOTAL: "33"}).rows[TOTAL].misconception is None


@pytest.mark.parametrize("text", ["-10", "−10", " - 10", "-10.0"])
def test_a_loss_is_typed_with_a_minus(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = hold("Ah Kd", "Jc Jd", BOARD, UTH_STAKES)
    asked = ask_about(monkeypatch, UTH, "net", document)
    graded = grade(asked, {"ante": text, "blind": "10", "play": "−40", TOTAL: "-60"})
    assert graded.rows["ante"].right is (" - " not in f" {text}")
    assert not graded.rows["blind"].right
    assert graded.rows["play"].right
    assert graded.rows[TOTAL].right


# --- deals are weighted --------------------------------------------------------------------------

N_SEEDS = 10_000
SHARE = 0.002

PAYING = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
BELOW = ("three-of-a-kind", "two-pair", "pair", "high-card")
STUD = (*PAYING, "three-of-a-kind", "two-pair", "pair", "ace-king", "high-card")
# Every row of the tables of the default houses, as (bet, row) of a line that was read from it.
TABLE_ROWS = {
    (UTH, "default"): [
        *(("blind", row) for row in (*PAYING, *BELOW)),
        *(("trips", row) for row in (*PAYING, "three-of-a-kind")),
    ],
    (CASINO, "default"): [
        *(("ante", row) for row in (*PAYING, *BELOW)),
        *(("aa", row) for row in (*PAYING, "three-of-a-kind", "two-pair", "pair-of-aces")),
    ],
    (RUSSIAN, "default"): [
        *(("bet", row) for row in STUD if row != "high-card"),  # nothing wins with a high card
        *(("bet", f"{first}+{second}") for first, second, _, _ in DOUBLES),
        *(("ante when the dealer has no game", row) for row in STUD),
        *(("bonus", f"dealt-{row}") for row in PAYING),
        *(("bonus", f"bought-{row}") for row in PAYING),
    ],
}
for parent in (CARIBBEAN, OASIS):
    TABLE_ROWS[parent, "default"] = [
        *(("bet", row) for row in STUD if row != "high-card"),
        *(("ante when the dealer has no game", row) for row in STUD),
    ]
TABLE_ROWS[RUSSIAN, "straight-plus-pair"] = [
    *TABLE_ROWS[RUSSIAN, "default"],
    *(("bet", f"{first}+{second}") for first, second, _ in STRAIGHT_PLUS_PAIR.values()),
]
# A royal flush cannot lose; the row is in the table to say so.
TABLE_ROWS[UTH, "bad-beat"] = [
    *TABLE_ROWS[UTH, "default"],
    *(("bad_beat", row) for row in (*PAYING[1:], "three-of-a-kind")),
]
RESULTS = ("lose", "tie", "win")
COMMUNITY_SHOWDOWNS = {"fold"} | {
    f"{result}, {game}" for result in RESULTS for game in ("no game", "game")
}
SHOWDOWNS = {
    UTH: COMMUNITY_SHOWDOWNS,
    CASINO: COMMUNITY_SHOWDOWNS,
    RUSSIAN: COMMUNITY_SHOWDOWNS | {f"{result}, no game though bought" for result in RESULTS},
    CARIBBEAN: COMMUNITY_SHOWDOWNS,
    OASIS: COMMUNITY_SHOWDOWNS,
}

# What the rules of a house rule out.
NEVER: dict[tuple[str, str], set[tuple[str, Any]]] = {
    # Trips that lose are returned, so there is nothing to take.
    (UTH, "trips-needs-win"): {("mistake", "trips-taken-on-a-loss")},
    # The table is read on a win only, and nothing below a pair of fours wins.
    (CASINO, "caribbean-holdem"): {("row", ("ante", "high-card"))},
    (RUSSIAN, "ante-pays-on-win"): {("mistake", "ante-paid-with-the-bet")},
    # Ace-King beats no dealer who has a pair.
    (RUSSIAN, "pair-qualifies"): {("row", ("bet", "ace-king"))},
    (RUSSIAN, "no-purchase"): {
        ("showdown", f"{result}, no game though bought") for result in RESULTS
    },
}


def showdown(each: Question) -> str:
    result, game = each.settlement["showdown"], each.settlement["dealer_qualifies"]
    if result == "fold":
        return "fold"
    if not game and "purchase" in each.stakes:
        return f"{result}, no game though bought"
    return f"{result}, {'game' if game else 'no game'}"


def rows_read(each: Question) -> Iterator[tuple[str, str]]:
    """(bet, row) of every cell of a paytable that the round reads."""
    for line in each.settlement["lines"]:
        if line["reason"] == "ante-paid-when-dealer-has-no-game":
            yield "ante when the dealer has no game", each.settlement["player_hand"]["category"]
        elif line["row"]:
            yield line["bet"], line["row"]


def check_coverage(game: str, variant: str, n: int) -> None:
    """Different deals, and every row, showdown and mistake in at least 0.2 % of the questions."""
    deals = set()
    seen: Counter[tuple[str, Any]] = Counter()
    for each in questions(game, n, variant):
        cards = ("player", "dealt", "board", "dealer", "dealer_draws")
        deals.add(tuple(str(each.round.get(name)) for name in cards))
        seen["showdown", showdown(each)] += 1
        seen.update(("row", row) for row in set(rows_read(each)))
        seen.update(("mistake", id) for id in each.mistakes)
    assert len(deals) >= 0.99 * n
    wanted = {("showdown", name) for name in SHOWDOWNS[game]}
    rows = TABLE_ROWS.get((game, variant), TABLE_ROWS[game, "default"])
    wanted |= {("row", row) for row in rows}
    wanted |= {("mistake", x.id) for x in misconceptions(game)}
    never = NEVER.get((game, variant), set())
    assert never <= wanted
    wanted -= never
    rare = {what: seen[what] / n for what in wanted if seen[what] < SHARE * n}
    assert not rare
    assert not never & set(seen)
    assert {what for what in seen if what[0] == "showdown"} <= wanted


@pytest.mark.parametrize(
    ("game", "variant", "n"),
    [
        (UTH, "default", N_SEEDS),
        (CASINO, "default", N_SEEDS),
        (RUSSIAN, "default", N_SEEDS),
        (UTH, "bad-beat", 3000),
        (CARIBBEAN, "default", 2000),
        (OASIS, "default", 2000),
    ],
)
def test_every_row_showdown_and_mistake_comes_up(game: str, variant: str, n: int) -> None:
    check_coverage(game, variant, n)


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_amount_is_asked_for_and_folds_and_side_bets_come_up(game: str) -> None:
    asked = list(questions(game, 500))
    folded = [each for each in asked if each.round["folded"]]
    assert len(folded) >= 20
    assert len(folded) <= 150
    side = [bet for bet in ("trips", "aa", "bonus") if any(bet in x.stakes for x in asked)]
    for bet in side:
        paid = [x for x in folded if Fraction(paid_on(x, bet)) > 0]
        assert paid, f"no folded hand whose {bet} pays"


def paid_on(each: Question, bet: str) -> str:
    lines = {line["bet"]: line["paid"] for line in each.settlement["lines"]}
    paid: str = lines.get(bet, "0")
    return paid


def test_a_total_that_was_added_up_rightly_is_no_misconception() -> None:
    n_told = n_plain = 0
    for seed in range(60):
        question = make_question("russian-poker", "default", "what-does-this-pay", seed)
        assert isinstance(question, Question)
        for answers in question.mistakes.values():
            total = answers[TOTAL]
            if total in (0, question.answers[TOTAL]):
                continue
            zeros = dict.fromkeys(question.bets, "0")
            # The same total as the sum of other lines, which have not that fault.
            typed = zeros | {question.bets[-1]: str(total), TOTAL: str(total)}
            rows = dict(grade(question, typed).rows)
            told = rows.pop(TOTAL).misconception
            assert told is None or told in {row.misconception for row in rows.values()}
            n_plain += told is None
            # Beside lines that it is not the sum of, it is told.
            told = grade(question, {**zeros, TOTAL: str(total)}).rows[TOTAL].misconception
            assert told in question.mistakes
            n_told += 1
    assert n_told > 20
    assert n_plain > 10
