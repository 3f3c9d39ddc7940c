"""Every text that a reader sees goes through the translator, as a literal that can be extracted."""

from __future__ import annotations

import ast
import gettext
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from trainer.locale import Translator, translator

PACKAGE = Path(__file__).parent.parent / "trainer"
SOURCES = sorted(PACKAGE.rglob("*.py"))
# Modules that put marked-up words into a text after it was translated and escaped.
FILLED_LATER = {"quiz.py"}
# Streamlit calls whose first argument is a text on the screen.
LABELLED = {
    "button",
    "caption",
    "checkbox",
    "download_button",
    "error",
    "expander",
    "file_uploader",
    "header",
    "info",
    "metric",
    "number_input",
    "popover",
    "radio",
    "segmented_control",
    "selectbox",
    "subheader",
    "success",
    "text_area",
    "text_input",
    "title",
    "toggle",
    "warning",
    "write",
}


def calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def translations(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Calls of the translator `t` with the arguments that are message ids."""
    for call in calls(path):
        if isinstance(call.func, ast.Name) and call.func.id == "t":
            yield call, call.args[:1]
        elif (
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "n"
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == "t"
        ):
            yield call, call.args[:2]


def test_messages_are_literals_and_their_fields_are_given() -> None:
    n_messages = 0
    for path in SOURCES:
        for call, messages in translations(path):
            given = {keyword.arg for keyword in call.keywords} | (
                {"n"} if isinstance(call.func, ast.Attribute) else set()
            )
            for message in messages:
                assert isinstance(message, ast.Constant), f"{path}:{call.lineno} is no literal"
                fields = {name for _, name, _, _ in string.Formatter().parse(message.value) if name}
                if path.name not in FILLED_LATER:
                    assert fields <= given or None in given, f"{path}:{call.lineno} lacks {fields}"
                n_messages += 1
    assert n_messages > 200


def test_no_page_shows_a_text_that_was_not_translated() -> None:
    found = [
        f"{path.name}:{call.lineno}"
        for path in SOURCES
        if "ui" in path.parts
        for call in calls(path)
        if isinstance(call.func, ast.Attribute) and call.func.attr in LABELLED
        if call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
        and any(letter.isalpha() for letter in call.args[0].value)
    ]
    assert not found


class Shouting(gettext.NullTranslations):
    """A catalogue in which every text is its capitals, to tell translated from untranslated."""

    def gettext(self, message: str) -> str:
        parts = string.Formatter().parse(message)
        return "".join(
            text.upper() + (f"{{{name}}}" if name is not None else "") for text, name, _, _ in parts
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def test_a_language_reaches_the_names_of_hands() -> None:
    from trainer.documents import evaluate_document

    loud = Translator("xx", Shouting())
    assert evaluate_document({"cards": "Kh Kd Ac 9s 5c"}, loud)["name"] == "PAIR OF KINGS, A 9 5"


@pytest.mark.parametrize(("n", "text"), [(1, "1 card"), (0, "0 cards"), (2, "2 cards")])
def test_plural_forms_follow_the_count(n: int, text: str) -> None:
    assert translator("en").n("{n} card", "{n} cards", n) == text


def test_an_unknown_language_falls_back_to_english() -> None:
    assert translator("tlh").language == "en"
    assert translator("en").direction == "ltr"
