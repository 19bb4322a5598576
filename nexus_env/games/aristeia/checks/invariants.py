"""The invariants of a bout: laws that hold at every decision, whatever is played. A fuzz run looks for violations.

Each law is checked at every decision. Between commands nothing is in progress. During a command, the table before it
must be one at which its step can come, so that a bout from outside can be played on.
"""

from nexus_env.games.aristeia.cards.records import STATES
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.checks.laws import Law
from nexus_env.games.aristeia.checks.rolls import broken_roll, is_clear
from nexus_env.games.aristeia.checks.setting_up import broken_choice, broken_setup, has_begun, is_draft_under_way
from nexus_env.games.aristeia.rules.bout import (
    ANALYZED,
    DECK,
    NO_CARD,
    NO_CELL,
    NO_UNIT,
    NO_ZONE,
    NOBODY,
    ROLL_STEPS,
    SEATS,
    SETUP_STEPS,
    SPACE_WORDS,
    SPACES,
    TEAM,
    TEAM_STEPS,
    UNITS,
    ZONES,
    Bout,
    Character,
    Options,
    Player,
    Question,
    Step,
    Table,
    Where,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.planning import secret_answers
from nexus_env.games.aristeia.rules.setup import may_be_picked
from nexus_env.kit import cells, decks
from nexus_env.kit.bitsets import has
from nexus_env.kit.decks import BOX, DISCARDS, HAND, PILE
from nexus_env.kit.seats import MOST_SEATS
from nexus_env.kit.secrets import choice_of
from nexus_env.machine.compiled import compiled

WHOLE_ORDER = (1 << TEAM) - 1
LAST_BITS = (1 << (SPACES - 64 * (SPACE_WORDS - 1))) - 1


@compiled
def broken(bout: Bout) -> int:
    """0, or the number of the first violated law."""
    return unplayable(bout)


@compiled
def unplayable(bout: Bout) -> int:
    """The same, since a bout from outside may not violate any law."""
    table, options = bout.table, bout.options
    within = table.request.question != Question.COMMAND
    step = -int(bout.command) if within and bout.command < 0 else 0
    law = broken_spaces(table) or broken_table(table, options) or broken_request(table, options, within)
    if law == 0 and table.request.question == Question.PICK and table.request.seat >= 0:
        law = 0 if may_be_picked(bout, int(table.request.seat)) != 0 else Law.OFFERED
    if law == 0 and not within and table.request.seat != NOBODY:
        law = broken_pause(table, options)
    if law == 0 and within:
        law = broken_start(bout.start, options, step)
    if law == 0 and step == Step.DRAFTING and not is_draft_under_way(table, options):
        law = Law.DRAFT
    then = int(bout.start.then) if step == Step.DRAWING else step
    if law == 0 and within and then != Step.ANALYZING:
        if is_tactic_in_play(bout.start) or (step != 0 and is_tactic_in_play(table)):  # a command may have played it
            law = Law.LOOKED
    return law


# --- the table --------------------------------------------------------------------------------------------------------


@compiled
def broken_table(table: Table, options: Options) -> int:
    """Laws of every table, whatever is in progress."""
    law = broken_places(table, options) or broken_characters(table, options) or broken_players(table)
    return law or broken_zones(table, options) or broken_roll(table, options)


@compiled
def broken_spaces(table: Table) -> int:
    """Sets of spaces have no members beyond the board."""
    last = SPACE_WORDS - 1
    if (int(table.spaces[last]) | int(table.occupied[last])) & ~LAST_BITS != 0:
        return Law.SPACES
    return 0


@compiled
def broken_places(table: Table, options: Options) -> int:
    """Laws of the places of Characters. Rulebook: (A-027, A-096)."""
    standing = 0
    for unit in range(UNITS):
        one = table.characters[unit]
        if (one.cell != NO_CELL) != (one.where == Where.BOARD):
            return Law.WHERE
        if one.cell == NO_CELL:
            continue
        standing += 1
        if not cells.has(table.occupied, int(one.cell)):
            return Law.OCCUPIED
        if cells.has(options.blocked, int(one.cell)) or cells.has(options.obstacles, int(one.cell)):
            return Law.FREE
        for other in range(unit):
            if table.characters[other].cell == one.cell:
                return Law.ALONE
    return Law.OCCUPIED if cells.count(table.occupied) != standing else 0


@compiled
def broken_characters(table: Table, options: Options) -> int:
    """Laws of the Characters in play, damage and States. Rulebook: (A-097, A-101, A-104, A-109, A-203)."""
    seen, known = 0, 0
    for unit in range(UNITS):
        one = table.characters[unit]
        if unit == TEAM and options.house.shared != 0:
            seen = 0
        if one.card == NO_CARD:
            if one.where != Where.ASIDE or one.damage != 0 or has_tokens(one) or one.taunter != NO_UNIT:
                return Law.BEGUN
            continue
        known += 1
        if (seen >> int(one.card)) & 1 or options.characters[one.card].initiative == 0:
            return Law.TEAMS
        seen |= 1 << int(one.card)
        most = int(options.characters[one.card].hit_points)
        if one.damage >= most if one.where == Where.BOARD else one.damage != 0:
            return Law.DAMAGE
        law = broken_tokens(table, options, unit)
        if law != 0:
            return law
    return Law.BEGUN if known < UNITS and has_begun(table) else 0


@compiled
def has_tokens(one: Character) -> bool:
    """The Character has any State."""
    found = False
    for state in range(STATES):
        found = found or one.red[state] + one.blue[state] > 0
    return found


@compiled
def broken_tokens(table: Table, options: Options, unit: int) -> int:
    """Laws of the State tokens of a Character. Rulebook: (A-097, A-101, A-104, A-109)."""
    one = table.characters[unit]
    for state in range(STATES):
        tokens = int(one.red[state]) + int(one.blue[state])
        if tokens > 1 and not options.states[state].stacks:
            return Law.STACKED
        of_recovery = one.where == Where.BENCH and state == State.ENERGY_DOWN
        if tokens > 0 and one.where != Where.BOARD and not of_recovery:
            return Law.TOKENS
    is_taunted = one.red[State.TAUNTED] + one.blue[State.TAUNTED] > 0
    if is_taunted != (one.taunter != NO_UNIT):
        return Law.TAUNTED
    if is_taunted and table.characters[one.taunter].where != Where.BOARD:
        return Law.TAUNTED
    return 0


# --- players ----------------------------------------------------------------------------------------------------------


@compiled
def broken_players(table: Table) -> int:
    """Laws of decks, Running Orders and points. Rulebook: (A-010, A-064, A-135, A-202)."""
    for seat in range(SEATS):
        player = table.players[seat]
        law = broken_deck(player, seat)
        if law == 0 and not is_an_order(player):
            law = Law.ORDER
        early = player.points > 0 and table.round_number == 0
        if law == 0 and (player.scored > player.points or player.taken > player.frags or early):
            law = Law.ACCOUNTS
        if law != 0:
            return law
    return broken_secrets(table)


@compiled
def broken_deck(player: Player, seat: int) -> int:
    """Laws of the places of a player's cards. Rulebook: (A-010, A-135)."""
    in_play = 0
    for card in range(DECK):
        place = player.cards[card]
        in_play += place == BOX
        if in_play > 1 or (place != PILE and place != DISCARDS and place != BOX and place != HAND + seat):
            return Law.CARDS
        if (int(player.looked) >> card) & 1 and place != HAND + seat:
            return Law.LOOKED
    ended = False
    for place in range(ANALYZED):
        card = int(player.top[place])
        ended = ended or card == NO_CARD
        if card == NO_CARD:
            continue
        if ended or player.cards[card] != PILE:
            return Law.TOP
        for other in range(place):
            if player.top[other] == card:
                return Law.TOP
    return 0


@compiled
def is_tactic_in_play(table: Table) -> bool:
    """A Tactic of an Activation is being carried out: it is on no pile, or its player looks at cards.

    Rulebook: (A-114, A-135).
    """
    found = False
    for seat in range(SEATS):
        player = table.players[seat]
        found = found or player.looked != 0 or decks.count_in(player.cards, BOX) > 0
    return found


@compiled
def is_an_order(player: Player) -> bool:
    """Each place of the team occurs once, or none is set. Rulebook: (A-064)."""
    seen, nobody = 0, 0
    for slot in range(TEAM):
        if player.order[slot] == NOBODY:
            nobody += 1
        else:
            seen |= 1 << int(player.order[slot])
    return nobody == TEAM or (nobody == 0 and seen == WHOLE_ORDER)


@compiled
def is_ordered(table: Table) -> bool:
    """Both Running Orders are set."""
    return table.players[0].order[0] != NOBODY and table.players[1].order[0] != NOBODY


@compiled
def broken_secrets(table: Table) -> int:
    """The seats that were asked in secret have chosen, in order, and each a legal answer. Rulebook: (A-064, A-203)."""
    secrets = table.secrets
    first, count = secret_answers(table)
    for seat in range(MOST_SEATS):
        chosen, waits = secrets.choices[seat] != 0, (secrets.to_choose >> seat) & 1 != 0
        if chosen and not 0 <= choice_of(secrets, seat) - first < count:
            return Law.SECRETS
        if (seat >= SEATS and (chosen or waits)) or (chosen and waits):
            return Law.SECRETS
    if secrets.choices[1] != 0 and secrets.choices[0] == 0:
        return Law.SECRETS
    return 0


# --- Zones ------------------------------------------------------------------------------------------------------------


@compiled
def broken_zones(table: Table, options: Options) -> int:
    """Laws of markers, counters and the Scoring Zone. Rulebook: (A-184, A-189, A-197, A-199)."""
    for zone in range(ZONES):
        if table.holders[zone] != NOBODY and not options.rules.conquest:
            return Law.SCENARIO
    if table.burnt != 0 and not options.rules.burns:
        return Law.SCENARIO
    if (table.scoring == NO_ZONE) != (options.rules.conquest != 0):
        return Law.SCORING
    return 0


# --- the question -----------------------------------------------------------------------------------------------------


@compiled
def broken_request(table: Table, options: Options, within: bool) -> int:
    """Laws of the question and its seat. Rulebook: (A-072)."""
    request = table.request
    if not within or request.seat < 0:
        return 0
    question = request.question
    needs = question == Question.UNIT or question == Question.ZONE or question == Question.DIE
    if (needs or question == Question.SWITCH) and table.offered == 0:
        return Law.OFFERED
    if question == Question.SPACE and cells.is_empty(table.spaces):
        return Law.OFFERED
    early = question == Question.PICK or question == Question.REDRAW
    if early and table.round_number > 0:
        return Law.ASKED
    return 0


@compiled
def broken_pause(table: Table, options: Options) -> int:
    """Between commands nothing is in progress, and the Active Character's player is asked. Rulebook: (A-068, A-072)."""
    if not is_quiet(table):
        return Law.QUIET
    if not is_active(table):
        return Law.ACTIVE
    if table.characters[table.active].where != Where.BOARD or table.request.seat != table.active // TEAM:
        return Law.ASKED
    return 0


@compiled
def is_quiet(table: Table) -> bool:
    """No roll is in progress, no cards are to be drawn, nothing is offered. Rulebook: (A-063, A-102)."""
    waits = is_question_open(table) or not cells.is_empty(table.spaces) or table.secrets.to_choose != 0
    for seat in range(SEATS):
        player = table.players[seat]
        waits = waits or player.to_draw > 0 or table.secrets.choices[seat] != 0
    return not waits and not is_tactic_in_play(table) and is_clear(table)


@compiled
def is_question_open(table: Table) -> bool:
    """Answers are listed although no question is open; the next question could be answered with them."""
    return table.offered != 0 or table.may_pass != 0 or table.reason != Reason.NONE


@compiled
def is_active(table: Table) -> bool:
    """A Turn is in progress, and the Active Character is one of the two that are revealed. Rulebook: (A-065, A-068)."""
    if table.active == NO_UNIT or table.turn == 0 or not is_ordered(table) or table.round_number == 0:
        return False
    seat, place = table.active // TEAM, table.active % TEAM
    return table.activated > 0 and table.players[seat].order[table.turn - 1] == place


# --- the table before -------------------------------------------------------------------------------------------------


@compiled
def broken_start(start: Table, options: Options, step: int) -> int:
    """The table before the current step allows that step; before the first step it is empty.

    Rulebook: (A-004, A-008).
    """
    if is_question_open(start):
        return Law.START
    if step == Step.OPENING:
        return 0 if is_empty(start) else Law.START
    law = broken_spaces(start) or broken_table(start, options)
    if law == 0 and not cells.is_empty(start.spaces):
        law = Law.START
    return law or broken_step(start, options, step)


@compiled
def is_empty(start: Table) -> bool:
    """Nothing is set up yet. Rulebook: (A-008)."""
    found = start.round_number == 0 and start.turn == 0 and start.picked == 0 and start.tries == 0 and start.then == 0
    for seat in range(SEATS):
        player = start.players[seat]
        found = found and player.points == 0 and player.frags == 0 and player.to_draw == 0 and player.looked == 0
        found = found and player.picks == 0
    return found and cells.is_empty(start.occupied) and cells.is_empty(start.spaces)


@compiled
def broken_step(start: Table, options: Options, step: int) -> int:
    """The violated law if a step, or with 0 a command, cannot come on this table; else 0.

    Rulebook: (A-004, A-068, A-090).
    """
    then = int(start.then) if step == Step.DRAWING else step
    if step == Step.DRAWING and (then == 0 or then == Step.DRAWING or has(TEAM_STEPS | SETUP_STEPS, then)):
        return Law.PHASE
    if not is_chosen_in(then) and has_secrets(start):
        return Law.SECRETS
    if then == 0 or then == Step.ACTING or then == Step.STATES or then == Step.ANALYZING:
        return 0 if is_active(start) and is_clear(start) else Law.ACTIVE
    if has(ROLL_STEPS, then):
        return 0 if is_active(start) and not is_clear(start) else Law.ROLL
    if not is_clear(start) or start.active != NO_UNIT:
        return Law.PHASE
    if has(TEAM_STEPS, then):
        return broken_choice(start, options, then)
    for unit in range(UNITS):
        if start.characters[unit].card == NO_CARD:
            return Law.TEAMS
    if has(SETUP_STEPS, then):
        return broken_setup(start, then)
    return broken_phase(start, then)


@compiled
def is_chosen_in(step: int) -> bool:
    """In this step something is chosen in secret, or secret choices are revealed. Rulebook: (A-064, A-203)."""
    return step == Step.PICKING or step == Step.TEAMS or step == Step.PLANNING or step == Step.ORDERS


@compiled
def has_secrets(table: Table) -> bool:
    """A seat is to choose in secret, or has chosen."""
    found = table.secrets.to_choose != 0
    for seat in range(SEATS):
        found = found or table.secrets.choices[seat] != 0
    return found


@compiled
def broken_phase(start: Table, step: int) -> int:
    """Laws of Rounds and Turns. Rulebook: (A-004, A-064, A-065)."""
    for unit in range(UNITS):
        if start.characters[unit].where == Where.ASIDE:
            return Law.WHERE
    if step == Step.ROUND:
        return 0
    if start.round_number == 0:
        return Law.PHASE
    if step == Step.PLANNING:
        return 0 if start.secrets.to_choose != 0 else Law.SECRETS
    if step == Step.ORDERS:
        done = start.secrets.choices[0] != 0 and start.secrets.choices[1] != 0 and start.secrets.to_choose == 0
        return 0 if done else Law.SECRETS
    if start.secrets.to_choose != 0:
        return Law.SECRETS
    fits = is_ordered(start) and (step != Step.ACTIVATION or start.turn > 0)
    return 0 if fits else Law.PHASE
