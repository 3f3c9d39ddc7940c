"""From a game and the stakes to integers: the only money that the engine sees.

A plan is a final stake vector: the bets that are always out, and one play bet. What it nets is
made by `price`, for every showdown and row; with the size of the ante in money the house's rounding
and cap come after it, as in a settlement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from trainer.engine.community import RESULTS, Nets
from trainer.engine.community_tables import Ints
from trainer.errors import RuleError, StakeError
from trainer.games.community import DEALT_FIVE_ROWS, HANDS, LOSER_ROWS
from trainer.houses import at_the_house
from trainer.money import format_money
from trainer.rules import (
    GAME,
    NO_GAME,
    Action,
    Bet,
    Deal,
    Game,
    Reading,
    Settlement,
    Showdown,
    payoffs,
    price,
)

ZERO = Fraction(0)
Stakes = Mapping[str, Fraction]

# The engine's six results in its order, and its rows: what the arrays below are laid out by.
_RESULTS = (*NO_GAME, *GAME)
_ROWS = {"final": HANDS, "dealt-five": DEALT_FIVE_ROWS, "loser": LOSER_ROWS}
assert tuple(RESULTS) == tuple(
    f"{showdown.result}-no-game" if showdown in NO_GAME else showdown.result
    for showdown in _RESULTS
)


@dataclass(frozen=True, slots=True, eq=False)
class Plans:
    """A community game's decisions, and what they net in units of 1 / `scale` antes.

    `bets` are the actions in the order of `nets.bets`: the one on the flop, the one after the river
    if there is one, those before the flop. `beaten` nets by the losing hand's row, ties first,
    whatever the player does; None when no such bet is staked. `put_out` are all stakes of each bet,
    and of a fold last.
    """

    game: Game
    sides: Stakes
    ante: Fraction | None
    scale: int
    nets: Nets
    bets: tuple[Action, ...]
    beaten: Ints | None
    put_out: tuple[Fraction, ...]

    @property
    def n_parts(self) -> int:
        """How many of the bets come on the flop or later."""
        return 2 if self.nets.later else 1

    @property
    def key(self) -> tuple[object, ...]:
        """What the play depends on: equal keys, equal decisions and counts."""
        nets = self.nets
        dealt = b"" if nets.dealt is None else nets.dealt.tobytes()
        return (nets.bets.shape, nets.bets.tobytes(), nets.fold.tobytes(), nets.later,
                nets.threshold, dealt)  # fmt: skip


_cache: dict[tuple[object, ...], Plans] = {}
_MOST = 64


def plans_of(game: Game, sides: Stakes | None = None, ante: Fraction | None = None) -> Plans:
    """A game's plans, with side stakes in antes.

    `ante` is its size in money; with it the house's rounding and cap are in the nets. Raises
    RuleError for a game without a shared board.
    """
    staked = {id: stake for id, stake in (sides or {}).items() if stake}
    key = (id(game), tuple(sorted(staked.items())), ante)
    found = _cache.get(key)
    if found is None or found.game is not game:  # an id may come again once its game is gone
        found = _make(game, staked, ante)
        if len(_cache) >= _MOST:
            _cache.clear()
        _cache[key] = found
    return found


def side_stakes(game: Game, stakes: Stakes) -> dict[str, Fraction]:
    """The side stakes among stakes, in antes. Raises StakeError when they are none of this game."""
    ante = stakes.get("ante", ZERO)
    bets = {bet.id: bet for bet in game.bets}
    result: dict[str, Fraction] = {}
    for id, stake in stakes.items():
        if id not in bets:
            raise StakeError(
                f"{id!r} is no bet here ({game.name}, {game.variant.id}); expected one of "
                + ", ".join(bet.id for bet in game.bets if bet.size.when != "raised"),
                id,
            )
        if stake < 0:
            raise StakeError("a stake cannot be negative", id)
        if bets[id].size.when == "raised":
            raise StakeError("this bet is what the actions are about; expected no stake", id)
        if bets[id].kind == "side":
            if not ante:
                raise StakeError("there is no ante to compare with; expected its stake", "ante")
            result[id] = stake / ante
        elif id != "ante" and ante and stake not in [ante * times for times in bets[id].size.times]:
            legal = " or ".join(format_money(ante * times) for times in bets[id].size.times)
            raise StakeError(f"the stake is {format_money(stake)}; expected {legal}", id)
    if stakes and not ante:
        raise StakeError("there is no ante; expected an amount above 0", "ante")
    return result


def _make(game: Game, sides: Stakes, ante: Fraction | None) -> Plans:
    if game.five_card or len(game.stages) not in (1, 3):
        raise RuleError(f"expected values of {game.name} are not computed here", "game")
    groups = _groups(game, sides)
    always = {
        bet.id: bet.size.times[0] if bet.size.times else Fraction(1)
        for bet in groups["final"]
        if bet.size.when == "always"
    }
    stages = {stage.n_board: stage for stage in game.stages}
    bets = [action for action in stages[3].actions if action.bet]
    bets += [action for action in stages[5].actions if action.bet] if 5 in stages else []
    bets += [action for action in stages[0].actions if action.bet] if 0 in stages else []
    assert len(bets) >= len(stages), "a decision without a bet"
    staked = {**always, **{bet.id: sides[bet.id] for bet in groups["final"] if bet.id in sides}}
    plans = [{**staked, str(action.bet): action.times} for action in bets]

    tables: dict[str, Any] = {"final": _nets(game, groups["final"], [staked, *plans], ante)}
    for reads in ("dealt-five", "loser"):
        if groups[reads]:
            plan = {bet.id: sides[bet.id] for bet in groups[reads]}
            tables[reads] = _nets(game, groups[reads], [plan], ante)
    if ante is not None:
        _check_cap(game, tables, [*plans, sides], ante)
    scale = lcm(*(n.denominator for table in tables.values() for n in table.flat))

    def whole(reads: str) -> Ints:
        scaled = tables[reads] * scale
        bound = max((abs(n) for n in scaled.flat), default=ZERO)
        if bound >= 2**62:
            raise RuleError("the payouts of this game are too large for exact sums in 64 bits")
        return np.asarray(scaled, dtype=np.int64)

    final = whole("final")
    nets = Nets(
        np.ascontiguousarray(final[1:, _RESULTS]),
        np.ascontiguousarray(final[0, Showdown.FOLD]),
        5 in stages,
        int(game.qualifies),
        _dealt(whole("dealt-five")) if groups["dealt-five"] else None,
    )
    total = sum(sides.values(), ZERO)
    base = sum(always.values(), ZERO) + total
    return Plans(
        game=game,
        sides=dict(sides),
        ante=ante,
        scale=scale,
        nets=nets,
        bets=tuple(bets),
        beaten=_beaten(whole("loser")) if groups["loser"] else None,
        put_out=(*(base + action.times for action in bets), base),
    )


def _groups(game: Game, sides: Stakes) -> dict[str, list[Bet]]:
    """The main bets and the side bets that are staked, by the row function they read."""
    groups: dict[str, list[Bet]] = {"final": [], "dealt-five": [], "loser": []}
    for bet in game.bets:
        if bet.kind == "main" or bet.id in sides:
            groups[bet.reads].append(bet)
    for reads, bets in groups.items():
        assert all(bet.rows == _ROWS[reads] for bet in bets), f"rows of {reads} in another order"
    return groups


def _nets(game: Game, bets: Sequence[Bet], plans: Sequence[Stakes], ante: Fraction | None) -> Any:
    """Nets in antes as fractions, [plan, showdown, row]; 0 where a plan cannot get to."""
    if ante is None:
        made = payoffs(game, plans, bets)
        return np.array(made.net, dtype=object) * Fraction(1, made.scale)
    nets = np.full((len(plans), len(Showdown), len(bets[0].rows)), ZERO, dtype=object)
    for n, plan in enumerate(plans):
        staked = {id: stake * ante for id, stake in plan.items()}
        for showdown in Showdown:
            for row in range(len(bets[0].rows)):
                settled = _settled(game, bets, staked, showdown, row)
                nets[n, showdown, row] = settled.net / ante if settled else ZERO
    return nets


def _settled(
    game: Game, bets: Iterable[Bet], stakes: Stakes, showdown: Showdown, row: int
) -> Settlement | None:
    """Some bets settled in money, by the rules and the house; None where that cannot come."""
    staked = [bet for bet in bets if stakes.get(bet.id)]
    if any(bet.cells[showdown][row] is None for bet in staked):
        return None
    rows = {bet.reads: row for bet in staked}
    lines = price(staked, stakes, showdown, showdown, rows)
    reading = Reading(None, None, showdown, showdown, dict(rows), None)
    folded = showdown is Showdown.FOLD
    return at_the_house(Settlement(game, Deal(()), folded, reading, lines))


def _check_cap(
    game: Game, tables: Mapping[str, object], plans: Sequence[Stakes], ante: Fraction
) -> None:
    """Raise RuleError when the cap on a payout could cut bets that read different hands."""
    cap = game.variant.house.max_payout
    if cap is None or len(tables) == 1:
        return
    highest = ZERO
    for bet in game.bets:
        stake = max((plan.get(bet.id, ZERO) for plan in plans), default=ZERO) * ante
        odds = (cell.odds for column in bet.cells for cell in column if cell is not None)
        highest += stake * max(odds)
    if highest > cap:
        raise RuleError(
            f"a round can pay {format_money(highest)}, more than the house's cap of "
            f"{format_money(cap)}, through bets that read different hands; such a cut has no exact "
            "value here. Leave out these side bets, or the ante's size",
            "ante",
        )


def _dealt(nets: Ints) -> Ints:
    """Nets of bets on hand and flop, int64[fold or not, row]; they ignore the dealer."""
    played = nets[0][list(_RESULTS)]
    assert (played == played[0]).all(), "a bet on hand and flop that depends on the dealer"
    return np.stack([nets[0][Showdown.FOLD], played[0]])


def _beaten(nets: Ints) -> Ints:
    """Nets of bets on the losing hand, int64[row]; they ignore what the player does."""
    reached = nets[0][[Showdown.FOLD, *_RESULTS]]
    assert (reached == reached[0]).all(), "a bet on the losing hand that depends on the player"
    return np.ascontiguousarray(reached[0])
