"""Card faces and backs drawn with strokes, their names, and the marks they carry on the felt.

No font is inside a face, so that it looks the same in every language, in an image and on paper.
The drawing is this project's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

from trainer.cards import Card, rank_of, suit_of
from trainer.locale import Translator
from trainer.wording import card_name

# One stroke path a rank, on a grid 36 wide and 54 high; a ten is written 10.
RANK_STROKES: tuple[str, ...] = (
    "M4 14C4 6 10 2 18 2S32 7 32 15C32 27 10 38 4 52H34",
    "M5 9C8 4 12 2 18 2 26 2 31 7 31 14S26 25.5 16 25.5C27 25.5 33 30 33 38.5S27 52 18 52"
    "C11 52 6 49 3 44",
    "M27 52V3L3 38H36",
    "M30 3H9L6 25C10 21 14 20 18 20 27 20 33 26 33 36S27 52 18 52C10 52 5 48 3 42",
    "M3 36A15 16 0 1 1 33 36 15 16 0 1 1 3 36C3 18 9 7 23 2",
    "M3 3H33L14 52",
    "M18 25C10 25 6 20 6 13.5S10 2 18 2 30 7 30 13.5 26 25 18 25C9 25 3 30 3 38.5S9 52 18 52"
    " 33 47 33 38.5 27 25 18 25Z",
    "M33 18A15 16 0 1 1 3 18 15 16 0 1 1 33 18C33 36 27 47 13 52",
    "M2 11 11 2V52M34 2C41 2 45 11 45 27S41 52 34 52 23 43 23 27 27 2 34 2Z",
    "M28 2V36C28 47 23 52 15.5 52S3 47 3 39",
    "M18 2C27 2 33 11 33 27S27 52 18 52 3 43 3 27 9 2 18 2ZM21 37 33 54",
    "M5 2V52M33 2 5 31M15 21 34 52",
    "M2 52 18 2 34 52M8.5 35H27.5",
)
# One filled path a suit (clubs, diamonds, hearts, spades), 100 x 100.
PIPS: tuple[str, ...] = (
    "M50 3C62 3 71 12 71 24 71 31 68 36 64 41 68 38 72 37 76 37 88 37 97 46 97 58S88 79 76 79"
    "C67 79 59 74 54 66 55 80 58 91 65 97H35C42 91 45 80 46 66 41 74 33 79 24 79 12 79 3 70 3 58"
    "S12 37 24 37C28 37 32 38 36 41 32 36 29 31 29 24 29 12 38 3 50 3Z",
    "M50 3C59 20 72 36 88 50 72 64 59 80 50 97 41 80 28 64 12 50 28 36 41 20 50 3Z",
    "M50 92C18 66 4 50 4 30 4 15 15 6 28 6 38 6 46 12 50 21 54 12 62 6 72 6 85 6 96 15 96 30"
    " 96 50 82 66 50 92Z",
    "M50 3C56 22 95 40 95 65 95 79 85 87 74 87 65 87 58 83 54 76 55 87 59 93 65 97H35"
    "C41 93 45 87 46 76 42 83 35 87 26 87 15 87 5 79 5 65 5 40 44 22 50 3Z",
)
# What jack, queen and king wear; 60 wide, the bottom at 34.
EMBLEMS: tuple[str, ...] = (
    "M2 34V23H58V34ZM27 21C24 4 36-9 56-10 58 6 48 19 34 21Z",
    "M4 34 0 13C6 20 12 22 17 20L20 6C23 15 26 18 30 18S37 15 40 6L43 20C48 22 54 20 60 13L56 34Z"
    "M16 6A4 4 0 1 1 24 6 4 4 0 1 1 16 6ZM36 6A4 4 0 1 1 44 6 4 4 0 1 1 36 6Z"
    "M-4 10A4 4 0 1 1 4 10 4 4 0 1 1-4 10ZM56 10A4 4 0 1 1 64 10 4 4 0 1 1 56 10Z",
    "M3 34 0 9 15 20 30 0 45 20 60 9 57 34ZM27-9H33V-5H37V0H23V-5H27Z",
)
_JACK, _KING = 9, 11

# A face alone has four colours; inside the app the class decides, and the style sheet may say two.
FOUR_COLOURS: tuple[str, ...] = ("#0d7040", "#1653ad", "#c01a1f", "#1a1e24")
SUIT_LETTERS = "cdhs"

State = Literal["plain", "plays", "decides", "unused", "given-up"]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a card lies on the felt, and the words on its tag."""

    state: State = "plain"
    tag: str = ""


PLAIN = Mark()


def face_svg(a: Card) -> str:
    """The face of a card as one SVG element, 100 x 140 units, hidden from screen readers."""
    rank, suit = rank_of(a), suit_of(a)
    pip = PIPS[suit]
    if _JACK <= rank <= _KING:
        right = (
            f'<path transform="translate(51 67) scale(.6)" d="{EMBLEMS[rank - _JACK]}"/>'
            f'<path transform="translate(47 89) scale(.44)" d="{pip}"/>'
        )
    else:
        right = f'<path transform="translate(38 72) scale(.56)" d="{pip}"/>'
    return (
        f'<svg viewBox="0 0 100 140" class="face {SUIT_LETTERS[suit]}" color="{FOUR_COLOURS[suit]}"'
        ' fill="currentColor" aria-hidden="true" focusable="false">'
        '<rect class="paper" x=".5" y=".5" width="99" height="139" rx="10" fill="#fffefb"'
        ' stroke="#000" stroke-opacity=".18"/>'
        f'<path transform="translate(9 12)" d="{RANK_STROKES[rank]}" fill="none"'
        ' stroke="currentColor" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>'
        f'<path transform="translate(9 76) scale(.25)" d="{pip}"/>{right}</svg>'
    )


def back_svg() -> str:
    """The back of a card as one SVG element, 100 x 140 units."""
    lozenges = "".join(
        f"M{x} {y - 14}l10 14-10 14-10-14Z"
        for row, y in enumerate(range(28, 126, 14))
        for x in ((30, 50, 70) if row % 2 == 0 else (40, 60))
    )
    return (
        '<svg viewBox="0 0 100 140" class="face back" aria-hidden="true" focusable="false">'
        '<rect x=".5" y=".5" width="99" height="139" rx="10" fill="#f3ecd6" stroke="#000"'
        ' stroke-opacity=".18"/><rect x="7" y="7" width="86" height="126" rx="6" fill="#7b2f35"/>'
        f'<path d="{lozenges}" fill="none" stroke="#a9565b" stroke-width="2.5"/></svg>'
    )


def pip_svg(suit: int) -> str:
    """The sign of a suit as one small SVG element."""
    return (
        f'<svg viewBox="0 0 100 100" class="pip {SUIT_LETTERS[suit]}" fill="currentColor"'
        f' aria-hidden="true" focusable="false"><path d="{PIPS[suit]}"/></svg>'
    )


def card_html(t: Translator, a: Card, mark: Mark = PLAIN) -> str:
    """A card on the felt: picture with a name, its state, and its tag."""
    name = card_name(t, a)
    if mark.state == "unused":
        name = t("{card}, not used", card=name)
    elif mark.state == "given-up":
        name = t("{card}, given up", card=name)
    elif mark.state == "plays":
        name = t("{card}, plays", card=name)
    elif mark.tag:
        name = t("{card}, {tag}", card=name, tag=mark.tag)
    tag = f'<span class="tag" aria-hidden="true">{escape(mark.tag)}</span>' if mark.tag else ""
    return (
        f'<span class="card {mark.state}"><span role="img" aria-label="{escape(name)}">'
        f"{face_svg(a)}</span>{tag}</span>"
    )


def face_down_html(t: Translator) -> str:
    """A card that was not shown."""
    name = escape(t("face-down card"))
    return f'<span class="card"><span role="img" aria-label="{name}">{back_svg()}</span></span>'


def empty_place_html(t: Translator) -> str:
    """A place on the felt whose card is not known yet."""
    name = escape(t("no card yet"))
    return f'<span class="card place"><span role="img" aria-label="{name}"></span></span>'
