"""Stacks of chips seen from the side, and a payment told in chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape

Pile = tuple[tuple[Fraction, int], ...]

MOST_DRAWN = 6
_WIDTH, _THICK, _TOP = 44, 6.5, 15  # units: chip width, height of one chip, height of the top
_EDGE = "M5.5 12v5.5M14 14.4v5.5M22 15v5.5M30 14.4v5.5M38.5 12v5.5"  # light marks on the rim

# House profiles may bring their own; these are common colours of value chips.
_COLOURS: tuple[tuple[Fraction, str], ...] = (
    (Fraction(1000), "#d9b03c"),
    (Fraction(500), "#6d3f8f"),
    (Fraction(100), "#23272b"),
    (Fraction(25), "#1f8a54"),
    (Fraction(5), "#c4282d"),
    (Fraction(1), "#eeeae0"),
    (Fraction(0), "#7a5a3c"),
)


def chip_colour(value: Fraction) -> str:
    """The colour of a chip by its value."""
    return next(colour for least, colour in _COLOURS if value >= least)


def stack_svg(pile: Pile, most: int = MOST_DRAWN) -> str:
    """A stack of at most so many chips, the largest at the bottom; an empty pile draws nothing.

    A taller pile is hinted at: every value that has room once, then more of the largest.
    """
    kinds = sorted(pile, reverse=True)[:most]
    spare = most - len(kinds)
    chips: list[Fraction] = []
    for value, count in kinds:
        extra = min(spare, count - 1)
        spare -= extra
        chips += [value] * (1 + extra)
    return _draw(chips) if chips else ""


def _draw(chips: Sequence[Fraction]) -> str:
    height = _TOP + _THICK * len(chips)
    parts = []
    for level, value in enumerate(chips):
        y = height - _TOP - _THICK * (level + 1)
        colour = chip_colour(value)
        ink = "#fff" if colour != "#eeeae0" else "#5d6b78"
        parts.append(
            f'<g transform="translate(0 {y:g})"><path d="M1 7v{_THICK}a21 7 0 0 0 42 0V7z"'
            f' fill="{colour}"/><path d="{_EDGE}" stroke="{ink}" stroke-width="3.2"/>'
            f'<ellipse cx="22" cy="7.5" rx="21" ry="7" fill="{colour}" stroke="#000"'
            f' stroke-opacity=".28" stroke-width=".8"/></g>'
        )
    parts.append(
        f'<ellipse cx="22" cy="{height - _TOP - _THICK * len(chips) + 7.5:g}" rx="15" ry="4.3"'
        f' fill="none" stroke="{ink}" stroke-width="1.4" stroke-dasharray="4 2.6"/>'
    )
    return (
        f'<svg class="chips" viewBox="0 0 {_WIDTH} {height:g}"'
        f' aria-hidden="true" focusable="false">{"".join(parts)}</svg>'
    )


def pile_html(pile: Pile, write: Callable[[Fraction], str]) -> str:
    """A pile in chips and words, the largest value first: a chip and `2 × 25` for each value."""
    return "".join(
        f'<li>{_draw([value])}<bdi dir="ltr">{count} × {escape(write(value))}</bdi></li>'
        for value, count in sorted(pile, reverse=True)
    )
