"""When things happened: whoever waits is woken, and nobody counts as away who was there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nexus_env.frontends.web.hall.bout import hash_of
from simulation.model import Model

Json = dict[str, Any]
SOON = 5.0  # seconds within which whoever waits hears of news
UNSURE = 10.0, 20.0  # seconds by which servers tell each other late who is there, and that a claim may take


@dataclass
class Asked:
    """A request on its way to its answer."""

    request: Json  # kept, so that no other one takes its place in memory
    at: float
    heard: int  # the last event that its viewer had been told of then


class Times:
    """Of one world."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._asked: dict[int, Asked] = {}
        self._here: dict[tuple[str, str], list[float]] = {}  # when a token was used at a bout
        self._cursors: dict[str, int] = {}  # the last event of each bout that any process has in memory
        self._news: dict[tuple[str, str | None], list[float]] = {}  # since when there is each event of a viewer

    def arrive(self, request: Json, heard: int) -> None:
        """A request arrives, perhaps again."""
        self._asked.setdefault(id(request), Asked(request, self._now(), heard))

    def heard(self, request: Json) -> int:
        """What its viewer had been told of when a request arrived."""
        return self._asked[id(request)].heard if id(request) in self._asked else 0

    def answer(self, request: Json) -> None:
        """A request is carried out: whoever has sent it was there."""
        asked, token = self._asked.get(id(request)), request.get("token")
        if asked is not None and token is not None and "bout" in request:
            self._here.setdefault((request["bout"], hash_of(token)), []).append(asked.at)

    def note(self, bout: Any) -> None:
        """A bout in the memory of a process, which may have events that none had before."""
        if self._cursors.get(bout.name, -1) < bout.cursor:
            self._cursors[bout.name] = bout.cursor
            for viewer in (None, *bout.seats):
                news = self._news.setdefault((bout.name, viewer), [])
                news += [self._now()] * (bout.hearing.cursor(viewer) - len(news))

    def overslept(self, request: Json, bout: str, viewer: str | None) -> float:
        """For how many seconds too long a request has waited for news."""
        asked, news = self._asked.get(id(request)), self._news.get((bout, viewer), [])
        after = request.get("after")
        if asked is None or not request.get("wait") or after is None or after >= len(news):
            return 0.0
        return max(0.0, self._now() - max(asked.at, news[after]) - SOON)

    def was_there(self, bout: str, model: Model, claimed: Json) -> str:
        """Whoever of those that a claim says have left was there shortly before."""
        now, away = self._now(), model.head["away"]
        for token, seat in model.tokens.items():
            came = self._here.get((bout, token), [])
            if seat in claimed["left"] and any(now - away + UNSURE[0] < at < now - UNSURE[1] for at in came):
                return seat
        return ""
