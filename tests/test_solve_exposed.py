"""Games whose dealer shows cards: single states against the values of spots, and going on."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from tests.naive import CASINO, UTH
from tests.test_engine_community import look_at, total
from trainer.cards import Card
from trainer.engine.community_exposed import list_states
from trainer.engine.community_spots import Seen
from trainer.errors import RuleError, UsageError
from trainer.ev import Spot, decide, plans_of
from trainer.games import build
from trainer.solve import exposed as exposed_module
from trainer.solve.exposed import exposed_edge


@pytest.mark.parametrize(("n_shown", "n_states"), [(1, 5083), (2, 93769)])
def test_states_stand_for_all_hands_and_cards_shown(n_shown: int, n_states: int) -> None:
    states, sizes = list_states(n_shown)
    assert len(states) == n_states
    assert int(sizes.sum()) == 1326 * comb(50, n_shown)
    assert all(len(set(state)) == 2 + n_shown for state in states[::97].tolist())


@pytest.mark.parametrize("n_shown", [1, 2])
@pytest.mark.parametrize("place", [0.1, 0.75])
def test_a_state_is_worth_what_its_spot_is(n_shown: int, place: float) -> None:
    states, _ = list_states(n_shown)
    state = states[int(len(states) * place)]
    plans = plans_of(build(UTH))
    sums, early = exposed_module._sums(plans, state[None, :], n_shown)
    spot = Spot(
        tuple(Card(int(a)) for a in state[:2]), exposed=tuple(Card(int(a)) for a in state[2:])
    )
    best = decide(plans.game, spot).best
    n_free = 50 - n_shown
    deals = comb(n_free, 5) * 10 * comb(n_free - 5, 2 - n_shown) * plans.scale
    assert Fraction(int(sums[0]), deals) == best.ev
    assert bool(early[0]) == (best.action != "check")


def test_casino_holdem_adds_its_flops_up() -> None:
    # Both hands are known, and every flop is a call or a fold.
    plans = plans_of(build(CASINO))
    hand, dealer = (51, 47), (3, 6)  # As Ks against 2s 3h
    sums, _ = exposed_module._sums(plans, np.array([[*hand, *dealer]], dtype=np.uint8), 2)
    left = [a for a in range(52) if a not in hand + dealer]
    boards = comb(45, 2)
    total_sum = 0
    for flop in combinations(left, 3):
        found = look_at(plans.nets, Seen(hand, flop, exposed=dealer))
        total_sum += max(total(plans.nets, 0, found), int(plans.nets.fold[0]) * boards)
    assert int(sums[0]) == total_sum


def test_work_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    states, sizes = list_states(2)
    few = (states[:120], sizes[:120])
    monkeypatch.setattr(exposed_module, "list_states", lambda _: few)
    asked: list[int] = []

    def sums(plans: object, part: np.ndarray, n_shown: int) -> tuple[np.ndarray, np.ndarray]:
        asked.append(len(part))
        return np.full(len(part), 7), np.zeros(len(part), np.int64)

    monkeypatch.setattr(exposed_module, "_sums", sums)

    def stop(part: float) -> None:
        if part > 0.3:
            raise KeyboardInterrupt

    game = build(UTH)
    with pytest.raises(KeyboardInterrupt):
        exposed_edge(game, 2, stop)
    before = sum(asked)
    assert 0 < before <= 120
    found = exposed_edge(game, 2)
    assert sum(asked) == 120
    scale = plans_of(game).scale
    assert found.ev == Fraction(7, comb(48, 5) * 10 * scale)
    assert exposed_edge(game, 2).ev == found.ev
    assert sum(asked) == 120


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(UsageError):
        exposed_edge(build(UTH), 3)
    with pytest.raises(RuleError):
        exposed_edge(build("russian-poker"), 1)
