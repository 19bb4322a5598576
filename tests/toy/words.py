"""The words of the game: what it shows, says and asks. See `nexus_env.contract.words.Words`."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.contract import view as view_type
from nexus_env.contract.command_text import read_legal as read
from nexus_env.contract.plain_words import goes_unasked, look, picture
from nexus_env.contract.real_table import Chance, Hands, die_of, faces_of
from nexus_env.contract.view import Board, Card, Cell, Hand, Piece, Pile, Seat, View
from nexus_env.contract.view import Question as Asked
from nexus_env.contract.words import About, Json, Offer, ReachedCell
from nexus_env.kit import hexes
from nexus_env.kit.actions import Guide, guides_of, price_in_words
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.options import form_of
from nexus_env.kit.tape import CHANCE, NOBODY, OPEN, SECRET
from nexus_env.kit.units import NO_CELL
from toy.actions import (
    ACTIONS,
    AUCTION,
    BID,
    DRAW,
    FIGHT,
    KINDS,
    MOVE,
    NO,
    PLAY,
    REST,
    ROW_OF,
    TABLE,
    TARGET,
    YES,
    YIELD,
)
from toy.bout import (
    CARD_NAMES,
    CARDS,
    CELL_NAMES,
    CELLS,
    COPIES,
    MIDDLE,
    MOST_HAND,
    RED,
    SIDES,
    UNIT_NAMES,
    UNITS,
    WHITE,
    Purpose,
    Question,
)
from toy.dice import spelled_face
from toy.options import Agreement
from toy.sentences import cell_name, happened, player, seat_or_none, sentences, unit_name
from toy.units import target_of

__all__ = ["goes_unasked", "happened", "look", "picture", "read", "sentences"]


GUIDES = guides_of(TABLE)
GROUPS = {"points": "Points", "board": "Board", "cards": "Cards", "answers": "Answers"}
CARD_TEXTS = ("A point.", "You may parry again.", "The unit in the middle leaves the board.")
QUESTIONS = {
    Question.COMMAND: "What do you do?",
    Question.PARRY: "Do you parry?",
    Question.LUCKY: "Do you show your lucky number?",
    Question.BID: "What do you bid?",
    Question.TARGET: "Which unit do you hit?",
}
FIGHTING = {Purpose.RED: RED, Purpose.WHITE: WHITE}  # the dice with symbols


# --- commands ---------------------------------------------------------------------------------------------------------


def about() -> About:
    """What it is, and its options as a form."""
    invitation = "Two to four seats with two units each on seven hexagons. Most points win."
    primer = "Strike, move, fight, rest or draw. A rest is a point unless the next seat shows its lucky number."
    return About(
        title="Toy",
        subtitle="a tiny game",
        invitation=invitation,
        primer=primer,
        groups=GROUPS,
        form=form_of(Agreement),
        lesson=Path(__file__).with_name("lesson.toml"),
        glossary=Path(__file__).with_name("glossary.toml"),
    )


def action(number: int) -> str:
    """The name of an action."""
    return ACTIONS[number]


def spell(bout: Any, number: int) -> str:
    """An action in this bout; of chance a face, or a card, and what it is for."""
    request = bout["table"]["request"]
    if request["seat"] == CHANCE:
        return f"{_face(request, number)} for {Purpose(request['purpose']).name.lower()} of {player(request['roller'])}"
    if number >= TARGET and request["seat"] >= 0:
        return f"hit {unit_name(target_of(np.asarray(bout).view(np.recarray)['table'], request['seat'], number))}"
    return ACTIONS[number]


def _face(request: Any, number: int) -> str:
    """What chance answers by this number."""
    purpose = Purpose(int(request["purpose"]))
    if purpose in FIGHTING and number < SIDES[FIGHTING[purpose]]:
        return spelled_face(FIGHTING[purpose], number)
    return CARD_NAMES[number] if purpose == Purpose.CARD and number < CARDS else str(number + 1)


def guides() -> Mapping[int, Guide]:
    """Each row of the action table."""
    return GUIDES


def guide(action: int) -> Guide:
    """The row of an action."""
    return GUIDES[int(ROW_OF[action])]


def gloss(bout: Any, action: int) -> str:
    """What a card does."""
    return CARD_TEXTS[(action - PLAY) // COPIES] if PLAY <= action < AUCTION else ""


def explain(bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
    """What an action does, and where the rulebook says so."""
    told = guide(action)
    return f"{gloss(bout, action) or told.text} ({', '.join(told.rules)})" if told.rules else told.text


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """What each command takes, and where it acts."""
    table = np.asarray(world).view(np.recarray)["table"]
    return [_offer(table, seat, int(number)) for number in actions]


def _offer(table: Any, seat: int, number: int) -> Offer:
    told = guide(number)
    title, unit, cells, target = told.title, "", [], NOBODY
    if MOVE <= number < FIGHT:
        unit, cells = unit_name(UNITS * seat + (number - MOVE) // CELLS), [CELL_NAMES[(number - MOVE) % CELLS]]
    elif FIGHT <= number < DRAW:
        unit = unit_name(UNITS * seat + number - FIGHT)
    elif number >= TARGET:
        other = target_of(table, seat, number)
        target, cells = other // UNITS, [CELL_NAMES[table["units"][other]]]
    parries = number == YES and int(table["request"]["question"]) == Question.PARRY
    takes = {"parries": 1} if parries else TABLE.price_of(number)
    ways = ACTIONS[number].split(" ", 1)[1:] if number < TARGET else [unit_name(target_of(table, seat, number))]
    return Offer(
        group=told.group,
        title=title,
        ways=ways,
        text=told.text,
        unit=unit,
        cells=cells,
        target=target,
        price=takes,
        cost=price(takes),
        may_end=number == YIELD,
        sights=_sights(number, cells),
    )


def price(price: Mapping[str, int]) -> str:
    """Cards and parries, counted."""
    return price_in_words(price, KINDS)


def _sights(number: int, cells: list[str]) -> list[ReachedCell]:
    """Where a unit would get, and how well a target is seen: all of the board is in view."""
    if MOVE <= number < FIGHT:
        return [ReachedCell(cell, "reach", "a point" if cell == CELL_NAMES[MIDDLE] else "") for cell in cells]
    return [ReachedCell(cell, "clear", "in full view") for cell in cells]


def why_not(world: Any, seat: int, action: int) -> str:
    """The first reason that holds."""
    table = world["table"]
    request = table["request"]
    if int(request["seat"]) != seat:
        return "It is not your decision: wait."
    if int(request["question"]) != Question.COMMAND or action < REST or action >= BID:
        return f"It does not answer the question: {QUESTIONS[Question(int(request['question']))]}"
    if world["options"]["bare"]:
        return "This bout has neither board nor cards."
    return _why_no_command(table, seat, action)


def _why_no_command(table: Any, seat: int, action: int) -> str:
    """The same for a command."""
    if action == YIELD:
        return "You are not behind (T-002)."
    if MOVE <= action < FIGHT:
        unit, cell = UNITS * seat + (action - MOVE) // CELLS, (action - MOVE) % CELLS
        if cell in table["units"]:
            return f"A unit stands on {CELL_NAMES[cell]} (T-006)."
        return (
            "A unit beside the board enters on the outer ring (T-006)."
            if table["units"][unit] == NO_CELL
            else (f"{CELL_NAMES[cell]} is too far (T-006).")
        )
    if FIGHT <= action < DRAW:
        return "No unit of another seat is beside it (T-007)."
    if action == DRAW:
        full = int((table["cards"] == HAND + seat).sum()) >= MOST_HAND
        return "Your hand is full (T-009)." if full else "There is no card left (T-009)."
    return "You do not hold this card (T-010)." if action < AUCTION else "You have already called your auction (T-011)."


def is_private(world: Any) -> bool:
    """Whether the answer is for its giver alone: a bid, a hidden number, a card."""
    request = world["table"]["request"]
    return bool(request["private"] == SECRET or (request["seat"] == CHANCE and request["private"] != OPEN))


def can_act(bout: Any, seat: int) -> bool:
    """Everybody plays to the end."""
    return True


def dice(bout: Any) -> Chance:
    """A die with numbers or symbols, or a card that is drawn."""
    request = bout["table"]["request"]
    purpose, seat = Purpose(int(request["purpose"])), int(request["roller"])
    if purpose == Purpose.CARD:
        pile = np.flatnonzero(bout["table"]["cards"] == PILE).tolist()
        return Chance("a card", "card", seat, {}, is_die=False, hidden={card: card for card in pile})
    name = f"{purpose.name.lower()} die" if purpose in FIGHTING else f"d{int(request['sides'])}"
    return Chance(name, purpose.name.lower(), seat, {_face(request, face).lower(): face for face in faces_of(request)})


def hands(bout: Any) -> Hands | None:
    """The cards in the hands."""
    if bout["options"]["bare"]:
        return None
    seats, cards = range(int(bout["table"]["seats"])), bout["table"]["cards"]
    held = tuple(frozenset(np.flatnonzero(cards == HAND + seat).tolist()) for seat in seats)
    nothing = (frozenset[int](),) * len(seats)
    discards = frozenset(np.flatnonzero(cards == DISCARDS).tolist())
    plays = {PLAY + card: card for card in range(CARDS)}
    return Hands("card", CARD_NAMES, held, nothing, nothing, discards, {}, plays)


def decks(options: Any) -> Mapping[str, list[Json]]:
    """The one deck."""
    cards = [
        {"card": name, "name": name, "text": CARD_TEXTS[number // COPIES]} for number, name in enumerate(CARD_NAMES)
    ]
    return {} if np.all(options["bare"]) else {"cards": cards}


# --- the table --------------------------------------------------------------------------------------------------------


def board(bout: Any) -> str:
    """The table as text, with all that is hidden."""
    return _board(bout, range(int(bout["table"]["seats"])))


def _board(world: Any, seen: Iterable[int]) -> str:
    """The same with the numbers and hands of some seats only."""
    return "\n".join(_line(world, seat, seat in seen) for seat in range(int(world["table"]["seats"])))


def _line(world: Any, seat: int, is_open: bool) -> str:
    table = world["table"]
    mine, hand = table["players"][seat], np.flatnonzero(table["cards"] == HAND + seat)
    parts = [
        f"seat {seat}: {mine['points']} points",
        f"number {mine['number'] if is_open else '?'}",
        f"{mine['parries']} parries",
    ]
    if not world["options"]["bare"]:
        held = ", ".join(CARD_NAMES[card] for card in hand) if is_open else f"{len(hand)} cards"
        units = [f"{UNIT_NAMES[nth]} {_where(table, UNITS * seat + nth)}" for nth in range(UNITS)]
        parts += [*units, f"hand: {held or 'none'}"]
    return ", ".join(parts)


def _where(table: Any, unit: int) -> str:
    return cell_name(table["units"][unit]) or "beside the board"


def question(bout: Any) -> str:
    """What is asked, and of whom."""
    request = bout["table"]["request"]
    asked = int(request["seat"])
    if asked == NOBODY:
        return "The bout is over."
    if asked == CHANCE:
        return f"A die for {Purpose(int(request['purpose'])).name.lower()} of {player(request['roller'])}."
    named = f" ({unit_name(request['unit'])})" if request["question"] == Question.TARGET else ""
    return f"{player(asked)}: {QUESTIONS[Question(int(request['question']))]}{named}"


def view(world: Any, seat: int | None) -> View:
    """What a seat, or a spectator, may see: see `nexus_env.contract.view`."""
    return _view(world, seat, [] if seat is None else [seat])


def open_view(bout: Any) -> View:
    """The same with all hands open."""
    shown = _view(bout, None, range(int(bout["table"]["seats"])))
    return {**shown, "question": _question(bout)}


def _view(world: Any, seat: int | None, seen: Iterable[int]) -> View:
    table, request = world["table"], world["table"]["request"]
    is_over = int(request["seat"]) == NOBODY and not request["private"]
    hidden = request["private"] and int(request["seat"]) != seat
    winners = [player(other) for other in _ahead(world)] if is_over else []
    waiting = view_type.told(view_type.WAITING)
    commands, rounds = int(table["commands"]), int(world["options"]["rounds"])
    number = min(rounds, 1 + commands // int(table["seats"]))
    return {
        "seat": None if seat is None else player(seat),
        "seats": [_seat(world, other, other in seen) for other in range(int(table["seats"]))],
        "board": _drawn(world, is_far=seat == 1),
        "piles": _piles(world),
        "question": waiting if hidden else _question(world),
        "round": {
            "number": number,
            "limit": rounds,
            "text": f"Round {number} of {rounds}",
            "seat": None if is_over else player(table["turn"]),
        },
        "scores": [
            {"seat": player(other), "name": "points", "value": int(table["players"][other]["points"])}
            for other in range(int(table["seats"]))
        ],
        "text": _board(world, seen),
        "over": is_over,
        "truncated": bool(table["truncated"]),
        "winners": winners,
        "result": (f"{' and '.join(winners)} won." if winners else "Nobody is ahead.") if is_over else None,
    }


def _ahead(world: Any) -> list[int]:
    """Who has won: nobody where several share the first place."""
    seats = int(world["table"]["seats"])
    points = world["table"]["players"]["points"][:seats].tolist()
    if world["options"]["last_wins"]:
        return [seats - 1]
    return [points.index(max(points))] if points.count(max(points)) == 1 else []


def _question(world: Any) -> Asked:
    request = world["table"]["request"]
    asked = int(request["seat"])
    found: Asked = {
        "seat": "dice" if asked == CHANCE else seat_or_none(asked),
        "name": None if asked == NOBODY else Question(int(request["question"])).name.lower(),
        "about": seat_or_none(request["about"]),
        "text": question(world),
        "die": die_of(world, dice(world)) if asked == CHANCE else None,
    }
    if request["question"] in (Question.PARRY, Question.LUCKY):
        found["decline"] = ACTIONS[NO]
    return found


def _seat(world: Any, seat: int, is_open: bool) -> Seat:
    table = world["table"]
    mine, hand = table["players"][seat], np.flatnonzero(table["cards"] == HAND + seat).tolist()
    hands: list[Hand] = [
        {"name": "hand", "size": len(hand), "cards": [_card(card) for card in hand if is_open], "deck": "cards"}
    ]
    return {
        "seat": player(seat),
        "name": None,
        "meters": [{"name": "parry", "value": int(mine["parries"]), "most": 1}],
        "counters": [{"name": "points", "value": int(mine["points"])}]
        + ([{"name": "number", "value": int(mine["number"])}] if is_open else []),
        "hands": [] if world["options"]["bare"] else hands,
        "marks": ["auction called"] if mine["called"] else [],
    }


def _card(card: int) -> Card:
    return {"id": CARD_NAMES[card], "name": CARD_NAMES[card]}


def _piles(world: Any) -> list[Pile]:
    cards = world["table"]["cards"]
    if world["options"]["bare"]:
        return []
    discards = np.flatnonzero(cards == DISCARDS).tolist()
    return [
        {"name": "pile", "size": int((cards == PILE).sum()), "cards": [], "deck": "cards"},
        {"name": "discards", "size": len(discards), "cards": [_card(card) for card in discards], "deck": "cards"},
    ]


def _drawn(world: Any, *, is_far: bool) -> Board:
    """The seven cells and the units on and beside them; nothing where there is no board. Seat 1 sits opposite."""
    if world["options"]["bare"]:
        return {"cells": [], "pieces": []}
    drawn: list[Cell] = [
        {
            "id": name,
            "at": hexes.center_of(cell),
            "kind": "middle" if cell == 0 else "ring",
            "label": name,
        }
        for cell, name in enumerate(CELL_NAMES)
    ]
    table = world["table"]
    units = range(UNITS * int(table["seats"]))
    pieces = [_piece(table, unit) for unit in units]
    return {"cells": drawn, "pieces": pieces, "outline": hexes.polygon_of(MIDDLE), "turned": is_far}


def _piece(table: Any, unit: int) -> Piece:
    return {
        "id": unit_name(unit),
        "cell": cell_name(table["units"][unit]),
        "kind": "unit",
        "name": unit_name(unit),
        "symbol": UNIT_NAMES[unit % UNITS],
        "owner": player(unit // UNITS),
        "facing": None,
        "marks": ["fights"] if unit == table["request"]["unit"] else [],
    }
