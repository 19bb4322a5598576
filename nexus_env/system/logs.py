"""The log of a service: every message is one line, whatever text from strangers it contains."""

import logging
from types import TracebackType

from nexus_env.system.visible import legible

Caught = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlainFormatter(logging.Formatter):
    """The usual format, with escapes for hidden characters; only tracebacks have several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        return legible(super().formatMessage(record))

    def formatException(self, ei: Caught) -> str:
        """The traceback below the line."""
        return "\n".join(map(legible, super().formatException(ei).split("\n")))


def log_plainly() -> None:
    """Write warnings and errors to stderr in this format, unless the process has set up a log already."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
