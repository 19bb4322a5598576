"""The log of a bout: a function for each kind of event, which writes its row down.

An event of a Character belongs to the seat of its player, and happens where the Character stands, unless its function
says otherwise. `Event` says what the numbers of a row mean.
"""

from nexus_env.games.aristeia.rules.bout import NO_CARD, NO_CELL, NO_UNIT, NOBODY, TEAM, Bout
from nexus_env.games.aristeia.rules.events import Event, Reason
from nexus_env.kit.units import tell_unit
from nexus_env.machine.compiled import compiled


@compiled
def _of_seat(bout: Bout, event: int, seat: int, what: int, amount: int) -> None:
    """An event without Characters."""
    tell_unit(bout, event, seat, NO_UNIT, NO_CELL, NOBODY, NO_UNIT, what, amount)


@compiled
def _of_unit(bout: Bout, event: int, unit: int, by: int, what: int, amount: int) -> None:
    """An event of a Character where it stands, and the other Character concerned."""
    cell = bout.table.characters[unit].cell
    tell_unit(bout, event, unit // TEAM, unit, cell, NOBODY, by, what, amount)


@compiled
def _off_board(bout: Bout, event: int, unit: int, what: int) -> None:
    """An event of a Character that concerns no space."""
    tell_unit(bout, event, unit // TEAM, unit, NO_CELL, NOBODY, NO_UNIT, what, 0)


@compiled
def _moved(bout: Bout, event: int, unit: int, chooser: int, by: int) -> None:
    """A Character stands on a space that somebody has chosen."""
    cell = bout.table.characters[unit].cell
    tell_unit(bout, event, unit // TEAM, unit, cell, chooser, by, 0, 0)


# --- setup and Rounds -------------------------------------------------------------------------------------------------


@compiled
def joined_team(bout: Bout, unit: int, card: int) -> None:
    """A Character of the stock has become a member of a team."""
    _off_board(bout, Event.TEAM, unit, card)


@compiled
def reshuffled(bout: Bout, seat: int) -> None:
    """A player has made a new draw pile."""
    _of_seat(bout, Event.RESHUFFLED, seat, 0, 0)


@compiled
def deployed(bout: Bout, unit: int) -> None:
    """A Character has been deployed."""
    _of_unit(bout, Event.DEPLOYED, unit, NO_UNIT, 0, 0)


@compiled
def became_underdog(bout: Bout, seat: int) -> None:
    """A player is the Underdog."""
    _of_seat(bout, Event.UNDERDOG, seat, 0, 0)


@compiled
def began_round(bout: Bout, number: int) -> None:
    """A Round begins."""
    _of_seat(bout, Event.ROUND, NOBODY, number, 0)


@compiled
def chose_scoring_zone(bout: Bout, underdog: int, zone: int) -> None:
    """The Underdog has chosen the Scoring Zone."""
    _of_seat(bout, Event.ZONE, underdog, zone, 0)


@compiled
def conquered(bout: Bout, unit: int, zone: int) -> None:
    """A Character has conquered a Zone."""
    _off_board(bout, Event.CONQUERED, unit, zone)


@compiled
def burnt(bout: Bout, zone: int) -> None:
    """A Zone has got red counters."""
    _of_seat(bout, Event.BURNT, NOBODY, zone, 0)


@compiled
def scored(bout: Bout, seat: int, points: int, why: int) -> None:
    """A player has gained Victory Points, for a Zone or for Frags."""
    _of_seat(bout, Event.POINTS, seat, why, points)


@compiled
def ended(bout: Bout, winner: int) -> None:
    """The game is over; a draw has no winner."""
    _of_seat(bout, Event.END, winner, 0, 0)


# --- Turns ------------------------------------------------------------------------------------------------------------


@compiled
def revealed(bout: Bout, unit: int, turn: int, initiative: int) -> None:
    """A Character has been revealed in a Turn."""
    _of_unit(bout, Event.REVEALED, unit, NO_UNIT, turn, initiative)


@compiled
def activates_first(bout: Bout, unit: int, chooser: int) -> None:
    """A player has chosen which of the two revealed Characters goes first."""
    tell_unit(bout, Event.FIRST, unit // TEAM, unit, NO_CELL, chooser, NO_UNIT, Reason.ACTIVATE, 0)


@compiled
def activated(bout: Bout, unit: int, energy: int) -> None:
    """A Character has been activated, with so many AP."""
    _of_unit(bout, Event.ACTIVATED, unit, NO_UNIT, 0, energy)


@compiled
def idled(bout: Bout, unit: int) -> None:
    """A Character does not activate."""
    _off_board(bout, Event.IDLE, unit, 0)


@compiled
def commanded(bout: Bout, unit: int, command: int) -> None:
    """The player of the Active Character has given a command."""
    _of_unit(bout, Event.COMMAND, unit, NO_UNIT, command, 0)


@compiled
def ended_activation(bout: Bout, unit: int) -> None:
    """The Activation of a Character is over."""
    _of_unit(bout, Event.ENDED, unit, NO_UNIT, 0, 0)


# --- moving -----------------------------------------------------------------------------------------------------------


@compiled
def gained_movement(bout: Bout, unit: int, points: int) -> None:
    """A Character has gained MP."""
    _of_unit(bout, Event.GAINED, unit, NO_UNIT, 0, points)


@compiled
def stepped(bout: Bout, unit: int) -> None:
    """A Character has moved by 1 MP."""
    _of_unit(bout, Event.STEPPED, unit, NO_UNIT, 0, 0)


@compiled
def displaced(bout: Bout, unit: int, chooser: int, by: int) -> None:
    """A Character has been Displaced by another; the player `chooser` chose the space."""
    _moved(bout, Event.DISPLACED, unit, chooser, by)


@compiled
def placed(bout: Bout, unit: int, chooser: int, by: int) -> None:
    """A Character has been Placed by another, or by none; the player `chooser` chose the space."""
    _moved(bout, Event.PLACED, unit, chooser, by)


@compiled
def disengaged(bout: Bout, unit: int, enemy: int) -> None:
    """A Character Disengages from an enemy that rolls."""
    tell_unit(
        bout, Event.DISENGAGE, unit // TEAM, unit, bout.table.characters[unit].cell, 1 - unit // TEAM, enemy, 0, 0
    )


@compiled
def disengaged_freely(bout: Bout, unit: int) -> None:
    """A Character Disengages without a roll."""
    _of_unit(bout, Event.DISENGAGE, unit, NO_UNIT, 0, 0)


@compiled
def escaped(bout: Bout, unit: int, success: bool) -> None:
    """How a Disengage has gone."""
    _of_unit(bout, Event.ESCAPED, unit, NO_UNIT, int(success), 0)


@compiled
def passed(bout: Bout, unit: int) -> None:
    """A Character has refused the step after a won Disengage."""
    _of_unit(bout, Event.PASSED, unit, NO_UNIT, 0, 0)


# --- Actions and rolls ------------------------------------------------------------------------------------------------


@compiled
def declared(bout: Bout, unit: int, action: int, target: int, cell: int) -> None:
    """A Character has declared an Action at a target, or at none, on a space."""
    tell_unit(bout, Event.DECLARED, unit // TEAM, unit, cell, NOBODY, target, action, 0)


@compiled
def action_canceled(bout: Bout, unit: int) -> None:
    """The Action of a Character has no effect."""
    _of_unit(bout, Event.CANCELED, unit, NO_UNIT, NO_CARD, 0)


@compiled
def rolled(bout: Bout, unit: int, color: int, face: int) -> None:
    """A Character has rolled one die."""
    _of_unit(bout, Event.ROLL, unit, NO_UNIT, color, face)


@compiled
def rerolled(bout: Bout, unit: int, die: int) -> None:
    """A Character re-rolls a die of its roll."""
    _of_unit(bout, Event.REROLLED, unit, NO_UNIT, die, 0)


@compiled
def added_automatic(bout: Bout, unit: int, symbol: int) -> None:
    """A Character has added an automatic Symbol to its roll."""
    _of_unit(bout, Event.AUTOMATIC, unit, NO_UNIT, symbol, 1)


@compiled
def added_success(bout: Bout, unit: int, amount: int) -> None:
    """A Character has added S to its roll."""
    _of_unit(bout, Event.SUCCESS, unit, NO_UNIT, 0, amount)


@compiled
def nullified(bout: Bout, unit: int, amount: int, by: int) -> None:
    """A Character has lost B of its roll because of another."""
    _of_unit(bout, Event.NULLIFIED, unit, by, 0, amount)


@compiled
def removed_die(bout: Bout, unit: int, enemy: int, die: int) -> None:
    """The critical block of a Character has removed a die of its enemy."""
    _of_unit(bout, Event.REMOVED, unit, enemy, die, 0)


@compiled
def used_switch(bout: Bout, unit: int, switch: int) -> None:
    """A Character has used a Switch."""
    _of_unit(bout, Event.SWITCH, unit, NO_UNIT, switch, 0)


# --- Characters -------------------------------------------------------------------------------------------------------


@compiled
def damaged(bout: Bout, unit: int, amount: int, by: int) -> None:
    """A Character has suffered damage from another, or from none."""
    _of_unit(bout, Event.DAMAGE, unit, by, 0, amount)


@compiled
def healed(bout: Bout, unit: int, amount: int) -> None:
    """A Character has lost damage tokens."""
    _of_unit(bout, Event.HEALED, unit, NO_UNIT, 0, amount)


@compiled
def sent_to_infirmary(bout: Bout, unit: int, cell: int) -> None:
    """A Character has gone from a space to the Infirmary."""
    tell_unit(bout, Event.INFIRMARY, unit // TEAM, unit, cell, NOBODY, NO_UNIT, 0, 0)


@compiled
def took_frag(bout: Bout, seat: int, unit: int, cell: int) -> None:
    """A player has taken a Frag for a Character that fell on a space."""
    tell_unit(bout, Event.FRAG, seat, unit, cell, NOBODY, NO_UNIT, 0, 1)


@compiled
def benched(bout: Bout, unit: int) -> None:
    """A Character has gone from the Infirmary to the Bench."""
    _off_board(bout, Event.BENCHED, unit, 0)


@compiled
def state_imposed(bout: Bout, unit: int, state: int, by: int) -> None:
    """A Character has got a State from another, or from none."""
    _of_unit(bout, Event.IMPOSED, unit, by, state, 0)


@compiled
def state_cleared(bout: Bout, unit: int, state: int) -> None:
    """A Character has lost a State."""
    _of_unit(bout, Event.CLEARED, unit, NO_UNIT, state, 0)


@compiled
def state_turned(bout: Bout, unit: int, state: int) -> None:
    """A State of a Character has turned blue."""
    _of_unit(bout, Event.TURNED, unit, NO_UNIT, state, 0)


# --- Tactics ----------------------------------------------------------------------------------------------------------


@compiled
def drew(bout: Bout, seat: int) -> None:
    """A player has drawn a Tactic."""
    _of_seat(bout, Event.DREW, seat, 0, 1)


@compiled
def discarded(bout: Bout, seat: int, tactic: int) -> None:
    """A player has discarded a Tactic."""
    _of_seat(bout, Event.DISCARDED, seat, tactic, 0)


@compiled
def played(bout: Bout, seat: int, unit: int, tactic: int) -> None:
    """A player has played a Tactic, for a Character or for none."""
    cell = NO_CELL if unit == NO_UNIT else bout.table.characters[unit].cell
    tell_unit(bout, Event.PLAYED, seat, unit, cell, NOBODY, NO_UNIT, tactic, 0)


@compiled
def answered(bout: Bout, seat: int, unit: int, tactic: int) -> None:
    """A player has answered a Tactic of the other one by a Tactic."""
    tell_unit(bout, Event.PLAYED, seat, unit, NO_CELL, 1 - seat, NO_UNIT, tactic, 0)


@compiled
def tactic_canceled(bout: Bout, seat: int, unit: int, tactic: int) -> None:
    """A Tactic of a player, for a Character or for none, has no effect."""
    cell = NO_CELL if unit == NO_UNIT else bout.table.characters[unit].cell
    tell_unit(bout, Event.CANCELED, seat, unit, cell, NOBODY, NO_UNIT, tactic, 0)
