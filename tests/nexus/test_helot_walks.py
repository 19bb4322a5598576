"""Walks of a helot: what several moves cost together, and where a walk ends."""

from table import Table

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.bout import Square
from nexus_env.play.walking import WalkPlan, walks

OPEN = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  0^ .  .
    .  .  .  .  .
    .  .  .  .  1^
"""


def found(table: Table) -> dict[str, WalkPlan]:
    """The walks of helot 0, by their cells."""
    told = walks(Session.at(NEXUS, table.rows))
    assert {walk.unit for walk in told} <= {"helot of player_0"}
    return {walk.cell: walk for walk in told}


def test_a_walk_costs_what_its_moves_take():
    """R-133, R-134, R-138: ahead for 1 MP, back or aside for 2; the cheaper way is taken, and its price really paid."""
    table = Table(OPEN, mp=4)
    told = found(table)
    assert (told["3,1"].cost, len(told["3,1"].steps)) == ("2 MP", 2)
    assert (told["1,1"].cost, [step.command for step in told["1,1"].steps]) == ("2 MP", ["move forward-left"] * 2)
    assert (told["3,5"].price, told["3,5"].cost) == ({"movement points": 4}, "4 MP")
    for step in told["3,5"].steps:
        table.play(step.command)
    assert table.place(0) == (3, 5, "^") and table.points[0] == 0
    assert "3,6" not in told and "3,3" not in told


def test_guts_on_the_way_double_the_price_of_leaving_them():
    """R-372: so the way around is taken where it is cheaper, and the price in Guts where there is no other."""
    table = Table("# . #\n# u #\n# 0^ #\n1^ . .", mp=6)
    table.table.squares[2 - 1, 2 - 1] = Square.GUTS
    assert found(table)["2,1"].cost == "3 MP"


def test_nothing_else_is_a_step():
    """R-146, R-149, R-328: no roll, and no square that an opponent may trip one out of."""
    table = Table(OPEN, mp=1)
    assert set(found(table)) == {"2,2", "3,2", "4,2"}, "a Sidestep to 2,3 rolls a die"
    beside = Table(". .  .\n. 1v .\n. 0^ .", auto_pass=True)
    assert found(beside)
    beside.give(1, deftness=4)
    assert not found(beside), "the opponent would be asked first"
