"""Random legal play over a wide variety of bouts, to find violated invariants, called laws here.

A game's own laws are its `Invariants`. General laws are checked for every game: a seat can always act, the tape never
runs full, every number is in its declared range, and every bout ends within the decisions that the game states. Each
bout has a taste: it avoids some kinds of actions and prefers others, so that random play reaches unusual positions. In
some bouts the players are stubborn: each always takes the action that it likes best of the legal ones. A bout is
identified by its case number, which gives the options, and its seed; together they replay it.
"""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from nexus_env.contract import registry, rules
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.endless import RECENT, repeated
from nexus_env.core.rewards import Terms
from nexus_env.core.trust_check import out_of_range
from nexus_env.kit import happenings
from nexus_env.kit.dice import Generator, draw_below, draw_seed, seed_generator
from nexus_env.kit.tape import CHANCE, LENGTH, NOBODY
from nexus_env.machine.compiled import announced, compiled
from nexus_env.system.processes import is_done_here, pool
from nexus_env.system.wording import InputError
from nexus_env.tools.range_checks import START, Watched, all_within, watch

LONGEST = 2_000_000  # the most decisions of a bout, dice included, if the game states no fewer
CASE = 100_000  # decisions of a case, which has fixed options
FEWEST = 12  # cases of a short run: other seats, other options
DICTATED = 8  # one in this many cases has dictated dice, where each die is a decision
MOST_SHOWN, NAMED = 100, 8  # the most actions shown for a breach, by number and by name
STUBBORN = 8  # in one of so many bouts the players are stubborn
PRIME = 65_521  # how much they like an action is a number below this
WATCHED_IN = 16  # the ranges of numbers are checked at one of so many decisions, and at all of them once one is outside
NOBODY_CAN, TAPE_FULL, ENDLESS, NOBODYS_TURN, OUTSIDE = -1, -2, -3, -4, -5
MACHINERY = {
    NOBODY_CAN: "The seat that is asked has a legal action.",
    TAPE_FULL: f"The tape of a command has fewer than {LENGTH} entries.",
    ENDLESS: "A bout ends within the most decisions that its game states.",
    NOBODYS_TURN: "A seat of the bout is asked, or chance, or nobody.",
    OUTSIDE: "Every number is in its declared range.",
}
TASTES = (0, 1, 1, 1, 1, 6)  # possible weights of a kind of action
# The entries of `tally`.
DECISIONS, BOUTS, MOST_DECISIONS, MOST_TAPE, MOST_TOLD, SEED = range(6)


@dataclass(frozen=True)
class Breach:
    """A broken law: the bout, and how to replay it."""

    law: str
    case: int
    dictated: bool
    seed: int
    options: dict[str, Any]
    actions: list[int]


@dataclass
class Summary:
    """The counts of a run."""

    decisions: int = 0
    bouts: int = 0
    cases: int = 0
    most_decisions: int = 0
    most_tape: int = 0
    most_told: int = 0
    seconds: float = 0.0
    breaches: list[Breach] = field(default_factory=list)

    def add(self, tally: Any, breach: Breach | None) -> None:
        """Add one case."""
        self.decisions += int(tally[DECISIONS])
        self.bouts += int(tally[BOUTS])
        self.cases += 1
        self.most_decisions = max(self.most_decisions, int(tally[MOST_DECISIONS]))
        self.most_tape = max(self.most_tape, int(tally[MOST_TAPE]))
        self.most_told = max(self.most_told, int(tally[MOST_TOLD]))
        if breach is not None:
            self.breaches.append(breach)


# --- one bout ---------------------------------------------------------------------------------------------------------


class FuzzedPlay(NamedTuple):
    """Data that all bouts of a process share."""

    kinds: Any  # int64 [actions, 2]: see `kinds_of`
    likings: Any  # int64 [kinds]: the taste of the bout
    ranks: Any  # int64 [actions]: how much stubborn players like each; 0 if they are not stubborn
    actions: Any  # int16 [n]: what has been played
    tally: Any  # int64 [6]


@compiled
def play_bout(rows: Any, env_config: Any, seed: int, play: FuzzedPlay, watched: Watched, watched_in: int) -> int:
    """Play a bout from `seed` to its end or to the first broken law; returns that law, or 0.

    The ranges of numbers are checked at one of `watched_in` decisions, and at the end.
    """
    slot, tally = rows[0], play.tally
    rules.setup(slot.bout, env_config[0].options, seed, env_config[0].dictated)
    seed_generator(slot.generator, seed)
    draw_taste(slot.generator, play.likings, play.ranks)
    law, decisions, asked = 0, 0, 0
    for decision in range(play.actions.shape[0]):
        rules.write_mask(slot.bout, slot.mask)
        law = law_broken_by(slot)
        decisions, seat = decision, slot.bout.table.request.seat
        tally[MOST_TAPE] = max(tally[MOST_TAPE], slot.bout.tape.length)
        tally[MOST_TOLD] = max(tally[MOST_TOLD], slot.bout.told)
        if law == 0 and ((decision + seed) % watched_in == 0 or seat == NOBODY) and not all_within(watched):
            law = OUTSIDE
        asked += seat != CHANCE
        if law != 0 or seat == NOBODY or asked > env_config[0].most:
            break
        play.actions[decision] = choose(slot, play)
        rules.play(slot.bout, play.actions[decision])
        decisions = decision + 1
    if law == 0 and slot.bout.table.request.seat != NOBODY:
        law = ENDLESS
    tally[DECISIONS] += decisions
    tally[BOUTS] += 1
    tally[MOST_DECISIONS] = max(tally[MOST_DECISIONS], asked - 1)
    return int(law)


@compiled
def law_broken_by(slot: Any) -> int:
    """The first law that does not hold for the bout at this moment, or 0."""
    table = slot.bout.table
    seat = table.request.seat
    if seat != NOBODY and seat != CHANCE and (seat < 0 or seat >= table.seats):
        return NOBODYS_TURN
    if slot.bout.tape.length >= LENGTH:
        return TAPE_FULL
    if seat != NOBODY and how_many_legal(slot.mask) == 0:
        return NOBODY_CAN
    return int(rules.broken(slot.bout))


@compiled
def how_many_legal(mask: Any) -> int:
    """The number of legal actions."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    return legal


@compiled
def draw_taste(generator: Any, likings: Any, ranks: Any) -> None:
    """Draw the taste of a bout; every fourth bout has none."""
    plain = draw_below(generator, 4) == 0
    for kind in range(likings.shape[0]):
        likings[kind] = 1 if plain else TASTES[draw_below(generator, len(TASTES))]
    stubborn = draw_below(generator, STUBBORN) == 0
    for action in range(ranks.shape[0]):
        ranks[action] = 1 + draw_below(generator, PRIME - 1) if stubborn else 0


@compiled
def choose(slot: Any, play: FuzzedPlay) -> int:
    """Choose a legal action by the taste of the bout; any if it likes none; dice are fair.

    An action weighs less the more actions its kind has, or kinds with many variants would dominate.
    """
    mask, kinds, likings = slot.mask, play.kinds, play.likings
    total, seat = 0, slot.bout.table.request.seat
    is_die = seat == CHANCE
    if play.ranks[0] > 0 and not is_die:
        return favorite(mask, play.ranks, seat)
    for action in range(mask.shape[0] if not is_die else 0):
        total += mask[action] * kinds[action, 1] * likings[kinds[action, 0]]
    liked = total > 0
    chosen = draw_below(slot.generator, total if liked else how_many_legal(mask))
    for action in range(mask.shape[0]):
        if mask[action]:
            chosen -= kinds[action, 1] * likings[kinds[action, 0]] if liked else 1
            if chosen < 0:
                return action
    return 0


@compiled
def favorite(mask: Any, ranks: Any, seat: int) -> int:
    """The legal action that a stubborn player likes best; each seat has a taste of its own."""
    best, found = -1, 0
    for action in range(mask.shape[0]):
        rank = (ranks[action] * (seat + 1)) % PRIME
        if mask[action] and rank > best:
            best, found = rank, action
    return found


@compiled
def play_case(rows: Any, env_config: Any, generators: Any, wanted: int, play: FuzzedPlay, watched: Watched) -> int:
    """Play bouts until `wanted` decisions are made or a law is broken; returns that law, or 0."""
    for _ in range(wanted):
        if play.tally[DECISIONS] >= wanted:
            break
        play.tally[SEED] = draw_seed(generators[0])
        law = play_bout(rows, env_config, play.tally[SEED], play, watched, WATCHED_IN)
        if law != 0:
            return int(law)
    return 0


# --- many bouts -------------------------------------------------------------------------------------------------------


class FuzzPlayer:
    """The memory with which one process plays its bouts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rows = slots.rows_of(slots.slot_dtype(game), 1)
        self.kinds, count = kinds_of(game)
        self.likings, self.ranks = np.zeros(count, np.int64), np.zeros(len(game.actions), np.int64)
        self.actions = np.zeros(LONGEST, np.int16)

    def _play(self, tally: Any) -> FuzzedPlay:
        return FuzzedPlay(self.kinds, self.likings, self.ranks, self.actions, tally)

    def case(self, seed: int, number: int, decisions: int) -> tuple[Any, Breach | None]:
        """Play the bouts of one case; returns the counts, and the breach if there was one."""
        tally, generators = np.zeros(6, np.int64), slots.rows_of(Generator.dtype, 1)
        low, high = np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(2)
        for name, value in (("a", low), ("b", high), ("c", 0x9E3779B9), ("counter", 1)):
            generators[name] = int(value)
        options, env_config, watched = self.env_config(number)
        law = int(play_case(self.rows, env_config, generators, decisions, self._play(tally), watched))
        return tally, self.breach(law, number, int(tally[SEED]), options) if law else None

    def bout(self, number: int, seed: int) -> Breach | None:
        """Play one bout of a case, with all numbers checked at each decision; its actions remain in `actions`."""
        options, law = self.env_config(number)[0], self._again(number, seed)
        return self.breach(law, number, seed, options) if law else None

    def _again(self, number: int, seed: int) -> int:
        """Play one bout of a case, with all numbers checked at each decision; returns the broken law, or 0."""
        _, env_config, watched = self.env_config(number)
        tally = np.zeros(6, np.int64)
        law = int(play_bout(self.rows, env_config, seed, self._play(tally), watched, 1))
        self.decisions = int(tally[DECISIONS])
        return law

    def env_config(self, number: int) -> tuple[dict[str, Any], Any, Watched]:
        """The options of a case, and its row and what is watched for `play_bout`."""
        game, invariants = self.game, self.game.invariants
        options = invariants.variety(number) if invariants else {"seats": game.seats[number % len(game.seats)]}
        row = game.read_options(**options)
        env_config = slots.make_env_config(game, row, np.zeros(1, Terms.dtype), is_dictated(number))
        seats = int(row["seats"][0]) if "seats" in (row.dtype.names or ()) else game.seats[-1]
        return options, env_config, watch(game, self.rows, seats)

    def breach(self, law: int, number: int, seed: int, options: dict[str, Any]) -> Breach:
        """The broken law in words, with all that is needed to replay it; `actions` ends at the breach."""
        law = self._again(number, seed) or law
        laws = self.game.invariants.laws if self.game.invariants else ()
        words = MACHINERY[law] if law < 0 else laws[law - 1]
        actions = [int(action) for action in self.actions[: self.decisions]]
        return Breach(f"{words}{self._details(law, actions)}", number, is_dictated(number), seed, options, actions)

    def _details(self, law: int, actions: list[int]) -> str:
        """The number that is outside its range, and since when; or the actions that repeat without end."""
        if law == ENDLESS:
            return f" The last ones repeat {repeated(self.game, actions[-RECENT:])}."
        if law != OUTSIDE:
            return ""
        last = f"decision {len(actions)}, '{self.game.actions[actions[-1]]}'" if actions else "the setup"
        names = {ranged.way[-1] for ranged in self.game.ranges if ranged.way[0] != START}
        return f" {out_of_range(self.game, self.rows['bout'], names)} It is so since {last}."


def is_dictated(number: int) -> bool:
    """Whether the case has dictated dice."""
    return number % DICTATED == DICTATED - 1


def kinds_of(game: Game) -> tuple[np.ndarray[Any, Any], int]:
    """The kind of each action, by the first word of its name, and its weight within it: int64 [actions, 2]."""
    words = [name.split()[0] for name in game.actions]
    known = list(dict.fromkeys(words))
    heaviest = max(words.count(word) for word in known)
    table = [(known.index(word), max(1, heaviest // words.count(word))) for word in words]
    return np.array(table, np.int64), len(known)


def prepare(game: Game) -> None:
    """Compile what the run needs, with a message if it takes long."""
    with announced(f"{game.name}-fuzz", game.compile_seconds, record=game.record):
        FuzzPlayer(game).case(0, 0, 1)


_player: FuzzPlayer | None = None


def _play(game: Game, seed: int, number: int, decisions: int) -> tuple[Any, Breach | None]:
    """Play one case in any process."""
    global _player
    if _player is None or _player.game is not game:
        _player = FuzzPlayer(game)
    return _player.case(seed, number, decisions)


def fuzz(
    game: Game,
    decisions: int,
    seed: int = 0,
    processes: int = 1,
    case: int = CASE,
    progress: Callable[[Summary], None] = lambda summary: None,
) -> Summary:
    """Play at least `decisions` decisions over many cases; stops at the first broken law.

    Args:
        game: the game.
        decisions: the least number of decisions.
        seed: seeds all randomness, 0 or more; the bouts do not depend on the number of processes.
        processes: the number of parallel processes.
        case: the decisions of each case; fewer in a short run, which plays several cases, too.
        progress: called with the counts after each case.
    """
    for name, value, least in (("decisions", decisions, 1), ("processes", processes, 1), ("seed", seed, 0)):
        if value < least:
            raise InputError(f"{name}: got {value}; expected a whole number of at least {least}.")
    prepare(game)
    case = min(case, max(1, decisions // FEWEST))
    summary, began = Summary(), time.perf_counter()
    numbers = range(-(-decisions // case))
    with _cases(game, seed, numbers, case, processes) as played:
        for tally, breach in played:
            summary.add(tally, breach)
            summary.seconds = time.perf_counter() - began
            progress(summary)
            if breach is not None:
                break
    return summary


@contextmanager
def _cases(game: Game, seed: int, numbers: range, case: int, processes: int) -> Iterator[Iterator[Any]]:
    """Yield the results of the cases as they end."""
    if is_done_here(processes):
        yield (_play(game, seed, number, case) for number in numbers)
        return
    with pool(processes) as workers:
        futures: list[Future[Any]] = [workers.submit(_play, game, seed, number, case) for number in numbers]
        try:
            yield (future.result() for future in futures)
        finally:
            for future in futures:
                future.cancel()


# --- the command ------------------------------------------------------------------------------------------------------


def run(game: Game, decisions: int, seed: int, processes: int) -> int:
    """Play and print the result; returns 0 if every law held."""
    summary = fuzz(game, decisions, seed, processes, progress=_progress(decisions))
    print(report(game, summary))
    for breach in summary.breaches:
        print(explain(game, breach))
    return 1 if summary.breaches else 0


def again(game: Game, case: int, seed: int, last: int = 5) -> int:
    """Replay one bout of a run and print its end; returns 1 if it breaks a law."""
    player = FuzzPlayer(game)
    breach = player.bout(case, seed)
    print(f"case {case}, bout {seed}: {player.decisions} decisions, options {player.env_config(case)[0]}")
    for action in player.actions[max(0, player.decisions - last) : player.decisions]:
        print(f"  {int(action):3}  {game.words.action(int(action))}")
    bout = player.rows["bout"][0]
    print(game.words.board(bout))
    print(game.words.question(bout))
    print(f"Violated: {breach.law}" if breach else "Every invariant holds.")
    return 1 if breach else 0


def report(game: Game, summary: Summary) -> str:
    """The counts of a run, in a few lines."""
    rate = summary.decisions / max(1e-9, summary.seconds)
    laws = len(MACHINERY) + (len(game.invariants.laws) if game.invariants else 0)
    broken = f"{len(summary.breaches)} VIOLATED" if summary.breaches else "none violated"
    return (
        f"{game.name}-v{game.version}: {summary.decisions:,} decisions in {summary.bouts:,} bouts of "
        f"{summary.cases:,} cases, {summary.seconds:,.0f} s, {rate:,.0f} a second\n"
        f"invariants: {laws}, {broken}\n"
        f"longest bout {summary.most_decisions:,} decisions; fullest tape {summary.most_tape} of {LENGTH}; "
        f"most happenings of a command {summary.most_told} of {happenings.MOST}"
    )


def explain(game: Game, breach: Breach) -> str:
    """A breach and how to replay it, with the last actions only if there are many."""
    actions, left_out = breach.actions[-MOST_SHOWN:], max(0, len(breach.actions) - MOST_SHOWN)
    named = ", ".join(game.actions[action] for action in actions[-NAMED:])
    return (
        f"\nVIOLATED: {breach.law}\n"
        f"options: {breach.options}{'; every die is dictated' if breach.dictated else ''}\n"
        f"actions: {f'{left_out} and then ' if left_out else ''}{' '.join(map(str, actions))}\n"
        f"{'dice are among them' if breach.dictated else f'the last: {named}'}\n"
        f"again:   python -m nexus_env fuzz --case {breach.case} --bout {breach.seed} --game {registry.name_of(game)}"
    )


def _progress(decisions: int) -> Callable[[Summary], None]:
    """A progress line on stderr, about once a second, in terminals only."""
    watched, last = sys.stderr.isatty(), [0.0]
    pause = 1.0 if watched else 60.0

    def tell(summary: Summary) -> None:
        if summary.seconds - last[0] < pause:
            return
        last[0] = summary.seconds
        part = min(1.0, summary.decisions / decisions)
        left = summary.seconds * (1 - part) / part
        text = f"{summary.decisions:,} decisions, {part:.0%}; about {left / 60:.1f} minutes left"
        print(f"\r{text}   " if watched else text, end="" if watched else "\n", file=sys.stderr, flush=True)
        if watched and part == 1.0:
            print(file=sys.stderr)

    return tell
