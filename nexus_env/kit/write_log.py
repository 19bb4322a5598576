"""Write `log.pyi`, from which editors and type checkers know the functions of a game's log: see `kit.log`.

python -m nexus_env.kit.write_log nexus_env/games/nexus
"""

from collections.abc import Sequence
from pathlib import Path

from nexus_env.kit import log
from nexus_env.system.argument_parser import Parser
from nexus_env.system.wording import InputError

EXAMPLES = """examples:
  python -m nexus_env.kit.write_log nexus_env/games/nexus
  python -m nexus_env.kit.write_log nexus_env/games/nexus nexus_env/games/aristeia
"""


def stubs(folder: Path) -> dict[Path, str]:
    """The text of each such file of a game.

    Raises:
        InputError: an `events.toml` does not fit, or has columns of both kinds of rows.
    """
    return {path.with_name("log.pyi"): _read(path).stub() for path in folder.rglob(log.FILE)}


def _read(path: Path) -> log.Events:
    """The events of a file, whose rows are of seats or of units."""
    try:
        return log.read_events(path, log.OF_SEATS)
    except InputError as error:
        of_seats = error
    try:
        return log.read_events(path, log.OF_UNITS)
    except InputError as of_units:
        if str(of_units) == str(of_seats):
            raise
        raise InputError(
            f"{path}: got rows of neither kind; expected rows of seats, but {of_seats} Or of units, but {of_units}"
        ) from None


def main(words: Sequence[str] | None = None) -> None:
    """Write the files of the games in some folders."""
    parser = Parser(
        prog="python -m nexus_env.kit.write_log",
        description="Regenerate log.pyi, beside the events.toml of a game.",
        epilog=EXAMPLES,
    )
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="of a game: nexus_env/games/nexus")
    for folder in parser.parse_args(words).folders:
        try:
            found = stubs(folder)
        except ValueError as error:
            parser.error(str(error))
        if not found:
            parser.error(f"{folder}: got no {log.FILE}; expected the folder of a game that has one")
        for path, text in found.items():
            path.write_text(text, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
