"""The messages over HTTP and WebSocket, and the page: FastAPI."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request as HttpRequest
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from nexus_env.serve import messages
from nexus_env.serve.hall import Hall
from nexus_env.serve.messages import Answer, Request, type_of
from nexus_env.serve.reading import TYPES, refusal_of
from nexus_env.serve.refusals import Refusal
from nexus_env.serve.session import Advisor, Session

PAGE = Path(__file__).with_name("page")
MOST_WAITING = 256  # messages that a slow reader may leave lying
ANSWERS: dict[type[Request], type[Answer]] = {
    messages.Hello: messages.Welcome,
    messages.Ping: messages.Pong,
    messages.Create: messages.Joined,
    messages.Join: messages.Joined,
    messages.Look: messages.Update,
    messages.Play: messages.Update,
    messages.Undo: messages.Update,
    messages.Again: messages.Joined,
    messages.Record: messages.Recorded,
    messages.Why: messages.Reasons,
    messages.Rules: messages.RuleBook,
    messages.Legal: messages.Situation,
    messages.Go: messages.Best,
    messages.Replay: messages.Replayed,
}
"""What is asked over HTTP, and by what it is answered."""


def make_app(hall: Hall, advisor: Advisor) -> FastAPI:
    """The service as an ASGI application, over a hall of bouts and whoever looks at bouts of front ends."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await hall.close()
        advisor.close()

    app = FastAPI(
        title="NEXUS: Arena Combat System",
        version=version("nexus-env"),
        description="Bouts for people and agents. Each message of the protocol is a route of its own.",
        lifespan=lifespan,
    )
    _answer_mistakes(app)
    for kind, answered in ANSWERS.items():
        _add_route(app, hall, advisor, kind, answered)
    _add_socket(app, hall, advisor)
    _add_page(app)
    return app


def _add_route(app: FastAPI, hall: Hall, advisor: Advisor, kind: type[Request], answered: type[Answer]) -> None:
    """The message as a route."""

    async def answer(request: Any) -> Response:
        found = await Session(hall, advisor).answer(request)
        return JSONResponse(found.as_json())

    answer.__annotations__["request"] = kind
    refused = {code: {"model": messages.Error} for code in (400, 403, 404, 409, 413, 422, 429, 503)}
    app.post(
        f"/v1/{type_of(kind)}",
        name=type_of(kind),
        summary=kind.__doc__,
        response_model=answered,
        response_model_exclude_none=True,
        responses=refused,  # type: ignore[arg-type]
    )(answer)


def _answer_mistakes(app: FastAPI) -> None:
    """Whatever is wrong is told by an error message."""

    @app.exception_handler(Refusal)
    async def refuse(_: HttpRequest, refusal: Refusal) -> Response:
        return JSONResponse(refusal.message().as_json(), refusal.status)

    @app.exception_handler(RequestValidationError)
    async def refuse_invalid(request: HttpRequest, error: RequestValidationError) -> Response:
        kind = TYPES[request.url.path.rpartition("/")[2]]
        refusal = refusal_of(error.errors(), kind)
        return JSONResponse(refusal.message().as_json(), refusal.status)


def _add_socket(app: FastAPI, hall: Hall, advisor: Advisor) -> None:
    """A conversation over a WebSocket."""

    @app.websocket("/v1/socket")
    async def converse(socket: WebSocket) -> None:
        await socket.accept()
        waiting: asyncio.Queue[Answer] = asyncio.Queue(MOST_WAITING)
        talking: list[asyncio.Task[None]] = []

        def send(answer: Answer) -> None:
            try:
                waiting.put_nowait(answer)
            except asyncio.QueueFull:  # a slow reader: it may come again and go on from its cursor
                for task in talking:
                    task.cancel()

        session = Session(hall, advisor, send)
        talking += [asyncio.create_task(_listen(socket, session)), asyncio.create_task(_speak(socket, waiting))]
        try:
            await asyncio.wait(talking, return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.close()
            for task in talking:
                task.cancel()
            await asyncio.gather(*talking, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
                await socket.close()


async def _listen(socket: WebSocket, session: Session) -> None:
    """Hear one message after the other."""
    with suppress(WebSocketDisconnect):
        while True:
            await session.hear(await socket.receive_text())


async def _speak(socket: WebSocket, waiting: "asyncio.Queue[Answer]") -> None:
    """Send what waits."""
    while True:
        answer = await waiting.get()
        await socket.send_json(answer.as_json())


def _add_page(app: FastAPI) -> None:
    """The page of the service, and that of a bout, which is the same: it reads its own address."""

    @app.middleware("http")
    async def guard(request: HttpRequest, call: Callable[[HttpRequest], Awaitable[Response]]) -> Response:
        response = await call(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"  # a link to a bout is a key to it
        return response

    @app.get("/", include_in_schema=False)
    @app.get("/bout/{name}", include_in_schema=False)
    async def page(name: str = "") -> Response:
        return FileResponse(PAGE / "index.html")

    app.mount("/page", StaticFiles(directory=PAGE), name="page")
