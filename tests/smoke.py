"""Try the package on each Python that it is said to run on and that is there: `python tests/smoke.py [--whole]`.

Each gets an environment of its own with the built package and what that depends on, and plays `smoke_bouts.py` there.
All must play the same bouts, to the byte. The Pythons are those of the classifiers in `pyproject.toml`.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
TOY = "toy:GAME"
FOLDER = ROOT / ".smoke"
CLASSIFIER = "Programming Language :: Python :: 3."
USUAL = ("/usr/local/bin", "/usr/bin", "/opt/homebrew/bin")
KEPT = (  # the variable that names the folder, that folder without it, and the Pythons in it
    ("PYENV_ROOT", "~/.pyenv", "versions/{}.*/bin/python"),
    ("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python", "cpython-{}.*/bin/python"),
)
VERSIONS = (
    "import sys, numpy, numba; print(sys.version.split()[0], 'NumPy', numpy.__version__, 'Numba', numba.__version__)"
)


def claimed() -> list[str]:
    """The Pythons that the package is said to run on, as "3.11"."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [line.removeprefix(CLASSIFIER[:-2]) for line in project["classifiers"] if line.startswith(CLASSIFIER)]


def find(version: str) -> str | None:
    """A Python of this version that starts and can make environments: a name alone may stand for none."""
    for command in _candidates(version):
        try:
            asked = [command, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
            if subprocess.run(asked, capture_output=True, text=True, timeout=60).stdout.strip() == version:
                return command
        except (OSError, subprocess.TimeoutExpired):
            continue
    return None


def _candidates(version: str) -> Iterator[str]:
    """This one, those in each folder of the path and where systems install them, and those that pyenv and uv keep."""
    yield sys.executable
    for folder in dict.fromkeys([*os.get_exec_path(), *USUAL]):
        if command := shutil.which(f"python{version}", path=folder):
            yield command
    for variable, usual, inner in KEPT:
        kept = Path(os.environ.get(variable) or os.path.expanduser(usual))
        yield from map(str, sorted(kept.glob(inner.format(version)), reverse=True))


def smoke(version: str, command: str, package: Path, *, whole: bool) -> tuple[bool, str]:
    """Whether the package runs on this Python; and what it played, or all that was printed.

    This Python has compiled NEXUS for the tests, of the same sources. On another one that takes minutes, so that only
    the toy is compiled there, unless it is the `whole` that is asked for.
    """
    home, is_this = FOLDER / version, command == sys.executable
    game = "nexus" if whole or is_this else TOY
    kept = {} if is_this else {"NUMBA_CACHE_DIR": str(home / "cache")}
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    for words in (
        [command, "-m", "venv", "--without-pip", str(home)],
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile", str(package)],
        [str(python), "-c", VERSIONS],
        [str(python), str(ROOT / "tests/smoke_bouts.py"), str(ROOT / "README.md"), game],
    ):
        done = subprocess.run(
            words,
            cwd=FOLDER,  # where no sources lie
            env=os.environ | kept | {"PYTHONPATH": ""},  # the toy lies beside the program
            capture_output=True,
            text=True,
        )
        if done.returncode:
            return False, f"Python {version}: {' '.join(words)}\n{done.stdout}{done.stderr}"
        if words[-1] == VERSIONS:
            print(f"Python {done.stdout.strip()}", flush=True)
    return True, json.loads(done.stdout)["nexus"]


def build() -> Path:
    """The package, as it would be installed, of nothing that an earlier build has left."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    settings = FOLDER / "build.cfg"
    settings.write_text(
        f"[build]\nbuild_base = {FOLDER / 'build'}\n[egg_info]\negg_base = {FOLDER}\n", encoding="utf-8"
    )
    words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(FOLDER), str(ROOT)]
    subprocess.run([sys.executable, *words], env=os.environ | {"DIST_EXTRA_CONFIG": str(settings)}, check=True)
    (package,) = FOLDER.glob("*.whl")
    return package


def left_out(package: Path) -> list[str]:
    """The files of the sources that the built package lacks."""
    with ZipFile(package) as archive:
        packed = set(archive.namelist())
    names = set()
    for folder in ("nexus_env", "agents", "configs"):  # the last two are linked into the first
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts:
                name = path.relative_to(ROOT).as_posix()
                linked = ROOT / "nexus_env" / name
                names.add(f"nexus_env/{name}" if linked.exists() else name)
    return sorted(names - packed)


def main() -> int:
    """Try all at once, as many as there are cores; 1 if the package does not run on one of them."""
    found = {version: find(version) for version in claimed()}
    there = {version: command for version, command in found.items() if command}
    package = build()
    if missing := left_out(package):
        print(f"{package.name} lacks {', '.join(missing)}: see package-data in pyproject.toml")
        return 1
    whole = "--whole" in sys.argv
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        told = list(pool.map(lambda each: smoke(*each, package, whole=whole), there.items()))
    for _, line in told:
        print(line)
    print(closing([runs for runs, _ in told], sorted(found.keys() - there.keys())))
    return int(len(set(told)) != 1 or not told[0][0])


def closing(runs: list[bool], absent: list[str]) -> str:
    """How many Pythons were tried, and which were not."""
    tried = (
        f"Tried {len(runs)} of the {len(runs) + len(absent)} Pythons that pyproject.toml names: it runs on {sum(runs)}."
    )
    return tried + (f" NOT TRIED, since none starts here: {', '.join(absent)}." if absent else "")


if __name__ == "__main__":
    raise SystemExit(main())
