"""The dice of a roll: collect them, roll them, and count their symbols.

Rulebook: (A-001, A-042 to A-049, A-051, A-063).
"""

from nexus_env.games.aristeia.cards.records import COLORS, SYMBOLS, ActionCard, Pool
from nexus_env.games.aristeia.cards.verbs import Skill, Symbol
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.bout import (
    CONTENDER,
    FACES,
    MOST_DICE,
    NO_CELL,
    NO_UNIT,
    TEAM,
    Bout,
    Contest,
    Options,
    Side,
)
from nexus_env.games.aristeia.rules.effects import is_wanted
from nexus_env.games.aristeia.rules.sight import has_cover
from nexus_env.kit.symbol_dice import symbols_on
from nexus_env.kit.tape import roll
from nexus_env.machine.compiled import compiled

MOST_OTHERS = 3  # dice for the other enemies adjacent to a Character that disengages


# --- the dice to roll -------------------------------------------------------------------------------------------------


@compiled
def card_of(bout: Bout, unit: int, action: int) -> ActionCard:
    """An Action of a Character as printed on its card, or Contender, which all have.

    Rulebook: (A-144, A-145, A-148, A-149, A-152, A-156, A-160, A-164, A-165, A-170, A-171, A-174, A-175, A-176, A-177).
    """
    if action == CONTENDER:
        return bout.options.common
    return bout.options.characters[bout.table.characters[unit].card].actions[action]


@compiled
def pool_of(bout: Bout, side: int) -> Pool:
    """The printed dice of one side: those of the Action, the target's Defense, or Agility or Brawn in a Disengage.

    Rulebook: (A-081, A-092, A-142, A-146, A-150, A-154, A-158, A-162, A-168, A-172).
    """
    fight, characters = bout.table.roll, bout.options.characters
    card = characters[bout.table.characters[fight.side[side].unit].card]
    if fight.contest == Contest.DISENGAGE:
        return card.agility if side == 0 else card.brawn
    if side == 1:
        return card.defense
    return card_of(bout, int(fight.unit), int(fight.action)).pool


@compiled
def has_skill(bout: Bout, unit: int, skill: int) -> bool:
    """Whether a Character can do something without AP. Rulebook: (A-095)."""
    return (int(bout.options.characters[bout.table.characters[unit].card].skills) >> skill) & 1 != 0


@compiled
def judge_cover(bout: Bout) -> None:
    """Determine which of the two Characters of an attack have Cover now; the target of a marksman has none.

    Rulebook: (A-037, A-038, A-039, A-166, A-EX-27).
    """
    fight = bout.table.roll
    unit, target = int(fight.unit), int(fight.target)
    if fight.contest == Contest.ACTION and fight.both:
        fight.side[0].cover = int(has_cover(bout, unit, target))
        fight.side[1].cover = int(not has_skill(bout, unit, Skill.MARKSMANSHIP) and has_cover(bout, target, unit))


@compiled
def collect(bout: Bout, side: int) -> None:
    """Collect the dice of one side: printed ones, those of Tactics, of Cover and of other adjacent enemies.

    The number of dice of each color is limited. Automatic symbols are added as dice of their own.

    Rulebook: (A-001, A-040, A-049, A-051, A-053, A-081, A-092, A-115, A-167, A-EX-20, A-EX-21).
    """
    options, mine = bout.options, bout.table.roll.side[side]
    pool = pool_of(bout, side)
    cover = cover_die(bout, side)
    mine.count, mine.gone, mine.rerolled = 0, 0, 0
    for color in range(COLORS):
        amount = int(pool.dice[color]) + int(mine.extra.dice[color])
        if mine.cover and color == cover:
            amount += 1
        if color == options.cover_die:
            amount += min(MOST_OTHERS, int(mine.others))
        # Ruling: 1 Red and 1 Green, as in the box; what is above the limit is wasted.
        for _ in range(min(amount, int(options.most_dice[color]))):
            add_die(mine, color)
    for symbol in range(SYMBOLS):
        for _ in range(int(pool.symbols[symbol]) + int(mine.extra.symbols[symbol])):
            add_die(mine, COLORS + symbol)


@compiled
def cover_die(bout: Bout, side: int) -> int:
    """The color of the die for Cover: the common one, or another one that a sniper may roll instead in its attacks.

    Rulebook: (A-007, A-040, A-049, A-167).
    """
    mine = bout.table.roll.side[side]
    common, unit = int(bout.options.cover_die), int(mine.unit)
    if side == 1 or not mine.cover or not has_skill(bout, unit, Skill.SNIPER):
        return common
    own = int(bout.options.characters[bout.table.characters[unit].card].cover_die)
    # There is no choice if the limit of a color would waste one of the two dice.
    if own == common or is_full(bout, side, own):
        return common
    if is_full(bout, side, common) or is_wanted(bout, unit // TEAM, unit):
        return own
    return common


@compiled
def is_full(bout: Bout, side: int, color: int) -> bool:
    """One more die of a color would be wasted, given those of the Action and of Tactics. Rulebook: (A-049)."""
    amount = int(pool_of(bout, side).dice[color]) + int(bout.table.roll.side[side].extra.dice[color])
    return amount >= int(bout.options.most_dice[color])


@compiled
def add_die(mine: Side, die: int) -> None:
    """Add one die or automatic symbol."""
    if mine.count < MOST_DICE:
        mine.die[mine.count], mine.face[mine.count] = die, 0
        mine.count += 1


# --- the roll ---------------------------------------------------------------------------------------------------------


@compiled
def throw(bout: Bout, side: int) -> None:
    """Roll all dice of one side; automatic symbols are not rolled. Rulebook: (A-001, A-048, A-051)."""
    mine = bout.table.roll.side[side]
    unit = int(mine.unit)
    for place in range(int(mine.count)):
        if mine.die[place] < COLORS:
            throw_one(bout, side, place)
        else:
            symbol = int(mine.die[place]) - COLORS
            log.added_automatic(bout, unit=unit, symbol=symbol)


@compiled
def throw_one(bout: Bout, side: int, place: int) -> None:
    """Roll one die of a side. Rulebook: (A-048)."""
    table = bout.table
    mine = table.roll.side[side]
    unit, color = int(mine.unit), int(mine.die[place])
    cell = int(table.characters[unit].cell)
    table.request.unit, table.request.cell = unit, cell
    face = roll(bout, FACES, color, unit // TEAM) - 1  # `Purpose` begins with the colors
    table.request.unit, table.request.cell = NO_UNIT, NO_CELL
    mine.face[place] = face
    log.rolled(bout, unit=unit, color=color, face=face)


@compiled
def throw_again(bout: Bout, side: int, place: int) -> None:
    """Reroll one die; its first result is lost. Rulebook: (A-051, A-123)."""
    mine = bout.table.roll.side[side]
    unit = int(mine.unit)
    mine.rerolled |= 1 << place
    log.rerolled(bout, unit=unit, die=place)
    throw_one(bout, side, place)
    tally(bout.options, mine)


@compiled
def can_be_rerolled(mine: Side) -> int:
    """The dice of a side that have not been re-rolled yet, one bit each; automatic symbols are no dice.

    Rulebook: (A-123).
    """
    found = 0
    for place in range(int(mine.count)):
        if mine.die[place] < COLORS and not (mine.rerolled >> place) & 1:
            found |= 1 << place
    return found


# --- the result -------------------------------------------------------------------------------------------------------


@compiled
def shown(options: Options, die: int, face: int, symbol: int) -> int:
    """The number of times that a die, or an automatic symbol, shows a symbol.

    Rulebook: (A-001, A-042, A-043, A-044, A-045, A-046, A-047, A-048).
    """
    if die >= COLORS:
        return int(die - COLORS == symbol)
    return symbols_on(options.dice, die, face, symbol)


@compiled
def tally(options: Options, mine: Side) -> None:
    """Count the symbols of a side, without those of removed dice and without used critical blocks.

    Rulebook: (A-001, A-052, A-063).
    """
    for symbol in range(SYMBOLS):
        found = 0
        for place in range(int(mine.count)):
            if not (mine.gone >> place) & 1:
                found += shown(options, int(mine.die[place]), int(mine.face[place]), symbol)
        mine.left[symbol] = found
    block = Symbol.CRITICAL_BLOCK
    mine.left[block] = max(0, int(mine.left[block]) - int(mine.blocks))


@compiled
def can_be_removed(options: Options, mine: Side) -> int:
    """The dice of a side that a critical block may remove, one bit each. Rulebook: (A-052, A-053)."""
    found = 0
    for place in range(int(mine.count)):
        visible = 0
        for symbol in range(SYMBOLS):
            visible += shown(options, int(mine.die[place]), int(mine.face[place]), symbol)
        if visible > 0 and not (mine.gone >> place) & 1:  # removing a blank die would change nothing
            found |= 1 << place
    return found
