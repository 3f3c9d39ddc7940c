"""The bonus of the five-card games under the play of the main game, by counting.

The dealt five are what they are, whatever is done with them. A bonus on the bought card counts only
where the main game buys one, so those hands are looked at one by one, each with all 46 sixth cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trainer.cards import DECK
from trainer.engine.draw_states import States
from trainer.engine.draw_whole import SIXTH
from trainer.hands import HAND_IDS, HandValue, hand_id
from trainer.hands.kernels import evaluate_many
from trainer.rules import Bet, Showdown

N_SIXTH = 46  # cards that may be bought: not the five dealt, and not the upcard
N_DEALS = comb(52, 5) * 47  # of five cards and an upcard
_AT_ONCE = 20_000  # hands that are completed at one time, 46 sets of six cards each
# The 2,598,960 dealt hands by category, Ace-King apart from the rest of the high cards (a dealer
# qualifies on 1,463,700). https://people.math.sfu.ca/~alspach/comp18/, checked 2026-11-30.
DEALT = {
    "high-card": 1_135_260,
    "ace-king": 167_280,
    "pair": 1_098_240,
    "two-pair": 123_552,
    "three-of-a-kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full-house": 3_744,
    "four-of-a-kind": 624,
    "straight-flush": 36,
    "royal-flush": 4,
}

Bought = tuple[tuple[int, ...], ...]
Cards = NDArray[np.uint8]


def needs_bought(bet: Bet) -> bool:
    """Whether a bonus pays on hands that only the bought card makes."""
    return any(
        cell is not None and cell.odds > 0
        for row, cell in zip(bet.rows, bet.cells[Showdown.FOLD], strict=True)
        if row.startswith("bought-")
    )


def bonus_value(bet: Bet, bought: Bought | None) -> tuple[Fraction, Fraction]:
    """The expected net of a unit on the bonus, and how often it pays.

    `bought[dealt][six]` counts deals and sixth cards of the hands that buy one, by category; None
    where no bought card can win.
    """
    odds = {row: bet.cell(Showdown.FOLD, n).odds for n, row in enumerate(bet.rows)}
    shares = {f"dealt-{id}": Fraction(n, comb(52, 5)) for id, n in DEALT.items()}
    for dealt, sixes in zip(HAND_IDS, bought or (), strict=False):
        if odds[f"dealt-{dealt}"] > 0:
            continue  # it is paid already, and the sixth card changes nothing
        for six, n in zip(HAND_IDS, sixes, strict=True):
            share = Fraction(n, N_DEALS * N_SIXTH)
            shares[f"dealt-{dealt}"] -= share
            shares[f"bought-{six}"] = shares.get(f"bought-{six}", Fraction(0)) + share
    ev = sum((odds[row] * share for row, share in shares.items()), Fraction(0))
    hits = sum((share for row, share in shares.items() if odds[row] > 0), Fraction(0))
    return ev, hits


def count_bought(states: States, up: int) -> Bought:
    """Deals behind an upcard of one rank that buy a sixth card, times the 46 cards it may be.

    `[dealt][six]` by category, in the order of HAND_IDS; the upcard may be of any suit.
    """
    taken = np.flatnonzero(states.best == SIXTH)
    counts = np.zeros((len(HAND_IDS), len(HAND_IDS)), dtype=np.int64)
    for start in range(0, len(taken), _AT_ONCE):
        some = taken[start : start + _AT_ONCE]
        hands = cards_of(states.masks[some])
        counts += _count(hands, states.weight[some].astype(np.int64) * 4, up * 4)
    return tuple(tuple(row) for row in counts.tolist())


def cards_of(masks: NDArray[np.integer[Any]]) -> Cards:
    """The cards of hands given as masks by suit, uint8[hand, 5]: ranks falling, suits rising."""
    # Cards in the order wanted: the aces first, and among them clubs first.
    order = np.array([r * 4 + s for r in range(12, -1, -1) for s in range(4)], dtype=np.uint8)
    has = masks[:, order & 3].astype(np.int64) >> (order >> 2) & 1
    assert (has.sum(axis=1) == 5).all(), "a hand of other than five cards"
    found: Cards = order[np.nonzero(has)[1]].reshape(-1, 5)
    return found


def is_bought(found: Bought) -> bool:
    """Whether a table read from a file is one of sixth cards."""
    n = len(HAND_IDS)
    whole = [sum(row) % N_SIXTH == 0 and min(row) >= 0 for row in found if len(row) == n]
    return len(whole) == n and all(whole)


def _count(hands: Cards, weights: NDArray[np.int64], upcard: int) -> NDArray[np.int64]:
    n = len(hands)
    away = np.concatenate([hands, np.full((n, 1), upcard, dtype=np.uint8)], axis=1)
    free = np.ones((n, len(DECK)), dtype=bool)
    np.put_along_axis(free, away.astype(np.int64), False, axis=1)
    sixth = np.nonzero(free)[1].astype(np.uint8).reshape(n, N_SIXTH)
    sets = np.empty((n, N_SIXTH, 6), dtype=np.uint8)
    sets[:, :, :5] = hands[:, None, :]
    sets[:, :, 5] = sixth
    six = categories(evaluate_many(sets.reshape(-1, 6)))
    dealt = np.repeat(categories(evaluate_many(hands)), N_SIXTH)
    k = len(HAND_IDS)
    by_pair = np.bincount(dealt * k + six, weights=np.repeat(weights, N_SIXTH), minlength=k * k)
    found: NDArray[np.int64] = by_pair.astype(np.int64).reshape(k, k)
    return found


def categories(values: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """The place in HAND_IDS of every hand value."""
    found: NDArray[np.int64] = _places()[values]
    return found


@cache
def _places() -> NDArray[np.int64]:
    """The place in HAND_IDS by value; values that are no hand are 0."""
    return np.array([_place(value) for value in range(1 << 16)], dtype=np.int64)


def _place(value: int) -> int:
    try:
        return HAND_IDS.index(hand_id(HandValue(value), ace_king=True))
    except (AssertionError, IndexError):
        return 0
