"""Values of spots: published ones, what must hold between them, and what is refused."""

from __future__ import annotations

import csv
import random
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests import random_spots
from tests.naive import CASINO, DECK, UTH, Document, strength
from tests.reported_cases import cases
from trainer.cards import format_cards, parse_cards
from trainer.documents import settle_document
from trainer.documents.spots import ev_document
from trainer.errors import TrainerError
from trainer.ev import deciding as deciding_module
from trainer.ev import plans_of, solution_of
from trainer.games import build
from trainer.paytables import package_folder
from trainer.rules import Paytable


def exact(document: Document, **more: Any) -> dict[str, Fraction]:
    """The value of each action."""
    answer = ev_document({**document, **more})
    return {a["action"]: Fraction(a["exact"]) for a in answer["actions"]}


def best(document: Document) -> str:
    name: str = ev_document(document)["best"]
    return name


def reported(case: str) -> tuple[Document, str]:
    """A reported case as a spot, and the text of what is expected."""
    found = cases("ev")[case]
    parts = {key: cards.strip() for key, cards in re.findall(r"(\w+)=([^;]+)", found.input)}
    game = UTH if found.game == "Ultimate Texas Hold'em" else CASINO
    board = parts.get("board", parts.get("flop", ""))
    return {"game": game, "player": parts["hole"], "board": board}, found.expected


# --- published values ----------------------------------------------------------------------


def test_xv08_the_board_that_plays_is_never_folded() -> None:
    spot, expected = reported("XV08")
    assert expected.startswith("EV(1x) = 0 exactly")
    assert exact(spot) == {"bet-1x": 0, "fold": -2}
    assert best(spot) == "bet-1x"


@pytest.mark.parametrize("case", ["XV09", "XV10"])
def test_reported_flop_spots(case: str) -> None:
    spot, expected = reported(case)
    bet, check = (float(text) for text in re.findall(r"= ([+-][\d.]+)", expected))
    found = exact(spot)
    assert float(found["bet-2x"]) == pytest.approx(bet, abs=5e-10)
    assert float(found["check"]) == pytest.approx(check, abs=5e-10)
    assert best(spot) == "bet-2x"


def test_xv13_the_closest_call_of_casino_holdem_is_a_fold() -> None:
    spot, expected = reported("XV13")
    assert "-1092234/1070190" in expected
    assert exact(spot) == {"call": Fraction(-1092234, 1070190), "fold": -1}
    assert best(spot) == "fold"


def test_xv24_aces_before_the_flop() -> None:
    expected = cases("ev")["XV24"].expected
    ev = re.search(r"EV = ([\d.]+)", expected)
    assert ev
    found = exact({"game": UTH, "player": "Ac Ad"})
    assert float(found["bet-4x"]) == pytest.approx(float(ev[1]), abs=5e-10)
    assert float(found["bet-4x"]) != pytest.approx(float(found["bet-3x"]), abs=0.1)
    # Straight from the wins, losses and ties that are reported there.
    win, lose = 1781508418, 304661670
    play = 4 * Fraction(win - lose, 2097572400)
    with_other_blind = exact({"game": UTH, "player": "Ac Ad"}, set={"blind": "B"})
    assert play < with_other_blind["bet-4x"] < found["bet-4x"]


@pytest.mark.parametrize(
    ("hand", "value"),
    [("Kd Qh", "-2.1727"), ("Ad Jh", "-1.9788")],  # kourau.biz/3-bet-heads-up-holdem.html
)
def test_published_river_bets(hand: str, value: str) -> None:
    found = exact({"game": UTH, "player": hand, "board": "4s 5h 6d 8c 9d"})
    assert f"{float(found['bet-1x']):.4f}" == value


# --- the answer's form ---------------------------------------------------------------------


def test_the_answer_has_the_contracts_form() -> None:
    answer = ev_document({"game": UTH, "player": "Kc 5d", "board": "Jh 9h 5s"})
    assert answer["unit"] == "ante"
    assert [a["action"] for a in answer["actions"]] == ["bet-2x", "check"]
    assert answer["actions"][0] == {
        "action": "bet-2x",
        "ev": 30034 / 535095,
        "exact": "30034/535095",
        "cost": 0.0,
    }
    cost = Fraction(30034, 535095) - Fraction(-73708, 535095)
    assert answer["actions"][1]["cost"] == float(cost)
    assert answer["best"] == "bet-2x"
    assert "house" not in answer


def test_of_equal_actions_the_one_that_puts_out_less_comes_first() -> None:
    # The dealer's straight flush beats everything and qualifies: a fold loses 2, the bet 3. With
    # both showing the same, every bet is a push.
    tied = {"game": UTH, "player": "2c 3d", "dealer": "2d 3c", "known_board": "Ks Qs"}
    answer = ev_document({**tied, "board": "As Js Ts"})
    assert [a["exact"] for a in answer["actions"]] == ["0", "0"]
    assert answer["best"] == "check"
    before = ev_document({"game": UTH, "player": "2c 3d", "dealer": "2d 3c"})
    assert [a["action"] for a in before["actions"][:2]] != ["bet-4x", "bet-3x"]


def test_three_times_is_not_offered_where_the_house_has_only_four() -> None:
    names = set(exact({"game": UTH, "player": "As Kd", "variant": "four-x-only"}))
    assert names == {"bet-4x", "check"}


# --- what must hold between values ---------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_board", [3, 5])
def test_a_change_of_suits_changes_nothing(seed: int, n_board: int) -> None:
    spot = random_spots.uth(f"suits {seed} {n_board}", n_board, n_dead=3)
    change = random.Random(seed).sample(range(4), 4)

    def moved(text: str) -> str:
        return format_cards([type(a)(a >> 2 << 2 | change[a & 3]) for a in parse_cards(text)])

    keys = ("player", "board", "known_board", "dealer", "dead")
    assert exact(spot) == exact({**spot, **{key: moved(spot[key]) for key in keys}})


def test_a_flop_looked_up_after_a_solve_is_worth_what_it_is_from_scratch() -> None:
    for document in (
        {"game": UTH, "player": "Qh 7h", "board": "Ah 9h 4c"},
        {"game": CASINO, "player": "As 2d", "board": "Ac 8h 5d", "variant": "bonus-needs-call",
         "stakes": {"ante": "1", "aa": "1"}},
    ):  # fmt: skip
        deciding_module._solutions.clear()
        afresh = ev_document(document)
        sides = {"aa": Fraction(1)} if "stakes" in document else None
        solution_of(plans_of(build(document["game"], document.get("variant", "default")), sides))
        assert deciding_module._solutions
        assert ev_document(document) == afresh


def test_a_spot_before_the_flop_is_the_same_from_scratch() -> None:
    # A bad-beat bet of nothing much makes the engine deal everything out.
    spot = {"game": UTH, "player": "8c 8d", "variant": "bad-beat"}
    plain = exact(spot)
    dealt = exact(spot, stakes={"ante": "1000", "bad_beat": "1"})
    differences = {dealt[action] - plain[action] for action in plain}
    assert len(differences) == 1
    assert 0 < abs(differences.pop()) < Fraction(1, 1000)


def test_knowing_more_is_worth_more() -> None:
    spot = {"game": UTH, "player": "Qh 7h", "board": "Ah 9h 4c"}
    blind = exact(spot)
    left = [a for a in parse_cards("2c 5d Js Kh") if format_cards([a]) not in spot["board"]]
    shown = [max(exact(spot, dealer=format_cards([a])).values()) for a in left]
    assert max(shown) > max(blind.values())


@pytest.mark.parametrize(
    ("player", "row", "moves"),
    [
        ("Qh 7h", "flush", True),
        ("Qh 7h", "full-house", False),  # two cards to come are too few
        ("Ks Qs", "straight", True),
        ("Ks Qs", "royal-flush", False),
        ("4c 4d", "full-house", True),
        ("4c 4d", "four-of-a-kind", True),
        ("4c 4d", "straight", False),
    ],
)
def test_a_value_never_falls_when_odds_rise(player: str, row: str, moves: bool) -> None:
    blind = build(UTH).bet("blind")
    odds = {id: cell.odds for id, cell in zip(blind.rows, blind.cells[9], strict=True) if cell}
    richer = Paytable("richer", {**odds, row: odds[row] + 1})
    spot = {"game": UTH, "player": player, "board": "Ah 9h 4s"}
    before = exact(spot)
    answer = ev_document(spot, {"blind": richer})
    after = {a["action"]: Fraction(a["exact"]) for a in answer["actions"]}
    assert all(after[action] >= before[action] for action in before)
    assert (after != before) == moves


CELLS = [
    # row, odds there and then, a river hand of that row
    ("straight", "1:1", "2:1", "9c 8d", "7h 6s 5d Ac 2h"),
    ("pair", "push", "1:2", "As 9d", "Ac 7h 5s 3d 2c"),
    ("flush", "3:2", "9:1", "Ah 9h", "Kh 7h 2h 3c 4d"),
]


@pytest.mark.parametrize(("row", "old", "new", "player", "board"), CELLS)
def test_one_cell_of_a_paytable_moves_settling_and_values_alike(
    row: str,
    old: str,
    new: str,
    player: str,
    board: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_blind(tmp_path, row, old, new)
    monkeypatch.setenv("CASINO_POKER_PAYTABLES", str(tmp_path))
    spot = {"game": UTH, "player": player, "board": board}
    round_ = {**spot, "stakes": {"ante": "1", "blind": "1", "play": "1"}}
    n_won, moved = 0, set()
    for n, dealer in enumerate(dealers(spot)):
        won = is_won(spot, dealer)
        n_won += won
        if n % 9 == 0:  # settling all 990 twice would take long
            deal = {**round_, "dealer": dealer}
            before = Fraction(settle_document(deal)["net"])
            after = Fraction(settle_document({**deal, "set": {"blind": "mine"}})["net"])
            assert (after != before) == won
            moved.add(after - before)
    (difference,) = moved - {0}
    change = exact(spot, set={"blind": "mine"})["bet-1x"] - exact(spot)["bet-1x"]
    assert change == Fraction(n_won, 990) * difference


def write_blind(folder: Path, row: str, old: str, new: str) -> None:
    """A user's folder with the default blind table as `mine`, one cell changed."""
    with (package_folder() / UTH / "blind.csv").open(encoding="utf-8", newline="") as file:
        rows = [{**line, "table": "mine"} for line in csv.DictReader(file) if line["table"] == "A"]
    changed = next(line for line in rows if line["row"] == row)
    assert changed["odds"] == old
    changed["odds"] = new
    (folder / UTH).mkdir()
    with (folder / UTH / "blind.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def dealers(spot: Document) -> list[str]:
    """Every hand that the dealer can have."""
    left = [card for card in DECK if card not in (spot["player"] + " " + spot["board"]).split()]
    return [" ".join(pair) for pair in combinations(left, 2)]


def is_won(spot: Document, dealer: str) -> bool:
    board = tuple(spot["board"].split())
    return strength(tuple(spot["player"].split()) + board) > strength(tuple(dealer.split()) + board)


# --- stakes and the house ------------------------------------------------------------------


def test_only_the_proportion_of_stakes_counts() -> None:
    spot = {"game": UTH, "player": "Qh 7h", "board": "Ah 9h 4c"}
    small = exact(spot, stakes={"ante": "2", "trips": "1"})
    large = exact(spot, stakes={"ante": "2000", "blind": "2000", "trips": "1000"})
    assert small == large != exact(spot)


def test_a_cap_counts_only_when_the_antes_size_is_given() -> None:
    spot = {"game": UTH, "player": "Kh Qh", "board": "Ah Th Jh", "variant": "northwood"}
    assert exact(spot) == exact(spot, variant="default")
    answer = ev_document({**spot, "ante": "100"})
    assert answer["house"]["max_payout"] == "20000"
    # The royal is there: 4 antes and 500 antes are owed by rules, 20,000 is paid at most.
    assert max(exact(spot, ante="100").values()) == 200
    assert exact(spot, ante="10") == exact(spot)


def test_rounding_is_in_the_values_when_the_antes_size_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / UTH
    folder.mkdir()
    shipped = (package_folder() / UTH / "variants.csv").read_text(encoding="utf-8").splitlines()
    header, default = next(csv.reader(shipped[:1])), next(csv.reader(shipped[1:2]))
    cells = dict(zip(header, default, strict=True))
    cells |= {"variant": "down", "chip": "5", "rounding": "down", "chips": "5/25"}
    with (folder / "variants.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header)
        writer.writeheader()
        writer.writerow(cells)
    monkeypatch.setenv("CASINO_POKER_PAYTABLES", str(tmp_path))
    spot = {"game": UTH, "player": "Ah 9h", "board": "Kh 7h 2h 3c 4d", "variant": "down"}
    # 3:2 on a blind of 5 is 7.5, and 5 is paid.
    plain, rounded = exact(spot)["bet-1x"], exact(spot, ante="5")["bet-1x"]
    wins = Fraction(sum(is_won(spot, dealer) for dealer in dealers(spot)), 990)
    assert plain - rounded == wins / 2


# --- what is refused -----------------------------------------------------------------------

SPOT = {"game": UTH, "player": "Ah Kd", "board": "Qs 7c 2d"}
REFUSED = {
    "no cards": ({"game": UTH}, "player"),
    "one card": ({**SPOT, "player": "Ah"}, "player"),
    "three cards": ({**SPOT, "player": "Ah Kd Kc"}, "player"),
    "two board cards": ({**SPOT, "board": "Qs 7c"}, "board"),
    "a turn without a decision": ({**SPOT, "board": "Qs 7c 2d 3h"}, "board"),
    "six board cards": ({**SPOT, "board": "Qs 7c 2d 3h 4h 5h"}, "board"),
    "no flop in Casino Hold'em": ({**SPOT, "game": CASINO, "board": ""}, "board"),
    "a river in Casino Hold'em": ({**SPOT, "game": CASINO, "board": "Qs 7c 2d 3h 4h"}, "board"),
    "a card twice": ({**SPOT, "dead": "Ah"}, "dead"),
    "a card twice on the board": ({**SPOT, "known_board": "7c"}, "known_board"),
    "three known cards": ({**SPOT, "known_board": "3c 4c 5c"}, "known_board"),
    "a known card after the river": (
        {**SPOT, "board": "Qs 7c 2d 3h 4h", "known_board": "5h"},
        "known_board",
    ),
    "three dealer cards": ({**SPOT, "dealer": "3c 4c 5c"}, "dealer"),
    "no such card": ({**SPOT, "player": "Ah 1d"}, "player"),
    "an unknown key": ({**SPOT, "hole": "Ah Kd"}, "hole"),
    "an unknown game": ({**SPOT, "game": "whist"}, "game"),
    "an unknown house": ({**SPOT, "variant": "mine"}, "variant"),
    "an unknown bet": ({**SPOT, "stakes": {"ante": "1", "aa": "1"}}, "stakes.aa"),
    "a play bet": ({**SPOT, "stakes": {"ante": "1", "play": "1"}}, "stakes.play"),
    "a wrong blind": ({**SPOT, "stakes": {"ante": "1", "blind": "2"}}, "stakes.blind"),
    "a negative stake": ({**SPOT, "stakes": {"ante": "1", "trips": "-1"}}, "stakes.trips"),
    "a side bet without an ante": ({**SPOT, "stakes": {"trips": "1"}}, "stakes.ante"),
    "an ante of nothing": ({**SPOT, "ante": "0"}, "ante"),
    "an ante that is no amount": ({**SPOT, "ante": "ten"}, "ante"),
    "no object": ([], ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_impossible_or_unfinished_spot_is_refused_where_it_is_wrong(name: str) -> None:
    document, where = REFUSED[name]
    with pytest.raises(TrainerError) as caught:
        ev_document(document)
    assert caught.value.where == where


def test_a_deck_that_is_too_short_is_refused() -> None:
    spot = random_spots.uth("short", 3, n_dead=44)
    with pytest.raises(TrainerError, match="have yet to come"):
        ev_document({**spot, "known_board": "", "dealer": ""})


def test_a_cap_that_cuts_across_bets_on_different_hands_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = {**SPOT, "variant": "northwood", "set": {"bad_beat": "two-way"}}
    spot["stakes"] = {"ante": "1", "bad_beat": "1"}
    assert exact(spot)
    assert exact({**spot, "ante": "1"})
    with pytest.raises(TrainerError, match="cap"):
        ev_document({**spot, "ante": "100"})
