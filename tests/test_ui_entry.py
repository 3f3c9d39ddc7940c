"""What is typed on the Settle page becomes a document, or a kind sentence says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.ui_rounds import BOUGHT, RUSSIAN, THREE_BOXES, UTH
from trainer.games import GAME_IDS, build
from trainer.locale import translator
from trainer.ui.entry import card_groups, fields_of, n_boxes, read_entry, with_dealt

T = translator("en")

FIELDS: dict[str, Mapping[str, str]] = {
    "ultimate-texas-holdem": {
        "player": "AhKd",
        "board": "As7c2dQs9h",
        "dealer": "AcJd",
        "ante": "10",
        "trips": "5",
        "play": "4",
    },
    "casino-holdem": {
        "player": "AhKd",
        "board": "Qs7c2d3h9s",
        "dealer": "4c4d",
        "ante": "10",
        "aa": "5",
        "call": "2",
    },
    "russian-poker": {
        "player": "KhKd9s5c2d",
        "draw": "sixth",
        "new": "Ac",
        "dealer": "AsKcQd7h3c",
        "ante": "10",
        "bonus": "5",
        "bet": "2",
    },
    "caribbean-stud": {
        "player": "KhKd9s5c2d",
        "dealer": "AsKcQd7h3c",
        "ante": "10",
        "bet": "2",
    },
    "oasis-poker": {
        "player": "KhKd9s5c2d",
        "draw": "exchange",
        "given": "9s 5c 2d",
        "new": "Ac4s4c",
        "dealer": "AsKcQd7h3c",
        "ante": "10",
        "bet": "2",
    },
}
NET = {
    "ultimate-texas-holdem": "45",
    "casino-holdem": "-35",
    "russian-poker": "25",
    "caribbean-stud": "30",  # ante 10 and a pair at even money on 20
    "oasis-poker": "20",  # ante 10, two pair 2:1 on 20, three antes for three cards
}


def entered(game_id: str, variant: str = "default", **changes: str) -> Any:
    fields = {**FIELDS[game_id], **{key.replace("__", "."): x for key, x in changes.items()}}
    return read_entry(T, build(game_id, variant), fields)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_complete_round_is_settled(game_id: str) -> None:
    found = entered(game_id)
    assert (found.missing, found.problem) == ("", "")
    assert found.settlement["net"] == NET[game_id]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_fields_and_documents_are_a_pair(game_id: str) -> None:
    game = build(game_id)
    assert fields_of(game, entered(game_id).document) == FIELDS[game_id]


@pytest.mark.parametrize("document", [UTH, RUSSIAN, BOUGHT, THREE_BOXES])
def test_a_document_becomes_fields_that_settle_the_same_round(document: dict[str, Any]) -> None:
    game = build(document["game"])
    found = read_entry(T, game, fields_of(game, document)).document
    boxes = document.get("boxes", [document])
    for box, same in zip(boxes, found.get("boxes", [found]), strict=True):
        assert same["player"] == box["player"]
        assert same["stakes"] == box["stakes"]
        assert same["folded"] is box.get("folded", False)


def test_followed_stakes_come_from_the_ante() -> None:
    assert entered("ultimate-texas-holdem", ante="7,5", play="3").document["stakes"] == {
        "ante": "7.5",
        "blind": "7.5",
        "play": "22.5",
        "trips": "5",
    }


@pytest.mark.parametrize(
    ("ante", "net"),
    [("5", "20"), ("5.5", "22.5"), ("7.5", "32.5"), ("1000000000000", "4999999999995")],
)
def test_antes_of_any_size_are_exact(ante: str, net: str) -> None:
    # ante and 4 × play are paid even money, trips of 5 is lost
    assert entered("ultimate-texas-holdem", ante=ante).settlement["net"] == net


def test_an_exchange_costs_what_the_house_asks() -> None:
    found = entered("russian-poker", draw="exchange", given="9s 5c 2d", new="Ac4s4c")
    assert found.document["stakes"]["exchange"] == "10"
    assert found.document["dealt"] == "Kh Kd 9s 5c 2d"
    assert found.document["player"] == "Kh Kd Ac 4s 4c"


@pytest.mark.parametrize(
    ("game_id", "changes", "sentence"),
    [
        ("ultimate-texas-holdem", {"board": "As7c"}, "3 cards missing."),
        ("ultimate-texas-holdem", {"dealer": "Ac"}, "1 card missing."),
        ("ultimate-texas-holdem", {"ante": ""}, "Type the ante."),
        ("ultimate-texas-holdem", {"play": ""}, "Play: choose what was put out, or a fold."),
        ("casino-holdem", {"call": ""}, "Call: choose what was put out, or a fold."),
        ("russian-poker", {"new": ""}, "1 card missing."),
        ("russian-poker", {"draw": "exchange", "new": ""}, "Choose the cards that were given up."),
        ("caribbean-stud", {"bet": ""}, "Bet: choose what was put out, or a fold."),
        ("oasis-poker", {"new": "Ac4s"}, "1 card missing."),
    ],
)
def test_what_is_missing_is_asked_for(game_id: str, changes: dict[str, str], sentence: str) -> None:
    found = entered(game_id, **changes)
    assert found.missing.startswith(sentence)
    assert found.settlement is None
    assert found.problem == ""


@pytest.mark.parametrize(
    ("game_id", "changes", "parts"),
    [
        ("ultimate-texas-holdem", {"player": "AhZs"}, ["Player:", "is no card"]),
        ("ultimate-texas-holdem", {"player": "АhKd"}, ["Player:", "another alphabet"]),
        ("ultimate-texas-holdem", {"dealer": "AhJd"}, ["Ah is in Player and again in Dealer"]),
        ("ultimate-texas-holdem", {"player": "AhKd2c"}, ["Player: there is room for 2 cards"]),
        (
            "russian-poker",
            {"player": "KhKd9s5c2dAc", "draw": "", "new": ""},
            ["Player: six cards; expected the five dealt", "Sixth card"],
        ),
        (
            "caribbean-stud",
            {"player": "KhKd9s5c2dAc"},
            ["Player: there is room for 5 cards"],
        ),
        ("ultimate-texas-holdem", {"ante": "-5"}, ["Ante:", "cannot be negative"]),
        ("ultimate-texas-holdem", {"ante": "five"}, ["Ante:", "no amount"]),
        ("ultimate-texas-holdem", {"ante": "0"}, ["Ante:", "above 0"]),
        ("ultimate-texas-holdem", {"trips": "1e5"}, ["Trips:", "no amount"]),
        ("russian-poker", {"insurance": "10"}, ["Insurance:", "three of a kind or better"]),
        ("russian-poker", {"purchase": "yes"}, ["Dealer's game:", "has a game already"]),
        (
            "ultimate-texas-holdem",
            {"play": "fold", "dealer": "", "board": ""},
            ["Trips:", "still alive"],
        ),
        (
            "ultimate-texas-holdem",
            {"player__2": "2c2h", "ante__2": "x", "play__2": "1"},
            ["Box 2, Ante:", "no amount"],
        ),
    ],
)
def test_what_cannot_be_is_said_with_its_place(
    game_id: str, changes: dict[str, str], parts: list[str]
) -> None:
    found = entered(game_id, **changes)
    assert found.settlement is None
    assert found.missing == ""
    for part in parts:
        assert part in found.problem
    assert found.problem.endswith(".")


def test_the_felt_keeps_every_card_that_can_be_read() -> None:
    found = entered("ultimate-texas-holdem", player="AhZs")
    assert found.document["dealer"] == "Ac Jd"
    assert found.document["player"] == ""


def test_a_folded_round_may_hide_the_dealer() -> None:
    found = entered("ultimate-texas-holdem", play="fold", dealer="", trips="")
    assert found.settlement["net"] == "-20"


def test_a_bet_that_the_house_lacks_is_not_staked() -> None:
    assert "bad_beat" not in entered("ultimate-texas-holdem", bad_beat="5").document["stakes"]
    found = entered("ultimate-texas-holdem", "bad-beat", bad_beat="5")
    assert found.document["stakes"]["bad_beat"] == "5"


def test_boxes_are_counted_by_their_fields() -> None:
    assert n_boxes({}) == 1
    assert n_boxes({"player": "AhKd", "player.3": "2c2d"}) == 3
    assert n_boxes({"player.9": ""}) == 9
    assert n_boxes({"player.9": "", "player.12": "2c2d"}) == 9  # no more than a document has


def test_groups_follow_what_the_box_did() -> None:
    game = build("russian-poker")

    def names(**fields: str) -> list[tuple[str, int]]:
        return [(group.field, group.n) for group in card_groups(T, game, fields, 0)]

    assert names() == [("player", 5), ("dealer", 5)]
    assert names(draw="sixth") == [("player", 5), ("new", 1), ("dealer", 5)]
    assert names(draw="exchange", given="2c 3d") == [("player", 5), ("new", 2), ("dealer", 5)]
    assert names(purchase="yes")[-1] == ("dealer_draws", 4)


@pytest.mark.parametrize(
    ("told", "cards"),
    [
        (
            {"dealt": "KhKd9s5c2d", "player": "KhKd9s5c2dAc"},
            {"player": "KhKd9s5c2d", "new": "Ac", "draw": "sixth"},
        ),
        (  # in another order, as a document may have it
            {"dealt": "Kh Kd 9s 5c 2d", "player": "Ac 2d 5c 9s Kd Kh"},
            {"player": "KhKd9s5c2d", "new": "Ac", "draw": "sixth"},
        ),
        (
            {"dealt": "KhKd9s5c2d", "player": "KhKdAc4s4c"},
            {"player": "KhKd9s5c2d", "new": "Ac4s4c", "draw": "exchange", "given": "9s 5c 2d"},
        ),
        ({"dealt": "KhKd9s5c2d", "player": "KhKd9s5c2d"}, {"player": "KhKd9s5c2d"}),
        ({"dealt": "KhKd9s5c2d"}, {"player": "KhKd9s5c2d"}),
        ({"player": "KhKd9s5c2d"}, {"player": "KhKd9s5c2d"}),
        ({"dealt": "Zz", "player": "KhKd9s5c2dAc"}, {"player": "Zz"}),
        # What cannot have become of the five is left for the page to complain of.
        ({"dealt": "KhKd9s5c2d", "player": "KhKd9s5c2x"}, {"player": "KhKd9s5c2x"}),
        ({"dealt": "KhKd9s5c2d", "player": "KhKd"}, {"player": "KhKd"}),
        ({"dealt": "KhKd9s5c2d", "player": "KhKd9s5cAcAd"}, {"player": "KhKd9s5cAcAd"}),
    ],
)
def test_the_five_dealt_may_stand_beside_the_final_cards(
    told: dict[str, str], cards: dict[str, str]
) -> None:
    for box in ("", ".3"):
        found = with_dealt({f"{name}{box}": text for name, text in told.items()})
        assert {name: text for name, text in found.items() if text} == {
            f"{name}{box}": text for name, text in cards.items()
        }
