"""A whole game behind one upcard: every state's best option, exactly.

A state is a hand and the upcard, suits renamed: the upcard's is suit 0, the other three are
interchangeable. A chunk is the states of some rank multisets of the hand; its result is a table of
integers that depends on nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trainer.compiled import inlined, kernel
from trainer.engine.draw_arrays import borrowed
from trainer.engine.draw_candidates import (
    ALL_SUITS,
    KNOWN,
    Candidates,
    best_candidate,
    list_candidates,
    new_candidates,
)
from trainer.engine.draw_cell import Cell, new_cell
from trainer.engine.draw_class import Left, Sums, class_sums, new_left, new_sums
from trainer.engine.draw_dealer import fill_factors, fill_sums
from trainer.engine.draw_final import dot, final_sums, plain_counts
from trainer.engine.draw_flush import Columns, new_columns, open_columns
from trainer.engine.draw_hands import Bytes, Finals, Ints, codes, rank_counts
from trainer.engine.draw_purchase import Desk, can_gain, desk
from trainer.engine.draw_rules import LOSE, TIE, WIN, DrawRules, Pay
from trainer.engine.draw_states import (
    MARGIN,
    States,
    antes_of,
    is_more,
    left_value,
    new_states,
    sixth_flushes,
)
from trainer.engine.draw_whole import (
    FOLD,
    RAISE,
    SIXTH,
    Options,
    Whole,
    find_bounds,
    new_options,
    whole_behind,
)

N_STATES = 434_550  # behind an upcard of one rank


# Sets of the three other suits, those of a size together.
_SETS = np.array([0, 1, 2, 4, 3, 5, 6, 7], dtype=np.int64)


_FIRST_SET = np.array([0, 1, 4, 7, 8], dtype=np.int64)


class Room(NamedTuple):
    """Working arrays of one thread."""

    options: Options
    sums: Sums
    left: Left
    cell: Cell
    columns: Columns
    candidates: Candidates
    desk: Desk


@inlined
def _flush_pays_more(pay: Pay, finals: Finals, own: Ints, row: int) -> bool:
    """Whether a flush of five ranks brings at least what the plain hand does, result by result."""
    mask = 0
    for r in range(13):
        if own[r]:
            mask |= 1 << r
    flush = finals.suited_row[mask]
    more: bool = pay.plain[flush, LOSE] <= pay.plain[flush, TIE]
    if pay.plain[flush, TIE] > pay.plain[flush, WIN]:
        more = False
    for result in range(4):
        if pay.plain[flush, result] < pay.plain[row, result]:
            more = False
    return more


@kernel()
def solve_hands(
    whole: Whole,
    room: Room,
    hand_codes: Ints,
    hand_counts: Bytes,
    first: int,
    last: int,
    all_exchanges: bool,
    order: Ints,
    states: States,
    tally: Ints,
) -> int:
    """The states of hand multisets `first` to `last`; returns how many there are, -1 for no room.

    `order` lists actions, the one that puts out less first: sizes 1 to 5, SIXTH, RAISE, FOLD. With
    `all_exchanges` the best exchange is found even where something else is better.
    """
    whole = borrowed(whole)
    room = borrowed(room)
    hand_codes = borrowed(hand_codes)
    hand_counts = borrowed(hand_counts)
    order = borrowed(order)
    states = borrowed(states)
    tally = borrowed(tally)
    table, money = whole.table, whole.money
    pay, finals, up = table.pay, table.finals, table.dealer.up
    options, sums, left, columns = room.options, room.sums, room.left, room.columns
    candidates = room.candidates
    n_hidden = table.dealer.factors.shape[0]
    factors = np.empty(66, dtype=np.int64)
    weights = np.empty(n_hidden + 1, dtype=np.int64)
    sixth_weights = np.empty((13, n_hidden + 1), dtype=np.int64)
    filled = np.empty(13, dtype=np.int64)
    own = np.empty(14, dtype=np.int64)
    own[13] = 4
    ranks = np.empty(5, dtype=np.int64)
    often = np.empty(5, dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    patterns = np.empty(4, dtype=np.int64)
    found = np.empty(4, dtype=np.int64)
    split = np.empty((4, 1024), dtype=np.uint8)
    chosen = np.empty(5, dtype=np.int64)
    first_set = np.empty(5, dtype=np.int64)
    last_set = np.empty(5, dtype=np.int64)
    n_states = 0
    fold_antes = pay.fold / whole.scale
    for h in range(first, last):
        if hand_counts[h, up] > 3:
            continue
        code = hand_codes[h]
        n_ranks = 0
        for r in range(13):
            own[r] = hand_counts[h, r]
            if own[r]:
                ranks[n_ranks] = r
                often[n_ranks] = own[r]
                n_ranks += 1
            filled[r] = 0
        find_bounds(whole, code, n_ranks, ranks, often, options)
        fill_factors(up, own, factors)
        fill_sums(table.dealer.factors, factors, weights)
        value, row, kind = finals.five_value[h], finals.five_row[h], money.of_five[h]
        raise_special = can_gain(pay, value, row, whole.n_left[0])
        no_game, less, not_more = plain_counts(table.dealer, weights, value, 8191)
        plain = dot(pay.plain, row, no_game, less, not_more, whole.n_hands[0])
        least = -1e9
        for o in range(options.n[0]):
            least = max(least, options.low[o])
        if not all_exchanges:
            least = max(least, fold_antes)
            raise_low = (plain + money.plain_low[kind]) / float(whole.n_hands[0]) / whole.scale
            if n_ranks == 5 and not _flush_pays_more(pay, finals, own, row):
                raise_low = -1e9
            least = max(least, raise_low)
        for o in range(options.n[0]):
            options.active[o] = 1 if options.high[o] + MARGIN >= least else 0
            tally[options.size[o]] += options.active[o]
        options.active[SIXTH] = whole.allowed[0]
        for o in range(options.n[0], SIXTH):
            options.active[o] = 0
        class_sums(whole, room.desk, room.cell, code, n_ranks, ranks, often, options, sums, left)
        tally[6] += left.n[0]
        if left.n[2]:
            return -1
        open_columns(options, columns)
        for pattern in range(1 << n_ranks):
            masks[0] = 0
            valid = True
            for i in range(n_ranks):
                if pattern >> i & 1:
                    masks[0] |= 1 << ranks[i]
                    if ranks[i] == up:
                        valid = False
                elif often[i] == 4:  # one of each suit
                    valid = False
            if not valid:
                continue
            patterns[0] = pattern
            for i in range(n_ranks):
                n = often[i] - (pattern >> i & 1)
                first_set[i] = _FIRST_SET[n]
                last_set[i] = _FIRST_SET[n + 1] - 1
                chosen[i] = first_set[i]
            while True:
                # Which of the three other suits hold each rank, as an odometer.
                for s in range(1, 4):
                    masks[s] = 0
                    patterns[s] = 0
                for i in range(n_ranks):
                    three = _SETS[chosen[i]]
                    for s in range(3):
                        masks[s + 1] |= (three >> s & 1) << ranks[i]
                        patterns[s + 1] |= (three >> s & 1) << i
                if masks[1] >= masks[2] and masks[2] >= masks[3]:
                    if n_states >= states.hand.shape[0]:
                        return -1
                    weight = 6
                    if masks[1] == masks[2] and masks[2] == masks[3]:
                        weight = 1
                    elif masks[1] == masks[2] or masks[2] == masks[3]:
                        weight = 3
                    # Raise.
                    suited = -1
                    for s in range(4):
                        n = 0
                        for r in range(13):
                            n += masks[s] >> r & 1
                        if n == 5:
                            suited = s
                    if suited >= 0:
                        raised = final_sums(
                            table,
                            room.desk,
                            weights,
                            own,
                            masks,
                            finals.suited_value[masks[suited]],
                            finals.suited_row[masks[suited]],
                            whole.n_left[0],
                            whole.n_parts[0],
                            found,
                        )
                    elif raise_special or pay.may_insure[row]:
                        raised = final_sums(
                            table,
                            room.desk,
                            weights,
                            own,
                            masks,
                            value,
                            row,
                            whole.n_left[0],
                            whole.n_parts[0],
                            found,
                        )
                    else:
                        no_game, less, not_more = plain_counts(
                            table.dealer, weights, value, masks[0]
                        )
                        raised = (
                            dot(pay.plain, row, no_game, less, not_more, whole.n_hands[0])
                            * whole.n_parts[0]
                        )
                    sixth = 0
                    if whole.allowed[0]:
                        sixth = sums.plain[SIXTH, pattern]
                        if sums.has_others[SIXTH]:
                            for s in range(1, 4):
                                sixth += sums.others[SIXTH, patterns[s]]
                        if left.n[0]:
                            sixth += left_value(whole, left, SIXTH, 1, own, masks, split)
                        sixth += sixth_flushes(
                            whole, room.desk, code, own, masks, sixth_weights, found, filled
                        )
                    # Exchanges.
                    best_low = -1e9
                    if not all_exchanges:
                        best_low = max(fold_antes, antes_of(whole, raised, 0, 0))
                        if whole.allowed[0]:
                            best_low = max(best_low, antes_of(whole, sixth, 1, whole.fee[0]))
                    best_low = list_candidates(
                        whole,
                        code,
                        own,
                        n_ranks,
                        ranks,
                        often,
                        options,
                        sums,
                        left,
                        columns,
                        pattern,
                        patterns,
                        masks,
                        split,
                        best_low,
                        candidates,
                    )
                    best = best_candidate(
                        whole,
                        room.desk,
                        room.cell.slate,
                        code,
                        own,
                        n_ranks,
                        ranks,
                        options,
                        columns,
                        patterns,
                        masks,
                        order,
                        best_low,
                        candidates,
                    )
                    action = FOLD
                    action_value, action_size, action_fee = pay.fold, -1, 0
                    for i in range(order.shape[0]):
                        a = order[i]
                        if a == RAISE:
                            v, size, fee = raised, 0, 0
                        elif a == SIXTH:
                            if not whole.allowed[0]:
                                continue
                            v, size, fee = sixth, 1, whole.fee[0]
                        elif a == FOLD:
                            continue
                        else:
                            if best < 0 or options.size[candidates.option[best]] != a:
                                continue
                            v, size, fee = candidates.value[best], a, whole.fee[a]
                        if is_more(whole, v, size, fee, action_value, action_size, action_fee):
                            action = a
                            action_value, action_size, action_fee = v, size, fee
                    states.hand[n_states] = h
                    for s in range(4):
                        states.masks[n_states, s] = masks[s]
                    states.weight[n_states] = weight
                    states.best[n_states] = action
                    states.raised[n_states] = raised
                    states.sixth[n_states] = sixth
                    if best >= 0:
                        o = candidates.option[best]
                        states.exchange[n_states] = candidates.value[best]
                        states.size[n_states] = options.size[o]
                        states.kept[n_states] = options.kept_code[o]
                        s = candidates.suit[best]
                        if s >= KNOWN:
                            s -= KNOWN
                        states.suit[n_states] = -1 if s == ALL_SUITS else s
                    n_states += 1
                i = 0
                while i < n_ranks and chosen[i] == last_set[i]:
                    chosen[i] = first_set[i]
                    i += 1
                if i == n_ranks:
                    break
                chosen[i] += 1
    return n_states


def action_order(rules: DrawRules) -> Ints:
    """Actions by what they put out at once; a sixth card before exchanges, fewer cards first."""
    actions = [(0, -1, FOLD), (rules.raise_stake, 9, RAISE)]
    if rules.sixth_fee is not None:
        actions.append((rules.sixth_fee, 0, SIXTH))
    for size, fee in enumerate(rules.exchange_fees, 1):
        if fee is not None:
            actions.append((fee, size, size))
    return np.array([action for _, _, action in sorted(actions)], dtype=np.int64)


def new_room(whole: Whole) -> Room:
    """Working arrays for one thread."""
    return Room(
        new_options(),
        new_sums(),
        new_left(),
        new_cell(),
        new_columns(whole),
        new_candidates(),
        desk(),
    )


def solve_behind(
    rules: DrawRules, up: int, *, all_exchanges: bool = False
) -> tuple[States, Whole, Ints]:
    """All states behind an upcard of one rank."""
    whole = whole_behind(rules, up)
    states = new_states(N_STATES)
    tally = np.zeros(8, dtype=np.int64)
    n = solve_hands(
        whole,
        new_room(whole),
        codes(5),
        rank_counts(5),
        0,
        len(codes(5)),
        all_exchanges,
        action_order(rules),
        states,
        tally,
    )
    assert n == N_STATES, n
    return states, whole, tally
