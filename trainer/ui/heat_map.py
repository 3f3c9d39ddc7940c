"""The starting hands as a grid of 13 × 13: squares, colours, the chart, and the same as a table.

Pure functions from the rows of a preflop table. Pairs are on the diagonal, suited hands above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from trainer.cards import Card, card
from trainer.locale import Translator
from trainer.ui.cards import card_html
from trainer.ui.marks import ltr
from trainer.ui.verdict import action_name, signed_ev

RANKS = "AKQJT98765432"
LIMIT = 0.8  # antes; what gains or loses more has the same colour
PICK = "pick"
CHART_HEIGHT = 640
_HEARTS, _SPADES = 2, 3
_INKS = {
    False: ("#1c2623", "#ffffff", "#000000"),
    True: ("#e9edea", "#06140e", "#ffffff", "#000000"),
}
_SCALE = {  # lose, even, gain
    False: ("#b5754a", "#efe9db", "#2f7d63"),
    True: ("#a8693f", "#25302b", "#3f9c7c"),
}
_PAGE = {False: "#f6f4ee", True: "#101614"}
_ENOUGH = 4.5  # contrast of text

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Square:
    """A starting hand: where it stands, what betting gains in antes, and how it is painted.

    `mark` says the decision without colour: 4×, or nothing for a check.
    """

    hand: str
    row: int
    column: int
    gain: float
    best: str
    mark: str
    colour: str
    ink: str


def hand_at(row: int, column: int) -> str:
    """The hand of a square: AA, AKs above the diagonal, AKo below it."""
    if row == column:
        return RANKS[row] * 2
    high, low = sorted((row, column))
    return RANKS[high] + RANKS[low] + ("s" if row < column else "o")


def hands() -> tuple[str, ...]:
    """All 169 starting hands, row by row."""
    return tuple(hand_at(row, column) for row in range(13) for column in range(13))


def cards_of(hand: str) -> tuple[Card, Card]:
    """Two cards that stand for a starting hand: spades, and a heart when it is not suited."""
    second = _SPADES if hand.endswith("s") else _HEARTS
    ranks = [12 - RANKS.index(rank) for rank in hand[:2]]
    return card(ranks[0], _SPADES), card(ranks[1], second)


def values_in(row: Row) -> dict[str, float]:
    """The EV of each legal action of a row, by action."""
    return {
        name.removeprefix("ev_").replace("_", "-"): ev
        for name, ev in row.items()
        if name.startswith("ev_") and ev is not None
    }


def actions_in(row: Row) -> list[dict[str, Any]]:
    """A row's actions best first, as in an `ev` document; of equals the one marked best."""
    found = sorted(values_in(row).items(), key=lambda item: (-item[1], item[0] != row["best"]))
    return [{"action": id, "ev": ev, "exact": str(Fraction(ev))} for id, ev in found]


def squares(rows: Sequence[Row], *, dark: bool) -> list[Square]:
    """Every square of a preflop table."""
    by_hand = {row["class"]: row for row in rows}
    found = []
    for row in range(13):
        for column in range(13):
            hand = hand_at(row, column)
            values = values_in(by_hand[hand])
            wait = values.pop("check")
            gain, best = max(values.values()) - wait, by_hand[hand]["best"]
            mark = "" if best == "check" else f"{best[4]}×"
            colour = colour_of(gain, dark=dark)
            found.append(
                Square(hand, row, column, gain, best, mark, colour, ink_on(colour, dark=dark))
            )
    return found


def colour_of(gain: float, *, dark: bool) -> str:
    """The colour of a gain in antes, on a scale from -LIMIT to LIMIT."""
    lose, even, more = _SCALE[dark]
    part = max(-1.0, min(1.0, gain / LIMIT))
    end = more if part > 0 else lose
    mixed = (round(a + (b - a) * abs(part)) for a, b in zip(_rgb(even), _rgb(end), strict=True))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def ink_on(colour: str, *, dark: bool) -> str:
    """The first ink that can be read well on a colour."""
    inks = _INKS[dark]
    good = (ink for ink in inks if contrast(ink, colour) >= _ENOUGH)
    return next(good, max(inks, key=lambda ink: contrast(ink, colour)))


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    parts = (x / 255 for x in _rgb(colour))
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def chart(t: Translator, found: Sequence[Square], picked: str, *, dark: bool) -> Any:
    """The grid as an Altair chart; a click selects `PICK`, and `picked` is framed at first."""
    import altair as alt

    frame = _INKS[dark][0]
    values = [
        {
            "hand": square.hand,
            "row": square.row,
            "column": RANKS[square.column],
            "mark": square.mark,
            "colour": square.colour,
            "ink": square.ink,
            "said": action_name(t, square.best),
            "gain": signed_ev(Fraction(square.gain)),
        }
        for square in found
    ]
    # The selection is told what is picked; without `empty` it would frame every square at first.
    pick = alt.selection_point(
        name=PICK, fields=["hand"], toggle=False, empty=False, value=[{"hand": picked}]
    )
    x = alt.X(
        "column:O",
        sort=list(RANKS),
        axis=alt.Axis(
            orient="top",
            title=None,
            labelAngle=0,
            labelFontSize=13,
            labelFontWeight=600,
            labelColor=frame,
            domain=False,
            ticks=False,
        ),
    )
    base = alt.Chart(alt.InlineData(values=values)).encode(x=x, y=alt.Y("row:O", axis=None))
    paint = alt.Color("colour:N", scale=None, legend=None)
    ink = alt.Color("ink:N", scale=None, legend=None)
    squares = (
        base.mark_rect(cornerRadius=2, stroke=_PAGE[dark], strokeWidth=2)
        .encode(
            color=paint,
            tooltip=[
                alt.Tooltip("hand:N", title=t("Hand")),
                alt.Tooltip("said:N", title=t("Best")),
                alt.Tooltip("gain:N", title=t("Betting gains")),
            ],
        )
        .add_params(pick)
    )
    small = "width < 480"  # a phone
    texts = base.mark_text(
        font="Inter, sans-serif",
        fontSize=alt.ExprRef(f"{small} ? 11 : 13"),
        fontWeight=600,
        dy=alt.ExprRef("datum.mark ? -5 : 0"),
    ).encode(text="hand:N", color=ink)
    marks = base.mark_text(font="Inter, sans-serif", fontSize=11, dy=10).encode(
        text="mark:N", color=ink
    )
    # Drawn last, so that no neighbour covers it.
    framed = base.mark_rect(
        cornerRadius=3, fill=None, stroke=frame, strokeWidth=3
    ).transform_filter(pick)
    return (
        (squares + texts + marks + framed)
        .properties(height=CHART_HEIGHT, padding={"top": 2, "bottom": 2, "left": 2, "right": 2})
        .configure_view(strokeWidth=0)
        .configure(background="transparent")
    )


def scale_html(t: Translator, *, dark: bool) -> str:
    """What the colours mean: a bar with its ends."""
    colours = ", ".join(_SCALE[dark])
    limit = f"{LIMIT:.1f}"
    return (
        f'<div class="scale"><p>{escape(t("What the best bet gains over a check, in antes"))}</p>'
        f'<div class="bar" style="background: linear-gradient(to right, {colours})"></div>'
        f"<span>{ltr('−' + limit)}</span> <span>{ltr('0')}</span> <span>{ltr('+' + limit)}</span>"
        "</div>"
    )


def table_html(t: Translator, found: Sequence[Square]) -> str:
    """The same figures as a table, for reading and for screen readers."""
    head = "".join(f'<th scope="col">{rank}</th>' for rank in RANKS)
    rows = []
    for row in range(13):
        cells = "".join(
            f"<td><b>{square.hand}</b> {signed_ev(Fraction(square.gain))} "
            f"{escape(action_name(t, square.best))}</td>"
            for square in found
            if square.row == row
        )
        rows.append(f'<tr><th scope="row">{RANKS[row]}</th>{cells}</tr>')
    about = t("What the best bet gains over a check in antes, and the best action")
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(about)}">'
        f'<table class="grid"><caption class="unseen">{escape(about)}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def hand_html(t: Translator, hand: str) -> str:
    """Two cards that stand for a starting hand."""
    return f'<div class="hand" dir="ltr">{"".join(card_html(t, a) for a in cards_of(hand))}</div>'
