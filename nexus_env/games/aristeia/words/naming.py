"""Names of seats, Characters, Tactics, spaces, Zones, States, symbols and dice.

Rulebook: (A-001, A-002, A-003, A-011).
"""

from typing import Any

from nexus_env.games.aristeia.cards.records import COLORS, NO_CARD, PRINTED_ACTIONS
from nexus_env.games.aristeia.cards.stock import Names, names_of
from nexus_env.games.aristeia.cards.verbs import SIGNS, Color, State, Symbol
from nexus_env.games.aristeia.rules.bout import CENTRAL, DECK, NO_CELL, NO_UNIT, STANDARD, TEAM, Where
from nexus_env.games.aristeia.rules.operands import space_word
from nexus_env.games.aristeia.words.texts import TEXTS
from nexus_env.kit import symbol_dice
from nexus_env.kit.spelling import plain
from nexus_env.kit.texts import by_members

SIDES = ("Green", "Orange")
STATES: dict[State, str] = by_members(TEXTS["states"], State)
CONTENDER_NAME = "Contender"


def player(seat: int) -> str:
    """A seat's name."""
    return f"player_{int(seat)}"


def seat_or_none(seat: int) -> str | None:
    """The same, or null for nobody."""
    return player(seat) if seat >= 0 else None


def space(cell: int) -> str | None:
    """A space by its coordinates, or null for none."""
    return space_word(int(cell)) if cell != NO_CELL else None


def zone_name(zone: int) -> str:
    """A Zone. Rulebook: (A-022)."""
    return "the Central Zone" if zone == CENTRAL else f"Zone {int(zone)}"


def color_name(color: int) -> str:
    """A die by its color."""
    return plain(Color(int(color)))


def die_name(die: int) -> str:
    """A die of a roll, or an automatic symbol of it."""
    return color_name(die) if die < COLORS else f"automatic {SIGNS[Symbol(int(die) - COLORS)]}"


def spelled_symbols(counts: Any) -> str:
    """Each symbol as often as it occurs: `S S X`; a word for none."""
    return symbol_dice.spelled_symbols(counts, SIGNS)


def cost_of(cost: Any) -> str:
    """The cost of a Switch: `B X`."""
    return " ".join(sign for sign, count in zip("SBX", cost, strict=True) for _ in range(int(count)))


def pool_words(pool: Any) -> str:
    """Dice and automatic symbols: `orange, blue + B`."""
    dice = [color_name(color) for color in range(COLORS) for _ in range(int(pool["dice"][color]))]
    symbols = spelled_symbols(pool["symbols"])
    return " + ".join(part for part in (", ".join(dice), symbols) if part) or "nothing"


def state_name(state: int) -> str:
    """A State."""
    return STATES[State(int(state))]


class Naming:
    """The names of one bout: of its Characters and its cards."""

    def __init__(self, world: Any) -> None:
        """Read the names from the bout's stock."""
        self.world = world
        self.options = world["options"]
        self.table = world["table"]
        self.names: Names = names_of(self.options)

    def card_of(self, unit: int) -> int:
        """The number of a Character's card in the stock, or NO_CARD if its place is empty."""
        return int(self.table["characters"]["card"][unit])

    def side(self, seat: int) -> str:
        """The color of a player."""
        return SIDES[seat]

    def unit(self, unit: int) -> str:
        """A Character's name, with the color if both teams have it.

        Before the teams are known, it is the place in the team.
        """
        card, color = self.card_of(unit), SIDES[unit // TEAM]
        if card == NO_CARD:
            return f"{color} {unit % TEAM + 1}"
        name = self.names.characters[card]
        if self.options["house"]["shared"] and (self.table["characters"]["card"] == card).sum() > 1:
            return f"{name} ({color})"
        return name

    def unit_or_none(self, unit: int) -> str | None:
        """The same, or null for nobody."""
        return self.unit(int(unit)) if unit != NO_UNIT else None

    def symbol(self, unit: int) -> str:
        """Two letters for a Character on the board: the initials of its first two words, or its first two letters."""
        words = self.unit(unit).replace("-", " ").split()
        letters = "".join(word[0] for word in words[:2]) if len(words) > 1 else words[0][:2]
        return letters.upper()

    def where(self, unit: int) -> Where:
        """A Character's location, in words."""
        return Where(int(self.table["characters"]["where"][unit]))

    def action(self, unit: int, action: int) -> str:
        """An Action of a Character by its name."""
        card = self.card_of(unit)
        return CONTENDER_NAME if action == PRINTED_ACTIONS else self.names.actions[card][int(action)]

    def has_action(self, unit: int, action: int) -> bool:
        """Whether a Character has an Action of this number. Rulebook: (A-177)."""
        if action == PRINTED_ACTIONS:
            return bool(self.options["contender"])
        card = self.card_of(unit)
        return card != NO_CARD and bool(self.options["characters"]["actions"]["kind"][card, action])

    def tactic(self, kind: int) -> str:
        """A Tactic by its kind."""
        return self.names.tactics[int(kind)] if kind != NO_CARD else "a Tactic"

    def kind(self, seat: int, card: int) -> int:
        """The kind of a card of a deck, or NO_CARD for none. Rulebook: (A-010, A-011, A-205)."""
        if card < STANDARD:
            return int(self.options["standard"][card])
        place, which = divmod(card - STANDARD, 2)
        owner = self.card_of(TEAM * seat + place)
        return NO_CARD if owner == NO_CARD else int(self.options["characters"]["tactics"][owner][which])

    def owner(self, seat: int, card: int) -> int:
        """The Character that a card is for, or NO_UNIT for a Standard Tactic."""
        return NO_UNIT if card < STANDARD else TEAM * seat + (card - STANDARD) // 2

    def card(self, seat: int, card: int) -> str:
        """A card of a deck; the second of the same name has a number."""
        name = self.tactic(self.kind(seat, card))
        alike = sum(self.tactic(self.kind(seat, other)) == name for other in range(card))
        return f"{name} {alike + 1}" if alike else name

    def cards(self, seat: int) -> tuple[str, ...]:
        """All cards of a deck."""
        return tuple(self.card(seat, card) for card in range(DECK))

    def face(self, die: int, face: int) -> str:
        """The face of a rolled die; an automatic symbol is its own face."""
        if die >= COLORS:
            return SIGNS[Symbol(int(die) - COLORS)]
        return spelled_symbols(self.options["dice"][int(die)]["faces"][int(face)]["symbols"]) or symbol_dice.BLANK
