"""A picture of the terminal app for the manual: `python -m nexus_env.frontends.terminal.picture docs/terminal.svg`."""

import asyncio
import re
import sys
from pathlib import Path

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader

SEED, TURNS, SEATS, SIZE = 4, 83, 3, (110, 36)
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # they would be fetched from another site


def take(game: Game, file: Path) -> None:
    """Let an agent play all seats for a while, then show what a person in the first one sees while searching.

    Args:
        game: the game; its manual has the options and the search text.
        file: the SVG picture to write.
    """
    people = {flag.name: [0] for flag in game.flags if flag.kind == "people"}
    options = {"seats": SEATS, **people, **game.manual.options}
    name = game.agents.fallback
    kept = AutosavedBout(game, options, seed=SEED, players=("me", *[name] * (SEATS - 1)))
    agent = find_loader()(name, game)
    while len(kept.turns) < TURNS:
        kept.act(kept.choose(agent))
    app = PlayApp(kept, dict.fromkeys(range(1, SEATS), agent))
    file.write_text(FONTS.sub("", asyncio.run(_shot(app, game.manual.searched))), encoding="utf-8")


async def _shot(app: PlayApp, searched: str) -> str:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.2)
        await pilot.press(*searched)
        await pilot.pause(0.2)
        return app.export_screenshot(title="python -m nexus_env play")


if __name__ == "__main__":
    take(registry.find(registry.DEFAULT), Path(sys.argv[1]))
