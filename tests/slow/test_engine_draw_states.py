"""The engine of the five-card games against its slow twin and against itself."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from tests import naive, naive_draw
from tests.draw_cases import VARIANTS, deals, final_cases
from trainer.cards import Card, format_cards, parse_card, parse_cards
from trainer.engine.draw_dealer import dealer_behind
from trainer.engine.draw_hands import codes, multisets, n_multisets, rank_counts
from trainer.engine.draw_rules import DrawRules
from trainer.engine.draw_solve import action_order, new_room, solve_hands
from trainer.engine.draw_stages import final_values, no_game_values
from trainer.engine.draw_state import state_values
from trainer.engine.draw_states import is_less, new_states
from trainer.engine.draw_whole import FOLD, RAISE, SIXTH, whole_behind
from trainer.ev.five_card import FiveCardSpot, decide_five_card, five_card_rules
from trainer.games import build

BASE = {"insurance": "none", "purchase": "none"}


def rules_of(variant: str, **changed: str) -> tuple[DrawRules, naive_draw.Rules]:
    """The rules for the engine and for its twin."""
    game = build("russian-poker", variant, changed)
    return five_card_rules(game), naive.RULES[naive.RUSSIAN][variant] | changed


def cards(numbers: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(a) for a in numbers)


def test_multisets_are_numbered_without_gaps() -> None:
    assert [n_multisets(size) for size in (5, 6)] == [6175, 18395]
    for size in (1, 4, 5, 7):
        counts = rank_counts(size)
        assert len(np.unique(codes(size))) == len(counts) == n_multisets(size)
        assert (counts.sum(axis=1) == size).all()
        assert counts.max() <= 4
    assert multisets() is multisets()


@pytest.mark.parametrize("how_many", ["two", "six-cards-only", "one"])
@pytest.mark.parametrize("paired_straight", ["two-straights", "straight-plus-pair"])
@pytest.mark.parametrize("bet", ["standard", "pair-2"])
def test_rows_are_those_of_the_rulebook(how_many: str, paired_straight: str, bet: str) -> None:
    changed = {"combinations": how_many, "paired_straight": paired_straight, "bet": bet}
    game = build("russian-poker", overrides=changed)
    rules, slow = five_card_rules(game), naive.RUSSIAN_DEFAULT | changed
    rows = game.bet("bet").rows
    rng = random.Random(1)
    for size in (5, 6):
        values, found = (
            (rules.finals.five_value, rules.finals.five_row)
            if size == 5
            else (rules.finals.six_value, rules.finals.six_row)
        )
        for index in rng.sample(range(n_multisets(size)), 150):
            ranks = [r for r in range(13) for _ in range(rank_counts(size)[index, r])]
            hand = tuple("23456789TJQKA"[r] + "cdhs"[k % 4] for k, r in enumerate(ranks))
            paid = naive.paid_combinations(hand, slow)
            assert rows[found[index]] == ("+".join(paid) or "high-card"), hand
            assert values[index] > 0
    for _ in range(150):
        suited = rng.sample(range(13), 5)
        other = rng.randrange(13)
        hand = (*("23456789TJQKA"[r] + "h" for r in suited), "23456789TJQKA"[other] + "s")
        mask = sum(1 << r for r in suited)
        paid = naive.paid_combinations(hand, slow)
        assert rows[rules.finals.mixed_row[mask, other]] == "+".join(paid), hand


def test_hidden_cards_behind_an_upcard_are_all_counted() -> None:
    rules, _ = rules_of("default")
    for up in (0, 6, 12):
        dealer = dealer_behind(up, rules.qualifies, rules.finals)
        ways = [[comb(4 - (r == up), x) for x in range(5)] for r in range(13)]
        table = [x for row in ways for x in row] + [1]
        total = sum(int(np.prod([table[f] for f in row])) for row in dealer.factors)
        # Behind an upcard the counts by ranks hold every set of four of the 51 other cards.
        assert total == comb(51, 4)


@pytest.mark.parametrize(
    ("variant", "hand", "upcard", "gone"),
    [
        pytest.param(*case, id=f"{n}-{case[0]}")
        for n, case in enumerate(final_cases(7, len(VARIANTS)))
    ],
)
def test_final_hand_with_insurance_and_purchase_equals_card_by_card(
    variant: str, hand: tuple[int, ...], upcard: int, gone: tuple[int, ...]
) -> None:
    rules, slow = rules_of(variant)
    found = final_values(rules, cards(hand), Card(upcard), cards(gone))
    wanted = naive_draw.raised(hand, upcard, gone, slow)
    assert found.raised == wanted["raise"] / wanted["hands"]
    assert (found.insured is None) == ("insured" not in wanted)
    if found.insured is not None:
        assert found.insured == wanted["insured"] / wanted["hands"]


@pytest.mark.parametrize(("hand", "upcard"), list(deals(11, 2)))
def test_options_without_insurance_and_purchase_equal_a_count_of_all_dealers(
    hand: tuple[int, ...], upcard: int
) -> None:
    rules, slow = rules_of("default", **BASE, exchange="1-3")
    found = state_values(rules, cards(hand), Card(upcard))
    wanted = naive_draw.option_sums(hand, upcard, slow, (1, 2, 3))
    assert found.raised == wanted["raise"]
    assert found.sixth == wanted["sixth"]
    exchanges = {
        tuple(sorted(given)): one.value
        for one in found.exchanges
        for given in (one.cards, *one.same)
    }
    assert exchanges == {key: value for key, value in wanted.items() if not isinstance(key, str)}


@pytest.mark.parametrize(
    ("variant", "hand", "upcard", "dead"),
    [
        ("default", "Kh Kd 9s 5c 2d", "As", ""),
        ("insured-may-purchase", "8h 8d 8s 5c 2d", "2h", ""),
        ("lowest-card-purchase", "Ah Qh 9h 8h 2c", "Kd", "3c 3d 3h"),
        ("purchase-keeps-ante", "Th 9d 8s 7c 7d", "7h", "Ks"),
    ],
)
def test_option_is_the_mean_of_its_final_hands(
    variant: str, hand: str, upcard: str, dead: str
) -> None:
    rules, _ = rules_of(variant, exchange="1-2")
    five, up, away = parse_cards(hand), parse_card(upcard), parse_cards(dead)
    found = state_values(rules, five, up, away)
    deck = [Card(a) for a in range(52) if a not in (*five, up, *away)]

    def best(final: tuple[Card, ...], gone: tuple[Card, ...]) -> Fraction:
        values = final_values(rules, final, up, gone)
        return max(values.fold, values.raised, values.insured or values.fold)

    sixth = sum((best((*five, a), away) for a in deck), Fraction(0)) / len(deck) - 1
    assert found.sixth == sixth
    for one in found.exchanges:
        kept = tuple(a for a in five if a not in one.cards)
        draws = list(combinations(deck, len(one.cards)))
        total = sum((best((*kept, *draw), (*one.cards, *away)) for draw in draws), Fraction(0))
        assert one.value == total / len(draws) - 1, format_cards(one.cards)


def test_purchase_of_an_open_dealer_hand_counts_every_new_card() -> None:
    for variant in ("default", "one-draw-purchase", "lowest-card-purchase", "purchase-keeps-ante"):
        rules, slow = rules_of(variant)
        hand, dealer = parse_cards("9h 9d 9s 9c 2d"), parse_cards("Qs Jd 8h 6h 3c")
        gone = parse_cards("Qh 5c")
        found = no_game_values(rules, hand, dealer, gone)
        total, count = naive_draw.purchase_values(
            np.array([sorted(dealer)], dtype=np.int16),
            naive_draw.strength(hand),
            naive_draw.odds(tuple(hand), slow),
            (*hand, *gone),
            slow,
        )
        assert found.purchase == Fraction(int(total[0]), int(count[0]))
        assert found.take == 1


@pytest.mark.parametrize(
    ("variant", "up", "seed"),
    [("default", 12, 3), ("insured-may-purchase", 5, 4), ("lowest-card-purchase", 10, 5)],
)
def test_states_of_a_whole_game_are_worth_what_they_are_alone(
    variant: str, up: int, seed: int
) -> None:
    rules, _ = rules_of(variant)
    whole = whole_behind(rules, up)
    room = new_room(whole)
    rng = random.Random(seed)
    n_seen = 0
    for _ in range(4):
        h = rng.randrange(n_multisets(5))
        states = new_states(400)
        tally = np.zeros(8, dtype=np.int64)
        n = solve_hands(
            whole,
            room,
            codes(5),
            rank_counts(5),
            h,
            h + 1,
            True,
            action_order(rules),
            states,
            tally,
        )
        for i in rng.sample(range(n), min(n, 2)):
            masks = states.masks[i].tolist()
            hand = tuple(
                Card(r * 4 + suit) for suit in range(4) for r in range(13) if masks[suit] >> r & 1
            )
            alone = state_values(rules, hand, Card(up * 4))

            def antes(value: int, size: int, fee: int) -> Fraction:
                n_rounds = int(whole.n_hands[size] * whole.n_draws[size] * whole.n_parts[size])
                return Fraction(int(value), n_rounds) - fee

            size = int(states.size[i])
            exchange = antes(states.exchange[i], size, 1)
            best = max(alone.exchanges, key=lambda one: one.value)
            assert alone.sixth is not None
            assert antes(states.raised[i], 0, 0) == alone.raised
            assert antes(states.sixth[i], 1, 1) == alone.sixth
            assert exchange == best.value
            top = max(alone.fold, alone.raised, alone.sixth, best.value)
            by_action = {FOLD: alone.fold, RAISE: alone.raised, SIXTH: alone.sixth}
            assert by_action.get(int(states.best[i]), best.value) == top
            n_seen += 1
    assert n_seen >= 4


@pytest.mark.parametrize(
    ("one", "other", "less"),
    [
        ((1, 3), (1, 3), False),
        ((1, 3), (333333333333333333, 999999999999999998), True),
        ((-7, 3), (-9, 4), True),
        ((5, 7), (5, 8), False),
        ((0, 5), (1, 10**17), True),
        ((6, 3), (10, 5), False),
    ],
)
def test_fractions_are_compared_exactly(
    one: tuple[int, int], other: tuple[int, int], less: bool
) -> None:
    compare = getattr(is_less, "py_func", is_less)
    assert bool(compare(*one, *other)) is less


def test_decision_lists_every_option_best_first() -> None:
    game = build("russian-poker")
    choices = decide_five_card(game, FiveCardSpot(parse_cards("Kh Kd 9s 5c 2d"), parse_card("7h")))
    n_exchanges = sum(1 + len(one.same) for one in choices if one.action.startswith("exchange"))
    assert n_exchanges == 31
    assert [one.ev for one in choices] == sorted((one.ev for one in choices), reverse=True)
    assert {"fold", "raise", "sixth"} <= {one.action for one in choices}


def test_fees_are_counted_after_a_draw() -> None:
    game = build("russian-poker")
    dealt = parse_cards("Kh Kd 9s 5c 2d")
    spot = FiveCardSpot(parse_cards("Kh Kd Ks 6c 2h"), parse_card("7h"), dealt)
    choices = {one.action: one.ev for one in decide_five_card(game, spot)}
    assert choices["fold"] == -2
    assert set(choices) == {"fold", "raise", "raise+insurance:1", "raise+insurance:3"}
