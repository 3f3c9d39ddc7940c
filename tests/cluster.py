"""A Dask scheduler with two workers, all of them processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """The address of a scheduler that runs in a folder until the end of the block."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *_python_path()])}
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *options: str) -> Path:
        log = folder / f"{name}.txt"
        with log.open("w") as out:
            started.append(
                subprocess.Popen(
                    [sys.executable, "-m", "dask", *options],
                    cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT,
                )
            )  # fmt: skip
        return log

    try:
        log = start(
            "scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
        )
        address = _said(log, r"Scheduler at:\s+(tcp://[\d.:]+)")
        for n in range(2):
            options = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--name", f"w{n}")
            start(f"worker-{n}", "worker", address, *options)
        for n in range(2):
            _said(folder / f"worker-{n}.txt", r"(Registered to:)")
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _python_path() -> list[str]:
    found = os.environ.get("PYTHONPATH", "")
    return [found] if found else []


def _said(log: Path, pattern: str) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        match = re.search(pattern, log.read_text())
        if match:
            return match[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text())
