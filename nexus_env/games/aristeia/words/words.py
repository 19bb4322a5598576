"""The `Words` of Aristeia!, collected for the contract."""

from nexus_env.contract.command_text import read_legal
from nexus_env.contract.plain_words import price as price
from nexus_env.games.aristeia.words.card_texts import decks as decks
from nexus_env.games.aristeia.words.glosses import explain as explain
from nexus_env.games.aristeia.words.glosses import gloss as gloss
from nexus_env.games.aristeia.words.happened import happened as happened
from nexus_env.games.aristeia.words.happened import is_private as is_private
from nexus_env.games.aristeia.words.look import look as look
from nexus_env.games.aristeia.words.offers import can_act as can_act
from nexus_env.games.aristeia.words.offers import offers as offers
from nexus_env.games.aristeia.words.picture import board as board
from nexus_env.games.aristeia.words.picture import picture as picture
from nexus_env.games.aristeia.words.questions import question as question
from nexus_env.games.aristeia.words.real_table import dice as dice
from nexus_env.games.aristeia.words.real_table import goes_unasked as goes_unasked
from nexus_env.games.aristeia.words.real_table import hands as hands
from nexus_env.games.aristeia.words.reasons import guide as guide
from nexus_env.games.aristeia.words.reasons import guides as guides
from nexus_env.games.aristeia.words.reasons import why_not as why_not
from nexus_env.games.aristeia.words.sentences import sentences as sentences
from nexus_env.games.aristeia.words.spelling import action as action
from nexus_env.games.aristeia.words.spelling import spell as spell
from nexus_env.games.aristeia.words.view import about as about
from nexus_env.games.aristeia.words.view import open_view as open_view
from nexus_env.games.aristeia.words.view import view as view

read = read_legal
