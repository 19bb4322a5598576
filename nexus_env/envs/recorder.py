"""Write down bouts of a batch while it is played."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from nexus_env.core.session import Session
from nexus_env.envs.batch import Batch
from nexus_env.system.wording import InputError
from nexus_env.text.transcript import Transcript, record


class Recorder:
    """Writes down bouts of a batch, each from its beginning: call its `step` instead of that of the batch."""

    def __init__(self, batch: Batch, slots: Iterable[int] | None = None) -> None:
        """Listen to some slots, by default to all, of a batch that has just been made or reset.

        Raises:
            ValueError: a slot does not exist, or its bout has begun already.
        """
        self.batch = batch
        self._seeds: dict[int, int] = {}
        self._actions: dict[int, list[int]] = {}
        for slot in range(batch.bouts) if slots is None else slots:
            if not 0 <= slot < batch.bouts:
                raise InputError(f"recorder: got bout {slot}; expected 0 to {batch.bouts - 1}.")
            self._begin(slot)
            begun = Session(batch.game, batch.game.read_options(**batch.options), seed=self._seeds[slot])
            if any(begun.rows[part].tobytes() != batch.bout(slot)[part].tobytes() for part in ("table", "tape")):
                raise InputError(
                    f"recorder: got bout {slot}, which has already begun; expected a batch at its beginning."
                )

    def step(self, actions: npt.ArrayLike, which: npt.ArrayLike | None = None) -> list[tuple[int, Transcript]]:
        """One step of the batch; returns slot and transcript of each bout that ended in it."""
        self.batch.step(actions, which)
        stepped = range(self.batch.bouts) if which is None else np.asarray(which).tolist()
        chosen = dict(zip(stepped, np.asarray(actions).tolist(), strict=True))
        ended = []
        for slot in self._actions.keys() & chosen.keys():
            self._actions[slot].append(chosen[slot])
            if self.batch.terminated[slot] or self.batch.truncated[slot]:
                ended.append((slot, self.transcript(slot)))
                self._begin(slot)
        return sorted(ended, key=lambda pair: pair[0])

    def transcript(self, slot: int) -> Transcript:
        """The bout of a slot as far as it has been played."""
        game, options = self.batch.game, self.batch.options
        return record(game, options, self._actions[slot], seed=self._seeds[slot])

    def _begin(self, slot: int) -> None:
        self._seeds[slot], self._actions[slot] = self.batch.bout_seed(slot), []
