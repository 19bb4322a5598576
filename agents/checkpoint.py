"""Writing so that a run can be killed at any moment: whatever stands under its final name is whole."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

PARTIAL = ".partial"


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a file under another name, then give it the name `path` in one move."""
    partial = path.with_name(path.name + PARTIAL)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(partial)
    _flush(partial)
    os.replace(partial, path)
    _flush(path.parent)


def write_text(path: Path, text: str) -> None:
    """A text file that is either the old one or the new one, never half of it."""
    write_whole(path, lambda partial: _write(partial, text))


def write_json(path: Path, value: Any) -> None:
    """As `write_text`, for what JSON can hold."""
    write_text(path, json.dumps(value, indent=2) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _flush(path: Path) -> None:
    """Ask the system to put `path` on the disk now."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
