"""Boards by their ranks alone, as if no flush were possible.

For each of the 6,175 multisets of five ranks the 91 pairs of ranks are sorted by value once a
process. A sweep over them in rising order keeps the number of dealer hands below, in all and for
each card; less those that share one of the player's cards, it is what his hand beats.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from trainer.compiled import inlined, kernel, u64
from trainer.engine.community_tables import N_DEALER, N_PAIRS, Bytes, Ints, Shorts, rank_tables
from trainer.hands import ROYAL_FLUSH
from trainer.hands.kernels import EMPTY, plain7
from trainer.hands.tables import RANK_KEYS

N_LINES = 20  # the ten rows for a hand below the qualifier, then for one that would qualify
# Columns of what a line is linear in: dealer hands worse, better, without a game, and one.
WORSE, BETTER, NO_GAME, ONE = range(4)

# A signed number as kernels count with; to the type checker an int.
i64: Callable[[int], int] = np.int64  # type: ignore[assignment]

_keys = np.array(RANK_KEYS, dtype=np.uint64)
_keys.flags.writeable = False
_ROYAL = int(ROYAL_FLUSH)


class RankOrders(NamedTuple):
    """Pairs of ranks sorted by value, weakest first, for every multiset of five ranks."""

    values: Shorts  # uint16[multiset, place]
    pairs: Bytes  # uint8[multiset, place]
    n: Bytes  # uint8[multiset]: pairs of which a hand exists


@inlined
def row_of(value: int) -> int:
    """The row of a hand: its category, and one more for the royal flush."""
    return (value >> 12) + (1 if value == _ROYAL else 0)


@kernel("(uint8[:,::1], uint8[::1], uint8[::1], uint16[:,::1], uint8[:,::1], uint8[::1])")
def _sort_pairs(
    counts: Bytes, low: Bytes, high: Bytes, values: Shorts, pairs: Bytes, n_pairs: Bytes
) -> None:
    falling = np.empty(N_PAIRS, dtype=np.int64)
    for m in range(counts.shape[0]):
        key = EMPTY
        possible = True
        for r in range(13):
            if counts[m, r] > 4:
                possible = False
            key += u64(counts[m, r]) * _keys[r]
        n = 0
        if possible:
            for pair in range(N_PAIRS):
                a, b = low[pair], high[pair]
                if counts[m, a] + 1 + (1 if a == b else 0) > 4 or counts[m, b] > 3:
                    continue
                value = i64(plain7(key + _keys[a] + _keys[b]))
                item = value << 7 | pair
                i = n
                while i > 0 and falling[i - 1] > item:
                    falling[i] = falling[i - 1]
                    i -= 1
                falling[i] = item
                n += 1
        n_pairs[m] = n
        for i in range(n):
            values[m, i] = falling[i] >> 7
            pairs[m, i] = falling[i] & 127


@cache
def rank_orders() -> RankOrders:
    """The pairs of every multiset in order; 30 ms once a process."""
    tables = rank_tables()
    n = tables.counts[5].shape[0]
    orders = RankOrders(
        np.zeros((n, N_PAIRS), dtype=np.uint16),
        np.zeros((n, N_PAIRS), dtype=np.uint8),
        np.zeros(n, dtype=np.uint8),
    )
    _sort_pairs(tables.counts[5], tables.pair_low, tables.pair_high, *orders)
    return orders


@inlined
def price_line(nets: Ints, plan: int, line: int, worse: int, better: int, no_game: int) -> int:
    """The sum of a plan's nets over all dealer hands, from int64[plan, line, 4]."""
    total: int = (
        nets[plan, line, 0] * worse
        + nets[plan, line, 1] * better
        + nets[plan, line, 2] * no_game
        + nets[plan, line, 3]
    )
    return total


@inlined
def sweep_ranks(
    values: Shorts,
    pairs: Bytes,
    n: int,
    copies: Ints,
    low: Bytes,
    high: Bytes,
    threshold: int,
    below: Ints,
    upto: Ints,
    idle: Ints,
    found: Ints,
) -> None:
    """For each place of one multiset's order its line and counts, into int64[place, 5].

    The columns are the line, then dealer hands worse, better and without a game. `copies` are the
    cards of each rank that are not on the board; `below`, `upto`, `idle` are scratch, int64[13].
    """
    n_below, n_upto, n_idle = 0, 0, 0
    for r in range(13):
        below[r] = 0
        upto[r] = 0
        idle[r] = 0
    i = 0
    while i < n and values[i] < threshold:
        a, b = low[pairs[i]], high[pairs[i]]
        if a == b:
            n_idle += copies[a] * (copies[a] - 1) >> 1
            idle[a] += copies[a] - 1
        else:
            n_idle += copies[a] * copies[b]
            idle[a] += copies[b]
            idle[b] += copies[a]
        i += 1
    i = 0
    while i < n:
        value = i64(values[i])
        end = i
        while end < n and values[end] == value:
            a, b = low[pairs[end]], high[pairs[end]]
            if a == b:
                n_upto += copies[a] * (copies[a] - 1) >> 1
                upto[a] += copies[a] - 1
            else:
                n_upto += copies[a] * copies[b]
                upto[a] += copies[b]
                upto[b] += copies[a]
            end += 1
        idles = 1 if value < threshold else 0
        line = row_of(value) + (0 if idles else 10)
        for k in range(i, end):
            a, b = low[pairs[k]], high[pairs[k]]
            found[k, 0] = line
            found[k, 1] = n_below - below[a] - below[b]
            # The player's own hand was taken away twice.
            found[k, 2] = N_DEALER - (n_upto - upto[a] - upto[b] + 1)
            found[k, 3] = n_idle - idle[a] - idle[b] + idles
        n_below = n_upto
        for k in range(i, end):
            a, b = low[pairs[k]], high[pairs[k]]
            below[a] = upto[a]
            below[b] = upto[b]
        i = end


@kernel(
    "(int64, int64, uint16[:,::1], uint8[:,::1], uint8[::1], uint8[:,::1], uint8[::1], uint8[::1],"
    " int64, int64[:,:,::1], int64[::1], int64, int64[:,:,::1])"
)
def price_ranks(
    first: int,
    last: int,
    values: Shorts,
    pairs: Bytes,
    n_pairs: Bytes,
    counts: Bytes,
    low: Bytes,
    high: Bytes,
    threshold: int,
    nets: Ints,
    fold: Ints,
    later: int,
    priced: Ints,
) -> None:
    """The value of every plan for each multiset and pair, into int64[multiset, plan, pair].

    Plan `later` (-1 for none) is a choice between its bet and a fold, `fold[line]`.
    """
    copies = np.empty(13, dtype=np.int64)
    below, upto, idle = np.empty(13, np.int64), np.empty(13, np.int64), np.empty(13, np.int64)
    found = np.empty((N_PAIRS, 4), dtype=np.int64)
    for m in range(first, last):
        n = i64(n_pairs[m])
        for r in range(13):
            copies[r] = 4 - i64(counts[m, r])
        sweep_ranks(values[m], pairs[m], n, copies, low, high, threshold, below, upto, idle, found)
        for plan in range(nets.shape[0]):
            for pair in range(N_PAIRS):
                priced[m, plan, pair] = 0
            for i in range(n):
                line = found[i, 0]
                total = price_line(nets, plan, line, found[i, 1], found[i, 2], found[i, 3])
                if plan == later and fold[line] >= total:
                    total = fold[line]
                priced[m, plan, pairs[m, i]] = total


@kernel("(int64[:,:,::1], uint8[:,::1], uint16[:,::1], uint8[::1], uint8[::1], int64[:,:,::1])")
def sum_over_card(
    priced: Ints, counts: Bytes, next_ranks: Shorts, low: Bytes, high: Bytes, sums: Ints
) -> None:
    """Sums over one more board card: from [n + 1 ranks, plan, pair] to [n ranks, plan, pair]."""
    n_plans = priced.shape[1]
    for m in range(counts.shape[0]):
        for plan in range(n_plans):
            for pair in range(N_PAIRS):
                sums[m, plan, pair] = 0
        for r in range(13):
            ways = 4 - i64(counts[m, r])
            if ways <= 0:
                continue
            more = next_ranks[m, r]
            for plan in range(n_plans):
                for pair in range(N_PAIRS):
                    held = (1 if low[pair] == r else 0) + (1 if high[pair] == r else 0)
                    sums[m, plan, pair] += (ways - held) * priced[more, plan, pair]


@kernel("(int64[:,:,::1], uint8[:,::1], uint16[:,::1], uint8[::1], uint8[::1], int64[:,:,::1])")
def spread_over_card(
    weights: Ints, counts: Bytes, next_ranks: Shorts, low: Bytes, high: Bytes, spread: Ints
) -> None:
    """The other way round: weights of n ranks given to all with one card more, which are added."""
    n_plans = weights.shape[1]
    for m in range(counts.shape[0]):
        for r in range(13):
            ways = 4 - i64(counts[m, r])
            if ways <= 0:
                continue
            more = next_ranks[m, r]
            for plan in range(n_plans):
                for pair in range(N_PAIRS):
                    held = (1 if low[pair] == r else 0) + (1 if high[pair] == r else 0)
                    spread[more, plan, pair] += (ways - held) * weights[m, plan, pair]


@kernel(
    "(int64, int64, uint16[:,::1], uint8[:,::1], uint8[::1], uint8[:,::1], uint8[::1], uint8[::1],"
    " int64, int64[:,:,::1], int64[::1], int64, int64[:,:,::1], int64[:,:,::1])"
)
def count_ranks(
    first: int,
    last: int,
    values: Shorts,
    pairs: Bytes,
    n_pairs: Bytes,
    counts: Bytes,
    low: Bytes,
    high: Bytes,
    threshold: int,
    nets: Ints,
    fold: Ints,
    later: int,
    weights: Ints,
    counted: Ints,
) -> None:
    """Weighted counts of the four columns by what was done and line, added to int64[done, line, 4].

    `weights` are int64[multiset, done, pair]. Done `later` is a bet or, in the last place of
    `counted`, a fold.
    """
    copies = np.empty(13, dtype=np.int64)
    below, upto, idle = np.empty(13, np.int64), np.empty(13, np.int64), np.empty(13, np.int64)
    found = np.empty((N_PAIRS, 4), dtype=np.int64)
    folded = counted.shape[0] - 1
    for m in range(first, last):
        n = i64(n_pairs[m])
        for r in range(13):
            copies[r] = 4 - i64(counts[m, r])
        sweep_ranks(values[m], pairs[m], n, copies, low, high, threshold, below, upto, idle, found)
        for done in range(weights.shape[1]):
            for i in range(n):
                weight = weights[m, done, pairs[m, i]]
                line, worse, better, idles = found[i, 0], found[i, 1], found[i, 2], found[i, 3]
                to = done
                if done == later and fold[line] >= price_line(
                    nets, later, line, worse, better, idles
                ):
                    to = folded
                counted[to, line, 0] += weight * worse
                counted[to, line, 1] += weight * better
                counted[to, line, 2] += weight * idles
                counted[to, line, 3] += weight
