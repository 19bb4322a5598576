"""The counts of a balance report: the cards, weapons and the barge that each seat had.

Everything is read from the happenings and the table; nothing here changes a bout.
"""

from collections.abc import Mapping
from typing import Any

from nexus_env.contract.balance_facts import Kind, Ledger, read_kinds
from nexus_env.games.nexus.cards.stock import names_of
from nexus_env.games.nexus.rules.bout import (
    INFLUENCE_CARDS,
    LANISTAS,
    MOTIVATIONS,
    TURNING_POINT_CARDS,
    WEAPONS,
    Bout,
)
from nexus_env.games.nexus.rules.events import Handling, Purpose
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.options import read_options
from nexus_env.games.nexus.rules.setup import CUSTOM_BARGE
from nexus_env.machine.compiled import compiled

# The first column of each kind.
LANISTA = 0
MOTIVATION = LANISTA + LANISTAS
KEPT = MOTIVATION + MOTIVATIONS
PLAYED = KEPT + INFLUENCE_CARDS
DRAWN = PLAYED + INFLUENCE_CARDS
TAKEN = DRAWN + TURNING_POINT_CARDS
BARGE = TAKEN + WEAPONS
COLUMNS = BARGE + CUSTOM_BARGE


def kinds(options: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The kinds of cards, weapons and barges, with the names that the stock in `options` gives them."""
    row = read_options(**options)[0]
    names = names_of(row)
    influence = names.influence[: row["influence_cards"]]
    turning_point = names.turning_point[: row["turning_point_cards"]]
    custom = ("Custom barge",) if row["barge"] == CUSTOM_BARGE else ()
    barges = tuple(f"Barge {number}" for number in range(1, CUSTOM_BARGE)) + custom
    columns = {
        "lanista": (LANISTA, names.lanistas),
        "motivation": (MOTIVATION, names.motivations),
        "kept": (KEPT, influence),
        "played": (PLAYED, influence),
        "drawn": (DRAWN, turning_point),
        "weapon": (TAKEN, names.weapons),
        "barge": (BARGE, barges),
    }
    return read_kinds(__file__, columns, drafted="dealt" if row["random_deal"] else "chosen")


@compiled
def note(slots: Any, i: int, had: Any) -> None:
    """See `Ledger`."""
    bout = slots[i].bout
    for row in range(bout.heard, bout.told):
        note_happening(bout, row, had)
    if bout.options.barge > 0:
        note_barge(bout, int(bout.options.barge), had)


@compiled
def note_happening(bout: Bout, row: int, had: Any) -> None:
    """Note one row of the happenings; `words.py` explains its numbers."""
    happening = bout.happenings[row]
    event, seat, what, amount = happening.event, int(happening.seat), happening.what, int(happening.amount)
    if event == Event.DRAFT:
        had[seat, (MOTIVATION if what else LANISTA) + amount] = 1
    elif event == Event.CARD and what:
        had[seat, DRAWN + amount] = 1
    elif event == Event.CARD:
        note_hand(bout, seat, had)
    elif event == Event.PLAYED or event == Event.CANCELED:
        had[seat, PLAYED + what] = 1
    elif event == Event.WEAPON and amount == Handling.TAKEN:
        had[seat, TAKEN + what] = 1
    elif event == Event.ROLL and what == Purpose.BARGE:
        note_barge(bout, amount, had)


@compiled
def note_hand(bout: Bout, seat: int, had: Any) -> None:
    """Note the cards that the seat has just decided to keep."""
    for card in range(INFLUENCE_CARDS):
        if (bout.table.lanistas[seat].hand >> card) & 1:
            had[seat, KEPT + card] = 1


@compiled
def note_barge(bout: Bout, barge: int, had: Any) -> None:
    """Note the barge, for all seats."""
    for seat in range(bout.table.seats):
        had[seat, BARGE + barge - 1] = 1


LEDGER = Ledger(COLUMNS, kinds, note, {"barge": "roll", "deal": "random"})
