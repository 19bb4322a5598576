"""The action table: `Action` has the numbers, `commands.toml` the rows, `operands.py` the dimensions of the rows."""

from enum import IntEnum, unique
from pathlib import Path

import numpy as np

from nexus_env.games.nexus.rules.bout import ACTIONS, Question, Trait
from nexus_env.games.nexus.rules.operands import OPERANDS
from nexus_env.kit.actions import read_table
from nexus_env.kit.spelling import plain

COMMAND, OWN_ROUND, ANY_TIME = "command", "own round", "any time"  # the times of commands
PLACES = (  # the places where commands act
    *("way", "back", "left", "right", "landing", "drag", "flight", "victim", "opponent"),
    *("helot in front", "helot ahead", "square in front", "square ahead"),
)

MOVEMENT, ACTION, BONUS = "movement points", "action points", "bonus points"
CRED, OVERALL = "cred", "overall condition"
COMMAND_TOKENS, DECEPTION_TOKENS = "command tokens", "deception tokens"
KINDS = {  # the kinds of prices, singular and plural
    MOVEMENT: ("MP", "MP"),
    ACTION: ("AP", "AP"),
    BONUS: ("bonus AP", "bonus AP"),
    CRED: ("Cred", "Cred"),
    OVERALL: ("Overall Condition", "Overall Condition"),
    COMMAND_TOKENS: ("Command token", "Command tokens"),
    DECEPTION_TOKENS: ("Deception token", "Deception tokens"),
    **{plain(trait): (plain(trait).capitalize(),) * 2 for trait in Trait},
}


@unique
class Action(IntEnum):
    """The first number of each row of the table."""

    PASS = 0
    END_ROUND = 1
    TOKEN_TO_MOVEMENT = 2
    TOKEN_TO_ACTION = 3
    MOVE = 4
    ROTATE_LEFT = 10
    ROTATE_RIGHT = 11
    STAND_UP = 12
    BACKFLIP = 13
    SIDESTEP_LEFT = 14
    SIDESTEP_RIGHT = 15
    LIBERATE = 16
    WILD_ATTACK = 17
    STANDARD_ATTACK = 20
    FOCUSED_ATTACK = 21
    GRAPPLE = 28
    FEINT = 29
    COMBO = 30
    CLINCH = 93
    DRAG = 94
    THROW = 102
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
    TURN_CROWD = 144
    WIN_THEM_OVER = 147
    TALK_SHIT = 148
    JACK_OF_ALL_TRAITS = 151
    CANT_FOOL_ME = 156
    MADE_YOU_LOOK = 157
    RATIO_TO_MOVEMENT = 160
    RATIO_TO_ACTION = 161
    BUTTON_TO_MOVEMENT = 162
    BUTTON_TO_ACTION = 163
    DECEIVE_TO_MOVEMENT = 164
    DECEIVE_TO_ACTION = 165
    BLOCK_DECEPTION = 166
    CHOOSE_LANISTA = 167
    CHOOSE_MOTIVATION = 175
    SIT_WEST = 179
    SIT_EAST = 180
    BONUS_TARGET = 181
    KEEP_CARD = 184
    AIM_WILD = 208
    AIM_STANDARD = 211
    AIM_FOCUSED = 214
    DRAW_WEAPON = 235
    DRAW_SHIELD = 236
    STORE_WEAPON = 243
    STORE_ON_BACK = 244
    MOVE_SHIELD = 245
    DROP_WEAPON = 252
    KNOCK_OVER = 253
    UNIQUE_ABILITY = 256
    PLAY_CARD = 258
    CHOOSE_OPPONENT = 282
    CHOOSE_LOCATION = 285
    CHOOSE_TRAIT = 292
    CHOOSE_DIRECTION = 298
    KEEP_NEW_WEAPON = 306
    KEEP_OLD_WEAPON = 307
    PAY_PRICE = 308


TABLE = read_table(
    Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"),
    Action,
    OPERANDS,
    questions=Question,
    times=(COMMAND, OWN_ROUND, ANY_TIME),
    count=ACTIONS,
    places=PLACES,
    kinds=KINDS,
)
NAMES, ROWS = TABLE.names, TABLE.row_of

# For compiled rules, by the number of an action: the first one of its row, and whether it is a command.
ROW_OF = TABLE.first_of_row
IS_COMMAND = np.array([TABLE[row].when == COMMAND for row in ROWS])
