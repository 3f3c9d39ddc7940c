"""Spots and their values as documents, as the public contract has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trainer.cards import n_cards
from trainer.documents.reading import (
    read_cards,
    read_stakes,
    read_texts,
    require_keys,
    require_object,
)
from trainer.documents.rounds import TABLE_KEYS, game_of
from trainer.errors import CardError, RoundError, RuleError, StakeError, TrainerError
from trainer.ev import Decision, Spot, decide, side_stakes
from trainer.games import build
from trainer.money import format_money, parse_money
from trainer.rules import Game, Paytable

if TYPE_CHECKING:  # its kernels are other ones, and take a minute to compile
    from trainer.ev.five_card import FiveCardSpot

SPOT_KEYS = (
    *TABLE_KEYS,
    *("player", "board", "known_board", "dealer", "dead", "stakes", "ante"),
)
FIVE_CARD_KEYS = (*TABLE_KEYS, "player", "dealt", "upcard", "dealer", "dead", "stakes", "ante")


def ev_document(
    document: object,
    paytables: Mapping[str, Paytable] | None = None,
    progress: Callable[[float], None] | None = None,
) -> dict[str, Any]:
    """The value of every action in a spot: the `ev` document of the contract.

    Raises TrainerError with the place in the document.
    """
    found = require_object(document, "a spot")
    game = game_of(found) if not paytables else _with_tables(found, paytables)
    if game.five_card:
        return _five_card_document(found, game)
    require_keys(found, SPOT_KEYS)
    spot = read_spot(found)
    sides = read_sides(found, game)
    ante = read_ante(found)
    decision = decide(game, spot, sides, ante, progress)
    return decision_document(game, decision, ante)


def _five_card_document(document: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The value of every action in a spot of a five-card game."""
    require_keys(document, FIVE_CARD_KEYS)
    if "ante" in document:
        raise RuleError(
            f"the house's cap and rounding are not in the values of {game.name}; "
            "expected no size of the ante",
            "ante",
        )
    from trainer.ev.five_card import check_five_card_spot, decide_five_card, five_card_sides

    spot = read_five_card_spot(document)
    stage = check_five_card_spot(game, spot)
    stakes = read_stakes(document)
    try:
        sides = five_card_sides(game, spot, stakes)
        choices = decide_five_card(game, spot, sides)
    except StakeError as error:
        raise error.at("stakes") from None
    return {
        "game": game.id,
        "variant": game.variant.id,
        "stage": stage,
        "unit": "ante",
        "actions": [
            {
                "action": one.action,
                "ev": float(one.ev),
                "exact": str(one.ev),
                "cost": float(one.cost),
                **({"same": list(one.same)} if one.same else {}),
            }
            for one in choices
        ],
        "best": choices[0].action,
    }


def read_five_card_spot(document: Mapping[str, Any]) -> FiveCardSpot:
    """The cards of a five-card spot.

    `upcard` may be left out where `dealer` has it: alone, or as the last of all five.
    """
    from trainer.ev.five_card import FiveCardSpot

    player, dealer, upcard = (read_cards(document, key) for key in ("player", "dealer", "upcard"))
    if not player:
        raise RoundError("the player's cards are missing", "player")
    if len(upcard) > 1:
        raise CardError(f"{n_cards(len(upcard))}; expected one", "upcard")
    if len(dealer) not in (0, 1, 5):
        raise CardError(
            f"{n_cards(len(dealer))}; expected the upcard, or all 5 of a dealer without a game",
            "dealer",
        )
    if not upcard and not dealer:
        raise RoundError("the dealer's upcard is missing", "upcard")
    if len(dealer) == 1:
        if upcard and upcard != dealer:
            raise CardError("one dealer card, and it is not the upcard", "dealer")
        upcard, dealer = dealer, ()
    return FiveCardSpot(
        player=player,
        upcard=(upcard or dealer)[-1],
        dealt=read_cards(document, "dealt"),
        dealer=dealer,
        dead=read_cards(document, "dead"),
    )


def _with_tables(document: Mapping[str, Any], paytables: Mapping[str, Paytable]) -> Game:
    """The game of a document with tables in place of its house's."""
    game = game_of(document)
    rules = read_texts(document, "set")
    return build(game.id, game.variant.id, rules, paytables)


def read_spot(document: Mapping[str, Any]) -> Spot:
    """The cards of a spot."""
    if "player" not in document:
        raise RoundError("the player's cards are missing", "player")
    return Spot(
        player=read_cards(document, "player"),
        board=read_cards(document, "board"),
        known=read_cards(document, "known_board"),
        exposed=read_cards(document, "dealer"),
        dead=read_cards(document, "dead"),
    )


def read_sides(document: Mapping[str, Any], game: Game) -> dict[str, Fraction]:
    """The side stakes of a spot in antes."""
    try:
        stakes = read_stakes(document)
        if "ante" in document and stakes and "ante" not in stakes:
            stakes["ante"] = read_ante(document) or Fraction(0)
        return side_stakes(game, stakes)
    except StakeError as error:
        raise error.at("stakes") from None


def read_ante(document: Mapping[str, Any]) -> Fraction | None:
    """The ante's size in money, which switches on the house's cap and rounding; None without."""
    if "ante" not in document:
        return None
    try:
        ante = parse_money(document["ante"])
    except TrainerError as error:
        raise error.at("ante") from None
    if ante <= 0:
        raise StakeError(f"the ante is {format_money(ante)}; expected an amount above 0", "ante")
    return ante


def decision_document(game: Game, decision: Decision, ante: Fraction | None) -> dict[str, Any]:
    """A decision as the contract has it."""
    result: dict[str, Any] = {
        "game": game.id,
        "variant": game.variant.id,
        "stage": decision.stage.id,
        "unit": "ante",
        "actions": [
            {
                "action": value.action,
                "ev": float(value.ev),
                "exact": str(value.ev),
                "cost": float(value.cost),
            }
            for value in decision.values
        ],
        "best": decision.best.action,
    }
    if ante is not None:
        result["house"] = house_document(game, ante)
    return result


def house_document(game: Game, ante: Fraction) -> dict[str, Any]:
    """The house craft that is in the values, and the ante for which it is."""
    house = game.variant.house
    cap = house.max_payout
    return {
        "ante": format_money(ante),
        "max_payout": None if cap is None else format_money(cap),
        "chip": format_money(house.chip),
        "rounding": house.rounding,
        "rounds": list(house.rounds) or "all",
    }
