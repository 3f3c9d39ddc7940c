"""`python -m trainer`: the same commands as the console script `casino-poker`."""

from __future__ import annotations

import sys

from trainer.cli import main

if __name__ == "__main__":
    sys.exit(main())
