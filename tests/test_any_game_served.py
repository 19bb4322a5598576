"""The service with a game that is not the usual one, beside it: bouts, rules, replays, positions, agents."""

from pathlib import Path
from typing import Any

import pytest
import toy

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from service import SEED, run

from nexus_env.core.session import Session
from nexus_env.frontends.web.conversation import Conversation, Here
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.games.nexus import NEXUS
from nexus_env.text import position, transcript

WAIT = 20.0


class Talk:
    """A conversation with a hall of two games."""

    def __init__(self, hall: Hall) -> None:
        self.session = Conversation(hall, Here(hall))

    async def ask(self, kind: type[messages.Request], **fields: Any) -> Any:
        """The answer to a request."""
        return await self.session.answer(kind(**fields))

    async def play(self, joined: messages.Joined) -> messages.Update:
        """Decide always the first that is legal, to the end."""
        where = {"bout": joined.bout, "token": joined.token}
        update = await self.ask(messages.Look, **where, after=0)
        while update.state.phase == "playing":
            if update.state.legal:
                action = update.state.legal[0].action
                update = await self.ask(messages.Play, **where, at=update.cursor, action=action)
            else:
                update = await self.ask(messages.Look, **where, after=update.cursor, wait=WAIT)
        assert isinstance(update, messages.Update)
        return update


def talk(folder: Path, what: Any) -> None:
    """Carry out a conversation with a service of the toy and of NEXUS."""

    async def whole() -> None:
        opponents = [ServedOpponents(toy.GAME, seed=SEED), ServedOpponents(NEXUS, seed=SEED)]
        hall = Hall(Store(f"sqlite:///{folder / 'bouts.db'}"), opponents, SEED)
        try:
            await what(Talk(hall))
        finally:
            await hall.close()

    run(whole())


def test_each_game_says_what_it_is(tmp_path: Path) -> None:
    """Its seats, agents and options; its rules by its name or by that of a bout."""

    async def what(service: Talk) -> None:
        welcome = await service.ask(messages.Hello)
        first, second = welcome.games
        assert (first.name, second.name) == ("toy", "nexus")
        assert {"random", "greedy", "sensible"} <= {agent.name for agent in first.agents}
        assert {field["name"] for field in first.form} == {"rounds", "lucky", "bare"} and not first.page
        assert second.page and second.default != first.default
        bout = (await service.ask(messages.Create, game="nexus", seats=["random", "random"])).bout
        assert (await service.ask(messages.Rules, bout=bout)).game == "nexus"
        assert (await service.ask(messages.Rules)).game == (await service.ask(messages.Rules, game="toy")).game == "toy"
        with pytest.raises(Refusal, match="toi"):
            await service.ask(messages.Create, game="toi", seats=["person", "random"])
        with pytest.raises(Refusal, match="sensible"):
            await service.ask(messages.Create, game="nexus", seats=["person", "sensible"])

    talk(tmp_path, what)


def test_a_bout_is_played_kept_and_replayed(tmp_path: Path) -> None:
    async def what(service: Talk) -> None:
        seats = ["person", "greedy", "sensible"]
        joined = await service.ask(messages.Create, seats=seats, name="Ada", options={"rounds": 2}, time=60.0)
        update = await service.play(joined)
        assert update.state.game == "toy" and update.state.result is not None
        assert any(event.happened for event in update.events)
        record = (await service.ask(messages.Record, bout=joined.bout)).transcript
        assert transcript.read(record).game == "toy"
        replayed = await service.ask(messages.Replay, transcript=record, eyes="player_1")
        assert replayed.game == "toy" and replayed.seats == 3 and replayed.result == update.state.result
        (mine,) = (await service.ask(messages.Bouts, tokens=[joined.token])).bouts
        assert mine.game == "toy" and mine.phase == "over"

    talk(tmp_path, what)


def test_agents_decide_in_positions_of_either_game(tmp_path: Path) -> None:
    async def what(service: Talk) -> None:
        of_toy = position.write(toy.GAME, Session(toy.GAME, toy.GAME.read_options(), seed=1).rows)
        drawn = ". . .\n. 1v .\n. 0^ ."
        best = await service.ask(messages.Go, position=of_toy, time=60.0)
        assert best.agent in ("sensible", "random")
        with pytest.raises(Refusal):
            await service.ask(messages.Legal, position=drawn)
        assert (await service.ask(messages.Legal, position=drawn, game="nexus")).game == "nexus"
        assert (await service.ask(messages.Go, position=drawn, game="nexus", agent="greedy", time=60.0)).command

    talk(tmp_path, what)


def test_what_contradicts_the_bout_is_refused(tmp_path: Path) -> None:
    """Another game than that of a position, a transcript or a bout, and another number of seats than take part."""
    begun = Session(toy.GAME, toy.GAME.read_options(), seed=1)
    line = position.write(toy.GAME, begun.rows)
    text = transcript.write(transcript.record(toy.GAME, {"seats": 2}, (), seed=1))

    async def refused(service: Talk, place: str, found: str, kind: type[messages.Request], **fields: Any) -> None:
        with pytest.raises(Refusal) as caught:
            await service.ask(kind, **fields)
        assert (caught.value.place, caught.value.found) == (place, found)

    async def what(service: Talk) -> None:
        for given in ({"position": line}, {"transcript": text}):
            for kind in (messages.Legal, messages.Go, messages.Position):
                await refused(service, "game", "'nexus'", kind, **given, game="nexus")
            await service.ask(messages.Legal, **given, game="toy")
            await service.ask(messages.Position, **given)
            await refused(service, "game", "'nexus'", messages.Legal, game="nexus")
        await service.ask(messages.Options, game="nexus")
        await service.ask(messages.Legal, transcript=text)  # it says its own game
        await refused(service, "game", "'nexus'", messages.Legal, position=line)
        seats = ["random", "random"]
        bout = (await service.ask(messages.Create, game="toy", seats=seats, options={"seats": 2})).bout
        await refused(service, "game", "'nexus'", messages.Rules, bout=bout, game="nexus")
        await service.ask(messages.Rules, bout=bout, game="toy")
        wrong = {"game": "toy", "seats": seats}
        await refused(service, "options.seats", "3", messages.Create, **wrong, options={"seats": 3})
        await refused(service, "options.seats", '"2"', messages.Create, **wrong, options={"seats": "2"})

    talk(tmp_path, what)
