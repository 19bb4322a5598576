"""Checks for leaks: nothing that a viewer receives depends on what is hidden from it, neither observations nor seats to
act nor the number of steps.
"""

from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena
from nexus_env.testing.extent import Extent
from nexus_env.testing.faults import NotCheckedError, expect
from nexus_env.testing.told import pairs, play_alike


def check_leaks(game: Game, seats: int, extent: Extent) -> int:
    """Check that all that a viewer is told is the same, whatever is hidden from it.

    Two bouts that differ only in what one seat cannot know are played to their ends by the same decisions and dice. If
    windows are held, the sequence of seats to act may not differ either. Returns the number of private questions.
    """
    if not game.trial.hides:
        raise NotCheckedError("the game hides nothing")
    private = 0
    for options in game.trial.leaks:
        place, made = f"{seats} seats, {dict(options)}, ", 0
        for one, other, rng in pairs(game, seats, options, extent.pairs):
            made += 1
            private += play_alike(one, other, rng, most=extent.told, place=f"{place}pair {made}, ")
            if one.session.rows["tape"]["held"][0]:
                steps = f"{one.steps} and {other.steps} steps"
                same = (one.steps, one.asked) == (other.steps, other.asked)
                expect(same, f"{place}pair {made}, who is asked with windows held", steps, "the same")
        wanted = f"{extent.pairs} that differ in what is hidden; other options in `trial.leaks`, perhaps"
        expect(made == extent.pairs, f"{place}pairs of bouts", made, wanted)
    return private


def check_looking(game: Game, seats: int, extent: Extent) -> None:
    """Check that observing changes no saved state: an agent that is not asked may be observed at any time."""
    arena = Arena(game, seats=seats)
    arena.reset(seed=1)
    before = arena.save_state()
    for agent in arena.possible_agents:
        arena.observe(agent)
    arena.text()
    expect(arena.save_state() == before, f"{seats} seats, observe", "another state after looking", "the same")
