"""The judge of NEXUS: how likely a seat is to win and to lose, and its margin, by what it sees at any moment.

The scripted lanistas and, in duels, the strongest trained opponent play each other, some of them with blunders; at half
of the beginnings of turns, where the search has its horizon, what every seat sees is written down, and in the end what
became of it. A network of one hidden layer learns that.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import AgentError, spoken
from agents.checksum import card_of
from agents.levels import levels_of
from agents.nexus.lanistas.player import Character
from agents.nexus.lanistas.player import policy as play_as
from agents.search.policy_network import Network, read_network, weigh_actions
from agents.search.small_training import fit, write
from nexus_env.cli.arguments import at_least, new_file
from nexus_env.core.policy_bank import only_action
from nexus_env.core.slots import Rows, rows_of
from nexus_env.game import contract
from nexus_env.game.roster import JUDGE
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import Generator, draw_below, draw_seed, draw_word, seed_generator
from nexus_env.tabletop.tape import COMMAND, NOBODY

FILE = levels_of(NEXUS).path / JUDGE
SEATS = (*[2] * 10, 3, 4)  # each as likely as the others
BLUNDERS = np.array((0, 0, 3, 15))  # percent of the decisions of all in a bout
CAST = np.array(
    [*[Character.SURVIVOR] * 4, *[Character.GRAPPLER] * 3, Character.SHOWMAN, Character.BRAWLER, Character.GREEDY]
)
TRAINED = len(Character)  # beside the characters: the network
PLAYER = FILE.with_name("nexus-2.onnx")
TRAINED_IN = 3  # each player in a duel is a lanista by a chance of one in so many, else the network
DRAWS_IN = 3  # of so many duels one in which the network draws its actions
MOST_A_BOUT = 4000  # rows
EPOCHS = 3
EXAMPLES = """examples:
  python -m agents.nexus.judging
  python -m agents.nexus.judging --positions 4_000_000 --hidden 64 --file runs/judge.npz
  python -m agents.nexus.judging --player runs/league/agent.onnx --file runs/judge.npz
"""


@compiled
def collect(
    bouts: Rows, options: Any, network: Network, room: Any, generators: Any, seed: int, seen: Any, ends: Any
) -> int:
    """Play until there is no room left; returns how many rows were filled.

    Args:
        bouts: one row of the game's record.
        options: rows of options, each as likely as the others.
        network: plays in duels, beside the lanistas.
        room: see `make_room`.
        generators: one row, written over.
        seed: where all chance comes from.
        seen: int8 [n, size]; what a seat saw.
        ends: float32 [n, 3]; what it won, what it lost, its margin.
    """
    generator, bout, rows = generators[0], bouts[0], 0
    bout.silent = 1
    seed_generator(generator, seed)
    while rows + MOST_A_BOUT <= seen.shape[0]:
        contract.setup(bout, options[draw_below(generator, options.shape[0])], draw_seed(generator), 0)
        rows = play_bout(bout, network, room, generator, seen, ends, rows)
    return rows


@compiled
def play_bout(bout: Any, network: Network, room: Any, generator: Any, seen: Any, ends: Any, first: int) -> int:
    """Play a bout and fill rows from `first` on; returns the first that is still free."""
    cast, values, mask = np.zeros(4, np.int64), np.zeros(4, np.float32), room[0]
    assign(cast, bout.table.seats, bout.table.seats == 2, generator)
    blunders, drawing = BLUNDERS[draw_below(generator, BLUNDERS.shape[0])], draw_below(generator, DRAWS_IN) == 0
    turn, row = NOBODY, first
    while bout.table.request.seat != NOBODY:
        seat = bout.table.request.seat
        if bout.table.request.question == COMMAND and seat != turn:
            turn = seat
            if draw_below(generator, 2) == 0 and row + bout.table.seats <= seen.shape[0]:
                for other in range(bout.table.seats):
                    contract.observe(bout, other, seen[row])
                    ends[row, 0] = other
                    row += 1
        contract.write_mask(bout, mask)
        action = only_action(mask)
        if action < 0:
            action = decide(bout, cast[seat], drawing, network, room, generator)
            if draw_below(generator, 100) < blunders:
                action = any_of(mask, generator)
        contract.play(bout, action)
    contract.rewards(bout, values)
    for filled in range(first, row):
        seat = int(ends[filled, 0])
        ends[filled, 0], ends[filled, 1] = max(values[seat], 0.0), max(-values[seat], 0.0)
        ends[filled, 2] = contract.margin(bout, seat)
    return row


@compiled
def assign(cast: Any, seats: int, trained: bool, generator: Any) -> None:
    """Write down who plays each seat, int64 [4]; the network is among them if it is `trained` for so many seats."""
    for seat in range(seats):
        if trained and draw_below(generator, TRAINED_IN) > 0:
            cast[seat] = TRAINED
        else:
            cast[seat] = CAST[draw_below(generator, CAST.shape[0])]


@compiled
def decide(bout: Any, player: int, drawing: bool, network: Network, room: Any, generator: Any) -> int:
    """What a lanista does, or the network."""
    mask, sight, likely = room
    contract.observe(bout, bout.table.request.seat, sight)
    if player != TRAINED:
        return int(play_as(player, sight, mask, generator))
    weigh_actions(network, sight, mask, likely)
    return pick(likely, mask, drawing, generator)


@compiled
def pick(likely: Any, mask: Any, drawing: bool, generator: Any) -> int:
    """The likeliest action, or one that is drawn by how likely it is."""
    found, aim = int(np.argmax(likely)), draw_word(generator) / 4294967296.0
    if drawing:
        for action in range(mask.shape[0]):
            if likely[action] > 0 and aim >= 0:
                found = action
                aim -= likely[action]
    return found


@compiled
def any_of(mask: Any, generator: Any) -> int:
    """Any legal action."""
    left = draw_below(generator, mask.sum())
    action = 0
    while left > 0 or mask[action] == 0:
        left -= mask[action]
        action += 1
    return action


def make_room() -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float32]]:
    """To write over in `decide`: a mask int8 [actions], what a seat sees int8 [size], how likely actions are float32
    [actions].
    """
    actions = len(NEXUS.actions)
    return np.zeros(actions, np.int8), np.zeros(NEXUS.observation_size, np.int8), np.zeros(actions, np.float32)


def positions(count: int, seed: int, player: Path = PLAYER) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """What seats saw and what became of it: at most `count` rows, int8 [n, size] and float32 [n, 3].

    Raises:
        AgentError: `player` is no network of this game.
    """
    seen, ends = np.zeros((count, NEXUS.observation_size), np.int8), np.zeros((count, 3), np.float32)
    options = np.concatenate([NEXUS.read_options(seats=seats, barge="roll") for seats in SEATS])
    bouts, generators = rows_of(NEXUS.dtype, 1), rows_of(Generator.dtype, 1)
    rows = collect(bouts, options, read_duelist(player), make_room(), generators, seed, seen, ends)
    return seen[:rows], ends[:rows]


def read_duelist(player: Path) -> Network:
    """The network in an ONNX file that plays duels.

    Raises:
        AgentError: it is none of this game, or its card says that it was made for another number of seats.
    """
    network = read_network(player, NEXUS)
    card = card_of(player)
    for key in ("config", "rules"):  # of a run; the card of a level's network says it at once
        card = card[key] if isinstance(card.get(key), dict) else card
    seats = card.get("seats", 2)
    if seats != 2:
        raise AgentError(f"{player}: found a network for {spoken(seats)} seats, expected one that plays duels.")
    return network


def learn(
    seen: NDArray[np.int8], ends: NDArray[np.float32], hidden: int, seed: int
) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """The weights of a judge, and how much it explains of what the last rows became, float32 [3]."""
    import torch

    def loss(told: Any, rows: slice) -> Any:
        """The squared error."""
        return ((told - torch.from_numpy(ends[rows])) ** 2).sum(1).mean()

    weights, told = fit(seen, ends.shape[1], loss, NEXUS, hidden, seed, EPOCHS)
    rest = ends[len(ends) - len(told) :]
    return weights, 1 - ((told - rest) ** 2).mean(0) / rest.var(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the file, and print how much it explains."""
    parser = argparse.ArgumentParser(
        "python -m agents.nexus.judging",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "--positions",
        type=at_least(2 * MOST_A_BOUT),
        default=2_400_000,
        metavar="N",
        help="to learn from (default 2,400,000)",
    )
    parser.add_argument(
        "--hidden", type=at_least(1), default=128, metavar="N", help="units of the network (default 128)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=1, metavar="N", help="where all chance comes from (default 1)"
    )
    parser.add_argument("--player", type=Path, default=PLAYER, metavar="FILE", help="the network that plays in duels")
    parser.add_argument("--file", type=new_file, default=FILE, help="where to write it")
    given = parser.parse_args(arguments)
    try:
        seen, ends = positions(given.positions, given.seed, given.player)
        weights, explained = learn(seen, ends, given.hidden, given.seed)
        write(given.file, weights, NEXUS)
    except (AgentError, OSError) as error:
        parser.error(str(error))
    won, lost, margin = explained.tolist()
    print(f"{len(seen):,} positions; explained: won {won:.3f}, lost {lost:.3f}, margin {margin:.3f}; {given.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
