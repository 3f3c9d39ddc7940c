"""Every code and id has its sentence or name, and the sentence says what the bet does."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from trainer.cards import DECK, parse_cards
from trainer.documents import settle_document
from trainer.drills.misconceptions import MISCONCEPTIONS
from trainer.games import GAME_IDS, build, rules_of, tables, variants
from trainer.hands import HAND_IDS, read_hand
from trainer.locale import translator
from trainer.money import LOST, format_odds
from trainer.paytables import legal_values
from trainer.rules import Bet, Cell, Game, Paytable, Showdown
from trainer.wording import (
    MISCONCEPTION_IDS,
    REASON_CODES,
    amount_name,
    bet_name,
    card_name,
    category_name,
    hand_name,
    misconception_sentence,
    qualifier_phrase,
    rank_name,
    rank_names,
    reason_sentence,
    showdown_phrase,
    with_article,
)

t = translator("en")
UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
CARIBBEAN = "caribbean-stud"


def all_houses(game_id: str) -> list[Game]:
    """Every shipped house, and the default house with every other value of every rule."""
    found = [build(game_id, variant.id) for variant in variants(game_id)]
    for rule in rules_of(game_id):
        for value in legal_values(rule, tables(game_id)):
            change = {rule.id: value}
            if change == {"trips_needs_win": "yes"}:
                change["trips_on_fold"] = "lost"
            found.append(build(game_id, "default", change))
    return found


def of_cell(game_id: str, bet: Bet, showdown: Showdown, row: str, cell: Cell) -> tuple[Any, Any]:
    """The part of a settlement and its line that a sentence is made from."""
    needs_row = bet.needs_row(showdown)
    line = {
        "bet": bet.id,
        "odds": format_odds(cell.odds),
        "reason": cell.reason,
        "row": row if needs_row else None,
    }
    first, _, second = row.removeprefix("dealt-").removeprefix("bought-").partition("+")
    settlement = {
        "game": game_id,
        "player_hand": {"category": first, "name": "Pair of Kings, A 9 5"},
        "second_hand": {"category": second or "ace-king", "name": "Ace-King"},
        "dealer_hand": {"category": "flush", "name": "Flush, A Q 9 7 3"},
    }
    return settlement, line


def all_cells(game_id: str) -> dict[tuple[str, str, str], tuple[Any, Any, Cell]]:
    """A cell for every bet, reason and row that some house of the game has."""
    found: dict[tuple[str, str, str], tuple[Any, Any, Cell]] = {}
    for game in all_houses(game_id):
        for bet in game.bets:
            for showdown in Showdown:
                for row, cell in zip(bet.rows, bet.cells[showdown], strict=True):
                    if cell is not None:
                        key = bet.id, cell.reason, row
                        found.setdefault(key, (*of_cell(game_id, bet, showdown, row, cell), cell))
    return found


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_cell_of_every_bet_has_a_sentence_that_says_its_fate(game_id: str) -> None:
    for key, (settlement, line, cell) in all_cells(game_id).items():
        said = reason_sentence(t, settlement, line)
        assert re.fullmatch(r"[A-Z][^{}]*[^ ]\.", said), (key, said)
        assert "  " not in said, (key, said)
        assert " :" not in said, (key, said)
        plain = said.replace("never returned", "taken")
        if cell.odds == 0:
            assert "returned" in plain, (key, said)
        elif cell.odds == LOST:
            assert "returned" not in plain, (key, said)
            assert "pays" not in plain, (key, said)
        else:
            assert "returned" not in plain.replace("ante is returned", ""), (key, said)
            told = format_odds(cell.odds) in said or (
                cell.odds == 1 and ("even money" in said or "is paid" in said)
            )
            assert told, (key, said)


def test_there_is_no_sentence_that_no_house_uses() -> None:
    used = {key[1] for game_id in GAME_IDS for key in all_cells(game_id)}
    assert used | {"capped"} == REASON_CODES


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_row_and_bet_has_a_name(game_id: str) -> None:
    for game in all_houses(game_id):
        for bet in game.bets:
            assert re.fullmatch(r"[A-Z][A-Za-z' ]+", bet_name(t, bet.id))
            for row in bet.rows:
                assert re.fullmatch(r"[A-Z][A-Za-z -]+", category_name(t, row)), row
                assert re.fullmatch(r"[a-zA-Z -]+", with_article(t, row)), row


# --- names ---------------------------------------------------------------------------------------

NAMES = {
    "high-card": ("High card", "a high card"),
    "ace-king": ("Ace-King", "Ace-King"),
    "pair": ("Pair", "a pair"),
    "two-pair": ("Two pair", "two pair"),
    "three-of-a-kind": ("Three of a kind", "three of a kind"),
    "straight": ("Straight", "a straight"),
    "flush": ("Flush", "a flush"),
    "full-house": ("Full house", "a full house"),
    "four-of-a-kind": ("Four of a kind", "four of a kind"),
    "straight-flush": ("Straight flush", "a straight flush"),
    "royal-flush": ("Royal flush", "a royal flush"),
    "five-of-a-kind": ("Five of a kind", "five of a kind"),
    "pair-of-aces": ("Pair of Aces", "a pair of Aces"),
    "tie": ("Tie", "a tie"),
    "pair+ace-king": ("Pair and Ace-King", "a pair and Ace-King"),
    "dealt-flush": ("Flush", "a flush"),
    "bought-full-house": ("Full house", "a full house"),
}


@pytest.mark.parametrize("id", NAMES)
def test_categories_and_rows_have_their_names(id: str) -> None:
    assert (category_name(t, id), with_article(t, id)) == NAMES[id]


def test_every_hand_category_is_named_above() -> None:
    assert set(HAND_IDS) <= set(NAMES)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Kh Kd Ac 9s 5c", "Pair of Kings, A 9 5"),
        ("As Kc Qd 7h 3c", "Ace-King, Q 7 3"),
        ("Qs Jd 9c 5h 2d", "High card, Q J 9 5 2"),
        ("Kh Kd 9c 9s 5c", "Two pair, Kings and Nines, 5"),
        ("6h 6d 6c 9s 5c", "Three of a kind, Sixes, 9 5"),
        ("9h 8d 7c 6s 5c", "Straight to the Nine"),
        ("Ah 2d 3c 4s 5c", "Straight to the Five"),
        ("Ah Jh 9h 4h 2h", "Flush, A J 9 4 2"),
        ("2h 2d 2c As Ac", "Full house, Twos full of Aces"),
        ("2h 2d 2c 2s Ac", "Four of a kind, Twos, A"),
        ("9h 8h 7h 6h 5h", "Straight flush to the Nine"),
        ("Ah 2h 3h 4h 5h", "Straight flush to the Five"),
        ("Ah Kh Qh Jh Th", "Royal flush"),
    ],
)
def test_hands_are_named_with_their_kickers(cards: str, name: str) -> None:
    assert hand_name(t, read_hand(parse_cards(cards), ace_king=True)) == name


def test_all_cards_and_ranks_have_names_of_their_own() -> None:
    assert len({card_name(t, a) for a in DECK}) == 52
    assert card_name(t, parse_cards("Th")[0]) == "Ten of hearts"
    assert [rank_name(t, n) for n in (0, 8, 12)] == ["Two", "Ten", "Ace"]
    assert [rank_names(t, n) for n in (0, 4, 12)] == ["Twos", "Sixes", "Aces"]
    assert len({rank_name(t, n) for n in range(13)} | {rank_names(t, n) for n in range(13)}) == 26


def test_the_four_amounts_have_their_words() -> None:
    words = [amount_name(t, id) for id in ("paid", "taken", "returned", "net")]
    assert words == ["paid", "taken", "returned", "net"]
    assert bet_name(t, "total") == "Together"


# --- sentences -----------------------------------------------------------------------------------

BOARD = "Qs 7c 2d 3h 9s"
WON_FLUSH = {"player": "Ah 9h", "board": "Kh Qs 7h 4h 2c", "dealer": "Kd 8c"}
NO_PAIR = {"player": "Ah Kd", "board": BOARD, "dealer": "Kc Jd"}
RUSSIAN_WIN = {"player": "Kh Ks Ac 8d 5h", "dealer": "6c 6d 4c 3c Td"}
RUSSIAN_NO_GAME = {"player": "Kh Kd 9s 5c 2d", "dealer": "Qd 9h 7h 4c 3c"}
SIX = {"dealt": "Kh Jh 9h 7h 2s", "player": "Kh Jh 9h 7h 2s 2h", "dealer": "6c 6d 4c 3c Td"}
UTH_STAKES = {"ante": "5", "blind": "5", "play": "20", "trips": "5"}

# game, cards, stakes, more of the document, bet, sentence
SENTENCES = [
    (UTH, WON_FLUSH, UTH_STAKES, {}, "blind", "Won with a flush: the blind pays 3:2."),
    (UTH, WON_FLUSH, UTH_STAKES, {}, "play", "Play always has action: even money."),
    (
        UTH,
        WON_FLUSH,
        UTH_STAKES,
        {},
        "trips",
        "A flush: trips looks at the player's own hand only and pays 7:1.",
    ),
    (
        UTH,
        NO_PAIR,
        UTH_STAKES,
        {},
        "ante",
        "Dealer has no pair: the ante is returned, whoever wins.",
    ),
    (
        UTH,
        NO_PAIR,
        UTH_STAKES,
        {},
        "blind",
        "Won with a high card, below the blind's first prize: the blind is returned.",
    ),
    (
        UTH,
        {"player": "Ah Kd", "board": BOARD, "dealer": "Jc Jd"},
        UTH_STAKES,
        {},
        "ante",
        "The dealer's Pair of Jacks, Q 9 7 is better than High card, A K Q 9 7: "
        "the stake is taken.",
    ),
    (
        CASINO,
        NO_PAIR,
        {"ante": "5", "call": "10"},
        {},
        "ante",
        "Dealer does not qualify: the ante is paid by its table, a high card 1:1.",
    ),
    (
        RUSSIAN,
        RUSSIAN_WIN,
        {"ante": "5", "bet": "10"},
        {},
        "bet",
        "A pair and Ace-King: both combinations are paid, 2:1 together.",
    ),
    (
        RUSSIAN,
        RUSSIAN_NO_GAME,
        {"ante": "5", "bet": "10"},
        {},
        "ante",
        "Dealer has no game: the ante pays 1:1.",
    ),
    (
        CARIBBEAN,
        RUSSIAN_NO_GAME,
        {"ante": "5", "bet": "10"},
        {},
        "bet",
        "Dealer does not qualify: the bet is returned.",
    ),
    (
        CARIBBEAN,
        RUSSIAN_WIN,
        {"ante": "5", "bet": "10"},
        {},
        "ante",
        "Dealer qualifies and the hand is better: the ante pays even money.",
    ),
    (
        UTH,
        WON_FLUSH,
        UTH_STAKES,
        {"variant": "trips-needs-win"},
        "trips",
        "Won with a flush: trips pays 7:1.",
    ),
    (
        RUSSIAN,
        SIX,
        {"ante": "5", "bet": "10", "sixth": "5", "bonus": "1"},
        {},
        "sixth",
        "The price of the sixth card is never returned.",
    ),
    (
        RUSSIAN,
        SIX,
        {"ante": "5", "bet": "10", "sixth": "5", "bonus": "1"},
        {},
        "bonus",
        "A flush with the bought card: the bonus pays 15:1.",
    ),
    (
        # A flush pays 50:1 on this table, but only among the five cards dealt.
        RUSSIAN,
        SIX,
        {"ante": "5", "bet": "10", "sixth": "5", "bonus": "1"},
        {"set": {"bonus": "five-card-1000"}},
        "bonus",
        "A flush with the bought card: the bonus does not pay it.",
    ),
    (
        RUSSIAN,
        RUSSIAN_WIN,
        {"ante": "5", "bet": "10", "bonus": "1"},
        {},
        "bonus",
        "A pair: the bonus begins higher.",
    ),
    (
        UTH,
        {"player": "Ah Kh", "board": "Qh Jh Th 2c 3d", "dealer": "2s 5s"},
        {"ante": "100", "blind": "100", "play": "400"},
        {"variant": "northwood"},
        "blind",
        "The house's maximum payout cuts 50000 to 19900.",
    ),
]


@pytest.mark.parametrize(("game", "cards", "stakes", "more", "bet", "sentence"), SENTENCES)
def test_a_line_says_why(
    game: str, cards: dict[str, str], stakes: Any, more: Any, bet: str, sentence: str
) -> None:
    settled = settle_document({"game": game, **cards, "stakes": stakes, **more})
    line = next(line for line in settled["lines"] if line["bet"] == bet)
    assert reason_sentence(t, settled, line) == sentence


@pytest.mark.parametrize(
    ("game_id", "bet", "odds", "reason", "sentence"),
    [
        (CASINO, "ante", 1, "ante-by-its-table", "Won with any hand: the ante's table pays 1:1."),
        (
            UTH,
            "blind",
            0,
            "blind-below-its-first-prize",
            "Won with any hand, below the blind's first prize: the blind is returned.",
        ),
        (
            RUSSIAN,
            "bonus",
            2,
            "bonus-by-its-table",
            "Any hand in the five cards dealt: the bonus pays 2:1.",
        ),
    ],
)
def test_a_table_that_says_the_same_of_every_hand_names_no_row(
    game_id: str, bet: str, odds: int, reason: str, sentence: str
) -> None:
    rows = build(game_id).bet(bet).rows
    table = Paytable("flat", dict.fromkeys(rows, Fraction(odds)))
    flat = build(game_id, paytables={bet: table}).bet(bet)
    cell = flat.cell(Showdown.WIN, 0)
    assert cell.reason == reason
    assert not flat.needs_row(Showdown.WIN)
    assert reason_sentence(t, *of_cell(game_id, flat, Showdown.WIN, rows[0], cell)) == sentence


@pytest.mark.parametrize(
    ("game", "qualifies", "phrase"),
    [
        (UTH, True, "pair or better: qualifies"),
        (UTH, False, "no pair: does not qualify"),
        (CASINO, True, "pair of fours or better: qualifies"),
        (CASINO, False, "less than a pair of fours: does not qualify"),
        (RUSSIAN, True, "has a game"),
        (RUSSIAN, False, "no game"),
        (CARIBBEAN, True, "qualifies"),
        (CARIBBEAN, False, "does not qualify"),
        (RUSSIAN, None, ""),
        (UTH, None, ""),
    ],
)
def test_the_dealers_game_is_said_in_the_words_of_the_game(
    game: str, qualifies: bool | None, phrase: str
) -> None:
    assert qualifier_phrase(t, {"game": game, "dealer_qualifies": qualifies}) == phrase


def test_every_showdown_has_a_phrase() -> None:
    said = {result: showdown_phrase(t, {"showdown": result}) for result in ("win", "tie", "lose")}
    assert said == {
        "win": "beats the dealer",
        "tie": "ties with the dealer",
        "lose": "loses to the dealer",
    }
    assert showdown_phrase(t, {"showdown": "fold"}) == "folded"


# --- misconceptions ------------------------------------------------------------------------------


def test_every_misconception_has_a_sentence_and_no_other() -> None:
    assert {mistake.id for mistake in MISCONCEPTIONS} == MISCONCEPTION_IDS


@pytest.mark.parametrize("mistake", MISCONCEPTIONS, ids=lambda x: x.id)
def test_a_misconception_is_told_with_the_answer_that_was_given(mistake: Any) -> None:
    said = misconception_sentence(t, mistake.id, "37.5")
    assert re.fullmatch(r"You said 37\.5: that [^{}]+\.", said)


def test_no_two_misconceptions_say_the_same() -> None:
    said = {misconception_sentence(t, id, "5") for id in MISCONCEPTION_IDS}
    assert len(said) == len(MISCONCEPTION_IDS)
