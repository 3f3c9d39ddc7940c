"""What a hand is worth: one integer, its category, its ranks and its name in the contract.

A value is `category << 12 | index`, the index counted from 1 inside the category, weakest first.
Greater is stronger, equal values tie, and 0 is no hand. There are 7,462 of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import NewType

HandValue = NewType("HandValue", int)

INDEX_BITS = 12
NO_HAND = HandValue(0)


class Category(IntEnum):
    """The nine kinds of five-card hands, weakest first; a royal is the best straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_ACE = 12
_KING = 11
WHEEL_TOP = 3  # the rank of the five, which a straight with a low ace is counted by

HAND_IDS = (
    "high-card",
    "ace-king",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
_CATEGORY_IDS = tuple(a for a in HAND_IDS if a not in ("ace-king", "royal-flush"))
_N_MAKING = (1, 2, 4, 3, 5, 5, 5, 4, 5)  # by category


def category_of(value: HandValue) -> Category:
    """The category of a value."""
    return Category(value >> INDEX_BITS)


def ranks_of(value: HandValue) -> tuple[int, ...]:
    """The ranks that decide, in order of comparison, each as often as it is compared.

    A pair of kings with A 9 5 is (11, 12, 7, 3), a full house (trips, pair), a straight its top
    card alone; the top card of a wheel is the five.
    """
    index = value & ((1 << INDEX_BITS) - 1)
    assert index, f"{value} is no hand"
    return rank_lists(category_of(value))[index - 1]


def value_of(category: Category, ranks: Iterable[int]) -> HandValue:
    """The value whose category and `ranks_of` these are; KeyError when no hand has them."""
    return _values(category)[tuple(ranks)]


def is_ace_king(value: HandValue) -> bool:
    """Whether the hand is a high card with an ace and a king."""
    return LOWEST_ACE_KING <= value < LOWEST_PAIR


def hand_id(value: HandValue, *, ace_king: bool = False) -> str:
    """The category id of the contract, `royal-flush` to `high-card`.

    `ace-king` is told from `high-card` only where the game counts it as a hand.
    """
    assert value & ((1 << INDEX_BITS) - 1), f"{value} is no hand"
    if value == ROYAL_FLUSH:
        return "royal-flush"
    if ace_king and is_ace_king(value):
        return "ace-king"
    return _CATEGORY_IDS[value >> INDEX_BITS]


def n_making(value: HandValue, *, ace_king: bool = False) -> int:
    """How many of the five cards make the hand; the others are kickers."""
    if ace_king and is_ace_king(value):
        return 2
    return _N_MAKING[value >> INDEX_BITS]


@cache
def rank_lists(category: Category) -> tuple[tuple[int, ...], ...]:
    """`ranks_of` every value of a category, weakest first."""
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            found = [a for a in _falling(_others(()), 5) if not _is_run(a)]
        case Category.PAIR:
            found = [(a, *rest) for a in range(13) for rest in _falling(_others((a,)), 3)]
        case Category.TWO_PAIR:
            found = [(*a, b) for a in _falling(_others(()), 2) for b in _others(a)]
        case Category.THREE_OF_A_KIND:
            found = [(a, *rest) for a in range(13) for rest in _falling(_others((a,)), 2)]
        case Category.FULL_HOUSE | Category.FOUR_OF_A_KIND:
            found = [(a, b) for a in range(13) for b in _others((a,))]
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            found = [(a,) for a in range(WHEEL_TOP, 13)]
    return tuple(sorted(found))


@cache
def _values(category: Category) -> dict[tuple[int, ...], HandValue]:
    return {
        ranks: HandValue(category << INDEX_BITS | index)
        for index, ranks in enumerate(rank_lists(category), 1)
    }


def _others(ranks: Sequence[int]) -> tuple[int, ...]:
    return tuple(a for a in range(12, -1, -1) if a not in ranks)


def _falling(ranks: Sequence[int], n: int) -> list[tuple[int, ...]]:
    return list(combinations(ranks, n))


def _is_run(ranks: tuple[int, ...]) -> bool:
    """Whether five falling, different ranks make a straight."""
    return ranks[0] - ranks[4] == 4 or ranks == (_ACE, WHEEL_TOP, 2, 1, 0)


# C(11, 3) - 1 of the 1,277 high cards hold an ace and a king (one of the 165 is the straight), and
# no high card is stronger than they are.
LOWEST_ACE_KING = HandValue(Category.HIGH_CARD << INDEX_BITS | 1277 - 164 + 1)
LOWEST_PAIR = HandValue(Category.PAIR << INDEX_BITS | 1)
ROYAL_FLUSH = HandValue(Category.STRAIGHT_FLUSH << INDEX_BITS | 10)
