"""What the dealer may hold behind one upcard, counted by ranks and put right for one suit.

The upcard is in suit 0; all four suits are alike, so the cards of a round are renamed. Cards that
are gone (the box's own, given up, dead) can not be behind it. Ignoring suits, there are at most
1,820 multisets of four hidden ranks: sorted by value once, one running sum of their weights answers
how many hands lie below any value. Only sets of four different ranks all in suit 0 are wrong then,
for they are flushes; sums over those that avoid a set of gone cards put the counts right.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_hands import (
    N_MASKS,
    N_RANKS,
    PLACES,
    Finals,
    Ints,
    Multisets,
    codes,
    index_of,
    multisets,
    rank_counts,
)
from trainer.hands import Category

N_HIDDEN = 4
VALUE_BITS = 12
N_VALUES = 9 << VALUE_BITS
LOWEST_FLUSH = Category.FLUSH << VALUE_BITS
LOWEST_FULL_HOUSE = Category.FULL_HOUSE << VALUE_BITS
LOWEST_STRAIGHT = Category.STRAIGHT << VALUE_BITS
LOWEST_STRAIGHT_FLUSH = Category.STRAIGHT_FLUSH << VALUE_BITS

# Ways to choose x of n cards of a rank, [n, x].
WAYS = np.array([[comb(n, x) for x in range(5)] for n in range(5)], dtype=np.int64)
NO_FACTOR = N_RANKS * 5  # the factor 1, where a hidden multiset has fewer than four ranks


class Dealer(NamedTuple):
    """Hidden cards behind an upcard of one rank, and the corrections for its suit."""

    up: int
    qualifies: int
    factors: NDArray[np.uint8]  # [hidden multiset by rising value, 4]: rank * 5 + how often
    n_no_game: int  # hidden multisets below a game
    below: NDArray[np.int16]  # by value: how many hidden multisets make less
    up_to: NDArray[np.int16]  # … or the same
    suited: Ints  # masks of four hidden ranks in suit 0
    suited_as_ranks: Ints  # their value as the ranks have it
    suited_value: Ints  # their value as flushes
    suit_class: NDArray[np.int16]  # by value: the row of the two tables below
    no_game: NDArray[np.int16]  # by mask of gone ranks in suit 0: hands with no game to add
    less: NDArray[np.int16]  # [class, mask]: hands below to add
    not_more: NDArray[np.int16]  # [class, mask]: hands below or equal to add


@kernel("void(int16[:, ::1], int64[::1], int16[:, ::1])")
def _sum_over_avoiding(changes: NDArray[np.int16], suited: Ints, sums: NDArray[np.int16]) -> None:
    """For every mask the sum of the changes of all sets that avoid it, one class at a time."""
    size = 8192
    inside = np.empty(size, dtype=np.int16)
    for row in range(changes.shape[0]):
        for mask in range(size):
            inside[mask] = 0
        for i in range(suited.shape[0]):
            inside[suited[i]] = changes[row, i]
        for r in range(13):
            bit = 1 << r
            for start in range(0, size, 2 * bit):
                for mask in range(start, start + bit):
                    inside[mask + bit] += inside[mask]
        for mask in range(size):
            sums[row, mask] = inside[8191 ^ mask]


@lru_cache(maxsize=4)
def _dealer(up: int, qualifies: int, with_flushes: bool, key: int) -> Dealer:
    finals = _FINALS[key]
    numbering = multisets()
    counts = rank_counts(N_HIDDEN)
    counts = counts[counts[:, up] <= 3]
    value = finals.five_value[_index_many(counts @ PLACES + PLACES[up], numbering)]
    order = np.argsort(value, kind="stable")
    counts, value = counts[order], value[order]
    factors = np.full((len(counts), N_HIDDEN), NO_FACTOR, dtype=np.uint8)
    place = np.zeros(len(counts), dtype=np.int64)
    for r in range(N_RANKS):
        has = np.flatnonzero(counts[:, r])
        factors[has, place[has]] = r * 5 + counts[has, r]
        place[has] += 1
    values = np.arange(N_VALUES)
    sets = [
        sum(1 << r for r in chosen)
        for chosen in combinations([r for r in range(N_RANKS) if r != up], N_HIDDEN)
    ]
    suited = np.array(sets, dtype=np.int64)
    bits = (suited[:, None] >> np.arange(N_RANKS)) & 1
    as_ranks = finals.five_value[_index_many(bits @ PLACES + PLACES[up], numbering)].astype(
        np.int64
    )
    as_flush = finals.suited_value[suited | 1 << up].astype(np.int64)
    suit_class, changes_less, changes_not_more = _classes(
        as_ranks, as_flush, finals, qualifies, with_flushes
    )
    less = np.zeros((len(changes_less), N_MASKS), dtype=np.int16)
    not_more = np.zeros_like(less)
    _sum_over_avoiding(changes_less, suited, less)
    _sum_over_avoiding(changes_not_more, suited, not_more)
    no_game = np.zeros((1, N_MASKS), dtype=np.int16)
    _sum_over_avoiding(-(as_ranks < qualifies).astype(np.int16)[None, :], suited, no_game)
    return Dealer(
        up,
        qualifies,
        factors,
        int(np.searchsorted(value, qualifies)),
        np.searchsorted(value, values, side="left").astype(np.int16),
        np.searchsorted(value, values, side="right").astype(np.int16),
        suited,
        as_ranks,
        as_flush,
        suit_class,
        no_game[0],
        less,
        not_more,
    )


def _classes(
    as_ranks: Ints, as_flush: Ints, finals: Finals, qualifies: int, with_flushes: bool
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """A class for every value that a final hand can have, and the changes of each class."""
    found = [finals.five_value, finals.six_value]
    if with_flushes:
        found += [finals.suited_value]
    values = np.unique(np.concatenate(found)).astype(np.int64)
    values = values[values >= qualifies]
    # Two values are of one class when no dealer hand of either reading lies between them.
    places = [
        np.searchsorted(np.sort(read), values, side=side)
        for read in (as_ranks, as_flush)
        for side in ("left", "right")
    ]
    _, chosen, members = np.unique(
        np.stack(places, axis=1), axis=0, return_index=True, return_inverse=True
    )
    suit_class = np.zeros(N_VALUES, dtype=np.int16)
    suit_class[values] = members.ravel()
    one_each = values[chosen, None]
    less = (as_flush < one_each).astype(np.int16) - (as_ranks < one_each)
    not_more = (as_flush <= one_each).astype(np.int16) - (as_ranks <= one_each)
    return suit_class, less, not_more


# Finals are arrays and cannot be the key of a cache; their identity is, and keeps them alive.
_FINALS: dict[int, Finals] = {}


def dealer_behind(up: int, qualifies: int, finals: Finals, *, with_flushes: bool = False) -> Dealer:
    """The hidden cards behind an upcard of a rank; the last few are kept.

    `qualifies` is the weakest hand value that is a game. `with_flushes` makes the corrections for
    final hands that are flushes as well (40 MB); single spots count those on the spot.
    """
    _FINALS[id(finals)] = finals
    return _dealer(up, qualifies, with_flushes, id(finals))


@kernel(
    "void(int64[::1], uint8[::1], int32[::1], int32[::1], int64[:, ::1], int64[::1], int64, "
    "int64[::1])"
)
def _find(
    wanted: Ints,
    low_size: NDArray[np.uint8],
    low_place: NDArray[np.int32],
    high_place: NDArray[np.int32],
    offset: Ints,
    n_high: Ints,
    size: int,
    found: Ints,
) -> None:
    numbering = Multisets(low_size, low_place, high_place, offset, n_high)
    for i in range(wanted.shape[0]):
        found[i] = index_of(numbering, wanted[i], size)


def _index_many(wanted: NDArray[Any], numbering: Multisets, size: int = 5) -> Ints:
    found = np.empty(len(wanted), dtype=np.int64)
    _find(np.ascontiguousarray(wanted, dtype=np.int64), *numbering, size, found)
    return found


@inlined
def fill_factors(up: int, gone: Ints, table: Ints) -> None:
    """`table[rank * 5 + x]`: ways in which x hidden cards have a rank, given the gone ones."""
    for r in range(13):
        left = 4 - gone[r] - (1 if r == up else 0)
        for x in range(5):
            table[r * 5 + x] = WAYS[left, x]
    table[NO_FACTOR] = 1


@inlined
def fill_sums(factors: NDArray[np.uint8], table: Ints, sums: Ints) -> None:
    """`sums[n]`: hands in the weakest n hidden multisets, given a table of factors."""
    total = 0
    sums[0] = 0
    for i in range(factors.shape[0]):
        total += (
            table[factors[i, 0]]
            * table[factors[i, 1]]
            * table[factors[i, 2]]
            * table[factors[i, 3]]
        )
        sums[i + 1] = total


def all_codes(size: int) -> tuple[Ints, NDArray[np.uint8]]:
    """Codes and rank counts of all multisets of a size."""
    return codes(size), rank_counts(size)
