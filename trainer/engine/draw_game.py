"""Whole games from their chunks: one chunk for each rank of the upcard, exact integers throughout.

A chunk depends on the rules and the rank alone, so chunks can be saved, resumed and worked out
elsewhere, and their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_counts import n_draws, n_hands_after
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_final import Table, suited_counts, table_behind
from trainer.engine.draw_hands import N_RANKS, Bytes, Ints, rank_counts
from trainer.engine.draw_rules import DrawRules, parts
from trainer.engine.draw_solve import solve_behind
from trainer.engine.draw_state import n_left_after
from trainer.engine.draw_states import States
from trainer.engine.draw_whole import FOLD, RAISE, SIXTH

N_HANDS_BEHIND = comb(51, 5)  # hands of the box behind one upcard
UPCARD_RANKS = range(N_RANKS)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One upcard rank solved: deals that take each action, and what they are worth.

    Actions are `fold`, `raise`, `sixth` and `exchange-1` to `exchange-5`; `deals` counts hands of
    the box behind one upcard, `value` is their sum in antes. `outcomes[row][result]` counts dealer
    hands of the deals raised at once: no game (before a purchase), win, tie, loss.
    """

    up: int
    deals: dict[str, int]
    value: dict[str, Fraction]
    outcomes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class GameValue:
    """A whole game: its value in antes, the share of each first action, and each one's part."""

    value: Fraction
    shares: dict[str, Fraction]
    values: dict[str, Fraction]
    outcomes: tuple[tuple[int, ...], ...]


def action_name(action: int) -> str:
    """The name of an action as states hold it."""
    names = {FOLD: "fold", RAISE: "raise", SIXTH: "sixth"}
    return names.get(action, f"exchange-{action}")


def solve_chunk(rules: DrawRules, up: int) -> Chunk:
    """The chunk of one upcard rank; half a minute or so of one core, up to 1 GB."""
    states, _, _ = solve_behind(rules, up)
    return chunk_of(rules, up, states)


def chunk_of(rules: DrawRules, up: int, states: States) -> Chunk:
    """What a chunk keeps of its states."""
    deals: dict[str, int] = {}
    value: dict[str, Fraction] = {}
    for action in np.unique(states.best).tolist():
        name = action_name(action)
        taken = states.best == action
        weight = states.weight[taken].astype(np.int64)
        deals[name] = int(weight.sum())
        value[name] = _worth(rules, states, action, taken, weight)
    outcomes = np.zeros((len(rules.pay.plain), 4), dtype=np.int64)
    table = table_behind(rules, up)
    _count_raised(table, rank_counts(5), states, outcomes)
    return Chunk(up, deals, value, tuple(tuple(row) for row in outcomes.tolist()))


def _worth(
    rules: DrawRules, states: States, action: int, taken: NDArray[np.bool_], weight: Ints
) -> Fraction:
    """The sum of the values of the states that take an action, in antes."""
    n = int(weight.sum())
    if action == FOLD:
        return Fraction(rules.pay.fold * n, rules.scale)
    size, numerators, fee = action, states.exchange, 0
    if action == RAISE:
        size, numerators = 0, states.raised
    elif action == SIXTH:
        size, numerators, fee = 1, states.sixth, rules.sixth_fee or 0
    else:
        fee = rules.exchange_fees[action - 1] or 0
    n_parts = parts(n_left_after(5 + size), rules.pay)
    whole, part = np.divmod(numerators[taken], n_parts)
    # Neither product nor sum of 32-bit halves can leave 64 bits.
    high, low = whole >> 32, whole & 0xFFFFFFFF
    total = (int((high * weight).sum()) << 32) + int((low * weight).sum())
    units = Fraction(total) + Fraction(int((part * weight).sum()), n_parts)
    return (units / (n_hands_after(size) * n_draws(size)) - fee * n) / rules.scale


def whole_game(chunks: Iterable[Chunk]) -> GameValue:
    """The game of all thirteen chunks, in any order."""
    by_rank = {chunk.up: chunk for chunk in chunks}
    assert sorted(by_rank) == list(UPCARD_RANKS), "a chunk is missing"
    n = N_RANKS * N_HANDS_BEHIND
    shares: dict[str, Fraction] = {}
    values: dict[str, Fraction] = {}
    rows = len(by_rank[0].outcomes)
    outcomes = [[0] * 4 for _ in range(rows)]
    for chunk in by_rank.values():
        for name, deals in chunk.deals.items():
            shares[name] = shares.get(name, Fraction(0)) + Fraction(deals, n)
            values[name] = values.get(name, Fraction(0)) + chunk.value[name] / n
        for row in range(rows):
            for result in range(4):
                # The four suits of the upcard are alike.
                outcomes[row][result] += 4 * chunk.outcomes[row][result]
    assert sum(shares.values()) == 1
    return GameValue(
        sum(values.values(), Fraction(0)), shares, values, tuple(tuple(row) for row in outcomes)
    )


@kernel()
def _count_raised(table: Table, hand_counts: Bytes, states: States, outcomes: Ints) -> None:
    """Dealer hands of the deals raised at once, by row and result, counted with their weight."""
    table = borrowed(table)
    states = borrowed(states)
    finals = table.finals
    n_hidden = table.dealer.factors.shape[0]
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(n_hidden + 1, dtype=np.int64)
    gone = np.empty(14, dtype=np.int64)
    gone[13] = 4
    before = -1
    for i in range(states.hand.shape[0]):
        if states.best[i] != RAISE:
            continue
        h = states.hand[i]
        if h != before:
            for r in range(13):
                gone[r] = hand_counts[h, r]
            fill_factors(table.dealer.up, gone, factors)
            fill_sums(table.dealer.factors, factors, sums)
            before = h
        value, row = finals.five_value[h], finals.five_row[h]
        for suit in range(4):
            mask = s64(states.masks[i, suit])
            n = 0
            for r in range(13):
                n += mask >> r & 1
            if n == 5:
                value, row = finals.suited_value[mask], finals.suited_row[mask]
        no_game, less, not_more = suited_counts(table.dealer, sums, value, s64(states.masks[i, 0]))
        weight = s64(states.weight[i])
        outcomes[row, 0] += weight * no_game
        outcomes[row, 1] += weight * (less - no_game)
        outcomes[row, 2] += weight * (not_more - less)
        outcomes[row, 3] += weight * (sums[n_hidden] - not_more)
