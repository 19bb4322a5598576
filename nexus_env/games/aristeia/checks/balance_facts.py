"""The counts of a balance report: the Characters and Tactics that each seat had, and the scenario.

Everything is read from the happenings and the table; nothing here changes a bout.
"""

from collections.abc import Mapping
from typing import Any

from nexus_env.contract.balance_facts import Kind, Ledger, read_kinds
from nexus_env.games.aristeia.cards.records import CHARACTERS, NO_CARD, TACTICS
from nexus_env.games.aristeia.cards.stock import names_of
from nexus_env.games.aristeia.rules.bout import SEATS, TEAM, UNITS, Bout
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.rules.options import SCENARIOS, TITLES, read_options
from nexus_env.machine.compiled import compiled

# The first column of each kind.
CHARACTER = 0
SENT_OFF = CHARACTER + CHARACTERS
PLAYED = SENT_OFF + CHARACTERS
SCENARIO = PLAYED + TACTICS
SIDE = SCENARIO + len(SCENARIOS)
COLUMNS = SIDE + SEATS


def kinds(options: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The kinds of cards, with the names that the stock in `options` gives them; see `Ledger`."""
    names = names_of(read_options(**options)[0])
    characters, tactics = names.characters[:CHARACTERS], names.tactics[:TACTICS]
    scenarios = tuple(TITLES[name] for name in SCENARIOS)
    columns = {
        "character": (CHARACTER, characters),
        "fallen": (SENT_OFF, characters),
        "tactic": (PLAYED, tactics),
        "scenario": (SCENARIO, scenarios),
        "side": (SIDE, ("Green", "Orange")),
    }
    return read_kinds(__file__, columns)


@compiled
def note(slots: Any, i: int, had: Any) -> None:
    """See `Ledger`."""
    bout = slots[i].bout
    for row in range(bout.heard, bout.told):
        note_happening(bout, row, had)
    for unit in range(UNITS):
        card = int(bout.table.characters[unit].card)
        if card != NO_CARD:
            had[unit // TEAM, CHARACTER + card] = 1
    for seat in range(SEATS):
        had[seat, SCENARIO + bout.options.scenario] = 1
        had[seat, SIDE + seat] = 1


@compiled
def note_happening(bout: Bout, row: int, had: Any) -> None:
    """Note one row of the happenings; `rules.events` explains its numbers."""
    happening = bout.happenings[row]
    if happening.event == Event.PLAYED:
        had[int(happening.seat), PLAYED + happening.what] = 1
    elif happening.event == Event.INFIRMARY:
        unit = int(happening.unit)
        had[unit // TEAM, SENT_OFF + bout.table.characters[unit].card] = 1


LEDGER = Ledger(COLUMNS, kinds, note, usual={"teams": "choice"}, turns={"scenario": SCENARIOS})
