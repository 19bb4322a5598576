"""Check that the rules can continue from foreign bouts, since compiled rules check no bounds.

First, every number must be in the range that its field declares. Then the game checks that the numbers are consistent,
and its laws must hold. Last, the current command is replayed: from the table before it, with the dice and answers of
the tape, the rules must arrive at the question that the bout states (see `core.replaying`), and the seat to act must
have an answer. From there on the rules themselves make the bout, so nothing forged is left.

Many bouts are checked together, which takes little longer than one.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.replaying import MOST_IMAGINED, SAMPLES, Allowance, Flags, Replaying, words_of
from nexus_env.core.rewards import read_terms
from nexus_env.core.slots import Rows
from nexus_env.kit.tape import CHANCE, COMMAND, LENGTH, NOBODY
from nexus_env.machine.field_ranges import first_outside
from nexus_env.machine.record import Within

TOGETHER = 256  # bouts that are checked at a time


@dataclass(frozen=True)
class Checked:
    """The result of checking some bouts.

    - `sound`: bool [n], whether the rules can continue from each of them.
    - `lawful`: bool [n], whether each keeps the laws, even if the rules do not lead to what it states.
    - `why`: the fault, as from `unsound`, of the unsound one that came furthest; empty if all are sound.
    """

    sound: Flags
    lawful: Flags
    why: str


def unsound(game: Game, bouts: Rows) -> str:
    """The reason why the rules cannot continue from these bouts: field, value, expectation; empty if they can.

    Args:
        game: the game.
        bouts: rows of its record with any numbers, all with the same number of seats.
    """
    if wrong := out_of_range(game, bouts):
        return wrong
    allowance = Allowance(left=MOST_IMAGINED + sum(SAMPLES) * len(bouts))
    for first in range(0, len(bouts), TOGETHER):
        some = slots.copy_of(bouts[first : first + TOGETHER])  # side by side, as the compiled laws read them
        if wrong := check(game, some, allowance).why:
            return wrong
    return ""


def check(game: Game, bouts: Rows, allowance: Allowance) -> Checked:
    """Check each of some bouts.

    Args:
        game: the game.
        bouts: [n] of its record, contiguous, with all numbers in their ranges and the same number of seats.
        allowance: limits the imagined bouts.
    """
    sound, why = np.ones(len(bouts), np.bool_), ""
    for place, bout in enumerate(np.asarray(bouts)):
        if wrong := unfinished(bout) or game.notation.wrong(bout):
            sound[place], why = False, wrong
    kept = np.flatnonzero(sound)
    sound[kept], broken = _keep_laws(game, _some(bouts, kept))
    why = broken or why
    lawful = sound.copy()
    within = np.flatnonzero(sound & (np.asarray(bouts)["table"]["request"]["question"] != COMMAND))
    if len(within):  # of any other what comes next begins on a fresh tape
        again = Replaying(game, _some(bouts, within), allowance)
        sound[within] = again.sound
        why = again.why or why
        kept = within[again.sound]  # what the table before it hides is not compared, and may lead astray
        sound[kept], broken = _keep_laws(game, again.bouts.take(np.flatnonzero(again.sound)))
        why = f"start, then {broken}" if broken else why
    kept = np.flatnonzero(sound)
    sound[kept], unanswered = _are_answered(game, _some(bouts, kept))
    return Checked(sound, lawful, unanswered or why)


def _are_answered(game: Game, bouts: Rows) -> tuple[Flags, str]:
    """Whether the seat to act in each sound bout has a legal answer, and the fault of a bout where it has none."""
    count = len(bouts)
    if not count:
        return np.ones(0, np.bool_), ""
    slots.prepare(game)
    rows, masks, seats = (
        slots.rows_of(slots.slot_dtype(game), count),
        np.zeros((count, len(game.actions)), np.int8),
        np.zeros(count, np.int32),
    )
    rows["bout"] = bouts
    seen = np.zeros((count, game.observation_size), np.float32)
    slots.show_all(rows, slots.make_env_config(game, bouts["options"][:1], read_terms()), seen, masks, seats)
    answered = masks.any(axis=1) | (seats == NOBODY)
    for place in np.flatnonzero(~answered)[:1]:
        who = "chance" if seats[place] == CHANCE else f"player_{seats[place]}"
        number = int(bouts["table"]["request"]["question"][place])
        return (
            answered,
            f"request question: got {number}, to which {who} has no answer; expected a question that has one.",
        )
    return answered, ""


def _keep_laws(game: Game, bouts: Rows) -> tuple[Flags, str]:
    """Whether each bout keeps the laws of the game, and the fault of one that does not."""
    laws = np.zeros(len(bouts), np.int64)
    if game.invariants is None or not len(bouts):
        return laws == 0, ""
    slots.prepare(game)
    slots.find_unplayable(bouts, laws)
    for law in laws[laws > 0][:1]:
        fields, sentence = game.invariants.fields[law - 1], game.invariants.laws[law - 1]
        return laws == 0, f"{fields}: got a table that breaks a rule; expected this to hold: {sentence}"
    return laws == 0, ""


def _some(bouts: Rows, which: Any) -> Rows:
    """Some of the rows."""
    return bouts if len(which) == len(bouts) else bouts.take(which)


def out_of_range(game: Game, bouts: Rows, only: Collection[str] | None = None) -> str:
    """The first number out of its field's range, or a wrong number of seats; empty if there is none.

    Args:
        game: the game.
        bouts: rows of its record.
        only: the fields to check; by default all.
    """
    bouts = np.asarray(bouts)
    for seats in bouts["table"]["seats"]:
        if seats not in game.seats or seats != bouts["table"]["seats"][0]:
            return f"table seats: got {seats}; expected {Within(game.seats[0], game.seats[-1])}."
    ranges = [ranged for ranged in game.ranges if only is None or ranged.way[-1] in only]
    outside = first_outside(bouts, ranges, int(bouts["table"]["seats"][0]))
    if outside is None:
        return ""
    return f"{words_of(outside.way)}: got {outside.found}; expected {outside.within}."


def unfinished(bout: Any) -> str:
    """The first contradiction between the counts of the log and the tape, which every seat may know; empty if none."""
    told, tape = int(bout["told"]), bout["tape"]
    for name in ("settled", "heard"):
        if bout[name] > told:
            return f"bout {name}: got {bout[name]}; expected at most {told} as told says."
    if tape["length"] >= LENGTH:
        return f"tape length: got {tape['length']}; expected fewer than {LENGTH}."
    if tape["cursor"] > tape["length"]:
        return f"tape cursor: got {tape['cursor']}; expected at most {tape['length']} as length says."
    request = bout["table"]["request"]
    if request["seat"] == CHANCE and not tape["dictated"]:
        return "request seat: got -2 for the dice; expected a seat, for this bout rolls its own."
    if request["question"] == COMMAND and request["seat"] == CHANCE:
        return "request seat: got -2 for the dice; expected a seat to give a command."
    return ""
