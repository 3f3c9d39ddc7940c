"""The edge of a game whose dealer shows one card or both: every hand dealt out, for an hour or so.

The work can be stopped at any time and goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from trainer.engine.community import check_size, lines_of, n_workers, results_of
from trainer.engine.community_exposed import list_states, price_shown
from trainer.engine.community_tables import Bytes, Ints
from trainer.errors import RuleError, UsageError
from trainer.ev import Plans, plans_of
from trainer.rules import Game
from trainer.solve.store import digest_of, load_arrays, save_arrays

SAVE_EVERY = 20.0  # seconds between two looks that are kept

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Exposed:
    """A whole game against a dealer who shows cards, in antes a round.

    `early` is the share of rounds that are bet before the flop.
    """

    game: Game
    n_shown: int
    ev: Fraction
    early: Fraction
    n_states: int
    seconds: float


def exposed_edge(game: Game, n_shown: int, progress: Progress | None = None) -> Exposed:
    """The exact value of a game under optimal play when the dealer's cards are seen first.

    With one card some minutes, with both the better part of an hour. What was found is kept under
    the user's data directory every few seconds. Raises RuleError, UsageError.
    """
    if game.five_card:
        raise RuleError(f"the edge of {game.name} is not computed here", "game")
    if n_shown not in (1, 2):
        raise UsageError(f"{n_shown} cards; the dealer can show 1 or 2", "--exposed")
    started = time.perf_counter()
    plans = plans_of(game)
    check_size(plans.nets)
    states, sizes = list_states(n_shown)
    sums, early = _all_sums(plans, states, n_shown, progress)
    n_free = 52 - 2 - n_shown
    deals = comb(n_free, 5) * 10 * comb(n_free - 5, 2 - n_shown) * plans.scale
    total = sum(int(n) * int(x) for n, x in zip(sizes, sums, strict=True))
    return Exposed(
        game=game,
        n_shown=n_shown,
        ev=Fraction(total, int(sizes.sum()) * deals),
        early=Fraction(int(sizes[early.astype(bool)].sum()), int(sizes.sum())),
        n_states=len(states),
        seconds=time.perf_counter() - started,
    )


def _all_sums(
    plans: Plans, states: Bytes, n_shown: int, progress: Progress | None
) -> tuple[Ints, Ints]:
    """The best sum of each state, and whether it is that of a bet before the flop."""
    name = digest_of("exposed", n_shown, *plans.key)
    n, n_chunk = len(states), 4 if n_shown == 1 else 24
    kept = load_arrays("exposed", name) or {}
    arrays = {key: np.zeros(n, dtype=np.int64) for key in ("sums", "early", "done")}
    if set(kept) == set(arrays) and all(one.shape == (n,) for one in kept.values()):
        arrays = kept
    chunks = [at for at in range(0, n, n_chunk) if not arrays["done"][at : at + n_chunk].all()]
    saved = time.monotonic()
    stopped = False

    def work(at: int) -> None:
        if not stopped:
            part = slice(at, min(at + n_chunk, n))
            arrays["sums"][part], arrays["early"][part] = _sums(plans, states[part], n_shown)
            arrays["done"][part] = 1

    with ThreadPoolExecutor(n_workers()) as pool:
        try:
            for _ in pool.map(work, chunks):
                if progress is not None:
                    progress(float(arrays["done"].mean()))
                if time.monotonic() - saved > SAVE_EVERY:
                    save_arrays("exposed", name, arrays)
                    saved = time.monotonic()
        finally:
            stopped = True
            save_arrays("exposed", name, arrays)
    return arrays["sums"], arrays["early"]


def _sums(plans: Plans, states: Bytes, n_shown: int) -> tuple[Ints, Ints]:
    nets = plans.nets
    n_dealer = comb(52 - 2 - n_shown - 5, 2 - n_shown)
    lines = lines_of(nets.bets[: plans.n_parts], n_dealer)
    fold = np.tile(nets.fold * n_dealer, 2)
    if not nets.later:
        # Nothing is left to bet after a fold on the flop: its line is the fold itself.
        rest = np.zeros_like(lines)
        rest[0, :, 3] = fold
        lines = np.concatenate([lines, rest])
    n = len(states)
    waiting, counted = np.zeros(n, np.int64), np.zeros((n, 20, 4), np.int64)
    rows = np.ascontiguousarray(states)
    price_shown(0, n, rows, nets.threshold, np.ascontiguousarray(lines), fold, waiting, counted)
    results = results_of(counted, n_dealer)
    best, early = waiting, np.zeros(n, np.int64)
    for plan in range(plans.n_parts, nets.bets.shape[0]):
        bet = 10 * (results * nets.bets[plan]).sum(axis=(1, 2))
        early |= bet > best
        best = np.maximum(best, bet)
    return best, early
