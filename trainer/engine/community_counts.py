"""What happens under a given play: weights go from flops and hands to boards, and are counted.

The way back of `community_flushes`: a board with a possible flush collects the weights of the
flops from which it comes, takes them away from the same board by ranks alone, and counts.
"""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined, kernel, u64
from trainer.engine.community_flushes import (
    N_ITEMS,
    add_rows,
    base_of,
    list_flushes,
    subsets,
    sweep_suited,
)
from trainer.engine.community_ranks import i64, price_line
from trainer.engine.community_tables import (
    FLOP_PART_THREE,
    FLOP_PART_TWO,
    N_PAIRS,
    N_TYPES,
    Bytes,
    Ints,
    Shorts,
)

Sums = tuple[int, int, int, int]


@inlined
def weigh(sums: Sums, weight: int, worse: int, better: int, idle: int) -> Sums:
    """The four columns of a line with one more hand of a weight."""
    return (
        sums[0] + weight * worse,
        sums[1] + weight * better,
        sums[2] + weight * idle,
        sums[3] + weight,
    )


@kernel(
    "(int64, int64, int64, uint16[::1], uint16[::1], uint16[:,::1], uint16[:,::1], uint16[:,::1],"
    " uint16[:,::1], uint8[:,::1], uint8[::1], uint8[::1], uint8[::1], uint16[:,::1],"
    " uint16[::1], uint8[::1], int64[:,::1], int64, int64[:,:,::1], int64[::1], int64,"
    " int64[:,:,::1], int64[:,::1], int64[:,:,::1], int64[:,:,::1])"
)
def count_flushes(
    k: int,
    first: int,
    step: int,
    masks: Shorts,
    flushes: Shorts,
    next2: Shorts,
    next3: Shorts,
    next4: Shorts,
    values: Shorts,
    pairs: Bytes,
    n_pairs: Bytes,
    low: Bytes,
    high: Bytes,
    pair_of: Shorts,
    set_of: Shorts,
    type_pair: Bytes,
    others: Ints,
    threshold: int,
    nets: Ints,
    fold: Ints,
    later: int,
    parts: Ints,
    early: Ints,
    by_ranks: Ints,
    counted: Ints,
) -> None:
    """Weighted counts of boards with k suited cards, added to int64[done, line, 4].

    Weights are int64[flop part, done, type] for what was done at a flop or later, then for whole
    boards int64[done, type]. They are taken away from `by_ranks`, int64[multiset, done, pair].
    """
    n_parts, n_done = parts.shape[1], by_ranks.shape[1]
    folded = counted.shape[0] - 1
    items = np.empty(N_ITEMS, dtype=np.int64)
    found = np.empty((5, N_TYPES), dtype=np.int64)
    scratch = np.empty((6, 14), dtype=np.int64)
    suited, copies = np.empty(13, dtype=np.int64), np.empty(13, dtype=np.int64)
    one, two, three = np.empty(6, np.int64), np.empty(11, np.int64), np.empty(11, np.int64)
    by_other = np.empty((13, n_done, N_TYPES), dtype=np.int64)
    whole = np.empty((n_done, N_TYPES), dtype=np.int64)
    weights = np.empty((n_done, N_TYPES), dtype=np.int64)
    for number in range(first, masks.shape[0], step):
        mask = i64(masks[number])
        n_items = list_flushes(mask, k, flushes, items)
        subsets(mask, set_of, one, two, three)
        by_other[:] = 0
        whole[:] = 0
        for done in range(n_parts, n_done):
            for kind in range(N_TYPES):
                whole[done, kind] = early[done - n_parts, kind]
        i = 0
        while three[i] >= 0:
            add_rows(whole, parts[FLOP_PART_THREE + three[i]], n_parts)
            i += 1
        for x in range(13 if k < 5 else 0):
            i = 0
            while two[i] >= 0:
                add_rows(by_other[x], parts[FLOP_PART_TWO + two[i] * 13 + x], n_parts)
                i += 1
        base = base_of(mask, suited, pair_of, next2, next3, next4)
        copies[:] = 3
        for x in range(13 if k < 5 else 1):
            for y in range(x if k == 3 else 0, 13 if k == 3 else 1):
                board = base
                if k == 3:
                    copies[x] -= 1
                    copies[y] -= 1
                    board = i64(next4[next3[base, x], y])
                    same = 1 if x == y else 0
                    for done in range(n_done):
                        for kind in range(N_TYPES):
                            free_x = 3 - others[x, kind]
                            free_y = 3 - others[y, kind] - same
                            weight = free_y * by_other[x, done, kind]
                            weight += (1 - same) * free_x * by_other[y, done, kind]
                            weight += (free_x * free_y >> same) * whole[done, kind]
                            weights[done, kind] = weight
                    for i in range(3):
                        row = one[i] * N_PAIRS + i64(pair_of[x, y])
                        add_rows(weights, parts[row], n_parts)
                elif k == 4:
                    copies[x] -= 1
                    board = i64(next4[base, x])
                    for done in range(n_done):
                        for kind in range(N_TYPES):
                            free_x = 3 - others[x, kind]
                            weights[done, kind] = (
                                by_other[x, done, kind] + free_x * whole[done, kind]
                            )
                else:
                    weights[:] = 0
                    add_rows(weights, whole, n_done)
                n = sweep_suited(
                    k, suited, copies, values[board], pairs[board],
                    i64(n_pairs[board]) if k < 5 else 0, items, n_items, low, high,
                    pair_of, set_of, threshold, scratch, found,
                )  # fmt: skip
                start = 0
                while start < n:
                    line = found[1, start]
                    end = start
                    while end < n and found[1, end] == line:
                        end += 1
                    for done in range(n_done):
                        sums = (0, 0, 0, 0)
                        away = (0, 0, 0, 0)
                        for i in range(start, end):
                            kind = u64(found[0, i])
                            worse, better, idle = found[2, i], found[3, i], found[4, i]
                            weight = weights[done, kind]
                            by_ranks[board, done, type_pair[kind]] -= weight
                            if done == later and fold[line] >= price_line(
                                nets, later, line, worse, better, idle
                            ):
                                away = weigh(away, weight, worse, better, idle)
                            else:
                                sums = weigh(sums, weight, worse, better, idle)
                        for column in range(4):
                            counted[done, line, column] += sums[column]
                            counted[folded, line, column] += away[column]
                    start = end
                if k == 3:
                    copies[x] += 1
                    copies[y] += 1
                elif k == 4:
                    copies[x] += 1
