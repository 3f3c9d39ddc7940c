"""Whole games: published edges, what must hold between them, and what is kept for the next time."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.naive import CASINO, UTH
from tests.reported_cases import cases
from trainer.documents.edges import edge_document
from trainer.errors import RuleError
from trainer.games import build, specs, variants
from trainer.rules import Game, Paytable
from trainer.solve import Edge, data_folder, edge
from trainer.solve import edges as edges_module
from trainer.solve import store as store_module

SEVEN_CARDS = {
    # Best hands of all 133,784,560: https://people.math.sfu.ca/~alspach/comp20/ (2026-11-29).
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
FIVE_CARDS = {
    # All 2,598,960: the same source. Of the 1,098,240 pairs a thirteenth are aces.
    "high-card": 1302540,
    "pair": 1098240 * 12 // 13,
    "pair-of-aces": 1098240 // 13,
    "two-pair": 123552,
    "three-of-a-kind": 54912,
    "straight": 10200,
    "flush": 5108,
    "full-house": 3744,
    "four-of-a-kind": 624,
    "straight-flush": 36,
    "royal-flush": 4,
}
# Losing hands of two players, of C(52, 5) C(47, 2) C(45, 2) deals. Source:
# https://discountgambling.net/category/caribbean-stud/ultimate-texas-holdem/ (checked 2026-11-29).
LOSING = {
    "royal-flush": 0,
    "four-of-a-kind": 471040512,
    "flush": 19434208592,
    "three-of-a-kind": 64049759448,
    "pair": 1366512556968,
    "high-card": 791967420480,
}


@pytest.fixture(autouse=True, scope="module")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results of these tests stay out of the user's folder."""
    patch = pytest.MonkeyPatch()
    patch.setenv("CASINO_POKER_DATA", str(tmp_path_factory.mktemp("data")))
    yield
    patch.undo()


def solved(game: str, variant: str = "default", **more: object) -> Edge:
    return edge(build(game, variant), **more)  # type: ignore[arg-type]


def with_table(game: str, bet: str, odds: dict[str, Fraction], variant: str = "default") -> Game:
    return build(game, variant, None, {bet: Paytable("mine", odds)})


# --- published values ----------------------------------------------------------------------


def test_ultimate_texas_holdem_is_worth_exactly_what_is_published() -> None:
    found = solved(UTH)
    assert (
        found.ev == Fraction(-607723787676, 27813810024000) == Fraction(-50643648973, 2317817502000)
    )
    assert found.average_wager == Fraction(29163830173, 7023689400)
    assert found.actions["bet-4x"] == Fraction(250, 663)
    assert found.actions["bet-3x"] == 0
    assert list(found.actions) == ["bet-4x", "bet-3x", "bet-2x", "bet-1x", "fold"]
    assert f"{float(found.element_of_risk):.3%}" == "0.526%"
    assert found.standard_deviation == pytest.approx(4.94, abs=0.005)


def test_casino_holdem_is_worth_exactly_what_is_published() -> None:
    found = solved(CASINO)
    assert found.ev == Fraction(-600123513880, 27813810024000) == Fraction(-1363917077, 63213204600)
    assert found.actions == {"call": Fraction(13057, 15925), "fold": Fraction(2868, 15925)}
    assert f"{float(found.element_of_risk):.2%}" == "0.82%"


def test_the_older_ante_rule_has_its_published_edge() -> None:
    found = solved(CASINO, "caribbean-holdem")
    assert f"{float(found.element_of_risk):.4%}" == "1.1706%"  # beatingbonuses.com/games.htm


@pytest.mark.parametrize(
    ("case", "variant"), [("XV01", "pa-b"), ("XV02", "pa-c"), ("XV03", "pa-a")]
)
def test_reported_trips_tables(case: str, variant: str) -> None:
    text = cases("ev")[case].expected.split(" = ")[1]
    found = solved(UTH, variant).side_bets["trips"]
    assert found.ev == Fraction(text)
    hits = sum(SEVEN_CARDS[row] for row in list(SEVEN_CARDS)[3:])
    assert found.hit_rate == Fraction(hits, 133784560)


def test_trips_of_the_fourth_table() -> None:
    assert f"{float(solved(UTH, 'pa-d').side_bets['trips'].house_edge):.4%}" == "6.1808%"


def test_xv12_the_aa_bonus() -> None:
    found = solved(CASINO).side_bets["aa"]
    assert found.ev == Fraction(-5809, 92820)
    assert found.hit_rate == Fraction(282660, 2598960)
    assert "282660 of 2598960" in cases("ev")["XV12"].expected
    other = solved(CASINO, "ante-25").side_bets["aa"]
    assert f"{float(other.house_edge):.4%}" == "6.4023%"  # wizardofodds.com/games/casino-hold-em


def test_a_bonus_lost_by_folding_is_worth_less_and_pays_less_often() -> None:
    alive, lost = (solved(CASINO, v).side_bets["aa"] for v in ("default", "bonus-needs-call"))
    assert lost.ev < alive.ev
    assert lost.hit_rate < alive.hit_rate


def test_the_bad_beat_bet_has_its_published_edge_and_counts() -> None:
    found = solved(UTH, "bad-beat").side_bets["bad_beat"]
    assert f"{float(found.house_edge):.4%}" == "14.7868%"
    for row, count in LOSING.items():
        # A table that pays one row alone shows how often that hand loses.
        one = with_table(UTH, "bad_beat", {row: Fraction(1)}, "bad-beat")
        assert edge(one).side_bets["bad_beat"].hit_rate == Fraction(count, 2781381002400)


# --- any paytable --------------------------------------------------------------------------


def random_odds(source: random.Random, rows: list[str], lowest: int) -> dict[str, Fraction]:
    """Odds that rise with the hand, up to a million to one."""
    paid = rows[source.randrange(lowest, len(rows)) :]
    odds = sorted(source.choice((1, 2, 3, 5, 8, 20, 100, 7500, 10**6)) for _ in paid)
    return {row: Fraction(n, source.choice((1, 2))) for row, n in zip(paid, odds, strict=True)}


@pytest.mark.parametrize("seed", range(15))
def test_a_random_trips_table_has_the_edge_of_a_count_of_all_hands(seed: int) -> None:
    odds = random_odds(random.Random(f"trips {seed}"), list(SEVEN_CARDS), 2)
    found = edge(with_table(UTH, "trips", odds)).side_bets["trips"]
    total = sum(odds.get(row, Fraction(-1)) * n for row, n in SEVEN_CARDS.items())
    assert found.ev == total / 133784560


@pytest.mark.parametrize("seed", range(15))
def test_a_random_aa_table_has_the_edge_of_a_count_of_all_hands(seed: int) -> None:
    odds = random_odds(random.Random(f"aa {seed}"), list(FIVE_CARDS), 2)
    found = edge(with_table(CASINO, "aa", odds)).side_bets["aa"]
    total = sum(odds.get(row, Fraction(-1)) * n for row, n in FIVE_CARDS.items())
    assert found.ev == total / 2598960


@pytest.mark.parametrize("step", [Fraction(1), Fraction(1000), Fraction(10**6)])
def test_one_cell_of_the_blind_table_moves_the_edge_by_its_count(step: Fraction) -> None:
    before = build(UTH).bet("blind")
    odds = {id: cell.odds for id, cell in zip(before.rows, before.cells[9], strict=True) if cell}
    odds["royal-flush"] += step
    richer = edge(with_table(UTH, "blind", odds))
    # A player's royal always wins unless it lies on the board, 4 of 2,598,960; none is folded.
    royals = Fraction(4324, 133784560) - Fraction(4, 2598960)
    plain = solved(UTH)
    assert sum(rows.get("royal-flush", Fraction(0)) for name, rows in plain.outcomes.items()
               if name.startswith("win")) == royals  # fmt: skip
    gain = richer.ev - plain.ev
    if step == 1:
        assert gain == royals * step
    assert gain >= royals * step  # more for those who then play for it


def test_an_edge_never_rises_for_the_house_when_odds_rise() -> None:
    spec = specs(CASINO)["ante"]
    table = {id: Fraction(1) for id in spec.rows}
    edges = [edge(with_table(CASINO, "ante", table)).ev]
    for row in ("flush", "pair", "high-card", "royal-flush"):
        table[row] += 1
        edges.append(edge(with_table(CASINO, "ante", table)).ev)
    assert edges == sorted(edges)
    assert len(set(edges)) == len(edges)


def test_payouts_beyond_exact_sums_are_refused() -> None:
    odds = {"royal-flush": Fraction(10**9)}
    with pytest.raises(RuleError, match="64 bits"):
        edge(with_table(UTH, "blind", odds))


def test_house_rules_that_push_less_are_worth_more() -> None:
    push = edge(build(UTH, "default", {"blind": "B"}))
    assert push.ev < solved(UTH).ev
    assert push.ev == solved(UTH, "pa-blind-b").ev
    assert solved(UTH, "four-x-only").ev == solved(UTH).ev  # 3x is never best


# --- every house ---------------------------------------------------------------------------


HOUSES = [(game, variant.id) for game in (UTH, CASINO) for variant in variants(game)]


@pytest.mark.parametrize(("game", "variant"), HOUSES)
def test_shares_of_every_house_are_whole(game: str, variant: str) -> None:
    found = solved(game, variant)
    assert sum(found.actions.values()) == 1
    shares = [share for rows in found.outcomes.values() for share in rows.values()]
    assert sum(shares) == 1
    assert min(shares) > 0
    by_row: dict[str, Fraction] = {}
    for rows in found.outcomes.values():
        for row, share in rows.items():
            by_row[row] = by_row.get(row, Fraction(0)) + share
    assert by_row == {row: Fraction(n, 133784560) for row, n in SEVEN_CARDS.items()}
    document = edge_document(found)
    assert Fraction(document["exact"]) == found.ev
    assert document["house_edge"] == -document["ev"] == float(found.house_edge)
    assert document["element_of_risk"] == float(found.house_edge / found.average_wager)


# --- side bets that are played together with the game --------------------------------------


def test_a_side_bet_that_no_decision_touches_adds_to_the_edge_and_changes_no_play() -> None:
    for game, bet, stake in ((UTH, "trips", Fraction(3, 2)), (CASINO, "aa", Fraction(1))):
        plain = solved(game)
        both = edge(build(game), {bet: stake})
        assert both.actions == plain.actions
        assert both.main == plain.ev
        assert both.ev == plain.ev + stake * plain.side_bets[bet].ev
        assert both.average_wager == plain.average_wager + stake


@pytest.mark.parametrize(
    ("game", "variant", "bet"),
    [(UTH, "trips-lost-on-fold", "trips"), (UTH, "trips-needs-win", "trips"),
     (CASINO, "bonus-needs-call", "aa")],
)  # fmt: skip
def test_a_side_bet_that_a_fold_loses_makes_the_player_fold_less(
    game: str, variant: str, bet: str
) -> None:
    plain = solved(game, variant)
    both = edge(build(game, variant), {bet: Fraction(1)})
    assert both.actions["fold"] < plain.actions["fold"]
    assert both.main < plain.ev
    # Playing for both is worth more than playing for the main game alone.
    assert both.ev > plain.ev + plain.side_bets[bet].ev
    assert both.ev == both.main + both.side_bets[bet].ev
    assert both.standard_deviation is not None
    assert plain.standard_deviation is not None
    assert both.standard_deviation > plain.standard_deviation


def test_a_bet_on_the_losing_hand_only_adds() -> None:
    plain = solved(UTH, "bad-beat")
    both = edge(build(UTH, "bad-beat"), {"bad_beat": Fraction(1)})
    assert both.ev == plain.ev + plain.side_bets["bad_beat"].ev
    assert both.standard_deviation is None


def test_a_side_bet_that_always_pays_the_same_leaves_the_deviation_as_it_is() -> None:
    always = with_table(CASINO, "aa", dict.fromkeys(FIVE_CARDS, Fraction(2)))
    both = edge(always, {"aa": Fraction(3)})
    assert both.ev == solved(CASINO).ev + 6
    assert both.variance == solved(CASINO).variance
    assert both.side_bets["aa"].hit_rate == 1


# --- the house -----------------------------------------------------------------------------


def test_a_cap_costs_the_player_more_the_larger_his_ante() -> None:
    game = build(UTH, "northwood")
    plain, small, large = (edge(game, None, ante) for ante in (None, Fraction(1), Fraction(500)))
    assert plain.ev == small.ev == solved(UTH).ev
    assert large.ev < plain.ev
    assert large.standard_deviation is not None
    assert small.standard_deviation is not None
    assert large.standard_deviation < small.standard_deviation
    assert edge_document(large)["house"]["max_payout"] == "20000"


# --- what is kept --------------------------------------------------------------------------


def test_what_needs_no_new_sweep_is_not_swept_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    edges_module._plays.clear()
    edges_module._all_in.clear()
    first = solved(CASINO)
    assert first.reused == ()
    again = solved(CASINO)
    assert set(again.reused) == {"play", "all hands to the end"}
    # Another side bet, the same decisions.
    other = solved(CASINO, "bonus-needs-call")
    assert "play" in other.reused
    assert other.ev == first.ev
    # Another ante table is another game; hands to the end stay what they are.
    assert solved(CASINO, "ante-25").reused == ("all hands to the end",)
    # A new process finds the files.
    edges_module._plays.clear()
    edges_module._all_in.clear()
    assert set(solved(CASINO).reused) == {"play", "all hands to the end"}
    assert solved(CASINO).ev == first.ev


def test_a_damaged_file_is_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    edges_module._plays.clear()
    edges_module._all_in.clear()
    first = solved(CASINO)
    files = sorted((tmp_path / "plays").glob("*.npz"))
    assert len(files) == 2
    files[0].write_bytes(b"nothing")
    shutil.copy(files[0], files[1])
    edges_module._plays.clear()
    edges_module._all_in.clear()
    again = solved(CASINO)
    assert again.reused == ()
    assert again.ev == first.ev


def test_nowhere_to_write_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "file"))
    edges_module._plays.clear()
    assert solved(CASINO).ev == Fraction(-1363917077, 63213204600)


def test_a_write_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def write(path: Path) -> None:
        path.write_text("half of it")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_module.write_whole(tmp_path / "new" / "table.csv", write)
    assert list((tmp_path / "new").iterdir()) == []


def test_results_are_under_the_users_data_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CASINO_POKER_DATA")
    assert data_folder().name == "casino-poker"
    monkeypatch.setenv("CASINO_POKER_DATA", "/somewhere/else")
    assert data_folder() == Path("/somewhere/else")


def test_progress_runs_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    edges_module._plays.clear()
    seen: list[float] = []
    edge(build(CASINO), progress=seen.append)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0.0, 1.0)


def test_a_game_without_a_shared_board_is_refused() -> None:
    with pytest.raises(RuleError):
        edge(build("russian-poker"))
