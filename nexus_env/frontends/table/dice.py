"""Requests for dice and draws in the game's words, and reading what people enter."""

from itertools import groupby

from nexus_env.contract.real_table import Chance
from nexus_env.core.session import Session, name_of
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.system.wording import InputError, either

MOST_NAMED = 8  # answers that an error lists


def asked(session: Session) -> Chance:
    """The die or card that is due."""
    chance: Chance = session.game.words.dice(session.bout)
    return chance


def throw(session: Session) -> list[Chance]:
    """The dice that one player can roll together, since the faces of some do not decide about the others."""
    dice, ahead = [asked(session)], Session.at(session.game, session.rows)
    while dice[-1].is_die:
        told = int(ahead.bout["told"])
        ahead.act(next(iter(dice[-1].answers.values())))
        if ahead.seat != CHANCE or not is_one_throw(dice[-1], following := asked(ahead)):
            break
        if dice[-1].throw and following.throw == dice[-1].throw:
            dice.append(following)
            continue
        # the total of equal dice is announced after the last one, so the next die is another throw
        if following.purpose == dice[-1].purpose and int(ahead.bout["told"]) != told:
            break
        dice.append(following)
    return dice


def is_one_throw(die: Chance, following: Chance) -> bool:
    """Whether two dice, the second due right after the first, may be thrown together."""
    joins = following.purpose in die.joins or bool(die.throw and following.throw == die.throw)
    return die.is_die and joins and following.seat == die.seat


def describe(dice: list[Chance]) -> str:
    """The request for a roll or a draw: who, which dice or deck, and the purpose."""
    who = name_of(dice[0].seat) if dice[0].seat != NOBODY else "Somebody"
    if not dice[0].is_die:
        return f"{who} draws {dice[0].name}; type {expected(dice[0])}:"
    groups = [(name, len(list(group))) for name, group in groupby(die.name for die in dice)]
    rolled = " and ".join(f"{count} {name}" if count > 1 else f"the {name}" for name, count in groups)
    purposes = " and ".join(dict.fromkeys(die.purpose for die in dice))
    return f"{who} rolls {rolled} for {purposes}:"


def expected(chance: Chance) -> str:
    """The possible answers, in words."""
    words = list(chance.answers)
    if not chance.is_die and len(words) > MOST_NAMED:
        return "its number or its name"
    return f"{words[0]} to {words[-1]}" if words == [str(face) for face in range(1, len(words) + 1)] else either(words)


def read_faces(dice: list[Chance], text: str) -> list[int]:
    """The actions for the faces of a throw, in the order requested: `3 5 1`, `351`, `cunning 4`, `shield + shield`.

    Raises:
        ValueError: too many or too few faces, or a face that the die does not have.
    """
    if len(dice) == 1 and not dice[0].is_die:
        return [_read(dice[0], " ".join(text.split()))]
    words = text.replace(",", " ").split()
    if (faces := _shared_out(dice, words)) is not None:
        return faces
    if len(words) == 1 and words[0].isdigit() and len(words[0]) == len(dice):
        words = list(words[0])
    if len(words) != len(dice):
        found = f"{len(words)} face{'s' if len(words) != 1 else ''}"
        raise InputError(f"got {found}; expected {len(dice)}: {', '.join(die.name for die in dice)}.")
    return [_read(die, word) for die, word in zip(dice, words, strict=True)]


def _shared_out(dice: list[Chance], words: list[str]) -> list[int] | None:
    """The actions that words name, in order, where a face may have several words; None if they name none."""
    if not dice:
        return None if words else []
    for count in range(len(words) - len(dice) + 1, 0, -1):
        face = _meant(dice[0], " ".join(words[:count]))
        rest = None if face is None else _shared_out(dice[1:], words[count:])
        if face is not None and rest is not None:
            return [face, *rest]
    return None


def _meant(chance: Chance, text: str) -> int | None:
    """The action that a text names; its first letters suffice if they are unique."""
    wanted = text.lower()
    begun = {action for known, action in chance.answers.items() if known.startswith(wanted)}
    if wanted in chance.answers:
        return chance.answers[wanted]
    return begun.pop() if len(begun) == 1 and not wanted.isdigit() else None


def _read(chance: Chance, word: str) -> int:
    """The same; anything else is an error."""
    if (face := _meant(chance, word)) is None:
        raise InputError(f"{chance.name}: got {word!r}; expected {expected(chance)}.")
    return face
