"""The list of checks, and `check_game`, which makes them all: the command `python -m nexus_env check-game`."""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from nexus_env.contract.game import Game
from nexus_env.core.endless import EndlessBout
from nexus_env.system.package import install
from nexus_env.system.wording import one_line
from nexus_env.testing.driven import fewest_seats
from nexus_env.testing.extent import QUICK, USUAL, Extent
from nexus_env.testing.faults import CheckError, NotCheckedError

OPTIONAL = ("textual", "rich", "pydantic")  # of the extra `serve`


@dataclass(frozen=True)
class Check:
    """One promise of a game.

    - `chapter`: the part of the contract.
    - `promise`: what holds, in a sentence.
    - `of_seats(game, seats, extent)`: the check, made for each number of seats; or
    - `of_game(game, extent)`: the check, made once.
    """

    chapter: str
    promise: str
    of_seats: Callable[[Game, int, Extent], object] | None = None
    of_game: Callable[[Game, Extent], object] | None = None

    def run(self, game: Game, seats: int, extent: Extent) -> None:
        """Make the check.

        Raises:
            CheckError: the game does not keep the promise.
            NotCheckedError: the check cannot be made.
        """
        if self.of_seats:
            self.of_seats(game, seats, extent)
        elif self.of_game:
            self.of_game(game, extent)


@dataclass(frozen=True)
class Result:
    """The result of a check: `fault` is empty if it passed, `reason` says why it was not made.

    If `is_endless`, a bout did not end, and further checks would only wait for the next such bout.
    """

    check: Check
    fault: str = ""
    reason: str = ""
    is_endless: bool = False


def _late(place: str, **keywords: object) -> Callable[..., object]:
    """A function of this package that is imported when it is called, since some need optional packages."""
    module, name = place.split(".")

    def call(*arguments: object) -> object:
        function: Callable[..., object] = getattr(import_module(f"nexus_env.testing.{module}"), name)
        return function(*arguments, **keywords)

    return call


def _over_seeds(place: str) -> Callable[..., object]:
    """A check repeated for each seed of the extent."""

    def call(game: Game, seats: int, extent: Extent) -> None:
        for seed in range(extent.seeds):
            _late(place, seed=seed)(game, seats, extent)

    return call


def _in_the_terminal(game: Game, seats: int, extent: Extent) -> None:
    """The terminal with one person and random players, then with people alone."""
    if seats == fewest_seats(game):
        play = _late("front_ends.check_terminal")
        play(game, ("me", *["random"] * (seats - 1)))
        if seats > 1:
            play(game, ("me",) * seats)


def _drawn(game: Game, extent: Extent) -> None:
    """The drawing on a small screen and on a tall one."""
    for tall in (False, True):
        _late("front_ends.check_drawing", tall=tall)(game)


def _twice(place: str) -> Callable[..., object]:
    """A check with the game's own dice, then with dictated ones."""

    def call(game: Game, seats: int, extent: Extent) -> None:
        for dictated in (False, True):
            _late(place, dictated=dictated)(game, seats, extent)

    return call


def _own_lines_go_on(game: Game, extent: Extent) -> None:
    cases = import_module("nexus_env.testing.positions").CASES
    for case in cases if extent.compared else cases[:1]:
        _late("positions.check_own_lines_go_on")(game, extent, case)


CHECKS = (
    Check(
        "parts",
        "Actions and numbers of the observation have names.",
        of_game=lambda g, e: _late("contract.check_parts")(g),
    ),
    Check("parts", "Who is asked has a legal action, until the end.", _over_seeds("contract.check_mask")),
    Check("parts", "What is legal is carried out, and nothing else.", _late("contract.check_refusals")),
    Check("parts", "Observations are written whole, within their spans.", _over_seeds("contract.check_observations")),
    Check("parts", "The same seed gives the same bout, another one does not.", _late("contract.check_seeds")),
    Check("parts", "Each bout ends and pays every seat.", _late("contract.check_ends")),
    Check("parts", "Dictated dice lead to the same table.", _over_seeds("contract.check_dictated_dice")),
    Check("parts", "Looking changes nothing.", _late("leaks.check_looking")),
    Check("secrets", "A seat sees nothing that is hidden from it.", _over_seeds("contract.check_sight")),
    Check("secrets", "What a seat imagines depends on nothing hidden.", _over_seeds("contract.check_imagination")),
    Check("secrets", "An imagined bout can be played to its end.", _late("contract.check_imagined_bouts")),
    Check("secrets", "Nobody is told anything hidden.", _late("leaks.check_leaks")),
    Check("positions", "A position is read to the same bytes and goes on alike.", _twice("positions.check_lines")),
    Check("positions", "Every field is carried.", of_game=_late("positions.check_fields")),
    Check("positions", "Only what has gone by is left out.", of_game=_late("positions.check_past")),
    Check("positions", "A seat's own position tells nothing hidden.", _late("positions.check_own_lines")),
    Check("positions", "A seat's own position can be played on.", of_game=_own_lines_go_on),
    Check("positions", "Another version is refused.", of_game=_late("positions.check_versions")),
    Check("words", "Every legal action has a spelling of its own.", _twice("spelling.check_spelling")),
    Check("words", "Nonsense is refused in a sentence.", _twice("spelling.check_nonsense")),
    Check("words", "A command takes the price that is told.", of_game=_late("spelling.check_prices")),
    Check("front ends", "Views and happenings can be sent.", of_game=_late("front_ends.check_views")),
    Check("front ends", "Cells, pieces and panels are drawn in the terminal.", of_game=_drawn),
    Check("front ends", "A bout is played in the terminal.", _in_the_terminal),
    Check("front ends", "A bout is led at a real table.", of_game=lambda g, e: _late("real_table.check_real_table")(g)),
    Check("fuzzing", "Random play breaks no law.", of_game=_late("fuzzing.check_laws")),
    Check("machine", "Plain and compiled Python agree to the byte.", of_game=_late("digest.check_plain_python")),
)


def check_game(
    game: Game,
    *,
    quick: bool = False,
    tell: Callable[[int, int, Check], None] = lambda done, total, check: None,
) -> Iterator[Result]:
    """Make all checks of a game, and yield the result of each.

    Args:
        game: the game.
        quick: look at few bouts, and at the fewest and the most seats only.
        tell: called before each step with the number of finished steps, the number of all, and the check.
    """
    extent = QUICK if quick else USUAL
    numbers = tuple(game.seats)
    numbers = tuple(dict.fromkeys((numbers[0], numbers[-1]))) if quick else numbers
    total, done = sum(len(numbers) if check.of_seats else 1 for check in CHECKS), 0
    is_endless = False
    for check in CHECKS:
        result = Result(check, reason="a bout does not end, see above" if is_endless else "")
        for seats in numbers if check.of_seats else numbers[:1]:
            tell(done, total, check)
            done += 1
            if not result.fault and not result.reason:
                result = result_of(check, game, seats, extent)
        is_endless = is_endless or result.is_endless
        yield result


def result_of(check: Check, game: Game, seats: int, extent: Extent) -> Result:
    """Make one check; any exception from the game's own code is a fault, too."""
    try:
        check.run(game, seats, extent)
    except NotCheckedError as error:
        return Result(check, reason=str(error))
    except CheckError as error:
        return Result(check, fault=str(error))
    except EndlessBout as error:
        return Result(check, fault=f"{seats} seats, {error}", is_endless=True)
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if missing in OPTIONAL:
            return Result(check, reason=f"{missing} is missing: {install('serve')}")
        return Result(check, fault=_told(error, game, seats))
    except Exception as error:  # of the game's own code
        return Result(check, fault=_told(error, game, seats))
    return Result(check)


def _told(error: Exception, game: Game, seats: int) -> str:
    """Any error in a sentence, with the last line of the game's own files that led to it."""
    frames = traceback.extract_tb(error.__traceback__)
    home = Path(getattr(import_module(game.record.__module__), "__file__", None) or "").parent
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(home)] or frames[-1:]
    where = f"{Path(own[-1].filename).name}, line {own[-1].lineno}"
    return one_line(f"{where}, {seats} seats: got {type(error).__name__}: {error}; expected no error.")
