"""The exhaustive table of a five-card game's first decision: every hand against every upcard.

Behind each upcard rank there are 434,550 hands that differ by more than a change of suits. The
parts are solved apart, kept, and put together row group by row group, so that no more than one of
them is ever in memory.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from trainer.engine.draw_counts import n_draws, n_hands_after
from trainer.engine.draw_game import UPCARD_RANKS, action_name
from trainer.engine.draw_hands import PLACES
from trainer.engine.draw_rules import DrawRules, parts
from trainer.engine.draw_solve import solve_behind
from trainer.engine.draw_state import n_left_after
from trainer.engine.draw_states import States
from trainer.errors import RuleError, UsageError
from trainer.ev.five_card import five_card_rules
from trainer.rules import Game
from trainer.solve.bonus import Cards, cards_of
from trainer.solve.chunks import N_CHUNKS, Progress, check_code, seconds_for
from trainer.solve.executors import Executor, Processes, SolveError
from trainer.solve.pieces import draw_code, name_of
from trainer.solve.room import check_room
from trainer.solve.store import data_folder, write_whole
from trainer.solve.tables import SUFFIXES, Written

STAGE = "deal"
VERSION = 1  # of the columns: another one is another file
MORE = 1.5  # times the seconds of a solve without every exchange
ALIKE = 4  # the upcard may be of any suit
ACTIONS = ("fold", "raise", "sixth", *(f"exchange-{n}" for n in range(1, 6)))
RANKS, SUITS = "23456789TJQKA", "cdhs"
EV_ABOUT = (
    "expected net of the round in antes, fees counted, with optimal play afterwards; empty when "
    "the house does not sell it"
)
ABOUT = {
    "hand": "the five cards dealt; one hand stands for all that differ by a change of suits",
    "upcard": "the dealer's upcard",
    "weight": "how many deals of five cards and an upcard the row stands for",
    "ev_fold": EV_ABOUT,
    "ev_raise": EV_ABOUT,
    "ev_sixth": EV_ABOUT,
    "ev_exchange": f"of the best exchange: {EV_ABOUT}",
    "exchange": "the cards that the best exchange gives up; equivalent ones are not listed",
    "best": "the best action, exchange-2 for an exchange of two cards; of equal ones the one that "
    "puts out less at once",
}
ABOUT_ALL = {**ABOUT, "unit": "ante", "stage": STAGE}
_NAMES = np.array([ord(x) for x in RANKS], dtype=np.uint8), np.frombuffer(SUITS.encode(), np.uint8)


def columns() -> tuple[str, ...]:
    """The columns of the table, in order."""
    return tuple(ABOUT)


@dataclass(frozen=True, slots=True)
class DealJob:
    """The part of the table behind one upcard rank, and the code it must be made with."""

    rules: DrawRules
    up: int
    code: str


def deal_job(job: DealJob) -> tuple[int, bytes]:
    """The rank of the upcard and its part as a Parquet file. Raises SolveError."""
    check_code(job.code)
    states, *_ = solve_behind(job.rules, job.up, all_exchanges=True)
    out = io.BytesIO()
    part = part_of(job.rules, job.up, states)
    pq.write_table(part, out, compression="zstd", write_page_checksum=True)
    return job.up, out.getvalue()


def write_deals(
    game: Game,
    stage_id: str,
    out: Path,
    progress: Progress | None = None,
    *,
    executor: Executor | None = None,
) -> Written:
    """Write the table of a five-card game as CSV or Parquet, by the file's suffix; whole or not.

    Minutes of all cores the first time; the thirteen parts are kept, so that it goes on where it
    was. Raises RuleError for another stage, UsageError for another suffix or place, SolveError.
    """
    started = time.perf_counter()
    if stage_id != STAGE:
        raise RuleError(f"{stage_id!r} is no stage with a table; expected {STAGE}", "stage")
    if out.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{out.name!r} ends in neither .csv nor .parquet", "--out")
    if not out.parent.is_dir():
        raise UsageError(f"there is no folder {str(out.parent)!r}", "--out")
    path, reused = kept_deals(game, progress, executor=executor)
    try:
        if out.suffix.lower() == ".parquet":
            write_whole(out, lambda draft: _write_parquet(game, path, draft))
        else:
            write_whole(out, lambda draft: _write_csv(path, draft))
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", str(out)) from None
    n_rows = pq.read_metadata(path).num_rows
    return Written(out, n_rows, reused, time.perf_counter() - started)


def kept_deals(
    game: Game, progress: Progress | None = None, *, executor: Executor | None = None
) -> tuple[Path, bool]:
    """The file with the table of a game, made now where it is missing, and whether it was there.

    Raises UsageError where nothing can be kept: the table is too large for memory. SolveError.
    """
    report = progress or _ignore
    path = deals_path(game)
    if is_whole(path):
        return path, True
    rules = five_card_rules(game)
    check_room(rules)
    found = {up for up in UPCARD_RANKS if _is_part(_part_path(path, up))}

    def tell() -> None:
        report(len(found), N_CHUNKS)

    tell()
    jobs = [DealJob(rules, up, draw_code()) for up in UPCARD_RANKS if up not in found]
    try:
        if jobs:
            for up, data in (executor or Processes()).results(deal_job, jobs, tell):
                write_whole(_part_path(path, up), _writer(data))
                found.add(up)
                tell()
        write_whole(path, lambda draft: _join(path, draft))
    except OSError as error:
        # Another process that made the same table takes the parts away once it is whole.
        if not is_whole(path):
            raise UsageError(
                f"the table cannot be kept: {error.strerror or error}; expected a folder to write "
                "in",
                str(data_folder()),
            ) from None
    for up in UPCARD_RANKS:
        with suppress(OSError):  # the table is there; parts that stay are of no harm
            _part_path(path, up).unlink(missing_ok=True)
    return path, False


def deals_path(game: Game) -> Path:
    """Where the table of a game is kept; other names for the same rules are the same place."""
    name = name_of(five_card_rules(game), STAGE, VERSION, *ABOUT)
    return data_folder() / "tables" / f"{STAGE}-{name}.parquet"


def n_kept_parts(game: Game) -> int:
    """How many of the thirteen parts of a table are there; all when it is complete."""
    path = deals_path(game)
    if is_whole(path):
        return N_CHUNKS
    return sum(_part_path(path, up).is_file() for up in UPCARD_RANKS)


def usual_table_seconds(game: Game) -> float:
    """About how long this machine takes for what is missing of a table."""
    return MORE * seconds_for(game, N_CHUNKS - n_kept_parts(game))


def is_whole(path: Path) -> bool:
    """Whether a file is a complete table."""
    try:
        return bool(pq.read_metadata(path).num_row_groups == N_CHUNKS)
    except (OSError, pa.ArrowInvalid):
        return False


def _ignore(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


def _writer(data: bytes) -> Callable[[Path], None]:
    def write(draft: Path) -> None:
        draft.write_bytes(data)

    return write


def _part_path(path: Path, up: int) -> Path:
    return path.with_name(f"{path.stem}-part-{up:02}.parquet")


def _is_part(path: Path) -> bool:
    try:
        return bool(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowInvalid):
        return False


def _read_part(path: Path, up: int) -> Any:
    part = _part_path(path, up)
    try:
        return pq.read_table(part, page_checksum_verification=True)
    except pa.ArrowInvalid as error:
        raise _taken_away(part, error) from None
    except OSError as error:
        if not part.exists():
            raise  # another process took it away
        raise _taken_away(part, error) from None


def _join(path: Path, draft: Path) -> None:
    """The parts as one file, which says only what all houses have in common that share it."""
    _write_groups(draft, ABOUT_ALL, (_read_part(path, up) for up in UPCARD_RANKS))


def _write_parquet(game: Game, path: Path, draft: Path) -> None:
    """The table as the one of a house, which the file names."""
    rules = ", ".join(f"{rule}={value}" for rule, value in game.variant.rules.items())
    house = {"game": game.id, "variant": game.variant.id, "rules": rules}
    _write_groups(draft, {**ABOUT_ALL, **house}, row_groups(path))


def _write_groups(draft: Path, about: Mapping[str, str], groups: Iterable[Any]) -> None:
    schema = _schema().with_metadata(about)
    kind = {"compression": "zstd", "write_page_checksum": True}
    with pq.ParquetWriter(draft, schema, **kind) as writer:
        for part in groups:
            writer.write_table(part.replace_schema_metadata(about), row_group_size=part.num_rows)


def _write_csv(path: Path, draft: Path) -> None:
    # No text in the table has a comma or a quotation mark.
    options = pyarrow.csv.WriteOptions(include_header=False, quoting_style="none")
    with draft.open("wb") as file:
        file.write((",".join(columns()) + "\n").encode())
        for part in row_groups(path):
            plain = [
                column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
                for column in part.columns
            ]
            pyarrow.csv.write_csv(pa.table(plain, names=part.column_names), file, options)


def row_groups(path: Path, names: Sequence[str] | None = None) -> Iterator[Any]:
    """The table in thirteen pieces, one for each rank of the upcard."""
    with _opened(path) as file:
        for n in range(file.num_row_groups):
            yield _group_of(file, path, n, names)


def row_group(path: Path, up: int) -> Any:
    """The rows of the table behind one upcard rank."""
    with _opened(path) as file:
        return _group_of(file, path, up)


def _opened(path: Path) -> Any:
    return pq.ParquetFile(path, page_checksum_verification=True)


def _group_of(file: Any, path: Path, n: int, names: Sequence[str] | None = None) -> Any:
    try:
        return file.read_row_group(n, columns=names)
    except (OSError, pa.ArrowInvalid) as error:
        raise _taken_away(path, error) from None


def _taken_away(path: Path, error: Exception) -> SolveError:
    """Remove a kept file that cannot be read, so that it is made anew next time."""
    with suppress(OSError):
        path.unlink()
    return SolveError(
        f"the file kept as {str(path)!r} was damaged ({error}) and is taken away; expected the "
        "same command again, which makes it anew"
    )


# --- one part ------------------------------------------------------------------------------------


def _schema() -> Any:
    text = pa.dictionary(pa.int8(), pa.string())
    kinds = {"hand": pa.string(), "upcard": text, "weight": pa.int64()}
    kinds |= dict.fromkeys(("ev_fold", "ev_raise", "ev_sixth", "ev_exchange"), pa.float64())
    kinds |= {"exchange": pa.string(), "best": text}
    return pa.schema([pa.field(name, kinds[name]) for name in ABOUT])


def part_of(rules: DrawRules, up: int, states: States) -> Any:
    """The rows behind one upcard rank, the highest cards first, as a pyarrow Table."""
    hands = cards_of(states.masks)
    order = np.lexsort([hands[:, n] for n in range(4, -1, -1)])[::-1]
    states = States._make(column[order] for column in states)
    hands = hands[order]
    n = len(hands)
    swaps = states.size > 0
    best = states.best.astype(np.int64)
    codes = np.zeros(best.max() + 1, dtype=np.int8)
    for action in np.unique(best).tolist():
        codes[action] = ACTIONS.index(action_name(action))
    by_name: dict[str, Any] = {
        "hand": _texts(hands),
        "upcard": pa.DictionaryArray.from_arrays(
            np.zeros(n, dtype=np.int8), pa.array([f"{RANKS[up]}{SUITS[0]}"])
        ),
        "weight": pa.array(states.weight.astype(np.int64) * ALIKE),
        "ev_fold": pa.array(np.full(n, rules.pay.fold / rules.scale)),
        "ev_raise": pa.array(_evs(rules, states.raised, 0, 0)),
        "ev_sixth": pa.nulls(n, pa.float64()),
        "ev_exchange": pa.array(_exchange_evs(rules, states), mask=~swaps),
        "exchange": _given_up(hands, states, swaps),
        "best": pa.DictionaryArray.from_arrays(codes[best], pa.array(ACTIONS)),
    }
    if rules.sixth_fee is not None:
        by_name["ev_sixth"] = pa.array(_evs(rules, states.sixth, 1, rules.sixth_fee))
    return pa.table([by_name[name] for name in ABOUT], schema=_schema())


def _evs(rules: DrawRules, sums: NDArray[np.int64], size: int, fee: int) -> NDArray[np.float64]:
    """Antes, each the float nearest to the exact value: Python divides any integers so."""
    n = n_draws(size) * n_hands_after(size) * parts(n_left_after(5 + size), rules.pay)
    whole, off = n * rules.scale, fee * n
    return np.array([(one - off) / whole for one in sums.tolist()], dtype=np.float64)


def _exchange_evs(rules: DrawRules, states: States) -> NDArray[np.float64]:
    found = np.zeros(len(states.size), dtype=np.float64)
    for size, fee in enumerate(rules.exchange_fees, 1):
        some = states.size == size
        if some.any():
            found[some] = _evs(rules, states.exchange[some], size, fee or 0)
    return found


def _texts(hands: Cards) -> Any:
    """Cards as the contract writes them, without a Python object a row."""
    n, size = hands.shape
    rank, suit = _NAMES
    text = np.full((n, size, 3), ord(" "), dtype=np.uint8)
    text[:, :, 0], text[:, :, 1] = rank[hands >> 2], suit[hands & 3]
    data = np.ascontiguousarray(text.reshape(n, -1)[:, : 3 * size - 1])
    starts = np.arange(n + 1, dtype=np.int32) * data.shape[1]
    return pa.StringArray.from_buffers(n, pa.py_buffer(starts), pa.py_buffer(data))


def _given_up(hands: Cards, states: States, swaps: NDArray[np.bool_]) -> Any:
    """The cards that the best exchange gives up, as texts; null where there is none.

    A state says which ranks are kept, and which suit where the kept cards are of one and it
    matters. Where it says no suit, cards of one suit are another exchange.
    """
    n = len(hands)
    left = swaps.copy()
    chosen = np.zeros((n, 5), dtype=bool)
    ranks, suits = (hands >> 2).astype(np.int64), hands & 3
    for size in range(1, 6):
        for given in combinations(range(5), size):
            kept = [i for i in range(5) if i not in given]
            fits = left & (states.size == size)
            if kept:
                fits &= PLACES[ranks[:, kept]].sum(axis=1) == states.kept
                first = suits[:, kept[0]]
                one_suit = (suits[:, kept] == first[:, None]).all(axis=1)
                fits &= np.where(states.suit < 0, ~one_suit, one_suit & (first == states.suit))
            chosen[np.ix_(fits, given)] = True
            left &= ~fits
    assert not left.any(), "an exchange of cards that are not in the hand"
    found = pa.nulls(n, pa.string())
    for size in range(1, 6):
        rows = np.flatnonzero(swaps & (states.size == size))
        if len(rows):
            cards: Cards = hands[rows][chosen[rows]].reshape(-1, size)
            found = pc.coalesce(found, _spread(_texts(cards), rows, n))
    return found


def _spread(some: Any, rows: NDArray[np.int64], n: int) -> Any:
    """Texts put into their rows of a longer column."""
    place = np.zeros(n, dtype=np.int64)
    place[rows] = np.arange(len(rows))
    has = np.zeros(n, dtype=bool)
    has[rows] = True
    return some.take(pa.array(place, mask=~has))
