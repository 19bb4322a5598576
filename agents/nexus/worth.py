"""What the choices of an agent that searches are truly worth, decision by decision.

To see a few points between two searches takes many hundred duels. Here a network plays duels against the scripted
lanistas, and one of its decisions in each, of the first 48, is searched. Where the search chooses otherwise than the
network, the bout is played to its end many times from there, with other dice to come, after the one choice and after
the other; everybody then plays on as before. How many more of these bouts are won is what the search is worth in that
decision; a draw is not won.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from agents.agent import AgentError, Searcher, load
from agents.learning.report import Watch
from agents.nexus.judging import CAST, PLAYER, TRAINED, decide, make_room, read_duelist
from agents.search.policy_network import Network
from nexus_env.cli.arguments import at_least
from nexus_env.core.policy_bank import only_action
from nexus_env.core.slots import Rows, rows_of
from nexus_env.game import contract
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import announced, compiled
from nexus_env.players.agent_protocol import ask, searches
from nexus_env.tabletop.dice import Generator, draw_below, draw_seed, seed_generator
from nexus_env.tabletop.tape import NOBODY

LATEST = 48  # choices of the network in a bout, of which any is searched; where it has fewer, another bout is played
NOTHING_SEEN = np.zeros((1, 0), np.float32)  # an agent that searches looks at no observation
FEW = 20  # decisions that were changed; of fewer nobody can say how sure the mean is
EXAMPLES = """examples:
  python -m agents.nexus.worth search:1000:legend --decisions 2000
  python -m agents.nexus.worth search:200 --player runs/league/agent.onnx --seed 2
"""


@compiled
def play_to(bout: Any, me: int, rival: int, choices: int, network: Network, room: Any, generator: Any) -> bool:
    """Play until `me`, who is the network, has so many choices behind it and another one ahead; False if none comes."""
    made, mask = 0, room[0]
    while bout.table.request.seat != NOBODY:
        seat = bout.table.request.seat
        contract.write_mask(bout, mask)
        action = only_action(mask)
        if action < 0:
            if seat == me and made == choices:
                return True
            made += seat == me
            action = decide(bout, TRAINED if seat == me else rival, False, network, room, generator)
        contract.play(bout, action)
    return False


@compiled
def find_decision(bouts: Rows, options: Any, network: Network, room: Any, generator: Any, facts: Any) -> None:
    """Play duels to a decision of the network, which stands in the second row then.

    `facts` int64 [3]: whose it is, against whom, and what the network would choose.
    """
    found, bout = False, bouts[1]
    bout.silent = 1
    while not found:
        contract.setup(bout, options, draw_seed(generator), 0)
        facts[0], facts[1] = draw_below(generator, 2), CAST[draw_below(generator, CAST.shape[0])]
        found = play_to(bout, facts[0], facts[1], draw_below(generator, LATEST), network, room, generator)
    facts[2] = decide(bout, TRAINED, False, network, room, generator)


@compiled
def count_wins(bouts: Rows, action: int, facts: Any, count: int, network: Network, room: Any, generator: Any) -> int:
    """In how many of so many bouts the network wins after this choice in the second row; the first is played in."""
    wins, me, values, bout = 0, facts[0], np.zeros(4, np.float32), bouts[0]
    for _ in range(count):
        bouts[0] = bouts[1]
        seed_generator(bout.tape.generator, draw_seed(generator))
        contract.play(bout, action)
        play_to(bout, me, facts[1], -1, network, room, generator)
        contract.rewards(bout, values)
        wins += values[me] > 0
    return wins


@dataclass(frozen=True)
class Worth:
    """By how much likelier a win became in each decision: float64 [n], -1 to 1, and 0 where nothing was changed."""

    gains: NDArray[np.float64]
    changed: int

    def __str__(self) -> str:
        count, doubt = len(self.gains), 1960 * self.gains.std(ddof=1) / np.sqrt(len(self.gains))
        gain, share = 1000 * self.gains.mean(), 100 * self.changed / len(self.gains)
        sure = (
            f"({gain - doubt:.1f} to {gain + doubt:.1f}, 95 %)" if self.changed >= FEW else "(too few to say how sure)"
        )
        return (
            f"It chooses otherwise in {share:.1f} % of {count:,} decisions. For each thousand decisions "
            f"{gain:.1f} bouts more are won {sure}."
        )


def worth(agent: Searcher, decisions: int, bouts: int = 64, seed: int = 1, player: Path = PLAYER) -> Worth:
    """Search so many decisions of the network `player` in duels.

    Args:
        agent: searches.
        decisions: how many, at least 2.
        bouts: to the end, after each choice of the two where they differ; at least 1.
        seed: where all chance comes from; the same decisions for all agents.
        player: the ONNX file of the network.

    Raises:
        AgentError: `player` is no network of this game, or the agent does not play duels, or does what is illegal.
        ValueError: the agent gives something else than an action.
    """
    if 2 not in getattr(agent, "seats", (2,)):
        raise AgentError(f"found an agent for {agent.seats} seats, expected one that plays duels.")  # type: ignore[attr-defined]
    network, rng, room = read_duelist(player), np.random.default_rng(seed), make_room()
    rows, generator, facts = rows_of(NEXUS.dtype, 2), rows_of(Generator.dtype, 1)[0], np.zeros(3, np.int64)
    options, gains, changed = NEXUS.read_options(seats=2, barge="roll")[0], np.zeros(decisions), 0
    seeds = np.random.SeedSequence(seed).generate_state(decisions, np.uint64) >> np.uint64(2)
    with announced("the duels to search in", NEXUS.compile_seconds, __name__):
        find_decision(rows, options, network, room, generator, facts)
        count_wins(rows, 0, facts, 0, network, room, generator)

    def imagine(_seeds: Any) -> Rows:
        """The bout of the decision at hand, as its seat may think of it."""
        world = rows[1:2].copy()
        NEXUS.imagine(world[0], int(facts[0]), draw_seed(generator))
        return world

    with Watch(Console(stderr=True), "searching") as watch:
        for number in range(decisions):
            seed_generator(generator, int(seeds[number]))
            find_decision(rows, options, network, room, generator, facts)
            action = int(ask(agent, NOTHING_SEEN, room[0][None], imagine, rng)[0])
            dice = draw_seed(generator)
            if not 0 <= action < len(room[0]) or not room[0][action]:
                raise AgentError(f"found the illegal action {action} in decision {number}, expected a legal one.")
            if action != facts[2]:
                changed += 1
                wins = []
                for one in (action, int(facts[2])):
                    seed_generator(generator, dice)  # the same dice after both
                    wins.append(count_wins(rows, one, facts, bouts, network, room, generator))
                gains[number] = (wins[0] - wins[1]) / bouts
            watch.show((number + 1) / decisions, f"{changed} of {number + 1:,} decisions changed")
    return Worth(gains, changed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what a searching agent is worth."""
    parser = argparse.ArgumentParser(
        "python -m agents.nexus.worth",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("agent", help="one that searches, by its name")
    parser.add_argument("--decisions", type=at_least(2), default=1000, metavar="N", help="to search (default 1000)")
    parser.add_argument("--bouts", type=at_least(1), default=64, metavar="N", help="after each choice (default 64)")
    parser.add_argument("--seed", type=at_least(0), default=1, metavar="N", help="where chance comes from (default 1)")
    parser.add_argument("--player", type=Path, default=PLAYER, metavar="FILE", help="the network that plays the duels")
    given = parser.parse_args(arguments)
    try:
        agent: Any = load(given.agent, NEXUS)
        if not searches(agent):
            raise AgentError(f"Agent {given.agent!r}: found one that does not search, expected one such as search:300.")
        print(worth(agent, int(given.decisions), int(given.bouts), int(given.seed), given.player))
    except ValueError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
