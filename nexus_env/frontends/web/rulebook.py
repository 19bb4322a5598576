"""The rules of a game as a message: its commands, its cards, its terms and, where they are asked for, all its rules."""

from itertools import groupby
from typing import Any

from nexus_env.frontends.web import supplements
from nexus_env.frontends.web.messages import CardRule, Chapter, CommandRule, RuleBook, RuleLine, TermRule
from nexus_env.game.contract import Game


def rulebook_of(game: Game, *, whole: bool = False, **options: Any) -> RuleBook:
    """What the commands, the cards and the terms of a game mean.

    Args:
        game: the game.
        whole: tell the primer and every rule by its id, too.
        options: of the bout whose cards are told.
    """
    commands = [
        CommandRule(first=row, **{**guide.__dict__, "rules": list(guide.rules)})
        for row, guide in game.words.guides().items()
    ]
    found = game.words.decks(game.read_options(**options)[0])
    about = game.words.about()
    return RuleBook(
        game=game.name,
        groups=dict(about.groups),
        commands=commands,
        cards={deck: [CardRule(**card) for card in those] for deck, those in found.items()},
        terms=[
            TermRule(**{**term.__dict__, "rules": list(term.rules), "also": list(term.also)})
            for term in supplements.glossary(game)
        ],
        primer=about.primer if whole else "",
        chapters=_chapters(game) if whole else [],
    )


def _chapters(game: Game) -> list[Chapter]:
    """Every rule by its id; none for a game without a rulebook."""
    entries = game.rulebook.read() if game.rulebook is not None else []
    return [
        Chapter(title=title, rules=[RuleLine(id=entry.id, text=entry.rule) for entry in those])
        for title, those in groupby(entries, key=lambda entry: entry.chapter)
    ]
