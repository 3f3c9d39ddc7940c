"""Random cards with a wanted hand. Everything is drawn from the generator that is passed in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random

from trainer.cards import DECK, Card, card
from trainer.hands import HAND_IDS, evaluate, hand_id

ACE, KING = 12, 11


def rest_of_deck(gone: Collection[Card]) -> list[Card]:
    """The cards that are not gone, in deck order."""
    taken = set(gone)
    return [a for a in DECK if a not in taken]


def draw(rng: Random, n: int, gone: Collection[Card] = ()) -> tuple[Card, ...]:
    """`n` random cards that are not gone."""
    return tuple(rng.sample(rest_of_deck(gone), n))


def five_of(rng: Random, id: str) -> tuple[Card, ...]:
    """Five random cards that make exactly a hand of this id, in random order."""
    while True:
        five = _MAKERS[id](rng)
        if hand_id(evaluate(five), ace_king=True) == id or (
            id == "high-card" and hand_id(evaluate(five)) == id
        ):
            return tuple(rng.sample(five, 5))


def _ranks(rng: Random, pattern: Sequence[int]) -> list[Card]:
    """Cards of different ranks, so many of each as the pattern says."""
    ranks = rng.sample(range(13), len(pattern))
    return [
        card(rank, suit)
        for rank, n in zip(ranks, pattern, strict=True)
        for suit in rng.sample(range(4), n)
    ]


def _run(rng: Random, top: int, suited: bool) -> list[Card]:
    suit = rng.randrange(4)
    ranks = [top - n if top - n >= 0 else ACE for n in range(5)]
    return [card(rank, suit if suited else rng.randrange(4)) for rank in ranks]


def _ace_king(rng: Random) -> list[Card]:
    ranks = [ACE, KING, *rng.sample(range(11), 3)]
    return [card(rank, rng.randrange(4)) for rank in ranks]


def _flush(rng: Random) -> list[Card]:
    suit = rng.randrange(4)
    return [card(rank, suit) for rank in rng.sample(range(13), 5)]


_MAKERS: dict[str, Callable[[Random], list[Card]]] = {
    "high-card": lambda rng: _ranks(rng, (1, 1, 1, 1, 1)),
    "ace-king": _ace_king,
    "pair": lambda rng: _ranks(rng, (2, 1, 1, 1)),
    "two-pair": lambda rng: _ranks(rng, (2, 2, 1)),
    "three-of-a-kind": lambda rng: _ranks(rng, (3, 1, 1)),
    "straight": lambda rng: _run(rng, rng.randrange(3, 13), suited=False),
    "flush": _flush,
    "full-house": lambda rng: _ranks(rng, (3, 2)),
    "four-of-a-kind": lambda rng: _ranks(rng, (4, 1)),
    "straight-flush": lambda rng: _run(rng, rng.randrange(3, 12), suited=True),
    "royal-flush": lambda rng: _run(rng, ACE, suited=True),
}
assert set(_MAKERS) == set(HAND_IDS)
