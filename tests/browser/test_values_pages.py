"""Decide, Tables and House edge in a real browser: keys, clicks, files, waiting, and phones."""

from __future__ import annotations

import csv
import re
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

# Compiled before the app is asked, so that no test waits for it.
import trainer.documents.edges  # noqa: F401
from tests.browser.test_pages import focused, settled, slot, width_needed

VALUES = ".values"
FLOP = {"game": "ultimate-texas-holdem", "house": "default", "player": "Kc5d", "board": "Jh9h5s"}
TRIPS = {"game": "russian-poker", "house": "default", "player": "KsKhKd5c2d", "upcard": "7h"}
FIRST_VISIT = 180_000  # the server loads the engine once


@pytest.fixture(scope="module", autouse=True)
def loaded(app: str, browser: Any) -> None:
    """The server has loaded both its engines."""
    page = browser.new_page()
    for path, ready in (
        ("edge", ".figures"),
        ("edge?game=caribbean-stud", "[data-testid=stAlert]"),
    ):
        page.goto(app + path)
        page.locator(ready).first.wait_for(timeout=FIRST_VISIT)
    page.close()


def saved(path: Path) -> list[dict[str, str]]:
    """The rows of a file that was downloaded."""
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


# Decide


def test_a_spot_is_valued_by_typing_cards(open_page: Any) -> None:
    page = open_page("decide")
    slot(page, "Player, card 1: empty").focus()
    page.keyboard.type("kc5d")
    expect(page.locator(".over")).to_have_text("Before the flop")
    page.keyboard.type("jh9h")
    expect(page.get_by_text("1 card missing.")).to_be_visible()
    begun = time.perf_counter()
    page.keyboard.type("5s")
    expect(page.get_by_role("heading", name="Bet 2× is best, by 0.1939.")).to_be_visible()
    print(f"last key to verdict: {time.perf_counter() - begun:.2f} s")
    row = page.get_by_role("row", name=re.compile("^Check"))
    expect(row).to_contain_text("−0.1377")
    expect(page).to_have_url(re.compile("board=Jh9h5s"))


def test_a_drill_of_decisions_is_played_by_keys(open_page: Any) -> None:
    page = open_page("decide", ready=".verdict", choose="yes", **FLOP)
    seconds = []
    for n in range(1, 11):
        expect(page.get_by_role("heading", name="What do you do?")).to_be_visible()
        label = page.locator(".st-key-decide-choices button").first.inner_text()
        key = label.split()[-1]
        assert key in "1234"
        begun = time.perf_counter()
        page.keyboard.press(key)
        expect(page.get_by_text(f"of {n} decision")).to_be_visible()
        seconds.append(time.perf_counter() - begun)
        expect(page.get_by_role("table")).to_contain_text("your choice")
        page.keyboard.press("Enter")
    print(f"choice to cost: {statistics.median(seconds):.2f} s in the median")
    assert statistics.median(seconds) < 3


def test_long_work_shows_a_bar_and_ends_when_the_page_is_left(open_page: Any) -> None:
    page = open_page("tables", ready=".hand")
    # The work may be over before a look from outside, so the page itself notes what it showed.
    page.evaluate(
        """() => {
            window.shown = new Set();
            new MutationObserver(() => {
                const text = document.querySelector("[data-testid=stProgress]")?.innerText;
                if (text) window.shown.add(text);
            }).observe(document.body, {childList: true, subtree: true, characterData: true});
        }"""
    )
    # A million rows that no other test asks for: seconds of work.
    page.get_by_role("combobox", name=re.compile("Game")).click()
    page.get_by_role("option", name="Casino Hold'em").click()
    page.wait_for_function("() => [...window.shown].some(x => x.includes('Computing the table.'))")
    page.get_by_role("link", name="Settle").click()
    begun = time.perf_counter()
    expect(page.get_by_role("heading", name="Settle a round")).to_be_visible()
    assert time.perf_counter() - begun < 3
    expect(page.get_by_text("Computing the table.")).to_be_hidden()


def test_cards_to_exchange_are_clicked_or_taken_by_keys(open_page: Any) -> None:
    page = open_page("decide", choose="yes", width=390, height=900, **TRIPS)
    expect(page.get_by_role("button", name="Exchange: tap the cards")).to_be_visible(
        timeout=FIRST_VISIT
    )
    page.get_by_role("button", name="Five of clubs").click()
    expect(page.get_by_role("button", name="Exchange 1 card")).to_be_enabled()
    deuce = page.get_by_role("button", name="Two of diamonds")
    deuce.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Exchange 2 cards")).to_be_visible()
    expect(deuce).to_be_focused()
    expect(deuce).to_have_attribute("aria-pressed", "true")
    assert width_needed(page) <= 390
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="Exchange 5♣ 2♦ is best, by 0.2137.")).to_be_visible()
    expect(page.get_by_role("img", name="Two of diamonds, given up")).to_be_visible()
    assert width_needed(page) <= 390


# Tables


def test_a_square_of_the_grid_is_picked(open_page: Any) -> None:
    page = open_page("tables", ready=".hand")
    chart = page.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg")
    box = chart.first.bounding_box()
    begun = time.perf_counter()
    # The first square of the second row, below the row of ranks.
    page.mouse.click(box["x"] + box["width"] * 0.5 / 13, box["y"] + 22 + 640 * 1.5 / 13)
    expect(page.get_by_role("heading", name="AKo: Bet 4×")).to_be_visible()
    print(f"click to figures: {time.perf_counter() - begun:.2f} s")
    expect(page.get_by_role("img", name="King of hearts")).to_be_visible()
    expect(page).to_have_url(re.compile("hand=AKo"))


def test_a_hand_is_picked_by_keys_and_read_in_a_table(open_page: Any) -> None:
    page = open_page("tables", ready=".hand")
    page.get_by_role("combobox", name=re.compile("Hand")).focus()
    page.keyboard.type("72o")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="72o: Check")).to_be_visible()
    page.get_by_text("The same as a table").click()
    cell = page.get_by_role("cell", name=re.compile(r"^72o −0\.\d{4} Check"))
    expect(cell).to_be_visible()


def test_rows_are_filtered_while_one_types_and_saved(open_page: Any, tmp_path: Path) -> None:
    page = open_page("tables", ready="[data-testid=stDataFrame]", stage="flop")
    expect(page.get_by_text("All 1,286,792 rows.")).to_be_visible()
    page.get_by_role("textbox", name="Hand").type("Kc5d", delay=30)
    expect(page.get_by_text("standing for 235,200 deals.")).to_be_visible()  # 12 × C(50, 3)
    page.get_by_role("textbox", name="Flop").fill("Jh9h5s")
    expect(page.get_by_text("1 row of 1,286,792")).to_be_visible()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV", exact=True).click()
    download.value.save_as(tmp_path / "rows.csv")
    rows = saved(tmp_path / "rows.csv")
    assert [row["best"] for row in rows] == ["bet-2x"]
    assert abs(float(rows[0]["ev_bet_2x"]) - 0.056128351) < 1e-9


# House edge


def test_a_cell_is_edited_and_the_edge_follows(open_page: Any) -> None:
    page = open_page("edge", ready=".figures")
    expect(page.locator(".figures")).to_contain_text("2.1850")
    grid = page.locator("[data-testid=stDataFrame]").first
    box = grid.bounding_box()
    # The fifth row is the flush; rows are 35 pixels high, below a header of the same height.
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + 35 * 5.5)
    begun = time.perf_counter()
    page.keyboard.type("2:1", delay=60)
    page.keyboard.press("Enter")
    expect(page.locator(".facts")).to_contain_text("Flush: 3:2")
    print(f"edit to edge: {time.perf_counter() - begun:.2f} s")
    expect(page.locator(".change.down").first).to_contain_text("points")
    # The focus stays in the grid: the next row is edited at once.
    page.keyboard.type("2:1", delay=60)
    page.keyboard.press("Enter")
    expect(page.locator(".facts")).to_contain_text("Straight: 1:1")
    expect(page).to_have_url(re.compile("blind=flush[+]2%3A1"))
    page.get_by_role("button", name="Back to the house's table").click()
    expect(page.locator(".facts")).not_to_contain_text("Changed against")


def test_a_table_is_uploaded_kept_and_saved(open_page: Any, tmp_path: Path) -> None:
    page = open_page("edge", ready=".figures")
    mine = tmp_path / "mine.csv"
    mine.write_text("hand,pays\nroyal flush,500 to 1\nstraight flush,50 to 1\nquads,10 to 1\n")
    page.locator("input[type=file]").set_input_files(mine)
    expect(page.get_by_text("mine.csv was read like this:")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("Full house: 3:1")
    report = page.get_by_text("mine.csv was read like this:")
    page.get_by_role("radio", name="Trips").click()
    expect(report).to_be_hidden()
    page.get_by_role("radio", name="Blind").click()
    expect(report).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("Full house: 3:1")
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "saved.csv")
    odds = {row["row"]: row["odds"] for row in saved(tmp_path / "saved.csv")}
    assert odds["four-of-a-kind"] == "10:1"
    assert odds["full-house"] == "push"


# Five-card games


@pytest.mark.usefixtures("whole_engine")
def test_a_five_card_house_is_solved_by_a_button(open_page: Any) -> None:
    page = open_page("edge", ready="[data-testid=stAlert]", game="caribbean-stud")
    expect(page.get_by_text("was not solved yet: about")).to_be_visible()
    begun = time.perf_counter()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("5.2243", timeout=90_000)
    print(f"Caribbean Stud solved on the page: {time.perf_counter() - begun:.1f} s")
    expect(page.locator(".facts")).to_contain_text("−142,031,221 / 2,718,662,100")


def test_work_is_stopped_by_a_button_and_seen_on_another_page(open_page: Any) -> None:
    page = open_page("edge", ready="[data-testid=stAlert]", game="russian-poker", house="pair-2")
    page.get_by_role("button", name="Solve", exact=True).click()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    left = re.compile(r"0 of 13 parts\. About \d+ (minute|second)s? left")
    expect(page.get_by_text(left)).to_be_visible()
    settled(page)
    page.get_by_role("link", name="Tables").click()
    expect(page.get_by_role("heading", name="Tables", level=1)).to_be_visible()
    expect(stop).to_be_hidden()  # hold'em needs no such work
    settled(page)
    page.get_by_role("link", name="House edge").click()
    expect(page.get_by_role("heading", name="House edge", level=1)).to_be_visible()
    expect(stop).to_be_visible()
    settled(page)  # a click while the page is made anew is lost
    stop.click()
    expect(stop).to_be_hidden()
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_visible()


@pytest.mark.usefixtures("whole_engine")
def test_a_table_of_first_decisions_is_computed_and_picked_from(open_page: Any) -> None:
    page = open_page("tables", ready="[data-testid=stAlert]", game="caribbean-stud")
    page.get_by_role("button", name="Compute it").click()
    chart = page.locator("[data-testid=stVegaLiteChart]").first
    chart.wait_for(timeout=150_000)
    expect(page.get_by_role("heading", name="Ace-King against Seven")).to_be_visible()
    page.get_by_role("combobox", name=re.compile("Upcard")).focus()
    page.keyboard.type("Ace")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ace-King against Ace")).to_be_visible()
    page.get_by_role("radio", name="All hands").click()
    expect(page.get_by_text("434,550 rows of 434,550 against this upcard")).to_be_visible()
    page.get_by_role("textbox", name="Hand").fill("AAKKQ")
    expect(page.get_by_text("standing for ")).to_contain_text("of 434,550")
    expect(page).to_have_url(re.compile("find=AAKKQ"))


# Room


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("path", "ready", "query"),
    [
        ("decide", VALUES, {**FLOP, "dead": "2c3c", "dealer": "Jc", "trips": "5"}),
        ("tables", ".hand", {}),
        ("tables", "[data-testid=stDataFrame]", {"stage": "flop", "find": "AKs"}),
        ("edge", ".facts", {"game": "ultimate-texas-holdem", "blind": "flush 2:1"}),
        ("edge", ".houses", {"game": "russian-poker"}),
        ("tables", "[data-testid=stAlert]", {"game": "russian-poker"}),
    ],
)
def test_no_page_scrolls_sideways(
    open_page: Any, path: str, ready: str, query: dict[str, str], scheme: str, width: int
) -> None:
    page = open_page(path, ready=ready, width=width, height=844, scheme=scheme, **query)
    assert width_needed(page) <= width


def test_a_decision_fits_a_phone(open_page: Any) -> None:
    page: Page = open_page("decide", ready=".verdict", width=390, height=844, choose="yes", **FLOP)
    for button in page.locator(".st-key-decide-choices button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        assert box["height"] >= 44


def test_every_control_has_a_name(open_page: Any) -> None:
    page = open_page("edge", ready=".figures")
    page.get_by_role("combobox", name=re.compile("House")).focus()
    assert focused(page)
    for role in ("button", "combobox"):
        for control in page.locator("[data-testid=stMain]").get_by_role(role).all():
            if control.is_visible():
                name = control.get_attribute("aria-label") or control.inner_text()
                assert name.strip(), control.evaluate("x => x.outerHTML")[:200]
