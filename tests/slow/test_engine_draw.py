"""Whole five-card games against published integers, and all options of spots card by card."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tests import naive, naive_draw
from tests.draw_cases import deals, final_cases
from trainer.cards import Card
from trainer.engine.draw_game import UPCARD_RANKS, GameValue, solve_chunk, whole_game
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN
from trainer.engine.draw_stages import final_values
from trainer.engine.draw_state import state_values
from trainer.ev.five_card import five_card_rules
from trainer.games import build

PLAIN = {"insurance": "none", "purchase": "none"}
STUD = PLAIN | {"sixth": "no", "exchange": "none", "combinations": "one", "ante_on_win": "even"}


def solved(**changed: str) -> GameValue:
    rules = five_card_rules(build("russian-poker", overrides=changed))
    return whole_game(solve_chunk(rules, up) for up in UPCARD_RANKS)


@pytest.mark.parametrize(
    ("changed", "exact"),
    [
        pytest.param(
            PLAIN | {"sixth": "no", "exchange": "none"},
            Fraction(-4_716_267_623, 25_425_038_925),
            id="raise-or-fold",
        ),
        pytest.param(
            PLAIN | {"exchange": "none"},
            Fraction(-7_371_125_069_603, 69_766_306_810_200),
            id="sixth-card",
        ),
        pytest.param(
            PLAIN,
            Fraction(-14_153_702_268_865_993, 428_195_993_373_876_000),
            id="sixth-card-and-exchanges",
        ),
        pytest.param(
            STUD | {"exchange": "1-3", "exchange_fee": "1/2/3"},
            Fraction(-723_583_636_439, 69_766_306_810_200),
            id="oasis-up-to-three",
        ),
    ],
)
def test_whole_game_has_its_published_value(changed: dict[str, str], exact: Fraction) -> None:
    assert solved(**changed).value == exact


def test_oasis_with_its_literal_price_list() -> None:
    game = solved(
        **STUD | {"exchange": "1-5", "exchange_fee": "1/2/3/2/1", "raise_after_five": "forced"}
    )
    assert round(float(-game.value), 9) == 0.006885664


def test_caribbean_stud_and_its_thirteen_outcomes() -> None:
    # http://www.casinoadvisor.com/caribbean-stud-poker-probability-article.html, 2026-11-29
    game = solved(**STUD)
    assert game.value == Fraction(-142_031_221, 2_718_662_100)
    rows = build("russian-poker", overrides=STUD).bet("bet").rows
    everything = 52 * comb(51, 5) * comb(46, 4)

    def count(way: str, result: int, row: int | None = None) -> Fraction:
        return everything * sum(
            share
            for ending, share in game.endings.items()
            if (ending.way, ending.result) == (way, result) and row in (None, ending.row)
        )

    wins = {id: count("raise", WIN, row) for row, id in enumerate(rows)}
    wins = {id: n for id, n in wins.items() if n}
    wins["pair"] += wins.pop("ace-king")
    assert wins == {
        "royal-flush": 16_759_740,
        "straight-flush": 156_929_720,
        "four-of-a-kind": 2_832_435_800,
        "full-house": 16_624_475_280,
        "flush": 21_856_990_280,
        "straight": 43_805_516_100,
        "three-of-a-kind": 234_242_908_320,
        "two-pair": 488_012_139_360,
        "pair": 2_343_248_003_808,
    }
    assert count("raise", NO_GAME) == 4_532_514_033_720
    assert count("raise", TIE) == 321_623_100
    assert count("raise", LOSE) == 2_726_592_727_512
    assert count("fold", NO_GAME) == 9_523_005_974_460


@pytest.mark.parametrize(("hand", "upcard"), list(deals(23, 10)))
def test_all_options_equal_a_count_of_all_dealers(hand: tuple[int, ...], upcard: int) -> None:
    rules = five_card_rules(build("russian-poker", overrides=PLAIN))
    found = state_values(rules, tuple(Card(a) for a in hand), Card(upcard))
    wanted = naive_draw.option_sums(hand, upcard, naive.RUSSIAN_DEFAULT | PLAIN)
    assert (found.raised, found.sixth) == (wanted["raise"], wanted["sixth"])
    exchanges = {
        tuple(sorted(given)): one.value
        for one in found.exchanges
        for given in (one.cards, *one.same)
    }
    assert len(exchanges) == 31
    assert exchanges == {key: value for key, value in wanted.items() if not isinstance(key, str)}


def test_200_final_hands_with_insurance_and_purchase_card_by_card() -> None:
    for variant, hand, upcard, gone in final_cases(29, 200):
        rules = five_card_rules(build("russian-poker", variant))
        away = tuple(Card(a) for a in gone)
        found = final_values(rules, tuple(Card(a) for a in hand), Card(upcard), away)
        wanted = naive_draw.raised(hand, upcard, gone, naive.RULES[naive.RUSSIAN][variant])
        n_hands = wanted["hands"]
        assert found.raised == wanted["raise"] / n_hands, (variant, hand, upcard, gone)
        if "insured" in wanted:
            assert found.insured == wanted["insured"] / n_hands, (variant, hand, upcard, gone)
        else:
            assert found.insured is None
