"""Commands in words: one canonical spelling that transcripts, terminals, pages and protocols share.

A game's `words.spell(bout, action)` names players by seat (`talk shit player_2`), where the action table only counts
opponents. Exactly these spellings are read, ignoring case and extra whitespace.
"""

from difflib import SequenceMatcher
from typing import Any

import numpy as np

from nexus_env.contract.game import Game, game_of
from nexus_env.contract.words import Words
from nexus_env.system.wording import InputError, one_of, shortened

LONGEST = 500  # the greatest length of a command, in characters
NEAR = 3  # legal commands named in an error


def legal(game: Game, bout: Any, mask: np.ndarray[Any, Any]) -> dict[str, int]:
    """The number of every legal action, by its spelling.

    Args:
        game: the game.
        bout: the record of a bout.
        mask: int8, 1 for each legal action.
    """
    return {game.words.spell(bout, int(action)): int(action) for action in np.flatnonzero(mask)}


def read(game: Game, bout: Any, mask: np.ndarray[Any, Any], text: str) -> int:
    """The legal action that `text` spells.

    Raises:
        ValueError: it spells none; the message names the nearest legal ones.
    """
    found = legal(game, bout, mask)
    wanted = plain(text[:LONGEST])
    for words, action in found.items():
        if plain(words) == wanted:
            return action
    known = {plain(game.words.spell(bout, action)) for action in range(len(game.actions))}
    known |= {plain(name) for name in game.actions}
    why = "is not legal now" if wanted in known else "is not a command of this game"
    raise InputError(f"command: got {shortened(text.strip())!r}, which {why}; {_nearest(wanted, list(found))}")


def read_legal(bout: Any, text: str) -> int:
    """Like `read`, but computes the mask. A game's `words.read` may be this function."""
    game = game_of(bout.dtype)
    mask = np.zeros(len(game.actions), np.int8)
    game.write_mask(bout, mask)
    return read(game, bout, mask, text)


def plain(text: str) -> str:
    """A text in lower case, with single spaces."""
    return " ".join(text.lower().split())


def _nearest(wanted: str, found: list[str]) -> str:
    """The legal spellings nearest to the wanted one, and the number of legal ones."""
    if not found:
        return "expected none, since no seat is asked."
    found.sort(key=lambda words: -SequenceMatcher(None, wanted, plain(words)).ratio())
    return one_of([repr(words) for words in found], NEAR, "legal commands")


def titled(bout: Any, action: int, spelling: str) -> str:
    """A spelling, with its gloss in parentheses if the game has one."""
    meaning = game_of(bout.dtype).words.gloss(bout, action)
    return f"{spelling} ({meaning})" if meaning else spelling


def row_of(words: Words, action: int) -> int:
    """The first action of the row of the action table that contains `action`; without guides, `action` itself."""
    return max((row for row in words.guides() if row <= action), default=action)
