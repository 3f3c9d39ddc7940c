"""Hands a second, one core, beside the evaluators on PyPI by their fastest routes.

Every route gets its cards in the form it likes best, made before the clock starts. Rounds take
turns, so that a busy minute hurts all of them; the medians are shown. With `--check` the exit
status is 1 when a claim of the README does not hold. Needs the packages of the `bench` extra.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from itertools import starmap
from pathlib import Path

import eval7
import numpy as np
import phevaluator
import pkrbot
import poker_equity
from phevaluator import _pheval

sys.path.insert(0, str(Path(__file__).parent.parent))

from trainer.cards import format_card
from trainer.compiled import kernel
from trainer.hands import evaluate, kernels

N_HANDS = 100_000
N_REPEATS_OF_BATCH = 20  # our batch is over before the clock has ticked
SIZES = (5, 6, 7)
BATCH_TARGET = 8.0  # times the best other batch
CALL_TARGET = 1.0  # times the best public call of one hand


@kernel("uint64()")
def sum_of_seven_card_hands():
    total = np.uint64(0)
    for a in range(52):
        total_a, mask_a = kernels.EMPTY + kernels.weight_of(a), kernels.mask_of(a)
        for b in range(a):
            total_b, mask_b = total_a + kernels.weight_of(b), mask_a | kernels.mask_of(b)
            for c in range(b):
                total_c, mask_c = total_b + kernels.weight_of(c), mask_b | kernels.mask_of(c)
                for d in range(c):
                    total_d, mask_d = total_c + kernels.weight_of(d), mask_c | kernels.mask_of(d)
                    for e in range(d):
                        total_e, mask_e = (
                            total_d + kernels.weight_of(e),
                            mask_d | kernels.mask_of(e),
                        )
                        for f in range(e):
                            total_f = total_e + kernels.weight_of(f)
                            mask_f = mask_e | kernels.mask_of(f)
                            for g in range(f):
                                total += np.uint64(
                                    kernels.value7(
                                        total_f + kernels.weight_of(g), mask_f | kernels.mask_of(g)
                                    )
                                )
    return total


def batch_routes(hands, n_cards):
    """Functions that evaluate all hands at once, by name, each with how often it does so."""
    rows = np.array(np.repeat([hands], N_REPEATS_OF_BATCH, axis=0).reshape(-1, n_cards), np.int8)
    raw = [(bytes(a >> 2 for a in h), bytes(a & 3 for a in h), n_cards) for h in hands]
    bots = [[pkrbot.Card(format_card(a)) for a in h] for h in hands]
    sevens = [[eval7.Card(format_card(a)) for a in h] for h in hands]
    texts = ["".join(map(format_card, h)) for h in hands]
    private = getattr(_pheval, f"evaluate_{n_cards}cards")
    public = getattr(phevaluator, f"evaluate_{n_cards}cards", phevaluator.evaluate_cards)
    return {
        "ours: evaluate_many": lambda: kernels.evaluate_many(rows),
        "pkrbot: starmap(evaluate_raw)": lambda: list(starmap(pkrbot.evaluate_raw, raw)),
        "pkrbot: map(evaluate)": lambda: list(map(pkrbot.evaluate, bots)),
        "phevaluator: starmap, private": lambda: list(starmap(private, hands)),
        "phevaluator: starmap": lambda: list(starmap(public, hands)),
        "eval7: map(evaluate)": lambda: list(map(eval7.evaluate, sevens)),
        "poker-equity: score_batch": lambda: poker_equity.score_batch("high", texts),
    }


def call_routes(hands, n_cards):
    """Functions that evaluate hands one call at a time in a loop, by name."""
    bots = [[pkrbot.Card(format_card(a)) for a in h] for h in hands]
    sevens = [[eval7.Card(format_card(a)) for a in h] for h in hands]
    public = getattr(phevaluator, f"evaluate_{n_cards}cards", phevaluator.evaluate_cards)
    return {
        f"ours: kernels.evaluate{n_cards}(*cards)": spread(
            getattr(kernels, f"evaluate{n_cards}"), hands
        ),
        "ours: kernels.evaluate(cards)": one_by_one(kernels.evaluate, hands),
        "ours: evaluate(cards), no numba": one_by_one(evaluate, hands),
        "pkrbot: evaluate(cards)": one_by_one(pkrbot.evaluate, bots),
        f"phevaluator: evaluate_{n_cards}cards(*cards)": spread(public, hands),
        "eval7: evaluate(cards)": one_by_one(eval7.evaluate, sevens),
    }


def one_by_one(function, hands):
    def run():
        for cards in hands:
            function(cards)

    return run


def spread(function, hands):
    def run():
        for cards in hands:
            function(*cards)

    return run


def rates(routes, n_rounds, n_hands):
    """Millions of hands a second by route: median and best."""
    found = {name: [] for name in routes}
    for run in routes.values():
        run()
    for _ in range(n_rounds):
        for name, run in routes.items():
            n = n_hands(name)
            start = time.perf_counter()
            run()
            found[name].append(n / (time.perf_counter() - start) / 1e6)
    return {name: (statistics.median(a), max(a)) for name, a in found.items()}


def show(title, table):
    print(f"\n{title}, M hands/s: median (best)")
    for name, (median, best) in table.items():
        print(f"  {name:36} {median:8.2f} ({best:.2f})")


def best_other(table):
    return max(median for name, (median, _) in table.items() if not name.startswith("ours"))


def disagreements(hands):
    """How many neighbours of a list of hands another evaluator puts in another order."""
    ours = kernels.evaluate_many(np.array(hands)).astype(np.int64)
    theirs = -np.array([phevaluator.evaluate_cards(*h) for h in hands])
    return int((np.sign(np.diff(ours)) != np.sign(np.diff(theirs))).sum())


def seconds_to_first_value(program, n=7):
    """Median seconds of a whole process that prints the value of one hand."""
    found = []
    for _ in range(n):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", program], cwd=sys.path[0], check=True, capture_output=True
        )
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--check", action="store_true")
    given = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chance = random.Random(1)
    claims = []
    for n_cards in SIZES:
        hands = [tuple(chance.sample(range(52), n_cards)) for _ in range(N_HANDS)]
        print(f"\n{n_cards} cards: {disagreements(hands)} of {N_HANDS} hands in another order")
        table = rates(
            batch_routes(hands, n_cards),
            given.rounds,
            lambda name: N_HANDS * (N_REPEATS_OF_BATCH if name.startswith("ours") else 1),
        )
        show(f"{n_cards} cards, many at once", table)
        ratio = table["ours: evaluate_many"][0] / best_other(table)
        claims.append((f"{n_cards} cards, batch", ratio, BATCH_TARGET))
        table = rates(call_routes(hands, n_cards), given.rounds, lambda _: N_HANDS)
        show(f"{n_cards} cards, one a call", table)
        ratio = next(iter(table.values()))[0] / best_other(table)
        claims.append((f"{n_cards} cards, one a call", ratio, CALL_TARGET))
    sweep = rates(
        {"ours: nested loops": sum_of_seven_card_hands}, given.rounds, lambda _: 133784560
    )
    show("All seven-card hands", sweep)
    print("\nA process that evaluates one hand, median seconds")
    for name, program in {
        "trainer.hands": "from trainer.hands import evaluate; print(evaluate((0, 1, 2, 3, 4)))",
        "trainer.hands.kernels": (
            "from trainer.hands.kernels import evaluate; print(evaluate((0, 1, 2, 3, 4)))"
        ),
        "python alone": "print(1)",
    }.items():
        print(f"  {name:36} {seconds_to_first_value(program):8.3f}")
    print("\nOurs against the best other, medians of one run")
    for name, ratio, target in claims:
        print(f"  {name:36} {ratio:8.2f} x, at least {target:g} wanted")
    if given.check and any(ratio < target for _, ratio, target in claims):
        sys.exit(1)


if __name__ == "__main__":
    main()
