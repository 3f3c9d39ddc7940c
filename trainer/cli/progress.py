"""A bar for long work on standard error."""

from __future__ import annotations

import sys
import time


class Bar:
    """A progress bar with the time left on standard error, for work of a second or more."""

    WAIT = 0.7  # seconds before it shows
    WIDTH = 30

    def __init__(self) -> None:
        self._started = self._changed = time.monotonic()
        self._first: float | None = None
        self._part = 0.0
        self._shown = 0.0
        self._is_open = False

    def show(self, part: float) -> None:
        """Show how much is done, 0 to 1; a few times a second at most.

        What was done before the first call took no time of this work.
        """
        now = time.monotonic()
        if self._first is None or part <= 0:
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
        done = self._part - (self._first or 0.0)
        if done <= 0:
            return f"{now - self._started:.0f} s so far" if now - self._started > 3 else ""
        whole = (self._changed - self._started) * (1 - self._part) / done
        left = max(0.0, whole - (now - self._changed))
        return f"{left:.0f} s left" if left < 120 else f"{left / 60:.0f} min left"

    def close(self) -> None:
        """Take the bar away."""
        if self._is_open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_open = False
