"""The words that rules are declared with.

Given the stakes, what a bet does depends on two small integers: the showdown (who won, and whether
the dealer had a hand that qualifies) and the row (which line of its paytable a hand falls in). So a
bet is a table from (showdown, row) to odds, and rules are tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Protocol

from trainer.cards import Card
from trainer.hands import Hand, HandValue
from trainer.hands.combinations import Combination
from trainer.money import EVEN, LOST, PUSH


class Showdown(IntEnum):
    """The player's view of a finished round; the dealer's game makes three of each result."""

    FOLD = 0
    LOSE_NO_GAME = 1
    TIE_NO_GAME = 2
    WIN_NO_GAME = 3
    LOSE_BOUGHT = 4  # no game even after a purchase
    TIE_BOUGHT = 5
    WIN_BOUGHT = 6
    LOSE = 7
    TIE = 8
    WIN = 9

    @property
    def result(self) -> str:
        """`fold`, `lose`, `tie` or `win`: the hands compared, dealer qualified or not."""
        return "fold" if self is Showdown.FOLD else ("lose", "tie", "win")[(self - 1) % 3]


NO_GAME = (Showdown.LOSE_NO_GAME, Showdown.TIE_NO_GAME, Showdown.WIN_NO_GAME)
BOUGHT = (Showdown.LOSE_BOUGHT, Showdown.TIE_BOUGHT, Showdown.WIN_BOUGHT)
GAME = (Showdown.LOSE, Showdown.TIE, Showdown.WIN)


def showdown_of(player: int, dealer: int, *, game: bool, bought: bool = False) -> Showdown:
    """The showdown of two hand values; `bought` only matters when the dealer has no game."""
    first = Showdown.LOSE if game else Showdown.LOSE_BOUGHT if bought else Showdown.LOSE_NO_GAME
    return Showdown(first + (player > dealer) * 2 + (player == dealer))


@dataclass(frozen=True, slots=True)
class Paytable:
    """One table of a bet: odds to 1 by row id, with the source of each row."""

    id: str
    odds: Mapping[str, Fraction]
    sources: Mapping[str, str] = field(default_factory=dict)
    path: str = ""


@dataclass(frozen=True, slots=True)
class TableSpec:
    """Which rows a bet's tables have, weakest first, and what a row means that a table leaves out.

    `floor` is the weakest row that a merged row (`straight or lower`) reaches down to. `groups`
    are runs of rows in which odds should not fall as hands rise.
    """

    rows: tuple[str, ...]
    unlisted: Fraction
    floor: str
    groups: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """What a bet does at one showdown and row: odds to 1, and the code of the reason."""

    odds: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class ByTable:
    """A column of cells read from a paytable: a reason each for rows that pay, push and lose."""

    paytable: Paytable
    spec: TableSpec
    pays: str
    pushes: str = "not-in-the-table"
    loses: str = "below-the-first-prize"

    def odds(self, row: str) -> Fraction:
        """Odds of one row of the table."""
        return self.paytable.odds.get(row, self.spec.unlisted)

    def cell(self, row: str) -> Cell:
        """The cell of one row; a `+` row is paid twice, and its odds are a sum."""
        parts = row.split("+")
        odds = sum((self.odds(part) for part in parts), Fraction(0))
        if odds > 0:
            return Cell(odds, "two-combinations" if len(parts) > 1 else self.pays)
        return Cell(odds, self.pushes if odds == PUSH else self.loses)


Column = Cell | ByTable | Callable[[str], Cell] | None


@dataclass(frozen=True, slots=True)
class Size:
    """How large a bet may be: free, or one of some multiples of the ante.

    `when` says in which rounds it is on the layout: `always`, `raised` (required unless the player
    folds, and forbidden if he does), `optional`, or `fee` (required when it bought something).
    """

    when: str
    times: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet or fee as a total table `cells[showdown][row]`; None where it cannot be on the layout.

    `reads` names the row function, `opening` says that the showdown before a purchase counts.
    """

    id: str
    kind: str  # main, fee or side
    size: Size
    reads: str
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    opening: bool = False
    differs: tuple[bool, ...] = field(init=False, compare=False, repr=False)  # by showdown

    def __post_init__(self) -> None:
        """Note at which showdowns the row matters."""
        differs = tuple(any(cell != column[0] for cell in column) for column in self.cells)
        object.__setattr__(self, "differs", differs)

    def cell(self, showdown: Showdown, row: int) -> Cell:
        """The only look-up of odds there is."""
        cell = self.cells[showdown][row]
        assert cell is not None, f"{self.id} cannot be on the layout at {showdown.name}"
        return cell

    def needs_row(self, showdown: Showdown) -> bool:
        """Whether the outcome at a showdown depends on the hand at all."""
        return self.differs[showdown]


def bet(
    id: str,
    kind: str,
    size: Size,
    reads: str,
    rows: tuple[str, ...],
    columns: Mapping[Showdown, Column],
    *,
    opening: bool = False,
) -> Bet:
    """A bet from its ten columns. There is no default column: all ten have to be named."""
    missing = [showdown.name for showdown in Showdown if showdown not in columns]
    assert not missing, f"{id} does not say what happens at {missing}"
    cells = tuple(_expand(columns[showdown], rows) for showdown in Showdown)
    return Bet(id, kind, size, reads, rows, cells, opening)


def _expand(column: Column, rows: tuple[str, ...]) -> tuple[Cell | None, ...]:
    if column is None or isinstance(column, Cell):
        return (column,) * len(rows)
    if isinstance(column, ByTable):
        return tuple(column.cell(row) for row in rows)
    return tuple(column(row) for row in rows)


def push(reason: str) -> Cell:
    """A cell in which the stake is returned."""
    return Cell(PUSH, reason)


def lost(reason: str) -> Cell:
    """A cell in which the stake is taken."""
    return Cell(LOST, reason)


def even(reason: str) -> Cell:
    """A cell that pays even money."""
    return Cell(EVEN, reason)


def columns(*parts: tuple[tuple[Showdown, ...] | Showdown, Column]) -> dict[Showdown, Column]:
    """Columns from (showdown or several, column) pairs; each showdown is named once."""
    result: dict[Showdown, Column] = {}
    for showdowns, column in parts:
        for showdown in (showdowns,) if isinstance(showdowns, Showdown) else showdowns:
            assert showdown not in result, showdown
            result[showdown] = column
    return result


@dataclass(frozen=True, slots=True)
class House:
    """House craft: what happens to amounts after the rules, and the table's limits in money."""

    max_payout: Fraction | None = None
    chip: Fraction = Fraction(1, 2)
    rounding: str = "none"  # none, down, up
    rounds: tuple[str, ...] = ()  # bets that are rounded; empty for all
    chips: tuple[Fraction, ...] = ()  # denominations, smallest first
    settles: str = "right-to-left"
    ante_min: Fraction = Fraction(5)
    ante_max: Fraction = Fraction(500)
    ante_step: Fraction = Fraction(5)
    side_min: Fraction = Fraction(1)
    side_max: Fraction = Fraction(100)


@dataclass(frozen=True, slots=True)
class Variant:
    """One house: its rules by name, its house craft, and where the row comes from."""

    id: str
    name: str
    rules: Mapping[str, str]
    house: House
    source: str = ""
    checked: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that differs between houses: a column of variants.csv, default first.

    `table` names the bet whose tables are further legal values; `accepts` takes texts that are no
    plain list (`2-5`, `1/2/3`), and `form` describes them.
    """

    id: str
    values: tuple[str, ...] = ()
    table: str = ""
    accepts: Callable[[str], bool] | None = None
    form: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do: it adds `times` antes to `bet`; `ends` his decisions if so."""

    id: str
    bet: str | None = None
    times: Fraction = Fraction(0)
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A decision: which cards are visible, and what may be done."""

    id: str
    name: str
    n_board: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one box's round; empty where they were never shown.

    `dealt` are the first five of a five-card game, `player` the final cards, `draws` the dealer's
    replacement cards after a purchase.
    """

    player: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    dealt: tuple[Card, ...] = ()
    draws: tuple[Card, ...] = ()
    upcard: Card | None = None

    @property
    def given_up(self) -> tuple[Card, ...]:
        """The cards exchanged away, in the order dealt."""
        return tuple(a for a in self.dealt if a not in self.player)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the cards say, before any money: hands, showdowns, and the row of each row function.

    A row is None where the cards it needs were never shown.
    """

    player: Hand | None
    dealer: Hand | None
    opening: Showdown
    final: Showdown
    rows: Mapping[str, int | None]
    qualifies: bool | None
    second: Combination | None = None
    dealer_opening: Hand | None = None


class Reader(Protocol):
    """Reads a deal: `read(deal, folded)`."""

    def __call__(self, deal: Deal, folded: bool) -> Reading:
        """What the cards say."""
        ...


class CardCheck(Protocol):
    """`check_cards(deal, folded)`: CardError or RoundError when the cards do not make a round."""

    def __call__(self, deal: Deal, folded: bool) -> None:
        """Check the cards of one box's round."""
        ...


class RoundCheck(Protocol):
    """`check_round(deal, stakes, folded, reading)`: what needs cards and stakes together."""

    def __call__(
        self, deal: Deal, stakes: Mapping[str, Fraction], folded: bool, reading: Reading
    ) -> None:
        """Check one box's round after its hands were read."""
        ...


@dataclass(frozen=True, slots=True)
class Game:
    """A game as played in one house, assembled from its variant."""

    id: str
    name: str
    variant: Variant
    five_card: bool  # five cards each against the dealer, else a shared board
    qualifies: HandValue  # the dealer's weakest hand that is a game
    bets: tuple[Bet, ...]  # in the order of the lines
    stages: tuple[Stage, ...]
    check_cards: CardCheck
    read: Reader
    check_round: RoundCheck

    def bet(self, id: str) -> Bet:
        """The bet of an id, which must be on this layout."""
        return next(bet for bet in self.bets if bet.id == id)
