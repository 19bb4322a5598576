"""Movement and advanced movement commands."""

import pytest
from deck import with_cards
from table import Table

from nexus_env.games.nexus.rules.bout import Square, Standing
from nexus_env.games.nexus.rules.log import Event

OPEN = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  0^ .  .
    .  .  .  .  .
    .  .  .  .  1^
"""
HELD = """
    .  .  .  .
    .  1> 0< .
    .  .  .  .
"""
MOVES = {"move forward", "move forward-left", "move forward-right", "move back", "move left", "move right"}


# --- movement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "cost", "x", "y"),
    [
        ("move forward", 1, 3, 2),
        ("move forward-left", 1, 2, 2),
        ("move forward-right", 1, 4, 2),
        ("move back", 2, 3, 4),
        ("move left", 2, 2, 3),
        ("move right", 2, 4, 3),
    ],
)
def test_moves_need_no_roll_and_keep_the_facing(command, cost, x, y):
    """R-133, R-134, R-138: the three forward squares cost 1 MP, straight back, left and right 2; the FFD is kept."""
    table = Table(OPEN)
    table.play(command)
    assert table.place(0) == (x, y, "^")
    assert table.rolled == []
    assert table.points == (6 - cost, 6)


@pytest.mark.parametrize("arrow", "^>v<")
def test_squares_are_relative_to_the_facing(arrow):
    """R-134, R-138: forward, its diagonals, back, left and right turn with the FFD."""
    step_x, step_y = {"^": (0, -1), ">": (1, 0), "v": (0, 1), "<": (-1, 0)}[arrow]
    ahead, right = (step_x, step_y), (-step_y, step_x)
    places = {
        "move forward": ahead,
        "move forward-right": (ahead[0] + right[0], ahead[1] + right[1]),
        "move forward-left": (ahead[0] - right[0], ahead[1] - right[1]),
        "move back": (-ahead[0], -ahead[1]),
        "move right": right,
        "move left": (-right[0], -right[1]),
    }
    for command, (x, y) in places.items():
        table = Table(OPEN.replace("0^", "0" + arrow))
        table.play(command)
        assert table.place(0) == (3 + x, 3 + y, arrow)


@pytest.mark.parametrize(("points", "moves"), [(2, 6), (1, 3), (0, 0)])
def test_a_move_needs_its_points(points, moves):
    """R-133: what the movement points do not pay for cannot be done."""
    table = Table(OPEN, mp=points)
    assert len(table.legal() & MOVES) == moves
    assert table.may("rotate left") == (points > 0)


def test_there_is_no_move_diagonally_backward():
    """R-139: five squares may be moved to besides straight back; the backward diagonals are not among them."""
    table = Table(OPEN)
    assert {name for name in table.legal() if name.startswith("move")} == MOVES


def test_a_side_slip_passes_between_two_blocked_squares():
    """R-140: it does not matter what stands on both sides of a diagonal step."""
    table = Table("""
        .  #  .  .
        .  0^ 1^ .
    """)
    table.play("move forward-right")
    assert table.place(0) == (3, 1, "^")


def test_a_rotation_is_a_quarter_turn_for_one_point():
    """R-135, R-141: 90 degrees cost 1 MP, and nothing turns a helot for less."""
    table = Table(OPEN)
    table.play("rotate right")
    assert table.place(0) == (3, 3, ">")
    table.play("rotate right")
    assert table.place(0) == (3, 3, "v")
    assert table.points == (4, 6)
    table = Table(OPEN)
    table.play("rotate left")
    assert table.place(0) == (3, 3, "<")


def test_two_rotations_in_a_square_both_the_same_way():
    """R-136: after a turn to the left no turn to the right, and after two none at all."""
    table = Table(OPEN)
    table.play("rotate left")
    assert table.may("rotate left") and not table.may("rotate right")
    table.play("rotate left")
    assert not table.may("rotate left") and not table.may("rotate right")


def test_only_another_square_or_another_round_allows_new_rotations():
    """R-137: an action in between does not reset the limit; a move does, and so does the next command round."""
    table = Table("""
        .  .  .
        .  .  1v
        .  0< .
    """)
    table.play("rotate right")
    table.play("rotate right")
    table.play("wild attack forward-left", dice=[1, 1, 2, 3, 4])
    assert not table.may("rotate right")
    table.play("move forward")
    assert table.may("rotate right") and table.may("rotate left")
    table.play("rotate right")
    table.play("rotate right")
    table.play("end round", until="RATIO")
    table.go_on(answers=["ratio to movement"])
    assert table.seat == 1 and table.may("rotate right") and table.may("rotate left")


@pytest.mark.parametrize("piece", "#ctu")
def test_blocked_squares_cannot_be_entered(piece):
    """R-133: the destination must be enterable; pillars, crates and braziers are not."""
    table = Table(f"""
        {piece}  {piece}  {piece}
        {piece}  0^ {piece}
        .  {piece}  1^
    """)
    assert not table.legal() & (MOVES | {"backflip", "sidestep left", "sidestep right"})


@pytest.mark.parametrize("standing", list(Standing)[:2])
def test_a_helot_blocks_its_square_even_incapacitated(standing):
    """R-145: no helot enters the square of another, standing or not, until that is taken off the board."""
    table = Table(
        """
        .  1^ .
        .  0^ .
        .  .  2^
    """,
        seats=3,
    )
    table.helot(1).standing = standing
    assert not table.may("move forward") and table.may("move forward-left")
    table.helot(1).present = 0
    assert table.may("move forward")


@pytest.mark.parametrize("hazard", "sx")
def test_nobody_steps_onto_a_saw_or_spikes_of_his_own_will(hazard):
    """R-143: moving, Backflip and Sidestep onto them are no legal commands."""
    table = Table(f"""
        {hazard}  {hazard}  {hazard}
        {hazard}  0^ {hazard}
        .  {hazard}  1^
    """)
    assert not table.legal() & (MOVES | {"backflip", "sidestep left", "sidestep right"})


def test_a_helot_may_walk_into_a_fire():
    """R-144, R-142: 1 OC for leaving a square of the area, then 5 OC and Flaming in the fire, all to the Crowd Pile."""
    table = Table("""
        .  .  f
        .  0^ .
        .  .  1^
    """)
    crowd = int(table.table.crowd_pile)
    table.play("move forward-right")
    assert table.overall(0) == 50 - 1 - 5
    assert table.helot(0).flaming
    assert table.table.crowd_pile == crowd + 6


# --- advanced movement -----------------------------------------------------------------------------------------------


def test_standing_up_takes_a_four_and_every_try_costs_a_point():
    """R-146, R-147: attempts fail on 1-3 and repeat while the points last; 4 or more ends Prone."""
    table = Table(OPEN, mp=3)
    table.helot(0).prone = 1
    table.play("stand up", dice=[3])
    assert table.helot(0).prone and table.points == (2, 6)
    table.play("stand up", dice=[4])
    assert not table.helot(0).prone and table.points == (1, 6)
    assert table.rolled == [("CHECK", 0, 4)]
    table.helot(0).prone = 1
    table.play("stand up", dice=[1])
    assert not table.may("stand up")


def test_a_prone_helot_can_only_stand_up():
    """R-147, R-148: no moves, attacks, Mend or Gloat; trait abilities and command tokens are no commands."""
    table = Table("""
        .  1v c
        .  0^ .
    """)
    table.helot(0).prone, table.helot(0).bleeding = 1, 1
    table.table.command_round.gloat_open = 1
    assert table.legal() == {"stand up", "end round"}
    table.lanista(0).command_tokens = 1
    table.give(0, willpower=3)
    more = {"im still standing", "token to movement", "token to action"}
    assert table.legal() == {"stand up", "end round"} | more
    table.play("im still standing")
    assert not table.helot(0).prone and table.may("mend") and table.may("standard attack")


def test_a_prone_helot_defends():
    """R-148: automatic defense is left to it, with both dice."""
    table = Table("""
        .  1v .
        .  0^ .
    """)
    table.helot(1).prone = 1
    table.play("standard attack", dice=[2, 3, 2, 4])
    assert [row[:2] for row in table.rolled] == [("ATTACK", 0)] * 2 + [("DEFENSE", 1)] * 2


@pytest.mark.parametrize(("face", "prone"), [(4, False), (3, True)])
@pytest.mark.parametrize(("command", "x", "y"), [("backflip", 3, 4), ("sidestep left", 2, 3), ("sidestep right", 4, 3)])
def test_backflip_and_sidestep_always_move_and_may_end_prone(command, x, y, face, prone):
    """R-146, R-149, R-150: 1 MP and a d6; the helot moves in any case, FFD unchanged, and is Prone below 4."""
    table = Table(OPEN)
    table.play(command, dice=[face])
    assert table.place(0) == (x, y, "^")
    assert bool(table.helot(0).prone) == prone
    assert table.rolled == [("CHECK", 0, face)] and table.points == (5, 6)


@pytest.mark.parametrize("face", [2, 5])
def test_a_backflip_into_blood_slides(face):
    """R-152: the entry triggers the slide, and a failed flip slides Prone."""
    table = Table("""
        .  .  .
        .  0^ .
        .  b  .
        .  .  1^
    """)
    table.play("backflip", dice=[face, 7])
    assert table.rolled == [("CHECK", 0, face), ("COMPASS", 0, 7)]
    assert table.place(0) == (1, 3, "^")
    assert bool(table.helot(0).prone) == (face == 2)
    order = [row[0] for row in table.told if row[0] in (Event.MOVE, Event.PRONE)]
    assert order == [Event.MOVE, *([Event.PRONE] if face == 2 else []), Event.MOVE]


@pytest.mark.parametrize(("holder", "victim"), [(0, 1), (1, 0)])
def test_no_backflip_or_sidestep_in_a_grapple(holder, victim):
    """R-151, R-192: neither by the captor nor by the captive; the captor's moves back and aside cost 2 MP."""
    table = Table(HELD, mp=1)
    table.grapple(holder, victim)
    assert not table.legal() & {"backflip", "sidestep left", "sidestep right", "drag back", "drag left", "drag right"}
    table.table.command_round.movement_points = 2
    assert {"drag back", "drag left", "drag right"} <= table.legal() if holder == 0 else table.may("liberate")


# --- liberate --------------------------------------------------------------------------------------------------------


def test_each_attempt_to_liberate_costs_a_point_and_a_coin():
    """R-146, R-153, R-157: 1 MP and 1 OC to the Crowd Pile each time; a 4 or more ends the grapple."""
    table = Table(HELD)
    table.grapple(1, 0)
    crowd = int(table.table.crowd_pile)
    table.play("liberate", dice=[3])
    assert table.helot(0).held_by == 1
    table.play("liberate", dice=[4])
    assert table.helot(0).held_by == -1 and table.helot(1).holds == -1
    assert table.points == (4, 6)
    assert table.overall(0) == 48 and table.table.crowd_pile == crowd + 2


def test_a_grappled_helot_must_liberate_itself_first_or_clinch():
    """R-154, R-155: of all commands only Liberate and Clinch are left to it."""
    table = Table(HELD, cred=2)
    table.grapple(1, 0)
    table.hurt(0, overall_condition=40)
    table.helot(0).bleeding = 1
    assert table.legal() == {"liberate", "clinch", "end round"}
    table.play("clinch")
    assert table.overall(0) == 41
    table.play("liberate", dice=[6])
    assert table.may("mend") and table.may("standard attack") and table.may("move left")


def test_the_last_failure_to_liberate_forfeits_the_action_points():
    """R-156: they cannot be used any more, a Clinch included, and are paid for as unspent points."""
    table = Table(HELD, mp=2, ap=3, cred=4)
    table.grapple(1, 0)
    table.hurt(0, overall_condition=40)
    table.play("liberate", dice=[1])
    assert table.may("clinch")
    table.play("liberate", dice=[1])
    assert table.legal() == {"end round"}
    table.play("end round", until="RATIO")
    assert table.lanista(0).cred == 4 - 3


def test_a_point_that_pays_for_no_attempt_is_no_attempt():
    """R-156, R-372: in Guts an attempt costs 2 MP, so with one left the last has failed."""
    table = Table(HELD, mp=3, ap=3)
    table.grapple(1, 0)
    table.table.squares[1, 2] = Square.GUTS
    table.play("liberate", dice=[1])
    assert table.points == (1, 0) and table.table.command_round.forfeited == 3


def test_a_helot_that_cannot_try_to_liberate_itself_keeps_its_action_points():
    """R-156: without a point for an attempt nothing is forfeited; with a command token it can still try."""
    table = Table(HELD, mp=0, ap=2, cred=1)
    table.grapple(1, 0)
    table.hurt(0, overall_condition=40)
    assert table.legal() == {"clinch", "end round"}
    table = Table(HELD, mp=1, ap=2, cred=1)
    table.grapple(1, 0)
    table.lanista(0).command_tokens = 1
    table.play("liberate", dice=[1])
    assert table.points == (0, 2) and table.may("clinch")


def test_the_last_coin_may_pay_for_liberate():
    """R-157, R-076: the price is paid before the die; who has no Overall Condition left then rolls no more."""
    table = Table(HELD)
    table.grapple(1, 0)
    table.hurt(0, overall_condition=1)
    table.play("liberate")
    assert table.rolled == [] and table.helot(0).standing == Standing.INCAPACITATED


def test_a_token_spent_on_action_does_not_delay_the_forfeit():
    """R-156: the last attempt that could be paid for has failed, and no token is left to pay for another."""
    table = Table(
        """
        .  .  .
        .  0v .
        .  1^ .
        """,
        mp=1,
        ap=3,
        cred=5,
    )
    table.grapple(1, 0)
    table.lanista(0).command_tokens = 1
    table.play("liberate", dice=[1])
    assert table.table.command_round.forfeited == 0 and table.may("clinch")
    table.play("token to action")
    assert table.table.command_round.forfeited == 4 and not table.may("clinch")


def test_an_attempt_that_failed_in_an_earlier_round_forfeits_nothing():
    """R-156: a Grappled helot that could not attempt to Liberate in this round keeps its action points."""
    table = Table(HELD, mp=1, ap=0, cred=5)
    table.grapple(1, 0)
    table.lanista(0).command_tokens = 2
    table.play("liberate", dice=[1])
    table.play("end round", answers=["ratio to action"])
    table.table.command_round.movement_points = table.table.command_round.action_points = 0
    table.play("end round", dice=[2, 6, 1, 1], answers=["ratio to action"])
    assert (table.seat, table.points) == (0, (0, 6))
    table.hurt(0, overall_condition=40)
    for _ in range(2):
        table.play("token to action")
    assert table.points == (0, 8) and table.may("clinch")


def test_action_points_that_a_card_brings_after_the_last_attempt_are_forfeited_too(tmp_path):
    """R-156: a Grappled helot that has failed can use none, whatever they come from."""
    table = with_cards(tmp_path, ("own round", 'do = "action points", amount = 2'), mp=1, ap=3, cred=5)
    table.grapple(1, 0)
    table.play("liberate", dice=[1])
    table.play("play card 1")
    assert table.points == (0, 0) and table.table.command_round.forfeited == 5


def test_another_helot_that_is_moved_allows_no_new_rotations():
    """R-137: they are counted for the square of the helot that turns."""
    table = Table(".  .  .\n.  1v .\n.  0> .", mp=3)
    table.give(0, physicality=4)
    table.play("rotate left")
    table.play("push")
    assert table.place(1) == (2, 1, "v")
    table.play("rotate left")
    assert table.points == (1, 6) and not table.may("rotate left") and not table.may("rotate right")


def test_a_token_that_a_net_would_take_pays_for_no_attempt():
    """R-156, R-306: with nothing else left the last attempt has failed."""
    table = Table(HELD, mp=1, ap=3, cred=5)
    table.grapple(1, 0)
    table.lanista(0).command_tokens = table.helot(0).slowed = 1
    table.play("liberate", dice=[1])
    assert table.points == (0, 0) and table.table.command_round.forfeited == 3
