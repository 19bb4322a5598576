"""Automatic decisions: those of agents, of people out of time, and dice that nobody else rolls."""

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

import numpy as np

from nexus_env.frontends.web.questions import Choice
from nexus_env.frontends.web.refusals import Refusal
from nexus_env.frontends.web.served_bout import DICE, Bout
from nexus_env.frontends.web.served_games import ServedGames
from nexus_env.frontends.web.store import Body
from nexus_env.tabletop.tape import PASS

POLL = 0.5  # seconds between looks at what other servers have written, or at a store that is away
LOG = logging.getLogger(__name__)


class Accepting(Protocol):
    """What carries a decision out: the hall."""

    async def decide(self, bout: Bout, action: int, *, patient: bool, **told: object) -> None:
        """Carry out a legal action; the lock is held."""


class Answering:
    """Decides in bouts in which nobody else does, one task for each."""

    def __init__(self, served: ServedGames, hall: Accepting) -> None:
        """Nobody is asked yet."""
        self._served, self._hall = served, hall
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, bout: Bout) -> None:
        """See to it that whoever has no hands of its own decides: an agent, or the clock."""
        if bout.name not in self.tasks and bout.phase == "playing":
            self.tasks[bout.name] = asyncio.get_running_loop().create_task(self._answer_and_rest(bout))

    async def _answer_and_rest(self, bout: Bout) -> None:
        try:
            await self._answer(bout)
        except Exception:  # also the fallback has failed: nobody else waits for this task
            LOG.exception("The bout %s stands still.", bout.name)
        finally:
            del self.tasks[bout.name]

    async def _answer(self, bout: Bout) -> None:
        """Decide until a person may think, or the bout is over."""
        while bout.phase == "playing":
            moved, by_clock = bout.moved, False
            if bout.decider == DICE:
                return
            if bout.decider in bout.people and not bout.can_only_pass:
                if (left := bout.seconds_left) is None:
                    return
                if left > 0:
                    await bout.audience.wait(left)
                    continue
                by_clock = True
            passes = bout.decider in bout.people and bout.can_only_pass
            action, told = (PASS, {"forced": True}) if passes else await self._choose(bout, by_clock=by_clock)
            await asyncio.sleep(bout.pause)
            async with bout.lock:
                if bout.moved == moved and self._is_still_due(bout, alone=passes or by_clock):
                    with suppress(Refusal):  # another server was first; or the disk is full, and it is tried again
                        await self._hall.decide(bout, action, patient=True, **told)
            if bout.moved == moved:
                await asyncio.sleep(POLL)

    def _is_still_due(self, bout: Bout, *, alone: bool) -> bool:
        """Nobody has ended the bout meanwhile; `alone`: it is decided for a person."""
        return bout.phase == "playing" and (alone or bout.decider not in bout.people)

    async def _choose(self, bout: Bout, *, by_clock: bool) -> tuple[int, Body]:
        """What is decided, and by whom.

        Where there is but one thing to do nobody is asked, unless the time that it takes could tell others of that.
        """
        late: Body = {"by_clock": True} if by_clock else {}
        legal = np.flatnonzero(bout.sitting.mask)
        if bout.asked == DICE:  # a die that is nobody's, or not rolled in time: any face that can come
            chance = np.random.default_rng(_seed_of(bout))
            return int(chance.choice(legal)), late
        opponents = self._served.agents(bout.game)
        agent = opponents.fallback if by_clock else str(bout.agent_of(str(bout.asked)))
        stands_in = not by_clock and bout.is_person(bout.asked)
        choice, least = Choice(int(legal[0]), agent), bout.whole_pause
        if len(legal) > 1 or least:
            choice = await opponents.decide(agent, bout.sitting, bout.thinking, bout.asker, _seed_of(bout), least)
        told = {"by": choice.agent, "instead_of": choice.instead_of, "stands_in": stands_in}
        return choice.action, late | {name: value for name, value in told.items() if value}

    async def close(self) -> None:
        """Let nobody decide any more."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seed_of(bout: Bout) -> tuple[int, int]:
    """Where the chance of a decision comes from: the same bout goes the same way again."""
    return bout.head.seed, len(bout.turns)
