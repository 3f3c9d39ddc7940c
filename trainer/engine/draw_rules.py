"""What the kernels of the five-card games need to know of a house: integers, and no odds.

All money is in one unit, a fraction of the ante, and comes from outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.engine.draw_hands import Finals, Ints, final_hands
from trainer.hands import HandValue

NO_GAME, WIN, TIE, LOSE = range(4)  # columns of the money tables
N_DECK = 52
N_DEALER = 5
N_BOX = 5
MOST_HANDS = comb(N_DECK - 1 - N_BOX, 4)  # 163,185 sets of hidden cards

NO_PURCHASE, HIGHEST, LOWEST = range(3)


class Pay(NamedTuple):
    """Money of a raised box by the row of its final hand, int64[row, result].

    The results are: dealer without a game, player's win, tie and loss against a game. `insured` is
    with the most insurance that the row allows, `bought` after a purchase with its fee; its first
    column is a purchase that brings no game.
    """

    plain: Ints
    insured: Ints
    may_insure: NDArray[np.uint8]  # by row
    bought: Ints
    fold: int
    buys: int  # which card a purchase takes away: NO_PURCHASE, HIGHEST, LOWEST
    redraws: int  # 1 when an equal rank is drawn again
    insured_buys: int  # 1 when an insured box may buy


@dataclass(frozen=True, slots=True)
class DrawRules:
    """A five-card game as the engine plays it, money in units of 1 / `scale` ante.

    `exchange_fees` by number of cards, None where so many may not be exchanged; `sixth_fee` is None
    where no sixth card is sold.
    """

    qualifies: HandValue
    finals: Finals
    pay: Pay
    scale: int
    sixth_fee: int | None
    exchange_fees: tuple[int | None, ...]  # 1 to 5 cards
    must_raise_after_five: bool
    raise_stake: int  # what a raise puts out; on equal values the smaller stake goes first


def draw_rules(
    *,
    net: NDArray[np.int64],
    insurance: NDArray[np.int64],
    scale: int,
    qualifies: HandValue,
    odds: tuple[int, ...],
    rows: tuple[tuple[int, ...], ...],
    how_many: str,
    paired_straight: str,
    sixth_fee: int | None,
    exchange_fees: tuple[int | None, ...],
    must_raise_after_five: bool,
    raise_stake: int,
    buys: int,
    redraws: bool,
    insured_buys: bool,
) -> DrawRules:
    """Rules from money tables `net[plan, showdown, row]`: plans fold, raise, raise and purchase.

    `insurance[showdown, row]` is the net of the most insurance that a row allows, 0 throughout the
    row where none is; both are over the ten showdowns. `odds` and `rows` as in `final_hands`.
    """
    for plan in range(3):
        for first in (1, 4):
            same = net[plan, first : first + 3]
            assert (same == same[0]).all(), "money without a game depends on the comparison"
    assert (insurance[1:4] == insurance[1]).all()
    fold = net[0, 0]
    assert (fold == fold[0]).all(), "a fold costs the same with every hand"
    plain = np.stack([net[1, 1], net[1, 9], net[1, 8], net[1, 7]], axis=1)
    opening = np.stack([insurance[1], insurance[9], insurance[8], insurance[7]], axis=1)
    bought = np.stack([net[2, 4], net[2, 9], net[2, 8], net[2, 7]], axis=1)
    if buys == NO_PURCHASE:  # what is never bought must not tell two houses apart
        bought = np.zeros_like(bought)
    insures = (opening != 0).any(axis=1)
    pay = Pay(
        plain=np.ascontiguousarray(plain, dtype=np.int64),
        insured=np.ascontiguousarray(plain + opening, dtype=np.int64),
        may_insure=insures.astype(np.uint8),
        bought=np.ascontiguousarray(bought, dtype=np.int64),
        fold=int(fold[0]),
        buys=buys,
        redraws=int(redraws and buys != NO_PURCHASE),
        insured_buys=int(insured_buys and buys != NO_PURCHASE and insures.any()),
    )
    rules = DrawRules(
        qualifies,
        final_hands(odds, rows, how_many, paired_straight),
        pay,
        scale,
        sixth_fee,
        exchange_fees,
        must_raise_after_five and exchange_fees[4] is not None,
        raise_stake,
    )
    most = largest(pay)
    # A value of one final hand, times the common denominator of its purchases, is an int64; so is
    # the plain sum of all final hands of an option.
    assert most * MOST_HANDS * max(parts(n, pay) for n in range(1, 43)) < 1 << 62
    assert most * comb(46, 5) * MOST_HANDS < 1 << 62
    return rules


def largest(pay: Pay) -> int:
    """The largest amount of money that a box can win or lose, in units."""
    tables = (pay.plain, pay.insured, pay.bought)
    return max(abs(pay.fold), *(int(abs(table).max()) for table in tables))


def parts(n_left: int, pay: Pay) -> int:
    """The common denominator of what purchases are worth, with `n_left` cards to draw from.

    Up to three cards of the rank taken away do not count where they are drawn again.
    """
    if pay.buys == NO_PURCHASE:
        return 1
    if not pay.redraws:
        return n_left
    return lcm(*(n for n in range(n_left - 3, n_left + 1) if n > 0))
