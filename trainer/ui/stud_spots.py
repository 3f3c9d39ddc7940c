"""What somebody typed about a spot of a five-card game, as a spot document of the contract.

The fields are those of a round on the Settle page as far as a player knows it: the five cards dealt
(`player`), what was done with them (`draw`, `given`, `new`), and the dealer's `upcard`, or all five
of his cards (`dealer`). Pure functions.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from trainer.cards import DECK, format_cards, parse_cards, require_distinct
from trainer.drills.decisions import INSURANCE, PURCHASE, deal_spot, has_drill
from trainer.errors import CardError, TrainerError
from trainer.games.stud import exchange_range
from trainer.locale import Translator
from trainer.rules import Game, Stage
from trainer.ui.entry import (
    CardGroup,
    Fields,
    cards_in,
    draws_of,
    error_sentence,
    fields_of,
    with_dealt,
)
from trainer.ui.spots import SpotEntry, compact, side_bets, stakes_of

STAGE = "stage"
CARDS = ("player", "new", "upcard", "dealer", "dead")
N_DEALER = N_PLAYER = 5
MOST_DEAD = 36
N_DEAD = 10  # places to begin with
_DEAL, _DRAW, _NO_GAME = "deal", "draw", "no-game"


def field_names(game: Game) -> tuple[str, ...]:
    """Every field of a game's spots."""
    bonus = ("ante", *(bet.id for bet in side_bets(game)))
    return (STAGE, "draw", "given", *CARDS, *bonus)


def stages_of(game: Game) -> tuple[Stage, ...]:
    """The decisions of a house, without those that it never has."""
    draws = bool(draws_of(game)) or has_drill(game, INSURANCE)
    return tuple(stage for stage in game.stages if stage.id != _DRAW or draws)


def stage_of(game: Game, fields: Fields) -> Stage:
    """The decision that the fields speak of, the first one where the house has no such."""
    stages = {stage.id: stage for stage in stages_of(game)}
    return stages.get(_told_stage(fields)) or stages[_DEAL]


def _told_stage(fields: Fields) -> str:
    """The decision that the fields name, else the one their cards tell."""
    told = _DEAL
    if fields.get("draw") or fields.get("new"):
        told = _DRAW
    if len(cards_in(fields.get("dealer", ""))) > 1:
        told = _NO_GAME
    return fields.get(STAGE, "") or told


def unknown_stage(game: Game, fields: Fields) -> str:
    """The decision that the fields speak of where the house has no such; else ''."""
    told = _told_stage(fields)
    return "" if told in {stage.id for stage in stages_of(game)} else told


def draw_of(game: Game, fields: Fields) -> str:
    """What the box did with its cards: nothing, `sixth` or `exchange`."""
    draw = fields.get("draw", "")
    at_the_deal = stage_of(game, fields).id == _DEAL
    return draw if draw in draws_of(game) and not at_the_deal else ""


def spot_groups(t: Translator, game: Game, fields: Fields, *, more: bool) -> list[CardGroup]:
    """The groups of cards to enter; `more` adds cards of other boxes."""
    groups = [CardGroup("player", t("Five cards dealt"), N_PLAYER)]
    draw = draw_of(game, fields)
    if draw == "sixth":
        groups.append(CardGroup("new", t("Sixth card"), 1))
    elif draw == "exchange":
        n = len(_given(fields))
        groups += [CardGroup("new", t("New cards"), n)] if n else []
    if stage_of(game, fields).id == _NO_GAME:
        groups.append(CardGroup("dealer", t("Dealer, upcard last"), N_DEALER))
    else:
        groups.append(CardGroup("upcard", t("Upcard"), 1))
    if more:
        n_dead = max(N_DEAD, len(cards_in(fields.get("dead", ""))))
        groups.append(CardGroup("dead", t("Cards out of play"), n_dead, optional=True))
    return groups


def _given(fields: Fields) -> tuple[Any, ...]:
    dealt = cards_in(fields.get("player", ""))
    return tuple(a for a in cards_in(fields.get("given", "")) if a in dealt)


def read_spot(t: Translator, game: Game, fields: Fields) -> SpotEntry:
    """The spot that the fields tell."""
    stage = stage_of(game, fields)
    document = _document(game, fields, stage)
    try:
        groups = _checked_groups(t, game, fields)
        stakes = stakes_of(game, fields)
    except TrainerError as error:
        return SpotEntry(document, problem=error_sentence(t, error))
    if stakes:
        document["stakes"] = stakes
    n = sum(group.n - n_cards for group, n_cards in groups if not group.optional)
    if n:
        missing = t.n(
            "{n} card missing. Type rank and suit, or tap the deck.",
            "{n} cards missing. Type rank and suit, or tap the deck.",
            n,
        )
        return SpotEntry(document, missing=missing)
    if draw_of(game, fields) == "exchange" and not _given(fields):
        return SpotEntry(document, missing=t("Choose the cards that were given up."))
    return SpotEntry(document, stage=stage)


def _document(game: Game, fields: Fields, stage: Stage) -> dict[str, Any]:
    document: dict[str, Any] = {"game": game.id, "variant": game.variant.id}
    first, new = (cards_in(fields.get(name, "")) for name in ("player", "new"))
    draw = draw_of(game, fields)
    final = first
    if draw:
        given = _given(fields) if draw == "exchange" else ()
        final = (*(a for a in first if a not in given), *new)
    cards = {"player": final, "dead": cards_in(fields.get("dead", ""))}
    # A hand that was raised as dealt says so after the draw.
    cards["dealt"] = first if draw or stage.id == _DRAW else ()
    seen = "dealer" if stage.id == _NO_GAME else "upcard"
    cards[seen] = cards_in(fields.get(seen, ""))
    return document | {key: format_cards(found) for key, found in cards.items() if found}


def _checked_groups(t: Translator, game: Game, fields: Fields) -> list[tuple[CardGroup, int]]:
    """Every group with the number of its cards; CardError when they cannot be."""
    found = []
    for group in spot_groups(t, game, fields, more=True):
        try:
            cards = parse_cards(fields.get(group.field, ""))
        except TrainerError as error:
            raise error.at(group.field) from None
        n = MOST_DEAD if group.field == "dead" else group.n
        if len(cards) > n:
            raise CardError(
                t.n("there is room for {n} card", "there is room for {n} cards", n), group.field
            )
        found.append((group, cards))
    require_distinct((group.label, cards) for group, cards in found)
    return [(group, len(cards)) for group, cards in found]


def fields_of_spot(game: Game, document: Mapping[str, Any]) -> dict[str, str]:
    """The fields that tell a spot document: the opposite of reading them."""
    fields = fields_of(game, document)
    for key in ("upcard", "dead"):
        if document.get(key):
            fields[key] = compact(parse_cards(document[key]))
    if document.get("dealer"):
        fields.pop("upcard", None)
        fields[STAGE] = _NO_GAME
    elif document.get("dealt"):
        fields[STAGE] = _DRAW
    known = field_names(game)
    return {name: text for name, text in fields.items() if name in known}


def from_address(address: Mapping[str, str]) -> dict[str, str]:
    """The fields of an address, in which cards may also stand as in a spot document."""
    fields = with_dealt(address)
    if len(cards_in(fields.get("dealer", ""))) == 1 and not fields.get("upcard"):
        fields["upcard"] = fields.pop("dealer")
    if "dealt" in address and not fields.get("dealer"):
        fields.setdefault(STAGE, _DRAW)
    return fields


def deal(game: Game, stages: Sequence[str], seed: int) -> dict[str, str]:
    """The fields of a spot dealt by a seed, at one of some stages.

    Five cards and an upcard are dealt evenly; later decisions as the drills deal them, as most
    hands have none.
    """
    source = random.Random(f"{game.id} {' '.join(stages)} {seed}")
    known = [stage.id for stage in stages_of(game)]
    stage = source.choice([id for id in known if id in stages] or known)
    if stage == _DEAL or (stage == _DRAW and not has_drill(game, INSURANCE)):
        cards = source.sample(DECK, N_PLAYER + 1)
        fields = {"player": compact(cards[:-1]), "upcard": compact(cards[-1:])}
        return fields if stage == _DEAL else fields | _drawn(game, source, cards)
    return fields_of_spot(game, deal_spot(source, game, INSURANCE if stage == _DRAW else PURCHASE))


def _drawn(game: Game, source: random.Random, seen: Sequence[Any]) -> dict[str, str]:
    """A draw by chance after five cards and an upcard."""
    draw = source.choice(draws_of(game))
    sizes = [1] if draw == "sixth" else _sizes(game)
    n = source.choice(sizes)
    new = source.sample([a for a in DECK if a not in seen], n)
    given = source.sample(list(seen[:N_PLAYER]), n) if draw == "exchange" else []
    fields = {STAGE: _DRAW, "draw": draw, "new": compact(new), "given": format_cards(given)}
    return {name: text for name, text in fields.items() if text}


def _sizes(game: Game) -> list[int]:
    least, most = exchange_range(game.variant.rules)
    return list(range(least, most + 1))
