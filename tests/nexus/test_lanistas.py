"""The scripted lanistas: what they see, reckon and do, and that each is better than the simplest one."""

from collections import Counter
from itertools import product

import lanistas as measuring
import numpy as np
import pytest
from table import NUMBERS, Table

import nexus_env
from nexus_env.agents.agent import AgentError
from nexus_env.agents.loading import load
from nexus_env.agents.nexus.lanistas import odds, paths
from nexus_env.agents.rate import rate
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import Square

BLOWS = ("wild", "standard", "focused", "combo")
CHARACTERS = ("brawler", "grappler", "showman", "survivor")


def choice(character: str, table: Table) -> str:
    """What a character does at this table, if it is the seat that is asked."""
    mask = np.array([[name in table.legal() for name in NAMES]], np.int8)
    seen = np.array([table.seen_by(table.seat)], np.float32)
    return NAMES[load(character, NEXUS).choose(seen, mask, np.random.default_rng(1))[0]]


def deeds(character: str, bouts: int) -> Counter[str]:
    """How often each action is chosen in duels of a character with itself."""
    agent, rng, counts = load(character, NEXUS), np.random.default_rng(2), Counter[str]()
    batch = nexus_env.batch(bouts, seed=2, options={"barge": "roll"})
    for _ in range(300):
        actions = agent.choose(batch.observations, batch.masks, rng)
        counts.update(NAMES[action].split()[0] for action in actions)
        batch.step(actions)
    return counts


# --- strength ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("character", CHARACTERS)
def test_each_is_better_than_greedy(character: str) -> None:
    """By far: of 400 duels they win some 300; fewer than 230 would be no accident."""
    score = rate(NEXUS, load(character, NEXUS), load("greedy", NEXUS), "greedy", 400, 3, {"barge": "roll"})
    assert score.wins > 230 and score.losses < 140


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("character", CHARACTERS)
def test_each_holds_its_own_at_larger_tables(character: str, seats: int) -> None:
    """One of them against greedy ones wins more than its share."""
    score = rate(NEXUS, load(character, NEXUS), load("greedy", NEXUS), "greedy", 240, 3, {"seats": seats})
    assert score.wins > 240 / seats


def test_the_same_seed_makes_the_same_choices() -> None:
    agent, batch = load("showman", NEXUS), nexus_env.batch(64, seed=1)
    first, again, other = (
        agent.choose(batch.observations, batch.masks, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert (first == again).all() and (first != other).any()


@pytest.mark.parametrize("character", [*CHARACTERS, "greedy"])
def test_none_knows_another_game(character: str) -> None:
    import toy

    with pytest.raises(AgentError, match=f"'{character}': got the game toy; expected nexus"):
        load(f"nexus_env.agents.nexus.lanistas.player:play_{character}", toy.GAME)


def test_the_command_measures_all_pairs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(measuring, "BATCH", 16)
    assert measuring.main(["--bouts", "2", "--barge", "1"]) == 0
    printed = capsys.readouterr().out
    pairs = [line.split()[:2] for line in printed.splitlines() if "(" in line]
    assert len(pairs) == 10 and ["showman", "survivor"] in pairs
    assert "decisions a second" in printed


@pytest.mark.parametrize(
    ("words", "said"), [("--bouts 0", "expected a whole number from 1 to "), ("--barge 9", "barge")]
)
def test_the_command_refuses_nonsense_in_a_sentence(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        measuring.main(words.split())
    assert said in capsys.readouterr().err


# --- character --------------------------------------------------------------------------------------------------------

FACE_TO_FACE = """
    .  .  .  .
    .  .  1v .
    .  .  0^ .
    .  .  .  .
"""


def test_a_brawler_strikes_and_a_grappler_seizes() -> None:
    table = Table(FACE_TO_FACE, ap=4)
    assert choice("brawler", table).split()[0] in ("standard", "feint", "combo", "focused")
    assert choice("grappler", table) == "grapple"


def test_a_brawler_never_seizes_and_a_grappler_does_so_all_the_time() -> None:
    brawler, grappler = deeds("brawler", 60), deeds("grappler", 60)
    assert brawler["grapple"] == 0 and brawler["combo"] > 0
    assert grappler["grapple"] > 300 and grappler["takedown"] > 100


def test_a_showman_gloats_more_than_a_survivor() -> None:
    showman, survivor = deeds("showman", 60), deeds("survivor", 60)
    assert showman["gloat"] > 1.2 * survivor["gloat"] > 0


@pytest.mark.parametrize("hazard", [Square.SPIKES, Square.SAW])
def test_a_grappler_throws_its_victim_into_what_lies_behind_it(hazard: Square) -> None:
    table = Table(FACE_TO_FACE, ap=2, mp=0)
    table.grapple(0, 1)
    assert choice("grappler", table) == "takedown"
    table.table.squares[0, 2] = hazard
    assert choice("grappler", table) == "throw forward 1"


def test_a_grappler_drags_its_victim_for_movement_points() -> None:
    """That costs none of the action points, which it keeps for what follows."""
    table = Table(FACE_TO_FACE, ap=2, mp=2)
    table.grapple(0, 1)
    table.table.squares[0, 2] = Square.SPIKES
    assert choice("grappler", table) == "drag forward"


def test_the_crowd_loves_a_gloat() -> None:
    """A blow of four coins is enough for a showman, and not for a survivor, which would be exposed."""
    table = Table(FACE_TO_FACE, ap=5)
    table.play("standard attack", dice=[4, 3, 2, 3, 1])
    assert table.table.command_round.gloat_coins == 4
    assert choice("showman", table) == "gloat"
    assert choice("survivor", table) != "gloat"


@pytest.mark.parametrize("character", CHARACTERS)
def test_nobody_ends_a_bout_that_is_lost_by_it(character: str) -> None:
    """Far behind, with an opponent whose last coin any hit would take, it does not strike."""
    table = Table(FACE_TO_FACE, ap=2, cred=0)
    table.hurt(1, overall_condition=1)
    table.lanista(1).cred = 60
    assert choice(character, table).split()[0] not in BLOWS
    table.lanista(1).cred = 0
    table.lanista(0).cred = 60
    assert choice(character, table).split()[0] in BLOWS


@pytest.mark.parametrize("character", CHARACTERS)
def test_they_walk_to_the_back_of_an_opponent(character: str) -> None:
    """From there a blow takes half as much again: the way round is worth three movement points."""
    table = Table(
        """
        .  .  .  .
        .  .  0v .
        .  .  .  .
        .  .  1v .
        """,
        ap=2,
        mp=1,
    )
    assert choice(character, table) == "move forward"


# --- odds -------------------------------------------------------------------------------------------------------------


def test_the_odds_are_those_of_the_dice() -> None:
    """Two dice against two: counted here one by one."""
    ahead = [sum(four[:2]) - sum(four[2:]) for four in product(range(1, 7), repeat=4)]
    wins = [points for points in ahead if points > 0]
    assert odds.success(0, 0) == round(100 * len(wins) / 6**4) == 44
    assert odds.look_up(odds.TAKEN, 0, 0, 0, 50) == round(100 * sum(wins) / 6**4)
    assert odds.look_up(odds.TAKEN, 0, 0, 2, 3) == round(100 * sum(min(3, points + 2) for points in wins) / 6**4)
    assert odds.look_up(odds.EMPTIED, 0, 0, 2, 5) == round(100 * sum(points + 2 >= 5 for points in wins) / 6**4)


def test_slides_help() -> None:
    chances = [odds.success(slide, 0) for slide in range(-3, 4)]
    assert chances == sorted(chances) and chances[0] < 15 and chances[-1] > 78
    assert odds.success(5, 0) == odds.success(3, 0)


# --- ways -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ahead", "right", "price"),
    [(1, 0, 0), (2, 0, 1), (2, 1, 1), (1, 1, 2), (0, 1, 1), (0, -1, 1), (-1, 0, 2), (5, 0, 4)],
)
def test_the_way_to_an_opponent_is_priced_in_movement_points(ahead: int, right: int, price: int) -> None:
    assert paths.TO_STRIKE[0, paths.FARTHEST - paths.WIDE * ahead + right] == price


def test_the_prices_reach_as_far_as_a_step_off_the_barge() -> None:
    corner_to_corner = (paths.WIDE + 1) * (paths.SIDE - 1)
    assert corner_to_corner + np.abs(paths.LEADS_TO).max() <= paths.FARTHEST
    assert paths.TO_STRIKE.shape[1] == 2 * paths.FARTHEST + 1


def test_a_walk_costs_what_the_rules_take() -> None:
    """On every way that is found, each step is legal and takes as many points as its price says."""
    batch, agent, rng = (
        nexus_env.batch(40, seed=5, options={"barge": "roll"}),
        load("random", NEXUS),
        np.random.default_rng(5),
    )
    scales, looked_at = NEXUS.observation_scales, 0
    prices, first = np.empty(paths.PLACES, np.int8), np.empty(paths.PLACES, np.int16)
    for _ in range(60):
        for slot in np.flatnonzero(batch.masks[:, NUMBERS["move forward"]]):
            seen = np.rint(batch.observations[slot] / scales).astype(np.int8)
            points = int(batch._slots["bout"]["table"]["command_round"]["movement_points"][slot])
            home = 4 * paths.square_of(seen, 0)
            reached = np.empty(2 * paths.PLACES, np.int16)
            count = paths.walk(paths.draw_board(seen), batch.masks[slot], home, points, prices, first, reached)
            assert (prices[reached[:count]] <= points).all()
            assert batch.masks[slot][first[reached[1:count]]].all()
            looked_at += count > 1
        batch.step(agent.choose(batch.observations, batch.masks, rng))
    assert looked_at > 50


def test_greedy_beats_random() -> None:
    score = rate(NEXUS, load("greedy", NEXUS), load("random", NEXUS), "random", 300, 3, {"seats": 2})
    assert score.wins > 150 and score.losses < 15  # most of the others are draws, which the crowd wins


@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_plays_larger_tables(seats: int) -> None:
    greedy, random = load("greedy", NEXUS), load("random", NEXUS)
    against_greedy = rate(NEXUS, random, greedy, "greedy", 120, 3, {"seats": seats})
    assert against_greedy.losses > 75
