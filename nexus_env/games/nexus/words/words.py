"""The `Words` of NEXUS, collected for the contract."""

from nexus_env.contract.command_text import read_legal as read
from nexus_env.games.nexus.words.card_words import decks
from nexus_env.games.nexus.words.glosses import explain, gloss
from nexus_env.games.nexus.words.happened import happened, is_private
from nexus_env.games.nexus.words.look import look
from nexus_env.games.nexus.words.offers import can_act, offers
from nexus_env.games.nexus.words.picture import svg as picture
from nexus_env.games.nexus.words.price_preview import spoken as price
from nexus_env.games.nexus.words.real_table import dice, goes_unasked, hands
from nexus_env.games.nexus.words.reasons import guide, guides, why_not
from nexus_env.games.nexus.words.sentences import action, board, question, sentences, spell
from nexus_env.games.nexus.words.view import about, open_view, view

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
