"""A command line whose errors have the form of all others: "--mintes: no such option; did you mean --minutes?".

Argparse has sentences of its own for what it refuses. Where it knows the argument, a method puts another sentence in
their place; the rest reaches `error` as text and is translated there. A sentence that is not known is printed as it is.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from nexus_env.system.streams import settle
from nexus_env.system.wording import either, hinted, nearest, one_line, shortened

ALIKE = 0.6  # options are short, and no hint is better than a wrong one
KINDS = {int: "a whole number", float: "a number"}
MISSING = re.compile(r"the following arguments are required: (?P<names>.+)")
SENTENCES = (
    (MISSING, "{prog}: got no {names}; see {prog} --help."),
    (
        re.compile(r"(?P<name>\S+): not allowed with argument (?P<other>\S+)"),
        "{name}: got {other} with it; expected only one of them.",
    ),
    (re.compile(r"(?P<name>\S+): ignored explicit argument (?P<found>.+)"), "{name}: got {found}; expected no value."),
    (
        re.compile(r"ambiguous option: (?P<name>\S+) could match (?P<others>.+)"),
        "{name}: got an abbreviation of {others}; expected only one of them.",
    ),
)


class Parser(argparse.ArgumentParser):
    """`argparse.ArgumentParser` with other sentences; subparsers are of this class, too."""

    def __init__(self, *arguments: Any, takes_others: bool = False, **keywords: Any) -> None:
        """See `argparse.ArgumentParser`.

        Args:
            arguments: passed on.
            takes_others: whether `parse_known_args` leaves words that it does not know, as usual, or refuses them.
            keywords: passed on.
        """
        super().__init__(*arguments, **keywords)
        self._takes_others = takes_others
        self._given: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """End the process with status 2 and one sentence on stderr."""
        told = message.removeprefix("argument ")
        if MISSING.fullmatch(told) and (unknown := [word for word in self._given if self._is_unknown(word)]):
            self._refuse(unknown)  # rather a misspelled option than what is missing beside it
        for pattern, sentence in SENTENCES:
            if found := pattern.fullmatch(told):
                told = sentence.format(prog=self.prog, **found.groupdict())
        self.exit(2, f"{one_line(told if told.endswith(('.', '?')) else f'{told}.')}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """The arguments, and the words that are not known; see `takes_others`.

        Every command begins here, so its streams are settled here.
        """
        settle()
        self._given = () if self._takes_others else tuple(sys.argv[1:] if args is None else args)
        known, others = super().parse_known_args(args, namespace)
        if others and not self._takes_others:
            self._refuse(others)
        return known, others

    def _is_unknown(self, word: str) -> bool:
        """It looks like an option, and is neither one of this command line nor the beginning of one."""
        name, _, _ = word.partition("=")
        return name.startswith("--") and not any(known.startswith(name) for known in self._option_string_actions)

    def _refuse(self, words: Sequence[str]) -> NoReturn:
        """Words that belong to no argument."""
        shown = [action for action in self._actions if action.help != argparse.SUPPRESS]
        known = [name.removeprefix("--") for action in shown for name in action.option_strings]
        for word in words:
            name, _, _ = word.partition("=")
            if name.startswith("-"):
                hint = nearest(name.lstrip("-"), known, ALIKE)
                end = hinted(f"--{hint}") if hint else f"; see {self.prog} --help."
                self.error(f"{shortened(name)}: no such option{end}")
        self.error(f"{self.prog}: got {shortened(words[0])!r}, one word too many; see {self.prog} --help.")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """A word that is not among the choices of an argument."""
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            hint = nearest(str(value), choices)
            told = f"got {shortened(str(value))!r}; expected {either(choices)}{hinted(hint)}"
            raise argparse.ArgumentError(action, told)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """A word as the type of its argument; a type that raises `ArgumentTypeError` says itself what it expects."""
        kind = action.type
        if kind not in KINDS:
            return super()._get_value(action, arg_string)
        try:
            return kind(arg_string)
        except ValueError:
            raise argparse.ArgumentError(action, f"got {shortened(arg_string)!r}; expected {KINDS[kind]}") from None

    def _match_argument(self, action: argparse.Action, arg_strings_pattern: str) -> int:
        """An option without its value."""
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except argparse.ArgumentError as error:
            if not action.option_strings:
                raise
            values = self._get_formatter()._format_args(action, action.dest.upper())
            raise argparse.ArgumentError(
                action, f"got no value; expected {action.option_strings[-1]} {values}"
            ) from error
