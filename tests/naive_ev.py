"""The slow twin of expected values: every deal dealt out, settled by the slow twin of settling.

It imports nothing from the product. A spot is a document of the public contract; what a deal nets
depends on the two hands alone, so deals with hands of one kind are settled once and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from tests.naive import CASINO, DECK, UTH, Cards, Document, Rules, rules_of, settle, strength

Nets = dict[str, Fraction]
# Hands hardly ever come again here; remembering them takes longer than looking.
uncached_strength = strength.__wrapped__

TIMES = {"bet-4x": 4, "bet-3x": 3, "bet-2x": 2, "bet-1x": 1}


class Twin:
    """One spot: its cards, its rules, and what settling has said so far."""

    def __init__(self, document: Document) -> None:
        self.game = document["game"]
        self.player = cards_of(document, "player")
        self.board = cards_of(document, "board")
        self.known = cards_of(document, "known_board")
        self.exposed = cards_of(document, "dealer")
        seen = {*self.player, *self.board, *self.known, *self.exposed}
        seen |= set(cards_of(document, "dead"))
        self.free = tuple(card for card in DECK if card not in seen)
        self.rules: Rules = rules_of(document)
        stakes = document.get("stakes", {})
        # The size of the ante matters to the house alone. Without one: no cap and no rounding.
        self.ante = Fraction(document.get("ante", "100"))
        if "ante" not in document:
            self.rules = self.rules | {"max_payout": "", "rounding": "none"}
        self.sides = {
            bet: Fraction(stake) * self.ante / Fraction(stakes["ante"])
            for bet, stake in stakes.items()
            if bet in ("trips", "bad_beat", "aa")
        }
        self.settled: dict[tuple[object, ...], Nets] = {}

    def stakes(self, play: int) -> dict[str, str]:
        named = {"ante": self.ante, **self.sides}
        if self.game == UTH:
            named["blind"] = self.ante
            if play:
                named["play"] = play * self.ante
        elif play:
            named["call"] = play * self.ante
        return {bet: decimal(stake) for bet, stake in named.items()}

    def nets(self, kind: tuple[object, ...], board: Cards, dealer: Cards) -> Nets:
        """What each final action nets in a finished deal of a kind, in antes."""
        if kind not in self.settled:
            plays = TIMES | {"fold": 0} if self.game == UTH else {"call": 2, "fold": 0}
            found = {}
            for action, play in plays.items():
                document = {
                    "game": self.game,
                    "player": " ".join(self.player),
                    "board": " ".join(board),
                    "dealer": " ".join(dealer),
                    "stakes": self.stakes(play),
                    "folded": not play,
                }
                found[action] = Fraction(settle(document, self.rules)["net"]) / self.ante
            self.settled[kind] = found
        return self.settled[kind]

    def dealers(self, board: Cards) -> Iterator[Cards]:
        left = [card for card in self.free if card not in board]
        for more in combinations(left, 2 - len(self.exposed)):
            yield self.exposed + more

    def finals(self, board: Cards, actions: Iterable[str]) -> Nets:
        """The value of final actions on a whole board."""
        mine = uncached_strength(self.player + board)
        flop = uncached_strength(self.player + board[:3])[:2]
        dealt: dict[tuple[object, ...], tuple[int, Cards]] = {}
        for dealer in self.dealers(board):
            theirs = uncached_strength(dealer + board)
            # All that a hand of the dealer can matter by: its category, its pair, who is ahead.
            ahead = (mine > theirs) - (mine < theirs)
            kind = (theirs[:2] if theirs[0] == 1 else theirs[0], ahead)
            dealt[kind] = (dealt.get(kind, (0, ()))[0] + 1, dealer)
        totals = dict.fromkeys(actions, Fraction(0))
        for kind, (count, dealer) in dealt.items():
            nets = self.nets((mine[0], flop, *kind), board, dealer)
            for action in totals:
                totals[action] += nets[action] * count
        n_dealers = sum(count for count, _ in dealt.values())
        return {action: total / n_dealers for action, total in totals.items()}

    def boards(self, flop: Cards) -> Iterator[Cards]:
        left = [card for card in self.free if card not in flop]
        for more in combinations(left, 5 - len(flop) - len(self.known)):
            yield flop + more + self.known

    def on_flop(self, flop: Cards) -> Nets:
        if self.game == CASINO:
            return average(self.finals(board, ("call", "fold")) for board in self.boards(flop))

        def one(board: Cards) -> Nets:
            found = self.finals(board, ("bet-4x", "bet-3x", "bet-2x", "bet-1x", "fold"))
            found["check"] = max(found.pop("bet-1x"), found.pop("fold"))
            return found

        return average(one(board) for board in self.boards(flop))

    def before_flop(self) -> Nets:
        def one(flop: Cards) -> Nets:
            found = self.on_flop(flop)
            found["check"] = max(found["check"], found.pop("bet-2x"))
            return found

        return average(one(flop) for flop in combinations(self.free, 3))


def cards_of(document: Document, key: str) -> Cards:
    return tuple(document.get(key, "").split())


def decimal(amount: Fraction) -> str:
    text = f"{float(amount):.6f}".rstrip("0").rstrip(".")
    assert Fraction(text) == amount, amount
    return text


def average(found: Iterable[Nets]) -> Nets:
    """The mean of nets that are all as likely."""
    totals: Nets = {}
    n = 0
    for nets in found:
        n += 1
        for action, net in nets.items():
            totals[action] = totals.get(action, Fraction(0)) + net
    return {action: total / n for action, total in totals.items()}


def values(document: Document) -> Nets:
    """The value of every legal action of a spot, in antes."""
    twin = Twin(document)
    if len(twin.board) == 5:
        return twin.finals(twin.board, ("bet-1x", "fold"))
    if len(twin.board) == 3:
        found = twin.on_flop(twin.board)
        legal = ("call", "fold") if twin.game == CASINO else ("bet-2x", "check")
        return {action: found[action] for action in legal}
    found = twin.before_flop()
    if twin.rules["preflop"] == "4":
        del found["bet-3x"]
    return found
