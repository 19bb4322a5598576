"""`Game.trial`: facts about a game that the checks in `nexus_env.testing` need."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Options = Mapping[str, Any]


def _nothing(action: int) -> bool:
    """No action shows anything."""
    return False


def _no_actions() -> frozenset[int]:
    """None."""
    return frozenset()


def _keep_nothing(bout: Any, other: Any) -> None:
    """Nothing is revealed without an action."""


def _loses_nothing(before: Any, after: Any) -> bool:
    """Nothing is lost without being paid."""
    return False


@dataclass(frozen=True, eq=False)
class Trial:
    """Secrets of a game, and options that exercise them; every part is optional. A `bout` is a row of its record.

    - `hides`: whether anything is hidden from a seat or a spectator. If not, the checks hold the game to it.
    - `hidden`: the options of a bout in which something is hidden.
    - `short`: the options of a short bout, which is played to its end by keys and at a real table.
    - `eventful`: options of bouts, taken in turn, in which most events happen.
    - `leaks`: options of bouts that are compared in pairs; the two differ only in what is hidden. If the game can hold
      its windows open (`tape.held`), name both ways: there, who is asked may not differ either.
    - `soon`: more options, of bouts in which hidden things are soon asked about.
    - `shows(action)`: whether an action shows others what its seat hides, such as playing a card from the hand.
    - `reveals()`: the actions that show their own player something hidden, such as drawing a card.
    - `keep(bout, other)`: copy to `other` those hidden things that are revealed without an action of a seat.
    - `purse(bout, seat)`: what a seat can spend, by the kinds of `Offer.price`; None if no price is checked.
    - `is_lost(before, after)`: whether the rest of the purse is lost, as at the end of a turn.
    """

    hides: bool = True
    hidden: Options = field(default_factory=dict)
    short: Options = field(default_factory=dict)
    eventful: tuple[Options, ...] = ({},)
    leaks: tuple[Options, ...] = ({},)
    soon: Options = field(default_factory=dict)
    shows: Callable[[int], bool] = _nothing
    reveals: Callable[[], frozenset[int]] = _no_actions
    keep: Callable[[Any, Any], None] = _keep_nothing
    purse: Callable[[Any, int], dict[str, int]] | None = None
    is_lost: Callable[[Any, Any], bool] = _loses_nothing


NO_TRIAL = Trial()
