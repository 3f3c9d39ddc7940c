"""Bet files: what is refused, with its line; and any bytes at all."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.paytable_files import AA, BLIND, BONUS, ROWS_10, ROWS_AA, TRIPS, cell, read
from trainer.paytables import GENERIC, FileReport, parse_tables, read_tables
from trainer.rules import TableSpec

# --- what is refused -----------------------------------------------------------------------------

REFUSED_ODDS = {
    "2026-02-03": "date",
    "3-Feb": "date",
    "Feb-03": "date",
    "3 February 2026": "date",
    "02-мар": "date",
    "03.фев": "date",
    "2-Mar": "date",
    "Mar-26": "date",
    "1/2/2026": "date",
    "01/02/26": "date",
    "3.2.2026": "date",
    "03.02": "no odds",
    "03-02": "date",
    "03/02": "date",
    "3-2026": "date",
    "3.02": "date",
    "2.10": "date",
    "46055": "number of a day",
    "03:02:00": "time",
    "3:02": "time",
    "03:02": "time",
    "50:01": "time",
    "500:01:00": "time",
    "3:02 AM": "time",
    "0.126388888888889": "time",
    "3:2 4:1": "two odds",
    "3:2/4:1": "two odds",
    "3:2, 4:1": "two odds",
    "3:2:1": "no odds",
    "100% of Jackpot": "jackpot",
    "10%": "jackpot",
    "Jackpot": "jackpot",
    "-3": "negative",
    "-3:1": "negative",
    "–3:1": "negative",
    "3:-1": "negative",
    "": "without odds",
    "   ": "without odds",
    "0:1": "zero",
    "1:0": "zero",
    "0": "zero",
    "0 to 1": "zero",
    "0.0": "zero",
    "0 for 1": "no odds",
    "1 for 2": "less than the stake",
    "1,500": "may mean 1500 or 1.500",
    "1.500": "may mean 1500 or 1.500",
    "1,000:1": "may mean 1000 or 1.000",
    "1.3333": "rounded",
    "1e3": "no odds",
    "½": "no odds",
    "1½": "no odds",
    "３:２": "no odds",
    "٣:٢": "no odds",
    "$500": "no odds",
    "500x": "no odds",
    "five to one": "no odds",
    "-": "no odds",
    "*": "without odds",
    "?": "no odds",
    "NaN": "no odds",
    "inf": "no odds",
    "None": "no odds",
    "0x10": "no odds",
    "1_000": "no odds",
    "+5": "no odds",
    "=3/2": "no odds",
    "5000000000000": "no odds",
    "9" * 5000 + ":1": "no odds",
    "1" + "." * 70 + "1": "no odds",
}


@pytest.mark.parametrize("text", REFUSED_ODDS, ids=lambda text: text[:30])
def test_what_is_not_surely_odds_is_a_fault_with_its_line(text: str) -> None:
    report = cell(text)
    assert not report.ok
    assert report.tables == {}
    assert len(report.faults) == 1
    assert re.match(r"mine\.csv:2: .+; expected odds such as", report.faults[0])
    assert REFUSED_ODDS[text] in report.faults[0]


REFUSED_ROWS = [
    "straigt",
    "Straight/Flush",
    "Straight, Flush",
    "Straight & Flush",
    "Straight – Pair of aces",
    "Flush 5",
    "Full house + pair",
    "Mini royal",
    "Other hands",
    "# a comment",
    "Flusһ",  # with a Cyrillic shha
    "Ace-King",
    "Pair of aces",
    "dealt-flush",
    "five-of-a-kind",
    "Pair or lower",  # below the lowest row that trips pay
    "Straight or lowerish",
    "flush " * 100,
]


@pytest.mark.parametrize("name", REFUSED_ROWS, ids=lambda name: name[:30])
def test_an_unknown_row_is_a_fault_that_lists_the_rows(name: str) -> None:
    report = read(f'hand,pays\n"{name}",7:1\n')
    assert len(report.faults) == 1
    assert report.faults[0].startswith("mine.csv:2: ")
    assert report.faults[0].endswith(f"expected one of {', '.join(ROWS_10)}")


def test_merged_rows_do_not_reach_from_one_run_of_rows_into_another() -> None:
    assert not read("hand,pays\ndealt flush to bought flush,7:1\n", BONUS).ok


def test_a_plain_hand_is_no_row_of_a_bonus_with_two_runs() -> None:
    assert not read("hand,pays\nRoyal flush,1000:1\n", BONUS).ok


@pytest.mark.parametrize(
    "second", ["flush,7:1", "flush,8:1", "Flush,7:1", "straight or better,9:1"]
)
def test_a_row_twice_is_a_fault_even_with_equal_odds(second: str) -> None:
    report = read(f"hand,pays\nflush,7:1\n{second}\n")
    assert len(report.faults) == 1
    assert re.match(r"mine\.csv:3: .*flush.*line 2.*; expected", report.faults[0])


FAULTY_FILES: dict[str, tuple[str | bytes, int, str]] = {
    "empty": ("", 1, "empty"),
    "blank": ("\n \n\t\n", 1, "empty"),
    "a byte order mark alone": ("\ufeff", 1, "empty"),
    "header alone": ("table,row,odds,source,checked\n", 1, "no rows"),
    "no header": ("Royal flush,50:1\nFlush,7:1\n", 1, "no header"),
    "another header": ("a,b,c\nflush,7:1\n", 1, "the header is 'a,b,c'"),
    "no odds": ("table,row,source,checked\nT,flush,us,2026-11-29\n", 1, "no column odds"),
    "hand alone": ("hand\nflush\n", 1, "no column odds"),
    "odds alone": ("odds\n7:1\n", 1, "the header is 'odds'"),
    "an unknown column": (
        "table,row,odds,source,checked,note\nT,flush,7:1,us,2026-11-29,x\n",
        1,
        "'note'",
    ),
    "a column twice": ("table,row,odds,odds\nT,flush,7:1,7:1\n", 1, "'odds' stands twice"),
    "two names of one column": (
        "table,row,hand,odds\nT,flush,flush,7:1\n",
        1,
        "'row and hand' stands twice",
    ),
    "two columns of a bet": ("Hand,Trips,TRIPS\nflush,7:1,6:1\n", 1, "'trips' stands twice"),
    "too few cells": ("table,row,odds\nT,flush\n", 2, "there are 2 cells"),
    "too many cells": ("hand,pays\nflush,7:1,8:1\n", 2, "there are 3 cells"),
    "a decimal comma without quotes": ("hand,pays\nflush,1,5\n", 2, "there are 3 cells"),
    "one that makes a source": (
        "table,row,odds,source,checked\nT,flush,1,5,2026-11-29\n",
        2,
        "'5' is no source",
    ),
    "one that makes a date": (
        "table,row,odds,checked,source\nT,flush,1,5,us\n",
        2,
        "'5' is no date",
    ),
    "one in an empty last column": (
        "hand,pays,\nflush,1,5\n",
        2,
        "'5' stands in a column without a name",
    ),
    "no hand": ("hand,pays\n,7:1\n", 2, "without a hand"),
    "a star for a hand": ("hand,pays\n*,7:1\n", 2, "without a hand"),
    "no table": ("table,row,odds\n,flush,7:1\n", 2, "without a table"),
    "a table called none": ("table,row,odds\nnone,flush,7:1\n", 2, "a table called 'none'"),
    "a table with a number sign": ("table,row,odds\nT#1,flush,7:1\n", 2, "a table called 'T#1'"),
    "sep of nothing": ("sep=\nhand,pays\nflush,7:1\n", 1, "names no separator"),
    "sep of a bar": ("sep=|\nhand|pays\nflush|7:1\n", 1, "names no separator"),
    "sep that is not so": ("sep=;\nhand,pays\nflush,7:1\n", 2, "the header is 'hand,pays'"),
    "a quote that never ends": ('hand,pays\n"flush,7:1\n', 2, "cannot be split"),
    "text after a quote": ('hand,pays\n"flush"x,7:1\n', 2, "cannot be split"),
    "a quote in the header that never ends": ('"hand,pays\nflush,7:1\n', 1, "cannot be split"),
    "NUL": (b"hand,pays\nflush,7:1\nstraight\x00,4:1\n", 3, "NUL"),
    "UTF-16": ("hand,pays\nflush,7:1\n".encode("utf-16"), 1, "UTF-16"),
    "UTF-16 without a mark": ("hand,pays\nflush,7:1\n".encode("utf-16-le"), 1, "NUL"),
    "a workbook": (b"PK\x03\x04" + bytes(range(256)), 1, "workbook"),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 1, "workbook"),
    "Windows-1251": ("hand;pays\r\nОдна пара;2:1\r\n".encode("cp1251"), 2, "Windows-1251"),
    "KOI8-R": ("hand;pays\nОдна пара;2:1\n".encode("koi8-r"), 2, "Cyrillic"),
    "Windows-1252": ("hand,pays\nroyal flush,500–1\n".encode("cp1252"), 2, "Windows-1252"),
}


@pytest.mark.parametrize("case", FAULTY_FILES)
def test_a_faulty_file_is_refused_with_one_clear_message(case: str) -> None:
    data, line, found = FAULTY_FILES[case]
    report = read(data)
    assert report.tables == {}
    assert len(report.faults) == 1
    assert re.match(rf"mine\.csv:{line}: .+; .+", report.faults[0])
    assert found in report.faults[0]


@pytest.mark.parametrize("case", ["Windows-1251", "UTF-16", "NUL", "a workbook"])
def test_a_wrong_encoding_is_told_with_what_to_do(case: str) -> None:
    assert "UTF-8" in read(FAULTY_FILES[case][0]).faults[0]


def test_all_faults_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = (
        "table,row,odds,source,checked,x\nT,straigt,3-Feb,us,2026-11-29,\n"
        'T,flush,7:1,us,soon,\n"T,a\nT,flush,0:1,,,\nT\n'
    )
    places = [int(fault.split(":")[1]) for fault in read(text).faults]
    assert places == [1, 2, 2, 3, 4, 5, 6]


def test_thousands_of_faults_are_cut_short() -> None:
    report = read("hand,pays\n" + "x,y\n" * 5000)
    assert len(report.faults) == 201
    assert "more faults" in report.faults[-1]


@pytest.mark.parametrize(
    "line", ["x,y\n", ',"\n', "flush,7:1\n", "a,b,c,d\n", "\n", "flush,3-Feb\n"]
)
def test_a_file_of_very_many_lines_is_refused_quickly(line: str) -> None:
    start = time.process_time()
    report = read("hand,pays\n" + line * (900_000 // len(line)))
    assert not report.ok
    assert len(report.faults) <= 201
    assert time.process_time() - start < 3


def test_a_file_of_very_many_columns_is_refused_quickly() -> None:
    start = time.process_time()
    for header in (
        "hand" + ",a" * 400_000,
        "hand," * 90_000,
        "hand," + ",".join(map(str, range(100_000))),
    ):
        (fault,) = read(header + "\nflush,7:1\n").faults
        assert fault.startswith("mine.csv:1: the header has ")
    assert time.process_time() - start < 3


def test_a_hundred_megabytes_are_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    start = time.process_time()
    report = read_tables(path, "trips", TRIPS)
    assert time.process_time() - start < 1
    assert len(report.faults) == 1
    assert "more than 1,000,000 bytes" in report.faults[0]


def test_a_file_that_is_none_is_a_fault_that_names_it(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.csv", tmp_path, Path("a\0b")):
        report = read_tables(path, "trips", TRIPS)
        assert len(report.faults) == 1
        assert report.faults[0].startswith(f"{path}: ")


@pytest.mark.parametrize(
    "long",
    [
        *("x" * 900_000, "1" * 900_000, "flush or " * 100_000, "1:" * 400_000, '"' * 900_000),
        *("x" * 120_000, "1" * 120_000, "flush or " * 14_000, "1:" * 60_000, "\t" * 120_000),
    ],
    ids=lambda long: f"{len(long)} of {long[:2]!r}",
)
def test_a_very_long_cell_is_refused_quickly(long: str) -> None:
    start = time.process_time()
    for text in (
        f"hand,pays\nflush,{long}\n",
        f"hand,pays\n{long},7:1\n",
        f"{long},pays\nflush,7:1\n",
    ):
        report = read(text)
        assert not report.ok
        assert all(len(fault) < 600 for fault in report.faults)
    assert time.process_time() - start < 2


# --- any bytes at all ----------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *ROWS_AA,
        "table",
        "row",
        "odds",
        "source",
        "checked",
        "hand",
        "pays",
        "sep=;",
        "Blind",
        "T1",
        "3:2",
        "500 to 1",
    ]
    + [
        "500–1*",
        "N/A",
        "straight or lower",
        "3-Feb",
        "1,5",
        ",",
        ",",
        ",",
        ";",
        "\t",
        "\n",
        "\n",
        "\n",
        "\r\n",
        '"',
        "\ufeff",
        "\0",
        "Флэш",
        "",
    ]
)


def _check(report: FileReport) -> None:
    assert report.ok == (not report.faults)
    assert bool(report.tables) == report.ok
    for message in report.faults + report.warnings + report.notes:
        assert re.match(r"any\.csv(:\d+)?: ", message)
        assert "; " in message
        assert message.isprintable()


@given(st.binary(max_size=300), st.sampled_from([BLIND, AA, BONUS, GENERIC]))
def test_any_bytes_give_a_report(data: bytes, spec: TableSpec) -> None:
    _check(parse_tables(data, "any.csv", "blind", spec))


@given(st.text(max_size=200), st.sampled_from([BLIND, AA, BONUS, GENERIC]))
def test_any_text_gives_a_report(text: str, spec: TableSpec) -> None:
    _check(parse_tables(text.encode("utf-8", "surrogatepass"), "any.csv", "", spec))


@given(st.lists(PIECES, max_size=40), st.sampled_from([BLIND, AA, BONUS, GENERIC]))
def test_any_pieces_of_tables_give_a_report(pieces: list[str], spec: TableSpec) -> None:
    _check(parse_tables("".join(pieces).encode(), "any.csv", "blind", spec))


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_cells_give_a_report(row: str, odds: str) -> None:
    cells = ",".join('"' + one.replace('"', '""') + '"' for one in (row, odds))
    _check(
        parse_tables(
            f"hand,pays\n{cells}\n".encode("utf-8", "surrogatepass"), "any.csv", "", GENERIC
        )
    )


@given(
    st.dictionaries(
        st.sampled_from(ROWS_10),
        st.fractions(Fraction(1, 999), 999, max_denominator=999),
        min_size=1,
    )
)
def test_odds_written_as_documented_come_back_exactly(odds: dict[str, Fraction]) -> None:
    lines = "".join(
        f"T,{row},{one.numerator}:{one.denominator},us,2026-11-29\n" for row, one in odds.items()
    )
    report = read("table,row,odds,source,checked\n" + lines)
    assert report.faults == ()
    assert report.notes == ()
    assert report.tables["T"].odds == odds
