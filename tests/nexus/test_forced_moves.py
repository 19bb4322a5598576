"""Helots forced onto saws and spikes: hit, moved on, thrown back."""

import pytest
from driven import FORCED, NE, SE, WIN, E, N, S, W, pushed
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Standing


@pytest.mark.parametrize("hazard", "sx")
def test_a_helot_forced_onto_a_hazard_is_hit_and_moved(hazard):
    """R-378, R-382, R-430, R-440: 10 to a random location and OC, Bleeding, then a square by the compass, FFD kept."""
    table = pushed(FORCED.format(hazard))
    table.play("push", dice=[3, W])
    assert table.rolled == [("LOCATION", 1, 3), ("COMPASS", 1, W)]
    assert table.helot(1).health[Pile.RIGHT_UPPER] == 2 and table.overall(1) == 40
    assert table.helot(1).bleeding and table.place(1) == (1, 2, "v")
    assert table.lanista(0).cred == 20 and table.at(2, 2) == hazard


@pytest.mark.parametrize("hazard", "sx")
@pytest.mark.parametrize("piece", "#cut")
def test_an_occupied_square_throws_the_helot_back(hazard, piece):
    """R-383, R-384, R-441, R-442: 10 location damage again, to the Crowd Pile, and another roll."""
    table = pushed(FORCED.format(hazard).replace(".  .  .  .", f".  {piece}  .  .", 1))
    crowd = int(table.table.crowd_pile)
    table.play("push", dice=[3, N, 4, S])
    assert [row[0] for row in table.rolled] == ["LOCATION", "COMPASS"] * 2
    assert table.place(1) == (2, 3, "v") and table.overall(1) == 30
    assert table.lanista(0).cred == 20 and table.table.crowd_pile == crowd + 20


@pytest.mark.parametrize("hazard", "sx")
def test_a_helot_that_is_thrown_back_loses_to_the_crowd(hazard):
    """R-378, R-384, R-430, R-441, R-442: the edge and a helot throw it back; the later damage is the Crowd Pile's."""
    table = pushed(
        f"""
        .  {hazard}  2v
        .  1v .
        .  0^ .
    """,
        seats=3,
    )
    crowd = int(table.table.crowd_pile)
    table.play("push", dice=[3, N, 4, E, 6, SE])
    assert table.place(1) == (3, 2, "v") and table.overall(1) == 20
    assert [int(table.helot(1).health[place]) for place in (3, 4, 6)] == [2, 2, 2]
    assert table.lanista(0).cred == 20 and table.table.crowd_pile == crowd + 40


@pytest.mark.parametrize(("piece", "dice"), [("g", []), ("b", [NE]), ("f", []), ("s", [4, E]), ("x", [4, E])])
def test_a_free_square_takes_effect_on_the_helot_moved_there(piece, dice):
    """R-383: a tile, fire, saw or spikes square is free for a relocation, and acts on entry."""
    table = pushed(FORCED.format("x").replace(".  .  .  .", f".  {piece}  .  .", 1))
    table.play("push", dice=[3, N, *dice])
    again = piece in "sx"
    assert table.place(1) == ((3, 1, "v") if again else (2, 1, "v"))
    assert table.overall(1) == 50 - 10 - 10 * again - (6 if piece == "f" else 0)
    assert bool(table.helot(1).flaming) == (piece == "f")
    assert table.lanista(0).cred == 20


def test_a_helot_with_no_way_out_stays_after_one_repeat():
    """R-384: with all eight squares around the hazard occupied it is hit twice and left there."""
    table = Table("""
        #  #  #
        #  s  #
        #  1v #
        .  0^ .
    """)
    table.grapple(0, 1)
    table.play("drag forward", dice=[*WIN, 4, 3, N, 4])
    assert table.rolled[4:] == [("PULLED_IN", 0, 4), ("LOCATION", 1, 3), ("COMPASS", 1, N), ("LOCATION", 1, 4)]
    assert table.place(1) == (2, 2, "v") and table.overall(1) == 30


def test_a_forced_kill_earns_the_finishing_bonus():
    """R-381: 10 from the Crowd Pile to the player who forced it, for the first hit."""
    table = pushed(FORCED.format("s"))
    table.hurt(1, chest=10)
    table.table.crowd_pile = 30
    table.settle_box()
    table.play("push", dice=[2])
    assert table.helot(1).standing == Standing.KILLED
    assert table.lanista(0).cred == 20 + 10 and table.table.crowd_pile == 20


def test_a_forced_hit_that_incapacitates_earns_five():
    """R-381, R-116: and with no attack under way Guts replace the helot at once, but not on a hazard."""
    table = pushed(FORCED.format("x"))
    table.hurt(1, overall_condition=10)
    table.table.crowd_pile = 30
    table.settle_box()
    table.play("push", dice=[4])
    assert table.helot(1).standing == Standing.INCAPACITATED and not table.helot(1).present
    assert table.lanista(0).cred == 20 + 5 and table.at(2, 2) == "x"


def test_no_finishing_bonus_for_a_later_hit():
    """R-381, R-378: who dies by being thrown back dies by the hazard."""
    table = pushed(FORCED.format("s").replace(".  .  .  .", ".  #  .  .", 1))
    table.hurt(1, chest=10)
    table.table.crowd_pile = 30
    table.settle_box()
    table.play("push", dice=[3, N, 2])
    assert table.helot(1).standing == Standing.KILLED and table.lanista(0).cred == 20


def test_a_depleted_location_makes_a_hit_harmless():
    """R-382: the random location is rolled for hazards as for blows, and a lost one takes nothing."""
    table = pushed(FORCED.format("s"))
    table.hurt(1, left_lower=0)
    table.play("push", dice=[4, W])
    assert table.overall(1) == 50 and table.lanista(0).cred == 0 and table.helot(1).bleeding
