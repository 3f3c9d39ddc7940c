"""Drills: questions made from a seed, answered by the rules.

Wrong answers come from one changed rule. A question is a function of (game, variant, drill, seed).
"""

from __future__ import annotations

from typing import Any

from trainer.drills import decisions, payouts
from trainer.drills.decisions import (
    Choice,
    Decision,
    decision_document,
    grade_decision,
    make_decision,
    read_action,
    values_of,
)
from trainer.drills.payouts import (
    AMOUNTS,
    TOTAL,
    Grade,
    GradeRow,
    Question,
    grade,
    is_amount,
)
from trainer.errors import RuleError
from trainer.games import GAME_IDS, build
from trainer.locale import Translator

DRILL_IDS: tuple[str, ...] = (payouts.ID, *decisions.IDS)
MAX_SEED = 2**53  # exact in a browser's numbers as well

__all__ = [
    "AMOUNTS",
    "DRILL_IDS",
    "MAX_SEED",
    "TOTAL",
    "Choice",
    "Decision",
    "Grade",
    "GradeRow",
    "Question",
    "drill_name",
    "drills_of",
    "games_of",
    "grade",
    "grade_decision",
    "is_amount",
    "make_question",
    "question_document",
    "read_action",
    "values_of",
]


def drill_name(t: Translator, drill_id: str) -> str:
    """A drill's title."""
    return {
        payouts.ID: t("What does this pay?"),
        decisions.DEAL: t("What do you do?"),
        decisions.INSURANCE: t("How much insurance?"),
        decisions.PURCHASE: t("Buy the dealer a game?"),
    }[_known(drill_id)]


def games_of(drill_id: str) -> tuple[str, ...]:
    """The games that have a drill."""
    return GAME_IDS if _known(drill_id) == payouts.ID else decisions.games_of(drill_id)


def drills_of(game_id: str, variant_id: str) -> tuple[str, ...]:
    """The drills that a house has."""
    game = build(game_id, variant_id)
    return (payouts.ID, *(id for id in decisions.IDS if decisions.has_drill(game, id)))


def make_question(
    game_id: str, variant_id: str, drill_id: str, seed: int, t: Translator | None = None
) -> Question | Decision:
    """The question of a seed. Raises RuleError for an unknown game, house, drill or seed."""
    _known(drill_id)
    if not 0 <= seed < MAX_SEED:
        raise RuleError(f"{seed} is no seed; expected 0 to {MAX_SEED - 1}", "seed")
    if drill_id in decisions.IDS:
        return make_decision(game_id, variant_id, drill_id, seed)
    return payouts.make_question(game_id, variant_id, seed, t)


def question_document(question: Question | Decision) -> dict[str, Any]:
    """A question with its answers as a JSON document. That of a decision loads the engine."""
    if isinstance(question, Decision):
        return decision_document(question)
    return payouts.question_document(question)


def _known(drill_id: str) -> str:
    if drill_id not in DRILL_IDS:
        raise RuleError(
            f"{drill_id!r} is no drill; expected one of {', '.join(DRILL_IDS)}", "drill"
        )
    return drill_id
