"""The README's console examples of expected values, run as they are printed."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from trainer.cli import main

README = Path(__file__).parent.parent / "README.md"
SECTION = "### Expected values"
PROGRAM, MORE = "casino-poker", "…"


def examples() -> list[tuple[str, list[str]]]:
    """Commands with the lines that are printed below them."""
    text = README.read_text("utf-8").split(f"\n{SECTION}\n")[1].split("\n### ")[0].split("\n## ")[0]
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def run(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints: `echo TEXT | casino-poker …`, `casino-poker …`, or `head -N FILE`."""
    *before, last = command.split(" | ")
    typed = "".join(shlex.split(one)[1] for one in before)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
    program, *arguments = shlex.split(last)
    if program == "head":
        lines = Path(arguments[1]).read_text("utf-8").splitlines(keepends=True)
        return "".join(lines[: int(arguments[0].removeprefix("-"))])
    assert program == PROGRAM
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_examples_of_expected_values_print_what_the_readme_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    shown = examples()
    assert [shlex.split(command.split(" | ")[-1])[1] for command, _ in shown[:3]] == [
        "ev", "edge", "table",
    ]  # fmt: skip
    for command, lines in shown:
        printed = run(command, monkeypatch, capsys).splitlines()
        if lines[-1] == MORE:
            lines, printed = lines[:-1], printed[: len(lines) - 1]
        assert printed == lines, command
