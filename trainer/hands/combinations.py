"""Russian Poker's paid combinations: one or two of the five or six cards of a box.

The first is the player's best hand. The second is the best-paid other combination, not of a higher
category than the first, such that each of the two has a card that the other lacks. Source of the
rule and of the list of 21 pairs: http://gamsoft.ru/oa_russian_e.htm (checked 2026-11-29).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations as subsets

from trainer.cards import Card, rank_of
from trainer.hands.lookup import evaluate
from trainer.hands.reading import Hand, best_five, read_hand
from trainer.hands.values import HAND_IDS, Category, category_of, hand_id

STRENGTH = {id: n for n, id in enumerate(HAND_IDS)}
_STRAIGHTS = frozenset({"straight", "straight-flush", "royal-flush"})
_ACE, _KING = 12, 11


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination: its category id and the cards that make it, high to low."""

    id: str
    cards: tuple[Card, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks of its cards, in their order."""
        return tuple(rank_of(a) for a in self.cards)


def paid_combinations(
    cards: Sequence[Card],
    odds: Mapping[str, Fraction],
    *,
    paired_straight: str = "two-straights",
    how_many: str = "two",
    new_card: bool = True,
) -> tuple[Combination, ...]:
    """The combinations that are paid when the hand wins: none, one or two, best hand first.

    `odds` is the bet's paytable; it decides which second combination is the best-paid.
    `paired_straight` is `two-straights` or `straight-plus-pair` (a straight with a paired card
    counts as straight and pair); `how_many` is `two`, `six-cards-only` or `one`. Without
    `new_card` a second combination may lie wholly inside the first: no house plays so, but trainees
    do, and drills must recognise it.
    """
    best = read_hand(cards, ace_king=True)
    if best.id == "high-card":
        return ()
    found = _all_combinations(cards, best)
    making = sorted(rank_of(a) for a in best.cards[: best.n_making])
    firsts = [x for x in found if x.id == best.id and sorted(x.ranks) == making]
    if how_many == "one" or (how_many == "six-cards-only" and len(cards) < 6):
        return (_as_played(firsts, best),)
    pairs = [
        (first, second)
        for first in firsts
        for second in found
        if odds.get(second.id, Fraction(0)) > 0
        and _both_count(first, second, paired_straight, new_card)
    ]
    if not pairs:
        return (_as_played(firsts, best),)
    # Of equally good ones the second that is another hand: aces full, then eights full.
    return max(
        pairs,
        key=lambda pair: (
            odds[pair[1].id],
            STRENGTH[pair[1].id],
            pair[1].ranks != pair[0].ranks,
            _order(pair[1]),
            pair[0].cards,
        ),
    )


def _as_played(firsts: list[Combination], best: Hand) -> Combination:
    """The first combination with the very cards that the best five show."""
    shown = set(best.cards[: best.n_making])
    return next(x for x in firsts if set(x.cards) == shown)


def third_combination(
    cards: Sequence[Card], odds: Mapping[str, Fraction], paid: Sequence[Combination]
) -> Combination | None:
    """The best-paid combination beside two that are paid; no house pays it, but trainees do."""
    others = [
        x
        for x in _all_combinations(cards, read_hand(cards, ace_king=True))
        if odds.get(x.id, Fraction(0)) > 0
        and all(_both_count(first, x, "two-straights", True) for first in paid)
    ]
    return max(others, key=lambda x: (odds[x.id], _order(x)), default=None)


def _both_count(
    first: Combination, second: Combination, paired_straight: str, new_card: bool
) -> bool:
    if STRENGTH[second.id] > STRENGTH[first.id]:
        return False
    a, b = set(first.cards), set(second.cards)
    if a <= b or (new_card and b <= a):
        return False
    one_straight = (
        first.id in _STRAIGHTS and second.id in _STRAIGHTS and first.ranks == second.ranks
    )
    return not (one_straight and paired_straight == "straight-plus-pair")


def _order(x: Combination) -> tuple[int, tuple[int, ...], tuple[Card, ...]]:
    return STRENGTH[x.id], x.ranks, x.cards


def _all_combinations(cards: Sequence[Card], best: Hand) -> list[Combination]:
    """Every set of cards that makes something, up to the best hand's category."""
    by_rank: dict[int, list[Card]] = {}
    for a in sorted(cards, reverse=True):
        by_rank.setdefault(rank_of(a), []).append(a)
    found = [
        Combination(id, group)
        for size, id in ((4, "four-of-a-kind"), (3, "three-of-a-kind"), (2, "pair"))
        for same in by_rank.values()
        for group in subsets(same, size)
    ]
    pairs = [x for x in found if x.id == "pair"]
    found += [
        Combination("two-pair", high.cards + low.cards)
        for high, low in subsets(pairs, 2)
        if high.ranks != low.ranks
    ]
    found += [
        Combination("ace-king", (ace, king))
        for ace in by_rank.get(_ACE, [])
        for king in by_rank.get(_KING, [])
    ]
    if category_of(best.value) >= Category.STRAIGHT:
        for five in subsets(cards, 5):
            value = evaluate(five)
            if category_of(value) in _FIVE_CARD_HANDS:
                found.append(Combination(hand_id(value), best_five(five)))
    return found


_FIVE_CARD_HANDS = frozenset(
    {Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH}
)
