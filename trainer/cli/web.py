"""`app`: starts the web front end in a process of its own."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from trainer.errors import UsageError


def add_commands(commands: Any) -> None:
    """Add this module's command to the parser."""
    parser = commands.add_parser(
        "app",
        help="open the web app",
        description="Start the web app on this machine and open it in a browser; Ctrl-C stops it.",
        epilog="Example: casino-poker app --port 8600 --no-browser",
    )
    parser.add_argument(
        "--port", type=int, default=None, metavar="N", help="default: first free from 8501"
    )
    parser.add_argument(
        "--address", default="127.0.0.1", help="default 127.0.0.1, this machine only"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=_app)


def _app(options: argparse.Namespace) -> int:
    if options.port is not None and not 1 <= options.port <= 65535:
        raise UsageError(f"{options.port} is no port; expected 1 to 65535", "--port")
    spec = importlib.util.find_spec("trainer")
    assert spec is not None and spec.origin is not None
    entry = Path(spec.origin).parent / "ui" / "main.py"
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(entry),
        f"--server.address={options.address}",
        f"--server.headless={'true' if options.no_browser else 'false'}",
        "--server.showEmailPrompt=false",
        "--browser.gatherUsageStats=false",
        "--server.fileWatcherType=none",
    ]
    if options.port is not None:
        command.append(f"--server.port={options.port}")
    environment = _environment()
    warming = _warm_up(environment)
    if warming is not None:
        environment["CASINO_POKER_WARMING"] = str(warming.pid)
    if os.name == "posix":
        # The server takes this process's place, so that ending the command ends the server.
        sys.stdout.flush()
        os.execve(command[0], command, environment)
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 0


def _warm_up(environment: dict[str, str]) -> subprocess.Popen[bytes] | None:
    """A process of low priority that compiles the engine before a page asks for it.

    The server, which takes this process's place, finds it by its number and ends its entry.
    """
    command = [sys.executable, "-P", "-m", "trainer.ui.engine"]
    try:
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
    except OSError:
        return None


def _environment() -> dict[str, str]:
    """The environment with this package first on the path, so that a checkout runs its own code."""
    spec = importlib.util.find_spec("trainer")
    assert spec is not None and spec.origin is not None
    root = str(Path(spec.origin).parent.parent)
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}" if path else root}
