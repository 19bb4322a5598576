"""Messages over standard input and output, one per line, for a front end that starts the service itself."""

import asyncio
import sys
from codecs import BOM_UTF8
from typing import BinaryIO, TextIO

from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.protocol.limits import MOST_BYTES_OF_A_MESSAGE
from nexus_env.frontends.web.protocol.messages import Answer


async def converse(hall: Hall, lines: BinaryIO | None = None, out: TextIO | None = None) -> None:
    """Answer every line of `lines`, standard input by default, until it ends; then wait for requests in progress.

    Lines are read in a thread that nobody waits for: a front end may never send another one.
    """
    source, target = lines or sys.stdin.buffer, out or sys.stdout

    def send(answer: Answer) -> None:
        print(answer.as_text(), file=target, flush=True)

    session, reader = Conversation(hall, Here(hall), send), hall.surroundings.loose_threads("lines")
    try:
        while line := await asyncio.wrap_future(reader.submit(_next_line, source)):
            said = line.removeprefix(BOM_UTF8).removesuffix(b"\n").removesuffix(b"\r")
            if said.strip():
                await session.hear(said)
        await session.finish()
    finally:
        reader.shutdown()
        session.close()
        await hall.close()


def _next_line(source: BinaryIO) -> bytes:
    """Read a line with its end; of a line that is too long, return more than is allowed and drop the rest."""
    most = MOST_BYTES_OF_A_MESSAGE + len(b"\r\n")  # the line end is not part of the message
    line = rest = source.readline(most)
    while len(rest) == most and not rest.endswith(b"\n"):
        rest = source.readline(most)
    return line
