"""One-line errors for the command line: argparse's sentence, and a hint for a misspelled option."""

import argparse
from typing import Any, NoReturn

from nexus_env.system.streams import settle
from nexus_env.system.wording import LONGEST, hinted, nearest, one_line, shortened

ALIKE = 0.6  # options are short, and no hint is better than a wrong one


class Parser(argparse.ArgumentParser):
    """`argparse.ArgumentParser` that leaves its usage to `--help`, where examples keep their lines.

    Subparsers are of this class, too.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        """See `argparse.ArgumentParser`."""
        super().__init__(*arguments, **{"formatter_class": argparse.RawDescriptionHelpFormatter, **keywords})

    def error(self, message: str) -> NoReturn:
        """End the process with status 2 and one line on stderr."""
        end = "" if message.endswith("?") else f"; see {self.prog} --help."
        told = one_line(f"{self.prog}: {message.removesuffix('.')}", LONGEST - len(end))
        self.exit(2, f"{told}{end}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """See `argparse.ArgumentParser`. Every command begins here, so its streams are settled here."""
        settle()
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> argparse.Namespace:  # type: ignore[override]
        """See `argparse.ArgumentParser`; a misspelled option is told with the nearest one."""
        known: argparse.Namespace
        known, others = self.parse_known_args(args, namespace)
        for word in others:
            name, _, _ = word.partition("=")
            if name.startswith("-"):
                hint = nearest(name.lstrip("-"), self._options(), ALIKE)
                self.error(f"{shortened(name)}: no such option{hinted(f'--{hint}' if hint else '')}")
        if others:
            self.error(f"got {shortened(others[0])!r}, one word too many")
        return known

    def _options(self) -> list[str]:
        """The names of all options that `--help` shows, here and in subparsers."""
        found = []
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                found += [name for one in action.choices.values() for name in one._options()]
            elif action.help != argparse.SUPPRESS:
                found += [name.removeprefix("--") for name in action.option_strings]
        return found
