"""Copies of the shipped data with a changed cell, and written-out rounds that read its cells."""

from __future__ import annotations

import csv
import shutil
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.test_combinations import DOUBLES
from trainer.paytables import package_folder

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
CARIBBEAN, OASIS = "caribbean-stud", "oasis-poker"
STUD = (RUSSIAN, CARIBBEAN, OASIS)
SHIPPED = package_folder()
Document = dict[str, Any]
Rows = list[dict[str, str]]


# --- a copy of the data with a changed cell ------------------------------------------------------


@dataclass
class Data:
    """Copies of the shipped folder that the product reads instead of its own."""

    folder: Path
    patch: pytest.MonkeyPatch
    n_copies: int = 0

    def shipped(self) -> None:
        """Read the shipped files again."""
        self.patch.undo()

    def change(self, game: str, file: str, line: int, column: str, value: str) -> None:
        """Read a new copy in which one cell of one row (0 is the first) has another value."""
        self.n_copies += 1
        copy = self.folder / str(self.n_copies)
        shutil.copytree(SHIPPED / game, copy / game)
        rows = read(game, file)
        rows[line][column] = value
        write(copy / game / file, rows)
        self.patch.undo()
        self.patch.setattr("trainer.paytables.places.package_folder", lambda: copy)


def read(game: str, file: str) -> Rows:
    with (SHIPPED / game / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def write(path: Path, rows: Rows) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


# --- a round for every cell of every table -------------------------------------------------------


@dataclass(frozen=True)
class Reads:
    """A round with the one cell that it reads: the bet's file, the row, the stake, how often."""

    document: Document
    file: str  # the bet whose table is read
    rows: tuple[str, ...]  # two for two Russian combinations
    stake: Fraction


def uth(cards: str, **stakes: str) -> Document:
    player, board, dealer = cards.split(" | ")
    folded = "play" not in stakes
    given = {"ante": "10", "blind": "10", **stakes}
    return {
        "game": UTH,
        "player": player,
        "board": board,
        "dealer": dealer,
        "stakes": given,
        "folded": folded,
    }


def casino(cards: str, **stakes: str) -> Document:
    player, board, dealer = cards.split(" | ")
    return {
        "game": CASINO,
        "player": player,
        "board": board,
        "dealer": dealer,
        "stakes": {"ante": "10", **stakes},
        "folded": "call" not in stakes,
    }


def stud(game: str, text: str, dealer: str, **stakes: str) -> Document:
    cards = text.split()
    document = {
        "game": game,
        "player": text,
        "dealer": dealer,
        "stakes": {"ante": "10", **stakes},
        "folded": "bet" not in stakes,
    }
    if len(cards) == 6:
        document["dealt"] = " ".join(cards[:5])
        document["stakes"] |= {"sixth": "10"}
    return document


# Player, board, and a dealer who loses to the player; in Casino Hold'em he may lack a game.
WON = {
    "royal-flush": "Ah Kh | Qh Jh Th 2c 3d | 2s 5s",
    "straight-flush": "9h 8h | Qh Jh Th 2c 3d | 2s 5s",
    "four-of-a-kind": "9h 9c | 9d 9s 5h 2c Kd | 5s 4d",
    "full-house": "Kh Kc | Kd 2s 2d 8h 9c | Ad Jc",
    "flush": "Ah 9h | Kh Qs 7h 4h 2c | Kd 8c",
    "straight": "Jd Tc | Qs 9d 8h 3c 2s | Qd 5h",
    "three-of-a-kind": "7h 7d | 7c Qs 2d 4h 9s | Qd 3c",
    "two-pair": "Qd 7h | Qs 7c 2d 3h 9s | Qh Jc",
    "pair": "Qd Jh | Qs 7c 2d 3h 9s | 9d 4c",
    "high-card": "Ah Kd | Qs 7c 2d 3h 9s | Kc Jd",
}
# The player loses with the row; nobody can lose with a royal.
LOST_WITH = {
    "straight-flush": "9h 8h | Qh Jh Th 2c 3d | Ah Kh",
    "four-of-a-kind": "9h 9c | 9d 9s Kd Ks 2c | Kh Kc",
    "full-house": "5c 5d | 9d 9s 5h 2c Kd | Kh Ks",
    "flush": "9h 8h | Kh Qs 7h 4h 2c | Ah 3h",
    "straight": "6d 5c | 9s 8d 7h 3c 2s | Jd Tc",
    "three-of-a-kind": "7h 7d | 7c Qs 2d 4h 9s | Qd Qh",
}
AA = {
    "royal-flush": "Ah Kh | Qh Jh Th 2c 3d | 8s 8d",
    "straight-flush": "9h 8h | Qh Jh Th 2c 3d | 8s 8d",
    "four-of-a-kind": "9h 9c | 9d 9s 5h 2c Kd | 8s 8d",
    "full-house": "9h 9c | 9d 5s 5h 2c Kd | 8s 8d",
    "flush": "Ah 9h | Kh 7h 4h 2c Jd | 8s 8d",
    "straight": "Jd Tc | Qs 9d 8h 3c 2s | 8s 8d",
    "three-of-a-kind": "7h 7d | 7c Qs 2d 3h 9s | 8s 8d",
    "two-pair": "Qd 7h | Qs 7c 2d 3h 9s | 8s 8d",
    "pair-of-aces": "Ah Ad | Qs 7c 2d 3h 9s | 8s 8d",
}
SINGLES = {
    "royal-flush": "Ah Kh Qh Jh Th",
    "straight-flush": "9h 8h 7h 6h 5h",
    "four-of-a-kind": "9h 9s 9d 9c Kh",
    "full-house": "9h 9s 9d Kh Ks",
    "flush": "Kh Jh 9h 7h 2h",
    "straight": "9s 8d 7h 6s 5h",
    "three-of-a-kind": "9h 9s 9d Kh 2s",
    "two-pair": "Kh Ks 8d 8h 3s",
    "pair": "Kh Ks 9d 5h 2s",
    "ace-king": "Ad Kh 9s 7h 2s",
    "high-card": "Qh Jh 9d 5h 2s",
}
BOUGHT = {
    "royal-flush": "Ah Kh Qh Jh 2s Th",
    "straight-flush": "9h 8h 7h 6h 2s 5h",
    "four-of-a-kind": "9h 9s 9d Kh 2s 9c",
    "full-house": "9h 9s Kh Ks 2s 9d",
    "flush": "Kh Jh 9h 7h 2s 2h",
    "straight": "9s 8d 7h 6s 2s 5h",
}
SIXES = "6c 6d 4c 3c Td"  # loses to a pair of kings
LOW_ACE_KING = "Ac Kc 8c 7c 2d"
NO_GAME = "Qc Tc 6c 4d 3c"
NO_SUCH_ROUND = {(UTH, "bad_beat", "royal-flush"), *((game, "bet", "high-card") for game in STUD)}


def rounds(game: str) -> list[Reads]:
    """A round for every row of every bet with a table, reading that row and no other cell."""
    if game == UTH:
        return [
            *(Reads(uth(WON[row], play="10"), "blind", (row,), Fraction(10)) for row in WON),
            *(
                Reads(uth(WON[row], trips="4"), "trips", (row,), Fraction(4))
                for row in list(WON)[:7]
            ),
            *(
                Reads(uth(LOST_WITH[row], bad_beat="2"), "bad_beat", (row,), Fraction(2))
                for row in LOST_WITH
            ),
        ]
    if game == CASINO:
        return [
            *(Reads(casino(WON[row], call="20"), "ante", (row,), Fraction(10)) for row in WON),
            *(Reads(casino(AA[row], aa="4"), "aa", (row,), Fraction(4)) for row in AA),
        ]
    found = [
        Reads(
            stud(game, text, LOW_ACE_KING if row == "ace-king" else SIXES, bet="20"),
            "bet",
            (row,),
            Fraction(20),
        )
        for row, text in SINGLES.items()
        if row != "high-card"
    ]
    found += [
        Reads(stud(game, text, NO_GAME, bet="20"), "ante_no_game", (row,), Fraction(10))
        for row, text in SINGLES.items()
    ]
    if game != RUSSIAN:
        return found
    found += [
        Reads(stud(game, text, SIXES, bet="20"), "bet", (first, second), Fraction(20))
        for first, second, _, text in DOUBLES
    ]
    found += [
        Reads(stud(game, text, SIXES, bonus="4"), "bonus", (f"dealt-{row}",), Fraction(4))
        for row, text in list(SINGLES.items())[:7]
    ]
    found += [
        Reads(stud(game, text, SIXES, bonus="4"), "bonus", (f"bought-{row}",), Fraction(4))
        for row, text in BOUGHT.items()
    ]
    return found
