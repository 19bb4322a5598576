"""What a report on agents tells of a bout: Cred and the Crowd Pile, cycle by cycle, and the commands given."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.report_facts import BoutFacts, Bouts
from nexus_env.games.nexus.rules.actions import NAMES, Action
from nexus_env.kit.spelling import plain

ANSWERS = (
    *(Action.PASS, Action.RATIO_TO_MOVEMENT, Action.RATIO_TO_ACTION, Action.BLOCK_DECEPTION, Action.CHOOSE_LANISTA),
    *(Action.CHOOSE_MOTIVATION, Action.SIT_WEST, Action.SIT_EAST, Action.BONUS_TARGET, Action.KEEP_CARD),
    *(Action.CHOOSE_OPPONENT, Action.CHOOSE_LOCATION, Action.CHOOSE_TRAIT, Action.CHOOSE_DIRECTION),
    *(Action.KEEP_NEW_WEAPON, Action.KEEP_OLD_WEAPON, Action.PAY_PRICE),
)
COUNTED_AS = {
    Action.TOKEN_TO_MOVEMENT: "command token",
    Action.TOKEN_TO_ACTION: "command token",
    Action.ROTATE_LEFT: "rotate",
    Action.ROTATE_RIGHT: "rotate",
    Action.SIDESTEP_LEFT: "sidestep",
    Action.SIDESTEP_RIGHT: "sidestep",
    Action.PERSEVERANCE_ATTACK: "perseverance",
    Action.PERSEVERANCE_DEFENSE: "perseverance",
    Action.BUTTON_TO_MOVEMENT: "motivation button",
    Action.BUTTON_TO_ACTION: "motivation button",
    Action.DECEIVE_TO_MOVEMENT: "deception",
    Action.DECEIVE_TO_ACTION: "deception",
    Action.AIM_WILD: "aim",
    Action.AIM_STANDARD: "aim",
    Action.AIM_FOCUSED: "aim",
    Action.DRAW_SHIELD: "draw weapon",
    Action.STORE_ON_BACK: "store weapon",
}


def command_of(number: int) -> str:
    """What the action of this number is counted as; empty for an answer."""
    action = max(row for row in Action if row <= number)
    return "" if action in ANSWERS else COUNTED_AS.get(action, plain(action))


def cycles(bouts: Bouts) -> NDArray[np.int64]:
    """See `BoutFacts`."""
    return np.asarray(bouts["table"]["cycle"], np.int64)


def scores(bouts: Bouts) -> NDArray[np.int64]:
    """See `BoutFacts`."""
    table = bouts["table"]
    return np.column_stack([table["lanistas"]["cred"], table["crowd_pile"]]).astype(np.int64)


CHRONICLE = BoutFacts(
    score="Cred",
    others=("Crowd Pile",),
    cycle="cycle",
    drawn="to the crowd",
    commands=tuple(command_of(number) for number in range(len(NAMES))),
    cycles=cycles,
    scores=scores,
)
