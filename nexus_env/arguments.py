"""What the commands of this project share in reading their words."""

import argparse
import math
from collections.abc import Callable
from ipaddress import ip_address, ip_network

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


def network(word: str) -> str:
    """An address of the Internet, or a network of them as 10.0.0.0/8.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return str(ip_network(word)) if "/" in word else str(ip_address(word))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; expected an address, or a network as 10.0.0.0/8") from error
