"""The panel in which a spot is entered: picker, text fields for the same cards, side stakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from trainer import wording
from trainer.cards import format_card
from trainer.locale import Translator
from trainer.rules import Game, Stage
from trainer.ui import spots, state, stud_spots, verdict
from trainer.ui.entry import CardGroup, cards_in, draws_of
from trainer.ui.picker import card_fields, forget, show_picker, text_field

PICKER = "decide.picker"
MORE = "decide.more"
_FIRST_ANTE = "10"
_GIVEN = "given"  # the one field whose widget has a list


def _key(game: Game, field: str) -> str:
    return f"decide.{game.id}.{field}"


def _default(field: str) -> str:
    return _FIRST_ANTE if field == "ante" else ""


# --- what a spot is in this game -----------------------------------------------------------------


def field_names(game: Game) -> tuple[str, ...]:
    """Every field of a game's spots."""
    return stud_spots.field_names(game) if game.five_card else spots.field_names(game)


def stages_of(game: Game) -> tuple[Stage, ...]:
    """The decisions of a house."""
    return stud_spots.stages_of(game) if game.five_card else game.stages


def read(t: Translator, game: Game) -> spots.SpotEntry:
    """The spot that is entered now."""
    told = fields(game)
    read_spot = stud_spots.read_spot if game.five_card else spots.read_spot
    return read_spot(t, game, told)


def deal(game: Game, stages: Sequence[str], seed: int) -> dict[str, str]:
    """The fields of a spot dealt by a seed."""
    dealt = stud_spots.deal if game.five_card else spots.deal
    return dealt(game, stages, seed)


def document_of(t: Translator, game: Game, told: Mapping[str, str]) -> dict[str, object]:
    """The spot document of some fields."""
    read_spot = stud_spots.read_spot if game.five_card else spots.read_spot
    return read_spot(t, game, told).document


def _groups(t: Translator, game: Game) -> list[CardGroup]:
    more = shows_more(game)
    if game.five_card:
        return stud_spots.spot_groups(t, game, fields(game), more=more)
    return spots.spot_groups(t, game, fields(game), more=more)


def _card_fields(game: Game) -> tuple[str, ...]:
    """What another spot has other values of."""
    if game.five_card:
        return (stud_spots.STAGE, "draw", _GIVEN, *stud_spots.CARDS)
    return (*spots.CARDS, *spots.MORE_CARDS)


def _more_cards(game: Game) -> tuple[str, ...]:
    return ("dead",) if game.five_card else spots.MORE_CARDS


# --- the fields ----------------------------------------------------------------------------------


def fields(game: Game) -> dict[str, str]:
    """What is entered for this game now, empty fields left out."""
    found = {name: _text(game, name) for name in field_names(game)}
    if not any(found[bet.id].strip() for bet in spots.side_bets(game)):
        found.pop("ante")  # it only says how large the side bets are
    return {name: text for name, text in found.items() if text}


def _text(game: Game, name: str) -> str:
    key = _key(game, name)
    return " ".join(state.kept_list(key)) if name == _GIVEN else state.kept(key, _default(name))


def _write(game: Game, name: str, text: str) -> None:
    codes = [format_card(a) for a in cards_in(text)]
    state.put(_key(game, name), codes if name == _GIVEN else text)


def replace(game: Game, told: Mapping[str, str]) -> None:
    """Put a whole spot into the fields; what it does not tell becomes empty."""
    forget(PICKER)
    for name in field_names(game):
        _write(game, name, told.get(name, _default(name)))
    if any(told.get(name) for name in _more_cards(game)):
        state.put(MORE, True)


def put_cards(game: Game, told: Mapping[str, str]) -> None:
    """Another spot with the same side stakes."""
    forget(PICKER)
    for name in _card_fields(game):
        _write(game, name, told.get(name, ""))


def shows_more(game: Game) -> bool:
    """Whether cards that a player should not have seen are entered too."""
    told = fields(game)
    return state.kept(MORE) == "True" or any(told.get(name) for name in _more_cards(game))


def show(t: Translator, game: Game) -> None:
    """The panel's widgets."""
    if game.five_card:
        _show_stage(t, game)
    groups = _groups(t, game)
    show_picker(t, PICKER, groups, lambda field: _key(game, field), ())
    card_fields(t, groups, lambda field: _key(game, field))
    with st.container(horizontal=True, vertical_alignment="bottom", key="decide-stakes"):
        bets = spots.side_bets(game)
        for id in ("ante", *(bet.id for bet in bets)) if bets else ():
            hint = "" if id == "ante" else t("none")
            text_field(t, _key(game, id), wording.bet_name(t, id), _default(id), hint)
    state.keep(MORE, False)
    st.toggle(
        t("More cards were seen"),
        key=MORE,
        help=t("Cards of other boxes.")
        if game.five_card
        else t("Dealer's cards, turn or river shown too early, cards of other boxes."),
    )
    state.hold(MORE)


def _show_stage(t: Translator, game: Game) -> None:
    """Which decision of a five-card game it is, and what was done before it."""
    stages = {stage.id: verdict.stage_name(t, stage) for stage in stages_of(game)}
    now = stud_spots.stage_of(game, fields(game)).id
    with st.container(horizontal=True, vertical_alignment="bottom", key="decide-stage"):
        if len(stages) > 1:
            _choose(game, stud_spots.STAGE, t("Decision"), stages, now)
        now = stud_spots.stage_of(game, fields(game)).id
        draws = {"": t("Kept five"), "sixth": t("Sixth card"), "exchange": t("Exchange")}
        offered = {id: draws[id] for id in ("", *draws_of(game))}
        if now != stages_of(game)[0].id and len(offered) > 1:
            _choose(game, "draw", t("What the box did"), offered, "")
    if stud_spots.draw_of(game, fields(game)) == "exchange":
        _choose_given(t, game)


def _choose(game: Game, field: str, label: str, words: Mapping[str, str], default: str) -> None:
    key = _key(game, field)
    state.keep(key, default)
    if st.session_state[key] not in words:
        st.session_state[key] = default
    st.pills(
        label,
        list(words),
        key=key,
        format_func=lambda id: words[id],
        required=True,
        wrap=True,
        on_change=_drop_new_cards if field == "draw" else None,
        args=(game,) if field == "draw" else None,
    )
    state.hold(key)


def _drop_new_cards(game: Game) -> None:
    """Another draw brings other cards."""
    forget(PICKER)
    _write(game, "new", "")


def _choose_given(t: Translator, game: Game) -> None:
    dealt = [format_card(a) for a in cards_in(_text(game, "player"))]
    if not dealt:
        st.caption(t("Enter the five cards dealt, then choose the ones given up."))
        return
    key = _key(game, _GIVEN)
    state.put(key, [code for code in state.kept_list(key) if code in dealt])
    st.pills(
        t("Cards given up"),
        dealt,
        selection_mode="multi",
        key=key,
        format_func=verdict.cards_text,
    )
    state.hold(key)
