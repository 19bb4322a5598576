"""The sentences of the log: what has happened."""

from collections.abc import Callable, Mapping
from typing import Any

from nexus_env.games.aristeia.cards.verbs import SIGNS, Symbol
from nexus_env.games.aristeia.rules.bout import NO_CARD, NO_UNIT, NO_ZONE
from nexus_env.games.aristeia.rules.events import Event, Reason
from nexus_env.games.aristeia.words.card_texts import switch_of
from nexus_env.games.aristeia.words.naming import Naming, color_name, player, space, state_name, zone_name
from nexus_env.games.aristeia.words.spelling import spell_for


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """A sentence for each happening that is not obvious, by default for those of the last step."""
    naming = Naming(bout)
    return [text for row in rows_of(bout, rows) if (text := sentence(naming, row))]


def rows_of(bout: Any, rows: slice | None) -> Any:
    """Rows of the happenings, by default those of the last step."""
    return bout["happenings"][slice(bout["heard"], bout["told"]) if rows is None else rows]


def sentence(naming: Naming, row: Any) -> str:
    """The sentence of one row."""
    return WAYS[Event(int(row["event"]))](_Told(naming, row))


class _Told:
    """A row with its parts in words."""

    def __init__(self, naming: Naming, row: Any) -> None:
        self.naming, self.row = naming, row
        self.what, self.amount = int(row["what"]), int(row["amount"])
        self.seat, self.other = player(row["seat"]), player(row["other"])
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
    def state(self) -> str:
        """The State."""
        return state_name(self.what)

    @property
    def tactic(self) -> str:
        """The Tactic."""
        return self.naming.tactic(self.what)

    def by(self, text: str, word: str = "by") -> str:
        """`text`, with the Character that did it, if it is another one."""
        return f"{text} {word} {self.enemy}" if self.enemy and self.other_number != self.number else text


def _command(told: _Told) -> str:
    return f"{told.seat}: {spell_for(told.naming, int(told.row['seat']), told.what)}."


def _rolled(told: _Told) -> str:
    face = told.naming.face(told.what, told.amount)
    return f"{told.unit} rolls {color_name(told.what)}: {face}."


def _declared(told: _Told) -> str:
    aim = f" at {told.enemy}" if told.enemy else f" at {told.space}" if told.row["cell"] >= 0 else ""
    return f"{told.unit} declares {told.naming.action(told.number, told.what)}{aim}."


def _disengaged(told: _Told) -> str:
    return f"{told.unit} disengages" + (f" from {told.enemy}." if told.enemy else " without a roll.")


def _switched(told: _Told) -> str:
    return f"{told.unit} uses {switch_of(told.naming, told.number, told.what)}."


def _played(told: _Told) -> str:
    return f"{told.seat} plays {told.tactic}" + (f" for {told.unit}." if told.number != NO_UNIT else ".")


def _canceled(told: _Told) -> str:
    return f"{told.seat}'s {told.tactic} is canceled." if told.what != NO_CARD else f"{told.unit}'s Action is canceled."


def _imposed(told: _Told) -> str:
    return told.by(f"{told.unit} gets {told.state}", "from") + "."


def _first(told: _Told) -> str:
    who = told.naming.unit(told.number) if told.number != NO_UNIT else told.seat
    return {Reason.ACTIVATE: f"{who} activates first."}.get(Reason(told.what), f"{who} goes first.")


def _zone(told: _Told) -> str:
    return "There is no Scoring Zone." if told.what == NO_ZONE else f"The Scoring Zone is {told.zone}."


def _plural(amount: int, noun: str) -> str:
    return f"{amount} {noun}{'' if amount == 1 else 's'}"


def _ended(told: _Told) -> str:
    return f"{told.seat} wins." if told.row["seat"] >= 0 else "Nobody wins."


WAYS: Mapping[Event, Callable[[_Told], str]] = {
    Event.COMMAND: _command,
    Event.ROLL: _rolled,
    Event.ROUND: lambda told: f"Round {told.what} begins.",
    Event.ZONE: _zone,
    Event.UNDERDOG: lambda told: f"{told.seat} is the Underdog.",
    Event.DEPLOYED: lambda told: f"{told.unit} is deployed on {told.space}.",
    Event.REVEALED: lambda told: f"{told.seat} reveals {told.unit}, Initiative {told.amount}.",
    Event.ACTIVATED: lambda told: f"{told.unit} activates with {told.amount} AP.",
    Event.IDLE: lambda told: f"{told.unit} does not activate.",
    Event.STEPPED: lambda told: f"{told.unit} moves to {told.space}.",
    Event.DISPLACED: lambda told: told.by(f"{told.unit} is Displaced to {told.space}") + ".",
    Event.PLACED: lambda told: told.by(f"{told.unit} is Placed on {told.space}") + ".",
    Event.DECLARED: _declared,
    Event.DISENGAGE: _disengaged,
    Event.ESCAPED: lambda told: f"{told.unit} {'gets away' if told.what else 'is held back and loses all MP'}.",
    Event.AUTOMATIC: lambda told: f"{told.unit} adds an automatic {SIGNS[Symbol(told.what)]}.",
    Event.SWITCH: _switched,
    Event.REMOVED: lambda told: f"{told.unit}'s critical block removes die {told.what + 1} of {told.enemy}.",
    Event.REROLLED: lambda told: f"{told.unit} re-rolls die {told.what + 1}.",
    Event.DAMAGE: lambda told: told.by(f"{told.unit} suffers {told.amount} damage", "from") + ".",
    Event.HEALED: lambda told: (
        f"{told.unit} loses {told.amount} damage." if told.amount else f"{told.unit} has no damage to lose."
    ),
    Event.INFIRMARY: lambda told: f"{told.unit} goes to the Infirmary.",
    Event.FRAG: lambda told: f"{told.seat} takes a Frag.",
    Event.IMPOSED: _imposed,
    Event.CLEARED: lambda told: f"{told.unit} loses {told.state}.",
    Event.TURNED: lambda told: f"{told.unit}'s {told.state} turns blue.",
    Event.PLAYED: _played,
    Event.CANCELED: _canceled,
    Event.DREW: lambda told: f"{told.seat} draws {_plural(told.amount, 'Tactic')}.",
    Event.DISCARDED: lambda told: f"{told.seat} discards {told.tactic}.",
    Event.GAINED: lambda told: f"{told.unit} gains {told.amount} MP.",
    Event.POINTS: lambda told: f"{told.seat} scores {told.amount} VP{' for Frags' if told.what else ''}.",
    Event.CONQUERED: lambda told: f"{told.seat} conquers {told.zone}.",
    Event.BURNT: lambda told: f"{told.zone[0].upper()}{told.zone[1:]} is burnt.",
    Event.BENCHED: lambda told: f"{told.unit} goes to the Bench.",
    Event.ENDED: lambda told: f"{told.unit}'s Activation ends.",
    Event.END: _ended,
    Event.TEAM: lambda told: f"{told.seat} has {told.naming.names.characters[told.what]}.",
    Event.RESHUFFLED: lambda told: f"{told.seat} shuffles the discards into a new draw pile.",
    Event.PASSED: lambda told: f"{told.unit} stays.",
    Event.SUCCESS: lambda told: f"{told.unit} adds {told.amount} S to the roll.",
    Event.NULLIFIED: lambda told: f"{told.unit} loses {told.amount} B from the roll.",
    Event.FIRST: _first,
}
"""How each kind of happening is told; the comments in `rules.events` say what its numbers mean."""
