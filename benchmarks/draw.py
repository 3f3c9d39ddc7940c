"""Seconds of the five-card games' engine: one spot, one chunk, and the tables of a chunk.

Processor seconds of one thread, warm, medians of a few; a whole game is thirteen chunks.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from trainer.cards import parse_card, parse_cards
from trainer.engine.draw_solve import solve_behind
from trainer.engine.draw_state import state_values
from trainer.engine.draw_whole import whole_behind
from trainer.ev.five_card import five_card_rules
from trainer.games import build

SPOTS = (
    ("Kh Kd 9s 5c 2d", "7h"),
    ("Ah Kd 9s 5c 2d", "2h"),
    ("8h 7d 6s 5c 2d", "Ah"),
    ("Ah Qh 9h 8h 2h", "Kd"),
)
PLAIN = {"insurance": "none", "purchase": "none"}


def seconds(work, repeats):
    found = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return statistics.median(found)


def main():
    for name, changed in (("without insurance and purchase", PLAIN), ("default rules", {})):
        rules = five_card_rules(build("russian-poker", overrides=changed))
        for hand, upcard in SPOTS:
            five, up = parse_cards(hand), parse_card(upcard)
            state_values(rules, five, up)
            took = seconds(lambda five=five, up=up, rules=rules: state_values(rules, five, up), 5)
            print(f"{name}: {hand} against {upcard}, all options: {took * 1000:.0f} ms")
        solve_behind(rules, 0)
        tables = seconds(lambda rules=rules: whole_behind(rules, 5), 1)
        took = seconds(lambda rules=rules: solve_behind(rules, 5), 1)
        print(f"{name}: a chunk {took:.1f} s, of which tables {tables:.1f} s")


if __name__ == "__main__":
    main()
