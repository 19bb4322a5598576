"""What a seat may know of a bout, as whole numbers: see `layout`. Rulebook: (A-117)."""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards.records import COLORS, STATES, SYMBOLS
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.learning.layout import (
    CHARACTER,
    CHARACTER_LENGTH,
    LAYOUT,
    MOST_NEARER,
    OFFERED,
    PLAYER,
    PLAYER_LENGTH,
    SHOWN_DICE,
    SIDE,
    SIDE_LENGTH,
    place_of,
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
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import spread_by
from nexus_env.tabletop import cells, decks, hexes
from nexus_env.tabletop.decks import DISCARDS, HAND, PILE

QUESTION, REASON, TIMING = place_of(LAYOUT, "question"), place_of(LAYOUT, "reason"), place_of(LAYOUT, "timing")
ROUND, ROUNDS, TURN = place_of(LAYOUT, "round"), place_of(LAYOUT, "rounds"), place_of(LAYOUT, "turn")
ACTIVATED, UNDERDOG, FIRST = place_of(LAYOUT, "activated"), place_of(LAYOUT, "underdog"), place_of(LAYOUT, "first")
ENERGY, MOVEMENT, SLIPPERY = place_of(LAYOUT, "energy"), place_of(LAYOUT, "movement"), place_of(LAYOUT, "slippery")
SCENARIO, SCORING = place_of(LAYOUT, "scenario"), place_of(LAYOUT, "scoring")
BURNT, HOLDERS = place_of(LAYOUT, "burnt"), place_of(LAYOUT, "holders")
CARDS, LOOKED, PLAYED = (place_of(LAYOUT, name) for name in ("cards", "looked", "played"))
PLAYERS, CHARACTERS = place_of(LAYOUT, "players"), place_of(LAYOUT, "characters")
CONTEST, ACTION, REPEAT = place_of(LAYOUT, "contest"), place_of(LAYOUT, "action"), place_of(LAYOUT, "repeat")
TARGET, BESIDE = place_of(LAYOUT, "target"), place_of(LAYOUT, "beside")
SIDES, GROUND, OPEN_TO = place_of(LAYOUT, "sides"), place_of(LAYOUT, "ground"), place_of(LAYOUT, "spaces")
POINTS, FRAGS, SCORED = place_of(PLAYER, "points"), place_of(PLAYER, "frags"), place_of(PLAYER, "scored")
TAKEN, IN_HAND, IN_PILE = place_of(PLAYER, "taken"), place_of(PLAYER, "hand"), place_of(PLAYER, "pile")
OWN_ZONE, DISCARDED, ORDER = place_of(PLAYER, "zone"), place_of(PLAYER, "discards"), place_of(PLAYER, "order")
CARD, WHERE, Q, R = (place_of(CHARACTER, name) for name in ("card", "where", "q", "r"))
INSIDE, DAMAGE, HEALTH = place_of(CHARACTER, "zone"), place_of(CHARACTER, "damage"), place_of(CHARACTER, "health")
AWAY = place_of(CHARACTER, "away")
INITIATIVE, SPEED, STRENGTH = (place_of(CHARACTER, name) for name in ("initiative", "speed", "energy"))
RED, BLUE, ACTIVE, MEANT = (place_of(CHARACTER, name) for name in ("red", "blue", "active", "meant"))
ROLLER, LEFT, HALVES, DEALT = (place_of(SIDE, name) for name in ("unit", "left", "halves", "dealt"))
COVER, OF_COLOR, DICE = place_of(SIDE, "cover"), place_of(SIDE, "colors"), place_of(SIDE, "dice")
MOST = 127  # that a number of the observation may be
BLOCKED = 2
FROM_ASIDE = 6  # steps that a Character off the board is taken to be away

mark_spaces = spread_by(cells.WORD_BITS)


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """See `LAYOUT`. Of a question to somebody else nothing is seen. Rulebook: (A-117)."""
    out[:] = 0
    away = np.empty(SPACES, np.int8)
    measure(bout, seat, away)
    see_question(bout, seat, out)
    see_clock(bout, seat, out)
    see_hand(bout, seat, out)
    for place in range(SEATS):
        first = PLAYERS + PLAYER_LENGTH * place  # a place in a block of its own needs no look at the sign
        see_player(bout, seat, (seat + place) % SEATS, out[first : first + PLAYER_LENGTH])
    for place in range(UNITS):
        first = CHARACTERS + CHARACTER_LENGTH * place
        see_character(bout, seat, (TEAM * seat + place) % UNITS, away, out[first : first + CHARACTER_LENGTH])
    see_roll(bout, seat, out)
    see_ground(bout, seat, out)
    see_spaces(bout, seat, away, out)


@compiled
def see_question(bout: Bout, seat: int, out: Any) -> None:
    """What this seat is asked."""
    table = bout.table
    if table.request.seat == seat:
        out[QUESTION + table.request.question] = 1
        out[REASON + table.reason] = 1
        out[TIMING + table.timing] = 1
        if table.request.question == Question.TACTIC and table.timing == Timing.ANSWER:
            for card in range(DECK):
                out[PLAYED + card] = (int(table.offered) >> card) & 1


@compiled
def see_clock(bout: Bout, seat: int, out: Any) -> None:
    """How far the game is, and what its Zones are worth."""
    table, options = bout.table, bout.options
    out[ROUND], out[TURN], out[ACTIVATED] = table.round_number, table.turn, table.activated
    out[ROUNDS] = max(0, int(options.round_limit) - int(table.round_number))
    out[UNDERDOG], out[FIRST] = table.underdog == seat, table.first == seat
    out[ENERGY], out[MOVEMENT], out[SLIPPERY] = table.energy, table.movement, table.slippery
    out[SCENARIO + options.scenario] = 1
    for zone in range(ZONES):
        out[SCORING + zone] = table.scoring == zone
        out[BURNT + zone] = (int(table.burnt) >> zone) & 1
        holder = table.holders[zone]
        out[HOLDERS + zone] = 0 if holder == NOBODY else 1 if holder == seat else -1


@compiled
def see_hand(bout: Bout, seat: int, out: Any) -> None:
    """The own Tactics. Rulebook: (A-117)."""
    player = bout.table.players[seat]
    for card in range(DECK):
        out[CARDS + card] = player.cards[card] == HAND + seat
        out[LOOKED + card] = (int(player.looked) >> card) & 1


@compiled
def see_player(bout: Bout, seat: int, other: int, out: Any) -> None:
    """What lies open in front of a player; of the Running Order the own one, and of the other's what is revealed.

    Rulebook: (A-064, A-065, A-117).
    """
    table, player = bout.table, bout.table.players[other]
    out[POINTS], out[FRAGS] = min(MOST, player.points), min(MOST, player.frags)
    out[SCORED], out[TAKEN] = min(MOST, player.scored), min(MOST, player.taken)
    out[IN_HAND] = decks.count_in(player.cards, HAND + other)
    out[IN_PILE] = decks.count_in(player.cards, PILE)
    if player.zone != NO_ZONE:
        out[OWN_ZONE + player.zone] = 1
    if bout.options.house.closed == 0:
        for card in range(DECK):
            out[DISCARDED + card] = player.cards[card] == DISCARDS
    for slot in range(TEAM):
        if player.order[slot] != NOBODY and (other == seat or slot < table.turn):
            out[ORDER + TEAM * slot + player.order[slot]] = 1


@compiled
def see_character(bout: Bout, seat: int, unit: int, away: Any, out: Any) -> None:
    """A Character: all about it is open. Rulebook: (A-117)."""
    table, one = bout.table, bout.table.characters[unit]
    out[MEANT] = table.request.seat == seat and table.request.unit == unit
    out[WHERE + one.where] = 1
    if one.card < 0:
        return
    out[CARD + one.card] = 1
    if one.cell != NO_CELL:
        out[Q], out[R] = hexes.CELL_Q[one.cell], hexes.CELL_R[one.cell]
        out[AWAY] = away[one.cell]
        zone = zone_of(int(one.cell))
        if zone != NO_ZONE:
            out[INSIDE + zone] = 1
    out[DAMAGE] = one.damage
    out[HEALTH] = int(bout.options.characters[one.card].hit_points) - int(one.damage)
    out[INITIATIVE], out[SPEED] = initiative_of(bout, unit), speed_of(bout, unit)
    out[STRENGTH] = energy_of(bout, unit)
    if bears_tokens(one):
        for state in range(STATES):
            out[RED + state], out[BLUE + state] = one.red[state], one.blue[state]
    out[ACTIVE] = table.active == unit


@compiled
def see_roll(bout: Bout, seat: int, out: Any) -> None:
    """The roll under way: whose it is, the dice on the table and the symbols that are left."""
    roll, request = bout.table.roll, bout.table.request
    out[CONTEST + roll.contest] = 1
    if roll.contest == Contest.NONE:
        if request.seat == seat and bout.table.reason == Reason.TARGET:
            out[ACTION + bout.command - Action.ACT] = 1
        return
    if roll.action >= 0:
        out[ACTION + roll.action] = 1
    if roll.target != NO_UNIT:
        out[TARGET + (roll.target + TEAM * seat) % UNITS] = 1
    out[BESIDE] = roll.beside
    out[REPEAT] = roll.again > 0
    for place in range(SEATS):
        side, begin = roll.side[place], SIDES + SIDE_LENGTH * place
        if side.unit != NO_UNIT:
            out[begin + ROLLER + (side.unit + TEAM * seat) % UNITS] = 1
        for symbol in range(SYMBOLS):
            out[begin + LEFT + symbol] = side.left[symbol]
        out[begin + HALVES], out[begin + HALVES + 1] = side.halves[0], side.halves[1]
        out[begin + DEALT], out[begin + COVER] = side.dealt, side.cover
        for nth in range(side.count):
            die, is_gone = int(side.die[nth]), (int(side.gone) >> nth) & 1
            if die < COLORS:
                out[begin + OF_COLOR + die] += 1
            if nth < SHOWN_DICE and not is_gone:
                for symbol in range(SYMBOLS):
                    out[begin + DICE + SYMBOLS * nth + symbol] = shown(bout.options, die, int(side.face[nth]), symbol)


@compiled
def see_ground(bout: Bout, seat: int, out: Any) -> None:
    """What stands on every space."""
    options = bout.options
    for word in range(SPACE_WORDS):  # the last one reaches into the spaces that may be named, which are not seen yet
        mark_spaces(int(options.blocked[word] | options.obstacles[word]), out, GROUND + cells.WORD_BITS * word)
    for cell in range(SPACES):
        out[GROUND + cell] *= BLOCKED
    for unit in range(UNITS):
        cell = int(bout.table.characters[unit].cell)
        if cell != NO_CELL:
            out[GROUND + cell] = 1 if unit // TEAM == seat else -1


@compiled
def see_spaces(bout: Bout, seat: int, away: Any, out: Any) -> None:
    """The spaces that may be named, and how much is gained by each. Rulebook: (A-077, A-085, A-086)."""
    table, request = bout.table, bout.table.request
    if request.seat != seat:
        return
    here = int(request.cell)
    if request.question == Question.COMMAND and may_step(bout):
        here = int(table.characters[table.active].cell)
        for direction in range(hexes.DIRECTIONS):
            cell = hexes.neighbor(here, direction, SPACES)
            if cell != hexes.OFF and is_free(bout, cell):
                out[OPEN_TO + cell] = worth_of(int(away[here]), int(away[cell]))
    elif request.question == Question.SPACE:
        before = FROM_ASIDE if here == NO_CELL else int(away[here])
        for cell in range(SPACES):
            if cells.has(table.spaces, cell):
                out[OPEN_TO + cell] = worth_of(before, int(away[cell]))


@compiled
def worth_of(before: int, after: int) -> int:
    """What is seen of a space that may be named."""
    return OFFERED + max(-MOST_NEARER, min(MOST_NEARER, before - after))
