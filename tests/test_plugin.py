"""A game of somebody else: packed as a package, installed beside this one in a fresh environment, played by name."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from copies import write_plugin
from processes import ROOT

NAME = "sprint"
PLAYED = f"""
import nexus_env
from nexus_env.contract import registry
env = nexus_env.env(game="{NAME}")
env.reset(seed=1)
while env.agents:
    seen, _, ended, cut, _ = env.last()
    env.step(None if ended or cut else int(seen["action_mask"].argmax()))
print(*registry.names(), nexus_env.__file__)
"""
MEASURED = """
import sys
from nexus_env.cli.main import main
from nexus_env.tools import bench
from nexus_env.tools.bench import figures
bench.LARGE = bench.AGE = bench.AT_A_TIME = bench.COPIED = figures.ROUNDS = 1
sys.exit(main(sys.argv[1:]))
"""  # plain Python would take minutes for all that is measured


class Fresh:
    """An environment of its own, whose dependencies are those of the running one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        places = subprocess.run(
            [self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True,
            text=True,
            check=True,
        )
        self.packages = Path(places.stdout.strip())
        theirs = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (self.packages / "dependencies.pth").write_text("\n".join(sorted(theirs)))  # behind what is installed here

    def install(self, project: Path) -> None:
        """Build a project and install it, with nothing from elsewhere and nothing left among its sources."""
        work = self.folder / f"work-{project.name}"
        work.mkdir()
        settings = work / "build.cfg"
        settings.write_text(f"[build]\nbuild_base = {work / 'build'}\n[egg_info]\negg_base = {work}\n")
        words = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--force-reinstall", str(project)]
        self._run(
            [sys.executable, "-m", "pip", "--python", str(self.python), "install", *words],
            DIST_EXTRA_CONFIG=str(settings),
        )

    def run(self, *words: str) -> str:
        """What its Python prints, without compiling anything."""
        return self._run([str(self.python), *words], NUMBA_DISABLE_JIT="1")

    def _run(self, words: list[str], **variables: str) -> str:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(words, cwd=self.folder, env=kept | variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """Where this package and that of a game are installed."""
    made = Fresh(tmp_path_factory.mktemp("fresh"))
    made.install(ROOT)
    made.install(write_plugin(tmp_path_factory.mktemp("project"), NAME))
    return made


def test_a_game_of_another_package_is_an_environment_by_its_name(fresh: Fresh) -> None:
    *names, home = fresh.run("-c", PLAYED).split()
    assert {"nexus", NAME} <= set(names)
    assert Path(home).is_relative_to(fresh.packages), "this package is not the one that was installed"


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("watch random random --seed 1 --delay 0", "The race is over."),
        ("fuzz --decisions 200", "none violated"),
    ],
)
def test_the_commands_play_it_by_its_name(fresh: Fresh, words: str, printed: str) -> None:
    assert printed in fresh.run("-m", "nexus_env", *words.split(), "--game", NAME)


def test_the_installed_command_does_the_same(fresh: Fresh) -> None:
    """`nexus-env` is `python -m nexus_env`."""
    words = ("watch", "random", "random", "--seed", "1", "--delay", "0", "--game", NAME)
    assert fresh.run(str(fresh.python.with_name("nexus-env")), *words) == fresh.run("-m", "nexus_env", *words)


def test_it_is_measured_by_its_name(fresh: Fresh) -> None:
    words = f"bench --seconds 0.01 --bouts 1 --threads 1 --game {NAME}".split()
    assert f"{NAME}, 2 seats" in fresh.run("-c", MEASURED, *words)
