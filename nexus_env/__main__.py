"""The command line: `python -m nexus_env play`, `replay`, `tournament`, `bench` and so on; each has a page of help."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import at_least, network
from nexus_env.cli.watch import show_again, watch
from nexus_env.players.by_name import BENCHMARK, LOADER, TOURNAMENT, find, refuse_missing
from nexus_env.system.processes import status_of, terminable

COMMAND = "python -m nexus_env"
PLAY_EXAMPLES = """
  play                               you against the agent contender
  play greedy me random --barge 4    three seats, yours is the second
  play me me --record duel.txt       two people at one keyboard
  play me me --set windows=held      the same, and who is asked does not show who holds a card
  play --resume                      go on with the bout played last
"""
WATCH_EXAMPLES = """
  watch greedy random                agents alone, a step at a time
  watch greedy greedy random random --seed 7 --delay 0
  watch runs/duel/agent.onnx greedy --barge 4 --stock my_cards/
  watch greedy random --record bout.txt --picture bout.svg
  watch legend greedy --set windows=held --set influence_cards=0
"""
TABLE_EXAMPLES = """
  table                              a duel at a real table: a person against the agent contender
  table --seats 3 --ai 2=greedy --barge 4 --stock my_cards/ --record tuesday.txt
  table --resume tuesday.txt         go on where it was
  table --cards program              the program deals the influence cards, each person looks at its own on the screen
"""
REPLAY_EXAMPLES = """
  replay bout.txt --to 20            the bout as it was played, up to its 20th turn
  replay bout.txt --json             the same transcript as JSON
  replay bout.txt --compare other.txt
"""
WARM_EXAMPLES = """
  warm                               compile everything now, so that nothing else waits for it
"""
BENCH_EXAMPLES = """
  bench                              decisions a second, with one thread and with two
  bench --json bench.json --seats 4  the figures for programs, too
  bench --compare                    beside other libraries' games, on one core
  bench --scale docs/speed.svg       from one bout to 65,536, as a table and a plot
"""
FUZZ_EXAMPLES = """
  fuzz --decisions 100_000_000 --processes 2
  fuzz --case 17 --bout 123          one bout of an earlier run again
"""
BALANCE_EXAMPLES = """
  balance --agent greedy --bouts 5000 --processes 2 --out runs/balance
  balance --stock my_cards/ --seats 4
"""
TOURNAMENT_EXAMPLES = """
  tournament random greedy runs/duel/agent.onnx --processes 2
  tournament random greedy mine:agent --seats 3 --bouts 300 --out runs/three
  tournament random greedy --decide --set barge=4 --set influence_cards=0
  tournament random greedy runs/duel/agent.onnx --bouts 4000 --until 0.04
"""
BENCHMARK_EXAMPLES = """
  benchmark runs/duel/agent.onnx --processes 2
  benchmark mine:agent --quick       docs/benchmark.md has an agent in ten lines
"""
VALIDATE_EXAMPLES = """
  validate my_cards/                 every mistake in a folder of cards of your own; docs/cards.md explains the files
"""
SERVE_EXAMPLES = """
  serve                              bouts for people and agents: opens at http://127.0.0.1:8000/
  serve --host 0.0.0.0 --port 9000 --agent veteran=runs/duel/agent.onnx
  serve --stdio                      messages line by line, for a front end that starts it
  serve --store postgresql+psycopg://user@host/bouts
"""
ALL_EXAMPLES = (
    *(PLAY_EXAMPLES, WATCH_EXAMPLES, TABLE_EXAMPLES, REPLAY_EXAMPLES, TOURNAMENT_EXAMPLES, BENCHMARK_EXAMPLES),
    *(WARM_EXAMPLES, BENCH_EXAMPLES, FUZZ_EXAMPLES, BALANCE_EXAMPLES, VALIDATE_EXAMPLES, SERVE_EXAMPLES),
)


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the commands; mistakes are told in one sentence."""
    arguments = read_arguments(words)
    try:
        with terminable():
            status: int = arguments.run(arguments)
        sys.stdout.flush()  # a full disk is told now, and not by Python when it ends
    except BrokenPipeError:  # whoever was told has heard enough
        _tell_nobody()
        return 1
    except (ValueError, OSError) as error:  # OSError: a file
        print(error, file=sys.stderr)
        if isinstance(error, OSError):
            _tell_nobody()
        return 2
    except KeyboardInterrupt as stop:
        print()
        return status_of(stop)
    return status


def _tell_nobody() -> None:
    """What is still to be printed goes nowhere, if it can go nowhere else: Python would try it again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line as a namespace; its `run` carries the command out."""
    parser = argparse.ArgumentParser(
        prog=COMMAND, epilog=_examples("".join(ALL_EXAMPLES)), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for add in COMMANDS:
        add(commands)
    return parser.parse_args(words)


def _examples(lines: str) -> str:
    """What a page of help ends with."""
    return "\n".join(["examples:", *(f"  {COMMAND} {line.strip()}" for line in lines.splitlines() if line.strip())])


def _add(commands: Any, name: str, run: Callable[[argparse.Namespace], int], meaning: str, examples: str) -> Any:
    """A command with a page of help of its own."""
    parser = commands.add_parser(
        name,
        help=meaning,
        description=f"{meaning[0].upper()}{meaning[1:]}.",
        epilog=_examples(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


# --- the arguments of each command ------------------------------------------------------------------------------------


def _add_play(commands: Any) -> None:
    meaning = "play a bout in the terminal, against agents or several people at one keyboard"
    play = _add(commands, "play", _play, meaning, PLAY_EXAMPLES)
    play.add_argument(
        "agents",
        nargs="*",
        metavar="SEAT",
        help="who sits where: me, or an agent by its name, as survivor, veteran or search:300, a path ending in .onnx, "
        "or module:name "
        "(default: me contender); agents alone are watched",
    )
    _add_bout(play)
    play.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=Path(),
        metavar="FILE",
        help="go on with the bout of a transcript (default: the last one)",
    )
    play.add_argument(
        "--every-window", action="store_true", help="ask people between any two commands of another seat, too"
    )


def _add_watch(commands: Any) -> None:
    watching = _add(commands, "watch", watch, "watch agents play a bout, in plain text", WATCH_EXAMPLES)
    watching.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help="two to four: survivor, veteran, search:300 or another name, a path ending in .onnx, or module:name",
    )
    _add_bout(watching)


def _add_bout(parser: Any) -> None:
    """What is agreed for a bout that is played or watched."""
    parser.add_argument(
        "--seed", type=at_least(0), metavar="N", help="the same seed gives the same dice (default: any)"
    )
    parser.add_argument(
        "--delay",
        type=at_least(0, float),
        default=0.5,
        metavar="SECONDS",
        help="between steps of agents (default 0.5; 0 is as fast as it goes)",
    )
    parser.add_argument("--barge", default="1", help='"1" to "8", "roll" or "open" (default 1)')
    _add_rules(parser)
    _add_stock(parser)
    _add_loader(parser)
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the bout down as a transcript, for replay")
    parser.add_argument(
        "--steps", type=at_least(0), metavar="N", help="of agents alone: stop after so many decisions (default: never)"
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="of agents alone: the last table as an SVG picture"
    )


def _add_table(commands: Any) -> None:
    meaning = "lead a bout at a real table: people roll the dice and move the figures, agents say what they do"
    table = _add(commands, "table", _lead, meaning, TABLE_EXAMPLES)
    _add_seats(table)
    table.add_argument(
        "--ai",
        action="append",
        type=read_ai,
        metavar="SEAT=AGENT",
        help="who plays a seat, from 0; people play the others (default: contender plays the last one)",
    )
    table.add_argument(
        "--cards",
        choices=("table", "program", "none"),
        default="table",
        help="who deals the influence cards: people, from the real deck, or the program (default table)",
    )
    table.add_argument("--deal", choices=("draft", "random"), default="draft", help="of lanistas and motivations")
    table.add_argument(
        "--barge", default="1", help='"1" to "8", "roll", "open", or a file with eight drawn rows (default 1)'
    )
    _add_rules(table)
    _add_stock(table)
    _add_loader(table)
    table.add_argument("--seed", type=at_least(0), metavar="N", help="where agents take their chance from")
    table.add_argument("--no-pause", action="store_true", help="do not wait after each command of an agent")
    file = table.add_mutually_exclusive_group()
    file.add_argument("--record", type=Path, metavar="FILE", help="the transcript (default: table-DATE-TIME.txt)")
    file.add_argument("--resume", type=Path, metavar="FILE", help="go on with the bout of this transcript")


def read_ai(word: str) -> tuple[int, str]:
    """A seat and the name of its agent, as `2=greedy`."""
    seat, equals, name = word.partition("=")
    if not (equals and seat.isdigit() and name):
        raise argparse.ArgumentTypeError(f"found {word!r}, expected a seat and an agent, as 2=greedy")
    return int(seat), name


def _add_replay(commands: Any) -> None:
    meaning = "show a bout from its transcript again, and check that it comes out the same"
    replay = _add(commands, "replay", show_again, meaning, REPLAY_EXAMPLES)
    replay.add_argument("file", type=Path, metavar="FILE", help="a transcript, as text or JSON")
    replay.add_argument("--to", type=at_least(0), metavar="N", help="stop after N turns (default: all)")
    instead = replay.add_mutually_exclusive_group()
    instead.add_argument("--json", action="store_true", help="print the transcript as JSON instead of telling the bout")
    instead.add_argument(
        "--compare", type=Path, metavar="OTHER", help="print the first difference from another transcript instead"
    )
    replay.add_argument(
        "--any-version", action="store_true", help="try a transcript of other rules or cards than these, too"
    )


def _add_warm(commands: Any) -> None:
    _add(commands, "warm", _compile, "compile everything that is not compiled yet", WARM_EXAMPLES)


def _add_bench(commands: Any) -> None:
    bench = _add(commands, "bench", _measure, "measure decisions a second of random legal play", BENCH_EXAMPLES)
    bench.add_argument(
        "--seconds", type=at_least(0.01, float), default=3.0, help="how long each line is measured (default 3)"
    )
    bench.add_argument(
        "--bouts", type=at_least(1), default=1024, help="the size of the batch (default 1024); not of --scale"
    )
    bench.add_argument("--threads", type=at_least(1), default=2, help="in the lines that use several (default 2)")
    _add_seats(bench)
    bench.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, too")
    instead = bench.add_mutually_exclusive_group()
    instead.add_argument("--compare", action="store_true", help="measure beside the peers that are installed instead")
    instead.add_argument(
        "--scale",
        type=Path,
        metavar="FILE",
        help="measure from 1 to 65,536 bouts instead, and plot that as SVG; takes 5 GB of memory",
    )


def _add_fuzz(commands: Any) -> None:
    meaning = "random legal play over all kinds of bouts, in search of a broken law"
    fuzz = _add(commands, "fuzz", _try_laws, meaning, FUZZ_EXAMPLES)
    fuzz.add_argument(
        "--decisions", type=at_least(1), default=10_000_000, metavar="N", help="how many at least (default 10_000_000)"
    )
    _add_chance(fuzz)
    fuzz.add_argument(
        "--case", type=at_least(0), metavar="N", help="with --bout: show one bout of an earlier run again"
    )
    fuzz.add_argument("--bout", type=at_least(0), metavar="N", help="the seed of that bout")


def _add_balance(commands: Any) -> None:
    meaning = "how each card, weapon and barge moves the rate of winning"
    balance = _add(commands, "balance", _weigh, meaning, BALANCE_EXAMPLES)
    balance.add_argument(
        "--agent", default="greedy", help="who plays every seat: as for play, by its name (default greedy)"
    )
    balance.add_argument("--bouts", type=at_least(1), default=2000, help="how many (default 2000)")
    _add_seats(balance)
    _add_stock(balance)
    balance.add_argument("--barge", default="roll", help='as for play (default "roll": any of the eight)')
    balance.add_argument(
        "--deal",
        default="random",
        help='"random", or "draft": the agent chooses lanista and motivation (default random)',
    )
    _add_chance(balance)
    balance.add_argument(
        "--out", type=Path, default=Path("runs/balance"), metavar="FOLDER", help="for the page (default runs/balance)"
    )
    _add_loader(balance)


def _add_tournament(commands: Any) -> None:
    meaning = "let agents play each other, and rate them"
    tournament = _add(commands, "tournament", _rate, meaning, TOURNAMENT_EXAMPLES)
    tournament.add_argument("agents", nargs="+", metavar="AGENT", help="at least two: as for play, by their names")
    _add_seats(tournament)
    tournament.add_argument(
        "--bouts", type=at_least(1), default=1000, metavar="N", help="for those who meet, at most (default 1000)"
    )
    tournament.add_argument(
        "--until",
        type=at_least(0, float),
        default=0.0,
        metavar="WIDTH",
        help="they need no more once the 95 %% interval of the score, 0 to 1, is no wider (default: all bouts)",
    )
    tournament.add_argument("--decide", action="store_true", help="nor once it is known who is better")
    _add_rules(tournament)
    _add_chance(tournament)
    _add_out(tournament, Path("runs/tournament"))
    _add_loader(tournament)


def _add_benchmark(commands: Any) -> None:
    meaning = "how good an agent is: the Lanista Benchmark, against a fixed panel on every barge"
    benchmark = _add(commands, "benchmark", _examine, meaning, BENCHMARK_EXAMPLES)
    benchmark.add_argument("agent", metavar="AGENT", help="as for play, by its name")
    benchmark.add_argument("--quick", action="store_true", help="a quarter of the bouts: intervals twice as wide")
    benchmark.add_argument(
        "--bouts", type=at_least(1), metavar="N", help="duels against each rival (default: as the benchmark says)"
    )
    _add_chance(benchmark, None)
    _add_out(benchmark, None)
    _add_loader(benchmark)


def _add_validate(commands: Any) -> None:
    meaning = "check a folder of stock files: cards, weapons, lanistas, motivations, barges"
    check = _add(commands, "validate", _validate, meaning, VALIDATE_EXAMPLES)
    check.add_argument("folder", metavar="FOLDER", help="where influence.toml, turning_points.toml and so on lie")


def _add_serve(commands: Any) -> None:
    serve = _add(
        commands, "serve", _serve, "bouts for people and agents, in the browser and for programs", SERVE_EXAMPLES
    )
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (default 127.0.0.1: this machine)")
    serve.add_argument("--port", type=at_least(0), default=8000, help="default 8000; 0 is any that is free")
    serve.add_argument("--stdio", action="store_true", help="talk over standard input and output instead")
    serve.add_argument(
        "--store",
        default="bouts.db",
        metavar="STORE",
        help="where bouts are kept: FILE.db, or a URL (default bouts.db)",
    )
    serve.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="NAME=AGENT",
        help="another opponent, by the name people will see",
    )
    serve.add_argument(
        "--rate",
        type=at_least(0, float),
        default=50.0,
        metavar="N",
        help="messages a second that one address may send in the long run (default 50; 0 is any number)",
    )
    serve.add_argument(
        "--proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy before the service, or a network of them, whose X-Forwarded-For is believed (default none)",
    )
    serve.add_argument(
        "--seed",
        type=at_least(0),
        metavar="N",
        help="of each bout and choice for which nobody names one, to test a front end (default: any)",
    )
    serve.add_argument("--inherited", type=int, help=argparse.SUPPRESS)  # a socket, from a process that compiles
    _add_loader(serve)


def _add_seats(parser: Any) -> None:
    parser.add_argument("--seats", type=int, default=2, help="2 to 4 (default 2)")


def _add_rules(parser: Any) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULE=VALUE", help="an option of the game; may come again"
    )


def _add_stock(parser: Any) -> None:
    parser.add_argument(
        "--stock", default="", metavar="FOLDER", help="cards of your own (default: those that come along)"
    )


def _add_loader(parser: Any) -> None:
    parser.add_argument(
        "--loader", default=LOADER, help=f"the function that finds an agent by its name (default {LOADER})"
    )


def _add_out(parser: Any, folder: Path | None) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=folder,
        metavar="FOLDER",
        help=f"for the results and the page (default {folder or 'runs/benchmark/ and the name'})",
    )
    parser.add_argument("--fresh", action="store_true", help="forget the results that the folder holds")


def _add_chance(parser: Any, seed: int | None = 0) -> None:
    parser.add_argument(
        "--processes", type=at_least(1), default=1, metavar="N", help="how many play side by side (default 1)"
    )
    meaning = f"where all chance comes from (default {'as the benchmark says' if seed is None else seed})"
    parser.add_argument("--seed", type=at_least(0), default=seed, metavar="N", help=meaning)


COMMANDS = (
    *(_add_play, _add_watch, _add_table, _add_replay, _add_serve, _add_tournament, _add_benchmark),
    *(_add_warm, _add_bench, _add_fuzz, _add_balance, _add_validate),
)


# --- the commands that are no more than a call ------------------------------------------------------------------------


def _compile(arguments: argparse.Namespace) -> int:
    """Fill the cache of machine code."""
    from nexus_env.games.nexus import NEXUS
    from nexus_env.tools.warm import warm

    print(warm(NEXUS))
    return 0


def _play(arguments: argparse.Namespace) -> int:
    """Open the terminal app, or show agents that play among themselves."""
    from nexus_env.cli import play

    if not play.has_people(arguments):
        return watch(arguments)
    if arguments.steps is not None or arguments.picture:
        raise ValueError("play: --steps and --picture are for agents alone: see watch --help.")
    return play.run(arguments)


def _lead(arguments: argparse.Namespace) -> int:
    """Host a bout at a real table."""
    from nexus_env.cli.table import run

    return run(arguments)


def _measure(arguments: argparse.Namespace) -> int:
    """Print the figures of the environment and the batch, or those of peers or sizes beside them."""
    from nexus_env.cli.bench import Wish, run
    from nexus_env.games.nexus import NEXUS

    run(NEXUS, Wish(**{field.name: getattr(arguments, field.name) for field in fields(Wish)}))
    return 0


def _try_laws(arguments: argparse.Namespace) -> int:
    """Play at random, or one bout again; 1 if a law was broken."""
    from nexus_env.games.nexus import NEXUS
    from nexus_env.tools import fuzz

    if (arguments.case is None) != (arguments.bout is None):
        raise ValueError("fuzz: --case and --bout belong together; one of them is missing.")
    if arguments.case is not None:
        return fuzz.again(NEXUS, arguments.case, arguments.bout)
    return fuzz.run(NEXUS, arguments.decisions, arguments.seed, arguments.processes)


def _weigh(arguments: argparse.Namespace) -> int:
    """Print and write the balance report."""
    from nexus_env.games.nexus import NEXUS
    from nexus_env.games.nexus.checks.balance_facts import LEDGER
    from nexus_env.tools import balance

    options = {name: getattr(arguments, name) for name in ("seats", "barge", "deal", "stock")}
    plan = balance.Plan(NEXUS, LEDGER, arguments.agent, options, arguments.seed, arguments.loader)
    balance.run(plan, arguments.bouts, arguments.processes, arguments.out)
    return 0


def _rate(arguments: argparse.Namespace) -> int:
    """Hold a tournament."""
    refuse_missing("tournament", ("filelock", "matplotlib", "openskill", "rich"))
    status: int = find(TOURNAMENT, "the tournament")(arguments)
    return status


def _examine(arguments: argparse.Namespace) -> int:
    """Play the benchmark."""
    refuse_missing("benchmark", ("filelock", "matplotlib", "openskill", "rich"))
    status: int = find(BENCHMARK, "the benchmark")(arguments)
    return status


def _serve(arguments: argparse.Namespace) -> int:
    """Serve until it is stopped."""
    from nexus_env.cli.serve import serve

    return serve(arguments)


def _validate(arguments: argparse.Namespace) -> int:
    """Print every mistake in a folder of stock files, or what it brings; 1 if there is a mistake."""
    from nexus_env.games.nexus.cards.stock import validate

    lines, status = validate(arguments.folder or ".")
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    raise SystemExit(main())
