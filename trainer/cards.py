"""Cards are integers; text exists only at the edges.

A card is `rank * 4 + suit`: rank 0 is the two and 12 the ace, suits in the order c d h s, so the
deck is the integers 0 to 51 in rising order. `parse_cards` and `format_cards` are a matched pair.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NewType

from trainer.errors import CardError

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(Card(n) for n in range(52))
JOKER = Card(52)

_SUIT_SIGNS = {"♣": 0, "♧": 0, "♦": 1, "♢": 1, "♥": 2, "♡": 2, "♠": 3, "♤": 3}
_SUIT_OF = {letter: n for n, letter in enumerate(SUITS)} | {
    letter.upper(): n for n, letter in enumerate(SUITS)
}
_SUIT_OF |= _SUIT_SIGNS
_RANK_OF = {letter: n for n, letter in enumerate(RANKS)} | {
    letter.lower(): n for n, letter in enumerate(RANKS)
}
# Unicode block "Playing Cards": a row of sixteen for each suit; x1 is the ace, xB the jack, xC a
# knight that no poker deck has, xD the queen, xE the king, xF a joker.
_GLYPH_SUITS = {0x1F0A0: 3, 0x1F0B0: 2, 0x1F0C0: 1, 0x1F0D0: 0}
_GLYPH_RANKS = {0x1: 12, 0xB: 9, 0xD: 10, 0xE: 11} | {n: n - 2 for n in range(2, 11)}
_JOKER_WORDS = tuple(a + b for a in "Jj" for b in "OoKk")
_JOKER_GLYPHS = ("*", "🃏", "🂿", "🃟")
_SEPARATORS = ",|;"
_MOST_SHOWN = 40  # characters of an unreadable text that an error repeats
_IGNORED = "\ufe0e\ufe0f\u200d\u200b\ufeff"  # variation selectors and joiners around suit signs

A_CARD = "a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s)"


def card(rank: int, suit: int) -> Card:
    """The card of a rank (0 to 12) and a suit (0 to 3)."""
    return Card(rank * 4 + suit)


def rank_of(a: Card) -> int:
    """Rank of a card, 0 (two) to 12 (ace)."""
    return a >> 2


def suit_of(a: Card) -> int:
    """Suit of a card, 0 to 3 in the order clubs, diamonds, hearts, spades."""
    return a & 3


def format_card(a: Card) -> str:
    """Two characters, as `As`; the joker is `Jo`."""
    return "Jo" if a == JOKER else RANKS[a >> 2] + SUITS[a & 3]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text, one space between: `As Kd`."""
    return " ".join(format_card(a) for a in cards)


def n_cards(n: int) -> str:
    """A number of cards in the words of an error: 1 card, 2 cards."""
    return "1 card" if n == 1 else f"{n} cards"


def parse_cards(text: str, *, jokers: bool = False) -> tuple[Card, ...]:
    """The cards of a text, in the order written, none of them twice.

    Reads `As`, `10h`, `A♠`, `🂡`, joined or split by spaces, commas or `|`, and suit-first text
    (`♣6`, `C6`) when every card of the text is written so. Raises CardError naming the card.
    """
    if not isinstance(text, str):
        raise CardError(f"{text!r} is no text; expected cards such as 'As Kd'")
    cards: list[Card] = []
    seen: set[Card] = set()
    for a in _read(text, jokers):
        if a in seen and a != JOKER:
            raise CardError(f"{format_card(a)} is there twice; a deck has it once")
        cards.append(a)
        seen.add(a)
    return tuple(cards)


def parse_card(text: str) -> Card:
    """The one card of a text. Raises CardError when it is not exactly one."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{_shown(text)} holds {len(cards)} cards; expected one, {A_CARD}")
    return cards[0]


def require_distinct(groups: Iterable[tuple[str, Sequence[Card]]]) -> None:
    """Raise CardError when a card is in two of the named groups, or twice in one."""
    seen: dict[Card, str] = {}
    for name, cards in groups:
        for a in cards:
            if a in seen:
                raise CardError(
                    f"{format_card(a)} is in {seen[a]} and again in {name}; a deck has it once"
                    if seen[a] != name
                    else f"{format_card(a)} is there twice; a deck has it once",
                    name,
                )
            seen[a] = name


def _read(text: str, jokers: bool) -> Iterable[Card]:
    plain = "".join(a for a in text if a not in _IGNORED)
    tokens = "".join(" " if a in _SEPARATORS else a for a in plain).split()
    orders = {_is_suit_first(token) for token in tokens} - {None}
    if len(orders) > 1:
        odd = next(token for token in tokens if _is_suit_first(token))
        raise CardError(
            f"{_shown(odd)} is written suit first, other cards rank first; write all of them the "
            "same way"
        )
    suit_first = orders == {True}
    for token in tokens:
        at = 0
        while at < len(token):
            a, length = _read_one(token, at, suit_first, jokers)
            yield a
            at += length


def _is_suit_first(token: str) -> bool | None:
    """Whether a token starts with a suit; None where nothing tells (glyphs, jokers, no card)."""
    at = 0
    while at < len(token):
        sign = token[at]
        if _is_glyph(sign) or sign in _JOKER_GLYPHS:
            at += 1
        elif token[at : at + 2] in _JOKER_WORDS:
            at += 2
        elif sign in _SUIT_OF:
            return True
        else:
            return False if sign in _RANK_OF or sign == "1" else None
    return None


def _is_glyph(sign: str) -> bool:
    return 0x1F0A0 <= ord(sign) <= 0x1F0FF


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")


def _read_one(token: str, at: int, suit_first: bool, jokers: bool) -> tuple[Card, int]:
    """One card of a token from a position, and how many characters it took."""
    first = token[at]
    if first in _JOKER_GLYPHS or token[at : at + 2] in _JOKER_WORDS:
        if not jokers:
            raise CardError(
                f"{_at(token, at)}: a joker is not in this game's deck; expected {A_CARD}"
            )
        return JOKER, 1 if first in _JOKER_GLYPHS else 2
    if _is_glyph(first):
        return _read_glyph(token, at), 1
    rank_at = at + 1 if suit_first else at
    if suit_first and first not in _SUIT_OF:
        raise _no_card(token, at, first, "a suit")
    if rank_at >= len(token):
        raise CardError(f"{_at(token, at)} has a suit and no rank; expected {A_CARD}")
    rank, rank_length = _read_rank(token, rank_at)
    suit_at = at if suit_first else rank_at + rank_length
    if suit_at >= len(token):
        raise CardError(f"{_at(token, at)} has a rank and no suit; expected {A_CARD}")
    sign = token[suit_at]
    if sign not in _SUIT_OF:
        raise _no_card(token, at, sign, "a suit")
    return card(rank, _SUIT_OF[sign]), rank_length + 1


def _read_rank(token: str, at: int) -> tuple[int, int]:
    if token.startswith("10", at):
        return 8, 2
    sign = token[at]
    if sign == "1" and at + 1 < len(token) and token[at + 1].isdigit():
        number = token[at : at + 2]
        raise CardError(
            f"{_at(token, at)}: {number} is no rank; write J, Q, K or A. Expected {A_CARD}"
        )
    if sign in "xX":
        raise CardError(f"{_at(token, at)}: {sign!r} is no rank; a ten is T or 10")
    if sign not in _RANK_OF:
        raise _no_card(token, at, sign, "a rank")
    return _RANK_OF[sign], 1


def _read_glyph(token: str, at: int) -> Card:
    glyph = token[at]
    suit = _GLYPH_SUITS.get(ord(glyph) & ~0xF)
    rank = _GLYPH_RANKS.get(ord(glyph) & 0xF)
    if suit is None or rank is None:
        name = unicodedata.name(glyph, "no playing card").lower()
        raise CardError(
            f"{_at(token, at)}: {glyph} ({name}) is not in a deck of 52; expected {A_CARD}"
        )
    return card(rank, suit)


def _at(token: str, at: int) -> str:
    """A token as an error shows it, from the card at fault on."""
    rest = _shown(token[at:])
    return f"{rest} in {_shown(token)}" if at else rest


def _no_card(token: str, at: int, sign: str, wanted: str) -> CardError:
    """The error for a letter that is not `wanted`; letters of other alphabets are named."""
    called = f"{sign!r}"
    if ord(sign) > 127:
        name = unicodedata.name(sign, f"U+{ord(sign):04X}")
        called = (
            f"{sign!r} ({name}, from another alphabet)" if sign.isalnum() else f"{sign!r} ({name})"
        )
    return CardError(f"{_at(token, at)} is no card: {called} is not {wanted}; expected {A_CARD}")
