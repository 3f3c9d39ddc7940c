"""The values of a spot in words and as a list. Pure functions from an `ev` document to markup."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from trainer.locale import Translator
from trainer.rules import Action, Stage
from trainer.ui.marks import badge, ltr

NEAR = Fraction(1, 1000)  # antes; what differs by less is called a near-tie
_LEAST = Fraction(1, 20_000)  # below it four decimals would say nothing

Actions = Sequence[Mapping[str, Any]]


def action_name(t: Translator, id: str) -> str:
    """An action as at the start of a sentence: Bet 2×."""
    bet = re.fullmatch(r"bet-(\d)x", id)
    if bet:
        return t("Bet {n}×", n=bet[1])
    name, colon, what = id.partition(":")
    if colon and name == "exchange":
        return t("Exchange {cards}", cards=cards_text(what))
    if colon:
        if what == "1":
            return t("Raise, insure 1 ante")
        return t("Raise, insure {amount} antes", amount=what)
    return {
        "check": t("Check"),
        "fold": t("Fold"),
        "call": t("Call"),
        "raise": t("Raise"),
        "sixth": t("Sixth card"),
        "take": t("Take the ante win"),
        "purchase": t("Buy the dealer a game"),
    }[id]


def cards_text(codes: str) -> str:
    """Cards in a line: `K♥ 10♦`."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return " ".join(code[0].replace("T", "10") + signs[code[1]] for code in codes.split())


def stage_name(t: Translator, stage: Stage) -> str:
    """When a decision is made: On the flop."""
    return {
        "preflop": t("Before the flop"),
        "flop": t("On the flop"),
        "river": t("After the river"),
        "deal": t("With the five cards dealt"),
        "draw": t("After the draw"),
        "no-game": t("Dealer without a game"),
    }[stage.id]


def key_of(action: Action) -> str:
    """The key that chooses an action: the number of antes it puts out."""
    return str(int(action.times))


def in_order(stage: Stage) -> list[Action]:
    """A stage's actions, the largest bet first."""
    return sorted(stage.actions, key=lambda action: -action.times)


def signed_ev(value: Fraction) -> str:
    """An EV with its sign and four decimals, typeset: `+0.1234`, `−0.5000`, `0.0000`."""
    text = f"{float(value):+.4f}"
    return text[1:] if not float(text) else text.replace("-", "−")


def cost_text(cost: Fraction) -> str:
    """A cost with four decimals; one too small for them says so."""
    return "<0.0001" if 0 < cost < _LEAST else f"{float(cost):.4f}"


def cost_of(action: Mapping[str, Any], actions: Actions) -> Fraction:
    """What an action gives up against the best, in antes."""
    return Fraction(actions[0]["exact"]) - Fraction(action["exact"])


def verdict(t: Translator, actions: Actions) -> str:
    """The best action and by how much, in one sentence."""
    costs = [cost_of(action, actions) for action in actions]
    names = [action_name(t, action["action"]) for action in actions]
    if len(actions) == 1:
        return t("{action}: nothing else is allowed here.", action=names[0])
    equal = [name for name, cost in zip(names, costs, strict=True) if not cost]
    if len(equal) > 1:
        return t("{actions} are worth the same.", actions=_listed(t, equal))
    if costs[1] < NEAR:
        return t(
            "{action} is best, but only by {cost}: a near-tie.",
            action=names[0],
            cost=cost_text(costs[1]),
        )
    return t("{action} is best, by {cost}.", action=names[0], cost=cost_text(costs[1]))


def _listed(t: Translator, names: Sequence[str]) -> str:
    first, last = ", ".join(names[:-1]), names[-1]
    return t("{first} and {last}", first=first, last=last)


def is_right(actions: Actions, chosen: str) -> bool:
    """Whether a choice is the best action or a near-tie with it."""
    return cost_of(find(actions, chosen), actions) < NEAR


def find(actions: Actions, id: str) -> Mapping[str, Any]:
    """The action of an id; an exchange that is listed with an equivalent one is that one."""
    return next(one for one in actions if id == one["action"] or id in one.get("same", ()))


def choice_words(t: Translator, actions: Actions, chosen: str) -> str:
    """What a choice costs, in one sentence."""
    name, cost = action_name(t, chosen), cost_of(find(actions, chosen), actions)
    if not cost:
        return verdict(t, actions)
    if cost < NEAR:
        return t(
            "{action} gives up {cost} antes: a near-tie, as good as right.",
            action=name,
            cost=cost_text(cost),
        )
    return t(
        "{action} gives up {cost} antes: {best} is best.",
        action=name,
        cost=cost_text(cost),
        best=action_name(t, actions[0]["action"]),
    )


def values_html(
    t: Translator, actions: Actions, title: str, *, chosen: str = "", above: str = ""
) -> str:
    """The verdict, the actions best first, and their exact values."""
    head = head_html(t, actions, title, chosen=chosen, above=above)
    return head + actions_html(t, actions, chosen=chosen, exact=not chosen)


def head_html(
    t: Translator, actions: Actions, title: str, *, chosen: str = "", above: str = ""
) -> str:
    """One sentence with what it is about above it; with a choice, whether it was right."""
    over = f'<p class="over">{escape(above)}</p>' if above else ""
    if not chosen:
        return f'{over}<h2 class="verdict">{escape(title)}</h2>'
    right = is_right(actions, chosen)
    mark = badge("paid", escape(t("Right"))) if right else badge("taken", escape(t("A mistake")))
    return f'{over}<h2 class="verdict">{mark} <span>{escape(title)}</span></h2>'


MANY = 8  # actions that are listed one by one


def shown_first(actions: Actions, chosen: str = "") -> list[Mapping[str, Any]]:
    """All actions if they are few; else the best few, the best exchange of each size, the rest."""
    if len(actions) <= MANY:
        return list(actions)
    found, sizes = [], set()
    for n, one in enumerate(actions):
        name, _, cards = one["action"].partition(":")
        size = len(cards.split())
        is_chosen = chosen and one is find(actions, chosen)
        if n < MANY // 2 or name != "exchange" or size not in sizes or is_chosen:
            found.append(one)
        sizes.add(size)
    return found


def actions_html(t: Translator, actions: Actions, *, chosen: str = "", exact: bool = True) -> str:
    """The actions as a table: name, EV in antes, cost; and the exact values on demand."""
    first = shown_first(actions, chosen)
    table = _table(t, first, actions, chosen)
    rest = [one for one in actions if one not in first]
    if rest:
        words = t.n("{n} more exchange", "{n} more exchanges", len(rest))
        table += (
            f"<details><summary>{escape(words)}</summary>{_table(t, rest, actions, '')}</details>"
        )
    fractions = "".join(
        f"<dt>{escape(action_name(t, action['action']))}</dt>"
        f"<dd>{ltr(fraction_text(Fraction(action['exact'])))}</dd>"
        for action in actions
    )
    details = (
        f"<details><summary>{escape(t('Exact values'))}</summary>"
        f'<dl class="exact">{fractions}</dl></details>'
    )
    return table + (details if exact else "")


def _table(t: Translator, rows: Actions, actions: Actions, chosen: str) -> str:
    heads = (("", t("Action")), (' class="n"', t("EV, antes")), (' class="n"', t("Gives up")))
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in heads)
    body = "".join(_row(t, action, actions, chosen) for action in rows)
    return (
        f'<table class="values"><caption class="unseen">{escape(t("Actions, best first"))}'
        f"</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _row(t: Translator, action: Mapping[str, Any], actions: Actions, chosen: str) -> str:
    cost = cost_of(action, actions)
    notes = []
    if not cost:
        notes.append(f'<span class="note best">{escape(t("best"))}</span>')
    elif cost < NEAR:
        notes.append(f'<span class="note">{escape(t("near-tie"))}</span>')
    if chosen and action is find(actions, chosen):
        notes.append(f'<span class="note">{escape(t("your choice"))}</span>')
    same = ""
    if action.get("same"):
        others = ", ".join(cards_text(id.partition(":")[2]) for id in action["same"])
        same = f'<span class="same">{escape(t("or {cards}", cards=others))}</span>'
    kind = ' class="best"' if not cost else ""
    quiet = "" if cost else ' class="nil"'
    name = f"{escape(action_name(t, action['action']))} {' '.join(notes)}{same}"
    ev = ltr(signed_ev(Fraction(action["exact"])))
    return (
        f'<tr{kind}><th scope="row">{name}</th><td class="n">{ev}</td>'
        f'<td class="n"><bdi dir="ltr"{quiet}>{cost_text(cost)}</bdi></td></tr>'
    )


def fraction_text(value: Fraction) -> str:
    """A fraction with its digits in groups, typeset: `−50,643 / 231,781`."""
    text = f"{abs(value.numerator):,}"
    if value.denominator != 1:
        text += f" / {value.denominator:,}"
    return f"−{text}" if value < 0 else text


def score_words(t: Translator, n: int, n_right: int, cost: Fraction) -> str:
    """The session so far in words; empty before the first choice."""
    if not n:
        return ""
    return t.n(
        "This session: {right} of {n} decision right. Mistakes gave up {cost} antes, "
        "{each} a decision.",
        "This session: {right} of {n} decisions right. Mistakes gave up {cost} antes, "
        "{each} a decision.",
        n,
        right=n_right,
        cost=cost_text(cost),
        each=cost_text(cost / n),
    )
