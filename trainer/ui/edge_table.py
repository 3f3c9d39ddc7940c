"""A paytable as texts that can be edited, and the figures of a house as markup. Pure functions."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from trainer import wording
from trainer.games import rules_of
from trainer.locale import Translator
from trainer.money import format_odds
from trainer.paytables import FileReport, parse_tables
from trainer.rules import Game, Paytable, TableSpec
from trainer.ui.marks import ltr
from trainer.ui.verdict import action_name, fraction_text

HEADER = ("table", "row", "odds", "source", "checked")
# What may be typed into a cell; how it is read is said by the reader of paytables.
TYPED = r"^\s*(\d{1,6}([.,]\d{1,4})?(\s*(:|/|to)\s*\d{1,4})?|push|lose)\s*$"
_PLACE = re.compile(r"^.*?:(\d+): ")
_ARROWS = {"up": "M6 10.5V1.5M2.5 5 6 1.5 9.5 5", "down": "M6 1.5v9M2.5 7 6 10.5 9.5 7"}

Texts = Mapping[str, str]
Json = Mapping[str, Any]


def bets_with_tables(game: Game) -> dict[str, str]:
    """The bets on this layout that have a paytable, the main bet's first, and which one it is."""
    on_layout = {bet.id: bet for bet in game.bets}
    found = {
        rule.table: game.variant.rules[rule.id]
        for rule in rules_of(game.id)
        if rule.table in on_layout
    }
    main = [bet for bet in found if on_layout[bet].kind == "main"]
    return {bet: found[bet] for bet in (*main, *(bet for bet in found if bet not in main))}


def texts_of(spec: TableSpec, table: Paytable) -> dict[str, str]:
    """Odds by row as texts, the highest hand first, rows that the table leaves out included."""
    return {row: format_odds(table.odds.get(row, spec.unlisted)) for row in reversed(spec.rows)}


def changed_rows(before: Texts, after: Texts) -> dict[str, str]:
    """The rows whose odds are others now."""
    return {row: text for row, text in after.items() if text != before.get(row)}


def csv_text(table_id: str, texts: Texts, origin: Paytable, day: str) -> str:
    """The table as a file that the calculator reads; a changed row says that it was changed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for row, odds in texts.items():
        same = row in origin.odds and format_odds(origin.odds[row]) == odds
        source = origin.sources.get(row, "") if same else ""
        writer.writerow((table_id, row, odds, source or "edited in the app", day))
    return out.getvalue()


def read_texts(bet: str, spec: TableSpec, texts: Texts) -> FileReport:
    """The table that was typed, read by the reader of all paytables."""
    lines = "".join(f'edited,{row},"{odds}",typed\n' for row, odds in texts.items())
    return parse_tables(f"table,row,odds,source\n{lines}".encode(), bet, bet, spec)


def row_name(t: Translator, row: str) -> str:
    """A row of a paytable in words."""
    return wording.category_name(t, row)


def typed_finding(t: Translator, texts: Texts, finding: str) -> str:
    """A finding about an edited table, with the hand instead of a line."""
    match = _PLACE.match(finding)
    rows = list(texts)
    if not match or not 2 <= int(match[1]) < len(rows) + 2:
        return finding
    said = finding[match.end() :]
    said = re.sub(r" in line \d+", "", said)
    return t("{hand}: {finding}", hand=row_name(t, rows[int(match[1]) - 2]), finding=said)


def file_finding(t: Translator, finding: str) -> str:
    """A finding about an uploaded file, with the line in words."""
    match = _PLACE.match(finding)
    if not match:
        return finding
    return t("Line {n}: {finding}", n=match[1], finding=finding[match.end() :])


# --- figures -------------------------------------------------------------------------------------


def percent(share: float, places: int = 4) -> str:
    """A share in percent, typeset: `2.1850 %`."""
    text = f"{share * 100:.{places}f}"
    if not float(text):
        text = text.removeprefix("-")
    return text.replace("-", "−") + "\u202f%"


def figures_html(t: Translator, found: Json, standard: Json) -> str:
    """House edge, element of risk and standard deviation beside those of the house's table."""
    same = found["exact"] == standard["exact"]
    figures = [
        _figure(t, t("House edge"), percent, found["house_edge"], standard["house_edge"]),
        _figure(
            t, t("Element of risk"), percent, found["element_of_risk"], standard["element_of_risk"]
        ),
        _figure(
            t,
            t("Standard deviation"),
            lambda x: f"{x:.4f}",
            found["standard_deviation"],
            standard["standard_deviation"],
            judged=False,
        ),
    ]
    if found.get("bought") is not None:  # a five-card game: what is put out differs by house
        wagers = found["average_wager"], standard["average_wager"]
        figures.append(_figure(t, t("Average wager"), lambda x: f"{x:.4f}", *wagers, judged=False))
    units = t(
        "The edge is of the ante, the element of risk of all that is put out; the rest is in "
        "antes. Every round counts."
    )
    note = units if same else ""
    kind = "figures four" if len(figures) > 3 else "figures"
    return f'<dl class="{kind}">{"".join(figures)}</dl><p class="say">{escape(note)}</p>'


def _figure(
    t: Translator, name: str, write: Any, value: float, before: float, *, judged: bool = True
) -> str:
    change = _change(t, value, before, judged=judged)
    standard = t("house's table: {value}", value=write(before)) if change else ""
    below = f'<span class="standard">{escape(standard)}</span>' if change else ""
    return (
        f"<div><dt>{escape(name)}</dt><dd>"
        f'<span class="value">{ltr(write(value))}</span> {change} {below}</dd></div>'
    )


def _change(t: Translator, value: float, before: float, *, judged: bool) -> str:
    """A rise is red, a fall green, each with an arrow; nothing when it cannot be seen."""
    difference = (value - before) * (100 if judged else 1)
    text = f"{abs(difference):.4f}"
    if not float(text):
        return ""
    way = "up" if difference > 0 else "down"
    words = {
        ("up", True): t("up by {n} points", n=text),
        ("down", True): t("down by {n} points", n=text),
        ("up", False): t("up by {n} antes", n=text),
        ("down", False): t("down by {n} antes", n=text),
    }[way, judged]
    shown = t("{n} points", n=text) if judged else text
    arrow = (
        '<svg viewBox="0 0 12 12" fill="none" stroke="currentColor" stroke-width="1.8"'
        ' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">'
        f'<path d="{_ARROWS[way]}"/></svg>'
    )
    sign = "+" if way == "up" else "−"
    return (
        f'<span class="change {way if judged else "plain"}">{arrow}'
        f'<span aria-hidden="true">{ltr(sign + shown)}</span>'
        f'<span class="unseen">{escape(words)}</span></span>'
    )


def facts_html(
    t: Translator,
    game: Game,
    found: Json,
    standard: Json,
    changes: Sequence[tuple[str, str, Texts]],
    actions: str = "",
) -> str:
    """What was changed, the exact fraction, what it cost to compute, actions and side bets.

    `changes` are bets with the texts before and after, by row: `(bet, row, {before, after})`;
    `actions` is markup in place of the list of last actions.
    """
    parts = [_changes(t, changes)] if changes else []
    parts.append(
        f"<h2>{escape(t('Exactly'))}</h2>"
        f"<p>{ltr(fraction_text(Fraction(found['exact'])))} "
        f'<span class="quiet">{escape(t("antes a round for the player"))}</span></p>'
        f'<p class="quiet">{escape(_seconds(t, found))} {escape(_wager(t, found))}</p>'
    )
    parts.append('<div class="two">')
    parts.append(actions or _actions(t, found["actions"]))
    if found["side_bets"]:
        parts.append(_sides(t, found["side_bets"], standard["side_bets"]))
    parts.append("</div>")
    return f'<div class="facts">{"".join(parts)}</div>'


def _changes(t: Translator, changes: Sequence[tuple[str, str, Texts]]) -> str:
    several = len({bet for bet, _, _ in changes}) > 1
    lines = []
    for bet, row, texts in changes:
        name = row_name(t, row)
        if several:
            name = t("{bet}, {hand}", bet=wording.bet_name(t, bet), hand=name)
        lines.append(
            f"<li>{escape(name)}: {ltr(texts['before'])} "
            f'<span class="arrow" aria-hidden="true">→</span>'
            f'<span class="unseen">{escape(t("is now"))}</span> {ltr(texts["after"])}</li>'
        )
    title = escape(t("Changed against the house's table"))
    return f"<h2>{title}</h2><ul>{''.join(lines)}</ul>"


def _seconds(t: Translator, found: Json) -> str:
    seconds = f"{found['seconds']:.2f}"
    if "play" in found["reused"]:
        return t("From an earlier solve, in {seconds} s.", seconds=seconds)
    return t("Computed in {seconds} s, exact, no sampling.", seconds=seconds)


def _wager(t: Translator, found: Json) -> str:
    return t(
        "Element of risk is the edge divided by the {wager} antes put out on average.",
        wager=f"{found['average_wager']:.4f}",
    )


def _actions(t: Translator, shares: Mapping[str, float]) -> str:
    most = max(shares.values())
    rows = "".join(
        f'<tr><th scope="row">{escape(action_name(t, id))}</th>'
        f'<td class="meter" aria-hidden="true"><i style="inline-size:{share / most:.1%}"></i></td>'
        f'<td class="n">{ltr(percent(share, 2))}</td></tr>'
        for id, share in shares.items()
    )
    title = escape(t("How often the wagering ends with"))
    return f'<div><h2>{title}</h2><table class="shares"><tbody>{rows}</tbody></table></div>'


def _sides(t: Translator, found: Mapping[str, Json], standard: Mapping[str, Json]) -> str:
    rows = []
    for id, bet in found.items():
        change = _change(t, bet["house_edge"], standard[id]["house_edge"], judged=True)
        rows.append(
            f'<tr><th scope="row">{escape(wording.bet_name(t, id))}</th>'
            f'<td class="n">{ltr(percent(bet["house_edge"]))} {change}</td>'
            f'<td class="n">{ltr(percent(bet["hit_rate"], 2))}</td></tr>'
        )
    heads = (("", t("Bet")), (' class="n"', t("House edge")), (' class="n"', t("Pays in")))
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in heads)
    return (
        f'<div><h2>{escape(t("Side bets"))}</h2><table class="shares"><thead><tr>{head}</tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
