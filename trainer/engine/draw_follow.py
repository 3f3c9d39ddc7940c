"""One hand's choice followed to the end: every card that may come, and where rounds end then.

Rounds that share a hand, a choice and a draw are counted together: by the ranks that are gone of
the upcard's suit and, where a purchase can depend on it, of the others.
"""

from __future__ import annotations

import numpy as np

from trainer.compiled import kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_cell import Cell, open_cell
from trainer.engine.draw_class import fill_ways
from trainer.engine.draw_exchange import split_draws
from trainer.engine.draw_flush import N_DISTINCT
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_ledger import enter
from trainer.engine.draw_page import OF_OTHERS, OF_UPCARD, Page, one_round, open_block, open_page
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_rounds import below_flush, plain_hand
from trainer.engine.draw_states import States
from trainer.engine.draw_whole import N_PATTERNS, SIXTH, Options, Whole

MOST_STATES = 1024  # of one hand


@kernel()
def tally_draws(
    whole: Whole,
    desk: Desk,
    cell: Cell,
    page: Page,
    code: int,
    n_ranks: int,
    ranks: Ints,
    own: Ints,
    options: Options,
    o: int,
    upcard_weight: Ints,
    other_weight: Ints,
    picks: Ints,
    n_picks: int,
    states: States,
    ledger: Ints,
) -> None:
    """Count all draws of an option for the states that pick it, every draw as a plain hand."""
    whole = borrowed(whole)
    desk = borrowed(desk)
    cell = borrowed(cell)
    page = borrowed(page)
    ranks = borrowed(ranks)
    own = borrowed(own)
    options = borrowed(options)
    upcard_weight = borrowed(upcard_weight)
    other_weight = borrowed(other_weight)
    picks = borrowed(picks)
    states = borrowed(states)
    ledger = borrowed(ledger)
    draws, up = whole.draws, whole.table.dealer.up
    with_others = whole.table.entries.n_up_taken > 0
    size = 1 if o == SIXTH else options.size[o]
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    ways = np.zeros(N_PATTERNS, dtype=np.int64)
    where = np.zeros(13, dtype=np.int64)
    draw_bits = np.zeros(N_PATTERNS, dtype=np.int64)
    often = np.empty(5, dtype=np.int64)
    drawn = np.empty(5, dtype=np.int64)
    suits = np.empty(5, dtype=np.int64)
    now = np.empty(4, dtype=np.int64)
    split = np.empty((4, 1024), dtype=np.uint8)
    for m in range(draws.first[size], draws.first[size + 1]):
        q = s64(draws.n_ranks[m])
        possible = True
        for i in range(q):
            r = draws.ranks[m, i]
            if own[r] + draws.often[m, i] + (1 if r == up else 0) > 4:
                possible = False
        if not possible:
            continue
        for r in range(13):
            gone[r] = own[r]
        for i in range(q):
            gone[draws.ranks[m, i]] += draws.often[m, i]
        open_cell(cell, gone, up)
        for i in range(cell.n_ranks[0]):
            where[cell.ranks[i]] = i
        for b in range(1 << q):
            bits = 0
            for i in range(q):
                bits |= (b >> i & 1) << where[draws.ranks[m, i]]
            draw_bits[b] = bits
        open_page(page, cell.n_ranks[0], cell.ranks)
        for suit in range(2 if with_others else 1):
            may = cell.may[0] if suit == OF_UPCARD else (1 << cell.n_ranks[0]) - 1
            k = open_block(page, suit, 0, may)
            for p in range(1 << n_ranks):
                weight = other_weight[p] if suit else upcard_weight[p]
                if weight == 0:
                    continue
                bits = 0
                for i in range(n_ranks):
                    bits |= (p >> i & 1) << where[ranks[i]]
                fill_ways(ways, suit, p, up, n_ranks, ranks, own, q, draws.ranks[m], draws.often[m])
                for b in range(1 << q):
                    if ways[b]:
                        page.weight[suit, k, bits | draw_bits[b]] += weight * ways[b]
        value, row, no_game, less, not_more = plain_hand(whole, options, o, m, code)
        # All states together; card by card, where the choice depends on the other suits.
        n_split = 0
        for i in range(q):
            drawn[i], often[i] = s64(draws.ranks[m, i]), draws.often[m, i]
        for n in range(-1, n_picks):
            if n >= 0:
                k = picks[n]
                for i in range(q):
                    suits[i] = 0
                    for suit in range(4):
                        held = s64(states.masks[k, suit]) | (1 << up if suit == 0 else 0)
                        if not held >> drawn[i] & 1:
                            suits[i] |= 1 << suit
                n_split = split_draws(q, drawn, often, suits, split)
            done = False
            for j in range(n_split if n >= 0 else 1):
                if n >= 0:
                    for suit in range(4):
                        now[suit] = states.masks[k, suit]
                        for i in range(q):
                            now[suit] |= (split[suit, j] >> i & 1) << drawn[i]
                    one_round(page, now, s64(states.weight[k]))
                done = enter(
                    whole,
                    desk,
                    size,
                    gone,
                    value,
                    row,
                    no_game,
                    less,
                    not_more,
                    page,
                    n >= 0,
                    1,
                    ledger,
                )
            if n < 0 and done:
                break


@kernel()
def tally_flushes(
    whole: Whole,
    desk: Desk,
    page: Page,
    distinct_mask: Ints,
    distinct_draw: Ints,
    code: int,
    n_ranks: int,
    ranks: Ints,
    own: Ints,
    options: Options,
    o: int,
    picks: Ints,
    n_picks: int,
    states: States,
    ledger: Ints,
) -> None:
    """Put a flush in the place of the plain hand for the draws of an exchange that make one."""
    whole = borrowed(whole)
    desk = borrowed(desk)
    page = borrowed(page)
    distinct_mask = borrowed(distinct_mask)
    distinct_draw = borrowed(distinct_draw)
    ranks = borrowed(ranks)
    own = borrowed(own)
    options = borrowed(options)
    picks = borrowed(picks)
    states = borrowed(states)
    ledger = borrowed(ledger)
    finals, up = whole.table.finals, whole.table.dealer.up
    size, kept = options.size[o], options.kept_mask[o]
    pair_state = np.empty(4 * MOST_STATES, dtype=np.int64)
    pair_suit = np.empty(4 * MOST_STATES, dtype=np.int64)
    patterns = np.zeros((MOST_STATES, 4), dtype=np.int64)
    n_pairs = 0
    for n in range(n_picks):
        for s in range(4):
            mask = s64(states.masks[picks[n], s])
            for i in range(n_ranks):
                patterns[n, s] |= (mask >> ranks[i] & 1) << i
            if mask & kept == kept:
                pair_state[n_pairs], pair_suit[n_pairs] = n, s
                n_pairs += 1
    if n_pairs == 0:
        return
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    now = np.empty(4, dtype=np.int64)
    done = np.zeros(2, dtype=np.bool_)
    keeps = 0
    for j in range(n_ranks):
        keeps |= (kept >> ranks[j] & 1) << j
    for i in range(N_DISTINCT):
        drawn = distinct_mask[size, i]
        if drawn < 0:
            break
        if drawn & kept:
            continue
        open_page(page, n_ranks, ranks)
        # Of a suit are the cards kept and those drawn, in the second blocks, or not all of them.
        for fixed in (0, drawn | kept):
            may = 0
            for j in range(n_ranks):
                if not fixed >> ranks[j] & 1:
                    may |= 1 << j
            open_block(page, OF_OTHERS, fixed, may)
            for j in range(n_ranks):
                if ranks[j] == up:
                    may &= ~(1 << j)
            open_block(page, OF_UPCARD, fixed, may)
        any_left = False
        for p in range(n_pairs):
            n, s = pair_state[p], pair_suit[p]
            k = picks[n]
            if drawn & (s64(states.masks[k, s]) | (1 << up if s == 0 else 0)):
                continue
            any_left = True
            weight = s64(states.weight[k])
            for t in range(4):
                suit = OF_UPCARD if t == 0 else OF_OTHERS
                if t == s:
                    page.weight[suit, 1, patterns[n, t] & ~keeps] += weight
                else:
                    page.weight[suit, 0, patterns[n, t]] += weight
        if not any_left:
            continue
        for r in range(13):
            gone[r] = own[r] + (drawn >> r & 1)
        m = distinct_draw[size, i]
        c = index_of(whole.table.numbering, code + whole.draws.code[m], 5 + size)
        # The flush comes and the plain hand goes: for all states together, or for each alone.
        for step in range(2 + 2 * n_pairs):
            is_plain, p = step & 1, (step >> 1) - 1
            if p >= 0:
                if done[is_plain]:
                    continue
                n, s = pair_state[p], pair_suit[p]
                k = picks[n]
                if drawn & (s64(states.masks[k, s]) | (1 << up if s == 0 else 0)):
                    continue
                for t in range(4):
                    now[t] = states.masks[k, t]
                now[s] |= drawn
                one_round(page, now, s64(states.weight[k]))
            if is_plain:
                value, row, no_game, less, not_more = plain_hand(whole, options, o, m, code)
            else:
                value = s64(finals.suited_value[drawn | kept])
                row = s64(finals.suited_row[drawn | kept])
                no_game, less = below_flush(whole, size, c, value)
                not_more = less
            ended = enter(
                whole,
                desk,
                size,
                gone,
                value,
                row,
                no_game,
                less,
                not_more,
                page,
                p >= 0,
                1 - 2 * is_plain,
                ledger,
            )
            if p < 0:
                done[is_plain] = ended
                if is_plain and done[0] and done[1]:
                    break
