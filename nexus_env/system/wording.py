"""Parts of sentences about what somebody has written: what was found, however long it is, and what was likely meant."""

import json
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

SHOWN = 200  # characters of what was found that an error shows


def nearest(word: str, words: Iterable[str]) -> str:
    """The one of `words` that `word` was most likely meant to be, or an empty text."""
    return next(iter(get_close_matches(word, list(words), n=1, cutoff=0.5)), "")


def hinted(hint: object) -> str:
    """The end of a sentence about a name: which one was most likely meant, if there is one."""
    return f"; the nearest is {hint}" if hint else ""


def advised(word: str, words: Iterable[str]) -> str:
    """The same as a sentence of its own."""
    hint = nearest(word, words)
    return f"The nearest is {hint!r}." if hint else ""


def shortened(text: str, most: int = SHOWN) -> str:
    """The beginning of what was found, as an error shows it."""
    return text if len(text) <= most else f"{text[:most]}…"


def as_json(found: Any, most: int = SHOWN) -> str:
    """What was found where JSON is read, shortened."""
    try:
        return shortened(json.dumps(found, default=repr), most)
    except RecursionError:
        return "brackets within brackets"


def spoken(found: object) -> str:
    """What was found, or what an error says, as a part of one sentence, however long it is and whatever is in it."""
    short = shortened(" ".join(str(found).split()) or type(found).__name__)
    return short if short.isprintable() else ascii(short)
