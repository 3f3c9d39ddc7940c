"""Where the data files are: the package's folder, then the user's."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from trainer.errors import PaytableError

USER_FOLDER = "CASINO_POKER_PAYTABLES"

_TRAINER = Path(__file__).resolve().parent.parent


def package_folder() -> Path:
    """The folder of the shipped tables: in the installed package, or beside it in a checkout."""
    installed = _TRAINER / "_paytables"
    return installed if installed.is_dir() else _TRAINER.parent / "paytables"


def folders() -> tuple[Path, ...]:
    """The package's folder, then the user's if `CASINO_POKER_PAYTABLES` names one."""
    user = os.environ.get(USER_FOLDER, "").strip()
    if not user:
        return (package_folder(),)
    try:
        return package_folder(), Path(user).expanduser()
    except RuntimeError:
        raise PaytableError(
            f"{user!r} starts in the home of nobody here; expected a folder", USER_FOLDER
        ) from None


def stray_files(game_id: str, bets: Collection[str]) -> list[str]:
    """Faults of the user's folder itself: it is missing, or has files for no bet of the game."""
    faults: list[str] = []
    for folder in folders()[1:]:
        if not folder.is_dir():
            faults.append(
                f"{folder}: {USER_FOLDER} names no folder; expected one with <game>/<bet>.csv"
            )
            continue
        known = {f"{bet}.csv" for bet in bets} | {"variants.csv"}
        faults += [
            f"{path}: {game_id} has no such bet; expected one of {', '.join(sorted(known))}"
            for path in sorted((folder / game_id).glob("*.csv"))
            if path.name not in known
        ]
    return faults
