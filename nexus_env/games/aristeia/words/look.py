"""The terminal's abbreviations and colors for Aristeia!"""

from nexus_env.contract.words import Look
from nexus_env.games.aristeia.words.texts import TEXTS

LOOK = Look(**TEXTS["look"])


def look() -> Look:
    """See `Words`."""
    return LOOK
