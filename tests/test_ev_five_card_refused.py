"""What is no spot of a five-card game: every fault is said with its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_ev_five_card import CARIBBEAN, KINGS, NO_GAME, OASIS, RUSSIAN, TRIPS
from trainer.documents.spots import ev_document
from trainer.errors import CardError, RoundError, RuleError, StakeError, TrainerError

REFUSED: dict[str, tuple[dict[str, Any], type[TrainerError], str, str]] = {
    "no cards": ({"game": RUSSIAN, "upcard": "7h"}, RoundError, "player", "missing"),
    "no upcard": ({"game": RUSSIAN, "player": "Kh Kd 9s 5c 2d"}, RoundError, "upcard", "missing"),
    "four cards": (KINGS | {"player": "Kh Kd 9s 5c"}, CardError, "player", "4 cards; expected 5"),
    "two upcards": (KINGS | {"upcard": "7h 8h"}, CardError, "upcard", "2 cards; expected one"),
    "upcard in the hand": (KINGS | {"upcard": "2d"}, CardError, "upcard", "2d is in player"),
    "dead upcard": (KINGS | {"dead": "7h"}, CardError, "dead", "7h is in upcard"),
    "board": (KINGS | {"board": "2c"}, RoundError, "board", "unknown key"),
    "size of the ante": (KINGS | {"ante": "10"}, RuleError, "ante", "cap and rounding"),
    "six cards as dealt": (
        KINGS | {"player": "Kh Kd 9s 5c 2d 2c"},
        RoundError,
        "dealt",
        "five cards first dealt",
    ),
    "four cards dealt": (TRIPS | {"dealt": "Ks Kh 5c 2d"}, CardError, "dealt", "4 cards"),
    "bought and exchanged": (
        KINGS | {"player": "Kh Kd 9s 5c 2d 2c", "dealt": "Kh Kd 9s 5c 3c"},
        RoundError,
        "player",
        "not both",
    ),
    "sixth card not sold": (
        KINGS | {"game": OASIS, "player": "Kh Kd 9s 5c 2d 2c", "dealt": "Kh Kd 9s 5c 2d"},
        RoundError,
        "player",
        "no sixth card is sold",
    ),
    "exchange not sold": (
        TRIPS | {"game": CARIBBEAN, "dealt": "Ks Kh 5c 2d 8d"},
        RoundError,
        "player",
        "expected none",
    ),
    "one card where two are the least": (
        TRIPS | {"dealt": "Ks Kh 5c 2d 8d", "variant": "exchange-2-5"},
        RoundError,
        "player",
        "expected 2 to 5",
    ),
    "three dealer cards": (NO_GAME | {"dealer": "Ah 9d 4c"}, CardError, "dealer", "3 cards"),
    "another upcard": (KINGS | {"dealer": "8h"}, CardError, "dealer", "not the upcard"),
    "upcard not the dealer's": (NO_GAME | {"upcard": "8h"}, CardError, "upcard", "not among"),
    "dealer with a game": (
        NO_GAME | {"dealer": "Ah 9d 4c 4s 7h"},
        RoundError,
        "dealer",
        "has a game",
    ),
    "purchase not sold": (
        NO_GAME | {"variant": "no-purchase"},
        RoundError,
        "dealer",
        "no dealer's game is sold",
    ),
    "insured already": (
        TRIPS | {"dealt": TRIPS["player"], "stakes": {"ante": "10", "insurance": "10"}},
        StakeError,
        "stakes.insurance",
        "among the actions",
    ),
    "insurance of two pair": (
        NO_GAME
        | {"player": "Ks Kh 5c 5d 2d", "stakes": {"ante": "10", "insurance": "10"}}
        | {"variant": "insured-may-purchase"},
        StakeError,
        "stakes.insurance",
        "three of a kind",
    ),
    "too much insurance": (
        NO_GAME | {"stakes": {"ante": "10", "insurance": "31"}},
        StakeError,
        "stakes.insurance",
        "expected 10 to 30",
    ),
    "insured box may not buy": (
        NO_GAME | {"stakes": {"ante": "10", "insurance": "30"}},
        StakeError,
        "stakes.insurance",
        "may not buy",
    ),
    "bonus without an ante": (KINGS | {"stakes": {"bonus": "5"}}, StakeError, "stakes.ante", "no"),
    "negative bonus": (
        KINGS | {"stakes": {"ante": "5", "bonus": "-5"}},
        StakeError,
        "stakes.bonus",
        "negative",
    ),
    "bonus where there is none": (
        KINGS | {"game": OASIS, "stakes": {"ante": "5", "bonus": "5"}},
        StakeError,
        "stakes.bonus",
        "no bet here",
    ),
    "bet": (
        KINGS | {"stakes": {"ante": "5", "bet": "10"}},
        StakeError,
        "stakes.bet",
        "what the actions are about",
    ),
    "fee for nothing": (
        KINGS | {"stakes": {"ante": "5", "sixth": "5"}},
        StakeError,
        "stakes.sixth",
        "expected none",
    ),
    "fee of another size": (
        TRIPS | {"dealt": "Ks Kh 5c 2d 8d", "stakes": {"ante": "5", "exchange": "10"}},
        StakeError,
        "stakes.exchange",
        "expected 5",
    ),
}


@pytest.mark.parametrize(("document", "kind", "where", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_spot_is_said_with_its_place(
    document: dict[str, Any], kind: type[TrainerError], where: str, said: str
) -> None:
    with pytest.raises(kind) as refused:
        ev_document(document)
    assert refused.value.where == where
    assert said in refused.value.message
