"""The command panel: what is legal now, in groups, found by typing; and why something else is not."""

from collections.abc import Iterator
from dataclasses import dataclass

from nexus_env.games.nexus.rules.actions import ROWS, Action
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.glosses import explain, gloss
from nexus_env.games.nexus.words.price_preview import price_of, spoken
from nexus_env.games.nexus.words.reasons import guide, why_not
from nexus_env.games.nexus.words.risks import may_end_own_helot
from nexus_env.games.nexus.words.target_squares import reach
from nexus_env.play.session import Sitting
from nexus_env.text import completion

ORDER = ("answer", "setup", "movement", "attack", "aim", "grapple", "weapon", "recovery", "fame", "ability", "card")
MOST_REASONS = 6  # commands that are not legal, with the reason why


@dataclass(frozen=True)
class Choice:
    """One line of the panel."""

    action: int
    words: str
    group: str
    meaning: str  # the name of the card or the ability that the words only number
    cost: str = ""  # what it takes now, in words
    may_end: bool = False  # what it takes may end the own helot
    reason: str = ""  # why it is not legal; empty if it is


class Panel:
    """What a person may do now, as that person may know it."""

    def __init__(self, sitting: Sitting) -> None:
        """For the seat that is asked."""
        self.seat, self.names = sitting.seat, sitting.game.actions
        self.world = sitting.known_to(sitting.seat)
        legal = [self._choice(action, words) for words, action in sitting.legal().items()]
        self.legal = sorted(legal, key=lambda choice: [*ORDER, choice.group].index(choice.group))

    def _choice(self, action: int, words: str) -> Choice:
        group, meaning, eye = guide(action).group, gloss(self.world, action), Eye(self.world, self.seat)
        cost, may_end = spoken(price_of(eye, action)), may_end_own_helot(eye, action)
        return Choice(action, words, group, meaning, cost, may_end)

    def _refusal(self, action: int, words: str) -> Choice:
        reason = why_not(self.world, self.seat, action)
        return Choice(action, words, guide(action).group, gloss(self.world, action), reason=reason)

    def find(self, text: str) -> list[Choice]:
        """The legal commands that a text may stand for, then some that are not legal."""
        if not text.strip():
            return self.legal
        known = {_searched(choice): choice for choice in self.legal}
        found = [known[words] for words in completion.like(text, known)]
        legal = {choice.action for choice in self.legal}
        return [*found, *self._refused(text, legal)]

    def _refused(self, text: str, legal: set[int]) -> Iterator[Choice]:
        """Commands that are not legal now: of each row of the action table one."""
        names = {name: action for action, name in enumerate(self.names) if action not in legal}
        rows: set[Action] = set()
        for name in completion.like(text, names):
            row = ROWS[names[name]]
            if row not in rows and len(rows) < MOST_REASONS:
                rows.add(row)
                yield self._refusal(names[name], name)

    def lit(self, choice: Choice) -> list[tuple[int, int]]:
        """The squares on which a legal command acts."""
        return [] if choice.reason else reach(Eye(self.world, self.seat), choice.action)

    def describe(self, choice: Choice) -> str:
        """Its price, its rule in our words, and where that stands."""
        if choice.reason:
            return f"Not legal now. {choice.reason}"
        return explain(self.world, self.seat, choice.action)


def _searched(choice: Choice) -> str:
    return f"{choice.words} {choice.meaning}"
