"""Final hands of the five-card games: values and rows, by ranks alone or by the ranks of a suit.

A final hand has five or six cards. Without five of a suit its value and its row depend on its ranks
alone, so one table of rank multisets holds them; with five or six of a suit they depend on the
ranks of that suit, and of the sixth card. A row says which one or two combinations are paid.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.hands import HAND_IDS
from trainer.hands.kernels import evaluate_many

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

N_RANKS = 13
N_HANDS = len(HAND_IDS)
N_MASKS = 1 << N_RANKS
LARGEST = 10  # cards of a multiset: five dealt and five drawn

# A multiset of ranks as a number that adds: two groups of base-five digits, one a rank.
N_LOW = 7
LOW_BITS = 17
N_LOW_CODES = 5**N_LOW
N_HIGH_CODES = 5 ** (N_RANKS - N_LOW)
PLACES = np.array(
    [5**r if r < N_LOW else 5 ** (r - N_LOW) << LOW_BITS for r in range(N_RANKS)], dtype=np.int64
)


class Multisets(NamedTuple):
    """The numbering of rank multisets: `index_of` finds a code's place among those of its size."""

    low_size: Bytes  # cards in the seven low ranks, by low code
    low_place: NDArray[np.int32]  # place among low codes of that size
    high_place: NDArray[np.int32]
    offset: Ints  # [size, cards in the low ranks]
    n_high: Ints  # high codes by number of cards


def _digits(n_codes: int, n_digits: int) -> NDArray[np.uint8]:
    codes = np.arange(n_codes)
    return np.stack([codes // 5**d % 5 for d in range(n_digits)], axis=1).astype(np.uint8)


def _places(sizes: NDArray[Any]) -> tuple[NDArray[np.int32], Ints]:
    """The place of every code among the codes of its size, and how many there are of each."""
    places = np.zeros(len(sizes), dtype=np.int32)
    counts = np.zeros(LARGEST + 1, dtype=np.int64)
    for size in range(LARGEST + 1):
        found = np.flatnonzero(sizes == size)
        places[found] = np.arange(len(found))
        counts[size] = len(found)
    return places, counts


@cache
def multisets() -> Multisets:
    """The numbering, made once a process in a few milliseconds."""
    low_size = _digits(N_LOW_CODES, N_LOW).sum(axis=1)
    high_size = _digits(N_HIGH_CODES, N_RANKS - N_LOW).sum(axis=1)
    low_place, n_low = _places(low_size)
    high_place, n_high = _places(high_size)
    offset = np.zeros((LARGEST + 1, LARGEST + 2), dtype=np.int64)
    for size in range(LARGEST + 1):
        offset[size, 1 : size + 2] = np.cumsum(n_low[: size + 1] * n_high[: size + 1][::-1])
    return Multisets(low_size.astype(np.uint8), low_place, high_place, offset, n_high)


def n_multisets(size: int) -> int:
    """How many multisets of `size` ranks a deck holds: 6,175 of five, 18,395 of six."""
    return int(multisets().offset[size, size + 1])


@cache
def codes(size: int) -> Ints:
    """The codes of all multisets of a size, in the order of their index."""
    numbering = multisets()
    low = np.arange(N_LOW_CODES)
    high_size = _digits(N_HIGH_CODES, N_RANKS - N_LOW).sum(axis=1)
    high = np.arange(N_HIGH_CODES)
    parts = []
    for n_low in range(size + 1):
        lows = low[numbering.low_size == n_low]
        highs = high[high_size == size - n_low]
        parts.append((lows[:, None] + (highs[None, :] << LOW_BITS)).ravel())
    found: Ints = np.concatenate(parts)
    return found


@cache
def rank_counts(size: int) -> Bytes:
    """How often every rank is in each multiset of a size, uint8[multiset, rank]."""
    of_size = codes(size)
    low, high = of_size & ((1 << LOW_BITS) - 1), of_size >> LOW_BITS
    columns = [
        low // 5**r % 5 if r < N_LOW else high // 5 ** (r - N_LOW) % 5 for r in range(N_RANKS)
    ]
    return np.ascontiguousarray(np.stack(columns, axis=1).astype(np.uint8))


@inlined
def index_of(numbering: Multisets, code: int, size: int) -> int:
    """The index of a multiset's code among those of its size."""
    low = code & 131071
    high = code >> 17
    n_low = numbering.low_size[low]
    index: int = (
        numbering.offset[size, n_low]
        + numbering.low_place[low] * numbering.n_high[size - n_low]
        + numbering.high_place[high]
    )
    return index


class Combos(NamedTuple):
    """What a set of hands can be paid for: best hand and its possible second combinations.

    `second` has a bit for every category that may stand beside the best hand; `again` those that
    are only the first straight once more, with the other card of a pair in it.
    """

    value: NDArray[np.int32]
    first: Bytes
    second: NDArray[np.int32]
    again: NDArray[np.int32]


@inlined
def _made_by(hand: Bytes, chosen: int, n_cards: int, counts: Ints) -> int:
    """What exactly these cards of a hand make, as `id << 24 | ranks`; -1 for nothing."""
    n = 0
    suits = 0
    mask = 0
    for r in range(13):
        counts[r] = 0
    for i in range(n_cards):
        if chosen >> i & 1:
            n += 1
            suits |= 1 << (hand[i] & 3)
            mask |= 1 << (hand[i] >> 2)
            counts[hand[i] >> 2] += 1
    most, high, low, n_ranks = 0, -1, -1, 0
    for r in range(12, -1, -1):
        if counts[r]:
            n_ranks += 1
            if counts[r] > most:
                most = counts[r]
    for r in range(12, -1, -1):
        if counts[r]:
            if counts[r] == most and high < 0:
                high = r
            elif low < 0:
                low = r
    made = -1
    if n == 2:
        if n_ranks == 1:
            made = 2 << 24 | high
        elif mask == 0x1800:
            made = 1 << 24
    elif n_ranks == 1 and n == 3:
        made = 4 << 24 | high
    elif n_ranks == 1 and n == 4:
        made = 8 << 24 | high
    elif n == 4 and n_ranks == 2 and most == 2:
        made = 3 << 24 | high << 4 | low
    elif n == 5 and n_ranks == 2 and most == 3:
        made = 7 << 24 | high << 4 | low
    elif n == 5 and n_ranks == 5:
        one_suit = suits & (suits - 1) == 0
        top = -1
        if mask == 0x100F:
            top = 3
        else:
            for r in range(4, 13):
                if mask == 0x1F << (r - 4):
                    top = r
        if top >= 0:
            kind = (10 if top == 12 else 9) if one_suit else 5
            made = kind << 24 | top
        elif one_suit:
            made = 6 << 24 | mask
    return made


@kernel("void(uint8[:, ::1], uint8[::1], int32[::1], int32[::1])")
def _find_combos(
    hands: Bytes, first: Bytes, second: NDArray[np.int32], again: NDArray[np.int32]
) -> None:
    n_cards = hands.shape[1]
    made = np.empty(64, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    for h in range(hands.shape[0]):
        best = -1
        for chosen in range(3, 1 << n_cards):
            made[chosen] = _made_by(hands[h], chosen, n_cards, counts)
            if made[chosen] > best:
                best = made[chosen]
        if best < 0:
            first[h] = 0
            continue
        kind = best >> 24
        first[h] = kind
        for one in range(3, 1 << n_cards):
            if made[one] != best:
                continue
            for two in range(3, 1 << n_cards):
                other = made[two] >> 24
                # Each of the two has a card that the other lacks.
                if made[two] < 0 or other > kind or not (one & ~two) or not (two & ~one):
                    continue
                straights = kind in (5, 9, 10) and other in (5, 9, 10)
                if straights and made[two] & 0xFFFFFF == best & 0xFFFFFF:
                    again[h] |= 1 << other
                else:
                    second[h] |= 1 << other


def _combos(hands: Bytes) -> Combos:
    n = len(hands)
    first = np.zeros(n, dtype=np.uint8)
    second, again = np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)
    _find_combos(hands, first, second, again)
    return Combos(evaluate_many(hands).astype(np.int32), first, second, again)


def _hands_of(size: int) -> Bytes:
    """One hand a multiset, cards of the suits in turn, so that no suit has more than two."""
    counts = rank_counts(size)
    hands = np.zeros((len(counts), size), dtype=np.uint8)
    place = np.zeros(len(counts), dtype=np.int64)
    rows = np.arange(len(counts))
    for r in range(N_RANKS):
        for copy in range(4):
            has = counts[:, r] > copy
            hands[rows[has], place[has]] = r * 4 + place[has] % 4
            place[has] += 1
    return hands


def _suited(size: int) -> tuple[NDArray[np.int64], Bytes]:
    """The rank masks of `size` cards of one suit, and those cards in suit 0."""
    masks = np.array([m for m in range(N_MASKS) if m.bit_count() == size], dtype=np.int64)
    hands = [[r * 4 for r in range(N_RANKS) if m >> r & 1] for m in masks.tolist()]
    return masks, np.array(hands, dtype=np.uint8)


@cache
def _all_combos() -> tuple[Combos, Combos, Combos, Combos, Combos]:
    """Combinations of plain five and six, suited five and six, and five of a suit with another."""
    _, suited5 = _suited(5)
    _, suited6 = _suited(6)
    other = np.tile(np.arange(N_RANKS, dtype=np.uint8) * 4 + 1, len(suited5))[:, None]
    mixed = np.hstack([np.repeat(suited5, N_RANKS, axis=0), other])
    return (
        _combos(_hands_of(5)),
        _combos(_hands_of(6)),
        _combos(suited5),
        _combos(suited6),
        _combos(np.ascontiguousarray(mixed)),
    )


class Finals(NamedTuple):
    """Value and row of every final hand.

    Plain hands by multiset index; hands of five or six suited cards by the mask of the suit's ranks
    (`mixed`: five suited and one other card, [mask, rank of the other]); 0 where there is no hand.
    """

    five_value: NDArray[np.int32]
    five_row: NDArray[np.int32]
    six_value: NDArray[np.int32]
    six_row: NDArray[np.int32]
    suited_value: NDArray[np.int32]
    suited_row: NDArray[np.int32]
    mixed_value: NDArray[np.int32]
    mixed_row: NDArray[np.int32]


def final_hands(
    odds: tuple[int, ...], rows: tuple[tuple[int, ...], ...], how_many: str, paired_straight: str
) -> Finals:
    """Values and rows of all final hands under a way of paying combinations.

    `odds` by category in the order of `HAND_IDS`, on any common scale, decide which second
    combination is paid. `rows[first][second]` is the row of two, `rows[first][0]` of one.
    """
    return _final_hands(tuple(odds), tuple(map(tuple, rows)), how_many, paired_straight)


@lru_cache(maxsize=8)
def _final_hands(
    odds: tuple[int, ...], rows: tuple[tuple[int, ...], ...], how_many: str, paired_straight: str
) -> Finals:
    # The best-paid category of every set of categories; the higher one at equal odds, 0 for none.
    order = sorted((id for id in range(1, N_HANDS) if odds[id] > 0), key=lambda id: (odds[id], id))
    best = np.zeros(1 << N_HANDS, dtype=np.int64)
    sets = np.arange(1 << N_HANDS)
    for id in order:
        best[sets >> id & 1 == 1] = id
    row_of = np.array(rows, dtype=np.int32)

    def rows_of(found: Combos, size: int) -> NDArray[np.int32]:
        if how_many == "one" or (how_many == "six-cards-only" and size == 5):
            single: NDArray[np.int32] = row_of[found.first, 0]
            return single
        seconds = found.second | (found.again if paired_straight == "two-straights" else 0)
        double: NDArray[np.int32] = row_of[found.first, best[seconds]]
        return double

    five, six, suited5, suited6, mixed = _all_combos()
    suited_value = np.zeros(N_MASKS, dtype=np.int32)
    suited_row = np.zeros(N_MASKS, dtype=np.int32)
    mixed_value = np.zeros((N_MASKS, N_RANKS), dtype=np.int32)
    mixed_row = np.zeros((N_MASKS, N_RANKS), dtype=np.int32)
    for size, found in ((5, suited5), (6, suited6)):
        masks, _ = _suited(size)
        suited_value[masks], suited_row[masks] = found.value, rows_of(found, size)
    masks, _ = _suited(5)
    mixed_value[masks] = mixed.value.reshape(-1, N_RANKS)
    mixed_row[masks] = rows_of(mixed, 6).reshape(-1, N_RANKS)
    return Finals(
        five.value,
        rows_of(five, 5),
        six.value,
        rows_of(six, 6),
        suited_value,
        suited_row,
        mixed_value,
        mixed_row,
    )
