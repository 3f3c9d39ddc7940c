"""What somebody typed about a spot, field by field, as a spot document of the contract.

A spot on the Decide page is a flat mapping from field to text, which is also what stands in the
page's address. Pure functions.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trainer.cards import DECK, format_cards, parse_cards, require_distinct
from trainer.errors import CardError, StakeError, TrainerError
from trainer.locale import Translator
from trainer.money import format_money, parse_money
from trainer.rules import Bet, Game, Stage
from trainer.ui.entry import CardGroup, Fields, cards_in, error_sentence

CARDS = ("player", "board")
MORE_CARDS = ("dealer", "known_board", "dead")
N_DEAD = 12  # the cards of six neighbours
N_LATER = 2  # turn and river
N_BOARD = 5


@dataclass(frozen=True, slots=True)
class SpotEntry:
    """A spot as far as it is known.

    `document` holds what could be read. Exactly one of `stage`, `missing` (a sentence about what is
    still to be entered) and `problem` (one about what cannot be) is set.
    """

    document: dict[str, Any]
    stage: Stage | None = None
    missing: str = ""
    problem: str = ""


def side_bets(game: Game) -> tuple[Bet, ...]:
    """The side bets that a spot may have a stake on; insurance is a decision."""
    return tuple(bet for bet in game.bets if bet.kind == "side" and not bet.opening)


def field_names(game: Game) -> tuple[str, ...]:
    """Every field of a game's spots."""
    return (*CARDS, *MORE_CARDS, "ante", *(bet.id for bet in side_bets(game)))


def spot_groups(t: Translator, game: Game, fields: Fields, *, more: bool) -> list[CardGroup]:
    """The groups of cards to enter; `more` adds what a player should not have seen."""
    n_board = max(stage.n_board for stage in game.stages)
    groups = [
        CardGroup("player", t("Player"), 2),
        CardGroup("board", t("Board"), n_board),
    ]
    if more:
        n_dead = max(N_DEAD, len(cards_in(fields.get("dead", ""))))
        groups += [
            CardGroup("dealer", t("Dealer's cards seen"), 2, optional=True),
            CardGroup("known_board", t("Turn and river seen"), N_LATER, optional=True),
            CardGroup("dead", t("Cards out of play"), n_dead, optional=True),
        ]
    return groups


def read_spot(t: Translator, game: Game, fields: Fields) -> SpotEntry:
    """The spot that the fields tell."""
    document: dict[str, Any] = {"game": game.id, "variant": game.variant.id}
    for name in (*CARDS, *MORE_CARDS):
        cards = cards_in(fields.get(name, ""))
        if cards:
            document[name] = format_cards(cards)
    try:
        _check_cards(t, game, fields)
        stakes = stakes_of(game, fields)
    except TrainerError as error:
        return SpotEntry(document, problem=error_sentence(t, error))
    if stakes:
        document["stakes"] = stakes
    n_player, n_board = (len(cards_in(fields.get(name, ""))) for name in CARDS)
    stage = next((stage for stage in game.stages if stage.n_board == n_board), None)
    to_come = min(stage.n_board for stage in game.stages if stage.n_board >= n_board) - n_board
    n = 2 - n_player + to_come
    if n or stage is None:
        missing = t.n(
            "{n} card missing. Type rank and suit, or tap the deck.",
            "{n} cards missing. Type rank and suit, or tap the deck.",
            n,
        )
        return SpotEntry(document, missing=missing)
    return SpotEntry(document, stage=stage)


def _check_cards(t: Translator, game: Game, fields: Fields) -> None:
    """CardError when cards are unreadable, there twice, or too many."""
    found = []
    for group in spot_groups(t, game, fields, more=True):
        try:
            cards = parse_cards(fields.get(group.field, ""))
        except TrainerError as error:
            raise error.at(group.field) from None
        n = group.n
        if group.field == "known_board":
            n = min(n, N_BOARD - len(cards_in(fields.get("board", ""))))
            if cards and n <= 0:
                raise CardError(t("turn and river are on the board already"), group.field)
        if len(cards) > n:
            raise CardError(
                t.n("there is room for {n} card", "there is room for {n} cards", n), group.field
            )
        found.append((group.label, cards))
    require_distinct(found)


def stakes_of(game: Game, fields: Fields) -> dict[str, str]:
    """The stakes as text when a side bet is out; only their proportion counts."""
    amounts = {}
    for id in ("ante", *(bet.id for bet in side_bets(game))):
        text = fields.get(id, "").strip()
        if not text:
            continue
        try:
            amounts[id] = parse_money(text, comma=True)
        except TrainerError as error:
            raise error.at(id) from None
        if amounts[id] < 0:
            raise StakeError(f"{text} is below nothing; a stake cannot be negative", id)
    if not any(amount for id, amount in amounts.items() if id != "ante"):
        return {}
    if not amounts.get("ante"):
        raise StakeError("a side bet is compared with the ante; expected its stake", "ante")
    return {id: format_money(amount) for id, amount in amounts.items() if amount}


def deal(game: Game, stages: Sequence[str], seed: int) -> dict[str, str]:
    """The fields of a spot dealt by a seed, at one of some stages; every deal equally likely."""
    source = random.Random(f"{game.id} {' '.join(stages)} {seed}")
    chosen = [stage for stage in game.stages if stage.id in stages] or list(game.stages)
    n_board = source.choice(chosen).n_board
    cards = source.sample(DECK, 2 + n_board)
    fields = {"player": compact(cards[:2]), "board": compact(cards[2:])}
    return {name: text for name, text in fields.items() if text}


def compact(cards: Sequence[Any]) -> str:
    """Cards as they stand in an address: `AhKd`."""
    return format_cards(cards).replace(" ", "")


def gap(answer: Mapping[str, Any]) -> Fraction:
    """What the second best action of an `ev` document costs, in antes; 99 where there is none."""
    values = [Fraction(action["exact"]) for action in answer["actions"][:2]]
    return values[0] - values[1] if len(values) > 1 else Fraction(99)
