"""The table of the first decision: complete, exact row by row, whole files, and going on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from tests.five_card_engine import OneByOne
from trainer.cards import parse_card, parse_cards
from trainer.errors import RuleError, UsageError
from trainer.ev.five_card import FiveCardSpot, decide_five_card
from trainer.games import build
from trainer.rules import Game
from trainer.solve import deals as deals_module
from trainer.solve.deals import (
    DealJob,
    kept_deals,
    n_kept_parts,
    row_group,
    write_deals,
)
from trainer.solve.executors import SolveError

RUSSIAN = "russian-poker"
COLUMNS = "hand,upcard,weight,ev_fold,ev_raise,ev_sixth,ev_exchange,exchange,best"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables of these tests stay out of the user's folder."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def check_rows(game: Game, part: Any, places: Sequence[int]) -> None:
    """Rows of a part against the values of their spots, computed anew."""
    for row in part.take(pa.array(places)).to_pylist():
        player, upcard = parse_cards(row["hand"]), parse_card(row["upcard"])
        choices = decide_five_card(game, FiveCardSpot(player, upcard))
        worth = {one.action: float(one.ev) for one in choices}
        assert row["ev_fold"] == worth["fold"], row
        assert row["ev_raise"] == worth["raise"], row
        assert row["ev_sixth"] == worth.get("sixth"), row
        swaps = [one for one in choices if one.action.startswith("exchange:")]
        if swaps:
            assert row["ev_exchange"] == float(swaps[0].ev), row
            equal = {
                frozenset(name.partition(":")[2].split())
                for one in swaps
                if one.ev == swaps[0].ev
                for name in (one.action, *one.same)
            }
            given = row["exchange"].split()
            assert frozenset(given) in equal, row
            if row["best"].startswith("exchange"):
                assert row["best"] == f"exchange-{len(given)}"
        else:
            assert (row["ev_exchange"], row["exchange"]) == (None, None)
        assert row["best"].partition("-")[0] == choices[0].action.partition(":")[0], row


def places_to_check(part: Any, seed: int, n: int) -> list[int]:
    """Some rows of each best action, and some of all."""
    source = random.Random(seed)
    best = part["best"].cast(pa.string()).to_numpy(zero_copy_only=False)
    found = source.sample(range(part.num_rows), n)
    for action in sorted(set(best)):
        of_action = np.flatnonzero(best == action).tolist()
        found += source.sample(of_action, min(n // 3, len(of_action)))
    return found


# --- files, from parts made by hand --------------------------------------------------------


def small_engine() -> OneByOne:
    """Parts of two rows, which say behind which upcard they are."""

    def solve(job: DealJob) -> tuple[int, bytes]:
        upcard = f"{'23456789TJQKA'[job.up]}c"
        text = pa.dictionary(pa.int8(), pa.string())
        part = pa.table(
            {
                "hand": ["Ad Ah As Kd Kh", "Kh Kd 9s 5c 2d"],
                "upcard": pa.array([upcard, upcard]).cast(text),
                "weight": pa.array([12, 24], pa.int64()),
                "ev_fold": [-1.0, -1.0],
                "ev_raise": [8.5, 0.1 + job.up],
                "ev_sixth": [None, 0.25],
                "ev_exchange": pa.array([None, 0.5], pa.float64()),
                "exchange": [None, "9s 5c 2d"],
                "best": pa.array(["raise", "exchange-3"]).cast(text),
            }
        )
        out = pa.BufferOutputStream()
        pq.write_table(part, out)
        return job.up, out.getvalue().to_pybytes()

    return OneByOne(solve)


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    game = build(RUSSIAN)
    csv, parquet = tmp_path / "deals.csv", tmp_path / "deals.parquet"
    written = write_deals(game, "deal", csv, executor=small_engine())
    assert (written.n_rows, written.reused) == (26, False)
    nobody = small_engine()
    assert write_deals(game, "deal", parquet, executor=nobody).reused
    assert nobody.asked == []
    lines = csv.read_text().splitlines()
    assert lines[0] == COLUMNS
    assert lines[1] == "Ad Ah As Kd Kh,2c,12,-1,8.5,,,,raise"
    assert lines[2] == "Kh Kd 9s 5c 2d,2c,24,-1,0.1,0.25,0.5,9s 5c 2d,exchange-3"
    one, other = pyarrow.csv.read_csv(csv), pq.read_table(parquet)
    assert one.num_rows == other.num_rows == 26
    assert one["ev_raise"].to_pylist() == other["ev_raise"].to_pylist()
    about = other.schema.metadata
    assert about[b"unit"] == b"ante"
    assert all(name.encode() in about for name in other.column_names)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", csv.name, parquet.name]


def test_a_damaged_table_is_made_again(tmp_path: Path) -> None:
    game = build(RUSSIAN)
    out = tmp_path / "deals.csv"
    path, _ = kept_deals(game, executor=small_engine())
    data = bytearray(path.read_bytes())
    for n in range(8, 200, 5):  # before the footer
        data[n] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(SolveError, match="damaged"):
        write_deals(game, "deal", out, executor=small_engine())
    assert not out.exists()
    written = write_deals(game, "deal", out, executor=small_engine())
    assert (written.n_rows, written.reused) == (26, False)


def test_a_damaged_part_is_made_again(data_folder: Path) -> None:
    def stop(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    game = build(RUSSIAN)
    with pytest.raises(KeyboardInterrupt):
        kept_deals(game, stop, executor=small_engine())
    part = sorted(data_folder.rglob("*-part-*.parquet"))[2]
    data = bytearray(part.read_bytes())
    for n in range(8, 200, 5):  # before the footer
        data[n] ^= 0x55
    part.write_bytes(data)
    with pytest.raises(SolveError, match="damaged"):
        kept_deals(game, executor=small_engine())
    again = small_engine()
    path, _ = kept_deals(game, executor=again)
    assert len(again.asked) == 1
    assert pq.read_table(path).num_rows == 26


def test_upcards_are_read_one_by_one() -> None:
    path, reused = kept_deals(build(RUSSIAN), executor=small_engine())
    assert not reused
    assert row_group(path, 9)["upcard"].to_pylist() == ["Jc", "Jc"]


def test_a_stopped_table_goes_on_with_what_is_missing(data_folder: Path) -> None:
    game = build(RUSSIAN)
    first, second = small_engine(), small_engine()

    def stop(done: int, _: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept_deals(game, stop, executor=first)
    assert n_kept_parts(game) == len(first.asked) == 4
    seen: list[tuple[int, int]] = []
    kept_deals(game, lambda n, of: seen.append((n, of)), executor=second)
    assert sorted(first.asked + second.asked) == list(range(13))
    assert (seen[0], seen[-1]) == ((4, 13), (13, 13))
    assert n_kept_parts(game) == 13
    assert len(list(data_folder.rglob("*.*"))) == 1  # the parts are gone


def test_other_houses_with_the_same_play_share_a_table() -> None:
    kept_deals(build(RUSSIAN), executor=small_engine())
    assert n_kept_parts(build(RUSSIAN, "default", {"bonus": "none"})) == 13
    assert n_kept_parts(build(RUSSIAN, "pair-2")) == 0


def test_a_file_tells_the_house_it_was_asked_for(tmp_path: Path, data_folder: Path) -> None:
    first = build(RUSSIAN)
    other = build(RUSSIAN, "full-insurance", {"insurance": "half", "bonus": "none"})
    told = []
    for n, game in enumerate((first, other)):
        out = tmp_path / f"{n}.parquet"
        assert write_deals(game, "deal", out, executor=small_engine()).reused is bool(n)
        told.append(pq.read_schema(out).metadata)
    assert [about[b"variant"] for about in told] == [b"default", b"full-insurance"]
    assert [about[b"game"] for about in told] == [b"russian-poker"] * 2
    assert b"bonus=none" not in told[0][b"rules"]
    assert b"bonus=none" in told[1][b"rules"]
    # The kept one is of all of them.
    kept = pq.read_schema(next(data_folder.rglob("*.parquet"))).metadata
    assert kept.keys() & {b"game", b"variant", b"rules"} == set()
    assert kept[b"unit"] == b"ante"


def test_a_table_that_another_process_finishes_first_is_taken(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = build(RUSSIAN)
    join = deals_module._join

    def second(path: Path, draft: Path) -> None:
        # The other process joins the same parts and takes them away.
        monkeypatch.setattr(deals_module, "_join", join)
        kept_deals(game, executor=small_engine())
        join(path, draft)

    monkeypatch.setattr(deals_module, "_join", second)
    path, _ = kept_deals(game, executor=small_engine())
    assert pq.read_table(path).num_rows == 26
    assert [one.name for one in data_folder.rglob("*.*")] == [path.name]


@pytest.mark.parametrize(
    ("stage", "file", "error"),
    [
        ("draw", "x.csv", RuleError),
        ("deal", "x.xlsx", UsageError),
        ("deal", "missing/x.csv", UsageError),
    ],
)
def test_what_cannot_be_written_is_refused(
    stage: str, file: str, error: type[Exception], tmp_path: Path
) -> None:
    engine = small_engine()
    with pytest.raises(error):
        write_deals(build(RUSSIAN), stage, tmp_path / file, executor=engine)
    assert engine.asked == []


def test_nowhere_to_keep_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="cannot be kept"):
        write_deals(build(RUSSIAN), "deal", tmp_path / "x.csv", executor=small_engine())
