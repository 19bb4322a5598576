"""The stock: Characters, Tactics, States, scenarios, the board, and rulings on dice and decks, read from TOML files.

A user's folder overrides the stock of this package, card by card by name, and may add Characters and Tactics. All of it
is checked before any of it is used; a mistake is reported with its file, line, card and key.

Rulebook: (A-009 to A-014, A-024, A-025, A-026, A-040, A-049, A-141, A-177, A-180).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.aristeia.cards.fitting import Space, is_on_board, read_name, refuse_crowded, refuse_taken
from nexus_env.games.aristeia.cards.grammar import (
    COLORS,
    SHORT,
    Known,
    read_action,
    read_character,
    read_house,
    read_scenario,
    read_state,
    read_tactic,
)
from nexus_env.games.aristeia.cards.records import (
    CHARACTERS,
    FACES,
    MOST_ON_A_FACE,
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
from nexus_env.kit import cards, cells, hexes
from nexus_env.kit.cards import StockReader, Stocks, by_number, read_named
from nexus_env.kit.spelling import Words, numbered
from nexus_env.kit.stock_files import Entry, shown
from nexus_env.kit.symbol_dice import read_faces

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
COLORS_OF_SEATS = ("green", "orange")
HAND_SIZE = 4
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
STAMPED_IF_CHANGED = ("dice", "bearers", "house")  # earlier stamps do not cover these
SPACE = "the axial coordinates [q, r] of a space"
PRINTED_SCENARIO = "assault"  # the scenario of the preset game


@dataclass(frozen=True)
class Names:
    """The names of the cards of a stock, in the order of their numbers."""

    characters: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]  # [character][action]
    skills: tuple[tuple[str, ...], ...]  # [character][bit], empty if it has no such skill
    tactics: tuple[str, ...]
    tactic_numbers: tuple[tuple[int, ...], ...]  # [tactic] -> the numbers of its printed cards
    states: tuple[str, ...]


@dataclass(frozen=True)
class Stock(cards.Stock[Names]):
    """A stock as the fields of `Options` that hold it, its scenarios, the preset game, and the names of its cards."""

    scenarios: Mapping[str, tuple[Any, tuple[Space, ...]]]  # by name in lower case: its card [1] and its obstacles
    preset_teams: tuple[int, ...]  # the numbers of eight Characters
    preset_hands: tuple[int, ...]  # the cards of each seat's deck, one bit each
    preset_zones: tuple[int, ...]
    preset_places: tuple[Space, ...]  # of the eight Characters

    def lay(self, row: NDArray[Any]) -> None:
        """Write everything but a scenario into one row of `Options`. Rulebook: (A-010, A-011, A-024, A-040, A-049)."""
        super().lay(row)
        STOCKS.remember(row, self.names)

    def lay_scenario(self, row: NDArray[Any], name: str) -> None:
        """Write a scenario and its obstacles into one row of `Options`. Rulebook: (A-026, A-185 to A-199)."""
        card, obstacles = self.scenarios[name.lower()]
        row["rules"][0] = card[0]
        row["obstacles"][0] = space_set(obstacles)


def space_set(spaces: tuple[Space, ...]) -> NDArray[np.int64]:
    """Spaces as a wide set, in plain Python: stock is read while modules are imported, when nothing may be compiled."""
    words = [0] * SPACE_WORDS
    for q, r in spaces:
        cell = int(hexes.CELL_AT[q + hexes.RADIUS, r + hexes.RADIUS])
        words[cell // cells.WORD_BITS] |= 1 << cell % cells.WORD_BITS
    return np.array(words, np.uint64).view(np.int64)


# --- names and stamp --------------------------------------------------------------------------------------------------


def _stamped(options: Any) -> Iterable[NDArray[Any]]:
    printed = STOCKS.own.fields
    changed = [name for name in STAMPED_IF_CHANGED if options[name].tobytes() != printed[name].tobytes()]
    return (options[name] for name in (*STAMPED, *changed))


def _named(options: Any) -> Iterable[NDArray[Any]]:
    """The values that determine names; the scenario is not among them."""
    return (options[name] for name in STAMPED[:-2])


def _numbered() -> Names:
    return Names(
        by_number("Character", CHARACTERS),
        (by_number("Action", PRINTED_ACTIONS),) * CHARACTERS,
        (by_number("skill", len(Skill)),) * CHARACTERS,
        by_number("Tactic", TACTICS),
        ((),) * TACTICS,
        by_number("State", len(State)),
    )


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reader(StockReader):
    """Reads all files of a stock once: those of the package, each overridden by that of the folder."""

    def read(self) -> tuple[Stock, list[str]]:
        """The stock, and the mistakes found in it."""
        dice = self._dice()

        # States, then Tactics, then Characters, since cards name those before them.
        states = self.entries("states", "state", MOST["state"])
        state_names = tuple(entry.name() for entry in states)
        known = Known(numbered(state_names))
        tactics = self.entries("tactics", "tactic", MOST["tactic"], grows=True)
        tactic_names = tuple(read_name(entry) for entry in tactics)
        tactic_cards = [read_tactic(entry, known) for entry in tactics]
        known = Known(known.states, numbered(tactic_names))
        characters = self.entries("characters", "character", MOST["character"], grows=True)
        character_names = tuple(read_name(entry, without=",") for entry in characters)
        character_cards = [read_character(entry, known, dice["cover"]) for entry in characters]

        # Collect names and values.
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
            "house": read_house(self.table("rules", "house_rules"))[0],
            "standard": np.array(self._standard(known.tactics)),
            "most_dice": np.array(dice["most"]),
            "cover_die": np.array(dice["cover"]),
            "dice": self._faces(),
        }
        return self._stock(values, names, known.tactics), self.mistakes

    def _stock(self, values: dict[str, NDArray[Any]], names: Names, tactics: Words) -> Stock:
        """The whole stock, with scenarios, Contender and the preset game."""
        contender = np.zeros(1, ActionCard.dtype)
        entry = self.table("rules", "contender")
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

    # --- rules, board and scenarios ---

    def _dice(self) -> dict[str, Any]:
        """The Cover die, and the most dice of a color in a roll. Rulebook: (A-040, A-049)."""
        entry = self.table("rules", "dice")
        most = entry.below("most")
        found = {"cover": entry.word("cover", COLORS), "most": [most.whole(word, 0, 6) for word in COLORS]}
        most.finish()
        entry.finish()
        return found

    def _faces(self) -> NDArray[Any]:
        """The six dice, in the order of `Color`; a folder's file replaces the faces of its dice.

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
                read_faces(entry, SHORT, FACES, MOST_ON_A_FACE, row[color])
                entry.finish()
        return row

    def _standard(self, tactics: Words) -> list[int]:
        """The ten Standard Tactics. Rulebook: (A-010, A-011)."""
        entry = self.table("rules", "deck")
        found = read_named(entry, "standard", STANDARD, tactics)
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
        for entry in self.entries("scenarios", "scenario", MOST["scenario"]):
            name, obstacles = entry.name().lower(), read_spaces(entry, "obstacles", OBSTACLES)
            refuse_taken(entry, "obstacles", obstacles, blocked)
            if not self.mistakes:
                refuse_crowded(entry, "obstacles", [*blocked, *obstacles])
            found[name] = (read_scenario(entry), tuple(obstacles))
        return found

    def _preset(self, color: str, values: Mapping[str, NDArray[Any]], characters: Words, tactics: Words) -> Any:
        """The team of one color, its starting hand as cards of its deck, its Zone and its deployment.

        Rulebook: (A-009, A-012, A-013, A-014, A-180).
        """
        entry = self.table("rules", color)
        team = read_named(entry, "characters", TEAM, characters)
        deck = [*values["standard"], *(kind for number in team for kind in values["characters"][number]["tactics"])]
        hand = 0
        for name in entry.texts("hand", HAND_SIZE):
            kind = entry.of_list("hand", name).word("hand", tactics)
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
        """Note preset teams without eight Characters, two Zones and eight Free spaces.

        Rulebook: (A-009, A-027, A-180).
        """
        characters: list[int] = []
        zones: list[int] = []
        for color, (team, _, zone, places) in zip(COLORS_OF_SEATS, preset, strict=True):
            entry = self.table("rules", color)
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
    """Spaces by their axial coordinates; a count of 0 allows any number. Rulebook: (A-020)."""
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


STOCKS: Stocks[Stock, Names] = Stocks(
    Options,
    lambda folder: _Reader(STOCK, FILES, folder).read(),
    stamped=_stamped,
    named=_named,
    numbered=_numbered,
    counted={"Characters": lambda names: names.characters, "kinds of Tactics": lambda names: names.tactics},
)
load, names_of, stamp, validate = STOCKS.load, STOCKS.names_of, STOCKS.stamp, STOCKS.validate
