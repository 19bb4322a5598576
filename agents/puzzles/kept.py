"""The puzzles of each bout, kept beside the file of puzzles until that is complete: one line of JSON per bout."""

import json
from pathlib import Path
from typing import Any

from nexus_env.agents.model_files import PARTIAL, add_line, first_difference, parse_json, writing
from nexus_env.system.wording import InputError

Found = dict[int, list[dict[str, Any]]]
"""The puzzles of each bout as tables, by its number."""


class KeptPuzzles:
    """The bouts that are done; `found` are those of an earlier run of the same command."""

    def __init__(self, path: Path, head: dict[str, Any], *, fresh: bool = False) -> None:
        """Open what is kept for the file `path`, or begin it.

        Raises:
            ValueError: it is of another command, or holds something else.
            WriteError: nothing can be written there.
        """
        self._path = path.with_name(path.name + PARTIAL)
        self.found: Found = {}
        if fresh:
            self.forget()
        lines = self._path.read_bytes().split(b"\n") if self._path.exists() else []
        if len(lines) < 2:  # nothing, or a head that was cut
            with writing(path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.write_bytes(b"")
            add_line(self._path, head)
            return
        self._refuse_another(self._parsed(lines[0]), json.loads(json.dumps(head)))
        for line in lines[1:-1]:  # the last one is empty, or was cut
            told = self._parsed(line, "bout", "puzzles")
            self.found[int(told["bout"])] = told["puzzles"]
        if lines[-1]:
            with writing(path):
                self._path.write_bytes(b"\n".join([*lines[:-1], b""]))

    def add(self, bout: int, puzzles: list[dict[str, Any]]) -> None:
        """Write down what was made of a bout; when this returns it is on the disk."""
        add_line(self._path, {"bout": bout, "puzzles": puzzles})
        self.found[bout] = puzzles

    def forget(self) -> None:
        """Nothing of it is needed any more."""
        with writing(self._path):
            self._path.unlink(missing_ok=True)

    def _parsed(self, line: bytes, *keys: str) -> dict[str, Any]:
        try:
            told = parse_json(line)
        except ValueError:
            told = None
        if not isinstance(told, dict) or any(key not in told for key in keys):
            raise InputError(
                f"{self._path}: got text that is not a puzzle; expected saved puzzles; --fresh starts over."
            )
        return told

    def _refuse_another(self, found: dict[str, Any], expected: dict[str, Any]) -> None:
        """Raise a `ValueError` unless the head is the one expected."""
        if difference := first_difference(found, expected):
            key, there, here = difference
            raise InputError(
                f"{self._path}: got puzzles with {key} = {there}; expected {here}: they belong to another command; "
                "use another --out, or --fresh to discard them."
            )
