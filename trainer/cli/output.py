"""How commands read documents and print answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from trainer.documents import parse_document
from trainer.errors import TrainerError, UsageError

DONE, NEGATIVE, REFUSED = 0, 1, 2
MAX_BYTES = 64 * 1024 * 1024

Answer = Callable[[object], dict[str, Any]]


def print_json(document: object) -> None:
    """One JSON document on standard output, escaped where its encoding lacks a letter."""
    text = json.dumps(document, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document)
    print(text, flush=True)


def error_document(error: TrainerError, where: str | None = None) -> dict[str, Any]:
    """An error as the contract has it."""
    place = error.where if where is None else where
    return {"error": {"kind": error.kind, "message": error.message, "where": place}}


def print_json_error(error: TrainerError) -> None:
    """An error as the one JSON document on standard output."""
    print_json(error_document(error))


def print_error(error: TrainerError) -> None:
    """An error for people, on standard error."""
    print(f"error: {error}", file=sys.stderr)


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises UsageError when it is closed."""
    if sys.stdin is None:
        raise UsageError("standard input is closed; expected a document", "-")
    return sys.stdin.buffer


def read_bytes(name: str) -> bytes:
    """The bytes of a file, `-` for standard input. Raises UsageError when it cannot be read."""
    try:
        if name == "-":
            raw = standard_input().read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise UsageError(f"cannot be read: {why}", name) from None
    if len(raw) > MAX_BYTES:
        raise UsageError(f"larger than {MAX_BYTES} bytes; expected a document", name)
    return raw


def read_text(name: str) -> str:
    """The text of a file, `-` for standard input. Raises UsageError when it cannot be read."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"byte {error.start} is not UTF-8; expected a document in UTF-8", name
        ) from None


def require_no_file(names: Sequence[str]) -> None:
    """Raise UsageError when something was named beside `--jsonl`, which reads standard input."""
    others = [name for name in names if name != "-"]
    if others:
        raise UsageError(f"{others[0]!r} beside --jsonl, which reads standard input", "--jsonl")


def read_document(name: str) -> object:
    """The JSON document of a file, `-` for standard input."""
    return parse_document(read_text(name), "" if name == "-" else name)


def answer_lines(answer: Answer, lines: Iterable[str] | None = None) -> int:
    """One answer a line for one document a line of standard input, in order.

    A line with bad input is answered by its error, and the exit status is then 1.
    """
    status = DONE
    given: Iterable[str | bytes] = standard_input() if lines is None else lines
    for n, raw in enumerate(given, start=1):
        try:
            text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
        except UnicodeDecodeError:
            print_json(error_document(UsageError("this line is not UTF-8 text", f"line {n}")))
            status = NEGATIVE
            continue
        if not text.strip():
            continue
        where: str | None = f"line {n}"
        try:
            document = parse_document(text)
            where = None
            print_json(answer(document))
        except TrainerError as error:
            print_json(error_document(error, where))
            status = NEGATIVE
    return status


def print_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Rows as columns of text, first row the heads; the columns in `right` are aligned right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        cells = [
            text.rjust(width) if n in right else text.ljust(width)
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
