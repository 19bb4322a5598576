"""The extent of checks: how many bouts and decisions they look at."""

from dataclasses import dataclass

from nexus_env.machine.compiled import PLAIN

LONGEST = 100_000  # decisions after which a bout counts as endless


@dataclass(frozen=True)
class Extent:
    """Numbers of bouts and decisions, for each number of seats.

    - `seeds`: the bouts that are examined closely, and `decisions`: the decisions of each.
    - `whole`: the bouts that are played to their ends.
    - `imagined`: the decisions at which a bout is imagined and played on.
    - `pairs`: the pairs of bouts that differ in what is hidden, and `told`: the decisions of each.
    - `written`: the decisions of a bout that are written as positions, in `written_seeds` bouts.
    - `spelled`: the bouts whose commands are spelled, and the decisions of each.
    - `priced`: the same for prices, and how often each row of the action table is paid.
    - `fuzzed`: the decisions of random play over all kinds of bouts, and those of each kind.
    - `compared`: the decisions of each kind of bout that are compared with plain Python; 0: none.
    """

    seeds: int
    decisions: int
    whole: int
    imagined: int
    pairs: int
    told: int
    written: int
    written_seeds: int
    spelled: tuple[int, int]
    priced: tuple[int, int, int]
    fuzzed: tuple[int, int]
    compared: int


THOROUGH = Extent(4, 1500, 30, 40, 3, 3000, 300, 1, (12, 600), (8, 250, 12), (240_000, 3_000), 60)
BRIEF = Extent(1, 60, 2, 3, 1, 60, 60, 1, (1, 120), (4, 60, 3), (600, 40), 0)
QUICK = Extent(1, 40, 2, 2, 1, 40, 18, 1, (1, 60), (2, 40, 2), (600, 40), 0)
USUAL = BRIEF if PLAIN else THOROUGH
