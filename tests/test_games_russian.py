"""Russian Poker: ante, bet and insurance in every outcome, cell by cell, under every rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.settled_rounds import (
    ACE_KING,
    LOW_ACE_KING,
    NO_GAME,
    OPEN,
    ROWS,
    RUSSIAN,
    RUSSIAN_OUTCOMES,
    SINGLES,
    SIXES,
    TRIPS_HAND,
    box,
    check,
    clash,
    in_the_box,
    settle,
)
from tests.test_combinations import DOUBLES, STRAIGHT_PLUS_PAIR
from trainer.cards import parse_cards
from trainer.errors import StakeError
from trainer.games import build
from trainer.games.stud import SPECS
from trainer.rules import Deal, Paytable

# ante and bet in times of their stakes; P is 1 here: a pair, or Ace-King
RUSSIAN_GRID = {
    "game, better": (0, "P"),
    "game, tie": (0, 0),
    "game of Ace-King, tie": (0, 0),
    "game, worse": (-1, -1),
    "game, worse Ace-King": (-1, -1),
    "game, nothing": (-1, -1),
    "no game, better": (1, 0),
    "no game, tie": (1, 0),
    "no game, worse": (1, 0),
    "bought, no game, better": (0, 0),
    "bought, no game, tie": (0, 0),
    "bought, no game, worse": (0, 0),
    "bought, game, better": (0, "P"),
    "bought, game, tie": (0, 0),
    "bought, game, worse": (-1, -1),
    "bought by another draw, better": (0, "P"),
    "bought by two more draws, better": (0, "P"),
}


def nets(outcome: str, ante: int) -> str:
    bet = RUSSIAN_GRID[outcome][1]
    text = f"ante {10 * ante}, bet {20 * (1 if bet == 'P' else int(bet))}"
    return text + (", purchase -10" if "bought" in outcome else "")


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_and_bet(outcome: str) -> None:
    cards, stakes = box(outcome)
    settled = settle(RUSSIAN, cards, stakes)
    assert (settled["showdown"], settled["dealer_qualifies"]) == RUSSIAN_OUTCOMES[outcome][3:]
    check(settled, nets(outcome, RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_may_be_paid_on_a_win(outcome: str) -> None:
    cards, stakes = box(outcome)
    won = RUSSIAN_OUTCOMES[outcome][3:] == ("win", True)
    settled = settle(RUSSIAN, cards, stakes, {"variant": "ante-pays-on-win"})
    check(settled, nets(outcome, 1 if won else RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_may_be_kept_by_a_failed_purchase(outcome: str) -> None:
    cards, stakes = box(outcome)
    failed = outcome.startswith("bought, no game")
    settled = settle(RUSSIAN, cards, stakes, {"variant": "purchase-keeps-ante"})
    check(settled, nets(outcome, 1 if failed else RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", [name for name, row in RUSSIAN_OUTCOMES.items() if not row[2]])
def test_russian_fold_loses_the_ante(outcome: str) -> None:
    cards, _ = box(outcome)
    check(settle(RUSSIAN, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("dealer", [{}, {"dealer": "3c"}, {"upcard": "3c"}, {"dealer": ACE_KING}])
def test_russian_fold_needs_no_cards_of_the_dealer(dealer: dict[str, str]) -> None:
    cards = {"player": "Kh Kd 9s 5c 2d"} | dealer
    check(settle(RUSSIAN, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_exchange_is_never_returned(outcome: str) -> None:
    cards, stakes = box(outcome)
    cards["dealt"] = "Js " + cards["player"].split(" ", 1)[1]
    expected = nets(outcome, RUSSIAN_GRID[outcome][0]) + ", exchange -10"
    check(settle(RUSSIAN, cards, f"{stakes}, exchange 10"), expected)
    if "dealer_draws" not in cards:
        folded = settle(RUSSIAN, cards, "ante 10, exchange 10", folded=True)
        check(folded, "ante -10, exchange -10")


# five dealt, the sixth, dealer, draws: ante, bet, sixth and purchase
SIX_CARDS = [
    ("Kh Kd 9s 5c 2d", "4h", ACE_KING, "", "ante 0, bet 20, sixth -10"),
    ("Kh Kd 9s 5c 3d", "2h", "Kc Ks 9d 5h 3c", "", "ante 0, bet 0, sixth -10"),
    ("Ah Kd 9s 5c 2d", "4h", "Qc Qs 9d 5h 3c", "", "ante -10, bet -20, sixth -10"),
    ("Ah Kd 9s 5c 2d", "9h", "8c 8s 9d 5h 3c", "", "ante 0, bet 40, sixth -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "", "ante 10, bet 0, sixth -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "Jc", "ante 0, bet 0, sixth -10, purchase -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "9c", "ante 0, bet 20, sixth -10, purchase -10"),
    ("8d 8s 7c 5s 2h", "4h", NO_GAME, "9c", "ante -10, bet -20, sixth -10, purchase -10"),
]


@pytest.mark.parametrize(("dealt", "sixth", "dealer", "draws", "expected"), SIX_CARDS)
def test_russian_sixth_card_plays_and_its_price_is_never_returned(
    dealt: str, sixth: str, dealer: str, draws: str, expected: str
) -> None:
    cards: dict[str, Any] = {"dealt": dealt, "player": f"{dealt} {sixth}", "dealer": dealer}
    stakes = "ante 10, bet 20, sixth 10"
    if draws:
        cards["dealer_draws"] = draws.split()
        stakes += ", purchase 10"
    check(settle(RUSSIAN, cards, stakes), expected)
    cards.pop("dealer_draws", None)
    folded = settle(RUSSIAN, cards, "ante 10, sixth 10", folded=True)
    check(folded, "ante -10, sixth -10")


WITH_A_PAIR = {"Kh Qh Jh 8h 7h 7s", "Kh Ks Ac 8d 5h"}


def fees(stakes: str) -> str:
    return ", sixth -10" if "sixth" in stakes else ""


@pytest.mark.parametrize("table", ["standard", "pair-2"])
@pytest.mark.parametrize("row", SINGLES)
def test_russian_bet_pays_one_combination(row: str, table: str) -> None:
    text, standard, pair_2 = SINGLES[row]
    dealer = LOW_ACE_KING if row == "ace-king" else SIXES
    cards, stakes = in_the_box(text, dealer)
    settled = settle(RUSSIAN, cards, stakes, {"bet": table})
    assert settled["player_hand"]["category"] == row
    assert settled["second_hand"] is None
    check(settled, f"ante 0, bet {20 * (standard if table == 'standard' else pair_2)}")


@pytest.mark.parametrize("ante_on_win", ["push", "even"])
@pytest.mark.parametrize("table", ["standard", "pair-2"])
@pytest.mark.parametrize(("first", "second", "together", "text"), DOUBLES)
def test_russian_bet_pays_two_combinations(
    first: str, second: str, together: int, text: str, table: str, ante_on_win: str
) -> None:
    cards, stakes = in_the_box(text, SIXES)
    settled = settle(RUSSIAN, cards, stakes, {"bet": table, "ante_on_win": ante_on_win})
    assert settled["player_hand"]["category"] == first
    assert settled["second_hand"]["category"] == second
    p = together + (1 if table == "pair-2" and text in WITH_A_PAIR else 0)
    ante = 0 if ante_on_win == "push" else 10
    check(settled, f"ante {ante}, bet {20 * p}" + fees(stakes))


@pytest.mark.parametrize("text", STRAIGHT_PLUS_PAIR)
def test_russian_paired_straight_may_pay_straight_and_pair(text: str) -> None:
    cards, stakes = in_the_box(text, SIXES)
    _, second, odds_together = STRAIGHT_PLUS_PAIR[text]
    settled = settle(RUSSIAN, cards, stakes, {"variant": "straight-plus-pair"})
    assert settled["second_hand"]["category"] == second
    check(settled, f"ante 0, bet {20 * odds_together}, sixth -10")


@pytest.mark.parametrize(("rule", "five", "six"), [("six-cards-only", 1, 6), ("one", 1, 5)])
def test_russian_second_combinations_may_be_restricted(rule: str, five: int, six: int) -> None:
    for text, p in (("Kh Ks Ac 8d 5h", five), ("As Kh Qh Jh 7h 2h", six)):
        cards, stakes = in_the_box(text, SIXES)
        settled = settle(RUSSIAN, cards, stakes, {"combinations": rule})
        check(settled, f"ante 0, bet {20 * p}" + fees(stakes))


@pytest.mark.parametrize("ante_table", ["even", "straight-4"])
@pytest.mark.parametrize(
    ("text", "strong"),
    [
        *((text, row in ROWS[:6]) for row, (text, _, _) in SINGLES.items()),
        *((text, first in ROWS[:6]) for first, _, _, text in DOUBLES),
        ("Qh Jd 9s 5c 2d", False),
        ("Qs 8d 7c 5s 2h", False),
    ],
)
def test_russian_without_a_game_the_ante_is_paid_and_the_bet_pushes(
    text: str, strong: bool, ante_table: str
) -> None:
    dealer = next(x for x in ("Td 8c 6c 4c 3c", "Tc 9c 6c 4d 3c") if not clash(text, x))
    cards, stakes = in_the_box(text, dealer)
    settled = settle(RUSSIAN, cards, stakes, {"ante_no_game": ante_table})
    assert settled["dealer_qualifies"] is False
    ante = 4 if strong and ante_table == "straight-4" else 1
    check(settled, f"ante {10 * ante}, bet 0" + fees(stakes))


@pytest.mark.parametrize(
    ("dealer", "usual", "needs_a_pair"),
    [
        (ACE_KING, True, False),
        ("As Kc 9d 5h 3c", True, False),
        ("2c 2h 4d 5h 7s", True, True),
        (SIXES, True, True),
        ("As Qc 9d 5h 3c", False, False),
        (NO_GAME, False, False),
    ],
)
def test_russian_dealer_needs_ace_king_or_a_pair(
    dealer: str, usual: bool, needs_a_pair: bool
) -> None:
    cards, stakes = in_the_box("Kh Kd 9s 5c 2d", dealer)
    for variant, game in (("default", usual), ("pair-qualifies", needs_a_pair)):
        settled = settle(RUSSIAN, cards, stakes, {"variant": variant})
        assert settled["dealer_qualifies"] is game
        check(settled, "ante 0, bet 20" if game else "ante 10, bet 0")


STRAIGHT = "9s 8d 7h 6s 5h"  # P = 4

# --- insurance -----------------------------------------------------------------------------------

INSURED = [  # hand, dealer, draws: ante, bet, insurance (usual; where every game takes it)
    ("no game", TRIPS_HAND, OPEN, "", 10, 0, 30, 30),
    ("game, better", TRIPS_HAND, ACE_KING, "", 0, 60, -30, -30),
    ("game, worse", TRIPS_HAND, "Tc Ts Td 5c 2h", "", -10, -20, 0, -30),
    ("game, tie", STRAIGHT, "9c 8c 7d 6h 5s", "", 0, 0, 0, -30),
    ("bought, game, better", TRIPS_HAND, OPEN, "8c", 0, 60, 30, 30),
    ("bought, game, worse", TRIPS_HAND, "Qd 8h 7h 4h 3h", "Kh", -10, -20, 30, 30),
    ("bought, no game", TRIPS_HAND, OPEN, "Jc", 0, 0, 30, 30),
]


@pytest.mark.parametrize(
    ("hand", "dealer", "draws", "ante", "bet", "usual", "harsh"),
    [pytest.param(*case[1:], id=case[0]) for case in INSURED],
)
def test_russian_insurance(
    hand: str, dealer: str, draws: str, ante: int, bet: int, usual: int, harsh: int
) -> None:
    cards: dict[str, Any] = {"player": hand, "dealer": dealer}
    stakes, fee = "ante 10, bet 20, insurance 30", ""
    if draws:
        cards["dealer_draws"] = draws.split()
        stakes, fee = stakes + ", purchase 10", ", purchase -10"
    for rule, insurance in (("lost-on-win", usual), ("lost", harsh)):
        rules = {"insurance_on_game": rule, "insured_purchase": "yes" if draws else "no"}
        expected = f"ante {ante}, bet {bet}, insurance {insurance}{fee}"
        check(settle(RUSSIAN, cards, stakes, rules), expected)


@pytest.mark.parametrize(
    ("hand", "insurance", "half", "full"),
    [
        (TRIPS_HAND, "10", True, True),
        (TRIPS_HAND, "10.5", True, True),
        (TRIPS_HAND, "30", True, True),
        (TRIPS_HAND, "9.5", False, False),
        (TRIPS_HAND, "0.5", False, False),
        (TRIPS_HAND, "30.5", False, True),
        (TRIPS_HAND, "60", False, True),
        (TRIPS_HAND, "60.5", False, False),
        (TRIPS_HAND, "10.25", False, False),
        (STRAIGHT, "40", True, True),
        (STRAIGHT, "80", False, True),
        ("Ah As Ad Kh 2c", "40", True, True),  # trips and Ace-King: P = 4
        ("Ah As Ad Kh 2c", "40.5", False, True),
        ("Ah As Ad Kh 2c", "80", False, True),
        ("Ah As Ad Kh 2c", "80.5", False, False),
        ("Kh Ks 8d 8h 3s", "10", False, False),  # two pair
        ("Kh Ks Ac 8d 5h", "10", False, False),
        ("Ad Kh 9s 7h 2s", "10", False, False),
        ("Qd Jh 9s 7h 2s", "10", False, False),
    ],
)
def test_russian_insurance_has_its_limits(
    hand: str, insurance: str, half: bool, full: bool
) -> None:
    dealer = "Tc 8c 6c 4d 3c"  # no game: insurance pays 1:1
    cards, stakes = in_the_box(hand, dealer)
    for rule, legal in (("half", half), ("full", full)):
        stakes_text = f"{stakes}, insurance {insurance}"
        if legal:
            settled = settle(RUSSIAN, cards, stakes_text, {"insurance": rule})
            check(settled, f"ante 10, bet 0, insurance {insurance}")
        else:
            with pytest.raises(StakeError) as error:
                settle(RUSSIAN, cards, stakes_text, {"insurance": rule})
            assert error.value.where == "stakes.insurance"


def test_russian_insurance_is_refused_without_the_rule_and_in_a_folded_hand() -> None:
    cards, stakes = in_the_box(TRIPS_HAND, OPEN)
    with pytest.raises(StakeError):
        settle(RUSSIAN, cards, f"{stakes}, insurance 10", {"insurance": "none"})
    with pytest.raises(StakeError):
        settle(RUSSIAN, cards, "ante 10, insurance 10", folded=True)


def test_russian_insurance_below_the_least_is_told_as_that() -> None:
    # At 1:2 three of a kind pays an ante, and half of that may be insured: less than an ante.
    low = Paytable("low", dict.fromkeys(SPECS["bet"].rows, Fraction(1, 2)))
    game = build(RUSSIAN, "default", {"insurance": "half"}, {"bet": low})
    cards, _ = in_the_box(TRIPS_HAND, OPEN)
    deal = Deal(parse_cards(cards["player"]), parse_cards(cards["dealer"]))
    stakes = {"ante": Fraction(10), "bet": Fraction(20), "insurance": Fraction(10)}
    with pytest.raises(StakeError, match="its most insurance is below the least, 10"):
        game.check_round(deal, stakes, False, game.read(deal, False))
