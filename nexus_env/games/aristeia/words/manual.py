"""The examples and pages of Aristeia! for `docs/`."""

from nexus_env.contract.manual import Manual, Read, with_table
from nexus_env.games.aristeia.cards.grammar import verb_table


def pages(read: Read) -> dict[str, str]:
    """The page on cards with an updated table of verbs, between its note and the next headline."""
    return {"aristeia-cards.md": with_table(read("aristeia-cards.md"), "\n" + verb_table())}


MANUAL = Manual(
    point_of_view="its own side first, on the board as printed",
    options={"round_limit": 1},
    opening=("", ""),
    searched="freerun",
    pages=pages,
)
