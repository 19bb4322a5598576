"""The value of spaces, blows and other Actions to a player with some temper."""

from typing import Any

import numpy as np

from nexus_env.agents.aristeia.ground import Ground
from nexus_env.agents.aristeia.odds import (
    BACK,
    DEALT,
    DETAIL,
    ENERGY,
    IS_ATTACK,
    LEAST,
    MOST,
    MOST_DAMAGE,
    VERB,
    WHO,
    WORKS,
)
from nexus_env.agents.aristeia.sight import card_of, is_mine, of
from nexus_env.agents.aristeia.temper import PlayerTemper
from nexus_env.games.aristeia.cards.records import PRINTED_ACTIONS, STATES
from nexus_env.games.aristeia.cards.verbs import Verb, Who
from nexus_env.games.aristeia.learning.layout import CharacterSeen, Seen
from nexus_env.games.aristeia.learning.ways import MOST_AWAY
from nexus_env.games.aristeia.rules.bout import NO_CELL, SPACES, TEAM, UNITS
from nexus_env.kit import hexes
from nexus_env.machine.compiled import compiled

UNSEEN = 0.6  # the value of a blow from another space relative to a legal one: it may lack Line of Sight
LITTLE = 0.1


@compiled
def worth_of_rest(temper: PlayerTemper, seen: Any, ground: Ground, cell: int) -> float:
    """The value of an own Character's space at the end of its Activation."""
    worth = temper.zone if ground.away[cell] == 0 else -temper.walk * ground.away[cell]
    worth += temper.pin * ground.beside[cell]
    nearest = MOST_AWAY
    for enemy in range(TEAM, UNITS):
        there = ground.cells[enemy]
        if there != NO_CELL:
            nearest = min(nearest, hexes.distance(cell, there) + of(seen, enemy, CharacterSeen.HEALTH))
    return float(worth - temper.hunt * nearest)


@compiled
def worth_of_blow(temper: PlayerTemper, seen: Any, ground: Ground, place: int, action: int, enemy: int) -> float:
    """The value of an attack on an enemy, wherever the two are."""
    mine, theirs = card_of(seen, place), card_of(seen, enemy)
    health, own = of(seen, enemy, CharacterSeen.HEALTH), of(seen, place, CharacterSeen.HEALTH)
    there = ground.cells[enemy]
    worth = 0.0
    for damage in range(1, min(MOST_DAMAGE, max(health, own)) + 1):
        if damage <= health:
            worth += temper.hurt * DEALT[mine, action, theirs, damage]
        if damage <= own:
            worth -= temper.own_hurt * BACK[mine, action, theirs, damage]
    prize = temper.frag + (temper.holder if there != NO_CELL and ground.away[there] == 0 else 0)
    worth += prize * DEALT[mine, action, theirs, min(MOST_DAMAGE, max(0, health))]
    worth -= temper.own_frag * BACK[mine, action, theirs, min(MOST_DAMAGE, max(0, own))]
    return float(worth)


@compiled
def look_at_blows(temper: PlayerTemper, seen: Any, ground: Ground, place: int) -> Any:
    """[Action, enemy] -> the value of a Character's attacks, wherever it is."""
    blows, card = np.zeros((PRINTED_ACTIONS, TEAM)), card_of(seen, place)
    for action in range(PRINTED_ACTIONS):
        for enemy in range(TEAM, UNITS):
            if IS_ATTACK[card, action] and ground.cells[enemy] != NO_CELL:
                blows[action, enemy - TEAM] = worth_of_blow(temper, seen, ground, place, action, enemy)
    return blows


@compiled
def worth_of_blows(ground: Ground, card: int, blows: Any, cell: int, energy: int) -> float:
    """The value of the attacks that a Character can pay for on another space."""
    most = 0.0
    for action in range(PRINTED_ACTIONS):
        if not IS_ATTACK[card, action] or ENERGY[card, action] > energy:
            continue
        times = energy // max(1, ENERGY[card, action])
        for enemy in range(TEAM):
            if blows[action, enemy] > 0:
                apart = hexes.distance(cell, ground.cells[TEAM + enemy])
                if LEAST[card, action] <= apart <= MOST[card, action]:
                    most = max(most, times * (1.0 if apart == 1 else UNSEEN) * blows[action, enemy])
    return float(most)


@compiled
def may_leave(seen: Any, ground: Ground, cell: int) -> bool:
    """A Free space adjacent to this one is outside the target Zone."""
    for direction in range(hexes.DIRECTIONS):
        near = hexes.neighbor(cell, direction, SPACES)
        if near != hexes.OFF and seen[Seen.GROUND + near] == 0 and ground.away[near] > 0:
            return True
    return False


@compiled
def worth_of_shove(temper: PlayerTemper, seen: Any, ground: Ground, target: int) -> float:
    """The value of moving a Character by one space: an enemy out of the Zone, an ally into it."""
    cell = ground.cells[target]
    if cell == NO_CELL:
        return 0.0
    if is_mine(target):
        return temper.shove if ground.away[cell] == 1 else LITTLE if ground.away[cell] > 1 else -LITTLE
    if ground.away[cell] == 0:
        return temper.shove if may_leave(seen, ground, cell) else 0.0
    return float(LITTLE * (ground.away[cell] == 1))


@compiled
def worth_of_effect(
    temper: PlayerTemper, seen: Any, ground: Ground, place: int, verb: int, detail: int, target: int
) -> float:
    """The value of an effect on a Character, by an Action or a Switch of an own one."""
    mine, cell = is_mine(target), ground.cells[target]
    if verb == Verb.DISPLACE:
        return worth_of_shove(temper, seen, ground, target)
    if verb == Verb.PLACE_BESIDE:
        here = ground.cells[place]
        gain = min(int(ground.away[cell]), 3) - min(int(ground.away[here]), 3)
        return float(temper.shove * (gain if mine else -gain) / 3 - LITTLE)
    if verb == Verb.IMPOSE:
        had = of(seen, target, CharacterSeen.RED + detail) > 0
        return 0.0 if had else -temper.hex if mine else temper.hex
    if verb == Verb.HEAL:
        return temper.heal * min(1, of(seen, target, CharacterSeen.DAMAGE)) * (1 if mine else -1)
    if verb == Verb.DAMAGE:
        return temper.hurt + (temper.frag if of(seen, target, CharacterSeen.HEALTH) == 1 else 0)
    if verb == Verb.CLEAR_STATES:
        tokens = 0
        for state in range(STATES):
            tokens += of(seen, target, CharacterSeen.RED + state) + of(seen, target, CharacterSeen.BLUE + state)
        return 2 * LITTLE * tokens * (1 if mine else -1)
    return 0.0


@compiled
def worth_of_act(temper: PlayerTemper, seen: Any, ground: Ground, place: int, action: int, target: int) -> float:
    """The value of an Action against a target, if it is legal."""
    card = card_of(seen, place)
    if IS_ATTACK[card, action]:
        return 0.0 if is_mine(target) else worth_of_blow(temper, seen, ground, place, action, target)
    if WHO[card, action] == Who.SELF:
        return 0.0
    worth = worth_of_effect(temper, seen, ground, place, VERB[card, action], DETAIL[card, action], target)
    return float(WORKS[card, action] * worth)


@compiled
def best_target(temper: PlayerTemper, seen: Any, ground: Ground, place: int, action: int) -> float:
    """The value of an Action against the best target in its range, which might not be visible."""
    card, here, most = card_of(seen, place), ground.cells[place], -1.0
    for target in range(UNITS):
        there = ground.cells[target]
        if there == NO_CELL or (IS_ATTACK[card, action] and is_mine(target)):
            continue
        if LEAST[card, action] <= hexes.distance(here, there) <= MOST[card, action]:
            most = max(most, worth_of_act(temper, seen, ground, place, action, target))
    return most
