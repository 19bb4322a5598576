"""The FastAPI app: messages over HTTP and WebSocket, and the page."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.requests import Request as HttpRequest
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from nexus_env.frontends.web.conversation import Advisor, Conversation
from nexus_env.frontends.web.guard import Guard, Rates, address_of
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.health import Health, HealthReport
from nexus_env.frontends.web.page_files import REVALIDATED, add_page
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import MOST_ANSWERS_WAITING
from nexus_env.frontends.web.protocol.messages import Answer, Request, type_of
from nexus_env.frontends.web.protocol.reading import SHOWN, TYPES, refusal_of
from nexus_env.frontends.web.protocol.reference import reference_page
from nexus_env.frontends.web.protocol.refusals import Refusal, broken
from nexus_env.frontends.web.protocol.schema import schema_of
from nexus_env.system.package import VERSION

LOG = logging.getLogger(__name__)
TOO_SLOW, TOO_MANY = 4008, 4029  # close codes of WebSockets
ANSWERS: dict[type[Request], type[Answer]] = {
    messages.Hello: messages.Welcome,
    messages.Ping: messages.Pong,
    messages.Rules: messages.RuleBook,
    messages.Puzzles: messages.PuzzleSet,
    messages.Create: messages.Joined,
    messages.Join: messages.Joined,
    messages.Look: messages.Update,
    messages.Play: messages.Update,
    messages.Why: messages.Reasons,
    messages.Advise: messages.Advice,
    messages.Evaluate: messages.Evaluation,
    messages.Walks: messages.WalkList,
    messages.Undo: messages.Update,
    messages.AskUndo: messages.Update,
    messages.AnswerUndo: messages.Update,
    messages.Resign: messages.Update,
    messages.OfferDraw: messages.Update,
    messages.AnswerDraw: messages.Update,
    messages.Claim: messages.Update,
    messages.Skip: messages.Update,
    messages.Bouts: messages.Kept,
    messages.Again: messages.Joined,
    messages.Record: messages.Recorded,
    messages.Legal: messages.Situation,
    messages.Go: messages.Best,
    messages.Replay: messages.Replayed,
    messages.Learn: messages.Lesson,
}
"""The type of answer to each type of request over HTTP."""


def make_app(hall: Hall, advisor: Advisor, rate: float = 0) -> FastAPI:
    """The service as an ASGI application.

    Args:
        hall: the bouts.
        advisor: handles bouts kept by front ends.
        rate: messages per second that one address may send on average; 0 for no limit.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        beginning = asyncio.create_task(_begin(advisor))  # in the background
        yield
        beginning.cancel()
        await hall.close()
        advisor.close()

    app = FastAPI(
        title="nexus_env",
        version=VERSION,
        description="Bouts for people and agents. Each message of the protocol is a route of its own.",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's page loads scripts from another site; ours is below
        redoc_url=None,
        redirect_slashes=False,  # it would send browsers to an absolute address, out of the path of a proxy
        servers=[{"url": "."}],  # beside the description, under whatever path of a proxy
    )
    rates = Rates(rate, hall.surroundings.now)
    app.add_middleware(Guard, rates=rates)
    # Front ends may have any origin: a request is judged only by its message.
    app.add_middleware(
        CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["content-type"]
    )
    _answer_mistakes(app)
    for kind, answered in ANSWERS.items():
        _add_route(app, hall, advisor, kind, answered)
    _add_socket(app, hall, advisor, rates)
    _add_descriptions(app, hall)
    add_page(app, hall.served.games)
    return app


async def _begin(advisor: Advisor) -> None:
    try:
        await advisor.begin()
    except Refusal:  # the next request tries again
        LOG.exception("The process for front ends' bouts is not ready yet.")


def _add_route(app: FastAPI, hall: Hall, advisor: Advisor, kind: type[Request], answered: type[Answer]) -> None:
    """Add a message as a route; it has no connection state."""

    async def answer(request: Any, http: HttpRequest) -> Response:
        found = await Conversation(hall, advisor, address=address_of(http.scope)).answer(request)
        return Response(found.as_text(), media_type="application/json")

    answer.__annotations__["request"] = kind
    refused: dict[int | str, dict[str, Any]] = {
        code: {"model": messages.Error} for code in (400, 403, 404, 409, 410, 413, 429, 503)
    }
    app.post(
        f"/v1/{type_of(kind)}",
        name=type_of(kind),
        summary=kind.__doc__,
        response_model=answered,
        responses=refused,
    )(answer)


def _answer_mistakes(app: FastAPI) -> None:
    """Answer every failure with an error message of the protocol."""

    @app.exception_handler(Refusal)
    async def refuse(_: HttpRequest, refusal: Refusal) -> Response:
        return JSONResponse(refusal.message().as_json(), refusal.status)

    @app.exception_handler(RequestValidationError)
    async def refuse_invalid(request: HttpRequest, error: RequestValidationError) -> Response:
        kind = TYPES[request.url.path.rpartition("/")[2]]
        sent = request.headers.get("content-type", "")
        refusal = refusal_of(error.errors(), kind) if "json" in sent else _not_as_json(sent)
        return JSONResponse(refusal.message().as_json(), refusal.status)

    @app.exception_handler(HTTPException)
    async def refuse_route(request: HttpRequest, error: HTTPException) -> Response:
        if error.status_code == 400:
            refusal = Refusal("no JSON", "message", "a body that cannot be read", "one JSON object")
        elif request.url.path.removeprefix("/v1/") in TYPES and request.method == "POST":
            refusal = _not_over_http(request.url.path.removeprefix("/v1/"))
        else:
            found = f"{request.method} {request.url.path}"[:80]
            refusal = Refusal("not here", "path", found, "a route listed in /docs, such as POST /v1/hello")
        return JSONResponse(refusal.message().as_json(), error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def tell_failure(_: HttpRequest, error: Exception) -> Response:
        return JSONResponse(broken().message().as_json(), 500)


def _not_as_json(sent: str) -> Refusal:
    """The refusal of a body with another content type, which many programs send by default."""
    found = f"a body of the type {sent[:SHOWN]!r}"
    return Refusal("no JSON", "message", found, "one JSON object", "Send the header Content-Type: application/json.")


def _not_over_http(kind: str) -> Refusal:
    """The refusal of a message that needs a connection, with its alternatives."""
    remedy = "Use the WebSocket; over HTTP, `look` can wait for news, and `legal` and `go` take the whole position."
    return Refusal("not here", "type", kind, "a WebSocket, or standard input and output", remedy)


# --- WebSocket --------------------------------------------------------------------------------------------------------


def _add_socket(app: FastAPI, hall: Hall, advisor: Advisor, rates: Rates) -> None:
    """Add the WebSocket route."""

    @app.websocket("/v1/socket")
    async def converse(socket: WebSocket) -> None:
        address = address_of(socket.scope)
        if not rates.connect(address):
            await socket.close(TOO_MANY, "too many connections from this address")
            return
        try:
            await socket.accept()
            await _converse(socket, hall, advisor, rates)
        finally:
            rates.disconnect(address)


async def _converse(socket: WebSocket, hall: Hall, advisor: Advisor, rates: Rates) -> None:
    """Serve one connection until the client closes it or reads too slowly; it may reconnect with its cursor."""
    waiting: asyncio.Queue[Answer] = asyncio.Queue(MOST_ANSWERS_WAITING)
    overrun = asyncio.Event()

    def send(answer: Answer) -> None:
        if waiting.full():
            overrun.set()
        else:
            waiting.put_nowait(answer)

    session = Conversation(hall, advisor, send, address_of(socket.scope))
    talking = [
        asyncio.create_task(_listen(socket, session, rates, send)),
        asyncio.create_task(_speak(socket, waiting)),
        asyncio.create_task(overrun.wait()),
    ]
    try:
        await asyncio.wait(talking, return_when=asyncio.FIRST_COMPLETED)
    finally:
        session.close()
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
            await asyncio.wait_for(socket.close(TOO_SLOW if overrun.is_set() else 1000), 1)


async def _listen(socket: WebSocket, session: Conversation, rates: Rates, send: Any) -> None:
    """Receive one message after another."""
    address = address_of(socket.scope)
    with suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            try:
                rates.check(address)
            except Refusal as refusal:
                send(refusal.message())
                continue
            await session.hear(message.get("text") or message.get("bytes") or b"")


async def _speak(socket: WebSocket, waiting: "asyncio.Queue[Answer]") -> None:
    """Send the queued messages."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            answer = await waiting.get()
            await socket.send_text(answer.as_text())


# --- descriptions -----------------------------------------------------------------------------------------------------


def _add_descriptions(app: FastAPI, hall: Hall) -> None:
    """Describe the messages, and say whether the service is well."""
    games = hall.served.games
    described = json.dumps(schema_of(games))
    health = Health(hall)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(reference_page(ANSWERS, games), headers=REVALIDATED)

    @app.get("/protocol.schema.json", include_in_schema=False)
    async def schema() -> Response:
        return Response(described, media_type="application/schema+json", headers=REVALIDATED)

    @app.get("/health", summary="Say whether store and rules work.", responses={503: {"model": HealthReport}})
    async def tell_health() -> HealthReport:
        report = await health.report()
        return JSONResponse(report.model_dump(), 200 if report.status == "ok" else 503)  # type: ignore[return-value]
