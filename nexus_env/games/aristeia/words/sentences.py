"""The sentences of the log: what has happened."""

from collections.abc import Callable, Mapping
from typing import Any

from nexus_env.games.aristeia.cards.verbs import SIGNS, Symbol
from nexus_env.games.aristeia.rules.bout import NO_CARD, NO_UNIT, NO_ZONE
from nexus_env.games.aristeia.rules.events import EVENTS, Reason
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.words.card_texts import switch_of
from nexus_env.games.aristeia.words.naming import Naming, color_name, player, space, state_name, zone_name
from nexus_env.games.aristeia.words.spelling import spell_for
from nexus_env.kit import log
from nexus_env.kit.log import rows_of


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """A sentence for each happening that is not obvious, by default for those of the last step."""
    naming = Naming(bout)
    return [text for row in rows_of(bout, rows) if (text := sentence(naming, row))]


def sentence(naming: Naming, row: Any) -> str:
    """The sentence of one row."""
    told, event = Told(naming, row), int(row["event"])
    return WAYS[Event(event)](told) if event in WAYS else SAYS[event].format_map(told)


class Told(log.Told):
    """A row with its parts in words."""

    naming: Naming
    seat: str
    number: int
    other_number: int

    def __init__(self, naming: Naming, row: Any) -> None:
        super().__init__(row)
        self.naming = naming
        self.seat = player(row["seat"])
        self.number, self.other_number = int(row["unit"]), int(row["other_unit"])

    @property
    def unit(self) -> str:
        """The Character, or the player if there is none."""
        return self.naming.unit(self.number) if self.number != NO_UNIT else self.seat

    @property
    def enemy(self) -> str:
        """The other Character; empty for none."""
        return self.naming.unit(self.other_number) if self.other_number != NO_UNIT else ""

    @property
    def space(self) -> str:
        """The space."""
        return space(self.row["cell"]) or "beside the board"

    @property
    def zone(self) -> str:
        """The Zone."""
        return zone_name(self.what)

    @property
    def tactic(self) -> str:
        """The Tactic."""
        return self.naming.tactic(self.what)


def _declared(told: Told) -> str:
    aim = f" at {told.enemy}" if told.enemy else f" at {told.space}" if told.row["cell"] >= 0 else ""
    return f"{told.unit} declares {told.naming.action(told.number, told.what)}{aim}."


def _disengaged(told: Told) -> str:
    return f"{told.unit} disengages" + (f" from {told.enemy}." if told.enemy else " without a roll.")


def _played(told: Told) -> str:
    return f"{told.seat} plays {told.tactic}" + (f" for {told.unit}." if told.number != NO_UNIT else ".")


def _canceled(told: Told) -> str:
    return f"{told.seat}'s {told.tactic} is canceled." if told.what != NO_CARD else f"{told.unit}'s Action is canceled."


def _healed(told: Told) -> str:
    return f"{told.unit} loses {told.amount} damage." if told.amount else f"{told.unit} has no damage to lose."


def _by(told: Told, word: str) -> str:
    """The Character that did it, if it is another one: ` by Gata`."""
    return f" {word} {told.enemy}" if told.enemy and told.other_number != told.number else ""


Told.parts = {
    "by": lambda told: _by(told, "by"),
    "by_whom": lambda told: _by(told, "from"),
    "state": lambda told: state_name(told.what),
    "tactics": lambda told: f"{told.amount} Tactic{'' if told.amount == 1 else 's'}",
    "action": lambda told: spell_for(told.naming, int(told.row["seat"]), told.what),
    "character": lambda told: told.naming.names.characters[told.what],
    "switch": lambda told: switch_of(told.naming, told.number, told.what),
    "color": lambda told: color_name(told.what),
    "face": lambda told: told.naming.face(told.what, told.amount),
    "symbol": lambda told: SIGNS[Symbol(told.what)],
    "die": lambda told: told.what + 1,
}
SAYS = EVENTS.sentences(Told)
WAYS: Mapping[Any, Callable[[Told], str]] = {
    Event.ZONE: lambda told: (
        "There is no Scoring Zone." if told.what == NO_ZONE else f"The Scoring Zone is {told.zone}."
    ),
    Event.DECLARED: _declared,
    Event.DISENGAGE: _disengaged,
    Event.ESCAPED: lambda told: f"{told.unit} {'gets away' if told.what else 'is held back and loses all MP'}.",
    Event.HEALED: _healed,
    Event.PLAYED: _played,
    Event.CANCELED: _canceled,
    Event.POINTS: lambda told: f"{told.seat} scores {told.amount} VP{' for Frags' if told.what else ''}.",
    Event.BURNT: lambda told: f"{told.zone[0].upper()}{told.zone[1:]} is burnt.",
    Event.END: lambda told: f"{told.seat} wins." if told.row["seat"] >= 0 else "Nobody wins.",
    Event.FIRST: lambda told: f"{told.unit} {'activates' if told.what == Reason.ACTIVATE else 'goes'} first.",
}
"""Writers of sentences for the kinds of happenings that have none in `events.toml`."""
