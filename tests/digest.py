"""Play some bouts and print a hash of every byte on the way: `python tests/digest.py GAME DECISIONS`."""

import sys
from hashlib import sha256

from games import GAMES, Sitting


def digest(name: str, decisions: int) -> str:
    """A hash of bouts, masks, payments and observations over so many decisions, with 2, 3 and 4 seats."""
    game, total = GAMES[name], sha256()
    for seats in game.seats:
        seed, left = 0, decisions
        while left > 0:
            sitting = Sitting(game, seed, seats=seats, shaping=0.5)
            while not sitting.over and left > 0:
                total.update(sitting.slots.tobytes() + sitting.observation.tobytes() + sitting.mask.tobytes())
                sitting.act(sitting.any_action())
                left -= 1
            total.update(sitting.slots.tobytes())
            seed += 1
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2])))
