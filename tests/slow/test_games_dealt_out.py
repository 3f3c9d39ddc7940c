"""Both hold'em games dealt out whole by the slow twin, under random paytables.

Run as a program (`python -m tests.slow.test_games_dealt_out`) it writes the figures that
`test_ui_edge_random.py` compares the page with.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from phevaluator import evaluate_cards

from tests import naive_game
from tests.naive import CASINO, DECK, UTH
from tests.naive_game import ROWS, Odds, Whole
from tests.random_paytables import ANTES, BLINDS, GOLDEN, golden
from tests.test_ui_edge_random import LOSING_HANDS, SEVEN_CARDS, TIES
from trainer.games import build
from trainer.rules import Paytable
from trainer.solve import edge

WORKERS = 2
# 58 Pa. Code 653a.12(b), paytable A; http://www.beatingbonuses.com/casinoholdem.htm.
BLIND_A: Odds = {
    "straight": Fraction(1),
    "flush": Fraction(3, 2),
    "full-house": Fraction(3),
    "four-of-a-kind": Fraction(10),
    "straight-flush": Fraction(50),
    "royal-flush": Fraction(500),
}
ANTE_A1: Odds = dict.fromkeys(ROWS, Fraction(1)) | {
    "flush": Fraction(2),
    "full-house": Fraction(3),
    "four-of-a-kind": Fraction(10),
    "straight-flush": Fraction(20),
    "royal-flush": Fraction(100),
}


@lru_cache(maxsize=1)
def dealt_out() -> Whole:
    """The random tables, and the houses' own last."""
    blinds = (*(table.odds for table in BLINDS), BLIND_A)
    antes = (*(table.odds for table in ANTES), ANTE_A1)
    return naive_game.whole_games(blinds, antes, WORKERS)


def test_the_slow_twin_ranks_hands_as_another_evaluator_does() -> None:
    source = random.Random("seven cards")
    ranked = []
    for _ in range(100_000):
        cards = source.sample(range(52), 7)
        suits = [0, 0, 0, 0]
        for card in cards:
            suits[card & 3] |= 1 << (card >> 2)
        # There the strongest hand is 1.
        other = -evaluate_cards(*(DECK[card] for card in cards))
        ranked.append((other, naive_game.value_of(*suits)))
    ranked.sort()
    for (a, x), (b, y) in pairwise(ranked):
        assert (a == b) == (x == y)
        assert x <= y


def test_all_hands_of_the_whole_game_are_the_published_counts() -> None:
    # A hand of seven is two cards, a flop, and turn and river in 210 ways.
    found = dealt_out().hands
    assert found == {row: n * 210 * naive_game.N_DEALER for row, n in SEVEN_CARDS.items()}
    # The five cards of a board are a flop and the rest in 10 ways.
    assert dealt_out().losing == {row: n * 10 for row, n in LOSING_HANDS.items()}
    assert dealt_out().ties == 10 * TIES


def test_the_houses_tables_have_the_published_edges() -> None:
    assert f"{float(-dealt_out().ultimate[-1]):.3%}" == "2.185%"  # wizardofodds.com
    assert f"{float(-dealt_out().casino[-1]):.2%}" == "2.16%"  # beatingbonuses.com
    assert edge(build(UTH), keep=False).ev == dealt_out().ultimate[-1]
    assert edge(build(CASINO), keep=False).ev == dealt_out().casino[-1]


def test_random_tables_of_the_main_bets_are_worth_what_all_rounds_say() -> None:
    for tables, nets in ((BLINDS, dealt_out().ultimate), (ANTES, dealt_out().casino)):
        for table, net in zip(tables, nets, strict=False):
            game = build(table.game, "default", None, {table.bet: Paytable("own", table.odds)})
            assert edge(game, keep=False).ev == net, table.id
            assert golden()[table.id] == net, table.id


def write_golden() -> None:
    """Write the exact nets of the random tables of main bets."""
    lines = ["table,net"]
    for tables, nets in ((BLINDS, dealt_out().ultimate), (ANTES, dealt_out().casino)):
        lines += [f"{table.id},{net}" for table, net in zip(tables, nets, strict=False)]
    GOLDEN.write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(dealt_out(), file=sys.stderr)


if __name__ == "__main__":
    write_golden()
