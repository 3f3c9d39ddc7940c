"""Spots and their values as documents, as the public contract has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from trainer.documents.reading import (
    read_cards,
    read_stakes,
    read_texts,
    require_keys,
    require_object,
)
from trainer.documents.rounds import TABLE_KEYS, game_of
from trainer.errors import RoundError, RuleError, StakeError, TrainerError
from trainer.ev import Decision, Spot, decide, side_stakes
from trainer.games import build
from trainer.money import format_money, parse_money
from trainer.rules import Game, Paytable

SPOT_KEYS = (
    *TABLE_KEYS,
    *("player", "board", "known_board", "dealer", "dead", "stakes", "ante"),
)


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
        raise RuleError(f"expected values of {game.name} are not computed here", "game")
    require_keys(found, SPOT_KEYS)
    spot = read_spot(found)
    sides = read_sides(found, game)
    ante = read_ante(found)
    decision = decide(game, spot, sides, ante, progress)
    return decision_document(game, decision, ante)


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
