"""How cards are written in stock files: tables of TOML become `Card` records, and mistakes become sentences.

A mistake does not stop the reading: it is noted, with its file, line, card and key, and the next one is looked for.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.game.options import nearest, read_toml, shortened
from nexus_env.games.nexus.cards.verbs import (
    ANSWERING,
    ANY_BLOW,
    ANY_KIND,
    CHOSEN_TRAIT,
    STRIKES,
    Condition,
    Delay,
    State,
    Target,
    Timing,
    Turning,
    Until,
    Verb,
    Way,
    Where,
)
from nexus_env.games.nexus.rules.bout import CARD_EFFECTS, LOCATIONS, Card, Pile, Square, Trait

HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\-\"' ]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*([\w\-]+)\s*=")
Words = Mapping[str, int]


def spelled(kind: type[IntEnum], leave_out: Iterable[IntEnum] = ()) -> dict[str, int]:
    """The words of an enum as stock files write them, and their numbers."""
    return {member.name.lower().replace("_", " "): int(member) for member in kind if member not in leave_out}


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass
class Document:
    """One stock file: its tables, where each of them and each key stands, and the mistakes found so far."""

    label: str
    tables: dict[str, Any]
    lines: dict[tuple[str | int, ...], int]
    mistakes: list[str]

    @classmethod
    def read(cls, path: Path, mistakes: list[str]) -> "Document":
        """The file at `path`; one that cannot be read is a mistake, and empty."""
        try:
            text = path.read_text(encoding="utf-8")
            return cls(str(path), read_toml(text), find_lines(text), mistakes)
        except (OSError, UnicodeDecodeError) as error:
            mistakes.append(f"{path}: found a file that cannot be read ({error}), expected TOML in UTF-8.")
        except ValueError as error:
            mistakes.append(f"{path}: found text that is no TOML: {error}.")
        return cls(str(path), {}, {}, mistakes)

    def entries(self, key: str) -> list["Entry"]:
        """The tables of a list, such as all `[[card]]`."""
        found = self.tables.get(key, [])
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            self.note((key,), "", shown(found), f"tables that begin with [[{key}]]")
            return []
        return [Entry(self, table, (key, place), title_of(key, table, place)) for place, table in enumerate(found)]

    def note(self, path: tuple[str | int, ...], title: str, found: str, expected: str, hint: str = "") -> None:
        """Write one mistake down."""
        ways = [(*path, 0), *(path[:length] for length in range(len(path), 0, -1))]
        line = next((self.lines[way] for way in ways if way in self.lines), 0)
        key = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
        place = f"{self.label}, line {line}" if line else self.label
        place += f", {title}" if title else ""
        nearest_word = f"; the nearest is {hint}" if hint else ""
        self.mistakes.append(f"{place}, {key}: found {found}, expected {expected}{nearest_word}.")


def title_of(key: str, table: Mapping[str, Any], place: int) -> str:
    """What errors call an entry: by its name, or else by its place."""
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
    """One table of a stock file, read key by key: what is missing or wrong is noted and replaced by the default."""

    document: Document
    table: Mapping[str, Any]
    path: tuple[str | int, ...]
    title: str
    known: set[str] = field(default_factory=set)

    def note(self, key: str, found: str, expected: str, hint: str = "") -> None:
        """A mistake at one of its keys."""
        path = (*self.path, key) if key else self.path
        self.document.note(path, self.title, found, expected, hint)

    def value(self, key: str, kind: type, expected: str, default: Any) -> Any:
        """A value of a type, or the default; None is the default of what must not be missing."""
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
        """A whole number within bounds."""
        expected = f"a whole number from {least} to {most}"
        value = self.value(key, int, expected, default)
        if value is not None and not least <= value <= most and key in self.table:
            self.note(key, shown(value), expected)
            value = default
        return least if value is None else int(value)

    def word(self, key: str, words: Words, default: str | None = None) -> int:
        """One of some words, as its number."""
        expected = "one of " + ", ".join(f'"{word}"' for word in words)
        value = self.value(key, str, expected, default)
        if value is None:
            return next(iter(words.values()))
        if value.lower() not in words:
            near = nearest(value.lower(), words)
            self.note(key, f'"{value}"', expected, near and f'"{near}"')
            return next(iter(words.values()))
        return words[value.lower()]

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self.value(key, bool, "true or false", False))

    def name(self) -> str:
        """What the card is called."""
        found = str(self.value("name", str, "a text", None) or "")
        if isinstance(self.table.get("name"), str) and not found.strip():
            self.note("name", "an empty text", "a name")
        return found

    def inner(self, key: str, least: int, most: int) -> list["Entry"]:
        """The tables of a list within this one."""
        expected = f"{least} to {most} tables [[{self.path[0]}.{key}]]"
        found = self.value(key, list, expected, None if least else [])
        if found is None:
            return []
        strangers = [value for value in found if not isinstance(value, dict)]
        if strangers or not least <= len(found) <= most:
            self.note(key, f"{shown(strangers[0])} among them" if strangers else f"{len(found)} of them", expected)
            return []
        return [Entry(self.document, table, (*self.path, key, place), self.title) for place, table in enumerate(found)]

    def prices(self) -> list[int]:
        """Trait points, by trait: `prices = { cunning = 2 }`."""
        return self.points("prices")

    def points(self, key: str) -> list[int]:
        """A table of trait points."""
        found = self.value(key, dict, "a table such as { cunning = 2 }", {})
        entry = Entry(self.document, found, (*self.path, key), self.title)
        points = [entry.whole(trait, 0, 5, 0) for trait in spelled(Trait)]
        entry.finish()
        return points

    def finish(self) -> None:
        """Note the keys that nobody has asked for."""
        for key in self.table:
            if key not in self.known:
                near = nearest(key, self.known)
                known = sorted(self.known, key=lambda word: (word.isdigit(), len(word) if word.isdigit() else 0, word))
                self.note(key, "an unknown key", "one of " + ", ".join(known), near)


def shown(value: Any) -> str:
    """What was found, as its writer would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    return str(value) if isinstance(value, int | float) else "a list" if isinstance(value, list) else "a table"


# --- the grammar of effects -------------------------------------------------------------------------------------------

PLACES = {pile.name.lower().replace("_", "-"): int(pile) for pile in list(Pile)[:LOCATIONS]}
WHERE = {**spelled(Where), **PLACES}
TRAITS = {"random": ANY_KIND, "chosen": CHOSEN_TRAIT, **spelled(Trait)}
STATES = spelled(State)
HAZARDS = {"fire": int(Square.FIRE), "saw": int(Square.SAW), "spikes": int(Square.SPIKES)}
TILES = {"blood": int(Square.BLOOD), "guts": int(Square.GUTS)}
BLOWS = {"any attack": ANY_BLOW, "standard or focused": STRIKES}
DURATIONS = spelled(Until, [Until.ONCE])
OPPONENTS = (
    Target.CHOSEN_OPPONENT,
    Target.EACH_OPPONENT,
    Target.NEXT_CLOCKWISE,
    Target.RANDOM_OPPONENT,
    Target.LEADING_OPPONENT,
)


@dataclass(frozen=True)
class Form:
    """What a line of a card with some verb may say."""

    meaning: str
    amount: tuple[int, int] | None = None
    key: str = ""  # of what else it needs
    words: Words = field(default_factory=dict)  # that this key may have; of a weapon, the names of the stock
    lasts: bool = False
    coins: bool = False  # it may say who gets them
    targets: Sequence[Target] = tuple(Target)
    timing: Timing | None = None  # the only one of its card


FORMS: dict[Verb, Form] = {
    Verb.GAIN_CRED: Form("takes coins from the Crowd Pile", (1, 30)),
    Verb.LOSE_CRED: Form("loses Cred to the Crowd Pile", (1, 30)),
    Verb.STEAL_CRED: Form("loses Cred to the player of the card", (1, 30), targets=OPPONENTS),
    Verb.GIVE_CRED: Form("gets Cred from the player of the card", (1, 30), targets=OPPONENTS),
    Verb.DAMAGE_OVERALL: Form("loses Overall Condition", (1, 30), coins=True),
    Verb.DAMAGE_LOCATION: Form(
        "takes damage to a location and the Overall Condition", (1, 15), "where", WHERE, coins=True
    ),
    Verb.HEAL_OVERALL: Form("regains Overall Condition from the Crowd Pile", (1, 30)),
    Verb.HEAL_LOCATION: Form("regains coins on a location from the Crowd Pile", (1, 15), "where", WHERE),
    Verb.SET_STATE: Form(
        "is prone, bleeding or flaming",
        key="state",
        words={word: state for word, state in STATES.items() if state != State.GRAPPLED},
    ),
    Verb.CLEAR_STATE: Form("is no longer prone, bleeding, flaming or grappled", key="state", words=STATES),
    Verb.MOVEMENT_POINTS: Form("has so many movement points more or less, now or at its next split", (-6, 6)),
    Verb.ACTION_POINTS: Form("has so many action points more or less, now or at its next split", (-6, 6)),
    Verb.TURN: Form("turns; not in a grapple", key="direction", words=spelled(Turning)),
    Verb.MOVE: Form("moves so many squares, as far as they are free", (1, 7), "direction", spelled(Way)),
    Verb.SPAWN_HAZARD: Form("has a hazard placed by its dice", key="hazard", words=HAZARDS, targets=(Target.SELF,)),
    Verb.TRIGGER_HAZARD: Form(
        "has the fires move, a new saw travel or the spikes move", key="hazard", words=HAZARDS, targets=(Target.SELF,)
    ),
    Verb.DRAW_WEAPON: Form("takes a weapon from the common pile, by its name or at random", key="weapon"),
    Verb.BREAK_WEAPON: Form("loses its weapon for good"),
    Verb.REFILL_WEAPON: Form("has all ammo or durability again"),
    Verb.RAISE_TRAIT: Form("gains trait points", (1, 5), "trait", TRAITS),
    Verb.LOWER_TRAIT: Form("loses trait points", (1, 5), "trait", TRAITS),
    Verb.STEAL_CARD: Form("loses random influence cards to the player of the card", (1, 4), targets=OPPONENTS),
    Verb.PEEK: Form("shows random influence cards to the player of the card", (1, 4), targets=OPPONENTS),
    Verb.CLEAR_TILE: Form("removes a tile from a square around it", key="tile", words=TILES),
    Verb.OPEN_CRATE: Form("rolls on the crate contents table"),
    Verb.ROACGULS: Form("is attacked by roacguls, 2d6 against 2d6, for so much damage", (1, 15), targets=OPPONENTS),
    Verb.REROLL: Form(
        "has its roll thrown anew: one's own, or that of whom one rolls against",
        targets=(Target.SELF, Target.CHOSEN_OPPONENT),
        timing=Timing.REROLL,
    ),
    Verb.CANCEL_CARD: Form("has its influence card canceled", targets=(Target.SELF,), timing=Timing.CANCEL),
    Verb.CANCEL_DECEPTION: Form("ignores a Deception", targets=(Target.SELF,), timing=Timing.DECEIVED),
    Verb.SLIDE_ATTACK: Form("rolls attacks at so many steps more or less", (-3, 3), lasts=True),
    Verb.SLIDE_DEFENSE: Form("rolls defense at so many steps more or less", (-3, 3), lasts=True),
    Verb.SLIDE_AIM: Form("rolls Aim commands at so many steps more or less", (-3, 3), lasts=True),
    Verb.CHANGE_DAMAGE: Form("does more or less damage with a hit", (-10, 10), "attack", BLOWS, lasts=True),
    Verb.FREE_GLOAT: Form("gloats once for no action point", lasts=True),
    Verb.FREE_LIBERATE: Form("has free Liberate attempts in each of its rounds", (1, 3), lasts=True),
    Verb.FEAST: Form("regains Overall Condition when it kills or incapacitates", (1, 15), lasts=True),
    Verb.GUARD_LOCATION: Form("once keeps the last coin of a location", lasts=True),
    Verb.GUARD_OVERALL: Form("once keeps the last coin of its Overall Condition", lasts=True),
}
VERBS = {verb.name.lower().replace("_", " "): int(verb) for verb in FORMS}
DELAYS = spelled(Delay, [Delay.SPLIT])


def read_card(entry: Entry, weapons: Words, timing: int, fewest: int = 1) -> np.ndarray[Any, Any]:
    """The lines of a card as a `Card` record [1]; its prices where it has some."""
    row = np.zeros(1, Card.dtype)
    row["timing"] = timing
    lines = entry.inner("effects", fewest, CARD_EFFECTS)
    for place, line in enumerate(lines):
        read_effect(line, weapons, timing, row["effects"][0, place])
    reacting = [line for line in lines if FORMS[Verb(VERBS.get(str(line.table.get("do")).lower(), 1))].timing]
    if reacting and len(lines) > 1:
        entry.note("effects", f"{len(lines)} of them", "one alone, where it rerolls or cancels")
    return row


def read_effect(line: Entry, weapons: Words, timing: int, row: Any) -> None:
    """One `[[card.effects]]` as a `CardEffect`."""
    verb = Verb(line.word("do", VERBS))
    if str(line.table.get("do", "")).lower() not in VERBS:
        return  # the other keys depend on it
    form = FORMS[verb]
    row["verb"] = verb
    row["target"] = line.word("whom", spelled(Target), "self")
    row["condition"] = line.word("if", spelled(Condition), "always")
    row["odds"] = line.whole("odds", 2, 6, 0)
    row["delay"] = line.word("when", DELAYS, "now")
    if Target(int(row["target"])) not in form.targets:
        words = ", ".join(f'"{target.name.lower().replace("_", " ")}"' for target in form.targets)
        line.note("whom", f'"{line.table.get("whom", "self")}"', f'one of {words} with "{line.table["do"]}"')
    if (form.timing is not None and form.timing != timing) or (form.timing is None and timing in ANSWERING):
        fits = [name for name, number in spelled(Timing).items() if number == form.timing] or ["own round"]
        line.note("do", f'"{line.table.get("do")}"', f'a verb for the timing of its card, since it is for "{fits[0]}"')
    if form.amount:
        row["amount"] = line.whole("amount", *form.amount)
        if row["amount"] == 0:
            line.note("amount", "0", "another number")
    if form.key:
        details = {"random": ANY_KIND, **weapons} if form.key == "weapon" else form.words
        default = "any attack" if verb == Verb.CHANGE_DAMAGE else None
        row["detail"] = line.word(form.key, details, default)
    if form.lasts:
        row["until"] = line.word("until", DURATIONS)
    if form.coins:
        row["to_owner"] = line.word("coins", {"crowd": 0, "player": 1}, "crowd")
    line.finish()


def verb_table() -> str:
    """Every verb as a row of a table in Markdown: what it does, and its further keys."""
    rows = ["| `do` | whom it concerns … | further keys |", "| --- | --- | --- |"]
    for verb, form in FORMS.items():
        keys = [f"`amount` {form.amount[0]} to {form.amount[1]}"] if form.amount else []
        if form.key:
            words = ", ".join(form.words) or "the name of a weapon, or random"
            keys.append(f"`{form.key}`: {words}")
        keys += ["`until`"] if form.lasts else []
        keys += ["`coins`"] if form.coins else []
        rows.append(f"| {verb.name.lower().replace('_', ' ')} | {form.meaning} | {'; '.join(keys)} |")
    return "\n".join(rows) + "\n"
