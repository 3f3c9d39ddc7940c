"""Ultimate Texas Hold'em and Casino Hold'em: every bet in every outcome, under every rule.

A line is right when its net is, when the stake is returned or taken whole, and when nothing is paid
that is not won.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.settled_rounds import (
    BOARD,
    CASINO,
    COMMUNITY,
    UTH,
    UTH_ROWS,
    check,
    odds,
    of_row,
    seats,
    settle,
)
from trainer.errors import RoundError, RuleError, StakeError

# --- Ultimate Texas Hold'em ----------------------------------------------------------------------

# outcome: ante and play in times of their stakes, and whether the blind is paid (B)
UTH_GRID = {
    "game, better": (1, "B", 1),
    "game, tie": (0, 0, 0),
    "game, worse": (-1, -1, -1),
    "no game, better": (0, "B", 1),
    "no game, tie": (0, 0, 0),
    "no game, worse": (0, -1, -1),
}


@pytest.mark.parametrize("times", [1, 2, 3, 4])
@pytest.mark.parametrize("outcome", UTH_GRID)
def test_uth_main_bets(outcome: str, times: int) -> None:
    ante, blind, play = UTH_GRID[outcome]
    settled = settle(UTH, seats(outcome), f"ante 10, blind 10, play {times * 10}")
    blind_net = 0 if blind == "B" else 10 * int(blind)  # no hand here reaches a straight
    check(settled, f"ante {10 * ante}, blind {blind_net}, play {10 * times * play}")
    assert (settled["showdown"], settled["dealer_qualifies"]) == COMMUNITY[outcome][2:]


@pytest.mark.parametrize("outcome", UTH_GRID)
def test_uth_fold_loses_ante_and_blind_whatever_the_dealer_has(outcome: str) -> None:
    settled = settle(UTH, seats(outcome), "ante 10, blind 10", folded=True)
    check(settled, "ante -10, blind -10")
    assert settled["showdown"] == "fold"


def test_uth_fold_needs_no_cards_of_the_dealer() -> None:
    settled = settle(UTH, {"player": "Kd 4c", "board": BOARD}, "ante 10, blind 10", folded=True)
    check(settled, "ante -10, blind -10")
    assert settled["dealer_qualifies"] is None


BLINDS = {  # odds on a win, in the order of ROWS
    "A": "500 50 10 3 3/2 1 0 0 0 0",
    "B": "500 50 10 3 3/2 0 0 0 0 0",
}

TRIPS = {
    "T1": "50 40 30 9 7 4 3 -1 -1 -1",
    "T2": "50 40 30 8 6 5 3 -1 -1 -1",
    "T3": "50 40 30 8 7 4 3 -1 -1 -1",
    "T4": "50 40 20 7 6 5 3 -1 -1 -1",
}


def with_dealers(rows: dict[str, Any]) -> list[tuple[str, bool]]:
    """Each row with each kind of dealer that can lose to it: (row, whether he qualifies)."""
    return [
        (row, game)
        for row, (_, _, has, has_not) in rows.items()
        for game, dealer in ((True, has), (False, has_not))
        if dealer
    ]


@pytest.mark.parametrize("table", BLINDS)
@pytest.mark.parametrize(("row", "game"), with_dealers(UTH_ROWS))
def test_uth_blind_pays_its_table_on_a_win(row: str, game: bool, table: str) -> None:
    settled = settle(UTH, of_row(UTH_ROWS, row, game), "ante 5, blind 5, play 20", {"blind": table})
    assert settled["player_hand"]["category"] == row
    assert settled["dealer_qualifies"] is game
    blind = 5 * odds(BLINDS[table], row)
    check(settled, f"ante {5 if game else 0}, blind {blind}, play 20")


@pytest.mark.parametrize("table", TRIPS)
@pytest.mark.parametrize(("row", "game"), with_dealers(UTH_ROWS))
def test_uth_trips_pay_by_the_own_hand(row: str, game: bool, table: str) -> None:
    cards = of_row(UTH_ROWS, row, game)
    stakes = "ante 5, blind 5, play 5, trips 3"
    trips = 3 * odds(TRIPS[table], row)
    line = settle(UTH, cards, stakes, {"trips": table})["lines"][-1]
    assert (line["bet"], Fraction(line["net"])) == ("trips", trips)
    check(
        settle(UTH, cards, "ante 5, blind 5, trips 3", {"trips": table}, folded=True),
        f"ante -5, blind -5, trips {trips}",
    )


# A tie and a loss with a hand that pays trips; with one that does not the grid above has them.
TIED_STRAIGHT = {"player": "2c 3d", "board": "Qs Jd Tc 9h 8d", "dealer": "4c 5s"}

LOSING_STRAIGHT = {"player": "6d 5c", "board": "9s 8d 7h 3c 2s", "dealer": "Jd Tc"}

WINNING_STRAIGHT = {"player": "Jd Tc", "board": "9s 8d 7h 3c 2s", "dealer": "6d 5c"}

UNSEEN_FOLD = {"player": "Jd Tc", "board": "9s 8d 7h 3c 2s"}

# cards, folded: trips of 3 in the house as usual, lost on a fold, needing the win (T3: straight 4)
TRIPS_GRID = [
    ("a win", WINNING_STRAIGHT, False, 12, 12, 12),
    ("a win over no game", of_row(UTH_ROWS, "straight", False), False, 12, 12, 12),
    ("a tie", TIED_STRAIGHT, False, 12, 12, 0),
    ("a loss", LOSING_STRAIGHT, False, 12, 12, 0),
    ("a fold", LOSING_STRAIGHT, True, 12, -3, -3),
    ("a fold of the best hand", WINNING_STRAIGHT, True, 12, -3, -3),
    ("a fold, dealer not shown", UNSEEN_FOLD, True, 12, -3, -3),
    ("a win below trips", seats("game, better"), False, -3, -3, -3),
    ("a win below trips over no game", seats("no game, better"), False, -3, -3, -3),
    ("a tie below trips", seats("game, tie"), False, -3, -3, -3),
    ("a tie below trips with no game", seats("no game, tie"), False, -3, -3, -3),
    ("a loss below trips", seats("game, worse"), False, -3, -3, -3),
    ("a loss below trips to no game", seats("no game, worse"), False, -3, -3, -3),
    ("a fold below trips", seats("game, worse"), True, -3, -3, -3),
]


@pytest.mark.parametrize(
    ("cards", "folded", "usual", "lost_on_fold", "needs_win"),
    [pytest.param(*case[1:], id=case[0]) for case in TRIPS_GRID],
)
def test_uth_trips_by_the_fate_of_the_hand(
    cards: dict[str, str], folded: bool, usual: int, lost_on_fold: int, needs_win: int
) -> None:
    stakes = "ante 5, blind 5, trips 3" if folded else "ante 5, blind 5, play 5, trips 3"
    for variant, expected in (
        ("default", usual),
        ("trips-lost-on-fold", lost_on_fold),
        ("trips-needs-win", needs_win),
    ):
        settled = settle(UTH, cards, stakes, {"variant": variant}, folded)
        assert Fraction(settled["lines"][-1]["net"]) == expected, variant


def test_trips_that_need_the_win_are_lost_by_a_fold_when_only_that_is_set() -> None:
    settled = settle(
        UTH, LOSING_STRAIGHT, "ante 5, blind 5, trips 3", {"trips_needs_win": "yes"}, folded=True
    )
    check(settled, "ante -5, blind -5, trips -3")
    with pytest.raises(RuleError):
        settle(
            UTH,
            LOSING_STRAIGHT,
            "ante 5, blind 5, trips 3",
            {"trips_needs_win": "yes", "trips_on_fold": "alive"},
            folded=True,
        )


# losing row: the losing two cards, the winning two, the board; odds of the table two-way
BAD_BEATS = {
    "straight-flush": ("9h 8h", "Ah Kh", "Qh Jh Th 2c 3d", 7500),
    "four-of-a-kind": ("9h 9c", "Kh Kc", "9d 9s Kd Ks 2c", 500),
    "full-house": ("5c 5d", "Kh Ks", "9d 9s 5h 2c Kd", 50),
    "flush": ("9h 8h", "Ah 3h", "Kh Qs 7h 4h 2c", 30),
    "straight": ("6d 5c", "Jd Tc", "9s 8d 7h 3c 2s", 20),
    "three-of-a-kind": ("7h 7d", "Qd Qh", "7c Qs 2d 4h 9s", 9),
    "two-pair": ("Qd 7h", "9c 9h", "Qs 7c 2d 3h 9s", -1),
    "pair": ("Qd Jh", "9c 9h", "Qs 7c 2d 3h 9s", -1),
    "high-card": ("Kd Jc", "As 4c", "Qs 7c 2d 3h 9s", -1),
    "high-card to a pair": ("Kd Jc", "As Qc", "Qs 7c 2d 3h 9s", -1),
}


@pytest.mark.parametrize("who", ["the player", "the dealer", "a folded player", "a folded winner"])
@pytest.mark.parametrize("row", BAD_BEATS)
def test_uth_bad_beat_reads_the_losing_hand_of_either_side(row: str, who: str) -> None:
    loser, winner, board, paid = BAD_BEATS[row]
    mine, theirs = (winner, loser) if who in ("the dealer", "a folded winner") else (loser, winner)
    folded = "folded" in who
    settled = settle(
        UTH,
        {"player": mine, "board": board, "dealer": theirs},
        "ante 5, blind 5, bad_beat 2" if folded else "ante 5, blind 5, play 5, bad_beat 2",
        {"variant": "bad-beat"},
        folded,
    )
    assert (settled["lines"][-1]["bet"], settled["lines"][-1]["net"]) == ("bad_beat", f"{2 * paid}")


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("cards", [TIED_STRAIGHT, seats("no game, tie")])
def test_uth_bad_beat_is_lost_on_a_tie(cards: dict[str, str], folded: bool) -> None:
    stakes = "ante 5, blind 5, bad_beat 2" + ("" if folded else ", play 5")
    settled = settle(UTH, cards, stakes, {"variant": "bad-beat"}, folded)
    assert settled["lines"][-1]["net"] == "-2"


def test_uth_bad_beat_of_a_folded_hand_needs_the_dealers_cards() -> None:
    with pytest.raises(RoundError, match="bad_beat is still alive"):
        settle(UTH, UNSEEN_FOLD, "ante 5, blind 5, bad_beat 2", {"variant": "bad-beat"}, True)


@pytest.mark.parametrize(
    ("play", "variant", "legal"),
    [
        *((f"{times * 10}", "default", True) for times in (1, 2, 3, 4)),
        *((text, "default", False) for text in ("5", "25", "50", "10.5", "100")),
        ("30", "four-x-only", False),
        *((f"{times * 10}", "four-x-only", True) for times in (1, 2, 4)),
    ],
)
def test_uth_play_is_one_of_its_multiples(play: str, variant: str, legal: bool) -> None:
    stakes = f"ante 10, blind 10, play {play}"
    if legal:
        settled = settle(UTH, seats("game, better"), stakes, {"variant": variant})
        check(settled, f"ante 10, blind 0, play {play}")
    else:
        with pytest.raises(StakeError) as error:
            settle(UTH, seats("game, better"), stakes, {"variant": variant})
        assert error.value.where == "stakes.play"


# --- Casino Hold'em ------------------------------------------------------------------------------

# outcome: player, dealer, what the hands say, whether the dealer has a pair of fours
CASINO_OUTCOMES = {
    "game, better": ("Ah Qd", "Jc Jd", "win", True),
    "game of exactly fours, better": ("Ah Qd", "4c 4d", "win", True),
    "game, tie": ("Qh Ad", "Qd Ac", "tie", True),
    "game, worse": ("Ah Kd", "Jc Jd", "lose", True),
    "no game, better": ("Ah Kd", "Kc Jd", "win", False),
    "no game of threes, better": ("Ah Qd", "3s Jd", "win", False),
    "no game, tie": ("Ah Kd", "As Kc", "tie", False),
    "no game of twos, tie": ("2h Kd", "2c Kh", "tie", False),
    "no game, worse": ("Kd Jc", "As 4c", "lose", False),
    "no game of threes, worse": ("Ah Kd", "3s Jd", "lose", False),
}

CASINO_GRID = {  # ante: A by its table; call
    "game, better": ("A", 1),
    "game of exactly fours, better": ("A", 1),
    "game, tie": (0, 0),
    "game, worse": (-1, -1),
    "no game, better": ("A", 0),
    "no game of threes, better": ("A", 0),
    "no game, tie": ("A", 0),
    "no game of twos, tie": ("A", 0),
    "no game, worse": ("A", 0),
    "no game of threes, worse": ("A", 0),
}


@pytest.mark.parametrize(
    "variant", ["default", "bonus-needs-call", "ante-25", "ante-20", "caribbean-holdem"]
)
@pytest.mark.parametrize("outcome", CASINO_GRID)
def test_casino_main_bets(outcome: str, variant: str) -> None:
    player, dealer, showdown, game = CASINO_OUTCOMES[outcome]
    ante, call = CASINO_GRID[outcome]
    cards = {"player": player, "board": BOARD, "dealer": dealer}
    settled = settle(CASINO, cards, "ante 10, call 20", {"variant": variant})
    assert (settled["showdown"], settled["dealer_qualifies"]) == (showdown, game)
    paid = 1 if ante == "A" else int(ante)  # no hand here is above a pair
    check(settled, f"ante {10 * paid}, call {20 * call}")


@pytest.mark.parametrize("outcome", CASINO_GRID)
def test_casino_fold_loses_the_ante_whatever_the_dealer_has(outcome: str) -> None:
    player, dealer, _, _ = CASINO_OUTCOMES[outcome]
    cards = {"player": player, "board": BOARD, "dealer": dealer}
    check(settle(CASINO, cards, "ante 10", folded=True), "ante -10")


def test_casino_board_cards_qualify_the_dealer() -> None:
    fours = {"player": "Ah Kd", "board": "Qs 4c 4d 3h 9s", "dealer": "Kc Jd"}
    check(settle(CASINO, fours, "ante 10, call 20"), "ante 10, call 20")
    threes = {"player": "Ah Kd", "board": "Qs 3c 3d 4h 9s", "dealer": "Kc Jd"}
    check(settle(CASINO, threes, "ante 10, call 20"), "ante 10, call 0")
    two_pair = {"player": "Ah Qd", "board": "Qs 3c 3d 2h 9s", "dealer": "2c Jd"}
    check(settle(CASINO, two_pair, "ante 10, call 20"), "ante 10, call 20")


# row: player, board, a dealer who qualifies and loses, one who does not qualify
CASINO_ROWS = {
    **UTH_ROWS,
    "royal-flush": ("Ah Kh", "Qh Jh Th 2c 3d", "Qs 5s", "2s 5s"),
    "straight-flush": ("9h 8h", "Qh Jh Th 2c 3d", "Qs 5s", "2s 5s"),
    "four-of-a-kind": ("2h 2c", "2d 2s 5h Jc Kd", "5s 4d", "Ad 7c"),
    "full-house": ("Kh Kc", "Kd 2s 2d 8h 9c", "9d Jc", "Ad Jc"),
    "high-card": ("Ah Kd", "Qs 7c 2d 3h 9s", None, "Kc Jd"),
}

ANTES = {
    "A1": "100 20 10 3 2 1 1 1 1 1",
    "A2": "25 25 12 3 2 1 1 1 1 1",
    "A3": "20 20 10 3 2 1 1 1 1 1",
}


@pytest.mark.parametrize("no_game", ["table", "even"])
@pytest.mark.parametrize("table", ANTES)
@pytest.mark.parametrize(("row", "game"), with_dealers(CASINO_ROWS))
def test_casino_ante_pays_its_table(row: str, game: bool, table: str, no_game: str) -> None:
    settled = settle(
        CASINO,
        of_row(CASINO_ROWS, row, game),
        "ante 5, call 10",
        {"ante": table, "ante_no_game": no_game},
    )
    assert settled["player_hand"]["category"] == row
    assert settled["dealer_qualifies"] is game
    by_table = game or no_game == "table"
    ante = 5 * (odds(ANTES[table], row) if by_table else 1)
    check(settled, f"ante {ante}, call {10 if game else 0}")


@pytest.mark.parametrize(
    ("cards", "ante_in_usual", "ante_in_even"),
    [
        # A full house on the board against a dealer's better one: he qualifies.
        ({"player": "3c 4d", "board": "Qs Qd Qh 9h 9d", "dealer": "Qc 2c"}, -10, -10),
        ({"player": "3c 4d", "board": "Qs Jd Tc 9h 8d", "dealer": "4c 5s"}, 0, 0),
    ],
)
def test_casino_ante_of_a_strong_hand_that_does_not_win(
    cards: dict[str, str], ante_in_usual: int, ante_in_even: int
) -> None:
    for no_game, ante in (("table", ante_in_usual), ("even", ante_in_even)):
        settled = settle(CASINO, cards, "ante 10, call 20", {"ante_no_game": no_game})
        check(settled, f"ante {ante}, call {2 * ante}")


# row: player and flop, in any order of hand and flop
AA_ROWS = {
    "royal-flush": ("Ah Kh", "Qh Jh Th"),
    "straight-flush": ("9h 8h", "Qh Jh Th"),
    "four-of-a-kind": ("9h 9c", "9d 9s 5h"),
    "full-house": ("9h 9c", "9d 5s 5h"),
    "flush": ("Ah 9h", "Kh 7h 4h"),
    "straight": ("Jd Tc", "Qs 9d 8h"),
    "three-of-a-kind": ("7h 7d", "7c Qs 2d"),
    "two-pair": ("Qd 7h", "Qs 7c 2d"),
    "pair of aces in hand": ("Ah Ad", "Qs 7c 2d"),
    "pair of aces, one on the flop": ("Ah 6d", "As 7c 2d"),
    "pair of aces on the flop": ("Kh 6d", "As Ac 2d"),
    "pair of kings": ("Kh Kd", "Qs 7c 2d"),
    "high card": ("Ah Kd", "Qs 7c 2d"),
}

AAS = {
    "B1": "100 50 40 30 20 7 7 7 7 7 7 -1 -1",
    "B2": "25 25 25 25 25 7 7 7 7 7 7 -1 -1",
}


@pytest.mark.parametrize("fate", ["called", "folded", "folded and not shown"])
@pytest.mark.parametrize("table", AAS)
@pytest.mark.parametrize("row", AA_ROWS)
def test_casino_aa_reads_two_cards_and_the_flop(row: str, table: str, fate: str) -> None:
    player, flop = AA_ROWS[row]
    shown = {"player": player, "board": f"{flop} 3c 4s", "dealer": "8s 8d"}
    cards = {"player": player, "board": flop} if fate == "folded and not shown" else shown
    aa = 3 * odds(AAS[table], row, tuple(AA_ROWS))
    folded = fate != "called"
    stakes = "ante 5, aa 3" if folded else "ante 5, call 10, aa 3"
    settled = settle(CASINO, cards, stakes, {"aa": table}, folded)
    assert (settled["lines"][-1]["bet"], Fraction(settled["lines"][-1]["net"])) == ("aa", aa)
    lost = settle(CASINO, cards, stakes, {"aa": table, "aa_on_fold": "lost"}, folded)
    assert Fraction(lost["lines"][-1]["net"]) == (-3 if folded else aa)


@pytest.mark.parametrize("outcome", CASINO_OUTCOMES)
def test_casino_aa_does_not_look_at_the_dealer(outcome: str) -> None:
    _, dealer, _, _ = CASINO_OUTCOMES[outcome]
    if "Ah" in dealer or "Ac" in dealer:
        dealer = "Qd Kc"
    cards = {"player": "Ah Ac", "board": BOARD, "dealer": dealer}
    settled = settle(CASINO, cards, "ante 10, call 20, aa 4")
    assert settled["lines"][-1]["net"] == "28"


def test_casino_aa_ignores_turn_and_river() -> None:
    late = {"player": "Ah 6d", "board": "Qs 7c 2d As 9s", "dealer": "8s 8d"}
    assert settle(CASINO, late, "ante 5, call 10, aa 3")["lines"][-1]["net"] == "-3"
    better_later = {"player": "Ah Ad", "board": "Qs 7c 2d As Ac", "dealer": "8s 8d"}
    assert settle(CASINO, better_later, "ante 5, call 10, aa 3")["lines"][-1]["net"] == "21"


@pytest.mark.parametrize("call", ["10", "19.5", "30", "40"])
def test_casino_call_is_twice_the_ante(call: str) -> None:
    player, dealer, _, _ = CASINO_OUTCOMES["game, better"]
    cards = {"player": player, "board": BOARD, "dealer": dealer}
    with pytest.raises(StakeError) as error:
        settle(CASINO, cards, f"ante 10, call {call}")
    assert error.value.where == "stakes.call"
