"""What buying the dealer a game is worth to one final hand, to the card.

A dealer without a game has five different ranks. The purchase takes one card away and draws
another; what the new hand is depends on the four cards kept. An `entry` is a set of five ranks with
the upcard's among them and the one to be taken away. Counted by ranks first, and then put right
where the four cards that are kept are of one suit, for the new card can make a flush:

* all five in the upcard's suit: that dealer has a flush, so there is nothing to buy;
* the upcard is kept with three of its suit: depends on the cards gone of that suit;
* the upcard is taken away and the other four are of another suit: depends on the cards gone there.

Sums are in units over the common denominator `parts` of all entries.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, n_bits, u64
from trainer.engine.draw_arrays import s64
from trainer.engine.draw_dealer import (
    LOWEST_FLUSH,
    LOWEST_FULL_HOUSE,
    LOWEST_STRAIGHT,
    LOWEST_STRAIGHT_FLUSH,
)
from trainer.engine.draw_hands import N_RANKS, Finals, Ints, rank_counts
from trainer.engine.draw_rules import HIGHEST, LOSE, NO_GAME, TIE, WIN, Pay
from trainer.hands import Category
from trainer.hands.values import rank_lists

N_ENTRIES = 512  # more than there are
LOWEST_TWO_PAIRS = 2 << 12
N_OUTS = 7  # four pairs, two straights, one Ace-King at the most
NO_RANK = N_RANKS  # a rank of which no card is left


class Entries(NamedTuple):
    """Dealer hands without a game behind an upcard, by ranks, and what a new card makes of each."""

    taken: Ints  # the rank taken away
    kept: Ints  # mask of the four ranks kept
    hidden: NDArray[np.uint8]  # [entry, 4] the four ranks that are not the upcard's
    hidden_mask: Ints
    out_rank: NDArray[np.uint8]  # [entry, 7] ranks that make a game: first the four kept
    out_value: NDArray[np.int32]  # [entry, 7] what they make
    straight: Ints  # mask of the ranks that make a straight
    plain_value: NDArray[np.int32]  # [entry, 13] what a rank not kept makes; 0 when no game
    n_up_taken: int  # entries from which the upcard is taken; they come first


@lru_cache(maxsize=32)
def _entries(up: int, qualifies: int, buys: int, key: int) -> Entries:
    finals = _FINALS[key]
    by_counts = {
        counts.tobytes(): int(value)
        for counts, value in zip(rank_counts(5), finals.five_value, strict=True)
    }

    def value_of(ranks: tuple[int, ...]) -> int:
        counts = np.zeros(N_RANKS, dtype=np.uint8)
        for r in ranks:
            counts[r] += 1
        return by_counts[counts.tobytes()]

    found = []
    for hidden in combinations([r for r in range(N_RANKS) if r != up], 4):
        five = tuple(sorted((*hidden, up)))
        if value_of(five) >= qualifies:
            continue
        taken = five[-1] if buys == HIGHEST else five[0]
        kept = tuple(r for r in five if r != taken)
        outs = [(r, value_of((*kept, r))) for r in kept]
        others = [(r, value_of((*kept, r))) for r in range(N_RANKS) if r not in kept]
        outs += [(r, value) for r, value in others if value >= qualifies]
        straight = sum(1 << r for r, value in others if value >= LOWEST_STRAIGHT)
        plain = [0] * N_RANKS
        for r, value in others:
            plain[r] = value if value >= qualifies else 0
        outs += [(NO_RANK, 0)] * (N_OUTS - len(outs))
        found.append((taken, kept, hidden, outs, straight, plain))
    found.sort(key=lambda entry: entry[0] != up)
    n = len(found)
    return Entries(
        np.array([entry[0] for entry in found], dtype=np.int64).reshape(n),
        np.array([sum(1 << r for r in entry[1]) for entry in found], dtype=np.int64).reshape(n),
        np.array([entry[2] for entry in found], dtype=np.uint8).reshape(n, 4),
        np.array([sum(1 << r for r in entry[2]) for entry in found], dtype=np.int64).reshape(n),
        np.array([[r for r, _ in entry[3]] for entry in found], np.uint8).reshape(n, N_OUTS),
        np.array([[v for _, v in entry[3]] for entry in found], np.int32).reshape(n, N_OUTS),
        np.array([entry[4] for entry in found], dtype=np.int64).reshape(n),
        np.array([entry[5] for entry in found], dtype=np.int32).reshape(n, N_RANKS),
        sum(entry[0] == up for entry in found),
    )


_FINALS: dict[int, Finals] = {}


def dealer_entries(up: int, qualifies: int, buys: int, finals: Finals) -> Entries:
    """The dealer hands without a game behind an upcard of a rank; kept once made."""
    _FINALS[id(finals)] = finals
    return _entries(up, qualifies, buys, id(finals))


class Desk(NamedTuple):
    """Working arrays of a purchase: what `open_purchase` leaves for the suits."""

    gain: Ints  # by entry, of buying instead of taking, over `parts`; may be negative
    unit: Ints  # by entry: `parts` over the number of cards that may come
    others: Ints  # by entry: hidden cards of the rank taken that are there, of any suit
    worth: Ints  # entries that buying can be right for
    n_worth: Ints  # [1] how many
    money: Ints  # [1..3] a win, tie, loss over a purchase that fails
    units: Ints  # [0..3] `parts` over the cards that may come, by cards not drawn again


def desk() -> Desk:
    """Working arrays for one thread."""
    return Desk(
        np.zeros(N_ENTRIES, dtype=np.int64),
        np.zeros(N_ENTRIES, dtype=np.int64),
        np.zeros(N_ENTRIES, dtype=np.int64),
        np.zeros(N_ENTRIES, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
    )


@inlined
def can_gain(pay: Pay, value: int, row: int, n_left: int) -> bool:
    """Whether a purchase can be worth its price at all; never wrong when it says no.

    At most 12 cards pair one of the four kept, 4 give Ace-King, 8 a straight and 9 a flush.
    """
    fails = pay.bought[row, NO_GAME]
    best = max(pay.bought[row, WIN], pay.bought[row, TIE], pay.bought[row, LOSE], fails) - fails
    n_outs = 33
    if pay.bought[row, LOSE] <= fails and pay.bought[row, TIE] <= max(pay.bought[row, WIN], fails):
        n_outs = 12 if pay.buys == HIGHEST else 16
        if value >= LOWEST_STRAIGHT:
            n_outs += 8
        if value >= LOWEST_FLUSH:
            n_outs += 9
    fewest = n_left - 3 if pay.redraws else n_left
    return pay.buys != 0 and n_outs * best > fewest * (pay.plain[row, NO_GAME] - fails)


@inlined
def against(desk: Desk, value: int, dealer: int) -> int:
    """What a purchase that brings a game of this value adds to one that fails."""
    added: int = desk.money[LOSE]
    if value > dealer:
        added = desk.money[WIN]
    elif value == dealer:
        added = desk.money[TIE]
    return added


@inlined
def open_purchase(
    entries: Entries,
    n_entries: int,
    pay: Pay,
    desk: Desk,
    gone: Ints,
    value: int,
    row: int,
    n_left: int,
    n_parts: int,
) -> int:
    """The gain from buying over the first `n_entries`, ignoring suits; times `n_parts`.

    `gone` counts cards that are gone by rank, with a 14th number 4. Fills the desk.
    """
    fails = pay.bought[row, NO_GAME]
    for result in range(1, 4):
        desk.money[result] = pay.bought[row, result] - fails
    price = fails - pay.plain[row, NO_GAME]
    # Only these hands can gain when the new card makes a flush.
    flushes_help = value >= LOWEST_FLUSH or desk.money[LOSE] > 0
    pairs_win = value >= LOWEST_TWO_PAIRS
    units = desk.units
    for n_again in range(4):
        n_cards = n_left - n_again if pay.redraws else n_left
        units[n_again] = n_parts // max(n_cards, 1)
    total = 0
    n_worth = 0
    for e in range(n_entries):
        taken = entries.taken[e]
        ways = 1
        for i in range(4):
            ways *= 4 - gone[entries.hidden[e, i]]
        if ways == 0:
            continue
        n_cards = n_left - (3 - gone[taken]) if pay.redraws else n_left
        if n_cards <= 0:
            continue
        gain = n_cards * price
        if pairs_win:
            n_pairs = 12
            for i in range(4):
                n_pairs -= gone[entries.out_rank[e, i]]
            gain += n_pairs * desk.money[WIN]
        else:
            for i in range(4):
                gain += (3 - gone[entries.out_rank[e, i]]) * against(
                    desk, value, entries.out_value[e, i]
                )
        for i in range(4, 7):
            if entries.out_rank[e, i] < 13:
                gain += (4 - gone[entries.out_rank[e, i]]) * against(
                    desk, value, entries.out_value[e, i]
                )
        unit = units[3 - gone[taken]]
        gain *= unit
        if gain > 0 or flushes_help:
            desk.gain[e] = gain
            desk.unit[e] = unit
            desk.others[e] = 4 - gone[taken]
            desk.worth[n_worth] = e
            n_worth += 1
            if gain > 0:
                total += ways * gain
    desk.n_worth[0] = n_worth
    return total


# The ranks of every flush as a mask, weakest first: the order of the masks as numbers.
_FLUSH_RANKS = np.array(
    [sum(1 << r for r in ranks) for ranks in rank_lists(Category.FLUSH)], dtype=np.int64
)


@inlined
def flush_results(
    entries: Entries, suited_value: NDArray[np.int32], e: int, value: int, cards: int
) -> tuple[int, int, int]:
    """Of the ranks that make a flush of an entry's kept cards: wins, ties, losses of a box."""
    straights = cards & entries.straight[e]
    flushes = cards & ~straights
    n_straight, n_flush = s64(n_bits(u64(straights))), s64(n_bits(u64(flushes)))
    if value < LOWEST_FLUSH:
        return 0, 0, n_straight + n_flush
    if value >= LOWEST_STRAIGHT_FLUSH:
        win, tie = n_flush, 0
        for r in range(13):
            if straights >> r & 1:
                dealer = suited_value[entries.kept[e] | 1 << r]
                win += value > dealer
                tie += value == dealer
        return win, tie, n_flush + n_straight - win - tie
    if value >= LOWEST_FULL_HOUSE:
        return n_flush, 0, n_straight
    # Two flushes: the highest rank in which they differ decides.
    own, kept = _FLUSH_RANKS[value - LOWEST_FLUSH - 1], entries.kept[e]
    of_box = own & ~kept
    if kept & ~own > of_box:
        return 0, 0, n_straight + n_flush
    top = of_box
    while top & (top - 1):
        top &= top - 1
    win, tie = s64(n_bits(u64(flushes & (top - 1)))), 0
    if flushes & top:
        win += kept | top < own
        tie += kept | top == own
    return win, tie, n_straight + n_flush - win - tie


@inlined
def gain_with_flushes(
    entries: Entries,
    suited_value: NDArray[np.int32],
    desk: Desk,
    e: int,
    value: int,
    cards: int,
) -> int:
    """The gain of an entry whose kept cards are of a suit, of which the ranks `cards` may come."""
    win, tie, lose = flush_results(entries, suited_value, e, value, cards)
    change = win * desk.money[WIN] + tie * desk.money[TIE] + lose * desk.money[LOSE]
    for i in range(4, 7):
        if cards >> entries.out_rank[e, i] & 1:
            change -= against(desk, value, entries.out_value[e, i])
    gain: int = desk.gain[e] + desk.unit[e] * change
    return gain


@inlined
def cards_of_suit(entries: Entries, pay: Pay, e: int, gone_mask: int) -> int:
    """The ranks of a suit that make a flush when an entry's four kept cards are of it."""
    cards: int = 8191 & ~gone_mask & ~entries.kept[e]
    if pay.redraws:
        cards &= ~(1 << entries.taken[e])
    return cards


@inlined
def kept_in_upcard_suit(
    entries: Entries, pay: Pay, desk: Desk, e: int, up: int, gone_mask: int
) -> tuple[int, int]:
    """Hands of an entry that keep four cards of the upcard's suit, and what makes them a flush."""
    taken = entries.taken[e]
    if taken == up or (entries.kept[e] & ~(1 << up)) & gone_mask != 0:
        return 0, 0
    return desk.others[e] - (1 - (gone_mask >> taken & 1)), cards_of_suit(
        entries, pay, e, gone_mask
    )


@inlined
def upcard_suit_gain(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    up: int,
    value: int,
    gone_mask: int,
) -> int:
    """What the upcard's suit adds to the sum of `open_purchase`, given the ranks gone of it."""
    total = 0
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        gain = max(desk.gain[e], 0)
        if entries.hidden_mask[e] & gone_mask == 0:
            total -= gain
        ways, cards = kept_in_upcard_suit(entries, pay, desk, e, up, gone_mask)
        if ways == 0:
            continue
        with_flushes = gain_with_flushes(entries, suited_value, desk, e, value, cards)
        total += ways * (max(with_flushes, 0) - gain)
    return total


@inlined
def other_suit_gain(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    up: int,
    value: int,
    gone_mask: int,
) -> int:
    """What one of the three other suits adds to the sum, given the ranks gone of it."""
    total = 0
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        if e >= entries.n_up_taken:
            break
        if entries.kept[e] & gone_mask != 0:
            continue
        cards = cards_of_suit(entries, pay, e, gone_mask)
        with_flushes = gain_with_flushes(entries, suited_value, desk, e, value, cards)
        total += max(with_flushes, 0) - max(desk.gain[e], 0)
    return total
