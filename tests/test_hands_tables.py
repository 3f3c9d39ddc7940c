"""The table file: made by its generator, read the same by everybody, ordered as others order it."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from phevaluator import evaluate_cards

from trainer.hands import evaluate
from trainer.hands.generate import generate, multisets
from trainer.hands.kernels import evaluate_many
from trainer.hands.tables import N_COLUMNS, SIZES, TABLE_FILE, load_tables, pack, unpack

# Multisets of ranks that a deck can deal, four of a rank at most.
N_MULTISETS = {5: 6175, 6: 18395, 7: 49205}


def plain_hands(n_cards):
    """A hand without a flush for every multiset of ranks."""
    return [tuple(4 * rank + i % 4 for i, rank in enumerate(ranks)) for ranks in multisets(n_cards)]


def suited_hands(n_cards, n_suited):
    """Every choice of suited ranks in every suit, filled up with low cards of the next suits."""
    filling = n_cards - n_suited
    return [
        tuple(4 * rank + suit for rank in ranks)
        + tuple(4 * i + (suit + 1 + i) % 4 for i in range(filling))
        for suit in range(4)
        for ranks in combinations(range(13), n_suited)
    ]


def every_kind_of_hand(n_cards):
    hands = plain_hands(n_cards)
    for n_suited in range(5, n_cards + 1):
        hands += suited_hands(n_cards, n_suited)
    return hands


def test_the_generator_reproduces_the_shipped_file():
    assert pack(generate()) == TABLE_FILE.read_bytes()


def test_a_packed_table_is_read_back():
    tables = load_tables()
    assert unpack(pack(tables)) == tables


@pytest.mark.parametrize("damage", [lambda d: d[:-2], lambda d: b"h" + d, lambda d: d + b"\0\0"])
def test_a_damaged_file_is_refused(damage):
    with pytest.raises(ValueError, match="no table of hand values"):
        unpack(damage(TABLE_FILE.read_bytes()))


@pytest.mark.parametrize("n_cards", SIZES)
def test_both_readers_agree_on_every_multiset_and_every_flush(n_cards):
    hands = every_kind_of_hand(n_cards)
    assert len(set(hands)) >= N_MULTISETS[n_cards] + 4 * 1287
    assert evaluate_many(np.array(hands)).tolist() == [evaluate(cards) for cards in hands]


@pytest.mark.parametrize(("n_cards", "n_values"), [(5, 7462), (6, 6075), (7, 4824)])
def test_values_rise_as_another_evaluators_ranks_fall(n_cards, n_values):
    hands = every_kind_of_hand(n_cards)
    values = evaluate_many(np.array(hands)).tolist()
    pairs = {(value, evaluate_cards(*cards)) for value, cards in zip(values, hands, strict=True)}
    in_order = sorted(pairs)
    # One rank a value and one value a rank, in opposite orders.
    assert len(pairs) == n_values
    assert all(
        weaker[0] < stronger[0] and weaker[1] > stronger[1]
        for weaker, stronger in pairwise(in_order)
    )


@pytest.mark.parametrize("n_cards", SIZES)
def test_a_sum_of_any_cards_stays_inside_the_tables(n_cards):
    tables = load_tables()
    most = n_cards * 1479181  # the key of the ace
    assert len(tables.rows[n_cards]) > most >> 10
    assert max(tables.rows[n_cards]) + N_COLUMNS <= len(tables.cells[n_cards])
