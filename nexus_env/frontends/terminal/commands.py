"""The command panel: legal commands in groups, filtered by typing, and reasons for illegal ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nexus_env.contract.command_text import row_of
from nexus_env.contract.words import Offer, Words
from nexus_env.core.session import Session
from nexus_env.text import completion
from nexus_env.text.citations import uncited
from nexus_env.text.outlook import outlook

MOST_REASONS = 6  # illegal commands that are shown with a reason


@dataclass(frozen=True)
class TypedChoice:
    """One line of the panel."""

    action: int
    words: str
    group: str
    meaning: str  # the name of the card or ability for which the words have only a number
    cost: str = ""  # its current cost, in words
    may_end: bool = False  # it may end the person's own bout
    cells: Sequence[str] = ()  # the cells on which it acts, or which it would reach
    outlook: str = ""  # what it would reach and see
    reason: str = ""  # why it is not legal; empty if it is


class Panel:
    """The commands that are open to a person now, worked out from what that person may know."""

    def __init__(self, session: Session) -> None:
        """For the seat to act."""
        self.seat, self.names = session.seat, session.game.actions
        self.words: Words = session.game.words
        self.world = session.known_to(session.seat)
        spelled = session.legal()
        offers = self.words.offers(self.world, self.seat, list(spelled.values()))
        legal = [
            self._legal(words, action, offer) for (words, action), offer in zip(spelled.items(), offers, strict=True)
        ]
        order = list(dict.fromkeys([*self.words.about().groups, *(choice.group for choice in legal)]))
        self.legal = sorted(legal, key=lambda choice: order.index(choice.group))

    def _legal(self, words: str, action: int, offer: Offer) -> TypedChoice:
        cells = [*offer.cells] or [sight.cell for sight in offer.sights]
        told = outlook(offer.sights)
        return TypedChoice(action, words, offer.group, self._meaning(action), offer.cost, offer.may_end, cells, told)

    def _meaning(self, action: int) -> str:
        return self.words.gloss(self.world, action)

    def _refusal(self, action: int, words: str) -> TypedChoice:
        reason = self.words.why_not(self.world, self.seat, action)
        return TypedChoice(action, words, self.words.guide(action).group, self._meaning(action), reason=reason)

    def find(self, text: str) -> list[TypedChoice]:
        """The legal commands that a text may mean, then some illegal ones."""
        if not text.strip():
            return self.legal
        known = {_searched(choice): choice for choice in self.legal}
        found = [known[words] for words in completion.like(text, known)]
        legal = {choice.action for choice in self.legal}
        return [*found, *self._refused(text, legal)]

    def _refused(self, text: str, legal: set[int]) -> Iterator[TypedChoice]:
        """Commands that are illegal now, one per row of the action table."""
        names = {name: action for action, name in enumerate(self.names) if action not in legal}
        rows: set[int] = set()
        for name in completion.like(text, names):
            row = row_of(self.words, names[name])
            if row not in rows and len(rows) < MOST_REASONS:
                rows.add(row)
                yield self._refusal(names[name], name)

    def describe(self, choice: TypedChoice) -> str:
        """The command's reach and sights, its price, its rule in our words, and the source of the rule; or why it is
        not legal.
        """
        if choice.reason:
            return f"Not legal now. {choice.reason}"
        return " ".join(filter(None, (choice.outlook, self.words.explain(self.world, self.seat, choice.action))))

    def summary(self, choice: TypedChoice) -> str:
        """The same without the source."""
        return uncited(self.describe(choice))


def _searched(choice: TypedChoice) -> str:
    return f"{choice.words} {choice.meaning}"
