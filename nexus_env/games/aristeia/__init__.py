"""Aristeia!, an unofficial implementation: assembled here, nothing else."""

from pathlib import Path

from nexus_env.contract.game import Game, Invariants, register
from nexus_env.contract.rulebook import Rulebook
from nexus_env.games.aristeia.cards.stock import stamp, validate
from nexus_env.games.aristeia.checks.balance_facts import LEDGER
from nexus_env.games.aristeia.checks.invariants import broken, unplayable
from nexus_env.games.aristeia.checks.laws import FIELDS, LAWS
from nexus_env.games.aristeia.checks.report_facts import CHRONICLE
from nexus_env.games.aristeia.checks.variety import variety
from nexus_env.games.aristeia.learning.layout import LAYOUT
from nexus_env.games.aristeia.learning.observation import observe
from nexus_env.games.aristeia.learning.reward import margin, potential, rewards
from nexus_env.games.aristeia.roster import ROSTER
from nexus_env.games.aristeia.rules.actions import NAMES, TABLE
from nexus_env.games.aristeia.rules.bout import SEATS, Bout, Options
from nexus_env.games.aristeia.rules.commands import carry_out
from nexus_env.games.aristeia.rules.imagination import imagine, setup
from nexus_env.games.aristeia.rules.mask import write_mask
from nexus_env.games.aristeia.rules.options import Agreement, read_options
from nexus_env.games.aristeia.words import words
from nexus_env.games.aristeia.words.manual import MANUAL
from nexus_env.games.aristeia.words.notation import NOTATION
from nexus_env.kit.options import flags_of

ARISTEIA = register(
    Game(
        name="aristeia",
        version=2,
        agents_since=1,
        seats=range(SEATS, SEATS + 1),
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
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=words,
        flags=flags_of(Agreement),
        manual=MANUAL,
        stamp=stamp,
        compile_seconds=50,
        notation=NOTATION,
        invariants=Invariants(broken, unplayable, LAWS, FIELDS, variety),
        chronicle=CHRONICLE,
        ledger=LEDGER,
        validate=validate,
        rulebook=Rulebook("aristeia", Path(__file__).parent, "A"),
        agents=ROSTER,
    )
)
