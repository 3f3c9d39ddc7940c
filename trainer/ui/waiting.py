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
        self._started = time.monotonic()
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
        self.part = max(self.part, part)

    def is_done_after(self, seconds: float) -> bool:
        """Wait that long at most; whether there is a result, or an error."""
        return self._is_done.wait(seconds)

    def stop(self) -> None:
        """Make the next report of progress end the work."""
        self._is_stopped.set()

    def seconds_left(self) -> float | None:
        """By what was done so far; None when too little was."""
        passed = time.monotonic() - self._started
        return passed * (1 - self.part) / self.part if self.part >= 0.02 else None

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


def prepare(t: Translator) -> None:
    """Load the engine, with a message while it takes its time."""
    if not engine.is_loaded():
        words = t("Loading the exact engine. The first time after an update takes half a minute.")
        watch(t, words, engine.load, eta=False)
