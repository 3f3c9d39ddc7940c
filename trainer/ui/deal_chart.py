"""The first decision of a five-card game at a glance: hands by class against every upcard.

Pure functions from the exhaustive table, read upcard by upcard: how often each action is the best
one in a class, and what it is worth there. Every hand counts as often as it is dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from trainer import wording
from trainer.locale import Translator
from trainer.ui.edge_table import percent
from trainer.ui.heat_map import ink_on
from trainer.ui.houses_table import first_action_name
from trainer.ui.marks import ltr
from trainer.ui.verdict import signed_ev

RANKS = "23456789TJQKA"
UPCARDS = "AKQJT98765432"
ACTIONS = ("fold", "raise", "sixth", *(f"exchange-{n}" for n in range(1, 6)))
MARKS = {"fold": "F", "raise": "R", "sixth": "6", **{f"exchange-{n}": f"E{n}" for n in range(1, 6)}}
PICK = "cell"
ROW_HEIGHT = 25
# Classes from the strongest down: made hands, pairs by rank, and what is left by its highest card.
CLASSES = (
    "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
    "two-pair", *(f"pair-{rank}" for rank in UPCARDS), "ace-king",
    *(f"high-{rank}" for rank in "AKQJT987"),
)  # fmt: skip
_COLOURS = {
    False: {
        "fold": "#b5754a", "raise": "#2f7d63", "sixth": "#e3bd6b", "exchange-1": "#c3d3df",
        "exchange-2": "#9fb9cb", "exchange-3": "#7b9db6", "exchange-4": "#5a7f9b",
        "exchange-5": "#3f637e",
    },
    True: {
        "fold": "#a8693f", "raise": "#3f9c7c", "sixth": "#dcb665", "exchange-1": "#2c4457",
        "exchange-2": "#3a5a72", "exchange-3": "#4c7490", "exchange-4": "#6a93ae",
        "exchange-5": "#8fb3ca",
    },
}  # fmt: skip
_PAGE = {False: "#f6f4ee", True: "#101614"}
_FRAME = {False: "#1c2623", True: "#e9edea"}

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """What a table says by class and upcard.

    `deals[class, upcard, action]` counts the deals in which an action is best; `worth` is the sum
    of the values of the best actions there, `evs[class, upcard, column]` of every EV column.
    """

    deals: Ints
    worth: NDArray[np.float64]
    evs: NDArray[np.float64]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A class against an upcard: the action that is best most often, and how often, of all."""

    hand: str
    upcard: str
    best: str
    share: float
    ev: float
    shares: Mapping[str, float]


def cards_in(hands: Any) -> NDArray[np.uint8]:
    """The cards of a column of hands, uint8[row, 5]; every text has five cards."""
    column = hands.combine_chunks() if isinstance(hands, pa.ChunkedArray) else hands
    n = len(column)
    assert column.offset == 0, "a slice of a column"
    text = np.frombuffer(column.buffers()[2], dtype=np.uint8)[: 14 * n].reshape(n, 14)
    places = np.zeros(256, dtype=np.uint8)
    for at, letter in enumerate(RANKS):
        places[ord(letter)] = at
    for at, letter in enumerate("cdhs"):
        places[ord(letter)] = at
    found: NDArray[np.uint8] = places[text[:, ::3]] * 4 + places[text[:, 1::3]]
    return found


def classes_of(cards: NDArray[np.uint8]) -> Ints:
    """The place in CLASSES of every hand, cards by falling rank."""
    from trainer.hands import HAND_IDS
    from trainer.hands.kernels import evaluate_many
    from trainer.solve.bonus import categories

    ids = categories(evaluate_many(np.ascontiguousarray(cards)))
    ranks = (cards >> 2).astype(np.int64)
    found = np.zeros(len(cards), dtype=np.int64)
    for id in HAND_IDS:
        some = ids == HAND_IDS.index(id)
        if id == "pair":
            twice = (ranks[:, 1:] == ranks[:, :-1]).argmax(axis=1)
            rank = ranks[np.arange(len(ranks)), twice]
            found[some] = CLASSES.index("pair-A") + 12 - rank[some]
        elif id == "high-card":
            found[some] = CLASSES.index("high-A") + 12 - ranks[some, 0]
        else:
            name = "straight-flush" if id == "royal-flush" else id
            found[some] = CLASSES.index(name)
    return found


def count(parts: Iterable[Any], report: Any = None) -> Shares:
    """The shares of a whole table, given upcard by upcard."""
    n = len(CLASSES)
    deals = np.zeros((n, 13, len(ACTIONS)), dtype=np.int64)
    worth = np.zeros((n, 13))
    evs: NDArray[np.float64] = np.zeros((n, 13, 0))
    names: tuple[str, ...] = ()
    for at, part in enumerate(parts):
        if not names:
            names = tuple(x for x in part.column_names if x.startswith("ev_"))
            evs = np.zeros((n, 13, len(names)))
        up = RANKS.index(part["upcard"][0].as_py()[0])
        kinds = classes_of(cards_in(part["hand"]))
        weight = part["weight"].to_numpy()
        best = _actions(part["best"])
        by_both = np.bincount(kinds * 8 + best, weights=weight, minlength=n * 8)
        deals[:, up] = by_both.reshape(n, 8).astype(np.int64)
        columns = np.stack([part[name].to_numpy() for name in names])  # NaN where not sold
        values = np.nanmax(columns, axis=0)
        worth[:, up] = np.bincount(kinds, weights=weight * values, minlength=n)
        for c in range(len(names)):
            evs[:, up, c] = np.bincount(kinds, weights=weight * columns[c], minlength=n)
        if report is not None:
            report((at + 1) / 13)
    return Shares(deals, worth, evs, names)


def _actions(best: Any) -> Ints:
    """The place in ACTIONS of a column of actions."""
    coded = best.combine_chunks() if isinstance(best, pa.ChunkedArray) else best
    places = np.array([ACTIONS.index(name) for name in coded.dictionary.to_pylist()])
    found: Ints = places[coded.indices.to_numpy()]
    return found


def cell_of(shares: Shares, hand: str, upcard: str) -> Cell | None:
    """One cell; None where the class cannot be dealt against the upcard."""
    h, u = CLASSES.index(hand), RANKS.index(upcard)
    deals = shares.deals[h, u]
    total = int(deals.sum())
    if not total:
        return None
    best = int(deals.argmax())
    parts = {ACTIONS[n]: int(deals[n]) / total for n in np.argsort(-deals) if deals[n]}
    return Cell(hand, upcard, ACTIONS[best], int(deals[best]) / total,
                float(shares.worth[h, u]) / total, parts)  # fmt: skip


def cells(shares: Shares) -> list[Cell]:
    """All cells, row by row."""
    found = [cell_of(shares, hand, upcard) for hand in CLASSES for upcard in UPCARDS]
    return [cell for cell in found if cell is not None]


def class_name(t: Translator, hand: str) -> str:
    """A class of hands in words: Pair of Kings, Queen high."""
    kind, _, rank = hand.rpartition("-")
    if kind == "pair":
        return t("Pair of {ranks}", ranks=wording.rank_names(t, RANKS.index(rank)))
    if kind == "high":
        return t("{rank} high", rank=wording.rank_name(t, RANKS.index(rank)))
    return wording.category_name(t, hand)


def upcard_name(t: Translator, upcard: str) -> str:
    """A rank of the dealer's card in words: Ace."""
    return wording.rank_name(t, RANKS.index(upcard))


def chart(t: Translator, found: Sequence[Cell], picked: tuple[str, str], *, dark: bool) -> Any:
    """The cells as an Altair chart; a click selects `PICK`, and `picked` is framed at first."""
    import altair as alt

    frame = _FRAME[dark]
    values = [
        {
            "hand": cell.hand,
            "upcard": cell.upcard,
            "name": class_name(t, cell.hand),
            "mark": MARKS[cell.best],
            "part": f"{cell.share * 100:.0f}" if cell.share < 0.995 else "",
            "colour": _COLOURS[dark][cell.best],
            "ink": ink_on(_COLOURS[dark][cell.best], dark=dark),
            "said": first_action_name(t, cell.best),
            "share": percent(cell.share, 1),
            "worth": signed_ev(Fraction(cell.ev)),
        }
        for cell in found
    ]
    start = {"hand": picked[0], "upcard": picked[1]}
    # Without `empty` the layer of the frame would frame every square at first.
    pick = alt.selection_point(
        name=PICK, fields=["hand", "upcard"], toggle=False, empty=False, value=[start]
    )
    narrow = "width < 480"  # a phone
    middle = f"{narrow} || datum.part === '' ? 0 : -10"
    axis: dict[str, Any] = {"title": None, "labelColor": frame, "domain": False, "ticks": False}
    x = alt.X(
        "upcard:O",
        sort=list(UPCARDS),
        axis=alt.Axis(orient="top", labelAngle=0, labelFontSize=13, labelFontWeight=600, **axis),
    )
    y = alt.Y(
        "name:O",
        sort=[class_name(t, hand) for hand in CLASSES],
        axis=alt.Axis(labelFontSize=12, labelLimit=110, labelPadding=4, **axis),
    )
    base = alt.Chart(alt.InlineData(values=values)).encode(x=x, y=y)
    ink = alt.Color("ink:N", scale=None, legend=None)
    squares = (
        base.mark_rect(cornerRadius=2, stroke=_PAGE[dark], strokeWidth=1.5)
        .encode(
            color=alt.Color("colour:N", scale=None, legend=None),
            tooltip=[
                alt.Tooltip("name:N", title=t("Hand")),
                alt.Tooltip("upcard:N", title=t("Upcard")),
                alt.Tooltip("said:N", title=t("Best most often")),
                alt.Tooltip("share:N", title=t("Of these hands")),
                alt.Tooltip("worth:N", title=t("Worth, antes")),
            ],
        )
        .add_params(pick)
    )
    marks = base.mark_text(
        font="Inter, sans-serif", fontSize=11, fontWeight=600, dx=alt.ExprRef(middle)
    ).encode(text="mark:N", color=ink)
    shares = base.mark_text(
        font="Inter, sans-serif",
        fontSize=11,
        dx=9,
        opacity=alt.ExprRef(f"{narrow} ? 0 : 1"),
    ).encode(text="part:N", color=ink)
    framed = base.mark_rect(
        cornerRadius=3, fill=None, stroke=frame, strokeWidth=3
    ).transform_filter(pick)
    return (
        (squares + marks + shares + framed)
        .properties(
            height=ROW_HEIGHT * len(CLASSES) + 24,
            padding={"top": 2, "bottom": 2, "left": 2, "right": 2},
        )
        .configure_view(strokeWidth=0)
        .configure(background="transparent")
        .configure_axis(labelFont="Inter, sans-serif")
    )


def legend_html(t: Translator, found: Sequence[Cell], *, dark: bool) -> str:
    """The marks and colours that the chart has."""
    used = [action for action in ACTIONS if any(cell.best == action for cell in found)]
    items = "".join(
        f"<span>{_swatch(action, dark)}{escape(first_action_name(t, action))}</span>"
        for action in used
    )
    about = t(
        "Colour and mark: the action that is best with most of these hands; a number is with how "
        "many of a hundred, if not with all."
    )
    return f'<p class="say">{escape(about)}</p><div class="legend">{items}</div>'


def _swatch(action: str, dark: bool) -> str:
    colour = _COLOURS[dark][action]
    style = f"background:{colour};color:{ink_on(colour, dark=dark)}"
    return f'<b class="swatch" style="{style}">{MARKS[action]}</b>'


def cell_html(t: Translator, shares: Shares, hand: str, upcard: str, *, dark: bool) -> str:
    """What is best in a class against an upcard, how often, and what the actions are worth."""
    title = t("{hand} against {upcard}", hand=class_name(t, hand), upcard=upcard_name(t, upcard))
    cell = cell_of(shares, hand, upcard)
    if cell is None:
        said = t("These hands cannot be dealt against this card.")
        return f'<h2 class="verdict">{escape(title)}</h2><p class="say">{escape(said)}</p>'
    h, u = CLASSES.index(hand), RANKS.index(upcard)
    n = int(shares.deals[h, u].sum())
    said = t(
        "Played best these hands are worth {ev} antes on average.",
        ev=signed_ev(Fraction(cell.ev)),
    )
    rows = "".join(
        f'<tr><th scope="row">{_swatch(action, dark)}{escape(first_action_name(t, action))}</th>'
        f"<td>{ltr(percent(part, 1))}</td></tr>"
        for action, part in cell.shares.items()
    )
    means = "".join(
        f'<tr><th scope="row">{escape(first_action_name(t, name.removeprefix("ev_")))}</th>'
        f"<td>{ltr(signed_ev(Fraction(float(total) / n)))}</td></tr>"
        for name, total in zip(shares.columns, shares.evs[h, u], strict=True)
        if not np.isnan(total)
    )
    return (
        f'<h2 class="verdict">{escape(title)}</h2><p class="say">{escape(said)}</p>'
        f'<table class="mix"><thead><tr><th scope="col">{escape(t("Best action"))}</th>'
        f'<th scope="col" class="n">{escape(t("Of these hands"))}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        f'<table class="mix"><thead><tr><th scope="col">{escape(t("Always this action"))}</th>'
        f'<th scope="col" class="n">{escape(t("EV, antes"))}</th></tr></thead>'
        f"<tbody>{means}</tbody></table>"
    )


def table_html(t: Translator, found: Sequence[Cell]) -> str:
    """The chart as a table, for reading and for screen readers."""
    by_place = {(cell.hand, cell.upcard): cell for cell in found}
    head = "".join(f'<th scope="col">{upcard}</th>' for upcard in UPCARDS)
    rows = []
    for hand in CLASSES:
        texts = []
        for upcard in UPCARDS:
            cell = by_place.get((hand, upcard))
            texts.append(
                f"<b>{escape(first_action_name(t, cell.best))}</b>{ltr(percent(cell.share, 1))} "
                f"{ltr(signed_ev(Fraction(cell.ev)))}"
                if cell
                else "–"
            )
        row = "".join(f"<td>{text}</td>" for text in texts)
        rows.append(f'<tr><th scope="row">{escape(class_name(t, hand))}</th>{row}</tr>')
    about = t("Best action of most hands, with how many of them, and what they are worth in antes")
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(about)}">'
        f'<table class="grid"><caption class="unseen">{escape(about)}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )
