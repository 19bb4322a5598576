"""The pages on bouts as text, whose examples are played when the pages are generated.

The pages are written by hand, except for the block below each `<!-- generated: name -->`.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.text import position, prompt, transcript
from nexus_env.text.chronicle import decision_at

SEED, TURNS, MIDDLE = 7, 24, 60
BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n```\w*\n).*?```", re.DOTALL)


def filled(page: str, game: Game) -> str:
    """The page with updated examples, from `contract.manual`."""
    examples = _examples(game)
    return BLOCK.sub(lambda block: f"{block[1]}{examples[block[2]].rstrip()}\n```", page)


def _examples(game: Game) -> dict[str, str]:
    """The generated blocks by name."""
    shown = game.manual
    drawn = Session.at(game, position.read(game, shown.position))
    middle, made = _played(game, MIDDLE), _recorded(game)
    seen = position.seen_by(game, middle.rows, 0).split("; ")
    return {
        "refusal": _refusal(lambda: drawn.read(shown.misspelled)),
        "spelled": "\n".join(drawn.spell(int(action)) for action in np.flatnonzero(drawn.mask)),
        "line": position.write(game, middle.rows).replace("; ", ";\n"),
        "wrong": _refusal(lambda: position.read(game, f"{shown.position}{shown.impossible}")),
        "seen": ";\n".join(group for group in seen if group.startswith(shown.panel)),
        "drawing": shown.position,
        "prompt": prompt.write(decision_at(drawn, drawn.seat)),
        "text": transcript.write(made),
        "json": transcript.write_json(made.up_to(4)),
    }


def _refusal(read: Callable[[], Any]) -> str:
    """The error for a mistake."""
    try:
        read()
    except ValueError as error:
        return str(error)
    raise AssertionError("the mistake of the manual is none")


def _played(game: Game, turns: int) -> Session:
    """A bout after `turns` random turns, continued to the next question in the middle of a command."""
    rng = np.random.default_rng(SEED)
    session = Session(game, game.read_options(), seed=SEED)
    while not session.is_over and (turns > 0 or not session.bout["tape"]["suspended"]):
        session.act(int(rng.choice(np.flatnonzero(session.mask))))
        turns -= 1
    return session


def _recorded(game: Game) -> transcript.Transcript:
    """A transcript of the beginning of the same bout, with two comments."""
    rng = np.random.default_rng(SEED)
    session = Session(game, game.read_options(), seed=SEED)
    actions: list[int] = []
    while len(actions) < TURNS:
        actions.append(int(rng.choice(np.flatnonzero(session.mask))))
        session.act(actions[-1])
    made = transcript.record(game, {"seats": 2}, actions, seed=SEED, players=("random", "random"))
    commented = replace(made.turns[4], comment="Comments are in braces.")
    turns = (*made.turns[:4], commented, *made.turns[5:])
    return replace(made, turns=turns, comment="The first turns of a bout between two random players.")
