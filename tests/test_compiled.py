"""The compiler's decorator and its cache: never old code, never a dead start, one message."""

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import trainer
from trainer import compiled

PACKAGE = Path(trainer.__file__).parent
MESSAGE = "casino-poker: compiling the card engine, once for this version …"

# A package with one kernel, which calls a function of another module.
HELPER = "from trainer.compiled import inlined\n\n@inlined\ndef step(n):\n    return n + 1\n"
KERNEL = """
from trainer.compiled import kernel
from trainer.engine.parts import step

@kernel("int64(int64)")
def twice(n):
    return step(step(n))
"""
ASK = "from trainer.engine.whole import twice; print(twice(5))"


@pytest.fixture
def package(tmp_path):
    """A copy of the compiled leaf with a small engine, outside the checkout."""
    copy = tmp_path / "site" / "trainer"
    (copy / "engine").mkdir(parents=True)
    shutil.copy(PACKAGE / "compiled.py", copy)
    (copy / "__init__.py").touch()
    (copy / "engine" / "__init__.py").touch()
    (copy / "engine" / "parts.py").write_text(HELPER)
    (copy / "engine" / "whole.py").write_text(KERNEL)
    return copy


def start(package, program=ASK, **environment):
    """A process with the package and the user's cache under `package`'s parent's parent."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_"))}
    home = package.parent.parent / "home"
    settings = {
        "HOME": str(home),
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        compiled.CACHE_VARIABLE: str(home / "cache"),
    }
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", program],
        cwd=package.parent,
        env={**inherited, **settings, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process):
    out, messages = process.communicate(timeout=120)
    assert process.returncode == 0, messages
    return out.split(), messages.splitlines()


def files(folder):
    return sorted(str(a.relative_to(folder)) for a in folder.rglob("*") if a.is_file())


def test_the_first_start_says_that_it_compiles_and_the_second_is_silent(package):
    assert answer(start(package)) == (["7"], [MESSAGE])
    assert answer(start(package)) == (["7"], [])


def test_code_is_kept_in_the_cache_and_not_beside_the_sources(package):
    before = files(package)
    answer(start(package))
    assert files(package) == before
    kept = files(package.parent.parent / "home" / "cache" / "kernels")
    assert [Path(a).suffix for a in kept if "twice" in a and "done" not in a] == [".nbc", ".nbi"]


def test_an_edit_in_an_imported_file_is_noticed(package):
    assert answer(start(package)) == (["7"], [MESSAGE])
    (package / "engine" / "parts.py").write_text(HELPER.replace("n + 1", "n + 9"))
    assert answer(start(package)) == (["23"], [MESSAGE])
    (package / "engine" / "parts.py").write_text(HELPER)
    assert answer(start(package)) == (["7"], [])


def test_numba_caches_elsewhere_are_left_alone(package):
    elsewhere = package.parent.parent / "elsewhere"
    answer(start(package, NUMBA_CACHE_DIR=str(elsewhere)))
    assert not elsewhere.exists()


def test_several_first_starts_compile_once(package):
    program = ASK + "; print(sum(twice.stats.cache_misses.values()))"
    answers = [answer(process)[0] for process in [start(package, program) for _ in range(3)]]
    assert sorted(answers) == [["7", "0"], ["7", "0"], ["7", "1"]]


@pytest.mark.parametrize("place", ["/dev/null", "/proc/nowhere"])
def test_without_a_folder_to_write_it_compiles_and_says_so(package, place):
    before = files(package)
    program = ASK + "; print(twice.stats.cache_path)"
    out, messages = answer(start(package, program, CASINO_POKER_CACHE=place))
    assert out == ["7", "None"]
    assert len(messages) == 1
    assert place in messages[0]
    assert "Set CASINO_POKER_CACHE to a folder that can be written" in messages[0]
    assert files(package) == before


def test_a_home_that_cannot_be_written_is_no_obstacle(package):
    out, messages = answer(start(package, HOME="/dev/null", CASINO_POKER_CACHE=""))
    assert out == ["7"]
    assert len(messages) == 1
    assert "/dev/null" in messages[0]


def test_a_cache_that_fails_later_is_no_obstacle(package):
    # The folder is there and can be written, but not the place numba wants inside it.
    program = (
        "import trainer.compiled as c; f = c.cache_folder();"
        "import hashlib; d = c._PACKAGE / 'engine';"
        "(f / ('engine_' + hashlib.sha1(str(d).encode()).hexdigest())).touch();" + ASK
    )
    out, messages = answer(start(package, program))
    assert out == ["7"]
    assert messages[0] == MESSAGE
    assert "it is compiled at every start" in messages[1]


def test_without_the_compiler_a_kernel_is_the_function_itself(package):
    program = ASK + "; print(type(twice).__name__)"
    assert answer(start(package, program, NUMBA_DISABLE_JIT="1")) == (["7", "function"], [])
    assert not (package.parent.parent / "home").exists()


def test_folders_unused_for_a_month_are_deleted(package):
    kernels = package.parent.parent / "home" / "cache" / "kernels"
    ages = {"0" * 32: 31, "1" * 32: 29, "not-one-of-ours": 400}
    for name, days in ages.items():
        (kernels / name).mkdir(parents=True)
        (kernels / name / "used").touch()
        when = time.time() - days * 24 * 3600
        os.utime(kernels / name / "used", (when, when))
    answer(start(package))
    assert {a.name for a in kernels.iterdir()} - {"0" * 32} > {"1" * 32, "not-one-of-ours"}
    assert not (kernels / ("0" * 32)).exists()


def test_a_function_of_another_package_is_compiled_and_not_kept():
    @compiled.kernel("int64(int64)")
    def double(n):
        return 2 * n

    assert double(21) == 42
    assert double.stats.cache_path is None


def test_the_digest_covers_all_that_kernels_import():
    covered = set(compiled.source_files())
    modules = {}
    for path in covered:
        if path.suffix == ".py":
            name = path.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".")
            modules[name.removesuffix(".__init__")] = path
    for path in modules.values():
        for node in ast.walk(ast.parse(path.read_text())):
            imported = []
            if isinstance(node, ast.Import):
                imported = [a.name for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: a relative import"
                imported = [node.module or ""]
                if node.module == "trainer":
                    imported = [f"trainer.{a.name}" for a in node.names]
            for name in imported:
                if name.split(".")[0] == "trainer":
                    assert name in modules, f"{path.name} imports {name}, which SOURCES leaves out"


def test_the_digest_covers_the_hand_tables():
    assert PACKAGE / "hands" / "values.bin" in compiled.source_files()


@pytest.mark.parametrize("name", ["compiled.py", "hands/values.bin", "hands/values.py"])
def test_a_changed_source_changes_the_digest(tmp_path, monkeypatch, name):
    shutil.copytree(PACKAGE, tmp_path / "trainer")
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path / "trainer")
    before = compiled.code_digest()
    path = tmp_path / "trainer" / name
    path.write_bytes(path.read_bytes() + b"\n")
    assert compiled.code_digest() != before


@pytest.mark.parametrize(
    ("name", "value"),
    [("CPU_NAME", "generic"), ("CPU_FEATURES", "+sse2"), ("BOUNDSCHECK", 1), ("OPT", 0)],
)
def test_a_changed_setting_of_numba_changes_the_digest(monkeypatch, name, value):
    before = compiled.code_digest()
    monkeypatch.setattr(compiled._config, name, value)
    assert compiled.code_digest() != before


def test_another_numba_changes_the_digest(monkeypatch):
    before = compiled.code_digest()
    monkeypatch.setattr(compiled.numba, "__version__", "0.68.999")
    assert compiled.code_digest() != before


def test_the_entry_of_a_kernel_is_faster_than_its_dispatcher_and_the_same():
    @compiled.kernel("int64(int64, int64)", release_gil=False)
    def add(a, b):
        return a + b

    fast = compiled.entry(add)
    assert type(fast).__name__ == "builtin_function_or_method"
    assert fast(3, 4) == add(3, 4) == 7
    with pytest.raises(TypeError):
        fast(3)


def test_a_plain_function_is_its_own_entry():
    def add(a, b):
        return a + b

    assert compiled.entry(add) is add


@pytest.mark.parametrize("bits", [0, 1, 0b1011, (1 << 52) - 1, 1 << 63, (1 << 64) - 1])
def test_bits_are_counted_the_same_compiled_or_not(bits):
    @compiled.kernel("uint64(uint64)")
    def count(b):
        return compiled.n_bits(b)

    expected = bin(bits).count("1")
    assert count(bits) == compiled._count_bits_in_python(compiled.u64(bits)) == expected
