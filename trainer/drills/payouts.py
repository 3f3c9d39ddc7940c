"""The drill `what-does-this-pay`: a dealt round, and one amount asked for each bet and in total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from trainer.documents import round_document, settlement_document
from trainer.drills import community_rounds, stud_rounds
from trainer.drills.misconceptions import answered_lines, misconceptions
from trainer.drills.rounds import Round, choose
from trainer.errors import TrainerError
from trainer.games import build
from trainer.houses import at_the_house
from trainer.locale import Translator, translator
from trainer.money import format_money, parse_money
from trainer.rules import Game, Line, Settlement, settle

ID = "what-does-this-pay"
TOTAL = "total"
AMOUNTS = ("paid", "taken", "returned", "net")
_ASK = (("paid", 64.0), ("taken", 12.0), ("returned", 12.0), ("net", 12.0))


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the round, which amount is asked, and the right and the explainable answers.

    `answers` maps each bet, and `total`, to the amount; `mistakes` maps a misconception's id to the
    answers of somebody who has it.
    """

    game: str
    variant: str
    drill: str
    seed: int
    ask: str
    round: dict[str, Any]
    settlement: dict[str, Any]
    bets: tuple[str, ...]
    stakes: Mapping[str, Fraction]
    answers: Mapping[str, Fraction]
    mistakes: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)

    @property
    def total(self) -> Fraction:
        """The amount asked, for all bets together."""
        return self.answers[TOTAL]


@dataclass(frozen=True, slots=True)
class GradeRow:
    """One answer graded. `given` is None when it could not be read as an amount."""

    bet: str
    text: str
    given: Fraction | None
    answer: Fraction
    misconception: str | None = None

    @property
    def right(self) -> bool:
        """Whether the answer is exactly right."""
        return self.given == self.answer


@dataclass(frozen=True, slots=True)
class Grade:
    """A question graded, bet by bet."""

    rows: Mapping[str, GradeRow]

    @property
    def n_right(self) -> int:
        """How many answers are right, the total among them."""
        return sum(row.right for row in self.rows.values())

    @property
    def passed(self) -> bool:
        """Whether all of them are."""
        return all(row.right for row in self.rows.values())


def deal_round(game: Game, rng: Random) -> Round:
    """A weighted legal round of any game."""
    if game.five_card:
        return stud_rounds.deal_round(rng, game)
    return community_rounds.deal_round(rng, game)


def make_question(
    game_id: str, variant_id: str, seed: int, t: Translator | None = None
) -> Question:
    """The question of a seed: always the same one for the same game, house and seed."""
    game = build(game_id, variant_id)
    rng = Random(f"{ID} {game_id} {variant_id} {seed}")
    dealt = deal_round(game, rng)
    settlement = at_the_house(settle(game, dealt.deal, dealt.stakes, dealt.folded))
    ask = choose(rng, _ASK)
    return Question(
        game=game_id,
        variant=variant_id,
        drill=ID,
        seed=seed,
        ask=ask,
        round=round_document(game_id, variant_id, dealt.deal, dealt.stakes, dealt.folded),
        settlement=settlement_document(settlement, t or translator("en")),
        bets=tuple(line.bet for line in settlement.lines),
        stakes={line.bet: line.stake for line in settlement.lines},
        answers=_answers(settlement.lines, ask),
        mistakes=_mistakes(settlement, ask),
    )


def _answers(lines: tuple[Line, ...], ask: str) -> dict[str, Fraction]:
    result: dict[str, Fraction] = {line.bet: getattr(line, ask) for line in lines}
    result[TOTAL] = sum(result.values(), Fraction(0))
    return result


def _mistakes(settlement: Settlement, ask: str) -> dict[str, dict[str, Fraction]]:
    """The answers of every misconception that changes at least one of them."""
    right = _answers(settlement.lines, ask)
    found = {}
    for mistake in misconceptions(settlement.game.id):
        lines = answered_lines(mistake, settlement)
        if lines is not None and (answers := _answers(lines, ask)) != right:
            found[mistake.id] = answers
    return found


def is_amount(text: str) -> bool:
    """Whether an answer can be read as an amount at all."""
    return _read(text.strip()) is not None


def _read(text: str) -> Fraction | None:
    """An answer as typed: a comma or a point, a hyphen or a minus sign; None when unreadable."""
    try:
        return parse_money(text.replace("−", "-"), comma=True)
    except TrainerError:
        return None


def grade(question: Question, texts: Mapping[str, str]) -> Grade:
    """Answers as typed, graded. Missing and unreadable ones are wrong, never an error."""
    rows = {}
    for bet in (*question.bets, TOTAL):
        text = texts.get(bet, "").strip()
        given = _read(text)
        rows[bet] = GradeRow(
            bet, text, given, question.answers[bet], _recognised(question, bet, given)
        )
    total = rows.pop(TOTAL)
    lines = [row.given for row in rows.values() if row.given is not None]
    is_sum = len(lines) == len(rows) and total.given == sum(lines)
    if is_sum and total.misconception not in {row.misconception for row in rows.values()}:
        # It was added up rightly, and no line has the fault that it may look like.
        total = replace(total, misconception=None)
    return Grade({**rows, TOTAL: total})


def _recognised(question: Question, bet: str, given: Fraction | None) -> str | None:
    """The misconception that gives this wrong answer; None when the answer is right or unknown."""
    if given is None or given == question.answers[bet]:
        return None
    return next((id for id, answers in question.mistakes.items() if answers[bet] == given), None)


def question_document(question: Question) -> dict[str, Any]:
    """A question with its answers as a JSON document."""
    return {
        "game": question.game,
        "variant": question.variant,
        "drill": question.drill,
        "seed": question.seed,
        "ask": question.ask,
        "round": question.round,
        "answers": {bet: format_money(amount) for bet, amount in question.answers.items()},
        "misconceptions": {
            id: {bet: format_money(amount) for bet, amount in answers.items()}
            for id, answers in question.mistakes.items()
        },
        "settlement": question.settlement,
    }
