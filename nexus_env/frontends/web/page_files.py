"""The page and its files, under whatever path a proxy puts the service: all addresses in them are relative.

Browsers must never mix modules of two versions. So all files are read at the start, since the package may be upgraded
under a service that runs, and browsers ask each time whether a file has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from nexus_env.contract.game import Game

REVALIDATED = {"cache-control": "no-cache"}
PAGE = Path(__file__).with_name("page")
CLIENT = Path(__file__).parent.parent / "client" / "client.js"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@dataclass(frozen=True)
class File:
    """A file as it was when the service started, with a stamp of its content."""

    content: bytes
    kind: str
    stamp: str

    @classmethod
    def read(cls, path: Path) -> "File":
        """Read it."""
        content = path.read_bytes()
        kind = KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
        return cls(content, kind, f'"{sha256(content).hexdigest()[:32]}"')

    def answer(self, request: Request) -> Response:
        """The file, or that the browser has it."""
        known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
        headers = {**REVALIDATED, "etag": self.stamp}
        if self.stamp in known:
            return Response(status_code=304, headers=headers)
        return Response(self.content, media_type=self.kind, headers=headers)


def add_page(app: FastAPI, games: Sequence[Game]) -> None:
    """Serve the page, which is the same for every address, and the games' drawings."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")

    @app.get("/", include_in_schema=False)
    async def start() -> Response:
        return HTMLResponse(index, headers=REVALIDATED)

    @app.get("/bout/{name}", include_in_schema=False)
    async def bout(name: str) -> Response:
        return HTMLResponse(index.replace('"./', '"../'), headers=REVALIDATED)

    client_file = File.read(CLIENT)

    @app.get("/client.js", include_in_schema=False)
    async def client(request: Request) -> Response:
        return client_file.answer(request)

    _add_folder(app, "/page", PAGE)
    for game in games:
        if (folder := game.words.about().page) is not None:
            _add_folder(app, f"/games/{game.name}", folder)


def _add_folder(app: FastAPI, address: str, folder: Path) -> None:
    """Serve all files of a folder."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    files: Mapping[str, File] = {path.relative_to(folder).as_posix(): File.read(path) for path in found}

    @app.get(f"{address}/{{path:path}}", include_in_schema=False)
    async def file(path: str, request: Request) -> Response:
        if path not in files:
            raise HTTPException(404)
        return files[path].answer(request)
