"""Where long work is done: in processes of this machine, or on the workers of a Dask cluster.

An executor takes one function and many arguments and hands out results as they are found. The work
is named by its function, so both ends must have the same code.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from trainer.errors import TrainerError, UsageError

Argument = TypeVar("Argument")
Found = TypeVar("Found")

MEMORY = 1 << 30  # bytes that one process may need
BEAT = 0.25  # seconds between two looks at whether anybody still waits
ANSWER_SECONDS = 10.0  # for a scheduler to answer
OPTION = "--scheduler"


class SolveError(TrainerError):
    """Work that could not be done: a process that died, or a cluster that cannot be used."""

    kind = "solve"


class Executor(Protocol):
    """Does one kind of work for many arguments."""

    def results(
        self,
        work: Callable[[Argument], Found],
        asked: Sequence[Argument],
        beat: Callable[[], None],
    ) -> Iterator[Found]:
        """The results in the order in which they are found.

        `beat` is called a few times a second meanwhile; what it raises ends all work, and so does
        closing the iterator. Raises SolveError, or what the work itself raised.
        """


class _Answer(NamedTuple):
    """A result, or why there is none."""

    found: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of this machine, by default one a core, fewer where memory is short.

    They are programs of their own (`python -m trainer.solve.worker`): a Ctrl-C reaches this process
    alone, and they end with it. `niceness` makes them give way to other work.
    """

    n: int | None = None
    niceness: int = 0

    def results(
        self,
        work: Callable[[Argument], Found],
        asked: Sequence[Argument],
        beat: Callable[[], None],
    ) -> Iterator[Found]:
        """The results as they are found; see `Executor`."""
        todo: queue.SimpleQueue[Argument | None] = queue.SimpleQueue()
        for argument in asked:
            todo.put(argument)
        done: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        n = min(len(asked), self.n or n_processes())
        for _ in range(n):
            todo.put(None)
        workers: list[subprocess.Popen[bytes]] = []
        threads: list[threading.Thread] = []
        try:
            for _ in range(n):
                workers.append(_start_worker(self.niceness))
            for process in workers:
                asking = (process, work, todo, done)
                thread = threading.Thread(target=_serve, args=asking, daemon=True)
                thread.start()
                threads.append(thread)
            yield from _found(done, len(asked), beat, lambda answer: answer)
        finally:
            with suppress(queue.Empty):  # a thread must not take more
                while True:
                    todo.get_nowait()
            for _ in threads:
                todo.put(None)
            for process in workers:
                process.kill()
            for process in workers:
                process.wait()
            for thread in threads:
                thread.join()
            for process in workers:
                for stream in (process.stdin, process.stdout):
                    if stream is not None:
                        with suppress(OSError):  # what was not sent is of no use any more
                            stream.close()


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a running Dask scheduler, given by its address (`tcp://host:8786`)."""

    address: str

    def __post_init__(self) -> None:
        """Raise UsageError for what cannot be an address."""
        try:
            parts = urlsplit(self.address)
            is_address = bool(parts.scheme and parts.hostname and parts.port)
        except ValueError:
            is_address = False
        if not is_address:
            raise UsageError(
                f"{self.address!r} is no address of a scheduler; "
                "expected one such as tcp://host:8786",
                OPTION,
            )

    def results(
        self,
        work: Callable[[Argument], Found],
        asked: Sequence[Argument],
        beat: Callable[[], None],
    ) -> Iterator[Found]:
        """The results as they are found; see `Executor`."""
        client = self._client()
        futures: list[Any] = []
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        try:
            for argument in asked:
                futures.append(client.submit(work, argument, pure=False))
                futures[-1].add_done_callback(done.put)
            yield from _found(done, len(asked), beat, _answer_of)
        finally:
            with suppress(Exception):  # the cluster may be gone: nothing is left to cancel there
                client.cancel(futures)
            with suppress(Exception):
                client.close(timeout=ANSWER_SECONDS)

    def _client(self) -> Any:
        try:
            Client: Any = import_module("distributed").Client
        except ImportError:
            raise UsageError(
                "a cluster needs the package 'distributed'; "
                "expected it installed: pip install 'casino-poker-trainer[cluster]'",
                OPTION,
            ) from None
        try:
            client = Client(self.address, timeout=ANSWER_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"no Dask scheduler answers at {self.address!r} ({said}); "
                "expected an address such as tcp://host:8786",
                OPTION,
            ) from None
        if not client.scheduler_info(n_workers=-1)["workers"]:
            client.close()
            raise UsageError(
                f"the scheduler at {self.address!r} has no workers; expected some: "
                f"dask worker {self.address}",
                OPTION,
            )
        return client


def n_processes() -> int:
    """How many processes work on this machine: the cores this one may use, 1 GB for each."""
    try:
        n = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        n = os.cpu_count() or 1
    free = _free_memory()
    return max(1, n if free is None else min(n, free // MEMORY))


_MEMORY_INFO, _CONTAINER = Path("/proc/meminfo"), Path("/sys/fs/cgroup")


def _free_memory() -> int | None:
    """Bytes that can be had without swapping; None where the system does not say.

    In a container (control groups, version 2) no more than it may still have; files that it has
    read and that can be forgotten count as free.
    """
    found = []
    with suppress(OSError, ValueError):
        for line in _MEMORY_INFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                found.append(int(line.split()[1]) << 10)
    with suppress(OSError, ValueError):  # "max" where there is no limit
        limit = int((_CONTAINER / "memory.max").read_text())
        used = int((_CONTAINER / "memory.current").read_text())
        for line in (_CONTAINER / "memory.stat").read_text().splitlines():
            if line.startswith("inactive_file "):
                used -= int(line.split()[1])
        found.append(max(0, limit - used))
    return min(found, default=None)


def _found(
    done: queue.SimpleQueue[Any],
    n: int,
    beat: Callable[[], None],
    read: Callable[[Any], _Answer],
) -> Iterator[Any]:
    """So many results from a queue; the first error ends them."""
    while n:
        try:
            answer = read(done.get(timeout=BEAT))
        except queue.Empty:
            beat()
            continue
        if answer.error is not None:
            raise answer.error
        n -= 1
        yield answer.found


def _start_worker(niceness: int) -> subprocess.Popen[bytes]:
    """A process that waits for work. Raises SolveError."""
    root = str(Path(__file__).parent.parent.parent)
    places = [root, *(place for place in sys.path if place and place != root)]
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "trainer.solve.worker", str(niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
            start_new_session=True,  # so that a Ctrl-C in the terminal is not theirs
        )
    except OSError as error:
        raise SolveError(f"a process cannot be started: {error.strerror or error}") from None


def _serve(
    process: subprocess.Popen[bytes],
    work: Callable[[Any], Any],
    todo: queue.SimpleQueue[Any],
    done: queue.SimpleQueue[_Answer],
) -> None:
    """Send a process one argument after the other, until there is none or it is gone."""
    assert process.stdin is not None and process.stdout is not None
    while (argument := todo.get()) is not None:
        try:
            pickle.dump((work, argument), process.stdin)
            process.stdin.flush()
            found, error = pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            code = process.wait()
            done.put(_Answer(error=SolveError(f"a process ended by itself{_why(code)}")))
            return
        except Exception as fault:  # an argument or a result that cannot be sent
            done.put(_Answer(error=fault))
            return
        done.put(_Answer(found, error))


def _why(code: int) -> str:
    if code == -9:
        return ", killed by the system: it may have run out of memory"
    return f", exit status {code}" if code >= 0 else f", by signal {-code}"


def _answer_of(future: Any) -> _Answer:
    """What a finished future holds."""
    try:
        return _Answer(future.result(timeout=ANSWER_SECONDS))
    except TrainerError as error:
        return _Answer(error=error)
    except (ImportError, AttributeError) as error:
        return _Answer(
            error=SolveError(f"a worker cannot do the work ({error}); expected this package there")
        )
    except Exception as error:
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        return _Answer(error=SolveError(f"the cluster did not do the work ({said})"))
