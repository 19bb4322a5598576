"""The example round of the booklet, die by die: the first game, Assault, Round 1. One bout in chapters."""

from collections.abc import Iterator

from aristeia.table import GREEN, ORANGE, Drawn
from nexus_env.games.aristeia.rules.bout import Question, Where
from nexus_env.games.aristeia.rules.operands import PERMUTATIONS

GREENS, ORANGES = "green", "orange"


class Round(Drawn):
    """The bout of the example."""

    def decline(self, *until: str) -> "Round":
        """Pass all that is optional until one of some actions is legal, or a die is asked for, or a command."""
        while self.asked[0] >= 0 and not any(self.may(name) for name in until):
            if self.asked[1] == Question.COMMAND or not self.may("pass"):
                break
            self.act("pass")
        return self

    def begin(self) -> "Round":
        """The Switches step: the Active Character's side goes first, where both have something to pay."""
        self.decline("me", "switch own 1", "switch general 1", "switch discard")
        if self.may("me"):
            self.act("me")
        return self

    def order(self, *names: str) -> "Round":
        """Plan the Running Order of the seat that is asked."""
        places = tuple(self.unit(name) % 4 for name in names)
        self.act(f"order {''.join(str(place + 1) for place in places)}")
        assert places in PERMUTATIONS
        return self

    def walk(self, *places: tuple[int, int]) -> "Round":
        """Steps to some spaces, one after the other."""
        for q, r in places:
            self.act(f"space ({q},{r})")
        return self

    @property
    def spent(self) -> tuple[int, int]:
        """AP and MP of the Active Character."""
        return int(self.table.energy), int(self.table.movement)

    @property
    def active(self) -> str:
        """The Active Character."""
        return self.names[int(self.table.active)]

    def throw(self, *faces: str) -> "Round":
        """Dice, after all Tactics before the roll are declined."""
        self.decline()
        self.roll(*faces)
        return self


def planned() -> Round:
    """The start and the Planning phase: A-EX-01, A-EX-02."""
    table = Round()
    table.order("Maximus", "hEXx3r", "Parvati", "Major Lunah")
    table.order("8-Ball", "Miyamoto Mushashi", "Wild Bill", "Gata")
    return table.decline()


def played() -> Iterator[tuple[str, Round]]:
    """The round in its chapters; each is yielded when it has ended."""
    table = planned()
    yield "planned", table
    first_turn(table)
    yield "first turn", table
    second_turn(table)
    yield "second turn", table
    third_turn(table)
    yield "third turn", table
    fourth_turn(table)
    yield "fourth turn", table


def first_turn(table: Round) -> None:
    """A-EX-03 to A-EX-08: Maximus enters the Scoring Zone, 8-Ball pushes him out of it."""
    assert table.asked == (GREEN, Question.FIRST)  # A-EX-03: 4 against 4, so the Underdog decides
    table.act("me")
    assert table.active == "Maximus" and table.spent == (5, 0)
    table.act("move")  # A-EX-04
    table.walk((-5, -1), (-4, -1), (-3, -1))
    table.act("move")
    table.walk((-2, -1), (-1, -1), (0, -1))
    assert table.spent == (1, 0) and table.at("Maximus") == (0, -1)
    table.act("end")
    assert table.active == "8-Ball"
    table.act("move")  # A-EX-05
    table.walk((4, 1), (3, 1), (2, 1), (2, 0))
    assert table.spent == (3, 0)
    table.act("act 1")  # A-EX-06
    assert table.spent == (1, 0)
    table.throw("S S X", "blank", "blank", "S")
    table.begin()
    left = [[int(symbol) for symbol in side.left] for side in table.table.roll.side]
    assert left == [[2, 0, 1, 0, 0], [1, 1, 0, 0, 0]]
    table.decline("switch own 1").play("switch own 1", "space (-1,-1)")  # A-EX-07
    table.decline()
    assert table.damage("Maximus") == table.damage("8-Ball") == 1  # A-EX-08
    assert table.at("Maximus") == (-1, -1) and table.spent == (1, 0)
    table.act("end")
    table.decline()


def second_turn(table: Round) -> None:
    """A-EX-09 to A-EX-17: hEXx3r brings Maximus back, Mushashi strikes him and follows."""
    assert table.asked == (ORANGE, Question.FIRST)  # A-EX-09: 5 against 6
    table.act("them")
    assert table.active == "hEXx3r"
    table.act("move")  # A-EX-10
    table.walk((-6, -1), (-5, -1), (-4, -1), (-3, -1))
    assert table.spent == (3, 0)
    table.play("act 2", "unit Maximus")  # A-EX-11
    table.throw("S X X", "X", "blank").decline("space (0,-1)").act("space (0,-1)")
    assert table.spent == (2, 0) and table.at("Maximus") == (0, -1)
    table.play("act 2", "unit Maximus").throw("S B X", "X", "X")  # A-EX-12
    table.decline("switch general 1").play("switch general 1", "space (-2,-2)")
    assert table.at("hEXx3r") == (-2, -2) and table.at("Maximus") == (0, -1)
    table.decline("space (0,0)").act("space (0,0)")
    table.decline()
    assert table.spent == (1, 0) and table.at("Maximus") == (0, 0)
    table.play("act 2", "unit Maximus").throw("S B X", "S X X", "blank")  # A-EX-13
    table.decline("space (1,0)") if table.may("space (1,0)") else table.act("pass")
    table.decline("space (1,0)").act("space (1,0)")
    assert table.spent == (0, 0) and table.at("Maximus") == (1, 0)
    table.act("end")
    assert table.active == "Miyamoto Mushashi" and not table.may("act 1")  # A-EX-14
    table.act("move")
    table.walk((5, 1), (4, 1), (3, 1), (2, 1), (1, 1))
    assert table.spent == (3, 0)
    table.act("act 1")
    table.decline("card Take Aim").act("card Take Aim")  # A-EX-15
    table.decline()
    assert len(table.hand(ORANGE)) == 3 and table.discards(ORANGE) == ["Take Aim"]
    table.roll("S X", "S", "B", "S B", "B", "blank")  # A-EX-16: Red, Orange, Take Aim, Blue; Green, Blue
    table.begin()
    table.decline("switch general 1").play("switch general 1", "switch general 1")
    left = [int(symbol) for symbol in table.table.roll.side[0].left]
    assert left == [5, 0, 1, 0, 0]
    table.decline("space (0,1)")
    assert table.damage("Maximus") == 4 and table.damage("Miyamoto Mushashi") == 0
    table.walk((0, 1), (-1, 1), (-1, 0))  # A-EX-17
    table.decline()
    assert table.at("Miyamoto Mushashi") == (-1, 0) and table.spent == (0, 0)
    table.act("end")
    table.decline()


def third_turn(table: Round) -> None:
    """A-EX-18 to A-EX-25: Wild Bill sends hEXx3r off, Parvati heals."""
    assert table.asked == (ORANGE, Question.FIRST)  # A-EX-18: 4 against 6
    table.act("me")
    table.act("move")  # A-EX-19
    table.walk((6, -1), (5, -1), (4, -1), (3, -1))
    assert table.spent == (3, 0)
    table.act("act 1")  # A-EX-20
    if table.asked[1] == Question.UNIT:
        table.act("unit hEXx3r")
    assert table.asked == (GREEN, Question.SPACE) and table.may("pass")  # Implacable
    table.act("pass")
    table.decline()
    table.roll(
        "S", "S", "blank", "blank", "B", "X", "blank"
    )  # A-EX-21: Red, Orange, Orange, Black; Blue, Yellow, Black
    table.begin()
    table.decline("switch discard").play("switch discard", "card Catch your breath")  # A-EX-22
    table.decline()
    assert table.asked[0] == -2 and table.table.request.roller == ORANGE
    table.draw("Dodge")
    assert table.where("hEXx3r") == Where.INFIRMARY and table.damage("hEXx3r") == 0
    assert table.table.players[ORANGE].frags == 1 and len(table.hand(ORANGE)) == 3
    table.decline()
    table.act("end")
    assert table.active == "Parvati"
    table.act("move")  # A-EX-23
    table.walk((-5, 1), (-4, 1), (-3, 0), (-2, -1), (-1, -1))
    assert table.spent == (3, 0)
    table.act("move")  # A-EX-24
    assert table.spent == (1, 5)
    table.act("disengage")
    table.throw("S", "B", "blank").begin()
    table.decline()
    assert table.at("Parvati") == (-1, -1) and table.spent == (1, 0) and table.damage("Parvati") == 0
    table.play("act 3", "unit Maximus").throw("S").decline("unit Maximus").act("unit Maximus")  # A-EX-25
    assert table.damage("Maximus") == 3 and table.spent == (0, 0)
    table.act("end")
    table.decline()


def fourth_turn(table: Round) -> None:
    """A-EX-26 to A-EX-36: Lunah shoots Mushashi, Gata runs."""
    assert table.asked == (ORANGE, Question.FIRST)  # A-EX-26: 5 against 7
    table.act("them")
    table.act("act 1")  # A-EX-27
    if table.asked[1] == Question.UNIT:
        table.act("unit Miyamoto Mushashi")
    table.decline("unit Major Lunah").act("unit Major Lunah")  # Veteran Sniper
    assert table.spent == (2, 0)
    table.roll("S X", "S S X", "S S X", "CB", "S B")  # A-EX-28: Red, Orange, Orange for Cover; Green, Blue
    table.decline("die 2").act("die 2")
    assert [int(symbol) for symbol in table.table.roll.side[0].left] == [4, 0, 2, 0, 0]
    table.begin()
    table.decline("switch general 1").act("switch general 1")  # A-EX-29
    table.decline()
    assert table.table.request.roller == GREEN
    table.draw("Focus")
    assert table.where("Miyamoto Mushashi") == Where.INFIRMARY and table.damage("Major Lunah") == 1
    assert table.table.players[GREEN].frags == 1 and len(table.hand(GREEN)) == 5
    table.decline()
    assert table.spent == (2, 0) and not table.may("act 2")  # A-EX-30
    table.act("end")
    assert table.active == "Gata"
    table.act("move")  # A-EX-31
    table.walk((5, 1), (4, 2), (3, 2))
    assert table.spent == (3, 2)
    table.act("act 2")  # A-EX-32
    table.act("space (1,2)")
    table.walk((1, 1))
    assert table.spent == (3, 0)
    table.act("move")  # A-EX-33
    table.act("act 2")
    if table.asked[1] == Question.SPACE and table.may("space (1,0)"):
        table.act("space (1,0)")
    table.act("space (0,0)")
    assert table.spent == (1, 4) and table.may("disengage")
    table.act("card Swerve")  # A-EX-34
    table.decline("space (0,-1)").act("space (0,-1)")
    assert table.at("Gata") == (0, -1) and len(table.hand(ORANGE)) == 2
    table.play("act 1")  # A-EX-35
    if table.asked[1] == Question.UNIT:
        table.act("unit Parvati")
    table.throw("blank", "S X X")
    table.decline("switch general 1").play("switch general 1", "space (1,-1)")
    table.decline("unit Parvati").act("unit Parvati")
    assert table.states("Parvati") == {"dazzled": (1, 0)} and table.spent == (0, 4)
    table.act("end")  # A-EX-36
    assert not table.states("Gata")
