"""The long table of a five-card game's first decision: the rows that a visitor asks for.

Works on the rows behind one upcard; nothing here knows a page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from trainer.cards import parse_cards
from trainer.errors import CardError
from trainer.locale import Translator
from trainer.ui.deal_chart import CLASSES, RANKS, cards_in, classes_of
from trainer.ui.houses_table import first_action_name
from trainer.ui.long_table import GAP

_RANKS = re.compile(r"(?:[2-9TJQKA]|10){1,5}", re.IGNORECASE)
_SIGNS = str.maketrans("cdhs", "♣♦♥♠")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a visitor filters by: ranks or cards, a class of hands, an action, the largest gap."""

    hand: str = ""
    kind: str = ""
    best: str = ""
    most: float | None = None


def with_gap(table: Any) -> Any:
    """The table with a column more: what the second best action costs, in antes."""
    columns = [table[name].to_numpy() for name in table.column_names if name.startswith("ev_")]
    values = np.sort(np.nan_to_num(np.stack(columns), nan=-np.inf), axis=0)
    return table.append_column(GAP, pa.array(values[-1] - values[-2]))


def filtered(t: Translator, table: Any, wanted: Wanted) -> Any:
    """The rows that are asked for. Raises CardError for a hand that cannot be read."""
    mask = np.ones(table.num_rows, dtype=bool)
    if wanted.hand.strip() or wanted.kind:
        cards = cards_in(table["hand"])
        if wanted.hand.strip():
            mask &= _holds(t, cards, wanted.hand.strip())
        if wanted.kind:
            mask &= classes_of(cards) == CLASSES.index(wanted.kind)
    if wanted.best:
        best = table["best"].cast(pa.string())
        test = pc.starts_with(best, wanted.best) if wanted.best == "exchange" else None
        test = pc.equal(best, wanted.best) if test is None else test
        mask &= test.to_numpy(zero_copy_only=False)
    if wanted.most is not None:
        mask &= table[GAP].to_numpy() <= wanted.most
    return table if mask.all() else table.filter(pa.array(mask))


def _holds(t: Translator, cards: NDArray[np.uint8], text: str) -> NDArray[np.bool_]:
    """Which hands hold these ranks, or are these five cards but for a change of suits."""
    plain = text.replace(" ", "")
    if _RANKS.fullmatch(plain):
        found: NDArray[np.bool_] = np.ones(len(cards), dtype=bool)
        wanted = plain.upper().replace("10", "T")
        for rank in set(wanted):
            held = (cards >> 2 == RANKS.index(rank)).sum(axis=1)
            found &= held >= wanted.count(rank)
        return found
    try:
        five = parse_cards(text)
    except CardError as error:
        raise error.at("hand") from None
    if len(five) != 5:
        n = len(five)
        raise CardError(
            t.n(
                "{n} card; expected 5, or ranks such as KK9",
                "{n} cards; expected 5, or ranks such as KK9",
                n,
            ),
            "hand",
        )
    numbers = _numbers(cards)
    alike = {
        int(_numbers(np.array([sorted(a >> 2 << 2 | change[a & 3] for a in five)]))[0])
        for change in permutations(range(4))
    }
    return np.isin(numbers, sorted(alike))


def _numbers(cards: NDArray[Any]) -> NDArray[np.int64]:
    """One number a hand, whatever the order of its cards."""
    found: NDArray[np.int64] = np.bitwise_or.reduce(np.int64(1) << cards.astype(np.int64), axis=1)
    return found


def shown(t: Translator, table: Any) -> Any:
    """The table as people read it: cards with signs, actions by name."""
    columns = []
    for name, column in zip(table.column_names, table.columns, strict=True):
        if name in ("hand", "exchange"):
            texts = [_signed(text) for text in column.to_pylist()]
            column = pa.array(texts, pa.string())
        elif name == "best":
            names = {id: first_action_name(t, id) for id in pc.unique(column).to_pylist()}
            column = pa.array([names[id] for id in column.to_pylist()], pa.string())
        columns.append(column)
    return pa.table(columns, names=table.column_names)


def _signed(text: str | None) -> str:
    return "" if text is None else text.replace("T", "10").translate(_SIGNS)
