"""The list below the felt: a line a bet with its reason, the totals, and the payment in chips."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from trainer import wording
from trainer.errors import TrainerError
from trainer.houses import chips_for
from trainer.locale import Translator
from trainer.money import format_money, parse_money
from trainer.ui.chips import pile_html
from trainer.ui.felt import Document, boxes_of, verdict_of, verdict_words
from trainer.ui.marks import amount, badge, ltr, signed

_AMOUNTS = ("paid", "returned", "taken")


def ledger_html(t: Translator, settlement: Document, chips: tuple[Fraction, ...]) -> str:
    """The settlement as a table for each box in settling order, and what is paid out in chips."""
    boxes = boxes_of(settlement)
    if len(boxes) == 1:
        return _table(t, boxes[0], t("Settlement"), visible=False) + _payment(t, boxes[0], chips)
    parts = []
    for n in settlement["settling_order"]:
        title = t("Box {n}", n=n + 1)
        parts.append(_table(t, boxes[n], title, visible=True) + _payment(t, boxes[n], chips))
    net = escape(t("All boxes: players {net}", net=signed(settlement["net"])))
    return "".join(parts) + f'<p class="all">{net}</p>'


def result_words(t: Translator, settlement: Document) -> str:
    """The settlement in one sentence, for a screen reader that hears it change."""
    if "boxes" in settlement:
        return t("All boxes: players {net}", net=signed(settlement["net"]))
    return t(
        "Paid {paid}, returned {returned}, taken {taken}: player {net}",
        paid=settlement["paid"],
        returned=settlement["returned"],
        taken=settlement["taken"],
        net=signed(settlement["net"]),
    )


def _columns(t: Translator) -> dict[str, str]:
    return {
        "bet": t("Bet"),
        "stake": t("Stake"),
        "odds": t("Odds"),
        "result": t("Result"),
        "paid": t("Paid"),
        "returned": t("Returned"),
        "taken": t("Taken"),
        "why": t("Why"),
    }


def _table(t: Translator, box: Document, title: str, *, visible: bool) -> str:
    heads = _columns(t)
    head = "".join(
        f'<th scope="col" role="columnheader" class="{key}">{escape(name)}</th>'
        for key, name in heads.items()
    )
    lines = "".join(_line(t, heads, box, line) for line in box["lines"])
    hidden = "" if visible else ' class="unseen"'
    return (
        f'<table class="ledger" role="table"><caption{hidden}>{escape(title)}</caption>'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{lines}{_total(t, heads, box)}</tbody></table>'
    )


def _cell(key: str, markup: str, label: str = "") -> str:
    nothing = " zero" if markup.endswith('class="nil">0</bdi>') else ""
    shown = f'<span class="label" aria-hidden="true">{escape(label)} </span>' if label else ""
    return f'<td role="cell" class="{key}{nothing}">{shown}{markup}</td>'


def _line(t: Translator, heads: Mapping[str, str], box: Document, line: Mapping[str, str]) -> str:
    verdict = verdict_of(line)
    odds = ltr(line["odds"]) if ":" in line["odds"] else "–"
    why = wording.reason_sentence(t, box, line)
    if line.get("rounded_from"):
        why = f"{why} {t('Rounded from {amount}.', amount=line['rounded_from'])}"
    amounts = "".join(_cell(key, amount(line[key]), heads[key]) for key in _AMOUNTS)
    name = escape(wording.bet_name(t, line["bet"]))
    return (
        f'<tr role="row"><th scope="row" role="rowheader" class="bet">{name}</th>'
        + _cell("stake", amount(line["stake"]), heads["stake"])
        + _cell("odds", odds, heads["odds"] if ":" in line["odds"] else "")
        + _cell("result", badge(verdict, escape(verdict_words(t, verdict))))
        + amounts
        + _cell("why", escape(why))
        + "</tr>"
    )


def _total(t: Translator, heads: Mapping[str, str], box: Document) -> str:
    stake = sum((parse_money(line["stake"]) for line in box["lines"]), Fraction(0))
    amounts = "".join(_cell(key, amount(box[key]), heads[key]) for key in _AMOUNTS)
    net = t("Player {net}", net=signed(box["net"]))
    return (
        f'<tr role="row" class="total"><th scope="row" role="rowheader" class="bet">'
        f"{escape(t('Together'))}</th>"
        + _cell("stake", amount(format_money(stake)), heads["stake"])
        + _cell("odds", "")
        + _cell("result", "")
        + amounts
        + _cell("why", f'<b dir="auto">{escape(net)}</b>')
        + "</tr>"
    )


def _payment(t: Translator, box: Document, chips: tuple[Fraction, ...]) -> str:
    """What the dealer hands over, in the fewest chips of the house; empty when that is nothing."""
    if box["paid"] == "0":
        return ""
    try:
        pile = chips_for(parse_money(box["paid"]), chips)
    except TrainerError:
        words = t("{amount} cannot be made of this house's chips.", amount=box["paid"])
        return f'<div class="payment"><p>{escape(words)}</p></div>'
    title = escape(t("Pay {amount} in chips", amount=box["paid"]))
    return f'<div class="payment"><h3>{title}</h3><ul>{pile_html(pile, format_money)}</ul></div>'
