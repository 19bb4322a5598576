"""A real table for tests: draw a position, give a command, dictate the dice, look at the table afterwards.

    table = Table('''
        .  .  .
        .  1v .
        .  0^ .
    ''', ap=2)
    table.play("standard attack", dice=[6, 5, 3, 2, 4])
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 6

A drawing begins at the north-west corner; squares that it leaves out are empty. A helot is its seat and an arrow for
its FFD. The pieces are those of `words.SYMBOL`. Dice are faces in the order in which the rules ask for them; an
answer is given to the first question for which it is legal, and questions without an answer are passed. Every step
checks that no coin was made or lost, and that what is carried out was legal.
"""

from typing import Any

import numpy as np

from nexus_env.core import slots
from nexus_env.core.rewards import Terms
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.stock import STOCKS
from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import (
    COINS,
    NOBODY,
    NOWHERE,
    STARTING_HEALTH,
    UNARMED,
    Pile,
    Question,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.mask import write_mask
from nexus_env.games.nexus.words.sentences import ARROWS, SYMBOL
from nexus_env.games.nexus.words.sentences import board as draw
from nexus_env.kit.bout import play
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing.driven import deal_anew

SQUARES = {symbol: square for square, symbol in SYMBOL.items()}
NUMBERS = {name: number for number, name in enumerate(NAMES)}
PASS = 0


class Bout:
    """One bout with dictated dice, driven by names."""

    def __init__(self, **options: Any) -> None:
        """Begin a bout with these options; it stands at its first question, and every die is dictated.

        It is played without cards unless the options ask for them.
        """
        agreed = NEXUS.read_options(**{"influence_cards": 0, "turning_point_cards": 0, **options})
        # In a slot, whose machine code is there already: another way into the rules would be compiled for tests alone.
        self._slots = slots.rows_of(slots.slot_dtype(NEXUS), 1)
        self._env_config = slots.make_env_config(NEXUS, agreed, np.zeros(1, Terms.dtype), dictated=True)
        self._told = np.zeros((1, NEXUS.observation_size), np.float32), np.zeros((1, len(NAMES)), np.int8)
        self._slots["seed"] = 1
        self.rows = self._slots["bout"]
        self.rolled: list[tuple[str, int, int]] = []  # what for, by whom, the face
        self.asked: list[tuple[str, int]] = []  # the question and the seat
        self.told: list[Any] = []  # the happenings of the last call of `play` or `go_on`
        self._border = self.rows.view(np.recarray) if PLAIN else self.rows
        slots.start_all(self._slots, self._env_config, np.array([slots.AGAIN]), *self._told, np.zeros(1, np.int32))

    @property
    def bout(self) -> Any:
        """The bout's record, with fields as attributes."""
        return self.rows.view(np.recarray)[0]

    @property
    def table(self) -> Any:
        """The table as the players see it; writing to it changes the position."""
        return self.bout.table

    def helot(self, seat: int) -> Any:
        """A helot's record."""
        return self.table.helots[seat]

    def lanista(self, seat: int) -> Any:
        """A lanista's record."""
        return self.table.lanistas[seat]

    @property
    def question(self) -> Question:
        """What is being asked."""
        return Question(int(self.table.request.question))

    @property
    def seat(self) -> int:
        """Who is asked; NOBODY when the bout is over."""
        return int(self.table.request.seat)

    @property
    def over(self) -> bool:
        """The bout has ended."""
        return bool(self.table.over)

    def legal(self) -> set[str]:
        """The names of the legal actions of the seat that is asked."""
        assert self.seat != CHANCE, "a die is asked for"
        return {NAMES[number] for number in np.flatnonzero(self.mask())}

    def mask(self) -> np.ndarray[Any, Any]:
        """1 for each legal action of the seat that is asked, as the table lies there now: int8 [actions]."""
        if PLAIN:
            write_mask(self._border[0], self._told[1][0])
        else:
            slots.show_all(self._slots, self._env_config, *self._told, np.zeros(1, np.int32))
        return self._told[1][0].copy()

    def seen_by(self, seat: int) -> list[float]:
        """What a seat observes."""
        seen = np.zeros(NEXUS.observation_size, np.float32)
        slots.observe(self._slots, self._env_config, 0, seat, seen)
        return [float(number) for number in seen]

    def deal_anew(self, seat: int, seed: int) -> None:
        """Deal anew what a seat cannot know."""
        deal_anew(NEXUS, self._slots, seat, seed)

    def may(self, name: str) -> bool:
        """Whether an action is legal now."""
        assert name in NUMBERS, name
        return name in self.legal()

    def step(self, name: str) -> None:
        """Give one command or one answer, and stop at whatever is asked then."""
        assert self.may(name), f"{name} is illegal; legal are {sorted(self.legal())}\n{draw(self.rows[0])}"
        if self.question != Question.COMMAND:
            self.asked.append((self.question.name, self.seat))
        self._act(NUMBERS[name])

    def roll(self, face: int) -> None:
        """Answer the die that is asked for."""
        request = self.table.request
        assert self.seat == CHANCE, f"{self.question.name} is asked of seat {self.seat}, not a die"
        assert 1 <= face <= request.sides, f"a d{request.sides} does not show {face}"
        self.rolled.append((Purpose(int(request.purpose)).name, int(request.roller), face))
        self._act(face - 1)

    def play(self, name: str, dice: Any = (), answers: Any = (), until: str = "") -> None:
        """Give a command and go on to the next one; see `go_on`."""
        self.rolled, self.asked, self.told = [], [], []
        self.step(name)
        self.go_on(dice, answers, until)

    def go_on(self, dice: Any = (), answers: Any = (), until: str = "") -> None:
        """Answer dice and questions until a command is asked for, the bout ends, or the question `until` is put.

        All dice and answers must have been used then.
        """
        faces, left = list(dice), list(answers)
        while self.seat != NOBODY and self.question != Question.COMMAND and self.question.name != until:
            if self.seat == CHANCE:
                purpose = Purpose(int(self.table.request.purpose)).name
                assert faces, f"no die left for {purpose} of seat {self.table.request.roller}; rolled {self.rolled}"
                self.roll(faces.pop(0))
            else:
                given = next((name for name in left if self.may(name)), "pass")
                if given in left:
                    left.remove(given)
                self.step(given)
        assert not faces, f"dice left: {faces}; rolled {self.rolled}"
        assert not left, f"answers left: {left}; asked {self.asked}"

    def slides(self, command: str) -> tuple[int, int]:
        """Give a command that leads to a contest; the steps of its attack and of its defense roll.

        Every roll shows 1, 6, 1, 6, 1: the number of dice tells how many steps there are, the sum which ones are kept.
        """
        steps = []
        self.step(command)
        for purpose in (Purpose.ATTACK, Purpose.DEFENSE):
            rolled = 0
            while self.seat == CHANCE and self.table.request.purpose == purpose:
                self.roll((1, 6)[rolled % 2])
                rolled += 1
            total = self.table.contest.attack if purpose == Purpose.ATTACK else self.table.contest.defense
            steps.append(rolled - 2 if total > 6 else 2 - rolled)
        while self.seat == CHANCE:
            self.roll(1)
        return steps[0], steps[1]

    def _act(self, action: int) -> None:
        if PLAIN:
            play(
                self._border[0], action
            )  # a slot would write observation and mask down, which takes longer than the rule
        else:
            self.mask()
            # For an integer of NumPy's there would be machine code of its own.
            seat, *_ = slots.step(self._slots, self._env_config, int(action), self._told[0][0], self._told[1][0])
            assert seat != slots.ILLEGAL, f"action {action} is illegal"
        rows = self.rows[0]["happenings"][self.rows[0]["heard"] : self.rows[0]["told"]]
        self.told += [tuple(int(number) for number in row) for row in rows]
        assert self.coins() == COINS, "coins were made or lost"

    def set_up_anyhow(self, until: Purpose = Purpose.TRAIT) -> None:
        """Go through any setup to the first die of a kind, at the latest to the first trait die."""
        while self.seat != CHANCE or self.table.request.purpose not in (until, Purpose.TRAIT):
            if self.seat == CHANCE:
                self.roll(1)
            else:
                self.step(min(self.legal()))

    def coins(self) -> int:
        """All coins in the game."""
        table = self.rows[0]["table"]
        seats = int(table["seats"])
        panels = int(table["helots"]["health"][:seats].sum())
        piles = int(table["lanistas"]["cred"][:seats].sum() + table["lanistas"]["counter"][:seats].sum())
        return panels + piles + int(table["crowd_pile"]) + int(table["box"]) + int(table["coins"].sum())

    def events(self, event: Event) -> list[tuple[int, ...]]:
        """The happenings of one kind since the last command: (seat, other, what, amount, detail)."""
        return [row[1:] for row in self.told if row[0] == event]

    @property
    def points(self) -> tuple[int, int]:
        """Movement and action points left in the command round."""
        return int(self.table.command_round.movement_points), int(self.table.command_round.action_points)

    def overall(self, seat: int) -> int:
        """Coins of a helot's Overall Condition."""
        return int(self.helot(seat).health[Pile.OVERALL_CONDITION])

    def hurt(self, seat: int, **coins: int) -> None:
        """Set piles of a panel: `table.hurt(1, chest=1, overall_condition=20)`; what is missing goes to the box."""
        for name, left in coins.items():
            self.helot(seat).health[Pile[name.upper()]] = left
        self.settle_box()

    def settle_box(self) -> None:
        """After writing to the table: the box holds what is left of all coins."""
        self.table.box += COINS - self.coins()


class Table(Bout):
    """A bout in the middle of a command round, from a drawing."""

    def __init__(
        self,
        drawing: str = "",
        *,
        seats: int = 2,
        active: int = 0,
        mp: int = 6,
        ap: int = 6,
        cred: int = 0,
        **options: Any,
    ) -> None:
        """Seat `active` gives commands with `mp` and `ap`; reserves, tokens and counters are empty, health is full."""
        options = {"barge": "open", "deal": "random", "hazards": [], **options}
        super().__init__(seats=seats, **options)
        while self.question != Question.COMMAND:  # any setup will do: what matters is laid below
            if self.seat == CHANCE:
                self._act(min(self.seat_count_of_rolls(), int(self.table.request.sides) - 1))
            else:
                self._act(NUMBERS[sorted(self.legal())[0]])
        self._clear(active, mp, ap, cred)
        if drawing:
            self._lay(drawing)
        self.settle_box()

    def seat_count_of_rolls(self) -> int:
        """Faces that differ from roll to roll, so that no initiative is tied for ever."""
        self._count = getattr(self, "_count", -1) + 1
        return self._count % 6

    def _clear(self, active: int, mp: int, ap: int, cred: int) -> None:
        table = self.table
        for seat in range(int(table.seats)):
            helot, lanista = table.helots[seat], table.lanistas[seat]
            helot.health[:] = STARTING_HEALTH
            helot.traits[:] = 0
            helot.prone = helot.bleeding = helot.flaming = helot.elusive = helot.exposed = helot.lost = (
                helot.dripping
            ) = 0
            helot.standing, helot.present, helot.holds, helot.held_by = 0, 1, NOBODY, NOBODY
            helot.weapon, helot.armed, helot.uses, helot.shielded, helot.slowed = UNARMED, 0, 0, NOWHERE, 0
            lanista.cred, lanista.slots, lanista.counter, lanista.turning_point_damage = cred, 0, 0, 0
            lanista.deception_tokens = lanista.command_tokens = 0
            lanista.ratio, lanista.initiative = 3, (seat - active) % int(table.seats)
            table.order[(seat - active) % int(table.seats)] = seat
        table.lasting["verb"], table.lasting_places = 0, 0
        table.cycle, table.turn, table.crowd_pile = 1, 0, 5 * int(table.seats)
        table.request.seat = active
        turn = table.command_round
        for name in turn.dtype.names:
            setattr(turn, name, 0)
        turn.seat, turn.movement_points, turn.action_points = active, mp, ap
        turn.bonus_target, turn.declared = NOBODY, 1

    def _lay(self, drawing: str) -> None:
        self.table.squares[:] = 0
        for y, row in enumerate(drawing.strip().splitlines(), start=1):
            for x, cell in enumerate(row.split(), start=1):
                if cell[0].isdigit():
                    helot = self.helot(int(cell[0]))
                    helot.x, helot.y, helot.facing = x, y, ARROWS.index(cell[1])
                else:
                    self.table.squares[y - 1, x - 1] = SQUARES[cell]

    def give(self, seat: int, **points: int) -> None:
        """Set trait reserves: `table.give(1, willpower=5)`."""
        for name, amount in points.items():
            self.helot(seat).traits[Trait[name.upper()]] = amount

    def arm(self, seat: int, name: str, *, drawn: bool = True, uses: int = 0, covers: int = NOWHERE) -> None:
        """A helot carries a weapon of that kind, with all its uses unless told otherwise."""
        helot, kind = self.helot(seat), STOCKS.own.names.weapons.index(name)
        helot.weapon, helot.armed, helot.shielded = kind, int(drawn), covers
        helot.uses = uses or int(self.bout.options.weapons[kind].uses)

    def weapon(self, seat: int) -> tuple[str, bool, int]:
        """The kind of weapon that a helot carries ("" for none), whether it is drawn, and its uses left."""
        helot = self.helot(seat)
        name = STOCKS.own.names.weapons[int(helot.weapon)] if helot.weapon != UNARMED else ""
        return name, bool(helot.armed), int(helot.uses)

    def grapple(self, captor: int, victim: int) -> None:
        """One helot holds another, as after a successful Grapple."""
        self.helot(captor).holds, self.helot(victim).held_by = victim, captor

    def at(self, x: int, y: int) -> str:
        """The symbol of what lies on a square."""
        return {int(square): symbol for square, symbol in SYMBOL.items()}[int(self.table.squares[y - 1, x - 1])]

    def place(self, seat: int) -> tuple[int, int, str]:
        """Where a helot stands and the arrow of its FFD."""
        helot = self.helot(seat)
        return int(helot.x), int(helot.y), ARROWS[int(helot.facing)]


def duplicate(hazards: str, drawing: str, **more: Any) -> Table:
    """Seat 0 has nothing left but to end its round; the roll of seat 1 will be a Turning Point Roll Duplicate.

    `hazards` are those in play, in their agreed order, with blanks between them.
    """
    table = Table(drawing, mp=0, ap=0, hazards=hazards.split(), **more)
    lanista = table.lanista(1)
    lanista.slots, lanista.counter, lanista.ratio = 1, 1, 1
    table.settle_box()
    return table
