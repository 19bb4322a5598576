"""What is recorded of Aristeia!: how its positions are drawn, and a bout for each scenario and way to choose teams."""

from dataclasses import replace
from typing import Any

from aristeia import example_round
from aristeia.table import drawn
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.rules.options import SCENARIOS
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript

TEAMS: dict[str, dict[str, Any]] = {
    "preset": {},
    "draft": {"teams": "draft", "redraw": True},
}
BOUTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    f"{scenario.lower().replace(' ', '_')}_{teams}": (
        f"{scenario}, {teams} teams",
        10 * number + nth,
        {"scenario": scenario, **options},
    )
    for number, scenario in enumerate(SCENARIOS, 1)
    for nth, (teams, options) in enumerate(TEAMS.items())
}
"""By the name of its file: what it is called, its seed, its options."""


def example() -> Transcript:
    """The example round of the booklet, die by die, with a remark where a chapter of it ends."""
    ends, table = {}, None
    for chapter, table in example_round.played():
        ends[len(table.played) - 1] = f"A-EX: {chapter}."
    assert table is not None
    made = transcript.record(ARISTEIA, {}, table.played, seed=1, dictated=True)
    turns = tuple(replace(turn, comment=ends.get(place, "")) for place, turn in enumerate(made.turns))
    return replace(made, turns=turns, comment="The example round of the booklet, A-EX-01 to A-EX-38.")


TRANSCRIPTS = {"example_round": example}
"""Whole transcripts, by the name of their file, and what makes them."""


def bout_of(position: dict[str, Any]) -> Any:
    """The bout as a position of `perft.toml` draws it, with dictated dice."""
    known = ("energy", "movement", "hands", "damage", "scoring")
    table = drawn(
        {name: tuple(place) for name, place in position["spaces"].items()},
        position["active"],
        **{key: position[key] for key in known if key in position},
        **position.get("options", {}),
    )
    for name, tokens in position.get("states", {}).items():
        for field, values in tokens.items():
            getattr(table.one(name), field)[:] = values
    return table.bout
