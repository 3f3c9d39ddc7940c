"""What trainees get wrong: each is one changed rule, and so a wrong answer that explains itself.

A misconception changes a cell of a bet's table, or what is read from the cards, or what is done
with a line; the round is then priced again by the same `price`. The list is from dealers' schools
and regulators' error reports: https://chipsandtruths.com/carnival-games/dealer-errors/ and
https://discountgambling.net/category/caribbean-stud/ultimate-texas-holdem/ (checked 2026-11-29).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from trainer.cards import rank_of
from trainer.games.community import dealt_five_row
from trainer.games.stud import ROWS, bet_odds
from trainer.hands.combinations import paid_combinations, third_combination
from trainer.houses import at_the_house
from trainer.money import EVEN
from trainer.rules import (
    Bet,
    Cell,
    Line,
    Reading,
    Settlement,
    Showdown,
    price,
)

UTH, CASINO, RUSSIAN = "ultimate-texas-holdem", "casino-holdem", "russian-poker"
OASIS = "oasis-poker"
FIVE_CARD = (RUSSIAN, "caribbean-stud", OASIS)
WINS = (Showdown.WIN_NO_GAME, Showdown.WIN_BOUGHT, Showdown.WIN)
LOSES = (Showdown.LOSE_NO_GAME, Showdown.LOSE_BOUGHT, Showdown.LOSE)

# (showdown, row, cell) -> another cell, or None to leave it.
CellChange = Callable[[Showdown, str, Cell], Cell | None]
# A settlement -> the cards read otherwise, or None where the misconception does not apply.
ReadingChange = Callable[[Settlement], Reading | None]
# A line and its settlement -> another line.
LineChange = Callable[[Line, Settlement], Line]


@dataclass(frozen=True, slots=True)
class Misconception:
    """One rule missed: its id, the games it belongs to, and the one thing that it changes.

    With `bets` only the lines of these bets change, else all that depend on what was read wrongly.
    """

    id: str
    games: tuple[str, ...]
    bets: tuple[str, ...] = ()
    cell: CellChange | None = None
    reading: ReadingChange | None = None
    line: LineChange | None = None


def answered_lines(mistake: Misconception, settlement: Settlement) -> tuple[Line, ...] | None:
    """The lines of somebody who has this rule wrong; None when it changes nothing here."""
    if settlement.game.id not in mistake.games:
        return None
    by_rules = settlement.reading
    stakes = {line.bet: line.stake for line in settlement.lines}
    bets = [bet for bet in settlement.game.bets if bet.id in stakes]
    if mistake.reading:
        changed = mistake.reading(settlement)
        if changed is None:
            return None
        by_rules = changed
    if mistake.cell:
        changed_bets = [
            _with_cell(bet, mistake, by_rules) if bet.id in mistake.bets else bet for bet in bets
        ]
        if all(a is b for a, b in zip(changed_bets, bets, strict=True)):
            return None
        bets = changed_bets
    lines = price(bets, stakes, by_rules.opening, by_rules.final, by_rules.rows)
    if mistake.line:
        lines = tuple(mistake.line(line, settlement) for line in lines)
    if mistake.bets and mistake.reading:
        read = settlement.reading
        known = price(settlement.game.bets, stakes, read.opening, read.final, read.rows)
        lines = tuple(
            new if new.bet in mistake.bets else line for new, line in zip(lines, known, strict=True)
        )
    finished = at_the_house(replace(settlement, reading=by_rules, lines=lines)).lines
    same = [_amounts(a) == _amounts(b) for a, b in zip(finished, settlement.lines, strict=True)]
    return None if all(same) else finished


def _amounts(line: Line) -> tuple[Fraction, Fraction, Fraction]:
    return line.paid, line.returned, line.taken


def _with_cell(bet: Bet, mistake: Misconception, reading: Reading) -> Bet:
    assert mistake.cell is not None
    showdown = reading.opening if bet.opening else reading.final
    row = reading.rows[bet.reads]
    if row is None:
        return bet
    changed = mistake.cell(showdown, bet.rows[row], bet.cell(showdown, row))
    if changed is None:
        return bet
    column = list(bet.cells[showdown])
    column[row] = changed
    cells = list(bet.cells)
    cells[showdown] = tuple(column)
    return replace(bet, cells=tuple(cells))


def _at(showdowns: Sequence[Showdown], cell: Cell) -> CellChange:
    return lambda showdown, row, now: cell if showdown in showdowns else None


def _paying(showdowns: Sequence[Showdown], cell: Cell) -> CellChange:
    return lambda showdown, row, now: cell if showdown in showdowns and now.odds > 0 else None


def _blind(odds: Fraction, *, pushing: bool = False, row_id: str | None = None) -> CellChange:
    def change(showdown: Showdown, row: str, now: Cell) -> Cell | None:
        fits = now.odds == 0 if pushing else row == row_id and now.odds > 0
        return Cell(odds, "misconception") if showdown in WINS and fits else None

    return change


def _ante_of_the_table(showdown: Showdown, row: str, now: Cell) -> Cell | None:
    return _EVEN if now.odds > 1 else None


def _bet_without_a_game(settlement: Settlement) -> Reading | None:
    """The bet paid although the dealer has no game: read as if he had one."""
    reading = settlement.reading
    if reading.final not in (Showdown.WIN_NO_GAME, Showdown.WIN_BOUGHT):
        return None
    return replace(reading, final=Showdown.WIN)


def _kicker_ignored(settlement: Settlement) -> Reading | None:
    """Hands of one category told apart by a kicker only, taken for equal."""
    reading = settlement.reading
    player, dealer = reading.player, reading.dealer
    if not settlement.deciding or player is None or dealer is None:
        return None
    making = [rank_of(a) for a in player.cards[: player.n_making]]
    if making != [rank_of(a) for a in dealer.cards[: dealer.n_making]]:
        return None
    return _as_result(reading, Showdown.TIE)


def _one_side_paid(settlement: Settlement) -> Reading | None:
    """The board plays for both, and the player is paid as the winner."""
    reading, board = settlement.reading, set(settlement.deal.board)
    hands = (reading.player, reading.dealer)
    if reading.final.result != "tie" or any(h is None or set(h.cards) - board for h in hands):
        return None
    return _as_result(reading, Showdown.WIN)


def _as_result(reading: Reading, result: Showdown) -> Reading:
    """The same reading with another result, the dealer's game as it is."""
    shift = result - Showdown.LOSE

    def moved(showdown: Showdown) -> Showdown:
        first = (showdown - 1) // 3 * 3 + 1
        return Showdown(first + shift)

    return replace(reading, opening=moved(reading.opening), final=moved(reading.final))


def _aa_on_seven(settlement: Settlement) -> Reading | None:
    deal, hand = settlement.deal, settlement.reading.player
    if hand is None or len(deal.board) < 5:
        return None
    return _with_row(settlement, "dealt-five", dealt_five_row(hand))


def _with_row(settlement: Settlement, reads: str, row: int) -> Reading:
    reading = settlement.reading
    return replace(reading, rows={**reading.rows, reads: row})


def _second_missed(settlement: Settlement) -> Reading | None:
    reading = settlement.reading
    if reading.second is None or reading.player is None:
        return None
    return _with_row(settlement, "final", ROWS.index(reading.player.id))


def _second_without_a_new_card(settlement: Settlement) -> Reading | None:
    if settlement.reading.second is not None:
        return None
    rules = settlement.game.variant.rules
    paid = paid_combinations(
        settlement.deal.player,
        bet_odds(settlement.game.bet("bet")),
        paired_straight=rules["paired_straight"],
        new_card=False,
    )
    if len(paid) < 2:
        return None
    return _with_row(settlement, "final", ROWS.index("+".join(x.id for x in paid)))


def _third_added(line: Line, settlement: Settlement) -> Line:
    second = settlement.reading.second
    if line.bet != "bet" or second is None or not line.paid:
        return line
    odds = bet_odds(settlement.game.bet("bet"))
    paid = paid_combinations(
        settlement.deal.player,
        odds,
        paired_straight=settlement.game.variant.rules["paired_straight"],
    )
    third = third_combination(settlement.deal.player, odds, paid)
    return replace(line, paid=line.paid + odds[third.id] * line.stake) if third else line


def _odds_on_the_ante(line: Line, settlement: Settlement) -> Line:
    if line.bet != "bet" or not line.paid:
        return line
    ante = next(x.stake for x in settlement.lines if x.bet == "ante")
    return replace(line, paid=line.odds * ante)


def _stake_included(line: Line, settlement: Settlement) -> Line:
    return replace(line, paid=line.paid + line.stake) if line.paid else line


_EVEN = Cell(EVEN, "misconception")
_PUSH = Cell(Fraction(0), "misconception")
_LOST = Cell(Fraction(-1), "misconception")
ALL = (UTH, CASINO, *FIVE_CARD)
EVERYWHERE = tuple(Showdown)

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception(
        "ante-paid-without-qualifying",
        (UTH,),
        ("ante",),
        cell=_at((Showdown.WIN_NO_GAME,), _EVEN),
    ),
    Misconception(
        "ante-taken-without-qualifying",
        ALL,
        ("ante",),
        cell=_at((Showdown.LOSE_NO_GAME,), _LOST),
    ),
    Misconception(
        "blind-even-below-its-first-prize",
        (UTH,),
        ("blind",),
        cell=_blind(EVEN, pushing=True),
    ),
    Misconception("blind-pushed-on-a-loss", (UTH,), ("blind",), cell=_at(LOSES, _PUSH)),
    Misconception("blind-flush-even", (UTH,), ("blind",), cell=_blind(EVEN, row_id="flush")),
    Misconception(
        "blind-flush-two-to-one", (UTH,), ("blind",), cell=_blind(Fraction(2), row_id="flush")
    ),
    Misconception("trips-taken-on-a-loss", (UTH,), ("trips",), cell=_paying(LOSES, _LOST)),
    Misconception("trips-forgotten", (UTH,), ("trips",), cell=_paying(EVERYWHERE, _PUSH)),
    Misconception(
        "play-pushed-without-qualifying",
        (UTH,),
        ("play",),
        cell=_at((Showdown.WIN_NO_GAME,), _PUSH),
    ),
    Misconception(
        "call-paid-without-qualifying",
        (CASINO,),
        ("call",),
        cell=_at((Showdown.WIN_NO_GAME,), _EVEN),
    ),
    Misconception("ante-even-not-by-its-table", (CASINO,), ("ante",), cell=_ante_of_the_table),
    Misconception("aa-on-seven-cards", (CASINO,), ("aa",), reading=_aa_on_seven),
    Misconception(
        "ante-paid-with-the-bet", (RUSSIAN,), ("ante",), cell=_at((Showdown.WIN,), _EVEN)
    ),
    Misconception("bet-paid-without-a-game", FIVE_CARD, ("bet",), reading=_bet_without_a_game),
    Misconception("bet-odds-on-the-ante", FIVE_CARD, ("bet",), line=_odds_on_the_ante),
    Misconception("second-combination-missed", (RUSSIAN,), ("bet",), reading=_second_missed),
    Misconception(
        "second-combination-without-a-new-card",
        (RUSSIAN,),
        ("bet",),
        reading=_second_without_a_new_card,
    ),
    Misconception("third-combination-added", (RUSSIAN,), ("bet",), line=_third_added),
    Misconception(
        "fee-given-back",
        (RUSSIAN, OASIS),
        ("sixth", "exchange", "purchase"),
        cell=_at(EVERYWHERE, _PUSH),
    ),
    Misconception(
        "bonus-taken-on-a-loss", (CASINO, RUSSIAN), ("aa", "bonus"), cell=_paying(LOSES, _LOST)
    ),
    Misconception(
        "bonus-forgotten", (CASINO, RUSSIAN), ("aa", "bonus"), cell=_paying(EVERYWHERE, _PUSH)
    ),
    Misconception("stake-included", ALL, line=_stake_included),
    Misconception("kicker-ignored", ALL, reading=_kicker_ignored),
    Misconception("board-plays-one-side-paid", (UTH, CASINO), reading=_one_side_paid),
)


def misconceptions(game_id: str) -> tuple[Misconception, ...]:
    """The misconceptions of a game, in the order in which they are looked for."""
    return tuple(x for x in MISCONCEPTIONS if game_id in x.games)
