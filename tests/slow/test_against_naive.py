"""The product against the slow twin on 200,000 weighted rounds a game.

Each round is settled under every shipped house, and under `TURNS` of some unusual ones in turn.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests import naive
from tests.test_against_naive import difference, settled_twice, shipped, unusual, write_own_houses

N_DEALS = 200_000
N_CHUNKS = 40
WORKERS = 2
TURNS = 1


def disagreements(game: str, seed: int, n: int, folder: str) -> tuple[int, list[str]]:
    """The number of settlements compared, and the first few that differ."""
    os.environ["CASINO_POKER_PAYTABLES"] = folder
    n_compared, found = 0, []
    rounds = settled_twice(game, seed, n, shipped(game), unusual(game), turns=TURNS)
    for _, document, twin, product in rounds:
        n_compared += 1
        differs = difference(twin, product)
        if differs:
            found.append(f"{differs}: {document}")
            if len(found) >= 5:
                break
    return n_compared, found


@pytest.mark.parametrize("game", naive.RULES)
def test_two_hundred_thousand_rounds_settle_like_the_slow_twin(game: str, tmp_path: Path) -> None:
    write_own_houses(tmp_path)
    size = N_DEALS // N_CHUNKS
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        jobs = [
            pool.submit(disagreements, game, 1000 + chunk, size, str(tmp_path))
            for chunk in range(N_CHUNKS)
        ]
        answers = [job.result() for job in jobs]
    found = [text for _, texts in answers for text in texts]
    assert not found, "\n".join(found[:5])
    n_compared = sum(n for n, _ in answers)
    assert n_compared == N_DEALS * (len(shipped(game)) + TURNS)
    print(f"{game}: {N_DEALS} rounds, {n_compared} settlements, no disagreement")
