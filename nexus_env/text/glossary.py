"""The meanings of a game's terms, for readers: `glossary.toml`, which a game names in `About.glossary`.

    ["Play"]
    "parry" = { text = "Once, it adds three to the number.", page = "1", rules = ["T-005"], also = ["parries"] }

Tables are chapters, keys are terms. `also` lists other spellings of the same term.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.system.wording import InputError, as_json, mismatch, nearest
from nexus_env.text.toml_files import read_file

KEYS = ("text", "page", "rules", "also")


class GlossaryError(InputError):
    """A mistake in a glossary; the message names the term."""


@dataclass(frozen=True)
class Term:
    """A term of a game: its meaning in this project's own words, and where the printed rulebook defines it."""

    name: str
    chapter: str
    text: str
    page: str = ""
    rules: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def glossary_of(game: Game) -> tuple[Term, ...]:
    """The terms of a game in order; none for a game without a glossary.

    Raises:
        GlossaryError: its file has a mistake.
    """
    path = game.words.about().glossary
    return () if path is None else read(path)


def read(path: Path) -> tuple[Term, ...]:
    """Read the terms of a file.

    Raises:
        GlossaryError: there is no such file, or an entry of it is wrong.
    """
    chapters = read_file(path, "a glossary", GlossaryError)
    found = [
        _term(name, chapter, table, f"{path}: {chapter}: {name}")
        for chapter, terms in chapters.items()
        for name, table in (terms.items() if isinstance(terms, dict) else [("", terms)])
    ]
    spellings = [spelling for term in found for spelling in (term.name, *term.also)]
    twice = sorted({spelling for spelling in spellings if spellings.count(spelling) > 1})
    if twice:
        raise GlossaryError(mismatch(path, f"{twice[0]!r} twice", "each spelling once"))
    return tuple(found)


def _term(name: str, chapter: str, table: Any, place: str) -> Term:
    if not isinstance(table, dict):
        raise GlossaryError(mismatch(place, as_json(table), "a table with a text"))
    for key, value in table.items():
        if key not in KEYS:
            raise GlossaryError(mismatch(f"{place}: {key}", "an unknown key", ", ".join(KEYS), nearest(key, KEYS)))
        is_list = key in ("rules", "also")
        members = value if is_list and isinstance(value, list) else [value]
        if is_list != isinstance(value, list) or not all(isinstance(one, str) for one in members):
            raise GlossaryError(mismatch(f"{place}: {key}", as_json(value), "a list of texts" if is_list else "a text"))
    if not table.get("text"):
        raise GlossaryError(mismatch(f"{place}: text", "nothing", "what the term means"))
    lists = {key: tuple(table[key]) for key in ("rules", "also") if key in table}
    return Term(name, chapter, **{**table, **lists})
