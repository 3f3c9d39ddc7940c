"""Caribbean Stud: raise or fold on five cards, one combination, the ante paid on a win."""

from __future__ import annotations

from functools import partial

from trainer.games import stud

ID = "caribbean-stud"
NAME = "Caribbean Stud"
RULES = stud.PLAIN_RULES
SPECS = stud.PLAIN_SPECS
BETS = tuple(bet for bet in stud.BETS if bet != "bonus")

assemble = partial(stud.assemble, ID, NAME)
conflict = stud.conflict
implied = stud.implied
