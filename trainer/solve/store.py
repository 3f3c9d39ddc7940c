"""Files of computed results: written whole or not at all, named by what they depend on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
import platformdirs

from trainer.engine.community import code_name
from trainer.engine.community_tables import Ints
from trainer.errors import UsageError
from trainer.ev import Plans

DATA_VARIABLE = "CASINO_POKER_DATA"


def data_folder() -> Path:
    """Where results are kept: the user's data directory, or what CASINO_POKER_DATA names."""
    named = os.environ.get(DATA_VARIABLE, "").strip()
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError:
            raise UsageError(
                f"{named!r} starts in the home of nobody here; expected a folder", DATA_VARIABLE
            ) from None
    return platformdirs.user_data_path("casino-poker", appauthor=False)


@cache
def _code() -> str:
    return code_name()


def digest_of(*parts: object) -> str:
    """A name for a result: 32 hex digits over the code and everything the result depends on."""
    digest = blake2b(_code().encode(), digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def digest_of_plans(plans: Plans) -> str:
    """A name for the play of some plans."""
    return digest_of("play", *plans.key)


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file that is either complete or not there, whatever interrupts it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    draft = Path(name)
    try:
        write(draft)
        draft.chmod(0o644)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Keep a text under the digest of it, so that `read_text` sees whether it was damaged."""

    def write(draft: Path) -> None:
        draft.write_text(f"{_digest(text)}\n{text}", "utf-8")

    write_whole(path, write)


def read_text(path: Path) -> str | None:
    """A text that was kept; None when there is none, or not the one that was written."""
    try:
        digest, _, text = path.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return text if digest == _digest(text) else None


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def save_arrays(kind: str, name: str, arrays: Mapping[str, Ints]) -> None:
    """Keep arrays under a name; where nothing can be written they are computed again next time."""

    def write(path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)

    try:
        write_whole(data_folder() / kind / f"{name}.npz", write)
    except OSError:
        return


def load_arrays(kind: str, name: str) -> dict[str, Ints] | None:
    """The arrays kept under a name; None when there are none, or the file cannot be read."""
    try:
        with (data_folder() / kind / f"{name}.npz").open("rb") as file:
            found = np.load(file, allow_pickle=False)
            return {key: found[key] for key in found.files}
    except Exception:  # a damaged file raises whatever its reader stumbles over
        return None
