"""What somebody typed about a round, field by field, as a round document of the contract.

A round on the Settle page is a flat mapping from field to text (`board`, `ante`, and for further
boxes `player.2`, `ante.2`), which is also what stands in the page's address. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trainer import wording
from trainer.cards import Card, format_cards, parse_cards, require_distinct
from trainer.documents import MAX_BOXES, settle_document
from trainer.errors import CardError, StakeError, TrainerError
from trainer.games.stud import exchange_fee
from trainer.locale import Translator
from trainer.money import format_money, parse_money
from trainer.rules import Bet, Game

Fields = Mapping[str, str]

FOLD = "fold"
N_DRAWS = 4  # four cards of the rank taken away cannot be drawn one after another
_SHARED = ("board", "dealer", "dealer_draws")


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that are entered together: `field` names them, `n` is how many places there are.

    An optional group may stay empty and is never counted as missing.
    """

    field: str
    label: str
    n: int
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A round as far as it is known.

    `document` holds what could be read, for the felt. Exactly one of `settlement`, `missing` (a
    sentence about what is still to be entered) and `problem` (one about what cannot be) is set.
    """

    document: dict[str, Any]
    settlement: dict[str, Any] | None = None
    missing: str = ""
    problem: str = ""


def field_of(name: str, box: int = 0) -> str:
    """The field of a box; the first box has no number."""
    return name if box == 0 or name in _SHARED else f"{name}.{box + 1}"


def n_boxes(fields: Fields) -> int:
    """How many boxes a mapping of fields speaks of."""
    numbers = [int(name.rpartition(".")[2]) for name in fields if re.fullmatch(r"\w+\.\d", name)]
    return min(MAX_BOXES, max(numbers, default=1))


def n_places(game: Game) -> tuple[int, int, int]:
    """Places for the dealer's cards, the board and a box's first cards."""
    return (5, 0, 5) if game.five_card else (2, 5, 2)


def raised_bet(game: Game) -> Bet:
    """The bet that is put out or not: play, call or bet."""
    return next(bet for bet in game.bets if bet.size.when == "raised")


def side_fields(game: Game) -> tuple[Bet, ...]:
    """The bets whose size is free and that may be left out."""
    return tuple(bet for bet in game.bets if bet.size.when == "optional")


def draws_of(game: Game) -> tuple[str, ...]:
    """What a box may do with its five cards for a fee: sixth, exchange."""
    return tuple(bet.id for bet in game.bets if bet.id in ("sixth", "exchange"))


def can_purchase(game: Game) -> bool:
    """Whether a box may buy the dealer a game in this house."""
    return any(bet.id == "purchase" for bet in game.bets)


def card_groups(t: Translator, game: Game, fields: Fields, box: int) -> tuple[CardGroup, ...]:
    """The groups of cards to enter for one box and the table, in the order of entry."""
    n_dealer, n_board, n_player = n_places(game)
    player = t("Five cards dealt") if game.five_card else t("Player")
    groups = [CardGroup(field_of("player", box), player, n_player)]
    draw = fields.get(field_of("draw", box), "")
    if game.five_card and draw == "sixth":
        groups.append(CardGroup(field_of("new", box), t("Sixth card"), 1))
    elif game.five_card and draw == "exchange":
        n = len(fields.get(field_of("given", box), "").split())
        groups += [CardGroup(field_of("new", box), t("New cards"), n)] if n else []
    if n_board:
        groups.append(CardGroup("board", t("Board"), n_board))
    dealer = t("Dealer, upcard last") if game.five_card else t("Dealer")
    groups.append(CardGroup("dealer", dealer, n_dealer))
    if game.five_card and any(fields.get(field_of("purchase", n)) for n in range(MAX_BOXES)):
        groups.append(
            CardGroup("dealer_draws", t("Drawn for the purchase"), N_DRAWS, optional=True)
        )
    return tuple(groups)


def cards_in(text: str) -> tuple[Card, ...]:
    """The cards of a field, none where it cannot be read."""
    try:
        return parse_cards(text)
    except TrainerError:
        return ()


def read_entry(t: Translator, game: Game, fields: Fields) -> Entry:
    """The round that the fields tell, settled if it is complete."""
    count = n_boxes(fields)
    document = _document(game, fields, count)
    try:
        groups = _checked_groups(t, game, fields, count)
        stakes = [_stakes(t, game, fields, box) for box in range(count)]
    except TrainerError as error:
        return Entry(document, problem=error_sentence(t, error))
    _fill(document, stakes)
    todo = _missing(t, game, fields, count, groups)
    if todo:
        return Entry(document, missing=todo)
    try:
        return Entry(document, settlement=settle_document(document, t))
    except TrainerError as error:
        if error.where == "dealer_draws" and not fields.get("dealer_draws"):
            return Entry(document, missing=t("The card that the dealer draws is missing."))
        return Entry(document, problem=error_sentence(t, error))


def _document(game: Game, fields: Fields, count: int) -> dict[str, Any]:
    """The round with every card that can be read, and no stakes yet."""
    document: dict[str, Any] = {"game": game.id, "variant": game.variant.id}
    for key in _SHARED:
        cards = cards_in(fields.get(key, ""))
        if cards:
            document[key] = format_cards(cards)
    if not any(fields.get(field_of("purchase", box)) for box in range(count)):
        document.pop("dealer_draws", None)
    boxes = [_box(game, fields, box) for box in range(count)]
    return document | (boxes[0] if count == 1 else {"boxes": boxes})


def _box(game: Game, fields: Fields, box: int) -> dict[str, Any]:
    first = cards_in(fields.get(field_of("player", box), ""))
    new = cards_in(fields.get(field_of("new", box), ""))
    draw = fields.get(field_of("draw", box), "")
    result: dict[str, Any] = {"player": format_cards(first)}
    if game.five_card and draw in draws_of(game):
        given = cards_in(fields.get(field_of("given", box), "")) if draw == "exchange" else ()
        kept = tuple(a for a in first if a not in given)
        result = {"dealt": format_cards(first), "player": format_cards(kept + new)}
    result["folded"] = fields.get(field_of(raised_bet(game).id, box)) == FOLD
    return result


def _checked_groups(
    t: Translator, game: Game, fields: Fields, count: int
) -> dict[CardGroup, tuple[Card, ...]]:
    """Every group with its cards; CardError when one is unreadable, there twice, or too many."""
    groups: dict[CardGroup, tuple[Card, ...]] = {}
    for box in range(count):
        for group in card_groups(t, game, fields, box):
            try:
                cards = parse_cards(fields.get(group.field, ""))
            except TrainerError as error:
                raise error.at(group.field) from None
            if len(cards) > group.n:
                raise CardError(_too_many(t, game, group, len(cards)), group.field)
            groups[group] = cards
    require_distinct((group.label, cards) for group, cards in groups.items())
    return groups


def _too_many(t: Translator, game: Game, group: CardGroup, n: int) -> str:
    """Why a group has no room for `n` cards; six cards of a box may be five and a bought one."""
    if n == 6 and group.field.startswith("player") and "sixth" in draws_of(game):
        return t("six cards; expected the five dealt, and the bought one under Sixth card")
    return t.n("there is room for {n} card", "there is room for {n} cards", group.n)


def _stakes(t: Translator, game: Game, fields: Fields, box: int) -> dict[str, str]:
    """Stakes by bet as text, those that follow from the ante worked out; errors name the field."""
    ante = _amount(fields, field_of("ante", box))
    if ante is None:
        return {}
    folded = fields.get(field_of(raised_bet(game).id, box)) == FOLD
    stakes: dict[str, Fraction] = {}
    for bet in game.bets:
        times = _times(game, bet, fields, box)
        free = bet.size.when == "optional" or bet.id == "ante"
        amount = _amount(fields, field_of(bet.id, box)) if free else None
        if bet.id == "insurance" and folded:
            continue
        if amount:
            stakes[bet.id] = amount
        elif times is not None:
            stakes[bet.id] = times * ante
    return {bet: format_money(stake) for bet, stake in stakes.items()}


def _times(game: Game, bet: Bet, fields: Fields, box: int) -> Fraction | None:
    """How many antes a bet or fee is put out as; None when it is not, or when its size is free."""
    if bet.size.when == "always":
        return bet.size.times[0] if bet.size.times else None
    if bet.size.when == "raised":
        chosen = fields.get(field_of(bet.id, box), "")
        return next((times for times in bet.size.times if str(times) == chosen), None)
    if bet.id == "exchange" and fields.get(field_of("draw", box)) == "exchange":
        n = len(fields.get(field_of("given", box), "").split())
        return exchange_fee(game.variant.rules, n) if n else None
    if bet.id == "sixth" and fields.get(field_of("draw", box)) == "sixth":
        return bet.size.times[0]
    if bet.id == "purchase" and fields.get(field_of("purchase", box)):
        return bet.size.times[0]
    return None


def _amount(fields: Fields, field: str) -> Fraction | None:
    text = fields.get(field, "").strip()
    if not text:
        return None
    try:
        amount = parse_money(text, comma=True)
    except TrainerError as error:
        raise error.at(field) from None
    if amount < 0:
        raise StakeError(f"{text} is below nothing; a stake cannot be negative", field)
    return amount


def _fill(document: dict[str, Any], stakes: list[dict[str, str]]) -> None:
    boxes = document.get("boxes", [document])
    for box, found in zip(boxes, stakes, strict=True):
        box["stakes"] = found


def _missing(
    t: Translator,
    game: Game,
    fields: Fields,
    count: int,
    groups: Mapping[CardGroup, tuple[Card, ...]],
) -> str:
    """What is still to be entered, as one sentence; nothing when the round can be settled."""
    folded = [fields.get(field_of(raised_bet(game).id, box)) == FOLD for box in range(count)]
    n = sum(
        group.n - len(cards)
        for group, cards in groups.items()
        if not group.optional and (group.field not in _SHARED or not all(folded))
    )
    dealt = {group.field: len(cards) == group.n for group, cards in groups.items()}
    for box in range(count):
        swaps = fields.get(field_of("draw", box)) == "exchange"
        if swaps and dealt[field_of("player", box)] and not fields.get(field_of("given", box)):
            return _at_box(t, count, box, t("Choose the cards that were given up."))
    if n:
        return t.n(
            "{n} card missing. Type rank and suit, or tap the deck.",
            "{n} cards missing. Type rank and suit, or tap the deck.",
            n,
        )
    for box in range(count):
        if not fields.get(field_of("ante", box), "").strip():
            return _at_box(t, count, box, t("Type the ante."))
        bet = raised_bet(game)
        if not fields.get(field_of(bet.id, box)):
            name = wording.bet_name(t, bet.id)
            return _at_box(t, count, box, t("{bet}: choose what was put out, or a fold.", bet=name))
    return ""


def _at_box(t: Translator, count: int, box: int, sentence: str) -> str:
    return sentence if count == 1 else t("Box {n}: {sentence}", n=box + 1, sentence=sentence)


def error_sentence(t: Translator, error: TrainerError) -> str:
    """An error as a sentence that starts with the place, in the words of the page."""
    message = error.message
    place = _place(t, error.where)
    if not place:
        return message[:1].upper() + message[1:] + "."
    return t("{place}: {message}.", place=place, message=message)


def _place(t: Translator, where: str) -> str:
    box = re.match(r"boxes\[(\d)\]\.?", where)
    rest = where[box.end() :] if box else where
    name, _, number = rest.removeprefix("stakes.").partition(".")
    n = int(number) if number.isdigit() else int(box[1]) + 1 if box else 0
    names = {
        "player": t("Player"),
        "dealt": t("Five cards dealt"),
        "new": t("New cards"),
        "board": t("Board"),
        "dealer": t("Dealer"),
        "dealer_draws": t("Drawn for the purchase"),
        "upcard": t("Upcard"),
        "known_board": t("Turn and river seen"),
        "dead": t("Cards out of play"),
    }
    label = names.get(name, "")
    if not label and name in _BETS:
        label = wording.bet_name(t, name)
    if n and label:
        return t("Box {n}, {what}", n=n, what=label)
    return t("Box {n}", n=n) if n else label


_BETS = frozenset(
    ("ante", "blind", "play", "trips", "bad_beat", "call", "aa", "bet", "sixth", "exchange")
    + ("purchase", "insurance", "bonus")
)


def fields_of(game: Game, document: Mapping[str, Any]) -> dict[str, str]:
    """The fields that tell a round: the opposite of reading them, for links and examples."""
    fields: dict[str, str] = {}
    for key in _SHARED:
        text = document.get(key) or ""
        fields[key] = _compact(text if isinstance(text, str) else " ".join(text))
    boxes: Iterable[Mapping[str, Any]] = document.get("boxes", [document])
    for n, box in enumerate(boxes):
        fields |= {field_of(name, n): text for name, text in _fields_of_box(game, box).items()}
    return {name: text for name, text in fields.items() if text}


def _fields_of_box(game: Game, box: Mapping[str, Any]) -> dict[str, str]:
    first = parse_cards(box.get("dealt") or box["player"])
    player = parse_cards(box["player"])
    stakes: Mapping[str, str] = box.get("stakes", {})
    fields = _card_fields(first, player)
    for bet in game.bets:
        if bet.id == "ante" or bet.size.when == "optional":
            fields[bet.id] = stakes.get(bet.id, "")
    raised = raised_bet(game)
    if box.get("folded"):
        fields[raised.id] = FOLD
    elif raised.id in stakes:
        fields[raised.id] = str(parse_money(stakes[raised.id]) / parse_money(stakes["ante"]))
    if stakes.get("purchase"):
        fields["purchase"] = "yes"
    return fields


def _card_fields(first: tuple[Card, ...], final: tuple[Card, ...]) -> dict[str, str]:
    """The fields of a box's cards: those dealt, what became of them, and the new ones."""
    new = tuple(a for a in final if a not in first)
    given = tuple(a for a in first if a not in final)
    fields = {"player": _compact(format_cards(first)), "new": _compact(format_cards(new))}
    if new:
        fields["draw"] = "exchange" if given else "sixth"
        fields["given"] = format_cards(given)
    return fields


def with_dealt(fields: Fields) -> dict[str, str]:
    """Fields of an address in which `dealt` may stand beside the final cards, as in a document.

    `dealt` becomes the cards first dealt, and `player` says what was bought or exchanged.
    """
    result = dict(fields)
    for box in range(n_boxes(fields)):
        dealt = result.pop(field_of("dealt", box), "")
        player = fields.get(field_of("player", box), "")
        first, final = cards_in(dealt), cards_in(player)
        n_new = len([a for a in final if a not in first])
        n_given = len([a for a in first if a not in final])
        if first and final and (n_new == n_given or (n_new, n_given) == (1, 0)):
            found = _card_fields(first, final)
            result |= {field_of(name, box): text for name, text in found.items()}
        elif dealt and not player:
            result[field_of("player", box)] = dealt
        # Else what is wrong with the final cards, or with those dealt, is for the page to say.
        elif dealt and final:
            result[field_of("player", box)] = player if first else dealt
    return result


def without_unknown_draws(game: Game, fields: Fields) -> tuple[dict[str, str], str]:
    """The fields without draws that the house does not offer, and the first of those or ''."""
    result = dict(fields)
    unknown = ""
    for box in range(n_boxes(fields)):
        draw = fields.get(field_of("draw", box), "")
        if game.five_card and draw not in ("", *draws_of(game)):
            unknown = unknown or draw
            for name in ("draw", "given", "new"):
                result.pop(field_of(name, box), None)
    return result, unknown


def _compact(text: str) -> str:
    return format_cards(parse_cards(text)).replace(" ", "")
