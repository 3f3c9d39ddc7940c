"""Weighted rounds of the games with a shared board: Ultimate Texas Hold'em and Casino Hold'em."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

from trainer.cards import Card, card, rank_of, suit_of
from trainer.drills.random_hands import draw, five_of, rest_of_deck
from trainer.drills.rounds import Round, ante_for, choose, first_that, side_stakes
from trainer.hands import HandValue, evaluate, hand_id
from trainer.rules import Bet, Deal, Game, Showdown, showdown_of

FLOP = 3
Hole = tuple[Card, ...]
Cards = tuple[Hole, Hole]  # a player's two cards and the board


def deal_round(rng: Random, game: Game) -> Round:
    """A legal round of a game with a shared board, weighted towards the rare and the tricky."""
    kind = choose(
        rng,
        (
            ("row", 30.0),
            ("showdown", 30.0),
            ("dealt-five", 12.0),
            ("loser", 12.0),
            ("kicker", 8.0),
            ("board", 8.0),
            ("fold", 10.0),
            ("even", 14.0),
        ),
    )
    makers = {
        "row": _by_row,
        "showdown": _by_showdown,
        "dealt-five": _by_dealt_five,
        "loser": _by_loser,
        "kicker": _by_kicker,
        "board": _by_board,
        "fold": _by_fold,
    }
    deal = makers[kind](rng, game) if kind in makers else None
    deal = deal or _even(rng)
    return _with_stakes(rng, game, deal, folded=kind == "fold" or rng.random() < 0.04)


def _even(rng: Random) -> Deal:
    cards = draw(rng, 9)
    return Deal(player=cards[:2], dealer=cards[2:4], board=cards[4:])


def _main_rows(game: Game) -> tuple[str, ...]:
    return game.bets[0].rows


def _paying_rows(bet: Bet) -> list[str]:
    """Rows that some showdown pays, weakest first."""
    return [
        row
        for n, row in enumerate(bet.rows)
        if any((cell := cells[n]) and cell.odds > 0 for cells in bet.cells)
    ]


def _cards_for(rng: Random, row: str) -> Cards | None:
    """A player's cards and a board that make exactly this hand; None if the filling spoils it."""
    five = five_of(rng, row)
    n_hole = choose(rng, ((0, 1.0), (1, 4.0), (2, 5.0)))
    filling = draw(rng, 2, five)
    hole = five[:n_hole] + filling[n_hole:]
    board = five[n_hole:] + filling[:n_hole]
    if hand_id(evaluate(hole + board)) != row:
        return None
    return hole, tuple(rng.sample(board, 5))


def _by_row(rng: Random, game: Game) -> Deal | None:
    row = rng.choice(_main_rows(game))
    found = first_that(lambda: _cards_for(rng, row))
    if found is None:
        return None
    hole, board = found
    return Deal(player=hole, dealer=draw(rng, 2, hole + board), board=board)


def _by_showdown(rng: Random, game: Game) -> Deal | None:
    wanted = rng.choice([x for x in Showdown if x is not Showdown.FOLD and _reached(game, x)])
    return first_that(lambda: _deal_for(rng, game, wanted), tries=200)


def _reached(game: Game, showdown: Showdown) -> bool:
    return game.bets[0].cells[showdown][0] is not None


def _deal_for(rng: Random, game: Game, wanted: Showdown) -> Deal | None:
    cards = draw(rng, 7)
    hole, board = cards[:2], cards[2:]
    if wanted.result == "tie":
        dealer = _mirror(rng, hole, board)
        return _if_showdown(game, hole, dealer, board, wanted) if dealer else None
    return first_that(lambda: _if_showdown(game, hole, draw(rng, 2, cards), board, wanted), tries=6)


def _if_showdown(
    game: Game, hole: Hole, dealer: Hole, board: Hole, wanted: Showdown
) -> Deal | None:
    value = evaluate(dealer + board)
    found = showdown_of(evaluate(hole + board), value, game=value >= game.qualifies)
    return Deal(player=hole, dealer=dealer, board=board) if found is wanted else None


def _mirror(rng: Random, hole: Hole, board: Hole) -> Hole | None:
    """Two cards of the same ranks as a hand's, in other suits."""
    left = rest_of_deck(hole + board)
    first = [a for a in left if rank_of(a) == rank_of(hole[0])]
    second = [a for a in left if rank_of(a) == rank_of(hole[1])]
    pairs = [(a, b) for a in first for b in second if a != b]
    return rng.choice(pairs) if pairs else None


def _by_board(rng: Random, game: Game) -> Deal | None:
    """A board that plays for both, or for the player alone."""
    row = rng.choice(("straight", "flush", "full-house", "two-pair", "four-of-a-kind", "straight"))

    def make() -> Deal | None:
        board = five_of(rng, row)
        hole = draw(rng, 2, board)
        value = evaluate(hole + board)
        if value != evaluate(board):
            return None
        dealer = draw(rng, 2, board + hole)
        return Deal(player=hole, dealer=dealer, board=board)

    return first_that(make)


def _by_kicker(rng: Random, game: Game) -> Deal | None:
    """Both hold one card of the same rank; the other card or the board decides."""

    def make() -> Deal | None:
        rank = rng.randrange(13)
        first, second = rng.sample(range(4), 2)
        a, b = card(rank, first), card(rank, second)
        x, y, *board = draw(rng, 7, (a, b))
        mine, theirs = evaluate((a, x, *board)), evaluate((b, y, *board))
        if mine == theirs or hand_id(mine) != hand_id(theirs):
            return None
        return Deal(player=(a, x), dealer=(b, y), board=tuple(board))

    return first_that(make)


def _by_dealt_five(rng: Random, game: Game) -> Deal | None:
    """A wanted row in the two cards and the flop, where a bet reads them."""
    bet = next((bet for bet in game.bets if bet.reads == "dealt-five"), None)
    if bet is None:
        return _by_row(rng, game)
    row = rng.choice([*_paying_rows(bet), "pair", "high-card"])
    five = _aces(rng) if row == "pair-of-aces" else five_of(rng, row)
    later = draw(rng, 4, five)
    return Deal(player=five[:2], dealer=later[:2], board=five[2:] + later[2:])


def _aces(rng: Random) -> Hole:
    aces = [card(12, suit) for suit in rng.sample(range(4), 2)]
    others = [card(rank, rng.randrange(4)) for rank in rng.sample(range(12), 3)]
    return tuple(rng.sample(aces + others, 5))


def _by_loser(rng: Random, game: Game) -> Deal | None:
    """A strong hand that loses to a stronger one, where a bet reads the losing hand."""
    bet = next((bet for bet in game.bets if bet.reads == "loser"), None)
    if bet is None:
        return _by_showdown(rng, game)
    row = rng.choice(_paying_rows(bet))
    return first_that(lambda: _two_strong(rng, row), tries=12)


def _two_strong(rng: Random, row: str) -> Deal | None:
    """Two hands on one board of which the worse makes exactly this row."""
    five = five_of(rng, row)
    board = five[: rng.choice((3, 4))]
    board += draw(rng, 5 - len(board), five)
    holes: list[tuple[HandValue, Hole]] = []
    suits = {suit_of(a) for a in board}
    for hole in combinations(rest_of_deck(board), 2):
        if {rank_of(a) for a in hole} & {rank_of(a) for a in board} or {
            suit_of(a) for a in hole
        } & suits:
            holes.append((evaluate(hole + board), hole))
    losers = [x for x in holes if hand_id(x[0]) == row]
    if not losers:
        return None
    value, loser = rng.choice(losers)
    winners = [hole for v, hole in holes if v > value and not set(hole) & set(loser)]
    if not winners:
        return None
    hands = [loser, rng.choice(winners)]
    rng.shuffle(hands)
    return Deal(player=hands[0], dealer=hands[1], board=tuple(rng.sample(board, 5)))


def _by_fold(rng: Random, game: Game) -> Deal | None:
    """A folded hand, often with a side bet that still pays."""
    side = [bet for bet in game.bets if bet.kind == "side"]
    if not side or rng.random() < 0.3:
        return None
    bet = rng.choice(side)
    if bet.reads == "dealt-five":
        return _by_dealt_five(rng, game)
    row = rng.choice(_paying_rows(bet))
    found = first_that(lambda: _cards_for(rng, row))
    if found is None:
        return None
    hole, board = found
    return Deal(player=hole, dealer=draw(rng, 2, hole + board), board=board)


def _with_stakes(rng: Random, game: Game, deal: Deal, folded: bool) -> Round:
    ante = ante_for(rng, game)
    stakes: dict[str, Fraction] = {"ante": ante}
    for bet in game.bets[1:]:
        if bet.kind != "main":
            continue
        if bet.size.when == "always":
            stakes[bet.id] = ante * bet.size.times[0]
        elif bet.size.when == "raised" and not folded:
            stakes[bet.id] = ante * rng.choice(bet.size.times)
    stakes |= side_stakes(rng, game, share=0.9 if folded else 0.65)
    return Round(deal, _in_order(game, stakes), folded)


def _in_order(game: Game, stakes: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {bet.id: stakes[bet.id] for bet in game.bets if bet.id in stakes}
