"""House edge and Tables for the five-card games: what is solved is shown, the rest waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from tests.five_card_engine import BOUGHT, FOLDED, RAISED, engine_of
from tests.test_solve_deals import small_engine
from tests.test_ui_app import address, app
from tests.test_ui_tables import values
from tests.ui_rounds import words
from trainer.documents.edges import edge_document
from trainer.engine.draw_game import N_HANDS_BEHIND
from trainer.errors import CardError
from trainer.games import build
from trainer.locale import translator
from trainer.solve.deals import kept_deals
from trainer.solve.executors import SolveError
from trainer.solve.five_card import edge_five_card
from trainer.ui import background, deal_chart, deal_rows, heat_map, houses_table
from trainer.ui.background import Task
from trainer.ui.deal_rows import Wanted

T = translator("en")
RUSSIAN = "russian-poker"
EDGE, TABLES = "views/edge.py", "views/tables.py"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of these tests are kept apart from the tester's own."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))


def solve(house: str, **rules: str) -> dict[str, Any]:
    game = build(RUSSIAN, house, rules)
    return edge_document(edge_five_card(game, executor=engine_of(game)))


def share(n: int) -> str:
    return f"{n / N_HANDS_BEHIND:.2%}".replace("%", " %")


# --- work of minutes -----------------------------------------------------------------------


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)
    assert is_so()


def task(key: str, seen: list[str]) -> Task:
    def work(report: background.Report) -> None:
        seen.append(key)
        for n in range(1000):
            report(n, 1000)
            time.sleep(0.01)

    return Task(key, key, 1000, 10.0, work)


def test_one_work_at_a_time_goes_on_until_it_is_stopped() -> None:
    seen: list[str] = []
    background.start(task("first", seen))
    wait_for(lambda: bool(seen))
    background.start(task("second", seen))
    assert background.is_busy()
    background.stop()
    wait_for(lambda: not background.is_busy())
    assert seen == ["first"]
    background.start(task("third", seen))
    wait_for(lambda: len(seen) == 2)
    background.stop()
    wait_for(lambda: not background.is_busy())
    assert seen == ["first", "third"]


def page_of_work(key: str) -> None:
    """A page that waits for work which another visitor may have begun."""
    from trainer.locale import translator
    from trainer.ui import background

    task = background.Task(key, key, 4, 60.0, lambda report: None)
    background.show(translator("en"), task, "It is missing.", "Begin")


def run_page(key: str) -> AppTest:
    at = AppTest.from_function(page_of_work, args=(key,)).run()
    assert not at.exception
    return at


def test_a_visitor_puts_away_only_the_work_that_was_seen_to_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []
    background.start(Task("first", "first", 1, 1.0, lambda report: None))
    wait_for(lambda: not background.is_busy())
    put_away = background._put_away

    def slowly(ended: Any) -> None:
        # Between the look at the first work and this, another visitor begins with the second.
        background.start(task("second", seen))
        put_away(ended)

    monkeypatch.setattr(background, "_put_away", slowly)
    at = run_page("first")
    assert background.is_busy()
    assert "second is being solved now" in at.caption[0].value
    background.stop()
    wait_for(lambda: not background.is_busy())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SolveError("no process is left"), "The work could not be done. No process is left."),
        (KeyError("odd"), "The work ended with a fault of this program. What is done is kept."),
    ],
)
def test_work_that_failed_is_told_in_a_sentence(error: Exception, said: str) -> None:
    def fail(_: background.Report) -> None:
        raise error

    background.start(Task("failing", "failing", 1, 1.0, fail))
    wait_for(lambda: not background.is_busy())
    at = run_page("failing")
    assert [one.value for one in at.error] == [said]
    assert [one.label for one in at.button] == ["Begin"]
    assert not run_page("other").error


def test_time_that_is_used_up_is_not_told_as_a_second() -> None:
    work = Task("long", "Long work", 4, 60.0, lambda report: None)
    assert background._said(T, work, 0, 59.6) == ("Long work: 0 of 4 parts. About 60 seconds left.")
    assert background._said(T, work, 1, 0.0) == (
        "Long work: 1 of 4 parts. It takes longer than usual."
    )
    assert background._said(T, work, 4, 0.0) == "Long work: 4 of 4 parts."


def test_lengths_are_told_in_seconds_and_minutes() -> None:
    assert background.length_words(T, 0.2) == "about 1 second"
    assert background.length_words(T, 89) == "about 89 seconds"
    assert background.length_words(T, 195) == "about 3 minutes"
    assert background.duration_words(T, 100) == "About 2 minutes left."


# --- figures -------------------------------------------------------------------------------


def test_first_actions_are_told_with_what_follows() -> None:
    said = words(houses_table.first_actions_html(T, solve("default")))
    assert f"Raise {share(RAISED)} Sixth card {share(BOUGHT)} 80.0 % Fold {share(FOLDED)}" in said
    assert "Insured: 0.85 % of all rounds. A dealer's game is bought in 1.28 %." in said


def test_exchanges_of_all_sizes_are_one_kind() -> None:
    actions = {"raise": 0.25, "exchange-2": {"share": 0.25, "raises": 1}, "exchange-3": 0.5}
    assert houses_table.shares_by_kind({"actions": actions}) == {"raise": 0.25, "exchange": 0.75}
    assert houses_table.first_action_name(T, "exchange-2") == "Exchange 2"


def test_houses_are_side_by_side_with_the_unsolved_last() -> None:
    found = solve("default")
    dear = {**found, "house_edge": 0.5}
    html = houses_table.houses_html(
        T,
        [
            houses_table.House("Far <away>", None, "not solved yet, about 3 minutes"),
            houses_table.House("Dear", dear),
            houses_table.House("Here", found, is_chosen=True),
        ],
    )
    said = words(html)
    assert said.index("Here") < said.index("Dear") < said.index("Far <away>")
    assert "50.0000 %" in said
    assert "not solved yet, about 3 minutes" in said
    assert html.count('aria-current="true"') == 1
    assert "<away>" not in html


def test_features_are_told_by_what_they_change() -> None:
    steps = [("raise-or-fold", {"house_edge": 0.18}), ("sixth", {"house_edge": 0.105})]
    said = words(houses_table.features_html(T, steps))
    assert "Raise or fold alone 18.0000 % – with a sixth card 10.5000 % −7.5000 %" in said


def test_a_house_that_was_solved_is_shown_at_once() -> None:
    found = solve("default")
    at = app(EDGE, game=RUSSIAN, house="default")
    said = values(at, "House edge")
    assert said.startswith(f"House edge {found['house_edge'] * 100:.4f} %".replace("-", "−"))
    assert "Average wager" in said
    assert "From an earlier solve" in said
    assert "Standard table" in values(at, "Houses side by side")
    assert "not solved yet, about" in values(at, "Houses side by side")
    assert address(at)["game"] == RUSSIAN


def test_a_house_that_was_not_solved_says_how_long_it_takes_and_does_not_begin() -> None:
    at = app(EDGE, game=RUSSIAN, house="pair-2")
    assert "was not solved yet: about" in at.info[0].value
    assert "Solve" in [button.label for button in at.button]
    assert not background.is_busy()


def test_an_edited_bet_waits_for_a_solve_and_an_edited_bonus_does_not() -> None:
    solve("default")
    edited = app(EDGE, game=RUSSIAN, house="default", bet="flush 6:1")
    assert "so the whole game is solved anew: about" in edited.info[0].value
    assert "Until then" in edited.caption[0].value
    assert not background.is_busy()
    bonus = app(EDGE, game=RUSSIAN, house="default", bonus="dealt-straight 30:1")
    assert "so the whole game" not in " ".join(x.value for x in bonus.info)
    said = values(bonus, "House edge")
    # A dealt straight, 10,200 of 2,598,960 hands, pays 5 more.
    assert "down by 1.9623 points" in said


# --- the chart -----------------------------------------------------------------------------


def part(hands: dict[str, tuple[float | None, ...]], upcard: str = "7c") -> Any:
    """Rows of a table by hand: EV of fold, raise, sixth and exchange, and the best action."""
    names = ("fold", "raise", "sixth", "exchange-3")
    best = [
        names[max(range(4), key=lambda n: -9.0 if evs[n] is None else evs[n] or 0.0)]
        for evs in hands.values()
    ]
    n = len(hands)
    columns = {"hand": list(hands), "upcard": pa.array([upcard] * n).dictionary_encode()}
    columns["weight"] = pa.array([24, 12, 24, 24][:n], pa.int64())
    for at, name in enumerate(("ev_fold", "ev_raise", "ev_sixth", "ev_exchange")):
        columns[name] = pa.array([evs[at] for evs in hands.values()], pa.float64())
    columns["exchange"] = pa.array(["9s 5c 2d" if x == "exchange-3" else None for x in best])
    columns["best"] = pa.array(best).dictionary_encode()
    return pa.table(columns)


PART = {
    "Kh Kd 9s 5c 2d": (-1.0, 0.5, 0.2, 1.0),
    "Ks Kh 9s 5s 2h": (-1.0, 2.0, 0.2, 1.0),
    "Ad Kc 8h 6s 2c": (-1.0, -1.5, -1.2, -1.1),
    "Td 9d 8d 7d 6d": (-1.0, 30.0, 31.0, 0.0),
}


def test_every_hand_has_its_class() -> None:
    hands = {
        "Ah Kh Qh Jh Th": "straight-flush", "9c 9d 9h 9s 2c": "four-of-a-kind",
        "9c 9d 9h 2c 2d": "full-house", "Ah Th 8h 3h 2h": "flush", "Ac 5d 4d 3d 2d": "straight",
        "9c 9d 9h 3c 2d": "three-of-a-kind", "9c 9d 3c 3d 2d": "two-pair",
        "Ac 2d 2h 5c 4c": "pair-2", "Ac Ad Kh 5c 4c": "pair-A", "Ac Kd 9c 5c 2d": "ace-king",
        "Ac Qd 9c 5c 2d": "high-A", "Kc Qd 9c 5c 2d": "high-K", "7c 5d 4c 3c 2d": "high-7",
    }  # fmt: skip
    cards = deal_chart.cards_in(pa.array(list(hands)))
    found = [deal_chart.CLASSES[n] for n in deal_chart.classes_of(cards)]
    assert found == list(hands.values())


def test_cells_count_deals_and_not_rows() -> None:
    shares = deal_chart.count([part(PART)])
    kings = deal_chart.cell_of(shares, "pair-K", "7")
    assert kings is not None
    assert (kings.best, kings.share) == ("exchange-3", 24 / 36)
    assert kings.shares == {"exchange-3": 24 / 36, "raise": 12 / 36}
    assert kings.ev == pytest.approx((24 * 1.0 + 12 * 2.0) / 36)
    assert deal_chart.cell_of(shares, "pair-K", "8") is None
    assert [cell.hand for cell in deal_chart.cells(shares)] == [
        "straight-flush", "pair-K", "ace-king"
    ]  # fmt: skip


def test_a_cell_tells_how_often_what_is_best_and_what_it_is_worth() -> None:
    shares = deal_chart.count([part(PART)])
    said = words(deal_chart.cell_html(T, shares, "pair-K", "7", dark=False))
    assert said.startswith("Pair of Kings against Seven Played best")
    assert "worth +1.3333 antes on average" in said
    assert "E3 Exchange 3 66.7 % R Raise 33.3 %" in said
    assert "Fold −1.0000 Raise +1.0000 Sixth card +0.2000 Exchange +1.0000" in said
    other = words(deal_chart.cell_html(T, shares, "flush", "7", dark=False))
    assert "cannot be dealt" in other


def test_a_game_without_draws_has_two_actions() -> None:
    hands = {hand: (*evs[:2], None, None) for hand, evs in PART.items()}
    shares = deal_chart.count([part(hands)])
    said = words(deal_chart.cell_html(T, shares, "pair-K", "7", dark=True))
    assert "Sixth" not in said
    assert "Exchange" not in said
    assert "Fold −1.0000 Raise +1.0000" in said


@pytest.mark.parametrize("dark", [False, True])
def test_every_mark_can_be_read(dark: bool) -> None:
    for colour in deal_chart._COLOURS[dark].values():
        ink = heat_map.ink_on(colour, dark=dark)
        assert heat_map.contrast(ink, colour) >= 4.5, colour
    assert len(set(deal_chart.MARKS.values())) == len(deal_chart.ACTIONS)


def test_the_same_chart_is_a_table_with_headers() -> None:
    found = deal_chart.cells(deal_chart.count([part(PART)]))
    said = words(deal_chart.table_html(T, found))
    assert "Pair of Kings – – – – – – – Exchange 3 66.7 % +1.3333" in said


# --- the long table ------------------------------------------------------------------------


def rows(**wanted: Any) -> list[str]:
    table = deal_rows.with_gap(part(PART))
    found: list[str] = deal_rows.filtered(T, table, Wanted(**wanted))["hand"].to_pylist()
    return found


def test_rows_are_found_by_ranks_cards_class_and_action() -> None:
    hands = list(PART)
    assert rows() == hands
    assert rows(hand="KK9") == hands[:2]
    assert rows(hand="K") == hands[:3]
    assert rows(hand="10") == hands[3:]
    assert rows(kind="ace-king") == [hands[2]]
    assert rows(best="exchange") == [hands[0]]
    assert rows(best="fold") == [hands[2]]
    assert rows(most=0.2) == [hands[2]]


def test_five_cards_are_found_under_any_names_of_their_suits() -> None:
    hands = list(PART)
    assert rows(hand="Kc Ks 9d 5h 2s") == [hands[0]]
    assert rows(hand="Kc Kh 9c 5c 2h") == [hands[1]]
    assert rows(hand="Kc Kh 9c 5c 2c") == []


@pytest.mark.parametrize("hand", ["KhKd", "KKX", "Kh Kh 9s 5c 2d"])
def test_a_hand_that_cannot_be_read_is_told(hand: str) -> None:
    with pytest.raises(CardError) as told:
        rows(hand=hand)
    assert told.value.where.startswith("hand")


def test_the_gap_is_the_cost_of_the_second_best() -> None:
    gaps = deal_rows.with_gap(part(PART))["gap"].to_numpy()
    assert gaps == pytest.approx(np.array([0.5, 1.0, 0.1, 1.0]))


# --- the page ------------------------------------------------------------------------------


def test_a_table_that_is_missing_waits_to_be_asked() -> None:
    at = app(TABLES, game=RUSSIAN)
    assert "not computed yet: about" in at.info[0].value
    assert [x.label for x in at.button if x.label == "Compute it"]
    assert not background.is_busy()


def table_page(**more: str) -> AppTest:
    kept_deals(build(RUSSIAN), executor=small_engine())
    return app(TABLES, game=RUSSIAN, house="default", **more)


def test_the_chart_opens_with_a_cell_beside_it() -> None:
    at = table_page(hand="pair-K", up="3")
    said = values(at, "Pair of Kings against Three")
    assert "Exchange 3 100.0 %" in said
    told = address(at)
    assert (told["hand"], told["up"], told["stage"]) == ("pair-K", "3", "deal")


def test_all_hands_behind_an_upcard_are_listed_and_filtered() -> None:
    at = table_page(view="hands", up="K", find="KK9")
    assert at.markdown[-1].value.startswith("1 row of 2 against this upcard")
    row = at.dataframe[0].value.iloc[0]
    assert row["hand"] == "K♥ K♦ 9♠ 5♣ 2♦"
    assert row["exchange"] == "9♠ 5♣ 2♦"
    assert row["ev_raise"] == 0.1 + 11
    bad = table_page(view="hands", find="KhKd")
    assert bad.error[0].value.startswith("Hand: 2 cards")


def test_nonsense_in_the_address_is_no_error() -> None:
    at = table_page(hand="AKs", up="1", view="x", order="y", most="z", best="q", kind="w")
    assert "Ace-King against Seven" in values(at, "against")
