"""An experiment: one TOML file with the game, the training and the rating."""

import inspect
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.core.rewards import BOUNDS, DEFAULTS, REWARDS
from nexus_env.kit.options import OptionsError, Source, build, option, read_table
from nexus_env.system.wording import nearest


@dataclass(frozen=True)
class Reward:
    """The reward of the learner: see `nexus_env.core.rewards`."""

    kind: str = option(DEFAULTS["reward"], choices=tuple(REWARDS))
    draw: float = option(DEFAULTS["draw"], **BOUNDS["draw"])  # the outcome of a draw
    # weight of the potential; leaves the optimal policy unchanged
    shaping: float = option(DEFAULTS["shaping"], **BOUNDS["shaping"])


OTHERWISE = "or start with ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 in the environment"  # without AMX


@dataclass(frozen=True)
class LearnerConfig:
    """The budget, the network and PPO's settings; the latter have the names of Stable-Baselines3."""

    steps: int = option(least=1)  # total decisions of the learner
    minutes: float = option(0.0, least=0)  # of training, from its first decision on, if that is less; 0: no limit
    bouts: int = option(1024, least=1)  # in parallel
    hidden: tuple[int, ...] = option((256, 256), least=1)
    advisors: tuple[str, ...] = ()  # scripted players whose choices the network weighs; see `nexus_env.agents.advisors`
    start: str = ""  # a snapshot, checkpoint or agent to start from, no wider than `hidden`; empty: none
    n_steps: int = option(32, least=1)  # decisions per bout between two updates
    batch_size: int = option(2048, least=2)
    n_epochs: int = option(4, least=1)
    learning_rate: float = option(3e-4, least=0)
    final_learning_rate: float = option(3e-5, least=0)  # reached linearly at the end of the budget
    gamma: float = option(0.997, **BOUNDS["gamma"])
    gae_lambda: float = option(0.95, least=0, most=1)
    ent_coef: float = option(0.01, least=0)
    vf_coef: float = option(0.5, least=0)
    clip_range: float = option(0.2, least=0)
    max_grad_norm: float = option(0.5, least=0)
    precision: str = option("float32", choices=("float32", "bfloat16"))  # of the trunk's multiplications; see docs
    device: str = option("auto", choices=("auto", "cpu", "cuda"))  # of the learner; auto: a GPU if there is one

    def rate_at(self, left: float) -> float:
        """The learning rate when this share of the budget, 1 to 0, is left."""
        return self.final_learning_rate + left * (self.learning_rate - self.final_learning_rate)


@dataclass(frozen=True)
class League:
    """The players of the other seats: see `nexus_env.agents.learning.league`.

    A share `first` of all bouts is against the first snapshot; of the rest, a share `anchored` against anchors, if
    there are any; of the rest, a share `latest` against the newest snapshot, and the others against `older` older
    snapshots and exploiters.
    """

    every: int = option(2, least=1)  # rollouts between two snapshots
    first: float = option(0.0, least=0, most=1)  # against the first snapshot, which has learned nothing
    anchors: tuple[str, ...] = ()  # agents that never change
    anchored: float = option(0.2, least=0, most=1)
    latest: float = option(0.7, least=0, most=1)
    older: int = option(8, least=0)  # the number of them in play at a time
    focus: float = option(
        0.0, least=0
    )  # 0: evenly spaced; otherwise random, weighted by this power of the share of bouts lost to each
    trial: int = option(0, least=0)  # snapshots between two trials for champion; 0: the newest snapshot is the champion
    trial_bouts: int = option(400, least=8)
    exploiters: tuple[str, ...] = ()  # folders of runs against this one, whose newest snapshots join
    against: str = ""  # for an exploiter: its only opponent, an agent, or a run's folder for its champion


@dataclass(frozen=True)
class Cluster:
    """The resources of a run with `--ray`: see `nexus_env.agents.learning.cluster`. Ignored without `--ray`."""

    workers: int = option(0, least=0)  # that play the bouts, with one CPU each; 0: as many as the learners leave
    learners: int = option(0, least=0)  # that train together; 0: one in the main process
    gpus: float = option(0.0, least=0)  # per learner


@dataclass(frozen=True)
class RatingConfig:
    """The measurement of the result."""

    bouts: int = option(1000, least=1)  # against each rival
    against: tuple[str, ...] = ()  # names of agents; empty: those of the game (`Roster.opponents`)


@dataclass(frozen=True)
class Clone:
    """The settings for imitating another player; see `nexus_env.agents.learning.cloning`."""

    source: str = ""  # the agent, or the folder of transcripts, to clone; empty: learn by self-play
    begin: str = ""  # the same, for a network to begin self-play with, unless learner.start names one; empty: none
    players: tuple[str, ...] = ()  # the players in transcripts to imitate, by name; empty: all
    bouts: int = option(3000, least=10)  # to watch an agent in
    stray: float = option(0.1, least=0, most=1)  # the share of its moves that are recorded, but replaced by random ones
    led: float = option(0.0, least=0, most=1)  # the share of seats played by the network of learner.start
    epochs: int = option(8, least=1)


@dataclass(frozen=True)
class Experiment:
    """The whole file."""

    game: str  # a game of this package, or module:NAME
    learner: LearnerConfig
    reward: Reward
    league: League
    rating: RatingConfig
    clone: Clone = field(default_factory=Clone)
    cluster: Cluster = field(default_factory=Cluster)
    rules: dict[str, Any] = field(default_factory=dict)  # the game's own options
    tune: dict[str, Any] = field(default_factory=dict)  # ranges of other keys: see `nexus_env.agents.learning.tuning`
    seed: int = option(0, least=0)
    # for bouts and for torch; the number of torch's threads changes the results, but not their quality
    threads: int = option(2, least=1)
    checkpoint_every: int = option(10, least=1)  # rollouts

    @property
    def terms(self) -> dict[str, Any]:
        """The reward terms, as keywords of `nexus_env.core.rewards.read_terms`."""
        reward = self.reward
        return {
            "reward": reward.kind,
            "shaping": reward.shaping,
            "draw": reward.draw,
            "gamma": self.learner.gamma,
        }

    def as_table(self) -> dict[str, Any]:
        """The experiment as plain values, for cards and for comparing runs."""
        return asdict(self)


def read_experiment(path: Path, overrides: Iterable[str] = ()) -> tuple[Experiment, Game]:
    """The experiment at `path` and its game.

    Raises:
        OptionsError: something in it is wrong.
    """
    # Read the file, and resolve the game first: its name explains many other errors.
    source = Source(str(path), tuple(overrides))
    table = read_table(path, source.overrides)
    if isinstance(named := table.get("game"), str):
        registry.find(named, source.where("game"))  # first, before anything else that is missing
    experiment = build(Experiment, table, source)
    game = registry.find(experiment.game, source.where("game"))
    # Defaults and checks that depend on the game.
    if not experiment.rating.against:
        experiment = replace(experiment, rating=replace(experiment.rating, against=game.agents.opponents))
    _check_rules(game, experiment.rules, source)
    learner = experiment.learner
    # Constraints between several keys.
    if not learner.hidden:
        source.fail("learner.hidden", "an empty list", "the width of at least one layer")
    if learner.batch_size > learner.bouts * learner.n_steps:
        raise OptionsError(
            f"{source.where('learner.batch_size', 'learner.bouts', 'learner.n_steps')}: got the number "
            f"{learner.batch_size}; expected at most bouts * n_steps = {learner.bouts * learner.n_steps}."
        )
    if learner.bouts * learner.n_steps % learner.batch_size == 1:
        raise OptionsError(
            f"{source.where('learner.batch_size', 'learner.bouts', 'learner.n_steps')}: got the number "
            f"{learner.batch_size}, which leaves a minibatch of one decision; expected another, such as a divisor of "
            f"bouts * n_steps = {learner.bouts * learner.n_steps}."
        )
    if learner.advisors:
        _check_advised(experiment, source)
    if experiment.clone.led and not learner.start:
        source.fail("learner.start", "an empty text", "the network that clone.led lets play")
    if learner.device == "cuda":
        _check_gpu(source)
    if learner.precision != "float32":
        _check_precision(learner, source)
    return experiment, game


def _check_advised(experiment: Experiment, source: Source) -> None:
    """Raise an `OptionsError` for settings that advised networks do not support."""
    if experiment.clone.source:
        expected = "an empty text, since a network with learner.advisors already plays like them"
        source.fail("clone.source", f'the text "{experiment.clone.source}"', expected)
    if experiment.clone.begin:
        expected = "an empty text, since a network with learner.advisors begins like them"
        source.fail("clone.begin", f'the text "{experiment.clone.begin}"', expected)
    if experiment.league.trial:
        expected = "0, since networks with learner.advisors have no trials"
        source.fail("league.trial", f"the number {experiment.league.trial}", expected)


def _check_gpu(source: Source) -> None:
    """Raise an `OptionsError` unless torch can use a GPU."""
    from torch import cuda  # which takes seconds to import

    if not cuda.is_available():
        source.fail("learner.device", 'the text "cuda"', '"cpu" or "auto", since torch finds no GPU here')


def _check_precision(learner: LearnerConfig, source: Source) -> None:
    """Raise an `OptionsError` unless torch supports this precision on the learner's device."""
    from torch import cuda  # which takes seconds to import

    from nexus_env.agents.learning.network import what_hinders

    if learner.device == "cpu" or not cuda.is_available():
        hindrance = what_hinders(learner.precision)
        if hindrance:
            expected = f'"float32", since this processor does not support it ({hindrance}); {OTHERWISE}'
            source.fail("learner.precision", f'the text "{learner.precision}"', expected)


def _check_rules(game: Game, rules: dict[str, Any], source: Source) -> None:
    """Raise an `OptionsError` unless the game takes `rules`."""
    known = inspect.signature(game.read_options).parameters
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values())
    for key in rules:
        if key not in known and not open_ended:
            hint = nearest(key, known)
            expected = f"one of the keys {', '.join(known)}"
            source.fail(f"rules.{key}", "an unknown key", expected, hint and f"rules.{hint}")
    try:
        game.read_options(**rules)
    except OptionsError as error:  # it names the key, or a file that the key names
        place = f"the options of {game.name}: "
        if not str(error).startswith(place):
            raise OptionsError(f"{source.where('rules')}: {error}") from error
        key, colon, words = str(error).removeprefix(place).partition(":")
        raise OptionsError(f"{source.where(f'rules.{key}', 'rules')}{colon}{words}") from error
    except (ValueError, TypeError) as error:
        raise OptionsError(f"{source.where('rules')}: {error}") from error
