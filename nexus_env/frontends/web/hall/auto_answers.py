"""Automatic decisions: those of agents, of people out of time, and dice that nobody else rolls."""

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

import numpy as np

from nexus_env.frontends.web.hall.bout import DICE, ServedBout
from nexus_env.frontends.web.hall.opponents import ServedGames
from nexus_env.frontends.web.hall.questions import Choice
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import PASS

POLL = 0.5  # seconds between checks for events of other servers, or for a store that is unavailable
LOG = logging.getLogger(__name__)


class Accepting(Protocol):
    """Carries out decisions: the hall."""

    async def decide(self, bout: ServedBout, action: int, *, patient: bool, **told: object) -> None:
        """Carry out a legal action; the caller holds the lock."""


class Answering:
    """Decides where no person has to, with one task per bout."""

    def __init__(self, served: ServedGames, hall: Accepting) -> None:
        """Start without tasks."""
        self._served, self._hall = served, hall
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, bout: ServedBout) -> None:
        """Make sure that an agent or the clock decides if no person does."""
        if bout.name not in self.tasks and bout.phase == "playing":
            self.tasks[bout.name] = asyncio.get_running_loop().create_task(self._answer_and_rest(bout))

    async def _answer_and_rest(self, bout: ServedBout) -> None:
        try:
            await self._answer(bout)
        except Exception:  # even the fallback has failed; nobody awaits this task
            LOG.exception("The bout %s stands still.", bout.name)
        finally:
            del self.tasks[bout.name]

    async def _answer(self, bout: ServedBout) -> None:
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
                    with suppress(Refusal):  # another server was first, or the disk is full: try again
                        await self._hall.decide(bout, action, patient=True, **told)
            if bout.moved == moved:
                await asyncio.sleep(POLL)

    def _is_still_due(self, bout: ServedBout, *, alone: bool) -> bool:
        """Whether the decision is still due; `alone`: it is made for a person."""
        return bout.phase == "playing" and (alone or bout.decider not in bout.people)

    async def _choose(self, bout: ServedBout, *, by_clock: bool) -> tuple[int, Body]:
        """The decision, and who made it.

        A single legal action is taken without asking an agent, unless its speed could reveal that to others.
        """
        late: Body = {"by_clock": True} if by_clock else {}
        legal = np.flatnonzero(bout.session.mask)
        if bout.asked == DICE:  # a die of no seat, or one not rolled in time: a random face
            chance = np.random.default_rng(_seed_of(bout))
            return int(chance.choice(legal)), late
        opponents = self._served.agents(bout.game)
        agent = opponents.fallback if by_clock else str(bout.agent_of(str(bout.asked)))
        stands_in = not by_clock and bout.is_person(bout.asked)
        choice, least = Choice(int(legal[0]), agent), bout.whole_pause
        if len(legal) > 1 or least:
            choice = await opponents.decide(agent, bout.session, bout.thinking, bout.asker, _seed_of(bout), least)
        if choice.action not in legal:  # whoever has judged it legal
            LOG.error("The agent %s has chosen the illegal action %s.", choice.agent, choice.action)
            choice = Choice(int(legal[0]), opponents.fallback, instead_of=choice.instead_of or choice.agent)
        told = {"by": choice.agent, "instead_of": choice.instead_of, "stands_in": stands_in}
        return choice.action, late | {name: value for name, value in told.items() if value}

    async def close(self) -> None:
        """Stop all decisions."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seed_of(bout: ServedBout) -> tuple[int, int]:
    """The seed of a decision, so that the same bout repeats itself."""
    return bout.head.seed, len(bout.turns)
