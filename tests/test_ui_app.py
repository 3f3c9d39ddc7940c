"""The pages as a visitor's session runs them, without a browser.

UI02, UI07, UI10 and UI12 are faults reported of other apps (`golden/reported-cases.csv`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui_rounds import card_names, words
from trainer.games import GAME_IDS

ROOT = Path(__file__).parent.parent
MAIN = ROOT / "trainer" / "ui" / "main.py"
DRILL = "views/drill.py"
SETTLE = "views/settle.py"
UTH_LINK = {
    "game": "ultimate-texas-holdem",
    "house": "default",
    "player": "AhKd",
    "board": "As7c2dQs9h",
    "dealer": "AcJd",
    "ante": "10",
    "play": "4",
    "trips": "5",
}


def app(page: str = "", **address: str) -> AppTest:
    at = AppTest.from_file(str(MAIN), default_timeout=30)
    if not page:
        for key, text in address.items():
            at.query_params[key] = text
    at.run()
    if page:
        at.switch_page(page)
        for key, text in address.items():
            at.query_params[key] = text
        at.run()
    assert_no_exception(at)
    return at


def assert_no_exception(at: AppTest) -> None:
    assert [x.message for x in at.exception] == []


def sent(at: AppTest, name: str) -> dict[str, Any]:
    """What Python last sent to a component of this name."""
    found = [x.proto for x in at.get("bidi_component") if x.proto.component_name.endswith(name)]
    data: dict[str, Any] = json.loads(found[-1].json)
    return data


def felt(at: AppTest) -> str:
    """The first sheet with a felt on it."""
    sheets = [
        json.loads(x.proto.json)["html"]
        for x in at.get("bidi_component")
        if x.proto.component_name.endswith("sheet")
    ]
    return str(next(html for html in sheets if '<section class="felt' in html))


def field(at: AppTest, label: str) -> Any:
    return next(x for x in at.text_input if x.label == label)


def address(at: AppTest) -> dict[str, str]:
    """The address that the browser is told to show."""
    return dict(parse_qsl(sent(at, "document")["query"].removeprefix("?")))


def press(at: AppTest, label: str) -> AppTest:
    next(x for x in at.button if x.label == label).click()
    at.run()
    assert_no_exception(at)
    return at


def choose(at: AppTest, label: str, value: str) -> AppTest:
    control = next(x for x in at.get("button_group") if x.label == label)
    control.set_value(value)
    at.run()
    assert_no_exception(at)
    return at


def plain_drill(**address: str) -> AppTest:
    at = app(DRILL, **address)
    next(x for x in at.toggle if x.label == "Plain form").set_value(True)
    at.run()
    assert_no_exception(at)
    return at


def answer(at: AppTest, text: str) -> AppTest:
    for one in at.text_input:
        if one.label.endswith("?"):
            one.set_value(text)
    return press(at, "Check")


# Settle


def test_an_empty_page_asks_for_the_cards() -> None:
    at = app()
    assert at.title[0].value == "Settle a round"
    assert at.info[0].value == "9 cards missing. Type rank and suit, or tap the deck."
    assert card_names(felt(at)) == ["no card yet"] * 9


def test_a_round_typed_into_the_fields_is_settled_at_once() -> None:
    at = app()
    for label, cards in (("Player", "Ah Kd"), ("Board", "As 7c 2d Qs 9h"), ("Dealer", "AcJd")):
        field(at, label).set_value(cards)
        at.run()
    assert at.info[0].value == "Play: choose what was put out, or a fold."
    choose(at, "Play", "4")
    assert "Together Stake 60 Paid 50 Returned 60 Taken 0 Player +50" in words(felt(at))
    field(at, "Trips").set_value("5")
    at.run()
    assert "Together Stake 65 Paid 50 Returned 60 Taken 5 Player +45" in words(felt(at))
    assert sent(at, "sheet")["status"] == "Paid 50, returned 60, taken 5: player +45"


def test_the_picker_shows_what_the_text_fields_say() -> None:
    at = app()
    field(at, "Player").set_value("a♥ 10d")
    at.run()
    groups = {group["id"]: group["cards"] for group in sent(at, "card_entry")["groups"]}
    assert groups == {"player": ["Ah", "Td"], "board": [], "dealer": []}


@pytest.mark.parametrize("ante", ["5", "5.5", "7.5", "7,5"])
def test_ui07_the_ante_takes_whole_and_half_amounts(ante: str) -> None:
    at = app(**UTH_LINK)
    field(at, "Ante").set_value(ante)
    at.run()
    assert_no_exception(at)
    assert not at.error
    spoken = ante.replace(",", ".")
    assert f"Ante {spoken} Paid {spoken} 1:1" in words(felt(at))


def test_ui10_new_hand_keeps_the_game_on_screen_and_in_the_calculation() -> None:
    at = app()
    at.selectbox[0].select("russian-poker")
    at.run()
    press(at, "New hand")
    assert at.selectbox[0].value == "russian-poker"
    assert at.info[0].value.startswith("10 cards missing.")
    assert field(at, "Five cards dealt").value == ""
    field(at, "Five cards dealt").set_value("KhKd9s5cAd")
    at.run()
    field(at, "Dealer, upcard last").set_value("AsKcQd7h3c")
    at.run()
    choose(at, "Bet", "2")
    # A pair of kings and the ace: pair and Ace-King, 1 + 1 on the bet of 20; the ante pushes.
    assert "Paid 40 Returned 30 Taken 0 Player +40" in words(felt(at))
    assert address(at)["game"] == "russian-poker"


def test_new_hand_clears_cards_and_decision_and_keeps_stakes() -> None:
    at = press(app(**UTH_LINK), "New hand")
    assert [x.value for x in at.text_input[:5]] == ["10", "5", "", "", ""]
    assert at.info[0].value.startswith("9 cards missing.")


def test_a_link_brings_the_whole_round_back() -> None:
    at = app(**UTH_LINK)
    assert "Player +45" in words(felt(at))
    assert address(at) == UTH_LINK


def test_a_link_may_tell_a_sixth_card_as_a_document_does() -> None:
    round_ = {"game": "russian-poker", "dealer": "AsKcQd7h3c", "ante": "10", "bet": "2"}
    at = app(**round_, dealt="KhKd9s5c2d", player="KhKd9s5c2dAc")
    # A pair of kings and the ace: pair and Ace-King, 1 + 1 on the bet of 20; the ante pushes.
    assert "Paid 40 Returned 30 Taken 10" in words(felt(at))
    assert address(at)["new"] == "Ac"
    assert "dealt" not in address(at)
    # Six cards alone do not say which one was bought, and the bonus depends on it.
    at = app(**round_, player="KhKd9s5c2dAc")
    assert at.error[0].value == (
        "Player: six cards; expected the five dealt, and the bought one under Sixth card."
    )


def test_a_link_with_nonsense_is_no_error() -> None:
    at = app(game="baccarat", house="<b>", play="17", ante="x", player="Zz", seed="9")
    assert at.selectbox[0].value == "ultimate-texas-holdem"
    assert at.error[0].value.startswith("Player: ")


def test_a_wrong_card_is_told_kindly_and_the_rest_stays() -> None:
    at = app(**UTH_LINK)
    field(at, "Dealer").set_value("Ac Zs")
    at.run()
    assert_no_exception(at)
    assert at.error[0].value.startswith("Dealer: 'Zs' is no card")
    assert "Ace of hearts" in felt(at)


def test_an_example_is_a_complete_round() -> None:
    for game in GAME_IDS:
        at = app(game=game)
        press(at, "An example")
        assert not at.error
        assert not at.info
        assert "Together" in words(felt(at))


def test_boxes_are_as_many_as_a_document_has() -> None:
    boxes = {f"player.{n}": "2c2d" for n in range(2, 9)}
    at = app(**UTH_LINK, **boxes)
    assert address(at)["player.8"] == "2c2d"
    press(at, "Add a box")
    assert next(x for x in at.get("button_group") if x.label == "Box").options[-1] == "Box 9"
    assert "Add a box" not in [x.label for x in at.button]


def test_boxes_are_added_entered_and_removed() -> None:
    at = press(app(**UTH_LINK), "Add a box")
    assert at.info[0].value.startswith("2 cards missing.")
    field(at, "Player").set_value("Td3s")
    at.run()
    choose(at, "Play", "fold")
    assert "All boxes: players +25" in words(felt(at))
    press(at, "Remove box 2")
    assert "Player +45" in words(felt(at))
    assert "All boxes" not in words(felt(at))


def test_a_purchase_is_entered_with_what_the_dealer_drew() -> None:
    at = app(game="russian-poker", player="KhKd9s5c2d", dealer="AsQcTd7h3c", ante="10", bet="2")
    # No game: the ante is paid, the bet returned.
    assert "Paid 10 Returned 30 Taken 0 Player +10" in words(felt(at))
    toggle = next(x for x in at.toggle if x.label == "The box buys the dealer a game")
    toggle.set_value(True)
    at.run()
    assert at.info[0].value == "The card that the dealer draws is missing."
    field(at, "Drawn for the purchase").set_value("Qh")
    at.run()
    # Bought a pair of queens for 10; the pair of kings is better: the bet is paid 1:1.
    assert "Paid 20 Returned 30 Taken 10 Player +10" in words(felt(at))


def test_a_game_without_a_draw_asks_for_none() -> None:
    at = app(game="caribbean-stud", player="KhKd9s5c2d", dealer="AsKcQd7h3c", ante="10", bet="2")
    assert "What the box did" not in [x.label for x in at.get("button_group")]
    # The ante and a pair at even money.
    assert "Paid 30 Returned 30 Taken 0 Player +30" in words(felt(at))


def test_oasis_poker_has_an_exchange_by_the_number_of_cards() -> None:
    at = app(game="oasis-poker", player="KhKd9s5c2d", dealer="AsKcQd7h3c", ante="10", bet="2")
    control = next(x for x in at.get("button_group") if x.label == "What the box did")
    assert list(control.options) == ["Kept five", "Exchange"]
    choose(at, "What the box did", "exchange")
    next(x for x in at.get("button_group") if x.label == "Cards given up").set_value(["5c", "2d"])
    at.run()
    field(at, "New cards").set_value("4s4c")
    at.run()
    # The ante, two pair 2:1 on 20, and two antes for two cards.
    assert "Paid 50 Returned 30 Taken 20 Player +30" in words(felt(at))


def test_an_exchange_is_entered_by_the_cards_given_up() -> None:
    at = app(game="russian-poker", player="KhKd9s5c2d", dealer="AsKcQd7h3c", ante="10", bet="2")
    choose(at, "What the box did", "exchange")
    assert at.info[0].value == "Choose the cards that were given up."
    pills = next(x for x in at.get("button_group") if x.label == "Cards given up")
    pills.set_value(["5c", "2d"])
    at.run()
    assert at.info[0].value.startswith("2 cards missing.")
    field(at, "New cards").set_value("4s4c")
    at.run()
    # Two pair pays 2:1 on 20; the exchange cost 10.
    assert "Paid 40 Returned 30 Taken 10 Player +30" in words(felt(at))


# Drill


def test_ui02_check_after_deal_grades_the_same_hand() -> None:
    at = press(plain_drill(seed="11"), "Deal")
    before = card_names(felt(at))
    assert address(at)["seed"] == "12"
    answer(at, "0")
    named = [name.partition(",")[0] for name in card_names(felt(at))]
    assert named == before
    assert "right." in words(sent(at, "sheet")["html"])


def test_ui12_the_drill_goes_on_after_another_page() -> None:
    at = answer(plain_drill(seed="11"), "0")
    at.switch_page(SETTLE).run()
    assert_no_exception(at)
    at.switch_page(DRILL).run()
    assert_no_exception(at)
    press(at, "Deal")
    answer(at, "0")
    assert "2 rounds" in at.caption[-1].value


def test_a_question_is_the_same_by_its_address() -> None:
    first = felt(app(DRILL, game="russian-poker", house="default", seed="77"))
    again = felt(app(DRILL, game="russian-poker", house="default", seed="77"))
    other = felt(app(DRILL, game="russian-poker", house="default", seed="78"))
    assert first == again
    assert card_names(first) != card_names(other)


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_game_is_drilled(game: str) -> None:
    at = answer(plain_drill(game=game, seed="5"), "0")
    assert "right." in words(sent(at, "sheet")["html"])
    assert "1 round" in at.caption[-1].value


def test_several_games_take_turns() -> None:
    at = app(DRILL, game="ultimate-texas-holdem,russian-poker", house="pa-a,pair-2", seed="4")
    assert sent(at, "answer_pad")["qid"] == "ultimate-texas-holdem/pa-a/4"
    press(at, "Deal")
    assert sent(at, "answer_pad")["qid"] == "russian-poker/pair-2/5"
    assert address(at)["house"] == "pa-a,pair-2"


@pytest.mark.parametrize("seed", ["-1", "x", "9" * 30, "٣", ""])
def test_an_odd_seed_in_the_address_deals_some_round(seed: str) -> None:
    at = app(DRILL, game="poker", seed=seed)
    assert sent(at, "answer_pad")["phase"] == "ask"


def test_the_question_gives_nothing_away() -> None:
    at = app(DRILL, seed="3")
    data = sent(at, "answer_pad")
    assert data["result"] is None
    assert "plays" not in felt(at)
    assert all(set(row) == {"id", "label", "stake", "question", "kind"} for row in data["rows"])


def test_what_is_no_amount_is_not_graded() -> None:
    at = answer(plain_drill(seed="3"), "ten")
    assert at.error[0].value == "That is no amount. Type digits, such as 25 or 7.5."
    answer(at, "1")
    assert "1 round" in at.caption[-1].value


def test_the_page_says_that_deals_are_weighted() -> None:
    assert "weighted" in app(DRILL).caption[-1].value


def test_the_settlement_of_a_drill_can_be_opened() -> None:
    at = answer(plain_drill(game="russian-poker", seed="5"), "0")
    link = at.get("page_link")[0].proto
    assert link.label == "The whole settlement of this round"
    assert "game=russian-poker" in link.query_string


def test_suits_in_two_colours_reach_every_card() -> None:
    at = app(**UTH_LINK)
    next(x for x in at.toggle if x.label == "Suits in two colours").set_value(True)
    at.run()
    assert sent(at, "sheet")["two"] is True
    assert sent(at, "card_entry")["two"] is True


def test_a_fault_in_a_houses_own_tables_is_told_and_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ultimate-texas-holdem"
    folder.mkdir()
    (folder / "blind.csv").write_text(
        "table,row,odds,source,checked\nX,straigt,1:1,me,2026-11-29\n"
    )
    monkeypatch.setenv("CASINO_POKER_PAYTABLES", str(tmp_path))
    at = AppTest.from_file(str(MAIN), default_timeout=30).run()
    assert_no_exception(at)
    assert "straigt" in at.error[0].value


def test_the_pages_need_no_compiler() -> None:
    code = (
        "import sys; from streamlit.testing.v1 import AppTest\n"
        f"at = AppTest.from_file({str(MAIN)!r}, default_timeout=60).run()\n"
        f"at.switch_page({DRILL!r}).run()\n"
        "sys.exit(bool(at.exception) or 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("page", "query", "words"),
    [
        ("", {"game": "casino-holdem", "house": "nope"}, "the house 'nope'"),
        ("", {"game": "nope"}, "the game 'nope'"),
        (DRILL, {"game": "casino-holdem", "seed": "-1"}, "'-1', which is no question"),
    ],
    ids=["house", "game", "seed"],
)
def test_a_link_to_what_is_not_here_says_so(page: str, query: dict[str, str], words: str) -> None:
    at = app(page, **query)
    assert [words in warning.value for warning in at.warning] == [True]
