"""The terminal's abbreviations and colors for NEXUS"""

from nexus_env.contract.words import TerminalLook
from nexus_env.games.nexus.words.texts import TEXTS

LOOK = TerminalLook(**TEXTS["look"])


def look() -> TerminalLook:
    """See `Words`."""
    return LOOK
