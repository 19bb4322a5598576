"""The hidden information of NEXUS, for its checks."""

from nexus_env.contract.trial import Trial
from nexus_env.games.nexus.cards.stock import load
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules.actions import TABLE, Action
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.rules.options import read_options

REVEALING = {Verb.STEAL_CARD, Verb.PEEK}
WINDOWS = ("able", "held")


def shows(action: int) -> bool:
    """Whether an action shows what its seat hides."""
    return TABLE.row_of[action] in (Action.PLAY_CARD, Action.KEEP_CARD)


def reveals() -> frozenset[int]:
    """The cards that show their player something hidden."""
    row = read_options()
    load("").lay(row)
    cards = row["influence"][0]
    return frozenset(
        Action.PLAY_CARD + card
        for card in range(CARDS)
        if any(int(effect["verb"]) in REVEALING for effect in cards[card]["effects"])
    )


# No Turning Point card in the box shows a card to anybody. Its prices are coins too, which its own test compares.
TRIAL = Trial(
    hidden={"influence_cards": 24},
    short={"cycle_limit": 1},
    eventful=tuple({"barge": barge, "cycle_limit": 3} for barge in "12"),
    leaks=tuple({"cycle_limit": 30, "windows": windows} for windows in WINDOWS),
    shows=shows,
    reveals=reveals,
)
