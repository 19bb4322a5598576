"""Standard input, output and error of a command, in whatever state the system provides them."""

import io
import os
import sys

INPUT, OUTPUT = "replace", "backslashreplace"  # what becomes of letters that an encoding lacks


def settle() -> None:
    """Let a command print every character, and run with closed streams.

    - A character that the terminal's encoding lacks, as Latin-1 lacks "…", is printed as a backslash and its number.
    - Invalid bytes in the input are read as U+FFFD.
    - A closed stream, which is None in Python, becomes the null device.
    """
    for name, mode, errors in (("stdin", "r", INPUT), ("stdout", "w", OUTPUT), ("stderr", "w", OUTPUT)):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open as long as the process)
        elif isinstance(stream, io.TextIOWrapper) and stream.errors != errors:  # once: not after the first read
            stream.reconfigure(errors=errors)
