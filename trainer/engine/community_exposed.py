"""Every hand against a dealer who shows one card or both before the first decision.

What a hand is worth then depends on the cards shown, so the classes of the whole-game sweeps do
not help; but few dealer hands remain. All boards are dealt out for each hand and cards shown.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from trainer.compiled import kernel
from trainer.engine.community_ranks import i64, price_line, row_of
from trainer.engine.community_tables import Bytes, Ints
from trainer.hands.kernels import EMPTY, bit_of, mask_of, value7, weight_of


@kernel(
    "(int64, int64, uint8[:,::1], int64, int64[:,:,::1], int64[::1], int64[::1], int64[:,:,::1])"
)
def price_shown(
    first: int,
    last: int,
    states: Bytes,
    threshold: int,
    nets: Ints,
    fold: Ints,
    waiting: Ints,
    counted: Ints,
) -> None:
    """Sums for states, uint8[state, 2 + cards shown], from the first up to the last.

    `nets` are the bet on the flop and what is chosen against `fold` after the river. The best over
    flops goes to `waiting`, the counts of all boards by line to int64[state, line, 4].
    """
    n_shown = states.shape[1] - 2
    n = 52 - states.shape[1]
    weights, masks = np.empty(n, np.uint64), np.empty(n, np.uint64)
    two, three = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        two[i] = i * (i - 1) // 2
        three[i] = i * (i - 1) * (i - 2) // 6
    n_flops = n * (n - 1) * (n - 2) // 6
    sums = np.empty((n_flops, 2), np.int64)
    for state in range(first, last):
        seen = bit_of(0) ^ bit_of(0)
        for i in range(states.shape[1]):
            seen |= bit_of(states[state, i])
        k = 0
        for card in range(52):
            if not seen & bit_of(card):
                weights[k], masks[k] = weight_of(card), mask_of(card)
                k += 1
        hand = weight_of(states[state, 0]) + weight_of(states[state, 1])
        hand_mask = mask_of(states[state, 0]) | mask_of(states[state, 1])
        dealer, dealer_mask = EMPTY, hand_mask ^ hand_mask
        for i in range(n_shown):
            dealer += weight_of(states[state, 2 + i])
            dealer_mask |= mask_of(states[state, 2 + i])
        sums[:] = 0
        for e in range(4, n):
            for d in range(3, e):
                for c in range(2, d):
                    total3 = weights[e] + weights[d] + weights[c]
                    mask3 = masks[e] | masks[d] | masks[c]
                    now3, after3 = 0, 0
                    for b in range(1, c):
                        total4, mask4 = total3 + weights[b], mask3 | masks[b]
                        now4, after4 = 0, 0
                        for a in range(b):
                            board, mask = total4 + weights[a], mask4 | masks[a]
                            value = i64(value7(EMPTY + board + hand, mask | hand_mask))
                            line = row_of(value) + (0 if value < threshold else 10)
                            worse, better, idle = 0, 0, 0
                            if n_shown == 2:
                                theirs = i64(value7(dealer + board, mask | dealer_mask))
                                worse = 1 if theirs < value else 0
                                better = 1 if theirs > value else 0
                                idle = 1 if theirs < threshold else 0
                            else:
                                one, one_mask = dealer + board, mask | dealer_mask
                                taken = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                                for x in range(n):
                                    if taken >> x & 1:
                                        continue
                                    theirs = i64(value7(one + weights[x], one_mask | masks[x]))
                                    worse += 1 if theirs < value else 0
                                    better += 1 if theirs > value else 0
                                    idle += 1 if theirs < threshold else 0
                            counted[state, line, 0] += worse
                            counted[state, line, 1] += better
                            counted[state, line, 2] += idle
                            counted[state, line, 3] += 1
                            now = price_line(nets, 0, line, worse, better, idle)
                            after = max(fold[line], price_line(nets, 1, line, worse, better, idle))
                            now4 += now
                            after4 += after
                            # The six flops with the last card; those without it are added below.
                            for flop in (
                                a + two[b] + three[c],
                                a + two[b] + three[d],
                                a + two[b] + three[e],
                                a + two[c] + three[d],
                                a + two[c] + three[e],
                                a + two[d] + three[e],
                            ):
                                sums[flop, 0] += now
                                sums[flop, 1] += after
                        for flop in (
                            b + two[c] + three[d],
                            b + two[c] + three[e],
                            b + two[d] + three[e],
                        ):
                            sums[flop, 0] += now4
                            sums[flop, 1] += after4
                        now3 += now4
                        after3 += after4
                    flop = c + two[d] + three[e]
                    sums[flop, 0] += now3
                    sums[flop, 1] += after3
        best = 0
        for flop in range(n_flops):
            best += max(sums[flop, 0], sums[flop, 1])
        waiting[state] = best


def list_states(n_shown: int) -> tuple[Bytes, Ints]:
    """Hands with cards shown, up to a change of suits, uint8[state, 2 + shown], and their sizes.

    There are 5,083 with one card and 93,769 with two.
    """
    hands = np.array(list(combinations(range(52), 2)), dtype=np.int64)
    shown = np.array(list(combinations(range(52), n_shown)), dtype=np.int64)
    least: NDArray[np.int64] | None = None
    for change in permutations(range(4)):
        suits = np.array(change)
        codes = []
        for cards in (hands, shown):
            moved = np.sort(cards >> 2 << 2 | suits[cards & 3], axis=1)
            codes.append(moved @ (52 ** np.arange(moved.shape[1])))
        code = codes[0][:, None] * 52**n_shown + codes[1][None, :]
        least = code if least is None else np.minimum(least, code)
    assert least is not None
    apart = (hands[:, None, :, None] != shown[None, :, None, :]).all(axis=(2, 3))
    found, sizes = np.unique(least[apart], return_counts=True)
    digits = [found // 52**i % 52 for i in range(2 + n_shown)]
    # The last digits are the cards shown.
    states = np.stack([*digits[n_shown:], *digits[:n_shown]], axis=1)
    return states.astype(np.uint8), sizes.astype(np.int64)
