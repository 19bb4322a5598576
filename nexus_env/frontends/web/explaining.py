"""What may be done in a bout, where it would act, what it takes, and why something else may not: as messages."""

from collections.abc import Sequence

from nexus_env.frontends.web.messages import Command, Reason
from nexus_env.game.contract import Game
from nexus_env.games.nexus.cards.stock import BARGES
from nexus_env.games.nexus.rules.bout import Square
from nexus_env.games.nexus.words.glosses import split_of
from nexus_env.games.nexus.words.prices import price_of, spoken
from nexus_env.games.nexus.words.reach import reach, target
from nexus_env.games.nexus.words.reasons import Eye, guide, guides, why_not
from nexus_env.games.nexus.words.risks import may_end_own_helot
from nexus_env.games.nexus.words.words import SYMBOL
from nexus_env.play.session import Sitting, name_of
from nexus_env.tabletop.tape import CHANCE, NOBODY


def barges(game: Game) -> list[list[str]]:
    """The barges of the stock as drawn rows, from the north."""
    stock = game.read_options()[0]["barges"][:BARGES]
    return [["".join(SYMBOL[Square(what)] for what in row) for row in barge] for barge in stock.tolist()]


def commands_of(sitting: Sitting) -> list[Command]:
    """What the seat that is asked may do, where that would act and what it takes; of a die, its faces."""
    if sitting.seat == CHANCE:
        return [Command(action=action, command=words, group="dice") for words, action in sitting.legal().items()]
    eye = Eye(sitting.rows[0], sitting.seat)
    return [_command(eye, words, action) for words, action in sitting.legal().items()]


def _command(eye: Eye, words: str, action: int) -> Command:
    other, price = target(eye, action), price_of(eye, action)
    return Command(
        action=action,
        command=words,
        group=guide(action).group,
        squares=reach(eye, action),
        target=name_of(other) if other != NOBODY else None,
        price=price,
        cost=spoken(price),
        may_end=may_end_own_helot(eye, action),
        gives=split_of(eye.world, action),
    )


def reasons_for(sitting: Sitting, seat: int, action: int | None) -> list[Reason]:
    """Why an action is not legal now, or the first of each row of the action table; none of those that are."""
    names, legal = sitting.game.actions, set(sitting.legal().values()) if sitting.seat == seat else set()
    wanted = [int(row) for row in guides()] if action is None else [action]
    world = sitting.known_to(seat)
    return [
        Reason(action=one, name=names[one], group=guide(one).group, text=why_not(world, seat, one))
        for one in wanted
        if one not in legal
    ]


def balanced(expected: Sequence[float]) -> list[float]:
    """What an agent expects for each seat, as results are: what one seat wins the others lose, so that all add up to 0.

    An agent may judge each seat by itself, or think a draw as bad as a defeat: only how the seats stand to each other
    is a statement about the result.

    Args:
        expected: of each seat, about -1 to 1.

    Returns:
        the same around 0, -1 to 1.
    """
    mean = sum(expected) / len(expected)
    around = [worth - mean for worth in expected]
    most = max(1.0, *map(abs, around))
    return [worth / most for worth in around]
