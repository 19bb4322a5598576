"""The Planning phase. Rulebook: (A-004, A-064)."""

from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import (
    CHARACTERS,
    NOBODY,
    ORDERS,
    SEATS,
    TEAM,
    Bout,
    Question,
    Step,
    Table,
)
from nexus_env.games.aristeia.rules.operands import ORDER_PLACES
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit.secrets import call_for_choices, choice_of, choose_in_secret, forget_choices
from nexus_env.machine.compiled import compiled

BOTH = (1 << SEATS) - 1


@compiled
def begin_round(bout: Bout) -> None:
    """Begin a Round with its Planning phase. Rulebook: (A-004, A-019, A-064)."""
    table = bout.table
    table.round_number += 1
    table.turn, table.activated = 0, 0
    for seat in range(SEATS):
        player = table.players[seat]
        player.scored, player.taken = 0, 0
        for slot in range(TEAM):
            player.order[slot] = NOBODY
    log.began_round(bout, number=int(table.round_number))
    call_for_choices(table.secrets, BOTH)
    go_to(bout, Step.PLANNING)


@compiled
def plan(bout: Bout) -> None:
    """The next player assigns the four Characters to the slots of the Running Order, in secret.

    All four are assigned, including those in the Infirmary or on the Bench.

    Rulebook: (A-064, A-EX-02).
    """
    choose_in_secret(bout, Question.ORDER, -Step.PLANNING, -Step.ORDERS)


@compiled
def secret_answers(table: Table) -> tuple[int, int]:
    """The first action that may be chosen in secret, and the number of these actions.

    They are Running Orders in a Round, and Characters before the first Round.

    Rulebook: (A-064, A-203).
    """
    if table.round_number > 0:
        return Action.ORDER, ORDERS
    return Action.PICK, CHARACTERS


@compiled
def set_orders(bout: Bout) -> None:
    """Both players have chosen: set the orders face down. Rulebook: (A-064)."""
    table = bout.table
    for seat in range(SEATS):
        order = choice_of(table.secrets, seat) - Action.ORDER
        for slot in range(TEAM):
            table.players[seat].order[slot] = ORDER_PLACES[order, slot]
    forget_choices(table.secrets)
    go_to(bout, Step.TURN)
