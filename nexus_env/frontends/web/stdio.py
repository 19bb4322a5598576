"""Messages over standard input and output, one per line, for a front end that starts the service itself."""

import asyncio
import sys
from typing import BinaryIO, TextIO

from nexus_env.frontends.web.conversation import Here, Session
from nexus_env.frontends.web.hall import Hall
from nexus_env.frontends.web.limits import MOST_BYTES_OF_A_MESSAGE
from nexus_env.frontends.web.messages import Answer


async def converse(hall: Hall, lines: BinaryIO | None = None, out: TextIO | None = None) -> None:
    """Answer every line of `lines`, standard input by default, until it ends; then wait for what is under way."""
    source, target = lines or sys.stdin.buffer, out or sys.stdout

    def send(answer: Answer) -> None:
        print(answer.as_text(), file=target, flush=True)

    session = Session(hall, Here(hall), send)
    while line := await asyncio.to_thread(_next_line, source):
        if line.strip():
            await session.hear(line.removesuffix(b"\n").removesuffix(b"\r"))
    await session.finish()
    session.close()
    await hall.close()


def _next_line(source: BinaryIO) -> bytes:
    """One line with its end; of one that is too long more than is allowed, and the rest is let go."""
    most = MOST_BYTES_OF_A_MESSAGE + len(b"\r\n")  # the end of a line is no part of the message
    line = rest = source.readline(most)
    while len(rest) == most and not rest.endswith(b"\n"):
        rest = source.readline(most)
    return line
