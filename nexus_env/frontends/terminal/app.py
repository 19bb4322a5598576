"""The Textual app: board, panels, legal commands and log."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np
from rich.text import Text
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from nexus_env.contract.view import View, turned
from nexus_env.contract.words import Words
from nexus_env.core.privacy import Story, is_untold
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.terminal import drawing
from nexus_env.frontends.terminal.commands import Panel, TypedChoice
from nexus_env.frontends.terminal.naming import Naming
from nexus_env.frontends.terminal.screens import Consent, Cover, Page, Warned
from nexus_env.frontends.terminal.story import StoryLog
from nexus_env.kit.tape import PASS
from nexus_env.play.autosave import AutosavedBout
from nexus_env.system.wording import one_line
from nexus_env.text.telling import PlayedTurn, spelled

TALL = (100, 34)  # minimum columns and rows for tall squares
PARTS = ("bar", "board", "legend", "panels", "question", "meaning")
AROUND = 5  # rows of the bar, of the question and of the keys
SPARE = 1  # rows of the commands that the panels of many players may take
LEAST_COMMANDS = 8  # rows of the prompt, the commands and the log, on the smallest screen
SHARE_OF_COMMANDS = 0.28  # of the height, on larger ones
SCROLLED = 4  # lines of the board per key
FILTER_KEYS = {"down": "cursor_down", "up": "cursor_up", "pagedown": "page_down", "pageup": "page_up"}


class PlayApp(App[None]):
    """One bout between people at this keyboard and agents."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "help"),
        Binding("f2", "rule", "rule"),
        Binding("f3", "table", "panels"),
        Binding("f4", "undo", "take back"),
        Binding("f5", "turn", "turn", show=False),
        Binding("ctrl+up", "scroll_board(-1)", "board up", show=False),
        Binding("ctrl+down", "scroll_board(1)", "board down", show=False),
        Binding("escape", "clear", "clear", show=False),
        Binding("ctrl+q", "quit", "quit and keep the bout", priority=True),
    ]

    def __init__(self, kept: AutosavedBout, agents: Mapping[int, Any], *, delay: float = 0.5) -> None:
        """Show a bout.

        Args:
            kept: the bout; its dice come from its seed.
            agents: who plays which seat; people play the others.
            delay: seconds between the steps of agents.
        """
        super().__init__()
        self.kept, self.agents, self.delay = kept, agents, delay
        self.title = kept.game.name
        self.words: Words = kept.game.words
        self.look = self.words.look()
        self.people = [seat for seat in range(len(kept.head.players)) if seat not in agents]
        self.viewer = self.people[0]
        self.naming = Naming(kept.head.players, agents.keys())
        self.commands: Panel | None = None
        self.shown: list[TypedChoice | None] = []  # the choice in each line of the panel; None for a heading
        self.failure = ""  # the error of an agent
        self.refused: set[int] = set()  # the numbers of turns before decisions that the others did not give back
        self.is_scrolled = False  # the board shows what it was scrolled to
        self.is_own_side = True  # the board is drawn from the viewer's side
        self.told: Story[PlayedTurn] = Story(None, self._finish)
        self.parts = {name: Static(id=name) for name in PARTS}
        self.filter = Input(placeholder="type to search, Enter to choose", id="filter", compact=True)
        self.options = OptionList(id="list")
        self.story = StoryLog(self.naming.told)

    # --- the screen ---------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The bar, board and panels, the question, commands and log."""
        yield self.parts["bar"]
        with Horizontal(id="top"):
            with Vertical(id="arena"):
                with ScrollableContainer(id="window", can_focus=False):
                    yield self.parts["board"]
                yield self.parts["legend"]
            yield self.parts["panels"]
        yield self.parts["question"]
        with Horizontal(id="bottom"):
            with Vertical(id="commands"):
                yield self.filter
                yield self.options
                yield self.parts["meaning"]
            yield self.story
        yield Footer()

    def on_mount(self) -> None:
        """Show what has happened so far, and continue."""
        self.options.can_focus = self.story.can_focus = False
        self._tell_all()
        self.call_after_refresh(self.go_on)

    def _tell_all(self) -> None:
        """Write the log from the beginning."""
        self.story.begin()
        self.told = Story(self.people[0] if len(self.people) == 1 else None, self._finish)
        session = self.kept.begun_anew()
        for action in self.kept.actions:
            self._carry_out(session, action, session.act)

    def on_resize(self, event: events.Resize) -> None:
        """Use tall squares if there is room; the prompt and the commands keep their share of the screen."""
        self.set_class(event.size.width >= TALL[0] and event.size.height >= TALL[1], "tall")
        self.draw()

    def _rows_above(self) -> int:
        """The most rows for the board and the panels."""
        height = self.size.height
        return max(1, height - AROUND - max(LEAST_COMMANDS, round(SHARE_OF_COMMANDS * height)))

    def draw(self) -> None:
        """Draw all but commands and log, as the viewer may see it."""
        tall = self.has_class("tall")
        seen = self._view(self.viewer)
        if self.is_own_side and seen["board"].get("turned"):
            seen = {**seen, "board": turned(seen["board"])}
        choice = self._highlighted()
        lit = choice.cells if choice else ()
        lines = self._rows_above()
        panels = drawing.panels(seen, self.look, self.naming.names, lines)
        lines = max(lines, min(len(panels.plain.splitlines()), lines + SPARE))
        board = drawing.board(seen, self.look, lit, tall=tall)
        if drawing.width_of(board) + drawing.LEAST_PANEL > self.size.width:
            board = drawing.board(seen, self.look, lit, tall=tall, is_narrow=True)
        self._show("board", board)
        legend = drawing.legend(seen, self.look)
        self._show("legend", legend)
        self._fit(board, legend, lines)
        self._show("bar", drawing.headline(seen, self.naming.of))
        self._show("panels", panels)
        self._show("question", self._question(seen))
        meant = self.commands.summary(choice) if self.commands and choice else ""
        self._show("meaning", self.naming.told(meant))

    def _fit(self, board: Text, legend: Text, lines: int) -> None:
        """Give the board the room that it needs, or what there is, and scroll to what is highlighted."""
        arena, window = self.query_one("#arena"), self.query_one("#window")
        arena.display = bool(board)
        width, height = drawing.width_of(board), len(board.plain.splitlines())
        most = max(
            1, lines - -(-len(legend) // max(1, width - 1))
        )  # the legend is below, in several lines if it is long
        arena.styles.width = width + (1 if height <= most else 3)  # with a bar for scrolling
        window.styles.height = min(height, most)
        self.query_one("#panels").styles.max_height = lines
        place = drawing.line_of_lit(board)
        if place is None and not self.is_scrolled:
            place = height // 2
        if place is not None:
            window.scroll_to(y=place - most // 2, animate=False)
            self.is_scrolled = True

    def _view(self, viewer: int | None) -> View:
        """The view of a seat; None is a spectator."""
        return self.words.view(self.kept.session.known_to(viewer), viewer)

    def _show(self, place: str, text: Text | str) -> None:
        self.parts[place].update(Text(text) if isinstance(text, str) else text)

    def _question(self, seen: View) -> Text:
        """The open question; a reaction is marked by style and by words."""
        if self.failure:
            return Text(self.failure, "bold reverse")
        session = self.kept.session
        waiting = session.seat in self.agents
        mark = "… " if waiting else "REACT: " if "decline" in seen["question"] else ""
        asked = self.naming.told(seen["question"]["text"]).removeprefix("You: ")
        asked = asked[:1].upper() + asked[1:]
        text = Text.assemble((f"{mark}{asked}", "bold" if waiting else "bold reverse"))
        held = drawing.hand(seen)
        return Text("\n").join([text, held]) if held else text

    # --- the course of the bout ---------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Ask an agent in its own thread, or a person, behind a cover if others must look away."""
        session = self.kept.session
        self.commands = None
        if session.is_over or session.seat in self.agents:
            self._list([])
            if not session.is_over:
                self.let_choose()
        elif len(self.people) == 1 and self._is_forced(session):
            self._list([])
            self.set_timer(self.delay, partial(self.act, PASS))
        elif session.seat != self.viewer and self._has_secrets(session.seat):
            self.push_screen(Cover(name_of(session.seat)), self._uncover)
        else:
            self._uncover(None)

    def _has_secrets(self, seat: int) -> bool:
        """Whether the screen would show something that the previous person or the next one must not see."""
        open_seats = self._view(None)["seats"]
        seen = any(self._view(one)["seats"][one] != open_seats[one] for one in (self.viewer, seat))
        return seen or self.words.is_private(self.kept.session.bout)

    def _uncover(self, _: None) -> None:
        """Show the table to the person who is to act."""
        self.viewer = self.kept.session.seat
        self.commands = Panel(self.kept.session)
        self.filter.value = ""
        self._list(self.commands.legal)

    @work(thread=True, exclusive=True)
    def let_choose(self) -> None:
        """Let an agent decide while the screen stays responsive."""
        try:
            action = self.kept.choose(self.agents[self.kept.session.seat])
        except BaseException as error:  # it may be a user's code: keep the bout, and show the error
            told = str(error) or type(error).__name__  # as of what Ctrl-C raises, which no thread gets from a person
            answer = partial(self._fail, one_line(f"{self.naming.of(self.kept.session.seat)}: {told}"))
        else:
            answer = partial(self.act, action)
            time.sleep(self.delay)
        if not get_current_worker().is_cancelled:  # unless a person has quit meanwhile
            self.call_from_thread(answer)

    def act(self, action: int) -> None:
        """Carry out an action of the seat to act, log it and continue."""
        try:
            self._carry_out(self.kept.session, action, self.kept.act)
        except (ValueError, OSError) as error:  # an agent's illegal action; a full disk
            self._fail(one_line(error))
            return
        self.go_on()

    def _fail(self, reason: str) -> None:
        self.failure = f"{reason} The bout is kept unchanged."
        self._list([])

    def _announced(self, session: Session, action: int) -> str:
        """A command in words, without secrets; empty for a pass."""
        if self.words.is_private(session.bout):
            return self.words.guide(action).name or "decides in secret"
        return "" if action == PASS else spelled(self.words, session.bout, action)

    def _carry_out(self, session: Session, action: int, act: Callable[[int], None]) -> None:
        """Carry out a turn, and log it with its consequences, as far as everybody may know."""
        before, seat = session.rows[0], session.seat
        announced = self._announced(session, action)
        act(action)
        self.told.hear_turn(before, seat, action, PlayedTurn(name_of(seat), announced))
        self.told.catch_up(session.rows[0])
        for turn in self.told.entries:
            self.story.tell(turn)
        self.told.entries.clear()

    def _finish(self, turn: PlayedTurn, bout: Any, rows: slice) -> PlayedTurn:
        """A turn with its consequences."""
        return turn.after(self.words.happened(bout, rows))

    # --- the command panel --------------------------------------------------------------------------------------------

    def _list(self, choices: list[TypedChoice]) -> None:
        """Fill the list, with a heading before each group, and select the first choice."""
        shown: list[TypedChoice | None] = []
        lines: list[Option] = []
        group = ""
        for choice in choices:
            heading = "not legal now" if choice.reason else choice.group
            if heading != group:
                group = heading
                shown.append(None)
                lines.append(Option(Text(f"─ {group}", "dim"), disabled=True))
            shown.append(choice)
            meaning = f"  {choice.meaning}" if choice.meaning else ""
            line = Text(choice.words, "dim" if choice.reason else "").append(meaning, "italic")
            lines.append(Option(line.append(f"  {choice.cost}" if choice.cost else "", "dim")))
        self.shown = shown
        self.options.clear_options()
        self.options.add_options(lines)
        self.options.highlighted = next((place for place, choice in enumerate(shown) if choice), None)
        self.draw()

    def _highlighted(self) -> TypedChoice | None:
        place = self.options.highlighted
        return self.shown[place] if place is not None and place < len(self.shown) else None

    @on(OptionList.OptionHighlighted)
    def _light(self) -> None:
        self.draw()

    @on(OptionList.OptionSelected)
    def _click(self, event: OptionList.OptionSelected) -> None:
        self._choose(self.shown[event.option_index])

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        if self.commands:
            self._list(self.commands.find(event.value))

    @on(Input.Submitted)
    def _enter(self) -> None:
        self._choose(self._highlighted())

    def _choose(self, choice: TypedChoice | None) -> None:
        if not self.commands or not choice or choice.reason:
            return
        if choice.may_end:
            self.push_screen(
                Warned(choice.words, choice.cost), lambda meant: self._confirm(choice, is_meant=bool(meant))
            )
        else:
            self._confirm(choice, is_meant=True)

    def _confirm(self, choice: TypedChoice, *, is_meant: bool) -> None:
        """Carry out the choice if the person has confirmed it."""
        if is_meant and self.commands:
            self.commands = None  # so that a second Enter has no effect
            self.act(choice.action)

    def on_key(self, event: events.Key) -> None:
        """Let keys move the selection while the search has the focus."""
        if event.key in FILTER_KEYS:
            getattr(self.options, f"action_{FILTER_KEYS[event.key]}")()
            event.prevent_default()

    # --- keys ---------------------------------------------------------------------------------------------------------

    def action_clear(self) -> None:
        """Clear the search."""
        self.filter.value = ""

    def action_help(self) -> None:
        """Show the keys and the symbols."""
        text = HELP.format(columns=TALL[0], rows=TALL[1])
        self.push_screen(Page("help", "\n\n".join(filter(None, (text, self.look.help)))))

    def action_rule(self) -> None:
        """Show everything about the selected command."""
        choice = self._highlighted()
        if self.commands and choice:
            self.push_screen(Page(choice.words, self.commands.describe(choice)))

    def action_turn(self) -> None:
        """Toggle between the board from one's own side and as printed."""
        self.is_own_side = not self.is_own_side
        self.draw()

    def action_scroll_board(self, way: int) -> None:
        """Scroll the board by a few lines."""
        self.query_one("#window").scroll_relative(y=SCROLLED * way, animate=False)

    def action_undo(self) -> None:
        """Undo the last decision of a person and everything after it, but not while an agent decides.

        Between people, the others must agree, since dice repeat and hands have been seen. What they refuse stays, and
        so does a bout that is over.
        """
        turns, seat = (self._decided() or [(-1, 0)])[-1]
        is_over, is_between = self.kept.session.is_over, len(self.people) > 1
        stays = turns < 0 or (is_between and (is_over or turns in self.refused))
        if stays or not (self.commands or is_over or self.failure):
            self.bell()
        elif is_between:
            others = " and ".join(self.naming.of(other) for other in self.people if other != seat)
            consent = Consent(self.naming.of(seat), others)
            self.push_screen(consent, lambda agreed: self._answer_undo(turns, is_agreed=bool(agreed)))
        else:
            self._answer_undo(turns, is_agreed=True)

    def _answer_undo(self, turns: int, *, is_agreed: bool) -> None:
        if not is_agreed:
            self.refused.add(turns)
            return
        self.failure = ""
        self.refused = {before for before in self.refused if before < turns}
        self.kept.go_back(turns)
        self._tell_all()
        self.go_on()

    @staticmethod
    def _is_forced(session: Session) -> bool:
        """Whether the only legal action is to pass."""
        return np.flatnonzero(session.mask).tolist() == [PASS]

    def _decided(self) -> list[tuple[int, int]]:
        """The number of turns before each decision of a person, and its seat. Forced passes do not count, nor, between
        people, what only its own seat may know of.
        """
        session, found = self.kept.begun_anew(), []
        for place, action in enumerate(self.kept.actions):
            is_hidden = len(self.people) > 1 and is_untold(session.rows[0], action)
            if session.seat in self.people and not self._is_forced(session) and not is_hidden:
                found.append((place, session.seat))
            session.act(action)
        return found

    def action_table(self) -> None:
        """Show all panels in full words."""
        session = self.kept.session
        self.push_screen(Page("the table", self.words.board(session.known_to(self.viewer))))


HELP = """\
Type the beginnings of words to search the commands. Up and Down move the selection; Enter or a click chooses. The \
board highlights the cells on which the selected command acts. Matching commands that are not legal appear at the end \
of the list; select one to read why.

F1      show this page
F2      show the rule of the selected command, with its ids, and its page in the printed manual
F3      show all panels in words
F4      undo your last decision; the dice repeat, and other people at the keyboard must agree
F5      show the board as printed, or from your own side again, if the game rotates it
Ctrl-Up, Ctrl-Down  scroll a board that is higher than its part of the screen
Escape  clear the search, or close a page
Ctrl-Q  quit; `play --resume` continues the bout

On the board, every piece that a seat owns has a symbol and an arrow for the way it faces. In a terminal of at least \
{columns} x {rows} characters, cells are taller and show the states of their pieces."""
