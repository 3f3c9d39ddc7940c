"""Values of random spots, against every deal dealt out and settled by the slow twin."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests import naive_ev, random_spots
from tests.naive import Document
from trainer.documents.spots import ev_document


def exact(document: Document) -> dict[str, Fraction]:
    return {a["action"]: Fraction(a["exact"]) for a in ev_document(document)["actions"]}


@pytest.mark.parametrize("seed", range(20))
def test_a_river_spot_is_worth_what_all_dealer_hands_say(seed: int) -> None:
    document = random_spots.uth(f"river {seed}", 5, plain=seed < 8)
    assert exact(document) == naive_ev.values(document)


@pytest.mark.parametrize("seed", range(12))
def test_a_flop_spot_of_a_short_deck_is_worth_what_all_deals_say(seed: int) -> None:
    document = random_spots.uth(f"flop {seed}", 3, n_dead=26)
    assert exact(document) == naive_ev.values(document)


@pytest.mark.parametrize("seed", range(12))
def test_a_casino_holdem_spot_of_a_short_deck_is_worth_what_all_deals_say(seed: int) -> None:
    document = random_spots.casino(f"casino {seed}", n_dead=24)
    assert exact(document) == naive_ev.values(document)


@pytest.mark.parametrize("seed", range(6))
def test_a_spot_before_the_flop_of_a_short_deck_is_worth_what_all_deals_say(seed: int) -> None:
    document = random_spots.uth(f"before {seed}", 0, n_dead=37)
    assert exact(document) == naive_ev.values(document)


def test_a_casino_holdem_spot_with_the_full_deck_is_worth_what_all_deals_say() -> None:
    document = random_spots.casino("full deck", plain=True)
    assert exact(document) == naive_ev.values(document)
