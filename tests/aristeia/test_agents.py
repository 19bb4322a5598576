"""The scripted players: what each does at a drawn table, and that it follows from the odds of the cards."""

import numpy as np
import pytest

from aristeia.table import GREEN, Drawn, cell_at, drawn
from nexus_env.agents.aristeia import odds
from nexus_env.agents.aristeia.ground import count_steps, is_known, look_at_ground, steps_to_zone
from nexus_env.agents.loading import load
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.learning.layout import BLOCKED, Seen
from nexus_env.games.aristeia.rules.actions import NAMES
from nexus_env.games.aristeia.rules.bout import SPACES

PLANNERS = ("runner", "brawler", "sentry")
HEXXER, MAXIMUS, LUNAH, PARVATI, BILL, GATA, BALL, MUSHASHI = range(8)


def seen_by(table: Drawn, seat: int) -> np.ndarray:
    """The whole numbers that a seat sees."""
    seen = np.zeros(ARISTEIA.observation_size, np.int8)
    ARISTEIA.observe(table.bout, seat, seen)
    return seen


def choice(name: str, table: Drawn) -> str:
    """What a player does at this table, if it is the seat that is asked."""
    seen = seen_by(table, table.asked[0]) * ARISTEIA.observation_scales
    chosen = load(name, ARISTEIA).choose(seen[None].astype(np.float32), table.mask[None], np.random.default_rng(1))
    return NAMES[chosen[0]]


def play_on(name: str, table: Drawn, most: int) -> Drawn:
    """Let a player play commands until it ends its Activation."""
    for _ in range(most):
        action = choice(name, table)
        if action == "end":
            break
        table.act(action)
    return table


# --- odds -------------------------------------------------------------------------------------------------------------


def test_odds_fall_with_the_damage():
    attacks = odds.DEALT[odds.IS_ATTACK[:, : odds.ACTS].nonzero()]
    assert (np.diff(attacks, axis=-1) <= 0).all() and odds.DEALT[MUSHASHI, 0, GATA, 1] > odds.DEALT[
        MUSHASHI, 0, MAXIMUS, 1
    ]


def test_maximus_gets_away_from_those_without_a_critical_block():
    """A-EX-R06: his automatic CS is a success that no B cancels."""
    assert (odds.ESCAPES[MAXIMUS, :8] == 1).all() and 0.1 < odds.ESCAPES[PARVATI, MUSHASHI] < 0.25


def test_a_medikit_works_unless_its_die_shows_no_success():
    """A-044: four faces of six."""
    assert odds.WORKS[PARVATI, 2] == pytest.approx(4 / 6, abs=0.05)


# --- ways -------------------------------------------------------------------------------------------------------------


def test_ways_lead_around_what_is_blocked():
    """A-EX-G10: these three spaces are six steps from the Central Zone."""
    ground = look_at_ground(seen_by(drawn({"Maximus": (-6, -1)}, "Maximus"), GREEN))
    assert [int(ground.away[cell_at(place)]) for place in ((0, 0), (2, 0), (-2, 7), (2, 5))] == [0, 1, 6, 6]


def test_ways_that_are_known_are_those_that_are_counted():
    """A-188: and on a board of somebody's own they are counted."""
    seen, board = seen_by(drawn({"Maximus": (-6, -1)}, "Maximus"), GREEN), slice(Seen.GROUND, Seen.GROUND + SPACES)
    free = seen[board] != BLOCKED
    assert is_known(seen, 0) and (steps_to_zone(seen) == count_steps(seen))[free].all()
    seen[board][np.flatnonzero(free)[0]] = BLOCKED
    assert not is_known(seen, 0) and (steps_to_zone(seen) == count_steps(seen)).all()


@pytest.mark.parametrize("name", [*PLANNERS, "greedy"])
def test_a_character_goes_into_the_scoring_zone(name: str):
    table = play_on(name, drawn({"Maximus": (-3, -1)}, "Maximus"), 12)
    q, r = table.at("Maximus") or (9, 9)
    assert max(abs(q), abs(r), abs(q + r)) <= 1


@pytest.mark.parametrize("name", [*PLANNERS, "greedy"])
def test_a_character_stays_in_the_scoring_zone(name: str):
    table = drawn({"Maximus": (0, 0)}, "Maximus", energy=2, movement=2)
    assert choice(name, table) == "end"


# --- Actions and answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PLANNERS, "greedy"])
def test_an_enemy_in_the_zone_is_attacked(name: str):
    table = drawn({"Miyamoto Mushashi": (1, 0), "Parvati": (0, 0)}, "Miyamoto Mushashi", damage={"Parvati": 1})
    assert choice(name, table) == "act 1"


@pytest.mark.parametrize("name", PLANNERS)
def test_vade_retro_moves_an_enemy_out_of_the_zone(name: str):
    table = drawn({"hEXx3r": (-2, 0), "Gata": (0, 1)}, "hEXx3r", energy=1)
    table.one("Gata").damage = 0
    assert choice(name, table) == "act 2"


@pytest.mark.parametrize("name", PLANNERS)
def test_a_wounded_character_catches_its_breath(name: str):
    hands = (["Catch your breath"], [])
    table = drawn({"Maximus": (0, 0)}, "Maximus", energy=0, hands=hands, damage={"Maximus": 2})
    assert choice(name, table) == "card 9"
    table = drawn({"Maximus": (0, 0)}, "Maximus", energy=0, hands=hands)
    assert choice(name, table) == "end"


@pytest.mark.parametrize("name", [*PLANNERS, "greedy"])
def test_a_sniper_rolls_her_own_die_for_cover(name: str):
    """A-044, A-047, A-167: whatever the Black die shows, the Orange one shows as often, and more."""
    places = {"Miyamoto Mushashi": (-1, 0), "Maximus": (1, 0), "Parvati": (-1, -1), "8-Ball": (2, 0)}
    table = drawn({"Major Lunah": (-8, 2), **places}, "Major Lunah").play("act 1")
    assert choice(name, table) == "unit own 3"


@pytest.mark.parametrize("name", [*PLANNERS, "greedy"])
def test_a_step_that_was_fought_for_is_made(name: str):
    """A-084: it may be refused at no cost, and asking for it again would never end."""
    table = drawn({"Maximus": (3, -1), "8-Ball": (2, -1)}, "Maximus", energy=0, movement=1)
    table.act("disengage")
    for _ in range(12):
        if table.dice():
            table.roll("blank")
        elif any(action.startswith("space") for action in table.legal):
            break
        else:
            table.act("pass" if table.may("pass") else "me")
    assert choice(name, table).startswith("space")
