"""Whether the service works: for load balancers, containers and whoever runs it."""

import asyncio
from typing import Any, Literal

from pydantic import BaseModel

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import StoreError

AGAIN = 1.0  # seconds for which a report stands: whoever asks more often must not keep the disk busy
DECISIONS = 3  # of the bout by which rules are checked
FINE: Any = "ok"


class HealthReport(BaseModel):
    """The health of the service."""

    status: Literal["ok", "failing"]
    store: str  # "ok", or why it cannot be read or written
    rules: dict[str, str]  # for each game "ok", or what its rules raise
    damaged: int  # parts of the store that were met and cannot be read; the log says which


class Health:
    """Reports on a hall."""

    def __init__(self, hall: Hall) -> None:
        """Report when asked."""
        self._hall, self._lock = hall, asyncio.Lock()
        self._last, self._at = HealthReport(status="ok", store=FINE, rules={}, damaged=0), -AGAIN

    async def report(self) -> HealthReport:
        """The health of the service, now or a moment ago."""
        now = self._hall.surroundings.now
        async with self._lock:
            if now() - self._at >= AGAIN:
                self._last, self._at = await self._checked(), now()
        return self._last

    async def _checked(self) -> HealthReport:
        try:
            await self._hall.store.check()
            store = FINE
        except StoreError as error:
            store = str(error)
        rules = {game.name: await asyncio.to_thread(_checked_rules, game) for game in self._hall.served.games}
        is_fine = {store, *rules.values()} == {FINE}
        damaged = len(self._hall.shelf.damage)
        return HealthReport(status="ok" if is_fine else "failing", store=store, rules=rules, damaged=damaged)


def _checked_rules(game: Game) -> str:
    """Begin a bout and decide a few times."""
    try:
        session = Session(game, game.read_options(), seed=1)
        for _ in range(DECISIONS):
            if not session.is_over:
                session.act(int(session.mask.argmax()))
    except Exception as error:  # whatever its rules raise
        return f"{type(error).__name__}: {error}"
    return str(FINE)
