"""The results of a tournament as one JSON Lines file: a header, then a line for each match.

The file is append-only, and each addition is on disk before the next one begins. If the program is killed, only the
jobs in progress are lost; an incomplete line is dropped when the file is opened again.
"""

import json
import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from nexus_env.agents.agent import sources_of
from nexus_env.agents.model_files import first_difference, parse_json, writing
from nexus_env.agents.rating.tournament.bouts import Match
from nexus_env.agents.rating.tournament.plan import Plan
from nexus_env.system.wording import InputError
from nexus_env.text.transcript import stock_of

FORMAT = "nexus_env tournament 1"


def head_of(plan: Plan, agents: dict[str, Any]) -> dict[str, Any]:
    """The header, which must be equal for two runs to be parts of one tournament."""
    return {
        "format": FORMAT,
        **plan.game.stamps,
        "stock": stock_of(plan.game, plan.rules_of(0, plan.seats[0])),
        "seats": list(plan.seats),
        "rules": [dict(one) for one in plan.rules],
        "seed": plan.seed,
        "challenger": plan.challenger,
        "agents": {name: {"sha256": _digest(agent)} for name, agent in agents.items()},
    }


def _digest(agent: Any) -> str:
    """A hash of the files of an agent."""
    digest = sha256()
    for path in sources_of(agent):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Results:
    """The open file; `matches` are those that it contained when opened."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        """Open or create `path`.

        Raises:
            ValueError: it has other content, or the results of another tournament.
        """
        kept, first = path.read_bytes() if path.exists() else b"", _line(head)
        self.matches: list[Match] = []
        self._path = path
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        if first.startswith(kept):  # empty, or a header that was cut off by a kill
            self._file = path.open("wb")
            self._write([head])
        else:
            self.matches += _read(path, kept, json.loads(first))
            self._file = path.open("ab")

    def add(self, matches: Iterable[Match]) -> None:
        """Append matches; they are on disk when this returns."""
        self._write([match.as_table() for match in matches])

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, tables: list[dict[str, Any]]) -> None:
        with writing(self._path):
            self._file.write(b"".join(map(_line, tables)))
            self._file.flush()
            os.fsync(self._file.fileno())


def _line(table: dict[str, Any]) -> bytes:
    return json.dumps(table).encode() + b"\n"


def _read(path: Path, kept: bytes, head: dict[str, Any]) -> Iterator[Match]:
    """The matches after the header in `kept`, the file's content; cuts the file after the last complete line."""
    whole, newline, cut = kept.rpartition(b"\n")
    lines = whole.split(b"\n")
    _refuse_another(path, _parsed(path, 1, lines[0]) if newline else None, head)
    if cut:
        os.truncate(path, len(whole) + 1)
    for number, line in enumerate(lines[1:], 2):
        table = _parsed(path, number, line)
        try:
            yield Match.from_table(table)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{path}, line {number}: got something that is not a match; expected a match of a tournament."
            ) from error


def _parsed(path: Path, number: int, line: bytes) -> Any:
    try:
        return parse_json(line)
    except ValueError as error:
        raise InputError(f"{path}, line {number}: got text that is not JSON; expected a line of results.") from error


def _refuse_another(path: Path, found: Any, expected: dict[str, Any]) -> None:
    """Raise a `ValueError` unless the file has the expected header."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError(
            f"{path}: got a file that is not from a tournament; expected tournament results; use another --out."
        )
    if difference := first_difference(found, expected):
        key, there, here = difference
        raise InputError(
            f"{path}: got results with {key} = {there}; expected {here}: they belong to another tournament; "
            "use another --out, or --fresh to discard them."
        )
