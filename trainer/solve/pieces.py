"""Pieces of five-card games on disk: what they are named by, written whole, and read with doubt."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from trainer.engine.draw_game import UPCARD_RANKS, Chunk, Ending, GameValue
from trainer.engine.draw_rules import DrawRules
from trainer.solve.bonus import Bought, is_bought
from trainer.solve.endings import fault_of, net_of
from trainer.solve.store import data_folder, read_text, write_text

_PACKAGE = Path(__file__).parent.parent
_BESIDE_THE_ENGINE = ("cards.py", "compiled.py", "solve/bonus.py", "solve/deals.py")
# What a file can raise that was written by other means.
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


@dataclass(frozen=True, slots=True)
class Piece:
    """What was found behind one upcard rank; None for what was not asked for.

    `bought` counts the deals that take a sixth card, by what was dealt and what the six make.
    """

    up: int
    chunk: Chunk | None = None
    bought: Bought | None = None


def kept_pieces(rules: DrawRules) -> dict[int, Piece]:
    """What was solved of a game before, by rank of the upcard; files that do not add up do not."""
    name = name_of(rules)
    found = {}
    for up in UPCARD_RANKS:
        found[up] = Piece(up, _load_chunk(name, up, rules), load_bought(name, up))
    return found


def n_kept(rules: DrawRules, *, with_bought: bool = False) -> int:
    """How many of the thirteen pieces are there, by their files alone."""
    name = name_of(rules)
    kinds = ["sixth"] if with_bought else []
    if not _game_path(name).is_file():
        kinds.append("upcard")
    return sum(all(_path(name, up, kind).is_file() for kind in kinds) for up in UPCARD_RANKS)


# --- names ---------------------------------------------------------------------------------------


@cache
def draw_code() -> str:
    """A name for the code and tables that decide what a piece, or a row of a table, is.

    32 hex digits over the engine, what it stands on, and what reads pieces and rows off its states.
    """
    digest = blake2b(digest_size=16)
    for path in code_files():
        name = path.relative_to(_PACKAGE).as_posix()
        digest.update(name.encode() + b"\0" + blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def code_files() -> list[Path]:
    """The files of this package that `draw_code` is made from, in one order everywhere."""
    found = [_PACKAGE / name for name in _BESIDE_THE_ENGINE]
    for pattern in ("engine/draw*.py", "hands/*.py", "hands/*.bin"):
        found += _PACKAGE.glob(pattern)
    return sorted(found)


def name_of(rules: DrawRules, *more: object) -> str:
    """A name for what is solved from rules: 32 hex digits over them, the code, and `more`."""
    digest = blake2b(digest_size=16)
    _feed(digest.update, (draw_code(), rules, *more))
    return digest.hexdigest()


def _feed(update: Callable[[bytes], None], thing: Any) -> None:
    """Everything in rules as bytes, so that no two rules have the same."""
    if isinstance(thing, np.ndarray):
        update(f"array {thing.dtype.str} {thing.shape}\0".encode())
        update(np.ascontiguousarray(thing).tobytes())
    elif is_dataclass(thing):
        _feed(update, tuple(getattr(thing, field.name) for field in fields(thing)))
    elif isinstance(thing, Mapping):
        _feed(update, tuple(thing.items()))
    elif isinstance(thing, Sequence) and not isinstance(thing, str):
        update(f"{len(thing)} of\0".encode())
        for one in thing:
            _feed(update, one)
    else:
        plain = int(thing) if isinstance(thing, np.integer) else thing
        update(f"{plain!r}\0".encode())


# --- files ---------------------------------------------------------------------------------------


def _path(name: str, up: int, kind: str) -> Path:
    return data_folder() / "five-card" / name / f"{kind}-{up:02}.json"


def _game_path(name: str) -> Path:
    return data_folder() / "five-card" / name / "game.json"


def save_piece(name: str, piece: Piece) -> None:
    """Keep what was found; where nothing can be written it is solved again next time."""
    chunk = piece.chunk
    try:
        if chunk is not None:
            document = {
                "up": chunk.up,
                "deals": chunk.deals,
                "value": _texts(chunk.value),
                "endings": [[*ending, str(n)] for ending, n in chunk.endings.items()],
            }
            _write(_path(name, piece.up, "upcard"), document)
        if piece.bought is not None:
            _write(_path(name, piece.up, "sixth"), piece.bought)
    except OSError:
        return


def _write(path: Path, document: object) -> None:
    write_text(path, json.dumps(document, default=int))  # numbers of numpy among them


def _read(path: Path) -> Any:
    """What a kept file holds; null where there is none, or it is not the one written."""
    return json.loads(read_text(path) or "null")


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {id: str(value) for id, value in values.items()}


def _fractions(texts: Mapping[str, str]) -> dict[str, Fraction]:
    return {str(id): Fraction(text) for id, text in texts.items()}


def _endings(rows: Sequence[tuple[str, str, int, int, str]]) -> dict[Ending, Fraction]:
    return {
        Ending(str(action), str(way), int(row), int(result)): Fraction(n)
        for action, way, row, result, n in rows
    }


def save_game(name: str, game: GameValue) -> None:
    """Keep the sum of all pieces, so that it need not be added up again."""
    document = {
        "value": str(game.value),
        "shares": _texts(game.shares),
        "values": _texts(game.values),
        "endings": [[*ending, str(n)] for ending, n in game.endings.items()],
    }
    try:
        _write(_game_path(name), document)
    except OSError:
        return


def load_game(name: str, rules: DrawRules) -> GameValue | None:
    """A whole game that was kept; None when there is none, or it does not add up."""
    try:
        found = _read(_game_path(name))
        game = GameValue(
            Fraction(found["value"]),
            _fractions(found["shares"]),
            _fractions(found["values"]),
            _endings(found["endings"]),
        )
        mean = sum(share * net_of(rules, ending) for ending, share in game.endings.items())
        shares = dict.fromkeys(game.shares, Fraction(0))
        for ending, share in game.endings.items():
            shares[ending.action] += share
        is_sound = (
            mean / rules.scale == game.value and shares == game.shares and sum(shares.values()) == 1
        )
    except _UNREADABLE:
        return None
    return game if is_sound else None


def _load_chunk(name: str, up: int, rules: DrawRules) -> Chunk | None:
    """A chunk that was kept; None when there is none, or it does not add up."""
    try:
        found = _read(_path(name, up, "upcard"))
        chunk = Chunk(
            int(found["up"]),
            {str(action): int(n) for action, n in found["deals"].items()},
            _fractions(found["value"]),
            _endings(found["endings"]),
        )
        is_sound = chunk.up == up and fault_of(rules, chunk) is None
    except _UNREADABLE:
        return None
    return chunk if is_sound else None


def load_bought(name: str, up: int) -> Bought | None:
    """Counts of sixth cards that were kept; None when there are none, or the file holds none."""
    try:
        rows = _read(_path(name, up, "sixth"))
        found = tuple(tuple(int(n) for n in row) for row in rows)
    except _UNREADABLE:
        return None
    return found if is_bought(found) else None
