"""Draws that bring the box a flush, to the card: for the few options that may be the best."""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_counts import LESS, NOT_MORE
from trainer.engine.draw_final import Table, dot
from trainer.engine.draw_flush import N_DISTINCT, Columns, flush_counts, fold_of
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_purchase import Desk, can_gain, open_purchase
from trainer.engine.draw_suits import Slate, add_suit
from trainer.engine.draw_whole import N_PATTERNS, Options, Whole


@inlined
def _bought(
    table: Table, desk: Desk, gone: Ints, value: int, row: int, n_left: int, n_parts: int
) -> int:
    """The purchases of a final hand by ranks, its desk filled."""
    total = 0
    desk.n_worth[0] = 0
    if can_gain(table.pay, value, row, n_left):
        n = table.entries.taken.shape[0]
        total = open_purchase(table.entries, n, table.pay, desk, gone, value, row, n_left, n_parts)
    return total


@kernel()
def fill_exactly(
    whole: Whole,
    desk: Desk,
    slate: Slate,
    code: int,
    own: Ints,
    n_ranks: int,
    ranks: Ints,
    options: Options,
    columns: Columns,
    o: int,
) -> None:
    """The columns of an option to the card."""
    whole = borrowed(whole)
    desk = borrowed(desk)
    slate = borrowed(slate)
    own = borrowed(own)
    ranks = borrowed(ranks)
    options = borrowed(options)
    columns = borrowed(columns)
    table, money = whole.table, whole.money
    entries, pay, finals, up = table.entries, table.pay, table.finals, table.dealer.up
    size, kept = options.size[o], options.kept_mask[o]
    counts = whole.counts
    n_five = finals.five_value.shape[0]
    n_hands, n_left = s64(whole.n_hands[size]), s64(whole.n_left[size])
    n_parts = s64(whole.n_parts[size])
    fold = fold_of(whole, size) * n_parts if not (size == 5 and whole.must_raise) else -(1 << 62)
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    adds = np.empty(N_PATTERNS, dtype=np.int64)
    not_up = keeps = singles = 0
    for j in range(n_ranks):
        if ranks[j] != up:
            not_up |= 1 << j
        if kept >> ranks[j] & 1:
            keeps |= 1 << j
            if own[ranks[j]] == 1:
                singles |= 1 << j
    columns.exact[o] = 1
    for i in range(N_DISTINCT):
        drawn = columns.mask[size, i]
        if drawn < 0:
            break
        if drawn & kept:
            continue
        possible = True
        for r in range(13):
            gone[r] = own[r] + (drawn >> r & 1)
            if gone[r] + (1 if r == up else 0) > 4:
                possible = False
        if not possible:
            continue
        draw_code = whole.draws.code[columns.draw[size, i]]
        c = index_of(table.numbering, code + draw_code, 5 + size)
        for suited in range(2):
            if suited:
                value = s64(finals.suited_value[drawn | kept])
                row = s64(finals.suited_row[drawn | kept])
                of_five = s64(0)
            else:
                f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
                value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
                of_five = s64(money.of_five[f])
                at = counts.first[size] + options.given[o] * n_five + f
                less, not_more = s64(counts.beaten[at, LESS]), s64(counts.beaten[at, NOT_MORE])
            by_ranks = _bought(table, desk, gone, value, row, n_left, n_parts)
            at_column = columns.first[o] + i
            for kind in range(2):
                # Of the upcard's suit, 1, are the cards kept and those drawn, or neither of them.
                must, fixed = (keeps, drawn) if kind else (0, 0)
                may = not_up if kind else not_up & ~singles
                for j in range(n_ranks):
                    if fixed >> ranks[j] & 1:
                        may &= ~(1 << j)
                adds[:] = 0
                if desk.n_worth[0]:
                    add_suit(
                        entries,
                        finals.suited_value,
                        pay,
                        desk,
                        slate,
                        up,
                        value,
                        True,
                        n_ranks,
                        ranks,
                        must,
                        may,
                        fixed,
                        adds,
                    )
                for pattern in range(1 << n_ranks):
                    if pattern & must != must or pattern & ~may or (kind and drawn >> up & 1):
                        continue
                    mask = fixed
                    for j in range(n_ranks):
                        mask |= (pattern >> j & 1) << ranks[j]
                    if suited:
                        no_game, less, not_more = flush_counts(whole, size, c, value, mask)
                        plain = dot(pay.plain, row, no_game, less, not_more, n_hands)
                        insured = dot(pay.insured, row, no_game, less, not_more, n_hands)
                    else:
                        no_game = s64(counts.no_game[counts.first_gone[size] + c])
                        plain = dot(pay.plain, row, no_game, less, not_more, n_hands)
                        plain += money.plain[of_five, mask]
                        insured = dot(pay.insured, row, no_game, less, not_more, n_hands)
                        insured += money.insured[of_five, mask]
                    gain = by_ranks + adds[pattern]
                    buys = plain * n_parts + gain
                    rest = fold
                    if pay.may_insure[row]:
                        if pay.insured_buys:
                            buys = max(buys, insured * n_parts + gain)
                        else:
                            rest = max(rest, insured * n_parts)
                    columns.buys[suited, kind, pattern, at_column] = buys
                    columns.rest[suited, kind, pattern, at_column] = rest
            if entries.n_up_taken == 0:
                continue
            # The same in any other suit.
            for with_drawn in range(2):
                must, fixed = (keeps, drawn) if with_drawn else (0, 0)
                adds[:] = 0
                if desk.n_worth[0]:
                    add_suit(
                        entries,
                        finals.suited_value,
                        pay,
                        desk,
                        slate,
                        up,
                        value,
                        False,
                        n_ranks,
                        ranks,
                        must,
                        (1 << n_ranks) - 1,
                        fixed,
                        adds,
                    )
                for pattern in range(1 << n_ranks):
                    columns.others[suited, with_drawn, pattern, at_column] = adds[pattern]


@kernel()
def flush_exactly(
    whole: Whole,
    options: Options,
    columns: Columns,
    o: int,
    suit: int,
    patterns: Ints,
    masks: Ints,
) -> int:
    """What flushes of a suit add to an option of one state, in units times parts.

    `patterns` tell by suit which of the hand's ranks are of it, `masks` are these ranks.
    """
    whole = borrowed(whole)
    options = borrowed(options)
    columns = borrowed(columns)
    patterns = borrowed(patterns)
    masks = borrowed(masks)
    up = whole.table.dealer.up
    kind = 1 if suit == 0 else 0
    size, first = options.size[o], columns.first[o]
    closed = masks[suit] | (1 << up if suit == 0 else 0)
    with_others = whole.table.entries.n_up_taken > 0
    total = 0
    for i in range(N_DISTINCT):
        drawn = columns.mask[size, i]
        if drawn < 0:
            break
        if drawn & closed:
            continue
        at = first + i
        plain = columns.buys[0, kind, patterns[0], at]
        made = columns.buys[1, kind, patterns[0], at]
        if with_others:
            for s in range(1, 4):
                drew = 1 if s == suit else 0
                plain += columns.others[0, drew, patterns[s], at]
                made += columns.others[1, drew, patterns[s], at]
        total += max(made, columns.rest[1, kind, patterns[0], at])
        total -= max(plain, columns.rest[0, kind, patterns[0], at])
    return total
