"""The log: what has happened, a walk in one entry that grows with its steps."""

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.widgets import RichLog

from nexus_env.text.telling import PlayedTurn, WalkJoiner, tell

OF_A_PART = "-"  # how a sentence begins that begins a part of the bout


class StoryLog(RichLog):
    """The log of a bout."""

    def __init__(self, named: Callable[[str], str]) -> None:
        """An empty log; `named` puts the names of the players into a sentence."""
        super().__init__(id="log", wrap=True, min_width=20)
        self._named = named
        self._walks = WalkJoiner()
        self._entry = 0  # the line in which the last entry begins
        self._early: list[PlayedTurn] | None = []  # what was told before the size of the log was known; then None

    def begin(self) -> None:
        """Forget everything."""
        self.clear()
        self._walks, self._entry = WalkJoiner(), 0
        if self._early is not None:
            self._early.clear()

    def tell(self, turn: PlayedTurn) -> None:
        """Tell a turn: the decision, and its consequences. The step of a walk goes into the entry of the walk."""
        if self._early is not None:
            self._early.append(turn)
            return
        if turn.is_silent:
            return
        if self._walks.goes_on(turn):
            del self.lines[self._entry :]
            self.notify_style_update()  # forget how these lines looked
        self._entry = len(self.lines)
        head, lines = tell(self._walks.turns)
        if head:
            self.write(Text(self._named(head), "bold"))
        for line in lines:
            self.write(Text(self._named(line), "reverse" if line.startswith(OF_A_PART) else ""))

    def on_resize(self, event: events.Resize) -> None:
        """Write what was told before the size was known."""
        super().on_resize(event)
        early, self._early = self._early, None if event.size.width else self._early
        if self._early is None:
            for turn in early or ():
                self.tell(turn)
