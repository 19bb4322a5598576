"""The action table: every command and every answer has a number of its own, and each row of them is said once.

`Action` has the numbers, `commands.toml` the rows, `operands.py` what they count through. The table is append only: an
action keeps its number for ever, because trained agents depend on it. What does not fit is refused.
"""

import tomllib
from dataclasses import dataclass
from enum import IntEnum, unique
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.games.aristeia.rules.bout import ACTIONS
from nexus_env.games.aristeia.rules.operands import OPERANDS


@unique
class Action(IntEnum):
    """The first number of each row of the table."""

    PASS = 0
    YES = 1
    ME = 2
    THEM = 3
    END = 4
    MOVE = 5
    DISENGAGE = 6
    ACT = 7
    UNIT = 12  # own Characters first, as the seat that is asked counts
    ZONE = 20
    PICK = 27
    ORDER = 39
    CARD = 63
    DIE = 81
    SWITCH = 101
    SPACE = 106


@dataclass(frozen=True)
class Row:
    """A row of the table; `commands.toml` says what its parts mean."""

    answers: tuple[str, ...]
    group: str
    rules: tuple[str, ...]
    text: str
    title: str = ""
    operands: tuple[str, ...] = ()
    cost: str = ""

    @property
    def size(self) -> int:
        """How many actions the row has."""
        return len(OPERANDS[self.operands[0]]) if self.operands else 1


def _row(table: dict[str, Any]) -> Row:
    """A row as the file has it."""
    parts: dict[str, Any] = {key: tuple(part) if isinstance(part, list) else part for key, part in table.items()}
    return Row(**parts)


def _rows() -> dict[Action, Row]:
    table = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
    found = {Action[name.upper()]: _row(row) for name, row in table.items()}
    if list(found) != list(Action):
        raise ValueError("commands.toml: expected a row for each member of `Action`, in their order.")
    return found


ROWS = _rows()


def _names() -> tuple[str, ...]:
    """The names of all actions, in the order of their numbers."""
    names: list[str] = []
    for action, row in ROWS.items():
        if len(names) != action:
            raise ValueError(f"actions.py: got {action.name} as {action.value}; expected {len(names)}.")
        word = action.name.lower()
        names += [f"{word} {operand}" for operand in OPERANDS[row.operands[0]]] if row.operands else [word]
    if len(names) != ACTIONS:
        raise ValueError(f"bout.py: got {ACTIONS} actions; expected {len(names)}.")
    return tuple(names)


NAMES = _names()
ROW_OF = np.array([action for action, row in ROWS.items() for _ in range(row.size)], np.int16)
"""For compiled rules: the first number of the row of each action."""
