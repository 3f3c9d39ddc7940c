"""The slow twin: the three games settled by plain if and else, straight from the rulebooks.

It shares no code and no data with the product, so that the two can disagree. Odds are written
out as in the rulebooks; cards are two-letter texts (``"As"``); money is exact whole numbers.
Documents must be legal: nothing is validated here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"

Cards = tuple[str, ...]
Document = dict[str, Any]
Rules = dict[str, str]

RANK = {letter: place for place, letter in enumerate("23456789TJQKA", start=2)}
DECK: Cards = tuple(rank + suit for rank in RANK for suit in "cdhs")

CATEGORIES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
# The order of the five-card games against a dealer: Ace-King stands above nothing.
RUSSIAN_ORDER = ("high-card", "ace-king", *CATEGORIES[1:])


# --- hands ---------------------------------------------------------------------------------


def straight_top(ranks: list[int]) -> int:
    """The top rank of the best straight among these ranks, 0 when there is none."""
    held = set(ranks)
    for top in range(14, 5, -1):
        if all(top - step in held for step in range(5)):
            return top
    if {14, 2, 3, 4, 5} <= held:
        return 5
    return 0


@lru_cache(maxsize=20000)
def strength(cards: Cards) -> tuple[int, ...]:
    """The best five of 5, 6 or 7 cards as (category, deciding ranks); greater is stronger."""
    ranks = sorted((RANK[card[0]] for card in cards), reverse=True)
    counts: dict[int, int] = {}
    for rank in ranks:
        counts[rank] = counts.get(rank, 0) + 1
    suited: list[int] = []
    for suit in "cdhs":
        of_suit = [RANK[card[0]] for card in cards if card[1] == suit]
        if len(of_suit) >= 5:
            suited = sorted(of_suit, reverse=True)
    if suited:
        top = straight_top(suited)
        if top == 14:
            return (9, 14)
        if top:
            return (8, top)
    quads = [rank for rank in counts if counts[rank] == 4]
    if quads:
        four = max(quads)
        return (7, four, max(rank for rank in ranks if rank != four))
    trips = sorted((rank for rank in counts if counts[rank] == 3), reverse=True)
    pairs = sorted((rank for rank in counts if counts[rank] == 2), reverse=True)
    if trips and (len(trips) > 1 or pairs):
        return (6, trips[0], max(trips[1:] + pairs))
    if suited:
        return (5, *suited[:5])
    top = straight_top(ranks)
    if top:
        return (4, top)
    if trips:
        return (3, trips[0], *[rank for rank in ranks if rank != trips[0]][:2])
    if len(pairs) >= 2:
        high, low = pairs[0], pairs[1]
        return (2, high, low, max(rank for rank in ranks if rank not in (high, low)))
    if pairs:
        return (1, pairs[0], *[rank for rank in ranks if rank != pairs[0]][:3])
    return (0, *ranks[:5])


def category(cards: Cards) -> str:
    return CATEGORIES[strength(cards)[0]]


def has_ace_king(cards: Cards) -> bool:
    """Whether the hand is Ace-King or better, the usual game of a dealer with five cards."""
    if strength(cards)[0] > 0:
        return True
    letters = {card[0] for card in cards}
    return "A" in letters and "K" in letters


# --- two combinations ----------------------------------------------------------------------

# (place in RUSSIAN_ORDER, ranks that make it, the making cards)
Combination = tuple[int, tuple[int, ...], frozenset[str]]


def every_combination(cards: Cards) -> list[Combination]:
    """Every combination that some of the cards make, overlapping ones included."""
    found: list[Combination] = []

    def note(name: str, ranks: tuple[int, ...], making: tuple[str, ...]) -> None:
        found.append((RUSSIAN_ORDER.index(name), ranks, frozenset(making)))

    for ace in cards:
        for king in cards:
            if ace[0] == "A" and king[0] == "K":
                note("ace-king", (), (ace, king))
    pairs: list[tuple[str, str]] = [
        (one, two) for one, two in combinations(cards, 2) if one[0] == two[0]
    ]
    for pair in pairs:
        note("pair", (RANK[pair[0][0]],), pair)
    for first, second in combinations(pairs, 2):
        if first[0][0] != second[0][0]:
            ranks = sorted((RANK[first[0][0]], RANK[second[0][0]]), reverse=True)
            note("two-pair", tuple(ranks), first + second)
    for three in combinations(cards, 3):
        if three[0][0] == three[1][0] == three[2][0]:
            note("three-of-a-kind", (RANK[three[0][0]],), three)
    for four in combinations(cards, 4):
        if len({card[0] for card in four}) == 1:
            note("four-of-a-kind", (RANK[four[0][0]],), four)
    for five in combinations(cards, 5):
        name = category(five)
        if name in ("straight", "flush", "full-house", "straight-flush", "royal-flush"):
            note(name, strength(five)[1:], five)
    return found


@lru_cache(maxsize=20000)
def pairings(cards: Cards) -> tuple[str | None, tuple[tuple[str, bool], ...]]:
    """The first combination, and what may stand second to it.

    Each second has its category and whether it is only the first straight over again, with
    the other card of a pair in it.
    """
    found = every_combination(cards)
    if not found:
        return None, ()
    best = max(combination[:2] for combination in found)
    seconds: set[tuple[str, bool]] = set()
    straights = ("straight", "straight-flush", "royal-flush")
    for first in found:
        if first[:2] != best:
            continue
        for second in found:
            if second[0] > first[0]:
                continue
            if not (first[2] - second[2]) or not (second[2] - first[2]):
                continue
            again = (
                RUSSIAN_ORDER[first[0]] in straights
                and RUSSIAN_ORDER[second[0]] in straights
                and first[1] == second[1]
            )
            seconds.add((RUSSIAN_ORDER[second[0]], again))
    return RUSSIAN_ORDER[best[0]], tuple(sorted(seconds))


def paid_combinations(cards: Cards, rules: Rules) -> tuple[str, ...]:
    """None, one or two category names: the combinations that the bet is paid for."""
    first, seconds = pairings(cards)
    if first is None:
        return ()
    if rules["combinations"] == "one":
        return (first,)
    if rules["combinations"] == "six-cards-only" and len(cards) == 5:
        return (first,)
    odds = BET[rules["bet"]]
    best: str | None = None
    for second, again in seconds:
        if again and rules["paired_straight"] == "straight-plus-pair":
            continue
        if best is None:
            best = second
        elif odds[second] > odds[best]:
            best = second
        elif odds[second] == odds[best]:
            if RUSSIAN_ORDER.index(second) > RUSSIAN_ORDER.index(best):
                best = second
    return (first,) if best is None else (first, best)


def combined_odds(cards: Cards, rules: Rules) -> int:
    """P: the odds of the one or two combinations together, to 1."""
    return sum(BET[rules["bet"]][name] for name in paid_combinations(cards, rules))


# --- paytables -----------------------------------------------------------------------------

Table = dict[str, str]


def table(otherwise: str, **rows: str) -> Table:
    """A paytable by category; whatever is not named has the odds ``otherwise``."""
    named = {name.replace("_", "-"): odds for name, odds in rows.items()}
    assert set(named) <= set(CATEGORIES), named
    return {name: named.get(name, otherwise) for name in CATEGORIES}


def nine_rows(otherwise: str, odds: str) -> Table:
    """A table from odds written from the royal downwards, the rest ``otherwise``."""
    texts = [f"{number}:1" for number in odds.split()]
    falling = list(reversed(CATEGORIES))
    filled = texts + [otherwise] * (len(falling) - len(texts))
    return dict(zip(falling, filled, strict=True))


BLIND = {
    "A": table(
        "push",
        royal_flush="500:1",
        straight_flush="50:1",
        four_of_a_kind="10:1",
        full_house="3:1",
        flush="3:2",
        straight="1:1",
    ),
    "B": table(
        "push",
        royal_flush="500:1",
        straight_flush="50:1",
        four_of_a_kind="10:1",
        full_house="3:1",
        flush="3:2",
    ),
}
TRIPS = {
    "T1": nine_rows("lose", "50 40 30 9 7 4 3"),
    "T2": nine_rows("lose", "50 40 30 8 6 5 3"),
    "T3": nine_rows("lose", "50 40 30 8 7 4 3"),
    "T4": nine_rows("lose", "50 40 20 7 6 5 3"),
}
BAD_BEAT = {
    "two-way": table(
        "lose",
        straight_flush="7500:1",
        four_of_a_kind="500:1",
        full_house="50:1",
        flush="30:1",
        straight="20:1",
        three_of_a_kind="9:1",
    )
}
CASINO_ANTE = {
    "A1": nine_rows("1:1", "100 20 10 3 2"),
    "A2": nine_rows("1:1", "25 25 12 3 2"),
    "A3": nine_rows("1:1", "20 20 10 3 2"),
}
AA = {
    "B1": nine_rows("lose", "100 50 40 30 20 7 7 7 7"),
    "B2": nine_rows("lose", "25 25 25 25 25 7 7 7 7"),
}
BET = {
    "standard": {
        "royal-flush": 100,
        "straight-flush": 50,
        "four-of-a-kind": 20,
        "full-house": 7,
        "flush": 5,
        "straight": 4,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair": 1,
        "ace-king": 1,
    },
    "pair-2": {
        "royal-flush": 100,
        "straight-flush": 50,
        "four-of-a-kind": 20,
        "full-house": 7,
        "flush": 5,
        "straight": 4,
        "three-of-a-kind": 3,
        "two-pair": 2,
        "pair": 2,
        "ace-king": 1,
    },
}
BONUS_DEALT = {
    "six-card": nine_rows("lose", "1000 500 300 100 50 25"),
    "six-card-7": nine_rows("lose", "1000 500 300 100 50 25"),
    "five-card-1000": nine_rows("lose", "1000 500 200 70 50 40 25"),
    "five-card-3000": nine_rows("lose", "3000 800 250 150 100 50"),
}
BONUS_BOUGHT = {
    "six-card": nine_rows("lose", "300 150 100 30 15 8"),
    "six-card-7": nine_rows("lose", "300 150 100 30 15 7"),
}


# --- variants ------------------------------------------------------------------------------

CRAFT = {"max_payout": "", "chip": "0.5", "rounding": "none", "rounds": "all"}

UTH_DEFAULT = CRAFT | {
    "preflop": "3-or-4",
    "qualifies": "pair",
    "blind": "A",
    "trips": "T3",
    "trips_on_fold": "alive",
    "trips_needs_win": "no",
    "bad_beat": "none",
}
CASINO_DEFAULT = CRAFT | {
    "qualifies": "pair-of-fours",
    "ante": "A1",
    "ante_no_game": "table",
    "aa": "B1",
    "aa_on_fold": "alive",
}
RUSSIAN_DEFAULT = CRAFT | {
    "sixth": "yes",
    "exchange": "1-5",
    "exchange_fee": "1",
    "raise_after_five": "free",
    "combinations": "two",
    "paired_straight": "two-straights",
    "qualifies": "ace-king",
    "ante_on_win": "push",
    "ante_no_game": "even",
    "insurance": "half",
    "insurance_on_game": "lost-on-win",
    "purchase": "highest",
    "purchase_redraw": "yes",
    "purchase_fails": "push",
    "insured_purchase": "no",
    "bet": "standard",
    "bonus": "six-card",
}

RULES: dict[str, dict[str, Rules]] = {
    UTH: {
        "default": UTH_DEFAULT,
        "pa-a": UTH_DEFAULT | {"trips": "T1"},
        "pa-b": UTH_DEFAULT | {"trips": "T2"},
        "pa-c": UTH_DEFAULT | {"trips": "T3"},
        "pa-d": UTH_DEFAULT | {"trips": "T4"},
        "pa-blind-b": UTH_DEFAULT | {"blind": "B"},
        "four-x-only": UTH_DEFAULT | {"preflop": "4"},
        "trips-lost-on-fold": UTH_DEFAULT | {"trips_on_fold": "lost"},
        "trips-needs-win": UTH_DEFAULT | {"trips_needs_win": "yes", "trips_on_fold": "lost"},
        "bad-beat": UTH_DEFAULT | {"bad_beat": "two-way"},
        "northwood": UTH_DEFAULT | {"max_payout": "20000"},
    },
    CASINO: {
        "default": CASINO_DEFAULT,
        "bonus-needs-call": CASINO_DEFAULT | {"aa_on_fold": "lost"},
        "ante-25": CASINO_DEFAULT | {"ante": "A2", "aa": "B2"},
        "ante-20": CASINO_DEFAULT | {"ante": "A3"},
        "caribbean-holdem": CASINO_DEFAULT | {"ante_no_game": "even"},
    },
    RUSSIAN: {
        "default": RUSSIAN_DEFAULT,
        "ante-pays-on-win": RUSSIAN_DEFAULT | {"ante_on_win": "even"},
        "straight-plus-pair": RUSSIAN_DEFAULT | {"paired_straight": "straight-plus-pair"},
        "exchange-2-5": RUSSIAN_DEFAULT | {"exchange": "2-5"},
        "exchange-1-4": RUSSIAN_DEFAULT | {"exchange": "1-4"},
        "full-insurance": RUSSIAN_DEFAULT | {"insurance": "full"},
        "insurance-lost": RUSSIAN_DEFAULT | {"insurance_on_game": "lost"},
        "one-draw-purchase": RUSSIAN_DEFAULT | {"purchase_redraw": "no"},
        "lowest-card-purchase": RUSSIAN_DEFAULT | {"purchase": "lowest"},
        "purchase-keeps-ante": RUSSIAN_DEFAULT | {"purchase_fails": "even"},
        "insured-may-purchase": RUSSIAN_DEFAULT | {"insured_purchase": "yes"},
        "no-purchase": RUSSIAN_DEFAULT | {"purchase": "none"},
        "lunar-pennsylvania": RUSSIAN_DEFAULT
        | {"exchange": "2-5", "ante_no_game": "straight-4", "purchase_redraw": "no"},
        "pair-2": RUSSIAN_DEFAULT | {"bet": "pair-2"},
        "pair-qualifies": RUSSIAN_DEFAULT | {"qualifies": "pair"},
    },
}


# --- money ---------------------------------------------------------------------------------


# Amounts are whole numbers of this part of the money, so that nothing is ever rounded unseen.
PART = 12  # decimal places


@lru_cache(maxsize=20000)
def units(text: str) -> int:
    """The amount in units of 10^-12."""
    whole, _, part = text.partition(".")
    assert len(part) <= PART, text
    return int(whole + part.ljust(PART, "0"))


def money(amount: Any) -> int:
    return units(str(amount))


@lru_cache(maxsize=20000)
def money_text(amount: int) -> str:
    """The amount in plain decimal digits, without a needless zero."""
    digits = str(abs(amount)).rjust(PART + 1, "0")
    whole, part = digits[:-PART], digits[-PART:].rstrip("0")
    sign = "-" if amount < 0 else ""
    return sign + whole + ("." + part if part else "")


def line(bet: str, stake: Any, odds: str) -> Document:
    """One settled bet, amounts still as numbers."""
    staked = money(stake)
    if odds == "lose":
        paid, returned, taken, outcome = 0, 0, staked, "lose"
    elif odds == "push":
        paid, returned, taken, outcome = 0, staked, 0, "push"
    else:
        to, one = odds.split(":")
        paid, remainder = divmod(staked * int(to), int(one))
        assert remainder == 0
        returned, taken, outcome = staked, 0, "win"
    return {
        "bet": bet,
        "stake": staked,
        "odds": odds,
        "outcome": outcome,
        "paid": paid,
        "returned": returned,
        "taken": taken,
    }


def apply_house_craft(lines: list[Document], rules: Rules) -> None:
    """Round what is paid on each line, then cut to the cap from the last winning line back."""
    if rules["rounding"] != "none":
        chip = money(rules["chip"])
        for each in lines:
            if rules["rounds"] != "all" and each["bet"] not in rules["rounds"].split("/"):
                continue
            chips, remainder = divmod(each["paid"], chip)
            if rules["rounding"] == "up" and remainder > 0:
                chips += 1
            each["paid"] = chips * chip
    if rules["max_payout"] != "":
        excess = sum(each["paid"] for each in lines) - money(rules["max_payout"])
        for each in reversed(lines):
            if excess > 0 and each["paid"] > 0:
                cut = min(excess, each["paid"])
                each["capped_from"] = money_text(each["paid"])
                each["paid"] -= cut
                excess -= cut


def settlement(
    lines: list[Document], rules: Rules, showdown: str, qualifies: bool | None
) -> Document:
    """The answer of ``settle``, amounts as text."""
    apply_house_craft(lines, rules)
    totals = {"net": 0, "paid": 0, "returned": 0, "taken": 0}
    for each in lines:
        each["net"] = each["paid"] - each["taken"]
        for name in totals:
            totals[name] += each[name]
        for name in ("stake", "net", "paid", "returned", "taken"):
            each[name] = money_text(each[name])
    texts = {name: money_text(amount) for name, amount in totals.items()}
    return {"lines": lines, "showdown": showdown, "dealer_qualifies": qualifies} | texts


def compared(player: Cards, dealer: Cards) -> str:
    mine, theirs = strength(player), strength(dealer)
    if mine > theirs:
        return "win"
    if mine < theirs:
        return "lose"
    return "tie"


# --- Ultimate Texas Hold'em ----------------------------------------------------------------


def settle_uth(document: Document, rules: Rules) -> Document:
    stakes = document["stakes"]
    board: Cards = tuple(document["board"].split())
    player: Cards = tuple(document["player"].split()) + board
    folded = document.get("folded", False)
    dealer: Cards | None = None
    game: bool | None = None
    result = "fold"
    if document.get("dealer"):
        dealer = tuple(document["dealer"].split()) + board
        game = strength(dealer)[0] >= 1
    if not folded:
        assert dealer is not None
        result = compared(player, dealer)

    lines = []
    if folded:
        lines.append(line("ante", stakes["ante"], "lose"))
        lines.append(line("blind", stakes["blind"], "lose"))
    else:
        if not game or result == "tie":
            ante = "push"
        elif result == "win":
            ante = "1:1"
        else:
            ante = "lose"
        lines.append(line("ante", stakes["ante"], ante))
        if result == "win":
            blind = BLIND[rules["blind"]][category(player)]
        elif result == "tie":
            blind = "push"
        else:
            blind = "lose"
        lines.append(line("blind", stakes["blind"], blind))
        play = {"win": "1:1", "tie": "push", "lose": "lose"}[result]
        lines.append(line("play", stakes["play"], play))
    if "trips" in stakes:
        trips = TRIPS[rules["trips"]][category(player)]
        if rules["trips_needs_win"] == "yes":
            if folded:
                trips = "lose"
            elif trips != "lose" and result != "win":
                trips = "push"
        elif folded and rules["trips_on_fold"] == "lost":
            trips = "lose"
        lines.append(line("trips", stakes["trips"], trips))
    if "bad_beat" in stakes:
        assert dealer is not None
        read = compared(player, dealer)
        if read == "tie":
            bad_beat = "lose"
        else:
            loser = dealer if read == "win" else player
            bad_beat = BAD_BEAT[rules["bad_beat"]][category(loser)]
        lines.append(line("bad_beat", stakes["bad_beat"], bad_beat))
    return settlement(lines, rules, result, game)


# --- Casino Hold'em ------------------------------------------------------------------------


def settle_casino(document: Document, rules: Rules) -> Document:
    stakes = document["stakes"]
    board: Cards = tuple(document["board"].split())
    player: Cards = tuple(document["player"].split())
    folded = document.get("folded", False)
    game: bool | None = None
    result = "fold"
    if document.get("dealer") and len(board) == 5:
        dealer: Cards = tuple(document["dealer"].split()) + board
        dealt = strength(dealer)
        game = dealt[0] > 1 or (dealt[0] == 1 and dealt[1] >= 4)
        if not folded:
            result = compared(player + board, dealer)

    lines = []
    if folded:
        lines.append(line("ante", stakes["ante"], "lose"))
    else:
        by_table = CASINO_ANTE[rules["ante"]][category(player + board)]
        if not game:
            ante = "1:1" if rules["ante_no_game"] == "even" else by_table
            call = "push"
        elif result == "win":
            ante, call = by_table, "1:1"
        elif result == "tie":
            ante, call = "push", "push"
        else:
            ante, call = "lose", "lose"
        lines.append(line("ante", stakes["ante"], ante))
        lines.append(line("call", stakes["call"], call))
    if "aa" in stakes:
        five = player + board[:3]
        bonus = AA[rules["aa"]][category(five)]
        if strength(five)[0] == 1 and strength(five)[1] != 14:
            bonus = "lose"
        if folded and rules["aa_on_fold"] == "lost":
            bonus = "lose"
        lines.append(line("aa", stakes["aa"], bonus))
    return settlement(lines, rules, result, game)


# --- Russian Poker -------------------------------------------------------------------------


def has_game(dealer: Cards, rules: Rules) -> bool:
    if rules["qualifies"] == "pair":
        return strength(dealer)[0] >= 1
    return has_ace_king(dealer)


def after_purchase(dealer: Cards, draws: Cards, rules: Rules) -> Cards:
    """The dealer's hand with its highest (or lowest) card replaced by the last card drawn."""
    by_rank = sorted(dealer, key=lambda card: RANK[card[0]])
    gone = by_rank[-1] if rules["purchase"] == "highest" else by_rank[0]
    assert rules["purchase_redraw"] == "yes" or len(draws) == 1
    for early in draws[:-1]:
        assert early[0] == gone[0]
    return tuple(card for card in dealer if card != gone) + (draws[-1],)


def russian_bonus(dealt: Cards, player: Cards, rules: Rules) -> str:
    odds = BONUS_DEALT[rules["bonus"]][category(dealt)]
    if odds != "lose":
        return odds
    if rules["bonus"] in BONUS_BOUGHT and len(player) == 6:
        return BONUS_BOUGHT[rules["bonus"]][category(player)]
    return "lose"


def settle_russian(document: Document, rules: Rules) -> Document:
    stakes = document["stakes"]
    player: Cards = tuple(document["player"].split())
    dealt: Cards = tuple(document.get("dealt", document["player"]).split())
    dealer: Cards = tuple(document.get("dealer", "").split())
    folded = document.get("folded", False)
    bought = "purchase" in stakes
    opening_game: bool | None = None
    game: bool | None = None
    result = "fold"
    if len(dealer) == 5:
        opening_game = has_game(dealer, rules)
        if bought:
            dealer = after_purchase(dealer, tuple(document["dealer_draws"]), rules)
        game = has_game(dealer, rules)
        if not folded:
            result = compared(player, dealer)

    lines = []
    if folded:
        lines.append(line("ante", stakes["ante"], "lose"))
    else:
        if not game and not bought:
            ante, bet = "1:1", "push"
            if rules["ante_no_game"] == "straight-4" and strength(player)[0] >= 4:
                ante = "4:1"
        elif not game:
            ante, bet = "push", "push"
            if rules["purchase_fails"] == "even":
                ante = "1:1"
        elif result == "win":
            ante = "1:1" if rules["ante_on_win"] == "even" else "push"
            bet = f"{combined_odds(player, rules)}:1"
        elif result == "tie":
            ante, bet = "push", "push"
        else:
            ante, bet = "lose", "lose"
        lines.append(line("ante", stakes["ante"], ante))
        lines.append(line("bet", stakes["bet"], bet))
    for fee in ("sixth", "exchange", "purchase"):
        if fee in stakes:
            lines.append(line(fee, stakes[fee], "lose"))
    if "insurance" in stakes:
        if not opening_game:
            insurance = "1:1"
        elif rules["insurance_on_game"] == "lost" or result == "win":
            insurance = "lose"
        else:
            insurance = "push"
        lines.append(line("insurance", stakes["insurance"], insurance))
    if "bonus" in stakes:
        lines.append(line("bonus", stakes["bonus"], russian_bonus(dealt, player, rules)))
    return settlement(lines, rules, result, game)


# --- the one way in ------------------------------------------------------------------------


def rules_of(document: Document) -> Rules:
    """The rules a document names: its variant, with what it sets for this one call."""
    rules = RULES[document["game"]][document.get("variant", "default")]
    rules = rules | document.get("set", {})
    if rules.get("trips_needs_win") == "yes":
        rules["trips_on_fold"] = "lost"
    return rules


def settle(document: Document, rules: Rules | None = None) -> Document:
    """The settlement of a legal round, or of a table of boxes, in the texts of the contract."""
    if rules is None:
        rules = rules_of(document)
    if "boxes" in document:
        shared = {name: value for name, value in document.items() if name != "boxes"}
        boxes = [settle(shared | box, rules) for box in document["boxes"]]
        return {"boxes": boxes, "net": money_text(sum(money(box["net"]) for box in boxes))}
    if document["game"] == UTH:
        return settle_uth(document, rules)
    if document["game"] == CASINO:
        return settle_casino(document, rules)
    return settle_russian(document, rules)
