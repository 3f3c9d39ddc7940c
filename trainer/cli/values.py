"""`ev`: what the decisions of a spot are worth.

What computes is imported when a command runs: it takes a second, and --help must not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trainer.cli.hands import rule_overrides
from trainer.cli.output import (
    DONE,
    answer_lines,
    print_json,
    print_table,
    read_document,
    require_no_file,
)
from trainer.cli.progress import Bar
from trainer.documents.reading import require_object
from trainer.errors import PaytableError, RuleError, UsageError
from trainer.games import specs
from trainer.locale import Translator, translator
from trainer.paytables import read_tables
from trainer.rules import Paytable

EV_EXAMPLE = """\
Example:
  casino-poker ev - <<'END'
  {"game": "ultimate-texas-holdem", "player": "Kc 5d", "board": "Jh 9h 5s"}
  END
  says that 2x is worth +0.0561 antes and a check -0.1377, so the pair of fives is bet.
More keys: "known_board" (a turn or river that was flashed), "dealer" (exposed cards), "dead",
"stakes" (side bets, by their proportion to the ante), "ante" (its size in money, for the house's
cap and rounding; not in five-card games).
Five-card games, with the cards dealt, after a draw, and against a dealer without a game:
  {"game": "russian-poker", "player": "Kh Kd 9s 5c 2d", "upcard": "7h"}
  {"game": "russian-poker", "dealt": "Kh Kd 9s 5c 2d", "player": "Kh Kd Ks 6c 2h", "upcard": "7h"}
  {"game": "russian-poker", "player": "Ks Kh Kd 5c 2d", "dealer": "Ah 9d 4c 3s 7h"}"""


def add_commands(commands: Any) -> None:
    """Add this module's commands to the parser."""
    ev = command(commands, "ev", "the exact value of every action in a spot", EV_EXAMPLE)
    ev.add_argument("file", metavar="SPOT.json", nargs="?", help="the spot; - for standard input")
    ev.add_argument("--variant", metavar="V", help="the house; default: the document's")
    ev.add_argument(
        "--ante",
        metavar="AMOUNT",
        help="the ante in money, so that cap and rounding count; not in the five-card games",
    )
    ev.add_argument(
        "--jsonl",
        action="store_true",
        help="one document a line of standard input, one answer a line",
    )
    ev.set_defaults(run=_ev)


def command(commands: Any, name: str, does: str, example: str) -> argparse.ArgumentParser:
    """A parser for a command about the values of a game, with the options that all of them have."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=does[0].upper() + does[1:] + ".",
        epilog=example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--set",
        metavar="RULE=VALUE",
        action="append",
        default=[],
        help="another rule for this call; may be repeated",
    )
    parser.add_argument(
        "--paytable",
        metavar="BET=FILE.csv",
        action="append",
        default=[],
        help="another table for a bet, FILE#TABLE when the file has several; may be repeated",
    )
    return parser


# --- what the options say ------------------------------------------------------------------------


def read_paytables(game_id: str, texts: list[str]) -> dict[str, Paytable]:
    """Tables by bet from `BET=FILE.csv` or `BET=FILE.csv#TABLE`. Raises TrainerError."""
    found: dict[str, Paytable] = {}
    for text in texts:
        bet, equals, place = text.partition("=")
        if not equals or not place:
            raise UsageError(f"{text!r}; expected BET=FILE.csv", "--paytable")
        known = specs(game_id)
        if bet not in known:
            raise RuleError(
                f"{bet!r} has no table; expected one of {', '.join(known)}", "--paytable"
            )
        name, _, wanted = place.partition("#")
        report = read_tables(Path(name), bet, known[bet])
        if not report.ok:
            raise PaytableError("\n".join(report.faults), "--paytable")
        for line in (*report.warnings, *report.notes):
            print(line, file=sys.stderr)
        if (wanted and wanted not in report.tables) or (not wanted and len(report.tables) != 1):
            raise UsageError(
                f"{place!r}; expected FILE#TABLE with one of {', '.join(report.tables)}",
                "--paytable",
            )
        found[bet] = report.tables[wanted] if wanted else next(iter(report.tables.values()))
    return found


# --- the commands --------------------------------------------------------------------------------


def _ev(options: argparse.Namespace) -> int:
    from trainer.documents.spots import ev_document

    overrides = rule_overrides(options.set)
    bar = Bar(translator("en"))

    def answer(document: object) -> dict[str, Any]:
        found = dict(require_object(document, "a spot"))
        if options.variant is not None:
            found["variant"] = options.variant
        if options.ante is not None:
            found["ante"] = options.ante
        if overrides:
            found["set"] = {**require_object(found.get("set", {}), "rules", "set"), **overrides}
        game = found.get("game")
        tables: Mapping[str, Paytable] = {}
        if options.paytable and isinstance(game, str):
            tables = read_paytables(game, options.paytable)
        return ev_document(found, tables, bar.show)

    if options.jsonl:
        require_no_file([options.file or "-"])
        return answer_lines(answer)
    if options.file is None:
        raise UsageError("no spot was given; expected a file, or - for standard input")
    try:
        result = answer(read_document(options.file))
    finally:
        bar.close()
    if options.json:
        print_json(result)
        return DONE
    _print_actions(translator("en"), result["actions"])
    return DONE


_MOST_ROWS = 8  # actions are listed one by one; of more exchanges the best of each size


def _print_actions(t: Translator, actions: Sequence[Mapping[str, Any]]) -> None:
    """The actions best first; of many exchanges the best few and the best of each size."""
    shown = list(actions)
    if len(shown) > _MOST_ROWS:
        sizes: set[int] = set()
        shown = []
        for n, action in enumerate(actions):
            name, _, cards = action["action"].partition(":")
            size = len(cards.split())
            if n < _MOST_ROWS // 2 or name != "exchange" or size not in sizes:
                shown.append(action)
            sizes.add(size)
    rows = [(t("Action"), t("Worth, antes"), t("Exactly"), t("Gives up"))]
    for action in shown:
        cost = f"{action['cost']:.6f}" if action["cost"] else "–"
        rows.append((action["action"], f"{action['ev']:+.6f}", action["exact"], cost))
    print_table(rows, right=(1, 2, 3))
    for action in shown:
        if action.get("same"):
            others = ", ".join(id.partition(":")[2] for id in action["same"])
            print(
                t("{action} is worth the same as {others}", action=action["action"], others=others)
            )
    n_more = len(actions) - len(shown)
    if n_more:
        print(
            t.n(
                "{n} more exchange; --json lists all of them",
                "{n} more exchanges; --json lists all of them",
                n_more,
            )
        )
