"""Screens over the table: the cover between two people, two questions, and pages of text."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static
from textual.widgets.button import ButtonVariant


class Cover(ModalScreen[None]):
    """Hides the table until the person who is to act is at the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "uncover", "show the table")]

    def __init__(self, who: str) -> None:
        """For the person called `who`."""
        super().__init__()
        self.who = who

    def compose(self) -> ComposeResult:
        """Say who should look now."""
        with Vertical(id="cover"):
            yield Static(f"{self.who} decides.\n\nThe others look away.\n", markup=False)
            yield Button(f"I am {self.who} (Enter)", id="uncover")

    def action_uncover(self) -> None:
        """Show the table."""
        self.dismiss(None)

    def on_button_pressed(self) -> None:
        """Show the table."""
        self.dismiss(None)


class YesOrNo(ModalScreen[bool]):
    """Asks a question of two answers; the one that changes nothing has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes"),
        Binding("n,escape", "dismiss(False)", "no"),
    ]

    def __init__(self, text: str, no: str, yes: str, variant: ButtonVariant = "default") -> None:
        """Ask with a text, and answers in words; `variant` is the look of `yes`."""
        super().__init__()
        self.asked, self.answers, self.variant = text, (no, yes), variant

    def compose(self) -> ComposeResult:
        """Show the question and the two answers."""
        no, yes = self.answers
        with Vertical(id="warning"):
            yield Static(f"{self.asked}\n", markup=False)
            yield Button(f"{no} (N)", id="keep")
            yield Button(f"{yes} (Y)", id="mean", variant=self.variant)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Return the answer."""
        self.dismiss(event.button.id == "mean")


class Warned(YesOrNo):
    """Asks to confirm a command that may end the person's own bout."""

    def __init__(self, words: str, cost: str) -> None:
        """For a command in words, and its cost."""
        takes = f"It costs {cost}. " if cost else ""
        super().__init__(f"{words}\n\n{takes}This may end your bout.", "Cancel", "Do it", "error")


class Consent(YesOrNo):
    """Asks the other people at the keyboard whether a decision may be taken back."""

    def __init__(self, who: str, others: str) -> None:
        """For the person called `who`, who has decided last, and the others."""
        asks = f"{who} asks to take back the last decision; the dice repeat."
        super().__init__(f"{asks}\n\nIt needs the consent of {others}.", "Refuse", "Agree")


class Page(ModalScreen[None]):
    """A page of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1,f2,f3", "close", "close")]

    def __init__(self, title: str, text: str) -> None:
        """Show a text under a title."""
        super().__init__()
        self.head, self.text = title, text

    def compose(self) -> ComposeResult:
        """Show the text, and how to close it."""
        with VerticalScroll(id="page") as page:
            page.border_title = Text(self.head)
            page.border_subtitle = "Escape to close"
            yield Static(self.text, markup=False)

    def action_close(self) -> None:
        """Return to the table."""
        self.dismiss(None)

    def on_click(self) -> None:
        """Return to the table."""
        self.dismiss(None)
