"""Reading what people type: the one spelling of a command, or as much of it as can mean one thing only."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from nexus_env.spelling import plain

NEAR = 5  # commands that are offered instead


def find(text: str, spellings: Iterable[str]) -> list[str]:
    """The spellings that a text may stand for: one if it is clear, none if nothing is like it.

    Each word of the text may be cut short, and words may be left out at the end: `foc pl chest` is
    `focused attack player_1 chest` if nothing else begins like this.
    """
    known = list(spellings)
    words = plain(text).split()
    exact = [spelling for spelling in known if plain(spelling).split() == words]
    if exact or not words:
        return exact
    fitting = [spelling for spelling in known if _fits(words, plain(spelling).split())]
    whole = [spelling for spelling in fitting if set(words) <= set(plain(spelling).split())]
    same_length = [spelling for spelling in fitting if len(spelling.split()) == len(words)]
    for closer in (whole, same_length):
        if len(closer) == 1:
            return closer
    return fitting


def _fits(words: Sequence[str], spelled: Sequence[str]) -> bool:
    """Each word begins one of the spelled ones, in their order; the first begins the first."""
    place = 0
    for nth, word in enumerate(words):
        while place < len(spelled) and not spelled[place].startswith(word):
            if nth == 0:
                return False
            place += 1
        if place == len(spelled):
            return False
        place += 1
    return True


def nearest(text: str, spellings: Iterable[str]) -> list[str]:
    """The few spellings that are most like a text."""
    wanted = plain(text)
    return sorted(spellings, key=lambda spelling: -SequenceMatcher(None, wanted, plain(spelling)).ratio())[:NEAR]


def like(text: str, spellings: Iterable[str]) -> list[str]:
    """The spellings in which each word of a text begins a word, in any order: for a search."""
    words = plain(text).split()
    return [spelling for spelling in spellings if _has_all(words, plain(spelling).replace("-", " ").split())]


def _has_all(words: Sequence[str], spelled: Sequence[str]) -> bool:
    return all(any(one.startswith(part) for one in spelled) for word in words for part in word.split("-"))
