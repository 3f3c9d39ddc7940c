"""Whole five-card games by the real engine: rows, stopping, a cluster, and the page."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from tests import cluster
from tests.test_solve_deals import COLUMNS, check_rows, places_to_check
from tests.test_ui_app import app, assert_no_exception
from tests.test_ui_tables import values
from trainer.engine.draw_solve import N_STATES, solve_behind
from trainer.ev.five_card import five_card_rules
from trainer.games import build
from trainer.solve.deals import columns, part_of
from trainer.solve.executors import Cluster
from trainer.solve.five_card import edge_five_card
from trainer.ui import background

ROOT = Path(__file__).parent.parent.parent
PUBLISHED = Fraction(-142_031_221, 2_718_662_100)  # Caribbean Stud
RUSSIAN = "russian-poker"
EDGE = "views/edge.py"


@pytest.fixture(autouse=True)
def compiled(whole_engine: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled in this process and kept, so that other processes find it; results stay apart."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask scheduler with two workers."""
    with cluster.running(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_rows_are_worth_what_their_spots_are() -> None:
    game = build(RUSSIAN, "default", {"exchange": "1-2", "insurance": "none", "purchase": "none"})
    rules = five_card_rules(game)
    states, *_ = solve_behind(rules, 10, all_exchanges=True)
    part = part_of(rules, 10, states)
    assert part.num_rows == N_STATES == 434_550
    assert ",".join(part.column_names) == ",".join(columns()) == COLUMNS
    assert int(np.sum(part["weight"].to_numpy())) == 4 * comb(51, 5)
    assert len(set(part["hand"].to_pylist())) == N_STATES
    check_rows(game, part, places_to_check(part, 5, 12))


def test_a_game_without_draws_has_empty_columns() -> None:
    game = build("caribbean-stud")
    rules = five_card_rules(game)
    states, *_ = solve_behind(rules, 3, all_exchanges=True)
    part = part_of(rules, 3, states)
    assert part["ev_sixth"].null_count == part["exchange"].null_count == N_STATES
    check_rows(game, part, places_to_check(part, 6, 12))
    worth = np.maximum(part["ev_raise"].to_numpy(), part["ev_fold"].to_numpy())
    raised = part["best"].cast(pa.string()).to_numpy(zero_copy_only=False) == "raise"
    assert (raised == (part["ev_raise"].to_numpy() > -1)).all()
    assert worth.min() == -1


def test_a_stopped_command_ends_cleanly_and_keeps_what_it_has(tmp_path: Path) -> None:
    environment = {**os.environ, "CASINO_POKER_DATA": str(tmp_path)}
    # Some seconds for each upcard: time enough to stop between two of them.
    command = [sys.executable, "-m", "trainer", "edge", "oasis-poker", "--processes", "1"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        end = time.monotonic() + 400
        while not list(tmp_path.rglob("upcard-*.json")) and time.monotonic() < end:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, said = process.communicate(timeout=30)
    n = len(list(tmp_path.rglob("upcard-*.json")))
    assert 1 <= n < 13
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in said
    assert f"Stopped. {n} of 13 parts are kept; the same command goes on from there." in said


def test_a_command_is_solved_on_a_cluster_and_goes_on_there(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    game = build("caribbean-stud")

    def stop(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edge_five_card(game, None, stop, executor=Cluster(scheduler))
    found = edge_five_card(game, executor=Cluster(scheduler))
    assert found.ev == PUBLISHED
    assert len(found.reused) == 3


def test_a_button_solves_a_house_in_the_background() -> None:
    at = app(EDGE, game="caribbean-stud")
    next(x for x in at.button if x.label == "Solve").click()
    at.run()
    assert_no_exception(at)
    end = time.monotonic() + 120
    while background.is_busy() and time.monotonic() < end:
        time.sleep(0.1)
    at.run()
    assert_no_exception(at)
    said = values(at, "House edge")
    assert said.startswith("House edge 5.2243 % Element of risk 2.5553 %")
    assert "−142,031,221 / 2,718,662,100" in said
    assert "Raise 52.23 % Fold 47.77 %" in said
