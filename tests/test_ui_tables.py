"""The Tables page: the grid of starting hands, filters over a million rows, and the files.

Figures: aces before the flop are worth +3.601072638 with a bet of 4× (XV24), and XV09, XV13 of
`golden/reported-cases.csv`; 4× is right with 500 of 1,326 hands (the published 250/663).
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from streamlit.testing.v1 import AppTest

from tests.test_ui_app import address, app, assert_no_exception, card_names, sent
from tests.ui_rounds import words
from trainer.cards import format_cards, parse_cards
from trainer.errors import CardError
from trainer.games import build
from trainer.locale import translator
from trainer.solve import Lookup, load_table
from trainer.ui import heat_map, long_table
from trainer.ui.long_table import Wanted
from trainer.ui.verdict import action_name

T = translator("en")
TABLES = "views/tables.py"
N_ROWS, N_DEALS = 1_286_792, 25_989_600


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def data_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of these tests are computed once, and kept apart from the tester's own."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(folder))


@pytest.fixture(scope="module")
def preflop(folder: Path) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASINO_POKER_DATA", str(folder))
        return load_table(build("ultimate-texas-holdem"), "preflop")


@pytest.fixture(scope="module")
def flop(folder: Path) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASINO_POKER_DATA", str(folder))
        table = load_table(build("ultimate-texas-holdem"), "flop")
        return long_table.with_gap(table.combine_chunks())


def rows_of(table: Any, **wanted: Any) -> Any:
    return long_table.filtered(table, Wanted(**wanted), Lookup(table).row)


# The grid


def test_the_grid_has_every_starting_hand_once() -> None:
    assert len(set(heat_map.hands())) == 169
    assert heat_map.hand_at(0, 0) == "AA"
    assert heat_map.hand_at(0, 1) == "AKs"
    assert heat_map.hand_at(1, 0) == "AKo"
    assert heat_map.hand_at(12, 11) == "32o"


def test_two_cards_stand_for_a_hand() -> None:
    assert format_cards(heat_map.cards_of("T9s")) == "Ts 9s"
    assert format_cards(heat_map.cards_of("A2o")) == "As 2h"
    assert format_cards(heat_map.cards_of("77")) == "7s 7h"


@pytest.mark.parametrize("dark", [False, True])
def test_every_square_can_be_read(preflop: Any, dark: bool) -> None:
    found = heat_map.squares(preflop.to_pylist(), dark=dark)
    assert len(found) == 169
    assert min(heat_map.contrast(square.ink, square.colour) for square in found) >= 4.5


def test_the_contrast_of_colours_is_that_of_the_standard() -> None:
    assert heat_map.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert heat_map.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_mark_says_the_decision_without_colour(preflop: Any) -> None:
    weights = {row["class"]: row["weight"] for row in preflop.to_pylist()}
    found = heat_map.squares(preflop.to_pylist(), dark=False)
    assert {square.mark for square in found} == {"", "4×"}
    assert sum(weights[square.hand] for square in found if square.mark) == 500
    assert all((square.gain > 0) == bool(square.mark) for square in found)


def test_colours_run_from_loss_to_gain() -> None:
    assert heat_map.colour_of(-9, dark=False) == "#b5754a"
    assert heat_map.colour_of(0, dark=False) == "#efe9db"
    assert heat_map.colour_of(0.8, dark=False) == "#2f7d63"
    assert heat_map.colour_of(0.8, dark=True) == "#3f9c7c"


def test_a_house_without_3x_has_a_grid_too() -> None:
    rows = [
        {"class": hand, "weight": 4, "ev_check": 0.5, "ev_bet_3x": None, "ev_bet_4x": 0.25,
         "best": "check"}
        for hand in heat_map.hands()
    ]  # fmt: skip
    assert {square.gain for square in heat_map.squares(rows, dark=False)} == {-0.25}
    names = [action["action"] for action in heat_map.actions_in(rows[0])]
    assert names == ["check", "bet-4x"]


def test_the_same_grid_is_a_table_with_headers(preflop: Any) -> None:
    html = heat_map.table_html(T, heat_map.squares(preflop.to_pylist(), dark=False))
    assert html.count("<td>") == 169 + 1  # and the corner
    assert html.count('scope="col"') == html.count('scope="row"') == 13
    assert "K9s +0.3498 Bet 4×" in words(html)
    assert " 22 −" in words(html)


# Filters


def test_a_hand_is_found_by_its_class(flop: Any) -> None:
    found = rows_of(flop, hand="AKs")
    # 4 hands × C(50, 3) flops
    assert long_table.n_deals(found) == 4 * 19600
    for text in found["hand"].to_pylist()[::97]:
        first, second = parse_cards(text)
        assert first & 3 == second & 3
    assert long_table.n_deals(rows_of(flop, hand="ako")) == 12 * 19600
    assert long_table.n_deals(rows_of(flop, hand="KA")) == 16 * 19600
    assert long_table.n_deals(rows_of(flop, hand="77")) == 6 * 19600
    assert rows_of(flop, hand="AhKh").num_rows == found.num_rows


def test_a_flop_is_found_by_its_ranks_and_by_its_cards(flop: Any) -> None:
    # Flops with a king, a seven and a two: 64, each with C(49, 2) hands.
    assert long_table.n_deals(rows_of(flop, flop="K72")) == 64 * 1176
    assert long_table.n_deals(rows_of(flop, flop="27K")) == 64 * 1176
    # A rainbow flop stands for 24, of one suit for 4.
    assert long_table.n_deals(rows_of(flop, flop="Kh7c2d")) == 24 * 1176
    assert long_table.n_deals(rows_of(flop, flop="Kh 7h 2h")) == 4 * 1176


def test_a_hand_and_a_flop_are_one_row(flop: Any) -> None:
    row = rows_of(flop, hand="Kc5d", flop="Jh9h5s").to_pylist()
    assert len(row) == 1
    assert row[0]["ev_bet_2x"] == pytest.approx(0.056128351, abs=5e-10)
    assert row[0]["ev_check"] == pytest.approx(-0.137747503, abs=5e-10)
    assert row[0]["gap"] == pytest.approx(0.193875854, abs=1e-9)


def test_filters_add_up(flop: Any) -> None:
    bets = rows_of(flop, hand="AKo", best="bet-2x")
    checks = rows_of(flop, hand="AKo", best="check")
    assert bets.num_rows + checks.num_rows == rows_of(flop, hand="AKo").num_rows
    assert set(bets["best"].to_pylist()) == {"bet-2x"}
    close = rows_of(flop, most=0.001)
    assert 0 < close.num_rows < N_ROWS
    assert max(close["gap"].to_pylist()) <= 0.001


def test_nothing_asked_is_everything(flop: Any) -> None:
    found = rows_of(flop)
    assert found.num_rows == N_ROWS
    assert long_table.n_deals(found) == N_DEALS


@pytest.mark.parametrize(
    ("wanted", "where"),
    [
        ({"hand": "AKx"}, "hand"),
        ({"hand": "AhKdQc"}, "hand"),
        ({"flop": "Kh7c"}, "flop"),
        ({"flop": "K7Z2"}, "flop"),
        ({"hand": "KhKd", "flop": "Kh7c2d"}, "hand"),
    ],
)
def test_what_cannot_be_read_is_told(flop: Any, wanted: dict[str, str], where: str) -> None:
    with pytest.raises(CardError) as told:
        rows_of(flop, **wanted)
    assert told.value.where.startswith(where)


def test_orders(flop: Any) -> None:
    found = rows_of(flop, hand="AKs")
    gaps = long_table.ordered(found, "gap")["gap"].to_pylist()
    assert gaps == sorted(gaps)
    falling = long_table.ordered(found, "-gap")["gap"].to_pylist()
    assert falling == sorted(gaps, reverse=True)
    assert long_table.ordered(found, "stored") is found


# Files


def test_files_hold_the_rows_as_the_command_writes_them(flop: Any) -> None:
    found = rows_of(flop, hand="AKs", flop="K72").drop_columns([long_table.GAP])
    lines = list(csv.DictReader(io.StringIO(long_table.csv_bytes(found).decode())))
    assert list(lines[0]) == ["hand", "flop", "weight", "ev_check", "ev_bet_2x", "best"]
    assert [line["hand"] for line in lines] == found["hand"].to_pylist()
    assert [float(line["ev_check"]) for line in lines] == found["ev_check"].to_pylist()
    again = pq.read_table(pa.BufferReader(long_table.parquet_bytes(found)))
    assert again.to_pylist() == found.to_pylist()
    assert again.schema.metadata[b"unit"] == b"ante"


def test_people_see_signs_and_names(flop: Any) -> None:
    found = rows_of(flop, hand="TT", flop="T")
    seen = long_table.shown(T, found, action_name).slice(0, 1).to_pylist()[0]
    assert seen["hand"].count("10") == 2
    assert "♣" in seen["hand"] + seen["flop"]
    assert seen["best"] in ("Bet 2×", "Check")


# The page


def values(at: AppTest, key: str) -> str:
    return next(
        words(json.loads(x.proto.json)["html"])
        for x in at.get("bidi_component")
        if x.proto.component_name.endswith("values") and key in x.proto.json
    )


def choose(at: AppTest, label: str, value: str) -> AppTest:
    next(x for x in at.get("button_group") if x.label == label).set_value(value)
    at.run()
    assert_no_exception(at)
    return at


def test_the_page_opens_with_the_grid_and_a_hand() -> None:
    at = app(TABLES)
    assert at.title[0].value == "Tables"
    assert "K9s: Bet 4×" in values(at, "K9s: Bet")
    assert address(at)["hand"] == "K9s"


def test_a_hand_is_chosen_beside_the_grid() -> None:
    at = app(TABLES, game="ultimate-texas-holdem", hand="72o")
    hand = next(x for x in at.selectbox if x.label == "Hand")
    hand.set_value("AA")
    at.run()
    assert_no_exception(at)
    said = values(at, "AA: Bet")
    assert "Bet 4× best +3.6011 0.0000" in said
    assert "6 of 1,326 deals" in said
    html = next(
        json.loads(x.proto.json)["html"]
        for x in at.get("bidi_component")
        if "AA: Bet" in x.proto.json
    )
    assert card_names(html) == ["Ace of spades", "Ace of hearts"]


def test_rows_are_filtered_and_counted_in_words() -> None:
    at = app(TABLES, stage="flop", find="AKs", flop="K72", order="-gap")
    assert "rows of 1,286,792, standing for 192 deals." in at.markdown[-1].value
    frame = at.dataframe[0].value
    assert list(frame["gap"]) == sorted(frame["gap"], reverse=True)
    choose(at, "Best action", "check")
    assert at.markdown[-1].value.startswith("0 rows of")


def test_a_filter_that_cannot_be_read_is_told_kindly() -> None:
    at = app(TABLES, stage="flop", find="AKx")
    assert at.error[0].value.startswith("Hand: 'AKx'")
    assert not at.dataframe


def test_a_game_with_one_table_shows_that() -> None:
    at = app(TABLES, game="casino-holdem", stage="preflop", find="Qs2d", flop="Jc8h5d")
    assert at.markdown[-1].value.startswith("1 row of 1,286,792")
    row = at.dataframe[0].value.iloc[0]
    assert row["ev_call"] == pytest.approx(-1.020598, abs=5e-7)
    assert row["best"] == "Fold"


def test_nonsense_in_the_address_is_no_error() -> None:
    at = app(TABLES, game="baccarat", house="<b>", stage="river", hand="99o", order="x", most="y")
    assert_no_exception(at)
    assert sent(at, "document")["query"]
