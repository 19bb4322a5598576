"""One connection's requests and answers, independent of the transport.

Requests are carried out one after another. Slow ones (an agent that thinks, a `look` that waits for news) run
concurrently, so that a `ping` or a `stop` is answered meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from nexus_env.frontends.web import client_bouts
from nexus_env.frontends.web.hall import supplements, teaching
from nexus_env.frontends.web.hall.consenting import Consenting
from nexus_env.frontends.web.hall.leaving import Leaving
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.past_bouts import Retired
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.rulebook import puzzle_set, rulebook_of
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import (
    MOST_BYTES_OF_A_MESSAGE,
    MOST_REQUESTS_AT_ONCE,
    MOST_SECONDS_OF_THINKING,
)
from nexus_env.frontends.web.protocol.messages import (
    VERSION,
    Answer,
    Best,
    Given,
    Go,
    Legal,
    Request,
    Situation,
    type_of,
)
from nexus_env.frontends.web.protocol.reading import id_in, read
from nexus_env.frontends.web.protocol.refusals import Overtaken, Refusal, broken
from nexus_env.system.package import VERSION as PACKAGE_VERSION

CAN = (
    *("our rules", "your rules", "own dice", "undo", "resume", "replay", "own token"),
    *("resign", "draw", "claim", "skip", "bouts", "presence", "puzzles", "advice", "learn", "walks"),
    "ask undo",
)
DEFAULT_TIME = 1.0
Send = Callable[[Answer], None]
Key = tuple[str, str | None]  # bout and token
Handler = Callable[[Any, Any], Coroutine[Any, Any, Answer]]  # a method for one type of request
LOG = logging.getLogger(__name__)


class Advisor(Protocol):
    """Handles bouts kept by the front end: `worker.Worker`, or `Here` for a trusted front end."""

    async def begin(self) -> None:
        """Prepare, so that the first request does not wait."""

    async def describe(self, request: Legal, address: str = "") -> Situation:
        """See `client_bouts.describe`; `address` is the client's."""

    async def decide(self, request: Go, agent: str, seconds: float, stop: asyncio.Event, address: str = "") -> Best:
        """See `client_bouts.decide`."""

    def close(self) -> None:
        """Release everything."""


class Here:
    """Handles bouts kept by the front end in this process."""

    def __init__(self, hall: Hall) -> None:
        """Use the games and agents of a hall."""
        self._served = hall.served

    async def begin(self) -> None:
        """Do nothing."""

    async def describe(self, request: Legal, address: str = "") -> Situation:
        """See `client_bouts.describe`; `address` is the client's."""
        return await asyncio.to_thread(client_bouts.describe, self._served, request)

    async def decide(self, request: Go, agent: str, seconds: float, stop: asyncio.Event, address: str = "") -> Best:
        """See `client_bouts.decide`."""
        return await client_bouts.decide(self._served, request, agent, seconds, stop)

    def close(self) -> None:
        """Do nothing."""


class Conversation:
    """The connection of one front end."""

    def __init__(self, hall: Hall, advisor: Advisor, send: Send | None = None, address: str = "") -> None:
        """Start a connection.

        Args:
            hall: the bouts of the service.
            advisor: handles bouts kept by front ends.
            send: sends messages at any time; None if every request waits for its answer.
            address: the client's address.
        """
        self._hall, self._advisor, self._send, self._address = hall, advisor, send, address
        self._watched: dict[Key, Callable[[], None]] = {}
        self._asking: Key | None = None  # the bout and token of the request in progress
        self._aside: list[messages.Update] = []  # updates that its answer may make superfluous
        self._beside: dict[asyncio.Task[None], None] = {}  # in their order
        self._thinking: set[asyncio.Event] = set()  # each stops an agent when set
        self._options = messages.Options(time=DEFAULT_TIME)
        self._given: Given | None = None

    async def hear(self, text: str | bytes) -> None:
        """Handle a message from the wire; its answer is sent now or later."""
        assert self._send is not None, "a conversation without `send` is answered by `answer`"
        try:
            request = read(text)
        except Refusal as refusal:
            self._send(refusal.message(id_in(text)))
            return
        if not _takes_its_time(request):
            await self._answer_now(request)
        elif len(self._beside) < MOST_REQUESTS_AT_ONCE:
            task = asyncio.create_task(self._answer_later(request))
            self._beside[task] = None
            task.add_done_callback(self._beside.pop)
        else:
            found, expected = f"{len(self._beside)} requests under way", f"at most {MOST_REQUESTS_AT_ONCE}"
            self._send(Refusal("too often", "message", found, expected, "Wait for their answers.").message(request.id))

    async def _answer_now(self, request: Request) -> None:
        """Send the answer, and the updates that arrived meanwhile unless the answer contains them."""
        assert self._send is not None
        self._asking = getattr(request, "bout", ""), getattr(request, "token", None)
        answer = await self.answer_or_refuse(request)
        aside, self._aside, self._asking = self._aside, [], None
        for update in aside:
            if not _is_told_by(answer, update):
                self._send(update)
        self._send(answer)

    async def _answer_later(self, request: Request) -> None:
        answer = await self.answer_or_refuse(request)
        if self._send is not None:
            self._send(answer)

    async def answer_or_refuse(self, request: Request) -> Answer:
        """The answer to a request, which may be an error."""
        try:
            return await self.answer(request)
        except Refusal as refusal:
            return refusal.message(request.id)
        except Exception:  # our own errors must not end the connection
            LOG.exception("A request of type %s has failed.", type_of(type(request)))
            return broken().message(request.id)

    async def answer(self, request: Request) -> Answer:
        """The answer to a request.

        Raises:
            Refusal: the request is refused.
        """
        try:
            answer = await self._carry_out(request)
        except Overtaken:  # perhaps by itself: then it is answered as a repeated one
            answer = await self._carry_out(request)
        if getattr(request, "token", None) and (bout := getattr(request, "bout", None)):
            self._hall.note_address(bout, self._address)
        return answer.model_copy(update={"to": request.id})

    def _carry_out(self, request: Request) -> Coroutine[Any, Any, Answer]:
        kind = type(request)
        if kind in BY_HALL:
            return BY_HALL[kind](self._hall, request)
        if kind in BY_LEAVING:
            return BY_LEAVING[kind](self._hall.leaving, request)
        if kind in BY_CONSENTING:
            return BY_CONSENTING[kind](self._hall.consenting, request)
        return BY_SESSION[kind](self, request)

    async def greet(self, request: messages.Hello) -> Answer:
        """Describe the service, if the protocol versions match."""
        if request.version != VERSION:
            raise Refusal("other version", "version", str(request.version), str(VERSION))
        return messages.Welcome(
            version=VERSION,
            service=f"nexus-env {PACKAGE_VERSION}",
            games=[_served(opponents) for opponents in self._hall.served],
            can=list(CAN),
            limits={"bytes": MOST_BYTES_OF_A_MESSAGE, "time": MOST_SECONDS_OF_THINKING},
        )

    async def answer_ping(self, request: messages.Ping) -> Answer:
        """Answer a ping."""
        return messages.Pong()

    async def tell_rules(self, request: messages.Rules) -> Answer:
        """The rules of a game, or of a bout's game."""
        if request.bout is not None:
            try:
                bout = await self._hall.find(request.bout)
            except Retired as retired:  # those of its game as it is now
                return rulebook_of(self._hall.served.of(retired.past.game, "bout").game, whole=request.whole)
            game = self._hall.served.agreeing(request.game, bout.game.name, "bout").game
            return rulebook_of(game, whole=request.whole, **bout.head.options)
        return rulebook_of(self._hall.served.of(request.game).game, whole=request.whole)

    async def tell_puzzles(self, request: messages.Puzzles) -> Answer:
        """The puzzles of a game."""
        return puzzle_set(self._hall.served.of(request.game).game)

    # --- bouts of the service ---

    async def create(self, request: messages.Create) -> Answer:
        """Begin a bout."""
        return await self._hall.create(request, self._address)

    async def advise(self, request: messages.Advise) -> Answer:
        """Answer with the action that an agent would choose."""
        return await self._hall.advising.advise(request, self._address)

    async def evaluate(self, request: messages.Evaluate) -> Answer:
        """Answer with an estimate of who is ahead."""
        return await self._hall.advising.evaluate(request, self._address)

    async def walks(self, request: messages.Walks) -> Answer:
        """Answer with the walks that are open to pieces, and their prices."""
        return await self._hall.walking.walks(request)

    async def watch(self, request: messages.Watch) -> Answer:
        """Send the updates of a bout from now on."""
        if self._send is None:
            remedy = "Ask with `look` and `wait`, or use the WebSocket."
            raise Refusal("not here", "type", "watch", "a WebSocket, or standard input and output", remedy)
        key = request.bout, request.token
        update, end = await self._hall.watch(request, partial(self._tell, key))
        self._end(*key)
        self._watched[key] = end
        return update

    def _tell(self, key: Key, update: messages.Update) -> None:
        """Handle an update of a watched bout."""
        if key == self._asking:
            self._aside.append(update)
        elif self._send is not None:
            self._send(update)

    async def unwatch(self, request: messages.Unwatch) -> Answer:
        """Stop the updates of a bout."""
        self._end(request.bout, request.token)
        return await self._hall.look(messages.Look(bout=request.bout, token=request.token))

    def _end(self, bout: str, token: str | None) -> None:
        """Stop the updates of this bout."""
        if end := self._watched.pop((bout, token), None):
            end()

    # --- bouts of the front end ---

    async def take_options(self, request: messages.Options) -> Answer:
        """Store defaults for later requests."""
        opponents = self._hall.served.of(request.game or self._options.game)
        if request.agent is not None:
            opponents.check(request.agent, "agent")
        said = request.model_dump(exclude_none=True, exclude={"id"})
        self._options = self._options.model_copy(update=said)
        return messages.Ready()

    async def take_position(self, request: messages.Position) -> Answer:
        """Store the bout for later requests, and describe it."""
        situation = await self._advisor.describe(Legal(**_fields(self._filled(request))), self._address)
        self._given = self._completed(request)
        return situation

    async def describe(self, request: Legal) -> Answer:
        """The legal commands and the state of the bout."""
        asked = Legal(**_fields(self._filled(request)), eyes=request.eyes, walks=request.walks)
        return await self._advisor.describe(asked, self._address)

    async def replay(self, request: messages.Replay) -> Answer:
        """The steps of a transcript."""
        return await asyncio.to_thread(client_bouts.replay, self._hall.served, request)

    async def teach(self, request: messages.Learn) -> Answer:
        """A step of a guided bout."""
        return await asyncio.to_thread(teaching.teach, self._hall.served, request)

    async def stop(self, request: messages.Stop) -> Answer:
        """Make thinking agents answer now."""
        for stop in self._thinking:
            stop.set()
        return messages.Ready()

    async def go(self, request: Go) -> Answer:
        """Let an agent decide in the bout."""
        given, seconds = self._filled(request), request.time or self._options.time
        opponents = client_bouts.played_by(self._hall.served, given)
        agent = request.agent or self._options.agent or opponents.default
        opponents.check(agent, "agent")
        asked = Go(**_fields(given), choices=request.choices)
        stop = asyncio.Event()
        self._thinking.add(stop)
        try:
            time = float(seconds or DEFAULT_TIME)
            return await self._advisor.decide(asked, agent, time, stop, self._address)
        finally:
            self._thinking.discard(stop)

    def _filled(self, request: Given) -> Given:
        """The request, with missing fields taken from the last `position` and `options`."""
        said = self._completed(request)
        usual = self._options.game if said.transcript is None else None  # a transcript names its own game
        seed = self._options.seed if said.seed is None else said.seed
        return said.model_copy(update={"game": said.game or usual, "seed": seed})

    def _completed(self, request: Given) -> Given:
        """The request, with missing fields taken from the last `position`, unless it has another bout."""
        said = request.model_dump(include=set(Given.model_fields) - {"type", "id"}, exclude_none=True)
        kept = Given() if self._given is None or {"position", "transcript"} & said.keys() else self._given
        if "turns" in said:
            said.setdefault("then", None)  # the stored actions followed another turn
        return kept.model_copy(update=said)

    async def finish(self) -> None:
        """Wait for requests in progress."""
        await asyncio.gather(*self._beside, return_exceptions=True)

    def close(self) -> None:
        """Handle the end of the connection."""
        for end in self._watched.values():
            end()
        self._watched.clear()
        for task in list(self._beside):
            task.cancel()


BY_HALL: dict[type[Request], Handler] = {
    messages.Join: Hall.join,
    messages.Look: Hall.look,
    messages.Play: Hall.play,
    messages.Undo: Hall.undo,
    messages.Again: Hall.again,
    messages.Bouts: Hall.bouts,
    messages.Record: Hall.record,
    messages.Why: Hall.why,
}
BY_LEAVING: dict[type[Request], Handler] = {
    messages.Resign: Leaving.resign,
    messages.OfferDraw: Leaving.offer_draw,
    messages.AnswerDraw: Leaving.answer_draw,
    messages.Claim: Leaving.claim,
    messages.Skip: Leaving.skip,
}
BY_CONSENTING: dict[type[Request], Handler] = {
    messages.AskUndo: Consenting.ask_undo,
    messages.AnswerUndo: Consenting.answer_undo,
}
BY_SESSION: dict[type[Request], Handler] = {
    messages.Hello: Conversation.greet,
    messages.Ping: Conversation.answer_ping,
    messages.Rules: Conversation.tell_rules,
    messages.Puzzles: Conversation.tell_puzzles,
    messages.Create: Conversation.create,
    messages.Advise: Conversation.advise,
    messages.Evaluate: Conversation.evaluate,
    messages.Walks: Conversation.walks,
    messages.Watch: Conversation.watch,
    messages.Unwatch: Conversation.unwatch,
    messages.Options: Conversation.take_options,
    messages.Position: Conversation.take_position,
    messages.Legal: Conversation.describe,
    messages.Go: Conversation.go,
    messages.Stop: Conversation.stop,
    messages.Replay: Conversation.replay,
    messages.Learn: Conversation.teach,
}
"""The handler of each request: a method of the hall, of its `leaving` or `consenting`, or of the session itself."""


def _is_told_by(answer: Answer, update: messages.Update) -> bool:
    """Whether an answer contains everything in an update."""
    if not isinstance(answer, messages.Update) or answer.bout != update.bout or answer.cursor < update.cursor:
        return False
    return {event.cursor for event in update.events} <= {event.cursor for event in answer.events}


def _fields(given: Given) -> dict[str, Any]:
    """The fields of a request that define its bout."""
    return given.model_dump(exclude={"type", "id"})


def _takes_its_time(request: Request) -> bool:
    """Whether the request is slow, so that others are answered meanwhile."""
    waits = isinstance(request, messages.Look) and request.wait > 0
    slow = messages.Go | messages.Replay | messages.Advise | messages.Evaluate | messages.Learn | messages.Walks
    return waits or isinstance(request, slow)


def _served(opponents: ServedOpponents) -> messages.ServedGame:
    """The description of a game for front ends."""
    game = opponents.game
    about = game.words.about()
    agents = [
        messages.Agent(
            name=name,
            meaning=text,
            seats=list(opponents.seats(name)),
            expects=opponents.expects(name),
            weighs=opponents.weighs(name),
        )
        for name, text in opponents.meanings.items()
    ]
    return messages.ServedGame(
        name=game.name,
        title=about.title or game.name.capitalize(),
        subtitle=about.subtitle,
        invitation=about.invitation,
        notice=about.notice,
        rules=game.version,
        actions=game.action_stamp,
        stock="" if game.stamp is None else game.stamp(game.read_options()),
        seats=list(game.seats),
        agents=agents,
        default=opponents.default,
        fallback=opponents.fallback,
        advisers={str(seats): opponents.adviser(seats) for seats in game.seats},
        estimators={str(seats): name for seats in game.seats if (name := opponents.estimator(seats)) is not None},
        form=[{**field} for field in about.form],
        page=about.page is not None,
        puzzles=len(supplements.puzzles(game)),
        lesson=supplements.lesson(game) is not None,
    )
