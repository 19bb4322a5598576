"""Walks of a piece of the seat to act: several commands, one cell at a time, each way with its price.

A later step is legal, and has a price, only in the position after the earlier ones. So steps are tried out in copies of
the bout as the seat imagines it: a walk reveals nothing that the seat does not know. Chance is a seat in those copies,
so no die is rolled.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heapify, heappop, heappush

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session, name_of
from nexus_env.kit.tape import COMMAND, NOBODY

MOST_STEPS = 12  # of one walk
MOST_TRIES = 120  # commands carried out in copies for one answer
Rank = tuple[int, int, int]
Stands = dict[str, str]  # the cell of each piece


@dataclass(frozen=True)
class WalkCommand:
    """A command that takes a piece to another cell."""

    action: int
    command: str
    cell: str
    price: Mapping[str, int]  # what it takes in the position in which it is given
    cost: str  # the same in words; empty for nothing


@dataclass(frozen=True)
class WalkPlan:
    """The cheapest way found for a piece to a cell."""

    unit: str  # the piece, as the view calls it
    steps: tuple[WalkCommand, ...]
    cost: str = ""  # of all steps, in words; empty for nothing

    @property
    def cell(self) -> str:
        """The cell where the walk ends."""
        return self.steps[-1].cell

    @cached_property
    def price(self) -> dict[str, int]:
        """The price of all steps together, by kind."""
        total: dict[str, int] = {}
        for step in self.steps:
            for kind, count in step.price.items():
                total[kind] = total.get(kind, 0) + count
        return total

    @property
    def rank(self) -> Rank:
        """The sort key: fewer kinds of price first, then less of them, then fewer steps."""
        return len(self.price), sum(self.price.values()), len(self.steps)


def walks(session: Session, tries: int = MOST_TRIES) -> list[WalkPlan]:
    """The cells that pieces of the seat to act can walk to, nearest first.

    A step is a command that acts on one cell and has no target. It moves one piece of the seat there and no other owned
    piece, without a die and without a question. All steps of a walk come from one row of the action table. A walk ends
    when another seat has the next command. Commands that may end the bout for the seat are not steps.

    Args:
        session: the bout; it is unchanged.
        tries: the greatest number of commands to try.

    Returns:
        One walk for each piece and cell; none if no command is asked for.
    """
    if session.seat < 0 or not _asks_for_command(session):
        return []
    rows = session.imagined(session.seat, 1)
    rows["tape"]["dictated"] = 1
    return _Search(session.game, session.seat, tries).all(Session.at(session.game, rows))


def _asks_for_command(session: Session) -> bool:
    request = session.rows[0]["table"]["request"]
    return bool(request["question"] == COMMAND and request["seat"] >= 0 and not request["private"])


class _Search:
    """Tries steps, the cheapest walks first."""

    def __init__(self, game: Game, seat: int, tries: int) -> None:
        self._words, self._seat, self._tries = game.words, seat, tries
        self._rows = sorted(game.words.guides())  # the first action of each row
        self._best: dict[tuple[str, str], Rank] = {}  # of a piece and a cell
        self._owners: dict[str, str | None] = {}

    def all(self, world: Session) -> list[WalkPlan]:
        """All walks from a position."""
        begun = self._stands(world)
        self._best = dict.fromkeys(begun.items(), (0, 0, 0))
        found: list[WalkPlan] = []
        waiting = [(walk.rank, order, walk, after) for order, (walk, after) in enumerate(self._first(world, begun))]
        heapify(waiting)
        pushed = len(waiting)
        while waiting:
            rank, _, walk, after = heappop(waiting)
            if rank > self._best[walk.unit, walk.cell]:  # a better one was found meanwhile
                continue
            found.append(replace(walk, cost=self._words.price(walk.price)))
            if after.seat == self._seat and len(walk.steps) < MOST_STEPS:
                for longer, beyond in self._longer(walk, after):
                    pushed += 1
                    heappush(waiting, (longer.rank, pushed, longer, beyond))
        return found

    def _first(self, world: Session, standing: Stands) -> Iterator[tuple[WalkPlan, Session]]:
        """The walks of one step, each with the resulting position."""
        for step in self._steps(world, np.flatnonzero(world.mask).tolist()):
            after, unit = self._tried(world, standing, step)
            if unit is not None and self._is_better(walk := WalkPlan(unit, (step,))):
                yield walk, after

    def _longer(self, walk: WalkPlan, world: Session) -> Iterator[tuple[WalkPlan, Session]]:
        """The walks with one more step, in the same form."""
        row = self._row_of(walk.steps[0].action)
        standing = None
        for step in self._steps(
            world, [one for one in np.flatnonzero(world.mask).tolist() if self._row_of(one) == row]
        ):
            longer = WalkPlan(walk.unit, (*walk.steps, step))
            if not self._is_better(longer, keep=False):
                continue
            standing = standing or self._stands(world)
            after, unit = self._tried(world, standing, step)
            if unit == walk.unit and self._is_better(longer):
                yield longer, after

    def _steps(self, world: Session, actions: list[int]) -> Iterator[WalkCommand]:
        """The commands that might be a step, before they are tried."""
        offers = self._words.offers(world.rows[0], self._seat, actions)
        for action, offer in zip(actions, offers, strict=True):
            if len(offer.cells) == 1 and offer.target == NOBODY and not offer.may_end:
                yield WalkCommand(action, world.spell(action), offer.cells[0], dict(offer.price), offer.cost)

    def _is_better(self, walk: WalkPlan, *, keep: bool = True) -> bool:
        """Whether no known walk takes its piece there for as little; with `keep`, remember this one."""
        known = self._best.get((walk.unit, walk.cell))
        is_better = known is None or walk.rank < known
        if is_better and keep:
            self._best[walk.unit, walk.cell] = walk.rank
        return is_better

    def _row_of(self, action: int) -> int:
        return bisect_right(self._rows, action)

    def _stands(self, world: Session) -> Stands:
        """The cell of each piece that has an owner."""
        pieces = self._words.view(world.rows[0], self._seat)["board"]["pieces"]
        self._owners = {piece["id"]: piece["owner"] for piece in pieces}
        return {piece["id"]: str(piece["cell"]) for piece in pieces if piece["owner"] is not None}

    def _tried(self, world: Session, before: Stands, step: WalkCommand) -> tuple[Session, str | None]:
        """The position after a step, and the own piece that it moved there; None if it moved none, or did more."""
        after = world.clone()
        if self._tries == 0:
            return after, None
        self._tries -= 1
        after.act(step.action)
        if not _asks_for_command(after):
            return after, None
        moved = self._stands(after).items() - before.items()
        unit, cell = min(moved, default=("", ""))
        is_walk = len(moved) == 1 and self._owners[unit] == name_of(self._seat) and cell == step.cell
        return after, unit if is_walk else None
