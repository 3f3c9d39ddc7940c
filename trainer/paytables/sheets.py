"""Comma-separated text as people save it: bytes in, cells with their line numbers out."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

MOST_BYTES = 1_000_000  # the largest file of the package has less than a hundredth of it
MOST_COLUMNS = 60  # variants.csv of Russian Poker has 32
MOST_FINDINGS = 200  # of a kind; more than this is no paytable

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}

_LINE_END = re.compile(r"\r\n|\r|\n")
_SEP_LINE = re.compile(r'"?sep=(.*?)"?', re.IGNORECASE)
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SAVE_AS = "expected text in UTF-8 (save the file as “CSV UTF-8”)"


def shown(text: str, most: int = 60) -> str:
    """A text as it appears in a message: quoted, escaped, and not too long."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


@dataclass(slots=True)
class Findings:
    """What was found in one file, each with its line: faults, warnings and notes."""

    path: str
    _lists: dict[str, list[tuple[int, str]]] = field(
        default_factory=lambda: {"faults": [], "warnings": [], "notes": []}
    )

    def fault(self, line: int, found: str, expected: str) -> None:
        """Something that makes the file unusable; line 0 is the file as a whole."""
        self._add("faults", line, found, expected)

    def warn(self, line: int, found: str, expected: str) -> None:
        """Something that is readable and looks wrong."""
        self._add("warnings", line, found, expected)

    def note(self, line: int, found: str, expected: str) -> None:
        """A leniency: what was written, and how it is read."""
        self._add("notes", line, found, expected)

    def _add(self, kind: str, line: int, found: str, expected: str) -> None:
        place = f"{self.path}:{line}" if line else self.path
        found_here = self._lists[kind]
        one = (line, f"{place}: {found}; {expected}")
        if len(found_here) > MOST_FINDINGS or one in found_here:
            return
        if len(found_here) < MOST_FINDINGS:
            found_here.append(one)
        else:
            rest = f"{self.path}: more {kind} follow; only {MOST_FINDINGS} are listed"
            found_here.append((MOST_BYTES, rest))

    def listed(self, kind: str) -> tuple[str, ...]:
        """The `faults`, `warnings` or `notes` in the order of their lines."""
        return tuple(text for _, text in sorted(self._lists[kind], key=lambda one: one[0]))

    @property
    def ok(self) -> bool:
        """Whether there is no fault."""
        return not self._lists["faults"]

    @property
    def full(self) -> bool:
        """Whether further faults would not be listed."""
        return len(self._lists["faults"]) > MOST_FINDINGS


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file, stripped of spaces around them; blank lines are left out."""

    header_line: int
    header: tuple[str, ...]
    records: tuple[tuple[int, tuple[str, ...]], ...]


def read_bytes(path: Path, findings: Findings) -> bytes | None:
    """The bytes of a file, or None and a fault when it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        findings.fault(0, "there is no such file", "expected a CSV file")
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        findings.fault(0, f"the file cannot be read ({reason})", "expected a CSV file")
        return None
    return data


def read_sheet(data: bytes, findings: Findings, marks: Collection[str]) -> Sheet | None:
    """The cells of a file's bytes, or None when there are none to speak of.

    `marks` are column names (lower case) by which a header line is recognised; they decide which
    separator is meant. Lines that cannot be split are faults, and the others are still read.
    """
    text = _decode(data, findings)
    if text is None:
        return None
    lines = [
        (number, line) for number, line in enumerate(_LINE_END.split(text), start=1) if line.strip()
    ]
    separator = ""
    if lines and (match := _SEP_LINE.fullmatch(lines[0][1].strip(" "))):
        number, line = lines.pop(0)
        separator = match[1]
        if separator not in SEPARATORS:
            findings.fault(
                number, f"{shown(line)} names no separator", "expected sep=; or sep=, or a tab"
            )
            return None
        findings.note(number, f"the line {shown(line)} is read", "not needed when commas separate")
    if not lines:
        findings.fault(1, "the file is empty", "expected a header line and rows")
        return None
    header_line, first = lines[0]
    separator = separator or _separator(first, marks)
    header = _split(first, separator)
    if isinstance(header, str):
        findings.fault(header_line, header, "expected a header line")
        return None
    if len(header) > MOST_COLUMNS:
        found = f"the header has {len(header)} cells"
        findings.fault(header_line, found, f"expected {MOST_COLUMNS} at most")
        return None
    if separator != ",":
        findings.note(
            header_line,
            f"a {SEPARATORS[separator]} separates the cells",
            "read as if it were a comma",
        )
    records: list[tuple[int, tuple[str, ...]]] = []
    for number, line in lines[1:]:
        if findings.full:
            break
        cells = _split(line, separator)
        if isinstance(cells, str):
            findings.fault(number, cells, "expected quotes around a whole cell or none")
        elif any(cells):
            records.append((number, cells))
    return Sheet(header_line, header, tuple(records))


def _decode(data: bytes, findings: Findings) -> str | None:
    if len(data) > MOST_BYTES:
        findings.fault(
            0, f"the file has more than {MOST_BYTES:,} bytes", "expected a table of a few lines"
        )
        return None
    if data.startswith(_WORKBOOKS):
        findings.fault(1, "this is a spreadsheet workbook", _SAVE_AS)
        return None
    if data.startswith(_UTF16):
        findings.fault(1, "the text is UTF-16", _SAVE_AS)
        return None
    if (at := data.find(0)) >= 0:
        findings.fault(_line_at(data, at), "a NUL byte (UTF-16 text, or no text at all)", _SAVE_AS)
        return None
    try:
        return data.decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        high = [byte for byte in data if byte >= 0x80]
        # In Windows-1251 and KOI8-R all Russian letters but one lie at 0xC0 and above.
        cyrillic = len(high) > 2 and sum(byte >= 0xC0 for byte in high) > len(high) * 0.8
        page = "Windows-1251 or another Cyrillic code page" if cyrillic else "Windows-1252"
        findings.fault(
            _line_at(data, error.start),
            f"the byte 0x{data[error.start]:02X} is no UTF-8, the encoding is perhaps {page}",
            _SAVE_AS,
        )
        return None


def _line_at(data: bytes, at: int) -> int:
    before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


def _separator(line: str, marks: Collection[str]) -> str:
    """The separator of a header line: one that makes a known column, else the most cells."""
    n_cells: dict[str, int] = {}
    for separator in SEPARATORS:
        cells = _split(line, separator)
        if isinstance(cells, str):
            continue
        if len(cells) > 1 and any(cell.casefold() in marks for cell in cells):
            return separator
        n_cells[separator] = len(cells)
    return max(n_cells, key=lambda one: n_cells[one]) if n_cells else ","


def _split(line: str, separator: str) -> tuple[str, ...] | str:
    """The cells of one line, or what is wrong with it. Cells with line breaks are not supported."""
    try:
        rows = list(csv.reader([line], delimiter=separator, strict=True, skipinitialspace=True))
    except csv.Error as error:
        return f"the line cannot be split into cells ({error})"
    return tuple(cell.strip() for cell in rows[0])
