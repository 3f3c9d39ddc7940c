"""The felt and the list: what is on the table, marked and named as the settlement says."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from tests.ui_rounds import BOUGHT, RUSSIAN, THREE_BOXES, UTH, card_names, words
from trainer.documents import settle_document
from trainer.locale import translator
from trainer.ui.felt import Felt, felt_html
from trainer.ui.ledger import ledger_html, result_words

T = translator("en")
CHIPS = tuple(Fraction(x) for x in ("1/2", "1", "5", "25", "100", "500", "1000"))
HOLDEM = Felt(n_dealer=2, n_board=5, n_player=2, chips=CHIPS)
FIVE = Felt(n_dealer=5, n_board=0, n_player=5, chips=CHIPS)
VOID = {"path", "rect", "ellipse", "br"}


class _Balance(HTMLParser):
    """Counts that every element is closed where it was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_balanced(html: str) -> None:
    parser = _Balance()
    parser.feed(html)
    assert parser.open == []


@pytest.mark.parametrize("document", [UTH, RUSSIAN, BOUGHT, THREE_BOXES])
def test_markup_is_balanced(document: dict[str, object]) -> None:
    felt = HOLDEM if "board" in document else FIVE
    felt = replace(felt, order=(2, 1, 0)) if "boxes" in document else felt
    settlement = settle_document(document)
    assert_balanced(felt_html(T, felt, document, settlement))
    assert_balanced(felt_html(T, felt, document, None))
    assert_balanced(ledger_html(T, settlement, CHIPS))


def test_cards_that_play_are_raised_and_the_kicker_decides() -> None:
    html = felt_html(T, HOLDEM, UTH, settle_document(UTH))
    assert card_names(html) == [
        "Ace of clubs, plays",
        "Jack of diamonds, plays",
        "Ace of spades, plays",
        "Seven of clubs, not used",
        "Two of diamonds, not used",
        "Queen of spades, plays",
        "Nine of hearts, plays",
        "Ace of hearts, plays",
        "King of diamonds, decides",
    ]


def test_hands_and_results_stand_beside_the_cards() -> None:
    text = words(felt_html(T, HOLDEM, UTH, settle_document(UTH)))
    assert "Dealer Pair of Aces, Q J 9 pair or better: qualifies" in text
    assert "Pair of Aces, K Q 9 beats the dealer" in text
    for spot in (
        "Ante 10 Paid 10 1:1",
        "Blind 10 Returned 10",
        "Play 40 Paid 40 1:1",
        "Trips 5 Taken 5",
    ):
        assert spot in text


def test_before_a_drill_is_answered_nothing_is_given_away() -> None:
    felt = replace(HOLDEM, told=False, spots=False)
    html = felt_html(T, felt, UTH, settle_document(UTH))
    assert card_names(html)[0] == "Ace of clubs"
    assert not re.search(r"plays|not used|decides|Pair|qualif|Paid", html)


def test_two_combinations_are_numbered_on_cards_and_in_words() -> None:
    html = felt_html(T, FIVE, RUSSIAN, settle_document(RUSSIAN))
    names = card_names(html)
    assert names[5:] == [
        "King of hearts, 1 + 2",
        "King of diamonds, 1",
        "Nine of spades, plays",
        "Five of clubs, plays",
        "Two of diamonds, not used",
        "Ace of clubs, 2",
    ]
    assert "bought: Ace of clubs" in words(html)
    assert "1 · Pair of Kings, A 9 5 2 · Ace-King beats the dealer" in words(html)


def test_cards_given_up_and_taken_away_lie_aside() -> None:
    html = felt_html(T, FIVE, BOUGHT, settle_document(BOUGHT))
    assert card_names(html) == [
        "Queen of clubs, plays",
        "Ten of diamonds, plays",
        "Seven of hearts, plays",
        "Three of clubs, plays",
        "King of clubs, plays",
        "Ace of spades, given up",
        "King of hearts, 1 + 2",
        "King of diamonds, 1",
        "Ace of clubs, 2",
        "Four of spades, 1",
        "Four of clubs, 1",
        "Nine of spades, given up",
        "Five of clubs, given up",
        "Two of diamonds, given up",
    ]
    assert "exchanged 3 cards" in words(html)
    assert "drew: King of clubs" in words(html)


def test_missing_cards_are_empty_places_until_the_round_is_settled() -> None:
    begun = {"game": UTH["game"], "player": "Ah", "stakes": {}}
    assert card_names(felt_html(T, HOLDEM, begun, None)).count("no card yet") == 8
    folded = {
        "game": UTH["game"],
        "player": "Ah Kd",
        "folded": True,
        "stakes": {"ante": "10", "blind": "10"},
    }
    html = felt_html(T, HOLDEM, folded, settle_document(folded))
    assert card_names(html).count("face-down card") == 7
    assert "folded" in words(html)


def test_boxes_stand_in_settling_order_and_the_open_one_marks_the_board() -> None:
    settlement = settle_document(THREE_BOXES)
    html = felt_html(T, replace(HOLDEM, order=(2, 1, 0), open_box=2), THREE_BOXES, settlement)
    assert re.findall(r"Box \d", words(html)) == ["Box 3", "Box 2", "Box 1"]
    assert 'class="column open"><div class="who"><h2><button type="button" data-open="2"' in html
    board = card_names(html)[2:7]
    assert board == [
        "Ace of spades, plays",
        "Seven of clubs, plays",
        "Two of diamonds, plays",
        "Queen of spades, not used",
        "Nine of hearts, not used",
    ]
    assert "Player −30" in words(html)


def test_names_from_a_document_are_escaped() -> None:
    settlement = settle_document(UTH)
    settlement["dealer_hand"]["name"] = "<script>x</script>"
    html = felt_html(T, HOLDEM, UTH, settlement)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_a_stake_that_no_chips_can_make_is_shown_without_a_stack() -> None:
    odd = {**UTH, "stakes": {"ante": "0.1", "blind": "0.1", "play": "0.4"}}
    html = felt_html(T, HOLDEM, odd, settle_document(odd))
    assert '<svg class="chips"' not in html
    assert "Ante 0.1 Paid 0.1" in words(html)


def test_the_list_tells_every_amount_and_the_reason() -> None:
    text = words(ledger_html(T, settle_document(UTH), CHIPS))
    assert "Bet Stake Odds Result Paid Returned Taken Why" in text
    assert "Blind Stake 10 – Returned Paid 0 Returned 10 Taken 0 Won with a pair" in text
    assert "Together Stake 65 Paid 50 Returned 60 Taken 5 Player +45" in text
    assert "Pay 50 in chips 2 × 25" in text


def test_a_loss_has_a_real_minus_and_nothing_to_pay() -> None:
    lost = {**UTH, "player": "3c 4c", "stakes": {"ante": "10", "blind": "10", "play": "10"}}
    text = words(ledger_html(T, settle_document(lost), CHIPS))
    assert "Player −30" in text
    assert "in chips" not in text


def test_rounding_is_told_in_the_list() -> None:
    settlement = settle_document(UTH)
    settlement["lines"][0]["rounded_from"] = "10.25"
    assert "Rounded from 10.25." in words(ledger_html(T, settlement, CHIPS))


def test_a_payment_that_no_chips_can_make_says_so() -> None:
    odd = {**UTH, "stakes": {"ante": "0.1", "blind": "0.1", "play": "0.4"}}
    settlement = settle_document(odd)
    assert words(ledger_html(T, settlement, CHIPS)).endswith("Pay 0.5 in chips 1 × 0.5")
    no_halves = words(ledger_html(T, settlement, CHIPS[1:]))
    assert no_halves.endswith("0.5 cannot be made of this house's chips.")


def test_several_boxes_are_listed_in_settling_order_with_the_net_of_all() -> None:
    settlement = settle_document(THREE_BOXES)
    text = words(ledger_html(T, settlement, CHIPS))
    assert re.findall(r"Box \d", text) == ["Box 3", "Box 2", "Box 1"]
    # 50 for box 1 (ante 10, play 40), −30 for box 2, 22.5 for box 3 (ante 7.5, play 15).
    assert text.endswith("All boxes: players +42.5")
    assert result_words(T, settlement) == "All boxes: players +42.5"


def test_the_result_is_told_in_one_sentence() -> None:
    assert result_words(T, settle_document(UTH)) == "Paid 50, returned 60, taken 5: player +45"


def test_a_folded_box_says_so_before_a_drill_is_answered() -> None:
    folded = {
        "game": UTH["game"],
        "player": "Ah Kd",
        "board": UTH["board"],
        "folded": True,
        "stakes": {"ante": "10", "blind": "10", "trips": "5"},
    }
    settlement = settle_document(folded)
    asked = felt_html(T, replace(HOLDEM, told=False, spots=False), folded, settlement)
    assert "Box 1 folded" in words(asked)
    told = felt_html(T, HOLDEM, folded, settlement)
    assert words(told).count("folded") == 1
