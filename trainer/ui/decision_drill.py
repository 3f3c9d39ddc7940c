"""A drill of decisions on the Drill page: the spot, a choice, and what every action is worth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import streamlit as st

from trainer.drills import Decision, drill_name
from trainer.drills.decisions import INSURANCE, PURCHASE, as_asked
from trainer.errors import TrainerError
from trainer.games import build
from trainer.locale import Translator
from trainer.ui import choosing, engine, stud_spots, verdict, waiting
from trainer.ui.components import values_sheet
from trainer.ui.entry import error_sentence

FELT = "drill.felt"
PICKED = "drill.picked"
CHOSEN = "drill.chosen"
SCORE = "drill.decisions"


def show(t: Translator, question: Decision, next_one: Callable[[], None]) -> None:
    """The whole question: felt at the start side, choices or values at the end side."""
    waiting.prepare(t, engine.DRAWN)
    with st.container(key="drill-columns"):
        table, actions = st.columns([11, 9], gap="medium")
    with actions:
        values = _values(t, question)
    key = _key(question)
    chosen = st.session_state.get(CHOSEN, {})
    answered = chosen.get("key") == key
    with table:
        _show_felt(t, question, values, key, answered=answered)
    if values is None:
        return
    with actions:
        if answered:
            _count(chosen, values)
            _show_values(t, question, values, chosen["action"], next_one)
        else:
            _show_question(t, question, values, key)
        score = verdict.score_words(t, *st.session_state.get(SCORE, (0, 0, Fraction(0))))
        if score:
            st.caption(score)


def _key(question: Decision) -> str:
    return f"{question.drill}/{question.game}/{question.variant}/{question.seed}"


def _values(t: Translator, question: Decision) -> dict[str, Any] | None:
    try:
        found = waiting.watch(
            t, t("Computing this spot."), lambda p: engine.values_of(question.spot, p)
        )
    except TrainerError as error:
        st.error(error_sentence(t, error), icon=":material/error:")
        return None
    return as_asked(question, found)


def _show_felt(
    t: Translator,
    question: Decision,
    values: dict[str, Any] | None,
    key: str,
    *,
    answered: bool,
) -> None:
    picks = not answered and values is not None and choosing.can_exchange(values)
    choosing.show_felt(
        t,
        build(question.game, question.variant),
        question.spot,
        key=FELT,
        given=choosing.given_by(values) if answered else choosing.picked(PICKED, key),
        on_pick=(lambda card: choosing.pick(PICKED, key, card)) if picks else None,
    )


def _when(t: Translator, question: Decision) -> str:
    return {
        INSURANCE: t("After the raise"),
        PURCHASE: t("Dealer without a game"),
    }.get(question.drill, t("With the five cards dealt"))


def _show_question(t: Translator, question: Decision, values: dict[str, Any], key: str) -> None:
    title = drill_name(t, question.drill)
    values_sheet(verdict.head_html(t, (), title, above=_when(t, question)), key="drill.asked")
    cards = choosing.picked(PICKED, key)
    names = {"raise": t("No insurance")} if question.drill == INSURANCE else {}
    choosing.show_buttons(
        t,
        build(question.game, question.variant),
        values,
        cards,
        key="drill",
        on_choose=lambda action: _choose(key, action),
        names=names,
    )


def _choose(key: str, action: str) -> None:
    if st.session_state.get(CHOSEN, {}).get("key") != key:
        st.session_state[CHOSEN] = {"key": key, "action": action, "counted": False}


def _count(chosen: dict[str, Any], values: dict[str, Any]) -> None:
    """Add a choice to the session's total, once."""
    if chosen["counted"]:
        return
    chosen["counted"] = True
    actions = values["actions"]
    cost = verdict.cost_of(verdict.find(actions, chosen["action"]), actions)
    n, n_right, total = st.session_state.get(SCORE, (0, 0, Fraction(0)))
    right = verdict.is_right(actions, chosen["action"])
    st.session_state[SCORE] = (n + 1, n_right + right, total + cost)


def _show_values(
    t: Translator,
    question: Decision,
    values: dict[str, Any],
    action: str,
    next_one: Callable[[], None],
) -> None:
    said = verdict.choice_words(t, values["actions"], action)
    html = verdict.values_html(t, values["actions"], said, chosen=action, above=_when(t, question))
    values_sheet(html, key="drill.values", status=said)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("Next spot"),
            type="primary",
            icon=":material/arrow_forward:",
            on_click=next_one,
            shortcut="Enter",
        )
        game = build(question.game, question.variant)
        address = {"game": question.game, "house": question.variant}
        st.page_link(
            "views/decide.py",
            label=t("Change this spot"),
            icon=":material/balance:",
            query_params=address | stud_spots.fields_of_spot(game, question.spot),
        )
