"""Happenings as values: in the format of all games, with the own fields of NEXUS under `nexus`."""

from typing import Any

from nexus_env.contract.view import Happening, Roll
from nexus_env.games.nexus.cards.stock import Names, names_of
from nexus_env.games.nexus.rules.bout import Question, Square
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.words import view_types as types
from nexus_env.games.nexus.words.notation import PLACES
from nexus_env.games.nexus.words.own_view import member, seat_name
from nexus_env.games.nexus.words.sentences import FACINGS, faces_of, sentence
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.games.nexus.words.view import cell_of, unit_of
from nexus_env.kit.log import rows_of
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import CHANCE

QUIET = {Purpose.ORDER, Purpose.DEAL_LANISTA, Purpose.DEAL_MOTIVATION, Purpose.DEAL_CARD, Purpose.STEAL_CARD}
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
TRAITS = ("Will", "Inst", "Phys", "Deft", "Swag", "Cunn")
ON_SQUARES = (Event.MOVE, Event.CRATE, Event.TILE, Event.HAZARD, Event.CLEARED, Event.LITTERED)
OF_HELOTS = (Event.MOVE, Event.TURN, Event.PRONE, Event.UPRIGHT, Event.INCAPACITATED, Event.KILLED)
SPEAKING = (Event.PLAYED, Event.CANCELED, Event.UNIQUE, Event.DRAFT, Event.ABILITY)  # they name the card, the trait


def happened(world: Any, rows: slice | None = None) -> list[types.Happening]:
    """Happenings in order, each with its kind, seats, transfer and sentence.

    All of it is public; the sentence is empty if it is obvious.

    Args:
        world: the record of a bout.
        rows: the happenings to describe; by default those of the last step.
    """
    names = names_of(world["options"])
    return [_happening(row, names) for row in rows_of(world, rows)]


def is_private(world: Any) -> bool:
    """Whether the answer to the open question is secret: a card that is kept, dealt or taken."""
    request = world["table"]["request"]
    if request["seat"] == CHANCE:
        return int(request["purpose"]) in (Purpose.DEAL_CARD, Purpose.STEAL_CARD)
    return bool(request["question"] == Question.KEEP_CARD)


def _happening(row: Any, names: Names) -> types.Happening:
    event = Event(int(row["event"]))
    seat, other = seat_name(row["seat"]), seat_name(row["other"])
    detail = _detail(event, row)
    found: Happening = {
        "event": plain(event),
        "seat": seat,
        "other": None if event == Event.DICE else other,
        "text": sentence(row, names),
    }
    if event == Event.COMMAND:
        found["role"] = "command"
    elif event in SPEAKING:
        found["role"] = "deed"
    if event in ON_SQUARES:
        found["cells"] = [cell_of(detail["x"], detail["y"])]
    if event in OF_HELOTS and seat:
        found["units"] = [unit_of(seat)]
    if event == Event.COINS:
        origin, target = _heap(seat, detail["from"]), _heap(other or seat, detail["to"])
        found["transfer"] = {"what": "coins", "count": detail["coins"], "origin": origin, "target": target}
    if roll := _roll(event, row, detail):
        found["roll"] = roll
    return {**found, "nexus": detail}


def _heap(seat: str | None, pile: str) -> str:
    """The heap of some coins, by its name in views."""
    name = TEXTS["piles"].get(pile, pile)
    return name if pile in ("crowd", "box") else f"{seat}:{name}"


def _detail(event: Event, row: Any) -> types.Detail:
    """The own fields of a happening."""
    what, amount, detail = int(row["what"]), int(row["amount"]), int(row["detail"])
    match event:
        case Event.COINS:
            return {"from": PLACES[what], "to": PLACES[detail], "coins": amount}
        case Event.DICE:
            purpose = member(Purpose, row["other"])
            return {"for": purpose, "slide": what, "total": amount, "faces": faces_of(detail)}
        case Event.ROLL:
            return {"for": member(Purpose, what), "faces": [amount], "sides": detail}
        case Event.MOVE | Event.CRATE:
            return {"x": amount, "y": detail}
        case Event.TILE | Event.HAZARD | Event.CLEARED:
            return {"piece": member(Square, what), "x": amount, "y": detail}
        case Event.LITTERED:
            return {"coins": what, "x": amount, "y": detail}
        case Event.TURN:
            return {"facing": FACINGS[what]}
    return {}


def _roll(event: Event, row: Any, detail: types.Detail) -> Roll | None:
    """The dice, if any were rolled openly."""
    if event == Event.DICE:
        faces = detail["faces"]
        roll: Roll = {
            "purpose": detail["for"] or "",
            "faces": list(map(str, faces)),
            "sides": 6,
            "total": detail["total"],
        }
        return {**roll, "counted": _counted(faces, detail["slide"])} if len(faces) > 2 else roll
    if event != Event.ROLL or row["what"] < 0 or Purpose(int(row["what"])) in QUIET:
        return None
    (face,) = detail["faces"]
    signs = {Purpose.COMPASS: COMPASS, Purpose.TRAIT: TRAITS}.get(Purpose(int(row["what"])))
    shown = signs[face - 1] if signs else str(face)
    return {"purpose": detail["for"] or "", "faces": [shown], "sides": detail["sides"]}


def _counted(faces: list[int], slide: int) -> list[bool]:
    """The dice that count by the sliding dice scale: the highest or the lowest two."""
    places = sorted(range(len(faces)), key=lambda place: -faces[place] if slide > 0 else faces[place])
    return [place in places[:2] for place in range(len(faces))]
