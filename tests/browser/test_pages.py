"""Both pages in a real browser: keys, taps, focus, and room on a phone."""

from __future__ import annotations

import re
import statistics
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from trainer.drills import TOTAL, Question, make_question
from trainer.money import format_money

ROUND = {
    "game": "ultimate-texas-holdem",
    "house": "default",
    "player": "AhKd",
    "board": "As7c2dQs9h",
    "dealer": "AcJd",
    "ante": "10",
    "play": "4",
    "trips": "5",
}
SIX_CARDS = {
    "game": "russian-poker",
    "house": "default",
    "player": "KhKd9s5c2d",
    "draw": "exchange",
    "given": "9s 5c 2d",
    "new": "Ac4s4c",
    "dealer": "AsQcTd7h3c",
    "dealer_draws": "Kc",
    "purchase": "yes",
    "ante": "10",
    "bet": "2",
    "bonus": "5",
}
THREE_BOXES = {
    **ROUND,
    "player.2": "Td3s",
    "ante.2": "15",
    "play.2": "fold",
    "player.3": "7d2s",
    "ante.3": "7.5",
    "play.3": "2",
}
QUESTIONS = 30


def settled(page: Page) -> None:
    """The page's run has ended: a file can be asked for."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def slot(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name)


def focused(page: Page) -> str:
    """The accessible name of what has the focus, inside shadow roots too."""
    name: str = page.evaluate(
        """() => {
            let at = document.activeElement;
            while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
            return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
        }"""
    )
    return name


def width_needed(page: Page) -> int:
    found: int = page.evaluate(
        """() => Math.max(document.documentElement.scrollWidth,
                          document.querySelector("[data-testid=stMain]").scrollWidth)"""
    )
    return found


# Settle


def test_a_round_is_settled_by_typing_cards_on_the_page(open_page: Any) -> None:
    page = open_page()
    slot(page, "Player, card 1: empty").focus()
    page.keyboard.type("ahkdas7c2dqs9hacjd")
    expect(page.get_by_text("Play: choose what was put out, or a fold.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Board")).to_have_value("As7c2dQs9h")
    page.get_by_role("textbox", name="Trips").fill("5")
    expect(page.locator(".spot", has_text="Trips")).to_be_visible()
    page.get_by_role("radio", name="4×").click()
    row = page.get_by_role("row", name=re.compile("^Together"))
    expect(row).to_contain_text("Player +45")
    expect(page.get_by_role("row", name=re.compile("^Blind"))).to_contain_text("Returned")
    # Complete: the panel folds, so that the felt is in sight.
    expect(slot(page, "Player, card 1: Ace of hearts")).to_be_hidden()
    expect(page).to_have_url(re.compile("player=AhKd"))


def test_from_the_last_key_to_the_settled_round_is_quick(open_page: Any) -> None:
    page = open_page(**{**ROUND, "dealer": "Ac"})
    expect(page.get_by_text("1 card missing.")).to_be_visible()
    slot(page, "Dealer, card 2: empty").focus()
    page.keyboard.type("j")
    begun = time.perf_counter()
    page.keyboard.type("d")
    expect(page.get_by_role("row", name=re.compile("^Together"))).to_contain_text("Player +45")
    seconds = time.perf_counter() - begun
    print(f"last key to settled round: {seconds:.2f} s")
    assert seconds < 3


def test_keys_move_remove_and_replace_cards(open_page: Any) -> None:
    page = open_page()
    slot(page, "Player, card 1: empty").focus()
    page.keyboard.type("ah10d")
    assert focused(page) == "Board, card 1: empty"
    page.keyboard.press("Backspace")
    assert focused(page) == "Player, card 2: empty"
    page.keyboard.type("0s")
    slot(page, "Player, card 2: Ten of spades").wait_for()
    page.keyboard.press("Home")
    page.keyboard.type("ks")
    slot(page, "Player, card 1: King of spades").wait_for()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Board, card 2: empty"
    page.keyboard.type("x")
    expect(page.get_by_role("status").filter(has_text='"x" is no card')).to_be_visible()
    page.keyboard.type("ks")
    expect(page.get_by_text("King of spades is on the table already.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Player")).to_have_value("KsTs")


def test_cards_are_pasted_into_the_picker_and_typed_into_the_text_fields(open_page: Any) -> None:
    page = open_page()
    slot(page, "Player, card 1: empty").focus()
    page.evaluate(
        """() => {
            let at = document.activeElement;
            while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", "A♥ Kd | 10s");
            at.dispatchEvent(new ClipboardEvent("paste",
                {clipboardData, bubbles: true, composed: true, cancelable: true}));
        }"""
    )
    expect(page.get_by_role("textbox", name="Player")).to_have_value("AhKd")
    expect(page.get_by_role("textbox", name="Board")).to_have_value("Ts")
    page.get_by_role("textbox", name="Dealer").fill("Qc Jc")
    slot(page, "Dealer, card 2: Jack of clubs").wait_for()
    expect(page.get_by_role("button", name="Queen of clubs", exact=True)).to_be_disabled()


def test_the_deck_fills_and_a_slot_clears(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("button", name="Ace of spades", exact=True).click()
    slot(page, "Player, card 1: Ace of spades").click()
    slot(page, "Player, card 1: empty").wait_for()
    expect(page.get_by_role("textbox", name="Player")).to_have_value("")


def test_cards_stay_when_another_page_was_looked_at(open_page: Any) -> None:
    page = open_page()
    slot(page, "Player, card 1: empty").focus()
    page.keyboard.type("ahkd")
    expect(page.get_by_role("textbox", name="Player")).to_have_value("AhKd")
    page.get_by_role("link", name="Drill").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What does this pay?")
    page.get_by_role("link", name="Settle").click()
    slot(page, "Player, card 2: King of diamonds").wait_for()
    expect(page.get_by_role("textbox", name="Player")).to_have_value("AhKd")


def test_on_a_phone_a_card_takes_two_taps(open_page: Any) -> None:
    page = open_page(width=390, height=844)
    page.get_by_role("button", name="10", exact=True).click()
    page.get_by_role("button", name="hearts", exact=True).click()
    slot(page, "Player, card 1: Ten of hearts").wait_for()
    expect(page.get_by_role("textbox", name="Player")).to_have_value("Th")


def test_the_panel_stays_open_when_another_table_is_chosen(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("combobox", name=re.compile("Game")).click()
    page.get_by_role("option", name="Oasis Poker").click()
    slot(page, "Five cards dealt, card 5: empty").wait_for()
    settled(page)
    expect(slot(page, "Five cards dealt, card 5: empty")).to_be_visible()


def test_new_cards_are_entered_after_those_given_up(open_page: Any) -> None:
    page = open_page(game="oasis-poker", house="default", draw="exchange", ante="10")
    slot(page, "Five cards dealt, card 1: empty").focus()
    page.keyboard.type("khkd9s5c2d")
    expect(page.get_by_text("Choose the cards that were given up.")).to_be_visible()
    page.get_by_role("button", name="5♣").click()
    slot(page, "New cards, card 1: empty").wait_for()
    settled(page)
    page.locator(".deck .key.c").nth(0).click()
    expect(slot(page, "New cards, card 1: Ace of clubs")).to_be_visible()


def test_the_menu_shows_the_table_of_a_link_after_a_deal(open_page: Any) -> None:
    page = open_page("drill", game="oasis-poker", house="default", drill="what-do-you-do", seed="3")
    page.get_by_role("button", name="Deal").click()
    expect(page).to_have_url(re.compile("seed=4"))
    settled(page)
    page.get_by_role("button", name=re.compile("Oasis Poker")).click()
    menu = page.locator("[data-testid=stPopoverBody]")
    menu.get_by_role("combobox").first.wait_for()
    assert "What do you do?" in menu.aria_snapshot()


def test_a_box_is_opened_from_the_felt(open_page: Any) -> None:
    page = open_page(width=390, height=1400, **THREE_BOXES)
    expect(page.locator(".column.open h2")).to_have_text("Box 1")
    page.locator(".felt").get_by_role("button", name="Box 3").click()
    expect(page.locator(".column.open h2")).to_have_text("Box 3")
    expect(page.locator(".column.open")).to_contain_text("Two pair, Sevens and Twos")


def test_a_reader_hears_headings_cards_and_a_real_table(open_page: Any) -> None:
    page = open_page(**ROUND)
    expect(page.get_by_role("rowheader", name="Ante")).to_be_visible()
    heard = page.locator("[data-testid=stMain]").aria_snapshot()
    for line in (
        'heading "Settle a round" [level=1]',
        'heading "Dealer" [level=2]',
        'img "King of diamonds, decides"',
        'columnheader "Returned"',
        'rowheader "Ante"',
    ):
        assert line in heard
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_on_paper_only_the_round_is_left(open_page: Any) -> None:
    page = open_page(**ROUND)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="New hand")).to_be_hidden()
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    ground = page.locator(".felt").evaluate("felt => getComputedStyle(felt).backgroundImage")
    assert ground == "none"


# Both pages on every width


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("", {}),
        ("", ROUND),
        ("", SIX_CARDS),
        ("", THREE_BOXES),
        ("drill", {"game": "ultimate-texas-holdem", "seed": "2"}),
        ("drill", {"game": "russian-poker", "seed": "2"}),
    ],
    ids=["empty", "round", "six-cards", "three-boxes", "drill", "drill-russian"],
)
def test_nothing_scrolls_sideways(open_page: Any, path: str, query: dict[str, str]) -> None:
    page = open_page(path, height=900, **query)
    for width in (1280, 768, 390, 360):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            "width => document.querySelector('.stApp').clientWidth === width", arg=width
        )
        assert width_needed(page) <= width
        wide = page.locator(".card").evaluate_all(
            "cards => cards.filter(card => card.getBoundingClientRect().right > innerWidth).length"
        )
        assert wide == 0


# Drill


def texts_for(question: Question) -> dict[str, str]:
    return {bet: format_money(amount) for bet, amount in question.answers.items()}


def question_of(page: Page) -> Question:
    """The question on the screen, made again from its address."""
    found = dict(re.findall(r"[?&](\w+)=([^&]*)", page.url))
    return make_question(found["game"], found["house"], "what-does-this-pay", int(found["seed"]))


def test_thirty_questions_with_the_keyboard_only(open_page: Any) -> None:
    page = open_page("drill", game="ultimate-texas-holdem", house="default", seed="100")
    expect(page.get_by_role("textbox").first).to_be_focused()
    waits = []
    for number in range(QUESTIONS):
        question = make_question(
            "ultimate-texas-holdem", "default", "what-does-this-pay", 100 + number
        )
        names = (*question.bets, TOTAL)
        texts = texts_for(question)
        missed = number % 3 == 0
        if missed:
            texts[TOTAL] += "1"
        expect(page.get_by_role("textbox")).to_have_count(len(names))
        expect(page.get_by_role("textbox").first).to_be_focused()
        for bet in names[:-1]:
            page.keyboard.type(texts[bet])
            page.keyboard.press("Enter")
        page.keyboard.type(texts[TOTAL])
        begun = time.perf_counter()
        page.keyboard.press("Enter")
        right = len(names) - missed
        summary = page.get_by_role("status").filter(has_text="right.")
        expect(summary).to_have_text(f"{right} of {len(names)} right.")
        waits.append(time.perf_counter() - begun)
        if missed:
            expect(page.get_by_role("textbox").last).to_have_value(texts[TOTAL])
            expect(page.locator(".row.wrong")).to_contain_text(format_money(question.total))
        expect(page.get_by_role("button", name="Next round")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_text(f"{QUESTIONS} rounds without a mistake")).to_be_visible()
    print(f"Enter to feedback, median of {QUESTIONS}: {statistics.median(waits) * 1000:.0f} ms")


def test_enter_goes_to_the_next_empty_field_and_an_empty_one_is_not_graded(open_page: Any) -> None:
    page = open_page("drill", game="ultimate-texas-holdem", house="default", seed="2")
    fields = page.get_by_role("textbox")
    expect(fields.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.type("5")
    fields.last.focus()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(fields.first).to_be_focused()
    expect(page.get_by_text("A field is empty. Type 0 for nothing.")).to_be_visible()
    expect(page.get_by_role("button", name="Check")).to_be_visible()


def test_what_is_no_amount_is_marked_and_can_be_mended(open_page: Any) -> None:
    page = open_page("drill", game="casino-holdem", house="default", seed="2")
    fields = page.get_by_role("textbox")
    expect(fields.first).to_be_focused()
    for n in range(fields.count()):
        page.keyboard.type("1o" if n == 1 else "0")
        page.keyboard.press("Enter")
    expect(page.get_by_text("That is no amount.")).to_be_visible()
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.type("10")
    fields.last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next round")).to_be_focused()


def test_three_quick_enters_grade_once_and_stay_on_the_question(open_page: Any) -> None:
    page = open_page("drill", game="casino-holdem", house="default", seed="2")
    expect(page.get_by_role("textbox").first).to_be_focused()
    n = page.get_by_role("textbox").count()
    for _ in range(n):
        page.keyboard.type("0")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_text("of 1 round").wait_for()
    assert question_of(page).seed in (2, 3)


def test_a_drill_fits_a_phone_without_scrolling(open_page: Any) -> None:
    page = open_page(
        "drill", width=390, height=844, game="ultimate-texas-holdem", house="default", seed="2"
    )
    expect(page.get_by_role("textbox")).to_have_count(5)
    check = page.get_by_role("button", name="Check")
    expect(check).to_be_in_viewport(ratio=1)
    expect(page.locator(".felt")).to_be_in_viewport(ratio=1)


def test_the_focus_is_not_pulled_out_of_the_settings(open_page: Any) -> None:
    page = open_page("drill", game="ultimate-texas-holdem", house="default", seed="2")
    expect(page.get_by_role("textbox").first).to_be_focused()
    page.locator("[data-testid=stPopoverButton]").click()
    page.get_by_text("Russian Poker").click()
    page.wait_for_url(re.compile("game=ultimate-texas-holdem%2Crussian-poker"))
    expect(page.get_by_text("House for Russian Poker")).to_be_visible()


def test_a_drilled_round_opens_on_the_settle_page(open_page: Any) -> None:
    page = open_page("drill", game="russian-poker", house="default", seed="3")
    question = question_of(page)
    expect(page.get_by_role("textbox").first).to_be_focused()
    for bet in (*question.bets, TOTAL):
        page.keyboard.type(texts_for(question)[bet])
        page.keyboard.press("Enter")
    page.get_by_role("link", name="The whole settlement of this round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settle a round")
    row = page.get_by_role("row", name=re.compile("^Together"))
    expect(row).to_contain_text(f"Paid {question.settlement['paid']}")
