"""Final hands of single rounds, counted to their ends: raised at once, or with a sixth card."""

from __future__ import annotations

import numpy as np

from trainer.compiled import inlined
from trainer.engine.draw_arrays import s64
from trainer.engine.draw_counts import LESS, NOT_MORE
from trainer.engine.draw_dealer import LOWEST_STRAIGHT_FLUSH
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_ledger import enter
from trainer.engine.draw_page import Page, one_round
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_whole import SIXTH, Options, Whole


@inlined
def below_flush(whole: Whole, size: int, c: int, value: int) -> tuple[int, int]:
    """Dealer hands without a game and below a flush of the box, by ranks, by all cards gone."""
    at = whole.counts.first_gone[size] + c
    below = s64(whole.counts.below_flush[at])
    if value >= LOWEST_STRAIGHT_FLUSH:
        below = s64(whole.n_hands[size])
    return s64(whole.counts.no_game[at]), below


@inlined
def plain_hand(
    whole: Whole, options: Options, o: int, m: int, code: int
) -> tuple[int, int, int, int, int]:
    """The plain final hand of an option after a draw of ranks `m`: value, row, and dealer hands.

    Those without a game, below, and not above it, by ranks.
    """
    table, counts, finals = whole.table, whole.counts, whole.table.finals
    draw_code = whole.draws.code[m]
    size = 1 if o == SIXTH else options.size[o]
    c = index_of(table.numbering, code + draw_code, 5 + size)
    no_game = s64(counts.no_game[counts.first_gone[size] + c])
    if o == SIXTH:
        value, row = s64(finals.six_value[c]), s64(finals.six_row[c])
        return value, row, no_game, s64(whole.six[c, LESS]), s64(whole.six[c, NOT_MORE])
    f = index_of(table.numbering, options.kept_code[o] + draw_code, 5)
    value, row = s64(finals.five_value[f]), s64(finals.five_row[f])
    at = counts.first[size] + options.given[o] * finals.five_value.shape[0] + f
    return value, row, no_game, s64(counts.beaten[at, LESS]), s64(counts.beaten[at, NOT_MORE])


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
    """Put flushes in the place of plain hands for a state that takes a sixth card."""
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
                m = whole.draws.first[1] + index_of(whole.table.numbering, whole.places[r], 1)
                no_game, less = below_flush(whole, 1, c, value)
                not_more = less
                one_round(page, now, weight)
                # The flush comes and the plain hand goes.
                for is_plain in range(2):
                    if is_plain:
                        value, row, no_game, less, not_more = plain_hand(
                            whole, options, SIXTH, m, code
                        )
                    enter(
                        whole,
                        desk,
                        1,
                        gone,
                        value,
                        row,
                        no_game,
                        less,
                        not_more,
                        page,
                        True,
                        1 - 2 * is_plain,
                        ledger,
                    )
