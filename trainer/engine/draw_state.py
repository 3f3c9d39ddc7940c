"""One decision of a five-card game: fold, raise, a sixth card and every exchange, exactly.

Each option's value is the average, over all cards that may come, of the best that can be done
after them: fold, or raise with the best insurance and the best purchases. Draws are grouped by
their ranks; the suits that matter are told apart where they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from trainer.cards import Card
from trainer.engine.draw_exchange import exchange_sums, raise_sums, sixth_sums
from trainer.engine.draw_final import (
    Table,
    table_behind,
)
from trainer.engine.draw_hands import PLACES, Ints, codes, rank_counts
from trainer.engine.draw_purchase import (
    Desk,
    desk,
)
from trainer.engine.draw_rules import N_BOX, N_DEALER, N_DECK, DrawRules, parts

ALL_SUITS = 4  # with nothing kept, the cards drawn may be a flush of any suit


NO_SUIT = -1


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange: the cards given up, its value in antes, and others that are equivalent."""

    cards: tuple[Card, ...]
    value: Fraction
    same: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class StateValues:
    """The value of every option in antes, with the best play afterwards and all fees paid."""

    fold: Fraction
    raised: Fraction
    sixth: Fraction | None
    exchanges: tuple[Exchange, ...]


def renamed(cards: Sequence[Card], upcard: Card) -> list[int]:
    """The cards with suits renamed so that the upcard's suit is 0."""
    return [a ^ (upcard & 3) for a in cards]


def masks_of(cards: Sequence[int]) -> Ints:
    """The ranks of cards by suit, a bit a rank."""
    masks = np.zeros(4, dtype=np.int64)
    for a in cards:
        masks[a & 3] |= 1 << (a >> 2)
    return masks


def counts_of(cards: Sequence[int]) -> Ints:
    """How many cards of each rank, and a 14th number 4 for a rank that is not there."""
    counts = np.zeros(14, dtype=np.int64)
    for a in cards:
        counts[a >> 2] += 1
    counts[13] = 4
    return counts


def n_left_after(n_gone: int) -> int:
    """How many cards a purchase may draw from, when so many are gone and the dealer has five."""
    return N_DECK - N_DEALER - n_gone


def state_values(
    rules: DrawRules, hand: Sequence[Card], upcard: Card, dead: Sequence[Card] = ()
) -> StateValues:
    """The value of every option of five cards against an upcard; `dead` cards are out of play."""
    table = table_behind(rules, upcard >> 2)
    cards = renamed(hand, upcard)
    away = cards + renamed(dead, upcard)
    gone, masks = counts_of(away), masks_of(away)
    scratch = desk()
    scale = rules.scale
    n_gone = len(away)
    n_parts = parts(n_left_after(n_gone), rules.pay)
    found = np.zeros(4, dtype=np.int64)
    own = masks_of(cards)
    raised = raise_sums(table, scratch, gone, masks, own, n_left_after(n_gone), n_parts, found)
    sixth = None
    if rules.sixth_fee is not None:
        n_left = n_left_after(n_gone + 1)
        n_parts_after = parts(n_left, rules.pay)
        whole, part = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        sixth_sums(table, scratch, gone, masks, own, n_left, n_parts_after, whole, part)
        sixth = _average(whole[0], part[0], n_parts_after, n_gone, 1, rules.sixth_fee, scale)
    exchanges: list[Exchange] = []
    for size, fee in enumerate(rules.exchange_fees, 1):
        if fee is not None:
            exchanges += _exchanges(rules, table, scratch, hand, cards, gone, masks, size, fee)
    return StateValues(
        Fraction(rules.pay.fold, scale),
        Fraction(raised, n_parts * int(found[3]) * scale),
        sixth,
        tuple(exchanges),
    )


def _average(
    whole: int, part: int, n_parts: int, n_gone: int, size: int, fee: int, scale: int
) -> Fraction:
    """Antes: a sum over draws and dealer hands by their number, less the fee."""
    n_deck = N_DECK - 1 - n_gone
    n_rounds = comb(n_deck, size) * comb(n_deck - size, 4)
    return (Fraction(int(whole)) + Fraction(int(part), n_parts)) / n_rounds / scale - Fraction(
        fee, scale
    )


def _exchanges(
    rules: DrawRules,
    table: Table,
    scratch: Desk,
    hand: Sequence[Card],
    cards: list[int],
    gone: Ints,
    masks: Ints,
    size: int,
    fee: int,
) -> list[Exchange]:
    """The exchanges of so many cards, equivalent ones together."""
    options: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    kept_masks: dict[tuple[int, int], int] = {}
    for given_up in combinations(range(N_BOX), size):
        kept = [cards[i] for i in range(N_BOX) if i not in given_up]
        suits = {a & 3 for a in kept}
        ranks = {a >> 2 for a in kept}
        suit = ALL_SUITS if not kept else suits.pop() if len(suits) == 1 else NO_SUIT
        key = (sum(int(PLACES[a >> 2]) for a in kept), suit)
        options.setdefault(key, []).append(given_up)
        kept_masks[key] = sum(1 << r for r in ranks)
    groups = sorted({code for code, _ in options})
    n_gone = int(gone[:13].sum())
    n_left = n_left_after(n_gone + size)
    n_parts = parts(n_left, rules.pay)
    whole, part = np.zeros(len(options), np.int64), np.zeros(len(options), np.int64)
    exchange_sums(
        table,
        scratch,
        gone,
        masks,
        n_left,
        n_parts,
        rules.must_raise_after_five and size == N_BOX,
        size,
        codes(size),
        rank_counts(size),
        np.array(groups, dtype=np.int64),
        np.array([groups.index(code) for code, _ in options], dtype=np.int64),
        np.array([kept_masks[key] for key in options], dtype=np.int64),
        np.array([suit for _, suit in options], dtype=np.int64),
        whole,
        part,
    )
    found = []
    for o, places in enumerate(options.values()):
        value = _average(whole[o], part[o], n_parts, n_gone, size, fee, rules.scale)
        first, *same = (tuple(sorted((hand[i] for i in given), reverse=True)) for given in places)
        found.append(Exchange(first, value, tuple(same)))
    return found
