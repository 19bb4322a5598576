"""The next command of the Active Character: the first part of the best plan for its whole Activation.

A plan is a legal Action, a path to a space, blows from there, and the value of staying there.
"""

from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.aristeia.ground import Ground, look_at_ground, ways_from
from nexus_env.agents.aristeia.odds import ACTS, ENERGY, ESCAPES, STANDARD_VERB, TACTIC_VERB
from nexus_env.agents.aristeia.sight import active_of, card_of, of
from nexus_env.agents.aristeia.temper import PlayerTemper
from nexus_env.agents.aristeia.worth import (
    LITTLE,
    best_target,
    look_at_blows,
    worth_of_blows,
    worth_of_rest,
    worth_of_shove,
)
from nexus_env.games.aristeia.cards.verbs import State, Verb
from nexus_env.games.aristeia.learning.layout import CharacterSeen, Seen
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import DECK, NO_CELL, SPACES, STANDARD, TEAM, UNITS
from nexus_env.games.aristeia.rules.movement import MOVE_COST
from nexus_env.kit import hexes
from nexus_env.kit.ways import FAR
from nexus_env.machine.compiled import compiled

CARD_FIRST = 3.0  # the wish for a useful Tactic, greater than all others
EAGER = 0.02  # an Action must be better than none by this much


class Ways(NamedTuple):
    """Scratch memory for the paths of a plan, and the values of blows."""

    steps: Any  # [space] -> the steps to it
    before: Any  # [space] -> the previous space on the path
    blows: Any  # see `look_at_blows`


@compiled
def wish_to_command(temper: PlayerTemper, seen: Any, mask: Any, wishes: Any) -> None:
    """A wish for the first part of each plan."""
    me, ground = active_of(seen), look_at_ground(seen)
    energy, here = int(seen[Seen.ENERGY]), ground.cells[me]
    ways = Ways(np.full(SPACES, FAR), np.zeros(SPACES, np.int64), look_at_blows(temper, seen, ground, me))
    stay = worth_of_rest(temper, seen, ground, here)
    goal, most = best_goal(temper, seen, ground, me, energy, ways)
    if goal != here:
        wish_to_go(seen, ground.cells[me], goal, ways.before, most - stay, wishes)
    wishes[Action.END] = 0.0
    for action in range(ACTS):
        if not mask[Action.ACT + action]:
            continue
        worth = best_target(temper, seen, ground, me, action)
        wishes[Action.ACT + action] = -1.0
        if worth > EAGER:
            cost = ENERGY[card_of(seen, me), action]
            _, then = best_goal(temper, seen, ground, me, energy - cost, ways)
            wishes[Action.ACT + action] = worth + then - stay - EAGER
    for card in range(DECK):
        if mask[Action.CARD + card]:
            wishes[Action.CARD + card] = worth_of_card(temper, seen, ground, me, card)


@compiled
def wish_to_step(temper: PlayerTemper, seen: Any, wishes: Any) -> None:
    """The first step of the best plan, if only a step is asked for."""
    me, ground = active_of(seen), look_at_ground(seen)
    ways = Ways(np.full(SPACES, FAR), np.zeros(SPACES, np.int64), look_at_blows(temper, seen, ground, me))
    goal, _ = best_goal(temper, seen, ground, me, int(seen[Seen.ENERGY]), ways)
    if goal != ground.cells[me]:
        wish_to_go(seen, ground.cells[me], goal, ways.before, 1.0, wishes)


@compiled
def best_goal(temper: PlayerTemper, seen: Any, ground: Ground, me: int, energy: int, ways: Ways) -> tuple[int, float]:
    """The most promising space to reach with this many AP, and its value; `ways` gets the paths."""
    here, speed, movement = ground.cells[me], of(seen, me, CharacterSeen.SPEED), int(seen[Seen.MOVEMENT])
    goal, most = here, worth_of_rest(temper, seen, ground, here) + LITTLE * EAGER
    stuck = (
        of(seen, me, CharacterSeen.RED + State.IMMOBILIZED) + of(seen, me, CharacterSeen.BLUE + State.IMMOBILIZED) > 0
    )
    moves = 0 if stuck else energy // MOVE_COST
    if stuck:
        movement = 0
    ways_from(seen, ground.beside, here, movement + speed * moves, ways.steps, ways.before)
    stay, chance, card = most, chance_to_leave(seen, ground, me), card_of(seen, me)
    for cell in range(SPACES):
        if ways.steps[cell] == FAR or cell == here:
            continue
        missing = max(0, ways.steps[cell] - movement)
        cost = MOVE_COST * ((missing + speed - 1) // max(1, speed))
        worth = worth_of_rest(temper, seen, ground, cell)
        worth += worth_of_blows(ground, card, ways.blows, cell, energy - cost) - EAGER * cost * LITTLE
        worth = stay + chance * (worth - stay) if chance < 1 else worth
        if worth > most:
            goal, most = cell, worth
    return goal, most


@compiled
def chance_to_leave(seen: Any, ground: Ground, me: int) -> float:
    """The probability that the Character gets away from its space."""
    here, least = ground.cells[me], 1.0
    if ground.beside[here] == 0 or seen[Seen.SLIPPERY]:
        return least
    for enemy in range(TEAM, UNITS):
        there = ground.cells[enemy]
        if there != NO_CELL and hexes.distance(here, there) == 1:
            least = min(least, ESCAPES[card_of(seen, me), card_of(seen, enemy)])
    return float(least)


@compiled
def wish_to_go(seen: Any, here: int, goal: int, before: Any, gain: float, wishes: Any) -> None:
    """The first step of a path, or the MP for it."""
    cell = goal
    while before[cell] != here:
        cell = before[cell]
    wishes[Action.SPACE + cell] = gain
    wishes[Action.DISENGAGE] = gain
    wishes[Action.MOVE] = gain if seen[Seen.MOVEMENT] == 0 else -1.0


@compiled
def worth_of_card(temper: PlayerTemper, seen: Any, ground: Ground, me: int, card: int) -> float:
    """The value of a Tactic in the own Activation; negative if it is better kept."""
    owner = card_of(seen, (card - STANDARD) // 2)
    verb = STANDARD_VERB[card] if card < STANDARD else TACTIC_VERB[owner, (card - STANDARD) % 2]
    here = ground.cells[me]
    if verb == Verb.HEAL:
        return CARD_FIRST if of(seen, me, CharacterSeen.DAMAGE) >= (1 if card < STANDARD else 2) else -1.0
    if verb == Verb.DRAW or verb == Verb.ANALYZE:
        return CARD_FIRST
    if verb == Verb.SLIP_AWAY:
        return CARD_FIRST if seen[Seen.MOVEMENT] > 0 and ground.beside[here] > 0 and ground.away[here] > 0 else -1.0
    if verb == Verb.GAIN_MOVEMENT:
        return CARD_FIRST if 0 < ground.away[here] <= int(seen[Seen.MOVEMENT]) + 3 else -1.0
    if verb == Verb.DISPLACE:
        if ground.away[here] == 1:
            return CARD_FIRST
        for enemy in range(TEAM, UNITS):
            there = ground.cells[enemy]
            if there != NO_CELL and hexes.distance(here, there) <= (1 if ground.away[here] == 0 else 4):
                if worth_of_shove(temper, seen, ground, enemy) > 1:
                    return CARD_FIRST
        return -1.0
    return LITTLE
