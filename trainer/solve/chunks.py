"""Whole five-card games in thirteen pieces, one for each rank of the upcard: solved and kept.

A piece depends on the rules of play and on the engine's code alone, so it is kept under a digest of
both: another name for the same house, or another side bet, finds it again. A solve that is stopped
goes on with the pieces that are missing.
"""

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

import trainer.engine
import trainer.hands
from trainer.engine.draw_game import (
    N_HANDS_BEHIND,
    UPCARD_RANKS,
    Chunk,
    Ending,
    GameValue,
    chunk_of,
    whole_game,
)
from trainer.engine.draw_rules import NO_GAME, DrawRules
from trainer.engine.draw_solve import solve_behind
from trainer.rules import Game
from trainer.solve.bonus import Bought, count_bought, is_bought
from trainer.solve.executors import Executor, Processes, SolveError, n_processes
from trainer.solve.store import data_folder, write_whole

FOLD_WAY = "fold"
N_CHUNKS = len(UPCARD_RANKS)
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError)

# How many of all pieces are there; called again while a piece is worked on.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """What was found behind one upcard rank; None for what was not asked for.

    `bought` counts the deals that take a sixth card, by what was dealt and what the six make.
    """

    up: int
    chunk: Chunk | None = None
    bought: Bought | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """A whole game, and the ranks of the upcards that were solved before.

    `bought` adds the sixth cards behind all upcards up; None where they were not asked for.
    """

    game: GameValue
    bought: Bought | None
    reused: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One piece to be solved, and the code that it must be solved with."""

    rules: DrawRules
    up: int
    wants_chunk: bool
    wants_bought: bool
    code: str


def solve_job(job: Job) -> Piece:
    """The piece of a job; what executors run, here or on another machine. Raises SolveError."""
    check_code(job.code)
    states, whole, _ = solve_behind(job.rules, job.up)
    return Piece(
        job.up,
        chunk_of(job.rules, states, whole) if job.wants_chunk else None,
        count_bought(states, job.up) if job.wants_bought else None,
    )


def check_code(code: str) -> None:
    """Raise SolveError when this package is another version than that of who asks."""
    if code != draw_code():
        raise SolveError("a worker has another version of this package; expected the same")


def solve_game(
    rules: DrawRules,
    progress: Progress,
    executor: Executor | None = None,
    *,
    with_bought: bool = False,
    keep: bool = True,
) -> Solved:
    """A whole game from its pieces: those that are kept, and the others solved now.

    Each is saved when it is there, so that stopping loses only what is being worked on. Without
    `keep` nothing is read or written on disk. Raises SolveError.
    """
    name = name_of(rules)
    game = _load_game(name, rules) if keep else None
    bought = [_load_bought(name, up) if keep and with_bought else None for up in UPCARD_RANKS]
    if game is not None and not (with_bought and None in bought):
        progress(N_CHUNKS, N_CHUNKS)
        return Solved(game, _added(bought) if with_bought else None, tuple(UPCARD_RANKS))
    pieces, reused = _solve_pieces(rules, progress, executor, with_bought=with_bought, keep=keep)
    game = whole_game(piece.chunk for piece in pieces if piece.chunk is not None)
    if keep:
        _save_game(name, game)
    return Solved(game, _added([piece.bought for piece in pieces]) if with_bought else None, reused)


def _solve_pieces(
    rules: DrawRules,
    progress: Progress,
    executor: Executor | None,
    *,
    with_bought: bool,
    keep: bool,
) -> tuple[list[Piece], tuple[int, ...]]:
    name = name_of(rules)
    found = kept_pieces(rules) if keep else {up: Piece(up) for up in UPCARD_RANKS}
    jobs = [
        Job(rules, up, piece.chunk is None, with_bought and piece.bought is None, draw_code())
        for up, piece in found.items()
    ]
    jobs = [job for job in jobs if job.wants_chunk or job.wants_bought]
    reused = tuple(sorted(set(UPCARD_RANKS) - {job.up for job in jobs}))
    left = {job.up for job in jobs}

    def tell() -> None:
        progress(N_CHUNKS - len(left), N_CHUNKS)

    tell()
    if jobs:
        for piece in (executor or Processes()).results(solve_job, jobs, tell):
            if piece.chunk is not None and (fault := fault_of(rules, piece.chunk)):
                raise SolveError(f"the engine contradicts itself: {fault}")
            if keep:
                _save(name, piece)
            before = found[piece.up]
            found[piece.up] = Piece(
                piece.up, piece.chunk or before.chunk, piece.bought or before.bought
            )
            left.remove(piece.up)
            tell()
    return [found[up] for up in UPCARD_RANKS], reused


def _added(parts: Sequence[Bought | None]) -> Bought:
    """Tables of counts added up, cell by cell."""
    tables = [part for part in parts if part is not None]
    return tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*tables, strict=True))


def kept_pieces(rules: DrawRules) -> dict[int, Piece]:
    """What was solved of a game before, by rank of the upcard; files that do not add up do not."""
    name = name_of(rules)
    found = {}
    for up in UPCARD_RANKS:
        chunk = _load_chunk(name, up)
        if chunk is not None and (chunk.up != up or fault_of(rules, chunk)):
            chunk = None
        found[up] = Piece(up, chunk, _load_bought(name, up))
    return found


def n_kept(rules: DrawRules, *, with_bought: bool = False) -> int:
    """How many of the thirteen pieces are there, by their files alone."""
    name = name_of(rules)
    kinds = ["sixth"] if with_bought else []
    if not _game_path(name).is_file():
        kinds.append("upcard")
    return sum(all(_path(name, up, kind).is_file() for kind in kinds) for up in UPCARD_RANKS)


# Seconds that one core takes for one upcard, seen on a machine of 2026: with purchases, with draws
# alone, and with neither.
PURCHASE_SECONDS, DRAW_SECONDS, RAISE_SECONDS = 110.0, 40.0, 0.5


def seconds_for(game: Game, n: int) -> float:
    """About how long this machine takes for so many upcards of a house."""
    rules = game.variant.rules
    each = RAISE_SECONDS
    if rules["sixth"] == "yes" or rules["exchange"] != "none":
        each = DRAW_SECONDS if rules["purchase"] == "none" else PURCHASE_SECONDS
    return n * each / max(1, min(n_processes(), n))


# --- money ---------------------------------------------------------------------------------------


def fee_of(rules: DrawRules, action: str) -> int:
    """What a first action costs beside the bets, in units."""
    if action == "sixth":
        return rules.sixth_fee or 0
    if action.startswith("exchange-"):
        return rules.exchange_fees[int(action[-1]) - 1] or 0
    return 0


def net_of(rules: DrawRules, ending: Ending) -> int:
    """The player's net of a round that ends so, fees included, in units."""
    pay, row, result = rules.pay, ending.row, ending.result
    fee = fee_of(rules, ending.action)
    if ending.way == FOLD_WAY:
        return pay.fold - fee
    table = {
        "raise": pay.plain,
        "insured": pay.insured,
        "bought": pay.bought,
        "insured-bought": pay.bought,
    }[ending.way]
    net = int(table[row, result]) - fee
    if ending.way == "insured-bought":
        # Insurance is settled when the dealer opens without a game, before the purchase.
        net += int(pay.insured[row, NO_GAME]) - int(pay.plain[row, NO_GAME])
    return net


def fault_of(rules: DrawRules, chunk: Chunk) -> str | None:
    """How a chunk fails to add up; None when it does.

    How often rounds end in each way is counted apart from what they are worth. So the money of all
    endings must be the value, to the last digit, action by action.
    """
    if sum(chunk.deals.values()) != N_HANDS_BEHIND:
        return f"upcard {chunk.up}: {sum(chunk.deals.values())} deals, not {N_HANDS_BEHIND}"
    deals: dict[str, Fraction] = {}
    units: dict[str, Fraction] = {}
    for ending, n in chunk.endings.items():
        deals[ending.action] = deals.get(ending.action, Fraction(0)) + n
        units[ending.action] = units.get(ending.action, Fraction(0)) + n * net_of(rules, ending)
    if deals != chunk.deals:
        return f"upcard {chunk.up}: the endings are not of as many deals as the actions"
    for action, value in chunk.value.items():
        if units[action] / rules.scale != value:
            return (
                f"upcard {chunk.up}, {action}: the endings are worth {units[action] / rules.scale} "
                f"antes, the deals {value}"
            )
    return None


# --- names and files -----------------------------------------------------------------------------


@cache
def draw_code() -> str:
    """A name for the code and tables that decide what a piece is: 32 hex digits."""
    engine, hands = (Path(str(one.__file__)).parent for one in (trainer.engine, trainer.hands))
    files = [*engine.glob("draw*.py"), *hands.glob("*.py"), *hands.glob("*.bin")]
    digest = blake2b(digest_size=16)
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


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


def _path(name: str, up: int, kind: str) -> Path:
    return data_folder() / "five-card" / name / f"{kind}-{up:02}.json"


def _game_path(name: str) -> Path:
    return data_folder() / "five-card" / name / "game.json"


def _save(name: str, piece: Piece) -> None:
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
    text = json.dumps(document, default=int)  # numbers of numpy among them

    def write(draft: Path) -> None:
        draft.write_text(text, "utf-8")

    write_whole(path, write)


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {id: str(value) for id, value in values.items()}


def _fractions(texts: Mapping[str, str]) -> dict[str, Fraction]:
    return {str(id): Fraction(text) for id, text in texts.items()}


def _endings(rows: Sequence[tuple[str, str, int, int, str]]) -> dict[Ending, Fraction]:
    return {
        Ending(str(action), str(way), int(row), int(result)): Fraction(n)
        for action, way, row, result, n in rows
    }


def _save_game(name: str, game: GameValue) -> None:
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


def _load_game(name: str, rules: DrawRules) -> GameValue | None:
    """A whole game that was kept; None when there is none, or it does not add up."""
    try:
        found = json.loads(_game_path(name).read_text("utf-8"))
        game = GameValue(
            Fraction(found["value"]),
            _fractions(found["shares"]),
            _fractions(found["values"]),
            _endings(found["endings"]),
        )
        mean = sum(share * net_of(rules, ending) for ending, share in game.endings.items())
        is_sound = mean / rules.scale == game.value and sum(game.shares.values()) == 1
    except (*_UNREADABLE, IndexError):
        return None
    return game if is_sound else None


def _load_chunk(name: str, up: int) -> Chunk | None:
    """A chunk that was kept; None when there is none, or the file holds none."""
    try:
        found = json.loads(_path(name, up, "upcard").read_text("utf-8"))
        return Chunk(
            int(found["up"]),
            {str(action): int(n) for action, n in found["deals"].items()},
            _fractions(found["value"]),
            _endings(found["endings"]),
        )
    except _UNREADABLE:
        return None


def _load_bought(name: str, up: int) -> Bought | None:
    try:
        rows = json.loads(_path(name, up, "sixth").read_text("utf-8"))
        found = tuple(tuple(int(n) for n in row) for row in rows)
    except _UNREADABLE:
        return None
    return found if is_bought(found) else None
