"""The faults reported elsewhere (``golden/reported-cases.csv``) as documents and expectations.

The free texts of the file are read here, one small reader a kind; what a text leaves open is
written out next to the case it belongs to.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from tests.naive import DECK, Document

FILE = Path(__file__).parent / "golden" / "reported-cases.csv"

GAMES = {
    "Ultimate Texas Hold'em": "ultimate-texas-holdem",
    "Casino Hold'em": "casino-holdem",
    "Russian Poker": "russian-poker",
}
CATEGORY = {
    "Royal flush": "royal-flush",
    "Straight flush": "straight-flush",
    "Four of a kind": "four-of-a-kind",
    "Full house": "full-house",
    "Flush": "flush",
    "Straight": "straight",
    "Three of a kind": "three-of-a-kind",
    "Two pair": "two-pair",
    "One pair": "pair",
    "High card": "high-card",
}
COMBINATION = {
    "4K": "four-of-a-kind",
    "FH": "full-house",
    "FL": "flush",
    "ST": "straight",
    "3K": "three-of-a-kind",
    "1P": "pair",
    "AK": "ace-king",
}


@dataclass(frozen=True)
class Case:
    """One row of the file."""

    id: str
    kind: str
    game: str
    input: str
    expected: str


def cases(*kinds: str) -> dict[str, Case]:
    """The cases of these kinds by id."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = [
            Case(row["id"], row["kind"], row["game"], row["input"], row["expected"])
            for row in csv.DictReader(file)
        ]
    return {case.id: case for case in rows if case.kind in kinds}


# --- one hand ------------------------------------------------------------------------------


@dataclass(frozen=True)
class NamedHand:
    """What a hand is called and the ranks that decide it, high to low in order of weight."""

    category: str
    ranks: list[str]


@dataclass(frozen=True)
class Evaluation:
    """A document for ``evaluate`` and its answer."""

    document: Document
    hand: NamedHand
    best_five: list[str]


def evaluation(case: Case) -> Evaluation:
    name, ranks, five = case.expected.split("; ")
    return Evaluation(
        {"rules": "high", "cards": case.input.removeprefix("cards=")},
        NamedHand(CATEGORY[name], ranks.removeprefix("ranks ").split()),
        five.removeprefix("best five ").split(),
    )


@dataclass(frozen=True)
class Comparison:
    """A document for ``compare``, the winners by their places and every hand's name."""

    document: Document
    winners: list[int]
    hands: list[NamedHand]


def comparison(case: Case) -> Comparison:
    parts = dict(part.split("=") for part in case.input.split("; "))
    board = parts.pop("board", None)
    document: Document = {"rules": "high", "hands": list(parts.values())}
    if board:
        document |= {"rules": "holdem", "board": board}
    matched = re.fullmatch(r"(?:(\w+) wins|split between ([\w ]+)) \((.*)\)", case.expected)
    assert matched, case
    seats = list(parts)
    winners = [seats.index(seat) for seat in (matched[1] or matched[2]).split()]
    hands = []
    for seat, text in zip(seats, matched[3].split(", "), strict=True):
        named = re.fullmatch(rf"{seat} ({'|'.join(CATEGORY)}) ([\w ]+)", text)
        assert named, text
        hands.append(NamedHand(CATEGORY[named[1]], named[2].split()))
    return Comparison(document, winners, hands)


# --- rounds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """A round document and the nets of its bets, or None where it must be refused.

    ``nets`` has ``net`` for the whole round; a bet that is not on the layout nets "0".
    """

    label: str
    document: Document
    nets: dict[str, str] | None
    combinations: tuple[str, ...] = ()
    refused_for: tuple[str, ...] = ()


def signless(nets: str) -> dict[str, str]:
    return {
        bet: net.removeprefix("+") for bet, net in (part.split("=") for part in nets.split("; "))
    }


def rounds() -> list[Round]:
    """Every settle case as one or more concrete rounds."""
    made: list[Round] = []
    for case in cases("settle").values():
        if case.id in SPELLED_OUT:
            made += SPELLED_OUT[case.id]
        elif case.game == "Russian Poker":
            made.append(russian_round(case))
        elif case.game == "Casino Hold'em":
            made.append(casino_round(case))
        else:
            made.append(uth_round(case))
    return made


def uth_round(case: Case) -> Round:
    parts = case.input.split("; ")
    said = dict(part.split("=", 1) for part in parts if "=" in part)
    stakes = {"ante": said["ante"], "blind": said["blind"]}
    document: Document = {"game": GAMES[case.game], "variant": "pa-b"}  # table T2, blind A
    document |= {name: said[name] for name in ("player", "board", "dealer")}
    trips = re.fullmatch(r"(\d+) \(table T2\)", said["trips"])
    assert trips, case
    assert "blind table A" in parts
    if trips[1] != "0":
        stakes["trips"] = trips[1]
    if "fold at river" in parts:
        document["folded"] = True
        rule = {"trips settled on fold": "alive", "uth.trips_loses_on_fold": "lost"}[said["rule"]]
        document["set"] = {"trips_on_fold": rule}
    else:
        stakes["play"] = str(int(said["play"].removesuffix("x")) * int(said["ante"]))
    return Round(case.id, document | {"stakes": stakes}, signless(case.expected))


def casino_round(case: Case) -> Round:
    said = dict(part.split("=", 1) for part in case.input.split("; ") if "=" in part)
    board, note = said["board"].split(" (")
    assert note == "first three are the flop)"
    assert "; tables A1 + B1; aa_requires_call=no" in case.input
    stakes = {bet: said[bet] for bet in ("ante", "call", "aa") if said[bet] != "0"}
    document: Document = {"game": GAMES[case.game], "board": board, "stakes": stakes}
    document |= {name: said[name] for name in ("player", "dealer")}
    return Round(case.id, document, signless(case.expected))


def russian_round(case: Case) -> Round:
    parts = case.input.split("; ")
    said = dict(part.split("=", 1) for part in parts if "=" in part)
    assert "ante pushes on a win" in parts
    assert said["insurance"] == "0"
    player = said["hand"].split()
    document: Document = {"game": GAMES[case.game], "player": said["hand"]}
    document["dealer"] = said["dealer"]
    if said["paired_straight"] == "straight_plus_pair":
        document["variant"] = "straight-plus-pair"
    else:
        assert said["paired_straight"] == "two_straights"
    stakes = {"ante": said["ante"], "bet": said["bet"]}
    fee = "fee"
    if said["fee paid"] != "0":
        fee = "sixth" if len(player) == 6 else "exchange"
        stakes[fee] = said["fee paid"]
        document["dealt"] = " ".join(player[:5])
        if fee == "exchange":
            # One card was changed; which one was given up does not matter.
            seen = player + said["dealer"].split()
            gone = next(card for card in DECK if card not in seen)
            document["dealt"] = " ".join([*player[:4], gone])
    nets, names = case.expected.split(" | combinations ")
    expected = {bet.replace("fee", fee): net for bet, net in signless(nets).items()}
    pair = tuple(COMBINATION[name] for name in names.split("+"))
    return Round(case.id, document | {"stakes": stakes}, expected, pair)


# Cases whose text is a rule and not a round: here with cards and stakes.
FLORIDA: Document = {
    "game": "ultimate-texas-holdem",
    "player": "9h 9d",
    "board": "9c Kd 7s 4h 2c",
    "dealer": "Ks Kh",
    "stakes": {"ante": "10", "blind": "10", "play": "10", "trips": "10"},
}
PURCHASE: Document = {
    "game": "russian-poker",
    "player": "Jh Jd 8c 6s 2h",
    "dealer": "Kd Qc 9c 5s 3h",
    "stakes": {"ante": "10", "bet": "20", "purchase": "10"},
}
NO_GAME_AFTER_ALL = {"ante": "0", "bet": "0", "purchase": "-10", "net": "-10"}
TWO_PAIR: Document = {
    "game": "russian-poker",
    "player": "Kh Ks 8d 8h 2c",
    "dealer": "Ad Qc 9c 5s 3h",
    "stakes": {"ante": "10", "bet": "20", "insurance": "10"},
}
PREFLOP: Document = {
    "game": "ultimate-texas-holdem",
    "player": "Ks 8d",
    "dealer": "Qh Jc",
    "stakes": {"ante": "15", "blind": "15", "play": "15"},
}
SEEN: Document = PREFLOP | {"board": "Kd 8h 5s 5c 2d"}


def sized(play: str) -> Document:
    return SEEN | {"stakes": PREFLOP["stakes"] | {"play": play}}


SPELLED_OUT = {
    # 1x is no size before the flop, on a finished round that says so or with no board yet; a size
    # between the legal ones never is; 1x is right at the river.
    "ST16": [
        Round(
            "ST16",
            SEEN | {"street": "preflop"},
            None,
            refused_for=("15", "4 × ante = 60", "3 × ante = 45"),
        ),
        Round("ST16 no board", PREFLOP, None),
        Round("ST16 one and a half", sized("22.5"), None, refused_for=("22.5",)),
        Round("ST16 five times", sized("75"), None, refused_for=("75",)),
        Round(
            "ST16 three times where only four is dealt",
            sized("45") | {"variant": "four-x-only"},
            None,
            refused_for=("45",),
        ),
        Round(
            "ST16 once at the river",
            SEEN,
            {"ante": "15", "blind": "0", "play": "15", "net": "30"},
        ),
    ],
    "ST17": [
        Round(
            "ST17 Florida",
            FLORIDA | {"variant": "trips-needs-win"},
            {"ante": "-10", "blind": "-10", "play": "-10", "trips": "0", "net": "-30"},
        ),
        Round(
            "ST17 elsewhere",
            FLORIDA,
            {"ante": "-10", "blind": "-10", "play": "-10", "trips": "30", "net": "0"},
        ),
    ],
    # The king is taken away. Drawn again after the king of spades, or kept with it.
    "ST49": [
        Round("ST49 drawn again", PURCHASE | {"dealer_draws": ["Ks", "7d"]}, NO_GAME_AFTER_ALL),
        Round(
            "ST49 drawn again to a game",
            PURCHASE | {"dealer_draws": ["Ks", "9s"]},
            {"ante": "0", "bet": "20", "purchase": "-10", "net": "10"},
        ),
        Round("ST49 stops too early", PURCHASE | {"dealer_draws": ["Ks"]}, None),
        Round(
            "ST49 one card only",
            PURCHASE | {"dealer_draws": ["Ks"], "variant": "one-draw-purchase"},
            NO_GAME_AFTER_ALL,
        ),
        Round(
            "ST49 draws too often",
            PURCHASE | {"dealer_draws": ["Ks", "7d"], "variant": "one-draw-purchase"},
            None,
        ),
    ],
    "ST50": [Round("ST50", TWO_PAIR, None, refused_for=("three of a kind",))],
}
