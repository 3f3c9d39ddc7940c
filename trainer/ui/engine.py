"""The exact engine behind the pages of values: loaded when a page first needs it, asked here.

The engine is compiled once after every update, which takes a while and would make the whole server
slow. So a child process of low priority compiles first (`casino-poker app` starts one at once, as
`python -m trainer.ui.engine`); what it made is then only loaded here. Nothing of the engine is
imported before.
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
USUAL_SECONDS = 30.0  # to compile everything, seen on two cores
_MODULES = ("trainer.documents.spots", "trainer.documents.edges")

Progress = Callable[[float], None]
Found = TypeVar("Found")

_lock = Lock()
_loaded: list[bool] = []
_child: list[Callable[[], bool]] = []


def main() -> None:
    """Compile everything that the pages of values need, giving way to all other work."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(KeyboardInterrupt):  # the command was ended, and with it all of its processes
        _import()


def _import() -> None:
    for name in _MODULES:
        import_module(name)


def is_loaded() -> bool:
    """Whether the engine can be asked at once."""
    return bool(_loaded)


def load(progress: Progress) -> None:
    """Wait until the engine is compiled, and load it."""
    started = time.monotonic()
    with _lock:
        # Somebody in this process is loading it already: the import below waits for that.
        if not _child and not any(name in sys.modules for name in _MODULES):
            _child.append(_warmed_by_the_command() or _warmed_by_a_child())
    while _child and not _child[0]():
        progress(min(0.95, (time.monotonic() - started) / USUAL_SECONDS))
        time.sleep(0.1)
    _import()
    _loaded.append(True)
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


def _warmed_by_a_child() -> Callable[[], bool]:
    try:
        command = [sys.executable, "-P", "-m", "trainer.ui.engine"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_environment())
    except OSError:
        return lambda: True
    return lambda: process.poll() is not None


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
    main()
