"""The command line: `python -m nexus_env play`, `bench` and `fuzz`."""

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import nexus_env
from nexus_env.env import Arena
from nexus_env.games.nexus.picture import svg
from nexus_env.loading import LOADER, find_loader
from nexus_env.options import WORDS

EXAMPLES = """examples:
  python -m nexus_env play greedy random                 watch a duel, a step at a time
  python -m nexus_env play greedy greedy random random --seed 7 --delay 0
  python -m nexus_env play runs/duel/agent.onnx greedy --barge 4
  python -m nexus_env bench                              decisions a second, beside PettingZoo's own games
  python -m nexus_env fuzz --decisions 100_000_000 --processes 2
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the commands; mistakes are told in one sentence."""
    arguments = read_arguments(words)
    try:
        if arguments.command == "play":
            watch(arguments)
        elif arguments.command == "fuzz":
            return try_laws(arguments)
        else:
            measure(arguments.seconds, arguments.bouts, arguments.seats)
    except (ValueError, OSError) as error:  # OSError: the picture's file
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return 130
    return 0


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line as a namespace."""
    parser = argparse.ArgumentParser(
        prog="python -m nexus_env", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser(
        "play", help="watch agents play a bout", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    play.add_argument(
        "agents", nargs="+", metavar="AGENT", help="two to four: random, greedy, a path ending in .onnx, or module:name"
    )
    play.add_argument("--seed", type=at_least(0), default=None, help="the same seed shows the same bout (default: any)")
    play.add_argument(
        "--delay",
        type=at_least(0, float),
        default=0.5,
        help="seconds between steps (default 0.5; 0 is as fast as it goes)",
    )
    play.add_argument("--barge", default="1", help='"1" to "8", "roll" or "open" (default 1)')
    play.add_argument(
        "--loader", default=LOADER, help=f"the function that finds an agent by its name (default {LOADER})"
    )
    play.add_argument(
        "--steps", type=at_least(0), default=None, help="stop after so many decisions (default: at the end)"
    )
    play.add_argument(
        "--picture", type=Path, default=None, metavar="FILE", help="write the last table as an SVG picture"
    )
    bench = commands.add_parser(
        "bench",
        help="measure decisions a second",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    bench.add_argument(
        "--seconds", type=at_least(0, float), default=3.0, help="how long each line is measured (default 3)"
    )
    bench.add_argument("--bouts", type=at_least(1), default=1024, help="the size of the batch (default 1024)")
    bench.add_argument("--seats", type=int, default=2, help="2 to 4 (default 2)")
    _add_fuzz(commands)
    return parser.parse_args(words)


def at_least(least: int, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """What reads a word of the command line as a number from `least` up."""

    def read(word: str) -> float:
        try:
            found = kind(word)
        except ValueError:
            found = math.nan
        if not least <= found < math.inf:
            raise argparse.ArgumentTypeError(f"found {word!r}, expected {WORDS[kind]} of at least {least}")
        return found

    return read


def _add_fuzz(commands: Any) -> None:
    """The arguments of `fuzz`."""
    fuzz = commands.add_parser("fuzz", help="random legal play over all kinds of bouts, in search of a broken law")
    fuzz.add_argument(
        "--decisions", type=at_least(1), default=10_000_000, help="how many at least (default 10_000_000)"
    )
    fuzz.add_argument("--processes", type=at_least(1), default=1, help="how many play side by side (default 1)")
    fuzz.add_argument("--seed", type=at_least(0), default=0, help="where all chance comes from (default 0)")
    fuzz.add_argument(
        "--case", type=at_least(0), default=None, help="with --bout: show one bout of an earlier run again"
    )
    fuzz.add_argument("--bout", type=at_least(0), default=None, help="the seed of that bout")


def try_laws(arguments: argparse.Namespace) -> int:
    """Play at random, or one bout again; 1 if a law was broken."""
    from nexus_env import fuzz
    from nexus_env.games.nexus import NEXUS

    if (arguments.case is None) != (arguments.bout is None):
        raise ValueError("fuzz: --case and --bout belong together; one of them is missing.")
    if arguments.case is not None:
        return fuzz.again(NEXUS, arguments.case, arguments.bout)
    return fuzz.run(NEXUS, arguments.decisions, arguments.seed, arguments.processes)


def watch(arguments: argparse.Namespace) -> None:
    """Show one bout between the named agents: a seat each, in the order given."""
    names, seed = arguments.agents, arguments.seed
    arena: Arena = nexus_env.raw_env(seats=len(names), barge=arguments.barge)
    load = find_loader(arguments.loader)
    agents = {f"player_{seat}": load(name, arena.game) for seat, name in enumerate(names)}
    for seat, name in enumerate(names):
        print(f"player_{seat} is {name}")
    rng = np.random.default_rng(seed)
    arena.reset(seed=int(rng.integers(2**31)) if seed is None else seed)
    for step, agent in enumerate(arena.agent_iter()):
        observation, _, terminated, truncated, _ = arena.last()
        if terminated or truncated or step == arguments.steps:
            break
        seen, mask = observation["observation"][None], observation["action_mask"][None]
        chosen = np.asarray(agents[agent].choose(seen, mask, rng))
        if chosen.shape != (1,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{agent}: choose gave {chosen.dtype} {list(chosen.shape)}, expected whole numbers [1].")
        arena.step(chosen[0])
        tell(arena, arguments.delay)
    print(arena.game.words.board(arena.bout))
    print(arena.game.words.question(arena.bout))
    if arguments.picture:
        arguments.picture.write_text(svg(arena.bout), encoding="utf-8")
        print(f"The table as a picture: {arguments.picture}")


def tell(arena: Arena, delay: float) -> None:
    """Print what the last step did, and the board when a round begins."""
    sentences = arena.game.words.sentences(arena.bout)
    for sentence in sentences:
        print(sentence)
    if any(sentence.startswith("- ") for sentence in sentences):
        print(arena.game.words.board(arena.bout))
    sys.stdout.flush()
    if sentences and delay > 0:
        time.sleep(delay)


def measure(seconds: float, bouts: int, seats: int) -> None:
    """Print the figures of the environment and the batch."""
    from nexus_env.bench import bench
    from nexus_env.games.nexus import NEXUS

    print(bench(NEXUS, seconds, bouts, seats=seats))


if __name__ == "__main__":
    raise SystemExit(main())
