"""A running app and a real browser. Both are started here and always ended here."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import platformdirs
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 60

Open = Callable[..., Page]


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, started with an empty home folder."""
    port = _free_port()
    home = tmp_path_factory.mktemp("home")
    log = tmp_path_factory.mktemp("log") / "app.txt"
    command = [sys.executable, "-m", "streamlit", "run", "trainer/ui/main.py"]
    options = [f"--server.port={port}", "--server.headless=true", "--server.fileWatcherType=none"]
    # Compiled code is the tester's own, so that it is there already; results are kept elsewhere.
    kernels = platformdirs.user_cache_path("casino-poker", appauthor=False)
    environment = {
        "CASINO_POKER_CACHE": str(kernels),
        **os.environ,
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "CASINO_POKER_DATA": str(tmp_path_factory.mktemp("data")),
    }
    with log.open("w") as out:
        process = subprocess.Popen(
            command + options, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            address = f"http://127.0.0.1:{port}/"
            _wait_for(address, process, log)
            yield address
        finally:
            process.terminate()
            process.wait(20)
    assert not list(home.iterdir()), "the app wrote into the home folder"


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address + "_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the app did not start in {START_SECONDS} s:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; as root it runs without its sandbox."""
    expect.set_options(timeout=15_000)  # a busy machine has time to answer
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_page(app: str, browser: Browser) -> Iterator[Open]:
    """Opens `open_page(path, width=…, height=…, scheme=…, ready=…, **address)`, ready to be used.

    At the end no page may have had a script error, or asked another machine for anything.
    """
    pages: list[Page] = []
    faults: list[str] = []

    def go(
        path: str = "",
        width: int = 1280,
        height: int = 1000,
        scheme: str = "light",
        ready: str = ".felt",
        **query: str,
    ) -> Page:
        page = browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        pages.append(page)
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((app, "data:", "blob:"))
                else faults.append(request.url)
            ),
        )
        page.goto(app + path + (f"?{urlencode(query)}" if query else ""))
        page.get_by_role("heading", level=1).wait_for()
        page.locator(ready).first.wait_for()
        return page

    yield go
    for page in pages:
        page.close()
    assert faults == []
