"""Rounds and settlements as documents, as the public contract has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from trainer.cards import Card, format_card, format_cards, n_cards, require_distinct
from trainer.documents.reading import (
    kind_of,
    read_bool,
    read_cards,
    read_stakes,
    read_text,
    read_texts,
    require_keys,
    require_object,
)
from trainer.errors import (
    CardError,
    MoneyError,
    RoundError,
    RuleError,
    StakeError,
    TrainerError,
)
from trainer.games import GAME_IDS, build, rules_of, tables
from trainer.hands import Hand
from trainer.hands.combinations import Combination
from trainer.houses import at_the_house, settling_order
from trainer.locale import Translator, translator
from trainer.money import PUSH, format_exact, format_money, format_odds, is_decimal
from trainer.rules import Deal, Game, Line, Paytable, Settlement, settle
from trainer.wording import combination_name, hand_name

TABLE_KEYS = ("game", "variant", "set")
BOX_KEYS = ("player", "dealt", "stakes", "folded", "street")
SHARED_KEYS = ("board", "dealer", "dealer_draws", "upcard")
ROUND_KEYS = (*TABLE_KEYS, *BOX_KEYS, *SHARED_KEYS)
TABLE_OF_BOXES_KEYS = (*TABLE_KEYS, *SHARED_KEYS, "boxes")
MAX_BOXES = 9  # with five cards each and the dealer's five; ten such boxes are more than a deck


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a document: its cards, its stakes, and whether it was folded."""

    deal: Deal
    stakes: Mapping[str, Fraction]
    folded: bool
    street: str | None = None


def settle_document(document: object, t: Translator | None = None) -> dict[str, Any]:
    """A round, or a table of boxes, settled: the settlement document of the contract.

    Hand names are in the language of `t`, English by default. Raises TrainerError with the place in
    the document.
    """
    found = require_object(document, "a round")
    t = t or translator("en")
    if "boxes" in found:
        settled = settle_boxes(found)
        boxes = [settlement_document(x, t) for x in settled]
        order = _settling_order(settled)
        return {
            "boxes": boxes,
            "net": format_money(sum((x.net for x in settled), Fraction(0))),
            "settling_order": order,
        }
    return settlement_document(settle_round(found), t)


def _settling_order(boxes: Sequence[Settlement]) -> list[int]:
    """Box indices as the house settles them; who bought the dealer a game comes after the others.

    The dealer draws only when those who take their ante win are settled.
    """
    bought = [any(line.bet == "purchase" for line in box.lines) for box in boxes]
    order = settling_order(len(boxes), boxes[0].game.variant.house)
    return sorted(order, key=lambda n: bought[n])


def settle_round(document: Mapping[str, Any]) -> Settlement:
    """One box settled by the rules and the house. Raises TrainerError."""
    require_keys(document, ROUND_KEYS)
    game = game_of(document)
    return _settled(game, read_box(document, document))


def settle_boxes(document: Mapping[str, Any]) -> list[Settlement]:
    """Several boxes against one dealer, in the order written. Raises TrainerError."""
    require_keys(document, TABLE_OF_BOXES_KEYS)
    game = game_of(document)
    boxes = document["boxes"]
    if not isinstance(boxes, list) or not 1 <= len(boxes) <= MAX_BOXES:
        found = f"{len(boxes)} boxes" if isinstance(boxes, list) else kind_of(boxes)
        raise RoundError(f"{found}; expected a list of 1 to {MAX_BOXES} boxes", "boxes")
    read = []
    for n, box in enumerate(boxes):
        cards_and_stakes = require_object(box, "a box", f"boxes[{n}]")
        require_keys(cards_and_stakes, BOX_KEYS, f"boxes[{n}]")
        try:
            read.append(read_box(cards_and_stakes, document))
        except TrainerError as error:
            raise _in_box(error, n) from None
    _check_shared(read, document)
    settled = []
    for n, box in enumerate(read):
        # A box that did not buy the dealer a game is settled before the dealer draws.
        buys = bool(box.stakes.get("purchase"))
        deal = box.deal if buys else replace(box.deal, draws=())
        try:
            settled.append(_settled(game, replace(box, deal=deal)))
        except TrainerError as error:
            raise _in_box(error, n) from None
    return settled


def _in_box(error: TrainerError, n: int) -> TrainerError:
    """An error with the box in its place, unless it is about the board or the dealer."""
    shared = error.where.partition("[")[0] in SHARED_KEYS
    return error if shared else error.at(f"boxes[{n}]")


def _settled(game: Game, box: Box) -> Settlement:
    """A box settled by the rules and the house; errors about a bet are placed under `stakes`."""
    if box.deal.upcard is not None and not game.five_card:
        raise CardError("this card belongs to five-card games; expected none", "upcard")
    if box.street is not None:
        raised = {bet.id for bet in game.bets if bet.size.when == "raised"}
        streets = [x.id for x in game.stages if any(a.bet in raised for a in x.actions)]
        if box.street not in streets:
            legal = ", ".join(streets)
            raise RoundError(f"{box.street!r} is no street; expected one of {legal}", "street")
    try:
        return at_the_house(settle(game, box.deal, box.stakes, box.folded, box.street))
    except TrainerError as error:
        if isinstance(error, StakeError) or error.where in {bet.id for bet in game.bets}:
            raise error.at("stakes") from None
        raise


def _check_shared(boxes: Sequence[Box], document: Mapping[str, Any]) -> None:
    """No card in two boxes, and a dealer who drew only if somebody bought a game."""
    groups = [(f"boxes[{n}]", box.deal.player + box.deal.given_up) for n, box in enumerate(boxes)]
    shared = [(key, read_cards(document, key)) for key in ("board", "dealer", "dealer_draws")]
    require_distinct(groups + shared)
    if boxes[0].deal.draws and not any(box.stakes.get("purchase") for box in boxes):
        raise RoundError("the dealer drew cards, but no box bought a game", "dealer_draws")


def game_of(document: Mapping[str, Any]) -> Game:
    """The game of a document, in its house and with its rule overrides."""
    if "game" not in document:
        raise RoundError(f"the game is missing; expected one of {', '.join(GAME_IDS)}", "game")
    game_id, variant_id = read_text(document, "game"), read_text(document, "variant", "default")
    overrides = read_texts(document, "set")
    try:
        return build(game_id, variant_id, overrides)
    except RuleError as error:
        raise error.at("set") if error.where in overrides else error from None


def read_box(document: Mapping[str, Any], shared: Mapping[str, Any]) -> Box:
    """One box of a document; the dealer's cards and the board come from `shared`."""
    upcard = read_cards(shared, "upcard")
    if len(upcard) > 1:
        raise CardError(f"{n_cards(len(upcard))}; expected one", "upcard")
    dealer = read_cards(shared, "dealer")
    if upcard and not dealer:
        dealer = upcard
    deal = Deal(
        player=read_cards(document, "player"),
        dealer=dealer,
        board=read_cards(shared, "board"),
        dealt=read_cards(document, "dealt"),
        draws=read_cards(shared, "dealer_draws"),
        upcard=upcard[0] if upcard else None,
    )
    street = read_text(document, "street") or None
    return Box(deal, read_stakes(document), read_bool(document, "folded"), street)


def settlement_document(settlement: Settlement, t: Translator) -> dict[str, Any]:
    """A settlement as the contract has it."""
    game, reading = settlement.game, settlement.reading
    result: dict[str, Any] = {
        "game": game.id,
        "variant": game.variant.id,
        "folded": settlement.folded,
        "player_hand": hand_document(reading.player, t),
    }
    if game.five_card:
        result["second_hand"] = _combination_document(reading.second, t)
    result["dealer_hand"] = hand_document(reading.dealer, t)
    if reading.dealer_opening:
        result["dealer_opening_hand"] = hand_document(reading.dealer_opening, t)
    return result | {
        "dealer_qualifies": reading.qualifies,
        "showdown": reading.final.result,
        "deciding_cards": [format_card(a) for a in settlement.deciding],
        "lines": [_placed_line(game, line) for line in settlement.lines],
        "net": format_money(settlement.net),
        "paid": format_money(settlement.paid),
        "returned": format_money(settlement.returned),
        "taken": format_money(settlement.taken),
    }


def _placed_line(game: Game, line: Line) -> dict[str, Any]:
    """One line of a settlement; amounts that cannot be written are an error of a paytable's row."""
    try:
        return line_document(line)
    except MoneyError as error:
        found = _endless_odds(game, line)
        if found is None:
            raise error.at(f"stakes.{line.bet}") from None
        table, row = found
        raise MoneyError(
            f"{row} pays {format_odds(table.odds[row])} in table {table.id!r}, and {error.message}",
            table.path,
        ) from None


def _endless_odds(game: Game, line: Line) -> tuple[Paytable, str] | None:
    """The table and row of a house whose odds a line could not be written for."""
    found = tables(game.id)
    used = [rule for rule in rules_of(game.id) if rule.table]
    for rule in sorted(used, key=lambda rule: rule.table != line.bet):
        table = found[rule.table].get(game.variant.rules[rule.id])
        for row in (line.row or "").split("+"):
            if table and not is_decimal(table.odds.get(row, PUSH)):
                return table, row
    return None


def line_document(line: Line) -> dict[str, Any]:
    """One line of a settlement."""
    result: dict[str, Any] = {
        "bet": line.bet,
        "stake": format_money(line.stake),
        "odds": format_odds(line.odds),
        "outcome": line.outcome,
        "net": format_money(line.net),
        "paid": format_money(line.paid),
        "returned": format_money(line.returned),
        "taken": format_money(line.taken),
        "reason": line.reason,
        "row": line.row,
    }
    if line.rounded_from is not None:
        result["rounded_from"] = format_exact(line.rounded_from)
    if line.capped_from is not None:
        result["capped_from"] = format_exact(line.capped_from)
    return result


def hand_document(hand: Hand | None, t: Translator) -> dict[str, str] | None:
    """A hand: category, the five cards that play, and its name."""
    if hand is None:
        return None
    return {"category": hand.id, "cards": format_cards(hand.cards), "name": hand_name(t, hand)}


def _combination_document(found: Combination | None, t: Translator) -> dict[str, str] | None:
    if found is None:
        return None
    name = combination_name(t, found.id, found.cards, len(found.cards))
    return {"category": found.id, "cards": format_cards(found.cards), "name": name}


def round_document(
    game_id: str, variant_id: str, deal: Deal, stakes: Mapping[str, Fraction], folded: bool
) -> dict[str, Any]:
    """A deal and its stakes as a round document; the opposite of reading one."""
    result: dict[str, Any] = {"game": game_id, "variant": variant_id}
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = (
        ("dealt", deal.dealt),
        ("player", deal.player),
        ("board", deal.board),
        ("dealer", deal.dealer),
    )
    result |= {key: format_cards(found) for key, found in cards if found}
    if deal.draws:
        result["dealer_draws"] = [format_cards([a]) for a in deal.draws]
    result["stakes"] = {bet: format_money(stake) for bet, stake in stakes.items() if stake}
    result["folded"] = folded
    return result
