"""What is legal: the answers that a rule has laid on the table, and the commands of the Active Character.

Rulebook: (A-072, A-088, A-114).
"""

from typing import Any

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.rules.actions import TABLE, Action
from nexus_env.games.aristeia.rules.asking import answer_for
from nexus_env.games.aristeia.rules.attacks import may_act
from nexus_env.games.aristeia.rules.bout import DECK, NOBODY, SPACES, Bout, Question
from nexus_env.games.aristeia.rules.events import Purpose
from nexus_env.games.aristeia.rules.movement import is_free, may_disengage, may_move, may_step
from nexus_env.games.aristeia.rules.setup import may_be_picked
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop import cells, decks, hexes
from nexus_env.tabletop.decks import HAND, PILE
from nexus_env.tabletop.tape import CHANCE

# How far the rows count, as the action table has it.
ACTS, UNITS, ZONES, PICKS = (TABLE[row].size for row in (Action.ACT, Action.UNIT, Action.ZONE, Action.PICK))
ORDERS, CARDS, DICE, SWITCHES = (TABLE[row].size for row in (Action.ORDER, Action.CARD, Action.DIE, Action.SWITCH))


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """1 for each legal action of the seat that is asked."""
    mask[:] = 0
    table = bout.table
    seat, question = int(table.request.seat), int(table.request.question)
    if seat == NOBODY:
        return
    if seat == CHANCE:
        allow_faces(bout, mask)
    elif question == Question.COMMAND:
        allow_commands(bout, seat, mask)
    elif question == Question.SPACE:
        for cell in range(SPACES):
            mask[Action.SPACE + cell] = cells.has(table.spaces, cell)
        mask[Action.PASS] = table.may_pass
    elif question == Question.TACTIC:
        mask[Action.PASS] = 1
        allow_cards(bout, seat, int(table.timing), mask)
    elif question == Question.CARD:
        for card in range(CARDS):
            mask[Action.CARD + card] = table.players[seat].cards[card] == HAND + seat
    elif question == Question.TAKE:
        allow_some(mask, Action.CARD, int(table.players[seat].looked), CARDS)
    else:
        allow_answers(bout, seat, question, mask)


@compiled
def allow_some(mask: Any, first: int, members: int, most: int) -> None:
    """The actions from `first` on that are in a set, a bit each."""
    for member in range(most):
        mask[first + member] = (members >> member) & 1


@compiled
def allow_answers(bout: Bout, seat: int, question: int, mask: Any) -> None:
    """The answers to a question of which nothing is hidden, and to what is chosen in secret."""
    table = bout.table
    offered = int(table.offered)
    mask[Action.PASS] = table.may_pass
    if question == Question.UNIT:
        for unit in range(UNITS):
            mask[answer_for(seat, unit)] = (offered >> unit) & 1
    elif question == Question.ZONE:
        allow_some(mask, Action.ZONE, offered, ZONES)
    elif question == Question.DIE:
        allow_some(mask, Action.DIE, offered, DICE)
    elif question == Question.SWITCH:
        allow_some(mask, Action.SWITCH, offered, SWITCHES)
    elif question == Question.FIRST:
        mask[Action.ME] = mask[Action.THEM] = 1
    elif question == Question.REDRAW:
        mask[Action.YES] = 1
    elif question == Question.ORDER:
        mask[Action.ORDER : Action.ORDER + ORDERS] = 1
    elif question == Question.PICK:
        may = may_be_picked(bout, seat)
        allow_some(mask, Action.PICK, may, PICKS)


@compiled
def allow_faces(bout: Bout, mask: Any) -> None:
    """What chance may answer: a face of the die, or a card of the draw pile."""
    request = bout.table.request
    if request.purpose == Purpose.TACTIC:
        decks.can_be_drawn(bout.table.players[request.roller].cards, PILE, mask[:DECK])
    else:
        mask[: request.sides] = 1


@compiled
def allow_commands(bout: Bout, seat: int, mask: Any) -> None:
    """What the Active Character may do. Rulebook: (A-072, A-076, A-077, A-079, A-088, A-177)."""
    table = bout.table
    unit = int(table.active)
    mask[Action.END] = 1
    mask[Action.MOVE] = may_move(bout)
    mask[Action.DISENGAGE] = may_disengage(bout)
    for action in range(ACTS):
        mask[Action.ACT + action] = may_act(bout, unit, action)
    allow_cards(bout, seat, Timing.ACTIVATION.value, mask)
    if may_step(bout):
        for direction in range(hexes.DIRECTIONS):
            cell = hexes.neighbor(int(table.characters[unit].cell), direction, SPACES)
            if cell != hexes.OFF and is_free(bout, cell):
                mask[Action.SPACE + cell] = 1


@compiled
def allow_cards(bout: Bout, seat: int, timing: int, mask: Any) -> None:
    """The Tactics that may be played now. Rulebook: (A-114)."""
    for card in range(CARDS):
        mask[Action.CARD + card] = tactics.may_play(bout, seat, card, timing)
