"""The exact value of decisions: a game and a spot, priced by its rules and counted by the engine.

Imports compiled code, which takes a second to load and longer the first time after an update.
"""

from trainer.ev.deciding import Decision, Spot, Value, check_spot, decide, solution_of
from trainer.ev.plans import Plans, plans_of, side_stakes

__all__ = [
    "Decision",
    "Plans",
    "Spot",
    "Value",
    "check_spot",
    "decide",
    "plans_of",
    "side_stakes",
    "solution_of",
]
