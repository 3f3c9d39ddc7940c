"""How often everything happens in a solved chunk: its states' choices counted, exactly."""

from __future__ import annotations

import numpy as np

from trainer.compiled import kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_cell import Cell, new_cell
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_flush import distinct_draws
from trainer.engine.draw_follow import MOST_STATES, tally_draws, tally_flushes
from trainer.engine.draw_hands import Bytes, Ints, rank_counts
from trainer.engine.draw_ledger import FOLDED, N_SLOTS, N_WAYS
from trainer.engine.draw_page import Page, new_page, one_round
from trainer.engine.draw_purchase import Desk, desk
from trainer.engine.draw_rounds import tally_raise, tally_sixth_flushes
from trainer.engine.draw_states import States
from trainer.engine.draw_whole import (
    FOLD,
    N_OPTIONS,
    N_PATTERNS,
    RAISE,
    SIXTH,
    Options,
    Whole,
    list_options,
    new_options,
)

# First actions as a ledger has them; an exchange by its size.
RAISE_AT, SIXTH_AT, FOLD_AT = 0, 6, 7
N_ACTIONS = 8


@kernel()
def tally_states(
    whole: Whole,
    desk: Desk,
    cell: Cell,
    page: Page,
    options: Options,
    distinct_mask: Ints,
    distinct_draw: Ints,
    hand_counts: Bytes,
    hand_codes: Ints,
    states: States,
    first: int,
    last: int,
    ledger: Ints,
) -> None:
    """Count the states `first` to `last`, whole hands, into `ledger[action, way, row, slot]`."""
    whole = borrowed(whole)
    desk = borrowed(desk)
    cell = borrowed(cell)
    page = borrowed(page)
    options = borrowed(options)
    distinct_mask = borrowed(distinct_mask)
    distinct_draw = borrowed(distinct_draw)
    states = borrowed(states)
    ledger = borrowed(ledger)
    table = whole.table
    finals, up = table.finals, table.dealer.up
    n_hidden = table.dealer.factors.shape[0]
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(n_hidden + 1, dtype=np.int64)
    own = np.empty(14, dtype=np.int64)
    own[13] = 4
    ranks = np.empty(5, dtype=np.int64)
    often = np.empty(5, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    pick = np.empty(MOST_STATES, dtype=np.int64)
    picks = np.empty(MOST_STATES, dtype=np.int64)
    upcard_weight = np.zeros((N_OPTIONS, N_PATTERNS), dtype=np.int64)
    other_weight = np.zeros((N_OPTIONS, N_PATTERNS), dtype=np.int64)
    n_picked = np.zeros(N_OPTIONS, dtype=np.int64)
    start = first
    while start < last:
        h = s64(states.hand[start])
        end = start
        while end < last and states.hand[end] == h:
            end += 1
        n_ranks = 0
        for r in range(13):
            own[r] = hand_counts[h, r]
            if own[r]:
                ranks[n_ranks], often[n_ranks] = r, own[r]
                n_ranks += 1
        list_options(whole, n_ranks, ranks, often, options)
        n_picked[:] = 0
        upcard_weight[:] = 0
        other_weight[:] = 0
        raised = False
        for k in range(start, end):
            best, weight = s64(states.best[k]), s64(states.weight[k])
            for s in range(4):
                masks[s] = states.masks[k, s]
            pick[k - start] = -1
            if best == FOLD:
                row = s64(finals.five_row[h])
                for s in range(4):
                    n = 0
                    for r in range(13):
                        n += masks[s] >> r & 1
                    if n == 5:
                        row = s64(finals.suited_row[masks[s]])
                ledger[FOLD_AT, FOLDED, row, 0] += weight
                continue
            if best == RAISE:
                if not raised:
                    raised = True
                    fill_factors(up, own, factors)
                    fill_sums(table.dealer.factors, factors, sums)
                one_round(page, masks, weight)
                tally_raise(whole, desk, h, own, sums, masks, page, ledger[RAISE_AT])
                continue
            o = SIXTH
            if best != SIXTH:
                for n in range(options.n[0]):
                    if options.size[n] == best and options.kept_code[n] == states.kept[k]:
                        o = n
            else:
                tally_sixth_flushes(
                    whole,
                    desk,
                    page,
                    hand_codes[h],
                    own,
                    options,
                    masks,
                    weight,
                    ledger[SIXTH_AT],
                )
            pick[k - start] = o
            n_picked[o] += 1
            for s in range(4):
                pattern = 0
                for i in range(n_ranks):
                    pattern |= (masks[s] >> ranks[i] & 1) << i
                if s == 0:
                    upcard_weight[o, pattern] += weight
                else:
                    other_weight[o, pattern] += weight
        for o in range(N_OPTIONS):
            if n_picked[o] == 0:
                continue
            n_picks = 0
            for k in range(start, end):
                if pick[k - start] == o:
                    picks[n_picks] = k
                    n_picks += 1
            action = SIXTH_AT if o == SIXTH else options.size[o]
            tally_draws(
                whole,
                desk,
                cell,
                page,
                hand_codes[h],
                n_ranks,
                ranks,
                own,
                options,
                o,
                upcard_weight[o],
                other_weight[o],
                picks,
                n_picks,
                states,
                ledger[action],
            )
            if o != SIXTH and options.one_each[o]:
                tally_flushes(
                    whole,
                    desk,
                    page,
                    distinct_mask,
                    distinct_draw,
                    hand_codes[h],
                    n_ranks,
                    ranks,
                    own,
                    options,
                    o,
                    picks,
                    n_picks,
                    states,
                    ledger[action],
                )
        start = end


def tally(whole: Whole, hand_codes: Ints, states: States) -> Ints:
    """All states of a chunk counted: int64[action, way, row, slot] as in `draw_ledger`."""
    n_rows = whole.table.pay.plain.shape[0]
    ledger = np.zeros((N_ACTIONS, N_WAYS, n_rows, N_SLOTS), dtype=np.int64)
    distinct_mask, distinct_draw = distinct_draws(whole)
    tally_states(
        whole,
        desk(),
        new_cell(),
        new_page(),
        new_options(),
        distinct_mask,
        distinct_draw,
        rank_counts(5),
        hand_codes,
        states,
        0,
        len(states.hand),
        ledger,
    )
    return ledger
