"""Drills of decisions in the five-card games: a spot, one action, and what it costs.

A question is a spot alone, made from its seed without the engine: so it stays the same whatever the
engine finds. What actions are worth is asked when a question is graded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from trainer.cards import Card, card, format_cards, parse_cards, rank_of, suit_of
from trainer.drills.random_hands import ACE, KING, draw, five_of, rest_of_deck
from trainer.drills.rounds import choose
from trainer.drills.stud_rounds import cards_for, drawn
from trainer.errors import RuleError, TrainerError
from trainer.games import GAME_IDS, build, variants
from trainer.games.stud import most_insurance
from trainer.hands import evaluate
from trainer.money import format_exact, parse_exact
from trainer.rules import Deal, Game

DEAL = "what-do-you-do"
INSURANCE = "how-much-insurance"
PURCHASE = "buy-or-not"
IDS = (DEAL, INSURANCE, PURCHASE)
NEAR = Fraction(1, 1000)  # antes; what costs less is as good as right

Cards = tuple[Card, ...]
Values = Mapping[str, Any]  # an `ev` document

# How often a hand or a row is dealt; what is easy or comes by itself seldom.
_HANDS = (
    ("even", 18.0),
    ("high-card", 12.0),
    ("four-to-a-flush", 14.0),
    ("four-to-a-straight", 14.0),
    ("ace-king", 10.0),
    ("pair", 14.0),
    ("two-pair", 8.0),
    ("three-of-a-kind", 8.0),
    ("straight", 5.0),
    ("flush", 4.0),
    ("full-house", 2.0),
)
_INSURED = (
    ("three-of-a-kind", 22.0),
    ("three-of-a-kind+ace-king", 12.0),
    ("straight", 16.0),
    ("straight+ace-king", 6.0),
    ("straight+straight", 8.0),
    ("flush", 14.0),
    ("flush+pair", 6.0),
    ("flush+straight", 6.0),
    ("full-house", 8.0),
    ("full-house+full-house", 3.0),
    ("four-of-a-kind", 5.0),
    ("straight-flush", 2.0),
)
_BUYING = (
    ("pair", 8.0),
    ("pair+ace-king", 10.0),
    ("two-pair", 14.0),
    ("two-pair+ace-king", 8.0),
    ("three-of-a-kind", 18.0),
    ("three-of-a-kind+ace-king", 12.0),
    ("straight", 16.0),
    ("flush", 12.0),
    ("full-house", 6.0),
    ("four-of-a-kind", 3.0),
)


@dataclass(frozen=True, slots=True)
class Decision:
    """A question: a spot as the `ev` document of the contract has it."""

    game: str
    variant: str
    drill: str
    seed: int
    spot: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """An action graded: its expected net and what it gives up, in antes, and the best action."""

    action: str
    ev: Fraction
    cost: Fraction
    best: str

    @property
    def passed(self) -> bool:
        """Whether it is the best action, or as good as that."""
        return self.cost < NEAR


def has_drill(game: Game, drill_id: str) -> bool:
    """Whether a house has the decision that a drill asks for."""
    if not game.five_card:
        return False
    rules = game.variant.rules
    if drill_id == INSURANCE:
        # A paytable of a house's own may leave every hand less than the least insurance. Rows of
        # one combination alone are asked about: each of them can be dealt.
        bet = game.bet("bet")
        rows = [bet.rows.index(row) for row, _ in _INSURED if "+" not in row]
        return any(most_insurance(rules, bet, row) for row in rows)
    return drill_id != PURCHASE or rules["purchase"] != "none"


def games_of(drill_id: str) -> tuple[str, ...]:
    """The games in which some house has the decision of a drill."""
    return tuple(
        id
        for id in GAME_IDS
        if any(has_drill(build(id, house.id), drill_id) for house in variants(id))
    )


def make_decision(game_id: str, variant_id: str, drill_id: str, seed: int) -> Decision:
    """The question of a seed: always the same one for the same game, house, drill and seed.

    Raises RuleError where the house has no such decision.
    """
    game = build(game_id, variant_id)
    if not has_drill(game, drill_id):
        able = games_of(drill_id)
        if game_id in able:
            raise RuleError(f"there is no such decision in the house {variant_id!r}", "variant")
        raise RuleError(
            f"{drill_id!r} is no drill of {game.name}; expected one of {', '.join(able)}", "drill"
        )
    rng = Random(f"{drill_id} {game_id} {variant_id} {seed}")
    return Decision(game_id, variant_id, drill_id, seed, deal_spot(rng, game, drill_id))


def deal_spot(rng: Random, game: Game, drill_id: str) -> dict[str, str]:
    """A spot by chance, weighted towards what has to be thought about."""
    document = {"game": game.id, "variant": game.variant.id}
    if drill_id == DEAL:
        hand = _hand(rng, choose(rng, _HANDS))
        upcard = _upcard(rng, hand)
        return document | {"player": format_cards(hand), "upcard": format_cards([upcard])}
    deal = _final(rng, game, _INSURED if drill_id == INSURANCE else _BUYING)
    gone = deal.player + deal.given_up
    document["player"] = format_cards(deal.player)
    if drill_id == INSURANCE:
        document["dealt"] = format_cards(deal.dealt or deal.player)
        return document | {"upcard": format_cards([_upcard_to_insure(rng, deal.player, gone)])}
    if deal.dealt:
        document["dealt"] = format_cards(deal.dealt)
    dealer = draw(rng, 5, gone)
    while evaluate(dealer) >= game.qualifies:
        dealer = draw(rng, 5, gone)
    return document | {"dealer": format_cards(dealer), "upcard": format_cards(dealer[-1:])}


def _hand(rng: Random, kind: str) -> Cards:
    if kind == "even":
        return draw(rng, 5)
    if kind == "four-to-a-flush":
        suit = rng.randrange(4)
        four = [card(rank, suit) for rank in rng.sample(range(13), 4)]
        fifth = rng.choice([a for a in rest_of_deck(four) if suit_of(a) != suit])
        return tuple(rng.sample([*four, fifth], 5))
    if kind == "four-to-a-straight":
        top = rng.randrange(3, 13)
        ranks = [top - n if top >= n else ACE for n in range(5)]
        ranks.remove(rng.choice(ranks))
        four = [card(rank, rng.randrange(4)) for rank in ranks]
        return tuple(rng.sample([*four, *draw(rng, 1, four)], 5))
    return five_of(rng, kind)


def _upcard(rng: Random, hand: Cards) -> Card:
    """Any card; one of a rank in the hand more often, as it blocks the dealer."""
    left = rest_of_deck(hand)
    ranks = {rank_of(a) for a in hand}
    if rng.random() < 0.2:
        left = [a for a in left if rank_of(a) in ranks]
    return rng.choice(left)


def _upcard_to_insure(rng: Random, player: Cards, gone: Cards) -> Card:
    """Any card; one that the hand leaves no pair for more often, as insurance is about that."""
    left = rest_of_deck(gone)
    ranks = [rank_of(a) for a in player]
    if rng.random() < 0.65:
        low = [a for a in left if rank_of(a) < KING and rank_of(a) in ranks]
        most = max((ranks.count(rank_of(a)) for a in low), default=0)
        left = [a for a in low if ranks.count(rank_of(a)) == most] or left
    return rng.choice(left)


def _final(rng: Random, game: Game, rows: Sequence[tuple[str, float]]) -> Deal:
    """A final hand of one of these rows, and how the box came to it."""
    bet = game.bet("bet")
    while True:
        cards = cards_for(rng, game, choose(rng, rows))
        if cards is None:
            continue
        deal = drawn(rng, game, cards)
        row = game.read(deal, True).rows["final"]
        assert row is not None
        if rows is not _INSURED or most_insurance(game.variant.rules, bet, row):
            return deal


# --- answers -------------------------------------------------------------------------------------


def values_of(question: Decision) -> dict[str, Any]:
    """The `ev` document of a question's spot. Loads the engine, which takes a second or more."""
    from trainer.documents.spots import ev_document

    return as_asked(question, ev_document(dict(question.spot)))


def as_asked(question: Decision, values: Values) -> dict[str, Any]:
    """The values of a question's spot, without the actions that it does not ask about.

    A question of insurance is about a hand that was raised, so there is no fold.
    """
    actions = values["actions"]
    if question.drill == INSURANCE:
        actions = [one for one in actions if one["action"] != "fold"]
    return {**values, "actions": actions, "best": actions[0]["action"]}


def grade_decision(values: Values, action: str) -> Choice:
    """An action graded by the values of its spot. Raises RuleError when it is none of them.

    Insurance between the least and the most is worth what lies between their values.
    """
    actions = values["actions"]
    best = Fraction(actions[0]["exact"])
    for one in actions:
        if action == one["action"] or action in one.get("same", ()):
            ev = Fraction(one["exact"])
            return Choice(action, ev, best - ev, actions[0]["action"])
    between = _insured_ev(actions, action)
    if between is None:
        legal = ", ".join(one["action"] for one in actions)
        raise RuleError(f"{action!r} is no action here; expected one of {legal}", "action")
    return Choice(action, between, best - between, actions[0]["action"])


_INSURED_RAISE = "raise+insurance:"


def _insured_ev(actions: Sequence[Values], action: str) -> Fraction | None:
    """The value of an insurance by its amount, however written; None when it is not legal."""
    known = {
        parse_exact(one["action"].removeprefix(_INSURED_RAISE)): Fraction(one["exact"])
        for one in actions
        if one["action"].startswith(_INSURED_RAISE)
    }
    if not action.startswith(_INSURED_RAISE) or not known:
        return None
    least, most = min(known), max(known)
    try:
        amount = parse_exact(action.removeprefix(_INSURED_RAISE))
    except TrainerError:
        return None
    if amount in known:
        return known[amount]
    if not least <= amount <= most:
        return None
    return known[least] + (known[most] - known[least]) * (amount - least) / (most - least)


def read_action(question: Decision, text: str) -> str | None:
    """An action as somebody types it: `raise`, `5c 2d`, `exchange 5c 2d`, `1.5`, `buy`; or None.

    Whether it is legal is for `grade_decision` to say.
    """
    typed = text.strip().lower()
    if question.drill == INSURANCE:
        return _read_insurance(typed)
    words = {
        DEAL: {"fold": "fold", "raise": "raise", "bet": "raise", "sixth": "sixth", "6": "sixth"},
        PURCHASE: {"take": "take", "no": "take", "buy": "purchase", "yes": "purchase"}
        | {"purchase": "purchase"},
    }[question.drill]
    first = {word[0]: action for word, action in reversed(words.items()) if word.isalpha()}
    if typed in words or typed in first:
        return words.get(typed) or first[typed]
    if question.drill != DEAL:
        return None
    rest = text.strip()
    for prefix in ("exchange:", "exchange ", "x "):
        if typed.startswith(prefix):
            rest = text.strip()[len(prefix) :]
    try:
        cards = parse_cards(rest)
    except TrainerError:
        return None
    return exchange_action(cards) if cards else None


def exchange_action(cards: Sequence[Card]) -> str:
    """The action of giving up some cards, named as values name it: high to low."""
    ordered = sorted(cards, key=lambda a: (-rank_of(a), suit_of(a)))
    return f"exchange:{format_cards(ordered)}"


def _read_insurance(typed: str) -> str | None:
    if typed in ("none", "no", "raise"):
        return "raise"
    try:
        amount = parse_exact(typed, comma=True)
    except TrainerError:
        return None
    if amount < 0:
        return None
    return "raise" if not amount else _INSURED_RAISE + format_exact(amount)


def decision_document(question: Decision) -> dict[str, Any]:
    """A question with its answer and the value of every action as a JSON document."""
    values = values_of(question)
    return {
        "game": question.game,
        "variant": question.variant,
        "drill": question.drill,
        "seed": question.seed,
        "spot": dict(question.spot),
        "stage": values["stage"],
        "answer": values["best"],
        "actions": values["actions"],
    }
