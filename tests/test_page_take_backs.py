"""Take-backs between two browsers: asked with a button, answered with two, and told to all who see the table."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright: pip install playwright")
pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
import pages
from pages import CAN_DECIDE, CHECKS, Visitors, decide
from playwright.sync_api import Page, expect
from service import Service, serving

browser, open_page = pages.browser, pages.open_page
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ASK = "Ask to take back my last decision"
QUESTION = "Ada asks to take back their last decision."


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One that plays the toy."""
    with serving(tmp_path_factory.mktemp("games"), "--game", "toy:GAME") as running:
        yield running


def sit_down(service: Service, open_page: Visitors) -> tuple[Page, Page, Page]:
    """Ada on a large screen opens a bout in the lobby, Bob joins it on a phone, and somebody watches."""
    ada = open_page(service.url, viewport={"width": 1440, "height": 900})
    ada.get_by_label("Seat 2").select_option("person")
    expect(ada.get_by_label("Allow take-backs")).to_be_checked()
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_label("The bout ends after").select_option("10")
    ada.get_by_role("button", name="Create the bout").click()
    link = ada.get_by_role("textbox", name="The link to the free seats").input_value()
    bob = open_page(link, **PHONE)
    terms = bob.locator(".agreed div", has_text="Take-backs")
    expect(terms).to_contain_text("yes, if everybody else agrees")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take the seat").click()
    watching = open_page(f"{link}#watch")
    ada.wait_for_selector(CAN_DECIDE)
    return ada, bob, watching


def test_two_browsers_agree_on_a_take_back(service: Service, open_page: Visitors) -> None:
    """First it is refused, and not asked again; then Bob agrees, though he has decided meanwhile."""
    ada, bob, watching = sit_down(service, open_page)
    ask = ada.get_by_role("button", name=ASK)
    expect(ask).to_have_count(0)
    decide(ada, "rest")
    expect(ask).to_be_in_viewport()
    ask.click()
    expect(ask).to_have_count(0)
    for page in (ada, bob, watching):
        expect(page.get_by_role("log")).to_contain_text("Ada asks to take back a decision.")
    expect(ada.get_by_role("region", name="Requests")).to_contain_text("once everybody else has agreed")
    expect(watching.get_by_role("region", name="Requests")).to_have_text(QUESTION)
    requests = bob.get_by_role("region", name="Requests")
    expect(requests.get_by_text(QUESTION)).to_be_in_viewport()
    expect(bob.locator("#urgent")).to_have_text(QUESTION)
    assert bob.title().startswith("● You are asked")
    bob.add_script_tag(type="module", content=f"{CHECKS}; window.checks = {{nameless, pale}}")
    bob.wait_for_function("window.checks")
    assert bob.evaluate("[window.checks.nameless(), window.checks.pale()]") == [[], []]
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    requests.get_by_role("button", name="Refuse").click()
    expect(requests).to_have_count(0)
    expect(ada.get_by_role("log")).to_contain_text("Bob refuses the take-back.")
    expect(ask).to_have_count(0)

    decide(bob, "rest")
    decide(ada, "swap")
    expect(ada.get_by_role("log")).to_contain_text("Ada: swap.")
    ask.click()
    expect(requests.get_by_text(QUESTION)).to_be_visible()
    decide(bob, "draw")
    expect(ada.get_by_role("log")).to_contain_text("Bob draws")
    requests.get_by_role("button", name="Agree to the take-back").click()
    for page in (ada, bob, watching):
        expect(page.get_by_role("log")).to_contain_text("Ada takes back a decision. Bob agreed.")
        expect(page.get_by_role("log")).not_to_contain_text("Ada: swap.")
        expect(page.get_by_role("log")).not_to_contain_text("Bob draws")
        expect(page.get_by_role("region", name="Requests")).to_have_count(0)
    assert decide(ada, "rest") == "rest"
    bob.wait_for_selector(CAN_DECIDE)


def test_a_bout_without_take_backs_offers_none(service: Service, open_page: Visitors) -> None:
    ada, bob = open_page(service.url), open_page(service.url)
    joined = pages.enter(ada, service, game="toy", seats=["person", "person"], options={"bare": True}, undo=False)
    bob.goto(f"{service.url}/{joined['link']}")
    expect(bob.locator(".agreed div", has_text="Take-backs")).to_contain_text("no")
    bob.get_by_role("button", name="Take the seat").click()
    decide(ada, "rest")
    expect(ada.get_by_role("heading", name="Wait")).to_be_visible()
    expect(ada.get_by_role("button", name="take back")).to_have_count(0)
