"""A five-card engine for tests that need no cards: pieces that add up, made in no time.

Every upcard has the same deals: so many of them folded, raised, and bought a card,
with one hand each. `solve` may stand in for the engine, here or in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from trainer.engine.draw_game import N_HANDS_BEHIND, Chunk, Ending
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN, DrawRules
from trainer.rules import Game
from trainer.solve.chunks import Job
from trainer.solve.pieces import Piece

FOLDED, BOUGHT = 1_000_000, 49_960
RAISED = N_HANDS_BEHIND - FOLDED - BOUGHT
N_BOUGHT = 46 * 4 * BOUGHT
# Parts of the deals raised, by way and result; of those with a sixth card likewise.
RAISED_PARTS = {
    ("raise", NO_GAME): Fraction(1, 2),
    ("raise", WIN): Fraction(1, 6),
    ("raise", TIE): Fraction(1, 12),
    ("raise", LOSE): Fraction(1, 4),
}
BOUGHT_PARTS = {
    ("fold", NO_GAME): Fraction(1, 5),
    ("insured", NO_GAME): Fraction(1, 10),
    ("insured", WIN): Fraction(1, 10),
    ("bought", NO_GAME): Fraction(1, 5),
    ("bought", WIN): Fraction(1, 5),
    ("insured-bought", LOSE): Fraction(1, 5),
}


def endings(game: Game) -> dict[Ending, Fraction]:
    """The made-up deals: pairs raised at once, three of a kind after a bought card."""
    rows = game.bet("bet").rows
    pair, trips = rows.index("pair"), rows.index("three-of-a-kind")
    found = {Ending("fold", "fold", pair, NO_GAME): Fraction(FOLDED)}
    for (way, result), part in RAISED_PARTS.items():
        found[Ending("raise", way, pair, result)] = part * RAISED
    for (way, result), part in BOUGHT_PARTS.items():
        found[Ending("sixth", way, trips, result)] = part * BOUGHT
    return found


def chunk(rules: DrawRules, up: int, deals: dict[Ending, Fraction]) -> Chunk:
    """A chunk with the value that its endings have, by the plainest way of adding it up."""
    fees = {"fold": 0, "raise": 0, "sixth": rules.sixth_fee}
    value = dict.fromkeys(fees, Fraction(0))
    for (action, way, row, result), n in deals.items():
        insured = rules.pay.insured[row, 0] - rules.pay.plain[row, 0]
        net = {
            "fold": rules.pay.fold,
            "raise": rules.pay.plain[row, result],
            "insured": rules.pay.insured[row, result],
            "bought": rules.pay.bought[row, result],
            "insured-bought": rules.pay.bought[row, result] + insured,
        }[way]
        value[action] += Fraction(int(net) - int(fees[action] or 0), rules.scale) * n
    return Chunk(up, {"fold": FOLDED, "raise": RAISED, "sixth": BOUGHT}, value, deals)


class OneByOne:
    """Does the work here, one piece after the other, with another engine; counts what was asked."""

    def __init__(self, solve: Callable[[Job], Any]) -> None:
        self.asked: list[int] = []
        self._solve = solve

    def results(
        self, _work: Callable[..., Any], asked: Sequence[Any], beat: Callable[[], None]
    ) -> Iterator[Any]:
        """The results in the order asked."""
        for job in asked:
            beat()
            self.asked.append(job.up)
            yield self._solve(job)


def engine_of(game: Game, dealt: str = "high-card", six: str = "three-of-a-kind") -> OneByOne:
    """An executor whose engine makes up the pieces of a game."""
    deals = endings(game)
    hands = ("high-card", "ace-king", "pair", "two-pair", "three-of-a-kind", "straight", "flush",
             "full-house", "four-of-a-kind", "straight-flush", "royal-flush")  # fmt: skip
    sixes = tuple(
        tuple(N_BOUGHT if (one, other) == (dealt, six) else 0 for other in hands) for one in hands
    )

    def solve(job: Job) -> Piece:
        return Piece(
            job.up,
            chunk(job.rules, job.up, deals) if job.wants_chunk else None,
            sixes if job.wants_bought else None,
        )

    return OneByOne(solve)
