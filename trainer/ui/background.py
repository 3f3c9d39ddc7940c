"""Work of minutes: it goes on while visitors look at other pages, one piece of it at a time.

It takes all cores, so a second one has to wait. What it finds is kept on disk by the work itself;
here is only how far it is. Any visitor may stop it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import streamlit as st

from trainer.errors import TrainerError
from trainer.locale import Translator
from trainer.ui.entry import error_sentence
from trainer.ui.waiting import Job, Stopped

LOOK_EVERY = 1.0  # seconds between two looks of a page

# Done parts and all parts, told by the work.
Report = Callable[[int, int], None]
Work = Callable[[Report], object]


@dataclass(frozen=True, slots=True)
class Task:
    """Some work: a name for what it finds, its title for people, its parts, and the work.

    `seconds` is how long it usually takes, told until its own pace is known.
    """

    key: str
    title: str
    n_parts: int
    seconds: float
    work: Work


@dataclass(slots=True)
class _Running:
    task: Task
    job: Job[object]


_lock = Lock()
_running: list[_Running] = []


def _current() -> _Running | None:
    """What runs now, or ended last and was not put away."""
    return _running[0] if _running else None


def is_busy() -> bool:
    """Whether some work goes on."""
    current = _current()
    return current is not None and not current.job.is_done_after(0)


def start(task: Task) -> None:
    """Begin with some work, unless there is other work."""

    def work(report: Callable[[float], None]) -> object:
        try:
            return task.work(lambda done, of: report(done / of))
        except (TrainerError, Stopped):
            raise
        except BaseException:
            traceback.print_exc()  # visitors are told without it
            raise

    with _lock:
        if not is_busy():
            _running[:] = [_Running(task, Job(work))]


def stop() -> None:
    """End the work that goes on; what it has found is kept."""
    current = _current()
    if current is not None:
        current.job.stop()


def _put_away(ended: _Running) -> None:
    """Forget work that ended, unless another visitor has begun with other work meanwhile."""
    with _lock:
        if _current() is ended:
            _running.clear()


def show(t: Translator, task: Task, words: str, label: str) -> None:
    """What a page says of work that is missing: how long it takes and a button, or how far it is.

    `words` say what is missing, `label` is on the button. The page runs again when it is done.
    """
    current = _current()
    if current is not None and current.job.is_done_after(0):
        error = current.job.error
        if error is None or isinstance(error, Stopped):
            _put_away(current)
        elif current.task.key == task.key:
            st.error(_failed(t, error))
    current = _current()
    if current is not None and not current.job.is_done_after(0):
        if current.task.key != task.key:
            st.info(words)
            st.caption(t("This waits: {title} is being solved now.", title=current.task.title))
        _watch(t, current)
        return
    st.info(words, icon=":material/hourglass_empty:")
    st.button(label, icon=":material/play_arrow:", on_click=start, args=(task,), type="primary")


def _watch(t: Translator, current: _Running) -> None:
    """The bar and the end button, renewed by themselves."""

    @st.fragment(run_every=LOOK_EVERY)
    def look() -> None:
        job = current.job
        if job.is_done_after(0):
            st.rerun()
        n = round(job.part * current.task.n_parts)
        left = job.seconds_left()
        if left is None:
            left = current.task.seconds - job.seconds_passed()
        st.progress(min(1.0, job.part), text=_said(t, current.task, n, left))
        st.button(t("Stop"), icon=":material/stop:", on_click=stop)
        st.caption(t("You can go on working; what is done is kept."))

    look()


def _failed(t: Translator, error: BaseException) -> str:
    if isinstance(error, TrainerError):
        return t("The work could not be done. {why}", why=error_sentence(t, error))
    return t("The work ended with a fault of this program. What is done is kept.")


def _said(t: Translator, task: Task, n: int, left: float) -> str:
    """How far some work is; nothing of the time once all parts are there."""
    done = t("{title}: {n} of {of} parts.", title=task.title, n=n, of=task.n_parts)
    if left > 0:
        return f"{done} {duration_words(t, left)}"
    return done if n == task.n_parts else f"{done} {t('It takes longer than usual.')}"


def duration_words(t: Translator, seconds: float) -> str:
    """How long something still takes, in words."""
    if seconds < 90:
        n = max(1, round(seconds))
        return t.n("About {n} second left.", "About {n} seconds left.", n)
    n = round(seconds / 60)
    return t.n("About {n} minute left.", "About {n} minutes left.", n)


def length_words(t: Translator, seconds: float) -> str:
    """How long something takes, within a sentence: about 3 minutes."""
    if seconds < 90:
        n = max(1, round(seconds))
        return t.n("about {n} second", "about {n} seconds", n)
    n = round(seconds / 60)
    return t.n("about {n} minute", "about {n} minutes", n)
