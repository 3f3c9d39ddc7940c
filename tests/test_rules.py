"""The vocabulary of rules: total tables, the one place where stakes meet odds, and legal rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from trainer.cards import parse_cards
from trainer.documents.rounds import settle_round
from trainer.errors import CardError, RoundError, StakeError
from trainer.games import GAME_IDS, build, rules_of, tables, variants
from trainer.paytables import legal_values
from trainer.rules import (
    BOUGHT,
    GAME,
    NO_GAME,
    Bet,
    ByTable,
    Cell,
    Deal,
    Game,
    Paytable,
    Showdown,
    Size,
    TableSpec,
    bet,
    check_sizes,
    columns,
    even,
    lost,
    payoffs,
    price,
    push,
    settle,
    showdown_of,
)

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
ROWS = ("low", "high")
SPEC = TableSpec((*ROWS, "top"), Fraction(-1), "low")
TABLE = Paytable("t", {"low": Fraction(0), "high": Fraction(3, 2), "top": Fraction(7)})


# --- showdowns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "game", "bought", "expected"),
    [
        (2, 1, True, False, Showdown.WIN),
        (1, 1, True, False, Showdown.TIE),
        (1, 2, True, False, Showdown.LOSE),
        (2, 1, True, True, Showdown.WIN),
        (1, 1, True, True, Showdown.TIE),
        (1, 2, True, True, Showdown.LOSE),
        (2, 1, False, False, Showdown.WIN_NO_GAME),
        (1, 1, False, False, Showdown.TIE_NO_GAME),
        (1, 2, False, False, Showdown.LOSE_NO_GAME),
        (2, 1, False, True, Showdown.WIN_BOUGHT),
        (1, 1, False, True, Showdown.TIE_BOUGHT),
        (1, 2, False, True, Showdown.LOSE_BOUGHT),
    ],
)
def test_a_showdown_compares_hands_and_knows_the_dealers_game(
    player: int, dealer: int, game: bool, bought: bool, expected: Showdown
) -> None:
    assert showdown_of(player, dealer, game=game, bought=bought) is expected
    assert expected.result == ("win", "tie", "lose")[(player < dealer) * 2 + (player == dealer)]


def test_there_are_ten_showdowns_in_three_groups_and_the_fold() -> None:
    assert sorted((Showdown.FOLD, *NO_GAME, *BOUGHT, *GAME)) == list(Showdown)
    assert len(Showdown) == 10
    assert Showdown.FOLD.result == "fold"
    for group in (NO_GAME, BOUGHT, GAME):
        assert [x.result for x in group] == ["lose", "tie", "win"]


# --- bets as total tables ------------------------------------------------------------------------


def every(column: Any, **others: Any) -> dict[Showdown, Any]:
    return dict.fromkeys(Showdown, column) | {Showdown[name]: x for name, x in others.items()}


def a_bet(id: str, cells: dict[Showdown, Any], opening: bool = False) -> Bet:
    return bet(id, "main", Size("always"), "final", ROWS, cells, opening=opening)


@pytest.mark.parametrize("left_out", list(Showdown), ids=lambda x: x.name)
def test_a_bet_has_to_say_what_happens_at_every_showdown(left_out: Showdown) -> None:
    cells = every(push("x"))
    del cells[left_out]
    with pytest.raises(AssertionError, match=left_out.name):
        a_bet("x", cells)


def test_a_showdown_is_named_once() -> None:
    with pytest.raises(AssertionError):
        columns((GAME, push("x")), (Showdown.WIN, even("x")))
    found = columns((GAME, push("x")), (Showdown.FOLD, None))
    assert found == {
        Showdown.LOSE: push("x"),
        Showdown.TIE: push("x"),
        Showdown.WIN: push("x"),
        Showdown.FOLD: None,
    }


def test_a_cell_that_cannot_be_on_the_layout_is_an_assertion() -> None:
    x = a_bet("x", every(push("x"), FOLD=None))
    assert x.cell(Showdown.WIN, 0) == Cell(Fraction(0), "x")
    with pytest.raises(AssertionError, match="x cannot be on the layout at FOLD"):
        x.cell(Showdown.FOLD, 0)


def test_a_table_gives_each_row_its_odds_and_its_reason() -> None:
    by_table = ByTable(TABLE, SPEC, "paid", "pushed", "taken")
    assert by_table.cell("low") == Cell(Fraction(0), "pushed")
    assert by_table.cell("high") == Cell(Fraction(3, 2), "paid")
    assert by_table.cell("unlisted") == Cell(Fraction(-1), "taken")
    assert by_table.cell("top+high") == Cell(Fraction(17, 2), "two-combinations")
    assert by_table.cell("high+high") == Cell(Fraction(3), "two-combinations")


def test_a_bet_needs_a_row_only_where_rows_differ() -> None:
    x = a_bet("x", every(push("x"), WIN=ByTable(TABLE, SPEC, "paid"), LOSE=lost("x"), FOLD=None))
    assert [showdown for showdown in Showdown if x.needs_row(showdown)] == [Showdown.WIN]


# --- every bet of every house --------------------------------------------------------------------

COMMUNITY_NONE = {Showdown.FOLD, *BOUGHT}
# Where a bet cannot be on the layout; all other cells are filled.
NOWHERE = {
    **{(UTH, id): set(BOUGHT) for id in ("ante", "blind", "trips", "bad_beat")},
    (UTH, "play"): COMMUNITY_NONE,
    **{(CASINO, id): set(BOUGHT) for id in ("ante", "aa")},
    (CASINO, "call"): COMMUNITY_NONE,
    (RUSSIAN, "ante"): set(),
    (RUSSIAN, "bet"): {Showdown.FOLD},
    (RUSSIAN, "sixth"): set(),
    (RUSSIAN, "exchange"): set(),
    (RUSSIAN, "purchase"): {Showdown.FOLD, *NO_GAME},
    (RUSSIAN, "insurance"): {Showdown.FOLD, *BOUGHT},
    (RUSSIAN, "bonus"): set(),
}


def all_houses(game_id: str) -> list[Game]:
    """Every shipped house, and the default house with every other value of every rule."""
    found = [build(game_id, variant.id) for variant in variants(game_id)]
    for rule in rules_of(game_id):
        for value in legal_values(rule, tables(game_id)):
            found.append(build(game_id, "default", {rule.id: value} | loosened(rule.id, value)))
    return found


def loosened(rule: str, value: str) -> dict[str, str]:
    return {"trips_on_fold": "lost"} if (rule, value) == ("trips_needs_win", "yes") else {}


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_bet_of_every_house_is_a_total_table(game_id: str) -> None:
    for game in all_houses(game_id):
        for x in game.bets:
            assert len(x.cells) == len(Showdown)
            nowhere = NOWHERE.get((game_id, x.id), NOWHERE.get((RUSSIAN, x.id)))
            assert nowhere is not None, f"{x.id} is not in the list above"
            for showdown in Showdown:
                cells = x.cells[showdown]
                assert len(cells) == len(x.rows)
                if showdown in nowhere:
                    assert set(cells) == {None}, (x.id, showdown)
                else:
                    assert None not in cells, (x.id, showdown)
                    assert all(cell and cell.odds >= -1 and cell.reason for cell in cells)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_bets_stand_in_the_order_of_the_contract(game_id: str) -> None:
    order = (
        *("ante", "blind", "play", "call", "bet", "sixth", "exchange", "purchase"),
        *("insurance", "trips", "bad_beat", "aa", "bonus"),
    )
    for game in all_houses(game_id):
        ids = [x.id for x in game.bets]
        assert ids == [id for id in order if id in ids]
        assert len(set(ids)) == len(ids)


# --- price ---------------------------------------------------------------------------------------


def test_price_gives_a_line_for_each_staked_bet_in_the_order_of_the_bets() -> None:
    bets = [a_bet(id, every(even(id))) for id in ("a", "b", "c", "d")]
    stakes = {"d": Fraction(4), "b": Fraction(2), "c": Fraction(0), "a": Fraction(1)}
    lines = price(bets, stakes, Showdown.WIN, Showdown.WIN, {"final": 0})
    assert [(x.bet, x.stake, x.paid) for x in lines] == [("a", 1, 1), ("b", 2, 2), ("d", 4, 4)]


def test_price_reads_the_opening_showdown_where_the_bet_does() -> None:
    cells = every(lost("x"), WIN_NO_GAME=even("x"))
    bets = [a_bet("opens", cells, opening=True), a_bet("ends", cells)]
    stakes = {"opens": Fraction(3), "ends": Fraction(5)}
    first, second = price(bets, stakes, Showdown.WIN_NO_GAME, Showdown.LOSE, {"final": None})
    assert (first.net, second.net) == (3, -5)
    first, second = price(bets, stakes, Showdown.LOSE, Showdown.WIN_NO_GAME, {"final": None})
    assert (first.net, second.net) == (-3, 5)


@pytest.mark.parametrize(
    ("cell", "paid", "returned", "taken", "outcome"),
    [
        (lost("x"), "0", "0", "1.25", "lose"),
        (push("x"), "0", "1.25", "0", "push"),
        (even("x"), "1.25", "1.25", "0", "win"),
        (Cell(Fraction(3, 2), "x"), "1.875", "1.25", "0", "win"),
        (Cell(Fraction(7500), "x"), "9375", "1.25", "0", "win"),
        (Cell(Fraction(1, 3), "x"), "5/12", "1.25", "0", "win"),
    ],
)
@pytest.mark.parametrize("scale", [1, 8, 10**12])
def test_a_line_pays_returns_or_takes(
    cell: Cell, paid: str, returned: str, taken: str, outcome: str, scale: int
) -> None:
    stakes = {"x": Fraction("1.25") * scale}
    (line,) = price([a_bet("x", every(cell))], stakes, Showdown.WIN, Showdown.WIN, {"final": None})
    amounts = tuple(Fraction(text) * scale for text in (paid, returned, taken))
    assert (line.paid, line.returned, line.taken) == amounts
    assert line.net == line.paid - line.taken
    assert line.stake == line.returned + line.taken
    assert (line.outcome, line.reason, line.row) == (outcome, "x", None)


def test_a_line_names_the_row_that_was_read() -> None:
    x = a_bet("x", every(push("x"), WIN=ByTable(TABLE, SPEC, "paid")))
    stakes = {"x": Fraction(2)}
    for row, (name, odds) in enumerate((("low", Fraction(0)), ("high", Fraction(3, 2)))):
        (line,) = price([x], stakes, Showdown.WIN, Showdown.WIN, {"final": row})
        assert (line.row, line.odds) == (name, odds)
    (line,) = price([x], stakes, Showdown.LOSE, Showdown.LOSE, {"final": 1})
    assert line.row is None


def test_price_without_a_row_that_matters_is_an_assertion() -> None:
    x = a_bet("x", every(push("x"), WIN=ByTable(TABLE, SPEC, "paid")))
    with pytest.raises(AssertionError, match="x needs cards"):
        price([x], {"x": Fraction(1)}, Showdown.WIN, Showdown.WIN, {"final": None})


# --- payoffs -------------------------------------------------------------------------------------

PLANS: dict[str, list[dict[str, Fraction]]] = {
    UTH: [
        {"ante": Fraction(1), "blind": Fraction(1)},
        *(
            {"ante": Fraction(1), "blind": Fraction(1), "play": Fraction(times)}
            for times in (1, 2, 3, 4)
        ),
        {"ante": Fraction(5, 2), "blind": Fraction(5, 2), "play": Fraction(10)},
    ],
    CASINO: [{"ante": Fraction(1)}, {"ante": Fraction(1), "call": Fraction(2)}],
    RUSSIAN: [
        {"ante": Fraction(1)},
        {"ante": Fraction(1), "bet": Fraction(2)},
        {"ante": Fraction(1), "sixth": Fraction(1)},
        {"ante": Fraction(1), "sixth": Fraction(1), "bet": Fraction(2)},
        {"ante": Fraction(1), "exchange": Fraction(1), "bet": Fraction(2)},
        {"ante": Fraction(1), "bet": Fraction(2), "purchase": Fraction(1)},
    ],
}
SCALES = {UTH: 4, CASINO: 1, RUSSIAN: 1}  # 3:2 of 5/2


@pytest.mark.parametrize("game_id", [UTH, CASINO, RUSSIAN])
def test_payoffs_are_what_price_gives(game_id: str) -> None:
    rng = Random(7)
    for variant in variants(game_id):
        game = build(game_id, variant.id)
        known = {x.id for x in game.bets}
        plans = [plan for plan in PLANS[game_id] if set(plan) <= known]
        table = payoffs(game, plans)
        main = [x for x in game.bets if x.kind in ("main", "fee")]
        rows = main[0].rows
        assert table.plans == tuple(plans)
        assert (len(table.net), len(table.net[0]), len(table.net[0][0])) == (
            len(plans),
            10,
            len(rows),
        )
        assert table.scale == SCALES[game_id]
        cells = list(product(range(len(plans)), Showdown, range(len(rows))))
        for n, showdown, row in rng.sample(cells, min(len(cells), 300)):
            staked = [x for x in main if x.id in plans[n]]
            if any(x.cells[showdown][row] is None for x in staked):
                assert table.net[n][showdown][row] == 0
                continue
            lines = price(main, plans[n], showdown, showdown, {"final": row})
            expected = sum((x.net for x in lines), Fraction(0))
            assert Fraction(table.net[n][showdown][row], table.scale) == expected


@pytest.mark.parametrize(
    ("game_id", "plan", "showdown", "row", "net"),
    [
        (UTH, 0, Showdown.FOLD, "pair", -2),
        (UTH, 1, Showdown.FOLD, "pair", 0),  # no folded hand has a play bet
        (UTH, 1, Showdown.WIN, "pair", 2),
        (UTH, 4, Showdown.WIN, "pair", 5),
        (UTH, 4, Showdown.WIN, "flush", Fraction(13, 2)),
        (UTH, 4, Showdown.WIN_NO_GAME, "royal-flush", 504),
        (UTH, 4, Showdown.LOSE, "flush", -6),
        (UTH, 4, Showdown.LOSE_NO_GAME, "high-card", -5),
        (UTH, 4, Showdown.WIN_BOUGHT, "pair", 0),
        (UTH, 5, Showdown.WIN, "flush", Fraction(65, 4)),
        (CASINO, 0, Showdown.FOLD, "pair", -1),
        (CASINO, 1, Showdown.WIN, "flush", 4),
        (CASINO, 1, Showdown.LOSE_NO_GAME, "flush", 2),
        (CASINO, 1, Showdown.LOSE, "pair", -3),
        (CASINO, 1, Showdown.TIE, "royal-flush", 0),
        (RUSSIAN, 0, Showdown.FOLD, "pair", -1),
        (RUSSIAN, 1, Showdown.WIN, "pair+ace-king", 4),
        (RUSSIAN, 1, Showdown.WIN, "royal-flush+straight-flush", 300),
        (RUSSIAN, 2, Showdown.FOLD, "pair", -2),
        (RUSSIAN, 3, Showdown.WIN, "pair", 1),
        (RUSSIAN, 3, Showdown.LOSE_NO_GAME, "high-card", 0),
        (RUSSIAN, 4, Showdown.LOSE, "pair", -4),
        (RUSSIAN, 5, Showdown.WIN_BOUGHT, "pair", -1),
        (RUSSIAN, 5, Showdown.WIN, "pair", 1),
        (RUSSIAN, 5, Showdown.WIN_NO_GAME, "pair", 0),  # who buys has no final hand without it
    ],
)
def test_payoffs_of_the_default_house(
    game_id: str, plan: int, showdown: Showdown, row: str, net: int | Fraction
) -> None:
    game = build(game_id)
    table = payoffs(game, PLANS[game_id])
    at = game.bets[0].rows.index(row)
    assert Fraction(table.net[plan][showdown][at], table.scale) == net


def test_payoffs_of_a_side_bet_are_asked_for_by_themselves() -> None:
    game = build(UTH, "bad-beat")
    bad_beat = game.bet("bad_beat")
    table = payoffs(game, [{"bad_beat": Fraction(1)}], [bad_beat])
    straight_flush = bad_beat.rows.index("straight-flush")
    assert table.net[0][Showdown.WIN][straight_flush] == 7500
    assert table.net[0][Showdown.FOLD][bad_beat.rows.index("tie")] == -1
    trips = payoffs(game, [{"trips": Fraction(1)}], [game.bet("trips")])
    assert trips.net[0][Showdown.LOSE][game.bet("trips").rows.index("flush")] == 7
    with pytest.raises(AssertionError, match="different row functions"):
        payoffs(game, [{"trips": Fraction(1)}], [game.bet("trips"), bad_beat])


# --- legal rounds --------------------------------------------------------------------------------


def deal(**cards: str) -> Deal:
    return Deal(**{name: parse_cards(text) for name, text in cards.items()})


UTH_DEAL = deal(player="Ah Kd", board="Qs 7c 2d 3h 9s", dealer="Jc Jd")
RUSSIAN_DEAL = deal(player="Kh Kd 9s 5c 2d", dealer="As Kc Qd 7h 3c")


def stakes_of(text: str) -> dict[str, Fraction]:
    return {part.split()[0]: Fraction(part.split()[1]) for part in text.split(", ") if part}


@pytest.mark.parametrize(
    ("game_id", "stakes", "folded", "where", "told"),
    [
        (UTH, "", False, "ante", "there is no ante"),
        (UTH, "ante 0, blind 0, play 0", False, "ante", "there is no ante"),
        (UTH, "ante -10, blind -10, play -40", False, "ante", "cannot be negative"),
        (UTH, "ante 10, blind 10, play 40, trips -1", False, "trips", "cannot be negative"),
        (UTH, "ante 10, play 40", False, "blind", "expected 1 × ante = 10"),
        (UTH, "ante 10, blind 9.5, play 40", False, "blind", "is 9.5; expected 1 × ante = 10"),
        (UTH, "ante 10, blind 20, play 40", False, "blind", "expected 1 × ante = 10"),
        (UTH, "ante 10, blind 10", False, "play", "or a folded hand"),
        (UTH, "ante 10, blind 10, play 25", False, "play", "is 25; expected"),
        (UTH, "ante 10, blind 10, play 40", True, "play", "the hand is folded"),
        (UTH, "ante 10, blind 10, play 40, aa 5", False, "aa", "'aa' is no bet here"),
        (UTH, "ante 10, blind 10, play 40, bad_beat 5", False, "bad_beat", "is no bet here"),
        (CASINO, "ante 10", False, "call", "2 × ante = 20"),
        (CASINO, "ante 10, call 10", False, "call", "is 10; expected 2 × ante = 20"),
        (CASINO, "ante 10, call 20", True, "call", "the hand is folded"),
        (CASINO, "ante 10, call 20, trips 5", False, "trips", "ante, call, aa"),
        (RUSSIAN, "ante 10", False, "bet", "2 × ante = 20"),
        (RUSSIAN, "ante 10, bet 19.99", False, "bet", "2 × ante = 20"),
        (RUSSIAN, "ante 10, bet 20", True, "bet", "the hand is folded"),
        (RUSSIAN, "ante 10, bet 20, sixth 5", False, "sixth", "1 × ante = 10"),
        (RUSSIAN, "ante 10, bet 20, exchange 20", False, "exchange", "1 × ante = 10"),
        (RUSSIAN, "ante 10, bet 20, purchase 5", False, "purchase", "1 × ante = 10"),
        (RUSSIAN, "ante 10, bet 20, sixth 10", False, "sixth", "has five cards"),
        (RUSSIAN, "ante 10, bet 20, exchange 10", False, "exchange", "`dealt`"),
        (RUSSIAN, "ante 10, bet 20, purchase 10", False, "purchase", "has a game already"),
    ],
)
def test_a_stake_of_a_wrong_size_tells_what_was_legal(
    game_id: str, stakes: str, folded: bool, where: str, told: str
) -> None:
    cards = RUSSIAN_DEAL if game_id == RUSSIAN else UTH_DEAL
    with pytest.raises(StakeError) as error:
        settle(build(game_id), cards, stakes_of(stakes), folded)
    assert error.value.where == where
    assert told in error.value.message


@pytest.mark.parametrize(
    ("street", "legal"),
    [("preflop", "30 40"), ("flop", "20"), ("river", "10"), (None, "10 20 30 40")],
)
def test_a_play_bet_has_the_size_of_its_street(street: str | None, legal: str) -> None:
    for play in ("10", "20", "30", "40"):
        stakes = stakes_of(f"ante 10, blind 10, play {play}")
        if play in legal.split():
            check_sizes(build(UTH), UTH_DEAL, stakes, False, street)
            settled = settle(build(UTH), UTH_DEAL, stakes, False, street)
            assert settled.taken == 20 + int(play)
        else:
            with pytest.raises(StakeError):
                check_sizes(build(UTH), UTH_DEAL, stakes, False, street)


@pytest.mark.parametrize(
    ("game_id", "cards", "stakes", "folded", "error"),
    [
        (UTH, {"board": "Qs 7c 2d"}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"dealer": ""}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"dealer": "Jc"}, "ante 10, blind 10", True, CardError),
        (UTH, {"player": "Ah Kd 2c"}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"dealer": "Ah Jd"}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"dealer": "Qs Jd"}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"dealt": "2c 3c"}, "ante 10, blind 10, play 40", False, CardError),
        (UTH, {"board": "Qs 7c 2d"}, "ante 10, blind 10, trips 5", True, RoundError),
        (UTH, {"board": ""}, "ante 10, blind 10, trips 5", True, RoundError),
        (CASINO, {"board": "Qs 7c"}, "ante 10", True, CardError),
        (CASINO, {"board": ""}, "ante 10, aa 5", True, RoundError),
        (RUSSIAN, {"board": "2c"}, "ante 10, bet 20", False, CardError),
        (RUSSIAN, {"player": "Kh Kd 9s 5c"}, "ante 10, bet 20", False, CardError),
        (RUSSIAN, {"dealer": "As Kc Qd 7h"}, "ante 10, bet 20", False, CardError),
        (RUSSIAN, {"dealer": "As Kc Qd 7h 9s"}, "ante 10, bet 20", False, CardError),
        (
            RUSSIAN,
            {"player": "Kh Kd 9s 5c 2d 4h"},
            "ante 10, bet 20, sixth 10",
            False,
            RoundError,
        ),
        (
            RUSSIAN,
            {"dealt": "Kh Kd 9s 5c 7h"},  # the dealer's seven was given up
            "ante 10, bet 20, exchange 10",
            False,
            CardError,
        ),
    ],
)
def test_cards_that_make_no_round_are_refused(
    game_id: str,
    cards: dict[str, str],
    stakes: str,
    folded: bool,
    error: type[CardError | RoundError],
) -> None:
    base = RUSSIAN_DEAL if game_id == RUSSIAN else UTH_DEAL
    changed = replace(base, **{name: parse_cards(text) for name, text in cards.items()})
    with pytest.raises(error):
        settle(build(game_id), changed, stakes_of(stakes), folded)


@pytest.mark.parametrize(
    ("game_id", "cards", "stakes"),
    [
        (UTH, {"dealer": ""}, "ante 10, blind 10, trips 5"),
        (UTH, {"board": "Qs 7c 2d", "dealer": ""}, "ante 10, blind 10"),
        (UTH, {"board": "", "dealer": ""}, "ante 10, blind 10"),
        (CASINO, {"board": "Qs 7c 2d", "dealer": ""}, "ante 10, aa 5"),
        (CASINO, {"board": "", "dealer": ""}, "ante 10"),
        (RUSSIAN, {"dealer": ""}, "ante 10, bonus 5"),
        (RUSSIAN, {"dealer": "3c"}, "ante 10, bonus 5"),
    ],
)
def test_a_folded_round_may_leave_out_what_was_never_shown(
    game_id: str, cards: dict[str, str], stakes: str
) -> None:
    base = RUSSIAN_DEAL if game_id == RUSSIAN else UTH_DEAL
    changed = replace(base, **{name: parse_cards(text) for name, text in cards.items()})
    settled = settle(build(game_id), changed, stakes_of(stakes), True)
    assert settled.taken == sum(stakes_of(stakes).values())
    assert settled.reading.final is Showdown.FOLD


# --- what decided --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "board", "expected"),
    [
        ("Ah Qd", "Kc Qh", "Qs 7c 2d 3h 9s", "Ah"),  # the kicker
        ("Ah Qd", "Ac Qh", "Qs 7c 2d 3h 9s", ""),  # a tie
        ("Kd Jc", "As 4c", "Qs 7c 2d 3h 9s", "As"),  # the dealer's high card
        ("Qd 7h", "Qh 2c", "Qs 7c 2d 3h 9s", "7h 7c"),  # the second pair
        ("9h 9c", "Jc Jd", "Qs 7c 2d 3h 9s", ""),  # trips against a pair: the category decides
        ("Ah 9h", "Qh 8h", "Kh Qs 7h 4h 2c", "Ah"),
    ],
)
def test_deciding_cards_are_where_hands_of_one_category_differ(
    player: str, dealer: str, board: str, expected: str
) -> None:
    document = {
        "game": UTH,
        "player": player,
        "dealer": dealer,
        "board": board,
        "stakes": {"ante": "10", "blind": "10", "play": "40"},
    }
    found = settle_round(document).deciding
    assert set(found) == set(parse_cards(expected))
    folded = document | {"folded": True, "stakes": {"ante": "10", "blind": "10"}}
    assert settle_round(folded).deciding == ()
