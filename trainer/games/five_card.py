"""The shape of a deal that Russian Poker shares with its parents.

Five cards each, one of the dealer's face up, and a dealer who needs a hand to have a game.
"""

from __future__ import annotations

from trainer.cards import Card, format_card, format_cards, n_cards, rank_of, require_distinct
from trainer.errors import CardError, RoundError
from trainer.hands import HAND_IDS
from trainer.rules import Deal

HANDS = HAND_IDS
N_DEALT = 5


def check_cards(deal: Deal, folded: bool) -> None:
    """Five or six cards that follow from the five dealt, five dealer cards, all different."""
    if deal.board:
        raise CardError("this game has no board; expected no cards", "board")
    _check_player(deal)
    counts = (0, 1, 5) if folded else (5,)
    if len(deal.dealer) not in counts:
        what = "5, or in a folded round the upcard or none" if folded else "5"
        raise CardError(f"{n_cards(len(deal.dealer))}; expected {what}", "dealer")
    if deal.upcard is not None and deal.dealer and deal.upcard not in deal.dealer:
        raise CardError(
            f"{format_card(deal.upcard)} is not among the dealer's cards "
            f"{format_cards(deal.dealer)}",
            "upcard",
        )
    groups = (
        ("player", deal.player),
        ("dealt", deal.given_up),
        ("dealer", deal.dealer),
        ("dealer_draws", deal.draws),
    )
    require_distinct(groups)


def _check_player(deal: Deal) -> None:
    n = len(deal.player)
    if n not in (5, 6):
        raise CardError(f"{n_cards(n)}; expected 5, or 6 with a bought card", "player")
    if deal.dealt and len(deal.dealt) != N_DEALT:
        raise CardError(f"{n_cards(len(deal.dealt))}; expected the 5 first dealt", "dealt")
    if n == 6 and not deal.dealt:
        raise RoundError("the five cards first dealt are missing; expected `dealt`", "dealt")
    if n == 6 and deal.given_up:
        raise RoundError(
            f"six cards, but {format_cards(deal.given_up)} of the five dealt are not among them; "
            "a player buys a card or exchanges, not both",
            "player",
        )


def first_five(deal: Deal) -> tuple[Card, ...]:
    """The five cards first dealt to the box."""
    return deal.dealt or deal.player[:N_DEALT]


def removed_card(dealer: tuple[Card, ...], which: str) -> Card:
    """The card that a purchase takes away: the dealer's highest or lowest."""
    return max(dealer, key=rank_of) if which == "highest" else min(dealer, key=rank_of)


def after_purchase(deal: Deal, which: str) -> tuple[Card, ...]:
    """The dealer's hand after his draws; the hand as dealt when there were none."""
    if not deal.draws:
        return deal.dealer
    removed = removed_card(deal.dealer, which)
    return tuple(deal.draws[-1] if a == removed else a for a in deal.dealer)


def check_draws(deal: Deal, which: str, redraw: bool) -> None:
    """Raise CardError when the dealer's draws are not what a purchase brings."""
    removed = removed_card(deal.dealer, which)
    if not redraw:
        if len(deal.draws) != 1:
            raise CardError(
                f"{len(deal.draws)} cards drawn; expected 1, whatever its rank", "dealer_draws"
            )
        return
    *again, last = deal.draws
    for a in again:
        if rank_of(a) != rank_of(removed):
            raise CardError(
                f"{format_card(a)} ends the draw, but more cards follow; a card is drawn again "
                f"only while it has the rank of the {format_card(removed)} taken away",
                "dealer_draws",
            )
    if rank_of(last) == rank_of(removed):
        raise CardError(
            f"{format_card(last)} has the rank of the {format_card(removed)} taken away; expected "
            "the card drawn after it as well",
            "dealer_draws",
        )
