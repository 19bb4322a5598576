"""What no public source shows is marked as of the house where it is data, and named in the manual where it is a rule.

The lists are made by hand from the rules as this project numbers them, not from the files that they are compared with.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nexus_env.games.aristeia.cards.stock import STOCK

ROOT = Path(__file__).parents[2]
GAME = ROOT / "nexus_env" / "games" / "aristeia"
# Where a value or an effect has no public source: what in the stock holds it, and by which rules.
MARKED = {
    "characters: hEXx3r": "A-141",
    "characters: hEXx3r: Gotcha!": "A-030",
    "characters: hEXx3r: Vade Retro": "A-030",
    "characters: Maximus": "A-141",
    "characters: Maximus: Jotum's Shield": "A-030",
    "characters: Major Lunah": "A-141",
    "characters: Major Lunah: Veteran Sniper": "A-167",
    "characters: Major Lunah: Called Shot": "A-030",
    "characters: Major Lunah: Suppressive Fire": "A-030 A-165",
    "characters: Parvati": "A-141",
    "characters: Parvati: Submachine Guns": "A-030",
    "characters: Parvati: Reset": "A-030 A-175",
    "characters: Parvati: MediKit": "A-030",
    "characters: Wild Bill": "A-141",
    "characters: Wild Bill: Twin Pistols": "A-030",
    "characters: Gata": "A-141",
    "characters: Gata: Misdirection": "A-030",
    "characters: Gata: Freerun": "A-030",
    "characters: 8-Ball": "A-141",
    "characters: 8-Ball: Eat my Fa Jing": "A-030",
    "characters: 8-Ball: Be Water, Dude": "A-030",
    "characters: Miyamoto Mushashi": "A-141",
    "characters: Miyamoto Mushashi: Ken no Sen": "A-030",
    "rules: green": "A-180",
    "rules: orange": "A-180",
    "rules: contender": "A-030",
    "rules: house_rules": "A-071 A-102 A-115 A-116 A-117 A-118 A-201 A-203",
    "scenarios: Conquest": "A-179 A-196 A-197 A-198 A-199",
    "scenarios: King of the Hill": "A-179 A-194 A-195",
    "scenarios: Scorched Earth": "A-189 A-193",
    "states: Taunted": "A-109",
    "states: Dazzled": "A-110",
    "states: Immobilized": "A-111",
    "states: Poisoned": "A-112",
    "tactics: Take Aim": "A-119",
    "tactics: Dodge": "A-120",
    "tactics: Focus": "A-121",
    "tactics: No!": "A-122",
    "tactics: Fortune favors the Badass": "A-123",
    "tactics: Catch your breath": "A-124",
    "tactics: Stick to the plan": "A-125",
    "tactics: Tsuchi-Do": "A-126",
    "tactics: Mizu-Do": "A-127",
    "tactics: Block": "A-128",
    "tactics: Barrel through": "A-129",
    "tactics: Holographic Sight": "A-130",
    "tactics: Snake Bite": "A-131",
    "tactics: Swerve": "A-132",
    "tactics: Go All-Out": "A-133",
    "tactics: Nanoids Cloud": "A-134",
    "tactics: Field Analysis": "A-135",
    "tactics: Ace of Hearts": "A-136",
    "tactics: Ace of Diamonds": "A-137",
    "tactics: Access Denied": "A-138",
    "tactics: R@gd011": "A-139",
    "tactics: Scram!": "A-140",
}
# Where nothing that a card can say would show the difference.
RULES = {"A-005", "A-075", "A-087"}
# Where the sources leave it open or disagree: a ruling stands beside the line.
OPEN = (
    *("A-016", "A-021", "A-025", "A-036", "A-039", "A-040", "A-041", "A-049", "A-051"),
    *("A-054", "A-056", "A-057", "A-062", "A-067", "A-071", "A-084", "A-090", "A-096"),
    *("A-105", "A-106", "A-113", "A-152", "A-153", "A-157", "A-158", "A-165", "A-187"),
)


def marked(value: Any, way: str) -> Iterator[str]:
    """The tables that are of the house, by the names on the way to them."""
    if isinstance(value, dict):
        if value.get("house"):
            yield way
        for key, below in value.items():
            yield from marked(below, way if isinstance(below, list) else f"{way}: {key}")
    elif isinstance(value, list):
        for below in value:
            yield from marked(below, f"{way}: {below['name']}" if isinstance(below, dict) and "name" in below else way)


def test_what_is_of_the_house_is_marked_in_the_stock_and_nothing_else() -> None:
    """A-030, A-071, A-102, A-109 to A-112, A-115 to A-141, A-165, A-167, A-175, A-179, A-180, A-189, A-193 to A-199,
    A-201, A-203.
    """
    found = [
        way
        for path in sorted(STOCK.glob("*.toml"))
        for way in marked(tomllib.loads(path.read_text(encoding="utf-8")), path.stem)
    ]
    assert sorted(found) == sorted(MARKED)


def test_a_mark_of_the_house_names_its_rule() -> None:
    """In the file in which it stands, by itself or within a range."""
    for way, rules in MARKED.items():
        text = (STOCK / f"{way.partition(':')[0]}.toml").read_text(encoding="utf-8")
        named = set(re.findall(r"A-\d{3}", text))
        for first, last in re.findall(r"A-(\d{3}) to A-(\d{3})", text):
            named |= {f"A-{number:03}" for number in range(int(first), int(last) + 1)}
        assert set(rules.split()) <= named, way


def test_rules_of_the_house_are_named_in_the_manual() -> None:
    """A-005, A-075, A-087."""
    page = (ROOT / "docs" / "aristeia-cards.md").read_text(encoding="utf-8")
    assert set(re.findall(r"A-\d{3}", page.partition("## What is not data")[2])) == RULES


def test_a_ruling_stands_beside_what_the_sources_leave_open() -> None:
    """A-016, A-021, A-025, A-036, A-039, A-040, A-041, A-049, A-051, A-054, A-056, A-057, A-062, A-067, A-071, A-084,
    A-090, A-096, A-105, A-106, A-113, A-152, A-153, A-157, A-158, A-165, A-187.
    """
    lines = [
        line
        for path in [*sorted(GAME.glob("**/*.py")), *sorted(GAME.glob("stock/*.toml"))]
        for line in path.read_text(encoding="utf-8").splitlines()
        if "Ruling:" in line or "AMBIGUOUS" in line
    ]
    assert not [rule for rule in OPEN if not any(rule in line for line in lines)]
