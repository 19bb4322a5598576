"""Turning Point cards that steal and show influence cards: who learns nothing by them is told the same (manual p.8)."""

from itertools import islice
from pathlib import Path

import pytest
from deck import card

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.stock import load
from nexus_env.games.nexus.checks.trial import REVEALING
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing.told import ToldBout, pairs, play_alike

DECK = (
    ('do = "steal card", whom = "random opponent", amount = 1',),
    ('do = "peek", whom = "random opponent", amount = 2',),
    ('do = "steal card", whom = "next clockwise", amount = 1', 'do = "gain cred", amount = 4'),
)
ITS_OWN = ("hand", "discarded", "known")


def is_shown(one: ToldBout, other: ToldBout) -> bool:
    """Whether the viewer has come to hold, or to know, another card in one bout than in the other."""
    if one.viewer is None:
        return False
    mine = [told.session.rows["table"]["lanistas"][0, told.viewer] for told in (one, other)]
    return any(mine[0][name] != mine[1][name] for name in ITS_OWN)


@pytest.mark.skipif(PLAIN, reason="whole bouts in plain Python take minutes")
@pytest.mark.parametrize("seats", NEXUS.seats)
@pytest.mark.parametrize("windows", ["able", "held"])
def test_turning_point_cards_that_move_hidden_cards_tell_others_nothing(tmp_path: Path, seats: int, windows: str):
    """R-029: a thief and who is shown a card learn it by right; until then, and for all others, nothing differs."""
    text = "".join(card(number, *effects) for number, effects in enumerate(DECK, start=1))
    (tmp_path / "turning_points.toml").write_text(text, encoding="utf-8")
    more = {"stock": str(tmp_path), "turning_point_cards": len(DECK), "deal": "random", "cycle_limit": 12}
    more["windows"] = windows
    moved = 0
    for one, other, rng in islice(pairs(NEXUS, seats, more), 2):
        hands = one.session.rows["table"]["lanistas"]["hand"].copy()
        play_alike(one, other, rng, is_shown)
        moved += (hands & ~one.session.rows["table"]["lanistas"]["hand"]).any()
    assert moved > 0, "no card was stolen: the test sees no leak"


def test_no_turning_point_card_in_the_box_shows_a_card():
    """R-029: so the pairs of bouts in the shared test differ to their ends."""
    row = NEXUS.read_options()
    load("").lay(row)
    assert not REVEALING & set(row["turning_point"][0]["effects"]["verb"].ravel().tolist())
