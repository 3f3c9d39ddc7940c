"""JSON text and objects in, checked values out. Errors say where in the document they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, NoReturn

from trainer.cards import Card, parse_cards
from trainer.errors import MoneyError, RoundError, TrainerError
from trainer.money import parse_money

MOST_CHARACTERS = 200  # of a key or an id; errors repeat them


def parse_document(text: str, where: str = "") -> Any:
    """A JSON text as Python values, numbers as exact decimals. Raises RoundError with the place."""
    try:
        return json.loads(
            text,
            parse_float=_parse_decimal,
            parse_int=_parse_int,
            parse_constant=_no_constant,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RoundError(f"this is no JSON ({error.msg} at {place})", where) from None
    except RecursionError:
        raise RoundError("this JSON is nested too deeply; expected a round", where) from None
    except TrainerError as error:
        raise error.at(where) if where else error from None


def _parse_int(digits: str) -> int | Decimal:
    return int(digits) if len(digits) < 100 else Decimal(digits)


def _parse_decimal(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except InvalidOperation:  # an exponent of twenty digits
        raise MoneyError("a number has too many digits; expected one such as 37.5") from None


def _no_constant(word: str) -> NoReturn:
    raise MoneyError(f"{word} is no amount; expected a decimal number such as 37.5")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if len(key) > MOST_CHARACTERS:
            raise RoundError(
                f"a key of {len(key)} characters; expected a short one", key[:20] + "…"
            )
        if key in result:
            raise RoundError(f"the key {key!r} is there twice; expected once", key)
        result[key] = value
    return result


def require_object(value: object, what: str, where: str = "") -> dict[str, Any]:
    """The value as an object; RoundError when it is anything else."""
    if not isinstance(value, dict):
        raise RoundError(f"{kind_of(value)}; expected {what}, an object {{…}}", where)
    return value


def require_keys(document: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
    """RoundError when a document has a key that nothing reads."""
    for key in document:
        if key not in known:
            place = f"{where}.{key}" if where else str(key)
            raise RoundError(f"unknown key {key!r}; expected one of {', '.join(known)}", place)


def read_cards(document: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    """The cards under a key; none when it is absent, null or empty.

    Text, or a list of texts (as `dealer_draws` is written).
    """
    value = document.get(key)
    if value is None:
        return ()
    if isinstance(value, list):
        for n, a in enumerate(value):
            if not isinstance(a, str):
                raise RoundError(f"{kind_of(a)}; expected a card such as 'As'", f"{key}[{n}]")
        value = " ".join(value)
    if not isinstance(value, str):
        raise RoundError(f"{kind_of(value)}; expected cards such as 'As Kd'", key)
    try:
        return parse_cards(value)
    except TrainerError as error:
        raise error.at(key) from None


def read_bool(document: Mapping[str, Any], key: str) -> bool:
    """The truth value under a key, false when it is absent."""
    value = document.get(key, False)
    if not isinstance(value, bool):
        raise RoundError(f"{kind_of(value)}; expected true or false", key)
    return value


def read_text(document: Mapping[str, Any], key: str, default: str = "") -> str:
    """The text under a key."""
    value = document.get(key, default)
    if not isinstance(value, str):
        raise RoundError(f"{kind_of(value)}; expected a text", key)
    if len(value) > MOST_CHARACTERS:
        raise RoundError(f"a text of {len(value)} characters; expected a short one", key)
    return value


def read_texts(document: Mapping[str, Any], key: str) -> dict[str, str]:
    """The object of texts under a key, empty when it is absent."""
    found = require_object(document.get(key, {}), "texts by name", key)
    for name, value in found.items():
        if not isinstance(value, str):
            raise RoundError(f"{kind_of(value)}; expected a text", f"{key}.{name}")
    return found


def read_stakes(document: Mapping[str, Any], key: str = "stakes") -> dict[str, Fraction]:
    """The stakes under a key, by bet."""
    stakes: dict[str, Fraction] = {}
    for bet, value in require_object(document.get(key, {}), "stakes by bet", key).items():
        try:
            stakes[bet] = parse_money(value)
        except TrainerError as error:
            raise error.at(f"{key}.{bet}") from None
    return stakes


def kind_of(value: object) -> str:
    """What a JSON value is, in words: an object, a text, the number 5."""
    names: dict[type, str] = {
        dict: "an object",
        list: "a list",
        str: "a text",
    }
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return names.get(type(value), "a number")
