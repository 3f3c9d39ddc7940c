"""Whole games: the exact house edge, how often everything happens, and exhaustive tables.

Results are kept under the user's data directory, named by a digest of the rules and the code.
"""

from trainer.solve.edges import Edge, SideBet, edge
from trainer.solve.store import data_folder
from trainer.solve.tables import STAGES, Lookup, Written, columns_of, load_table, write_table

__all__ = [
    "STAGES",
    "Edge",
    "Lookup",
    "SideBet",
    "Written",
    "columns_of",
    "data_folder",
    "edge",
    "load_table",
    "write_table",
]
