"""Icons and amounts as markup, shared by the felt, the list and the drill."""

from __future__ import annotations

from html import escape
from typing import Literal

Verdict = Literal["paid", "returned", "taken"]

_ICONS = {
    "paid": "M2.5 6.5 5 9l4.5-5.5",
    "returned": "M2 4.4h8M2 7.8h8",
    "taken": "M2.8 2.8l6.4 6.4M9.2 2.8 2.8 9.2",
}


def icon(verdict: Verdict) -> str:
    """A check, an equals sign or a cross, drawn with strokes."""
    return (
        '<svg class="icon" viewBox="0 0 12 12" fill="none" stroke="currentColor" stroke-width="1.7"'
        ' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">'
        f'<path d="{_ICONS[verdict]}"/></svg>'
    )


def ltr(text: str) -> str:
    """Text that keeps its own left-to-right order: amounts, odds, card codes."""
    return f'<bdi dir="ltr">{escape(text)}</bdi>'


def amount(text: str) -> str:
    """An amount, quiet when it is nothing."""
    quiet = ' class="nil"' if text == "0" else ""
    return f'<bdi dir="ltr"{quiet}>{escape(text)}</bdi>'


def signed(text: str) -> str:
    """A net with its sign, typeset: `+45`, `−10`, `0`."""
    if text.startswith("-"):
        return "−" + text[1:]
    return text if text == "0" else "+" + text


def badge(verdict: Verdict, words: str) -> str:
    """A small label with an icon and a word; `words` is markup already."""
    return f'<span class="badge {verdict}">{icon(verdict)}<span>{words}</span></span>'
