"""The names of enum members in files, commands and sentences: lower case, with blanks."""

from collections.abc import Iterable, Mapping
from enum import Enum, IntEnum
from functools import cache

Words = Mapping[str, int]


def plain(member: Enum, between: str = " ") -> str:
    """The name of an enum's member in lower case, such as "focused attack"."""
    return member.name.lower().replace("_", between)


@cache
def words_of(kind: type[IntEnum]) -> dict[int, str]:
    """The names of all members of an enum, by their numbers."""
    return {int(member): plain(member) for member in kind}


def spelled(members: Iterable[IntEnum], leave_out: Iterable[IntEnum] = (), between: str = " ") -> dict[str, int]:
    """The numbers of an enum's members, by their names as files write them."""
    return {plain(member, between): int(member) for member in members if member not in leave_out}


def numbered(names: Iterable[str]) -> dict[str, int]:
    """The numbers of names that are listed in their order, by these names in lower case."""
    return {name.lower(): number for number, name in enumerate(names)}
