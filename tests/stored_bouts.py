"""Stores as versions of the service have left them: bouts of all games, some over, some under way.

Each version leaves one in `stores/`, and none is changed later: `test_versions.py` reads them all with later rules.

PYTHONPATH=.:tests python tests/stored_bouts.py tests/stores/VERSION.db
"""

import asyncio
import sys
from pathlib import Path

from games import GAMES as EVERY

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store
from nexus_env.frontends.web.protocol import messages

STORES = Path(__file__).with_name("stores")
SEED, DECISIONS, WAIT = 1, 3, 30.0
GAMES = tuple(EVERY.values())
LONGER = {"toy": {"rounds": 4}}  # its short bout would be over after three decisions


def token_of(game: str, phase: str) -> str:
    """The key of the person in such a bout."""
    return f"the key of a {game} bout that is {phase}"


async def leave(file: Path, *games: Game) -> None:
    """Play the bouts of a store, and stop as a service stops."""
    hall = Hall(Store(str(file)), [ServedOpponents(game, seed=SEED) for game in games], SEED)
    for game in games:
        for phase, most in (("over", 10_000), ("playing", DECISIONS)):
            await _play(hall, game, token_of(game.name, phase), most)
    await hall.close()


async def _play(hall: Hall, game: Game, token: str, most: int) -> None:
    """A bout against chance, the first legal command each time, at most so many times."""
    seats, options = ["person", "random"], LONGER.get(game.name, dict(game.trial.short))
    terms = {"seats": seats, "options": options, "name": "Ada", "token": token, "time": 60.0}
    joined = await hall.create(messages.Create(game=game.name, **terms))
    where, decisions = {"bout": joined.bout, "token": token}, 0
    update = await hall.look(messages.Look(**where, after=0))
    while update.state.phase == "playing" and (decisions < most or not update.state.legal):
        if update.state.legal:
            action = update.state.legal[0].action
            update = await hall.play(messages.Play(**where, at=update.cursor, action=action))
            decisions += 1
        else:
            update = await hall.look(messages.Look(**where, after=update.cursor, wait=WAIT))
    assert update.state.phase == ("playing" if most == DECISIONS else "over")


if __name__ == "__main__":
    asyncio.run(leave(Path(sys.argv[1]), *GAMES))
