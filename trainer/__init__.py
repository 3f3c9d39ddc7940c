"""Casino-poker trainer and payout calculator: exact settlements, exact expected values."""

__version__ = "0.1.0"
