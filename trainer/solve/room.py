"""Whether the sums of a whole five-card game are exact: 64 bits must hold them."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from trainer.engine.draw_counts import n_draws, n_hands_after
from trainer.engine.draw_rules import DrawRules, largest, parts
from trainer.engine.draw_state import n_left_after
from trainer.errors import RuleError

# The 2,598,960 five-card hands by category, weakest first, Ace-King with the high cards.
# https://people.math.sfu.ca/~alspach/comp18/, checked 2026-11-30.
_HANDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)


def check_room(rules: DrawRules) -> None:
    """Raise RuleError where a sum over all draws, dealers and bought cards may leave 64 bits."""
    fees = {0: 0, 1: rules.sixth_fee or 0}
    for size, fee in enumerate(rules.exchange_fees, 1):
        if fee is not None:
            fees[size] = max(fee, fees.get(size, 0))
    for size, fee in fees.items():
        n = n_draws(size) * n_hands_after(size) * parts(n_left_after(5 + size), rules.pay)
        if (_most(rules, size) + fee) * n >= 1 << 63:
            raise RuleError(
                f"amounts of up to {Fraction(largest(rules.pay) + fee, rules.scale)} antes, in "
                f"steps of 1/{rules.scale}, are too much for an exact sum over draws of {size} "
                "cards; expected smaller odds and fees, or such in fewer different fractions",
                "set",
            )


def _most(rules: DrawRules, size: int) -> Fraction:
    """No mean over all draws of `size` cards is larger than this, in units.

    Where one card is kept at the most, a hand of any category is at most as often as among all
    hands with one given card, or all hands.
    """
    if size < 4:
        return Fraction(largest(rules.pay))
    finals, pay = rules.finals, rules.pay
    by_row = np.maximum(np.abs(pay.plain), np.maximum(np.abs(pay.insured), np.abs(pay.bought)))
    most = np.maximum(by_row.max(axis=1), abs(pay.fold))
    ways = comb(46, size)
    total = Fraction(0)
    for category, n in enumerate(_HANDS):
        rows = {
            int(row)
            for values, found in (
                (finals.five_value, finals.five_row),
                (finals.suited_value, finals.suited_row),
            )
            for row in np.unique(found[(values >> 12 == category) & (values > 0)])
        }
        with_card = Fraction(n * 5, 52) if size == 4 else Fraction(n)
        total += min(Fraction(1), with_card / ways) * int(most[sorted(rows)].max())
    return total
