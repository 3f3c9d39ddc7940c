"""Cards as text: everything the contract reads, one way to write, and errors that name the card."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.cards import (
    DECK,
    JOKER,
    Card,
    card,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    rank_of,
    require_distinct,
    suit_of,
)
from trainer.errors import CardError

RANK_NAMES = (
    *("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"),
    *("JACK", "QUEEN", "KING", "ACE"),
)
SUIT_NAMES = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
RANK_SPELLINGS = [(letter,) for letter in "23456789"] + [
    ("T", "t", "10"),
    ("J", "j"),
    ("Q", "q"),
    ("K", "k"),
    ("A", "a"),
]
SUIT_SPELLINGS = [
    ("c", "C", "♣", "♧"),
    ("d", "D", "♦", "♢"),
    ("h", "H", "♥", "♡"),
    ("s", "S", "♠", "♤"),
]


def glyph_of(rank: int, suit: int) -> str:
    """The character whose official Unicode name is that card's."""
    return unicodedata.lookup(f"PLAYING CARD {RANK_NAMES[rank]} OF {SUIT_NAMES[suit]}")


def spellings(rank: int, suit: int) -> list[str]:
    """A card written rank first in every way, and as a glyph."""
    pairs = [r + s for r in RANK_SPELLINGS[rank] for s in SUIT_SPELLINGS[suit]]
    return [*pairs, glyph_of(rank, suit)]


# --- reading ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", range(13), ids=[name.lower() for name in RANK_NAMES])
@pytest.mark.parametrize("suit", range(4), ids=[name.lower() for name in SUIT_NAMES])
def test_every_spelling_of_a_card_is_read(rank: int, suit: int) -> None:
    wanted = (Card(rank * 4 + suit),)
    for text in spellings(rank, suit):
        assert parse_cards(text) == wanted, text
        assert parse_cards(f" \t{text}\u00a0\n") == wanted, text
    for r in RANK_SPELLINGS[rank]:
        for s in SUIT_SPELLINGS[suit]:
            assert parse_cards(s + r) == wanted, s + r
    for sign in SUIT_SPELLINGS[suit][2:]:
        for selector in "\ufe0e\ufe0f":  # text and emoji presentation
            assert parse_cards(RANK_SPELLINGS[rank][0] + sign + selector) == wanted


READ = {
    "one": ("As", "As"),
    "case does not matter": ("aS AH kd KC", "As Ah Kd Kc"),
    "ten in two digits": ("10h 10S", "Th Ts"),
    "ten as a letter": ("Th tS", "Th Ts"),
    "signs": ("A♠ a♡ 10♦ 9♧", "As Ah Td 9c"),
    "emoji signs": ("A♠️ K♥️", "As Kh"),
    "glyphs": ("🂡 🂾 🃍 🃛", "As Kh Qd Jc"),
    "glyphs joined": ("🂡🂾🃍🃛", "As Kh Qd Jc"),
    "glyphs beside letters": ("🂡 Kh", "As Kh"),
    "glyphs beside suit-first cards": ("🂡 ♥K", "As Kh"),
    "joined": ("AsKd", "As Kd"),
    "joined with tens": ("10h10sAs", "Th Ts As"),
    "joined in two groups": ("AsKd 2c3c", "As Kd 2c 3c"),
    "commas": ("As,Kd, 2c", "As Kd 2c"),
    "bars": ("As Kd | 2c 3c 4c", "As Kd 2c 3c 4c"),
    "commas and bars without a space": ("AsKd|2c,3c", "As Kd 2c 3c"),
    "suit first by signs": ("♣6 ♣Q ♦10", "6c Qc Td"),
    "suit first by letters": ("D4 S8 H4 C10", "4d 8s 4h Tc"),
    "suit first joined": ("♣6♣Q♦10H4", "6c Qc Td 4h"),
    "order is kept": ("2c As 3d", "2c As 3d"),
    "full-width spaces": ("As\u3000Kd", "As Kd"),
    "zero-width characters of a web page": ("\ufeffA\u200bs\u200d Kd", "As Kd"),
    "nothing": ("", ""),
    "only separators": (" , | ;", ""),
}


@pytest.mark.parametrize(("text", "wanted"), READ.values(), ids=READ)
def test_text_is_read_as_cards(text: str, wanted: str) -> None:
    assert format_cards(parse_cards(text)) == wanted


def test_deck_holds_each_card_once_in_rising_order() -> None:
    assert list(DECK) == list(range(52))
    written = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert format_cards(DECK) == " ".join(written)
    assert parse_cards("".join(written)) == DECK


def test_card_knows_its_rank_and_suit() -> None:
    assert (rank_of(Card(51)), suit_of(Card(51))) == (12, 3)
    assert (rank_of(Card(0)), suit_of(Card(0))) == (0, 0)
    assert all(card(rank_of(a), suit_of(a)) == a for a in DECK)


one_card = st.builds(
    lambda rank, suit, pick: (
        Card(rank * 4 + suit),
        spellings(rank, suit)[pick % len(spellings(rank, suit))],
    ),
    st.integers(0, 12),
    st.integers(0, 3),
    st.integers(0, 99),
)


@given(
    st.lists(one_card, max_size=52, unique_by=lambda a: a[0]),
    st.lists(st.sampled_from(("", " ", ", ", "|", "  ", ",", " | ", "\n")), min_size=53),
)
def test_any_mixture_of_spellings_and_separators_is_read(
    cards: list[tuple[Card, str]], between: list[str]
) -> None:
    pairs = zip(between, cards, strict=False)  # more separators than cards
    text = "".join(separator + written for separator, (_, written) in pairs)
    assert parse_cards(text) == tuple(a for a, _ in cards)


@given(st.permutations(DECK), st.integers(0, 52))
def test_what_is_written_reads_back(deck: list[Card], n: int) -> None:
    cards = tuple(deck[:n])
    assert parse_cards(format_cards(cards)) == cards


# --- jokers ----------------------------------------------------------------------------------

JOKERS = ("Jo", "jo", "JO", "Jk", "jk", "JK", "*", "🃏", "🂿", "🃟")


@pytest.mark.parametrize("text", JOKERS)
def test_joker_is_read_only_where_the_rules_have_one(text: str) -> None:
    assert parse_cards(text, jokers=True) == (JOKER,)
    assert parse_cards(f"As {text}", jokers=True) == (51, JOKER)
    assert parse_cards(f"♣6 {text} ♦7", jokers=True) == (16, JOKER, 21)
    with pytest.raises(CardError, match="joker is not in this game"):
        parse_cards(f"As {text}")


def test_joker_is_written_and_read_back() -> None:
    assert format_card(JOKER) == "Jo"
    assert parse_cards(format_cards([JOKER, JOKER, Card(0)]), jokers=True) == (JOKER, JOKER, 0)


def test_jack_joined_to_other_cards_is_no_joker() -> None:
    assert format_cards(parse_cards("JhJcKdJd")) == "Jh Jc Kd Jd"


# --- refusing --------------------------------------------------------------------------------

EXPECTED = "a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s)"
REFUSED = {
    "the same card twice": ("As Kd As", "As is there twice"),
    "twice in two spellings": ("As A♠", "As is there twice"),
    "twice as ten and T": ("10h Th", "Th is there twice"),
    "twice as a glyph": ("🂡 As", "As is there twice"),
    "twice, joined": ("KdKd", "Kd is there twice"),
    "X for ten": ("Xc", "'Xc': 'X' is no rank; a ten is T or 10"),
    "small x for ten": ("As xc", "'xc': 'x' is no rank; a ten is T or 10"),
    "fourteen": ("14d", "'14d': 14 is no rank; write J, Q, K or A"),
    "eleven": ("11c", "'11c': 11 is no rank; write J, Q, K or A"),
    "twelve after a card": ("As12c", "'12c' in 'As12c': 12 is no rank"),
    "one for an ace": ("1h", "'1' is not a rank"),
    "zero": ("0h", "'0' is not a rank"),
    "unknown suit": ("Ax", "'Ax' is no card: 'x' is not a suit"),
    "unknown rank": ("Zs", "'Zs' is no card: 'Z' is not a rank"),
    "a word": ("ace", "'e' in 'ace' is no card: 'e' is not a rank"),
    "rank alone": ("A", "'A' has a rank and no suit"),
    "ten alone": ("10", "'10' has a rank and no suit"),
    "half a card at the end": ("AsK", "'K' in 'AsK' has a rank and no suit"),
    "suit alone": ("♠", "'♠' has a suit and no rank"),
    "half a card suit first": ("♣6♦", "'♦' in '♣6♦' has a suit and no rank"),
    "rank and suit apart": ("A s", "written suit first"),
    "suit twice": ("A♠♠", "'♠' in 'A♠♠' is no card"),
    "Cyrillic A": ("Аs", "'А' (CYRILLIC CAPITAL LETTER A, from another alphabet)"),
    "Cyrillic es for clubs": ("Aс", "'с' (CYRILLIC SMALL LETTER ES, from another alphabet)"),
    "Cyrillic ka": ("Кh", "CYRILLIC CAPITAL LETTER KA"),
    "Cyrillic te for ten": ("Тh", "CYRILLIC CAPITAL LETTER TE"),
    "Greek alpha": ("Αs", "GREEK CAPITAL LETTER ALPHA"),
    "Greek tau": ("Τs", "GREEK CAPITAL LETTER TAU"),
    "Greek kappa": ("Κs", "GREEK CAPITAL LETTER KAPPA"),
    "Kelvin sign": ("\u212as", "KELVIN SIGN"),
    "Kelvin sign in a joker": ("J\u212a", "KELVIN SIGN"),
    "long s": ("Aſ", "LATIN SMALL LETTER LONG S"),
    "full-width letter": ("Ａs", "FULLWIDTH LATIN CAPITAL LETTER A"),
    "full-width digit": ("９s", "FULLWIDTH DIGIT NINE"),
    "full-width suit": ("Aｓ", "FULLWIDTH LATIN SMALL LETTER S"),
    "Arabic digit": ("٩s", "ARABIC-INDIC DIGIT NINE"),
    "accent on a letter": ("Ás", "LATIN CAPITAL LETTER A WITH ACUTE"),
    "combining accent": ("A\u0301s", "COMBINING ACUTE ACCENT"),
    "knight of spades": ("🂬", "(playing card knight of spades) is not in a deck of 52"),
    "knight among others": ("🃝 🃜", "(playing card knight of clubs) is not in a deck of 52"),
    "card back": ("🂠", "(playing card back) is not in a deck of 52"),
    "trump of a tarot": ("🃱", "is not in a deck of 52"),
    "hole in the block of cards": ("\U0001f0af", "is not in a deck of 52"),
    "emoji that is no card": ("😀", "GRINNING FACE"),
    "emoji beside suit-first cards": ("C6 😀", "GRINNING FACE"),
    "mixed order": ("As ♣6", "'♣6' is written suit first, other cards rank first"),
    "mixed order by letters": ("4d S8", "'S8' is written suit first, other cards rank first"),
    "mixed order in a row": ("C6D7 8h", "'C6D7' is written suit first"),
    "suit first, then rank first in one word": ("♣6Ah", "'A' is not a suit"),
    "full stop between": ("As.Kd", "'.' is not a rank"),
    "slash between": ("As/Kd", "'/' is not a rank"),
    "quotes": ('"As"', "is not a rank"),
    "line of text": ("my As Kd", "'my' is no card"),
    "null character": ("A\0", "is not a suit"),
    "lone surrogate": ("A\ud83c", "is not a suit"),
    "right-to-left mark": ("\u200fAs", "RIGHT-TO-LEFT MARK"),
}


@pytest.mark.parametrize("text", [text for text, _ in REFUSED.values()], ids=REFUSED)
def test_refused_text_names_what_was_found(text: str, request: pytest.FixtureRequest) -> None:
    words = REFUSED[request.node.callspec.id][1]
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    assert words in refused.value.message
    assert "expected" in refused.value.message.lower() or any(
        rule in refused.value.message for rule in ("a deck has it once", "T or 10", "same way")
    )


def test_refusal_says_what_a_card_is() -> None:
    with pytest.raises(CardError, match="expected") as refused:
        parse_cards("Zs")
    assert refused.value.message.endswith(f"expected {EXPECTED}")
    assert refused.value.kind == "cards"


def test_refusal_of_a_long_text_stays_short() -> None:
    for text in ("Z" * 10_000, "As" + "Kd2c" * 2 + "q" * 10_000, "C6 D7 " + "8h" * 5_000):
        with pytest.raises(CardError) as refused:
            parse_cards(text)
        assert len(refused.value.message) < 300


def test_long_repetition_is_refused_at_the_first_double() -> None:
    with pytest.raises(CardError, match="As is there twice"):
        parse_cards("As" * 3_000_000)


@pytest.mark.parametrize("value", [None, 5, ["As"], b"As"], ids=lambda value: type(value).__name__)
def test_value_that_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(CardError, match="is no text"):
        parse_cards(value)  # type: ignore[arg-type]


def test_one_card_is_exactly_one() -> None:
    assert parse_card("10h") == card(8, 2)
    for text, n in (("", 0), ("AsKd", 2)):
        with pytest.raises(CardError, match=f"holds {n} cards"):
            parse_card(text)


def test_card_in_two_groups_is_refused_with_both_names() -> None:
    with pytest.raises(CardError) as refused:
        require_distinct([("player", parse_cards("As Kd")), ("board", parse_cards("2c As"))])
    assert refused.value.message.startswith("As is in player and again in board")
    assert refused.value.where == "board"
    with pytest.raises(CardError, match="As is there twice"):
        require_distinct([("player", (Card(51), Card(51)))])
    require_distinct([("player", parse_cards("As Kd")), ("board", ()), ("dealer", (Card(0),))])


# --- any text --------------------------------------------------------------------------------

CARDLIKE = "23456789TJQKA10tjqkacdhsCDHS♣♧♦♢♥♡♠♤🂡🂾🃍🃛🂬🃏🂠*JoJkxX ,|;жАΑ１\ufe0f\u200b\ud800\n"


def read_or_refused(text: str, jokers: bool) -> tuple[tuple[Card, ...], str]:
    """The cards, or what the refusal says; any other exception is the test's failure."""
    try:
        return parse_cards(text, jokers=jokers), ""
    except CardError as error:
        return (), error.message


@settings(max_examples=400)
@given(st.text() | st.text(alphabet=CARDLIKE, max_size=14), st.booleans())
def test_any_text_is_cards_or_a_card_error(text: str, jokers: bool) -> None:
    cards, said = read_or_refused(text, jokers)
    assert len(said) < 400
    plain = [a for a in cards if not (jokers and a == JOKER)]
    assert set(plain) <= set(DECK)
    assert len(set(plain)) == len(plain)
    assert parse_cards(format_cards(cards), jokers=jokers) == cards


@given(st.text(alphabet="AKQJT98765432cdhs", min_size=2, max_size=2))
def test_two_letters_are_a_card_exactly_when_they_are_rank_and_suit_or_suit_and_rank(
    text: str,
) -> None:
    a, b = text
    is_card = (a in "AKQJT98765432" and b in "cdhs") or (a in "cdhs" and b in "AKQJT98765432")
    if is_card:
        assert len(parse_cards(text)) == 1
    else:
        with pytest.raises(CardError):
            parse_cards(text)
