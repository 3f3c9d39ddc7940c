"""Bet files: CSV text to paytables, with everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path

from trainer.errors import PaytableError
from trainer.hands import HAND_IDS
from trainer.money import LOST, PUSH, format_odds
from trainer.paytables.header import HEADER, Columns, find_columns, slug
from trainer.paytables.places import folders, stray_files
from trainer.paytables.sheets import Findings, Sheet, read_bytes, read_sheet, shown
from trainer.paytables.spelling import Unreadable, groups, read_odds, read_rows
from trainer.rules import Paytable, TableSpec

RESERVED = ("none",)  # rule values that no table may be called

_PLAIN = (*HAND_IDS[:3], "pair-of-aces", *HAND_IDS[3:])
_BOUGHT = tuple(f"bought-{row}" for row in HAND_IDS)
_DEALT = tuple(f"dealt-{row}" for row in HAND_IDS)

GENERIC = TableSpec(
    rows=(*_PLAIN, *_BOUGHT, *_DEALT),
    unlisted=LOST,
    floor="high-card",
    groups=(_PLAIN, _BOUGHT, _DEALT),
)
"""The rows of all bets of all games, for a file whose bet is not known."""

# With GENERIC: rows that most bets do not have, and columns in which N/A is a push.
_RARE_ROWS = {"ace-king", "pair-of-aces"} | {f"{where}-ace-king" for where in ("dealt", "bought")}
_PUSHING = ("ante", "bet", "blind")

_OTHER_DATE = re.compile(r"\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}\.?")


@dataclass(frozen=True, slots=True)
class FileReport:
    """One bet's file: its tables and the findings, `path:line: what was found; what was expected`.

    A file with faults has no tables. Warnings are readable but look wrong, notes tell what was read
    from another form than the documented one.
    """

    path: str
    tables: dict[str, Paytable]
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)  # where each table begins

    @property
    def ok(self) -> bool:
        """Whether the file can be used."""
        return not self.faults


def read_tables(path: Path, bet: str, spec: TableSpec) -> FileReport:
    """All tables of one bet's file. Never raises: what is wrong with the file is in the report.

    `bet` picks its column from a file with a column a bet; empty when the bet is not known.
    """
    findings = Findings(str(path))
    data = read_bytes(path, findings)
    return _report({}, findings) if data is None else parse_tables(data, str(path), bet, spec)


def parse_tables(data: bytes, path: str, bet: str, spec: TableSpec) -> FileReport:
    """All tables in the bytes of a bet's file (an upload, standard input); `path` is its name."""
    findings = Findings(path)
    sheet = read_sheet(data, findings, ("row", "hand"))
    columns = find_columns(sheet, bet, spec, findings) if sheet is not None else None
    if sheet is None or columns is None:
        return _report({}, findings)
    entries = _entries(sheet, columns, spec, findings)
    for table in entries.values():
        _look_over(table, spec, findings)
    return _report(entries, findings)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One row of one table as it was read, and the text of its odds."""

    line: int
    odds: Fraction
    source: str
    text: str


_Entries = dict[str, dict[str, _Entry]]


def _report(entries: _Entries, findings: Findings) -> FileReport:
    tables: dict[str, Paytable] = {}
    if findings.ok:
        for id, rows in entries.items():
            odds = {row: entry.odds for row, entry in rows.items()}
            sources = {row: entry.source for row, entry in rows.items()}
            tables[id] = Paytable(id, odds, sources, findings.path)
    return FileReport(
        findings.path,
        tables,
        findings.listed("faults"),
        findings.listed("warnings"),
        findings.listed("notes"),
        {id: min(entry.line for entry in rows.values()) for id, rows in entries.items()},
    )


# --- the rows ------------------------------------------------------------------------------------


def _entries(sheet: Sheet, columns: Columns, spec: TableSpec, findings: Findings) -> _Entries:
    tables: _Entries = {}
    width = len(sheet.header)
    for line, cells in sheet.records:
        if findings.full:
            break
        if len(cells) < columns.needed:
            findings.fault(line, _n_cells(len(cells)), f"expected {width}")
            continue
        if any(cells[width:]):
            findings.fault(
                line,
                _n_cells(len(cells)),
                f"expected {width} (a cell with a comma in it needs quotes)",
            )
            continue
        cells = cells + ("",) * (width - len(cells))
        for at in columns.nameless:
            if cells[at]:
                found = f"{shown(cells[at])} stands in a column without a name"
                findings.fault(line, found, f"expected {HEADER}")
        _read_line(line, cells, columns, spec, findings, tables)
    if not sheet.records and findings.ok:
        found = "there are no rows below the header"
        findings.fault(sheet.header_line, found, "expected rows with odds")
    return tables


def _n_cells(n: int) -> str:
    return "there is 1 cell" if n == 1 else f"there are {n} cells"


def _read_line(
    line: int,
    cells: tuple[str, ...],
    columns: Columns,
    spec: TableSpec,
    findings: Findings,
    tables: _Entries,
) -> None:
    source = _source(line, cells, columns, findings)
    for at, name in columns.odds:
        id = name if columns.table is None else cells[columns.table]
        if problem_with_id := _bad_id(id):
            findings.fault(line, *problem_with_id)
        pushes = spec.unlisted == PUSH or (spec == GENERIC and slug(id) in _PUSHING)
        odds = _odds(line, cells[at], PUSH if pushes else LOST, findings)
        rows = _rows(line, cells[columns.row], odds, spec, findings)
        if odds is None or not rows:
            continue
        table = tables.setdefault(id, {})
        for row in rows:
            if row in table:
                findings.fault(
                    line,
                    f"the row {row} of table {shown(id)} stands in line {table[row].line} already",
                    "expected each row once",
                )
            else:
                table[row] = _Entry(line, odds, source, cells[at])


def _rows(
    line: int, text: str, odds: Fraction | None, spec: TableSpec, findings: Findings
) -> tuple[str, ...]:
    try:
        rows, note = read_rows(text, spec, loses=odds is None or odds == LOST)
    except Unreadable as problem:
        findings.fault(line, problem.found, problem.expected)
        return ()
    if note:
        findings.note(line, note, "expected a row id")
    return rows


def _odds(line: int, text: str, not_paid: Fraction, findings: Findings) -> Fraction | None:
    try:
        odds, note = read_odds(text, not_paid)
    except Unreadable as problem:
        findings.fault(line, problem.found, problem.expected)
        return None
    if note:
        findings.note(line, note, "expected a:b, push or lose")
    return odds


def _bad_id(id: str) -> tuple[str, str] | None:
    if not id:
        return "a line without a table", "expected the table's id"
    if id.casefold() in RESERVED:
        return f"a table called {shown(id)}", "expected another id, this one means no table"
    if "#" in id or not id.isprintable():
        return f"a table called {shown(id)}", "expected letters, digits, - and _"
    return None


def _source(line: int, cells: tuple[str, ...], columns: Columns, findings: Findings) -> str:
    """The source of a line. A number here is a decimal comma that was not quoted."""
    source = cells[columns.source] if columns.source is not None else ""
    if source and not any(letter.isalpha() for letter in source):
        findings.fault(
            line,
            f"{shown(source)} is no source",
            "expected where the odds come from (or quotes around odds with a comma)",
        )
    elif not source and columns.source is not None and columns.documented:
        findings.warn(line, "the source is empty", "expected where the odds come from")
    if columns.checked is not None:
        _check_date(line, cells[columns.checked], columns.documented, findings)
    return source


def _check_date(line: int, text: str, documented: bool, findings: Findings) -> None:
    expected = "expected a date such as 2026-11-29"
    if not text:
        if documented:
            findings.warn(line, "the date of the check is empty", expected)
    elif _OTHER_DATE.fullmatch(text):
        if not is_date(text):
            findings.warn(line, f"checked is {shown(text)}", expected)
    else:
        findings.fault(line, f"{shown(text)} is no date", expected)


def is_date(text: str) -> bool:
    """Whether a text is a date in the form 2026-11-29."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# --- what looks wrong ----------------------------------------------------------------------------


def _look_over(table: dict[str, _Entry], spec: TableSpec, findings: Findings) -> None:
    """Warnings about one table: odds that fall as the hand rises, and rows that are missing."""
    for group in groups(spec):
        listed = [row for row in group if row in table]
        paid = [row for row in listed if table[row].odds > 0]
        if not paid:
            continue
        _look_for_falls(table, listed, paid[-1], group, findings)
        _look_for_gaps(table, paid, group, spec, findings)


def _look_for_falls(
    table: dict[str, _Entry],
    listed: list[str],
    highest_paid: str,
    group: tuple[str, ...],
    findings: Findings,
) -> None:
    best = listed[0]
    for row in listed[1:]:
        entry, below = table[row], table[best]
        # A row above all paid rows that says `lose` means it: a bet on the hand that loses.
        meant = entry.text == "lose" and group.index(row) > group.index(highest_paid)
        if entry.odds < below.odds and not meant:
            findings.warn(
                entry.line,
                f"{row} has {format_odds(entry.odds)}, "
                f"the lower hand {best} in line {below.line} has {format_odds(below.odds)}",
                "expected odds that do not fall as the hand rises",
            )
        if entry.odds >= below.odds:
            best = row


def _look_for_gaps(
    table: dict[str, _Entry],
    paid: list[str],
    group: tuple[str, ...],
    spec: TableSpec,
    findings: Findings,
) -> None:
    fate = "push" if spec.unlisted == PUSH else "lose"
    rare = _RARE_ROWS if spec == GENERIC else frozenset()
    missing: dict[str, list[str]] = {}
    below = paid[0]
    for row in group[group.index(below) + 1 :]:
        if row in table:
            below = row
        elif row not in rare:
            missing.setdefault(below, []).append(row)
    for below, rows in missing.items():
        findings.warn(
            table[below].line,
            f"above {below} there is no {', no '.join(rows)}, so these {fate}",
            "expected every row from the lowest paid one to the highest hand",
        )


# --- all tables of a game ------------------------------------------------------------------------


def load_tables(game_id: str, specs: Mapping[str, TableSpec]) -> dict[str, dict[str, Paytable]]:
    """The tables of a game by bet and id: the package's, then those of the user's folder.

    Raises PaytableError with all faults of all files.
    """
    package, *users = folders()
    faults = stray_files(game_id, specs)
    tables: dict[str, dict[str, Paytable]] = {}
    for bet, spec in specs.items():
        shipped = read_tables(package / game_id / f"{bet}.csv", bet, spec)
        faults += shipped.faults
        tables[bet] = dict(shipped.tables)
        for user in users:
            path = user / game_id / f"{bet}.csv"
            if not path.exists():
                continue
            own = read_tables(path, bet, spec)
            faults += own.faults
            faults += [
                f"{own.path}:{own.lines[id]}: the table {shown(id)} exists already "
                f"in {shipped.path}; expected another id"
                for id in own.tables
                if id in tables[bet]
            ]
            tables[bet] |= own.tables
    if faults:
        raise PaytableError("\n".join(faults))
    return tables
