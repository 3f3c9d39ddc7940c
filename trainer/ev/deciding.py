"""A spot and what each action in it is worth, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from threading import Lock

import numpy as np

from trainer.cards import Card, n_cards, require_distinct
from trainer.engine.community import (
    Solution,
    check_size,
    lines_of,
    results_of,
    solve,
)
from trainer.engine.community_spots import Seen, Tally, tally
from trainer.engine.community_tables import BOARDS, FLOPS, N_DEALER, class_number, hand_tables
from trainer.errors import CardError, RoundError
from trainer.ev.plans import Plans, Stakes, plans_of
from trainer.games.community import dealt_five_row
from trainer.hands import read_hand
from trainer.rules import Action, Game, Stage

N_BOARD = 5
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Spot:
    """What a player sees: his cards and the board, and perhaps more than he should.

    `known` are cards that will come as turn or river, `exposed` the dealer's, `dead` are out of
    play.
    """

    player: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """One action: its expected net in antes, and what it gives up against the best."""

    action: str
    ev: Fraction
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Decision:
    """Every legal action of a spot, best first."""

    stage: Stage
    values: tuple[Value, ...]

    @property
    def best(self) -> Value:
        """The best action; of equal ones the one that puts out less at once."""
        return self.values[0]


def check_spot(game: Game, spot: Spot) -> Stage:
    """The decision that a spot is. Raises CardError or RoundError when it is none."""
    if len(spot.player) != 2:
        raise CardError(f"{n_cards(len(spot.player))}; expected 2", "player")
    stage = next((stage for stage in game.stages if stage.n_board == len(spot.board)), None)
    if stage is None:
        places = [f"{stage.n_board} ({stage.name})" for stage in game.stages]
        raise CardError(
            f"{n_cards(len(spot.board))}; {game.name} has decisions with {_either(places)}", "board"
        )
    n_known = min(2, N_BOARD - len(spot.board))
    if len(spot.known) > n_known:
        expected = "none, the board is complete" if not n_known else "1 or 2, the turn and river"
        raise CardError(f"{n_cards(len(spot.known))}; expected {expected}", "known_board")
    if len(spot.exposed) > 2:
        raise CardError(f"{n_cards(len(spot.exposed))}; the dealer has 2", "dealer")
    groups = {
        "player": spot.player,
        "board": spot.board,
        "known_board": spot.known,
        "dealer": spot.exposed,
        "dead": spot.dead,
    }
    require_distinct(tuple(groups.items()))
    left = 52 - sum(len(cards) for cards in groups.values())
    needed = N_BOARD - len(spot.board) - len(spot.known) + 2 - len(spot.exposed)
    if left < needed:
        raise RoundError(f"{n_cards(left)} left, and {needed} have yet to come", "dead")
    return stage


def _either(places: Sequence[str]) -> str:
    return " or ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)


def decide(
    game: Game,
    spot: Spot,
    sides: Stakes | None = None,
    ante: Fraction | None = None,
    progress: Progress | None = None,
) -> Decision:
    """The value of every action in a spot, with optimal play afterwards.

    `sides` are side stakes in antes. Microseconds after the river, milliseconds on the flop; before
    the flop a second or two when cards are seen, else a look into the solved game. Raises
    CardError, RoundError, RuleError.
    """
    stage = check_spot(game, spot)
    plans = plans_of(game, sides, ante)
    sums = _sums(plans, spot, stage, progress)
    order = {action.id: (action.times, n) for n, action in enumerate(stage.actions)}
    # Of equal values the action that puts out less at once.
    ranked = sorted(sums.items(), key=lambda item: (-item[1], order[item[0]]))
    best = ranked[0][1]
    return Decision(stage, tuple(Value(id, ev, best - ev) for id, ev in ranked))


_solutions: dict[tuple[object, ...], Solution] = {}
_lock = Lock()
_MOST = 4  # of 14 MB each


def solution_of(plans: Plans) -> Solution:
    """The solved game of some plans; the last few are kept."""
    key = plans.key
    with _lock:
        found = _solutions.pop(key, None)
        if found is None:
            found = solve(plans.nets)
            while len(_solutions) >= _MOST:
                del _solutions[next(iter(_solutions))]
        _solutions[key] = found
    return found


def _sums(plans: Plans, spot: Spot, stage: Stage, progress: Progress | None) -> dict[str, Fraction]:
    """The value of each action of a stage in antes."""
    more_seen = bool(spot.known or spot.exposed or spot.dead)
    if stage.n_board < N_BOARD and not more_seen and plans.beaten is None:
        if stage.n_board == 0:
            return _from_solution(plans, spot, stage, solution_of(plans))
        found = _solutions.get(plans.key)
        if found is not None:
            return _from_solution(plans, spot, stage, found)
    return _from_tally(plans, spot, stage, progress)


def _from_solution(
    plans: Plans, spot: Spot, stage: Stage, solution: Solution
) -> dict[str, Fraction]:
    if stage.n_board == 0:
        number = class_number(*spot.player)
        parts = int(hand_tables().class_size[number]) * FLOPS * BOARDS * N_DEALER * plans.scale
        sums = {action.id: int(solution.early[n, number]) for n, action in enumerate(_early(plans))}
        sums |= {action.id: int(solution.waiting[number]) for action in _waits(stage)}
    else:
        parts = BOARDS * N_DEALER * plans.scale
        first, bet = solution.at_flop(spot.player, spot.board)
        dealt = _dealt(plans, spot)
        sums = {
            action.id: bet + dealt[1] * BOARDS * N_DEALER
            if action.bet
            else first + dealt[0] * BOARDS * N_DEALER
            for action in stage.actions
        }
    return {id: Fraction(total, parts) for id, total in sums.items()}


def _early(plans: Plans) -> tuple[Action, ...]:
    return plans.bets[plans.n_parts :]


def _waits(stage: Stage) -> tuple[Action, ...]:
    return tuple(action for action in stage.actions if not action.bet)


def _dealt(plans: Plans, spot: Spot) -> tuple[int, int]:
    """What bets on hand and flop net, by a fold and otherwise."""
    if plans.nets.dealt is None or len(spot.board) < 3:
        return 0, 0
    row = dealt_five_row(read_hand((*spot.player, *spot.board[:3])))
    return int(plans.nets.dealt[0, row]), int(plans.nets.dealt[1, row])


def _from_tally(
    plans: Plans, spot: Spot, stage: Stage, progress: Progress | None
) -> dict[str, Fraction]:
    nets, n_board = plans.nets, stage.n_board
    check_size(nets)
    seen = Seen(spot.player, spot.board, spot.known, spot.exposed, spot.dead)
    n_left = 52 - sum(len(group) for group in seen)
    n_free = N_BOARD - n_board - len(spot.known)
    n_dealer = comb(n_left - n_free, 2 - len(spot.exposed))
    undecided = nets.later and n_board < N_BOARD
    found = tally(
        seen,
        nets.threshold,
        lines_of(nets.bets[: 2 if undecided else 0], n_dealer),
        np.tile(nets.fold * n_dealer, 2),
        losers=plans.beaten is not None,
        progress=progress,
    )
    return _priced(plans, spot, stage, found)


def _priced(plans: Plans, spot: Spot, stage: Stage, found: Tally) -> dict[str, Fraction]:
    nets, everything = plans.nets, found.n_boards * found.n_dealer
    counts = results_of(found.counted, found.n_dealer)
    dealt = _dealt(plans, spot)
    beaten = 0
    if plans.beaten is not None:
        beaten = sum(int(n) * int(net) for n, net in zip(found.losers, plans.beaten, strict=True))
    sums: dict[str, Fraction] = {}
    for action in stage.actions:
        if action.bet:
            net = nets.bets[plans.bets.index(action)]
            total = sum(int(n) * int(x) for n, x in zip(counts.flat, net.flat, strict=True))
            value = Fraction(total, everything) + dealt[1]
        elif action.ends:
            rows = found.counted[:10, 3] + found.counted[10:, 3]
            total = sum(int(n) * int(x) for n, x in zip(rows, nets.fold, strict=True))
            value = Fraction(total, found.n_boards) + dealt[0]
        else:
            value = Fraction(found.waiting, everything * found.n_flops) + dealt[1]
        sums[action.id] = (value + Fraction(beaten, everything)) / plans.scale
    return sums
