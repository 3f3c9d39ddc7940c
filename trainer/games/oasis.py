"""Oasis Poker: Caribbean Stud with an exchange that costs by the number of cards."""

from __future__ import annotations

from functools import partial

from trainer.games import stud

ID = "oasis-poker"
NAME = "Oasis Poker"
RULES = stud.PLAIN_RULES
SPECS = stud.PLAIN_SPECS
BETS = tuple(bet for bet in stud.BETS if bet != "bonus")

assemble = partial(stud.assemble, ID, NAME)
conflict = stud.conflict
implied = stud.implied
