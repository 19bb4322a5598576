"""One conversation by messages, whatever carries them: a request comes in, its answer goes out."""

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from pydantic import ValidationError

from nexus_env.contract import Game
from nexus_env.games.nexus.card_words import decks
from nexus_env.games.nexus.reasons import guides
from nexus_env.games.nexus.words import plain
from nexus_env.options import nearest
from nexus_env.serve import messages
from nexus_env.serve.hall import Hall
from nexus_env.serve.messages import READER, REQUESTS, VERSION, Answer, Id, Request, type_of
from nexus_env.serve.refusals import Refusal

MOST_BYTES = 2_000_000  # of a message
TYPES = {type_of(kind): kind for kind in REQUESTS}
CAN = ("our rules", "own dice", "undo", "resume")
Send = Callable[[Answer], None]


class Session:
    """What one front end says, and what it is told."""

    def __init__(self, hall: Hall, send: Send | None = None) -> None:
        """A new conversation; `send` carries updates that come by themselves, None where none can come."""
        self._hall, self._send = hall, send
        self._watched: dict[tuple[str, str | None], Callable[[], None]] = {}

    async def hear(self, text: str | bytes) -> Answer:
        """The answer to a message as it came over the wire; a mistake is answered by an error, too."""
        try:
            return await self.answer(read(text))
        except Refusal as refusal:
            return refusal.message(_id_in(text))

    async def answer(self, request: Request) -> Answer:
        """The answer to a request.

        Raises:
            Refusal: it cannot be done.
        """
        answer = await self._answer(request)
        return answer.model_copy(update={"to": request.id})

    async def _answer(self, request: Request) -> Answer:
        hall = self._hall
        match request:
            case messages.Hello():
                return self._greet(request)
            case messages.Ping():
                return messages.Pong()
            case messages.Create():
                return await hall.create(request)
            case messages.Join():
                return await hall.join(request)
            case messages.Look():
                return await hall.look(request)
            case messages.Watch():
                return await self._watch(request)
            case messages.Unwatch():
                return await self._unwatch(request)
            case messages.Play():
                return await hall.play(request)
            case messages.Undo():
                return await hall.undo(request)
            case messages.Again():
                return await hall.again(request)
            case messages.Record():
                return await hall.record(request)
            case messages.Why():
                return await hall.why(request)
            case messages.Rules():
                return _rulebook(hall.game)
        raise NotImplementedError(type_of(type(request)))

    def _greet(self, request: messages.Hello) -> Answer:
        if request.version != VERSION:
            raise Refusal("other version", "version", str(request.version), str(VERSION))
        game = self._hall.game
        return messages.Welcome(
            version=VERSION,
            service=f"nexus-env {version('nexus-env')}",
            game=game.name,
            rules=game.version,
            actions=game.action_stamp,
            stock="" if game.stamp is None else game.stamp(game.read_options()),
            seats=list(game.seats),
            agents=[messages.Agent(name=name, meaning=text) for name, text in self._hall.opponents.meanings.items()],
            can=list(CAN),
            limits={"bytes": MOST_BYTES},
        )

    async def _watch(self, request: messages.Watch) -> Answer:
        if self._send is None:
            advice = "Ask with `look` and `wait`, or use the WebSocket."
            raise Refusal("not here", "type", "watch", "a connection that stays open", advice)
        update, end = await self._hall.watch(request, self._send)
        self._end(request.bout, request.token)
        self._watched[request.bout, request.token] = end
        return update

    async def _unwatch(self, request: messages.Unwatch) -> Answer:
        self._end(request.bout, request.token)
        return await self._hall.look(messages.Look(bout=request.bout, token=request.token))

    def _end(self, bout: str, token: str | None) -> None:
        """No more updates of this bout."""
        if end := self._watched.pop((bout, token), None):
            end()

    def close(self) -> None:
        """The other side has gone."""
        for end in self._watched.values():
            end()
        self._watched.clear()


def _rulebook(game: Game) -> messages.RuleBook:
    """What the commands and the cards of the service do."""
    commands = [
        messages.CommandRule(first=row, name=plain(row), **{**guide.__dict__, "rules": list(guide.rules)})
        for row, guide in guides().items()
    ]
    cards = {
        deck: [messages.CardRule(**card) for card in found] for deck, found in decks(game.read_options()[0]).items()
    }
    return messages.RuleBook(commands=commands, cards=cards)


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str | bytes) -> Request:
    """A request as it came over the wire.

    Raises:
        Refusal: it is none; the first mistake is told.
    """
    if len(text) > MOST_BYTES:
        raise Refusal("too much", "message", f"{len(text)} bytes", f"at most {MOST_BYTES}")
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("no JSON", "message", str(error), "one JSON object") from None
    if not isinstance(table, dict):
        raise Refusal("no JSON", "message", type(table).__name__, "one JSON object")
    if table.get("type") not in TYPES:
        found = table.get("type")
        hint = nearest(found, TYPES) if isinstance(found, str) else ""
        advice = f"The nearest is {hint!r}." if hint else ""
        raise Refusal("unknown type", "type", _short(found), f"one of {', '.join(TYPES)}", advice)
    try:
        return READER.validate_json(text)
    except ValidationError as error:
        raise refusal_of(error.errors(include_url=False), TYPES[table["type"]]) from None


def refusal_of(mistakes: Any, kind: type[Request]) -> Refusal:
    """The first mistake that validation has found in a message of some class."""
    mistake = mistakes[0]
    way = [str(part) for part in mistake["loc"] if part not in ("body", type_of(kind))]
    place = ".".join(way) or "message"
    if mistake["type"] == "extra_forbidden":
        fields = [name for name in kind.model_fields if name != "type"]
        hint = nearest(way[-1], fields)
        return Refusal(
            "unknown field",
            place,
            "an unknown field",
            f"one of {', '.join(fields)}",
            hint and f"The nearest is {hint!r}.",
        )
    found = "nothing" if mistake["type"] == "missing" else _short(mistake.get("input"))
    return Refusal("wrong value", place, found, mistake["msg"][0].lower() + mistake["msg"][1:])


def _short(found: Any) -> str:
    text = json.dumps(found, default=str)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _id_in(text: str | bytes) -> Id | None:
    """The id of a message that is wrong otherwise, if it has one."""
    try:
        found = json.loads(text).get("id")
    except (ValueError, RecursionError, AttributeError):
        return None
    if isinstance(found, str) and len(found) <= 64:
        return found
    return found if type(found) is int and 0 <= found <= 2**53 else None
