"""One small tree of errors. Each says what was found, where, and what was expected."""

from __future__ import annotations


class TrainerError(Exception):
    """Bad input, told to its author.

    `kind` is a stable word for programs, `where` names the file and line, the key or the bet.
    """

    kind = "error"

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message

    def at(self, where: str) -> TrainerError:
        """The same error with a place in front of the place it already has."""
        place = f"{where}.{self.where}" if self.where else where
        return type(self)(self.message, place)


class CardError(TrainerError):
    """A text that is no card, a card twice, or the wrong number of cards."""

    kind = "cards"


class MoneyError(TrainerError):
    """A text that is no amount, or an amount that cannot be written or paid exactly."""

    kind = "money"


class StakeError(TrainerError):
    """A stake that the game does not allow."""

    kind = "stake"


class RoundError(TrainerError):
    """A document that is no round: a key too many or missing, cards that do not fit the game."""

    kind = "round"


class RuleError(TrainerError):
    """An unknown game, variant, rule or rule value."""

    kind = "rule"


class PaytableError(TrainerError):
    """A data file with faults; the message holds all of them, a line each."""

    kind = "paytable"


class UsageError(TrainerError):
    """A command that cannot be run as it was written."""

    kind = "usage"
