"""From a deal and stakes to what is paid, returned and taken.

`price` is the only place where stakes meet odds. `settle` reads one cell a bet; `payoffs` prices
every plan, showdown and row at once for the expected-value engine, through the same function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from trainer.cards import Card, rank_of
from trainer.errors import RoundError, StakeError
from trainer.hands import Hand
from trainer.money import LOST, format_exact
from trainer.rules.vocabulary import Bet, Deal, Game, Reading, Showdown

Stakes = Mapping[str, Fraction]
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Line:
    """What one bet does. `net = paid - taken` and `stake = returned + taken`, always.

    `row` is the paytable row that was read, None when the cell is the same for every hand.
    `capped_from` and `rounded_from` hold what was paid before the house's cap or rounding.
    """

    bet: str
    stake: Fraction
    odds: Fraction
    reason: str
    paid: Fraction
    returned: Fraction
    taken: Fraction
    row: str | None = None
    capped_from: Fraction | None = None
    rounded_from: Fraction | None = None

    @property
    def net(self) -> Fraction:
        """The player's profit or loss on this bet."""
        return self.paid - self.taken

    @property
    def outcome(self) -> str:
        """`win`, `push` or `lose`, by the odds."""
        return "win" if self.odds > 0 else "lose" if self.odds == LOST else "push"


@dataclass(frozen=True, slots=True)
class Settlement:
    """One box settled: the reading of its cards and a line for each bet."""

    game: Game
    deal: Deal
    folded: bool
    reading: Reading
    lines: tuple[Line, ...]
    deciding: tuple[Card, ...] = field(default=())

    @property
    def paid(self) -> Fraction:
        """What the dealer pays out of the rack."""
        return sum((line.paid for line in self.lines), ZERO)

    @property
    def returned(self) -> Fraction:
        """What the player keeps or gets back of his stakes."""
        return sum((line.returned for line in self.lines), ZERO)

    @property
    def taken(self) -> Fraction:
        """What goes to the house."""
        return sum((line.taken for line in self.lines), ZERO)

    @property
    def net(self) -> Fraction:
        """The player's profit or loss on the round."""
        return self.paid - self.taken


def price(
    bets: Iterable[Bet],
    stakes: Stakes,
    opening: Showdown,
    final: Showdown,
    rows: Mapping[str, int | None],
) -> tuple[Line, ...]:
    """A line for each bet that has a stake, in the order of the bets.

    `rows` holds an index for each row function; None is allowed where no staked bet needs it.
    """
    return tuple(
        _line(bet, stakes[bet.id], opening if bet.opening else final, rows[bet.reads])
        for bet in bets
        if stakes.get(bet.id)
    )


def _line(bet: Bet, stake: Fraction, showdown: Showdown, row: int | None) -> Line:
    read = bet.needs_row(showdown)
    assert row is not None or not read, f"{bet.id} needs cards that were not shown"
    cell = bet.cell(showdown, row or 0)
    lost = cell.odds == LOST
    return Line(
        bet=bet.id,
        stake=stake,
        odds=cell.odds,
        reason=cell.reason,
        paid=stake * cell.odds if cell.odds > 0 else ZERO,
        returned=ZERO if lost else stake,
        taken=stake if lost else ZERO,
        row=bet.rows[row] if read and row is not None else None,
    )


def settle(
    game: Game, deal: Deal, stakes: Stakes, folded: bool = False, street: str | None = None
) -> Settlement:
    """One box settled by the rules alone; house craft (`trainer.houses`) comes after.

    `street` is the stage at which the play bet was made, where it is known. Raises StakeError,
    CardError or RoundError when the round cannot have happened.
    """
    check_sizes(game, deal, stakes, folded, street)
    game.check_cards(deal, folded)
    reading = game.read(deal, folded)
    game.check_round(deal, stakes, folded, reading)
    for bet in game.bets:
        showdown = reading.opening if bet.opening else reading.final
        if stakes.get(bet.id) and bet.needs_row(showdown) and reading.rows[bet.reads] is None:
            raise RoundError(
                f"{bet.id} is still alive, and cards that decide it are missing; expected "
                + _JUDGED_BY[bet.reads],
                bet.id,
            )
    lines = price(game.bets, stakes, reading.opening, reading.final, reading.rows)
    return Settlement(game, deal, folded, reading, lines, deciding_cards(reading))


_JUDGED_BY = {
    "final": "the player's cards and the whole board",
    "loser": "both hands and the whole board",
    "dealt-five": "the player's two cards and the flop",
    "dealt-and-bought": "the five cards dealt",
}


def deciding_cards(reading: Reading) -> tuple[Card, ...]:
    """The winner's cards at the first rank in which two hands of one category differ."""
    player, dealer = reading.player, reading.dealer
    if player is None or dealer is None or reading.final is Showdown.FOLD:
        return ()
    return cards_that_decide(player, dealer) if player.id == dealer.id else ()


def cards_that_decide(a: Hand, b: Hand) -> tuple[Card, ...]:
    """The cards by which the better of two hands wins; none when they tie.

    At the first rank in which hands of one category differ, else the cards that make the better.
    """
    if a.value == b.value:
        return ()
    best, other = (a, b) if a.value > b.value else (b, a)
    if best.id != other.id:
        return best.cards[: best.n_making]
    for x, y in zip(best.cards, other.cards, strict=True):
        if rank_of(x) != rank_of(y):
            return tuple(card for card in best.cards if rank_of(card) == rank_of(x))
    raise AssertionError("hands of different value with the same ranks")


def check_sizes(
    game: Game, deal: Deal, stakes: Stakes, folded: bool, street: str | None = None
) -> None:
    """Raise StakeError when a stake is not on this layout, or not of a legal size."""
    known = {bet.id for bet in game.bets}
    for id, stake in stakes.items():
        if id not in known:
            raise StakeError(
                f"{id!r} is no bet here ({game.name}, {game.variant.id}); expected one of "
                + ", ".join(bet.id for bet in game.bets),
                id,
            )
        if stake < 0:
            raise StakeError(f"the stake is {format_exact(stake)}; a stake cannot be negative", id)
    ante = stakes.get("ante", ZERO)
    if not ante:
        raise StakeError("there is no ante; expected an amount above 0", "ante")
    for bet in game.bets:
        _check_size(
            bet, stakes.get(bet.id, ZERO), ante, folded, _legal_times(game, bet, deal, street)
        )


def _legal_times(game: Game, bet: Bet, deal: Deal, street: str | None) -> tuple[Fraction, ...]:
    """Multiples of the ante that a bet may have, given how much of the board was out."""
    if bet.size.when != "raised" or not game.stages:
        return bet.size.times
    made_at = [stage for stage in game.stages if stage.id == street] or [
        stage for stage in game.stages if stage.n_board <= len(deal.board)
    ]
    times = (a.times for stage in made_at for a in stage.actions if a.bet == bet.id)
    return tuple(dict.fromkeys(times))


def _check_size(
    bet: Bet, stake: Fraction, ante: Fraction, folded: bool, times: tuple[Fraction, ...]
) -> None:
    if bet.id == "ante" or (bet.size.when in ("optional", "fee") and not stake):
        return
    if bet.size.when == "raised" and folded:
        if stake:
            raise StakeError(
                f"the hand is folded, but {format_exact(stake)} is staked; expected none", bet.id
            )
        return
    legal = " or ".join(
        (f"{x} × ante = " if x != 1 else "1 × ante = ") + format_exact(x * ante) for x in times
    )
    if not stake:
        hint = ", or a folded hand" if bet.size.when == "raised" else ""
        raise StakeError(f"there is no stake; expected {legal}{hint}", bet.id)
    if times and stake not in [x * ante for x in times]:
        raise StakeError(f"the stake is {format_exact(stake)}; expected {legal}", bet.id)


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Nets of the main bets as integers: `net[plan][showdown][row]`, in units of 1 / `scale`.

    The unit of the plans' stakes is the unit of the nets; with stakes in antes, nets are in antes.
    Cells that a plan cannot reach (a raise in a folded round) hold 0.
    """

    plans: tuple[Stakes, ...]
    net: tuple[tuple[tuple[int, ...], ...], ...]
    scale: int


def payoffs(game: Game, plans: Sequence[Stakes], bets: Sequence[Bet] | None = None) -> Payoffs:
    """What every plan nets at every showdown and row, through `price`.

    `bets` defaults to the main bets and fees that read the final hand; they must share one row
    function. A side bet is priced by its own call.
    """
    chosen = tuple(
        bet
        for bet in (bets if bets is not None else game.bets)
        if bets is not None or (bet.kind in ("main", "fee") and not bet.opening)
    )
    reads = {bet.reads for bet in chosen}
    assert len(reads) == 1, f"{reads} are different row functions"
    rows = chosen[0].rows
    nets = [
        [[_net(chosen, plan, showdown, row) for row in range(len(rows))] for showdown in Showdown]
        for plan in plans
    ]
    scale = lcm(*(n.denominator for plan in nets for column in plan for n in column))
    return Payoffs(
        tuple(plans),
        tuple(tuple(tuple(int(n * scale) for n in column) for column in plan) for plan in nets),
        scale,
    )


def _net(bets: tuple[Bet, ...], plan: Stakes, showdown: Showdown, row: int) -> Fraction:
    staked = [bet for bet in bets if plan.get(bet.id)]
    if any(bet.cells[showdown][row] is None for bet in staked):
        return ZERO
    lines = price(staked, plan, showdown, showdown, {bets[0].reads: row})
    return sum((line.net for line in lines), ZERO)
