"""Seeded rounds for the slow twin, weighted towards the rare and the borderline.

A *raw* deal holds everything a round could use: every side bet, a purchase with a stock of
cards to draw from, an insurance wish. ``legal`` makes of it a round document that a given set
of rules allows, so one raw deal serves every variant of its game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from zlib import crc32

from tests.naive import (
    CASINO,
    CATEGORIES,
    DECK,
    RANK,
    RUSSIAN,
    RUSSIAN_ORDER,
    UTH,
    Cards,
    Document,
    Rules,
    after_purchase,
    category,
    combined_odds,
    has_game,
    money,
    money_text,
    straight_top,
    strength,
)

LETTER = {place: letter for letter, place in RANK.items()}
ANTES = ("10", "5", "3", "7", "12.5", "1", "0.5", "15", "25", "37.5", "2.25", "200", "33", "0.01")
HUGE = ("1000000000000", "999999999999.5")
SIDES = ("5", "1", "2.5", "7", "0.5", "12.5", "100", "3", "1000000000000")


@dataclass
class Raw:
    """Everything a round could use; what a house does not allow is left out by ``legal``."""

    game: str
    player: Cards
    board: Cards = ()
    dealer: Cards = ()
    dealt: Cards = ()
    multiple: int = 1
    folded: bool = False
    dealer_shown: bool = True
    buys: bool = False
    stock: Cards = ()
    insures: Fraction | None = None
    stakes: dict[str, str] = field(default_factory=dict)


# --- made hands ----------------------------------------------------------------------------


def card(rank: int, suit: str) -> str:
    return LETTER[rank] + suit


def mixed_suits(rng: random.Random, ranks: list[int]) -> list[str]:
    """Cards of these different ranks, of more than one suit."""
    suits = [rng.choice("cdhs") for _ in ranks]
    if len(ranks) > 4 and len(set(suits)) == 1:
        suits[rng.randrange(len(suits))] = rng.choice("cdhs".replace(suits[0], ""))
    return [card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]


def run(top: int) -> list[int]:
    return [14, 5, 4, 3, 2] if top == 5 else list(range(top, top - 5, -1))


def loose_ranks(rng: random.Random, n: int, without: set[int] | None = None) -> list[int]:
    """So many different ranks that are no straight."""
    while True:
        ranks = rng.sample([rank for rank in range(2, 15) if rank not in (without or ())], n)
        if not straight_top(ranks):
            return ranks


def suits_of(rng: random.Random, rank: int, n: int) -> list[str]:
    return [card(rank, suit) for suit in rng.sample("cdhs", n)]


def made(rng: random.Random, name: str) -> list[str]:
    """Five cards whose row is this one, in a random order."""
    if name in ("royal-flush", "straight-flush"):
        top = 14 if name == "royal-flush" else rng.choice((5, 13, rng.randint(5, 13)))
        suit = rng.choice("cdhs")
        cards = [card(rank, suit) for rank in run(top)]
    elif name == "flush":
        suit = rng.choice("cdhs")
        cards = [card(rank, suit) for rank in loose_ranks(rng, 5)]
    elif name == "straight":
        cards = mixed_suits(rng, run(rng.choice((5, 14, rng.randint(5, 14)))))
    elif name == "ace-king":
        cards = mixed_suits(rng, [14, 13, *ranks_below_straight(rng)])
    elif name == "high-card":
        cards = mixed_suits(rng, loose_ranks(rng, 5))
    else:
        shape = {
            "four-of-a-kind": (4, 1),
            "full-house": (3, 2),
            "three-of-a-kind": (3, 1, 1),
            "two-pair": (2, 2, 1),
            "pair": (2, 1, 1, 1),
        }[name]
        ranks = rng.sample(range(2, 15), len(shape))
        cards = [
            each for rank, n in zip(ranks, shape, strict=True) for each in suits_of(rng, rank, n)
        ]
    rng.shuffle(cards)
    return cards


def ranks_below_straight(rng: random.Random) -> list[int]:
    """Three ranks that go with an ace and a king and make no straight."""
    while True:
        ranks = rng.sample(range(2, 13), 3)
        if not straight_top([14, 13, *ranks]):
            return ranks


def rest(rng: random.Random, *used: Cards | list[str]) -> list[str]:
    """The cards of the deck that are in none of these, shuffled."""
    gone = {each for cards in used for each in cards}
    left = [each for each in DECK if each not in gone]
    rng.shuffle(left)
    return left


def same_ranks(rng: random.Random, cards: Cards | list[str], left: list[str]) -> list[str]:
    """Cards of the same ranks from what is left, or fewer when a rank has run out."""
    found: list[str] = []
    for each in cards:
        others = [one for one in left if one[0] == each[0] and one not in found]
        if others:
            found.append(rng.choice(others))
    return found


# --- shared boards -------------------------------------------------------------------------


def weighted_board(rng: random.Random, threshold: int) -> tuple[Cards, Cards, Cards]:
    """Two cards, the board and the dealer's two; ``threshold`` is the least pair of a game."""
    scenario = rng.randrange(8)
    if scenario in (0, 1, 2):
        # A row made by one side with 0, 1 or 2 of its own cards.
        five = made(rng, rng.choice(CATEGORIES))
        own = rng.choice((0, 1, 2, 2))
        left = rest(rng, five)
        two = five[:own] + [left.pop() for _ in range(2 - own)]
        board = five[own:] + [left.pop() for _ in range(own)]
        other = opponents(rng, two, board, left)
        if scenario == 2:
            two, other = other, two
    elif scenario == 3:
        # The dealer holds exactly the threshold, or the pair just below it.
        low = rng.choice((threshold, max(2, threshold - 1)))
        others = [rank for rank in range(2, 15) if rank != low]
        pair = suits_of(rng, low, 2)
        on_board = rng.choice((0, 1, 2))
        ranks = rng.sample(others, 6)
        board = pair[:on_board] + mixed_suits(rng, ranks[: 5 - on_board])
        other = pair[on_board:] + mixed_suits(rng, ranks[4 : 4 + on_board])
        other = [each for each in other if each not in board]
        left = rest(rng, board, other)
        while len(other) < 2:
            other.append(left.pop())
        two = opponents(rng, other, board, left)
    elif scenario == 4:
        # No pair anywhere: the dealer does not qualify.
        ranks = rng.sample(range(2, 15), 9)
        spread = mixed_suits(rng, ranks)
        board, other, two = spread[:5], spread[5:7], spread[7:]
        if rng.random() < 0.3:
            two = [rng.choice([one for one in rest(rng, spread) if one[0] == board[0][0]]), two[0]]
    elif scenario == 5:
        two, board, other = clash(rng)
    elif scenario == 6:
        # Equal ranks: a tie unless a flush breaks it.
        left = rest(rng)
        two = [left.pop(), left.pop()]
        if rng.random() < 0.4:
            two[1] = rng.choice([one for one in left if one[0] == two[0][0]])
            left.remove(two[1])
        board = [left.pop() for _ in range(5)]
        other = same_ranks(rng, two, left)
        other = filled(other, left)
    else:
        left = rest(rng)
        two, board, other = left[:2], left[2:7], left[7:9]
    rng.shuffle(board)
    return tuple(two), tuple(board), tuple(other)


def opponents(rng: random.Random, two: list[str], board: list[str], left: list[str]) -> list[str]:
    """Two cards for the other side: a copy, a pair with the board, suited to it, or any two."""
    way = rng.randrange(5)
    found: list[str] = []
    if way == 0:
        found = same_ranks(rng, two, left)
    elif way == 1:
        found = same_ranks(rng, [rng.choice(board)], left)
    elif way == 2:
        found = same_ranks(rng, [rng.choice(board)], left)
        found += same_ranks(rng, found, [one for one in left if one not in found])
    elif way == 3:
        suit = rng.choice(board)[1]
        found = [one for one in left if one[1] == suit][:2]
    return filled(found, left)


def filled(found: list[str], left: list[str]) -> list[str]:
    """Two cards: those found, then any of what is left."""
    return (found + [one for one in left if one not in found])[:2]


def clash(rng: random.Random) -> tuple[list[str], list[str], list[str]]:
    """Two strong hands at once, the loser one that a bad beat pays."""
    way = rng.randrange(5)
    suit = rng.choice("cdhs")
    if way == 0:
        # Both extend a suited run on the board, or one of them only fills a flush.
        low = rng.randint(3, 9)
        board = [card(low + step, suit) for step in range(3)]
        two = [card(low + 3, suit), card(low + 4, suit)]
        other = [card(low - 1, suit), card(low - 2 if low > 3 else 14, suit)]
        if rng.random() < 0.5:
            other[1] = rng.choice(
                [one for one in rest(rng, board, two, other[:1]) if one[1] == suit]
            )
        board += rest(rng, board, two, other)[:2]
    elif way == 1:
        # Two pairs on the board: quads, full houses.
        high, low, side = rng.sample(range(2, 15), 3)
        board = suits_of(rng, high, 2) + suits_of(rng, low, 2) + suits_of(rng, side, 1)
        left = rest(rng, board)
        holdings = (board[:2], board[2:4], board[1:3], board[3:])
        two = filled(same_ranks(rng, rng.choice(holdings), left), left)
        left = [one for one in left if one not in two]
        other = filled(same_ranks(rng, rng.choice(holdings), left), left)
    elif way == 2:
        # Three of a kind on the board: kickers, houses, quads.
        three, *sides = rng.sample(range(2, 15), 3)
        board = suits_of(rng, three, 3) + mixed_suits(rng, sides)
        left = rest(rng, board)
        two = filled(same_ranks(rng, [rng.choice(board)], left), left)
        left = [one for one in left if one not in two]
        other = filled(same_ranks(rng, [rng.choice(board)], left), left)
    elif way == 3:
        # Straights of one rank or two.
        low = rng.randint(3, 10)
        board = mixed_suits(rng, [low, low + 1, low + 2])
        left = rest(rng, board)
        tops = [one for one in left if RANK[one[0]] in (low + 3, low + 4)]
        ends = [one for one in left if RANK[one[0]] in (low - 1, low + 3)]
        two = tops[:1] + [one for one in tops if one[0] != tops[0][0]][:1]
        other = [one for one in ends if one not in two][:2]
        left = [one for one in left if one not in two + other]
        board += left[:2]
        left = left[2:]
        two, other = filled(two, left[:2]), filled(other, left[2:])
    else:
        # Flushes.
        ranks = loose_ranks(rng, 7)
        spread = [card(rank, suit) for rank in ranks]
        board = spread[:3] + [one for one in rest(rng, spread) if one[1] != suit][:2]
        two, other = spread[3:5], spread[5:7]
    if rng.random() < 0.5:
        two, other = other, two
    return two, board, other


def raw_uth(rng: random.Random) -> Raw:
    two, board, other = weighted_board(rng, 2)
    ante = stake(rng)
    folded = rng.random() < 0.15
    return Raw(
        UTH,
        two,
        board,
        other,
        multiple=1 if rng.random() < 0.2 else rng.choice((1, 2, 3, 4)),
        folded=folded,
        dealer_shown=not folded or rng.random() < 0.6,
        stakes={"ante": ante, "blind": ante} | sides(rng, "trips", "bad_beat"),
    )


def raw_casino(rng: random.Random) -> Raw:
    two, board, other = weighted_board(rng, 4)
    if rng.random() < 0.35:
        # The AA bonus has its own five cards.
        name = rng.choice((*CATEGORIES, "aces", "aces", "kings"))
        if name in ("aces", "kings"):
            rank = 14 if name == "aces" else 13
            spare = loose_ranks(rng, 3, {rank})
            five = suits_of(rng, rank, 2) + mixed_suits(rng, spare)
            rng.shuffle(five)
        else:
            five = made(rng, name)
        left = rest(rng, five)
        two, board = tuple(five[:2]), (*five[2:], left.pop(), left.pop())
        other = tuple(opponents(rng, list(two), list(board), left))
    folded = rng.random() < 0.15
    return Raw(
        CASINO,
        two,
        board,
        other,
        folded=folded,
        dealer_shown=not folded or rng.random() < 0.5,
        stakes={"ante": stake(rng)} | sides(rng, "aa"),
    )


# --- Russian Poker -------------------------------------------------------------------------

# Every pair of combinations of the rulebook, and straight + pair, as (ranks, suits) where a
# letter stands for a suit to be chosen: equal letters are equal suits, ``-`` any other.
Builder = Callable[[random.Random], list[str]]


def doubles() -> dict[tuple[str, str], Builder]:
    """A builder of a hand for each of the 21 double combinations of the rulebook."""

    def suited_run_and(
        extra: Callable[[random.Random, int, str], str | None], royal: bool
    ) -> Builder:
        def build(rng: random.Random) -> list[str]:
            while True:
                top = 14 if royal else rng.randint(5, 13)
                suit = rng.choice("cdhs")
                other = extra(rng, top, suit)
                cards = [card(rank, suit) for rank in run(top)]
                if other is not None and other not in cards:
                    return [*cards, other]

        return build

    def another(rng: random.Random, suit: str) -> str:
        return rng.choice("cdhs".replace(suit, ""))

    def next_below(rng: random.Random, top: int, suit: str) -> str | None:
        # The sixth card carries the run on: below it, or above (then the top moves up by one).
        return card(top - 5, suit) if top >= 7 else None

    def same_suit(rng: random.Random, top: int, suit: str) -> str | None:
        ranks = [rank for rank in range(2, 15) if not straight_top([*run(top)[:4], rank])]
        ranks = [rank for rank in ranks if rank not in (top - 5, top + 1, *run(top))]
        return card(rng.choice(ranks), suit) if ranks else None

    def straight_beside(rng: random.Random, top: int, suit: str) -> str | None:
        if top >= 7 and rng.random() < 0.5:
            return card(top - 5, another(rng, suit))
        return card(rng.choice(run(top)), another(rng, suit))

    def king_beside(rng: random.Random, top: int, suit: str) -> str | None:
        return card(13, another(rng, suit)) if top == 5 else None

    def quads_and_pair(rng: random.Random) -> list[str]:
        four, two = rng.sample(range(2, 15), 2)
        return suits_of(rng, four, 4) + suits_of(rng, two, 2)

    def quads_and_ace_king(rng: random.Random) -> list[str]:
        four = rng.choice((14, 13, rng.randint(2, 12)))
        cards = suits_of(rng, four, 4)
        for rank in (14, 13):
            if rank != four:
                cards += suits_of(rng, rank, 1)
        return cards

    def two_trips(rng: random.Random) -> list[str]:
        high, low = rng.sample(range(2, 15), 2)
        return suits_of(rng, high, 3) + suits_of(rng, low, 3)

    def house_and_ace_king(rng: random.Random) -> list[str]:
        other = rng.randint(2, 12)
        one, two = rng.sample((14, 13), 2)
        n = rng.choice((3, 2))
        return suits_of(rng, one, n) + suits_of(rng, other, 5 - n) + suits_of(rng, two, 1)

    def flush_cards(rng: random.Random, n: int, must: tuple[int, ...] = ()) -> list[str]:
        suit = rng.choice("cdhs")
        while True:
            ranks = {*must, *rng.sample(range(2, 15), n - len(must))}
            if len(ranks) == n and not straight_top(list(ranks)):
                return [card(rank, suit) for rank in ranks]

    def six_flush(rng: random.Random) -> list[str]:
        return flush_cards(rng, 6)

    def flush_and_straight(rng: random.Random) -> list[str]:
        while True:
            top = rng.randint(5, 14)
            suit = rng.choice("cdhs")
            gap = rng.choice(run(top))
            others = [rank for rank in range(2, 15) if rank not in run(top)]
            side = rng.choice(others)
            cards = [card(rank, suit) for rank in run(top) if rank != gap]
            cards += [card(gap, another(rng, suit)), card(side, suit)]
            if category(tuple(cards)) == "flush":
                return cards

    def flush_and_pair(rng: random.Random) -> list[str]:
        cards = flush_cards(rng, 5)
        return [*cards, rng.choice(cards)[0] + another(rng, cards[0][1])]

    def flush_and_ace_king(rng: random.Random) -> list[str]:
        have, miss = rng.sample((14, 13), 2)
        while True:
            cards = flush_cards(rng, 5, (have,))
            if card(miss, cards[0][1]) not in cards:
                break
        return [*cards, card(miss, another(rng, cards[0][1]))]

    def two_straights(rng: random.Random) -> list[str]:
        while True:
            top = rng.randint(5, 14)
            ranks = run(top)
            below = top - 5 if top >= 7 else 14 if top == 6 else top
            ranks.append(rng.choice((below, rng.choice(run(top)))))
            cards = mixed_suits(rng, ranks)
            if len(set(cards)) == 6 and category(tuple(cards)) == "straight":
                return cards

    def wheel_and_king(rng: random.Random) -> list[str]:
        while True:
            cards = mixed_suits(rng, [14, 5, 4, 3, 2, 13])
            if category(tuple(cards)) == "straight":
                return cards

    def kind_and_ace_king(n: int) -> Builder:
        def build(rng: random.Random) -> list[str]:
            while True:
                rank = rng.choice((14, 13, rng.randint(2, 12)))
                cards = suits_of(rng, rank, n)
                for big in (14, 13):
                    if big != rank:
                        cards += suits_of(rng, big, 1)
                size = rng.choice((5, 6)) if len(cards) <= 5 else 6
                held = [RANK[each[0]] for each in cards]
                cards += mixed_suits(rng, loose_ranks(rng, size - len(cards), set(held)))
                if strength(tuple(cards))[0] == (1 if n == 2 else 3):
                    return cards

        return build

    def three_pairs(rng: random.Random) -> list[str]:
        return [each for rank in rng.sample(range(2, 15), 3) for each in suits_of(rng, rank, 2)]

    def two_pair_and_ace_king(rng: random.Random) -> list[str]:
        one, two = rng.sample((14, 13), 2)
        low = rng.randint(2, 12)
        if rng.random() < 0.3:
            high = rng.choice([rank for rank in range(2, 13) if rank != low])
            return [
                *suits_of(rng, high, 2),
                *suits_of(rng, low, 2),
                *suits_of(rng, one, 1),
                *suits_of(rng, two, 1),
            ]
        cards = suits_of(rng, one, 2) + suits_of(rng, low, 2) + suits_of(rng, two, 1)
        if rng.random() < 0.5:
            side = [rank for rank in range(2, 13) if rank != low]
            cards += suits_of(rng, rng.choice(side), 1)
        return cards

    royal, suited = "royal-flush", "straight-flush"
    flush, straight, house = "flush", "straight", "full-house"
    quads, trips, two, one = "four-of-a-kind", "three-of-a-kind", "two-pair", "pair"
    high = "ace-king"
    return {
        (royal, suited): suited_run_and(next_below, royal=True),
        (royal, flush): suited_run_and(same_suit, royal=True),
        (royal, straight): suited_run_and(straight_beside, royal=True),
        (suited, suited): suited_run_and(next_below, royal=False),
        (suited, flush): suited_run_and(same_suit, royal=False),
        (suited, straight): suited_run_and(straight_beside, royal=False),
        (suited, high): suited_run_and(king_beside, royal=False),
        (quads, house): quads_and_pair,
        (quads, high): quads_and_ace_king,
        (house, house): two_trips,
        (house, high): house_and_ace_king,
        (flush, flush): six_flush,
        (flush, straight): flush_and_straight,
        (flush, one): flush_and_pair,
        (flush, high): flush_and_ace_king,
        (straight, straight): two_straights,
        (straight, high): wheel_and_king,
        (trips, high): kind_and_ace_king(3),
        (two, two): three_pairs,
        (two, high): two_pair_and_ace_king,
        (one, high): kind_and_ace_king(2),
    }


DOUBLES = doubles()


def russian_hand(rng: random.Random) -> list[str]:
    """Five or six cards: a double combination, a single row, or anything."""
    way = rng.random()
    if way < 0.6:
        build = rng.choice(list(DOUBLES.values()))
        cards = build(rng)
    elif way < 0.85:
        cards = made(rng, rng.choice(RUSSIAN_ORDER))
    elif way < 0.93:
        cards = made(rng, "high-card")
    else:
        cards = rest(rng)[:5]
    if len(cards) == 5 and rng.random() < 0.4:
        cards = [*cards, rest(rng, cards)[0]]
    return cards


def russian_dealer(rng: random.Random, player: list[str], left: list[str]) -> list[str]:
    """Five cards for the dealer out of what is left: borderline, a copy, nothing, anything."""
    way = rng.randrange(8)
    found: list[str] = []
    if way in (0, 1, 2):
        # No game: high card without an ace and a king together.
        while True:
            ranks = loose_ranks(rng, 5)
            if 14 not in ranks or 13 not in ranks:
                break
        for rank in ranks:
            found += [one for one in left if RANK[one[0]] == rank][:1]
    elif way == 3:
        # Just a game: Ace-King with the lowest sides, or ace-queen just short of it.
        second = rng.choice((13, 13, 12))
        for rank in [14, second, *rng.sample(range(2, 9), 3)]:
            found += [one for one in left if RANK[one[0]] == rank][:1]
    elif way == 4:
        # The ranks of the player's best five: a tie.
        best = max(fives(player), key=lambda five: strength(tuple(five)))
        found = same_ranks(rng, best, left)
    elif way == 5:
        # The same five but one card.
        best = max(fives(player), key=lambda five: strength(tuple(five)))
        found = same_ranks(rng, best[:4], left)
    elif way == 6:
        taken = set(player)
        five = made(rng, rng.choice(RUSSIAN_ORDER[1:]))
        found = [one for one in five if one not in taken]
    if len(found) < 5:
        found += [one for one in left if one not in found][: 5 - len(found)]
    rng.shuffle(found)
    return found


def fives(cards: list[str]) -> Iterator[list[str]]:
    if len(cards) == 5:
        yield list(cards)
    else:
        for i in range(len(cards)):
            yield cards[:i] + cards[i + 1 :]


def tie_after_purchase(rng: random.Random) -> tuple[list[str], list[str], list[str]]:
    """A hand for the player, and a dealer without a game who draws to the very same ranks.

    The drawn card makes a pair, a game for some houses, or nothing at all.
    """
    while True:
        gone, *four = sorted(rng.sample(range(2, 14), 5), reverse=True)
        fifth = rng.choice((rng.choice(four), rng.randint(2, 13)))
        if fifth != gone and not straight_top([gone, *four]) and not straight_top([fifth, *four]):
            break
    suits = rng.sample("cdhs", 4)
    player = [card(fifth, suits[0])]
    dealer = [card(gone, suits[2])]
    for place, rank in enumerate(four):
        player.append(card(rank, suits[1] if rank == fifth else suits[place % 2]))
        dealer.append(card(rank, suits[2 + place % 2]))
    used = {*player, *dealer}
    drawn = next(each for each in suits_of(rng, fifth, 4) if each not in used)
    rng.shuffle(dealer)
    return player, dealer, [drawn]


def raw_russian(rng: random.Random) -> Raw:
    drawn: list[str] = []
    if rng.random() < 0.06:
        player, dealer, drawn = tie_after_purchase(rng)
    else:
        player = russian_hand(rng)
        rng.shuffle(player)
        if len(player) == 6 and rng.random() < 0.5:
            # The dealt five hold the best hand already: the bought card changes nothing.
            best = max(fives(player), key=lambda five: strength(tuple(five)))
            player = best + [one for one in player if one not in best]
        dealer = russian_dealer(rng, player, rest(rng, player))
    left = rest(rng, player, dealer)
    by_rank = sorted(dealer, key=lambda each: RANK[each[0]])
    stock: list[str] = []
    for changed in (by_rank[-1], by_rank[0]):
        # Now and then the card drawn has the rank of the one taken away, once or twice.
        if rng.random() < 0.3:
            equal = [one for one in left if one[0] == changed[0] and one not in drawn]
            stock += equal[: rng.choice((1, 1, 2, 3))]
    if not drawn:
        way = rng.randrange(4)
        kept = by_rank[:-1]
        if way in (0, 1):
            drawn = [one for one in left if one[0] in {each[0] for each in kept}][:1]
        elif way == 2:
            drawn = [one for one in left if has_game((*kept, one), {"qualifies": "ace-king"})]
            drawn = drawn[-1:]
    stock += [one for one in drawn if one not in stock]
    left = [one for one in left if one not in stock]
    stock += left[:6]
    left = left[6:]

    stakes = {"ante": stake(rng)} | sides(rng, "bonus")
    dealt: list[str] = []
    ante = money(stakes["ante"])
    if len(player) == 6:
        dealt = player[:5]
        stakes["sixth"] = stakes["ante"]
    elif rng.random() < 0.5:
        n = rng.randint(1, 5)
        dealt = player[n:] + left[:n]
        if rng.random() < 0.4:
            five = made(rng, rng.choice(CATEGORIES))
            used = {*player, *dealer, *stock}
            kept_cards = [one for one in five if one in player]
            if not (set(five) - set(player)) & used and len(kept_cards) < 5:
                dealt = five
        rng.shuffle(dealt)
        stakes["exchange"] = stakes["ante"]
    if rng.random() < 0.3:
        rng.shuffle(player)
    folded = rng.random() < 0.12
    insures = None
    if rng.random() < 0.6:
        insures = rng.choice((Fraction(0), Fraction(1), Fraction(rng.randint(1, 99), 100)))
    if not folded:
        stakes["bet"] = money_text(2 * ante)
    return Raw(
        RUSSIAN,
        tuple(player),
        dealer=tuple(dealer),
        dealt=tuple(dealt),
        folded=folded,
        dealer_shown=not folded or rng.random() < 0.5,
        buys=rng.random() < 0.65,
        stock=tuple(stock),
        insures=insures,
        stakes=stakes,
    )


# --- documents -----------------------------------------------------------------------------


def stake(rng: random.Random) -> str:
    return rng.choice(HUGE) if rng.random() < 0.03 else rng.choice(ANTES)


def sides(rng: random.Random, *bets: str) -> dict[str, str]:
    return {bet: rng.choice(SIDES) for bet in bets if rng.random() < 0.8}


def legal(raw: Raw, rules: Rules) -> Document:
    """The round as a document that these rules allow, without ``variant`` and ``set``."""
    if raw.game == RUSSIAN:
        return legal_russian(raw, rules)
    stakes = dict(raw.stakes)
    board = raw.board
    document: Document = {"game": raw.game, "player": " ".join(raw.player)}
    needs_dealer = False
    if raw.game == UTH:
        if rules["trips"] == "none":
            stakes.pop("trips", None)
        if rules["bad_beat"] == "none":
            stakes.pop("bad_beat", None)
        needs_dealer = "bad_beat" in stakes
        if not raw.folded:
            times = 4 if raw.multiple == 3 and rules["preflop"] == "4" else raw.multiple
            stakes["play"] = money_text(times * money(stakes["ante"]))
    else:
        if rules["aa"] == "none":
            stakes.pop("aa", None)
        if not raw.folded:
            stakes["call"] = money_text(2 * money(stakes["ante"]))
        elif not raw.dealer_shown:
            board = board[:3]
    document["board"] = " ".join(board)
    if raw.dealer_shown or needs_dealer:
        document["dealer"] = " ".join(raw.dealer)
    document["stakes"] = stakes
    if raw.folded:
        document["folded"] = True
    return document


def exchange_allowed(n: int, rules: Rules) -> bool:
    if rules["exchange"] == "none":
        return False
    least, most = rules["exchange"].split("-")
    return int(least) <= n <= int(most)


def legal_russian(raw: Raw, rules: Rules) -> Document:
    stakes = dict(raw.stakes)
    ante = money(stakes["ante"])
    player, dealt = raw.player, raw.dealt
    if "sixth" in stakes and rules["sixth"] == "no":
        del stakes["sixth"]
        player, dealt = dealt, ()
    if "exchange" in stakes:
        given = len(set(dealt) - set(player))
        must_raise = given == 5 and rules["raise_after_five"] == "forced"
        if exchange_allowed(given, rules) and not (raw.folded and must_raise):
            fees = rules["exchange_fee"].split("/")
            fee = fees[0] if len(fees) == 1 else fees[given - 1]
            stakes["exchange"] = money_text(ante * int(fee))
        else:
            del stakes["exchange"]
            dealt = ()
    if rules["bonus"] == "none":
        stakes.pop("bonus", None)
    document: Document = {"game": RUSSIAN, "player": " ".join(player)}
    if dealt:
        document["dealt"] = " ".join(dealt)
    if raw.dealer_shown:
        document["dealer"] = " ".join(raw.dealer)
    elif crc32(document["player"].encode()) & 1:
        document["upcard"] = raw.dealer[-1]
    document["stakes"] = stakes
    if raw.folded:
        document["folded"] = True
        return document
    insurance = insurance_stake(raw, player, rules)
    buys = raw.buys and rules["purchase"] != "none" and not has_game(raw.dealer, rules)
    if insurance and buys and rules["insured_purchase"] == "no":
        if crc32(document["player"].encode()) & 1:
            insurance = None
        else:
            buys = False
    if buys:
        draws = drawn_cards(raw, rules)
        document["dealer_draws"] = list(draws)
        stakes["purchase"] = money_text(ante)
    if insurance:
        stakes["insurance"] = insurance
    return document


def insurance_stake(raw: Raw, player: Cards, rules: Rules) -> str | None:
    """The insurance the raw deal wishes for, inside the limits; nothing if there is none."""
    if raw.insures is None or rules["insurance"] == "none" or strength(player)[0] < 3:
        return None
    ante, chip = money(raw.stakes["ante"]), money(rules["chip"])
    most = combined_odds(player, rules) * ante * (2 if rules["insurance"] == "full" else 1)
    least_chips = -(-ante // chip)
    most_chips = most // chip
    if most_chips < least_chips:
        return None
    wish = least_chips + raw.insures * (most_chips - least_chips)
    return money_text((wish.numerator // wish.denominator) * chip)


def drawn_cards(raw: Raw, rules: Rules) -> Cards:
    """The cards the dealer draws for a purchase: one, or until the rank is a new one."""
    by_rank = sorted(raw.dealer, key=lambda each: RANK[each[0]])
    gone = by_rank[-1] if rules["purchase"] == "highest" else by_rank[0]
    n = 1
    while rules["purchase_redraw"] == "yes" and raw.stock[n - 1][0] == gone[0]:
        n += 1
    draws = raw.stock[:n]
    assert len(after_purchase(raw.dealer, draws, rules)) == 5
    return draws


MAKERS: dict[str, Callable[[random.Random], Raw]] = {
    UTH: raw_uth,
    CASINO: raw_casino,
    RUSSIAN: raw_russian,
}


def raw_deals(game: str, seed: int, n: int) -> Iterator[Raw]:
    rng = random.Random(f"{game} {seed}")
    for _ in range(n):
        yield MAKERS[game](rng)


def deals(game: str, variant_rules: Rules, seed: int, n: int) -> Iterator[Document]:
    """So many legal rounds of a game under these rules, the same for the same seed."""
    for raw in raw_deals(game, seed, n):
        yield legal(raw, variant_rules)


def tables(game: str, variant_rules: Rules, seed: int, n: int) -> Iterator[Document]:
    """So many tables of two to four boxes against one dealer."""
    rng = random.Random(f"{game} tables {seed}")
    for _ in range(n):
        first = MAKERS[game](rng)
        first.folded, first.dealer_shown = False, True
        if game == RUSSIAN:
            first.stakes["bet"] = money_text(2 * money(first.stakes["ante"]))
        used: list[Any] = [first.player, first.board, first.dealer, first.dealt, first.stock]
        left = rest(rng, *used)
        document = legal_box(rng, first, left, variant_rules)
        yield document


def legal_box(rng: random.Random, first: Raw, left: list[str], rules: Rules) -> Document:
    """A table whose first box is this raw deal and whose other boxes are dealt at random."""
    size = 2 if first.game != RUSSIAN else 5
    boxes = [first]
    for _ in range(rng.randint(1, 3)):
        held = tuple(left.pop() for _ in range(size))
        ante = stake(rng)
        stakes = {"ante": ante}
        folded = rng.random() < 0.2
        box = Raw(
            first.game,
            held,
            first.board,
            first.dealer,
            multiple=rng.choice((1, 2, 3, 4)),
            folded=folded,
            buys=rng.random() < 0.5,
            stock=first.stock,
            insures=Fraction(rng.randint(0, 1)),
            stakes=stakes,
        )
        if first.game == UTH:
            stakes |= {"blind": ante} | sides(rng, "trips", "bad_beat")
        elif first.game == CASINO:
            stakes |= sides(rng, "aa")
        else:
            stakes |= sides(rng, "bonus")
            if rng.random() < 0.4:
                box.dealt = held
                box.player = (*held, left.pop())
                stakes["sixth"] = ante
            if not folded:
                stakes["bet"] = money_text(2 * money(ante))
        boxes.append(box)
    documents = [legal(box, rules) for box in boxes]
    shared: Document = {"game": first.game, "dealer": " ".join(first.dealer)}
    if first.board:
        shared["board"] = " ".join(first.board)
    for each in documents:
        for name in ("game", "board", "dealer"):
            each.pop(name, None)
        draws = each.pop("dealer_draws", None)
        if draws:
            shared["dealer_draws"] = draws
    return shared | {"boxes": documents}
