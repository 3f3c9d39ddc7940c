"""Russian Poker played out: calculator, choices and engine must agree about 20 million rounds.

Run as a program (`python -m tests.slow.test_simulation_draw SEED…`) it shows other seeds.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tests.simulated_draws import INSURED, RAISE, Rounds, check_documents, play, prices, states
from trainer.games import build

SEED = 2026
N_STATES, N_ROUNDS, N_SETTLED = 2_000, 10_000, 10  # the last two for each state


def test_twenty_million_rounds_bring_what_the_engine_says() -> None:
    found = simulate(SEED, N_STATES, N_ROUNDS, N_SETTLED)
    show(found)
    assert found.n_rounds == 20_000_000
    assert found.n_settled == 20_000 + found.n_outcomes
    assert abs(found.z) <= 3
    groups = found.by_action | found.by_choice
    assert {"fold", "raise", "sixth", "exchange 2", "exchange 3", "insured", "bought"} <= {*groups}
    for name, group in groups.items():
        assert abs(group.z) <= 4, name
    # A fold leaves nothing to chance.
    assert (found.by_action["fold"].total, found.by_action["fold"].variance) == (0, 0)


@dataclass(slots=True)
class Sum:
    """Rounds and what they brought beyond what they were worth, in antes."""

    n: int = 0
    total: float = 0.0
    variance: float = 0.0  # of the total

    @property
    def z(self) -> float:
        """The total in standard errors; 0 where nothing is left to chance."""
        return self.total / sqrt(self.variance) if self.variance else 0.0


@dataclass(slots=True)
class Simulation:
    """What the rounds of many states brought, against what the engine says."""

    n_states: int = 0
    n_rounds: int = 0
    n_settled: int = 0
    n_finals: int = 0
    n_outcomes: int = 0
    net: int = 0  # antes, over all rounds
    exact: Fraction = Fraction(0)  # the sum over states of what one is worth
    variance: float = 0.0  # of `net`, from the variances within the states
    by_action: dict[str, Sum] = field(default_factory=dict)
    by_choice: dict[str, Sum] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Antes a round."""
        return self.net / self.n_rounds

    @property
    def exact_mean(self) -> float:
        """Antes a round, as the engine has it."""
        return float(self.exact / self.n_states)

    @property
    def error(self) -> float:
        """The standard error of the mean, in antes."""
        return sqrt(self.variance) / self.n_rounds

    @property
    def z(self) -> float:
        """How many standard errors the mean is from the exact one."""
        return (self.mean - self.exact_mean) / self.error

    def add(self, rounds: Rounds) -> None:
        """Count the rounds of a state."""
        n = len(rounds.net)
        net, squares = int(rounds.net.sum()), int((rounds.net**2).sum())
        variance = n * (squares - Fraction(net) ** 2 / n) / (n - 1)
        self.n_states += 1
        self.n_rounds += n
        self.n_finals += rounds.n_finals
        self.net += net
        self.exact += rounds.exact
        self.variance += float(variance)
        action = self.by_action.setdefault(rounds.action, Sum())
        action.n += n
        action.total += float(net - n * rounds.exact)
        action.variance += float(variance)
        beyond = rounds.net - rounds.after_draw
        for choice, name in ((RAISE, "raised"), (INSURED, "insured")):
            self._add_choice(name, beyond[rounds.choices == choice])
        if len(rounds.bought):
            self._add_choice("bought", rounds.net[rounds.bought] - rounds.at_purchase)

    def _add_choice(self, name: str, beyond: NDArray[np.float64]) -> None:
        found = self.by_choice.setdefault(name, Sum())
        found.n += len(beyond)
        found.total += float(beyond.sum())
        found.variance += float((beyond**2).sum())


def simulate(seed: int, n_states: int, n_rounds: int, n_settled: int) -> Simulation:
    """So many states, rounds a state and settled rounds a state."""
    game = build("russian-poker")
    found, tables = Simulation(), prices(game)
    outcomes: set[int] = set()
    for n, state in enumerate(states(seed, n_states)):
        rounds = play(tables, state, np.random.default_rng((seed, n)), n_rounds)
        found.add(rounds)
        found.n_settled += check_documents(game, rounds, n_settled, outcomes)
    found.n_outcomes = len(outcomes)
    return found


def show(found: Simulation) -> None:
    print(f"mean {found.mean:.6f}, exact {found.exact_mean:.6f}, error {found.error:.6f} antes")
    print(f"{found.z:+.2f} standard errors, {found.n_rounds} rounds, {found.n_settled} settled")
    print(f"{found.n_finals} different final hands, {found.n_outcomes} outcomes, each settled")
    for name, group in sorted(found.by_action.items()) + sorted(found.by_choice.items()):
        print(f"{name:12}{group.n:>12} rounds {group.z:+.2f}")


if __name__ == "__main__":
    for seed in map(int, sys.argv[1:]):
        started = time.process_time()
        found = simulate(seed, N_STATES, N_ROUNDS, N_SETTLED)
        print(f"seed {seed}: {time.process_time() - started:.0f} seconds of one core")
        show(found)
