"""Rounds with less or more in them: folded ones, a bought dealer game, several boxes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.rounds_by_hand import (
    BOUGHT,
    CASINO,
    EXCHANGE,
    PLAIN,
    SIXTH,
    UTH,
    Bad,
    Document,
    assert_refused,
    but,
    nets,
)
from trainer.documents import settle_document
from trainer.errors import CardError, MoneyError, RoundError, RuleError, StakeError

# --- folded rounds ---------------------------------------------------------------------------

UTH_FOLD = but(UTH, {"play": None, "trips": None}, folded=True, board=None, dealer=None)
CASINO_FOLD = but(CASINO, {"call": None, "aa": None}, folded=True, board=None, dealer=None)
PLAIN_FOLD = but(PLAIN, {"bet": None}, folded=True, dealer=None)
BOARD = UTH["board"]
FOLDED: dict[str, tuple[Document, dict[str, str]]] = {
    "two cards and no more": (UTH_FOLD, {"ante": "-10", "blind": "-10", "net": "-20"}),
    "with the flop": (
        but(UTH_FOLD, board="Qs 7c 2d"),
        {"ante": "-10", "blind": "-10", "net": "-20"},
    ),
    "with the turn": (
        but(UTH_FOLD, board="Qs 7c 2d 3h"),
        {"ante": "-10", "blind": "-10", "net": "-20"},
    ),
    "with everything": (
        but(UTH_FOLD, board=BOARD, dealer="Jc Jd"),
        {"ante": "-10", "blind": "-10", "net": "-20"},
    ),
    "live trips with the whole board": (
        but(UTH_FOLD, {"trips": "5"}, board=BOARD, player="7h 7d"),
        {"ante": "-10", "blind": "-10", "trips": "15", "net": "-5"},
    ),
    "dead trips without a board": (
        but(UTH_FOLD, {"trips": "5"}, variant="trips-lost-on-fold"),
        {"ante": "-10", "blind": "-10", "trips": "-5", "net": "-25"},
    ),
    "bad beat with both hands and the board": (
        # Aces full of sevens lose to four sevens: the losing hand is a full house, 50:1.
        but(
            UTH_FOLD,
            {"bad_beat": "5"},
            variant="bad-beat",
            player="Ah Ac",
            board="As 7c 7d 3h 9s",
            dealer="7h 7s",
        ),
        {"ante": "-10", "blind": "-10", "bad_beat": "250", "net": "230"},
    ),
    "casino: two cards and no more": (CASINO_FOLD, {"ante": "-10", "net": "-10"}),
    "casino: live AA with the flop": (
        but(CASINO_FOLD, {"aa": "5"}, board="As 7c 2d"),
        {"ante": "-10", "aa": "35", "net": "25"},
    ),
    "casino: live AA with the whole board": (
        but(CASINO_FOLD, {"aa": "5"}, board="As 7c 2d Ac Ad"),
        {"ante": "-10", "aa": "35", "net": "25"},
    ),
    "casino: dead AA without a flop": (
        but(CASINO_FOLD, {"aa": "5"}, variant="bonus-needs-call"),
        {"ante": "-10", "aa": "-5", "net": "-15"},
    ),
    "russian: five cards and no more": (PLAIN_FOLD, {"ante": "-10", "net": "-10"}),
    "russian: with the upcard": (but(PLAIN_FOLD, upcard="3c"), {"ante": "-10", "net": "-10"}),
    "russian: with one dealer card": (but(PLAIN_FOLD, dealer="3c"), {"ante": "-10", "net": "-10"}),
    "russian: after the sixth card": (
        but(SIXTH, {"bet": None}, folded=True, dealer=None),
        {"ante": "-10", "sixth": "-10", "bonus": "-5", "net": "-25"},
    ),
    "russian: after an exchange": (
        but(EXCHANGE, {"bet": None}, folded=True, dealer="3c"),
        {"ante": "-10", "exchange": "-10", "net": "-20"},
    ),
    "russian: the bonus lives": (
        # A straight in the five cards dealt pays 25:1.
        but(PLAIN_FOLD, {"bonus": "5"}, player="9h 8d 7c 6s 5h"),
        {"ante": "-10", "bonus": "125", "net": "115"},
    ),
}


@pytest.mark.parametrize(("document", "wanted"), FOLDED.values(), ids=FOLDED)
def test_folded_round_may_leave_out_what_no_live_bet_needs(
    document: Document, wanted: dict[str, str]
) -> None:
    settled = settle_document(document)
    assert settled["folded"] is True
    assert settled["showdown"] == "fold"
    assert nets(document) == wanted


def test_folded_round_says_what_it_knows_of_the_dealer() -> None:
    assert settle_document(UTH_FOLD)["dealer_hand"] is None
    assert settle_document(UTH_FOLD)["dealer_qualifies"] is None
    shown = settle_document(but(UTH_FOLD, board=BOARD, dealer="Jc Jd"))
    assert shown["dealer_hand"]["category"] == "pair"
    assert shown["dealer_qualifies"] is True
    assert settle_document(PLAIN_FOLD)["dealer_qualifies"] is None


FOLDED_TOO_LITTLE: dict[str, Bad] = {
    "live trips on the flop only": (
        but(UTH_FOLD, {"trips": "5"}, board="Qs 7c 2d"),
        RoundError,
        "stakes.trips",
        ("trips is still alive", "whole board"),
    ),
    "live trips without a board": (
        but(UTH_FOLD, {"trips": "5"}),
        RoundError,
        "stakes.trips",
        ("whole board",),
    ),
    "bad beat without the dealer": (
        but(UTH_FOLD, {"bad_beat": "5"}, variant="bad-beat", board=BOARD),
        RoundError,
        "stakes.bad_beat",
        ("both hands",),
    ),
    "bad beat without the river": (
        but(UTH_FOLD, {"bad_beat": "5"}, variant="bad-beat", board="Qs 7c 2d 3h", dealer="Jc Jd"),
        RoundError,
        "stakes.bad_beat",
        ("whole board",),
    ),
    "live AA without a flop": (
        but(CASINO_FOLD, {"aa": "5"}),
        RoundError,
        "stakes.aa",
        ("aa is still alive", "flop"),
    ),
    "no cards of the player": (but(UTH_FOLD, player=None), CardError, "player", ("expected 2",)),
    "half a flop": (but(UTH_FOLD, board="Qs 7c"), CardError, "board", ("2 cards", "0, 3 or 4")),
    "half a dealer": (but(UTH_FOLD, dealer="Jc"), CardError, "dealer", ("1 card", "none")),
    "three dealer cards": (
        but(PLAIN_FOLD, dealer="3c 4c 5c"),
        CardError,
        "dealer",
        ("3 cards", "upcard"),
    ),
    "dealer draws": (
        but(PLAIN_FOLD, dealer="Kd Qc 9c 5s 3h", dealer_draws=["9s"]),
        StakeError,
        "stakes.purchase",
        ("no game was bought",),
    ),
}


@pytest.mark.parametrize("bad", FOLDED_TOO_LITTLE.values(), ids=FOLDED_TOO_LITTLE)
def test_folded_round_keeps_the_cards_of_live_bets(bad: Bad) -> None:
    assert_refused(bad)


# --- the dealer's draws ----------------------------------------------------------------------

# No game: the king is highest, the three lowest. Three sevens beat whatever comes.
BUYS = but(BOUGHT, player="7h 7d 7c 6d 2c")
RIGHT_DRAWS: dict[str, tuple[dict[str, str], list[str], str]] = {
    "one card": ({}, ["9s"], "9s Qc 9c 5s 3h"),
    "a card without a game": ({}, ["8s"], "Qc 9c 8s 5s 3h"),
    "an ace": ({}, ["As"], "As Qc 9c 5s 3h"),
    "a king, then a card": ({}, ["Ks", "9s"], "9s Qc 9c 5s 3h"),
    "three kings, then a card": ({}, ["Ks", "Kh", "Kc", "9s"], "9s Qc 9c 5s 3h"),
    "a king that stays": ({"purchase_redraw": "no"}, ["Ks"], "Ks Qc 9c 5s 3h"),
    "one card without a redraw": ({"purchase_redraw": "no"}, ["9s"], "9s Qc 9c 5s 3h"),
    "lowest: a card": ({"purchase": "lowest"}, ["9s"], "Kd Qc 9s 9c 5s"),
    "lowest: a king": ({"purchase": "lowest"}, ["Ks"], "Ks Kd Qc 9c 5s"),
    "lowest: a three, then a card": ({"purchase": "lowest"}, ["3s", "9s"], "Kd Qc 9s 9c 5s"),
    "lowest: a three that stays": (
        {"purchase": "lowest", "purchase_redraw": "no"},
        ["3s"],
        "Kd Qc 9c 5s 3s",
    ),
}


@pytest.mark.parametrize(("rules", "draws", "hand"), RIGHT_DRAWS.values(), ids=RIGHT_DRAWS)
def test_dealer_draws_in_the_place_of_the_card_taken_away(
    rules: dict[str, str], draws: list[str], hand: str
) -> None:
    settled = settle_document(but(BUYS, dealer_draws=draws, set=rules))
    assert set(settled["dealer_hand"]["cards"].split()) == set(hand.split())
    assert settled["dealer_opening_hand"]["cards"] == "Kd Qc 9c 5s 3h"
    # Three of a kind pays 3:1 against a game; without one the ante win is given up.
    pair = len({card[0] for card in hand.split()}) == 4
    assert settled["dealer_qualifies"] is pair
    lines = {line["bet"]: line["net"] for line in settled["lines"]}
    assert lines == {"ante": "0", "bet": "60" if pair else "0", "purchase": "-10"}


WRONG_DRAWS: dict[str, tuple[dict[str, str], list[str], tuple[str, ...]]] = {
    "a king must be drawn again": ({}, ["Ks"], ("Ks", "rank of the Kd", "drawn after it")),
    "two kings and no end": ({}, ["Ks", "Kh"], ("Kh", "rank of the Kd")),
    "drawn on after another rank": ({}, ["9s", "8s"], ("9s ends the draw",)),
    "drawn on to a king": ({}, ["9s", "Ks"], ("9s ends the draw",)),
    "king, card, card": ({}, ["Ks", "9s", "8s"], ("9s ends the draw",)),
    "one card too many without a redraw": (
        {"purchase_redraw": "no"},
        ["Ks", "9s"],
        ("2 cards drawn", "expected 1"),
    ),
    "lowest: a three must be drawn again": ({"purchase": "lowest"}, ["3s"], ("3s", "3h")),
    "lowest: a king does not go on": ({"purchase": "lowest"}, ["Ks", "9s"], ("Ks ends the draw",)),
}


@pytest.mark.parametrize(("rules", "draws", "words"), WRONG_DRAWS.values(), ids=WRONG_DRAWS)
def test_draws_that_the_purchase_does_not_bring_are_refused(
    rules: dict[str, str], draws: list[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(CardError) as refused:
        settle_document(but(BUYS, dealer_draws=draws, set=rules))
    assert refused.value.where == "dealer_draws"
    for word in words:
        assert word in refused.value.message


# --- boxes -----------------------------------------------------------------------------------

FLAT_BOX: Document = {"player": "Jh Jd 8c 6s 2h", "stakes": {"ante": "10", "bet": "20"}}
TABLE: Document = {
    "game": "russian-poker",
    "dealer": "Kd Qc 9c 5s 3h",
    "dealer_draws": ["9s"],
    "boxes": [
        {"player": "Jh Jd 8c 6s 2h", "stakes": {"ante": "10", "bet": "20"}},
        {"player": "Th Td 8d 6d 2c", "stakes": {"ante": "10", "bet": "20", "purchase": "10"}},
        {"player": "7h 7d 4c 3d 2s", "stakes": {"ante": "5", "bet": "10", "purchase": "5"}},
        {"player": "Ah 4h 5d 6h 8s", "stakes": {"ante": "20"}, "folded": True},
    ],
}


def test_boxes_that_buy_and_boxes_that_do_not_meet_different_dealer_hands() -> None:
    settled = settle_document(TABLE)
    taker, buyer, loser, folder = settled["boxes"]
    assert taker["dealer_hand"]["category"] == "high-card"
    assert taker["dealer_qualifies"] is False
    assert "dealer_opening_hand" not in taker
    for box in (buyer, loser):
        assert box["dealer_hand"] == {
            "category": "pair",
            "cards": "9s 9c Qc 5s 3h",
            "name": "Pair of Nines, Q 5 3",
        }
        assert box["dealer_opening_hand"]["category"] == "high-card"
        assert box["dealer_qualifies"] is True
    assert [(line["bet"], line["net"]) for line in taker["lines"]] == [("ante", "10"), ("bet", "0")]
    assert [(line["bet"], line["net"]) for line in buyer["lines"]] == [
        *(("ante", "0"), ("bet", "20"), ("purchase", "-10"))
    ]
    assert [(line["bet"], line["net"]) for line in loser["lines"]] == [
        *(("ante", "-5"), ("bet", "-10"), ("purchase", "-5"))
    ]
    assert folder["showdown"] == "fold"
    assert [box["net"] for box in settled["boxes"]] == ["10", "10", "-20", "-20"]
    assert settled["net"] == "-20"


def test_box_is_settled_as_it_would_be_alone() -> None:
    settled = settle_document(TABLE)["boxes"]
    for n, box in enumerate(TABLE["boxes"]):
        alone = {"game": "russian-poker", "dealer": TABLE["dealer"]} | box
        if "purchase" in box["stakes"]:
            alone["dealer_draws"] = ["9s"]
        assert settle_document(alone) == settled[n]


def box(n: int, **changes: Any) -> Document:
    """The table with one box changed."""
    copy = deepcopy(TABLE)
    copy["boxes"][n] = but(copy["boxes"][n], **changes)
    return copy


def shared(**changes: Any) -> Document:
    """The table with another dealer, game or list of boxes."""
    return but(TABLE, **changes)


BOARD_TABLE: Document = {
    "game": "ultimate-texas-holdem",
    "dealer": "Jc Jd",
    "board": "Qs 7c 2d 3h 9s",
    "boxes": [
        {"player": "Ah Kd", "stakes": {"ante": "10", "blind": "10", "play": "30"}},
        {"player": "Qh Qd", "stakes": {"ante": "10", "blind": "10", "play": "40"}},
    ],
}

BAD_TABLES: dict[str, Bad] = {
    "card in two boxes": (
        box(1, player="Jh Td 8d 6d 2c"),
        CardError,
        "boxes[1]",
        ("Jh is in boxes[0] and again in boxes[1]",),
    ),
    "card of a box in the dealer's hand": (
        box(0, player="Kd Jd 8c 6s 2h"),
        CardError,
        "dealer",
        ("Kd is in boxes[0] and again in dealer",),
    ),
    "card of a box drawn by the dealer": (
        shared(dealer_draws=["8c"]),
        CardError,
        "dealer_draws",
        ("8c is in boxes[0] and again in dealer_draws",),
    ),
    "card given up by one box in another": (
        box(0, dealt="Jh Jd 8c 6s 8d", player="Jh Jd 8c 6s 2h", stakes={"exchange": "10"}),
        CardError,
        "boxes[1]",
        ("8d is in boxes[0] and again in boxes[1]",),
    ),
    "card on the board and in a box": (
        but(BOARD_TABLE, board="Qs 7c 2d 3h Ah"),
        CardError,
        "board",
        ("Ah is in boxes[0] and again in board",),
    ),
    "dealer draws and nobody bought": (
        shared(boxes=TABLE["boxes"][:1]),
        RoundError,
        "dealer_draws",
        ("no box bought a game",),
    ),
    "somebody bought and the dealer did not draw": (
        shared(dealer_draws=None),
        RoundError,
        "dealer_draws",
        ("new card is missing",),
    ),
    "wrong stake in the second box": (
        box(1, stakes={"bet": "25"}),
        StakeError,
        "boxes[1].stakes.bet",
        ("25", "expected 2 × ante = 20"),
    ),
    "no amount in the third box": (
        box(2, stakes={"ante": "five"}),
        MoneyError,
        "boxes[2].stakes.ante",
        ("'five'",),
    ),
    "unknown card in the first box": (
        box(0, player="Xh Jd 8c 6s 2h"),
        CardError,
        "boxes[0].player",
        ("'Xh'",),
    ),
    "too few cards in the last box": (
        box(3, player="Ah 4h"),
        CardError,
        "boxes[3].player",
        ("2 cards",),
    ),
    "unknown street in a box": (
        box(0, street="turn"),
        RoundError,
        "boxes[0].street",
        ("'turn'", "deal, draw"),
    ),
    "dealer cards inside a box": (
        box(1, dealer="Kd Qc 9c 5s 3h"),
        RoundError,
        "boxes[1].dealer",
        ("unknown key 'dealer'", "player"),
    ),
    "player beside the boxes": (
        shared(player="Ac Kc 2d 3s 4s"),
        RoundError,
        "player",
        ("unknown key 'player'", "boxes"),
    ),
    "dealer missing": (
        shared(dealer=None, dealer_draws=None),
        CardError,
        "dealer",
        ("expected 5",),
    ),
    "unknown card of the dealer": (shared(dealer="Xd Qc 9c 5s 3h"), CardError, "dealer", ("'Xd'",)),
    "unknown card on the board": (
        but(BOARD_TABLE, board="Qs 7c 2d 3h Zs"),
        CardError,
        "board",
        ("'Zs'",),
    ),
    "board missing": (but(BOARD_TABLE, board=None), CardError, "board", ("expected 5",)),
    "number on the board": (
        but(BOARD_TABLE, board=["Qs", "7c", 2, "3h", "9s"]),
        RoundError,
        "board[2]",
        ("a number", "a card"),
    ),
    "upcard elsewhere": (shared(upcard="2d"), CardError, "upcard", ("2d is not among",)),
    "no boxes": (shared(boxes=[]), RoundError, "boxes", ("0 boxes", "1 to 9")),
    "ten boxes": (shared(boxes=[FLAT_BOX] * 10), RoundError, "boxes", ("10 boxes", "1 to 9")),
    "boxes as an object": (
        shared(boxes={"0": FLAT_BOX}),
        RoundError,
        "boxes",
        ("an object", "a list"),
    ),
    "boxes as a number": (shared(boxes=2), RoundError, "boxes", ("a number", "a list")),
    "box as a text": (shared(boxes=["Jh Jd"]), RoundError, "boxes[0]", ("a text", "a box")),
    "box as null": (shared(boxes=[FLAT_BOX, None]), RoundError, "boxes[1]", ("null", "a box")),
    "unknown game": (shared(game="stud"), RuleError, "game", ("'stud'",)),
    "unknown rule": (shared(set={"x": "y"}), RuleError, "set", ("'x'",)),
}


@pytest.mark.parametrize("bad", BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_table_is_refused_by_name_and_place(bad: Bad) -> None:
    assert_refused(bad)


def test_boxes_null_is_no_table() -> None:
    with pytest.raises(RoundError, match="null; expected a list") as refused:
        settle_document(TABLE | {"boxes": None})
    assert refused.value.where == "boxes"
