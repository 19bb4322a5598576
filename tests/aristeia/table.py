"""A drawn position and dictated dice: how the tests of Aristeia! speak of a table.

    table = drawn({"Maximus": (0, -1), "8-Ball": (2, 0)}, active="8-Ball", energy=3)
    table.act("act 1")                          # Eat my Fa Jing: its only target is taken without a question
    table.roll("S S X", "blank")                # the dice in the order in which they are asked for
    table.play("switch own 1", "space (-1,-1)", "pass")
    assert table.damage("Maximus") == 1

Characters that are not named wait on the Bench. An action is named as the table of actions has it; `card Take Aim` is
the card of that name, `unit Maximus` a Character, both as the seat that is asked counts.
"""

from typing import Any

import numpy as np

from nexus_env.core import slots
from nexus_env.core.rewards import Terms
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.cards.verbs import Color, State
from nexus_env.games.aristeia.rules import states
from nexus_env.games.aristeia.rules.actions import NAMES, Action
from nexus_env.games.aristeia.rules.asking import answer_for
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    NO_CELL,
    NO_UNIT,
    NOBODY,
    SPACES,
    STANDARD,
    TEAM,
    UNITS,
    Question,
    Where,
)
from nexus_env.games.aristeia.rules.geometry import zone_of
from nexus_env.games.aristeia.rules.imagination import setup
from nexus_env.games.aristeia.rules.log import Event
from nexus_env.games.aristeia.rules.mask import write_mask
from nexus_env.games.aristeia.rules.options import read_options
from nexus_env.kit import cells, hexes
from nexus_env.kit.bout import play
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing.driven import deal_anew

Place = tuple[int, int]
GREEN, ORANGE = 0, 1


def cell_at(place: Place) -> int:
    """The number of a space by its axial coordinates."""
    return int(hexes.CELL_AT[place[0] + hexes.RADIUS, place[1] + hexes.RADIUS])


def faces_of(options: Any, color: int) -> list[str]:
    """The faces of a die, each the symbols on it in the order of `Symbol`; a blank one is empty."""
    signs = ("S", "B", "X", "CS", "CB")
    rows = options["dice"][color]["faces"]["symbols"].tolist()
    return [" ".join(sign for sign, count in zip(signs, row, strict=True) for _ in range(count)) for row in rows]


class Drawn:
    """A bout of a test."""

    def __init__(self, *, seed: int = 1, dictated: bool = True, **options: Any) -> None:
        """A bout at its first decision."""
        self.options = read_options(**options)
        self.stock = stock.load(options.get("stock", ""))
        # In a slot, whose machine code is there already: another way into the rules would be compiled for tests alone.
        self._slots = slots.rows_of(slots.slot_dtype(ARISTEIA), 1)
        self._env_config = slots.make_env_config(ARISTEIA, self.options, np.zeros(1, Terms.dtype), dictated=dictated)
        self._told = np.zeros((1, ARISTEIA.observation_size), np.float32), np.zeros((1, len(NAMES)), np.int8)
        self.bout = self._slots["bout"].view(np.recarray)[0]
        if PLAIN:  # a slot would write the observation down, which takes longer than the rule
            setup(self.bout, self.options.view(np.recarray)[0], seed, int(dictated))
        else:
            self._slots["seed"] = seed
            slots.start_all(self._slots, self._env_config, np.array([slots.AGAIN]), *self._told, np.zeros(1, np.int32))
        self.played: list[int] = []

    # --- what lies on the table ---------------------------------------------------------------------------------------

    @property
    def table(self) -> Any:
        """The table of the bout."""
        return self.bout.table

    @property
    def names(self) -> list[str]:
        """The names of the eight Characters, by their units."""
        return [self.stock.names.characters[int(one.card)] for one in self.table.characters]

    def unit(self, name: str) -> int:
        """The unit of a Character."""
        return self.names.index(name)

    def one(self, name: str) -> Any:
        """A Character."""
        return self.table.characters[self.unit(name)]

    def at(self, name: str) -> Place | None:
        """Where a Character stands, or None."""
        cell = int(self.one(name).cell)
        return None if cell == NO_CELL else (int(hexes.CELL_Q[cell]), int(hexes.CELL_R[cell]))

    def damage(self, name: str) -> int:
        """The damage on a Character."""
        return int(self.one(name).damage)

    def where(self, name: str) -> Where:
        """Whether it stands on the board, or lies in the Infirmary, or sits on the Bench."""
        return Where(int(self.one(name).where))

    def states(self, name: str) -> dict[str, tuple[int, int]]:
        """The red and the blue tokens of each State that a Character has."""
        one = self.one(name)
        found = {state.name.lower(): (int(one.red[state]), int(one.blue[state])) for state in State}
        return {state: tokens for state, tokens in found.items() if any(tokens)}

    def card_name(self, seat: int, card: int) -> str:
        """What a card of a deck is called."""
        if card < STANDARD:
            kind = int(self.bout.options.standard[card])
        else:
            place, nth = divmod(card - STANDARD, 2)
            character = int(self.table.characters[TEAM * seat + place].card)
            kind = int(self.bout.options.characters[character].tactics[nth])
        return self.stock.names.tactics[kind]

    def cards(self, seat: int, place: int) -> list[str]:
        """The cards of a player that lie in a place, by name."""
        row = self.table.players[seat].cards
        return sorted(self.card_name(seat, card) for card in range(DECK) if row[card] == place)

    def hand(self, seat: int) -> list[str]:
        """The Tactics in a hand."""
        return self.cards(seat, HAND + seat)

    def discards(self, seat: int) -> list[str]:
        """The Tactics on a discard pile."""
        return self.cards(seat, DISCARDS)

    def card_number(self, seat: int, name: str) -> int:
        """A card of that name: one in the hand, if there is one."""
        row = self.table.players[seat].cards
        found = [card for card in range(DECK) if self.card_name(seat, card) == name]
        return next((card for card in found if row[card] == HAND + seat), found[0])

    def told(self, event: Event) -> list[Any]:
        """The rows of one kind of what happened since the last command."""
        rows = self.bout.happenings[: int(self.bout.told)]
        return [row for row in rows if row.event == event]

    # --- what is played -----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, Question]:
        """Who is asked, and what."""
        request = self.table.request
        return int(request.seat), Question(int(request.question))

    @property
    def mask(self) -> np.ndarray[Any, Any]:
        """What is legal."""
        mask = np.zeros(len(NAMES), np.int8)
        write_mask(self.bout, mask)
        return mask

    @property
    def legal(self) -> list[str]:
        """What is legal, by its names in the table of actions."""
        return [NAMES[action] for action in np.flatnonzero(self.mask)]

    def number(self, name: str) -> int:
        """The action of a name, for the seat that is asked."""
        row, _, operand = name.partition(" ")
        seat = int(self.table.request.seat)
        if row == "card" and not operand.isdecimal():
            return Action.CARD + self.card_number(seat, operand)
        if row == "unit" and operand in self.names:
            return answer_for(seat, self.unit(operand))
        return NAMES.index(name)

    def may(self, name: str) -> bool:
        """Whether an action is legal now."""
        return bool(self.mask[self.number(name)])

    def act(self, name: str) -> None:
        """Play a legal action."""
        assert self.table.request.seat != CHANCE, "dice are asked for"
        action = self.number(name)
        assert self.mask[action], f"{name!r} is not legal; legal are {self.legal}"
        self.take(action)

    def take(self, action: int) -> None:
        """Play a legal action, or a face, by its number."""
        self.played.append(action)
        if PLAIN:
            play(self.bout, action)
        else:
            self._slots["mask"] = self.mask
            seat, *_ = slots.step(self._slots, self._env_config, int(action), self._told[0][0], self._told[1][0])
            assert seat != slots.ILLEGAL, f"action {action} is illegal"

    def lie_as(self, other: "Drawn") -> None:
        """Lay out what lies on the table of another bout."""
        self._slots["bout"] = other._slots["bout"]

    def deal_anew(self, seat: int, seed: int) -> None:
        """Deal anew what a seat cannot know."""
        deal_anew(ARISTEIA, self._slots, seat, seed)

    def play(self, *names: str) -> "Drawn":
        """Play some actions, one after the other."""
        for name in names:
            self.act(name)
        return self

    def roll(self, *faces: str) -> "Drawn":
        """Dictate the dice that are asked for, by their faces: `S S X`, `CB`, or `blank`."""
        for face in faces:
            request = self.table.request
            assert request.seat == CHANCE, f"{self.asked}: no die is asked for"
            color = Color(int(request.purpose))
            faces = faces_of(self.bout.options, color)
            shown = "" if face == "blank" else " ".join(face.split())
            assert shown in faces, f"{color.name}: got {face!r}; expected one of {faces}"
            self.take(faces.index(shown))
        return self

    def draw(self, *names: str) -> "Drawn":
        """Dictate the Tactics that are drawn."""
        for name in names:
            assert self.table.request.seat == CHANCE, f"{self.asked}: no card is drawn"
            seat = int(self.table.request.roller)
            row = self.table.players[seat].cards
            found = [card for card in range(DECK) if self.card_name(seat, card) == name and row[card] == PILE]
            assert found, f"{name!r} is not in the draw pile"
            self.take(found[0])
        return self

    def draw_any(self) -> "Drawn":
        """Dictate any cards as long as some are drawn."""
        while self.table.request.seat == CHANCE and self.table.request.purpose > Color.BLACK:
            self.take(int(np.flatnonzero(self.mask)[0]))
        return self

    def dice(self) -> str:
        """The color of the die that is asked for, in lower case; empty for none."""
        request = self.table.request
        is_die = request.seat == CHANCE and request.purpose <= Color.BLACK
        return Color(int(request.purpose)).name.lower() if is_die else ""


def drawn(
    spaces: dict[str, Place],
    active: str,
    *,
    energy: int = 5,
    movement: int = 0,
    hands: tuple[list[str], list[str]] = ((), ()),  # type: ignore[assignment]
    damage: dict[str, int] | None = None,
    underdog: int = GREEN,
    scoring: int = 0,
    **options: Any,
) -> Drawn:
    """A position in the Activation of a Character: who stands where, who holds which Tactics."""
    one = Drawn(**options)
    table = one.table
    for word in range(len(table.occupied)):
        table.occupied[word] = 0
    for unit in range(UNITS):
        character = table.characters[unit]
        character.cell, character.where = NO_CELL, Where.BENCH.value
    for name, place in spaces.items():
        character = one.one(name)
        character.cell, character.where = cell_at(place), Where.BOARD.value
        cells.add(table.occupied, cell_at(place))
    for name, amount in (damage or {}).items():
        one.one(name).damage = amount
    for seat in range(2):
        player = table.players[seat]
        player.cards[:] = PILE
        for name in hands[seat]:
            in_pile = [card for card in range(DECK) if one.card_name(seat, card) == name and player.cards[card] == PILE]
            player.cards[in_pile[0]] = HAND + seat
        player.order[:] = range(TEAM)
    for seat in range(2):
        table.secrets.choices[seat] = 0
    table.secrets.to_choose = 0
    unit = one.unit(active)
    table.round_number, table.turn, table.activated, table.underdog, table.scoring = 1, 1, 1, underdog, scoring
    table.first = unit // TEAM
    order = table.players[unit // TEAM].order
    order[0], order[unit % TEAM] = unit % TEAM, 0
    table.active, table.energy, table.movement = unit, energy, movement
    request = table.request
    request.seat, request.question, request.private = unit // TEAM, Question.COMMAND.value, 0
    request.unit, request.cell, request.about = unit, int(one.one(active).cell), NOBODY
    one.bout.start = table
    return one


def seen_by(table: Drawn, seat: int) -> np.ndarray[Any, Any]:
    """The whole numbers that a seat sees."""
    seen = np.full(ARISTEIA.observation_size, 99, np.int8)
    ARISTEIA.observe(table.bout, seat, seen)
    return seen


def impose(table: Drawn, name: str, state: State, by: str = "") -> None:
    """Let a Character have had a State since before the command that comes."""
    states.impose(table.bout, table.unit(name), state.value, table.unit(by) if by else NO_UNIT)
    table.bout.start = table.table


def crowd_zones(table: Drawn) -> None:
    """Leave no Free space in any Deployment Zone."""
    for cell in range(SPACES):
        if zone_of(cell) > 0:
            cells.add(table.bout.options.blocked, cell)


__all__ = ["GREEN", "NO_UNIT", "ORANGE", "Drawn", "cell_at", "drawn"]
