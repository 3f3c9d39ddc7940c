"""Rows of the table of the first decision under every kind of house, computed anew."""

from __future__ import annotations

import pytest

from tests.test_solve_deals import check_rows, places_to_check
from trainer.engine.draw_solve import solve_behind
from trainer.ev.five_card import five_card_rules
from trainer.games import build
from trainer.solve.deals import part_of


@pytest.mark.parametrize(
    ("game", "variant", "up"),
    [
        ("russian-poker", "default", 11),
        ("russian-poker", "insured-may-purchase", 5),
        ("russian-poker", "lowest-card-purchase", 8),
        ("oasis-poker", "default", 3),
    ],
)
def test_rows_are_worth_what_their_spots_are(game: str, variant: str, up: int) -> None:
    house = build(game, variant)
    rules = five_card_rules(house)
    states, *_ = solve_behind(rules, up, all_exchanges=True)
    part = part_of(rules, up, states)
    check_rows(house, part, places_to_check(part, up, 30))
