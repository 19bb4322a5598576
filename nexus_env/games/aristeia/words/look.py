"""The terminal's abbreviations and colors for Aristeia!"""

from nexus_env.contract.words import TerminalLook
from nexus_env.games.aristeia.words.texts import TEXTS

LOOK = TerminalLook(**TEXTS["look"])


def look() -> TerminalLook:
    """See `Words`."""
    return LOOK
