"""Stop a run between two updates, where nothing is lost."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nexus_env.system.processes import handling, interruption

NOTICE = b"\nStopping after this rollout, with a checkpoint. Once more, and it stops at once.\n"
STANDARD_ERROR = 2


class Stop:
    """Whether somebody wants a run to end, by Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        """Nobody does."""
        self._number = 0

    @property
    def asked(self) -> bool:
        """Somebody does."""
        return self._number != 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """As long as this lasts the first such signal is only noted, for `obey`; a second one interrupts at once."""
        with handling(self._note, signal.SIGINT, signal.SIGTERM):
            yield

    def obey(self) -> None:
        """Raise a `KeyboardInterrupt` if somebody asks for the end."""
        if self.asked:
            raise interruption(self._number)

    def _note(self, number: int, frame: Any) -> None:
        if self.asked:
            raise interruption(number)
        self._number = number
        os.write(STANDARD_ERROR, NOTICE)  # by no stream of Python, which may be writing just now
