"""The engine for games with a shared board: sums that two ways of counting must agree on."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from trainer.cards import parse_cards
from trainer.engine.community import MAX_NET, RESULTS, Nets, Solution, lines_of, results_of, solve
from trainer.engine.community_flops import SPLIT
from trainer.engine.community_play import count_all_in, count_play
from trainer.engine.community_spots import Seen, Tally, tally
from trainer.engine.community_tables import (
    N_CLASSES,
    ROUNDS,
    class_name,
    class_number,
    flop_tables,
    hand_number,
    hand_tables,
)
from trainer.errors import RuleError
from trainer.ev import plans_of
from trainer.games import build
from trainer.hands import LOWEST_PAIR, ROYAL_FLUSH, Category, value_of
from trainer.hands.kernels import evaluate_many

# Best hands of all 133,784,560 hands of seven cards, weakest first. Source:
# https://people.math.sfu.ca/~alspach/comp20/ (checked 2026-11-29).
SEVEN_CARDS = (
    *(23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324),
)


def random_nets(seed: int, n_early: int) -> Nets:
    """Nets without any structure, so that no mistake hides behind one."""
    source = np.random.default_rng(seed)
    return Nets(
        source.integers(-2000, 2000, (2 + n_early, 6, 10)),
        source.integers(-2000, 500, 10),
        True,
        int(LOWEST_PAIR),
    )


def look_at(nets: Nets, seen: Seen) -> Tally:
    n_left = 52 - sum(len(group) for group in seen)
    n_free = 5 - len(seen.board) - len(seen.known)
    n_dealer = comb(n_left - n_free, 2 - len(seen.exposed))
    n_bets = 2 if nets.later else 0
    return tally(
        seen,
        nets.threshold,
        lines_of(nets.bets[:n_bets], n_dealer),
        np.tile(nets.fold * n_dealer, 2),
    )


def total(nets: Nets, plan: int, found: Tally) -> int:
    return int((results_of(found.counted, found.n_dealer) * nets.bets[plan]).sum())


@pytest.fixture(scope="module")
def uneven() -> Solution:
    return solve(random_nets(1, 2))


HALF_ANTES = [
    # Published sums; river bets over 990 dealer hands, flop choices over 1081 boards as well.
    ("AsKd", "Ah7c7d2s9h", {"bet-1x": 2936, "bet-2x": 4504, "bet-4x": 7640}, 2352),
    ("AsKd", "Ah7c2d", {"wait": 2731422, "bet-2x": 4396140, "bet-4x": 7725576}, 1729023),
]


@pytest.mark.parametrize(("hand", "board", "uth", "call"), HALF_ANTES)
def test_sums_of_a_spot_are_the_known_ones(
    hand: str, board: str, uth: dict[str, int], call: int
) -> None:
    plans = plans_of(build("ultimate-texas-holdem"))
    assert plans.scale == 2
    found = look_at(plans.nets, Seen(parse_cards(hand), parse_cards(board)))
    names = [action.id for action in plans.bets]
    for name, expected in uth.items():
        sum_of = found.waiting if name == "wait" else total(plans.nets, names.index(name), found)
        assert sum_of == expected
    casino = plans_of(build("casino-holdem"))
    found = look_at(casino.nets, Seen(parse_cards(hand), parse_cards(board)))
    assert Fraction(total(casino.nets, 0, found), casino.scale) == call


@pytest.mark.parametrize("seed", range(25))
def test_the_solved_game_and_the_spot_from_scratch_agree_on_a_flop(
    uneven: Solution, seed: int
) -> None:
    cards = random.Random(seed).sample(range(52), 5)
    found = look_at(uneven.nets, Seen(tuple(cards[:2]), tuple(cards[2:])))
    assert uneven.at_flop(cards[:2], cards[2:]) == (found.waiting, total(uneven.nets, 0, found))


@pytest.mark.parametrize("flop", ["AcKcQc", "2c2d2h", "9h9s4h", "7c7d7s", "KdQdJd", "5s4s3s"])
def test_they_agree_on_flops_of_few_ranks_or_suits(uneven: Solution, flop: str) -> None:
    for hand in ("TcJc", "2s9d", "5d6d"):
        seen = Seen(parse_cards(hand), parse_cards(flop))
        found = look_at(uneven.nets, seen)
        assert uneven.at_flop(*seen[:2]) == (found.waiting, total(uneven.nets, 0, found))


@pytest.mark.parametrize("hand", ["AcAd", "8s7s"])
def test_they_agree_before_the_flop(uneven: Solution, hand: str) -> None:
    cards = parse_cards(hand)
    number = class_number(*cards)
    found = look_at(uneven.nets, Seen(cards, ()))
    size = int(hand_tables().class_size[number])
    assert int(uneven.waiting[number]) == found.waiting * size
    for plan in range(2):
        sums = total(uneven.nets, 2 + plan, found) * found.n_flops
        assert int(uneven.early[plan, number]) == sums * size


def test_every_board_is_worth_the_same_wherever_the_suits_are(uneven: Solution) -> None:
    for change in ((1, 0, 3, 2), (3, 2, 1, 0), (2, 3, 1, 0)):
        for seed in range(10):
            cards = random.Random(seed).sample(range(52), 5)
            moved = [a >> 2 << 2 | change[a & 3] for a in cards]
            assert uneven.at_flop(cards[:2], cards[2:]) == uneven.at_flop(moved[:2], moved[2:])


def test_counts_price_to_what_the_decisions_are_worth(uneven: Solution) -> None:
    nets = uneven.nets
    early = np.arange(N_CLASSES) % 3 - 1  # any plan before the flop will do
    counts = count_play(uneven, early)
    assert int(counts.bets.sum() + counts.folded.sum()) == ROUNDS
    assert counts.bets.min() >= 0
    priced = int((counts.bets.astype(object) * nets.bets).sum())
    priced += int((counts.folded.astype(object) * nets.fold).sum())
    chosen = np.choose(early + 1, [uneven.waiting, *uneven.early])
    assert priced == sum(int(n) for n in chosen)


def test_a_bet_halfway_between_two_others_needs_no_sweep() -> None:
    nets = random_nets(2, 2)
    nets.bets[2] = 2 * nets.bets[3] - nets.bets[0]  # so that 3 is halfway between 0 and 2
    solution = solve(nets)
    for number in (0, 17, 168):
        assert 2 * solution.early[1, number] == solution.betting[number] + solution.early[0, number]
    found = look_at(nets, Seen(parse_cards("AcAd"), ()))
    number = class_number(*parse_cards("AcAd"))
    assert int(solution.early[1, number]) == total(nets, 3, found) * found.n_flops * 6


def test_the_choice_on_the_flop_knows_the_five_cards_seen() -> None:
    plans = plans_of(build("casino-holdem", "bonus-needs-call"), {"aa": Fraction(3, 2)})
    nets = plans.nets
    assert nets.dealt is not None
    solution = solve(nets)
    counts = count_play(solution, np.full(N_CLASSES, -1))
    deals = 1081 * 990
    priced = int((counts.bets.astype(object) * nets.bets).sum())
    priced += int((counts.folded.astype(object) * nets.fold).sum())
    priced += int((counts.dealt.astype(object) * nets.dealt).sum()) * deals
    assert priced == int(solution.waiting.sum())
    # Pairs of aces or better among all hands and flops.
    paid = Fraction(int(counts.dealt[:, 2:].sum()), int(counts.dealt.sum()))
    assert paid == Fraction(282660, 2598960)


def test_all_hands_to_the_end_have_the_rows_of_all_seven_card_hands() -> None:
    everything = count_all_in(int(LOWEST_PAIR))
    assert int(everything.sum()) == ROUNDS
    assert everything.sum(axis=0).tolist() == [n * (ROUNDS // 133784560) for n in SEVEN_CARDS]
    # Player and dealer are alike.
    won = sum(everything[RESULTS.index(name)].sum() for name in ("win", "win-no-game"))
    lost = sum(everything[RESULTS.index(name)].sum() for name in ("lose", "lose-no-game"))
    assert won == lost


def test_flops_and_hands_stand_for_all_there_are() -> None:
    flops, hands = flop_tables(), hand_tables()
    free = (hands.bits[None, :] & flops.bits[:, None]) == 0
    rows = free & flops.smallest
    assert int(rows.sum()) == 1286792
    weights = flops.weight[:, None] * flops.alike
    assert int(weights[rows].sum()) == 1326 * 19600


def test_hands_and_classes_are_numbered_once() -> None:
    hands = list(combinations(range(52), 2))
    assert {hand_number(*hand) for hand in hands} == set(range(1326))
    names = [class_name(n) for n in range(N_CLASSES)]
    assert len(set(names)) == N_CLASSES
    assert class_name(class_number(*parse_cards("As Kd"))) == "AKo"
    assert class_name(class_number(*parse_cards("2d Td"))) == "T2s"
    assert class_name(class_number(*parse_cards("9d 9s"))) == "99"


def test_nets_that_could_leave_64_bits_are_refused() -> None:
    nets = random_nets(3, 1)
    nets.bets[0, 5, 9] = MAX_NET + 1
    with pytest.raises(RuleError, match="64 bits"):
        solve(nets)


def test_the_largest_nets_are_still_exact() -> None:
    nets = random_nets(4, 1)
    nets.bets[:, :, :] = MAX_NET
    solution = solve(nets)
    sizes = hand_tables().class_size
    deals = 19600 * 1081 * 990
    for sums in (solution.waiting, solution.betting, solution.early[0]):
        assert [int(n) for n in sums] == [int(n) * deals * MAX_NET for n in sizes]


def test_kernels_give_the_same_without_the_compiler() -> None:
    program = """
import json
from trainer.documents.spots import ev_document
print(json.dumps([
    ev_document({"game": "ultimate-texas-holdem", "variant": "bad-beat", "dealer": "Jc",
        "player": "Kd Qh", "board": "4s 5h 6d 8c 9d", "stakes": {"ante": "2", "bad_beat": "1"}}),
    ev_document({"game": "casino-holdem", "player": "As 2d", "board": "Ac 8h 5d",
        "dealer": "Ks Kd", "known_board": "2h"}),
]))
"""
    answers = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, **more},
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for more in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert answers[0] == answers[1]


def test_sums_of_bets_by_the_five_cards_seen_are_those_of_the_flops() -> None:
    plans = plans_of(build("casino-holdem", "bonus-needs-call"), {"aa": Fraction(3, 2)})
    nets = plans.nets
    assert nets.dealt is not None
    solution = solve(nets)
    counts = count_play(solution, np.full(N_CLASSES, -1))
    flops, hands = flop_tables(), hand_tables()
    flop, hand = np.nonzero((hands.bits[None, :] & flops.bits[:, None]) == 0)
    cards = np.column_stack([hands.low[hand], hands.high[hand], flops.cards[flop]])
    values = evaluate_many(cards).astype(np.int64)
    aces = int(value_of(Category.PAIR, (12, 2, 1, 0)))
    rows = (values >> 12) + (values >= aces) + (values == int(ROYAL_FLUSH))
    folds, bets = (solution.flops()[flop, choice, hand] for choice in (0, 1))
    called = bets > folds
    bets = bets - nets.dealt[1, rows] * 1081 * 990
    for row in range(11):
        chosen = called & (rows == row)
        weights = flops.weight[flop[chosen]]
        high, low = (int(n) for n in counts.dealt_sums[:, row])
        assert int(counts.dealt[1, row]) == int(weights.sum())
        assert (high << SPLIT) + low == int((weights * bets[chosen]).sum())
