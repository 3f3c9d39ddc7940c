"""Weighted rounds of the five-card games: combinations, draws, insurance and bought games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from trainer.cards import Card, card, rank_of
from trainer.drills.random_hands import ACE, KING, draw, five_of, rest_of_deck
from trainer.drills.rounds import Round, ante_for, choose, first_that, side_stakes
from trainer.games.five_card import after_purchase, removed_card
from trainer.games.stud import (
    FEE,
    LEAST_INSURANCE,
    RAISE,
    exchange_fee,
    exchange_range,
    most_insurance,
)
from trainer.hands import HAND_IDS, Category, HandValue, category_of, evaluate, read_hand
from trainer.rules import BOUGHT, GAME, Bet, Deal, Game, Showdown, showdown_of

# Pairs of combinations that five or six cards can hold; the last three only where a straight with a
# paired card counts as straight and pair. Source: http://gamsoft.ru/oa_russian_e.htm.
DOUBLES = (
    "royal-flush+straight-flush",
    "royal-flush+flush",
    "royal-flush+straight",
    "straight-flush+straight-flush",
    "straight-flush+flush",
    "straight-flush+straight",
    "straight-flush+ace-king",
    "four-of-a-kind+full-house",
    "four-of-a-kind+ace-king",
    "full-house+full-house",
    "full-house+ace-king",
    "flush+flush",
    "flush+straight",
    "flush+pair",
    "flush+ace-king",
    "straight+straight",
    "straight+ace-king",
    "three-of-a-kind+ace-king",
    "two-pair+two-pair",
    "two-pair+ace-king",
    "pair+ace-king",
)
PAIRED_STRAIGHTS = ("straight+pair", "straight-flush+pair", "royal-flush+pair")
Cards = tuple[Card, ...]


def deal_round(rng: Random, game: Game) -> Round:
    """A legal round of a five-card game, weighted towards the rare and the tricky."""
    kind = choose(
        rng, (("row", 40.0), ("bonus", 18.0), ("junk", 14.0), ("even", 14.0), ("fold", 6.0))
    )
    bonus = next((bet for bet in game.bets if bet.id == "bonus"), None)
    deal = None
    if kind == "row" or (kind == "bonus" and bonus is None):
        deal = _by_row(rng, game)
    elif bonus is not None and (kind == "bonus" or (kind == "fold" and rng.random() < 0.4)):
        deal = _by_bonus(rng, game, bonus)
    elif kind == "junk":
        deal = Deal(player=five_of(rng, "high-card"))
    if deal is None:
        deal = drawn(rng, game, draw(rng, 5), first=True)
    folded = kind == "fold" and not _must_raise(game, deal)
    deal = _with_dealer(rng, game, deal, folded)
    return _with_stakes(rng, game, deal, folded)


def _must_raise(game: Game, deal: Deal) -> bool:
    return len(deal.given_up) == 5 and game.variant.rules["raise_after_five"] == "forced"


def _row_of(game: Game, deal: Deal, reads: str) -> str:
    row = game.read(deal, True).rows[reads]
    assert row is not None
    return next(bet for bet in game.bets if bet.reads == reads).rows[row]


def _by_row(rng: Random, game: Game) -> Deal | None:
    rules = game.variant.rules
    rows = [*HAND_IDS, *DOUBLES]
    if rules["paired_straight"] == "straight-plus-pair":
        rows += PAIRED_STRAIGHTS
    if rules["combinations"] == "one":
        rows = list(HAND_IDS)
    row = rng.choice(rows)
    cards = first_that(lambda: cards_for(rng, game, row), tries=40)
    return drawn(rng, game, cards) if cards else None


def cards_for(rng: Random, game: Game, row: str) -> Cards | None:
    """Five or six cards that are paid exactly as this row says."""
    first, plus, second = row.partition("+")
    base = five_of(rng, first)
    if not plus:
        return base if _row_of(game, Deal(base), "final") == row else None
    candidates = _sixth_candidates(rng, base, second)
    if not candidates:
        return None
    if _row_of(game, Deal(base), "final") == row:
        return base
    if game.variant.rules["sixth"] == "no":
        return None
    for a in candidates:
        if _row_of(game, Deal((*base, a), dealt=base), "final") == row:
            return (*base, a)
    return None


def _sixth_candidates(rng: Random, base: Cards, second: str) -> list[Card]:
    """Cards that may add a second combination to five, in random order."""
    ranks = {rank_of(a) for a in base}
    left = rest_of_deck(base)
    if second == "ace-king":
        if not ranks & {ACE, KING}:
            return []
        left = [a for a in left if rank_of(a) in (ACE, KING)]
    elif second in ("pair", "two-pair", "full-house"):
        left = [a for a in left if rank_of(a) in ranks]
    rng.shuffle(left)
    return left


def _by_bonus(rng: Random, game: Game, bonus: Bet) -> Deal | None:
    rows = [
        row
        for n, row in enumerate(bonus.rows)
        if (cell := bonus.cells[Showdown.WIN][n]) and cell.odds > 0
    ]
    row = rng.choice(rows)
    column, _, id = row.partition("-")
    if column == "dealt":
        return drawn(rng, game, five_of(rng, id), first=True)

    def make() -> Deal | None:
        if game.variant.rules["sixth"] == "no":
            return None
        five = five_of(rng, id)
        dealt = tuple(rng.sample((*five[1:], *draw(rng, 1, five)), 5))
        deal = Deal((*dealt, five[0]), dealt=dealt)
        return deal if _row_of(game, deal, "dealt-and-bought") == row else None

    return first_that(make)


def drawn(rng: Random, game: Game, cards: Cards, first: bool = False) -> Deal:
    """How a box came to its cards: dealt so, with a bought sixth card, or by an exchange.

    With `first` the five cards are the ones dealt, and what is drawn is random.
    """
    rules = game.variant.rules
    least, most = exchange_range(rules)
    if len(cards) == 6:
        bought = rng.choice(cards)
        dealt = tuple(a for a in cards if a != bought)
        return Deal((*dealt, bought), dealt=dealt)
    how = choose(rng, (("none", 5.0), ("sixth", 2.0 if first else 1.0), ("exchange", 3.0)))
    if how == "sixth" and rules["sixth"] == "yes" and first:
        return Deal((*cards, *draw(rng, 1, cards)), dealt=cards)
    if how == "exchange" and most:
        n = rng.randint(least, most)
        kept, others = cards[n:], draw(rng, n, cards)
        if first:
            return Deal(kept + others, dealt=cards)
        return Deal(kept + cards[:n], dealt=kept + others)
    return Deal(cards)


def _with_dealer(rng: Random, game: Game, deal: Deal, folded: bool) -> Deal:
    gone = deal.player + deal.given_up
    value = evaluate(deal.player)
    wanted = _wanted_showdown(rng, game, deal)
    buys = wanted in BOUGHT or (wanted in GAME and rng.random() < 0.25)
    if folded or game.variant.rules["purchase"] == "none":
        buys = False
    found = first_that(
        lambda: (
            _purchase(rng, game, deal.player, gone, value, wanted)
            if buys
            else _dealer(rng, game, deal.player, gone, value, wanted)
        ),
        tries=150,
    )
    dealer, draws = found or (draw(rng, 5, gone), ())
    return Deal(deal.player, dealer, dealt=deal.dealt, draws=draws)


def _wanted_showdown(rng: Random, game: Game, deal: Deal) -> Showdown:
    """A showdown that this hand can have: junk cannot beat a game, a pair cannot lose to none."""
    junk = evaluate(deal.player) < game.qualifies
    buys = game.variant.rules["purchase"] != "none"
    possible: list[Showdown] = [Showdown.LOSE, Showdown.WIN_NO_GAME]
    if buys:
        possible.append(Showdown.WIN_BOUGHT)
    if junk:
        possible += [Showdown.LOSE_NO_GAME, Showdown.TIE_NO_GAME]
        possible += [Showdown.LOSE_BOUGHT, Showdown.TIE_BOUGHT] if buys else []
    else:
        possible += [Showdown.WIN, Showdown.WIN, Showdown.WIN]
        ranks = [rank_of(a) for a in deal.player]
        if max(ranks.count(rank) for rank in ranks) < 3:  # no deck has three of a rank twice
            possible.append(Showdown.TIE)
    return rng.choice(possible)


def _dealer(
    rng: Random, game: Game, player: Cards, gone: Cards, value: HandValue, wanted: Showdown
) -> tuple[Cards, Cards] | None:
    if wanted.result == "tie":
        dealer = _mirror(rng, player, gone)
    elif wanted in GAME and rng.random() < 0.15:
        dealer = _other_kicker(rng, player, gone)
    elif wanted is Showdown.LOSE:
        dealer = _better(rng, value, gone)
    else:
        dealer = draw(rng, 5, gone)
    if dealer is None:
        return None
    theirs = evaluate(dealer)
    found = showdown_of(value, theirs, game=theirs >= game.qualifies)
    return (dealer, ()) if found is wanted else None


def _better(rng: Random, value: HandValue, gone: Cards) -> Cards | None:
    """A dealer's hand that has a fair chance to be better."""
    category = category_of(value)
    if category < Category.TWO_PAIR:
        return draw(rng, 5, gone)
    ids = [id for id in HAND_IDS[2:] if HAND_IDS.index(id) >= category + 1]
    five = five_of(rng, rng.choice(ids[:4]))
    return None if set(five) & set(gone) else five


def _mirror(rng: Random, player: Cards, gone: Cards) -> Cards | None:
    """Five cards of the same ranks as the player's first five, in other suits."""
    left = set(rest_of_deck(gone))
    dealer: list[Card] = []
    for a in rng.sample(player, len(player))[:5]:
        same = [b for suit in range(4) if (b := card(rank_of(a), suit)) in left]
        if not same:
            return None
        dealer.append(rng.choice(same))
        left.discard(dealer[-1])
    return tuple(dealer)


def _other_kicker(rng: Random, player: Cards, gone: Cards) -> Cards | None:
    """Five cards that make what the player's make, and differ from them in one kicker."""
    hand = read_hand(player, ace_king=True)
    kickers = hand.cards[hand.n_making :]
    dealer = _mirror(rng, hand.cards, gone) if kickers else None
    if dealer is None:
        return None
    rank = rank_of(rng.choice(kickers))
    kept = tuple(a for a in dealer if rank_of(a) != rank)
    return kept + draw(rng, 1, gone + dealer)


def _purchase(
    rng: Random, game: Game, player: Cards, gone: Cards, value: HandValue, wanted: Showdown
) -> tuple[Cards, Cards] | None:
    """A dealer without a game who is bought one, and ends as wanted."""
    rules = game.variant.rules
    if wanted.result == "tie":
        return _purchase_to_tie(rng, game, player, gone, wanted)
    dealer = draw(rng, 5, gone)
    if evaluate(dealer) >= game.qualifies:
        return None
    removed = removed_card(dealer, rules["purchase"])
    left = rest_of_deck(gone + dealer)
    rng.shuffle(left)
    draws: list[Card] = []
    if rules["purchase_redraw"] == "yes" and rng.random() < 0.2:
        draws += [a for a in left if rank_of(a) == rank_of(removed)][: rng.choice((1, 1, 2))]
    draws.append(next(a for a in left if a not in draws and _may_end(rules, a, removed)))
    finished = evaluate(after_purchase(Deal((), dealer, draws=tuple(draws)), rules["purchase"]))
    found = showdown_of(value, finished, game=finished >= game.qualifies, bought=True)
    return (dealer, tuple(draws)) if found is wanted else None


def _purchase_to_tie(
    rng: Random, game: Game, player: Cards, gone: Cards, wanted: Showdown
) -> tuple[Cards, Cards] | None:
    """A dealer whose bought card makes the very hand that the player has."""
    rules = game.variant.rules
    finished = _mirror(rng, player, gone)
    if finished is None:
        return None
    *kept, last = finished
    left = rest_of_deck((*gone, *finished))
    rng.shuffle(left)
    for removed in left:
        dealer = (*kept, removed)
        if (
            removed_card(dealer, rules["purchase"]) == removed
            and evaluate(dealer) < game.qualifies
            and _may_end(rules, last, removed)
        ):
            value = evaluate(finished)
            found = showdown_of(evaluate(player), value, game=value >= game.qualifies, bought=True)
            return (dealer, (last,)) if found is wanted else None
    return None


def _may_end(rules: Mapping[str, str], a: Card, removed: Card) -> bool:
    return rules["purchase_redraw"] == "no" or rank_of(a) != rank_of(removed)


def _with_stakes(rng: Random, game: Game, deal: Deal, folded: bool) -> Round:
    rules = game.variant.rules
    ante = ante_for(rng, game)
    stakes: dict[str, Fraction] = {"ante": ante}
    if not folded:
        stakes["bet"] = RAISE * ante
    if len(deal.player) == 6:
        stakes["sixth"] = FEE * ante
    if deal.given_up:
        stakes["exchange"] = ante * exchange_fee(rules, len(deal.given_up))
    stakes |= side_stakes(rng, game, share=0.9 if folded else 0.6)
    if deal.draws:
        stakes["purchase"] = FEE * ante
    if not folded and rules["insurance"] != "none" and rng.random() < 0.6:
        insured = _insurance(rng, game, deal, stakes)
        if insured and not (deal.draws and rules["insured_purchase"] == "no"):
            stakes["insurance"] = insured
    ordered = {bet.id: stakes[bet.id] for bet in game.bets if bet.id in stakes}
    return Round(deal, ordered, folded)


def _insurance(rng: Random, game: Game, deal: Deal, stakes: dict[str, Fraction]) -> Fraction | None:
    """A legal insurance: the least, the most, or something between; None where there is none."""
    row = game.read(deal, False).rows["final"]
    assert row is not None
    most = most_insurance(game.variant.rules, game.bet("bet"), row) * stakes["ante"]
    chip = game.variant.house.chip
    least = -(-LEAST_INSURANCE * stakes["ante"] // chip) * chip
    steps = int((most - least) // chip)
    if steps < 0:
        return None
    whole = max(1, int(1 / chip)) * 5
    between: Sequence[int] = range(0, steps + 1, whole)[:200]
    return least + chip * rng.choice((0, steps, rng.choice(between)))
