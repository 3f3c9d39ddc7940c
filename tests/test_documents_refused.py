"""Bad rounds: each is refused by name, at its place, with what would have been legal."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.rounds_by_hand import (
    BOUGHT,
    CASINO,
    EXCHANGE,
    INSURED,
    PLAIN,
    SIXTH,
    UTH,
    Bad,
    Document,
    assert_refused,
    but,
    nets,
)
from trainer.documents import parse_document, settle_document
from trainer.errors import CardError, MoneyError, RoundError, RuleError, StakeError, TrainerError
from trainer.paytables import USER_FOLDER

# --- bad rounds ------------------------------------------------------------------------------

BAD_CARDS: dict[str, Bad] = {
    "card twice in a hand": (but(UTH, player="Ah Ah"), CardError, "player", ("Ah", "twice")),
    "card in two hands": (
        but(UTH, dealer="Jc Ah"),
        CardError,
        "dealer",
        ("Ah is in player and again in dealer",),
    ),
    "card on the board and in a hand": (
        but(UTH, board="Qs 7c 2d 3h Kd"),
        CardError,
        "board",
        ("Kd is in player and again in board",),
    ),
    "card twice on the board": (but(CASINO, board="Qs Qs 2d 3h 9s"), CardError, "board", ("Qs",)),
    "card of the dealer in the player's hand": (
        but(PLAIN, dealer="As Kc Qd 7h 8c"),
        CardError,
        "dealer",
        ("8c is in player and again in dealer",),
    ),
    "card given up in the dealer's hand": (
        but(EXCHANGE, dealer="As Kc Qd 7h 6s"),
        CardError,
        "dealer",
        ("6s is in dealt and again in dealer",),
    ),
    "drawn card already dealt": (
        but(BOUGHT, dealer_draws=["8d"]),
        CardError,
        "dealer_draws",
        ("8d is in player and again in dealer_draws",),
    ),
    "drawn card is the one taken away": (
        but(BOUGHT, dealer_draws=["Kd", "9s"]),
        CardError,
        "dealer_draws",
        ("Kd is in dealer and again in dealer_draws",),
    ),
    "three cards": (but(UTH, player="Ah Kd 2s"), CardError, "player", ("3 cards", "expected 2")),
    "one card": (but(UTH, player="Ah"), CardError, "player", ("1 card", "expected 2")),
    "no cards": (but(UTH, player=None), CardError, "player", ("0 cards", "expected 2")),
    "board of four": (but(UTH, board="Qs 7c 2d 3h"), CardError, "board", ("4 cards", "expected 5")),
    "board of six": (but(UTH, board="Qs 7c 2d 3h 9s 9c"), CardError, "board", ("6 cards",)),
    "no board": (but(CASINO, board=None), CardError, "board", ("0 cards", "expected 5")),
    "dealer missing": (but(UTH, dealer=None), CardError, "dealer", ("0 cards", "expected 2")),
    "half the dealer missing": (but(CASINO, dealer="4c"), CardError, "dealer", ("expected 2",)),
    "dealer missing in Russian Poker": (
        but(PLAIN, dealer=None),
        CardError,
        "dealer",
        ("0 cards", "expected 5"),
    ),
    "only the upcard": (
        but(PLAIN, dealer=None, upcard="3c"),
        CardError,
        "dealer",
        ("1 card", "expected 5"),
    ),
    "dealer of four": (but(PLAIN, dealer="As Kc Qd 7h"), CardError, "dealer", ("expected 5",)),
    "hand of four": (but(PLAIN, player="Jh Jd 8c 6s"), CardError, "player", ("4 cards", "5, or 6")),
    "hand of seven": (
        but(SIXTH, player="Kh Kd 9s 5c 2d Ac 3s"),
        CardError,
        "player",
        ("7 cards", "5, or 6"),
    ),
    "board in a five-card game": (but(PLAIN, board="4s"), CardError, "board", ("expected no",)),
    "dealt in a game with a board": (but(UTH, dealt="Ah Kd"), CardError, "dealt", ("none",)),
    "draws in a game with a board": (
        but(CASINO, dealer_draws=["2s"]),
        CardError,
        "dealer_draws",
        ("none",),
    ),
    "upcard in a game with a board": (but(UTH, upcard="Jc"), CardError, "upcard", ("none",)),
    "upcard not among the dealer's cards": (
        but(PLAIN, upcard="4s"),
        CardError,
        "upcard",
        ("4s is not among", "As Kc Qd 7h 3c"),
    ),
    "two upcards": (but(PLAIN, upcard="As Kc"), CardError, "upcard", ("2 cards", "one")),
    "four cards dealt": (
        but(EXCHANGE, dealt="Jh Jd 8c 6s"),
        CardError,
        "dealt",
        ("4 cards", "5 first dealt"),
    ),
    "six cards dealt": (
        but(SIXTH, dealt="Kh Kd 9s 5c 2d Ac"),
        CardError,
        "dealt",
        ("6 cards", "5 first dealt"),
    ),
    "unknown letter": (but(UTH, player="Ah Xd"), CardError, "player", ("'Xd'", "T or 10")),
    "Cyrillic letter": (but(UTH, player="Аh Kd"), CardError, "player", ("CYRILLIC",)),
    "joker": (but(UTH, player="Ah Jo"), CardError, "player", ("joker",)),
    "mixed order": (but(UTH, player="Ah ♦K"), CardError, "player", ("suit first",)),
    "unknown drawn card": (
        but(BOUGHT, dealer_draws=["9s", "9x"]),
        CardError,
        "dealer_draws",
        ("'9x'",),
    ),
}

BAD_STAKES: dict[str, Bad] = {
    "play of two and a half antes": (
        but(UTH, {"play": "25"}),
        StakeError,
        "stakes.play",
        ("25", "4 × ante = 40", "3 × ante = 30", "2 × ante = 20", "1 × ante = 10"),
    ),
    "play of five antes": (but(UTH, {"play": "50"}), StakeError, "stakes.play", ("50", "40")),
    "play below the ante": (but(UTH, {"play": "5"}), StakeError, "stakes.play", ("5", "10")),
    "play of a hair too much": (
        but(UTH, {"play": "40.0000000001"}),
        StakeError,
        "stakes.play",
        ("40.0000000001",),
    ),
    "play of three antes where only four is dealt": (
        but(UTH, {"play": "30"}, variant="four-x-only"),
        StakeError,
        "stakes.play",
        ("30", "4 × ante = 40 or 2 × ante = 20 or 1 × ante = 10"),
    ),
    "play of one ante before the flop": (
        but(UTH, {"ante": "15", "blind": "15", "play": "15"}, street="preflop"),
        StakeError,
        "stakes.play",
        ("15", "3 × ante = 45", "4 × ante = 60"),
    ),
    "play of four antes on the flop": (
        but(UTH, street="flop"),
        StakeError,
        "stakes.play",
        ("40", "expected 2 × ante = 20"),
    ),
    "play of two antes at the river": (
        but(UTH, {"play": "20"}, street="river"),
        StakeError,
        "stakes.play",
        ("20", "expected 1 × ante = 10"),
    ),
    "no play and no fold": (
        but(UTH, {"play": None}),
        StakeError,
        "stakes.play",
        ("no stake", "4 × ante = 40", "folded"),
    ),
    "play of zero": (but(UTH, {"play": "0"}), StakeError, "stakes.play", ("no stake", "folded")),
    "blind larger than the ante": (
        but(UTH, {"blind": "20"}),
        StakeError,
        "stakes.blind",
        ("20", "expected 1 × ante = 10"),
    ),
    "blind smaller than the ante": (
        but(UTH, {"blind": "9.99"}),
        StakeError,
        "stakes.blind",
        ("9.99", "10"),
    ),
    "no blind": (but(UTH, {"blind": None}), StakeError, "stakes.blind", ("no stake", "10")),
    "blind of zero": (but(UTH, {"blind": 0}), StakeError, "stakes.blind", ("no stake", "10")),
    "no ante": (but(UTH, {"ante": None}), StakeError, "stakes.ante", ("no ante", "above 0")),
    "ante of zero": (but(UTH, {"ante": "0"}), StakeError, "stakes.ante", ("no ante", "above 0")),
    "no stakes at all": (CASINO | {"stakes": {}}, StakeError, "stakes.ante", ("no ante",)),
    "stakes left out": (
        {key: value for key, value in CASINO.items() if key != "stakes"},
        StakeError,
        "stakes.ante",
        ("no ante",),
    ),
    "negative ante": (
        but(UTH, {"ante": "-10", "blind": "-10", "play": "-40"}),
        StakeError,
        "stakes.ante",
        ("-10", "cannot be negative"),
    ),
    "negative side bet": (
        but(UTH, {"trips": "-5"}),
        StakeError,
        "stakes.trips",
        ("-5", "cannot be negative"),
    ),
    "call of one ante": (
        but(CASINO, {"call": "10"}),
        StakeError,
        "stakes.call",
        ("10", "expected 2 × ante = 20"),
    ),
    "call of three antes": (but(CASINO, {"call": 30}), StakeError, "stakes.call", ("30", "20")),
    "no call and no fold": (
        but(CASINO, {"call": None}),
        StakeError,
        "stakes.call",
        ("no stake", "20", "folded"),
    ),
    "bet of one ante": (but(PLAIN, {"bet": "10"}), StakeError, "stakes.bet", ("10", "20")),
    "no bet and no fold": (but(PLAIN, {"bet": None}), StakeError, "stakes.bet", ("20", "folded")),
    "sixth of half an ante": (
        but(SIXTH, {"sixth": "5"}),
        StakeError,
        "stakes.sixth",
        ("5", "1 × ante = 10"),
    ),
    "purchase of two antes": (
        but(BOUGHT, {"purchase": "20"}),
        StakeError,
        "stakes.purchase",
        ("20", "1 × ante = 10"),
    ),
    "play in a folded round": (
        but(UTH, folded=True),
        StakeError,
        "stakes.play",
        ("folded", "40", "expected none"),
    ),
    "call in a folded round": (
        but(CASINO, folded=True),
        StakeError,
        "stakes.call",
        ("folded", "20", "none"),
    ),
    "bet in a folded round": (
        but(PLAIN, folded=True),
        StakeError,
        "stakes.bet",
        ("folded", "20", "none"),
    ),
    "bet of another game": (
        but(CASINO, {"blind": "10"}),
        StakeError,
        "stakes.blind",
        ("'blind'", "Casino Hold'em", "ante, call, aa"),
    ),
    "unknown bet": (but(UTH, {"Trips": "5"}), StakeError, "stakes.Trips", ("'Trips'", "trips")),
    "bet that the house lacks": (
        but(UTH, {"bad_beat": "5"}),
        StakeError,
        "stakes.bad_beat",
        ("'bad_beat'", "expected one of ante, blind, play, trips"),
    ),
    "bet that a rule took away": (
        but(CASINO, set={"aa": "none"}),
        StakeError,
        "stakes.aa",
        ("'aa'", "ante, call"),
    ),
    "zero of a bet that the house lacks": (
        but(UTH, {"bad_beat": "0"}),
        StakeError,
        "stakes.bad_beat",
        ("'bad_beat'",),
    ),
}

BAD_AMOUNTS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "words": ("ten", ("'ten'", "decimal number")),
    "k for thousand": ("2.01k", ("'2.01k'",)),
    "comma": ("7,5", ("'7,5'",)),
    "empty": ("", ("''",)),
    "true": (True, ("true",)),
    "null": (None, ("null",)),
    "list": (["10"], ("a list",)),
    "object": ({"amount": "10"}, ("an object",)),
    "float": (0.1, ("0.1", "binary")),
    "forty-one digits": ("1" * 41, ("digits", "40")),
}

BAD_RUSSIAN: dict[str, Bad] = {
    "insurance on a pair": (
        but(PLAIN, {"insurance": "10"}),
        StakeError,
        "stakes.insurance",
        ("pair", "three of a kind or better"),
    ),
    "insurance on two pair": (
        but(PLAIN, {"insurance": "10"}, player="Kh Ks 8d 8h 2c", dealer="Ad Qc 9c 5s 3h"),
        StakeError,
        "stakes.insurance",
        ("two-pair", "three of a kind or better"),
    ),
    "insurance below the ante": (
        but(INSURED, {"insurance": "9.5"}),
        StakeError,
        "stakes.insurance",
        ("9.5", "expected 10 to 30"),
    ),
    "insurance above half of the payout": (
        but(INSURED, {"insurance": "30.5"}),
        StakeError,
        "stakes.insurance",
        ("30.5", "expected 10 to 30"),
    ),
    "insurance of no whole chips": (
        but(INSURED, {"insurance": "10.25"}),
        StakeError,
        "stakes.insurance",
        ("10.25", "multiple of the smallest chip, 0.5"),
    ),
    "insurance of a folded hand": (
        but(INSURED, {"bet": None}, folded=True),
        StakeError,
        "stakes.insurance",
        ("folded", "no insurance"),
    ),
    "insurance where there is none": (
        but(INSURED, set={"insurance": "none"}),
        StakeError,
        "stakes.insurance",
        ("'insurance'", "expected one of"),
    ),
    "purchase against a game": (
        but(PLAIN, {"purchase": "10"}, dealer_draws=["4s"]),
        StakeError,
        "stakes.purchase",
        ("has a game already",),
    ),
    "purchase of a folded hand": (
        but(BOUGHT, {"bet": None}, folded=True),
        StakeError,
        "stakes.purchase",
        ("folded", "no purchase"),
    ),
    "purchase where there is none": (
        but(BOUGHT, variant="no-purchase"),
        StakeError,
        "stakes.purchase",
        ("'purchase'", "expected one of"),
    ),
    "purchase of an insured box": (
        but(INSURED, {"purchase": "10"}, dealer_draws=["9s"]),
        StakeError,
        "stakes.purchase",
        ("insured",),
    ),
    "purchase without the dealer's new card": (
        but(BOUGHT, dealer_draws=None),
        RoundError,
        "dealer_draws",
        ("new card is missing",),
    ),
    "dealer's new card without a purchase": (
        but(BOUGHT, {"purchase": None}),
        StakeError,
        "stakes.purchase",
        ("drew cards", "no game was bought", "10"),
    ),
    "six cards without the five dealt": (
        but(SIXTH, dealt=None),
        RoundError,
        "dealt",
        ("missing", "`dealt`"),
    ),
    "six cards without one of the five dealt": (
        but(SIXTH, dealt="Kh Kd 9s 5c 3s"),
        RoundError,
        "player",
        ("3s", "not both"),
    ),
    "six cards without the fee": (
        but(SIXTH, {"sixth": None}),
        StakeError,
        "stakes.sixth",
        ("six cards", "not paid for", "10"),
    ),
    "fee for a sixth card with five": (
        but(PLAIN, {"sixth": "10"}),
        StakeError,
        "stakes.sixth",
        ("sixth card was paid for", "five cards"),
    ),
    "sixth card where none is sold": (
        but(SIXTH, {"sixth": None}, set={"sixth": "no"}),
        RoundError,
        "player",
        ("six cards", "expected 5"),
    ),
    "fee for a sixth card where none is sold": (
        but(SIXTH, set={"sixth": "no"}),
        StakeError,
        "stakes.sixth",
        ("'sixth'", "expected one of"),
    ),
    "sixth card and exchange": (
        but(SIXTH, {"exchange": "10"}),
        StakeError,
        "stakes.exchange",
        ("no card was exchanged",),
    ),
    "exchange and fee for a sixth card": (
        but(EXCHANGE, {"sixth": "10"}),
        StakeError,
        "stakes.sixth",
        ("five cards",),
    ),
    "exchange fee without an exchange": (
        but(EXCHANGE, player="Jh Jd 8c 6s 2h"),
        StakeError,
        "stakes.exchange",
        ("no card was exchanged",),
    ),
    "exchange fee without the five dealt": (
        but(EXCHANGE, dealt=None),
        StakeError,
        "stakes.exchange",
        ("no card was exchanged", "`dealt`"),
    ),
    "exchange without a fee": (
        but(EXCHANGE, {"exchange": None}),
        StakeError,
        "stakes.exchange",
        ("2 cards were exchanged for 0", "expected 10"),
    ),
    "exchange at twice the flat fee": (
        but(EXCHANGE, {"exchange": "20"}),
        StakeError,
        "stakes.exchange",
        ("20", "10"),
    ),
    "exchange at the price of one card": (
        but(EXCHANGE, set={"exchange_fee": "1/2/3/2/1"}),
        StakeError,
        "stakes.exchange",
        ("2 cards were exchanged for 10", "expected 20"),
    ),
    "exchange of one card where two are the least": (
        but(EXCHANGE, dealt="Jh Jd 8c 5s 2h", variant="exchange-2-5"),
        RoundError,
        "player",
        ("1", "expected 2 to 5"),
    ),
    "exchange of five cards where four are the most": (
        but(EXCHANGE, dealt="Qh Qc Ts 6s 2h", variant="exchange-1-4"),
        RoundError,
        "player",
        ("5 cards", "expected 1 to 4"),
    ),
    "exchange where there is none": (
        but(EXCHANGE, {"exchange": None}, set={"exchange": "none"}),
        RoundError,
        "player",
        ("2 cards", "expected none"),
    ),
    "exchange fee where there is none": (
        but(EXCHANGE, set={"exchange": "none"}),
        StakeError,
        "stakes.exchange",
        ("'exchange'", "expected one of"),
    ),
    "fold after five cards where a raise is forced": (
        but(
            EXCHANGE,
            {"bet": None},
            dealt="Qh Qc Ts 6s 2h",
            folded=True,
            set={"raise_after_five": "forced"},
        ),
        RoundError,
        "folded",
        ("five cards", "raised"),
    ),
}

BAD_WORDS: dict[str, Bad] = {
    "no game": (but(UTH, game=None), RoundError, "game", ("missing", "casino-holdem")),
    "unknown game": (
        but(UTH, game="UTH"),
        RuleError,
        "game",
        ("'UTH'", "ultimate-texas-holdem, casino-holdem, russian-poker"),
    ),
    "unknown variant": (
        but(UTH, variant="pa-z"),
        RuleError,
        "variant",
        ("'pa-z'", "default", "pa-a", "northwood"),
    ),
    "variant of another game": (
        but(CASINO, variant="pa-a"),
        RuleError,
        "variant",
        ("'pa-a'", "ante-25"),
    ),
    "unknown rule": (
        but(UTH, set={"tripz": "T1"}),
        RuleError,
        "set",
        ("'tripz'", "preflop", "trips_on_fold"),
    ),
    "rule of another game": (
        but(CASINO, set={"sixth": "no"}),
        RuleError,
        "set",
        ("'sixth'", "ante_no_game"),
    ),
    "unknown value": (
        but(UTH, set={"trips": "T9"}),
        RuleError,
        "set.trips",
        ("'T9'", "T1", "T2", "T3", "T4", "none"),
    ),
    "value in other letters": (but(UTH, set={"trips": "t1"}), RuleError, "set.trips", ("'t1'",)),
    "empty value": (but(UTH, set={"preflop": ""}), RuleError, "set.preflop", ("3-or-4", "4")),
    "range the wrong way round": (
        but(PLAIN, set={"exchange": "5-1"}),
        RuleError,
        "set.exchange",
        ("'5-1'", "1-5"),
    ),
    "fee that is no list": (
        but(PLAIN, set={"exchange_fee": "1,2,3"}),
        RuleError,
        "set.exchange_fee",
        ("'1,2,3'", "1/2/3/2/1"),
    ),
    "fee list that is too short": (
        but(PLAIN, set={"exchange_fee": "1/2"}),
        RuleError,
        "set",
        ("exchange_fee", "2", "5 cards"),
    ),
    "trips that need a win and live through a fold": (
        but(UTH, set={"trips_needs_win": "yes", "trips_on_fold": "alive"}),
        RuleError,
        "set",
        ("trips_needs_win", "trips_on_fold", "alive"),
    ),
    "trips of the house that need a win, set alive": (
        but(UTH, variant="trips-needs-win", set={"trips_on_fold": "alive"}),
        RuleError,
        "set",
        ("trips_needs_win", "trips_on_fold"),
    ),
    "unknown key": (
        but(UTH, players="Ah Kd"),
        RoundError,
        "players",
        ("unknown key 'players'", "player"),
    ),
    "unknown street": (
        but(UTH, street="turn"),
        RoundError,
        "street",
        ("'turn'", "preflop, flop, river"),
    ),
    "street without a raise": (
        but(PLAIN, {"bet": "5"}, street="no-game"),
        RoundError,
        "street",
        ("'no-game'", "deal, draw"),
    ),
    "unknown street in a folded round": (
        but(UTH, {"play": None}, folded=True, street="later"),
        RoundError,
        "street",
        ("'later'",),
    ),
}

BAD = BAD_CARDS | BAD_STAKES | BAD_RUSSIAN | BAD_WORDS


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_bad_round_is_refused_by_name_and_place(bad: Bad) -> None:
    assert_refused(bad)


@pytest.mark.parametrize(("amount", "words"), BAD_AMOUNTS.values(), ids=BAD_AMOUNTS)
@pytest.mark.parametrize(
    ("document", "bet"), [(UTH, "ante"), (UTH, "trips"), (CASINO, "call"), (BOUGHT, "purchase")]
)
def test_stake_that_is_no_amount_is_refused(
    document: Document, bet: str, amount: Any, words: tuple[str, ...]
) -> None:
    bad = deepcopy(document)
    bad["stakes"][bet] = amount
    with pytest.raises(MoneyError) as refused:
        settle_document(bad)
    assert refused.value.where == f"stakes.{bet}"
    for word in words:
        assert word in refused.value.message


# --- wrong JSON types ------------------------------------------------------------------------

NOT_TEXT = {"number": 5, "decimal": 1.5, "true": True, "object": {}, "list of numbers": [5]}
CARD_KEYS = ("player", "board", "dealer", "dealt", "dealer_draws", "upcard")


@pytest.mark.parametrize("value", NOT_TEXT.values(), ids=NOT_TEXT)
@pytest.mark.parametrize("key", CARD_KEYS)
def test_cards_that_are_no_text_are_refused(key: str, value: Any) -> None:
    with pytest.raises(RoundError) as refused:
        settle_document(but(UTH) | {key: value})
    assert refused.value.where == (f"{key}[0]" if isinstance(value, list) else key)
    assert "expected" in refused.value.message


@pytest.mark.parametrize("value", [*NOT_TEXT.values(), None, []], ids=[*NOT_TEXT, "null", "list"])
@pytest.mark.parametrize("key", ["game", "variant", "street"])
def test_name_that_is_no_text_is_refused(key: str, value: Any) -> None:
    with pytest.raises(RoundError, match="expected a text") as refused:
        settle_document(but(UTH) | {key: value})
    assert refused.value.where == key


@pytest.mark.parametrize(
    "value", ["yes", "", 0, 1, None, [], {}], ids=lambda value: json.dumps(value)
)
def test_folded_is_true_or_false_and_nothing_else(value: Any) -> None:
    with pytest.raises(RoundError, match="expected true or false") as refused:
        settle_document(but(UTH) | {"folded": value})
    assert refused.value.where == "folded"


@pytest.mark.parametrize("value", ["ante", 5, True, None, [], ["ante"]], ids=json.dumps)
@pytest.mark.parametrize("key", ["stakes", "set"])
def test_stakes_and_rules_are_objects(key: str, value: Any) -> None:
    with pytest.raises(RoundError, match="an object") as refused:
        settle_document(but(UTH) | {key: value})
    assert refused.value.where == key


@pytest.mark.parametrize("value", [5, True, None, [], {}], ids=json.dumps)
def test_rule_value_is_a_text(value: Any) -> None:
    with pytest.raises(RoundError, match="expected a text") as refused:
        settle_document(but(UTH, set={"preflop": value}))
    assert refused.value.where == "set.preflop"


@pytest.mark.parametrize("value", [5, 1.5, "round", True, None, [], [UTH]], ids=json.dumps)
def test_round_is_an_object(value: Any) -> None:
    with pytest.raises(RoundError, match="expected a round") as refused:
        settle_document(value)
    assert refused.value.where == ""


def test_long_names_are_refused_shortly() -> None:
    for document in (
        but(UTH, game="x" * 10_000),
        but(UTH, variant="x" * 10_000),
        but(UTH, street="x" * 10_000),
        but(UTH, {"ante": "x" * 10_000}),
        but(UTH, player="x" * 10_000),
        but(UTH, set={"trips": "x" * 10_000}),
    ):
        with pytest.raises(TrainerError) as refused:
            settle_document(document)
        assert len(str(refused.value)) < 500


# --- JSON text -------------------------------------------------------------------------------

NO_JSON = {
    "empty": "",
    "words": "Ah Kd",
    "cut off": '{"game": "casino-holdem"',
    "single quotes": "{'game': 'casino-holdem'}",
    "comma at the end": '{"game": "casino-holdem",}',
    "two documents": "{} {}",
    "control character": '{"game": "casino\nholdem"}',
}


@pytest.mark.parametrize("text", NO_JSON.values(), ids=NO_JSON)
def test_text_that_is_no_json_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(RoundError, match=r"no JSON \(.* at line \d+, column \d+\)"):
        parse_document(text)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_json_numbers_that_are_none_are_refused(word: str) -> None:
    with pytest.raises(MoneyError, match=f"{word} is no amount"):
        parse_document(f'{{"stakes": {{"ante": {word}}}}}')


@pytest.mark.parametrize("number", ["1e99999999999999999999", "-1E-99999999999999999999"])
def test_json_number_beyond_all_bounds_is_refused(number: str) -> None:
    with pytest.raises(MoneyError, match="too many digits"):
        parse_document(f'{{"stakes": {{"ante": {number}}}}}')


@pytest.mark.parametrize("number", ["1e999999999", "1e-999999999", "1" * 10_000, "0." + "1" * 50])
def test_json_number_too_long_for_an_amount_is_refused(number: str) -> None:
    document = parse_document(json.dumps(but(UTH, {"ante": "@"})).replace('"@"', number))
    with pytest.raises(MoneyError, match=r"too many digits|more than 40 digits") as refused:
        settle_document(document)
    assert refused.value.where == "stakes.ante"


def test_json_numbers_are_exact() -> None:
    text = json.dumps(but(CASINO, {"ante": "@", "call": "#", "aa": None}))
    exact = text.replace('"@"', "0.1").replace('"#"', "2e-1")
    assert nets(parse_document(exact)) == {"ante": "-0.1", "call": "-0.2", "net": "-0.3"}


def test_key_twice_is_refused_by_name() -> None:
    with pytest.raises(RoundError, match="the key 'ante' is there twice") as refused:
        parse_document('{"stakes": {"ante": "10", "blind": "10", "ante": "20"}}')
    assert refused.value.where == "ante"


@pytest.mark.parametrize("n", [5_000, 1_000_000])
@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ('{"a":', "}")], ids=["list", "object"]
)
def test_deep_nesting_is_refused(n: int, opening: str, closing: str) -> None:
    with pytest.raises(RoundError, match="nested too deeply"):
        parse_document(opening * n + "1" + closing * n)


@pytest.mark.parametrize("key", [*CARD_KEYS, "stakes", "folded", "game", "set", "boxes", "street"])
def test_nesting_just_below_the_limit_is_refused_like_any_other_value(key: str) -> None:
    for n in (100, 500, 800):
        value = parse_document("[" * n + "]" * n)
        with pytest.raises(TrainerError) as refused:
            settle_document(but(UTH) | {key: value})
        assert len(refused.value.message) < 300


def test_long_key_is_refused_shortly() -> None:
    with pytest.raises(RoundError, match="a key of 10000 characters") as refused:
        parse_document(json.dumps({"x" * 10_000: 1}))
    assert len(str(refused.value)) < 200


# --- odds without a decimal text -----------------------------------------------------------------

THIRDS = (
    "table,row,odds,source,checked\n"
    "thirds,straight,1:3,ours,2026-11-29\n"
    "thirds,flush,3:2,ours,2026-11-29\n"
)
FLUSH: dict[str, Any] = {
    "game": "ultimate-texas-holdem",
    "player": "Ah 9h",
    "board": "Kh Qs 7h 4h 2c",
    "dealer": "Kd 8c",
    "stakes": {"ante": "10", "blind": "10", "play": "10", "trips": "10"},
}
STRAIGHT = FLUSH | {"player": "Jc 10d"} | {"board": "Kh Qs 9h 4h 2c"}


@pytest.mark.parametrize("bet", ["blind", "trips"])
def test_odds_that_no_amount_can_tell_name_their_file_and_row(
    bet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ultimate-texas-holdem" / f"{bet}.csv"
    path.parent.mkdir()
    path.write_text(THIRDS, encoding="utf-8")
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    with pytest.raises(MoneyError) as refused:
        settle_document(STRAIGHT | {"set": {bet: "thirds"}})
    assert refused.value.where == str(path)
    assert refused.value.message == (
        "straight pays 1:3 in table 'thirds', and 10/3 has no finite decimal text; the house needs "
        "a rounding rule for it"
    )
    # Another row of the same table, and another stake, are paid.
    lines = settle_document(FLUSH | {"set": {bet: "thirds"}})["lines"]
    assert next(line["paid"] for line in lines if line["bet"] == bet) == "15"
    stakes = {"ante": "30", "blind": "30", "play": "30", "trips": "30"}
    lines = settle_document(STRAIGHT | {"set": {bet: "thirds"}, "stakes": stakes})["lines"]
    assert next(line["paid"] for line in lines if line["bet"] == bet) == "10"


def test_two_combinations_name_the_row_that_no_amount_can_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "russian-poker" / "bet.csv"
    path.parent.mkdir()
    path.write_text(
        "table,row,odds,source,checked\nown,pair,1:1,ours,2026-11-29\n"
        "own,ace-king,2:3,ours,2026-11-29\n",
        encoding="utf-8",
    )
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    with pytest.raises(MoneyError, match="ace-king pays 2:3 in table 'own', and ") as refused:
        settle_document(SIXTH | {"set": {"bet": "own"}})
    assert refused.value.where == str(path)
