"""What a seat sees: everything by its name, nothing hidden, the same for both seats where they stand alike."""

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, cell_at, drawn, seen_by
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.learning.layout import (
    BLOCKED,
    CHARACTER,
    LAYOUT,
    OFFERED,
    PLAYER,
    SIDE,
    CharacterSeen,
    Seen,
    SideSeen,
)
from nexus_env.games.aristeia.learning.reward import margin, potential
from nexus_env.games.aristeia.rules.actions import NAMES, Action
from nexus_env.games.aristeia.rules.bout import DECK, TEAM, UNITS, Question
from nexus_env.kit.decks import HAND, PILE
from nexus_env.kit.tape import CHANCE


def part(seen: np.ndarray, name: str) -> np.ndarray:
    """A piece of the observation."""
    field = Seen[name.upper()]
    return seen[field : field + field.length]


def character(seen: np.ndarray, place: int, field: int) -> int:
    """A number of a Character."""
    return int(seen[Seen.CHARACTERS + CHARACTER * place + field])


def test_every_number_has_a_name_and_a_scale():
    assert sum(piece.length for piece in LAYOUT) == ARISTEIA.observation_size < 1450
    assert len({piece.name for piece in LAYOUT}) == len(LAYOUT) and all(piece.meaning for piece in LAYOUT)
    assert (ARISTEIA.observation_scales > 0).all() and (ARISTEIA.observation_scales <= 1).all()
    assert len(part(np.zeros(ARISTEIA.observation_size), "players")) == 2 * PLAYER
    assert len(part(np.zeros(ARISTEIA.observation_size), "sides")) == 2 * SIDE


def test_each_seat_sees_its_own_team_first():
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, "8-Ball", damage={"8-Ball": 2})
    own, other = seen_by(table, ORANGE), seen_by(table, GREEN)
    ball = table.unit("8-Ball") - TEAM
    assert character(own, ball, CharacterSeen.DAMAGE) == character(other, ball + TEAM, CharacterSeen.DAMAGE) == 2
    assert character(own, ball, CharacterSeen.ACTIVE) and character(other, ball + TEAM, CharacterSeen.ACTIVE)
    assert (character(own, ball, CharacterSeen.Q), character(own, ball, CharacterSeen.R)) == (2, 0)
    assert part(own, "ground")[cell_at((2, 0))] == 1 and part(other, "ground")[cell_at((2, 0))] == -1
    assert part(own, "ground")[cell_at((2, 2))] == BLOCKED


def test_hands_and_orders_are_seen_by_their_owner_alone():
    """A-064, A-117."""
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, "8-Ball", hands=(["No!"], ["Take Aim", "Focus"]))
    assert part(seen_by(table, ORANGE), "cards").sum() == 2 and part(seen_by(table, GREEN), "cards").sum() == 1
    before = seen_by(table, GREEN)
    cards = table.table.players[ORANGE].cards
    for card in range(DECK):  # other cards, as many
        cards[card] = HAND + ORANGE if card in (15, 16) else PILE
    table.table.players[ORANGE].order[1:] = table.table.players[ORANGE].order[1:][::-1].copy()
    table.table.players[ORANGE].looked, table.table.players[ORANGE].top[0] = 3, 4
    assert (seen_by(table, GREEN) == before).all() and (seen_by(table, ORANGE) != before).any()


def test_of_a_question_the_other_sees_nothing():
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, "8-Ball", movement=1)
    own, other = seen_by(table, ORANGE), seen_by(table, GREEN)
    assert part(own, "question")[Question.COMMAND] == 1 and part(own, "spaces").any()
    assert not part(other, "question").any() and not part(other, "spaces").any() and not part(other, "reason").any()


def test_a_space_is_seen_with_what_it_gains():
    """Towards the Scoring Zone more than away from it, and only what is legal."""
    table = drawn({"Parvati": (-4, 1)}, "Parvati", movement=1)
    spaces = part(seen_by(table, GREEN), "spaces")
    named = {NAMES[Action.SPACE + cell] for cell in np.flatnonzero(spaces)}
    assert named == {name for name in table.legal if name.startswith("space")}
    assert spaces[cell_at((-3, 1))] > OFFERED > spaces[cell_at((-5, 1))] > 0


def test_the_action_is_seen_while_its_target_is_asked_for():
    table = drawn({"Parvati": (-1, -1), "Gata": (3, -1), "8-Ball": (3, 1)}, "Parvati")
    table.act("act 3")  # MediKit: there are three in Range
    seen = seen_by(table, GREEN)
    assert table.asked == (GREEN, Question.UNIT) and part(seen, "action").tolist() == [0, 0, 1, 0, 0]
    assert not part(seen_by(table, ORANGE), "action").any()


def test_the_roll_is_seen_by_both():
    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, "8-Ball")
    table.play("act 1").roll("S S X", "blank", "blank", "S")
    for seat in (GREEN, ORANGE):
        seen = seen_by(table, seat)
        ball = (table.unit("8-Ball") - TEAM * seat) % UNITS
        assert seen[Seen.SIDES + SideSeen.UNIT + ball] == 1
        assert seen[Seen.SIDES + SideSeen.LEFT] == 2 and seen[Seen.SIDES + SideSeen.LEFT + 2] == 1
        assert part(seen, "target")[(table.unit("Maximus") - TEAM * seat) % UNITS] == 1


def test_what_a_standing_is_worth():
    table = drawn({"Maximus": (0, -1), "8-Ball": (5, 0)}, "8-Ball")
    assert margin(table.bout, GREEN) == 0 and potential(table.bout, GREEN) > 0 > potential(table.bout, ORANGE)
    table.table.players[ORANGE].points = 4
    assert margin(table.bout, ORANGE) == pytest.approx(0.5) == -margin(table.bout, GREEN)
    table.table.players[ORANGE].points = 99
    assert margin(table.bout, ORANGE) == 1 and -1 <= potential(table.bout, GREEN) < -0.8


@pytest.mark.parametrize("scenario", ["assault", "conquest", "king of the hill", "scorched earth"])
def test_numbers_keep_within_their_type(scenario: str):
    """Along a bout that is played at random: the ways to the Zone are measured in each scenario."""
    table, rng = Drawn(scenario=scenario, teams="draft", dictated=False), np.random.default_rng(3)
    for _ in range(40):
        seat = int(table.table.request.seat)
        if seat < 0 or seat == CHANCE:
            break
        seen = seen_by(table, seat)
        assert (np.abs(seen.astype(int)) < 99).all()
        for one in (GREEN, ORANGE):
            assert -1 <= potential(table.bout, one) <= 1
        table.take(int(rng.choice(np.flatnonzero(table.mask))))
