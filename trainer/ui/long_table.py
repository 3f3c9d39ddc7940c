"""The long tables: what was asked for as a filter, the rows left in an order, and files of them.

Works on pyarrow Tables of a million rows with numpy; nothing here knows a page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from trainer.cards import Card, format_cards, parse_cards, rank_of, suit_of
from trainer.errors import CardError
from trainer.locale import Translator

GAP = "gap"
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_RANKS = re.compile(r"[2-9TJQKA]{1,3}", re.IGNORECASE)
_SIGNS = str.maketrans("cdhs", "♣♦♥♠")

RowOf = Callable[[tuple[Card, ...], tuple[Card, ...]], int]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a visitor filters by: texts for hand and flop, an action, and the largest gap."""

    hand: str = ""
    flop: str = ""
    best: str = ""
    most: float | None = None


def with_gap(table: Any) -> Any:
    """The table with a column more: what the second best action costs, in antes."""
    first, second = (column.to_numpy() for column in _values(table))
    return table.append_column(GAP, pa.array(np.abs(first - second)))


def _values(table: Any) -> list[Any]:
    return [table[name] for name in table.column_names if name.startswith("ev_")]


def filtered(table: Any, wanted: Wanted, row_of: RowOf) -> Any:
    """The rows that are asked for.

    `row_of` finds the one row that stands for a hand and a flop. Raises CardError with `hand` or
    `flop` for what cannot be read.
    """
    hole = _cards(wanted.hand, 2, "hand")
    flop = _cards(wanted.flop, 3, "flop")
    if hole and flop:
        both = set(hole) & set(flop)
        if both:
            raise CardError(f"{format_cards(both)} is in the flop as well", "hand")
        table = table.slice(row_of(hole, flop), 1)
    else:
        masks = []
        if wanted.hand.strip():
            masks.append(_among(table, "hand", _hand_test(wanted.hand, hole)))
        if wanted.flop.strip():
            masks.append(_among(table, "flop", _flop_test(wanted.flop, flop)))
        for mask in masks[1:]:
            masks[0] &= mask
        table = table.filter(pa.array(masks[0])) if masks else table
    if wanted.best:
        table = table.filter(pc.equal(table["best"].cast(pa.string()), wanted.best))
    if wanted.most is not None:
        table = table.filter(pc.less_equal(table[GAP], wanted.most))
    return table


def _cards(text: str, n: int, where: str) -> tuple[Card, ...]:
    """The cards of a text that has suits; none for one that only speaks of ranks."""
    if not text.strip() or _CLASS.fullmatch(text.strip()) or _RANKS.fullmatch(text.strip()):
        return ()
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise error.at(where) from None
    if len(cards) != n:
        expected = {"hand": "2, or a class such as AKs", "flop": "3, or ranks such as K72"}[where]
        raise CardError(f"{len(cards)} cards; expected {expected}", where)
    return cards


def _among(table: Any, column: str, test: Callable[[tuple[Card, ...]], bool]) -> Mask:
    """Which rows have a text that passes, tested once for each different text."""
    coded = table[column].combine_chunks()
    passes = np.array([test(parse_cards(text)) for text in coded.dictionary.to_pylist()])
    found: Mask = passes[coded.indices.to_numpy()]
    return found


def _hand_test(text: str, hole: Sequence[Card]) -> Callable[[tuple[Card, ...]], bool]:
    """By class: suits of a hand mean nothing while the flop's are open."""
    if hole:
        ranks = sorted(rank_of(a) for a in hole)
        kind = "s" if suit_of(hole[0]) == suit_of(hole[1]) else "o"
    else:
        match = _CLASS.fullmatch(text.strip())
        if match is None:
            raise CardError(f"{text.strip()!r} is no hand; expected AKs, 77 or AhKd", "hand")
        ranks = sorted("23456789TJQKA".index(rank) for rank in text.strip().upper()[:2])
        kind = match[3].lower()

    def test(cards: tuple[Card, ...]) -> bool:
        suited = suit_of(cards[0]) == suit_of(cards[1])
        return sorted(rank_of(a) for a in cards) == ranks and (
            not kind or ranks[0] == ranks[1] or suited == (kind == "s")
        )

    return test


def _flop_test(text: str, flop: Sequence[Card]) -> Callable[[tuple[Card, ...]], bool]:
    """The flops that differ from the cards by suits only, or those with some ranks."""
    if flop:
        alike = {
            frozenset(a >> 2 << 2 | change[a & 3] for a in flop)
            for change in permutations(range(4))
        }
        return lambda cards: frozenset(cards) in alike
    if not _RANKS.fullmatch(text.strip()):
        raise CardError(f"{text.strip()!r} is no flop; expected K72 or Kh7c2d", "flop")
    ranks = ["23456789TJQKA".index(rank) for rank in text.strip().upper()]

    def test(cards: tuple[Card, ...]) -> bool:
        left = [rank_of(a) for a in cards]
        for rank in ranks:
            if rank not in left:
                return False
            left.remove(rank)
        return True

    return test


def ordered(table: Any, order: str) -> Any:
    """The rows in one of the orders that a page offers: `stored`, or a column, `-` for falling."""
    if order == "stored":
        return table
    column, falling = order.removeprefix("-"), order.startswith("-")
    kind = "descending" if falling else "ascending"
    return table.take(pc.sort_indices(table, sort_keys=[(column, kind)]))


def n_deals(table: Any) -> int:
    """How many deals of hand and flop the rows stand for."""
    return int(pc.sum(table["weight"]).as_py() or 0)


def shown(t: Translator, table: Any, name_of: Callable[[Translator, str], str]) -> Any:
    """The table as people read it: cards with signs, actions by name."""
    columns = []
    for name, column in zip(table.column_names, table.columns, strict=True):
        if name in ("hand", "flop"):
            column = _renamed(column, lambda text: text.replace("T", "10").translate(_SIGNS))
        elif name == "best":
            column = _renamed(column, lambda id: name_of(t, id))
        columns.append(column)
    return pa.table(columns, names=table.column_names)


def _renamed(column: Any, name_of: Callable[[str], str]) -> Any:
    coded = column.combine_chunks()
    names = [name_of(text) for text in coded.dictionary.to_pylist()]
    return pa.array(names, pa.string()).take(coded.indices)


def csv_bytes(table: Any) -> bytes:
    """The rows as CSV, as the command `table` writes them."""
    plain = [
        column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        for column in table.columns
    ]
    out = io.BytesIO()
    pyarrow.csv.write_csv(pa.table(plain, names=table.column_names), out)
    return out.getvalue()


def parquet_bytes(table: Any) -> bytes:
    """The rows as Parquet, columns explained in the file's metadata."""
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()
