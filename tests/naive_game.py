"""Both hold'em games dealt out whole for any paytables: the slow twin of the house edge.

It imports nothing from the product and remembers nothing between deals: for each flop (one of each
kind of suits, as often as it comes) every hand, turn, river and dealer's hand is dealt, every bet
is paid by the rulebook's words, and the better action is taken where a player may act. Only numpy
and numba make it bearable: two games under twenty paytables take some minutes.

A hand is four masks of 13 ranks, one a suit. Money is whole numbers of `1 / scale` antes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm

import numpy as np
from numba import njit

ROWS = (
    *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house"),
    *("four-of-a-kind", "straight-flush", "royal-flush"),
)
N_DEALER = 990  # hands of two among 45 cards
N_BOARDS = 1081  # turns and rivers among 47 cards
ROUNDS = 22100 * 1176 * N_BOARDS * N_DEALER
ANY_PAIR = 1 << 26
PAIR_OF_FOURS = 1 << 26 | 1 << 2 << 13

Odds = Mapping[str, Fraction]


@dataclass(frozen=True)
class Whole:
    """What all rounds say: expected nets in antes, a table each, and plain counts.

    `losing` counts the hand that loses a showdown, of both sides; `ties` are the showdowns that
    nobody loses; `hands` are the player's hands by their best five of seven.
    """

    ultimate: tuple[Fraction, ...]
    casino: tuple[Fraction, ...]
    losing: dict[str, int]
    ties: int
    hands: dict[str, int]


# --- hands ---------------------------------------------------------------------------------


@njit("int64(int64)", nogil=True)
def count(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@njit("int64(int64, int64)", nogil=True)
def best(mask, n):
    """The highest n ranks of a mask."""
    more = count(mask) - n
    while more > 0:
        mask &= mask - 1
        more -= 1
    return mask


@njit("int64(int64)", nogil=True)
def straight_top(mask):
    """The top rank of the best straight as a mask, 0 when there is none."""
    for top in range(12, 3, -1):
        five = 31 << (top - 4)
        if mask & five == five:
            return 1 << top
    wheel = 1 << 12 | 15
    return 1 << 3 if mask & wheel == wheel else 0


@njit("int64(int64, int64, int64, int64)", nogil=True)
def value_of(c, d, h, s):
    """Category, then the ranks that make it, then the kickers; greater is stronger."""
    for suit in (c, d, h, s):
        if count(suit) >= 5:
            top = straight_top(suit)
            if top:
                return (9 if top == 1 << 12 else 8) << 26 | top << 13
            return 5 << 26 | best(suit, 5)
    held = c | d | h | s
    twice = (c & d) | (h & s) | ((c | d) & (h | s))
    thrice = (c & d & (h | s)) | (h & s & (c | d))
    four = c & d & h & s
    if four:
        return 7 << 26 | four << 13 | best(held ^ four, 1)
    if thrice:
        three = best(thrice, 1)
        if twice ^ three:
            return 6 << 26 | three << 13 | best(twice ^ three, 1)
    top = straight_top(held)
    if top:
        return 4 << 26 | top << 13
    if thrice:
        return 3 << 26 | thrice << 13 | best(held ^ thrice, 2)
    if count(twice) >= 2:
        pairs = best(twice, 2)
        return 2 << 26 | pairs << 13 | best(held ^ pairs, 1)
    if twice:
        return 1 << 26 | twice << 13 | best(held ^ twice, 3)
    return best(held, 5)


# --- one flop ------------------------------------------------------------------------------


@njit(
    "void(int64[::1], int64[:,::1], int64[:,::1], int64, int64[:,:,::1], int64[:,::1],"
    " int64[:,::1], int64[:,:,::1])",
    nogil=True,
)
def deal_flop(flop, blinds, antes, scale, uth_counts, river, casino, shown):
    """All boards and hands of one flop, added up by the player's hand `a * 52 + b`.

    `uth_counts[hand, 0..2]` are wins by row, then won, lost, won and lost against a game;
    `river[hand, table]` nets one time the ante or a fold, whichever is more; `casino[hand]` are
    antes paid by row, then won and lost against a game; `shown[row, ...]` are showdowns won, tied
    and lost.
    """
    n_blinds = blinds.shape[0]
    left = np.empty(47, np.int64)
    first, second = np.empty(1081, np.int64), np.empty(1081, np.int64)
    keys = np.empty(1081, np.int64)
    below_of, equal_of = np.empty(52, np.int64), np.empty(52, np.int64)
    idle_uth, idle_casino = np.empty(52, np.int64), np.empty(52, np.int64)
    suits = np.empty(4, np.int64)
    taken = np.zeros(52, np.bool_)
    for card in flop:
        taken[card] = True
    fold = -2 * scale * 990
    for turn in range(52):
        if taken[turn]:
            continue
        for late in range(turn + 1, 52):
            if taken[late]:
                continue
            n = 0
            suits[:] = 0
            for card in range(52):
                if taken[card] or card == turn or card == late:
                    suits[card & 3] |= 1 << (card >> 2)
                else:
                    left[n] = card
                    n += 1
            n = 0
            for i in range(47):
                a = left[i]
                suits[a & 3] ^= 1 << (a >> 2)
                for j in range(i + 1, 47):
                    b = left[j]
                    suits[b & 3] ^= 1 << (b >> 2)
                    value = value_of(suits[0], suits[1], suits[2], suits[3])
                    suits[b & 3] ^= 1 << (b >> 2)
                    first[n], second[n] = a, b
                    keys[n] = value << 11 | n
                    n += 1
                suits[a & 3] ^= 1 << (a >> 2)
            keys.sort()
            # Hands that are no game for the dealer, and how many of them hold each card.
            idle_uth[:], idle_casino[:] = 0, 0
            n_idle_uth = n_idle_casino = 0
            for key in keys:
                a, b = first[key & 2047], second[key & 2047]
                if key >> 11 < ANY_PAIR:
                    n_idle_uth += 1
                    idle_uth[a] += 1
                    idle_uth[b] += 1
                if key >> 11 < PAIR_OF_FOURS:
                    n_idle_casino += 1
                    idle_casino[a] += 1
                    idle_casino[b] += 1
            below_of[:] = 0
            n_below = begin = 0
            while begin < 1081:
                value = keys[begin] >> 11
                row = value >> 26
                end = begin
                equal_of[:] = 0
                while end < 1081 and keys[end] >> 11 == value:
                    equal_of[first[keys[end] & 2047]] += 1
                    equal_of[second[keys[end] & 2047]] += 1
                    end += 1
                for k in range(begin, end):
                    a, b = first[keys[k] & 2047], second[keys[k] & 2047]
                    hand = a * 52 + b
                    # Dealers that share no card. The hand itself is among those that equal it.
                    worse = n_below - below_of[a] - below_of[b]
                    equal = end - begin - equal_of[a] - equal_of[b] + 1
                    better = 990 - worse - equal
                    shown[row, 0, 0] += worse
                    shown[row, 1, 0] += equal
                    shown[row, 2, 0] += better
                    # Ultimate Texas Hold'em
                    idle = n_idle_uth - idle_uth[a] - idle_uth[b]
                    if value < ANY_PAIR:
                        idle += 1
                        won, lost = 0, 990 - idle  # against a game
                    else:
                        won, lost = worse - idle, better
                    uth_counts[hand, 0, row] += worse
                    uth_counts[hand, 1, 0] += worse
                    uth_counts[hand, 1, 1] += better
                    uth_counts[hand, 1, 2] += won
                    uth_counts[hand, 1, 3] += lost
                    # The ante against a game, the blind lost, one time the ante.
                    once = scale * (won - lost - better + worse - better)
                    for t in range(n_blinds):
                        played = blinds[t, row] * worse + once
                        river[hand, t] += played if played > fold else fold
                    # Casino Hold'em
                    idle = n_idle_casino - idle_casino[a] - idle_casino[b]
                    if value < PAIR_OF_FOURS:
                        idle += 1
                        won, lost = 0, 990 - idle
                    else:
                        won, lost = worse - idle, better
                    casino[hand, row] += idle + won
                    casino[hand, 10] += won
                    casino[hand, 11] += lost
                for k in range(begin, end):
                    below_of[first[keys[k] & 2047]] += 1
                    below_of[second[keys[k] & 2047]] += 1
                n_below += end - begin
                begin = end


def played_out(
    flop: tuple[int, ...], blinds: np.ndarray, antes: np.ndarray, scale: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Nets on one flop with the better action taken on it and after it.

    Waiting and the early bets' two parts by the hand's class (what does not depend on the size of
    the bet, and showdowns won less those lost), for Casino Hold'em the sum over all hands, and
    showdowns by row.
    """
    uth_counts = np.zeros((52 * 52, 2, 10), np.int64)
    river = np.zeros((52 * 52, len(blinds)), np.int64)
    casino = np.zeros((52 * 52, 12), np.int64)
    shown = np.zeros((10, 3, 1), np.int64)
    deal_flop(np.array(flop), blinds, antes, scale, uth_counts, river, casino, shown)
    won, lost, ante_won, ante_lost = uth_counts[:, 1, :4].T
    fixed = uth_counts[:, 0] @ blinds.T + scale * (ante_won - ante_lost - lost)[:, None]
    twice = fixed + scale * 2 * (won - lost)[:, None]
    waiting = np.maximum(river, twice)
    called = casino[:, :10] @ antes.T + scale * (2 * casino[:, 10] - 3 * casino[:, 11])[:, None]
    dealt = casino.any(axis=1)
    folded = -scale * N_BOARDS * N_DEALER
    by_class = np.zeros((169, len(blinds)), np.int64)
    fixed_by_class = np.zeros_like(by_class)
    ahead = np.zeros(169, np.int64)
    np.add.at(by_class, CLASS_OF[dealt], waiting[dealt])
    np.add.at(fixed_by_class, CLASS_OF[dealt], fixed[dealt])
    np.add.at(ahead, CLASS_OF[dealt], (won - lost)[dealt])
    return (by_class, fixed_by_class, ahead, np.maximum(called, folded)[dealt].sum(axis=0),
            shown[:, :, 0])  # fmt: skip


def class_of(a: int, b: int) -> int:
    """169 kinds of two cards: suited above the diagonal, others below."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    return high * 13 + low if a & 3 == b & 3 else low * 13 + high


CLASS_OF = np.array([class_of(a, b) for a in range(52) for b in range(52)])


def flops() -> dict[tuple[int, ...], int]:
    """One flop of each kind, and how many there are that differ from it by suits alone."""

    def kind(cards: tuple[int, ...]) -> tuple[int, ...]:
        renamed = (
            tuple(sorted(card & ~3 | suits[card & 3] for card in cards))
            for suits in permutations(range(4))
        )
        return min(renamed)

    return dict(Counter(kind(cards) for cards in combinations(range(52), 3)))


# --- whole games ---------------------------------------------------------------------------


def whole_games(blinds: Sequence[Odds], antes: Sequence[Odds], workers: int = 2) -> Whole:
    """Both games under each table; a row that a table does not name pushes."""
    scale = lcm(*(odds.denominator for table in (*blinds, *antes) for odds in table.values()))
    blind_units, ante_units = (
        np.array([[int(table.get(row, 0) * scale) for row in ROWS] for table in tables], np.int64)
        for tables in (blinds, antes)
    )
    kinds = flops()
    assert len(kinds) == 1755
    assert sum(kinds.values()) == 22100
    totals = [np.zeros((), object) for _ in range(5)]
    with ThreadPoolExecutor(workers) as pool:
        found = pool.map(lambda flop: played_out(flop, blind_units, ante_units, scale), kinds)
        for times, sums in zip(kinds.values(), found, strict=True):
            totals = [
                total + one.astype(object) * times for total, one in zip(totals, sums, strict=True)
            ]
    waiting, fixed, ahead, called, shown = totals
    four, three = (fixed + scale * times * ahead[:, None] for times in (4, 3))
    first = np.maximum(waiting, np.maximum(four, three)).sum(axis=0)
    assert int(shown.sum()) == ROUNDS
    return Whole(
        tuple(Fraction(int(net), ROUNDS * scale) for net in first),
        tuple(Fraction(int(net), ROUNDS * scale) for net in called),
        # Either side loses as often as the other.
        {row: 2 * int(n) for row, n in zip(ROWS, shown[:, 2], strict=True)},
        int(shown[:, 1].sum()),
        {row: int(n) for row, n in zip(ROWS, shown.sum(axis=1), strict=True)},
    )
