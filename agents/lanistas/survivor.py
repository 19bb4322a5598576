"""The lanista called `survivor`."""

from typing import Any

from agents.lanistas.temper import Temper
from agents.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.machine.compiled import compiled

TEMPER = Temper(caution=100, gloats_from=9, own_coin=100)


@compiled
def survivor(seen: Any, mask: Any, generator: Any) -> int:
    """The action that a survivor takes."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    return pick(wishes, mask, generator)
