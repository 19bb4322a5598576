"""The log of a bout: a function for each way to log an event, made from `events.toml`; `log.pyi` declares them.

An event of a Character belongs to the seat of its player and to the Character's space, unless its function says
otherwise.
"""

from nexus_env.games.aristeia.rules.bout import NO_CARD, NO_CELL, NO_UNIT, TEAM
from nexus_env.games.aristeia.rules.events import EVENTS, Reason

Event = EVENTS.numbers(__name__)
NUMBERS = {"NO_CARD": NO_CARD, "NO_CELL": NO_CELL, "NO_UNIT": NO_UNIT, "TEAM": TEAM, "ACTIVATE": Reason.ACTIVATE}
globals().update(EVENTS.functions(__name__, __file__, **NUMBERS))
