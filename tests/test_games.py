"""Caribbean Stud and Oasis Poker cell by cell, and what holds in every house of every game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.settled_rounds import (
    ACE_KING,
    CASINO,
    EXCHANGED,
    LOW_ACE_KING,
    OPEN,
    RUSSIAN,
    RUSSIAN_OUTCOMES,
    SINGLES,
    SIXES,
    TRIPS_HAND,
    UTH,
    UTH_ROWS,
    WITH_KINGS,
    box,
    check,
    in_the_box,
    of_row,
    seats,
    settle,
)
from trainer.errors import RoundError, StakeError, TrainerError

# --- Caribbean Stud and Oasis Poker --------------------------------------------------------------

CARIBBEAN, OASIS = "caribbean-stud", "oasis-poker"

# outcome: ante and bet in times of their stakes; P is 1 here
CARIBBEAN_GRID = {
    "game, better": (1, "P"),
    "game, tie": (0, 0),
    "game of Ace-King, tie": (0, 0),
    "game, worse": (-1, -1),
    "game, worse Ace-King": (-1, -1),
    "game, nothing": (-1, -1),
    "no game, better": (1, 0),
    "no game, tie": (1, 0),
    "no game, worse": (1, 0),
}


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
@pytest.mark.parametrize("outcome", CARIBBEAN_GRID)
def test_caribbean_ante_and_bet(outcome: str, game: str) -> None:
    cards, stakes = box(outcome)
    ante, bet = CARIBBEAN_GRID[outcome]
    settled = settle(game, cards, stakes)
    assert (settled["showdown"], settled["dealer_qualifies"]) == RUSSIAN_OUTCOMES[outcome][3:]
    check(settled, f"ante {10 * ante}, bet {20 * (1 if bet == 'P' else int(bet))}")
    check(settle(game, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
@pytest.mark.parametrize("row", SINGLES)
def test_caribbean_bet_pays_one_combination(row: str, game: str) -> None:
    text, odds_of_row, _ = SINGLES[row]
    cards, stakes = in_the_box(text, LOW_ACE_KING if row == "ace-king" else SIXES)
    check(settle(game, cards, stakes), f"ante 10, bet {20 * odds_of_row}")


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
def test_caribbean_second_combination_is_not_paid(game: str) -> None:
    cards, stakes = in_the_box("Kh Ks Ac 8d 5h", SIXES)
    settled = settle(game, cards, stakes)
    assert settled["second_hand"] is None
    check(settled, "ante 10, bet 20")


@pytest.mark.parametrize(
    ("game", "cards", "stakes"),
    [
        *(
            (game, *each)
            for game in (CARIBBEAN, OASIS)
            for each in (
                in_the_box("Kh Ks 9d 5h 2s 4h", SIXES),
                (in_the_box(TRIPS_HAND, OPEN)[0], "ante 10, bet 20, insurance 10"),
                (in_the_box(TRIPS_HAND, OPEN)[0], "ante 10, bet 20, bonus 5"),
                (WITH_KINGS | {"dealer_draws": ["9c"]}, "ante 10, bet 20, purchase 10"),
            )
        ),
        (
            CARIBBEAN,
            {"dealt": EXCHANGED[1], "player": EXCHANGED[0], "dealer": ACE_KING},
            "ante 10, bet 20, exchange 10",
        ),
    ],
)
def test_caribbean_has_no_sixth_card_insurance_purchase_or_bonus(
    game: str, cards: dict[str, Any], stakes: str
) -> None:
    with pytest.raises((StakeError, RoundError)):
        settle(game, cards, stakes)


@pytest.mark.parametrize(
    ("variant", "prices"), [("default", "10 20 30 20 10"), ("up-to-three", "10 20 30 - -")]
)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_oasis_exchange_has_its_price_by_the_number_of_cards(
    n: int, variant: str, prices: str
) -> None:
    cards = {"dealt": EXCHANGED[n], "player": EXCHANGED[0], "dealer": ACE_KING}
    for price in ("10", "20", "30"):
        stakes = f"ante 10, bet 20, exchange {price}"
        if price == prices.split()[n - 1]:
            settled = settle(OASIS, cards, stakes, {"variant": variant})
            check(settled, f"ante 10, bet 20, exchange -{price}")
        else:
            with pytest.raises((StakeError, RoundError)):
                settle(OASIS, cards, stakes, {"variant": variant})


def test_oasis_hand_is_raised_after_five() -> None:
    four = {"dealt": EXCHANGED[4], "player": EXCHANGED[0], "dealer": ACE_KING}
    check(settle(OASIS, four, "ante 10, exchange 20", folded=True), "ante -10, exchange -20")
    five = {"dealt": EXCHANGED[5], "player": EXCHANGED[0], "dealer": ACE_KING}
    with pytest.raises(RoundError, match="must be raised"):
        settle(OASIS, five, "ante 10, exchange 10", folded=True)


# --- every house ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "stakes", "rule"),
    [
        (UTH, seats("game, better"), "ante 10, blind 10, play 40, trips 5", {"trips": "none"}),
        (UTH, seats("game, better"), "ante 10, blind 10, play 40, bad_beat 5", {}),
        (CASINO, {**seats("game, better")}, "ante 10, call 20, aa 5", {"aa": "none"}),
        (RUSSIAN, box("game, better")[0], "ante 10, bet 20, bonus 5", {"bonus": "none"}),
    ],
)
def test_a_bet_that_the_house_does_not_have_is_refused(
    game: str, cards: dict[str, Any], stakes: str, rule: dict[str, str]
) -> None:
    with pytest.raises(StakeError):
        settle(game, cards, stakes, rule)


@pytest.mark.parametrize("ante", ["0.5", "2.5", "33.333", "1000000000000", "1000000000000.25"])
def test_any_size_of_legal_proportion_is_settled_exactly(ante: str) -> None:
    a = Fraction(ante)

    def text(times: int | Fraction) -> str:
        amount = a * times
        whole, part = divmod(amount.numerator * 10**6 // amount.denominator, 10**6)
        return f"{whole}.{part:06}"

    flush = of_row(UTH_ROWS, "flush", True)
    settled = settle(UTH, flush, f"ante {ante}, blind {ante}, play {text(4)}, trips {ante}")
    check(settled, f"ante {a}, blind {a * Fraction(3, 2)}, play {4 * a}, trips {7 * a}")
    casino = settle(CASINO, flush, f"ante {ante}, call {text(2)}, aa {ante}")
    check(casino, f"ante {2 * a}, call {2 * a}, aa {-a}")
    cards, _ = in_the_box("As Kh Qh Jh 7h 2h", SIXES)
    russian = settle(RUSSIAN, cards, f"ante {ante}, bet {text(2)}, sixth {ante}, bonus {ante}")
    check(russian, f"ante 0, bet {12 * a}, sixth {-a}, bonus {15 * a}")


@pytest.mark.parametrize("game", [UTH, CASINO, RUSSIAN])
def test_an_unknown_house_or_rule_is_refused(game: str) -> None:
    for rules in ({"variant": "no-such-house"}, {"no_such_rule": "yes"}, {"qualifies": "trips"}):
        with pytest.raises(TrainerError):
            settle(game, seats("game, better"), "ante 10", rules)
