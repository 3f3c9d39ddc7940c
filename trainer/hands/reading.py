"""Which five cards play, and the hand they make."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from trainer.cards import Card, rank_of, suit_of
from trainer.hands.lookup import evaluate
from trainer.hands.values import (
    WHEEL_TOP,
    Category,
    HandValue,
    category_of,
    hand_id,
    n_making,
    ranks_of,
)

# How often the first, second, … rank of `ranks_of` is among the five cards.
_REPEATS = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it is shown: its value, its id, its five cards and how many of them make it."""

    value: HandValue
    id: str
    cards: tuple[Card, ...]
    n_making: int


def best_five(cards: Sequence[Card], *, prefer: Collection[Card] = ()) -> tuple[Card, ...]:
    """The five of 5, 6 or 7 cards that play: making cards, then kickers, each high to low.

    A wheel is 5 4 3 2 A, a full house trips then pair, and equal ranks are in the order s h d c.
    Where cards of one rank could stand in for each other those in `prefer` are taken first, then
    by that order of suits.
    """
    return _five_of(evaluate(cards), cards, prefer)


def read_hand(
    cards: Sequence[Card], *, ace_king: bool = False, prefer: Collection[Card] = ()
) -> Hand:
    """The hand that 5, 6 or 7 cards make; `ace_king` where the game counts Ace-King as one."""
    value = evaluate(cards)
    return Hand(
        value,
        hand_id(value, ace_king=ace_king),
        _five_of(value, cards, prefer),
        n_making(value, ace_king=ace_king),
    )


def _five_of(value: HandValue, cards: Sequence[Card], prefer: Collection[Card]) -> tuple[Card, ...]:
    category = category_of(value)
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suits = [suit_of(a) for a in cards]
        cards = [a for a in cards if suits.count(suit_of(a)) >= 5]
    five: list[Card] = []
    for rank, n in _ranks_played(value):
        candidates = sorted(
            (a for a in cards if rank_of(a) == rank),
            key=lambda a: (a not in prefer, -suit_of(a)),
        )
        five += sorted(candidates[:n], reverse=True)
    assert len(five) == 5
    return tuple(five)


def _ranks_played(value: HandValue) -> list[tuple[int, int]]:
    """The ranks of the five cards, in order, with how many of each."""
    category = category_of(value)
    ranks = ranks_of(value)
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        top = ranks[0]
        low = 12 if top == WHEEL_TOP else top - 4
        return [(a, 1) for a in (top, top - 1, top - 2, top - 3, low)]
    return list(zip(ranks, _REPEATS[category], strict=True))
