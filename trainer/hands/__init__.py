"""Hands: their values, names and the cards that play, without numpy and numba.

Compiled evaluation of many hands at once is in `trainer.hands.kernels`.
"""

from trainer.hands.lookup import evaluate
from trainer.hands.reading import Hand, best_five, read_hand
from trainer.hands.values import (
    HAND_IDS,
    LOWEST_ACE_KING,
    LOWEST_PAIR,
    NO_HAND,
    ROYAL_FLUSH,
    Category,
    HandValue,
    category_of,
    hand_id,
    is_ace_king,
    n_making,
    ranks_of,
    value_of,
)

__all__ = [
    "HAND_IDS",
    "LOWEST_ACE_KING",
    "LOWEST_PAIR",
    "NO_HAND",
    "ROYAL_FLUSH",
    "Category",
    "Hand",
    "HandValue",
    "best_five",
    "category_of",
    "evaluate",
    "hand_id",
    "is_ace_king",
    "n_making",
    "ranks_of",
    "read_hand",
    "value_of",
]
