"""Install each library of `docs/libraries.md` in an environment of its own, and run its block and its further checks
there, in every game: `make test-libraries`.

What ran, with which versions and when, goes into the page. Names after the command run these alone.
"""

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path

from nexus_env.contract import registry

ROOT = Path(__file__).parent.parent.parent
PAGE, HOME = ROOT / "docs" / "libraries.md", ROOT / ".libraries"
TORCH = os.environ.get("TORCH", "torch<2.14").split()  # another build of torch: words for uv
LIBRARIES: dict[str, list[str]] = {
    "PettingZoo": ["pettingzoo"],
    "SuperSuit": ["supersuit"],
    "Gymnasium": ["gymnasium"],
    "RecordVideo": ["moviepy", "pillow", "resvg_py"],
    "Stable-Baselines3": ["stable-baselines3"],
    "sb3-contrib": ["sb3-contrib"],
    "TorchRL": ["torchrl"],
    "Tianshou": ["tianshou"],
    "CleanRL style": ["torch"],
    "AgileRL": ["agilerl", "peft"],  # which it imports and does not name
    "OpenSpiel": ["open_spiel"],
    "RLlib": ["ray[rllib]"],
}
"""What is installed for each block; the first is the library, whose version is told."""
WITHOUT_TORCH = ("PettingZoo", "SuperSuit", "Gymnasium", "RecordVideo", "OpenSpiel")
CHECKS = Path(__file__).with_name("library_checks")
MARK = "<!-- last run -->"
SECONDS = 1200  # for a block, the first compilation included
VERSIONS = "import importlib.metadata as m, sys; print(*(m.version(name) for name in sys.argv[1:]))"


def blocks() -> dict[str, str]:
    """The block of each heading of the page."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    found = zip(parts[::2], parts[1::2], strict=True)
    return {
        name: "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)) for name, text in found
    }


def in_game(block: str, game: str) -> str:
    """A block of the page, which plays the default game, in another game."""
    if game == registry.DEFAULT:
        return block
    takes = ("env", "parallel_env", "raw_env", "single", "vector_env", "sb3_env", "batch")
    turned = f"import functools, nexus_env\nfor name in {takes}:\n"
    turned += f"    setattr(nexus_env, name, functools.partial(getattr(nexus_env, name), game={game!r}))\n"
    block = re.sub(rf'"{registry.DEFAULT}(?=["/])', f'"{game}', block)
    return turned + re.sub(r'(seats"?[=:] ?)[34]', r"\g<1>2", block.replace("cycle_limit", "round_limit"))


def runs(name: str, python: str) -> list[list[str]]:
    """The commands that prove a library: its block in every game, and its further checks."""
    block, checks = blocks()[name], CHECKS / f"check_{name.lower().replace('-', '_')}.py"
    found = [[python, "-c", in_game(block, game)] for game in registry.own_names()]
    return found + [[python, str(checks), game] for game in registry.own_names() if checks.is_file()]


def main() -> int:
    """Run the blocks that are asked for; 1 if one has failed."""
    wanted = sys.argv[1:] or list(LIBRARIES)
    failed = False
    for name in wanted:
        python = _install(name)
        results = [
            subprocess.run(words, cwd=HOME, timeout=SECONDS, capture_output=True, text=True)
            for words in runs(name, python)
        ]
        faults = [result.stderr for result in results if result.returncode]
        own = [LIBRARIES[name][0].partition("[")[0], "gymnasium", "pettingzoo", "numpy"]
        versions = subprocess.run(
            [python, "-c", VERSIONS, *own], capture_output=True, text=True, check=True
        ).stdout.split()
        print(f"{name}: {''.join(faults) or 'ran'}", *versions, flush=True)
        failed = failed or bool(faults)
        if not faults:
            day = datetime.datetime.now(datetime.UTC).date()
            _write(f"| {name} | {' | '.join(versions)} | {day} |")
    return int(failed)


def _install(name: str) -> str:
    """The Python of an environment with this library."""
    folder = HOME / name.lower().replace(" ", "-")
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        uv = _uv()
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder], check=True)
        torch = TORCH if name not in WITHOUT_TORCH else []
        install = [uv, "pip", "install", "--quiet", "--python", python, "--editable", ROOT]
        subprocess.run([*install, *LIBRARIES[name], *torch], check=True)
        (folder / ".ready").touch()
    return str(python)


def _uv() -> Path:
    """What installs, in an environment of its own: it is many times as fast as pip."""
    uv = HOME / "uv" / "bin" / "uv"
    if not uv.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME / "uv"], check=True)
        subprocess.run([HOME / "uv" / "bin" / "pip", "install", "--quiet", "uv"], check=True)
    return uv


def _write(row: str) -> None:
    """Put a row into the table of the page; others stay."""
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
    table, _, tail = rest.partition("\n## ")
    rows = {line.split(" | ")[0]: line for line in [*table.splitlines(), row] if line.startswith("| ")}
    kept = [rows[f"| {name}"] for name in LIBRARIES if f"| {name}" in rows]
    title = "| block | version | Gymnasium | PettingZoo | NumPy | ran on |\n| --- | --- | --- | --- | --- | --- |"
    PAGE.write_text("\n".join([f"{head}{MARK}\n", title, *kept, f"\n## {tail}"]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
