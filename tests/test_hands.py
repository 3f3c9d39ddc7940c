"""Values, names and best fives, against the rules written out once more and published counts."""

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise

import pytest

from trainer.cards import DECK, JOKER, format_cards, parse_cards
from trainer.errors import CardError
from trainer.hands import (
    HAND_IDS,
    LOWEST_ACE_KING,
    LOWEST_PAIR,
    ROYAL_FLUSH,
    Category,
    Hand,
    best_five,
    category_of,
    evaluate,
    hand_id,
    is_ace_king,
    n_making,
    ranks_of,
    read_hand,
    value_of,
)


def naive_strength(five):
    """Category and ranks of five cards, greater is stronger; straight from the rules."""
    counts = Counter(a >> 2 for a in five)
    ranks = tuple(sorted(counts, key=lambda r: (counts[r], r), reverse=True))
    shape = sorted(counts.values(), reverse=True)
    is_flush = len({a & 3 for a in five}) == 1
    top = None
    if len(ranks) == 5:
        if ranks == (12, 3, 2, 1, 0):
            top = 3
        elif ranks[0] - ranks[4] == 4:
            top = ranks[0]
    if top is not None:
        return (8 if is_flush else 4, (top,))
    if is_flush:
        return 5, ranks
    category = {
        (4, 1): 7,
        (3, 2): 6,
        (3, 1, 1): 3,
        (2, 2, 1): 2,
        (2, 1, 1, 1): 1,
        (1, 1, 1, 1, 1): 0,
    }
    return category[tuple(shape)], ranks


def naive_best(cards, prefer):
    """The five that play: the strongest, among equals the ones the rule of `best_five` takes."""
    strongest = max(naive_strength(five) for five in combinations(cards, 5))

    def nuisance(five):
        by_rank = {}
        for a in five:
            by_rank.setdefault(a >> 2, []).append((a not in prefer, -(a & 3)))
        return [sorted(by_rank[r]) for r in sorted(by_rank)]

    return min(
        (five for five in combinations(cards, 5) if naive_strength(five) == strongest),
        key=nuisance,
    )


def random_hands(n, seed):
    chance = random.Random(seed)
    for _ in range(n):
        yield chance.sample(range(52), chance.choice((5, 6, 7)))


def clustered_hands(n, seed):
    """Hands from a few ranks or mostly one suit, where pairs, straights and flushes abound."""
    chance = random.Random(seed)
    for i in range(n):
        low = chance.randrange(0, 9)
        if i % 2:
            pool = [a for a in DECK if low <= a >> 2 < low + 4]
        else:
            pool = [a for a in DECK if a & 3 == i // 2 % 4 or a >> 2 in (low, 12)]
        yield chance.sample(pool, chance.choice((5, 6, 7)))


def test_values_agree_with_the_rules_written_out():
    for cards in [*random_hands(1500, 1), *clustered_hands(1500, 2)]:
        category, ranks = max(naive_strength(five) for five in combinations(cards, 5))
        value = evaluate(cards)
        assert (category_of(value), ranks_of(value)) == (category, ranks), format_cards(cards)


def test_every_category_occurs_in_the_clustered_hands():
    seen = {category_of(evaluate(cards)) for cards in clustered_hands(1500, 2)}
    assert seen == set(Category)


def test_best_five_are_the_ones_that_every_choice_of_five_finds():
    chance = random.Random(3)
    for cards in [*random_hands(600, 4), *clustered_hands(900, 5)]:
        prefer = chance.sample(cards, chance.choice((0, 2, 2)))
        five = best_five(cards, prefer=prefer)
        assert sorted(five) == sorted(naive_best(cards, prefer)), (format_cards(cards), prefer)


def test_best_five_are_in_the_order_they_are_compared_in():
    for cards in [*random_hands(600, 6), *clustered_hands(900, 7)]:
        five = best_five(cards)
        category, ranks = naive_strength(five)
        counts = Counter(a >> 2 for a in five)
        if category in (4, 8):
            expected = [r % 13 for r in range(ranks[0], ranks[0] - 5, -1)]
            assert [a >> 2 for a in five] == expected
        else:
            assert [a >> 2 for a in five] == [r for r in ranks for _ in range(counts[r])]
        for one, other in pairwise(five):
            assert one >> 2 != other >> 2 or one & 3 > other & 3


@pytest.mark.parametrize(
    ("cards", "five", "name", "making"),
    [
        ("Ah 2c 3d 4s 5h Kd Kc", "5h 4s 3d 2c Ah", "straight", 5),
        ("Ah 2h 3h 4h 5h 6c Kh", "5h 4h 3h 2h Ah", "straight-flush", 5),
        ("Ah 2h 3h 4h 5h 6h Kd", "6h 5h 4h 3h 2h", "straight-flush", 5),
        ("As Ks Qs Js Ts 9s 2d", "As Ks Qs Js Ts", "royal-flush", 5),
        ("Kh Kd 9s 9c 4d 4s Ac", "Kh Kd 9s 9c Ac", "two-pair", 4),
        ("Kh Kd 9s 9c 4d 4s 2c", "Kh Kd 9s 9c 4s", "two-pair", 4),
        ("Kh Kd Ks 9c 9d 9h 2c", "Ks Kh Kd 9h 9d", "full-house", 5),
        ("Kh Kd Ks 9c 9d 5h 5c", "Ks Kh Kd 9d 9c", "full-house", 5),
        ("7c 7d 7h 7s Ac Ad 2c", "7s 7h 7d 7c Ad", "four-of-a-kind", 4),
        ("Qc 9c 8c 4c 3c 2c Qd", "Qc 9c 8c 4c 3c", "flush", 5),
        ("8c 8d 8h Kc 2d Qs", "8h 8d 8c Kc Qs", "three-of-a-kind", 3),
        ("Kh Kd 9s 5c 2d Ac", "Kh Kd Ac 9s 5c", "pair", 2),
        ("Ks Ah 7d 3c 2s", "Ah Ks 7d 3c 2s", "ace-king", 2),
        ("Ks Qh 7d 3c 2s 4h 9h", "Ks Qh 9h 7d 4h", "high-card", 1),
    ],
)
def test_reads_a_hand_as_a_dealer_shows_it(cards, five, name, making):
    hand = read_hand(parse_cards(cards), ace_king=True)
    assert isinstance(hand, Hand)
    assert (format_cards(hand.cards), hand.id, hand.n_making) == (five, name, making)
    assert hand.value == evaluate(parse_cards(cards))


@pytest.mark.parametrize(
    ("cards", "prefer", "five"),
    [
        # The board plays; held cards of the same ranks are shown first when they are preferred.
        ("Ks Qs Jd Th 9c Kc 2d", "Kc 2d", "Kc Qs Jd Th 9c"),
        ("Ks Qs Jd Th 9c Kc 2d", "", "Ks Qs Jd Th 9c"),
        ("8s 8h 8d Ks Kc Kd 2c", "Kc Kd", "Ks Kd Kc 8s 8h"),
        ("As Ah Qs Jd 3c Qc 3d", "Qc 3d", "As Ah Qs Qc Jd"),
        ("As Ah 9s 9d 9c Ac 3d", "9c", "As Ah Ac 9s 9c"),
        # A flush is not broken for a preferred card of another suit.
        ("Ks 9s 8s 3s 2s Kc 9c", "Kc 9c", "Ks 9s 8s 3s 2s"),
    ],
)
def test_preferred_cards_play_where_ranks_are_equal(cards, prefer, five):
    found = best_five(parse_cards(cards), prefer=parse_cards(prefer))
    assert format_cards(found) == five


def test_ace_king_is_a_high_card_where_the_game_does_not_count_it():
    hand = read_hand(parse_cards("Ks Ah 7d 3c 2s"))
    assert (hand.id, hand.n_making, hand.value) == ("high-card", 1, evaluate(hand.cards))
    assert n_making(hand.value, ace_king=True) == 2


def test_ace_king_is_the_top_of_the_high_cards():
    values = [value_of(Category.HIGH_CARD, ranks_of(v)) for v in range(1, 1278)]
    assert values == list(range(1, 1278))
    assert [v for v in values if is_ace_king(v)] == [
        v for v in values if ranks_of(v)[:2] == (12, 11)
    ]
    assert evaluate(parse_cards("Ac Kd 4h 3s 2c")) == LOWEST_ACE_KING
    assert evaluate(parse_cards("Ac Qd Jh Ts 9c")) == LOWEST_ACE_KING - 1
    assert evaluate(parse_cards("2c 2d 3h 4s 5c")) == LOWEST_PAIR
    assert not is_ace_king(LOWEST_PAIR)


def test_there_are_7462_values_and_each_is_read_back_from_its_ranks():
    sizes = {0: 1277, 1: 2860, 2: 858, 3: 858, 4: 10, 5: 1277, 6: 156, 7: 156, 8: 10}
    assert sum(sizes.values()) == 7462
    for category, size in sizes.items():
        strengths = []
        for index in range(1, size + 1):
            value = category << 12 | index
            assert category_of(value) is Category(category)
            assert value_of(Category(category), ranks_of(value)) == value
            strengths.append(ranks_of(value))
        assert strengths == sorted(set(strengths))
        with pytest.raises(IndexError):
            ranks_of(category << 12 | size + 1)
    assert category << 12 | size == ROYAL_FLUSH


def test_no_hand_has_neither_ranks_nor_a_name():
    for question in (ranks_of, hand_id):
        with pytest.raises(AssertionError):
            question(0)


def test_value_of_refuses_what_is_no_hand():
    for category, ranks in ((Category.HIGH_CARD, (4, 3, 2, 1, 0)), (Category.PAIR, (5, 5, 4, 3))):
        with pytest.raises(KeyError):
            value_of(category, ranks)


def test_ids_are_those_of_the_contract_weakest_first():
    examples = {
        "high-card": "7c 5d 4h 3s 2c",
        "ace-king": "Ac Kd 4h 3s 2c",
        "pair": "2c 2d 5h 4s 3c",
        "two-pair": "3c 3d 2h 2s 4c",
        "three-of-a-kind": "2c 2d 2h 4s 3c",
        "straight": "Ac 2d 3h 4s 5c",
        "flush": "7c 5c 4c 3c 2c",
        "full-house": "2c 2d 2h 3s 3c",
        "four-of-a-kind": "2c 2d 2h 2s 3c",
        "straight-flush": "Ac 2c 3c 4c 5c",
        "royal-flush": "Ac Kc Qc Jc Tc",
    }
    values = [evaluate(parse_cards(cards)) for cards in examples.values()]
    assert values == sorted(values)
    assert [hand_id(v, ace_king=True) for v in values] == list(examples) == list(HAND_IDS)


@pytest.mark.parametrize("read", [evaluate, best_five, read_hand])
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((), "0 cards; a hand is made of 5, 6 or 7"),
        (range(4), "4 cards; a hand is made of 5, 6 or 7"),
        (range(8), "8 cards; a hand is made of 5, 6 or 7"),
        ((0, 1, 2, 3, 0), "2c is there twice; a deck has it once"),
        ((7, 1, 2, 51, 4, 5, 51), "As is there twice; a deck has it once"),
        ((0, 1, 2, 3, -1), "-1 is no card; expected a number from 0 (2c) to 51 (As)"),
        ((0, 1, 2, 3, 53), "53 is no card; expected a number from 0 (2c) to 51 (As)"),
        ((0, 1, 2, 3, JOKER), "Jo is no card of a deck of 52"),
        (("As", 1, 2, 3, 4), "'As' is no card; expected a number from 0 (2c) to 51 (As)"),
        (([1], 1, 2, 3, 4), "[1] is no card; expected a number from 0 (2c) to 51 (As)"),
        ((0.5, 1, 2, 3, 4), "0.5 is no card; expected a number from 0 (2c) to 51 (As)"),
    ],
)
def test_what_is_no_hand_is_refused_by_name(read, cards, message):
    with pytest.raises(CardError) as caught:
        read(tuple(cards))
    assert caught.value.message == message


def test_a_hand_is_read_without_numpy_and_numba():
    program = (
        "import sys; from trainer.hands import read_hand; read_hand((0, 1, 2, 3, 4));"
        "print(*{'numpy', 'numba', 'llvmlite'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
