"""What may be bought in a five-card game against a dealer, and for how much.

Cards, insurance and a dealer's game: their prices and limits, and whether a round kept to them. The
sources of the rules are in `stud.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from trainer.errors import RoundError, StakeError
from trainer.games.five_card import check_draws
from trainer.hands.combinations import STRENGTH
from trainer.money import format_money
from trainer.rules import GAME, Bet, Deal, Reading, Showdown, Variant

RAISE = Fraction(2)
FEE = Fraction(1)
LEAST_INSURANCE = Fraction(1)


def exchange_range(rules: Mapping[str, str]) -> tuple[int, int]:
    """Fewest and most cards that may be exchanged; (0, 0) when none may."""
    if rules["exchange"] == "none":
        return 0, 0
    least, most = rules["exchange"].split("-")
    return int(least), int(most)


def exchange_fee(rules: Mapping[str, str], n_cards: int) -> Fraction:
    """The price of exchanging `n_cards`, in antes."""
    fees = rules["exchange_fee"].split("/")
    return Fraction(fees[0] if len(fees) == 1 else fees[n_cards - 1])


def most_insurance(rules: Mapping[str, str], raised: Bet, row: int) -> Fraction:
    """The most insurance, in antes, that a final hand of this row may have; 0 where none.

    Hands below three of a kind have none, nor those whose most is less than the least.
    """
    if rules["insurance"] == "none" or not _is_strong(raised, row):
        return Fraction(0)
    payout = raised.cell(Showdown.WIN, row).odds * RAISE
    most = payout / 2 if rules["insurance"] == "half" else payout
    return most if most >= LEAST_INSURANCE else Fraction(0)


def _is_strong(raised: Bet, row: int) -> bool:
    return STRENGTH[raised.rows[row].split("+")[0]] >= STRENGTH["three-of-a-kind"]


def sells_cards(rules: Mapping[str, str]) -> bool:
    """Whether a house sells a sixth card or an exchange: then something follows a first action."""
    return rules["sixth"] == "yes" or rules["exchange"] != "none"


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """Checks fees, insurance and the purchase of a round against its cards."""

    variant: Variant
    bets: tuple[Bet, ...]

    def __call__(
        self, deal: Deal, stakes: Mapping[str, Fraction], folded: bool, reading: Reading
    ) -> None:
        """Raise StakeError or RoundError when cards and stakes do not go together."""
        self._draw(deal, stakes, folded)
        if stakes.get("insurance"):
            self._insurance(stakes, folded, reading)
        self._purchase(deal, stakes, folded, reading)

    def _draw(self, deal: Deal, stakes: Mapping[str, Fraction], folded: bool) -> None:
        rules, ante = self.variant.rules, stakes["ante"]
        sixth, fee = bool(stakes.get("sixth")), stakes.get("exchange", Fraction(0))
        n = len(deal.given_up)
        if len(deal.player) == 6 and rules["sixth"] == "no":
            raise RoundError("six cards, but no sixth card is sold here; expected 5", "player")
        if len(deal.player) == 6 and not sixth:
            raise StakeError(
                f"six cards, but the sixth was not paid for; expected {format_money(ante)}",
                "sixth",
            )
        if sixth and len(deal.player) == 5:
            raise StakeError("a sixth card was paid for, but the box has five cards", "sixth")
        if fee and not n:
            hint = "" if deal.dealt else "; expected `dealt`, the five cards before the exchange"
            raise StakeError(
                f"an exchange was paid for, but no card was exchanged{hint}", "exchange"
            )
        if not n:
            return
        least, most = exchange_range(rules)
        if not least <= n <= most:
            legal = f"{least} to {most}" if most else "none"
            raise RoundError(f"{_exchanged(n)}; expected {legal}", "player")
        price = exchange_fee(rules, n) * ante
        if fee != price:
            raise StakeError(
                f"{_exchanged(n)} for {format_money(fee)}; expected {format_money(price)}",
                "exchange",
            )
        if n == 5 and folded and rules["raise_after_five"] == "forced":
            raise RoundError("after exchanging five cards the hand must be raised", "folded")

    def _insurance(self, stakes: Mapping[str, Fraction], folded: bool, reading: Reading) -> None:
        insured, ante, chip = stakes["insurance"], stakes["ante"], self.variant.house.chip
        if folded:
            raise StakeError("the hand is folded; expected no insurance", "insurance")
        player, row = reading.player, reading.rows["final"]
        assert player is not None and row is not None
        bet = next(bet for bet in self.bets if bet.id == "bet")
        most = most_insurance(self.variant.rules, bet, row) * ante
        least = LEAST_INSURANCE * ante
        if not most:
            needed = "insurance needs three of a kind or better"
            if _is_strong(bet, row):
                needed = f"its most insurance is below the least, {format_money(least)}"
            raise StakeError(f"the final hand is {player.id}; {needed}", "insurance")
        if not least <= insured <= most:
            raise StakeError(
                f"the insurance is {format_money(insured)}; expected {format_money(least)} to "
                f"{format_money(most // chip * chip)}",
                "insurance",
            )
        if insured % chip:
            raise StakeError(
                f"the insurance is {format_money(insured)}; expected a multiple of the smallest "
                f"chip, {format_money(chip)}",
                "insurance",
            )

    def _purchase(
        self, deal: Deal, stakes: Mapping[str, Fraction], folded: bool, reading: Reading
    ) -> None:
        rules = self.variant.rules
        if deal.draws and rules["purchase"] == "none":
            raise RoundError(
                "the dealer drew cards, but no dealer's game is sold here; expected none",
                "dealer_draws",
            )
        if not stakes.get("purchase"):
            if deal.draws:
                raise StakeError(
                    "the dealer drew cards, but no game was bought; expected the price, "
                    f"{format_money(stakes['ante'])}",
                    "purchase",
                )
            return
        if folded:
            raise StakeError("the hand is folded; expected no purchase", "purchase")
        if reading.opening in GAME:
            raise StakeError("the dealer has a game already; expected no purchase", "purchase")
        if stakes.get("insurance") and rules["insured_purchase"] == "no":
            raise StakeError("an insured box may not buy the dealer a game here", "purchase")
        if not deal.draws:
            raise RoundError(
                "a game was bought, but the dealer's new card is missing", "dealer_draws"
            )
        check_draws(deal, rules["purchase"], rules["purchase_redraw"] == "yes")


def _exchanged(n: int) -> str:
    return "1 card was exchanged" if n == 1 else f"{n} cards were exchanged"
