"""Random spots of every stage, with all that a spot may have, from fixed seeds."""

from __future__ import annotations

import random

from tests.naive import CASINO, DECK, UTH, Document

UTH_VARIANTS = (
    *("default", "pa-a", "pa-d", "pa-blind-b", "trips-lost-on-fold", "trips-needs-win"),
    *("bad-beat", "northwood", "four-x-only"),
)
CASINO_VARIANTS = ("default", "bonus-needs-call", "ante-25", "ante-20", "caribbean-holdem")


def spot(seed: str, game: str, n_board: int, *, n_dead: int = 0, plain: bool = False) -> Document:
    """One spot; a plain one has a full deck, the default house and no side bets."""
    source = random.Random(seed)
    deck = list(DECK)
    source.shuffle(deck)

    def take(n: int) -> str:
        return " ".join(deck.pop() for _ in range(n))

    document: Document = {"game": game, "player": take(2), "board": take(n_board)}
    if plain:
        return document
    document["variant"] = source.choice(UTH_VARIANTS if game == UTH else CASINO_VARIANTS)
    n_known = source.choice((0, 0, 1, 2)) if n_board < 5 else 0
    document["known_board"] = take(n_known)
    n_exposed = source.choice((0, 0, 1, 2))
    document["dealer"] = take(n_exposed)
    document["dead"] = take(n_dead)
    sides = ["trips"] if game == UTH else ["aa"]
    if document["variant"] == "bad-beat":
        sides.append("bad_beat")
    stakes = {"ante": "10"}
    for bet in sides:
        if source.random() < 0.6:
            stakes[bet] = source.choice(("5", "10", "2.5", "40"))
    document["stakes"] = stakes
    if document["variant"] == "northwood" and source.random() < 0.7:
        document["ante"] = source.choice(("100", "500", "2000"))
    return document


def casino(seed: str, n_dead: int = 0, *, plain: bool = False) -> Document:
    """A spot on the flop of Casino Hold'em."""
    return spot(seed, CASINO, 3, n_dead=n_dead, plain=plain)


def uth(seed: str, n_board: int, n_dead: int = 0, *, plain: bool = False) -> Document:
    """A spot of Ultimate Texas Hold'em."""
    return spot(seed, UTH, n_board, n_dead=n_dead, plain=plain)
