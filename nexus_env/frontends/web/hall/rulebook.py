"""The rules of a game as a message: its commands, cards and terms, all its rules on request; and its puzzles."""

from itertools import groupby
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core.session import name_of
from nexus_env.frontends.web.hall import supplements
from nexus_env.frontends.web.protocol.games import (
    CardRule,
    Chapter,
    CommandRule,
    Puzzle,
    PuzzleSet,
    RuleBook,
    RuleLine,
    TermRule,
)


def rulebook_of(game: Game, *, whole: bool = False, **options: Any) -> RuleBook:
    """The meanings of a game's commands, cards and terms.

    Args:
        game: the game.
        whole: include the primer and every rule by its id.
        options: the options of the bout, which select its cards.
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


def puzzle_set(game: Game) -> PuzzleSet:
    """The puzzles of a game as a message."""
    told = [
        Puzzle(
            position=one.position,
            seats=one.seats,
            seat=name_of(one.seat),
            question=one.question,
            solution=list(one.solution),
            values=dict(one.values),
            played=one.played,
            margin=min(one.margins),
            simulations=one.simulations,
        )
        for one in supplements.puzzles(game)
    ]
    return PuzzleSet(game=game.name, puzzles=told)
