"""A bout as one line of text: the table, open and hidden, the dice to come, and the progress of the command.

    toy 1; options rounds=5; table seats=2 commands=1 turn=1; players.0 number=3 points=1 parries=1; …

The line names groups of fields, each with what differs from the default; the groups `start…` describe the table when
the current command began, `tape` its dice and answers, `tape.generator` the dice to come. The record itself defines the
groups and fields, so a new field needs no change here. Only the past is left out (see `bare`): two bouts with the same
line continue identically, byte for byte.

A seat's own view (`seen_by`) has `?` for everything that `imagine` would redeal; with a seed, it can be redealt and
played on. A small drawn board can be read as well, with groups below it if needed; everything else is as in the middle
of a command round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.contract.notation import UNKNOWN, Hole, Leaf, Way, leaves
from nexus_env.core.copies import is_seed
from nexus_env.core.privacy import may_know
from nexus_env.core.replaying import Allowance
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows, copy_of, rows_of
from nexus_env.core.trust_check import check, out_of_range, unfinished, unsound
from nexus_env.kit.tape import COMMAND, NOBODY
from nexus_env.system.wording import InputError, hinted, nearest, shortened

IMAGINED = 256  # deals for a seat's view; what is equal in all of them is known
MOST_SETUP = 10_000  # decisions before the first command
MOST_LETTERS = 1_000_000  # of a position; one with its own stock has about ten thousand
PARTS = (2, 3, 5)  # path lengths of parts that are compared as a whole
MOST_DIGITS = 2  # digits of a seat number
DEALS = (1, 15, 48, 336)  # sizes of the batches of deals that are tried until one fits
MOST_REPLAYED = 50_000  # tape entries replayed for all of them; with long tapes, fewer deals are tried
SEEN_BY = " seen by player_"


def write(game: Game, bout: Any) -> str:
    """Write a bout, one row of the game's record or the record itself, as a line."""
    row = _row(game, bout)
    return "; ".join([_head(game, row), *_groups(game, bare(row))])


def seen_by(game: Game, bout: Any, seat: int) -> str:
    """The line as `seat` may know it, with `?` for what is hidden; sets show their size. `read` redeals it from a
    seed.

    It is made only from bouts that `imagine` deals for that seat, so it reveals no more than they do. If something
    unknown to the seat has moved during the current command, such as a card from hand to hand, the tape would reveal
    it. Then the dice and answers are `?` too, and `read` refuses the line.

    Raises:
        ValueError: there is no such seat, or it may not know the open question: see `core.privacy`.
    """
    row = _row(game, bout)
    seats = int(row["table"]["seats"][0])
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
        raise InputError(f"seat: got {seat!r}; expected 0 to {seats - 1}")
    if not may_know(row[0], int(seat)):
        raise InputError(
            f"seat: got {seat}, which may not know the open question; expected a moment at which this seat decides"
        )
    imagined = Session.at(game, row).imagined(int(seat), IMAGINED)
    if _moved_in_secret(game, imagined):
        imagined["tape"]["entries"][1:, : int(imagined["tape"]["length"][0])] ^= 1  # write `?` for them
    return "; ".join([f"{_head(game, row)}{SEEN_BY}{seat}", *_groups(game, bare(imagined))])


def _moved_in_secret(game: Game, imagined: Rows) -> bool:
    """Whether the changes of hidden fields since the command began differ between the imagined bouts."""
    for _, leaf in _leaves(game):
        if leaf.name in game.notation.hidden and leaf.way[0] == "table":
            moved = leaf.of(imagined) ^ replace(leaf, way=("start", *leaf.way[1:])).of(imagined)
            if (moved != moved[:1]).any():
                return True
    return False


def read(game: Game, text: str, seed: int | None = None, *, any_version: bool = False) -> Rows:
    """Read the bout of a line, or of a drawn board: one row of the game's record, at a decision.

    Args:
        game: the game.
        text: a line of `write` or `seen_by`, or a drawing.
        seed: deals what the line does not know, and the dice to come, 0 to 2**62. Without a seed, a line with unknowns
            is refused.
        any_version: also read a line of another version or stock; it is played on with the present rules and cards.

    Raises:
        ValueError: a word cannot be understood, the line is from another game, version or stock, or the bout cannot be
            played on; the message names the group and the nearest word.
    """
    if len(text) > MOST_LETTERS:
        raise InputError(f"position: got {len(text)} characters; expected at most {MOST_LETTERS}.")
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    if not lines:
        raise ValueError("position: got an empty text; expected a line or a drawing.")
    is_line = len(lines) == 1 and (_is_group(lines[0]) or lines[0].split()[0] == game.name)
    if seed is not None and not is_seed(seed):
        raise InputError(f"seed: got {seed!r}; expected a whole number from 0 to 2**62.")
    if seed is not None and is_line and SEEN_BY in lines[0].partition(";")[0]:
        return _dealt(game, lines[0], seed, any_version)
    bout = parse(game, text, any_version=any_version) if is_line else _read_drawing(game, lines)
    if wrong := unsound(game, bout):
        raise InputError(f"position, {wrong}{_of_other_rules(game, bout, lines[0]) if is_line else ''}")
    return bout


def seat_of(line: str) -> int | None:
    """The seat whose view a line is; None for a line that knows everything."""
    seat = line.partition(";")[0].partition(SEEN_BY)[2].strip()
    return int(seat) if seat.isascii() and seat.isdecimal() and len(seat) <= MOST_DIGITS else None


def _of_other_rules(game: Game, bout: Rows, line: str) -> str:
    """The explanation of an error in the middle of a command, if the line is of another version; else empty."""
    head = line.partition(";")[0].strip()
    if head == _head(game, bout) or bout["table"]["request"]["question"][0] == COMMAND:
        return ""
    return f" A command is under way, and {head!r} may ask for other dice in it: take a position between two commands."


def parse(game: Game, line: str, *, any_version: bool = False) -> Rows:
    """Like `read` of a line, without checking that the bout can be played on."""
    head, *groups = [group.strip() for group in line.strip().rstrip(";").split(";")]
    bout = rows_of(game.dtype, 1)
    # The options come first: the stamp in the head and the defaults of the table depend on them.
    bout["options"] = _usual_options(game)
    said = _split(groups)
    _apply(game, bout, said, ("options",))
    _check_head(game, bout, head, any_version)
    bout["table"] = _blank(game, bout["options"])
    _apply(game, bout, said, ("table",))
    # The table before the command equals the table, except for what the line says.
    bout["start"] = bout["table"]
    _apply(game, bout, said, ("start", "bout"))
    # All groups must be used up; a line of an older version may lack some values.
    _refuse_others(game, said)
    if head != _head(game, bout):
        game.notation.from_older(np.asarray(bout)[0])
    return bare(bout)


def bare(bout: Rows) -> Rows:
    """A copy without the past: without happenings, and without the tape beyond its length; it is not `silent`."""
    bare = copy_of(bout)
    bare["silent"] = 0
    bare["happenings"] = np.zeros((), bout.dtype["happenings"].base)
    bare["heard"] = bare["shown"] = bare["told"]
    entries = bare["tape"]["entries"]
    entries[np.arange(entries.shape[1]) >= bare["tape"]["length"][:, None]] = 0
    return bare


# --- writing ----------------------------------------------------------------------------------------------------------


def _row(game: Game, bout: Any) -> Rows:
    """One row of the game's record."""
    row = rows_of(game.dtype, 1)
    row[...] = bout
    return row


def _head(game: Game, bout: Rows) -> str:
    stamp = "" if game.stamp is None else f" {game.stamp(bout['options'])}"
    return f"{game.name} {game.version}{stamp}"


def _groups(game: Game, bout: Rows) -> Iterator[str]:
    """Every group with a value that differs from its default; of several rows in `bout`, the first is written."""
    # The defaults: those of the options, and of the table before the command the table itself.
    usual = rows_of(game.dtype, len(bout))
    usual["options"] = _usual_options(game)
    usual["table"] = _blank(game, bout["options"][:1])
    usual["start"] = bout["table"]
    usual["heard"] = usual["shown"] = bout["told"]
    said: dict[str, list[str]] = {}
    # Skip whole parts that have their defaults, then write the values that differ.
    differing = cache(lambda *way: _part(bout, way) != _part(usual, way))
    for parts, values in _values_by_part(game):
        if not all(differing(*part) for part in parts):  # most parts, cards above all, have their defaults
            continue
        if len(bout) > 1 and ("tape", "generator") in parts:
            continue  # future dice are hidden from everybody
        for group, leaf in values:
            if words := leaf.write(bout, usual):
                said.setdefault(group, []).append(words)
    for group, words_of_it in said.items():
        yield " ".join([group, *words_of_it])


def _part(rows: Rows, way: tuple[str | int, ...]) -> bytes:
    """The bytes of a part of some bouts."""
    part = np.asarray(rows)
    for step in way:
        part = part[step] if isinstance(step, str) else part[:, step]
    return part.tobytes()


@cache
def _values_by_part(game: Game) -> list[tuple[tuple[Way, ...], list[tuple[str, Leaf]]]]:
    """All values in order, grouped by the parts that they belong to."""
    return [(parts, list(values)) for parts, values in groupby(_leaves(game), lambda pair: _parts_around(pair[1].way))]


def _parts_around(way: Way) -> tuple[Way, ...]:
    """The paths of the larger parts around a value, largest first."""
    return tuple(way[:length] for length in PARTS if length == PARTS[0] or length < len(way))


@cache
def _usual_options(game: Game) -> Rows:
    """The default options; do not modify."""
    return game.read_options()


@cache
def _leaves(game: Game) -> tuple[tuple[str, Leaf], ...]:
    """Every value of a bout with the name of its group, except those that `bare` sets."""
    known = []
    for leaf in leaves(game.dtype, game.notation.fields):
        root, inner = leaf.way[0], leaf.group.partition(".")[2]
        if root in ("happenings", "heard", "shown", "silent"):
            continue
        if root == "table":
            group = inner or "table"
        else:
            group = leaf.group or "bout"
        known.append((group, leaf))
    first = {"options": 0, "table": 1, "start": 3}
    return tuple(sorted(known, key=lambda pair: first.get(str(pair[1].way[0]), 2)))


@cache
def _known(game: Game) -> dict[str, dict[str, Leaf]]:
    """The same values by group and name."""
    known: dict[str, dict[str, Leaf]] = {}
    for group, leaf in _leaves(game):
        known.setdefault(group, {})[leaf.name] = leaf
    return known


def _root(leaf: Leaf) -> str:
    """The part of the bout that a value belongs to."""
    root = str(leaf.way[0])
    return root if root in ("options", "table", "start") else "bout"


def _blank(game: Game, options: Rows) -> Rows:
    """The table with the defaults of these options."""
    table = rows_of(game.dtype["table"], 1)
    game.notation.lay_blank(table[0], options[0])
    return table


# --- reading ----------------------------------------------------------------------------------------------------------


def _split(groups: list[str]) -> dict[str, dict[str, str]]:
    """Parse groups into group -> name -> text of the value."""
    said: dict[str, dict[str, str]] = {}
    for text in filter(None, groups):
        group, *words = text.split()
        for word in words or [""]:
            name, equals, value = word.partition("=")
            if not equals or not name or not value:
                found = repr(shortened(word)) if word else "nothing"
                raise InputError(f"position, {shortened(group)}: got {found}; expected name=value.")
            if any(letter.isdecimal() and not letter.isascii() for letter in value):
                found = f"{shortened(name)}={shortened(value)}"
                raise InputError(f"position, {shortened(group)}: got {found}; expected the digits 0 to 9.")
            if name in said.setdefault(group, {}):
                raise InputError(f"position, {shortened(group)}: got {shortened(name)} twice; expected each name once.")
            said[group][name] = value
    return said


def _apply(game: Game, bout: Rows, said: dict[str, dict[str, str]], roots: tuple[str, ...]) -> None:
    """Write the values of some parts of the bout, and remove them from `said`."""
    groups = _known(game)
    for group, words in said.items():
        known = groups.get(group, {})
        for name in [name for name in words if name in known and _root(known[name]) in roots]:
            value = words.pop(name)
            try:
                known[name].read(bout, value)
            except ValueError as error:
                found = f"{name}={shortened(value)}"
                raise InputError(f"position, {group}: got {found}; expected {error}.") from None


def _refuse_others(game: Game, said: dict[str, dict[str, str]]) -> None:
    """Raise an error for the first group or name that no part of the bout has."""
    known = _known(game)
    for group, words in said.items():
        if group not in known:
            raise InputError(f"position: got the unknown group {shortened(group)!r}{_hint(group, known)}")
        for name in words:
            raise InputError(f"position, {group}: got the unknown name {shortened(name)!r}{_hint(name, known[group])}")


def _hint(word: str, words: Any) -> str:
    found = nearest(shortened(word), words)
    return hinted(found and repr(found))


def _check_head(game: Game, bout: Rows, head: str, any_version: bool) -> None:
    """Raise an error unless the line is a complete one of this game, version and stock."""
    expected = _head(game, bout)
    if SEEN_BY in head:
        raise ValueError(
            "position: got the view of one seat; expected a whole position, or a seed to deal what is hidden."
        )
    readable = _is_earlier(game, head)
    if head == expected or (any_version and readable):
        return
    remedy = "; `any_version` reads it anyway" if readable else ""
    raise InputError(f"position: got {head[:60]!r} at the beginning; expected {expected!r}{remedy}.")


def _is_earlier(game: Game, head: str) -> bool:
    """Whether the head names an existing version of this game."""
    name, _, rest = head.partition(" ")
    version = rest.partition(" ")[0]
    return name == game.name and version.isascii() and version.isdigit() and 1 <= int(version[:9]) <= game.version


# --- what one seat sees ----------------------------------------------------------------------------------------------


def _dealt(game: Game, line: str, seed: int, any_version: bool) -> Rows:
    """Read a seat's view: fill each `?` with a possible value, then deal fairly.

    Raises:
        ValueError: it cannot be read, or no deal fits the known values.
    """
    seat = seat_of(line)
    if seat is None:
        raise InputError(f"position: got no seat after {SEEN_BY.strip()!r}; expected one.")
    # Read the line with a stand-in for each hole.
    head, *groups = [group.strip() for group in line.strip().rstrip(";").split(";")]
    known, holes = _set_apart(game, _split(groups))
    if game.notation.deal is None and any(hole.missing for hole in holes.values()):
        raise InputError(
            f"position: got {UNKNOWN!r}; expected nothing unknown, since {game.name} has no `Notation.deal`."
        )
    bout = parse(game, "; ".join([head.partition(SEEN_BY)[0].strip(), *known]), any_version=any_version)
    if seat > (last := int(bout["table"]["seats"][0]) - 1):
        raise InputError(f"position: got the view of seat {seat}; expected 0 to {last}.")
    if wrong := out_of_range(game, bout) or unfinished(np.asarray(bout)[0]):
        raise InputError(f"position, {wrong}")  # for any deal
    # Fill the holes with anything possible; `imagine` then deals fairly.
    dealt = _first_sound(game, bout, seat, holes, np.random.default_rng(seed))
    return Session.at(game, dealt).imagine(seat, np.array([seed]))


def _first_sound(game: Game, bout: Rows, seat: int, holes: Mapping[Way, Hole], rng: np.random.Generator) -> Rows:
    """The first deal from which the rules can continue: the seat to act must hold the cards that it is asked about.

    Raises:
        InputError: none of the tried deals fits.
    """
    deal = game.notation.deal or (lambda row, seat, holes, rng: None)  # of a game that hides nothing
    allowance, left, length = Allowance(seat), MOST_REPLAYED, 1 + int(bout["tape"]["length"][0])
    lawful = False
    for count in DEALS if any(hole.missing for hole in holes.values()) else DEALS[:1]:
        if count == DEALS[-1] and not lawful:
            break  # the error does not depend on the deal
        # Deal a batch, more each time, within the allowance for replayed tapes.
        dealt = np.repeat(bout, min(count, left // length))
        left -= length * len(dealt)
        for row in dealt:
            deal(row, seat, holes, rng)
        # Take the first deal in range from which the rules can continue.
        if wrong := out_of_range(game, dealt, game.notation.hidden):
            continue
        checked = check(game, dealt, allowance)
        if checked.sound.any():
            return dealt.take(np.flatnonzero(checked.sound)[:1])
        lawful, wrong = lawful or bool(checked.lawful.any()), checked.why
    raise InputError(f"position, {wrong}")


def _set_apart(game: Game, said: dict[str, dict[str, str]]) -> tuple[list[str], dict[Way, Hole]]:
    """The groups without `?`, and the holes in each field; see `Notation.deal`."""
    known, holes = _known(game), dict[Way, Hole]()
    for group, words in said.items():
        for name, value in words.items():
            leaf = known.get(group, {}).get(name)
            if leaf is None or not (UNKNOWN in value or (leaf.way[0] == "start" and name in game.notation.hidden)):
                continue
            try:
                if leaf.way[0] == "tape":  # see `seen_by`
                    raise ValueError("dice that the seat may know: wait for a command")
                words[name], holes[leaf.way] = leaf.writing.set_apart(value)
            except ValueError as error:
                found = f"{name}={shortened(value)}"
                raise InputError(f"position, {group}: got {found}; expected {error}.") from None
    groups = (" ".join([group, *(f"{name}={value}" for name, value in words.items())]) for group, words in said.items())
    return list(groups), holes


# --- drawings ---------------------------------------------------------------------------------------------------------


def _is_group(line: str) -> bool:
    """Whether a line is a group of fields or a whole position, and not a row of a board."""
    return ";" in line or "=" in line


def _read_drawing(game: Game, lines: list[str]) -> Rows:
    """Read a drawing: set up a bout to its first command, then overwrite it with the drawing and the groups."""
    notation = game.notation
    if notation.drawn_options is None or notation.lay_drawing is None:
        raise InputError(
            f"position: got a drawing, or no position; expected a line, since {game.name} has no drawings."
        )
    # Options from the drawing, and from the groups below it.
    board = [line for line in lines if not _is_group(line)]
    said = _split([group.strip() for line in lines if _is_group(line) for group in line.split(";")])
    options = game.read_options(**notation.drawn_options(board))
    agreed = rows_of(game.dtype, 1)
    agreed["options"] = options
    _apply(game, agreed, said, ("options",))
    # Check the options before playing the setup with them.
    agreed["table"] = agreed["start"] = _blank(game, agreed["options"])
    if wrong := out_of_range(game, agreed) or game.notation.wrong(np.asarray(agreed)[0]):
        raise InputError(f"position, {wrong}")  # before playing the setup with these options
    # Overwrite the table with the drawing, then with the groups, and derive the rest.
    bout = _first_command(game, agreed["options"])
    notation.lay_drawing(bout[0], board)
    _apply(game, bout, said, ("table", "bout"))
    _refuse_others(game, said)
    notation.settle(bout[0])
    bout["start"] = bout["table"]
    return bare(bout)


def _first_command(game: Game, options: Rows) -> Rows:
    """A bout with these options, after an arbitrary setup, at its first command."""
    session = Session(game, options)
    for _ in range(MOST_SETUP):
        request = session.bout["table"]["request"]
        if session.seat == NOBODY or request["question"] == COMMAND:
            break
        session.act(int(np.argmax(session.mask)))
    return session.rows
