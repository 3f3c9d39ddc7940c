"""Decisions of the five-card games: a game priced by its rules for the engine, and its spots.

Russian Poker, Caribbean Stud and Oasis Poker share this module; what sets them apart is in their
rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from trainer.cards import Card, format_cards, require_distinct
from trainer.engine.draw_rules import HIGHEST, LOWEST, NO_PURCHASE, DrawRules, draw_rules
from trainer.engine.draw_stages import final_values, no_game_values
from trainer.engine.draw_state import state_values
from trainer.errors import CardError, RoundError
from trainer.games.stud import FEE, RAISE, exchange_fee, exchange_range
from trainer.hands import HAND_IDS, evaluate
from trainer.rules import Game, Showdown, payoffs, price

ANTE = Fraction(1)
_BUYS = {"none": NO_PURCHASE, "highest": HIGHEST, "lowest": LOWEST}
_OPENINGS = (Showdown.LOSE_NO_GAME, Showdown.TIE_NO_GAME, Showdown.WIN_NO_GAME) + (
    Showdown.LOSE,
    Showdown.TIE,
    Showdown.WIN,
)


@dataclass(frozen=True, slots=True)
class FiveCardSpot:
    """What a player sees. `dealt` after a draw, five `dealer` cards when they are open.

    `dead` are cards of other boxes, out of play.
    """

    player: tuple[Card, ...]
    upcard: Card
    dealt: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One action: its expected net in antes, its cost against the best, and equivalent ones."""

    action: str
    ev: Fraction
    cost: Fraction
    same: tuple[str, ...] = ()


def most_insurance(game: Game, row: int) -> Fraction:
    """The most insurance, in antes, that a final hand of this row may have; 0 where none."""
    rule = game.variant.rules["insurance"]
    bet = game.bet("bet")
    first = bet.rows[row].split("+")[0]
    if rule == "none" or HAND_IDS.index(first) < HAND_IDS.index("three-of-a-kind"):
        return Fraction(0)
    payout = bet.cell(Showdown.WIN, row).odds * RAISE
    most = payout / 2 if rule == "half" else payout
    return most if most >= ANTE else Fraction(0)


def five_card_rules(game: Game) -> DrawRules:
    """A game as the engine plays it: every amount of money through the one pricing function."""
    key = (game.bets, game.qualifies, tuple(sorted(game.variant.rules.items())))
    found = _kept.get(key)
    if found is None:
        while len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        found = _kept.setdefault(key, _rules(game))
    return found


_kept: dict[tuple[object, ...], DrawRules] = {}
_MOST_KEPT = 16


def _rules(game: Game) -> DrawRules:
    rules = game.variant.rules
    bet = game.bet("bet")
    rows = {id: n for n, id in enumerate(bet.rows)}
    plans = [
        {"ante": ANTE},
        {"ante": ANTE, "bet": RAISE},
        {"ante": ANTE, "bet": RAISE, "purchase": FEE},
    ]
    priced = payoffs(game, plans)
    insured = _insured(game)
    fees = {n: exchange_fee(rules, n) for n in _sizes(game)}
    odds = [bet.cell(Showdown.WIN, rows[id]).odds for id in HAND_IDS]
    scale = lcm(
        priced.scale,
        *(amount.denominator for column in insured for amount in column),
        *(fee.denominator for fee in fees.values()),
        *(RAISE.denominator, FEE.denominator),
    )
    times = scale // priced.scale
    sells_sixth = rules["sixth"] == "yes"
    odds_scale = lcm(*(one.denominator for one in odds))
    return draw_rules(
        net=np.array(priced.net, dtype=np.int64) * times,
        insurance=np.array(
            [[int(amount * scale) for amount in column] for column in insured], dtype=np.int64
        ),
        scale=scale,
        qualifies=game.qualifies,
        odds=tuple(int(one * odds_scale) for one in odds),
        rows=tuple(
            tuple(
                rows[first] if not n else rows.get(f"{first}+{second}", -1)
                for n, second in enumerate(HAND_IDS)
            )
            for first in HAND_IDS
        ),
        how_many=rules["combinations"],
        paired_straight=rules["paired_straight"],
        sixth_fee=int(FEE * scale) if sells_sixth else None,
        exchange_fees=tuple(int(fees[n] * scale) if n in fees else None for n in range(1, 6)),
        must_raise_after_five=rules["raise_after_five"] == "forced",
        raise_stake=int(RAISE * scale),
        buys=_BUYS[rules["purchase"]],
        redraws=rules["purchase_redraw"] == "yes",
        insured_buys=rules["insured_purchase"] == "yes",
    )


def _sizes(game: Game) -> Iterable[int]:
    least, most = exchange_range(game.variant.rules)
    return range(least, most + 1) if most else ()


def _insured(game: Game) -> list[list[Fraction]]:
    """Net of the most insurance, [showdown][row]; 0 where the row has none."""
    n_rows = len(game.bet("bet").rows)
    nets = [[Fraction(0)] * n_rows for _ in Showdown]
    if game.variant.rules["insurance"] == "none":
        return nets
    insurance = game.bet("insurance")
    for row in range(n_rows):
        most = most_insurance(game, row)
        if not most:
            continue
        for showdown in _OPENINGS:
            lines = price([insurance], {"insurance": most}, showdown, showdown, {"final": row})
            nets[showdown][row] = sum((line.net for line in lines), Fraction(0))
    return nets


def check_five_card_spot(game: Game, spot: FiveCardSpot) -> str:
    """The stage of a spot, `deal`, `draw` or `no-game`. Raises CardError or RoundError."""
    groups = [("player", spot.player), ("dead", spot.dead)]
    groups += [("dealer", spot.dealer)] if spot.dealer else [("upcard", (spot.upcard,))]
    given_up = tuple(a for a in spot.dealt if a not in spot.player)
    require_distinct([*groups, ("dealt", given_up)])
    if len(spot.player) not in (5, 6):
        raise CardError(f"{len(spot.player)} cards; expected 5, or 6 with a bought card", "player")
    if len(spot.player) == 6 and game.variant.rules["sixth"] == "no":
        raise RoundError("six cards, but no sixth card is sold here; expected 5", "player")
    if len(spot.player) == 6 and (len(spot.dealt) != 5 or given_up):
        raise RoundError("expected `dealt`, five of the six cards", "dealt")
    if spot.dealt and len(spot.dealt) != 5:
        raise CardError(f"{len(spot.dealt)} cards; expected the 5 first dealt", "dealt")
    if given_up and len(given_up) not in _sizes(game):
        raise RoundError(f"{len(given_up)} cards were exchanged; not allowed here", "dealt")
    if not spot.dealer:
        return "draw" if spot.dealt else "deal"
    if len(spot.dealer) != 5 or spot.upcard not in spot.dealer:
        raise CardError("expected five dealer cards, the upcard among them", "dealer")
    if evaluate(spot.dealer) >= game.qualifies:
        raise RoundError("the dealer has a game; nothing is left to decide", "dealer")
    return "no-game"


def decide_five_card(game: Game, spot: FiveCardSpot) -> tuple[Choice, ...]:
    """Every action of a spot, best first, with the best play afterwards and all fees counted."""
    stage = check_five_card_spot(game, spot)
    rules = five_card_rules(game)
    given_up = tuple(a for a in spot.dealt if a not in spot.player)
    gone = (*given_up, *spot.dead)
    fees = Fraction(0)
    if len(spot.player) == 6:
        fees = FEE
    elif given_up:
        fees = exchange_fee(game.variant.rules, len(given_up))
    found: list[tuple[tuple[Fraction, int, int], str, Fraction, tuple[str, ...]]] = []
    if stage == "deal":
        values = state_values(rules, spot.player, spot.upcard, spot.dead)
        found.append(((Fraction(0), 0, 0), "fold", values.fold, ()))
        found.append(((RAISE, 0, 0), "raise", values.raised, ()))
        if values.sixth is not None:
            found.append(((FEE, 0, 0), "sixth", values.sixth, ()))
        for n, one in enumerate(values.exchanges):
            size = len(one.cards)
            names = tuple(f"exchange:{format_cards(cards)}" for cards in (one.cards, *one.same))
            key = (exchange_fee(game.variant.rules, size), size, n)
            found.append((key, names[0], one.value, names[1:]))
    elif stage == "draw":
        final = final_values(rules, spot.player, spot.upcard, gone)
        found.append(((Fraction(0), 0, 0), "fold", final.fold - fees, ()))
        found.append(((RAISE, 0, 0), "raise", final.raised - fees, ()))
        if final.insured is not None:
            for amount, value in _insurances(game, final.uninsured, final.insured, final.row):
                name = f"raise+insurance:{amount}"
                found.append(((RAISE + amount, 0, 0), name, value - fees, ()))
        if len(given_up) == 5 and rules.must_raise_after_five:
            found = [one for one in found if one[1] != "fold"]
    else:
        open_values = no_game_values(rules, spot.player, spot.dealer, gone)
        found.append(((Fraction(0), 0, 0), "take", open_values.take - fees, ()))
        if open_values.purchase is not None:
            found.append(((FEE, 0, 0), "purchase", open_values.purchase - fees, ()))
    found.sort(key=lambda one: (-one[2], one[0]))
    best = found[0][2]
    return tuple(Choice(name, ev, best - ev, same) for _, name, ev, same in found)


def _insurances(
    game: Game, uninsured: Fraction, insured: Fraction, row: int
) -> list[tuple[Fraction, Fraction]]:
    """The least and the most insurance and what they are worth; between them it is a line."""
    most = most_insurance(game, row)
    amounts = sorted({ANTE, most})
    return [(a, uninsured + (insured - uninsured) * a / most) for a in amounts]
