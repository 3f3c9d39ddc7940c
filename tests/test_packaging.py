"""What is installed, and that it works from there. The installing tests are marked `packaging`."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {
    "run": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"],
    "dev": [
        text
        for extra in ("test", "dev", "browser")
        for text in PROJECT["project"]["optional-dependencies"][extra]
    ],
    "bench": PROJECT["project"]["optional-dependencies"]["bench"],
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
PLATFORMS = ("linux x86_64", "linux aarch64", "darwin arm64", "win32 AMD64")

ROUND = {
    "game": "ultimate-texas-holdem",
    "player": "Ah 9h",
    "board": "Kh Qs 7h 4h 2c",
    "dealer": "Kd 8c",
    "stakes": {"ante": "5", "blind": "5", "play": "20"},
}
# Read in the paytables by hand: play and ante 1:1, blind 3:2 for a flush.
NETS = {"play": "20", "ante": "5", "blind": "7.5"}


@dataclass(frozen=True, slots=True)
class Pin:
    """One pinned package of a lock file."""

    name: str
    version: str
    marker: Marker | None
    n_hashes: int


@cache
def pins(lock: str) -> list[Pin]:
    """The packages of requirements/<lock>.txt."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    lines = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "").splitlines()
    found = []
    for line in lines:
        requirement = Requirement(line.partition("--hash")[0])
        (only,) = requirement.specifier
        assert only.operator == "==", line
        found.append(
            Pin(
                canonicalize_name(requirement.name),
                only.version,
                requirement.marker,
                line.count("--hash=sha256:"),
            )
        )
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_every_package_with_a_hash(lock: str) -> None:
    found = pins(lock)
    assert len(found) > len(LOCKS[lock])
    assert [a.name for a in found if not a.n_hashes] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    assert re.findall(r"\w+://\S*|--(?:extra-)?index-url.*|--find-links.*", text) == []


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", LOCKS)
def test_lock_satisfies_pyproject_once_everywhere(lock: str, python: str, platform: str) -> None:
    place = {
        "python_version": python,
        "python_full_version": f"{python}.1",
        "sys_platform": platform.split()[0],
        "platform_machine": platform.split()[1],
        "platform_python_implementation": "CPython",
    }
    chosen = [a for a in pins(lock) if a.marker is None or a.marker.evaluate(place)]
    versions = {a.name: a.version for a in chosen}
    assert len(versions) == len(chosen), "a package is pinned twice for one place"
    for text in LOCKS["run"] + LOCKS[lock]:
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate(place):
            version = versions[canonicalize_name(wanted.name)]
            assert wanted.specifier.contains(version), f"{text}: {version} is pinned"


def test_locks_agree_on_shared_packages() -> None:
    run = {(a.name, a.version) for a in pins("run")}
    for lock in ("dev", "bench"):
        assert run <= {(a.name, a.version) for a in pins(lock)}


def test_supported_pythons_are_those_of_the_classifiers_and_the_makefile() -> None:
    supported = SpecifierSet(PROJECT["project"]["requires-python"])
    assert [f"3.{n}" for n in range(8, 20) if f"3.{n}" in supported] == list(PYTHONS)
    named = [a.rpartition(" ")[2] for a in PROJECT["project"]["classifiers"] if "3." in a]
    assert named == list(PYTHONS)
    assert "(3, 11) <= sys.version_info[:2] <= (3, 15)" in (ROOT / "Makefile").read_text("utf-8")


def test_backend_in_the_lock_is_the_one_that_builds() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_newest_changelog_entry_is_the_version_of_the_package() -> None:
    source = (ROOT / "trainer" / "__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', source, flags=re.MULTILINE)
    entries = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert entries[0] == version


def test_readme_has_every_target_that_make_lists() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(targets) >= 8
    assert [a for a in targets if a != "help" and f"`make {a}`" not in readme] == []


@pytest.mark.parametrize(
    "body",
    [
        "def test_a():\n    pytest.skip('no reason')",
        "@pytest.mark.skip\ndef test_a():\n    pass",
        "@pytest.mark.xfail\ndef test_a():\n    assert 0",
        "pytest.importorskip('no_such_module')\n\ndef test_a():\n    pass",
    ],
    ids=["skip", "mark", "xfail", "module"],
)
def test_a_test_that_skips_fails(body: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_it.py").write_text(f"import pytest\n\n{body}\n", "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0, done.stdout
    assert "it never skips" in done.stdout


# --- a wheel, and an installation of it -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment with the package in it, a home and a working folder, both empty at first."""

    python: Path
    command: Path
    site: Path
    home: Path
    elsewhere: Path

    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return kept | {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}

    def run(self, *command: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """What a command says that may not write where the package is."""
        return subprocess.run(
            [*_without_override(), *map(str, command)],
            cwd=self.elsewhere,
            env=self.environment(),
            input=stdin,
            capture_output=True,
            text=True,
        )


def _without_override() -> list[str]:
    """A prefix that makes root obey file permissions; others obey them anyway."""
    if os.geteuid() != 0:
        return []
    cap = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={cap}", f"--inh-caps={cap}"]


@pytest.fixture(scope="module")
def workshop() -> Iterator[Path]:
    """A temporary folder whose parts may be read-only when it is removed."""
    folder = Path(tempfile.mkdtemp(prefix="casino-poker-packaging-"))
    yield folder
    for path in [folder, *(a for a in folder.rglob("*") if a.is_dir() and not a.is_symlink())]:
        path.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def checkout(workshop: Path) -> Path:
    """A copy of the checkout as a clone would have it: without what it ignores."""
    copy = workshop / "checkout"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info")

    def ignore(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder) != ROOT
        return {
            a for a in ignored(folder, names) if not (inside and a in {".streamlit", ".gitkeep"})
        }

    shutil.copytree(ROOT, copy, ignore=ignore)
    shutil.copy(ROOT / ".gitignore", copy)
    return copy


@pytest.fixture(scope="module")
def wheel(workshop: Path, checkout: Path) -> Path:
    _done(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
        + ["--wheel-dir", str(workshop / "wheels"), str(checkout)],
        workshop,
    )
    (made,) = (workshop / "wheels").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installation(workshop: Path, checkout: Path) -> Installation:
    """The package, installed as the README says, in an environment that cannot be written."""
    place = workshop / "environment"
    _done([sys.executable, "-m", "venv", str(place)], workshop)
    pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
    lock = checkout / "requirements" / "run.txt"
    _done([*pip, "--require-hashes", "--only-binary", ":all:", "-r", str(lock)], workshop)
    _done([*pip, "--no-build-isolation", str(checkout)], workshop)
    _done([str(place / "bin" / "python"), "-m", "pip", "check"], workshop)
    shutil.rmtree(checkout / "trainer")  # nothing may be read from there any more
    shutil.rmtree(checkout / "paytables")
    (site,) = (place / "lib").glob("python3.*/site-packages")
    for folder in [place, *(a for a in place.rglob("*") if a.is_dir() and not a.is_symlink())]:
        folder.chmod(0o555)
    home, elsewhere = workshop / "home", workshop / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    command = place / "bin" / "casino-poker"
    return Installation(place / "bin" / "python", command, site, home, elsewhere)


def _done(command: list[str], cwd: Path) -> None:
    """Run a command that has to work."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


@pytest.mark.packaging
def test_wheel_has_every_file_of_the_package_and_the_paytables(wheel: Path) -> None:
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "trainer").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    tables = {
        f"trainer/_paytables/{path.relative_to(ROOT / 'paytables').as_posix()}"
        for path in (ROOT / "paytables").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {a for a in archive.namelist() if ".dist-info/" not in a}
    assert held == package | tables
    for needed in (
        "trainer/py.typed",
        "trainer/hands/values.bin",
        "trainer/ui/main.py",
        "trainer/ui/.streamlit/config.toml",
        "trainer/_paytables/ultimate-texas-holdem/variants.csv",
    ):
        assert needed in held
    assert any(a.startswith("trainer/ui/static/") for a in held)


@pytest.mark.packaging
def test_installed_package_cannot_be_written_by_these_tests(installation: Installation) -> None:
    target = installation.site / "trainer" / "written"
    done = installation.run("/usr/bin/touch", target)
    assert done.returncode != 0
    assert not target.exists()


@pytest.mark.packaging
def test_installed_command_lists_the_paytables(installation: Installation) -> None:
    done = installation.run(installation.command, "paytables", "list")
    assert done.returncode == 0, done.stderr
    for game in ("ultimate-texas-holdem", "casino-holdem", "russian-poker"):
        assert game in done.stdout


@pytest.mark.packaging
@pytest.mark.parametrize("way", ["script", "module"])
def test_installed_command_settles_a_round(installation: Installation, way: str) -> None:
    command = [installation.command] if way == "script" else [installation.python, "-m", "trainer"]
    done = installation.run(*command, "settle", "--json", "-", stdin=json.dumps(ROUND))
    assert done.returncode == 0, done.stderr
    nets = {line["bet"]: line["net"] for line in json.loads(done.stdout)["lines"]}
    assert nets == NETS


@pytest.mark.packaging
def test_installed_kernels_compile_and_are_kept_in_the_users_cache(
    installation: Installation,
) -> None:
    done = installation.run(installation.python, "-c", "import trainer.hands.kernels")
    assert done.returncode == 0, done.stderr
    kept = [a for a in installation.home.rglob("*.nbi") if "casino-poker" in a.parts]
    assert kept


@pytest.mark.packaging
def test_installed_app_serves_its_page(installation: Installation) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = installation.elsewhere.with_name("app.log")
    with log.open("w") as output:
        server = subprocess.Popen(
            [*_without_override(), str(installation.command), "app", "--port", str(port)],
            cwd=installation.elsewhere,
            env=installation.environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        page = _fetched(f"http://127.0.0.1:{port}/", server)
        health = _fetched(f"http://127.0.0.1:{port}/_stcore/health", server)
        server.terminate()
        server.wait(timeout=20)
        with socket.socket() as closed:
            outlived = closed.connect_ex(("127.0.0.1", port)) == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)  # whatever is left of it
        server.wait()
    said = log.read_text("utf-8")
    assert b"<html" in page.lower(), said
    assert health == b"ok", said
    assert not re.search("e-?mail|usage statistics|traceback", said, re.IGNORECASE), said
    assert not (installation.home / ".streamlit").exists()
    assert not list(installation.elsewhere.iterdir())
    assert not outlived, "the command was ended, its server still answers"


@pytest.mark.packaging
def test_installed_pages_run_without_an_exception(installation: Installation) -> None:
    script = (
        "from pathlib import Path; import trainer; from streamlit.testing.v1 import AppTest\n"
        "main = Path(trainer.__file__).parent / 'ui' / 'main.py'\n"
        "app = AppTest.from_file(str(main), default_timeout=60).run()\n"
        "assert not app.exception, app.exception\n"
        "print(len(app.main), 'elements of', main)\n"
    )
    done = installation.run(installation.python, "-c", script)
    assert done.returncode == 0, done.stderr
    n_elements, _, main = done.stdout.partition(" elements of ")
    assert int(n_elements) > 0
    assert Path(main.strip()).is_relative_to(installation.site)


def _fetched(address: str, server: subprocess.Popen[bytes], patience: float = 60) -> bytes:
    """The body of a page, as soon as the server answers with status 200."""
    end = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                assert answer.status == 200
                return bytes(answer.read())
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, f"the server ended with status {server.returncode}"
            assert time.monotonic() < end, f"{address} did not answer within {patience:.0f} s"
            time.sleep(0.2)
