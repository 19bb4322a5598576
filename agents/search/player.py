"""The agent `search`: Monte Carlo tree search in any game with any number of seats.

It receives imagined bouts and imagines them further: `agents.search.tree` describes how. Its name says how long it
thinks and which network helps it:

- `search`: 1,000 simulations per decision;
- `search:300`, `search:50ms`: that many simulations, or milliseconds, per decision;
- `search:1000:LEVEL`: with the network of one of the game's levels, which gives the prior probabilities at the root;
- `search:1000:agents/x.onnx`: with your own network;
- `search:300:random`: with another rollout policy below the tree, by its name.
"""

import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import Actions, AgentError
from nexus_env.agents.level import LevelFiles
from nexus_env.agents.search.mask_words import BYTES
from nexus_env.agents.search.policy_network import Network, no_network, read_network, with_own_room
from nexus_env.agents.search.proposals import Proposals
from nexus_env.agents.search.race import chosen
from nexus_env.agents.search.small_networks import Shallow, no_shallow, read_shallow, with_own_memory
from nexus_env.agents.search.tree import BY_SIGHT
from nexus_env.agents.search.tree_records import (
    BY_JUDGE,
    BY_NETWORK,
    BY_PAY,
    BY_SCORE,
    BY_STUDENT,
    NONE,
    Edge,
    Knobs,
    Node,
    Tree,
    TreeState,
)
from nexus_env.contract.game import Game, game_of
from nexus_env.contract.roster import JUDGE, LEVELS, RANDOM, STUDENT
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows, rows_of
from nexus_env.envs.batch import spread
from nexus_env.kit.dice import MOST_SEED, seed_generator
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import announced
from nexus_env.system.wording import hinted, nearest

NAMES = r"search(?::([1-9][0-9]*)(ms)?)?(?::(.*))?"
SIMULATIONS = 1000
MOST_NODES = 1 << 16  # nodes of one search; further simulations do not add any
EDGES_A_NODE = 24
LONGEST_PATH = 512
LEAP = 32  # simulations between two checks of the clock
OUTPUTS = {JUDGE: 3}  # won, lost, margin; the student has one output per action
NETWORKS = {"student": BY_STUDENT, "network": BY_NETWORK}  # the faster one is first


@dataclass(frozen=True)
class Budget:
    """Limits on thinking, whichever is reached first; None is no limit."""

    simulations: int | None = SIMULATIONS
    milliseconds: float | None = None


@dataclass(frozen=True)
class Settings:
    """The parameters of a search.

    Values are between -1 and 1; a *scale* is the standard deviation of the values in this search.

    - `exploration`: the weight of exploration in PUCT, in scales;
    - `unvisited`: how far below the mean of its node an untried action starts, in scales;
    - `situation`: what identifies a situation: the decisions that led there (0), these and the legal actions (1), or
      only the observation of the seat to act (2);
    - `nodes`: the maximum number of situations stored; with 1 the tree is only the root, and the policy plays below it;
    - `turns`: the horizon, in turns of commands counted from the root;
    - `decisions`: the maximum number of decisions below the tree;
    - `policy`: what plays below the tree: a policy of the game, its "student", or the "network" that is given; None
      selects the student if there is one, else the network, else random play;
    - `guide`: the policy whose choice gets the prior where no network gives one; None for no guide;
    - `blunders`: the percentage of random decisions below the tree;
    - `trust`: the share of the prior that comes from a network, or from the guide if there is none: at the root from
      the given network, else the student; below it from the student, else the network. All actions share the rest
      equally;
    - `panel`: how many of the game's policies, counted from the first, propose actions at the root;
    - `entry`: the prior probability that an action needs to be tried at the root;
    - `drop`: by how many standard errors an action at the root must be behind another one to be dropped;
    - `doubt`: by how many standard errors an action must be ahead of the most likely one to be chosen instead;
    - `judge`: what evaluates the horizon: the judge of the "game", if it has one, the "network", if one is given, or
      the "score";
    - `outcome`: the weight of the outcome in a value, 0 to 1; the margin has the rest;
    - `draw`: what a draw is worth as an outcome;
    - `slope`: without a forecast of the outcome, it is taken as tanh(slope * margin);
    - `potential`: the weight of the game's potential in the margin by the score, 0 to 1.
    """

    exploration: float = 0.3
    unvisited: float = 0.2
    situation: int = BY_SIGHT
    nodes: int = MOST_NODES
    turns: int = 2
    decisions: int = 1000
    policy: str | None = None
    guide: str | None = None
    blunders: int = 0
    trust: float = 1.0
    panel: int = 5
    entry: float = 0.02
    drop: float = 3.0
    doubt: float = 2.0
    judge: str = "game"
    outcome: float = 1.0
    draw: float = -1.0
    slope: float = 1.5
    potential: float = 0.5


DEFAULT_BUDGET, ADVISED = Budget(), Settings()
ALONE = replace(ADVISED, exploration=1.0, panel=0, entry=0.0, doubt=0.0)  # without a prior


@dataclass(frozen=True)
class Thought:
    """The result of a search for one decision: the action to take, then the others, most visited first.

    `actions` int64 [k]; `visits` int64 [k]: how often each was tried; `values` float64 [k, seats]: its value to each
    seat, -1 to 1, NaN if it was never tried; `line`: the most played decisions, as pairs of seat and action.
    """

    actions: NDArray[np.int64]
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    line: tuple[tuple[int, int], ...]
    simulations: int
    decisions: int

    @property
    def best(self) -> int:
        """The action to take."""
        return int(self.actions[0])


class Search:
    """Runs searches in one game, one after another, in the same memory."""

    def __init__(
        self, game: Game, budget: Budget, settings: Settings | None = None, network: Network | None = None
    ) -> None:
        """Allocate memory for searches with this budget; `settings` default to those of `settings_of`.

        Raises:
            AgentError: the game has no such policy.
        """
        proposals = proposals_of(game)
        self._game, self._budget = game, budget
        self._simulate: Callable[[Tree, int], None] = proposals.simulate
        student, judge = (_shallow(game, name) for name in (STUDENT, JUDGE))
        settings = settings or settings_of(game, advised=network is not None)
        nodes = min(settings.nodes, MOST_NODES, budget.simulations or MOST_NODES)
        self._tree = _room(game, nodes, network, student, judge)
        helpers = {"student": student, "network": network, "judge": judge}
        found = [name for name, one in helpers.items() if one is not None]
        _set(self._tree.knobs, settings, proposals, found, LEVELS if game.agents.has_levels else ())
        session = Session(game, game.read_options())  # compile the game before its search
        with announced(f"the search in {game.name}", game.compile_seconds, game.agents.proposals, game.record):
            self._simulate(self._tree, 0)
            # The functions that Python calls directly are compiled separately from the simulation.
            self._begin(session.imagined(session.seat, 1), 0)
            chosen(self._tree)

    def think(self, world: Rows, seed: int, stop: threading.Event | None = None, *, whole: bool = True) -> Thought:
        """Search one bout, as the function `think` does. If not `whole`, stop once the choice can no longer change.

        Raises:
            AgentError: no seat is to act in this world.
        """
        self._begin(world, seed)
        legal = np.flatnonzero(self._tree.mask)
        if len(legal) == 1:
            seats = int(self._tree.world["table"]["seats"][0])
            line = ((int(self._tree.state["seat"][0]), int(legal[0])),)
            return Thought(legal, np.zeros(1, np.int64), np.full((1, seats), np.nan), line, 0, 0)
        self._search(stop, whole)
        return self._found()

    def _begin(self, world: Rows, seed: int) -> None:
        """Start with this world and an empty tree."""
        tree = self._tree
        tree.world[0] = world[0]
        tree.world["silent"] = 1
        tree.world["tape"]["dictated"] = 0  # dictated dice would be requested in each simulation
        tree.state[:] = np.zeros(1, TreeState.dtype)
        tree.state["seat"] = seat = int(world["table"]["request"]["seat"][0])
        if seat < 0:
            raise AgentError("search: got a bout in which no seat is asked; expected one with a decision to make.")
        seed_generator(tree.state[0]["generator"], seed)
        tree.index[:] = 0
        tree.moments[:] = 0
        self._game.write_mask(tree.world[0], tree.mask)

    def _search(self, stop: threading.Event | None, whole: bool) -> None:
        """Simulate until the budget is spent or `stop` is set, but at least one round."""
        left, leap = self._budget.simulations or MOST_SEED, LEAP if whole else 1  # the race may already be over
        end = time.perf_counter() + (self._budget.milliseconds or np.inf) / 1000
        while left > 0:
            self._simulate(self._tree, min(leap, left))
            left -= leap
            leap = LEAP
            interrupted = (stop is not None and stop.is_set()) or time.perf_counter() >= end
            if interrupted or (not whole and self._is_decided()):
                return

    def _is_decided(self) -> bool:
        """Whether the race is over, so further simulations could not change the choice."""
        state = self._tree.state[0]
        return bool(state["racing"] == 1 + state["beaten"])

    def _edges_of(self, node: int) -> list[int]:
        """The edges of a node, most visited first; at the root, the chosen one comes before all others."""
        found, edge = [], int(self._tree.nodes["first"][node])
        while edge != NONE:
            found.append(edge)
            edge = int(self._tree.edges["next"][edge])
        taken = chosen(self._tree) if node == 0 else NONE
        return sorted(found, key=lambda edge: (edge != taken, -int(self._tree.edges["visits"][edge])))

    def _found(self) -> Thought:
        """The result at the root."""
        tree, state = self._tree, self._tree.state[0]
        edges, seats = self._edges_of(0), int(tree.world["table"]["seats"][0])
        visits = tree.edges["visits"][edges].astype(np.int64)
        with np.errstate(invalid="ignore"):
            values = tree.sums[edges, :seats] / visits[:, None]
        actions = tree.edges["action"][edges].astype(np.int64)
        return Thought(actions, visits, values, self._line(), int(state["simulations"]), int(state["decisions"]))

    def _line(self) -> tuple[tuple[int, int], ...]:
        """The most simulated decisions, from the root on."""
        tree, line, node = self._tree, [], 0
        parents = tree.nodes["parent"][: tree.state["nodes"][0]]
        while node != NONE and tree.nodes["visits"][node]:
            edge = self._edges_of(node)[0]
            line.append((int(tree.nodes["seat"][node]), int(tree.edges["action"][edge])))
            following = np.flatnonzero(parents == edge)
            node = int(following[tree.nodes["visits"][following].argmax()]) if len(following) else NONE
        return tuple(line)


def think(
    world: Rows,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    *,
    settings: Settings | None = None,
    network: Network | None = None,
    stop: threading.Event | None = None,
) -> Thought:
    """Look ahead in one bout for the seat to act.

    Args:
        world: one row of a game's record, as that seat imagines it: see `Game.imagine`.
        budget: how long to think. If only simulations are limited, the result depends on the seed alone.
        seed: seeds all randomness, 0 to 2**62.
        settings: the parameters; by default those of `settings_of`.
        network: gives the prior probabilities at the root: see `nexus_env.agents.search.policy_network.read_network`.
        stop: another thread may set it to end the search early, with what it has found so far.

    Raises:
        AgentError: no seat is to act in this world, or the game has no such policy.
    """
    return Search(game_of(world.dtype), budget, settings, network).think(world, seed, stop)


class SearchAgent:
    """Searches each decision from scratch: an `agent.Searcher`. `files` lists every file it consists of."""

    def __init__(
        self,
        game: Game,
        budget: Budget = DEFAULT_BUDGET,
        settings: Settings | None = None,
        network: Network | None = None,
        threads: int = 1,
        files: tuple[Path, ...] = (),
    ) -> None:
        """Allocate `threads` searches; the choices do not depend on their number. `files` are those of the network.

        Raises:
            AgentError: the game has no such policy.
        """
        self._searches = [Search(game, budget, settings, network) for _ in range(threads)]
        self.files = (*_sources(game), *files)

    def search(self, worlds: Rows, rng: np.random.Generator) -> Actions:
        """See `agent.Searcher`."""
        seeds, actions = rng.integers(MOST_SEED, size=len(worlds)), np.zeros(len(worlds), np.int64)

        def work(search: Search, rows: NDArray[np.int64]) -> None:
            for row in rows:
                actions[row] = search.think(worlds[row : row + 1], int(seeds[row]), whole=False).best

        parts = np.array_split(np.arange(len(worlds)), len(self._searches))
        spread(work, list(zip(self._searches, parts, strict=True)))
        return actions

    def think(self, world: Rows, seed: int, stop: threading.Event | None = None) -> Thought:
        """Look ahead in one bout, and return the whole result: see the function `think`."""
        return self._searches[0].think(world, seed, stop)


class GuidedSearch:
    """Searches with the networks of a level: one per seat count, each read on first use.

    `seats` lists the seat counts for which the level has a network, `files` every file it consists of.
    """

    def __init__(self, game: Game, budget: Budget, level: str, name: str = "") -> None:
        """Use the network of this level; `name` is the name of the agent.

        Raises:
            AgentError: it plays another game, or a file is missing.
        """
        self._game, self._budget, self._files = game, budget, LevelFiles(level, game, name)
        self.seats, self.files = self._files.seats, (*_sources(game), *self._files.paths)
        self._searches: dict[int, SearchAgent] = {}
        self._search(self.seats[0])  # refuse unusable networks early

    def search(self, worlds: Rows, rng: np.random.Generator) -> Actions:
        """See `agent.Searcher`."""
        seats, actions = worlds["table"]["seats"], np.zeros(len(worlds), np.int64)
        for number in np.unique(seats).tolist():
            rows = np.flatnonzero(seats == number)
            actions[rows] = self._search(number).search(worlds[rows], rng)
        return actions

    def think(self, world: Rows, seed: int, stop: threading.Event | None = None) -> Thought:
        """See `SearchAgent.think`."""
        return self._search(int(world["table"]["seats"][0])).think(world, seed, stop)

    def _search(self, seats: int) -> SearchAgent:
        if seats not in self._searches:
            network = read_network(self._files.path(seats), self._game)
            self._searches[seats] = SearchAgent(self._game, self._budget, network=network)
        return self._searches[seats]


def search(game: Game) -> SearchAgent:
    """Create the agent `search`."""
    return SearchAgent(game)


def named(name: str, game: Game) -> SearchAgent | GuidedSearch:
    """Create the agent with a name such as `search:300:LEVEL`: see the module.

    Raises:
        AgentError: the name is not of this form.
    """
    match = re.fullmatch(NAMES, name)
    number, unit, helper = match.groups() if match else (None, None, name)
    budget = DEFAULT_BUDGET
    if number:
        budget = Budget(None, int(number)) if unit else Budget(int(number))
    if helper in LEVELS and game.agents.has_levels:
        return GuidedSearch(game, budget, helper, name)
    try:
        if helper is None:
            return SearchAgent(game, budget)
        if helper.endswith(".onnx"):
            path = Path(helper)
            return SearchAgent(game, budget, network=read_network(path, game), files=(path,))
        return SearchAgent(game, budget, replace(settings_of(game), policy=helper))
    except AgentError as error:
        raise AgentError(f"Agent {name!r}: {error}") from error


def proposals_of(game: Game) -> Proposals:
    """The `Proposals` that a game supplies to the search."""
    found: Proposals = import_module(game.agents.proposals).PROPOSALS
    return found


def settings_of(game: Game, *, advised: bool = False) -> Settings:
    """The default settings of a game; `advised` if a network is given."""
    own = proposals_of(game).settings
    return replace(ADVISED if own or advised or _file(game, STUDENT) else ALONE, **own)


def _room(game: Game, nodes: int, network: Network | None, student: Shallow | None, judge: Shallow | None) -> Tree:
    """An empty tree with room for `nodes` nodes."""
    seats, size, actions = max(game.seats), game.observation_size, len(game.actions)
    edges = nodes * EDGES_A_NODE + actions
    words, sight = np.zeros(-(-actions // BYTES), np.int64), np.zeros(-(-size // BYTES), np.int64)
    return Tree(
        world=rows_of(game.dtype, 1),
        bout=rows_of(game.dtype, 1),
        knobs=rows_of(Knobs.dtype, 1),
        state=rows_of(TreeState.dtype, 1),
        nodes=rows_of(Node.dtype, nodes),
        edges=rows_of(Edge.dtype, edges),
        sums=np.zeros((edges, seats)),
        index=np.zeros(1 << (2 * nodes).bit_length(), np.int32),
        path=np.zeros(LONGEST_PATH, np.int32),
        values=np.zeros(seats, np.float32),
        moments=np.zeros((3, seats)),
        words=words,
        mask=words.view(np.int8)[:actions],
        sight=sight,
        seen=sight.view(np.int8)[:size],
        likely=np.zeros(actions, np.float32),
        race=np.zeros(actions, np.int32),
        laps=np.zeros((actions, 3)),
        network=with_own_room(network or no_network(game)),
        student=with_own_memory(student or no_shallow(game)),
        judge=with_own_memory(judge or no_shallow(game)),
    )


def _sources(game: Game) -> list[Path]:
    """The files of the search in a game: its own, those of the game's policies, and its small networks."""
    networks = [path for path in (_file(game, name) for name in (STUDENT, JUDGE)) if path]
    return [*sorted(Path(__file__).parent.glob("*.py")), *proposals_of(game).sources, *networks]


def _file(game: Game, name: str) -> Path | None:
    """The file of a small network beside the game's levels, if it exists."""
    levels = game.agents.levels
    path = levels.path / name if levels else None
    return path if path and path.is_file() else None


def _shallow(game: Game, name: str) -> Shallow | None:
    """Read the small network of this name."""
    path = _file(game, name)
    return read_shallow(path, game, OUTPUTS.get(name, len(game.actions))) if path else None


def _set(knobs: Rows, settings: Settings, proposals: Proposals, helpers: Sequence[str], levels: Iterable[str]) -> None:
    """Write the settings into the record for compiled code; `helpers` may hold "student", "network" and "judge"."""
    networks = {name: number for name, number in NETWORKS.items() if name in helpers}
    known = {policy: number for number, policy in enumerate(proposals.policies)} | networks
    policy = next(iter(networks), RANDOM) if settings.policy is None else settings.policy
    for name in (policy, *([] if settings.guide is None else [settings.guide])):
        if name not in known:
            choices = (*known, *levels)
            raise AgentError(
                f"got {name!r}; expected a budget such as 1000 or 50ms, one of {', '.join(choices)}, or the path of an "
                f".onnx file{hinted(nearest(name, choices))}"
            )
    for field in fields(settings):
        if field.name not in ("policy", "guide", "judge", "nodes"):
            knobs[field.name] = getattr(settings, field.name)
    knobs["policy"], knobs["panel"] = known[policy], min(settings.panel, proposals.scripted)
    fastest_first = [*networks.values()] or [NOBODY if settings.guide is None else known[settings.guide]]
    knobs["guide"], knobs["adviser"] = fastest_first[0], fastest_first[-1]
    knobs["judged"] = BY_SCORE
    if settings.judge == "game" and "judge" in helpers:
        knobs["judged"] = BY_JUDGE
    elif settings.judge != "score" and "network" in helpers:
        knobs["judged"] = BY_PAY
