"""A dealt round with its stakes, and the wishes that a weighted deal tries to fulfil.

A drill does not deal evenly: rare, well-paid and tricky rounds come up often enough to be learned.
Each round starts from a wish (a row, a showdown, a fold with a live side bet, or none at all, which
is an even deal); a wish that cannot come true with the cards drawn so far is drawn again, and after
`MAX_TRIES` the last legal round stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeVar

from trainer.rules import Deal, Game, House

MAX_TRIES = 60
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Round:
    """A box's round, complete: cards, stakes, and whether it was folded."""

    deal: Deal
    stakes: Mapping[str, Fraction]
    folded: bool = False


def first_that(make: Callable[[], T | None], tries: int = MAX_TRIES) -> T | None:
    """The first result that is not None, or None when all tries failed."""
    for _ in range(tries):
        found = make()
        if found is not None:
            return found
    return None


def choose(rng: Random, weighted: Sequence[tuple[T, float]]) -> T:
    """One of some things by weight."""
    return rng.choices([thing for thing, _ in weighted], [weight for _, weight in weighted])[0]


def ante_for(rng: Random, game: Game) -> Fraction:
    """An ante within the table's limits: mostly small, often one that makes half chips."""
    house = game.variant.house
    n_steps = int((house.ante_max - house.ante_min) / house.ante_step)
    steps = choose(
        rng,
        (
            (rng.randint(0, min(n_steps, 9)), 6.0),
            (rng.randint(0, min(n_steps, 39)), 3.0),
            (rng.randint(0, n_steps), 1.0),
        ),
    )
    return house.ante_min + steps * house.ante_step


def side_for(rng: Random, house: House) -> Fraction:
    """A side bet within the limits, in whole units from the lowest."""
    span = int(house.side_max - house.side_min)
    return house.side_min + choose(
        rng, ((rng.randint(0, min(span, 24)), 4.0), (rng.randint(0, span), 1.0))
    )


def side_stakes(rng: Random, game: Game, share: float) -> dict[str, Fraction]:
    """Optional side bets (not insurance), each on the layout with a probability of `share`."""
    return {
        bet.id: side_for(rng, game.variant.house)
        for bet in game.bets
        if bet.kind == "side" and not bet.opening and rng.random() < share
    }
