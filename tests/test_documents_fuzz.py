"""Legal rounds with something changed at random: refused, or settled as a legal round."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests import naive
from tests.naive import CASINO, RULES, RUSSIAN, UTH, Document
from tests.naive_deals import deals, tables
from trainer.cards import format_cards, parse_cards
from trainer.documents import (
    compare_document,
    evaluate_document,
    parse_document,
    settle_document,
)
from trainer.errors import TrainerError
from trainer.money import parse_money

# --- rounds with something changed -----------------------------------------------------------

CARDS = ("player", "board", "dealer", "dealt", "dealer_draws", "upcard")
NAMES = (
    *(*CARDS, "game", "variant", "set", "stakes", "folded", "street", "boxes"),
    *("ante", "blind", "play", "trips", "bad_beat", "call", "aa", "bet", "sixth", "exchange"),
    *("purchase", "insurance", "bonus", "rules", "cards", "hands"),
)
# Values that are right somewhere, and so are the likeliest to be taken where they are wrong.
WORDS = (
    *(*NAMES, *RULES, *(variant for rules in RULES.values() for variant in rules)),
    *("preflop", "flop", "river", "deal", "draw", "no-game", "yes", "no", "none", "T1"),
    *("", "0", "5", "10", "20", "-10", "7.5", "As", "AsKd", "10h", "Jo", "As Kd Qh Jc Ts"),
    *("high", "holdem", "russian", "true", "null"),
)
texts = st.sampled_from(WORDS) | st.text(max_size=6)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)
FACTORS = ("-1", "0", "1/2", "1/3", "1.0001", "3/2", "2", "3", "4", "1000000000000")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path into a document, the containers among them."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    return [here for key in keys for here in ((*path, key), *places(value[key], (*path, key)))]


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def scaled(amount: Any, factor: str) -> Any:
    try:
        product = Fraction(str(amount)) * Fraction(factor)
    except (ValueError, ZeroDivisionError):
        return amount
    return str(product) if product.denominator > 1 else int(product)


def with_other_card(text: Any, draw: Any) -> Any:
    """A text of cards with one of them changed, doubled, dropped or added."""
    given = text if isinstance(text, list) else str(text or "").split()
    cards = [str(card) for card in given]
    new = draw(st.sampled_from(naive.DECK))
    where = draw(st.integers(0, len(cards)))
    how = draw(st.sampled_from(("change", "drop", "add", "double")))
    if how == "change":
        cards[where : where + 1] = [new]
    elif how == "drop":
        cards[where : where + 1] = []
    elif how == "add":
        cards.insert(where, new)
    elif cards:
        cards.append(cards[where % len(cards)])
    return " ".join(cards)


@st.composite
def changed(draw: Any, game: str) -> Document:
    """A legal round or table of this game, in any of its houses, with one or two changes."""
    variant = draw(st.sampled_from(("default",) * 3 + tuple(RULES[game])))
    make = draw(st.sampled_from((deals, deals, deals, tables)))
    seed = draw(st.integers(0, 10**6))
    document = next(iter(make(game, RULES[game][variant], seed, 1)))
    document = deepcopy(document) | ({"variant": variant} if variant != "default" else {})
    for _ in range(draw(st.integers(0, 2))):
        path = draw(st.sampled_from(places(document)))
        parent, key = at(document, path[:-1]), path[-1]
        how = draw(st.sampled_from(("scale", "cards", "replace", "remove", "add", "copy")))
        if how == "scale" and "stakes" in path[:-1]:
            parent[key] = scaled(parent[key], draw(st.sampled_from(FACTORS)))
        elif how == "cards" and key in CARDS:
            parent[key] = with_other_card(parent[key], draw)
        elif how == "remove":
            del parent[key]
        elif how == "add" and isinstance(parent, dict):
            parent[draw(texts)] = draw(values)
        elif how == "copy" and isinstance(parent, dict):
            parent[draw(st.sampled_from(NAMES))] = deepcopy(parent[key])
        else:
            parent[key] = draw(values)
        if not document:
            break
    return document


def outcome(answer: Any, document: Any) -> Any:
    """The answer, or None when the document is refused; anything else is the test's failure."""
    try:
        return answer(parse_document(json.dumps(document)))
    except TrainerError as error:
        refused = str(error)
    assert 0 < len(refused) < 1500
    return None


# --- what a settlement has to be -------------------------------------------------------------


def amount(text: str) -> Fraction:
    assert isinstance(text, str)
    return Fraction(text)


def staked(box: Document) -> dict[str, Fraction]:
    stakes = {bet: parse_money(stake) for bet, stake in box.get("stakes", {}).items()}
    return {bet: stake for bet, stake in stakes.items() if stake}


def assert_consistent(box: Document, settled: Document) -> None:
    """Every line adds up, and every stake has its line."""
    totals = dict.fromkeys(("net", "paid", "returned", "taken"), Fraction(0))
    for line in settled["lines"]:
        net, paid, returned, taken = (amount(line[key]) for key in totals)
        assert net == paid - taken
        assert amount(line["stake"]) == returned + taken
        assert min(paid, returned, taken) >= 0
        assert (line["outcome"] == "lose") == (taken > 0)
        for key in totals:
            totals[key] += amount(line[key])
    assert {line["bet"]: amount(line["stake"]) for line in settled["lines"]} == staked(box)
    for key, total in totals.items():
        assert amount(settled[key]) == total
    assert settled["folded"] == box.get("folded", False)
    assert (settled["showdown"] == "fold") == settled["folded"]


def cards(document: Document, key: str) -> list[str]:
    value = document.get(key) or ""
    text = value if isinstance(value, str) else " ".join(value)
    return format_cards(parse_cards(text)).split()


def assert_legal(shared: Document, box: Document) -> None:
    """The round is one of the game's default house, by the rules as the rulebooks have them."""
    game, stakes, folded = shared["game"], staked(box), box.get("folded", False)
    player, dealt = cards(box, "player"), cards(box, "dealt")
    dealer, board, draws = (cards(shared, key) for key in ("dealer", "board", "dealer_draws"))
    given_up = [card for card in dealt if card not in player]
    seen = player + given_up + dealer + board + draws
    assert len(seen) == len(set(seen))
    ante = stakes["ante"]
    assert all(stake > 0 for stake in stakes.values())
    if game == RUSSIAN:
        assert_legal_russian(stakes, folded, player, dealt, dealer, draws)
        assert not board
        return
    assert len(player) == 2
    assert not dealt
    assert not draws
    if not folded:
        assert (len(board), len(dealer)) == (5, 2)
    if game == UTH:
        assert set(stakes) <= {"ante", "blind", "play", "trips"}
        assert stakes["blind"] == ante
        assert ("play" in stakes) != folded
        assert stakes.get("play", ante) / ante in (1, 2, 3, 4)
        assert len(board) == 5 or "trips" not in stakes
    else:
        assert game == CASINO
        assert set(stakes) <= {"ante", "call", "aa"}
        assert stakes.get("call") == (None if folded else 2 * ante)
        assert len(board) >= 3 or "aa" not in stakes


def assert_legal_russian(
    stakes: dict[str, Fraction],
    folded: bool,
    player: list[str],
    dealt: list[str],
    dealer: list[str],
    draws: list[str],
) -> None:
    ante, rules = stakes["ante"], RULES[RUSSIAN]["default"]
    fees = {"sixth", "exchange", "purchase"}
    assert set(stakes) <= {"ante", "bet", "bonus", "insurance"} | fees
    assert all(stakes[fee] == ante for fee in fees & set(stakes))
    assert stakes.get("bet") == (None if folded else 2 * ante)
    assert len(player) in (5, 6)
    assert ("sixth" in stakes) == (len(player) == 6)
    if len(player) == 6:
        assert len(dealt) == 5
        assert set(dealt) < set(player)
    else:
        assert ("exchange" in stakes) == bool(set(dealt) - set(player))
    if not folded:
        assert len(dealer) == 5
    no_game = len(dealer) == 5 and naive.category(tuple(dealer)) == "high-card"
    no_game = no_game and not naive.has_ace_king(tuple(dealer))
    if "purchase" in stakes:
        assert no_game
        assert draws
        assert not folded
        assert "insurance" not in stakes
    if "insurance" in stakes:
        assert not folded
        assert naive.CATEGORIES.index(naive.category(tuple(player))) >= 3  # three of a kind
        most = naive.combined_odds(tuple(player), rules) * 2 * ante / 2
        assert ante <= stakes["insurance"] <= most
        assert (2 * stakes["insurance"]).denominator == 1


@pytest.mark.parametrize("game", [UTH, CASINO, RUSSIAN])
def test_changed_round_is_refused_or_settled_as_a_legal_one(game: str) -> None:
    reached = set()

    @settings(max_examples=700)
    @given(changed(game))
    def check(document: Document) -> None:
        settled = outcome(settle_document, document)
        reached.add((settled is not None, "boxes" in document))
        event("refused" if settled is None else "settled")
        if settled is None:
            return
        assert json.loads(json.dumps(settled)) == settled
        document = parse_document(json.dumps(document))
        boxes = document.get("boxes", [document])
        answers = settled.get("boxes", [settled])
        for box, answer in zip(boxes, answers, strict=True):
            assert_consistent(box, answer)
            if document.get("variant", "default") == "default" and not document.get("set"):
                assert_legal(document, box)
        assert amount(settled["net"]) == sum(amount(answer["net"]) for answer in answers)

    check()
    assert reached == {(True, True), (True, False), (False, True), (False, False)}


@settings(max_examples=300)
@given(values | st.dictionaries(st.sampled_from(NAMES), values, max_size=6))
def test_any_json_is_answered_or_refused(document: Any) -> None:
    for answer in (settle_document, evaluate_document, compare_document):
        outcome(answer, document)


@settings(max_examples=200)
@given(st.text(max_size=30) | st.text(alphabet='{}[]":,0123456789.eE-+ \\utrn\n', max_size=30))
def test_any_text_is_json_or_refused(text: str) -> None:
    try:
        parse_document(text)
    except TrainerError as error:
        refused = error.message
    else:
        refused = ""
        json.loads(text)
    assert not refused or len(refused) < 300


@settings(max_examples=300)
@given(
    st.sampled_from(("high", "holdem", "russian")),
    st.lists(st.sampled_from(naive.DECK), max_size=8),
    st.lists(st.sampled_from(naive.DECK), max_size=6),
)
def test_any_cards_make_a_hand_or_are_refused(
    rules: str, hole: list[str], board: list[str]
) -> None:
    document = {"rules": rules, "cards": " ".join(hole), "board": " ".join(board)}
    read = outcome(evaluate_document, document)
    if read is None:
        return
    both = hole + board
    assert len(set(both)) == len(both)
    assert sorted(card["card"] for card in read["used"] + read["unused"]) == sorted(both)
    for card in read["used"] + read["unused"]:
        assert card["card"] in (hole if card["from"] == "hole" else board)
    assert [card["card"] for card in read["used"]] == read["cards"].split()
    best = naive.strength(tuple(both))
    assert naive.strength(tuple(read["cards"].split())) == best
