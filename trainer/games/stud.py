"""The rules of five-card games against a dealer with one card up: Caribbean Stud and its children.

Caribbean Stud, Oasis Poker and Russian Poker are one machine with different settings: a sixth card
or an exchange, one or two paid combinations, insurance, and a bought dealer game. Rules:
http://senator.am/eng/games.php?page=4, https://www.casinocampioneditalia.it/en/russian-poker/,
http://gamsoft.ru/oa_russian_e.htm, https://www.casinoadmiral.lt/kazino-zaidimai/pokeris/
rusiskas-pokeris-su-draudimu (insurance), 58 Pa. Code 671a.12; checked 2026-11-29.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from trainer.games.five_card import HANDS, after_purchase, check_cards, first_five
from trainer.games.stud_terms import (
    FEE,
    LEAST_INSURANCE,
    RAISE,
    RoundTerms,
    exchange_fee,
    exchange_range,
    most_insurance,
    sells_cards,
)
from trainer.hands import (
    LOWEST_ACE_KING,
    LOWEST_PAIR,
    HandValue,
    evaluate,
    hand_id,
    read_hand,
)
from trainer.hands.combinations import STRENGTH, Combination, paid_combinations
from trainer.money import LOST, PUSH
from trainer.rules import (
    BOUGHT,
    NO_GAME,
    Action,
    Bet,
    ByTable,
    Column,
    Deal,
    Game,
    Paytable,
    Reading,
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
    showdown_of,
)

__all__ = [
    "BETS",
    "FEE",
    "LEAST_INSURANCE",
    "PLAIN_RULES",
    "PLAIN_SPECS",
    "RAISE",
    "ROWS",
    "RULES",
    "SPECS",
    "assemble",
    "bet_odds",
    "conflict",
    "exchange_fee",
    "exchange_range",
    "implied",
    "most_insurance",
    "sells_cards",
]

PAIRS = tuple(
    f"{first}+{second}"
    for first in HANDS[1:]
    for second in HANDS[1:]
    if STRENGTH[second] <= STRENGTH[first]
)
ROWS = HANDS + PAIRS
_ROW = {id: n for n, id in enumerate(ROWS)}
BOUGHT_ROWS = tuple(f"bought-{id}" for id in HANDS)
DEALT_ROWS = tuple(f"dealt-{id}" for id in HANDS)
BONUS_ROWS = BOUGHT_ROWS + DEALT_ROWS
_BONUS_ROW = {id: n for n, id in enumerate(BONUS_ROWS)}

BETS = ("ante", "bet", "sixth", "exchange", "purchase", "insurance", "bonus")
SPECS = {
    "bet": TableSpec(HANDS, PUSH, "ace-king"),
    "ante_no_game": TableSpec(HANDS, PUSH, "high-card"),
    "bonus": TableSpec(BONUS_ROWS, LOST, "dealt-three-of-a-kind", groups=(BOUGHT_ROWS, DEALT_ROWS)),
}


def _is_range(text: str) -> bool:
    match = re.fullmatch(r"([1-5])-([1-5])", text)
    return bool(match and match[1] <= match[2])


def _is_fee(text: str) -> bool:
    return bool(re.fullmatch(r"[1-9]\d?(/[1-9]\d?){0,4}", text))


RULES = (
    Rule("sixth", ("yes", "no")),
    Rule("exchange", ("none",), accepts=_is_range, form="a range of 1 to 5 cards such as 1-5"),
    Rule("exchange_fee", accepts=_is_fee, form="antes: 1 (flat), or a list such as 1/2/3/2/1"),
    Rule("raise_after_five", ("free", "forced")),
    Rule("combinations", ("two", "six-cards-only", "one")),
    Rule("paired_straight", ("two-straights", "straight-plus-pair")),
    Rule("qualifies", ("ace-king", "pair")),
    Rule("ante_on_win", ("push", "even")),
    Rule("ante_no_game", table="ante_no_game"),
    Rule("insurance", ("half", "full", "none")),
    Rule("insurance_on_game", ("lost-on-win", "lost")),
    Rule("purchase", ("highest", "lowest", "none")),
    Rule("purchase_redraw", ("yes", "no")),
    Rule("purchase_fails", ("push", "even")),
    Rule("insured_purchase", ("no", "yes")),
    Rule("bet", table="bet"),
    Rule("bonus", ("none",), table="bonus"),
)

# The parents have no bonus, so no table of it either.
PLAIN_RULES = tuple(Rule("bonus", ("none",)) if rule.id == "bonus" else rule for rule in RULES)
PLAIN_SPECS = {bet: spec for bet, spec in SPECS.items() if bet != "bonus"}


def conflict(rules: Mapping[str, str]) -> str | None:
    """What is wrong with a set of rules that are each legal; None when nothing is."""
    _, most = exchange_range(rules)
    fees = rules["exchange_fee"].split("/")
    if len(fees) > 1 and len(fees) < most:
        return f"exchange_fee lists {len(fees)} prices, but up to {most} cards may be exchanged"
    return None


def implied(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Rules that a choice brings with it, unless they were chosen too."""
    return {}


def assemble(
    id: str, name: str, variant: Variant, tables: Mapping[str, Mapping[str, Paytable]]
) -> Game:
    """One of these games as one house plays it."""
    rules = variant.rules
    raised = _bet(tables["bet"][rules["bet"]])
    bonus = _bonus(tables["bonus"][rules["bonus"]]) if rules["bonus"] != "none" else None
    qualifies = LOWEST_ACE_KING if rules["qualifies"] == "ace-king" else LOWEST_PAIR
    bets = [_ante(tables["ante_no_game"][rules["ante_no_game"]], rules), raised]
    if rules["sixth"] == "yes":
        bets.append(_fee("sixth", (FEE,)))
    if rules["exchange"] != "none":
        least, most = exchange_range(rules)
        fees = {exchange_fee(rules, n) for n in range(least, most + 1)}
        bets.append(_fee("exchange", tuple(sorted(fees))))
    if rules["purchase"] != "none":
        bets.append(_fee("purchase", (FEE,)))
    if rules["insurance"] != "none":
        bets.append(_insurance(rules))
    if bonus is not None:
        bets.append(bonus)
    return Game(
        id=id,
        name=name,
        variant=variant,
        five_card=True,
        qualifies=qualifies,
        bets=tuple(bets),
        stages=_stages(rules),
        check_cards=check_cards,
        read=partial(_read, rules=rules, odds=bet_odds(raised), bonus=bonus, qualifies=qualifies),
        check_round=RoundTerms(variant, tuple(bets)),
    )


def bet_odds(raised: Bet) -> Mapping[str, Fraction]:
    """What the bet pays on each single combination when the hand wins, to 1."""
    return {id: raised.cell(Showdown.WIN, _ROW[id]).odds for id in HANDS}


def _stages(rules: Mapping[str, str]) -> tuple[Stage, ...]:
    fold, raise_ = Action("fold", ends=True), Action("raise", "bet", RAISE)
    first = [fold, raise_]
    if rules["sixth"] == "yes":
        first.append(Action("sixth", "sixth", FEE))
    if rules["exchange"] != "none":
        first.append(Action("exchange", "exchange", exchange_fee(rules, exchange_range(rules)[0])))
    stages = [
        Stage("deal", "with the five cards dealt", 0, tuple(first)),
        Stage("draw", "after the draw", 0, (fold, raise_)),
    ]
    if rules["purchase"] != "none":
        take, buy = Action("take", ends=True), Action("purchase", "purchase", FEE, ends=True)
        stages.append(Stage("no-game", "when the dealer has no game", 0, (take, buy)))
    return tuple(stages)


def _read(
    deal: Deal,
    folded: bool,
    *,
    rules: Mapping[str, str],
    odds: Mapping[str, Fraction],
    bonus: Bet | None,
    qualifies: HandValue,
) -> Reading:
    """Hands, combinations and showdowns, and the rows `final` and `dealt-and-bought`."""
    paid = paid_combinations(
        deal.player,
        odds,
        paired_straight=rules["paired_straight"],
        how_many=rules["combinations"],
    )
    core = frozenset(paid[0].cards) if paid else frozenset()
    player = read_hand(deal.player, ace_king=True, prefer=core)
    rows = {
        "final": _ROW["+".join(x.id for x in paid)] if paid else _ROW[player.id],
        "dealt-and-bought": _bonus_row(deal, bonus) if bonus else None,
    }
    second: Combination | None = paid[1] if len(paid) == 2 else None
    if len(deal.dealer) < 5:
        fold = Showdown.FOLD
        return Reading(player, None, fold, fold, rows, None, second)
    opened = read_hand(deal.dealer, ace_king=True)
    finished = opened
    if deal.draws:
        finished = read_hand(after_purchase(deal, rules["purchase"]), ace_king=True)
    opening = final = Showdown.FOLD
    has_game = finished.value >= qualifies
    if not folded:
        opening = showdown_of(player.value, opened.value, game=opened.value >= qualifies)
        final = showdown_of(player.value, finished.value, game=has_game, bought=bool(deal.draws))
    return Reading(
        player,
        finished,
        opening,
        final,
        rows,
        has_game,
        second,
        opened if deal.draws else None,
    )


def _bonus_row(deal: Deal, bonus: Bet) -> int:
    """The dealt five when they make a paying hand, else the six cards with the bought one."""
    dealt = _BONUS_ROW[DEALT_ROWS[STRENGTH[hand_id(evaluate(first_five(deal)), ace_king=True)]]]
    if len(deal.player) == 5 or bonus.cell(Showdown.FOLD, dealt).odds > 0:
        return dealt
    bought = hand_id(evaluate(deal.player), ace_king=True)
    return _BONUS_ROW[BOUGHT_ROWS[STRENGTH[bought]]]


def _ante(no_game: Paytable, rules: Mapping[str, str]) -> Bet:
    by_table = ByTable(no_game, SPECS["ante_no_game"], "ante-paid-when-dealer-has-no-game")
    failed = push("ante-win-given-up") if rules["purchase_fails"] == "push" else even("ante-kept")
    on_win = (
        push("ante-pushes-when-dealer-has-a-game")
        if rules["ante_on_win"] == "push"
        else even("ante-even-money-on-a-win")
    )
    return bet(
        "ante",
        "main",
        Size("always"),
        "final",
        ROWS,
        columns(
            (Showdown.FOLD, lost("folded")),
            (NO_GAME, lambda row: by_table.cell(row.split("+")[0])),
            (BOUGHT, failed),
            (Showdown.WIN, on_win),
            (Showdown.TIE, push("tie")),
            (Showdown.LOSE, lost("dealer-is-better")),
        ),
    )


def _bet(table: Paytable) -> Bet:
    return bet(
        "bet",
        "main",
        Size("raised", (RAISE,)),
        "final",
        ROWS,
        columns(
            (Showdown.FOLD, None),
            (NO_GAME, push("bet-pushes-when-dealer-has-no-game")),
            (BOUGHT, push("bet-pushes-when-dealer-has-no-game")),
            (Showdown.WIN, ByTable(table, SPECS["bet"], "one-combination")),
            (Showdown.TIE, push("tie")),
            (Showdown.LOSE, lost("dealer-is-better")),
        ),
    )


def _fee(id: str, times: tuple[Fraction, ...]) -> Bet:
    every: dict[Showdown, Column] = {showdown: lost("fee") for showdown in Showdown}
    if id == "purchase":
        every |= dict.fromkeys((Showdown.FOLD, *NO_GAME), None)
    return bet(id, "fee", Size("fee", times), "final", ROWS, every)


def _insurance(rules: Mapping[str, str]) -> Bet:
    kept = rules["insurance_on_game"] == "lost-on-win"
    not_won = push("insurance-returned") if kept else lost("insurance-lost-to-a-game")
    return bet(
        "insurance",
        "side",
        Size("optional"),
        "final",
        ROWS,
        columns(
            (Showdown.FOLD, None),
            (NO_GAME, even("insurance-pays-when-dealer-has-no-game")),
            (BOUGHT, None),
            (Showdown.WIN, lost("insurance-lost-on-a-win" if kept else "insurance-lost-to-a-game")),
            ((Showdown.TIE, Showdown.LOSE), not_won),
        ),
        opening=True,
    )


def _bonus(table: Paytable) -> Bet:
    by_table = ByTable(table, SPECS["bonus"], "bonus-by-its-table")
    return bet(
        "bonus",
        "side",
        Size("optional"),
        "dealt-and-bought",
        BONUS_ROWS,
        dict.fromkeys(Showdown, by_table),
    )
