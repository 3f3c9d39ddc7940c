"""Numbers for the classes of ranks, boards, flops and hands that the whole-game sweeps run over.

Ranks without suits: a multiset of j ranks has a number below C(12 + j, j), in `next_ranks` one
rank is added to it. With one suit singled out (the suit in which a flush is possible) a hand has
one of 338 types: both cards of other suits (91 pairs of ranks), one suited card (169, its rank
first), or two (78 pairs of different ranks).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

N_RANKS = 13
N_PAIRS = 91  # pairs of ranks, equal ones included
N_TYPES = 338
N_SETS = (1, 13, 78, 286, 715, 1287)  # sets of 0..5 different ranks
N_MULTISETS = (1, 13, 91, 455, 1820, 6188)  # multisets of 0..5 ranks; 13 of five are impossible
# Suited parts of flops: one suited card and two others, two and one, three.
FLOP_PART_TWO = 13 * 91
FLOP_PART_THREE = FLOP_PART_TWO + 78 * 13
N_FLOP_PARTS = FLOP_PART_THREE + 286
N_HANDS = 1326
N_CLASSES = 169
N_FLOPS = 1755  # up to a change of suits
FLOPS = 19600  # flops after a hand
BOARDS = 1081  # turns and rivers after a hand and a flop
N_DEALER = 990  # hands of two from the 45 cards that neither board nor player has
ROUNDS = N_HANDS * FLOPS * BOARDS * N_DEALER

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class RankTables:
    """Multisets of ranks, and hands as pairs of ranks."""

    counts: tuple[Bytes, ...]  # uint8[multiset, rank] for 0..5 ranks
    next_ranks: tuple[Shorts, ...]  # uint16[multiset, rank]: the multiset with one more rank
    pair_of: Shorts  # uint16[rank, rank]
    pair_low: Bytes  # uint8[pair]
    pair_high: Bytes
    flop_weight: Ints  # int64[multiset of 3, pair]: flops of these ranks for one such hand


@dataclass(frozen=True, slots=True)
class SuitTables:
    """Sets of suited ranks, and hands by their type."""

    sets: tuple[Shorts, ...]  # uint16[set]: masks of 0..5 ranks
    set_of: Shorts  # uint16[mask]: the number of a mask among those of its size
    type_pair: Bytes  # uint8[type]: the pair of ranks, suits forgotten
    type_others: Ints  # int64[rank, type]: cards of the rank that are not suited
    type_of: Shorts  # uint16[suit, hand]


@dataclass(frozen=True, slots=True)
class HandTables:
    """The 1,326 hands, cards falling in number of the pair (low, high)."""

    low: Bytes
    high: Bytes
    bits: NDArray[np.uint64]
    pair: Bytes  # pair of ranks
    hand_class: Bytes  # 0..168: 13 × higher rank + lower when suited, lower × 13 + higher if not
    class_size: Ints


@dataclass(frozen=True, slots=True)
class FlopTables:
    """One flop of each class of flops that differ by a change of suits."""

    cards: Bytes  # uint8[flop, 3], falling
    bits: NDArray[np.uint64]
    weight: Ints  # how many flops the class has; they sum to 22,100
    ranks: Shorts  # multiset of 3
    n_suits: Bytes
    suits: Bytes  # uint8[flop, 3]
    parts: Shorts  # uint16[flop, 3]: suited part by suit, N_FLOP_PARTS of them
    smallest: NDArray[np.bool_]  # [flop, hand]: the smallest hand of those alike on this flop
    alike: Bytes  # uint8[flop, hand]: hands that a change of suits keeping the flop makes of it


def multiset_number(ranks: tuple[int, ...]) -> int:
    """The number of a multiset among those of its size."""
    return sum(comb(r + i, i + 1) for i, r in enumerate(sorted(ranks)))


@cache
def rank_tables() -> RankTables:
    """The tables of ranks; 20 ms once a process."""
    counts: list[Bytes] = []
    following: list[Shorts] = []
    for n in range(6):
        sets = sorted(combinations_with_replacement(range(N_RANKS), n), key=multiset_number)
        rows = np.zeros((len(sets), N_RANKS), dtype=np.uint8)
        for i, ranks in enumerate(sets):
            for r in ranks:
                rows[i, r] += 1
        counts.append(rows)
        if n < 5:
            base = np.array(sets, dtype=np.int64).reshape(len(sets), n)
            more = np.repeat(base[:, None, :], N_RANKS, axis=1)
            added = np.broadcast_to(np.arange(N_RANKS)[None, :, None], (len(sets), N_RANKS, 1))
            more = np.sort(np.concatenate([more, added], axis=2), axis=2)
            choose = np.array([[comb(a, k) for k in range(7)] for a in range(20)])
            number = sum(choose[more[:, :, i] + i, i + 1] for i in range(n + 1))
            following.append(np.asarray(number).astype(np.uint16))
    pair_of = following[1][np.arange(13)[:, None], np.arange(13)[None, :]].astype(np.uint16)
    low, high = np.zeros(N_PAIRS, np.uint8), np.zeros(N_PAIRS, np.uint8)
    for a in range(N_RANKS):
        for b in range(a, N_RANKS):
            low[pair_of[a, b]], high[pair_of[a, b]] = a, b
    return RankTables(
        tuple(counts),
        tuple(following),
        pair_of,
        low,
        high,
        _flop_weights(counts[3], low, high),
    )


def _flop_weights(counts: Bytes, low: Bytes, high: Bytes) -> Ints:
    choose = np.array([[comb(a, k) for k in range(4)] for a in range(5)], dtype=np.int64)
    ranks = np.arange(N_RANKS)
    held = (ranks[None, :] == low[:, None]).astype(np.int64) + (ranks[None, :] == high[:, None])
    ways = choose[4 - held[None, :, :], counts[:, None, :]]
    return np.asarray(ways.prod(axis=2), dtype=np.int64)


@cache
def suit_tables() -> SuitTables:
    """The tables of one suit and the rest."""
    ranks = rank_tables()
    set_of = np.zeros(1 << N_RANKS, dtype=np.uint16)
    sets: list[Shorts] = []
    for n in range(6):
        masks = [sum(1 << r for r in chosen) for chosen in combinations(range(N_RANKS), n)]
        set_of[masks] = np.arange(len(masks))
        sets.append(np.array(masks, dtype=np.uint16))
    type_pair = np.zeros(N_TYPES, dtype=np.uint8)
    others = np.zeros((N_RANKS, N_TYPES), dtype=np.int64)
    for pair in range(N_PAIRS):
        type_pair[pair] = pair
        for r in (ranks.pair_low[pair], ranks.pair_high[pair]):
            others[r, pair] += 1
    for a in range(N_RANKS):
        for b in range(N_RANKS):
            type_pair[91 + 13 * a + b] = ranks.pair_of[a, b]
            others[b, 91 + 13 * a + b] = 1
            if a < b:
                type_pair[260 + set_of[1 << a | 1 << b]] = ranks.pair_of[a, b]
    type_of = np.zeros((4, N_HANDS), dtype=np.uint16)
    hands = hand_tables()
    for hand in range(N_HANDS):
        x, y = int(hands.low[hand]), int(hands.high[hand])
        for suit in range(4):
            type_of[suit, hand] = _type(x, y, suit, ranks.pair_of, set_of)
    return SuitTables(tuple(sets), set_of, type_pair, others, type_of)


def _type(x: int, y: int, suit: int, pair_of: Shorts, set_of: Shorts) -> int:
    suited = (x & 3 == suit, y & 3 == suit)
    if suited == (True, True):
        return 260 + int(set_of[1 << (x >> 2) | 1 << (y >> 2)])
    if suited == (False, False):
        return int(pair_of[x >> 2, y >> 2])
    return 91 + (13 * (x >> 2) + (y >> 2) if suited[0] else 13 * (y >> 2) + (x >> 2))


def hand_number(x: int, y: int) -> int:
    """The number of a hand of two cards."""
    low, high = min(x, y), max(x, y)
    return high * (high - 1) // 2 + low


def class_number(x: int, y: int) -> int:
    """The number of a hand's class among the 169."""
    low, high = min(x, y) >> 2, max(x, y) >> 2
    return 13 * high + low if x & 3 == y & 3 else 13 * low + high


def class_name(number: int) -> str:
    """A class as `AKs`, `AKo` or `AA`."""
    first, second = divmod(number, 13)
    letters = "23456789TJQKA"
    if first == second:
        return letters[first] * 2
    return letters[max(first, second)] + letters[min(first, second)] + "os"[first > second]


@cache
def hand_tables() -> HandTables:
    """The tables of hands."""
    pairs = [(x, y) for y in range(52) for x in range(y)]
    low = np.array([x for x, _ in pairs], dtype=np.uint8)
    high = np.array([y for _, y in pairs], dtype=np.uint8)
    classes = np.array([class_number(x, y) for x, y in pairs], dtype=np.uint8)
    bits = np.array([1 << x | 1 << y for x, y in pairs], dtype=np.uint64)
    pair = rank_tables().pair_of[low >> 2, high >> 2].astype(np.uint8)
    sizes = np.bincount(classes, minlength=N_CLASSES).astype(np.int64)
    return HandTables(low, high, bits, pair, classes, sizes)


@cache
def flop_tables() -> FlopTables:
    """The tables of flops; 150 ms once a process."""
    hands = hand_tables()
    every = np.array(list(combinations(range(52), 3)), dtype=np.int64)
    changes = np.array(list(permutations(range(4))), dtype=np.int64)
    codes = np.stack([_codes(every, change) for change in changes])
    own = codes[0]  # the first change changes nothing
    is_first = own == codes.min(axis=0)
    chosen = every[is_first][:, ::-1]
    keeps = codes[:, is_first] == own[is_first]
    weight = 24 // keeps.sum(axis=0)
    assert len(chosen) == N_FLOPS and weight.sum() == 22100

    part = np.zeros((N_FLOPS, 3), dtype=np.uint16)
    which = np.zeros((N_FLOPS, 3), dtype=np.uint8)
    n_suits = np.zeros(N_FLOPS, dtype=np.uint8)
    multiset = np.zeros(N_FLOPS, dtype=np.uint16)
    for i, cards in enumerate(chosen.tolist()):
        multiset[i] = multiset_number(tuple(a >> 2 for a in cards))
        for suit in sorted({a & 3 for a in cards}):
            which[i, n_suits[i]] = suit
            part[i, n_suits[i]] = flop_part(cards, suit)
            n_suits[i] += 1

    # Hands that a change of suits which keeps the flop turns into one another are alike.
    changed = np.stack([_changed_hands(hands, change) for change in changes])
    smallest = np.ones((N_FLOPS, N_HANDS), dtype=np.bool_)
    alike = np.ones((N_FLOPS, N_HANDS), dtype=np.uint8)
    kinds = keeps.T.astype(np.uint8)
    for kind in np.unique(kinds, axis=0):
        of_kind = (kinds == kind).all(axis=1)
        images = changed[kind.astype(bool)]
        least = images.min(axis=0) == np.arange(N_HANDS)
        fixed = (images == np.arange(N_HANDS)).sum(axis=0)
        smallest[of_kind] = least
        alike[of_kind] = len(images) // fixed
    bits = (np.uint64(1) << chosen.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return FlopTables(
        cards=chosen.astype(np.uint8),
        bits=bits,
        weight=weight.astype(np.int64),
        ranks=multiset,
        n_suits=n_suits,
        suits=which,
        parts=part,
        smallest=smallest,
        alike=alike,
    )


def _codes(flops: NDArray[np.int64], change: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number a flop, the same for the same cards in any order, after a change of suits."""
    moved = np.sort(flops >> 2 << 2 | change[flops & 3], axis=1)
    return np.asarray((moved[:, 2] * 52 + moved[:, 1]) * 52 + moved[:, 0])


def _changed_hands(hands: HandTables, change: NDArray[np.int64]) -> NDArray[np.int64]:
    low, high = hands.low.astype(np.int64), hands.high.astype(np.int64)
    x, y = low >> 2 << 2 | change[low & 3], high >> 2 << 2 | change[high & 3]
    below, above = np.minimum(x, y), np.maximum(x, y)
    return np.asarray(above * (above - 1) // 2 + below)


def flop_part(cards: list[int], suit: int) -> int:
    """The number of a flop's part in one of its suits: the suited ranks, and the other ranks."""
    ranks, suits = rank_tables(), suit_tables()
    suited = [a >> 2 for a in cards if a & 3 == suit]
    others = [a >> 2 for a in cards if a & 3 != suit]
    number = int(suits.set_of[sum(1 << r for r in suited)])
    if len(suited) == 1:
        return number * N_PAIRS + int(ranks.pair_of[others[0], others[1]])
    if len(suited) == 2:
        return FLOP_PART_TWO + number * N_RANKS + others[0]
    return FLOP_PART_THREE + number
