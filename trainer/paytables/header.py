"""The header line of a bet file: which column is what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from trainer.paytables.sheets import Findings, Sheet, shown
from trainer.paytables.spelling import Unreadable, read_rows
from trainer.rules import TableSpec

HEADER = "table,row,odds,source,checked"

_KNOWN = ("table", "row", "hand", "odds", "pays", "source", "checked")


@dataclass(frozen=True, slots=True)
class Columns:
    """Positions of the columns. `odds` pairs each odds column with its table's id.

    The id is empty when the column `table` has it.
    """

    row: int
    odds: tuple[tuple[int, str], ...]
    table: int | None
    source: int | None
    checked: int | None
    nameless: tuple[int, ...]
    documented: bool  # the header says table, row, odds

    @property
    def needed(self) -> int:
        """How many cells a line must have."""
        return 1 + max(self.row, self.table or 0, *(at for at, _ in self.odds))


def slug(name: str) -> str:
    """A column's name in small letters, with `-` between its words."""
    return re.sub(r"[\s_-]+", "-", name.casefold().strip())


def find_columns(sheet: Sheet, bet: str, spec: TableSpec, findings: Findings) -> Columns | None:
    """The columns of a bet file, or None and faults when its lines cannot be read."""
    line, header = sheet.header_line, [slug(name) for name in sheet.header]
    twice = {name for name in header if name and header.count(name) > 1}
    twice |= {
        f"{a} and {b}" for a, b in (("row", "hand"), ("odds", "pays")) if {a, b} <= set(header)
    }
    for name in sorted(twice):
        findings.fault(line, f"the column {shown(name)} stands twice", f"expected {HEADER}")
    has_row = "row" in header or "hand" in header
    if not has_row:
        text = shown(",".join(sheet.header))
        found = f"there is no header, the first line is {text}"
        if not _is_row(sheet.header[0], spec):
            found = f"the header is {text}"
        findings.fault(line, found, f"expected {HEADER}, or hand,pays")
    odds = _odds_columns(sheet, header, bet, findings) if has_row and not twice else ()
    if not odds:
        return None
    _note_header(sheet, header, odds, findings)
    at = {name: position for position, name in enumerate(header)}
    return Columns(
        row=at["row"] if "row" in at else at["hand"],
        odds=odds,
        table=at.get("table"),
        source=at.get("source"),
        checked=at.get("checked"),
        nameless=tuple(position for position, name in enumerate(header) if not name),
        documented={"table", "row", "odds"} <= set(header),
    )


def _is_row(text: str, spec: TableSpec) -> bool:
    try:
        return bool(read_rows(text, spec, loses=True)[0])
    except Unreadable:
        return False


def _odds_columns(
    sheet: Sheet, header: list[str], bet: str, findings: Findings
) -> tuple[tuple[int, str], ...]:
    """The odds columns with their tables' ids, or nothing and a fault."""
    line = sheet.header_line
    others = [at for at, name in enumerate(header) if name and name not in _KNOWN]
    single = [at for at, name in enumerate(header) if name in ("odds", "pays")]
    if single or "table" in header:
        for at in others:
            findings.fault(line, f"unknown column {shown(sheet.header[at])}", f"expected {HEADER}")
    if not single and ("table" in header or not others):
        findings.fault(line, "there is no column odds", f"expected {HEADER}, or hand,pays")
        return ()
    if single:
        own_id = "" if "table" in header else _own_id(findings)
        return tuple((at, own_id) for at in single)
    mine = [at for at in others if bet and header[at] == slug(bet)]
    if mine and len(mine) < len(others):
        left_out = ", ".join(shown(sheet.header[at]) for at in others if at not in mine)
        findings.note(
            line, f"only the column {shown(sheet.header[mine[0]])} is read", f"left out: {left_out}"
        )
    return tuple((at, sheet.header[at]) for at in mine or others)


def _own_id(findings: Findings) -> str:
    """The id of a table that the file does not name: the file's name without its suffix."""
    stem = PurePath(findings.path).stem
    return stem if stem and stem != "-" else "table"


def _note_header(
    sheet: Sheet, header: list[str], odds: tuple[tuple[int, str], ...], findings: Findings
) -> None:
    line = sheet.header_line
    if "table" not in header:
        ids = ", ".join(shown(id) for _, id in odds)
        found = f"the header is {shown(','.join(sheet.header))}"
        findings.note(line, found, f"read as table {ids}")
    elif not {"row", "odds"} <= set(header):
        findings.note(line, "the columns are called hand or pays", "read as row and odds")
    if missing := [name for name in ("source", "checked") if name not in header]:
        findings.note(line, f"there is no column {' or '.join(missing)}", f"expected {HEADER}")
