"""Begin a bout, or imagine one: the only two places where dice are seeded."""

from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.card_places import moved_cards, place_of, redeal, unknown_to
from nexus_env.games.nexus.cards.cards import close_play
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import NOBODY, OPENING, SEATS, Bout, Options, Question, Table
from nexus_env.games.nexus.rules.combat import clear_contest
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.kit.bout import is_done, play
from nexus_env.kit.dice import seed_generator
from nexus_env.kit.tape import COMMAND, LENGTH, ROLL, rewind
from nexus_env.machine.compiled import compiled

NO_CARD = -1
TABLE = Table.dtype


@compiled
def setup(bout: Bout, options: Options, seed: int, dictated: int) -> None:
    """Turn a zeroed record into a bout at its first decision."""
    bout.options = options
    bout.tape.dictated = dictated
    bout.tape.held = options.held
    seed_generator(bout.tape.generator, seed)
    bout.table.turning_point_card = NOBODY
    bout.table.request.about = NOBODY
    clear_contest(bout)
    close_play(bout)
    bout.table.command_round.seat = NOBODY
    bout.table.command_round.bonus_target = NOBODY
    for seat in range(SEATS):
        bout.table.order[seat] = NOBODY
    play(bout, OPENING)


@compiled
def imagine(bout: Bout, seat: int, seed: int) -> None:
    """Redeal what `seat`, or a spectator, cannot know; the dice on the tape stay, those to come are new.

    If cards have moved in secret since the command began, their entries on the tape are replaced by those of the cards
    that are now in their places. Otherwise the command would reveal the true cards when it continues.

    Rulebook: p.8 (R-029).
    """
    seed_generator(bout.tape.generator, seed)
    moved = 0
    if bout.table.request.question != COMMAND:
        moved = moved_cards(bout) & unknown_to(bout, seat)
    if moved:
        redeal_under_way(bout, seat, moved)
    else:
        redeal(bout, seat)


@compiled
def redeal_under_way(bout: Bout, seat: int, moved: int) -> None:
    """Like `redeal`, but also rewrite the tape, for cards that have moved without the knowledge of `seat`.

    The first of them on the tape is replaced by the first card that is now in its old place, and so on. So the result
    does not depend on which cards they truly are.
    """
    tape = bout.tape
    first, places, instead = np.zeros(LENGTH, np.int64), np.zeros(CARDS, np.int64), np.full(CARDS, NO_CARD)
    find_cards(bout, moved, first)
    for card in range(CARDS):
        places[card] = place_of(bout, card)
    redeal(bout, seat)
    taken = 0
    for entry in range(tape.length):
        if first[entry] > 0:
            card = tape.entries[entry] - first[entry] + 1
            if instead[card] == NO_CARD:
                instead[card] = first_at(bout, places[card], taken)
                taken |= 1 << instead[card]
            tape.entries[entry] = first[entry] - 1 + instead[card]


@compiled
def first_at(bout: Bout, place: int, taken: int) -> int:
    """The first card in a place, as by `place_of`, that is not in `taken`."""
    for card in range(CARDS):
        if not taken >> card & 1 and place_of(bout, card) == place:
            return card
    return 0


@compiled
def find_cards(bout: Bout, moved: int, first: Any) -> None:
    """Find the tape entries that mean cards of a set: `first` gets 1 plus the entry of card 0 there, and 0 elsewhere.

    The face of a die may look like a card. So the command is run again up to each such entry, without logging, to see
    what it asks for. Afterwards everything is restored: in an imagined bout the command might not come to the same
    question by itself, since a window may be open to a seat that has nothing to do in it there.
    """
    tape, table = bout.tape, np.zeros(1, TABLE)
    table[0] = bout.table
    told, follows, silent = bout.told, bout.follows, bout.silent
    length, cursor, suspended, dictated = tape.length, tape.cursor, tape.suspended, tape.dictated
    entries = np.zeros(LENGTH, np.int64)
    for place in range(length):
        entries[place] = tape.entries[place]
    bout.silent, tape.dictated = 1, 1
    for place in range(length):
        drawn, kept = entries[place], entries[place] - Action.KEEP_CARD
        if 0 <= kept < CARDS:
            if moved >> kept & 1 and wants_card(bout, place, Question.KEEP_CARD):
                first[place] = 1 + Action.KEEP_CARD
        elif drawn < CARDS and moved >> drawn & 1 and wants_card(bout, place, ROLL):
            first[place] = 1
        for other in range(place, length):
            tape.entries[other] = entries[other]
    bout.table = table[0]
    bout.told, bout.follows, bout.silent = told, follows, silent
    tape.length, tape.cursor, tape.suspended, tape.dictated = length, cursor, suspended, dictated


@compiled
def wants_card(bout: Bout, length: int, question: int) -> bool:
    """Whether the current command, run again with this much of its tape, asks this question for a card."""
    tape = bout.tape
    rewind(bout)
    bout.follows, tape.length = 0, length
    done = is_done(bout)
    request = bout.table.request
    is_card = request.question == question and (question != ROLL or request.members != 0)
    return not done and tape.length == length and bool(is_card)
