"""The observation of a seat, as integers: see `layout`. Rulebook: (A-117)."""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards.records import COLORS, STATES, SYMBOLS
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.learning.layout import (
    BLOCKED,
    CHARACTER,
    MOST_NEARER,
    OFFERED,
    PLAYER,
    SHOWN_DICE,
    SIDE,
    CharacterSeen,
    PlayerSeen,
    Seen,
    SideSeen,
)
from nexus_env.games.aristeia.learning.ways import measure
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    NO_CELL,
    NO_UNIT,
    NO_ZONE,
    NOBODY,
    SEATS,
    SPACE_WORDS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Bout,
    Contest,
    Question,
)
from nexus_env.games.aristeia.rules.dice import shown
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.geometry import zone_of
from nexus_env.games.aristeia.rules.movement import is_free, may_step
from nexus_env.games.aristeia.rules.states import bears_tokens, energy_of, initiative_of, speed_of
from nexus_env.kit import cells, decks, hexes
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.observation import capped
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import spread_by

FROM_ASIDE = 6  # the assumed distance in steps of a Character off the board

mark_spaces = spread_by(cells.WORD_BITS)


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """Write the observation of a seat: see `layout.Seen`. It excludes questions to other seats. Rulebook: (A-117)."""
    out[:] = 0
    away = np.empty(SPACES, np.int8)
    measure(bout, seat, away)
    see_question(bout, seat, out)
    see_clock(bout, seat, out)
    see_hand(bout, seat, out)
    for place in range(SEATS):
        first = Seen.PLAYERS + PLAYER * place  # a view of the block, so indices into it need no sign check
        see_player(bout, seat, (seat + place) % SEATS, out[first : first + PLAYER])
    for place in range(UNITS):
        first = Seen.CHARACTERS + CHARACTER * place
        see_character(bout, seat, (TEAM * seat + place) % UNITS, away, out[first : first + CHARACTER])
    see_roll(bout, seat, out)
    see_ground(bout, seat, out)
    see_spaces(bout, seat, away, out)


@compiled
def see_question(bout: Bout, seat: int, out: Any) -> None:
    """The question to this seat."""
    table = bout.table
    if table.request.seat == seat:
        out[Seen.QUESTION + table.request.question] = 1
        out[Seen.REASON + table.reason] = 1
        out[Seen.TIMING + table.timing] = 1
        if table.request.question == Question.TACTIC and table.timing == Timing.ANSWER:
            for card in range(DECK):
                out[Seen.PLAYED + card] = (int(table.offered) >> card) & 1


@compiled
def see_clock(bout: Bout, seat: int, out: Any) -> None:
    """The progress of the game, and the value of its Zones."""
    table, options = bout.table, bout.options
    out[Seen.ROUND], out[Seen.TURN], out[Seen.ACTIVATED] = table.round_number, table.turn, table.activated
    out[Seen.ROUNDS] = max(0, int(options.round_limit) - int(table.round_number))
    out[Seen.UNDERDOG], out[Seen.FIRST] = table.underdog == seat, table.first == seat
    out[Seen.ENERGY], out[Seen.MOVEMENT], out[Seen.SLIPPERY] = table.energy, table.movement, table.slippery
    out[Seen.SCENARIO + options.scenario] = 1
    for zone in range(ZONES):
        out[Seen.SCORING + zone] = table.scoring == zone
        out[Seen.BURNT + zone] = (int(table.burnt) >> zone) & 1
        holder = table.holders[zone]
        out[Seen.HOLDERS + zone] = 0 if holder == NOBODY else 1 if holder == seat else -1


@compiled
def see_hand(bout: Bout, seat: int, out: Any) -> None:
    """The own Tactics. Rulebook: (A-117)."""
    player = bout.table.players[seat]
    for card in range(DECK):
        out[Seen.CARDS + card] = player.cards[card] == HAND + seat
        out[Seen.LOOKED + card] = (int(player.looked) >> card) & 1


@compiled
def see_player(bout: Bout, seat: int, other: int, out: Any) -> None:
    """A player's open information; the own Running Order, and the revealed part of the other one.

    Rulebook: (A-064, A-065, A-117).
    """
    table, player = bout.table, bout.table.players[other]
    out[PlayerSeen.POINTS], out[PlayerSeen.FRAGS] = capped(player.points), capped(player.frags)
    out[PlayerSeen.SCORED], out[PlayerSeen.TAKEN] = capped(player.scored), capped(player.taken)
    out[PlayerSeen.HAND] = decks.count_in(player.cards, HAND + other)
    out[PlayerSeen.PILE] = decks.count_in(player.cards, PILE)
    if player.zone != NO_ZONE:
        out[PlayerSeen.ZONE + player.zone] = 1
    if bout.options.house.closed == 0:
        for card in range(DECK):
            out[PlayerSeen.DISCARDS + card] = player.cards[card] == DISCARDS
    for slot in range(TEAM):
        if player.order[slot] != NOBODY and (other == seat or slot < table.turn):
            out[PlayerSeen.ORDER + TEAM * slot + player.order[slot]] = 1


@compiled
def see_character(bout: Bout, seat: int, unit: int, away: Any, out: Any) -> None:
    """A Character: everything about it is public. Rulebook: (A-117)."""
    table, one = bout.table, bout.table.characters[unit]
    out[CharacterSeen.MEANT] = table.request.seat == seat and table.request.unit == unit
    out[CharacterSeen.WHERE + one.where] = 1
    if one.card < 0:
        return
    out[CharacterSeen.CARD + one.card] = 1
    if one.cell != NO_CELL:
        out[CharacterSeen.Q], out[CharacterSeen.R] = hexes.CELL_Q[one.cell], hexes.CELL_R[one.cell]
        out[CharacterSeen.AWAY] = away[one.cell]
        zone = zone_of(int(one.cell))
        if zone != NO_ZONE:
            out[CharacterSeen.ZONE + zone] = 1
    out[CharacterSeen.DAMAGE] = one.damage
    out[CharacterSeen.HEALTH] = int(bout.options.characters[one.card].hit_points) - int(one.damage)
    out[CharacterSeen.INITIATIVE], out[CharacterSeen.SPEED] = initiative_of(bout, unit), speed_of(bout, unit)
    out[CharacterSeen.ENERGY] = energy_of(bout, unit)
    if bears_tokens(one):
        for state in range(STATES):
            out[CharacterSeen.RED + state], out[CharacterSeen.BLUE + state] = one.red[state], one.blue[state]
    out[CharacterSeen.ACTIVE] = table.active == unit


@compiled
def see_roll(bout: Bout, seat: int, out: Any) -> None:
    """The current roll: its Characters, the dice on the table and the remaining symbols."""
    roll, request = bout.table.roll, bout.table.request

    # The kind of the roll; without one, the Action whose target is being chosen.
    out[Seen.CONTEST + roll.contest] = 1
    if roll.contest == Contest.NONE:
        if request.seat == seat and bout.table.reason == Reason.TARGET:
            out[Seen.ACTION + bout.command - Action.ACT] = 1
        return

    # The Action and its target.
    if roll.action >= 0:
        out[Seen.ACTION + roll.action] = 1
    if roll.target != NO_UNIT:
        out[Seen.TARGET + (roll.target + TEAM * seat) % UNITS] = 1
    out[Seen.BESIDE] = roll.beside
    out[Seen.REPEAT] = roll.again > 0
    for place in range(SEATS):
        # Each side: its Character, its remaining symbols, and its dice.
        side, begin = roll.side[place], Seen.SIDES + SIDE * place
        if side.unit != NO_UNIT:
            out[begin + SideSeen.UNIT + (side.unit + TEAM * seat) % UNITS] = 1
        for symbol in range(SYMBOLS):
            out[begin + SideSeen.LEFT + symbol] = side.left[symbol]
        out[begin + SideSeen.HALVES], out[begin + SideSeen.HALVES + 1] = side.halves[0], side.halves[1]
        out[begin + SideSeen.DEALT], out[begin + SideSeen.COVER] = side.dealt, side.cover
        for nth in range(side.count):
            die, is_gone = int(side.die[nth]), (int(side.gone) >> nth) & 1
            if die < COLORS:
                out[begin + SideSeen.COLORS + die] += 1
            if nth < SHOWN_DICE and not is_gone:
                for symbol in range(SYMBOLS):
                    out[begin + SideSeen.DICE + SYMBOLS * nth + symbol] = shown(
                        bout.options, die, int(side.face[nth]), symbol
                    )


@compiled
def see_ground(bout: Bout, seat: int, out: Any) -> None:
    """The content of every space."""
    options = bout.options
    for word in range(SPACE_WORDS):  # it also overwrites the spaces that may be chosen, which are written later
        mark_spaces(int(options.blocked[word] | options.obstacles[word]), out, Seen.GROUND + cells.WORD_BITS * word)
    for cell in range(SPACES):
        out[Seen.GROUND + cell] *= BLOCKED
    for unit in range(UNITS):
        cell = int(bout.table.characters[unit].cell)
        if cell != NO_CELL:
            out[Seen.GROUND + cell] = 1 if unit // TEAM == seat else -1


@compiled
def see_spaces(bout: Bout, seat: int, away: Any, out: Any) -> None:
    """The spaces that may be chosen, and the gain of each. Rulebook: (A-077, A-085, A-086)."""
    table, request = bout.table, bout.table.request
    if request.seat != seat:
        return
    here = int(request.cell)
    if request.question == Question.COMMAND and may_step(bout):
        here = int(table.characters[table.active].cell)
        for direction in range(hexes.DIRECTIONS):
            cell = hexes.neighbor(here, direction, SPACES)
            if cell != hexes.OFF and is_free(bout, cell):
                out[Seen.SPACES + cell] = worth_of(int(away[here]), int(away[cell]))
    elif request.question == Question.SPACE:
        before = FROM_ASIDE if here == NO_CELL else int(away[here])
        for cell in range(SPACES):
            if cells.has(table.spaces, cell):
                out[Seen.SPACES + cell] = worth_of(before, int(away[cell]))


@compiled
def worth_of(before: int, after: int) -> int:
    """The number for a space that may be chosen."""
    return OFFERED + max(-MOST_NEARER, min(MOST_NEARER, before - after))
