"""What holds in every bout, which bouts that is tried over, and what reports count."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.balance_facts import Kind, Ledger
from nexus_env.contract.filling import Possible, among, fill
from nexus_env.contract.game import Invariants
from nexus_env.contract.notation import CardPlaces, Hole, Names, Notation, Way
from nexus_env.contract.report_facts import BoutFacts, Bouts
from nexus_env.kit import cells, decks
from nexus_env.kit.decks import HAND
from nexus_env.kit.secrets import choice_of
from nexus_env.kit.tape import CHANCE, COMMAND, NOBODY
from nexus_env.kit.units import NO_CELL, NO_UNIT
from nexus_env.machine.compiled import compiled
from toy.actions import ACTIONS, BID, REST
from toy.bout import ALL_UNITS, BIDS, CARD_NAMES, CARDS, LUCKY_NUMBER, MOST_HAND, SEATS, UNITS, Bout, Question, Table

LAWS = (
    "No two units stand on one cell.",
    "A cell is taken if a unit stands on it.",
    "Units of seats that there are not, and all of a bare bout, are beside the board.",
    "Nobody holds more than three cards, and in a bare bout nobody any.",
    "What is chosen in secret is a bid, chosen in the order of the seats while bids are asked for.",
    "The command is asked of the seat whose turn it is.",
    "A unit that the request names belongs to the seat that is asked.",
    "Nobody has more points than two a command.",
)
FIELDS = ("table units", "table taken", "table units", "table cards", "secrets", "request seat", "request", "players")
POINTS = len(LAWS)  # the law that a bout from elsewhere may break


@compiled
def broken(bout: Bout) -> int:
    """The first law that does not hold, or 0."""
    return unplayable(bout) or POINTS * (too_rich(bout.table))


@compiled
def unplayable(bout: Bout) -> int:
    """The same without the points."""
    table, bare = bout.table, bout.options.bare != 0
    if crowded(table):
        return 1
    if not is_marked(table):
        return 2
    if standing(table, ALL_UNITS) != standing(table, 0 if bare else UNITS * int(table.seats)):
        return 3
    for seat in range(SEATS):
        if decks.count_in(table.cards, HAND + seat) > (0 if bare or seat >= table.seats else MOST_HAND):
            return 4
    if not is_in_order(table):
        return 5
    request = table.request
    if request.question == COMMAND and request.seat >= 0 and request.seat != table.turn:
        return 6
    if request.question == Question.TARGET and (request.unit == NO_UNIT or request.unit // UNITS != request.seat):
        return 7
    return 0


@compiled
def standing(table: Table, units: int) -> int:
    """How many of the first so many units stand on the board."""
    found = 0
    for unit in range(units):
        found += table.units[unit] != NO_CELL
    return found


@compiled
def is_marked(table: Table) -> bool:
    """Whether the cells that are taken are those of the units."""
    for unit in range(ALL_UNITS):
        if table.units[unit] != NO_CELL and not cells.has(table.taken, table.units[unit]):
            return False
    return cells.count(table.taken) == standing(table, ALL_UNITS)


@compiled
def crowded(table: Table) -> bool:
    """Two units stand on one cell."""
    for unit in range(ALL_UNITS):
        for other in range(unit):
            if table.units[unit] != NO_CELL and table.units[unit] == table.units[other]:
                return True
    return False


@compiled
def is_in_order(table: Table) -> bool:
    """Whether those have chosen who have been asked, and nobody else."""
    secrets, asked = table.secrets, int(table.request.seat)
    if table.request.question != Question.BID:
        asked = 0
        if secrets.to_choose:
            return False
    elif secrets.to_choose != ((1 << int(table.seats)) - 1) & ~((1 << asked) - 1):
        return False
    for seat in range(len(secrets.choices)):
        if (secrets.choices[seat] != 0) != (seat < asked):
            return False
        if seat < asked and not 0 <= choice_of(secrets, seat) - BID < BIDS:
            return False
    return True


@compiled
def too_rich(table: Table) -> bool:
    """More points than the commands so far can have brought."""
    total = 0
    for seat in range(SEATS):
        total += int(table.players[seat].points)
    return total > 2 * int(table.commands)


def variety(number: int) -> dict[str, Any]:
    """Every number of seats, with and without the lucky number, windows and the board."""
    return {
        "seats": 2 + number % 3,
        "rounds": 1 + number % 7,
        "lucky": bool(number // 3 % 2),
        "windows": ("able", "held")[number // 6 % 2],
        "bare": number % 5 == 4,
        "limit": 5 if number % 11 == 10 else 0,
    }


INVARIANTS = Invariants(broken, unplayable, LAWS, FIELDS, variety)


# --- positions --------------------------------------------------------------------------------------------------------


def lay_blank(table: Any, options: Any) -> None:
    """Nobody is on the board, and nothing is asked about anybody."""
    table["units"] = NO_CELL
    table["request"]["about"] = NOBODY
    table["request"]["unit"], table["request"]["cell"] = NO_UNIT, NO_CELL


def wrong(bout: Any) -> str:
    """What does not fit together in a bout that somebody wrote."""
    table, options = bout["table"], bout["options"]
    most = int(options["rounds"]) * int(table["seats"])
    for name in ("table", "start"):
        if bout[name]["commands"] > most:
            return f"{name} commands: got {bout[name]['commands']}; expected at most {most} in so many rounds."
    if options["seats"] != table["seats"]:
        return f"table seats: got {table['seats']}; expected {options['seats']} as the options say."
    if table["request"]["seat"] == CHANCE and not table["request"]["sides"]:
        return "request sides: got 0; expected the faces of a die."
    return ""


POSSIBLE: dict[str, Possible] = {
    "number": lambda bout, way, hole: range(1, LUCKY_NUMBER + 1),
    "cards": among,
    "choices": lambda bout, way, hole: range(BID + 1, BID + 1 + BIDS),
}


def deal(bout: Any, seat: int, holes: Mapping[Way, Hole], rng: np.random.Generator) -> None:
    """Any numbers, hands and bids for those that the seat does not know."""
    fill(bout, holes, rng, POSSIBLE)


NOTATION = Notation(
    fields={
        "question": Names(tuple(question.name.lower() for question in Question)),
        "cards": CardPlaces(("pile", "discards", "box", *(f"seat{seat}" for seat in range(SEATS)))),
    },
    lay_blank=lay_blank,
    wrong=wrong,
    hidden=frozenset(POSSIBLE),
    deal=deal,
)


# --- what is counted --------------------------------------------------------------------------------------------------


@compiled
def note(slots: Any, i: int, had: Any) -> None:
    """The cards in the hands of the seats; see `Ledger`."""
    table = slots[i].bout.table
    for card in range(CARDS):
        if table.cards[card] >= HAND:
            had[table.cards[card] - HAND, card] = 1


def kinds(options: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The one deck; see `Ledger`."""
    had = "A seat had a card that it once held."
    return (Kind("cards", "Cards", had, "Cards are dealt and drawn by chance.", 0, CARD_NAMES),)


LEDGER = Ledger(CARDS, kinds, note)


def command_of(number: int) -> str:
    """What an action is counted as; empty for an answer."""
    word = ACTIONS[number].split()[0]
    return "" if number < REST or word in ("bid", "hit") else word


def rounds(bouts: Bouts) -> NDArray[np.int64]:
    """How many rounds have begun; see `BoutFacts`."""
    seats = np.maximum(bouts["table"]["seats"], 1)
    return -(-np.asarray(bouts["table"]["commands"], np.int64) // seats)


def scores(bouts: Bouts) -> NDArray[np.int64]:
    """The points; see `BoutFacts`."""
    return np.asarray(bouts["table"]["players"]["points"], np.int64)


CHRONICLE = BoutFacts(
    score="points",
    others=(),
    cycle="round",
    drawn="nobody ahead",
    commands=tuple(command_of(number) for number in range(len(ACTIONS))),
    cycles=rounds,
    scores=scores,
)
