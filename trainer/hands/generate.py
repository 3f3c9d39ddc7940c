"""Writes the table file from the rules of poker: `python -m trainer.hands.generate`."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

from trainer.hands.tables import (
    COLUMN_BITS,
    N_COLUMNS,
    RANK_KEYS,
    SIZES,
    TABLE_FILE,
    Tables,
    pack,
)
from trainer.hands.values import NO_HAND, WHEEL_TOP, Category, HandValue, value_of

_WHEEL = {12, 0, 1, 2, WHEEL_TOP}


def straight_top(ranks: Iterable[int]) -> int | None:
    """The top rank of the best straight among ranks, or None."""
    have = set(ranks)
    for top in range(12, WHEEL_TOP, -1):
        if have >= set(range(top - 4, top + 1)):
            return top
    return WHEEL_TOP if have >= _WHEEL else None


def value_without_flush(ranks: Sequence[int]) -> HandValue:
    """The value of the best five of five or more ranks, suits left aside."""
    counts = Counter(ranks)
    # Ranks by how often they are there, then by height: the first ones make the hand.
    first, second, *_ = sorted(counts, key=lambda a: (counts[a], a), reverse=True)
    falling = sorted(counts, reverse=True)

    def kickers(n: int, *used: int) -> tuple[int, ...]:
        return tuple([a for a in falling if a not in used][:n])

    if counts[first] == 4:
        return value_of(Category.FOUR_OF_A_KIND, (first, *kickers(1, first)))
    if counts[first] == 3 and counts[second] >= 2:
        pair = max(a for a in counts if a != first and counts[a] >= 2)
        return value_of(Category.FULL_HOUSE, (first, pair))
    top = straight_top(counts)
    if top is not None:
        return value_of(Category.STRAIGHT, (top,))
    if counts[first] == 3:
        return value_of(Category.THREE_OF_A_KIND, (first, *kickers(2, first)))
    if counts[first] == 2 and counts[second] == 2:
        return value_of(Category.TWO_PAIR, (first, second, *kickers(1, first, second)))
    if counts[first] == 2:
        return value_of(Category.PAIR, (first, *kickers(3, first)))
    return value_of(Category.HIGH_CARD, kickers(5))


def value_of_suited(ranks: Sequence[int]) -> HandValue:
    """The value of different ranks of one suit; no hand when they are fewer than five."""
    if len(ranks) < 5:
        return NO_HAND
    top = straight_top(ranks)
    if top is not None:
        return value_of(Category.STRAIGHT_FLUSH, (top,))
    return value_of(Category.FLUSH, sorted(ranks, reverse=True)[:5])


def multisets(n_cards: int) -> Iterable[tuple[int, ...]]:
    """Every multiset of ranks that a deck can deal, rising ranks."""
    for ranks in combinations_with_replacement(range(13), n_cards):
        if all(ranks[i] != ranks[i + 4] for i in range(n_cards - 4)):
            yield ranks


def displace(values: dict[int, HandValue], n_cards: int) -> tuple[array[int], array[int]]:
    """Rows and cells for values by sum of keys: first fit, the fullest row first.

    The rows reach to the greatest sum that repeated cards can make, and end in empty columns: a
    batch is looked up before it is known to be valid, and must stay inside the tables.
    """
    by_row: dict[int, dict[int, HandValue]] = {}
    for total, value in values.items():
        by_row.setdefault(total >> COLUMN_BITS, {})[total & (N_COLUMNS - 1)] = value
    rows = array("I", bytes(4 * ((n_cards * RANK_KEYS[-1] >> COLUMN_BITS) + 1)))
    cells: list[int] = []
    taken = 0  # a bit for every cell in use
    for row in sorted(by_row, key=lambda a: (-len(by_row[a]), a)):
        blocked = 0  # a bit for every offset that would put a value into a cell in use
        for column in by_row[row]:
            blocked |= taken >> column
        offset = (~blocked & (blocked + 1)).bit_length() - 1
        taken |= sum(1 << column for column in by_row[row]) << offset
        rows[row] = offset
        cells.extend([NO_HAND] * (offset + N_COLUMNS - len(cells)))
        for column, value in by_row[row].items():
            cells[offset + column] = value
    # Unused rows point at a stretch of zeros.
    n_used = taken.bit_length()
    for row in range(len(rows)):
        if row not in by_row:
            rows[row] = n_used
    return rows, array("H", cells[:n_used] + [NO_HAND] * N_COLUMNS)


def generate() -> Tables:
    """The tables, from nothing but the ranks' keys and the rules; in about a second."""
    rows, cells = {}, {}
    for n_cards in SIZES:
        values: dict[int, HandValue] = {}
        for ranks in multisets(n_cards):
            total = sum(RANK_KEYS[a] for a in ranks)
            assert total not in values, f"two multisets have the key {total}"
            values[total] = value_without_flush(ranks)
        rows[n_cards], cells[n_cards] = displace(values, n_cards)
    flushes = array(
        "H", (value_of_suited([a for a in range(13) if mask >> a & 1]) for mask in range(1 << 13))
    )
    return Tables(rows, cells, flushes)


if __name__ == "__main__":
    data = pack(generate())
    TABLE_FILE.write_bytes(data)
    print(f"{TABLE_FILE.name}: {len(data):,} bytes")
