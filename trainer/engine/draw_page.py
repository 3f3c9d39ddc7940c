"""The rounds that are counted together: which ranks are gone of each suit, and how often."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trainer.compiled import inlined
from trainer.engine.draw_hands import Ints
from trainer.engine.draw_purchase import N_ENTRIES
from trainer.engine.draw_suits import FEW, N_SETS, Slate, new_slate

OF_UPCARD, OF_OTHERS = 0, 1
MOST_BLOCKS = 3


class Page(NamedTuple):
    """Suits of one final hand to be counted: which ranks are gone of them, and in how many rounds.

    For the upcard's suit [0] and the others, three a round [1], there are blocks: ranks `fixed`
    that are gone in every round of a block, and rounds by the pattern of the page's ranks that are
    gone besides; only those of `may` are.
    """

    n_ranks: Ints  # [1]
    ranks: Ints
    mask: Ints  # [pattern] the ranks
    n_blocks: Ints  # [suit]
    fixed: Ints  # [suit, block]
    may: Ints
    weight: Ints  # [suit, block, pattern]
    # What `enter` notes down of the upcard's suit: counts, the way, and the rounds that buy.
    none: Ints  # [block, pattern]
    below: Ints
    up_to: Ints
    way: Ints
    buying: Ints
    add: Ints  # [pattern] what a suit adds to purchases
    within: Ints  # [pattern of few ranks] rounds of all patterns within a pattern
    suited: Ints  # [as `slate.at`] rounds and hands that buy
    times: Ints  # [entry] rounds and dealer hands in which a game is bought
    made: Ints  # [entry, result] cards that bring a game then
    slate: Slate


def new_page() -> Page:
    """Room for the suits of one final hand."""

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    def noted() -> Ints:
        return zeros(MOST_BLOCKS, N_SETS)

    return Page(
        n_ranks=zeros(1),
        ranks=zeros(13),
        mask=zeros(N_SETS),
        n_blocks=zeros(2),
        fixed=zeros(2, MOST_BLOCKS),
        may=zeros(2, MOST_BLOCKS),
        weight=zeros(2, MOST_BLOCKS, N_SETS),
        none=noted(),
        below=noted(),
        up_to=noted(),
        way=noted(),
        buying=noted(),
        add=zeros(N_SETS),
        within=zeros(1 << FEW),
        suited=zeros(N_SETS),
        times=zeros(N_ENTRIES),
        made=zeros(N_ENTRIES, 4),
        slate=new_slate(),
    )


@inlined
def open_page(page: Page, n_ranks: int, ranks: Ints) -> None:
    """Begin with a page of patterns of some ranks, without blocks."""
    page.n_ranks[0] = n_ranks
    page.mask[0] = 0
    for i in range(n_ranks):
        page.ranks[i] = ranks[i]
        for b in range(1 << i):
            page.mask[b | 1 << i] = page.mask[b] | 1 << ranks[i]
    page.n_blocks[:] = 0


@inlined
def open_block(page: Page, suit: int, fixed: int, may: int) -> int:
    """The number of a new block, without rounds."""
    k: int = page.n_blocks[suit]
    page.n_blocks[suit] += 1
    page.fixed[suit, k], page.may[suit, k] = fixed, may
    page.weight[suit, k, : 1 << page.n_ranks[0]] = 0
    return k


@inlined
def one_round(page: Page, masks: Ints, weight: int) -> None:
    """A page of one round."""
    page.n_ranks[0] = 0
    page.mask[0] = 0
    page.n_blocks[:] = 0
    for s in range(4):
        suit = OF_UPCARD if s == 0 else OF_OTHERS
        k = open_block(page, suit, masks[s], 0)
        page.weight[suit, k, 0] = weight
