"""Rounds that several tests of the games settle, and how a settlement is checked.

Cards, outcomes and odds are written out from the rulebooks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from trainer.documents import settle_document

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"

Rules = dict[str, str]


def settle(
    game: str, cards: dict[str, Any], stakes: str, rules: Rules | None = None, folded: bool = False
) -> dict[str, Any]:
    """A round settled; stakes as text such as `ante 10, blind 10`."""
    document: dict[str, Any] = {"game": game, **cards, "folded": folded, "stakes": pairs(stakes)}
    rules = dict(rules or {})
    document["variant"] = rules.pop("variant", "default")
    return settle_document(document | ({"set": rules} if rules else {}))


def pairs(text: str) -> dict[str, str]:
    return dict(part.split() for part in text.split(", ")) if text else {}


def check(settled: dict[str, Any], expected: str) -> None:
    """Every line of a settlement against `bet net, bet net`, and the sums of all lines."""
    wanted = {bet: Fraction(net) for bet, net in pairs(expected).items()}
    lines = settled["lines"]
    found = {line["bet"]: Fraction(line["net"]) for line in lines}
    assert found == wanted
    for line in lines:
        net, stake = Fraction(line["net"]), Fraction(line["stake"])
        paid, returned, taken = (Fraction(line[name]) for name in ("paid", "returned", "taken"))
        assert (paid, returned, taken) == ((net, stake, 0) if net >= 0 else (0, 0, stake))
        assert line["outcome"] == ("win" if net > 0 else "lose" if net < 0 else "push")
    for name in ("net", "paid", "returned", "taken"):
        assert Fraction(settled[name]) == sum(Fraction(line[name]) for line in lines)


# --- Ultimate Texas Hold'em and Casino Hold'em ---------------------------------------------------

BOARD = "Qs 7c 2d 3h 9s"
# outcome: player, dealer, what the hands say, whether the dealer qualifies
COMMUNITY = {
    "game, better": ("Ah Qd", "Jc Jd", "win", True),
    "game, tie": ("Qh Ad", "Qd Ac", "tie", True),
    "game, worse": ("Ah Kd", "Jc Jd", "lose", True),
    "no game, better": ("Ah Kd", "Kc Jd", "win", False),
    "no game, tie": ("Ah Kd", "As Kc", "tie", False),
    "no game, worse": ("Kd Jc", "As 4c", "lose", False),
}


def seats(outcome: str) -> dict[str, str]:
    player, dealer, _, _ = COMMUNITY[outcome]
    return {"player": player, "board": BOARD, "dealer": dealer}


# row: player, board, a dealer with a pair, a dealer without (where the board allows it)
UTH_ROWS = {
    "royal-flush": ("Ah Kh", "Qh Jh Th 2c 3d", "2s 5s", "4s 5s"),
    "straight-flush": ("9h 8h", "Qh Jh Th 2c 3d", "2s 5s", "4s 5s"),
    "four-of-a-kind": ("9h 9c", "9d 9s 5h 2c Kd", "5s 4d", None),
    "full-house": ("Kh Kc", "Kd 2s 2d 8h 9c", "Ad Jc", None),
    "flush": ("Ah 9h", "Kh Qs 7h 4h 2c", "Kd 8c", "Jd 8c"),
    "straight": ("Jd Tc", "Qs 9d 8h 3c 2s", "Qd 5h", "Kd 5h"),
    "three-of-a-kind": ("7h 7d", "7c Qs 2d 4h 9s", "Qd 3c", "Kc 3c"),
    "two-pair": ("Qd 7h", "Qs 7c 2d 3h 9s", "Qh Jc", "Ah Jc"),
    "pair": ("Qd Jh", "Qs 7c 2d 3h 9s", "9d 4c", "Ah Jc"),
    "high-card": ("Ah Kd", "Qs 7c 2d 3h 9s", None, "Kc Jd"),
}

ROWS = tuple(UTH_ROWS)


def odds(table: str, row: str, rows: tuple[str, ...] = ROWS) -> Fraction:
    return Fraction(table.split()[rows.index(row)])


def of_row(rows: dict[str, Any], row: str, game: bool) -> dict[str, str]:
    player, board, has, has_not = rows[row]
    return {"player": player, "board": board, "dealer": has if game else has_not}


# --- Russian Poker -------------------------------------------------------------------------------

ACE_KING = "As Kc Qd 7h 3c"
NO_GAME = "Qd 9h 7h 4c 3c"  # the queen is the highest card
SIXES = "6c 6d 4c 3c Td"
# outcome: player's five, dealer, cards drawn after a purchase, what the hands say, game
RUSSIAN_OUTCOMES = {
    "game, better": ("Kh Kd 9s 5c 2d", ACE_KING, "", "win", True),
    "game, tie": ("Kh Kd 9s 5c 2d", "Kc Ks 9d 5h 2c", "", "tie", True),
    "game of Ace-King, tie": ("Ah Kd Qs 7c 3d", ACE_KING, "", "tie", True),
    "game, worse": ("Ah Kd 9s 5c 2d", "Qc Qs 9d 5h 3c", "", "lose", True),
    "game, worse Ace-King": ("Ah Kd 9s 5c 2d", "As Kc 9d 5h 3c", "", "lose", True),
    "game, nothing": ("Qh Jd 9s 5c 2d", ACE_KING, "", "lose", True),
    "no game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "", "win", False),
    "no game, tie": ("Qh 9d 7c 4s 3h", NO_GAME, "", "tie", False),
    "no game, worse": ("Jh 9d 7c 5s 2h", NO_GAME, "", "lose", False),
    "bought, no game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Jc", "win", False),
    "bought, no game, tie": ("Jh 9d 7c 4s 3h", NO_GAME, "Jc", "tie", False),
    "bought, no game, worse": ("Th 9d 7c 4s 2h", NO_GAME, "Jc", "lose", False),
    "bought, game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "9c", "win", True),
    "bought, game, tie": ("9d 9s 7c 4s 3h", NO_GAME, "9c", "tie", True),
    "bought, game, worse": ("8d 8s 7c 5s 2h", NO_GAME, "9c", "lose", True),
    "bought by another draw, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Qs 9c", "win", True),
    "bought by two more draws, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Qs Qc 9c", "win", True),
}


def box(outcome: str) -> tuple[dict[str, Any], str]:
    """The cards of an outcome, and the stakes of bet and purchase."""
    player, dealer, draws, _, _ = RUSSIAN_OUTCOMES[outcome]
    cards: dict[str, Any] = {"player": player, "dealer": dealer}
    if draws:
        cards["dealer_draws"] = draws.split()
    return cards, "ante 10, bet 20" + (", purchase 10" if draws else "")


SINGLES = {  # one combination of five cards: odds of the standard table and of pair-2
    "royal-flush": ("Ah Kh Qh Jh Th", 100, 100),
    "straight-flush": ("9h 8h 7h 6h 5h", 50, 50),
    "four-of-a-kind": ("9h 9s 9d 9c Kh", 20, 20),
    "full-house": ("9h 9s 9d Kh Ks", 7, 7),
    "flush": ("Kh Jh 9h 7h 2h", 5, 5),
    "straight": ("9s 8d 7h 6s 5h", 4, 4),
    "three-of-a-kind": ("9h 9s 9d Kh 2s", 3, 3),
    "two-pair": ("Kh Ks 8d 8h 3s", 2, 2),
    "pair": ("Kh Ks 9d 5h 2s", 1, 2),
    "ace-king": ("Ad Kh 9s 7h 2s", 1, 1),
}

LOW_ACE_KING = "Ac Kc 8c 7c 2d"


def in_the_box(text: str, dealer: str) -> tuple[dict[str, str], str]:
    """Five or six cards against a dealer, and the stakes."""
    cards = text.split()
    found = {"player": text, "dealer": dealer}
    if len(cards) == 5:
        return found, "ante 10, bet 20"
    return found | {"dealt": " ".join(cards[:5])}, "ante 10, bet 20, sixth 10"


def clash(one: str, other: str) -> bool:
    return bool(set(one.split()) & set(other.split()))


TRIPS_HAND = "9s 9d 9c 5h 2d"  # P = 3: 60 on a bet of 20
OPEN = "Qd 8h 7d 4c 3c"

EXCHANGED = {  # n cards given up of the five
    0: "Kh Kd 9s 5c 2d",
    1: "Kh Kd 9s 5c Js",
    2: "Kh Kd 9s Jh Js",
    3: "Kh Kd Ts Jh Js",
    4: "Kh 8s Ts Jh Js",
    5: "8c 8s Ts Jh Js",
}

WITH_KINGS = {"player": "Kh Kd 9s 5c 2d", "dealer": NO_GAME}
