"""Bet files: the forms that are read, and what is warned of."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from tests.paytable_files import (
    AA,
    ANTE,
    ANTE_NO_GAME,
    BET,
    BLIND,
    BONUS,
    DOCUMENTED,
    FULL,
    FULL_ODDS,
    ROWS_10,
    ROWS_11,
    TRIPS,
    cell,
    odds_of,
    read,
)
from trainer.money import LOST, PUSH
from trainer.paytables import GENERIC, parse_tables
from trainer.rules import TableSpec

# --- what is read --------------------------------------------------------------------------------

FORMS = {
    "byte order mark": "\ufeff" + DOCUMENTED,
    "CRLF": DOCUMENTED.replace("\n", "\r\n"),
    "byte order mark and CRLF": "\ufeff" + DOCUMENTED.replace("\n", "\r\n"),
    "CR alone": DOCUMENTED.replace("\n", "\r"),
    "everything in quotes": re.sub("[^,\n]+", r'"\g<0>"', DOCUMENTED),
    "byte order mark before a quoted header": "\ufeff" + re.sub("[^,\n]+", r'"\g<0>"', DOCUMENTED),
    "blank lines and empty cells": DOCUMENTED.replace("\n", "\n\n") + ",,,,\n",
    "spaces around the cells": DOCUMENTED.replace(",", " , "),
    "no line end at the end": DOCUMENTED.rstrip("\n"),
    "an empty last column": DOCUMENTED.replace("\n", ",\n"),
}
NOTED_FORMS = {
    "semicolons": DOCUMENTED.replace(",", ";"),
    "tabs": DOCUMENTED.replace(",", "\t"),
    "a sep= line": "sep=;\n" + DOCUMENTED.replace(",", ";"),
    "a sep= line and commas": "sep=,\n" + DOCUMENTED,
    "a sep= line after a byte order mark": "\ufeffsep=;\r\n" + DOCUMENTED.replace(",", ";"),
    "a sep= line with a tab": "sep=\t\n" + DOCUMENTED.replace(",", "\t"),
    "hand and pays": "hand,pays\n" + FULL,
    "a byte order mark before hand and pays in quotes": '\ufeff"hand","pays"\n' + FULL,
    "Hand and Pays": "Hand,Pays\n" + FULL,
    "pays before hand": "pays,hand\n" + re.sub("(.+),(.+)", r"\2,\1", FULL),
    "hand and pays with a table": "table,hand,pays\n" + re.sub("^", "T,", FULL, flags=re.M)[:-2],
    "a column called as the bet": "Hand,Blind,Trips\n" + re.sub(",", ",1:1,", FULL),
    "no source": "table,row,odds\n" + re.sub("(?m)^(?=.)", "T,", FULL),
}


@pytest.mark.parametrize("form", FORMS)
def test_these_forms_are_read_without_a_word(form: str) -> None:
    report = read(FORMS[form])
    assert (report.faults, report.warnings, report.notes) == ((), (), ())
    assert report.tables["T"].odds == FULL_ODDS
    assert set(report.tables["T"].sources.values()) == {"our floor"}
    assert report.tables["T"].path == "mine.csv"


@pytest.mark.parametrize("form", NOTED_FORMS)
def test_these_forms_are_read_with_a_note(form: str) -> None:
    report = read(NOTED_FORMS[form])
    assert (report.faults, report.warnings) == ((), ())
    assert next(iter(report.tables.values())).odds == FULL_ODDS
    assert re.match(r"mine\.csv:\d: .+; .+", report.notes[0])


def test_columns_may_stand_in_any_order() -> None:
    report = read("checked,odds,source,row,table\n2026-11-29,7:1,us,flush,T\n")
    assert report.faults == ()
    assert report.notes == ()
    assert report.tables["T"].odds == {"flush": 7}
    assert report.tables["T"].sources == {"flush": "us"}


def test_each_further_column_is_a_table_of_its_own() -> None:
    report = read("Hand,T8,T9\nFlush,6:1,7:1\n")
    assert {id: table.odds for id, table in report.tables.items()} == {
        "T8": {"flush": 6},
        "T9": {"flush": 7},
    }


def test_the_column_called_as_the_bet_is_taken_and_the_others_are_named() -> None:
    text = "Hand;Blind Bet;Bad Beat;Trips\nFlush;3 to 2;30;7\n"
    report = read(text, TRIPS, "bad_beat")
    assert {id: table.odds for id, table in report.tables.items()} == {"Bad Beat": {"flush": 30}}
    assert any("'Blind Bet', 'Trips'" in note for note in report.notes)


def test_several_tables_in_a_file_are_kept_apart() -> None:
    report = read("table,row,odds\nT8,flush,6:1\nT9,flush,7:1\nT8,straight,5:1\n")
    assert report.tables["T8"].odds == {"flush": 6, "straight": 5}
    assert report.tables["T9"].odds == {"flush": 7}


def test_a_table_without_a_name_has_the_files_name() -> None:
    report = parse_tables(b"hand,pays\nflush,7:1\n", "some/where/my-trips.csv", "trips", TRIPS)
    assert list(report.tables) == ["my-trips"]
    assert report.tables["my-trips"].id == "my-trips"
    assert list(parse_tables(b"hand,pays\nflush,7:1\n", "-", "", GENERIC).tables) == ["table"]


ODDS = {
    "500:1": 500,
    "3:2": Fraction(3, 2),
    "push": 0,
    "lose": -1,
    "1:5": Fraction(1, 5),
    "4:2": 2,
}
NOTED_ODDS = {
    "500 to 1": 500,
    "500 TO 1": 500,
    "500-1": 500,
    "3-2": Fraction(3, 2),
    "500–1": 500,
    "500—1": 500,
    "500−1": 500,
    "500–1*": 500,
    "500:1*": 500,
    "6 : 1": 6,
    "6\u00a0to\u00a01": 6,
    "500/1": 500,
    "3/2": Fraction(3, 2),
    "3 to 2": Fraction(3, 2),
    "1.5:1": Fraction(3, 2),
    "1.5 to 1": Fraction(3, 2),
    "1,5:1": Fraction(3, 2),
    "1.5": Fraction(3, 2),
    "1,5": Fraction(3, 2),
    "1,50": Fraction(3, 2),
    "0.95:1": Fraction(19, 20),
    "0.125": Fraction(1, 8),
    "2.10 to 1": Fraction(21, 10),
    "6": 6,
    "7500": 7500,
    "9 for 1": 8,
    "9 FOR 1": 8,
    "5 for 2": Fraction(3, 2),
    "1.5 *": Fraction(3, 2),
    "1 for 1": 0,
    "Push": 0,
    "PUSH": 0,
    "Lose": -1,
    "N/A": -1,
    "n/a*": -1,
}


@pytest.mark.parametrize("text", ODDS)
def test_documented_odds_are_read_without_a_note(text: str) -> None:
    report = read(f"table,row,odds,source,checked\nT,flush,{text},us,2026-11-29\n")
    assert report.faults == ()
    assert report.notes == ()
    assert report.tables["T"].odds == {"flush": ODDS[text]}


@pytest.mark.parametrize("text", NOTED_ODDS)
def test_other_forms_of_odds_are_read_exactly_and_noted_with_their_line(text: str) -> None:
    report = cell(text)
    assert report.faults == ()
    assert report.tables["mine"].odds == {"flush": NOTED_ODDS[text]}
    assert (
        sum(note.startswith("mine.csv:2: ") and "is read as" in note for note in report.notes) == 1
    )


def test_a_footnote_is_mentioned() -> None:
    assert "footnote" in " ".join(cell("500:1*").notes)


@pytest.mark.parametrize(("spec", "odds"), [(BLIND, PUSH), (ANTE, PUSH), (TRIPS, LOST), (AA, LOST)])
def test_not_available_pushes_where_unlisted_rows_push_and_else_loses(
    spec: TableSpec, odds: Fraction
) -> None:
    assert odds_of("hand,pays\npair,N/A\n", spec) == {"pair": odds}


def test_not_available_pushes_in_a_blind_column_even_when_the_bet_is_not_known() -> None:
    report = read("Hand,Blind,Trips\nTwo pair,N/A,N/A\n", GENERIC, "")
    assert report.tables["Blind"].odds == {"two-pair": PUSH}
    assert report.tables["Trips"].odds == {"two-pair": LOST}


NAMES = {
    "royal-flush": "Royal Flush|ROYAL FLUSH|royal flush|Royal|royal_flush|"
    "Флэш Рояль|Флеш рояль|Роял флеш|роял-флэш|Рояль флеш",
    "straight-flush": "Straight Flush|straight-Flush|Стрит флэш|Стрит флеш|стрит-флеш|Стрит-флэш",
    "four-of-a-kind": "Four of a Kind|Four-of-a-kind|4 of a kind|4-of-a-kind|Quads|QUADS|Каре",
    "full-house": "Full House|Full house*|Full Boat|Фулл хаус|Фулл-хаус|Фул Хаус|фуллхаус",
    "flush": "Flush|FLUSH|Flush*|Флеш|Флэш",
    "straight": "Straight|STRAIGHT|Стрит",
    "three-of-a-kind": "Three of a kind|Three-of-a-Kind|3 of a kind|Trips|Set|Тройка|Три карты|Сет",
    "two-pair": "Two Pair|Two pairs|2 pairs|two  pair|Две пары",
    "pair": "Pair|One Pair|1 pair|Одна пара|Пара",
    "ace-king": "Ace-King|Ace King|ACE-KING|AK|A-K|A/K|Ace/King|Туз-Король|Туз–король|туз король",
    "high-card": "High Card|High card|high_card|Старшая карта",
}


@pytest.mark.parametrize(
    ("row", "name"), [(row, name) for row, names in NAMES.items() for name in names.split("|")]
)
def test_names_of_rows_are_read_and_noted(row: str, name: str) -> None:
    report = read(f"hand,pays\n{name},3:2\n", BET, "bet")
    assert report.faults == ()
    assert report.tables["mine"].odds == {row: Fraction(3, 2)}
    assert any(note.startswith("mine.csv:2: ") and row in note for note in report.notes)


@pytest.mark.parametrize(
    "name", ["Pair of Aces", "pair of aces", "Aces", "AA", "One pair of aces", "Пара тузов"]
)
def test_names_of_the_pair_of_aces_are_read_on_the_bonus_that_has_it(name: str) -> None:
    assert odds_of(f"hand,pays\n{name},7:1\n", AA, "aa") == {"pair-of-aces": 7}


@pytest.mark.parametrize(
    "name", ["Dealt Royal Flush", "Royal flush (dealt)", "dealt_royal_flush", "dealt royal"]
)
def test_names_of_bonus_rows_are_read(name: str) -> None:
    assert odds_of(f"hand,pays\n{name},1000:1\n", BONUS, "bonus") == {"dealt-royal-flush": 1000}


MERGED = [
    (AA, "Straight or lower", "straight three-of-a-kind two-pair pair-of-aces"),
    (AA, "straight or less", "straight three-of-a-kind two-pair pair-of-aces"),
    (AA, "Straight to Pair of Aces", "straight three-of-a-kind two-pair pair-of-aces"),
    (AA, "Flush or better", "flush full-house four-of-a-kind straight-flush royal-flush"),
    (ANTE, "Straight or lower", "straight three-of-a-kind two-pair pair high-card"),
    (ANTE, "Straight and below", "straight three-of-a-kind two-pair pair high-card"),
    (BLIND, "Less than a straight", "three-of-a-kind two-pair pair high-card"),
    (BLIND, "Less than a flush", "straight three-of-a-kind two-pair pair high-card"),
    (TRIPS, "Straight or lower", "straight three-of-a-kind"),
    (BET, "One pair or lower", "pair ace-king"),
    (BET, "Стрит или ниже", "straight three-of-a-kind two-pair pair ace-king"),
    (ANTE_NO_GAME, "Three of a kind or lower", "three-of-a-kind two-pair pair ace-king high-card"),
    (BONUS, "dealt flush or lower", "dealt-flush dealt-straight dealt-three-of-a-kind"),
    (BONUS, "bought flush or lower", "bought-flush bought-straight bought-three-of-a-kind"),
    (BONUS, "bought straight flush or better", "bought-straight-flush bought-royal-flush"),
]


@pytest.mark.parametrize(("spec", "name", "rows"), MERGED)
def test_merged_rows_stand_for_all_their_rows_down_to_the_floor(
    spec: TableSpec, name: str, rows: str
) -> None:
    report = read(f"hand,pays\n{name},7:1\n", spec)
    assert report.faults == ()
    assert report.tables["mine"].odds == dict.fromkeys(rows.split(), Fraction(7))
    assert any("is read as" in note for note in report.notes)


def test_a_line_with_several_tables_tells_each_thing_once() -> None:
    notes = read("Hand,T8,T9\nFlush,6 to 1,7 to 1\n").notes
    assert len([note for note in notes if note.startswith("mine.csv:2: ")]) == 3
    assert len(read("Hand,T8,T9\nFlsh,6 to 1,7 to 1\n").faults) == 1


@pytest.mark.parametrize("name", ["Two pair or lower", "Less than three of a kind"])
@pytest.mark.parametrize("odds", ["lose", "N/A"])
def test_a_merged_row_that_loses_goes_down_to_the_weakest_hand(name: str, odds: str) -> None:
    expected = {"two-pair": LOST, "pair": LOST, "high-card": LOST}
    assert odds_of(f"hand,pays\n{name},{odds}\n") == expected


def test_a_layout_with_two_bets_serves_both() -> None:
    text = "Hand,Blind,Trips\nStraight,1:1,4:1\nTrips,N/A,3:1\nTwo pair or lower,push,N/A\n"
    blind, trips = odds_of(text, BLIND, "blind"), odds_of(text, TRIPS, "trips")
    assert blind == {"straight": 1} | dict.fromkeys(ROWS_10[:4], PUSH)
    assert trips == {"straight": 4, "three-of-a-kind": 3} | dict.fromkeys(ROWS_10[:3], LOST)


def test_a_file_of_no_known_bet_is_read_with_the_rows_of_all_bets() -> None:
    text = "hand,pays\nPair of aces,7:1\nAce-King,1:1\ndealt flush,50:1\nflush,20:1\n"
    odds = odds_of(text, GENERIC, "")
    assert odds == {"pair-of-aces": 7, "ace-king": 1, "dealt-flush": 50, "flush": 20}


# --- what is warned of ---------------------------------------------------------------------------


def test_odds_that_fall_are_a_warning_at_the_line_of_the_higher_hand() -> None:
    report = read("hand,pays\n" + FULL.replace("full-house,8:1", "full-house,5:1"))
    assert report.ok
    assert report.tables["mine"].odds["full-house"] == 5
    assert len(report.warnings) == 1
    assert re.match(
        r"mine\.csv:5: full-house .* 5:1.*flush in line 6.* 7:1.*; .+", report.warnings[0]
    )


def test_a_push_above_a_paid_row_is_a_fall() -> None:
    report = read(
        "hand,pays\nflush,push\nstraight,1:1\n", TableSpec(ROWS_10[:6], PUSH, "high-card")
    )
    assert [warning.split(":")[1] for warning in report.warnings] == ["2"]


def test_odds_may_fall_between_groups() -> None:
    rows = "".join(
        f"{where}-{row},{odds}:1\n"
        for where, odds in (("bought", 300), ("dealt", 25))
        for row in ROWS_11
    )
    assert read("hand,pays\n" + rows, BONUS).warnings == ()


@pytest.mark.parametrize(
    ("left_out", "line"), [("flush", 6), ("four-of-a-kind", 4), ("royal-flush", 2), ("straight", 7)]
)
def test_a_row_missing_above_a_paid_row_is_a_warning(left_out: str, line: int) -> None:
    text = "".join(
        row for row in FULL.splitlines(keepends=True) if not row.startswith(left_out + ",")
    )
    report = read("hand,pays\n" + text)
    assert report.ok
    assert len(report.warnings) == 1
    assert report.warnings[0].startswith(f"mine.csv:{line}: ")
    assert f"no {left_out}" in report.warnings[0]
    assert "lose" in report.warnings[0]


def test_a_row_missing_below_the_lowest_paid_row_is_none() -> None:
    assert read("hand,pays\n" + FULL.replace("three-of-a-kind,3:1\n", "")).warnings == ()


def test_a_royal_flush_that_says_lose_above_all_prizes_is_meant() -> None:
    report = read("hand,pays\n" + FULL.replace("royal-flush,50:1", "royal-flush,lose"))
    assert report.warnings == ()
    assert (
        len(read("hand,pays\n" + FULL.replace("royal-flush,50:1", "royal-flush,N/A")).warnings) == 1
    )


def test_rows_that_few_bets_have_are_not_missed_when_the_bet_is_not_known() -> None:
    text = "hand,pays\n" + "".join(f"{row},1:1\n" for row in ROWS_10)
    assert read(text, GENERIC, "").warnings == ()


@pytest.mark.parametrize(
    ("source", "checked", "found"),
    [
        ("", "2026-11-29", "source is empty"),
        ("us", "", "date of the check is empty"),
        ("us", "29.11.2026", "29.11.2026"),
        ("us", "2026-13-45", "2026-13-45"),
    ],
)
def test_a_missing_source_or_date_is_a_warning(source: str, checked: str, found: str) -> None:
    report = read(f"table,row,odds,source,checked\nT,royal-flush,7:1,{source},{checked}\n")
    assert report.ok
    assert len(report.warnings) == 1
    assert report.warnings[0].startswith("mine.csv:2: ")
    assert found in report.warnings[0]


# --- reported cases (golden/reported-cases.csv, kind paytable_file) -------------------------------


def test_pf02_a_mark_before_a_quoted_header() -> None:
    assert odds_of(b'\xef\xbb\xbf"hand","pays"\n"Flush","6"\n') == {"flush": 6}


def test_pf05_tabs_in_a_csv_file() -> None:
    assert odds_of("hand\tpays\nFlush\t6\n") == {"flush": 6}


def test_pf08_an_en_dash_and_a_star() -> None:
    report = read("hand,pays\nRoyal Flush,500–1*\nFlush,6–1\n")
    assert report.tables["mine"].odds == {"royal-flush": 500, "flush": 6}
    assert [note for note in report.notes if "500–1*" in note]


def test_pf10_two_rows_swapped() -> None:
    text = (
        "hand,pays\nRoyal Flush,100 to 1\nStraight Flush,50 to 1\nFour of a Kind,20 to 1\n"
        "Full House,5 to 1\nFlush,7 to 1\nStraight,4 to 1\nThree of a Kind,3 to 1\n"
        "Two Pair,2 to 1\nOne Pair,1 to 1\nAce-King,1 to 1\n"
    )
    report = read(text, BET, "bet")
    assert report.ok
    assert report.tables["mine"].odds["full-house"] == 5
    assert [warning.split(": ")[0] for warning in report.warnings] == ["mine.csv:5"]


def test_pf12_not_available_on_the_blind() -> None:
    text = "Hand,Blind,Trips\nStraight,1 to 1,4 to 1\nThree of a Kind,N/A,3 to 1\n"
    assert odds_of(text, BLIND, "blind") == {"straight": 1, "three-of-a-kind": PUSH}
    assert odds_of(text, TRIPS, "trips") == {"straight": 4, "three-of-a-kind": 3}


PF13 = (
    "hand;pays\nОдна пара;2:1\nДве пары;2:1\nТри карты;3:1\nСтрит;4:1\nФлэш;5:1\n"
    "Фул Хаус;7:1\nКаре;20:1\nСтрит флэш;50:1\nФлэш Рояль;100:1\n"
)


def test_pf13_russian_names() -> None:
    odds = odds_of(PF13, BET, "bet")
    assert list(odds.values()) == [2, 2, 3, 4, 5, 7, 20, 50, 100]
    assert list(odds) == list(ROWS_11[2:])


def test_pf13_in_another_encoding() -> None:
    (fault,) = read(PF13.encode("cp1251"), BET, "bet").faults
    assert "Windows-1251" in fault
    assert "UTF-8" in fault


def test_pf16_a_share_of_a_jackpot() -> None:
    (fault,) = read("hand,pays\nRoyal Flush,100% of Jackpot\n").faults
    assert "jackpot" in fault


def test_pf17_a_merged_row_of_the_aa_bonus() -> None:
    odds = odds_of('hand,pays\n"Straight or lower",7:1\n', AA, "aa")
    assert odds == dict.fromkeys(
        ("straight", "three-of-a-kind", "two-pair", "pair-of-aces"), Fraction(7)
    )


def test_pf18_windows_line_ends_and_a_mark() -> None:
    unix = "table,row,odds\nT,flush,7:1\nT,straight,4:1\n"
    assert odds_of("\ufeff" + unix.replace("\n", "\r\n")) == odds_of(unix)


@pytest.mark.parametrize("text", ["3:2", "3 to 2", "1.5", "1.5:1", "3/2"])
def test_pf19_three_to_two_in_all_its_forms(text: str) -> None:
    assert odds_of(f"hand,pays\nFlush,{text}\n", BLIND, "blind") == {"flush": Fraction(3, 2)}
    assert 5 * odds_of(f"hand,pays\nFlush,{text}\n", BLIND, "blind")["flush"] == Fraction("7.50")
