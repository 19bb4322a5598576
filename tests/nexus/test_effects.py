"""What cards do: every verb, target, condition, duration and delay (manual p.3, p.11, p.14, p.15, p.28)."""

from pathlib import Path

import numpy as np
import pytest
from deck import at_turning_point, with_cards
from played_cards import FOE, FOUR, OWN, cred
from table import Table

from nexus_env.games.nexus.cards.verbs import Delay, Verb
from nexus_env.games.nexus.rules.bout import COINS, Pile, Square, Trait
from nexus_env.games.nexus.rules.log import Event


def played(folder: Path, *effects: str, dice: tuple[int, ...] = (), answers: tuple[str, ...] = (), **options) -> Table:
    """A table on which seat 0 has played a card with these effects."""
    table = with_cards(folder, (OWN, *effects), **options)
    table.play("play card 1", dice=dice, answers=answers)
    return table


def health(table: Table, seat: int, pile: Pile) -> int:
    """The coins of a pile."""
    return int(table.helot(seat).health[pile])


# --- cred -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "after", "crowd"),
    [
        ('do = "gain cred", amount = 4', [9, 5], 26),
        (f'do = "gain cred", amount = 4, {FOE}', [5, 9], 26),
        ('do = "lose cred", amount = 4', [1, 5], 34),
        (f'do = "lose cred", amount = 9, {FOE}', [5, 0], 35),
        (f'do = "steal cred", amount = 3, {FOE}', [8, 2], 30),
        (f'do = "steal cred", amount = 9, {FOE}', [10, 0], 30),
        (f'do = "give cred", amount = 3, {FOE}', [2, 8], 30),
    ],
)
def test_cred_moves_between_players_and_the_crowd(tmp_path: Path, effect: str, after: list[int], crowd: int):
    """R-350, R-010: to and from the Crowd Pile and between players, as far as a pile goes."""
    table = played(tmp_path, effect, cred=5)
    assert (cred(table), table.table.crowd_pile, table.coins()) == (after, crowd, COINS)


# --- health -----------------------------------------------------------------------------------------------------------


def test_damage_goes_to_the_crowd_unless_the_card_says_otherwise(tmp_path: Path):
    """R-093, R-350: its coins are the Crowd Pile's, or the player's; nothing of it is gloated over."""
    table = played(tmp_path, f'do = "damage overall", amount = 4, {FOE}')
    assert (table.overall(1), cred(table), table.table.crowd_pile) == (46, [0, 0], 34)
    table = played(tmp_path, f'do = "damage overall", amount = 4, {FOE}, coins = "player"')
    assert (table.overall(1), cred(table), table.table.crowd_pile) == (46, [4, 0], 30)
    assert table.table.command_round.gloat_coins == 0 and not table.may("gloat")


@pytest.mark.parametrize(
    ("where", "dice", "answers", "pile"),
    [
        ("random", (4,), (), Pile.LEFT_LOWER),
        ("weakest", (), (), Pile.RIGHT_UPPER),
        ("chosen", (), ("choose location chest",), Pile.CHEST),
        ("midsection", (), (), Pile.MIDSECTION),
    ],
)
def test_damage_to_a_location_is_also_done_to_the_overall_condition(tmp_path, where, dice, answers, pile):
    """R-350, R-231, R-234: random, weakest, chosen or named; the weakest is no Head and no depleted location."""
    table = with_cards(tmp_path, (OWN, f'do = "damage location", where = "{where}", amount = 3, {FOE}'))
    table.hurt(1, right_upper=5, left_upper=0, head=2)
    before = health(table, 1, pile)
    table.play("play card 1", dice=dice, answers=answers)
    assert (health(table, 1, pile), table.overall(1)) == (before - 3, 47)


def test_the_head_is_not_for_the_player_to_choose(tmp_path: Path):
    """R-165: only Focused attacks hurt it, and what names it."""
    table = with_cards(tmp_path, (OWN, f'do = "damage location", where = "chosen", amount = 3, {FOE}'))
    table.step("play card 1")
    assert table.question.name == "LOCATION" and not table.may("choose location head") and len(table.legal()) == 6


def test_damage_by_a_card_can_fell_a_helot_and_pays_nobody(tmp_path: Path):
    """R-093, R-116: without an attacker Guts replace the incapacitated at once, and there is no finishing bonus."""
    table = with_cards(tmp_path, (OWN, f'do = "damage overall", amount = 4, {FOE}'), seats=3, drawing=FOUR[:-1])
    table.hurt(1, overall_condition=4)
    table.play("play card 1", answers=["choose opponent first opponent"])
    target = 1 if table.overall(1) == 0 else 2
    assert cred(table) == [0, 0, 0] and (table.helot(1).present == 0) == (target == 1)


@pytest.mark.parametrize(
    ("effect", "pile", "after"),
    [
        ('do = "heal overall", amount = 5', Pile.OVERALL_CONDITION, 45),
        ('do = "heal location", where = "weakest", amount = 5', Pile.HEAD, 6),
        ('do = "heal location", where = "chest", amount = 9', Pile.CHEST, 15),
        ('do = "heal location", where = "chosen", amount = 1', Pile.CHEST, 11),
    ],
)
def test_healing_comes_from_the_crowd_pile(tmp_path: Path, effect: str, pile: Pile, after: int):
    """R-350, R-184, R-104: no pile rises above its start, and the crowd pays what it has."""
    table = with_cards(tmp_path, (OWN, effect))
    table.hurt(0, overall_condition=40, head=1, chest=10)
    table.play("play card 1", answers=["choose location chest"] if "chosen" in effect else ())
    assert health(table, 0, pile) == after
    assert table.table.crowd_pile == 30 - (after - {7: 40, 0: 1, 2: 10}[int(pile)])


def test_a_full_helot_or_an_empty_crowd_leave_nothing_to_heal(tmp_path: Path):
    """R-349, R-104: a card that could do nothing cannot be played."""
    table = with_cards(tmp_path, (OWN, 'do = "heal overall", amount = 5'))
    assert not table.may("play card 1")
    table.hurt(0, overall_condition=40)
    assert table.may("play card 1")
    table.table.crowd_pile = 0
    assert not table.may("play card 1")


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["prone", "bleeding", "flaming"])
def test_a_state_is_set_and_cleared(tmp_path: Path, state: str):
    """R-350, R-275, R-284, R-285: with what comes of it: 5 OC of fire, two points against the prone."""
    table = played(tmp_path, f'do = "set state", state = "{state}", {FOE}')
    assert getattr(table.helot(1), state) == 1
    assert table.overall(1) == (45 if state == "flaming" else 50)
    assert table.table.command_round.bonus_points == (2 if state == "prone" else 0)
    table = with_cards(tmp_path, (OWN, f'do = "clear state", state = "{state}"'))
    assert not table.may("play card 1")
    setattr(table.helot(0), state, 1)
    table.play("play card 1")
    assert getattr(table.helot(0), state) == 0


def test_a_card_frees_a_grappled_helot(tmp_path: Path):
    """R-350, R-281."""
    table = with_cards(tmp_path, (OWN, 'do = "clear state", state = "grappled"'))
    table.grapple(1, 0)
    table.play("play card 1")
    assert (table.helot(0).held_by, table.helot(1).holds) == (-1, -1)


# --- points, place, things --------------------------------------------------------------------------------------------


def test_points_come_at_once_in_the_own_round_and_else_with_the_next_split(tmp_path: Path):
    """R-350, R-064: points taken are not unspent, and no reserve falls below 0."""
    table = played(tmp_path, 'do = "movement points", amount = 2', 'do = "action points", amount = -6', mp=1, ap=3)
    assert table.points == (3, 0)
    table = played(tmp_path, f'do = "action points", amount = -2, {FOE}', mp=0, ap=0)
    table.play("end round", answers=["ratio to action"])
    assert table.points == (3, 1)
    assert not table.table.lasting["verb"].any()


def test_a_helot_turns_by_a_card(tmp_path: Path):
    """R-350, R-141: right, around or left; not in a grapple."""
    for direction, arrow in (("right", "<"), ("around", "^"), ("left", ">")):
        assert played(tmp_path, f'do = "turn", direction = "{direction}", {FOE}').place(1) == (3, 3, arrow)
    table = with_cards(tmp_path, (OWN, f'do = "turn", direction = "left", {FOE}'))
    table.grapple(0, 1)
    assert not table.may("play card 1")


@pytest.mark.parametrize(
    ("direction", "dice", "answers", "place"),
    [
        ("away", (), (), (3, 1)),
        ("forward", (), (), (3, 3)),  # its captor stands in the way
        ("back", (), (), (3, 1)),
        ("chosen", (), ("choose direction e",), (5, 3)),
        ("random", (7,), (), (1, 3)),
    ],
)
def test_a_helot_is_moved_by_a_card(tmp_path: Path, direction: str, dice, answers, place: tuple[int, int]):
    """R-350: square by square, as far as they are free; FFD kept."""
    effect = f'do = "move", direction = "{direction}", amount = 2, {FOE}'
    assert played(tmp_path, effect, dice=dice, answers=answers).place(1) == (*place, "v")


def test_a_helot_moved_into_a_hazard_pays_the_crowd(tmp_path: Path):
    """R-377, R-093: the first square that takes effect ends the move."""
    drawing = ".  . .\n s  . .\n 1v . .\n 0^ . ."
    table = played(tmp_path, f'do = "move", direction = "away", amount = 3, {FOE}', dice=(2, 3), drawing=drawing)
    assert (health(table, 1, Pile.CHEST), table.overall(1), cred(table)) == (5, 40, [0, 0])
    assert table.place(1)[:2] == (2, 2) and table.table.crowd_pile == 50


def test_toward_is_the_nearest_direction_of_the_compass(tmp_path: Path):
    """R-003: five squares ahead and two aside count as ahead."""
    drawing = "\n".join(". . 1v . ." if row == 0 else "0^ . . . ." if row == 5 else ". . . . ." for row in range(6))
    table = played(tmp_path, f'do = "move", direction = "toward", amount = 1, {FOE}', drawing=drawing)
    assert table.place(1) == (3, 2, "v")


@pytest.mark.parametrize(
    ("effect", "dice", "symbol", "square"),
    [
        ('do = "spawn hazard", hazard = "fire"', (6, 2), "f", (6, 2)),
        ('do = "spawn hazard", hazard = "spikes"', (6, 2), "x", (6, 2)),
        ('do = "spawn hazard", hazard = "saw"', (6, 2, 3, 1), "s", (7, 2)),
        ('do = "trigger hazard", hazard = "saw"', (6, 2, 3, 1), "s", (7, 2)),
    ],
)
def test_a_card_sets_a_hazard_on_the_floor(tmp_path: Path, effect: str, dice, symbol: str, square: tuple[int, int]):
    """R-350, R-002: by an RPO roll of the one who plays it."""
    table = played(tmp_path, effect, dice=dice)
    assert table.at(*square) == symbol and {roller for _, roller, _ in table.rolled} == {0}


@pytest.mark.parametrize(("hazard", "dice", "square"), [("fire", (3,), (6, 1)), ("spikes", (7, 7), (7, 7))])
def test_a_card_sets_off_the_hazards_of_a_kind(tmp_path: Path, hazard: str, dice, square: tuple[int, int]):
    """R-350, R-392, R-435: fires move as by a Duplicate, spikes as by a Turning Point."""
    symbol = "f" if hazard == "fire" else "x"
    drawing = f". . . . {symbol} .\n. . . . . .\n. . 1v . . .\n. . 0^ . . ."
    table = played(tmp_path, f'do = "trigger hazard", hazard = "{hazard}"', dice=dice, drawing=drawing)
    assert table.at(5, 1) == "." and table.at(*square) == symbol


def test_weapons_are_drawn_by_name_or_at_random_broken_and_refilled(tmp_path: Path):
    """R-291, R-293, R-296, R-350: the common pile has two cards of each of seven kinds."""
    table = played(tmp_path, 'do = "draw weapon", weapon = "Bola"')
    assert (table.helot(0).weapon, table.helot(0).armed, table.table.weapons[5]) == (5, 1, 1)
    table = played(tmp_path, 'do = "draw weapon", weapon = "random"', dice=(6,))
    assert table.rolled == [("DRAW_WEAPON", 0, 6)] and table.helot(0).weapon == 2
    cards = [(OWN, f'do = "break weapon", {FOE}'), (OWN, 'do = "refill weapon"')]
    table = with_cards(tmp_path, *cards)
    assert not table.may("play card 1") and not table.may("play card 2")
    for seat in (0, 1):
        table.helot(seat).weapon, table.helot(seat).armed, table.helot(seat).uses = 0, 1, 1
    table.play("play card 1")
    table.play("play card 2")
    assert (table.helot(1).weapon, table.helot(1).armed, table.helot(0).uses) == (-1, 0, 3)


def test_traits_rise_and_fall_by_cards(tmp_path: Path):
    """R-127, R-126: named, chosen or by the trait die; within 0 and 5."""
    table = played(
        tmp_path,
        'do = "raise trait", trait = "cunning", amount = 5',
        'do = "lower trait", trait = "cunning", amount = 2',
    )
    assert table.helot(0).traits[Trait.CUNNING] == 3
    table = played(
        tmp_path, f'do = "raise trait", trait = "chosen", amount = 1, {FOE}', answers=("choose trait swagger",)
    )
    assert table.helot(1).traits[Trait.SWAGGER] == 1
    table = played(tmp_path, 'do = "raise trait", trait = "random", amount = 2', dice=(3,))
    assert table.helot(0).traits[Trait.PHYSICALITY] == 2


def test_a_tile_beside_the_helot_goes_back_into_the_box(tmp_path: Path):
    """R-347: what a hungry helot needs."""
    table = with_cards(tmp_path, (OWN, 'do = "clear tile", tile = "guts"'), drawing=". . g\n1v . .\n. 0^ g")
    table.play("play card 1")
    assert (table.at(3, 3), table.at(3, 1)) == (".", "g") and not table.may("play card 1")


def test_of_several_tiles_beside_the_helot_one_is_chosen(tmp_path: Path):
    """R-347: the one who plays the card says which; the other ones stay."""
    squares = [(2, 2), (3, 2), (1, 4)]
    for answer, gone in zip(("n", "ne", "sw"), squares, strict=True):
        table = with_cards(tmp_path, (OWN, 'do = "clear tile", tile = "guts"'), drawing=". . .\n. g g\n1v 0< .\ng . b")
        table.play("play card 1", until="DIRECTION")
        assert table.legal() == {"choose direction n", "choose direction ne", "choose direction sw"}
        table.step(f"choose direction {answer}")
        assert [square for square in squares if table.at(*square) == "."] == [gone] and table.at(3, 4) == "b"
        assert table.question.name == "COMMAND" and table.table.card_play.allowed == 0


def test_the_trait_die_of_a_card_may_be_rolled_once_more(tmp_path: Path):
    """R-312, R-313: by the one who rolls it, and by the one whose reserve it changes; the second roll stands."""
    line = f'do = "lower trait", trait = "random", amount = 2, {FOE}'
    for seat in (0, 1):
        table = with_cards(tmp_path, (OWN, line))
        table.give(seat, willpower=5)
        table.give(1, instinct=3, swagger=3, **({"willpower": 5} if seat else {}))
        table.play("play card 1", dice=(2, 5), answers=("perseverance",))
        assert table.asked == [("PERSEVERANCE", seat)] and table.helot(seat).traits[Trait.WILLPOWER] == 0
        assert (table.helot(1).traits[Trait.INSTINCT], table.helot(1).traits[Trait.SWAGGER]) == (3, 1)


def test_a_card_opens_a_crate_that_is_not_there(tmp_path: Path):
    """R-403, R-350: a Shiv, by 4."""
    assert played(tmp_path, 'do = "open crate"', dice=(1, 3)).helot(0).weapon == 2


# --- steps and damage -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "slides"),
    [
        ('do = "slide attack", amount = 2, until = "round"', (2, 0)),
        ('do = "slide attack", amount = -1, until = "bout"', (-1, 0)),
        (f'do = "slide defense", amount = 1, until = "cycle", {FOE}', (0, 1)),
        ('do = "slide aim", amount = 3, until = "round"', (0, 0)),
    ],
)
def test_steps_of_cards_are_added_to_those_of_the_roll(tmp_path: Path, effect: str, slides: tuple[int, int]):
    """R-350, R-253: attack, defense and Aim apart."""
    assert played(tmp_path, effect).slides("standard attack") == slides


def test_a_step_for_one_roll_is_used_up_by_it(tmp_path: Path):
    """R-350, R-253: the next roll of that kind, whoever wins."""
    table = played(tmp_path, 'do = "slide attack", amount = 1, until = "roll"')
    table.play("standard attack", dice=[1, 1, 1, 6, 6])
    table.play("standard attack", dice=[1, 1, 6, 6])


@pytest.mark.parametrize(("until", "rounds"), [("round", 1), ("cycle", 2), ("turning point", 9), ("bout", 9)])
def test_how_long_a_step_lasts(tmp_path: Path, until: str, rounds: int):
    """R-350, R-351: a command round, a command cycle of two rounds, until a Turning Point, for the bout."""
    table = played(tmp_path, f'do = "slide attack", amount = 1, until = "{until}"', mp=0, ap=0)
    table.play("end round", answers=["ratio to action"])
    assert bool(table.table.lasting["verb"].any()) == (rounds > 1)
    table.table.command_round.movement_points = table.table.command_round.action_points = 0
    table.play("end round", dice=[1, 1, 1, 2], until="RATIO")
    assert bool(table.table.lasting["verb"].any()) == (rounds > 2)


def test_flat_damage_is_kept_apart_from_steps(tmp_path: Path):
    """R-353, R-245, R-246: a bonus adds, a penalty takes away, down to 0 and still a success."""
    bonus = 'do = "change damage", attack = "any attack", amount = 3, until = "roll"'
    table = played(tmp_path, bonus)
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 50 - 6
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 50 - 9
    table = played(tmp_path, 'do = "change damage", amount = -9, until = "round"')
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 50 and table.may("gloat")


def test_a_wild_attack_has_no_bonus_but_every_penalty(tmp_path: Path):
    """R-161, R-353: a bonus for the next hit, or for a Standard or Focused Attack, waits on."""
    table = played(tmp_path, 'do = "change damage", amount = 3, until = "roll"')
    table.play("wild attack forward", dice=[5, 4, 6, 4, 2])
    assert table.overall(1) == 50 - 3
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 50 - 3 - 6
    table = played(tmp_path, 'do = "change damage", amount = -2, until = "round"')
    table.play("wild attack forward", dice=[5, 4, 6, 4, 2])
    assert table.overall(1) == 50 - 1
    table = played(tmp_path, 'do = "change damage", attack = "standard or focused", amount = 2, until = "roll"')
    table.play("wild attack forward", dice=[5, 4, 6, 4, 2])
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 50 - 3 - 5


# --- turning points ---------------------------------------------------------------------------------------------------


def test_a_turning_point_card_is_carried_out_before_the_split(tmp_path: Path):
    """R-082, R-084, R-093, R-351: "self" is the player whose Turning Point it is; damage goes to the crowd."""
    table = at_turning_point(
        tmp_path, 'do = "damage overall", amount = 2', 'do = "gain cred", amount = 3, whom = "everyone"'
    )
    table.play("end round", dice=[1], until="RATIO")
    assert (table.overall(0), table.overall(1), cred(table)) == (50, 48, [3, 3])
    assert table.events(Event.EFFECT)[0][0] == 1 and table.lanista(1).turning_point_damage == 1


def test_a_helot_that_falls_by_its_own_turning_point_loses_the_round(tmp_path: Path):
    """R-084, R-052: it goes on only if it is still able."""
    table = at_turning_point(tmp_path, 'do = "damage overall", amount = 30', seats=3)
    table.hurt(1, overall_condition=1)
    table.play("end round", dice=[1], until="RATIO")
    assert table.helot(1).present == 0 and table.seat == 2


def test_a_price_in_traits_spares_the_harm_and_only_that(tmp_path: Path):
    """R-091, R-128, R-352: who can pay is asked when the first harm comes; the good is not touched."""
    lines = [
        'do = "lower trait", trait = "swagger", amount = 1, whom = "everyone"',
        'do = "gain cred", amount = 1, whom = "everyone"',
    ]
    table = at_turning_point(
        tmp_path, *lines, 'do = "damage overall", amount = 5, whom = "everyone"', prices="willpower = 2"
    )
    table.give(0, willpower=3, swagger=1)
    table.give(1, willpower=1, swagger=1)
    table.play("end round", dice=[1], answers=["pay price"], until="RATIO")
    assert table.asked == [("PRICE", 0)]
    assert (table.overall(0), table.overall(1), cred(table)) == (50, 45, [1, 1])
    assert table.helot(0).traits[Trait.WILLPOWER] == 1 and table.helot(0).traits[Trait.SWAGGER] == 1
    assert table.helot(1).traits[Trait.SWAGGER] == 0


def test_whoever_does_not_pay_bears_it_and_is_asked_once(tmp_path: Path):
    """R-352: the triggering player first, then clockwise (R-011)."""
    lines = ['do = "damage overall", amount = 5, whom = "everyone"'] * 2
    table = at_turning_point(tmp_path, *lines, prices="willpower = 2")
    for seat in (0, 1):
        table.give(seat, willpower=2)
    table.play("end round", dice=[1], until="RATIO")
    assert table.asked == [("PRICE", 1), ("PRICE", 0)] and (table.overall(0), table.overall(1)) == (40, 40)


def test_instructions_wait_for_the_next_turning_point_and_come_before_its_card(tmp_path: Path):
    """R-080, R-351: what lasted until then ends first."""
    table = at_turning_point(tmp_path, 'do = "damage overall", amount = 1, whom = "everyone"', mp=0, ap=0)
    (tmp_path / "influence.toml").write_text(
        '[[card]]\nnumber = 1\nname = "Fuse"\ntiming = "own round"\neffects = ['
        '{ do = "damage overall", whom = "each opponent", amount = 4, when = "next turning point" },'
        '{ do = "slide attack", amount = 1, until = "turning point" }]\n'
    )
    waiting = at_turning_point(tmp_path, 'do = "damage overall", amount = 1, whom = "everyone"')
    del table
    waiting.lanista(0).hand = 1
    waiting.play("play card 1")
    assert waiting.overall(1) == 50 and np.count_nonzero(waiting.table.lasting["verb"]) == 2
    waiting.play("end round", dice=[1], until="RATIO")
    assert (waiting.overall(1), waiting.overall(0)) == (45, 49)
    assert [row[3] for row in waiting.events(Event.EFFECT)] == [4, 1, 1]
    assert not waiting.table.lasting["verb"].any()


def test_the_steps_of_a_turning_point_come_in_their_order(tmp_path: Path):
    """R-080, R-081, R-082: what waited for it, then the spikes on the board move, then the card: its own do not."""
    table = at_turning_point(tmp_path, 'do = "spawn hazard", hazard = "spikes"')
    table.table.squares[7, 7] = Square.SPIKES
    waiting = table.table.lasting[0]
    waiting.verb, waiting.seat, waiting.owner, waiting.detail = Verb.SPAWN_HAZARD, 1, 1, Square.SPIKES
    waiting.delay, table.table.lasting_places = Delay.NEXT_TURNING_POINT, 1
    table.play("end round", dice=[8, 7, 6, 6, 7, 6, 1, 8, 6], until="RATIO")
    purposes = [row[0] for row in table.rolled]
    assert purposes == ["COLUMN", "ROW"] * 3 + ["DEAL_CARD"] + ["COLUMN", "ROW"]
    assert [table.at(x, 6) for x in (6, 7, 8)] == ["x"] * 3 and (table.at(8, 7), table.at(8, 8)) == (".", ".")


@pytest.mark.parametrize(("before", "damage"), [(0, 3), (1, 0)])
def test_the_first_turning_point_is_the_first_of_the_bout(tmp_path: Path, before: int, damage: int):
    """R-080, R-351: the card that is drawn there still names it; later it lapses."""
    effect = 'do = "damage overall", amount = 3, when = "first turning point"'
    table = at_turning_point(tmp_path, effect)
    table.table.turning_points = before
    table.play("end round", dice=[1], until="RATIO")
    assert table.overall(1) == 50 - damage
    table = with_cards(tmp_path, (OWN, effect))
    table.table.turning_points = before
    assert table.may("play card 1") == (before == 0)
