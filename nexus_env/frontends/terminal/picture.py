"""A picture of the terminal app for the manual: `python -m nexus_env.frontends.terminal.picture docs/terminal.svg`."""

import asyncio
import re
import sys
from pathlib import Path

from nexus_env.frontends.terminal.app import PlayApp
from nexus_env.games.nexus import NEXUS
from nexus_env.play.autosave import KeptBout
from nexus_env.players.agents_by_name import find_loader

SEED, TURNS, SIZE, TYPED = 4, 81, (110, 36), "attack"
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # they would be fetched from elsewhere


def take(file: Path) -> None:
    """Let greedy play all seats for a while, then show what a person at the first one sees while it searches.

    Args:
        file: the SVG picture to write.
    """
    options = {"seats": 3, "auto_pass": [0], "barge": "4"}
    kept = KeptBout(NEXUS, options, seed=SEED, players=("me", "greedy", "greedy"))
    greedy = find_loader()("greedy", NEXUS)
    while len(kept.turns) < TURNS:
        kept.act(kept.choose(greedy))
    file.write_text(FONTS.sub("", asyncio.run(_shot(PlayApp(kept, {1: greedy, 2: greedy})))), encoding="utf-8")


async def _shot(app: PlayApp) -> str:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.2)
        await pilot.press(*TYPED)
        await pilot.pause(0.2)
        return app.export_screenshot(title="python -m nexus_env play")


if __name__ == "__main__":
    take(Path(sys.argv[1]))
