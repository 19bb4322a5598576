"""How positions of NEXUS are written: names, sets and boards instead of numbers, and the small drawn board of tests."""

from typing import Any

import numpy as np

from nexus_env.games.nexus.actions import CARDS, NAMES
from nexus_env.games.nexus.bout import (
    BACK_GUARD,
    COINS,
    LASTING_EFFECTS,
    MOTIVATIONS,
    NOBODY,
    SEATS,
    SIDE,
    STARTING_HEALTH,
    TURNING_POINT_CARDS,
    WEAPONS,
    Blow,
    Pile,
    Purpose,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.hidden import deal_hidden
from nexus_env.games.nexus.setup import LANISTAS
from nexus_env.games.nexus.verbs import SKILL_PLACE, Verb
from nexus_env.games.nexus.words import ARROWS, FACINGS, SYMBOL
from nexus_env.notation import Board, Names, Notation, Sets, Writing

POINTS = 6  # of each kind, in a drawn round
CROWD_COINS = 5  # a player
SQUARES = {symbol: square for square, symbol in SYMBOL.items()}


def _names(members: Any) -> Names:
    return Names(tuple(member.name.lower() for member in members))


def _cards(count: int) -> Sets:
    return Sets(tuple(str(card) for card in range(1, count + 1)))


PLACES = tuple(pile.name.lower().replace("_", "-") for pile in Pile)
ALL_CARDS = SKILL_PLACE + MOTIVATIONS
CHOICES = {
    "": {"turning_point_card": TURNING_POINT_CARDS},
    "lanistas": {"card": LANISTAS, "motivation": MOTIVATIONS},
    "helots": {"weapon": WEAPONS, "shielded": BACK_GUARD + 1, "standing": len(Standing)},
    "request": {"question": len(Question)},
    "contest": {"blow": len(Blow), "location": len(Pile)},
    "lasting": {"verb": max(Verb) + 1, "seat": SEATS, "owner": SEATS, "card": ALL_CARDS},
    "card_play": {"card": ALL_CARDS, "seat": SEATS, "chosen": SEATS},
}
SEAT_SET = Sets(tuple(str(seat) for seat in range(SEATS)))
BARGE = Board({int(square): symbol for square, symbol in SYMBOL.items()})
FIELDS: dict[str, Writing] = {
    "facing": Names(FACINGS),
    "standing": _names(Standing),
    "question": _names(Question),
    "purpose": _names(Purpose),
    "blow": _names(Blow),
    "trait_face": _names(Trait),
    "command": Names(tuple(name.replace(" ", "_") for name in NAMES)),
    "location": Names(PLACES),
    "lost": Sets(PLACES[:7]),
    "slots": _cards(6),
    "hand": _cards(CARDS),
    "discarded": _cards(CARDS),
    "used_cards": _cards(CARDS),
    "known": _cards(CARDS),
    "turning_point_discards": _cards(TURNING_POINT_CARDS),
    "winners": SEAT_SET,
    "feinted": SEAT_SET,
    "spared": SEAT_SET,
    "asked": SEAT_SET,
    "auto_pass": SEAT_SET,
    "hazards": _names(list(Square)[: Square.WALL]),
    "squares": BARGE,
    "barges": BARGE,
}


def lay_blank(table: Any, options: Any) -> None:
    """Panels as they are unpacked, nobody's turn; what is not said here is 0."""
    seats = min(max(int(options["seats"]), 0), SEATS)
    table["seats"] = seats
    table["order"][:] = NOBODY
    table["turning_point_card"] = NOBODY
    table["request"]["about"] = NOBODY
    table["command_round"]["seat"] = table["command_round"]["bonus_target"] = NOBODY
    for name in ("blow", "attacker", "defender", "location"):
        table["contest"][name] = NOBODY
    for name in ("card", "seat", "chosen"):
        table["card_play"][name] = NOBODY
    for seat in range(seats):
        helot, lanista = table["helots"][seat], table["lanistas"][seat]
        helot["health"][:] = STARTING_HEALTH
        helot["present"] = 1
        helot["holds"] = helot["held_by"] = helot["weapon"] = helot["shielded"] = NOBODY
        lanista["card"] = lanista["motivation"] = NOBODY


# --- whether it can be played on --------------------------------------------------------------------------------------


def wrong(bout: Any) -> str:
    """Why a bout that somebody wrote cannot be played on: the rules trust the table blindly."""
    table = bout["table"]
    seats = int(table["seats"])
    if not 2 <= seats <= SEATS or seats != bout["options"]["seats"]:
        return f"found {seats} seats, expected 2 to {SEATS}, as many as the options say."
    if not -2 <= table["request"]["seat"] < seats:
        return f"found seat {table['request']['seat']} asked, expected one of {seats}."
    for which in ("table", "start"):
        found = _wrong_seats(bout[which], seats) or _wrong_helots(bout[which], seats)
        if found and bout[which]["cycle"] > 0:  # nothing needs to stand anywhere before the first cycle
            return found
    if found := _wrong_choices(table):
        return found
    if (coins := coins_of(table)) != COINS:
        return f"found {coins} coins in all, expected {COINS}."
    return ""


def _wrong_seats(table: Any, seats: int) -> str:
    turn, contest = table["command_round"], table["contest"]
    named = [turn["seat"], turn["bonus_target"], contest["attacker"], contest["defender"], *table["order"]]
    named += [table["helots"][seat][name] for seat in range(seats) for name in ("holds", "held_by")]
    if not all(NOBODY <= seat < seats for seat in named):
        return f"found a seat that does not exist, expected {NOBODY} for nobody or 0 to {seats - 1}."
    for seat in range(seats):
        if not 0 <= table["lanistas"][seat]["next_clockwise"] < seats:
            return f"found no next player clockwise of player_{seat}."
    return ""


def _wrong_helots(table: Any, seats: int) -> str:
    places = set()
    if table["squares"].min() < 0 or table["squares"].max() >= Square.WALL:
        return "found a square with something that does not lie on boards."
    for seat in range(seats):
        helot = table["helots"][seat]
        place = int(helot["x"]), int(helot["y"])
        if not (1 <= place[0] <= SIDE and 1 <= place[1] <= SIDE and 0 <= helot["facing"] < len(FACINGS)):
            return f"found the helot of player_{seat} on {place}, expected a square of the board and one of four FFDs."
        if helot["present"] and place in places:
            return f"found two helots on {place}."
        if helot["health"].min() < 0:
            return f"found fewer than 0 coins on the panel of player_{seat}."
        places |= {place} if helot["present"] else set()
    return ""


def _wrong_choices(table: Any) -> str:
    """Numbers that choose a card, a weapon or the like must choose one that there is."""
    for part, choices in CHOICES.items():
        for name, count in choices.items():
            values = table[part][name] if part else table[name]
            least, most = int(values.min()), int(values.max())
            if least < NOBODY or most >= count:
                found = least if least < NOBODY else most
                return f"found {name} {found}{part and f' in {part}'}, expected {NOBODY} for none or 0 to {count - 1}."
    places = int(table["lasting_places"])
    if not 0 <= places <= LASTING_EFFECTS or table["lasting"]["verb"][places:].any():
        return f"found lasting_places {places}, expected as many places as those of `lasting` that are in use."
    return ""


def coins_of(table: Any) -> int:
    """All coins in the game. Rulebook: p.2 (R-018)."""
    seats = int(table["seats"])
    panels = int(table["helots"]["health"][:seats].sum())
    piles = int(table["lanistas"]["cred"][:seats].sum() + table["lanistas"]["counter"][:seats].sum())
    return panels + piles + int(table["crowd_pile"]) + int(table["box"]) + int(table["coins"].sum())


# --- drawings ---------------------------------------------------------------------------------------------------------


def _cells(lines: list[str]) -> list[tuple[int, int, str]]:
    """Column, row and what is drawn there; a drawing begins at the north-west corner."""
    if len(lines) > SIDE or any(len(line.split()) > SIDE for line in lines):
        raise ValueError(f"position: found a larger drawing, expected at most {SIDE} rows of {SIDE} squares.")
    cells = [(x, y, cell) for y, line in enumerate(lines, 1) for x, cell in enumerate(line.split(), 1)]
    drawn: set[str] = set()
    for x, y, cell in cells:
        helot = len(cell) == 2 and cell[0] in "0123" and cell[1] in ARROWS
        if not helot and cell not in SQUARES:
            symbols = " ".join(SQUARES)
            raise ValueError(
                f"position, row {y}, column {x}: found {cell!r}, expected one of {symbols}, or a helot as 0^ 1> 2v 3<."
            )
        if helot and cell[0] in drawn:
            raise ValueError(f"position, row {y}, column {x}: found the helot of player_{cell[0]} for the second time.")
        drawn |= {cell[0]} if helot else set()
    return cells


def drawn_options(lines: list[str]) -> dict[str, Any]:
    """An empty barge with as many seats as helots are drawn, and no cards."""
    drawn = [int(cell[0]) for _, _, cell in _cells(lines) if cell[0].isdigit()]
    return {
        "seats": max(2, max(drawn, default=0) + 1),
        "barge": "open",
        "deal": "random",
        "hazards": [],
        "influence_cards": 0,
        "turning_point_cards": 0,
    }


def lay_drawing(bout: Any, lines: list[str]) -> None:
    """Full panels, empty reserves, seat 0 in its round with 6 MP and 6 AP; helots that are not drawn stay at the start.

    Rulebook: p.10, p.26 (R-026, R-063).
    """
    table, seats = bout["table"], int(bout["table"]["seats"])
    blank = np.zeros(1, bout.dtype["table"])[0]
    lay_blank(blank, bout["options"])
    for seat in range(seats):
        helot, lanista = table["helots"][seat], table["lanistas"][seat]
        place = helot["x"].item(), helot["y"].item(), helot["facing"].item()
        if helot["weapon"] != NOBODY:  # what a motivation brought goes back to the pile
            table["weapons"][helot["weapon"]] += 1
        table["helots"][seat] = blank["helots"][seat]
        helot["x"], helot["y"], helot["facing"] = place
        for name in ("cred", "slots", "counter", "turning_point_damage", "deception_tokens", "command_tokens"):
            lanista[name] = 0
        lanista["ratio"], lanista["initiative"] = 3, seat
        table["order"][seat] = seat
    for part in ("request", "command_round", "contest", "lasting", "lasting_places", "card_play"):
        table[part] = blank[part]
    turn = table["command_round"]
    turn["seat"], turn["movement_points"], turn["action_points"] = 0, POINTS, POINTS
    table["cycle"], table["turn"], table["crowd_pile"] = 1, 0, CROWD_COINS * seats
    table["squares"] = 0
    for x, y, cell in _cells(lines):
        if cell in SQUARES:
            table["squares"][y - 1, x - 1] = SQUARES[cell]
        else:
            helot = table["helots"][int(cell[0])]
            helot["x"], helot["y"], helot["facing"] = x, y, ARROWS.index(cell[1])
    bout["command"], bout["told"], bout["settled"] = 0, 0, 0
    bout["tape"]["length"] = bout["tape"]["cursor"] = 0


def settle(bout: Any) -> None:
    """After a drawing: the round is that of the seat that is asked, and the box holds what is left of all coins."""
    table = bout["table"]
    table["box"] += COINS - coins_of(table)


NOTATION = Notation(FIELDS, lay_blank, wrong, deal_hidden, drawn_options, lay_drawing, settle)
