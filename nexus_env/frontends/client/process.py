"""The protocol over standard input and output of a service that the client starts."""

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from types import TracebackType
from typing import Any

from nexus_env.frontends.client.refused import Message, checked

COMMAND = (sys.executable, "-m", "nexus_env", "serve", "--stdio")


class Process:
    """A service of your own, which ends with the client."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        """Start the service with a command line."""
        self._numbers = count(1)
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.updates: list[Message] = []  # updates that arrived unrequested
        self._answers: dict[int, Message] = {}  # not yet requested

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message of a type and return its answer.

        Raises:
            Refused: the service has refused it.
            ConnectionError: the service has ended.
        """
        return self.answer(self.say(kind, **fields))

    def say(self, kind: str, **fields: Any) -> int:
        """Send a message without waiting, such as a `go` before a `stop`; returns the number to pass to `answer`.

        Raises:
            ConnectionError: the service has ended.
        """
        number = next(self._numbers)
        assert self._process.stdin is not None
        try:
            print(json.dumps({"type": kind, "id": number, **fields}), file=self._process.stdin, flush=True)
        except BrokenPipeError as error:
            raise ConnectionError("the service has ended") from error
        return number

    def answer(self, number: int) -> Message:
        """The answer to a message sent by `say`. Its errors are those of `ask`."""
        assert self._process.stdout is not None
        while number not in self._answers:
            if not (line := self._process.stdout.readline()):
                raise ConnectionError("the service has ended")
            message: Message = json.loads(line)
            if "to" in message:
                self._answers[message["to"]] = message
            else:
                self.updates.append(message)
        return checked(self._answers.pop(number))

    def close(self) -> None:
        """End the service."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> "Process":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
