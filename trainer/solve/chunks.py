"""Whole five-card games in thirteen pieces, one for each rank of the upcard: solved and kept.

A piece depends on the rules of play and on the engine's code alone, so it is kept under a digest of
both: another name for the same house, or another side bet, finds it again. A solve that is stopped
goes on with the pieces that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trainer.engine.draw_game import UPCARD_RANKS, GameValue, chunk_of, whole_game
from trainer.engine.draw_rules import DrawRules
from trainer.engine.draw_solve import solve_behind
from trainer.games.stud import sells_cards
from trainer.rules import Game
from trainer.solve.bonus import Bought, count_bought
from trainer.solve.endings import fault_of
from trainer.solve.executors import Executor, Processes, SolveError, n_processes
from trainer.solve.pieces import (
    Piece,
    draw_code,
    kept_pieces,
    load_bought,
    load_game,
    name_of,
    save_game,
    save_piece,
)
from trainer.solve.room import check_room

N_CHUNKS = len(UPCARD_RANKS)

# How many of all pieces are there; called again while a piece is worked on.
Progress = Callable[[int, int], None]


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
    `keep` nothing is read or written on disk. Raises SolveError, RuleError.
    """
    check_room(rules)
    name = name_of(rules)
    game = load_game(name, rules) if keep else None
    bought = [load_bought(name, up) if keep and with_bought else None for up in UPCARD_RANKS]
    if game is not None and not (with_bought and None in bought):
        progress(N_CHUNKS, N_CHUNKS)
        return Solved(game, _added(bought) if with_bought else None, tuple(UPCARD_RANKS))
    pieces, reused = _solve_pieces(rules, progress, executor, with_bought=with_bought, keep=keep)
    game = whole_game(piece.chunk for piece in pieces if piece.chunk is not None)
    if keep:
        save_game(name, game)
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
                save_piece(name, piece)
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


# Seconds that one core takes for one upcard, seen on a machine of 2026: with purchases, with draws
# alone, and with neither.
PURCHASE_SECONDS, DRAW_SECONDS, RAISE_SECONDS = 85.0, 21.0, 0.5


def seconds_for(game: Game, n: int) -> float:
    """About how long this machine takes for so many upcards of a house."""
    rules = game.variant.rules
    each = RAISE_SECONDS
    if sells_cards(rules):
        each = DRAW_SECONDS if rules["purchase"] == "none" else PURCHASE_SECONDS
    return n * each / max(1, min(n_processes(), n))
