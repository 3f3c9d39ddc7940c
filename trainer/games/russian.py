"""Russian Poker: sixth card or exchange, two combinations, insurance, a bought dealer game."""

from __future__ import annotations

from functools import partial

from trainer.games import stud

ID = "russian-poker"
NAME = "Russian Poker"
RULES = stud.RULES
SPECS = stud.SPECS
BETS = stud.BETS

assemble = partial(stud.assemble, ID, NAME)
conflict = stud.conflict
implied = stud.implied
