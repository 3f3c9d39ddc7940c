"""The card picker as every page shows it: slots and deck beside the same cards as text.

The text fields are the one truth. The picker shows what they say and writes into them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from trainer import wording
from trainer.cards import DECK, format_card, format_cards
from trainer.locale import Translator
from trainer.ui import state
from trainer.ui.components import card_entry
from trainer.ui.entry import CardGroup, cards_in

_SEQ = ".seq"
_WRITTEN = ".written"
FRESH = 3.0  # seconds


def show_picker(
    t: Translator,
    key: str,
    groups: Sequence[CardGroup],
    key_of: Callable[[str], str],
    taken: Iterable[str],
) -> None:
    """Slots for some groups of cards and a deck.

    `key_of(field)` is where a group's cards are kept as text, `taken` are further texts whose cards
    are on the table too.
    """
    data = {
        "groups": [
            {
                "id": group.field,
                "label": group.label,
                "n": group.n,
                "cards": [
                    format_card(a) for a in cards_in(state.kept(key_of(group.field)))[: group.n]
                ],
            }
            for group in groups
        ],
        "taken": [format_card(a) for text in taken for a in cards_in(text)],
        "seq": st.session_state.get(key + _SEQ, 0),
        "two": state.two_colours(),
        "names": {format_card(a): wording.card_name(t, a) for a in DECK},
        "words": _words(t),
    }
    card_entry(data, key=key, on_change=lambda: _take_over(key, key_of))


def _words(t: Translator) -> dict[str, object]:
    return {
        "filled": t("{group}, card {n}: {card}", group="{group}", n="{n}", card="{card}"),
        "empty": t("{group}, card {n}: empty", group="{group}", n="{n}"),
        "twice": t("{card} is on the table already.", card="{card}"),
        "rankFirst": t("Type the rank first, then the suit."),
        "noCard": t(
            '"{key}" is no card. A rank is 2–9, T, J, Q, K, A; a suit c, d, h, s.', key="{key}"
        ),
        "remove": t("Remove the last card"),
        "hint": t("Type rank and suit (Kh), or tap the deck. Backspace removes, arrows move."),
        "suits": {letter: wording.suit_name(t, n) for n, letter in enumerate("cdhs")},
    }


def _take_over(key: str, key_of: Callable[[str], str]) -> None:
    """Write what the picker sent into the text fields."""
    sent = st.session_state[key].cards
    if not sent:
        return
    st.session_state[key + _SEQ] = sent["seq"]
    for field, codes in sent["groups"].items():
        name = key_of(field)
        before, now = state.kept(name), codes.replace(" ", "")
        if format_cards(cards_in(codes)) != format_cards(cards_in(before)):
            state.put(name, now)
            written = st.session_state.setdefault(key + _WRITTEN, {})
            stale = written[name][1] if name in written else frozenset()
            written[name] = (now, (stale | {before}) - {now}, time.monotonic())


def repair(key: str) -> None:
    """Take back what the text fields forgot; to be called before they are read.

    While one types quickly, the browser still sends texts of before the picker's last change.
    """
    for name, (now, stale, at) in st.session_state.get(key + _WRITTEN, {}).items():
        if time.monotonic() - at < FRESH and st.session_state.get(name) in stale:
            state.put(name, now)


def forget(key: str) -> None:
    """The fields were changed from elsewhere: what the picker wrote before counts no more."""
    st.session_state.pop(key + _WRITTEN, None)


def text_field(t: Translator, key: str, label: str, default: str = "", hint: str = "") -> None:
    """A field of a page as text, read while it is typed."""
    state.keep(key, default)
    st.text_input(label, key=key, placeholder=hint, autocomplete="off", live=True)
    state.hold(key)


def card_fields(t: Translator, groups: Sequence[CardGroup], key_of: Callable[[str], str]) -> None:
    """The picker's cards as text, for pasting and for readers of screens."""
    for column, group in zip(st.columns(len(groups)), groups, strict=True):
        with column:
            hint = t("as in {example}", example="AhKd")
            text_field(t, key_of(group.field), group.label, hint=hint)
