"""The league of a run: the learner's possible opponents, how often it meets each, and the champion.

All of it is in the run's folder, for people and for other runs:

    league.json          the members: when they joined, the learner's score against each, how often it meets each now
    results.jsonl        bouts and trials, one line per snapshot and per trial
    pool/000012.npz      snapshots of the learner, numbered from 0, the untrained one
    anchors/mine.npz     members that never change: networks of the learner's shape; other agents have no file
    exploiters/…         copies of snapshots of learners that train only against this run's champion
    targets/…            the opponents of such a learner

A written file never changes. A resumed run reads what it needs from its checkpoint and writes the rest again.
"""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from os.path import isdir
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.advisors import Advisors
from nexus_env.agents.agent import DRAWING, Agent, AgentError, Masks, Observations
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.trial import hold_trial
from nexus_env.agents.loading import load
from nexus_env.agents.model_files import add_line, parse_json, read_json, write_json, write_text
from nexus_env.agents.weights import Snapshot, load_snapshot, read_player, read_weights, save_snapshot, widths_of
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import GUEST, PolicyBank, Weights
from nexus_env.players.agent_protocol import searches

Players = NDArray[np.int32]
NETWORK = ".npz"
POOL, ANCHORS, EXPLOITERS, TARGETS = "pool", "anchors", "exploiters", "targets"  # kinds of members, and folders
MANIFEST, RESULTS = "league.json", "results.jsonl"
MOST_LOADED = 128  # members held in memory; far more than play at a time
MEMORY = 200  # bouts that count for a rate, since the learner changes
PRIOR = 2  # bouts that a rate starts with, half of them won
LEAST = 0.01  # a member that always loses is still met sometimes, since the learner may forget


@dataclass
class LeagueMember:
    """A possible opponent of the learner; the folder of its file is its kind."""

    file: str  # relative to the run's folder; without .npz there is no file: the member is the agent called `source`
    steps: int  # the learner's decisions when the member joined
    source: str = ""  # what it was copied or cloned from
    bouts: int = 0  # of the learner against it
    rate: float = 0.5  # the learner's score in the latest of them; a draw is half
    odds: float = 0.0  # its probability in a new bout
    untold: list[int] = field(default_factory=lambda: [0, 0, 0])  # wins, draws and losses not yet in a line

    @property
    def kind(self) -> str:
        """`POOL`, `ANCHORS`, `EXPLOITERS` or `TARGETS`."""
        return self.file.partition("/")[0]

    @property
    def is_network(self) -> bool:
        """Whether it is a network of the learner's shape, played from its file."""
        return self.file.endswith(NETWORK)

    def meet(self, outcomes: NDArray[np.float32]) -> None:
        """Count bouts against it, with `outcomes` [n] for the learner."""
        wins, losses = int((outcomes > 0).sum()), int((outcomes < 0).sum())
        counts = wins, len(outcomes) - wins - losses, losses
        self.untold = [old + new for old, new in zip(self.untold, counts, strict=True)]
        weight = min(self.bouts + PRIOR, MEMORY)
        self.rate = (self.rate * weight + counts[0] + counts[1] / 2) / (weight + len(outcomes))
        self.bouts += len(outcomes)


class Pool:
    """The members of a run's league, as the opponents of its bouts.

    A bout draws its opponents when it begins and keeps them to its end. See `agents.learning.experiment.League` for the
    shares; the members in play and their probabilities change with each snapshot.
    """

    def __init__(self, folder: Path, game: Game, experiment: Experiment) -> None:
        """An empty league that writes into `folder`; `begin` or `restore` comes next."""
        self._folder, self._game, self._experiment = folder, game, experiment
        self._league = experiment.league
        self.members: list[LeagueMember] = []
        self.champion = 0  # its number
        self.bank = PolicyBank(0, [1, 1])  # until the first member plays
        self._row_of: dict[int, int] = {}
        self._guests: dict[int, Agent] = {}
        self.advisors = Advisors(experiment.learner.advisors, game)

    # --- members ------------------------------------------------------------------------------------------------------

    def begin(self, *snapshots: Weights) -> None:
        """Start with these snapshots, the last of which is the champion, and with the anchors.

        Raises:
            AgentError: there is no such anchor, or it searches.
        """
        self._forget_files()
        for weights in snapshots:
            self.champion = self.add(weights)
        for name in () if self._league.against else self._league.anchors:
            self.add(self._rival(name), ANCHORS, source=name)
        self._welcome(0)
        self._settle()

    def _rival(self, name: str) -> Weights | None:
        """The network of an anchor, if it has the learner's shape; for advised learners, all anchors are guests."""
        if self.advisors:
            load_guest(name, self._game)
            return None
        return read_rival(name, self._game, self._experiment.learner.hidden)

    def add(self, weights: Weights | None, kind: str = POOL, steps: int = 0, source: str = "") -> int:
        """Add a member: a network, or the agent called `source`; returns its number, from 0."""
        name = _slug(source) if kind == ANCHORS else f"{len(self.of_kind(kind)):06d}"
        member = LeagueMember(f"{kind}/{name}" + (NETWORK if weights else ""), steps, source)
        if weights:
            save_snapshot(self._folder / member.file, weights, self._game, self.advisors.names)
        self.members.append(member)
        return len(self.members) - 1

    def of_kind(self, kind: str) -> list[int]:
        """The numbers of the members of this kind."""
        return [number for number, member in enumerate(self.members) if member.kind == kind]

    def weights_of(self, number: int) -> Weights:
        """The network of a member."""
        return load_snapshot(self._folder / self.members[number].file)

    def champion_weights(self) -> Weights:
        """The network of the champion."""
        return self.weights_of(self.champion)

    def turn(self, weights: Weights, steps: int, last: bool = False) -> None:
        """Add a snapshot after `steps` decisions: write results, let others join, perhaps change the champion."""
        self._tell({"steps": steps, "bouts": self._take_untold()})
        newest = self.add(weights, POOL, steps)
        self._welcome(steps)
        if self._league.against or not self._league.trial:
            self.champion = newest
        elif last or len(self.of_kind(POOL)) % self._league.trial == 0:
            self._try_champion(newest, steps)
        self._settle()

    def _welcome(self, steps: int) -> None:
        """Let members of other runs join: a new target of this exploiter, or exploiters of this run."""
        if self._league.against:
            arrivals: list[tuple[str, str, Weights | None]] = [
                (TARGETS, *read_target(self._league.against, self._game))
            ]
        else:
            newest = [max(Path(folder, POOL).glob("*.npz"), default=None) for folder in self._league.exploiters]
            shape = self._experiment.learner.hidden, self.advisors.names
            arrivals = [(EXPLOITERS, str(path), read_weights(path, self._game, *shape)) for path in newest if path]
        for kind, source, weights in arrivals:
            if all(self.members[number].source != source for number in self.of_kind(kind)):
                self.add(weights, kind, steps, source)

    def _try_champion(self, challenger: int, steps: int) -> None:
        """The newest snapshot takes the champion's place if it wins a trial against it."""
        new, old = (self.members[number].file for number in (challenger, self.champion))
        weights, champion = (self.weights_of(number) for number in (challenger, self.champion))
        bouts, seed = self._league.trial_bouts, self._experiment.seed + steps
        trial = hold_trial(self._game, weights, champion, bouts, seed, self._experiment.rules)
        self._tell({"steps": steps, "trial": new, "champion": old, **asdict(trial), "won": trial.won})
        if trial.won:
            self.champion = challenger

    # --- opponents ----------------------------------------------------------------------------------------------------

    def draw(self, count: int, rng: np.random.Generator) -> Players:
        """Draw the numbers of `count` opponents for new bouts."""
        odds = np.array(self.odds)
        playing = np.flatnonzero(odds)
        return rng.choice(playing, count, p=odds[playing] / odds.sum()).astype(np.int32)

    @property
    def odds(self) -> list[float]:
        """The probability of each member in a new bout."""
        return [member.odds for member in self.members]

    def note(self, opponents: Players, outcomes: NDArray[np.float32]) -> None:
        """Count finished bouts.

        Args:
            opponents: int32 [n, seats], the members in each bout; -1 in the learner's own seat.
            outcomes: float32 [n], for the learner.
        """
        for number in np.unique(opponents[opponents >= 0]).tolist():
            self.members[number].meet(outcomes[(opponents == number).any(axis=1)])

    def _settle(self) -> None:
        """Set the probability of each member from now on, and write the manifest."""
        league, odds = self._league, np.zeros(len(self.members))
        if league.against:
            odds[self.of_kind(TARGETS)[-1]] = 1
        else:
            *others, newest = self.of_kind(POOL)
            older = self._choose_older(sorted([*others, *self.of_kind(EXPLOITERS)]))
            anchors = self.of_kind(ANCHORS)
            anchored = league.anchored if anchors else 0.0
            latest = league.latest if older else 1.0
            odds[newest] = (1 - anchored) * latest
            odds[older] = (1 - anchored) * (1 - latest) / max(1, len(older))
            odds[anchors] = anchored * self._weights_of(anchors)
            odds *= 1 - league.first
            odds[0] += league.first
        for member, share in zip(self.members, odds.tolist(), strict=True):
            member.odds = share
        self._guests = {number: guest for number, guest in self._guests.items() if odds[number]}
        self._write_manifest()

    def _choose_older(self, members: Sequence[int]) -> list[int]:
        """Choose the few that are in play: evenly spaced, or random, weighted toward those that beat the learner.

        Few, since the weights of each are megabytes that the processor must reload for its next bout.
        """
        count = min(self._league.older, len(members))
        if not count:
            return []
        if not self._league.focus:
            return [members[place] for place in np.unique(np.linspace(0, len(members) - 1, count).astype(int))]
        rng = np.random.default_rng((self._experiment.seed, len(self.members)))
        return sorted(rng.choice(members, count, replace=False, p=self._weights_of(members)).tolist())

    def _weights_of(self, members: Sequence[int]) -> NDArray[np.float64]:
        """The weights of prioritized fictitious self-play: higher for members to which the learner loses more often."""
        rates = np.array([self.members[number].rate for number in members])
        weights = np.maximum((1 - rates) ** self._league.focus, LEAST)
        parts: NDArray[np.float64] = weights / weights.sum()
        return parts

    def rows(self, players: Players) -> NDArray[np.int32]:
        """The row of `bank` of each of `players`; missing networks are read from their files.

        It is `GUEST` for members that are not plain networks, which compiled play cannot ask.
        """
        played = () if self.advisors else np.unique(players).tolist()
        wanted = [number for number in played if self.members[number].is_network]
        for number in wanted:
            if number not in self._row_of:
                self._load(number, set(wanted))
        rows = np.full(len(self.members), GUEST, np.int32)
        rows[list(self._row_of)] = list(self._row_of.values())
        return rows[players]

    def choose(
        self, players: Players, observations: Observations, masks: Masks, rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The choices of the guests `players` [k]; see `nexus_env.envs.learner_seats.Opponents`."""
        actions = np.empty(len(players), np.int64)
        for number in np.unique(players).tolist():
            if number not in self._guests:
                self._guests[number] = self._guest(number)
            rows = np.flatnonzero(players == number)
            actions[rows] = self._guests[number].choose(observations[rows], masks[rows], rng)
        return actions

    def _guest(self, number: int) -> Agent:
        """A member that is not in the bank."""
        member = self.members[number]
        if not member.is_network:
            return load_guest(member.source, self._game)
        return Snapshot(self.weights_of(number), drawing=True, advisors=self.advisors)

    def _load(self, number: int, wanted: set[int]) -> None:
        """Read a member into a free row, or into the row of a member that does not play now."""
        weights = self.weights_of(number)
        if not self._row_of:
            self.bank = PolicyBank(MOST_LOADED, widths_of(weights))
        row = len(self._row_of)
        if row == len(self.bank.weights):
            row = self._row_of.pop(next(known for known in self._row_of if known not in wanted))
        self.bank.put(row, weights)
        self._row_of[number] = row

    # --- the disk -----------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """Everything that the rest of the run depends on, as JSON."""
        return json.dumps({"members": [asdict(member) for member in self.members], "champion": self.champion})

    def restore(self, saved: str, steps: int) -> None:
        """Restore the state of `save`, after `steps` decisions: delete what was written since."""
        state = json.loads(saved)
        self.members, self.champion = [LeagueMember(**member) for member in state["members"]], state["champion"]
        self._row_of, self._guests = {}, {}
        self._forget_files(steps)
        self._write_manifest()

    def _forget_files(self, steps: int = -1) -> None:
        """Delete files without a member, and results from after `steps`."""
        known = {member.file for member in self.members}
        for kind in (POOL, ANCHORS, EXPLOITERS, TARGETS):
            for path in self._folder.glob(f"{kind}/*.npz"):
                if f"{kind}/{path.name}" not in known:
                    path.unlink()
        results = self._folder / RESULTS
        if results.is_file():
            lines = results.read_text(encoding="utf-8").splitlines(keepends=True)
            write_text(results, "".join(line for line in lines if _steps_of(line) <= steps))

    def _write_manifest(self) -> None:
        members = [{"kind": member.kind, **asdict(member)} for member in self.members]
        champion = self.members[self.champion].file
        write_json(self._folder / MANIFEST, {"champion": champion, "stamps": self._game.stamps, "members": members})

    def _take_untold(self) -> dict[str, list[int]]:
        """The learner's wins, draws and losses against each member since the last line."""
        counts = {member.file: member.untold for member in self.members if any(member.untold)}
        for member in self.members:
            member.untold = [0, 0, 0]
        return counts

    def _tell(self, line: dict[str, Any]) -> None:
        """Add a line to the results."""
        add_line(self._folder / RESULTS, line)


def read_target(name: str, game: Game) -> tuple[str, Weights | None]:
    """The target of an exploiter: its origin, and its network, if it is one.

    Args:
        name: the folder of a run, for its current champion, or the name of an agent.
        game: what it must play.

    Raises:
        AgentError: there is no such run or agent, or the agent searches.
    """
    folder = Path(name)
    if isdir(folder):
        path = folder / str(read_manifest(folder)["champion"])
        return str(path), read_weights(path, game)
    return name, read_rival(name, game)


def read_rival(name: str, game: Game, hidden: Sequence[int] | None = None) -> Weights | None:
    """The network of the agent called `name`, or None if it does not have these hidden layers.

    Raises:
        AgentError: there is no such agent, or it searches.
    """
    if name.removesuffix(DRAWING).endswith(".onnx"):
        with suppress(AgentError):  # one with another shape is a guest
            return read_player(name, game, hidden)
    load_guest(name, game)
    return None


def load_guest(name: str, game: Game) -> Agent:
    """The agent called `name`, which must choose without search.

    Raises:
        AgentError: no agent has this name, or it searches, which is far too slow for training.
    """
    agent: Any = load(name, game)
    if searches(agent):
        raise AgentError(f"Agent {name!r}: got one that searches; expected one that does not.")
    guest: Agent = agent
    return guest


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the league.json of the run in `folder`.

    Raises:
        AgentError: there is no such run.
    """
    try:
        manifest: Any = read_json(folder / MANIFEST)
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict) or not {"champion", "members"} <= manifest.keys():
        raise AgentError(f"{folder}: got no readable {MANIFEST}; expected that of a run of train.py.")
    return manifest


def _slug(name: str) -> str:
    """`name` as the name of a file."""
    return re.sub(r"\W+", "-", name).strip("-")


def _steps_of(line: str) -> int:
    """The decisions after which a line of results was written; more than any number for an incomplete line."""
    try:
        return int(parse_json(line)["steps"])
    except (ValueError, KeyError, TypeError):
        return 2**63
