"""Measure what a searching agent's choices are worth, decision by decision.

It takes many hundreds of bouts to tell two searches apart by a few points. Instead, a network plays bouts with the
fewest seats against the scripted players of the game, and in each bout one of its first 48 decisions is searched. If
the search deviates from the network, the bout is played to its end many times from there with different dice, after
each of the two choices; everybody plays on as before. The share of additional wins is the worth of the search in that
decision. A draw does not count as a win.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import AgentError, Searcher
from nexus_env.agents.loading import load
from nexus_env.agents.report import RunProgress
from nexus_env.agents.search.self_play import duel_of, make_stage, options_of, read_duelist
from nexus_env.cli.arguments import COUNT, SEED, add_game, at_least
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.core.slots import Rows
from nexus_env.kit.dice import draw_seed, seed_generator
from nexus_env.machine.compiled import announced
from nexus_env.players.agent_protocol import ask, searches
from nexus_env.reports.console import PlainConsole
from nexus_env.system.argument_parser import Parser

NOTHING_SEEN = np.zeros((1, 0), np.float32)  # a searching agent gets no observation
FEW = 20  # the fewest changed decisions for an interval
EXAMPLES = """examples:
  python tests/lab/worth.py search:1000 --decisions 2000
  python tests/lab/worth.py search:200 --player runs/league/agent.onnx --seed 2
"""


@dataclass(frozen=True)
class Worth:
    """The change of the win probability at each decision: float64 [n], -1 to 1, 0 where the choice was the same."""

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


def worth(
    game: Game, agent: Searcher, decisions: int, bouts: int = 64, seed: int = 1, player: Path | None = None
) -> Worth:
    """Search `decisions` decisions of the network `player`, in bouts with the fewest seats.

    Args:
        game: the game.
        agent: the searching agent to measure.
        decisions: the number of decisions to search, at least 2.
        bouts: the number of bouts played to the end after each of two different choices, at least 1.
        seed: seeds all randomness; it gives all agents the same decisions.
        player: the ONNX file of the network; by default that of the game's levels.

    Raises:
        AgentError: `player` is for another game, or the agent cannot play with the fewest seats or acts illegally.
        ValueError: the agent returns something other than an action.
    """
    duel, rng = duel_of(game), np.random.default_rng(seed)
    if duel not in getattr(agent, "seats", (duel,)):
        raise AgentError(f"got an agent for {agent.seats} seats; expected one that plays with {duel}.")  # type: ignore[attr-defined]

    # Set up the players, the seeds of all decisions, and the memory for the results.
    cast, facts = import_module(game.agents.cast).CAST, np.zeros(3, np.int64)
    stage = make_stage(game, read_duelist(game, player), cast.numbers)
    mask, rows, generator = stage.mask, stage.bouts, stage.generators[0]
    options, gains, changed = options_of(game, [duel])[0], np.zeros(decisions), 0
    seeds = np.random.SeedSequence(seed).generate_state(decisions, np.uint64) >> np.uint64(2)

    # Compile, with a message.
    with announced(f"the bouts of {game.name} to search in", game.compile_seconds, cast.home, game.record):
        cast.find_decision(stage, options, facts)
        cast.count_wins(stage, 0, facts, 0)

    def imagine(_seeds: Any) -> Rows:
        """The bout of the current decision, as its seat imagines it."""
        world: Rows = rows[1:2].copy()
        game.imagine(world[0], int(facts[0]), draw_seed(generator))
        return world

    with RunProgress(PlainConsole(stderr=True), "searching") as watch:
        for number in range(decisions):
            # Play up to a decision of the network, and let the agent search it.
            seed_generator(generator, int(seeds[number]))
            cast.find_decision(stage, options, facts)
            action = int(ask(agent, NOTHING_SEEN, mask[None], imagine, rng)[0])
            dice = draw_seed(generator)
            if not 0 <= action < len(mask) or not mask[action]:
                raise AgentError(f"got the illegal action {action} in decision {number}; expected a legal one.")
            # If it deviates, play both choices to the end, many times.
            if action != facts[2]:
                changed += 1
                wins = []
                for one in (action, int(facts[2])):
                    seed_generator(generator, dice)  # the same dice after both choices
                    wins.append(cast.count_wins(stage, one, facts, bouts))
                gains[number] = (wins[0] - wins[1]) / bouts
            watch.show((number + 1) / decisions, f"{changed} of {number + 1:,} decisions changed")
    return Worth(gains, changed)


def main(words: Sequence[str] | None = None) -> int:
    """Measure a searching agent and print its worth."""
    parser = Parser(
        "python tests/lab/worth.py",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("agent", help="a searching agent, by name")
    parser.add_argument(
        "--decisions",
        type=at_least(2),
        default=1000,
        metavar="N",
        help="number of decisions to search (default 1000)",
    )
    parser.add_argument(
        "--bouts",
        type=COUNT,
        default=64,
        metavar="N",
        help="bouts played out after each choice (default 64)",
    )
    parser.add_argument("--seed", type=SEED, default=1, metavar="N", help="seeds all randomness (default 1)")
    parser.add_argument(
        "--player", type=Path, metavar="FILE", help="the network that plays (default: the game's levels)"
    )
    given = parser.parse_args(words)
    try:
        game = registry.find(given.game, "--game")
        agent: Any = load(given.agent, game)
        if not searches(agent):
            raise AgentError(f"Agent {given.agent!r}: got one that does not search; expected one such as search:300.")
        print(worth(game, agent, given.decisions, given.bouts, given.seed, given.player))
    except ValueError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
