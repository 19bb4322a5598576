"""Walks in bouts of the service: where the seat to act can move with several commands, and at what cost.

Requests do not change a bout, and answers do not depend on anything that the seat cannot know.
"""

import asyncio
from collections import OrderedDict

from nexus_env.frontends.web.hall.asked_seat import AskedRoom, asked_in
from nexus_env.frontends.web.hall.explaining import walks_as_told
from nexus_env.frontends.web.protocol.limits import MOST_WALKS_AT_ONCE, MOST_WALKS_REMEMBERED
from nexus_env.frontends.web.protocol.messages import Walk, WalkList, Walks
from nexus_env.play import walking


class Walking:
    """Answers requests for walks. An answer is cached for its moment of the bout."""

    def __init__(self, hall: AskedRoom) -> None:
        """For the bouts of a hall."""
        self._hall = hall
        self._known: OrderedDict[tuple[str, int], list[Walk]] = OrderedDict()
        self._places = asyncio.Semaphore(MOST_WALKS_AT_ONCE)

    async def walks(self, request: Walks) -> WalkList:
        """Where the seat to act can walk.

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
