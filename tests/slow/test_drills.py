"""The drill of every house: 10,000 seeds, and all that its tables and rules can show."""

from __future__ import annotations

import pytest

from tests.test_drills import HOUSES, check_coverage


@pytest.mark.parametrize(("game", "variant"), HOUSES)
def test_every_row_showdown_and_mistake_of_every_house_comes_up(game: str, variant: str) -> None:
    check_coverage(game, variant, 10_000)
