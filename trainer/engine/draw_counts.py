"""Counts by ranks for a whole game behind one upcard, and money by suit masks.

For every multiset of cards gone (five dealt and up to five drawn) and every way to give some of
them up: how many dealer hands, suits ignored, the five that are left beat. These tables know of no
money: a change of a paytable leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_dealer import (
    LOWEST_FULL_HOUSE,
    fill_factors,
    fill_sums,
)
from trainer.engine.draw_final import Table, dot
from trainer.engine.draw_hands import (
    N_MASKS,
    Bytes,
    Ints,
    codes,
    index_of,
    n_multisets,
    rank_counts,
)
from trainer.engine.draw_rules import N_BOX, N_DECK

Counts = NDArray[np.int32]
MOST_DRAWN = 5
LESS, NOT_MORE = 0, 1  # the columns of dealer hands beaten


class RankCounts(NamedTuple):
    """Counts after one to five cards were drawn, by multisets of ranks, one table after the other.

    `beaten` has the hands that are less and those that are not more, side by side because they are
    read together, by [given up, final five] from `first[drawn]` on; `no_game` and `below_flush` are
    by the multiset of all cards gone, from `first_gone[drawn]` on. A final hand below a game has
    `no_game` in all three places.
    """

    beaten: Counts
    no_game: Counts
    below_flush: Counts
    first: Ints
    first_gone: Ints


@kernel()
def _fill_counts(
    table: Table,
    n_drawn: int,
    gone_codes: Ints,
    gone_counts: Bytes,
    counts: RankCounts,
    six: Counts,
) -> None:
    table = borrowed(table)
    gone_codes = borrowed(gone_codes)
    gone_counts = borrowed(gone_counts)
    counts = borrowed(counts)
    six = borrowed(six)
    up = table.dealer.up
    n_hidden = table.dealer.factors.shape[0]
    finals = table.finals
    below_flush = table.dealer.below[LOWEST_FULL_HOUSE]
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(n_hidden + 1, dtype=np.int64)
    gone = np.empty(14, dtype=np.int64)
    ranks = np.empty(10, dtype=np.int64)
    place = np.empty(10, dtype=np.int64)
    given = np.zeros(11, dtype=np.int64)
    first, first_gone = counts.first[n_drawn], counts.first_gone[n_drawn]
    room = np.empty(11, dtype=np.int64)
    for c in range(gone_codes.shape[0]):
        if gone_counts[c, up] > 3:
            continue
        n_ranks = 0
        for r in range(13):
            gone[r] = gone_counts[c, r]
            if gone[r]:
                ranks[n_ranks] = r
                place[n_ranks] = 5**r if r < 7 else 5 ** (r - 7) << 17
                n_ranks += 1
        fill_factors(up, gone, factors)
        fill_sums(table.dealer.factors, factors, sums)
        no_game = sums[table.dealer.n_no_game]
        counts.no_game[first_gone + c] = no_game
        counts.below_flush[first_gone + c] = sums[below_flush]
        if n_drawn == 1:
            value = finals.six_value[c]
            if value < table.dealer.qualifies:
                six[c, LESS], six[c, NOT_MORE] = no_game, no_game
            else:
                six[c, LESS] = sums[table.dealer.below[value]]
                six[c, NOT_MORE] = sums[table.dealer.up_to[value]]
        # All ways to give `n_drawn` of them up, one rank after the other.
        room[n_ranks] = 0
        for i in range(n_ranks - 1, -1, -1):
            room[i] = room[i + 1] + gone[ranks[i]]
        i = 0
        given[0] = -1
        left = n_drawn
        code = 0
        while i >= 0:
            if given[i] >= 0:
                left += given[i]
                code -= given[i] * place[i]
            given[i] += 1
            if given[i] > gone[ranks[i]] or given[i] > left:
                i -= 1
                continue
            left -= given[i]
            code += given[i] * place[i]
            if left > room[i + 1]:
                continue
            if i + 1 < n_ranks:
                i += 1
                given[i] = -1
                continue
            f = index_of(table.numbering, gone_codes[c] - code, 5)
            at = first + index_of(table.numbering, code, n_drawn) * finals.five_value.shape[0] + f
            value = finals.five_value[f]
            if value < table.dealer.qualifies:
                counts.beaten[at, LESS], counts.beaten[at, NOT_MORE] = no_game, no_game
            else:
                counts.beaten[at, LESS] = sums[table.dealer.below[value]]
                counts.beaten[at, NOT_MORE] = sums[table.dealer.up_to[value]]


def counts_after(table: Table, sizes: Collection[int]) -> tuple[RankCounts, Counts]:
    """The counts for draws of these sizes, and `beaten` of six final cards by their multiset.

    300 MB for five cards, 90 MB for four.
    """
    n_five = n_multisets(N_BOX)
    first = np.zeros(MOST_DRAWN + 2, dtype=np.int64)
    first_gone = np.zeros(MOST_DRAWN + 2, dtype=np.int64)
    for size in range(1, MOST_DRAWN + 1):
        n, n_gone = n_multisets(size) * n_five, n_multisets(N_BOX + size)
        first[size + 1] = first[size] + (n if size in sizes else 0)
        first_gone[size + 1] = first_gone[size] + (n_gone if size in sizes else 0)
    counts = RankCounts(
        np.zeros((first[-1], 2), dtype=np.int32),
        np.zeros(first_gone[-1], dtype=np.int32),
        np.zeros(first_gone[-1], dtype=np.int32),
        first,
        first_gone,
    )
    n_six = n_multisets(6)
    six = np.zeros((n_six, 2), dtype=np.int32)
    for size in sizes:
        n_gone = N_BOX + size
        _fill_counts(table, size, codes(n_gone), rank_counts(n_gone), counts, six)
    return counts, six


class Money(NamedTuple):
    """What the upcard's suit adds to money counted by ranks, by class of final hand and mask.

    A class is a row with a class of values; `of_five` and `of_six` give it by multiset.
    """

    of_five: NDArray[np.int32]
    of_six: NDArray[np.int32]
    plain: NDArray[np.int32]  # [class, mask of ranks gone in the suit]
    insured: NDArray[np.int32]
    plain_low: Ints  # by class
    plain_high: Ints
    insured_low: Ints
    insured_high: Ints


@kernel()
def _fill_money(
    table: Table, rows: Ints, kinds: Ints, plain: NDArray[np.int32], insured: NDArray[np.int32]
) -> None:
    table = borrowed(table)
    rows = borrowed(rows)
    kinds = borrowed(kinds)
    plain = borrowed(plain)
    insured = borrowed(insured)
    dealer = table.dealer
    for i in range(rows.shape[0]):
        for mask in range(plain.shape[1]):
            no_game = less = not_more = s64(dealer.no_game[mask])
            if kinds[i] >= 0:
                less = s64(dealer.less[kinds[i], mask])
                not_more = s64(dealer.not_more[kinds[i], mask])
            plain[i, mask] = dot(table.pay.plain, rows[i], no_game, less, not_more, 0)
            insured[i, mask] = dot(table.pay.insured, rows[i], no_game, less, not_more, 0)


def suit_money(table: Table) -> Money:
    """The corrections in money of all final hands that are no flush."""
    finals, dealer = table.finals, table.dealer

    def keys(value: NDArray[np.int32], row: NDArray[np.int32]) -> Ints:
        kind = np.where(value < dealer.qualifies, -1, dealer.suit_class[value]).astype(np.int64)
        return kind * 1000 + row

    five = keys(finals.five_value, finals.five_row)
    six = keys(finals.six_value, finals.six_row)
    found, members = np.unique(np.concatenate([five, six]), return_inverse=True)
    kinds, rows = np.divmod(found, 1000)
    plain = np.zeros((len(found), N_MASKS), dtype=np.int32)
    insured = np.zeros_like(plain)
    _fill_money(table, rows, kinds, plain, insured)
    return Money(
        members[: len(five)].astype(np.int32),
        members[len(five) :].astype(np.int32),
        plain,
        insured,
        plain.min(axis=1).astype(np.int64),
        plain.max(axis=1).astype(np.int64),
        insured.min(axis=1).astype(np.int64),
        insured.max(axis=1).astype(np.int64),
    )


def n_draws(size: int) -> int:
    """How many sets of so many cards may be drawn."""
    return comb(N_DECK - 1 - N_BOX, size)


def n_hands_after(size: int) -> int:
    """How many sets of hidden cards there are, with so many drawn."""
    return comb(N_DECK - 1 - N_BOX - size, 4)
