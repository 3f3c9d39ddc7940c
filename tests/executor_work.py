"""Work that executors are tested with; other processes import it by its name."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from trainer.errors import CardError


def square(n: int) -> int:
    return n * n


def talk(text: str) -> str:
    print(text)
    return text.upper()


def process_number(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def meet(folder: Path) -> int:
    """The number of this process, once two of them have left their mark in a folder."""
    (folder / str(os.getpid())).touch()
    end = time.monotonic() + 60
    while len(list(folder.iterdir())) < 2:
        if time.monotonic() > end:
            raise CardError("nobody else came")
        time.sleep(0.02)
    return os.getpid()


def n_tasks(dask_scheduler: Any) -> int:
    """How many tasks a scheduler knows of; it gives itself by this name."""
    return len(dask_scheduler.tasks)


def refuse(message: str) -> None:
    raise CardError(message, "player")


def divide(n: int) -> float:
    return 1 / n


def die(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(60)
