"""`ev`, `edge` and `table`: what decisions and whole games are worth.

What computes is imported when a command runs: it takes a second, and --help must not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from fractions import Fraction
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
from trainer.documents.reading import require_object
from trainer.errors import PaytableError, RuleError, StakeError, TrainerError, UsageError
from trainer.games import build, specs
from trainer.locale import Translator, translator
from trainer.money import parse_money
from trainer.paytables import read_tables
from trainer.rules import Game, Paytable
from trainer.wording import bet_name, category_name

SOLVED = "ultimate-texas-holdem or casino-holdem"
EV_EXAMPLE = """\
Example:
  casino-poker ev - <<'END'
  {"game": "ultimate-texas-holdem", "player": "Kc 5d", "board": "Jh 9h 5s"}
  END
  says that 2x is worth +0.0561 antes and a check -0.1377, so the pair of fives is bet.
More keys: "known_board" (a turn or river that was flashed), "dealer" (exposed cards), "dead",
"stakes" (side bets, by their proportion to the ante), "ante" (its size in money, for the house's
cap and rounding)."""
EDGE_EXAMPLE = """\
Example:
  casino-poker edge ultimate-texas-holdem --set blind=B
  says that the house edge is 5.9128 % of an ante when a straight pushes on the blind."""
TABLE_EXAMPLE = """\
Stages and columns:
  ultimate-texas-holdem preflop  class,weight,ev_check,ev_bet_3x,ev_bet_4x,best
  ultimate-texas-holdem flop     hand,flop,weight,ev_check,ev_bet_2x,best
  casino-holdem flop             hand,flop,weight,ev_fold,ev_call,best
A row of a flop table stands for `weight` deals that differ by a change of suits only: 1,286,792
rows for 25,989,600 deals. EVs are expected nets of the round in antes, with optimal play
afterwards; empty where the action is not legal. `best` is the action that puts out less when two
are equal.

Example:
  casino-poker table ultimate-texas-holdem preflop --out preflop.csv"""


def add_commands(commands: Any) -> None:
    """Add this module's commands to the parser."""
    ev = _command(commands, "ev", "the exact value of every action in a spot", EV_EXAMPLE)
    ev.add_argument("file", metavar="SPOT.json", nargs="?", help="the spot; - for standard input")
    ev.add_argument("--variant", metavar="V", help="the house; default: the document's")
    ev.add_argument("--ante", metavar="AMOUNT", help="the ante in money: cap and rounding count")
    ev.add_argument(
        "--jsonl",
        action="store_true",
        help="one document a line of standard input, one answer a line",
    )
    ev.set_defaults(run=_ev)

    edge = _command(commands, "edge", "the exact house edge of a whole game", EDGE_EXAMPLE)
    edge.add_argument("game", metavar="GAME", help=SOLVED)
    edge.add_argument("--variant", metavar="V", default="default", help="the house")
    edge.add_argument(
        "--side",
        metavar="BET=STAKE",
        action="append",
        default=[],
        help="a side bet, in antes, that is played together with the main game; may be repeated",
    )
    edge.add_argument("--ante", metavar="AMOUNT", help="the ante in money: cap and rounding count")
    edge.add_argument(
        "--exposed",
        metavar="N",
        type=int,
        default=0,
        help="dealer cards, 1 or 2, that the player sees first: minutes or an hour of work, which "
        "can be stopped and goes on where it was",
    )
    edge.set_defaults(run=_edge)

    table = _command(commands, "table", "every decision of a stage as a file", TABLE_EXAMPLE)
    table.add_argument("game", metavar="GAME", help=SOLVED)
    table.add_argument("stage", metavar="STAGE", help="preflop or flop")
    table.add_argument("--out", metavar="FILE", required=True, help="a .csv or .parquet file")
    table.add_argument("--variant", metavar="V", default="default", help="the house")
    table.set_defaults(run=_table)


def _command(commands: Any, name: str, does: str, example: str) -> argparse.ArgumentParser:
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


def _game(options: argparse.Namespace) -> Game:
    return build(
        options.game,
        options.variant,
        rule_overrides(options.set),
        read_paytables(options.game, options.paytable),
    )


def _money(text: str, option: str) -> Fraction:
    try:
        amount = parse_money(text)
    except TrainerError as error:
        raise error.at(option) from None
    if amount <= 0:
        raise StakeError(f"{text!r}; expected an amount above 0", option)
    return amount


def _sides(game: Game, texts: list[str]) -> dict[str, Fraction]:
    sides: dict[str, Fraction] = {}
    legal = [bet.id for bet in game.bets if bet.kind == "side"]
    for text in texts:
        bet, equals, stake = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r}; expected BET=STAKE", "--side")
        if bet not in legal:
            expected = f"expected one of {', '.join(legal)}" if legal else "this house has none"
            raise StakeError(f"{bet!r} is no side bet here; {expected}", "--side")
        sides[bet] = _money(stake, f"--side {bet}")
    return sides


# --- the commands --------------------------------------------------------------------------------


def _ev(options: argparse.Namespace) -> int:
    from trainer.documents.spots import ev_document

    overrides = rule_overrides(options.set)
    bar = Bar()

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
    t = translator("en")
    rows = [(t("Action"), t("Worth, antes"), t("Exactly"), t("Gives up"))]
    for action in result["actions"]:
        cost = f"{action['cost']:.6f}" if action["cost"] else "–"
        rows.append((action["action"], f"{action['ev']:+.6f}", action["exact"], cost))
    print_table(rows, right=(1, 2, 3))
    return DONE


def _edge(options: argparse.Namespace) -> int:
    game = _game(options)
    sides = _sides(game, options.side)
    ante = None if options.ante is None else _money(options.ante, "--ante")
    if options.exposed:
        return _edge_exposed(options, game)
    from trainer.documents.edges import edge_document
    from trainer.solve import edge

    bar = Bar()
    try:
        result = edge_document(edge(game, sides, ante, bar.show))
    finally:
        bar.close()
    if options.json:
        print_json(result)
    else:
        _print_edge(translator("en"), game, result)
    return DONE


def _edge_exposed(options: argparse.Namespace, game: Game) -> int:
    if options.side or options.ante is not None:
        raise UsageError("the main game alone; expected neither --side nor --ante", "--exposed")
    from trainer.documents.edges import exposed_document
    from trainer.solve.exposed import exposed_edge

    bar = Bar()
    try:
        result = exposed_document(exposed_edge(game, options.exposed, bar.show))
    finally:
        bar.close()
    if options.json:
        print_json(result)
        return DONE
    t = translator("en")
    print(f"{game.name}, {game.variant.name}")
    print(t.n("{n} dealer card is seen", "{n} dealer cards are seen", options.exposed))
    print_table(
        [
            (t("The player's edge"), f"{result['ev']:.6%}", t("of an ante")),
            (t("Exactly"), result["exact"], t("antes a round for the player")),
        ],
        right=(1,),
    )
    return DONE


def _print_edge(t: Translator, game: Game, result: Mapping[str, Any]) -> None:
    print(f"{game.name}, {game.variant.name}")
    deviation = result["standard_deviation"]
    rows = [
        (t("House edge"), f"{result['house_edge']:.6%}", t("of an ante")),
        (t("Exactly"), result["exact"], t("antes a round for the player")),
        (t("Element of risk"), f"{result['element_of_risk']:.6%}", t("of all that is put out")),
        (t("Average wager"), f"{result['average_wager']:.6f}", t("antes")),
        (t("Standard deviation"), "–" if deviation is None else f"{deviation:.6f}", t("antes")),
    ]
    print_table(rows, right=(1,))
    print()
    print_table([(id, f"{share:.4%}") for id, share in result["actions"].items()], right=(1,))
    if result["side_bets"]:
        print()
        heads = [(t("Side bet"), t("House edge"), t("Pays in"))]
        for id, bet in result["side_bets"].items():
            heads.append((bet_name(t, id), f"{bet['house_edge']:.4%}", f"{bet['hit_rate']:.4%}"))
        print_table(heads, right=(1, 2))
    print()
    showdowns = [name for name, found in result["outcomes"].items() if found]
    ids = [id for id in _rows_of(game) if any(id in result["outcomes"][name] for name in showdowns)]
    table = [(t("Rounds by hand"), *showdowns)]
    for id in reversed(ids):
        shares = (result["outcomes"][name].get(id, 0.0) for name in showdowns)
        table.append((category_name(t, id), *(f"{x:.4%}" if x else "–" for x in shares)))
    print_table(table, right=tuple(range(1, len(showdowns) + 1)))
    print()
    print(t("{seconds} seconds", seconds=f"{result['seconds']:.2f}"))
    if result["reused"]:
        print(t("From an earlier solve: {parts}", parts=", ".join(result["reused"])))


def _rows_of(game: Game) -> tuple[str, ...]:
    return next(bet for bet in game.bets if bet.reads == "final").rows


def _table(options: argparse.Namespace) -> int:
    game = _game(options)
    from trainer.solve import write_table

    bar = Bar()
    try:
        written = write_table(game, options.stage, Path(options.out), bar.show)
    finally:
        bar.close()
    if options.json:
        print_json(
            {
                "file": str(written.path),
                "rows": written.n_rows,
                "reused": ["table"] if written.reused else [],
                "seconds": written.seconds,
            }
        )
        return DONE
    t = translator("en")
    print(t.n("{n} row in {file}", "{n} rows in {file}", written.n_rows, file=str(written.path)))
    if written.reused:
        print(t("From an earlier solve: {parts}", parts=t("the table")))
    return DONE


class Bar:
    """A progress bar with the time left on standard error, for work of a second or more."""

    WAIT = 0.7  # seconds before it shows
    WIDTH = 30

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._shown = 0.0
        self._is_open = False

    def show(self, part: float) -> None:
        """Show how much is done, 0 to 1; a few times a second at most."""
        now = time.monotonic()
        if part <= 0:
            self._started = now
        if now - self._started < self.WAIT or now - self._shown < 0.1 or not sys.stderr.isatty():
            return
        self._shown, self._is_open = now, True
        left = (now - self._started) * (1 - part) / part if part else 0.0
        done = round(part * self.WIDTH)
        bar = "█" * done + "·" * (self.WIDTH - done)
        sys.stderr.write(f"\r{bar} {part:4.0%}  {left:.0f} s ")
        sys.stderr.flush()

    def close(self) -> None:
        """Take the bar away."""
        if self._is_open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_open = False
