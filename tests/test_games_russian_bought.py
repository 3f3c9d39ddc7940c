"""Russian Poker: what may be bought, rounds that cannot have happened, and the bonus."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.settled_rounds import (
    ACE_KING,
    EXCHANGED,
    NO_GAME,
    OPEN,
    ROWS,
    RUSSIAN,
    SIXES,
    TRIPS_HAND,
    WITH_KINGS,
    check,
    clash,
    odds,
    settle,
)
from trainer.errors import CardError, RoundError, StakeError


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("rules", "prices"),
    [
        ({}, "10 10 10 10 10"),
        ({"variant": "exchange-2-5"}, "- 10 10 10 10"),
        ({"variant": "exchange-1-4"}, "10 10 10 10 -"),
        ({"variant": "lunar-pennsylvania"}, "- 10 10 10 10"),
        ({"exchange": "3-3"}, "- - 10 - -"),
        ({"exchange_fee": "1/2/3/2/1"}, "10 20 30 20 10"),
        ({"exchange": "1-3", "exchange_fee": "1/2/3"}, "10 20 30 - -"),
        ({"exchange_fee": "2"}, "20 20 20 20 20"),
    ],
)
def test_russian_exchange_has_its_range_and_its_price(
    n: int, rules: dict[str, str], prices: str
) -> None:
    cards = {"dealt": EXCHANGED[n], "player": EXCHANGED[0], "dealer": ACE_KING}
    legal = prices.split()[n - 1]
    for price in ("10", "20", "30", "15"):
        stakes = f"ante 10, bet 20, exchange {price}"
        if price == legal:
            check(settle(RUSSIAN, cards, stakes, rules), f"ante 0, bet 20, exchange -{price}")
        else:
            with pytest.raises((StakeError, RoundError)):
                settle(RUSSIAN, cards, stakes, rules)


def test_russian_hand_is_raised_after_five_where_it_must_be() -> None:
    cards = {"dealt": EXCHANGED[5], "player": EXCHANGED[0], "dealer": ACE_KING}
    stakes = "ante 10, exchange 10"
    check(settle(RUSSIAN, cards, stakes, folded=True), "ante -10, exchange -10")
    with pytest.raises(RoundError, match="must be raised"):
        settle(RUSSIAN, cards, stakes, {"raise_after_five": "forced"}, folded=True)
    four = {"dealt": EXCHANGED[4], "player": EXCHANGED[0], "dealer": ACE_KING}
    check(
        settle(RUSSIAN, four, stakes, {"raise_after_five": "forced"}, folded=True),
        "ante -10, exchange -10",
    )


NEW_CARDS = [  # draws: bet where the highest card goes (and ties are drawn again), and where the
    # lowest goes, and where there is one draw only; None is refused
    ("9c", 20, 20, 20),  # nines either way
    ("Jc", 0, 0, 0),  # no game either way
    ("Qs 9c", 20, None, None),  # a queen again, then nines
    ("Qs", None, 20, 0),  # lowest: queens lose to the kings; one draw: the queen stays out
    ("3d 9c", None, 20, None),  # the lowest is a three again
    ("3d", 20, None, 20),  # threes lose to the kings
    ("Qs Qc Qh 9c", 20, None, None),
    ("9c Jc", None, None, None),
    ("Qs Qc", None, None, None),
    ("", None, None, None),
]


@pytest.mark.parametrize(("draws", "highest", "lowest", "one_draw"), NEW_CARDS)
def test_russian_purchase_changes_one_card(
    draws: str, highest: int | None, lowest: int | None, one_draw: int | None
) -> None:
    cards = WITH_KINGS | {"dealer_draws": draws.split()}
    stakes = "ante 10, bet 20, purchase 10"
    for variant, bet in (
        ("default", highest),
        ("lowest-card-purchase", lowest),
        ("one-draw-purchase", one_draw),
        ("lunar-pennsylvania", one_draw),
    ):
        if bet is None:
            with pytest.raises((CardError, RoundError)) as error:
                settle(RUSSIAN, cards, stakes, {"variant": variant})
            assert error.value.where == "dealer_draws"
        else:
            settled = settle(RUSSIAN, cards, stakes, {"variant": variant})
            check(settled, f"ante 0, bet {bet}, purchase -10")


def test_russian_purchase_of_the_lowest_card_reads_the_other_four() -> None:
    nines = {"player": "9s 9d Jc 5h 2h", "dealer": NO_GAME, "dealer_draws": ["9c"]}
    stakes = "ante 10, bet 20, purchase 10"
    # 9 9 7 4 3 is worse than 9 9 J 5 2; 9 9 Q 7 4 is better.
    check(settle(RUSSIAN, nines, stakes), "ante 0, bet 20, purchase -10")
    lowest = settle(RUSSIAN, nines, stakes, {"variant": "lowest-card-purchase"})
    check(lowest, "ante -10, bet -20, purchase -10")
    assert lowest["dealer_opening_hand"]["category"] == "high-card"


@pytest.mark.parametrize(
    ("cards", "stakes", "rules", "folded"),
    [
        pytest.param(
            {"player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING, "dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 10",
            {},
            False,
            id="the dealer has a game",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, purchase 10",
            {},
            True,
            id="a folded hand",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 10",
            {"variant": "no-purchase"},
            False,
            id="no purchase in this house",
        ),
        pytest.param(
            {"player": TRIPS_HAND, "dealer": OPEN, "dealer_draws": ["8c"]},
            "ante 10, bet 20, purchase 10, insurance 10",
            {},
            False,
            id="an insured hand",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 20",
            {},
            False,
            id="twice the price",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20",
            {},
            False,
            id="cards drawn and not paid for",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c 2d", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20, sixth 10",
            {"sixth": "no"},
            False,
            id="no sixth card in this house",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c 2d", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20",
            {},
            False,
            id="a sixth card not paid for",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c Js", "player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING},
            "ante 10, bet 20, exchange 10",
            {"exchange": "none"},
            False,
            id="no exchange in this house",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c Js", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20, sixth 10, exchange 10",
            {},
            False,
            id="a sixth card and an exchange",
        ),
        pytest.param(
            {"player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING},
            "ante 10, bet 10",
            {},
            False,
            id="a bet of one ante",
        ),
    ],
)
def test_russian_round_that_cannot_have_happened(
    cards: dict[str, Any], stakes: str, rules: dict[str, str], folded: bool
) -> None:
    with pytest.raises((StakeError, RoundError)):
        settle(RUSSIAN, cards, stakes, rules, folded)


# --- the bonus -----------------------------------------------------------------------------------

SIX_ROWS = ROWS[:6]  # royal to straight

DEALT_BONUS = {  # odds on the five dealt, royal to three of a kind
    "six-card": "1000 500 300 100 50 25 -1",
    "six-card-7": "1000 500 300 100 50 25 -1",
    "five-card-1000": "1000 500 200 70 50 40 25",
    "five-card-3000": "3000 800 250 150 100 50 -1",
}

BOUGHT_BONUS = {  # odds with the bought card, royal to three of a kind
    "six-card": "300 150 100 30 15 8 -1",
    "six-card-7": "300 150 100 30 15 7 -1",
    "five-card-1000": "-1 -1 -1 -1 -1 -1 -1",
    "five-card-3000": "-1 -1 -1 -1 -1 -1 -1",
}

BONUS_DEALERS = {"wins": SIXES, "loses": "As Ac Ad 6c 6d", "meets no game": "Qd Tc 6c 4c 3c"}

BONUS_HANDS = {  # the five dealt; then four of them, one that makes nothing, and the card to buy
    "royal-flush": ("Ah Kh Qh Jh Th", "Ah Kh Qh Jh 2s", "Th"),
    "straight-flush": ("9h 8h 7h 6h 5h", "9h 8h 7h 6h 2s", "5h"),
    "four-of-a-kind": ("9h 9s 9d 9c Kh", "9h 9s 9d Kh 2s", "9c"),
    "full-house": ("9h 9s 9d Kh Ks", "9h 9s Kh Ks 2s", "9d"),
    "flush": ("Kh Jh 9h 7h 2h", "Kh Jh 9h 7h 2s", "2h"),
    "straight": ("9s 8d 7h 6s 5h", "9s 8d 7h 6s 2s", "5h"),
    "three-of-a-kind": ("9h 9s 9d Kh 2s", "9h 9s Jd Kh 2s", "9d"),
}

NO_BONUS = {
    "two-pair": "Kh Ks 8d 8h 3s",
    "pair": "Kh Ks 9d 5h 2s",
    "ace-king": "Ah Kh 9d 5h 2s",
    "high-card": "Qh Jh 9d 5h 2s",
}


def bonus_of(
    table: str, cards: dict[str, Any], stakes: str = "ante 10, bet 20", folded: bool = False
) -> Fraction:
    """Net of a bonus of 4."""
    settled = settle(RUSSIAN, cards, f"{stakes}, bonus 4", {"bonus": table}, folded)
    assert settled["lines"][-1]["bet"] == "bonus"
    return Fraction(settled["lines"][-1]["net"])


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("fate", [*BONUS_DEALERS, "folded", "folded, dealer not shown"])
@pytest.mark.parametrize("row", BONUS_HANDS)
def test_russian_bonus_of_the_five_dealt_whatever_becomes_of_them(
    row: str, fate: str, table: str
) -> None:
    dealt = BONUS_HANDS[row][0]
    expected = 4 * odds(DEALT_BONUS[table], row)
    dealer = BONUS_DEALERS.get(fate, SIXES)
    if clash(dealt, dealer):
        dealer = "Td Tc 6c 6d 3c" if fate == "wins" else "Qd Qc Qs 6c 6d"
    cards = {"player": dealt} | ({} if "not shown" in fate else {"dealer": dealer})
    folded = fate.startswith("folded")
    stakes = "ante 10" if folded else "ante 10, bet 20"
    assert bonus_of(table, cards, stakes, folded) == expected
    exchanged = cards | {"dealt": dealt, "player": "2c 2d " + dealt.split(" ", 2)[2]}
    assert bonus_of(table, exchanged, stakes + ", exchange 10", folded) == expected
    with_sixth = cards | {"dealt": dealt, "player": f"{dealt} 2d"}
    if row != "three-of-a-kind":  # trips and a pair would be a bought full house
        assert bonus_of(table, with_sixth, stakes + ", sixth 10", folded) == expected


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("fate", [*BONUS_DEALERS, "folded"])
@pytest.mark.parametrize("row", BONUS_HANDS)
def test_russian_bonus_of_a_hand_made_with_the_bought_card(row: str, fate: str, table: str) -> None:
    _, dealt, bought = BONUS_HANDS[row]
    expected = 4 * odds(BOUGHT_BONUS[table], row)
    if (table, row) == ("five-card-1000", "four-of-a-kind"):
        expected = Fraction(100)  # the dealt trips pay 25:1, the fourth nine changes nothing
    dealer = BONUS_DEALERS.get(fate, SIXES)
    six = f"{dealt} {bought}"
    if clash(six, dealer):
        dealer = "Td Tc 6c 6d 3c" if fate == "wins" else "Qd Qc Qs 6c 6d"
    cards = {"dealt": dealt, "player": six, "dealer": dealer}
    stakes = "ante 10, sixth 10" if fate == "folded" else "ante 10, bet 20, sixth 10"
    assert bonus_of(table, cards, stakes, fate == "folded") == expected


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("row", NO_BONUS)
def test_russian_bonus_is_lost_below_its_first_prize(row: str, table: str) -> None:
    dealt = NO_BONUS[row]
    assert bonus_of(table, {"player": dealt, "dealer": "Td Tc 6c 6d 3c"}) == -4
    six = {"dealt": dealt, "player": f"{dealt} 7d", "dealer": "Td Tc 6c 6d 3c"}
    assert bonus_of(table, six, "ante 10, bet 20, sixth 10") == -4


@pytest.mark.parametrize(
    ("dealt", "bought", "six_card", "five_card"),
    [
        ("9h 8h 7h 6h 5s", "2h", 25, 40),  # a dealt straight; the flush does not count
        ("9h 8h 7h 6h 5s", "Th", 25, 40),  # nor the straight flush
        ("Kh Jh 9h 7h 2h", "Qh", 50, 50),
        ("9h 9s 9d Kh Ks", "9c", 100, 70),
        ("9h 9s 9d Kh 2s", "9c", 100, 25),  # dealt trips pay on one table only
        ("9h 9s 9d Kh 2s", "2d", 30, 25),
        ("9h 9s 9d Kh 2s", "3d", -1, 25),
    ],
)
def test_russian_bonus_looks_at_the_dealt_cards_first(
    dealt: str, bought: str, six_card: int, five_card: int
) -> None:
    cards = {"dealt": dealt, "player": f"{dealt} {bought}", "dealer": "Td Tc 6c 6d 3c"}
    stakes = "ante 10, bet 20, sixth 10"
    assert bonus_of("six-card", cards, stakes) == 4 * six_card
    assert bonus_of("five-card-1000", cards, stakes) == 4 * five_card


def test_russian_bonus_is_not_touched_by_an_exchange() -> None:
    drew_a_straight = {"dealt": "9s 8d 7h 6s 2s", "player": "9s 8d 7h 6s 5h", "dealer": SIXES}
    for table in DEALT_BONUS:
        assert bonus_of(table, drew_a_straight, "ante 10, bet 20, exchange 10") == -4
