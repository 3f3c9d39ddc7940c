"""Russian Poker dealt out: rounds with seeded cards, the engine's choices and the rules' prices.

A state is five cards and an upcard. The engine says what is best and what that is worth; here the
deck is shuffled, every choice of the round is asked for, and the round is priced by the tables of
the rules, as integers in antes. What the rounds bring on average must be what the engine said.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.cards import Card, format_card, format_cards, parse_cards
from trainer.compiled import kernel
from trainer.documents import settle_document
from trainer.engine.draw_exchange import raise_sums
from trainer.engine.draw_final import Table, read_final, table_behind
from trainer.engine.draw_purchase import Desk, desk
from trainer.engine.draw_rules import DrawRules, parts
from trainer.engine.draw_stages import no_game_values
from trainer.engine.draw_state import n_left_after
from trainer.ev.five_card import FiveCardSpot, decide_five_card, five_card_rules
from trainer.games.stud import most_insurance
from trainer.hands import Category, evaluate
from trainer.hands.kernels import evaluate_many
from trainer.hands.values import INDEX_BITS
from trainer.rules import Deal, Game, Showdown, payoffs

Ints = NDArray[np.int64]
Hands = NDArray[np.uint8]

FOLD, RAISE, INSURED = range(3)  # choices once the hand is final
MOST_DRAWN = 5 + 4 + 4  # an exchange, the hidden cards, a purchase with three redraws
FEES: tuple[tuple[str, ...], ...] = ((), ("sixth",), ("exchange",))
ENDS = ((1, Showdown.WIN_NO_GAME), (2, Showdown.WIN_BOUGHT))  # ante taken; bought for nothing


class State(NamedTuple):
    """Five cards and the dealer's upcard."""

    hand: tuple[Card, ...]
    upcard: Card


def states(seed: int, n: int) -> list[State]:
    """Seeded states, uniform; those of one upcard rank together, as the engine likes them."""
    rng = random.Random(seed)
    found = []
    for _ in range(n):
        *hand, upcard = map(Card, rng.sample(range(52), 6))
        found.append(State(tuple(hand), upcard))
    return sorted(found, key=lambda state: state.upcard >> 2)


def shuffled(source: np.random.Generator, deck: Sequence[int], n_rounds: int) -> Hands:
    """The first cards of so many shuffled decks, uint8[round, MOST_DRAWN]."""
    cards = np.tile(np.array(deck, dtype=np.uint8), (n_rounds, 1))
    rounds = np.arange(n_rounds)
    for i in range(MOST_DRAWN):
        other = source.integers(i, len(deck), n_rounds)
        chosen = cards[rounds, other]
        cards[rounds, other] = cards[:, i]
        cards[:, i] = chosen
    return cards[:, :MOST_DRAWN].copy()


@kernel()
def choose(
    table: Table,
    scratch: Desk,
    finals: Ints,
    given_up: Ints,
    upcard: int,
    n_left: int,
    n_parts: int,
    choices: Ints,
    rows: Ints,
    values: NDArray[np.float64],
) -> None:
    """The engine's choice for every final hand, int64[hand, card], its row and its value in units.

    Of equal values the one that puts out less; values do not count the fees.
    """
    gone = np.empty(14, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    own = np.empty(4, dtype=np.int64)
    found = np.empty(4, dtype=np.int64)
    hand = np.empty(2, dtype=np.int64)
    for i in range(finals.shape[0]):
        gone[:] = 0
        gone[13] = 4
        masks[:] = 0
        own[:] = 0
        for k in range(given_up.shape[0]):
            rank, suit = given_up[k] >> 2, (given_up[k] ^ upcard) & 3
            gone[rank] += 1
            masks[suit] |= 1 << rank
        for k in range(finals.shape[1]):
            rank, suit = finals[i, k] >> 2, (finals[i, k] ^ upcard) & 3
            gone[rank] += 1
            masks[suit] |= 1 << rank
            own[suit] |= 1 << rank
        raise_sums(table, scratch, gone, masks, own, n_left, n_parts, found)
        read_final(table, own, hand)
        rows[i] = hand[1]
        raised, insured, n_hands = found[0] + found[1], found[2], found[3]
        best = table.pay.fold * n_hands * n_parts
        choices[i] = FOLD
        if raised > best:
            best = raised
            choices[i] = RAISE
        if insured > best:
            best = insured
            choices[i] = INSURED
        values[i] = best / n_parts / n_hands


@dataclass(slots=True)
class Prices:
    """The rules as tables of whole antes, and the rows of the hands read so far."""

    game: Game
    rules: DrawRules
    net: Ints  # [3 * fee + fold, raise or raise and purchase; showdown; row]
    insurance: Ints  # [showdown before a purchase, row] net of the most insurance
    most: Ints  # [row] the most insurance
    most_bought: Ints  # [row] the most that a purchase can bring
    rows: dict[int, int] = field(default_factory=dict)  # by what `_patterns` tells apart


def prices(game: Game) -> Prices:
    """The prices of a game, every amount through `payoffs`."""
    ante, bet, fee = {"ante": Fraction(1)}, {"bet": Fraction(2)}, Fraction(1)
    plans = []
    for fees in FEES:
        paid = ante | dict.fromkeys(fees, fee)
        plans += [paid, paid | bet, paid | bet | {"purchase": fee}]
    priced = payoffs(game, plans)
    raised = game.bet("bet")
    rows = raised.rows
    most = [most_insurance(game.variant.rules, raised, row) for row in range(len(rows))]
    insured = payoffs(game, [{"insurance": Fraction(1)}], [game.bet("insurance")])
    assert priced.scale == insured.scale == 1
    assert all(amount.denominator == 1 for amount in most)
    net, amounts = np.array(priced.net), np.array([int(amount) for amount in most])
    return Prices(
        game,
        five_card_rules(game),
        net,
        np.array(insured.net[0]) * amounts,
        amounts,
        net[2, Showdown.LOSE_BOUGHT :].max(axis=0),
    )


def may_buy(prices: Prices, player: Ints, rows: Ints, n_left: int) -> NDArray[np.bool_]:
    """The final hands that buying can be right for: those that a bound does not rule out.

    The new card helps when it brings a game that the box beats. Twelve cards pair one of the four
    kept; an ace cannot come to a king, for then an ace was taken away and is drawn again. Eight
    make a straight and nine a flush, which only a straight or better beats or ties.
    """
    n_helping = np.where(player >> INDEX_BITS < Category.STRAIGHT, 12, 12 + 8 + 9)
    take, fails = (prices.net[n, showdown][rows] for n, showdown in ENDS)
    found: NDArray[np.bool_] = n_helping * (prices.most_bought[rows] - fails) > (n_left - 3) * (
        take - fails
    )
    return found


def _patterns(hands: Ints) -> Ints:
    """A number for each hand that tells apart all that can matter to what is paid.

    That is its ranks and, when five or six cards are of a suit, the ranks of that suit.
    """
    ranks, suits = hands >> 2, hands & 3
    suited = np.zeros(len(hands), dtype=np.int64)
    for suit in range(4):
        is_suit = suits == suit
        of_suit = ((1 << ranks) * is_suit).sum(axis=1)
        suited += np.where(is_suit.sum(axis=1) >= 5, of_suit, 0)
    found: Ints = (5**ranks).sum(axis=1) << 13 | suited
    return found


def rows_of(prices: Prices, hands: Ints) -> Ints:
    """The row of each final hand as settlement reads it."""
    patterns, first, place = np.unique(_patterns(hands), return_index=True, return_inverse=True)
    rows = np.empty(len(patterns), dtype=np.int64)
    for n, pattern in enumerate(patterns.tolist()):
        if pattern not in prices.rows:
            row = prices.game.read(Deal(_cards(hands[first[n]])), False).rows["final"]
            assert row is not None
            prices.rows[pattern] = row
        rows[n] = prices.rows[pattern]
    found: Ints = rows[place.ravel()]
    return found


def showdowns(player: Ints, dealer: Ints, qualifies: int, without_game: Showdown) -> Ints:
    """The showdown of many hands; `without_game` is the one lost when the dealer has no game."""
    first = np.where(dealer >= qualifies, Showdown.LOSE, without_game)
    found: Ints = first + 2 * (player > dealer) + (player == dealer)
    return found


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of one state, an element a round; cards as numbers, money in antes."""

    state: State
    action: str
    exact: Fraction  # what the state is worth
    given_up: tuple[Card, ...]
    finals: Ints  # [round, 5 or 6 cards]
    choices: Ints
    dealers: Hands  # [round, 5] the upcard last
    draws: list[tuple[Card, ...]]  # of those that bought, in the order of `bought`
    bought: Ints  # the rounds in which a game was bought
    insured: Ints  # the insurance
    net: Ints
    outcomes: Ints  # a number for what was staked, both showdowns and the row
    after_draw: NDArray[np.float64]  # what the final hand was worth, fees counted
    at_purchase: NDArray[np.float64]  # what buying was worth, in the order of `bought`
    n_finals: int  # different final hands


def play(prices: Prices, state: State, source: np.random.Generator, n_rounds: int) -> Rounds:
    """Rounds of one state, each choice by the engine, each priced by the rules."""
    game, rules = prices.game, prices.rules
    best = decide_five_card(game, FiveCardSpot(state.hand, state.upcard))[0]
    kind, _, cards = best.action.partition(":")
    given_up = parse_cards(cards)
    n_drawn = 1 if kind == "sixth" else len(given_up)
    fee = {"sixth": 1, "exchange": 2}.get(kind, 0)
    assert kind in ("fold", "raise", "sixth", "exchange")
    deck = [a for a in range(52) if a not in (*state.hand, state.upcard)]
    order = shuffled(source, deck, n_rounds)

    # The final hands, and the choice for each different set of cards drawn.
    drawn = order[:, :n_drawn].astype(np.int64)
    _, first, place = np.unique((1 << drawn).sum(axis=1), return_index=True, return_inverse=True)
    place = place.ravel()
    kept = np.array([a for a in state.hand if a not in given_up], dtype=np.int64)
    hands = np.hstack([np.tile(kept, (len(first), 1)), drawn[first]])
    choices = np.empty(len(hands), dtype=np.int64)
    rows_found = np.empty_like(choices)
    values = np.empty(len(hands), dtype=np.float64)
    n_left = n_left_after(len(given_up) + hands.shape[1])
    choose(
        table_behind(rules, state.upcard >> 2),
        desk(),
        hands,
        np.array(given_up, dtype=np.int64),
        int(state.upcard),
        n_left,
        parts(n_left, rules.pay),
        choices,
        rows_found,
        values,
    )
    if kind == "fold":
        assert (choices == FOLD).all(), state
    if kind == "raise":
        assert (choices != FOLD).all(), state
    rows = rows_of(prices, hands)
    assert (rows == rows_found).all(), (state, hands[rows != rows_found][0])
    player = evaluate_many(hands).astype(np.int64)[place]
    finals, choices, rows = hands[place], choices[place], rows[place]

    # The dealer opens, and boxes without insurance may buy.
    assert game.variant.rules["insured_purchase"] == "no"
    upcards = np.full((n_rounds, 1), state.upcard, dtype=np.uint8)
    dealers = np.hstack([order[:, n_drawn : n_drawn + 4], upcards])
    dealer = evaluate_many(dealers).astype(np.int64)
    folded, insured = choices == FOLD, choices == INSURED
    opening = showdowns(player, dealer, game.qualifies, Showdown.LOSE_NO_GAME)
    opening[folded] = Showdown.FOLD
    open_spots = np.flatnonzero(
        (choices == RAISE) & (dealer < game.qualifies) & may_buy(prices, player, rows, n_left)
    )
    bought, draws, at_purchase = [], [], []
    for n in open_spots.tolist():
        five = _cards(dealers[n])
        found = no_game_values(rules, _cards(finals[n]), five, given_up)
        if found.purchase is not None and found.purchase > found.take:
            bought.append(n)
            draws.append(_drawn_by_dealer(five, order[n, n_drawn + 4 :].tolist()))
            at_purchase.append(float(found.purchase) - (fee > 0))
    buyers = np.array(bought, dtype=np.int64)
    final = opening.copy()
    plan = 3 * fee + np.where(folded, 0, 1)
    if bought:
        new = dealers[buyers]
        new[np.arange(len(new)), (new >> 2).argmax(axis=1)] = [draw[-1] for draw in draws]
        made = evaluate_many(new).astype(np.int64)
        final[buyers] = showdowns(player[buyers], made, game.qualifies, Showdown.LOSE_BOUGHT)
        plan[buyers] += 1
    net = prices.net[plan, final, rows]
    net[insured] += prices.insurance[opening[insured], rows[insured]]
    return Rounds(
        state,
        f"exchange {n_drawn}" if kind == "exchange" else kind,
        best.ev,
        given_up,
        finals,
        choices,
        dealers,
        draws,
        buyers,
        np.where(insured, prices.most[rows], 0),
        net,
        (((plan * 2 + insured) * 10 + opening) * 10 + final) * len(prices.most) + rows,
        (values / rules.scale)[place] - (fee > 0),
        np.array(at_purchase),
        len(hands),
    )


def _drawn_by_dealer(dealer: tuple[Card, ...], rest: list[int]) -> tuple[Card, ...]:
    """The cards that a purchase brings from the rest of the deck: again on the rank given away."""
    highest = max(a >> 2 for a in dealer)
    n = next(i for i, a in enumerate(rest) if a >> 2 != highest)
    return tuple(map(Card, rest[: n + 1]))


# --- the same rounds as documents ----------------------------------------------------------------

ANTE = 10


def check_documents(game: Game, rounds: Rounds, n: int, seen: set[int]) -> int:
    """How many rounds were settled through the public functions, all with the same net.

    The first round of every outcome that is not in `seen`, and `n` more: up to three with a
    purchase, three with insurance, then as they come. Of a third the choices are asked for again.
    """
    bought = dict(zip(rounds.bought.tolist(), rounds.draws, strict=True))
    outcomes, first = np.unique(rounds.outcomes, return_index=True)
    new = {x: i for x, i in zip(outcomes.tolist(), first.tolist(), strict=True) if x not in seen}
    seen.update(new)
    insured = np.flatnonzero(rounds.insured)[:3].tolist()
    others = [*list(bought)[:3], *insured, *range(len(new) + n)]
    chosen = list(dict.fromkeys([*new.values(), *others]))[: len(new) + n]
    for place, i in enumerate(chosen):
        draws = bought.get(i, ())
        if place % 3 == 0:
            check_choices(game, rounds, i, bool(draws))
        document = round_document(game, rounds, i, draws)
        settled = settle_document(document)
        assert Fraction(settled["net"]) == int(rounds.net[i]) * ANTE, (document, settled)
    return len(chosen)


def check_choices(game: Game, rounds: Rounds, i: int, buys: bool) -> None:
    """Ask for the later choices of a round once more, as the command line and the app do."""
    player, dealer = _cards(rounds.finals[i]), _cards(rounds.dealers[i])
    insurance = int(rounds.insured[i])
    spot = FiveCardSpot(player, rounds.state.upcard, rounds.state.hand)
    raised = "raise" if not insurance else f"raise+insurance:{insurance}"
    action = "fold" if rounds.choices[i] == FOLD else raised
    assert _best(game, spot) == action, (rounds.action, spot)
    if action == "raise" and evaluate(dealer) < game.qualifies:
        spot = replace(spot, dealer=dealer)
        assert _best(game, spot) == ("purchase" if buys else "take"), spot


def round_document(game: Game, rounds: Rounds, i: int, draws: tuple[Card, ...]) -> dict[str, Any]:
    """One round as the contract writes it; of a folded one, the dealer's upcard alone."""
    hand, player = rounds.state.hand, _cards(rounds.finals[i])
    document: dict[str, Any] = {"game": game.id, "player": format_cards(player)}
    if player != hand:
        document["dealt"] = format_cards(hand)
    stakes = {"ante": 1}
    if rounds.action == "sixth" or rounds.given_up:
        stakes["exchange" if rounds.given_up else "sixth"] = 1
    if rounds.choices[i] == FOLD:
        document |= {"folded": True, "upcard": format_card(rounds.state.upcard)}
    else:
        document["dealer"] = format_cards(_cards(rounds.dealers[i]))
        stakes |= {"bet": 2, "insurance": int(rounds.insured[i])}
    if draws:
        document["dealer_draws"] = [format_card(a) for a in draws]
        stakes["purchase"] = 1
    return document | {"stakes": {id: str(n * ANTE) for id, n in stakes.items() if n}}


def _cards(numbers: NDArray[Any]) -> tuple[Card, ...]:
    return tuple(map(Card, numbers.tolist()))


def _best(game: Game, spot: FiveCardSpot) -> str:
    return decide_five_card(game, spot)[0].action
