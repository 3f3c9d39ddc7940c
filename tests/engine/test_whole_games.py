"""Whole five-card games by the real engine: published figures, rows, processes and a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest

from tests import cluster
from trainer.documents.edges import edge_document
from trainer.ev.five_card import five_card_rules
from trainer.games import build
from trainer.solve.chunks import Job, solve_job
from trainer.solve.executors import Cluster, Processes
from trainer.solve.five_card import edge_five_card
from trainer.solve.pieces import draw_code

PUBLISHED = Fraction(-142_031_221, 2_718_662_100)  # Caribbean Stud


def nothing() -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask scheduler with two workers."""
    with cluster.running(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_caribbean_stud_is_worth_exactly_what_is_published() -> None:
    # http://www.casinoadvisor.com/caribbean-stud-poker-probability-article.html, 2026-11-29;
    # deviation: https://wizardofodds.com/games/caribbean-stud-poker/ (2.24).
    found = edge_five_card(build("caribbean-stud"))
    assert found.ev == PUBLISHED
    assert f"{float(found.element_of_risk):.3%}" == "2.555%"
    assert found.standard_deviation == pytest.approx(2.24, abs=0.005)
    rounds = 52 * comb(51, 5) * comb(46, 4)
    assert found.actions["fold"] * rounds == 9_523_005_974_460
    assert set(found.outcomes["fold"]) == {"high-card", "ace-king"}  # A K J 8 3 is raised
    assert sum(found.outcomes["fold"].values()) == found.actions["fold"]
    wins = {row: share * rounds for row, share in found.outcomes["win"].items()}
    assert wins["pair"] + wins["ace-king"] == 2_343_248_003_808
    assert wins["royal-flush"] == 16_759_740
    assert sum(found.outcomes["win-no-game"].values()) * rounds == 4_532_514_033_720
    assert sum(found.outcomes["tie"].values()) * rounds == 321_623_100
    assert sum(found.outcomes["lose"].values()) * rounds == 2_726_592_727_512
    document = edge_document(found)
    assert document["exact"] == "-142031221/2718662100"
    assert document["actions"]["raise"] == float(found.actions["raise"])
    assert (document["insured"], document["bought"], document["side_bets"]) == (0.0, 0.0, {})
    again = edge_five_card(build("caribbean-stud"))
    assert again.reused == ("play",)
    assert (again.ev, again.outcomes) == (found.ev, found.outcomes)


def test_a_cluster_gives_the_same_integers(scheduler: str) -> None:
    rules = five_card_rules(build("caribbean-stud"))
    jobs = [Job(rules, up, True, False, draw_code()) for up in (0, 6, 11, 12)]
    far, here = (
        {piece.up: piece.chunk for piece in executor.results(solve_job, jobs, nothing)}
        for executor in (Cluster(scheduler), Processes(2))
    )
    assert far == here
    assert set(far) == {0, 6, 11, 12}
