"""The shipped data files, and where data files are found."""

from __future__ import annotations

import csv
import os
import re
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.paytable_files import (
    ANTE,
    BETS,
    DOCUMENTED,
    FULL_ODDS,
    GAMES,
    ROWS_10,
    ROWS_11,
    RULES,
    SPECS,
    UTH,
    write_into,
)
from trainer.errors import PaytableError
from trainer.paytables import (
    USER_FOLDER,
    folders,
    load_tables,
    load_variants,
    package_folder,
    read_tables,
    read_variants,
)

# --- the package's own files ---------------------------------------------------------------------


@pytest.mark.parametrize(("game", "bet"), BETS)
def test_shipped_tables_have_no_faults_warnings_or_notes(game: str, bet: str) -> None:
    report = read_tables(package_folder() / game / f"{bet}.csv", bet, SPECS[game][bet])
    assert report.ok
    assert (report.faults, report.warnings, report.notes) == ((), (), ())
    assert report.tables


@pytest.mark.parametrize("game", GAMES)
def test_shipped_houses_have_no_faults_warnings_or_notes(game: str) -> None:
    tables = load_tables(game, SPECS[game])
    bets = {rule.table for rule in RULES[game] if rule.table}
    report = read_variants(
        package_folder() / game / "variants.csv", game, RULES[game], tables, bets
    )
    assert (report.faults, report.warnings, report.notes) == ((), (), ())
    assert report.variants[0].id == "default"


def test_nothing_else_is_shipped() -> None:
    files = {
        path.relative_to(package_folder()).as_posix() for path in package_folder().rglob("*.csv")
    }
    mine = {f"{game}/{bet}.csv" for game, bet in BETS} | {f"{game}/variants.csv" for game in GAMES}
    assert {name for name in files if name.split("/")[0] in GAMES} == mine


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_row_has_its_source_and_the_date_of_the_check(game: str) -> None:
    for path in (package_folder() / game).glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                assert len(row["source"]) > 8, (path.name, row)
                assert re.fullmatch(r"20\d\d-\d\d-\d\d", row["checked"]), (path.name, row)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_houses_differ_from_default_in_something_unless_they_only_name_it(
    game: str,
) -> None:
    default, *others = load_variants(game, RULES[game], load_tables(game, SPECS[game]))
    same = [one.id for one in others if one.rules == default.rules and one.house == default.house]
    assert same == (["pa-c"] if game == "ultimate-texas-holdem" else [])


PUBLISHED = {  # strongest hand first, as in the rule files
    ("ultimate-texas-holdem", "blind", "A"): "500 50 10 3 3:2 1 push push push push",
    ("ultimate-texas-holdem", "blind", "B"): "500 50 10 3 3:2 push push push push push",
    ("ultimate-texas-holdem", "trips", "T1"): "50 40 30 9 7 4 3",
    ("ultimate-texas-holdem", "trips", "T2"): "50 40 30 8 6 5 3",
    ("ultimate-texas-holdem", "trips", "T3"): "50 40 30 8 7 4 3",
    ("ultimate-texas-holdem", "trips", "T4"): "50 40 20 7 6 5 3",
    ("ultimate-texas-holdem", "bad_beat", "two-way"): "lose 7500 500 50 30 20 9",
    ("casino-holdem", "ante", "A1"): "100 20 10 3 2 1 1 1 1 1",
    ("casino-holdem", "ante", "A2"): "25 25 12 3 2 1 1 1 1 1",
    ("casino-holdem", "ante", "A3"): "20 20 10 3 2 1 1 1 1 1",
    ("casino-holdem", "aa", "B1"): "100 50 40 30 20 7 7 7 7",
    ("casino-holdem", "aa", "B2"): "25 25 25 25 25 7 7 7 7",
    ("russian-poker", "bet", "standard"): "100 50 20 7 5 4 3 2 1 1 push",
    ("russian-poker", "bet", "pair-2"): "100 50 20 7 5 4 3 2 2 1 push",
    ("russian-poker", "ante_no_game", "even"): "1 1 1 1 1 1 1 1 1 1 1",
    ("russian-poker", "ante_no_game", "straight-4"): "4 4 4 4 4 4 1 1 1 1 1",
}


def _fraction(text: str) -> Fraction:
    words = {"push": Fraction(0), "lose": Fraction(-1)}
    return words[text] if text in words else Fraction(text.replace(":", "/"))


@pytest.mark.parametrize(("game", "bet", "table"), PUBLISHED)
def test_shipped_odds_are_the_published_ones(game: str, bet: str, table: str) -> None:
    rows = tuple(reversed(SPECS[game][bet].rows))
    expected = dict(zip(rows, map(_fraction, PUBLISHED[game, bet, table].split()), strict=False))
    assert load_tables(game, SPECS[game])[bet][table].odds == expected


def test_every_shipped_table_is_compared_with_the_published_odds() -> None:
    shipped = {
        (game, bet, table)
        for game in GAMES
        for bet, tables in load_tables(game, SPECS[game]).items()
        for table in tables
        if bet != "bonus"
    }
    assert shipped == set(PUBLISHED)


@pytest.mark.parametrize(
    ("table", "dealt", "bought"),
    [
        ("six-card", "1000 500 300 100 50 25", "300 150 100 30 15 8"),
        ("six-card-7", "1000 500 300 100 50 25", "300 150 100 30 15 7"),
        ("five-card-1000", "1000 500 200 70 50 40 25", ""),
        ("five-card-3000", "3000 800 250 150 100 50", ""),
    ],
)
def test_russian_bonus_odds_are_the_published_ones(table: str, dealt: str, bought: str) -> None:
    rows = tuple(reversed(ROWS_11))
    expected = {
        f"{where}-{row}": Fraction(odds)
        for where, column in (("dealt", dealt), ("bought", bought))
        for row, odds in zip(rows, column.split(), strict=False)
    }
    tables = load_tables("russian-poker", SPECS["russian-poker"])["bonus"]
    assert tables[table].odds == expected
    assert set(tables) == {"six-card", "six-card-7", "five-card-1000", "five-card-3000"}


# How many of all hands fall in each row, strongest first, with five and with seven cards
# (http://www.mathproblems.info/gam470/probability-poker.html and published counts of seven cards).
FIVE = (4, 36, 624, 3744, 5108, 10200, 54912, 123552)
SEVEN = (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620)
PAIRS_OF_ACES = 84480
N_FIVE, N_SEVEN = 2598960, 133784560

EDGES = {  # house edge in percent as published, rounded as there
    ("ultimate-texas-holdem", "trips", "T1"): "0.9018",
    ("ultimate-texas-holdem", "trips", "T2"): "1.9040",
    ("ultimate-texas-holdem", "trips", "T3"): "3.4979",
    ("ultimate-texas-holdem", "trips", "T4"): "6.1808",
    ("casino-holdem", "aa", "B1"): "6.2583",
    ("casino-holdem", "aa", "B2"): "6.4023",
    ("russian-poker", "bonus", "five-card-1000"): "3.0494",
    ("russian-poker", "bonus", "five-card-3000"): "30.7832",
}


@pytest.mark.parametrize(("game", "bet", "table"), EDGES)
def test_side_bets_have_their_published_house_edge(game: str, bet: str, table: str) -> None:
    odds = load_tables(game, SPECS[game])[bet][table].odds
    rows = [row.removeprefix("dealt-") for row in odds]
    counts = dict(zip(reversed(ROWS_10), SEVEN if bet == "trips" else FIVE, strict=False))
    counts["pair-of-aces"] = PAIRS_OF_ACES
    n = N_SEVEN if bet == "trips" else N_FIVE
    won = sum(counts[row] * one for row, one in zip(rows, odds.values(), strict=True))
    lost = n - sum(counts[row] for row in rows)
    assert f"{float((lost - won) / n * 100):.4f}" == EDGES[game, bet, table]


def test_a_house_carries_its_limits_and_cap() -> None:
    game = "ultimate-texas-holdem"
    houses = {
        one.id: one for one in load_variants(game, RULES[game], load_tables(game, SPECS[game]))
    }
    northwood, default = houses["northwood"], houses["default"]
    assert northwood.house.max_payout == 20000
    assert (northwood.house.side_min, northwood.house.side_max) == (1, 100)  # only the cap differs
    assert northwood.rules == default.rules
    assert default.house.max_payout is None
    assert default.house.rounds == ()
    assert default.house.chips == (Fraction(1, 2), 1, 5, 25, 100, 500, 1000)
    assert houses["trips-needs-win"].rules["trips_needs_win"] == "yes"
    assert houses["trips-needs-win"].rules["trips_on_fold"] == "lost"


def test_a_game_loads_in_milliseconds() -> None:
    def seconds() -> float:
        start = time.process_time()
        load_variants(
            "russian-poker",
            RULES["russian-poker"],
            load_tables("russian-poker", SPECS["russian-poker"]),
        )
        return time.process_time() - start

    assert min(seconds() for _ in range(5)) < 0.05


# --- folders -------------------------------------------------------------------------------------

Mine = Callable[[str, str], Path]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mine:
    """Writes a file into a folder of the user's own, by its path below it."""
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    return write_into(tmp_path)


def faults_of(load: Callable[[], object]) -> list[str]:
    with pytest.raises(PaytableError) as error:
        load()
    return error.value.message.splitlines()


def test_the_folders_are_the_packages_and_then_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folders() == (package_folder(),)
    assert (package_folder() / UTH / "blind.csv").is_file()
    monkeypatch.setenv(USER_FOLDER, "")
    assert folders() == (package_folder(),)
    monkeypatch.setenv(USER_FOLDER, str(tmp_path))
    assert folders() == (package_folder(), tmp_path)


def test_a_users_tables_are_added_to_the_packages(mine: Mine) -> None:
    path = mine(f"{UTH}/trips.csv", DOCUMENTED)
    tables = load_tables(UTH, SPECS[UTH])
    assert list(tables["trips"]) == ["T1", "T2", "T3", "T4", "T"]
    assert tables["trips"]["T"].odds == FULL_ODDS
    assert tables["trips"]["T"].path == str(path)
    assert list(tables["blind"]) == ["A", "B"]


def test_a_users_table_never_takes_the_place_of_a_shipped_one(mine: Mine) -> None:
    path = mine(f"{UTH}/trips.csv", DOCUMENTED.replace("T,", "T3,"))
    (fault,) = faults_of(lambda: load_tables(UTH, SPECS[UTH]))
    assert fault.startswith(f"{path}:2: the table 'T3' exists already in ")


def test_faults_of_all_files_are_raised_together(mine: Mine) -> None:
    trips = mine(f"{UTH}/trips.csv", "hand,pays\nflush,3-Feb\nstraigt,4:1\n")
    blind = mine(f"{UTH}/blind.csv", "")
    stray = mine(f"{UTH}/tripps.csv", DOCUMENTED)
    mine(f"{UTH}/README.txt", "not a table")
    faults = faults_of(lambda: load_tables(UTH, SPECS[UTH]))
    assert [fault.split(": ")[0] for fault in faults] == [
        str(stray),
        f"{blind}:1",
        f"{trips}:2",
        f"{trips}:3",
    ]


def test_a_users_folder_that_is_not_there_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(USER_FOLDER, str(tmp_path / "nowhere"))
    (fault,) = faults_of(lambda: load_tables(UTH, SPECS[UTH]))
    assert USER_FOLDER in fault
    assert str(tmp_path / "nowhere") in fault


def test_a_users_folder_need_not_have_every_game(mine: Mine) -> None:
    mine(
        "casino-holdem/aa.csv",
        "table,row,odds,source,checked\nmine,flush or better,25:1,us,2026-11-29\n",
    )
    assert list(load_tables(UTH, SPECS[UTH])["trips"]) == ["T1", "T2", "T3", "T4"]
    assert "mine" in load_tables("casino-holdem", SPECS["casino-holdem"])["aa"]


def test_a_game_without_files_is_a_fault_that_names_them() -> None:
    (fault,) = faults_of(lambda: load_tables("no-such-game", {"ante": ANTE}))
    assert os.path.join("no-such-game", "ante.csv") in fault
    assert faults_of(lambda: load_variants("no-such-game", (), {}))


def test_a_table_leaves_a_folder_unchanged_between_loads(mine: Mine) -> None:
    path = mine(f"{UTH}/trips.csv", DOCUMENTED)
    assert load_tables(UTH, SPECS[UTH])["trips"]["T"].odds["flush"] == 7
    path.write_text(DOCUMENTED.replace("flush,7:1", "flush,6:1"), encoding="utf-8")
    assert load_tables(UTH, SPECS[UTH])["trips"]["T"].odds["flush"] == 6
