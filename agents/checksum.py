"""Checksums of model files: a damaged file is refused before anything reads it.

A `.npz` or `.pt` is a zip. Its zip comment, the last 64 bytes, which zip readers ignore, is the SHA-256 of everything
before it. The checksum of an `.onnx` is in the card next to it: `agent.json` for `agent.onnx`, under `sha256`. A file
without a checksum, from an older version or another program, is read without this check.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from nexus_env.agents.agent import AgentError
from nexus_env.agents.files import read_json, write_json, write_whole
from nexus_env.system.wording import spoken

KEY, BYTES = "sha256", "bytes"  # of a card
ADVICE = "copy it again or make a new one"
SIZE = 64  # bytes of a checksum in digits
END, END_SIZE = b"PK\5\6", 22  # of the last record of a zip: how it begins, and how long it is but for the comment
LENGTH = SIZE.to_bytes(2, "little")  # as that record tells it, last of all
MOST_COMMENT = 2**16 - 1  # bytes
DIGITS = re.compile(rb"[0-9a-f]{64}")


def write_zip(path: Path, data: bytes, check: Callable[[Path], object] = bool) -> None:
    """Write a zip without a comment, such as an .npz or .pt, with its checksum.

    Args:
        path: where to write it.
        data: the bytes of the zip.
        check: reads the file under a temporary name before it is renamed; if it raises, the error propagates and
            nothing is written.

    Raises:
        WriteError: the file cannot be written.
    """
    assert data[-END_SIZE:].startswith(END) and data.endswith(b"\0\0"), "the comment has no length yet"
    body = data[:-2] + LENGTH

    def write(partial: Path) -> None:
        partial.write_bytes(body + _digits(body))
        check(partial)

    write_whole(path, write)


def read_zip(path: Path, advice: str = ADVICE) -> bytes:
    """Read a zip and verify its checksum; `advice` says what to do if it is damaged.

    Raises:
        AgentError: its checksum does not match.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if _is_sealed(data):
        _refuse_damage(path, data[:-SIZE], data[-SIZE:], advice)
    return data


def read_onnx(path: Path) -> bytes:
    """Read an ONNX file and verify its checksum.

    Raises:
        AgentError: it does not match the checksum in the card next to it, or that card cannot be read.
        OSError: the file cannot be read.
    """
    data, card = path.read_bytes(), card_of(path)
    if KEY in card:
        _refuse_damage(path, data, str(card[KEY]).encode(), ADVICE)
    elif BYTES in card:  # the two are written together
        raise AgentError(f"{path.with_suffix('.json')}: got no {KEY}; expected that of {path.name}; {ADVICE}.")
    return data


def card_of(path: Path) -> dict[str, Any]:
    """The contents of the card next to a model file; empty if there is no card.

    Raises:
        AgentError: the file there is not a card.
    """
    card = path.with_suffix(".json")
    if not card.is_file():
        return {}
    try:
        found = read_json(card)
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise AgentError(f"{card}: got no readable agent card; expected the card of {path.name}, or no file at all.")
    return found


def facts_of(path: Path) -> dict[str, Any]:
    """The checksum and the size in bytes of a model file, as its card holds them."""
    data = path.read_bytes()
    return {KEY: sha256(data).hexdigest(), BYTES: len(data)}


def write_card(path: Path, facts: dict[str, Any]) -> None:
    """Write a card next to a model file, with these facts and its checksum."""
    write_json(path.with_suffix(".json"), {**facts, **facts_of(path)})


def forget_card(path: Path) -> None:
    """Remove the card next to a model file that is about to be replaced."""
    path.with_suffix(".json").unlink(missing_ok=True)


def _is_sealed(data: bytes) -> bool:
    """Whether a zip has a checksum, or had one before it was damaged or cut: of three traces any one is enough."""
    expected = len(data) - END_SIZE - SIZE
    place = data.rfind(END, -(END_SIZE + MOST_COMMENT))  # as readers look for it, whatever was appended
    tells_length = place >= 0 and data[place : place + END_SIZE].endswith(LENGTH)
    return tells_length or place == expected >= 0 or DIGITS.fullmatch(data[-SIZE:]) is not None


def _refuse_damage(path: Path, data: bytes, told: bytes, advice: str) -> None:
    """Raise an `AgentError` unless the checksum of `data` is the one that was told."""
    if _digits(data) != told:
        if DIGITS.fullmatch(told):
            found = f"got a file with the SHA-256 {_digits(data).decode()}; expected {told.decode()}"
            raise AgentError(f"{path}: {found}: it is damaged or was replaced; {advice}.")
        found = f"got {spoken(told.decode(errors='replace'))!r} as its SHA-256"
        raise AgentError(f"{path}: {found}; expected 64 hexadecimal digits; {advice}.")


def _digits(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()
