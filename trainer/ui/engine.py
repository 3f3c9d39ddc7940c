"""The exact engine behind the pages of values: loaded when a page first needs it, asked here.

The engine is compiled once after every update, which takes a while and would make the whole server
slow. So a child process of low priority compiles first (`casino-poker app` starts one at once, as
`python -m trainer.ui.engine`); what it made is then only loaded here. Nothing of the engine is
imported before. It has two parts: games with a shared board, and games in which cards are drawn,
which take longer and wait until the first part is done.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from trainer.games import GAME_IDS, build
from trainer.rules import Game, Paytable

if TYPE_CHECKING:
    from trainer.solve import Lookup

CHILD = "CASINO_POKER_WARMING"  # the number of the process that compiles already
NICENESS = 10
SHARED, DRAWN = "shared", "drawn"
USUAL_SECONDS = {SHARED: 30.0, DRAWN: 75.0}  # to compile everything, seen on two cores
_MODULES = {
    SHARED: ("trainer.documents.spots", "trainer.documents.edges"),
    DRAWN: ("trainer.ev.five_card",),
}
# A spot of each stage: some kernels are compiled when they are first asked.
_FIRST_SPOTS = (
    {"player": "Kh Kd 9s 5c 2d", "upcard": "7h"},
    {"player": "Kh Kd Ks 5c 2h", "dealt": "Kh Kd 9s 5c 2d", "upcard": "7h"},
    {"player": "Kh Kd Ks 5c 2h", "dealer": "Ah 9d 4c 3s 7h"},
)

Progress = Callable[[float], None]
Found = TypeVar("Found")

_lock = Lock()
_loaded: set[str] = set()
_child: dict[str, Callable[[], bool]] = {}


def main(part: str = SHARED) -> None:
    """Compile everything that the pages of values need, giving way to all other work.

    The first part ends this process, and another one goes on with the second.
    """
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(KeyboardInterrupt):  # the command was ended, and with it all of its processes
        _import(part)
        if part == SHARED:
            _start(DRAWN)


def _import(part: str) -> None:
    for name in _MODULES[part]:
        import_module(name)
    if part == DRAWN:
        from trainer.documents.spots import ev_document

        for spot in _FIRST_SPOTS:
            ev_document({"game": "russian-poker", **spot})


def part_of(game: Game) -> str:
    """The part of the engine that a game needs."""
    return DRAWN if game.five_card else SHARED


def is_loaded(part: str = SHARED) -> bool:
    """Whether a part of the engine can be asked at once."""
    return part in _loaded


def load(progress: Progress, part: str = SHARED) -> None:
    """Wait until a part of the engine is compiled, and load it."""
    started = time.monotonic()
    with _lock:
        # Somebody in this process is loading it already: the import below waits for that.
        if part not in _child and not any(name in sys.modules for name in _MODULES[part]):
            by_command = _warmed_by_the_command() if part == SHARED else None
            _child[part] = by_command or _warmed_by_a_child(part)
    while part in _child and not _child[part]():
        progress(min(0.95, (time.monotonic() - started) / USUAL_SECONDS[part]))
        time.sleep(0.1)
    _import(part)
    _loaded.add(part)
    progress(1.0)


def _warmed_by_the_command() -> Callable[[], bool] | None:
    """Whether the process that the command started is done; it is a child of this one."""
    number = os.environ.get(CHILD, "")
    if not number.isdecimal() or not hasattr(os, "waitpid"):
        return None
    process = int(number)

    def is_done() -> bool:
        try:
            return os.waitpid(process, os.WNOHANG)[0] == process
        except OSError:  # waited for already, or another process of that number
            return True

    return is_done


def _warmed_by_a_child(part: str) -> Callable[[], bool]:
    process = _start(part)
    return lambda: process is None or process.poll() is not None


def _start(part: str) -> subprocess.Popen[bytes] | None:
    """A process that compiles a part; None where none can be started."""
    command = [sys.executable, "-P", "-m", "trainer.ui.engine", part]
    try:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=_environment()
        )
    except OSError:
        return None


def _environment() -> dict[str, str]:
    """This environment with the package's own place first on the path."""
    root = str(Path(__file__).parent.parent.parent)
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}" if path else root}


# --- what the pages ask --------------------------------------------------------------------------


def solved_games() -> tuple[str, ...]:
    """The games that the engine solves, in the registry's order."""
    from trainer.solve import STAGES

    return tuple(id for id in GAME_IDS if id in STAGES)


def stages_with_tables(game_id: str) -> tuple[str, ...]:
    """The stages of a game that have exhaustive tables."""
    from trainer.solve import STAGES

    return tuple(STAGES[game_id])


class _Recent(Generic[Found]):
    """The last few answers by what was asked. They go when the game's files change."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[object, tuple[Game, Found]] = OrderedDict()

    def look_up(self, game: Game, key: object, compute: Callable[[], Found]) -> Found:
        """The answer kept for a key, or the one computed now."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] is game:
                self._kept.move_to_end(key)
                return kept[1]
        found = compute()
        with self._lock:
            self._kept[key] = (game, found)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found


_values: _Recent[dict[str, Any]] = _Recent(512)
_edges: _Recent[dict[str, Any]] = _Recent(128)
_tables: _Recent[Any] = _Recent(3)  # of 40 MB each
_lookups: _Recent[Lookup] = _Recent(3)


def values_of(document: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """The `ev` document of a spot. Raises TrainerError."""
    from trainer.documents.spots import ev_document

    game = build(document["game"], document["variant"])
    key = json.dumps(document, sort_keys=True)
    return _values.look_up(game, key, lambda: ev_document(dict(document), None, progress))


def solve(game: Game) -> None:
    """Solve the whole game, so that its decisions are looked up from now on."""
    from trainer.ev import plans_of, solution_of

    solution_of(plans_of(game))


def edge_of(
    game_id: str, house_id: str, tables: Mapping[str, Paytable], progress: Progress
) -> dict[str, Any]:
    """The `edge` document of a house, or of the same with other tables for some bets.

    Raises TrainerError.
    """
    from trainer.documents.edges import edge_document
    from trainer.solve import edge

    def compute() -> dict[str, Any]:
        game = build(game_id, house_id, None, tables) if tables else house
        return edge_document(edge(game, None, None, progress))

    house = build(game_id, house_id)
    odds = sorted((bet, tuple(sorted(table.odds.items()))) for bet, table in tables.items())
    return _edges.look_up(house, (game_id, house_id, tuple(odds)), compute)


def table_of(game_id: str, house_id: str, stage_id: str, progress: Progress) -> Any:
    """The exhaustive table of a stage as a pyarrow Table. Raises TrainerError."""
    from trainer.solve import load_table

    game = build(game_id, house_id)
    key = (game_id, house_id, stage_id)
    return _tables.look_up(game, key, lambda: load_table(game, stage_id, progress).combine_chunks())


def row_of(
    game_id: str, house_id: str, table: Any, hole: tuple[int, ...], flop: tuple[int, ...]
) -> int:
    """The number of the row of a flop table that stands for a hand and a flop."""
    from trainer.solve import Lookup

    game = build(game_id, house_id)
    lookup = _lookups.look_up(game, (game_id, house_id), lambda: Lookup(table))
    return int(lookup.row(hole, flop))


if __name__ == "__main__":
    main(*sys.argv[1:2])
