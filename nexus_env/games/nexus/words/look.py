"""The terminal's abbreviations and colors for NEXUS"""

from nexus_env.contract.words import Look
from nexus_env.games.nexus.words.texts import TEXTS

LOOK = Look(**TEXTS["look"])


def look() -> Look:
    """See `Words`."""
    return LOOK
