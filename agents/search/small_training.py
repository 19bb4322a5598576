"""Train the small networks of the search, with the commands' shared parts; `small_networks` runs the networks."""

import argparse
import io
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import AgentError
from agents.checksum import write_zip
from agents.learning.report import Watch
from agents.levels import levels_of
from agents.search.gathering import Way
from agents.search.small_networks import read_shallow
from nexus_env.cli.arguments import SEED, add_game, add_processes, at_least, new_file, working
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError
from nexus_env.reports.console import PlainConsole
from nexus_env.system.argument_parser import Parser
from nexus_env.system.cluster import ClusterError
from nexus_env.system.visible import legible

BATCH, RATE = 2048, 4e-3
REST = 20  # one in this many rows, the last ones, is held out

Made = tuple[dict[str, Any], str]
"""The weights of a small network, and a sentence on how well it has learned."""


def fit(
    seen: NDArray[np.int8],
    outputs: int,
    loss: Callable[[Any, slice], Any],
    game: Game,
    hidden: int,
    seed: int,
    epochs: int,
) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """Train a network of `hidden` hidden units.

    Args:
        seen: int8 [n, size], observations.
        outputs: the number of outputs.
        loss: takes the outputs, a float32 tensor [k, outputs], and the slice of rows they are for; returns a scalar
            tensor.
        game: gives the scales of the observation.
        hidden: the number of hidden units.
        seed: seeds the initial weights and the order of rows.
        epochs: the number of passes over the rows.

    Returns:
        The weights, as `small_networks.read_shallow` reads them, and the outputs for the last rows, which are held out:
        float32 [rest, outputs].
    """
    import torch

    # The network, and a learning rate that rises and falls over all steps.
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    inner, heads = torch.nn.Linear(seen.shape[1], hidden), torch.nn.Linear(hidden, outputs)
    network, scales = torch.nn.Sequential(inner, torch.nn.ReLU(), heads), torch.from_numpy(game.observation_scales)
    batches = max(1, len(seen) * (REST - 1) // REST // BATCH)
    steps = epochs * batches
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1)
    # Train on all but the last rows.
    with Watch(PlainConsole(stderr=True)) as watch:
        for step, batch in enumerate(np.random.default_rng(seed).permutation(np.tile(np.arange(batches), epochs))):
            rows = slice(batch, batches * BATCH, batches)  # far apart, so of different bouts
            missed = loss(network(torch.from_numpy(seen[rows]).float() * scales), rows)
            optimizer.zero_grad()
            missed.backward()
            optimizer.step()
            schedule.step()
            if step % 50 == 0:
                watch.show(step / steps, f"loss {float(missed.detach()):.3f}")
    # Run the network on the held-out rows.
    with torch.no_grad():
        parts = [
            network(torch.from_numpy(seen[first : first + BATCH]).float() * scales).numpy()
            for first in range(batches * BATCH, len(seen), BATCH)
        ]
    weights = {
        "weight_0": inner.weight.detach().numpy().astype(np.float16),
        "bias_0": inner.bias.detach().numpy(),
        "heads": torch.cat([heads.weight, heads.bias[:, None]], 1).detach().numpy().astype(np.float32),
    }
    return weights, np.concatenate(parts)


def write(path: Path, weights: dict[str, Any], game: Game) -> None:
    """Write a file that `small_networks.read_shallow` reads, atomically and with a checksum.

    Raises:
        AgentError: the search cannot read the result.
        WriteError: it cannot be written.
    """
    stamps: dict[str, Any] = {name: np.array(stamp) for name, stamp in game.stamps.items()}
    room = io.BytesIO()
    np.savez_compressed(room, **weights, **stamps)
    write_zip(path, room.getvalue(), lambda partial: read_shallow(partial, game))


def new_parser(module: str, meaning: str | None, examples: str) -> argparse.ArgumentParser:
    """The argument parser of a command that makes a small network."""
    parser = Parser(
        f"python -m {module}", description=meaning, epilog=examples, formatter_class=argparse.RawTextHelpFormatter
    )
    add_game(parser)
    parser.add_argument("--hidden", type=at_least(1), default=128, metavar="N", help="hidden units (default 128)")
    parser.add_argument("--seed", type=SEED, default=1, metavar="N", help="seeds all randomness (default 1)")
    add_processes(parser)
    parser.add_argument("--file", type=new_file, help="where to write the network (default: next to the game's levels)")
    return parser


def make(
    parser: argparse.ArgumentParser,
    words: Sequence[str] | None,
    name: str,
    learned: Callable[[Game, argparse.Namespace, Way], Made],
) -> int:
    """Train a small network as the command line says, write its file, and print how well it has learned.

    Args:
        parser: see `new_parser`.
        words: the words of the command line; None takes those of the process.
        name: the default file name, next to the game's levels.
        learned: trains it; gathers its data in the given way.
    """
    given = parser.parse_args(words)
    try:
        game = registry.find(given.game, "--game")
        file = given.file or levels_of(game).path / name
        with working(given):
            way = Way(given.processes, file.with_name(f"{file.name}.parts"))
            weights, sentence = learned(game, given, way)
        write(file, weights, game)
        way.forget()
    except BrokenProcessPool:
        parser.error("A process that was playing was killed; the same command resumes from the saved results.")
    except (AgentError, OptionsError, ClusterError, OSError) as error:
        parser.error(str(error))
    print(legible(f"{sentence}; {file}"))
    return 0
