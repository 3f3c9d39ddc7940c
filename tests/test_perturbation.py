"""Data decides: change one cell of one file, and exactly the rounds that read it settle otherwise.

Every test changes a copy of the shipped folder and settles written-out rounds from it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.changed_data import (
    AA,
    BOUGHT,
    CARIBBEAN,
    CASINO,
    LOST_WITH,
    LOW_ACE_KING,
    NO_GAME,
    NO_SUCH_ROUND,
    OASIS,
    RUSSIAN,
    SHIPPED,
    SINGLES,
    SIXES,
    STUD,
    UTH,
    WON,
    Data,
    Document,
    Reads,
    casino,
    read,
    rounds,
    stud,
    uth,
    write,
)
from trainer.documents import settle_document
from trainer.drills import make_question
from trainer.errors import CardError, PaytableError, RoundError, StakeError
from trainer.games import GAME_IDS, build
from trainer.money import LOST, format_odds, parse_odds
from trainer.paytables import USER_FOLDER
from trainer.rules import Showdown


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Data]:
    with pytest.MonkeyPatch.context() as patch:
        yield Data(tmp_path, patch)


def net(document: Document, **rules: str) -> Fraction:
    rules = document.get("set", {}) | rules
    return Fraction(settle_document(document | {"set": rules})["net"])


def all_nets(game: str, ids: dict[str, set[str]]) -> dict[tuple[int, str], Fraction]:
    """The net of every round under every table of the bet that it reads."""
    return {
        (n, id): net(each.document, **{each.file: id})
        for n, each in enumerate(rounds(game))
        for id in ids[each.file]
    }


def table_files(game: str) -> list[str]:
    return sorted(
        path.stem for path in (SHIPPED / game).glob("*.csv") if path.name != "variants.csv"
    )


def raised(text: str) -> str:
    """Odds that are 2 to 1 better, or 2 to 1 where the row lost."""
    odds = parse_odds(text)
    return format_odds(odds + 2 if odds != LOST else Fraction(2))


# A pair that pays more than two pair takes its place as the second of three pairs: under
# `standard` 2 and 3 instead of 2 and 2, under `pair-2` 2 and 4 instead of 2 and 2.
OTHER_SECOND = {("standard", "pair"): Fraction(1), ("pair-2", "pair"): Fraction(2)}


def predicted(each: Reads, id: str, changed: tuple[str, str, str], more: Fraction) -> Fraction:
    """How much a round's net moves when `(file, table, row)` pays `more` to 1."""
    file, table, row = changed
    if (each.file, id) != (file, table):
        return Fraction(0)
    if each.rows == ("two-pair", "two-pair") and (table, row) in OTHER_SECOND:
        return each.stake * OTHER_SECOND[table, row]
    rows = each.rows
    if table == "five-card-1000" and rows == ("bought-four-of-a-kind",):
        rows = ("dealt-three-of-a-kind",)  # they pay here, and then the bought card is not read
    return each.stake * more * rows.count(row)


@pytest.mark.parametrize(
    ("game", "file"), [(game, file) for game in GAME_IDS for file in table_files(game)]
)
def test_a_changed_cell_moves_the_rounds_that_read_it_and_no_other(
    game: str, file: str, data: Data
) -> None:
    ids = {each: {row["table"] for row in read(game, f"{each}.csv")} for each in table_files(game)}
    before = all_nets(game, ids)
    witnesses = rounds(game)
    for line, cell in enumerate(read(game, f"{file}.csv")):
        new = raised(cell["odds"])
        more = parse_odds(new) - parse_odds(cell["odds"])
        data.change(game, f"{file}.csv", line, "odds", new)
        after = all_nets(game, ids)
        moved = {key: after[key] - before[key] for key in before if after[key] != before[key]}
        changed = file, cell["table"], cell["row"]
        expected = {
            (n, id): change
            for n, each in enumerate(witnesses)
            for id in ids[each.file]
            if (change := predicted(each, id, changed, more))
        }
        assert moved == expected, changed
        if (game, file, cell["row"]) in NO_SUCH_ROUND:
            assert not moved
            assert_cell_is_read(game, file, cell["table"], cell["row"], new)
        else:
            assert moved, f"no round reads {changed}"


def assert_cell_is_read(game: str, file: str, table: str, row: str, odds: str) -> None:
    """A cell that no round can reach is in the bet all the same."""
    bet = build(game, "default", {file: table}).bet(file)
    cell = bet.cell(Showdown.WIN, bet.rows.index(row))
    assert cell.odds == parse_odds(odds)


def test_lower_odds_and_odds_between_whole_numbers_count_too(data: Data) -> None:
    flush = uth(WON["flush"], play="10")
    for odds, paid in (("1:1", 10), ("5:2", 25), ("7:4", "17.5"), ("push", 0), ("lose", -10)):
        data.change(UTH, "blind.csv", 4, "odds", odds)
        assert read(UTH, "blind.csv")[4]["row"] == "flush"
        assert net(flush) == 20 + Fraction(paid)


# --- a round for every rule ----------------------------------------------------------------------

TRIPS_HAND = "9s 9d 9c 5h 2d"
BOUGHT_NINES = stud(RUSSIAN, "9s 9d Jc 5h 2h", "Qd 9h 7h 4c 3c", bet="20", purchase="10") | {
    "dealer_draws": ["9c"]
}
REDRAWN = stud(RUSSIAN, "Kh Kd 9s 5c 2d", "Qd 9h 7h 4c 3c", bet="20", purchase="10") | {
    "dealer_draws": ["Qs", "9c"]
}
STILL_NO_GAME = stud(RUSSIAN, "Kh Kd 9s 5c 2d", "Qd 9h 7h 4c 3c", bet="20", purchase="10") | {
    "dealer_draws": ["Jc"]
}
INSURED_AND_BOUGHT = stud(
    RUSSIAN, TRIPS_HAND, "Qd 8h 7d 4c 3c", bet="20", purchase="10", insurance="30"
) | {"dealer_draws": ["8c"]}


def exchanged(dealt: str, fee: str = "10", game: str = RUSSIAN, **stakes: str) -> Document:
    """A pair of kings that came by an exchange; the dealer has Ace-King."""
    return stud(game, "Kh Kd 9s 5c 2d", "As Kc Qd 7h 3c", exchange=fee, **stakes) | {"dealt": dealt}


REFUSED = "refused"
ONE, TWO, FIVE = "Kh Kd 9s 5c Js", "Kh Kd 9s Jh Js", "8c 8s Ts Jh Js"
FOUR = "Kh 8s Ts Jh Js"
LOST_STRAIGHT = "6d 5c | 9s 8d 7h 3c 2s | Jd Tc"
NQ_FLUSH = "Ah 9h | Kh Qs 7h 4h 2c | Jd 8c"

# game, rule, another value, a round, its net by the default value and by the other one.
RULE_CELLS: list[tuple[str, str, str, Document, int | str, int | str]] = [
    (UTH, "preflop", "4", uth(WON["pair"], play="30"), 40, REFUSED),
    (UTH, "blind", "B", uth(WON["straight"], play="10"), 30, 20),
    (UTH, "trips", "T1", uth(WON["full-house"], trips="4"), 32 - 20, 36 - 20),
    (UTH, "trips", "T2", uth(WON["flush"], trips="4"), 28 - 20, 24 - 20),
    (UTH, "trips", "T4", uth(WON["four-of-a-kind"], trips="4"), 120 - 20, 80 - 20),
    (UTH, "trips", "none", uth(WON["flush"], trips="4"), 28 - 20, REFUSED),
    (UTH, "trips_on_fold", "lost", uth(WON["flush"], trips="4"), 28 - 20, -4 - 20),
    (UTH, "bad_beat", "two-way", uth(LOST_WITH["flush"], bad_beat="2"), REFUSED, 60 - 20),
    (CASINO, "ante", "A2", casino(WON["four-of-a-kind"], call="20"), 120, 140),
    (CASINO, "ante", "A3", casino(WON["royal-flush"], call="20"), 1000, 200),
    (CASINO, "ante_no_game", "even", casino(NQ_FLUSH, call="20"), 20, 10),
    (CASINO, "aa", "B2", casino(AA["full-house"], aa="4"), 120 - 10, 100 - 10),
    (CASINO, "aa", "none", casino(AA["full-house"], aa="4"), 120 - 10, REFUSED),
    (CASINO, "aa_on_fold", "lost", casino(AA["full-house"], aa="4"), 120 - 10, -4 - 10),
    (RUSSIAN, "sixth", "no", stud(RUSSIAN, "Kh Ks 9d 5h 2s 4h", SIXES, bet="20"), 10, REFUSED),
    (RUSSIAN, "exchange", "none", exchanged(TWO, bet="20"), 10, REFUSED),
    (RUSSIAN, "exchange", "2-5", exchanged(ONE, bet="20"), 10, REFUSED),
    (RUSSIAN, "exchange", "1-4", exchanged(FIVE, bet="20"), 10, REFUSED),
    (RUSSIAN, "exchange_fee", "1/2/3/2/1", exchanged(TWO, bet="20"), 10, REFUSED),
    (RUSSIAN, "exchange_fee", "2", exchanged(ONE, fee="20", bet="20"), REFUSED, 0),
    (RUSSIAN, "raise_after_five", "forced", exchanged(FIVE), -20, REFUSED),
    (RUSSIAN, "combinations", "six-cards-only", stud(RUSSIAN, "Kh Ks Ac 8d 5h", SIXES, bet="20"),
     40, 20),
    (RUSSIAN, "combinations", "one", stud(RUSSIAN, "As Kh Qh Jh 7h 2h", SIXES, bet="20"),
     110, 90),
    (RUSSIAN, "paired_straight", "straight-plus-pair",
     stud(RUSSIAN, "Kh Qs Jd Tc 9h 9s", SIXES, bet="20"), 150, 90),
    (RUSSIAN, "qualifies", "pair", stud(RUSSIAN, SINGLES["two-pair"], LOW_ACE_KING, bet="20"),
     40, 10),
    (RUSSIAN, "ante_on_win", "even", stud(RUSSIAN, SINGLES["two-pair"], SIXES, bet="20"), 40, 50),
    (RUSSIAN, "ante_no_game", "straight-4", stud(RUSSIAN, SINGLES["flush"], NO_GAME, bet="20"),
     10, 40),
    (RUSSIAN, "insurance", "full",
     stud(RUSSIAN, TRIPS_HAND, NO_GAME, bet="20", insurance="60"), REFUSED, 70),
    (RUSSIAN, "insurance", "none",
     stud(RUSSIAN, TRIPS_HAND, NO_GAME, bet="20", insurance="30"), 40, REFUSED),
    (RUSSIAN, "insurance_on_game", "lost",
     stud(RUSSIAN, TRIPS_HAND, "Tc Ts Td 5c 2h", bet="20", insurance="30"), -30, -60),
    (RUSSIAN, "purchase", "lowest", BOUGHT_NINES, 10, -40),
    (RUSSIAN, "purchase", "none", STILL_NO_GAME, -10, REFUSED),
    (RUSSIAN, "purchase_redraw", "no", REDRAWN, 10, REFUSED),
    (RUSSIAN, "purchase_redraw", "no", REDRAWN | {"dealer_draws": ["Qs"]}, REFUSED, -10),
    (RUSSIAN, "purchase_fails", "even", STILL_NO_GAME, -10, 0),
    (RUSSIAN, "insured_purchase", "yes", INSURED_AND_BOUGHT, REFUSED, 60 - 10 + 30),
    (RUSSIAN, "bet", "pair-2", stud(RUSSIAN, SINGLES["pair"], SIXES, bet="20"), 20, 40),
    (RUSSIAN, "bonus", "six-card-7", stud(RUSSIAN, BOUGHT["straight"], SIXES, bonus="4"),
     32 - 20, 28 - 20),
    (RUSSIAN, "bonus", "five-card-1000", stud(RUSSIAN, SINGLES["full-house"], SIXES, bonus="4"),
     400 - 10, 280 - 10),
    (RUSSIAN, "bonus", "five-card-3000", stud(RUSSIAN, SINGLES["straight"], SIXES, bonus="4"),
     100 - 10, 200 - 10),
    (RUSSIAN, "bonus", "none", stud(RUSSIAN, SINGLES["straight"], SIXES, bonus="4"), 90, REFUSED),
    (CARIBBEAN, "exchange", "1-5", exchanged(TWO, game=CARIBBEAN, bet="20"), REFUSED, 20),
    (OASIS, "exchange", "1-3", exchanged(FOUR, "20", OASIS, bet="20"), 10, REFUSED),
    (OASIS, "exchange", "none", exchanged(TWO, "20", OASIS, bet="20"), 10, REFUSED),
    (OASIS, "exchange_fee", "1", exchanged(TWO, "20", OASIS, bet="20"), 10, REFUSED),
    (OASIS, "exchange_fee", "1/2/3/4/5", exchanged(FOUR, "40", OASIS, bet="20"), REFUSED, -10),
    (OASIS, "raise_after_five", "free", exchanged(FIVE, game=OASIS), REFUSED, -20),
    *(
        cell
        for game in (CARIBBEAN, OASIS)
        for cell in (
            (game, "sixth", "yes", stud(game, "Kh Ks 9d 5h 2s 4h", SIXES, bet="20"), REFUSED, 20),
            (game, "combinations", "two", stud(game, "Kh Ks Ac 8d 5h", SIXES, bet="20"), 30, 50),
            (game, "qualifies", "pair", stud(game, SINGLES["two-pair"], LOW_ACE_KING, bet="20"),
             50, 10),
            (game, "ante_on_win", "push", stud(game, SINGLES["two-pair"], SIXES, bet="20"), 50, 40),
            (game, "insurance", "half",
             stud(game, TRIPS_HAND, NO_GAME, bet="20", insurance="30"), REFUSED, 40),
            (game, "purchase", "highest", STILL_NO_GAME | {"game": game}, REFUSED, -10),
        )
    ),
]  # fmt: skip
# Rules that ask for nothing as long as another rule of the same house is as it is: there is no
# exchange, one combination, no insurance and no purchase; or there is one table to choose from.
ASLEEP = {
    CARIBBEAN: "exchange_fee raise_after_five paired_straight ante_no_game insurance_on_game "
    "purchase_redraw purchase_fails insured_purchase bet bonus",
    OASIS: "paired_straight ante_no_game insurance_on_game purchase_redraw purchase_fails "
    "insured_purchase bet bonus",
    UTH: "qualifies",
    CASINO: "qualifies",
    RUSSIAN: "",
}
# A round in which none of these rules is asked.
UNTOUCHED = {
    UTH: (uth("Ah Kd | Qs 7c 2d 3h 9s | Jc Jd", play="40"), -60),
    CASINO: (casino("Ah Kd | Qs 7c 2d 3h 9s | Jc Jd", call="20"), -30),
    **{game: (stud(game, "Ah Kd 9s 5c 2d", "Qc Qs 9d 5h 3c", bet="20"), -30) for game in STUD},
}
STUD_COLUMNS = (
    "sixth exchange exchange_fee raise_after_five combinations paired_straight qualifies "
    "ante_on_win ante_no_game insurance insurance_on_game purchase purchase_redraw purchase_fails "
    "insured_purchase bet bonus"
)
RULE_COLUMNS = {
    UTH: "preflop qualifies blind trips trips_on_fold trips_needs_win bad_beat",
    CASINO: "qualifies ante ante_no_game aa aa_on_fold",
    **dict.fromkeys(STUD, STUD_COLUMNS),
}


def outcome(document: Document) -> int | str | Fraction:
    try:
        return net(document)
    except (CardError, RoundError, StakeError):
        return REFUSED


@pytest.mark.parametrize(
    ("game", "rule", "value", "document", "before", "after"),
    [pytest.param(*cell, id="-".join(cell[:3])) for cell in RULE_CELLS],
)
def test_a_changed_rule_moves_the_rounds_that_ask_for_it_and_no_other(
    game: str,
    rule: str,
    value: str,
    document: Document,
    before: int | str,
    after: int | str,
    data: Data,
) -> None:
    untouched, always = UNTOUCHED[game]
    assert (outcome(document), outcome(untouched)) == (before, always)
    assert read(game, "variants.csv")[0]["variant"] == "default"
    data.change(game, "variants.csv", 0, rule, value)
    assert (outcome(document), outcome(untouched)) == (after, always)
    # The other houses have a row of their own.
    assert outcome(document | {"variant": other_house(game)}) == before


def other_house(game: str) -> str:
    """A house with the rules of `default` and another id."""
    return "pa-c" if game == UTH else "default-again"


@pytest.fixture(autouse=True)
def default_again(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the user's own folder: houses with every rule of the shipped default written out."""
    folder = tmp_path_factory.mktemp("own")
    for game in (CASINO, *STUD):
        row = read(game, "variants.csv")[0] | {"variant": "default-again", "name": "Again"}
        write(folder / game / "variants.csv", [row])
    monkeypatch.setenv(USER_FOLDER, str(folder))


def line_of(game: str, variant: str) -> int:
    return [row["variant"] for row in read(game, "variants.csv")].index(variant)


def test_trips_that_need_the_win_are_one_cell(data: Data) -> None:
    # The cell alone would contradict `trips_on_fold` alive, so this house has that lost already.
    document = uth(LOST_STRAIGHT, play="10", trips="4") | {"variant": "trips-lost-on-fold"}
    assert net(document) == -30 + 16
    data.change(UTH, "variants.csv", line_of(UTH, "trips-lost-on-fold"), "trips_needs_win", "yes")
    assert net(document) == -30
    data.change(UTH, "variants.csv", 0, "trips_needs_win", "yes")
    with pytest.raises(PaytableError, match="default: trips_needs_win=yes with trips_on_fold"):
        net(document | {"variant": "default"})


NEEDS_WIN = (
    UTH,
    "trips_needs_win",
    "yes",
    uth(LOST_STRAIGHT, play="10", trips="4"),
    -30 + 16,
    -30,
)


def cells_of_houses() -> list[tuple[str, str, str, str]]:
    """(game, variant, rule, value) of every cell of a house that is not as in `default`."""
    found = []
    for game in RULE_COLUMNS:
        default, *others = read(game, "variants.csv")
        if game == OASIS:
            continue  # its second house has a test of its own below
        for row in others:
            for rule in RULE_COLUMNS[game].split():
                if row[rule] != default[rule]:
                    found.append((game, row["variant"], rule, row[rule]))
    return found


def test_rule_columns_are_those_of_the_files() -> None:
    about = {"variant", "name", "source", "checked"}
    for game, columns in RULE_COLUMNS.items():
        header = list(read(game, "variants.csv")[0])
        assert set(header) == about | set(columns.split()) | set(HOUSE_COLUMNS)


@pytest.mark.parametrize(("game", "variant", "rule", "value"), cells_of_houses())
def test_a_house_differs_from_default_by_this_cell(
    game: str, variant: str, rule: str, value: str, data: Data
) -> None:
    cells = [cell for cell in (*RULE_CELLS, NEEDS_WIN) if cell[:3] == (game, rule, value)]
    assert cells, "no round in the table above asks for this value"
    default = read(game, "variants.csv")[0][rule]
    if (variant, rule) == ("trips-needs-win", "trips_on_fold"):
        data.change(game, "variants.csv", line_of(game, variant), rule, default)
        with pytest.raises(PaytableError, match=f"{variant}: .* with trips_on_fold=alive"):
            net(cells[0][3] | {"variant": variant})
        return
    for _, _, _, document, before, after in cells:
        there = document | {"variant": variant}
        untouched, always = UNTOUCHED[game]
        data.shipped()
        assert outcome(there) == after
        data.change(game, "variants.csv", line_of(game, variant), rule, default)
        assert outcome(there) == before
        assert outcome(untouched | {"variant": variant}) == always
        assert outcome(document) == before  # and `default` is what it was


def test_every_rule_that_has_another_value_is_in_the_table_above() -> None:
    asked = {(game, rule) for game, rule, *_ in (*RULE_CELLS, NEEDS_WIN)}
    asleep = {(game, rule) for game, rules in ASLEEP.items() for rule in rules.split()}
    columns = {(game, rule) for game, rules in RULE_COLUMNS.items() for rule in rules.split()}
    assert set(GAME_IDS) == set(RULE_COLUMNS)
    assert not asked & asleep
    assert asked | asleep == columns


def test_the_prices_of_an_exchange_and_its_range_belong_together(data: Data) -> None:
    line = line_of(OASIS, "up-to-three")
    two = exchanged(TWO, "20", OASIS, bet="20") | {"variant": "up-to-three"}
    four = exchanged(FOUR, "20", OASIS, bet="20") | {"variant": "up-to-three"}
    assert (outcome(two), outcome(four)) == (10, REFUSED)
    data.change(OASIS, "variants.csv", line, "exchange_fee", "1/3/3")
    assert (outcome(two), outcome(four)) == (REFUSED, REFUSED)
    data.change(OASIS, "variants.csv", line, "exchange_fee", "1/2/3/2/1")
    assert (outcome(two), outcome(four)) == (10, REFUSED)
    data.change(OASIS, "variants.csv", line, "exchange", "1-5")
    with pytest.raises(PaytableError, match="up-to-three: exchange_fee lists 3 prices"):
        net(two)
    data.change(OASIS, "variants.csv", line, "exchange", "2-2")
    assert (outcome(two), outcome(exchanged(ONE, game=OASIS, bet="20"))) == (10, 20)
    assert outcome(exchanged(ONE, game=OASIS, bet="20") | {"variant": "up-to-three"}) == REFUSED


# --- house craft ---------------------------------------------------------------------------------

HOUSE_COLUMNS = (
    *("max_payout", "chip", "rounding", "rounds", "chips", "settles"),
    *("ante_min", "ante_max", "ante_step", "side_min", "side_max"),
)
ODD_FLUSH = uth(WON["flush"], play="20") | {
    "stakes": {"ante": "5", "blind": "5", "play": "20", "trips": "0.75"}
}  # pays 5, 7.5, 20 and 5.25


def payouts(document: Document) -> list[Fraction]:
    return [Fraction(line["paid"]) for line in settle_document(document)["lines"]]


def test_a_changed_cap_cuts_what_exceeds_it(data: Data) -> None:
    assert payouts(ODD_FLUSH) == [5, Fraction("7.5"), 20, Fraction("5.25")]
    for cap, expected in (("37.75", "5 7.5 20 5.25"), ("30", "5 7.5 17.5 0"), ("6", "5 1 0 0")):
        data.change(UTH, "variants.csv", 0, "max_payout", cap)
        assert payouts(ODD_FLUSH) == [Fraction(text) for text in expected.split()]
    northwood = {
        **uth(WON["royal-flush"], play="400"),
        "variant": "northwood",
        "stakes": {"ante": "100", "blind": "100", "play": "400"},
    }
    data.change(UTH, "variants.csv", line_of(UTH, "northwood"), "max_payout", "20001")
    assert payouts(northwood) == [100, 19901, 0]
    data.change(UTH, "variants.csv", line_of(UTH, "northwood"), "max_payout", "")
    assert payouts(northwood) == [100, 50000, 400]


def test_changed_rounding_chip_and_rounded_bets_count_a_line_each(data: Data) -> None:
    for column, value, expected in (
        ("rounding", "none", "5 7.5 20 5.25"),
        ("rounding", "down", "5 7.5 20 5"),
        ("rounding", "up", "5 7.5 20 5.5"),
    ):
        data.change(UTH, "variants.csv", 0, column, value)
        assert payouts(ODD_FLUSH) == [Fraction(text) for text in expected.split()]
    rounding = {"rounding": "down", "chip": "1"}
    for change, expected in (
        ({"chip": "1"}, "5 7.5 20 5.25"),  # nothing is rounded here
        (rounding, "5 7 20 5"),
        (rounding | {"rounds": "blind"}, "5 7 20 5.25"),
        (rounding | {"rounds": "trips/play"}, "5 7.5 20 5"),
        (rounding | {"chip": "2"}, "4 6 20 4"),
    ):
        own_house(UTH, "own", **change)
        there = ODD_FLUSH | {"variant": "own"}
        assert payouts(there) == [Fraction(text) for text in expected.split()]


def test_a_changed_smallest_chip_changes_what_may_be_insured(data: Data) -> None:
    document = stud(RUSSIAN, TRIPS_HAND, NO_GAME, bet="20", insurance="10.5")
    assert outcome(document) == 10 + Fraction("10.5")
    data.change(RUSSIAN, "variants.csv", 0, "chip", "1")
    assert outcome(document) == REFUSED


def test_changed_limits_of_a_table_change_what_drills_stake(data: Data) -> None:
    def stakes(bet: str) -> set[Fraction]:
        questions = [make_question(UTH, "default", "what-does-this-pay", n) for n in range(60)]
        return {question.stakes[bet] for question in questions if bet in question.stakes}

    assert min(stakes("ante")) >= 5
    data.change(UTH, "variants.csv", 0, "ante_min", "400")
    assert min(stakes("ante")) >= 400
    data.change(UTH, "variants.csv", 0, "ante_max", "10")
    assert stakes("ante") == {5, 10}
    data.change(UTH, "variants.csv", 0, "ante_step", "495")
    assert stakes("ante") == {5, 500}
    data.change(UTH, "variants.csv", 0, "side_min", "99")
    assert stakes("trips") == {99, 100}
    data.change(UTH, "variants.csv", 0, "side_max", "2")
    assert stakes("trips") == {1, 2}


def test_changed_chips_and_side_of_settling_are_read(data: Data) -> None:
    boxes = {
        "game": UTH,
        "board": "Kh Qs 7h 4h 2c",
        "dealer": "Kd 8c",
        "boxes": [
            {"player": player, "stakes": {"ante": "5", "blind": "5", "play": "5"}}
            for player in ("Ah 9h", "Ac 9c", "Ad 9d")
        ],
    }
    assert settle_document(boxes)["settling_order"] == [2, 1, 0]
    data.change(UTH, "variants.csv", 0, "settles", "left-to-right")
    assert settle_document(boxes)["settling_order"] == [0, 1, 2]
    data.change(UTH, "variants.csv", 0, "chips", "0.5/2.5/50")
    assert build(UTH).variant.house.chips == (Fraction(1, 2), Fraction(5, 2), Fraction(50))


# --- a house, or a table, of one's own -----------------------------------------------------------


def own_folder() -> Path:
    return Path(os.environ[USER_FOLDER])


def own_house(game: str, variant: str, **cells: str) -> None:
    """One more row in the user's file of houses: like the shipped default, but for some cells."""
    row = read(game, "variants.csv")[0] | {"variant": variant, "name": variant} | cells
    write(own_folder() / game / "variants.csv", [row])


@pytest.mark.parametrize(
    ("game", "cells", "document", "usual", "own"),
    [
        (UTH, {"blind": "B"}, uth(WON["straight"], play="10"), 30, 20),
        (UTH, {"trips": "T1", "max_payout": "30"}, uth(WON["full-house"], trips="4"), 12, 10),
        (UTH, {"bad_beat": "two-way"}, uth(LOST_WITH["flush"], bad_beat="2"), REFUSED, 40),
        (CASINO, {"ante": "A2", "aa": "B2"}, casino(WON["four-of-a-kind"], call="20"), 120, 140),
        (
            RUSSIAN,
            {"bet": "pair-2", "ante_on_win": "even"},
            stud(RUSSIAN, SINGLES["pair"], SIXES, bet="20"),
            20,
            50,
        ),
        (
            RUSSIAN,
            {"exchange": "3-3", "exchange_fee": "2"},
            exchanged("8c 8s Ts 5c 2d", fee="20", bet="20"),
            REFUSED,
            0,
        ),
    ],
)
def test_a_house_is_one_row(
    game: str, cells: dict[str, str], document: Document, usual: int | str, own: int
) -> None:
    own_house(game, "corner-shop", **cells)
    assert outcome(document) == usual
    assert outcome(document | {"variant": "corner-shop"}) == own


def test_a_house_may_name_only_what_is_different() -> None:
    path = own_folder() / UTH / "variants.csv"
    write(path, [{"variant": "short", "name": "Short", "blind": "B"}])
    straight = uth(WON["straight"], play="10", trips="4")
    assert net(straight | {"variant": "short"}) == 20 + 16
    assert net(straight) == 30 + 16


@pytest.mark.parametrize(
    ("game", "file", "rule", "rows", "document", "usual", "own"),
    [
        (UTH, "blind", "blind", "straight,2:1", uth(WON["straight"], play="10"), 30, 40),
        (UTH, "blind", "blind", "pair,1:2", uth(WON["pair"], play="10"), 20, 25),
        (UTH, "trips", "trips", "flush,11:1", uth(WON["flush"], trips="4"), 8, 24),
        (UTH, "trips", "trips", "two-pair,push", uth(WON["two-pair"], trips="4"), -24, -20),
        (
            UTH,
            "bad_beat",
            "bad_beat",
            "flush,100:1",
            uth(LOST_WITH["flush"], bad_beat="2"),
            REFUSED,
            180,
        ),
        (CASINO, "ante", "ante", "high-card,3:1", casino(WON["high-card"], call="20"), 10, 30),
        (CASINO, "aa", "aa", "two-pair,8:1", casino(AA["two-pair"], aa="4"), 18, 22),
        (
            RUSSIAN,
            "bet",
            "bet",
            "pair,3:1",
            stud(RUSSIAN, SINGLES["pair"], SIXES, bet="20"),
            20,
            60,
        ),
        (
            RUSSIAN,
            "ante_no_game",
            "ante_no_game",
            "flush,6:1",
            stud(RUSSIAN, SINGLES["flush"], NO_GAME, bet="20"),
            10,
            60,
        ),
        (
            RUSSIAN,
            "bonus",
            "bonus",
            "bought-straight,9:1",
            stud(RUSSIAN, BOUGHT["straight"], SIXES, bonus="4"),
            12,
            16,
        ),
    ],
)
def test_a_table_is_rows(
    game: str, file: str, rule: str, rows: str, document: Document, usual: int | str, own: int
) -> None:
    row, odds = rows.split(",")
    write(
        own_folder() / game / f"{file}.csv",
        [
            {
                "table": "ours",
                "row": row,
                "odds": odds,
                "source": "our house",
                "checked": "2026-11-29",
            }
        ],
    )
    assert outcome(document) == usual
    assert outcome(document | {"set": {rule: "ours"}}) == own
    own_house(game, "corner-shop", **{rule: "ours"})
    assert outcome(document | {"variant": "corner-shop"}) == own
