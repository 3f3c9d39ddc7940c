"""Hands under a set of rules: which cards play, which hand wins, and which cards decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.cards import Card, n_cards, require_distinct
from trainer.errors import CardError, UsageError
from trainer.hands import Hand, read_hand
from trainer.rules import cards_that_decide

RULES = ("high", "holdem", "russian")
HOLDEM_HOLE = 2
HOLDEM_BOARDS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class Contender:
    """A hand with the cards it came from, and the cards of its own and of the board that play."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    hand: Hand

    @property
    def unused(self) -> tuple[Card, ...]:
        """Cards that do not play, hole cards first, each in the order given."""
        return tuple(a for a in self.hole + self.board if a not in self.hand.cards)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The winners by index, and the cards by which they beat the best of the others."""

    contenders: tuple[Contender, ...]
    winners: tuple[int, ...]
    deciding: tuple[Card, ...]

    @property
    def tie(self) -> bool:
        """Whether more than one hand wins."""
        return len(self.winners) > 1


def require_rules(rules: str) -> str:
    """The rules' id; UsageError when there are no such rules."""
    if rules not in RULES:
        raise UsageError(f"{rules!r} are no rules; expected one of {', '.join(RULES)}", "rules")
    return rules


def contender(rules: str, hole: Sequence[Card], board: Sequence[Card] = ()) -> Contender:
    """One hand read under some rules. Raises CardError when the number of cards does not fit."""
    hole, board = tuple(hole), tuple(board)
    _check_counts(rules, len(hole), len(board))
    require_distinct((("cards", hole), ("board", board)))
    hand = read_hand(hole + board, ace_king=rules == "russian", prefer=frozenset(board))
    return Contender(hole, board, hand)


def compare(rules: str, hands: Sequence[Sequence[Card]], board: Sequence[Card] = ()) -> Comparison:
    """Two or more hands against one another.

    Without a board `high` checks each hand by itself, as the hands need not come from one deal;
    everywhere else a card may be there only once.
    """
    if len(hands) < 2:
        raise CardError(f"{len(hands)} given; expected two or more hands to compare", "hands")
    if board or rules != "high":
        groups = [(f"hands[{n}]", tuple(hand)) for n, hand in enumerate(hands)]
        require_distinct([*groups, ("board", tuple(board))])
    read = []
    for n, hand in enumerate(hands):
        try:
            read.append(contender(rules, hand, board))
        except CardError as error:
            place = error.where if error.where == "board" else f"hands[{n}]"
            raise CardError(error.message, place) from None
    best = max(x.hand.value for x in read)
    winners = tuple(n for n, x in enumerate(read) if x.hand.value == best)
    losers = [x.hand for x in read if x.hand.value < best]
    deciding: tuple[Card, ...] = ()
    if losers:
        deciding = cards_that_decide(read[winners[0]].hand, max(losers, key=lambda x: x.value))
    return Comparison(tuple(read), winners, deciding)


def _check_counts(rules: str, n_hole: int, n_board: int) -> None:
    if rules == "russian":
        if n_board:
            raise CardError(f"{n_cards(n_board)}; expected none, this game has no board", "board")
        if n_hole not in (5, 6):
            raise CardError(f"{n_cards(n_hole)}; expected 5 or 6", "cards")
    elif rules == "holdem" and n_board:
        if n_hole != HOLDEM_HOLE:
            raise CardError(f"{n_cards(n_hole)}; expected {HOLDEM_HOLE} beside the board", "cards")
        if n_board not in HOLDEM_BOARDS:
            raise CardError(f"{n_cards(n_board)}; expected 3, 4 or 5", "board")
    elif not 5 <= n_hole + n_board <= 7:
        raise CardError(f"{n_cards(n_hole + n_board)}; expected 5, 6 or 7 with the board", "cards")
