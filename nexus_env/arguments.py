"""What the commands of this project share in reading their words."""

import argparse
import math
import os
from collections.abc import Callable
from pathlib import Path

from nexus_env.options import WORDS


def at_least(least: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """What reads a word of the command line as a number from `least` up."""

    def read(word: str) -> float:
        try:
            found = kind(word)
        except ValueError:
            found = math.nan
        if not least <= found < math.inf:
            raise argparse.ArgumentTypeError(f"found {word!r}, expected {WORDS[kind]} of at least {least}")
        return found

    return read


def new_file(word: str) -> Path:
    """What reads a word of the command line as the name of a file that can be written, hours before it is."""
    path = Path(word)
    folder = path.parent
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"found the folder {word}, expected the name of a file")
    while not folder.exists():  # it will be made
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"found {folder}, in which nothing can be written, expected a folder for it")
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"found {word}, which is no file, expected the name of one")
    return path
