"""A bar for long work on standard error."""

from __future__ import annotations

import sys
import time

from trainer.locale import Translator


class Bar:
    """A progress bar with the time left on standard error, for work of a second or more."""

    WAIT = 0.7  # seconds before it shows
    WIDTH = 30

    def __init__(self, t: Translator) -> None:
        self._t = t
        self._started = self._changed = time.monotonic()
        self._first: float | None = None
        self._part = 0.0
        self._shown = 0.0
        self._is_open = False

    def show(self, part: float) -> None:
        """Show how much is done, 0 to 1; a few times a second at most.

        What was done before the first call took no time of this work; a part that is less than the
        one before begins other work.
        """
        now = time.monotonic()
        if self._first is None or part < self._part:
            self._started, self._first, self._changed = now, part, now
        elif part != self._part:
            self._changed = now
        self._part = part
        if now - self._started < self.WAIT or now - self._shown < 0.1 or not sys.stderr.isatty():
            return
        self._shown, self._is_open = now, True
        done = round(part * self.WIDTH)
        bar = "█" * done + "·" * (self.WIDTH - done)
        sys.stderr.write(f"\r{bar} {part:4.0%}  {self._left(now)}\x1b[K")
        sys.stderr.flush()

    def _left(self, now: float) -> str:
        """The time left, by the pace up to the last step that was made."""
        t = self._t
        done = self._part - (self._first or 0.0)
        if done <= 0:
            passed = now - self._started
            return t("{n} s so far", n=round(passed)) if passed > 3 else ""
        whole = (self._changed - self._started) * (1 - self._part) / done
        left = max(0.0, whole - (now - self._changed))
        if left < 120:
            return t("{n} s left", n=round(left))
        return t("{n} min left", n=round(left / 60))

    def close(self) -> None:
        """Take the bar away; what is shown afterwards is other work."""
        self._first = None
        if self._is_open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_open = False
