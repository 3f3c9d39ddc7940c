"""A round as it lies on the table: a contract document and its settlement become one felt.

Pure functions from data to escaped markup. What counts was decided by `trainer.documents`; here a
card is raised because the settlement lists it, and a spot is brass because the line says paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from trainer import wording
from trainer.cards import Card, parse_cards
from trainer.errors import TrainerError
from trainer.hands import evaluate, n_making
from trainer.houses import chips_for
from trainer.locale import Translator
from trainer.money import parse_money
from trainer.ui.cards import (
    PLAIN,
    Mark,
    card_html,
    empty_place_html,
    face_down_html,
)
from trainer.ui.chips import MOST_DRAWN, stack_svg
from trainer.ui.marks import Verdict, amount, badge, icon, ltr, signed

Document = Mapping[str, Any]
_FLOP = 3
MANY = 3  # boxes that stand side by side with cards of full size


@dataclass(frozen=True, slots=True)
class Felt:
    """What a felt shows: which layout, whose chips, and how much is told.

    `n_dealer`, `n_board` and `n_player` are the places of the layout. Without `told` the cards lie
    there unmarked, as before a drill is answered; without `spots` there are no bets. `open_box` is
    the box whose hand is raised on the board, and the one shown in full on a phone; `order` is the
    order in which the house settles the boxes. With `hidden` the dealer's missing cards lie face
    down. `given` are cards that would be given up in an exchange; with `picks` a click on a card of
    the box tells its number, so that they can be chosen.
    """

    n_dealer: int
    n_board: int
    n_player: int
    chips: tuple[Fraction, ...]
    told: bool = True
    spots: bool = True
    small: bool = False
    open_box: int = 0
    order: tuple[int, ...] = (0,)
    hidden: bool = False
    given: frozenset[Card] = frozenset()
    picks: bool = False


def boxes_of(document: Document) -> list[Document]:
    """The boxes of a document, or of a settlement; one without `boxes` is its own only box."""
    return list(document["boxes"]) if "boxes" in document else [document]


def felt_html(t: Translator, felt: Felt, document: Document, settlement: Document | None) -> str:
    """The felt of a round; `settlement` is None while the round is not complete."""
    boxes = boxes_of(document)
    settled: Sequence[Document | None] = boxes_of(settlement) if settlement else [None] * len(boxes)
    known = settled[felt.open_box] if felt.told else None
    rows = [_dealer_row(t, felt, document, known, complete=settlement is not None)]
    if felt.n_board:
        later = _cards(document, "known_board")
        board = _board(t, felt, _cards(document, "board"), known, settlement is not None, later)
        rows.append(_row("board", t("Board"), "", board, ""))
    if len(boxes) == 1:
        rows.append(_box_row(t, felt, boxes[0], settled[0]))
        if felt.spots:
            rows.append(f'<div class="row bets">{_spots(t, felt, boxes[0], settled[0])}</div>')
        dead = "".join(card_html(t, a, Mark("unused")) for a in _cards(document, "dead"))
        if dead:
            rows.append(_row("dead", t("Out of play"), "", dead, ""))
    else:
        columns = "".join(_box_column(t, felt, n, boxes[n], settled[n]) for n in felt.order)
        many = " many" if len(boxes) > MANY else ""
        rows.append(f'<div class="row boxes{many}" style="--n:{len(boxes)}">{columns}</div>')
    form = "" if felt.n_board else " five"
    form += (" small" if felt.small else "") + (" told" if felt.told else "")
    return (
        f'<section class="felt{form}" aria-label="{escape(t("Table"))}">{"".join(rows)}</section>'
    )


def _row(kind: str, name: str, below: str, cards: str, makes: str) -> str:
    note = f'<span class="note">{below}</span>' if below else ""
    end = f'<div class="makes">{makes}</div>' if makes else '<div class="makes none"></div>'
    return (
        f'<div class="row {kind}"><div class="who"><h2>{escape(name)}</h2>{note}</div>'
        f'<div class="cards" dir="ltr">{cards}</div>{end}</div>'
    )


def _cards(document: Document, key: str) -> tuple[Card, ...]:
    found = document.get(key) or ""
    return parse_cards(found if isinstance(found, str) else " ".join(found))


def _hand_cards(settlement: Document | None, key: str) -> tuple[Card, ...]:
    hand = settlement.get(key) if settlement else None
    return parse_cards(hand["cards"]) if hand else ()


def _places(t: Translator, n_missing: int, complete: bool) -> str:
    """What stands for a missing card: a back once the round is settled, else an empty place."""
    return (face_down_html(t) if complete else empty_place_html(t)) * max(0, n_missing)


def _deciding(t: Translator, settlement: Document | None) -> dict[Card, Mark]:
    found = settlement.get("deciding_cards", "") if settlement else ""
    cards = parse_cards(found if isinstance(found, str) else " ".join(found))
    return {a: Mark("decides", t("decides")) for a in cards}


def _row_marks(
    t: Translator, cards: Sequence[Card], hand: Sequence[Card], settlement: Document | None
) -> dict[Card, Mark]:
    """Raised, deciding or not used; all plain while there is no hand to speak of."""
    if not hand:
        return {}
    deciding = _deciding(t, settlement)
    return {a: deciding.get(a, Mark("plays")) if a in hand else Mark("unused") for a in cards}


def _dealer_row(
    t: Translator, felt: Felt, document: Document, settlement: Document | None, *, complete: bool
) -> str:
    dealt, draws = _cards(document, "dealer"), _cards(document, "dealer_draws")
    hand = _hand_cards(settlement, "dealer_hand")
    marks = _row_marks(t, (*dealt, *draws), hand, settlement)
    gone: tuple[Card, ...] = ()
    if draws and hand:
        gone = tuple(a for a in (*dealt, *draws) if a not in hand)
    lying = [a for a in (*dealt, *(draws if hand or not felt.told else ())) if a not in gone]
    cards = "".join(card_html(t, a, marks.get(a, PLAIN)) for a in lying)
    cards += _places(t, felt.n_dealer - len(dealt), complete or (felt.hidden and bool(dealt)))
    cards += _given_up(t, gone, t("taken away"))
    note = ""
    if draws:
        names = ", ".join(wording.card_name(t, a) for a in draws)
        note = escape(t("drew: {cards}", cards=names))
    makes = ""
    if settlement and settlement.get("dealer_hand"):
        makes = f"<b>{escape(settlement['dealer_hand']['name'])}</b>"
        makes += _qualifier(t, settlement)
    return _row("dealer", t("Dealer"), note, cards, makes)


def _qualifier(t: Translator, settlement: Document) -> str:
    words = wording.qualifier_phrase(t, settlement)
    if not words:
        return ""
    sign = icon("paid" if settlement["dealer_qualifies"] else "taken")
    return f' <span class="pill">{sign}<span>{escape(words)}</span></span>'


def _board(
    t: Translator,
    felt: Felt,
    cards: Sequence[Card],
    settlement: Document | None,
    complete: bool,
    later: Sequence[Card],
) -> str:
    """The board from flop to river; `later` are turn and river cards that were seen too early."""
    marks = _row_marks(t, cards, _hand_cards(settlement, "player_hand"), settlement)
    shown = [card_html(t, a, marks.get(a, PLAIN)) for a in cards]
    shown += [_places(t, 1, complete)] * (felt.n_board - len(cards) - len(later))
    shown += [card_html(t, a, Mark("plain", t("seen"))) for a in later]
    gap = '<span class="gap"></span>'
    return "".join(shown[:_FLOP]) + gap + "".join(shown[_FLOP:])


def _given_up(t: Translator, cards: Sequence[Card], tag: str) -> str:
    if not cards:
        return ""
    shown = "".join(card_html(t, a, Mark("given-up", tag if a == cards[0] else "")) for a in cards)
    return f'<span class="gap"></span><span class="gone">{shown}</span>'


def _box_marks(t: Translator, cards: Sequence[Card], settlement: Document) -> dict[Card, Mark]:
    hand = _hand_cards(settlement, "player_hand")
    marks = _row_marks(t, cards, hand, settlement)
    second = _hand_cards(settlement, "second_hand")
    if not second:
        return marks
    first = hand[: _n_making(settlement["player_hand"])]
    second = second[: _n_making(settlement["second_hand"])]
    for a in cards:
        if a in first or a in second:
            tag = "1 + 2" if a in first and a in second else "1" if a in first else "2"
            marks[a] = Mark("decides", tag)
    return marks


def _n_making(hand: Mapping[str, str]) -> int:
    cards = parse_cards(hand["cards"])
    if len(cards) < 5:  # a combination is told by its making cards alone
        return len(cards)
    return n_making(evaluate(cards), ace_king=hand["category"] == "ace-king")


def _box_cards(
    t: Translator, felt: Felt, box: Document, settlement: Document | None, complete: bool
) -> str:
    dealt = _cards(box, "dealt")
    cards = _cards(box, "player") or dealt
    marks = _box_marks(t, cards, settlement) if settlement else _given_marks(t, felt, cards)
    shown = "".join(
        _pick(n, a in felt.given, card_html(t, a, marks.get(a, PLAIN)))
        if felt.picks
        else card_html(t, a, marks.get(a, PLAIN))
        for n, a in enumerate(cards)
    )
    shown += _places(t, felt.n_player - len(cards), complete)
    return shown + _given_up(t, [a for a in dealt if a not in cards], t("given up"))


def _given_marks(t: Translator, felt: Felt, cards: Sequence[Card]) -> dict[Card, Mark]:
    """Cards that would be given up; the tag stands once for neighbours."""
    marks, before = {}, False
    for a in cards:
        if a in felt.given:
            marks[a] = Mark("given-up", "" if before else t("given up"))
        before = a in felt.given
    return marks


def _pick(number: int, pressed: bool, card: str) -> str:
    state = "true" if pressed else "false"
    return (
        f'<button type="button" class="pick" data-open="{number}" aria-pressed="{state}">'
        f"{card}</button>"
    )


def _done(t: Translator, box: Document) -> str:
    """What the player of a box did: bought, exchanged, folded; empty for none of these."""
    folded = escape(t("folded")) if box.get("folded") else ""
    return ", ".join(part for part in (_bought(t, box), folded) if part)


def _bought(t: Translator, box: Document) -> str:
    """What a box did with its five cards, in words; empty in other games."""
    dealt, cards = _cards(box, "dealt"), _cards(box, "player")
    new = [a for a in cards if dealt and a not in dealt]
    if not new:
        return ""
    if len(cards) > len(dealt):
        return escape(t("bought: {card}", card=wording.card_name(t, new[0])))
    return escape(t.n("exchanged {n} card", "exchanged {n} cards", len(new)))


def _box_makes(t: Translator, settlement: Document) -> str:
    hand, second = settlement.get("player_hand"), settlement.get("second_hand")
    folded = settlement["showdown"] == "fold"  # stands beside the name of the box already
    result = "" if folded else escape(wording.showdown_phrase(t, settlement))
    if not hand:
        return f'<span class="says">{result}</span>'
    name = escape(hand["name"])
    if not second:
        return f'<b>{name}</b> <span class="says">{result}</span>'
    other = escape(second["name"])
    return f'<b>1 · {name}</b> <b>2 · {other}</b> <span class="says">{result}</span>'


def _box_row(t: Translator, felt: Felt, box: Document, settlement: Document | None) -> str:
    told = settlement if felt.told else None
    return _row(
        "box",
        t("Box {n}", n=1),
        _done(t, box),
        _box_cards(t, felt, box, told, settlement is not None),
        _box_makes(t, told) if told else "",
    )


def _box_column(
    t: Translator, felt: Felt, n: int, box: Document, settlement: Document | None
) -> str:
    told = settlement if felt.told else None
    is_open = " open" if n == felt.open_box else ""
    note = _done(t, box)
    below = f'<span class="note">{note}</span>' if note else ""
    net = ""
    if told:
        net = f'<span class="net">{escape(t("Player {net}", net=signed(told["net"])))}</span>'
    return (
        f'<div class="column{is_open}"><div class="who">'
        f'<h2><button type="button" data-open="{n}">{escape(t("Box {n}", n=n + 1))}</button></h2>'
        f'{below}{net}</div><div class="inside"><div class="cards" dir="ltr">'
        f"{_box_cards(t, felt, box, told, settlement is not None)}</div>"
        f'<div class="makes">{_box_makes(t, told) if told else ""}</div>'
        f"{_spots(t, felt, box, settlement) if felt.spots else ''}</div></div>"
    )


def verdict_of(line: Mapping[str, str]) -> Verdict:
    """The stronger of what happened to a stake: paid, else taken, else returned."""
    if line["paid"] != "0":
        return "paid"
    return "taken" if line["taken"] != "0" else "returned"


def verdict_words(t: Translator, verdict: Verdict) -> str:
    """The word of a badge."""
    return {"paid": t("Paid"), "returned": t("Returned"), "taken": t("Taken")}[verdict]


def _spots(t: Translator, felt: Felt, box: Document, settlement: Document | None) -> str:
    if settlement:
        spots = [_spot(t, felt, line["bet"], line["stake"], line) for line in settlement["lines"]]
    else:
        stakes: Mapping[str, str] = box.get("stakes") or {}
        spots = [_spot(t, felt, bet, stake, None) for bet, stake in stakes.items()]
    return f'<ul class="spots">{"".join(spots)}</ul>'


def _spot(t: Translator, felt: Felt, bet: str, stake: str, line: Mapping[str, str] | None) -> str:
    state, result = "open", ""
    if line:
        verdict = verdict_of(line)
        words = f"{escape(verdict_words(t, verdict))} {ltr(line[verdict])}"
        odds = ltr(line["odds"]) if line["paid"] != "0" else ""
        state, result = verdict, f'{badge(verdict, words)} <span class="odds">{odds}</span>'
    return (
        f'<li class="spot {state}"><span class="ring">{stake_chips(stake, felt.chips)}</span>'
        f'<span class="bet">{escape(wording.bet_name(t, bet))}</span> '
        f'<span class="stake">{amount(stake)}</span> {result}</li>'
    )


def stake_chips(stake: str, chips: Sequence[Fraction], most: int = MOST_DRAWN) -> str:
    """A stake as a stack of chips; nothing where the house's chips cannot make it."""
    try:
        return stack_svg(chips_for(parse_money(stake), chips), most)
    except TrainerError:
        return ""
