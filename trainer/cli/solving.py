"""`edge` and `table`: what whole games are worth, and every decision of one.

What computes is imported when a command runs: it takes a second, and --help must not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trainer.cli.hands import rule_overrides
from trainer.cli.output import DONE, print_json, print_table
from trainer.cli.progress import Bar
from trainer.cli.values import command, read_paytables
from trainer.errors import StakeError, TrainerError, UsageError
from trainer.games import build
from trainer.locale import Translator, translator
from trainer.money import parse_money
from trainer.rules import Game
from trainer.wording import bet_name, category_name, feature_name

if TYPE_CHECKING:
    from trainer.solve.executors import Executor

SOLVED = "ultimate-texas-holdem, casino-holdem, russian-poker, caribbean-stud or oasis-poker"
EDGE_EXAMPLE = """\
Example:
  casino-poker edge ultimate-texas-holdem --set blind=B
  says that the house edge is 5.9128 % of an ante when a straight pushes on the blind.

Five-card games are solved behind each of the thirteen upcard ranks, on all cores or on a cluster:
minutes for Russian Poker, seconds for Caribbean Stud. Each part is kept, so that a command that was
stopped goes on where it was. `actions` are first actions; `win-no-game` holds every raised round
without a purchase in which the dealer has no game, whichever hand is higher (it changes nothing
there), and `win-no-game-bought` those in which a purchase brought no game either. `insured` and
`bought` are shares of all rounds.

  casino-poker edge caribbean-stud
  says 5.2243 %, exactly -142031221/2718662100 antes a round.
  casino-poker edge russian-poker --features
  says what the sixth card, exchanges, insurance and the purchase are worth, one after the other."""
TABLE_EXAMPLE = """\
Stages and columns:
  ultimate-texas-holdem preflop  class,weight,ev_check,ev_bet_3x,ev_bet_4x,best
  ultimate-texas-holdem flop     hand,flop,weight,ev_check,ev_bet_2x,best
  casino-holdem flop             hand,flop,weight,ev_fold,ev_call,best
  russian-poker, caribbean-stud and oasis-poker deal
    hand,upcard,weight,ev_fold,ev_raise,ev_sixth,ev_exchange,exchange,best
A row of a flop table stands for `weight` deals that differ by a change of suits only: 1,286,792
rows for 25,989,600 deals. EVs are expected nets of the round in antes, with optimal play
afterwards; empty where the action is not legal. `best` is the action that puts out less when two
are equal. In a `deal` table a row stands for all deals of five cards and an upcard that differ by a
change of suits: 5,649,150 rows for 122,151,120 deals. `exchange` are the cards that the best
exchange gives up (`exchange-2` and so on in `best` says how many), EVs count all fees.

Example:
  casino-poker table ultimate-texas-holdem preflop --out preflop.csv"""


def add_commands(commands: Any) -> None:
    """Add this module's commands to the parser."""
    edge = command(commands, "edge", "the exact house edge of a whole game", EDGE_EXAMPLE)
    edge.add_argument("game", metavar="GAME", help=SOLVED)
    edge.add_argument("--variant", metavar="V", default="default", help="the house")
    edge.add_argument(
        "--side",
        metavar="BET=STAKE",
        action="append",
        default=[],
        help="a side bet, in antes, that is played together with the main game; may be repeated",
    )
    edge.add_argument(
        "--ante",
        metavar="AMOUNT",
        help="the ante in money, so that cap and rounding count; not in the five-card games",
    )
    edge.add_argument(
        "--exposed",
        metavar="N",
        type=int,
        default=0,
        help="dealer cards, 1 or 2, that the player sees first: minutes or an hour of work, which "
        "can be stopped and goes on where it was",
    )
    edge.add_argument(
        "--features",
        action="store_true",
        help="what each feature of a five-card house is worth, added one after the other",
    )
    _add_executor(edge)
    edge.set_defaults(run=_edge)

    table = command(commands, "table", "every decision of a stage as a file", TABLE_EXAMPLE)
    table.add_argument("game", metavar="GAME", help=SOLVED)
    table.add_argument("stage", metavar="STAGE", help="preflop, flop or deal")
    table.add_argument("--out", metavar="FILE", required=True, help="a .csv or .parquet file")
    table.add_argument("--variant", metavar="V", default="default", help="the house")
    _add_executor(table)
    table.set_defaults(run=_table)


def _add_executor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--processes",
        metavar="N",
        type=int,
        help="five-card games: processes on this machine; default: one a core, 1 GB each",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="five-card games: solve on the workers of this Dask scheduler, such as "
        "tcp://host:8786, with the same version of this package and 1 GB a thread",
    )


# --- what the options say ------------------------------------------------------------------------


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
    # What is paid by how the dealer opens is a decision of the round, not a bet beside it.
    legal = [bet.id for bet in game.bets if bet.kind == "side" and not bet.opening]
    for text in texts:
        bet, equals, stake = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r}; expected BET=STAKE", "--side")
        if bet not in legal:
            expected = f"expected one of {', '.join(legal)}" if legal else "this house has none"
            raise StakeError(f"{bet!r} is no side bet here; {expected}", "--side")
        sides[bet] = _money(stake, f"--side {bet}")
    return sides


def _executor(options: argparse.Namespace) -> Executor:
    from trainer.solve.executors import Cluster, Processes

    if options.scheduler is not None:
        if options.processes is not None:
            raise UsageError("on a cluster; expected no --processes beside it", "--scheduler")
        return Cluster(options.scheduler)
    if options.processes is not None and options.processes < 1:
        raise UsageError(f"{options.processes} processes; expected 1 or more", "--processes")
    return Processes(options.processes)


@contextmanager
def _pieces_bar(t: Translator) -> Iterator[Callable[[int, int], None]]:
    """A bar over pieces of work; stopped, it says what is kept."""
    bar, kept = Bar(t), [0, 0]

    def show(n: int, of: int) -> None:
        kept[:] = n, of
        bar.show(n / of)

    try:
        yield show
    except KeyboardInterrupt:
        bar.close()
        n, of = kept
        said = t(
            "Stopped. {n} of {of} parts are kept; the same command goes on from there.", n=n, of=of
        )
        print(f"\n{said}", end="", file=sys.stderr)
        raise
    finally:
        bar.close()


# --- the commands --------------------------------------------------------------------------------


def _edge(options: argparse.Namespace) -> int:
    game = _game(options)
    if game.five_card:
        return _edge_five_card(options, game)
    _refuse_executor(options, game)
    if options.features:
        raise UsageError(
            f"{game.name} has no such features; expected a five-card game", "--features"
        )
    sides = _sides(game, options.side)
    ante = None if options.ante is None else _money(options.ante, "--ante")
    if options.exposed:
        return _edge_exposed(options, game)
    from trainer.documents.edges import edge_document
    from trainer.solve import edge

    t = translator("en")
    bar = Bar(t)
    try:
        result = edge_document(edge(game, sides, ante, bar.show))
    finally:
        bar.close()
    if options.json:
        print_json(result)
    else:
        _print_edge(t, game, result)
    return DONE


def _refuse_executor(options: argparse.Namespace, game: Game) -> None:
    for option in ("scheduler", "processes"):
        if getattr(options, option) is not None:
            raise UsageError(f"{game.name} takes a second here; expected none", f"--{option}")


def _edge_five_card(options: argparse.Namespace, game: Game) -> int:
    for option, is_given in (("--ante", options.ante is not None), ("--exposed", options.exposed)):
        if is_given:
            raise UsageError(f"not solved for {game.name}; expected none", option)
    sides = _sides(game, options.side)
    executor = _executor(options)
    if options.features:
        return _features(options, game, executor)
    from trainer.documents.edges import edge_document
    from trainer.solve.five_card import edge_five_card

    t = translator("en")
    with _pieces_bar(t) as show:
        result = edge_document(edge_five_card(game, sides, show, executor=executor))
    if options.json:
        print_json(result)
    else:
        _print_edge(t, game, result)
    return DONE


def _features(options: argparse.Namespace, game: Game, executor: Executor) -> int:
    if options.side:
        raise UsageError("the main game alone; expected no --side", "--features")
    from trainer.documents.edges import features_document
    from trainer.solve.five_card import feature_worth

    tables = read_paytables(options.game, options.paytable)
    chosen = rule_overrides(options.set)

    def rebuild(rules: Mapping[str, str]) -> Game:
        return build(options.game, options.variant, {**chosen, **rules}, tables)

    t = translator("en")
    with _pieces_bar(t) as show:
        result = features_document(feature_worth(game, rebuild, show, executor=executor))
    if options.json:
        print_json(result)
        return DONE
    print(f"{game.name}, {game.variant.name}")
    rows = [(t("With"), t("House edge"), t("Worth to the player"), t("Exactly, antes a round"))]
    for n, step in enumerate(result["features"]):
        gain = f"{step['gain']:+.4%}" if n else "–"
        name = feature_name(t, step["feature"])
        rows.append((name, f"{step['house_edge']:.4%}", gain, step["exact"]))
    print_table(rows, right=(1, 2, 3))
    return DONE


def _edge_exposed(options: argparse.Namespace, game: Game) -> int:
    if options.side or options.ante is not None:
        raise UsageError("the main game alone; expected neither --side nor --ante", "--exposed")
    from trainer.documents.edges import exposed_document
    from trainer.solve.exposed import exposed_edge

    t = translator("en")
    bar = Bar(t)
    try:
        result = exposed_document(exposed_edge(game, options.exposed, bar.show))
    finally:
        bar.close()
    if options.json:
        print_json(result)
        return DONE
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
    _print_actions(t, result)
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


def _print_actions(t: Translator, result: Mapping[str, Any]) -> None:
    shares = result["actions"]
    if any(isinstance(share, dict) for share in shares.values()):
        rows = [(t("First action"), t("Rounds"), t("Of these raised"))]
        for id, one in shares.items():
            rows.append((id, f"{one['share']:.4%}", f"{one['raises']:.4%}"))
        print_table(rows, right=(1, 2))
    else:
        print_table([(id, f"{share:.4%}") for id, share in shares.items()], right=(1,))
    if result.get("insured") or result.get("bought"):
        print()
        rounds = [(t("Insured"), f"{result['insured']:.4%}", t("of all rounds"))]
        rounds.append((t("Dealer's game bought"), f"{result['bought']:.4%}", t("of all rounds")))
        print_table(rounds, right=(1,))


def _rows_of(game: Game) -> tuple[str, ...]:
    return next(bet for bet in game.bets if bet.reads == "final").rows


def _table(options: argparse.Namespace) -> int:
    game = _game(options)
    t = translator("en")
    if game.five_card:
        from trainer.solve.deals import write_deals

        executor = _executor(options)
        with _pieces_bar(t) as show:
            written = write_deals(game, options.stage, Path(options.out), show, executor=executor)
    else:
        from trainer.solve import write_table

        _refuse_executor(options, game)
        bar = Bar(t)
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
    print(t.n("{n} row in {file}", "{n} rows in {file}", written.n_rows, file=str(written.path)))
    if written.reused:
        print(t("From an earlier solve: {parts}", parts=t("the table")))
    return DONE
