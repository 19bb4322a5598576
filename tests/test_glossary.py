"""Glossaries: what the terms of a game mean, one tap away from where they stand."""

import re
from pathlib import Path

import pytest
from games import every_game

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.rulebook import rulebook_of
from nexus_env.text.glossary import GlossaryError, glossary_of, read

PILES = ("pile", "discards", "draw pile", "hand")  # plain words


@every_game
def test_what_stands_in_a_panel_can_be_asked(game: Game) -> None:
    """Each meter, counter, hand and score has an entry, whether its name begins a line or not."""
    book, session = rulebook_of(game), Session(game, game.read_options(), seed=1)
    known = {card.name for deck in book.cards.values() for card in deck}
    known |= {spelling for term in book.terms for spelling in (term.name, *term.also)}
    view = game.words.view(session.known_to(0), 0)
    shown = {one["name"] for seat in view["seats"] for one in (*seat["meters"], *seat["counters"], *seat["hands"])}
    shown |= {score["name"] for score in view.get("scores", ())}
    assert shown
    missing = {name for name in shown if not {name, name.capitalize(), name.lower()} & known}
    assert {name for name in missing if not name.endswith(PILES)} == set()


@every_game
def test_terms_name_rules_of_the_game(game: Game) -> None:
    assert game.rulebook is not None
    known = {entry.id for entry in game.rulebook.read()}
    assert glossary_of(game)
    for term in glossary_of(game):
        assert term.text.endswith("."), term.name
        assert set(term.rules) <= known, term.name


@every_game
def test_all_rules_are_told_where_they_are_asked_for(game: Game) -> None:
    assert game.rulebook is not None
    assert rulebook_of(game).chapters == []
    whole = rulebook_of(game, whole=True)
    told = [(chapter.title, line.id) for chapter in whole.chapters for line in chapter.rules]
    assert told == [(entry.chapter, entry.id) for entry in game.rulebook.read()]
    assert whole.primer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[A]\nb = { text = "c.", rule = [] }', "A: b: rule: got an unknown key; .*did you mean rules?"),
        ('[A]\nb = { text = "" }', "A: b: text: got nothing; expected what the term means"),
        ("[A]\nb = 7", "A: b: got 7; expected a table with a text"),
        ('[A]\nb = { text = "c.", also = "d" }', 'A: b: also: got "d"; expected a list of texts'),
        (
            '[A]\nb = { text = "c." }\n[D]\ne = { text = "c.", also = ["b"] }',
            "got 'b' twice; expected each spelling once",
        ),
        ("[A", "got a line that cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text(text)
    with pytest.raises(GlossaryError, match=told):
        read(path)
    with pytest.raises(GlossaryError, match=re.escape("no such file; expected a glossary")):
        read(tmp_path / "other.toml")
