"""A small whole game under the contract, laid out as a game is: the generic layers are tested with it.

Each seat holds a hidden number from 1 to 6, one parry, a few cards and two units on a board of seven hexagons. The
seats take turns for a number of rounds; most points win.

- `rest` scores a point. Where that was agreed, the next seat, if its number is the lucky one, may show it, and the rest
  scores nothing: a question that a hidden thing opens.
- `strike` puts a die and the own number against a die and the number of the next seat, and scores two points if it is
  higher. Between the two dice the struck seat may spend its parry, which adds three: a question that can suspend.
- `swap` rolls a new hidden number.
- `yield` ends the bout at once; it is legal only for a seat that is behind.
- `move` takes a unit to a free cell beside it; the middle scores a point.
- `fight` rolls dice with symbols against a unit beside the own one; one of several is chosen.
- `draw` and `play` are about cards.
- `auction` has all seats bid in secret, and the highest bid scores itself, if nobody else bids as much.

A `bare` bout has neither board nor cards.
"""

from pathlib import Path

from nexus_env.contract.game import Game, register
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.contract.roster import RANDOM, Roster, Scripted
from nexus_env.contract.rulebook import Rulebook
from nexus_env.kit.options import flags_of
from toy import words
from toy.actions import (
    ACTIONS,
    AUCTION,
    BID,
    DRAW,
    FIGHT,
    MOVE,
    NO,
    PLAY,
    REST,
    STRIKE,
    SWAP,
    TABLE,
    TARGET,
    YES,
    YIELD,
)
from toy.bout import LUCKY_NUMBER, MOST_COMMANDS, SEATS, Bout, Options, Purpose, Question
from toy.checks import CHRONICLE, INVARIANTS, LEDGER, NOTATION
from toy.commands import carry_out, setup
from toy.learning import LAYOUT, margin, observe, potential, rewards
from toy.log import Event
from toy.options import Agreement, read_options
from toy.rules import imagine, write_mask
from toy.sentences import sentences
from toy.trial import TRIAL

__all__ = [
    "ACTIONS",
    "AUCTION",
    "BARE",
    "BID",
    "DRAW",
    "FIGHT",
    "GAME",
    "LOSERS_GAME",
    "LUCKY",
    "LUCKY_NUMBER",
    "MOVE",
    "NO",
    "PARRY",
    "PLAY",
    "REST",
    "SEATS",
    "STRIKE",
    "SWAP",
    "TARGET",
    "YES",
    "YIELD",
    "Bout",
    "Event",
    "Options",
    "Purpose",
    "Question",
    "read_options",
    "sentences",
]

PARRY, LUCKY = Question.PARRY, Question.LUCKY
BARE = {"bare": True}
"""Options for a bout of numbers, parries and points alone."""
LOSERS_GAME = {"seats": 2, "rounds": 1, "last_wins": True, **BARE}
"""Options for a bout of two decisions: `player_0` moves, `player_1` moves and wins. The loser never moves again."""

ROSTER = Roster(
    scripted={
        "greedy": Scripted("toy.agents:greedy", "the most points at once"),
        "sensible": Scripted("toy.agents:sensible", "points that are sure, and parries"),
    },
    rivals=("sensible", RANDOM),
    opponents=(RANDOM, "greedy"),
    rules={"rounds": 4, "lucky": True},
)

GAME = register(
    Game(
        name="toy",
        version=1,
        seats=range(2, SEATS + 1),
        record=Bout,
        options_dtype=Options.dtype,
        actions=ACTIONS,
        means=TABLE.means,
        layout=LAYOUT,
        read_options=read_options,
        setup=setup,
        carry_out=carry_out,
        write_mask=write_mask,
        observe=observe,
        rewards=rewards,
        outcomes=Outcomes(zero_sum=False, shared=Shared.NOTHING),
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=words,
        flags=flags_of(Agreement),
        compile_seconds=20,
        notation=NOTATION,
        invariants=INVARIANTS,
        chronicle=CHRONICLE,
        ledger=LEDGER,
        rulebook=Rulebook("toy", Path(__file__).parent, "T"),
        agents=ROSTER,
        most_decisions=MOST_COMMANDS * (1 + SEATS),  # a command, and at most an answer of each seat: its bid
        trial=TRIAL,
    )
)
