"""The panel in which a round is entered: picker, text fields for the same cards, and stakes."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from trainer import wording
from trainer.cards import format_card
from trainer.documents import MAX_BOXES
from trainer.locale import Translator
from trainer.rules import Game
from trainer.ui import state
from trainer.ui.entry import (
    FOLD,
    CardGroup,
    can_purchase,
    card_groups,
    cards_in,
    draws_of,
    field_of,
    n_boxes,
    raised_bet,
    side_fields,
)
from trainer.ui.picker import card_fields, forget, show_picker, text_field

PICKER = "settle.picker"
_BOX = "settle.box"
_COUNT = "settle.boxes"
_CARD_FIELDS = ("player", "new", "given", "draw", "purchase")
_SHARED = ("board", "dealer", "dealer_draws")
_FIRST_ANTE = "10"


def _key(game: Game, field: str) -> str:
    return f"settle.{game.id}.{field}"


def _count(game: Game) -> int:
    return max(1, int(state.kept(_key(game, _COUNT), "1")))


def open_box(game: Game) -> int:
    """The box that is being entered, counted from 0."""
    return min(int(state.kept(_key(game, _BOX), "0")), _count(game) - 1)


def _names(game: Game) -> list[str]:
    """Every field name of one box."""
    bets = ["ante", raised_bet(game).id, *(bet.id for bet in side_fields(game))]
    return [*_CARD_FIELDS, *bets]


def fields(game: Game) -> dict[str, str]:
    """What is entered for this game now, empty fields left out."""
    names = list(_SHARED)
    for box in range(_count(game)):
        names += [field_of(name, box) for name in _names(game)]
    found = {name: _read(game, name) for name in names}
    return {name: text for name, text in found.items() if text}


def _read(game: Game, field: str) -> str:
    """The text of a field, from whichever widget shows it."""
    name, key = field.partition(".")[0], _key(game, field)
    if name == "given":
        dealt = _dealt(game, field.replace("given", "player"))
        return " ".join(code for code in state.kept_list(key) if code in dealt)
    if name == "purchase":
        return "yes" if state.kept(key) == "True" else ""
    return state.kept(key, _default(field))


def _dealt(game: Game, field: str) -> list[str]:
    return [format_card(a) for a in cards_in(state.kept(_key(game, field)))]


def _default(field: str) -> str:
    return _FIRST_ANTE if field.partition(".")[0] == "ante" else ""


def is_field(game: Game, name: str) -> bool:
    """Whether a name, as in an address, is a field of this game's rounds, or the five dealt."""
    first = name.partition(".")[0]
    if first == "purchase" and not can_purchase(game):
        return False
    return name in _SHARED or first in _names(game) or (first == "dealt" and game.five_card)


def replace(game: Game, told: Mapping[str, str]) -> None:
    """Put a whole round into the fields; what it does not tell becomes empty."""
    forget(PICKER)
    count = n_boxes(told)
    state.put(_key(game, _COUNT), str(count))
    state.put(_key(game, _BOX), "0")
    for box in range(MAX_BOXES):
        for name in _names(game):
            field = field_of(name, box)
            _write(game, field, told.get(field, "") if box < count else _default(field))
    for field in _SHARED:
        _write(game, field, told.get(field, ""))


def clear_cards(game: Game) -> None:
    """Ready for the next round: cards and decisions go, stakes and boxes stay."""
    forget(PICKER)
    for field in _SHARED:
        _write(game, field, "")
    for box in range(MAX_BOXES):
        for name in (*_CARD_FIELDS, raised_bet(game).id):
            _write(game, field_of(name, box), "")
    state.put(_key(game, _BOX), "0")


def _write(game: Game, field: str, text: str) -> None:
    name = field.partition(".")[0]
    value: object = text
    if name == "given":
        value = text.split()
    elif name == "purchase":
        value = bool(text)
    elif name == raised_bet(game).id:
        value = text or None
    state.put(_key(game, field), value)


def show(t: Translator, game: Game) -> None:
    """The panel's widgets for the open box."""
    _choose_box(t, game)
    box = open_box(game)
    if draws_of(game):
        _show_draw(t, game, box)
    groups = card_groups(t, game, fields(game), box)
    picker, stakes = st.columns([7, 4], gap="medium")
    with picker:
        _show_picker(t, game, groups, box)
    with stakes:
        _show_stakes(t, game, box)
    card_fields(t, groups, lambda field: _key(game, field))


def show_box_buttons(t: Translator, game: Game) -> None:
    """Buttons that add a box to the table and take the last one away."""
    count = _count(game)
    if count < MAX_BOXES:
        st.button(
            t("Add a box"),
            icon=":material/add:",
            on_click=_add_box,
            args=(game,),
            help=t("Several boxes play against one dealer."),
        )
    if count > 1:
        st.button(
            t("Remove box {n}", n=count),
            icon=":material/remove:",
            on_click=_remove_box,
            args=(game,),
        )


def choose_box(game: Game, box: int | None) -> None:
    """Show another box in the panel and in full on the felt."""
    if box is not None and 0 <= box < _count(game):
        state.put(_key(game, _BOX), str(box))


def has_boxes(game: Game) -> bool:
    """Whether several boxes are being entered."""
    return _count(game) > 1


def _choose_box(t: Translator, game: Game) -> None:
    count, key = _count(game), _key(game, _BOX)
    if count == 1:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        state.keep(key, "0")
        st.segmented_control(
            t("Box"),
            [str(box) for box in range(count)],
            key=key,
            format_func=lambda box: t("Box {n}", n=int(box) + 1),
            required=True,
            label_visibility="collapsed",
        )
        state.hold(key)
        show_box_buttons(t, game)


def _add_box(game: Game) -> None:
    count = _count(game)
    state.put(_key(game, _COUNT), str(count + 1))
    state.put(_key(game, _BOX), str(count))


def _remove_box(game: Game) -> None:
    last = _count(game) - 1
    for name in _names(game):
        field = field_of(name, last)
        _write(game, field, _default(field))
    state.put(_key(game, _COUNT), str(last))
    state.put(_key(game, _BOX), str(min(open_box(game), last - 1)))


def _show_draw(t: Translator, game: Game, box: int) -> None:
    """What the box did with its five cards, and which of them it gave up."""
    key = _key(game, field_of("draw", box))
    words = {"": t("Kept five"), "sixth": t("Sixth card"), "exchange": t("Exchange")}
    state.keep(key, "")
    if not st.session_state[key]:
        st.session_state[key] = ""
    st.segmented_control(
        t("What the box did"),
        ["", *draws_of(game)],
        key=key,
        format_func=lambda draw: words[draw],
        required=True,
    )
    state.hold(key)
    if st.session_state[key] == "exchange":
        _show_given(t, game, box)


def _show_given(t: Translator, game: Game, box: int) -> None:
    dealt = _dealt(game, field_of("player", box))
    if not dealt:
        st.caption(t("Enter the five cards dealt, then choose the ones given up."))
        return
    key = _key(game, field_of("given", box))
    state.put(key, [code for code in state.kept_list(key) if code in dealt])
    st.pills(t("Cards given up"), dealt, selection_mode="multi", key=key, format_func=_shown_code)
    state.hold(key)


def _shown_code(code: str) -> str:
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return code[0].replace("T", "10") + signs[code[1]]


def _show_picker(t: Translator, game: Game, groups: tuple[CardGroup, ...], box: int) -> None:
    shown = {group.field for group in groups}
    elsewhere = [
        text
        for field, text in fields(game).items()
        if field not in shown and field.partition(".")[0] in ("player", "new", *_SHARED)
    ]
    show_picker(t, PICKER, groups, lambda field: _key(game, field), elsewhere)


def _text_field(t: Translator, game: Game, field: str, label: str) -> None:
    text_field(t, _key(game, field), label, _default(field))


def _show_stakes(t: Translator, game: Game, box: int) -> None:
    raised = raised_bet(game)
    bets = ["ante", *(bet.id for bet in side_fields(game))]
    with st.container(horizontal=True, key="settle-stakes"):
        for bet in bets:
            _text_field(t, game, field_of(bet, box), wording.bet_name(t, bet))
    key = _key(game, field_of(raised.id, box))
    options = [*(str(times) for times in sorted(raised.size.times, reverse=True)), FOLD]
    state.keep(key, None)
    if st.session_state[key] not in options:
        st.session_state[key] = None
    st.segmented_control(
        wording.bet_name(t, raised.id),
        options,
        key=key,
        format_func=lambda choice: t("Fold") if choice == FOLD else f"{choice}×",
    )
    state.hold(key)
    if can_purchase(game):
        _show_purchase(t, game, box)


def _show_purchase(t: Translator, game: Game, box: int) -> None:
    key = _key(game, field_of("purchase", box))
    state.keep(key, False)
    st.toggle(
        t("The box buys the dealer a game"),
        key=key,
        help=t("When the dealer has no game: a new card for the one taken away."),
    )
    state.hold(key)
