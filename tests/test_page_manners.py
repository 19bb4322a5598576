"""Small manners of the page in each game: its address, its menu, hints, lessons on a phone, setup, and targets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, Visitors
from playwright.sync_api import Page, expect
from service import Service, serving

from nexus_env.contract import registry

browser, open_page = pages.browser, pages.open_page
OWN = registry.own_names()
COACH = ".coach .onward:not([aria-disabled='true'])"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
SMALL_TARGETS = Path(__file__).with_name("target_sizes.js").read_text()
HIDDEN_SPACES = """() => {
    const bar = document.querySelector("#bar").getBoundingClientRect().bottom;
    const coach = document.querySelector(".coach").getBoundingClientRect().top;
    const isSeen = (box) => box.top >= bar && box.bottom <= coach;
    return [...document.querySelectorAll("[data-cell][data-lesson]")]
        .filter((space) => !isSeen(space.getBoundingClientRect()))
        .map((space) => [space.dataset.cell, bar, coach, JSON.stringify(space.getBoundingClientRect())]);
}"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One that plays the toy, and the games of the package besides."""
    with serving(tmp_path_factory.mktemp("games"), "--game", f"toy:GAME,{','.join(OWN)}") as running:
        yield running


def sit_down(page: Page, service: Service, game: str, **more: Any) -> None:
    """Begin a bout of a game and sit down at it in this browser."""
    agreed = {"seats": ["person", "greedy"], "name": "Ada", "seed": 5, "time": pages.THINKING, **more}
    joined = service.ask("create", game=game, **agreed)
    keep = "({bout, seat, token}) => localStorage.setItem(`nexus seat ${bout}`, JSON.stringify({seat, token}))"
    page.evaluate(keep, joined)
    page.goto(f"{service.url}/{joined['link']}")
    page.wait_for_selector(CAN_DECIDE)


def test_the_page_follows_its_address(service: Service, open_page: Visitors) -> None:
    """From the rules to the lesson, to puzzles and back, each by its address alone."""
    page = open_page(f"{service.url}/#rules/nexus")
    page.locator(".rules").get_by_role("link", name="Learn to play").click()
    page.wait_for_selector(COACH)
    page.go_back()
    expect(page.get_by_role("heading", name="The rules of NEXUS")).to_be_visible()
    for address, heading in (
        ("puzzles/nexus/1", "Puzzle 1 of"),
        ("rules/toy", "The rules of Toy"),
        ("try", "Open a position"),
    ):
        page.evaluate("address => { location.hash = address; }", address)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


def test_the_skip_link_stays_on_its_page(service: Service, open_page: Visitors) -> None:
    page = open_page(f"{service.url}/#rules/toy")
    expect(page.get_by_role("heading", name="The rules of Toy")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.get_by_role("heading", name="The rules of Toy")).to_be_visible()
    assert page.url.endswith("#rules/toy")


def test_the_menu_closes(service: Service, open_page: Visitors) -> None:
    """By Escape wherever the focus is, which takes nothing else back; by a click or the focus elsewhere; by a link."""
    page = open_page(service.url)
    sit_down(page, service, "toy")
    menu = page.locator("details.menu")

    def is_closed_after(deed: Any) -> bool:
        menu.locator("summary").click()
        expect(menu).to_have_attribute("open", "")
        deed()
        expect(menu).not_to_have_attribute("open", "")
        return True

    assert is_closed_after(lambda: page.keyboard.press("Escape"))
    expect(menu.locator("summary")).to_be_focused()
    assert is_closed_after(
        lambda: page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))")
    )
    assert is_closed_after(lambda: page.locator(".log").click(position={"x": 5, "y": 5}))
    assert is_closed_after(lambda: page.locator(".now h2").focus())
    assert is_closed_after(lambda: page.get_by_role("link", name="The rules of the game").click())
    menu.locator("summary").click()
    page.get_by_label("Dark").check()
    expect(menu).to_have_attribute("open", "")


@pytest.mark.parametrize("game", ["toy", *OWN])
def test_a_lesson_on_a_phone_shows_what_it_marks(service: Service, open_page: Visitors, game: str) -> None:
    """Each marked space is between the bar and the text; a step of a choice too; and the bar keeps its height."""
    page = open_page(f"{service.url}/#learn/{game}", **PHONE)
    page.wait_for_selector(COACH)
    steps = int(str(page.get_by_role("progressbar").get_attribute("max")))
    heights = set()
    for step in range(1, steps):
        page.wait_for_selector(COACH)
        assert page.evaluate(HIDDEN_SPACES) == [], (game, step)
        several = page.locator(".now button[data-lesson]:enabled", has_text="…")
        if several.count():
            several.first.tap()
            page.wait_for_selector(".now .step")
            assert page.evaluate(HIDDEN_SPACES) == [], (game, step, "chosen in two steps")
        heights.add(page.locator("#bar").evaluate("bar => bar.offsetHeight"))
        page.locator(".coach .onward").tap()
        expect(page.get_by_role("progressbar")).to_have_attribute("value", str(step + 1))
    longest = "Round 1 of 5, Turn 4 of 4: Miyamoto Mushashi"
    page.locator(".cycle").evaluate("(cycle, text) => { cycle.textContent = text; }", longest)
    heights.add(page.locator("#bar").evaluate("bar => bar.offsetHeight"))
    assert len(heights) == 1, heights


@pytest.mark.parametrize("game", ["toy", *OWN])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_targets_are_large_enough(service: Service, open_page: Visitors, game: str, screen: dict[str, Any]) -> None:
    """WCAG 2.5.8: 24 by 24 px, or room around them, or in a sentence: from the lobby to the table."""
    page = open_page(service.url, **screen)
    page.wait_for_selector(".lobby")
    found = {"lobby": page.evaluate(SMALL_TARGETS)}
    page.locator("details.menu summary").click()
    found["menu"] = page.evaluate(SMALL_TARGETS)
    page.goto(f"{service.url}/#rules/{game}")
    page.wait_for_selector(".library .entry")
    found["rules"] = page.evaluate(SMALL_TARGETS)
    sit_down(page, service, game)
    found["setup"] = page.evaluate(SMALL_TARGETS)
    for _ in range(4):
        pages.decide(page)
    page.wait_for_selector(CAN_DECIDE)
    found["table"] = page.evaluate(SMALL_TARGETS)
    assert not {where: small for where, small in found.items() if small}


def test_small_targets_are_found(service: Service, open_page: Visitors) -> None:
    """Two buttons of 20 px beside one another; one with room around it is enough."""
    page = open_page(service.url)
    page.wait_for_selector(".lobby")
    button = "<button style='width: 20px; height: 20px; padding: 0; margin: {}'></button>"
    page.evaluate("html => { document.body.innerHTML = html; }", 2 * button.format("0"))
    assert len(page.evaluate(SMALL_TARGETS)) == 2
    page.evaluate("html => { document.body.innerHTML = html; }", 2 * button.format("4px"))
    assert page.evaluate(SMALL_TARGETS) == []


def test_setup_shows_what_is_agreed_and_what_a_choice_means(service: Service, open_page: Visitors) -> None:
    """The agreed barge before it is laid; the "?" of a motivation explains its abilities; a name of one word."""
    page = open_page(service.url)
    sit_down(page, service, "nexus", options={"barge": 4})
    lying = page.locator(".board .piece")
    before = lying.count()
    assert before > 4
    for _ in range(10):
        if page.get_by_role("heading", name="Choose your motivation").count():
            break
        pages.decide(page)
        page.wait_for_selector(CAN_DECIDE)
    name = str(page.locator(".now .answer .title").first.text_content())
    said = page.locator(".now .answer .text").first.text_content() or ""
    page.get_by_role("button", name=f"Rule: {name}").click()
    window = page.get_by_role("dialog")
    told = window.locator(".meanings dt").all_text_contents()
    abilities = said.split("Unique abilities: ")[1].split(".")[0].split(", ")
    assert set(abilities) <= set(told), (said, told)
    assert all(text.strip() for text in window.locator(".meanings dd").all_text_contents())
    page.keyboard.press("Escape")
    for trait in ("Instinct", "Physicality"):
        expect(page.get_by_role("button", name=f"{trait}: 0", exact=True).first).to_be_visible()
    assert lying.count() == before


def test_a_hint_is_gone_as_soon_as_a_command_is_given(service: Service, open_page: Visitors) -> None:
    """Not only after all has been shown that comes of it."""
    page = open_page(service.url, pace="calm")
    sit_down(page, service, "toy", advice=True)
    page.get_by_text("What would … do?").click()
    page.locator(".counsel select").select_option("greedy")
    play = page.locator(".hinted button")
    expect(play).to_be_enabled()
    assert page.evaluate("document.querySelectorAll('.hinted').length") == 1
    assert play.evaluate("button => { button.click(); return document.querySelectorAll('.hinted').length; }") == 0
    expect(page.locator(".hinted")).to_have_count(0)
