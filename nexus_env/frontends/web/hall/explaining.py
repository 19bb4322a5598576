"""Legal commands with their squares and prices, and reasons for illegal ones, as messages."""

from collections.abc import Sequence

from nexus_env.contract.words import Offer
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.web.hall import questions
from nexus_env.frontends.web.protocol.commands import Sight
from nexus_env.frontends.web.protocol.messages import Command, Reason, Walk, WalkStep, Weighed
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.play import walking
from nexus_env.players.expectation import balanced

DIGITS = 3  # after the decimal point, of expected results and probabilities


def commands_of(session: Session) -> list[Command]:
    """The legal commands of the seat to act, with their cells and prices; for a die, its faces."""
    if session.seat == CHANCE:
        return [Command(action=action, command=words, group="dice") for words, action in session.legal().items()]
    legal = session.legal()
    offers = session.game.words.offers(session.rows[0], session.seat, legal.values())
    return [_command(*one) for one in zip(legal, legal.values(), offers, strict=True)]


def _command(words: str, action: int, offer: Offer) -> Command:
    return Command(
        action=action,
        command=words,
        group=offer.group,
        title=offer.title,
        ways=list(offer.ways),
        text=offer.text,
        timing=offer.timing,
        unit=offer.unit,
        cells=list(offer.cells),
        target=name_of(offer.target) if offer.target != NOBODY else None,
        price=dict(offer.price),
        cost=offer.cost,
        may_end=offer.may_end,
        gives=offer.gives,
        needs=offer.needs,
        sights=[Sight(cell=sight.cell, kind=sight.kind, text=sight.text) for sight in offer.sights],
    )


def reasons_for(session: Session, seat: int, action: int | None) -> list[Reason]:
    """Why an action is illegal now; by default for the first action of each row of the action table, if illegal."""
    words, names = session.game.words, session.game.actions
    legal = set(session.legal().values()) if session.seat == seat else set()
    wanted = [int(row) for row in words.guides()] if action is None else [action]
    world = session.known_to(seat)
    return [
        Reason(action=one, name=names[one], group=words.guide(one).group, text=words.why_not(world, seat, one))
        for one in wanted
        if one not in legal
    ]


def walks_as_told(walks: Sequence[walking.WalkPlan]) -> list[Walk]:
    """Walks as messages, with their steps."""

    def step(one: walking.WalkCommand) -> WalkStep:
        return WalkStep(action=one.action, command=one.command, cell=one.cell, price=dict(one.price), cost=one.cost)

    return [
        Walk(unit=walk.unit, cell=walk.cell, steps=list(map(step, walk.steps)), price=walk.price, cost=walk.cost)
        for walk in walks
    ]


def weighed_as_told(session: Session, weighed: Sequence[questions.WeighedChoice]) -> list[Weighed]:
    """An agent's choices as messages."""
    return [
        Weighed(
            action=one.action,
            command=session.spell(one.action),
            probability=None if one.probability is None else round(one.probability, DIGITS),
            expected=told_expected(one.expected),
        )
        for one in weighed
    ]


def told_expected(expected: Sequence[float] | None) -> list[float] | None:
    """An agent's expected results, rounded."""
    return None if expected is None else [round(worth, DIGITS) for worth in balanced(expected)]
