"""The table of the page in two sizes and with every number of seats: nothing is cut off, covered, or too small."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pages
import pytest
from page_modules import PAGE, computed, needs_node
from pages import Visitors
from playwright.sync_api import Page
from screens import SIZES, Maker, Screen, has_choice, has_sights
from service import Service, serving

import nexus_env
from nexus_env.contract import registry
from nexus_env.frontends.client.http import Http

browser, open_page = pages.browser, pages.open_page
HERE = Path(__file__).parent
SMALL_TARGETS, FAULTS = ((HERE / name).read_text() for name in ("target_sizes.js", "layout_faults.js"))
NEXUS_PAGE = Path(nexus_env.__file__).parent / "games" / "nexus" / "page" / "page.js"
STYLE = "css => { (window.own ??= document.head.appendChild(document.createElement('style'))).textContent = css; }"
PATIENCE = 180.0
TABLES = [
    pytest.param("nexus", 2, marks=pytest.mark.long),
    pytest.param("nexus", 3, marks=pytest.mark.long),
    ("nexus", 4),
    ("aristeia", 2),
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One that plays the games of the package."""
    with serving(tmp_path_factory.mktemp("games"), "--game", ",".join(registry.own_names())) as running:
        yield running


@pytest.fixture(name="maker")
def of_bouts(service: Service) -> Iterator[Any]:
    """Begins bouts of a game up to a moment: the game, the seats and what is meant."""
    with Http(service.url, PATIENCE) as client:
        games = {game["name"]: game for game in client.ask("hello", client="tests")["games"]}

        def begin(game: str, seats: int, meant: Any = has_choice) -> tuple[Maker, Screen]:
            maker = Maker(client, games[game])
            agents = ["greedy"] * (seats - 1)
            return maker, maker._bout("table", ["person", *agents], ".board", meant)

        yield begin


def show(open_page: Visitors, service: Service, screen: Screen, size: str) -> Page:
    """Open a table as the person who sits at it."""
    width, height = SIZES[size]
    page = open_page(service.url, viewport={"width": width, "height": height})
    page.evaluate("({bout, key}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify(key))", screen.key)
    page.goto(service.url + screen.address)
    page.wait_for_selector(".now h2, .now h3")
    return page


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_has_room_on_a_desktop_and_on_a_phone(
    game: str, seats: int, maker: Any, service: Service, open_page: Visitors
) -> None:
    _, screen = maker(game, seats)
    for size in SIZES:
        page = show(open_page, service, screen, size)
        assert page.evaluate(FAULTS) == [], size
        assert page.evaluate(SMALL_TARGETS) == [], size


def test_such_faults_are_found(maker: Any, service: Service, open_page: Visitors) -> None:
    """Each kind, where somebody makes one."""
    page = show(open_page, service, maker("nexus", 2, bool)[1], "phone")
    for style, fault in {
        ".middle {min-width: 500px}": "wide",
        ".now h2 {max-height: 8px; overflow: hidden}": "cut off",
        ".now h2 {position: relative} .now h2::after {content: ''; position: absolute; inset: 0}": "",
        ".tray {margin-top: -90px; position: relative; z-index: -1}": "lies under",
    }.items():
        page.evaluate(STYLE, style)
        found = page.evaluate(FAULTS)
        assert any(fault in one for one in found) if fault else not found, (style, found)


def test_the_bar_of_a_phone_keeps_its_height(maker: Any, service: Service, open_page: Visitors) -> None:
    """However long the numbers in it are."""
    page = show(open_page, service, maker("nexus", 2, bool)[1], "phone")
    heights = page.evaluate(
        """() => ["0", "10", "100"].map((number) => {
            for (const shown of document.querySelectorAll(".bar-middle b")) shown.textContent = number;
            return document.querySelector(".bar-middle").getBoundingClientRect().height;
        })"""
    )
    assert len(set(heights)) == 1, heights


def test_what_a_command_would_see_leaves_the_board_of_a_phone_in_view(
    maker: Any, service: Service, open_page: Visitors
) -> None:
    begun, screen = maker("aristeia", 2, has_sights)
    (pointing,) = begun._sights(screen)
    page = show(open_page, service, pointing, "phone")
    page.dispatch_event(pointing.pointed, "pointermove", {"pointerType": "mouse"})
    told, board = page.locator(".outlook").bounding_box(), page.locator(".board").bounding_box()
    assert told and board and told["y"] >= board["y"] + board["height"] - 1


def test_nothing_shows_below_the_text_of_a_lesson(service: Service, open_page: Visitors) -> None:
    page = open_page(service.url, viewport={"width": 390, "height": 844})
    page.goto(f"{service.url}/#learn/nexus")
    page.wait_for_selector(".coach")
    assert page.locator(".coach").evaluate("box => innerHeight - box.getBoundingClientRect().bottom") < 1


@needs_node
def test_the_log_calls_a_unique_ability_by_its_name() -> None:
    """Not by its number; what it costs stands below."""
    rows = [
        {"event": "command", "role": "command", "text": "player_0: unique ability 1."},
        {"event": "trait", "text": "  player_0's Instinct falls by 1."},
        {"event": "unique", "role": "deed", "text": "  player_0 uses its unique ability Ravenous."},
    ]
    event = {"cursor": 1, "kind": "turn", "seat": "player_0", "command": "unique ability 1"}
    script = """given.map((event) => partsOf(one0.log([event], {player_0: "Ada"},
            { art: one2, rulebook: new one1.Rulebook({game: "", commands: [], cards: {}, groups: [], terms: []}) }))
        .filter(({ tag }) => tag === "p").map(textOf))"""
    given = [{**event, "happened": rows}, {**event, "happened": rows[:2]}]
    told = computed(script, PAGE / "log.js", PAGE / "words.js", NEXUS_PAGE, given=given)
    assert told == [
        ["Ada uses its unique ability Ravenous.", "Ada's Instinct falls by 1."],
        ["Ada: unique ability.", "Ada's Instinct falls by 1."],
    ]
