"""`Game`: the value in which a game names its functions and data.

`contract.rules` calls the functions for a bout of any game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract import whereabouts
from nexus_env.contract.balance_facts import Ledger
from nexus_env.contract.manual import NO_MANUAL, Manual
from nexus_env.contract.notation import PLAIN_NUMBERS, Notation
from nexus_env.contract.outcomes import Outcomes
from nexus_env.contract.parts import Kind, all_of, either, refuse_wrong
from nexus_env.contract.registered import LISTENERS
from nexus_env.contract.report_facts import BoutFacts
from nexus_env.contract.roster import NO_AGENTS, Roster
from nexus_env.contract.rulebook import Rulebook
from nexus_env.contract.trial import NO_TRIAL, Trial
from nexus_env.contract.words import Words
from nexus_env.kit.bout import carried_out_by
from nexus_env.kit.observation import NamedSlice
from nexus_env.kit.options import Flag
from nexus_env.kit.texts import by_members, read_texts
from nexus_env.machine.field_ranges import Ranged, ranges_of
from nexus_env.machine.record import Record, identity_of
from nexus_env.machine.sources import bind
from nexus_env.system.wording import InputError

Rule = Callable[..., Any]
MOST_DECISIONS = 10_000  # of a bout, unless the game states another number


@dataclass(frozen=True)
class Invariants:
    """The laws that hold in every bout of a game, and the options with which they are tested.

    - `broken(bout)`: compiled; 0, or the number of the first law that does not hold, counted from 1.
    - `unplayable(bout)`: compiled; the same without the laws that a foreign bout may break and still be played on, such
      as a drawn board with more pieces than the box holds.
    - `laws`: each law in a sentence.
    - `fields`: the field that each law concerns, by its name in positions.
    - `variety(number)`: plain Python; the keyword options of bout `number` in an endless list of different bouts. The
      first few dozen cover the largest differences.
    """

    broken: Rule
    unplayable: Rule
    laws: tuple[str, ...]
    fields: tuple[str, ...]
    variety: Callable[[int], dict[str, Any]]


def read_laws(code: str, laws: type[IntEnum]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences of laws, and their fields, from the `laws.toml` beside the module with this `__file__`.

    Raises:
        KeyError: a law is missing there.
    """
    found = by_members(read_texts(code, "laws.toml"), laws)
    return tuple(found[law]["says"] for law in laws), tuple(found[law]["about"] for law in laws)


@dataclass(frozen=True, eq=False)  # identity equality
class Game:
    """Everything that the rest of the package needs to know about a game.

    The compiled functions take the record of a bout first:

    - `setup(bout, options, seed, dictated)`: turn a zeroed bout into a new one, up to the first decision. `options` is
      a row of `options_dtype`; `seed` is in 0 … 2**63 - 1; `dictated` is 1 if every die is asked for, else 0.
    - `carry_out(bout, command)`: carry out a command of the seat to act, or one that follows by itself. `play` does so
      with an action: see `kit.bout`.
    - `write_mask(bout, mask)`: write 1 for each legal action of the seat to act, else 0; int8, one entry per action.
      When a die is asked for (dictated dice), the first entries stand for its faces. The function may use the record as
      scratch memory if it restores it afterwards.
    - `observe(bout, seat, out)`: write what `seat` may know, from its own point of view, int8 [size]. Learners get
      float32: these numbers times `observation_scales`.
    - `rewards(bout, out)`: write the outcome of the bout, one float32 per seat, -1 … 1; only meaningful at the end.
    - `outcomes`: what these add up to, and what seats get that win together.
    - `potential(bout, seat)`: how well `seat` is doing, -1 … 1, for reward shaping; 0 at the end.
    - `margin(bout, seat)`: how far `seat` is ahead of its best rival in the game's own score, -1 … 1.
    - `imagine(bout, seat, seed)`: redeal everything that `seat` cannot know, and reseed the dice to come.
      For NOBODY, a spectator, that is everything hidden.

    The seat to act must reveal no more than the observations do: a question that depends on something hidden is asked
    by `kit.tape.ask_privately`, and `observe` tells other seats nothing about it while the request is `private`.

    `flags` are the options that the command line offers; `manual` has the examples for the generated pages.

    `words` turns numbers into words in plain Python, for people and front ends: see `Words`.

    `agents` names its players: see `Roster`. The random player and the search play any game.

    `most_decisions` is the most decisions that a bout can take, not counting dice: a number, or a function of a row of
    options. A longer bout raises an error that names the repeating commands, so an endless one never hangs silently. Be
    generous: a few times the longest bout that `python -m nexus_env fuzz` reports.

    `terms` is the default reward of environments and batches, as keywords of `core.rewards.read_terms`, for every
    number of seats. Missing keywords have the defaults of that function.

    Optional parts: `notation` says how positions are written; `stamp(options)` is a short hash of the cards and boards
    of a row of options, recorded in transcripts and positions; `chronicle` says what a report on agents tells about a
    bout; `ledger` says what a balance report counts; `validate(folder)` checks a user's stock files and returns
    sentences, and 0 if all is well, else 1; `rulebook` has every rule by its id; `trial` says what its checks need to
    know: see `Trial`.
    """

    name: str
    version: int  # raised when the same actions may have another result
    seats: range
    record: type[Record]  # of a bout; every number declares its range, see `machine.field_ranges`
    options_dtype: np.dtype[Any]
    actions: tuple[str, ...]  # append-only: an action keeps its number forever
    layout: tuple[NamedSlice, ...]
    read_options: Callable[..., np.ndarray[Any, Any]]  # keyword options -> a row of options_dtype
    setup: Rule
    carry_out: Rule
    write_mask: Rule
    observe: Rule
    rewards: Rule
    potential: Rule
    margin: Rule
    imagine: Rule
    words: Words
    flags: tuple[Flag, ...] = ()
    manual: Manual = NO_MANUAL
    compile_seconds: int = 60  # the approximate time of the first compilation, for the message
    invariants: Invariants | None = None
    notation: Notation = PLAIN_NUMBERS
    stamp: Callable[[np.ndarray[Any, Any]], str] | None = None
    chronicle: BoutFacts | None = None
    ledger: Ledger | None = None
    validate: Callable[[str], tuple[list[str], int]] | None = None
    rulebook: Rulebook | None = None
    agents: Roster = NO_AGENTS
    means: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict, repr=False)  # see `structure`
    terms: Mapping[str, Any] = field(default_factory=lambda: {"reward": "margin", "shaping": 1.0})
    outcomes: Outcomes = field(default_factory=Outcomes)
    most_decisions: int | Callable[[np.ndarray[Any, Any]], int] = MOST_DECISIONS
    trial: Trial = NO_TRIAL
    agents_since: int = 0  # the oldest version whose agents can play this one; 0: only this version's own
    ranges: tuple[Ranged, ...] = field(init=False, repr=False, compare=False)  # the range of each number of the record

    def __post_init__(self) -> None:
        """Raise a `TypeError` for a wrong part, or a record with a number without a range."""
        refuse_wrong(self, KINDS, Words)
        object.__setattr__(self, "ranges", ranges_of(self.record))

    def __reduce__(self) -> Any:
        """Pickle the place from which the game can be imported; a `PicklingError` if there is none."""
        return whereabouts.fetch, whereabouts.of(self, self.record.__module__)

    def __deepcopy__(self, _memo: Any) -> "Game":
        """The game itself, since it is immutable."""
        return self

    @property
    def dtype(self) -> np.dtype[Any]:
        """The layout of the bout's record."""
        return self.record.dtype

    def most_decisions_with(self, options: np.ndarray[Any, Any]) -> int:
        """The most decisions that a bout with these options can take, not counting dice; `options` is a row."""
        return self.most_decisions if isinstance(self.most_decisions, int) else int(self.most_decisions(options))

    @property
    def observation_size(self) -> int:
        """The length of the observation vector."""
        return sum(piece.length for piece in self.layout)

    @property
    def observation_scales(self) -> NDArray[np.float32]:
        """The factors that bring the numbers of the observation to about -1 … 1, float32 [size]."""
        return np.concatenate([np.resize(np.array(piece.scale, np.float32), piece.length) for piece in self.layout])

    @property
    def observation_bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the greatest value of each scaled number of the observation, both float32 [size]."""
        spans = np.array([span for piece in self.layout for span in piece.spans], np.float32)
        low, high = spans.T * self.observation_scales
        return low, high

    @property
    def action_stamp(self) -> str:
        """A short hash of the action table, stored in every checkpoint; a mismatch is refused."""
        return _stamp("\n".join(self.actions))

    @property
    def observation_stamp(self) -> str:
        """A short hash of the observation's layout."""
        return _stamp("\n".join(f"{piece.name} {piece.length} {piece.scale}" for piece in self.layout))

    @property
    def stamps(self) -> dict[str, str]:
        """The stamps that a trained agent must share: the game's version and the two hashes."""
        return {
            "game": f"{self.name}-v{self.version}",
            "actions": self.action_stamp,
            "observation": self.observation_stamp,
        }

    @property
    def versions_of_agents(self) -> tuple[str, ...]:
        """The versions of the game, as in `stamps`, whose agents can play this one."""
        oldest = self.agents_since or self.version
        return tuple(f"{self.name}-v{version}" for version in range(oldest, self.version + 1))


def _is_limit(part: Any) -> bool:
    return callable(part) or (type(part) is int and part > 0)


KINDS: Mapping[str, tuple[Kind, str]] = {
    "record": (lambda part: isinstance(part, type) and issubclass(part, Record), "a record, see `machine.record`"),
    "layout": (all_of(NamedSlice, least=1), "a tuple of at least one NamedSlice"),
    "flags": (all_of(Flag), "a tuple of Flag"),
    "manual": (Manual, "a Manual"),
    "compile_seconds": ((lambda part: isinstance(part, int | float) and part >= 0), "a number of seconds"),
    "invariants": (either(Invariants), "Invariants, or None"),
    "notation": (Notation, "a Notation"),
    "stamp": (either(callable), "a function, or None"),
    "chronicle": (either(BoutFacts), "a BoutFacts, or None"),
    "ledger": (either(Ledger), "a Ledger, or None"),
    "validate": (either(callable), "a function, or None"),
    "rulebook": (either(Rulebook), "a Rulebook, or None"),
    "most_decisions": (_is_limit, "a number of decisions from 1 up, or a function of a row of options"),
    "agents": (Roster, "a Roster"),
    "trial": (Trial, "a Trial"),
    "terms": (Mapping, "a mapping of keywords of `core.rewards.read_terms`"),
}
"""The type of each part of a game, and its description in errors; see `parts.PLAIN` for the others."""


def _stamp(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


_GAMES: dict[str, Game] = {}  # by the identity of the record


def register(game: Game) -> Game:
    """Make `game` known to `contract.rules`, and return it.

    Raises:
        ValueError: another game has the same record.
    """
    identity = identity_of(game.dtype)
    if (other := _GAMES.setdefault(identity, game)) is not game:
        raise InputError(f"game {game.name!r}: got the record {identity} of {other.name!r}; expected its own.")
    carried_out_by(game.record, game.carry_out)
    laws = (game.invariants.broken, game.invariants.unplayable) if game.invariants else ()
    rules = (game.setup, game.carry_out, game.write_mask, game.observe, game.rewards, game.potential, game.margin)
    for tell in LISTENERS:
        tell(game)
    bind(identity, [game.record.__module__, *(rule.__module__ for rule in (*rules, game.imagine, *laws))])
    return game


def game_of(dtype: np.dtype[Any]) -> Game:
    """The game whose bouts have this record."""
    return _GAMES[identity_of(dtype)]
