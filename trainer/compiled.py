"""Compiled functions: one typed decorator, and where their code is kept between starts.

`kernel` compiles for the given signatures at once and keeps the code in a folder named by a digest
of everything the code depends on, so that an edit, an upgrade or another processor never meets old
code. `inlined` is for the functions kernels call. Without the compiler (`NUMBA_DISABLE_JIT=1`)
both return the function as it is.

The folder is in the user's cache directory, or in the one that `CASINO_POKER_CACHE` names. Where
neither can be written the functions are compiled at every start, and a message says so.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import filelock
import llvmlite.binding  # type: ignore[import-untyped]
import numba
import numpy as np
import platformdirs
from numba import prange, types
from numba.extending import intrinsic

__all__ = ["cache_folder", "entry", "inlined", "kernel", "n_bits", "prange", "u64"]

Function = TypeVar("Function", bound=Callable[..., Any])

CACHE_VARIABLE = "CASINO_POKER_CACHE"
MONTH = 30 * 24 * 3600.0
LOCK_PATIENCE = 120.0  # seconds; after that two processes may compile the same function

_PACKAGE = Path(__file__).parent
# All that compiled code is made of. Kernels live here and import nothing else of the package.
SOURCES = ("compiled.py", "cards.py", "errors.py", "hands", "engine")

# A number as kernels count with. To the type checker an int; mixed with signed integers it would
# be a float in compiled code, so kernels cast first.
u64: Callable[[int], int] = np.uint64  # type: ignore[assignment]

_config: Any = numba.config
_kept: list[Any] = []
_said: set[str] = set()
_config_lock = threading.RLock()


def kernel(
    *signatures: str, release_gil: bool = True, **options: Any
) -> Callable[[Function], Function]:
    """A decorator that compiles a function for these signatures, or takes it from the cache.

    Signatures are numba's, as `uint16(uint8, uint8)`; without any the first call compiles. Other
    keywords go to `numba.njit`. `release_gil` lets other threads run meanwhile and costs some 30 ns
    a call.
    """

    def compile_now(function: Function) -> Function:
        if _config.DISABLE_JIT:
            return function
        settings = {"nogil": release_gil, **options}
        folder = cache_folder() if _is_covered(function) else None
        if folder is None:
            return _njit(function, signatures, settings)
        name = f"{function.__module__}.{function.__qualname__}"
        mark = folder / "done" / re.sub(r"[^\w.]", "-", name)
        try:
            with nullcontext() if mark.exists() or not signatures else _alone_in(folder):
                with _kept_in(folder):
                    made = _njit(function, signatures, {**settings, "cache": True})
                if signatures:
                    mark.touch()
            return made
        except (OSError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "cannot cache" not in str(error):
                raise
            _say(_no_folder(folder, error))
            return _njit(function, signatures, settings)

    return compile_now


def inlined(function: Function) -> Function:
    """A function that becomes part of every kernel that calls it.

    For all functions that take arrays: a call that passes arrays costs a kernel most of its speed.
    """
    return _njit(function, (), {"forceinline": True})


def entry(function: Function) -> Function:
    """A compiled function of one signature without its dispatcher: twice as fast from Python.

    Takes positional arguments only and passes integers through `int`, so that 1.5 is 1 and the
    text "51" is 51. No documented part of numba: where it is not there, the function itself.
    """
    try:
        fast: Function = function.overloads[function.signatures[0]].entry_point  # type: ignore[attr-defined]
    except (AttributeError, LookupError):
        return function
    _kept.append(function)  # the entry does not keep the machine code alive
    return fast


def _count_bits(_context: Any, _bits: Any) -> Any:
    """numba's typing and code of `n_bits`, which has no other spelling in compiled code."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _count_bits_in_python(bits: int) -> int:
    return u64(bits.bit_count())


_compiled_count: Any = intrinsic(_count_bits)
# How many bits are set, as a function of one `u64`.
n_bits: Callable[[int], int] = _count_bits_in_python if _config.DISABLE_JIT else _compiled_count


@cache
def cache_folder() -> Path | None:
    """The folder for this version's compiled code, made and writable, or None when there is none.

    Folders of other versions that were not used for a month are deleted.
    """
    named = os.environ.get(CACHE_VARIABLE)
    try:
        root = (
            Path(named) if named else platformdirs.user_cache_path("casino-poker", appauthor=False)
        )
        root = root / "kernels"
        folder = root / code_digest()
        (folder / "done").mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "used").touch()
    except (OSError, RuntimeError) as error:  # RuntimeError: no home directory at all
        _say(_no_folder(named or "the user's cache directory", error))
        return None
    _delete_unused(root, folder, time.time() - MONTH)
    return folder


def code_digest() -> str:
    """A name for the compiled code: 32 hex digits over all it depends on.

    That is the sources and the tables, numba, LLVM, numpy and Python, the processor and its
    features, and the settings of numba that change code without changing a source.
    """
    digest = blake2b(digest_size=16)
    for path in source_files():
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        digest.update(blake2b(path.read_bytes()).digest())
    settings = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.implementation.cache_tag,
        _config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        _config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten(),
        *(getattr(_config, name, None) for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT")),
    )
    digest.update(repr(settings).encode())
    return digest.hexdigest()


def source_files() -> list[Path]:
    """The files whose change makes compiled code old: sources and binary tables."""
    found: list[Path] = []
    for name in SOURCES:
        path = _PACKAGE / name
        found += [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.bin")]
    return sorted(found)


def _njit(function: Function, signatures: tuple[str, ...], options: dict[str, Any]) -> Function:
    decorate: Any = numba.njit(list(signatures) or None, **options)
    made: Function = decorate(function)
    return made


def _is_covered(function: Callable[..., Any]) -> bool:
    """Whether the digest knows the function's source; only then its code may be kept."""
    path = Path(function.__code__.co_filename)
    return any(path.is_relative_to(_PACKAGE / name) for name in SOURCES)


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """Within it numba keeps code in the folder or fails; by itself it would go elsewhere."""
    with _config_lock:
        before = _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES
        _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
        try:
            yield
        finally:
            _config.CACHE_DIR, _config.CACHE_LOCATOR_CLASSES = before


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Within it no other process compiles for this folder; a second one finds the code made."""
    _say(_COMPILING)
    lock = filelock.FileLock(folder / "compile.lock", timeout=LOCK_PATIENCE)
    try:
        lock.acquire()
    except (OSError, NotImplementedError):  # a file system without locks, or out of patience
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _delete_unused(root: Path, current: Path, before: float) -> None:
    """Delete the folders of other digests whose last use is before a time."""
    for folder in root.iterdir():
        if folder == current or not re.fullmatch("[0-9a-f]{32}", folder.name):
            continue
        mark = folder / "used"
        try:
            is_old = (mark if mark.exists() else folder).stat().st_mtime < before
        except OSError:
            continue  # another process was faster
        if is_old:
            shutil.rmtree(folder, ignore_errors=True)


_COMPILING = "casino-poker: compiling the card engine, once for this version …"


def _no_folder(folder: object, error: Exception) -> str:
    return (
        f"casino-poker: cannot keep compiled code in {folder} ({error}); it is compiled at every "
        f"start. Set {CACHE_VARIABLE} to a folder that can be written."
    )


def _say(message: str) -> None:
    """Write a message to standard error, once a process."""
    if message not in _said and sys.stderr is not None:
        _said.add(message)
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
