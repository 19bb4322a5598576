"""NEXUS: Arena Combat System, an unofficial implementation: assembled here, nothing else."""

from nexus_env.contract.assembly import assembled
from nexus_env.contract.outcomes import Outcomes, Shared
from nexus_env.games.nexus.rules.bout import SEATS

NEXUS = assembled(
    __name__,
    version=4,
    agents_since=2,
    seats=range(2, SEATS + 1),
    outcomes=Outcomes(shared=Shared.SPLIT),
    compile_seconds=60,
)
