"""The `Words` of Aristeia!, collected for the contract."""

from nexus_env.contract.command_text import read_legal as read
from nexus_env.contract.plain_words import price
from nexus_env.games.aristeia.words.card_texts import decks
from nexus_env.games.aristeia.words.glosses import explain, gloss
from nexus_env.games.aristeia.words.happened import happened, is_private
from nexus_env.games.aristeia.words.look import look
from nexus_env.games.aristeia.words.offers import can_act, offers
from nexus_env.games.aristeia.words.picture import board, picture
from nexus_env.games.aristeia.words.questions import question
from nexus_env.games.aristeia.words.real_table import dice, goes_unasked, hands
from nexus_env.games.aristeia.words.reasons import guide, guides, why_not
from nexus_env.games.aristeia.words.sentences import sentences
from nexus_env.games.aristeia.words.spelling import action, spell
from nexus_env.games.aristeia.words.view import about, open_view, view

__all__ = (
    "about",
    "action",
    "board",
    "can_act",
    "decks",
    "dice",
    "explain",
    "gloss",
    "goes_unasked",
    "guide",
    "guides",
    "hands",
    "happened",
    "is_private",
    "look",
    "offers",
    "open_view",
    "picture",
    "price",
    "question",
    "read",
    "sentences",
    "spell",
    "view",
    "why_not",
)
