"""The later decisions of a five-card game: after a draw, and when the dealer has no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from trainer.cards import DECK, Card, rank_of
from trainer.engine.draw_exchange import raise_sums
from trainer.engine.draw_final import read_final, table_behind
from trainer.engine.draw_purchase import desk
from trainer.engine.draw_rules import (
    HIGHEST,
    LOSE,
    NO_GAME,
    NO_PURCHASE,
    TIE,
    WIN,
    DrawRules,
    parts,
)
from trainer.engine.draw_state import (
    counts_of,
    masks_of,
    n_left_after,
    renamed,
)
from trainer.hands import HandValue, evaluate


@dataclass(frozen=True, slots=True)
class FinalValues:
    """What a final hand can do, in antes over the whole round but for the fees paid before.

    `raised` is without insurance and with the best purchases. `insured` is with the most insurance
    that the hand may have, None where it may have none; a smaller amount lies in proportion between
    `uninsured` (the same rights to buy as an insured box, no insurance) and `insured`.
    """

    fold: Fraction
    raised: Fraction
    uninsured: Fraction
    insured: Fraction | None
    row: int


def final_values(
    rules: DrawRules, hand: Sequence[Card], upcard: Card, gone: Sequence[Card] = ()
) -> FinalValues:
    """Raise and insurance of five or six final cards; `gone` are cards given up or dead."""
    table = table_behind(rules, upcard >> 2)
    own = masks_of(renamed(hand, upcard))
    away = renamed([*hand, *gone], upcard)
    n_parts = parts(n_left_after(len(away)), rules.pay)
    found = np.zeros(4, dtype=np.int64)
    row = _row(rules, hand)
    raise_sums(
        table,
        desk(),
        counts_of(away),
        masks_of(away),
        own,
        n_left_after(len(away)),
        n_parts,
        found,
    )
    plain, gain, insured, n_hands = map(int, found)
    unit = Fraction(1, n_parts * n_hands * rules.scale)
    may_insure = bool(rules.pay.may_insure[row])
    return FinalValues(
        Fraction(rules.pay.fold, rules.scale),
        (plain + gain) * unit,
        (plain + (gain if rules.pay.insured_buys else 0)) * unit,
        insured * unit if may_insure else None,
        row,
    )


@dataclass(frozen=True, slots=True)
class NoGameValues:
    """What a raised box has, in antes, when it takes its ante win, and when it buys a game."""

    take: Fraction
    purchase: Fraction | None


def no_game_values(
    rules: DrawRules, hand: Sequence[Card], dealer: Sequence[Card], gone: Sequence[Card] = ()
) -> NoGameValues:
    """The decision against five open dealer cards without a game; insurance is not counted.

    The purchase is None where nothing is sold. A card of the rank taken away is drawn again where
    the rules say so, so that it is as if it were not in the deck.
    """
    value, row = evaluate(hand), _row(rules, hand)
    assert evaluate(dealer) < rules.qualifies, "the dealer has a game"
    take = Fraction(int(rules.pay.plain[row, NO_GAME]), rules.scale)
    if rules.pay.buys == NO_PURCHASE:
        return NoGameValues(take, None)
    choose = max if rules.pay.buys == HIGHEST else min
    removed = choose(dealer, key=rank_of)
    kept = [a for a in dealer if a != removed]
    away = {*hand, *dealer, *gone}
    total, n_cards = 0, 0
    for a in DECK:
        if a in away or (rules.pay.redraws and rank_of(a) == rank_of(removed)):
            continue
        n_cards += 1
        total += int(rules.pay.bought[row, _result(value, evaluate([*kept, a]), rules)])
    return NoGameValues(take, Fraction(total, n_cards * rules.scale))


def n_hidden_hands(n_gone: int) -> int:
    """How many sets of four hidden cards the dealer can have, when so many cards are gone."""
    return comb(51 - n_gone, 4)


def _result(value: HandValue, dealer: HandValue, rules: DrawRules) -> int:
    if dealer < rules.qualifies:
        return NO_GAME
    return WIN if value > dealer else TIE if value == dealer else LOSE


def _row(rules: DrawRules, hand: Sequence[Card]) -> int:
    found = np.zeros(2, dtype=np.int64)
    read_final(table_behind(rules, 0), masks_of(hand), found)
    return int(found[1])
