"""`drill`: questions in the terminal, or as JSON with their answers."""

from __future__ import annotations

import argparse
import secrets
import sys
from fractions import Fraction
from typing import Any

from trainer.cli.deciding import ask_decision
from trainer.cli.output import DONE, NEGATIVE, print_json
from trainer.drills import (
    DRILL_IDS,
    TOTAL,
    Decision,
    Grade,
    Question,
    drill_name,
    games_of,
    grade,
    is_amount,
    make_question,
    question_document,
)
from trainer.errors import UsageError
from trainer.games import GAME_IDS, game_name
from trainer.locale import Translator, translator
from trainer.money import format_money
from trainer.wording import amount_name, bet_name, misconception_sentence, reason_sentence

EXAMPLE = """\
Example:
  casino-poker drill ultimate-texas-holdem what-does-this-pay --seed 7 --count 3
  casino-poker drill russian-poker what-do-you-do --seed 1
The same game, house, drill and seed always ask the same question. Deals are weighted: rare,
well-paid and tricky rounds come more often than at a table. A decision is right when it gives up
less than a thousandth of an ante."""
MAX_COUNT = 100_000


def add_commands(commands: Any) -> None:
    """Add this module's command to the parser."""
    parser = commands.add_parser(
        "drill",
        help="practise in the terminal",
        description="Questions about dealt rounds, with immediate feedback.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"one of {', '.join(GAME_IDS)}")
    parser.add_argument("drill", metavar="DRILL", nargs="?", help=f"one of {', '.join(DRILL_IDS)}")
    parser.add_argument("--variant", metavar="V", default="default", help="the house")
    parser.add_argument("--seed", metavar="N", type=int, help="the first question's number")
    parser.add_argument("--count", metavar="N", type=int, default=10, help="how many; default 10")
    parser.add_argument("--list", action="store_true", help="list the drills")
    parser.add_argument("--json", action="store_true", help="print the questions with answers")
    parser.set_defaults(run=_drill)


def _drill(options: argparse.Namespace) -> int:
    t = translator("en")
    if options.list:
        names = {id: drill_name(t, id) for id in DRILL_IDS}
        if options.json:
            listed = [
                {"id": id, "name": name, "games": list(games_of(id))} for id, name in names.items()
            ]
            print_json({"drills": listed})
        else:
            for id, name in names.items():
                games = games_of(id)
                only = "" if games == GAME_IDS else f"  ({', '.join(games)})"
                print(f"{id}  {name}{only}")
        return DONE
    if options.game is None:
        raise UsageError(f"no game was given; expected one of {', '.join(GAME_IDS)}")
    drill = options.drill or DRILL_IDS[0]
    if not 1 <= options.count <= MAX_COUNT:
        raise UsageError(f"{options.count} questions; expected 1 to {MAX_COUNT}", "--count")
    first = secrets.randbelow(10**6) if options.seed is None else options.seed
    seeds = range(first, first + options.count)
    if options.json:
        questions = [make_question(options.game, options.variant, drill, seed) for seed in seeds]
        print_json({"questions": [question_document(question) for question in questions]})
        return DONE
    passed, cost, decided = 0, Fraction(0), 0
    for n, seed in enumerate(seeds, start=1):
        question = make_question(options.game, options.variant, drill, seed)
        name = game_name(question.game)
        print(
            "\n"
            + t(
                "{n}/{count}  {name}  (seed {seed})", n=n, count=options.count, name=name, seed=seed
            )
        )
        if isinstance(question, Decision):
            chosen = ask_decision(t, question)
            if chosen is None:
                print()
                return NEGATIVE
            passed, cost, decided = passed + chosen.passed, cost + chosen.cost, decided + 1
            continue
        answered = _ask(t, question)
        if answered is None:
            print()
            return NEGATIVE
        _say(t, question, answered)
        passed += answered.passed
    print(t("{right} of {count} questions right.", right=passed, count=options.count))
    if decided:
        print(t("Mistakes gave up {cost} antes.", cost=f"{float(cost):.4f}"))
    return DONE if passed == options.count else NEGATIVE


def _ask(t: Translator, question: Question) -> Grade | None:
    """The answers typed, graded; None when the input ended."""
    shown = question.round
    for title, key in (
        (t("Dealt"), "dealt"),
        (t("Player"), "player"),
        (t("Board"), "board"),
        (t("Dealer"), "dealer"),
        (t("Dealer draws"), "dealer_draws"),
    ):
        if shown.get(key):
            cards = shown[key] if isinstance(shown[key], str) else " ".join(shown[key])
            print(f"  {title:<13}{cards}")
    if shown["folded"]:
        print("  " + t("The player folded."))
    print(
        t(
            "What is {amount} on each bet? 0 for nothing; Ctrl-C ends the drill.",
            amount=amount_name(t, question.ask).upper(),
        )
    )
    if sys.stdin is None:
        raise UsageError("standard input is closed; expected answers", "-")
    answers = {}
    try:
        for bet in question.bets:
            stake = format_money(question.stakes[bet])
            answers[bet] = _amount(t, f"  {bet_name(t, bet):<14}{stake:>8}  ")
        answers[TOTAL] = _amount(t, f"  {bet_name(t, TOTAL):<14}{'':>8}  ")
    except EOFError:
        return None
    except UnicodeDecodeError:
        raise UsageError("not UTF-8 text; expected an amount such as 37.5", "-") from None
    return grade(question, answers)


def _amount(t: Translator, prompt: str) -> str:
    """What is typed, asked again until it is an amount."""
    while True:
        text = input(prompt)
        if is_amount(text):
            return text
        print("    " + t("That is no amount. Type a number such as 7.5, or 0 for nothing."))


def _say(t: Translator, question: Question, graded: Grade) -> None:
    lines = {line["bet"]: line for line in question.settlement["lines"]}
    for bet, row in graded.rows.items():
        why = reason_sentence(t, question.settlement, lines[bet]) if bet in lines else ""
        amount = format_money(row.answer)
        if row.right:
            print(f"  ✓ {bet_name(t, bet)}: {amount}. {why}".rstrip())
            continue
        meant = ""
        if row.misconception is None:
            meant = t("You said {given}.", given=row.text) + " "
        else:
            meant = misconception_sentence(t, row.misconception, row.text) + " "
        print(f"  ✕ {bet_name(t, bet)}: {amount}. {meant}{why}".rstrip())
    print("  " + t("{right} of {count} right.", right=graded.n_right, count=len(graded.rows)))
