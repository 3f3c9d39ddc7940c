"""House craft: rounding, the cap on a payout, the order of settling, and paying in chips."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from trainer.documents import settle_document
from trainer.documents.rounds import settle_round
from trainer.errors import MoneyError
from trainer.houses import at_the_house, chips_for, settling_order
from trainer.rules import House, Line, Settlement

HALF = Fraction(1, 2)
UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"

# A flush over a pair: blind 3:2, and trips 7:1 where they are staked.
FLUSH = {
    "game": UTH,
    "player": "Ah 9h",
    "board": "Kh Qs 7h 4h 2c",
    "dealer": "Kd 8c",
}
# The same cards called in Casino Hold'em: ante 2:1, call 1:1.
CALLED = FLUSH | {"game": CASINO}
# A flush and Ace-King, 6:1 on the bet; the bonus is 15:1 with the bought deuce.
BOUGHT_FLUSH = {
    "game": RUSSIAN,
    "dealt": "As Kh Qh Jh 7h",
    "player": "As Kh Qh Jh 7h 2h",
    "dealer": "6c 6d 4c 3c Td",
}


def settled(document: dict[str, Any], stakes: dict[str, str], **craft: Any) -> Settlement:
    """A round at a house with this craft; the rules are those of the game's default house."""
    by_the_rules = settle_round(document | {"stakes": stakes})
    game = by_the_rules.game
    house = House(**craft)
    at_house = replace(game, variant=replace(game.variant, house=house))
    return at_the_house(replace(by_the_rules, game=at_house))


def line(settlement: Settlement, bet: str) -> Line:
    return next(x for x in settlement.lines if x.bet == bet)


def paid(settlement: Settlement) -> dict[str, Fraction]:
    return {x.bet: x.paid for x in settlement.lines}


def check_sums(settlement: Settlement) -> None:
    for x in settlement.lines:
        assert x.net == x.paid - x.taken
        assert x.stake == x.returned + x.taken
        assert x.paid >= 0
    assert settlement.net == settlement.paid - settlement.taken
    assert settlement.paid == sum(paid(settlement).values())


# --- rounding ------------------------------------------------------------------------------------

# ante and blind, direction, chip: what a flush pays on the blind, 3:2
ROUNDED = [
    ("5", "none", "0.5", "7.5"),
    ("5", "down", "0.5", "7.5"),
    ("5", "up", "0.5", "7.5"),
    ("5", "none", "1", "7.5"),
    ("5", "down", "1", "7"),
    ("5", "up", "1", "8"),
    ("5", "down", "5", "5"),
    ("5", "up", "5", "10"),
    ("2.5", "none", "0.5", "3.75"),
    ("2.5", "down", "0.5", "3.5"),
    ("2.5", "up", "0.5", "4"),
    ("2.5", "down", "1", "3"),
    ("2.5", "up", "1", "4"),
    ("10", "down", "1", "15"),
    ("10", "up", "1", "15"),
    ("1", "down", "5", "0"),
    ("1", "up", "5", "5"),
    ("1000000000001", "down", "1", "1500000000001"),
    ("1000000000001", "up", "1", "1500000000002"),
]


@pytest.mark.parametrize(("ante", "rounding", "chip", "expected"), ROUNDED)
def test_a_payout_is_rounded_to_the_smallest_chip(
    ante: str, rounding: str, chip: str, expected: str
) -> None:
    result = settled(
        FLUSH,
        {"ante": ante, "blind": ante, "play": ante},
        rounding=rounding,
        chip=Fraction(chip),
        rounds=("blind",),
    )
    blind = line(result, "blind")
    exact = Fraction(ante) * Fraction(3, 2)
    assert blind.paid == Fraction(expected)
    assert blind.rounded_from == (None if blind.paid == exact else exact)
    assert (blind.returned, blind.taken) == (Fraction(ante), 0)
    assert (blind.odds, blind.outcome) == (Fraction(3, 2), "win")
    assert (line(result, "ante").paid, line(result, "play").paid) == (Fraction(ante),) * 2
    check_sums(result)


def test_a_payout_is_rounded_a_line_at_a_time() -> None:
    stakes = {"ante": "2.5", "blind": "2.5", "play": "2.5", "trips": "1.5"}
    exact = {"ante": "2.5", "blind": "3.75", "play": "2.5", "trips": "10.5"}
    down = {"ante": "2", "blind": "3", "play": "2", "trips": "10"}
    up = {"ante": "3", "blind": "4", "play": "3", "trips": "11"}
    for rounding, expected in (("none", exact), ("down", down), ("up", up)):
        result = settled(FLUSH, stakes, rounding=rounding, chip=Fraction(1))
        assert paid(result) == {bet: Fraction(text) for bet, text in expected.items()}
        check_sums(result)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ((), "2 3 2 10"),
        (("blind",), "2.5 3 2.5 10.5"),
        (("trips",), "2.5 3.75 2.5 10"),
        (("blind", "trips"), "2.5 3 2.5 10"),
        (("ante", "play"), "2 3.75 2 10.5"),
        (("insurance",), "2.5 3.75 2.5 10.5"),
    ],
)
def test_only_the_bets_of_rounds_are_rounded(rounds: tuple[str, ...], expected: str) -> None:
    stakes = {"ante": "2.5", "blind": "2.5", "play": "2.5", "trips": "1.5"}
    result = settled(FLUSH, stakes, rounding="down", chip=Fraction(1), rounds=rounds)
    assert list(paid(result).values()) == [Fraction(text) for text in expected.split()]


def test_stakes_taken_or_returned_are_never_rounded() -> None:
    lost = FLUSH | {"player": "3c 5d"}
    stakes = {"ante": "2.25", "blind": "2.25", "play": "2.25", "trips": "1.75"}
    for rounding in ("none", "down", "up"):
        result = settled(lost, stakes, rounding=rounding, chip=Fraction(5))
        assert result.paid == 0
        assert result.taken == Fraction("8.5")
        assert all(x.rounded_from is None for x in result.lines)


# --- the cap -------------------------------------------------------------------------------------

STAKES = {"ante": "10", "blind": "10", "play": "40", "trips": "5"}  # pays 10, 15, 40 and 35
CAPPED = [  # cap: what is paid on ante, blind, play and trips
    (None, "10 15 40 35"),
    ("100", "10 15 40 35"),
    ("99.5", "10 15 40 34.5"),
    ("70", "10 15 40 5"),
    ("65", "10 15 40 0"),
    ("64", "10 15 39 0"),
    ("40", "10 15 15 0"),
    ("25", "10 15 0 0"),
    ("20", "10 10 0 0"),
    ("10", "10 0 0 0"),
    ("3.5", "3.5 0 0 0"),
    ("0.01", "0.01 0 0 0"),
]


@pytest.mark.parametrize(("cap", "expected"), CAPPED)
def test_the_cap_cuts_from_the_line_settled_last_backwards(cap: str | None, expected: str) -> None:
    result = settled(FLUSH, STAKES, max_payout=Fraction(cap) if cap else None)
    found = paid(result)
    assert list(found.values()) == [Fraction(text) for text in expected.split()]
    by_the_rules = {"ante": 10, "blind": 15, "play": 40, "trips": 35}
    for x in result.lines:
        cut = found[x.bet] != by_the_rules[x.bet]
        assert x.capped_from == (by_the_rules[x.bet] if cut else None)
        assert (x.reason == "capped") is cut
        assert (x.returned, x.taken) == (x.stake, 0)
    check_sums(result)


def test_lines_that_are_not_paid_are_passed_over() -> None:
    # Trips lose, play wins: the play bet is the last-settled winning line.
    two_pair = FLUSH | {"player": "Ac Kc", "dealer": "Qd 8c"}
    result = settled(two_pair, STAKES, max_payout=Fraction(35))
    assert list(paid(result).values()) == [10, 0, 25, 0]
    assert line(result, "trips").reason == "below-the-first-prize"
    assert line(result, "trips").capped_from is None
    assert line(result, "play").capped_from == 40


def test_the_cap_is_on_what_is_paid_and_not_on_the_net() -> None:
    # 240 on the bet and 75 on the bonus; the fee of 20 is taken beside the cap.
    stakes = {"ante": "20", "sixth": "20", "bet": "40", "bonus": "5"}
    result = settled(BOUGHT_FLUSH, stakes, max_payout=Fraction(300))
    assert paid(result) == {"ante": 0, "bet": 240, "sixth": 0, "bonus": 60}
    assert line(result, "bonus").capped_from == 75
    assert result.net == 280
    check_sums(result)


def test_the_cap_comes_after_the_rounding() -> None:
    # 2.5, 3.75, 2.5 and 10.5 round down to 2, 3, 2 and 10, together 17.
    stakes = {"ante": "2.5", "blind": "2.5", "play": "2.5", "trips": "1.5"}
    house = {"rounding": "down", "chip": Fraction(1)}
    result = settled(FLUSH, stakes, max_payout=Fraction(17), **house)
    assert list(paid(result).values()) == [2, 3, 2, 10]
    assert all(x.capped_from is None for x in result.lines)
    result = settled(FLUSH, stakes, max_payout=Fraction(15), **house)
    assert list(paid(result).values()) == [2, 3, 2, 8]
    trips = line(result, "trips")
    assert (trips.rounded_from, trips.capped_from) == (Fraction("10.5"), 10)
    assert trips.reason == "capped"
    check_sums(result)


def test_a_shipped_house_caps_a_royal() -> None:
    royal = {
        "game": UTH,
        "variant": "northwood",
        "player": "Ah Kh",
        "board": "Qh Jh Th 2c 3d",
        "dealer": "2s 5s",
        "stakes": {"ante": "100", "blind": "100", "play": "400", "trips": "25"},
    }
    lines = {x["bet"]: x for x in settle_document(royal)["lines"]}
    # Ante 100, blind 50,000, play 400, trips 1,250; trips and play are cut away first.
    assert {bet: x["paid"] for bet, x in lines.items()} == {
        "ante": "100",
        "blind": "19900",
        "play": "0",
        "trips": "0",
    }
    assert {bet: x.get("capped_from") for bet, x in lines.items()} == {
        "ante": None,
        "blind": "50000",
        "play": "400",
        "trips": "1250",
    }
    assert [x["reason"] for x in lines.values()] == ["ante-even-money"] + ["capped"] * 3
    assert all(x["taken"] == "0" for x in lines.values())


def test_each_box_has_a_cap_of_its_own() -> None:
    boxes = [
        {"player": "Ah 9h", "stakes": {"ante": "50", "blind": "50", "play": "200"}},
        {"player": "Jh 8h", "stakes": {"ante": "50", "blind": "50", "play": "200"}},
    ]
    shared = {"game": UTH, "board": "Kh Qs 7h 4h 2c", "dealer": "Kd 8c"}
    each = [settle_document(shared | box | {"variant": "northwood"}) for box in boxes]
    together = settle_document(shared | {"variant": "northwood", "boxes": boxes})
    assert together["boxes"] == each
    assert [x["paid"] for x in together["boxes"]] == ["325", "325"]


def test_a_house_without_craft_changes_nothing() -> None:
    by_the_rules = settle_round(FLUSH | {"stakes": STAKES})
    assert settled(FLUSH, STAKES).lines == by_the_rules.lines
    assert settled(CALLED, {"ante": "10", "call": "20"}).paid == 40


def test_settling_at_a_house_that_has_settled_already_changes_nothing_more() -> None:
    house = {"rounding": "down", "chip": Fraction(1), "max_payout": Fraction(15)}
    once = settled(FLUSH, {"ante": "2.5", "blind": "2.5", "play": "2.5"}, **house)
    assert paid(at_the_house(once)) == paid(once)


# --- the order of settling -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settles", "n", "expected"),
    [
        ("right-to-left", 1, (0,)),
        ("left-to-right", 1, (0,)),
        ("right-to-left", 3, (2, 1, 0)),
        ("left-to-right", 3, (0, 1, 2)),
        ("right-to-left", 7, (6, 5, 4, 3, 2, 1, 0)),
    ],
)
def test_boxes_are_settled_from_the_houses_side(
    settles: str, n: int, expected: tuple[int, ...]
) -> None:
    assert settling_order(n, House(settles=settles)) == expected


# --- chips ---------------------------------------------------------------------------------------

USUAL = tuple(Fraction(x) for x in ("0.5", "1", "5", "25", "100", "500", "1000"))


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("0", {}),
        ("0.5", {"0.5": 1}),
        ("7.5", {"5": 1, "1": 2, "0.5": 1}),
        ("37.5", {"25": 1, "5": 2, "1": 2, "0.5": 1}),
        ("4", {"1": 4}),
        ("999.5", {"500": 1, "100": 4, "25": 3, "5": 4, "1": 4, "0.5": 1}),
        ("1000", {"1000": 1}),
        ("20000", {"1000": 20}),
        ("1000000000000", {"1000": 10**9}),
        ("1000000000007.5", {"1000": 10**9, "5": 1, "1": 2, "0.5": 1}),
    ],
)
def test_an_amount_is_paid_in_the_fewest_chips(amount: str, expected: dict[str, int]) -> None:
    found = chips_for(Fraction(amount), USUAL)
    assert found == tuple((Fraction(chip), n) for chip, n in expected.items())


def fewest_of_all(top: int, chips: tuple[int, ...]) -> list[int | None]:
    """For every amount the least number of chips, by trying every number of every chip."""
    best: list[int | None] = [None] * (top + 1)
    for counts in product(*(range(top // chip + 1) for chip in chips)):
        amount = sum(chip * n for chip, n in zip(chips, counts, strict=True))
        if amount <= top:
            found = best[amount]
            best[amount] = sum(counts) if found is None else min(found, sum(counts))
    return best


@pytest.mark.parametrize(
    "chips",
    [
        (1, 5, 25),
        (1, 2, 5, 10),
        (1, 3, 4),  # 6 is 3 + 3, not 4 + 1 + 1
        (1, 5, 20, 25),  # 40 is 20 + 20, not 25 + 5 + 5 + 5
        (1, 7, 10),
        (2, 5),
        (3, 5, 8),
        (4, 6, 9),
        (6, 10, 15),
        (5,),
        (2, 4, 8),
        (7, 11, 13),
    ],
)
@pytest.mark.parametrize("unit", [1, HALF, Fraction(1, 4), 25])
def test_no_other_choice_of_chips_is_fewer(chips: tuple[int, ...], unit: int | Fraction) -> None:
    top = 60
    sizes = tuple(Fraction(chip) * unit for chip in chips)
    for amount, fewest in enumerate(fewest_of_all(top, chips)):
        if fewest is None:
            with pytest.raises(MoneyError):
                chips_for(amount * Fraction(unit), sizes)
            continue
        found = chips_for(amount * Fraction(unit), sizes)
        assert sum(n for _, n in found) == fewest, (amount, found)
        assert sum(chip * n for chip, n in found) == amount * unit
        assert all(n > 0 and chip in sizes for chip, n in found)
        assert [chip for chip, _ in found] == sorted((chip for chip, _ in found), reverse=True)


@pytest.mark.parametrize("chips", [(3, 4, 1), (4, 6, 9), (1, 5, 20, 25), (7, 11, 13)])
def test_large_amounts_in_odd_chips_are_still_the_fewest(chips: tuple[int, ...]) -> None:
    # Beyond the square of the largest chip every set of fewest chips repeats, one largest chip
    # more for each of its size; a plain table up to there is the other reader.
    largest = max(chips)
    top = largest * largest + 3 * largest
    table: list[int | None] = [0]
    for amount in range(1, top + 1):
        below = [table[amount - chip] for chip in chips if chip <= amount]
        known = [n for n in below if n is not None]
        table.append(min(known) + 1 if known else None)
    for amount in range(largest * largest, top + 1):
        for more in (0, 10**6, 10**12):
            found = chips_for(Fraction(amount + more * largest), [Fraction(x) for x in chips])
            fewest = table[amount]
            assert fewest is not None
            assert sum(n for _, n in found) == fewest + more
            assert sum(chip * n for chip, n in found) == amount + more * largest


@pytest.mark.parametrize(
    ("amount", "chips"),
    [
        ("0.25", "0.5 1 5"),
        ("3.75", "0.5 1 5"),
        ("7.5", "1 5 25"),
        ("3", "5 25"),
        ("1", "2"),
        ("1000000000000.25", "0.5 1000"),
        ("1/3", "0.5 1"),
        ("5", ""),
        ("-5", "1 5"),
    ],
)
def test_an_amount_that_chips_cannot_make_is_an_error(amount: str, chips: str) -> None:
    with pytest.raises(MoneyError):
        chips_for(Fraction(amount), [Fraction(x) for x in chips.split()])


def test_nothing_to_pay_needs_no_chips() -> None:
    assert chips_for(Fraction(0), []) == ()
    assert chips_for(Fraction(0), [Fraction(5)]) == ()


def test_the_order_of_the_denominations_does_not_matter() -> None:
    for chips in (USUAL, USUAL[::-1], USUAL[3:] + USUAL[:3], USUAL * 2):
        assert chips_for(Fraction("131.5"), chips) == (
            (Fraction(100), 1),
            (Fraction(25), 1),
            (Fraction(5), 1),
            (Fraction(1), 1),
            (HALF, 1),
        )
