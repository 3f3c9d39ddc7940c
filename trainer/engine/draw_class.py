"""Sums over draws for a class: a hand's ranks, and which of its cards are of the upcard's suit.

For a draw's ranks the value of each final hand is worked out once for every set of ranks gone in
the upcard's suit; the classes of a hand and the suits of its draws pick from these. What purchases
owe to another suit adds up suit by suit, so it is kept apart and added for each state; where the
choice between insurance and purchase would depend on it, the draw is left to the states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_cell import FOLDS, LINEAR, TO_THE_STATES, Cell, fill_cell, open_cell
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_whole import N_OPTIONS, N_PATTERNS, SIXTH, Options, Whole

POOL = 1 << 22


class Sums(NamedTuple):
    """Sums over draws of one hand, in units times parts.

    `plain` by option and pattern of the hand's ranks in the upcard's suit; `others` by option and
    pattern in any other suit, to be added for all three.
    """

    plain: Ints  # [option, pattern]
    others: Ints
    has_others: Ints  # [option]


class Left(NamedTuple):
    """Draws left to the states: `n[0]` of them, values by pattern of the ranks of hand and draw."""

    n: Ints  # [0] records, [1] pool used, [2] 1 when there was no room
    option: Ints
    draw: Ints
    start: Ints  # where a record's three tables start in the pool
    n_bits: Ints
    pool: Ints


def new_sums() -> Sums:
    """Room for the sums of one hand."""
    return Sums(
        np.zeros((N_OPTIONS, N_PATTERNS), dtype=np.int64),
        np.zeros((N_OPTIONS, N_PATTERNS), dtype=np.int64),
        np.zeros(N_OPTIONS, dtype=np.int64),
    )


def new_left() -> Left:
    """Room for the draws left to the states of one hand."""
    n = 1 << 16
    return Left(
        n=np.zeros(3, dtype=np.int64),
        option=np.zeros(n, dtype=np.int64),
        draw=np.zeros(n, dtype=np.int64),
        start=np.zeros(n, dtype=np.int64),
        n_bits=np.zeros(n, dtype=np.int64),
        pool=np.zeros(POOL, dtype=np.int64),
    )


@kernel()
def class_sums(
    whole: Whole,
    desk: Desk,
    cell: Cell,
    code: int,
    n_ranks: int,
    ranks: Ints,
    often: Ints,
    options: Options,
    sums: Sums,
    left: Left,
) -> None:
    """The sums of all active options of a hand over their draws, flushes of the box apart."""
    whole = borrowed(whole)
    desk = borrowed(desk)
    cell = borrowed(cell)
    ranks = borrowed(ranks)
    often = borrowed(often)
    options = borrowed(options)
    sums = borrowed(sums)
    left = borrowed(left)
    up = whole.table.dealer.up
    sums.plain[:] = 0
    sums.others[:] = 0
    sums.has_others[:] = 0
    left.n[:] = 0
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    own = np.zeros(13, dtype=np.int64)
    for i in range(n_ranks):
        own[ranks[i]] = often[i]
    # For the upcard's suit and any other: ways of a draw by hand pattern and draw pattern.
    ways = np.zeros((2, N_PATTERNS, N_PATTERNS), dtype=np.int64)
    hand_bits = np.zeros(N_PATTERNS, dtype=np.int64)
    draw_bits = np.zeros(N_PATTERNS, dtype=np.int64)
    where = np.zeros(13, dtype=np.int64)
    for size in range(1, 6):
        wanted = size == 1 and options.active[SIXTH]
        for o in range(options.n[0]):
            if options.size[o] == size and options.active[o]:
                wanted = True
        if not wanted:
            continue
        draws = whole.draws
        fold = whole.table.pay.fold * whole.n_hands[size] * whole.n_parts[size]
        for m in range(draws.first[size], draws.first[size + 1]):
            q = s64(draws.n_ranks[m])
            possible = True
            for i in range(q):
                r = draws.ranks[m, i]
                if own[r] + draws.often[m, i] + (1 if r == up else 0) > 4:
                    possible = False
            if not possible:
                continue
            for r in range(13):
                gone[r] = own[r]
            for i in range(q):
                gone[draws.ranks[m, i]] += draws.often[m, i]
            open_cell(cell, gone, up)
            for i in range(cell.n_ranks[0]):
                where[cell.ranks[i]] = i
            n_ways = 1
            for i in range(q):
                r = draws.ranks[m, i]
                n_ways *= WAYS[4 - own[r] - (1 if r == up else 0), draws.often[m, i]]
            for p in range(1 << n_ranks):
                bits = 0
                for i in range(n_ranks):
                    bits |= (p >> i & 1) << where[ranks[i]]
                hand_bits[p] = bits
            for b in range(1 << q):
                bits = 0
                for i in range(q):
                    bits |= (b >> i & 1) << where[draws.ranks[m, i]]
                draw_bits[b] = bits
            filled0 = filled1 = False
            for o in range(N_OPTIONS):
                if not options.active[o] or (o < SIXTH and options.size[o] != size):
                    continue
                if o == SIXTH and size != 1:
                    continue
                kind = fill_cell(
                    whole,
                    desk,
                    cell,
                    size,
                    gone,
                    code,
                    options.given[o],
                    options.kept_code[o],
                    draws.code[m],
                    o == SIXTH,
                )
                if kind == FOLDS:
                    for p in range(1 << n_ranks):
                        sums.plain[o, p] += n_ways * fold
                    continue
                if kind == TO_THE_STATES:
                    _leave(left, cell, o, m)
                    continue
                if not filled0:
                    filled0 = True
                    for p in range(1 << n_ranks):
                        fill_ways(
                            ways[0, p],
                            0,
                            p,
                            up,
                            n_ranks,
                            ranks,
                            own,
                            q,
                            draws.ranks[m],
                            draws.often[m],
                        )
                table = cell.bought if kind == LINEAR else cell.best
                for p in range(1 << n_ranks):
                    total = 0
                    for b in range(1 << q):
                        if ways[0, p, b]:
                            total += ways[0, p, b] * table[hand_bits[p] | draw_bits[b]]
                    sums.plain[o, p] += total
                if kind == LINEAR:
                    sums.has_others[o] = 1
                    if not filled1:
                        filled1 = True
                        for p in range(1 << n_ranks):
                            fill_ways(
                                ways[1, p],
                                1,
                                p,
                                up,
                                n_ranks,
                                ranks,
                                own,
                                q,
                                draws.ranks[m],
                                draws.often[m],
                            )
                    for p in range(1 << n_ranks):
                        total = 0
                        for b in range(1 << q):
                            if ways[1, p, b]:
                                total += ways[1, p, b] * cell.other[hand_bits[p] | draw_bits[b]]
                        sums.others[o, p] += total


@inlined
def fill_ways(
    ways: Ints,
    suit: int,
    pattern: int,
    up: int,
    n_ranks: int,
    ranks: Ints,
    own: Ints,
    q: int,
    draw_ranks: NDArray[np.uint8],
    draw_often: NDArray[np.uint8],
) -> None:
    """`ways[b]`: draws whose cards of the suit are those of pattern b; 0 for a class without them.

    A class must be one that cards can make: a rank of which all four are held has one of each suit.
    """
    held = 0
    valid = True
    for i in range(n_ranks):
        r = ranks[i]
        if pattern >> i & 1:
            held |= 1 << r
            if suit == 0 and r == up:
                valid = False
        else:
            most = 3 if (suit == 0 or r != up) else 2
            if own[r] > most:
                valid = False
    ways[0] = 1 if valid else 0
    for i in range(q):
        r = draw_ranks[i]
        there = 4 - own[r] - (1 if r == up else 0)
        closed = held >> r & 1 or (suit == 0 and r == up)
        for b in range(1 << i):
            if closed:
                ways[b | 1 << i] = 0
                ways[b] *= WAYS[there, draw_often[i]]
            else:
                ways[b | 1 << i] = ways[b] * WAYS[there - 1, draw_often[i] - 1]
                ways[b] *= WAYS[there - 1, draw_often[i]]


@inlined
def _leave(left: Left, cell: Cell, option: int, draw: int) -> None:
    """Keep the values of a draw for the states."""
    n, used = left.n[0], left.n[1]
    size = 1 << cell.n_ranks[0]
    if n >= left.option.shape[0] or used + 3 * size > left.pool.shape[0]:
        left.n[2] = 1
        return
    left.option[n] = option
    left.draw[n] = draw
    left.start[n] = used
    left.n_bits[n] = cell.n_ranks[0]
    for b in range(size):
        left.pool[used + b] = cell.bought[b]
        left.pool[used + size + b] = cell.insured[b]
        left.pool[used + 2 * size + b] = cell.other[b]
    left.n[0] = n + 1
    left.n[1] = used + 3 * size


WAYS = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]],
    dtype=np.int64,
)
