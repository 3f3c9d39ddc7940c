"""Decisions of the five-card games: a game priced by its rules for the engine, and its spots.

Russian Poker, Caribbean Stud and Oasis Poker share this module; what sets them apart is in their
rules alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from threading import Lock

import numpy as np

from trainer.cards import (
    DECK,
    Card,
    format_cards,
    n_cards,
    rank_of,
    require_distinct,
    suit_of,
)
from trainer.engine.draw_rules import HIGHEST, LOWEST, NO_PURCHASE, DrawRules, draw_rules
from trainer.engine.draw_stages import final_values, no_game_values
from trainer.engine.draw_state import Exchange, state_values
from trainer.errors import RoundError, StakeError
from trainer.games.stud import (
    FEE,
    LEAST_INSURANCE,
    RAISE,
    bet_odds,
    exchange_fee,
    exchange_range,
    most_insurance,
)
from trainer.hands import HAND_IDS, evaluate
from trainer.money import format_exact, format_money
from trainer.rules import Deal, Game, Showdown, payoffs, price

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

    `dead` are cards of other boxes, out of play. `dealt` equal to `player` is a hand that was
    raised as it was dealt.
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


def five_card_rules(game: Game) -> DrawRules:
    """A game as the engine plays it: every amount of money through the one pricing function."""
    key = (game.bets, game.qualifies, tuple(sorted(game.variant.rules.items())))
    found = _kept.get(key)
    if found is None:
        found = _rules(game)
        with _lock:
            _kept[key] = found
            while len(_kept) > _MOST_KEPT:
                _kept.pop(next(iter(_kept)), None)
    return found


_lock = Lock()
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
    odds = list(bet_odds(bet).values())
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
        most = most_insurance(game.variant.rules, game.bet("bet"), row)
        if not most:
            continue
        for showdown in _OPENINGS:
            lines = price([insurance], {"insurance": most}, showdown, showdown, {"final": row})
            nets[showdown][row] = sum((line.net for line in lines), Fraction(0))
    return nets


# --- spots ---------------------------------------------------------------------------------------

Sides = Mapping[str, Fraction]  # stakes in antes


def check_five_card_spot(game: Game, spot: FiveCardSpot, sides: Sides | None = None) -> str:
    """The stage of a spot, `deal`, `draw` or `no-game`. Raises TrainerError with the place.

    `sides` may hold the bonus, and at `no-game` the box's insurance.
    """
    deal = Deal(spot.player, spot.dealer, dealt=spot.dealt, upcard=spot.upcard)
    game.check_cards(deal, not spot.dealer)
    dealer = ("dealer", spot.dealer) if spot.dealer else ("upcard", (spot.upcard,))
    require_distinct(
        [("player", spot.player), ("dealt", deal.given_up), dealer, ("dead", spot.dead)]
    )
    stage = "no-game" if spot.dealer else "draw" if spot.dealt else "deal"
    insured = dict(sides or {}).get("insurance", Fraction(0))
    if insured and stage != "no-game":
        raise StakeError("insurance is among the actions; expected no stake", "insurance")
    stakes = {"ante": ANTE, **_fees(game, deal)}
    game.check_round(deal, stakes, False, game.read(deal, False))
    if stage == "no-game":
        _check_purchase(game, spot, insured)
    _check_number(game, spot, deal, stage)
    return stage


def _fees(game: Game, deal: Deal) -> dict[str, Fraction]:
    """What a box has paid for its cards, in antes; an illegal draw costs what an ante is."""
    if len(deal.player) == 6:
        return {"sixth": FEE}
    n = len(deal.given_up)
    if not n:
        return {}
    return {"exchange": exchange_fee(game.variant.rules, n) if n in _sizes(game) else ANTE}


def _check_purchase(game: Game, spot: FiveCardSpot, insured: Fraction) -> None:
    rules = game.variant.rules
    if evaluate(spot.dealer) >= game.qualifies:
        raise RoundError("the dealer has a game; nothing is left to decide", "dealer")
    if rules["purchase"] == "none":
        raise RoundError(
            "no dealer's game is sold here, so nothing is left to decide; expected the upcard",
            "dealer",
        )
    if insured and rules["insured_purchase"] == "no":
        raise StakeError(
            "an insured box may not buy the dealer a game here, so nothing is left to decide",
            "insurance",
        )


def _check_number(game: Game, spot: FiveCardSpot, deal: Deal, stage: str) -> None:
    """Enough cards for every draw, the dealer's hand, and a purchase drawn again three times."""
    needed = 0 if stage == "no-game" else 4
    if game.variant.rules["purchase"] != "none":
        needed += 4
    if stage == "deal":
        _, most = exchange_range(game.variant.rules)
        needed += max(most, game.variant.rules["sixth"] == "yes")
    seen = len(spot.player) + len(deal.given_up) + len(spot.dead) + (len(spot.dealer) or 1)
    if len(DECK) - seen < needed:
        raise RoundError(
            f"{n_cards(len(DECK) - seen)} left, and up to {needed} may have to come", "dead"
        )


def decide_five_card(
    game: Game, spot: FiveCardSpot, sides: Sides | None = None
) -> tuple[Choice, ...]:
    """Every action of a spot, best first, with the best play afterwards and all fees counted.

    `sides` are side stakes in antes: the bonus, and when the dealer has no game the insurance.
    A tenth of a second. Raises TrainerError.
    """
    sides = dict(sides or {})
    stage = check_five_card_spot(game, spot, sides)
    deal = Deal(spot.player, dealt=spot.dealt)
    fees = sum(_fees(game, deal).values(), Fraction(0))
    bonus = sides.get("bonus", Fraction(0))
    if stage == "deal":
        found = _at_the_deal(game, spot, bonus)
    else:
        gone = (*deal.given_up, *spot.dead)
        after = _after_the_draw if stage == "draw" else _without_a_game
        already = _bonus_net(game, deal, bonus) + sides.get("insurance", Fraction(0)) - fees
        found = [one.plus(already) for one in after(game, spot, gone)]
        if stage == "draw" and len(deal.given_up) == 5 and _must_raise(game):
            found = [one for one in found if one.action != "fold"]
    found.sort(key=lambda one: (-one.ev, one.order))
    best = found[0].ev
    return tuple(Choice(one.action, one.ev, best - one.ev, one.same) for one in found)


@dataclass(frozen=True, slots=True)
class _Option:
    """An action and its value in antes; `order` sorts equal ones: put out at once, cards, text."""

    order: tuple[Fraction, int, int]
    action: str
    ev: Fraction
    same: tuple[str, ...] = ()

    def plus(self, more: Fraction) -> _Option:
        return _Option(self.order, self.action, self.ev + more, self.same)


def _option(action: str, ev: Fraction, at_once: Fraction = Fraction(0)) -> _Option:
    return _Option((at_once, 0, 0), action, ev)


def _must_raise(game: Game) -> bool:
    return game.variant.rules["raise_after_five"] == "forced"


def _at_the_deal(game: Game, spot: FiveCardSpot, bonus: Fraction) -> list[_Option]:
    # High to low, so that names and order do not depend on how the hand was written.
    hand = sorted(spot.player, key=_as_written)
    values = state_values(five_card_rules(game), hand, spot.upcard, spot.dead)
    as_dealt = _bonus_net(game, Deal(spot.player), bonus)
    found = [_option("fold", values.fold), _option("raise", values.raised, RAISE)]
    for n, (one, same) in enumerate(_together(values.exchanges)):
        size = len(one.cards)
        order = (exchange_fee(game.variant.rules, size), size, n)
        names = tuple(_exchange(cards) for cards in same)
        found.append(_Option(order, _exchange(one.cards), one.value, names))
    found = [one.plus(as_dealt) for one in found]
    if values.sixth is not None:
        with_sixth = values.sixth + _bonus_with_sixth(game, spot, bonus)
        found.append(_option("sixth", with_sixth, FEE))
    return found


def _as_written(a: Card) -> tuple[int, int]:
    return -rank_of(a), suit_of(a)


def _exchange(cards: Iterable[Card]) -> str:
    return f"exchange:{format_cards(sorted(cards, key=_as_written))}"


def _together(
    exchanges: Iterable[Exchange],
) -> list[tuple[Exchange, list[tuple[Card, ...]]]]:
    """Exchanges with their equivalents: the same ranks given up, and exactly the same value."""
    found: dict[tuple[tuple[int, ...], Fraction], tuple[Exchange, list[tuple[Card, ...]]]] = {}
    for one in exchanges:
        key = (tuple(sorted(rank_of(a) for a in one.cards)), one.value)
        if key in found:
            found[key][1].extend((one.cards, *one.same))
        else:
            found[key] = one, list(one.same)
    return list(found.values())


def _after_the_draw(game: Game, spot: FiveCardSpot, gone: tuple[Card, ...]) -> list[_Option]:
    final = final_values(five_card_rules(game), spot.player, spot.upcard, gone)
    found = [_option("fold", final.fold), _option("raise", final.raised, RAISE)]
    if final.insured is not None:
        # Between the least and the most the value lies on a line.
        most = most_insurance(game.variant.rules, game.bet("bet"), final.row)
        for amount in sorted({LEAST_INSURANCE, most}):
            ev = final.uninsured + (final.insured - final.uninsured) * amount / most
            name = f"raise+insurance:{format_exact(amount)}"
            found.append(_option(name, ev, RAISE + amount))
    return found


def _without_a_game(game: Game, spot: FiveCardSpot, gone: tuple[Card, ...]) -> list[_Option]:
    values = no_game_values(five_card_rules(game), spot.player, spot.dealer, gone)
    assert values.purchase is not None
    return [_option("take", values.take), _option("purchase", values.purchase, FEE)]


def _bonus_net(game: Game, deal: Deal, stake: Fraction) -> Fraction:
    """What the bonus nets with these cards, whatever else happens."""
    if not stake:
        return Fraction(0)
    bonus = game.bet("bonus")
    fold = Showdown.FOLD
    lines = price([bonus], {"bonus": stake}, fold, fold, game.read(deal, True).rows)
    return sum((line.net for line in lines), Fraction(0))


def _bonus_with_sixth(game: Game, spot: FiveCardSpot, stake: Fraction) -> Fraction:
    """The mean of what the bonus nets over every sixth card that may come."""
    if not stake:
        return Fraction(0)
    seen = {*spot.player, spot.upcard, *spot.dead}
    nets = [
        _bonus_net(game, Deal((*spot.player, a), dealt=spot.player), stake)
        for a in DECK
        if a not in seen
    ]
    return sum(nets, Fraction(0)) / len(nets)


def five_card_sides(game: Game, spot: FiveCardSpot, stakes: Sides) -> dict[str, Fraction]:
    """The side stakes among stakes in money, in antes. Raises StakeError with the bet."""
    ante, known = stakes.get("ante", Fraction(0)), {bet.id: bet for bet in game.bets}
    for id, stake in stakes.items():
        if id not in known:
            raise StakeError(
                f"{id!r} is no bet here ({game.name}, {game.variant.id}); expected one of "
                + ", ".join(id for id in known if id not in ("bet", "purchase")),
                id,
            )
        if stake < 0:
            raise StakeError("a stake cannot be negative", id)
        if id in ("bet", "purchase"):
            raise StakeError("this bet is what the actions are about; expected no stake", id)
    if stakes and not ante:
        raise StakeError("there is no ante; expected an amount above 0", "ante")
    _check_money(game, spot, stakes)
    return {id: stake / ante for id, stake in stakes.items() if known[id].kind == "side" and stake}


def _check_money(game: Game, spot: FiveCardSpot, stakes: Sides) -> None:
    """StakeError when a fee or the insurance has another size than its cards allow."""
    deal = Deal(spot.player, spot.dealer, dealt=spot.dealt, upcard=spot.upcard)
    owed = {id: fee * stakes.get("ante", ANTE) for id, fee in _fees(game, deal).items()}
    for id in ("sixth", "exchange"):
        if id in stakes and stakes[id] != owed.get(id, 0):
            right = owed.get(id, Fraction(0))
            expected = format_money(right) if right else "none, no card was drawn so"
            raise StakeError(f"the stake is {format_money(stakes[id])}; expected {expected}", id)
    if stakes.get("insurance"):
        if not spot.dealer:
            raise StakeError("insurance is among the actions; expected no stake", "insurance")
        game.check_round(deal, {**stakes, **owed}, False, game.read(deal, False))
