"""Where rounds end: dealer hands counted by what the box does with a final hand, exactly.

A ledger counts, for each first action, row of the final hand and way of ending, the dealer hands
that bring each result. It repeats no money of the solve: the same choices are made again from the
counts, so the money of all endings must come to the value that was solved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_final import dot
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import (
    NO_RANK,
    Desk,
    Entries,
    can_gain,
    cards_of_suit,
    flush_results,
    gain_with_flushes,
    kept_in_upcard_suit,
    open_purchase,
    other_suit_gain,
    upcard_suit_gain,
)
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN, Pay
from trainer.engine.draw_whole import Whole

FOLDED, RAISED, INSURED = range(3)  # ways to end
N_WAYS = 3
BUYS = 10  # added to a way that buys the dealer a game where that gains
N_SLOTS = 20  # the four results unbought, and four for each number of cards not drawn again
MOST_MASKS = 1 << 11


class Page(NamedTuple):
    """Suits of one final hand to be counted: masks of ranks gone, and how many rounds each.

    `upcard` masks are of the upcard's suit, `other` masks of any other suit, three a round.
    """

    n_upcard: Ints  # [1]
    upcard: Ints
    upcard_weight: Ints
    n_other: Ints
    other: Ints
    other_weight: Ints
    # What `enter` notes down: by upcard mask the counts and the way, and the masks that buy.
    none: Ints
    below: Ints
    up_to: Ints
    way: Ints
    mask: Ints
    weight: Ints


def new_page() -> Page:
    """Room for the suits of one final hand."""
    one, many = (1,), (MOST_MASKS,)
    shapes = (one, many, many, one, many, many) + (many,) * 6
    return Page(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@inlined
def _versus(value: int, dealer: int) -> int:
    """The result of a final hand against a dealer's game."""
    result = LOSE
    if value > dealer:
        result = WIN
    elif value == dealer:
        result = TIE
    return result


@kernel()
def _add_purchases(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    gone: Ints,
    up: int,
    value: int,
    n_left: int,
    n_masks: int,
    masks: Ints,
    weights: Ints,
    of_upcard: bool,
    sign: int,
    slots: Ints,
) -> None:
    """Count the purchases of a final hand by what the new card brings, for all masks of a page.

    With `of_upcard` all of them, as if other suits made no flush; without it only what those put
    right: one hand of each entry that keeps four cards of another suit.
    """
    entries = borrowed(entries)
    suited_value = borrowed(suited_value)
    desk = borrowed(desk)
    gone = borrowed(gone)
    masks = borrowed(masks)
    weights = borrowed(weights)
    slots = borrowed(slots)
    replaced = np.zeros(7, dtype=np.int64)
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        if not of_upcard and e >= entries.n_up_taken:
            break
        taken = entries.taken[e]
        ways = 0
        if of_upcard:
            ways = 1
            for i in range(4):
                ways *= 4 - gone[entries.hidden[e, i]]
        times = win = tie = lose = 0
        replaced[:] = 0
        for i in range(n_masks):
            mask, weight = masks[i], weights[i]
            plain = ways
            if of_upcard:
                if entries.hidden_mask[e] & mask == 0:
                    plain -= 1
                n_suited, cards = kept_in_upcard_suit(entries, pay, desk, e, up, mask)
            else:
                n_suited = 1 if entries.kept[e] & mask == 0 else 0
                cards = cards_of_suit(entries, pay, e, mask)
            if n_suited:
                plain -= n_suited
                if gain_with_flushes(entries, suited_value, desk, e, value, cards) > 0:
                    suited = weight * n_suited
                    times += suited
                    wins, ties, losses = flush_results(entries, suited_value, e, value, cards)
                    win += suited * wins
                    tie += suited * ties
                    lose += suited * losses
                    for j in range(4, 7):
                        if cards >> entries.out_rank[e, j] & 1:
                            replaced[j] += suited
            if desk.gain[e] > 0:
                times += weight * plain
        n_again = 3 - gone[taken] if pay.redraws else 0
        first = 4 + 4 * n_again
        none = times * (n_left - n_again) - win - tie - lose
        slots[NO_GAME] -= sign * times
        slots[first + WIN] += sign * win
        slots[first + TIE] += sign * tie
        slots[first + LOSE] += sign * lose
        for i in range(7):
            if entries.out_rank[e, i] == NO_RANK:
                continue
            made = times * ((3 if i < 4 else 4) - gone[entries.out_rank[e, i]]) - replaced[i]
            result = LOSE
            if value > entries.out_value[e, i]:
                result = WIN
            elif value == entries.out_value[e, i]:
                result = TIE
            slots[first + result] += sign * made
            none -= made
        slots[first + NO_GAME] += sign * none


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
    low = high = 0
    if others:
        for i in range(page.n_other[0]):
            change = other_suit_gain(
                entries, suited_value, pay, desk, dealer.up, value, page.other[i]
            )
            if exact:
                low += change
                high += change
            else:
                low, high = min(low, 3 * change), max(high, 3 * change)
    others = others and (low < 0 or high > 0)
    one_way = -1
    for i in range(page.n_upcard[0]):
        if page.upcard_weight[i] == 0:
            page.way[i] = -1
            continue
        mask = page.upcard[i]
        none = no_game + s64(dealer.no_game[mask])
        below = up_to = none
        if value >= dealer.qualifies:
            kind = dealer.suit_class[value]
            below = less + s64(dealer.less[kind, mask])
            up_to = not_more + s64(dealer.not_more[kind, mask])
        page.none[i], page.below[i], page.up_to[i] = none, below, up_to
        buys = dot(pay.plain, row, none, below, up_to, n_hands) * n_parts
        way, rest, rest_way = RAISED, fold, FOLDED
        if pay.may_insure[row]:
            insured = dot(pay.insured, row, none, below, up_to, n_hands) * n_parts
            if pay.insured_buys:
                if insured > buys:
                    buys, way = insured, INSURED
            elif insured > fold:
                rest, rest_way = insured, INSURED
        if gains:
            buys += by_ranks + upcard_suit_gain(
                entries, suited_value, pay, desk, dealer.up, value, mask
            )
        buying = buys + low > rest
        if not buying and buys + high > rest:
            return False
        page.way[i] = BUYS + way if buying and gains else way if buying else rest_way
        if others:
            if one_way not in (-1, page.way[i]) and max(one_way, page.way[i]) >= BUYS:
                return False
            one_way = page.way[i]
    for i in range(page.n_upcard[0]):
        way = page.way[i]
        times = sign * page.upcard_weight[i]
        if way == FOLDED:
            ledger[FOLDED, row, 0] += times * n_hands
        elif way > FOLDED:
            slots = ledger[way % BUYS, row]
            slots[NO_GAME] += times * page.none[i]
            slots[WIN] += times * (page.below[i] - page.none[i])
            slots[TIE] += times * (page.up_to[i] - page.below[i])
            slots[LOSE] += times * (n_hands - page.up_to[i])
    for way in range(RAISED, N_WAYS):
        n = 0
        for i in range(page.n_upcard[0]):
            if page.way[i] == BUYS + way:
                page.mask[n], page.weight[n] = page.upcard[i], page.upcard_weight[i]
                n += 1
        if n == 0:
            continue
        _add_purchases(
            entries,
            suited_value,
            pay,
            desk,
            gone,
            dealer.up,
            value,
            n_left,
            n,
            page.mask,
            page.weight,
            True,
            sign,
            ledger[way, row],
        )
        if others:
            _add_purchases(
                entries,
                suited_value,
                pay,
                desk,
                gone,
                dealer.up,
                value,
                n_left,
                page.n_other[0],
                page.other,
                page.other_weight,
                False,
                sign,
                ledger[way, row],
            )
    return True
