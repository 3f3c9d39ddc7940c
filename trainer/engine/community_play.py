"""How often everything happens in a solved game: the way back from decisions to boards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.engine.community import (
    N_ROWS,
    Nets,
    Solution,
    flop_arguments,
    flush_arguments,
    fold_lines,
    lines_of,
    n_workers,
    results_of,
    run,
    spans_of,
)
from trainer.engine.community_counts import count_flushes
from trainer.engine.community_flops import N_DEALT, choose_flops
from trainer.engine.community_ranks import (
    N_LINES,
    count_ranks,
    rank_orders,
    spread_over_card,
)
from trainer.engine.community_tables import (
    BOARDS,
    N_DEALER,
    N_FLOP_PARTS,
    N_FLOPS,
    N_HANDS,
    N_MULTISETS,
    N_PAIRS,
    N_TYPES,
    Ints,
    hand_tables,
    rank_tables,
    suit_tables,
)


class Counts(NamedTuple):
    """How often everything happens, over ROUNDS.

    `bets` are int64[plan, result, row] in the plans' order, `folded` int64[row] of hands folded
    last (after the river; on the flop the row is not known and all are in the first). `dealt` are
    int64[fold or not, row of hand and flop] over hands × flops, where the flop is the only
    decision. `dealt_sums` are the sums of bets by that row, in units of 2 ** SPLIT and the rest.
    """

    bets: Ints
    folded: Ints
    dealt: Ints
    dealt_sums: Ints


def count_play(solution: Solution, early: Ints) -> Counts:
    """How often everything happens; `early` is the plan before the flop by class, -1 to wait."""
    nets, hands = solution.nets, hand_tables()
    n_plans, n_parts = nets.bets.shape[0], 2 if nets.later else 1
    waits = (early < 0).astype(np.uint8)
    spans = spans_of(N_FLOPS, n_workers())
    rank_weights = [np.zeros((N_MULTISETS[3], n_parts, N_PAIRS), np.int64) for _ in spans]
    part_weights = [np.zeros((N_FLOP_PARTS, n_parts, N_TYPES), np.int64) for _ in spans]
    dealt_counts = [np.zeros((2, N_DEALT), np.int64) for _ in spans]
    dealt_sums = [np.zeros((2, N_DEALT), np.int64) for _ in spans]
    shared = flop_arguments(nets, solution.by_ranks, solution.parts)
    run(
        choose_flops,
        [
            (a, b, *shared, waits, rank_weights[n], part_weights[n], dealt_counts[n], dealt_sums[n])
            for n, (a, b) in enumerate(spans)
        ],
    )
    for sums in (rank_weights, part_weights, dealt_counts, dealt_sums):
        for more in sums[1:]:
            sums[0] += more

    # Hands that are bet before the flop have the same weight on every board.
    used = [plan for plan in range(n_parts, n_plans) if (early == plan - n_parts).any()]
    chosen = [(early == plan - n_parts)[hands.hand_class] for plan in used]
    total = _count_boards(nets, rank_weights[0], part_weights[0], chosen)
    bets = np.zeros((n_plans, 6, N_ROWS), dtype=np.int64)
    bets[[*range(n_parts), *used]] = results_of(total[:-1])
    folded = (total[-1, :10, 3] + total[-1, 10:, 3]) * N_DEALER
    if not nets.later:
        folded[0] = int(dealt_counts[0][0].sum()) * BOARDS * N_DEALER
    return Counts(bets, folded, dealt_counts[0], dealt_sums[0])


def _count_boards(
    nets: Nets, rank_weights: Ints, part_weights: Ints, chosen: list[NDArray[np.bool_]]
) -> Ints:
    """Weighted counts int64[done, line, 4], those of hands folded at the river last.

    Weights are given by flop in the shapes of a solution's sums; `chosen` are hands that are played
    to the end on every board.
    """
    ranks, hands, suits = rank_tables(), hand_tables(), suit_tables()
    workers, n_parts = n_workers(), part_weights.shape[1]
    n_done = n_parts + len(chosen)
    lines, fold = lines_of(nets.bets), fold_lines(nets)
    later = 1 if nets.later and n_parts else -1
    weights = np.zeros((N_MULTISETS[3], n_done, N_PAIRS), dtype=np.int64)
    weights[:, :n_parts] = rank_weights
    whole = np.zeros((len(chosen), N_TYPES), dtype=np.int64)
    for n, mask in enumerate(chosen):
        pairs = np.bincount(hands.pair[mask], minlength=N_PAIRS)
        weights[:, n_parts + n] = ranks.flop_weight * pairs
        for suit in range(4):
            # A board is ten flops with the rest as turn and river.
            whole[n] += 10 * np.bincount(suits.type_of[suit, mask], minlength=N_TYPES)
    for n in (3, 4):
        spread = np.zeros((N_MULTISETS[n + 1], n_done, N_PAIRS), dtype=np.int64)
        spread_over_card(
            weights, ranks.counts[n], ranks.next_ranks[n], ranks.pair_low, ranks.pair_high, spread
        )
        weights = spread
    weights //= 2  # turn and river in either order

    taken = [weights] + [np.zeros_like(weights) for _ in range(workers - 1)]
    counted = [np.zeros((n_done + 1, N_LINES, 4), np.int64) for _ in range(workers)]
    before = (*flush_arguments(), nets.threshold)

    def count(worker: int) -> None:
        for k in (3, 4, 5):
            own = (*before, lines, fold, later, part_weights, whole, taken[worker], counted[worker])
            count_flushes(k, worker, workers, suits.sets[k], *own)

    run(count, [(worker,) for worker in range(workers)])
    for more in taken[1:]:
        weights += more
    shared = (*rank_orders(), ranks.counts[5], ranks.pair_low, ranks.pair_high, nets.threshold)
    run(
        count_ranks,
        [
            (a, b, *shared, lines, fold, later, weights, counted[n])
            for n, (a, b) in enumerate(spans_of(N_MULTISETS[5], workers))
        ],
    )
    return np.asarray(sum(counted[1:], counted[0]))


def count_all_in(threshold: int) -> Ints:
    """How often each result and row comes when nothing is folded, int64[result, row] of ROUNDS."""
    nothing = Nets(np.zeros((1, 6, N_ROWS), np.int64), np.zeros(N_ROWS, np.int64), False, threshold)
    rank_weights = np.zeros((N_MULTISETS[3], 0, N_PAIRS), np.int64)
    part_weights = np.zeros((N_FLOP_PARTS, 0, N_TYPES), np.int64)
    everything = [np.ones(N_HANDS, dtype=np.bool_)]
    total = _count_boards(nothing, rank_weights, part_weights, everything)
    return np.asarray(results_of(total[0]))
