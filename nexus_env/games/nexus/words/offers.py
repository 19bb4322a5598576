"""What a menu says of a legal command: where it acts, what it takes, what it comes to."""

from collections.abc import Iterable
from typing import Any

from nexus_env.game.words import Offer
from nexus_env.games.nexus.cards.stock import BARGES
from nexus_env.games.nexus.rules.bout import Square, Standing
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.glosses import split_of
from nexus_env.games.nexus.words.price_preview import price_of, spoken
from nexus_env.games.nexus.words.reasons import guide
from nexus_env.games.nexus.words.risks import may_end_own_helot
from nexus_env.games.nexus.words.sentences import SYMBOL
from nexus_env.games.nexus.words.target_squares import reach, target


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """See `Words`."""
    eye = Eye(world, seat)
    return [_offer(eye, action) for action in actions]


def _offer(eye: Eye, action: int) -> Offer:
    price = price_of(eye, action)
    return Offer(
        group=guide(action).group,
        cells=reach(eye, action),
        target=target(eye, action),
        price=price,
        cost=spoken(price),
        may_end=may_end_own_helot(eye, action),
        gives=split_of(eye.world, action),
    )


def can_act(bout: Any, seat: int) -> bool:
    """Whether the helot of a seat is fit."""
    return int(bout["table"]["helots"]["standing"][seat]) == Standing.FIT


def boards(options: Any) -> list[list[str]]:
    """The barges of the stock as drawn rows, from the north."""
    return [
        ["".join(SYMBOL[Square(what)] for what in row) for row in barge]
        for barge in options["barges"][:BARGES].tolist()
    ]
