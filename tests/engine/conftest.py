"""The engine of whole five-card games, compiled once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def compiled(whole_engine: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled in this process and kept, so that other processes find it; results stay apart."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
