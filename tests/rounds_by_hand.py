"""Rounds written by hand, one of each kind, for the tests of documents and of the command line."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from trainer.documents import settle_document
from trainer.errors import TrainerError

Document = dict[str, Any]
# A document, the error it gives, where, and words of the message.
Bad = tuple[Document, type[TrainerError], str, tuple[str, ...]]

UTH: Document = {
    "game": "ultimate-texas-holdem",
    "variant": "default",
    "player": "Ah Kd",
    "board": "Qs 7c 2d 3h 9s",
    "dealer": "Jc Jd",
    "stakes": {"ante": "10", "blind": "10", "play": "40", "trips": "5"},
    "folded": False,
}
CASINO: Document = {
    "game": "casino-holdem",
    "player": "Ah Kd",
    "board": "Qs 7c 2d 3h 9s",
    "dealer": "4c 4d",
    "stakes": {"ante": "10", "call": "20", "aa": "5"},
}
SIXTH: Document = {
    "game": "russian-poker",
    "dealt": "Kh Kd 9s 5c 2d",
    "player": "Kh Kd 9s 5c 2d Ac",
    "dealer": "As Kc Qd 7h 3c",
    "stakes": {"ante": "10", "sixth": "10", "bet": "20", "bonus": "5"},
}
PLAIN: Document = {
    "game": "russian-poker",
    "player": "Jh Jd 8c 6s 2h",
    "dealer": "As Kc Qd 7h 3c",
    "stakes": {"ante": "10", "bet": "20"},
}
# Two cards exchanged for one ante.
EXCHANGE: Document = {
    "game": "russian-poker",
    "dealt": "Jh Jd 8c 6s 2h",
    "player": "Jh Jd 8c 5s 4h",
    "dealer": "As Kc Qd 7h 3c",
    "stakes": {"ante": "10", "bet": "20", "exchange": "10"},
}
# Three of a kind pays 3:1, so insurance goes from one ante to half of 60.
INSURED: Document = {
    "game": "russian-poker",
    "player": "Jh Jd Jc 6s 2h",
    "dealer": "Kd Qc 9c 5s 3h",
    "stakes": {"ante": "10", "bet": "20", "insurance": "30"},
}
# The dealer's king is taken away; with a nine he has a pair.
BOUGHT: Document = {
    "game": "russian-poker",
    "player": "Th Td 8d 6d 2c",
    "dealer": "Kd Qc 9c 5s 3h",
    "dealer_draws": ["9s"],
    "stakes": {"ante": "10", "bet": "20", "purchase": "10"},
}


def but(document: Document, stakes: Document | None = None, **changes: Any) -> Document:
    """A copy with other values; None takes a key or a stake away."""
    copy = deepcopy(document) | changes
    if stakes is not None:
        copy["stakes"] = copy["stakes"] | stakes
        copy["stakes"] = {bet: stake for bet, stake in copy["stakes"].items() if stake is not None}
    return {key: value for key, value in copy.items() if value is not None}


def nets(document: Document) -> dict[str, str]:
    """Net by bet, and of the round, of a settled document."""
    settled = settle_document(document)
    return {line["bet"]: line["net"] for line in settled["lines"]} | {"net": settled["net"]}


def assert_refused(bad: Bad) -> None:
    """The document is refused with the right error, at its place, by name."""
    document, kind, where, words = bad
    with pytest.raises(kind) as refused:
        settle_document(document)
    assert refused.value.where == where
    for word in words:
        assert word in refused.value.message, refused.value.message
