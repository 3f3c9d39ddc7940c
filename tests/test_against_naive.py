"""The product against the slow twin: every line of weighted rounds under every house.

The twin is ``naive.py``; the rounds come from ``naive_deals.py``. One raw deal serves every
variant of its game, a few single rules set for one call, and houses with craft of their own.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import naive
from tests.naive import CASINO, RUSSIAN, UTH, Document, Rules
from tests.naive_deals import legal, raw_deals, tables
from trainer.documents import settle_document

N_DEALS = 5000
N_TABLES = 400

LINE_KEYS = ("bet", "stake", "odds", "outcome", "net", "paid", "returned", "taken", "capped_from")
ROUND_KEYS = ("showdown", "dealer_qualifies", "net", "paid", "returned", "taken")


@dataclass(frozen=True)
class House:
    """A set of rules as the twin has them, and how a document names the same rules."""

    variant: str
    rules: Rules
    overrides: dict[str, str] = field(default_factory=dict)

    @property
    def named(self) -> Document:
        return {"variant": self.variant} | ({"set": self.overrides} if self.overrides else {})


# Rule values that no shipped variant has, and a few together, set for one call.
OVERRIDES: dict[str, list[tuple[str, dict[str, str]]]] = {
    UTH: [
        ("default", {"trips": "none"}),
        ("pa-a", {"trips_needs_win": "yes", "bad_beat": "two-way"}),
        ("pa-d", {"blind": "B", "bad_beat": "two-way", "trips_on_fold": "lost"}),
        ("northwood", {"bad_beat": "two-way"}),
    ],
    CASINO: [
        ("default", {"aa": "none"}),
        ("ante-25", {"ante": "A3", "ante_no_game": "even", "aa_on_fold": "lost"}),
    ],
    RUSSIAN: [
        ("default", {"sixth": "no", "bonus": "six-card-7"}),
        ("default", {"exchange": "none", "bonus": "five-card-1000"}),
        ("default", {"exchange_fee": "1/2/3/2/1", "raise_after_five": "forced"}),
        ("default", {"combinations": "one", "bonus": "five-card-3000"}),
        ("default", {"combinations": "six-cards-only", "bonus": "six-card-7"}),
        ("default", {"insurance": "none", "bonus": "none"}),
        ("straight-plus-pair", {"bet": "pair-2", "ante_on_win": "even"}),
        ("insurance-lost", {"insurance": "full", "insured_purchase": "yes"}),
        ("lowest-card-purchase", {"purchase_redraw": "no", "qualifies": "pair"}),
        ("pair-qualifies", {"ante_no_game": "straight-4", "purchase_fails": "even"}),
        ("pair-2", {"combinations": "six-cards-only", "exchange": "3-3"}),
    ],
}

# House craft is set in a data file: these houses are written into a folder of the reader's own.
CRAFTS: dict[str, dict[str, str]] = {
    "rounds-down": {"rounding": "down", "chip": "0.5"},
    "rounds-up": {"rounding": "up", "chip": "5"},
    "caps": {"max_payout": "62.5", "rounding": "down", "chip": "1"},
    "caps-at-odd": {"max_payout": "333.3"},
    "rounds-some": {"rounding": "down", "chip": "5", "rounds": "ante/side"},
}
SIDE = {UTH: "trips", CASINO: "aa", RUSSIAN: "bonus"}


def crafts(game: str) -> dict[str, dict[str, str]]:
    """The crafts by house, with this game's side bet among the bets that are rounded."""
    return {
        name: {rule: value.replace("side", SIDE[game]) for rule, value in craft.items()}
        for name, craft in CRAFTS.items()
    }


def shipped(game: str) -> list[House]:
    return [House(variant, rules) for variant, rules in naive.RULES[game].items()]


def unusual(game: str) -> list[House]:
    """Rules set for one call, and the houses of ``own_houses``."""
    found = []
    for variant, overrides in OVERRIDES[game]:
        document = {"game": game, "variant": variant, "set": overrides}
        found.append(House(variant, naive.rules_of(document), overrides))
    for name, craft in crafts(game).items():
        found.append(House(name, naive.RULES[game]["default"] | craft))
    return found


def write_own_houses(folder: Path) -> None:
    """A folder of data files with one house for each craft, like the first house of the game."""
    data = Path(__file__).parents[1] / "paytables"
    for game in naive.RULES:
        with (data / game / "variants.csv").open(encoding="utf-8", newline="") as file:
            first = next(csv.DictReader(file))
        (folder / game).mkdir(parents=True, exist_ok=True)
        with (folder / game / "variants.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(first))
            writer.writeheader()
            for name, craft in crafts(game).items():
                writer.writerow(first | {"variant": name, "name": name} | craft)


@pytest.fixture
def own_houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_own_houses(tmp_path)
    monkeypatch.setenv("CASINO_POKER_PAYTABLES", str(tmp_path))


# --- comparing -----------------------------------------------------------------------------


def difference(twin: Document, product: dict[str, Any]) -> str:
    """What the two say differently about one box, empty when they agree."""
    for key in ROUND_KEYS:
        if product[key] != twin[key]:
            return f"{key}: twin {twin[key]!r}, product {product[key]!r}"
    bets = [line["bet"] for line in twin["lines"]]
    if [line["bet"] for line in product["lines"]] != bets:
        return f"bets: twin {bets}, product {[line['bet'] for line in product['lines']]}"
    for mine, theirs in zip(twin["lines"], product["lines"], strict=True):
        for key in LINE_KEYS:
            if theirs.get(key) != mine.get(key):
                return f"{mine['bet']}.{key}: twin {mine.get(key)!r}, product {theirs.get(key)!r}"
        net, paid, returned, taken, stake = (
            naive.units(theirs[key]) for key in ("net", "paid", "returned", "taken", "stake")
        )
        if net != paid - taken or stake != returned + taken:
            return f"{mine['bet']}: net is not paid - taken, or stake not returned + taken"
    return ""


# The rules that decide how a raw deal looks as a document: one document for all other houses.
SHAPING = {
    UTH: ("preflop", "trips", "bad_beat"),
    CASINO: ("aa",),
    RUSSIAN: (
        "sixth",
        "exchange",
        "exchange_fee",
        "raise_after_five",
        "combinations",
        "paired_straight",
        "qualifies",
        "insurance",
        "purchase",
        "purchase_redraw",
        "insured_purchase",
        "bet",
        "bonus",
        "chip",
    ),
}


def settled_twice(
    game: str, seed: int, n: int, always: list[House], in_turn: list[House], turns: int = 2
) -> Iterator[tuple[House, Document, Document, dict[str, Any]]]:
    """Each round with the twin's and the product's settlement, under every house asked for."""
    at = 0
    for raw in raw_deals(game, seed, n):
        shapes: dict[tuple[str, ...], Document] = {}
        guests = [in_turn[(at + turn) % len(in_turn)] for turn in range(turns)]
        at += turns
        for house in always + guests:
            key = tuple(house.rules[column] for column in SHAPING[game])
            if key not in shapes:
                shapes[key] = legal(raw, house.rules)
            document = shapes[key] | house.named
            yield house, document, naive.settle(document, house.rules), settle_document(document)


# --- the deals reach what they are meant to reach -------------------------------------------

SINGLES = {"100:1", "50:1", "20:1", "7:1", "5:1", "4:1", "3:1", "2:1", "1:1"}
DOUBLED = {f"{odds}:1" for odds in (150, 105, 104, 100, 55, 54, 51, 27, 21, 14, 8, 10, 9, 6)}
REACHED: dict[str, dict[str, set[str]]] = {
    UTH: {
        "ante": {"1:1", "push", "lose"},
        "blind": {"500:1", "50:1", "10:1", "3:1", "3:2", "1:1", "push", "lose"},
        "play": {"1:1", "push", "lose"},
        "trips": {"50:1", "40:1", "30:1", "8:1", "7:1", "4:1", "3:1", "lose"},
    },
    CASINO: {
        "ante": {"100:1", "20:1", "10:1", "3:1", "2:1", "1:1", "push", "lose"},
        "call": {"1:1", "push", "lose"},
        "aa": {"100:1", "50:1", "40:1", "30:1", "20:1", "7:1", "lose"},
    },
    RUSSIAN: {
        "ante": {"1:1", "push", "lose"},
        "bet": SINGLES | DOUBLED | {"push", "lose"},
        "sixth": {"lose"},
        "exchange": {"lose"},
        "purchase": {"lose"},
        "insurance": {"1:1", "push", "lose"},
        "bonus": {
            *("1000:1", "500:1", "300:1", "100:1", "50:1", "25:1"),
            *("150:1", "30:1", "15:1", "8:1", "lose"),
        },
    },
}
BAD_BEATS = {"7500:1", "500:1", "50:1", "30:1", "20:1", "9:1", "lose"}
SHOWDOWNS = {(game, result) for game in (True, False) for result in ("win", "tie", "lose")}
AFTER_PURCHASES = {
    ("game", "win"),
    ("game", "tie"),
    ("game", "lose"),
    ("no game", "win"),
    ("no game", "tie"),
    ("no game", "lose"),
}


@pytest.mark.usefixtures("own_houses")
@pytest.mark.parametrize("game", naive.RULES)
def test_every_line_of_every_house_is_what_the_slow_twin_says(game: str) -> None:
    cells: Counter[tuple[str, str, str]] = Counter()
    showdowns: Counter[tuple[bool | None, str]] = Counter()
    purchases: Counter[tuple[str, str]] = Counter()
    redrawn = 0
    always, in_turn = shipped(game), unusual(game)
    for house, document, twin, product in settled_twice(game, 1, N_DEALS, always, in_turn):
        found = difference(twin, product)
        assert not found, (found, document, twin, product)
        for line in twin["lines"]:
            cells["default" if house is always[0] else "", line["bet"], line["odds"]] += 1
        if house is always[0]:
            showdowns[twin["dealer_qualifies"], twin["showdown"]] += 1
            if "dealer_draws" in document:
                kind = "game" if twin["dealer_qualifies"] else "no game"
                purchases[kind, twin["showdown"]] += 1
                redrawn += len(document["dealer_draws"]) > 1
    for bet, odds in REACHED[game].items():
        assert {each for house, name, each in cells if (house, name) == ("default", bet)} == odds
    assert set(showdowns) >= SHOWDOWNS
    if game == UTH:
        assert {each for house, name, each in cells if name == "bad_beat"} == BAD_BEATS
    if game == RUSSIAN:
        assert set(purchases) >= AFTER_PURCHASES
        assert redrawn > 50


@pytest.mark.usefixtures("own_houses")
@pytest.mark.parametrize("game", naive.RULES)
def test_several_boxes_against_one_dealer_settle_like_the_slow_twin(game: str) -> None:
    houses = shipped(game) + unusual(game)
    seen: Counter[int] = Counter()
    for at, house in enumerate(houses):
        for document in tables(game, house.rules, at, N_TABLES // len(houses)):
            document |= house.named
            twin, product = naive.settle(document, house.rules), settle_document(document)
            assert product["net"] == twin["net"], document
            assert len(product["boxes"]) == len(twin["boxes"])
            for mine, theirs in zip(twin["boxes"], product["boxes"], strict=True):
                assert not difference(mine, theirs), (difference(mine, theirs), document)
            seen[len(twin["boxes"])] += 1
    assert set(seen) == {2, 3, 4}
