"""Exhaustive tables of one decision: every hand before the flop, every hand and flop on it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from trainer.cards import Card, format_cards
from trainer.engine.community_tables import (
    BOARDS,
    FLOPS,
    N_DEALER,
    N_HANDS,
    class_name,
    class_number,
    flop_tables,
    hand_number,
    hand_tables,
)
from trainer.errors import RuleError, UsageError
from trainer.ev import Plans, plans_of, solution_of
from trainer.rules import Game, Stage
from trainer.solve.store import data_folder, digest_of, write_whole

STAGES = {
    "ultimate-texas-holdem": ("preflop", "flop"),
    "casino-holdem": ("flop",),
}
SUFFIXES = (".csv", ".parquet")
ABOUT = {
    "class": "the starting hand: AA, AKs (suited) or AKo",
    "hand": "the player's cards; one hand stands for all that differ from it by a change of suits",
    "flop": "the flop",
    "weight": "how many deals of hand (and flop) the row stands for",
    "best": "the best action; of equal ones the one that puts out less",
}
EV_ABOUT = "expected net of the round in antes, with optimal play afterwards; empty when not legal"

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Written:
    """A table that was written: where, its rows, and whether it was computed before."""

    path: Path
    n_rows: int
    reused: bool
    seconds: float


def columns_of(game: Game, stage_id: str) -> tuple[str, ...]:
    """The columns of a table, in order."""
    return tuple(_schema(game, _stage(game, stage_id)).names)


def write_table(game: Game, stage_id: str, out: Path, progress: Progress | None = None) -> Written:
    """Write the table of a stage as CSV or Parquet, by the file's suffix; whole or not at all.

    The table is kept under the user's data directory and computed once for the same rules. Raises
    RuleError for a stage without a table, UsageError for another suffix or an unwritable place.
    """
    started = time.perf_counter()
    if out.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{out.name!r} ends in neither .csv nor .parquet", "--out")
    if not out.parent.is_dir():
        raise UsageError(f"there is no folder {str(out.parent)!r}", "--out")
    report = progress or _ignore
    kept, reused = _kept_table(game, stage_id, report)
    try:
        if out.suffix.lower() == ".parquet" and isinstance(kept, Path):
            path = kept
            write_whole(out, lambda draft: _copy(path, draft))
        else:
            table = pq.read_table(kept) if isinstance(kept, Path) else kept
            write_whole(out, lambda draft: _write(table, draft))
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", str(out)) from None
    n_rows = pq.read_metadata(kept).num_rows if isinstance(kept, Path) else kept.num_rows
    report(1.0)
    return Written(out, n_rows, reused, time.perf_counter() - started)


def load_table(game: Game, stage_id: str, progress: Progress | None = None) -> Any:
    """The table of a stage as a pyarrow Table, from what is kept or computed now."""
    kept, _ = _kept_table(game, stage_id, progress or _ignore)
    return pq.read_table(kept) if isinstance(kept, Path) else kept


def _ignore(_: float) -> None:
    """Progress that nobody watches."""


def _copy(source: Path, draft: Path) -> None:
    shutil.copyfile(source, draft)


def _write(table: Any, path: Path) -> None:
    if path.suffix.lower() == ".parquet":
        pq.write_table(table, path, compression="zstd")
        return
    plain = [
        column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        for column in table.columns
    ]
    # No text in a table has a comma or a quotation mark.
    options = pyarrow.csv.WriteOptions(include_header=False, quoting_style="none")
    with path.open("wb") as file:
        file.write((",".join(table.column_names) + "\n").encode())
        pyarrow.csv.write_csv(pa.table(plain, names=table.column_names), file, options)


def _stage(game: Game, stage_id: str) -> Stage:
    legal = STAGES.get(game.id, ())
    if stage_id not in legal:
        expected = f"expected {' or '.join(legal)}" if legal else "there is none for this game"
        raise RuleError(f"{stage_id!r} is no stage with a table; {expected}", "stage")
    return next(stage for stage in game.stages if stage.id == stage_id)


def _kept_table(game: Game, stage_id: str, progress: Progress) -> tuple[Any, bool]:
    """The path of the kept table (the table itself where none can be kept), and if it was there."""
    stage = _stage(game, stage_id)
    plans = plans_of(game)
    name = digest_of("table", stage_id, _schema(game, stage).names, plans.scale, *plans.key)
    path = data_folder() / "tables" / f"{game.id}-{stage_id}-{name}.parquet"
    if _is_whole(path):
        return path, True
    progress(0.0)
    table = _preflop(plans, stage) if stage.n_board == 0 else _flop(plans, stage, progress)
    progress(0.8)
    try:
        write_whole(path, lambda draft: _write(table, draft))
    except OSError:
        return table, False
    return path, False


def _is_whole(path: Path) -> bool:
    try:
        return bool(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowInvalid):
        return False


def _action_columns(game: Game, stage: Stage) -> dict[str, str]:
    """Column name of each action, those of other houses included, so that files look alike."""
    ids = [action.id for action in stage.actions]
    if game.id == "ultimate-texas-holdem" and stage.n_board == 0 and "bet-3x" not in ids:
        ids.insert(1, "bet-3x")
    return {id: "ev_" + id.replace("-", "_") for id in ids}


def _schema(game: Game, stage: Stage) -> Any:
    keys = [("class", pa.string())]
    if stage.n_board:
        text = pa.dictionary(pa.int16(), pa.string())
        keys = [("hand", text), ("flop", text)]
    fields = [pa.field(name, kind) for name, kind in keys]
    fields.append(pa.field("weight", pa.int64()))
    fields += [pa.field(name, pa.float64()) for name in _action_columns(game, stage).values()]
    fields.append(pa.field("best", pa.dictionary(pa.int8(), pa.string())))
    about = {field.name: ABOUT.get(field.name, EV_ABOUT) for field in fields}
    return pa.schema(fields, metadata={**about, "unit": "ante", "game": game.id, "stage": stage.id})


def _table(plans: Plans, stage: Stage, columns: Sequence[Any], denominator: str) -> Any:
    schema = _schema(plans.game, stage)
    rules = ", ".join(f"{rule}={value}" for rule, value in plans.game.variant.rules.items())
    more = {"denominator": denominator, "variant": plans.game.variant.id, "rules": rules}
    schema = schema.with_metadata({**schema.metadata, **more})
    return pa.table(list(columns), schema=schema)


def _preflop(plans: Plans, stage: Stage) -> Any:
    solution = solution_of(plans)
    sizes = hand_tables().class_size
    order = [13 * a + b for a in range(12, -1, -1) for b in range(12, -1, -1)]
    order.sort(key=lambda n: (-max(divmod(n, 13)), -min(divmod(n, 13)), n // 13 < n % 13))
    deals = FLOPS * BOARDS * N_DEALER * plans.scale
    sums = {action.id: solution.waiting for action in stage.actions if not action.bet}
    for n, action in enumerate(plans.bets[plans.n_parts :]):
        sums[action.id] = solution.early[n]
    columns: list[Any] = [
        pa.array([class_name(n) for n in order]),
        pa.array([int(sizes[n]) for n in order]),
    ]
    for id in _action_columns(plans.game, stage):
        # Python divides integers of any size correctly rounded.
        values: list[float | None] = [None] * len(order)
        if id in sums:
            values = [int(sums[id][n]) / (int(sizes[n]) * deals) for n in order]
        columns.append(pa.array(values, pa.float64()))
    ids = [action.id for action in sorted(stage.actions, key=lambda action: action.times)]
    best = np.stack([sums[id][order] for id in ids]).argmax(axis=0)
    columns.append(pa.DictionaryArray.from_arrays(pa.array(best, pa.int8()), pa.array(ids)))
    return _table(plans, stage, columns, f"weight × {deals}")


def _flop(plans: Plans, stage: Stage, progress: Progress) -> Any:
    flops, hands = flop_tables(), hand_tables()
    solution = solution_of(plans)
    progress(0.3)
    sums = solution.flops()
    progress(0.5)
    free = (hands.bits[None, :] & flops.bits[:, None]) == 0
    flop, hand = np.nonzero(flops.smallest & free)
    weight = flops.weight[flop] * flops.alike[flop, hand]
    first, bet = sums[flop, 0, hand], sums[flop, 1, hand]
    deals = BOARDS * N_DEALER * plans.scale
    assert max(abs(int(sums.min())), abs(int(sums.max())), deals) < 2**53, "not exact as floats"
    ids = [next(a.id for a in stage.actions if bool(a.bet) is bets) for bets in (False, True)]
    values = {ids[0]: first / deals, ids[1]: bet / deals}
    columns = [
        _text(hand, [_cards(hands.high[n], hands.low[n]) for n in range(N_HANDS)]),
        _text(flop, [_cards(*cards) for cards in flops.cards]),
        pa.array(weight),
        *(pa.array(values[id]) for id in _action_columns(plans.game, stage)),
        pa.DictionaryArray.from_arrays(pa.array((bet > first).astype(np.int8)), pa.array(ids)),
    ]
    return _table(plans, stage, columns, str(deals))


def _cards(*cards: Any) -> str:
    return format_cards([Card(int(a)) for a in cards])


def _text(numbers: NDArray[Any], texts: list[str]) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int16)), pa.array(texts))


@cache
def _rows() -> NDArray[np.int32]:
    """The row of each flop and hand that has one, int32[flop, hand]; -1 for the others."""
    flops, hands = flop_tables(), hand_tables()
    has_row = flops.smallest & ((hands.bits[None, :] & flops.bits[:, None]) == 0)
    rows = np.full(has_row.shape, -1, dtype=np.int32)
    rows[has_row] = np.arange(int(has_row.sum()), dtype=np.int32)
    return rows


@cache
def _flop_places() -> dict[tuple[int, ...], int]:
    return {tuple(cards): n for n, cards in enumerate(flop_tables().cards.tolist())}


class Lookup:
    """Rows of a flop or preflop table by any cards, in microseconds."""

    def __init__(self, table: Any) -> None:
        self._columns = {
            name: column.to_numpy(zero_copy_only=False)
            for name, column in zip(table.column_names, table.columns, strict=True)
            if name.startswith("ev_") or name in ("weight", "class")
        }
        names = self._columns.get("class")
        self._by_class = None if names is None else {name: n for n, name in enumerate(names)}

    def values(self, hole: Sequence[int], flop: Sequence[int] = ()) -> dict[str, float]:
        """The EV columns of a hand, on a flop where the table is one of flops."""
        row = self.row(hole, flop)
        return {
            name: float(column[row])
            for name, column in self._columns.items()
            if name.startswith("ev_")
        }

    def row(self, hole: Sequence[int], flop: Sequence[int] = ()) -> int:
        """The number of the row that stands for a hand, and a flop."""
        if self._by_class is not None:
            return self._by_class[class_name(class_number(*hole))]
        places, rows = _flop_places(), _rows()
        for change in permutations(range(4)):
            moved = sorted((a >> 2 << 2 | change[a & 3] for a in flop), reverse=True)
            place = places.get(tuple(moved))
            if place is not None:
                x, y = (a >> 2 << 2 | change[a & 3] for a in hole)
                found = int(rows[place, hand_number(x, y)])
                if found >= 0:
                    return found
        raise AssertionError("a hand and a flop without a row")
