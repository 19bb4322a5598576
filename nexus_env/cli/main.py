"""The entry point of the command line; each command is a module beside this one."""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from types import ModuleType

from nexus_env.cli.arguments import add_game, again_in_plain_python, fit_to, working
from nexus_env.cli.game_of_file import PROGRAM
from nexus_env.contract import registry
from nexus_env.machine.compiled import PLAIN
from nexus_env.system.argument_parser import Parser
from nexus_env.system.package import VERSION
from nexus_env.system.processes import status_of, terminable
from nexus_env.system.wording import one_line

COMMANDS = (
    *("play", "watch", "table", "replay", "serve", "mcp", "tournament", "benchmark"),
    *("train", "levels", "student", "judge", "puzzles"),
    *("warm", "bench", "fuzz", "balance", "validate"),
    *("new-game", "check-game"),
)


def main(words: Sequence[str] | None = None) -> int:
    """Run one of the commands; report an error in one sentence."""
    try:
        arguments = read_arguments(words)
        if getattr(arguments, "plain", False) and not PLAIN:
            return again_in_plain_python(sys.argv[1:] if words is None else words)
        with terminable(), working(arguments):
            status: int = arguments.run(arguments)
        sys.stdout.flush()  # a full disk is reported now, not by Python at exit
    except BrokenProcessPool as error:
        print(
            one_line(f"A worker process was killed ({error}); the same command resumes from the saved results."),
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:  # the reader has closed the pipe
        _tell_nobody()
        return 1
    except (ValueError, OSError) as error:  # OSError: from a file
        print(one_line(error), file=sys.stderr)
        if isinstance(error, OSError):
            _tell_nobody()
        return 2
    except KeyboardInterrupt as stop:
        print()
        return status_of(stop)
    return status


def _tell_nobody() -> None:
    """Redirect output to the null device if it cannot be written: Python would retry it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; the `run` of the result executes the command.

    Only the module of the named command is imported, or all of them for the help page. A command that plays a game
    has the options of the game that `--game` names.

    Raises:
        OptionsError: there is no such game.
    """
    words = list(sys.argv[1:] if words is None else words)
    game = _game_in(words)
    named = words[:1] if words and words[0] in COMMANDS else COMMANDS
    modules = {name: module_of(name) for name in named}
    parser = Parser(
        prog=PROGRAM,
        epilog=_examples("".join(module.EXAMPLES for module in modules.values()), game),
    )
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, module in modules.items():
        meaning: str = module.MEANING
        command = commands.add_parser(
            name,
            help=meaning,
            description=f"{meaning[0].upper()}{meaning[1:]}.",
            epilog=_examples(module.EXAMPLES, game),
        )
        module.add_arguments(command)
        if words[:1] == [name] and command.get_default("takes_game"):
            fit_to(command, registry.find(game, "--game"))
        command.set_defaults(run=module.run)
    return parser.parse_args(words)


def _game_in(words: Sequence[str]) -> str:
    """The game that a command line names."""
    parser = Parser(prog=" ".join([PROGRAM, *words[:1]]), add_help=False, allow_abbrev=False)
    add_game(parser)
    return str(parser.parse_known_args(words)[0].game)


def module_of(name: str) -> ModuleType:
    """The module of a command: `MEANING`, `EXAMPLES`, `add_arguments(parser)` and `run(arguments)`."""
    return import_module(f"nexus_env.cli.{name.replace('-', '_')}")


def _examples(lines: str, game: str) -> str:
    """The examples at the end of a help page, with an agent of the game, and with `--game` if it is not the default.

    `{others}` stands for agents in all seats after the first two.
    """
    found = [line.strip() for line in lines.splitlines() if line.strip()]
    if "{agent}" in lines:
        played = registry.find(game, "--game")
        others = " random" * (played.seats[-1] - 2)
        found = [line.format(agent=played.agents.fallback, others=others, most=played.seats[-1]) for line in found]
        if game != registry.DEFAULT:
            found = [line.replace(" ", f" --game {game} ", 1) for line in found]
    return "\n".join(["examples:", *(f"  {PROGRAM} {line}" for line in found)])
