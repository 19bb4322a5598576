"""Each law of the table can be broken, and the kinds of bouts go through every barge."""

from collections.abc import Callable
from typing import Any

import pytest
from table import Table

from nexus_env.contract import rules
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.stock import STOCKS
from nexus_env.games.nexus.checks.laws import LAWS, Law
from nexus_env.machine.compiled import compiled


@compiled
def broken_at(rows: Any) -> int:
    """The first law that does not hold for the bout of a row."""
    return rules.broken(rows[0])


def broken(table: Table) -> int:
    """The first law that the table breaks."""
    return int(broken_at(table._border))


def test_the_cases_go_through_every_barge_with_every_seat_count():
    seen = {(options["seats"], options["barge"][:5]) for options in map(NEXUS.invariants.variety, range(33))}
    assert len({seats for seats, _ in seen}) == 3 and len(seen) == 33


DRAWING = """
    .  .  .  #
    .  1v .  .
    .  0^ .  .
"""


def put(field: str, value: int, of: str = "", seat: int = 0) -> Callable[[Table], None]:
    """Lay one number wrongly: `field` of the table, or of a helot, a lanista or the command round."""

    def lay(table: Table) -> None:
        where = {"helot": table.helot(seat), "lanista": table.lanista(seat), "round": table.table.command_round}
        setattr(where[of] if of else table.table, field, value)

    return lay


def full_of(square: int, count: int) -> Callable[[Table], None]:
    """Lay so many of a kind along the southern rows."""

    def lay(table: Table) -> None:
        for place in range(count):
            table.table.squares[7 - place // 8, place % 8] = square

    return lay


def empty(pile: int, coins: int = 0) -> Callable[[Table], None]:
    """Take the coins of a pile of the first helot, as if no rule had noticed."""

    def lay(table: Table) -> None:
        table.helot(0).health[pile] = coins
        table.settle_box()

    return lay


def rich(table: Table) -> None:
    """More Cred than there is."""
    table.lanista(0).cred = -1
    table.settle_box()


def too_keen(table: Table) -> None:
    """A reserve above 5."""
    table.helot(0).traits[2] = 6


def one_hand_only(table: Table) -> None:
    """A captor whose victim knows nothing of it."""
    table.helot(0).holds = 1


def held_from_afar(table: Table) -> None:
    """A victim that its captor does not face."""
    table.grapple(0, 1)
    table.helot(0).facing = 2


def held_lying(table: Table) -> None:
    """A victim that is Prone."""
    table.grapple(0, 1)
    table.helot(1).prone = 1


def same_card(table: Table) -> None:
    """Two players with one lanista."""
    table.lanista(0).card = table.lanista(1).card


def same_hand(table: Table) -> None:
    """One influence card in two hands."""
    table.lanista(0).hand = table.lanista(1).hand = 1


def coinless(table: Table) -> None:
    """A marked slot without its coin."""
    table.lanista(0).slots = 1


def no_order(table: Table) -> None:
    """Nobody comes second."""
    table.table.order[1] = -1


def other_round(table: Table) -> None:
    """The command is asked of one whose round it is not."""
    table.table.request.seat = 1


def generous(table: Table) -> None:
    """Bonus points against one who stands."""
    table.table.command_round.bonus_points, table.table.command_round.bonus_target = 2, 1


def too_many_shivs(table: Table) -> None:
    """A weapon in hands that is in the pile too."""
    table.arm(0, "Shiv")


def worn_out(table: Table) -> None:
    """A weapon without a use left."""
    table.table.weapons[STOCKS.own.names.weapons.index("Shiv")] = 0
    table.arm(0, "Shiv")
    table.helot(0).uses = 0


def lasting_nowhere(table: Table) -> None:
    """An effect on a helot that is not there."""
    table.table.lasting[0].verb, table.table.lasting[0].seat = 1, 3


def on_a_pillar(table: Table) -> None:
    """A helot where nobody can be."""
    table.helot(0).x, table.helot(0).y = 4, 1


def beginning_elsewhere(table: Table) -> None:
    """A command under way that was given in nobody's round."""
    table.give(1, instinct=5)
    table.step("standard attack")
    assert broken(table) == 0 and table.seat == 1, "a reaction is asked for"
    table.bout.start.command_round.seat = -1


BREACHES = {
    Law.COINS: put("box", 7),
    Law.PILES: rich,
    Law.HEALTH: empty(2, 16),
    Law.RESERVES: too_keen,
    Law.POINTS: put("movement_points", -1, "round"),
    Law.BOARD: put("x", 9, "helot"),
    Law.ENTERABLE: on_a_pillar,
    Law.ALONE: put("y", 2, "helot"),
    Law.PAIRED: one_hand_only,
    Law.FRONT: held_from_afar,
    Law.PRONE_OR_GRAPPLED: held_lying,
    Law.STANDING: put("present", 0, "helot"),
    Law.VITAL: empty(7),
    Law.LOST: empty(1),
    Law.PIECES: full_of(1, 11),
    Law.LANISTAS: same_card,
    Law.HANDS: same_hand,
    Law.DECK: put("turning_point_discards", 1 << 30),
    Law.COUNTER: coinless,
    Law.ORDER: no_order,
    Law.ASKED: other_round,
    Law.END: put("winners", 1),
    Law.BONUS: generous,
    Law.ONCE: put("flaming", 2, "helot"),
    Law.WEAPON_CARDS: too_many_shivs,
    Law.WEAPON: worn_out,
    Law.LASTING: lasting_nowhere,
    Law.SEATED: put("next_clockwise", 0, "lanista"),
    Law.DRAFTED: put("motivation", -1, "lanista"),
    Law.ROLLED: put("ratio", 0, "lanista"),
    Law.ASIDE: put("cycle", 0),
    Law.STARTED: beginning_elsewhere,
}


@pytest.mark.parametrize("law", list(Law), ids=lambda law: law.name)
def test_each_law_holds_on_a_sound_table_and_is_seen_to_be_broken(law: Law):
    table = Table(DRAWING)
    assert broken(table) == 0
    BREACHES[law](table)
    assert broken(table) == law, LAWS[broken(table) - 1]


def test_every_law_has_its_words():
    assert [int(law) for law in Law] == list(range(1, len(LAWS) + 1))
    assert all(law.endswith(".") for law in LAWS)
