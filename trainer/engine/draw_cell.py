"""The values of one final hand after one draw, for every set of suits that matters.

For the ranks of a draw the value is worked out once for every set of ranks gone in the upcard's
suit; the classes of a hand and the suits of its draws pick from these. What purchases owe to
another suit is kept apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trainer.compiled import inlined
from trainer.engine.draw_arrays import s64
from trainer.engine.draw_counts import LESS, NOT_MORE
from trainer.engine.draw_final import dot
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_purchase import Desk, can_gain, open_purchase
from trainer.engine.draw_suits import N_SETS, Slate, add_suit, new_slate
from trainer.engine.draw_whole import Whole


class Cell(NamedTuple):
    """Values of one final hand after one draw, by pattern of the ranks of hand and draw."""

    best: Ints  # the best there is, from the upcard's suit alone
    bought: Ints  # raise with purchases
    insured: Ints
    other: Ints  # what another suit adds to purchases
    n_ranks: Ints  # [1]
    ranks: Ints  # of hand and draw, 10
    mask: Ints  # of ranks, by pattern
    valid: Ints  # patterns that cards can make in the upcard's suit
    n_valid: Ints  # [1]
    must: Ints  # [2] ranks that the upcard's suit must hold, and that any other must
    may: Ints  # [1] ranks that the upcard's suit may hold
    gain: Ints  # what the upcard's suit adds to purchases
    slate: Slate


def new_cell() -> Cell:
    """Room for one final hand."""
    return Cell(
        best=np.zeros(N_SETS, dtype=np.int64),
        bought=np.zeros(N_SETS, dtype=np.int64),
        insured=np.zeros(N_SETS, dtype=np.int64),
        other=np.zeros(N_SETS, dtype=np.int64),
        n_ranks=np.zeros(1, dtype=np.int64),
        ranks=np.zeros(10, dtype=np.int64),
        mask=np.zeros(N_SETS, dtype=np.int64),
        valid=np.zeros(N_SETS, dtype=np.int64),
        n_valid=np.zeros(1, dtype=np.int64),
        must=np.zeros(2, dtype=np.int64),
        may=np.zeros(1, dtype=np.int64),
        gain=np.zeros(N_SETS, dtype=np.int64),
        slate=new_slate(),
    )


LINEAR, TO_THE_STATES, FOLDS = 1, 2, 3


@inlined
def fill_cell(
    whole: Whole,
    desk: Desk,
    cell: Cell,
    size: int,
    gone: Ints,
    code: int,
    given: int,
    kept_code: int,
    draw_code: int,
    six: bool,
) -> int:
    """The values of a final hand after a draw, by pattern; returns how the other suits matter.

    0: not at all; LINEAR: their parts add up; TO_THE_STATES: the choice depends on their sum;
    FOLDS: the hand is folded whatever the suits, and the tables are not filled. `gone` counts all
    cards gone by rank. Patterns that no cards can make hold nothing.
    """
    table, money = whole.table, whole.money
    pay, finals, up = table.pay, table.finals, whole.table.dealer.up
    n_hands, n_parts = s64(whole.n_hands[size]), s64(whole.n_parts[size])
    n_left = s64(whole.n_left[size])
    counts = whole.counts
    c = index_of(table.numbering, code + draw_code, 5 + size)
    no_game = s64(counts.no_game[counts.first_gone[size] + c])
    if six:
        value, row, kind = finals.six_value[c], finals.six_row[c], money.of_six[c]
        less, not_more = s64(whole.six[c, LESS]), s64(whole.six[c, NOT_MORE])
    else:
        f = index_of(table.numbering, kept_code + draw_code, 5)
        value, row, kind = finals.five_value[f], finals.five_row[f], money.of_five[f]
        at = counts.first[size] + given * finals.five_value.shape[0] + f
        less, not_more = s64(counts.beaten[at, LESS]), s64(counts.beaten[at, NOT_MORE])
    fold = pay.fold * n_hands * n_parts
    if size == 5 and whole.must_raise:
        fold = -(1 << 62)
    base = dot(pay.plain, row, no_game, less, not_more, n_hands)
    if not pay.may_insure[row] and base + money.plain_high[kind] <= pay.fold * n_hands:
        can_fold = fold == pay.fold * n_hands * n_parts
        if can_fold and not can_gain(pay, value, row, n_left):
            return FOLDS
    base_insured = dot(pay.insured, row, no_game, less, not_more, n_hands)
    gains = can_gain(pay, value, row, n_left)
    rank_gain = 0
    if gains:
        n = table.entries.taken.shape[0]
        rank_gain = open_purchase(table.entries, n, pay, desk, gone, value, row, n_left, n_parts)
        gains = desk.n_worth[0] > 0
    others = gains and desk.worth[0] < table.entries.n_up_taken
    low = high = 0
    n_ranks = cell.n_ranks[0]
    must, any_rank = cell.must[1], (1 << n_ranks) - 1
    if others:
        cell.other[: 1 << n_ranks] = 0
        add_suit(
            table.entries,
            finals.suited_value,
            pay,
            desk,
            cell.slate,
            up,
            value,
            False,
            n_ranks,
            cell.ranks,
            must,
            any_rank,
            0,
            cell.other,
        )
        for b in range(1 << n_ranks):
            low, high = min(low, cell.other[b]), max(high, cell.other[b])
        others = low < 0 or high > 0
    if gains:
        cell.gain[: 1 << n_ranks] = 0
        add_suit(
            table.entries,
            finals.suited_value,
            pay,
            desk,
            cell.slate,
            up,
            value,
            True,
            n_ranks,
            cell.ranks,
            cell.must[0],
            cell.may[0],
            0,
            cell.gain,
        )
    all_buy = all_else = True
    for i in range(cell.n_valid[0]):
        b = cell.valid[i]
        mask = cell.mask[b]
        plain = (base + money.plain[kind, mask]) * n_parts
        gain = rank_gain + cell.gain[b] if gains else 0
        bought = plain + gain
        rest = fold
        if pay.may_insure[row]:
            insured = (base_insured + money.insured[kind, mask]) * n_parts
            if pay.insured_buys:
                # Both change alike with the other suits.
                bought = max(bought, insured + gain)
            else:
                rest = max(rest, insured)
        cell.best[b] = max(bought, rest)
        if others:
            cell.bought[b] = bought
            cell.insured[b] = rest
            if bought + 3 * low < rest:
                all_buy = False
            if bought + 3 * high > rest:
                all_else = False
    if not others or all_else:
        return 0
    return LINEAR if all_buy else TO_THE_STATES


@inlined
def open_cell(cell: Cell, gone: Ints, up: int) -> None:
    """The patterns of all cards gone: their masks, and which of them cards can make."""
    n = 0
    must = may = must_other = 0
    for r in range(13):
        if gone[r]:
            cell.ranks[n] = r
            if r != up:
                may |= 1 << n
            if gone[r] == 4:
                must |= 1 << n
            # Without the card of another suit three are left, two of the upcard's rank.
            if gone[r] + (1 if r == up else 0) == 4:
                must_other |= 1 << n
            n += 1
    cell.n_ranks[0] = n
    cell.must[0], cell.must[1] = must, must_other
    cell.may[0] = may
    cell.mask[0] = 0
    for i in range(n):
        for b in range(1 << i):
            cell.mask[b | 1 << i] = cell.mask[b] | 1 << cell.ranks[i]
    n_valid = 0
    for b in range(1 << n):
        if b & must == must and b & ~may == 0:
            cell.valid[n_valid] = b
            n_valid += 1
    cell.n_valid[0] = n_valid
