"""What games bring for people: read once, when the service begins; what is wrong is left out with a warning."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import SEED, run

from nexus_env.contract.game import Game
from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall import supplements, teaching
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.text import puzzles


def toy_with(**about: Any) -> Game:
    """The toy, of which nothing has been read yet, with other files."""
    words = toy.GAME.words
    told = {name: getattr(words, name) for name in dir(words) if not name.startswith("__")}
    return replace(toy.GAME, words=SimpleNamespace(**{**told, "about": lambda: replace(words.about(), **about)}))


def answers(folder: Path, game: Game, *requests: messages.Request) -> list[Any]:
    """What a service of this game answers, refusals included."""

    async def ask() -> list[Any]:
        hall = Hall(Store(f"sqlite:///{folder / 'bouts.db'}"), [ServedOpponents(game, seed=SEED)], SEED)
        session = Conversation(hall, Here(hall))
        try:
            return [await session.answer_or_refuse(request) for request in requests]
        finally:
            await hall.close()

    told: list[Any] = run(ask())
    return told


def test_what_is_wrong_is_left_out_with_one_warning_when_the_service_begins(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / name for name in ("glossary.toml", "lesson.toml", "puzzles.json")]
    for file in files:
        file.write_text("nothing of that kind")
    monkeypatch.setattr(puzzles, "file_of", lambda _: files[2])
    game = toy_with(glossary=files[0], lesson=files[1])
    assert answers(tmp_path, game) == []
    warnings = [record.getMessage() for record in caplog.records]
    assert [warning.partition(": ")[0] for warning in warnings] == [str(file) for file in files]
    asked = (messages.Hello(), messages.Rules(), messages.Puzzles(), messages.Learn(step=0), messages.Hello())
    welcome, book, offered, taught, again = answers(tmp_path, game, *asked)
    assert (welcome.games[0].lesson, welcome.games[0].puzzles) == (False, 0) and again == welcome
    assert book.commands and book.terms == [] == offered.puzzles and taught.code == "no lesson"
    assert len(caplog.records) == len(files), "nothing is read, or told, a second time"


def test_a_lesson_that_the_rules_do_not_allow_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    lesson = toy.GAME.words.about().lesson
    assert lesson is not None
    (tmp_path / "lesson.toml").write_text(lesson.read_text().replace('do = "strike"', 'do = "sing"'))
    first, second = answers(tmp_path, toy_with(lesson=tmp_path / "lesson.toml"), *[messages.Learn(step=0)] * 2)
    assert first.code == second.code == "no lesson"
    (warning,) = caplog.records
    assert "sing" in warning.getMessage()


def test_a_lesson_is_played_once_whoever_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, real, game = list[Game](), teaching.scenes, toy_with()

    def counted(game: Game, *more: Any) -> Any:
        played.append(game)
        return real(game, *more)

    monkeypatch.setattr(teaching, "scenes", counted)
    lesson = supplements.lesson(game)
    assert lesson is not None
    steps = [messages.Learn(step=number) for number in range(len(lesson.steps))]
    first = answers(tmp_path, game, *steps)
    assert [one.step for one in first] == [one.step for one in steps]
    assert answers(tmp_path, game, *steps) == first and played == [game]
    served = SimpleNamespace(of=lambda _: SimpleNamespace(game=game))
    with pytest.raises(Refusal, match="step"):
        teaching.teach(served, messages.Learn(step=len(steps)))  # type: ignore[arg-type]
