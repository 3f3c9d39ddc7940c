"""The house edge of a five-card game under optimal play, and everything that goes with it.

The engine says how often a round ends in each way; what that means in money and words is read off
here. Rounds raised against a dealer without a game are reported as won, whichever hand is higher:
it changes nothing there, and the engine does not look.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from trainer.engine.draw_game import Ending, GameValue
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN, DrawRules
from trainer.errors import RuleError, StakeError
from trainer.ev.five_card import five_card_rules
from trainer.games.stud import FEE, RAISE, most_insurance
from trainer.rules import Bet, Game
from trainer.solve.bonus import bonus_value, needs_bought
from trainer.solve.chunks import N_CHUNKS, Progress, seconds_for, solve_game
from trainer.solve.edges import Edge, SideBet
from trainer.solve.endings import FOLD_WAY, fee_of, net_of
from trainer.solve.executors import Executor
from trainer.solve.pieces import n_kept

ZERO = Fraction(0)
ALL = "play"  # what is reused when no piece had to be solved
INSURED = ("insured", "insured-bought")
BOUGHT = ("bought", "insured-bought")
_SHOWDOWNS = {NO_GAME: "win-no-game", WIN: "win", TIE: "tie", LOSE: "lose"}


@dataclass(frozen=True, slots=True)
class FiveCardEdge(Edge):
    """A five-card game solved, in antes a round.

    `actions` are shares of rounds by first action, `raises` the part of each that then raises.
    `insured` and `bought` are shares of all rounds.
    """

    raises: Mapping[str, Fraction]
    insured: Fraction
    bought: Fraction


def edge_five_card(
    game: Game,
    sides: Mapping[str, Fraction] | None = None,
    progress: Progress | None = None,
    *,
    executor: Executor | None = None,
    keep: bool = True,
    with_bonus: bool = True,
) -> FiveCardEdge:
    """The exact edge of a five-card game: minutes of all cores, at once when it was solved.

    `sides` are side stakes in antes: a bonus that no decision touches is added. `progress` hears
    how many of the thirteen upcards are done. Without `with_bonus` no bonus is valued. Raises
    RuleError, StakeError, SolveError.
    """
    started = time.perf_counter()
    if not game.five_card:
        raise RuleError(f"{game.name} has a shared board and is solved elsewhere", "game")
    bonus = bonus_of(game) if with_bonus else None
    with_bought = wants_bought(game) if with_bonus else False
    for id in sides or {}:
        if bonus is None or id != bonus.id:
            expected = "none" if bonus is None else bonus.id
            raise StakeError(f"{id!r} is no side bet that is solved; expected {expected}", "--side")
    if sides and with_bought:
        raise RuleError(
            "a bonus on the bought card changes what is bought, and that play is not solved; "
            "expected no stake on it",
            "--side",
        )
    rules = five_card_rules(game)
    solved = solve_game(rules, progress or _ignore, executor, with_bought=with_bought, keep=keep)
    found = solved.game
    side_bets = {}
    if bonus is not None:
        side_bets[bonus.id] = SideBet(*bonus_value(bonus, solved.bought))
    staked = sum((stake * side_bets[id].ev for id, stake in (sides or {}).items()), ZERO)
    mean, square, wager = _moments(game, rules, found)
    assert mean == found.value, "the endings of all upcards are not worth what the game is"
    return FiveCardEdge(
        game=game,
        sides=dict(sides or {}),
        ante=None,
        ev=found.value + staked,
        main=found.value,
        average_wager=wager + sum((sides or {}).values(), ZERO),
        variance=None if sides else square - mean * mean,
        actions=_in_order(found.shares),
        outcomes=_outcomes(game, found),
        side_bets=side_bets,
        reused=_reused(solved.reused),
        seconds=time.perf_counter() - started,
        raises=_in_order({id: _raised(found, id) for id in found.shares}),
        insured=_share(found, INSURED),
        bought=_share(found, BOUGHT),
    )


def usual_seconds(game: Game) -> float:
    """About how long this machine takes for what is not solved yet of a house."""
    return seconds_for(game, N_CHUNKS - n_solved(game))


def _ignore(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


def bonus_of(game: Game) -> Bet | None:
    """The bonus bet of a house; None where it has none."""
    return next((bet for bet in game.bets if bet.id == "bonus"), None)


def wants_bought(game: Game) -> bool:
    """Whether a house has a bonus on the bought card: then the sixth cards are counted as well."""
    bonus = bonus_of(game)
    return bonus is not None and needs_bought(bonus) and game.variant.rules["sixth"] == "yes"


def n_solved(game: Game) -> int:
    """How many of the thirteen upcards of a house were solved before."""
    return n_kept(five_card_rules(game), with_bought=wants_bought(game))


def _reused(ups: tuple[int, ...]) -> tuple[str, ...]:
    if len(ups) == N_CHUNKS:
        return (ALL,)
    return tuple(f"upcard {'23456789TJQKA'[up]}" for up in ups)


def _moments(game: Game, rules: DrawRules, found: GameValue) -> tuple[Fraction, Fraction, Fraction]:
    """Means of the net of a round, of its square, and of what is put out, in antes."""
    mean = square = wager = ZERO
    for ending, share in found.endings.items():
        net = Fraction(net_of(rules, ending), rules.scale)
        mean += share * net
        square += share * net * net
        wager += share * put_out(game, rules, ending)
    return mean, square, wager


def put_out(game: Game, rules: DrawRules, ending: Ending) -> Fraction:
    """What a round that ends so puts out, in antes: ante, fees, raise, insurance and purchase."""
    total = 1 + Fraction(fee_of(rules, ending.action), rules.scale)
    if ending.way == FOLD_WAY:
        return total
    total += RAISE
    if ending.way in INSURED:
        total += most_insurance(game.variant.rules, game.bet("bet"), ending.row)
    if ending.way in BOUGHT:
        total += FEE
    return total


def _share(found: GameValue, ways: tuple[str, ...]) -> Fraction:
    return sum((share for ending, share in found.endings.items() if ending.way in ways), ZERO)


def _raised(found: GameValue, action: str) -> Fraction:
    """The part of the rounds with a first action that end with a raise."""
    raised = sum(
        (
            share
            for ending, share in found.endings.items()
            if ending.action == action and ending.way != FOLD_WAY
        ),
        ZERO,
    )
    return raised / found.shares[action] if raised else ZERO


def _in_order(shares: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """First actions in one order: raise, sixth, exchanges by number of cards, fold."""
    order = ["raise", "sixth", *(f"exchange-{n}" for n in range(1, 6)), "fold"]
    return {id: shares[id] for id in order if id in shares}


def _outcomes(game: Game, found: GameValue) -> dict[str, dict[str, Fraction]]:
    """Shares of all rounds by showdown and row of the final hand."""
    rows = game.bet("bet").rows
    names = ("fold", "win", "tie", "lose", "win-no-game", "win-no-game-bought")
    outcomes: dict[str, dict[str, Fraction]] = {name: {} for name in names}
    for ending, share in found.endings.items():
        showdown, row = "fold", rows[ending.row]
        if ending.way != FOLD_WAY:
            showdown = _SHOWDOWNS[ending.result]
            if ending.way in BOUGHT and ending.result == NO_GAME:
                showdown += "-bought"
        of_showdown = outcomes[showdown]
        of_showdown[row] = of_showdown.get(row, ZERO) + share
    place = {row: n for n, row in enumerate(rows)}
    return {
        name: dict(sorted(found.items(), key=lambda item: place[item[0]]))
        for name, found in outcomes.items()
    }


# --- what each feature is worth ------------------------------------------------------------------

# The rules without a feature, the feature that is added last coming last.
WITHOUT = {
    "sixth": {"sixth": "no"},
    "exchange": {"exchange": "none"},
    "insurance": {"insurance": "none"},
    "purchase": {"purchase": "none"},
}


@dataclass(frozen=True, slots=True)
class Step:
    """A house with some of its features: which one was added last, and what that is worth."""

    feature: str  # `raise-or-fold` for the first
    edge: FiveCardEdge
    gain: Fraction


Rebuild = Callable[[Mapping[str, str]], Game]


def steps_of(game: Game, rebuild: Rebuild) -> dict[str, Game]:
    """A house built up: raise or fold alone, then each feature it has, the whole house at last.

    `rebuild` makes the house with other rules.
    """
    rules = game.variant.rules
    has = [id for id, without in WITHOUT.items() if any(rules[k] != v for k, v in without.items())]
    steps = {}
    for n, feature in enumerate(("raise-or-fold", *has)):
        gone = {rule: value for id in has[n:] for rule, value in WITHOUT[id].items()}
        steps[feature] = rebuild(gone)
    return steps


def feature_worth(
    game: Game,
    rebuild: Rebuild,
    progress: Progress | None = None,
    *,
    executor: Executor | None = None,
    keep: bool = True,
) -> tuple[Step, ...]:
    """What each feature of a house is worth to the player, added one after the other.

    Up to five whole solves; those done before cost nothing. `progress` hears of the upcards of all
    of them. Raises RuleError, SolveError.
    """
    report = progress or _ignore
    games = steps_of(game, rebuild)
    found: list[Step] = []
    for n, (feature, step) in enumerate(games.items()):

        def tell(done: int, of: int, n: int = n) -> None:
            report(n * N_CHUNKS + done, len(games) * of)

        edge = edge_five_card(step, None, tell, executor=executor, keep=keep, with_bonus=False)
        before = found[-1].edge.ev if found else edge.ev
        found.append(Step(feature, edge, edge.ev - before))
    return tuple(found)
