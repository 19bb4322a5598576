"""People at a bout of a hall in this process, each with a token."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from service import VALID, open_hall, run

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.messages import READER
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.text import transcript

DUEL, THREE, MIXED = ("person",) * 2, ("person",) * 3, ("person", "person", "random")
OPTIONS = {"nexus": {"cycle_limit": 1, "deal": "random"}, "toy": {"rounds": 3, "bare": True}}


class Clock:
    """Time that passes when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        """Seconds."""
        return self.now


class Table:
    """A bout with all its people, each of whom has a token."""

    def __init__(self, hall: Hall, bout: str, tokens: list[str]) -> None:
        self.hall, self.bout, self.tokens = hall, bout, tokens

    @classmethod
    async def laid(cls, hall: Hall, *seats: str, **more: Any) -> "Table":
        """With a person in each seat of one."""
        asked = {"options": OPTIONS[hall.served.games[0].name], **more}
        joined = await hall.create(messages.Create.model_validate({"seats": list(seats), "name": "Ada", **asked}))
        tokens = [str(joined.token)]
        for name in ("Bob", "Cyd")[: seats.count("person") - 1]:
            tokens.append(str((await hall.join(messages.Join(bout=joined.bout, name=name))).token))
        return cls(hall, joined.bout, tokens)

    async def look(self, seat: int | None = None, after: int | None = None) -> messages.Update:
        """How it stands for a seat."""
        update = await self.hall.look(messages.Look(bout=self.bout, token=self._token(seat), after=after))
        VALID.validate(update.as_json())
        return update

    def _token(self, seat: int | None) -> str | None:
        return None if seat is None else self.tokens[seat]

    async def ask(self, kind: str, seat: int, **more: Any) -> messages.Update:
        """Resign, and so on."""
        where = {"bout": self.bout, "token": self.tokens[seat]}
        if kind in ("ask_undo", "answer_undo"):
            more = {"at": (await self.look(seat)).cursor, **more}
        request = READER.validate_python({"type": kind, **where, **more})
        answering = self.hall.consenting if kind in ("ask_undo", "answer_undo") else self.hall.leaving
        update: messages.Update = await getattr(answering, kind)(request)
        VALID.validate(update.as_json())
        return update

    async def refused(self, kind: str, seat: int, code: str = "not now", **more: Any) -> str:
        """What stands in the way of it."""
        with pytest.raises(Refusal) as caught:
            await self.ask(kind, seat, **more)
        VALID.validate(caught.value.message().as_json())
        assert caught.value.code == code
        return caught.value.found

    async def decide(self, times: int = 1) -> None:
        """Let whoever is asked decide."""
        while times:
            updates = [await self.look(seat, 0) for seat in range(len(self.tokens))]
            asked = next((seat for seat, update in enumerate(updates) if update.state.legal), None)
            if asked is None:
                assert updates[0].state.phase == "playing", "over before so many decisions"
                await self.news(updates)
                continue
            action = updates[asked].state.legal[0].action
            play = messages.Play(bout=self.bout, token=self.tokens[asked], at=updates[asked].cursor, action=action)
            await self.hall.play(play)
            times -= 1

    async def news(self, updates: list[messages.Update]) -> None:
        """Wait until something has happened since, or somebody is asked, of which the others hear nothing."""
        requests = [
            messages.Look(bout=self.bout, token=token, after=update.cursor, wait=30.0)
            for token, update in zip(self.tokens, updates, strict=True)
        ]
        looks = [asyncio.ensure_future(self.hall.look(request)) for request in requests]
        _, waiting = await asyncio.wait(looks, return_when=asyncio.FIRST_COMPLETED)
        for look in waiting:
            look.cancel()

    async def read(self) -> transcript.Transcript:
        """The transcript, which replays to what it says."""
        text = (await self.hall.record(messages.Record(bout=self.bout))).transcript
        read = transcript.read(text)
        assert transcript.read(transcript.write_json(read)) == read
        transcript.replay(self.hall.served.games[0], read)
        return read


def laid(folder: Path, body: Any, *seats: str, clocked: Clock | None = None, game: Game = NEXUS, **more: Any) -> None:
    """Play at a table, perhaps by a clock of the test's own."""
    surroundings = Surroundings() if clocked is None else Surroundings(now=clocked)

    async def whole() -> None:
        with open_hall(folder, surroundings=surroundings, game=game) as hall:
            await body(await Table.laid(hall, *seats, **more))
            await hall.close()

    run(whole())
