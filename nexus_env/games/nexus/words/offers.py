"""Menu entries of legal commands: name, squares, price and result."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from nexus_env.contract.words import Json, Offer
from nexus_env.games.nexus.rules.actions import ROWS, Action
from nexus_env.games.nexus.rules.bout import UNIQUE_ABILITIES, Question, Standing
from nexus_env.games.nexus.rules.states import CHECK_PASSED
from nexus_env.games.nexus.words.card_words import decks
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.glosses import split_of
from nexus_env.games.nexus.words.outlook import Outlook
from nexus_env.games.nexus.words.own_view import PANEL
from nexus_env.games.nexus.words.price_preview import SPRINGS, price_of, spoken
from nexus_env.games.nexus.words.reasons import guide
from nexus_env.games.nexus.words.risks import may_end_own_helot
from nexus_env.games.nexus.words.sentences import spell
from nexus_env.games.nexus.words.target_squares import reach, target
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.games.nexus.words.view import cell_of
from nexus_env.kit.spelling import plain
from nexus_env.kit.texts import by_members

DECKS: dict[Action, str] = by_members(TEXTS["decks"], Action)
SIDES: dict[Action, tuple[str, str]] = by_members(TEXTS["sides"], Action)
CHECKED = (Action.STAND_UP, Action.LIBERATE, *SPRINGS)  # attempts that may fail: see `passes_check`
CHOOSING = "choose "  # beginnings of answers that need no explanation


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """See `Words`."""
    menu = _Menu(Eye(world, seat))
    return [menu.offer(action) for action in actions]


def can_act(bout: Any, seat: int) -> bool:
    """Whether a seat's helot is fit."""
    return int(bout["table"]["helots"]["standing"][seat]) == Standing.FIT


class _Menu:
    """The commands of one seat in one position."""

    def __init__(self, eye: Eye) -> None:
        self.eye, self._outlook = eye, Outlook(eye)
        self.is_command = int(eye.world["table"]["request"]["question"]) == Question.COMMAND

    @cached_property
    def decks(self) -> Mapping[str, list[Json]]:
        """The cards, where one of the commands is about any."""
        return decks(self.eye.world["options"])

    def offer(self, action: int) -> Offer:
        """The menu entry of one command."""
        eye, row = self.eye, ROWS[action]
        price = price_of(eye, action)
        card = self._card(row, action - row)
        title, ways = (card["name"], ()) if card else self._title_and_ways(row, action)
        return Offer(
            group=guide(action).group,
            title=title,
            ways=ways,
            text=card["text"] if card else self._text(row),
            timing=card.get("timing") or "" if card else "",
            cells=[cell_of(*place) for place in reach(eye, action)],
            target=target(eye, action),
            price=price,
            cost=spoken(price),
            may_end=may_end_own_helot(eye, action),
            gives=split_of(eye.world, action),
            needs=f"{CHECK_PASSED} or more" if row in CHECKED else "",
            sights=self._outlook.sights(action),
        )

    def _card(self, row: Action, place: int) -> Json | None:
        """The card that a command chooses, keeps or plays."""
        if row not in DECKS:
            return None
        if row == Action.UNIQUE_ABILITY:
            place += UNIQUE_ABILITIES * int(self.eye.world["table"]["lanistas"][self.eye.seat]["motivation"])
        return self.decks[DECKS[row]][place]

    def _text(self, row: Action) -> str:
        """The effect of an answer, unless it is obvious; commands are explained by the guide."""
        if self.is_command or row == Action.PASS or plain(row).startswith(CHOOSING):
            return ""
        return guide(row).text

    def _title_and_ways(self, row: Action, action: int) -> tuple[str, tuple[str, ...]]:
        """The title of a command's menu entry, and the ways that distinguish it from others there."""
        if row in SIDES:
            title, way = SIDES[row]
            return title, (way,)
        words = spell(self.eye.world, action).removeprefix(plain(row)).split()
        ways = tuple(self._way(row, word, action) for word in words)
        return (" ".join(ways), ()) if plain(row).startswith(CHOOSING) and ways else (guide(row).title, ways)

    def _way(self, row: Action, word: str, action: int) -> str:
        """One word of a command, with its meaning here."""
        if word.startswith("player_"):
            return word
        victim = target(self.eye, action)
        if word in PANEL and victim >= 0:
            coins = self.eye.world["table"]["helots"][victim]["health"][PANEL.index(word)]
            return f"{_capital(word)} {coins}"
        if word.isdecimal() and row == Action.THROW:
            return f"{word} square{'' if word == '1' else 's'}"
        if word.isdecimal() and row == Action.COMBO:
            return f"and {word} Standard Attack{'' if word == '1' else 's'}"
        return _capital(word)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:].replace("-", " ")
