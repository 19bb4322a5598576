"""The rules of NEXUS, one file per chapter."""

from nexus_env.games.nexus.rules.rare import RARE
from nexus_env.machine.compiled import keep_apart

keep_apart({f"nexus_env.games.nexus.{module}": names for module, names in RARE.items()})
