"""How the rounds of a final hand end: the count for whole games against all dealers and new cards.

The money of these endings is checked against the values elsewhere; here are the numbers themselves,
which the average wager and the deviation are made of.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests import naive, naive_draw
from tests.draw_cases import final_cases
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_final import read_final
from trainer.engine.draw_ledger import N_SLOTS, N_WAYS, enter
from trainer.engine.draw_page import new_page, one_round
from trainer.engine.draw_purchase import desk
from trainer.engine.draw_whole import whole_behind
from trainer.ev.five_card import five_card_rules
from trainer.games import build

WAYS = ("fold", "raise", "insured")
# An exchange is as good as any other here, and without one the tables are small.
SMALL = {"exchange": "none"}

Cards = tuple[int, ...]


def cards(text: str) -> Cards:
    return tuple("23456789TJQKA".index(a[0]) * 4 + "cdhs".index(a[1]) for a in text.split())


def counted(variant: str, hand: Cards, upcard: int, gone: Cards) -> tuple[str, list[int]]:
    """The way and the endings that the engine notes down for one round."""
    whole = whole_behind(five_card_rules(build("russian-poker", variant, SMALL)), upcard // 4)
    table = whole.table
    suits = sorted(range(4), key=lambda suit: suit != upcard % 4)  # the upcard's is the first
    masks = np.zeros((2, 4), dtype=np.int64)
    by_rank = np.zeros(14, dtype=np.int64)
    by_rank[13] = 4
    for i, some in enumerate((hand, hand + gone)):
        for card in some:
            masks[i, suits.index(card % 4)] |= 1 << card // 4
    for card in hand + gone:
        by_rank[card // 4] += 1
    found = np.zeros(4, dtype=np.int64)
    read_final(table, masks[0], found)
    value, row = int(found[0]), int(found[1])
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(len(table.dealer.factors) + 1, dtype=np.int64)
    fill_factors(table.dealer.up, by_rank, factors)
    fill_sums(table.dealer.factors, factors, sums)
    no_game = int(sums[table.dealer.n_no_game])
    less = not_more = no_game
    if value >= table.dealer.qualifies:
        less = int(sums[table.dealer.below[value]])
        not_more = int(sums[table.dealer.up_to[value]])
    page = new_page()
    one_round(page, masks[1], 1)
    ledger = np.zeros((N_WAYS, len(table.pay.plain), N_SLOTS), dtype=np.int64)
    size = len(hand + gone) - 5
    assert enter(
        whole, desk(), size, by_rank, value, row, no_game, less, not_more, page, True, 1, ledger
    )
    (way,) = np.flatnonzero(ledger.any(axis=(1, 2)))
    assert not np.delete(ledger[way], row, axis=0).any()
    return WAYS[way], ledger[way, row].tolist()


@pytest.mark.parametrize(
    ("variant", "hand", "upcard", "gone", "way"),
    [
        # What two other suits add to the purchases is +242,424 and -242,424.
        ("lowest-card-purchase", "Ad 5d 8d 7d 2d", "4c", "6s 8h 3d", "raise"),
        # A raise is worth the same with and without insurance.
        ("no-purchase", "Kd 8h Kc Kh 7c", "8c", "6s 3d 3h", "raise"),
        ("default", "9s 9d 9h Ac Kd", "7h", "2c 3c", "raise"),
        ("default", "Th Jd Qd 8c 9d", "Qc", "3h 4s Qs Kd", "insured"),
    ],
)
def test_endings_of_a_final_hand(variant: str, hand: str, upcard: str, gone: str, way: str) -> None:
    told = (cards(hand), cards(upcard)[0], cards(gone))
    found = counted(variant, *told)
    assert found[0] == way
    assert found == naive_draw.endings(*told, naive.RULES[naive.RUSSIAN][variant])


def test_endings_of_final_hands_in_all_houses() -> None:
    for variant, hand, upcard, gone in final_cases(31, 15):
        told = (hand, upcard, gone[:5])
        wanted = naive_draw.endings(*told, naive.RULES[naive.RUSSIAN][variant])
        assert counted(variant, *told) == wanted, (variant, told)
