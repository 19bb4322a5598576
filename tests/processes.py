"""Processes that tests start."""

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent


def environment(*folders: Path, **variables: str) -> dict[str, str]:
    """The variables of a process that finds modules in `folders` (by default in this tree), and keeps the guard of
    `chance`.
    """
    paths = [*map(str, folders or [ROOT]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **variables, "PYTHONPATH": os.pathsep.join(paths)}
