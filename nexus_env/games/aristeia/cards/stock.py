"""The stock: Characters, Tactics, States, scenarios, the board, and what is agreed of dice and decks, from TOML files.

A folder of one's own overrides the stock of this package, card by card by the names, and may bring more Characters and
Tactics. All of it is checked before any of it is used; a mistake is told with its file, line, card and key.

Rulebook: (A-009 to A-014, A-024, A-025, A-026, A-040, A-049, A-141, A-177, A-180).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.aristeia.cards.fitting import Space, is_on_board, read_name, refuse_crowded, refuse_taken
from nexus_env.games.aristeia.cards.grammar import (
    COLORS,
    Known,
    named,
    read_action,
    read_character,
    read_faces,
    read_house,
    read_scenario,
    read_state,
    read_tactic,
)
from nexus_env.games.aristeia.cards.records import (
    CHARACTERS,
    NO_CARD,
    PRINTED_ACTIONS,
    TACTICS,
    ActionCard,
    DieCard,
)
from nexus_env.games.aristeia.cards.verbs import Kind, Skill, State
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    OBSTACLES,
    SEATS,
    SPACE_WORDS,
    STANDARD,
    TEAM,
    UNITS,
    ZONES,
    Options,
)
from nexus_env.kit import cells, hexes
from nexus_env.kit.stock_files import Document, Entry, Words, shown
from nexus_env.kit.stock_folders import read_documents, read_over, without_mistakes
from nexus_env.system.wording import nearest

STOCK = Path(__file__).parent.parent / "stock"
FILES = {
    "dice": ("die",),
    "states": ("state",),
    "tactics": ("tactic",),
    "characters": ("character",),
    "scenarios": ("scenario",),
    "board": ("blocked", "disputed"),
    "rules": ("dice", "deck", "green", "orange", "contender", "house_rules"),
}
MOST = {"state": len(State), "tactic": TACTICS, "character": CHARACTERS, "scenario": 4}
GROWING = ("tactic", "character")
COLORS_OF_SEATS = ("green", "orange")
HAND_SIZE = 4
NO_PLACE = -1
REMEMBERED = 256  # options whose names are at hand
STAMPED = (
    "characters",
    "tactics",
    "states",
    "standard",
    "most_dice",
    "cover_die",
    "common",
    "blocked",
    "obstacles",
    "rules",
)
STAMPED_IF_CHANGED = ("dice", "bearers", "house")  # stamps of before know none of them
SPACE = "the axial coordinates [q, r] of a space"
PRINTED_SCENARIO = "assault"  # of the preset game


@dataclass(frozen=True)
class Names:
    """What the cards of a stock are called, in the order of their numbers."""

    characters: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]  # [character][action]
    skills: tuple[tuple[str, ...], ...]  # [character][bit], empty where it has not this one
    tactics: tuple[str, ...]
    tactic_numbers: tuple[tuple[int, ...], ...]  # [tactic] -> the numbers of its printed cards
    states: tuple[str, ...]


@dataclass(frozen=True)
class Stock:
    """A stock as the fields of `Options` that hold it, its scenarios, the preset game, and the names of its cards."""

    fields: Mapping[str, NDArray[Any]]
    names: Names
    scenarios: Mapping[str, tuple[Any, tuple[Space, ...]]]  # by name in lower case: its card [1] and its obstacles
    preset_teams: tuple[int, ...]  # the numbers of eight Characters
    preset_hands: tuple[int, ...]  # of each seat the cards of its deck, a bit each
    preset_zones: tuple[int, ...]
    preset_places: tuple[Space, ...]  # of the eight Characters

    @property
    def character_names(self) -> tuple[str, ...]:
        """What the Characters are called, in the order of their numbers."""
        return self.names.characters

    @property
    def tactic_names(self) -> tuple[str, ...]:
        """What the kinds of Tactics are called, in the order of their numbers."""
        return self.names.tactics

    def lay(self, row: NDArray[Any]) -> None:
        """Write all but a scenario into one row of `Options`. Rulebook: (A-010, A-011, A-024, A-040, A-049)."""
        for name, values in self.fields.items():
            if values.ndim:
                row[name][0] = np.zeros((), row[name].dtype)
                row[name][0, : len(values)] = values
            else:
                row[name][0] = values
        _NAMES[_stamp_of_cards(row)] = self.names
        _names_in.cache_clear()

    def lay_scenario(self, row: NDArray[Any], name: str) -> None:
        """Write a scenario and its obstacles into one row of `Options`. Rulebook: (A-026, A-185 to A-199)."""
        card, obstacles = self.scenarios[name.lower()]
        row["rules"][0] = card[0]
        row["obstacles"][0] = space_set(obstacles)


def space_set(spaces: tuple[Space, ...]) -> NDArray[np.int64]:
    """Spaces as a wide set, in plain Python: stock is read while modules are imported, which must compile nothing."""
    words = [0] * SPACE_WORDS
    for q, r in spaces:
        cell = int(hexes.CELL_AT[q + hexes.RADIUS, r + hexes.RADIUS])
        words[cell // cells.WORD_BITS] |= 1 << cell % cells.WORD_BITS
    return np.array(words, np.uint64).view(np.int64)


# --- names and stamp --------------------------------------------------------------------------------------------------

_NAMES: dict[str, Names] = {}


def stamp(row: NDArray[Any]) -> str:
    """Twelve hexadecimal digits that any other card, number or space of the stock would change.

    Args:
        row: `Options` [1], or a single one.
    """
    options, printed = row.reshape(-1)[0], _own_stock().fields
    changed = [name for name in STAMPED_IF_CHANGED if options[name].tobytes() != printed[name].tobytes()]
    return _digest(row, (*STAMPED, *changed))


def _stamp_of_cards(row: Any) -> str:
    """The stamp of what has names: the scenario does not matter."""
    return _digest(row, STAMPED[:-2])


def _digest(row: Any, fields: tuple[str, ...]) -> str:
    options = row.reshape(-1)[0] if isinstance(row, np.ndarray) else row
    digest = hashlib.sha256()
    for name in fields:
        digest.update(np.ascontiguousarray(options[name]).tobytes())
    return digest.hexdigest()[:12]


def names_of(options: Any) -> Names:
    """What the cards of a bout are called: by numbers, if this process has not read their stock.

    Args:
        options: a single `Options`, such as `bout["options"]`.
    """
    return _names_in(options.tobytes())


@lru_cache(REMEMBERED)
def _names_in(options: bytes) -> Names:
    """The same of the bytes of `Options`: a stamp takes longer than all else that is told of a bout."""
    return _NAMES.get(_stamp_of_cards(np.frombuffer(options, Options.dtype)[0])) or _numbered()


@cache
def _numbered() -> Names:
    def many(kind: str, count: int) -> tuple[str, ...]:
        return tuple(f"{kind} {number}" for number in range(1, count + 1))

    return Names(
        many("Character", CHARACTERS),
        (many("Action", PRINTED_ACTIONS),) * CHARACTERS,
        (many("skill", len(Skill)),) * CHARACTERS,
        many("Tactic", TACTICS),
        ((),) * TACTICS,
        many("State", len(State)),
    )


# --- reading ----------------------------------------------------------------------------------------------------------


def load(folder: str = "") -> Stock:
    """The stock of this package, overridden by a folder.

    Raises:
        OptionsError: with the first mistake, and how many more there are.
    """
    return without_mistakes(read_stock(folder), folder)


def read_stock(folder: str = "") -> tuple[Stock, list[str]]:
    """The stock, and the mistakes found in it; with any mistake it must not be used."""
    return read_over(folder, _own_stock, lambda path: _Reader(path).read())


@cache
def _own_stock() -> Stock:
    return without_mistakes(_Reader(None).read())


@dataclass
class _Reader:
    """Reads all files once: those of the package, each overridden by that of the folder."""

    folder: Path | None
    mistakes: list[str] = field(default_factory=list)
    documents: dict[str, list[Document]] = field(default_factory=dict)

    def read(self) -> tuple[Stock, list[str]]:
        """See `read_stock`."""
        self.documents = read_documents(STOCK, FILES, self.folder, self.mistakes, has_house=True)
        for name, (_, *others) in self.documents.items():
            for document in others:
                document.refuse_others(FILES[name])
        dice = self._dice()
        states = self._entries("states", "state")
        state_names = tuple(entry.name() for entry in states)
        known = Known(numbered(state_names))
        tactics = self._entries("tactics", "tactic")
        tactic_names = tuple(read_name(entry) for entry in tactics)
        tactic_cards = [read_tactic(entry, known) for entry in tactics]
        known = Known(known.states, numbered(tactic_names))
        characters = self._entries("characters", "character")
        character_names = tuple(read_name(entry, without=",") for entry in characters)
        character_cards = [read_character(entry, known, dice["cover"]) for entry in characters]
        names = Names(
            character_names,
            tuple(actions for _, actions, _ in character_cards),
            tuple(skills for _, _, skills in character_cards),
            tactic_names,
            tuple(numbers for _, numbers in tactic_cards),
            state_names,
        )
        state_cards = [read_state(entry) for entry in states]
        values = {
            "characters": np.concatenate([card for card, _, _ in character_cards]),
            "tactics": np.concatenate([card for card, _ in tactic_cards]),
            "states": np.concatenate([card for card, _ in state_cards]),
            "bearers": np.concatenate([bearer for _, bearer in state_cards]),
            "house": read_house(self._table("house_rules"))[0],
            "standard": np.array(self._standard(known.tactics)),
            "most_dice": np.array(dice["most"]),
            "cover_die": np.array(dice["cover"]),
            "dice": self._faces(),
        }
        return self._stock(values, names, known.tactics), self.mistakes

    def _stock(self, values: dict[str, NDArray[Any]], names: Names, tactics: Words) -> Stock:
        """All of it, with scenarios, Contender and the preset game."""
        contender = np.zeros(1, ActionCard.dtype)
        entry = self._table("contender")
        entry.known.add("name")
        read_action(entry, Known({}), contender[0], Kind.ATTACK)
        blocked = self._blocked()
        scenarios = self._scenarios(blocked)
        preset = [self._preset(color, values, numbered(names.characters), tactics) for color in COLORS_OF_SEATS]
        teams = tuple(number for one in preset for number in one[0])
        if not self.mistakes:
            self._refuse_clashes(preset, {*blocked, *scenarios[PRINTED_SCENARIO][1]})
        return Stock(
            {**values, "blocked": space_set(blocked), "common": contender[0]},
            names,
            scenarios,
            teams,
            tuple(hand for _, hand, _, _ in preset),
            tuple(zone for _, _, zone, _ in preset),
            tuple(place for _, _, _, places in preset for place in places),
        )

    # --- files and what overrides them ---

    def _entries(self, file: str, key: str) -> list[Entry]:
        """The cards of a file: those of the package, and instead of them those of the folder with the same name. Where
        the number is not fixed, a new name is a card more.
        """
        entries = self.documents[file][0].entries(key)
        for document in self.documents[file][1:]:
            taken: set[str] = set()
            for entry in document.entries(key):
                name = str(entry.table.get("name", "")).lower()
                if name in taken:
                    entry.note("name", f"{shown(entry.table['name'])} again", "each card once in a file")
                taken.add(name)
                place = self._place(entry, entries, key)
                if place == len(entries):
                    entries.append(entry)
                elif place >= 0:
                    entries[place] = entry
        return entries

    def _place(self, entry: Entry, entries: list[Entry], key: str) -> int:
        """Which card an entry replaces; one more than the last for a new one, NO_PLACE for none."""
        names = {str(other.table.get("name", "")).lower(): place for place, other in enumerate(entries)}
        name = str(entry.table.get("name", "")).lower()
        if name in names:
            return names[name]
        if name and key in GROWING and len(entries) < MOST[key]:
            return len(entries)
        expected = f"the name of a {key} of the stock"
        if key in GROWING:
            expected = f"{expected}, since there are already {MOST[key]}" if name else "a name"
        found = shown(entry.table["name"]) if "name" in entry.table else "nothing"
        near = nearest(name, names)
        entry.note("name", found, expected, near and f'"{near}"')
        return NO_PLACE

    def _table(self, key: str) -> Entry:
        """A table of `rules.toml`, with the keys that the folder's has instead."""
        entry = self.documents["rules"][0].entry(key)
        for document in self.documents["rules"][1:]:
            own = document.entry(key)
            entry = Entry(document, {**entry.table, **own.table}, (key,), key)
        return entry

    # --- rules, board and scenarios ---

    def _dice(self) -> dict[str, Any]:
        """The Cover die, and how many of a color a roll may have. Rulebook: (A-040, A-049)."""
        entry = self._table("dice")
        most = entry.below("most")
        found = {"cover": entry.word("cover", COLORS), "most": [most.whole(word, 0, 6) for word in COLORS]}
        most.finish()
        entry.finish()
        return found

    def _faces(self) -> NDArray[Any]:
        """The six dice, in the order of `Color`; the folder's has the faces of its own instead.

        Rulebook: (A-042, A-043, A-044, A-045, A-046, A-047, A-048).
        """
        row = np.zeros(len(COLORS), DieCard.dtype)
        for document in self.documents["dice"]:
            taken: set[int] = set()
            for entry in document.entries("die"):
                color = entry.word("color", COLORS)
                if color in taken:
                    entry.note("color", f"{shown(entry.table.get('color'))} again", "each color once in a file")
                taken.add(color)
                read_faces(entry, row[color])
                entry.finish()
        return row

    def _standard(self, tactics: Words) -> list[int]:
        """The ten Standard Tactics. Rulebook: (A-010, A-011)."""
        entry = self._table("deck")
        found = [named(entry, "standard", name, tactics) for name in entry.texts("standard", STANDARD)]
        entry.finish()
        return found or [NO_CARD] * STANDARD

    def _blocked(self) -> tuple[Space, ...]:
        """The Blocked spaces. Rulebook: (A-024, A-025)."""
        found: list[Space] = []
        for key in FILES["board"]:
            document = next(
                (one for one in reversed(self.documents["board"]) if key in one.tables), self.documents["board"][0]
            )
            entry = Entry(document, document.tables, (), "board")
            found += read_spaces(entry, key, 0)
            refuse_crowded(entry, key, found)
        return tuple(found)

    def _scenarios(self, blocked: tuple[Space, ...]) -> dict[str, tuple[Any, tuple[Space, ...]]]:
        """The scenarios by their names in lower case. Rulebook: (A-026, A-027)."""
        found = {}
        for entry in self._entries("scenarios", "scenario"):
            name, obstacles = entry.name().lower(), read_spaces(entry, "obstacles", OBSTACLES)
            refuse_taken(entry, "obstacles", obstacles, blocked)
            if not self.mistakes:
                refuse_crowded(entry, "obstacles", [*blocked, *obstacles])
            found[name] = (read_scenario(entry), tuple(obstacles))
        return found

    def _preset(self, color: str, values: Mapping[str, NDArray[Any]], characters: Words, tactics: Words) -> Any:
        """Of one color the team, the starting hand as cards of its deck, the Zone and the deployment.

        Rulebook: (A-009, A-012, A-013, A-014, A-180).
        """
        entry = self._table(color)
        team = [named(entry, "characters", name, characters) for name in entry.texts("characters", TEAM)]
        deck = [*values["standard"], *(kind for number in team for kind in values["characters"][number]["tactics"])]
        hand = 0
        for name in entry.texts("hand", HAND_SIZE):
            kind = named(entry, "hand", name, tactics)
            free = [card for card in range(min(DECK, len(deck))) if deck[card] == kind and not (hand >> card) & 1]
            if free:
                hand |= 1 << free[0]
            else:
                entry.note("hand", shown(name), "a Tactic of the deck of this team, not more often than it has it")
        zone = entry.whole("zone", 1, ZONES - 1)
        places = read_spaces(entry, "places", UNITS // SEATS)
        entry.finish()
        return team, hand, zone, places

    def _refuse_clashes(self, preset: list[Any], taken: set[Space]) -> None:
        """The preset teams have eight Characters, two Zones and eight Free spaces. Rulebook: (A-009, A-027, A-180)."""
        characters: list[int] = []
        zones: list[int] = []
        for color, (team, _, zone, places) in zip(COLORS_OF_SEATS, preset, strict=True):
            entry = self._table(color)
            twice = [number for place, number in enumerate(team) if number in (*characters, *team[:place])]
            if twice:
                name = entry.table["characters"][team.index(twice[0])]
                entry.note("characters", f"{shown(name)} twice", f"{2 * TEAM} different Characters in both teams")
            if zone in zones:
                entry.note("zone", shown(zone), "another Zone than that of the other team")
            refuse_taken(entry, "places", places, taken)
            characters += team
            zones.append(zone)
            taken |= set(places)


def read_spaces(entry: Entry, key: str, count: int) -> list[Space]:
    """Spaces by their axial coordinates; with a count of 0 any number of them. Rulebook: (A-020)."""
    expected = f"{count} spaces, each {SPACE}" if count else f"a list of spaces, each {SPACE}"
    found = entry.value(key, list, expected, None)
    if found is None:
        return []
    for space in found:
        pair = isinstance(space, list) and len(space) == 2 and all(type(part) is int for part in space)
        if not pair or not is_on_board(space):
            entry.note(key, f"{shown(space)} among them", expected)
            return []
    if count and len(found) != count:
        entry.note(key, f"{len(found)} of them", expected)
        return []
    if len({tuple(space) for space in found}) < len(found):
        entry.note(key, "one of them twice", expected)
        return []
    return [(int(q), int(r)) for q, r in found]


def numbered(names: tuple[str, ...]) -> dict[str, int]:
    """The numbers of names in lower case."""
    return {name.lower(): number for number, name in enumerate(names)}


def validate(folder: str) -> tuple[list[str], int]:
    """What `python -m nexus_env validate` prints, and its exit status: all mistakes, or what the folder brings.

    Args:
        folder: where the stock files lie.
    """
    stock, mistakes = read_stock(folder)
    if mistakes:
        count = f"{len(mistakes)} mistake{'s' if mistakes[1:] else ''} in {folder}."
        return [*mistakes, count], 1
    row = np.zeros(1, Options.dtype)
    stock.lay(row)
    own = load()
    lines = []
    for kind, found, old in (
        ("Characters", stock.character_names, own.character_names),
        ("kinds of Tactics", stock.tactic_names, own.tactic_names),
    ):
        fresh = [name for name in found if name not in old]
        lines.append(f"{len(found)} {kind}" + (f", new: {', '.join(fresh)}" if fresh else ""))
    return [*lines, f"{folder} is valid; its stamp is {stamp(row)}."], 0
