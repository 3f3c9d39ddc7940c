"""Rounds as documents: the contract's answers, and what may be written in other ways."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.rounds_by_hand import (
    BOUGHT,
    CASINO,
    EXCHANGE,
    INSURED,
    PLAIN,
    SIXTH,
    UTH,
    Document,
    but,
    nets,
)
from trainer.documents import parse_document, settle_document
from trainer.errors import RoundError, StakeError

# --- the contract's examples -----------------------------------------------------------------

# The settlement of the Russian round, word for word as the contract prints it.
SIXTH_SETTLED = json.loads("""
{"game": "russian-poker", "variant": "default", "folded": false,
 "player_hand": {"category": "pair", "cards": "Kh Kd Ac 9s 5c", "name": "Pair of Kings, A 9 5"},
 "second_hand": {"category": "ace-king", "cards": "Ac Kh", "name": "Ace-King"},
 "dealer_hand": {"category": "ace-king", "cards": "As Kc Qd 7h 3c", "name": "Ace-King, Q 7 3"},
 "dealer_qualifies": true, "showdown": "win",
 "lines": [
  {"bet": "ante", "stake": "10", "odds": "push", "outcome": "push", "net": "0", "paid": "0",
   "returned": "10", "taken": "0", "reason": "ante-pushes-when-dealer-has-a-game"},
  {"bet": "bet", "stake": "20", "odds": "2:1", "outcome": "win", "net": "40", "paid": "40",
   "returned": "20", "taken": "0", "reason": "two-combinations"},
  {"bet": "sixth", "stake": "10", "odds": "lose", "outcome": "lose", "net": "-10", "paid": "0",
   "returned": "0", "taken": "10", "reason": "fee"},
  {"bet": "bonus", "stake": "5", "odds": "lose", "outcome": "lose", "net": "-5", "paid": "0",
   "returned": "0", "taken": "5", "reason": "below-the-first-prize"}],
 "net": "25", "paid": "40", "returned": "30", "taken": "15"}
""")


def assert_holds(answer: Any, wanted: Any) -> None:
    """Every field of `wanted` is in the answer and equal; the answer may have more."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            assert_holds(answer[key], value)
    elif isinstance(wanted, list):
        assert len(answer) == len(wanted)
        for one, value in zip(answer, wanted, strict=True):
            assert_holds(one, value)
    else:
        assert answer == wanted
        assert type(answer) is type(wanted)


def test_russian_example_is_settled_as_the_contract_prints_it() -> None:
    assert_holds(settle_document(SIXTH), SIXTH_SETTLED)


def test_ultimate_example_is_settled() -> None:
    settled = settle_document(UTH)
    assert_holds(
        settled,
        {
            "game": "ultimate-texas-holdem",
            "variant": "default",
            "folded": False,
            "player_hand": {
                "category": "high-card",
                "cards": "Ah Kd Qs 9s 7c",
                "name": "High card, A K Q 9 7",
            },
            "dealer_hand": {
                "category": "pair",
                "cards": "Jd Jc Qs 9s 7c",
                "name": "Pair of Jacks, Q 9 7",
            },
            "dealer_qualifies": True,
            "showdown": "lose",
            "net": "-65",
            "paid": "0",
            "returned": "0",
            "taken": "65",
        },
    )
    assert [line["bet"] for line in settled["lines"]] == ["ante", "blind", "play", "trips"]
    assert [line["net"] for line in settled["lines"]] == ["-10", "-10", "-40", "-5"]
    assert "second_hand" not in settled


def test_casino_example_is_settled() -> None:
    settled = settle_document(CASINO)
    assert_holds(
        settled,
        {
            "variant": "default",
            "dealer_hand": {"category": "pair", "cards": "4d 4c Qs 9s 7c"},
            "dealer_qualifies": True,
            "showdown": "lose",
            "net": "-35",
        },
    )
    assert [line["bet"] for line in settled["lines"]] == ["ante", "call", "aa"]


def test_flush_example_pays_three_to_two_on_the_blind() -> None:
    given = parse_document(
        '{"game":"ultimate-texas-holdem","player":"Ah 9h","board":"Kh Qs 7h 4h 2c",'
        '"dealer":"Kd 8c","stakes":{"ante":"5","blind":"5","play":"20"}}'
    )
    assert nets(given) == {"ante": "5", "blind": "7.5", "play": "20", "net": "32.5"}


def test_lines_come_in_the_order_of_the_contract() -> None:
    shuffled = but(SIXTH, stakes=dict(reversed(SIXTH["stakes"].items())))
    assert settle_document(shuffled) == settle_document(SIXTH)
    insured = but(INSURED, {"bonus": "1"})
    assert [line["bet"] for line in settle_document(insured)["lines"]] == [
        *("ante", "bet", "insurance", "bonus")
    ]


def test_answer_is_json_with_amounts_as_texts() -> None:
    for document in (UTH, CASINO, SIXTH, PLAIN, EXCHANGE, INSURED, BOUGHT):
        settled = settle_document(document)
        assert json.loads(json.dumps(settled)) == settled
        for line in settled["lines"]:
            assert all(isinstance(value, str | None) for value in line.values())


def test_given_document_is_not_changed() -> None:
    for document in (UTH, SIXTH, BOUGHT):
        before = deepcopy(document)
        settle_document(document)
        assert document == before


# --- what may be written in other ways -------------------------------------------------------

SAME: dict[str, tuple[Document, Document]] = {
    "other spellings of cards": (
        UTH,
        but(UTH, player="A♥ kD", board="QS,7c 2d | 3h,9s", dealer="JcJd"),
    ),
    "cards as lists": (UTH, but(UTH, player=["Ah", "Kd"], board=["Qs", "7c 2d", "3h", "9s"])),
    "numbers as stakes": (UTH, but(UTH, {"ante": 10, "blind": 10, "play": 40, "trips": 5})),
    "zeros at the end": (UTH, but(UTH, {"ante": "10.00", "blind": "10.0"})),
    "a side bet of zero": (but(CASINO, {"aa": None}), but(CASINO, {"aa": "0"})),
    "not folded is the default": (UTH, {k: v for k, v in UTH.items() if k != "folded"}),
    "default variant is the default": (UTH, {k: v for k, v in UTH.items() if k != "variant"}),
    "default rules spelled out": (UTH, but(UTH, set={"preflop": "3-or-4", "trips": "T3"})),
    "nothing set": (UTH, but(UTH, set={})),
    "empty cards": (PLAIN, but(PLAIN, board="", dealt="", dealer_draws=[])),
    "null cards": (PLAIN, PLAIN | {"board": None, "dealt": None, "upcard": None}),
    "dealt without a draw": (PLAIN, but(PLAIN, dealt="Jh Jd 8c 6s 2h")),
    "dealt in another order": (SIXTH, but(SIXTH, dealt="2d 5c Kd 9s Kh")),
    "upcard given": (PLAIN, but(PLAIN, upcard="3c")),
    "another upcard": (PLAIN, but(PLAIN, upcard="As")),
    "no fee is no stake": (PLAIN, but(PLAIN, {"sixth": "0", "exchange": 0, "bonus": "0"})),
    "draws as one text": (BOUGHT, but(BOUGHT, dealer_draws="9s")),
    "street named": (UTH, but(UTH, street="preflop")),
}


@pytest.mark.parametrize(("first", "second"), SAME.values(), ids=SAME)
def test_round_may_be_written_in_other_ways(first: Document, second: Document) -> None:
    assert first != second
    assert settle_document(second) == settle_document(first)


# --- stakes of every size --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ante", "play", "blind_pays"),
    [
        ("0.1", "0.4", "0.15"),
        ("0.01", "0.04", "0.015"),
        ("1000000000000", "4000000000000", "1500000000000"),
        ("0.3", "1.2", "0.45"),
        ("9007199254740993", "36028797018963972", "13510798882111489.5"),
    ],
)
def test_huge_and_fractional_stakes_are_settled_exactly(
    ante: str, play: str, blind_pays: str
) -> None:
    round_ = but(
        UTH, player="Ah 9h", board="Kh Qs 7h 4h 2c", dealer="Kd 8c", folded=None, variant=None
    )
    round_["stakes"] = {"ante": ante, "blind": ante, "play": play}
    assert [line["paid"] for line in settle_document(round_)["lines"]] == [ante, blind_pays, play]
    as_numbers = json.dumps(round_).replace(f'"{ante}"', ante).replace(f'"{play}"', play)
    assert settle_document(parse_document(as_numbers)) == settle_document(round_)


@pytest.mark.parametrize("play", ["10", "20", "30", "40"])
def test_play_of_one_to_four_antes_is_legal(play: str) -> None:
    assert nets(but(UTH, {"play": play}))["play"] == f"-{play}"


@pytest.mark.parametrize(
    ("street", "play"), [("preflop", "40"), ("preflop", "30"), ("flop", "20"), ("river", "10")]
)
def test_play_of_its_street_is_legal(street: str, play: str) -> None:
    assert nets(but(UTH, {"play": play}, street=street))["play"] == f"-{play}"


@pytest.mark.parametrize("insurance", ["10", "10.5", "22", "29.5", "30"])
def test_insurance_within_its_limits_is_legal(insurance: str) -> None:
    assert nets(but(INSURED, {"insurance": insurance}))["insurance"] == insurance


def test_insurance_limit_counts_both_combinations() -> None:
    # Full house and Ace-King pay 8:1, so half of 160.
    both = but(INSURED, {"insurance": "80"}, player="Ah As Ad Kh Ks", dealer="Kd Qc 9c 5s 3h")
    both = but(both, {"sixth": "10"}, dealt="Ah As Ad Kh 8s", player="Ah As Ad Kh 8s 8c")
    assert nets(both) == {"ante": "10", "bet": "0", "sixth": "-10", "insurance": "80", "net": "80"}
    with pytest.raises(StakeError, match="expected 10 to 80"):
        settle_document(but(both, {"insurance": "80.5"}))


def test_full_insurance_goes_up_to_the_whole_payout() -> None:
    assert nets(but(INSURED, {"insurance": "60"}, variant="full-insurance"))["insurance"] == "60"
    with pytest.raises(StakeError, match="expected 10 to 60"):
        settle_document(but(INSURED, {"insurance": "60.5"}, variant="full-insurance"))


# --- rules set for one call ------------------------------------------------------------------

STRAIGHT = but(UTH, player="Ah Kd", board="Qs Jc Td 3h 3s", dealer="2c 4d")
RULED: dict[str, tuple[Document, dict[str, str]]] = {
    "blind B pushes a straight": (
        but(STRAIGHT, set={"blind": "B"}),
        {"ante": "10", "blind": "0", "play": "40", "trips": "20", "net": "70"},
    ),
    "trips T2 pays a straight 5:1": (
        but(STRAIGHT, set={"trips": "T2"}),
        {"ante": "10", "blind": "10", "play": "40", "trips": "25", "net": "85"},
    ),
    "ante table A3 on a straight": (
        but(CASINO, board="Qs Jc Td 3h 3s", dealer="2c 4d", set={"ante": "A3", "aa": "B2"}),
        {"ante": "10", "call": "0", "aa": "35", "net": "45"},
    ),
    "pair pays 2:1": (but(PLAIN, set={"bet": "pair-2"}), {"ante": "0", "bet": "40", "net": "40"}),
    "ante pays on a win": (
        but(PLAIN, set={"ante_on_win": "even"}),
        {"ante": "10", "bet": "20", "net": "30"},
    ),
    "one combination only": (
        but(SIXTH, set={"combinations": "one"}),
        {"ante": "0", "bet": "20", "sixth": "-10", "bonus": "-5", "net": "5"},
    ),
    "exchange by a list of prices": (
        but(EXCHANGE, {"exchange": "20"}, set={"exchange_fee": "1/2/3/2/1"}),
        {"ante": "0", "bet": "20", "exchange": "-20", "net": "0"},
    ),
    "insurance is lost to any game": (
        but(INSURED, dealer="As Kc Qd 7h 3c", set={"insurance_on_game": "lost"}),
        {"ante": "0", "bet": "60", "insurance": "-30", "net": "30"},
    ),
    "a house with another rule": (
        but(INSURED, {"insurance": "60"}, variant="pair-2", set={"insurance": "full"}),
        {"ante": "10", "bet": "0", "insurance": "60", "net": "70"},
    ),
    "insured box buys where it may": (
        but(INSURED, {"purchase": "10"}, dealer_draws=["9s"], set={"insured_purchase": "yes"}),
        {"ante": "0", "bet": "60", "purchase": "-10", "insurance": "30", "net": "80"},
    ),
}


@pytest.mark.parametrize(("document", "wanted"), RULED.values(), ids=RULED)
def test_rule_set_for_one_call_changes_the_settlement(
    document: Document, wanted: dict[str, str]
) -> None:
    assert nets(document) == wanted


def test_trips_that_need_a_win_are_lost_on_a_fold_without_saying_so() -> None:
    folded = but(UTH, {"play": None}, folded=True, player="7h 7d")  # three sevens
    assert nets(folded)["trips"] == "15"
    assert nets(but(folded, set={"trips_needs_win": "yes"}))["trips"] == "-5"
    both = {"trips_needs_win": "yes", "trips_on_fold": "lost"}
    assert nets(but(folded, set=both))["trips"] == "-5"
    # On a tie trips that need a win push; on a win they pay.
    tied = but(STRAIGHT, dealer="Ac Kh", set={"trips_needs_win": "yes"})
    assert nets(tied) == {"ante": "0", "blind": "0", "play": "0", "trips": "0", "net": "0"}
    assert nets(but(STRAIGHT, set={"trips_needs_win": "yes"}))["trips"] == "20"


# --- exchanges -------------------------------------------------------------------------------

NEW = ("3s", "5d", "9h", "Ts", "Qc")
FEES = {"flat": ("1", (1, 1, 1, 1, 1)), "list": ("1/2/3/2/1", (1, 2, 3, 2, 1))}


@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize(("rule", "fees"), FEES.values(), ids=FEES)
def test_exchange_costs_what_the_house_asks_for_the_number_of_cards(
    rule: str, fees: tuple[int, ...], n: int
) -> None:
    dealt = ["Jh", "Jd", "8c", "6s", "2h"]
    round_ = but(
        EXCHANGE,
        {"exchange": str(10 * fees[n - 1])},
        player=" ".join([*NEW[:n], *dealt[n:]]),
        set={"exchange_fee": rule},
    )
    assert nets(round_)["exchange"] == f"-{10 * fees[n - 1]}"
    for wrong in {10, 20, 30} - {10 * fees[n - 1]}:
        with pytest.raises(StakeError) as refused:
            settle_document(but(round_, {"exchange": str(wrong)}))
        assert refused.value.where == "stakes.exchange"
        assert f"{10 * fees[n - 1]}" in refused.value.message


@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize(("variant", "legal"), [("exchange-2-5", (2, 5)), ("exchange-1-4", (1, 4))])
def test_exchange_of_as_many_cards_as_the_house_allows(
    variant: str, legal: tuple[int, int], n: int
) -> None:
    dealt = ["Jh", "Jd", "8c", "6s", "2h"]
    round_ = but(EXCHANGE, player=" ".join([*NEW[:n], *dealt[n:]]), variant=variant)
    if legal[0] <= n <= legal[1]:
        assert nets(round_)["exchange"] == "-10"
    else:
        with pytest.raises(RoundError, match=f"expected {legal[0]} to {legal[1]}"):
            settle_document(round_)
