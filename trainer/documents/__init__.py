"""Documents: the JSON that other programs send and get, as the public contract has it."""

from trainer.documents.hands import compare_document, evaluate_document
from trainer.documents.reading import parse_document
from trainer.documents.rounds import (
    MAX_BOXES,
    Box,
    game_of,
    hand_document,
    line_document,
    read_box,
    round_document,
    settle_boxes,
    settle_document,
    settle_round,
    settlement_document,
)

__all__ = [
    "MAX_BOXES",
    "Box",
    "compare_document",
    "evaluate_document",
    "game_of",
    "hand_document",
    "line_document",
    "parse_document",
    "read_box",
    "round_document",
    "settle_boxes",
    "settle_document",
    "settle_round",
    "settlement_document",
]
