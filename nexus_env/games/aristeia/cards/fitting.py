"""Checks across the files of a stock: room to deploy, distinct spaces, and names that can be spelled.

Each file may be right by itself. But a board without room would leave the rules without a legal action.

Rulebook: (A-009, A-022, A-023, A-026, A-027, A-178, A-180, A-203).
"""

from collections.abc import Collection, Iterable

from nexus_env.games.aristeia.rules.bout import TEAM
from nexus_env.games.aristeia.rules.geometry import CENTERS
from nexus_env.kit import hexes
from nexus_env.kit.stock_files import Entry, shown

LONGEST_NAME = 40
NAME = f"a name of at most {LONGEST_NAME} printable characters, without blanks around it"
Space = tuple[int, int]


def read_name(entry: Entry, without: str = "") -> str:
    """The name of a card, in a form that commands and transcripts can spell.

    Args:
        entry: the card.
        without: characters that separate such names.
    """
    name = entry.name(NAME)
    if name.strip() and (not name.isprintable() or name != name.strip() or len(name) > LONGEST_NAME):
        entry.note("name", shown(ascii(name)[1:-1]), NAME)
    elif any(sign in name for sign in without):
        entry.note("name", shown(name), f'a name without "{without}", which separates names')
    return name


def refuse_equal(entry: Entry, key: str, names: Iterable[str]) -> None:
    """Note the second of two equal names: a command could not tell them apart."""
    taken: set[str] = set()
    for name in names:
        if name.lower() in taken:
            entry.note(key, f"{shown(name)} twice", "different names")
        taken.add(name.lower())


def refuse_taken(entry: Entry, key: str, spaces: Iterable[Space], taken: Collection[Space]) -> None:
    """Note the first of some spaces that is already taken. Rulebook: (A-027)."""
    for space in spaces:
        if space in taken:
            entry.note(key, f"{shown(list(space))} among them, which is taken", "Free spaces")
            return


def refuse_crowded(entry: Entry, key: str, taken: Collection[Space]) -> None:
    """Note the first Deployment Zone with too little room for a team inside or adjacent. Rulebook: (A-022, A-178)."""
    for zone, center in list(enumerate(CENTERS))[1:]:
        free = len(_around(center) - set(taken))
        if free < TEAM:
            entry.note(key, f"{free} Free spaces in and beside Zone {zone}", f"at least {TEAM}")
            return


def _around(center: Space) -> set[Space]:
    """The spaces inside a Zone and adjacent to it."""
    steps = range(-2, 3)
    near = ((center[0] + q, center[1] + r) for q in steps for r in steps if abs(q + r) <= 2)
    return set(filter(is_on_board, near))


def is_on_board(space: Space) -> bool:
    """Whether the board has a space at these axial coordinates."""
    q, r = space
    return max(abs(q), abs(r), abs(q + r)) <= hexes.RADIUS
