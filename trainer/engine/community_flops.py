"""Flops: where the sums over boards of every hand come together and the choice is made.

A flop has two choices. The second is a bet, settled after all boards; the first is what puts out
less: a check, worth the best of a later bet and a fold on every board, or a fold at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.community_ranks import i64
from trainer.engine.community_tables import N_HANDS, Bytes, Ints, Shorts
from trainer.hands import ROYAL_FLUSH, Category, value_of
from trainer.hands.kernels import hand5

N_DEALT = 11  # rows of two cards and a flop
SPLIT = 24  # sums over all rounds are kept in two parts, of which this many bits are the lower
_ACES = int(value_of(Category.PAIR, (12, 2, 1, 0)))  # the weakest pair of aces
_ROYAL = int(ROYAL_FLUSH)


@inlined
def dealt_row(x: int, y: int, a: int, b: int, c: int) -> int:
    """The row of two cards and a flop: the category, a pair of aces and a royal being their own."""
    value = i64(hand5(x, y, a, b, c))
    return (value >> 12) + (1 if value >= _ACES else 0) + (1 if value == _ROYAL else 0)


@inlined
def at_flop(
    plan: int, by_ranks: Ints, parts: Ints, ranks: int, pair: int, n: int, rows: Any, kinds: Any
) -> int:
    """The sum of a plan over all boards and dealer hands for a flop and a hand."""
    total: int = by_ranks[ranks, plan, pair]
    for i in range(n):
        total += parts[rows[i], plan, kinds[i]]
    return total


_FLOPS = (
    "int64, int64, uint8[:,::1], uint64[::1], int64[::1], uint16[::1], uint8[::1], uint8[:,::1],"
    " uint16[:,::1], uint8[::1], uint8[::1], uint64[::1], uint8[::1], uint8[::1], uint16[:,::1],"
    " int64[:,:,::1], int64[:,:,::1], int64[:,::1], int64"
)


@kernel(f"({_FLOPS}, int64[:,::1], int64[:,:,::1])")
def price_flops(
    first: int,
    last: int,
    cards: Bytes,
    bits: NDArray[np.uint64],
    size: Ints,
    ranks: Shorts,
    n_suits: Bytes,
    suits: Bytes,
    flop_parts: Shorts,
    low: Bytes,
    high: Bytes,
    hand_bits: NDArray[np.uint64],
    pair: Bytes,
    hand_class: Bytes,
    type_of: Shorts,
    by_ranks: Ints,
    parts: Ints,
    dealt: Ints,
    fold: int,
    totals: Ints,
    priced: Ints,
) -> None:
    """Sums over all flops by class, of the better choice and of the bet, added to int64[class, 2].

    `parts` has one plan where the first choice is a fold, for `fold`. `dealt` adds by [choice, row
    of hand and flop], and is empty where nothing does. Both choices of every flop and hand go to
    int64[flop, choice, hand] unless that is empty.
    """
    kinds = np.empty(3, dtype=np.int64)
    for flop in range(first, last):
        n = i64(n_suits[flop])
        for hand in range(N_HANDS):
            if hand_bits[hand] & bits[flop]:
                continue
            for i in range(n):
                kinds[i] = type_of[suits[flop, i], hand]
            rows = flop_parts[flop]
            at, held = i64(ranks[flop]), i64(pair[hand])
            bet = at_flop(0, by_ranks, parts, at, held, n, rows, kinds)
            other = fold
            if parts.shape[1] > 1:
                other = at_flop(
                    1, by_ranks, parts, i64(ranks[flop]), i64(pair[hand]), n, rows, kinds
                )
            if dealt.shape[1]:
                row = dealt_row(
                    low[hand], high[hand], cards[flop, 0], cards[flop, 1], cards[flop, 2]
                )
                other += dealt[0, row]
                bet += dealt[1, row]
            totals[hand_class[hand], 0] += size[flop] * max(bet, other)
            totals[hand_class[hand], 1] += size[flop] * bet
            if priced.shape[0]:
                priced[flop, 0, hand] = other
                priced[flop, 1, hand] = bet


@kernel(f"({_FLOPS}, uint8[::1], int64[:,:,::1], int64[:,:,::1], int64[:,::1], int64[:,::1])")
def choose_flops(
    first: int,
    last: int,
    cards: Bytes,
    bits: NDArray[np.uint64],
    size: Ints,
    ranks: Shorts,
    n_suits: Bytes,
    suits: Bytes,
    flop_parts: Shorts,
    low: Bytes,
    high: Bytes,
    hand_bits: NDArray[np.uint64],
    pair: Bytes,
    hand_class: Bytes,
    type_of: Shorts,
    by_ranks: Ints,
    parts: Ints,
    dealt: Ints,
    fold: int,
    waits: Bytes,
    rank_weights: Ints,
    part_weights: Ints,
    dealt_counts: Ints,
    dealt_sums: Ints,
) -> None:
    """The way back: every flop and hand gives its weight to the choice that is better.

    For classes that `waits` has as 1. Weights are added in the shapes of `by_ranks` and `parts`;
    flops by [choice, row of hand and flop] to `dealt_counts`, and the sums of bets, without what
    `dealt` adds, by that row to `dealt_sums` in two parts. Equal choices are the first.
    """
    kinds = np.empty(3, dtype=np.int64)
    for flop in range(first, last):
        n = i64(n_suits[flop])
        for hand in range(N_HANDS):
            if hand_bits[hand] & bits[flop] or not waits[hand_class[hand]]:
                continue
            for i in range(n):
                kinds[i] = type_of[suits[flop, i], hand]
            rows = flop_parts[flop]
            at, held = i64(ranks[flop]), i64(pair[hand])
            bet = at_flop(0, by_ranks, parts, at, held, n, rows, kinds)
            other = fold
            if parts.shape[1] > 1:
                other = at_flop(
                    1, by_ranks, parts, i64(ranks[flop]), i64(pair[hand]), n, rows, kinds
                )
            row = dealt_row(low[hand], high[hand], cards[flop, 0], cards[flop, 1], cards[flop, 2])
            alone = bet
            if dealt.shape[1]:
                other += dealt[0, row]
                bet += dealt[1, row]
            choice = 1 if bet > other else 0
            dealt_counts[choice, row] += size[flop]
            if choice:
                part = size[flop] * alone
                dealt_sums[0, row] += part >> SPLIT
                dealt_sums[1, row] += part & ((1 << SPLIT) - 1)
            done = 1 - choice  # plan 0 is the bet
            if done < parts.shape[1]:
                rank_weights[ranks[flop], done, pair[hand]] += size[flop]
                for i in range(n):
                    part_weights[rows[i], done, kinds[i]] += size[flop]
