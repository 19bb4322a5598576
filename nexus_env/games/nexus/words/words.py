"""The `Words` of NEXUS, collected for the contract."""

from nexus_env.contract.command_text import read_legal
from nexus_env.games.nexus.words.card_words import decks as decks
from nexus_env.games.nexus.words.glosses import explain as explain
from nexus_env.games.nexus.words.glosses import gloss as gloss
from nexus_env.games.nexus.words.happened import happened as happened
from nexus_env.games.nexus.words.happened import is_private as is_private
from nexus_env.games.nexus.words.look import look as look
from nexus_env.games.nexus.words.offers import can_act as can_act
from nexus_env.games.nexus.words.offers import offers as offers
from nexus_env.games.nexus.words.picture import svg
from nexus_env.games.nexus.words.price_preview import spoken
from nexus_env.games.nexus.words.real_table import dice as dice
from nexus_env.games.nexus.words.real_table import goes_unasked as goes_unasked
from nexus_env.games.nexus.words.real_table import hands as hands
from nexus_env.games.nexus.words.reasons import guide as guide
from nexus_env.games.nexus.words.reasons import guides as guides
from nexus_env.games.nexus.words.reasons import why_not as why_not
from nexus_env.games.nexus.words.sentences import action as action
from nexus_env.games.nexus.words.sentences import board as board
from nexus_env.games.nexus.words.sentences import question as question
from nexus_env.games.nexus.words.sentences import sentences as sentences
from nexus_env.games.nexus.words.sentences import spell as spell
from nexus_env.games.nexus.words.view import about as about
from nexus_env.games.nexus.words.view import open_view as open_view
from nexus_env.games.nexus.words.view import view as view

read, picture, price = read_legal, svg, spoken
