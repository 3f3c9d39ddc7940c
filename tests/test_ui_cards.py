"""Card faces, chips and colours: told apart, named, and readable."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trainer.cards import DECK, parse_card
from trainer.locale import translator
from trainer.ui.cards import Mark, back_svg, card_html, empty_place_html, face_down_html, face_svg
from trainer.ui.chips import chip_colour, pile_html, stack_svg

T = translator("en")
UI = Path(__file__).parent.parent / "trainer" / "ui"


def test_every_face_is_well_formed_and_unlike_all_others() -> None:
    faces = [face_svg(a) for a in DECK]
    assert len(set(faces)) == 52
    for face in (*faces, back_svg()):
        ElementTree.fromstring(face)


def test_a_face_holds_no_font_and_nothing_from_elsewhere() -> None:
    for a in DECK:
        assert not re.search(r"<text|font|href|url\(", face_svg(a))


def test_suits_have_four_colours_and_a_class_that_can_make_them_two() -> None:
    colours = {}
    for code in ("Ac", "Ad", "Ah", "As"):
        face = ElementTree.fromstring(face_svg(parse_card(code)))
        colours[face.get("class")] = face.get("color")
    assert colours == {
        "face c": "#0d7040",
        "face d": "#1653ad",
        "face h": "#c01a1f",
        "face s": "#1a1e24",
    }


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (Mark(), "Ten of hearts"),
        (Mark("plays"), "Ten of hearts, plays"),
        (Mark("decides", "decides"), "Ten of hearts, decides"),
        (Mark("decides", "1 + 2"), "Ten of hearts, 1 + 2"),
        (Mark("unused"), "Ten of hearts, not used"),
        (Mark("given-up", "given up"), "Ten of hearts, given up"),
    ],
    ids=["plain", "plays", "decides", "numbered", "unused", "given-up"],
)
def test_a_card_says_its_name_and_its_state(mark: Mark, name: str) -> None:
    html = card_html(T, parse_card("Th"), mark)
    assert f'role="img" aria-label="{name}"' in html
    assert f'class="card {mark.state}"' in html
    assert (f'<span class="tag" aria-hidden="true">{mark.tag}</span>' in html) is bool(mark.tag)


def test_cards_that_are_not_seen_say_so() -> None:
    assert 'aria-label="face-down card"' in face_down_html(T)
    assert 'aria-label="no card yet"' in empty_place_html(T)


def test_a_stack_draws_six_chips_at_most_and_the_largest_lowest() -> None:
    pile = ((Fraction(1000), 10**9), (Fraction(25), 3), (Fraction(1, 2), 1))
    svg = stack_svg(pile)
    drawn = [chip.find("ellipse").get("fill") for chip in ElementTree.fromstring(svg).iter("g")]
    assert drawn == [chip_colour(Fraction(1000))] * 4 + [
        chip_colour(Fraction(25)),
        chip_colour(Fraction(1, 2)),
    ]
    assert stack_svg(()) == ""


def test_a_pile_is_told_in_words_largest_first() -> None:
    html = pile_html(((Fraction(5), 3), (Fraction(25), 1)), str)
    assert re.findall(r"<bdi[^>]*>([^<]*)</bdi>", html) == ["1 × 25", "3 × 5"]


def _palette() -> dict[str, tuple[str, str]]:
    """Variables of the style sheet as (light, dark); one colour stands for both."""
    css = (UI / "components" / "base.css").read_text("utf-8")
    found = re.findall(r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", css)
    # The first rule is the screen's; later ones are for two colours and for paper.
    return {name: (light or one, dark or one) for name, light, dark, one in reversed(found)}


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(a: str, b: str) -> float:
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


# Text on its ground, and the least contrast that WCAG 2.2 asks for (1.4.3; 3 for large signs).
PAIRS = [
    ("ink", "page", 7),
    ("ink", "field", 7),
    ("ink2", "page", 4.5),
    ("ink2", "second", 4.5),
    ("on-primary", "primary", 4.5),
    ("on-felt", "felt-top", 4.5),
    ("on-felt2", "felt-top", 4.5),
    ("on-felt2", "felt-end", 4.5),
    ("on-brass", "brass", 4.5),
    ("paid", "paid-ground", 4.5),
    ("returned", "returned-ground", 4.5),
    ("taken", "taken-ground", 4.5),
    ("ink", "taken-ground", 4.5),
    ("suit-c", "flat", 3),
    ("suit-d", "flat", 3),
    ("suit-h", "flat", 3),
    ("suit-s", "flat", 3),
]


@pytest.mark.parametrize(
    ("text", "ground", "least"), PAIRS, ids=[f"{a}-on-{b}" for a, b, _ in PAIRS]
)
def test_text_stands_out_from_its_ground_in_light_and_dark(
    text: str, ground: str, least: float
) -> None:
    palette = _palette()
    for scheme in (0, 1):
        assert _contrast(palette[text][scheme], palette[ground][scheme]) >= least
