"""The panel in which a spot is entered: picker, text fields for the same cards, side stakes."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from trainer import wording
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import state
from trainer.ui.picker import card_fields, forget, show_picker, text_field
from trainer.ui.spots import CARDS, MORE_CARDS, field_names, side_bets, spot_groups

PICKER = "decide.picker"
MORE = "decide.more"
_FIRST_ANTE = "10"


def _key(game: Game, field: str) -> str:
    return f"decide.{game.id}.{field}"


def _default(field: str) -> str:
    return _FIRST_ANTE if field == "ante" else ""


def fields(game: Game) -> dict[str, str]:
    """What is entered for this game now, empty fields left out."""
    found = {name: state.kept(_key(game, name), _default(name)) for name in field_names(game)}
    if not any(found[bet.id].strip() for bet in side_bets(game)):
        found.pop("ante")  # it only says how large the side bets are
    return {name: text for name, text in found.items() if text}


def replace(game: Game, told: Mapping[str, str]) -> None:
    """Put a whole spot into the fields; what it does not tell becomes empty."""
    forget(PICKER)
    for name in field_names(game):
        state.put(_key(game, name), told.get(name, _default(name)))
    if any(told.get(name) for name in MORE_CARDS):
        state.put(MORE, True)


def put_cards(game: Game, told: Mapping[str, str]) -> None:
    """Another spot with the same side stakes."""
    forget(PICKER)
    for name in (*CARDS, *MORE_CARDS):
        state.put(_key(game, name), told.get(name, ""))


def shows_more(game: Game) -> bool:
    """Whether cards that a player should not have seen are entered too."""
    told = fields(game)
    return state.kept(MORE) == "True" or any(told.get(name) for name in MORE_CARDS)


def show(t: Translator, game: Game) -> None:
    """The panel's widgets."""
    groups = spot_groups(t, game, fields(game), more=shows_more(game))
    show_picker(t, PICKER, groups, lambda field: _key(game, field), ())
    card_fields(t, groups, lambda field: _key(game, field))
    with st.container(horizontal=True, vertical_alignment="bottom", key="decide-stakes"):
        bets = side_bets(game)
        for id in ("ante", *(bet.id for bet in bets)) if bets else ():
            hint = "" if id == "ante" else t("none")
            text_field(t, _key(game, id), wording.bet_name(t, id), _default(id), hint)
    state.keep(MORE, False)
    st.toggle(
        t("More cards were seen"),
        key=MORE,
        help=t("Dealer's cards, turn or river shown too early, cards of other boxes."),
    )
    state.hold(MORE)
