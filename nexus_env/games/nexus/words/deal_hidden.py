"""Putting cards where somebody does not know any: any deal that fits what is known, for `imagine` to shuffle."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from nexus_env.game.notation import Hole, Way
from nexus_env.system.wording import InputError

HIDDEN = HAND, PUT_AWAY, SEEN = "hand", "discarded", "known"


def deal_hidden(bout: Any, seat: int, found: Mapping[Way, Hole], rng: np.random.Generator) -> None:
    """Fill the hands, what was put away and what others have seen; first the table, then the table before the command.

    Args:
        bout: the record of a bout, without what `seat` does not know.
        seat: who does not know it.
        found: what is missing, by the field; see `Notation.deal`.
        rng: decides between what is possible.

    Raises:
        ValueError: something else than cards is hidden, or there are not as many cards as are missing.
    """
    for way, hole in found.items():
        if hole.missing and not _holds_cards(way):
            raise InputError(f"position: got ? in {way[-1]}; expected it only in {HAND}, {PUT_AWAY} and {SEEN}.")
    holes = {way: hole.missing for way, hole in found.items() if _holds_cards(way)}
    free = _free_cards(bout)
    rng.shuffle(free)
    _fill(bout, "table", holes, dict.fromkeys(_places(holes, "table"), free))
    _copy_untold(bout, holes)
    _fill(bout, "start", holes, _lain_before(bout, holes))
    _fill_seen(bout, seat, holes, rng)
    _copy_untold(bout, holes)


def _copy_untold(bout: Any, holes: Mapping[Way, int]) -> None:
    """Of what is not told of the table before the command it is true that it lay as it lies."""
    for way in holes:
        if way[0] == "table" and ("start", *way[1:]) not in holes:
            _lay(bout, ("start", *way[1:]), _cards(_field(bout, way)))


def _holds_cards(way: Way) -> bool:
    return way[1] == "lanistas" and way[-1] in (HAND, PUT_AWAY, SEEN)


def _lain_before(bout: Any, holes: Mapping[Way, int]) -> dict[Way, list[int]]:
    """Which cards may have lain where something is missing on the table before: those of the same place first, and
    those that lie somewhere now and lay nowhere then.
    """
    seats = range(int(bout["table"]["seats"]))
    everywhere = [(seat, name) for seat in seats for name in (HAND, PUT_AWAY)]
    lay = [card for place in everywhere for card in _cards(_field(bout, ("start", "lanistas", *place)))]
    lies = [card for place in everywhere for card in _cards(_field(bout, ("table", "lanistas", *place)))]
    moved = [card for card in lies if card not in lay]
    return {place: [*_cards(_field(bout, ("table", *place))), *moved] for place in _places(holes, "start")}


def _free_cards(bout: Any) -> list[int]:
    """The cards of the deck whose place is not known."""
    deck, lanistas = int(bout["options"]["influence_cards"]), bout["table"]["lanistas"]
    seats = int(bout["table"]["seats"])
    taken = int(bout["table"]["used_cards"])
    for seat in range(seats):
        taken |= int(lanistas[seat][HAND]) | int(lanistas[seat][PUT_AWAY])
    return [card for card in range(deck) if not taken >> card & 1]


def _places(holes: Mapping[Way, int], which: str) -> Iterable[Way]:
    """Where cards lie that are missing on one of the two tables; what was seen lies in hands."""
    return [way[1:] for way in holes if way[0] == which and way[-1] != SEEN]


def _fill(bout: Any, which: str, holes: Mapping[Way, int], choices: Mapping[Way, list[int]]) -> None:
    """Give each place as many cards of its choices as it lacks, each card to one place."""
    given: set[int] = set()
    for place, cards in choices.items():
        way = (which, *place)
        fresh = [card for card in cards if card not in given and not _field(bout, way) >> card & 1]
        chosen = list(dict.fromkeys(fresh))[: holes[way]]
        if len(chosen) < holes[way]:
            found = f"got {holes[way]} unknown cards in {_words(way)}"
            raise InputError(f"position: {found}; expected at most {len(chosen)}, which are left.")
        given |= set(chosen)
        _lay(bout, way, chosen)


def _fill_seen(bout: Any, seat: int, holes: Mapping[Way, int], rng: np.random.Generator) -> None:
    """What others have seen of hands that `seat` does not know: any cards that lie there."""
    for way, missing in holes.items():
        if way[-1] != SEEN or not missing:
            continue
        lanistas = bout[way[0]]["lanistas"]
        mine = int(lanistas[seat][HAND]) | int(lanistas[seat][SEEN]) | _field(bout, way)
        others = [int(row[HAND]) for other, row in enumerate(lanistas) if other not in (seat, way[2])]
        cards = [card for hand in others for card in _cards(hand & ~mine)]
        if len(cards) < missing:
            found = f"got {missing} unknown cards in {_words(way)}"
            raise InputError(f"position: {found}; expected at most {len(cards)}, which are held.")
        _lay(bout, way, rng.permutation(cards)[:missing].tolist())


def _field(bout: Any, way: Way) -> int:
    """The set at a way through the record."""
    return int(bout[way[0]][way[1]][way[2]][way[3]])


def _lay(bout: Any, way: Way, cards: list[int]) -> None:
    bout[way[0]][way[1]][way[2]][way[3]] |= sum(1 << card for card in cards)


def _cards(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def _words(way: Way) -> str:
    """A field as positions name it."""
    group = ".".join(str(part) for part in way[:-1]).removeprefix("table.")
    return f"{group} {way[-1]}"
