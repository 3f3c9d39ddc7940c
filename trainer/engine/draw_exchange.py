"""The sums of one state: raise, sixth card and exchanges, over all cards that may come."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed, s64
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_final import (
    Table,
    dot,
    final_sums,
    plain_counts,
    read_final,
)
from trainer.engine.draw_hands import Ints, index_of
from trainer.engine.draw_purchase import (
    Desk,
    can_gain,
    open_purchase,
    other_suit_gain,
    upcard_suit_gain,
)


@inlined
def _add(whole: Ints, part: Ints, at: int, amount: int, n_parts: int, times: int) -> None:
    """Add an amount in parts, so often, to a sum kept as whole units and parts."""
    whole[at] += times * (amount // n_parts)
    part[at] += times * (amount % n_parts)


@kernel()
def raise_sums(
    table: Table,
    desk: Desk,
    gone: Ints,
    masks: Ints,
    own: Ints,
    n_left: int,
    n_parts: int,
    found: Ints,
) -> int:
    """The best of raising the cards of `own` when those of `masks` are gone, times `n_parts`.

    `found` gets the parts as in `final_sums`, and the number of dealer hands.
    """
    table = borrowed(table)
    desk = borrowed(desk)
    gone = borrowed(gone)
    masks = borrowed(masks)
    own = borrowed(own)
    found = borrowed(found)
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(table.dealer.factors.shape[0] + 1, dtype=np.int64)
    fill_factors(table.dealer.up, gone, factors)
    fill_sums(table.dealer.factors, factors, sums)
    hand = np.empty(2, dtype=np.int64)
    read_final(table, own, hand)
    best = final_sums(table, desk, sums, gone, masks, hand[0], hand[1], n_left, n_parts, found)
    found[3] = sums[sums.shape[0] - 1]
    return best


@kernel()
def sixth_sums(
    table: Table,
    desk: Desk,
    gone: Ints,
    masks: Ints,
    own: Ints,
    n_left: int,
    n_parts: int,
    whole: Ints,
    part: Ints,
) -> None:
    """The sum over all sixth cards of the best that follows, into `whole[0]` and `part[0]`."""
    table = borrowed(table)
    desk = borrowed(desk)
    gone = borrowed(gone)
    masks = borrowed(masks)
    own = borrowed(own)
    whole = borrowed(whole)
    part = borrowed(part)
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(table.dealer.factors.shape[0] + 1, dtype=np.int64)
    hand = np.empty(2, dtype=np.int64)
    found = np.empty(4, dtype=np.int64)
    up = table.dealer.up
    for r in range(13):
        gone[r] += 1
        if gone[r] + (1 if r == up else 0) <= 4:
            fill_factors(up, gone, factors)
            fill_sums(table.dealer.factors, factors, sums)
            fold = table.pay.fold * sums[sums.shape[0] - 1] * n_parts
            for suit in range(4):
                if masks[suit] >> r & 1 or (suit == 0 and r == up):
                    continue
                masks[suit] |= 1 << r
                own[suit] |= 1 << r
                read_final(table, own, hand)
                best = final_sums(
                    table, desk, sums, gone, masks, hand[0], hand[1], n_left, n_parts, found
                )
                _add(whole, part, 0, max(best, fold), n_parts, 1)
                masks[suit] ^= 1 << r
                own[suit] ^= 1 << r
        gone[r] -= 1


@inlined
def split_draws(
    n_ranks: int, ranks: Ints, often: Ints, suits: Ints, split: NDArray[np.uint8]
) -> int:
    """All draws of a rank multiset, card by card: which of its ranks come in each suit.

    `split[suit, draw]` has a bit for each of the multiset's ranks. Returns the number of draws.
    """
    n = 1
    for suit in range(4):
        split[suit, 0] = 0
    for i in range(n_ranks):
        n_before = n
        first = True
        for chosen in range(16):
            size = (chosen & 1) + (chosen >> 1 & 1) + (chosen >> 2 & 1) + (chosen >> 3 & 1)
            if size != often[i] or chosen & ~suits[i]:
                continue
            if first:
                kept = chosen
                first = False
                continue
            for j in range(n_before):
                for suit in range(4):
                    split[suit, n] = split[suit, j] | (chosen >> suit & 1) << i
                n += 1
        for j in range(n_before):
            for suit in range(4):
                split[suit, j] |= (kept >> suit & 1) << i
    return n


@kernel()
def exchange_sums(
    table: Table,
    desk: Desk,
    gone: Ints,
    masks: Ints,
    n_left: int,
    n_parts: int,
    must_raise: bool,
    size: int,
    draw_codes: Ints,
    draw_counts: NDArray[np.uint8],
    group_code: Ints,
    option_group: Ints,
    option_kept: Ints,
    option_suit: Ints,
    whole: Ints,
    part: Ints,
) -> None:
    """The sums over all draws of `size` cards for the options that give up so many.

    A group is what is kept by ranks. An option is a group and the suit of the cards kept, where
    they are of one suit and so may become a flush.
    """
    table = borrowed(table)
    desk = borrowed(desk)
    gone = borrowed(gone)
    masks = borrowed(masks)
    draw_codes = borrowed(draw_codes)
    draw_counts = borrowed(draw_counts)
    group_code = borrowed(group_code)
    option_group = borrowed(option_group)
    option_kept = borrowed(option_kept)
    option_suit = borrowed(option_suit)
    whole = borrowed(whole)
    part = borrowed(part)
    up = table.dealer.up
    pay = table.pay
    finals = table.finals
    n_groups = group_code.shape[0]
    n_options = option_group.shape[0]
    n_hidden = table.dealer.factors.shape[0]
    factors = np.empty(66, dtype=np.int64)
    sums = np.empty(n_hidden + 1, dtype=np.int64)
    now = np.empty(14, dtype=np.int64)
    now[13] = 4
    found = np.empty(4, dtype=np.int64)
    ranks = np.empty(5, dtype=np.int64)
    often = np.empty(5, dtype=np.int64)
    suits = np.empty(5, dtype=np.int64)
    times = np.empty(32, dtype=np.int64)
    mask_of = np.empty((4, 32), dtype=np.int64)  # the ranks gone of a suit, by pattern
    plain = np.empty(32, dtype=np.int64)
    insured = np.empty(32, dtype=np.int64)
    extra = np.empty((4, 32), dtype=np.int64)  # purchases' gain by suit and pattern
    split = np.empty((4, 1024), dtype=np.uint8)
    flush_masks = np.empty(4, dtype=np.int64)
    group_whole = np.zeros(n_groups, dtype=np.int64)
    group_part = np.zeros(n_groups, dtype=np.int64)
    for m in range(draw_codes.shape[0]):
        n_ranks = 0
        possible = True
        for r in range(13):
            now[r] = gone[r]
            if draw_counts[m, r]:
                now[r] += draw_counts[m, r]
                if now[r] + (1 if r == up else 0) > 4:
                    possible = False
                    break
                ranks[n_ranks] = r
                often[n_ranks] = draw_counts[m, r]
                here = 0
                for suit in range(4):
                    if not masks[suit] >> r & 1 and not (suit == 0 and r == up):
                        here |= 1 << suit
                suits[n_ranks] = here
                n_ranks += 1
        if not possible:
            continue
        fill_factors(up, now, factors)
        fill_sums(table.dealer.factors, factors, sums)
        n_hands = s64(sums[n_hidden])
        fold = pay.fold * n_hands * n_parts
        n_patterns = 1 << n_ranks
        for b in range(n_patterns):
            times[b] = 1
            for suit in range(4):
                mask_of[suit, b] = masks[suit]
            for i in range(n_ranks):
                others = (suits[i] >> 1 & 1) + (suits[i] >> 2 & 1) + (suits[i] >> 3 & 1)
                used = b >> i & 1
                if (used and not suits[i] & 1) or others < often[i] - used:
                    times[b] = 0
                else:
                    times[b] *= _WAYS_OF[others, often[i] - used]
                for suit in range(4):
                    mask_of[suit, b] |= used << ranks[i]
        n_split = 0
        for g in range(n_groups):
            index = index_of(table.numbering, group_code[g] + draw_codes[m], 5)
            value, row = finals.five_value[index], finals.five_row[index]
            gains = can_gain(pay, value, row, n_left)
            rank_gain = 0
            if gains:
                n_entries = table.entries.taken.shape[0]
                rank_gain = open_purchase(
                    table.entries, n_entries, pay, desk, now, value, row, n_left, n_parts
                )
                gains = desk.n_worth[0] > 0
            by_suits = gains and desk.worth[0] < table.entries.n_up_taken
            for b in range(n_patterns):
                if times[b] == 0:
                    continue
                no_game, less, not_more = plain_counts(table.dealer, sums, value, mask_of[0, b])
                plain[b] = dot(pay.plain, row, no_game, less, not_more, n_hands) * n_parts
                insured[b] = plain[b]
                extra[0, b] = 0
                if gains:
                    extra[0, b] = rank_gain + upcard_suit_gain(
                        table.entries,
                        finals.suited_value,
                        pay,
                        desk,
                        up,
                        value,
                        mask_of[0, b],
                    )
                if pay.may_insure[row]:
                    insured[b] = dot(pay.insured, row, no_game, less, not_more, n_hands) * n_parts
                if not by_suits:
                    best = plain[b] + extra[0, b]
                    if pay.may_insure[row]:
                        best = max(best, insured[b] + (extra[0, b] if pay.insured_buys else 0))
                    if not must_raise:
                        best = max(best, fold)
                    _add(group_whole, group_part, g, best, n_parts, times[b])
            if by_suits:
                for suit in range(1, 4):
                    for b in range(n_patterns):
                        fits = True
                        for i in range(n_ranks):
                            if b >> i & 1 and not suits[i] >> suit & 1:
                                fits = False
                        if fits:
                            extra[suit, b] = other_suit_gain(
                                table.entries,
                                finals.suited_value,
                                pay,
                                desk,
                                up,
                                value,
                                mask_of[suit, b],
                            )
                if n_split == 0:
                    n_split = split_draws(n_ranks, ranks, often, suits, split)
                for j in range(n_split):
                    b = split[0, j]
                    gain = (
                        extra[0, b]
                        + extra[1, split[1, j]]
                        + extra[2, split[2, j]]
                        + extra[3, split[3, j]]
                    )
                    best = plain[b] + gain
                    if pay.may_insure[row]:
                        best = max(best, insured[b] + (gain if pay.insured_buys else 0))
                    if not must_raise:
                        best = max(best, fold)
                    _add(group_whole, group_part, g, best, n_parts, 1)
            if n_ranks < size:
                continue
            every = n_patterns - 1
            for o in range(n_options):
                if option_group[o] != g or option_suit[o] < 0:
                    continue
                for suit in range(4):
                    if option_suit[o] != suit and option_suit[o] != 4:
                        continue
                    fits = True
                    flush = option_kept[o]
                    for i in range(n_ranks):
                        flush |= 1 << ranks[i]
                        if not suits[i] >> suit & 1:
                            fits = False
                    if not fits:
                        continue
                    # The same draw was counted as a plain hand: take that back.
                    b = every if suit == 0 else 0
                    gain = extra[0, b]
                    if by_suits:
                        for other in range(1, 4):
                            gain += extra[other, every if suit == other else 0]
                    best = plain[b] + gain
                    if pay.may_insure[row]:
                        best = max(best, insured[b] + (gain if pay.insured_buys else 0))
                    if not must_raise:
                        best = max(best, fold)
                    for other in range(4):
                        flush_masks[other] = mask_of[other, every if suit == other else 0]
                    made = final_sums(
                        table,
                        desk,
                        sums,
                        now,
                        flush_masks,
                        finals.suited_value[flush],
                        finals.suited_row[flush],
                        n_left,
                        n_parts,
                        found,
                    )
                    if not must_raise:
                        made = max(made, fold)
                    _add(whole, part, o, made - best, n_parts, 1)
    for o in range(n_options):
        whole[o] += group_whole[option_group[o]]
        part[o] += group_part[option_group[o]]


_WAYS_OF = np.array([[comb(n, x) for x in range(5)] for n in range(5)], dtype=np.int64)
