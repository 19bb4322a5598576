"""The lanista called `showman`: the crowd's coins."""

from typing import Any

from agents.lanistas.sight import TRAITS, is_asked
from agents.lanistas.temper import FIRST, Temper
from agents.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.actions import Action
from nexus_env.games.nexus.bout import Question, Trait
from nexus_env.machine.compiled import compiled

TEMPER = Temper(gloats_from=4)
SWAGGER = TRAITS + int(Trait.SWAGGER)
TURN_CROWD_PRICE, WIN_THEM_OVER_PRICE, TALK_SHIT_PRICE = 3, 4, 5


@compiled
def showman(seen: Any, mask: Any, generator: Any) -> int:
    """The action that a showman takes."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    if is_asked(seen, Question.COMMAND) or is_asked(seen, Question.INTERRUPT):
        wishes[Action.JACK_OF_ALL_TRAITS + Trait.SWAGGER] = FIRST
    return pick(wishes, mask, generator)
