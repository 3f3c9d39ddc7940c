"""Where rounds end: dealer hands counted by what the box does with a final hand, exactly.

A ledger counts, for each first action, row of the final hand and way of ending, the dealer hands
that bring each result. It repeats no money of the solve: the same choices are made again from the
counts, so the money of all endings must come to the value that was solved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_final import dot
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_page import OF_OTHERS, OF_UPCARD, Page
from trainer.engine.draw_purchase import (
    LOWEST_TWO_PAIRS,
    NO_RANK,
    Desk,
    Entries,
    can_gain,
    cards_of_suit,
    flush_results,
    open_purchase,
)
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN, Pay
from trainer.engine.draw_suits import (
    FEW,
    add_suit,
    list_gains,
    open_slate,
    read_entry,
)
from trainer.engine.draw_whole import Whole

FOLDED, RAISED, INSURED = range(3)  # ways to end
N_WAYS = 3
BUYS = 10  # added to a way that buys the dealer a game where that gains
N_SLOTS = 20  # the four results unbought, and four for each number of cards not drawn again


@inlined
def _versus(value: int, dealer: int) -> int:
    """The result of a final hand against a dealer's game."""
    result = LOSE
    if value > dealer:
        result = WIN
    elif value == dealer:
        result = TIE
    return result


@inlined
def _fill_add(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    page: Page,
    suit: int,
    k: int,
    up: int,
    value: int,
) -> None:
    """What the suit of a block adds to purchases, by pattern."""
    page.add[: 1 << page.n_ranks[0]] = 0
    add_suit(
        entries,
        suited_value,
        pay,
        desk,
        page.slate,
        up,
        value,
        suit == OF_UPCARD,
        page.n_ranks[0],
        page.ranks,
        0,
        page.may[suit, k],
        page.fixed[suit, k],
        page.add,
    )


@inlined
def _count_block(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    page: Page,
    suit: int,
    k: int,
    weights: Ints,
    up: int,
    value: int,
) -> None:
    """Put right for one block's rounds what a count by ranks gets wrong, entry by entry.

    `page.times` gets the rounds and dealer hands in which a game is bought, `page.made` what their
    new cards bring; hands that keep four cards of the suit are not as ranks alone would have them.
    """
    of_upcard, slate = suit == OF_UPCARD, page.slate
    at, gains, suited = slate.at, slate.gain, page.suited
    fixed = page.fixed[suit, k]
    closed = open_slate(slate, page.n_ranks[0], page.ranks, 0, page.may[suit, k], fixed)
    everything = 0
    for place in range(slate.n[0]):
        everything |= slate.bit[place]
    few = page.n_ranks[0] <= FEW
    if few:
        for x in range(1 << page.n_ranks[0]):
            page.within[x] = weights[x]
        for place in range(slate.n[0]):
            bit = slate.bit[place]
            for x in range(1 << page.n_ranks[0]):
                if x & bit:
                    page.within[x] += page.within[x ^ bit]
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        if not of_upcard and e >= entries.n_up_taken:
            break
        kept, taken = entries.kept[e], entries.taken[e]
        if (kept & ~(1 << up) if of_upcard else kept) & closed:
            continue
        gain, least, most, touched, taken_bit = read_entry(
            entries, suited_value, pay, desk, slate, e, value, closed
        )
        # Hands of one round that keep four cards of the suit, or that are a flush already: by
        # whether the card of the rank taken is gone of it.
        n_gone = desk.others[e] if of_upcard and taken != up else 1
        n_there = n_gone - 1 if of_upcard and not closed >> taken & 1 else n_gone
        fast = few and (least > 0 or most <= 0)
        rounds, rounds_there, n_sets = 0, 0, 0
        free = everything & ~touched
        if few:
            rounds, rounds_there = page.within[free], page.within[free & ~taken_bit]
        if not fast:
            n_sets = list_gains(slate, gain, touched, 0)
            rounds = 0
            for b in range(n_sets):
                rounds += weights[at[b]]
        if desk.gain[e] > 0:
            page.times[e] -= rounds * n_gone
        if of_upcard and taken == up:
            continue
        all_suited = 0
        if not fast:
            for b in range(n_sets):
                n_suited = n_gone if at[b] & taken_bit else n_there
                suited[b] = weights[at[b]] * n_suited if gains[b] > 0 else 0
                all_suited += suited[b]
        elif least > 0:
            all_suited = n_gone * (rounds - rounds_there) + n_there * rounds_there
        if all_suited == 0:
            continue
        page.times[e] += all_suited
        cards = cards_of_suit(entries, pay, e, closed)
        wins, ties, losses = flush_results(entries, suited_value, e, value, cards)
        page.made[e, WIN] += all_suited * wins
        page.made[e, TIE] += all_suited * ties
        page.made[e, LOSE] += all_suited * losses
        for i in range(4, 7):
            if cards >> entries.out_rank[e, i] & 1:
                page.made[e, _versus(value, entries.out_value[e, i])] -= all_suited
        for place in range(slate.n[0]):
            r = slate.rank[place]
            if not cards >> r & 1:
                continue
            bit = slate.bit[place]
            if touched & bit:
                continue
            absent = 0
            if fast:
                still = page.within[free & ~bit]
                still_there = page.within[free & ~bit & ~taken_bit]
                absent = n_gone * (rounds - rounds_there - still + still_there)
                absent += n_there * (rounds_there - still_there)
            else:
                for b in range(n_sets):
                    if at[b] & bit:
                        absent += suited[b]
            page.made[e, _versus(value, suited_value[kept | 1 << r])] -= absent
            if entries.plain_value[e, r]:
                page.made[e, _versus(value, entries.plain_value[e, r])] += absent


@kernel()
def _add_purchases(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    page: Page,
    others: bool,
    gone: Ints,
    up: int,
    value: int,
    n_left: int,
    sign: int,
    slots: Ints,
) -> None:
    """Count what the new cards bring to the rounds `page.buying`; `others` may make flushes too."""
    entries = borrowed(entries)
    suited_value = borrowed(suited_value)
    desk = borrowed(desk)
    page = borrowed(page)
    gone = borrowed(gone)
    slots = borrowed(slots)
    n_rounds = 0
    for k in range(page.n_blocks[OF_UPCARD]):
        for b in range(1 << page.n_ranks[0]):
            n_rounds += page.buying[k, b]
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        page.made[e, :] = 0
        page.times[e] = 0
        if desk.gain[e] > 0:
            page.times[e] = n_rounds
            for i in range(4):
                page.times[e] *= 4 - gone[entries.hidden[e, i]]
    for suit in range(2 if others else 1):
        for k in range(page.n_blocks[suit]):
            weights = page.weight[OF_OTHERS, k] if suit else page.buying[k]
            _count_block(entries, suited_value, pay, desk, page, suit, k, weights, up, value)
    pairs_win = value >= LOWEST_TWO_PAIRS
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        times = page.times[e]
        win, tie, lose = page.made[e, WIN], page.made[e, TIE], page.made[e, LOSE]
        if pairs_win:
            n_pairs = 12
            for i in range(4):
                n_pairs -= gone[entries.out_rank[e, i]]
            win += times * n_pairs
        for i in range(4 if pairs_win else 0, 7):
            r = entries.out_rank[e, i]
            if r != NO_RANK:
                ways = times * ((3 if i < 4 else 4) - gone[r])
                if value > entries.out_value[e, i]:
                    win += ways
                elif value == entries.out_value[e, i]:
                    tie += ways
                else:
                    lose += ways
        n_again = 3 - gone[entries.taken[e]] if pay.redraws else 0
        first = 4 + 4 * n_again
        slots[NO_GAME] -= sign * times
        slots[first + NO_GAME] += sign * (times * (n_left - n_again) - win - tie - lose)
        slots[first + WIN] += sign * win
        slots[first + TIE] += sign * tie
        slots[first + LOSE] += sign * lose


@kernel()
def enter(
    whole: Whole,
    desk: Desk,
    size: int,
    gone: Ints,
    value: int,
    row: int,
    no_game: int,
    less: int,
    not_more: int,
    page: Page,
    exact: bool,
    sign: int,
    ledger: Ints,
) -> bool:
    """Count one final hand for all suits of a page; False, and nothing done, where it cannot.

    It cannot where the choice depends on the other suits and the page holds many rounds; `exact`
    says that the page is one round, with its three other suits. Dealer hands without a game, below
    and not above the box come counted by ranks and are put right for every mask. `ledger[way, row]`
    is the first action's.
    """
    whole = borrowed(whole)
    desk = borrowed(desk)
    gone = borrowed(gone)
    page = borrowed(page)
    ledger = borrowed(ledger)
    table = whole.table
    pay, entries, dealer = table.pay, table.entries, table.dealer
    suited_value = table.finals.suited_value
    n_hands, n_parts = s64(whole.n_hands[size]), s64(whole.n_parts[size])
    n_left = s64(whole.n_left[size])
    fold = pay.fold * n_hands * n_parts
    if size == 5 and whole.must_raise:
        fold = -(1 << 62)
    gains = can_gain(pay, value, row, n_left)
    by_ranks = 0
    if gains:
        n = entries.taken.shape[0]
        by_ranks = open_purchase(entries, n, pay, desk, gone, value, row, n_left, n_parts)
        gains = desk.n_worth[0] > 0
    others = gains and desk.worth[0] < entries.n_up_taken
    n_sets = 1 << page.n_ranks[0]
    low = high = 0
    # Purchases take nothing away: where a raise is best without them, they need not be added up. So
    # the first time is without them; the second follows only where that left the way open.
    for careful in range(2):
        is_open = False
        if careful and others:
            for k in range(page.n_blocks[OF_OTHERS]):
                _fill_add(entries, suited_value, pay, desk, page, OF_OTHERS, k, dealer.up, value)
                for b in range(n_sets):
                    if exact:
                        low += page.add[b]
                        high += page.add[b]
                    elif page.weight[OF_OTHERS, k, b]:
                        low, high = min(low, 3 * page.add[b]), max(high, 3 * page.add[b])
        one_way = -1
        for k in range(page.n_blocks[OF_UPCARD]):
            if careful:
                _fill_add(entries, suited_value, pay, desk, page, OF_UPCARD, k, dealer.up, value)
            for b in range(n_sets):
                if page.weight[OF_UPCARD, k, b] == 0:
                    page.way[k, b] = -1
                    continue
                mask = page.fixed[OF_UPCARD, k] | page.mask[b]
                none = no_game + s64(dealer.no_game[mask])
                below = up_to = none
                if value >= dealer.qualifies:
                    kind = dealer.suit_class[value]
                    below = less + s64(dealer.less[kind, mask])
                    up_to = not_more + s64(dealer.not_more[kind, mask])
                page.none[k, b], page.below[k, b], page.up_to[k, b] = none, below, up_to
                buys = dot(pay.plain, row, none, below, up_to, n_hands) * n_parts
                way, bar, rest_way = RAISED, fold, FOLDED
                if pay.may_insure[row]:
                    insured = dot(pay.insured, row, none, below, up_to, n_hands) * n_parts
                    if pay.insured_buys:
                        if insured > buys:
                            buys, way = insured, INSURED
                    elif insured > fold:
                        # Of equal values the raise is better, which puts out less.
                        bar, rest_way = insured - 1, INSURED
                if careful:
                    buys += by_ranks + page.add[b]
                buying = buys + low > bar
                if gains and not buying:
                    if not careful:
                        is_open = True
                    elif buys + high > bar:
                        return False
                page.way[k, b] = BUYS + way if buying and gains else way if buying else rest_way
                if others:
                    if one_way not in (-1, page.way[k, b]) and max(one_way, page.way[k, b]) >= BUYS:
                        if careful:
                            return False
                        is_open = True
                    one_way = page.way[k, b]
        if not is_open:
            break
    for k in range(page.n_blocks[OF_UPCARD]):
        for b in range(n_sets):
            way = page.way[k, b]
            times = sign * page.weight[OF_UPCARD, k, b]
            if way == FOLDED:
                ledger[FOLDED, row, 0] += times * n_hands
            elif way > FOLDED:
                slots = ledger[way % BUYS, row]
                slots[NO_GAME] += times * page.none[k, b]
                slots[WIN] += times * (page.below[k, b] - page.none[k, b])
                slots[TIE] += times * (page.up_to[k, b] - page.below[k, b])
                slots[LOSE] += times * (n_hands - page.up_to[k, b])
    for way in range(RAISED, N_WAYS):
        n_rounds = 0
        for k in range(page.n_blocks[OF_UPCARD]):
            for b in range(n_sets):
                page.buying[k, b] = 0
                if page.way[k, b] == BUYS + way:
                    page.buying[k, b] = page.weight[OF_UPCARD, k, b]
                    n_rounds += page.buying[k, b]
        if n_rounds == 0:
            continue
        _add_purchases(
            entries,
            suited_value,
            pay,
            desk,
            page,
            others,
            gone,
            dealer.up,
            value,
            n_left,
            sign,
            ledger[way, row],
        )
    return True
