"""Menu entries of legal commands: name, spaces, price and result.

Rulebook: (A-072, A-076, A-088, A-114).
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from nexus_env.contract.words import Offer, ReachedCell
from nexus_env.games.aristeia.cards.verbs import Targets
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NO_UNIT, SPACE_WORDS, SPACES, TEAM, UNITS, ZONES, Question
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.words import asked_rules as rules
from nexus_env.games.aristeia.words import cover_choice
from nexus_env.games.aristeia.words.card_texts import switch_of, tactic_words, timing_words
from nexus_env.games.aristeia.words.glosses import cost_of, die_words, price_of, text_of
from nexus_env.games.aristeia.words.naming import Naming, space, zone_name
from nexus_env.games.aristeia.words.outlook import Outlook
from nexus_env.games.aristeia.words.own_view import as_rules_read, zones
from nexus_env.games.aristeia.words.reasons import guide
from nexus_env.games.aristeia.words.spelling import meant, order_of, row_of, spell_for
from nexus_env.kit.tape import NOBODY


def can_act(bout: Any, seat: int) -> bool:
    """See `Words`: both seats play to the end."""
    return True


def offers(world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
    """See `Words`."""
    menu = _Menu(world, seat)
    return [menu.offer(int(action)) for action in actions]


class _Menu:
    """The commands of one seat in one position."""

    def __init__(self, world: Any, seat: int) -> None:
        self.naming, self.seat = Naming(world), seat
        self.bout = as_rules_read(world)
        self.is_command = int(world["table"]["request"]["question"]) == Question.COMMAND
        self.active = int(self.bout.table.active)

    def offer(self, action: int) -> Offer:
        """The menu entry of one command."""
        row = row_of(action)
        place = action - row
        title, ways = self._title_and_ways(row, place, action)
        unit = self._unit(row, action)
        return Offer(
            group=guide(action).group if self.is_command else "answer",
            title=title,
            ways=ways,
            text=self._text(row, place, action),
            timing=self._timing(row, place),
            unit=self.naming.unit(unit) if unit != NO_UNIT else "",
            cells=self._cells(row, place, action),
            target=self._target(row, action),
            price=price_of(self.naming, action),
            cost=cost_of(self.naming, action),
            gives=self._gives(row),
            sights=self._sights(row, place, action),
        )

    def _title_and_ways(self, row: Action, place: int, action: int) -> tuple[str, tuple[str, ...]]:
        """The title of a command's menu entry, and the ways that distinguish it from others there."""
        words = spell_for(self.naming, self.seat, action).partition(" ")[2]
        match row:
            case Action.PASS:
                return "Pass", ()
            case Action.CARD:  # its copies are equal
                return self.naming.tactic(self.naming.kind(self.seat, place)), ()
            case Action.ACT | Action.UNIT | Action.PICK:
                return words, ()
            case Action.ORDER:
                return guide(action).title, order_of(self.naming, self.seat, place)
            case Action.ZONE:
                name = zone_name(place)
                return name[:1].upper() + name[1:], ()
            case Action.DIE:
                return f"{guide(action).title} {place + 1}", (die_words(self.naming, place),)
            case Action.SWITCH:
                return switch_of(self.naming, int(self.bout.table.request.unit), place), ()
            case Action.SPACE:
                return ("Step" if self.is_command else "Space"), (str(space(place)),)
        return guide(action).title, ()

    def _text(self, row: Action, place: int, action: int) -> str:
        """The effect, if the guide to the row does not say it."""
        if cover_choice.is_asked(self.naming):
            return f"{cover_choice.answer_words(self.naming, row)}."
        if row in (Action.PASS, Action.SWITCH):  # obvious from the question and the title
            return ""
        if row == Action.CARD and (kind := self.naming.kind(self.seat, place)) >= 0:
            return tactic_words(self.naming.options["tactics"][kind])  # the timing says when
        if row == Action.UNIT:
            return "; ".join(sight.text for sight in self._sights(row, place, action))
        return text_of(self.naming, self.seat, action)

    def _timing(self, row: Action, place: int) -> str:
        kind = self.naming.kind(self.seat, place) if row == Action.CARD else -1
        return timing_words(self.naming.options["tactics"][kind]) if kind >= 0 else ""

    def _unit(self, row: Action, action: int) -> int:
        """The acting or chosen Character."""
        if row == Action.UNIT:
            return int(meant(self.seat, action))
        if self.is_command:
            owner = self.naming.owner(self.seat, action - row) if row == Action.CARD else NO_UNIT
            return self.active if owner == NO_UNIT else owner
        return int(self.bout.table.request.unit)

    def _target(self, row: Action, action: int) -> int:
        """The seat of the chosen Character."""
        return int(meant(self.seat, action)) // TEAM if row == Action.UNIT else NOBODY

    def _cells(self, row: Action, place: int, action: int) -> list[str]:
        """The spaces that it acts on."""
        if row == Action.SPACE:
            return [str(space(place))]
        if row == Action.UNIT:
            cell = int(self.bout.table.characters[meant(self.seat, action)].cell)
            return [str(space(cell))] if cell >= 0 else []
        if row == Action.ZONE:
            return [str(space(cell)) for cell in range(SPACES) if zones()[cell] == place % ZONES]
        if row == Action.ACT and self.is_command and self.naming.has_action(self.active, place):
            return reached(self.bout, self.active, place)
        return []

    def _gives(self, row: Action) -> str:
        """Its result."""
        if row == Action.MOVE and self.is_command and self.active != NO_UNIT:
            return f"{int(rules.speed_of(self.bout, self.active))} MP"
        return ""

    @cached_property
    def _outlook(self) -> Outlook:
        """The outlook of the Active Character."""
        return Outlook(self.naming, self.bout, self.active)

    def _sights(self, row: Action, place: int, action: int) -> list[ReachedCell]:
        """Its sights; for an answer that names a target, the visibility of that target."""
        if self.active == NO_UNIT or not rules.stands(self.bout, self.active):
            return []
        if self.is_command and row == Action.MOVE:
            movement = int(self.bout.table.movement) + int(rules.speed_of(self.bout, self.active))
            return self._outlook.moves(movement)
        if self.is_command and row == Action.ACT and self.naming.has_action(self.active, place):
            return self._outlook.aims(place)
        if row == Action.UNIT and (declared := self._declared()) is not None:
            return [self._outlook.aim(declared, int(meant(self.seat, action)))]
        return []

    def _declared(self) -> Any:
        """The Action that needs a target, or None."""
        reason, command = int(self.bout.table.reason), int(self.bout.command)
        if reason == Reason.REPEAT:
            return rules.card_of(self.bout, self.active, int(self.bout.table.roll.action))
        if reason == Reason.TARGET and row_of(command) == Action.ACT:
            return rules.card_of(self.bout, self.active, command - Action.ACT)
        return None


def reached(bout: Any, unit: int, action: int) -> list[str]:
    """The spaces that an Action may target now, by its own legality. Rulebook: (A-088, A-091, A-149)."""
    card = rules.card_of(bout, unit, action)
    if card.targets == Targets.NEIGHBOR:
        places = np.zeros(SPACE_WORDS, np.int64)
        rules.places_of(bout, unit, card, places)
        return [str(space(cell)) for cell in range(SPACES) if rules.has_cell(places, cell)]
    found = [other for other in range(UNITS) if rules.stands(bout, other) and rules.may_target(bout, unit, card, other)]
    return [str(space(int(bout.table.characters[other].cell))) for other in found]
