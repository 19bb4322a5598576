"""Words that any game can take, where it has none of its own: true, and plain. See `Words`."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from nexus_env.game.contract import game_of
from nexus_env.game.real_table import Chance, Hands
from nexus_env.game.words import Guide, Json, Look, Offer

LINE, LETTER = 18, 9  # of a picture, in its units


def picture(bout: Any) -> str:
    """The text of the table, drawn."""
    lines = game_of(bout.dtype).words.board(bout).splitlines()
    width, height = LETTER * max(map(len, lines), default=1) + 2 * LINE, LINE * (len(lines) + 2)
    texts = [
        f'<text x="{LINE}" y="{LINE * (number + 2)}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="monospace">'
    return "\n".join([head, *texts, "</svg>", ""])


def view(world: Any, seat: int | None) -> Json:
    """The table as text, and the question."""
    words, table = game_of(world.dtype).words, world["table"]
    request = table["request"]
    hidden = bool(request["private"]) and int(request["seat"]) != seat
    asked = None if hidden or int(request["seat"]) < 0 else f"player_{int(request['seat'])}"
    return {
        "seat": None if seat is None else f"player_{seat}",
        "seats": int(table["seats"]),
        "question": {"seat": asked, "text": "Waiting." if hidden else words.question(world)},
        "text": words.board(world),
    }


def open_view(bout: Any) -> Json:
    """What a spectator sees, who sees all there is."""
    return view(bout, None)


def happened(world: Any, rows: slice | None = None) -> list[Json]:
    """The sentences."""
    return [{"sentence": sentence} for sentence in game_of(world.dtype).words.sentences(world, rows)]


def is_private(world: Any) -> bool:
    """Nothing is answered in secret."""
    return False


def can_act(bout: Any, seat: int) -> bool:
    """Everybody plays to the end."""
    return True


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """The spelling says all."""
    words = game_of(world.dtype).words
    return [Offer(group=words.guide(action).group) for action in actions]


def why_not(world: Any, seat: int, action: int) -> str:
    """Whose turn it is, or that the rules do not allow it."""
    request = world["table"]["request"]
    if int(request["seat"]) != seat:
        return "It is not your decision: wait."
    return "The rules do not allow it now."


def guides() -> Mapping[int, Guide]:
    """Nothing is told of any row."""
    return {}


def guide(action: int) -> Guide:
    """Nothing but a group for all."""
    return Guide(name="", group="commands")


def gloss(bout: Any, action: int) -> str:
    """The spelling says all."""
    return ""


def explain(bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
    """The spelling says all."""
    return ""


def look() -> Look:
    """Nothing is shortened or colored."""
    return Look()


def dice(bout: Any) -> Chance:
    """A die with as many sides as it has."""
    request = bout["table"]["request"]
    sides, members = int(request["sides"]), int(request["members"])
    faces = [face for face in range(sides) if not members or members >> face & 1]
    purpose = f"purpose {int(request['purpose'])}"
    return Chance(f"d{sides}", purpose, int(request["roller"]), {str(face + 1): face for face in faces})


def hands(bout: Any) -> Hands | None:
    """Nobody holds any."""
    return None


def goes_unasked(world: Any, actions: Sequence[int]) -> bool:
    """Only the hidden cards that somebody may play."""
    held = game_of(world.dtype).words.hands(world)
    return held is not None and all(action in held.plays for action in actions)


def decks(options: Any) -> Mapping[str, list[Json]]:
    """No cards."""
    return {}


def boards(options: Any) -> list[list[str]]:
    """No choice of boards."""
    return []
