"""Ultimate Texas Hold'em: ante and blind, one play bet of 4×, 3×, 2× or 1×, and two side bets.

Rules: 58 Pa. Code 653a (https://www.pacodeandbulletin.gov/Display/pacode?titleNumber=058),
https://wizardofodds.com/games/ultimate-texas-hold-em/ (checked 2026-11-29).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from trainer.games.community import HANDS, LOSER_ROWS, TIED, check_cards, check_round, read
from trainer.hands import LOWEST_PAIR
from trainer.money import LOST, PUSH
from trainer.rules import (
    BOUGHT,
    GAME,
    NO_GAME,
    Action,
    Bet,
    ByTable,
    Cell,
    Column,
    Game,
    Paytable,
    Rule,
    Showdown,
    Size,
    Stage,
    TableSpec,
    Variant,
    bet,
    columns,
    even,
    lost,
    push,
)

ID = "ultimate-texas-holdem"
NAME = "Ultimate Texas Hold'em"

BETS = ("ante", "blind", "play", "trips", "bad_beat")
SPECS = {
    "blind": TableSpec(HANDS, PUSH, "high-card"),
    "trips": TableSpec(HANDS, LOST, "three-of-a-kind"),
    "bad_beat": TableSpec(HANDS, LOST, "three-of-a-kind"),
}
RULES = (
    Rule("preflop", ("3-or-4", "4")),
    Rule("qualifies", ("pair",)),
    Rule("blind", table="blind"),
    Rule("trips", ("none",), table="trips"),
    Rule("trips_on_fold", ("alive", "lost")),
    Rule("trips_needs_win", ("no", "yes")),
    Rule("bad_beat", ("none",), table="bad_beat"),
)
WIN, TIE, LOSE = Showdown.WIN, Showdown.TIE, Showdown.LOSE
WINS = (Showdown.WIN_NO_GAME, WIN)
TIES = (Showdown.TIE_NO_GAME, TIE)
LOSES = (Showdown.LOSE_NO_GAME, LOSE)
_TIMES = {n: Fraction(n) for n in (1, 2, 3, 4)}


def conflict(rules: Mapping[str, str]) -> str | None:
    """What is wrong with a set of rules that are each legal; None when nothing is."""
    if rules["trips_needs_win"] == "yes" and rules["trips_on_fold"] == "alive":
        return "trips_needs_win=yes with trips_on_fold=alive: trips cannot win in a folded hand"
    return None


def implied(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Rules that a choice brings with it, unless they were chosen too."""
    return {"trips_on_fold": "lost"} if chosen.get("trips_needs_win") == "yes" else {}


def assemble(variant: Variant, tables: Mapping[str, Mapping[str, Paytable]]) -> Game:
    """The game as one house plays it."""
    rules = variant.rules
    raises = (3, 4) if rules["preflop"] == "3-or-4" else (4,)
    stages = _stages(raises)
    bets = [_ante(), _blind(tables["blind"][rules["blind"]]), _play(stages)]
    if rules["trips"] != "none":
        bets.append(_trips(tables["trips"][rules["trips"]], rules))
    if rules["bad_beat"] != "none":
        bets.append(_bad_beat(tables["bad_beat"][rules["bad_beat"]]))
    return Game(
        id=ID,
        name=NAME,
        variant=variant,
        five_card=False,
        qualifies=LOWEST_PAIR,
        bets=tuple(bets),
        stages=stages,
        check_cards=check_cards,
        read=partial(read, qualifies=LOWEST_PAIR),
        check_round=check_round,
    )


def _stages(raises: tuple[int, ...]) -> tuple[Stage, ...]:
    def bets(*times: int) -> tuple[Action, ...]:
        return tuple(Action(f"bet-{n}x", "play", _TIMES[n], ends=True) for n in times)

    check, fold = Action("check"), Action("fold", ends=True)
    return (
        Stage("preflop", "before the flop", 0, (check, *bets(*raises))),
        Stage("flop", "on the flop", 3, (check, *bets(2))),
        Stage("river", "after the river", 5, (fold, *bets(1))),
    )


def _ante() -> Bet:
    return bet(
        "ante",
        "main",
        Size("always"),
        "final",
        HANDS,
        columns(
            (Showdown.FOLD, lost("folded")),
            (NO_GAME, push("ante-pushes-when-dealer-does-not-qualify")),
            (BOUGHT, None),
            (WIN, even("ante-even-money")),
            (TIE, push("tie")),
            (LOSE, lost("dealer-is-better")),
        ),
    )


def _blind(table: Paytable) -> Bet:
    by_table = ByTable(table, SPECS["blind"], "blind-by-its-table", "blind-below-its-first-prize")
    return bet(
        "blind",
        "main",
        Size("always", (_TIMES[1],)),
        "final",
        HANDS,
        columns(
            (Showdown.FOLD, lost("folded")),
            (WINS, by_table),
            (TIES, push("tie")),
            (LOSES, lost("dealer-is-better")),
            (BOUGHT, None),
        ),
    )


def _play(stages: tuple[Stage, ...]) -> Bet:
    times = {a.times for stage in stages for a in stage.actions if a.bet == "play"}
    return bet(
        "play",
        "main",
        Size("raised", tuple(sorted(times, reverse=True))),
        "final",
        HANDS,
        columns(
            (Showdown.FOLD, None),
            (WINS, even("play-even-money")),
            (TIES, push("tie")),
            (LOSES, lost("dealer-is-better")),
            (BOUGHT, None),
        ),
    )


def _trips(table: Paytable, rules: Mapping[str, str]) -> Bet:
    needs_win = rules["trips_needs_win"] == "yes"
    own_hand = ByTable(
        table, SPECS["trips"], "trips-with-the-win" if needs_win else "trips-own-hand"
    )

    def without_a_win(row: str) -> Cell:
        cell = own_hand.cell(row)
        return push("trips-needs-the-win") if cell.odds > 0 else cell

    other: Column = without_a_win if needs_win else own_hand
    return bet(
        "trips",
        "side",
        Size("optional"),
        "final",
        HANDS,
        columns(
            (
                Showdown.FOLD,
                own_hand if rules["trips_on_fold"] == "alive" else lost("lost-by-folding"),
            ),
            (WINS, own_hand),
            (TIES + LOSES, other),
            (BOUGHT, None),
        ),
    )


def _bad_beat(table: Paytable) -> Bet:
    by_table = ByTable(table, SPECS["bad_beat"], "bad-beat-losing-hand")

    def losing_hand(row: str) -> Cell:
        return lost("bad-beat-tie") if row == TIED else by_table.cell(row)

    return bet(
        "bad_beat",
        "side",
        Size("optional"),
        "loser",
        LOSER_ROWS,
        columns((Showdown.FOLD, losing_hand), (NO_GAME + GAME, losing_hand), (BOUGHT, None)),
    )
