"""The figures of five-card games as markup: first actions, and houses side by side.

Pure functions from `edge` documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from trainer.locale import Translator
from trainer.ui.edge_table import percent
from trainer.ui.marks import ltr
from trainer.wording import feature_name

Json = Mapping[str, Any]
KINDS = ("raise", "sixth", "exchange", "fold")


@dataclass(frozen=True, slots=True)
class House:
    """A house in the comparison: its figures, or in words how long they take."""

    name: str
    document: Json | None
    words: str = ""
    is_chosen: bool = False


def first_action_name(t: Translator, id: str) -> str:
    """A first action in words: Raise, Sixth card, Exchange 2."""
    name, _, n = id.partition("-")
    if name == "exchange" and n:
        return t("Exchange {n}", n=n)
    return {
        "fold": t("Fold"),
        "raise": t("Raise"),
        "sixth": t("Sixth card"),
        "exchange": t("Exchange"),
    }[id]


def share_of(action: Any) -> float:
    """The share of rounds of an action, whether or not it says what follows."""
    return float(action["share"] if isinstance(action, Mapping) else action)


def shares_by_kind(document: Json) -> dict[str, float]:
    """Shares of raise, sixth card, any exchange, and fold."""
    found: dict[str, float] = {}
    for id, action in document["actions"].items():
        kind = id.partition("-")[0]
        found[kind] = found.get(kind, 0.0) + share_of(action)
    return {kind: found[kind] for kind in KINDS if kind in found}


def first_actions_html(t: Translator, document: Json) -> str:
    """How often each first action is taken, and how often it ends in a raise."""
    actions = document["actions"]
    draws = any(isinstance(action, Mapping) for action in actions.values())
    most = max(share_of(action) for action in actions.values())
    rows = []
    for id, action in actions.items():
        share = share_of(action)
        then = ""
        if draws:
            raises = action["raises"]
            text = ltr(percent(raises, 1)) if id not in ("raise", "fold") else ""
            then = f'<td class="n">{text}</td>'
        rows.append(
            f'<tr><th scope="row">{escape(first_action_name(t, id))}</th>'
            f'<td class="meter" aria-hidden="true"><i style="inline-size:{share / most:.1%}"></i>'
            f'</td><td class="n">{ltr(percent(share, 2))}</td>{then}</tr>'
        )
    heads = [("", t("First action")), (' class="n" colspan="2"', t("Rounds"))]
    if draws:
        heads.append((' class="n"', t("Then raised")))
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in heads)
    return (
        f'<div><h2>{escape(t("What is done first"))}</h2><table class="shares">'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"{_ways(t, document)}</div>"
    )


def _ways(t: Translator, document: Json) -> str:
    """Insured rounds and bought games, where the house has them."""
    said = []
    if document["insured"]:
        said.append(t("Insured: {share} of all rounds.", share=percent(document["insured"], 2)))
    if document["bought"]:
        share = percent(document["bought"], 2)
        said.append(t("A dealer's game is bought in {share}.", share=share))
    return f'<p class="quiet">{escape(" ".join(said))}</p>' if said else ""


def houses_html(t: Translator, houses: Sequence[House]) -> str:
    """All houses of a game side by side, those with the least edge first, unsolved ones last."""
    ordered = sorted(
        houses, key=lambda one: one.document["house_edge"] if one.document else float("inf")
    )
    kinds = [
        kind
        for kind in KINDS
        if any(one.document and kind in shares_by_kind(one.document) for one in houses)
    ]
    names = [
        t("House edge"), t("Element of risk"), t("Average wager, antes"), t("Deviation, antes"),
        *(first_action_name(t, kind) for kind in kinds),
    ]  # fmt: skip
    head = "".join(f'<th scope="col" class="n">{escape(name)}</th>' for name in names)
    rows = "".join(_house(t, one, names, kinds) for one in ordered)
    title = escape(t("Houses side by side"))
    return (
        f'<div class="facts"><h2>{title}</h2><table class="houses"><thead><tr>'
        f'<th scope="col">{escape(t("House"))}</th>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _house(t: Translator, house: House, names: Sequence[str], kinds: Sequence[str]) -> str:
    chosen = ' class="chosen" aria-current="true"' if house.is_chosen else ""
    head = f'<th scope="row">{escape(house.name)}</th>'
    document = house.document
    if document is None:
        return (
            f'<tr{chosen}>{head}<td class="missing" colspan="{len(names)}">'
            f"{escape(house.words)}</td></tr>"
        )
    shares = shares_by_kind(document)
    texts = [
        percent(document["house_edge"]),
        percent(document["element_of_risk"]),
        f"{document['average_wager']:.4f}",
        f"{document['standard_deviation']:.3f}",
        *(percent(shares[kind], 1) if kind in shares else "–" for kind in kinds),
    ]
    cells = "".join(
        f'<td class="n" data-name="{escape(name)}">{ltr(text)}</td>'
        for name, text in zip(names, texts, strict=True)
    )
    return f"<tr{chosen}>{head}{cells}</tr>"


def features_html(t: Translator, steps: Sequence[tuple[str, Json]]) -> str:
    """What each feature of a house does to the edge, from `edge` documents by feature."""
    rows = []
    before = 0.0
    for n, (feature, document) in enumerate(steps):
        edge = float(document["house_edge"])
        change = ltr(percent(edge - before)) if n else "–"
        rows.append(
            f'<tr><th scope="row">{escape(feature_name(t, feature))}</th>'
            f'<td class="n">{ltr(percent(edge))}</td><td class="n">{change}</td></tr>'
        )
        before = edge
    heads = (("", t("House with")), (' class="n"', t("House edge")), (' class="n"', t("Change")))
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in heads)
    return (
        f'<table class="shares"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
