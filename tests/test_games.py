"""The settlement of every bet in every outcome, cell by cell, under every rule of every house.

Cards, outcomes and odds are written out from the rulebooks. A line is right when its net is, when
the stake is returned or taken whole, and when nothing is paid that is not won.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.test_combinations import DOUBLES, STRAIGHT_PLUS_PAIR
from trainer.documents import settle_document
from trainer.errors import CardError, RoundError, RuleError, StakeError, TrainerError

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
Rules = dict[str, str]


def settle(
    game: str, cards: dict[str, Any], stakes: str, rules: Rules | None = None, folded: bool = False
) -> dict[str, Any]:
    """A round settled; stakes as text such as `ante 10, blind 10`."""
    document: dict[str, Any] = {"game": game, **cards, "folded": folded, "stakes": pairs(stakes)}
    rules = dict(rules or {})
    document["variant"] = rules.pop("variant", "default")
    return settle_document(document | ({"set": rules} if rules else {}))


def pairs(text: str) -> dict[str, str]:
    return dict(part.split() for part in text.split(", ")) if text else {}


def check(settled: dict[str, Any], expected: str) -> None:
    """Every line of a settlement against `bet net, bet net`, and the sums of all lines."""
    wanted = {bet: Fraction(net) for bet, net in pairs(expected).items()}
    lines = settled["lines"]
    found = {line["bet"]: Fraction(line["net"]) for line in lines}
    assert found == wanted
    for line in lines:
        net, stake = Fraction(line["net"]), Fraction(line["stake"])
        paid, returned, taken = (Fraction(line[name]) for name in ("paid", "returned", "taken"))
        assert (paid, returned, taken) == ((net, stake, 0) if net >= 0 else (0, 0, stake))
        assert line["outcome"] == ("win" if net > 0 else "lose" if net < 0 else "push")
    for name in ("net", "paid", "returned", "taken"):
        assert Fraction(settled[name]) == sum(Fraction(line[name]) for line in lines)


# --- Ultimate Texas Hold'em ----------------------------------------------------------------------

BOARD = "Qs 7c 2d 3h 9s"
# outcome: player, dealer, what the hands say, whether the dealer qualifies
COMMUNITY = {
    "game, better": ("Ah Qd", "Jc Jd", "win", True),
    "game, tie": ("Qh Ad", "Qd Ac", "tie", True),
    "game, worse": ("Ah Kd", "Jc Jd", "lose", True),
    "no game, better": ("Ah Kd", "Kc Jd", "win", False),
    "no game, tie": ("Ah Kd", "As Kc", "tie", False),
    "no game, worse": ("Kd Jc", "As 4c", "lose", False),
}
# outcome: ante and play in times of their stakes, and whether the blind is paid (B)
UTH_GRID = {
    "game, better": (1, "B", 1),
    "game, tie": (0, 0, 0),
    "game, worse": (-1, -1, -1),
    "no game, better": (0, "B", 1),
    "no game, tie": (0, 0, 0),
    "no game, worse": (0, -1, -1),
}


def seats(outcome: str) -> dict[str, str]:
    player, dealer, _, _ = COMMUNITY[outcome]
    return {"player": player, "board": BOARD, "dealer": dealer}


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


# row: player, board, a dealer with a pair, a dealer without (where the board allows it)
UTH_ROWS = {
    "royal-flush": ("Ah Kh", "Qh Jh Th 2c 3d", "2s 5s", "4s 5s"),
    "straight-flush": ("9h 8h", "Qh Jh Th 2c 3d", "2s 5s", "4s 5s"),
    "four-of-a-kind": ("9h 9c", "9d 9s 5h 2c Kd", "5s 4d", None),
    "full-house": ("Kh Kc", "Kd 2s 2d 8h 9c", "Ad Jc", None),
    "flush": ("Ah 9h", "Kh Qs 7h 4h 2c", "Kd 8c", "Jd 8c"),
    "straight": ("Jd Tc", "Qs 9d 8h 3c 2s", "Qd 5h", "Kd 5h"),
    "three-of-a-kind": ("7h 7d", "7c Qs 2d 4h 9s", "Qd 3c", "Kc 3c"),
    "two-pair": ("Qd 7h", "Qs 7c 2d 3h 9s", "Qh Jc", "Ah Jc"),
    "pair": ("Qd Jh", "Qs 7c 2d 3h 9s", "9d 4c", "Ah Jc"),
    "high-card": ("Ah Kd", "Qs 7c 2d 3h 9s", None, "Kc Jd"),
}
ROWS = tuple(UTH_ROWS)
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


def odds(table: str, row: str, rows: tuple[str, ...] = ROWS) -> Fraction:
    return Fraction(table.split()[rows.index(row)])


def with_dealers(rows: dict[str, Any]) -> list[tuple[str, bool]]:
    """Each row with each kind of dealer that can lose to it: (row, whether he qualifies)."""
    return [
        (row, game)
        for row, (_, _, has, has_not) in rows.items()
        for game, dealer in ((True, has), (False, has_not))
        if dealer
    ]


def of_row(rows: dict[str, Any], row: str, game: bool) -> dict[str, str]:
    player, board, has, has_not = rows[row]
    return {"player": player, "board": board, "dealer": has if game else has_not}


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


# --- Russian Poker -------------------------------------------------------------------------------

ACE_KING = "As Kc Qd 7h 3c"
NO_GAME = "Qd 9h 7h 4c 3c"  # the queen is the highest card
SIXES = "6c 6d 4c 3c Td"
# outcome: player's five, dealer, cards drawn after a purchase, what the hands say, game
RUSSIAN_OUTCOMES = {
    "game, better": ("Kh Kd 9s 5c 2d", ACE_KING, "", "win", True),
    "game, tie": ("Kh Kd 9s 5c 2d", "Kc Ks 9d 5h 2c", "", "tie", True),
    "game of Ace-King, tie": ("Ah Kd Qs 7c 3d", ACE_KING, "", "tie", True),
    "game, worse": ("Ah Kd 9s 5c 2d", "Qc Qs 9d 5h 3c", "", "lose", True),
    "game, worse Ace-King": ("Ah Kd 9s 5c 2d", "As Kc 9d 5h 3c", "", "lose", True),
    "game, nothing": ("Qh Jd 9s 5c 2d", ACE_KING, "", "lose", True),
    "no game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "", "win", False),
    "no game, tie": ("Qh 9d 7c 4s 3h", NO_GAME, "", "tie", False),
    "no game, worse": ("Jh 9d 7c 5s 2h", NO_GAME, "", "lose", False),
    "bought, no game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Jc", "win", False),
    "bought, no game, tie": ("Jh 9d 7c 4s 3h", NO_GAME, "Jc", "tie", False),
    "bought, no game, worse": ("Th 9d 7c 4s 2h", NO_GAME, "Jc", "lose", False),
    "bought, game, better": ("Kh Kd 9s 5c 2d", NO_GAME, "9c", "win", True),
    "bought, game, tie": ("9d 9s 7c 4s 3h", NO_GAME, "9c", "tie", True),
    "bought, game, worse": ("8d 8s 7c 5s 2h", NO_GAME, "9c", "lose", True),
    "bought by another draw, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Qs 9c", "win", True),
    "bought by two more draws, better": ("Kh Kd 9s 5c 2d", NO_GAME, "Qs Qc 9c", "win", True),
}
# ante and bet in times of their stakes; P is 1 here: a pair, or Ace-King
RUSSIAN_GRID = {
    "game, better": (0, "P"),
    "game, tie": (0, 0),
    "game of Ace-King, tie": (0, 0),
    "game, worse": (-1, -1),
    "game, worse Ace-King": (-1, -1),
    "game, nothing": (-1, -1),
    "no game, better": (1, 0),
    "no game, tie": (1, 0),
    "no game, worse": (1, 0),
    "bought, no game, better": (0, 0),
    "bought, no game, tie": (0, 0),
    "bought, no game, worse": (0, 0),
    "bought, game, better": (0, "P"),
    "bought, game, tie": (0, 0),
    "bought, game, worse": (-1, -1),
    "bought by another draw, better": (0, "P"),
    "bought by two more draws, better": (0, "P"),
}


def box(outcome: str) -> tuple[dict[str, Any], str]:
    """The cards of an outcome, and the stakes of bet and purchase."""
    player, dealer, draws, _, _ = RUSSIAN_OUTCOMES[outcome]
    cards: dict[str, Any] = {"player": player, "dealer": dealer}
    if draws:
        cards["dealer_draws"] = draws.split()
    return cards, "ante 10, bet 20" + (", purchase 10" if draws else "")


def nets(outcome: str, ante: int) -> str:
    bet = RUSSIAN_GRID[outcome][1]
    text = f"ante {10 * ante}, bet {20 * (1 if bet == 'P' else int(bet))}"
    return text + (", purchase -10" if "bought" in outcome else "")


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_and_bet(outcome: str) -> None:
    cards, stakes = box(outcome)
    settled = settle(RUSSIAN, cards, stakes)
    assert (settled["showdown"], settled["dealer_qualifies"]) == RUSSIAN_OUTCOMES[outcome][3:]
    check(settled, nets(outcome, RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_may_be_paid_on_a_win(outcome: str) -> None:
    cards, stakes = box(outcome)
    won = RUSSIAN_OUTCOMES[outcome][3:] == ("win", True)
    settled = settle(RUSSIAN, cards, stakes, {"variant": "ante-pays-on-win"})
    check(settled, nets(outcome, 1 if won else RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_ante_may_be_kept_by_a_failed_purchase(outcome: str) -> None:
    cards, stakes = box(outcome)
    failed = outcome.startswith("bought, no game")
    settled = settle(RUSSIAN, cards, stakes, {"variant": "purchase-keeps-ante"})
    check(settled, nets(outcome, 1 if failed else RUSSIAN_GRID[outcome][0]))


@pytest.mark.parametrize("outcome", [name for name, row in RUSSIAN_OUTCOMES.items() if not row[2]])
def test_russian_fold_loses_the_ante(outcome: str) -> None:
    cards, _ = box(outcome)
    check(settle(RUSSIAN, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("dealer", [{}, {"dealer": "3c"}, {"upcard": "3c"}, {"dealer": ACE_KING}])
def test_russian_fold_needs_no_cards_of_the_dealer(dealer: dict[str, str]) -> None:
    cards = {"player": "Kh Kd 9s 5c 2d"} | dealer
    check(settle(RUSSIAN, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("outcome", RUSSIAN_GRID)
def test_russian_exchange_is_never_returned(outcome: str) -> None:
    cards, stakes = box(outcome)
    cards["dealt"] = "Js " + cards["player"].split(" ", 1)[1]
    expected = nets(outcome, RUSSIAN_GRID[outcome][0]) + ", exchange -10"
    check(settle(RUSSIAN, cards, f"{stakes}, exchange 10"), expected)
    if "dealer_draws" not in cards:
        folded = settle(RUSSIAN, cards, "ante 10, exchange 10", folded=True)
        check(folded, "ante -10, exchange -10")


# five dealt, the sixth, dealer, draws: ante, bet, sixth and purchase
SIX_CARDS = [
    ("Kh Kd 9s 5c 2d", "4h", ACE_KING, "", "ante 0, bet 20, sixth -10"),
    ("Kh Kd 9s 5c 3d", "2h", "Kc Ks 9d 5h 3c", "", "ante 0, bet 0, sixth -10"),
    ("Ah Kd 9s 5c 2d", "4h", "Qc Qs 9d 5h 3c", "", "ante -10, bet -20, sixth -10"),
    ("Ah Kd 9s 5c 2d", "9h", "8c 8s 9d 5h 3c", "", "ante 0, bet 40, sixth -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "", "ante 10, bet 0, sixth -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "Jc", "ante 0, bet 0, sixth -10, purchase -10"),
    ("Kh Kd 9s 5c 2d", "4h", NO_GAME, "9c", "ante 0, bet 20, sixth -10, purchase -10"),
    ("8d 8s 7c 5s 2h", "4h", NO_GAME, "9c", "ante -10, bet -20, sixth -10, purchase -10"),
]


@pytest.mark.parametrize(("dealt", "sixth", "dealer", "draws", "expected"), SIX_CARDS)
def test_russian_sixth_card_plays_and_its_price_is_never_returned(
    dealt: str, sixth: str, dealer: str, draws: str, expected: str
) -> None:
    cards: dict[str, Any] = {"dealt": dealt, "player": f"{dealt} {sixth}", "dealer": dealer}
    stakes = "ante 10, bet 20, sixth 10"
    if draws:
        cards["dealer_draws"] = draws.split()
        stakes += ", purchase 10"
    check(settle(RUSSIAN, cards, stakes), expected)
    cards.pop("dealer_draws", None)
    folded = settle(RUSSIAN, cards, "ante 10, sixth 10", folded=True)
    check(folded, "ante -10, sixth -10")


# --- Russian Poker: the bet ----------------------------------------------------------------------

SINGLES = {  # one combination of five cards: odds of the standard table and of pair-2
    "royal-flush": ("Ah Kh Qh Jh Th", 100, 100),
    "straight-flush": ("9h 8h 7h 6h 5h", 50, 50),
    "four-of-a-kind": ("9h 9s 9d 9c Kh", 20, 20),
    "full-house": ("9h 9s 9d Kh Ks", 7, 7),
    "flush": ("Kh Jh 9h 7h 2h", 5, 5),
    "straight": ("9s 8d 7h 6s 5h", 4, 4),
    "three-of-a-kind": ("9h 9s 9d Kh 2s", 3, 3),
    "two-pair": ("Kh Ks 8d 8h 3s", 2, 2),
    "pair": ("Kh Ks 9d 5h 2s", 1, 2),
    "ace-king": ("Ad Kh 9s 7h 2s", 1, 1),
}
LOW_ACE_KING = "Ac Kc 8c 7c 2d"
WITH_A_PAIR = {"Kh Qh Jh 8h 7h 7s", "Kh Ks Ac 8d 5h"}


def in_the_box(text: str, dealer: str) -> tuple[dict[str, str], str]:
    """Five or six cards against a dealer, and the stakes."""
    cards = text.split()
    found = {"player": text, "dealer": dealer}
    if len(cards) == 5:
        return found, "ante 10, bet 20"
    return found | {"dealt": " ".join(cards[:5])}, "ante 10, bet 20, sixth 10"


def fees(stakes: str) -> str:
    return ", sixth -10" if "sixth" in stakes else ""


@pytest.mark.parametrize("table", ["standard", "pair-2"])
@pytest.mark.parametrize("row", SINGLES)
def test_russian_bet_pays_one_combination(row: str, table: str) -> None:
    text, standard, pair_2 = SINGLES[row]
    dealer = LOW_ACE_KING if row == "ace-king" else SIXES
    cards, stakes = in_the_box(text, dealer)
    settled = settle(RUSSIAN, cards, stakes, {"bet": table})
    assert settled["player_hand"]["category"] == row
    assert settled["second_hand"] is None
    check(settled, f"ante 0, bet {20 * (standard if table == 'standard' else pair_2)}")


@pytest.mark.parametrize("ante_on_win", ["push", "even"])
@pytest.mark.parametrize("table", ["standard", "pair-2"])
@pytest.mark.parametrize(("first", "second", "together", "text"), DOUBLES)
def test_russian_bet_pays_two_combinations(
    first: str, second: str, together: int, text: str, table: str, ante_on_win: str
) -> None:
    cards, stakes = in_the_box(text, SIXES)
    settled = settle(RUSSIAN, cards, stakes, {"bet": table, "ante_on_win": ante_on_win})
    assert settled["player_hand"]["category"] == first
    assert settled["second_hand"]["category"] == second
    p = together + (1 if table == "pair-2" and text in WITH_A_PAIR else 0)
    ante = 0 if ante_on_win == "push" else 10
    check(settled, f"ante {ante}, bet {20 * p}" + fees(stakes))


@pytest.mark.parametrize("text", STRAIGHT_PLUS_PAIR)
def test_russian_paired_straight_may_pay_straight_and_pair(text: str) -> None:
    cards, stakes = in_the_box(text, SIXES)
    _, second, odds_together = STRAIGHT_PLUS_PAIR[text]
    settled = settle(RUSSIAN, cards, stakes, {"variant": "straight-plus-pair"})
    assert settled["second_hand"]["category"] == second
    check(settled, f"ante 0, bet {20 * odds_together}, sixth -10")


@pytest.mark.parametrize(("rule", "five", "six"), [("six-cards-only", 1, 6), ("one", 1, 5)])
def test_russian_second_combinations_may_be_restricted(rule: str, five: int, six: int) -> None:
    for text, p in (("Kh Ks Ac 8d 5h", five), ("As Kh Qh Jh 7h 2h", six)):
        cards, stakes = in_the_box(text, SIXES)
        settled = settle(RUSSIAN, cards, stakes, {"combinations": rule})
        check(settled, f"ante 0, bet {20 * p}" + fees(stakes))


@pytest.mark.parametrize("ante_table", ["even", "straight-4"])
@pytest.mark.parametrize(
    ("text", "strong"),
    [
        *((text, row in ROWS[:6]) for row, (text, _, _) in SINGLES.items()),
        *((text, first in ROWS[:6]) for first, _, _, text in DOUBLES),
        ("Qh Jd 9s 5c 2d", False),
        ("Qs 8d 7c 5s 2h", False),
    ],
)
def test_russian_without_a_game_the_ante_is_paid_and_the_bet_pushes(
    text: str, strong: bool, ante_table: str
) -> None:
    dealer = next(x for x in ("Td 8c 6c 4c 3c", "Tc 9c 6c 4d 3c") if not clash(text, x))
    cards, stakes = in_the_box(text, dealer)
    settled = settle(RUSSIAN, cards, stakes, {"ante_no_game": ante_table})
    assert settled["dealer_qualifies"] is False
    ante = 4 if strong and ante_table == "straight-4" else 1
    check(settled, f"ante {10 * ante}, bet 0" + fees(stakes))


def clash(one: str, other: str) -> bool:
    return bool(set(one.split()) & set(other.split()))


@pytest.mark.parametrize(
    ("dealer", "usual", "needs_a_pair"),
    [
        (ACE_KING, True, False),
        ("As Kc 9d 5h 3c", True, False),
        ("2c 2h 4d 5h 7s", True, True),
        (SIXES, True, True),
        ("As Qc 9d 5h 3c", False, False),
        (NO_GAME, False, False),
    ],
)
def test_russian_dealer_needs_ace_king_or_a_pair(
    dealer: str, usual: bool, needs_a_pair: bool
) -> None:
    cards, stakes = in_the_box("Kh Kd 9s 5c 2d", dealer)
    for variant, game in (("default", usual), ("pair-qualifies", needs_a_pair)):
        settled = settle(RUSSIAN, cards, stakes, {"variant": variant})
        assert settled["dealer_qualifies"] is game
        check(settled, "ante 0, bet 20" if game else "ante 10, bet 0")


# --- Russian Poker: insurance --------------------------------------------------------------------

TRIPS_HAND = "9s 9d 9c 5h 2d"  # P = 3: 60 on a bet of 20
STRAIGHT = "9s 8d 7h 6s 5h"  # P = 4
OPEN = "Qd 8h 7d 4c 3c"
INSURED = [  # hand, dealer, draws: ante, bet, insurance (usual; where every game takes it)
    ("no game", TRIPS_HAND, OPEN, "", 10, 0, 30, 30),
    ("game, better", TRIPS_HAND, ACE_KING, "", 0, 60, -30, -30),
    ("game, worse", TRIPS_HAND, "Tc Ts Td 5c 2h", "", -10, -20, 0, -30),
    ("game, tie", STRAIGHT, "9c 8c 7d 6h 5s", "", 0, 0, 0, -30),
    ("bought, game, better", TRIPS_HAND, OPEN, "8c", 0, 60, 30, 30),
    ("bought, game, worse", TRIPS_HAND, "Qd 8h 7h 4h 3h", "Kh", -10, -20, 30, 30),
    ("bought, no game", TRIPS_HAND, OPEN, "Jc", 0, 0, 30, 30),
]


@pytest.mark.parametrize(
    ("hand", "dealer", "draws", "ante", "bet", "usual", "harsh"),
    [pytest.param(*case[1:], id=case[0]) for case in INSURED],
)
def test_russian_insurance(
    hand: str, dealer: str, draws: str, ante: int, bet: int, usual: int, harsh: int
) -> None:
    cards: dict[str, Any] = {"player": hand, "dealer": dealer}
    stakes, fee = "ante 10, bet 20, insurance 30", ""
    if draws:
        cards["dealer_draws"] = draws.split()
        stakes, fee = stakes + ", purchase 10", ", purchase -10"
    for rule, insurance in (("lost-on-win", usual), ("lost", harsh)):
        rules = {"insurance_on_game": rule, "insured_purchase": "yes" if draws else "no"}
        expected = f"ante {ante}, bet {bet}, insurance {insurance}{fee}"
        check(settle(RUSSIAN, cards, stakes, rules), expected)


@pytest.mark.parametrize(
    ("hand", "insurance", "half", "full"),
    [
        (TRIPS_HAND, "10", True, True),
        (TRIPS_HAND, "10.5", True, True),
        (TRIPS_HAND, "30", True, True),
        (TRIPS_HAND, "9.5", False, False),
        (TRIPS_HAND, "0.5", False, False),
        (TRIPS_HAND, "30.5", False, True),
        (TRIPS_HAND, "60", False, True),
        (TRIPS_HAND, "60.5", False, False),
        (TRIPS_HAND, "10.25", False, False),
        (STRAIGHT, "40", True, True),
        (STRAIGHT, "80", False, True),
        ("Ah As Ad Kh 2c", "40", True, True),  # trips and Ace-King: P = 4
        ("Ah As Ad Kh 2c", "40.5", False, True),
        ("Ah As Ad Kh 2c", "80", False, True),
        ("Ah As Ad Kh 2c", "80.5", False, False),
        ("Kh Ks 8d 8h 3s", "10", False, False),  # two pair
        ("Kh Ks Ac 8d 5h", "10", False, False),
        ("Ad Kh 9s 7h 2s", "10", False, False),
        ("Qd Jh 9s 7h 2s", "10", False, False),
    ],
)
def test_russian_insurance_has_its_limits(
    hand: str, insurance: str, half: bool, full: bool
) -> None:
    dealer = "Tc 8c 6c 4d 3c"  # no game: insurance pays 1:1
    cards, stakes = in_the_box(hand, dealer)
    for rule, legal in (("half", half), ("full", full)):
        stakes_text = f"{stakes}, insurance {insurance}"
        if legal:
            settled = settle(RUSSIAN, cards, stakes_text, {"insurance": rule})
            check(settled, f"ante 10, bet 0, insurance {insurance}")
        else:
            with pytest.raises(StakeError) as error:
                settle(RUSSIAN, cards, stakes_text, {"insurance": rule})
            assert error.value.where == "stakes.insurance"


def test_russian_insurance_is_refused_without_the_rule_and_in_a_folded_hand() -> None:
    cards, stakes = in_the_box(TRIPS_HAND, OPEN)
    with pytest.raises(StakeError):
        settle(RUSSIAN, cards, f"{stakes}, insurance 10", {"insurance": "none"})
    with pytest.raises(StakeError):
        settle(RUSSIAN, cards, "ante 10, insurance 10", folded=True)


# --- Russian Poker: what may be bought -----------------------------------------------------------

EXCHANGED = {  # n cards given up of the five
    0: "Kh Kd 9s 5c 2d",
    1: "Kh Kd 9s 5c Js",
    2: "Kh Kd 9s Jh Js",
    3: "Kh Kd Ts Jh Js",
    4: "Kh 8s Ts Jh Js",
    5: "8c 8s Ts Jh Js",
}


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("rules", "prices"),
    [
        ({}, "10 10 10 10 10"),
        ({"variant": "exchange-2-5"}, "- 10 10 10 10"),
        ({"variant": "exchange-1-4"}, "10 10 10 10 -"),
        ({"variant": "lunar-pennsylvania"}, "- 10 10 10 10"),
        ({"exchange": "3-3"}, "- - 10 - -"),
        ({"exchange_fee": "1/2/3/2/1"}, "10 20 30 20 10"),
        ({"exchange": "1-3", "exchange_fee": "1/2/3"}, "10 20 30 - -"),
        ({"exchange_fee": "2"}, "20 20 20 20 20"),
    ],
)
def test_russian_exchange_has_its_range_and_its_price(
    n: int, rules: dict[str, str], prices: str
) -> None:
    cards = {"dealt": EXCHANGED[n], "player": EXCHANGED[0], "dealer": ACE_KING}
    legal = prices.split()[n - 1]
    for price in ("10", "20", "30", "15"):
        stakes = f"ante 10, bet 20, exchange {price}"
        if price == legal:
            check(settle(RUSSIAN, cards, stakes, rules), f"ante 0, bet 20, exchange -{price}")
        else:
            with pytest.raises((StakeError, RoundError)):
                settle(RUSSIAN, cards, stakes, rules)


def test_russian_hand_is_raised_after_five_where_it_must_be() -> None:
    cards = {"dealt": EXCHANGED[5], "player": EXCHANGED[0], "dealer": ACE_KING}
    stakes = "ante 10, exchange 10"
    check(settle(RUSSIAN, cards, stakes, folded=True), "ante -10, exchange -10")
    with pytest.raises(RoundError, match="must be raised"):
        settle(RUSSIAN, cards, stakes, {"raise_after_five": "forced"}, folded=True)
    four = {"dealt": EXCHANGED[4], "player": EXCHANGED[0], "dealer": ACE_KING}
    check(
        settle(RUSSIAN, four, stakes, {"raise_after_five": "forced"}, folded=True),
        "ante -10, exchange -10",
    )


WITH_KINGS = {"player": "Kh Kd 9s 5c 2d", "dealer": NO_GAME}
NEW_CARDS = [  # draws: bet where the highest card goes (and ties are drawn again), and where the
    # lowest goes, and where there is one draw only; None is refused
    ("9c", 20, 20, 20),  # nines either way
    ("Jc", 0, 0, 0),  # no game either way
    ("Qs 9c", 20, None, None),  # a queen again, then nines
    ("Qs", None, 20, 0),  # lowest: queens lose to the kings; one draw: the queen stays out
    ("3d 9c", None, 20, None),  # the lowest is a three again
    ("3d", 20, None, 20),  # threes lose to the kings
    ("Qs Qc Qh 9c", 20, None, None),
    ("9c Jc", None, None, None),
    ("Qs Qc", None, None, None),
    ("", None, None, None),
]


@pytest.mark.parametrize(("draws", "highest", "lowest", "one_draw"), NEW_CARDS)
def test_russian_purchase_changes_one_card(
    draws: str, highest: int | None, lowest: int | None, one_draw: int | None
) -> None:
    cards = WITH_KINGS | {"dealer_draws": draws.split()}
    stakes = "ante 10, bet 20, purchase 10"
    for variant, bet in (
        ("default", highest),
        ("lowest-card-purchase", lowest),
        ("one-draw-purchase", one_draw),
        ("lunar-pennsylvania", one_draw),
    ):
        if bet is None:
            with pytest.raises((CardError, RoundError)) as error:
                settle(RUSSIAN, cards, stakes, {"variant": variant})
            assert error.value.where == "dealer_draws"
        else:
            settled = settle(RUSSIAN, cards, stakes, {"variant": variant})
            check(settled, f"ante 0, bet {bet}, purchase -10")


def test_russian_purchase_of_the_lowest_card_reads_the_other_four() -> None:
    nines = {"player": "9s 9d Jc 5h 2h", "dealer": NO_GAME, "dealer_draws": ["9c"]}
    stakes = "ante 10, bet 20, purchase 10"
    # 9 9 7 4 3 is worse than 9 9 J 5 2; 9 9 Q 7 4 is better.
    check(settle(RUSSIAN, nines, stakes), "ante 0, bet 20, purchase -10")
    lowest = settle(RUSSIAN, nines, stakes, {"variant": "lowest-card-purchase"})
    check(lowest, "ante -10, bet -20, purchase -10")
    assert lowest["dealer_opening_hand"]["category"] == "high-card"


@pytest.mark.parametrize(
    ("cards", "stakes", "rules", "folded"),
    [
        pytest.param(
            {"player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING, "dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 10",
            {},
            False,
            id="the dealer has a game",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, purchase 10",
            {},
            True,
            id="a folded hand",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 10",
            {"variant": "no-purchase"},
            False,
            id="no purchase in this house",
        ),
        pytest.param(
            {"player": TRIPS_HAND, "dealer": OPEN, "dealer_draws": ["8c"]},
            "ante 10, bet 20, purchase 10, insurance 10",
            {},
            False,
            id="an insured hand",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20, purchase 20",
            {},
            False,
            id="twice the price",
        ),
        pytest.param(
            WITH_KINGS | {"dealer_draws": ["9c"]},
            "ante 10, bet 20",
            {},
            False,
            id="cards drawn and not paid for",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c 2d", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20, sixth 10",
            {"sixth": "no"},
            False,
            id="no sixth card in this house",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c 2d", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20",
            {},
            False,
            id="a sixth card not paid for",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c Js", "player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING},
            "ante 10, bet 20, exchange 10",
            {"exchange": "none"},
            False,
            id="no exchange in this house",
        ),
        pytest.param(
            {"dealt": "Kh Kd 9s 5c Js", "player": "Kh Kd 9s 5c 2d 4h", "dealer": ACE_KING},
            "ante 10, bet 20, sixth 10, exchange 10",
            {},
            False,
            id="a sixth card and an exchange",
        ),
        pytest.param(
            {"player": "Kh Kd 9s 5c 2d", "dealer": ACE_KING},
            "ante 10, bet 10",
            {},
            False,
            id="a bet of one ante",
        ),
    ],
)
def test_russian_round_that_cannot_have_happened(
    cards: dict[str, Any], stakes: str, rules: dict[str, str], folded: bool
) -> None:
    with pytest.raises((StakeError, RoundError)):
        settle(RUSSIAN, cards, stakes, rules, folded)


# --- Russian Poker: the bonus --------------------------------------------------------------------

SIX_ROWS = ROWS[:6]  # royal to straight
DEALT_BONUS = {  # odds on the five dealt, royal to three of a kind
    "six-card": "1000 500 300 100 50 25 -1",
    "six-card-7": "1000 500 300 100 50 25 -1",
    "five-card-1000": "1000 500 200 70 50 40 25",
    "five-card-3000": "3000 800 250 150 100 50 -1",
}
BOUGHT_BONUS = {  # odds with the bought card, royal to three of a kind
    "six-card": "300 150 100 30 15 8 -1",
    "six-card-7": "300 150 100 30 15 7 -1",
    "five-card-1000": "-1 -1 -1 -1 -1 -1 -1",
    "five-card-3000": "-1 -1 -1 -1 -1 -1 -1",
}
BONUS_DEALERS = {"wins": SIXES, "loses": "As Ac Ad 6c 6d", "meets no game": "Qd Tc 6c 4c 3c"}
BONUS_HANDS = {  # the five dealt; then four of them, one that makes nothing, and the card to buy
    "royal-flush": ("Ah Kh Qh Jh Th", "Ah Kh Qh Jh 2s", "Th"),
    "straight-flush": ("9h 8h 7h 6h 5h", "9h 8h 7h 6h 2s", "5h"),
    "four-of-a-kind": ("9h 9s 9d 9c Kh", "9h 9s 9d Kh 2s", "9c"),
    "full-house": ("9h 9s 9d Kh Ks", "9h 9s Kh Ks 2s", "9d"),
    "flush": ("Kh Jh 9h 7h 2h", "Kh Jh 9h 7h 2s", "2h"),
    "straight": ("9s 8d 7h 6s 5h", "9s 8d 7h 6s 2s", "5h"),
    "three-of-a-kind": ("9h 9s 9d Kh 2s", "9h 9s Jd Kh 2s", "9d"),
}
NO_BONUS = {
    "two-pair": "Kh Ks 8d 8h 3s",
    "pair": "Kh Ks 9d 5h 2s",
    "ace-king": "Ah Kh 9d 5h 2s",
    "high-card": "Qh Jh 9d 5h 2s",
}


def bonus_of(
    table: str, cards: dict[str, Any], stakes: str = "ante 10, bet 20", folded: bool = False
) -> Fraction:
    """Net of a bonus of 4."""
    settled = settle(RUSSIAN, cards, f"{stakes}, bonus 4", {"bonus": table}, folded)
    assert settled["lines"][-1]["bet"] == "bonus"
    return Fraction(settled["lines"][-1]["net"])


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("fate", [*BONUS_DEALERS, "folded", "folded, dealer not shown"])
@pytest.mark.parametrize("row", BONUS_HANDS)
def test_russian_bonus_of_the_five_dealt_whatever_becomes_of_them(
    row: str, fate: str, table: str
) -> None:
    dealt = BONUS_HANDS[row][0]
    expected = 4 * odds(DEALT_BONUS[table], row)
    dealer = BONUS_DEALERS.get(fate, SIXES)
    if clash(dealt, dealer):
        dealer = "Td Tc 6c 6d 3c" if fate == "wins" else "Qd Qc Qs 6c 6d"
    cards = {"player": dealt} | ({} if "not shown" in fate else {"dealer": dealer})
    folded = fate.startswith("folded")
    stakes = "ante 10" if folded else "ante 10, bet 20"
    assert bonus_of(table, cards, stakes, folded) == expected
    exchanged = cards | {"dealt": dealt, "player": "2c 2d " + dealt.split(" ", 2)[2]}
    assert bonus_of(table, exchanged, stakes + ", exchange 10", folded) == expected
    with_sixth = cards | {"dealt": dealt, "player": f"{dealt} 2d"}
    if row != "three-of-a-kind":  # trips and a pair would be a bought full house
        assert bonus_of(table, with_sixth, stakes + ", sixth 10", folded) == expected


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("fate", [*BONUS_DEALERS, "folded"])
@pytest.mark.parametrize("row", BONUS_HANDS)
def test_russian_bonus_of_a_hand_made_with_the_bought_card(row: str, fate: str, table: str) -> None:
    _, dealt, bought = BONUS_HANDS[row]
    expected = 4 * odds(BOUGHT_BONUS[table], row)
    if (table, row) == ("five-card-1000", "four-of-a-kind"):
        expected = Fraction(100)  # the dealt trips pay 25:1, the fourth nine changes nothing
    dealer = BONUS_DEALERS.get(fate, SIXES)
    six = f"{dealt} {bought}"
    if clash(six, dealer):
        dealer = "Td Tc 6c 6d 3c" if fate == "wins" else "Qd Qc Qs 6c 6d"
    cards = {"dealt": dealt, "player": six, "dealer": dealer}
    stakes = "ante 10, sixth 10" if fate == "folded" else "ante 10, bet 20, sixth 10"
    assert bonus_of(table, cards, stakes, fate == "folded") == expected


@pytest.mark.parametrize("table", DEALT_BONUS)
@pytest.mark.parametrize("row", NO_BONUS)
def test_russian_bonus_is_lost_below_its_first_prize(row: str, table: str) -> None:
    dealt = NO_BONUS[row]
    assert bonus_of(table, {"player": dealt, "dealer": "Td Tc 6c 6d 3c"}) == -4
    six = {"dealt": dealt, "player": f"{dealt} 7d", "dealer": "Td Tc 6c 6d 3c"}
    assert bonus_of(table, six, "ante 10, bet 20, sixth 10") == -4


@pytest.mark.parametrize(
    ("dealt", "bought", "six_card", "five_card"),
    [
        ("9h 8h 7h 6h 5s", "2h", 25, 40),  # a dealt straight; the flush does not count
        ("9h 8h 7h 6h 5s", "Th", 25, 40),  # nor the straight flush
        ("Kh Jh 9h 7h 2h", "Qh", 50, 50),
        ("9h 9s 9d Kh Ks", "9c", 100, 70),
        ("9h 9s 9d Kh 2s", "9c", 100, 25),  # dealt trips pay on one table only
        ("9h 9s 9d Kh 2s", "2d", 30, 25),
        ("9h 9s 9d Kh 2s", "3d", -1, 25),
    ],
)
def test_russian_bonus_looks_at_the_dealt_cards_first(
    dealt: str, bought: str, six_card: int, five_card: int
) -> None:
    cards = {"dealt": dealt, "player": f"{dealt} {bought}", "dealer": "Td Tc 6c 6d 3c"}
    stakes = "ante 10, bet 20, sixth 10"
    assert bonus_of("six-card", cards, stakes) == 4 * six_card
    assert bonus_of("five-card-1000", cards, stakes) == 4 * five_card


def test_russian_bonus_is_not_touched_by_an_exchange() -> None:
    drew_a_straight = {"dealt": "9s 8d 7h 6s 2s", "player": "9s 8d 7h 6s 5h", "dealer": SIXES}
    for table in DEALT_BONUS:
        assert bonus_of(table, drew_a_straight, "ante 10, bet 20, exchange 10") == -4


# --- Caribbean Stud and Oasis Poker --------------------------------------------------------------

CARIBBEAN, OASIS = "caribbean-stud", "oasis-poker"
# outcome: ante and bet in times of their stakes; P is 1 here
CARIBBEAN_GRID = {
    "game, better": (1, "P"),
    "game, tie": (0, 0),
    "game of Ace-King, tie": (0, 0),
    "game, worse": (-1, -1),
    "game, worse Ace-King": (-1, -1),
    "game, nothing": (-1, -1),
    "no game, better": (1, 0),
    "no game, tie": (1, 0),
    "no game, worse": (1, 0),
}


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
@pytest.mark.parametrize("outcome", CARIBBEAN_GRID)
def test_caribbean_ante_and_bet(outcome: str, game: str) -> None:
    cards, stakes = box(outcome)
    ante, bet = CARIBBEAN_GRID[outcome]
    settled = settle(game, cards, stakes)
    assert (settled["showdown"], settled["dealer_qualifies"]) == RUSSIAN_OUTCOMES[outcome][3:]
    check(settled, f"ante {10 * ante}, bet {20 * (1 if bet == 'P' else int(bet))}")
    check(settle(game, cards, "ante 10", folded=True), "ante -10")


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
@pytest.mark.parametrize("row", SINGLES)
def test_caribbean_bet_pays_one_combination(row: str, game: str) -> None:
    text, odds_of_row, _ = SINGLES[row]
    cards, stakes = in_the_box(text, LOW_ACE_KING if row == "ace-king" else SIXES)
    check(settle(game, cards, stakes), f"ante 10, bet {20 * odds_of_row}")


@pytest.mark.parametrize("game", [CARIBBEAN, OASIS])
def test_caribbean_second_combination_is_not_paid(game: str) -> None:
    cards, stakes = in_the_box("Kh Ks Ac 8d 5h", SIXES)
    settled = settle(game, cards, stakes)
    assert settled["second_hand"] is None
    check(settled, "ante 10, bet 20")


@pytest.mark.parametrize(
    ("game", "cards", "stakes"),
    [
        *(
            (game, *each)
            for game in (CARIBBEAN, OASIS)
            for each in (
                in_the_box("Kh Ks 9d 5h 2s 4h", SIXES),
                (in_the_box(TRIPS_HAND, OPEN)[0], "ante 10, bet 20, insurance 10"),
                (in_the_box(TRIPS_HAND, OPEN)[0], "ante 10, bet 20, bonus 5"),
                (WITH_KINGS | {"dealer_draws": ["9c"]}, "ante 10, bet 20, purchase 10"),
            )
        ),
        (
            CARIBBEAN,
            {"dealt": EXCHANGED[1], "player": EXCHANGED[0], "dealer": ACE_KING},
            "ante 10, bet 20, exchange 10",
        ),
    ],
)
def test_caribbean_has_no_sixth_card_insurance_purchase_or_bonus(
    game: str, cards: dict[str, Any], stakes: str
) -> None:
    with pytest.raises((StakeError, RoundError)):
        settle(game, cards, stakes)


@pytest.mark.parametrize(
    ("variant", "prices"), [("default", "10 20 30 20 10"), ("up-to-three", "10 20 30 - -")]
)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_oasis_exchange_has_its_price_by_the_number_of_cards(
    n: int, variant: str, prices: str
) -> None:
    cards = {"dealt": EXCHANGED[n], "player": EXCHANGED[0], "dealer": ACE_KING}
    for price in ("10", "20", "30"):
        stakes = f"ante 10, bet 20, exchange {price}"
        if price == prices.split()[n - 1]:
            settled = settle(OASIS, cards, stakes, {"variant": variant})
            check(settled, f"ante 10, bet 20, exchange -{price}")
        else:
            with pytest.raises((StakeError, RoundError)):
                settle(OASIS, cards, stakes, {"variant": variant})


def test_oasis_hand_is_raised_after_five() -> None:
    four = {"dealt": EXCHANGED[4], "player": EXCHANGED[0], "dealer": ACE_KING}
    check(settle(OASIS, four, "ante 10, exchange 20", folded=True), "ante -10, exchange -20")
    five = {"dealt": EXCHANGED[5], "player": EXCHANGED[0], "dealer": ACE_KING}
    with pytest.raises(RoundError, match="must be raised"):
        settle(OASIS, five, "ante 10, exchange 10", folded=True)


# --- every house ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "stakes", "rule"),
    [
        (UTH, seats("game, better"), "ante 10, blind 10, play 40, trips 5", {"trips": "none"}),
        (UTH, seats("game, better"), "ante 10, blind 10, play 40, bad_beat 5", {}),
        (CASINO, {**seats("game, better")}, "ante 10, call 20, aa 5", {"aa": "none"}),
        (RUSSIAN, box("game, better")[0], "ante 10, bet 20, bonus 5", {"bonus": "none"}),
    ],
)
def test_a_bet_that_the_house_does_not_have_is_refused(
    game: str, cards: dict[str, Any], stakes: str, rule: dict[str, str]
) -> None:
    with pytest.raises(StakeError):
        settle(game, cards, stakes, rule)


@pytest.mark.parametrize("ante", ["0.5", "2.5", "33.333", "1000000000000", "1000000000000.25"])
def test_any_size_of_legal_proportion_is_settled_exactly(ante: str) -> None:
    a = Fraction(ante)

    def text(times: int | Fraction) -> str:
        amount = a * times
        whole, part = divmod(amount.numerator * 10**6 // amount.denominator, 10**6)
        return f"{whole}.{part:06}"

    flush = of_row(UTH_ROWS, "flush", True)
    settled = settle(UTH, flush, f"ante {ante}, blind {ante}, play {text(4)}, trips {ante}")
    check(settled, f"ante {a}, blind {a * Fraction(3, 2)}, play {4 * a}, trips {7 * a}")
    casino = settle(CASINO, flush, f"ante {ante}, call {text(2)}, aa {ante}")
    check(casino, f"ante {2 * a}, call {2 * a}, aa {-a}")
    cards, _ = in_the_box("As Kh Qh Jh 7h 2h", SIXES)
    russian = settle(RUSSIAN, cards, f"ante {ante}, bet {text(2)}, sixth {ante}, bonus {ante}")
    check(russian, f"ante 0, bet {12 * a}, sixth {-a}, bonus {15 * a}")


@pytest.mark.parametrize("game", [UTH, CASINO, RUSSIAN])
def test_an_unknown_house_or_rule_is_refused(game: str) -> None:
    for rules in ({"variant": "no-such-house"}, {"no_such_rule": "yes"}, {"qualifies": "trips"}):
        with pytest.raises(TrainerError):
            settle(game, seats("game, better"), "ante 10", rules)
