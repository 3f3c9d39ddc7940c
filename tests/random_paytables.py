"""Thirty paytables from fixed seeds, each in one of the spellings that people save them in.

What a spelling means is written out here from the public contract (its section on paytable files):
the odds come first, the text is made of them. `golden/random-paytables.csv` says what they are
worth, and the file is made by `python -m tests.slow.test_games_dealt_out`.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from tests.naive import CASINO, CATEGORIES, UTH

GOLDEN = Path(__file__).parent / "golden" / "random-paytables.csv"
PUSH, LOST = Fraction(0), Fraction(-1)
AA_ROWS = (*CATEGORIES[:2], "pair-of-aces", *CATEGORIES[2:])
MOST = {"blind": 800, "ante": 200}
LOW = tuple(Fraction(n) for n in ("0", "1/2", "1", "1", "1", "1", "6/5", "3/2", "2"))
LADDER = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 800)


@dataclass(frozen=True)
class RandomTable:
    """One table: its game, house and bet, the odds of every row, and the file with it."""

    id: str
    game: str
    house: str
    bet: str
    odds: dict[str, Fraction]
    name: str
    data: bytes


# --- odds ----------------------------------------------------------------------------------


def odds_of(seed: str, bet: str) -> dict[str, Fraction]:
    """Odds by row, weakest first. Mostly they rise with the hand; main bets may lose on a win."""
    source = random.Random(f"odds {seed}")
    rows = AA_ROWS if bet == "aa" else CATEGORIES
    main = bet in MOST
    odds = dict.fromkeys(rows, PUSH if main else LOST)
    if bet == "ante":  # a house's ante pays about even money up to a straight
        low = sorted(source.choice(LOW) for _ in rows[:5])
        odds |= dict(zip(rows, low, strict=False))
    n_paid = source.randrange(2, 8) if main else source.randrange(5, len(rows) - 1)
    paid_rows = rows[len(rows) - n_paid :]
    ladder = [n for n in LADDER if n <= MOST.get(bet, 1000)]
    for k, row in enumerate(paid_rows):
        low, high = len(ladder) * k // (2 * n_paid), len(ladder) * (k + 1) // n_paid
        n = source.choice(ladder[low:high])
        odds[row] = Fraction(n, source.choice((1, 1, 1, 2, 5)) if n < 10 else 1)
    if source.random() < 0.7:  # else they may fall as hands rise, and the page warns
        odds |= dict(zip(paid_rows, sorted(odds[row] for row in paid_rows), strict=True))
    if bet == "blind" and source.random() < 0.4:
        odds[rows[source.randrange(len(rows) - n_paid)]] = LOST
    if not main and source.random() < 0.5:
        odds[rows[len(rows) - n_paid - 1]] = PUSH
    return odds


# --- spellings -----------------------------------------------------------------------------

TITLES = {
    "royal-flush": "Royal Flush",
    "straight-flush": "Straight Flush",
    "four-of-a-kind": "Four of a Kind",
    "full-house": "Full House",
    "flush": "Flush",
    "straight": "Straight",
    "three-of-a-kind": "Three of a Kind",
    "two-pair": "Two Pair",
    "pair-of-aces": "Pair of Aces",
    "pair": "Pair",
    "high-card": "High Card",
}
RUSSIAN = {
    "royal-flush": "Роял-флеш",
    "straight-flush": "Стрит-флеш",
    "four-of-a-kind": "Каре",
    "full-house": "Фулл-хаус",
    "flush": "Флеш",
    "straight": "Стрит",
    "three-of-a-kind": "Тройка",
    "two-pair": "Две пары",
    "pair-of-aces": "Пара тузов",
    "pair": "Пара",
    "high-card": "Старшая карта",
}
Say = Callable[[Fraction], str]


def plain(odds: Fraction) -> str:
    """`3:2`, the documented form."""
    if odds == PUSH:
        return "push"
    return "lose" if odds == LOST else f"{odds.numerator}:{odds.denominator}"


def or_words(say: Say, not_paid: Fraction | None = None) -> Say:
    """Odds in a form of their own; push and lose as words, or `N/A` for what is not paid."""

    def spelled(odds: Fraction) -> str:
        if odds == not_paid:
            return "N/A"
        return say(odds) if odds > 0 else plain(odds).capitalize()

    return spelled


def to(odds: Fraction) -> str:
    """`500 to 1`, `3 to 2`."""
    return f"{odds.numerator} to {odds.denominator}"


def comma(odds: Fraction) -> str:
    """`1,5` to 1."""
    return f"{float(odds):g}".replace(".", ",")


def with_stake(odds: Fraction) -> str:
    """`9 for 1` is 8:1: the stake is among the nine. A push gives one for one."""
    if odds == LOST:
        return "lose"
    return f"{odds.numerator + odds.denominator} for {odds.denominator}"


def dashed(odds: Fraction) -> str:
    """`500–1` with an en dash, and `3/2`."""
    whole = odds.denominator == 1
    return f"{odds.numerator}–1" if whole else f"{odds.numerator}/{odds.denominator}"


def starred(odds: Fraction) -> str:
    """`1.5:1*`, a decimal with a footnote."""
    return f"{float(odds):g}:1*"


def file_of(id: str, bet: str, odds: dict[str, Fraction], spelling: int) -> tuple[str, bytes]:
    """A file's name and bytes in one of six spellings, the highest hand first."""
    not_paid = PUSH if bet in MOST else LOST
    rows = list(reversed(odds))
    if spelling == 0:
        lines = [f"{id},{row},{plain(odds[row])},a house,2026-11-29" for row in rows]
        return f"{id}.csv", "\n".join(["table,row,odds,source,checked", *lines, ""]).encode()
    if spelling == 1:
        say = or_words(to, not_paid)
        lines = [f"{TITLES[row]},{say(odds[row])}" for row in rows]
        return f"{id}.csv", "\n".join(["Hand,Pays", *lines]).encode()
    if spelling == 2:
        say = or_words(comma)
        lines = [f"{TITLES[row]};{say(odds[row])}" for row in rows]
        return f"{id}.csv", "\n".join(["sep=;", "hand;pays", *lines, ""]).encode()
    if spelling == 3:  # every row that does as the lowest hand does, in one line with it
        low = odds[rows[-1]]
        alike = [row for n, row in enumerate(rows) if all(odds[one] == low for one in rows[n:])]
        top = alike[0]
        lines = [f'"{row}","{with_stake(odds[row])}"' for row in rows if row not in alike]
        lines.append(f'"{TITLES[top]} or lower","{plain(low)}"')
        return f"{id}.csv", "\n".join(['"row","odds"', *lines, ""]).encode()
    if spelling == 4:
        say = or_words(dashed)
        lines = [f"{id}\t{TITLES[row].upper()}\t{say(odds[row])}" for row in rows]
        return f"{id}.tsv", "\r\n".join(["table\trow\todds", *lines, ""]).encode()
    # A byte order mark, Russian names, and rows that are not paid left out.
    lines = [
        f"{RUSSIAN[row]},{or_words(starred)(odds[row])}" for row in rows if odds[row] != not_paid
    ]
    return f"{id}.txt", "\n\n".join(["hand,pays", *lines]).encode("utf-8-sig")


# --- the thirty ----------------------------------------------------------------------------


def _tables(game: str, house: str, bet: str, n: int, first: int) -> list[RandomTable]:
    found = []
    for k in range(n):
        id = f"{bet.replace('_', '-')}-{k + 1}"
        odds = odds_of(id, bet)
        name, data = file_of(id, bet, odds, (first + k) % 6)
        found.append(RandomTable(id, game, house, bet, odds, name, data))
    return found


THIRTY = (
    *_tables(UTH, "default", "blind", 10, 0),
    *_tables(CASINO, "default", "ante", 8, 4),
    *_tables(UTH, "default", "trips", 4, 0),
    *_tables(CASINO, "default", "aa", 4, 4),
    *_tables(UTH, "bad-beat", "bad_beat", 4, 2),
)
BLINDS, ANTES = (tuple(table for table in THIRTY if table.bet == bet) for bet in ("blind", "ante"))


def golden() -> dict[str, Fraction]:
    """The player's exact net in antes a round under each table of a main bet, by its id."""
    with GOLDEN.open(encoding="utf-8", newline="") as lines:
        return {line["table"]: Fraction(line["net"]) for line in csv.DictReader(lines)}
