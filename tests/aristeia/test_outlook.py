"""What a player is shown before a command is given: reach, Line of Sight and Cover."""

from typing import Any

import numpy as np

from aristeia.table import Drawn, drawn
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.words import words


def sights(table: Drawn, name: str) -> dict[str, tuple[str, str]]:
    """What a legal action would reach and see: by cell the kind and the words."""
    record = np.asarray(table.bout).reshape(1)[0]
    offer: Any = words.offers(record, int(table.table.request.seat), [table.number(name)])[0]
    return {sight.cell: (sight.kind, sight.text) for sight in offer.sights}


def test_an_attack_from_the_open_is_clear():
    """A-034, A-EX-05: nobody has Cover; what is in Range and empty is within reach."""
    seen = sights(drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="8-Ball"), "act 1")
    assert seen["(0,-1)"] == ("clear", "Maximus: clear Line of Sight")
    assert seen["(1,0)"][0] == "reach" and "(2,0)" not in seen and "(2,-4)" not in seen


def test_cover_is_told_with_its_die():
    """A-037, A-040, A-166, A-167, A-EX-27: the marksman's target has none; the sniper's own die may be orange."""
    places = {"Major Lunah": (-8, 2), "Miyamoto Mushashi": (-1, 0), "Parvati": (-1, -1)}
    seen = sights(drawn(places, active="Major Lunah"), "act 1")
    assert seen["(-1,0)"] == (
        "limited",
        "Miyamoto Mushashi: limited Line of Sight, Cover for Major Lunah (orange or black die)",
    )
    assert seen["(-1,-1)"][0] == "reach"  # an ally is no target


def test_who_stands_behind_a_wall_of_others_is_blocked():
    """A-032, A-034: in Range, not seen, and so no target."""
    wall = {"Maximus": (1, -1), "Parvati": (1, 0), "hEXx3r": (2, -1), "Gata": (0, 1)}
    table = drawn({"8-Ball": (0, 0), "Major Lunah": (3, -1), **wall}, active="8-Ball")
    assert sights(table, "act 1")["(3,-1)"] == ("blocked", "Major Lunah: blocked Line of Sight")


def test_a_dazzled_character_sees_nobody_afar():
    """A-110."""
    table = drawn({"Maximus": (1, 0), "hEXx3r": (3, 0), "8-Ball": (0, 0)}, active="8-Ball")
    table.one("8-Ball").red[State.DAZZLED] = 1
    seen = sights(table, "act 1")
    assert seen["(1,0)"][0] == "clear" and seen["(3,0)"][0] == "blocked"


def test_a_move_shows_how_far_it_leads():
    """A-076, A-077, A-079: by the MP it would give, and no further than beside an enemy."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (2, 0)}, active="Maximus")
    reached = sights(table, "move")
    assert reached["(-2,2)"] == ("reach", "2 MP") and "(-4,0)" not in reached
    assert reached["(1,0)"] == ("reach", "1 MP") and "(2,0)" not in reached


def test_the_answer_that_names_a_target_says_how_it_is_seen():
    """A-034, A-091: two could be meant."""
    table = drawn({"Maximus": (0, -1), "hEXx3r": (1, 1), "8-Ball": (2, 0)}, active="8-Ball")
    table.act("act 1")
    assert sights(table, "unit Maximus") == {"(0,-1)": ("clear", "Maximus: clear Line of Sight")}
