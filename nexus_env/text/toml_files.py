"""TOML files of a game for people: its glossary and its lesson."""

from os.path import isfile
from pathlib import Path
from typing import Any

from nexus_env.kit.options import read_toml
from nexus_env.system.wording import mismatch, no_file


def read_file(path: Path, what: str, error: type[ValueError]) -> dict[str, Any]:
    """Read the tables of a file; `what` it should be, in words, for errors.

    Raises:
        ValueError: the file is missing or is not TOML; it has the type `error`.
    """
    if not isfile(path):
        raise error(mismatch(path, no_file(path), f"{what}, as TOML"))
    try:
        return read_toml(path.read_text(encoding="utf-8"))
    except ValueError as mistake:
        raise error(mismatch(path, f"a line that cannot be read ({mistake})", "TOML")) from mistake
