"""`app`: starts the web front end in a process of its own."""

from __future__ import annotations

import argparse
import errno
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from trainer.errors import UsageError
from trainer.locale import translator

FIRST_PORT = 8501


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
    port = options.port or _free_port(options.address)
    entry = _package() / "ui" / "main.py"
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
        f"--server.port={port}",
        "--logger.hideWelcomeMessage=true",
    ]
    t = translator("en")
    address = f"http://{options.address}:{port}"
    print(t("The app is at {address}. Ctrl-C stops it.", address=address), flush=True)
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


def _free_port(address: str) -> int:
    """The first port from `FIRST_PORT` on that nothing listens at."""
    for port in range(FIRST_PORT, FIRST_PORT + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                raise UsageError(
                    f"{address} is no address of this machine; expected one such as 127.0.0.1",
                    "--address",
                ) from None
            return port
    raise UsageError(f"no port from {FIRST_PORT} to {FIRST_PORT + 99} is free", "--port")


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


def _package() -> Path:
    """The folder of this package."""
    spec = importlib.util.find_spec("trainer")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def _environment() -> dict[str, str]:
    """The environment with this package first on the path, so that a checkout runs its own code."""
    root = str(_package().parent)
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{path}" if path else root}
