"""NEXUS: Arena Combat System, an unofficial implementation: assembled here, nothing else."""

from nexus_env.contract import Game, Invariants, register
from nexus_env.games.nexus import words
from nexus_env.games.nexus.actions import NAMES
from nexus_env.games.nexus.agreement import read_options
from nexus_env.games.nexus.bout import SEATS, Bout, Options
from nexus_env.games.nexus.chronicle import CHRONICLE
from nexus_env.games.nexus.commands import play, write_mask
from nexus_env.games.nexus.imagination import imagine, setup
from nexus_env.games.nexus.invariants import FIELDS, LAWS, broken, unplayable
from nexus_env.games.nexus.notation import NOTATION
from nexus_env.games.nexus.observation import LAYOUT, observe
from nexus_env.games.nexus.reward import margin, potential, rewards
from nexus_env.games.nexus.stock import stamp
from nexus_env.games.nexus.variety import variety

NEXUS = register(
    Game(
        name="nexus",
        version=3,
        agents_since=2,
        seats=range(2, SEATS + 1),
        record=Bout,
        options_dtype=Options.dtype,
        actions=NAMES,
        layout=LAYOUT,
        read_options=read_options,
        setup=setup,
        play=play,
        write_mask=write_mask,
        observe=observe,
        rewards=rewards,
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=words,
        stamp=stamp,
        compile_seconds=60,
        notation=NOTATION,
        invariants=Invariants(broken, unplayable, LAWS, FIELDS, variety),
        chronicle=CHRONICLE,
    )
)
