"""What a suit adds to the purchases of a final hand, for many sets of ranks gone of it at once.

The same sums as `upcard_suit_gain` and `other_suit_gain`, which know one set. A new card that makes
a flush of an entry's four kept cards changes the entry's gain by what that card brings, so the gain
is a sum over the cards still there. Where its sign is the same for all sets, an entry is a number
for each rank and for the sets that touch none of its kept cards, summed over sets at the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import (
    Desk,
    Entries,
    against,
    cards_of_suit,
    gain_with_flushes,
)
from trainer.engine.draw_rules import Pay

N_SETS = 1024  # sets of the different ranks of a hand and its draw
FEW = 5  # ranks for which sums over sets cost less than each set of each entry


class Slate(NamedTuple):
    """Working arrays of one thread: patterns, sets of ranks that may be gone of a suit.

    `rank` and `bit` are the places, ranks that only some patterns hold. Of one entry `brings` is
    what a card of a place's rank adds to its gain; `at` lists the patterns that touch none of its
    kept cards, `gain` what buying gains then.
    """

    n: Ints  # [1] places
    rank: Ints  # [place]
    bit: Ints  # [place] of a pattern
    brings: Ints  # [place]
    at: Ints  # [as listed] the pattern
    gain: Ints  # [as listed]
    summed: Ints  # [touched] sums of entries by the patterns that touch their kept cards
    each: Ints  # [place, touched] and of what a card of a place adds


def new_slate() -> Slate:
    """Working arrays for one thread."""
    one, places, sets = (1,), (13,), (N_SETS,)
    shapes = (one, places, places, places, sets, sets, (1 << FEW,), (FEW, 1 << FEW))
    return Slate(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@inlined
def open_slate(slate: Slate, n_ranks: int, ranks: Ints, must: int, may: int, fixed: int) -> int:
    """Begin with patterns of the first `n_ranks` ranks; returns the ranks that all of them hold.

    All of `must` and some of `may` are gone of the suit, and the ranks `fixed` in every pattern.
    """
    closed = fixed
    n = 0
    for i in range(n_ranks):
        if must >> i & 1:
            closed |= 1 << ranks[i]
        elif may >> i & 1 and not fixed >> ranks[i] & 1:
            slate.rank[n], slate.bit[n] = ranks[i], 1 << i
            n += 1
    slate.n[0] = n
    return closed


@inlined
def read_entry(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    slate: Slate,
    e: int,
    value: int,
    closed: int,
) -> tuple[int, int, int, int, int]:
    """The gain of an entry that keeps four cards of the suit, no place gone; fills `brings`.

    Also the least and the most that it can be, the places of kept cards and that of the card taken,
    both as bits of a pattern.
    """
    kept, taken = entries.kept[e], entries.taken[e]
    cards = cards_of_suit(entries, pay, e, closed)
    gain = gain_with_flushes(entries, suited_value, desk, e, value, cards)
    least = most = gain
    touched = taken_bit = 0
    for place in range(slate.n[0]):
        r = slate.rank[place]
        slate.brings[place] = 0
        if kept >> r & 1:
            touched |= slate.bit[place]
            continue
        if r == taken:
            taken_bit = slate.bit[place]
        if cards >> r & 1:
            brings = against(desk, value, suited_value[kept | 1 << r])
            if entries.plain_value[e, r]:
                brings -= against(desk, value, entries.plain_value[e, r])
            brings *= desk.unit[e]
            slate.brings[place] = brings
            if brings > 0:
                least -= brings
            else:
                most -= brings
    return gain, least, most, touched, taken_bit


@inlined
def list_gains(slate: Slate, gain: int, touched: int, must: int) -> int:
    """List the patterns that touch none of an entry's kept cards; returns how many."""
    at, gains = slate.at, slate.gain
    at[0] = must
    gains[0] = gain
    n_sets = 1
    for place in range(slate.n[0]):
        bit, brings = slate.bit[place], slate.brings[place]
        if touched & bit:
            continue
        for b in range(n_sets):
            at[n_sets + b] = at[b] | bit
            gains[n_sets + b] = gains[b] - brings
        n_sets *= 2
    return n_sets


@inlined
def add_suit(
    entries: Entries,
    suited_value: NDArray[np.int32],
    pay: Pay,
    desk: Desk,
    slate: Slate,
    up: int,
    value: int,
    of_upcard: bool,
    n_ranks: int,
    ranks: Ints,
    must: int,
    may: int,
    fixed: int,
    found: Ints,
) -> None:
    """Add to `found[pattern]` what a suit adds to the sum of `open_purchase`.

    `open_purchase` must have filled the desk for the same hand. Patterns as in `open_slate`, bit i
    for rank i.
    """
    closed = open_slate(slate, n_ranks, ranks, must, may, fixed)
    at, gains = slate.at, slate.gain
    few = n_ranks <= FEW
    if few:
        slate.summed[:] = 0
        slate.each[:] = 0
    for n in range(desk.n_worth[0]):
        e = desk.worth[n]
        if not of_upcard and e >= entries.n_up_taken:
            break
        kept, taken = entries.kept[e], entries.taken[e]
        if (kept & ~(1 << up) if of_upcard else kept) & closed:
            continue
        by_ranks = max(desk.gain[e], 0)
        if of_upcard and taken == up and by_ranks == 0:
            continue
        gain, least, most, touched, taken_bit = read_entry(
            entries, suited_value, pay, desk, slate, e, value, closed
        )
        # Hands of the entry that keep four cards of the suit, that of the rank taken there or not.
        n_there = n_gone = 1
        if of_upcard:
            n_gone = 0 if taken == up else desk.others[e]
            n_there = n_gone if taken == up or closed >> taken & 1 else n_gone - 1
        # And the one hand of five cards of the upcard's suit, a flush: nothing to buy.
        flush = by_ranks if of_upcard and not closed >> taken & 1 else 0
        if few and (least >= 0 or most <= 0):
            buys = 1 if least >= 0 else 0
            added = buys * gain - by_ranks
            slate.summed[touched] += n_gone * added
            slate.summed[touched | taken_bit] += (n_there - n_gone) * added - flush
            for place in range(slate.n[0]):
                brings = buys * slate.brings[place]
                slate.each[place, touched] -= n_gone * brings
                slate.each[place, touched | taken_bit] -= (n_there - n_gone) * brings
            continue
        n_sets = list_gains(slate, gain, touched, must)
        for b in range(n_sets):
            if at[b] & taken_bit:
                found[at[b]] += n_gone * (max(gains[b], 0) - by_ranks)
            else:
                found[at[b]] += n_there * (max(gains[b], 0) - by_ranks) - flush
    if few:
        _add_few(slate, must, found)


@inlined
def _add_few(slate: Slate, must: int, found: Ints) -> None:
    """Add the entries that were summed up by the places they touch."""
    gone = 0
    for place in range(slate.n[0]):
        gone |= slate.bit[place]
    # Sums over all that a pattern does not touch: those within its complement.
    for place in range(slate.n[0]):
        bit = slate.bit[place]
        for x in range(1 << FEW):
            if x & bit:
                slate.summed[x] += slate.summed[x ^ bit]
                for other in range(slate.n[0]):
                    slate.each[other, x] += slate.each[other, x ^ bit]
    pattern = gone
    while True:
        left = gone & ~pattern
        total = slate.summed[left]
        for place in range(slate.n[0]):
            if pattern & slate.bit[place]:
                total += slate.each[place, left]
        found[must | pattern] += total
        if pattern == 0:
            break
        pattern = (pattern - 1) & gone
