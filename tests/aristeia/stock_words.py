"""Dice of the stock in its own words, and folders of one's own."""

from collections import Counter
from pathlib import Path
from typing import Any

from nexus_env.games.aristeia.cards.verbs import Color, Symbol

SHORT = {"S": Symbol.SUCCESS, "B": Symbol.BLOCK, "X": Symbol.SPECIAL}
SHORT |= {"CS": Symbol.CRITICAL_SUCCESS, "CB": Symbol.CRITICAL_BLOCK}
SHORT_OF = {symbol: word for word, symbol in SHORT.items()}


def words(pool: Any) -> str:
    """A pool as the stock writes it."""
    dice = [color.name.lower() for color in Color for _ in range(int(pool["dice"][color]))]
    return " ".join([*dice, *(SHORT_OF[symbol] for symbol in Symbol for _ in range(int(pool["symbols"][symbol])))])


def same(pool: Any, text: str) -> bool:
    return Counter(words(pool).split()) == Counter(text.split())


def folder(path: Path, **files: str) -> str:
    """Write the files of a stock into a folder; its name."""
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return str(path)
