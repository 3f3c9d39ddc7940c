"""One spot from scratch: every board that can come, every dealer hand, whatever is known.

The whole-game sweeps need a full deck; here cards may be dead, shown by the dealer, or known to
come as turn or river. Boards that differ by a change of suits which changes nothing else are
looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel, u64
from trainer.engine.community_ranks import i64, price_line, row_of
from trainer.engine.community_tables import Bytes, Ints
from trainer.hands.kernels import EMPTY, bit_of, mask_of, value7, weight_of

N_BOARD = 5
N_LOSERS = 11  # a tie, then the rows of the losing hand
CHUNK = 2048  # boards between two looks at the clock, some 5 ms


class Seen(NamedTuple):
    """The cards of a spot. `known` will come as turn or river, `dead` are out of play."""

    hole: tuple[int, ...]
    board: tuple[int, ...]
    known: tuple[int, ...] = ()
    exposed: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """What all boards and dealer hands of a spot add up to.

    `counted` are int64[line, 4] as in `community.results_of`, over `n_boards` boards and
    `n_dealer` hands each. `waiting` is the sum of what follows a check, on the flop the best of a
    bet and a fold on every board, before it the best over flops as well, where a board counts
    once for each of its `n_flops` flops. `losers` count losing hands by row, ties first.
    """

    counted: Ints
    n_boards: int
    n_dealer: int
    n_flops: int
    waiting: int
    losers: Ints


@inlined
def _compare(
    total: int,
    mask: int,
    n: int,
    weights: Any,
    masks: Any,
    n_exposed: int,
    value: int,
    threshold: int,
    below: Ints,
) -> tuple[int, int, int]:
    """Dealer hands worse, better and without a game; the worse ones by row, if `below` has rows."""
    worse, better, idle = 0, 0, 0
    # With one card shown the outer loop runs once, with both shown the inner one too.
    for i in range(n if n_exposed == 0 else 1):
        first = total + weights[i] if n_exposed == 0 else total
        mask1 = mask | masks[i] if n_exposed == 0 else mask
        for j in range(i if n_exposed == 0 else (n if n_exposed == 1 else 1)):
            second = first + weights[j] if n_exposed < 2 else first
            dealer = i64(value7(second, mask1 | masks[j] if n_exposed < 2 else mask1))
            worse += 1 if dealer < value else 0
            better += 1 if dealer > value else 0
            idle += 1 if dealer < threshold else 0
            if below.shape[0] and dealer < value:
                below[row_of(dealer)] += 1
    return worse, better, idle


@kernel(
    "(int64, int64, uint8[:,::1], int64[::1], uint8[::1], uint8[::1], uint8[::1], uint8[::1],"
    " int64, int64[:,:,::1], int64[::1], int64, int32[:,:,::1], int64[:,::1], int64[:,::1],"
    " int64[::1])"
)
def price_boards(
    first: int,
    last: int,
    boards: Bytes,
    sizes: Ints,
    fixed: Bytes,
    hole: Bytes,
    exposed: Bytes,
    free: Bytes,
    threshold: int,
    nets: Ints,
    fold: Ints,
    n_dealer: int,
    flop_number: Any,
    sums: Ints,
    counted: Ints,
    losers: Ints,
) -> None:
    """Compare with all dealer hands on the boards `fixed` + uint8[board, card].

    A board stands for `sizes` of them. `nets` are the bet on the flop and the one after the river
    (or empty). Sums of the first, and of the better of the second and `fold`, are added to
    int64[flop, 2]: to every flop in the board when three of its cards or more are free, else to
    the first.
    """
    weights, masks = np.empty(52, np.uint64), np.empty(52, np.uint64)
    below = np.zeros(10 if losers.shape[0] else 0, dtype=np.int64)
    n_free = boards.shape[1]
    for board in range(first, last):
        total, mask, taken = EMPTY, u64(0), u64(0)
        for i in range(fixed.shape[0]):
            total += weight_of(fixed[i])
            mask |= mask_of(fixed[i])
        for i in range(n_free):
            total += weight_of(boards[board, i])
            mask |= mask_of(boards[board, i])
            taken |= bit_of(boards[board, i])
        n = 0
        for i in range(free.shape[0]):
            if not taken & bit_of(free[i]):
                weights[n] = weight_of(free[i])
                masks[n] = mask_of(free[i])
                n += 1
        value = i64(
            value7(
                total + weight_of(hole[0]) + weight_of(hole[1]),
                mask | mask_of(hole[0]) | mask_of(hole[1]),
            )
        )
        for i in range(exposed.shape[0]):
            total += weight_of(exposed[i])
            mask |= mask_of(exposed[i])
        below[:] = 0
        worse, better, idle = _compare(
            total, mask, n, weights, masks, exposed.shape[0], value, threshold, below
        )
        size = sizes[board]
        row = row_of(value)
        line = row + (0 if value < threshold else 10)
        counted[line, 0] += size * worse
        counted[line, 1] += size * better
        counted[line, 2] += size * idle
        counted[line, 3] += size
        if losers.shape[0]:
            losers[0] += size * (n_dealer - worse - better)
            losers[1 + row] += size * better
            for i in range(10):
                losers[1 + i] += size * below[i]
        if nets.shape[0]:
            now = size * price_line(nets, 0, line, worse, better, idle)
            after = size * max(fold[line], price_line(nets, 1, line, worse, better, idle))
            if n_free < 3:
                sums[0, 0] += now
                sums[0, 1] += after
            else:
                for i in range(n_free):
                    for j in range(i):
                        for k in range(j):
                            flop = flop_number[boards[board, i], boards[board, j], boards[board, k]]
                            sums[flop, 0] += now
                            sums[flop, 1] += after


@kernel("int64(uint8[::1], int64, uint8[::1], uint8[:,::1], int64[::1])")
def _list_boards(free: Bytes, n_cards: int, suit_kinds: Bytes, boards: Bytes, sizes: Ints) -> int:
    """How many boards of n free cards there are up to changes of suits of one kind.

    They are written to `boards` with the number each stands for, as far as there is room; free
    cards and so boards are in rising order.
    """
    at = np.arange(n_cards)
    suits = np.zeros(4, dtype=np.int64)
    n = 0
    n_free = free.shape[0]
    while True:
        suits[:] = 0
        for i in range(n_cards):
            card = i64(free[at[i]])
            suits[card & 3] |= 1 << (card >> 2)
        size = 1
        smallest = True
        for t in range(4):
            rank, same = 1, 1
            for s in range(t):
                if suit_kinds[s] == suit_kinds[t]:
                    rank += 1
                    if suits[s] < suits[t]:
                        smallest = False
                    elif suits[s] == suits[t]:
                        same += 1
            # Building up size! / (size of equal runs)! over the suits of a kind, one at a time.
            size = size * rank // same
        if smallest:
            if n < boards.shape[0]:
                for i in range(n_cards):
                    boards[n, i] = free[at[i]]
                sizes[n] = size
            n += 1
        i = n_cards - 1
        while i >= 0 and at[i] == n_free - n_cards + i:
            i -= 1
        if i < 0:
            return n
        at[i] += 1
        for j in range(i + 1, n_cards):
            at[j] = at[j - 1] + 1


def free_cards(seen: Seen) -> list[int]:
    """The cards that nobody has seen, in rising order."""
    gone = {a for group in seen for a in group}
    return [a for a in range(52) if a not in gone]


def _suit_kinds(seen: Seen) -> list[int]:
    """A number for each suit, equal where two suits can be exchanged without changing the spot."""
    kinds = [
        tuple(tuple(sorted(a >> 2 for a in group if a & 3 == suit)) for group in seen)
        for suit in range(4)
    ]
    return [kinds.index(kind) for kind in kinds]


def _flop_numbers(free: Sequence[int], kinds: Sequence[int]) -> tuple[NDArray[np.int32], int]:
    """A number for the flop of three cards in falling order, the same for flops that are alike."""
    cards = np.array(free, dtype=np.int64)
    a, b, c = (cards[x] for x in np.meshgrid(*(np.arange(len(free)),) * 3, indexing="ij"))
    keep = (a > b) & (b > c)
    flops = np.stack([a[keep], b[keep], c[keep]], axis=1)
    least = np.full(len(flops), 1 << 30)
    for change in permutations(range(4)):
        if any(kinds[suit] != kinds[change[suit]] for suit in range(4)):
            continue
        moved = np.sort(flops >> 2 << 2 | np.array(change)[flops & 3], axis=1)
        least = np.minimum(least, (moved[:, 2] * 52 + moved[:, 1]) * 52 + moved[:, 0])
    codes, number = np.unique(least, return_inverse=True)
    table = np.zeros((52, 52, 52), dtype=np.int32)
    table[flops[:, 0], flops[:, 1], flops[:, 2]] = number
    return table, len(codes)


Progress = Callable[[float], None]


def tally(
    seen: Seen,
    threshold: int,
    nets: Ints,
    fold: Ints,
    *,
    losers: bool = False,
    progress: Progress | None = None,
    workers: int = 2,
) -> Tally:
    """Everything about one spot; 0.02 ms after the river, some ms on the flop, seconds before it.

    `nets` are int64[flop bet and river bet, line, 4] for the number of dealer hands there are, or
    empty where nothing remains to decide; `fold` are sums int64[line].
    """
    free = free_cards(seen)
    fixed = seen.board + seen.known
    n_free = N_BOARD - len(fixed)
    n_dealer = comb(len(free) - n_free, 2 - len(seen.exposed))
    before_flop = n_free >= 3
    kinds = _suit_kinds(seen) if before_flop else [0, 1, 2, 3]
    cards = np.array(free, dtype=np.uint8)
    kind_of = np.array(kinds, dtype=np.uint8)
    room = comb(len(free), n_free)
    if before_flop:
        empty = np.zeros((0, n_free), np.uint8)
        room = _list_boards(cards, n_free, kind_of, empty, np.zeros(0, np.int64))
    boards, sizes = np.zeros((room, n_free), np.uint8), np.ones(room, np.int64)
    _list_boards(cards, n_free, kind_of, boards, sizes)
    numbers, n_flops = np.zeros((1, 1, 1), np.int32), 1
    if before_flop:
        numbers, n_flops = _flop_numbers(free, kinds)

    def fresh() -> tuple[Ints, Ints, Ints]:
        return (
            np.zeros((n_flops, 2), np.int64),
            np.zeros((20, 4), np.int64),
            np.zeros(N_LOSERS if losers else 0, np.int64),
        )

    groups = (np.array(group, dtype=np.uint8) for group in (fixed, seen.hole, seen.exposed, free))
    shared: Any = (boards, sizes, *groups, threshold, nets, fold, n_dealer, numbers)
    sums = fresh()
    if room <= CHUNK:
        price_boards(0, room, *(*shared, *sums))
    else:
        _in_chunks(room, shared, fresh, sums, workers, progress)
    best = sums[0].max(axis=1) if before_flop else sums[0][:, 1]
    return Tally(
        counted=sums[1],
        n_boards=comb(len(free), n_free),
        n_dealer=n_dealer,
        n_flops=comb(n_free, 3) if before_flop else 1,
        waiting=int(best.sum()),
        losers=sums[2],
    )


def _in_chunks(
    n: int,
    shared: Any,
    fresh: Callable[[], tuple[Ints, Ints, Ints]],
    sums: tuple[Ints, Ints, Ints],
    workers: int,
    progress: Progress | None,
) -> None:
    """The sweep in pieces, so that it can be watched and stopped."""
    chunks = iter(range(0, n, CHUNK))
    n_done = 0
    stopped = False

    def work() -> tuple[Ints, Ints, Ints]:
        nonlocal n_done
        own = fresh()
        for start in chunks:  # shared by the threads; taking the next one is atomic
            if stopped:
                break
            price_boards(start, min(start + CHUNK, n), *(*shared, *own))
            n_done += CHUNK
            if progress is not None:
                progress(min(1.0, n_done / n))
        return own

    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(work) for _ in range(workers)]
        try:
            for job in jobs:
                for whole, part in zip(sums, job.result(), strict=True):
                    whole += part
        finally:
            stopped = True
