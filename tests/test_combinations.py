"""Russian Poker's paid combinations: the complete list of doubles, and what is never a second one.

The list and the counter-examples are written out from the rules; `naive.py` is the other reader.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from tests import naive
from trainer.cards import Card, card, format_card, parse_cards, rank_of
from trainer.hands import HAND_IDS, read_hand
from trainer.hands.combinations import Combination, paid_combinations, third_combination

STANDARD = {
    "royal-flush": Fraction(100),
    "straight-flush": Fraction(50),
    "four-of-a-kind": Fraction(20),
    "full-house": Fraction(7),
    "flush": Fraction(5),
    "straight": Fraction(4),
    "three-of-a-kind": Fraction(3),
    "two-pair": Fraction(2),
    "pair": Fraction(1),
    "ace-king": Fraction(1),
    "high-card": Fraction(0),
}
PAIR_2 = STANDARD | {"pair": Fraction(2)}
TABLES = {"standard": STANDARD, "pair-2": PAIR_2}

# first, second, odds together, examples: the rules' complete list of 21.
DOUBLES = [
    ("royal-flush", "straight-flush", 150, "Ah Kh Qh Jh Th 9h"),
    ("royal-flush", "flush", 105, "Ah Kh Qh Jh Th 8h"),
    ("royal-flush", "straight", 104, "Ah Kh Qh Jh Th 9s"),
    ("royal-flush", "straight", 104, "Ah Kh Qh Jh Th Ts"),
    ("straight-flush", "straight-flush", 100, "Kh Qh Jh Th 9h 8h"),
    ("straight-flush", "flush", 55, "Kh Qh Jh Th 9h 2h"),
    ("straight-flush", "straight", 54, "Kh Qh Jh Th 9h 8s"),
    ("straight-flush", "straight", 54, "Kh Qh Jh Th 9h 9s"),
    ("straight-flush", "ace-king", 51, "5h 4h 3h 2h Ah Ks"),
    ("four-of-a-kind", "full-house", 27, "Ah As Ad Ac 8h 8s"),
    ("four-of-a-kind", "ace-king", 21, "Ah As Ad Ac Kh"),
    ("full-house", "full-house", 14, "Ah As Ad 8h 8s 8c"),
    ("full-house", "ace-king", 8, "Ah As Ad Kh 8s 8c"),
    ("flush", "flush", 10, "Kh Qh Jh 8h 7h 2h"),
    ("flush", "straight", 9, "Kh Qh Jh Ts 9h 7h"),
    ("flush", "pair", 6, "Kh Qh Jh 8h 7h 7s"),
    ("flush", "ace-king", 6, "As Kh Qh Jh 7h 2h"),
    ("straight", "straight", 8, "Kh Qs Jd Tc 9h 8s"),
    ("straight", "straight", 8, "Kh Qs Jd Tc 9h 9s"),
    ("straight", "ace-king", 5, "5h 4s 3d 2c Ah Ks"),
    ("three-of-a-kind", "ace-king", 4, "Ah As Ad Kh 2c"),
    ("two-pair", "two-pair", 4, "Kh Ks 8d 8h 2c 2s"),
    ("two-pair", "ace-king", 3, "Kh Ks 8d 8h Ac"),
    ("pair", "ace-king", 2, "Kh Ks Ac 8d 5h"),
]
# The same cards where a straight with a paired card counts as straight and pair.
STRAIGHT_PLUS_PAIR = {
    "Ah Kh Qh Jh Th Ts": ("royal-flush", "pair", 101),
    "Kh Qh Jh Th 9h 9s": ("straight-flush", "pair", 51),
    "Kh Qs Jd Tc 9h 9s": ("straight", "pair", 5),
}
# Paid once, under every paytable and either reading of a paired straight.
ONCE = [
    ("a full house of aces and kings is not also Ace-King", "Ah As Ad Kh Ks", "full-house"),
    ("nor with a sixth card that makes nothing", "Ah As Ad Kh Ks 8c", "full-house"),
    ("a full house is not also its trips or its pair", "8h 8s 8d Qh Qs", "full-house"),
    ("nor with a sixth card", "8h 8s 8d Qh Qs 2c", "full-house"),
    ("aces and kings are two pair only", "Ah As Kd Kh 7c", "two-pair"),
    ("aces and kings with a sixth card are two pair only", "Ah As Kd Kh 7c 4s", "two-pair"),
    ("two pair is never split into its pairs", "Kh Ks 8d 8h 3c", "two-pair"),
    ("two pair is never split with six cards", "Kh Ks 8d 8h 3c 2s", "two-pair"),
    ("trips are not also a pair", "9h 9s 9d Kc 2h 4d", "three-of-a-kind"),
    ("four of a kind is not also trips or two pairs", "9h 9s 9d 9c Kh 2d", "four-of-a-kind"),
    ("an ace-high straight is not also Ace-King", "Ah Ks Qd Jc Th", "straight"),
    ("an ace-high straight is not also Ace-King, six cards", "Ah Ks Qd Jc Th 2s", "straight"),
    ("a flush with ace and king is not also Ace-King", "Ah Kh 9h 7h 2h", "flush"),
    ("a royal is not also Ace-King", "Ah Kh Qh Jh Th", "royal-flush"),
    ("a royal with a sixth card that makes nothing", "Ah Kh Qh Jh Th 2s", "royal-flush"),
    ("a steel wheel is a straight flush only", "5h 4h 3h 2h Ah 9s", "straight-flush"),
    ("Ace-King alone", "Ah Ks 9d 7c 2h", "ace-king"),
    ("Ace-King of six cards", "Ah Ks 9d 7c 4s 2h", "ace-king"),
    ("a pair without the ace", "Kh Ks 9c 8d 5h", "pair"),
    ("a pair in six cards", "Qh Qs Kc 9c 8d 5h", "pair"),
]


def paid(text: str, odds: dict[str, Fraction] = STANDARD, **rules: str) -> list[str]:
    return [x.id for x in paid_combinations(parse_cards(text), odds, **rules)]


def odds_of(ids: list[str], odds: dict[str, Fraction] = STANDARD) -> Fraction:
    return sum((odds[id] for id in ids), Fraction(0))


def ids_of_list() -> set[tuple[str, str]]:
    return {(first, second) for first, second, _, _ in DOUBLES}


def test_the_list_has_21_doubles() -> None:
    assert len(ids_of_list()) == 21


@pytest.mark.parametrize(("first", "second", "odds", "cards"), DOUBLES)
def test_two_combinations_are_paid_together(first: str, second: str, odds: int, cards: str) -> None:
    assert paid(cards) == [first, second]
    assert odds_of(paid(cards)) == odds


@pytest.mark.parametrize(("first", "second", "odds", "cards"), DOUBLES)
def test_a_paired_straight_may_count_as_straight_and_pair(
    first: str, second: str, odds: int, cards: str
) -> None:
    expected = STRAIGHT_PLUS_PAIR.get(cards, (first, second, odds))
    found = paid(cards, paired_straight="straight-plus-pair")
    assert (*found, odds_of(found)) == expected


@pytest.mark.parametrize("paired_straight", ["two-straights", "straight-plus-pair"])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("cards", "only"), [pytest.param(c, only, id=i) for i, c, only in ONCE])
def test_these_hands_are_paid_once(cards: str, only: str, table: str, paired_straight: str) -> None:
    assert paid(cards, TABLES[table], paired_straight=paired_straight) == [only]


def test_a_pair_that_pays_double_is_no_reason_to_split_two_pair() -> None:
    assert odds_of(paid("Kh Ks 8d 8h 3c", PAIR_2), PAIR_2) == 2


def test_nothing_is_paid_for_a_high_card() -> None:
    assert paid("Ah Qs 9d 7c 2h") == []
    assert paid("Kh Qs 9d 7c 4s 2h") == []


@pytest.mark.parametrize(("first", "second", "odds", "cards"), DOUBLES)
def test_where_only_six_cards_may_have_two_five_cards_have_one(
    first: str, second: str, odds: int, cards: str
) -> None:
    expected = [first, second] if len(cards.split()) == 6 else [first]
    assert paid(cards, how_many="six-cards-only") == expected


@pytest.mark.parametrize(("first", "second", "odds", "cards"), DOUBLES)
def test_where_one_combination_is_paid_it_is_the_best_hand(
    first: str, second: str, odds: int, cards: str
) -> None:
    assert paid(cards, how_many="one") == [first]


# --- which second, and which cards ---------------------------------------------------------------


def shown(x: Combination) -> str:
    return " ".join(format_card(a) for a in x.cards)


def test_on_equal_odds_the_higher_category_is_second() -> None:
    # Ah As is a pair, As Kh is Ace-King; both pay 1.
    assert paid("Ah Kh Jh 8h 7h As") == ["flush", "pair"]


def test_the_best_paid_is_second_whatever_its_category() -> None:
    two_for_ace_king = STANDARD | {"ace-king": Fraction(2)}
    assert paid("Ah Kh Jh 8h 7h As", two_for_ace_king) == ["flush", "ace-king"]
    three_for_a_pair = STANDARD | {"pair": Fraction(3)}
    assert paid("Kh Ks 8d 8h 2c 2s", three_for_a_pair) == ["two-pair", "pair"]


def test_an_unpaid_second_is_none() -> None:
    nothing_for_ace_king = STANDARD | {"ace-king": Fraction(0)}
    assert paid("Kh Ks Ac 8d 5h", nothing_for_ace_king) == ["pair"]


def test_the_first_is_the_best_hand_even_where_another_pays_more() -> None:
    odd_house = STANDARD | {"flush": Fraction(1), "straight": Fraction(9)}
    assert paid("Kh Qh Jh Ts 9h 7h", odd_house) == ["flush", "straight"]
    assert paid("Kh Qh Jh Ts 9h 7h", odd_house, how_many="one") == ["flush"]


@pytest.mark.parametrize(
    ("cards", "first", "second"),
    [
        # Of two kings the straight takes the one that leaves the other to a second straight.
        ("Kh Ks Qd Jc Th 9s", {"Qd", "Jc", "Th", "9s"}, {"Qd", "Jc", "Th", "9s"}),
        # Three aces and two of the eights; the second needs the third eight.
        ("Ah As Ad 8h 8s 8c", {"Ah", "As", "Ad"}, set()),
        # The pair of sevens has one card in the flush and one beside it.
        ("Kh Qh Jh 8h 7h 7s", {"Kh", "Qh", "Jh", "8h", "7h"}, {"7h", "7s"}),
        # One of the kings is in both.
        ("Kh Ks Ac 8d 5h", {"Kh", "Ks"}, {"Ac"}),
        # Two suited runs of six: the higher one is first.
        (
            "Kh Qh Jh Th 9h 8h",
            {"Kh", "Qh", "Jh", "Th", "9h"},
            {"Qh", "Jh", "Th", "9h", "8h"},
        ),
    ],
)
def test_the_first_takes_the_cards_that_let_the_second_count(
    cards: str, first: set[str], second: set[str]
) -> None:
    one, two = paid_combinations(parse_cards(cards), STANDARD)
    assert set(shown(one).split()) >= first
    assert set(shown(two).split()) >= second
    assert set(one.cards) - set(two.cards)
    assert set(two.cards) - set(one.cards)


def test_an_ace_for_each_combination_where_the_pair_reading_pays_less() -> None:
    two_for_ace_king = STANDARD | {"ace-king": Fraction(2)}
    one, two = paid_combinations(
        parse_cards("Ah Ad Ks Qd Jc Th"), two_for_ace_king, paired_straight="straight-plus-pair"
    )
    assert (one.id, two.id) == ("straight", "ace-king")
    assert len({"Ah", "Ad"} & set(shown(one).split())) == 1
    assert set(shown(one).split()) & {"Ah", "Ad"} != set(shown(two).split()) & {"Ah", "Ad"}


def test_without_a_second_the_first_shows_the_cards_of_the_best_five() -> None:
    for text in ("9h 9s 9d Kc 2h 4d", "Kh Ks 8d 8h 3c 2s", "Ah Ks 9d 7c 4s 2h"):
        cards = parse_cards(text)
        (only,) = paid_combinations(cards, STANDARD)
        best = read_hand(cards, ace_king=True)
        assert set(only.cards) == set(best.cards[: best.n_making])


# --- what trainees count as well -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "third"),
    [
        ("Ah Kh Jh 8h 7h As", "ace-king"),  # after flush and pair
        ("Kh Ks 8d 8h 2c 2s", "two-pair"),  # eights and twos after kings-eights and kings-twos
        ("Ah Kh Qh Jh Th 9h", "flush"),  # after royal and straight flush
        ("5h 4s 3d 2c Ah Ks", None),
        ("Ah As Ad Ac Kh", "ace-king"),  # another ace with the king
        ("Kh Qh Jh 8h 7h 7s", None),
    ],
)
def test_a_third_combination_is_the_best_paid_one_left(cards: str, third: str | None) -> None:
    hand = parse_cards(cards)
    found = third_combination(hand, STANDARD, paid_combinations(hand, STANDARD))
    assert (found.id if found else None) == third


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ah As Ad Kh Ks", ["full-house", "three-of-a-kind"]),
        ("Ah As Kd Kh 7c", ["two-pair", "pair"]),
        ("Ah Ks Qd Jc Th", ["straight", "ace-king"]),
        ("9h 9s 9d 9c Kh", ["four-of-a-kind", "three-of-a-kind"]),
        ("Qh Qs 9d 7c 2h", ["pair"]),
    ],
)
def test_without_the_rule_of_the_new_card_the_parts_of_a_hand_count(
    cards: str, expected: list[str]
) -> None:
    found = paid_combinations(parse_cards(cards), STANDARD, new_card=False)
    assert [x.id for x in found] == expected


# --- every hand of small decks -------------------------------------------------------------------

# Ranks and suits of decks in which combinations are dense: all hands of five and six are tried.
DECKS = {
    "nine to king, three suits": ("9TJQK", "dhs"),
    "ten to ace, three suits": ("TJQKA", "dhs"),
    "wheel with kings, two suits": ("2345KA", "hs"),
    "aces, kings, eights, four suits": ("8KA", "cdhs"),
    "nine to ace, two suits": ("9TJQKA", "hs"),
}


def deck(name: str) -> list[Card]:
    ranks, suits = DECKS[name]
    return [parse_cards(rank + suit)[0] for rank in ranks for suit in suits]


@pytest.mark.parametrize("name", DECKS)
def test_every_hand_of_a_small_deck_is_paid_as_the_slow_twin_pays_it(name: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for size in (5, 6):
        for hand in combinations(deck(name), size):
            texts = tuple(format_card(a) for a in hand)
            for table, odds in TABLES.items():
                for reading in ("two-straights", "straight-plus-pair"):
                    rules = {"combinations": "two", "bet": table, "paired_straight": reading}
                    found = paid_combinations(hand, odds, paired_straight=reading)
                    ids = tuple(x.id for x in found)
                    assert ids == naive.paid_combinations(texts, rules), (texts, rules)
                    check(hand, found)
                    if (table, reading) == ("standard", "two-straights"):
                        seen.add(ids)
    doubles = {ids for ids in seen if len(ids) == 2}
    assert doubles
    assert doubles <= ids_of_list()


def check(hand: tuple[Card, ...], found: tuple[Combination, ...]) -> None:
    """The best hand first; each combination has a card that the other lacks."""
    best = read_hand(hand, ace_king=True)
    assert bool(found) == (best.id != "high-card")
    if found:
        making = sorted(rank_of(a) for a in best.cards[: best.n_making])
        assert (found[0].id, sorted(found[0].ranks)) == (best.id, making)
    if len(found) == 2:
        first, second = (set(x.cards) for x in found)
        assert first - second
        assert second - first
        assert HAND_IDS.index(found[1].id) <= HAND_IDS.index(found[0].id)
    assert all(set(x.cards) <= set(hand) for x in found)


def test_suits_never_change_what_is_paid() -> None:
    for _, _, _, text in DOUBLES:
        hand = parse_cards(text)
        for turn in (1, 2, 3):
            turned = tuple(card(rank_of(a), (a + turn) % 4) for a in hand)
            found = paid_combinations(turned, STANDARD)
            assert [x.id for x in found] == paid(text)
