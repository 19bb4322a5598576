"""Defense, the resolution of attacks, the sliding dice scale, position bonuses and situational rules."""

from collections.abc import Callable
from typing import Any

import pytest
from fights import FACE_TO_FACE, RUN_UP, RUNNING, lose, purposes
from table import Table

from nexus_env.games.nexus.rules.bout import Blow, Pile, Square, Standing
from nexus_env.games.nexus.rules.combat import MOST_SLIDE, land_blow, limit_slide
from nexus_env.games.nexus.rules.geometry import clockwise
from nexus_env.games.nexus.rules.log import Event
from nexus_env.machine.compiled import compiled

FROM_BEHIND = FACE_TO_FACE.replace("1v", "1^")


@compiled
def land_at(rows: Any, location: int, damage: int) -> None:
    """A successful attack with this damage before its bonuses, as the contest of the row says."""
    land_blow(rows[0], location, False, False, damage)


def expect_hit(table: Table, damage: int, location: Pile) -> None:
    """Seat 1 has lost `damage` of its Overall Condition and of one location, 12 or 15 coins high."""
    full = 15 if location == Pile.MIDSECTION else 12
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - damage
    assert table.helot(1).health[location] == full - damage


# --- defense and the resolution of attacks ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defense", "damage"),
    [([6, 2], [4, 3], 1), ([6, 5], [2, 1], 8), ([4, 3], [5, 2], 0), ([2, 1], [6, 5], 0)],
)
def test_the_higher_total_wins_and_ties_go_to_the_defense(attack: list[int], defense: list[int], damage: int):
    """R-220, R-244, R-245, R-247, R-248: 2d6 each, free of charge; the difference goes to OC and the location."""
    table = Table(FACE_TO_FACE, ap=2)
    table.play("standard attack", dice=[*attack, *defense, *([4] if damage else [])])
    assert purposes(table)[:4] == ["ATTACK", "ATTACK", "DEFENSE", "DEFENSE"]
    assert table.asked == []  # nobody decides whether to defend
    expect_hit(table, damage, Pile.LEFT_LOWER)
    assert list(table.helot(0).health) == [10, 12, 15, 12, 12, 15, 12, 50]
    assert table.lanista(1).cred == 0  # the defense was free


def test_a_successful_defense_keeps_off_damage_and_states():
    """R-221, R-248: a defended Grapple holds nobody, a defended Running Strike fells nobody."""
    table = Table(RUN_UP)
    for step in RUNNING:
        table.play(step)
    table.play("standard attack", dice=[4, 3, 5, 2])
    assert not table.helot(1).prone
    table.play("grapple", dice=[4, 3, 5, 2])
    assert table.helot(1).held_by == -1
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50


def test_a_prone_helot_defends_like_any_other():
    """R-222: two dice at no step."""
    table = Table(FACE_TO_FACE)
    table.helot(1).prone = 1
    assert table.slides("standard attack") == (0, 0)


def test_an_incapacitated_helot_does_not_defend():
    """R-222, R-264: its defense is 0, the attack total is the damage; equal dice still please the crowd."""
    table = Table(FACE_TO_FACE, ap=2)
    lose(table, 1, Pile.OVERALL_CONDITION)
    table.helot(1).standing, table.helot(1).prone = Standing.INCAPACITATED, 1
    table.play("standard attack", dice=[3, 3, 4])
    assert purposes(table) == ["ATTACK", "ATTACK", "LOCATION"]
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 6
    assert table.lanista(0).cred == 6 + 1


def test_bonuses_are_known_before_the_location_is_rolled_and_the_coins_come_last():
    """R-249, R-245: Haymaker, wall, Turning Point, location, Flesh Wound, coins, depletion, falls, crowd, Gloating."""
    table = Table(RUN_UP.replace(".  .  .  .", ".  .  #  .", 1))
    table.give(0, physicality=5)
    table.give(1, willpower=4)
    table.helot(1).health[Pile.MIDSECTION] = 2
    table.lanista(0).turning_point_damage, table.lanista(0).counter, table.lanista(0).slots = 1, 6, 63
    table.settle_box()
    for step in RUNNING:
        table.play(step)
    table.rolled, table.asked, table.told = [], [], []
    table.step("standard attack")
    for face in (6, 6, 6, 5):
        table.roll(face)
    table.step("haymaker")
    assert table.table.contest.damage == 1 + 4 + 2 + 6  # while the die for the location is still in the hand
    table.go_on(dice=[5, 4, 4], answers=["merely a flesh wound"])
    told = [Event(row[0]) for row in table.told if row[0] not in (Event.COMMAND, Event.DICE)]
    assert told == [
        Event.ABILITY,  # Haymaker
        Event.COINS,  # from the counter
        Event.ROLL,  # location
        Event.ABILITY,  # Merely a Flesh Wound
        Event.COINS,  # the two of the Midsection
        Event.DEPLETED,
        Event.ROLL,  # Staggering Blow
        Event.ROLL,  # Running Strike
        Event.COINS,  # Crowd Pleaser
    ]
    assert table.may("gloat")


@pytest.mark.parametrize(("before", "after"), [(-9, 0), (-6, 0), (-4, 2)])
def test_damage_never_falls_below_nothing_and_the_attack_succeeds_all_the_same(before: int, after: int):
    """R-246: a penalty takes the damage to 0 at the least, and the Turning Point coins are collected."""
    table = Table(FACE_TO_FACE)
    table.lanista(0).turning_point_damage, table.lanista(0).counter, table.lanista(0).slots = 1, 6, 63
    table.settle_box()
    contest = table.table.contest
    contest.attacker, contest.defender, contest.blow = 0, 1, Blow.FOCUSED
    land_at(table._border, Pile.LEFT_LOWER.value, before)
    assert contest.damage == after
    expect_hit(table, after, Pile.LEFT_LOWER)
    assert (table.lanista(0).cred, table.lanista(0).counter) == (6 + 2 * after, 0)


def test_the_crowd_pleaser_is_paid_before_the_finishing_bonus():
    """R-249, R-270: with four coins left in the Crowd Pile the pleaser takes one and the kill the other three."""
    table = Table(FACE_TO_FACE, seats=3)
    table.helot(1).health[Pile.CHEST] = 1
    table.table.crowd_pile = 4
    table.settle_box()
    table.play("standard attack", dice=[6, 6, 6, 5, 2])
    crowd = [row for row in table.events(Event.COINS) if row[2] == Pile.CROWD]
    assert [row[3] for row in crowd] == [1, 3]


# --- the sliding dice scale -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("behind", "feint", "vision", "lost", "dice", "total"),
    [
        (0, 0, 0, 0, [6, 1], 7),
        (1, 0, 0, 0, [1, 6, 5], 11),
        (1, 1, 0, 0, [1, 6, 5, 2], 11),
        (1, 1, 1, 0, [2, 6, 1, 3, 5], 11),
        (0, 0, 0, 1, [6, 1, 3], 4),
        (0, 0, 0, 2, [6, 2, 1, 5], 3),
        (0, 0, 0, 3, [6, 4, 2, 1, 5], 3),
        (1, 0, 0, 3, [6, 2, 1, 5], 3),
        (1, 1, 1, 3, [6, 1], 7),
    ],
)
def test_each_step_is_one_die_more_of_which_two_are_kept(
    behind: int, feint: int, vision: int, lost: int, dice: list[int], total: int
):
    """R-250, R-252, R-253: the two highest above zero, the two lowest below; steps up and down are added first."""
    table = Table(FROM_BEHIND if behind else FACE_TO_FACE)
    lose(table, 0, *(Pile.MIDSECTION, Pile.LEFT_UPPER, Pile.RIGHT_UPPER)[:lost])
    table.helot(0).tunnel_vision = vision
    if feint:
        table.play("feint")
    table.play("standard attack", dice=[*dice, 6, 6])
    assert purposes(table).count("ATTACK") == len(dice)
    assert table.table.contest.attack == total


def test_the_scale_ends_at_three_steps_after_everything_has_been_added():
    """R-251, R-253: six steps down roll five dice; three up and five down make two down, not nothing."""
    table = Table(FROM_BEHIND)
    lose(table, 0, Pile.MIDSECTION, Pile.LEFT_UPPER, Pile.RIGHT_UPPER)
    table.helot(0).rattled = 1
    table.table.squares[4 - 1, 3 - 1] = Square.BLOOD
    assert table.slides("wild attack forward") == (-3, 0)
    table.helot(0).tunnel_vision = 1
    table.play("feint")
    assert table.slides("standard attack") == (-2, 0)
    assert (limit_slide(9), limit_slide(-9), limit_slide(2)) == (MOST_SLIDE, -MOST_SLIDE, 2)


def test_attack_and_defense_slide_apart():
    """R-253: what slides the attack leaves the defense alone."""
    table = Table(FROM_BEHIND)
    lose(table, 1, Pile.LEFT_LOWER, Pile.RIGHT_LOWER)
    assert table.slides("standard attack") == (1, -2)


def fields_of(**fields: int) -> Callable[[Table], None]:
    """A preparation: set these fields of the helots, `a_` for the attacker, `d_` for the defender."""

    def prepare(table: Table) -> None:
        for name, value in fields.items():
            setattr(table.helot("ad".index(name[0])), name[2:], value)

    return prepare


def blood_under(seat: int) -> Callable[[Table], None]:
    """A preparation: the helot stands on Blood."""

    def prepare(table: Table) -> None:
        x, y, _ = table.place(seat)
        table.table.squares[y - 1, x - 1] = Square.BLOOD

    return prepare


@pytest.mark.parametrize(
    ("prepare", "command", "slides"),
    [
        (fields_of(), "standard attack", (0, 0)),
        (fields_of(), "wild attack forward", (-1, 0)),
        (fields_of(), "focused attack head", (-1, 0)),
        (fields_of(), "grapple", (0, 0)),
        (fields_of(a_holds=1, d_held_by=0), "throw forward 1", (-1, 0)),
        (fields_of(a_holds=1, d_held_by=0), "takedown", (1, 0)),
        (fields_of(a_holds=1, d_held_by=0), "crush", (0, 0)),
        (fields_of(a_holds=1, d_held_by=0), "drag back", (0, 0)),
        (lambda table: table.play("feint"), "standard attack", (1, 0)),
        (fields_of(d_facing=0), "standard attack", (1, 0)),
        (fields_of(a_tunnel_vision=1), "standard attack", (1, 0)),
        (fields_of(d_elusive=1), "standard attack", (0, 1)),
        (fields_of(a_elusive=1), "standard attack", (0, 0)),
        (fields_of(a_rattled=1), "standard attack", (-1, 0)),
        (fields_of(d_exposed=1), "standard attack", (0, -1)),
        (blood_under(0), "standard attack", (-1, 0)),
        (blood_under(1), "standard attack", (0, -1)),
        (fields_of(a_lost=1 << Pile.MIDSECTION, d_lost=1 << Pile.MIDSECTION), "standard attack", (-1, -1)),
        (fields_of(a_lost=1 << Pile.LEFT_UPPER, d_lost=1 << Pile.LEFT_UPPER), "standard attack", (-1, 0)),
        (fields_of(a_lost=1 << Pile.RIGHT_UPPER, d_lost=1 << Pile.RIGHT_UPPER), "standard attack", (-1, 0)),
        (fields_of(a_lost=1 << Pile.LEFT_LOWER, d_lost=1 << Pile.LEFT_LOWER), "standard attack", (0, -1)),
        (fields_of(a_lost=1 << Pile.RIGHT_LOWER, d_lost=1 << Pile.RIGHT_LOWER), "standard attack", (0, -1)),
    ],
)
def test_what_slides_a_roll(prepare: Callable[[Table], None], command: str, slides: tuple[int, int]):
    """R-261: each source is one step of the attack or of the defense."""
    table = Table(FACE_TO_FACE)
    prepare(table)
    assert table.slides(command) == slides


@pytest.mark.parametrize(
    ("command", "step"), [("crush", -2), ("takedown", -1), ("throw forward 1", -3), ("drag back", -2)]
)
def test_grapple_commands_are_attack_rolls_too(command: str, step: int):
    """R-262: an arm lost and Talk Shit slide them as well."""
    table = Table(FACE_TO_FACE)
    table.grapple(0, 1)
    fields_of(a_lost=1 << Pile.LEFT_UPPER, a_rattled=1)(table)
    assert table.slides(command) == (step, 0)


# --- position bonuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "step"),
    [
        ("standard attack", 1),
        ("wild attack forward", 0),
        ("focused attack head", 0),
        ("combo head 1", 0),
        ("grapple", 1),
    ],
)
def test_from_behind_every_attack_command_gains_a_step(command: str, step: int):
    """R-254: directly behind, Grapple included."""
    assert Table(FROM_BEHIND).slides(command) == (step, 0)
    assert Table(FROM_BEHIND.replace("1^", "1<")).slides(command) == (step - 1, 0)  # from its side


def test_diagonally_behind_is_not_behind_and_grapple_commands_gain_nothing():
    """R-254: only the square directly behind counts, and only for attacking commands."""
    table = Table(FROM_BEHIND.replace(".  0^", "0^ ."))
    assert table.slides("wild attack forward-right") == (-1, 0)
    for command, step in (("takedown", 1), ("crush", 0), ("throw forward 1", -1), ("drag back", 0)):
        table = Table(FROM_BEHIND)
        table.grapple(0, 1)
        assert table.slides(command) == (step, 0)


@pytest.mark.parametrize(
    ("beyond", "bonus"),
    [("#", 2), ("c", 2), ("u", 2), ("t", 2), ("2v", 2), (".", 0), ("b", 0), ("g", 0), ("f", 0), ("s", 0), ("x", 0)],
)
def test_against_an_object_the_target_suffers_two_more(beyond: str, bonus: int):
    """R-255, R-256, R-257: a pillar, crate, brazier or helot behind it; no tile, fire, saw or spikes."""
    table = Table(f". . .\n. . {beyond}\n. . 1v\n. . 0^", seats=3)
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    expect_hit(table, 4 + bonus, Pile.LEFT_LOWER)


def test_the_edge_of_the_board_is_a_wall_and_only_standard_and_focused_attacks_use_it():
    """R-255, R-256: +2 to OC and location with a Standard or Focused Attack, nothing with a Wild one."""
    table = Table(". 1v .\n. 0^ .")
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    expect_hit(table, 6, Pile.LEFT_LOWER)
    table = Table(". 1v .\n. 0^ .")
    table.play("focused attack left-lower", dice=[6, 6, 5, 4, 3])
    expect_hit(table, 6, Pile.LEFT_LOWER)
    table = Table(". 1v .\n. 0^ .")
    table.play("wild attack forward", dice=[6, 6, 5, 4, 3])
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 4


def test_the_object_must_lie_in_line_behind_the_target():
    """R-255: a pillar beside the target is not what it stands against."""
    table = Table(". . . .\n. . . #\n. # 1v #\n. . 0^ .")
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    expect_hit(table, 4, Pile.LEFT_LOWER)


@pytest.mark.parametrize(("face", "prone"), [(1, 1), (3, 1), (4, 0), (6, 0)])
@pytest.mark.parametrize(
    ("command", "dice"), [("standard attack", [6, 5, 4, 3, 4]), ("focused attack left-lower", [6, 6, 5, 4, 3])]
)
def test_a_running_strike_fells_on_one_to_three(command: str, dice: list[int], face: int, prone: int):
    """R-258: two moves forward in a row and a Standard or Focused Attack that lands."""
    table = Table(RUN_UP)
    for step in RUNNING:
        table.play(step)
    table.play(command, dice=[*dice, face])
    assert purposes(table)[-1] == "STRIKE_DOWN"
    assert table.helot(1).prone == prone


@pytest.mark.parametrize(
    ("drawing", "steps", "command", "dice"),
    [
        (
            RUN_UP.replace("    .  .  .  .\n    .  .  0^", "    .  .  0^"),
            ["move forward"],
            "standard attack",
            [6, 5, 4, 3, 4],
        ),
        (RUN_UP, RUNNING, "wild attack forward", [6, 6, 5, 4, 3]),
        (RUN_UP.replace("0^ .", ".  0^"), ["move forward-left", "move forward"], "standard attack", [6, 5, 4, 3, 4]),
        (RUN_UP.replace("0^ .", ".  0^"), ["move forward", "move forward-left"], "standard attack", [6, 5, 4, 3, 4]),
        (RUN_UP, [*RUNNING, "feint"], "standard attack", [6, 5, 1, 4, 3, 4]),
    ],
)
def test_whatever_breaks_the_run_leaves_an_ordinary_attack(
    drawing: str, steps: list[str], command: str, dice: list[int]
):
    """R-258, R-260: straight moves only, and the attack is the very next command."""
    table = Table(drawing)
    for step in steps:
        table.play(step)
    table.play(command, dice=dice)
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 4
    assert "STRIKE_DOWN" not in purposes(table)


@pytest.mark.parametrize("y", [3, 4])
@pytest.mark.parametrize("tile", [Square.GUTS, Square.BLOOD])
def test_a_running_strike_needs_two_squares_free_of_blood_and_guts(y: int, tile: Square):
    """R-259: a tile on either square of the run spoils it; here a slide on Blood ends on the next square of the run."""
    table = Table(RUN_UP, mp=6)
    table.table.squares[y - 1, 3 - 1] = tile
    slid = tile == Square.BLOOD
    if slid and y == 4:  # entering (3,4) slides the helot north
        table.play("move forward", dice=[1])
    else:
        table.play("move forward")
        table.play("move forward", dice=[1] if slid else [])  # north is taken: it stays
    assert table.place(0) == (3, 3, "^")
    table.play("standard attack", dice=[6, 5, 4, 3, 4] if not (slid and y == 3) else [6, 5, 6, 4, 3, 4])
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 4
    assert "STRIKE_DOWN" not in purposes(table)


def test_in_a_combo_only_the_opening_strikes_down():
    """R-260: the opening rolls for it, the Standard Attacks after it do not."""
    table = Table(RUN_UP)
    for step in RUNNING:
        table.play(step)
    table.play("combo left-lower 2", dice=[6, 6, 5, 4, 3, 4, 6, 5, 4, 3, 1, 6, 5, 4, 3, 1])
    assert purposes(table).count("STRIKE_DOWN") == 1
    assert purposes(table).count("LOCATION") == 2


def test_a_run_is_over_when_the_round_is():
    """R-260: both moves are of the same round as the attack, so that the one run up to does not profit."""
    table = Table(RUN_UP, mp=2, ap=0)
    for step in RUNNING:
        table.play(step)
    table.play("end round", answers=["ratio to action"])
    assert table.seat == 1
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    assert "STRIKE_DOWN" not in purposes(table) and table.overall(0) == 46


def test_a_captor_on_blood_defends_as_ever():
    """R-369, R-193: it is neither Grappled nor free of a grapple, and a third attacks it."""
    table = Table(".  .  2v\n.  1> 0v\n.  .  .", seats=3, active=1)
    table.grapple(0, 2)
    table.table.squares[1, 2] = Square.BLOOD
    assert table.slides("standard attack") == (0, 0)
    table = Table(".  .  2v\n.  1> 0v\n.  .  .", seats=3, active=1)
    table.table.squares[1, 2] = Square.BLOOD
    assert table.slides("standard attack") == (0, -1)


def test_who_is_turned_round_runs_no_more():
    """R-258, R-260, R-337: even if it is turned back at once."""
    table = Table("2> .  1v .\n.  .  .  .\n.  .  .  .\n.  .  0^ .", seats=3)
    table.play(RUNNING[0])
    for seat in (1, 2):
        table.give(seat, cunning=5)
    looks = [f"made you look {nth} opponent" for nth in ("first", "second")]
    seats = [int(table.lanista(0).next_clockwise)]
    seats.append(3 - seats[0])
    places = [next(place for place in (1, 2) if clockwise(table.table, seat, place) == 0) for seat in seats]
    table.play(RUNNING[1], answers=[looks[place - 1] for place in places])
    assert table.place(0) == (3, 2, "^")
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    assert table.overall(1) == 44 and "STRIKE_DOWN" not in purposes(table)


def test_a_hurdle_breaks_the_run():
    """R-258, R-260, R-325: it is no move forward, though it leads to the opponent."""
    table = Table(".  .  1v .\n.  .  .  .\n.  .  c  .\n.  .  .  .\n.  .  .  .\n.  .  0^ .")
    for step in RUNNING:
        table.play(step)
    table.give(0, deftness=3)
    table.play("hurdle")
    assert table.place(0) == (3, 2, "^")
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    assert table.overall(1) == 44 and "STRIKE_DOWN" not in purposes(table)


def test_a_takedown_needs_no_staggering_blow():
    """R-198, R-266: its victim lies anyway, so no die is rolled for 7 to the Midsection."""
    table = Table(FACE_TO_FACE)
    table.grapple(0, 1)
    table.play("takedown", dice=[6, 5, 1, 2, 2, 5])
    assert purposes(table)[-1] == "LOCATION" and table.helot(1).prone == 1
