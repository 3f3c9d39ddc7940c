"""How long exact values take: whole games, spots, look-ups, the first call, and memory.

Medians of warm kernels. With `--check` the exit status is 1 when a goal is missed; on a machine
that has other work to do the goals say nothing.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

os.environ["CASINO_POKER_DATA"] = tempfile.mkdtemp(prefix="casino-poker-bench-")

import numpy as np

from trainer.cards import parse_cards
from trainer.documents.spots import ev_document
from trainer.engine.community import lines_of, solve
from trainer.engine.community_play import count_play
from trainer.engine.community_spots import Seen, price_boards
from trainer.ev import deciding, plans_of, solution_of
from trainer.games import build

UTH, CASINO = "ultimate-texas-holdem", "casino-holdem"
EV = {UTH: Fraction(-50643648973, 2317817502000), CASINO: Fraction(-1363917077, 63213204600)}
ROOT = Path(__file__).parent.parent


def median(work: Callable[[], object], times: int) -> float:
    """Seconds of one call."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def both_games() -> None:
    for game in (UTH, CASINO):
        solve(plans_of(build(game)).nets)


def both_games_counted() -> None:
    for game in (UTH, CASINO):
        solution = solve(plans_of(build(game)).nets)
        early = np.where((solution.early > solution.waiting).any(axis=0), 0, -1)
        count_play(solution, early if game == UTH else np.full(169, -1))


def river_kernel() -> Callable[[], object]:
    """The sweep over the 990 dealer hands alone, its arguments ready."""
    seen = Seen(parse_cards("As Kd"), parse_cards("Ah 7c 7d 2s 9h"))
    nets = plans_of(build(UTH)).nets
    free = [a for a in range(52) if a not in seen.hole + seen.board]
    groups = (np.array(g, dtype=np.uint8) for g in (seen.board, seen.hole, (), free))
    arguments = (
        *(0, 1, np.zeros((1, 0), np.uint8), np.ones(1, np.int64), *groups, nets.threshold),
        *(lines_of(nets.bets[:0]), np.tile(nets.fold * 990, 2), 990),
        *(np.zeros((1, 1, 1), np.int32), np.zeros((1, 2), np.int64), np.zeros((20, 4), np.int64)),
        np.zeros(0, np.int64),
    )
    return lambda: price_boards(*arguments)


def afresh(document: dict[str, str]) -> Callable[[], object]:
    def work() -> object:
        deciding._solutions.clear()
        return ev_document(document)

    return work


def process(*lines: str, cache: str) -> float:
    """Seconds of a whole Python process."""
    environment = {**os.environ, "CASINO_POKER_CACHE": cache, "PYTHONPATH": str(ROOT)}
    started = time.perf_counter()
    command = [sys.executable, "-c", "\n".join(lines)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 when a goal is missed")
    options = parser.parse_args()
    river = {"game": UTH, "player": "As Kd", "board": "Ah 7c 7d 2s 9h"}
    flop = {"game": UTH, "player": "As Kd", "board": "Ah 7c 2d"}
    before = {"game": UTH, "player": "As Kd"}
    both_games_counted()
    for document in (river, flop, {**flop, "dealer": "Jc"}):
        ev_document(document)

    rows: list[tuple[str, float, float]] = [
        ("both games, value of every decision", median(both_games, 5), 0.5),
        ("both games, all frequencies as well", median(both_games_counted, 5), 1.0),
        ("river spot, kernel", median(river_kernel(), 2000), 0.0001),
        ("river spot, public call", median(lambda: ev_document(river), 200), 0.001),
        ("flop spot from scratch", median(afresh(flop), 50), 0.015),
        ("flop spot, dead cards", median(afresh({**flop, "dead": "Js Qs"}), 50), 0.05),
        ("flop spot, a dealer card shown", median(afresh({**flop, "dealer": "Jc"}), 50), 0.05),
        ("flop spot, the turn known", median(afresh({**flop, "known_board": "9c"}), 50), 0.05),
        ("before the flop, dead cards", median(afresh({**before, "dead": "Js 4d"}), 1), 20.0),
        ("before the flop, a dealer card shown", median(afresh({**before, "dealer": "Jc"}), 1), 20),
    ]
    for game in (UTH, CASINO):
        solution_of(plans_of(build(game)))
    rows += [
        ("flop spot after a solve", median(lambda: ev_document(flop), 200), 0.001),
        ("before the flop after a solve", median(lambda: ev_document(before), 200), 0.001),
    ]
    with tempfile.TemporaryDirectory() as cache:
        program = (
            "from trainer.games import build",
            "from trainer.solve import edge",
            f"assert edge(build({CASINO!r}), keep=False).ev == {EV[CASINO]!r}".replace(
                "Fraction", "__import__('fractions').Fraction"
            ),
        )
        rows.append(("first edge of a machine, compiling", process(*program, cache=cache), 25.0))
        rows.append(("first edge of a process", process(*program, cache=cache), 2.0))

    missed = 0
    print(f"{'job':40}  {'seconds':>10}  {'goal':>8}  of the goal")
    for job, seconds, goal in rows:
        missed += seconds > goal
        print(f"{job:40}  {seconds:10.6f}  {goal:8g}  {seconds / goal:6.0%}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    missed += peak > 1
    print(f"{'memory at its highest, GiB':40}  {peak:10.3f}  {1:8g}  {peak:6.0%}")
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
