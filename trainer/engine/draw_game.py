"""Whole games from their chunks: one chunk for each rank of the upcard, exact integers throughout.

A chunk depends on the rules and the rank alone, so chunks can be saved, resumed and worked out
elsewhere, and their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.engine.draw_counts import n_draws, n_hands_after
from trainer.engine.draw_hands import N_RANKS, Ints, codes
from trainer.engine.draw_ledger import FOLDED, INSURED, N_WAYS, RAISED
from trainer.engine.draw_rules import DrawRules, parts
from trainer.engine.draw_solve import solve_behind
from trainer.engine.draw_state import n_left_after
from trainer.engine.draw_states import States
from trainer.engine.draw_tally import FOLD_AT, N_ACTIONS, RAISE_AT, SIXTH_AT, tally
from trainer.engine.draw_whole import FOLD, RAISE, SIXTH, Whole

N_HANDS_BEHIND = comb(51, 5)  # hands of the box behind one upcard
UPCARD_RANKS = range(N_RANKS)
_WAYS = {FOLDED: "fold", RAISED: "raise", INSURED: "insured"}
_BOUGHT = {RAISED: "bought", INSURED: "insured-bought"}


class Ending(NamedTuple):
    """How a round ends: its first action, the way, the final hand's row, and the result.

    Actions are `fold`, `raise`, `sixth` and `exchange-1` to `exchange-5`; ways are `fold`, `raise`,
    `insured`, `bought` and `insured-bought`. The result is NO_GAME, WIN, TIE or LOSE, of a bought
    game that of the new hand, of a fold NO_GAME.
    """

    action: str
    way: str
    row: int
    result: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """One upcard rank solved: deals that take each first action, what they are worth, their ends.

    `deals` counts hands of the box behind one upcard, `value` is their sum in antes, fees taken
    off, and `endings` says how many of them end in each way.
    """

    up: int
    deals: dict[str, int]
    value: dict[str, Fraction]
    endings: dict[Ending, Fraction]


@dataclass(frozen=True, slots=True)
class GameValue:
    """A whole game: its value in antes, and by first action and by ending the share of rounds."""

    value: Fraction
    shares: dict[str, Fraction]
    values: dict[str, Fraction]
    endings: dict[Ending, Fraction]


def action_name(action: int) -> str:
    """The name of an action as states hold it."""
    names = {FOLD: "fold", RAISE: "raise", SIXTH: "sixth"}
    return names.get(action, f"exchange-{action}")


def solve_chunk(rules: DrawRules, up: int) -> Chunk:
    """The chunk of one upcard rank; about a minute and a half of one core, and 1 GB."""
    states, whole, _ = solve_behind(rules, up)
    return chunk_of(rules, states, whole)


def chunk_of(rules: DrawRules, states: States, whole: Whole) -> Chunk:
    """What a chunk keeps of its states."""
    deals: dict[str, int] = {}
    value: dict[str, Fraction] = {}
    for action in np.unique(states.best).tolist():
        name = action_name(action)
        taken = states.best == action
        weight = states.weight[taken].astype(np.int64)
        deals[name] = int(weight.sum())
        value[name] = _worth(rules, states, action, taken, weight)
    # An ending is counted once for each draw, dealer hand and, with purchases, card that may come.
    for name, n in deals.items():
        size = _size_of(name)
        n_cards = n_left_after(5 + size) if rules.pay.buys else 1
        most = n * n_draws(size) * n_hands_after(size) * n_cards
        assert most < 1 << 63, "more endings than an int64 counts"
    endings = dict(_endings(tally(whole, codes(5), states)))
    return Chunk(whole.table.dealer.up, deals, value, endings)


def _size_of(action: str) -> int:
    """How many cards an action draws."""
    if action == "sixth":
        return 1
    return int(action[-1]) if action.startswith("exchange-") else 0


def _endings(ledger: Ints) -> Iterator[tuple[Ending, Fraction]]:
    """The endings of a ledger and how many deals have them."""
    names = {RAISE_AT: "raise", SIXTH_AT: "sixth", FOLD_AT: "fold"}
    for at in range(N_ACTIONS):
        action = names.get(at, f"exchange-{at}")
        size = _size_of(action)
        n_left = n_left_after(5 + size)
        each = 1 if at == FOLD_AT else n_draws(size) * n_hands_after(size)
        for way in range(N_WAYS):
            for row, slots in enumerate(ledger[at, way].tolist()):
                for result in range(4):
                    if slots[result]:
                        ending = Ending(action, _WAYS[way], row, result)
                        yield ending, Fraction(slots[result], each)
                    bought = sum(
                        (
                            Fraction(slots[4 + 4 * again + result], n_left - again)
                            for again in range(4)
                        ),
                        Fraction(0),
                    )
                    if bought:
                        yield Ending(action, _BOUGHT[way], row, result), bought / each


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
    endings: dict[Ending, Fraction] = {}
    for up in UPCARD_RANKS:
        chunk = by_rank[up]
        for name, deals in chunk.deals.items():
            shares[name] = shares.get(name, Fraction(0)) + Fraction(deals, n)
            values[name] = values.get(name, Fraction(0)) + chunk.value[name] / n
        for ending, share in chunk.endings.items():
            endings[ending] = endings.get(ending, Fraction(0)) + share / n
    assert sum(shares.values()) == 1
    return GameValue(sum(values.values(), Fraction(0)), shares, values, endings)
