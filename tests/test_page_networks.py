"""The page behind a proxy, under a path of it, and on a network that falls silent; in a real browser."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, Visitors
from playwright.sync_api import Page, expect
from service import LIMIT, Json, Service, serving

browser, open_page = pages.browser, pages.open_page
PATH = b"/arena/"


class Proxy:
    """A proxy that has the service under a path, and whose lines can fall silent without an end."""

    def __init__(self, port: int) -> None:
        self._service, self._door = ("127.0.0.1", port), socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}{PATH.decode()}"
        self.strays: list[bytes] = []  # requests outside the path
        self.upgraded = threading.Semaphore(0)  # released for each WebSocket
        self._silent = threading.Event()  # of the lines that are open now
        self._ends: list[socket.socket] = []  # of lines
        self._threads: list[threading.Thread] = []
        self._start(self._let_in)

    def _start(self, work: Callable[..., None], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments)
        self._threads.append(thread)
        thread.start()
        return thread

    def fall_silent(self) -> None:
        """Nothing goes through the open lines anymore; others are not affected."""
        self._silent.set()
        self._silent = threading.Event()

    def close(self) -> None:
        """Cut all lines."""
        _cut(self._door)  # which wakes who waits there
        self._threads[0].join()
        self._door.close()
        for end in list(self._ends):
            _cut(end)
        for thread in list(self._threads):
            thread.join()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = self._door.accept()
                self._ends.append(visitor)
                self._start(self._serve, visitor, self._silent)

    def _serve(self, visitor: socket.socket, silent: threading.Event) -> None:
        """One request, or one WebSocket."""
        with visitor, suppress(OSError):
            asked = b""
            while b"\r\n\r\n" not in asked:
                if not (part := visitor.recv(65536)):
                    return
                asked += part
            kind, path, rest = asked.split(b" ", 2)
            if not path.startswith(PATH):
                self.strays.append(path)
                visitor.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                return
            is_socket = b"pgrade: websocket" in rest
            if not is_socket:
                rest = rest.replace(b"onnection: keep-alive", b"onnection: close")
            with socket.create_connection(self._service) as service:
                self._ends.append(service)
                service.sendall(b" ".join([kind, path[len(PATH) - 1 :], rest]))
                if is_socket:
                    self.upgraded.release()
                there = self._start(_pass_on, visitor, service, silent)
                _pass_on(service, visitor, silent)
                there.join()


def _pass_on(one: socket.socket, other: socket.socket, silent: threading.Event) -> None:
    with suppress(OSError):
        while part := one.recv(65536):
            if not silent.is_set():
                other.sendall(part)
        if not silent.is_set():
            other.shutdown(socket.SHUT_WR)


def _cut(end: socket.socket) -> None:
    with suppress(OSError):  # it is cut, or closed
        end.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("bouts"), "--game", "toy:GAME", "--rate", "0") as running:
        yield running


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    found = Proxy(service.port)
    yield found
    found.close()


def test_the_page_is_whole_under_a_path_of_a_proxy(proxy: Proxy, open_page: Visitors) -> None:
    """From the lobby into a bout, a reload, the rules and back: no address leads out of it."""
    page = open_page(proxy.url)
    page.get_by_label("Seat 2").select_option("random")
    page.get_by_role("button", name="Begin the bout").click()
    page.wait_for_url(f"{proxy.url}bout/*")
    page.locator(CAN_DECIDE).first.wait_for()
    page.reload()
    page.locator(CAN_DECIDE).first.wait_for()
    assert page.evaluate("document.querySelector('.brand').href") == proxy.url
    page.locator(".brand").click()
    expect(page.get_by_role("heading", name="My bouts")).to_be_visible()
    links = page.eval_on_selector_all("a[href]", "found => found.map(link => link.href)")
    assert links and all(link.startswith(proxy.url) for link in links if link.startswith("http://127.0.0.1"))
    page.goto(f"{proxy.url}#rules/toy")  # the page reloads itself
    expect(page.get_by_role("searchbox")).to_be_visible()
    assert not proxy.strays


def at_the_table(service: Service, proxy: Proxy, open_page: Visitors) -> tuple[Page, Json]:
    """Somebody who watches a bout by a clock that passes when the test says so; and the bout."""
    joined = service.ask("create", seats=["person", "person"], name="Ada")
    service.ask("join", bout=joined["bout"], name="Bob")
    page = open_page(proxy.url)
    page.clock.install()
    page.goto(f"{proxy.url}{joined['link']}#watch")
    page.reload()
    page.clock.run_for(1000)
    expect(page.locator(".waiting")).to_be_visible()
    while proxy.upgraded.acquire(blocking=False):
        pass
    return page, joined


def decide(service: Service, joined: Json) -> Any:
    """Something happens at the table."""
    return service.ask("resign", bout=joined["bout"], token=joined["token"])


def test_a_silent_line_is_noticed_within_ten_seconds(service: Service, proxy: Proxy, open_page: Visitors) -> None:
    page, joined = at_the_table(service, proxy, open_page)
    proxy.fall_silent()
    page.clock.run_for(9000)  # the page's own: one ping after the other
    assert proxy.upgraded.acquire(timeout=LIMIT), "it connects anew"
    decide(service, joined)
    expect(page.locator(".now .over")).to_be_visible()


@pytest.mark.parametrize(
    ("event", "seconds"),
    [("dispatchEvent(new Event('online'))", 0), ("document.dispatchEvent(new Event('visibilitychange'))", 3)],
)
def test_who_is_back_need_not_wait(
    event: str, seconds: int, service: Service, proxy: Proxy, open_page: Visitors
) -> None:
    """On a network again, or before the screen again."""
    page, joined = at_the_table(service, proxy, open_page)
    proxy.fall_silent()
    page.evaluate(event)
    page.clock.run_for(1000 * seconds)
    assert proxy.upgraded.acquire(timeout=LIMIT)
    decide(service, joined)
    expect(page.locator(".now .over")).to_be_visible()
