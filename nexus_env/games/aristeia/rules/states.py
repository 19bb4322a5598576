"""State tokens: their two sides, their effects, and how they come and go.

The stock has the effects of the sides (`StateCard`) and the prohibitions for the bearer (`BearerCard`); `attacks` has
the targets of a Taunted Character. The States Step is in `infirmary`, since Poisoned may send a Character there.

Rulebook: (A-103 to A-113).
"""

from nexus_env.games.aristeia.cards.records import MOST_RANGE, STATES
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.bout import MOST_POINTS, NO_UNIT, UNITS, Bout, Character
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import filled_by

RED, BLUE = 0, 1  # the sides in a `StateCard`
tokens = filled_by(STATES)  # the States with any tokens, one bit each


@compiled
def has_state(bout: Bout, unit: int, state: int) -> bool:
    """A Character has a token of a State, whichever side is up. Rulebook: (A-113)."""
    # Ruling: a blue side counts if a rule asks whether a Character has the State.
    one = bout.table.characters[unit]
    return one.red[state] + one.blue[state] > 0


@compiled
def bears_tokens(one: Character) -> bool:
    """A Character has any token at all. Most have none, so this check comes before that of each State."""
    return bool(tokens(one.red, 0) | tokens(one.blue, 0))


@compiled
def energy_of(bout: Bout, unit: int) -> int:
    """The current Energy: the printed one, changed by tokens, and at least 0. Rulebook: (A-069, A-105)."""
    one = bout.table.characters[unit]
    total = int(bout.options.characters[one.card].energy)
    if bears_tokens(one):
        for state in range(STATES):
            card = bout.options.states[state]
            total += int(card.energy[RED]) * int(one.red[state]) + int(card.energy[BLUE]) * int(one.blue[state])
    return max(0, total)


@compiled
def speed_of(bout: Bout, unit: int) -> int:
    """The current Speed: the printed one, changed by tokens, and at least 0. Rulebook: (A-076, A-106)."""
    one = bout.table.characters[unit]
    total = int(bout.options.characters[one.card].speed)
    if bears_tokens(one):
        for state in range(STATES):
            card = bout.options.states[state]
            total += int(card.speed[RED]) * int(one.red[state]) + int(card.speed[BLUE]) * int(one.blue[state])
    return max(0, total)


@compiled
def initiative_of(bout: Bout, unit: int) -> int:
    """The current Initiative: the printed one, changed by tokens, and at least 0. Rulebook: (A-065, A-107)."""
    one = bout.table.characters[unit]
    total = int(bout.options.characters[one.card].initiative)
    if bears_tokens(one):
        for state in range(STATES):
            card = bout.options.states[state]
            total += int(card.initiative[RED]) * int(one.red[state]) + int(card.initiative[BLUE]) * int(one.blue[state])
    return max(0, total)


@compiled
def is_still(bout: Bout, unit: int) -> bool:
    """A State such as Immobilized forbids the Character to spend MP to move and to use Move.

    Rulebook: (A-111, A-113).
    """
    if not bears_tokens(bout.table.characters[unit]):
        return False
    found = False
    for state in range(STATES):
        found = found or (bout.options.bearers[state].still != 0 and has_state(bout, unit, state))
    return found


@compiled
def farthest_seen(bout: Bout, unit: int) -> int:
    """The greatest distance that a Character can see with its States, such as Dazzled, in spaces.

    Rulebook: (A-110, A-113).
    """
    found = MOST_RANGE
    for state in range(STATES):
        most = int(bout.options.bearers[state].sees)
        if most != 0 and has_state(bout, unit, state):
            found = min(found, most)
    return found


@compiled
def impose(bout: Bout, unit: int, state: int, by: int) -> None:
    """Add a token with its red side up.

    It replaces a token of the same State, whichever side that shows; tokens that stack are all kept.

    Rulebook: (A-103, A-104, A-EX-35).
    """
    one = bout.table.characters[unit]
    if bout.options.states[state].stacks:
        one.red[state] = min(MOST_POINTS, int(one.red[state]) + 1)
    else:
        one.red[state], one.blue[state] = 1, 0
    if state == State.TAUNTED:
        one.taunter = by
    log.state_imposed(bout, unit=unit, state=state, by=by)


@compiled
def remove_state(bout: Bout, unit: int, state: int) -> None:
    """Remove all tokens of a State from a Character."""
    one = bout.table.characters[unit]
    if not has_state(bout, unit, state):
        return
    one.red[state], one.blue[state] = 0, 0
    if state == State.TAUNTED:
        one.taunter = NO_UNIT
    log.state_cleared(bout, unit=unit, state=state)


@compiled
def clear_states(bout: Bout, unit: int) -> None:
    """Remove all State tokens from a Character. Rulebook: (A-097, A-175)."""
    for state in range(STATES):
        remove_state(bout, unit, state)


@compiled
def release(bout: Bout, unit: int) -> None:
    """A Character leaves the board, so those that it has Taunted no longer are. Rulebook: (A-109)."""
    for other in range(UNITS):
        if bout.table.characters[other].taunter == unit:
            remove_state(bout, other, State.TAUNTED)
