"""Default words for games that do not supply their own: correct but plain. See `Words`.

A game imports those that it does not write into its module of words, or completes its own ones:

    WORDS = completed(ACTIONS, board=board, question=question, sentences=sentences)
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from typing_extensions import get_protocol_members

from nexus_env.contract.command_text import read_legal
from nexus_env.contract.game import game_of
from nexus_env.contract.real_table import Chance, Hands, die_of, faces_of
from nexus_env.contract.view import COMMAND, WAITING, Happening, Question, Seat, View, told
from nexus_env.contract.words import About, Json, Offer, TerminalLook, Words
from nexus_env.kit import tape
from nexus_env.kit.actions import Guide
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.system.wording import InputError, either, mismatch, nearest

OWN = ("board", "question", "sentences")  # what no game can leave to this module
LINE, LETTER, FONT_SIZE = 18, 9, 15  # of a picture, in its units; a monospace letter is 0.6 of its size wide


def completed(actions: Sequence[str], **own: Any) -> Words:
    """The words of a game: its `own`, and for the rest those of this module.

    Args:
        actions: the names of its actions, which are also what people type.
        **own: functions of `Words` by their names: at least `board`, `question` and `sentences`.

    Raises:
        InputError: one of these three is missing, or there is no word of a name.
    """
    known = get_protocol_members(Words)
    if missing := [name for name in OWN if name not in own]:
        raise InputError(f"words: got no {either(missing)}; expected a function of each name.")
    for name in own.keys() - known:
        expected = "a function of nexus_env.contract.words.Words"
        raise InputError(mismatch("words", repr(name), expected, nearest(name, known)))

    def action(number: int) -> str:
        return actions[number]

    def spell(bout: Any, number: int) -> str:
        return str(number + 1) if bout["table"]["request"]["seat"] == CHANCE else actions[number]

    plain = {name: globals()[name] for name in known if name in globals()}
    return cast(Words, SimpleNamespace(**{**plain, "action": action, "spell": spell, "read": read_legal, **own}))


def picture(bout: Any) -> str:
    """The table's text as a picture, SVG."""
    lines = game_of(bout.dtype).words.board(bout).splitlines()
    width, height = LETTER * max(map(len, lines), default=1) + 2 * LINE, LINE * (len(lines) + 2)
    texts = [
        f'<text x="{LINE}" y="{LINE * (number + 2)}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    return "\n".join([f'{head} font-family="monospace" font-size="{FONT_SIZE}">', *texts, "</svg>", ""])


def about() -> About:
    """The defaults of `About`."""
    return About()


def view(world: Any, seat: int | None) -> View:
    """The table as text, the question and the seats."""
    game, table = game_of(world.dtype), world["table"]
    request, seats = table["request"], range(int(table["seats"]))
    asked = int(request["seat"])
    is_over = asked == NOBODY
    return {
        "seat": None if seat is None else _name(seat),
        "seats": [_seat(other, out=not game.words.can_act(world, other)) for other in seats],
        "board": {"cells": [], "pieces": []},
        "piles": [],
        "question": _question(game.words, world, seat),
        "round": {"number": 0, "limit": None, "text": "", "seat": _name(asked)},
        "text": game.words.board(world),
        "over": is_over,
        "truncated": bool(table["truncated"]),
        "winners": _winners(world) if is_over else [],
        "result": game.words.question(world) if is_over else None,
    }


def _winners(bout: Any) -> list[str]:
    """The seats with a positive result."""
    worth = np.zeros(int(bout["table"]["seats"]), np.float32)
    game_of(bout.dtype).rewards(bout, worth)
    return [f"player_{seat}" for seat in np.flatnonzero(worth > 0).tolist()]


def _name(seat: int) -> str | None:
    return f"player_{seat}" if seat >= 0 else None


def _seat(seat: int, *, out: bool) -> Seat:
    return {"seat": f"player_{seat}", "name": None, "meters": [], "counters": [], "hands": [], "marks": [], "out": out}


def _question(words: Words, world: Any, seat: int | None) -> Question:
    """The open question, if the viewer may know it."""
    request = world["table"]["request"]
    asked, kind = int(request["seat"]), int(request["question"])
    if request["private"] and asked != seat:
        return told(WAITING)
    if asked == NOBODY:
        return told(words.question(world))
    return {
        "seat": "dice" if asked == CHANCE else _name(asked),
        "name": {tape.COMMAND: COMMAND, tape.ROLL: "roll"}.get(kind, str(kind)),
        "about": _name(int(request["about"])),
        "text": words.question(world),
        "die": die_of(world, words.dice(world)) if asked == CHANCE else None,
    }


def open_view(bout: Any) -> View:
    """The spectator's view, with nothing hidden."""
    return game_of(bout.dtype).words.view(bout, None)


def happened(world: Any, rows: slice | None = None) -> list[Happening]:
    """The sentences of what happened, without values."""
    sentences = game_of(world.dtype).words.sentences(world, rows)
    return [{"event": "", "seat": None, "other": None, "text": sentence} for sentence in sentences]


def is_private(world: Any) -> bool:
    """False: no answer is secret."""
    return False


def can_act(bout: Any, seat: int) -> bool:
    """True: every seat plays to the end."""
    return True


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """Nothing besides the spelling."""
    words = game_of(world.dtype).words
    return [Offer(group=words.guide(action).group) for action in actions]


def price(price: Mapping[str, int]) -> str:
    """The amount of each kind, by its name in `Offer.price`."""
    return ", ".join(f"{count} {kind}" for kind, count in price.items())


def why_not(world: Any, seat: int, action: int) -> str:
    """It is another seat's turn, or the rules do not allow the action."""
    request = world["table"]["request"]
    if int(request["seat"]) != seat:
        return "It is not your decision: wait."
    return "The rules do not allow it now."


def guides() -> Mapping[int, Guide]:
    """No guides."""
    return {}


def guide(action: int) -> Guide:
    """One group for all commands, and nothing else."""
    return Guide(name="", group="commands")


def gloss(bout: Any, action: int) -> str:
    """Nothing besides the spelling."""
    return ""


def explain(bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
    """Nothing besides the spelling."""
    return ""


def look() -> TerminalLook:
    """No abbreviations and no colors."""
    return TerminalLook()


def dice(bout: Any) -> Chance:
    """A die, named by its number of sides."""
    request = bout["table"]["request"]
    purpose, answers = f"purpose {int(request['purpose'])}", {str(face + 1): face for face in faces_of(request)}
    return Chance(f"d{int(request['sides'])}", purpose, int(request["roller"]), answers)


def hands(bout: Any) -> Hands | None:
    """None: no cards are held."""
    return None


def goes_unasked(world: Any, actions: Sequence[int]) -> bool:
    """True if all these actions play hidden cards."""
    held = game_of(world.dtype).words.hands(world)
    return held is not None and all(action in held.plays for action in actions)


def decks(options: Any) -> Mapping[str, list[Json]]:
    """No cards."""
    return {}
