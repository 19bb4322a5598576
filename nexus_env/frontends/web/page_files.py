"""The page and its files, under whatever path a proxy puts the service: all addresses in them are relative.

Browsers ask each time whether a file has changed: otherwise they would mix modules of two versions after an upgrade.
"""

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from fastapi.requests import Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from nexus_env.game.contract import Game

REVALIDATED = {"cache-control": "no-cache"}
PAGE = Path(__file__).with_name("page")
CLIENT = Path(__file__).parent.parent / "client" / "client.js"


class Files(StaticFiles):
    """A folder whose files are told apart by their content: those of two versions may have the same time and size."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """See `StaticFiles`."""
        stamp = sha256(Path(full_path).read_bytes()).hexdigest()[:32]
        headers = {**REVALIDATED, "etag": f'"{stamp}"'}
        response = FileResponse(full_path, status_code, headers, stat_result=stat_result)
        asked = Headers(scope=scope)
        if "if-none-match" in asked and self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response


def add_page(app: FastAPI, games: Sequence[Game]) -> None:
    """Serve the page, which is the same for every address, and the games' drawings."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")

    @app.get("/", include_in_schema=False)
    async def start() -> Response:
        return HTMLResponse(index, headers=REVALIDATED)

    @app.get("/bout/{name}", include_in_schema=False)
    async def bout(name: str) -> Response:
        return HTMLResponse(index.replace('"./', '"../'), headers=REVALIDATED)

    clients = Files(directory=CLIENT.parent)

    @app.get("/client.js", include_in_schema=False)
    async def client(request: Request) -> Response:
        return await clients.get_response(CLIENT.name, request.scope)

    app.mount("/page", Files(directory=PAGE), name="page")
    for game in games:
        if (folder := game.words.about().page) is not None:
            app.mount(f"/games/{game.name}", Files(directory=folder), name=f"page of {game.name}")
