"""The value of a hand of five, six or seven cards, without compiled code."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import cast

from trainer.cards import DECK, JOKER, Card, format_card
from trainer.errors import CardError
from trainer.hands.tables import (
    COLUMN_BITS,
    EMPTY_SUM,
    FLUSH_SUMS,
    N_COLUMNS,
    SUIT_SHIFT,
    card_mask,
    card_weight,
    load_tables,
)
from trainer.hands.values import HandValue

# Dictionaries, so that a negative number is a missing key and not a card from the end.
_WEIGHTS = {a: card_weight(a) for a in DECK}
_MASKS = {a: card_mask(a) for a in DECK}
_KEY_BITS = (1 << SUIT_SHIFT) - 1


def evaluate(cards: Sequence[Card]) -> HandValue:
    """The value of the best five of five, six or seven cards; greater is stronger.

    Raises CardError for another number of cards, for a number that is no card, and for a card
    that is there twice. About a microsecond a hand after the tables are read (3 ms).
    """
    n = len(cards)
    if not 5 <= n <= 7:
        raise CardError(f"{n} cards; a hand is made of 5, 6 or 7")
    total = EMPTY_SUM
    try:
        for a in cards:
            total += _WEIGHTS[a]
    except (KeyError, TypeError):
        raise _no_card(cards) from None
    if len(set(cards)) != n:
        twice = next(a for i, a in enumerate(cards) if a in cards[:i])
        raise CardError(f"{format_card(twice)} is there twice; a deck has it once")
    rows, cells, flushes = _tables()
    suited = total & FLUSH_SUMS
    if suited:
        suit = (suited.bit_length() - SUIT_SHIFT) // 4 - 1
        mask = 0
        for a in cards:
            mask |= _MASKS[a]
        return flushes[mask >> 16 * suit & 0x1FFF]
    key = total & _KEY_BITS
    return cells[n][rows[n][key >> COLUMN_BITS] + (key & (N_COLUMNS - 1))]


@cache
def _tables() -> tuple[dict[int, array[int]], dict[int, Sequence[HandValue]], Sequence[HandValue]]:
    """The tables, their values named as what they are."""
    tables = load_tables()
    cells = cast("dict[int, Sequence[HandValue]]", tables.cells)
    return tables.rows, cells, cast("Sequence[HandValue]", tables.flushes)


def _no_card(cards: Sequence[object]) -> CardError:
    """The error for the first thing that is no card of the deck."""
    for a in cards:
        if a == JOKER:
            return CardError("Jo is no card of a deck of 52")
        if not isinstance(a, int) or not 0 <= a < 52:
            return CardError(f"{a!r} is no card; expected a number from 0 (2c) to 51 (As)")
    return CardError(f"{cards!r} are no cards; expected numbers from 0 (2c) to 51 (As)")
