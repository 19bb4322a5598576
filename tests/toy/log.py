"""The log of a bout: a function for each way to tell of an event, made from `events.toml`; `log.pyi` shows them."""

from toy.bout import EVENTS, UNITS

Event = EVENTS.numbers(__name__)
globals().update(EVENTS.functions(__name__, __file__, UNITS=UNITS))
