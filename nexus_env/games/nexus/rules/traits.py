"""Trait abilities used on one's own initiative, and windows for those of the other seats (manual p.32-34).

Abilities that answer a roll, a blow or a fall are in the modules of these: Perseverance in states and combat, Haymaker
and Merely a Flesh Wound in combat, Counterattack and Combo Breaker in melee, Tripping in movement, Can't Fool Me in
rounds.
"""

from nexus_env.games.nexus.rules.bout import NOBODY, Ability, Bout, Square, Table
from nexus_env.games.nexus.rules.crowd import paid_by_crowd, pay_crowd
from nexus_env.games.nexus.rules.geometry import (
    FRONT,
    at,
    helot_at,
    helot_towards,
    in_grapple,
    is_fit,
    is_free,
    is_upright,
    may_step_on,
    x_towards,
    y_towards,
)
from nexus_env.games.nexus.rules.hazards import relocate, take_effect
from nexus_env.games.nexus.rules.movement import face, is_tripped
from nexus_env.games.nexus.rules.reserves import can_use, raise_trait, use
from nexus_env.kit.bitsets import has, set_of
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

TURN_CROWD_COINS = 3
WIN_THEM_OVER_COINS = 5


# --- physicality and deftness: own command round only -----------------------------------------------------------------


@compiled
def has_room_behind(table: Table, seat: int) -> bool:
    """The square behind the one in Front can be occupied. Rulebook: p.33, p.40 (R-321, R-322)."""
    helot = table.helots[seat]
    return is_free(table, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))


@compiled
def can_land(table: Table, seat: int) -> bool:
    """The square two steps ahead may be entered. Rulebook: p.33 (R-325, R-327)."""
    helot = table.helots[seat]
    return may_step_on(table, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))


@compiled
def may_push(table: Table, seat: int) -> bool:
    """Needs an opponent in Front, and a square behind it that a helot can be on, such as one with a tile or a hazard.

    Rulebook: p.33, p.40 (R-132, R-321, R-322).
    """
    ahead = helot_towards(table, seat, FRONT) != NOBODY and is_upright(table, seat)
    return ahead and can_use(table, seat, Ability.PUSH) and has_room_behind(table, seat)


@compiled_apart
def push(bout: Bout, seat: int) -> None:
    """The opponent moves one square along this helot's FFD: a forced move, without a roll; it cannot be gloated over.

    Rulebook: p.25, p.33 (R-229, R-321, R-322).
    """
    helot = bout.table.helots[seat]
    other = helot_towards(bout.table, seat, FRONT)
    gloat_coins = bout.table.command_round.gloat_coins
    use(bout, seat, Ability.PUSH, other)
    relocate(bout, other, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))
    take_effect(bout, other, seat)
    bout.table.command_round.gloat_coins = gloat_coins


HURDLES = set_of(
    (Square.BLOOD, Square.GUTS, Square.FIRE, Square.SAW, Square.SPIKES, Square.CRATE, Square.TOPPLED),
)


@compiled
def can_be_hurdled(table: Table, x: int, y: int) -> bool:
    """A crate, blood, guts, a toppled brazier, fire, a saw or spikes, without a helot.

    Rulebook: p.33 (R-326, R-327).
    """
    what = at(table, x, y)
    return has(HURDLES, what) and helot_at(table, x, y) == NOBODY


@compiled
def may_hurdle(table: Table, seat: int) -> bool:
    """Two squares straight forward over an object, onto a square that may be entered.

    Rulebook: p.33 (R-132, R-325, R-326, R-327).
    """
    helot = table.helots[seat]
    if not is_upright(table, seat) or not can_use(table, seat, Ability.HURDLE):
        return False
    if not can_be_hurdled(table, x_towards(helot, FRONT), y_towards(helot, FRONT)):
        return False
    return can_land(table, seat)


@compiled_apart
def hurdle(bout: Bout, seat: int) -> None:
    """FFD unchanged, no MP; the landing square takes effect. Rulebook: p.33 (R-325, R-327, R-328)."""
    helot = bout.table.helots[seat]
    use(bout, seat, Ability.HURDLE, NOBODY)
    bout.table.command_round.straight_moves = 0
    if is_tripped(bout, seat):
        return
    relocate(bout, seat, helot.x + 2 * step_x(2 * helot.facing), helot.y + 2 * step_y(2 * helot.facing))
    take_effect(bout, seat, NOBODY)


@compiled
def may_tunnel_vision(table: Table, seat: int) -> bool:
    """Once, in the own command round: it does not stack. Rulebook: p.32, p.33 (R-130, R-330)."""
    return table.helots[seat].tunnel_vision == 0 and can_use(table, seat, Ability.TUNNEL_VISION)


@compiled_apart
def tunnel_vision(bout: Bout, seat: int) -> None:
    """+SDS on attack commands for this command round. Rulebook: p.33 (R-330)."""
    use(bout, seat, Ability.TUNNEL_VISION, NOBODY)
    bout.table.helots[seat].tunnel_vision = 1


# --- abilities for any player's command round -------------------------------------------------------------------------


@compiled
def may_elusive(table: Table, seat: int) -> bool:
    """Once a cycle: it does not stack. Rulebook: p.32 (R-130, R-318)."""
    return table.helots[seat].elusive == 0 and can_use(table, seat, Ability.ELUSIVE)


@compiled_apart
def elusive(bout: Bout, seat: int) -> None:
    """+SDS to defend for the whole cycle, in every opponent's command round. Rulebook: p.14, p.32 (R-318, R-319)."""
    use(bout, seat, Ability.ELUSIVE, NOBODY)
    bout.table.helots[seat].elusive = 1


@compiled
def may_turn_crowd(table: Table, seat: int, opponent: int) -> bool:
    """Any opponent with Cred, even one whose helot is out. Rulebook: p.34 (R-331)."""
    return table.lanistas[opponent].cred > 0 and can_use(table, seat, Ability.TURN_CROWD)


@compiled_apart
def turn_crowd(bout: Bout, seat: int, opponent: int) -> None:
    """The opponent loses 3 Cred to the Crowd Pile, or all if fewer. Rulebook: p.11, p.34 (R-102, R-331)."""
    use(bout, seat, Ability.TURN_CROWD, opponent)
    pay_crowd(bout, opponent, TURN_CROWD_COINS)


@compiled
def may_win_them_over(table: Table, seat: int) -> bool:
    """The Crowd Pile is not empty. Rulebook: p.34 (R-332)."""
    return table.crowd_pile > 0 and can_use(table, seat, Ability.WIN_THEM_OVER)


@compiled_apart
def win_them_over(bout: Bout, seat: int) -> None:
    """5 from the Crowd Pile, or all if fewer. Rulebook: p.34 (R-332)."""
    use(bout, seat, Ability.WIN_THEM_OVER, NOBODY)
    paid_by_crowd(bout, seat, WIN_THEM_OVER_COINS)


@compiled
def may_talk_shit(table: Table, seat: int, opponent: int) -> bool:
    """An opposing helot that is fit, and not Rattled already. Rulebook: p.32, p.34 (R-130, R-333)."""
    fresh = is_fit(table, opponent) and table.helots[opponent].rattled == 0
    return fresh and can_use(table, seat, Ability.TALK_SHIT)


@compiled_apart
def talk_shit(bout: Bout, seat: int, opponent: int) -> None:
    """-SDS to attack for this command round. Rulebook: p.34 (R-333)."""
    use(bout, seat, Ability.TALK_SHIT, opponent)
    bout.table.helots[opponent].rattled = 1


@compiled
def may_jack_of_all_traits(table: Table, seat: int, trait: int) -> bool:
    """Any other reserve that is not full. Rulebook: p.34 (R-334)."""
    return table.helots[seat].traits[trait] < 5 and can_use(table, seat, Ability.JACK_OF_ALL_TRAITS)


@compiled_apart
def jack_of_all_traits(bout: Bout, seat: int, trait: int) -> None:
    """That reserve rises by 1. Rulebook: p.34 (R-334)."""
    use(bout, seat, Ability.JACK_OF_ALL_TRAITS, NOBODY)
    raise_trait(bout, seat, trait, 1)


@compiled
def may_made_you_look(table: Table, seat: int, opponent: int) -> bool:
    """An opposing helot that is fit and in no grapple. Rulebook: p.34 (R-337, R-338)."""
    steady = is_fit(table, opponent) and not in_grapple(table, opponent)
    return steady and can_use(table, seat, Ability.MADE_YOU_LOOK)


@compiled_apart
def made_you_look(bout: Bout, seat: int, opponent: int) -> None:
    """The helot turns by 180 degrees at once; this is no rotation command, so Blood and fire do nothing. A run ends.

    Rulebook: p.18, p.34 (R-141, R-337, R-338).
    """
    use(bout, seat, Ability.MADE_YOU_LOOK, opponent)
    face(bout, opponent, bout.table.helots[opponent].facing + 2)
    if opponent == bout.table.command_round.seat:
        bout.table.command_round.straight_moves = 0
