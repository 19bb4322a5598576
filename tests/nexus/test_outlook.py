"""What a lanista is shown before a command is given: who is in sight, what hides the others, how far a victim flies."""

from typing import Any

import numpy as np
from table import NUMBERS, Table

from nexus_env.games.nexus.words import words


def sights(table: Table, name: str) -> dict[str, tuple[str, str]]:
    """What a legal command would reach and see: by cell the kind and the words."""
    record = np.asarray(table.bout).reshape(1)[0]
    offer: Any = words.offers(record, table.seat, [NUMBERS[name]])[0]
    return {sight.cell: (sight.kind, sight.text) for sight in offer.sights}


def archer(drawing: str, seats: int = 2) -> Table:
    """A table where helot 0 has a bow in its hands."""
    table = Table(drawing, ap=4, seats=seats)
    table.arm(0, "Ranged Weapon")
    return table


def test_who_is_aimed_at_is_seen_with_the_distance():
    """R-213, R-216, R-261: beyond the optimal distance each square is a step down; all in sight is within reach."""
    seen = sights(
        archer(".  .  1v\n.  .  .\n.  .  .\n.  .  .\n.  .  .\n.  .  .\n.  .  .\n.  .  0^"),
        "aim standard first opponent",
    )
    assert seen["3,1"][0] == "clear" and seen["3,1"][1].startswith("player_1: in sight, 7 ahead, ")
    assert "beyond the optimal distance (-" in seen["3,1"][1]
    assert seen["3,5"] == ("reach", "") and "3,8" not in seen and "1,8" not in seen


def test_the_others_are_told_with_what_hides_them():
    """R-214, R-215: behind cover, or not within 45 degrees of the FFD; squares with cover are out of sight."""
    table = archer(".  1v .  2v\n.  .  .  #\n.  .  .  .\n3^ 0^ .  .", seats=4)
    seen = sights(table, "aim wild first opponent")
    assert seen["2,1"] == ("clear", "player_1: in sight, 3 ahead")
    assert seen["4,1"] == ("blocked", "player_2: behind cover")
    assert seen["1,4"] == ("blocked", "player_3: not within 45 degrees of the FFD")
    assert "4,2" not in seen


def test_a_throw_shows_how_far_the_victim_flies():
    """R-194: the squares that it would pass, and nothing for a command that acts beside the helot."""
    table = Table(".  .  .\n.  .  .\n.  1v .\n.  0^ .", ap=6)
    table.grapple(0, 1)
    assert sights(table, "throw forward 2") == {"2,2": ("reach", ""), "2,1": ("reach", "")}
    assert not sights(table, "takedown")
