"""The squares that a command acts on, for highlighting, and the seat that it targets."""

from nexus_env.games.nexus.rules.actions import ROWS, TABLE
from nexus_env.games.nexus.rules.bout import NOBODY, OBSTACLES
from nexus_env.games.nexus.rules.geometry import BACK, FRONT, LEFT, RIGHT
from nexus_env.games.nexus.rules.movement import MOVE_RELATIVE
from nexus_env.games.nexus.rules.operands import MOST_THROWN, OPPONENTS
from nexus_env.games.nexus.words.eye import AHEAD, Eye
from nexus_env.kit.squares import STEP_X, STEP_Y

Place = tuple[int, int]
RELATIVE = {"back": BACK, "left": LEFT, "right": RIGHT}
TURN_BY = (-2, 2)  # a drag that swings the victim around, in steps of the compass


def reach(eye: Eye, action: int) -> list[Place]:
    """The squares (x, y) that a legal command of `eye.seat` acts on, if any."""
    row, place = ROWS[action], action - ROWS[action]
    match TABLE[row].at:
        case "way":
            return [eye.square(int(MOVE_RELATIVE[place]))]
        case "back" | "left" | "right" as where:
            return [eye.square(RELATIVE[where])]
        case "helot in front" | "square in front":
            return [eye.square(FRONT)]
        case "helot ahead" | "square ahead":
            return [eye.square(AHEAD[place])]
        case "landing":
            return [eye.square(FRONT, 2)]
        case "drag":
            turn = place >= len(MOVE_RELATIVE)
            return [eye.square(TURN_BY[place - len(MOVE_RELATIVE)] if turn else int(MOVE_RELATIVE[place]))]
        case "flight":
            return _flight(eye, place)
    other = target(eye, action)
    helot = eye.table["helots"][other]
    return [(int(helot["x"]), int(helot["y"]))] if other != NOBODY and helot["present"] else []


def target(eye: Eye, action: int) -> int:
    """The seat that a command targets, or NOBODY."""
    row, place = ROWS[action], action - ROWS[action]
    match TABLE[row].at:
        case "opponent":
            return eye.opponent(place // (TABLE[row].size // len(OPPONENTS)))
        case "victim" | "drag" | "flight":
            return int(eye.helot["holds"])
        case "helot ahead":
            return eye.front(place)
        case "helot in front" | "square in front":
            return eye.front()
    return NOBODY


def _flight(eye: Eye, place: int) -> list[Place]:
    """The squares that a thrown victim would pass until something stops it; it lands on the last one."""
    victim = eye.table["helots"][int(eye.helot["holds"])]
    towards = (2 * int(eye.helot["facing"]) + AHEAD[place // MOST_THROWN]) % 8
    x, y, flown = int(victim["x"]), int(victim["y"]), []
    for _ in range(place % MOST_THROWN + 1):
        x, y = x + int(STEP_X[towards]), y + int(STEP_Y[towards])
        if OBSTACLES >> eye.lies(x, y) & 1 or eye.stands(x, y) != NOBODY:
            break
        flown.append((x, y))
    return flown
