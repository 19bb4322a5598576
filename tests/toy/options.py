"""What is agreed before a bout."""

from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from nexus_env.kit.options import Asked, build, option
from toy.bout import MOST_COMMANDS, MOST_ROUNDS, SEATS, Options

ASK_ROUNDS = Asked("The bout ends after", ways={3: "3 rounds", 10: "10 rounds"})
ASK_LUCKY = Asked("The lucky number may be shown", ways={False: "no", True: "yes"}, is_switch=True)
ASK_BARE = Asked("Numbers only", "without board and cards", ways={False: "no", True: "yes"}, is_switch=True)


@dataclass(frozen=True)
class Agreement:
    """The options of a bout, in the order of `Options`."""

    seats: int = option(2, least=2, most=SEATS)
    rounds: int = option(3, least=1, most=MOST_ROUNDS, asked=ASK_ROUNDS, meaning="rounds until the bout ends")
    last_wins: bool = option(False)
    limit: int = option(0, least=0, most=MOST_COMMANDS)
    lucky: bool = option(False, asked=ASK_LUCKY, meaning="whether the lucky number may be shown")
    windows: str = option(
        "able", choices=("able", "held"), meaning="which seats are asked to react: those that can, or all that might"
    )
    bare: bool = option(False, asked=ASK_BARE, meaning="whether there is neither board nor cards")


def read_options(**keywords: Any) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Keywords, as `Agreement` names them, become a row of `Options`; an `OptionsError` says what is wrong."""
    agreement = build(Agreement, keywords, "the options of toy")
    row = np.zeros(1, Options.dtype)
    row[0] = tuple(value == "held" if isinstance(value, str) else value for value in astuple(agreement))
    return row
