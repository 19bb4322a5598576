"""The action table: every command and every answer has a number of its own.

The table is append only: an action keeps its number for ever, because trained agents depend on it. A row of several
actions begins at the number given here; `NAMES` spells out each one.
"""

from enum import IntEnum, unique

from nexus_env.games.nexus.rules.bout import INFLUENCE_CARDS, Pile, Trait
from nexus_env.tabletop.squares import Compass

MOVES = ("forward", "forward-left", "forward-right", "back", "left", "right")
THROWS = ("forward", "forward-left", "forward-right")
MOST_HITS = 9  # Standard Attacks of a combo: 12 action points, the most that a standard bout can bring together
MOST_THROWN = 7  # no throw can go farther on this board
OPPONENTS = ("first opponent", "second opponent", "third opponent")  # counted clockwise from oneself
CARDS = INFLUENCE_CARDS
JACK_TRAITS = 5  # Jack of All Traits raises any reserve but Cunning


@unique
class Action(IntEnum):
    """The first number of each row of the table."""

    PASS = 0
    END_ROUND = 1
    TOKEN_TO_MOVEMENT = 2
    TOKEN_TO_ACTION = 3
    MOVE = 4  # 6: MOVES
    ROTATE_LEFT = 10
    ROTATE_RIGHT = 11
    STAND_UP = 12
    BACKFLIP = 13
    SIDESTEP_LEFT = 14
    SIDESTEP_RIGHT = 15
    LIBERATE = 16
    WILD_ATTACK = 17  # 3: THROWS
    STANDARD_ATTACK = 20
    FOCUSED_ATTACK = 21  # 7: body locations
    GRAPPLE = 28
    FEINT = 29
    COMBO = 30  # 7 x 9: body locations x Standard Attacks
    CLINCH = 93
    DRAG = 94  # 8: MOVES, rotate left, rotate right
    THROW = 102  # 3 x 7: THROWS x squares
    TAKEDOWN = 123
    CRUSH = 124
    LET_GO = 125
    MEND = 126
    STOP_DROP_AND_ROLL = 127
    GLOAT = 128
    DESTROY_CRATE = 129
    IM_STILL_STANDING = 130
    MERELY_A_FLESH_WOUND = 131
    PERSEVERANCE = 132
    PERSEVERANCE_ATTACK = 133
    PERSEVERANCE_DEFENSE = 134
    COUNTERATTACK = 135
    COMBO_BREAKER = 136
    ELUSIVE = 137
    UNSHACKLED = 138
    PUSH = 139
    HAYMAKER = 140
    HURDLE = 141
    TRIPPING = 142
    TUNNEL_VISION = 143
    TURN_CROWD = 144  # 3: OPPONENTS
    WIN_THEM_OVER = 147
    TALK_SHIT = 148  # 3: OPPONENTS
    JACK_OF_ALL_TRAITS = 151  # 5: traits but Cunning
    CANT_FOOL_ME = 156
    MADE_YOU_LOOK = 157  # 3: OPPONENTS
    RATIO_TO_MOVEMENT = 160
    RATIO_TO_ACTION = 161
    BUTTON_TO_MOVEMENT = 162
    BUTTON_TO_ACTION = 163
    DECEIVE_TO_MOVEMENT = 164
    DECEIVE_TO_ACTION = 165
    BLOCK_DECEPTION = 166
    CHOOSE_LANISTA = 167  # 8
    CHOOSE_MOTIVATION = 175  # 4
    SIT_WEST = 179
    SIT_EAST = 180
    BONUS_TARGET = 181  # 3: OPPONENTS
    KEEP_CARD = 184  # 24
    AIM_WILD = 208  # 3: OPPONENTS
    AIM_STANDARD = 211  # 3: OPPONENTS
    AIM_FOCUSED = 214  # 3 x 7: OPPONENTS x body locations
    DRAW_WEAPON = 235
    DRAW_SHIELD = 236  # 7: the body location that it covers
    STORE_WEAPON = 243
    STORE_ON_BACK = 244  # a Shield
    MOVE_SHIELD = 245  # 7: body locations
    DROP_WEAPON = 252
    KNOCK_OVER = 253  # 3: THROWS
    UNIQUE_ABILITY = 256  # 2
    PLAY_CARD = 258  # 24
    CHOOSE_OPPONENT = 282  # 3: OPPONENTS
    CHOOSE_LOCATION = 285  # 7: body locations
    CHOOSE_TRAIT = 292  # 6
    CHOOSE_DIRECTION = 298  # 8: the compass
    KEEP_NEW_WEAPON = 306
    KEEP_OLD_WEAPON = 307
    PAY_PRICE = 308


BY_OPPONENT = (
    Action.TURN_CROWD,
    Action.TALK_SHIT,
    Action.MADE_YOU_LOOK,
    Action.BONUS_TARGET,
    Action.AIM_WILD,
    Action.AIM_STANDARD,
    Action.CHOOSE_OPPONENT,
)
BY_LOCATION = (Action.DRAW_SHIELD, Action.MOVE_SHIELD, Action.CHOOSE_LOCATION)


def _row(action: Action, details: tuple[str, ...] | list[str]) -> dict[int, str]:
    """The names of a row of several actions."""
    words = action.name.lower().replace("_", " ")
    return {action + place: f"{words} {detail}" for place, detail in enumerate(details)}


def _names() -> tuple[str, ...]:
    places = [pile.name.lower().replace("_", "-") for pile in Pile][:7]
    table = {action.value: action.name.lower().replace("_", " ") for action in Action}
    table |= _row(Action.MOVE, MOVES)
    table |= _row(Action.WILD_ATTACK, THROWS)
    table |= _row(Action.FOCUSED_ATTACK, places)
    table |= _row(Action.COMBO, [f"{place} {hits}" for place in places for hits in range(1, MOST_HITS + 1)])
    table |= _row(Action.DRAG, [*MOVES, "rotate-left", "rotate-right"])
    table |= _row(Action.THROW, [f"{where} {far}" for where in THROWS for far in range(1, MOST_THROWN + 1)])
    table |= _row(Action.JACK_OF_ALL_TRAITS, [trait.name.lower() for trait in Trait][:JACK_TRAITS])
    for action in BY_OPPONENT:
        table |= _row(action, OPPONENTS)
    for action in BY_LOCATION:
        table |= _row(action, places)
    table |= _row(Action.AIM_FOCUSED, [f"{opponent} {place}" for opponent in OPPONENTS for place in places])
    table |= _row(Action.KNOCK_OVER, THROWS)
    table |= _row(Action.UNIQUE_ABILITY, ["1", "2"])
    table |= _row(Action.PLAY_CARD, [str(card) for card in range(1, CARDS + 1)])
    table |= _row(Action.CHOOSE_TRAIT, [trait.name.lower() for trait in Trait])
    table |= _row(Action.CHOOSE_DIRECTION, [point.name.lower() for point in Compass])
    table |= _row(Action.CHOOSE_LANISTA, [str(card) for card in range(1, 9)])
    table |= _row(Action.CHOOSE_MOTIVATION, [str(card) for card in range(1, 5)])
    table |= _row(Action.KEEP_CARD, [str(card) for card in range(1, CARDS + 1)])
    return tuple(table[number] for number in range(len(table)))


NAMES = _names()
