"""The parts of a state's values that a class cannot know, and the comparison of values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined
from trainer.engine.draw_arrays import s64
from trainer.engine.draw_class import (
    Left,
)
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_exchange import split_draws
from trainer.engine.draw_final import final_sums
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_purchase import Desk
from trainer.engine.draw_whole import (
    Whole,
)

MARGIN = 1e-9  # antes; floats decide only what lies further apart


class States(NamedTuple):
    """States behind one upcard and what they are worth, one entry a state.

    Values are numerators over draws × dealer hands × parts of their number of cards drawn, in
    units, fees not taken off. `best` is FOLD, RAISE, SIXTH or the size of the best exchange.
    """

    hand: NDArray[np.int16]  # index of the hand's rank multiset
    masks: NDArray[np.int16]  # [state, suit]
    weight: NDArray[np.uint8]  # 1, 3 or 6: deals that are this state, the upcard's suit fixed
    best: NDArray[np.uint8]
    raised: Ints
    sixth: Ints
    exchange: Ints  # value of the best exchange
    size: NDArray[np.uint8]  # how many cards it gives up, 0 where none is allowed
    kept: NDArray[np.int64]  # code of the ranks kept
    suit: NDArray[np.int8]  # the suit kept where it matters, else -1


def new_states(n: int) -> States:
    """Room for so many states."""
    return States(
        hand=np.zeros(n, dtype=np.int16),
        masks=np.zeros((n, 4), dtype=np.int16),
        weight=np.zeros(n, dtype=np.uint8),
        best=np.zeros(n, dtype=np.uint8),
        raised=np.zeros(n, dtype=np.int64),
        sixth=np.zeros(n, dtype=np.int64),
        exchange=np.zeros(n, dtype=np.int64),
        size=np.zeros(n, dtype=np.uint8),
        kept=np.zeros(n, dtype=np.int64),
        suit=np.zeros(n, dtype=np.int8),
    )


@inlined
def is_less(a: int, b: int, c: int, d: int) -> bool:
    """Whether a / b < c / d, exactly; b and d above 0."""
    while True:
        whole_a, whole_c = a // b, c // d
        if whole_a != whole_c:
            return whole_a < whole_c
        a -= whole_a * b
        c -= whole_c * d
        if c == 0:
            return False
        if a == 0:
            return True
        a, b, c, d = d, c, b, a


@inlined
def antes_of(whole: Whole, value: int, size: int, fee: int) -> float:
    """A value in antes, as a float for comparisons that are far from equal."""
    n = float(whole.n_hands[size]) * whole.n_parts[size] * whole.n_draws[size]
    antes: float = (value / n - fee) / whole.scale
    return antes


@inlined
def left_value(
    whole: Whole,
    left: Left,
    option: int,
    size: int,
    own: Ints,
    masks: Ints,
    split: NDArray[np.uint8],
) -> int:
    """The sum over the draws left to the state, card by card."""
    up = whole.table.dealer.up
    draws = whole.draws
    where = np.empty(13, dtype=np.int64)
    often = np.empty(5, dtype=np.int64)
    suits = np.empty(5, dtype=np.int64)
    ranks = np.empty(5, dtype=np.int64)
    held = np.empty(4, dtype=np.int64)
    place = np.empty((4, 32), dtype=np.int64)
    total = 0
    for i in range(left.n[0]):
        if left.option[i] != option:
            continue
        m = left.draw[i]
        q = s64(draws.n_ranks[m])
        n = 0
        drawn = 0
        for j in range(q):
            drawn |= 1 << draws.ranks[m, j]
        for r in range(13):
            if own[r] or drawn >> r & 1:
                where[r] = n
                n += 1
        for j in range(q):
            r = s64(draws.ranks[m, j])
            ranks[j] = r
            often[j] = draws.often[m, j]
            suits[j] = 0
            for suit in range(4):
                if not masks[suit] >> r & 1 and not (suit == 0 and r == up):
                    suits[j] |= 1 << suit
        for suit in range(4):
            held[suit] = 0
            for r in range(13):
                if masks[suit] >> r & 1:
                    held[suit] |= 1 << where[r]
            for b in range(1 << q):
                place[suit, b] = held[suit]
                for j in range(q):
                    if b >> j & 1:
                        place[suit, b] |= 1 << where[ranks[j]]
        n_split = split_draws(q, ranks, often, suits, split)
        start, step = left.start[i], 1 << left.n_bits[i]
        for j in range(n_split):
            b = place[0, split[0, j]]
            bought = left.pool[start + b]
            for suit in range(1, 4):
                bought += left.pool[start + 2 * step + place[suit, split[suit, j]]]
            total += max(bought, left.pool[start + step + b])
    return total


@inlined
def sixth_flushes(
    whole: Whole,
    desk: Desk,
    code: int,
    own: Ints,
    masks: Ints,
    sums: Ints,
    found: Ints,
    filled: Ints,
) -> int:
    """What flushes add to the sixth card: hands with four or five cards of a suit."""
    table = whole.table
    finals, up = table.finals, table.dealer.up
    n_hidden = table.dealer.factors.shape[0]
    n_left, n_parts = whole.n_left[1], whole.n_parts[1]
    fold = table.pay.fold * whole.n_hands[1] * n_parts
    total = 0
    factors = np.empty(66, dtype=np.int64)
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    now = np.empty(4, dtype=np.int64)
    for suit in range(4):
        n_suited = 0
        other = 0
        for r in range(13):
            n_suited += masks[suit] >> r & 1
            for s in range(4):
                if s != suit and masks[s] >> r & 1:
                    other = r
        if n_suited < 4:
            continue
        for r in range(13):
            if own[r] + (1 if r == up else 0) >= 4:
                continue
            for s in range(4):
                if masks[s] >> r & 1 or (s == 0 and r == up):
                    continue
                if n_suited == 4 and s != suit:
                    continue
                for t in range(13):
                    gone[t] = own[t]
                gone[r] += 1
                if not filled[r]:
                    filled[r] = 1
                    fill_factors(up, gone, factors)
                    fill_sums(table.dealer.factors, factors, sums[r])
                for t in range(4):
                    now[t] = masks[t]
                now[s] |= 1 << r
                if n_suited == 4:
                    value = finals.mixed_value[now[suit], other]
                    row = finals.mixed_row[now[suit], other]
                elif s == suit:
                    value, row = finals.suited_value[now[suit]], finals.suited_row[now[suit]]
                else:
                    value = finals.mixed_value[now[suit], r]
                    row = finals.mixed_row[now[suit], r]
                c = index_of(table.numbering, code + whole.places[r], 6)
                made = final_sums(
                    table,
                    desk,
                    sums[r, : n_hidden + 1],
                    gone,
                    now,
                    value,
                    row,
                    n_left,
                    n_parts,
                    found,
                )
                plain = final_sums(
                    table,
                    desk,
                    sums[r, : n_hidden + 1],
                    gone,
                    now,
                    finals.six_value[c],
                    finals.six_row[c],
                    n_left,
                    n_parts,
                    found,
                )
                total += max(made, fold) - max(plain, fold)
    return total


@inlined
def is_more(
    whole: Whole, value: int, size: int, fee: int, than: int, than_size: int, than_fee: int
) -> bool:
    """Whether a value after fees is more than another; a fold has size -1 and is in units."""
    n = whole.n_hands[size] * whole.n_parts[size] * whole.n_draws[size]
    m = 1
    if than_size >= 0:
        m = whole.n_hands[than_size] * whole.n_parts[than_size] * whole.n_draws[than_size]
    a, b = value - fee * n, than - than_fee * m
    difference = a / n - b / m
    more: bool = difference > 0
    if abs(difference) <= MARGIN * whole.scale:
        more = is_less(b, m, a, n)
    return more


@inlined
def beats(whole: Whole, value: int, size: int, than: int, than_size: int, order: Ints) -> bool:
    """Whether an exchange is better than another, or as good and earlier in the order."""
    if is_more(whole, value, size, whole.fee[size], than, than_size, whole.fee[than_size]):
        return True
    if size == than_size:
        return False
    for i in range(order.shape[0]):
        if order[i] == than_size:
            return False
        if order[i] == size:
            return not is_more(
                whole, than, than_size, whole.fee[than_size], value, size, whole.fee[size]
            )
    return False
