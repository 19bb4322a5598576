"""The examples and pages of Aristeia! for `docs/`."""

from nexus_env.contract.manual import Manual, Read
from nexus_env.games.aristeia.cards.grammar import verb_table


def pages(read: Read) -> dict[str, str]:
    """The page on cards with an updated table of verbs, between its note and the next headline."""
    page = read("aristeia-cards.md")
    note = page.index("<!-- The table is generated")
    begin, end = page.index("\n", note) + 1, page.index("\n## ", note)
    return {"aristeia-cards.md": page[:begin] + "\n" + verb_table() + page[end:]}


MANUAL = Manual(
    point_of_view="its own side first, on the board as printed",
    options={"round_limit": 1},
    opening=("", ""),
    searched="freerun",
    pages=pages,
)
