"""Whole five-card games from their pieces: figures, what is kept, and faults of the engine."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import five_card_engine as made
from tests.five_card_engine import BOUGHT, FOLDED, RAISED, engine_of
from trainer.documents.edges import edge_document, features_document
from trainer.engine.draw_game import N_HANDS_BEHIND
from trainer.errors import RuleError, StakeError
from trainer.ev.five_card import five_card_rules
from trainer.games import build
from trainer.hands import HAND_IDS
from trainer.rules import Game
from trainer.solve import bonus as bonus_module
from trainer.solve import chunks as chunks_module
from trainer.solve.endings import fault_of
from trainer.solve.executors import SolveError
from trainer.solve.five_card import (
    FiveCardEdge,
    edge_five_card,
    feature_worth,
    n_solved,
    steps_of,
)
from trainer.solve.pieces import Piece, code_files, name_of
from trainer.solve.store import load_arrays, read_text, save_arrays, write_text

RUSSIAN = "russian-poker"
ALL = Fraction(N_HANDS_BEHIND)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of these tests stay out of the user's folder."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    return tmp_path


def russian(**rules: str) -> Game:
    return build(RUSSIAN, "default", rules)


def solved(game: Game, **more: Any) -> FiveCardEdge:
    return edge_five_card(game, executor=engine_of(game), **more)


# --- figures -------------------------------------------------------------------------------


def test_the_average_wager_counts_fees_insurance_and_purchases() -> None:
    # Three of a kind pays 3:1, so 3 of the 6 antes may be insured.
    insured, bought, both = (
        BOUGHT * Fraction(1, 5),
        BOUGHT * Fraction(2, 5),
        BOUGHT * Fraction(1, 5),
    )
    total = ALL + 2 * RAISED + BOUGHT  # ante, raise, fee
    total += 2 * (insured + bought + both) + 3 * (insured + both) + (bought + both)
    assert solved(russian(insured_purchase="yes")).average_wager == total / ALL


def test_shares_say_what_is_done_first_and_what_follows() -> None:
    found = solved(russian(insured_purchase="yes"))
    assert found.actions == {"raise": RAISED / ALL, "sixth": BOUGHT / ALL, "fold": FOLDED / ALL}
    assert found.raises == {"raise": 1, "sixth": Fraction(4, 5), "fold": 0}
    assert found.insured == Fraction(2, 5) * BOUGHT / ALL
    assert found.bought == Fraction(3, 5) * BOUGHT / ALL
    document = edge_document(found)
    assert document["actions"]["sixth"] == {"share": float(BOUGHT / ALL), "raises": 0.8}
    assert document["insured"] == float(found.insured)


@pytest.mark.parametrize(
    ("game", "rules", "is_told"),
    [
        ("russian-poker", {}, True),
        ("russian-poker", {"sixth": "no", "exchange": "none"}, False),
        ("caribbean-stud", {}, False),
        ("caribbean-stud", {"exchange": "1-5"}, True),
    ],
)
def test_raises_are_told_where_a_house_sells_cards(
    game: str, rules: dict[str, str], is_told: bool
) -> None:
    found = solved(build(RUSSIAN))
    document = edge_document(replace(found, game=build(game, "default", rules)))
    assert isinstance(document["actions"]["raise"], dict) is is_told


def test_outcomes_tell_a_purchase_that_brings_no_game() -> None:
    found = solved(russian(insured_purchase="yes"))
    by_showdown = {name: dict(rows) for name, rows in found.outcomes.items()}
    trips, pair = "three-of-a-kind", "pair"
    assert by_showdown == {
        "fold": {pair: Fraction(FOLDED) / ALL, trips: Fraction(BOUGHT, 5) / ALL},
        "win": {pair: Fraction(RAISED, 6) / ALL, trips: Fraction(3 * BOUGHT, 10) / ALL},
        "tie": {pair: Fraction(RAISED, 12) / ALL},
        "lose": {pair: Fraction(RAISED, 4) / ALL, trips: Fraction(BOUGHT, 5) / ALL},
        "win-no-game": {pair: Fraction(RAISED, 2) / ALL, trips: Fraction(BOUGHT, 10) / ALL},
        "win-no-game-bought": {trips: Fraction(BOUGHT, 5) / ALL},
    }
    assert sum(sum(rows.values()) for rows in by_showdown.values()) == 1


def test_value_and_deviation_are_those_of_the_nets() -> None:
    # By the rule file: ante 1:1 and bet pushed without a game; pair 1:1; trips 3:1 on 2 antes.
    found = solved(russian(insured_purchase="yes"))
    nets = {
        ("raise", 0): 1, ("raise", 1): 2, ("raise", 2): 0, ("raise", 3): -3, ("fold", 0): -2,
        ("insured", 0): 1 + 3 - 1, ("insured", 1): 6 - 3 - 1, ("bought", 0): 0 - 1 - 1,
        ("bought", 1): 6 - 1 - 1, ("insured-bought", 3): 3 - 3 - 1 - 1,
    }  # fmt: skip
    parts = [(Fraction(-1), Fraction(FOLDED))]
    parts += [(Fraction(nets[key]), part * RAISED) for key, part in made.RAISED_PARTS.items()]
    parts += [(Fraction(nets[key]), part * BOUGHT) for key, part in made.BOUGHT_PARTS.items()]
    mean = sum(net * n for net, n in parts) / ALL
    assert found.ev == found.main == mean
    assert found.variance == sum(net * net * n for net, n in parts) / ALL - mean * mean


def test_a_game_with_a_shared_board_is_refused() -> None:
    with pytest.raises(RuleError, match="shared board"):
        edge_five_card(build("casino-holdem"))


# --- the engine's two counts ---------------------------------------------------------------


def test_endings_that_are_not_worth_the_value_are_refused() -> None:
    game = russian()
    rules, deals = five_card_rules(game), made.endings(game)
    good = made.chunk(rules, 4, deals)
    assert fault_of(rules, good) is None
    worse = {**good.value, "sixth": good.value["sixth"] + Fraction(1, 10**9)}
    assert "upcard 4, sixth" in str(fault_of(rules, replace(good, value=worse)))
    fewer = {**good.deals, "raise": good.deals["raise"] - 1}
    assert "deals" in str(fault_of(rules, replace(good, deals=fewer)))
    moved = {**good.deals, "raise": good.deals["raise"] - 1, "fold": good.deals["fold"] + 1}
    assert "endings" in str(fault_of(rules, replace(good, deals=moved)))
    engine = made.OneByOne(lambda job: Piece(job.up, replace(good, up=job.up, value=worse)))
    with pytest.raises(SolveError, match="contradicts itself"):
        edge_five_card(game, executor=engine, with_bonus=False)


# --- what is kept --------------------------------------------------------------------------


def test_a_stopped_solve_goes_on_with_what_is_missing(data_folder: Path) -> None:
    game = russian(bonus="none")
    first = engine_of(game)
    seen: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        seen.append((done, of))
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edge_five_card(game, None, stop, executor=first)
    assert seen[0] == (0, 13)
    assert n_solved(game) == len(first.asked) == 5
    second = engine_of(game)
    found = edge_five_card(game, executor=second)
    assert sorted(first.asked + second.asked) == list(range(13))
    assert found.reused == tuple(f"upcard {rank}" for rank in "23456")
    assert edge_five_card(game, executor=engine_of(game)).reused == ("play",)
    assert not [path for path in data_folder.rglob(".*") if path.is_file()]


def test_other_names_and_bonuses_need_no_new_solve() -> None:
    solved(russian())
    again = engine_of(russian())
    assert edge_five_card(russian(bonus="five-card-1000"), executor=again).reused == ("play",)
    assert edge_five_card(russian(bonus="six-card-7"), executor=again).reused == ("play",)
    house = build(RUSSIAN, "full-insurance", {"insurance": "half"})
    assert edge_five_card(house, executor=again).reused == ("play",)
    assert again.asked == []
    other = edge_five_card(russian(insurance="full"), executor=again)
    assert other.reused == ()
    assert again.asked == list(range(13))


def test_sixth_cards_alone_are_counted_where_the_play_is_there() -> None:
    edge_five_card(russian(bonus="none"), executor=engine_of(russian()))
    wanted: list[tuple[bool, bool]] = []
    inner = engine_of(russian())

    def solve(job: chunks_module.Job) -> Piece:
        wanted.append((job.wants_chunk, job.wants_bought))
        piece: Piece = inner._solve(job)
        return piece

    found = edge_five_card(russian(), executor=made.OneByOne(solve))
    assert set(wanted) == {(False, True)}
    assert "bonus" in found.side_bets


@pytest.mark.parametrize(
    "text", ["", "{}", '{"up": 3}', '{"up": Infinity}', "[1, 2]", "null", "[" * 100_000]
)
def test_a_damaged_file_is_solved_again(data_folder: Path, text: str) -> None:
    game = russian(bonus="none")
    before = solved(game)
    next(data_folder.rglob("game.json")).unlink()
    files = sorted(data_folder.rglob("upcard-*.json"))
    assert len(files) == 13
    files[3].write_text(text)
    # One that was written whole, and holds something else.
    write_text(files[5], text)
    # One that was changed and does not add up.
    document = json.loads(read_text(files[7]) or "")
    document["value"]["raise"] = "1/7"
    write_text(files[7], json.dumps(document))
    # So does one with a way, or a row, that there is none of.
    for n, place, odd in ((9, 1, "won"), (10, 2, 999)):
        document = json.loads(read_text(files[n]) or "")
        document["endings"][1][place] = odd
        write_text(files[n], json.dumps(document))
    engine = engine_of(game)
    found = edge_five_card(game, executor=engine)
    assert engine.asked == [3, 5, 7, 9, 10]
    assert found.ev == before.ev


@pytest.mark.parametrize("kind", ["game", "upcard-03", "sixth-03"])
def test_any_other_byte_makes_a_file_useless(data_folder: Path, kind: str) -> None:
    game = russian()
    before = solved(game)
    if kind != "game":
        next(data_folder.rglob("game.json")).unlink()
    path = next(data_folder.rglob(f"{kind}.json"))
    text = path.read_text()
    at = next(n for n in range(len(text) // 2, len(text)) if text[n].isdecimal())
    path.write_text(text[:at] + str(9 - int(text[at])) + text[at + 1 :])
    engine = engine_of(game)
    found = edge_five_card(game, executor=engine)
    assert engine.asked == ([] if kind == "game" else [3])
    assert (found.ev, found.average_wager, found.side_bets) == (
        before.ev, before.average_wager, before.side_bets
    )  # fmt: skip


def test_damaged_arrays_are_as_good_as_none(data_folder: Path) -> None:
    arrays = {"counts": np.arange(300, dtype=np.int64) ** 3}
    save_arrays("plays", "x", arrays)
    path = next(data_folder.rglob("x.npz"))
    data = path.read_bytes()
    n_useless = 0
    for n in range(len(data)):
        path.write_bytes(data[:n] + bytes([data[n] ^ 0x55]) + data[n + 1 :])
        found = load_arrays("plays", "x")
        n_useless += found is None
        assert found is None or "counts" not in found or (found["counts"] == arrays["counts"]).all()
    assert n_useless > len(data) // 2


def test_without_keeping_nothing_is_read_or_written(data_folder: Path) -> None:
    solved(russian(), keep=False)
    assert list(data_folder.iterdir()) == []


def test_nowhere_to_write_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "file"))
    assert solved(russian()).ev == solved(russian()).ev


def test_a_worker_with_other_code_is_refused() -> None:
    rules = five_card_rules(russian())
    with pytest.raises(SolveError, match="another version"):
        chunks_module.solve_job(chunks_module.Job(rules, 0, True, False, "0" * 32))


def test_all_code_that_makes_a_piece_or_a_row_names_it() -> None:
    package = Path(bonus_module.__file__).parent.parent
    named = {path.relative_to(package).as_posix() for path in code_files()}
    assert {"cards.py", "compiled.py", "solve/bonus.py", "solve/deals.py"} < named
    assert {"hands/values.bin", "hands/kernels.py", "engine/draw_solve.py"} < named
    assert {f"engine/{path.name}" for path in (package / "engine").glob("draw*.py")} < named


def test_rules_that_differ_have_other_names() -> None:
    changes: list[dict[str, str]] = [
        {}, {"sixth": "no"}, {"exchange": "1-4"}, {"exchange_fee": "2"}, {"insurance": "full"},
        {"combinations": "one"}, {"paired_straight": "straight-plus-pair"}, {"bet": "pair-2"},
        {"qualifies": "pair"}, {"ante_on_win": "even"}, {"ante_no_game": "straight-4"},
        {"insurance_on_game": "lost"}, {"purchase": "lowest"}, {"purchase": "none"},
        {"purchase_redraw": "no"}, {"purchase_fails": "even"}, {"insured_purchase": "yes"},
        {"raise_after_five": "forced"},
    ]  # fmt: skip
    names = {name_of(five_card_rules(russian(**change))) for change in changes}
    assert len(names) == len(changes)


@pytest.mark.parametrize(
    "changes",
    [
        # Where nothing is sold, what a purchase would bring makes no other game.
        [
            {"purchase": "none"},
            {"purchase": "none", "purchase_redraw": "no"},
            {"purchase": "none", "purchase_fails": "even"},
            {"purchase": "none", "insured_purchase": "yes"},
        ],
        [{"insurance": "none"}, {"insurance": "none", "insured_purchase": "yes"}],
        [{"exchange": "1-4"}, {"exchange": "1-4", "raise_after_five": "forced"}],
    ],
)
def test_rules_that_cannot_matter_make_no_other_game(changes: list[dict[str, str]]) -> None:
    assert len({name_of(five_card_rules(russian(**change))) for change in changes}) == 1


# --- the bonus -----------------------------------------------------------------------------


def test_dealt_hands_are_as_often_as_a_count_of_all_hands_says() -> None:
    from trainer.hands.kernels import evaluate_many

    hands = np.fromiter(
        (a for hand in combinations(range(52), 5) for a in hand),
        dtype=np.uint8,
        count=5 * 2_598_960,
    ).reshape(-1, 5)
    counts = np.bincount(bonus_module.categories(evaluate_many(hands)), minlength=len(HAND_IDS))
    assert dict(zip(HAND_IDS, counts.tolist(), strict=True)) == bonus_module.DEALT


@pytest.mark.parametrize(
    ("table", "edge"), [("five-card-1000", "3.0494%"), ("five-card-3000", "30.783%")]
)
def test_five_card_bonuses_have_their_published_edges(table: str, edge: str) -> None:
    found = solved(russian(bonus=table)).side_bets["bonus"]
    digits = len(edge.partition(".")[2]) - 1
    assert f"{float(found.house_edge):.{digits}%}" == edge


def test_a_bonus_on_dealt_cards_adds_to_the_game() -> None:
    game = russian(bonus="five-card-1000")
    plain = solved(game)
    both = edge_five_card(game, {"bonus": Fraction(1, 2)})
    assert both.ev == plain.ev + plain.side_bets["bonus"].ev / 2
    assert both.average_wager == plain.average_wager + Fraction(1, 2)
    assert both.standard_deviation is None
    assert edge_document(both)["main_game"]["exact"] == str(plain.ev)


def test_a_stake_on_a_bonus_that_changes_play_is_refused() -> None:
    with pytest.raises(RuleError, match="bought card"):
        edge_five_card(russian(), {"bonus": Fraction(1)}, executor=engine_of(russian()))


@pytest.mark.parametrize("side", ["insurance", "ante", "trips"])
def test_a_stake_on_what_is_no_side_bet_is_refused_before_anything_is_solved(side: str) -> None:
    game = build("caribbean-stud", "default", {"insurance": "half"})
    engine = engine_of(game)
    with pytest.raises(StakeError, match=side):
        edge_five_card(game, {side: Fraction(1)}, executor=engine)
    assert engine.asked == []


def test_a_bought_hand_is_paid_only_where_the_dealt_one_is_not() -> None:
    game = russian()
    share = BOUGHT / ALL
    dealt = edge_five_card(
        russian(sixth="no", exchange="none"), executor=engine_of(game), keep=False, with_bonus=True
    ).side_bets["bonus"]
    # Straights made by the sixth card win 8 where the dealt hand lost 1.
    made_six = edge_five_card(game, executor=engine_of(game, "high-card", "straight"), keep=False)
    assert made_six.side_bets["bonus"].ev == dealt.ev + share * 9
    assert made_six.side_bets["bonus"].hit_rate == dealt.hit_rate + share
    # A dealt straight is paid as dealt, whatever it becomes.
    both = edge_five_card(game, executor=engine_of(game, "straight", "flush"), keep=False)
    assert both.side_bets["bonus"].ev == dealt.ev


def test_sixth_cards_are_counted_card_by_card() -> None:
    from trainer.cards import Card
    from trainer.engine.draw_states import new_states
    from trainer.engine.draw_whole import RAISE, SIXTH
    from trainer.hands import HandValue, evaluate, hand_id

    def place(cards: tuple[int, ...]) -> int:
        value = HandValue(evaluate([Card(a) for a in cards]))
        return HAND_IDS.index(hand_id(value, ace_king=True))

    hands = [(51, 46, 21, 9, 4), (51, 50, 40, 36, 17), (47, 43, 39, 35, 1), (9, 13, 17, 21, 26)]
    states = new_states(len(hands) + 1)
    weights = [6, 3, 1, 6]
    for n, hand in enumerate(hands):
        states.weight[n], states.best[n] = weights[n], SIXTH
        for a in hand:
            states.masks[n, a & 3] |= 1 << (a >> 2)
    states.best[-1] = RAISE
    wanted = [[0] * len(HAND_IDS) for _ in HAND_IDS]
    for hand, weight in zip(hands, weights, strict=True):
        for a in set(range(52)) - {*hand, 20}:
            wanted[place(hand)][place((*hand, a))] += 4 * weight
    assert bonus_module.count_bought(states, 5) == tuple(map(tuple, wanted))


# --- features ------------------------------------------------------------------------------


def test_features_are_added_one_after_the_other() -> None:
    def rebuild(rules: Any) -> Game:
        return russian(**rules)

    games = steps_of(russian(), rebuild)
    assert list(games) == ["raise-or-fold", "sixth", "exchange", "insurance", "purchase"]
    told = [
        [game.variant.rules[rule] for rule in ("sixth", "exchange", "insurance", "purchase")]
        for game in games.values()
    ]
    assert told[0] == ["no", "none", "none", "none"]
    assert told[2] == ["yes", "1-5", "none", "none"]
    assert told[-1] == ["yes", "1-5", "half", "highest"]


def test_a_house_without_a_feature_has_fewer_steps() -> None:
    def rebuild(rules: Any) -> Game:
        return build("caribbean-stud", "default", dict(rules))

    assert list(steps_of(build("caribbean-stud"), rebuild)) == ["raise-or-fold"]


def test_a_features_worth_is_the_difference_of_two_solves() -> None:
    def rebuild(rules: Any) -> Game:
        return russian(**{"sixth": "yes", "exchange": "none", **rules})

    seen: list[tuple[int, int]] = []
    game = rebuild({})
    steps = feature_worth(
        game, rebuild, lambda n, of: seen.append((n, of)), executor=engine_of(game)
    )
    assert [step.feature for step in steps] == ["raise-or-fold", "sixth", "insurance", "purchase"]
    assert seen == sorted(seen)
    assert seen[-1] == (4 * 13, 4 * 13)
    for before, step in pairwise(steps):
        assert step.gain == step.edge.ev - before.edge.ev
    document = features_document(steps)
    assert document["features"][-1]["exact"] == str(solved(game).ev)
    assert document["features"][0]["gain"] == 0.0
