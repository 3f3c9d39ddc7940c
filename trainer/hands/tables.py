"""The tables that turn cards into values, read from the file beside this module.

Every rank has a key. The keys of five, of six and of seven cards (four of a rank at most) have a
different sum for every multiset of ranks, so the sum finds the value of a hand that is no flush:
`cells[rows[sum >> 10] + (sum & 1023)]`, one such pair of tables a size. Flushes are found by the
13-bit mask of their suit's ranks.
"""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SIZES = (5, 6, 7)
COLUMN_BITS = 10
N_COLUMNS = 1 << COLUMN_BITS

# A card adds its key in the low 32 bits and one to its suit's four-bit counter above them. With
# the counters started at three, a suit of five cards or more sets the top bit of its counter;
# seven cards cannot carry into the next.
SUIT_SHIFT = 32
SUIT_BITS = 4
EMPTY_SUM = 0x3333 << SUIT_SHIFT
FLUSH_SUMS = 0x8888 << SUIT_SHIFT

TABLE_FILE = Path(__file__).with_name("values.bin")
_HEADER = struct.Struct("<8s6I")  # magic, then the lengths of rows and cells for 5, 6 and 7 cards
_MAGIC = b"hands\x00\x00\x01"  # the last byte is the version of the format


@dataclass(frozen=True, slots=True)
class Tables:
    """The contents of the file: rows and cells by number of cards, and flushes by rank mask."""

    rows: dict[int, array[int]]  # uint32
    cells: dict[int, array[int]]  # uint16, hand values
    flushes: array[int]  # uint16[8192], hand values


def card_weight(card: int) -> int:
    """What a card adds to the sum of its hand."""
    return RANK_KEYS[card >> 2] | 1 << (SUIT_SHIFT + SUIT_BITS * (card & 3))


def card_mask(card: int) -> int:
    """The bit of a card in a mask of four suits, sixteen bits each."""
    return 1 << (16 * (card & 3) + (card >> 2))


def pack(tables: Tables) -> bytes:
    """The file's bytes: header, three `rows` as uint32, three `cells` and `flushes` as uint16."""
    lengths = [n for k in SIZES for n in (len(tables.rows[k]), len(tables.cells[k]))]
    arrays = [tables.rows[k] for k in SIZES] + [tables.cells[k] for k in SIZES] + [tables.flushes]
    return _HEADER.pack(_MAGIC, *lengths) + b"".join(map(_little_endian, arrays))


def unpack(data: bytes) -> Tables:
    """The tables of a file's bytes; ValueError when they are not such a file."""
    magic, *lengths = _HEADER.unpack_from(data)
    n_rows, n_cells = lengths[::2], lengths[1::2]
    sizes = [("I", 4 * n) for n in n_rows] + [("H", 2 * n) for n in n_cells] + [("H", 2 * 8192)]
    if magic != _MAGIC or len(data) != _HEADER.size + sum(n for _, n in sizes):
        raise ValueError("no table of hand values, or one of another version")
    arrays = []
    at = _HEADER.size
    for code, n in sizes:
        one = array(code, data[at : at + n])
        if sys.byteorder == "big":
            one.byteswap()
        arrays.append(one)
        at += n
    *rows, cells5, cells6, cells7, flushes = arrays
    cells = (cells5, cells6, cells7)
    return Tables(
        dict(zip(SIZES, rows, strict=True)), dict(zip(SIZES, cells, strict=True)), flushes
    )


@cache
def load_tables() -> Tables:
    """The shipped tables, read once a process in about 3 ms."""
    return unpack(TABLE_FILE.read_bytes())


def _little_endian(one: array[int]) -> bytes:
    if sys.byteorder == "big":
        one = one[:]
        one.byteswap()
    return one.tobytes()
