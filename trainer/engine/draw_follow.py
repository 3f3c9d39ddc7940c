"""One hand's choice followed to the end: every card that may come, and where rounds end then.

Rounds that share a hand, a choice and a draw are counted together: by the ranks that are gone of
the upcard's suit and, where a purchase can depend on it, of the others.
"""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_cell import Cell, open_cell
from trainer.engine.draw_class import N_PATTERNS, fill_ways
from trainer.engine.draw_dealer import LOWEST_STRAIGHT_FLUSH
from trainer.engine.draw_exchange import split_draws
from trainer.engine.draw_flush import N_DISTINCT
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_ledger import Page, enter
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_states import States
from trainer.engine.draw_whole import SIXTH, Options, Whole

MOST_STATES = 1024  # of one hand


@inlined
def _base(whole: Whole, size: int, c: int, value: int) -> tuple[int, int]:
    """Dealer hands without a game and below a flush of the box, by ranks, by all cards gone."""
    at = whole.counts.first_gone[size] + c
    below = s64(whole.counts.below_flush[at])
    if value >= LOWEST_STRAIGHT_FLUSH:
        below = s64(whole.n_hands[size])
    return s64(whole.counts.no_game[at]), below


@inlined
def one_round(page: Page, masks: Ints, weight: int) -> None:
    """A page of one round."""
    page.n_upcard[0] = 1
    page.upcard[0] = masks[0]
    page.upcard_weight[0] = weight
    page.n_other[0] = 3
    for s in range(3):
        page.other[s] = masks[s + 1]
        page.other_weight[s] = weight


@inlined
def _enter_drawn(
    whole: Whole,
    desk: Desk,
    options: Options,
    o: int,
    m: int,
    code: int,
    gone: Ints,
    page: Page,
    exact: bool,
    sign: int,
    ledger: Ints,
) -> bool:
    """Count the plain final hand of an option after a draw of ranks `m`."""
    table, counts, finals = whole.table, whole.counts, whole.table.finals
    draw_code = whole.draws.code[m]
    size = 1 if o == SIXTH else options.size[o]
    c = index_of(table.numbering, code + draw_code, 5 + size)
    no_game = s64(counts.no_game[counts.first_gone[size] + c])
    if o == SIXTH:
        value, row = s64(finals.six_value[c]), s64(finals.six_row[c])
        less, not_more = s64(whole.six.less[c]), s64(whole.six.not_more[c])
    else:
        f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
        value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
        at = counts.first[size] + options.given[o] * finals.five_value.shape[0] + f
        less, not_more = s64(counts.less[at]), s64(counts.not_more[at])
    return enter(
        whole, desk, size, gone, value, row, no_game, less, not_more, page, exact, sign, ledger
    )


@inlined
def tally_raise(
    whole: Whole, desk: Desk, h: int, own: Ints, sums: Ints, masks: Ints, page: Page, ledger: Ints
) -> None:
    """Count the one round of a page that is raised at once."""
    dealer, finals = whole.table.dealer, whole.table.finals
    value, row = s64(finals.five_value[h]), s64(finals.five_row[h])
    for s in range(4):
        n = 0
        for r in range(13):
            n += masks[s] >> r & 1
        if n == 5:
            value, row = s64(finals.suited_value[masks[s]]), s64(finals.suited_row[masks[s]])
    enter(
        whole,
        desk,
        0,
        own,
        value,
        row,
        s64(sums[dealer.n_no_game]),
        s64(sums[dealer.below[value]]),
        s64(sums[dealer.up_to[value]]),
        page,
        True,
        1,
        ledger,
    )


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
    place = np.empty(1024, dtype=np.int64)
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
        page.n_other[0] = 0
        for suit in range(2 if with_others else 1):
            masks = page.other if suit else page.upcard
            weights = page.other_weight if suit else page.upcard_weight
            for b in range(1 << cell.n_ranks[0]):
                place[b] = -1
            n = 0
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
                        at = bits | draw_bits[b]
                        if place[at] < 0:
                            place[at] = n
                            masks[n] = cell.mask[at]
                            weights[n] = 0
                            n += 1
                        weights[place[at]] += weight * ways[b]
            if suit:
                page.n_other[0] = n
            else:
                page.n_upcard[0] = n
        if _enter_drawn(whole, desk, options, o, m, code, gone, page, False, 1, ledger):
            continue
        # The choice depends on the other suits: card by card.
        for n in range(n_picks):
            k = picks[n]
            for i in range(q):
                r = s64(draws.ranks[m, i])
                drawn[i] = r
                often[i] = draws.often[m, i]
                suits[i] = 0
                for suit in range(4):
                    if not states.masks[k, suit] >> r & 1 and not (suit == 0 and r == up):
                        suits[i] |= 1 << suit
            n_split = split_draws(q, drawn, often, suits, split)
            for j in range(n_split):
                for suit in range(4):
                    now[suit] = states.masks[k, suit]
                    for i in range(q):
                        now[suit] |= (split[suit, j] >> i & 1) << drawn[i]
                one_round(page, now, s64(states.weight[k]))
                _enter_drawn(whole, desk, options, o, m, code, gone, page, True, 1, ledger)


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
    for i in range(N_DISTINCT):
        drawn = distinct_mask[size, i]
        if drawn < 0:
            break
        if drawn & kept:
            continue
        for b in range(2 << n_ranks):
            mask = drawn if b & 1 else 0
            for j in range(n_ranks):
                mask |= (b >> (j + 1) & 1) << ranks[j]
            page.upcard[b] = page.other[b] = mask
            page.upcard_weight[b] = page.other_weight[b] = 0
        page.n_upcard[0] = page.n_other[0] = 2 << n_ranks
        any_left = False
        for p in range(n_pairs):
            n, s = pair_state[p], pair_suit[p]
            k = picks[n]
            if drawn & (s64(states.masks[k, s]) | (1 << up if s == 0 else 0)):
                continue
            any_left = True
            weight = s64(states.weight[k])
            page.upcard_weight[2 * patterns[n, 0] + (s == 0)] += weight
            for t in range(1, 4):
                page.other_weight[2 * patterns[n, t] + (s == t)] += weight
        if not any_left:
            continue
        # Masks of no round must not sway the choice.
        for b in range(2 << n_ranks):
            if page.other_weight[b] == 0:
                page.other[b] = 8191
        for r in range(13):
            gone[r] = own[r] + (drawn >> r & 1)
        m = distinct_draw[size, i]
        value = s64(finals.suited_value[drawn | kept])
        row = s64(finals.suited_row[drawn | kept])
        c = index_of(whole.table.numbering, code + whole.draws.code[m], 5 + size)
        no_game, below = _base(whole, size, c, value)
        made = enter(
            whole, desk, size, gone, value, row, no_game, below, below, page, False, 1, ledger
        )
        plain = _enter_drawn(whole, desk, options, o, m, code, gone, page, False, -1, ledger)
        if made and plain:
            continue
        for p in range(n_pairs):
            n, s = pair_state[p], pair_suit[p]
            k = picks[n]
            if drawn & (s64(states.masks[k, s]) | (1 << up if s == 0 else 0)):
                continue
            for t in range(4):
                now[t] = states.masks[k, t]
            now[s] |= drawn
            one_round(page, now, s64(states.weight[k]))
            if not made:
                enter(
                    whole,
                    desk,
                    size,
                    gone,
                    value,
                    row,
                    no_game,
                    below,
                    below,
                    page,
                    True,
                    1,
                    ledger,
                )
            if not plain:
                _enter_drawn(whole, desk, options, o, m, code, gone, page, True, -1, ledger)


@inlined
def tally_sixth_flushes(
    whole: Whole,
    desk: Desk,
    page: Page,
    code: int,
    own: Ints,
    options: Options,
    masks: Ints,
    weight: int,
    ledger: Ints,
) -> None:
    """The same for a state that takes a sixth card, with four or five cards of a suit."""
    finals, up = whole.table.finals, whole.table.dealer.up
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    now = np.empty(4, dtype=np.int64)
    for suit in range(4):
        n_suited = 0
        other = 0
        for r in range(13):
            n_suited += masks[suit] >> r & 1
            for s in range(4):
                if s != suit and masks[s] >> r & 1:
                    other = r
        if n_suited < 4:
            continue
        for r in range(13):
            for s in range(4):
                if masks[s] >> r & 1 or (s == 0 and r == up):
                    continue
                if n_suited == 4 and s != suit:
                    continue
                for t in range(13):
                    gone[t] = own[t]
                gone[r] += 1
                for t in range(4):
                    now[t] = masks[t]
                now[s] |= 1 << r
                if n_suited == 4:
                    value = s64(finals.mixed_value[now[suit], other])
                    row = s64(finals.mixed_row[now[suit], other])
                elif s == suit:
                    value = s64(finals.suited_value[now[suit]])
                    row = s64(finals.suited_row[now[suit]])
                else:
                    value = s64(finals.mixed_value[now[suit], r])
                    row = s64(finals.mixed_row[now[suit], r])
                c = index_of(whole.table.numbering, code + whole.places[r], 6)
                no_game, below = _base(whole, 1, c, value)
                one_round(page, now, weight)
                enter(
                    whole, desk, 1, gone, value, row, no_game, below, below, page, True, 1, ledger
                )
                m = whole.draws.first[1] + index_of(whole.table.numbering, whole.places[r], 1)
                _enter_drawn(whole, desk, options, SIXTH, m, code, gone, page, True, -1, ledger)
