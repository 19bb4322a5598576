"""Read stock files: TOML tables, key by key, with a sentence for each mistake.

A mistake does not stop the reading: it is noted, with its file, line, card and key, and reading continues.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nexus_env.kit.options import read_toml
from nexus_env.kit.spelling import Words
from nexus_env.system.visible import legible, visible
from nexus_env.system.wording import mismatch, nearest, shortened

HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\-\"' ]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*([\w\-]+)\s*=")


@dataclass
class Document:
    """One stock file: its tables, the line of each table and key, and the mistakes found so far."""

    label: str
    tables: dict[str, Any]
    lines: dict[tuple[str | int, ...], int]
    mistakes: list[str]

    @classmethod
    def read(cls, path: Path, mistakes: list[str]) -> "Document":
        """Read the file at `path`; an unreadable file counts as a mistake and as empty."""
        try:
            text = path.read_text(encoding="utf-8")
            return cls(str(path), read_toml(text), find_lines(text), mistakes)
        except (OSError, UnicodeDecodeError) as error:
            mistakes.append(f"{path}: got a file that cannot be read ({error}); expected TOML in UTF-8.")
        except ValueError as error:
            mistakes.append(f"{path}: got text that is not TOML: {error}.")
        return cls(str(path), {}, {}, mistakes)

    def entries(self, key: str) -> list["Entry"]:
        """The tables of a list, such as all `[[card]]`."""
        found = self.tables.get(key, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            self.note((key,), "", shown(found), f"tables that begin with [[{key}]]")
            return []
        return [Entry(self, table, (key, place), title_of(key, table, place)) for place, table in enumerate(found)]

    def entry(self, key: str) -> "Entry":
        """One table, such as `[deck]`; an empty one if it is missing."""
        found = self.tables.get(key, {})
        if not isinstance(found, dict):
            self.note((key,), "", shown(found), f"a table that begins with [{key}]")
            found = {}
        return Entry(self, found, (key,), key)

    def refuse_others(self, known: Iterable[str]) -> None:
        """Note each table that is not one of `known`."""
        for key in self.tables:
            if key not in known:
                self.note((key,), "", "an unknown table", "one of " + ", ".join(known), nearest(key, known))

    def note(self, path: tuple[str | int, ...], title: str, found: str, expected: str, hint: str = "") -> None:
        """Note one mistake."""
        ways = [(*path, 0), *(path[:length] for length in range(len(path), 0, -1))]
        line = next((self.lines[way] for way in ways if way in self.lines), 0)
        key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
        place = f"{self.label}, line {line}" if line else self.label
        place += f", {title}" if title and title != key else ""
        self.mistakes.append(mismatch(f"{place}, {key}", found, expected, hint))


def title_of(key: str, table: Mapping[str, Any], place: int) -> str:
    """The name of an entry in errors: its own name, or its index if it has none."""
    name = table.get("name")
    return f'{key} "{shortened(name)}"' if isinstance(name, str) and name.strip() else f"{key} {place + 1}"


def find_lines(text: str) -> dict[tuple[str | int, ...], int]:
    """The line of every table and of every key that begins a line, by its path: ("card", 3, "effects", 0, "do")."""
    found: dict[tuple[str | int, ...], int] = {}
    counts: dict[tuple[str | int, ...], int] = {}
    path: tuple[str | int, ...] = ()
    quoted = False
    for number, line in enumerate(text.splitlines(), start=1):
        header, key = HEADER.match(line), KEY.match(line)
        if not quoted and header:
            path = ()
            parts = [part.strip(" \"'") for part in header[2].split(".")]
            for depth, part in enumerate(parts):
                path = (*path, part)
                if depth == len(parts) - 1 and header[1] == "[[":
                    counts[path] = counts.get(path, -1) + 1
                if path in counts:
                    path = (*path, counts[path])
            found[path] = number
        elif not quoted and key:
            found[(*path, key[1])] = number
        if line.count('"""') % 2 or line.count("'''") % 2:
            quoted = not quoted
    return found


@dataclass
class Entry:
    """One table of a stock file, read key by key; a missing or wrong value is noted and replaced by the default."""

    document: Document
    table: Mapping[str, Any]
    path: tuple[str | int, ...]
    title: str
    known: set[str] = field(default_factory=set)

    def note(self, key: str, found: str, expected: str, hint: str = "") -> None:
        """Note a mistake at one of its keys."""
        path = (*self.path, key) if key else self.path
        self.document.note(path, self.title, found, expected, hint)

    def value(self, key: str, kind: type, expected: str, default: Any) -> Any:
        """A value of this type, or the default; without a default, a missing key is a mistake."""
        self.known.add(key)
        if key not in self.table:
            if default is None:
                self.note(key, "nothing", expected)
            return default
        value = self.table[key]
        if type(value) is not kind:
            self.note(key, shown(value), expected)
            return default
        return value

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """An integer within bounds."""
        expected = f"a whole number from {least} to {most}"
        value = self.value(key, int, expected, default)
        if value is not None and not least <= value <= most and key in self.table:
            self.note(key, shown(value), expected)
            value = default
        return least if value is None else int(value)

    def wholes(self, key: str, count: int, least: int, most: int, default: list[int] | None = None) -> list[int]:
        """A list of `count` integers within bounds; any number of them if `count` is 0."""
        many = f"{count} whole numbers" if count else "whole numbers"
        expected = f"{many} from {least} to {most}"
        found = self.value(key, list, expected, default)
        if found is None:
            return [least] * count
        fits = all(type(number) is int and least <= number <= most for number in found)
        if not fits or (count and len(found) != count):
            self.note(key, shown(found), expected)
            return default or [least] * count
        return list(found)

    def texts(self, key: str, count: int) -> list[str]:
        """A list of `count` texts."""
        expected = f"{count} texts"
        found = self.value(key, list, expected, None)
        if found is None:
            return []
        if len(found) != count or not all(isinstance(text, str) for text in found):
            self.note(key, f"{len(found)} of them" if len(found) != count else shown(found), expected)
            return []
        return list(found)

    def word(self, key: str, words: Words, default: str | None = None) -> int:
        """One of these words, as its number."""
        expected = "one of " + ", ".join(f'"{word}"' for word in words)
        value = self.value(key, str, expected, default)
        if value is None:
            return next(iter(words.values()))
        if value.lower() not in words:
            near = nearest(value.lower(), words)
            self.note(key, f'"{shortened(value)}"', expected, near and f'"{near}"')
            return next(iter(words.values()))
        return words[value.lower()]

    def flag(self, key: str, default: bool | None = False) -> bool:
        """True or false."""
        return bool(self.value(key, bool, "true or false", default))

    def name(self, expected: str = "a name on one line, without hidden characters") -> str:
        """The name of a card, as it appears in commands, on screens and in transcripts."""
        found = str(self.value("name", str, "a text", None) or "")
        if isinstance(self.table.get("name"), str) and not found.strip():
            self.note("name", "an empty text", "a name")
        elif visible(found) != found:
            self.note("name", shown(legible(found)), expected)
        return visible(found)

    def inner(self, key: str, least: int, most: int) -> list["Entry"]:
        """The tables of a list within this one."""
        way = ".".join(part for part in (*self.path, key) if isinstance(part, str))
        expected = f"{least} to {most} tables [[{way}]]"
        found = self.value(key, list, expected, None if least else [])
        if found is None:
            return []
        strangers = [value for value in found if not isinstance(value, dict)]
        if strangers or not least <= len(found) <= most:
            self.note(key, f"{shown(strangers[0])} among them" if strangers else f"{len(found)} of them", expected)
            return []
        return [Entry(self.document, table, (*self.path, key, place), self.title) for place, table in enumerate(found)]

    def below(self, key: str, expected: str = "a table") -> "Entry":
        """A table within this one; an empty one if it is missing."""
        found = self.value(key, dict, expected, {})
        return Entry(self.document, found, (*self.path, key), self.title)

    def of_list(self, key: str, word: str) -> "Entry":
        """One word of a list, as an entry of its own."""
        return Entry(self.document, {key: word}, self.path, self.title)

    def finish(self) -> None:
        """Note the keys that were never read; every table may have `house`, for our own inventions."""
        self.flag("house")
        for key in self.table:
            if key not in self.known:
                near = nearest(key, self.known)
                known = sorted(self.known, key=lambda word: (not word.isdigit(), len(word) * word.isdigit(), word))
                self.note(key, "an unknown key", "one of " + ", ".join(known), near)


def shown(value: Any) -> str:
    """A found value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    if isinstance(value, list) and all(type(part) is int for part in value):
        return shortened(str(value))
    return str(value) if isinstance(value, int | float) else "a list" if isinstance(value, list) else "a table"
