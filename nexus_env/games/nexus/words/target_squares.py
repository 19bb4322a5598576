"""Where a command would act: the squares that a board lights up, and the seat that is aimed at."""

from nexus_env.games.nexus.rules.actions import BY_OPPONENT, MOST_THROWN, Action
from nexus_env.games.nexus.rules.bout import LOCATIONS, NOBODY, Square
from nexus_env.games.nexus.rules.geometry import BACK, FRONT, LEFT, RIGHT
from nexus_env.games.nexus.rules.movement import MOVE_RELATIVE
from nexus_env.games.nexus.words.reasons import AHEAD, Eye
from nexus_env.games.nexus.words.sentences import ROWS
from nexus_env.tabletop.squares import STEP_X, STEP_Y

Place = tuple[int, int]
SPRINGS = {Action.BACKFLIP: BACK, Action.SIDESTEP_LEFT: LEFT, Action.SIDESTEP_RIGHT: RIGHT}
IN_FRONT = (
    *(Action.STANDARD_ATTACK, Action.FOCUSED_ATTACK, Action.GRAPPLE, Action.FEINT, Action.COMBO),
    *(Action.DESTROY_CRATE, Action.PUSH),
)
AT_VICTIM = (Action.TAKEDOWN, Action.CRUSH, Action.LET_GO)
TURN_BY = (-2, 2)  # of a drag that swings the victim round, in steps of the compass
AIMED = (*BY_OPPONENT, Action.AIM_FOCUSED)


def reach(eye: Eye, action: int) -> list[Place]:
    """The squares, (x, y), where a legal command of `eye.seat` acts; none where it acts on no square."""
    row, place = ROWS[action], action - ROWS[action]
    if row == Action.MOVE:
        return [eye.square(int(MOVE_RELATIVE[place]))]
    if row in SPRINGS:
        return [eye.square(SPRINGS[row])]
    if row in IN_FRONT:
        return [eye.square(FRONT)]
    if row in (Action.WILD_ATTACK, Action.KNOCK_OVER):
        return [eye.square(AHEAD[place])]
    if row == Action.HURDLE:
        return [eye.square(FRONT, 2)]
    if row == Action.DRAG:
        turn = place >= len(MOVE_RELATIVE)
        return [eye.square(TURN_BY[place - len(MOVE_RELATIVE)] if turn else int(MOVE_RELATIVE[place]))]
    if row == Action.THROW:
        return _flight(eye, place)
    other = target(eye, action)
    helot = eye.table["helots"][other]
    return [(int(helot["x"]), int(helot["y"]))] if other != NOBODY and helot["present"] else []


def target(eye: Eye, action: int) -> int:
    """The seat that a command is aimed at, or NOBODY."""
    row, place = ROWS[action], action - ROWS[action]
    if row in AIMED:
        return eye.opponent(place // (LOCATIONS if row == Action.AIM_FOCUSED else 1))
    if row in (*AT_VICTIM, Action.DRAG, Action.THROW):
        return int(eye.helot["holds"])
    if row == Action.WILD_ATTACK:
        return eye.front(place)
    return eye.front() if row in IN_FRONT else NOBODY


def _flight(eye: Eye, place: int) -> list[Place]:
    """The squares that a thrown victim would pass, as far as nothing stops it; it lands on the last."""
    victim = eye.table["helots"][int(eye.helot["holds"])]
    towards = (2 * int(eye.helot["facing"]) + AHEAD[place // MOST_THROWN]) % 8
    x, y, flown = int(victim["x"]), int(victim["y"]), []
    for _ in range(place % MOST_THROWN + 1):
        x, y = x + int(STEP_X[towards]), y + int(STEP_Y[towards])
        if eye.lies(x, y) >= Square.CRATE or eye.stands(x, y) != NOBODY:
            break
        flown.append((x, y))
    return flown
