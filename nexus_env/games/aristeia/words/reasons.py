"""Reasons why a command is not legal now, in sentences that cite rule ids; and the guide to each command.

The rules decide (`mask.write_mask`); this module only explains. If there are several reasons, it names the first one
that a player would think of.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from nexus_env.games.aristeia.cards.verbs import Kind, State, Targets, Timing
from nexus_env.games.aristeia.rules.actions import TABLE, Action
from nexus_env.games.aristeia.rules.bout import CHARACTERS, NO_UNIT, NOBODY, TEAM, UNITS, Question
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.movement import MOVE_COST
from nexus_env.games.aristeia.words import asked_rules as rules
from nexus_env.games.aristeia.words.card_texts import timing_words
from nexus_env.games.aristeia.words.naming import Naming, space, state_name, zone_name
from nexus_env.games.aristeia.words.own_view import as_rules_read
from nexus_env.games.aristeia.words.questions import question
from nexus_env.games.aristeia.words.spelling import meant, row_of
from nexus_env.kit.actions import Guide, guides_of
from nexus_env.kit.decks import HAND
from nexus_env.kit.spelling import plain

FINE = ""
COMMANDS = (Action.END, Action.MOVE, Action.DISENGAGE, Action.ACT, Action.CARD, Action.SPACE)


@cache
def guides() -> Mapping[int, Guide]:
    """See `Words`."""
    return guides_of(TABLE)


def guide(action: int) -> Guide:
    """See `Words`."""
    return guides()[row_of(action)]


class Place:
    """A position from one seat's point of view."""

    def __init__(self, world: Any, seat: int) -> None:
        self.naming, self.seat = Naming(world), seat
        self.bout: Any = as_rules_read(world)
        self.table: Any = self.bout.table
        self.active = int(self.table.active)
        self.question = Question(int(self.table.request.question))
        self.who = self.naming.unit_or_none(self.active) or "nobody"

    @property
    def cell(self) -> int:
        """The space of the Active Character."""
        return int(self.table.characters[self.active].cell)


def why_not(world: Any, seat: int, action: int) -> str:
    """The reason why `seat` may not take an action now, in a sentence.

    Args:
        world: the record of a bout as that seat imagines it (`Session.known_to`).
        seat: the seat that would take it.
        action: an illegal action.
    """
    request = world["table"]["request"]
    asked = int(request["seat"])
    if request["private"] and asked != seat:
        return "It is not your decision: wait."
    if asked == NOBODY:
        return "The bout is over."
    if asked != seat:
        return f"It is not your decision: {question(world)}"
    here, row = Place(world, seat), row_of(action)
    checks = COMMAND_CHECKS if here.question == Question.COMMAND else ANSWER_CHECKS
    if here.question == Question.COMMAND and row not in COMMANDS:
        return f"It answers a question that is not asked now: {question(world)}"
    if here.question != Question.COMMAND and not _answers(here.question, row):
        return f"It does not answer the question: {question(world)}"
    reason = checks[row](here, action - row) if row in checks else FINE
    return reason or f"The rules do not allow it in this position ({', '.join(guides()[row].rules)})."


def _answers(question: Question, row: Action) -> bool:
    """Whether a row of the action table may be an answer to a question."""
    return question in MAY_PASS if row == Action.PASS else plain(question) in TABLE[row].answers


# --- commands ---------------------------------------------------------------------------------------------------------


def _move(here: Place, _: int) -> str:
    if here.table.energy < MOVE_COST:
        return f"Move costs {MOVE_COST} AP; {here.who} has {int(here.table.energy)} (A-076)."
    return _still(here)


def _still(here: Place) -> str:
    """The sentence for a State that forbids the Active Character to move."""
    return f"{_bearing(here, 'still')} (A-111)." if rules.is_still(here.bout, here.active) else FINE


def _bearing(here: Place, key: str) -> str:
    """The sentence for a State that forbids something to the Active Character; `key` is a field of `BearerCard`."""
    for state in State:
        if getattr(here.bout.options.bearers[state], key) and rules.has_state(here.bout, here.active, state):
            name = state_name(state)
            return f"{here.who} is {name}" if name.isalpha() else f"{here.who} has {name}"
    return here.who


def _cannot_spend(here: Place) -> str:
    """The sentence for MP that cannot be spent to move."""
    if not here.table.movement:
        return f"{here.who} has no MP: Move first (A-077)."
    return _still(here)


def _disengage(here: Place, _: int) -> str:
    if reason := _cannot_spend(here):
        return reason
    if not rules.enemies_beside(here.bout, here.active):
        return f"No enemy is adjacent to {here.who}: step without a Disengage (A-079)."
    if rules.spent(here.bout):
        return f"{here.who} has declined the step too often in this Activation (A-084)."
    return f"No space adjacent to {here.who} is Free (A-080)."


def _step(here: Place, cell: int) -> str:
    if reason := _cannot_spend(here):
        return reason
    if rules.distance(here.cell, cell) != 1:
        return f"{space(cell)} is not adjacent to {here.who} (A-077)."
    return _taken(here, cell) or f"An enemy is adjacent to {here.who}: Disengage first (A-079)."


def _taken(here: Place, cell: int) -> str:
    """The content of a space that is not Free."""
    if rules.is_free(here.bout, cell):
        return FINE
    if rules.has_cell(here.bout.options.blocked, cell):
        return f"{space(cell)} is Blocked (A-027)."
    if rules.has_cell(here.bout.options.obstacles, cell):
        return f"An obstacle is on {space(cell)} (A-027)."
    return f"{here.naming.unit(_unit_at(here, cell))} stands on {space(cell)} (A-027)."


def _unit_at(here: Place, cell: int) -> int:
    return next((unit for unit in range(UNITS) if int(here.table.characters[unit].cell) == cell), NO_UNIT)


def _act(here: Place, action: int) -> str:
    if not here.naming.has_action(here.active, action):
        return f"{here.who} has no such Action (A-088)."
    card = rules.card_of(here.bout, here.active, action)
    name, table = here.naming.action(here.active, action), here.table
    if table.energy < card.energy:
        return f"{name} costs {int(card.energy)} AP; {here.who} has {int(table.energy)} (A-088)."
    if table.movement < card.movement:
        return f"{name} costs {int(card.movement)} MP; {here.who} has {int(table.movement)} (A-088)."
    if rules.is_for_nothing(card) and rules.spent(here.bout):
        return f"{here.who} has performed too many free Actions in this Activation (A-072)."
    return _no_target(here, card)


def _no_target(here: Place, card: Any) -> str:
    """The reason why an Action has no target."""
    if card.targets == Targets.NEIGHBOR:
        return "No obstacle or Character in Range has an adjacent Free space (A-149)."
    least, most = int(card.least), int(card.most)
    only_enemies = card.kind == Kind.ATTACK or card.targets == Targets.ENEMIES
    meant_for = [
        unit
        for unit in range(UNITS)
        if rules.stands(here.bout, unit) and not (only_enemies and unit // TEAM == here.active // TEAM)
    ]
    who = "enemy" if only_enemies else "Character"
    near = [unit for unit in meant_for if rules.in_range(here.cell, int(here.table.characters[unit].cell), least, most)]
    if not near:
        return f"No {who} is in Range {least}-{most} (A-029)."
    only = here.bout.options.bearers[State.TAUNTED].only
    if only and card.kind == Kind.ATTACK and rules.has_state(here.bout, here.active, State.TAUNTED):
        taunter = here.naming.unit_or_none(int(here.table.characters[here.active].taunter))
        return f"{here.who} is Taunted and may attack only {taunter}, which is not a legal target (A-109)."
    farthest = rules.farthest_seen(here.bout, here.active)
    if all(rules.distance(here.cell, int(here.table.characters[unit].cell)) > farthest for unit in near):
        return f"{_bearing(here, 'sees')} and sees nobody in Range (A-110)."
    return f"No {who} in Range {least}-{most} is in Line of Sight (A-088)."


def _card(here: Place, card: int) -> str:
    name = here.naming.tactic(here.naming.kind(here.seat, card))
    cards = here.table.players[here.seat].cards
    if cards[card] != HAND + here.seat:
        held = {here.naming.kind(here.seat, other) for other in range(len(cards)) if cards[other] == HAND + here.seat}
        copy = "a second " if here.naming.kind(here.seat, card) in held else ""
        return f"You do not hold {copy}{name} (A-114)."
    if here.question == Question.TAKE:
        return f"{name} is not among the cards that you look at (A-135)."
    owner, kind = here.naming.owner(here.seat, card), here.naming.kind(here.seat, card)
    if owner != NO_UNIT and not rules.stands(here.bout, owner) and not here.bout.options.house.absent:
        return f"{here.naming.unit(owner)} is not on the board (A-116)."
    printed = here.bout.options.tactics[kind]
    if here.question == Question.COMMAND and printed.timing == Timing.ACTIVATION:
        if owner not in (NO_UNIT, here.active):
            return f"{name} is for the Activation of {here.naming.unit(owner)} (A-116)."
        return f"{name} would do nothing now ({', '.join(guides()[Action.CARD].rules)})."
    return f"{name} is played {timing_words(printed)} (A-114)."


# --- answers ----------------------------------------------------------------------------------------------------------


def _pass(here: Place, _: int) -> str:
    return f"You may not pass here: {question(here.naming.world)}"


def _unit(here: Place, place: int) -> str:
    unit = meant(here.seat, Action.UNIT + place)
    name = here.naming.unit(unit)
    if here.table.reason == Reason.DEPLOY:
        mine = unit // TEAM == here.seat
        return f"{name} is on the board already (A-178)." if mine else f"{name} is of the other team (A-178)."
    if not rules.stands(here.bout, unit):
        return f"{name} is not on the board (A-096)."
    roll_card = here.active != NO_UNIT and here.table.roll.action >= 0
    if roll_card:
        card = rules.card_of(here.bout, int(here.table.roll.unit), int(here.table.roll.action))
        if (card.kind == Kind.ATTACK or card.targets == Targets.ENEMIES) and unit // TEAM == here.seat:
            return f"{name} is not an enemy (A-091)."
    return f"{name} cannot be chosen here: {question(here.naming.world)}"


def _zone(here: Place, zone: int) -> str:
    if zone == 0:
        return "Only Deployment Zones may be chosen (A-187)."
    if int(here.table.burnt) >> zone & 1:
        return f"{zone_name(zone)} has red counters (A-191)."
    return f"{zone_name(zone)} has Characters inside (A-185)."


def _space(here: Place, cell: int) -> str:
    return _taken(here, cell) or f"{space(cell)} is not one of the spaces to choose from (A-085, A-086)."


def _pick(here: Place, card: int) -> str:
    if card >= CHARACTERS or not here.bout.options.characters[card].initiative:
        return "There is no such Character (A-203)."
    return f"{here.naming.names.characters[card]} is taken (A-203)."


def _die(here: Place, die: int) -> str:
    return f"There is no die {die + 1}, or it cannot be chosen again (A-052, A-123)."


def _switch(here: Place, _: int) -> str:
    return "There is no such Switch here, or you cannot pay for it (A-055)."


Check = Callable[[Place, int], str]
COMMAND_CHECKS: Mapping[Action, Check] = {
    Action.MOVE: _move,
    Action.DISENGAGE: _disengage,
    Action.ACT: _act,
    Action.CARD: _card,
    Action.SPACE: _step,
}
ANSWER_CHECKS: Mapping[Action, Check] = {
    Action.PASS: _pass,
    Action.UNIT: _unit,
    Action.ZONE: _zone,
    Action.PICK: _pick,
    Action.CARD: _card,
    Action.DIE: _die,
    Action.SWITCH: _switch,
    Action.SPACE: _space,
}
MAY_PASS = (Question.REDRAW, Question.UNIT, Question.SPACE, Question.TACTIC, Question.DIE, Question.SWITCH)
