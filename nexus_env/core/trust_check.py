"""Check that the rules can continue from a foreign bout, since compiled rules check no bounds.

First, every number must be in the range that its field declares. Then the game checks that the numbers are consistent,
and its laws must hold. Last, the current command is played again: from the table before it, with the dice and answers
of the tape, the rules must arrive at the question that the bout states. From there on the rules themselves make the
bout, so nothing forged is left.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.core.slots import Rows
from nexus_env.game.contract import Game
from nexus_env.machine.field_ranges import Way, first_outside, way_to
from nexus_env.machine.record import Within
from nexus_env.tabletop.tape import CHANCE, COMMAND, LENGTH

DEALS = 256  # of what others cannot know, in search of one with which an answer of before can be given


def unsound(game: Game, bouts: Rows) -> str:
    """Why the rules cannot continue from these bouts: the field, what it has and what was expected; empty if they can.

    Args:
        game: the game.
        bouts: rows of its record with any numbers, all with the same number of seats.
    """
    bouts = slots.copy_of(bouts)  # side by side, as the compiled laws read them
    if wrong := out_of_range(game, bouts):
        return wrong
    for bout in np.asarray(bouts):
        if wrong := _unfinished(bout) or game.notation.wrong(bout):
            return wrong
    if game.invariants is not None:
        slots.prepare(game)
        laws = np.zeros(len(bouts), np.int64)
        slots.find_unplayable(bouts, laws)
        for law in laws[laws > 0]:
            fields, sentence = game.invariants.fields[law - 1], game.invariants.laws[law - 1]
            return f"{fields}: got a table that breaks a rule; expected this to hold: {sentence}"
    within = [bout for bout in np.asarray(bouts) if bout["table"]["request"]["question"] != COMMAND]
    if not within:  # what comes next begins on a fresh tape
        return ""
    again = _Again(game, bouts[:1]["options"], int(bouts["table"]["seats"][0]))
    return next(filter(None, map(again.goes_astray, within)), "")


def out_of_range(game: Game, bouts: Rows) -> str:
    """The first number out of its field's range, or a wrong number of seats; empty if there is none."""
    bouts = np.asarray(bouts)
    for seats in bouts["table"]["seats"]:
        if seats not in game.seats or seats != bouts["table"]["seats"][0]:
            return f"table seats: got {seats}; expected {Within(game.seats[0], game.seats[-1])}."
    outside = first_outside(bouts, game.ranges, int(bouts["table"]["seats"][0]))
    if outside is None:
        return ""
    return f"{words_of(outside.way)}: got {outside.found}; expected {outside.within}."


def words_of(way: Way) -> str:
    """The name of a number of a bout, as positions write it: `players.0 points`, `table turn`, `bout command`."""
    last = max(place for place, name in enumerate(way) if isinstance(name, str))
    root, *inner = [str(part) for part in way[:last]] or ["bout"]
    group = ".".join(inner) or root if root == "table" else ".".join([root, *inner])
    return f"{group} {'.'.join(map(str, way[last:]))}"


def _unfinished(bout: Any) -> str:
    """Why the counts of what was told and played do not fit together."""
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


# --- playing the command again ----------------------------------------------------------------------------------------


class _Again:
    """Commands under way, played again with every die dictated."""

    def __init__(self, game: Game, options: Rows, seats: int) -> None:
        """For bouts of a game with one row of its options and so many seats."""
        self.game = game
        slots.prepare(game)
        self._slots = slots.rows_of(slots.slot_dtype(game), 1)
        self._house = slots.make_house(game, options, read_terms(), dictated=True)
        size, actions = game.observation_size, len(game.actions)
        self._first, self._seats = np.zeros(1, np.int64), np.zeros(1, np.int32)
        self._shown = np.zeros((1, size), np.float32), np.zeros((1, actions), np.int8)
        self._paid = np.zeros((1, seats), np.float32), np.zeros(1, np.bool_), np.zeros(1, np.bool_)
        self._end = np.zeros((1, seats, size), np.float32), np.zeros((1, seats), np.float32)

    @property
    def _bout(self) -> Any:
        return np.asarray(self._slots["bout"])[0]

    def goes_astray(self, bout: Any) -> str:
        """Why the table before the command and the tape do not lead to what is asked; empty if they do.

        Args:
            bout: the record of a bout that keeps the laws, in the middle of a command.
        """
        if (question := bout["start"]["request"]["question"]) != COMMAND:
            return f"start.request question: got {question}; expected {COMMAND}, for a command."
        command, length, entries = int(bout["command"]), int(bout["tape"]["length"]), bout["tape"]["entries"]
        if not self._begins(bout, command):
            return f"bout command: got {command}; expected one that is legal on the table before it."
        while (place := self._length()) < length and self._is_within(command):
            if not self._takes(int(entries[place])):
                return f"tape entries.{place}: got {entries[place]}; expected an answer to what is asked there."
            self._play(int(entries[place]))
        if place != length or not self._is_within(command):
            return f"tape length: got {length}; expected {place} before the next question."
        expected = self._bout["tape"]["entries"]
        for place in range(length):
            if entries[place] != expected[place]:
                return f"tape entries.{place}: got {entries[place]}; expected {expected[place]}, since nobody can act."
        return next(self._differences(bout), "")

    def _begins(self, bout: Any, command: int) -> bool:
        """Give the command on the table as it lay before, if that is legal there."""
        self._slots["bout"] = bout
        now = self._bout
        now["table"] = now["start"]
        for name in ("suspended", "length", "cursor", "entries"):
            now["tape"][name] = 0
        now["tape"]["dictated"] = 1
        for flag in self._paid:
            flag[:] = 0
        if command >= 0:
            slots.show_all(self._slots, self._house, *self._shown, self._seats)
            if not self._may(command):
                return False
        self._play(command)
        return True

    def _play(self, action: int) -> None:
        slots.step_all(
            *(self._slots, self._house, self._first, np.array([action]), *self._shown, *self._paid, self._seats),
            *self._end,
        )

    def _length(self) -> int:
        """Of the tape so far."""
        return int(self._bout["tape"]["length"])

    def _takes(self, entry: int) -> bool:
        """Whether this may be the next entry; what is hidden may have been dealt anew since it was given."""
        request = self._bout["table"]["request"]
        if request["seat"] == CHANCE:
            return bool(entry < request["sides"])
        return self._may(entry) or (bool(request["private"]) and self._may_otherwise(entry, int(request["seat"])))

    def _may(self, action: int) -> bool:
        """The seat that is asked may do so."""
        return action < len(self.game.actions) and bool(self._slots["mask"][0, action])

    def _may_otherwise(self, action: int, asked: int) -> bool:
        """The seat that is asked might do so for all that some other seat knows of what it hides."""
        if action >= len(self.game.actions):
            return False
        size, actions = self.game.observation_size, len(self.game.actions)
        dealt = slots.rows_of(slots.slot_dtype(self.game), DEALS)
        bouts, seeds = slots.rows_of(self.game.dtype, DEALS), np.arange(DEALS)
        masks, seats = np.zeros((DEALS, actions), np.int8), np.zeros(DEALS, np.int32)
        for other in range(int(self._bout["table"]["seats"])):
            if other != asked:
                slots.imagine_for(self._slots, other, seeds, bouts)
                dealt["bout"] = bouts
                slots.show_all(dealt, self._house, np.zeros((DEALS, size), np.float32), masks, seats)
                if masks[:, action].any():
                    return True
        return False

    def _is_within(self, command: int) -> bool:
        """The command is still under way: neither another one has followed nor has the bout ended and begun anew."""
        ended = any(flag[0] for flag in self._paid[1:])
        now = self._bout
        return bool(not ended and now["table"]["request"]["question"] != COMMAND and now["command"] == command)

    def _differences(self, bout: Any) -> Iterator[str]:
        """Where the table has become another than that of `bout`, apart from what is hidden."""
        for ranged in self.game.ranges:
            if ranged.way[0] != "table" or ranged.way[-1] in self.game.notation.hidden:
                continue
            found, expected = bout, self._bout
            for name in ranged.way:
                found, expected = found[name], expected[name]
            for place in np.argwhere(np.asarray(found != expected)):
                where, values = tuple(place.tolist()), (np.asarray(found), np.asarray(expected))
                way = words_of(way_to(self.game.dtype, ranged.way, where))
                yield f"{way}: got {values[0][where]}; expected {values[1][where]}, as the tape leads to."
