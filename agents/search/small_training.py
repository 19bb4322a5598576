"""Train the small networks of the search; `small_networks` runs them."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.model_files import write_zip
from nexus_env.agents.report import RunProgress
from nexus_env.agents.search.small_networks import read_shallow
from nexus_env.contract.game import Game
from nexus_env.reports.console import PlainConsole

BATCH, RATE = 2048, 4e-3
REST = 20  # one in this many rows, the last ones, is held out


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
    with RunProgress(PlainConsole(stderr=True)) as watch:
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
