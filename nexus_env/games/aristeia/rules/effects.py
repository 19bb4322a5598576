"""Effects of Actions, Switches and Tactics: a verb, its targets, and an amount.

Rulebook: (A-007, A-055, A-061, A-085, A-086, A-089).
"""

from nexus_env.games.aristeia.cards.records import Effect
from nexus_env.games.aristeia.cards.verbs import Symbol, Verb, Who
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.asking import ask_character
from nexus_env.games.aristeia.rules.bout import MOST_FREE, MOST_POINTS, NO_UNIT, SEATS, TEAM, Bout
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.infirmary import heal, hurt
from nexus_env.games.aristeia.rules.movement import displace, gain_movement, place_beside, stands
from nexus_env.games.aristeia.rules.states import clear_states, impose
from nexus_env.kit import bitsets, hexes
from nexus_env.machine.compiled import compiled

ANOTHER = 1  # `detail` of REPEAT: at another target
EACH_OPTIONAL = 1  # `detail` of DISPLACE: the first step is optional too


@compiled
def apply(bout: Bout, seat: int, unit: int, effect: Effect, target: int, opponent: int) -> None:
    """Carry out an effect that is compulsory, unless its verb says otherwise. Rulebook: (A-007, A-089).

    Args:
        bout: the bout.
        seat: the seat that decides.
        unit: the acting Character, or the one for which the Tactic is played.
        effect: the effect.
        target: the target of the Action, or NO_UNIT.
        opponent: the other Character of the roll, or NO_UNIT.
    """
    carry_out(bout, seat, unit, effect, target, opponent, optional=False)


@compiled
def offer(bout: Bout, seat: int, unit: int, effect: Effect, target: int, opponent: int) -> None:
    """Carry out an effect if its player wants it: that of a successful roll. Rulebook: (A-007, A-089)."""
    carry_out(bout, seat, unit, effect, target, opponent, optional=True)


@compiled
def carry_out(bout: Bout, seat: int, unit: int, effect: Effect, target: int, opponent: int, optional: bool) -> None:
    """Carry out the effect on all Characters that it concerns: one, or several in the order that its player chooses.

    Rulebook: (A-007, A-061, A-134, A-139, A-140).
    """
    who = effect.who
    if who == Who.ENEMY_NEAR:
        enemies = near(bout, unit, 1 - unit // TEAM, int(effect.range))
        one = ask_character(bout, Reason.CHOOSE_ENEMY, seat, unit, enemies, may_pass=optional)
        do_to(bout, seat, unit, effect, one, optional)
    elif who == Who.EACH_ENEMY_NEAR:
        left = near(bout, unit, 1 - unit // TEAM, int(effect.range))
        while left != 0:
            one = ask_character(bout, Reason.CHOOSE_ENEMY, seat, unit, left, may_pass=False)
            left &= ~(1 << one)
            do_to(bout, seat, unit, effect, one, optional)
    elif who == Who.EACH_ALLY_NEAR:
        left = near(bout, unit, unit // TEAM, int(effect.range))
        while left != 0:
            one = bitsets.first_member(left)
            left = bitsets.after_first(left)
            do_to(bout, seat, unit, effect, one, optional)
    else:
        one = unit if who == Who.SELF else target if who == Who.TARGET else opponent
        do_to(bout, seat, unit, effect, one, optional)


@compiled
def near(bout: Bout, unit: int, seat: int, most: int) -> int:
    """The Characters of a player within a distance of a Character, including itself, one bit each.

    Rulebook: (A-021).
    """
    found = 0
    if stands(bout, unit):
        cell = int(bout.table.characters[unit].cell)
        for other in range(TEAM * seat, TEAM * (seat + 1)):
            if stands(bout, other) and hexes.distance(cell, int(bout.table.characters[other].cell)) <= most:
                found |= 1 << other
    return found


@compiled
def do_to(bout: Bout, seat: int, unit: int, effect: Effect, one: int, optional: bool) -> None:
    """Carry out an effect on one Character; off the board it has no effect.

    Rulebook: (A-085, A-086, A-089, A-096, A-143, A-144, A-145, A-147, A-149, A-152, A-155, A-156, A-160, A-169, A-171).
    """
    verb, amount = effect.verb, int(effect.amount)
    grants = verb == Verb.DRAW or verb == Verb.GAIN_MOVEMENT

    # Granting effects ask first; the other optional ones ask by themselves, see below.
    if optional and grants and bout.table.free < MOST_FREE and not is_wanted(bout, seat, one):
        return

    # Effects on the roll and the hand; they do not need the Character on the board.
    if verb == Verb.DRAW:
        if is_granted(bout):
            player = bout.table.players[unit // TEAM]
            player.to_draw = min(MOST_POINTS, int(player.to_draw) + amount)
    elif verb == Verb.ADD_SUCCESS:
        add_success(bout, unit, amount)
    elif verb == Verb.NULLIFY_BLOCK:
        nullify(bout, unit, amount)
    elif verb == Verb.REPEAT:
        if is_granted(bout):
            bout.table.roll.again = 1 + int(effect.detail == ANOTHER)
    # Effects on a Character on the board.
    elif not stands(bout, one):
        return
    elif verb == Verb.DISPLACE:
        displace(bout, seat, one, unit, amount, optional=optional or effect.detail == EACH_OPTIONAL)
    elif verb == Verb.PLACE_BESIDE:
        center = int(bout.table.roll.cell) if one == unit else int(bout.table.characters[unit].cell)
        place_beside(bout, seat, one, center, unit, optional=optional)
    elif verb == Verb.GAIN_MOVEMENT:
        if is_granted(bout):
            gain_movement(bout, one, amount)
    elif not optional or is_wanted(bout, seat, one):
        mark(bout, unit, effect, one)


@compiled
def is_granted(bout: Bout) -> bool:
    """Count an effect that lets a player do more: a Tactic, MP or a repeated Action; False at the limit.

    Own cards could otherwise cycle forever: an Activation allows MOST_FREE of these, of free Actions and of refused
    steps together. This is a house limit.
    """
    if bout.table.free >= MOST_FREE:
        return False
    bout.table.free += 1
    return True


@compiled
def is_wanted(bout: Bout, seat: int, one: int) -> bool:
    """Whether its player wants an optional effect on a Character. Rulebook: (A-007, A-089)."""
    return ask_character(bout, Reason.EFFECT, seat, one, 1 << one, may_pass=True) != NO_UNIT


@compiled
def mark(bout: Bout, unit: int, effect: Effect, one: int) -> None:
    """Change the tokens of a Character: damage and States.

    Rulebook: (A-097, A-100, A-103, A-148, A-159, A-165, A-170, A-173, A-175, A-176).
    """
    verb, amount = effect.verb, int(effect.amount)
    if verb == Verb.IMPOSE:
        impose(bout, one, int(effect.detail), unit)
    elif verb == Verb.DAMAGE:
        hurt(bout, one, amount, unit)
    elif verb == Verb.HEAL:
        heal(bout, one, amount)
    elif verb == Verb.CLEAR_STATES:
        clear_states(bout, one)


# --- in the roll ------------------------------------------------------------------------------------------------------


@compiled
def side_of(bout: Bout, unit: int) -> int:
    """The side of a Character in the current roll; SEATS for none."""
    for side in range(SEATS):
        if bout.table.roll.side[side].unit == unit:
            return side
    return SEATS


@compiled
def add_success(bout: Bout, unit: int, amount: int) -> None:
    """Add S to the own roll. Rulebook: (A-055, A-151, A-157)."""
    side = side_of(bout, unit)
    if side < SEATS:
        left = bout.table.roll.side[side].left
        left[Symbol.SUCCESS] = min(MOST_POINTS, int(left[Symbol.SUCCESS]) + amount)
        log.added_success(bout, unit=unit, amount=amount)


@compiled
def nullify(bout: Bout, unit: int, amount: int) -> None:
    """Remove B from the other roll, if there are any; a CB does not count as one. Rulebook: (A-163)."""
    side = side_of(bout, unit)
    if side < SEATS and bout.table.roll.both:
        other = bout.table.roll.side[1 - side]
        removed = min(amount, int(other.left[Symbol.BLOCK]))
        if removed > 0:
            other.left[Symbol.BLOCK] -= removed
            log.nullified(bout, unit=int(other.unit), amount=removed, by=unit)
