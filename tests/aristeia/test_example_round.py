"""The example round of the booklet: what lies on the table after each of its chapters, and its transcript.

Each test goes on from the table that the one before has left, so they are one bout in chapters.
"""

import pytest

from aristeia.example_round import Round, played
from aristeia.table import GREEN, ORANGE
from nexus_env.games.aristeia.rules.bout import Question, Where


@pytest.fixture(scope="module")
def chapters() -> dict[str, Round]:
    """The bout as it stands at the end of each chapter."""
    found = {}
    for name, table in played():
        found[name] = Round()
        found[name].lie_as(table)
    return found


def test_the_underdog_decides_between_equals(chapters: dict[str, Round]):
    """A-EX-01, A-EX-02, A-EX-03: Green, with 18 against 23."""
    assert chapters["planned"].table.underdog == GREEN


def test_a_push_out_of_the_zone_does_not_stop_the_attack(chapters: dict[str, Round]):
    """A-EX-04, A-EX-05, A-EX-06, A-EX-07, A-EX-08: one damage each."""
    table = chapters["first turn"]
    assert table.damage("Maximus") == table.damage("8-Ball") == 1


def test_mushashi_strikes_and_follows(chapters: dict[str, Round]):
    """A-EX-09, A-EX-10, A-EX-11, A-EX-12, A-EX-13, A-EX-14, A-EX-15, A-EX-16, A-EX-17: into the Scoring Zone."""
    table = chapters["second turn"]
    assert table.damage("Maximus") == 4 and table.at("Miyamoto Mushashi") == (-1, 0)


def test_wild_bill_sends_hexxer_off(chapters: dict[str, Round]):
    """A-EX-18, A-EX-19, A-EX-20, A-EX-21, A-EX-22, A-EX-23, A-EX-24, A-EX-25: and Parvati heals Maximus."""
    table = chapters["third turn"]
    assert table.where("hEXx3r") == Where.INFIRMARY and table.damage("Maximus") == 3


def test_gata_dazzles_parvati(chapters: dict[str, Round]):
    """A-EX-26, A-EX-27, A-EX-28, A-EX-29, A-EX-30, A-EX-31, A-EX-32, A-EX-33, A-EX-34, A-EX-35, A-EX-36."""
    table = chapters["fourth turn"]
    assert table.states("Parvati") == {"dazzled": (1, 0)}


def test_both_score_and_the_underdog_passes_on(chapters: dict[str, Round]):
    """A-EX-37, A-EX-38: one Character each in the Scoring Zone; Orange chooses the next one among all six."""
    table = chapters["fourth turn"]
    assert [int(player.points) for player in table.table.players] == [1, 1]
    assert table.table.underdog == ORANGE and table.asked == (ORANGE, Question.ZONE)
    assert table.legal == [f"zone {zone}" for zone in range(1, 7)]


def test_the_recovery_and_the_next_activations_of_who_was_hurt(chapters: dict[str, Round]):
    """A-EX-39, A-EX-40, A-101, A-105: the Bench with -2 Energy; three AP, then four."""
    table = chapters["fourth turn"]
    table.act("zone 1")
    table.draw_any()
    assert table.where("hEXx3r") == table.where("Miyamoto Mushashi") == Where.BENCH
    assert table.states("hEXx3r") == {"energy_down": (1, 0)}
    counts = [(len(table.hand(seat)), len(table.cards(seat, 0)), len(table.discards(seat))) for seat in (0, 1)]
    assert counts == [(7, 11, 0), (4, 11, 3)]
    assert [(int(player.frags), int(player.points)) for player in table.table.players] == [(1, 1), (1, 1)]
    for energy, tokens in ((3, (0, 1)), (4, None), (5, None)):
        seen = activate(table, "hEXx3r")
        assert seen == energy
        assert table.states("hEXx3r") == ({"energy_down": tokens} if tokens else {})


def activate(table: Round, name: str) -> int:
    """Play on until a Character has had its next Activation, in which it does nothing; its AP then."""
    seen = -1
    while True:
        if table.asked[0] == -2:
            table.draw_any()
        elif table.asked[1] == Question.COMMAND:
            if seen >= 0:
                return seen
            seen = int(table.table.energy) if table.active == name else seen
            table.act("end")
        else:
            returning = table.asked[1] == Question.SPACE and table.names[int(table.table.request.unit)] == name
            table.act("pass" if table.may("pass") else table.legal[0])
            assert not returning or table.where(name) == Where.BOARD
