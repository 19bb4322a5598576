"""What the table is asked to roll or to draw: which die it is, in what color, and how its faces are read.

Rulebook: p.2-4, p.9 (R-002, R-003, R-012, R-018).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.stock import names_of
from nexus_env.games.nexus.rules.bout import NOBODY, WEAPONS, Trait
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.words.sentences import lanista, plain
from nexus_env.play.session import Sitting
from nexus_env.tabletop.squares import Compass
from nexus_env.tabletop.tape import CHANCE
from nexus_env.text.transcript import Turn

COLORED = {
    Purpose.ATTACK: "red d6",
    Purpose.DEFENSE: "blue d6",
    Purpose.RATIO: "black d6",
    Purpose.TRAIT: "trait die",
    Purpose.COMPASS: "compass die",
    Purpose.COLUMN: "orange d8",
    Purpose.ROW: "green d8",
}
DRAWN = {
    Purpose.ORDER: "lots for the player who takes the next cards",
    Purpose.DEAL_LANISTA: "a lanista card",
    Purpose.DEAL_MOTIVATION: "a motivation card",
    Purpose.DEAL_CARD: "the top Turning Point card",
    Purpose.DRAW_WEAPON: "a weapon card",
}
SEVERAL = (Purpose.ATTACK, Purpose.DEFENSE, Purpose.CONTENTS, Purpose.TIE)  # dice of one kind, added up
PAIRS = ((Purpose.COLUMN, Purpose.ROW), (Purpose.TRAIT, Purpose.RATIO))
MOST_NAMED = 8  # answers that an error lists
FACES = {
    Purpose.TRAIT: tuple(trait.name.lower() for trait in Trait),
    Purpose.COMPASS: tuple(point.name.lower() for point in Compass),
}


@dataclass(frozen=True)
class Asked:
    """One die that is to be rolled, or one card that is to be drawn."""

    name: str
    purpose: int
    roller: int
    answers: dict[str, int]  # what may be said, in small letters, and the action that it is
    is_die: bool = True

    @property
    def expected(self) -> str:
        """What may be said, in words."""
        words = list(self.answers)
        if not self.is_die and len(words) > MOST_NAMED:
            return "its number or its name"
        return f"{words[0]} to {words[-1]}" if words == [str(face) for face in range(1, len(words) + 1)] else _or(words)

    def read(self, word: str) -> int:
        """The action that a word stands for; its first letters are enough where they can mean nothing else.

        Raises:
            ValueError: no such face or card.
        """
        wanted = word.lower()
        begun = {action for known, action in self.answers.items() if known.startswith(wanted)}
        if wanted in self.answers:
            return self.answers[wanted]
        if len(begun) == 1 and not wanted.isdigit():
            return begun.pop()
        where = f"not on the {self.name}" if self.is_die else f"not {self.name}"
        raise ValueError(f"{word!r} is {where}: expected {self.expected}.")


def _or(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" or " if words[1:] else "") + words[-1]


# --- what is asked for ------------------------------------------------------------------------------------------------


def asked(sitting: Sitting) -> Asked:
    """The die or card that chance is asked for."""
    bout = sitting.bout
    request = bout["table"]["request"]
    purpose, roller = Purpose(request["purpose"]), int(request["roller"])
    faces = [int(face) for face in np.flatnonzero(sitting.mask)]
    if purpose in DRAWN:
        return Asked(DRAWN[purpose], purpose, roller, dict(_cards(bout, purpose, faces)), is_die=False)
    if purpose == Purpose.ODDS and request["sides"] != 6:
        name = f"one of {request['sides']} helots that the card may concern, counted by their seats"
        return Asked(name, purpose, roller, {str(face + 1): face for face in faces}, is_die=False)
    words = FACES.get(purpose, tuple(str(face) for face in range(1, int(request["sides"]) + 1)))
    name = COLORED.get(purpose, f"d{request['sides']}")
    return Asked(name, purpose, roller, {words[face]: face for face in faces})


def _cards(bout: Any, purpose: Purpose, faces: list[int]) -> Iterator[tuple[str, int]]:
    """What may be drawn by its number and by its name, with the face that stands for it."""
    for face, (number, name) in zip(faces, _pile(bout, purpose), strict=True):
        yield number, face
        yield name.lower(), face


def _pile(bout: Any, purpose: Purpose) -> list[tuple[str, str]]:
    """Number and name of all that may be drawn, one for each face."""
    table, names = bout["table"], names_of(bout["options"])
    rows = table["lanistas"][: int(table["seats"])]
    if purpose == Purpose.ORDER:
        left = [seat for seat in range(len(rows)) if seat not in table["order"]]
        return [(str(seat), lanista(seat)) for seat in left]
    if purpose == Purpose.DRAW_WEAPON:
        kinds = [kind for kind in range(WEAPONS) for _ in range(int(table["weapons"][kind]))]
        return [(str(kind + 1), names.weapons[kind]) for kind in kinds]
    if purpose == Purpose.DEAL_CARD:
        drawn, cards = int(table["turning_point_discards"]), names.turning_point
        left = [card for card in range(int(bout["options"]["turning_point_cards"])) if not drawn >> card & 1]
    else:
        field = "card" if purpose == Purpose.DEAL_LANISTA else "motivation"
        cards = names.lanistas if purpose == Purpose.DEAL_LANISTA else names.motivations
        left = [card for card in range(len(cards)) if card not in rows[field]]
    return [(str(card + 1), cards[card]) for card in left]


# --- a whole throw ----------------------------------------------------------------------------------------------------


def throw(sitting: Sitting) -> list[Asked]:
    """The dice of one player that are rolled together, as far as what they show decides nothing about the others."""
    dice, ahead = [asked(sitting)], Sitting.at(sitting.game, sitting.rows)
    while dice[-1].is_die:
        told = int(ahead.bout["told"])
        ahead.act(next(iter(dice[-1].answers.values())))
        if ahead.seat != CHANCE:
            break
        following = asked(ahead)
        pair = dice[-1].purpose, following.purpose
        # what a contest shows is told after its last die, so what follows that is another throw
        same = pair[0] == pair[1] and pair[0] in SEVERAL and int(ahead.bout["told"]) == told
        if following.roller != dice[0].roller or not (same or pair in PAIRS):
            break
        dice.append(following)
    return dice


def describe(dice: list[Asked]) -> str:
    """Who rolls or draws what, and what for."""
    who = lanista(dice[0].roller) if dice[0].roller != NOBODY else "Somebody"
    if not dice[0].is_die:
        return f"{who} draws {dice[0].name}:"
    groups = [(name, len(list(group))) for name, group in groupby(die.name for die in dice)]
    rolled = " and ".join(f"{count} {name}" if count > 1 else f"the {name}" for name, count in groups)
    purposes = " and ".join(plain(Purpose(purpose)) for purpose in dict.fromkeys(die.purpose for die in dice))
    return f"{who} rolls {rolled} for {purposes}:"


def read_faces(dice: list[Asked], text: str) -> list[int]:
    """The actions for the faces of a throw, in the order in which they were asked for: `3 5 1`, `351`, `cunning 4`.

    Raises:
        ValueError: too many or too few, or a face that such a die does not have.
    """
    if len(dice) == 1 and not dice[0].is_die:
        return [dice[0].read(" ".join(text.split()))]
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0].isdigit() and len(words[0]) == len(dice):
        words = list(words[0])
    if len(words) != len(dice):
        found = f"{len(words)} face{'s' if len(words) != 1 else ''}"
        raise ValueError(f"found {found}, expected {len(dice)}: {', '.join(die.name for die in dice)}.")
    return [die.read(word) for die, word in zip(dice, words, strict=True)]


def is_one_throw(turn: Turn, following: Turn) -> bool:
    """Two recorded dice have been thrown together."""
    if turn.seat != CHANCE or following.seat != CHANCE:
        return False
    first, second = (one.words.partition(" for ")[2].partition(" of ") for one in (turn, following))
    pairs = [(plain(one), plain(other)) for one, other in PAIRS]
    return first[2] == second[2] and (first[0] == second[0] or (first[0], second[0]) in pairs)
