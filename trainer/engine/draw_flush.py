"""Draws that bring the box a flush: what they add to an option, bounded and exact.

A class's sums take every draw for a plain hand. Where the cards kept are of one suit and the cards
drawn too, the flush takes the plain hand's place. Without purchases a column of these differences,
by the ranks drawn, serves all states of a class; with purchases the columns are bounds, and those
of the few options that may be the best are filled again, exactly, for all states of a hand's ranks.
"""

from __future__ import annotations

from math import ceil, comb
from typing import NamedTuple

import numpy as np

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_counts import LESS, NOT_MORE
from trainer.engine.draw_dealer import LOWEST_STRAIGHT_FLUSH
from trainer.engine.draw_final import dot
from trainer.engine.draw_hands import N_RANKS, Ints, index_of
from trainer.engine.draw_whole import N_OPTIONS, N_PATTERNS, Options, Whole, most_gain

N_DISTINCT = 1287  # sets of five ranks


class Columns(NamedTuple):
    """Flushes and the plain hands in their place, by [kind, pattern, option and ranks drawn].

    Kind 1 is the upcard's suit, kind 0 any other. An option's sets of ranks drawn start at `first`.
    `low` and `high` are bounds on flush less plain hand; `buys` and `rest` are values to the card,
    of the plain hand [0] and of the flush [1]: raised with purchases, but for what other suits than
    the upcard's add to these; and the best of folding and insurance. `others` is what such a suit
    adds, by its own pattern, without the cards drawn [0] and with them [1]. `done` and `exact` tell
    what is filled.
    """

    low: Ints
    high: Ints
    buys: Ints  # [made, kind, pattern, at]
    rest: Ints
    others: Ints  # [made, with the cards drawn, pattern, at]
    done: Ints  # [option, kind, pattern]
    exact: Ints  # [option]
    first: Ints  # [option]
    mask: Ints  # [size, set] the ranks drawn; -1 past the end
    draw: Ints  # [size, set] index among draws of the size


def distinct_draws(whole: Whole) -> tuple[Ints, Ints]:
    """Draws of different ranks by [size, set]: their masks, -1 past the end, and their indices."""
    mask = np.full((6, N_DISTINCT), -1, dtype=np.int64)
    draw = np.zeros((6, N_DISTINCT), dtype=np.int64)
    draws = whole.draws
    for size in range(1, 6):
        start, end = draws.first[size], draws.first[size + 1]
        distinct = start + np.flatnonzero(draws.n_ranks[start:end] == size)
        ranks = draws.ranks[distinct, :size].astype(np.int64)
        mask[size, : len(distinct)] = (1 << ranks).sum(axis=1)
        draw[size, : len(distinct)] = distinct
    return mask, draw


# Sets of ranks drawn, of all exchanges of a hand of five ranks.
N_COLUMN = sum(comb(5, size) * comb(N_RANKS, size) for size in range(1, 6))


def new_columns(whole: Whole) -> Columns:
    """Room for the columns of one hand."""
    shape = (2, N_PATTERNS, N_COLUMN)
    low, high = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    buys, rest, others = (np.zeros((2, *shape), dtype=np.int64) for _ in range(3))
    done = np.zeros((N_OPTIONS, 2, N_PATTERNS), dtype=np.int64)
    exact, first = np.zeros(N_OPTIONS, dtype=np.int64), np.zeros(N_OPTIONS, dtype=np.int64)
    mask, draw = distinct_draws(whole)
    return Columns(low, high, buys, rest, others, done, exact, first, mask, draw)


@inlined
def open_columns(options: Options, columns: Columns) -> None:
    """Begin with a hand: nothing is filled."""
    columns.done[:] = 0
    columns.exact[:] = 0
    at = 0
    for o in range(options.n[0]):
        columns.first[o] = at
        n = 1
        for i in range(options.size[o]):
            n = n * (13 - i) // (i + 1)
        at += n


@inlined
def fold_of(whole: Whole, size: int) -> int:
    """A fold over all dealer hands, in units; out of reach where the box must raise."""
    if size == 5 and whole.must_raise:
        return -(1 << 60)
    fold: int = whole.table.pay.fold * whole.n_hands[size]
    return fold


@inlined
def flush_counts(whole: Whole, size: int, c: int, value: int, mask: int) -> tuple[int, int, int]:
    """Dealer hands without a game, below, and not above a flush, by all cards gone."""
    dealer, counts = whole.table.dealer, whole.counts
    c += counts.first_gone[size]
    below = s64(counts.below_flush[c])
    if value >= LOWEST_STRAIGHT_FLUSH:
        below = whole.n_hands[size]
    kind = dealer.suit_class[value]
    return (
        s64(counts.no_game[c]) + dealer.no_game[mask],
        below + dealer.less[kind, mask],
        below + dealer.not_more[kind, mask],
    )


@kernel()
def fill_column(
    whole: Whole,
    code: int,
    own: Ints,
    options: Options,
    columns: Columns,
    o: int,
    kind: int,
    pattern: int,
    hand_mask: int,
) -> None:
    """One column: the ranks `hand_mask` of the hand are in the upcard's suit."""
    whole = borrowed(whole)
    own = borrowed(own)
    options = borrowed(options)
    columns = borrowed(columns)
    table, money = whole.table, whole.money
    pay, finals = table.pay, table.finals
    size, kept = options.size[o], options.kept_mask[o]
    counts = whole.counts
    n_five = finals.five_value.shape[0]
    n_hands, n_left = s64(whole.n_hands[size]), s64(whole.n_left[size])
    fold = fold_of(whole, size)
    columns.done[o, kind, pattern] = 1
    for i in range(N_DISTINCT):
        drawn = columns.mask[size, i]
        if drawn < 0:
            break
        at_column = columns.first[o] + i
        columns.low[kind, pattern, at_column] = 0
        columns.high[kind, pattern, at_column] = 0
        if drawn & kept or (kind == 1 and drawn & (hand_mask | 1 << table.dealer.up)):
            continue
        possible = True
        for r in range(13):
            there = 3 if r == table.dealer.up else 4
            if drawn >> r & 1 and own[r] >= there:
                possible = False
        if not possible:
            continue
        mask = hand_mask | (drawn if kind == 1 else 0)
        m = columns.draw[size, i]
        draw_code = whole.draws.code[m]
        c = index_of(table.numbering, code + draw_code, 5 + size)
        f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
        value = s64(finals.suited_value[drawn | kept])
        row = s64(finals.suited_row[drawn | kept])
        no_game, less, not_more = flush_counts(whole, size, c, value, mask)
        made = max(dot(pay.plain, row, no_game, less, not_more, n_hands), fold)
        if pay.may_insure[row]:
            made = max(made, dot(pay.insured, row, no_game, less, not_more, n_hands))
        made_more = s64(ceil(most_gain(pay, value, row, n_left, no_game)))
        value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
        of_five = money.of_five[f]
        at = counts.first[size] + options.given[o] * n_five + f
        less, not_more = s64(counts.beaten[at, LESS]), s64(counts.beaten[at, NOT_MORE])
        no_game = s64(counts.no_game[counts.first_gone[size] + c])
        plain = dot(pay.plain, row, no_game, less, not_more, n_hands)
        plain = max(plain + money.plain[of_five, mask], fold)
        if pay.may_insure[row]:
            insured = dot(pay.insured, row, no_game, less, not_more, n_hands)
            plain = max(plain, insured + money.insured[of_five, mask])
        plain_more = s64(ceil(most_gain(pay, value, row, n_left, no_game)))
        columns.low[kind, pattern, at_column] = made - plain - plain_more
        columns.high[kind, pattern, at_column] = made + made_more - plain


@inlined
def flush_bounds(
    whole: Whole, options: Options, columns: Columns, o: int, suit: int, pattern: int, mask: int
) -> tuple[int, int]:
    """Bounds in units on what flushes of a suit, of which `mask` is gone, add to an option."""
    kind = 1 if suit == 0 else 0
    size = options.size[o]
    closed = mask | (1 << whole.table.dealer.up if suit == 0 else 0)
    low = high = 0
    for i in range(N_DISTINCT):
        drawn = columns.mask[size, i]
        if drawn < 0:
            break
        if drawn & closed == 0:
            low += columns.low[kind, pattern, columns.first[o] + i]
            high += columns.high[kind, pattern, columns.first[o] + i]
    return low, high
