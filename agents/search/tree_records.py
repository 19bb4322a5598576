"""The memory of a search: its records and the meaning of their numbers."""

from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.search.policy_network import Network
from nexus_env.agents.search.small_networks import Shallow
from nexus_env.kit.dice import Generator
from nexus_env.machine.record import Record, record

NONE = -1
BY_NETWORK, BY_STUDENT = -2, -3  # beside the numbers of policies, and as a source of priors, or NOBODY
BY_SCORE, BY_JUDGE, BY_PAY = range(3)  # the judge at the horizon; the last one is the guiding network
JUDGED_WON, JUDGED_LOST, JUDGED_MARGIN = range(3)  # the outputs of the judge
AHEAD, AHEAD_SQUARED, LAPS = range(3)  # the columns of an action in the race


@record
class Knobs(Record):
    """The parameters of a search: see `nexus_env.agents.search.player.Settings`."""

    exploration: np.float64
    unvisited: np.float64
    situation: np.int32
    turns: np.int32
    decisions: np.int32
    policy: np.int32  # a policy of the game, BY_NETWORK, or BY_STUDENT
    blunders: np.int32
    trust: np.float64
    outcome: np.float64
    draw: np.float64
    slope: np.float64
    potential: np.float64
    panel: np.int32
    entry: np.float64
    drop: np.float64
    doubt: np.float64
    adviser: np.int32  # the source of priors at the root: BY_NETWORK, BY_STUDENT, a policy, or NOBODY
    guide: np.int32  # the same below the root
    judged: np.int32  # BY_SCORE, BY_JUDGE or BY_PAY


@record
class Node(Record):
    """A situation in which a seat has a choice."""

    key: np.int64
    seat: np.int32
    first: np.int32  # of its edges, or NONE
    parent: np.int32  # the edge that led here first, or NONE
    visits: np.int32


@record
class Edge(Record):
    """An action at a node."""

    action: np.int32
    next: np.int32  # the next edge of the same node, or NONE
    visits: np.int32
    available: np.int32  # visits of the node in which the action was legal
    prior: np.float32


@record
class TreeState(Record):
    """The progress of a search."""

    generator: Generator  # generates the seeds of the laps
    dice: Generator  # for the policies in a lap
    seat: np.int32  # the seat to act in the world
    seed: np.int64  # of this lap
    racing: np.int32  # the number of actions left in the race
    next: np.int32  # the index in the race of the next action to try
    beaten: np.int32  # 1: another action is clearly better than the favorite
    key: np.int64  # of the decisions of this simulation
    mark: np.float64  # the value of the favorite in this lap
    nodes: np.int32
    edges: np.int32
    simulations: np.int64
    decisions: np.int64  # decisions in all simulations
    depth: np.int32  # of the path of this simulation
    turns: np.int32  # begun in this simulation
    turn: np.int32  # the seat of the last one
    throws: np.int32  # commands of that turn that took dice
    ready: np.int64  # the counter of dice of which none was taken


class Tree(NamedTuple):
    """The memory of a search: arrays of a fixed size."""

    world: Any  # one row of the game's record: the bout as the seat to act imagines it
    bout: Any  # one row: the imagined bout of this simulation
    knobs: Any  # one Knobs
    state: Any  # one State
    nodes: Any  # Node [most nodes]; the first is the root
    edges: Any  # Edge [most edges]
    sums: Any  # float64 [most edges, seats]: the sums of the values of simulations through each edge, for each seat
    index: Any  # int32 [a power of two]: hash table of the nodes, each plus 1; 0 is free
    path: Any  # int32 [longest path]: the edges of this simulation
    values: Any  # float32 [seats]: its value to each seat
    moments: Any  # float64 [3, seats]: the number of values, their sums, and the sums of their squares
    words: Any  # int64: the mask of the current decision, eight actions per word
    mask: Any  # int8 [actions]: the same memory
    sight: Any  # int64: the observation of a seat, eight numbers per word
    seen: Any  # int8 [observation size]: the same memory
    likely: Any  # float32 [actions]: the prior of each
    race: Any  # int32 [actions]: the edges of the root still in the race, the favorite first
    laps: Any  # float64 [actions, 3]: each root edge's lead over the favorite: sum, sum of squares, count
    network: Network  # the given one
    student: Shallow  # the game's student
    judge: Shallow  # the game's judge
