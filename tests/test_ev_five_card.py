"""Decisions of the five-card games as documents and on the command line.

The only module of the main set that asks the engine of the five-card games: it takes a minute to
compile when nothing of it is kept. What values ought to be comes from the slow twin, from sums by
hand, or from another stage of the same round.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests import naive, naive_draw
from tests.draw_cases import deals, final_cases
from tests.test_ui_app import app, sent
from tests.ui_rounds import words
from trainer.cards import DECK, Card, format_cards, parse_cards
from trainer.cli import main
from trainer.documents.spots import ev_document
from trainer.errors import RoundError
from trainer.ev import five_card

RUSSIAN, CARIBBEAN, OASIS = "russian-poker", "caribbean-stud", "oasis-poker"
KINGS: dict[str, Any] = {"game": RUSSIAN, "player": "Kh Kd 9s 5c 2d", "upcard": "7h"}
TRIPS: dict[str, Any] = {"game": RUSSIAN, "player": "Ks Kh Kd 5c 2d", "upcard": "7h"}
NO_GAME: dict[str, Any] = {
    "game": RUSSIAN,
    "player": "Ks Kh Kd 5c 2d",
    "dealer": "Ah 9d 4c 3s 7h",
}


def text(cards: tuple[int, ...]) -> str:
    return format_cards(Card(a) for a in cards)


def exact(document: dict[str, Any]) -> dict[str, Fraction]:
    return {a["action"]: Fraction(a["exact"]) for a in ev_document(document)["actions"]}


# --- against the slow twin -----------------------------------------------------------------------


def test_ten_final_hands_are_worth_what_all_dealers_say() -> None:
    for variant, hand, upcard, gone in final_cases(41, 10):
        rules = naive.RULES[naive.RUSSIAN][variant]
        document = {"game": RUSSIAN, "variant": variant, "player": text(hand)}
        document |= {"upcard": text((upcard,)), "dealt": text(hand[:5]), "dead": text(gone)}
        paid = 1 if len(hand) == 6 else 0
        wanted = naive_draw.raised(hand, upcard, gone, rules)
        found = exact(document)
        n = wanted["hands"]
        assert found.pop("fold") == -1 - paid, document
        assert found.pop("raise") == wanted["raise"] / n - paid, document
        most = naive_draw.most_insurance(hand, rules)
        assert set(found) == {f"raise+insurance:{amount}" for amount in {1, most} if most}
        if most:
            insured = found[f"raise+insurance:{most}"]
            assert insured == wanted["insured"] / n - paid, document


def test_cards_given_up_are_out_of_play_and_paid_for() -> None:
    for _, hand, upcard, gone in final_cases(42, 12):
        if len(hand) == 6 or not 1 <= len(gone) <= 5:
            continue
        rules = naive.RULES[naive.RUSSIAN]["default"]
        dealt = (*hand[len(gone) :], *gone)
        document = {"game": RUSSIAN, "player": text(hand), "dealt": text(dealt)}
        wanted = naive_draw.raised(hand, upcard, gone, rules)
        found = exact(document | {"upcard": text((upcard,))})
        assert found["raise"] == wanted["raise"] / wanted["hands"] - 1
        assert found["fold"] == -2
        return
    pytest.fail("no case with an exchange")


def test_a_dealer_without_a_game_is_worth_what_every_new_card_says() -> None:
    n_seen = 0
    for variant, hand, upcard, gone in final_cases(43, 60):
        rules = naive.RULES[naive.RUSSIAN][variant]
        left = [a for a in range(52) if a not in (*hand, upcard, *gone)]
        dealer = (*left[len(gone) : 40 : 9][:4], upcard)
        if len(dealer) < 5 or naive_draw.strength(dealer) >= naive_draw.game_from(rules):
            continue
        if rules["purchase"] == "none":
            continue
        n_seen += 1
        best, pays = naive_draw.strength(hand), naive_draw.odds(hand, rules)
        opened = np.array([sorted(dealer)], dtype=np.int16)
        total, count = naive_draw.purchase_values(opened, best, pays, (*hand, *gone), rules)
        document = {"game": RUSSIAN, "variant": variant, "player": text(hand)}
        document |= {"dealer": text(dealer), "dealt": text(hand[:5]), "dead": text(gone)}
        paid = 1 if len(hand) == 6 else 0
        assert exact(document) == {
            "take": naive_draw.take(best, rules) - paid,
            "purchase": Fraction(int(total[0]), int(count[0])) - paid,
        }, document
    assert n_seen >= 10


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (CARIBBEAN, naive_draw.CARIBBEAN),
        (OASIS, naive_draw.CARIBBEAN | {"exchange": "1-5", "exchange_fee": "1/2/3/2/1"}),
    ],
)
def test_hands_as_dealt_are_worth_what_all_dealers_say(game: str, rules: dict[str, str]) -> None:
    hand, upcard = next(deals(44, 1))
    wanted = naive_draw.option_sums(hand, upcard, rules, (1,))
    answer = ev_document({"game": game, "player": text(hand), "upcard": text((upcard,))})
    found = {
        name: Fraction(action["exact"])
        for action in answer["actions"]
        for name in (action["action"], *action.get("same", ()))
    }
    assert found["raise"] == wanted["raise"]
    assert found["fold"] == -1
    assert (len(found) == 2) is (game == CARIBBEAN)
    if game == OASIS:
        for a in hand:
            assert found[f"exchange:{text((a,))}"] == wanted[(a,)]


def test_rules_are_kept_for_many_readers_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[Any, Any] = {}
    monkeypatch.setattr(five_card, "_kept", kept)
    monkeypatch.setattr(five_card, "_rules", lambda game: game.bets)
    games: list[Any] = [
        SimpleNamespace(bets=(n,), qualifies=0, variant=SimpleNamespace(rules={}))
        for n in range(200)
    ]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(five_card.five_card_rules, games * 10))
    assert found == [game.bets for game in games] * 10
    assert len(kept) == five_card._MOST_KEPT


# --- the stages of one round agree ---------------------------------------------------------------


def test_a_sixth_card_is_worth_the_mean_of_what_may_come_bonus_included() -> None:
    stakes = {"ante": "10", "bonus": "5"}
    five = "Kh Qh Jh 9c 3h"
    spot = {"game": RUSSIAN, "player": five, "upcard": "7s", "dead": "Kc", "stakes": stakes}
    seen = parse_cards(f"{five} 7s Kc")
    best = [
        max(exact(spot | {"dealt": five, "player": f"{five} {format_cards([a])}"}).values())
        for a in DECK
        if a not in seen
    ]
    assert exact(spot)["sixth"] == sum(best) / len(best)


def test_a_raise_of_five_cards_is_worth_its_best_insurance() -> None:
    for house in ("default", "insured-may-purchase", "full-insurance"):
        spot = TRIPS | {"variant": house}
        later = exact(spot | {"dealt": TRIPS["player"]})
        assert exact(spot)["raise"] == max(later.values())


def test_the_bonus_is_added_whatever_is_done() -> None:
    plain, staked = exact(KINGS), exact(KINGS | {"stakes": {"ante": "10", "bonus": "5"}})
    # A pair is below the first prize, and so is every six-card hand with one card more but for
    # none: no straight or flush can come.
    assert {id: plain[id] - value for id, value in staked.items()} == dict.fromkeys(
        plain, Fraction(1, 2)
    )
    straight = KINGS | {"player": "9h 8d 7s 6c 5d", "upcard": "Kh"}
    plain, staked = exact(straight), exact(straight | {"stakes": {"ante": "1", "bonus": "1"}})
    assert {id: value - plain[id] for id, value in staked.items()} == dict.fromkeys(plain, 25)


def test_fees_are_counted() -> None:
    dealt = "Js 9h 7d 5c 3d"
    after = {"game": OASIS, "dealt": dealt, "upcard": "2h"}
    assert exact(after | {"player": "Js 9h 8c 8d 8h"})["fold"] == -1 - 3
    assert exact(after | {"player": "Js 9h 7d 5c 8h"})["fold"] == -1 - 1
    # Who exchanges five must raise.
    assert set(exact(after | {"player": "2s 4h 8d Tc 3c"})) == {"raise"}
    bought = NO_GAME | {"dealt": "Ks Kh 5c 2d 8d", "player": "Ks Kh 5c 2d 8d Kd"}
    assert exact(bought)["take"] == exact(NO_GAME)["take"] - 1 == 0


def test_an_insured_box_may_buy_where_the_house_lets_it() -> None:
    plain = exact(NO_GAME | {"variant": "insured-may-purchase"})
    stakes = {"ante": "10", "insurance": "20"}
    insured = exact(NO_GAME | {"variant": "insured-may-purchase", "stakes": stakes})
    assert insured == {id: value + 2 for id, value in plain.items()}


# --- the document --------------------------------------------------------------------------------


def test_the_answer_is_what_the_contract_says() -> None:
    answer = ev_document(KINGS)
    assert {key: answer[key] for key in ("game", "variant", "stage", "unit", "best")} == {
        "game": RUSSIAN,
        "variant": "default",
        "stage": "deal",
        "unit": "ante",
        "best": "raise",
    }
    values = [Fraction(action["exact"]) for action in answer["actions"]]
    assert values == sorted(values, reverse=True)
    for action, value in zip(answer["actions"], values, strict=True):
        assert action["ev"] == float(value)
        assert action["cost"] == float(values[0] - value)
    names = [a for one in answer["actions"] for a in (one["action"], *one.get("same", ()))]
    assert sorted(name for name in names if ":" not in name) == ["fold", "raise", "sixth"]
    assert len(names) == len(set(names)) == 3 + 31


def test_equivalent_exchanges_stand_once_with_their_names_high_to_low() -> None:
    answer = ev_document(KINGS | {"player": "2c 9s 5c Kd Kh", "upcard": "7s"})
    by_name = {action["action"]: action.get("same") for action in answer["actions"]}
    # The kings of hearts and diamonds do the same; the nine is a spade as the upcard.
    assert by_name["exchange:Kd"] == ["exchange:Kh"]
    assert by_name["exchange:Kd 9s 5c 2c"] == ["exchange:Kh 9s 5c 2c"]
    assert by_name["exchange:Kd Kh"] is None
    again = ev_document(KINGS | {"player": "Kh Kd 9s 5c 2c", "upcard": "7s"})
    assert again == answer


def test_of_equal_exchanges_the_first_as_written_comes_first() -> None:
    dead = format_cards([a for a in DECK if a % 4 != 3][:31])
    spot = {"game": RUSSIAN, "player": "2s As Ts Js Ks", "upcard": "7s", "dead": dead}
    names = [action["action"] for action in ev_document(spot)["actions"]]
    assert names.index("exchange:Js") + 1 == names.index("exchange:Ts")
    assert exact(spot)["exchange:Js"] == exact(spot)["exchange:Ts"]


def test_the_upcard_may_stand_under_dealer() -> None:
    spot = {key: value for key, value in KINGS.items() if key != "upcard"}
    assert ev_document(spot | {"dealer": "7h"}) == ev_document(KINGS)
    assert ev_document(NO_GAME | {"upcard": "7h"}) == ev_document(NO_GAME)


def test_too_few_cards_left_is_said() -> None:
    left = set(parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"))
    seen = set(parse_cards("Kh Kd 9s 5d 2d 7h"))
    spot = KINGS | {"player": "Kh Kd 9s 5d 2d"}
    dead = [a for a in DECK if a not in left | seen]
    with pytest.raises(RoundError, match="12 cards left, and up to 13 may have to come"):
        ev_document(spot | {"dead": format_cards(dead)})
    assert len(exact(spot | {"dead": format_cards(dead[1:])})) > 3


# --- the command line ----------------------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def test_of_many_actions_the_best_few_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "spot.json"
    file.write_text(json.dumps(KINGS | {"player": "9s 9h 4s 4h 2d", "upcard": "Kc"}))
    lines = printed(capsys, "ev", str(file)).splitlines()
    names = [line.split("  ")[0] for line in lines[1:9]]
    assert names[:4] == ["raise", "sixth", "exchange:2d", "exchange:4h 4s 2d"]
    assert "fold" in names
    assert {len(name.split()) for name in names if ":" in name} == {1, 2, 3, 4, 5}
    assert "is worth the same as" in lines[9]
    assert lines[-1] == "13 more exchanges; --json lists all of them"
    found = json.loads(printed(capsys, "ev", str(file), "--json"))
    assert len(found["actions"]) == 8 + 13
    refused = printed(capsys, "ev", str(file), "--ante", "10", "--json", status=2)
    assert json.loads(refused)["error"]["where"] == "ante"


def test_many_spots_are_answered_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Input:
        buffer = [json.dumps(one).encode() + b"\n" for one in (NO_GAME, KINGS | {"upcard": ""})]  # noqa: RUF012

    monkeypatch.setattr(sys, "stdin", Input)
    first, second = map(json.loads, printed(capsys, "ev", "--jsonl", status=1).splitlines())
    assert first["best"] == "take"
    assert second["error"]["where"] == "upcard"


def test_a_drill_of_decisions_is_asked_and_graded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = ("drill", "russian-poker", "what-do-you-do", "--seed", "0", "--count", "1")
    asked = json.loads(printed(capsys, *drill, "--json"))["questions"][0]
    assert asked["answer"] == asked["actions"][0]["action"] == "exchange:Qc 7d 4d"
    assert exact(asked["spot"])["raise"] < Fraction(asked["actions"][0]["exact"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("Qc 2c\nnonsense\n4d 7d Qc\n"))
    said = printed(capsys, *drill)
    assert said.count("That is not possible here.") == 2
    assert "✓ exchange:Qc 7d 4d is worth -0.6799 antes: the best, by 0.0183." in said
    assert "1 of 1 questions right." in said
    monkeypatch.setattr(sys, "stdin", io.StringIO("raise\n"))
    said = printed(capsys, *drill, status=1)
    assert "✕ raise is worth -0.8184 antes: it gives up 0.1385;" in said
    assert "Mistakes gave up 0.1385 antes." in said
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    printed(capsys, *drill, status=1)


def test_a_page_asks_the_engine() -> None:
    at = app("views/decide.py", game=RUSSIAN, player="KsKhKd5c2d", upcard="7h")
    said = words(sent(at, "values")["html"])
    best = ev_document(TRIPS)["actions"]
    assert best[0]["action"] == "exchange:5c 2d"
    assert f"Exchange 5♣ 2♦ is best, by {best[1]['cost']:.4f}." in said
    assert "Sixth card" in said


def test_other_games_do_not_wait_for_this_engine() -> None:
    program = """
import sys
from trainer.documents.spots import ev_document
ev_document({"game": "casino-holdem", "player": "Qs 2d", "board": "Jc 8h 5d"})
print([name for name in sys.modules if name.startswith("trainer.engine.draw")])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
