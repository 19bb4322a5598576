"""The canonical spelling of every action in a position: Characters, Actions and Tactics by name.

Rulebook: (A-001, A-088, A-114).
"""

from typing import Any

from nexus_env.games.aristeia.rules.actions import NAMES, ROW_OF, Action
from nexus_env.games.aristeia.rules.asking import unit_of
from nexus_env.games.aristeia.rules.bout import COLORS, DECK, FACES, TEAM
from nexus_env.games.aristeia.rules.events import Purpose
from nexus_env.games.aristeia.rules.operands import PERMUTATIONS
from nexus_env.games.aristeia.words.naming import SIDES, Naming, color_name, player
from nexus_env.kit.symbol_dice import told_apart
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.machine.plain_twin import plain_twin

meant = plain_twin(unit_of)


def row_of(action: int) -> Action:
    """The row of the action table that an action belongs to."""
    return Action(ROW_OF[action])


def action(number: int) -> str:
    """See `Words`."""
    return NAMES[number]


def spell(bout: Any, number: int) -> str:
    """See `Words`: an action of the seat to act, or an answer of chance."""
    request = bout["table"]["request"]
    naming = Naming(bout)
    if request["seat"] == CHANCE:
        return spell_chance(naming, number)
    return spell_for(naming, int(request["seat"]), number)


def spell_for(naming: Naming, seat: int, number: int) -> str:
    """An action of a seat."""
    row = row_of(number)
    if seat == NOBODY:
        return NAMES[number]
    place, word = number - row, row.name.lower()
    match row:
        case Action.ACT:
            active = int(naming.table["active"])
            return f"{word} {naming.action(active, place)}" if _has_action(naming, active, place) else NAMES[number]
        case Action.UNIT:
            return f"{word} {naming.unit(meant(seat, number))}"
        case Action.PICK:
            return f"{word} {naming.names.characters[place]}" if place < len(naming.names.characters) else NAMES[number]
        case Action.ORDER:
            return f"{word} {', '.join(order_of(naming, seat, place))}"
        case Action.CARD:
            return f"{word} {naming.card(seat, place)}"
    return NAMES[number]


def order_of(naming: Naming, seat: int, place: int) -> tuple[str, ...]:
    """The Characters of a Running Order, in the order of activation. Rulebook: (A-064)."""
    return tuple(naming.unit(TEAM * seat + member) for member in PERMUTATIONS[place])


def _has_action(naming: Naming, unit: int, place: int) -> bool:
    """Whether a Character has this Action."""
    return unit >= 0 and naming.has_action(unit, place)


def spell_chance(naming: Naming, number: int) -> str:
    """An answer of chance with its purpose: `orange S B of Maximus`."""
    request = naming.table["request"]
    purpose, roller = Purpose(int(request["purpose"])), int(request["roller"])
    if purpose == Purpose.TACTIC:
        return f"{naming.card(roller, number) if number < DECK else number + 1} for {player(roller)}"
    if purpose in (Purpose.UNDERDOG, Purpose.DRAFT):
        return f"{SIDES[number] if number < len(SIDES) else number + 1} for {purpose.name.lower()}"
    return f"{spelled_face(naming, int(purpose), number)} of {naming.unit_or_none(int(request['unit'])) or 'nobody'}"


def spelled_face(naming: Naming, die: int, face: int) -> str:
    """A face of a die; equal faces get numbers: `red S X`, `red S X (2)`."""
    if die >= COLORS or face >= FACES:
        return str(face + 1)
    return f"{color_name(die)} {told_apart([naming.face(die, other) for other in range(face + 1)], face)}"
