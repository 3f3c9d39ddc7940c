"""The shape of a deal with a shared board, as in Ultimate Texas Hold'em and Casino Hold'em.

Two cards each, a board of five, the best five of seven, and a dealer who needs a hand to qualify.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from trainer.cards import Card, n_cards, rank_of, require_distinct
from trainer.errors import CardError
from trainer.hands import HAND_IDS, Hand, HandValue, read_hand
from trainer.rules import Deal, Reading, Showdown, showdown_of

HANDS = tuple(id for id in HAND_IDS if id != "ace-king")
TIED = "tie"
LOSER_ROWS = (TIED, *HANDS)
DEALT_FIVE_ROWS = (*HANDS[:2], "pair-of-aces", *HANDS[2:])
N_BOARD = 5
N_FLOP = 3
_ACE = 12
_ROW = {id: n for n, id in enumerate(HANDS)}


def check_cards(deal: Deal, folded: bool) -> None:
    """Two cards, a board of five and two dealer cards; a folded round may hide board and dealer."""
    for name, cards in (("dealt", deal.dealt), ("dealer_draws", deal.draws)):
        if cards:
            raise CardError("these cards belong to five-card games; expected none", name)
    if len(deal.player) != 2:
        raise CardError(f"{n_cards(len(deal.player))}; expected 2", "player")
    boards = (0, 3, 4, 5) if folded else (5,)
    if len(deal.board) not in boards:
        what = "5 (flop, turn, river), or 0, 3 or 4 in a folded round" if folded else "5"
        raise CardError(f"{n_cards(len(deal.board))}; expected {what}", "board")
    if len(deal.dealer) not in ((0, 2) if folded else (2,)):
        what = "2, or none in a folded round" if folded else "2"
        raise CardError(f"{n_cards(len(deal.dealer))}; expected {what}", "dealer")
    require_distinct((("player", deal.player), ("board", deal.board), ("dealer", deal.dealer)))


def check_round(deal: Deal, stakes: Mapping[str, Fraction], folded: bool, reading: Reading) -> None:
    """Nothing in these games needs cards and stakes together."""


def read(deal: Deal, folded: bool, qualifies: HandValue) -> Reading:
    """Both hands, the showdown, and the rows `final`, `loser` and `dealt-five`."""
    player = _hand(deal.player, deal.board)
    dealer = _hand(deal.dealer, deal.board)
    whole = len(deal.board) == N_BOARD
    game = dealer.value >= qualifies if dealer and whole else None
    both = player and dealer and whole
    final = Showdown.FOLD
    if not folded:
        assert player and dealer
        final = showdown_of(player.value, dealer.value, game=bool(game))
    rows = {
        "final": _ROW[player.id] if player and whole else None,
        "loser": _loser(player, dealer) if both and player and dealer else None,
        "dealt-five": _dealt_five(deal) if len(deal.board) >= N_FLOP else None,
    }
    return Reading(player, dealer, final, final, rows, game)


def _hand(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
    """Best five of a hand and the board; where either could play, the board's card does."""
    if not hole or len(board) < N_FLOP:
        return None
    return read_hand((*hole, *board), prefer=frozenset(board))


def _loser(player: Hand, dealer: Hand) -> int:
    """Row of the hand that loses the showdown, whoever holds it."""
    if player.value == dealer.value:
        return LOSER_ROWS.index(TIED)
    return LOSER_ROWS.index((player if player.value < dealer.value else dealer).id)


def _dealt_five(deal: Deal) -> int:
    """Row of the player's two cards and the flop."""
    return dealt_five_row(read_hand((*deal.player, *deal.board[:N_FLOP])))


def dealt_five_row(hand: Hand) -> int:
    """The index in `DEALT_FIVE_ROWS` of a hand: a pair of aces is a row of its own."""
    aces = hand.id == "pair" and rank_of(hand.cards[0]) == _ACE
    return DEALT_FIVE_ROWS.index("pair-of-aces" if aces else hand.id)
