"""What the page draws of Aristeia!, without a browser: signs, and who is not chosen yet."""

import re
from pathlib import Path

import numpy as np
import pytest
from page_modules import PAGE, computed, contrast, needs_node, rules_in

from aristeia.table import Drawn
from nexus_env.games import aristeia as game
from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.words import words

pytestmark = needs_node

ARENA = Path(game.__file__).parent / "page"
NEEDED = 4.5  # WCAG 2, level AA
SOMEBODY = "Somebody of your own cards"


def test_signs_and_letters_stand_out_on_every_color() -> None:
    """In light and dark alike: neither the colors below them nor their own change."""
    names = [*stock.load().names.characters, SOMEBODY, "?"]
    script = "given.map((name) => partsOf(one0.body(name, 'player_0')).map((one) => one.attributes))"
    (ink,) = {
        re.search(r"fill: (#\w{6})", body)[1]
        for name, body in rules_in(ARENA / "page.css")
        if name == ".sign-letters" and "fill" in body
    }
    for name, parts in zip(names, computed(script, ARENA / "figures.js", given=names), strict=True):
        (ground,) = (re.search(r"fill: (#\w{6})", part["style"])[1] for part in parts if "style" in part)
        assert contrast(ink, ground) >= NEEDED, name


def test_what_lies_below_a_sign_has_no_background_of_the_page() -> None:
    """A name of a class that the page uses for something else: what looks for contrast would see its color."""
    script = "partsOf(one0.body(given, 'player_0')).flatMap((one) => (one.attributes.class ?? '').split(' '))"
    own = set(computed(script, ARENA / "figures.js", given=SOMEBODY))
    assert "sign-letters" in own
    colored = [
        (style.name, selector)
        for style in sorted(PAGE.glob("*.css"))
        for selector, body in rules_in(style)
        if "background" in body and own & set(re.findall(r"\.([\w-]+)", selector.split()[-1]))
    ]
    assert colored == []


@pytest.mark.parametrize("teams", ["draft", "choice", "preset"])
def test_who_is_not_chosen_yet_has_no_numbers(teams: str) -> None:
    """Neither health nor Initiative, Speed and Energy; all have them as soon as they are known."""
    view = words.view(np.asarray(Drawn(teams=teams, dictated=False).bout), 0)
    script = """given.seats.flatMap((seat) => partsOf(one0.panel(seat, given)).filter(({ tag }) => tag === "li")
        .map((member) => [textOf(member), member.attributes.title ?? ""]))"""
    told, titles = zip(*computed(script, ARENA / "page.js", given=view), strict=True)
    assert len(told) == 8 and not any("0/0" in text for text in told)
    if teams == "preset":
        assert all("Initiative" in title for title in titles) and not any("not known" in text for text in told)
    else:
        assert not any(titles) and all("\u2013not known yet" in text for text in told)
