"""Trait reserves and their abilities (manual p.14, p.32)."""

import numpy as np

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    MOST_TRAIT,
    Ability,
    Bout,
    Table,
    Trait,
)
from nexus_env.games.nexus.rules.geometry import is_fit
from nexus_env.games.nexus.rules.windows import answer_openly
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import windows_closed
from nexus_env.machine.compiled import compiled

TRAITS = len(Trait)


@compiled
def raise_trait(bout: Bout, seat: int, trait: int, points: int) -> None:
    """A reserve rises to 5 at most; gains above that are lost. Rulebook: p.10, p.14 (R-047, R-126, R-127)."""
    traits = bout.table.helots[seat].traits
    points = min(points, MOST_TRAIT - traits[trait])
    if points > 0:
        traits[trait] += points
        log.raised_trait(bout, seat=seat, trait=trait, points=points)


@compiled
def lower_trait(bout: Bout, seat: int, trait: int, points: int) -> None:
    """A reserve falls, to 0 at least. Rulebook: p.14 (R-126, R-128)."""
    traits = bout.table.helots[seat].traits
    points = min(points, int(traits[trait]))
    if points > 0:
        traits[trait] -= points
        log.lowered_trait(bout, seat=seat, trait=trait, points=points)


PRICES = np.array([TABLE.price(Action[ability.name], plain(Trait(ability // 3))) for ability in Ability])


@compiled
def price_of(ability: int) -> int:
    """Each trait has three abilities, for 3, 4 and 5 points. Rulebook: p.32-34 (R-309 to R-337)."""
    return int(PRICES[ability])


@compiled
def can_use(table: Table, seat: int, ability: int) -> bool:
    """The helot is fit and has the points; Prone and Grappled helots use abilities too.

    Rulebook: p.14, p.32 (R-128, R-129, R-130, R-132).
    """
    return is_fit(table, seat) and table.helots[seat].traits[ability // 3] >= price_of(ability)


@compiled
def can_use_any(table: Table, seat: int) -> bool:
    """The helot is fit, and one of its reserves has enough points for the cheapest ability of its trait."""
    enough = False
    for trait in range(TRAITS):  # no early exit, since the branch would often be mispredicted
        enough |= table.helots[seat].traits[trait] >= price_of(0)
    return bool(enough) and is_fit(table, seat)


@compiled
def use(bout: Bout, seat: int, ability: int, target: int) -> None:
    """Pay for an ability: no action or movement points, only the reserve. Rulebook: p.32 (R-129)."""
    bout.table.helots[seat].traits[ability // 3] -= price_of(ability)
    log.used_ability(bout, seat=seat, target=target, ability=ability, price=price_of(ability))


@compiled
def offer(bout: Bout, seat: int, ability: int, question: int, about: int) -> bool:
    """Open the window of one ability, if the seat can use it; True if the seat uses and pays it.

    Rulebook: p.32 (R-129, R-130).
    """
    if windows_closed(bout) or not can_use(bout.table, seat, ability):
        return False
    if answer_openly(bout, question, seat, about) == Action.PASS:
        return False
    use(bout, seat, ability, about)
    return True
