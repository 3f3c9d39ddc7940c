"""The commands `ev`, `edge` and `table`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trainer.cli import main

SPOT = '{"game": "ultimate-texas-holdem", "player": "Kc 5d", "board": "Jh 9h 5s"}'


@pytest.fixture(autouse=True, scope="module")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results of these tests stay out of the user's folder."""
    patch = pytest.MonkeyPatch()
    patch.setenv("CASINO_POKER_DATA", str(tmp_path_factory.mktemp("data")))
    yield
    patch.undo()


@pytest.fixture
def spot(tmp_path: Path) -> str:
    path = tmp_path / "spot.json"
    path.write_text(SPOT)
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    return json.loads(printed(capsys, *arguments, "--json", status=status))


def test_ev_answers_with_every_action(spot: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "ev", spot)
    assert [a["exact"] for a in found["actions"]] == ["30034/535095", "-73708/535095"]
    assert found["best"] == "bet-2x"


def test_ev_prints_a_table_for_people(spot: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "ev", spot).splitlines()
    assert lines[0].split() == ["Action", "Worth,", "antes", "Exactly", "Gives", "up"]
    assert lines[1].split() == ["bet-2x", "+0.056128", "30034/535095", "–"]
    assert lines[2].split() == ["check", "-0.137748", "-73708/535095", "0.193876"]


def test_ev_takes_rules_house_and_tables(
    spot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = answered(capsys, "ev", spot)
    other = answered(capsys, "ev", spot, "--set", "blind=B")
    assert other["actions"] != plain["actions"]
    assert answered(capsys, "ev", spot, "--variant", "pa-blind-b")["actions"] == other["actions"]
    table = tmp_path / "blind.csv"
    table.write_text("table,row,odds,source,checked\nmine,royal-flush,500:1,me,2026-11-29\n")
    mine = answered(capsys, "ev", spot, "--paytable", f"blind={table}")
    assert mine["actions"] != plain["actions"]
    assert answered(capsys, "ev", spot, "--ante", "5")["house"]["ante"] == "5"


def test_ev_answers_many_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Input:
        buffer = [f"{SPOT}\n".encode(), b'{"game": "whist"}\n', b"nothing\n"]  # noqa: RUF012

    monkeypatch.setattr(sys, "stdin", Input)
    lines = printed(capsys, "ev", "--jsonl", status=1).splitlines()
    first, second, third = map(json.loads, lines)
    assert first["best"] == "bet-2x"
    assert second["error"]["where"] == "game"
    assert third["error"]["where"] == "line 3"


def test_edge_answers_in_the_contracts_form(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "edge", "casino-holdem")
    assert found["exact"] == "-1363917077/63213204600"
    assert found["house_edge"] == pytest.approx(0.0215764584, abs=5e-11)
    assert found["actions"] == pytest.approx({"call": 13057 / 15925, "fold": 2868 / 15925})
    assert found["outcomes"]["win"]["flush"] > 0
    assert set(found["side_bets"]["aa"]) == {"house_edge", "exact", "hit_rate"}
    assert found["seconds"] >= 0
    again = answered(capsys, "edge", "casino-holdem")
    assert "play" in again["reused"]


def test_edge_takes_a_side_bet_and_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = answered(
        capsys, "edge", "casino-holdem", "--variant", "bonus-needs-call", "--side", "aa=1"
    )
    assert both["sides"] == {"aa": "1"}
    assert both["main_game"]["ev"] > both["ev"]
    file = tmp_path / "aa.csv"
    rows = "one,pair-of-aces,7:1,me,2026-11-29\ntwo,pair-of-aces,8:1,me,2026-11-29\n"
    file.write_text("table,row,odds,source,checked\n" + rows)
    one, two = (
        answered(capsys, "edge", "casino-holdem", "--paytable", f"aa={file}#{name}")
        for name in ("one", "two")
    )
    gain = two["side_bets"]["aa"]["house_edge"] - one["side_bets"]["aa"]["house_edge"]
    assert gain == pytest.approx(-1098240 / 13 / 2598960)


def test_edge_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "edge", "ultimate-texas-holdem", "--variant", "bad-beat")
    assert "2.184971%" in text
    assert "-50643648973/2317817502000" in text
    assert "Two-way bad beat" in text or "Bad beat" in text or "14.7868%" in text


def test_table_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "preflop.csv"
    text = printed(capsys, "table", "ultimate-texas-holdem", "preflop", "--out", str(file))
    assert text == f"169 rows in {file}\n"
    lines = file.read_text().splitlines()
    assert lines[0] == "class,weight,ev_check,ev_bet_3x,ev_bet_4x,best"
    assert lines[1].startswith("AA,6,2.19292410598")
    found = answered(capsys, "table", "ultimate-texas-holdem", "preflop", "--out", str(file))
    assert (found["rows"], found["reused"]) == (169, ["table"])


REFUSED = [
    (("ev",), "no spot"),
    (("ev", "nowhere.json"), "cannot be read"),
    (("edge", "whist"), "whist"),
    (("edge", "casino-holdem", "--set", "aa"), "RULE=VALUE"),
    (("edge", "casino-holdem", "--set", "aa=B9"), "B9"),
    (("edge", "casino-holdem", "--variant", "x"), "'x' is no variant"),
    (("edge", "casino-holdem", "--side", "trips=1"), "no side bet"),
    (("edge", "casino-holdem", "--side", "aa"), "BET=STAKE"),
    (("edge", "casino-holdem", "--side", "aa=-1"), "above 0"),
    (("edge", "casino-holdem", "--ante", "0"), "above 0"),
    (("edge", "casino-holdem", "--paytable", "aa"), "BET=FILE"),
    (("edge", "casino-holdem", "--paytable", "call=x.csv"), "has no table"),
    (("edge", "casino-holdem", "--paytable", "aa=nowhere.csv"), "nowhere.csv"),
    (("table", "casino-holdem", "preflop", "--out", "x.csv"), "no stage"),
    (("table", "casino-holdem", "flop", "--out", "x.txt"), ".parquet"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_what_cannot_be_done_is_said(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answered(capsys, *arguments, status=2)
    assert said in found["error"]["message"]


@pytest.mark.parametrize("command", ["ev", "edge", "table"])
def test_help_has_an_example_and_computes_nothing(command: str) -> None:
    program = f"""
import sys
from trainer.cli import main
try:
    main(["{command}", "--help"])
except SystemExit:
    pass
print(sorted({{"numba", "numpy", "pyarrow"}} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert f"casino-poker {command} " in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
