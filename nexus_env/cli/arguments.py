"""What the commands of this project share in reading their words."""

import argparse
import math
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from nexus_env.game.options import WORDS, OptionsError, set_all


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
    try:
        with TemporaryFile(dir=folder):  # only trying tells: root may write anywhere, but not on every file system
            pass
    except OSError as error:
        found = f"found {folder}, in which nothing can be written ({error.strerror})"
        raise argparse.ArgumentTypeError(f"{found}, expected a folder for it") from error
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"found {word}, which is no file, expected the name of one")
    return path


def agreed(overrides: Iterable[str], **chosen: Any) -> dict[str, Any]:
    """The options of a bout: those that other words of the command line chose, after `--set RULE=VALUE`.

    Raises:
        OptionsError: one of them is none, or wants another number of seats than are taken.
    """
    options = set_all(dict(chosen), overrides)
    if options["seats"] != chosen["seats"]:
        found, expected = options["seats"], chosen["seats"]
        raise OptionsError(f"--set seats: found {found!r}, expected {expected}, as many as are named to play.")
    return options


def network(word: str) -> str:
    """An address of the Internet, or a network of them as 10.0.0.0/8.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return str(ip_network(word)) if "/" in word else str(ip_address(word))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; expected an address, or a network as 10.0.0.0/8") from error
