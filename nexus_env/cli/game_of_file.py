"""The game of a command: the one it names, that of its transcript, or the default."""

import shlex
from os.path import isfile
from pathlib import Path

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript, TranscriptError

PROGRAM = "python -m nexus_env"


def named_game(said: str | None) -> Game:
    """The game of `--game`, or the default one.

    Raises:
        OptionsError: there is no such game.
    """
    return registry.find(registry.DEFAULT if said is None else said, "--game")


def game_of_file(file: Path, said: str | None) -> Game:
    """The game of the transcript in a file; if the file cannot be read, that of `--game`: the caller reports the error.

    Raises:
        ValueError: `--game` names another one, or the game of the transcript cannot be found.
    """
    if not isfile(file):  # such as a pipe, which can be read only once
        return named_game(said)
    try:
        read: Transcript | None = transcript.read(file.read_text(encoding="utf-8", errors="replace"))
    except TranscriptError as error:
        read = error.transcript
    except (OSError, ValueError):
        read = None
    return named_game(said) if read is None else game_of(read, file, said)


def game_of(read: Transcript, file: Path, said: str | None) -> Game:
    """The game of a transcript that was read from a file. Its errors are those of `game_of_file`."""
    if said is not None:
        game = named_game(said)
        if game.name != read.game:
            raise InputError(
                f"{file}: got a transcript of {read.game!r}; expected one of {game.name!r}, the game of --game."
            )
        return game
    if read.game in registry.names():
        return registry.find(read.game, str(file))
    offered = registry.find_all(str(file), lambda _: None).values()
    game_or_none = next((game for game in offered if game.name == read.game), None)
    if game_or_none is None:
        raise InputError(
            f"{file}: got a transcript of {read.game!r}; expected one of an installed game; "
            "use --game module:NAME for any other game."
        )
    return game_or_none


def follow_up(command: str, *words: object, game: Game) -> str:
    """A command line, quoted for the shell, with `--game` if this game is not the default."""
    more = [] if game.name == registry.DEFAULT else ["--game", registry.name_of(game)]
    return " ".join(map(_quoted, [*PROGRAM.split(), *command.split(), *map(str, words), *more]))


def _quoted(word: str) -> str:
    r"""A word as a shell reads it; one with hidden characters as `$'…'`, which Bash and Zsh read."""
    if legible(word) == word:
        return shlex.quote(word)
    return "$'" + "".join(map(_escaped, word)) + "'"


def _escaped(character: str) -> str:
    number = ord(character)
    if character in "\\'":
        return f"\\{character}"
    if legible(f"a{character}") == f"a{character}":
        return character
    if 0xDC80 <= number <= 0xDCFF:  # how Python reads a byte that is no text
        return f"\\x{number - 0xDC00:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"
