"""Whole games with a shared board, solved exactly: two cards, a flop, turn and river, a dealer.

`solve` takes what every plan nets at each result of the showdown and row, as integers, and says
what each decision is worth; `community_play` then counts how often everything happens.
All sums are over flops × turns and rivers × dealer hands, FLOPS × BOARDS × N_DEALER for a hand.

The design, in short: boards are known by ranks alone, or by the ranks of one suit and of the
rest, which makes 36,608 classes of boards with at most 338 kinds of hands instead of two billion.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from trainer.compiled import source_files
from trainer.engine.community_flops import price_flops
from trainer.engine.community_flushes import price_flushes
from trainer.engine.community_ranks import (
    N_LINES,
    price_ranks,
    rank_orders,
    sum_over_card,
)
from trainer.engine.community_tables import (
    BOARDS,
    FLOPS,
    N_CLASSES,
    N_DEALER,
    N_FLOP_PARTS,
    N_FLOPS,
    N_HANDS,
    N_MULTISETS,
    N_PAIRS,
    N_TYPES,
    Ints,
    flop_part,
    flop_tables,
    hand_number,
    hand_tables,
    multiset_number,
    rank_tables,
    suit_tables,
)
from trainer.errors import RuleError
from trainer.hands.tables import load_tables

N_ROWS = 10  # high card to royal flush
RESULTS = ("lose-no-game", "tie-no-game", "win-no-game", "lose", "tie", "win")
# The largest sum is that of a class of twelve hands over all its deals; nothing on the way is
# larger than four times the largest sum of one hand.
MAX_NET = (2**63 - 1) // (12 * FLOPS * BOARDS * N_DEALER)


class Nets(NamedTuple):
    """What plans net, as integers of one unit.

    `bets` are int64[plan, result, row], in this order: the bet on the flop; the bet after the river
    if `later`; then the bets before the flop. `fold` is int64[row]; it is what the last decision
    can be instead. `dealt` adds int64[fold or not, row of hand and flop] at the flop, or is None.
    """

    bets: Ints
    fold: Ints
    later: bool
    threshold: int  # the dealer's weakest hand that is a game
    dealt: Ints | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved game: sums for every hand, and for every hand and flop."""

    nets: Nets
    by_ranks: Ints  # int64[ranks of the flop, plan, pair]
    parts: Ints  # int64[flop part, plan, type]
    waiting: Ints  # int64[class]: going to the flop, a sum over all deals of the class
    betting: Ints  # int64[class]: the bet on every flop
    early: Ints  # int64[plan before the flop, class]

    def at_flop(self, hole: Sequence[int], flop: Sequence[int]) -> tuple[int, int]:
        """Sums over boards and dealer hands of the choices on a flop: check or fold, and bet."""
        ranks, pair, rows, kinds = _place(hole, flop)
        sums = [
            int(self.by_ranks[ranks, plan, pair])
            + sum(int(self.parts[r, plan, t]) for r, t in zip(rows, kinds, strict=True))
            for plan in range(self.parts.shape[1])
        ]
        return (sums[1] if len(sums) > 1 else flop_fold(self.nets)), sums[0]

    def flops(self) -> Ints:
        """Both choices, `dealt` included, for every flop and hand, int64[flop, choice, hand]."""
        priced = np.zeros((N_FLOPS, 2, N_HANDS), dtype=np.int64)
        _price_flops(self.nets, self.by_ranks, self.parts, priced)
        return priced


def n_workers() -> int:
    """Threads for a sweep: two are enough, more copy more memory than they save time."""
    return min(2, os.cpu_count() or 1)


def check_size(nets: Nets) -> None:
    """Raise RuleError when sums of these nets could leave 64 bits."""
    largest = max(int(np.abs(nets.bets).max(initial=0)), int(np.abs(nets.fold).max(initial=0)))
    if nets.dealt is not None:
        largest += int(np.abs(nets.dealt).max(initial=0))
    if largest > MAX_NET:
        raise RuleError(
            f"a payout of this game is {largest} of its smallest units; exact sums in 64 bits "
            f"take {MAX_NET} at most"
        )


def lines_of(bets: Ints, n_dealer: int = N_DEALER) -> Ints:
    """Nets as int64[plan, line, 4], linear in dealer hands worse, better and idle; the rest tie."""
    lines = np.zeros((bets.shape[0], N_LINES, 4), dtype=np.int64)
    lose_idle, tie_idle, win_idle, lose, tie, win = (bets[:, n, :] for n in range(6))
    # A hand that would not qualify ties and beats only dealers without a game.
    lines[:, :10, 0] = win_idle - tie_idle
    lines[:, :10, 1] = lose_idle - tie_idle
    lines[:, :10, 2] = lose_idle - lose
    lines[:, :10, 3] = n_dealer * (tie_idle - lose_idle + lose)
    # One that would beats all of them, and ties and loses only to games.
    lines[:, 10:, 0] = win - tie
    lines[:, 10:, 1] = lose - tie
    lines[:, 10:, 2] = win_idle - win
    lines[:, 10:, 3] = n_dealer * tie
    return lines


def results_of(counted: Ints, n_dealer: int = N_DEALER) -> Ints:
    """Counts int64[..., line, 4] as int64[..., result, row]."""
    worse, better, idle, ones = (counted[..., n] for n in range(4))
    every = n_dealer * ones
    low, high = slice(0, 10), slice(10, 20)
    parts = (
        (idle - every + better)[..., low],
        (every - worse - better)[..., low],
        worse[..., low] + idle[..., high],
        (every - idle)[..., low] + better[..., high],
        (every - worse - better)[..., high],
        (worse - idle)[..., high],
    )
    return np.stack(parts, axis=-2)


def flop_fold(nets: Nets) -> int:
    """The sum of a fold on the flop, where that is a choice."""
    return 0 if nets.later else int(nets.fold[0]) * BOARDS * N_DEALER


def fold_lines(nets: Nets) -> Ints:
    """What a last fold nets over all dealer hands, by line."""
    return np.tile(nets.fold * N_DEALER, 2)


@cache
def _flushes() -> Any:
    return np.frombuffer(load_tables().flushes, dtype=np.uint16).copy()


def flush_arguments() -> Any:
    """What both flush sweeps take between the sets of suited ranks and the threshold."""
    ranks, suits, orders = rank_tables(), suit_tables(), rank_orders()
    return (
        _flushes(),
        *ranks.next_ranks[2:5],
        *orders,
        ranks.pair_low,
        ranks.pair_high,
        ranks.pair_of,
        suits.set_of,
        suits.type_pair,
        suits.type_others,
    )


def run(work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
    """Do jobs side by side; kernels let other threads run."""
    if len(jobs) == 1:
        work(*jobs[0])
        return
    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(work, *job) for job in jobs]:
            done.result()


def spans_of(n: int, workers: int) -> list[tuple[int, int]]:
    """The numbers below n in as many spans as there are workers."""
    edges = [n * i // workers for i in range(workers + 1)]
    return list(pairwise(edges))


def solve(nets: Nets, workers: int | None = None) -> Solution:
    """The value of every decision of a game; a few tenths of a second.

    Raises RuleError when the nets are too large for exact sums in 64 bits.
    """
    check_size(nets)
    assert nets.bets.shape[1:] == (6, N_ROWS) and nets.fold.shape == (N_ROWS,)
    n_plans = nets.bets.shape[0]
    n_parts = 2 if nets.later else 1
    assert nets.dealt is None or n_plans == n_parts, "a bet before the flop cannot know the flop"
    assert nets.later or len(set(nets.fold.tolist())) == 1, "a fold on the flop knows no final hand"
    workers = workers or n_workers()
    ranks = rank_tables()
    plans = _swept_plans(nets, n_parts)
    n_plans = len(plans)
    lines, fold, later = lines_of(nets.bets[plans]), fold_lines(nets), 1 if nets.later else -1

    priced = np.zeros((N_MULTISETS[5], n_plans, N_PAIRS), dtype=np.int64)
    order = rank_orders()
    shared = (*order, ranks.counts[5], ranks.pair_low, ranks.pair_high, nets.threshold)
    run(
        price_ranks,
        [(a, b, *shared, lines, fold, later, priced) for a, b in spans_of(N_MULTISETS[5], workers)],
    )
    by_ranks = priced
    for n in (4, 3):
        sums = np.zeros((N_MULTISETS[n], n_plans, N_PAIRS), dtype=np.int64)
        sum_over_card(
            by_ranks, ranks.counts[n], ranks.next_ranks[n], ranks.pair_low, ranks.pair_high, sums
        )
        by_ranks = sums
    by_ranks //= 2  # turn and river in either order

    parts = [np.zeros((N_FLOP_PARTS, n_parts, N_TYPES), np.int64) for _ in range(workers)]
    early = [np.zeros((n_plans - n_parts, N_TYPES), np.int64) for _ in range(workers)]
    flushes: Any = (*flush_arguments(), nets.threshold)

    def price(worker: int) -> None:
        for k in (3, 4, 5):
            own = (*flushes, lines, fold, later, priced, parts[worker], early[worker])
            price_flushes(k, worker, workers, suit_tables().sets[k], *own)

    run(price, [(worker,) for worker in range(workers)])
    for worker in range(1, workers):
        parts[0] += parts[worker]
        early[0] += early[worker]
    totals = _price_flops(nets, by_ranks, parts[0], np.zeros((0, 2, N_HANDS), np.int64))
    return Solution(
        nets,
        by_ranks,
        parts[0],
        totals[:, 0].copy(),
        totals[:, 1].copy(),
        _with_means(nets, totals[:, 1], plans, _before_flop(by_ranks[:, n_parts:], early[0])),
    )


def _swept_plans(nets: Nets, n_parts: int) -> list[int]:
    """The plans that need sums of their own.

    A bet before the flop whose nets are halfway between the flop bet and another one has sums
    halfway too: 3x is such a bet, as long as no house rule bends the payouts.
    """
    bets = nets.bets
    early = range(n_parts, bets.shape[0])
    means = {
        plan
        for plan in early
        for other in early
        if other != plan and (2 * bets[plan] == bets[0] + bets[other]).all()
    }
    return [plan for plan in range(bets.shape[0]) if plan not in means]


def _with_means(nets: Nets, betting: Ints, plans: list[int], swept: Ints) -> Ints:
    """Sums of all bets before the flop, int64[plan, class], from those of the plans swept."""
    n_parts = 2 if nets.later else 1
    n_early = nets.bets.shape[0] - n_parts
    sums = np.zeros((n_early, N_CLASSES), dtype=np.int64)
    done = [plan for plan in plans if plan >= n_parts]
    for plan, row in zip(done, swept, strict=True):
        sums[plan - n_parts] = row
    for plan in range(n_parts, nets.bets.shape[0]):
        if plan in done:
            continue
        other = next(n for n in done if (2 * nets.bets[plan] == nets.bets[0] + nets.bets[n]).all())
        half = sums[other - n_parts]
        # Their mean, which is whole, without the sum, which may not fit.
        sums[plan - n_parts] = (betting >> 1) + (half >> 1) + (betting & half & 1)
    return sums


def _before_flop(by_ranks: Ints, early: Ints) -> Ints:
    """Sums of bets before the flop by class, int64[plan, class]: by ranks, and what flushes add."""
    hands, kinds = hand_tables(), suit_tables().type_of
    of_pair = np.einsum("rpn,rn->pn", by_ranks, rank_tables().flop_weight)
    # A board is ten flops with the rest as turn and river.
    of_hand = of_pair[:, hands.pair] + 10 * early[:, kinds].sum(axis=1)
    sums = np.zeros((early.shape[0], N_CLASSES), dtype=np.int64)
    for plan in range(early.shape[0]):
        np.add.at(sums[plan], hands.hand_class, of_hand[plan])
    return sums


def flop_arguments(nets: Nets, by_ranks: Ints, parts: Ints) -> tuple[Any, ...]:
    """What both sweeps over flops take after their span."""
    flops, hands = flop_tables(), hand_tables()
    dealt = np.zeros((2, 0), dtype=np.int64)
    if nets.dealt is not None:
        dealt = np.ascontiguousarray(nets.dealt * (BOARDS * N_DEALER))
    return (
        *(flops.cards, flops.bits, flops.weight, flops.ranks, flops.n_suits, flops.suits),
        *(flops.parts, hands.low, hands.high, hands.bits, hands.pair, hands.hand_class),
        *(suit_tables().type_of, by_ranks, parts, dealt, flop_fold(nets)),
    )


def _price_flops(nets: Nets, by_ranks: Ints, parts: Ints, priced: Ints) -> Ints:
    """Sums by class of the better choice and of the bet, int64[class, 2]."""
    spans = spans_of(N_FLOPS, n_workers())
    totals = [np.zeros((N_CLASSES, 2), np.int64) for _ in spans]
    shared = flop_arguments(nets, by_ranks, parts)
    run(
        price_flops,
        [(a, b, *shared, sums, priced) for (a, b), sums in zip(spans, totals, strict=True)],
    )
    return np.asarray(sum(totals[1:], totals[0]))


def _place(hole: Sequence[int], flop: Sequence[int]) -> tuple[int, int, list[int], list[int]]:
    """Where a hand and a flop are in the sums: ranks, pair, and for each suit part and type."""
    hands, suits = hand_tables(), suit_tables()
    hand = hand_number(*hole)
    shown = sorted({a & 3 for a in flop})
    rows = [flop_part(list(flop), suit) for suit in shown]
    kinds = [int(suits.type_of[suit, hand]) for suit in shown]
    return multiset_number(tuple(a >> 2 for a in flop)), int(hands.pair[hand]), rows, kinds


def code_name() -> str:
    """A name for the code that these figures come from, which changes with it."""
    digest = blake2b(digest_size=16)
    for path in source_files():
        digest.update(path.read_bytes())
    return digest.hexdigest()
