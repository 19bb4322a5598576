"""Replay the unfinished commands of foreign bouts, many bouts at once: each from the table before its command, with
the dice and answers of its tape, all dice dictated. It must lead to the question that the bout states.

A private answer may no longer be possible, because hidden things may have been redealt. Then it must be possible as far
as another seat knows: the search for that takes bouts as that seat imagines them. Their number is limited, so that no
text from a stranger takes long.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.core.slots import Rows
from nexus_env.kit.tape import CHANCE, COMMAND, NOBODY
from nexus_env.machine.field_ranges import Way, way_to

SAMPLES = (16, 240)  # bouts that a seat imagines in search of an answer: most are found among the first
MOST_IMAGINED = 16_384  # for all answers of one bout, or of all deals of one view
Flags = NDArray[np.bool_]
Places = NDArray[np.int64]


@dataclass
class Allowance:
    """The number of bouts that may still be imagined while some bouts are checked.

    - `viewer`: the seat whose view was dealt, if all bouts are deals of one view. The seat imagines the same in each,
      so that is done once.
    - `left`: the number that is left.
    """

    viewer: int = NOBODY
    left: int = MOST_IMAGINED
    possible: dict[tuple[int, ...], bool] = field(default_factory=dict)  # what the viewer can imagine


class Replaying:
    """Unfinished commands, replayed. `sound`, bool [n], says which have led to their questions; `why` is the fault of
    the one that came furthest without doing so.
    """

    def __init__(self, game: Game, bouts: Rows, allowance: Allowance) -> None:
        """Replay all of them.

        Args:
            game: their game.
            bouts: [n] of its record, at least one; each keeps the laws and is in the middle of a command; all have
                the same number of seats.
            allowance: limits the imagined bouts for all of them together.
        """
        self.game, self._said, self._allowance = game, np.asarray(bouts), allowance
        self.sound, self.why = np.ones(len(bouts), np.bool_), ""
        slots.prepare(game)
        count, seats, size = len(bouts), int(self._said["table"]["seats"][0]), game.observation_size
        self._slots = _slots_with(game, bouts)
        self._env_config = slots.make_env_config(game, bouts[:1]["options"], read_terms(), dictated=True)
        self._shown, self._seats = _room_for(game, count), np.zeros(count, np.int32)
        self._paid = np.zeros((count, seats), np.float32), np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        self._end = np.zeros((count, seats, size), np.float32), np.zeros((count, seats), np.float32)
        self._begin()
        while len(which := np.flatnonzero(self.sound & self._is_within() & (self._length < self._said_length))):
            self._answer(which)
        self._compare()

    @property
    def _now(self) -> Any:
        """The bouts as replayed so far."""
        return np.asarray(self._slots)["bout"]

    @property
    def bouts(self) -> Rows:
        """Contiguous copies of them."""
        rows, first = slots.rows_of(self.game.dtype, len(self._slots)), _begin_of(self._slots.dtype, "bout")
        _raw(rows)[:] = _raw(self._slots)[:, first : first + self.game.dtype.itemsize]
        return rows

    @property
    def _length(self) -> Any:
        """The present length of each tape."""
        return self._now["tape"]["length"]

    @property
    def _said_length(self) -> Any:
        """The length of each tape as the bout states it."""
        return self._said["tape"]["length"]

    def _refuse(self, which: Places, reason: Callable[[int], str]) -> None:
        """Refuse bouts that have gone astray, and keep the reason: later checks are about bouts that came further."""
        if len(which):
            self.sound[which] = False
            self.why = reason(int(which[0]))

    def _begin(self) -> None:
        """Give each command on the table before it, if it is legal there."""
        said = self._said
        questions, commands = said["start"]["request"]["question"], said["command"].astype(np.int64)
        self._refuse(
            np.flatnonzero(questions != COMMAND),
            lambda bout: f"start.request question: got {questions[bout]}; expected {COMMAND}, for a command.",
        )
        size = self.game.dtype["table"].itemsize
        raw = _raw(self._slots)[:, _begin_of(self._slots.dtype, "bout") :]
        before = raw[:, _begin_of(self.game.dtype, "start") :][:, :size]
        raw[:, _begin_of(self.game.dtype, "table") :][:, :size] = before
        tape = self._now["tape"]
        for name in ("suspended", "length", "cursor", "entries"):
            tape[name] = 0
        tape["dictated"] = 1
        given = np.flatnonzero(self.sound & (commands >= 0))
        if len(given):
            shown = self._slots.take(given)
            slots.show_all(shown, self._env_config, *_room_for(self.game, len(given)), np.zeros(len(given), np.int32))
            legal = _may(np.asarray(shown)["mask"], commands[given])
            self._refuse(
                given[~legal],
                lambda bout: f"bout command: got {commands[bout]}; expected one that is legal on the table before it.",
            )
        self._play(np.flatnonzero(self.sound), commands[self.sound])

    def _play(self, which: Places, actions: Places) -> None:
        """Carry out one action in each bout."""
        if len(which):
            slots.step_all(
                self._slots, self._env_config, which, actions, *self._shown, *self._paid, self._seats, *self._end
            )

    def _answer(self, which: Places) -> None:
        """Give the next entry of the tape if it is possible; hidden things may have been redealt since it was given."""
        entries = self._said["tape"]["entries"][which, self._length[which]].astype(np.int64)
        request = self._now["table"]["request"][which]
        is_die = request["seat"] == CHANCE
        takes = np.where(is_die, entries < request["sides"], _may(np.asarray(self._slots)["mask"][which], entries))
        for one in np.flatnonzero(~takes & ~is_die & (request["private"] != 0) & (entries < len(self.game.actions))):
            takes[one] = self._is_imagined(int(which[one]), int(entries[one]))
        self._refuse(which[~takes], self._no_answer)
        self._play(which[takes], entries[takes])

    def _no_answer(self, bout: int) -> str:
        place = self._length[bout]
        found = self._said["tape"]["entries"][bout, place]
        return f"tape entries.{place}: got {found}; expected an answer to what is asked there."

    def _is_within(self) -> Flags:
        """Whether each bout's command is still under way: no other has followed, and the bout has not restarted."""
        now = self._now
        is_asked = (now["table"]["request"]["question"] != COMMAND) & (now["command"] == self._said["command"])
        return np.asarray(is_asked & ~self._paid[1] & ~self._paid[2])

    # --- what somebody might do ---------------------------------------------------------------------------------------

    def _is_imagined(self, bout: int, action: int) -> bool:
        """Whether the action of the seat to act is possible as far as some other seat knows what it hides."""
        request, allowance = self._now["table"]["request"][bout], self._allowance
        asked, viewer = int(request["seat"]), allowance.viewer
        others = [other for other in range(self._paid[0].shape[1]) if other not in (asked, viewer)]
        if viewer in (asked, NOBODY):
            return any(self._imagines(bout, other, action) for other in others)
        moment = int(self._length[bout]), int(request["question"]), asked, action
        if moment not in allowance.possible:
            allowance.possible[moment] = self._imagines(bout, viewer, action)
        return allowance.possible[moment] or any(self._imagines(bout, other, action) for other in others)

    def _imagines(self, bout: int, seat: int, action: int) -> bool:
        """Whether the action is legal in some bout that a seat imagines."""
        first = 0
        for count in SAMPLES:
            if self._allowance.left < count:
                return False
            self._allowance.left -= count
            imagined, seeds = self._imagined[:count], np.arange(first, first + count)
            slots.imagine_for(self._slots[bout : bout + 1], seat, seeds, imagined)
            shown = _slots_with(self.game, imagined)
            slots.show_all(shown, self._env_config, *_room_for(self.game, count), np.zeros(count, np.int32))
            if np.asarray(shown)["mask"][:, action].any():
                return True
            first += count
        return False

    @cached_property
    def _imagined(self) -> Rows:
        """Memory for bouts that a seat imagines."""
        return slots.rows_of(self.game.dtype, max(SAMPLES))

    # --- what has come of it ------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        """Check that the tapes are read exactly to their ends, and that the tables are those that the bouts state."""
        which = np.flatnonzero(self.sound & ~(self._is_within() & (self._length == self._said_length)))
        self._refuse(which, self._wrong_length)
        said, now = self._said["tape"]["entries"], self._now["tape"]["entries"]
        other = (said != now) & (np.arange(said.shape[1]) < self._said_length[:, None])
        self._refuse(np.flatnonzero(self.sound & other.any(axis=1)), lambda bout: _other_entry(said[bout], now[bout]))
        first, size = _begin_of(self.game.dtype, "table"), self.game.dtype["table"].itemsize
        tables = _raw(self._slots)[:, _begin_of(self._slots.dtype, "bout") + first :][:, :size]
        differs = ((tables != _raw(self._said)[:, first : first + size]) & _open_bytes(self.game)).any(axis=1)
        self._refuse(np.flatnonzero(self.sound & differs), lambda bout: next(self._differences(bout)))

    def _wrong_length(self, bout: int) -> str:
        return f"tape length: got {self._said_length[bout]}; expected {self._length[bout]} before the next question."

    def _differences(self, bout: int) -> Iterator[str]:
        """The places where the table differs from the given one, apart from what is hidden."""
        for names in _open_fields(self.game):
            found, expected = self._said[bout], self._now[bout]
            for name in names:
                found, expected = found[name], expected[name]
            for place in np.argwhere(np.asarray(found != expected)):
                where = tuple(place.tolist())
                way, number = words_of(way_to(self.game.dtype, names, where)), np.asarray(found)[where]
                yield f"{way}: got {number}; expected {np.asarray(expected)[where]}, as the tape leads to."


def _may(masks: Any, actions: Places) -> Flags:
    """Whether each of `actions`, one per mask, is legal, bool [n]; some may not exist."""
    exists = actions < masks.shape[1]
    return np.asarray(exists & (masks[np.arange(len(actions)), np.where(exists, actions, 0)] != 0))


def _other_entry(said: Any, now: Any) -> str:
    place = int(np.flatnonzero(said != now)[0])
    return f"tape entries.{place}: got {said[place]}; expected {now[place]}, since nobody can act."


def words_of(way: Way) -> str:
    """The name of a number of a bout, as positions write it: `players.0 points`, `table turn`, `bout command`."""
    last = max(place for place, name in enumerate(way) if isinstance(name, str))
    root, *inner = [str(part) for part in way[:last]] or ["bout"]
    group = ".".join(inner) or root if root == "table" else ".".join([root, *inner])
    return f"{group} {'.'.join(map(str, way[last:]))}"


# --- rows as bytes ----------------------------------------------------------------------------------------------------


def _raw(rows: Rows) -> NDArray[np.uint8]:
    """The bytes of rows, [n, size of a row], as a view: NumPy is a hundred times slower field by field."""
    return np.ndarray((len(rows), rows.dtype.itemsize), np.uint8, rows)


def _begin_of(record: np.dtype[Any], name: str) -> int:
    """The offset of a field in a record, in bytes."""
    assert record.fields is not None
    return record.fields[name][1]


def _slots_with(game: Game, bouts: Rows) -> Rows:
    """A slot for each of some bouts."""
    rows = slots.rows_of(slots.slot_dtype(game), len(bouts))
    first = _begin_of(rows.dtype, "bout")
    _raw(rows)[:, first : first + game.dtype.itemsize] = _raw(bouts)
    return rows


def _room_for(game: Game, count: int) -> tuple[Any, Any]:
    """Scratch arrays for observations and masks that nobody reads."""
    return np.zeros((count, game.observation_size), np.float32), np.zeros((count, len(game.actions)), np.int8)


def _open_fields(game: Game) -> Iterator[tuple[str, ...]]:
    """The numbers of a table that are not hidden."""
    for ranged in game.ranges:
        if ranged.way[0] == "table" and ranged.way[-1] not in game.notation.hidden:
            yield ranged.way


@cache
def _open_bytes(game: Game) -> Flags:
    """Whether each byte of a table belongs to a field that is not hidden."""
    bout = np.zeros(1, game.dtype)
    for names in _open_fields(game):
        numbers: Any = bout
        for name in names:
            numbers = numbers[name]
        numbers[...] = -1
    return np.asarray(_raw(bout["table"].copy())[0] != 0)
