"""`paytables list`, `show` and `check`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from trainer.cli.output import DONE, NEGATIVE, print_json, print_table, read_bytes
from trainer.errors import UsageError
from trainer.games import GAME_IDS, game_name, specs, tables, variants, variants_report
from trainer.locale import translator
from trainer.money import format_odds
from trainer.paytables import GENERIC, FileReport, VariantReport, parse_tables, read_tables
from trainer.rules import TableSpec

EXAMPLE = """\
Examples:
  casino-poker paytables list
  casino-poker paytables show casino-holdem ante
  casino-poker paytables check mine/ultimate-texas-holdem/blind.csv"""


def add_commands(commands: Any) -> None:
    """Add this module's commands to the parser."""
    parser = commands.add_parser(
        "paytables",
        help="houses and paytables: list, show, check",
        description="Houses and paytables, the package's and your own "
        "(folder CASINO_POKER_PAYTABLES).",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(
        dest="paytables", metavar="list|show|check", required=True, parser_class=type(parser)
    )
    listing = _kind(kinds, "list", "every game's houses and tables", "casino-poker paytables list")
    listing.set_defaults(run=_list)
    show = _kind(
        kinds,
        "show",
        "one bet's tables, or one house's rules",
        "casino-poker paytables show ultimate-texas-holdem trips T1",
    )
    show.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAME_IDS)}")
    show.add_argument(
        "name", metavar="BET|VARIANT", nargs="?", help="a bet or a house; default all"
    )
    show.add_argument("table", metavar="TABLE", nargs="?", help="a table; default all")
    show.set_defaults(run=_show)
    check = _kind(
        kinds,
        "check",
        "every fault of data files, with line numbers",
        "casino-poker paytables check --game casino-holdem --bet aa aa.csv",
    )
    check.add_argument("files", metavar="FILE", nargs="+", help="- for standard input")
    check.add_argument("--game", metavar="GAME", help="default: by the file's folder")
    check.add_argument("--bet", metavar="BET", help="default: by the file's name")
    check.set_defaults(run=_check)


def _kind(kinds: Any, name: str, does: str, example: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(
        name,
        help=does,
        description=does[0].upper() + does[1:] + ".",
        epilog=f"Example: {example}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _list(options: argparse.Namespace) -> int:
    if options.json:
        print_json({"games": [_game_document(id) for id in GAME_IDS]})
        return DONE
    t = translator("en")
    for n, id in enumerate(GAME_IDS):
        print(("\n" if n else "") + f"{game_name(id)} ({id})")
        for variant in variants(id):
            print(f"  {variant.id:<24} {variant.name}")
        for bet, by_id in tables(id).items():
            print("  " + t("tables of {bet}: {ids}", bet=bet, ids=", ".join(by_id)))
    return DONE


def _game_document(id: str) -> dict[str, Any]:
    return {
        "game": id,
        "name": game_name(id),
        "variants": [{"id": x.id, "name": x.name} for x in variants(id)],
        "tables": {bet: list(by_id) for bet, by_id in tables(id).items()},
    }


def _show(options: argparse.Namespace) -> int:
    by_bet = tables(options.game)
    houses = {variant.id: variant for variant in variants(options.game)}
    t = translator("en")
    if options.name is not None and options.name not in by_bet:
        if options.name not in houses:
            legal = ", ".join((*by_bet, *houses))
            raise UsageError(f"{options.name!r} is no bet or house here; expected one of {legal}")
        house = houses[options.name]
        if options.json:
            print_json(
                {
                    "id": house.id,
                    "name": house.name,
                    "rules": dict(house.rules),
                    "source": house.source,
                    "checked": house.checked,
                }
            )
            return DONE
        print(f"{house.name} ({house.id})")
        print_table([(t("Rule"), t("Value")), *house.rules.items()])
        print(t("Source: {source}, checked {checked}", source=house.source, checked=house.checked))
        return DONE
    bets = [options.name] if options.name else list(by_bet)
    chosen = {
        bet: {id: x for id, x in by_bet[bet].items() if options.table in (None, id)} for bet in bets
    }
    if options.table is not None and not any(chosen.values()):
        legal = ", ".join(id for bet in bets for id in by_bet[bet])
        raise UsageError(
            f"{options.table!r} is no table of {options.name}; expected one of {legal}"
        )
    if options.json:
        print_json(
            {
                bet: {
                    id: {row: format_odds(odds) for row, odds in x.odds.items()}
                    for id, x in by_id.items()
                }
                for bet, by_id in chosen.items()
            }
        )
        return DONE
    for bet, by_id in chosen.items():
        for id, table in by_id.items():
            rows = [
                (row, format_odds(odds), table.sources.get(row, ""))
                for row, odds in table.odds.items()
            ]
            print(f"{bet} {id}")
            print_table([(t("Row"), t("Odds"), t("Source")), *rows], right=(1,))
            print()
    return DONE


def _check(options: argparse.Namespace) -> int:
    reports = [_report(Path(name), options.game, options.bet) for name in options.files]
    ok = all(report.ok for report in reports)
    if options.json:
        print_json({"ok": ok, "files": [_report_document(report) for report in reports]})
        return DONE if ok else NEGATIVE
    t = translator("en")
    for report in reports:
        for kind, lines in (
            ("", report.faults),
            (" " + t("(warning)"), report.warnings),
            (" " + t("(note)"), report.notes),
        ):
            for line in lines:
                print(f"{line}{kind}")
        if isinstance(report, FileReport) and report.ok:
            n = len(report.tables)
            print(f"{report.path}: " + t.n("{n} table, no fault", "{n} tables, no fault", n))
        elif isinstance(report, VariantReport) and report.ok:
            n = len(report.variants)
            print(f"{report.path}: " + t.n("{n} house, no fault", "{n} houses, no fault", n))
    return DONE if ok else NEGATIVE


def _report(path: Path, game: str | None, bet: str | None) -> FileReport | VariantReport:
    game = game or (path.resolve().parent.name if path.resolve().parent.name in GAME_IDS else None)
    bet = bet or path.stem
    if game is not None and bet == "variants":
        if str(path) == "-":
            raise UsageError("houses are checked in a file; expected its name", "-")
        return variants_report(path, game)
    spec: TableSpec | None = None
    if game is not None:
        known = specs(game)
        if bet in known:
            spec = known[bet]
        elif bet != path.stem:
            raise UsageError(f"{bet!r} has no table; expected one of {', '.join(known)}", "--bet")
    else:
        alike = {id: specs(id)[bet] for id in GAME_IDS if bet in specs(id)}
        spec = next(iter(alike.values())) if len(alike) == 1 else None
    if str(path) == "-":
        return parse_tables(read_bytes("-"), "-", bet if bet != "-" else "", spec or GENERIC)
    return read_tables(path, bet, spec or GENERIC)


def _report_document(report: FileReport | VariantReport) -> dict[str, Any]:
    found: dict[str, Any] = {
        "path": str(report.path),
        "ok": report.ok,
        "faults": list(report.faults),
        "warnings": list(report.warnings),
        "notes": list(report.notes),
    }
    if isinstance(report, VariantReport):
        return found | {"variants": [variant.id for variant in report.variants]}
    return found | {
        "tables": {
            id: {row: format_odds(odds) for row, odds in table.odds.items()}
            for id, table in report.tables.items()
        }
    }
