"""What holds for every test: its kind by its folder, no skipping, no settings from outside."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import hypothesis
import pytest

TESTS = Path(__file__).parent
KIND_OF_FOLDER = {
    "browser": pytest.mark.browser,
    "engine": pytest.mark.engine,
    "slow": pytest.mark.slow,
}

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# The same examples on every run and every machine: a failure in CI is a failure at home. A slow
# machine is no failure.
hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("fixed")


def pytest_configure(config: pytest.Config) -> None:
    """Take the tester's own settings of the trainer out of the environment.

    The folder of compiled code stays: it changes how long tests take and nothing else.
    """
    for name in list(os.environ):
        if name.startswith("CASINO_POKER_") and name != "CASINO_POKER_CACHE":
            del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in a folder of tests with the folder's name."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        if folder in KIND_OF_FOLDER:
            item.add_marker(KIND_OF_FOLDER[folder])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test that was skipped or is expected to fail: what did not run shows nothing."""
    report = yield
    return _without_skip(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a module that skips itself as a whole, `importorskip` included."""
    report = yield
    return _without_skip(report)


def _without_skip(report: Report) -> Report:
    if report.skipped:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        vars(report).pop("wasxfail", None)  # with it pytest would not count the failure
        report.longrepr = f"{why or 'expected to fail'}: a test here runs or fails, it never skips"
    return report


@pytest.fixture(scope="session")
def whole_engine() -> None:
    """The engine of whole five-card games, compiled and kept: some minutes the first time."""
    from trainer.engine.draw_game import solve_chunk
    from trainer.ev.five_card import five_card_rules
    from trainer.games import build

    solve_chunk(five_card_rules(build("caribbean-stud")), 12)
