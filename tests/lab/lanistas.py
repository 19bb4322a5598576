"""Measure the scripted lanistas against each other, and their speed."""

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from rich import box
from rich.table import Table

from nexus_env.agents.agent import Agent
from nexus_env.agents.nexus.lanistas.player import Character, Lanista
from nexus_env.agents.rate import RatedScore, rate
from nexus_env.agents.report import RunProgress, share
from nexus_env.cli.arguments import COUNT, SEED
from nexus_env.envs.batch import Batch
from nexus_env.games.nexus import NEXUS
from nexus_env.reports.console import PlainConsole
from nexus_env.system.argument_parser import Parser

BATCH, WARM, TIMED = 1024, 120, 20  # bouts; steps before the first that counts; steps that count
EXAMPLES = """examples:
  python tests/lab/lanistas.py
  python tests/lab/lanistas.py --seats 4 --bouts 2000 --barge 1
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all pairs and print two tables."""
    parser = Parser(
        "python tests/lab/lanistas.py",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--bouts", type=COUNT, default=1000, metavar="N", help="bouts per pair (default 1000)")
    parser.add_argument(
        "--seats", type=int, default=2, choices=NEXUS.seats, help="number of seats; one agent against copies of another"
    )
    parser.add_argument(
        "--barge", default="roll", metavar="WHICH", help='"1" to "8", "open", or "roll" for any of the eight (default)'
    )
    parser.add_argument("--seed", type=SEED, default=0, metavar="N", help="seeds all randomness (default 0)")
    given = parser.parse_args(arguments)
    rules = {"seats": given.seats, "barge": given.barge}
    try:
        NEXUS.read_options(**rules)
    except ValueError as error:
        parser.error(str(error))
    console = PlainConsole()
    players = {character.name.lower(): Lanista(character, NEXUS) for character in Character}
    pairs = list((combinations if given.seats == 2 else permutations)(players, 2))
    table = Table(title=f"{given.seats} seats, barge {given.barge}", box=box.SIMPLE_HEAD)
    for column in ("one", "against", "wins %", "draws %", "losses %"):
        table.add_column(column, justify="left" if column in ("one", "against") else "right", no_wrap=True)
    with RunProgress(console) as watch:
        for done, (name, rival) in enumerate(pairs):
            watch.show(done / len(pairs), f"{name} against {rival}")
            score = rate(NEXUS, players[name], players[rival], rival, given.bouts, given.seed, rules)
            table.add_row(name, *row_of(score))
        watch.show(1.0, "")
    console.print(table)
    speeds = Table(title="decisions a second, one core", box=box.SIMPLE_HEAD)
    speeds.add_column("one")
    speeds.add_column("thousands", justify="right")
    for name, player in players.items():
        speeds.add_row(name, f"{decisions_a_second(player) / 1000:.0f}")
    console.print(speeds)
    return 0


def row_of(score: RatedScore) -> tuple[str, ...]:
    """The rival, and the shares with 95 % intervals."""
    return (score.rival, *(share(count, score.bouts) for count in (score.wins, score.draws, score.losses)))


def decisions_a_second(player: Agent) -> float:
    """Decisions per second of processor time in mid-bout duels."""
    batch, rng, spent = Batch(NEXUS, BATCH, 1, {"barge": "roll"}), np.random.default_rng(1), 0.0
    for step in range(WARM + TIMED):
        began = time.process_time()
        actions = player.choose(batch.observations, batch.masks, rng)
        spent += time.process_time() - began if step >= WARM else 0.0
        batch.step(actions)
    return BATCH * TIMED / spent


if __name__ == "__main__":
    sys.exit(main())
