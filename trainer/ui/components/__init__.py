"""The app's own components: markup shown as it is, card entry, and the drill's answer pad.

Each is registered once, at import. Python sends data and hears of finished changes; typing, focus
and arrows stay in the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from trainer.ui.cards import EMBLEMS, PIPS, RANK_STROKES

Json = Mapping[str, Any]

_FOLDER = Path(__file__).parent
_ART = json.dumps({"ranks": RANK_STROKES, "pips": PIPS, "emblems": EMBLEMS})


def _text(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _root(kind: str) -> str:
    return f'<div class="trainer {kind}"></div>'


_BASE = _text("base.css")

_SHEET = '<div class="trainer"><div class="sheet"></div><p class="unseen" role="status"></p></div>'

_sheet = st.components.v2.component(
    "casino-poker.sheet", html=_SHEET, css=_BASE + _text("felt.css"), js=_text("sheet.js")
)
_values = st.components.v2.component(
    "casino-poker.values", html=_SHEET, css=_BASE + _text("values.css"), js=_text("sheet.js")
)
_card_entry = st.components.v2.component(
    "casino-poker.card_entry",
    html=_root("entry"),
    css=_BASE + _text("card_entry.css"),
    js=_text("card_entry.js").replace("/*ART*/ {}", _ART),
)
_answer_pad = st.components.v2.component(
    "casino-poker.answer_pad",
    html=_root("answers"),
    css=_BASE + _text("answer_pad.css"),
    js=_text("answer_pad.js"),
)
_document = st.components.v2.component(
    "casino-poker.document", js=_text("document.js"), isolate_styles=False
)


def sheet(
    html: str,
    *,
    key: str,
    two_colours: bool = False,
    status: str = "",
    on_open: Callable[[], None] = lambda: None,
) -> None:
    """Markup made by this package (everything from outside escaped), in its own styles.

    `status` is read out by screen readers when it changes. A click on an element with `data-open`
    calls `on_open`, and `session_state[key].open` is its number.
    """
    data = {"html": html, "two": two_colours, "status": status}
    _sheet(key=key, data=data, on_open_change=on_open)


def values_sheet(html: str, *, key: str, two_colours: bool = False, status: str = "") -> None:
    """The same as `sheet` in the styles of values, grids and figures."""
    _values(key=key, data={"html": html, "two": two_colours, "status": status})


def card_entry(data: Json, *, key: str, on_change: Callable[[], None]) -> None:
    """Slots and a deck; `session_state[key].cards` is `{"seq": n, "groups": {field: cards}}`."""
    _card_entry(key=key, data=dict(data), on_cards_change=on_change)


def answer_pad(
    data: Json, *, key: str, on_answer: Callable[[], None], on_next: Callable[[], None]
) -> None:
    """The drill's fields; `session_state[key].answer` and `.next` are set on the run they cause."""
    _answer_pad(key=key, data=dict(data), on_answer_change=on_answer, on_next_change=on_next)


def document(language: str, direction: str, path: str, query: str) -> None:
    """The browser's document: language, direction, and the address of what is shown.

    The framework's shell always says English, and each change that it makes to an address is a step
    in the browser's history; this one replaces the address instead.
    """
    data = {"lang": language, "dir": direction, "path": path, "query": query}
    _document(key="document", data=data, height=1)
