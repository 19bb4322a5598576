"""The host of a bout at a real table: requests dice and people's decisions in turn, and lets AI seats act."""

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import numpy as np

from nexus_env.contract.command_text import row_of, titled
from nexus_env.contract.real_table import Chance
from nexus_env.contract.words import Words
from nexus_env.core.privacy import Story, is_untold, may_know
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.table import cards, dice
from nexus_env.frontends.table.dealer import Dealer, cover, place_of
from nexus_env.kit.options import number_of
from nexus_env.kit.tape import CHANCE, NOBODY, PASS
from nexus_env.play.autosave import AutosavedBout
from nexus_env.system.wording import InputError
from nexus_env.text import completion
from nexus_env.text.citations import uncited
from nexus_env.text.outlook import outlook
from nexus_env.text.telling import PlayedTurn, Printer, Telling, entries

SHORT_MENU = 12  # choices that are listed without a request
SEAT = re.compile(r"player_\d+")  # the action table names no seats
HELP = """\
What you may type whenever you are asked something:
  a command        as it is spelled, or abbreviated as long as it stays unique
  ?, 7             the list of legal commands, and a number from it; Enter alone passes
  3 5 1, 351       the faces of dice, in the order requested; a face with a word by its word
  1: a command     player_1 reacts now, perhaps with a hidden card: the bout goes back to its last chance to do so.
                   The program does not ask about what you may use at any time, so speak up
  undo, undo 3     take the last entries back
  show             the board and the panels
  log, log 30      the last turns
  rule a command   what it would reach, cost and do
  hand 1           the hidden cards of player_1, while the others look away
  quit             stop; every turn is on disk, and --resume continues"""


class Moved(Exception):
    """The bout has moved since the prompt."""


class Left(Exception):
    """Somebody typed `quit`, or the input has ended."""


class Host:
    """Hosts one bout, with its agents and the dealer of its hidden cards."""

    def __init__(self, kept: AutosavedBout, agents: Mapping[int, Any], *, pause: bool = True) -> None:
        """Host a bout.

        Args:
            kept: the bout; its dice are dictated.
            agents: who plays which seat; people play the others.
            pause: wait after each command of an agent until the figures have been moved.
        """
        self.kept, self.agents, self.pause = kept, agents, pause
        self.words: Words = kept.game.words
        self.dealer = Dealer(kept, agents, self._entry)
        self.offered: list[str] = []  # the commands that numbers stand for
        self.held = False  # an agent waits for Enter
        self.printer = Printer()  # of what agents do

    def run(self) -> None:
        """Run the bout to its end, or until somebody quits."""
        try:
            self._settle()
            while not self.kept.session.is_over:
                try:
                    self._ask()
                except Moved:
                    self._settle()
                    self.held = self.pause
        except Left:
            print("\nThe bout is saved.")
            return
        finally:
            self.printer.end()
        self._show()

    # --- the course of the bout ---------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask for whatever the bout waits for."""
        session = self.kept.session
        self.held = self.held and session.seat in self.agents  # people who decide need no pause
        if session.seat not in self.agents:
            self.printer.end()
        if session.seat == CHANCE:
            self._ask_chance()
        elif session.seat in self.agents:
            self._let_act()
        elif self.words.is_private(session.bout):
            self._ask_in_secret()
        else:
            self._ask_person()

    def _act(self, *actions: int, announced: str = "", by: str = "") -> None:
        """Carry out actions, and print what each caused, below what is `announced` of it."""
        for action in actions:
            turn = PlayedTurn(name_of(self.kept.session.seat), announced, by=by)
            self.kept.act(action)
            self.printer.hear(turn.after(self.words.happened(self.kept.session.bout)))
        self._settle()

    def _settle(self) -> None:
        """Pass in windows in which people are not asked, since they speak up."""
        while self._goes_without_saying():
            self.kept.act(PASS)
            self.printer.hear(PlayedTurn("", "", self.words.happened(self.kept.session.bout)))

    def _goes_without_saying(self) -> bool:
        """Whether a person is to act who can pass, and could otherwise only do what people speak up about."""
        session = self.kept.session
        if session.seat < 0 or session.seat in self.agents or not session.mask[PASS]:
            return False
        others = [action for action in np.flatnonzero(session.mask).tolist() if action != PASS]
        return bool(self.words.goes_unasked(session.bout, others))

    # --- the agents ---------------------------------------------------------------------------------------------------

    def _let_act(self) -> None:
        """Let an agent decide; people move its figures, and may react before its next command."""
        kept = self.kept
        before = kept.session.rows[0]
        while self.held and may_know(before, None) and self._entry("  [Enter] when done: "):
            print("  Press Enter to go on; `help` lists what else you may type.")
        seat, agent = kept.session.seat, self.agents[kept.session.seat]
        try:
            action = kept.choose(agent)
        except Exception as error:  # it may be a user's code
            found = f"{type(error).__name__}: {error}".rstrip(".")
            raise InputError(f"{name_of(seat)} (AI): got {found}; expected a decision.") from error
        # A pass would reveal that it could have played a hidden card.
        announced = "" if action == PASS else self._announced(seat, action)
        self._act(action, announced=announced, by=" (AI)")
        if is_untold(before, action):
            return
        self.held = self.pause and action != PASS and self._is_under_way()

    def _is_under_way(self) -> bool:
        """Whether the setup is over, so that there are figures to move."""
        chronicle = self.kept.game.chronicle
        return chronicle is None or bool(chronicle.cycles(self.kept.session.rows)[0])

    def _announced(self, seat: int, action: int) -> str:
        """An agent's action in public words, which name its hidden cards by their places."""
        session, hands = self.kept.session, self.dealer.hands
        if self.words.is_private(session.bout):
            card, what = hands.keeps.get(action), self._secret(action)
            if card is None or not self.dealer.is_apart:
                return what
            return f"{what}, the {place_of(hands.held[seat] | hands.put_away[seat], card)} of its row"
        spelled = titled(session.bout, action, session.spell(action))
        card = hands.plays.get(action)
        if card is None or not self.dealer.is_apart:
            return spelled
        return f"{spelled}, the {place_of(hands.held[seat], card)} of its row"

    def _secret(self, action: int) -> str:
        """The announcement of a secret decision."""
        return self.words.guide(action).name or "decides in secret"

    # --- dice and cards -----------------------------------------------------------------------------------------------

    def _ask_chance(self) -> None:
        """Ask for real dice or real cards."""
        card = cards.drawn(self.kept.session)
        if card is None and self.kept.session.bout["table"]["request"]["private"]:
            self._roll_in_secret()
        elif card is None:
            self._ask_dice()
        elif card.source < 0:
            self._act(*self.dealer.deal())
        else:
            self._act(self.dealer.drawn(card))

    def _roll_in_secret(self) -> None:
        """Let the program roll a die, or draw a card, that only one seat may see, or nobody."""
        die = dice.asked(self.kept.session)
        done = f"rolls the {die.name} for {die.purpose}" if die.is_die else f"draws {die.name}"
        whose = "." if die.seat == NOBODY else f" of {name_of(die.seat)}; `hand {die.seat}` shows it."
        print(f"The program {done}{whose}")
        self._act(self.dealer.guess(die.answers.values()))

    def _ask_dice(self) -> None:
        """Ask for the faces of one throw."""
        wanted = dice.throw(self.kept.session)
        while True:
            text = self._entry(f"{dice.describe(wanted)} ")
            if text == "?":
                print(f"Expected: {'; '.join(f'{die.name}: {dice.expected(die)}' for die in wanted)}.")
                continue
            try:
                faces = dice.read_faces(wanted, text)
            except ValueError as error:
                print(f"  {error}")
                continue
            self._act(*faces)
            return

    # --- people -------------------------------------------------------------------------------------------------------

    def _ask_in_secret(self) -> None:
        """Ask for a secret decision; which real card a person keeps stays unknown to the others, or is guessed."""
        session = self.kept.session
        legal = session.legal()
        question = self.words.question(session.bout)
        if self.dealer.is_apart and self.dealer.hands.keeps.keys() >= set(legal.values()):
            print(f"{question} It decides in secret, with the real cards.")
            self._act(self.dealer.guess(legal.values()))
            return
        print(f"{question} The others look away.")
        self._entry("  [Enter] when they do: ")
        action = self._choose(legal, "  Which one? ", listed=True)
        cover()
        self._act(action)

    def _ask_person(self) -> None:
        """Ask for a command, or for the answer to a question."""
        session, plays = self.kept.session, self.dealer.hands.plays
        print(self.words.question(session.bout))
        legal = {words: action for words, action in session.legal().items() if action not in plays}
        self._act(self._choose(legal, "> ", listed=len(legal) <= SHORT_MENU))

    def _choose(self, legal: dict[str, int], prompt: str, *, listed: bool) -> int:
        """Ask for one of the legal actions, by a number from the list or in words."""
        bout, seat = self.kept.session.bout, self.kept.session.seat
        self.offered = list(legal)
        if listed:
            self._offer(list(legal), legal)
        else:
            print(f"  {len(legal)} commands are legal; `?` lists them.")
        while True:
            text = self._entry(prompt)
            if not text and PASS in legal.values():
                return PASS
            if text in ("", "?"):
                self._offer(list(legal), legal)
                continue
            if 0 < (number := number_of(text) or 0) <= len(self.offered):
                text = self.offered[number - 1]
            found = completion.find(text, legal)
            if not found and self._card_meant(text):  # a hidden card, which is not in the list
                self._speak_up(seat, text)
                continue
            if len(found) == 1:
                print(f"  {titled(bout, legal[found[0]], found[0])}")
                return legal[found[0]]
            print(f"  {text!r} {'may mean several:' if found else f'is not legal now. {self._why_not(seat, text)}'}")
            self._offer(found or completion.nearest(text, legal), legal)

    def _why_not(self, seat: int, text: str) -> str:
        """Why a command is not legal, if it is clear which one is meant."""
        action = self._named(text)
        if action is None:
            return "The nearest are:"
        name = self.kept.game.actions[action]
        meant = "" if name.split()[0] in text.lower() else f"{name}: "
        return f"{meant}{uncited(self.words.why_not(self.kept.session.known_to(seat), seat, action))} The nearest are:"

    def _named(self, text: str) -> int | None:
        """An action, legal or not, that a text may mean, if all candidates are in one row of the action table."""
        names = {name: action for action, name in enumerate(self.kept.game.actions)}
        names |= {guide.name: row for row, guide in self.words.guides().items()}
        found = [names[name] for name in completion.find(SEAT.sub("", text), names)]
        return found[0] if len({row_of(self.words, action) for action in found}) == 1 else None

    def _offer(self, found: list[str], legal: dict[str, int]) -> None:
        """Print a numbered list; its numbers are valid until the next one."""
        self.offered = found
        width, group = len(str(len(found))), ""
        for number, words in enumerate(found, start=1):
            if len(found) > SHORT_MENU and self.words.guide(legal[words]).group != group:
                group = self.words.guide(legal[words]).group
                print(f"  - {group} -")
            print(f"  {number:{width}}  {titled(self.kept.session.bout, legal[words], words)}")

    # --- speaking up --------------------------------------------------------------------------------------------------

    def _speak_up(self, seat: int, text: str) -> None:
        """Let a seat react at its last chance; a card that was guessed elsewhere moves to its hand.

        Raises:
            Moved: it has reacted; otherwise the bout is unchanged.
        """
        try:
            self._react(seat, text)
        except ValueError as error:
            print(f"  {error}")
            return
        raise Moved

    def _react(self, seat: int, text: str) -> None:
        before = list(self.kept.actions)
        wanted = self._card_in_hand(seat, text) if self._card_meant(text) else None
        place, action = self._last_chance(seat, text, wanted)
        if place is None:
            self.kept.rewrite(before)
            words = text if wanted is None else self.words.action(wanted)
            raise InputError(f"{name_of(seat)}: got {words!r}, which is not legal now; expected a reaction that is.")
        self.kept.go_back(place)
        print(f"{name_of(seat)}: {titled(self.kept.session.bout, action, self.kept.session.spell(action))}")
        self._act(action)

    def _card_meant(self, text: str) -> bool:
        """Whether a text begins like a command that plays a card, and names a card."""
        words = text.lower().split()
        named = (self.words.action(action).lower() for action in self.dealer.hands.plays)
        return (len(words) > 1 and words[0] in self._playing()) or " ".join(words) in named

    def _playing(self) -> dict[str, list[str]]:
        """The beginnings of the commands that play a card: `play card` for all, or a verb for each."""
        found: dict[str, list[list[str]]] = {}
        for action in self.dealer.hands.plays:
            words = self.words.action(action).lower().split()
            found.setdefault(words[0], []).append(words)
        return {
            verb: [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*plays, strict=False))]
            for verb, plays in found.items()
        }

    def _card_in_hand(self, seat: int, text: str) -> int:
        """The action that plays the card of a command, after moving the card to the seat's hand."""
        hands, words = self.dealer.hands, text.lower().split()
        beginning = self._playing()[words[0]]
        rest = words[1:]
        for word in beginning[1:]:
            rest = rest[1:] if rest[:1] == [word] else rest
        names = {self.words.action(action).lower(): card for action, card in hands.plays_of(seat).items()}
        card = names.get(" ".join(words), self.dealer.card_called(" ".join(rest), seat))
        if card is None:
            raise InputError(f"{hands.name}: got {' '.join(words[1:])!r}; expected its number or its name.")
        self.dealer.hold(seat, card)
        plays = [action for action, one in self.dealer.hands.plays_of(seat).items() if one == card]
        return next((one for one in plays if self.words.action(one).lower().startswith(words[0])), plays[0])

    def _last_chance(self, seat: int, words: str, wanted: int | None) -> tuple[int | None, int]:
        """The number of turns before a seat's last chance to take an action, `wanted` or that of these words; all have
        passed since.
        """
        actions, ahead = self.kept.actions, self.kept.begun_anew()
        first = len(actions)
        while first and actions[first - 1] == PASS and self.kept.turns[first - 1].seat != CHANCE:
            first -= 1
        place, action = None, 0
        for turn in range(len(actions) + 1):
            if turn >= first and ahead.seat == seat:
                legal = ahead.legal()
                meant = [legal[found] for found in completion.find(words, legal)] if wanted is None else [wanted]
                if len(meant) == 1 and meant[0] in legal.values():
                    place, action = turn, meant[0]
            if turn < len(actions):
                ahead.act(actions[turn])
        return place, action

    # --- what may be typed at any time --------------------------------------------------------------------------------

    def _entry(self, prompt: str) -> str:
        """The next line that a person types, after handling what may be typed at any time.

        Raises:
            Moved: the bout has moved.
            Left: the input has ended.
        """
        self.printer.end()
        while True:
            try:
                text = " ".join(input(prompt).split())
            except EOFError:
                raise Left from None
            word, _, rest = text.lower().partition(" ")
            who, colon, said = text.partition(":")
            seat = number_of(who.strip().lower().removeprefix("player_"))
            if colon and seat is not None and seat < len(self.kept.head.players):
                self._heed(seat, said.strip())
            elif word == "undo":
                self._undo(rest)
            elif word in ("help", "quit", "show", "log", "hand", "rule"):
                self._tell(word, rest)
            else:
                return text

    def _heed(self, seat: int, said: str) -> None:
        """Handle a decision that names its seat: that of the person to act, or a reaction."""
        if seat in self.agents:
            print(f"  The AI plays {name_of(seat)}.")
        elif said:
            self._speak_up(seat, said)

    def _tell(self, word: str, rest: str) -> None:
        """Handle a word that does not change the bout."""
        if word == "quit":
            raise Left
        if word == "show":
            self._show()
        elif word == "log":
            for told in self._told()[-(number_of(rest) or 10) :]:
                print(f"  {told.head}")
        elif word == "rule":
            self._explain(rest)
        elif word == "hand":
            self.dealer.show_hand(rest)
        else:
            print(HELP)

    def _told(self) -> list[Telling]:
        """The turns that everybody at the table knows of, without their secrets; passes are left out."""
        story = Story[PlayedTurn](None, lambda turn, bout, rows: turn.after(self.words.happened(bout, rows)))
        session = self.kept.begun_anew()
        for place, action in enumerate(self.kept.actions):
            said = "" if self._is_pass(place) else self._open(session, place)
            story.hear_turn(session.rows[0], session.seat, action, PlayedTurn(name_of(session.seat), said))
            session.act(action)
            story.catch_up(session.rows[0])
        return [told for told in entries([*story.entries, *story.waiting]) if told.head]

    def _open(self, session: Session, place: int) -> str:
        """The turn that comes next in a session, in words, without its hidden card."""
        card = cards.drawn(session)
        if card is not None:
            return card.purpose
        if session.seat != CHANCE and self.words.is_private(session.bout):
            return self._secret(self.kept.actions[place])
        return self.kept.turns[place].words

    def _explain(self, text: str) -> None:
        """Print the rule of a command, which need not be legal."""
        action, seat = self._named(text), max(0, self.kept.session.seat)
        if action is None:
            print(f"  rule: got {text!r}; expected a command, as in `rule feint`.")
        else:
            session = self.kept.session
            is_legal = action in session.legal().values()
            if is_legal and (told := outlook(self.words.offers(session.known_to(seat), seat, [action])[0].sights)):
                print(f"  {told}")
            print(f"  {self.words.explain(session.bout, seat, action, is_legal=is_legal)}")

    def _show(self) -> None:
        print(self.words.board(self.kept.session.bout))
        print(self.words.question(self.kept.session.bout))

    def _undo(self, rest: str) -> None:
        """Take back the last entries of people (commands, answers, throws) with everything that agents did since.

        Raises:
            Moved: always.
        """
        turns, (told, joined) = self.kept.turns, self._entries()
        left = len(turns)
        wanted = number_of(rest)
        for _ in range(min(1 if wanted is None else wanted, len(turns))):
            while left and (self._is_pass(left - 1) or turns[left - 1].seat in self.agents):
                left -= 1
            left = max(0, left - 1)
            while left and joined[left]:
                left -= 1
        for place in range(left, len(turns)):
            if not self._is_pass(place):
                print(f"  taken back: {told[place]}")
        self.kept.go_back(left)
        raise Moved

    def _is_pass(self, place: int) -> bool:
        """Whether this turn is a pass."""
        return self.kept.turns[place].seat != CHANCE and self.kept.actions[place] == PASS

    def _entries(self) -> tuple[list[str], list[bool]]:
        """The turns without their secrets, and whether each is a die thrown with the previous one."""
        told, joined, session = list[str](), list[bool](), self.kept.begun_anew()
        before: Chance | None = None
        for place, action in enumerate(self.kept.actions):
            die = dice.asked(session) if session.seat == CHANCE else None
            told.append(f"{name_of(session.seat)}: {self._open(session, place)}")
            joined.append(before is not None and die is not None and dice.is_one_throw(before, die))
            session.act(action)
            before = die
        return told, joined
