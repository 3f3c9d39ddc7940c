"""A drill's question and its grading as data for the answer pad. Pure functions, escaped markup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from trainer import wording
from trainer.drills import TOTAL, Grade, GradeRow, Question
from trainer.locale import Translator
from trainer.money import format_money
from trainer.ui.felt import stake_chips
from trainer.ui.marks import badge, ltr, signed


def ask_html(t: Translator, ask: str) -> str:
    """The question, its amount in bold, and what that amount means."""
    name = f"<b>{escape(wording.amount_name(t, ask))}</b>"
    question, meaning = {
        "paid": (
            t("How much is {paid} on each bet?"),
            t("Paid out, without the stake; 0 for nothing."),
        ),
        "taken": (
            t("How much is {taken} on each bet?"),
            t("Taken for the house; 0 for nothing."),
        ),
        "returned": (
            t("How much is {returned} on each bet?"),
            t("Kept or given back; 0 for nothing."),
        ),
        "net": (
            t("What is the player's {net} on each bet?"),
            t("A loss has a minus, a push is 0."),
        ),
    }[ask]
    return f"{escape(question).replace('{' + ask + '}', name)} <small>{escape(meaning)}</small>"


def ask_words(t: Translator, ask: str, bet: str) -> str:
    """The question about one bet, for a field's name."""
    name = wording.bet_name(t, bet)
    return {
        "paid": t("{bet}: how much is paid?", bet=name),
        "taken": t("{bet}: how much is taken?", bet=name),
        "returned": t("{bet}: how much is returned?", bet=name),
        "net": t("{bet}: what is the net?", bet=name),
    }[ask]


def pad_rows(t: Translator, question: Question, chips: Sequence[Fraction]) -> list[dict[str, str]]:
    """A row for each bet, and one for the total."""
    rows = [
        {
            "id": line["bet"],
            "label": escape(wording.bet_name(t, line["bet"])),
            "stake": f"{stake_chips(line['stake'], chips, most=3)}{ltr(line['stake'])}",
            "question": escape(ask_words(t, question.ask, line["bet"])),
            "kind": "bet",
        }
        for line in question.settlement["lines"]
    ]
    total = {
        "id": TOTAL,
        "label": escape(wording.bet_name(t, TOTAL)),
        "stake": "",
        "question": escape(ask_words(t, question.ask, TOTAL)),
        "kind": "sum",
    }
    return [*rows, total]


def answers_of(values: Mapping[str, Any]) -> dict[str, str]:
    """What the browser sent as texts, a typographic minus made plain."""
    return {str(bet): str(text).replace("−", "-") for bet, text in values.items()}


def unreadable(t: Translator, grade: Grade) -> dict[str, str]:
    """A sentence for every answer that is no amount; they are mended, not graded."""
    sentence = t("That is no amount. Type digits, such as 25 or 7.5.")
    return {
        bet: f'<div><span class="rule">{escape(sentence)}</span></div>'
        for bet, row in grade.rows.items()
        if row.given is None
    }


def result(t: Translator, question: Question, grade: Grade) -> dict[str, Any]:
    """What the pad shows after the answer: each row marked and explained, and a summary."""
    lines = {line["bet"]: line for line in question.settlement["lines"]}
    rows = {}
    for bet, row in grade.rows.items():
        if bet == TOTAL:
            rule = _sum(question)
        else:
            rule = escape(wording.reason_sentence(t, question.settlement, lines[bet]))
        rows[bet] = {"right": row.right, "given": row.text, "html": _row(t, question, row, rule)}
    return {"rows": rows, "summary": summary(t, grade)}


def result_html(t: Translator, question: Question, shown: Mapping[str, Any]) -> str:
    """The same as `result` as one block of markup, for the plain form."""
    rows = "".join(
        f'<div class="row {"right" if row["right"] else "wrong"}">'
        f"<h3>{escape(wording.bet_name(t, bet))}: {ltr(row['given'])}</h3>"
        f'<div class="said">{row["html"]}</div></div>'
        for bet, row in shown["rows"].items()
    )
    return f'<div class="quiz">{rows}<p role="status"><b>{escape(shown["summary"])}</b></p></div>'


def summary(t: Translator, grade: Grade) -> str:
    """How many of the answers are right, in words."""
    return t("{n} of {all} right.", n=grade.n_right, all=len(grade.rows))


def score_words(t: Translator, n_right: int, n_asked: int, n_clean: int, n_rounds: int) -> str:
    """The session so far, in words; empty before the first answer."""
    if not n_rounds:
        return ""
    answers = t("This session: {n} of {all} answers right", n=n_right, all=n_asked)
    rounds = t.n(
        "{clean} of {n} round without a mistake",
        "{clean} of {n} rounds without a mistake",
        n_rounds,
        clean=n_clean,
    )
    return t("{answers}, {rounds}.", answers=answers, rounds=rounds)


def _row(t: Translator, question: Question, row: GradeRow, rule: str) -> str:
    if row.right:
        mark = badge("paid", escape(t("Right")))
        return f'<div>{mark} <span class="rule">{rule}</span></div>'
    answer = format_money(row.answer)
    shown = signed(answer) if question.ask == "net" else answer
    mark = badge("taken", _verdict(t, question.ask, shown))
    given = format_money(row.given) if row.given is not None else row.text
    if row.misconception:
        said = wording.misconception_sentence(t, row.misconception, given)
    else:
        said = _said(t, question.ask, given, shown)
    return f'<div>{mark} <span><b>{escape(said)}</b> <span class="rule">{rule}</span></span></div>'


def _verdict(t: Translator, ask: str, amount: str) -> str:
    words = {
        "paid": t("Pays {amount}", amount="{amount}"),
        "taken": t("Takes {amount}", amount="{amount}"),
        "returned": t("Returns {amount}", amount="{amount}"),
        "net": t("Net {amount}", amount="{amount}"),
    }[ask]
    return escape(words).replace("{amount}", ltr(amount))


def _said(t: Translator, ask: str, given: str, answer: str) -> str:
    return {
        "paid": t("You said {given}; it pays {answer}.", given=given, answer=answer),
        "taken": t("You said {given}; it takes {answer}.", given=given, answer=answer),
        "returned": t("You said {given}; it returns {answer}.", given=given, answer=answer),
        "net": t("You said {given}; the net is {answer}.", given=given, answer=answer),
    }[ask]


def _sum(question: Question) -> str:
    """The total written as a sum: `10 + 15 + 0 = 25`."""
    parts = [format_money(question.answers[bet]) for bet in question.bets]
    text = " + ".join(f"({part})" if part.startswith("-") else part for part in parts)
    return ltr(f"{text} = {format_money(question.total)}".replace("-", "−"))
