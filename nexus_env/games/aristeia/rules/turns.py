"""The Turns phase: reveal Characters, decide who goes first, and the steps of an Activation.

Rulebook: (A-004, A-065, A-066, A-068, A-072).
"""

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.cards.verbs import Bench, Crowded
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.asking import ask_first, ask_space
from nexus_env.games.aristeia.rules.bout import (
    CENTRAL,
    NO_CELL,
    NO_UNIT,
    NOBODY,
    SEATS,
    SPACES,
    TEAM,
    ZONES,
    Bout,
    Question,
    Step,
    Where,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.geometry import zone_of
from nexus_env.games.aristeia.rules.infirmary import turn_tokens
from nexus_env.games.aristeia.rules.movement import is_free, put_down, stands
from nexus_env.games.aristeia.rules.scoring import conquer
from nexus_env.games.aristeia.rules.states import energy_of, initiative_of
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import cells
from nexus_env.machine.compiled import compiled


@compiled
def revealed(bout: Bout, seat: int) -> int:
    """The Character that a player has revealed in this Turn."""
    table = bout.table
    return TEAM * seat + int(table.players[seat].order[int(table.turn) - 1])


@compiled
def begin_turn(bout: Bout) -> None:
    """Both players reveal their next slot, and the higher Initiative decides who goes first; the phase has four Turns.

    Rulebook: (A-018, A-065, A-066, A-125).
    """
    table = bout.table
    if table.turn == TEAM:
        go_to(bout, Step.OBJECTIVES)
        return
    table.turn += 1
    table.activated = 0
    for seat in range(SEATS):
        unit = revealed(bout, seat)
        log.revealed(bout, unit=unit, turn=int(table.turn), initiative=initiative_of(bout, unit))
    table.first = ask_who(bout)
    go_to(bout, Step.ACTIVATION)


@compiled
def ask_who(bout: Bout) -> int:
    """The seat that activates first, as the player of the higher Initiative chooses, or the Underdog if they are equal.

    A player who sticks to the plan chooses instead.

    Rulebook: (A-018, A-066, A-067, A-125, A-EX-03, A-EX-09, A-EX-18, A-EX-26).
    """
    table = bout.table
    lead = initiative_of(bout, revealed(bout, 0)) - initiative_of(bout, revealed(bout, 1))
    chooser = int(table.underdog) if lead == 0 else 0 if lead > 0 else 1
    planned = tactics.stick(bout)
    if planned != NOBODY:
        chooser = planned
    # Ruling: a revealed Character in the Infirmary counts for the comparison. If nobody else can activate,
    # there is no choice.
    for seat in range(SEATS):
        if table.characters[revealed(bout, seat)].where == Where.INFIRMARY:
            return 1 - seat
    first = ask_first(bout, Reason.ACTIVATE, chooser)
    log.activates_first(bout, unit=revealed(bout, first), chooser=chooser)
    return first


@compiled
def begin_activation(bout: Bout) -> None:
    """The Preparation Step: AP equal to the Energy, and return from the Bench.

    A Character in the Infirmary does not activate, nor does one without a space to return to. After both Activations
    the Turn ends.

    Rulebook: (A-067, A-068, A-069, A-070, A-071, A-074, A-EX-40).
    """
    table = bout.table
    if table.activated == SEATS:
        go_to(bout, Step.TURN)
        return
    seat = int(table.first) if table.activated == 0 else 1 - int(table.first)
    unit = revealed(bout, seat)
    one = table.characters[unit]
    table.activated += 1
    table.energy, table.movement, table.free, table.slippery = 0, 0, 0, 0
    if one.where == Where.BENCH:
        come_back(bout, seat, unit)
    if one.where != Where.BOARD:
        log.idled(bout, unit=unit)
        go_to(bout, Step.ACTIVATION)
        return
    table.active = unit
    table.energy = energy_of(bout, unit)
    log.activated(bout, unit=unit, energy=int(table.energy))
    go_to(bout, Step.ACTING)


@compiled
def may_come_back(bout: Bout, seat: int, zone: int) -> bool:
    """Whether a Character may return from the Bench to a Zone.

    Rulebook: (A-071, A-189, A-194, A-199).
    """
    # Ruling: enemies inside the Zone do not prevent it.
    table, way = bout.table, bout.options.rules.bench
    if zone == CENTRAL:
        return False
    if way == Bench.NOT_SCORING:
        return zone != table.scoring
    if way == Bench.OWN_OR_HELD:
        return zone == table.players[seat].zone or table.holders[zone] == seat
    return True


@compiled
def come_back(bout: Bout, seat: int, unit: int) -> None:
    """Place a Character from the Bench on a Free space inside a Deployment Zone.

    Without such a space it stays on the Bench, or takes any Free space of the board, by a house rule.

    Rulebook: (A-069, A-071).
    """
    table = bout.table
    for cell in range(SPACES):
        zone = zone_of(cell)
        if 0 <= zone < ZONES and may_come_back(bout, seat, zone) and is_free(bout, cell):
            cells.add(table.spaces, cell)
    if cells.count(table.spaces) == 0 and bout.options.house.crowded == Crowded.ANYWHERE:
        for cell in range(SPACES):
            if is_free(bout, cell):
                cells.add(table.spaces, cell)
    cell = ask_space(bout, Reason.RETURN, seat, unit, may_pass=False)
    if cell != NO_CELL:
        put_down(bout, unit, cell)
        log.placed(bout, unit=unit, chooser=seat, by=unit)


@compiled
def act_on(bout: Bout) -> None:
    """The Actions Step: ask the player for the next Action of the Active Character.

    If the Character was sent to the Infirmary, the Activation is over, without a States Step.

    Rulebook: (A-072, A-075).
    """
    table = bout.table
    if not stands(bout, int(table.active)):
        end_activation(bout)
        return
    table.request.seat = int(table.active) // TEAM
    table.request.question = Question.COMMAND
    table.request.unit, table.request.cell = table.active, table.characters[table.active].cell


@compiled
def states_step(bout: Bout) -> None:
    """Remove AP, MP and blue tokens, turn red ones blue; then the Character conquers the Zone that it holds.

    Rulebook: (A-073, A-074, A-108, A-197, A-EX-36).
    """
    table, unit = bout.table, int(bout.table.active)
    table.energy, table.movement = 0, 0
    turn_tokens(bout, unit)
    if stands(bout, unit):
        conquer(bout, unit)
    end_activation(bout)


@compiled
def end_activation(bout: Bout) -> None:
    """End the Activation; AP and MP do not carry over. Rulebook: (A-074, A-075)."""
    table, unit = bout.table, int(bout.table.active)
    log.ended_activation(bout, unit=unit)
    table.active = NO_UNIT
    table.energy, table.movement, table.free, table.slippery = 0, 0, 0, 0
    table.request.unit, table.request.cell = NO_UNIT, NO_CELL
    go_to(bout, Step.ACTIVATION)
