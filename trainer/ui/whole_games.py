"""Five-card games as the pages ask for them: what is solved is read, what is not is named.

Nothing here starts minutes of work: `Task`s do, when a visitor presses a button.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

from trainer.games import build, variants
from trainer.locale import Translator
from trainer.rules import Game, Paytable
from trainer.ui.background import Report, Task

NICENESS = 10  # of the processes that solve: the pages come first
MOST = 64

_lock = Lock()
_documents: OrderedDict[str, dict[str, Any]] = OrderedDict()


class _NotSolved(Exception):
    """A file that was there is not readable after all."""


class _Nobody:
    """Does no work: whatever is asked of it is not solved yet."""

    def results(
        self, _work: Callable[..., Any], _asked: Sequence[Any], _beat: Callable[[], None]
    ) -> Iterator[Any]:
        """Nothing."""
        raise _NotSolved


def game_of(game_id: str, house_id: str, tables: Mapping[str, Paytable]) -> Game:
    """A house, or the same with other tables for some bets."""
    return build(game_id, house_id, None, tables or None)


def found_edge(game: Game) -> dict[str, Any] | None:
    """The `edge` document of a house that was solved before; None for another one."""
    from trainer.documents.edges import edge_document
    from trainer.ev.five_card import five_card_rules
    from trainer.solve.chunks import N_CHUNKS
    from trainer.solve.five_card import edge_five_card, n_solved
    from trainer.solve.pieces import name_of

    sides = [(bet.id, bet.cells[0]) for bet in game.bets if bet.kind == "side"]
    key = name_of(five_card_rules(game), game.id, game.variant.id, repr(sides))
    with _lock:
        if key in _documents:
            return _documents[key]
    if n_solved(game) < N_CHUNKS:
        return None
    try:
        found = edge_document(edge_five_card(game, executor=_Nobody()))
    except _NotSolved:
        return None
    with _lock:
        _documents[key] = found
        while len(_documents) > MOST:
            _documents.popitem(last=False)
    return found


def seconds_of(game: Game) -> float:
    """About how long it takes to solve what is missing of a house."""
    from trainer.solve.five_card import usual_seconds

    return usual_seconds(game)


def edge_task(t: Translator, games: Mapping[str, Game]) -> Task:
    """Solve houses, by name, one after the other."""
    from trainer.ev.five_card import five_card_rules
    from trainer.solve.chunks import N_CHUNKS
    from trainer.solve.executors import Processes
    from trainer.solve.five_card import edge_five_card, wants_bought
    from trainer.solve.pieces import name_of

    def work(report: Report) -> None:
        for n, game in enumerate(games.values()):

            def tell(done: int, of: int, n: int = n) -> None:
                report(n * N_CHUNKS + done, len(games) * of)

            edge_five_card(game, None, tell, executor=Processes(niceness=NICENESS))

    names = list(games)
    title = names[0] if len(names) == 1 else t.n("{n} house", "{n} houses", len(names))
    key = "edge " + " ".join(
        name_of(five_card_rules(game), wants_bought(game)) for game in games.values()
    )
    seconds = sum(seconds_of(game) for game in games.values())
    return Task(key, title, N_CHUNKS * len(games), seconds, work)


def steps_of(game: Game) -> dict[str, Game]:
    """A house built up, by the feature that was added last; without any bonus."""
    from trainer.solve.five_card import steps_of as solve_steps

    def rebuild(rules: Mapping[str, str]) -> Game:
        return build(game.id, game.variant.id, {**rules, "bonus": "none"})

    return solve_steps(game, rebuild)


def found_features(game: Game) -> list[tuple[str, dict[str, Any]]] | None:
    """The `edge` documents of a house built up, by feature; None when one is not solved yet."""
    steps = {feature: found_edge(step) for feature, step in steps_of(game).items()}
    found = [(feature, document) for feature, document in steps.items() if document is not None]
    return found if len(found) == len(steps) else None


def houses_of(game_id: str) -> dict[str, Game]:
    """All houses of a game, by id."""
    return {house.id: build(game_id, house.id) for house in variants(game_id)}


# --- the table of the first decision -------------------------------------------------------------


def n_parts_of_table(game: Game) -> tuple[int, int]:
    """How many parts of the table are there, and how many there are in all."""
    from trainer.solve.chunks import N_CHUNKS
    from trainer.solve.deals import n_kept_parts

    return n_kept_parts(game), N_CHUNKS


def table_seconds(game: Game) -> float:
    """About how long it takes to compute what is missing of the table."""
    from trainer.solve.deals import usual_table_seconds

    return usual_table_seconds(game)


def table_task(game: Game, title: str) -> Task:
    """Compute the table of a house."""
    from trainer.solve.chunks import N_CHUNKS
    from trainer.solve.deals import deals_path, kept_deals
    from trainer.solve.executors import Processes

    def work(report: Report) -> None:
        kept_deals(game, report, executor=Processes(niceness=NICENESS))

    key = f"table {deals_path(game).stem}"
    return Task(key, title, N_CHUNKS, table_seconds(game), work)


_shares: OrderedDict[str, Any] = OrderedDict()
_rows: OrderedDict[tuple[str, int], Any] = OrderedDict()
MOST_ROWS = 4  # of 40 MB each


def shares_of(game: Game, report: Callable[[float], None]) -> Any:
    """The chart's figures of a table that is there, read once."""
    from trainer.solve.deals import deals_path, row_groups
    from trainer.ui.deal_chart import count

    path = deals_path(game)
    with _lock:
        if path.name in _shares:
            return _shares[path.name]
    found = count(row_groups(path), report)
    with _lock:
        _shares[path.name] = found
        while len(_shares) > MOST:
            _shares.popitem(last=False)
    return found


def rows_of(game: Game, up: int) -> Any:
    """The rows of a table behind one upcard rank, with the cost of the second best action."""
    from trainer.solve.deals import deals_path, row_group
    from trainer.ui.deal_rows import with_gap

    path = deals_path(game)
    key = path.name, up
    with _lock:
        if key in _rows:
            return _rows[key]
    found = with_gap(row_group(path, up).combine_chunks())
    with _lock:
        _rows[key] = found
        while len(_rows) > MOST_ROWS:
            _rows.popitem(last=False)
    return found
