"""What spaces, blows and other Actions are worth to a player of some temper."""

from typing import Any

from agents.aristeia.ground import count_beside
from agents.aristeia.odds import (
    ACTS,
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
from agents.aristeia.sight import card_of, cell_of, is_mine, of
from agents.aristeia.temper import Temper
from nexus_env.games.aristeia.cards.records import STATES
from nexus_env.games.aristeia.cards.verbs import Verb, Who
from nexus_env.games.aristeia.learning.observation import BLUE, DAMAGE, FAR, GROUND, HEALTH, RED
from nexus_env.games.aristeia.rules.bout import NO_CELL, SPACES, TEAM, UNITS
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop import hexes

UNSEEN = 0.6  # what a blow from another space is worth beside one that is legal now: it may lack Line of Sight
LITTLE = 0.1


@compiled
def worth_of_rest(temper: Temper, seen: Any, away: Any, place: int, cell: int) -> float:
    """What it is worth that an own Character stands on a space when its Activation is over."""
    worth = temper.zone if away[cell] == 0 else -temper.walk * away[cell]
    worth -= temper.caution * count_beside(seen, cell) * (2 if of(seen, place, HEALTH) <= 2 else 1)
    nearest = FAR
    for enemy in range(TEAM, UNITS):
        there = cell_of(seen, enemy)
        if there != NO_CELL:
            nearest = min(nearest, hexes.distance(cell, there) + of(seen, enemy, HEALTH))
    return float(worth - temper.hunt * nearest)


@compiled
def worth_of_blow(temper: Temper, seen: Any, away: Any, place: int, action: int, enemy: int) -> float:
    """What an attack on an enemy promises, wherever the two stand."""
    mine, theirs = card_of(seen, place), card_of(seen, enemy)
    health, own = of(seen, enemy, HEALTH), of(seen, place, HEALTH)
    there = cell_of(seen, enemy)
    worth = 0.0
    for damage in range(1, min(MOST_DAMAGE, max(health, own)) + 1):
        if damage <= health:
            worth += temper.hurt * DEALT[mine, action, theirs, damage]
        if damage <= own:
            worth -= temper.own_hurt * BACK[mine, action, theirs, damage]
    prize = temper.frag + (temper.holder if there != NO_CELL and away[there] == 0 else 0)
    worth += prize * DEALT[mine, action, theirs, min(MOST_DAMAGE, max(0, health))]
    worth -= temper.own_frag * BACK[mine, action, theirs, min(MOST_DAMAGE, max(0, own))]
    return float(worth)


@compiled
def worth_of_blows(temper: Temper, seen: Any, away: Any, place: int, cell: int, energy: int) -> float:
    """What the attacks promise for which a Character has the AP on another space."""
    card, most = card_of(seen, place), 0.0
    if energy < 2:
        return most
    for action in range(ACTS - 1):
        if not IS_ATTACK[card, action] or ENERGY[card, action] > energy:
            continue
        times = energy // max(1, ENERGY[card, action])
        for enemy in range(TEAM, UNITS):
            there = cell_of(seen, enemy)
            if there == NO_CELL:
                continue
            apart = hexes.distance(cell, there)
            if LEAST[card, action] <= apart <= MOST[card, action]:
                sure = 1.0 if apart == 1 else UNSEEN
                most = max(most, times * sure * worth_of_blow(temper, seen, away, place, action, enemy))
    return most


@compiled
def may_leave(seen: Any, away: Any, cell: int) -> bool:
    """A Free space beside this one lies outside the Zone that is to be reached."""
    for direction in range(hexes.DIRECTIONS):
        near = hexes.neighbor(cell, direction, SPACES)
        if near != hexes.OFF and seen[GROUND + near] == 0 and away[near] > 0:
            return True
    return False


@compiled
def worth_of_shove(temper: Temper, seen: Any, away: Any, target: int) -> float:
    """What it is worth to move a Character by one space: an enemy out of the Zone, an ally into it."""
    cell = cell_of(seen, target)
    if cell == NO_CELL:
        return 0.0
    if is_mine(target):
        return temper.shove if away[cell] == 1 else LITTLE if away[cell] > 1 else -LITTLE
    if away[cell] == 0:
        return temper.shove if may_leave(seen, away, cell) else 0.0
    return float(LITTLE * (away[cell] == 1))


@compiled
def worth_of_effect(temper: Temper, seen: Any, away: Any, place: int, verb: int, detail: int, target: int) -> float:
    """What an effect is worth that happens to a Character, by an Action or a Switch of an own one."""
    mine, cell = is_mine(target), cell_of(seen, target)
    if verb == Verb.DISPLACE:
        return worth_of_shove(temper, seen, away, target)
    if verb == Verb.PLACE_BESIDE:
        here = cell_of(seen, place)
        gain = min(int(away[cell]), 3) - min(int(away[here]), 3)
        return float(temper.shove * (gain if mine else -gain) / 3 - LITTLE)
    if verb == Verb.IMPOSE:
        had = of(seen, target, RED + detail) > 0
        return 0.0 if had else -temper.hex if mine else temper.hex
    if verb == Verb.HEAL:
        return temper.heal * min(1, of(seen, target, DAMAGE)) * (1 if mine else -1)
    if verb == Verb.DAMAGE:
        return temper.hurt + (temper.frag if of(seen, target, HEALTH) == 1 else 0)
    if verb == Verb.CLEAR_STATES:
        tokens = 0
        for state in range(STATES):
            tokens += of(seen, target, RED + state) + of(seen, target, BLUE + state)
        return 2 * LITTLE * tokens * (1 if mine else -1)
    return 0.0


@compiled
def worth_of_act(temper: Temper, seen: Any, away: Any, place: int, action: int, target: int) -> float:
    """What an Action promises against a target, if it is legal."""
    card = card_of(seen, place)
    if IS_ATTACK[card, action]:
        return 0.0 if is_mine(target) else worth_of_blow(temper, seen, away, place, action, target)
    if WHO[card, action] == Who.SELF:
        return 0.0
    worth = worth_of_effect(temper, seen, away, place, VERB[card, action], DETAIL[card, action], target)
    return float(WORKS[card, action] * worth)


@compiled
def best_target(temper: Temper, seen: Any, away: Any, place: int, action: int) -> float:
    """What an Action promises against the best target in its range; whether it is seen is not known."""
    card, here, most = card_of(seen, place), cell_of(seen, place), -1.0
    for target in range(UNITS):
        there = cell_of(seen, target)
        if there == NO_CELL or (IS_ATTACK[card, action] and is_mine(target)):
            continue
        if LEAST[card, action] <= hexes.distance(here, there) <= MOST[card, action]:
            most = max(most, worth_of_act(temper, seen, away, place, action, target))
    return most
