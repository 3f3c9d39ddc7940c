"""Long work on a page: in a thread of its own, with a bar, the time left, and an end.

The page's own thread only watches. When the visitor leaves the page or changes a widget, the
watching ends, and with it the work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

import streamlit as st

from trainer.locale import Translator
from trainer.ui import engine

Found = TypeVar("Found")
Progress = Callable[[float], None]

PATIENCE = 0.35  # seconds before a bar appears
BEAT = 0.12


class Stopped(Exception):
    """Nobody waits for the result any more."""


class Job(Generic[Found]):
    """Work in a thread. It is told to stop by an exception out of its own progress report."""

    def __init__(self, work: Callable[[Progress], Found]) -> None:
        self.part = 0.0
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._is_done = Event()
        self._is_stopped = Event()
        self._started = self._changed = time.monotonic()
        self._first: float | None = None  # what was done before this work began
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[Progress], Found]) -> None:
        try:
            self._found.append(work(self._report))
        except BaseException as error:  # handed over to the thread that waits
            self._error = error
        finally:
            self._is_done.set()

    def _report(self, part: float) -> None:
        if self._is_stopped.is_set():
            raise Stopped
        if self._first is None:
            self._first = part
        if part > self.part:
            self.part, self._changed = part, time.monotonic()

    def is_done_after(self, seconds: float) -> bool:
        """Wait that long at most; whether there is a result, or an error."""
        return self._is_done.wait(seconds)

    def stop(self) -> None:
        """Make the next report of progress end the work."""
        self._is_stopped.set()

    def seconds_left(self) -> float | None:
        """By the pace up to the last step that was made; None when too little was done."""
        done = self.part - (self._first or 0.0)
        if done < 0.02:
            return None
        left = (self._changed - self._started) * (1 - self.part) / done
        return max(0.0, left - (time.monotonic() - self._changed))

    def seconds_passed(self) -> float:
        """Since the work began."""
        return time.monotonic() - self._started

    @property
    def error(self) -> BaseException | None:
        """What ended the work; None when nothing did."""
        return self._error

    def result(self) -> Found:
        """What was found, or the work's error raised here."""
        if self._error is not None:
            raise self._error
        return self._found[0]


def watch(
    t: Translator, words: str, work: Callable[[Progress], Found], *, eta: bool = True
) -> Found:
    """The result of some work, with a bar on the page when it takes long."""
    job = Job(work)
    try:
        if not job.is_done_after(PATIENCE):
            place = st.empty()
            while True:
                left = job.seconds_left() if eta else None
                # Here the framework ends this run when the page was left.
                place.progress(min(1.0, job.part), text=_said(t, words, left))
                if job.is_done_after(BEAT):
                    break
            place.empty()
    finally:
        job.stop()
    return job.result()


def _said(t: Translator, words: str, left: float | None) -> str:
    if left is None:
        return words
    seconds = max(1, round(left))
    return f"{words} {t.n('About {n} second left.', 'About {n} seconds left.', seconds)}"


def prepare(t: Translator, part: str = engine.SHARED) -> None:
    """Load a part of the engine, with a message while it takes its time."""
    if not engine.is_loaded(part):
        words = t("Loading the exact engine. The first time after an update takes half a minute.")
        if part == engine.DRAWN:
            words = t("Loading the exact engine. The first time after an update takes a minute.")
        watch(t, words, lambda progress: engine.load(progress, part), eta=False)
