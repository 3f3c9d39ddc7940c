"""variants.csv: one house a row, its rules and its house craft."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from trainer.errors import MoneyError, PaytableError, RuleError
from trainer.money import format_money, parse_money
from trainer.paytables.places import folders
from trainer.paytables.sheets import Findings, Sheet, read_bytes, read_sheet, shown
from trainer.paytables.tables import is_date
from trainer.rules import House, Paytable, Rule, Variant

FILE = "variants.csv"
ABOUT = ("variant", "name", "source", "checked")
HOUSE_COLUMNS = (
    *("max_payout", "chip", "rounding", "rounds", "chips", "settles"),
    *("ante_min", "ante_max", "ante_step", "side_min", "side_max"),
)

_ID = re.compile(r"\w[\w.-]*")
_CHOICES = {"rounding": ("none", "down", "up"), "settles": ("right-to-left", "left-to-right")}
_LIMITS = (("ante_min", "ante_max"), ("side_min", "side_max"))

Tables = Mapping[str, Mapping[str, Paytable]]
Conflict = Callable[[Mapping[str, str]], str | None]
"""What is wrong with rules that are each legal, or None."""


@dataclass(frozen=True, slots=True)
class VariantReport:
    """One variants file: its houses, and every finding as in a bet file's report."""

    path: str
    variants: tuple[Variant, ...]
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the file can be used."""
        return not self.faults


def legal_values(rule: Rule, tables: Tables) -> tuple[str, ...]:
    """The values of a rule that can be listed: the ids of its bet's tables, then its own."""
    ids = tables.get(rule.table, {}) if rule.table else {}
    return (*(id for id in ids if id not in rule.values), *rule.values)


def rule_value(rule: Rule, text: str, tables: Tables) -> str:
    """A value of a rule, for one that is given by hand. Raises RuleError with the legal values."""
    value = text.strip()
    if not _is_legal(rule, value, tables):
        expected = _expected(rule, tables)
        raise RuleError(f"{shown(value)} is no value of {rule.id}; {expected}", rule.id)
    return value


def _is_legal(rule: Rule, value: str, tables: Tables) -> bool:
    return value in legal_values(rule, tables) or (rule.accepts is not None and rule.accepts(value))


def _expected(rule: Rule, tables: Tables) -> str:
    values = legal_values(rule, tables)
    listed = f"one of {', '.join(values)}" if len(values) > 1 else ", ".join(values)
    return f"expected {' or '.join(part for part in (listed, rule.form) if part)}"


def load_variants(
    game_id: str,
    rules: Sequence[Rule],
    tables: Tables,
    bets: Collection[str] = (),
    conflict: Conflict | None = None,
) -> tuple[Variant, ...]:
    """The houses of a game: the package's, then those of the user's folder.

    `bets` are the ids that the column `rounds` may name; when empty, only its form is checked.
    `conflict` says which legal rules do not go together.
    Raises PaytableError with all faults of all files.
    """
    package, *users = folders()
    reports = [read_variants(package / game_id / FILE, game_id, rules, tables, bets, conflict)]
    for user in users:
        if (path := user / game_id / FILE).exists():
            reports.append(read_variants(path, game_id, rules, tables, bets, conflict))
    if faults := [fault for report in reports for fault in report.faults]:
        raise PaytableError("\n".join(faults))
    return tuple(variant for report in reports for variant in report.variants)


def read_variants(
    path: Path,
    game_id: str,
    rules: Sequence[Rule],
    tables: Tables,
    bets: Collection[str] = (),
    conflict: Conflict | None = None,
) -> VariantReport:
    """The houses of one file. Never raises: what is wrong with it is in the report.

    A column that a user's file leaves out has the value of the package's `default`; the package's
    own file has to have them all.
    """
    findings = Findings(str(path))
    package = folders()[0] / game_id / FILE
    shipped: dict[str, dict[str, str]] | None = None
    if not _same_file(path, package):
        own = _cells(package, rules, Findings(str(package)), None)
        shipped = {cells["variant"]: cells for _, cells in own}
    rows = _cells(path, rules, findings, shipped)
    seen: dict[str, int] = {}
    variants: list[Variant] = []
    for line, cells in rows:
        if findings.full:
            break
        id = cells["variant"]
        if shipped is not None and id in shipped:
            found = f"the variant {shown(id)} exists already in {package}"
            findings.fault(line, found, "expected another id")
        elif id in seen:
            found = f"the variant {shown(id)} stands in line {seen[id]} already"
            findings.fault(line, found, "expected each variant once")
        seen.setdefault(id, line)
        strict = shipped is None
        variants.append(_variant(line, cells, rules, tables, bets, findings, strict=strict))
        legal = all(_is_legal(rule, cells.get(rule.id, ""), tables) for rule in rules)
        if conflict and legal and (trouble := conflict(variants[-1].rules)):
            findings.fault(line, f"{id}: {trouble}", "expected rules that go together")
    if shipped is None and rows and "default" not in seen:
        findings.fault(0, "there is no variant default", "expected the game's usual table")
    return VariantReport(
        findings.path,
        tuple(variants) if findings.ok else (),
        findings.listed("faults"),
        findings.listed("warnings"),
        findings.listed("notes"),
    )


def _same_file(a: Path, b: Path) -> bool:
    try:
        return a.samefile(b)
    except (OSError, ValueError):
        return a == b


def _cells(
    path: Path,
    rules: Sequence[Rule],
    findings: Findings,
    shipped: Mapping[str, Mapping[str, str]] | None,
) -> list[tuple[int, dict[str, str]]]:
    """The cells of every row by column; those of missing columns are the package's default."""
    data = read_bytes(path, findings)
    sheet = read_sheet(data, findings, ABOUT) if data is not None else None
    if sheet is None:
        return []
    header = _header(sheet, rules, findings, shipped)
    if header is None:
        return []
    default = shipped.get("default", {}) if shipped is not None else {}
    rows: list[tuple[int, dict[str, str]]] = []
    for line, cells in sheet.records:
        if len(cells) != len(header):
            findings.fault(
                line,
                f"there are {len(cells)} cells",
                f"expected {len(header)} (a cell with a comma in it needs quotes)",
            )
            continue
        named = dict(zip(header, cells, strict=True))
        rows.append((line, {**default, "source": "", "checked": "", **named}))
    if not sheet.records and findings.ok:
        found = "there are no rows below the header"
        findings.fault(sheet.header_line, found, "expected a house a row")
    return rows


def _header(
    sheet: Sheet,
    rules: Sequence[Rule],
    findings: Findings,
    shipped: Mapping[str, Mapping[str, str]] | None,
) -> list[str] | None:
    line, header = sheet.header_line, list(sheet.header)
    known = (*ABOUT, *(rule.id for rule in rules), *HOUSE_COLUMNS)
    expected = f"expected {','.join(known)}"
    usable = True
    for name in dict.fromkeys(header):
        if name not in known:
            findings.fault(line, f"unknown column {shown(name)}", expected)
        elif header.count(name) > 1:
            findings.fault(line, f"the column {name} stands twice", expected)
            usable = False
    for name in known:
        if name in header:
            continue
        if shipped is None or name in ("variant", "name"):
            findings.fault(line, f"there is no column {name}", expected)
            usable = False
        elif name in ("source", "checked"):
            findings.note(line, f"there is no column {name}", "read as empty")
        else:
            value = shown(shipped.get("default", {}).get(name, ""))
            findings.note(line, f"there is no column {name}", f"read as {value}, as in default")
    return header if usable else None


def _variant(
    line: int,
    cells: Mapping[str, str],
    rules: Sequence[Rule],
    tables: Tables,
    bets: Collection[str],
    findings: Findings,
    *,
    strict: bool,
) -> Variant:
    """One house; when there are faults it is not used."""
    if not _ID.fullmatch(cells["variant"]):
        found = f"variant is {shown(cells['variant'])}"
        findings.fault(line, found, "expected an id such as my-house")
    if not cells["name"]:
        findings.fault(line, "the name is empty", "expected what the house is called")
    _check_origin(line, cells, findings, strict=strict)
    for rule in rules:
        value = cells.get(rule.id, "")
        if not _is_legal(rule, value, tables):
            findings.fault(line, f"{rule.id} is {shown(value)}", _expected(rule, tables))
    return Variant(
        cells["variant"],
        cells["name"],
        {rule.id: cells.get(rule.id, "") for rule in rules},
        _house(line, cells, bets, findings),
        cells["source"],
        cells["checked"],
    )


def _check_origin(line: int, cells: Mapping[str, str], findings: Findings, *, strict: bool) -> None:
    """The source and its date: the package's rows have them, a user's should."""
    report: Callable[[int, str, str], None] = findings.fault if strict else findings.warn
    if not cells["source"]:
        report(line, "the source is empty", "expected where the house's rules come from")
    if not is_date(cells["checked"]):
        report(line, f"checked is {shown(cells['checked'])}", "expected a date such as 2026-11-29")


def _house(line: int, cells: Mapping[str, str], bets: Collection[str], findings: Findings) -> House:
    """The house craft of one row; where a cell is at fault, some value stands in for it."""

    def amount(name: str, text: str) -> Fraction:
        try:
            value = parse_money(text)
        except MoneyError:
            value = Fraction(0)
        if value <= 0:
            found = f"{name} is {shown(text)}"
            findings.fault(line, found, "expected an amount above 0 such as 0.5")
        return value

    for name, choices in _CHOICES.items():
        if cells.get(name) not in choices:
            found = f"{name} is {shown(cells.get(name, ''))}"
            findings.fault(line, found, f"expected one of {', '.join(choices)}")
    rounds = cells.get("rounds", "").split("/")
    if rounds != ["all"]:
        for bet in rounds:
            if not bet or bet == "all" or (bets and bet not in bets) or rounds.count(bet) > 1:
                legal = f" of {', '.join(bets)}" if bets else ""
                findings.fault(
                    line,
                    f"rounds is {shown(cells.get('rounds', ''))}",
                    f"expected all, or bets{legal} joined by /",
                )
                break
    chips = tuple(amount("chips", text) for text in cells.get("chips", "").split("/"))
    if list(chips) != sorted(set(chips)):
        found = f"chips is {shown(cells.get('chips', ''))}"
        findings.fault(line, found, "expected each denomination once, smallest first")
    money = {
        name: amount(name, cells.get(name, ""))
        for name in ("chip", "ante_min", "ante_max", "ante_step", "side_min", "side_max")
    }
    for low, high in _LIMITS:
        if money[low] > money[high] > 0:
            found = f"{low} is {format_money(money[low])} and {high} {format_money(money[high])}"
            findings.fault(line, found, "expected limits in rising order")
    if findings.ok and money["chip"] not in chips:
        found = f"chip is {format_money(money['chip'])}, which is not among chips"
        findings.warn(line, found, "expected the smallest chip to be one of them")
    cap = cells.get("max_payout", "")
    return House(
        max_payout=amount("max_payout", cap) if cap else None,
        rounding=cells.get("rounding", ""),
        rounds=() if rounds == ["all"] else tuple(rounds),
        chips=chips,
        settles=cells.get("settles", ""),
        **money,
    )
