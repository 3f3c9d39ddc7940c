"""What the tests of the data files share: the games' rows and rules, and small files to read."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from trainer.money import LOST, PUSH
from trainer.paytables import FileReport, parse_tables
from trainer.rules import Rule, TableSpec

ROWS_10 = (
    *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush"),
    *("full-house", "four-of-a-kind", "straight-flush", "royal-flush"),
)
ROWS_11 = ("high-card", "ace-king", *ROWS_10[1:])
ROWS_AA = ("high-card", "pair", "pair-of-aces", *ROWS_10[2:])
BOUGHT = tuple(f"bought-{row}" for row in ROWS_11)
DEALT = tuple(f"dealt-{row}" for row in ROWS_11)

BLIND = TableSpec(ROWS_10, PUSH, "high-card")
TRIPS = TableSpec(ROWS_10, LOST, "three-of-a-kind")
ANTE = TableSpec(ROWS_10, PUSH, "high-card")
AA = TableSpec(ROWS_AA, LOST, "pair-of-aces")
BET = TableSpec(ROWS_11, PUSH, "ace-king")
ANTE_NO_GAME = TableSpec(ROWS_11, PUSH, "high-card")
BONUS = TableSpec(BOUGHT + DEALT, LOST, "dealt-three-of-a-kind", groups=(BOUGHT, DEALT))

SPECS = {
    "ultimate-texas-holdem": {"blind": BLIND, "trips": TRIPS, "bad_beat": TRIPS},
    "casino-holdem": {"ante": ANTE, "aa": AA},
    "russian-poker": {"bet": BET, "ante_no_game": ANTE_NO_GAME, "bonus": BONUS},
}


def _is_range(text: str) -> bool:
    return re.fullmatch("[1-5]-[1-5]", text) is not None and text[0] <= text[2]


def _is_fee(text: str) -> bool:
    return re.fullmatch(r"\d(/\d)*", text) is not None


RULES = {
    "ultimate-texas-holdem": (
        Rule("preflop", ("3-or-4", "4")),
        Rule("qualifies", ("pair",)),
        Rule("blind", table="blind"),
        Rule("trips", ("none",), table="trips"),
        Rule("trips_on_fold", ("alive", "lost")),
        Rule("trips_needs_win", ("no", "yes")),
        Rule("bad_beat", ("none",), table="bad_beat"),
    ),
    "casino-holdem": (
        Rule("qualifies", ("pair-of-fours",)),
        Rule("ante", table="ante"),
        Rule("ante_no_game", ("table", "even")),
        Rule("aa", ("none",), table="aa"),
        Rule("aa_on_fold", ("alive", "lost")),
    ),
    "russian-poker": (
        Rule("sixth", ("yes", "no")),
        Rule("exchange", ("none",), accepts=_is_range, form="a range such as 1-5"),
        Rule("exchange_fee", accepts=_is_fee, form="antes such as 1/2/3"),
        Rule("raise_after_five", ("free", "forced")),
        Rule("combinations", ("two", "six-cards-only", "one")),
        Rule("paired_straight", ("two-straights", "straight-plus-pair")),
        Rule("qualifies", ("ace-king", "pair")),
        Rule("ante_on_win", ("push", "even")),
        Rule("ante_no_game", table="ante_no_game"),
        Rule("insurance", ("half", "full", "none")),
        Rule("insurance_on_game", ("lost-on-win", "lost")),
        Rule("purchase", ("highest", "lowest", "none")),
        Rule("purchase_redraw", ("yes", "no")),
        Rule("purchase_fails", ("push", "even")),
        Rule("insured_purchase", ("no", "yes")),
        Rule("bet", table="bet"),
        Rule("bonus", ("none",), table="bonus"),
    ),
}
UTH = "ultimate-texas-holdem"
GAMES = tuple(SPECS)
BETS = [(game, bet) for game, specs in SPECS.items() for bet in specs]


FULL = """\
royal-flush,50:1
straight-flush,40:1
four-of-a-kind,30:1
full-house,8:1
flush,7:1
straight,4:1
three-of-a-kind,3:1
"""
FULL_ODDS = dict(zip(reversed(ROWS_10), (50, 40, 30, 8, 7, 4, 3), strict=False))
DOCUMENTED = "table,row,odds,source,checked\n" + "".join(
    f"T,{line},our floor,2026-11-29\n" for line in FULL.splitlines()
)


def read(text: str | bytes, spec: TableSpec = TRIPS, bet: str = "trips") -> FileReport:
    data = text.encode() if isinstance(text, str) else text
    return parse_tables(data, "mine.csv", bet, spec)


def odds_of(text: str | bytes, spec: TableSpec = TRIPS, bet: str = "trips") -> dict[str, Fraction]:
    """The odds of the only table of a file without faults."""
    report = read(text, spec, bet)
    assert report.faults == ()
    assert len(report.tables) == 1
    return dict(next(iter(report.tables.values())).odds)


def cell(odds: str) -> FileReport:
    """A file whose line 2 is a flush with these odds."""
    quoted = odds.replace('"', '""')
    return read(f'hand,pays\nflush,"{quoted}"\n')


def write_into(folder: Path) -> Callable[[str, str], Path]:
    """A function that writes a text file by its path below a folder."""

    def write(name: str, text: str) -> Path:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
