"""The action table: `Action` has the numbers, `commands.toml` the rows, `operands.py` what they count through."""

from enum import IntEnum
from pathlib import Path

from nexus_env.kit.actions import read_table
from toy.bout import COUNT, Question
from toy.operands import OPERANDS


class Action(IntEnum):
    """The first number of each row of the table."""

    NO = 0
    YES = 1
    REST = 2
    STRIKE = 3
    SWAP = 4
    YIELD = 5
    MOVE = 6
    FIGHT = 20
    DRAW = 22
    PLAY = 23
    AUCTION = 35
    BID = 36
    HIT = 39


KINDS = {"cards": ("card", "cards"), "parries": ("parry", "parries")}  # the kinds of prices
TABLE = read_table(
    Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"),
    Action,
    OPERANDS,
    questions=Question,
    times=("command",),
    count=COUNT,
    kinds=KINDS,
)
ACTIONS, ROW_OF = TABLE.names, TABLE.first_of_row
NO, YES, REST, STRIKE, SWAP, YIELD, MOVE, FIGHT, DRAW, PLAY, AUCTION, BID, TARGET = (int(first) for first in Action)
