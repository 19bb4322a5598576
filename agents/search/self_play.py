"""Compiled bouts of any game, for training small networks and measuring searches.

Scripted policies of the game and a trained network play each other. `policy(player, seen, mask, generator)` gives the
action of the scripted player of that number. A game that has such players names a module with a `Cast` of them (see
`nexus_env.agents.search.cast`, `Roster.cast`); otherwise random play takes their seats.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.agent import AgentError
from nexus_env.agents.level import network_of
from nexus_env.agents.model_files import card_of
from nexus_env.agents.search.policy_network import Network, no_network, read_network, weigh_actions
from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.core.endless import UNNAMED, Endless
from nexus_env.core.policy_bank import only_action
from nexus_env.core.slots import Rows, copy_of, rows_of
from nexus_env.kit.dice import Generator, draw_below, draw_seed, draw_word, seed_generator
from nexus_env.kit.tape import COMMAND, NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.system.wording import spoken

TRAINED = -1  # the network, as the number of a player
UNTRAINED = 0  # as the network's seat count: it never plays
TRAINED_IN = 3  # in bouts with the network, one in this many players is scripted
DRAWS_IN = 3  # in one of this many bouts, the network samples its actions
BLUNDERS = np.array((0, 0, 3, 15))  # percent of all decisions in a bout
MOST_A_BOUT = 4000  # rows
SURE = 254  # in a lesson, a legal action has the value 1 + this times its probability
LATEST = 48  # one of the network's first choices is searched; bouts with fewer are replaced


class Stage(NamedTuple):
    """The players of a bout, and memory to play it in."""

    bouts: Any  # two rows of the game's record
    generators: Any  # one row
    network: Network
    cast: Any  # int64 [scripted]: the numbers of the scripted players, equally likely
    players: Any  # int64 [seats]: the player of each seat
    mask: Any  # int8 [actions]
    sight: Any  # int8 [size]: the observation of a seat
    likely: Any  # float32 [actions]
    values: Any  # float32 [seats]: the result of a bout
    most: int  # decisions of a bout


def make_stage(game: Game, network: Network | None, numbers: Sequence[int]) -> Stage:
    """A stage for `network`, if there is one, and the scripted players of these numbers."""
    actions, seats = len(game.actions), max(game.seats)
    return Stage(
        bouts=rows_of(game.dtype, 2),
        generators=rows_of(Generator.dtype, 1),
        network=network or no_network(game),
        cast=np.array(numbers, np.int64),
        players=np.zeros(seats, np.int64),
        mask=np.zeros(actions, np.int8),
        sight=np.zeros(game.observation_size, np.int8),
        likely=np.zeros(actions, np.float32),
        values=np.zeros(seats, np.float32),
        most=max(game.most_decisions_with(row) for row in options_of(game, game.seats)),
    )


def duel_of(game: Game) -> int:
    """The smallest seat count of a game, with which most bouts for training and measuring are played."""
    return min(game.seats)


def options_of(game: Game, numbers: Iterable[int]) -> Rows:
    """The rows of options, for each of these seat counts, with which small networks are taught: see `Roster.taught`."""
    taught = game.agents.taught or (game.agents.rules,)
    rows = [game.read_options(**{**rules, "seats": seats}) for seats in numbers for rules in taught]
    return copy_of(np.concatenate(rows))


def read_duelist(game: Game, player: Path | None = None) -> Network:
    """Read the network that plays with the fewest seats: from an ONNX file, by default that of the game's levels.

    Raises:
        AgentError: it is not a network of this game, or its card says that it was made for another seat count.
    """
    if player is None and game.agents.levels is None:
        raise AgentError(f"--player: got none; expected the file of a network: {game.name} has no levels.")
    path = player or network_of(game, duel_of(game))
    network, card = read_network(path, game), card_of(path)
    for key in ("config", "rules"):  # the card of a run names its options; that of a level its seat count
        card = card[key] if isinstance(card.get(key), dict) else card
    seats = card.get("seats", duel_of(game))
    if seats != duel_of(game):
        expected = f"one that plays with {duel_of(game)}"
        raise AgentError(f"{path}: got a network for {spoken(seats)} seats; expected {expected}.")
    return network


# --- who plays --------------------------------------------------------------------------------------------------------


@compiled
def assign(stage: Stage, seats: int, generator: Any, trained: bool) -> None:
    """Draw the player of each seat; the network is among them if it is `trained` for this seat count."""
    for seat in range(seats):
        if trained and draw_below(generator, TRAINED_IN) > 0:
            stage.players[seat] = TRAINED
        else:
            stage.players[seat] = stage.cast[draw_below(generator, stage.cast.shape[0])]


@compiled
def one_less(left: int) -> int:
    """The decisions that a bout may still take, after one more.

    Raises:
        Endless: there were none left.
    """
    if left <= 0:
        raise Endless(UNNAMED)
    return left - 1


@compiled
def decide(stage: Stage, bout: Any, player: int, generator: Any, policy: Any, drawing: bool) -> int:
    """The action that a scripted player, or the network, takes among the legal ones in the mask."""
    rules.observe(bout, bout.table.request.seat, stage.sight)
    if player != TRAINED:
        return int(policy(player, stage.sight, stage.mask, generator))
    weigh_actions(stage.network, stage.sight, stage.mask, stage.likely)
    return pick(stage.likely, stage.mask, generator, drawing=drawing)


@compiled
def pick(likely: Any, mask: Any, generator: Any, drawing: bool) -> int:
    """The most probable action, or one sampled by these probabilities if `drawing`."""
    found, aim = int(np.argmax(likely)), draw_word(generator) / 4294967296.0
    if drawing:
        for action in range(mask.shape[0]):
            if likely[action] > 0 and aim >= 0:
                found = action
                aim -= likely[action]
    return found


@compiled
def any_of(mask: Any, generator: Any) -> int:
    """A random legal action."""
    left = draw_below(generator, mask.sum())
    action = 0
    while left > 0 or mask[action] == 0:
        left -= mask[action]
        action += 1
    return action


# --- what became of positions -----------------------------------------------------------------------------------------


@compiled
def collect_ends(stage: Stage, options: Any, duel: int, seed: int, seen: Any, ends: Any, policy: Any) -> int:
    """Play bouts until the rows are filled or the next bout might not fit; returns the number of filled rows.

    Args:
        stage: who plays.
        options: rows of options, equally likely.
        duel: the seat count with which the network plays, too.
        seed: seeds all randomness.
        seen: int8 [n, size]; filled with observations of a seat.
        ends: float32 [n, 3]; filled with that seat's results: won, lost, margin.
        policy: that of the scripted players.
    """
    generator, bout, rows = stage.generators[0], stage.bouts[0], 0
    bout.silent = 1
    seed_generator(generator, seed)
    while rows + MOST_A_BOUT <= seen.shape[0]:
        rules.setup(bout, options[draw_below(generator, options.shape[0])], draw_seed(generator), 0)
        rows = see_ends(stage, bout, duel, generator, seen, ends, rows, policy)
    return rows


@compiled
def see_ends(stage: Stage, bout: Any, duel: int, generator: Any, seen: Any, ends: Any, first: int, policy: Any) -> int:
    """Play a bout and fill rows from `first` on; returns the first free row."""
    assign(stage, bout.table.seats, generator, trained=bout.table.seats == duel)
    blunders, drawing = BLUNDERS[draw_below(generator, BLUNDERS.shape[0])], draw_below(generator, DRAWS_IN) == 0
    turn, row, left = NOBODY, first, stage.most
    while bout.table.request.seat != NOBODY:
        seat = bout.table.request.seat
        if bout.table.request.question == COMMAND and seat != turn:
            turn = seat
            if draw_below(generator, 2) == 0 and row + bout.table.seats <= seen.shape[0]:
                for other in range(bout.table.seats):
                    rules.observe(bout, other, seen[row])
                    ends[row, 0] = other
                    row += 1
        rules.write_mask(bout, stage.mask)
        action = only_action(stage.mask)
        if action < 0:
            action = decide(stage, bout, stage.players[seat], generator, policy, drawing=drawing)
            if draw_below(generator, 100) < blunders:
                action = any_of(stage.mask, generator)
        rules.play(bout, action)
        left = one_less(left)
    rules.rewards(bout, stage.values)
    for filled in range(first, row):
        seat = int(ends[filled, 0])
        ends[filled, 0], ends[filled, 1] = max(stage.values[seat], 0.0), max(-stage.values[seat], 0.0)
        ends[filled, 2] = rules.margin(bout, seat)
    return row


# --- lessons ----------------------------------------------------------------------------------------------------------


@compiled
def collect_lessons(stage: Stage, options: Any, seed: int, seen: Any, lessons: Any, policy: Any) -> None:
    """Play until all rows are filled.

    Args:
        stage: who plays; the network is the teacher and plays, too.
        options: rows of options, equally likely.
        seed: seeds all randomness.
        seen: int8 [n, size]; filled with observations of a seat.
        lessons: uint8 [n, actions]; filled with 0 for illegal actions, and 1 to 1 + `SURE` for legal ones, by
            probability.
        policy: that of the scripted players.
    """
    generator, bout, row = stage.generators[0], stage.bouts[0], 0
    bout.silent = 1
    seed_generator(generator, seed)
    while row < seen.shape[0]:
        rules.setup(bout, options[draw_below(generator, options.shape[0])], draw_seed(generator), 0)
        row = see_lessons(stage, bout, generator, seen, lessons, row, policy)


@compiled
def see_lessons(stage: Stage, bout: Any, generator: Any, seen: Any, lessons: Any, first: int, policy: Any) -> int:
    """Play a bout and fill rows from `first` on; returns the first free row."""
    row, mask, sight, likely, left = first, stage.mask, stage.sight, stage.likely, stage.most
    assign(stage, bout.table.seats, generator, trained=True)
    drawing, blunders = draw_below(generator, DRAWS_IN) == 0, BLUNDERS[draw_below(generator, BLUNDERS.shape[0])]
    while bout.table.request.seat != NOBODY and row < seen.shape[0]:
        seat = bout.table.request.seat
        rules.write_mask(bout, mask)
        action = only_action(mask)
        if action < 0:
            rules.observe(bout, seat, sight)
            weigh_actions(stage.network, sight, mask, likely)
            if draw_below(generator, 2) == 0:
                seen[row] = sight
                for place in range(mask.shape[0]):
                    lessons[row, place] = int(mask[place]) * int(1.5 + SURE * likely[place])
                row += 1
            if stage.players[seat] == TRAINED:
                action = pick(likely, mask, generator, drawing=drawing)
            else:
                action = policy(stage.players[seat], sight, mask, generator)
            if draw_below(generator, 100) < blunders:
                action = any_of(mask, generator)
        rules.play(bout, action)
        left = one_less(left)
    return row


# --- decisions to search in -------------------------------------------------------------------------------------------


@compiled
def play_to(stage: Stage, bout: Any, me: int, rival: int, choices: int, policy: Any) -> bool:
    """Play until `me`, the network's seat, faces a choice after `choices` others; False if the bout ends."""
    made, generator, left = 0, stage.generators[0], stage.most
    while bout.table.request.seat != NOBODY:
        seat = bout.table.request.seat
        rules.write_mask(bout, stage.mask)
        action = only_action(stage.mask)
        if action < 0:
            if seat == me and made == choices:
                return True
            made += seat == me
            action = decide(stage, bout, TRAINED if seat == me else rival, generator, policy, drawing=False)
        rules.play(bout, action)
        left = one_less(left)
    return False


@compiled
def find_decision(stage: Stage, options: Any, facts: Any, policy: Any) -> None:
    """Play bouts up to a decision of the network, and leave that position in the second row of the stage.

    `facts` int64 [3] receives its seat, the rival's, and the action that the network would choose.
    """
    found, bout, generator = False, stage.bouts[1], stage.generators[0]
    bout.silent = 1
    while not found:
        rules.setup(bout, options, draw_seed(generator), 0)
        facts[0] = draw_below(generator, int(bout.table.seats))
        facts[1] = stage.cast[draw_below(generator, stage.cast.shape[0])]
        found = play_to(stage, bout, facts[0], facts[1], draw_below(generator, LATEST), policy)
    facts[2] = decide(stage, bout, TRAINED, generator, policy, drawing=False)


@compiled
def count_wins(stage: Stage, action: int, facts: Any, count: int, policy: Any) -> int:
    """The number of bouts, of `count`, that the network wins after `action` in the position of the second row."""
    wins, me, bout, generator = 0, facts[0], stage.bouts[0], stage.generators[0]
    for _ in range(count):
        stage.bouts[0] = stage.bouts[1]
        seed_generator(bout.tape.generator, draw_seed(generator))
        rules.play(bout, action)
        play_to(stage, bout, me, facts[1], -1, policy)
        rules.rewards(bout, stage.values)
        wins += stage.values[me] > 0
    return wins
