"""Stop a run between two updates, so that nothing is lost."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nexus_env.system.processes import handling, interruption

NOTICE = b"\nStopping after this rollout, with a checkpoint. Once more, and it stops at once.\n"
STANDARD_ERROR = 2


class StopSignal:
    """Requests to stop a run, by Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        """Start without a request."""
        self._number = 0

    @property
    def asked(self) -> bool:
        """Whether there is a request."""
        return self._number != 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Within this context, the first such signal is only noted, for `obey`; a second one interrupts at once."""
        with handling(self._note, signal.SIGINT, signal.SIGTERM):
            yield

    def obey(self) -> None:
        """Raise a `KeyboardInterrupt` if there is a request."""
        if self.asked:
            raise interruption(self._number)

    def _note(self, number: int, frame: Any) -> None:
        if self.asked:
            raise interruption(number)
        self._number = number
        os.write(STANDARD_ERROR, NOTICE)  # not with a Python stream, which may be in use at this moment
