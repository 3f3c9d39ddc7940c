"""One final hand against everything the dealer may hold: raise, insurance and purchase, exactly."""

from __future__ import annotations

from typing import NamedTuple

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_dealer import Dealer, dealer_behind
from trainer.engine.draw_hands import Finals, Ints, Multisets, index_of, multisets
from trainer.engine.draw_purchase import (
    Desk,
    Entries,
    can_gain,
    dealer_entries,
    open_purchase,
    other_suit_gain,
    upcard_suit_gain,
)
from trainer.engine.draw_rules import LOSE, NO_GAME, TIE, WIN, DrawRules, Pay


class Table(NamedTuple):
    """All that kernels need behind an upcard of one rank."""

    numbering: Multisets
    finals: Finals
    dealer: Dealer
    entries: Entries
    pay: Pay


def table_behind(rules: DrawRules, up: int, *, with_flushes: bool = False) -> Table:
    """The arrays for one rank of the upcard; kept for the last few ranks and rules."""
    return Table(
        multisets(),
        rules.finals,
        dealer_behind(up, rules.qualifies, rules.finals, with_flushes=with_flushes),
        dealer_entries(up, rules.qualifies, rules.pay.buys, rules.finals),
        rules.pay,
    )


@inlined
def dot(money: Ints, row: int, no_game: int, less: int, not_more: int, n_hands: int) -> int:
    """Money over all dealer hands, from how many have no game, less, and not more than the box."""
    total: int = (
        money[row, NO_GAME] * no_game
        + money[row, WIN] * (less - no_game)
        + money[row, TIE] * (not_more - less)
        + money[row, LOSE] * (n_hands - not_more)
    )
    return total


@inlined
def plain_counts(dealer: Dealer, sums: Ints, value: int, mask: int) -> tuple[int, int, int]:
    """Dealer hands without a game, below, and not above a final hand that is no flush."""
    no_game = sums[dealer.n_no_game] + dealer.no_game[mask]
    if value < dealer.qualifies:
        return no_game, no_game, no_game
    kind = dealer.suit_class[value]
    return (
        no_game,
        sums[dealer.below[value]] + dealer.less[kind, mask],
        sums[dealer.up_to[value]] + dealer.not_more[kind, mask],
    )


@inlined
def suited_counts(dealer: Dealer, sums: Ints, value: int, mask: int) -> tuple[int, int, int]:
    """The same for any final hand, by a pass over the 495 sets in the upcard's suit."""
    no_game = sums[dealer.n_no_game] + dealer.no_game[mask]
    if value < dealer.qualifies:
        return no_game, no_game, no_game
    less, not_more = sums[dealer.below[value]], sums[dealer.up_to[value]]
    for i in range(dealer.suited.shape[0]):
        if dealer.suited[i] & mask == 0:
            as_ranks, as_flush = dealer.suited_as_ranks[i], dealer.suited_value[i]
            less += s64(as_flush < value) - s64(as_ranks < value)
            not_more += s64(as_flush <= value) - s64(as_ranks <= value)
    return no_game, less, not_more


@kernel()
def whole_gain(
    table: Table,
    desk: Desk,
    gone: Ints,
    masks: Ints,
    value: int,
    row: int,
    n_left: int,
    n_parts: int,
) -> int:
    """The gain from optimal purchases of a final hand over all dealer hands, times `n_parts`."""
    table = borrowed(table)
    desk = borrowed(desk)
    gone = borrowed(gone)
    masks = borrowed(masks)
    entries, pay = table.entries, table.pay
    up = table.dealer.up
    if not can_gain(pay, value, row, n_left):
        return 0
    suited_value = table.finals.suited_value
    n = entries.taken.shape[0]
    total = open_purchase(entries, n, pay, desk, gone, value, row, n_left, n_parts)
    if desk.n_worth[0] == 0:
        return total
    total += upcard_suit_gain(entries, suited_value, pay, desk, up, value, masks[0])
    for suit in range(1, 4):
        total += other_suit_gain(entries, suited_value, pay, desk, up, value, masks[suit])
    return total


@kernel()
def final_sums(
    table: Table,
    desk: Desk,
    sums: Ints,
    gone: Ints,
    masks: Ints,
    value: int,
    row: int,
    n_left: int,
    n_parts: int,
    found: Ints,
) -> int:
    """The best of raising a final hand, times `n_parts`, over all dealer hands; insurance too.

    `found` gets the parts: raise alone, purchases' gain, raise with the most insurance.
    """
    table = borrowed(table)
    desk = borrowed(desk)
    sums = borrowed(sums)
    gone = borrowed(gone)
    masks = borrowed(masks)
    found = borrowed(found)
    pay = table.pay
    n_hands = s64(sums[table.dealer.factors.shape[0]])
    no_game, less, not_more = suited_counts(table.dealer, sums, value, masks[0])
    plain = dot(pay.plain, row, no_game, less, not_more, n_hands) * n_parts
    gain = whole_gain(table, desk, gone, masks, value, row, n_left, n_parts)
    insured = plain
    best = plain + gain
    if pay.may_insure[row]:
        insured = dot(pay.insured, row, no_game, less, not_more, n_hands) * n_parts
        if pay.insured_buys:
            insured += gain
        best = max(best, insured)
    found[0], found[1], found[2] = plain, gain, insured
    return best


@kernel()
def read_final(table: Table, masks: Ints, found: Ints) -> None:
    """Value and row of the five or six cards of these masks, into `found[0]` and `found[1]`."""
    table = borrowed(table)
    masks = borrowed(masks)
    found = borrowed(found)
    finals = table.finals
    code = 0
    size = 0
    suit = -1
    for s in range(4):
        n = 0
        for r in range(13):
            if masks[s] >> r & 1:
                code += 5**r if r < 7 else 5 ** (r - 7) << 17
                n += 1
        size += n
        if n >= 5:
            suit = s
    if suit >= 0:
        mask = masks[suit]
        found[0], found[1] = finals.suited_value[mask], finals.suited_row[mask]
        for s in range(4):
            for r in range(13):
                if s != suit and masks[s] >> r & 1:
                    found[0], found[1] = finals.mixed_value[mask, r], finals.mixed_row[mask, r]
        return
    if size == 5:
        index = index_of(table.numbering, code, 5)
        found[0], found[1] = finals.five_value[index], finals.five_row[index]
    else:
        index = index_of(table.numbering, code, 6)
        found[0], found[1] = finals.six_value[index], finals.six_row[index]
