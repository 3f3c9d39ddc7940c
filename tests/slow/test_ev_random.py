"""Values of random spots against every deal dealt out: twenty of each stage, and solved games.

The river, the flop and Casino Hold'em have the full deck (up to two cards of it dead, exposed or
known): some ten seconds a spot and core for the slow twin on the flop. Before the flop a full deck
has 2 · 10^10 deals a hand, so there 34 cards are out of play; the whole game with the full deck is
dealt out by `test_games_dealt_out.py`.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest

from tests import naive_ev, random_spots
from tests.naive import Document
from tests.test_engine_community import look_at, random_nets, total
from trainer.documents.spots import ev_document
from trainer.engine.community import solve
from trainer.engine.community_spots import Seen
from trainer.engine.community_tables import class_number, hand_tables

N = 20
WORKERS = 2
SPOTS: dict[str, list[Document]] = {
    "river, full deck": [
        random_spots.uth(f"slow river {n}", 5, plain=n % 2 == 0) for n in range(N)
    ],
    "flop, full deck": [random_spots.uth(f"slow full flop {n}", 3, plain=n < 2) for n in range(N)],
    "flop, short deck": [random_spots.uth(f"slow flop {n}", 3, n_dead=20) for n in range(N)],
    "before the flop, short deck": [
        random_spots.uth(f"slow before {n}", 0, n_dead=34) for n in range(N)
    ],
    "Casino Hold'em, full deck": [
        random_spots.casino(f"slow casino {n}", plain=n % 2 == 0) for n in range(N)
    ],
}


@pytest.mark.parametrize("stage", SPOTS)
def test_random_spots_are_worth_what_all_deals_say(stage: str) -> None:
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        for document, values in zip(
            SPOTS[stage], pool.map(naive_ev.values, SPOTS[stage]), strict=True
        ):
            answer = ev_document(document)
            found = {a["action"]: Fraction(a["exact"]) for a in answer["actions"]}
            assert found == values, document


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_random_nets_is_solved_like_its_spots(seed: int) -> None:
    nets = random_nets(100 + seed, 2)
    solution = solve(nets)
    source = random.Random(seed)
    for _ in range(1000):
        cards = source.sample(range(52), 5)
        found = look_at(nets, Seen(tuple(cards[:2]), tuple(cards[2:])))
        assert solution.at_flop(cards[:2], cards[2:]) == (found.waiting, total(nets, 0, found))
    for _ in range(12):
        hand = tuple(source.sample(range(52), 2))
        number = class_number(*hand)
        size = int(hand_tables().class_size[number])
        found = look_at(nets, Seen(hand, ()))
        assert int(solution.waiting[number]) == found.waiting * size
        for plan in range(2):
            sums = total(nets, 2 + plan, found) * found.n_flops
            assert int(solution.early[plan, number]) == sums * size
