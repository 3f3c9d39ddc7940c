"""The commands `edge` and `table` for five-card games: options, answers, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.five_card_engine import engine_of
from tests.test_solve_deals import COLUMNS, small_engine
from trainer.cli import main
from trainer.games import build
from trainer.solve import executors
from trainer.solve.bonus import N_DEALS
from trainer.solve.deals import kept_deals
from trainer.solve.five_card import edge_five_card, feature_worth

RUSSIAN = "russian-poker"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of these tests stay out of the user's folder."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "data"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    return json.loads(printed(capsys, *arguments, "--json", status=status))


def test_edge_answers_with_first_actions(capsys: pytest.CaptureFixture[str]) -> None:
    game = build(RUSSIAN)
    found = edge_five_card(game, executor=engine_of(game))
    told = answered(capsys, "edge", RUSSIAN)
    assert told["exact"] == str(found.ev)
    assert told["actions"]["sixth"]["raises"] == 0.8
    assert told["reused"] == ["play"]
    assert told["outcomes"]["fold"]["pair"] == float(found.outcomes["fold"]["pair"])
    assert set(told["side_bets"]["bonus"]) == {"house_edge", "exact", "hit_rate"}
    assert told["average_wager"] == float(found.average_wager)


def test_edge_prints_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    game = build(RUSSIAN)
    edge_five_card(game, executor=engine_of(game))
    said = printed(capsys, "edge", RUSSIAN)
    assert "First action" in said
    assert "Of these raised" in said
    assert "Insured" in said
    assert "Pair" in said
    assert "From an earlier solve: play" in said


def test_edge_tells_what_features_are_worth(capsys: pytest.CaptureFixture[str]) -> None:
    def rebuild(rules: Any) -> Any:
        return build(RUSSIAN, "default", {"exchange": "none", **rules})

    game = rebuild({})
    steps = feature_worth(game, rebuild, executor=engine_of(game))
    command = ("edge", RUSSIAN, "--set", "exchange=none", "--features")
    told = answered(capsys, *command)
    assert [one["exact"] for one in told["features"]] == [str(step.edge.ev) for step in steps]
    assert told["features"][1]["feature"] == "sixth"
    lines = printed(capsys, *command).splitlines()
    assert lines[2].split()[:4] == ["Raise", "or", "fold", "alone"]
    assert lines[-1].startswith("and the purchase")


def test_table_writes_every_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept_deals(build(RUSSIAN), executor=small_engine())
    out = tmp_path / "deals.csv"
    told = answered(capsys, "table", RUSSIAN, "deal", "--out", str(out))
    assert (told["rows"], told["reused"]) == (26, ["table"])
    assert out.read_text().splitlines()[0] == COLUMNS


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("edge", RUSSIAN, "--ante", "100"), "--ante"),
        (("edge", RUSSIAN, "--exposed", "1"), "--exposed"),
        (("edge", RUSSIAN, "--side", "bonus=1"), "--side"),
        (("edge", RUSSIAN, "--side", "trips=1"), "--side"),
        (("edge", RUSSIAN, "--side", "insurance=1"), "--side"),
        (("edge", "caribbean-stud", "--set", "insurance=half", "--side", "insurance=1"), "--side"),
        (("edge", RUSSIAN, "--features", "--side", "bonus=1"), "--features"),
        (("edge", RUSSIAN, "--processes", "0"), "--processes"),
        (("edge", RUSSIAN, "--processes", "2", "--scheduler", "tcp://x:1"), "--scheduler"),
        (("edge", "casino-holdem", "--features"), "--features"),
        (("edge", "casino-holdem", "--scheduler", "tcp://x:1"), "--scheduler"),
        (("edge", "casino-holdem", "--processes", "2"), "--processes"),
        (("table", RUSSIAN, "draw", "--out", "x.csv"), "stage"),
        (("table", "casino-holdem", "flop", "--out", "x.csv", "--processes", "2"), "--processes"),
    ],
)
def test_what_cannot_be_done_is_told(
    arguments: tuple[str, ...], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = answered(capsys, *arguments, status=2)
    assert told["error"]["where"] == where


def test_an_address_chooses_the_cluster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "ANSWER_SECONDS", 1.0)
    told = answered(capsys, "edge", RUSSIAN, "--scheduler", "tcp://127.0.0.1:1", status=2)
    assert told["error"]["where"] == "--scheduler"
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:1'" in told["error"]["message"]


@pytest.mark.parametrize("command", ["edge", "table"])
def test_help_speaks_of_five_card_games(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main((command, "--help"))
    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "caribbean-stud" in said
    assert "--scheduler ADDRESS" in said
    if command == "table":
        assert COLUMNS in said
        assert f"5,649,150 rows for {N_DEALS:,} deals" in said
        assert N_DEALS == 2_598_960 * 47
    else:
        assert "`win-no-game` holds every raised round" in said
