"""Sums of whole five-card games fit into 64 bits, or the game is refused."""

from __future__ import annotations

import pytest

from trainer.errors import RuleError
from trainer.ev.five_card import five_card_rules
from trainer.games import build, variants
from trainer.solve.room import check_room


@pytest.mark.parametrize("game", ["russian-poker", "caribbean-stud", "oasis-poker"])
def test_every_house_can_be_summed_exactly(game: str) -> None:
    for variant in variants(game):
        check_room(five_card_rules(build(game, variant.id)))


@pytest.mark.parametrize(("fee", "fits"), [("70", True), ("90", False)])
def test_a_fee_that_may_leave_64_bits_is_refused(fee: str, *, fits: bool) -> None:
    # 1,370,754 draws x 101,270 dealers x 792,540 parts leave 83 units.
    rules = five_card_rules(build("russian-poker", "default", {"exchange_fee": fee}))
    if fits:
        check_room(rules)
        return
    with pytest.raises(RuleError, match="too much for an exact sum over draws of 5 cards"):
        check_room(rules)
