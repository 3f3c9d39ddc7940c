"""Amounts and odds are fractions inside and text outside; binary floats never occur.

`parse_money` and `format_money` are a matched pair, as are `parse_exact` and `format_exact`, and
`parse_odds` and `format_odds`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from trainer.errors import MoneyError

PUSH = Fraction(0)
LOST = Fraction(-1)
EVEN = Fraction(1)

MAX_DIGITS = 40  # on either side of the point; far beyond any table's limits
_TOO_LARGE: int = 10**MAX_DIGITS

_DECIMAL = re.compile(r"[+-]?(\d+)(?:\.(\d+))?")
_GROUPED = re.compile(r"[+-]?\d{1,3},\d{3}")  # a decimal comma, or thousands
_ODDS = re.compile(rf"(\d{{1,{MAX_DIGITS}}}):(\d{{1,{MAX_DIGITS}}})")
_FRACTION = re.compile(rf"([+-]?\d{{1,{MAX_DIGITS}}})/(\d{{1,{MAX_DIGITS}}})")
_EXPECTED = "expected a decimal number such as 37.5"


def parse_money(given: object, *, comma: bool = False) -> Fraction:
    """An amount as a fraction: from text (`"37.5"`), an int or a Decimal, never from a float.

    With `comma`, `7,5` is read as 7.5 (for people typing, not for documents). Digits of any script
    are read. Raises MoneyError for anything else.
    """
    if isinstance(given, bool) or not isinstance(given, str | int | Decimal):
        raise MoneyError(f"{_shown(given)} is no amount; {_EXPECTED}")
    if isinstance(given, str):
        text = given.strip()
    elif isinstance(given, Decimal) and not given.is_finite():
        raise MoneyError(f"{given} is no amount; {_EXPECTED}")
    elif _small(given):
        text = str(given) if isinstance(given, int) else format(given, "f")
    else:
        raise _too_long(given)
    if comma:
        if _GROUPED.fullmatch(text):
            plain = text.replace(",", "")
            raise MoneyError(
                f"{_shown(given)} may mean {plain} or {text.replace(',', '.')}; write it without "
                "the comma"
            )
        text = text.replace("٫", ".").replace(",", ".")
    match = _DECIMAL.fullmatch(text)
    if not match:
        raise MoneyError(f"{_shown(given)} is no amount; {_EXPECTED}")
    if any(len(digits or "") > MAX_DIGITS for digits in match.groups()):
        raise _too_long(given)
    return Fraction(Decimal(text))


def _small(given: int | Decimal) -> bool:
    """Whether a finite number can be written out: no 1e999999999."""
    if isinstance(given, int):
        return abs(given) < _TOO_LARGE
    exponent = given.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -MAX_DIGITS and given.adjusted() < MAX_DIGITS


def _too_long(given: object) -> MoneyError:
    return MoneyError(
        f"{_shown(given)} has too many digits; expected {MAX_DIGITS} at most on either side of the "
        "point"
    )


def _shown(given: object) -> str:
    """What was given, as in JSON and not too long."""
    if given is None:
        return "null"
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int):
        return str(given) if _small(given) else f"a number of more than {MAX_DIGITS} digits"
    if isinstance(given, float):
        return f"{given!r}, a binary fraction,"
    if isinstance(given, dict | list):
        return "an object" if isinstance(given, dict) else "a list"
    if not isinstance(given, str | Decimal):
        return f"a {type(given).__name__}"
    text = repr(given[:60]) if isinstance(given, str) else str(given)
    return text if len(text) <= 60 else text[:57] + "…"


def is_decimal(amount: Fraction) -> bool:
    """Whether an amount has a finite decimal text."""
    n = amount.denominator
    for prime in (2, 5):
        while n % prime == 0:
            n //= prime
    return n == 1


def format_money(amount: Fraction) -> str:
    """An amount as exact decimal text, no trailing zeros. Raises MoneyError when it has none."""
    if not is_decimal(amount):
        raise MoneyError(
            f"{amount} has no finite decimal text; the house needs a rounding rule for it"
        )
    whole, rest = divmod(abs(amount.numerator), amount.denominator)
    digits = ""
    while rest:
        digit, rest = divmod(rest * 10, amount.denominator)
        digits += str(digit)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def format_exact(amount: Fraction) -> str:
    """An amount as exact decimal text where it has one, else as a reduced fraction (`10/3`)."""
    return format_money(amount) if is_decimal(amount) else str(amount)


def parse_exact(text: str, *, comma: bool = False) -> Fraction:
    """An amount as `format_exact` writes it, or as `parse_money` reads it. Raises MoneyError."""
    match = _FRACTION.fullmatch(text.strip())
    if match and int(match[2]):
        return Fraction(int(match[1]), int(match[2]))
    return parse_money(text, comma=comma)


def parse_odds(text: str) -> Fraction:
    """Odds to 1 from `a:b`, `push` or `lose`. Raises MoneyError for anything else."""
    if text == "push":
        return PUSH
    if text == "lose":
        return LOST
    match = _ODDS.fullmatch(text)
    if not match or not int(match[2]) or not int(match[1]):
        raise MoneyError(f"{_shown(text)} are no odds; expected a:b such as 3:2, or push, or lose")
    return Fraction(int(match[1]), int(match[2]))


def format_odds(odds: Fraction) -> str:
    """Odds as text: `500:1`, `3:2`, `push` or `lose`."""
    if odds == PUSH:
        return "push"
    if odds == LOST:
        return "lose"
    return f"{odds.numerator}:{odds.denominator}"
