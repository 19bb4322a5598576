"""The action table: `Action` has the numbers, `commands.toml` the rows, `operands.py` the dimensions of the rows."""

from enum import IntEnum, unique
from pathlib import Path

from nexus_env.games.aristeia.rules.bout import ACTIONS, Question
from nexus_env.games.aristeia.rules.operands import OPERANDS
from nexus_env.kit.actions import read_table

COMMAND = "command"  # the times of commands: in one's own Activation

ENERGY, MOVEMENT = "AP", "MP"
KINDS = {kind: (kind, kind) for kind in (ENERGY, MOVEMENT)}  # the kinds of prices


@unique
class Action(IntEnum):
    """The first number of each row of the table."""

    PASS = 0
    YES = 1
    ME = 2
    THEM = 3
    END = 4
    MOVE = 5
    DISENGAGE = 6
    ACT = 7
    UNIT = 12  # own Characters first, from the point of view of the seat that is asked
    ZONE = 20
    PICK = 27
    ORDER = 39
    CARD = 63
    DIE = 81
    SWITCH = 101
    SPACE = 106


TABLE = read_table(
    Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"),
    Action,
    OPERANDS,
    questions=Question,
    times=(COMMAND,),
    count=ACTIONS,
    kinds=KINDS,
)
NAMES, ROWS = TABLE.names, TABLE.row_of
ROW_OF = TABLE.first_of_row  # for compiled rules: the first number of the row of each action
