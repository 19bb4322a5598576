"""Read typed commands: the full spelling, or any unambiguous part of it."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from nexus_env.contract.command_text import plain

NEAR = 5  # commands that are offered instead


def find(text: str, spellings: Iterable[str]) -> list[str]:
    """The spellings that a text may stand for: one if it is unambiguous, none if nothing fits.

    Words may be abbreviated or left out: `foc chest` is `focused attack player_1 chest` if nothing else fits, and
    typing `move f` gives `move forward`, not `move forward-left`.
    """
    known = {spelling: plain(spelling).split() for spelling in spellings}
    words = plain(text).split()
    exact = [spelling for spelling, spelled in known.items() if spelled == words]
    if exact or not words:
        return exact
    fitting = [spelling for spelling, spelled in known.items() if _fits(words, spelled)]
    begun = [spelling for spelling in fitting if known[spelling][0].startswith(words[0])] or fitting
    whole = [spelling for spelling in begun if set(words) <= set(known[spelling])]
    shortest = min(begun, key=len, default="")
    if len(whole) == 1:
        return whole
    return [shortest] if begun and all(spelling.startswith(shortest) for spelling in begun) else begun


def _fits(words: Sequence[str], spelled: Sequence[str]) -> bool:
    """Each word begins one of the spelled ones, in their order."""
    left = iter(spelled)
    return all(any(one.startswith(word) for one in left) for word in words)


def nearest(text: str, spellings: Iterable[str]) -> list[str]:
    """The few spellings that are most similar to a text."""
    wanted = plain(text)
    return sorted(spellings, key=lambda spelling: -SequenceMatcher(None, wanted, plain(spelling)).ratio())[:NEAR]


def like(text: str, spellings: Iterable[str]) -> list[str]:
    """The spellings in which each word of a text is the beginning of a word, in any order: for a search."""
    words = plain(text).split()
    return [spelling for spelling in spellings if _has_all(words, plain(spelling).replace("-", " ").split())]


def _has_all(words: Sequence[str], spelled: Sequence[str]) -> bool:
    return all(any(one.startswith(part) for one in spelled) for word in words for part in word.split("-"))
