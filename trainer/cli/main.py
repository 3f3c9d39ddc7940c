"""The command line: arguments in, one exit status out, and no traceback for bad input."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from trainer import __version__
from trainer.cli import data, drilling, hands, solving, values, web
from trainer.cli.output import DONE, REFUSED, print_error, print_json_error
from trainer.errors import TrainerError, UsageError

INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of exiting, so that errors look the same everywhere."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with argparse's words and where to read more."""
        raise UsageError(f"{message}; see `{self.prog} --help`")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 done, 1 answer is negative, 2 bad input or usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without ✓ or ♠
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:
        _drop_output()
        return DONE  # whoever read our output has seen enough
    except OSError as error:
        _drop_output()
        print_error(UsageError(f"the answer cannot be written: {error.strerror or error}"))
        return REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    refused: TrainerError | None = None
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
    except TrainerError as error:
        refused, status = error, REFUSED
        print_error(error)
    except OSError as error:
        if error.filename is None:  # standard output: `main` says so
            raise
        why = (error.strerror or str(error)).lower()
        refused, status = (
            UsageError(f"this file cannot be used: {why}", str(error.filename)),
            REFUSED,
        )
        print_error(refused)
    try:
        if refused is not None and "--json" in arguments:
            print_json_error(refused)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    return status


def _drop_output() -> None:
    """Point standard output elsewhere, so that Python stays quiet when it closes it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> Parser:
    parser = Parser(
        prog="casino-poker",
        description="Settle, read and drill Ultimate Texas Hold'em, Casino Hold'em and Russian "
        "Poker exactly.",
        epilog="Example: casino-poker evaluate Ah Kh Qh Jh Th 2c 3d",
    )
    parser.add_argument("--version", action="version", version=f"casino-poker {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for module in (hands, values, solving, data, drilling, web):
        module.add_commands(commands)
    return parser
