"""What a suit adds to purchases: all sets of ranks at once against one set at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from trainer.engine.draw_final import table_behind
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import (
    can_gain,
    desk,
    open_purchase,
    other_suit_gain,
    upcard_suit_gain,
)
from trainer.engine.draw_rules import parts
from trainer.engine.draw_suits import add_suit, new_slate
from trainer.ev.five_card import five_card_rules
from trainer.games import build

N_DRAWN = 4  # beside five cards dealt
N_LEFT = 52 - 1 - 5 - N_DRAWN


def gone_of(chosen: random.Random, up: int) -> tuple[Ints, list[int]]:
    """Nine cards gone by rank as kernels want them, and their different ranks."""
    deck = [rank for rank in range(13) for _ in range(3 if rank == up else 4)]
    gone = np.zeros(14, dtype=np.int64)
    gone[13] = 4
    for rank in chosen.sample(deck, 5 + N_DRAWN):
        gone[rank] += 1
    return gone, [rank for rank in range(13) if gone[rank]]


@pytest.mark.parametrize("of_upcard", [True, False])
@pytest.mark.parametrize(
    ("house", "up"),
    [
        ("default", 0),
        ("default", 9),
        ("default", 12),
        ("lowest-card-purchase", 0),
        ("lowest-card-purchase", 6),
        ("one-draw-purchase", 10),
        ("pair-qualifies", 12),
    ],
)
def test_all_sets_at_once(house: str, up: int, of_upcard: bool) -> None:
    rules = five_card_rules(build("russian-poker", house))
    table = table_behind(rules, up)
    pay, entries, suited_value = table.pay, table.entries, table.finals.suited_value
    rows = [row for row in range(len(pay.plain)) if can_gain(pay, 9 << 12, row, N_LEFT)]
    chosen = random.Random(f"{house} {up}")
    n_parts = parts(N_LEFT, pay)
    compared = moved = 0
    for trial in range(24):
        gone, ranks = gone_of(chosen, up)
        # Few ranks are summed at the end, many set by set.
        ranks = ranks[: 5 if trial % 2 else 9]
        value = int(chosen.choice(suited_value[suited_value > 0]))
        if trial % 3 == 0:
            value = int(chosen.choice(table.finals.five_value))
        work, slate = desk(), new_slate()
        open_purchase(
            entries,
            len(entries.taken),
            pay,
            work,
            gone,
            value,
            chosen.choice(rows),
            N_LEFT,
            n_parts,
        )
        places = [n for n, rank in enumerate(ranks) if not (of_upcard and rank == up)]
        must = sum(1 << n for n in chosen.sample(places, 1))
        may = sum(1 << n for n in places)
        outside = [rank for rank in range(13) if gone[rank] == 0 and rank != up]
        fixed = 1 << chosen.choice(outside) if trial % 4 == 0 else 0
        found = np.zeros(1 << len(ranks), dtype=np.int64)
        add_suit(
            entries,
            suited_value,
            pay,
            work,
            slate,
            up,
            value,
            of_upcard,
            len(ranks),
            np.array(ranks, dtype=np.int64),
            must,
            may,
            fixed,
            found,
        )
        one_set = upcard_suit_gain if of_upcard else other_suit_gain
        for pattern in range(1 << len(ranks)):
            if pattern & must != must or pattern & ~may:
                assert found[pattern] == 0
                continue
            mask = fixed | sum(1 << rank for n, rank in enumerate(ranks) if pattern >> n & 1)
            # A set with every card of a rank in other suits gone is no set that cards can make.
            free = [
                rank
                for rank in range(13)
                if gone[rank] == 4 - (rank == up) and not mask >> rank & 1
            ]
            if free:
                continue
            expected = one_set(entries, suited_value, pay, work, up, value, mask)
            assert found[pattern] == expected, (trial, pattern)
            compared += 1
            moved += expected != 0
    assert compared > 500
    assert moved > 50 or (not of_upcard and entries.n_up_taken == 0)
