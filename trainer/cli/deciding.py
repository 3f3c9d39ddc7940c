"""Drills of decisions in the terminal: the spot, one action typed, and what it costs."""

from __future__ import annotations

import sys
from typing import Any

from trainer.drills import Choice, Decision, grade_decision, read_action, values_of
from trainer.drills.decisions import INSURANCE, PURCHASE
from trainer.errors import RuleError, UsageError
from trainer.locale import Translator
from trainer.money import format_exact, parse_exact


def ask_decision(t: Translator, question: Decision) -> Choice | None:
    """Show a spot, read an action and say what it is worth; None when the input ended."""
    spot = question.spot
    dealt = spot.get("dealt")
    upcard_alone = None if spot.get("dealer") else spot["upcard"]
    for title, cards in (
        (t("Dealt"), dealt if dealt != spot["player"] else None),
        (t("Player"), spot["player"]),
        (t("Upcard"), upcard_alone),
        (t("Dealer"), spot.get("dealer")),
    ):
        if cards:
            print(f"  {title:<13}{cards}")
    values = values_of(question)
    print(_asked(t, question, values))
    if sys.stdin is None:
        raise UsageError("standard input is closed; expected answers", "-")
    try:
        chosen = _choice(t, question, values)
    except EOFError:
        return None
    except UnicodeDecodeError:
        raise UsageError("not UTF-8 text; expected an action such as raise", "-") from None
    _say(t, values, chosen)
    return chosen


def _asked(t: Translator, question: Decision, values: dict[str, Any]) -> str:
    ids = [one["action"] for one in values["actions"]]
    if question.drill == PURCHASE:
        return t("The dealer has no game. Type take for the ante win, or buy for a dealer's game.")
    if question.drill == INSURANCE:
        amounts = [parse_exact(id.partition(":")[2]) for id in ids if ":" in id]
        return t(
            "You have raised. How many antes of insurance, {least} to {most}? 0 for none.",
            least=format_exact(min(amounts)),
            most=format_exact(max(amounts)),
        )
    plain = ", ".join(id for id in ("fold", "raise", "sixth") if id in ids)
    if any(":" in id for id in ids):
        return t("What do you do? Type {actions}, or the cards to exchange.", actions=plain)
    return t("What do you do? Type {actions}.", actions=plain)


def _choice(t: Translator, question: Decision, values: dict[str, Any]) -> Choice:
    """What is typed, asked again until it is a legal action."""
    while True:
        action = read_action(question, input("  > "))
        if action is not None:
            try:
                return grade_decision(values, action)
            except RuleError:
                pass
        print("    " + t("That is not possible here."))


def _say(t: Translator, values: dict[str, Any], chosen: Choice) -> None:
    mark = "✓" if chosen.passed else "✕"
    worth = t("{action} is worth {ev} antes", action=chosen.action, ev=f"{float(chosen.ev):+.4f}")
    if not chosen.cost:
        second = values["actions"][1:2]
        by = f"{second[0]['cost']:.4f}" if second else ""
        why = t("the best, by {cost}", cost=by) if by else t("nothing else is allowed")
    elif chosen.passed:
        why = t("a near-tie with {best}", best=chosen.best)
    else:
        best = values["actions"][0]
        why = t(
            "it gives up {cost}; {best} is worth {ev}",
            cost=f"{float(chosen.cost):.4f}",
            best=chosen.best,
            ev=f"{best['ev']:+.4f}",
        )
    print(f"  {mark} {worth}: {why}.")
