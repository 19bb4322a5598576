"""Dice odds: the probability that a blow succeeds, and the number of coins that it takes from a pile.

Tables over the slides of attack and defense, computed when this module is imported.
"""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.nexus.lanistas.sight import HEALTH, OVERALL, of
from nexus_env.agents.nexus.lanistas.temper import COIN
from nexus_env.games.nexus.rules.bout import LOCATIONS
from nexus_env.games.nexus.rules.combat import MOST_SLIDE, limit_slide
from nexus_env.machine.compiled import compiled

SLIDES = 2 * MOST_SLIDE + 1
MOST_AHEAD = 10  # 12 against 2
MOST_BONUS = 15
MOST_HEALTH = MOST_AHEAD + MOST_BONUS + 1  # no blow takes more, so further coins make no difference


def _totals(slide: int) -> Counter[int]:
    """The number of rolls that give each total, for 2d6 plus one die per step."""
    counts: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=2 + abs(slide)):
        kept = sorted(faces, reverse=slide >= 0)[:2]
        counts[sum(kept)] += 1
    return counts


def _chances() -> NDArray[np.float64]:
    """[attack slide, defense slide, k - 1]: the probability that an attack is k points ahead."""
    totals = [_totals(slide) for slide in range(-MOST_SLIDE, MOST_SLIDE + 1)]
    ahead = np.zeros((SLIDES, SLIDES, MOST_AHEAD))
    for attack, defense in np.ndindex(SLIDES, SLIDES):
        ways = totals[attack].total() * totals[defense].total()
        for (thrown, often), (held, many) in product(totals[attack].items(), totals[defense].items()):
            if thrown > held:
                ahead[attack, defense, thrown - held - 1] += often * many / ways
    return ahead


def _gains(all_or_none: bool) -> NDArray[np.float64]:
    """[k - 1, bonus, health]: the coins that damage of k + bonus takes from a pile, or whether it takes all of them."""
    damage, bonus, health = np.ogrid[1 : MOST_AHEAD + 1, : MOST_BONUS + 1, : MOST_HEALTH + 1]
    return np.asarray(damage + bonus >= health if all_or_none else np.minimum(damage + bonus, health), float)


def _hundredths(table: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.ascontiguousarray(np.rint(COIN * table), np.int16)


_AHEAD = _chances()
SUCCESS = _hundredths(_AHEAD.sum(axis=2))
TAKEN = _hundredths(np.tensordot(_AHEAD, _gains(all_or_none=False), axes=1))
EMPTIED = _hundredths(np.tensordot(_AHEAD, _gains(all_or_none=True), axes=1))


@compiled
def success(attack: int, defense: int) -> int:
    """The probability that an attack with these slides succeeds, in hundredths."""
    return int(SUCCESS[limit_slide(attack) + MOST_SLIDE, limit_slide(defense) + MOST_SLIDE])


@compiled
def look_up(table: Any, attack: int, defense: int, bonus: int, health: int) -> int:
    """The entry of a table for these slides, this fixed damage and a pile of this many coins."""
    row, column = limit_slide(attack) + MOST_SLIDE, limit_slide(defense) + MOST_SLIDE
    return int(table[row, column, max(0, min(MOST_BONUS, bonus)), min(MOST_HEALTH, health)])


@compiled
def overall_coins(seen: Any, seat: int, attack: int, defense: int, bonus: int) -> int:
    """The expected number of coins that a blow takes from the Overall Condition."""
    return look_up(TAKEN, attack, defense, bonus, of(seen, seat, OVERALL))


@compiled
def location_coins(seen: Any, seat: int, location: int, attack: int, defense: int, bonus: int) -> int:
    """Expected coins that a blow takes from its location and the Overall Condition; 0 for a depleted location."""
    health = of(seen, seat, HEALTH + location)
    if health == 0:
        return 0
    return overall_coins(seen, seat, attack, defense, bonus) + look_up(TAKEN, attack, defense, bonus, health)


@compiled
def random_coins(seen: Any, seat: int, attack: int, defense: int, bonus: int) -> int:
    """The same for a location chosen by the die: any but the Head."""
    coins = 0
    for location in range(1, LOCATIONS):
        coins += location_coins(seen, seat, location, attack, defense, bonus)
    return coins // (LOCATIONS - 1)
