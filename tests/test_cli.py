"""The commands: what they print, their exit status, and no traceback whatever they are given."""

from __future__ import annotations

import io
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import naive
from tests.naive_deals import deals, tables
from tests.rounds_by_hand import BOUGHT, CASINO, INSURED, SIXTH, UTH, but
from trainer.cli import main

ROOT = Path(__file__).parents[1]
GAMES = ("ultimate-texas-holdem", "casino-holdem", "russian-poker")
FLUSH = (
    '{"game":"ultimate-texas-holdem","player":"Ah 9h","board":"Kh Qs 7h 4h 2c",'
    '"dealer":"Kd 8c","stakes":{"ante":"5","blind":"5","play":"20"}}'
)


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process, with some bytes on standard input."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Ran:
        raw = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        try:
            status = main(list(arguments))
        except SystemExit as stopped:  # --help and --version
            status = int(stopped.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


def spawn(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, as a user starts it."""
    command = [sys.executable, "-m", "trainer", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **options)


# --- settle ----------------------------------------------------------------------------------


def test_settle_prints_one_json_document(run: Run) -> None:
    ran = run("settle", "--json", "-", stdin=FLUSH)
    assert (ran.status, ran.err) == (0, "")
    paid = {line["bet"]: line["paid"] for line in ran.json["lines"]}
    assert paid == {"ante": "5", "blind": "7.5", "play": "20"}
    assert ran.json["net"] == "32.5"


def test_settle_prints_a_table_for_people(run: Run) -> None:
    ran = run("settle", "-", stdin=FLUSH)
    assert (ran.status, ran.err) == (0, "")
    said = ran.out.splitlines()
    assert said[0] == "Player: Flush, A K 9 7 4 (Ah Kh 9h 7h 4h)"
    assert said[1].startswith("Dealer: Pair of Kings, Q 8 7 (Kh Kd Qs 8c 7h)")
    assert "qualifies" in said[1]
    assert said[2] == "Player beats the dealer"
    rows = [re.split(r"  +", line) for line in said[4:]]
    assert rows[0] == ["Bet", "Stake", "Odds", "Paid", "Returned", "Taken", "Why"]
    assert rows[1][:6] == ["Ante", "5", "1:1", "5", "5", "0"]
    assert rows[2][:6] == ["Blind", "5", "3:2", "7.5", "5", "0"]
    assert rows[3][:6] == ["Play", "20", "1:1", "20", "20", "0"]
    assert rows[4] == ["Together", "32.5", "30", "0", "Player +32.5"]


def test_settle_reads_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(b"\xef\xbb\xbf" + FLUSH.encode())  # a BOM does no harm
    assert run("settle", "--json", str(path)).json["net"] == "32.5"


def test_settle_prints_two_combinations_and_a_bought_game(run: Run) -> None:
    both = run("settle", "-", stdin=json.dumps(SIXTH)).out
    assert "Player: Pair of Kings, A 9 5 (Kh Kd Ac 9s 5c)" in both
    assert "Second: Ace-King (Ac Kh)" in both
    assert "both combinations are paid, 2:1 together" in both
    bought = run("settle", "-", stdin=json.dumps(BOUGHT)).out
    assert "Dealer opened: High card, K Q 9 5 3" in bought
    assert "Dealer: Pair of Nines, Q 5 3" in bought
    assert "has a game" in bought


def test_settle_prints_every_box(run: Run) -> None:
    boxes = [
        {"player": "Ah Kd", "stakes": {"ante": "10", "blind": "10", "play": "30"}},
        {"player": "Qh Qd", "stakes": {"ante": "10", "blind": "10", "play": "40"}},
    ]
    table = {key: UTH[key] for key in ("game", "board", "dealer")} | {"boxes": boxes}
    ran = run("settle", "-", stdin=json.dumps(table))
    assert ran.status == 0
    assert [line for line in ran.out.splitlines() if line.startswith("Box ")] == ["Box 1", "Box 2"]
    # Three queens beat a pair of jacks: 10 on the ante, 40 on the play, the blind below its table.
    assert ran.out.endswith("All boxes: net 0\n")
    answer = run("settle", "--json", "-", stdin=json.dumps(table)).json
    assert [box["net"] for box in answer["boxes"]] == ["-50", "50"]
    assert answer["net"] == "0"


def test_variant_and_rules_of_the_command_line_come_before_the_document(run: Run) -> None:
    straight = but(UTH, player="Ah Kd", board="Qs Jc Td 3h 3s", dealer="2c 4d")
    round_ = json.dumps(straight | {"set": {"trips": "T1"}})

    def net(*arguments: str) -> tuple[str, str, str]:
        answer = run("settle", "--json", "-", *arguments, stdin=round_).json
        lines = {line["bet"]: line["net"] for line in answer["lines"]}
        return answer["variant"], lines["blind"], lines["trips"]

    assert net() == ("default", "10", "20")
    assert net("--set", "trips=T2") == ("default", "10", "25")
    assert net("--set", "trips=T2", "--set", "blind=B") == ("default", "0", "25")
    assert net("--set", " blind = B ") == ("default", "0", "20")
    assert net("--variant", "pa-d") == ("pa-d", "10", "20")  # the document's T1
    assert net("--variant", "pa-blind-b") == ("pa-blind-b", "0", "20")


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_every_house_has_its_sentence(run: Run, game: str) -> None:
    seen = set()
    for n, (variant, rules) in enumerate(naive.RULES[game].items()):
        rounds = [*deals(game, rules, n, 12), *tables(game, rules, n, 3)]
        for round_ in rounds:
            given = json.dumps(round_ | {"variant": variant})
            answer = run("settle", "--json", "-", stdin=given).json
            ran = run("settle", "-", stdin=given)
            assert (ran.status, ran.err) == (0, "")
            lines = [x for box in answer.get("boxes", [answer]) for x in box["lines"]]
            seen |= {line["reason"] for line in lines}
            sentences = re.findall(r"  ([A-Z][^\n]*\.)\n", ran.out)
            assert len(sentences) == len(lines), ran.out
            assert not any("{" in sentence for sentence in sentences)
    assert len(seen) > 6


# --- evaluate and compare --------------------------------------------------------------------


def test_evaluate_prints_the_hand(run: Run) -> None:
    ran = run("evaluate", "--rules", "holdem", "--board", "Kh Kc Qd Js 8h", "As", "2d")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Pair of Kings, A Q J",
        "Plays: Kh (board), Kc (board), As (hand), Qd (board), Js (board)",
        "Not used: 2d (hand), 8h (board)",
    ]


def test_evaluate_reads_cards_as_one_argument_or_many(run: Run) -> None:
    many = run("evaluate", "--json", "Ah", "Kh", "Qh", "Jh", "Th").json
    assert many["category"] == "royal-flush"
    for text in ("Ah Kh Qh Jh Th", "AhKhQhJhTh", "A♥,K♥,Q♥,J♥,10♥", "♥A ♥K ♥Q ♥J ♥T"):
        assert run("evaluate", "--json", text).json == many


def test_evaluate_prints_paid_combinations(run: Run) -> None:
    ran = run("evaluate", "--rules", "russian", "Kh Kd 9s 5c 2d Ac")
    assert ran.out.splitlines()[-2:] == ["Combination 1: Kh Kd", "Combination 2: Ac Kh"]


def test_evaluate_reads_a_document(run: Run, tmp_path: Path) -> None:
    given = '{"rules": "holdem", "cards": "As 2d", "board": "Kh Kc Qd Js 8h"}'
    path = tmp_path / "hand.json"
    path.write_text(given)
    assert run("evaluate", "--json", str(path)).json["name"] == "Pair of Kings, A Q J"
    assert run("evaluate", "--json", "-", stdin=given).json["name"] == "Pair of Kings, A Q J"
    other = run("evaluate", "--json", "-", "--board", "2c 2h Ad", stdin=given).json
    assert other["category"] == "full-house"


def test_compare_prints_who_wins_and_why(run: Run) -> None:
    board = ("--rules", "holdem", "--board", "Ad 9c 7h 4s 2c")
    ran = run("compare", *board, "AsKh", "AcQs")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "1. Pair of Aces, K 9 7 (As Ad Kh 9c 7h) – wins",
        "2. Pair of Aces, Q 9 7 (Ad Ac Qs 9c 7h)",
        "Decided by Kh",
    ]
    tie = run("compare", "--rules", "holdem", "--board", "As Ks Qs Js Ts", "2c3d", "4c5d")
    assert tie.out.count("– splits") == 2
    assert "Decided" not in tie.out
    assert run("compare", "--json", *board, "AsKh", "AcQs").json["winners"] == [0]


def test_compare_reads_a_document(run: Run) -> None:
    given = '{"rules": "holdem", "board": "Ad 9c 7h 4s 2c", "hands": ["Ac Qs", "As Kh"]}'
    assert run("compare", "--json", "-", stdin=given).json["winners"] == [1]


# --- many at once ----------------------------------------------------------------------------

HANDS = (
    '{"cards": "Ah Kh Qh Jh Th"}',
    "no json at all",
    '{"cards": "Ah Kh Qh Jh Xh"}',
    '{"cards": "Ah Kh Qh Jh Th", "cards": ""}',
    '{"cards": "As Kd 9c 7h 2s"}',
)


def test_jsonl_answers_every_line_in_order_and_goes_on_after_a_bad_one(run: Run) -> None:
    ran = run("evaluate", "--jsonl", stdin="\n".join(HANDS) + "\n")
    assert (ran.status, ran.err) == (1, "")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert len(answers) == len(HANDS)
    assert answers[0]["category"] == "royal-flush"
    assert answers[1]["error"]["where"] == "line 2"
    assert "no JSON" in answers[1]["error"]["message"]
    assert answers[2]["error"]["where"] == "cards"
    assert answers[2]["error"]["kind"] == "cards"
    assert "'Xh'" in answers[2]["error"]["message"]
    assert answers[3]["error"]["where"] == "line 4"
    assert "'cards'" in answers[3]["error"]["message"]
    assert answers[4]["name"] == "High card, A K 9 7 2"


def test_jsonl_of_good_lines_exits_with_zero(run: Run) -> None:
    ran = run("settle", "--jsonl", stdin=f"{FLUSH}\r\n{json.dumps(SIXTH)}")
    assert ran.status == 0
    assert [json.loads(line)["net"] for line in ran.out.splitlines()] == ["32.5", "25"]
    dashed = run("settle", "--jsonl", "--json", "-", stdin=FLUSH)
    assert (dashed.status, json.loads(dashed.out)["net"]) == (0, "32.5")


def test_jsonl_compares(run: Run) -> None:
    lines = (
        '{"rules": "holdem", "board": "Ad 9c 7h 4s 2c", "hands": ["Ac Qs", "As Kh"]}',
        '{"rules": "holdem", "board": "Ad 9c 7h 4s 2c", "hands": ["Ac Qs"]}',
        "[]",
    )
    ran = run("compare", "--jsonl", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    assert answers[0]["winners"] == [1]
    assert answers[1]["error"]["where"] == "hands"
    assert "a list" in answers[2]["error"]["message"]


def test_jsonl_takes_variant_and_rules_for_every_line(run: Run) -> None:
    straight = json.dumps(but(UTH, player="Ah Kd", board="Qs Jc Td 3h 3s", dealer="2c 4d"))
    ran = run("settle", "--jsonl", "--set", "trips=T2", stdin=f"{straight}\n{straight}\n")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["lines"][3]["odds"] for answer in answers] == ["5:1", "5:1"]


def test_jsonl_answers_lines_of_junk(run: Run) -> None:
    junk = [b"\xff\xfe\x00", b"\x80" * 50, b"{" * 5000, b"[" * 100_000, b"NaN", b'"\\ud800"', b"\0"]
    ran = run("settle", "--jsonl", stdin=b"\n".join([*junk, FLUSH.encode()]))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    assert len(answers) == len(junk) + 1
    for n in (1, 2, 3, 4, 5, 7):
        assert answers[n - 1]["error"]["where"] == f"line {n}"
    assert "UTF-8" in answers[0]["error"]["message"]
    assert "nested too deeply" in answers[3]["error"]["message"]
    assert answers[-1]["net"] == "32.5"


def test_jsonl_answers_nothing_to_nothing(run: Run) -> None:
    assert run("settle", "--jsonl") == (0, "", "")
    assert run("settle", "--jsonl", stdin="\n\n") == (0, "", "")


@pytest.mark.parametrize(
    "arguments", [("settle", "round.json"), ("evaluate", "As"), ("compare", "AsKd", "QhQs")]
)
def test_jsonl_beside_a_file_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, "--jsonl", stdin=FLUSH)
    assert ran.status == 2
    assert "standard input" in ran.err


# --- errors ----------------------------------------------------------------------------------

REFUSED: dict[str, tuple[tuple[str, ...], str, str, str, str]] = {
    "no command": ((), "", "usage", "", "COMMAND"),
    "unknown command": (("setle",), "", "usage", "", "'setle'"),
    "unknown option": (("settle", "--fast", "-"), FLUSH, "usage", "", "--fast"),
    "no round": (("settle",), "", "usage", "", "no round was given"),
    "no cards": (("evaluate",), "", "usage", "", "no cards were given"),
    "no hands": (("compare",), "", "usage", "", "no hands were given"),
    "no file": (("settle", "nowhere.json"), "", "usage", "nowhere.json", "cannot be read"),
    "a folder": (("settle", "."), "", "usage", ".", "cannot be read"),
    "null character in a name": (("settle", "a\0b"), "", "usage", "a\0b", "cannot be read"),
    "empty input": (("settle", "-"), "", "round", "", "no JSON"),
    "no JSON": (("settle", "-"), "Ah Kd", "round", "", "no JSON"),
    "a list": (("settle", "-"), "[]", "round", "", "a list; expected a round"),
    "unknown game": (("settle", "-"), '{"game": "x"}', "rule", "game", "casino-holdem"),
    "unknown variant": (("settle", "-", "--variant", "x"), FLUSH, "rule", "variant", "northwood"),
    "unknown rule": (("settle", "-", "--set", "x=y"), FLUSH, "rule", "set", "trips_on_fold"),
    "unknown value": (("settle", "-", "--set", "trips=x"), FLUSH, "rule", "set.trips", "T4"),
    "rule without a value": (("settle", "-", "--set", "trips"), FLUSH, "usage", "--set", "=VALUE"),
    "rule without a name": (("settle", "-", "--set", "=T1"), FLUSH, "usage", "--set", "'=T1'"),
    "no rules object": (
        ("settle", "-", "--set", "trips=T1"),
        '{"game": "x", "set": []}',
        "round",
        "set",
        "an object",
    ),
    "wrong stake": (
        ("settle", "-"),
        FLUSH.replace("20", "25"),
        "stake",
        "stakes.play",
        "3 × ante = 15",
    ),
    "no amount": (("settle", "-"), FLUSH.replace('"20"', "NaN"), "money", "", "NaN"),
    "unknown card": (("evaluate", "Ah Kh Qh Jh Xh"), "", "cards", "cards", "T or 10"),
    "card twice": (("evaluate", "Ah Ah Kh Qh Jh"), "", "cards", "cards", "Ah is there twice"),
    "surrogates of a shell": (("evaluate", "A\udcff"), "", "cards", "cards", "is not a suit"),
    "surrogate in a key": (("settle", "-"), '{"\\ud800": 1}', "round", "\ud800", "unknown key"),
    "unknown rules": (("evaluate", "As", "--rules", "x"), "", "usage", "rules", "holdem"),
    "one hand": (("compare", "AhKhQhJhTh"), "", "cards", "hands", "two or more"),
    "unknown drill game": (("drill", "x"), "", "rule", "game", "russian-poker"),
    "no drill game": (("drill",), "", "usage", "", "no game was given"),
    "unknown drill": (("drill", GAMES[0], "x"), "", "rule", "drill", "what-does-this-pay"),
    "unknown drill house": (
        ("drill", GAMES[0], "--variant", "x", "--count", "1"),
        "",
        "rule",
        "variant",
        "northwood",
    ),
    "negative seed": (("drill", GAMES[0], "--seed", "-1"), "", "rule", "seed", "0 to"),
    "seed that is no number": (("drill", GAMES[0], "--seed", "x"), "", "usage", "", "'x'"),
    "no questions": (("drill", GAMES[0], "--count", "0"), "", "usage", "--count", "1 to"),
    "too many questions": (
        ("drill", GAMES[0], "--count", "1000000"),
        "",
        "usage",
        "--count",
        "100000",
    ),
    "paytables of what": (("paytables",), "", "usage", "", "list|show|check"),
    "table of an unknown game": (("paytables", "show", "x"), "", "rule", "game", "casino-holdem"),
    "unknown bet": (("paytables", "show", GAMES[0], "aa"), "", "usage", "", "'aa'"),
    "unknown table": (("paytables", "show", GAMES[0], "trips", "T9"), "", "usage", "", "T1"),
    "no file to check": (("paytables", "check"), "", "usage", "", "FILE"),
    "check for an unknown game": (
        ("paytables", "check", "--game", "x", "a.csv"),
        "",
        "rule",
        "game",
        "russian-poker",
    ),
    "check for an unknown bet": (
        ("paytables", "check", "--game", GAMES[1], "--bet", "trips", "a.csv"),
        "",
        "usage",
        "--bet",
        "ante, aa",
    ),
    "houses on standard input": (
        ("paytables", "check", "--game", GAMES[1], "--bet", "variants", "-"),
        "",
        "usage",
        "-",
        "file",
    ),
    "no port": (("app", "--port", "70000"), "", "usage", "--port", "65535"),
    "port that is no number": (("app", "--port", "x"), "", "usage", "", "'x'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_told_on_standard_error_and_as_json(run: Run, case: str) -> None:
    arguments, stdin, kind, where, words = REFUSED[case]
    ran = run(*arguments, stdin=stdin)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("error: ")
    assert ran.err.endswith("\n")
    assert words in ran.err
    assert "Traceback" not in ran.err
    if arguments[:1] in ((), ("app",), ("setle",)):
        return  # these take no --json
    told = run(*arguments, "--json", stdin=stdin)
    assert told.status == 2
    assert told.err == ran.err
    assert set(told.json) == {"error"}
    assert set(told.json["error"]) == {"kind", "message", "where"}
    assert told.json["error"]["kind"] == kind
    assert told.json["error"]["where"] == where
    assert words in told.json["error"]["message"]


JUNK = {
    "bytes that are no text": bytes(range(256)) * 10,
    "UTF-16": FLUSH.encode("utf-16"),
    "null characters": b"\0" * 1000,
    "deep list": b"[" * 200_000,
    "deep object": b'{"a":' * 100_000,
    "ten megabytes of one letter": b"x" * 10_000_000,
    "ten megabytes of brackets": b"[" * 10_000_000,
    "ten megabytes of text": b'"' + b"x" * 10_000_000 + b'"',
    "ten megabytes of cards": b'{"game":"casino-holdem","player":"' + b"As" * 5_000_000 + b'"}',
    "ten megabytes of digits": (
        b'{"game":"casino-holdem","stakes":{"ante":' + b"1" * 10_000_000 + b"}}"
    ),
    "ten megabytes of a key": b'{"' + b"x" * 10_000_000 + b'":1}',
    "ten megabytes of a game's name": b'{"game":"' + b"x" * 10_000_000 + b'"}',
    "ten megabytes of spaces": b" " * 10_000_000,
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_junk_is_refused_in_few_words(run: Run, junk: bytes, tmp_path: Path) -> None:
    path = tmp_path / "junk.json"
    path.write_bytes(junk)
    for command in ("settle", "evaluate", "compare"):
        for ran in (run(command, "-", stdin=junk), run(command, str(path))):
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith("error: ")
            assert len(ran.err) < 600


def test_input_without_end_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.cli.output.MAX_BYTES", 1000)
    ran = run("settle", "-", stdin=b" " * 2000)
    assert ran.status == 2
    assert "larger than 1000 bytes" in ran.err


def test_json_is_escaped_where_the_terminal_has_no_such_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for encoding in ("ascii", "cp1252"):
        written = io.BytesIO()
        out = io.TextIOWrapper(written, encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["evaluate", "--json", "Ж♠"]) == 2
        answer = json.loads(written.getvalue().decode(encoding))
        assert "Ж♠" in answer["error"]["message"]


# --- a process of its own --------------------------------------------------------------------


def test_module_runs_like_the_console_script() -> None:
    ran = spawn("settle", "--json", "-", input=FLUSH.encode())
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["net"] == "32.5"
    version = spawn("--version")
    assert version.returncode == 0
    assert re.fullmatch(rb"casino-poker \d+\.\d+\S*\n", version.stdout)


def test_bad_input_ends_a_process_with_two_and_no_traceback() -> None:
    ran = spawn("settle", "--json", "-", input=b'{"game": "\xd0\x96", "\\ud800": 1}')
    assert ran.returncode == 2
    assert json.loads(ran.stdout)["error"]["where"] == "\ud800"
    assert b"Traceback" not in ran.stderr


def test_closed_standard_input_is_refused() -> None:
    for arguments in (
        ("settle", "-"),
        ("settle", "--jsonl"),
        ("drill", GAMES[1], "--count", "1"),
        ("paytables", "check", "-"),
    ):
        code = (
            "import os, sys\n"
            "os.close(0)\n"
            "os.execv(sys.executable, [sys.executable, '-m', 'trainer', *sys.argv[1:]])"
        )
        ran = subprocess.run(
            [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, check=False
        )
        assert ran.returncode == 2, ran
        assert b"standard input is closed" in ran.stderr
        assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("paytables", "list"), 0),
        (("drill", GAMES[0], "--json", "--count", "40"), 0),  # more than a pipe holds
        (("evaluate", "--json", "Xx"), 2),
    ],
    ids=["text", "json", "refused"],
)
def test_reader_that_has_gone_is_no_error(arguments: tuple[str, ...], status: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "trainer", *arguments]
    try:
        ran = subprocess.run(
            command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60
        )
    finally:
        os.close(writing)
    assert ran.returncode == status
    assert b"Traceback" not in ran.stderr
    assert b"BrokenPipe" not in ran.stderr


def test_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "closed").write_bytes(b"")
    command = [sys.executable, "-m", "trainer", "evaluate", "Ah", "Kh", "Qh", "Jh", "Th"]
    with (tmp_path / "closed").open("rb") as only_for_reading:
        ran = subprocess.run(
            command, cwd=ROOT, stdout=only_for_reading, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"error: the answer cannot be written: ")
    assert ran.stderr.count(b"\n") == 1


def test_a_file_that_is_missing_is_not_told_as_a_failed_write(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = tmp_path / "blind.csv"

    def gone(document: object) -> None:
        missing.read_bytes()

    monkeypatch.setattr("trainer.cli.hands.settle_document", gone)
    ran = run("settle", "--json", "-", stdin=FLUSH)
    assert ran.status == 2
    assert ran.err == f"error: {missing}: this file cannot be used: no such file or directory\n"
    assert ran.json["error"] == {
        "kind": "usage",
        "message": "this file cannot be used: no such file or directory",
        "where": str(missing),
    }


HEAVY = {"numba", "llvmlite", "numpy", "scipy", "pandas", "pyarrow", "streamlit", "altair"}
LIGHT = {
    "help": (["--help"], ""),
    "settle": (["settle", "-"], FLUSH),
    "settle as JSON": (["settle", "--json", "-"], json.dumps(SIXTH)),
    "evaluate": (["evaluate", "Ah", "Kh", "Qh", "Jh", "Th"], ""),
    "compare": (["compare", "AhKhQhJhTh", "AsKsQsJsTs"], ""),
    "paytables list": (["paytables", "list"], ""),
    "paytables show": (["paytables", "show", "casino-holdem"], ""),
    "paytables check": (["paytables", "check", "paytables/casino-holdem/aa.csv"], ""),
    "refused": (["settle", "nowhere.json"], ""),
}


@pytest.mark.parametrize(("arguments", "stdin"), LIGHT.values(), ids=LIGHT)
def test_light_commands_import_nothing_heavy(arguments: list[str], stdin: str) -> None:
    code = (
        "import sys\n"
        "from trainer.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        input=stdin.encode(),
        capture_output=True,
        check=False,
    )
    imported = set(ran.stderr.decode().splitlines()[-1].split())
    assert "trainer" in imported
    assert not imported & HEAVY


@pytest.mark.parametrize("case", ["help", "settle", "evaluate", "paytables list"])
def test_light_commands_take_half_a_second_at_most(case: str) -> None:
    """The median of five: processor time, which other work on the machine hardly changes."""
    arguments, stdin = LIGHT[case]
    spent, waited = [], []
    for _ in range(5):
        before, start = os.times(), time.perf_counter()
        assert spawn(*arguments, input=stdin.encode()).returncode == 0
        waited.append(time.perf_counter() - start)
        after = os.times()
        spent.append(after.children_user + after.children_system)
        spent[-1] -= before.children_user + before.children_system
    print(f"{case}: {statistics.median(spent):.2f} s of a processor, {min(waited):.2f} s waited")
    assert statistics.median(spent) <= 0.5
    assert min(waited) <= 2.5


# --- help ------------------------------------------------------------------------------------

COMMANDS = (
    *((), ("settle",), ("evaluate",), ("compare",), ("drill",), ("app",), ("paytables",)),
    *(("paytables", "list"), ("paytables", "show"), ("paytables", "check")),
)


@pytest.mark.parametrize(
    "command", COMMANDS, ids=lambda command: " ".join(command) or "casino-poker"
)
def test_help_of_every_command_has_a_worked_example(run: Run, command: tuple[str, ...]) -> None:
    ran = run(*command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("usage: casino-poker")
    assert "xample" in ran.out
    assert " ".join(("casino-poker", *command)) in ran.out.partition("xample")[2]


def test_example_of_settle_does_what_its_help_says(run: Run) -> None:
    said = run("settle", "--help").out
    example = re.search(r"<<'END'\n(.*)\n  END\n", said, re.DOTALL)
    assert example
    answer = run("settle", "--json", "-", stdin=example[1]).json
    paid = {line["bet"]: line["paid"] for line in answer["lines"]}
    promised = re.search(r"pays (\S+) on play, (\S+) on ante and (\S+) on blind", said)
    assert promised
    assert (paid["play"], paid["ante"], paid["blind"]) == promised.groups()


def test_examples_of_evaluate_and_compare_do_what_their_help_says(run: Run) -> None:
    evaluated = run("evaluate", "--rules", "holdem", "--board", "Kh Kc Qd Js 8h", "As", "2d")
    assert "--board 'Kh Kc Qd Js 8h' As 2d" in run("evaluate", "--help").out
    assert evaluated.out.splitlines()[0] == "Pair of Kings, A Q J"
    compared = run("compare", "--rules", "holdem", "--board", "Ad 9c 7h 4s 2c", "AsKh", "AcQs")
    assert "--board 'Ad 9c 7h 4s 2c' AsKh AcQs" in run("compare", "--help").out
    assert compared.out.splitlines()[-1] == "Decided by Kh"


# --- paytables -------------------------------------------------------------------------------


def test_list_names_every_house_and_table(run: Run) -> None:
    ran = run("paytables", "list")
    listed = run("paytables", "list", "--json").json["games"]
    assert [game["game"] for game in listed[:3]] == list(GAMES)
    for game in listed:
        assert f"({game['game']})" in ran.out
        if game["game"] in naive.RULES:
            assert {house["id"] for house in game["variants"]} == set(naive.RULES[game["game"]])
        for house in game["variants"]:
            assert house["id"] in ran.out
            assert house["name"] in ran.out
    assert listed[0]["tables"]["trips"] == ["T1", "T2", "T3", "T4"]


def test_show_prints_tables_and_houses(run: Run) -> None:
    shown = run("paytables", "show", GAMES[0], "trips", "T2", "--json").json
    assert shown["trips"]["T2"]["flush"] == "6:1"
    assert list(shown["trips"]) == ["T2"]
    text = run("paytables", "show", GAMES[0], "trips", "T2").out
    assert text.startswith("trips T2\n")
    assert re.search(r"^flush +6:1 ", text, re.MULTILINE)
    every = run("paytables", "show", GAMES[1], "--json").json
    assert set(every) == {"ante", "aa"}
    assert every["ante"]["A1"]["royal-flush"] == "100:1"
    house = run("paytables", "show", GAMES[0], "pa-a", "--json").json
    assert house["rules"]["trips"] == "T1"
    said = run("paytables", "show", GAMES[0], "pa-a").out
    assert re.search(r"^trips +T1$", said, re.MULTILINE)
    assert "Source: " in said


GOOD = """\
table,row,odds,source,checked
X,royal-flush,500:1,here,2026-11-29
X,flush,3:2,here,2026-11-29
"""
BROKEN = GOOD.replace("500:1", "500:1 50:1").replace("3:2", "3.Feb")
FALLING = "hand,pays\nfull house,2:1\nflush,3:1\n"


def test_check_of_a_good_file_exits_with_zero(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ultimate-texas-holdem" / "blind.csv"
    path.parent.mkdir()
    path.write_text(GOOD)
    ran = run("paytables", "check", str(path))
    assert ran.status == 0
    assert f"{path}: 1 table, no fault" in ran.out
    answer = run("paytables", "check", "--json", str(path)).json
    assert answer["ok"] is True
    assert answer["files"][0]["tables"] == {"X": {"royal-flush": "500:1", "flush": "3:2"}}


def test_check_reports_every_fault_with_its_line_and_exits_with_one(
    run: Run, tmp_path: Path
) -> None:
    bad, good = tmp_path / "blind.csv", tmp_path / "trips.csv"
    bad.write_text(BROKEN)
    good.write_text(FALLING)
    ran = run("paytables", "check", str(bad), str(good))
    assert (ran.status, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"{bad}:2: ")
    assert lines[1].startswith(f"{bad}:3: ")
    assert "expected" in lines[0]
    assert "3.Feb" in lines[1]
    answer = run("paytables", "check", "--json", str(bad), str(good))
    assert answer.status == 1
    assert answer.json["ok"] is False
    assert [file["ok"] for file in answer.json["files"]] == [False, True]
    assert len(answer.json["files"][0]["faults"]) == 2


def test_check_with_warnings_exits_with_zero(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(FALLING)
    ran = run("paytables", "check", "--game", GAMES[0], "--bet", "trips", str(path))
    assert ran.status == 0
    assert any(line.startswith(f"{path}:") and "warning" in line for line in ran.out.splitlines())
    assert "1 table, no fault" in ran.out


def test_check_reads_standard_input(run: Run) -> None:
    arguments = ("paytables", "check", "--game", GAMES[0], "--bet", "blind", "-")
    assert run(*arguments, stdin=GOOD).status == 0
    ran = run(*arguments, stdin=BROKEN)
    assert ran.status == 1
    assert ran.out.startswith("-:2: ")


def test_check_of_no_file_is_a_fault(run: Run, tmp_path: Path) -> None:
    for name in ("nowhere.csv", str(tmp_path)):
        ran = run("paytables", "check", name)
        assert ran.status == 1
        assert ran.out.startswith(f"{name}: ")


def test_check_of_the_package_finds_no_fault(run: Run) -> None:
    games = [game["game"] for game in run("paytables", "list", "--json").json["games"]]
    files = [str(path) for game in games for path in (ROOT / "paytables" / game).glob("*.csv")]
    assert len(files) >= 11
    ran = run("paytables", "check", *files)
    assert ran.status == 0
    assert ran.out.count("no fault") == len(files)


def test_broken_folder_of_ones_own_is_told_with_its_lines(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "casino-holdem" / "aa.csv"
    path.parent.mkdir()
    path.write_text("table,row,odds,source,checked\nmine,flush,2-Mar,here,2026-11-29\n")
    monkeypatch.setenv("CASINO_POKER_PAYTABLES", str(tmp_path))
    ran = run("settle", "--json", "-", stdin=json.dumps(CASINO))
    assert ran.status == 2
    assert ran.json["error"]["kind"] == "paytable"
    assert f"{path}:2: " in ran.json["error"]["message"]
    assert run("settle", "--json", "-", stdin=FLUSH).status == 0


# --- drill -----------------------------------------------------------------------------------


def test_drills_are_listed(run: Run) -> None:
    assert run("drill", "--list").out.startswith("what-does-this-pay  What does this pay?")
    listed = {one["id"]: one for one in run("drill", "--list", "--json").json["drills"]}
    assert next(iter(listed)) == "what-does-this-pay"
    assert set(GAMES) < set(listed["what-does-this-pay"]["games"])
    assert listed["buy-or-not"]["games"] == ["russian-poker"]
    assert "how-much-insurance  How much insurance?  (russian-poker)" in run("drill", "--list").out


@pytest.mark.parametrize("game", GAMES)
def test_drill_asks_the_same_questions_for_the_same_seed(run: Run, game: str) -> None:
    def questions(*arguments: str) -> list[Any]:
        ran = run("drill", game, "what-does-this-pay", "--json", *arguments)
        assert (ran.status, ran.err) == (0, "")
        return ran.json["questions"]

    first = questions("--seed", "7", "--count", "20")
    assert questions("--seed", "7", "--count", "20") == first
    assert questions("--seed", "12", "--count", "3") == first[5:8]
    rounds = {json.dumps(question["round"], sort_keys=True) for question in first}
    assert len(rounds) == 20
    assert questions("--seed", "8", "--count", "1") != first[:1]
    default = run("drill", game, "--seed", "7", "--count", "20", "--json").json["questions"]
    assert default == first


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game in GAMES for variant in naive.RULES[game]]
)
def test_drill_knows_the_right_answers(run: Run, game: str, variant: str) -> None:
    """The slow twin settles the round of every question."""
    ran = run("drill", game, "--variant", variant, "--seed", "1", "--count", "15", "--json")
    for question in ran.json["questions"]:
        assert question["variant"] == variant
        twin = naive.settle(question["round"])
        wanted = {line["bet"]: line[question["ask"]] for line in twin["lines"]}
        assert question["answers"] == wanted | {"total": twin[question["ask"]]}
        for answers in question["misconceptions"].values():
            assert answers != question["answers"]


def test_drill_without_a_seed_deals_anew(run: Run) -> None:
    seeds = {
        run("drill", GAMES[0], "--count", "1", "--json").json["questions"][0]["seed"]
        for _ in range(4)
    }
    assert len(seeds) > 1


def answers_of(run: Run, game: str, seed: int) -> dict[str, str]:
    """The right answers of one question, by the slow twin."""
    asked = run("drill", game, "--seed", str(seed), "--count", "1", "--json").json["questions"][0]
    twin = naive.settle(asked["round"])
    answers = {line["bet"]: line[asked["ask"]] for line in twin["lines"]}
    return answers | {"total": twin[asked["ask"]]}


@pytest.mark.parametrize("game", GAMES)
def test_drill_is_passed_by_right_answers(run: Run, game: str) -> None:
    typed = [answer for seed in (3, 4, 5) for answer in answers_of(run, game, seed).values()]
    typed = [answer.replace(".", ",") for answer in typed]
    ran = run("drill", game, "--seed", "3", "--count", "3", stdin="\n".join(typed) + "\n")
    assert ran.status == 0
    assert "3 of 3 questions right." in ran.out
    assert "✕" not in ran.out
    assert ran.out.count("✓") == len(typed)
    assert "(seed 3)" in ran.out
    assert ran.out.count("0 for nothing; Ctrl-C ends the drill.") == 3


def test_drill_is_failed_by_a_wrong_answer_and_says_the_right_one(run: Run) -> None:
    answers = answers_of(run, GAMES[0], 3)
    typed = ["123456", *list(answers.values())[1:]]
    ran = run("drill", GAMES[0], "--seed", "3", "--count", "1", stdin="\n".join(typed) + "\n")
    assert ran.status == 1
    assert ran.out.count("✕") == 1
    assert f"✕ Ante: {answers['ante']}." in ran.out
    assert "0 of 1 questions right." in ran.out


def test_drill_names_the_misconception_behind_a_wrong_answer(run: Run) -> None:
    asked = run("drill", GAMES[0], "--seed", "1", "--count", "60", "--json").json["questions"]
    question = next(x for x in asked if "stake-included" in x["misconceptions"])
    mistaken = question["misconceptions"]["stake-included"]
    wrong = [bet for bet in mistaken if mistaken[bet] != question["answers"][bet]]
    typed = "\n".join(mistaken[bet] for bet in question["answers"])
    seed = str(question["seed"])
    ran = run("drill", GAMES[0], "--seed", seed, "--count", "1", stdin=typed + "\n")
    assert ran.status == 1
    for bet in wrong:
        assert f"You said {mistaken[bet]}: " in ran.out
    assert "that includes the stake; paid is the profit only." in ran.out


@pytest.mark.parametrize("typed", ["", "5\n", "5\n5"], ids=["nothing", "one answer", "two answers"])
def test_drill_that_is_broken_off_is_not_passed(run: Run, typed: str) -> None:
    ran = run("drill", GAMES[0], "--seed", "3", "--count", "2", stdin=typed)
    assert ran.status == 1
    assert ran.err == ""


@pytest.mark.parametrize("typed", ["", "ten", "1e400", "9" * 10_000, "-", "NaN", "½"])
def test_drill_asks_again_for_what_is_no_amount(run: Run, typed: str) -> None:
    right = "\n".join(answers_of(run, GAMES[1], 3).values())
    ran = run("drill", GAMES[1], "--seed", "3", "--count", "1", stdin=f"{typed}\n{right}\n")
    assert ran.err == ""
    assert ran.out.count("That is no amount.") == 1
    assert ran.status == 0


def test_drill_takes_a_wrong_amount_for_an_answer(run: Run) -> None:
    ran = run("drill", GAMES[1], "--seed", "3", "--count", "1", stdin="0.01\n" * 8)
    assert ran.status == 1
    assert "0 of 1 questions right." in ran.out


def test_drill_refuses_bytes_that_are_no_text(run: Run) -> None:
    ran = run("drill", GAMES[1], "--seed", "3", "--count", "1", stdin=b"\xff\xfe\x80\n" * 8)
    assert ran.status == 2
    assert "UTF-8" in ran.err


def test_insured_and_bought_rounds_print_their_fees(run: Run) -> None:
    assert "Insurance" in run("settle", "-", stdin=json.dumps(INSURED)).out
    assert "Dealer's game" in run("settle", "-", stdin=json.dumps(BOUGHT)).out
