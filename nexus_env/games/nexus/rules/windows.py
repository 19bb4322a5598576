"""Windows: a seat may answer something, or pass; meanwhile it may also drop its weapon (manual p.42)."""

from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Bout
from nexus_env.games.nexus.rules.weapons import drop_weapon
from nexus_env.kit.tape import ask_privately
from nexus_env.machine.compiled import compiled


@compiled
def answer_in_window(bout: Bout, question: int, seat: int, about: int, openly: bool, hidden: bool) -> int:
    """The answer of a seat in a window; `ask_privately` explains the last two arguments.

    Dropping a weapon is not an answer, so the window stays open.

    Rulebook: p.42 (R-413).
    """
    answer = ask_privately(bout, question, seat, about, openly, hidden)
    if answer == Action.DROP_WEAPON:
        drop_weapon(bout, seat)
        answer = ask_privately(bout, question, seat, about, openly, hidden)
    return answer


@compiled
def answer_openly(bout: Bout, question: int, seat: int, about: int) -> int:
    """The answer of a seat in a window that depends on nothing hidden. Rulebook: p.42 (R-413)."""
    return answer_in_window(bout, question, seat, about, openly=True, hidden=False)
