"""A lesson: a guided bout that a game supplies as data, with texts, dice and the turns of the others.

    title = "Your first bout"
    players = ["Novice", "Rival"]
    before = ["player_0: draw", "dice: 3 for number of player_0"]

    [options]
    seats = 2

    [[steps]]
    name = "The board"
    text = "Seven hexagons, and two units a seat."
    show = ["board"]

    [[steps]]
    name = "A strike"
    text = "Strike your rival: number and die against number and die."
    show = ["commands"]
    do = "strike"
    otherwise = "Later. A strike is worth two points."
    then = ["player_1: no", "dice: 6 for attack of player_0"]

`before`, `do` and `then` are turns, written as in transcripts. Every die is dictated, so a lesson is always the same
bout. If a change of the rules breaks a step, `scenes` fails with its name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core.session import Session, name_of
from nexus_env.system.wording import InputError, as_json, mismatch, nearest
from nexus_env.text.toml_files import read_file

PARTS = ("board", "players", "own panel", "hands", "commands", "log", "dice", "summary")
"""Parts of the table that a step may point at, besides `cell ID`, `piece ID`, `seat PLAYER` and `pile NAME`."""
PLACES = ("cell", "piece", "seat", "pile")
BEFORE = "before the first step"


class LessonError(InputError):
    """A fault in a lesson, with its step."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson.

    - `name`: its subject, in a few words; unique.
    - `text`: the text for the learner.
    - `show`: the things that it points at: `PARTS`, or something on the table by its name, such as `cell 4,5`.
    - `do`: the command that the learner gives; empty for a step that is only read.
    - `otherwise`: the answer to a learner who tries something else.
    - `then`: the turns that follow, of any seat and of the dice.
    """

    name: str
    text: str
    show: tuple[str, ...] = ()
    do: str = ""
    otherwise: str = ""
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class GuidedBout:
    """A guided bout. `learner` is the learner's seat, `players` are the names of the seats."""

    title: str
    players: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    learner: int = 0
    seed: int = 0
    minutes: int = 5
    before: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """A moment of a lesson: a step to show, or a turn that is about to be played.

    `session` is always the same object; `action` is -1 for a step that is shown.
    """

    step: int
    session: Session
    action: int = -1


def lesson_of(game: Game) -> GuidedBout | None:
    """The lesson of a game; None for a game without one.

    Raises:
        LessonError: its file is wrong.
    """
    path = game.words.about().lesson
    return None if path is None else read(path)


def read(path: Path) -> GuidedBout:
    """A lesson from its file.

    Raises:
        LessonError: there is no such file, or a key of it is wrong.
    """
    table = read_file(path, "a lesson", LessonError)
    rows = table.pop("steps", [])
    if not isinstance(rows, list) or not rows:
        raise LessonError(mismatch(f"{path}: steps", as_json(rows), "tables that begin with [[steps]]"))
    steps = tuple(_built(LessonStep, row, f"{path}: step {number}") for number, row in enumerate(rows, start=1))
    if len({step.name for step in steps}) < len(steps):
        raise LessonError(mismatch(f"{path}: steps", "two with the same name", "a different name for each"))
    lesson: GuidedBout = _built(GuidedBout, {**table, "steps": steps}, str(path))
    return lesson


def _built(kind: type, table: Any, place: str) -> Any:
    """A dataclass from a table, key by key."""
    known = {one.name: one for one in fields(kind)}
    if not isinstance(table, dict):
        raise LessonError(mismatch(place, as_json(table), "a table"))
    for key, value in table.items():
        if key not in known:
            raise LessonError(mismatch(f"{place}: {key}", "an unknown key", ", ".join(known), nearest(key, known)))
        expected = _expected(known[key].type, value)
        if expected:
            raise LessonError(mismatch(f"{place}: {key}", as_json(value), expected))
    missing = [name for name in ("title", "players", "name", "text") if name in known and not table.get(name)]
    if missing:
        raise LessonError(mismatch(f"{place}: {missing[0]}", "nothing", "a text that is not empty"))
    return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in table.items()})


def _expected(kind: Any, value: Any) -> str:
    """The expected kind of value, in words; empty if this value is of that kind."""
    if kind is str:
        return "" if isinstance(value, str) else "a text"
    if kind is int:
        return "" if type(value) is int and value >= 0 else "a whole number from 0"
    if kind == tuple[str, ...]:
        return "" if isinstance(value, list) and all(isinstance(one, str) for one in value) else "a list of texts"
    return "" if isinstance(value, dict | tuple) else "a table"


def scenes(game: Game, lesson: GuidedBout, to: int | None = None) -> Iterator[Scene]:
    """Play a lesson through the rules.

    Args:
        game: its game.
        lesson: the lesson.
        to: the index of the last step to show; None for all steps and the turns after the last one.

    Yields:
        the bout before each turn, and each step once the turns before it have been played.

    Raises:
        LessonError: the options are wrong, the seats do not fit, the last step asks for a command, the seat to act is
            not the one in the lesson, or a command is not legal.
    """
    place = f"lesson of {game.name}"
    try:
        options = game.read_options(**lesson.options)
    except (ValueError, TypeError) as error:
        raise LessonError(f"{place}: {error}") from error
    session = Session(game, options, seed=lesson.seed, dictated=True)
    _check_seats(lesson, len(session.outcome), place)
    yield from _turns(session, lesson.before, -1, f"{place}: {BEFORE}")
    for number, step in enumerate(lesson.steps if to is None else lesson.steps[: to + 1]):
        where = f"{place}: step {step.name!r}"
        _check_places(session, lesson, step, where)
        yield Scene(number, session)
        if number == to:
            return
        turns = (f"{name_of(lesson.learner)}: {step.do}", *step.then) if step.do else step.then
        yield from _turns(session, turns, number, where)


def _turns(session: Session, turns: tuple[str, ...], step: int, where: str) -> Iterator[Scene]:
    for turn in turns:
        who, _, words = turn.partition(": ")
        if who != name_of(session.seat):
            asked = "the bout is over" if session.is_over else f"{name_of(session.seat)} is asked"
            raise LessonError(mismatch(where, f"the turn {turn!r}", f"another one, since {asked}"))
        try:
            action = session.read(words)
        except ValueError as error:
            raise LessonError(f"{where}: {error}") from error
        yield Scene(step, session, action)
        session.act(action)


def _check_seats(lesson: GuidedBout, seats: int, place: str) -> None:
    """Check that every seat has a name, that the learner has a seat, and that the last step is only read."""
    if len(lesson.players) != seats:
        raise LessonError(mismatch(f"{place}: players", f"{len(lesson.players)} names", f"{seats}, one per seat"))
    if lesson.learner >= seats:
        raise LessonError(mismatch(f"{place}: learner", str(lesson.learner), f"a seat from 0 to {seats - 1}"))
    last = lesson.steps[-1]
    if last.do:
        raise LessonError(
            mismatch(f"{place}: step {last.name!r}: do", repr(last.do), "nothing, as it is the last step")
        )


def _check_places(session: Session, lesson: GuidedBout, step: LessonStep, where: str) -> None:
    """Check that what a step points at is on the table, and that its command is the learner's to give."""
    view = session.game.words.view(session.known_to(lesson.learner), lesson.learner)
    heaps = [f"{seat['seat']}:{one['name']}" for seat in view["seats"] for one in (*seat["meters"], *seat["counters"])]
    heaps += [f"{seat['seat']}:{hand['name']}" for seat in view["seats"] for hand in seat["hands"]]
    heaps += [f"{score['seat']}:{score['name']}" for score in view.get("scores", ())]
    on_table = {
        "cell": [cell["id"] for cell in view["board"]["cells"]],
        "piece": [piece["id"] for piece in view["board"]["pieces"]],
        "seat": [seat["seat"] for seat in view["seats"]],
        "pile": heaps + [pile["name"] for pile in view["piles"]],
    }
    for shown in step.show:
        kind, _, name = shown.partition(" ")
        if shown not in PARTS and name not in on_table.get(kind, ()):
            expected = f"one of {', '.join(PARTS)}, or {', '.join(PLACES)} with a name on the table"
            hint = nearest(shown, [*PARTS, *(f"{kind} {one}" for one in on_table.get(kind, ()))])
            raise LessonError(mismatch(f"{where}: show", repr(shown), expected, hint))
    if step.do and session.seat != lesson.learner:
        raise LessonError(mismatch(where, f"the command {step.do!r}", f"none, since {name_of(session.seat)} is asked"))
