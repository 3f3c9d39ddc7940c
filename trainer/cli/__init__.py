"""The console commands of the public contract. `main` is the entry point `casino-poker`."""

from trainer.cli.main import main

__all__ = ["main"]
