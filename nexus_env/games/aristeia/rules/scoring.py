"""The Objectives phase: Zones, Victory Points, the new Underdog and the end of the game.

Rulebook: (A-181, A-183, A-184 to A-188, A-189 to A-193, A-194, A-195, A-196 to A-199, A-200 to A-202).
"""

from nexus_env.games.aristeia.cards.verbs import Tie
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.asking import ask_character, ask_space, ask_zone
from nexus_env.games.aristeia.rules.bout import (
    CENTRAL,
    MOST_VP,
    NO_CELL,
    NO_UNIT,
    NO_ZONE,
    NOBODY,
    SEATS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Bout,
    Step,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.geometry import beside_zone, zone_of
from nexus_env.games.aristeia.rules.infirmary import recover
from nexus_env.games.aristeia.rules.movement import is_free, put_down, stands
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import cells
from nexus_env.machine.compiled import compiled

FOR_ZONE, FOR_FRAGS = 0, 1  # the reasons for gaining VP


# --- Zones ------------------------------------------------------------------------------------------------------------


@compiled
def inside(bout: Bout, seat: int, zone: int) -> int:
    """The number of a player's Characters on the seven spaces of a Zone. Rulebook: (A-028)."""
    found = 0
    for unit in range(TEAM * seat, TEAM * (seat + 1)):
        if stands(bout, unit):
            found += zone_of(int(bout.table.characters[unit].cell)) == zone
    return found


@compiled
def conquer(bout: Bout, unit: int) -> None:
    """A Character inside a Zone without an enemy conquers it at the end of its Activation.

    It puts a marker there, which stays until it is replaced.

    Rulebook: (A-197).
    """
    table, seat = bout.table, unit // TEAM
    zone = zone_of(int(table.characters[unit].cell))
    if bout.options.rules.conquest and zone != NO_ZONE and inside(bout, 1 - seat, zone) == 0:
        if table.holders[zone] != seat:
            table.holders[zone] = seat
            log.conquered(bout, unit=unit, zone=zone)


@compiled
def held(bout: Bout, seat: int) -> int:
    """The number of Zones that a player holds. Rulebook: (A-197, A-198)."""
    found = 0
    for zone in range(ZONES):
        found += bout.table.holders[zone] == seat
    return found


# --- the phase --------------------------------------------------------------------------------------------------------


@compiled
def objectives(bout: Bout) -> None:
    """Red counters, Victory Points, the end of the game, the new Underdog, in this order; the new Scoring Zone follows.

    Rulebook: (A-181, A-182, A-190, A-200, A-202).
    """
    table, options = bout.table, bout.options
    if options.rules.burns and table.scoring != NO_ZONE:
        if inside(bout, 0, int(table.scoring)) + inside(bout, 1, int(table.scoring)) > 0:
            burn(bout, int(table.scoring))
    score(bout)
    if (
        max(table.players[0].points, table.players[1].points) >= options.goal
        or table.round_number >= options.round_limit
    ):
        end(bout)
        return
    new_underdog(bout)
    go_to(bout, Step.NEW_ZONE)


@compiled
def burn(bout: Bout, zone: int) -> None:
    """Put red counters on a Zone: it can never be chosen again as a Deployment Zone.

    Rulebook: (A-189, A-190, A-191).
    """
    if not (bout.table.burnt >> zone) & 1:
        bout.table.burnt |= 1 << zone
        log.burnt(bout, zone=zone)


@compiled
def score(bout: Bout) -> None:
    """Score for more Characters inside the Scoring Zone, or more Zones held; in King of the Hill also for more Frags.

    Rulebook: (A-188, A-192, A-195, A-198, A-EX-37).
    """
    table, rules = bout.table, bout.options.rules
    if rules.conquest:
        mine, theirs = held(bout, 0), held(bout, 1)
    else:
        mine, theirs = inside(bout, 0, int(table.scoring)), inside(bout, 1, int(table.scoring))
    if mine == theirs:
        if mine > 0:
            gain(bout, 0, int(rules.same), FOR_ZONE)
            gain(bout, 1, int(rules.same), FOR_ZONE)
    else:
        lesser = min(mine, theirs)
        gain(bout, 0 if mine > theirs else 1, int(rules.alone) if lesser == 0 else int(rules.more), FOR_ZONE)
    taken, lost = table.players[0].taken, table.players[1].taken
    if taken != lost:
        gain(bout, 0 if taken > lost else 1, int(rules.frag), FOR_FRAGS)


@compiled
def gain(bout: Bout, seat: int, points: int, why: int) -> None:
    """Gain Victory Points; no other function gives them. Rulebook: (A-202)."""
    player = bout.table.players[seat]
    if points > 0:
        player.points = min(MOST_VP, int(player.points) + points)
        player.scored = min(MOST_VP, int(player.scored) + points)
        log.scored(bout, seat=seat, points=points, why=why)


@compiled
def new_underdog(bout: Bout) -> None:
    """The player with fewer VP is the new Underdog; with equal VP the other player. Rulebook: (A-182, A-EX-38)."""
    table = bout.table
    lead = int(table.players[0].points) - int(table.players[1].points)
    table.underdog = 1 - int(table.underdog) if lead == 0 else 1 if lead > 0 else 0
    log.became_underdog(bout, seat=int(table.underdog))


@compiled
def new_zone(bout: Bout) -> None:
    """If anybody scored, the Underdog chooses a Deployment Zone without Characters inside as the Scoring Zone.

    If all have some, it chooses any of them, and Places these Characters outside. The Central Zone and Zones with red
    counters cannot be chosen.

    Rulebook: (A-183, A-185, A-186, A-187, A-191, A-193, A-194).
    """
    table = bout.table
    if bout.options.rules.moves and table.players[0].scored + table.players[1].scored > 0:
        open_zones, empty = 0, 0
        # Ruling: only Deployment Zones, including one that was used before.
        for zone in range(CENTRAL + 1, ZONES):
            if not (table.burnt >> zone) & 1:
                open_zones |= 1 << zone
                empty |= int(inside(bout, 0, zone) + inside(bout, 1, zone) == 0) << zone
        offered = empty if empty != 0 else open_zones
        if offered != 0:
            choose_zone(bout, offered)
    go_to(bout, Step.RECOVERY)


@compiled
def choose_zone(bout: Bout, offered: int) -> None:
    """The Underdog chooses the Scoring Zone. Rulebook: (A-183, A-185, A-186)."""
    table, underdog = bout.table, int(bout.table.underdog)
    zone = ask_zone(bout, Reason.SCORING_ZONE, underdog, offered)
    left = 0
    for unit in range(UNITS):
        left |= int(stands(bout, unit) and zone_of(int(table.characters[unit].cell)) == zone) << unit
    while left != 0:
        unit = ask_character(bout, Reason.CLEAR_ZONE, underdog, NO_UNIT, left, may_pass=False)
        left &= ~(1 << unit)
        for cell in range(SPACES):
            if beside_zone(cell, zone) and is_free(bout, cell):
                cells.add(table.spaces, cell)
        cell = ask_space(bout, Reason.CLEAR_ZONE, underdog, unit, may_pass=False)
        if cell != NO_CELL:
            put_down(bout, unit, cell)
            log.placed(bout, unit=unit, chooser=underdog, by=NO_UNIT)
    table.scoring = zone
    log.chose_scoring_zone(bout, underdog=underdog, zone=zone)


# --- the end ----------------------------------------------------------------------------------------------------------


@compiled
def lead_of(bout: Bout, seat: int) -> int:
    """1 for more VP, or for equal VP and more Frags; -1 for fewer; 0 for a draw, unless a house rule decides it.

    That rule gives the Underdog the win.

    Rulebook: (A-201).
    """
    mine, theirs = bout.table.players[seat], bout.table.players[1 - seat]
    ahead = int(mine.points) - int(theirs.points)
    if ahead == 0:
        ahead = int(mine.frags) - int(theirs.frags)
    if ahead == 0 and bout.options.house.tie == Tie.UNDERDOG:
        ahead = 1 if bout.table.underdog == seat else -1
    return min(1, max(-1, ahead))


@compiled
def end(bout: Bout) -> None:
    """End the game: nobody is asked any more. Rulebook: (A-200, A-201)."""
    lead = lead_of(bout, 0)
    winner = NOBODY if lead == 0 else 0 if lead > 0 else 1
    bout.table.request.seat = NOBODY
    log.ended(bout, winner=winner)


@compiled
def recovery(bout: Bout) -> None:
    """Characters move from the Infirmary to the Bench; each player draws a Tactic, and one more for VP in this Round.

    Rulebook: (A-101, A-181, A-EX-39).
    """
    table = bout.table
    recover(bout)
    for seat in range(SEATS):
        table.players[seat].to_draw += 2 if table.players[seat].scored > 0 else 1
    go_to(bout, Step.ROUND)
