"""The view of a bout: in the format of all games, with own fields under `aristeia`.

Rulebook: (A-020, A-022, A-024, A-026, A-117).
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.contract.view import Board, Card, Cell, Counter, Hand, Piece, Pile, Point, Round, Score, Seat
from nexus_env.contract.words import About
from nexus_env.games.aristeia.rules import scoring
from nexus_env.games.aristeia.rules.bout import CENTRAL, NO_UNIT, NO_ZONE, SEATS, SPACES, TEAM, UNITS
from nexus_env.games.aristeia.rules.options import HOST_OPTIONS, Agreement
from nexus_env.games.aristeia.words import questions
from nexus_env.games.aristeia.words import view_types as types
from nexus_env.games.aristeia.words.naming import SIDES, Naming, player, seat_or_none, space, zone_name
from nexus_env.games.aristeia.words.own_view import as_rules_read, own_view, tokens, zones
from nexus_env.games.aristeia.words.texts import TEXTS
from nexus_env.kit import cells, hexes
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.options import form_of
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.plain_twin import plain_twin

MOST_AMONG_STRANGERS = {"round_limit": 5, "goal": 20}
FLOOR, BLOCKED, OBSTACLE = "floor", "blocked", "obstacle"
PAGE = Path(__file__).parent.parent / "page"
OUTLINE = hexes.polygon_of(0)
has = plain_twin(cells.has)
lead_of = plain_twin(scoring.lead_of)


@cache
def about() -> About:
    """See `Words`."""
    return About(
        **TEXTS["about"],
        groups=TEXTS["groups"],
        form=form_of(Agreement),
        host_options=HOST_OPTIONS,
        most=MOST_AMONG_STRANGERS,
        page=PAGE if (PAGE / "page.js").is_file() else None,
        lesson=Path(__file__).with_name("lesson.toml"),
        glossary=Path(__file__).with_name("glossary.toml"),
        own_view=types.Table,
        own_happening=types.Detail,
    )


def view(world: Any, seat: int | None) -> types.View:
    """The view of `seat`, or of a spectator with `None`.

    Args:
        world: the record of a bout as that seat imagines it (`Session.known_to`).
        seat: the seat whose hand is shown; None for nobody's.
    """
    return _view(world, seat, [] if seat is None else [seat])


def open_view(bout: Any) -> types.View:
    """See `Words`: both hands and Running Orders open."""
    return _view(bout, None, range(SEATS))


def _view(world: Any, seat: int | None, seen: Iterable[int]) -> types.View:
    naming, open_seats = Naming(world), list(seen)
    table, request = naming.table, naming.table["request"]
    is_over = int(request["seat"]) == NOBODY and not request["private"]
    winners = _winners(world) if is_over else []
    return {
        "seat": None if seat is None else player(seat),
        "seats": [_seat(naming, other, is_open=other in open_seats) for other in range(SEATS)],
        "board": _board(naming, is_far=seat == 1),
        "piles": [pile for other in range(SEATS) for pile in _piles(naming, other)],
        "question": questions.shown(naming, seat),
        "round": _round(naming, is_over=is_over),
        "scores": [
            Score(seat=player(other), name="VP", value=int(table["players"]["points"][other])) for other in range(SEATS)
        ],
        "over": is_over,
        "truncated": bool(table["truncated"]),
        "winners": winners,
        "result": (f"{winners[0]} won." if winners else "A draw.") if is_over else None,
        "aristeia": own_view(naming, open_seats),
    }


def _winners(world: Any) -> list[str]:
    """The winner: more VP, or equal VP and more Frags. Rulebook: (A-201)."""
    bout = as_rules_read(world)
    return [player(seat) for seat in range(SEATS) if lead_of(bout, seat) > 0]


# --- seats and piles --------------------------------------------------------------------------------------------------


def _seat(naming: Naming, seat: int, *, is_open: bool) -> Seat:
    mine = naming.table["players"][seat]
    hand = np.flatnonzero(mine["cards"] == HAND + seat).tolist()
    return {
        "seat": player(seat),
        "name": SIDES[seat],
        "meters": [],
        "counters": [
            Counter(name="VP", value=int(mine["points"])),
            Counter(name="Frags", value=int(mine["frags"])),
        ],
        "hands": [
            Hand(name="Tactics", size=len(hand), cards=_cards(naming, seat, hand if is_open else []), deck="tactics")
        ],
        "marks": _marks(naming, seat),
    }


def _marks(naming: Naming, seat: int) -> list[str]:
    table = naming.table
    zone = int(table["players"]["zone"][seat])
    return [
        *(["Underdog"] if int(table["underdog"]) == seat and _is_begun(naming) else []),
        *([zone_name(zone)] if zone != NO_ZONE else []),
    ]


def _is_begun(naming: Naming) -> bool:
    """Whether the Underdog is known: a Character is on the board, or a Zone is chosen."""
    table = naming.table
    return bool(
        (table["characters"]["cell"] >= 0).any() or (table["players"]["zone"] != NO_ZONE).any() or table["round_number"]
    )


def _cards(naming: Naming, seat: int, cards: list[int]) -> list[Card]:
    return [Card(id=naming.card(seat, card), name=naming.tactic(naming.kind(seat, card))) for card in cards]


def _piles(naming: Naming, seat: int) -> list[Pile]:
    """A player's draw pile and discards, which a house rule may hide. Rulebook: (A-117)."""
    cards, side = naming.table["players"]["cards"][seat], SIDES[seat]
    discards = np.flatnonzero(cards == DISCARDS).tolist()
    shown = [] if naming.options["house"]["closed"] else _cards(naming, seat, discards)
    return [
        Pile(name=f"{side} draw pile", size=int((cards == PILE).sum()), cards=[], deck="tactics"),
        Pile(name=f"{side} discards", size=len(discards), cards=shown, deck="tactics"),
    ]


def _round(naming: Naming, *, is_over: bool) -> Round:
    table, options = naming.table, naming.options
    number, turn, active = int(table["round_number"]), int(table["turn"]), int(table["active"])
    if is_over or active == NO_UNIT:
        active = NO_UNIT
    text = f"Round {number} of {int(options['round_limit'])}" if number else "Setting up"
    if turn:
        text += f", Turn {turn} of {TEAM}"
    elif number:
        text += ", Planning"
    if active != NO_UNIT:
        text += f": {naming.unit(active)}"
    found: Round = {
        "number": number,
        "limit": int(options["round_limit"]),
        "text": text,
        "seat": seat_or_none(active // TEAM) if active != NO_UNIT else None,
    }
    if active != NO_UNIT:
        points = {"AP": int(table["energy"]), "MP": int(table["movement"])}
        found["counters"] = [Counter(name=name, value=value) for name, value in points.items()]
    return found


# --- the board --------------------------------------------------------------------------------------------------------


def _board(naming: Naming, *, is_far: bool) -> Board:
    """271 equal hexagons, and the Characters on and beside them."""
    pieces = [_piece(naming, unit) for unit in range(UNITS)]
    return {"cells": _cells(naming), "pieces": pieces, "outline": OUTLINE, "turned": is_far}


@cache
def centers() -> tuple[Point, ...]:
    """The centers of the spaces in a drawing."""
    return tuple(hexes.center_of(cell) for cell in range(SPACES))


def _cells(naming: Naming) -> list[Cell]:
    options = naming.options
    return [_cell(naming, cell, options) for cell in range(SPACES)]


def _cell(naming: Naming, cell: int, options: Any) -> Cell:
    zone = zones()[cell]
    found: Cell = {"id": str(space(cell)), "at": centers()[cell], "kind": kind_of(options, cell, zone)}
    if zone != NO_ZONE and (marks := zone_marks(naming, zone)):
        found["marks"] = marks
    return found


def kind_of(options: Any, cell: int, zone: int) -> str:
    """The kind of a space: Blocked, an obstacle, inside a Zone, or floor."""
    if has(options["blocked"], cell):
        return BLOCKED
    if has(options["obstacles"], cell):
        return OBSTACLE
    return FLOOR if zone == NO_ZONE else "central zone" if zone == CENTRAL else f"zone {zone}"


def zone_marks(naming: Naming, zone: int) -> list[str]:
    """The marks of a Zone."""
    table = naming.table
    holder = seat_or_none(int(table["holders"][zone])) if naming.options["rules"]["conquest"] else None
    return [
        *(["scoring"] if int(table["scoring"]) == zone else []),
        *(["burnt"] if int(table["burnt"]) >> zone & 1 else []),
        *([f"held by {holder}"] if holder else []),
    ]


def _piece(naming: Naming, unit: int) -> Piece:
    one, table = naming.table["characters"][unit], naming.table
    card = int(one["card"])
    most = int(naming.options["characters"]["hit_points"][card]) if card >= 0 else 0
    where = naming.where(unit).name.capitalize()
    return {
        "id": naming.unit(unit),
        "cell": space(int(one["cell"])),
        "kind": "character",
        "name": naming.unit(unit),
        "symbol": naming.symbol(unit),
        "owner": player(unit // TEAM),
        "facing": None,
        "marks": [
            *(["active"] if int(table["active"]) == unit else []),
            *([] if one["cell"] >= 0 else [where]),
            *(_token(token) for token in tokens(one)),
        ],
        "meters": [{"name": "Hit Points", "value": max(0, most - int(one["damage"])), "most": most}],
    }


def _token(token: types.Token) -> str:
    """A State with its side, such as `Dazzled red`."""
    return f"{token['state']} {token['side']}" + (f" x{token['count']}" if token["count"] > 1 else "")
