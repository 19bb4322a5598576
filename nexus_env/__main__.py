"""The command line: `python -m nexus_env play`, `replay`, `bench` and `fuzz`."""

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import nexus_env
from nexus_env import transcript
from nexus_env.contract import Game
from nexus_env.env import Arena
from nexus_env.games.nexus.picture import svg
from nexus_env.loading import LOADER, find_loader
from nexus_env.options import WORDS
from nexus_env.transcript import Transcript, TranscriptError

EXAMPLES = """examples:
  python -m nexus_env play greedy random                 watch a duel, a step at a time
  python -m nexus_env play greedy greedy random random --seed 7 --delay 0
  python -m nexus_env play runs/duel/agent.onnx greedy --barge 4
  python -m nexus_env play greedy random --record bout.txt
  python -m nexus_env replay bout.txt --to 20            the bout as it was played, up to its 20th turn
  python -m nexus_env replay bout.txt --json             the same transcript as JSON
  python -m nexus_env bench                              decisions a second, beside PettingZoo's own games
  python -m nexus_env fuzz --decisions 100_000_000 --processes 2
  python -m nexus_env validate my_cards/                 every mistake in a folder of cards of your own
  python -m nexus_env balance --agent greedy --bouts 5000 --processes 2 --out runs/balance
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the commands; mistakes are told in one sentence."""
    arguments = read_arguments(words)
    try:
        if arguments.command == "play":
            watch(arguments)
        elif arguments.command == "replay":
            show_again(arguments)
        elif arguments.command == "fuzz":
            return try_laws(arguments)
        elif arguments.command == "balance":
            weigh(arguments)
        elif arguments.command == "validate":
            return validate(arguments.folder)
        else:
            measure(arguments.seconds, arguments.bouts, arguments.seats)
    except (ValueError, OSError) as error:  # OSError: a file
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
    play.add_argument(
        "--record", type=Path, default=None, metavar="FILE", help="write the bout down as a transcript, for replay"
    )
    _add_replay(commands)
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
    _add_balance(commands)
    _add_validate(commands)
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


def _add_replay(commands: Any) -> None:
    """The arguments of `replay`."""
    replay = commands.add_parser(
        "replay",
        help="show a bout from its transcript again, and check that it comes out the same",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a transcript, as text or JSON")
    replay.add_argument("--to", type=at_least(0), default=None, metavar="N", help="stop after N turns (default: all)")
    replay.add_argument("--json", action="store_true", help="print the transcript as JSON instead of telling the bout")
    replay.add_argument(
        "--compare", type=Path, default=None, metavar="OTHER", help="print the first difference from another transcript"
    )
    replay.add_argument(
        "--any-version", action="store_true", help="try a transcript of other rules or cards than these, too"
    )


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


def _add_validate(commands: Any) -> None:
    """The arguments of `validate`."""
    example = "example:\n  python -m nexus_env validate my_cards/\n\ndocs/cards.md says what the files hold."
    check = commands.add_parser(
        "validate",
        help="check a folder of stock files: cards, weapons, lanistas, motivations, barges",
        epilog=example,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("folder", help="where influence.toml, turning_points.toml and so on lie")


def validate(folder: str) -> int:
    """Print every mistake in a folder of stock files, or what it brings; 1 if there is a mistake."""
    from nexus_env.games.nexus.stock import validate

    lines, status = validate(folder)
    print("\n".join(lines))
    return status


def _add_balance(commands: Any) -> None:
    """The arguments of `balance`."""
    balance = commands.add_parser("balance", help="how each card, weapon and barge moves the rate of winning")
    balance.add_argument(
        "--agent", default="greedy", help="who plays every seat: as for play, by its name (default greedy)"
    )
    balance.add_argument("--bouts", type=at_least(1), default=2000, help="how many (default 2000)")
    balance.add_argument("--seats", type=int, default=2, help="2 to 4 (default 2)")
    balance.add_argument(
        "--stock", default="", metavar="FOLDER", help="cards of your own (default: those that come along)"
    )
    balance.add_argument("--barge", default="roll", help='as for play (default "roll": any of the eight)')
    balance.add_argument(
        "--deal",
        default="random",
        help='"random", or "draft": the agent chooses lanista and motivation (default random)',
    )
    balance.add_argument("--seed", type=at_least(0), default=0, help="where all chance comes from (default 0)")
    balance.add_argument("--processes", type=at_least(1), default=1, help="how many play side by side (default 1)")
    balance.add_argument(
        "--out", type=Path, default=Path("runs/balance"), metavar="FOLDER", help="for the page (default runs/balance)"
    )
    balance.add_argument(
        "--loader", default=LOADER, help=f"the function that finds an agent by its name (default {LOADER})"
    )


def weigh(arguments: argparse.Namespace) -> None:
    """Print and write the balance report."""
    from nexus_env import balance
    from nexus_env.games.nexus import NEXUS
    from nexus_env.games.nexus.balance import LEDGER

    options = {name: getattr(arguments, name) for name in ("seats", "barge", "deal", "stock")}
    plan = balance.Plan(NEXUS, LEDGER, arguments.agent, options, arguments.seed, arguments.loader)
    balance.run(plan, arguments.bouts, arguments.processes, arguments.out)


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
    if arguments.record and not arguments.record.parent.is_dir():
        raise ValueError(f"--record {arguments.record}: found no folder {arguments.record.parent}.")
    arena: Arena = nexus_env.raw_env(seats=len(names), barge=arguments.barge)
    load = find_loader(arguments.loader)
    agents = {f"player_{seat}": load(name, arena.game) for seat, name in enumerate(names)}
    for seat, name in enumerate(names):
        print(f"player_{seat} is {name}")
    rng = np.random.default_rng(seed)
    arena.reset(seed=int(rng.integers(2**31)) if seed is None else seed)
    try:
        _play(arena, agents, rng, arguments)
    finally:  # an interrupted bout is worth keeping too
        if arguments.record:
            arguments.record.write_text(transcript.write(transcript.of_env(arena, names)), encoding="utf-8")
    print(arena.game.words.board(arena.bout))
    print(arena.game.words.question(arena.bout))
    if arguments.record:
        print(f"The bout as a transcript: {arguments.record}")
    if arguments.picture:
        arguments.picture.write_text(svg(arena.bout), encoding="utf-8")
        print(f"The table as a picture: {arguments.picture}")


def _play(arena: Arena, agents: dict[str, Any], rng: np.random.Generator, arguments: argparse.Namespace) -> None:
    """Let the agents decide, and tell each decision."""
    for step, agent in enumerate(arena.agent_iter()):
        observation, _, terminated, truncated, _ = arena.last()
        if terminated or truncated or step == arguments.steps:
            break
        seen, mask = observation["observation"][None], observation["action_mask"][None]
        chosen = np.asarray(agents[agent].choose(seen, mask, rng))
        if chosen.shape != (1,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{agent}: choose gave {chosen.dtype} {list(chosen.shape)}, expected whole numbers [1].")
        before = arena.bout
        arena.step(chosen[0])
        tell(arena.game, f"{agent}: {arena.game.words.spell(before, int(chosen[0]))}", arena.bout)
        if arguments.delay > 0:
            time.sleep(arguments.delay)


def tell(game: Game, turn: str, bout: Any) -> None:
    """Print a turn in its own spelling, what came of it, and the board when a round begins."""
    sentences = game.words.sentences(bout)
    print(turn)
    for sentence in sentences:
        if not sentence.startswith(f"{turn.partition(':')[0]}: "):  # the command stands in the turn already
            print(sentence)
    if any(sentence.startswith("- ") for sentence in sentences):
        print(game.words.board(bout))
    sys.stdout.flush()


def show_again(arguments: argparse.Namespace) -> None:
    """Replay a transcript; of a damaged one all that stands before the damage, which is told at the end."""
    damage, read = None, None
    try:
        read = transcript.read(arguments.file.read_text(encoding="utf-8", errors="replace"))
    except TranscriptError as error:
        damage, read = error, error.transcript
    if read is not None and arguments.compare:
        other = transcript.read(arguments.compare.read_text(encoding="utf-8", errors="replace"))
        print(transcript.difference(read, other) or "The two bouts are alike.")
    elif read is not None:
        _replay(read, arguments)
    if damage:
        raise damage


def _replay(read: Transcript, arguments: argparse.Namespace) -> None:
    """Tell the bout, or print as JSON what can be played of it."""
    from nexus_env.games.nexus import NEXUS

    turns = 0
    try:
        for turn, sitting in transcript.steps(NEXUS, read, arguments.to, any_version=arguments.any_version):
            turns += turn is not None
            if turn and not arguments.json:
                tell(NEXUS, f"{turn} {{{turn.comment}}}" if turn.comment else str(turn), sitting.bout)
    finally:
        if arguments.json:
            print(transcript.write_json(read.up_to(turns)), end="")
    if not arguments.json:
        print(NEXUS.words.board(sitting.bout))
        print(NEXUS.words.question(sitting.bout))


def measure(seconds: float, bouts: int, seats: int) -> None:
    """Print the figures of the environment and the batch."""
    from nexus_env.bench import bench
    from nexus_env.games.nexus import NEXUS

    print(bench(NEXUS, seconds, bouts, seats=seats))


if __name__ == "__main__":
    raise SystemExit(main())
