"""variants.csv of the user and of the package, and rules given by hand."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.paytable_files import DOCUMENTED, RULES, SPECS, UTH, write_into
from trainer.errors import PaytableError, RuleError
from trainer.games import build, variants_report
from trainer.paytables import (
    USER_FOLDER,
    load_tables,
    load_variants,
    package_folder,
    read_variants,
    rule_value,
)
from trainer.rules import Rule, Variant

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


# --- houses --------------------------------------------------------------------------------------


def uth_houses(
    bets: tuple[str, ...] = ("ante", "blind", "play", "trips", "bad_beat"),
) -> dict[str, Variant]:
    tables = load_tables(UTH, SPECS[UTH])
    return {one.id: one for one in load_variants(UTH, RULES[UTH], tables, bets)}


def uth_report(path: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    tables = load_tables(UTH, SPECS[UTH])
    report = read_variants(path, UTH, RULES[UTH], tables, ("ante", "blind", "play", "trips"))
    return report.faults, report.warnings, report.notes


def shipped_house(**changes: str) -> str:
    """The shipped file's header and its default row under another id, with some cells changed."""
    with (package_folder() / UTH / "variants.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        row = {**next(reader), "variant": "mine", **changes}
        header = reader.fieldnames or ()
    return ",".join(header) + "\n" + ",".join(f'"{row[name]}"' for name in header) + "\n"


def test_a_users_house_is_added_and_has_the_defaults_where_it_is_silent(mine: Mine) -> None:
    mine(f"{UTH}/trips.csv", DOCUMENTED)
    path = mine(f"{UTH}/variants.csv", "variant,name,trips,max_payout\nmy-house,My House,T,\n")
    house = load_variants(UTH, RULES[UTH], load_tables(UTH, SPECS[UTH]))[-1]
    default = load_variants(UTH, RULES[UTH], load_tables(UTH, SPECS[UTH]))[0]
    assert (house.id, house.name, house.source, house.checked) == ("my-house", "My House", "", "")
    assert house.rules == {**default.rules, "trips": "T"}
    assert house.house == default.house
    faults, warnings, notes = uth_report(path)
    assert faults == ()
    assert [warning.split(": ")[0] for warning in warnings] == [f"{path}:2"] * 2
    assert any("no column blind; read as 'A'" in note for note in notes)
    assert any("no column source" in note for note in notes)


def test_a_complete_house_is_read_without_a_word(mine: Mine) -> None:
    path = mine(
        f"{UTH}/variants.csv",
        shipped_house(
            max_payout="25000",
            rounding="up",
            rounds="blind/trips",
            settles="left-to-right",
            chips="1/5",
            chip="1",
        ),
    )
    assert uth_report(path) == ((), (), ())
    house = load_variants(UTH, RULES[UTH], load_tables(UTH, SPECS[UTH]))[-1].house
    assert (house.max_payout, house.rounding, house.rounds) == (25000, "up", ("blind", "trips"))
    assert (house.settles, house.chips, house.chip) == ("left-to-right", (1, 5), 1)


def test_a_house_may_be_separated_by_semicolons(mine: Mine) -> None:
    path = mine(f"{UTH}/variants.csv", "\ufeffvariant;name;trips\r\nmy-house;My House;T1\r\n")
    assert uth_report(path)[0] == ()
    assert "my-house" in uth_houses()


FAULTY_HOUSES = {
    "preflop": ("5", "expected one of 3-or-4, 4"),
    "qualifies": ("ace-high", "expected pair"),
    "blind": ("C", "expected one of A, B"),
    "trips": ("T5", "expected one of T1, T2, T3, T4, none"),
    "trips_on_fold": ("", "expected one of alive, lost"),
    "max_payout": ("-5", "expected an amount"),
    "chip": ("0", "expected an amount"),
    "rounding": ("nearest", "expected one of none, down, up"),
    "rounds": ("blind/tripps", "expected all, or bets of ante, blind, play, trips"),
    "chips": ("5/1", "smallest first"),
    "settles": ("clockwise", "expected one of right-to-left, left-to-right"),
    "ante_min": ("1000", "rising order"),
    "ante_max": ("lots", "expected an amount"),
    "ante_step": ("0", "expected an amount"),
    "side_min": ("101", "rising order"),
    "side_max": ("", "expected an amount"),
    "name": ("", "expected what the house is called"),
    "variant": ("my house", "expected an id"),
}


@pytest.mark.parametrize("column", FAULTY_HOUSES)
def test_a_wrong_cell_of_a_house_is_a_fault_with_what_was_expected(column: str, mine: Mine) -> None:
    text, expected = FAULTY_HOUSES[column]
    path = mine(f"{UTH}/variants.csv", shipped_house(**{column: text}))
    (fault,) = uth_report(path)[0]
    assert fault.startswith(f"{path}:2: ")
    assert expected in fault


@pytest.mark.parametrize("rounds", ["", "all/blind", "blind/", "blind/blind", "/"])
def test_rounds_is_all_or_bets_each_once(rounds: str, mine: Mine) -> None:
    path = mine(f"{UTH}/variants.csv", shipped_house(rounds=rounds))
    assert len(uth_report(path)[0]) == 1


@pytest.mark.parametrize("chips", ["1/1", "0/1", "1//5", "", "1,5"])
def test_chips_are_denominations_each_once(chips: str, mine: Mine) -> None:
    path = mine(f"{UTH}/variants.csv", shipped_house(chips=chips))
    assert uth_report(path)[0]


def test_a_smallest_chip_that_is_no_chip_is_a_warning(mine: Mine) -> None:
    faults, warnings, _ = uth_report(mine(f"{UTH}/variants.csv", shipped_house(chip="0.25")))
    assert faults == ()
    assert len(warnings) == 1
    assert "0.25" in warnings[0]


FAULTY_HOUSE_FILES = {
    "a house that is shipped": ("variant,name\npa-a,Mine\n", 2, "'pa-a' exists already"),
    "default": ("variant,name\ndefault,Mine\n", 2, "'default' exists already"),
    "a house twice": ("variant,name\nmine,Mine\nmine,Mine\n", 3, "stands in line 2 already"),
    "an unknown column": ("variant,name,tripz\nmine,Mine,T1\n", 1, "unknown column 'tripz'"),
    "a column twice": ("variant,name,trips,trips\nmine,Mine,T1,T2\n", 1, "trips stands twice"),
    "no id": ("name,trips\nMine,T1\n", 1, "no column variant"),
    "no name": ("variant,trips\nmine,T1\n", 1, "no column name"),
    "too few cells": ("variant,name,trips\nmine,Mine\n", 2, "2 cells"),
    "a comma without quotes": ("variant,name\nmine,Mine, all mine\n", 2, "3 cells"),
    "no rows": ("variant,name\n", 1, "no rows"),
    "nothing": ("", 1, "empty"),
}


@pytest.mark.parametrize("case", FAULTY_HOUSE_FILES)
def test_a_faulty_file_of_houses_is_refused_with_one_clear_message(case: str, mine: Mine) -> None:
    text, line, found = FAULTY_HOUSE_FILES[case]
    path = mine(f"{UTH}/variants.csv", text)
    (fault,) = uth_report(path)[0]
    assert fault.startswith(f"{path}:{line}: ")
    assert found in fault
    assert faults_of(uth_houses) == [fault]


def test_all_faults_of_a_house_are_told_at_once(mine: Mine) -> None:
    path = mine(
        f"{UTH}/variants.csv", shipped_house(preflop="5", trips="T9", chip="x", rounding="?")
    )
    assert len(uth_report(path)[0]) == 4


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package's folder that may be spoiled."""
    copy = tmp_path / "package"
    for path in package_folder().glob("*/*.csv"):
        (copy / path.parent.name).mkdir(parents=True, exist_ok=True)
        (copy / path.parent.name / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("trainer.paytables.places.package_folder", lambda: copy)
    return copy


def test_the_packages_houses_have_every_column_and_a_source(package: Path) -> None:
    path = package / UTH / "variants.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines).replace(",trips_on_fold", ",folded"), encoding="utf-8")
    faults = faults_of(uth_houses)
    assert any("unknown column 'folded'" in fault for fault in faults)
    assert any("no column trips_on_fold" in fault for fault in faults)
    path.write_text("\n".join(lines).replace(",2026-11-29,", ",,"), encoding="utf-8")
    assert len(faults_of(uth_houses)) == len(lines) - 1


def test_the_package_has_a_default_house(package: Path) -> None:
    path = package / UTH / "variants.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\ndefault,", "\nusual,"), encoding="utf-8")
    (fault,) = faults_of(uth_houses)
    assert "default" in fault


def test_rules_that_do_not_go_together_are_told_with_their_line(mine: Mine) -> None:
    path = mine(
        f"{UTH}/variants.csv",
        "variant,name,source,checked,trips_needs_win,trips_on_fold\n"
        "fine,Fine,us,2026-11-29,yes,lost\n"
        "\n"
        "never,Never,us,2026-11-29,yes,alive\n"
        "wrong,Wrong,us,2026-11-29,perhaps,alive\n",
    )
    conflicts = [fault for fault in variants_report(path, UTH).faults if "never" in fault]
    assert conflicts == [
        f"{path}:4: never: trips_needs_win=yes with trips_on_fold=alive: trips cannot win in a "
        "folded hand; expected rules that go together"
    ]
    # A value that is no rule is a fault by itself, and is not compared with others.
    assert [fault for fault in variants_report(path, UTH).faults if ":5:" in fault] == [
        f"{path}:5: trips_needs_win is 'perhaps'; expected one of no, yes"
    ]
    path.write_text("variant,name,trips_needs_win,trips_on_fold\nnever,Never,yes,alive\n")
    assert faults_of(lambda: build(UTH))[0].startswith(f"{path}:2: never: ")


def test_prices_that_do_not_fit_the_exchange_are_told_with_their_line(mine: Mine) -> None:
    path = mine(
        "russian-poker/variants.csv", "variant,name,exchange,exchange_fee\nshort,Short,1-5,1/2\n"
    )
    assert list(variants_report(path, "russian-poker").faults) == [
        f"{path}:2: short: exchange_fee lists 2 prices, but up to 5 cards may be exchanged; "
        "expected rules that go together"
    ]


def test_one_changed_cell_changes_one_row_and_nothing_else(package: Path) -> None:
    before = load_tables(UTH, SPECS[UTH])
    path = package / UTH / "blind.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("A,flush,3:2,", "A,flush,2:1,"), encoding="utf-8")
    after = load_tables(UTH, SPECS[UTH])
    assert after["blind"]["A"].odds == {**before["blind"]["A"].odds, "flush": 2}
    assert after["blind"]["B"].odds == before["blind"]["B"].odds


@given(st.binary(max_size=200))
def test_any_bytes_of_houses_give_a_report(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any-houses.csv"
    path.write_bytes(data)
    report = read_variants(path, UTH, RULES[UTH], {})
    assert report.faults
    assert report.variants == ()


# --- one rule given by hand ----------------------------------------------------------------------

EXCHANGE = RULES["russian-poker"][1]
TRIPS_RULE = RULES[UTH][3]


@pytest.mark.parametrize(
    ("rule", "text"),
    [(TRIPS_RULE, "T1"), (TRIPS_RULE, "none"), (EXCHANGE, "2-5"), (EXCHANGE, "none")],
)
def test_a_legal_rule_value_is_given_back(rule: Rule, text: str) -> None:
    assert rule_value(rule, f" {text} ", load_tables(UTH, SPECS[UTH])) == text


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (TRIPS_RULE, "T9", "expected one of T1, T2, T3, T4, none"),
        (TRIPS_RULE, "t1", "expected one of T1, T2, T3, T4, none"),
        (TRIPS_RULE, "", "expected one of T1, T2, T3, T4, none"),
        (EXCHANGE, "5-1", "expected none or a range such as 1-5"),
        (RULES[UTH][1], "two-pair", "expected pair"),
    ],
)
def test_an_illegal_rule_value_is_an_error_that_lists_the_legal_ones(
    rule: Rule, text: str, expected: str
) -> None:
    with pytest.raises(RuleError) as error:
        rule_value(rule, text, load_tables(UTH, SPECS[UTH]))
    assert error.value.message.endswith(expected)
    assert repr(text) in error.value.message
    assert error.value.where == rule.id


def test_a_users_table_is_a_legal_value(mine: Mine) -> None:
    mine(f"{UTH}/trips.csv", DOCUMENTED)
    assert rule_value(TRIPS_RULE, "T", load_tables(UTH, SPECS[UTH])) == "T"
