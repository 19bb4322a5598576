"""Processes that tests start."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment(*folders: Path, **variables: str) -> dict[str, str]:
    """The variables of a process that finds modules in `folders` (by default in this tree), and keeps the guard of
    `chance`.
    """
    paths = [*map(str, folders or [ROOT]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **variables, "PYTHONPATH": os.pathsep.join(paths)}


def wait_until(process: "subprocess.Popen[str]", has_come: Callable[[], bool]) -> None:
    """Until a process that works has done something that can be seen, such as writing a file."""
    while not has_come():
        assert process.poll() is None
        time.sleep(0.005)
