"""NEXUS: Arena Combat System, an unofficial implementation: assembled here, nothing else."""

from pathlib import Path

from nexus_env.contract.game import Game, Invariants, register
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.contract.rulebook import Rulebook
from nexus_env.games.nexus.cards.stock import stamp, validate
from nexus_env.games.nexus.checks.balance_facts import LEDGER
from nexus_env.games.nexus.checks.invariants import broken, unplayable
from nexus_env.games.nexus.checks.laws import FIELDS, LAWS
from nexus_env.games.nexus.checks.report_facts import CHRONICLE
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.learning.layout import LAYOUT
from nexus_env.games.nexus.learning.observation import observe
from nexus_env.games.nexus.learning.reward import margin, potential, rewards
from nexus_env.games.nexus.roster import ROSTER
from nexus_env.games.nexus.rules.actions import NAMES, TABLE
from nexus_env.games.nexus.rules.bout import SEATS, Bout, Options
from nexus_env.games.nexus.rules.commands import carry_out
from nexus_env.games.nexus.rules.imagination import imagine, setup
from nexus_env.games.nexus.rules.mask import write_mask
from nexus_env.games.nexus.rules.options import Agreement, read_options
from nexus_env.games.nexus.words import words
from nexus_env.games.nexus.words.manual import MANUAL
from nexus_env.games.nexus.words.notation import NOTATION
from nexus_env.kit.options import flags_of

NEXUS = register(
    Game(
        name="nexus",
        version=4,
        agents_since=2,
        seats=range(2, SEATS + 1),
        record=Bout,
        options_dtype=Options.dtype,
        actions=NAMES,
        means=TABLE.means,
        layout=LAYOUT,
        read_options=read_options,
        setup=setup,
        carry_out=carry_out,
        write_mask=write_mask,
        observe=observe,
        rewards=rewards,
        outcomes=Outcomes(shared=Shared.SPLIT),
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=words,
        flags=flags_of(Agreement),
        manual=MANUAL,
        stamp=stamp,
        compile_seconds=60,
        notation=NOTATION,
        invariants=Invariants(broken, unplayable, LAWS, FIELDS, variety),
        chronicle=CHRONICLE,
        ledger=LEDGER,
        validate=validate,
        rulebook=Rulebook("nexus", Path(__file__).parent),
        agents=ROSTER,
    )
)
