"""Work that executors are tested with; other processes import it by its name."""

from __future__ import annotations

import os
import time

from trainer.errors import CardError


def square(n: int) -> int:
    return n * n


def talk(text: str) -> str:
    print(text)
    return text.upper()


def process_number(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def refuse(message: str) -> None:
    raise CardError(message, "player")


def divide(n: int) -> float:
    return 1 / n


def die(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(60)
