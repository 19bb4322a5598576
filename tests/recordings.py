"""What is recorded of each game, and how its positions are drawn: see the `recorded.py` beside its tests."""

from games import GAMES, told_of

RECORDED = {name: told_of(name, "recorded") for name in GAMES}
