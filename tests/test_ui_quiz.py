"""The drill's pad: what it asks, and what it says after an answer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.ui_rounds import UTH, words
from trainer.documents import settle_document
from trainer.drills import Question, grade
from trainer.locale import translator
from trainer.ui import quiz

T = translator("en")
F = Fraction

# UTH of ui_rounds: ante 10 and play 40 are paid even money, blind is a push, trips is lost.
PAID = Question(
    game="ultimate-texas-holdem",
    variant="default",
    drill="what-does-this-pay",
    seed=1,
    ask="paid",
    round=UTH,
    settlement=settle_document(UTH),
    bets=("ante", "blind", "play", "trips"),
    stakes={"ante": F(10), "blind": F(10), "play": F(40), "trips": F(5)},
    answers={"ante": F(10), "blind": F(0), "play": F(40), "trips": F(0), "total": F(50)},
    mistakes={
        "blind-even-below-its-first-prize": {
            "ante": F(10),
            "blind": F(10),
            "play": F(40),
            "trips": F(0),
            "total": F(60),
        }
    },
)
NET = replace(
    PAID,
    ask="net",
    answers={"ante": F(10), "blind": F(0), "play": F(40), "trips": F(-5), "total": F(45)},
    mistakes={},
)
RIGHT = {"ante": "10", "blind": "0", "play": "40", "trips": "0", "total": "50"}


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        ("paid", "How much is paid on each bet? Paid out, without the stake"),
        ("taken", "How much is taken on each bet?"),
        ("returned", "How much is returned on each bet?"),
        ("net", "What is the player's net on each bet?"),
    ],
)
def test_the_amount_asked_is_named_and_set_off(ask: str, sentence: str) -> None:
    html = quiz.ask_html(T, ask)
    assert words(html).startswith(sentence)
    assert f"<b>{ask}</b>" in html


def test_there_is_a_row_for_each_bet_and_one_for_the_total() -> None:
    rows = quiz.pad_rows(T, PAID, (F(5), F(25)))
    assert [row["id"] for row in rows] == ["ante", "blind", "play", "trips", "total"]
    assert rows[0]["question"] == "Ante: how much is paid?"
    assert words(rows[2]["stake"]) == "40"
    assert "<svg" in rows[2]["stake"]
    assert rows[4]["stake"] == ""


def test_right_answers_say_the_rule() -> None:
    shown = quiz.result(T, PAID, grade(PAID, RIGHT))
    assert words(shown["rows"]["play"]["html"]) == "Right Play always has action: even money."
    assert shown["summary"] == "5 of 5 right."


def test_a_recognised_mistake_is_named_before_the_rule() -> None:
    shown = quiz.result(T, PAID, grade(PAID, {**RIGHT, "blind": "10"}))
    row = shown["rows"]["blind"]
    assert row["right"] is False
    assert row["given"] == "10"
    text = words(row["html"])
    assert text.startswith("Pays 0 You said 10: that pays the blind even money below")
    assert "the blind is returned" in text
    assert shown["summary"] == "4 of 5 right."


def test_an_unknown_mistake_shows_both_amounts() -> None:
    shown = quiz.result(T, PAID, grade(PAID, {**RIGHT, "play": "37,5"}))
    assert words(shown["rows"]["play"]["html"]).startswith("Pays 40 You said 37.5; it pays 40.")


def test_the_total_is_explained_as_a_sum() -> None:
    shown = quiz.result(T, NET, grade(NET, RIGHT))
    assert words(shown["rows"]["total"]["html"]) == (
        "Net +45 You said 50; the net is +45. 10 + 0 + 40 + (−5) = 45"
    )


def test_a_minus_of_any_kind_is_read() -> None:
    typed = quiz.answers_of({**RIGHT, "trips": "−5", "total": "45"})
    assert grade(NET, typed).passed


def test_what_is_no_amount_is_mended_not_graded() -> None:
    problems = quiz.unreadable(T, grade(PAID, {**RIGHT, "ante": "ten", "total": ""}))
    assert set(problems) == {"ante", "total"}
    assert "no amount" in problems["ante"]


def test_typed_markup_is_escaped() -> None:
    shown = quiz.result(T, PAID, grade(PAID, {**RIGHT, "ante": "<b>1"}))
    assert "<b>1" not in shown["rows"]["ante"]["html"]
    assert "<b>1" not in quiz.result_html(T, PAID, shown)


def test_the_session_is_counted_in_words() -> None:
    assert quiz.score_words(T, 0, 0, 0, 0) == ""
    assert quiz.score_words(T, 14, 20, 1, 4) == (
        "This session: 14 of 20 answers right, 1 of 4 rounds without a mistake."
    )
