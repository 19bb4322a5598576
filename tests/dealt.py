"""Bouts in slots as a seat imagines them."""

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.slots import Rows


def deal_anew(game: Game, rows: Rows, seat: int, seed: int) -> None:
    """Lay the bout of the only slot as a seat, or NOBODY, imagines it; by machine code that front ends need too, and no
    other.
    """
    world = slots.rows_of(game.dtype, 1)
    slots.imagine_for(rows, seat, np.array([seed]), world)
    rows["bout"] = world
