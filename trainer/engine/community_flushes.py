"""Boards on which one suit can make a flush, and what it changes.

Such a board is known by the ranks of its suited cards (three to five) and the multiset of its
others. A sweep like that over ranks alone runs over two kinds of cards, the suit's and the other
three suits' together. What a hand is worth here, less what it was worth by ranks, is added to
every flop from which the board can come; the way back hands weights from the flops to the boards.
"""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined, kernel, u64
from trainer.engine.community_ranks import i64, row_of
from trainer.engine.community_tables import (
    FLOP_PART_THREE,
    FLOP_PART_TWO,
    N_DEALER,
    N_PAIRS,
    N_TYPES,
    Bytes,
    Ints,
    Shorts,
)

LEAST = -(2**63)
N_ITEMS = 45  # most kinds of flush hands on one board


@inlined
def list_flushes(mask: int, k: int, flushes: Shorts, items: Ints) -> int:
    """How many kinds of hands flush on these k suited ranks; sorted by value into int64[item].

    An item is value, first and second suited rank (13 for any card that is not suited) in 16, 4
    and 4 bits.
    """
    n = 0
    for a in range(14):
        if (a < 13 and (mask >> a) & 1) or (a == 13 and k < 5):
            continue
        for b in range(a + (1 if a < 13 else 0), 14):
            if (b < 13 and (mask >> b) & 1) or (b == 13 and k < 4):
                continue
            held = mask | (1 << a if a < 13 else 0) | (1 << b if b < 13 else 0)
            item = i64(flushes[held]) << 8 | a << 4 | b
            i = n
            while i > 0 and items[i - 1] > item:
                items[i] = items[i - 1]
                i -= 1
            items[i] = item
            n += 1
    return n


@inlined
def sweep_suited(
    k: int,
    suited: Ints,
    copies: Ints,
    values: Shorts,
    pairs: Bytes,
    n_pairs: int,
    items: Ints,
    n_items: int,
    low: Bytes,
    high: Bytes,
    pair_of: Shorts,
    set_of: Shorts,
    threshold: int,
    scratch: Ints,
    found: Ints,
) -> int:
    """How many hand types exist on a board; their type, line and counts into int64[5, place].

    `suited` and `copies` are the free cards of each rank, of the suit (1 or 0) and of the others.
    Flushes are in `items`; the pairs of ranks are for hands that make none, all but two suited
    cards when k is 3, and two cards of other suits when it is 4. `scratch` is int64[6, 14].
    """
    below_s, below_n, upto_s, upto_n = scratch[0], scratch[1], scratch[2], scratch[3]
    idle_s, idle_n = scratch[4], scratch[5]
    n_others = 0
    for r in range(14):
        for kind in range(6):
            scratch[kind, r] = 0
    for r in range(13):
        n_others += copies[r]
    n_idle = 0
    i = 0
    while i < n_pairs and values[i] < threshold:
        n_idle += _add_pair(k, low[pairs[i]], high[pairs[i]], suited, copies, idle_s, idle_n)
        i += 1
    n_below, n_upto = 0, 0
    any_below, any_upto = 0, 0  # hands that hold a given card of the other suits, for all of them
    n = 0
    i, j = 0, 0
    while i < n_pairs or j < n_items:
        value = i64(values[i]) if i < n_pairs else i64(1 << 30)
        if j < n_items and items[j] >> 8 < value:
            value = items[j] >> 8
        end_i, end_j = i, j
        while end_i < n_pairs and values[end_i] == value:
            n_upto += _add_pair(
                k, low[pairs[end_i]], high[pairs[end_i]], suited, copies, upto_s, upto_n
            )
            end_i += 1
        while end_j < n_items and items[end_j] >> 8 == value:
            a, b = (items[end_j] >> 4) & 15, items[end_j] & 15
            if b < 13:
                n_upto += 1
                upto_s[a] += 1
                upto_s[b] += 1
            elif a < 13:
                n_upto += n_others
                upto_s[a] += n_others
                any_upto += 1
            else:
                n_upto += n_others * (n_others - 1) >> 1
                any_upto += n_others - 1
            end_j += 1
        idles = 1 if value < threshold else 0
        line = row_of(value) + (0 if idles else 10)
        for x in range(i, end_i):
            a, b = low[pairs[x]], high[pairs[x]]
            if copies[a] > (1 if a == b else 0) and copies[b] > 0:
                found[0, n] = pairs[x]
                found[1, n] = line
                found[2, n] = n_below - below_n[a] - below_n[b] - 2 * any_below
                found[3, n] = N_DEALER - 1 - n_upto + upto_n[a] + upto_n[b] + 2 * any_upto
                found[4, n] = n_idle - idle_n[a] - idle_n[b] + idles
                n += 1
            if k == 3:
                for _ in range(1 if a == b else 2):
                    if suited[a] and copies[b]:
                        found[0, n] = 91 + 13 * a + b
                        found[1, n] = line
                        found[2, n] = n_below - below_s[a] - below_n[b] - any_below
                        found[3, n] = N_DEALER - 1 - n_upto + upto_s[a] + upto_n[b] + any_upto
                        found[4, n] = n_idle - idle_s[a] - idle_n[b] + idles
                        n += 1
                    a, b = b, a
        for y in range(j, end_j):
            a, b = (items[y] >> 4) & 15, items[y] & 15
            if b < 13:
                found[0, n] = 260 + i64(set_of[1 << a | 1 << b])
                found[1, n] = line
                found[2, n] = n_below - below_s[a] - below_s[b]
                found[3, n] = N_DEALER - 1 - n_upto + upto_s[a] + upto_s[b]
                found[4, n] = n_idle - idle_s[a] - idle_s[b]
                n += 1
            elif a < 13:
                for c in range(13):
                    if copies[c]:
                        found[0, n] = 91 + 13 * a + c
                        found[1, n] = line
                        found[2, n] = n_below - below_s[a] - below_n[c] - any_below
                        found[3, n] = N_DEALER - 1 - n_upto + upto_s[a] + upto_n[c] + any_upto
                        found[4, n] = n_idle - idle_s[a] - idle_n[c]
                        n += 1
            else:
                for pair in range(N_PAIRS):
                    c, d = low[pair], high[pair]
                    if copies[c] > (1 if c == d else 0) and copies[d]:
                        found[0, n] = pair
                        found[1, n] = line
                        found[2, n] = n_below - below_n[c] - below_n[d] - 2 * any_below
                        found[3, n] = N_DEALER - 1 - n_upto + upto_n[c] + upto_n[d] + 2 * any_upto
                        found[4, n] = n_idle - idle_n[c] - idle_n[d]
                        n += 1
        n_below = n_upto
        any_below = any_upto
        for x in range(i, end_i):
            a, b = low[pairs[x]], high[pairs[x]]
            below_s[a], below_s[b] = upto_s[a], upto_s[b]
            below_n[a], below_n[b] = upto_n[a], upto_n[b]
        for y in range(j, end_j):
            a, b = (items[y] >> 4) & 15, items[y] & 15
            below_s[a], below_s[b] = upto_s[a], upto_s[b]
        i, j = end_i, end_j
    return n


@inlined
def _add_pair(
    k: int, a: int, b: int, suited: Ints, copies: Ints, of_suit: Ints, of_others: Ints
) -> int:
    """How many hands of two ranks make no flush, each added to the counts of its cards."""
    x, y = copies[a], copies[b]
    s, t = (suited[a], suited[b]) if k == 3 else (0, 0)
    hands: int
    if a == b:
        hands = (x * (x - 1) >> 1) + s * x
        of_others[a] += x - 1 + s
        if k == 3:
            of_suit[a] += x
        return hands
    hands = x * y + s * y + t * x
    of_others[a] += y + t
    of_others[b] += x + s
    if k == 3:
        of_suit[a] += y
        of_suit[b] += x
    return hands


@inlined
def subsets(mask: int, set_of: Shorts, one: Ints, two: Ints, three: Ints) -> None:
    """The numbers of the 1-, 2- and 3-subsets of a mask of up to five ranks, -1 after the last."""
    n1, n2, n3 = 0, 0, 0
    for a in range(13):
        if not (mask >> a) & 1:
            continue
        one[n1] = a
        n1 += 1
        for b in range(a):
            if not (mask >> b) & 1:
                continue
            two[n2] = set_of[1 << a | 1 << b]
            n2 += 1
            for c in range(b):
                if (mask >> c) & 1:
                    three[n3] = set_of[1 << a | 1 << b | 1 << c]
                    n3 += 1
    one[n1], two[n2], three[n3] = -1, -1, -1


@inlined
def add_rows(to: Ints, rows: Ints, n: int) -> None:
    """Add the first n plans of int64[plan, type] to those of another."""
    for plan in range(n):
        for kind in range(N_TYPES):
            to[plan, kind] += rows[plan, kind]


@inlined
def base_of(
    mask: int, suited: Ints, pair_of: Shorts, next2: Shorts, next3: Shorts, next4: Shorts
) -> int:
    """The multiset of a mask of three to five ranks; their cards are no longer free in `suited`."""
    base, size = 0, 0
    for r in range(13):
        suited[r] = 1 - ((mask >> r) & 1)
        if (mask >> r) & 1:
            if size == 0:
                base = r
            elif size == 1:
                base = i64(pair_of[base, r])
            elif size == 2:
                base = i64(next2[base, r])
            elif size == 3:
                base = i64(next3[base, r])
            else:
                base = i64(next4[base, r])
            size += 1
    return base


@kernel(
    "(int64, int64, int64, uint16[::1], uint16[::1], uint16[:,::1], uint16[:,::1], uint16[:,::1],"
    " uint16[:,::1], uint8[:,::1], uint8[::1], uint8[::1], uint8[::1], uint16[:,::1],"
    " uint16[::1], uint8[::1], int64[:,::1], int64, int64[:,:,::1], int64[::1], int64,"
    " int64[:,:,::1], int64[:,:,::1], int64[:,::1])"
)
def price_flushes(
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
    priced: Ints,
    parts: Ints,
    early: Ints,
) -> None:
    """What flushes add, for every step-th set of k suited ranks from the first.

    Added to int64[flop part, plan, type] for the plans of `parts`, and for the rest of the plans,
    which see no flop, summed over whole boards to int64[plan, type].
    """
    n_plans, n_parts = nets.shape[0], parts.shape[1]
    items = np.empty(N_ITEMS, dtype=np.int64)
    found = np.empty((5, N_TYPES), dtype=np.int64)
    scratch = np.empty((6, 14), dtype=np.int64)
    suited, copies = np.empty(13, dtype=np.int64), np.empty(13, dtype=np.int64)
    one, two, three = np.empty(6, np.int64), np.empty(11, np.int64), np.empty(11, np.int64)
    added = np.empty((n_plans, N_TYPES), dtype=np.int64)
    totals = np.empty((n_plans, N_TYPES), dtype=np.int64)
    by_other = np.empty((13, n_plans, N_TYPES), dtype=np.int64)
    last = np.empty((n_plans, N_TYPES), dtype=np.int64)
    for number in range(first, masks.shape[0], step):
        mask = i64(masks[number])
        n_items = list_flushes(mask, k, flushes, items)
        subsets(mask, set_of, one, two, three)
        by_other[:] = 0
        last[:] = 0
        base = base_of(mask, suited, pair_of, next2, next3, next4)
        copies[:] = 3
        for x in range(13 if k < 5 else 1):
            for y in range(x if k == 3 else 0, 13 if k == 3 else 1):
                board = base
                if k == 3:
                    copies[x] -= 1
                    copies[y] -= 1
                    board = i64(next4[next3[base, x], y])
                elif k == 4:
                    copies[x] -= 1
                    board = i64(next4[base, x])
                n = sweep_suited(
                    k, suited, copies, values[board], pairs[board],
                    i64(n_pairs[board]) if k < 5 else 0, items, n_items, low, high,
                    pair_of, set_of, threshold, scratch, found,
                )  # fmt: skip
                added[:] = 0
                start = 0
                while start < n:
                    line = found[1, start]
                    end = start
                    while end < n and found[1, end] == line:
                        end += 1
                    for plan in range(n_plans):
                        worth, of_better = nets[plan, line, 0], nets[plan, line, 1]
                        of_idle, base_net = nets[plan, line, 2], nets[plan, line, 3]
                        least = fold[line] if plan == later else LEAST
                        for i in range(start, end):
                            total = (
                                worth * found[2, i] + of_better * found[3, i]
                                + of_idle * found[4, i] + base_net
                            )  # fmt: skip
                            totals[plan, i] = max(total, least)
                    start = end
                for plan in range(n_plans):
                    for i in range(n):
                        kind = u64(found[0, i])
                        added[plan, kind] = totals[plan, i] - priced[board, plan, type_pair[kind]]
                if k == 3:
                    copies[x] += 1
                    copies[y] += 1
                    for i in range(3):
                        row = one[i] * N_PAIRS + i64(pair_of[x, y])
                        add_rows(parts[row], added, n_parts)
                    # A flop without y: y comes as turn or river, in as many ways as it is free.
                    for plan in range(n_plans):
                        for kind in range(N_TYPES):
                            ways = 3 - others[y, kind] - (1 if x == y else 0)
                            by_other[x, plan, kind] += ways * added[plan, kind]
                    if x != y:
                        for plan in range(n_plans):
                            for kind in range(N_TYPES):
                                ways = 3 - others[x, kind]
                                by_other[y, plan, kind] += ways * added[plan, kind]
                elif k == 4:
                    copies[x] += 1
                    add_rows(by_other[x], added, n_plans)
                else:
                    add_rows(last, added, n_plans)
        for x in range(13 if k < 5 else 0):
            i = 0
            while two[i] >= 0:
                row = FLOP_PART_TWO + two[i] * 13 + x
                add_rows(parts[row], by_other[x], n_parts)
                i += 1
            for plan in range(n_plans):
                for kind in range(N_TYPES):
                    last[plan, kind] += (3 - others[x, kind]) * by_other[x, plan, kind]
        if k == 3:
            for plan in range(n_plans):
                for kind in range(N_TYPES):
                    last[plan, kind] >>= 1  # both orders of two cards were added
        i = 0
        while three[i] >= 0:
            add_rows(parts[FLOP_PART_THREE + three[i]], last, n_parts)
            i += 1
        for plan in range(n_parts, n_plans):
            for kind in range(N_TYPES):
                early[plan - n_parts, kind] += last[plan, kind]
