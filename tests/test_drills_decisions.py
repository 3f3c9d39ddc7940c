"""Drills of decisions: spots that follow from a seed, answers as they are typed, and grades."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests import naive
from trainer.cards import parse_cards
from trainer.cli import deciding
from trainer.drills import (
    DRILL_IDS,
    Decision,
    drills_of,
    games_of,
    grade_decision,
    make_question,
    read_action,
)
from trainer.drills.decisions import (
    DEAL,
    IDS,
    INSURANCE,
    PURCHASE,
    as_asked,
    deal_spot,
    has_drill,
)
from trainer.errors import RuleError
from trainer.games import GAME_IDS, build, variants
from trainer.games.stud import SPECS
from trainer.locale import translator
from trainer.rules import Paytable

RUSSIAN, CARIBBEAN, OASIS = "russian-poker", "caribbean-stud", "oasis-poker"
HOUSES = [
    (game, house.id, drill)
    for drill in IDS
    for game in games_of(drill)
    for house in variants(game)
    if drill in drills_of(game, house.id)
]


def question(drill: str, seed: int, game: str = RUSSIAN, variant: str = "default") -> Decision:
    found = make_question(game, variant, drill, seed)
    assert isinstance(found, Decision)
    return found


def texts(cards: str) -> tuple[str, ...]:
    return tuple(cards.split())


def test_drills_are_offered_where_there_is_something_to_decide() -> None:
    assert DRILL_IDS == ("what-does-this-pay", DEAL, INSURANCE, PURCHASE)
    assert games_of("what-does-this-pay") == GAME_IDS
    assert games_of(DEAL) == (RUSSIAN, CARIBBEAN, OASIS)
    assert games_of(INSURANCE) == games_of(PURCHASE) == (RUSSIAN,)
    assert drills_of(RUSSIAN, "default") == DRILL_IDS
    assert PURCHASE not in drills_of(RUSSIAN, "no-purchase")
    assert drills_of("casino-holdem", "default") == ("what-does-this-pay",)


@pytest.mark.parametrize(
    ("game", "variant", "drill", "where"),
    [
        ("casino-holdem", "default", DEAL, "drill"),
        (OASIS, "default", INSURANCE, "drill"),
        (RUSSIAN, "no-purchase", PURCHASE, "variant"),
    ],
)
def test_a_drill_without_its_decision_is_refused(
    game: str, variant: str, drill: str, where: str
) -> None:
    with pytest.raises(RuleError) as refused:
        make_question(game, variant, drill, 1)
    assert refused.value.where == where


# Of the first 60 questions of each drill. A change here changes what teachers' links show.
DIGESTS = {
    DEAL: "bbccdd198715c5d70fe3e120089915d07f94e7c23df9d12a92647ed1ae8e0d86",
    INSURANCE: "f735c7d51e9d58559b1954b05d19de941a988a134020f4034f0aaf4a58a6b0d0",
    PURCHASE: "73dcf1eeae3f7fdd82d49f45ba5451e8dffaf3989b9af68f122bdbd372b215d6",
}


@pytest.mark.parametrize("drill", IDS)
def test_a_seed_asks_the_same_question_for_ever(drill: str) -> None:
    asked = [question(drill, seed).spot for seed in range(60)]
    digest = hashlib.sha256(json.dumps(asked).encode()).hexdigest()
    assert digest == DIGESTS[drill]
    assert question(drill, 7).spot == asked[7]
    assert len({json.dumps(spot) for spot in asked}) == 60


@pytest.mark.parametrize(("game", "variant", "drill"), HOUSES)
def test_every_spot_is_one_of_its_house(game: str, variant: str, drill: str) -> None:
    rules = build(game, variant).variant.rules
    for seed in range(25):
        spot = question(drill, seed, game, variant).spot
        dealt, player = texts(spot.get("dealt", spot["player"])), texts(spot["player"])
        dealer = texts(spot.get("dealer", spot["upcard"]))
        seen = [*player, *(a for a in dealt if a not in player), *dealer]
        assert len(set(seen)) == len(seen)
        assert spot["upcard"] == dealer[-1]
        n_given = sum(a not in player for a in dealt)
        if n_given:
            least, most = map(int, rules["exchange"].split("-"))
            assert least <= n_given <= most
        if len(player) == 6:
            assert rules["sixth"] == "yes"
            assert not n_given
        if drill == DEAL:
            assert set(spot) == {"game", "variant", "player", "upcard"}
        elif drill == INSURANCE:
            assert "dealt" in spot
            assert naive.strength(player)[0] >= 3
        else:
            assert len(dealer) == 5
            strength = naive.strength(dealer)
            if rules["qualifies"] == "pair":
                assert strength[0] == 0
            else:
                assert strength < naive.strength(("As", "Kd", "4c", "3h", "2s"))


def test_spots_are_mixed() -> None:
    suits = Counter()
    for seed in range(300):
        cards = parse_cards(question(DEAL, seed).spot["player"])
        suits[max(Counter(a & 3 for a in cards).values())] += 1
    assert suits[4] > 30
    ways = Counter()
    for seed in range(300):
        spot = question(INSURANCE, seed).spot
        ways["sixth" if len(texts(spot["player"])) == 6 else spot["dealt"] == spot["player"]] += 1
    assert min(ways["sixth"], ways[True], ways[False]) > 30


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drill", "typed", "action"),
    [
        (DEAL, "fold", "fold"),
        (DEAL, " Raise ", "raise"),
        (DEAL, "r", "raise"),
        (DEAL, "bet", "raise"),
        (DEAL, "6", "sixth"),
        (DEAL, "5c 2d", "exchange:5c 2d"),
        (DEAL, "2d5c", "exchange:5c 2d"),
        (DEAL, "exchange Kh Kd", "exchange:Kd Kh"),
        (DEAL, "exchange:2d", "exchange:2d"),
        (DEAL, "exchange", None),
        (DEAL, "", None),
        (DEAL, "take", None),
        (INSURANCE, "0", "raise"),
        (INSURANCE, "none", "raise"),
        (INSURANCE, "1,5", "raise+insurance:1.5"),
        (INSURANCE, " 1.0 ", "raise+insurance:1"),
        (INSURANCE, "٣", "raise+insurance:3"),
        (INSURANCE, "10/3", "raise+insurance:10/3"),
        (INSURANCE, "1/0", None),
        (INSURANCE, "-1/2", None),
        (INSURANCE, "-1", None),
        (INSURANCE, "5c", None),
        (PURCHASE, "buy", "purchase"),
        (PURCHASE, "yes", "purchase"),
        (PURCHASE, "n", "take"),
        (PURCHASE, "take", "take"),
        (PURCHASE, "raise", None),
        (PURCHASE, "5c", None),
    ],
)
def test_answers_are_read_as_people_type_them(drill: str, typed: str, action: str | None) -> None:
    assert read_action(question(drill, 1), typed) == action


def values(*actions: tuple[str, str], same: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """An `ev` document, best action first."""
    found = [{"action": id, "ev": float(Fraction(ev)), "exact": ev} for id, ev in actions]
    for one in found:
        if same and one["action"] in same:
            one["same"] = same[str(one["action"])]
    return {"stage": "draw", "best": actions[0][0], "actions": found}


def test_a_mistake_costs_what_it_gives_up() -> None:
    found = values(("raise", "1/2"), ("exchange:5c", "1/4"), same={"exchange:5c": ["exchange:2d"]})
    best = grade_decision(found, "raise")
    assert (best.passed, best.cost, best.best) == (True, 0, "raise")
    for action in ("exchange:5c", "exchange:2d"):
        worse = grade_decision(found, action)
        assert (worse.passed, worse.cost, worse.ev) == (False, Fraction(1, 4), Fraction(1, 4))
    for action in ("exchange:9s", "sixth", "raise+insurance:2", "raise+insurance:x"):
        with pytest.raises(RuleError, match="no action here"):
            grade_decision(found, action)


def test_a_near_tie_is_as_good_as_right() -> None:
    found = values(("raise", "1"), ("sixth", "999001/1000000"), ("fold", "999/1000"))
    assert grade_decision(found, "sixth").passed
    assert not grade_decision(found, "fold").passed


def test_insurance_between_the_least_and_the_most_lies_on_a_line() -> None:
    found = values(("raise", "3"), ("raise+insurance:1", "2"), ("raise+insurance:5", "0"))
    assert grade_decision(found, "raise+insurance:2").ev == Fraction(3, 2)
    assert grade_decision(found, "raise+insurance:4.5").cost == Fraction(11, 4)
    for amount in ("0.5", "5.5"):
        with pytest.raises(RuleError):
            grade_decision(found, f"raise+insurance:{amount}")


def test_insurance_is_found_by_its_amount_however_written() -> None:
    one = values(("raise", "3"), ("raise+insurance:1", "2"))
    assert grade_decision(one, "raise+insurance:1.0").cost == 1
    for amount in ("0.5", "2", "x", "1/0"):
        with pytest.raises(RuleError):
            grade_decision(one, f"raise+insurance:{amount}")
    two = values(("raise", "3"), ("raise+insurance:1", "2"), ("raise+insurance:10/3", "-1/3"))
    assert grade_decision(two, "raise+insurance:10/3").ev == Fraction(-1, 3)
    assert grade_decision(two, "raise+insurance:2").ev == 1
    with pytest.raises(RuleError):
        grade_decision(two, "raise+insurance:3.4")


def test_limits_of_insurance_are_told_as_they_can_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = question(INSURANCE, 1)
    found = values(("raise", "3"), ("raise+insurance:1", "2"), ("raise+insurance:3.5", "0"))
    monkeypatch.setattr(deciding, "values_of", lambda _: found)
    monkeypatch.setattr(sys, "stdin", io.StringIO("7/2\n"))
    chosen = deciding.ask_decision(translator("en"), asked)
    assert "How many antes of insurance, 1 to 3.5? 0 for none." in capsys.readouterr().out
    assert chosen is not None
    assert (chosen.action, chosen.cost) == ("raise+insurance:3.5", 3)


def test_no_insurance_is_asked_for_where_every_hand_pays_too_little() -> None:
    # Half of twice 3:4 is below an ante, which is the least.
    low = Paytable("low", dict.fromkeys(SPECS["bet"].rows, Fraction(3, 4)))
    assert not has_drill(build(RUSSIAN, paytables={"bet": low}), INSURANCE)
    one = Paytable("one", {**low.odds, "flush": Fraction(1)})
    house = build(RUSSIAN, "default", {"combinations": "one"}, {"bet": one})
    assert has_drill(house, INSURANCE)
    assert naive.strength(texts(deal_spot(Random(1), house, INSURANCE)["player"]))[0] == 5


def test_a_question_of_insurance_has_no_fold() -> None:
    found = values(("raise", "3"), ("raise+insurance:1", "2"), ("fold", "-2"))
    asked = as_asked(question(INSURANCE, 1), found)
    assert [one["action"] for one in asked["actions"]] == ["raise", "raise+insurance:1"]
    assert as_asked(question(DEAL, 1), found) == found


def test_questions_are_made_without_the_engine() -> None:
    program = f"""
import sys
from trainer.drills import make_question
for drill in {IDS!r}:
    make_question("russian-poker", "default", drill, 1)
print(sorted({{"numba", "numpy", "trainer.ev"}} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
