"""A process that works for another one: pairs of function and argument in, results out.

Started by `trainer.solve.executors` as `python -m trainer.solve.worker`; talks in pickles over its
standard streams, and ends at once when the other end is closed, whatever it is doing.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
import traceback
from typing import Any

from trainer.errors import TrainerError
from trainer.solve.executors import SolveError


def main() -> None:
    """Do what is asked until the stream of requests ends."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    asked: queue.SimpleQueue[tuple[Any, Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    # Whatever prints in here must not get between the answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        while True:
            answer = _answer(*asked.get())
            sys.stdout.flush()  # with the answer this process may be ended
            pickle.dump(answer, answers)
            answers.flush()


def _read(asked: queue.SimpleQueue[tuple[Any, Any]]) -> None:
    """Requests into a queue; without any more to come nobody waits for an answer."""
    try:
        while True:
            asked.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _answer(work: Any, argument: Any) -> tuple[Any, BaseException | None]:
    try:
        return work(argument), None
    except TrainerError as error:
        return None, error
    except Exception as error:
        traceback.print_exc()
        said = f"{type(error).__name__}: {error}"
        return None, SolveError(f"a process failed ({said})")


if __name__ == "__main__":
    main()
