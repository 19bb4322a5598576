"""Expected results of the stock's cards, as look-up tables for the scripted players: [Character, Action, …].

In a user's stock, Characters without a counterpart in the usual one promise nothing.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.aristeia.cards.records import CHARACTERS, COLORS, FACES, PRINTED_ACTIONS, SYMBOLS
from nexus_env.games.aristeia.cards.stock import load
from nexus_env.games.aristeia.cards.verbs import Kind, Symbol
from nexus_env.games.aristeia.rules.bout import Options

THROWS = 1000  # rolls for estimating the odds
MOST_DAMAGE = 9
ACTS = PRINTED_ACTIONS + 1
Table = NDArray[Any]


def _stock() -> Any:
    row = np.zeros(1, Options.dtype)
    load("").lay(row)
    return row[0]


_ROW = _stock()
_CARDS = _ROW["characters"]
_FACES = _ROW["dice"]["faces"]["symbols"].astype(np.int64)  # [color, face, symbol]


def _actions() -> Any:
    """[Character, Action]: the printed ones, then Contender."""
    found = np.zeros((CHARACTERS, ACTS), _CARDS["actions"].dtype)
    found[:, :PRINTED_ACTIONS] = _CARDS["actions"]
    found[:, PRINTED_ACTIONS] = _ROW["common"]
    return found


_ACTIONS = _actions()
IS_ATTACK = _ACTIONS["kind"] == Kind.ATTACK
ENERGY = _ACTIONS["energy"].astype(np.int64)
LEAST, MOST = _ACTIONS["least"].astype(np.int64), _ACTIONS["most"].astype(np.int64)
VERB = _ACTIONS["effects"]["verb"][:, :, 0].astype(np.int64)  # of the first effect of an Action
WHO = _ACTIONS["effects"]["who"][:, :, 0].astype(np.int64)
DETAIL = _ACTIONS["effects"]["detail"][:, :, 0].astype(np.int64)
SWITCH_VERB = _CARDS["switches"]["effect"]["verb"].astype(np.int64)  # [Character, general Switch]
SWITCH_WHO = _CARDS["switches"]["effect"]["who"].astype(np.int64)
OWN_SWITCH_VERB = _ACTIONS["switches"]["effect"]["verb"].astype(np.int64)  # [Character, Action, its Switch]
OWN_SWITCH_WHO = _ACTIONS["switches"]["effect"]["who"].astype(np.int64)
_TACTICS = _ROW["tactics"]
STANDARD_VERB = _TACTICS["effect"]["verb"][_ROW["standard"]].astype(np.int64)  # [card]
TACTIC_VERB = _TACTICS["effect"]["verb"][_CARDS["tactics"]].astype(np.int64)  # [Character, index of its Tactic]


def _throws(pool: Any, chance: np.random.Generator) -> Table:
    """The symbols of many rolls of a pool, [roll, symbol]."""
    found = np.zeros((THROWS, SYMBOLS), np.int64) + np.array(pool["symbols"], np.int64)
    for color in range(COLORS):
        for _ in range(int(pool["dice"][color])):
            found += _FACES[color, chance.integers(FACES, size=THROWS)]
    return found


def _against(mine: Table, theirs: Table) -> Table:
    """The remaining successes of the first of two rolls, if nobody uses a Switch. Rulebook: (A-062)."""
    blocks = theirs[:, Symbol.BLOCK] + theirs[:, Symbol.CRITICAL_BLOCK]
    left: Table = np.maximum(0, mine[:, Symbol.SUCCESS] - blocks) + mine[:, Symbol.CRITICAL_SUCCESS]
    return left


def _at_least(numbers: Table) -> Table:
    """[n] -> the probability that a number is n or more."""
    return np.array([(numbers >= least).mean() for least in range(MOST_DAMAGE + 1)])


def _odds() -> tuple[Table, Table, Table, Table]:
    """Estimate the tables below."""
    chance = np.random.default_rng(1)
    dealt = np.zeros((CHARACTERS, ACTS, CHARACTERS, MOST_DAMAGE + 1))
    back, works = np.zeros_like(dealt), np.ones((CHARACTERS, ACTS))
    escapes = np.zeros((CHARACTERS, CHARACTERS))
    defense = [_throws(card["defense"], chance) for card in _CARDS]
    brawn = [_throws(card["brawn"], chance) for card in _CARDS]
    there = [number for number in range(CHARACTERS) if _CARDS[number]["initiative"] > 0]
    for one in there:
        agility = _throws(_CARDS[one]["agility"], chance)
        for other in there:
            escapes[one, other] = (_against(agility, brawn[other]) > 0).mean()
        for action in range(ACTS):
            thrown = _throws(_ACTIONS[one, action]["pool"], chance)
            if not _ACTIONS[one, action]["automatic"]:
                works[one, action] = (_against(thrown, np.zeros_like(thrown)) > 0).mean()
            for other in there if IS_ATTACK[one, action] else ():
                dealt[one, action, other] = _at_least(_against(thrown, defense[other]))
                back[one, action, other] = _at_least(_against(defense[other], thrown))
    return dealt, back, works, escapes


DEALT, BACK, WORKS, ESCAPES = _odds()
"""DEALT and BACK: [Character, attack, target, n] -> how likely n damage or more is, to the target and to the attacker.

WORKS: [Character, Action] -> how likely its effect is. ESCAPES: [Character, enemy] -> how likely it gets away from it.
"""
