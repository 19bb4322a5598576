"""The student of NEXUS: a small network that does what the strongest trained opponent would, nearly, and much faster.

The trained opponents of two, three and four seats play against themselves and the scripted lanistas, some of them with
blunders; at half of all decisions, whoever makes them, it is written down how likely the trained one holds each action.
A network of one hidden layer learns to say the same. The search lets it play below its tree.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import AgentError
from agents.levels import levels_of, network_of
from agents.nexus.judging import BLUNDERS, DRAWS_IN, TRAINED, any_of, assign, make_room, pick
from agents.nexus.lanistas.player import policy as play_as
from agents.search.policy_network import Network, read_network, weigh_actions
from agents.search.small_training import BATCH, REST, fit, write
from nexus_env.cli.arguments import at_least, new_file
from nexus_env.core.policy_bank import only_action
from nexus_env.core.slots import Rows, rows_of
from nexus_env.game import contract
from nexus_env.game.roster import STUDENT
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import announced, compiled
from nexus_env.tabletop.dice import Generator, draw_below, draw_seed, seed_generator
from nexus_env.tabletop.tape import NOBODY

FILE = levels_of(NEXUS).path / STUDENT
SHARES = {2: 0.6, 3: 0.2, 4: 0.2}  # of the lessons, by the number of seats
SURE = 254  # in a lesson, 1 + this times the probability stands for a legal action
EPOCHS, FAR = 4, 1e9
FEWEST = 2 * BATCH * REST  # lessons of which something can be learned
EXAMPLES = """examples:
  python -m agents.nexus.teaching
  python -m agents.nexus.teaching --lessons 500_000 --hidden 64 --file runs/student.npz
"""


@compiled
def collect(
    bouts: Rows, options: Any, network: Network, room: Any, generators: Any, seed: int, seen: Any, lessons: Any
) -> None:
    """Play until all rows are filled.

    Args:
        bouts: one row of the game's record.
        options: rows of options, each as likely as the others.
        network: the teacher, who plays, too.
        room: see `make_room`.
        generators: one row, written over.
        seed: where all chance comes from.
        seen: int8 [n, size]; what a seat saw.
        lessons: uint8 [n, actions]; 0 for what was illegal, for the rest 1 and up to `SURE` more.
    """
    generator, bout, row = generators[0], bouts[0], 0
    bout.silent = 1
    seed_generator(generator, seed)
    while row < seen.shape[0]:
        contract.setup(bout, options[draw_below(generator, options.shape[0])], draw_seed(generator), 0)
        row = play_bout(bout, network, room, generator, seen, lessons, row)


@compiled
def play_bout(bout: Any, network: Network, room: Any, generator: Any, seen: Any, lessons: Any, first: int) -> int:
    """Play a bout and fill rows from `first` on; returns the first that is still free."""
    cast, row, (mask, sight, likely) = np.zeros(4, np.int64), first, room
    assign(cast, bout.table.seats, True, generator)
    drawing, blunders = draw_below(generator, DRAWS_IN) == 0, BLUNDERS[draw_below(generator, BLUNDERS.shape[0])]
    while bout.table.request.seat != NOBODY and row < seen.shape[0]:
        seat = bout.table.request.seat
        contract.write_mask(bout, mask)
        action = only_action(mask)
        if action < 0:
            contract.observe(bout, seat, sight)
            weigh_actions(network, sight, mask, likely)
            if draw_below(generator, 2) == 0:
                seen[row] = sight
                for place in range(mask.shape[0]):
                    lessons[row, place] = mask[place] * int(1.5 + SURE * likely[place])
                row += 1
            if cast[seat] == TRAINED:
                action = pick(likely, mask, drawing, generator)
            else:
                action = play_as(cast[seat], sight, mask, generator)
            if draw_below(generator, 100) < blunders:
                action = any_of(mask, generator)
        contract.play(bout, action)
    return row


def gather(count: int, seed: int) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """So many lessons of the networks of all levels, in any order: see `collect` for what they are.

    Raises:
        AgentError: one of these files cannot be read.
    """
    seen = np.zeros((count, NEXUS.observation_size), np.int8)
    lessons = np.zeros((count, len(NEXUS.actions)), np.uint8)
    bouts, generators, first = rows_of(NEXUS.dtype, 1), rows_of(Generator.dtype, 1), 0
    with announced("the lessons", NEXUS.compile_seconds, __name__):
        for seats, share in SHARES.items():
            rows = slice(first, first + round(count * share) if seats < max(SHARES) else count)
            options, teacher = (
                NEXUS.read_options(seats=seats, barge="roll"),
                read_network(network_of(NEXUS, seats), NEXUS),
            )
            collect(bouts, options, teacher, make_room(), generators, seed + seats, seen[rows], lessons[rows])
            first = rows.stop
    order = np.random.default_rng(seed).permutation(count)
    return seen[order], lessons[order]


def teach(seen: NDArray[np.int8], lessons: NDArray[np.uint8], hidden: int, seed: int) -> tuple[dict[str, Any], float]:
    """The weights of a student, and in what part of the lessons held out, which are of the same bouts, it would do what
    the teacher would.
    """
    import torch

    def loss(told: Any, rows: slice) -> Any:
        """How much more the lesson would say to one who knows what is told: the cross entropy."""
        lesson = torch.from_numpy(lessons[rows])
        expected = lesson.float().sub(1).clamp(min=0)
        said = torch.log_softmax(told.masked_fill(lesson == 0, -FAR), 1)
        return -(expected * said).sum(1).div(expected.sum(1)).mean()

    weights, told = fit(seen, lessons.shape[1], loss, NEXUS, hidden, seed, EPOCHS)
    rest = lessons[len(lessons) - len(told) :]
    return weights, float((np.where(rest > 0, told, -np.inf).argmax(1) == rest.argmax(1)).mean())


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the file, and print how often the student would do the same."""
    parser = argparse.ArgumentParser(
        "python -m agents.nexus.teaching",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "--lessons",
        type=at_least(FEWEST),
        default=4_000_000,
        metavar="N",
        help="to learn from; a million take some 2.5 GB of memory (default 4,000,000)",
    )
    parser.add_argument(
        "--hidden", type=at_least(1), default=128, metavar="N", help="units of the network (default 128)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=1, metavar="N", help="where all chance comes from (default 1)"
    )
    parser.add_argument("--file", type=new_file, default=FILE, help="where to write it")
    given = parser.parse_args(arguments)
    try:
        seen, lessons = gather(given.lessons, given.seed)
        weights, same = teach(seen, lessons, given.hidden, given.seed)
        write(given.file, weights, NEXUS)
    except (AgentError, OSError) as error:
        parser.error(str(error))
    print(f"{len(seen):,} lessons; does what legend would in {100 * same:.1f} % of those held out; {given.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
