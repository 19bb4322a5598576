# The log. Generated from `events.toml` by `python -m nexus_env.kit.write_log`; do not edit.

from enum import IntEnum
from typing import Any

class Event(IntEnum):
    COMMAND = 0
    ROLL = 1
    ROUND = 2
    ZONE = 3
    UNDERDOG = 4
    DEPLOYED = 5
    REVEALED = 6
    ACTIVATED = 7
    IDLE = 8
    STEPPED = 9
    DISPLACED = 10
    PLACED = 11
    DECLARED = 12
    DISENGAGE = 13
    ESCAPED = 14
    AUTOMATIC = 15
    SWITCH = 16
    REMOVED = 17
    REROLLED = 18
    DAMAGE = 19
    HEALED = 20
    INFIRMARY = 21
    FRAG = 22
    IMPOSED = 23
    CLEARED = 24
    TURNED = 25
    PLAYED = 26
    CANCELED = 27
    DREW = 28
    DISCARDED = 29
    GAINED = 30
    POINTS = 31
    CONQUERED = 32
    BURNT = 33
    BENCHED = 34
    ENDED = 35
    END = 36
    TEAM = 37
    RESHUFFLED = 38
    PASSED = 39
    SUCCESS = 40
    NULLIFIED = 41
    FIRST = 42

def commanded(bout: Any, unit: int, command: int) -> None:
    """The player of the Active Character has given a command."""

def rolled(bout: Any, unit: int, color: int, face: int) -> None:
    """A Character has rolled one die."""

def began_round(bout: Any, number: int) -> None:
    """A Round begins."""

def chose_scoring_zone(bout: Any, underdog: int, zone: int) -> None:
    """The Underdog has chosen the Scoring Zone."""

def became_underdog(bout: Any, seat: int) -> None:
    """A player is the Underdog."""

def deployed(bout: Any, unit: int) -> None:
    """A Character has been deployed."""

def revealed(bout: Any, unit: int, turn: int, initiative: int) -> None:
    """A Character has been revealed in a Turn."""

def activated(bout: Any, unit: int, energy: int) -> None:
    """A Character has been activated, with so many AP."""

def idled(bout: Any, unit: int) -> None:
    """A Character does not activate."""

def stepped(bout: Any, unit: int) -> None:
    """A Character has moved by 1 MP."""

def displaced(bout: Any, unit: int, chooser: int, by: int) -> None:
    """A Character has been Displaced by another; the player `chooser` chose the space."""

def placed(bout: Any, unit: int, chooser: int, by: int) -> None:
    """A Character has been Placed by another, or by none; the player `chooser` chose the space."""

def declared(bout: Any, unit: int, action: int, target: int, cell: int) -> None:
    """A Character has declared an Action at a target, or at none, on a space."""

def disengaged(bout: Any, unit: int, enemy: int) -> None:
    """A Character Disengages from an enemy that rolls."""

def disengaged_freely(bout: Any, unit: int) -> None:
    """A Character Disengages without a roll."""

def escaped(bout: Any, unit: int, success: int) -> None:
    """How a Disengage has gone."""

def added_automatic(bout: Any, unit: int, symbol: int) -> None:
    """A Character has added an automatic Symbol to its roll."""

def used_switch(bout: Any, unit: int, switch: int) -> None:
    """A Character has used a Switch."""

def removed_die(bout: Any, unit: int, enemy: int, die: int) -> None:
    """The critical block of a Character has removed a die of its enemy."""

def rerolled(bout: Any, unit: int, die: int) -> None:
    """A Character re-rolls a die of its roll."""

def damaged(bout: Any, unit: int, amount: int, by: int) -> None:
    """A Character has suffered damage from another, or from none."""

def healed(bout: Any, unit: int, amount: int) -> None:
    """A Character has lost damage tokens."""

def sent_to_infirmary(bout: Any, unit: int, cell: int) -> None:
    """A Character has gone from a space to the Infirmary."""

def took_frag(bout: Any, seat: int, unit: int, cell: int) -> None:
    """A player has taken a Frag for a Character that fell on a space."""

def state_imposed(bout: Any, unit: int, state: int, by: int) -> None:
    """A Character has got a State from another, or from none."""

def state_cleared(bout: Any, unit: int, state: int) -> None:
    """A Character has lost a State."""

def state_turned(bout: Any, unit: int, state: int) -> None:
    """A State of a Character has turned blue."""

def played(bout: Any, seat: int, unit: int, tactic: int) -> None:
    """A player has played a Tactic, for a Character or for none."""

def answered(bout: Any, seat: int, unit: int, tactic: int) -> None:
    """A player has answered a Tactic of the other one by a Tactic."""

def action_canceled(bout: Any, unit: int) -> None:
    """The Action of a Character has no effect."""

def tactic_canceled(bout: Any, seat: int, unit: int, tactic: int) -> None:
    """A Tactic of a player, for a Character or for none, has no effect."""

def drew(bout: Any, seat: int) -> None:
    """A player has drawn a Tactic."""

def discarded(bout: Any, seat: int, tactic: int) -> None:
    """A player has discarded a Tactic."""

def gained_movement(bout: Any, unit: int, points: int) -> None:
    """A Character has gained MP."""

def scored(bout: Any, seat: int, points: int, why: int) -> None:
    """A player has gained Victory Points, for a Zone or for Frags."""

def conquered(bout: Any, unit: int, zone: int) -> None:
    """A Character has conquered a Zone."""

def burnt(bout: Any, zone: int) -> None:
    """A Zone has got red counters."""

def benched(bout: Any, unit: int) -> None:
    """A Character has gone from the Infirmary to the Bench."""

def ended_activation(bout: Any, unit: int) -> None:
    """The Activation of a Character is over."""

def ended(bout: Any, winner: int) -> None:
    """The game is over; a draw has no winner."""

def joined_team(bout: Any, unit: int, card: int) -> None:
    """A Character of the stock has become a member of a team."""

def reshuffled(bout: Any, seat: int) -> None:
    """A player has made a new draw pile."""

def passed(bout: Any, unit: int) -> None:
    """A Character has refused the step after a won Disengage."""

def added_success(bout: Any, unit: int, amount: int) -> None:
    """A Character has added S to its roll."""

def nullified(bout: Any, unit: int, amount: int, by: int) -> None:
    """A Character has lost B of its roll because of another."""

def activates_first(bout: Any, unit: int, chooser: int) -> None:
    """A player has chosen which of the two revealed Characters goes first."""
