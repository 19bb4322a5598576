"""Actions: their users, their targets, and the price of their declaration.

Rulebook: (A-036, A-088, A-090 to A-092, A-109).
"""

from typing import Any

from nexus_env.games.aristeia.cards.records import ActionCard
from nexus_env.games.aristeia.cards.verbs import Kind, State, Targets
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.asking import ask_character, ask_space
from nexus_env.games.aristeia.rules.bout import (
    CONTENDER,
    MOST_FREE,
    NO_UNIT,
    SPACES,
    TEAM,
    UNITS,
    Bout,
    Contest,
    Step,
)
from nexus_env.games.aristeia.rules.dice import card_of
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.movement import has_free_neighbor, stands
from nexus_env.games.aristeia.rules.sight import can_target
from nexus_env.games.aristeia.rules.states import has_state
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import cells, hexes
from nexus_env.machine.compiled import compiled

# --- targets ----------------------------------------------------------------------------------------------------------


@compiled
def may_target(bout: Bout, unit: int, card: ActionCard, other: int) -> bool:
    """A Character may be the target of an Action: an enemy for attacks, in Range, and seen if that is needed.

    A Taunted attacker may target only the Character that imposed it.

    Rulebook: (A-029, A-030, A-088, A-091, A-096, A-109, A-110, A-165).
    """
    attack = card.kind == Kind.ATTACK
    if attack and has_state(bout, unit, State.TAUNTED):
        taunter = int(bout.table.characters[unit].taunter)
        forced = bout.options.bearers[State.TAUNTED].only != 0 or reaches(bout, unit, card, taunter)
        if taunter != other and forced:
            return False
    return reaches(bout, unit, card, other)


@compiled
def reaches(bout: Bout, unit: int, card: ActionCard, other: int) -> bool:
    """Like `may_target`, without regard to Taunted. Rulebook: (A-029, A-030, A-088, A-091, A-096, A-165)."""
    if (card.kind == Kind.ATTACK or card.targets == Targets.ENEMIES) and unit // TEAM == other // TEAM:
        return False
    return can_target(bout, unit, other, int(card.least), int(card.most), card.sight != 0)


@compiled
def targets_of(bout: Bout, unit: int, action: int, but: int) -> int:
    """The Characters that may be the target of an Action, one bit each, except one to leave out.

    Rulebook: (A-088, A-091, A-109, A-156).
    """
    card, found = card_of(bout, unit, action), 0
    for other in range(UNITS):
        if other != but and stands(bout, other) and may_target(bout, unit, card, other):
            found |= 1 << other
    return found


@compiled
def has_target(bout: Bout, unit: int, card: ActionCard) -> bool:
    """Whether any Character may be the target of an Action. Rulebook: (A-088, A-091)."""
    for other in range(UNITS):
        if stands(bout, other) and may_target(bout, unit, card, other):
            return True
    return False


@compiled
def may_land_beside(bout: Bout, cell: int) -> bool:
    """The space has an obstacle or a Character, and there is a Free space beside it. Rulebook: (A-091, A-149)."""
    holds = cells.has(bout.options.obstacles, cell) or cells.has(bout.table.occupied, cell)
    return holds and has_free_neighbor(bout, cell)


@compiled
def places_of(bout: Bout, unit: int, card: ActionCard, out: Any) -> int:
    """Add the spaces that an Action like Freerun may be aimed at to a set; returns their number.

    They have obstacles or Characters.

    Rulebook: (A-029, A-091, A-149).
    """
    here, found = int(bout.table.characters[unit].cell), 0
    for radius in range(max(1, int(card.least)), int(card.most) + 1):
        for nth in range(hexes.DIRECTIONS * radius):
            cell = hexes.ring_cell(here, radius, nth, SPACES)
            if cell != hexes.OFF and may_land_beside(bout, cell):
                cells.add(out, cell)
                found += 1
    return found


@compiled
def has_place(bout: Bout, unit: int, card: ActionCard) -> bool:
    """Whether there is a space that such an Action may be aimed at. Rulebook: (A-149)."""
    here = int(bout.table.characters[unit].cell)
    for radius in range(max(1, int(card.least)), int(card.most) + 1):
        for nth in range(hexes.DIRECTIONS * radius):
            cell = hexes.ring_cell(here, radius, nth, SPACES)
            if cell != hexes.OFF and may_land_beside(bout, cell):
                return True
    return False


# --- users ------------------------------------------------------------------------------------------------------------


@compiled
def may_act(bout: Bout, unit: int, action: int) -> bool:
    """An Action may be declared: the Character has it, can pay its AP and MP, and there is a legal target.

    Rulebook: (A-072, A-088, A-149, A-177, A-EX-30).
    """
    table = bout.table
    if action == CONTENDER and not bout.options.contender:
        return False
    card = card_of(bout, unit, action)
    if card.kind == Kind.NONE or not stands(bout, unit):
        return False
    if table.energy < card.energy or table.movement < card.movement or (is_for_nothing(card) and spent(bout)):
        return False
    if card.targets == Targets.NEIGHBOR:
        return has_place(bout, unit, card)
    return has_target(bout, unit, card)


@compiled
def is_for_nothing(card: ActionCard) -> bool:
    """The Action costs neither AP nor MP."""
    return card.energy == 0 and card.movement == 0


@compiled
def spent(bout: Bout) -> bool:
    """No more free Actions in this Activation: a house limit, so that it ends."""
    return bout.table.free >= MOST_FREE


# --- the declaration --------------------------------------------------------------------------------------------------


@compiled
def act(bout: Bout, unit: int, action: int) -> None:
    """Choose the target, pay, and declare; AP are spent even if the roll fails. Rulebook: (A-036, A-088, A-090)."""
    table, card, seat = bout.table, card_of(bout, unit, action), unit // TEAM
    if card.targets == Targets.NEIGHBOR:
        places_of(bout, unit, card, table.spaces)
        cell = ask_space(bout, Reason.TARGET, seat, unit, may_pass=False)
        target = unit_at(bout, cell)
    else:
        targets = targets_of(bout, unit, action, NO_UNIT)
        target = ask_character(bout, Reason.TARGET, seat, unit, targets, may_pass=False)
        cell = int(table.characters[target].cell)
    table.energy -= int(card.energy)
    table.movement -= int(card.movement)
    table.free += int(is_for_nothing(card))
    declare(bout, unit, action, target, cell)


@compiled
def unit_at(bout: Bout, cell: int) -> int:
    """The Character on a space, or NO_UNIT."""
    for unit in range(UNITS):
        if bout.table.characters[unit].cell == cell:
            return unit
    return NO_UNIT


@compiled
def declare(bout: Bout, unit: int, action: int, target: int, cell: int) -> None:
    """Record the Action, its target, and whether the two are adjacent; an attack is a Face to Face Roll.

    Rulebook: (A-036, A-050, A-060, A-090, A-092).
    """
    table, fight = bout.table, bout.table.roll
    fight.contest, fight.action, fight.unit = Contest.ACTION, action, unit
    fight.target, fight.cell = target, cell
    fight.both = int(card_of(bout, unit, action).kind == Kind.ATTACK)
    fight.beside = int(hexes.distance(int(table.characters[unit].cell), cell) == 1)
    fight.side[0].unit = unit
    fight.side[1].unit = target if fight.both else NO_UNIT
    log.declared(bout, unit=unit, action=action, target=target, cell=cell)
    go_to(bout, Step.REACTIONS)
