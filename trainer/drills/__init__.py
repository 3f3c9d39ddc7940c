"""Drills: questions made from a seed, answered by the rules.

Wrong answers come from one changed rule. A question is a function of (game, variant, drill, seed).
"""

from __future__ import annotations

from trainer.drills import payouts
from trainer.drills.payouts import (
    AMOUNTS,
    TOTAL,
    Grade,
    GradeRow,
    Question,
    grade,
    is_amount,
    question_document,
)
from trainer.errors import RuleError
from trainer.locale import Translator

DRILL_IDS: tuple[str, ...] = (payouts.ID,)
MAX_SEED = 2**53  # exact in a browser's numbers as well

__all__ = [
    "AMOUNTS",
    "DRILL_IDS",
    "MAX_SEED",
    "TOTAL",
    "Grade",
    "GradeRow",
    "Question",
    "drill_name",
    "grade",
    "is_amount",
    "make_question",
    "question_document",
]


def drill_name(t: Translator, drill_id: str) -> str:
    """A drill's title."""
    return {payouts.ID: t("What does this pay?")}[_known(drill_id)]


def make_question(
    game_id: str, variant_id: str, drill_id: str, seed: int, t: Translator | None = None
) -> Question:
    """The question of a seed. Raises RuleError for an unknown game, house, drill or seed."""
    _known(drill_id)
    if not 0 <= seed < MAX_SEED:
        raise RuleError(f"{seed} is no seed; expected 0 to {MAX_SEED - 1}", "seed")
    return payouts.make_question(game_id, variant_id, seed, t)


def _known(drill_id: str) -> str:
    if drill_id not in DRILL_IDS:
        raise RuleError(
            f"{drill_id!r} is no drill; expected one of {', '.join(DRILL_IDS)}", "drill"
        )
    return drill_id
