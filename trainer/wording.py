"""Ids and codes as sentences in the reader's language.

Every function takes the translator first. Nothing here decides anything: what happened is in the
settlement, and these functions only say it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trainer.cards import RANKS, Card, rank_of
from trainer.hands import Hand
from trainer.locale import Translator

Json = Mapping[str, Any]


def rank_name(t: Translator, rank: int) -> str:
    """A rank in the singular: Ten."""
    return (
        t("Two"),
        t("Three"),
        t("Four"),
        t("Five"),
        t("Six"),
        t("Seven"),
        t("Eight"),
        t("Nine"),
        t("Ten"),
        t("Jack"),
        t("Queen"),
        t("King"),
        t("Ace"),
    )[rank]


def rank_names(t: Translator, rank: int) -> str:
    """A rank in the plural: Tens."""
    return (
        t("Twos"),
        t("Threes"),
        t("Fours"),
        t("Fives"),
        t("Sixes"),
        t("Sevens"),
        t("Eights"),
        t("Nines"),
        t("Tens"),
        t("Jacks"),
        t("Queens"),
        t("Kings"),
        t("Aces"),
    )[rank]


def suit_name(t: Translator, suit: int) -> str:
    """A suit: hearts."""
    return (t("clubs"), t("diamonds"), t("hearts"), t("spades"))[suit]


def card_name(t: Translator, card: Card) -> str:
    """A card in words: Ten of hearts."""
    return t("{rank} of {suit}", rank=rank_name(t, card >> 2), suit=suit_name(t, card & 3))


def category_name(t: Translator, id: str) -> str:
    """A hand category or paytable row in words, as at the start of a sentence."""
    for prefix in ("dealt-", "bought-"):
        if id.startswith(prefix):
            return category_name(t, id.removeprefix(prefix))
    if "+" in id:
        first, second = id.split("+")
        return t(
            "{first} and {second}",
            first=category_name(t, first),
            second=category_name(t, second),
        )
    return {
        "high-card": t("High card"),
        "ace-king": t("Ace-King"),
        "pair": t("Pair"),
        "pair-of-aces": t("Pair of Aces"),
        "two-pair": t("Two pair"),
        "three-of-a-kind": t("Three of a kind"),
        "straight": t("Straight"),
        "flush": t("Flush"),
        "full-house": t("Full house"),
        "four-of-a-kind": t("Four of a kind"),
        "straight-flush": t("Straight flush"),
        "royal-flush": t("Royal flush"),
        "five-of-a-kind": t("Five of a kind"),
        "tie": t("Tie"),
    }[id]


def with_article(t: Translator, id: str) -> str:
    """A hand category or paytable row inside a sentence: a flush, two pair."""
    for prefix in ("dealt-", "bought-"):
        if id.startswith(prefix):
            return with_article(t, id.removeprefix(prefix))
    if "+" in id:
        first, second = id.split("+")
        return t(
            "{first} and {second}",
            first=with_article(t, first),
            second=with_article(t, second),
        )
    return {
        "high-card": t("a high card"),
        "ace-king": t("Ace-King"),
        "pair": t("a pair"),
        "pair-of-aces": t("a pair of Aces"),
        "two-pair": t("two pair"),
        "three-of-a-kind": t("three of a kind"),
        "straight": t("a straight"),
        "flush": t("a flush"),
        "full-house": t("a full house"),
        "four-of-a-kind": t("four of a kind"),
        "straight-flush": t("a straight flush"),
        "royal-flush": t("a royal flush"),
        "five-of-a-kind": t("five of a kind"),
        "tie": t("a tie"),
    }[id]


def hand_name(t: Translator, hand: Hand) -> str:
    """A hand in words with its kickers: Pair of Kings, A 9 5."""
    return combination_name(t, hand.id, hand.cards, hand.n_making)


def combination_name(t: Translator, id: str, cards: Sequence[Card], n_making: int) -> str:
    """Cards of a category in words, making cards first; kickers follow a comma."""
    kickers = " ".join(RANKS[rank_of(a)] for a in cards[n_making:])
    top, low = rank_of(cards[0]), rank_of(cards[n_making - 1])
    name = {
        "ace-king": lambda: t("Ace-King"),
        "pair": lambda: t("Pair of {ranks}", ranks=rank_names(t, top)),
        "two-pair": lambda: t(
            "Two pair, {high} and {low}", high=rank_names(t, top), low=rank_names(t, low)
        ),
        "three-of-a-kind": lambda: t("Three of a kind, {ranks}", ranks=rank_names(t, top)),
        "straight": lambda: t("Straight to the {rank}", rank=rank_name(t, top)),
        "full-house": lambda: t(
            "Full house, {high} full of {low}", high=rank_names(t, top), low=rank_names(t, low)
        ),
        "four-of-a-kind": lambda: t("Four of a kind, {ranks}", ranks=rank_names(t, top)),
        "straight-flush": lambda: t("Straight flush to the {rank}", rank=rank_name(t, top)),
        "royal-flush": lambda: t("Royal flush"),
    }
    ranks = " ".join(RANKS[rank_of(a)] for a in cards)
    if id == "high-card":
        return t("High card, {ranks}", ranks=ranks)
    if id == "flush":
        return t("Flush, {ranks}", ranks=ranks)
    said = name[id]()
    return t("{hand}, {kickers}", hand=said, kickers=kickers) if kickers else said


def bet_name(t: Translator, id: str) -> str:
    """A bet or fee as printed on the layout."""
    return {
        "ante": t("Ante"),
        "blind": t("Blind"),
        "play": t("Play"),
        "trips": t("Trips"),
        "bad_beat": t("Bad beat"),
        "call": t("Call"),
        "aa": t("AA bonus"),
        "bet": t("Bet"),
        "sixth": t("Sixth card"),
        "exchange": t("Exchange"),
        "purchase": t("Dealer's game"),
        "insurance": t("Insurance"),
        "bonus": t("Bonus"),
        "total": t("Together"),
    }[id]


def feature_name(t: Translator, id: str) -> str:
    """A feature of a five-card house, as added to those before it."""
    return {
        "raise-or-fold": t("Raise or fold alone"),
        "sixth": t("with a sixth card"),
        "exchange": t("and exchanges"),
        "insurance": t("and insurance"),
        "purchase": t("and the purchase"),
    }[id]


def amount_name(t: Translator, ask: str) -> str:
    """One of the four amounts a drill can ask for."""
    return {
        "paid": t("paid"),
        "taken": t("taken"),
        "returned": t("returned"),
        "net": t("net"),
    }[ask]


def showdown_phrase(t: Translator, settlement: Json) -> str:
    """What the box's hand does against the dealer's: beats the dealer."""
    return {
        "win": t("beats the dealer"),
        "tie": t("ties with the dealer"),
        "lose": t("loses to the dealer"),
        "fold": t("folded"),
    }[settlement["showdown"]]


def qualifier_phrase(t: Translator, settlement: Json) -> str:
    """Whether the dealer's hand qualifies, in the game's words; empty when it was not shown."""
    qualifies = settlement["dealer_qualifies"]
    if qualifies is None:
        return ""
    if settlement["game"] == "casino-holdem":
        return (
            t("pair of fours or better: qualifies")
            if qualifies
            else t("less than a pair of fours: does not qualify")
        )
    if settlement["game"] == "ultimate-texas-holdem":
        return t("pair or better: qualifies") if qualifies else t("no pair: does not qualify")
    if settlement["game"] in _QUALIFYING:
        return t("qualifies") if qualifies else t("does not qualify")
    return t("has a game") if qualifies else t("no game")


# Five-card games in which the dealer "qualifies"; in Russian Poker he "has a game".
_QUALIFYING = ("caribbean-stud", "oasis-poker")


def reason_sentence(t: Translator, settlement: Json, line: Json) -> str:
    """Why a bet does what it does: a sentence that names the rule."""
    row = line.get("row")  # none where the table says the same of every hand
    hand = with_article(t, row) if row else t("any hand")
    said = _REASONS[line["reason"]](t, settlement, line, hand)
    return said[:1].upper() + said[1:]


Say = Callable[[Translator, Json, Json, str], str]


def _two_combinations(t: Translator, settlement: Json, line: Json, row: str) -> str:
    first, second = settlement["player_hand"], settlement["second_hand"]
    return t(
        "{first} and {second}: both combinations are paid, {odds} together.",
        first=with_article(t, first["category"]),
        second=with_article(t, second["category"]),
        odds=line["odds"],
    )


def _dealer_is_better(t: Translator, settlement: Json, line: Json, row: str) -> str:
    return t(
        "The dealer's {dealer} is better than {player}: the stake is taken.",
        dealer=settlement["dealer_hand"]["name"],
        player=settlement["player_hand"]["name"],
    )


def _bought(line: Json) -> bool:
    """Whether the row that was read needs the card that was bought."""
    return (line.get("row") or "").startswith("bought-")


def _ante_without_a_game(t: Translator, settlement: Json, line: Json, row: str) -> str:
    if settlement["game"] in _QUALIFYING:
        return t("Dealer does not qualify: the ante pays {odds}.", odds=line["odds"])
    return t("Dealer has no game: the ante pays {odds}.", odds=line["odds"])


def _ante_on_a_win(t: Translator, settlement: Json, line: Json, row: str) -> str:
    if settlement["game"] in _QUALIFYING:
        return t("Dealer qualifies and the hand is better: the ante pays even money.")
    return t("Dealer has a game and the hand is better: in this house the ante pays even money.")


def _bet_without_a_game(t: Translator, settlement: Json, line: Json, row: str) -> str:
    if settlement["game"] in _QUALIFYING:
        return t("Dealer does not qualify: the bet is returned.")
    return t("Dealer has no game: the bet is returned.")


_REASONS: dict[str, Say] = {
    "folded": lambda t, s, x, row: t("Folded: the stake is taken."),
    "lost-by-folding": lambda t, s, x, row: t(
        "Folded: in this house a fold loses this bet as well."
    ),
    "tie": lambda t, s, x, row: t("The hands are equal: the stake is returned."),
    "dealer-is-better": _dealer_is_better,
    "fee": lambda t, s, x, row: {
        "sixth": t("The price of the sixth card is never returned."),
        "exchange": t("The price of an exchange is never returned."),
        "purchase": t("The price of the dealer's game is never returned."),
    }[x["bet"]],
    "capped": lambda t, s, x, row: t(
        "The house's maximum payout cuts {full} to {paid}.", full=x["capped_from"], paid=x["paid"]
    ),
    "not-in-the-table": lambda t, s, x, row: t(
        "{row}: the paytable pays nothing for it, the stake is returned.", row=row
    ),
    "below-the-first-prize": lambda t, s, x, row: {
        "trips": t("{row}: below the first prize of trips.", row=row),
        "aa": t("{row} in the two cards and the flop: below the first prize.", row=row),
        "bonus": t("{row} with the bought card: the bonus does not pay it.", row=row)
        if _bought(x)
        else t("{row}: the bonus begins higher.", row=row),
        "bad_beat": t("The losing hand is {row}: below the first prize.", row=row),
    }.get(x["bet"], t("{row}: the paytable takes the stake.", row=row)),
    "ante-pushes-when-dealer-does-not-qualify": lambda t, s, x, row: t(
        "Dealer has no pair: the ante is returned, whoever wins."
    ),
    "ante-even-money": lambda t, s, x, row: t(
        "Dealer qualifies and the player's hand is better: the ante pays even money."
    ),
    "blind-by-its-table": lambda t, s, x, row: t(
        "Won with {row}: the blind pays {odds}.", row=row, odds=x["odds"]
    ),
    "blind-below-its-first-prize": lambda t, s, x, row: t(
        "Won with {row}, below the blind's first prize: the blind is returned.", row=row
    ),
    "play-even-money": lambda t, s, x, row: t("Play always has action: even money."),
    "trips-own-hand": lambda t, s, x, row: t(
        "{row}: trips looks at the player's own hand only and pays {odds}.", row=row, odds=x["odds"]
    ),
    "trips-with-the-win": lambda t, s, x, row: t(
        "Won with {row}: trips pays {odds}.", row=row, odds=x["odds"]
    ),
    "trips-needs-the-win": lambda t, s, x, row: t(
        "{row} without a win: in this house trips is returned then.", row=row
    ),
    "bad-beat-losing-hand": lambda t, s, x, row: t(
        "The losing hand is {row}: {odds}, whoever holds it.", row=row, odds=x["odds"]
    ),
    "bad-beat-tie": lambda t, s, x, row: t("The hands are equal, so no hand lost: taken."),
    "ante-by-its-table": lambda t, s, x, row: t(
        "Won with {row}: the ante's table pays {odds}.", row=row, odds=x["odds"]
    ),
    "ante-by-its-table-without-qualifying": lambda t, s, x, row: t(
        "Dealer does not qualify: the ante is paid by its table, {row} {odds}.",
        row=row,
        odds=x["odds"],
    ),
    "ante-even-money-without-qualifying": lambda t, s, x, row: t(
        "Dealer does not qualify: in this house the ante pays even money then."
    ),
    "call-pushes-when-dealer-does-not-qualify": lambda t, s, x, row: t(
        "Dealer does not qualify: the call is returned."
    ),
    "call-even-money": lambda t, s, x, row: t(
        "Dealer qualifies and the player's hand is better: the call pays even money."
    ),
    "aa-two-cards-and-flop": lambda t, s, x, row: t(
        "{row} in the two cards and the flop: {odds}.", row=row, odds=x["odds"]
    ),
    "ante-paid-when-dealer-has-no-game": _ante_without_a_game,
    "ante-win-given-up": lambda t, s, x, row: t(
        "Still no game: the ante win was given up by buying, the ante is returned."
    ),
    "ante-kept": lambda t, s, x, row: t("Still no game: in this house the ante is paid after all."),
    "ante-pushes-when-dealer-has-a-game": lambda t, s, x, row: t(
        "Dealer has a game and the hand is better: only the bet is paid, the ante is returned."
    ),
    "ante-even-money-on-a-win": _ante_on_a_win,
    "bet-pushes-when-dealer-has-no-game": _bet_without_a_game,
    "one-combination": lambda t, s, x, row: t("Won with {row}: {odds}.", row=row, odds=x["odds"]),
    "two-combinations": _two_combinations,
    "insurance-pays-when-dealer-has-no-game": lambda t, s, x, row: t(
        "Dealer opened without a game: insurance pays even money."
    ),
    "insurance-returned": lambda t, s, x, row: t(
        "Dealer has a game and the hand did not win: insurance is returned."
    ),
    "insurance-lost-on-a-win": lambda t, s, x, row: t(
        "Dealer has a game and the hand won: insurance is taken."
    ),
    "insurance-lost-to-a-game": lambda t, s, x, row: t("Dealer has a game: insurance is taken."),
    "bonus-by-its-table": lambda t, s, x, row: (
        t("{row} with the bought card: the bonus pays {odds}.", row=row, odds=x["odds"])
        if _bought(x)
        else t("{row} in the five cards dealt: the bonus pays {odds}.", row=row, odds=x["odds"])
    ),
}
REASON_CODES = frozenset(_REASONS)


def misconception_sentence(t: Translator, id: str, given: str) -> str:
    """What a wrong answer would have been right for: You said 25: that pays the ante …"""
    return t("You said {given}: {meaning}", given=given, meaning=_MISCONCEPTIONS[id](t))


_MISCONCEPTIONS: dict[str, Callable[[Translator], str]] = {
    "ante-paid-without-qualifying": lambda t: t(
        "that pays the ante although the dealer does not qualify."
    ),
    "ante-taken-without-qualifying": lambda t: t(
        "that takes the ante although the dealer does not qualify."
    ),
    "blind-even-below-its-first-prize": lambda t: t(
        "that pays the blind even money below its first prize."
    ),
    "blind-pushed-on-a-loss": lambda t: t("that returns the blind although the hand lost."),
    "blind-flush-even": lambda t: t("that pays the flush even money on the blind."),
    "blind-flush-two-to-one": lambda t: t("that pays the flush 2:1 on the blind."),
    "trips-taken-on-a-loss": lambda t: t("that takes trips because the hand lost."),
    "trips-forgotten": lambda t: t("that forgets trips, which this hand wins."),
    "play-pushed-without-qualifying": lambda t: t(
        "that returns the play bet because the dealer does not qualify."
    ),
    "call-paid-without-qualifying": lambda t: t(
        "that pays the call although the dealer does not qualify."
    ),
    "ante-even-not-by-its-table": lambda t: t(
        "that pays the ante even money instead of by its table."
    ),
    "aa-on-seven-cards": lambda t: t(
        "that judges the AA bonus by seven cards; only the two cards and the flop count."
    ),
    "ante-paid-with-the-bet": lambda t: t("that pays the ante together with the bet."),
    "bet-paid-without-a-game": lambda t: t("that pays the bet although the dealer has no game."),
    "bet-odds-on-the-ante": lambda t: t("that pays the odds on the ante instead of on the bet."),
    "second-combination-missed": lambda t: t("that misses the second combination."),
    "second-combination-without-a-new-card": lambda t: t(
        "that pays a second combination which has no card of its own."
    ),
    "third-combination-added": lambda t: t("that adds a third combination; at most two are paid."),
    "fee-given-back": lambda t: t("that gives a fee back; a fee is always taken."),
    "bonus-taken-on-a-loss": lambda t: t("that takes the bonus because the hand lost."),
    "bonus-forgotten": lambda t: t("that forgets the bonus, which this hand wins."),
    "stake-included": lambda t: t("that includes the stake; paid is the profit only."),
    "kicker-ignored": lambda t: t("that takes the hands for equal; the kicker decides."),
    "board-plays-one-side-paid": lambda t: t(
        "that pays one side although the board plays for both."
    ),
}
MISCONCEPTION_IDS = frozenset(_MISCONCEPTIONS)
