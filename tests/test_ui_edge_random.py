"""Thirty random paytables, uploaded through the House edge page, against counts of other origin.

What this proves: a file that nobody has seen before, in any spelling that is read, gets the exact
edge of its game. The page starts with an empty folder of results, and the odds go in as the bytes
of a file.

- The blind (10 tables) and the ante of Casino Hold'em (8) change how the game is played, so the
  page's exact fraction must equal the one of the whole game dealt out and played under that table
  by the slow twin (`naive_game.py`: all 27,813,810,024,000 rounds, an evaluator and payouts of its
  own, nothing of the product). Dealing takes minutes, so its eighteen fractions are in
  `golden/random-paytables.csv`; `make slow` deals again and compares.
- Side bets (4 tables each of trips, AA bonus and bad beat) are decided by hands alone: the page's
  percentages must be a dot product of the odds with published counts of hands.

And the command line says the same of the same bytes, as fractions.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.random_paytables import MOST, THIRTY, RandomTable, golden
from tests.test_solve import FIVE_CARDS, LOSING, SEVEN_CARDS
from tests.test_ui_app import app, assert_no_exception, choose, sent
from tests.ui_rounds import words
from trainer.cli import main
from trainer.solve import edges as edges_module

EDGE = "views/edge.py"
BETS = {"blind": "Blind", "ante": "Ante", "trips": "Trips", "aa": "AA bonus",
        "bad_beat": "Bad beat"}  # fmt: skip
# The losing hands of all showdowns of two players, and those that nobody loses. Six of the ten and
# the ties are published (LOSING), all are counted by the slow twin
# (`slow/test_games_dealt_out.py`).
LOSING_HANDS = LOSING | {
    "two-pair": 399099149640,
    "straight": 18271076976,
    "full-house": 8435225376,
    "straight-flush": 10300592,
}
TIES = 113130263816
SHOWDOWNS = 2781381002400  # C(52, 5) C(47, 2) C(45, 2)


@pytest.fixture(autouse=True)
def nothing_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No result of an earlier test or run is at hand."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))
    edges_module._plays.clear()


def counted(table: RandomTable) -> tuple[Fraction, Fraction]:
    """Net and share of wins of a side bet of one unit, from counts of hands."""
    if table.bet == "bad_beat":
        counts, all_of_them = LOSING_HANDS | {"tie": TIES}, SHOWDOWNS
    elif table.bet == "aa":
        counts, all_of_them = FIVE_CARDS, 2598960
    else:
        counts, all_of_them = SEVEN_CARDS, 133784560
    odds = table.odds | {"tie": Fraction(-1)}
    assert sum(counts.values()) == all_of_them
    net = sum((odds[row] * n for row, n in counts.items()), Fraction(0))
    hits = sum(n for row, n in counts.items() if odds[row] > 0)
    return net / all_of_them, Fraction(hits, all_of_them)


def percent(share: Fraction, places: int) -> str:
    """A share in percent as the page shows one, rounded here without binary fractions."""
    units = round(share * 100 * 10**places)
    digits = f"{abs(units):0{places + 1}d}"
    sign = "−" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]} %"


def uploaded(table: RandomTable) -> str:
    """What the page says of a table after its file was uploaded."""
    at: AppTest = app(EDGE, game=table.game, house=table.house)
    if table.bet not in MOST:
        choose(at, "Paytable of", table.bet)
    before = words(sent(at, "values")["html"])
    at.get("file_uploader")[0].upload(table.name, table.data, "text/csv")
    at.run()
    assert_no_exception(at)
    assert not at.error, [one.value for one in at.error]
    said = words(sent(at, "values")["html"]).replace("\u202f", " ")
    assert said != before
    return said


@pytest.mark.parametrize("table", THIRTY, ids=lambda table: table.id)
def test_an_uploaded_table_has_the_edge_of_an_independent_count(table: RandomTable) -> None:
    said = uploaded(table)
    assert "Changed against the house's table" in said
    if table.bet in MOST:
        net = golden()[table.id]
        found = re.search(r"Exactly (−?)([\d,]+) / ([\d,]+) antes a round for the player", said)
        assert found, said
        sign = -1 if found[1] else 1
        exact = sign * Fraction(int(found[2].replace(",", "")), int(found[3].replace(",", "")))
        assert exact == net
        assert said.startswith(f"House edge {percent(-net, 4)} ")
        assert "exact, no sampling." in said
        assert "From an earlier solve" not in said
    else:
        net, hits = counted(table)
        figures = rf"{BETS[table.bet]} (−?[\d.]+ %).*? (up|down) by .*? ([\d.]+ %)"
        found = re.search(figures, said[said.index("Side bets") :])
        assert found, said
        assert found[1] == percent(-net, 4)
        assert found[3] == percent(hits, 2)


@pytest.mark.parametrize("table", THIRTY, ids=lambda table: table.id)
def test_the_command_line_says_the_same_of_the_same_file(
    table: RandomTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / table.name
    path.write_bytes(table.data)
    house = ["--variant", table.house, "--paytable", f"{table.bet}={path}", "--json"]
    assert main(["edge", table.game, *house]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    if table.bet in MOST:
        assert Fraction(answer["exact"]) == golden()[table.id]
    else:
        assert Fraction(answer["side_bets"][table.bet]["exact"]) == counted(table)[0]


def test_the_thirty_tables_are_thirty_different_ones() -> None:
    assert len(THIRTY) == 30
    assert len({(table.bet, *table.odds.values()) for table in THIRTY}) == 30
    assert len(set(golden().values())) == 18
    assert {row: LOSING_HANDS[row] for row in LOSING} == LOSING
