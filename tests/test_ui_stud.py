"""Decisions of five-card games on the Decide and Drill pages, with values written here.

The engine itself is asked in `test_ev_five_card.py` alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.test_ui_app import address, app, card_names, press, sent
from tests.ui_rounds import words
from trainer.cards import parse_cards
from trainer.games import build
from trainer.locale import translator
from trainer.ui import choosing, engine, stud_spots, verdict
from trainer.ui.felt import Felt, felt_html

T = translator("en")
RUSSIAN = build("russian-poker")
CARIBBEAN = build("caribbean-stud")
OASIS = build("oasis-poker")
DECIDE, DRILL = "views/decide.py", "views/drill.py"
KINGS = {"player": "KsKhKd5c2d", "upcard": "7h"}
DRAWN = {"dealt": "KhKd9s5c2d", "player": "KhKdKs6c2h", "upcard": "7h"}

AT_THE_DEAL = (
    ("exchange:5c 2d", "4"),
    ("sixth", "3"),
    ("raise", "5/2"),
    ("exchange:5c", "2"),
    ("exchange:2d", "19/10"),
    ("exchange:Kd 5c 2d", "1/2"),
    ("fold", "-1"),
    ("exchange:Kd Kh Ks 5c 2d", "-11/10"),
    ("exchange:Kd Kh 5c 2d", "-5/4"),
    ("exchange:Kd 5c", "-3/2"),
)
SAME = {"exchange:Kd 5c 2d": ["exchange:Kh 5c 2d", "exchange:Ks 5c 2d"]}
AFTER_THE_DRAW = (
    ("raise+insurance:3", "5"),
    ("raise", "4"),
    ("raise+insurance:1", "3"),
    ("fold", "-2"),
)
WITHOUT_A_GAME = (("purchase", "10001/10000"), ("take", "1"))


def document(values: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    actions = [
        {"action": id, "ev": float(Fraction(ev)), "exact": ev}
        | ({"same": SAME[id]} if id in SAME else {})
        for id, ev in values
    ]
    return {"actions": actions, "best": values[0][0]}


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """An engine that knows three spots; what it was asked."""
    spots: list[Mapping[str, Any]] = []

    def values_of(spot: Mapping[str, Any], progress: Callable[[float], None]) -> dict[str, Any]:
        spots.append(spot)
        if len(spot.get("dealer", "").split()) == 5:
            return document(WITHOUT_A_GAME)
        return document(AFTER_THE_DRAW if "dealt" in spot else AT_THE_DEAL)

    monkeypatch.setattr(engine, "values_of", values_of)
    monkeypatch.setattr(engine, "is_loaded", lambda part="": True)
    return spots


def values(at: AppTest) -> str:
    return words(sent(at, "values")["html"])


# --- spots ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "stage", "told"),
    [
        (KINGS, "deal", {"player": "Ks Kh Kd 5c 2d", "upcard": "7h"}),
        (
            {**KINGS, "draw": "sixth", "new": "8c"},
            "draw",
            {"dealt": "Ks Kh Kd 5c 2d", "player": "Ks Kh Kd 5c 2d 8c", "upcard": "7h"},
        ),
        (
            {**KINGS, "draw": "exchange", "given": "5c 2d", "new": "8c9c", "dead": "Ah"},
            "draw",
            {
                "dealt": "Ks Kh Kd 5c 2d",
                "player": "Ks Kh Kd 8c 9c",
                "upcard": "7h",
                "dead": "Ah",
            },
        ),
        (
            {**KINGS, "stage": "draw"},
            "draw",
            {"dealt": "Ks Kh Kd 5c 2d", "player": "Ks Kh Kd 5c 2d", "upcard": "7h"},
        ),
        (
            {"player": "KsKhKd5c2d", "dealer": "Ah9d4c3s7h"},
            "no-game",
            {"player": "Ks Kh Kd 5c 2d", "dealer": "Ah 9d 4c 3s 7h"},
        ),
        (
            {**KINGS, "stage": "deal", "draw": "sixth", "new": "8c"},
            "deal",
            {"player": "Ks Kh Kd 5c 2d", "upcard": "7h"},
        ),
        (
            {**KINGS, "ante": "10", "bonus": "5"},
            "deal",
            {
                "player": "Ks Kh Kd 5c 2d",
                "upcard": "7h",
                "stakes": {"ante": "10", "bonus": "5"},
            },
        ),
    ],
)
def test_fields_tell_a_spot(fields: dict[str, str], stage: str, told: dict[str, Any]) -> None:
    found = stud_spots.read_spot(T, RUSSIAN, fields)
    assert (found.missing, found.problem) == ("", "")
    assert found.stage is not None
    assert found.stage.id == stage
    assert found.document == {"game": "russian-poker", "variant": "default", **told}
    again = stud_spots.fields_of_spot(RUSSIAN, found.document)
    assert stud_spots.read_spot(T, RUSSIAN, again).document == found.document


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "6 cards missing."),
        ({"player": "KsKhKd5c2d"}, "1 card missing."),
        ({"player": "KsKhKd5c2d", "stage": "no-game"}, "5 cards missing."),
        ({**KINGS, "draw": "sixth"}, "1 card missing."),
        ({**KINGS, "draw": "exchange"}, "Choose the cards that were given up."),
        ({**KINGS, "draw": "exchange", "given": "5c 2d"}, "2 cards missing."),
    ],
)
def test_what_is_missing_is_said(fields: dict[str, str], said: str) -> None:
    assert stud_spots.read_spot(T, RUSSIAN, fields).missing.startswith(said)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": "KsKhKd5c2d8c", "upcard": "7h"}, "Player: there is room for 5 cards."),
        ({**KINGS, "upcard": "2d"}, "2d is in Five cards dealt and again in Upcard"),
        ({**KINGS, "upcard": "7h8h"}, "Upcard: there is room for 1 card."),
        ({**KINGS, "dead": "Zz"}, "Cards out of play: 'Zz'"),
        ({**KINGS, "bonus": "5", "ante": "0"}, "Ante: a side bet is compared with the ante"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(fields: dict[str, str], said: str) -> None:
    assert stud_spots.read_spot(T, RUSSIAN, fields).problem.startswith(said)


def test_games_have_the_stages_of_their_rules() -> None:
    stages = {
        game.id: [stage.id for stage in stud_spots.stages_of(game)]
        for game in (RUSSIAN, OASIS, CARIBBEAN)
    }
    assert stages == {
        "russian-poker": ["deal", "draw", "no-game"],
        "oasis-poker": ["deal", "draw"],
        "caribbean-stud": ["deal"],
    }
    # What a game does not have is not read.
    fields = {**KINGS, "draw": "sixth", "new": "8c", "stage": "no-game"}
    assert stud_spots.stage_of(CARIBBEAN, fields).id == "deal"
    assert stud_spots.draw_of(OASIS, {**fields, "stage": "draw"}) == ""


def test_dealt_spots_are_complete_and_follow_from_their_seed() -> None:
    for game in (RUSSIAN, OASIS, CARIBBEAN):
        seen = set()
        for seed in range(60):
            fields = stud_spots.deal(game, [], seed)
            assert fields == stud_spots.deal(game, [], seed)
            found = stud_spots.read_spot(T, game, fields)
            assert found.stage is not None, (fields, found)
            seen.add(found.stage.id)
        assert seen == {stage.id for stage in stud_spots.stages_of(game)}
        dealt = stud_spots.deal(game, ["deal"], 5)
        assert set(dealt) == {"player", "upcard"}


def test_an_address_may_be_written_like_a_document() -> None:
    assert stud_spots.from_address(DRAWN) == {
        "player": "KhKd9s5c2d",
        "new": "Ks6c2h",
        "draw": "exchange",
        "given": "9s 5c 2d",
        "upcard": "7h",
        "stage": "draw",
    }
    assert stud_spots.from_address({"player": "KsKhKd5c2d", "dealer": "7h"}) == KINGS


# --- words and markup ----------------------------------------------------------------------------


def test_actions_have_names() -> None:
    names = [id for group in (AT_THE_DEAL, AFTER_THE_DRAW, WITHOUT_A_GAME) for id, _ in group]
    said = {id: verdict.action_name(T, id) for id in names}
    assert said["exchange:5c 2d"] == "Exchange 5♣ 2♦"
    assert said["raise+insurance:3"] == "Raise, insure 3 antes"
    assert len(set(said.values())) == len(set(names))
    for game in (RUSSIAN, OASIS):
        assert all(verdict.stage_name(T, stage) for stage in game.stages)


def test_of_many_actions_the_best_and_one_of_each_size_come_first() -> None:
    actions = document(AT_THE_DEAL)["actions"]
    shown = [one["action"] for one in verdict.shown_first(actions)]
    assert shown == [id for id, _ in AT_THE_DEAL if id not in ("exchange:2d", "exchange:Kd 5c")]
    chosen = [one["action"] for one in verdict.shown_first(actions, "exchange:Kd 5c")]
    assert chosen[-1] == "exchange:Kd 5c"
    html = words(verdict.values_html(T, actions, "Title"))
    assert "Exchange K♦ 5♣ 2♦ or K♥ 5♣ 2♦, K♠ 5♣ 2♦ +0.5000 3.5000" in html
    assert "2 more exchanges" in html
    assert "Exchange 2♦ +1.9000 2.1000" in html


def test_an_equivalent_exchange_is_the_one_that_is_listed() -> None:
    actions = document(AT_THE_DEAL)["actions"]
    assert verdict.find(actions, "exchange:Kh 5c 2d")["action"] == "exchange:Kd 5c 2d"
    said = verdict.choice_words(T, actions, "exchange:Kh 5c 2d")
    assert said == "Exchange K♥ 5♣ 2♦ gives up 3.5000 antes: Exchange 5♣ 2♦ is best."


def test_a_single_action_is_said_to_be_one() -> None:
    actions = document((("raise", "-1"),))["actions"]
    assert verdict.verdict(T, actions) == "Raise: nothing else is allowed here."


def test_hidden_cards_lie_face_down_and_cards_can_be_clicked() -> None:
    cards = parse_cards("Ks Kh Kd 5c 2d")
    felt = Felt(5, 0, 5, (), told=False, spots=False, hidden=True, given=frozenset(cards[3:]))
    html = felt_html(T, felt, {"dealer": "7h", "player": "Ks Kh Kd 5c 2d"}, None)
    names = card_names(html)
    assert names[:5] == ["Seven of hearts"] + ["face-down card"] * 4
    assert names[8:] == ["Five of clubs, given up", "Two of diamonds, given up"]
    assert html.count('<span class="tag"') == 1
    assert "data-open" not in html
    clickable = Felt(5, 0, 5, (), told=False, spots=False, given=frozenset(cards[3:]), picks=True)
    html = felt_html(T, clickable, {"player": "Ks Kh Kd 5c 2d"}, None)
    assert html.count('data-open="') == 5
    assert 'data-open="3" aria-pressed="true"' in html
    assert 'data-open="0" aria-pressed="false"' in html


def test_keys_are_the_antes_put_out() -> None:
    keys = [choosing._key_of(RUSSIAN, id) for id in ("fold", "take", "sixth", "purchase", "raise")]
    assert keys == ["0", "0", "1", "1", "2"]
    insured = [choosing._key_of(RUSSIAN, f"raise+insurance:{n}") for n in ("1", "7", "8", "3/2")]
    assert insured == ["3", "9", None, None]


# --- the pages -----------------------------------------------------------------------------------


def test_a_link_opens_the_spot(asked: list[Mapping[str, Any]]) -> None:
    at = app(DECIDE, game="russian-poker", **KINGS)
    assert asked[-1] == {
        "game": "russian-poker",
        "variant": "default",
        "player": "Ks Kh Kd 5c 2d",
        "upcard": "7h",
    }
    assert values(at).startswith("With the five cards dealt Exchange 5♣ 2♦ is best, by 1.0000.")
    names = card_names(sent(at, "sheet")["html"])
    assert names[0] == "Seven of hearts"
    assert names[-2:] == ["Five of clubs, given up", "Two of diamonds, given up"]
    assert {"game": "russian-poker", "house": "default", **KINGS}.items() <= address(at).items()


def test_a_link_opens_a_later_stage(asked: list[Mapping[str, Any]]) -> None:
    at = app(DECIDE, game="russian-poker", **DRAWN)
    assert asked[-1]["dealt"] == "Kh Kd 9s 5c 2d"
    assert asked[-1]["player"] == "Kh Kd Ks 6c 2h"
    assert values(at).startswith("After the draw Raise, insure 3 antes is best, by 1.0000.")
    again = app(DECIDE, **address(at))
    assert values(again) == values(at)
    at = app(DECIDE, game="russian-poker", player="KsKhKd5c2d", dealer="Ah9d4c3s7h")
    assert "Buy the dealer a game is best, but only by 0.0001: a near-tie." in values(at)


@pytest.mark.parametrize("game", ["russian-poker", "caribbean-stud", "oasis-poker"])
def test_an_empty_page_asks_for_six_cards_and_deals_a_spot(game: str) -> None:
    at = app(DECIDE, game=game)
    assert at.info[0].value.startswith("6 cards missing.")
    at = press(at, "Deal")
    assert address(at)["game"] == game
    assert "is best" in values(at)


def test_an_exchange_is_chosen_by_its_cards(asked: list[Mapping[str, Any]]) -> None:
    at = app(DECIDE, game="russian-poker", choose="yes", **KINGS)
    assert values(at) == "With the five cards dealt What do you do?"
    labels = [button.label for button in at.button]
    assert labels[-4:] == ["Exchange: tap the cards to give up", "Raise", "Sixth card", "Fold"]
    assert next(x for x in at.button if x.label.startswith("Exchange")).disabled
    assert "given up" not in sent(at, "sheet")["html"]
    question = json.dumps(asked[-1], sort_keys=True)
    at.session_state["decide.picked"] = {"question": question, "cards": [*parse_cards("Kh 2d 5c")]}
    at.run()
    assert "King of hearts, given up" in card_names(sent(at, "sheet")["html"])
    at = press(at, "Exchange 3 cards")
    assert "A mistake Exchange K♥ 5♣ 2♦ gives up 3.5000 antes" in values(at)
    assert "Exchange K♦ 5♣ 2♦ your choice" in values(at)
    names = card_names(sent(at, "sheet")["html"])
    assert "King of hearts, given up" not in names
    assert "Two of diamonds, given up" in names


def test_cards_are_picked_and_taken_back() -> None:
    st.session_state.clear()
    first, second = parse_cards("5c 2d")
    choosing.pick("p", "q", first)
    choosing.pick("p", "q", second)
    assert choosing.picked("p", "q") == (first, second)
    choosing.pick("p", "q", first)
    assert choosing.picked("p", "q") == (second,)
    assert choosing.picked("p", "another") == ()
    st.session_state.clear()


def test_insurance_is_a_drill() -> None:
    at = app(DRILL, game="russian-poker", drill="how-much-insurance", seed="1")
    assert at.title[0].value == "How much insurance?"
    assert address(at) == {
        "drill": "how-much-insurance",
        "game": "russian-poker",
        "house": "default",
        "seed": "1",
    }
    labels = [button.label for button in at.button]
    assert labels[-3:] == ["No insurance", "Raise, insure 1 ante", "Raise, insure 3 antes"]
    at = press(at, "No insurance")
    assert "A mistake Raise gives up 1.0000 antes: Raise, insure 3 antes is best." in values(at)
    assert "Fold" not in values(at)
    assert at.caption[-1].value.startswith("This session: 0 of 1 decision right.")
    at = press(at, "Next spot")
    assert address(at)["seed"] == "2"
    assert values(at) == "After the raise How much insurance?"


def test_a_near_tie_is_right_in_the_drill() -> None:
    at = app(DRILL, game="russian-poker", drill="buy-or-not", seed="3")
    at = press(at, "Take the ante win")
    assert "Right Take the ante win gives up 0.0001 antes: a near-tie, as good as right." in values(
        at
    )


def test_a_drill_is_shown_in_a_game_that_has_it() -> None:
    at = app(DRILL, game="casino-holdem", drill="buy-or-not", seed="3")
    assert address(at)["game"] == "russian-poker"
    at = app(DRILL, game="russian-poker", house="no-purchase", drill="buy-or-not", seed="3")
    assert address(at)["house"] == "default"
    at = app(DRILL, drill="no-such-drill", seed="3")
    assert at.title[0].value == "What does this pay?"
    assert "'no-such-drill'" in at.warning[0].value


@pytest.mark.parametrize(
    ("page", "told", "said"),
    [
        (DRILL, {"drill": "what-do-you-do", "game": "casino-holdem"}, "Casino Hold'em"),
        (
            DRILL,
            {"drill": "what-do-you-do", "game": "russian-poker,casino-holdem"},
            "Casino Hold'em",
        ),
        (
            DRILL,
            {"drill": "buy-or-not", "game": "russian-poker", "house": "no-purchase"},
            "No buying",
        ),
        (DRILL, {"drill": "what-do-you-do", "house": "nowhere"}, "'nowhere'"),
        ("views/edge.py", {"game": "casino-holdem,russian-poker"}, "'casino-holdem,russian-poker'"),
        ("views/edge.py", {"house": "lunar-pennsylvania"}, "'lunar-pennsylvania'"),
        (DRILL, {"drill": "buy-or-not", "house": "default,nowhere"}, "'nowhere'"),
        ("", {"game": "caribbean-stud", "draw": "sixth"}, "'sixth'"),
        ("", {"game": "caribbean-stud", "dealt": "KsKhKd5c2d", "player": "KsKhKdAs2d"}, "'exc"),
        (DECIDE, {"game": "caribbean-stud", "dealt": "KsKhKd5c2d", "player": "KsKhKd5c2d3c"}, "'s"),
        ("", {"game": "oasis-poker", "draw.2": "sixth"}, "'sixth'"),
        (DECIDE, {"game": "caribbean-stud", "draw": "exchange"}, "'exchange'"),
        ("views/tables.py", {"game": "casino-holdem", "house": "nowhere"}, "'nowhere'"),
        ("", {"game": "russian-poker", "house": "no-purchase", "purchase": "yes"}, "purchase=yes"),
        ("", {"game": "russian-poker", "folded": "true"}, "folded=true"),
        (DECIDE, {"game": "russian-poker", "insurance": "10"}, "insurance=10"),
        (DECIDE, {"game": "caribbean-stud", "stage": "draw"}, "'draw'"),
        (
            DECIDE,
            {"game": "russian-poker", "house": "no-purchase", "dealer": "AsJcQd7h3c"},
            "'no-game'",
        ),
    ],
)
def test_what_a_link_names_and_cannot_be_shown_is_said(
    page: str, told: dict[str, str], said: str
) -> None:
    warnings = [x.value for x in app(page, **told).warning]
    assert len(warnings) == 1
    assert said in warnings[0]


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (DRILL, {"drill": "what-do-you-do", "game": "oasis-poker,russian-poker"}),
        (DRILL, {"drill": "what-do-you-do", "house": "lunar-pennsylvania"}),
        (
            DRILL,
            {"drill": "what-do-you-do", "game": "oasis-poker,russian-poker", "house": ",pair-2"},
        ),
        ("", {"game": "oasis-poker", "draw": "exchange"}),
        ("", {"game": "ultimate-texas-holdem", "draw": "exchange"}),
        (DECIDE, {"game": "oasis-poker", "draw": "exchange"}),
    ],
)
def test_a_link_that_can_be_shown_brings_no_warning(page: str, told: dict[str, str]) -> None:
    assert [x.value for x in app(page, **told).warning] == []


def test_a_draw_that_a_house_has_not_leaves_the_five_cards_dealt() -> None:
    cards = {"player": "KsKhKd5c2d", "dealer": "2c3c8d9hTs", "ante": "10", "bet": "2"}
    at = app(game="caribbean-stud", draw="sixth", new="As", **cards)
    assert "'sixth'" in at.warning[0].value
    assert [x.value for x in at.info] == []
    assert address(at) == {"game": "caribbean-stud", "house": "default"} | cards
