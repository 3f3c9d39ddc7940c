"""What a whole-game solve behind one upcard carries: tables, draws, options and bounds.

States that differ only in suits other than the upcard's share most of their sums. Sums are made for
a class, a hand's ranks with those of its cards that are of the upcard's suit, and put right for a
state where more suits matter.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_counts import (
    LESS,
    MOST_DRAWN,
    NOT_MORE,
    Counts,
    Money,
    RankCounts,
    counts_after,
    n_draws,
    n_hands_after,
    suit_money,
)
from trainer.engine.draw_dealer import LOWEST_FLUSH, LOWEST_STRAIGHT
from trainer.engine.draw_final import Table, dot, table_behind
from trainer.engine.draw_hands import N_MASKS, PLACES, Bytes, Ints, codes, index_of, rank_counts
from trainer.engine.draw_rules import (
    HIGHEST,
    LOSE,
    NO_GAME,
    TIE,
    WIN,
    DrawRules,
    Pay,
    parts,
)
from trainer.engine.draw_state import n_left_after

N_PATTERNS = 32  # sets of a hand's different ranks
N_OPTIONS = 32  # 31 exchanges, and the sixth card as the last
SIXTH = 31
RAISE, FOLD = 32, 33


class Draws(NamedTuple):
    """All rank multisets of one to five cards, those of a size from `first[size]` on."""

    code: Ints
    n_ranks: Bytes
    ranks: Bytes  # [multiset, 5] its different ranks
    often: Bytes  # how often each
    first: Ints


@cache
def all_draws() -> Draws:
    """What may be drawn, by ranks."""
    counts = np.concatenate([rank_counts(size) for size in range(1, MOST_DRAWN + 1)])
    n = len(counts)
    ranks, often = np.zeros((n, 5), dtype=np.uint8), np.zeros((n, 5), dtype=np.uint8)
    n_ranks = np.zeros(n, dtype=np.uint8)
    rows = np.arange(n)
    for r in range(13):
        has = counts[:, r] > 0
        ranks[rows[has], n_ranks[has]] = r
        often[rows[has], n_ranks[has]] = counts[has, r]
        n_ranks += has.astype(np.uint8)
    first = np.zeros(MOST_DRAWN + 2, dtype=np.int64)
    for size in range(1, MOST_DRAWN + 1):
        first[size + 1] = first[size] + len(codes(size))
    code = np.concatenate([codes(size) for size in range(1, MOST_DRAWN + 1)])
    return Draws(code, n_ranks, ranks, often, first)


class Whole(NamedTuple):
    """All arrays of a solve behind an upcard of one rank; the last axis but draws is 0 to 5."""

    table: Table
    money: Money
    counts: RankCounts
    six: Counts
    draws: Draws
    n_hands: Ints  # dealer hands, by number of cards drawn
    n_draws: Ints
    n_parts: Ints
    n_left: Ints
    fee: Ints  # in units, of an exchange by its size; the sixth card's at 0
    allowed: Bytes  # whether so many may be exchanged; a sixth card at 0
    must_raise: int  # after an exchange of five
    scale: int
    places: Ints
    flush_more: NDArray[np.float64]  # bounds on flushes, by mask of what is kept of one suit
    flush_less: NDArray[np.float64]
    raise_stake: int


def whole_behind(rules: DrawRules, up: int) -> Whole:
    """The arrays for one rank of the upcard; seconds and up to 0.5 GB."""
    table = table_behind(rules, up, with_flushes=True)
    allowed = np.zeros(6, dtype=np.uint8)
    fee = np.zeros(6, dtype=np.int64)
    if rules.sixth_fee is not None:
        allowed[0], fee[0] = 1, rules.sixth_fee
    for size, price in enumerate(rules.exchange_fees, 1):
        if price is not None:
            allowed[size], fee[size] = 1, price
    counts, six = counts_after(table, [n for n in range(1, 6) if allowed[n] or n == 1])
    sizes = range(MOST_DRAWN + 1)
    flush_more, flush_less = np.zeros(N_MASKS), np.zeros(N_MASKS)
    _fill_flush_caps(table, flush_more, flush_less)
    return Whole(
        table,
        suit_money(table),
        counts,
        six,
        all_draws(),
        np.array([n_hands_after(size) for size in sizes], dtype=np.int64),
        np.array([n_draws(size) for size in sizes], dtype=np.int64),
        np.array([parts(n_left_after(5 + size), rules.pay) for size in sizes], dtype=np.int64),
        np.array([n_left_after(5 + size) for size in sizes], dtype=np.int64),
        fee,
        allowed,
        int(rules.must_raise_after_five),
        rules.scale,
        PLACES,
        flush_more,
        flush_less,
        rules.raise_stake,
    )


class Options(NamedTuple):
    """The exchanges of one hand by ranks, filled anew for every hand; the sixth card is the last.

    What is given up is told by how often each of the hand's ranks is; `kept_mask` is that of the
    ranks kept, and `one_each` says that none of them is kept twice.
    """

    size: Ints
    given_code: Ints
    given: Ints  # index of what is given up
    kept_code: Ints
    kept_mask: Ints
    one_each: Ints
    active: Ints
    low: NDArray[np.float64]  # bounds in antes
    high: NDArray[np.float64]
    n: Ints  # [1] number of exchanges


def new_options() -> Options:
    """Room for the options of one hand."""
    return Options(
        size=np.zeros(N_OPTIONS, dtype=np.int64),
        given_code=np.zeros(N_OPTIONS, dtype=np.int64),
        given=np.zeros(N_OPTIONS, dtype=np.int64),
        kept_code=np.zeros(N_OPTIONS, dtype=np.int64),
        kept_mask=np.zeros(N_OPTIONS, dtype=np.int64),
        one_each=np.zeros(N_OPTIONS, dtype=np.int64),
        active=np.zeros(N_OPTIONS, dtype=np.int64),
        low=np.zeros(N_OPTIONS, dtype=np.float64),
        high=np.zeros(N_OPTIONS, dtype=np.float64),
        n=np.zeros(1, dtype=np.int64),
    )


@inlined
def list_options(whole: Whole, n_ranks: int, ranks: Ints, often: Ints, options: Options) -> None:
    """The exchanges of a hand by ranks, those of fewer cards first."""
    n = 0
    given = np.zeros(5, dtype=np.int64)
    for size in range(1, 6):
        if not whole.allowed[size]:
            continue
        for i in range(n_ranks):
            given[i] = 0
        while True:
            total = 0
            for i in range(n_ranks):
                total += given[i]
            if total == size:
                code = kept = mask = 0
                one_each = 1
                for i in range(n_ranks):
                    place = whole.places[ranks[i]]
                    code += given[i] * place
                    left = often[i] - given[i]
                    kept += left * place
                    if left:
                        mask |= 1 << ranks[i]
                    if left > 1:
                        one_each = 0
                options.size[n] = size
                options.given_code[n] = code
                options.given[n] = index_of(whole.table.numbering, code, size)
                options.kept_code[n] = kept
                options.kept_mask[n] = mask
                options.one_each[n] = one_each
                n += 1
            i = 0
            while i < n_ranks and given[i] == often[i]:
                given[i] = 0
                i += 1
            if i == n_ranks:
                break
            given[i] += 1
    options.n[0] = n


@inlined
def most_gain(pay: Pay, value: int, row: int, n_left: int, no_game: int) -> float:
    """A bound on what purchases add over all dealer hands, in units.

    As in `can_gain`; a flush can come only to one of the 4 × 495 hands kept in one suit.
    """
    if pay.buys == 0:
        return 0.0
    fails = pay.bought[row, NO_GAME]
    best = max(pay.bought[row, WIN], pay.bought[row, TIE], pay.bought[row, LOSE], fails) - fails
    n_outs = 12 if pay.buys == HIGHEST else 16
    n_flush_outs = 0
    if value >= LOWEST_STRAIGHT:
        n_outs += 8
    if value >= LOWEST_FLUSH:
        n_flush_outs = 9
    if pay.bought[row, LOSE] > fails or pay.bought[row, TIE] > max(pay.bought[row, WIN], fails):
        n_outs, n_flush_outs = 24, 9
    fewest = n_left - 3 if pay.redraws else n_left
    price = pay.plain[row, NO_GAME] - fails
    usual = max(n_outs * best / fewest - price, 0.0)
    flush = max((n_outs + n_flush_outs) * best / fewest - price, 0.0)
    bound: float = no_game * usual + 1980.0 * flush
    return bound


@kernel()
def find_bounds(
    whole: Whole, code: int, n_ranks: int, ranks: Ints, often: Ints, options: Options
) -> None:
    """Bounds in antes of every exchange of a hand, for all its states; fills the options.

    Counted by ranks; the suits' corrections by their extremes, flushes by their most.
    """
    whole = borrowed(whole)
    ranks = borrowed(ranks)
    often = borrowed(often)
    options = borrowed(options)
    list_options(whole, n_ranks, ranks, often, options)
    table, money = whole.table, whole.money
    pay, finals = table.pay, table.finals
    draws, counts = whole.draws, whole.counts
    n_five = finals.five_value.shape[0]
    up = table.dealer.up
    left = np.empty(13, dtype=np.int64)
    for r in range(13):
        left[r] = 4 - (1 if r == up else 0)
    for i in range(n_ranks):
        left[ranks[i]] -= often[i]
    for o in range(options.n[0]):
        size = options.size[o]
        n_hands = s64(whole.n_hands[size])
        fold = pay.fold * n_hands
        if size == 5 and whole.must_raise:
            fold = -(1 << 62)
        low = high = 0.0
        for m in range(draws.first[size], draws.first[size + 1]):
            ways = 1
            for i in range(draws.n_ranks[m]):
                ways *= _WAYS[left[draws.ranks[m, i]], draws.often[m, i]]
            if ways == 0:
                continue
            f = index_of(table.numbering, options.kept_code[o] + draws.code[m], 5)
            c = index_of(table.numbering, code + draws.code[m], 5 + size)
            value, row = finals.five_value[f], finals.five_row[f]
            kind = money.of_five[f]
            at = counts.first[size] + options.given[o] * n_five + f
            less, not_more = s64(counts.beaten[at, LESS]), s64(counts.beaten[at, NOT_MORE])
            no_game = s64(counts.no_game[counts.first_gone[size] + c])
            plain = dot(pay.plain, row, no_game, less, not_more, n_hands)
            least = max(plain + money.plain_low[kind], fold)
            most = max(
                plain
                + money.plain_high[kind]
                + most_gain(pay, value, row, whole.n_left[size], no_game),
                float(fold),
            )
            if pay.may_insure[row]:
                insured = dot(pay.insured, row, no_game, less, not_more, n_hands)
                least = max(least, insured + money.insured_low[kind])
                gain = 0.0
                if pay.insured_buys:
                    gain = most_gain(pay, value, row, whole.n_left[size], no_game)
                most = max(most, insured + money.insured_high[kind] + gain)
            low += float(ways) * least
            high += float(ways) * most
        unit = 1.0 / (float(whole.n_draws[size]) * n_hands * whole.scale)
        fee = whole.fee[size] / whole.scale
        options.low[o] = low * unit - fee
        options.high[o] = high * unit - fee
        if options.one_each[o]:
            unit = 1.0 / (float(whole.n_draws[size]) * whole.scale)
            options.high[o] += whole.flush_more[options.kept_mask[o]] * unit
            options.low[o] -= whole.flush_less[options.kept_mask[o]] * unit


@kernel()
def _fill_flush_caps(table: Table, more: NDArray[np.float64], less: NDArray[np.float64]) -> None:
    """Bounds in units on what all flushes of a suit can add to and take from what is kept of it.

    By the mask of the ranks kept. A flush that takes the place of the plain hand of its ranks
    brings at most its row's largest amount and at least its smallest; the plain hand likewise.
    """
    table = borrowed(table)
    more = borrowed(more)
    less = borrowed(less)
    pay, finals = table.pay, table.finals
    for mask in range(8192):
        code = n = 0
        for r in range(13):
            if mask >> r & 1:
                code += 5**r if r < 7 else 5 ** (r - 7) << 17
                n += 1
        if n != 5:
            continue
        row = finals.suited_row[mask]
        plain_row = finals.five_row[index_of(table.numbering, code, 5)]
        up = _top(pay, row) - _bottom(pay, plain_row)
        down = _top(pay, plain_row) - _bottom(pay, row)
        kept = mask
        while kept:
            kept = (kept - 1) & mask
            more[kept] += up
            less[kept] += down
    more[0] *= 4
    less[0] *= 4


@inlined
def _top(pay: Pay, row: int) -> float:
    """The largest amount that a row can bring."""
    top = pay.fold
    for result in range(4):
        top = max(top, pay.plain[row, result], pay.insured[row, result])
        if pay.buys:
            top = max(top, pay.bought[row, result])
    return float(top)


@inlined
def _bottom(pay: Pay, row: int) -> float:
    """The smallest amount that a raise without insurance and purchase can bring, or a fold."""
    bottom = pay.fold
    for result in range(4):
        bottom = min(bottom, pay.plain[row, result])
    return float(bottom)


_WAYS = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]],
    dtype=np.int64,
)
