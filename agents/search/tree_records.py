"""The memory of a search: its records and the meaning of their numbers."""

from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.search.policy_network import Network
from nexus_env.agents.search.small_networks import Shallow
from nexus_env.kit.dice import Generator
from nexus_env.machine.record import Record, record

NONE = -1
BY_NETWORK, BY_STUDENT = -2, -3  # among the numbers of policies, and where somebody says what is likely, or NOBODY
BY_SCORE, BY_JUDGE, BY_PAY = range(3)  # who judges at the horizon; the last one is the network that guides
JUDGED_WON, JUDGED_LOST, JUDGED_MARGIN = range(3)  # the outputs of the judge
AHEAD, AHEAD_SQUARED, LAPS = range(3)  # of an action in the race


@record
class Knobs(Record):
    """The parameters of a search: see `nexus_env.agents.search.player.Settings`."""

    exploration: np.float64
    unvisited: np.float64
    situation: np.int32
    turns: np.int32
    decisions: np.int32
    policy: np.int32  # its number among those of the game, or BY_NETWORK, or BY_STUDENT
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
    adviser: (
        np.int32
    )  # at the root: BY_NETWORK, BY_STUDENT, a policy or NOBODY says which actions are likely to be good
    guide: np.int32  # the same for below it
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
    next: np.int32  # edge of the same node, or NONE
    visits: np.int32
    available: np.int32  # visits of the node in which the action was legal
    prior: np.float32


@record
class State(Record):
    """The progress of a search."""

    generator: Generator  # of the seeds of the laps
    dice: Generator  # of the policies in a lap
    seat: np.int32  # that is asked in the world
    seed: np.int64  # of this lap
    racing: np.int32  # how many actions are left in the race
    next: np.int32  # the place in the race of the one to be tried next
    beaten: np.int32  # 1: another action is better than the favorite beyond doubt
    key: np.int64  # of the decisions of this simulation
    mark: np.float64  # what the favorite was worth in this lap
    nodes: np.int32
    edges: np.int32
    simulations: np.int64
    decisions: np.int64  # carried out in all simulations
    depth: np.int32  # of the path of this simulation
    turns: np.int32  # begun in this simulation
    turn: np.int32  # whose the last of them is
    throws: np.int32  # commands of that turn that took dice
    ready: np.int64  # the counter of dice of which none was taken


class Tree(NamedTuple):
    """The memory of a search: arrays of a fixed size."""

    world: Any  # one row of the game's record: the bout as the seat that is asked may think of it
    bout: Any  # one row: the bout that this simulation imagines
    knobs: Any  # one Knobs
    state: Any  # one State
    nodes: Any  # Node [most nodes]; the first is the root
    edges: Any  # Edge [most edges]
    sums: Any  # float64 [most edges, seats]: what the simulations through each edge were worth to each seat
    index: Any  # int32 [a power of two]: the nodes by their keys, each plus 1; 0 is free
    path: Any  # int32 [longest path]: the edges of this simulation
    values: Any  # float32 [seats]: what it is worth to each seat
    moments: Any  # float64 [3, seats]: how many values there were, their sums, and those of their squares
    words: Any  # int64: the mask of the decision at hand, eight actions a word
    mask: Any  # int8 [actions]: the same memory
    sight: Any  # int64: what a seat sees, eight numbers a word
    seen: Any  # int8 [observation size]: the same memory
    likely: Any  # float32 [actions]: how likely each is to be good
    race: Any  # int32 [actions]: the edges of the root that are left in the race, the favorite first
    laps: Any  # float64 [actions, 3]: by how much each edge of the root was ahead of the favorite, squared, how often
    network: Network  # the one that was given
    student: Shallow  # the game's: plays like a strong network, nearly, and fast
    judge: Shallow  # the game's: says who will win, who will lose, and by how much
