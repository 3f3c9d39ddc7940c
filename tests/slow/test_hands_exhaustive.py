"""All six-card and all seven-card hands, counted by value in compiled sweeps."""

from itertools import chain, combinations, islice, starmap

import numpy as np
import pytest
from phevaluator import evaluate_5cards, evaluate_6cards, evaluate_7cards

from trainer.compiled import kernel
from trainer.hands import LOWEST_ACE_KING, LOWEST_PAIR, ROYAL_FLUSH
from trainer.hands.kernels import EMPTY, evaluate_many, mask_of, value6, value7, weight_of

# Straight flushes (188 + 1,656), four of a kind and full houses are in Brian Alspach, 6-Card Poker
# Hands, http://people.math.sfu.ca/~alspach/comp19 (read 2026-11-29). Ace-King is 321 choices of
# four more ranks that make no straight, in 4,020 suits that make no flush. The others are exact
# counts of our own, which the evaluator below has to find again.
SIX_CARD_HANDS = {
    "high-card": 5322480,
    "ace-king": 1290420,
    "pair": 9730740,
    "two-pair": 2532816,
    "three-of-a-kind": 732160,
    "straight": 361620,
    "flush": 205792,
    "full-house": 165984,
    "four-of-a-kind": 14664,
    "straight-flush": 1656,
    "royal-flush": 188,
}
# Brian Alspach, Poker Digest 5/3, http://people.math.sfu.ca/~alspach/mag89, with a misprint in the
# straights (5,180,020; the sum leaves 6,180,020); the royals apart in 7-Card Poker Hands,
# http://people.math.sfu.ca/~alspach/comp20/ (both read 2026-11-29).
SEVEN_CARD_HANDS = {
    "high-card": 23294460,
    "pair": 58627800,
    "two-pair": 31433400,
    "three-of-a-kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full-house": 3473184,
    "four-of-a-kind": 224848,
    "straight-flush": 37260,
    "royal-flush": 4324,
}


@kernel("void(int64[::1])")
def count_six_card_hands(counts):
    for a in range(52):
        total_a, mask_a = EMPTY + weight_of(a), mask_of(a)
        for b in range(a):
            total_b, mask_b = total_a + weight_of(b), mask_a | mask_of(b)
            for c in range(b):
                total_c, mask_c = total_b + weight_of(c), mask_b | mask_of(c)
                for d in range(c):
                    total_d, mask_d = total_c + weight_of(d), mask_c | mask_of(d)
                    for e in range(d):
                        total_e, mask_e = total_d + weight_of(e), mask_d | mask_of(e)
                        for f in range(e):
                            counts[value6(total_e + weight_of(f), mask_e | mask_of(f))] += 1


@kernel("void(int64[::1])")
def count_seven_card_hands(counts):
    for a in range(52):
        total_a, mask_a = EMPTY + weight_of(a), mask_of(a)
        for b in range(a):
            total_b, mask_b = total_a + weight_of(b), mask_a | mask_of(b)
            for c in range(b):
                total_c, mask_c = total_b + weight_of(c), mask_b | mask_of(c)
                for d in range(c):
                    total_d, mask_d = total_c + weight_of(d), mask_c | mask_of(d)
                    for e in range(d):
                        total_e, mask_e = total_d + weight_of(e), mask_d | mask_of(e)
                        for f in range(e):
                            total_f, mask_f = total_e + weight_of(f), mask_e | mask_of(f)
                            for g in range(f):
                                value = value7(total_f + weight_of(g), mask_f | mask_of(g))
                                counts[value] += 1


def counts_of(sweep):
    counts = np.zeros(1 << 16, dtype=np.int64)
    sweep(counts)
    return counts


def by_name(counts, *, ace_king):
    categories = counts[: 9 << 12].reshape(9, 1 << 12).sum(axis=1).tolist()
    names = [
        "high-card",
        "pair",
        "two-pair",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
    ]
    found = dict(zip(names, categories, strict=True))
    found["royal-flush"] = int(counts[ROYAL_FLUSH])
    found["straight-flush"] -= found["royal-flush"]
    if ace_king:
        found["ace-king"] = int(counts[LOWEST_ACE_KING:LOWEST_PAIR].sum())
        found["high-card"] -= found["ace-king"]
    return found


def test_all_20358520_six_card_hands_are_in_the_published_categories():
    counts = counts_of(count_six_card_hands)
    assert counts.sum() == 20358520
    assert by_name(counts, ace_king=True) == SIX_CARD_HANDS
    assert np.count_nonzero(counts) == 6075


def test_all_133784560_seven_card_hands_are_in_the_published_categories():
    counts = counts_of(count_seven_card_hands)
    assert counts.sum() == 133784560
    assert by_name(counts, ace_king=False) == SEVEN_CARD_HANDS
    assert np.count_nonzero(counts) == 4824


@pytest.mark.parametrize(
    ("n_cards", "other", "n_hands", "n_values"),
    [
        (5, evaluate_5cards, 2598960, 7462),
        (6, evaluate_6cards, 20358520, 6075),
        (7, evaluate_7cards, 133784560, 4824),
    ],
)
def test_all_hands_are_in_the_order_of_another_evaluator(n_cards, other, n_hands, n_values):
    rank_of = np.zeros(1 << 16, dtype=np.int64)
    hands = combinations(range(52), n_cards)
    n_seen = 0
    while chunk := list(islice(hands, 1 << 20)):
        n_seen += len(chunk)
        ranks = np.fromiter(starmap(other, chunk), np.int64, len(chunk))
        cards = np.fromiter(chain.from_iterable(chunk), np.uint8, n_cards * len(chunk))
        values = evaluate_many(cards.reshape(-1, n_cards))
        known = rank_of[values]
        assert ((known == 0) | (known == ranks)).all()
        rank_of[values] = ranks
        assert (rank_of[values] == ranks).all()
    assert n_seen == n_hands
    ranks_by_value = rank_of[rank_of > 0]
    assert len(ranks_by_value) == n_values
    # A smaller rank is a stronger hand.
    assert (np.diff(ranks_by_value) < 0).all()
