"""Work in processes and on a cluster: the same results, faults that are told, a clean end."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from tests import cluster, executor_work
from trainer.errors import CardError, UsageError
from trainer.solve import executors as executors_module
from trainer.solve.executors import Cluster, Processes, SolveError, n_processes

ROOT = Path(__file__).parent.parent


def nothing() -> None:
    """Nobody watches."""


# --- processes -----------------------------------------------------------------------------


def test_processes_give_what_the_work_gives() -> None:
    found = Processes(2).results(executor_work.square, [3, 5, 7, 11, 13], nothing)
    assert sorted(found) == [9, 25, 49, 121, 169]


def test_what_is_printed_does_not_get_into_the_answers(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(Processes(1).results(executor_work.talk, ["loud"], nothing)) == ["LOUD"]
    assert "loud" in capfd.readouterr().err


def test_work_is_done_in_other_processes(tmp_path: Path) -> None:
    found = set(Processes(2).results(executor_work.meet, [tmp_path] * 2, nothing))
    assert len(found) == 2
    assert os.getpid() not in found


def test_an_error_of_ours_comes_back_as_it_is() -> None:
    with pytest.raises(CardError, match=re.escape("player: no card")):
        list(Processes(1).results(executor_work.refuse, ["no card"], nothing))


def test_a_fault_of_the_work_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SolveError, match="ZeroDivisionError"):
        list(Processes(1).results(executor_work.divide, [0], nothing))
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGKILL, "out of memory"), (signal.SIGTERM, "signal 15")]
)
def test_a_process_that_dies_is_told(number: int, words: str) -> None:
    with pytest.raises(SolveError, match=words):
        list(Processes(1).results(executor_work.die, [int(number)], nothing))


def test_what_the_beat_raises_ends_the_work_at_once() -> None:
    begun = time.monotonic()

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Processes(2).results(executor_work.process_number, [60.0, 60.0], stop))
    assert time.monotonic() - begun < 10


def test_a_process_that_cannot_be_started_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start: Any = subprocess.Popen

    def second_fails(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        if started:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        started.append(start(*arguments, **options))
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", second_fails)
    with pytest.raises(SolveError, match="a process cannot be started: Resource"):
        list(Processes(2).results(executor_work.square, [2, 3], nothing))
    assert [process.returncode for process in started] == [-signal.SIGKILL]


def test_closing_the_results_ends_the_processes() -> None:
    with closing(Processes(2).results(executor_work.process_number, [0.0, 60.0], nothing)) as found:
        first = next(found)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_processes_end_with_the_one_that_started_them() -> None:
    code = (
        "from tests import executor_work\n"
        "from trainer.solve.executors import Processes\n"
        "for found in Processes(1).results(executor_work.process_number, [0.0, 60.0], int):\n"
        "    print(found, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
    end = time.monotonic() + 10
    while _is_running(worker) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _is_running(worker)


def _is_running(number: int) -> bool:
    """Whether there is such a process, a zombie that nobody waited for aside."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_process_takes_a_core_and_a_gigabyte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors_module, "_free_memory", lambda: 5 << 30)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert n_processes() == 5
    monkeypatch.setattr(executors_module, "_free_memory", lambda: 100 << 30)
    assert n_processes() == 8
    monkeypatch.setattr(executors_module, "_free_memory", lambda: 1 << 20)
    assert n_processes() == 1


def test_a_container_limits_the_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    info = tmp_path / "meminfo"
    info.write_text(f"MemTotal: {16 << 20} kB\nMemAvailable: {6 << 20} kB\n")
    monkeypatch.setattr(executors_module, "_MEMORY_INFO", info)
    monkeypatch.setattr(executors_module, "_CONTAINER", tmp_path)
    assert n_processes() == 6
    (tmp_path / "memory.current").write_text(str(2 << 30))
    (tmp_path / "memory.stat").write_text(f"anon 7\ninactive_file {1 << 30}\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert n_processes() == 6
    (tmp_path / "memory.max").write_text(f"{4 << 30}\n")
    assert n_processes() == 3
    (tmp_path / "memory.max").write_text(f"{1 << 29}\n")
    assert n_processes() == 1
    info.unlink()
    (tmp_path / "memory.max").unlink()
    assert n_processes() == 8


# --- a cluster -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask scheduler with two workers."""
    with cluster.running(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_errors_of_a_cluster_are_told(scheduler: str) -> None:
    with pytest.raises(CardError, match="no card"):
        list(Cluster(scheduler).results(executor_work.refuse, ["no card"], nothing))
    with pytest.raises(SolveError, match="ZeroDivisionError"):
        list(Cluster(scheduler).results(executor_work.divide, [0], nothing))


def test_a_cluster_can_be_left_at_any_time(scheduler: str) -> None:
    with Client(scheduler, set_as_default=False) as client:
        seen: list[int] = []

        def stop() -> None:
            seen.append(client.run_on_scheduler(executor_work.n_tasks))
            raise KeyboardInterrupt

        # Two workers have work for half a minute.
        with pytest.raises(KeyboardInterrupt):
            list(Cluster(scheduler).results(executor_work.process_number, [3.0] * 20, stop))
        assert seen == [20]
        end = time.monotonic() + 10
        while (left := client.run_on_scheduler(executor_work.n_tasks)) and time.monotonic() < end:
            time.sleep(0.05)
        assert left == 0


def test_no_scheduler_at_the_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors_module, "ANSWER_SECONDS", 1.0)
    with pytest.raises(UsageError, match="no Dask scheduler answers") as told:
        list(Cluster("tcp://127.0.0.1:1").results(executor_work.square, [2], nothing))
    assert told.value.where == "--scheduler"


@pytest.mark.parametrize(
    "address", ["nowhere", "tcp://", "tcp://host", "tcp://host:x", "tcp://[::", ""]
)
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(UsageError, match="is no address of a scheduler") as told:
        Cluster(address)
    assert told.value.where == "--scheduler"


def test_without_the_extra_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=re.escape("[cluster]")):
        list(Cluster("tcp://127.0.0.1:8786").results(executor_work.square, [2], nothing))
