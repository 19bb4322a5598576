"""The stock: lanistas, motivations, weapons, crate contents, barges and the two decks, read from TOML files.

A user's folder overrides the stock of this package, file by file or card by card. All of it is checked before any of it
is used; a mistake is reported with its file, line, card and key.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
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
from nexus_env.kit import cards
from nexus_env.kit.cards import StockReader, Stocks, by_number
from nexus_env.kit.options import OptionsError
from nexus_env.kit.spelling import numbered, spelled
from nexus_env.kit.stock_files import Entry, shown
from nexus_env.system.wording import nearest

STOCK = Path(__file__).parent.parent / "stock"
FILES = {
    "lanistas": ("lanista",),
    "motivations": ("motivation",),
    "weapons": ("weapon", "crate_contents"),
    "barges": ("barge",),
    "influence": ("card",),
    "turning_points": ("card",),
}
MOST_TOKENS = {"deception": 10, "command": 20}  # in total, of any four lanistas: p.2
BARGES = CUSTOM_BARGE - 1
FORBIDDEN = {name: 1 << Blow[name.upper()] for name in ("wild", "standard", "focused", "grapple")} | {
    "feint": FEINT_BIT
}
RESERVED = ("random", *spelled(Content))  # allowed instead of the name of a weapon
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
    """The names of the cards of a stock, in the order of their numbers."""

    lanistas: tuple[str, ...]
    motivations: tuple[str, ...]
    weapons: tuple[str, ...]
    influence: tuple[str, ...]
    turning_point: tuple[str, ...]
    unique_abilities: tuple[str, ...]
    skills: tuple[str, ...]


class Stock(cards.Stock[Names]):
    """A stock as the fields of `Options` that hold it, and the names of its cards."""

    def lay(self, row: np.ndarray[Any, Any]) -> None:
        """Write the stock into one row of `Options`; of the barges, the eight that are not custom."""
        super().lay(row)
        fill_in_timing(row)
        STOCKS.remember(row, self.names)


def fill_in_timing(row: np.ndarray[Any, Any]) -> None:
    """Write the fields of one row of `Options` that are computed from its influence cards."""
    row["timed"], row["sure"] = _timing_of(row["influence"].tobytes())


@lru_cache(cards.REMEMBERED)
def _timing_of(influence: bytes) -> tuple[np.ndarray[Any, Any], int]:
    """The fields `timed` and `sure` of `Options` for this many cards."""
    cards, sure = np.frombuffer(influence, Card.dtype), 0
    timed = np.zeros(Options.dtype["timed"].shape, np.int32)
    for card, row in enumerate(cards):
        timed[row["timing"]] |= 1 << card
        sure |= int(is_sure(row)) << card
    return timed, sure


# --- names and stamp --------------------------------------------------------------------------------------------------


def _stamped(options: Any) -> Iterable[np.ndarray[Any, Any]]:
    """The values that the stamp covers; a custom barge is not among them."""
    return (options[name][:BARGES] if name == "barges" else options[name] for name in STAMPED)


def _numbered() -> Names:
    return Names(
        by_number("lanista", LANISTAS),
        by_number("motivation", MOTIVATIONS),
        by_number("weapon", WEAPONS),
        by_number("influence card", INFLUENCE_CARDS),
        by_number("Turning Point card", TURNING_POINT_CARDS),
        by_number("unique ability", MOTIVATIONS * UNIQUE_ABILITIES),
        by_number("special skill", MOTIVATIONS),
    )


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reader(StockReader):
    """Reads all files of a stock once. Rulebook: p.3, p.35 (R-339, R-347, R-354)."""

    def read(self) -> tuple[Stock, list[str]]:
        """The stock, and the mistakes found in it."""
        # Weapons come first, since cards name them.
        weapon_names, weapons, contents = self._weapons()
        words = numbered(weapon_names)
        lanista_names, lanistas = self._lanistas()
        motivations = self._motivations(words)
        influence = self._deck("influence", INFLUENCE_CARDS, words)
        turning_point = self._deck("turning_points", TURNING_POINT_CARDS, words)

        # Collect values and names.
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

    def _lanistas(self) -> tuple[tuple[str, ...], np.ndarray[Any, Any]]:
        """Names, and Influence, Deception and Command as int8 [8, 3]. Rulebook: p.2, p.6 (R-016, R-022)."""
        entries = self.entries("lanistas", "lanista", LANISTAS, counted=True)
        stats = np.zeros((LANISTAS, 3), np.int8)
        names = []
        for place, entry in enumerate(entries):
            names.append(_name(entry))
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
        for place, entry in enumerate(self.entries("motivations", "motivation", MOTIVATIONS, counted=True)):
            names.append(_name(entry))
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

        # Everything by name, as the stock has it.
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
        for place, entry in enumerate(self.entries(file, "card", count, counted=True)[:count]):
            names.append(_name(entry))
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
        for place, entry in enumerate(self.entries("barges", "barge", BARGES, counted=True)[:BARGES]):
            entry.known |= {"number", "name"}
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
        """Names, `WeaponCard` [8], and the contents of a crate by the sum of 2d6, int32 [13].

        Rulebook: p.31, p.42 (R-290, R-306, R-307, R-403).
        """
        cards, names = np.zeros(WEAPONS, WeaponCard.dtype), []
        for row, entry in zip(cards, self.entries("weapons", "weapon", WEAPONS, grows=True), strict=False):
            names.append(_name(entry))
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
        words = numbered(weapons) | spelled(Content)
        contents = np.full(CONTENTS, Content.NOTHING, np.int32)
        entry = self.table("weapons", "crate_contents")
        totals = {str(total) for total in range(2, CONTENTS)}
        for total in totals & set(entry.table):
            contents[int(total)] = entry.word(total, words)
        entry.known |= totals
        entry.finish()
        return contents


def _name(entry: Entry) -> str:
    """The name of a card; its number does not matter here."""
    entry.known.add("number")
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


STOCKS: Stocks[Stock, Names] = Stocks(
    Options,
    lambda folder: _Reader(STOCK, FILES, folder).read(),
    stamped=_stamped,
    named=_stamped,
    numbered=_numbered,
    counted={
        "lanistas": lambda names: names.lanistas,
        "motivations": lambda names: names.motivations,
        "weapons": lambda names: names.weapons,
        "influence cards": lambda names: names.influence,
        "Turning Point cards": lambda names: names.turning_point,
    },
)
load, names_of, stamp, validate = STOCKS.load, STOCKS.names_of, STOCKS.stamp, STOCKS.validate
