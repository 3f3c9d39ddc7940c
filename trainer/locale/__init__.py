"""Texts in the reader's language: `translator("en")` gives a callable `t`.

English sentences are the message ids; a catalogue `<language>/LC_MESSAGES/trainer.mo` beside this
file translates them. A translator is an argument everywhere, never a module variable: web sessions
are threads, and a process-wide language would leak from one reader to the next.
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LANGUAGES: dict[str, str] = {"en": "English"}
RIGHT_TO_LEFT = frozenset({"ar"})
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Translator:
    """Looks texts up in one language and fills in their fields."""

    language: str
    catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    def __call__(self, text: str, /, **fields: object) -> str:
        """The text in this language, `{name}` fields filled in."""
        translated = self.catalogue.gettext(text)
        return translated.format(**fields) if fields else translated

    def n(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form of a text that fits a count `n`, with `{n}` and other fields filled in."""
        return self.catalogue.ngettext(one, many, n).format(n=n, **fields)

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return "rtl" if self.language in RIGHT_TO_LEFT else "ltr"


@cache
def translator(language: str = "en") -> Translator:
    """The translator of a language; an unknown language falls back to English."""
    known = language if language in LANGUAGES else "en"
    catalogue = gettext.translation("trainer", _FOLDER, languages=[known], fallback=True)
    return Translator(known, catalogue)
