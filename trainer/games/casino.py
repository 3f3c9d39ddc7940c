"""Casino Hold'em: call two antes or fold on the flop; the dealer needs a pair of fours.

The ante is paid by its table whenever the dealer does not qualify, also to a hand that is worse:
this reading gives the published 2.16 % (http://www.beatingbonuses.com/casinoholdem.htm, checked
2026-11-29).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from trainer.games.community import DEALT_FIVE_ROWS, HANDS, check_cards, check_round, read
from trainer.hands import Category, value_of
from trainer.money import LOST, PUSH
from trainer.rules import (
    BOUGHT,
    GAME,
    NO_GAME,
    Action,
    Bet,
    ByTable,
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

ID = "casino-holdem"
NAME = "Casino Hold'em"

BETS = ("ante", "call", "aa")
SPECS = {
    "ante": TableSpec(HANDS, PUSH, "high-card"),
    "aa": TableSpec(DEALT_FIVE_ROWS, LOST, "pair-of-aces"),
}
RULES = (
    Rule("qualifies", ("pair-of-fours",)),
    Rule("ante", table="ante"),
    Rule("ante_no_game", ("table", "even")),
    Rule("aa", ("none",), table="aa"),
    Rule("aa_on_fold", ("alive", "lost")),
)
LOWEST_PAIR_OF_FOURS = value_of(Category.PAIR, (2, 3, 1, 0))
CALL = Fraction(2)


def conflict(rules: Mapping[str, str]) -> str | None:
    """What is wrong with a set of rules that are each legal; None when nothing is."""
    return None


def implied(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Rules that a choice brings with it, unless they were chosen too."""
    return {}


def assemble(variant: Variant, tables: Mapping[str, Mapping[str, Paytable]]) -> Game:
    """The game as one house plays it."""
    rules = variant.rules
    bets = [_ante(tables["ante"][rules["ante"]], rules), _call()]
    if rules["aa"] != "none":
        bets.append(_aa(tables["aa"][rules["aa"]], rules))
    return Game(
        id=ID,
        name=NAME,
        variant=variant,
        five_card=False,
        qualifies=LOWEST_PAIR_OF_FOURS,
        bets=tuple(bets),
        stages=(
            Stage(
                "flop",
                "on the flop",
                3,
                (Action("fold", ends=True), Action("call", "call", CALL, ends=True)),
            ),
        ),
        check_cards=check_cards,
        read=partial(read, qualifies=LOWEST_PAIR_OF_FOURS),
        check_round=check_round,
    )


def _ante(table: Paytable, rules: Mapping[str, str]) -> Bet:
    spec = SPECS["ante"]
    no_game = (
        ByTable(table, spec, "ante-by-its-table-without-qualifying")
        if rules["ante_no_game"] == "table"
        else even("ante-even-money-without-qualifying")
    )
    return bet(
        "ante",
        "main",
        Size("always"),
        "final",
        HANDS,
        columns(
            (Showdown.FOLD, lost("folded")),
            (NO_GAME, no_game),
            (BOUGHT, None),
            (Showdown.WIN, ByTable(table, spec, "ante-by-its-table")),
            (Showdown.TIE, push("tie")),
            (Showdown.LOSE, lost("dealer-is-better")),
        ),
    )


def _call() -> Bet:
    return bet(
        "call",
        "main",
        Size("raised", (CALL,)),
        "final",
        HANDS,
        columns(
            (Showdown.FOLD, None),
            (NO_GAME, push("call-pushes-when-dealer-does-not-qualify")),
            (BOUGHT, None),
            (Showdown.WIN, even("call-even-money")),
            (Showdown.TIE, push("tie")),
            (Showdown.LOSE, lost("dealer-is-better")),
        ),
    )


def _aa(table: Paytable, rules: Mapping[str, str]) -> Bet:
    own_five = ByTable(table, SPECS["aa"], "aa-two-cards-and-flop")
    return bet(
        "aa",
        "side",
        Size("optional"),
        "dealt-five",
        DEALT_FIVE_ROWS,
        columns(
            (
                Showdown.FOLD,
                own_five if rules["aa_on_fold"] == "alive" else lost("lost-by-folding"),
            ),
            (NO_GAME + GAME, own_five),
            (BOUGHT, None),
        ),
    )
