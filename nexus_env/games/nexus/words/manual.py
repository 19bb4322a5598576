"""The examples and pages of NEXUS for `docs/`."""

from nexus_env.contract.manual import Manual, Read
from nexus_env.games.nexus.cards.grammar import verb_table


def pages(read: Read) -> dict[str, str]:
    """The page on cards with an updated table of verbs, between its note and the next headline."""
    page = read("cards.md")
    note = page.index("<!-- The table is generated")
    begin, end = page.index("\n", note) + 1, page.index("\n## ", note)
    return {"cards.md": page[:begin] + verb_table() + page[end:]}


MANUAL = Manual(
    point_of_view="directions relative to its own helot's facing, seats clockwise from its own",
    position=".  .  .\n.  1v .\n.  0^ b\ncommand_round action_points=4; helots.1 traits=0,5; lanistas.0 cred=3\n",
    misspelled="focussed attack player_1 chest",
    impossible="helots.0 holds=32000",
    misnamed="table crowd_pyle=3",
    panel="lanistas",
    options={"barge": "4"},
    opening=("choose lanista 3", "choose lanista 4"),
    searched="attack",
    rules="rules.md",
    pages=pages,
)
