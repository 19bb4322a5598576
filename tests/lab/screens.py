"""Pictures of every screen of the page: each game, in light and in dark, on a desktop and on a phone.

It starts a service, plays bouts up to moments worth showing, and takes the pictures with a browser. It needs
`pip install -e '.[serve,dev,video]'` in a clone of the repository, and Chromium. It writes WebP files and the page that
shows them.
"""

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from nexus_env.frontends.client.http import Http
from nexus_env.frontends.client.refused import Refused
from nexus_env.system.argument_parser import Parser
from nexus_env.system.files import write_whole

EXAMPLES = """examples:
  python tests/lab/screens.py
  python tests/lab/screens.py --game aristeia --only table,end --out /tmp/screens
"""
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LOOKS = ("light", "dark")
SMALLER = {"desktop": 0.6, "phone": 0.8}  # the size of the picture relative to the screen
QUALITY = 55  # WebP quality: all digits are readable, and all pictures together stay below 3 MB
PATIENCE = 180_000  # ms
SEED = 5
TURNS = 60  # events before the picture of the table
MOST = 240  # events within which a moment is searched
FEW = 4  # the fewest commands for a picture
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
TITLES = {
    "start": "Start",
    "terms": "Terms, before others join",
    "table": "Table",
    "four": "Table with the most seats",
    "reaction": "A decision after a roll",
    "sights": "What a command would reach and see",
    "hint": "Hint, and who is ahead",
    "end": "End",
    "replay": "Replay",
    "tryout": "Trying out a position",
    "learn": "Guided bout",
    "rules": "Rules",
    "puzzles": "Puzzle",
}


@dataclass(frozen=True)
class Screen:
    """A screen: its address, its viewer, and the element to wait for before taking the picture."""

    name: str
    address: str
    ready: str  # CSS, or another Playwright selector
    key: dict[str, Any] = field(default_factory=dict)  # the bout and the token of a seat
    clicks: tuple[str, ...] = ()  # the element to click first
    pointed: str = ""  # CSS: the element under the mouse


Meant = Callable[[dict[str, Any]], bool]  # a test of an update in which the person decides


def has_choice(update: dict[str, Any]) -> bool:
    """Whether there is a command to choose, after some events."""
    is_command = update["state"]["view"]["question"]["name"] == "command"
    return bool(update["cursor"] >= TURNS and is_command and len(update["state"]["legal"]) > FEW)


def is_reaction(update: dict[str, Any]) -> bool:
    """Whether a roll asks for a decision."""
    rolls = [row for event in update["events"] for row in event.get("happened", ()) if row.get("roll")]
    is_asked = update["state"]["view"]["question"]["name"] != "command"
    return bool(rolls and is_asked and len(update["state"]["legal"]) > 1)


def has_sights(update: dict[str, Any]) -> bool:
    """Whether a command has a target that is badly seen or not seen."""
    return any(sight["kind"] in ("limited", "blocked") for one in update["state"]["legal"] for sight in one["sights"])


class Maker:
    """Plays bouts of one game on a service, up to moments worth a picture."""

    def __init__(self, service: Http, game: dict[str, Any]) -> None:
        """`game` is its description by the service."""
        self._service, self._game, self._name = service, game, str(game["name"])

    def screens(self, wanted: Sequence[str]) -> Iterator[Screen]:
        """Yield the wanted screens that the game has; the bout continues after each picture."""
        few, many, name = self._game["seats"][0], self._game["seats"][-1], quote(self._name)
        agents = [self._game["fallback"]] * (many - 1)
        pair = ["person", *agents[: few - 1]]
        yield Screen("start", "/", ".lobby")
        yield self._bout("terms", ["person", "person"], ".now h2")
        if many > few and "four" in wanted:
            yield self._bout("four", ["person", *agents], ".board, .board-text")
        if "reaction" in wanted:
            yield self._bout("reaction", pair, ".now .question", is_reaction)
        if "sights" in wanted:
            yield from self._sights(self._bout("sights", pair, ".board, .board-text", has_sights))
        if not {"table", "hint", "end", "replay", "tryout"}.isdisjoint(wanted):
            yield from self._table(pair)
        if self._game.get("lesson"):
            yield Screen("learn", f"/#learn/{name}", ".coach")
            yield Screen("rules", f"/#rules/{name}", "main h1")
        if self._game.get("puzzles"):
            yield Screen("puzzles", f"/#puzzles/{name}/1", ".puzzle .now h2")

    def _table(self, seats: Sequence[str]) -> Iterator[Screen]:
        """The screens of a bout to its end, and those after it."""
        table = self._bout("table", seats, ".board, .board-text")
        yield table
        bout, token = table.key["bout"], table.key["key"]["token"]
        yield replace(table, name="hint", clicks=("text=Hint", "text=Who is ahead"), ready=".hinted >> visible=true")
        self._service.ask("resign", bout=bout, token=token)
        yield replace(table, name="end", ready=".now .over")
        replay = f"/#replay/{bout}/{TURNS // 2}"
        yield Screen("replay", replay, "text=/^Judged by/")
        yield Screen("tryout", replay, ".tryout .now h2", clicks=("text=Try it out from here",))

    def _sights(self, screen: Screen) -> Iterator[Screen]:
        """The table with the mouse on the command with the most sights; nothing in a game without sights."""
        key = screen.key["key"]
        legal = self._service.ask("look", bout=screen.key["bout"], token=key["token"])["state"]["legal"]
        seen = {one["action"]: {sight["kind"] for sight in one["sights"]} - {"reach"} for one in legal}
        best = max(seen, key=lambda action: len(seen[action]), default=0)
        if seen.get(best):
            yield replace(screen, pointed=f'.now [data-actions~="{best}"]')

    def _bout(self, name: str, seats: Sequence[str], ready: str, is_meant: Meant | None = None) -> Screen:
        """A bout at a moment worth a picture; this class decides for the person if there is only one."""
        joined = self._service.ask(
            "create", game=self._name, seats=list(seats), undo=seats.count("person") == 1, time=5.0, name="Ada"
        )
        if "person" not in seats[1:]:
            self._play(joined, is_meant or has_choice)
        key = {"bout": joined["bout"], "key": {"seat": joined["seat"], "token": joined["token"]}}
        return Screen(name, f"/{joined['link']}", ready, key)

    def _play(self, joined: dict[str, Any], is_meant: Meant) -> None:
        """Decide for the person until the wanted moment, or the end."""
        where = {"bout": joined["bout"], "token": joined["token"]}
        update = self._service.ask("look", **where, after=0)
        while update["state"]["phase"] == "playing":
            legal = update["state"].get("legal") or []
            if legal and (is_meant(update) or update["cursor"] >= MOST):
                return
            if legal:
                update = self._decide(where, update, legal)
            else:
                update = self._service.ask("look", **where, after=update["cursor"], wait=20.0)

    def _decide(self, where: dict[str, Any], update: dict[str, Any], legal: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Make one decision: an attack or a step in turn if possible, else anything."""
        liked = [one for one in legal if re.match("attack|standard attack|move|act ", one["command"])]
        chosen = (liked or list(legal))[update["cursor"] % len(liked or legal)]
        try:
            return dict(self._service.ask("play", **where, at=update["cursor"], action=chosen["action"]))
        except Refused:  # the bout has moved on meanwhile
            return dict(self._service.ask("look", **where, after=update["cursor"] - 1))


@contextmanager
def serving(games: Sequence[str]) -> Iterator[str]:
    """Run a service with its own store; yields its address."""
    chosen = [word for game in games for word in ("--game", game)]
    with tempfile.TemporaryDirectory() as folder:
        words = ("serve", "--port", "0", "--store", f"sqlite:///{folder}/bouts.db", "--seed", str(SEED), "--rate", "0")
        command = [sys.executable, "-m", "nexus_env", *words, *chosen]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as service:
            assert service.stdout is not None
            try:
                found = re.match(r"Open (http://127\.0\.0\.1:\d+)/ ", service.stdout.readline())
                if found is None:
                    raise ValueError("screens: got no address of the service; expected it to start.")
                yield found[1]
            finally:
                service.terminate()
                service.stdout.read()


def take(page: Any, url: str, game: str, screen: Screen, folder: Path) -> list[Path]:
    """Take a screen in every size and theme, as WebP."""
    _show(page, url, game, screen)
    made = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if screen.pointed:
            page.dispatch_event(screen.pointed, "pointermove", {"pointerType": "mouse"})
        for look in LOOKS:
            page.emulate_media(color_scheme=look, reduced_motion="reduce")
            target = folder / f"{game}-{screen.name}-{size}-{look}.webp"
            write_whole(target, _small(page.screenshot(animations="disabled"), SMALLER[size]))
            made.append(target)
    print(f"{game}: {TITLES[screen.name]}", flush=True)
    return made


@contextmanager
def browsing() -> Iterator[Any]:
    """Open a browser page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        path = own if Path(own).exists() else next(filter(None, map(shutil.which, CHROMIUM)), None)
        if path is None:
            raise ValueError("screens: got no Chromium; expected one: playwright install chromium.")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script("localStorage.setItem('nexus pace', 'instant')")
        yield page
        browser.close()


def _show(page: Any, url: str, game: str, screen: Screen) -> None:
    """Open a screen as its viewer, and wait until it is complete."""
    page.goto(f"{url}/docs")  # a file of the same origin, to set the browser's storage before the page starts
    page.evaluate("game => { localStorage.clear(); localStorage.setItem('nexus game', game); }", game)
    if screen.key:
        page.evaluate("({bout, key}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify(key))", screen.key)
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["desktop"], strict=True)))
    page.goto(url + screen.address)
    for css in screen.clicks:
        page.click(css)
    page.wait_for_selector(screen.ready)
    page.evaluate("document.querySelectorAll('html, .now').forEach(part => part.scrollTo(0, 0))")
    page.evaluate("document.fonts.ready")


def _small(png: bytes, part: float) -> bytes:
    """Scale a picture down and save it as WebP."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    size = (round(picture.width * part), round(picture.height * part))
    room = io.BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(room, "WEBP", quality=QUALITY, method=6)
    return room.getvalue()


def page_of(games: dict[str, str], folder: Path) -> str:
    """The Markdown page with all pictures in `folder`, including earlier ones; `games` are titles by name."""
    lines = [
        "# Screenshots",
        "",
        "Pictures of every screen of the service's page, in light and dark, at 1440 x 900 and at 390 x 844.",
        "`python tests/lab/screens.py` retakes them. [The page](page.md) explains what they show.",
    ]
    names = {path.name for path in folder.glob("*.webp")}
    for game, title in games.items():
        if any(name.startswith(f"{game}-") for name in names):
            lines += ["", f"## {title}"]
        for screen, heading in TITLES.items():
            found = [
                (f"{heading}, {size}, {look}", name)
                for size in SIZES
                for look in LOOKS
                if (name := f"{game}-{screen}-{size}-{look}.webp") in names
            ]
            if found:
                lines += ["", f"### {heading}", "", " ".join(f"![{alt}]({folder.name}/{name})" for alt, name in found)]
    return "\n".join(lines) + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Take the pictures, and write the page."""
    parser = Parser(
        "python tests/lab/screens.py",
        description=__doc__,
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "--game", action="append", metavar="NAME", help="a game; repeatable (default: all of the package)"
    )
    parser.add_argument(
        "--only", default="", metavar="SCREENS", help=f"screens, separated by commas: {', '.join(TITLES)}"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("docs/screens"),
        metavar="FOLDER",
        help="the folder for the pictures (default docs/screens)",
    )
    given = parser.parse_args(words)
    from nexus_env.contract import registry

    # Take the pictures.
    games = given.game or list(registry.own_names())
    wanted = [name for name in given.only.split(",") if name] or list(TITLES)
    given.out.mkdir(parents=True, exist_ok=True)
    made = []
    with serving(games) as url, Http(url, PATIENCE / 1000) as service, browsing() as page:
        told = {game["name"]: game for game in service.ask("hello", client="screens")["games"]}
        for name, game in told.items():
            for screen in Maker(service, game).screens(wanted):
                if screen.name in wanted:
                    made += take(page, url, name, screen, given.out)

    # Write the page, with the pictures of all games.
    titles = {name: registry.find(name).words.about().title for name in registry.own_names()}
    titles |= {name: str(game["title"]) for name, game in told.items()}
    write_whole(given.out.with_suffix(".md"), page_of(titles, given.out))
    print(f"{len(made)} pictures, {sum(path.stat().st_size for path in made) / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
