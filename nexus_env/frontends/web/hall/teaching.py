"""Guided bouts for the page. A game's lesson is played once per process, and the answer for each step is cached."""

from collections.abc import Iterator
from threading import Lock
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.web.hall import supplements
from nexus_env.frontends.web.hall.explaining import commands_of
from nexus_env.frontends.web.hall.opponents import ServedGames
from nexus_env.frontends.web.hall.viewer_events import Hearing, LogEntry
from nexus_env.frontends.web.protocol.messages import Agreed, Chair, Learn, State
from nexus_env.frontends.web.protocol.messages import Lesson as Taught
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import CHANCE
from nexus_env.play.lesson import GuidedBout, Scene, scenes

_ONE_AT_A_TIME = Lock()  # so that simultaneous requests do not each play the lesson


def teach(served: ServedGames, request: Learn) -> Taught:
    """A step of the guided bout of a game.

    Raises:
        Refusal: the game has no valid lesson, or the lesson has fewer steps.
    """
    game = served.of(request.game).game
    with _ONE_AT_A_TIME:
        steps: tuple[Taught, ...] = supplements.once(_steps, game, ())
    if not steps:
        raise Refusal("no lesson", "game", repr(game.name), "a game with a lesson")
    if request.step >= len(steps):
        raise Refusal("wrong value", "step", str(request.step), f"0 to {len(steps) - 1}")
    return steps[request.step]


def _steps(game: Game) -> tuple[Taught, ...]:
    """Every step of the lesson of a game; none for a game without one.

    Raises:
        LessonError: the lesson breaks the rules.
    """
    lesson = supplements.lesson(game)
    return () if lesson is None else tuple(_played(game, lesson))


def _played(game: Game, lesson: GuidedBout) -> Iterator[Taught]:
    """Play a lesson; yields each step with the bout and what its viewers have been told."""
    hearing = Hearing([f"player_{seat}" for seat in range(len(lesson.players))], game.words)
    turns = 0
    for scene in scenes(game, lesson):
        session = scene.session
        hearing.catch_up(session.rows[0], is_over=session.is_over)
        if scene.action >= 0:
            told = {"kind": "turn", "seat": name_of(session.seat), **_known(session, lesson.learner, scene.action)}
            hearing.hear_turn(session.rows[0], session.seat, scene.action, LogEntry(told, told, turns))
            turns += 1
        else:
            yield _step(game, lesson, scene, hearing, turns)


def _step(game: Game, lesson: GuidedBout, scene: Scene, hearing: Hearing, turns: int) -> Taught:
    """A step as the learner sees it."""
    session, step, learner = scene.session, lesson.steps[scene.step], name_of(lesson.learner)
    action = session.read(step.do) if step.do else None
    return Taught(
        game=game.name,
        title=lesson.title,
        minutes=lesson.minutes,
        steps=[one.name for one in lesson.steps],
        step=scene.step,
        text=step.text,
        show=list(step.show),
        action=action,
        command="" if action is None else session.spell(action),
        otherwise=step.otherwise,
        cursor=hearing.cursor(learner),
        events=[event for event, _ in hearing.events(learner, 0)],
        state=_state(game, lesson, session, turns),
    )


def _known(session: Session, learner: int, action: int) -> dict[str, Any]:
    """A turn in words and as a number; empty if only another seat may see it."""
    roller = int(session.rows[0]["table"]["request"]["roller"])
    whose = roller if session.seat == CHANCE else session.seat
    if whose != learner and session.game.words.is_private(session.rows[0]):
        return {}
    return {"command": session.spell(action), "action": action}


def _state(game: Game, lesson: GuidedBout, session: Session, turns: int) -> State:
    """The state as the learner sees it."""
    learner = lesson.learner
    return State(
        game=game.name,
        phase="over" if session.is_over else "playing",
        you=name_of(learner),
        seats=[
            Chair(seat=f"player_{seat}", person=seat == learner, name=name, taken=True)
            for seat, name in enumerate(lesson.players)
        ],
        agreed=Agreed(dice="service", options=dict(lesson.options), undo=False, time=1.0),
        present=[name_of(learner)],
        turns=turns,
        view={**game.words.view(session.known_to(learner), learner)},
        legal=commands_of(session) if session.seat == learner else [],
        result=session.outcome if session.is_over else None,
    )
