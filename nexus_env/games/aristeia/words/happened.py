"""Happenings as values: in the format of all games, with own fields under `aristeia`. Rulebook: (A-117)."""

from typing import Any

from nexus_env.contract.view import Roll
from nexus_env.games.aristeia.rules.bout import FACES, NO_UNIT
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.words import view_types as types
from nexus_env.games.aristeia.words.naming import Naming, color_name, player, seat_or_none, space, state_name
from nexus_env.games.aristeia.words.sentences import sentence
from nexus_env.kit.log import rows_of
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import CHANCE, OPEN, SECRET

SPEAKING = (  # their sentences replace that of the command or answer that caused them
    *(Event.DECLARED, Event.DISENGAGE, Event.PLAYED, Event.STEPPED, Event.SWITCH, Event.REROLLED, Event.DISCARDED),
    *(Event.TEAM, Event.DEPLOYED, Event.DISPLACED, Event.PLACED, Event.ZONE, Event.FIRST, Event.ENDED),
)
IN_STATES = (Event.IMPOSED, Event.CLEARED, Event.TURNED)
OF_TACTICS = (Event.PLAYED, Event.CANCELED, Event.DISCARDED)
OF_ZONES = (Event.ZONE, Event.CONQUERED, Event.BURNT)
COUNTED = (
    *(Event.REVEALED, Event.ACTIVATED, Event.DAMAGE, Event.HEALED, Event.DREW, Event.GAINED, Event.POINTS),
    *(Event.SUCCESS, Event.NULLIFIED),
)


def happened(world: Any, rows: slice | None = None) -> list[types.Happening]:
    """See `Words`."""
    naming = Naming(world)
    return [_happening(naming, row) for row in rows_of(world, rows)]


def is_private(world: Any) -> bool:
    """See `Words`: a drawn or kept card, a Running Order, a secretly chosen team."""
    request = world["table"]["request"]
    return bool(request["private"] == SECRET or (request["seat"] == CHANCE and request["private"] != OPEN))


def _happening(naming: Naming, row: Any) -> types.Happening:
    event = Event(int(row["event"]))
    units = [naming.unit(int(unit)) for unit in (row["unit"], row["other_unit"]) if unit != NO_UNIT]
    cell = space(int(row["cell"]))
    found: types.Happening = {
        "event": plain(event),
        "seat": seat_or_none(int(row["seat"])),
        "other": seat_or_none(int(row["other"])),
        "text": sentence(naming, row),
        "cells": [cell] if cell else [],
        "units": units,
        "aristeia": _detail(naming, event, row),
    }
    if event == Event.COMMAND:
        found["role"] = "command"
    elif event in SPEAKING:
        found["role"] = "deed"
    if event == Event.ROLL:
        found["roll"] = _roll(naming, row)
    elif event == Event.DREW:
        seat = int(row["seat"])
        pile, hand = f"{naming.side(seat)} draw pile", f"{player(seat)}:Tactics"
        found["transfer"] = {"what": "Tactics", "count": int(row["amount"]), "origin": pile, "target": hand}
    return found


def _detail(naming: Naming, event: Event, row: Any) -> types.Detail:
    """The own fields of a happening."""
    what, amount = int(row["what"]), int(row["amount"])
    if event == Event.ROLL:
        return {"die": color_name(what), "face": naming.face(what, amount)}
    found: types.Detail = {}
    if event == Event.DECLARED:
        found["action"] = naming.action(int(row["unit"]), what)
    elif event in IN_STATES:
        found["state"] = state_name(what)
    elif event in OF_TACTICS:
        found["tactic"] = naming.tactic(what)
    elif event in OF_ZONES:
        found["zone"] = what
    if event in COUNTED:
        found["amount"] = amount
    return found


def _roll(naming: Naming, row: Any) -> Roll:
    """A rolled die."""
    die = int(row["what"])
    return {
        "purpose": naming.unit(int(row["unit"])),
        "die": color_name(die),
        "faces": [naming.face(die, int(row["amount"]))],
        "sides": FACES,
    }
