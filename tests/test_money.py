"""Amounts and odds: exact, or refused; never a binary float, never a guess."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.errors import MoneyError
from trainer.money import (
    MAX_DIGITS,
    format_exact,
    format_money,
    format_odds,
    is_decimal,
    parse_exact,
    parse_money,
    parse_odds,
)

# --- amounts ---------------------------------------------------------------------------------

READ = {
    "whole": ("10", Fraction(10)),
    "half": ("37.5", Fraction(75, 2)),
    "zero": ("0", Fraction(0)),
    "minus nothing": ("-0.00", Fraction(0)),
    "negative": ("-12.25", Fraction(-49, 4)),
    "plus sign": ("+7", Fraction(7)),
    "zeros in front": ("007.50", Fraction(15, 2)),
    "spaces around": ("  5\t", Fraction(5)),
    "a tenth": ("0.1", Fraction(1, 10)),
    "two thousand and ten": ("2010", Fraction(2010)),
    "a million millions": ("1000000000000", Fraction(10**12)),
    "forty digits": ("9" * 40, Fraction(10**40 - 1)),
    "forty decimals": ("0." + "0" * 39 + "1", Fraction(1, 10**40)),
    "forty on both sides": ("1" * 40 + "." + "1" * 40, Fraction(int("1" * 80), 10**40)),
    "Arabic-Indic digits": ("٣٧.٥", Fraction(75, 2)),
    "Persian digits": ("۳۷.۵", Fraction(75, 2)),
    "Devanagari digits": ("३७.५", Fraction(75, 2)),
    "Bengali digits": ("৩৭.৫", Fraction(75, 2)),
    "full-width digits": ("３７.５", Fraction(75, 2)),
    "integer": (10, Fraction(10)),
    "integer beyond binary floats": (2**53 + 1, Fraction(9007199254740993)),
    "integer of thirty-one digits": (10**30 + 1, Fraction(10**30 + 1)),
    "negative integer": (-3, Fraction(-3)),
    "decimal": (Decimal("37.5"), Fraction(75, 2)),
    "decimal with an exponent": (Decimal("1E+3"), Fraction(1000)),
    "small decimal with an exponent": (Decimal("25E-3"), Fraction(1, 40)),
    "decimal beyond binary floats": (
        Decimal("12345678901234567890.123456789"),
        Fraction(12345678901234567890123456789, 10**9),
    ),
}


@pytest.mark.parametrize(("given", "wanted"), READ.values(), ids=READ)
def test_amount_is_read_exactly(given: object, wanted: Fraction) -> None:
    assert parse_money(given) == wanted


def test_a_tenth_and_two_tenths_are_three_tenths() -> None:
    assert parse_money("0.1") + parse_money("0.2") == parse_money("0.3")
    assert format_money(parse_money("0.1") + parse_money("0.2")) == "0.3"


REFUSED = {
    "k for thousand": ("2.01k", "'2.01k' is no amount"),
    "words": ("ten", "'ten' is no amount"),
    "empty": ("", "'' is no amount"),
    "spaces": ("   ", "is no amount"),
    "sign alone": ("-", "'-' is no amount"),
    "two signs": ("--5", "'--5' is no amount"),
    "decimal comma": ("7,5", "'7,5' is no amount"),
    "thousands comma": ("1,000", "'1,000' is no amount"),
    "thousands space": ("1 000", "'1 000' is no amount"),
    "thousands underscore": ("1_000", "'1_000' is no amount"),
    "two points": ("1.2.3", "'1.2.3' is no amount"),
    "point first": (".5", "'.5' is no amount"),
    "point last": ("5.", "'5.' is no amount"),
    "currency": ("$5", "'$5' is no amount"),
    "fraction": ("3/2", "'3/2' is no amount"),
    "exponent in a text": ("1e3", "'1e3' is no amount"),
    "hexadecimal": ("0x10", "'0x10' is no amount"),
    "minus sign of typography": ("−5", "'−5' is no amount"),
    "superscript": ("5²", "'5²' is no amount"),
    "roman numeral": ("Ⅻ", "'Ⅻ' is no amount"),
    "NaN as a text": ("NaN", "'NaN' is no amount"),
    "Infinity as a text": ("Infinity", "'Infinity' is no amount"),
    "null character": ("5\0", "is no amount"),
    "lone surrogate": ("5\ud83c", "is no amount"),
    "true": (True, "true is no amount"),
    "false": (False, "false is no amount"),
    "null": (None, "null is no amount"),
    "list": (["10"], "a list is no amount"),
    "object": ({"ante": "10"}, "an object is no amount"),
    "float": (0.1, "0.1, a binary fraction, is no amount"),
    "whole float": (10.0, "10.0, a binary fraction, is no amount"),
    "fraction type": (Fraction(1, 2), "a Fraction is no amount"),
    "NaN": (Decimal("NaN"), "NaN is no amount"),
    "signalling NaN": (Decimal("sNaN"), "sNaN is no amount"),
    "Infinity": (Decimal("Infinity"), "Infinity is no amount"),
    "forty-one digits": ("1" + "0" * 40, "too many digits"),
    "forty-one decimals": ("0." + "0" * 40 + "1", "too many digits"),
    "integer of forty-one digits": (10**40, "a number of more than 40 digits"),
    "negative integer of forty-one digits": (-(10**40), "a number of more than 40 digits"),
    "huge exponent": (Decimal("1e999999999"), "1E+999999999 has too many digits"),
    "tiny exponent": (Decimal("1e-999999999"), "1E-999999999 has too many digits"),
    "nothing with a huge exponent": (Decimal("0e999999"), "too many digits"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("comma", [False, True], ids=["document", "typed"])
def test_what_is_no_amount_is_refused_by_name(case: str, comma: bool) -> None:
    value, words = REFUSED[case]
    if comma and case in COMMAS:
        assert parse_money(value, comma=True) == COMMAS[case]
        return
    if comma and case == "thousands comma":  # refused in words of its own, below
        words = "may mean"
    with pytest.raises(MoneyError) as refused:
        parse_money(value, comma=comma)
    assert words in refused.value.message
    if words == "may mean":
        return
    assert f"expected {'a decimal number such as 37.5' if 'no amount' in words else 40}" in (
        refused.value.message
    )
    assert refused.value.kind == "money"


COMMAS = {"decimal comma": Fraction(15, 2)}


@pytest.mark.parametrize("text", ["1,000", "1,500", "-12,500", "999,999"])
def test_a_comma_that_may_group_thousands_is_never_guessed(text: str) -> None:
    with pytest.raises(MoneyError) as refused:
        parse_money(text, comma=True)
    assert text.replace(",", "") in refused.value.message


@pytest.mark.parametrize(
    ("text", "wanted"), [("7,5", "7.5"), ("٧٫٥", "7.5"), ("7.5", "7.5"), ("-0,25", "-0.25")]
)
def test_decimal_comma_is_read_when_people_type(text: str, wanted: str) -> None:
    assert format_money(parse_money(text, comma=True)) == wanted


@pytest.mark.parametrize("text", ["1,000.5", "1.000,5", "1,2,3", "7,", ",5"])
def test_two_separators_are_never_guessed_at(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_money(text, comma=True)


def test_refusal_of_a_long_text_stays_short() -> None:
    for value in ("1" * 1_000_000, "x" * 1_000_000, Decimal("1" * 1_000_000), 10**5000):
        with pytest.raises(MoneyError) as refused:
            parse_money(value)
        assert len(refused.value.message) < 200


WRITTEN = {
    "whole": (Fraction(10), "10"),
    "half": (Fraction(75, 2), "37.5"),
    "no zero at the end": (Fraction(5, 4), "1.25"),
    "below one": (Fraction(1, 200), "0.005"),
    "negative": (Fraction(-15, 2), "-7.5"),
    "negative below one": (Fraction(-1, 2), "-0.5"),
    "nothing": (Fraction(0), "0"),
    "large": (Fraction(10**12), "1000000000000"),
    "forty decimals": (Fraction(1, 10**40), "0." + "0" * 39 + "1"),
}


@pytest.mark.parametrize(("amount", "text"), WRITTEN.values(), ids=WRITTEN)
def test_amount_is_written_as_plain_decimal(amount: Fraction, text: str) -> None:
    assert format_money(amount) == text


@pytest.mark.parametrize("amount", [Fraction(1, 3), Fraction(-22, 7), Fraction(1, 60)])
def test_amount_without_finite_decimal_text_is_refused(amount: Fraction) -> None:
    assert not is_decimal(amount)
    with pytest.raises(MoneyError, match=f"{amount} has no finite decimal text"):
        format_money(amount)


@pytest.mark.parametrize(
    ("amount", "text"), [*WRITTEN.values(), (Fraction(10, 3), "10/3"), (Fraction(-22, 7), "-22/7")]
)
def test_an_amount_is_told_exactly_as_a_fraction_where_it_has_no_decimal_text(
    amount: Fraction, text: str
) -> None:
    assert format_exact(amount) == text


decimals = st.builds(
    Fraction, st.integers(-(10**30), 10**30), st.integers(0, 30).map(lambda n: 10**n)
)


@given(decimals)
def test_amount_survives_writing_and_reading(amount: Fraction) -> None:
    text = format_money(amount)
    assert parse_money(text) == amount
    assert is_decimal(amount)
    assert not (text.endswith("0") and "." in text)
    assert parse_money(Decimal(text)) == amount


@given(st.integers(-(10**39), 10**39))
def test_integer_reads_as_itself(n: int) -> None:
    assert parse_money(n) == n
    assert format_money(parse_money(n)) == str(n)


@given(st.fractions(max_denominator=10**6))
def test_finite_decimal_text_exists_exactly_when_tens_suffice(amount: Fraction) -> None:
    scaled = amount * 10**20  # 2**19 < 10**6 < 2**20, so twenty decimals are enough
    assert is_decimal(amount) == (scaled.denominator == 1)


@given(
    st.text()
    | st.text(alphabet="0123456789.,+-eE_ ٣৭\0", max_size=12)
    | st.decimals(allow_nan=True, allow_infinity=True)
    | st.floats()
    | st.integers()
    | st.none()
    | st.booleans()
    | st.lists(st.integers(), max_size=2),
    st.booleans(),
)
def test_anything_is_an_exact_amount_or_a_money_error(value: object, comma: bool) -> None:
    amount = amount_or_none(value, comma)
    if amount is not None:
        assert isinstance(value, str | int | Decimal)
        assert format_money(amount)
    elif isinstance(value, int) and not isinstance(value, bool):
        assert abs(value) >= 10**MAX_DIGITS


def amount_or_none(value: object, comma: bool) -> Fraction | None:
    """The amount, None when it is refused; any other exception is the test's failure."""
    try:
        return parse_money(value, comma=comma)
    except MoneyError:
        return None


# --- odds ------------------------------------------------------------------------------------

ODDS = {
    "500:1": Fraction(500),
    "3:2": Fraction(3, 2),
    "1:1": Fraction(1),
    "push": Fraction(0),
    "lose": Fraction(-1),
}


@pytest.mark.parametrize(("text", "odds"), ODDS.items(), ids=ODDS)
def test_odds_are_read_and_written(text: str, odds: Fraction) -> None:
    assert parse_odds(text) == odds
    assert format_odds(odds) == text


def test_odds_are_written_in_lowest_terms() -> None:
    assert format_odds(parse_odds("6:4")) == "3:2"
    assert format_odds(parse_odds("10:5")) == "2:1"


@pytest.mark.parametrize(
    "text",
    ["", "3", "3/2", "3 to 2", "1.5:1", "0:1", "1:0", "-1:1", "3:2:1", "3: 2", "Push", "3-2"]
    + ["1" * 5000 + ":1"],
    ids=lambda text: repr(text[:8]),
)
def test_what_are_no_odds_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="expected a:b such as 3:2, or push, or lose") as refused:
        parse_odds(text)
    assert len(refused.value.message) < 200


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_odds_survive_writing_and_reading(odds: Fraction) -> None:
    assert parse_odds(format_odds(odds)) == odds


@pytest.mark.parametrize("text", ["10/3", "-1/7", "2.5", "0", "40"])
def test_exact_amounts_are_read_as_they_are_written(text: str) -> None:
    assert format_exact(parse_exact(text)) == text


def test_any_fraction_is_an_exact_amount() -> None:
    assert parse_exact(" 7/2 ") == Fraction(7, 2)
    assert parse_exact("٧/٢") == Fraction(7, 2)
    assert parse_exact("1,5", comma=True) == Fraction(3, 2)


@pytest.mark.parametrize("text", ["1/0", "1/-2", "1.5/2", "1/", "/2", "1 / 2", "9" * 41 + "/2"])
def test_what_is_no_exact_amount_is_refused(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_exact(text)
