"""The number of steps from each space to the target Zone, past Characters.

For the boards of this package, `KNOWN` has the steps to each Zone, computed at import. On any other board the steps are
counted, with the same result in fifty times the time.
"""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.rules.bout import NO_ZONE, SPACE_WORDS, SPACES, ZONES, Bout, Options
from nexus_env.games.aristeia.rules.geometry import INSIDE, zone_of
from nexus_env.games.aristeia.rules.options import SCENARIOS
from nexus_env.kit import cells, hexes, ways
from nexus_env.machine.compiled import compiled

MOST_AWAY = 20  # steps: what is farther, or out of reach, counts as this


def _boards() -> Any:
    """[scenario] -> `Options` with its board."""
    rows, box = np.zeros(len(SCENARIOS), Options.dtype), stock.load()
    for number, name in enumerate(SCENARIOS):
        row = rows[number : number + 1]
        box.lay(row)
        box.lay_scenario(row, name)
    return rows


def _members(sets: Any) -> Any:
    """Bool [scenario, space] -> whether the space is in the scenario's set."""
    spaces = np.arange(SPACES)
    return (sets[:, spaces // cells.WORD_BITS] >> spaces % cells.WORD_BITS) & 1 == 1


def _known(boards: Any) -> Any:
    """int8 [scenario, Zone, space]: the steps, wave by wave on all boards at once."""
    blocked = _members(boards["blocked"])[:, None]
    shut = blocked | _members(boards["obstacles"])[:, None]
    steps = np.full((len(boards), ZONES, SPACES + 1), MOST_AWAY, np.int8)  # the last column means off the board
    on_board = steps[..., :-1]
    on_board[(np.arange(ZONES)[:, None] == INSIDE) & ~blocked] = 0
    for wave in range(MOST_AWAY - 1):
        reached = (steps[..., hexes.NEIGHBORS[:SPACES]] == wave).any(axis=-1)
        on_board[reached & ~shut & (on_board == MOST_AWAY)] = wave + 1
    return on_board.copy()


_BOARDS = _boards()
BLOCKED, OBSTACLES = _BOARDS["blocked"].copy(), _BOARDS["obstacles"].copy()
SHUT = _members(BLOCKED) | _members(OBSTACLES)  # [scenario, space] -> nobody may be there
KNOWN = _known(_BOARDS)


@compiled
def is_sought(bout: Bout, seat: int, zone: int) -> bool:
    """The Zone is a target: the Scoring Zone, or, if there is none, any Zone that this seat does not hold.

    Rulebook: (A-028, A-188, A-197).
    """
    scoring = int(bout.table.scoring)
    return zone == scoring if scoring != NO_ZONE else bout.table.holders[zone] != seat


@compiled
def measure(bout: Bout, seat: int, away: Any) -> None:
    """Fill `away`, int8 [SPACES], with the steps to the nearest space of a target Zone, or MOST_AWAY."""
    if not is_known(bout.options):
        count_steps(bout, seat, away)
        return
    away[:] = MOST_AWAY
    for zone in range(ZONES):
        if is_sought(bout, seat, zone):
            for cell in range(SPACES):
                away[cell] = min(away[cell], KNOWN[bout.options.scenario, zone, cell])


@compiled
def is_known(options: Options) -> bool:
    """The board is the package's own for the scenario."""
    scenario = int(options.scenario)
    if scenario >= len(KNOWN):
        return False
    differ = 0
    for word in range(SPACE_WORDS):
        differ |= options.blocked[word] ^ BLOCKED[scenario, word]
        differ |= options.obstacles[word] ^ OBSTACLES[scenario, word]
    return differ == 0


@compiled
def count_steps(bout: Bout, seat: int, away: Any) -> None:
    """The same on any board, counted from the spaces of target Zones."""
    options, shut = bout.options, np.zeros(SPACES, np.int8)
    for cell in range(SPACES):
        zone, is_blocked = zone_of(cell), cells.has(options.blocked, cell)
        shut[cell] = is_blocked or cells.has(options.obstacles, cell)
        is_goal = zone != NO_ZONE and is_sought(bout, seat, zone) and not is_blocked
        away[cell] = 0 if is_goal else ways.FAR
    ways.spread(hexes.NEIGHBORS, shut, np.zeros(SPACES, np.int8), MOST_AWAY - 1, away, np.empty(SPACES, np.int16))
    for cell in range(SPACES):
        away[cell] = min(away[cell], MOST_AWAY)
