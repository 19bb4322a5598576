"""Advice in bouts of the service: what an agent would do for the seat to act, who is ahead, and where pieces can walk.

Advice does not change a bout. An agent knows only what its seat knows, and its random numbers are independent of the
bout's; walks do not depend on anything that the seat cannot know. Answers are cached for the current moment of the
bout: the same question gets the same answer.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.bout import DICE, ServedBout
from nexus_env.frontends.web.hall.explaining import told_expected, walks_as_told, weighed_as_told
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents
from nexus_env.frontends.web.hall.questions import JUDGED, LegalQuestion, Viewpoint
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import (
    MOST_ADVICE_AT_ONCE,
    MOST_ADVICE_REMEMBERED,
    MOST_SECONDS_OF_ADVICE,
    MOST_WALKS_AT_ONCE,
    MOST_WALKS_REMEMBERED,
    SECONDS_OF_ADVICE,
)
from nexus_env.frontends.web.protocol.messages import Advice, Evaluation, Walk, WalkList, Walks
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.play import walking

T = TypeVar("T", Advice, Evaluation)


class AskedRoom(Protocol):
    """Finds bouts: the hall."""

    served: ServedGames
    surroundings: Surroundings

    async def enter(self, request: Any) -> tuple[ServedBout, str | None]:
        """The bout of a request, and the client's seat."""


def asked_in(bout: ServedBout, seat: str | None) -> Session:
    """A copy of the bout at this moment, if the seat is to act. The bout may continue while an agent thinks.

    Raises:
        Refusal: the seat is not to act, or a die is due.
    """
    if bout.asked == DICE and bout.may_know(seat):
        raise Refusal(
            "not now", "bout", "a bout that waits for a die", "a position in which a seat decides", "Roll it first."
        )
    if seat is None or seat != bout.decider or seat not in bout.seats:
        raise Refusal("not your turn", "token", f"the token of {seat}", "the token of the seat to act")
    return bout.session.clone()


class Advising:
    """Answers requests for advice."""

    def __init__(self, hall: AskedRoom) -> None:
        """For the bouts of a hall."""
        self._hall = hall
        self._known: OrderedDict[Hashable, Advice | Evaluation] = OrderedDict()  # the most recently used last
        self._asking: Counter[str] = Counter()  # the number of requests in progress, by address

    async def advise(self, request: messages.Advise, address: str = "") -> Advice:
        """The action that an agent would choose for the seat to act; `address` is the client's.

        Raises:
            Refusal: the terms do not allow it, the seat is not to act, there is no such agent, or none is free.
        """
        bout, seat = await self._enter(request)
        session = asked_in(bout, seat)
        opponents, agent = self._agent(bout, request.agent, "advise")

        # The agent's thinking time.
        seconds = min(SECONDS_OF_ADVICE, bout.head.time) if request.time is None else float(request.time)
        if seconds > MOST_SECONDS_OF_ADVICE:
            raise Refusal("wrong value", "time", f"{seconds:g}", f"at most {MOST_SECONDS_OF_ADVICE} for advice")

        # The same question at the same decision has the same answer.
        cursor = bout.hearing.cursor(seat)
        key = ("advise", bout.name, bout.cursor, agent, request.choices, seconds, request.seed)
        if (known := self._recall(key, Advice)) is not None:
            return known.model_copy(update={"cursor": cursor})

        # Ask the agent.
        with self._one_of(address):
            began = self._hall.surroundings.now()
            question = LegalQuestion(session, opponents.seed_or(request.seed), count=request.choices)
            choice = await opponents.advise(agent, question, seconds, replace(bout.asker, address=address))
        return self._remember(
            key,
            Advice(
                bout=bout.name,
                cursor=cursor,
                seat=str(seat),
                agent=choice.agent,
                choices=weighed_as_told(session, choice.weighed),
                expected=told_expected(choice.expected),
                line=list(choice.line),
                seconds=self._hall.surroundings.now() - began,
            ),
        )

    async def evaluate(self, request: messages.Evaluate, address: str = "") -> Evaluation:
        """The result that an agent expects of a bout, from what the client may know.

        Raises:
            Refusal: the terms do not allow it, the bout is not in progress, there is no such agent, or none is free.
        """
        bout, seat = await self._enter(request)
        opponents, agent = self._agent(bout, request.agent, "evaluate")
        cursor, viewer = bout.hearing.cursor(seat), seat if seat in bout.seats else None
        key = ("evaluate", bout.name, viewer, cursor, agent)
        if (known := self._recall(key, Evaluation)) is not None:
            return known
        with self._one_of(address):
            number = None if viewer is None else bout.seats.index(viewer)
            viewpoint = Viewpoint(bout.session.worlds_of(number, JUDGED), opponents.seed_or(None))
            seconds = min(SECONDS_OF_ADVICE, bout.head.time)
            found = await opponents.advise(agent, viewpoint, seconds, replace(bout.asker, address=address))
        expected = told_expected(found.expected)
        return self._remember(key, Evaluation(bout=bout.name, cursor=cursor, agent=agent, expected=expected))

    async def _enter(self, request: Any) -> tuple[ServedBout, str | None]:
        """The bout of a request, if its terms allow advice and it is in progress."""
        bout, seat = await self._hall.enter(request)
        if not bout.head.advice:
            expected = "one whose terms say `advice`"
            raise Refusal("not now", "bout", "a bout whose terms do not allow advice", expected, "Decide by yourself.")
        if bout.phase != "playing":
            found, remedy = f"a bout that is {bout.phase}", "Once a bout is over, send `go` with its transcript."
            raise Refusal("not now", "bout", found, "a bout in progress", remedy)
        return bout, seat

    def _agent(self, bout: ServedBout, name: str | None, kind: str) -> tuple[ServedOpponents, str]:
        """The agents of a bout's game, and the name of the requested one."""
        opponents, seats = self._hall.served.agents(bout.game), len(bout.seats)
        usual = opponents.adviser(seats) if kind == "advise" else opponents.estimator(seats)
        agent = usual if name is None else name
        if agent is not None:
            opponents.check(agent, "agent", seats)
        if kind == "evaluate" and (agent is None or not opponents.expects(agent)):
            found = "no agent that estimates results" if agent is None else f"{agent!r}, which gives no estimates"
            raise Refusal("unknown agent", "agent", found, "an agent with `expects`")
        return opponents, str(agent)

    @contextmanager
    def _one_of(self, address: str) -> Iterator[None]:
        """Count a request for advice from an address while it is in progress.

        Raises:
            Refusal: too many are in progress.
        """
        if self._asking[address] >= MOST_ADVICE_AT_ONCE:
            found = f"{self._asking[address]} pieces of advice under way for you"
            raise Refusal("too often", "message", found, f"at most {MOST_ADVICE_AT_ONCE}", "Wait for them.")
        self._asking[address] += 1
        try:
            yield
        finally:
            self._asking -= Counter({address: 1})  # drops addresses whose count is 0

    def _recall(self, key: Hashable, kind: type[T]) -> T | None:
        if key not in self._known:
            return None
        self._known.move_to_end(key)
        return kind.model_validate(self._known[key])

    def _remember(self, key: Hashable, told: T) -> T:
        self._known[key] = told
        if len(self._known) > MOST_ADVICE_REMEMBERED:
            self._known.popitem(last=False)
        return told


class Walking:
    """Answers requests for walks. An answer is cached for its moment of the bout."""

    def __init__(self, hall: AskedRoom) -> None:
        """For the bouts of a hall."""
        self._hall = hall
        self._known: OrderedDict[tuple[str, int], list[Walk]] = OrderedDict()
        self._places = asyncio.Semaphore(MOST_WALKS_AT_ONCE)

    async def walks(self, request: Walks) -> WalkList:
        """The walks that are open to the seat to act.

        Raises:
            Refusal: the seat is not to act.
        """
        bout, seat = await self._hall.enter(request)
        session, key, cursor = asked_in(bout, seat), (bout.name, bout.cursor), bout.hearing.cursor(seat)
        async with self._places:
            if (found := self._known.get(key)) is None:
                found = walks_as_told(await asyncio.to_thread(walking.walks, session))
                self._known[key] = found
                if len(self._known) > MOST_WALKS_REMEMBERED:
                    self._known.popitem(last=False)
        return WalkList(bout=bout.name, cursor=cursor, walks=found)
