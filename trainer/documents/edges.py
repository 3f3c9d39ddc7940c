"""The edge of a whole game as a document, as the public contract has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from trainer.documents.spots import house_document
from trainer.games.stud import sells_cards
from trainer.money import format_exact
from trainer.solve import Edge

if TYPE_CHECKING:  # its kernel takes a second to compile and is seldom needed
    from trainer.solve.exposed import Exposed
    from trainer.solve.five_card import FiveCardEdge, Step


def edge_document(edge: Edge) -> dict[str, Any]:
    """An edge as the contract has it. With side stakes it is of main game and side bets."""
    result: dict[str, Any] = {
        "game": edge.game.id,
        "variant": edge.game.variant.id,
        "unit": "ante",
        "exact": str(edge.ev),
        "ev": float(edge.ev),
        "house_edge": float(edge.house_edge),
        "element_of_risk": float(edge.element_of_risk),
        "average_wager": float(edge.average_wager),
        "average_wager_exact": str(edge.average_wager),
        "standard_deviation": edge.standard_deviation,
        "actions": {id: float(share) for id, share in edge.actions.items()},
        "outcomes": {
            showdown: {row: float(share) for row, share in rows.items()}
            for showdown, rows in edge.outcomes.items()
        },
        "side_bets": {
            id: {
                "house_edge": float(bet.house_edge),
                "exact": str(bet.ev),
                "hit_rate": float(bet.hit_rate),
            }
            for id, bet in edge.side_bets.items()
        },
    }
    if edge.sides:
        result["sides"] = {id: format_exact(stake) for id, stake in edge.sides.items()}
        result["main_game"] = {"exact": str(edge.main), "ev": float(edge.main)}
    if edge.ante is not None:
        result["house"] = house_document(edge.game, edge.ante)
    if edge.game.five_card:
        result |= _draw_parts(cast("FiveCardEdge", edge))
    return {**result, "reused": list(edge.reused), "seconds": edge.seconds}


def _draw_parts(edge: FiveCardEdge) -> dict[str, Any]:
    """What only the five-card games have: insured rounds, games bought, raises after a draw."""
    parts: dict[str, Any] = {"insured": float(edge.insured), "bought": float(edge.bought)}
    if sells_cards(edge.game.variant.rules):
        parts["actions"] = {
            id: {"share": float(share), "raises": float(edge.raises[id])}
            for id, share in edge.actions.items()
        }
    return parts


def features_document(steps: Sequence[Step]) -> dict[str, Any]:
    """What each feature of a five-card house is worth, the last one with the whole house."""
    game = steps[-1].edge.game
    return {
        "game": game.id,
        "variant": game.variant.id,
        "unit": "ante",
        "features": [
            {
                "feature": step.feature,
                "exact": str(step.edge.ev),
                "ev": float(step.edge.ev),
                "house_edge": float(step.edge.house_edge),
                "element_of_risk": float(step.edge.element_of_risk),
                "gain": float(step.gain),
                "gain_exact": str(step.gain),
                "reused": list(step.edge.reused),
            }
            for step in steps
        ],
        "seconds": sum(step.edge.seconds for step in steps),
    }


def exposed_document(found: Exposed) -> dict[str, Any]:
    """The value of a game whose dealer shows cards first."""
    return {
        "game": found.game.id,
        "variant": found.game.variant.id,
        "unit": "ante",
        "exposed": found.n_shown,
        "exact": str(found.ev),
        "ev": float(found.ev),
        "house_edge": -float(found.ev),
        "before_the_flop": float(found.early),
        "states": found.n_states,
        "seconds": found.seconds,
    }
