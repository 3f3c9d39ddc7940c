"""The best exchange of one state: bounds first, to the card only where they leave it open."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined
from trainer.engine.draw_class import Left, Sums
from trainer.engine.draw_flush import Columns, fill_column, flush_bounds
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_states import MARGIN, antes_of, beats, left_value
from trainer.engine.draw_suited import fill_exactly, flush_exactly
from trainer.engine.draw_suits import Slate
from trainer.engine.draw_whole import Options, Whole

KNOWN = 8  # added to a suit when the value is exact
ALL_SUITS = 4


class Candidates(NamedTuple):
    """Exchanges of a state: an option, and the suit of what is kept where it is of one suit."""

    n: Ints  # [1]
    option: Ints
    suit: Ints  # -1 for cards of several suits, ALL_SUITS when nothing is kept
    value: Ints  # but for flushes, unless the suit is -1 or KNOWN
    low: NDArray[np.float64]  # bounds in antes
    high: NDArray[np.float64]


def new_candidates() -> Candidates:
    """Room for the candidates of one state."""
    n, option, suit, value = (np.zeros(size, dtype=np.int64) for size in (1, 64, 64, 64))
    return Candidates(n, option, suit, value, np.zeros(64), np.zeros(64))


@inlined
def list_candidates(
    whole: Whole,
    code: int,
    own: Ints,
    n_ranks: int,
    ranks: Ints,
    often: Ints,
    options: Options,
    sums: Sums,
    left: Left,
    columns: Columns,
    pattern: int,
    patterns: Ints,
    masks: Ints,
    split: NDArray[np.uint8],
    best_low: float,
    found: Candidates,
) -> float:
    """The exchanges that a state may take, with bounds; returns the highest lower bound in antes.

    `pattern` and `patterns` tell which ranks of the hand are of the upcard's and the other suits.
    """
    n = 0
    for o in range(options.n[0]):
        if not options.active[o]:
            continue
        size = options.size[o]
        total = sums.plain[o, pattern]
        if sums.has_others[o]:
            for s in range(1, 4):
                total += sums.others[o, patterns[s]]
        if left.n[0]:
            total += left_value(whole, left, o, size, own, masks, split)
        kept = options.kept_mask[o]
        n_ways = 1
        for i in range(n_ranks):
            if kept >> ranks[i] & 1:
                n_ways *= often[i]
        n_suited = 0
        if options.one_each[o]:
            for s in range(4):
                if masks[s] & kept == kept:
                    n_suited += 1
        if n_suited < n_ways and kept:
            found.option[n] = o
            found.suit[n] = -1
            found.value[n] = total
            found.low[n] = antes_of(whole, total, size, whole.fee[size])
            found.high[n] = found.low[n]
            best_low = max(best_low, found.low[n])
            n += 1
        if n_suited == 0:
            continue
        both_low = both_high = 0
        for s in range(4):
            if masks[s] & kept != kept:
                continue
            k = 1 if s == 0 else 0
            if not columns.done[o, k, pattern]:
                fill_column(whole, code, own, options, columns, o, k, pattern, masks[0])
            add_low, add_high = flush_bounds(whole, options, columns, o, s, pattern, masks[s])
            both_low += add_low
            both_high += add_high
            if kept == 0 and s < 3:
                continue
            found.option[n] = o
            found.suit[n] = s if kept else ALL_SUITS
            found.value[n] = total
            n_parts = whole.n_parts[size]
            found.low[n] = antes_of(whole, total + both_low * n_parts, size, whole.fee[size])
            found.high[n] = antes_of(whole, total + both_high * n_parts, size, whole.fee[size])
            if both_low == both_high:
                found.value[n] += both_low * n_parts
                found.suit[n] += KNOWN
            best_low = max(best_low, found.low[n])
            n += 1
            both_low = both_high = 0
    found.n[0] = n
    return best_low


@inlined
def best_candidate(
    whole: Whole,
    desk: Desk,
    slate: Slate,
    code: int,
    own: Ints,
    n_ranks: int,
    ranks: Ints,
    options: Options,
    columns: Columns,
    patterns: Ints,
    masks: Ints,
    order: Ints,
    best_low: float,
    found: Candidates,
) -> int:
    """The best of the candidates that may reach `best_low`, its value exact; -1 when none may."""
    best = -1
    for i in range(found.n[0]):
        if found.high[i] + MARGIN < best_low:
            continue
        o, suit = found.option[i], found.suit[i]
        if 0 <= suit < KNOWN:
            if not columns.exact[o]:
                fill_exactly(whole, desk, slate, code, own, n_ranks, ranks, options, columns, o)
            for s in range(4):
                if s == suit or suit == ALL_SUITS:
                    found.value[i] += flush_exactly(whole, options, columns, o, s, patterns, masks)
            size = options.size[o]
            best_low = max(best_low, antes_of(whole, found.value[i], size, whole.fee[size]))
        if best < 0 or beats(
            whole,
            found.value[i],
            options.size[o],
            found.value[best],
            options.size[found.option[best]],
            order,
        ):
            best = i
    return best
