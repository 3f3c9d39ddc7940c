"""Hands to evaluate and to compare as documents, as the public contract has them."""

from __future__ import annotations

from typing import Any

from trainer.cards import Card, format_card, format_cards
from trainer.documents.reading import (
    kind_of,
    read_cards,
    read_text,
    require_keys,
    require_object,
)
from trainer.errors import CardError, RoundError
from trainer.games import build
from trainer.games.stud import bet_odds
from trainer.hands.combinations import paid_combinations
from trainer.locale import Translator, translator
from trainer.poker.comparing import Contender, compare, contender, require_rules
from trainer.wording import hand_name

EVALUATE_KEYS = ("rules", "cards", "board")
COMPARE_KEYS = ("rules", "hands", "board")


def evaluate_document(document: object, t: Translator | None = None) -> dict[str, Any]:
    """One hand read: category, name, the five that play and where they came from."""
    found = require_object(document, "a hand")
    require_keys(found, EVALUATE_KEYS)
    rules = require_rules(read_text(found, "rules", "high"))
    if "cards" not in found:
        raise RoundError("the cards are missing; expected some such as 'As Kd'", "cards")
    read = contender(rules, read_cards(found, "cards"), read_cards(found, "board"))
    return _contender_document(rules, read, t or translator("en"))


def compare_document(document: object, t: Translator | None = None) -> dict[str, Any]:
    """Hands compared: the winners by index, whether they tie, and the cards that decided."""
    found = require_object(document, "hands to compare")
    t = t or translator("en")
    require_keys(found, COMPARE_KEYS)
    rules = require_rules(read_text(found, "rules", "high"))
    hands = found.get("hands")
    if not isinstance(hands, list):
        what = kind_of(hands) if "hands" in found else "the hands are missing"
        raise RoundError(f"{what}; expected a list of two or more hands", "hands")
    board = read_cards(found, "board")
    result = compare(rules, [_hand(hands, n) for n in range(len(hands))], board)
    return {
        "winners": list(result.winners),
        "tie": result.tie,
        "deciding_cards": [format_card(a) for a in result.deciding],
        "hands": [_contender_document(rules, x, t) for x in result.contenders],
    }


def _hand(hands: list[Any], n: int) -> tuple[Card, ...]:
    try:
        return read_cards({"": hands[n]}, "")
    except (CardError, RoundError) as error:
        raise type(error)(error.message, f"hands[{n}]") from None


def _contender_document(rules: str, read: Contender, t: Translator) -> dict[str, Any]:
    result: dict[str, Any] = {
        "category": read.hand.id,
        "name": hand_name(t, read.hand),
        "cards": format_cards(read.hand.cards),
        "used": [_origin(a, read) for a in read.hand.cards],
        "unused": [_origin(a, read) for a in read.unused],
    }
    if rules == "russian":
        result["combinations"] = [
            {"category": x.id, "cards": format_cards(x.cards)}
            for x in paid_combinations(read.hole, bet_odds(build("russian-poker").bet("bet")))
        ]
    return result


def _origin(a: Card, read: Contender) -> dict[str, str]:
    return {"card": format_card(a), "from": "hole" if a in read.hole else "board"}
