"""The mask of legal actions: the answers that a rule has listed on the table, and the commands of the Active Character.

Rulebook: (A-072, A-088, A-114).
"""

from typing import Any

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.rules.actions import TABLE, Action
from nexus_env.games.aristeia.rules.asking import answer_for
from nexus_env.games.aristeia.rules.attacks import may_act
from nexus_env.games.aristeia.rules.bout import NOBODY, SPACES, Bout, Question
from nexus_env.games.aristeia.rules.events import Purpose
from nexus_env.games.aristeia.rules.movement import is_free, may_disengage, may_move, may_step
from nexus_env.games.aristeia.rules.setup import may_be_picked
from nexus_env.kit import decks, hexes
from nexus_env.kit.bitsets import all_below
from nexus_env.kit.decks import HAND, PILE
from nexus_env.kit.mask import allow, allow_all, allow_some, spread
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import compiled

# The lengths of some rows.
ACTS, UNITS, ORDERS, CARDS = (TABLE[row].size for row in (Action.ACT, Action.UNIT, Action.ORDER, Action.CARD))


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """Write 1 for each legal action of the seat that is asked, 0 for the rest."""
    table, legal = bout.table, bout.legal
    seat, question = int(table.request.seat), int(table.request.question)
    if seat == CHANCE:
        allow_faces(bout)
    elif seat == NOBODY:
        pass
    elif question == Question.COMMAND:
        allow_commands(bout, seat)
    elif question == Question.SPACE:
        allow_all(legal, Action.SPACE, table.spaces)
        allow(legal, Action.PASS, table.may_pass != 0)
    elif question == Question.TACTIC:
        allow(legal, Action.PASS, True)
        allow_cards(bout, seat, int(table.timing))
    elif question == Question.CARD:
        for card in range(CARDS):
            allow(legal, Action.CARD + card, table.players[seat].cards[card] == HAND + seat)
    elif question == Question.TAKE:
        allow_some(legal, Action.CARD, table.players[seat].looked)
    else:
        allow_answers(bout, seat, question)
    spread(legal, mask)


@compiled
def allow_answers(bout: Bout, seat: int, question: int) -> None:
    """Answers to a question without hidden parts, and secret choices."""
    table, legal = bout.table, bout.legal
    offered = int(table.offered)
    allow(legal, Action.PASS, table.may_pass != 0)
    if question == Question.UNIT:
        for unit in range(UNITS):
            allow(legal, answer_for(seat, unit), (offered >> unit) & 1 != 0)
    elif question == Question.ZONE:
        allow_some(legal, Action.ZONE, offered)
    elif question == Question.DIE:
        allow_some(legal, Action.DIE, offered)
    elif question == Question.SWITCH:
        allow_some(legal, Action.SWITCH, offered)
    elif question == Question.FIRST:
        allow(legal, Action.ME, True)
        allow(legal, Action.THEM, True)
    elif question == Question.REDRAW:
        allow(legal, Action.YES, True)
    elif question == Question.ORDER:
        allow_some(legal, Action.ORDER, all_below(ORDERS))
    elif question == Question.PICK:
        allow_some(legal, Action.PICK, may_be_picked(bout, seat))


@compiled
def allow_faces(bout: Bout) -> None:
    """Answers of chance: a face of the die, or a card of the draw pile."""
    request = bout.table.request
    if request.purpose == Purpose.TACTIC:
        decks.can_be_drawn(bout.table.players[request.roller].cards, PILE, bout.legal)
    else:
        allow_some(bout.legal, 0, all_below(int(request.sides)))


@compiled
def allow_commands(bout: Bout, seat: int) -> None:
    """Commands of the Active Character. Rulebook: (A-072, A-076, A-077, A-079, A-088, A-177)."""
    table, legal = bout.table, bout.legal
    unit = int(table.active)
    allow(legal, Action.END, True)
    allow(legal, Action.MOVE, may_move(bout))
    allow(legal, Action.DISENGAGE, may_disengage(bout))
    for action in range(ACTS):
        allow(legal, Action.ACT + action, may_act(bout, unit, action))
    allow_cards(bout, seat, Timing.ACTIVATION)
    if may_step(bout):
        for direction in range(hexes.DIRECTIONS):
            cell = hexes.neighbor(int(table.characters[unit].cell), direction, SPACES)
            if cell != hexes.OFF:
                allow(legal, Action.SPACE + cell, is_free(bout, cell))


@compiled
def allow_cards(bout: Bout, seat: int, timing: int) -> None:
    """The Tactics that may be played now. Rulebook: (A-114)."""
    for card in range(CARDS):
        allow(bout.legal, Action.CARD + card, tactics.may_play(bout, seat, card, timing))
