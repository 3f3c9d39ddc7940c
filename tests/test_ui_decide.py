"""The Decide page: spots from fields, verdicts in words, and the page as a session runs it.

EVs are those of `golden/reported-cases.csv` (XV08, XV09, XV13), counted by other programs.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import trainer.documents.edges  # noqa: F401  compiled before a page has to wait for it
from tests.test_ui_app import (
    ROOT,
    address,
    app,
    assert_no_exception,
    card_names,
    field,
    press,
    sent,
)
from tests.ui_rounds import words
from trainer.cards import parse_cards
from trainer.cli import main as cli
from trainer.games import GAME_IDS, build
from trainer.locale import translator
from trainer.rules import Stage
from trainer.ui import engine, picker, spots, verdict
from trainer.ui.waiting import Job, Stopped

T = translator("en")
UTH = build("ultimate-texas-holdem")
CASINO = build("casino-holdem")
DECIDE = "views/decide.py"
FLOP = {"game": UTH.id, "player": "Kc5d", "board": "Jh9h5s"}  # XV09
TIE = {"game": UTH.id, "player": "3h2c", "board": "AsKdQcJhTs"}  # XV08
FOLD = {"game": CASINO.id, "player": "Qs2d", "board": "Jc8h5d"}  # XV13


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of these tests are kept apart from the tester's own."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))


def actions(*values: tuple[str, str]) -> list[dict[str, Any]]:
    """The actions of an `ev` document, best first."""
    return [{"action": id, "ev": float(Fraction(ev)), "exact": ev} for id, ev in values]


# Spots


@pytest.mark.parametrize(
    ("fields", "stage"),
    [
        ({"player": "AhKd"}, "preflop"),
        ({"player": "AhKd", "board": "Qs7c2d"}, "flop"),
        ({"player": "AhKd", "board": "Qs7c2d3c4h"}, "river"),
        ({"player": "AhKd", "board": "Qs7c2d", "known_board": "9h", "dealer": "Jc"}, "flop"),
        ({"player": "AhKd", "dead": "2c2d2h2s3c3d3h3s4c4d4h4s5c5d"}, "preflop"),
    ],
)
def test_the_stage_follows_from_the_board(fields: dict[str, str], stage: str) -> None:
    found = spots.read_spot(T, UTH, fields)
    assert (found.missing, found.problem) == ("", "")
    assert found.stage is not None
    assert found.stage.id == stage


@pytest.mark.parametrize(
    ("game", "fields", "missing"),
    [
        (UTH, {}, "2 cards missing."),
        (UTH, {"player": "Ah"}, "1 card missing."),
        (UTH, {"player": "AhKd", "board": "Qs7c"}, "1 card missing."),
        (UTH, {"player": "AhKd", "board": "Qs7c2d3c"}, "1 card missing."),
        (UTH, {"player": "Ah", "board": "Qs"}, "3 cards missing."),
        (CASINO, {"player": "AhKd"}, "3 cards missing."),
    ],
)
def test_what_is_missing_is_counted(game: Any, fields: dict[str, str], missing: str) -> None:
    found = spots.read_spot(T, game, fields)
    assert found.missing.startswith(missing)
    assert found.stage is None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"player": "AhZs"}, "Player: 'Zs' in 'AhZs' is no card"),
        ({"player": "AhKd2c"}, "Player: there is room for 2 cards"),
        ({"player": "AhKd", "dead": "Kd"}, "Kd is in Player and again in Cards out of play"),
        ({"player": "AhKd", "dealer": "2c3c4c"}, "Dealer: there is room for 2 cards"),
        (
            {"player": "AhKd", "board": "Qs7c2d3c4h", "known_board": "5h"},
            "Turn and river seen: turn and river are on the board already",
        ),
        ({"player": "AhKd", "trips": "five", "ante": "10"}, "Trips: 'five' is no amount"),
        ({"player": "AhKd", "trips": "5"}, "Ante: a side bet is compared with the ante"),
        ({"player": "AhKd", "trips": "-5", "ante": "10"}, "Trips: -5 is below nothing"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(fields: dict[str, str], sentence: str) -> None:
    assert spots.read_spot(T, UTH, fields).problem.startswith(sentence)


def test_stakes_are_told_only_with_a_side_bet() -> None:
    assert "stakes" not in spots.read_spot(T, UTH, {"player": "AhKd", "ante": "10"}).document
    told = {"player": "AhKd", "ante": "7,5", "trips": "2.5"}
    assert spots.read_spot(T, UTH, told).document["stakes"] == {"ante": "7.5", "trips": "2.5"}


def test_a_seed_deals_the_same_spot_and_the_stage_is_obeyed() -> None:
    for seed in range(200):
        dealt = spots.deal(UTH, ["flop", "river"], seed)
        assert dealt == spots.deal(UTH, ["flop", "river"], seed)
        cards = parse_cards(dealt["player"] + dealt["board"])
        assert len(cards) in (5, 7)
        assert len(set(cards)) == len(cards)
    n_board = {len(spots.deal(UTH, [], seed).get("board", "")) // 2 for seed in range(50)}
    assert n_board == {0, 3, 5}
    assert {len(spots.deal(CASINO, [], seed)["board"]) // 2 for seed in range(9)} == {3}


# The picker


@pytest.fixture
def session() -> Any:
    st.session_state.clear()
    yield st.session_state
    st.session_state.clear()


def pick(session: Any, **cards: str) -> None:
    """What the browser does when the picker changed."""
    session["p"] = SimpleNamespace(cards={"seq": 1, "groups": cards})
    picker._take_over("p", lambda field: f"text.{field}")


def test_texts_of_before_the_picker_do_not_come_back(session: Any) -> None:
    pick(session, player="Ah")
    pick(session, player="Ah Kd")
    assert session["text.player"] == "AhKd"
    for stale in ("", "Ah"):
        session["text.player"] = stale
        picker.repair("p")
        assert session["text.player"] == "AhKd"


def test_what_is_typed_after_the_picker_counts(session: Any, monkeypatch: Any) -> None:
    pick(session, player="Ah Kd")
    session["text.player"] = "AhKs"
    picker.repair("p")
    assert session["text.player"] == "AhKs"
    picker.forget("p")
    session["text.player"] = ""
    picker.repair("p")
    assert session["text.player"] == ""
    pick(session, player="Ah Kd")
    monkeypatch.setattr(picker, "FRESH", 0)
    session["text.player"] = ""
    picker.repair("p")
    assert session["text.player"] == ""


# Verdicts


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([("bet-2x", "1/9"), ("check", "0")], "Bet 2× is best, by 0.1111."),
        ([("bet-1x", "0"), ("fold", "-2")], "Bet 1× is best, by 2.0000."),
        ([("check", "-1/2"), ("bet-2x", "-1/2")], "Check and Bet 2× are worth the same."),
        (
            [("check", "1"), ("bet-3x", "1"), ("bet-4x", "1")],
            "Check, Bet 3× and Bet 4× are worth the same.",
        ),
        (
            [("call", "9/10000"), ("fold", "0")],
            "Call is best, but only by 0.0009: a near-tie.",
        ),
        ([("call", "1/1000"), ("fold", "0")], "Call is best, by 0.0010."),
        (
            [("call", "1/1000000"), ("fold", "0")],
            "Call is best, but only by <0.0001: a near-tie.",
        ),
    ],
)
def test_the_verdict_is_one_sentence(values: list[tuple[str, str]], sentence: str) -> None:
    assert verdict.verdict(T, actions(*values)) == sentence


def test_ties_are_told_apart_from_near_ties_by_exact_numbers() -> None:
    third = actions(("check", "1/3"), ("bet-2x", f"{10**20}/{3 * 10**20 + 1}"))
    assert third[0]["ev"] == third[1]["ev"]
    assert "near-tie" in verdict.verdict(T, third)


@pytest.mark.parametrize(
    ("ev", "text"),
    [("1/8", "+0.1250"), ("-1/3", "−0.3333"), ("0", "0.0000"), ("-1/100000", "0.0000")],
)
def test_evs_have_a_sign_and_four_decimals(ev: str, text: str) -> None:
    assert verdict.signed_ev(Fraction(ev)) == text


def test_a_choice_is_told_what_it_costs() -> None:
    values = actions(("bet-2x", "1/2"), ("check", "1/4"))
    assert verdict.choice_words(T, values, "check") == (
        "Check gives up 0.2500 antes: Bet 2× is best."
    )
    assert verdict.choice_words(T, values, "bet-2x") == "Bet 2× is best, by 0.2500."
    near = actions(("bet-2x", "1/2"), ("check", "4999/10000"))
    assert verdict.is_right(near, "check")
    assert verdict.choice_words(T, near, "check") == (
        "Check gives up 0.0001 antes: a near-tie, as good as right."
    )


def test_the_list_says_everything_in_words() -> None:
    html = verdict.values_html(T, actions(("call", "1/4"), ("fold", "-1")), "Title & more")
    assert "Title &amp; more" in html
    assert "Call best +0.2500 0.0000 Fold −1.0000 1.2500" in words(html)
    assert "Exact values Call 1 / 4 Fold −1" in words(html)


def test_keys_are_the_antes_put_out() -> None:
    keys = {
        stage.id: [(action.id, verdict.key_of(action)) for action in verdict.in_order(stage)]
        for stage in (*UTH.stages, *CASINO.stages[:0])
    }
    assert keys == {
        "preflop": [("bet-4x", "4"), ("bet-3x", "3"), ("check", "0")],
        "flop": [("bet-2x", "2"), ("check", "0")],
        "river": [("bet-1x", "1"), ("fold", "0")],
    }
    flop: Stage = CASINO.stages[0]
    assert [verdict.key_of(a) for a in verdict.in_order(flop)] == ["2", "0"]


def test_every_action_and_stage_of_the_solved_games_has_a_name() -> None:
    for game in (UTH, CASINO):
        for stage in game.stages:
            assert verdict.stage_name(T, stage)
            assert all(verdict.action_name(T, action.id) for action in stage.actions)


def test_the_score_is_a_sentence() -> None:
    assert verdict.score_words(T, 0, 0, Fraction(0)) == ""
    assert verdict.score_words(T, 4, 3, Fraction(1, 2)) == (
        "This session: 3 of 4 decisions right. Mistakes gave up 0.5000 antes, 0.1250 a decision."
    )


# Waiting


def test_work_stops_when_nobody_waits_for_it() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(report: Any) -> None:
        try:
            for _ in range(1000):
                report(0.5)
                begun.set()
                time.sleep(0.01)
        except Stopped:
            ended.set()
            raise

    job: Job[None] = Job(work)
    assert begun.wait(5)
    job.stop()
    assert ended.wait(5)
    assert job.is_done_after(5)
    with pytest.raises(Stopped):
        job.result()


def test_a_failure_of_the_work_is_raised_where_one_waits() -> None:
    def work(report: Any) -> None:
        raise ValueError("told")

    job: Job[None] = Job(work)
    assert job.is_done_after(5)
    with pytest.raises(ValueError, match="told"):
        job.result()


@pytest.mark.parametrize(("before", "expected"), [(0.0, 1.0), (0.4, 5.0)])
def test_the_time_left_follows_from_what_was_done_here(before: float, expected: float) -> None:
    told, go = threading.Event(), threading.Event()

    def work(report: Any) -> None:
        report(before)
        time.sleep(1)
        report(0.5)
        told.set()
        go.wait(5)

    job: Job[None] = Job(work)
    assert told.wait(5)
    left = job.seconds_left()
    go.set()
    assert left is not None
    # A second for what was done, and the rest at that pace: 0.5 of it from 0.0, 0.1 from 0.4.
    assert left == pytest.approx(expected, rel=0.5)


def test_the_engine_is_not_loaded_before_it_is_asked() -> None:
    code = (
        "import sys, trainer.ui.engine, trainer.ui.spots, trainer.ui.verdict\n"
        "sys.exit('numba' in sys.modules or 'trainer.ev' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_command_begins_to_compile_before_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    class Replaced(Exception):
        """The server takes the command's place."""

    class Process:
        pid = 4321

        def __init__(self, command: list[str], **options: Any) -> None:
            started.append(command)

    def server(path: str, command: list[str], environment: dict[str, str]) -> None:
        assert started, "the server came first"
        started.append((command, environment["CASINO_POKER_WARMING"]))
        raise Replaced

    monkeypatch.setattr("trainer.cli.web.subprocess.Popen", Process)
    monkeypatch.setattr("trainer.cli.web.os.execve", server)
    monkeypatch.setattr("trainer.cli.web.os.name", "posix")
    with pytest.raises(Replaced):
        cli(["app", "--no-browser"])
    assert started[0][-1] == "trainer.ui.engine"
    assert "streamlit" in started[1][0]
    assert started[1][1] == "4321"


def test_a_page_waits_for_what_the_command_began(monkeypatch: pytest.MonkeyPatch) -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.3)"])
    monkeypatch.setenv("CASINO_POKER_WARMING", str(process.pid))
    is_done = engine._warmed_by_the_command()
    assert is_done is not None
    assert not is_done()
    end = time.monotonic() + 20
    while not is_done():
        assert time.monotonic() < end
        time.sleep(0.05)
    assert is_done()  # asked again, when the process is gone
    process.returncode = 0  # its entry was taken, so it must not be waited for again


def test_every_game_is_offered() -> None:
    at = app(DECIDE)
    assert list(at.selectbox[0].options) == [build(id).name for id in GAME_IDS]


# The page


def values(at: AppTest) -> str:
    """The text of the sheet of values."""
    return words(sent(at, "values")["html"])


def test_the_page_begins_with_what_is_missing() -> None:
    at = app(DECIDE)
    assert at.title[0].value == "What is the best action?"
    assert at.info[0].value.startswith("2 cards missing.")


def test_a_spot_by_its_address_shows_every_action() -> None:
    at = app(DECIDE, **FLOP)
    assert values(at).startswith("On the flop Bet 2× is best, by 0.1939.")
    assert "Bet 2× best +0.0561 0.0000 Check −0.1377 0.1939" in values(at)
    assert address(at) == {**FLOP, "house": "default"}


def test_a_tie_is_told() -> None:
    # Playing the board is worth nothing, folding costs two antes.
    assert "Bet 1× is best, by 2.0000." in values(app(DECIDE, **TIE))
    assert "Fold is best, by 0.0206." in values(app(DECIDE, **FOLD))


def test_typed_cards_move_the_stage() -> None:
    at = app(DECIDE)
    field(at, "Player").set_value("Kc5d")
    at.run()
    assert_no_exception(at)
    assert values(at).startswith("Before the flop")
    field(at, "Board").set_value("Jh9h5s")
    at.run()
    assert values(at).startswith("On the flop Bet 2× is best, by 0.1939.")


def test_seen_cards_lie_on_the_felt_and_change_the_values() -> None:
    at = app(DECIDE, **FLOP, known_board="Kh", dealer="Jc", dead="2c2d")
    names = card_names(sent(at, "sheet")["html"])
    assert "King of hearts, seen" in names
    assert "Jack of clubs" in names
    assert {"Two of clubs, not used", "Two of diamonds, not used"} <= set(names)
    assert "by 0.1939" not in values(at)


def test_a_side_bet_is_included() -> None:
    at = app(DECIDE, **FLOP, trips="5", ante="10")
    assert "side bets included" in values(at)
    # Trips is alive whatever the player does: the difference is the same.
    assert "Bet 2× is best, by 0.1939." in values(at)
    assert address(at)["trips"] == "5"


def test_choosing_first_hides_the_values_and_counts_once() -> None:
    at = app(DECIDE, **FLOP, choose="yes")
    assert values(at) == "On the flop What do you do?"
    assert not at.caption[-1].value.startswith("This session")
    press(at, "Check")
    assert "A mistake Check gives up 0.1939 antes: Bet 2× is best." in values(at)
    assert "Check your choice" in values(at)
    score = "This session: 0 of 1 decision right. Mistakes gave up 0.1939 antes, 0.1939 a decision."
    assert at.caption[-1].value == score
    at.run()
    assert at.caption[-1].value == score
    press(at, "Next spot")
    assert values(at).endswith("What do you do?")
    assert address(at)["player"] != FLOP["player"]
    assert address(at)["choose"] == "yes"


def test_the_best_action_and_a_near_tie_are_right() -> None:
    at = press(app(DECIDE, **FLOP, choose="yes"), "Bet 2×")
    assert "Right Bet 2× is best, by 0.1939." in values(at)
    assert "1 of 1 decision right" in at.caption[-1].value


def test_a_dealt_spot_is_shared_by_its_address() -> None:
    at = press(app(DECIDE), "Deal")
    assert "is best" in values(at) or "worth the same" in values(at)
    told = address(at)
    again = app(DECIDE, **told)
    assert values(again) == values(at)


def test_close_decisions_are_close() -> None:
    at = app(DECIDE, game=CASINO.id)
    next(x for x in at.toggle if x.label == "Close decisions").set_value(True)
    at.run()
    press(at, "Deal")
    said = values(at)
    assert float(said.split("by ")[1].split()[0].rstrip(".:").lstrip("<")) < 0.1


def test_nonsense_in_the_address_is_no_error() -> None:
    at = app(DECIDE, game="baccarat", house="<b>", player="Zz", board="x", choose="maybe")
    assert at.error[0].value.startswith("Player: ")
