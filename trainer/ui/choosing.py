"""A decision of a five-card game as one chooses it: cards to click, a button for each action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import streamlit as st

from trainer.cards import Card, parse_cards
from trainer.drills.decisions import exchange_action
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import state, verdict
from trainer.ui.components import sheet
from trainer.ui.felt import Felt, felt_html

Document = Mapping[str, Any]
_ORDER = ("raise", "raise+insurance", "sixth", "purchase", "fold", "take")
EXCHANGE = "exchange"


def show_felt(
    t: Translator,
    game: Game,
    document: Document,
    *,
    key: str,
    given: Sequence[Card] = (),
    on_pick: Callable[[Card], None] | None = None,
) -> None:
    """The felt of a spot; with `on_pick` its cards can be clicked."""
    felt = Felt(
        5,
        0,
        5,
        game.variant.house.chips,
        told=False,
        spots=False,
        small=True,
        hidden=True,
        given=frozenset(given),
        picks=on_pick is not None,
    )
    cards = parse_cards(document.get("player", ""))

    def opened() -> None:
        number = st.session_state[key].open
        if on_pick is not None and number is not None and 0 <= number < len(cards):
            on_pick(cards[number])

    shown = dict(document)
    shown.setdefault("dealer", document.get("upcard", ""))
    html = felt_html(t, felt, shown, None)
    sheet(html, key=key, two_colours=state.two_colours(), on_open=opened)


def given_by(answer: Document | None) -> tuple[Card, ...]:
    """The cards that the best action of an `ev` document gives up; none when it is no exchange."""
    name, _, cards = answer["best"].partition(":") if answer else ("", "", "")
    return parse_cards(cards) if name == EXCHANGE else ()


def can_exchange(answer: Document) -> bool:
    """Whether some exchange is among the actions."""
    return any(one["action"].startswith(EXCHANGE) for one in answer["actions"])


def picked(key: str, question: str) -> tuple[Card, ...]:
    """The cards that were clicked for a question."""
    kept = st.session_state.get(key, {})
    return tuple(kept["cards"]) if kept.get("question") == question else ()


def pick(key: str, question: str, card: Card) -> None:
    """Choose a card, or take the choice back."""
    before = picked(key, question)
    cards = [a for a in before if a != card] if card in before else [*before, card]
    st.session_state[key] = {"question": question, "cards": cards}


def show_buttons(
    t: Translator,
    game: Game,
    answer: Document,
    cards: Sequence[Card],
    *,
    key: str,
    on_choose: Callable[[str], None],
    names: Mapping[str, str] | None = None,
) -> None:
    """A button for each action in a fixed order; exchanges share one, for the cards clicked.

    `names` are other names for some actions.
    """
    ids = [one["action"] for one in answer["actions"]]
    plain = sorted((id for id in ids if not id.startswith(EXCHANGE)), key=_place)
    with st.container(key=f"{key}-choices"):
        if can_exchange(answer):
            _show_exchange(t, ids, cards, key=key, on_choose=on_choose)
        for id in plain:
            st.button(
                (names or {}).get(id) or verdict.action_name(t, id),
                key=f"{key}.choice.{id}",
                on_click=on_choose,
                args=(id,),
                shortcut=_key_of(game, id),
                width="stretch",
            )
    words = t("The key of an action is the number of antes that it puts out.")
    if can_exchange(answer):
        words += " " + t("Tap the cards to give up; X exchanges them.")
    st.caption(words)


def _place(id: str) -> tuple[int, Fraction]:
    name, _, amount = id.partition(":")
    return _ORDER.index(name), Fraction(amount or 0)


def _key_of(game: Game, id: str) -> str | None:
    """The number of antes that an action puts out at once, where it has one digit."""
    name, _, amount = id.partition(":")
    actions = [action for stage in game.stages for action in stage.actions]
    first = name.partition("+")[0]
    antes = next((action.times for action in actions if action.id == first), Fraction(0))
    total = antes + Fraction(amount or 0)
    return str(total) if total.denominator == 1 and total < 10 else None


def _show_exchange(
    t: Translator,
    ids: Sequence[str],
    cards: Sequence[Card],
    *,
    key: str,
    on_choose: Callable[[str], None],
) -> None:
    n = len(cards)
    sizes = {len(id.split()) for id in ids if id.startswith(EXCHANGE)}
    label = t("Exchange: tap the cards to give up")
    if n:
        label = t.n("Exchange {n} card", "Exchange {n} cards", n)
    st.button(
        label,
        key=f"{key}.choice.{EXCHANGE}",
        on_click=on_choose,
        args=(exchange_action(cards),),
        disabled=n not in sizes,
        shortcut="x",
        width="stretch",
    )
