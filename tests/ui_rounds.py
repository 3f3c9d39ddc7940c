"""Rounds that the tests of the pages share. Expectations were worked out by hand from the rules."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

UTH: dict[str, Any] = {
    "game": "ultimate-texas-holdem",
    "player": "Ah Kd",
    "board": "As 7c 2d Qs 9h",
    "dealer": "Ac Jd",
    "stakes": {"ante": "10", "blind": "10", "play": "40", "trips": "5"},
}
RUSSIAN: dict[str, Any] = {
    "game": "russian-poker",
    "dealt": "Kh Kd 9s 5c 2d",
    "player": "Kh Kd 9s 5c 2d Ac",
    "dealer": "As Kc Qd 7h 3c",
    "stakes": {"ante": "10", "sixth": "10", "bet": "20", "bonus": "5"},
}
BOUGHT: dict[str, Any] = {
    "game": "russian-poker",
    "dealt": "Kh Kd 9s 5c 2d",
    "player": "Kh Kd Ac 4s 4c",
    "dealer": "As Qc Td 7h 3c",
    "dealer_draws": ["Kc"],
    "stakes": {"ante": "10", "exchange": "10", "bet": "20", "purchase": "10"},
}
THREE_BOXES: dict[str, Any] = {
    "game": "ultimate-texas-holdem",
    "board": "As 7c 2d Qs 9h",
    "dealer": "Ac Jd",
    "boxes": [
        {"player": "Ah Kd", "stakes": {"ante": "10", "blind": "10", "play": "40"}},
        {"player": "Td 3s", "stakes": {"ante": "15", "blind": "15"}, "folded": True},
        {"player": "7d 2s", "stakes": {"ante": "7.5", "blind": "7.5", "play": "15"}},
    ],
}


def card_names(html: str) -> list[str]:
    """The accessible names of the cards in some markup, in order."""
    return re.findall(r'role="img" aria-label="([^"]*)"', html)


def words(html: str) -> str:
    """The text of some markup, one space between pieces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
