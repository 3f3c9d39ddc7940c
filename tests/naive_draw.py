"""The slow twin of the five-card games' engine: every deck, every draw, card by card.

It shares no code with the product. Hands get their strength from a table of all 2,598,960 sets of
five cards made here; what a result pays is written out from the rulebook; combinations come from
the slow twin of settlement. Cards are integers, rank * 4 + suit, the two first.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests import naive

Cards = tuple[int, ...]
Array = NDArray[Any]
Rules = dict[str, str]

TEXT = tuple("23456789TJQKA"[a // 4] + "cdhs"[a % 4] for a in range(52))
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(53)], dtype=np.int64)

# CARIBBEAN and OASIS are their parents' rules in the words of Russian Poker.
CARIBBEAN: Rules = naive.RUSSIAN_DEFAULT | {
    "sixth": "no",
    "exchange": "none",
    "combinations": "one",
    "ante_on_win": "even",
    "insurance": "none",
    "purchase": "none",
}


def place(hands: Array) -> Array:
    """The place of sets of five cards, rising in every row, in the table of strengths."""
    total = CHOOSE[hands[..., 0], 1].copy()
    for k in range(1, 5):
        total += CHOOSE[hands[..., k], k + 1]
    return total


@cache
def strengths() -> Array:
    """The strength of every set of five cards: category, then what decides, as one number."""
    hands = np.empty((comb(52, 5), 5), dtype=np.int16)
    at = 0
    for top in range(4, 52):
        four = fours(top)
        hands[at : at + len(four), :4] = four
        hands[at : at + len(four), 4] = top
        at += len(four)
    ranks = hands >> 2
    same = np.zeros(len(hands), dtype=np.int32)  # pairs of equal ranks
    for i in range(5):
        for k in range(i):
            same += ranks[:, i] == ranks[:, k]
    flush = (hands & 3 == (hands[:, :1] & 3)).all(axis=1)
    wheel = (ranks == np.array([0, 1, 2, 3, 12])).all(axis=1)
    straight = (same == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    # 1, 2, 3, 4, 6 equal couples: pair, two pair, trips, full house, quads.
    kind = np.array([0, 1, 2, 3, 6, 0, 7])[same]
    kind = np.where(straight, np.where(flush, 8, 4), np.where(flush, 5, kind))
    # Ranks by how often they are there, then by height.
    often = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.sort(often * 16 + ranks, axis=1)[:, ::-1] % 16
    key = np.zeros(len(hands), dtype=np.int64)
    for k in range(5):
        key = key * 16 + order[:, k]
    key = np.where(straight, np.where(wheel, 3, ranks[:, 4]), key)
    found: Array = kind.astype(np.int64) << 24 | key
    assert (place(hands) == np.arange(len(hands))).all()
    return found


def fours(n: int) -> Array:
    """All sets of four of the first n cards, rising, in the order of their places."""
    return np.array(
        [four[::-1] for four in sorted(f[::-1] for f in combinations(range(n), 4))], dtype=np.int16
    ).reshape(-1, 4)


def strength(cards: Cards) -> int:
    """The strength of the best five of five or six cards."""
    return max(int(strengths()[place(np.array(sorted(five)))]) for five in combinations(cards, 5))


def game_from(rules: Rules) -> int:
    """The strength at which a dealer has a game."""
    if rules["qualifies"] == "pair":
        return 1 << 24
    ace_king = strength((48, 45, 0, 5, 10))  # A K 4 3 2
    return ace_king


def odds(cards: Cards, rules: Rules) -> int:
    """What the bet pays to one with a final hand."""
    return naive.combined_odds(tuple(TEXT[a] for a in cards), rules)


def take(best: int, rules: Rules) -> int:
    """The ante without a dealer's game."""
    return 4 if rules["ante_no_game"] == "straight-4" and best >> 24 >= 4 else 1


def settle(result: str, pays: int, rules: Rules) -> int:
    """Ante and bet against a dealer with a game."""
    if result == "win":
        return 2 * pays + (rules["ante_on_win"] == "even")
    return 0 if result == "tie" else -3


def compare(best: int, dealer: Array, pays: int, rules: Rules) -> Array:
    """The same for many dealers."""
    return np.where(
        dealer < best,
        settle("win", pays, rules),
        np.where(dealer == best, settle("tie", pays, rules), settle("lose", pays, rules)),
    )


def hidden_sets(upcard: int, gone: Cards) -> Array:
    """All dealer hands of the upcard and four cards that are not gone, rising."""
    deck = np.array([a for a in range(52) if a != upcard and a not in gone], dtype=np.int16)
    found = deck[fours(len(deck))]
    return np.sort(np.hstack([found, np.full((len(found), 1), upcard, dtype=np.int16)]), axis=1)


def purchase_values(
    dealers: Array, best: int, pays: int, gone: Cards, rules: Rules
) -> tuple[Array, Array]:
    """What buying is worth against each dealer without a game: sums over new cards, and counts."""
    at = 4 if rules["purchase"] == "highest" else 0
    removed = dealers[:, at]
    kept = np.delete(dealers, at, axis=1)
    total = np.zeros(len(dealers), dtype=np.int64)
    count = np.zeros(len(dealers), dtype=np.int64)
    fails = (1 if rules["purchase_fails"] == "even" else 0) - 1
    for new in range(52):
        if new in gone:
            continue
        comes = ~(dealers == new).any(axis=1)
        if rules["purchase_redraw"] == "yes":
            comes &= removed >> 2 != new >> 2
        hands = np.sort(
            np.hstack([kept, np.full((len(kept), 1), new, dtype=np.int16)])[comes], axis=1
        )
        made = strengths()[place(hands)]
        worth = np.where(made >= game_from(rules), compare(best, made, pays, rules) - 1, fails)
        total[comes] += worth
        count[comes] += 1
    return total, count


def most_insurance(cards: Cards, rules: Rules) -> int:
    """The most insurance a final hand may have, 0 when none."""
    if rules["insurance"] == "none" or strength(cards) >> 24 < 3:
        return 0
    pays = odds(cards, rules)
    most = pays if rules["insurance"] == "half" else 2 * pays
    return most if most >= 1 else 0


def raised(cards: Cards, upcard: int, given_up: Cards, rules: Rules) -> dict[str, Fraction]:
    """A final hand raised: its sums over all dealers, fees not counted.

    `raise` without insurance and with the best purchases, `insured` with the most insurance, `best`
    the better of the two; `plain` with neither, `hands` the number of dealers.
    """
    gone = cards + given_up
    best, pays = strength(cards), odds(cards, rules)
    dealers = hidden_sets(upcard, gone)
    made = strengths()[place(dealers)]
    game = made >= game_from(rules)
    won = compare(best, made[game], pays, rules)
    without = take(best, rules)
    plain = Fraction(int(won.sum()) + int((~game).sum()) * without)
    gain = Fraction(0)
    if rules["purchase"] != "none":
        total, count = purchase_values(dealers[~game], best, pays, gone, rules)
        better = total > without * count
        for n in np.unique(count[better]).tolist():
            of_count = better & (count == n)
            gain += Fraction(int(total[of_count].sum()), n) - without * int(of_count.sum())
    most = most_insurance(cards, rules)
    found = {"plain": plain, "raise": plain + gain, "hands": Fraction(len(dealers))}
    if most:
        ties, wins = int((made[game] == best).sum()), int((made[game] < best).sum())
        losses = int(game.sum()) - ties - wins
        paid = int((~game).sum()) - wins
        if rules["insurance_on_game"] == "lost":
            paid -= ties + losses
        buys = rules["insured_purchase"] == "yes"
        found["insured"] = plain + most * paid + (gain if buys else 0)
    found["best"] = max(found["raise"], found.get("insured", found["raise"]))
    return found


def endings(cards: Cards, upcard: int, given_up: Cards, rules: Rules) -> tuple[str, list[int]]:
    """How a final hand is played best, fold, raise or insured, and in how many ways that ends.

    First the dealers without a game, below, equal and above where nothing is bought; then the same
    of new cards against the dealers that are bought one, in fours by how many of the rank taken
    could come but are drawn again. Of equal values the one that puts out less is best.
    """
    gone = cards + given_up
    best, pays = strength(cards), odds(cards, rules)
    values = raised(cards, upcard, given_up, rules)
    hands = int(values["hands"])
    if max(values["raise"], values.get("insured", values["raise"])) <= -hands:
        return "fold", [hands] + [0] * 19
    way = "insured" if values.get("insured", values["raise"]) > values["raise"] else "raise"
    dealers = hidden_sets(upcard, gone)
    made = strengths()[place(dealers)]
    game = made >= game_from(rules)
    counts = [int((~game).sum()), *_results(made[game], best), *[0] * 16]
    if rules["purchase"] == "none" or (way == "insured" and rules["insured_purchase"] == "no"):
        return way, counts
    without = dealers[~game]
    total, count = purchase_values(without, best, pays, gone, rules)
    bought = total > take(best, rules) * count
    counts[0] -= int(bought.sum())
    at = 4 if rules["purchase"] == "highest" else 0
    for dealer, n in zip(without[bought].tolist(), count[bought].tolist(), strict=True):
        kept = [a for i, a in enumerate(dealer) if i != at]
        new = [a for a in range(52) if a not in gone and a not in dealer]
        first = 4 + 4 * (len(new) - n)
        if first > 4:
            new = [a for a in new if a >> 2 != dealer[at] >> 2]
        drawn = np.sort(np.array([[*kept, a] for a in new]), axis=1)
        found = strengths()[place(drawn)]
        results = _results(found[found >= game_from(rules)], best)
        for i, n_results in enumerate((len(new) - sum(results), *results)):
            counts[first + i] += n_results
    return way, counts


def _results(made: Array, best: int) -> list[int]:
    """How many dealer hands are below, equal and above."""
    return [int((made < best).sum()), int((made == best).sum()), int((made > best).sum())]


def option_sums(
    hand: Cards, upcard: int, rules: Rules, sizes: tuple[int, ...] = (1, 2, 3, 4, 5)
) -> dict[Cards | str, Fraction]:
    """Every option without insurance and purchase, in antes, counted with one bitset a card.

    The dealer's hands stand in the order of their strength; a draw takes away all that hold one of
    its cards. Keys are `raise`, `sixth`, and the cards given up, rising.
    """
    dealers = hidden_sets(upcard, hand)
    made = strengths()[place(dealers)]
    order = np.argsort(made, kind="stable")
    dealers, made = dealers[order], made[order]
    holds = {}
    for a in range(52):
        bits = np.packbits((dealers == a).any(axis=1), bitorder="little").tobytes()
        holds[a] = int.from_bytes(bits, "little")
    everything = (1 << len(dealers)) - 1
    game = int(np.searchsorted(made, game_from(rules)))
    below: dict[int, int] = {}
    pays_of: dict[tuple[int, int], int] = {}

    def first(n: int) -> int:
        if n not in below:
            below[n] = (1 << n) - 1
        return below[n]

    def worth(alive: int, best: int, cards: Cards) -> int:
        """The sum of raising over the dealers that are left."""
        key = (best, len(cards))
        if len(cards) == 6 or key not in pays_of:
            pays_of[key] = odds(cards, rules)
        n = alive.bit_count()
        no_game = (alive & first(game)).bit_count()
        total = take(best, rules) * no_game
        if best < game_from(rules):
            return total - 3 * (n - no_game)
        less = (alive & first(int(np.searchsorted(made, best)))).bit_count()
        not_more = (alive & first(int(np.searchsorted(made, best, side="right")))).bit_count()
        total += settle("win", pays_of[key], rules) * (less - no_game)
        return total - 3 * (n - not_more)

    found: dict[Cards | str, Fraction] = {}
    found["raise"] = Fraction(worth(everything, strength(hand), hand), len(dealers))
    deck = [a for a in range(52) if a != upcard and a not in hand]
    sixth = n_rounds = 0
    for a in deck:
        alive = everything & ~holds[a]
        cards = (*hand, a)
        sixth += max(worth(alive, strength(cards), cards), -alive.bit_count())
        n_rounds += alive.bit_count()
    found["sixth"] = Fraction(sixth, n_rounds) - 1
    for size in sizes:
        draws = list(combinations(deck, size))
        drawn = np.array(draws, dtype=np.int16).reshape(-1, size)
        bests = {}
        for given_up in combinations(sorted(hand), size):
            kept = np.array([a for a in hand if a not in given_up], dtype=np.int16)
            finals = np.hstack([drawn, np.broadcast_to(kept, (len(drawn), 5 - size))])
            bests[given_up] = strengths()[place(np.sort(finals, axis=1))].tolist()
        totals = dict.fromkeys(bests, 0)
        n_rounds = 0
        for i, draw in enumerate(draws):
            removed = 0
            for a in draw:
                removed |= holds[a]
            alive = everything & ~removed
            n = alive.bit_count()
            n_rounds += n
            must = size == 5 and rules["raise_after_five"] == "forced"
            for given_up, best in bests.items():
                cards = (*(a for a in hand if a not in given_up), *draw)
                value = worth(alive, best[i], cards)
                totals[given_up] += value if must else max(value, -n)
        for given_up, total in totals.items():
            found[given_up] = Fraction(total, n_rounds) - price(size, rules)
    return found


def price(size: int, rules: Rules) -> int:
    """The price of exchanging so many cards, in antes."""
    prices = rules["exchange_fee"].split("/")
    return int(prices[0] if len(prices) == 1 else prices[size - 1])
