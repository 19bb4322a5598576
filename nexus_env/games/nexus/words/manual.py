"""The examples and pages of NEXUS for `docs/`."""

from nexus_env.contract.manual import Manual, Read, with_table
from nexus_env.games.nexus.cards.grammar import verb_table
from nexus_env.games.nexus.words.texts import TEXTS


def pages(read: Read) -> dict[str, str]:
    """The page on cards with an updated table of verbs, between its note and the next headline."""
    return {"cards.md": with_table(read("cards.md"), verb_table())}


MANUAL = Manual(**TEXTS["manual"], pages=pages)
