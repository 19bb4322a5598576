"""How the small networks of the search learn: see `search_shallow` for how they are asked."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from agents.checksum import write_zip
from agents.learning.report import Watch
from agents.search.small_networks import read_shallow
from nexus_env.game.contract import Game

BATCH, RATE = 2048, 4e-3
REST = 20  # of so many rows one, the last ones, is not learned from


def fit(
    seen: NDArray[np.int8],
    outputs: int,
    loss: Callable[[Any, slice], Any],
    game: Game,
    hidden: int,
    seed: int,
    epochs: int,
) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """Let a network of so many hidden units learn.

    Args:
        seen: int8 [n, size], what a seat saw.
        outputs: how many numbers the network says.
        loss: of what it says, a float32 tensor [k, outputs], about these rows: a tensor of one number.
        game: says what whole numbers stand for.
        hidden: units.
        seed: of the first weights, and of the order.
        epochs: how often each row is learned from.

    Returns:
        the weights, as `search_shallow.read_shallow` reads them, and what the network says about the last rows, which
        it did not learn from: float32 [rest, outputs].
    """
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    inner, heads = torch.nn.Linear(seen.shape[1], hidden), torch.nn.Linear(hidden, outputs)
    network, scales = torch.nn.Sequential(inner, torch.nn.ReLU(), heads), torch.from_numpy(game.observation_scales)
    batches = max(1, len(seen) * (REST - 1) // REST // BATCH)
    steps = epochs * batches
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1)
    with Watch(Console(stderr=True)) as watch:
        for step, batch in enumerate(np.random.default_rng(seed).permutation(np.tile(np.arange(batches), epochs))):
            rows = slice(batch, batches * BATCH, batches)  # far apart, so of different bouts
            missed = loss(network(torch.from_numpy(seen[rows]).float() * scales), rows)
            optimizer.zero_grad()
            missed.backward()
            optimizer.step()
            schedule.step()
            if step % 50 == 0:
                watch.show(step / steps, f"loss {float(missed.detach()):.3f}")
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
    """Write a file that `search_shallow.read_shallow` reads, in one step and with a checksum.

    Raises:
        AgentError: the search could not read it.
        WriteError: it cannot be written.
    """
    stamps: dict[str, Any] = {name: np.array(stamp) for name, stamp in game.stamps.items()}
    room = io.BytesIO()
    np.savez_compressed(room, **weights, **stamps)
    write_zip(path, room.getvalue(), lambda partial: read_shallow(partial, game))
