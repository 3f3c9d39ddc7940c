"""Seeded spots of the five-card games for the engine's tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests import naive

VARIANTS = tuple(naive.RULES[naive.RUSSIAN])
Cards = tuple[int, ...]


def final_cases(seed: int, n: int) -> Iterator[tuple[str, Cards, int, Cards]]:
    """Variant, final hand, upcard and cards gone; good hands and high upcards more often."""
    rng = random.Random(seed)
    for i in range(n):
        hand = _good_hand(rng)
        rest = [a for a in range(52) if a not in hand]
        rng.shuffle(rest)
        if rng.random() < 0.3:
            rest.sort(key=lambda a: a < 40)  # an ace, king or queen comes first
        upcard, *rest = rest
        rng.shuffle(rest)
        n_gone = rng.randrange(6) if len(hand) == 5 else 0
        if rng.random() < 0.1:
            n_gone = 8
        yield VARIANTS[i % len(VARIANTS)], hand, upcard, tuple(rest[:n_gone])


def _good_hand(rng: random.Random) -> Cards:
    """Five or six cards, three of a kind or better in most cases."""
    while True:
        n = rng.choice((5, 6))
        kind = rng.random()
        if kind < 0.35:
            suit = rng.randrange(4)
            found = {*rng.sample(range(suit, 52, 4), n - 1), rng.randrange(52)}
        elif kind < 0.7:
            ranks = rng.sample(range(13), 3)
            found = set(rng.sample([a for a in range(52) if a // 4 in ranks], n))
        else:
            low = rng.randrange(9)
            found = {4 * (low + k) + rng.randrange(4) for k in range(5)}
            found |= {rng.randrange(52)} if n == 6 else set()
        hand = tuple(found)
        if len(hand) != n:
            continue
        texts = tuple("23456789TJQKA"[a // 4] + "cdhs"[a % 4] for a in hand)
        if naive.strength(texts)[0] >= 3 or rng.random() < 0.2:
            return hand


def deals(seed: int, n: int) -> Iterator[tuple[Cards, int]]:
    """Five cards and an upcard; half of the hands are of few ranks."""
    rng = random.Random(seed)
    for _ in range(n):
        ranks = rng.sample(range(13), 4 if rng.random() < 0.5 else 13)
        hand = tuple(rng.sample([a for a in range(52) if a // 4 in ranks], 5))
        yield hand, rng.choice([a for a in range(52) if a not in hand])
