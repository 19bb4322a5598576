"""The course of a roll, one step each: reactions, dice, critical blocks, Switches, resolution, reactions afterwards.

`table.roll` holds everything that one step passes to the next. `roll.passes` and `roll.turn` belong to the current step
and are 0 when it begins.

Rulebook: (A-050, A-051, A-090).
"""

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.cards.records import EFFECTS
from nexus_env.games.aristeia.cards.verbs import Symbol, Verb
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.asking import NOTHING, ask_character, ask_die, ask_first, ask_switch
from nexus_env.games.aristeia.rules.attacks import declare, targets_of
from nexus_env.games.aristeia.rules.bout import (
    MOST_POINTS,
    NO_CELL,
    NO_UNIT,
    SEATS,
    TEAM,
    Bout,
    Contest,
    Step,
)
from nexus_env.games.aristeia.rules.dice import can_be_removed, card_of, collect, judge_cover, tally, throw
from nexus_env.games.aristeia.rules.effects import apply, offer
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.infirmary import hurt
from nexus_env.games.aristeia.rules.movement import finish_disengage, stands
from nexus_env.games.aristeia.rules.skills import pursue, step_in
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.games.aristeia.rules.switches import switches_of, use_switch
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import wipe

SOMEBODY_ELSE = 2  # in `roll.again`: a repeat must have another target


@compiled
def begin_step(bout: Bout) -> None:
    """Reset turn and passes for the next step. It begins with the Active Character's side."""
    bout.table.roll.turn, bout.table.roll.passes = 0, 0


@compiled
def side_of_seat(bout: Bout, seat: int) -> int:
    """The side of a player in the current roll."""
    return 0 if int(bout.table.roll.unit) // TEAM == seat else 1


# --- before the dice --------------------------------------------------------------------------------------------------


@compiled
def react(bout: Bout) -> None:
    """Resolve the reactions to a declaration: Implacable to an attack, a Tactic that cancels another Action.

    A canceled Action stays paid. Then Cover is determined, and an Action without a roll takes effect.

    Rulebook: (A-036, A-039, A-089, A-090, A-138, A-161).
    """
    step_in(bout)
    if tactics.deny(bout):
        clear_roll(bout)
        go_to(bout, Step.ACTING)
        return
    # Ruling: Range and Line of Sight are not checked again if somebody has moved since the declaration.
    # Ruling: Cover is determined when the dice are collected, with the positions at that time.
    judge_cover(bout)
    begin_step(bout)
    fight = bout.table.roll
    automatic = card_of(bout, int(fight.unit), int(fight.action)).automatic
    go_to(bout, Step.RESOLUTION if automatic else Step.BEFORE_ROLL)


@compiled
def roll_dice(bout: Bout) -> None:
    """Both players roll at the same time in a Face to Face Roll, the Active Character's player alone in a Simple one.

    Rulebook: (A-050, A-051, A-EX-06).
    """
    fight = bout.table.roll
    sides = SEATS if fight.both else 1
    for side in range(sides):
        collect(bout, side)
    for side in range(sides):
        throw(bout, side)
        tally(bout.options, fight.side[side])
    begin_step(bout)
    # Ruling: re-rolls come directly after the roll, before critical blocks and Switches.
    go_to(bout, Step.REROLLS)


# --- critical blocks --------------------------------------------------------------------------------------------------


@compiled
def has_block(bout: Bout, side: int) -> bool:
    """A side has a CB that it can use. Rulebook: (A-052)."""
    mine, other = bout.table.roll.side[side], bout.table.roll.side[1 - side]
    return mine.left[Symbol.CRITICAL_BLOCK] > 0 and can_be_removed(bout.options, other) != 0


@compiled
def block_dice(bout: Bout) -> None:
    """Each CB may remove a die of the other side, or an automatic symbol, and is used up by that; or it is kept.

    If both sides have one, the Underdog chooses which goes first: a removed CB can no longer be used.

    Rulebook: (A-050, A-052, A-053, A-054, A-EX-28).
    """
    first = 0
    if bout.table.roll.both:
        if has_block(bout, 0) and has_block(bout, 1):
            # Ruling: the Underdog decides.
            seat = ask_first(bout, Reason.BLOCKS, int(bout.table.underdog))
            first = side_of_seat(bout, seat)
        use_blocks(bout, first)
        use_blocks(bout, 1 - first)
    begin_step(bout)
    go_to(bout, Step.SWITCHES)


@compiled
def use_blocks(bout: Bout, side: int) -> None:
    """One side uses as many of its CB as it wants. Rulebook: (A-052, A-053)."""
    fight = bout.table.roll
    mine, other = fight.side[side], fight.side[1 - side]
    unit = int(mine.unit)
    while has_block(bout, side):
        die = ask_die(bout, Reason.REMOVE, unit // TEAM, int(other.unit), can_be_removed(bout.options, other))
        if die == NOTHING:
            return
        mine.blocks += 1
        other.gone |= 1 << die
        tally(bout.options, mine)
        tally(bout.options, other)
        log.removed_die(bout, unit=unit, enemy=int(other.unit), die=die)


# --- Switches ---------------------------------------------------------------------------------------------------------


@compiled
def use_switches(bout: Bout) -> None:
    """One player uses all Switches that it wants, then the other; the Active Character's player chooses who begins.

    The step ends after one Switch and is scheduled again.

    Rulebook: (A-055, A-057, A-059, A-EX-16, A-EX-29).
    """
    fight = bout.table.roll
    if fight.passes == 0:
        fight.turn, fight.passes = first_to_switch(bout), 1
    while True:
        side = int(fight.turn)
        unit = int(fight.side[side].unit)
        switch = NOTHING
        offered = switches_of(bout, side)
        if offered != 0:
            switch = ask_switch(bout, unit // TEAM, unit, offered)
        if switch != NOTHING:
            use_switch(bout, side, switch)
            go_to(bout, Step.SWITCHES)
            return
        if fight.passes == SEATS or not fight.both:
            break
        fight.turn, fight.passes = 1 - side, SEATS
    begin_step(bout)
    go_to(bout, Step.RESOLUTION)


@compiled
def first_to_switch(bout: Bout) -> int:
    """The side that uses its Switches first; if only one side has any, nobody is asked. Rulebook: (A-059)."""
    if not bout.table.roll.both or switches_of(bout, 1) == 0:
        return 0
    if switches_of(bout, 0) == 0:
        return 1
    seat = int(bout.table.roll.unit) // TEAM
    return side_of_seat(bout, ask_first(bout, Reason.SWITCHES, seat))


# --- the result -------------------------------------------------------------------------------------------------------


@compiled
def successes(bout: Bout, side: int) -> int:
    """The remaining S and CS of a side: each B and CB of the other side cancels one S, but no CS.

    Rulebook: (A-062, A-063).
    """
    fight = bout.table.roll
    left, total = fight.side[side].left, 0
    if fight.both:
        # Ruling: an unused CB counts as one B.
        other = fight.side[1 - side].left
        total = int(other[Symbol.BLOCK]) + int(other[Symbol.CRITICAL_BLOCK])
    return max(0, int(left[Symbol.SUCCESS]) - total) + int(left[Symbol.CRITICAL_SUCCESS])


@compiled
def resolve(bout: Bout) -> None:
    """Resolve a roll: the step of a Disengage, the damage of an attack on both sides, the effects of an Action.

    Automatic effects always happen. The others happen after a success, if the player wants them, once however many S
    there are.

    Rulebook: (A-062, A-063, A-082, A-083, A-089, A-090, A-093, A-094, A-099, A-EX-08).
    """
    fight = bout.table.roll
    unit, target = int(fight.unit), int(fight.target)
    mine, theirs = successes(bout, 0), successes(bout, 1)
    if fight.contest == Contest.DISENGAGE:
        finish_disengage(bout, success=mine > 0)
    else:
        card = card_of(bout, unit, int(fight.action))
        if fight.both:
            inflict(bout, 0, mine)
            inflict(bout, 1, theirs)
        for nth in range(EFFECTS):
            if card.effects[nth].verb == Verb.NOTHING or not stands(bout, unit):
                continue
            opponent = target if fight.both else NO_UNIT
            if card.automatic:
                apply(bout, unit // TEAM, unit, card.effects[nth], target, opponent)
            elif mine > 0:
                offer(bout, unit // TEAM, unit, card.effects[nth], target, opponent)
    begin_step(bout)
    go_to(bout, Step.AFTERWARDS)


@compiled
def inflict(bout: Bout, side: int, amount: int) -> None:
    """Inflict one damage for each remaining S or CS, at any distance; damage beyond the Hit Points counts too.

    Rulebook: (A-093, A-094, A-097, A-153).
    """
    fight = bout.table.roll
    victim = int(fight.side[1 - side].unit)
    if stands(bout, victim):
        fight.side[side].dealt = min(MOST_POINTS, amount)
        hurt(bout, victim, amount, int(fight.side[side].unit))


@compiled
def go_on_after(bout: Bout) -> None:
    """After a roll: Kaze Tachinu, then Tactics, the Active Character's first, then the repeat of the Action.

    Without a repeat the roll is over.

    Rulebook: (A-006, A-090, A-127, A-131, A-152, A-153).
    """
    # Ruling: reactions after a roll have this order for both players, so nobody has to choose one.
    pursue(bout)
    tactics.after_damage(bout)
    for side in range(SEATS if bout.table.roll.both else 1):
        tactics.after_roll(bout, side)
    if not repeat(bout):
        clear_roll(bout)
        go_to(bout, Step.ACTING)


@compiled
def repeat(bout: Bout) -> bool:
    """Repeat the Action without AP, if there is a legal target; Range and Line of Sight are checked again.

    Rulebook: (A-036, A-152, A-156).
    """
    # Ruling: free of AP, and at any legal enemy, including the same one.
    fight = bout.table.roll
    unit, action, again = int(fight.unit), int(fight.action), int(fight.again)
    if again == 0 or not stands(bout, unit):
        return False
    targets = targets_of(bout, unit, action, int(fight.target) if again == SOMEBODY_ELSE else NO_UNIT)
    if targets == 0:
        return False
    target = ask_character(bout, Reason.REPEAT, unit // TEAM, unit, targets, may_pass=False)
    clear_roll(bout)
    declare(bout, unit, action, target, int(bout.table.characters[target].cell))
    return True


# --- no roll in progress ----------------------------------------------------------------------------------------------


@compiled
def clear_roll(bout: Bout) -> None:
    """Clear the roll; nothing of the last one remains. Rulebook: (A-063)."""
    fight = bout.table.roll
    wipe(fight)
    fight.unit, fight.target, fight.cell, fight.action = NO_UNIT, NO_UNIT, NO_CELL, -1
    for side in range(SEATS):
        fight.side[side].unit = NO_UNIT
