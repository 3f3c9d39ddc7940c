"""Compiled evaluation: whole batches, single hands, and the parts that kernels are made of.

A kernel carries the sum of its cards' weights, started at `EMPTY`, from card to card and asks
`value5`, `value6` or `value7` when the hand is complete: two reads of a table. The mask of the
cards matters to flushes alone; given as an expression in the call it is worked out only there.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from trainer.cards import Card
from trainer.compiled import entry, inlined, kernel, n_bits, u64
from trainer.errors import CardError, TrainerError
from trainer.hands import lookup
from trainer.hands.tables import (
    COLUMN_BITS,
    EMPTY_SUM,
    FLUSH_SUMS,
    N_COLUMNS,
    SUIT_SHIFT,
    card_weight,
    load_tables,
)
from trainer.hands.values import HandValue

Cards = NDArray[np.uint8]
Values = NDArray[np.uint16]


def _frozen(table: array[int], dtype: type[np.generic]) -> NDArray[Any]:
    view = np.frombuffer(table, dtype=dtype)
    view.flags.writeable = False
    return view


_NO_CARD_SHIFT = u64(56)  # a number that is no card adds a bit that no sum of cards reaches
_weights = np.full(256, 1 << 56, dtype=np.uint64)
_weights[:52] = [card_weight(a) for a in range(52)]
_weights.flags.writeable = False

# numba copies these into the machine code; the digest of the code covers the file.
_tables = load_tables()
_flushes = _frozen(_tables.flushes, np.uint16)
_rows5, _cells5 = _frozen(_tables.rows[5], np.uint32), _frozen(_tables.cells[5], np.uint16)
_rows6, _cells6 = _frozen(_tables.rows[6], np.uint32), _frozen(_tables.cells[6], np.uint16)
_rows7, _cells7 = _frozen(_tables.rows[7], np.uint32), _frozen(_tables.cells[7], np.uint16)

EMPTY = u64(EMPTY_SUM)
_FLUSH_SUMS = u64(FLUSH_SUMS)
_KEY = u64((1 << SUIT_SHIFT) - 1)
_COLUMN_BITS = u64(COLUMN_BITS)
_COLUMN = u64(N_COLUMNS - 1)
_DIAMONDS, _HEARTS, _SPADES = (u64(0x8 << SUIT_SHIFT + 4 * suit) for suit in (1, 2, 3))
_SUIT_OF_RANKS = u64(0x1FFF)
_0, _1, _2, _3, _4, _5, _6, _7 = (u64(n) for n in range(8))
_15, _16, _32, _48, _63 = (u64(n) for n in (15, 16, 32, 48, 63))


_NO_CARD = "a number is no card; expected numbers from 0 (2c) to 51 (As)"
_TWICE = "a card is there twice; a deck has it once"


@inlined
def weight_of(card: int) -> int:
    """What a card adds to the sum of its hand; a number up to 255 that is no card spoils it."""
    weight: int = _weights[u64(card)]
    return weight


@inlined
def mask_of(card: int) -> int:
    """The bit of a card in a mask of cards, sixteen bits a suit."""
    return _1 << ((u64(card) & _3) << _4 | (u64(card) >> _2) & _15)


@inlined
def bit_of(card: int) -> int:
    """The bit `1 << card` of a set of cards."""
    return _1 << (u64(card) & _63)


@inlined
def is_flush(total: int) -> bool:
    """Whether a sum of up to seven cards has five of a suit.

    With five of a suit among seven cards neither a full house nor four of a kind is possible.
    """
    return (total & _FLUSH_SUMS) != _0


@inlined
def flush_value(total: int, mask: int) -> int:
    """The value of a hand that `is_flush`, from its sum and the mask of all its cards."""
    shift = _0
    if total & _DIAMONDS:
        shift = _16
    elif total & _HEARTS:
        shift = _32
    elif total & _SPADES:
        shift = _48
    value: int = _flushes[(mask >> shift) & _SUIT_OF_RANKS]
    return value


@inlined
def plain5(total: int) -> int:
    """The value of five cards that are no flush, from their sum."""
    key = total & _KEY
    value: int = _cells5[_rows5[key >> _COLUMN_BITS] + (key & _COLUMN)]
    return value


@inlined
def plain6(total: int) -> int:
    """The value of six cards without a flush, from their sum."""
    key = total & _KEY
    value: int = _cells6[_rows6[key >> _COLUMN_BITS] + (key & _COLUMN)]
    return value


@inlined
def plain7(total: int) -> int:
    """The value of seven cards without a flush, from their sum."""
    key = total & _KEY
    value: int = _cells7[_rows7[key >> _COLUMN_BITS] + (key & _COLUMN)]
    return value


@inlined
def value5(total: int, mask: int) -> int:
    """The value of five cards, from the sum of their weights and their mask."""
    return flush_value(total, mask) if is_flush(total) else plain5(total)


@inlined
def value6(total: int, mask: int) -> int:
    """The value of the best five of six cards, from the sum of their weights and their mask."""
    return flush_value(total, mask) if is_flush(total) else plain6(total)


@inlined
def value7(total: int, mask: int) -> int:
    """The value of the best five of seven cards, from the sum of their weights and their mask."""
    return flush_value(total, mask) if is_flush(total) else plain7(total)


@inlined
def sum5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The sum of five cards: `EMPTY` and their weights."""
    return EMPTY + weight_of(a) + weight_of(b) + weight_of(c) + weight_of(d) + weight_of(e)


@inlined
def mask5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The mask of five cards."""
    return mask_of(a) | mask_of(b) | mask_of(c) | mask_of(d) | mask_of(e)


@inlined
def set5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The set of five cards, a bit a card; fewer than five bits when one is there twice."""
    return bit_of(a) | bit_of(b) | bit_of(c) | bit_of(d) | bit_of(e)


@inlined
def hand5(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards, unchecked, inside a kernel."""
    return value5(sum5(a, b, c, d, e), mask5(a, b, c, d, e))


@inlined
def hand6(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The value of the best five of six cards, unchecked, inside a kernel."""
    return value6(sum5(a, b, c, d, e) + weight_of(f), mask5(a, b, c, d, e) | mask_of(f))


@inlined
def hand7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The value of the best five of seven cards, unchecked, inside a kernel."""
    return value7(
        sum5(a, b, c, d, e) + weight_of(f) + weight_of(g),
        mask5(a, b, c, d, e) | mask_of(f) | mask_of(g),
    )


@kernel("uint64(uint8[:, ::1], uint16[::1])")
def _evaluate_rows5(hands: Cards, values: Values) -> int:
    wrong = _0
    for i in range(hands.shape[0]):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        total = sum5(a, b, c, d, e)
        wrong |= total >> _NO_CARD_SHIFT | n_bits(set5(a, b, c, d, e)) ^ _5
        values[i] = value5(total, mask5(a, b, c, d, e))
    return wrong


@kernel("uint64(uint8[:, ::1], uint16[::1])")
def _evaluate_rows6(hands: Cards, values: Values) -> int:
    wrong = _0
    for i in range(hands.shape[0]):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        f = hands[i, 5]
        total = sum5(a, b, c, d, e) + weight_of(f)
        wrong |= total >> _NO_CARD_SHIFT | n_bits(set5(a, b, c, d, e) | bit_of(f)) ^ _6
        values[i] = value6(total, mask5(a, b, c, d, e) | mask_of(f))
    return wrong


@kernel("uint64(uint8[:, ::1], uint16[::1])")
def _evaluate_rows7(hands: Cards, values: Values) -> int:
    wrong = _0
    for i in range(hands.shape[0]):
        a, b, c, d, e = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4]
        f, g = hands[i, 5], hands[i, 6]
        total = sum5(a, b, c, d, e) + weight_of(f) + weight_of(g)
        cards = set5(a, b, c, d, e) | bit_of(f) | bit_of(g)
        wrong |= total >> _NO_CARD_SHIFT | n_bits(cards) ^ _7
        values[i] = value7(total, mask5(a, b, c, d, e) | mask_of(f) | mask_of(g))
    return wrong


_EVALUATE_ROWS = {5: _evaluate_rows5, 6: _evaluate_rows6, 7: _evaluate_rows7}


def evaluate_many(hands: NDArray[np.integer[Any]] | Sequence[Sequence[int]]) -> Values:
    """The values of many hands, uint16[hand], from cards as integers of any width, [hand, 5..7].

    int8 and uint8 in C order are read in place. Raises CardError naming the first row with a
    number that is no card, or with a card twice.
    """
    given = np.asarray(hands)
    if given.ndim != 2 or given.shape[1] not in _EVALUATE_ROWS:
        raise CardError(f"hands of shape {given.shape}; expected [n, 5], [n, 6] or [n, 7]")
    if given.dtype.kind not in "iu":
        raise CardError(f"hands of type {given.dtype}; expected integers")
    n_hands, n_cards = given.shape
    if given.itemsize == 1:
        cards = np.ascontiguousarray(given).view(np.uint8)
    else:
        # 255 is no card, and neither is anything that a byte cannot hold.
        cards = np.where((given >= 0) & (given < 52), given, 255).astype(np.uint8, order="C")
    values = np.empty(n_hands, dtype=np.uint16)
    if _EVALUATE_ROWS[n_cards](cards, values):
        raise _first_fault(given)
    return values


def _first_fault(hands: NDArray[np.integer[Any]]) -> TrainerError:
    """The error for the first row that is no hand."""
    in_order = np.sort(hands, axis=1)
    is_wrong = (in_order[:, 0] < 0) | (in_order[:, -1] > 51)
    is_wrong |= (in_order[:, 1:] == in_order[:, :-1]).any(axis=1)
    row = int(is_wrong.argmax())
    try:
        lookup.evaluate(hands[row].tolist())
    except CardError as error:
        return error.at(f"row {row}")
    raise AssertionError(f"row {row} is a hand after all")


@kernel("uint16(int64, int64, int64, int64, int64)", release_gil=False)
def _evaluate_checked5(a: int, b: int, c: int, d: int, e: int) -> int:
    if (a | b | c | d | e) & ~63:
        raise CardError(_NO_CARD)
    total = sum5(a, b, c, d, e)
    if total >> _NO_CARD_SHIFT:
        raise CardError(_NO_CARD)
    if n_bits(set5(a, b, c, d, e)) != _5:
        raise CardError(_TWICE)
    return value5(total, mask5(a, b, c, d, e))


@kernel("uint16(int64, int64, int64, int64, int64, int64)", release_gil=False)
def _evaluate_checked6(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    if (a | b | c | d | e | f) & ~63:
        raise CardError(_NO_CARD)
    total = sum5(a, b, c, d, e) + weight_of(f)
    if total >> _NO_CARD_SHIFT:
        raise CardError(_NO_CARD)
    if n_bits(set5(a, b, c, d, e) | bit_of(f)) != _6:
        raise CardError(_TWICE)
    return value6(total, mask5(a, b, c, d, e) | mask_of(f))


@kernel("uint16(int64, int64, int64, int64, int64, int64, int64)", release_gil=False)
def _evaluate_checked7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    if (a | b | c | d | e | f | g) & ~63:
        raise CardError(_NO_CARD)
    total = sum5(a, b, c, d, e) + weight_of(f) + weight_of(g)
    if total >> _NO_CARD_SHIFT:
        raise CardError(_NO_CARD)
    if n_bits(set5(a, b, c, d, e) | bit_of(f) | bit_of(g)) != _7:
        raise CardError(_TWICE)
    return value7(total, mask5(a, b, c, d, e) | mask_of(f) | mask_of(g))


# One hand a call, from Python: the value of five, six or seven cards given one by one as integers;
# `evaluate7(*cards)` with a tuple is fastest. They raise CardError like `trainer.hands.evaluate`,
# without the card's name. What is no integer is converted by `int`.
evaluate5: Callable[[Card, Card, Card, Card, Card], HandValue] = entry(
    cast("Any", _evaluate_checked5)
)
evaluate6: Callable[[Card, Card, Card, Card, Card, Card], HandValue] = entry(
    cast("Any", _evaluate_checked6)
)
evaluate7: Callable[[Card, Card, Card, Card, Card, Card, Card], HandValue] = entry(
    cast("Any", _evaluate_checked7)
)
_EVALUATE: dict[int, Callable[..., HandValue]] = {5: evaluate5, 6: evaluate6, 7: evaluate7}


def evaluate(cards: Sequence[Card]) -> HandValue:
    """The value of the best five of five, six or seven cards, by compiled code.

    The same as `trainer.hands.evaluate`, errors included, in about an eighth of its time. It does
    not notice text or fractions that `int` makes cards of.
    """
    try:
        return _EVALUATE[len(cards)](*cards)
    except (CardError, KeyError, TypeError, ValueError, OverflowError):
        return lookup.evaluate(cards)  # which says what is wrong
