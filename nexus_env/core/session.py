"""One bout of any game in plain Python, started from a seed or a position and played by numbers or words.

Transcripts and positions are replayed here; the environment and the batch do not need it.
"""

from typing import Any

import numpy as np

from nexus_env.contract import command_text
from nexus_env.contract.game import Game
from nexus_env.contract.refusal import refusal
from nexus_env.core import slots
from nexus_env.core.copies import imagined_by
from nexus_env.core.endless import endless
from nexus_env.core.privacy import Viewer, may_know
from nexus_env.core.rewards import read_terms
from nexus_env.core.slots import Rows
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.system.wording import InputError


class Session:
    """One bout; `seat` is the seat to act, NOBODY when the bout is over, CHANCE for a die."""

    def __init__(
        self, game: Game, options: Rows, *, seed: int = 0, dictated: bool = False, terms: Rows | None = None
    ) -> None:
        """Begin the bout of a seed, at its first decision.

        Args:
            game: the game.
            options: a row of the game's options.
            seed: seeds the dice of this bout, 0 to 2**62.
            dictated: every die is asked for.
            terms: what `rewards` pays, a row of `rewards.Terms`; by default the outcome.
        """
        self._make(game, options, dictated, terms)
        self._slots["seed"] = seed
        self.seat = slots.start(self._slots, self._env_config, 0, slots.AGAIN, self._observation, self._mask)

    @classmethod
    def at(cls, game: Game, bout: Rows) -> "Session":
        """Continue from a bout at any moment: one row of the game's record."""
        self = cls.__new__(cls)
        self._make(game, bout["options"], bool(bout["tape"]["dictated"][0]))
        self._slots["bout"] = bout
        self._look()
        return self

    def _look(self) -> None:
        """Update the seat to act, its observation and its mask."""
        seats = np.zeros(1, np.int32)
        slots.show_all(self._slots, self._env_config, self._observation[None], self._mask[None], seats)
        self.seat = int(seats[0])

    def _make(self, game: Game, options: Rows, dictated: bool, terms: Rows | None = None) -> None:
        """An empty slot."""
        self.game = game
        slots.prepare(game)
        self._env_config = slots.make_env_config(game, options, read_terms() if terms is None else terms, dictated)
        self._slots = slots.rows_of(slots.slot_dtype(game), 1)
        self._observation = np.empty(game.observation_size, np.float32)
        self._mask = np.zeros(len(game.actions), np.int8)
        self._shown: dict[Viewer, Rows] = {}  # of those who may not know what is asked now: what they saw last

    def clone(self) -> "Session":
        """An independent copy of the bout at this moment, dice to come included."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._slots = slots.copy_of(self._slots)
        other._observation, other._mask = self._observation.copy(), self._mask.copy()
        other._shown = self._shown.copy()
        return other

    def __deepcopy__(self, _memo: Any) -> "Session":
        """A clone."""
        return self.clone()

    def determinize(self, seat: int, seed: int) -> "Session":
        """A clone in which everything that `seat` cannot know is dealt at random by `seed`, 0 to 2**62, with fresh
        dice.

        Raises:
            ValueError: there is no such seat or seed, or the seat may not know what is asked now.
        """
        rows = imagined_by(self._slots, seat, seed)
        other = self.clone()
        other._slots, other._shown = rows, {}
        other._look()
        return other

    def resample(self, seed: int) -> "Session":
        """`determinize` for the seat to act."""
        return self.determinize(self.seat, seed)

    @property
    def bout(self) -> Any:
        """The record of the bout; it changes with each step."""
        return self._slots["bout"].view(np.recarray)[0]

    @property
    def _record(self) -> Any:
        """The same for reading only: `view(np.recarray)` makes every field slow."""
        return np.asarray(self._slots["bout"])[0]

    @property
    def rows(self) -> Rows:
        """A copy of the bout: one row of the game's record."""
        return slots.copy_of(self._slots["bout"])

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """int8, 1 for each legal action; the first entries are the faces of the die when chance is asked."""
        return np.array(self._slots["mask"][0])

    @property
    def observation(self) -> np.ndarray[Any, Any]:
        """The observation of the seat to act, float32 [size]; zeros if nobody or chance is asked."""
        return self._observation.copy() if self.seat >= 0 else np.zeros_like(self._observation)

    @property
    def rewards(self) -> np.ndarray[Any, Any]:
        """The reward of each seat for the last action, float32 [seats]."""
        return np.array(self._slots["rewards"][0][: int(self.bout["table"]["seats"])])

    def observation_of(self, seat: int) -> np.ndarray[Any, Any]:
        """The observation of a seat, float32 [size]."""
        if seat == self.seat:
            return self._observation.copy()
        seen = np.empty(self.game.observation_size, np.float32)
        slots.observe(self._slots, self._env_config, 0, seat, seen)
        return seen

    @property
    def observations(self) -> np.ndarray[Any, Any]:
        """float32 [seats, size], what each seat sees."""
        return np.stack([self.observation_of(seat) for seat in range(int(self._record["table"]["seats"]))])

    @property
    def is_over(self) -> bool:
        """Whether the bout is over."""
        return self.seat == NOBODY

    @property
    def outcome(self) -> list[float]:
        """The result of each seat by the rules, whatever `rewards` pays; zeros before the end."""
        worth = np.zeros(int(self.bout["table"]["seats"]), np.float32)
        if self.is_over:
            self.game.rewards(self._slots["bout"][0], worth)
        return [float(each) for each in worth]

    def refuse_endless(self) -> None:
        """Raise an `EndlessBout` if the bout may take no more decisions, as `act` would."""
        if self.seat >= 0 and self._slots["decisions"][0] >= self._env_config["most"][0]:
            raise endless(self._slots, self._env_config)

    def act(self, action: int) -> None:
        """Carry out an action of the seat to act; for a die, the action is its face minus one.

        Raises:
            ValueError: the action is not legal, or the bout may take no more decisions; nothing has changed.
        """
        if not self._exists(action) or not self._slots["mask"][0, action]:
            raise InputError(refusal(self.game, action, self.mask, name_of(self.seat)))
        before = self.rows
        self.seat, *_ = slots.step(self._slots, self._env_config, int(action), self._observation, self._mask)
        self._note(np.asarray(before))

    def _note(self, before: Rows) -> None:
        """Remember the last known state for viewers who may not know the open question."""
        if not self._record["table"]["request"]["private"]:
            self._shown.clear()
            return
        for viewer in (None, *range(int(self._record["table"]["seats"]))):
            if may_know(self._record, viewer):
                self._shown.pop(viewer, None)
            elif may_know(before[0], viewer):
                self._shown[viewer] = before

    def spell(self, action: int) -> str:
        """An action in words.

        Raises:
            ValueError: there is no such action.
        """
        if not self._exists(action):
            raise InputError(refusal(self.game, action, self.mask, name_of(self.seat)))
        return str(self.game.words.spell(self._record, int(action)))

    def _exists(self, action: Any) -> bool:
        """Whether this is the number of an action, legal or not."""
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        return is_number and 0 <= action < len(self.game.actions)

    def read(self, text: str) -> int:
        """The legal action that `text` spells.

        Raises:
            ValueError: no legal command fits; the message names the nearest ones.
        """
        return command_text.read(self.game, self._record, self._slots["mask"][0], text)

    def legal(self) -> dict[str, int]:
        """Every legal action by its spelling."""
        return command_text.legal(self.game, self._record, self._slots["mask"][0])

    def imagined(self, seat: int, count: int) -> Rows:
        """`count` copies of the bout in which everything that `seat` cannot know is redealt; always the same copies.

        NOBODY is a spectator, who knows only what nobody hides.
        """
        return self.imagine(seat, np.arange(1, count + 1))

    def imagine(self, seat: int, seeds: np.ndarray[Any, Any]) -> Rows:
        """One copy for each of `seeds`, int64 [n], 0 to 2**62: what `seat` cannot know is dealt at random."""
        bouts = slots.rows_of(self.game.dtype, len(seeds))
        slots.imagine_for(self._slots, seat, seeds, bouts)
        return bouts

    def known_to(self, seat: Viewer) -> Any:
        """The record of the bout as `seat` imagines it; None is a spectator.

        While the open question is one that `seat` may not know of, this is the bout as it last saw it, without the
        question that it was asked then, if any.
        """
        return np.asarray(self.worlds_of(seat, 1))[0]

    def worlds_of(self, seat: Viewer, count: int) -> Rows:
        """`count` such records, each with a different deal of what `seat` cannot know; always the same ones."""
        if (rows := self._shown.get(seat)) is not None:
            worlds = Session.at(self.game, rows).worlds_of(seat, count)
            if seat is not None and worlds["table"]["request"]["seat"][0] == seat:
                worlds["table"]["request"]["seat"], worlds["table"]["request"]["private"] = NOBODY, 1
            return worlds
        return self.imagined(NOBODY if seat is None else seat, count)


def name_of(seat: int) -> str:
    """The name of a seat in words."""
    return "dice" if seat == CHANCE else "nobody" if seat == NOBODY else f"player_{seat}"
