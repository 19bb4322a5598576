"""Aristeia!, an unofficial implementation: assembled here, nothing else."""

from nexus_env.contract.assembly import assembled
from nexus_env.games.aristeia.rules.bout import SEATS

ARISTEIA = assembled(__name__, letter="A", version=2, agents_since=1, seats=range(SEATS, SEATS + 1), compile_seconds=50)
