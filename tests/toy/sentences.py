"""What things are called, and what has happened, in sentences."""

from typing import Any

from nexus_env.contract.view import Happening
from nexus_env.kit.log import Told, rows_of
from nexus_env.kit.units import NO_CELL, NO_UNIT
from toy.actions import ACTIONS
from toy.bout import CELL_NAMES, EVENTS, SIDES, UNIT_NAMES, UNITS
from toy.dice import face_name, spelled_face
from toy.log import Event


def player(seat: int) -> str:
    """What a seat is called."""
    return f"player_{int(seat)}"


def seat_or_none(seat: int) -> str | None:
    """The same, or null for nobody."""
    return player(seat) if seat >= 0 else None


def unit_name(unit: int) -> str:
    """What a unit is called."""
    return f"{player(unit // UNITS)} {UNIT_NAMES[int(unit) % UNITS]}"


def cell_name(cell: int) -> str | None:
    """What a cell is called, or null beside the board."""
    return CELL_NAMES[int(cell)] if cell != NO_CELL else None


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """Some of what has happened, by default in the last step."""
    return [_sentence(row) for row in rows_of(bout, rows)]


def happened(world: Any, rows: slice | None = None) -> list[Happening]:
    """The same as values."""
    return [_happening(row) for row in rows_of(world, rows)]


def _happening(row: Any) -> Happening:
    event, what = Event(int(row["event"])), int(row["what"])
    found: Happening = {
        "event": event.name.lower(),
        "seat": seat_or_none(row["seat"]),
        "other": seat_or_none(row["other"]),
        "cells": [CELL_NAMES[row["cell"]]] if row["cell"] != NO_CELL else [],
        "units": [unit_name(unit) for unit in (row["unit"], row["other_unit"]) if unit != NO_UNIT],
        "text": _sentence(row),
    }
    if event == Event.COMMAND:
        found["role"] = "command"
    elif event == Event.ROLL:
        found["roll"] = {"purpose": "number", "faces": [str(what)], "sides": 6}
    elif event == Event.SYMBOLS:
        shown = spelled_face(what, int(row["amount"]))
        found["roll"] = {"purpose": "fight", "faces": [shown], "sides": SIDES[what]}
    return found


class _Told(Told):
    """A row with its parts in words."""

    @property
    def seat(self) -> str:
        return player(self.row["seat"])

    @property
    def unit(self) -> str:
        return unit_name(self.row["unit"])

    @property
    def cell(self) -> str | None:
        return cell_name(self.row["cell"])

    @property
    def action(self) -> str:
        return ACTIONS[self.what]

    @property
    def face(self) -> str:
        return face_name(self.what, self.amount)


SAYS = EVENTS.sentences(_Told)


def _sentence(row: Any) -> str:
    return SAYS[int(row["event"])].format_map(_Told(row))
