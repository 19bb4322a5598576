"""The stock: lanistas, motivations, weapons, crate contents, barges and the two decks, as TOML files tell them.

A folder of one's own overrides the stock of this package, file by file or card by card. All of it is checked before any
of it is used; a mistake is told with its file, line, card and key.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.barges import read_barge
from nexus_env.games.nexus.cards.grammar import read_card, read_points
from nexus_env.games.nexus.cards.targets import is_sure
from nexus_env.games.nexus.cards.verbs import Timing
from nexus_env.games.nexus.rules.bout import (
    CONTENTS,
    FEINT_BIT,
    INFLUENCE_CARDS,
    LANISTAS,
    MOTIVATIONS,
    SEATS,
    SIDE,
    TURNING_POINT_CARDS,
    UNIQUE_ABILITIES,
    WEAPONS,
    Blow,
    Card,
    Content,
    Options,
    Range,
    WeaponCard,
)
from nexus_env.games.nexus.rules.setup import CUSTOM_BARGE
from nexus_env.kit.options import OptionsError
from nexus_env.kit.stock_files import Document, Entry, shown, spelled, title_of
from nexus_env.kit.stock_folders import read_documents, read_over, without_mistakes
from nexus_env.system.wording import nearest

STOCK = Path(__file__).parent.parent / "stock"
FILES = ("lanistas", "motivations", "weapons", "barges", "influence", "turning_points")
MOST_TOKENS = {"deception": 10, "command": 20}  # of any four lanistas together: p.2
BARGES = CUSTOM_BARGE - 1
FORBIDDEN = {name: 1 << Blow[name.upper()] for name in ("wild", "standard", "focused", "grapple")} | {
    "feint": FEINT_BIT
}
RESERVED = ("random", *spelled(Content))  # words that stand where the name of a weapon may stand
NO_PLACE = -1
REMEMBERED = 256  # options whose names are at hand
STAMPED = (
    "lanistas",
    "motivations",
    "barges",
    "weapons",
    "crate_contents",
    "influence",
    "turning_point",
    "unique_abilities",
    "skills",
)


@dataclass(frozen=True)
class Names:
    """What the cards of a stock are called, in the order of their numbers."""

    lanistas: tuple[str, ...]
    motivations: tuple[str, ...]
    weapons: tuple[str, ...]
    influence: tuple[str, ...]
    turning_point: tuple[str, ...]
    unique_abilities: tuple[str, ...]
    skills: tuple[str, ...]


@dataclass(frozen=True)
class Stock:
    """A stock as the fields of `Options` that hold it, and the names of its cards."""

    fields: Mapping[str, np.ndarray[Any, Any]]
    names: Names

    def lay(self, row: np.ndarray[Any, Any]) -> None:
        """Write all of it into one row of `Options`; of the barges, the eight that are not custom."""
        for name, values in self.fields.items():
            row[name][0, : len(values)] = values
        fill_in_timing(row)
        _NAMES[stamp(row)] = self.names
        _names_in.cache_clear()


def fill_in_timing(row: np.ndarray[Any, Any]) -> None:
    """Write down in one row of `Options` what is known beforehand of its influence cards."""
    row["timed"], row["sure"] = _timing_of(row["influence"].tobytes())


@lru_cache(REMEMBERED)
def _timing_of(influence: bytes) -> tuple[np.ndarray[Any, Any], int]:
    """Of so many cards, one after the other: the fields `timed` and `sure` of `Options`."""
    cards, sure = np.frombuffer(influence, Card.dtype), 0
    timed = np.zeros(Options.dtype["timed"].shape, np.int32)
    for card, row in enumerate(cards):
        timed[row["timing"]] |= 1 << card
        sure |= int(is_sure(row)) << card
    return timed, sure


_NAMES: dict[str, Names] = {}


# --- names and stamp --------------------------------------------------------------------------------------------------


def stamp(row: np.ndarray[Any, Any]) -> str:
    """Twelve hexadecimal digits that any other card, weapon, motivation or barge would change.

    Args:
        row: `Options` [1], or a single one; a custom barge does not count.
    """
    options = row.reshape(-1)[0] if isinstance(row, np.ndarray) else row
    digest = hashlib.sha256()
    for name in STAMPED:
        values = options[name][:BARGES] if name == "barges" else options[name]
        digest.update(np.ascontiguousarray(values).tobytes())
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
    return _NAMES.get(stamp(np.frombuffer(options, Options.dtype)[0])) or _numbered()


@cache
def _numbered() -> Names:
    return Names(
        *(
            tuple(f"{kind} {number}" for number in range(1, count + 1))
            for kind, count in (
                ("lanista", LANISTAS),
                ("motivation", MOTIVATIONS),
                ("weapon", WEAPONS),
                ("influence card", INFLUENCE_CARDS),
                ("Turning Point card", TURNING_POINT_CARDS),
                ("unique ability", MOTIVATIONS * UNIQUE_ABILITIES),
                ("special skill", MOTIVATIONS),
            )
        )
    )


# --- reading ----------------------------------------------------------------------------------------------------------


def load(folder: str = "") -> Stock:
    """The stock of this package, overridden by a folder.

    Rulebook: p.3, p.35 (R-339, R-347, R-354).

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
        self.documents = read_documents(STOCK, FILES, self.folder, self.mistakes)
        weapon_names, weapons, contents = self._weapons()
        words = {name.lower(): kind for kind, name in enumerate(weapon_names)}
        lanista_names, lanistas = self._lanistas()
        motivations = self._motivations(words)
        influence = self._deck("influence", INFLUENCE_CARDS, words)
        turning_point = self._deck("turning_points", TURNING_POINT_CARDS, words)
        values = {
            "lanistas": lanistas,
            "motivations": motivations["bonuses"],
            "barges": self._barges(),
            "weapons": weapons,
            "crate_contents": contents,
            "influence": influence[1],
            "turning_point": turning_point[1],
            "unique_abilities": motivations["abilities"],
            "skills": motivations["skills"],
        }
        names = Names(
            lanista_names,
            motivations["names"],
            weapon_names,
            influence[0],
            turning_point[0],
            motivations["ability_names"],
            motivations["skill_names"],
        )
        return Stock(values, names), self.mistakes

    def _entries(self, file: str, key: str, count: int, growing: bool = False) -> list[Entry]:
        """The cards of a file: those of the package, and instead of them all or some of the folder's.

        As many as the package has replace them all; otherwise each replaces the card of its number or name. Where the
        number is not fixed, a new name is a card more.
        """
        entries = self.documents[file][0].entries(key)
        for document in self.documents[file][1:]:
            known = {key} | ({"crate_contents"} if file == "weapons" else set())
            for other in document.tables:
                if other not in known:
                    document.note(
                        (other,), "", "an unknown table", "one of " + ", ".join(sorted(known)), nearest(other, known)
                    )
            own = document.entries(key)
            if len(own) == count and not growing and not any("number" in entry.table for entry in own):
                entries = own
                continue
            taken: set[int] = set()
            for entry in own:
                place = self._place(entry, entries, count, growing)
                if place in taken:
                    named_by = "number" if "number" in entry.table else "name"
                    entry.note(named_by, f"{shown(entry.table[named_by])} again", "each card once in a file")
                taken |= {place} - {NO_PLACE}
                if place == len(entries):
                    entries.append(entry)
                elif place >= 0:
                    entries[place] = entry
        return entries

    def _place(self, entry: Entry, entries: list[Entry], count: int, growing: bool) -> int:
        """Which card an entry replaces; one more than the last for a new one, NO_PLACE for none."""
        if "number" in entry.table and not growing:
            number = entry.whole("number", 1, count)
            return number - 1 if entry.table["number"] == number else NO_PLACE
        names = {str(other.table.get("name", "")).lower(): place for place, other in enumerate(entries)}
        name = str(entry.table.get("name", "")).lower()
        if name and name in names:
            return names[name]
        if growing and len(entries) < count:
            return len(entries)
        near = nearest(name, names)
        expected = f"a number from 1 to {count} beside it, or the name of a card of the stock"
        if growing:
            expected = f"the name of a card of the stock, for there are {count} already"
        found = shown(entry.table["name"]) if "name" in entry.table else "nothing"
        entry.note("name", found, expected, near and f'"{near}"')
        return NO_PLACE

    def _lanistas(self) -> tuple[tuple[str, ...], np.ndarray[Any, Any]]:
        """Names, and Influence, Deception and Command as int8 [8, 3]. Rulebook: p.2, p.6 (R-016, R-022)."""
        entries = self._entries("lanistas", "lanista", LANISTAS)
        stats = np.zeros((LANISTAS, 3), np.int8)
        names = []
        for place, entry in enumerate(entries):
            names.append(_named(entry))
            stats[place, 0] = entry.whole("influence", 0, 6)
            stats[place, 1], stats[place, 2] = entry.whole("deception", 0, 10), entry.whole("command", 0, 20)
            entry.finish()
        for column, (key, most) in enumerate(MOST_TOKENS.items(), start=1):
            if (found := int(np.sort(stats[:, column])[-SEATS:].sum())) > most:
                label = self.documents["lanistas"][-1].label
                self.mistakes.append(f"{label}: got {found} {key} tokens on four cards; expected at most {most}.")
        return tuple(names), stats

    def _motivations(self, weapons: Mapping[str, int]) -> dict[str, Any]:
        """Bonuses int8 [4, 6], unique abilities `Card` [8], special skills `Card` [4].

        Rulebook: p.7, p.35; site (R-025, R-339, R-340, R-341, R-347).
        """
        bonuses = np.zeros((MOTIVATIONS, 6), np.int8)
        abilities = np.zeros(MOTIVATIONS * UNIQUE_ABILITIES, Card.dtype)
        skills = np.zeros(MOTIVATIONS, Card.dtype)
        names, ability_names, skill_names = [], [""] * len(abilities), [""] * MOTIVATIONS
        for place, entry in enumerate(self._entries("motivations", "motivation", MOTIVATIONS)):
            names.append(_named(entry))
            bonuses[place] = read_points(entry, "bonuses")
            for nth, ability in enumerate(entry.inner("ability", 0, UNIQUE_ABILITIES)):
                where = UNIQUE_ABILITIES * place + nth
                ability_names[where] = ability.name()
                card = read_card(ability, weapons, Timing.OWN_ROUND)
                card["prices"] = read_points(ability, "prices")
                abilities[where] = card[0]
                ability.finish()
            for skill in entry.inner("skill", 0, 1):
                skill_names[place] = skill.name()
                skills[place] = read_card(skill, weapons, Timing.NEVER)[0]
                skill.finish()
            entry.finish()
        return {
            "names": tuple(names),
            "bonuses": bonuses,
            "abilities": abilities,
            "ability_names": tuple(ability_names),
            "skills": skills,
            "skill_names": tuple(skill_names),
        }

    def _deck(self, file: str, count: int, weapons: Mapping[str, int]) -> tuple[tuple[str, ...], np.ndarray[Any, Any]]:
        """Names, and `Card` [count]. Rulebook: p.3, p.8, p.14, p.15 (R-091, R-348, R-352, R-354)."""
        cards, names = np.zeros(count, Card.dtype), []
        for place, entry in enumerate(self._entries(file, "card", count)[:count]):
            names.append(_named(entry))
            timing = int(Timing.NEVER)
            if file == "influence":
                timing = entry.word("timing", spelled(Timing, [Timing.NEVER]))
            card = read_card(entry, weapons, timing)
            if file == "turning_points":
                card["prices"] = read_points(entry, "prices")
            cards[place] = card[0]
            entry.finish()
        return tuple(names), cards

    def _barges(self) -> np.ndarray[Any, Any]:
        """The squares of the eight layouts, int8 [8, 8, 8]. Rulebook: p.38 (R-355)."""
        squares = np.zeros((BARGES, SIDE, SIDE), np.int8)
        for place, entry in enumerate(self._entries("barges", "barge", BARGES)[:BARGES]):
            entry.known |= {"number", "house", "name"}
            drawn = entry.value("squares", str, "eight drawn rows", None)
            if drawn is not None:
                try:
                    squares[place] = read_barge(drawn, "squares")
                except OptionsError as error:
                    reason = str(error).removeprefix("squares").lstrip(":, ").rstrip(".")
                    entry.note("squares", f"a drawing with a mistake ({reason})", "eight rows of eight symbols")
            entry.finish()
        return squares

    def _weapons(self) -> tuple[tuple[str, ...], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Names, `WeaponCard` [8], and what a crate holds by the sum of 2d6, int32 [13].

        Rulebook: p.31, p.42 (R-290, R-306, R-307, R-403).
        """
        cards, names = np.zeros(WEAPONS, WeaponCard.dtype), []
        for row, entry in zip(cards, self._entries("weapons", "weapon", WEAPONS, growing=True), strict=False):
            names.append(_named(entry))
            if names[-1].lower() in RESERVED:
                entry.note("name", shown(names[-1]), "a name that means nothing else where weapons are named")
            row["copies"] = entry.whole("copies", 0, 14)
            row["range"] = entry.word("range", spelled(Range))
            row["damage"] = entry.whole("damage", 0, 20, 0)
            row["damage_from_behind"] = entry.whole("damage_from_behind", 0, 20, int(row["damage"]))
            row["uses"] = entry.whole("uses", 1, 20)
            row["cost"] = entry.whole("cost", 0, 6)
            row["optimal_distance"] = entry.whole("optimal_distance", 0, 7, 0)
            row["fells"] = entry.flag("fells")
            row["slows"] = entry.whole("slows", 0, 12, 0)
            row["forbids"] = _forbidden(entry)
            entry.finish()
        return tuple(names), cards, self._contents(names)

    def _contents(self, weapons: list[str]) -> np.ndarray[Any, Any]:
        """The crate contents table."""
        words = {name.lower(): kind for kind, name in enumerate(weapons)} | spelled(Content)
        contents = np.full(CONTENTS, Content.NOTHING, np.int32)
        totals = [str(total) for total in range(2, CONTENTS)]
        for document in self.documents["weapons"]:
            table = document.tables.get("crate_contents", {})
            if not isinstance(table, dict):
                document.note(("crate_contents",), "", shown(table), "a table that begins with [crate_contents]")
                continue
            entry = Entry(document, table, ("crate_contents",), title_of("crate_contents", {"name": "contents"}, 0))
            for total in totals:
                if total in table:
                    contents[int(total)] = entry.word(total, words)
            entry.known |= set(totals)
            entry.finish()
        return contents


def _named(entry: Entry) -> str:
    """The name of a card; its number and whether it is of this project's own making do not matter here."""
    entry.known |= {"number", "house"}
    return entry.name()


def _forbidden(entry: Entry) -> int:
    """The bits of the blows that a drawn weapon forbids. Rulebook: p.31 (R-290)."""
    bits = 0
    for word in entry.value("forbids", list, "a list of commands", []):
        if isinstance(word, str) and word in FORBIDDEN:
            bits |= FORBIDDEN[word]
        else:
            near = nearest(str(word), FORBIDDEN)
            entry.note("forbids", shown(word), "some of " + ", ".join(FORBIDDEN), near)
    return bits


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
    names = {"lanistas": stock.names.lanistas, "motivations": stock.names.motivations, "weapons": stock.names.weapons}
    names |= {"influence cards": stock.names.influence, "Turning Point cards": stock.names.turning_point}
    own = own_names()
    theirs = (own.lanistas, own.motivations, own.weapons, own.influence, own.turning_point)
    lines = []
    for (kind, found), old in zip(names.items(), theirs, strict=True):
        fresh = [name for name in found if name not in old]
        lines.append(f"{len(found)} {kind}" + (f", new: {', '.join(fresh)}" if fresh else ""))
    return [*lines, f"{folder} is valid; its stamp is {stamp(row)}."], 0


def own_names() -> Names:
    """What the cards of this package's stock are called."""
    return _own_stock().names


def weapon_names() -> tuple[str, ...]:
    """The kinds of weapons of this package's stock, in its order."""
    return own_names().weapons
