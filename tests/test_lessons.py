"""Lessons: guided bouts that games supply as data, played through their rules and told by the service."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from games import GAMES, every_game
from service import SEED, VALID

from nexus_env.contract.game import Game
from nexus_env.core.session import name_of
from nexus_env.frontends.web.hall import teaching
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.base import type_of
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.play.lesson import GuidedBout, LessonError, lesson_of, read, scenes

STEPS = range(10, 21)  # in about five minutes
MOST_CHARACTERS = 260  # of a text that is read beside the board


def lesson_in(game: Game) -> GuidedBout:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


@every_game
def test_a_lesson_can_be_played_by_the_rules(game: Game) -> None:
    """Each command is legal at its step, each die is asked for, and each step points at what is on the table."""
    lesson = lesson_in(game)
    played = list(scenes(game, lesson))
    assert [scene.step for scene in played if scene.action < 0] == list(range(len(lesson.steps)))
    turns = sum(bool(step.do) + len(step.then) for step in lesson.steps) + len(lesson.before)
    assert sum(scene.action >= 0 for scene in played) == turns


@every_game
def test_a_lesson_is_short_and_lets_the_learner_act(game: Game) -> None:
    lesson = lesson_in(game)
    assert len(lesson.steps) in STEPS
    assert sum(bool(step.do) for step in lesson.steps) >= len(lesson.steps) / 3
    for step in lesson.steps:
        assert len(step.text) <= MOST_CHARACTERS, step.name
        assert bool(step.otherwise) == bool(step.do), step.name


@every_game
def test_a_die_more_or_less_is_told_with_its_step(game: Game) -> None:
    """So a rule that changes is noticed, and where."""
    lesson = lesson_in(game)
    at = next(place for place, step in enumerate(lesson.steps) if any(one.startswith("dice") for one in step.then))
    step = lesson.steps[at]
    die = next(one for one in step.then if one.startswith("dice"))
    fewer = replace(step, then=tuple(one for one in step.then if one != die))
    more = replace(step, then=(*step.then, die))
    names = "|".join(re.escape(repr(one.name)) for one in lesson.steps[at : at + 2])
    for wrong in (fewer, more):
        steps = (*lesson.steps[:at], wrong, *lesson.steps[at + 1 :])
        with pytest.raises(LessonError, match=f"step ({names}):"):
            list(scenes(game, replace(lesson, steps=steps)))


@every_game
def test_a_command_that_is_not_legal_is_told_with_its_step(game: Game) -> None:
    lesson = lesson_in(game)
    at = next(place for place, step in enumerate(lesson.steps) if step.do)
    steps = (*lesson.steps[:at], replace(lesson.steps[at], do="sing"), *lesson.steps[at + 1 :])
    with pytest.raises(LessonError, match=f"step {lesson.steps[at].name!r}.*sing"):
        list(scenes(game, replace(lesson, steps=steps)))


@every_game
def test_a_step_points_at_nothing_that_is_not_there(game: Game) -> None:
    lesson = lesson_in(game)
    steps = (replace(lesson.steps[0], show=("cell nowhere",)), *lesson.steps[1:])
    with pytest.raises(LessonError, match="show: got 'cell nowhere'; expected one of board"):
        list(scenes(game, replace(lesson, steps=steps)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = 'x'", r"steps: got \[\]; expected tables that begin with \[\[steps\]\]"),
        ("[[steps]]\nname = 'x'", "step 1: text: got nothing; expected a text"),
        ("[[steps]]\nname = 'x'\ntxt = 'y'", "step 1: txt: got an unknown key; .*did you mean text?"),
        ("[[steps]]\nname = 'x'\ntext = 7", "step 1: text: got 7; expected a text"),
        ("[[steps]]\nname = 'x'\ntext = 'y'\nthen = 'z'", 'step 1: then: got "z"; expected a list of texts'),
        ("[[steps]]\nname = 'x'\ntext = 'y'", "title: got nothing; expected a text"),
        ("[[steps]]\nname = 'x'\ntext = 'y'\n[[steps]]\nname = 'x'\ntext = 'y'", "steps: got two with the same name"),
        ("steps", "got a line that cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(text)
    with pytest.raises(LessonError, match=told):
        read(path)
    with pytest.raises(LessonError, match="no such file; expected a lesson"):
        read(tmp_path / "other.toml")


@pytest.fixture(scope="module")
def served() -> ServedGames:
    return ServedGames([ServedOpponents(game, seed=SEED) for game in GAMES.values()])


@every_game
def test_the_service_tells_each_step_as_the_learner_sees_it(served: ServedGames, game: Game) -> None:
    """What is to be done is legal, events only gain, and a hand of the others stays hidden."""
    lesson, before = lesson_in(game), list[object]()
    for step in range(len(lesson.steps)):
        told = teaching.teach(served, messages.Learn(game=game.name, step=step))
        VALID.validate(told.as_json())
        legal = {command.action: command.command for command in told.state.legal}
        assert told.action is None or legal[told.action] == told.command
        assert told.events[: len(before)] == before and told.cursor == len(told.events)
        before = list(told.events)
        assert told.state.view["seat"] == name_of(lesson.learner)
        others = [seat for seat in told.state.view["seats"] if seat["seat"] != name_of(lesson.learner)]
        assert all(hand["cards"] == [] for seat in others for hand in seat["hands"])


def secrets_of(game: Game, lesson: GuidedBout) -> set[tuple[str, str]]:
    """The commands that other seats give in private, by seat."""
    return {
        (name_of(scene.session.seat), scene.session.spell(scene.action))
        for scene in scenes(game, lesson, len(lesson.steps) - 1)
        if scene.action >= 0 and scene.session.seat != lesson.learner and game.words.is_private(scene.session.rows[0])
    }


def test_a_lesson_tells_no_secret_of_the_others(served: ServedGames) -> None:
    """A card that another seat keeps or is dealt is named in no event; lessons of some games have such."""
    kept = 0
    for game in GAMES.values():
        lesson = lesson_in(game)
        secret = secrets_of(game, lesson)
        told = teaching.teach(served, messages.Learn(game=game.name, step=len(lesson.steps) - 1))
        others = {(event.seat, event.command) for event in told.events if event.seat != "dice"}
        assert others and not others & secret, game.name
        kept += len(secret)
    assert kept


def test_a_step_or_a_game_that_is_not_there_is_refused(served: ServedGames) -> None:
    with pytest.raises(Refusal) as refused:
        teaching.teach(served, messages.Learn(step=1000))
    assert refused.value.message(None).place == "step"
    with pytest.raises(Refusal):
        teaching.teach(served, messages.Learn(game="chess"))
    assert type_of(messages.Learn) == "learn"


@every_game
def test_a_lesson_that_does_not_fit_its_bout_is_told(game: Game) -> None:
    """Before any step of it is shown."""
    lesson = lesson_in(game)
    seats = len(lesson.players)
    acting = next(step for step in lesson.steps if step.do)
    for wrong, told in (
        (replace(lesson, players=lesson.players[:1]), f"players: got 1 names; expected {seats}, one per seat"),
        (replace(lesson, learner=seats), f"learner: got {seats}; expected a seat from 0 to {seats - 1}"),
        (replace(lesson, steps=(*lesson.steps, acting)), "expected nothing, as it is the last step"),
    ):
        with pytest.raises(LessonError, match=re.escape(told)):
            next(scenes(game, wrong))
