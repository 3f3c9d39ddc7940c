"""The bar of long work on a terminal: when it shows, what it says, and that it goes away."""

from __future__ import annotations

import gettext
import io
from types import SimpleNamespace

import pytest

from trainer.cli import progress
from trainer.cli.progress import Bar
from trainer.locale import Translator, translator


class Terminal(io.StringIO):
    """A terminal that keeps what was written on it."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    # Not `sys.stderr` itself, which pytest sets again after a fixture.
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=made))
    return made


def drawn(terminal: Terminal) -> str:
    """The line as it stands last, without the bar itself."""
    line = terminal.getvalue().rpartition("\r")[2].removesuffix("\x1b[K")
    return line.strip("█·").strip()


def test_a_bar_shows_before_the_first_part_is_done(clock: Clock, terminal: Terminal) -> None:
    bar = Bar(translator("en"))
    bar.show(0.0)
    clock.now += 0.5
    bar.show(0.0)
    assert terminal.getvalue() == ""
    clock.now += 1
    bar.show(0.0)
    assert drawn(terminal) == "0%"
    clock.now += 8.5
    bar.show(0.0)
    assert drawn(terminal) == "0%  10 s so far"


def test_the_time_left_follows_the_pace_of_this_work(clock: Clock, terminal: Terminal) -> None:
    bar = Bar(translator("en"))
    bar.show(0.5)  # kept from before: it took no time
    clock.now += 30
    bar.show(0.75)
    assert drawn(terminal) == "75%  30 s left"
    clock.now += 10
    bar.show(0.75)
    assert drawn(terminal) == "75%  20 s left"
    slow = Bar(translator("en"))
    slow.show(0.0)
    clock.now += 100
    slow.show(0.25)
    assert drawn(terminal) == "25%  5 min left"


def test_work_that_begins_anew_has_a_clock_of_its_own(clock: Clock, terminal: Terminal) -> None:
    bar = Bar(translator("en"))
    bar.show(0.0)
    clock.now += 100
    bar.show(1.0)
    bar.show(0.0)
    clock.now += 4
    bar.show(0.5)
    assert drawn(terminal) == "50%  4 s left"


def test_a_closed_bar_leaves_nothing(clock: Clock, terminal: Terminal) -> None:
    bar = Bar(translator("en"))
    bar.show(0.0)
    clock.now += 1
    bar.show(0.5)
    bar.close()
    assert terminal.getvalue().endswith("\r\x1b[K")
    written = terminal.getvalue()
    bar.close()
    assert terminal.getvalue() == written
    clock.now += 100
    bar.show(0.5)
    assert terminal.getvalue() == written


def test_a_file_gets_no_bar(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=file))
    bar = Bar(translator("en"))
    bar.show(0.0)
    clock.now += 60
    bar.show(0.5)
    bar.close()
    assert file.getvalue() == ""


def test_the_bar_speaks_the_readers_language(clock: Clock, terminal: Terminal) -> None:
    class Shouted(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("left", "LEFT").replace("so far", "SO FAR")

    bar = Bar(Translator("en", Shouted()))
    bar.show(0.0)
    clock.now += 10
    bar.show(0.0)
    assert drawn(terminal) == "0%  10 s SO FAR"
    bar.show(0.5)
    clock.now += 1
    bar.show(0.5)
    assert drawn(terminal) == "50%  9 s LEFT"
    clock.now += 1000
    bar.show(0.51)
    assert drawn(terminal) == "51%  16 min LEFT"
