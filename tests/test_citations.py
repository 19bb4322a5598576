"""Ids of rules stand where somebody asks for a rule, and nowhere else that people read."""

import re
from collections.abc import Iterator

import numpy as np
from games import every_game
from page_modules import PAGE, computed, needs_node
from test_terminal import drive, ready, text_of
from test_terminal_screens import app_of
from textual.pilot import Pilot
from textual.widgets import Static

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.terminal.screens import Page
from nexus_env.text import glossary
from nexus_env.text.citations import uncited

IDS = re.compile(r"\b[AR]-\d{3}\b|\bp\.\d+")
TEXTS = {
    "You do not react (A-114, A-118).": "You do not react.",
    "Turn a quarter. (p.18, R-135, R-136)": "Turn a quarter.",
    "A Crate (big) stands on (3,4) (R-007).": "A Crate (big) stands on (3,4).",
    "It costs 2 MP.": "It costs 2 MP.",
}
DECISIONS, SEARCHED = 40, "eost"  # letters by which many commands are found


def test_only_what_is_cited_is_left_out() -> None:
    assert [uncited(text) for text in TEXTS] == list(TEXTS.values())


@needs_node
def test_the_page_leaves_out_the_same_ids() -> None:
    texts = [text for text in TEXTS if "p." not in text]
    assert computed("given.map((text) => one0.withoutIds(text).text)", PAGE / "words.js", given=texts) == list(
        map(uncited, texts)
    )


def texts_of(game: Game, session: Session) -> Iterator[str]:
    """What people read of a position, and of what has led to it."""
    words, bout, seat = game.words, session.bout, session.seat
    yield from words.sentences(bout)
    yield from (str(row) for row in words.happened(bout))
    yield from (words.question(bout), words.board(bout), str(words.view(session.known_to(None), None)))
    if seat >= 0:
        world, legal = session.known_to(seat), list(session.legal().values())
        yield from (str(offer) for offer in words.offers(world, seat, legal))
        yield from (words.gloss(bout, action) for action in legal)


@every_game
def test_nothing_that_is_played_by_cites_a_rule(game: Game) -> None:
    session, rng = Session(game, game.read_options(), seed=1), np.random.default_rng(1)
    for _ in range(DECISIONS):
        if session.is_over:
            break
        session.act(int(rng.choice(np.flatnonzero(session.mask))))
        for text in texts_of(game, session):
            assert not IDS.search(text), text


@every_game
def test_what_a_beginner_reads_cites_no_rule(game: Game) -> None:
    about = game.words.about()
    read = [str(about), str(game.words.look()), *(term.text for term in glossary.glossary_of(game))]
    read += [about.lesson.read_text(encoding="utf-8")] if about.lesson else []
    for text in read:
        assert not IDS.search(text), text


@every_game
def test_the_terminal_cites_rules_only_on_request(game: Game) -> None:
    """Neither for what is legal nor for what is not; but F2 shows what the game cites."""
    app = app_of(game)
    cited: list[str] = []

    async def script(pilot: Pilot[None]) -> None:
        await ready(app, pilot)
        for letter in ("", *SEARCHED):
            await pilot.press("escape", *letter)
            await pilot.pause()
            for choice in app.commands.find(letter):
                assert not IDS.search(app.commands.summary(choice))
                cited.extend(IDS.findall(app.commands.describe(choice)))
            assert not IDS.search(text_of(app, "#meaning") + text_of(app, "#question"))
        await pilot.press("escape", "f2")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        shown = str(app.screen.query_one(Static).render())
        assert bool(IDS.search(shown)) == bool(cited) == (game.name != "toy")

    drive(app, script, (80, 24))
