"""The log of a bout: a function for each way to log an event, made from `events.toml`; `log.pyi` declares them."""

from nexus_env.games.nexus.rules.events import EVENTS

Event = EVENTS.numbers(__name__)
globals().update(EVENTS.functions(__name__, __file__))
