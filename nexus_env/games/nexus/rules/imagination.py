"""Beginning a bout, and imagining one: the only two places where dice are seeded."""

from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.cards import close_play, moved_cards, place_of, redeal, unknown_to
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import NOBODY, OPENING, SEATS, Bout, Options, Question
from nexus_env.games.nexus.rules.combat import clear_contest
from nexus_env.games.nexus.rules.commands import carry_on, play
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import seed_generator
from nexus_env.tabletop.tape import COMMAND, LENGTH, ROLL, SUSPENDED


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
    """Deal anew what `seat`, or a spectator, cannot know; the dice on the tape stay, those to come are fresh.

    What stands on the tape of cards that have moved in secret since the command began is told of the cards that lie in
    their places then: else the command, when it goes on, would tell of the true ones. Rulebook: p.8 (R-029).
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
    """As `redeal`, on the tape too, where some cards have moved that `seat` does not know."""
    tape = bout.tape
    first, places, instead = np.zeros(LENGTH, np.int64), np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    find_cards(bout, moved, first)
    for card in range(CARDS):
        places[card] = place_of(bout, card)
    redeal(bout, seat)
    left = (1 << CARDS) - 1
    for card in range(CARDS):
        if moved >> card & 1:
            for other in range(CARDS):
                if left >> other & 1 and place_of(bout, other) == places[card]:
                    instead[card] = other
                    left &= ~(1 << other)
                    break
    for place in range(tape.length):
        if first[place] > 0:
            tape.entries[place] = first[place] - 1 + instead[tape.entries[place] - first[place] + 1]


@compiled
def find_cards(bout: Bout, moved: int, first: Any) -> None:
    """Where on the tape a card of a set stands: `first` gets 1 and the entry that would be card 0 there; elsewhere 0.

    A die may show the same number as a card. So the command is begun again and asked what it wants at each such place.
    """
    tape = bout.tape
    length, dictated, entries = int(tape.length), int(tape.dictated), np.zeros(LENGTH, np.int64)
    for place in range(length):
        entries[place] = tape.entries[place]
    for place in range(length):
        drawn, kept = entries[place], entries[place] - Action.KEEP_CARD
        if drawn < CARDS and moved >> drawn & 1:
            tape.dictated = 1
            wanted = begun_again(bout, place)
            if wanted and bout.table.request.question == ROLL and bout.table.request.members != 0:
                first[place] = 1
        elif 0 <= kept < CARDS and moved >> kept & 1:
            tape.dictated = 1
            wanted = begun_again(bout, place)
            if wanted and bout.table.request.question == Question.KEEP_CARD:
                first[place] = 1 + Action.KEEP_CARD
        for other in range(place, length):
            tape.entries[other] = entries[other]
    tape.dictated = dictated
    begun_again(bout, length)


@compiled
def begun_again(bout: Bout, length: int) -> bool:
    """The command under way from its beginning, with so much of its tape; whether it wants to know more there."""
    tape = bout.tape
    bout.table = bout.start
    bout.told = bout.settled
    bout.follows = 0
    tape.length, tape.cursor, tape.suspended = length, 0, 0
    done = False
    try:
        carry_on(bout)
        done = True
    except SUSPENDED:
        done = False
    return not done and int(tape.length) == length
