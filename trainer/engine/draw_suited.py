"""Draws that bring the box a flush, to the card: for the few options that may be the best."""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_final import Table, dot
from trainer.engine.draw_flush import N_DISTINCT, Columns, flush_counts, fold_of
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_purchase import (
    Desk,
    can_gain,
    open_purchase,
    other_suit_gain,
    upcard_suit_gain,
)
from trainer.engine.draw_rules import NO_GAME
from trainer.engine.draw_whole import Options, Whole


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


@inlined
def _others(
    table: Table,
    desk: Desk,
    gone: Ints,
    masks: Ints,
    value: int,
    row: int,
    n_left: int,
    n_parts: int,
) -> int:
    """What suits other than the upcard's add to the purchases of a final hand."""
    entries, pay = table.entries, table.pay
    total = 0
    if can_gain(pay, value, row, n_left):
        n = entries.n_up_taken
        open_purchase(entries, n, pay, desk, gone, value, row, n_left, n_parts)
        for suit in range(1, 4):
            total += other_suit_gain(
                entries,
                table.finals.suited_value,
                pay,
                desk,
                table.dealer.up,
                value,
                masks[suit],
            )
    return total


@kernel()
def fill_exactly(
    whole: Whole,
    desk: Desk,
    code: int,
    own: Ints,
    n_ranks: int,
    ranks: Ints,
    options: Options,
    columns: Columns,
    o: int,
) -> None:
    """The columns of an option to the card, but for what other suits add to purchases."""
    whole = borrowed(whole)
    desk = borrowed(desk)
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
                by_ranks = of_five = less = not_more = 0
            else:
                f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
                value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
                of_five = s64(money.of_five[f])
                at = counts.first[size] + options.given[o] * n_five + f
                less, not_more = s64(counts.less[at]), s64(counts.not_more[at])
            by_ranks = _bought(table, desk, gone, value, row, n_left, n_parts)
            for b in range(1 << (n_ranks + 1)):
                pattern, kind = b >> 1, b & 1
                hand_mask = singles = 0
                for j in range(n_ranks):
                    hand_mask |= (pattern >> j & 1) << ranks[j]
                    if own[ranks[j]] == 1:
                        singles |= 1 << ranks[j]
                if hand_mask >> up & 1:
                    continue
                if kind == 1 and (hand_mask & kept != kept or drawn & (hand_mask | 1 << up)):
                    continue
                if kind == 0 and hand_mask & kept & singles:
                    continue
                mask = hand_mask | (drawn if kind == 1 else 0)
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
                gain = by_ranks
                if desk.n_worth[0]:
                    gain += upcard_suit_gain(
                        entries, finals.suited_value, pay, desk, up, value, mask
                    )
                buys = plain * n_parts + gain
                rest = fold
                if pay.may_insure[row]:
                    if pay.insured_buys:
                        buys = max(buys, insured * n_parts + gain)
                    else:
                        rest = max(rest, insured * n_parts)
                columns.buys[suited, o, kind, pattern, i] = buys
                columns.rest[suited, o, kind, pattern, i] = rest


@kernel()
def flush_exactly(
    whole: Whole,
    desk: Desk,
    own: Ints,
    options: Options,
    columns: Columns,
    o: int,
    suit: int,
    pattern: int,
    masks: Ints,
    with_others: bool,
) -> int:
    """What flushes of a suit add to an option of one state, in units times parts.

    Without what other suits than the upcard's add to purchases where these are not asked for.
    """
    whole = borrowed(whole)
    desk = borrowed(desk)
    own = borrowed(own)
    options = borrowed(options)
    columns = borrowed(columns)
    masks = borrowed(masks)
    table = whole.table
    finals = table.finals
    kind = 1 if suit == 0 else 0
    size, kept = options.size[o], options.kept_mask[o]
    n_left, n_parts = s64(whole.n_left[size]), s64(whole.n_parts[size])
    closed = masks[suit] | (1 << table.dealer.up if suit == 0 else 0)
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    now = np.empty(4, dtype=np.int64)
    total = 0
    for i in range(N_DISTINCT):
        drawn = columns.mask[size, i]
        if drawn < 0:
            break
        if drawn & closed:
            continue
        plain = columns.buys[0, o, kind, pattern, i]
        made = columns.buys[1, o, kind, pattern, i]
        if with_others:
            for r in range(13):
                gone[r] = own[r] + (drawn >> r & 1)
            for s in range(4):
                now[s] = masks[s]
            now[suit] |= drawn
            draw_code = whole.draws.code[columns.draw[size, i]]
            f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
            value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
            plain += _others(table, desk, gone, now, value, row, n_left, n_parts)
            value = s64(finals.suited_value[drawn | kept])
            row = s64(finals.suited_row[drawn | kept])
            made += _others(table, desk, gone, now, value, row, n_left, n_parts)
        total += max(made, columns.rest[1, o, kind, pattern, i])
        total -= max(plain, columns.rest[0, o, kind, pattern, i])
    return total


@inlined
def most_of_others(whole: Whole, options: Options, o: int) -> int:
    """A bound on what other suits change in the flushes of a suit, in units times parts.

    A suit has at most one hidden hand for each entry that gives up the upcard, and it changes what
    a flush and the plain hand in its place are worth.
    """
    pay, entries = whole.table.pay, whole.table.entries
    size = options.size[o]
    spread = 0
    for row in range(pay.bought.shape[0]):
        lowest = highest = pay.plain[row, NO_GAME]
        for result in range(4):
            lowest = min(lowest, pay.bought[row, result])
            highest = max(highest, pay.bought[row, result])
        spread = max(spread, highest - lowest)
    n_flushes = 1  # 13 - kept choose size, of the most that a suit has left
    n_kept = 5 - size
    for i in range(size):
        n_flushes = n_flushes * (13 - n_kept - i) // (i + 1)
    most: int = n_flushes * 2 * 3 * entries.n_up_taken * spread * s64(whole.n_parts[size])
    return most
