"""Compiled evaluation: exhaustive on five cards, the same as the plain one, safe on bad input."""

import os
import random
import subprocess
import sys
from itertools import chain, combinations

import numpy as np
import pytest

from trainer.cards import JOKER
from trainer.errors import CardError
from trainer.hands import LOWEST_ACE_KING, LOWEST_PAIR, evaluate, kernels

# Five-card hands by category, weakest first, from
# http://georgehernandez.com/h/xzMisc/Games/Poker.asp (read 2026-11-29).
FIVE_CARD_HANDS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
ACE_KING_HANDS = 167280  # 164 choices of three more ranks, 4**5 suits less the four flushes
ONE_CALL = {5: kernels.evaluate5, 6: kernels.evaluate6, 7: kernels.evaluate7}


@pytest.fixture(scope="module")
def five_card_values():
    """The values of all five-card hands, in the order of `combinations`."""
    hands = np.fromiter(
        chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8, count=2598960 * 5
    )
    return kernels.evaluate_many(hands.reshape(-1, 5))


def random_hands(n, n_cards, seed):
    chance = random.Random(seed)
    return [chance.sample(range(52), n_cards) for _ in range(n)]


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_all_five_card_hands_are_in_the_published_categories(five_card_values):
    assert np.bincount(five_card_values >> 12, minlength=9).tolist() == FIVE_CARD_HANDS


def test_all_five_card_hands_have_7462_different_values(five_card_values):
    assert len(np.unique(five_card_values)) == 7462


def test_167280_five_card_hands_are_ace_king(five_card_values):
    is_ace_king = (five_card_values >= LOWEST_ACE_KING) & (five_card_values < LOWEST_PAIR)
    assert np.count_nonzero(is_ace_king) == ACE_KING_HANDS


def test_four_hands_are_royal_and_they_are_the_strongest(five_card_values):
    assert np.count_nonzero(five_card_values == 8 << 12 | 10) == 4
    assert five_card_values.max() == 8 << 12 | 10


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_every_way_in_gives_the_same_values(n_cards):
    hands = random_hands(20000, n_cards, n_cards)
    expected = [evaluate(cards) for cards in hands]
    assert [ONE_CALL[n_cards](*cards) for cards in hands] == expected
    assert [kernels.evaluate(cards) for cards in hands] == expected
    assert kernels.evaluate_many(hands).tolist() == expected


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_batch_may_be_of_any_integers_in_any_order(dtype, order):
    hands = random_hands(100, 7, 8)
    batch = np.array(hands, dtype=dtype, order=order)
    assert kernels.evaluate_many(batch).tolist() == [evaluate(cards) for cards in hands]
    assert kernels.evaluate_many(batch[::2, 1:6]).tolist() == [
        evaluate(cards[1:6]) for cards in hands[::2]
    ]


def test_an_empty_batch_has_no_values():
    values = kernels.evaluate_many(np.empty((0, 6), dtype=np.int8))
    assert (values.shape, values.dtype) == ((0,), np.uint16)


def test_a_batch_is_not_changed():
    batch = np.array(random_hands(100, 5, 9), dtype=np.int8)
    before = batch.copy()
    kernels.evaluate_many(batch)
    assert (batch == before).all()


@pytest.mark.parametrize("dtype", [np.int8, np.int64])
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([0, 1, 2, 3, 0], "row 2: 2c is there twice; a deck has it once"),
        ([51, 51, 51, 51, 51], "row 2: As is there twice; a deck has it once"),
        ([0, 1, 2, 3, JOKER], "row 2: Jo is no card of a deck of 52"),
        ([0, 1, 2, 3, -1], "row 2: -1 is no card; expected a number from 0 (2c) to 51 (As)"),
        ([127, 1, 2, 3, 4], "row 2: 127 is no card; expected a number from 0 (2c) to 51 (As)"),
    ],
)
def test_a_bad_row_of_a_batch_is_named(dtype, cards, message):
    batch = np.array([[0, 1, 2, 3, 4], [4, 5, 6, 7, 8], cards, [1, 1, 1, 1, 1]], dtype=dtype)
    with pytest.raises(CardError) as caught:
        kernels.evaluate_many(batch)
    assert str(caught.value) == message


@pytest.mark.parametrize("number", [256, 300, -255, 1 << 40])
def test_a_number_that_a_byte_would_wrap_is_no_card(number):
    with pytest.raises(CardError, match=f"row 0: {number} is no card"):
        kernels.evaluate_many([[number, 1, 2, 3, 4]])


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        (np.zeros((3, 4), dtype=np.int8), r"hands of shape \(3, 4\)"),
        (np.zeros((3, 8), dtype=np.int8), r"hands of shape \(3, 8\)"),
        (np.zeros(5, dtype=np.int8), r"hands of shape \(5,\)"),
        ([[0.0, 1.0, 2.0, 3.0, 4.0]], "hands of type float64; expected integers"),
        ([["2c", "3c", "4c", "5c", "6c"]], "expected integers"),
    ],
)
def test_what_is_no_batch_is_refused(batch, message):
    with pytest.raises(CardError, match=message):
        kernels.evaluate_many(batch)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
@pytest.mark.parametrize("wrong", [-1, 52, 63, 64, 255, 256, 1 << 40, -(1 << 40)])
def test_one_call_refuses_a_number_that_is_no_card(n_cards, wrong):
    for place in range(n_cards):
        cards = list(range(10, 10 + n_cards))
        cards[place] = wrong
        with pytest.raises(CardError, match="a number is no card"):
            ONE_CALL[n_cards](*cards)
        with pytest.raises(CardError, match=r"Jo is no card|-?\d+ is no card"):
            kernels.evaluate(cards)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_one_call_refuses_any_two_equal_cards(n_cards):
    for one, other in combinations(range(n_cards), 2):
        cards = list(range(10, 10 + n_cards))
        cards[one] = cards[other]
        with pytest.raises(CardError, match="a card is there twice"):
            ONE_CALL[n_cards](*cards)
        with pytest.raises(CardError, match=r"[456][cdhs] is there twice"):
            kernels.evaluate(cards)


def test_one_call_refuses_another_number_of_cards():
    for n_cards in (0, 4, 8):
        with pytest.raises(CardError, match=f"{n_cards} cards; a hand is made of 5, 6 or 7"):
            kernels.evaluate(range(n_cards))


BAD_BATCHES = """
from itertools import combinations_with_replacement
import numpy as np
from trainer.errors import CardError
from trainer.hands import kernels

chance = np.random.default_rng(11)
for k, evaluate_rows in ((5, kernels._evaluate_rows5), (6, kernels._evaluate_rows6),
                         (7, kernels._evaluate_rows7)):
    values = np.empty(1, dtype=np.uint16)
    n_random = n_repeated = 0
    for _ in range(2000):
        row = chance.integers(0, 256, size=(1, k), dtype=np.uint8)
        n_random += evaluate_rows(row, values) != 0
        try:
            kernels.evaluate_many(row)
        except CardError:
            n_random += 1
    # Every multiset of ranks, more than four of one included, in one suit.
    suited = 4 * np.array(list(combinations_with_replacement(range(13), k)), dtype=np.uint8)
    for row in suited:
        n_repeated += evaluate_rows(row.reshape(1, k), values) != 0
    print(k, n_random, len(suited) - n_repeated)
try:
    kernels._evaluate_rows7(np.zeros((2, 7), dtype=np.uint8), values)
except IndexError:
    print("bounds are checked")
"""


def test_malformed_batches_stay_inside_the_tables():
    # In single rows, as each must raise the flag by itself; of one suit all-different ranks are
    # hands: C(13, k). A byte is a card with a chance of 1 in 5, and the seed draws no five.
    done = run(BAD_BATCHES, NUMBA_BOUNDSCHECK="1")
    assert done.stdout.splitlines() == [
        "5 4000 1287",
        "6 4000 1716",
        "7 4000 1716",
        "bounds are checked",
    ]


AS_PYTHON = """
import random
import numpy as np
from trainer.errors import CardError
from trainer.hands import evaluate, kernels

chance = random.Random(12)
one_call = {5: kernels.evaluate5, 6: kernels.evaluate6, 7: kernels.evaluate7}
assert type(kernels.evaluate5).__name__ == "function"
for k in (5, 6, 7):
    hands = [chance.sample(range(52), k) for _ in range(300)]
    hands += [chance.sample(range(0, 52, 4), k) for _ in range(100)]
    expected = [evaluate(cards) for cards in hands]
    print(k, kernels.evaluate_many(np.array(hands, dtype=np.int8)).tolist() == expected,
          [one_call[k](*cards) for cards in hands] == expected,
          [kernels.evaluate(cards) for cards in hands] == expected)
    for bad in ([0] * k, [-1, *range(1, k)], [52, *range(1, k)], [255, *range(1, k)]):
        for call in (lambda: one_call[k](*bad), lambda: kernels.evaluate_many([bad])):
            try:
                call()
            except CardError:
                continue
            print("accepted", bad)
"""


def test_kernels_run_as_plain_python():
    done = run(AS_PYTHON, NUMBA_DISABLE_JIT="1")
    assert done.stdout.splitlines() == [f"{k} True True True" for k in (5, 6, 7)]
    assert done.stderr == ""
