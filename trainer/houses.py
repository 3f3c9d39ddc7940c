"""House craft, after the rules: rounding to chips, the cap on a payout, and paying in chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, lcm

from trainer.errors import MoneyError
from trainer.money import format_money
from trainer.rules import House, Line, Settlement

ZERO = Fraction(0)


def at_the_house(settlement: Settlement) -> Settlement:
    """A settlement after the house's rounding (a line at a time) and its cap (on the box)."""
    house = settlement.game.variant.house
    lines = tuple(_rounded(line, house) for line in settlement.lines)
    return replace(settlement, lines=_capped(lines, house))


def _rounded(line: Line, house: House) -> Line:
    if house.rounding == "none" or (house.rounds and line.bet not in house.rounds):
        return line
    turn = floor if house.rounding == "down" else ceil
    paid = turn(line.paid / house.chip) * house.chip
    return line if paid == line.paid else replace(line, paid=paid, rounded_from=line.paid)


def _capped(lines: tuple[Line, ...], house: House) -> tuple[Line, ...]:
    """Lines cut from the last-settled winning one backwards until the cap is kept."""
    if house.max_payout is None:
        return lines
    over = sum((line.paid for line in lines), ZERO) - house.max_payout
    result = list(lines)
    for n in range(len(lines) - 1, -1, -1):
        line = result[n]
        if over <= 0:
            break
        if line.paid:
            cut = min(over, line.paid)
            result[n] = replace(line, paid=line.paid - cut, capped_from=line.paid, reason="capped")
            over -= cut
    return tuple(result)


def settling_order(n_boxes: int, house: House) -> tuple[int, ...]:
    """Box indices in the order in which the house settles them; box 0 is at the dealer's left."""
    boxes = range(n_boxes)
    return tuple(boxes if house.settles == "left-to-right" else reversed(boxes))


def chips_for(amount: Fraction, chips: Sequence[Fraction]) -> tuple[tuple[Fraction, int], ...]:
    """The fewest chips that make an amount: (denomination, count) pairs, largest first.

    Raises MoneyError when the denominations cannot make it exactly.
    """
    if amount < 0:
        raise MoneyError(f"{format_money(amount)} cannot be paid in chips; expected 0 or more")
    if not amount:
        return ()
    scale = lcm(amount.denominator, *(chip.denominator for chip in chips))
    units = tuple(sorted({int(chip * scale) for chip in chips}, reverse=True))
    counts = _fewest(int(amount * scale), units)
    if counts is None:
        smallest = format_money(min(chips)) if chips else "none"
        raise MoneyError(
            f"{amount} cannot be made of this house's chips (the smallest is {smallest})"
        )
    return tuple((Fraction(unit, scale), n) for unit, n in zip(units, counts, strict=True) if n)


def _fewest(amount: int, units: tuple[int, ...]) -> tuple[int, ...] | None:
    """Counts of each unit, fewest pieces in all; None when the amount cannot be made."""
    if not units:
        return None
    if _greedy_is_best(units):
        return _greedy(amount, units)
    # Above the square of the largest unit some of it is in every fewest set: take it off first.
    largest = units[0]
    spare = max(0, (amount - largest * largest) // largest)
    amount -= spare * largest
    last = _last_chip(units, amount)
    counts = [spare] + [0] * (len(units) - 1)
    while amount:
        if last[amount] < 0:
            return None
        counts[last[amount]] += 1
        amount -= units[last[amount]]
    return tuple(counts)


def _greedy(amount: int, units: tuple[int, ...]) -> tuple[int, ...] | None:
    counts = []
    for unit in units:
        n, amount = divmod(amount, unit)
        counts.append(n)
    return None if amount else tuple(counts)


@lru_cache(maxsize=64)
def _greedy_is_best(units: tuple[int, ...]) -> bool:
    """Whether taking the largest chip that fits always gives the fewest.

    A counterexample, if there is one, lies below the sum of the two largest units (D. Kozen and
    S. Zaks, Optimal bounds for the change-making problem, 1994).
    """
    if all(a % b == 0 for a, b in pairwise(units)):
        return True
    top = sum(units[:2])
    last = _last_chip(units, top)
    fewest = [0] * (top + 1)
    for amount in range(1, top + 1):
        if last[amount] >= 0:
            fewest[amount] = fewest[amount - units[last[amount]]] + 1
            greedy = _greedy(amount, units)
            if greedy is None or sum(greedy) > fewest[amount]:
                return False
    return True


def _last_chip(units: tuple[int, ...], top: int) -> list[int]:
    """For every amount up to `top` the index of one chip of a fewest set, -1 without one."""
    if top > _LARGEST_TABLE:
        raise MoneyError("these chip denominations differ too widely to be paid out in chips")
    fewest = [0] + [top + 1] * top
    last = [-1] * (top + 1)
    for amount in range(1, top + 1):
        for n, unit in enumerate(units):
            if unit <= amount and fewest[amount - unit] + 1 < fewest[amount]:
                fewest[amount], last[amount] = fewest[amount - unit] + 1, n
    return last


_LARGEST_TABLE = 2_000_000
