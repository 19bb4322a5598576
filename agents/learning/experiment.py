"""An experiment: one TOML file with the game, the training and the rating."""

import inspect
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from nexus_env.core.rewards import BOUNDS, DEFAULTS, REWARDS
from nexus_env.game import registry
from nexus_env.game.contract import Game
from nexus_env.game.options import OptionsError, Source, build, option, read_table
from nexus_env.system.wording import nearest


@dataclass(frozen=True)
class Reward:
    """What the learner is paid: see `nexus_env.core.rewards`."""

    kind: str = option(DEFAULTS["reward"], choices=tuple(REWARDS))
    draw: float = option(DEFAULTS["draw"], **BOUNDS["draw"])  # what the outcome of a draw is worth
    # weight of the potential; leaves the best play unchanged
    shaping: float = option(DEFAULTS["shaping"], **BOUNDS["shaping"])


PROCESSOR, DEVICE = "processor", "device"  # in compiled play, or by torch on the learner's device
OTHERWISE = "or start with ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 in the environment"  # without AMX


@dataclass(frozen=True)
class Learner:
    """The budget, the network and PPO's settings; the latter have the names of Stable-Baselines3."""

    steps: int = option(least=1)  # decisions of the learner in all
    minutes: float = option(0.0, least=0)  # of learning, if that ends it earlier; 0: no limit
    bouts: int = option(1024, least=1)  # side by side
    hidden: tuple[int, ...] = option((256, 256), least=1)
    advisors: tuple[str, ...] = ()  # scripted players whose choices the network weighs; see `agents.advice`
    start: str = ""  # a snapshot, checkpoint or agent, as wide or narrower, that is learned on with; empty: none
    n_steps: int = option(32, least=1)  # decisions a bout between two updates
    batch_size: int = option(2048, least=2)
    n_epochs: int = option(4, least=1)
    learning_rate: float = option(3e-4, least=0)
    final_learning_rate: float = option(3e-5, least=0)  # reached in a straight line at the end of the budget
    gamma: float = option(0.997, **BOUNDS["gamma"])
    gae_lambda: float = option(0.95, least=0, most=1)
    ent_coef: float = option(0.01, least=0)
    vf_coef: float = option(0.5, least=0)
    clip_range: float = option(0.2, least=0)
    max_grad_norm: float = option(0.5, least=0)
    precision: str = option("float32", choices=("float32", "bfloat16"))  # in which the trunk multiplies; see docs
    device: str = option("auto", choices=("auto", "cpu", "cuda"))  # of the learner; auto: a GPU if there is one
    overlap: bool = False  # play the next rollout while the network learns; see `agents.learning.overlap`
    opponents_on: str = option(PROCESSOR, choices=(PROCESSOR, DEVICE))  # where networks play the other seats

    def rate_at(self, left: float) -> float:
        """The learning rate where this part of the budget is left, from 1 to 0."""
        return self.final_learning_rate + left * (self.learning_rate - self.final_learning_rate)


@dataclass(frozen=True)
class League:
    """Who plays the other seats: see `agents.learning.league`.

    Of all bouts the part `first` is played against the first snapshot; of the rest the part `anchored` against anchors,
    if there are any; of the rest the part `latest` against the newest snapshot, and the others against `older` of the
    older ones and of the exploiters.
    """

    every: int = option(2, least=1)  # rollouts between two snapshots
    first: float = option(0.0, least=0, most=1)  # against the first snapshot, which has learned nothing
    anchors: tuple[str, ...] = ()  # agents that stay as they are: networks of the learner's shape, or they are cloned
    anchored: float = option(0.2, least=0, most=1)
    latest: float = option(0.7, least=0, most=1)
    older: int = option(8, least=0)  # how many of them are in play at a time
    focus: float = option(
        0.0, least=0
    )  # 0: evenly spread; else by chance, by the part of bouts lost to each, to this power
    trial: int = option(0, least=0)  # snapshots between two trials for champion; 0: the newest one is
    trial_bouts: int = option(400, least=8)
    exploiters: tuple[str, ...] = ()  # folders of runs against this one, whose newest snapshots come in
    against: str = ""  # an agent, or a run's folder for its champion, that this run trains against alone: an exploiter


@dataclass(frozen=True)
class Cluster:
    """What a run with `--ray` takes of a cluster: see `agents.learning.cluster`. Without `--ray` it means nothing."""

    workers: int = option(0, least=0)  # that play the bouts, a CPU each; 0: as many as are left by the learners
    learners: int = option(0, least=0)  # that learn together; 0: one in the process that was started
    gpus: float = option(0.0, least=0)  # of each learner


@dataclass(frozen=True)
class Rating:
    """How the result is measured."""

    bouts: int = option(1000, least=1)  # against each rival
    against: tuple[str, ...] = ()  # agents by their names; none: those that the game names (`Roster.opponents`)


@dataclass(frozen=True)
class Clone:
    """How a network learns to play as somebody else: see `agents.learning.cloning`."""

    source: str = (
        ""  # an agent, or a folder of transcripts, that this run clones; empty: it learns from bouts of its own
    )
    players: tuple[str, ...] = ()  # whose decisions in transcripts, by the names that stand there; none: all
    bouts: int = option(3000, least=10)  # in which an agent is watched
    stray: float = option(0.1, least=0, most=1)  # the part of its moves that are noted, but made at random
    led: float = option(0.0, least=0, most=1)  # the part of the seats that are played by the network of learner.start
    epochs: int = option(8, least=1)


@dataclass(frozen=True)
class Experiment:
    """The whole file."""

    game: str  # a game of this package, or module:NAME
    learner: Learner
    reward: Reward
    league: League
    rating: Rating
    clone: Clone = field(default_factory=Clone)
    cluster: Cluster = field(default_factory=Cluster)
    rules: dict[str, Any] = field(default_factory=dict)  # the game's own options
    tune: dict[str, Any] = field(default_factory=dict)  # ranges of other keys: see `agents.learning.tuning`
    seed: int = option(0, least=0)
    # that play the bouts, and torch's: another number of those gives another, equally good result
    threads: int = option(2, least=1)
    checkpoint_every: int = option(10, least=1)  # rollouts

    @property
    def terms(self) -> dict[str, Any]:
        """How steps are paid, as the keywords of `nexus_env.core.rewards.read_terms`."""
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
    source = Source(str(path), tuple(overrides))
    table = read_table(path, source.overrides)
    if isinstance(named := table.get("game"), str):
        registry.find(named, source.where("game"))  # before all that is missing elsewhere
    experiment = build(Experiment, table, source)
    game = registry.find(experiment.game, source.where("game"))
    if not experiment.rating.against:
        experiment = replace(experiment, rating=replace(experiment.rating, against=game.agents.opponents))
    _check_rules(game, experiment.rules, source)
    learner = experiment.learner
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
    """Raise an `OptionsError` if something is asked of an advised network that only others can do."""
    if experiment.clone.source:
        expected = "an empty text, since a network with learner.advisors plays like them already"
        source.fail("clone.source", f'the text "{experiment.clone.source}"', expected)
    if experiment.league.trial:
        expected = "0, since networks with learner.advisors hold no trials"
        source.fail("league.trial", f"the number {experiment.league.trial}", expected)
    if experiment.learner.opponents_on != PROCESSOR:
        expected = f'"{PROCESSOR}", since networks with learner.advisors ask them there'
        source.fail("learner.opponents_on", f'the text "{experiment.learner.opponents_on}"', expected)


def _check_gpu(source: Source) -> None:
    """Raise an `OptionsError` unless torch can use a GPU."""
    from torch import cuda  # which takes seconds to import

    if not cuda.is_available():
        source.fail("learner.device", 'the text "cuda"', '"cpu" or "auto", since torch finds no GPU here')


def _check_precision(learner: Learner, source: Source) -> None:
    """Raise an `OptionsError` unless torch multiplies in this precision where the network learns."""
    from torch import cuda  # which takes seconds to import

    from agents.learning.network import what_hinders

    if learner.device == "cpu" or not cuda.is_available():
        hindrance = what_hinders(learner.precision)
        if hindrance:
            expected = f'"float32", since this processor refuses to multiply so ({hindrance}); {OTHERWISE}'
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
    except OptionsError as error:  # it names the key, or a file that a key names
        place = f"the options of {game.name}: "
        if not str(error).startswith(place):
            raise OptionsError(f"{source.where('rules')}: {error}") from error
        key, colon, words = str(error).removeprefix(place).partition(":")
        raise OptionsError(f"{source.where(f'rules.{key}', 'rules')}{colon}{words}") from error
    except (ValueError, TypeError) as error:
        raise OptionsError(f"{source.where('rules')}: {error}") from error
