"""Laws of the current roll. Rulebook: (A-050, A-052, A-060, A-061, A-123)."""

from nexus_env.games.aristeia.cards.verbs import Kind, Targets
from nexus_env.games.aristeia.checks.laws import Law
from nexus_env.games.aristeia.rules.bout import (
    COLORS,
    CONTENDER,
    DECK,
    NO_CARD,
    NO_CELL,
    NO_UNIT,
    PRINTED_ACTIONS,
    SEATS,
    SYMBOLS,
    TEAM,
    Contest,
    Options,
    Roll,
    Side,
    Table,
)
from nexus_env.machine.compiled import compiled

WRONG = Law.ROLL


@compiled
def is_clear(table: Table) -> bool:
    """No roll is in progress, and nothing of the last one remains. Rulebook: (A-063)."""
    roll = table.roll
    found = roll.contest == Contest.NONE and roll.unit == NO_UNIT and roll.target == NO_UNIT
    found = found and roll.action < 0 and roll.cell == NO_CELL and not roll.both and not roll.beside
    found = found and roll.turn == 0 and roll.passes == 0 and roll.again == 0 and roll.steps == 0
    for side in range(SEATS):
        found = found and is_side_clear(roll.side[side])
    return found


@compiled
def is_side_clear(mine: Side) -> bool:
    """A side without dice, symbols or marks. Rulebook: (A-063)."""
    found = mine.unit == NO_UNIT and mine.count == 0 and mine.gone == 0 and mine.rerolled == 0
    found = found and not mine.cover and mine.others == 0 and mine.blocks == 0 and mine.used == 0
    found = found and mine.dealt == 0 and mine.tactics == 0
    for color in range(COLORS):
        found = found and mine.extra.dice[color] == 0
    for symbol in range(SYMBOLS):
        found = found and mine.extra.symbols[symbol] == 0 and mine.left[symbol] == 0
    for symbol in range(len(mine.halves)):
        found = found and mine.halves[symbol] == 0 and mine.singles[symbol] == 0
    return found


@compiled
def broken_roll(table: Table, options: Options) -> int:
    """The current roll is one that the Active Character can make; see `Roll`."""
    roll = table.roll
    if roll.contest == Contest.NONE:
        return 0 if is_clear(table) else WRONG
    if table.active == NO_UNIT or roll.unit != table.active or table.characters[roll.unit].card == NO_CARD:
        return WRONG
    if roll.side[0].unit != roll.unit or roll.side[1].unit != (roll.target if roll.both else NO_UNIT):
        return WRONG
    if roll.both and (roll.target == NO_UNIT or roll.target // TEAM == roll.unit // TEAM):
        return WRONG
    if roll.contest == Contest.DISENGAGE:
        law = 0 if roll.both and roll.action < 0 else WRONG
    else:
        law = broken_action(table, options)
    return law or broken_dice(roll)


@compiled
def broken_action(table: Table, options: Options) -> int:
    """The Action is on the card of the Character, and has a legal kind of target. Rulebook: (A-088, A-091)."""
    roll = table.roll
    if roll.action < 0 or roll.cell == NO_CELL:
        return WRONG
    if roll.action == CONTENDER and not options.contender:
        return WRONG
    kind, targets = int(options.common.kind), int(options.common.targets)
    if roll.action < PRINTED_ACTIONS:
        card = options.characters[table.characters[roll.unit].card].actions[roll.action]
        kind, targets = int(card.kind), int(card.targets)
    if kind == Kind.NONE or (roll.both != 0) != (kind == Kind.ATTACK):
        return WRONG
    return WRONG if roll.target == NO_UNIT and targets != Targets.NEIGHBOR else 0


@compiled
def broken_dice(roll: Roll) -> int:
    """Marks on dice that do not exist; more Tactics than a deck has. Rulebook: (A-010, A-052, A-115, A-123)."""
    for side in range(SEATS):
        mine = roll.side[side]
        if mine.tactics > DECK:
            return WRONG
        if (int(mine.gone) | int(mine.rerolled)) >> int(mine.count) != 0:
            return Law.DICE
    return 0
