"""The own part of a view of Aristeia! Rulebook: (A-064, A-117)."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards.records import NO_CARD
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import geometry, states
from nexus_env.games.aristeia.rules.bout import (
    COLORS,
    NO_UNIT,
    NO_ZONE,
    SEATS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Contest,
    Question,
)
from nexus_env.games.aristeia.rules.options import SCENARIOS
from nexus_env.games.aristeia.rules.switches import KINDS
from nexus_env.games.aristeia.words import view_types as types
from nexus_env.games.aristeia.words.card_texts import switch_of
from nexus_env.games.aristeia.words.naming import (
    SIDES,
    Naming,
    color_name,
    player,
    seat_or_none,
    space,
    spelled_symbols,
    state_name,
)
from nexus_env.kit import cells
from nexus_env.kit.decks import PILE
from nexus_env.kit.spelling import plain
from nexus_env.machine.plain_twin import plain_twin

initiative_of, speed_of, energy_of = (
    plain_twin(rule) for rule in (states.initiative_of, states.speed_of, states.energy_of)
)
zone_of = plain_twin(geometry.zone_of)
has = plain_twin(cells.has)


def own_view(naming: Naming, seen: Iterable[int]) -> types.Table:
    """The view of a viewer who knows the hidden cards and choices of some seats."""
    table, options, open_seats = naming.table, naming.options, set(seen)
    found: types.Table = {
        "scenario": SCENARIOS[int(options["scenario"])],
        "goal": int(options["goal"]),
        "underdog": player(int(table["underdog"])),
        "scoring": _zone_or_none(int(table["scoring"])),
        "turn": int(table["turn"]),
        "active": naming.unit_or_none(int(table["active"])),
        "energy": int(table["energy"]),
        "movement": int(table["movement"]),
        "zones": [_zone(table, zone) for zone in range(ZONES)],
        "characters": [_character(naming, unit, open_seats) for unit in range(UNITS)],
        "players": [_player(naming, seat, is_open=seat in open_seats) for seat in range(SEATS)],
        "roll": _roll(naming),
    }
    request = table["request"]
    if int(request["question"]) == Question.SPACE and not request["private"]:
        found["offered"] = [str(space(cell)) for cell in range(SPACES) if has(table["spaces"], cell)]
    return found


def as_rules_read(world: Any) -> Any:
    """The record of a bout in the form that rules use in plain Python."""
    return np.asarray(world).reshape(1).view(np.recarray)[0]


def _zone_or_none(zone: int) -> int | None:
    return None if zone == NO_ZONE else zone


def _zone(table: Any, zone: int) -> types.Zone:
    return {
        "zone": zone,
        "center": str(space(centers()[zone])),
        "scoring": int(table["scoring"]) == zone,
        "burnt": bool(int(table["burnt"]) >> zone & 1),
        "holder": seat_or_none(int(table["holders"][zone])),
    }


@cache
def centers() -> tuple[int, ...]:
    """The space in the middle of each Zone. Rulebook: (A-022)."""
    return tuple(geometry.space(q, r) for q, r in geometry.CENTERS)


@cache
def zones() -> tuple[int, ...]:
    """The Zone that contains each space, or NO_ZONE."""
    return tuple(int(zone_of(cell)) for cell in range(SPACES))


# --- Characters and players -------------------------------------------------------------------------------------------


def _character(naming: Naming, unit: int, seen: set[int]) -> types.Character:
    one, bout = naming.table["characters"][unit], as_rules_read(naming.world)
    card = int(one["card"])
    is_known = card != NO_CARD
    return {
        "id": naming.unit(unit),
        "seat": player(unit // TEAM),
        "place": unit % TEAM + 1,
        "where": plain(naming.where(unit)),
        "cell": space(int(one["cell"])),
        "damage": int(one["damage"]),
        "hit_points": int(naming.options["characters"]["hit_points"][card]) if is_known else 0,
        "initiative": int(initiative_of(bout, unit)) if is_known else 0,
        "speed": int(speed_of(bout, unit)) if is_known else 0,
        "energy": int(energy_of(bout, unit)) if is_known else 0,
        "states": tokens(one),
        "taunter": naming.unit_or_none(int(one["taunter"])),
        "revealed": _turn_of(naming, unit, seen),
    }


def tokens(one: Any) -> list[types.Token]:
    """The State tokens of a Character, the red side first. Rulebook: (A-103)."""
    return [
        {"state": state_name(state), "side": side, "count": int(one[side][state])}
        for state in State
        for side in ("red", "blue")
        if one[side][state]
    ]


def _turn_of(naming: Naming, unit: int, seen: set[int]) -> int | None:
    """The Turn in which a Character is revealed, if the viewer may know it."""
    seat, place = divmod(unit, TEAM)
    order = naming.table["players"]["order"][seat].tolist()
    slot = order.index(place) if place in order else TEAM
    return slot + 1 if slot < TEAM and (seat in seen or slot < naming.table["turn"]) else None


def _player(naming: Naming, seat: int, *, is_open: bool) -> types.Player:
    mine = naming.table["players"][seat]
    order = mine["order"].tolist()
    shown = [slot < naming.table["turn"] or is_open for slot in range(TEAM)]
    looked = [card for card in range(len(mine["cards"])) if int(mine["looked"]) >> card & 1]
    return {
        "seat": player(seat),
        "side": SIDES[seat],
        "zone": _zone_or_none(int(mine["zone"])),
        "order": [
            naming.unit(TEAM * seat + place) if place >= 0 and known else None
            for place, known in zip(order, shown, strict=True)
        ],
        "scored": int(mine["scored"]),
        "taken": int(mine["taken"]),
        "pile": int((mine["cards"] == PILE).sum()),
        "looked": [naming.tactic(naming.kind(seat, card)) for card in looked if is_open],
    }


# --- the roll ---------------------------------------------------------------------------------------------------------


def _roll(naming: Naming) -> types.Roll | None:
    roll = naming.table["roll"]
    contest = Contest(int(roll["contest"]))
    if contest == Contest.NONE:
        return None
    is_action = contest == Contest.ACTION and roll["action"] >= 0
    return {
        "contest": plain(contest),
        "unit": naming.unit(int(roll["unit"])),
        "action": naming.action(int(roll["unit"]), int(roll["action"])) if is_action else None,
        "target": naming.unit_or_none(int(roll["target"])),
        "cell": space(int(roll["cell"])),
        "sides": [_side(naming, side) for side in roll["side"] if side["unit"] != NO_UNIT],
    }


def _side(naming: Naming, side: Any) -> types.Side:
    return {
        "unit": naming.unit(int(side["unit"])),
        "dice": [_die(naming, side, place) for place in range(int(side["count"]))],
        "left": spelled_symbols(side["left"]),
        "spent": [
            switch_of(naming, int(side["unit"]), which) for which in range(KINDS) if int(side["used"]) >> which & 1
        ],
        "cover": bool(side["cover"]),
    }


def _die(naming: Naming, side: Any, place: int) -> types.Die:
    die = int(side["die"][place])
    return {
        "die": color_name(die) if die < COLORS else "automatic",
        "face": naming.face(die, int(side["face"][place])),
        "gone": bool(int(side["gone"]) >> place & 1),
    }
