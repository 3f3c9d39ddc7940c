"""Exhaustive tables: complete, the same in both forms, and the same as the values of spots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from tests.naive import CASINO, UTH
from trainer.cards import format_cards
from trainer.documents.spots import ev_document
from trainer.errors import RuleError, UsageError
from trainer.games import build
from trainer.solve import STAGES, Lookup, columns_of, load_table, write_table


@pytest.fixture(autouse=True, scope="module")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables of these tests stay out of the user's folder."""
    patch = pytest.MonkeyPatch()
    patch.setenv("CASINO_POKER_DATA", str(tmp_path_factory.mktemp("data")))
    yield
    patch.undo()


TABLES = [(game, stage) for game, stages in STAGES.items() for stage in stages]
COLUMNS = {
    (UTH, "preflop"): "class,weight,ev_check,ev_bet_3x,ev_bet_4x,best",
    (UTH, "flop"): "hand,flop,weight,ev_check,ev_bet_2x,best",
    (CASINO, "flop"): "hand,flop,weight,ev_fold,ev_call,best",
}


@pytest.mark.parametrize(("game", "stage"), TABLES)
def test_a_table_is_complete(game: str, stage: str) -> None:
    table = load_table(build(game), stage)
    assert tuple(table.column_names) == columns_of(build(game), stage)
    assert ",".join(table.column_names) == COLUMNS[game, stage]
    weights = table.column("weight").to_numpy()
    if stage == "preflop":
        assert (len(weights), weights.sum()) == (169, 1326)
    else:
        assert (len(weights), weights.sum()) == (1286792, 1326 * 19600)
    about = table.schema.metadata
    assert about[b"unit"] == b"ante"
    assert all(name.encode() in about for name in table.column_names)


def test_best_actions_add_up_to_the_game() -> None:
    casino = load_table(build(CASINO), "flop")
    best = [casino.column(name).to_numpy() for name in ("ev_fold", "ev_call")]
    weights = casino.column("weight").to_numpy()
    mean = (weights * (best[0] * (best[1] <= best[0]) + best[1] * (best[1] > best[0]))).sum()
    assert mean / weights.sum() == pytest.approx(-1363917077 / 63213204600, abs=1e-12)
    called = weights[(casino.column("best").to_numpy() == "call")].sum()
    assert Fraction(int(called), int(weights.sum())) == Fraction(13057, 15925)


@pytest.mark.parametrize(("game", "stage"), TABLES)
def test_looking_a_spot_up_gives_what_computing_it_gives(game: str, stage: str) -> None:
    lookup = Lookup(load_table(build(game), stage))
    for seed in range(25):
        cards = random.Random(seed).sample(range(52), 5)
        hole, flop = cards[:2], cards[2:] if stage == "flop" else []
        answer = ev_document(
            {"game": game, "player": format_cards(hole), "board": format_cards(flop)}
        )
        found = lookup.values(hole, flop)
        for action in answer["actions"]:
            assert found["ev_" + action["action"].replace("-", "_")] == action["ev"]


@pytest.mark.parametrize(("game", "stage"), [(UTH, "preflop"), (CASINO, "flop")])
def test_csv_and_parquet_hold_the_same(game: str, stage: str, tmp_path: Path) -> None:
    csv, parquet = tmp_path / "table.csv", tmp_path / "table.parquet"
    written = write_table(build(game), stage, csv)
    assert written.path == csv
    assert write_table(build(game), stage, parquet).reused
    one, other = pyarrow.csv.read_csv(csv), pq.read_table(parquet)
    assert one.num_rows == other.num_rows == written.n_rows
    with csv.open(encoding="utf-8") as file:
        assert file.readline() == COLUMNS[game, stage] + "\n"
    for name in one.column_names:
        kind = one.column(name).type
        assert one.column(name).combine_chunks() == other.column(name).cast(kind).combine_chunks()
    assert sorted(tmp_path.iterdir()) == [csv, parquet]


def test_another_house_has_another_table(tmp_path: Path) -> None:
    plain = write_table(build(UTH), "preflop", tmp_path / "a.csv")
    other = write_table(build(UTH, "pa-blind-b"), "preflop", tmp_path / "b.csv")
    four = write_table(build(UTH, "four-x-only"), "preflop", tmp_path / "c.csv")
    assert not other.reused
    assert not four.reused
    assert write_table(build(UTH, "pa-a"), "preflop", tmp_path / "d.csv").reused  # other trips
    texts = [Path(table.path).read_text() for table in (plain, other, four)]
    assert len(set(texts)) == 3
    assert pyarrow.csv.read_csv(four.path).column("ev_bet_3x").null_count == 169


@pytest.mark.parametrize(
    ("game", "stage", "file", "error"),
    [
        (UTH, "river", "x.csv", RuleError),
        (CASINO, "preflop", "x.csv", RuleError),
        ("russian-poker", "flop", "x.csv", RuleError),
        (UTH, "preflop", "x.xlsx", UsageError),
        (UTH, "preflop", "table.csv/x.csv", UsageError),
    ],
)
def test_what_cannot_be_written_is_refused(
    game: str, stage: str, file: str, error: type[Exception], tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text("")
    with pytest.raises(error):
        write_table(build(game), stage, tmp_path / file)
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]
