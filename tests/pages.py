"""Browsers for the tests of the page: who visits it, and how they sit down and decide."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from service import Service, serving

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 180_000  # ms for what takes a moment even on a machine that is busy
THINKING = 60.0  # seconds: an agent that has less may be too slow there
SHORT = {"cycle_limit": 1, "auto_pass": True}
CHECKS = Path(__file__).with_name("page_checks.js").read_text()
LIKED = ("pass", "end round", "ratio to movement")  # what leads through a bout quickly
COACH = ".coach .onward:not([aria-disabled=true])"
MARKED = ".now button[data-lesson]:enabled"
CAN_DECIDE = ".now button[data-command]:enabled"
OVER = ".now .over"
EVENTS = "Number(document.querySelector('.log').dataset.events)"  # a walk of several is one entry
BUSY = "status of 503"  # told by the browser while an agent still thinks about what was left; the page asks again


def finished_bout(service: Service) -> str:
    """The transcript of a short bout between two agents."""
    bout = service.ask("create", seats=["random", "random"], options=SHORT, time=THINKING)["bout"]
    update = service.ask("look", bout=bout, after=0)
    while update["state"]["phase"] != "over":
        update = service.ask("look", bout=bout, after=update["cursor"], wait=20.0)
    return str(service.ask("record", bout=bout)["transcript"])


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("bouts")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        path = own if Path(own).exists() else next(filter(None, map(shutil.which, BROWSERS)), None)
        if path is None:
            pytest.skip("no Chromium is installed: apt install chromium, or playwright install chromium")
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


class Visitors:
    """People who open pages, each in a browser profile of its own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.pages: list[Page] = []
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.forgiven: list[str] = []  # complaints that a test brings about

    def __call__(self, address: str, pace: str = "instant", **context: Any) -> Page:
        """Open a page, and listen to whatever it complains of."""
        page = self.browser.new_context(**context).new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(f"localStorage.setItem('nexus pace', '{pace}')")
        page.add_init_script("localStorage.setItem('nexus forced', 'ask')")  # tests click all of it
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.hosts.add(str(urlsplit(request.url).hostname)))
        page.goto(address)
        self.pages.append(page)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location.get("url", "")
            self.complaints.append(f"{message.text} {where}".rstrip())

    def leave(self) -> None:
        """Close all pages; none may have complained, or asked another host."""
        for page in self.pages:
            page.context.close()
        heard = [text for text in self.complaints if not any(part in text for part in self.forgiven)]
        assert not heard, heard
        assert self.hosts <= {"127.0.0.1", "None"}  # None: what the page made itself


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    visitors.leave()


def enter(page: Page, service: Service, **fields: Any) -> dict[str, Any]:
    """Create a bout and sit down at it in this browser."""
    joined = service.ask(
        "create",
        **{"seats": ["person", "greedy"], "name": "Ada", "options": SHORT, "undo": True, "time": THINKING, **fields},
    )
    page.evaluate(
        "({bout, seat, token}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify({seat, token}))", joined
    )
    page.goto(f"{service.url}/{joined['link']}")
    return joined


def decide(page: Page, *liked: str) -> str:
    """Click a command: the first of those that are liked, else any; what was clicked."""
    page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")
    if page.query_selector(OVER):
        return ""
    offered = page.eval_on_selector_all(CAN_DECIDE, "found => found.map(button => button.dataset.command)")
    words = next((want for want in (*liked, *LIKED) if want in offered), offered[0])
    events = page.evaluate(EVENTS)
    page.locator(f'{CAN_DECIDE}[data-command="{words}"]').first.click()
    came = f"([events, css]) => {EVENTS} !== events || document.querySelector(css)"
    page.wait_for_function(came, arg=[events, ".now .step, .waiting, dialog[open]"])
    if page.query_selector("dialog[open]"):  # it may end the own helot
        page.get_by_role("button", name="Do it").click()
        page.wait_for_function(came, arg=[events, f"{OVER}, .waiting"])
    return words


def play_to_the_end(*pages: Page) -> None:
    for _ in range(200):
        for page in pages:
            page.wait_for_function(
                "css => document.querySelector(css) || document.querySelector('.waiting')", arg=f"{CAN_DECIDE}, {OVER}"
            )
            if page.query_selector(CAN_DECIDE):
                decide(page)
        if all(page.query_selector(OVER) for page in pages):
            return
    raise AssertionError("the bout does not end")


def until_question(page: Page, css: str) -> None:
    """Decide until the panel shows something."""
    for _ in range(60):
        page.wait_for_selector(f"{CAN_DECIDE}, {OVER}")
        if page.query_selector(css):
            return
        assert decide(page), f"the bout was over before {css} came"
    raise AssertionError(f"{css} did not come")
