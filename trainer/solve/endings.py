"""What endings of five-card rounds are worth, and whether the engine's two counts agree in it."""

from __future__ import annotations

from fractions import Fraction

from trainer.engine.draw_game import N_HANDS_BEHIND, Chunk, Ending
from trainer.engine.draw_rules import NO_GAME, DrawRules

FOLD_WAY = "fold"


def fee_of(rules: DrawRules, action: str) -> int:
    """What a first action costs beside the bets, in units."""
    if action == "sixth":
        return rules.sixth_fee or 0
    if action.startswith("exchange-"):
        return rules.exchange_fees[int(action[-1]) - 1] or 0
    return 0


def net_of(rules: DrawRules, ending: Ending) -> int:
    """The player's net of a round that ends so, fees included, in units."""
    pay, row, result = rules.pay, ending.row, ending.result
    fee = fee_of(rules, ending.action)
    if ending.way == FOLD_WAY:
        return pay.fold - fee
    table = {
        "raise": pay.plain,
        "insured": pay.insured,
        "bought": pay.bought,
        "insured-bought": pay.bought,
    }[ending.way]
    net = int(table[row, result]) - fee
    if ending.way == "insured-bought":
        # Insurance is settled when the dealer opens without a game, before the purchase.
        net += int(pay.insured[row, NO_GAME]) - int(pay.plain[row, NO_GAME])
    return net


def fault_of(rules: DrawRules, chunk: Chunk) -> str | None:
    """How a chunk fails to add up; None when it does.

    How often rounds end in each way is counted apart from what they are worth. So the money of all
    endings must be the value, to the last digit, action by action.
    """
    if sum(chunk.deals.values()) != N_HANDS_BEHIND:
        return f"upcard {chunk.up}: {sum(chunk.deals.values())} deals, not {N_HANDS_BEHIND}"
    if chunk.value.keys() != chunk.deals.keys():
        return f"upcard {chunk.up}: values of other actions than were dealt"
    deals: dict[str, Fraction] = {}
    units: dict[str, Fraction] = {}
    for ending, n in chunk.endings.items():
        deals[ending.action] = deals.get(ending.action, Fraction(0)) + n
        units[ending.action] = units.get(ending.action, Fraction(0)) + n * net_of(rules, ending)
    if deals != chunk.deals:
        return f"upcard {chunk.up}: the endings are not of as many deals as the actions"
    for action, value in chunk.value.items():
        if units[action] / rules.scale != value:
            return (
                f"upcard {chunk.up}, {action}: the endings are worth {units[action] / rules.scale} "
                f"antes, the deals {value}"
            )
    return None
