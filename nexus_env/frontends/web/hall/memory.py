"""How a bout stands, in a form that needs no rules to be read: for later versions, which cannot replay it."""

from typing import Any

from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.text import transcript

SPECTATOR = ""  # the key of what everybody may see


def memory_of(bout: ServedBout) -> Body:
    """The result, the transcript, and the table as each seat and a spectator may see it, as a view and as text.

    The bout may go on meanwhile: all is of the moment of the call, but for the transcript, which may be longer.
    """
    session, words = bout.session.clone(), bout.game.words
    numbers: dict[str, int | None] = {SPECTATOR: None, **{seat: number for number, seat in enumerate(bout.seats)}}

    def seen(viewer: str, number: int | None) -> Body:
        world = session.known_to(number)
        return {
            "cursor": bout.hearing.cursor(viewer or None),
            "turns": bout.hearing.turns(viewer or None),
            "view": bout.ended(words.view(world, number)),
            "text": f"{words.board(world)}\n{words.question(world)}".strip(),
        }

    ending = bout.parting.ending
    return {
        "cursor": bout.cursor,
        "game": bout.game.name,
        "rules": bout.head.rules,
        "phase": bout.phase,
        "result": bout.result,
        "ended_by": None if ending is None else ending.by,
        "next": bout.next or None,
        "left_out": sorted(bout.left_out),
        "seats": [chair.as_json() for chair in bout.chairs],
        "viewers": {viewer: seen(viewer, number) for viewer, number in numbers.items()},
        "transcript": _written(bout),
    }


def _written(bout: ServedBout) -> Any:
    """The transcript; none while people are awaited, who would be named in it."""
    return None if bout.phase == "open" else transcript.write(bout.as_transcript())
