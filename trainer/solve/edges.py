"""The house edge of a whole game under optimal play, with everything that goes with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trainer.engine.community import RESULTS
from trainer.engine.community_flops import SPLIT
from trainer.engine.community_play import Counts, count_all_in, count_play
from trainer.engine.community_tables import BOARDS, FLOPS, N_DEALER, N_HANDS, ROUNDS, Ints
from trainer.errors import RuleError
from trainer.ev import Plans, plans_of, solution_of
from trainer.rules import GAME, NO_GAME, Bet, Game, Showdown, payoffs
from trainer.solve.store import digest_of, digest_of_plans, load_arrays, save_arrays

ZERO = Fraction(0)
PLAY, ALL_IN = "play", "all hands to the end"
_RESULTS = (*NO_GAME, *GAME)
_BOARD_DEALS = BOARDS * N_DEALER

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side bet per unit staked, under the play of the main game."""

    ev: Fraction
    hit_rate: Fraction

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit."""
        return -self.ev


@dataclass(frozen=True, slots=True)
class Edge:
    """A game solved, in antes a round. With side stakes everything is of main game and sides.

    `main` is the main game's own expected net under this play. `variance` is None where it is not
    counted (a staked bet on the losing hand). `reused` names what came from an earlier solve.
    """

    game: Game
    sides: Mapping[str, Fraction]
    ante: Fraction | None
    ev: Fraction
    main: Fraction
    average_wager: Fraction
    variance: Fraction | None
    actions: Mapping[str, Fraction]
    outcomes: Mapping[str, Mapping[str, Fraction]]
    side_bets: Mapping[str, SideBet]
    reused: tuple[str, ...]
    seconds: float

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps, in antes a round."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is put out."""
        return self.house_edge / self.average_wager

    @property
    def standard_deviation(self) -> float | None:
        """Of the net of a round, in antes."""
        return None if self.variance is None else float(self.variance) ** 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _Play:
    """How often everything happens, and what was found before instead of counted now."""

    counts: Counts
    all_in: Ints
    reused: tuple[str, ...]


def edge(
    game: Game,
    sides: Mapping[str, Fraction] | None = None,
    ante: Fraction | None = None,
    progress: Progress | None = None,
    *,
    keep: bool = True,
) -> Edge:
    """The exact edge of a game with a shared board; under a second, instant when it was solved.

    `sides` are side stakes in antes that are played together with the main game; `ante` is its size
    in money, for the house's rounding and cap. Without `keep` nothing is read or written on disk.
    Raises RuleError.
    """
    started = time.perf_counter()
    if game.five_card:
        raise RuleError(f"the edge of {game.name} is not computed here", "game")
    plans = plans_of(game, sides, ante)
    play = _play(plans, progress or _ignore, keep)
    counts, all_in = play.counts, play.all_in
    # A folded hand's row counts as if the board had come out: all hands less those played.
    folded = all_in.sum(axis=0) - counts.bets.sum(axis=(0, 1))
    main = plans if not plans.sides else plans_of(game, None, ante)
    ev, variance = _moments(plans, counts, all_in)
    shares = _shares(plans, counts, folded)
    return Edge(
        game=game,
        sides=plans.sides,
        ante=ante,
        ev=ev,
        main=ev if main is plans else _moments(main, counts, all_in)[0],
        average_wager=sum(
            (share * out for share, out in zip(shares.values(), plans.put_out, strict=True)), ZERO
        ),
        variance=variance,
        actions=_in_order(game, shares),
        outcomes=_outcomes(game, counts, folded),
        side_bets={
            bet.id: _side_bet(game, bet, counts, folded, all_in)
            for bet in game.bets
            if bet.kind == "side"
        },
        reused=play.reused,
        seconds=time.perf_counter() - started,
    )


def _ignore(_: float) -> None:
    """Progress that nobody watches."""


# What was counted in this process, by name.
_plays: dict[str, Counts] = {}
_all_in: dict[int, Ints] = {}
_MOST = 64  # of some kilobytes each


def _play(plans: Plans, progress: Progress, keep: bool) -> _Play:
    reused = []
    progress(0.0)
    name = digest_of_plans(plans)
    counts = _plays.get(name)
    if counts is None and keep:
        counts = _counts_from(load_arrays("plays", name), plans)
    if counts is not None:
        reused.append(PLAY)
    else:
        counts = _count(plans, progress)
        if keep:
            save_arrays("plays", name, counts._asdict())
    if len(_plays) >= _MOST:
        _plays.clear()
    _plays[name] = counts
    progress(0.9)
    all_in, found = _all_hands(plans.nets.threshold, keep)
    if found:
        reused.append(ALL_IN)
    progress(1.0)
    return _Play(counts, all_in, tuple(reused))


def _all_hands(threshold: int, keep: bool) -> tuple[Ints, bool]:
    """Counts of all hands played to the end, and whether they were there."""
    if threshold in _all_in:
        return _all_in[threshold], True
    name = digest_of("all-in", threshold)
    kept = (load_arrays("plays", name) or {}).get("all_in") if keep else None
    if kept is not None and kept.shape == (6, 10) and int(kept.sum()) == ROUNDS:
        _all_in[threshold] = kept
        return kept, True
    _all_in[threshold] = count_all_in(threshold)
    if keep:
        save_arrays("plays", name, {"all_in": _all_in[threshold]})
    return _all_in[threshold], False


def _counts_from(found: dict[str, Ints] | None, plans: Plans) -> Counts | None:
    """Counts that were read from a file; None when they do not add up."""
    if found is None or set(found) != set(Counts._fields):
        return None
    counts = Counts(**found)
    if counts.bets.shape != plans.nets.bets.shape or counts.folded.shape != (10,):
        return None
    return counts if int(counts.bets.sum() + counts.folded.sum()) == ROUNDS else None


def _count(plans: Plans, progress: Progress) -> Counts:
    """The game solved and counted."""
    solution = solution_of(plans)
    progress(0.5)
    n_parts = plans.n_parts
    early = np.full(solution.waiting.shape[0], -1, dtype=np.int64)
    best = solution.waiting.copy()
    # Of equal bets the smaller one; none is taken unless it is better than waiting.
    order = sorted(range(len(plans.bets) - n_parts), key=lambda n: plans.bets[n_parts + n].times)
    for n in order:
        better = solution.early[n] > best
        early[better] = n
        best[better] = solution.early[n][better]
    counts = count_play(solution, early)
    assert int(counts.bets.sum() + counts.folded.sum()) == ROUNDS, "rounds were lost"
    return counts


def _dot(counts: Ints, nets: Ints, power: int = 1) -> int:
    return sum(
        int(n) * int(net) ** power for n, net in zip(counts.flat, nets.flat, strict=True) if n
    )


def _moments(plans: Plans, counts: Counts, all_in: Ints) -> tuple[Fraction, Fraction | None]:
    """Expected net in antes a round, and its variance."""
    nets = plans.nets
    first, second = (
        _dot(counts.bets, nets.bets, power) + _dot(counts.folded, nets.fold, power)
        for power in (1, 2)
    )
    if nets.dealt is not None:
        fold, played = nets.dealt
        first += _dot(counts.dealt, nets.dealt) * _BOARD_DEALS
        second += _dot(counts.dealt, nets.dealt, 2) * _BOARD_DEALS
        high, low = counts.dealt_sums
        second += 2 * ((_dot(high, played) << SPLIT) + _dot(low, played))
        second += 2 * int(nets.fold[0]) * _dot(counts.dealt[0], fold) * _BOARD_DEALS
    if plans.beaten is not None:
        first += _dot(_losers(all_in), plans.beaten)
    ev = Fraction(first, ROUNDS * plans.scale)
    if plans.beaten is not None:
        return ev, None
    return ev, Fraction(second, ROUNDS * plans.scale**2) - ev * ev


def _losers(all_in: Ints) -> Ints:
    """How often each hand loses a showdown, ties first: either side as often as the other."""
    lost = all_in[RESULTS.index("lose")] + all_in[RESULTS.index("lose-no-game")]
    tied = all_in[RESULTS.index("tie")] + all_in[RESULTS.index("tie-no-game")]
    return np.concatenate([[tied.sum()], 2 * lost])


def _shares(plans: Plans, counts: Counts, folded: Ints) -> dict[str, Fraction]:
    """Shares of rounds by their last action, in the order of the plans, a fold last."""
    shares = {
        action.id: Fraction(int(counts.bets[n].sum()), ROUNDS)
        for n, action in enumerate(plans.bets)
    }
    fold = next(a.id for stage in plans.game.stages for a in stage.actions if a.ends and not a.bet)
    return {**shares, fold: Fraction(int(folded.sum()), ROUNDS)}


def _in_order(game: Game, shares: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Shares with the largest bets first, in the order of the stages."""
    actions = {a.id: (n, -a.times) for n, s in enumerate(game.stages) for a in s.actions}
    return {id: shares[id] for id in sorted(shares, key=lambda id: actions[id])}


def _outcomes(game: Game, counts: Counts, folded: Ints) -> dict[str, dict[str, Fraction]]:
    rows = next(bet for bet in game.bets if bet.reads == "final").rows
    by_result = {"fold": folded}
    results = counts.bets.sum(axis=0)
    for name in ("win", "tie", "lose", "win-no-game", "tie-no-game", "lose-no-game"):
        by_result[name] = results[RESULTS.index(name)]
    return {
        name: {row: Fraction(int(n), ROUNDS) for row, n in zip(rows, found, strict=True) if n}
        for name, found in by_result.items()
    }


def _side_bet(game: Game, bet: Bet, counts: Counts, folded: Ints, all_in: Ints) -> SideBet:
    """One unit on a side bet while the main game is played as it is."""
    made = payoffs(game, [{bet.id: Fraction(1)}], [bet])
    nets = np.array(made.net[0], dtype=object)
    played = nets[list(_RESULTS)]
    pairs: list[tuple[Ints, Ints]]
    rounds = ROUNDS
    if bet.reads == "final":
        pairs = [(counts.bets.sum(axis=0), played), (folded, nets[Showdown.FOLD])]
    elif bet.reads == "dealt-five":
        pairs = [(counts.dealt[0], nets[Showdown.FOLD]), (counts.dealt[1], played[0])]
        rounds = N_HANDS * FLOPS
    else:
        pairs = [(_losers(all_in), played[0])]
    total = sum(_dot(n, net) for n, net in pairs)
    hits = sum(
        int(n)
        for found, net in pairs
        for n, one in zip(found.flat, net.flat, strict=True)
        if one > 0
    )
    return SideBet(Fraction(total, rounds * made.scale), Fraction(hits, rounds))
