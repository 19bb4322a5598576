"""The options of a bout, agreed before it begins. Rulebook: (A-004, A-009, A-016, A-177, A-200, A-203, A-204)."""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.rules.bout import NO_CARD, NO_CELL, NO_ZONE, SEATS, TEAM, Options
from nexus_env.games.aristeia.rules.setup import DRAFT, NAMED, SECRET_CHOICE
from nexus_env.kit import hexes
from nexus_env.kit.options import Asked, OptionsError, build, option, read_asked
from nexus_env.system.wording import mismatch, nearest

SCENARIOS = ("assault", "conquest", "king of the hill", "scorched earth")
TEAMS = {"preset": NAMED, "choice": SECRET_CHOICE, "draft": DRAFT, "named": NAMED}
WINDOWS = ("able", "held")
ROUNDS, GOAL = 5, 8
ASKED = read_asked(__file__)
TITLES = ASKED["scenario"].ways
OWN = stock.load()
FIRST, SECOND = (
    tuple(OWN.names.characters[card] for card in OWN.preset_teams[place : place + TEAM]) for place in (0, TEAM)
)
ASK_GREEN, ASK_ORANGE = (
    Asked(
        f"Team of {color}",
        "four Characters, none in both teams",
        ways={name: name for name in OWN.names.characters},
        preset=names,
        when={"teams": "named"},
    )
    for color, names in (("Green", FIRST), ("Orange", SECOND))
)
DECISIONS_A_ROUND, DECISIONS_BESIDES = 1_000, 1_000
HOST_OPTIONS = ("stock",)  # options that name files


@dataclass(frozen=True)
class Agreement:
    """The options of a bout of Aristeia!"""

    seats: int = option(SEATS, least=SEATS, most=SEATS)
    scenario: str = option(
        "assault", choices=SCENARIOS, asked=ASKED["scenario"], meaning="the scenario, which sets what scores"
    )
    teams: str = option("preset", choices=tuple(TEAMS), asked=ASKED["teams"], meaning="how teams are chosen")
    green: tuple[str, ...] = option((), asked=ASK_GREEN, meaning="the first seat's team, if the teams are named")
    orange: tuple[str, ...] = option((), asked=ASK_ORANGE, meaning="the second seat's team, if the teams are named")
    redraw: bool = option(True, asked=ASKED["redraw"], meaning="whether a player may redraw the starting hand once")
    round_limit: int = option(
        ROUNDS, least=1, most=20, asked=ASKED["round_limit"], meaning="Rounds until the game ends"
    )
    goal: int = option(GOAL, least=1, most=100, meaning="VP that end the game")
    contender: bool = option(
        False, asked=ASKED["contender"], meaning="whether every Character has the attack Contender"
    )
    windows: str = option(
        "able",
        choices=WINDOWS,
        asked=ASKED["windows"],
        meaning="which seats are asked to react: those that can, or all that hold a Tactic",
    )
    stock: str = option("", kind="folder", meaning="your own cards, which override those in the package")


def read_options(**keywords: Any) -> np.ndarray[Any, Any]:
    """Convert keywords, as `Agreement` names them, into the row of `Options` that `setup` takes; `stock` may be a path.

    Raises:
        OptionsError: a value is wrong; the message has the key, what was found and what was expected.
    """
    place = "the options of aristeia"
    if isinstance(keywords.get("stock"), os.PathLike):
        keywords["stock"] = os.fspath(keywords["stock"])
    agreement = build(Agreement, keywords, place)
    cards = stock.load(agreement.stock)
    row = np.zeros(1, Options.dtype)
    cards.lay(row)
    cards.lay_scenario(row, agreement.scenario)
    row["seats"], row["scenario"] = SEATS, SCENARIOS.index(agreement.scenario)
    row["teams"] = TEAMS[agreement.teams]
    row["redraw"], row["round_limit"], row["goal"] = agreement.redraw, agreement.round_limit, agreement.goal
    row["contender"], row["held"] = agreement.contender, WINDOWS.index(agreement.windows)
    row["named"], row["places"], row["zones"] = NO_CARD, NO_CELL, NO_ZONE
    if agreement.teams != "named":
        _refuse_names(agreement, place)
    if agreement.teams == "preset":
        _lay_preset(row, cards, first_game=agreement.scenario == SCENARIOS[0])
    elif agreement.teams == "named":
        row["named"][0] = [*_team(agreement, cards, "green", place), *_team(agreement, cards, "orange", place)]
        _refuse_twice(row[0], cards, place)
    return row


def most_decisions(options: np.ndarray[Any, Any]) -> int:
    """The most decisions that a bout with a row of options can take; see `Game`.

    No rule bounds the reactions of a Round. Of 600 kinds of bouts with 30,000 decisions each, random and stubborn ones
    with every option, the longest took 286 with one Round, 885 with five and 4,036 with twenty. This is at least five
    times as many.
    """
    return DECISIONS_BESIDES + DECISIONS_A_ROUND * int(np.asarray(options).reshape(-1)[0]["round_limit"])


def _lay_preset(row: np.ndarray[Any, Any], cards: stock.Stock, *, first_game: bool) -> None:
    """Write the preset teams, in the first game, an Assault, also their hands and deployment.

    In every other game these teams draw their hands and deploy as usual.

    Rulebook: (A-009, A-012, A-013, A-014, A-015, A-180, A-206).
    """
    row["named"][0] = cards.preset_teams
    if first_game:
        row["hands"][0] = cards.preset_hands
        row["places"][0] = [hexes.CELL_AT[q + hexes.RADIUS, r + hexes.RADIUS] for q, r in cards.preset_places]
        row["zones"][0] = cards.preset_zones


def _refuse_names(agreement: Agreement, place: str) -> None:
    """Refuse names of Characters if the teams are chosen in another way."""
    for color in ("green", "orange"):
        if getattr(agreement, color):
            found = f'got Characters, but teams = "{agreement.teams}"'
            raise OptionsError(f'{place}: {color}: {found}; expected teams = "named" beside them.')


def _team(agreement: Agreement, cards: stock.Stock, color: str, place: str) -> list[int]:
    """The numbers of four named Characters."""
    names = getattr(agreement, color)
    if len(names) != TEAM:
        raise OptionsError(f"{place}: {color}: got {len(names)} Characters; expected {TEAM}.")
    for name in names:
        if name not in cards.names.characters:
            hint = nearest(name, cards.names.characters)
            raise OptionsError(mismatch(f"{place}: {color}", repr(name), "a Character of the stock", hint))
    return [cards.names.characters.index(name) for name in names]


def _refuse_twice(options: Any, cards: stock.Stock, place: str) -> None:
    """Refuse a Character in both teams: the box has one of each, unless a house rule allows it. Rulebook: (A-203)."""
    both = list(options["named"])
    among = (
        [("green", both[:TEAM]), ("orange", both[TEAM:])] if options["house"]["shared"] else [("green, orange", both)]
    )
    for key, named in among:
        for number in named:
            if named.count(number) > 1:
                raise OptionsError(
                    f'{place}: {key}: got "{cards.names.characters[number]}" twice; expected {len(named)} different'
                    " Characters."
                )
