"""Standard input, output and errors of a command, whatever the system has made of them."""

import io
import os
import sys

INPUT, OUTPUT = "replace", "backslashreplace"  # what becomes of letters that an encoding lacks


def settle() -> None:
    """Let a command print every letter, and run where a stream is closed.

    - A letter that the encoding of a terminal lacks, as Latin-1 lacks "…", is printed as a backslash and its number.
    - Input that is no text in its encoding reads as U+FFFD.
    - A closed stream, which Python gives as None, becomes the null device.
    """
    for name, mode, errors in (("stdin", "r", INPUT), ("stdout", "w", OUTPUT), ("stderr", "w", OUTPUT)):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open as long as the process)
        elif isinstance(stream, io.TextIOWrapper) and stream.errors != errors:  # once: not after the first read
            stream.reconfigure(errors=errors)
