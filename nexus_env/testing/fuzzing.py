"""Checks by random play over all kinds of bouts."""

from nexus_env.contract.game import Game
from nexus_env.testing.extent import Extent
from nexus_env.testing.faults import expect
from nexus_env.tools import fuzz


def check_laws(game: Game, extent: Extent) -> fuzz.Summary:
    """Check that random play breaks no law, neither the game's own nor those of every game."""
    decisions, case = extent.fuzzed
    summary = fuzz.fuzz(game, decisions, case=case)
    if summary.breaches:
        breach = summary.breaches[0]
        again = fuzz.explain(game, breach).rpartition("again:")[2].strip()
        expect(not breach, f"random play, options {breach.options}", f"violated: {breach.law}", f"none; see: {again}")
    return summary
