"""Who plays: agents of all kinds, people who come and go and repeat themselves, and a language model."""

import asyncio
import random
import sys
from contextlib import suppress
from typing import Any

import toy

from nexus_env.contract.game import Game
from nexus_env.frontends.mcp.bouts import ServedBouts
from nexus_env.frontends.mcp.keeping import Keeping
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.players.any_legal import AnyLegal
from nexus_env.text import prompt
from simulation.clock import AtOnce, Threads
from simulation.disk import Simulated
from simulation.laws import Laws
from simulation.world import PATIENCE, SERVING, Json, LostError, Process, World

# --- agents -----------------------------------------------------------------------------------------------------------

SECRETIVE = (toy.AUCTION, toy.REST, toy.YES)  # what opens questions that others may not know of
CHANGED = {
    *((kind, "not now") for kind in ("offer_draw", "answer_draw", "claim", "ask_undo", "answer_undo")),
    *((kind, "stale") for kind in ("ask_undo", "answer_undo")),
}  # the others have done something between
BETWEEN = (["other rules"], ["damaged"])  # what may have happened to a bout between two messages
SOMETIMES = 0.1  # how often an agent misbehaves that does so at all


class Agent(AnyLegal):
    """Plays anything that is legal, and may need a while."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        if process := SERVING.get():  # a language model's program has none
            process.asks(type(self).__name__)
        Threads.spend(float(rng.exponential(0.2)))
        if rng.random() > SOMETIMES:
            return super().choose(observations, masks, rng)
        self.spoil(observations)
        return self.misbehave(masks, rng)

    def spoil(self, observations: Any) -> None:
        """Write into what it sees, or not."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        return super().choose(masks, masks, rng)

    def keep_silent(self, seconds: float) -> None:
        """Answer after so long."""
        if process := SERVING.get():
            process.hears_nothing(type(self).__name__, seconds)
        Threads.spend(seconds)


class Hanging(Agent):
    """Sometimes never answers."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        self.keep_silent(float("inf"))


class Late(Agent):
    """Sometimes answers minutes after its time."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        self.keep_silent(200.0)
        return super().misbehave(masks, rng)


class Raising(Agent):
    """Sometimes fails."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        raise RuntimeError("out of order")


class Quitting(Agent):
    """Sometimes ends its program, or is interrupted."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        if rng.random() < 0.5:
            raise KeyboardInterrupt
        sys.exit("enough")


class Spoiling(Agent):
    """Sometimes writes into what it is given, and then chooses what only that allows."""

    def spoil(self, observations: Any) -> None:
        observations[...] = -1

    def misbehave(self, masks: Any, rng: Any) -> Any:
        illegal = masks.argmin(axis=1)
        masks[range(len(masks)), illegal] = 1
        return illegal


class Lying(Agent):
    """Sometimes answers nonsense."""

    def misbehave(self, masks: Any, rng: Any) -> Any:
        return rng.choice([None, "rest", [[1, 2]], [-1], [10**9], [0.5], []])


AGENTS = {kind.__name__.lower(): kind for kind in (Agent, Hanging, Late, Raising, Quitting, Spoiling, Lying)}


def load(name: str, game: Game) -> Any:
    """The loader of the simulated service."""
    if name in AGENTS:
        return AGENTS[name]()
    if name == game.agents.fallback:
        return AnyLegal()
    raise ValueError(f"no agent {name!r}")


# --- connections ------------------------------------------------------------------------------------------------------


class Over:
    """A client's way to the service; `ask` raises a `LostError` if no answer comes."""

    def __init__(self, world: World, address: str) -> None:
        self.world, self.address = world, address
        self.pushed: list[Json] = []

    async def ask(self, kind: str, **fields: Any) -> Json:
        """A request and its answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave."""


class OverHttp(Over):
    async def ask(self, kind: str, **fields: Any) -> Json:
        _, _, body = await self.world.over_http("POST", f"/v1/{kind}", fields, self.address)
        answer: Json = body
        return answer


class OverSocket(Over):
    """Connects again when it has to; some write a byte-order mark before what they say."""

    def __init__(self, world: World, address: str) -> None:
        super().__init__(world, address)
        self._line: Any = None
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._said: dict[int, Json] = {}
        self._watched: dict[str, Json] = {}
        self._mark = "\ufeff" if world.chance.random() < 0.2 else ""

    def _hear(self, process: Process, message: Json) -> None:
        if process.is_dead:
            return
        said = self._said.get(message.get("to", 0)) or self._watched.get(message.get("bout", ""))
        self.world.laws.said(process, message, said)
        waiting = self._waiting.pop(message.get("to", 0), None)
        if waiting is None:
            self.pushed.append(message)
        elif not waiting.done():
            waiting.set_result(message)

    async def ask(self, kind: str, **fields: Any) -> Json:
        await self.world.travel()
        if self._line is None or not self._line[0].is_up:
            self._line = self.world.connect(self._hear, self.address)
        process, session = self._line
        self._number += 1
        number, said = self._number, {"type": kind, "id": self._number, **fields}
        self._said[number] = said
        if kind == "watch":
            self._watched[fields["bout"]] = said
        answer = self._waiting[number] = self.world.loop.create_future()
        self.world.laws.arrive(said)
        process.carry_out(session.hear(self._mark + _as_text(said)))
        try:
            found = await asyncio.wait_for(answer, PATIENCE if process.is_up else 0)
        except TimeoutError:
            self._waiting.pop(number, None)
            raise LostError from None
        if self.world.chance.random() < self.world.loss:  # cut off
            self.close()
            raise LostError
        return found

    def close(self) -> None:
        """Leave."""
        if self._line is not None:
            self._line[1].close()
            self._line = None


def _as_text(message: Json) -> str:
    import json

    return json.dumps(message)


# --- people -----------------------------------------------------------------------------------------------------------


class Person:
    """Somebody at a bout: decides, repeats, comes too late, leaves."""

    def __init__(self, world: World, bout: str, token: str, over: Over) -> None:
        self.world, self.over, self.chance = world, over, world.chance
        self.where = {"bout": bout, "token": token}
        self.cursor, self.is_done, self.is_gone = 0, False, False
        self.patience = world.chance.choice([1, 3, 100, 100])  # decisions after which they leave for good

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Say something until it is answered; it is the same each time."""
        for _ in range(200):
            try:
                answer = await self.over.ask(kind, **fields)
            except LostError:
                await asyncio.sleep(self.chance.uniform(0.1, 3))
                continue
            if answer.get("code") in ("not kept", "busy", "too often"):
                await asyncio.sleep(self.chance.uniform(0.5, 3))
                continue
            return answer
        raise LostError

    async def insist(self, kind: str, **fields: Any) -> Json:
        """Say something that counts once, twice at the same time."""
        answers = await asyncio.gather(*(self.ask(kind, **fields) for _ in range(2)))
        refused = [answer["code"] for answer in answers if answer["type"] == "error"]
        is_changed = (kind, *refused) in CHANGED or refused[:1] in BETWEEN
        if len(refused) == 1 and not self.world.disk.forgets and not is_changed:
            self.world.laws.refuse("who repeats a message gets its answer again", fields["bout"], kind, *answers)
        return answers[0]

    async def join(self) -> Json:
        """Take a seat."""
        answer = await self.insist("join", **self.where, name="Bob")
        if answer["type"] == "error" and [answer["code"]] not in BETWEEN and not self.world.disk.forgets:
            self.world.laws.refuse("who repeats a message gets its answer again", self.where["bout"], "join", answer)
        return answer

    async def play(self) -> None:
        """Until the bout is over, or has nothing for this seat any more."""
        quiet = 0
        with suppress(LostError):
            if isinstance(self.over, OverSocket) and self.chance.random() < 0.5:
                await self.ask("watch", **self.where, after=0)  # from now on, the service tells what happens
            while not (self.is_done or self.is_gone) and quiet < 60:
                update = await self.ask("look", **self.where, after=self.chance.choice([0, self.cursor]), wait=10.0)
                if update["type"] == "error":
                    self._accept_refusal(update)
                    return
                quiet = quiet + 1 if update["cursor"] == self.cursor else 0
                await self._go_on(update)

    def _accept_refusal(self, error: Json) -> None:
        """A bout that is there is only refused if its terms are damaged."""
        bout = self.where["bout"]
        if error["code"] == "damaged" and bout in self.world.disk.damaged:
            return
        if error["code"] == "other rules":
            return
        self.world.laws.refuse("what was acknowledged is there", bout, error)

    async def _go_on(self, update: Json) -> None:
        self.cursor, state = update["cursor"], update["state"]
        self.is_done = state["phase"] == "over"
        if self.is_done:
            if self.chance.random() < 0.3:
                await self.ask("record", bout=self.where["bout"])
            return
        if state.get("claimable") and self.chance.random() < 0.5:
            await self.insist("claim", **self.where)
        elif state.get("must_answer_draw"):
            await self.insist("answer_draw", **self.where, accept=self.chance.random() < 0.3)
        elif state.get("must_answer_undo"):
            await self.insist("answer_undo", **self.where, at=self.cursor, accept=self.chance.random() < 0.6)
        elif state.get("may_ask_undo") and self.chance.random() < 0.3:
            await self.insist("ask_undo", **self.where, at=self.cursor)
        elif state["legal"]:
            await self._decide(state)
        elif self.chance.random() < 0.1:  # out of turn
            await self.ask("play", **self.where, at=self.cursor, action=0)

    async def _decide(self, state: Json) -> None:
        """Decide, or do something else that people do."""
        self.patience -= 1
        if self.patience < 0:
            self.is_gone = True
            self.over.close()
            return
        await asyncio.sleep(self.chance.choice([0, 0, 1, 5]))
        at, what = self.cursor, self.chance.random()
        legal = [one["action"] for one in state["legal"]]
        action = self.chance.choice(legal + 3 * [one for one in SECRETIVE if one in legal])
        if what < 0.04:
            at = self.chance.randrange(self.cursor + 1)  # as after a long sleep
        elif what < 0.08:
            action = self.chance.choice([0, 1, 5, 60_000])
        elif what < 0.11:  # whether it was agreed or not
            await self.ask("undo", **self.where, at=at)
            return
        elif what < 0.12:
            await self.insist("resign", **self.where)
            return
        elif what < 0.13 and state["may_offer_draw"]:
            await self.insist("offer_draw", **self.where)
            return
        elif what < 0.17:
            await self.ask(**self.chance.choice(self._wishes()))
            return
        elif what < 0.18:
            await asyncio.sleep(self.chance.uniform(30, 200))  # out for a walk
            return
        play = {**self.where, "at": at, "action": action}
        beside = [self.ask("look", **self.where, after=0)] if what < 0.25 else []  # one may overtake the other
        answers = await asyncio.gather(*(self.ask("play", **play) for _ in range(1 + (what > 0.9))))
        await asyncio.gather(*beside)
        kinds = [answer.get("code", "played") for answer in answers]
        is_undone = self.world.laws.has_taken_back(self.where["bout"])
        if set(kinds) == {"played", "stale"} and not self.world.disk.forgets and not is_undone:
            self.world.laws.refuse("who repeats a message gets its answer again", self.where["bout"], play)
        is_legal = not 0.04 <= what < 0.08
        for answer in answers:
            if is_legal and answer["type"] == "error" and answer["code"] not in ("stale", "not now", "not your turn"):
                self._accept_refusal(answer)

    def _wishes(self) -> list[Json]:
        """What some ask for, though they may not all have it."""
        bout, token = self.where["bout"], self.where["token"]
        early: list[Json] = [{"kind": "claim", **self.where}, {"kind": "record", "bout": bout}]
        return [{"kind": "why", **self.where}, {"kind": "bouts", "tokens": [token]}, *early]


class Spectator:
    """Watches without a token, and looks now and then."""

    def __init__(self, world: World, bout: str, over: Over) -> None:
        self.world, self.bout, self.over = world, bout, over

    async def look_on(self) -> None:
        """Until the bout is over, or there is no answer."""
        chance, cursor, is_over = self.world.chance, 0, False
        with suppress(LostError):
            if isinstance(self.over, OverSocket):
                await self.over.ask("watch", bout=self.bout, after=0)
            for _ in range(30):
                found = await self.over.ask("look", bout=self.bout, after=chance.choice([0, cursor]), wait=10.0)
                if is_over or found["type"] == "error":
                    break
                cursor, is_over = found["cursor"], found["state"]["phase"] == "over"
        self.over.close()


class Watcher:
    """Watches a bout, says nothing, and hears at last that the other may be taken to have left, if that is so."""

    def __init__(self, world: World, bout: str, token: str, away: float) -> None:
        self.world, self.where, self.away = world, {"bout": bout, "token": token}, away

    async def wait(self, laws: Laws) -> None:
        """From a restart of the service on."""
        over = OverSocket(self.world, "10.9.9.9")
        try:
            update = await over.ask("watch", **self.where, after=0)
        except LostError:
            return
        line = over._line
        await asyncio.sleep(self.away + 30)
        try:
            found = await over.ask("look", **self.where)
        except LostError:
            return
        await asyncio.sleep(2)
        if over._line is not line or not line[0].is_up or found["type"] != "update":
            return
        told = [one["state"] for one in [update, *over.pushed] if one["type"] == "update"]
        if found["state"]["claimable"] and not any(one["claimable"] or one["phase"] == "over" for one in told):
            laws.refuse("who waits is told that the other has left", self.where["bout"])
        over.close()


class Model:
    """A language model: its bouts outlive the process that it talks to."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _begun(self) -> ServedBouts:
        games = {"toy": self.world.game}
        database = Simulated(self.world.disk, self, is_alone=False)
        around = Surroundings(loose_threads=lambda name: AtOnce(), secret=self.world.secret)
        return ServedBouts(games, load, Keeping(games, database, around), self.world.seed, around)

    def play(self, decisions: int) -> None:
        """Play, with a new process for each decision."""
        chance = random.Random(self.world.seed)
        name, text = self._begun().begin(opponent=self.world.game.agents.fallback, options={"rounds": 2})
        for _ in range(decisions):
            if prompt.ANSWER not in text:
                return
            bouts = self._begun()
            try:
                again = bouts.look(name)
            except ValueError as error:
                self.world.laws.refuse("a bout of a language model survives its process", error)
            if again != text:
                self.world.laws.refuse("a bout of a language model survives its process", text, again)
            legal = list(bouts._find(name).chronicle.session.legal())
            text = bouts.play(name, chance.choice(legal))


class Flood:
    """A machine with as many addresses as it likes, all in one network."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def come(self, count: int) -> None:
        """All at once."""
        asked = [
            self.world.over_http("POST", "/v1/ping", {}, f"2001:db8:1:2::{number:x}") for number in range(1, count + 1)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found = [answer[0] for answer in answers if isinstance(answer, tuple)]
        if len(found) == count and found.count(429) == 0:
            self.world.laws.refuse("one network has the share of one address", count)
