"""Hands read and compared: which cards play, who wins, and by which cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive
from trainer.documents import compare_document, evaluate_document
from trainer.errors import CardError, RoundError, TrainerError, UsageError

Document = dict[str, Any]

# --- one hand --------------------------------------------------------------------------------


def test_hand_says_which_cards_play_and_where_they_come_from() -> None:
    read = evaluate_document({"rules": "holdem", "cards": "As 2d", "board": "Kh Kc Qd Js 8h"})
    assert read == {
        "category": "pair",
        "name": "Pair of Kings, A Q J",
        "cards": "Kh Kc As Qd Js",
        "used": [
            {"card": "Kh", "from": "board"},
            {"card": "Kc", "from": "board"},
            {"card": "As", "from": "hole"},
            {"card": "Qd", "from": "board"},
            {"card": "Js", "from": "board"},
        ],
        "unused": [{"card": "2d", "from": "hole"}, {"card": "8h", "from": "board"}],
    }


def test_board_plays_where_it_is_as_good_as_the_hand() -> None:
    read = evaluate_document({"rules": "holdem", "cards": "Ts 9h", "board": "Th 9c 8d 7c 6s"})
    assert {card["from"] for card in read["used"]} == {"board"}
    assert [card["card"] for card in read["unused"]] == ["Ts", "9h"]


HANDS = {
    "royal flush": ("Ah Kh Qh Jh Th 2c 3d", "royal-flush", "Ah Kh Qh Jh Th", "Royal flush"),
    "steel wheel": ("5s 4s 3s 2s As", "straight-flush", "5s 4s 3s 2s As", "to the Five"),
    "four of a kind": ("7s 7h 7d 7c 2d", "four-of-a-kind", "7s 7h 7d 7c 2d", "Sevens, 2"),
    "full house of two threes": (
        "Ks Kh Kd 2s 2h 2d Qc",
        "full-house",
        "Ks Kh Kd 2s 2h",
        "Kings full of Twos",
    ),
    "flush of seven": ("Ah Kh Jh 9h 8h 3h 2h", "flush", "Ah Kh Jh 9h 8h", "A K J 9 8"),
    "wheel": ("As 2d 3h 4c 5s", "straight", "5s 4c 3h 2d As", "Straight to the Five"),
    "broadway": ("As Kd Qh Jc Ts", "straight", "As Kd Qh Jc Ts", "Straight to the Ace"),
    "no straight round the corner": ("Ks As 2d 3h 4c", "high-card", "As Ks 4c 3h 2d", "A K 4 3 2"),
    "three of a kind": ("9s 9h 9d Ac 2d", "three-of-a-kind", "9s 9h 9d Ac 2d", "Nines, A 2"),
    "three pairs": ("As Ah Kd Kc Qs Qh Jd", "two-pair", "As Ah Kd Kc Qs", "Aces and Kings, Q"),
    "pair": ("6s 6h Qd 9c 2d", "pair", "6s 6h Qd 9c 2d", "Pair of Sixes, Q 9 2"),
    "ace and king alone": ("As Kh 9d 7c 2d", "high-card", "As Kh 9d 7c 2d", "High card, A K"),
}


@pytest.mark.parametrize(("cards", "category", "five", "name"), HANDS.values(), ids=HANDS)
def test_hand_has_its_category_its_five_cards_and_its_name(
    cards: str, category: str, five: str, name: str
) -> None:
    read = evaluate_document({"cards": cards})
    assert (read["category"], read["cards"]) == (category, five)
    assert name in read["name"]
    assert "combinations" not in read


RUSSIAN = {
    "pair and ace-king": ("Kh Kd 9s 5c 2d Ac", [("pair", "Kh Kd"), ("ace-king", "Ac Kh")]),
    "ace-king": ("As Kh 9d 7c 2d", [("ace-king", "As Kh")]),
    "nothing": ("As Qh 9d 7c 2d", []),
    "pair": ("9s 9h Qd 7c 2d", [("pair", "9s 9h")]),
    "two pair is paid once": ("Ks Kh 8d 8c 2d", [("two-pair", "Ks Kh 8d 8c")]),
    "flush and pair": ("Kh Qh Jh 8h 7h 7s", [("flush", "Kh Qh Jh 8h 7h"), ("pair", "7s 7h")]),
    "four of a kind and full house": (
        "Ah As Ad Ac 8h 8s",
        [("four-of-a-kind", "As Ah Ad Ac"), ("full-house", "As Ah Ad 8s 8h")],
    ),
}


@pytest.mark.parametrize(("cards", "combinations"), RUSSIAN.values(), ids=RUSSIAN)
def test_russian_rules_name_the_paid_combinations(
    cards: str, combinations: list[tuple[str, str]]
) -> None:
    read = evaluate_document({"rules": "russian", "cards": cards})
    found = [(x["category"], set(x["cards"].split())) for x in read["combinations"]]
    assert [category for category, _ in found] == [category for category, _ in combinations]
    for (category, five), (_, wanted) in zip(found, combinations, strict=True):
        ranks = sorted(card[0] for card in wanted.split())
        assert sorted(card[0] for card in five) == ranks, category
        assert five <= set(cards.split())


def test_russian_rules_rank_ace_king_above_nothing() -> None:
    assert evaluate_document({"rules": "russian", "cards": "As Kh 9d 7c 2d"})["category"] == (
        "ace-king"
    )
    answer = compare_document({"rules": "russian", "hands": ["As Kh 4d 3c 2d", "Ac Qh Jd Tc 8s"]})
    assert answer["winners"] == [0]


# --- hands compared --------------------------------------------------------------------------

BOARD = "Ad 9c 7h 4s 2c"
COMPARED: dict[str, tuple[Document, list[int], list[str]]] = {
    "by the kicker": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kh", "Ac Qs"]},
        [0],
        ["Kh"],
    ),
    "second hand wins": (
        {"rules": "holdem", "board": BOARD, "hands": ["Ac Qs", "As Kh"]},
        [1],
        ["Kh"],
    ),
    "by the category": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kh", "4h 4d"]},
        [1],
        ["4s", "4h", "4d"],
    ),
    "by the pair": (
        {"rules": "holdem", "board": BOARD, "hands": ["9h Kh", "7s Ks"]},
        [0],
        ["9h", "9c"],
    ),
    "tie of all": (
        {"rules": "holdem", "board": "As Ks Qs Js Ts", "hands": ["2c 3d", "4c 5d", "Ah Ad"]},
        [0, 1, 2],
        [],
    ),
    "tie of two against a third": (
        {"rules": "holdem", "board": BOARD, "hands": ["Kc Jd", "As Kh", "Ac Ks"]},
        [1, 2],
        # The third hand has no pair.
        ["As", "Ad"],
    ),
    "second pair": (
        {"rules": "holdem", "board": BOARD, "hands": ["As 7s", "Ac 4d"]},
        [0],
        ["7s", "7h"],
    ),
    "high, five cards each": (
        {"rules": "high", "hands": ["5s 4s 3s 2s As", "Ah Ad Ac 9s 9d"]},
        [0],
        ["5s", "4s", "3s", "2s", "As"],
    ),
    "high, five cards against seven": (
        {"rules": "high", "hands": ["Ks Kd 9c 7h 2s", "Qs Qd Jc Jh 5s 4s 3d"]},
        [1],
        ["Qs", "Qd", "Jh", "Jc"],
    ),
    "high is the default": ({"hands": ["As Kd 9c 7h 2s", "Qs Qd 9h 7s 2d"]}, [1], ["Qs", "Qd"]),
    "high with a board": (
        {"rules": "high", "board": "Ad 9c 7h", "hands": ["As Kh", "Ac Qs"]},
        [0],
        ["Kh"],
    ),
    "flush by its last card": (
        {"rules": "holdem", "board": "Qd Jd 9d Kc 6d", "hands": ["5d Ah", "Qc 7d"]},
        [1],
        ["7d"],
    ),
    "russian ace-kings by the third card": (
        {"rules": "russian", "hands": ["As Kd 9c 7h 2s", "Ah Kc Tc 5h 3s"]},
        [1],
        ["Tc"],
    ),
}


@pytest.mark.parametrize(("document", "winners", "deciding"), COMPARED.values(), ids=COMPARED)
def test_hands_are_compared_by_the_cards_that_decide(
    document: Document, winners: list[int], deciding: list[str]
) -> None:
    answer = compare_document(document)
    assert answer["winners"] == winners
    assert answer["tie"] is (len(winners) > 1)
    assert sorted(answer["deciding_cards"]) == sorted(deciding)
    assert len(answer["hands"]) == len(document["hands"])


def test_compared_hand_is_the_same_as_the_evaluated_one() -> None:
    answer = compare_document({"rules": "holdem", "board": BOARD, "hands": ["As Kh", "Ac Qs"]})
    for n, hand in enumerate(("As Kh", "Ac Qs")):
        assert answer["hands"][n] == evaluate_document(
            {"rules": "holdem", "board": BOARD, "cards": hand}
        )


def test_high_hands_without_a_board_need_not_come_from_one_deal() -> None:
    same = ["As Kd 9c 7h 2s", "As Kd 9c 7h 2s"]
    assert compare_document({"rules": "high", "hands": same})["winners"] == [0, 1]
    for document in (
        {"rules": "russian", "hands": same},
        {"rules": "holdem", "hands": same},
        {"rules": "high", "board": "Qs", "hands": same},
    ):
        with pytest.raises(CardError, match=r"As is in hands\[0\] and again in hands\[1\]"):
            compare_document(document)


deals = st.permutations(naive.DECK).map(lambda deck: deck[:11])


@settings(max_examples=150)
@given(deals, st.sampled_from((3, 4, 5)))
def test_winners_are_those_of_another_evaluator(deck: list[str], n_board: int) -> None:
    board, hands = deck[:n_board], [deck[5:7], deck[7:9], deck[9:11]]
    answer = compare_document(
        {"rules": "holdem", "board": " ".join(board), "hands": [" ".join(hand) for hand in hands]}
    )
    strengths = [naive.strength((*hand, *board)) for hand in hands]
    best = max(strengths)
    assert answer["winners"] == [n for n, value in enumerate(strengths) if value == best]
    assert answer["tie"] is (strengths.count(best) > 1)
    winner = answer["hands"][answer["winners"][0]]
    deciding = answer["deciding_cards"]
    assert set(deciding) <= set(winner["cards"].split())
    assert bool(deciding) == (len(answer["winners"]) < 3)


# --- refused ---------------------------------------------------------------------------------

Bad = tuple[Document, type[TrainerError], str, tuple[str, ...]]

BAD_HANDS: dict[str, Bad] = {
    "four cards": ({"cards": "As Kd Qh Jc"}, CardError, "cards", ("4 cards", "5, 6 or 7")),
    "eight cards": (
        {"cards": "As Kd Qh Jc Ts 9s 8s 7s"},
        CardError,
        "cards",
        ("8 cards", "5, 6 or 7"),
    ),
    "three cards beside a board": (
        {"rules": "holdem", "cards": "As Kd Qh", "board": "2c 3c 4c"},
        CardError,
        "cards",
        ("3 cards", "2 beside the board"),
    ),
    "board of two": (
        {"rules": "holdem", "cards": "As Kd", "board": "2c 3c"},
        CardError,
        "board",
        ("2 cards", "3, 4 or 5"),
    ),
    "board in Russian Poker": (
        {"rules": "russian", "cards": "As Kd Qh Jc 9s", "board": "2c"},
        CardError,
        "board",
        ("none", "no board"),
    ),
    "seven cards in Russian Poker": (
        {"rules": "russian", "cards": "As Kd Qh Jc 9s 2c 3c"},
        CardError,
        "cards",
        ("7 cards", "5 or 6"),
    ),
    "card twice": ({"cards": "As Kd Qh Jc As"}, CardError, "cards", ("As is there twice",)),
    "card in the hand and on the board": (
        {"rules": "holdem", "cards": "As Kd", "board": "As 3c 4c"},
        CardError,
        "board",
        ("As is in cards and again in board",),
    ),
    "unknown letter": ({"cards": "As Kd Qh Jc Xs"}, CardError, "cards", ("'Xs'", "T or 10")),
    "joker": ({"cards": "As Kd Qh Jc Jo"}, CardError, "cards", ("joker",)),
    "cards missing": ({"rules": "high"}, RoundError, "cards", ("missing",)),
    "cards empty": ({"cards": ""}, CardError, "cards", ("0 cards",)),
    "cards as a number": ({"cards": 5}, RoundError, "cards", ("a number",)),
    "unknown rules": (
        {"rules": "stud", "cards": "As Kd Qh Jc 9s"},
        UsageError,
        "rules",
        ("'stud'", "high, holdem, russian"),
    ),
    "rules as a number": ({"rules": 5, "cards": "As Kd Qh Jc 9s"}, RoundError, "rules", ("text",)),
    "unknown key": (
        {"cards": "As Kd Qh Jc 9s", "hand": "As"},
        RoundError,
        "hand",
        ("unknown key 'hand'", "rules, cards, board"),
    ),
}


@pytest.mark.parametrize("bad", BAD_HANDS.values(), ids=BAD_HANDS)
def test_bad_hand_is_refused_by_name_and_place(bad: Bad) -> None:
    document, kind, where, words = bad
    with pytest.raises(kind) as refused:
        evaluate_document(document)
    assert refused.value.where == where
    for word in words:
        assert word in refused.value.message


BAD_COMPARISONS: dict[str, Bad] = {
    "one hand": (
        {"rules": "high", "hands": ["As Kd Qh Jc 9s"]},
        CardError,
        "hands",
        ("1 given", "two or more"),
    ),
    "no hands": ({"hands": []}, CardError, "hands", ("0 given", "two or more")),
    "hands missing": ({"rules": "high"}, RoundError, "hands", ("missing", "list")),
    "hands as a text": ({"hands": "As Kd"}, RoundError, "hands", ("a text", "list")),
    "hand as a number": (
        {"hands": ["As Kd Qh Jc 9s", 5]},
        RoundError,
        "hands[1]",
        ("a number",),
    ),
    "too few cards in the second hand": (
        {"hands": ["As Kd Qh Jc 9s", "Ac Kc"]},
        CardError,
        "hands[1]",
        ("2 cards", "5, 6 or 7"),
    ),
    "three cards in the first hand": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kd 3s", "Ac Kc"]},
        CardError,
        "hands[0]",
        ("3 cards", "2 beside the board"),
    ),
    "card in two hands": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kd", "As Kc"]},
        CardError,
        "hands[1]",
        ("As is in hands[0] and again in hands[1]",),
    ),
    "card in a hand and on the board": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kd", "Ad Kc"]},
        CardError,
        "board",
        ("Ad is in hands[1] and again in board",),
    ),
    "unknown letter in the second hand": (
        {"rules": "holdem", "board": BOARD, "hands": ["As Kd", "Аc Kc"]},
        CardError,
        "hands[1]",
        ("CYRILLIC",),
    ),
    "unknown letter on the board": (
        {"rules": "holdem", "board": "Ad 9c 7h 4s 2z", "hands": ["As Kd", "Ac Kc"]},
        CardError,
        "board",
        ("'2z'",),
    ),
    "unknown rules": ({"rules": "x", "hands": []}, UsageError, "rules", ("'x'", "holdem")),
    "unknown key": ({"hands": [], "cards": "As"}, RoundError, "cards", ("unknown key 'cards'",)),
}


@pytest.mark.parametrize("bad", BAD_COMPARISONS.values(), ids=BAD_COMPARISONS)
def test_bad_comparison_is_refused_by_name_and_place(bad: Bad) -> None:
    document, kind, where, words = bad
    with pytest.raises(kind) as refused:
        compare_document(document)
    assert refused.value.where == where
    for word in words:
        assert word in refused.value.message


@pytest.mark.parametrize("value", [5, "As", None, [], True], ids=json.dumps)
def test_document_that_is_no_object_is_refused(value: Any) -> None:
    for answer in (evaluate_document, compare_document):
        with pytest.raises(RoundError, match="an object"):
            answer(value)
