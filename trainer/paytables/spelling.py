"""Names of rows and odds as people write them, in English and Russian.

What can mean two things is not read. Every text that is no row id, and no odds in the form `a:b`,
`push` or `lose`, comes back with a note that says how it was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from trainer.money import LOST, PUSH, format_odds
from trainer.paytables.sheets import shown
from trainer.rules import TableSpec

MOST_LETTERS = 80  # longer cells are neither; it also bounds the work of the patterns below
EXPECTED_ODDS = "expected odds such as 500:1 or 3:2, or push, or lose"


class Unreadable(Exception):
    """A cell that is not read: what was found, and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(found, expected)
        self.found = found
        self.expected = expected


# --- rows ----------------------------------------------------------------------------------------

_ENGLISH = {
    "royal-flush": "royal flush, royal, royal straight flush",
    "straight-flush": "straight flush, straightflush",
    "four-of-a-kind": "four of a kind, 4 of a kind, four of kind, 4 of kind, quads",
    "full-house": "full house, full, full boat, fullhouse, boat",
    "flush": "flush",
    "straight": "straight",
    "three-of-a-kind": "three of a kind, 3 of a kind, three of kind, 3 of kind, trips, set",
    "two-pair": "two pair, two pairs, 2 pair, 2 pairs",
    "pair": "pair, one pair, 1 pair, a pair, any pair",
    "pair-of-aces": "pair of aces, a pair of aces, one pair of aces, pair aces, aces, aa",
    "ace-king": "ace king, ak, a k, a/k, ace/king",
    "high-card": "high card, highcard",
}
_ROYAL_RU = ", ".join(
    f"{a} {b}, {b} {a}" for a in ("флеш", "флэш") for b in ("рояль", "роял", "ройал", "ройял")
)
_RUSSIAN = {
    "royal-flush": _ROYAL_RU,
    "straight-flush": "стрит флеш, стрит флэш, стритфлеш, стритфлэш",
    "four-of-a-kind": "каре, четыре карты",
    "full-house": "фулл хаус, фул хаус, фуллхаус, фулхаус, фулл хауз, фул хауз",
    "flush": "флеш, флэш",
    "straight": "стрит",
    "three-of-a-kind": "тройка, сет, три карты",
    "two-pair": "две пары, 2 пары",
    "pair": "пара, одна пара, 1 пара",
    "pair-of-aces": "пара тузов, два туза",
    "ace-king": "туз король, туз/король",
    "high-card": "старшая карта",
}
_ROW_OF = {
    name: row
    for names in (_ENGLISH, _RUSSIAN)
    for row, text in names.items()
    for name in text.split(", ")
}

# A dash between spaces may mean a range, a hyphen between words is a space.
_SPACED_DASH = re.compile(r"\s[-\u2010-\u2015\u2212]|[-\u2010-\u2015\u2212]\s")
_JOINERS = re.compile(r"[\s_\u2010-\u2015\u2212-]+")
_WORSE = re.compile(
    r"(.+) (?:or|and|или|и) (?:lower|less|below|worse|under|ниже|младше|меньше|хуже)"
)
_BETTER = re.compile(r"(.+) (?:or|and|или|и) (?:better|higher|above|more|выше|старше|больше|лучше)")
_LESS_THAN = re.compile(r"(?:less|lower|worse) than (?:an? )?(.+)")
_RANGE = re.compile(r"(.+) (?:to|through|до) (.+)")


def read_rows(text: str, spec: TableSpec, *, loses: bool) -> tuple[tuple[str, ...], str]:
    """The row ids that a name stands for, strongest first, and a note unless it is the id itself.

    A merged row (`straight or lower`) stands for several; it stays within one of the spec's groups
    and does not go below its floor, unless it says that they lose. Raises Unreadable.
    """
    if text in spec.rows:
        return (text,), ""
    bare = text.rstrip("*").strip()
    if not bare:
        raise Unreadable("a line without a hand", _expected_rows(spec))
    if len(bare) > MOST_LETTERS:
        raise Unreadable(f"unknown row {shown(text)}", _expected_rows(spec))
    key = "" if _SPACED_DASH.search(bare) else _JOINERS.sub(" ", bare.casefold().replace("ё", "е"))
    key = re.sub(r"^(.+) \((\w+)\)$", r"\2 \1", key.strip())
    if (row := _row(key, spec)) is not None:
        return (row,), f"the row {shown(text)} is read as {row}"
    if (rows := _merged(key, spec, loses)) is None:
        known = _ROW_OF.get(key)
        raise Unreadable(
            f"unknown row {shown(text)}" + (f" ({known}) in this bet" if known else ""),
            _expected_rows(spec),
        )
    if not rows:
        raise Unreadable(
            f"the row {shown(text)} covers no row that this bet pays", _expected_rows(spec)
        )
    rows = tuple(reversed(rows))
    return rows, f"the row {shown(text)} is read as {', '.join(rows)}"


def _expected_rows(spec: TableSpec) -> str:
    return f"expected one of {', '.join(spec.rows)}"


def _row(key: str, spec: TableSpec) -> str | None:
    """The row of a name in plain words."""
    where, _, rest = key.partition(" ")
    for row in (key.replace(" ", "-"), _ROW_OF.get(key, ""), f"{where}-{_ROW_OF.get(rest, '')}"):
        if row in spec.rows:
            return row
    return None


def _merged(key: str, spec: TableSpec, loses: bool) -> tuple[str, ...] | None:
    """The rows of a merged name, weakest first, or None when it is none."""
    for pattern, step in ((_WORSE, 0), (_LESS_THAN, -1)):
        if (match := pattern.fullmatch(key)) and (row := _row(match[1], spec)) is not None:
            group = group_of(row, spec)
            floor = 0 if loses else group.index(_floor(group, spec))
            return group[floor : group.index(row) + 1 + step]
    if (match := _BETTER.fullmatch(key)) and (row := _row(match[1], spec)) is not None:
        group = group_of(row, spec)
        return group[group.index(row) :]
    if match := _RANGE.fullmatch(key):
        first, last = _row(match[1], spec), _row(match[2], spec)
        if first is not None and last is not None:
            group = group_of(first, spec)
            if last in group:
                low, high = sorted((group.index(first), group.index(last)))
                return group[low : high + 1]
    return None


def group_of(row: str, spec: TableSpec) -> tuple[str, ...]:
    """The run of rows that a row belongs to."""
    return next((group for group in groups(spec) if row in group), (row,))


def groups(spec: TableSpec) -> tuple[tuple[str, ...], ...]:
    """The runs of rows in which odds should not fall: the spec's groups, or all rows."""
    return spec.groups or (spec.rows,)


def _floor(group: tuple[str, ...], spec: TableSpec) -> str:
    """The weakest row that a merged row reaches in a group.

    It is the spec's floor or, in a parallel group of the same length, the row in the same place
    (Russian Poker's bonus: dealt and bought rows).
    """
    home = group_of(spec.floor, spec)
    if len(home) == len(group) and spec.floor in home:
        return group[home.index(spec.floor)]
    return group[0]


# --- odds ----------------------------------------------------------------------------------------

_CANONICAL = re.compile(r"[1-9][0-9]{0,8}:[1-9][0-9]{0,8}")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_RATIO = re.compile(r"([0-9]{1,9}) ?(:|to|-|/) ?([0-9]{1,9})")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})([.,])([0-9]+)(?: ?(:|to|-|/) ?1)?")
_WHOLE = re.compile(r"[0-9]{1,9}")
_FOR = re.compile(r"([1-9][0-9]{0,8}) for ([1-9][0-9]{0,8})")

_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    "янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек"
)
_DATE = re.compile(
    rf"[0-9]{{1,4}}([-/.])[0-9]{{1,2}}\1[0-9]{{1,4}}.*|"
    rf".*[0-9].*\b(?:{_MONTHS}).*|(?:{_MONTHS}).*[0-9].*"
)
_TIME = re.compile(
    r"[0-9]+:[0-9]{2}:[0-9]{2}.*|[0-9]+:[0-9]{2} ?[ap]m|0[0-9]+:[0-9]+|[0-9]+:0[0-9]+"
)
_SOME_ODDS = re.compile(r"[0-9]+ ?(?::|to|/|-) ?[0-9]+")

# Days 1 January 2000 to 31 December 2099 as spreadsheets count them, from 30 December 1899.
_DAY_NUMBERS = range(36526, 73051)
_YEARS = range(1900, 2101)


def read_odds(text: str, not_paid: Fraction) -> tuple[Fraction, str]:
    """Odds to 1, and a note unless they are written as `a:b`, `push` or `lose`.

    `not_paid` is what `N/A` means on this bet. Raises Unreadable for anything that is not, or not
    surely, odds.
    """
    if text == "push":
        return PUSH, ""
    if text == "lose":
        return LOST, ""
    if _CANONICAL.fullmatch(text):
        return _ratio(text, *text.split(":")), ""
    if len(text) > MOST_LETTERS:
        raise Unreadable(f"{shown(text)} are no odds", EXPECTED_ODDS)
    bare = " ".join(text.translate(_DASHES).casefold().split())
    starred = bare.endswith("*")
    odds = _free_odds(text, bare.rstrip("* ") if starred else bare, not_paid)
    footnote = ", and its footnote is not read" if starred else ""
    return odds, f"{shown(text)} is read as {format_odds(odds)}{footnote}"


def _free_odds(text: str, bare: str, not_paid: Fraction) -> Fraction:
    if not bare:
        raise Unreadable("a row without odds", EXPECTED_ODDS)
    if bare in ("push", "lose"):
        return PUSH if bare == "push" else LOST
    if bare == "n/a":
        return not_paid
    for problem in _problems(bare):
        raise Unreadable(f"{shown(text)} {problem}", EXPECTED_ODDS)
    if match := _RATIO.fullmatch(bare):
        return _ratio(text, match[1], match[3])
    if match := _FOR.fullmatch(bare):
        odds = Fraction(int(match[1]), int(match[2])) - 1
        if odds < 0:
            raise Unreadable(f"{shown(text)} gives back less than the stake", EXPECTED_ODDS)
        return odds
    if _WHOLE.fullmatch(bare):
        return _ratio(text, bare, "1")
    if match := _DECIMAL.fullmatch(bare):
        return _ratio(text, match[1] + match[3], "1" + "0" * len(match[3]))
    raise Unreadable(f"{shown(text)} are no odds", EXPECTED_ODDS)


def _ratio(text: str, first: str, second: str) -> Fraction:
    if not int(first) or not int(second):
        raise Unreadable(f"{shown(text)} has a zero", EXPECTED_ODDS)
    return Fraction(int(first), int(second))


def _problems(bare: str) -> Iterator[str]:
    """Why a text that may look like odds must not be read as odds."""
    if "%" in bare or "jackpot" in bare or "джекпот" in bare:
        yield "is a share of a jackpot and no fixed odds"
    if _DATE.fullmatch(bare):
        yield "is a date, perhaps made of odds by a spreadsheet"
    if _TIME.fullmatch(bare):
        yield "is a time of day, perhaps made of odds by a spreadsheet"
    if len(_SOME_ODDS.findall(bare)) > 1:
        yield "holds two odds"
    if re.fullmatch(r"- ?[0-9].*|.*[:/ ]-[0-9].*", bare):
        yield "is negative"
    if match := _RATIO.fullmatch(bare):
        first, sign, second = match.groups()
        padded = any(one.startswith("0") and one.strip("0") for one in (first, second))
        if padded or (sign in "-/" and int(second) in _YEARS):
            yield "is a date, perhaps made of odds by a spreadsheet"
    if _WHOLE.fullmatch(bare):
        if int(bare) in _DAY_NUMBERS:
            yield "may be the number of a day, made of a date by a spreadsheet"
        if bare.startswith("0") and bare.strip("0"):
            yield "are no odds"
    if match := _DECIMAL.fullmatch(bare):
        yield from _decimal_problems(match)


def _decimal_problems(match: re.Match[str]) -> Iterator[str]:
    whole, point, digits, to_one = match.groups()
    if len(digits) > 3:
        yield "is a rounded number, or a date or time turned into one"
    if len(digits) == 3 and whole != "0":
        yield f"may mean {whole}{digits} or {whole}.{digits}"
    day_and_month = point == "." and len(digits) == 2 and 1 <= int(digits) <= 12
    if day_and_month and not to_one and 1 <= int(whole) <= 31:
        yield "may be a date, day and month"
