"""Machine code on disk: whatever has befallen it, or the folder where it should lie, the program runs."""

import errno
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from nexus_env.machine import folders, source_digests
from nexus_env.machine.compiled import PLAIN

ROOT = Path(__file__).parent.parent
PROGRAM = """
import sys
from nexus_env.machine.compiled import announced, compiled


@compiled
def double(number):
    return number + number


def main():
    with announced("doubling", 1, "doubles"):
        print(*(double(kind(21)) for kind in (float, int, complex)[:int(sys.argv[1])]))
    print(sum(double.stats.cache_hits.values()) if hasattr(double, "stats") else "")
"""
pytestmark = pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have owners on POSIX")


class Place:
    """A program, a folder for its machine code, and a temporary folder."""

    def __init__(self, program: Path, root: Path) -> None:
        self.program, self.cache, self.temporary = program, root / "cache", root / "temporary"
        self.temporary.mkdir()

    def start(self, kinds: int = 2, before: str = "", **environment: str) -> "subprocess.Popen[str]":
        """The program, with so many kinds of numbers, in an environment where nothing but the cache is known."""
        kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME")}
        places = {
            "PYTHONPATH": f"{self.program.parent}{os.pathsep}{ROOT}",
            "NUMBA_CACHE_DIR": str(self.cache),
            "TMPDIR": str(self.temporary),
        }
        return subprocess.Popen(
            [sys.executable, "-c", f"{before}; import doubles; doubles.main()".removeprefix("; "), str(kinds)],
            env=kept | places | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, kinds: int = 2, before: str = "", **environment: str) -> tuple[str, int, str]:
        """What it prints, how much came out of the cache, and what it says on stderr."""
        return outcome(self.start(kinds, before, **environment))

    def files(self, ending: str) -> list[Path]:
        return sorted(self.cache.rglob(f"*.{ending}"))


def outcome(process: "subprocess.Popen[str]") -> tuple[str, int, str]:
    printed, said = process.communicate()
    assert process.returncode == 0, said
    answers, hits = printed.splitlines()
    return answers, int(hits), said


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Where the program has run once."""
    root = tmp_path_factory.mktemp("made")
    (root / "doubles.py").write_text(PROGRAM)
    place = Place(root / "doubles.py", root)
    answers, hits, said = place.run()
    assert (answers, hits) == ("42.0 42", 0) and "from now on it starts at once" in said
    return place


@pytest.fixture
def place(made: Place, tmp_path: Path) -> Place:
    """Where nothing lies yet."""
    return Place(made.program, tmp_path)


@pytest.fixture
def filled(made: Place, place: Place) -> Place:
    """Where the machine code lies already."""
    shutil.copytree(made.cache, place.cache)
    return place


def test_what_is_whole_is_taken_as_it_is(filled: Place) -> None:
    assert filled.run() == ("42.0 42", 2, "")


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        pytest.param(ending, content, id=f"{ending}-{name}", marks=() if name == "half" else pytest.mark.long)
        for ending in ("nbi", "nbc")
        for name, content in (("empty", b""), ("garbage", b"garbage"), ("half", None))
    ],
)
def test_a_damaged_file_is_compiled_anew_and_mended(filled: Place, ending: str, content: bytes | None) -> None:
    """And said to be: a program that is ready all of a sudden takes its time."""
    for path in filled.files(ending):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] if content is None else content)
    answers, hits, said = filled.run()
    assert (answers, hits) == ("42.0 42", 0)
    assert "is damaged" in said and "gone or damaged: it is compiled anew" in said
    assert filled.run() == ("42.0 42", 2, "")


def test_a_flipped_bit_is_noticed(filled: Place) -> None:
    """Such machine code would be run."""
    for path in filled.files("nbc"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)
    answers, hits, said = filled.run()
    assert (answers, hits) == ("42.0 42", 0) and said.count("is damaged") == 2
    assert filled.run() == ("42.0 42", 2, "")


@pytest.mark.parametrize("ending", ["nbi", "nbc", "ready"])
def test_what_is_gone_is_made_again(filled: Place, ending: str) -> None:
    for path in filled.files(ending):
        path.unlink()
    answers, _, said = filled.run()
    assert answers == "42.0 42"
    assert ("gone or damaged" in said) == (ending != "ready")
    assert filled.run() == ("42.0 42", 2, "")


def test_processes_that_compile_at_once_leave_all_of_it(place: Place) -> None:
    """Each adds to the same index, in its own order."""
    for answers, _, _ in map(outcome, [place.start(kinds) for kinds in (3, 1, 2, 3, 2)]):
        assert answers in ("42.0", "42.0 42", "42.0 42 (42+0j)")
    assert place.run(kinds=3)[:2] == ("42.0 42 (42+0j)", 3)
    assert not place.files("tmp.*")


@posix
def test_one_process_compiles_and_the_others_wait_for_it(place: Place) -> None:
    """All are told what is compiled, and about how long it takes; it is not compiled twice at the same time."""
    outcomes = [outcome(process) for process in [place.start() for _ in range(4)]]
    assert sum("Compiling doubling for this machine: once, about 1 s." in said for _, _, said in outcomes) == 1
    assert sorted(hits for _, hits, _ in outcomes) == [0, 2, 2, 2]
    for _, hits, said in outcomes:
        assert hits == 0 or said in ("", "Another process is compiling doubling: waiting for it, about 1 s.\n")


def test_another_installation_of_the_same_sources_compiles_nothing(filled: Place, tmp_path: Path) -> None:
    """As in a second virtual environment, whose files are younger."""
    (tmp_path / "second").mkdir()
    program = shutil.copy(filled.program, tmp_path / "second")
    os.utime(program, (1, 1))
    filled.program = Path(program)
    assert filled.run() == ("42.0 42", 2, "")


@posix
def test_a_home_that_cannot_be_written_is_told_once_and_another_folder_taken(place: Place) -> None:
    """Nobody but the user can write to that."""
    nowhere = {"NUMBA_CACHE_DIR": "", "HOME": "/proc/nobody"}
    answers, hits, said = place.run(**nowhere)
    refuge = place.temporary / f"nexus_env-{os.getuid()}"
    assert (answers, hits) == ("42.0 42", 0)
    assert said.count("cannot be written") == 1 and f"Machine code is kept in {refuge} instead." in said
    assert stat.S_IMODE(refuge.stat().st_mode) == 0o700
    answers, hits, said = place.run(**nowhere)
    assert (answers, hits) == ("42.0 42", 2) and said.count("\n") == 1


def test_where_nothing_can_be_written_each_process_compiles(place: Place) -> None:
    nowhere = "import tempfile; tempfile.tempdir = '/proc/nobody'"
    for _ in range(2):
        answers, hits, said = place.run(before=nowhere, NUMBA_CACHE_DIR="/proc/nobody")
        assert (answers, hits) == ("42.0 42", 0)
        assert said.count("so each process compiles anew") == 1 and "; it is not kept." in said


UNWRITABLE = "got a folder that cannot be written (Read-only file system); expected one that can"
HOMELESS = "got no home folder; expected one, or NUMBA_CACHE_DIR"


def test_machine_code_that_is_there_needs_no_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an image that was warmed while it was built."""

    def refuse(dir: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(dir))

    monkeypatch.setattr(folders.tempfile, "TemporaryFile", refuse)
    assert folders._what_hinders(tmp_path) == UNWRITABLE
    (tmp_path / "nexus-1").mkdir()
    (tmp_path / "nexus-1" / "nexus.ready").touch()
    assert folders._what_hinders(tmp_path) == ""


def test_a_home_that_nobody_knows_is_no_folder() -> None:
    """`platformdirs` leaves the `~` as it is."""
    assert folders._what_hinders(Path("~/.cache/nexus_env")) == HOMELESS


def test_where_no_home_can_be_found_another_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newer versions of `platformdirs` raise an error."""

    def unknown(name: str) -> str:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(source_digests.platformdirs, "user_cache_dir", unknown)
    assert folders._what_hinders(source_digests.caches()) == HOMELESS


@posix
def test_a_folder_that_somebody_else_has_prepared_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code is run: a link, a file, or a folder that others can write to could hold that of anybody."""
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path))
    ours = tmp_path / f"nexus_env-{os.getuid()}"
    assert folders._refuge() == ours == folders._refuge()
    ours.chmod(0o777)
    assert ours != folders._refuge() != folders._refuge()
    ours.rmdir()
    ours.symlink_to(tmp_path)
    assert folders._refuge() != ours
    ours.unlink()
    ours.touch()
    assert folders._refuge() != ours
    ours.unlink()
    monkeypatch.setattr(folders.os, "getuid", lambda: 12345)
    (tmp_path / "nexus_env-12345").mkdir()
    assert folders._refuge() != tmp_path / "nexus_env-12345"


def test_folders_that_another_process_forgets_first_are_no_hindrance(tmp_path: Path) -> None:
    kept = [tmp_path / str(number) for number in range(6)]
    for path in kept:
        path.mkdir()
        os.utime(path, (1000 + int(path.name), 1000 + int(path.name)))
    folders._forget_oldest([tmp_path / "gone", *kept])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3", "4", "5"]


def test_machine_code_that_another_tree_uses_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many trees there are: each use is noted, and nothing that was used within a day is forgotten."""
    kept = [tmp_path / str(number) for number in range(6)]
    for path in kept:
        path.mkdir()
    folders._forget_oldest(kept)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "3", "4", "5"]
    monkeypatch.setattr(folders, "PLAIN", False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    used = folders._cache_folder()
    os.utime(used, (1000, 1000))
    assert folders._cache_folder() == used and used.stat().st_mtime > 1_000_000


# --- a function that finds another by its name ------------------------------------------------------------------------

APPLIED = """
def apply(number, times=1):
    return times * change(number)
"""
MADE_FOR = """
import sys
from applied import apply
from nexus_env.machine.compiled import compiled, compiled_with

@compiled
def change(number):
    return {change}

applied = compiled_with(__name__, apply, change=change)

def main():
    print(applied(21))
    print(sum(applied.stats.cache_hits.values()))
"""


def test_a_function_compiled_for_another_is_kept_with_the_module_that_made_it(tmp_path: Path) -> None:
    """Each maker has a copy of its own, and a change of what it names counts."""
    (tmp_path / "applied.py").write_text(APPLIED)
    (tmp_path / "doubles.py").write_text(MADE_FOR.format(change="2 * number"))
    (tmp_path / "triples.py").write_text(MADE_FOR.format(change="3 * number"))
    place = Place(tmp_path / "doubles.py", tmp_path)
    other = "import triples; triples.main(); sys.exit()"
    assert [place.run()[:2] for _ in range(2)] == [("42", 0), ("42", 1)]
    assert [place.run(before=f"import sys; {other}")[:2] for _ in range(2)] == [("63", 0), ("63", 1)]
    assert place.run()[:2] == ("42", 1)
    (tmp_path / "doubles.py").write_text(MADE_FOR.format(change="number - 2"))
    assert place.run()[:2] == ("19", 0)
