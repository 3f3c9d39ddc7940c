"""The House edge page: a table edited or uploaded, and the exact edge that follows.

UI05 and UI06 are faults reported of other apps (`golden/reported-cases.csv`).
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.test_ui_app import address, app, assert_no_exception, press, sent
from tests.ui_rounds import words
from trainer.games import build, specs, tables
from trainer.locale import translator
from trainer.paytables import parse_tables
from trainer.rules import Paytable
from trainer.solve import edge
from trainer.ui import edge_table
from trainer.ui.verdict import fraction_text

T = translator("en")
UTH = "ultimate-texas-holdem"
EDGE = "views/edge.py"
CHANGED = """\
table,row,odds
mine,royal-flush,500:1
mine,straight-flush,50:1
mine,four-of-a-kind,10:1
mine,full-house,3:1
mine,flush,2:1
mine,straight,1:1
mine,three-of-a-kind,push
mine,two-pair,push
mine,pair,push
mine,high-card,push
"""
NOTED = "hand;pays\nroyal flush;500 to 1\nstraight flush;50\nflush;2:1\nless;push\n"
FAULTY = "table,row,odds\nmine,straigt,1:1\nmine,flush,3-Feb\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results of these tests are kept apart from the tester's own."""
    monkeypatch.setenv("CASINO_POKER_DATA", str(tmp_path))


def texts(bet: str = "blind", table: str = "A") -> dict[str, str]:
    return edge_table.texts_of(specs(UTH)[bet], tables(UTH)[bet][table])


# Texts and files


def test_the_main_bet_comes_first() -> None:
    assert edge_table.bets_with_tables(build(UTH)) == {"blind": "A", "trips": "T3"}
    assert list(edge_table.bets_with_tables(build(UTH, "bad-beat"))) == [
        "blind",
        "trips",
        "bad_beat",
    ]
    casino = edge_table.bets_with_tables(build("casino-holdem"))
    assert casino == {"ante": "A1", "aa": "B1"}


def test_a_table_is_shown_with_the_highest_hand_first() -> None:
    assert list(texts().items())[:2] == [("royal-flush", "500:1"), ("straight-flush", "50:1")]
    assert texts()["high-card"] == "push"
    assert texts("trips", "T3")["high-card"] == "lose"


@pytest.mark.parametrize(("bet", "table"), [("blind", "A"), ("blind", "B"), ("trips", "T1")])
def test_a_saved_file_reads_as_the_same_table(bet: str, table: str) -> None:
    spec, origin = specs(UTH)[bet], tables(UTH)[bet][table]
    changed = {**texts(bet, table), "flush": "7:2"}
    text = edge_table.csv_text("mine", changed, origin, "2026-11-29")
    report = parse_tables(text.encode(), "mine.csv", bet, spec)
    assert (report.faults, report.notes) == ((), ())
    assert edge_table.texts_of(spec, report.tables["mine"]) == changed
    assert report.tables["mine"].sources["flush"] == "edited in the app"
    assert report.tables["mine"].sources["royal-flush"] == origin.sources["royal-flush"]


@pytest.mark.parametrize(
    ("typed", "odds"),
    [("2:1", 2), ("3/2", Fraction(3, 2)), ("1.5", Fraction(3, 2)), ("5 to 1", 5), ("push", 0)],
)
def test_odds_are_read_as_the_paytables_are(typed: str, odds: Fraction) -> None:
    report = edge_table.read_texts("blind", specs(UTH)["blind"], {**texts(), "flush": typed})
    assert report.ok
    assert next(iter(report.tables.values())).odds["flush"] == odds


def test_a_finding_about_a_cell_names_the_hand() -> None:
    now = {**texts(), "flush": "1:2"}
    report = edge_table.read_texts("blind", specs(UTH)["blind"], now)
    said = edge_table.typed_finding(T, now, report.warnings[0])
    assert said.startswith("Flush: flush has 1:2, the lower hand straight has 1:1")
    assert "line" not in said


# Figures


def document(edge: str, **changes: Any) -> dict[str, Any]:
    return {
        "exact": str(-Fraction(edge)),
        "house_edge": float(Fraction(edge)),
        "element_of_risk": float(Fraction(edge)) / 4,
        "standard_deviation": 5.0,
        "average_wager": 4.0,
        "seconds": 0.25,
        "reused": [],
        "actions": {"bet-4x": 0.25, "fold": 0.75},
        "side_bets": {"trips": {"house_edge": 0.03, "hit_rate": 0.2}},
    } | changes


def test_a_rise_is_red_and_a_fall_green_with_an_arrow_and_a_word() -> None:
    up = edge_table.figures_html(T, document("3/100"), document("2/100"))
    assert 'class="change up"' in up
    assert "up by 1.0000 points" in words(up)
    assert "house's table: 2.0000 %" in words(up)
    down = edge_table.figures_html(T, document("1/100"), document("2/100"))
    assert 'class="change down"' in down
    assert "down by 1.0000 points" in words(down)
    same = edge_table.figures_html(T, document("2/100"), document("2/100"))
    assert "change" not in same


def test_a_deviation_is_neither_good_nor_bad() -> None:
    html = edge_table.figures_html(T, document("1/50", standard_deviation=5.5), document("1/50"))
    assert 'class="change plain"' in html
    assert "up by 0.5000 antes" in words(html)


def test_the_facts_say_what_was_changed_and_how_it_was_found() -> None:
    changes = [("blind", "flush", {"before": "3:2", "after": "2:1"})]
    said = words(edge_table.facts_html(T, build(UTH), document("1/3"), document("1/2"), changes))
    assert "Changed against the house's table Flush: 3:2 → is now 2:1" in said
    assert "−1 / 3 antes a round for the player" in said
    assert "Computed in 0.25 s, exact, no sampling." in said
    assert "Bet 4× 25.00\u202f% Fold 75.00\u202f%".replace("\u202f", " ") in said
    assert "Trips 3.0000 % 20.00 %" in said
    again = document("1/3", reused=["play"])
    said = words(edge_table.facts_html(T, build(UTH), again, again, []))
    assert "From an earlier solve" in said
    assert "Changed" not in said


def test_a_players_edge_has_a_minus() -> None:
    assert edge_table.percent(-0.0123456) == "−1.2346\u202f%"
    assert edge_table.percent(-0.0000001) == "0.0000\u202f%"


# The page


def figures(at: AppTest) -> str:
    return words(sent(at, "values")["html"])


def upload(at: AppTest, text: str, name: str = "mine.csv") -> AppTest:
    at.get("file_uploader")[0].upload(name, text.encode(), "text/csv")
    at.run()
    assert_no_exception(at)
    return at


def editor(at: AppTest) -> dict[str, str]:
    """The odds as the grid shows them."""
    frame = at.dataframe[0].value
    return dict(zip(frame["hand"], frame["odds"], strict=True))


def test_the_page_opens_with_the_published_edge() -> None:
    said = figures(app(EDGE))
    assert said.startswith("House edge 2.1850 % Element of risk 0.5262 % Standard deviation 4.93")
    assert "−50,643,648,973 / 2,317,817,502,000 antes a round for the player" in said
    assert "Bet 4× 37.71 % Bet 3× 0.00 %" in said
    assert "Trips 3.4979 %" in said
    assert "Changed" not in said


def test_casino_holdem_shows_its_published_edge() -> None:
    said = figures(app(EDGE, game="casino-holdem"))
    assert said.startswith("House edge 2.1576 % Element of risk 0.8173 %")
    assert "−1,363,917,077 / 63,213,204,600" in said
    assert "Call 81.99 %" in said
    assert "AA bonus 6.2583 % 10.88 %" in said


def test_an_uploaded_table_gives_the_engines_edge() -> None:
    at = upload(app(EDGE), CHANGED)
    assert editor(at)["Flush"] == "2:1"
    odds = {**tables(UTH)["blind"]["A"].odds, "flush": Fraction(2)}
    game = build(UTH, "default", None, {"blind": Paytable("other", odds)})
    exact = edge(game, keep=False).ev
    assert exact > Fraction(-50643648973, 2317817502000)
    assert f"{fraction_text(exact)} antes a round for the player" in figures(at)
    assert "Flush: 3:2 → is now 2:1" in figures(at)
    assert "down by" in figures(at)


def test_ui05_an_uploaded_table_stays_when_a_widget_moves() -> None:
    at = upload(app(EDGE), CHANGED)
    before = figures(at)
    next(x for x in at.toggle if x.label == "Suits in two colours").set_value(True)
    at.run()
    assert_no_exception(at)
    assert not at.error
    assert editor(at)["Flush"] == "2:1"
    assert figures(at) == before


def test_ui06_an_upload_is_processed_once() -> None:
    at = upload(app(EDGE), CHANGED)
    assert len(editor(at)) == 10
    press(at, "Back to the house's table")
    assert editor(at)["Flush"] == "3:2"
    at.run()
    assert editor(at)["Flush"] == "3:2"
    assert "Changed" not in figures(at)
    assert len(editor(at)) == 10


def test_edits_survive_another_page_and_a_reload() -> None:
    at = upload(app(EDGE), CHANGED)
    told = address(at)
    assert told["blind"] == "flush 2:1"
    at.switch_page("views/settle.py").run()
    at.switch_page(EDGE).run()
    assert_no_exception(at)
    assert editor(at)["Flush"] == "2:1"
    again = app(EDGE, **told)
    assert editor(again)["Flush"] == "2:1"
    assert (
        figures(again).split("Computed")[0].split("From")[0]
        == (figures(at).split("Computed")[0].split("From")[0])
    )


def test_what_was_read_in_another_form_is_told() -> None:
    at = upload(app(EDGE), NOTED)
    assert editor(at)["Straight flush"] == "50:1"
    assert "mine.csv was read like this:" in at.info[0].value
    assert "Line 2:" in at.info[0].value
    assert "mine.csv was read, but look at this:" in at.warning[-1].value


def test_a_file_with_faults_is_not_used_and_says_why() -> None:
    at = upload(app(EDGE), FAULTY)
    assert "mine.csv was not used:" in at.error[0].value
    assert "Line 2: " in at.error[0].value
    assert "straigt" in at.error[0].value
    assert "Line 3: " in at.error[0].value
    assert editor(at)["Flush"] == "3:2"
    assert "House edge 2.1850 %" in figures(at)


def test_another_table_of_the_game_is_a_start() -> None:
    at = app(EDGE)
    start = next(x for x in at.selectbox if x.label == "Start from")
    start.set_value("B")
    at.run()
    assert_no_exception(at)
    assert editor(at)["Straight"] == "push"
    assert "Straight: 1:1 → is now push" in figures(at)


def test_a_side_bets_table_changes_its_own_edge_only() -> None:
    at = app(EDGE, game=UTH, house="default", trips="flush 8:1")
    said = figures(at)
    assert said.startswith("House edge 2.1850 % Element of risk 0.5262 %")
    assert "Flush: 7:1 → is now 8:1" in said
    # 4,047,644 of 133,784,560 seven-card hands are flushes (XV17): a point of odds is 3.0255 %.
    assert "Trips 0.4724 %" in said
    assert "down by 3.0255 points" in said


def test_odds_in_the_address_that_cannot_be_read_are_left_out() -> None:
    at = app(EDGE, game=UTH, house="default", blind="flush 0:0, nonsense 2:1", trips="x")
    assert editor(at)["Flush"] == "3:2"
    assert "House edge 2.1850 %" in figures(at)
