"""What the pages of `docs/` show of Aristeia!"""

from nexus_env.game.manual import Manual

MANUAL = Manual(
    point_of_view="the own side first, on the board as it lies",
    options={"rounds": 1},
    opening=("", ""),
    searched="freerun",
)
