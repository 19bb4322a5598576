"""Beginning a bout, and imagining one: the only two places where dice are seeded."""

from nexus_env.games.nexus.cards.cards import close_play, redeal
from nexus_env.games.nexus.rules.bout import NOBODY, OPENING, SEATS, Bout, Options
from nexus_env.games.nexus.rules.combat import clear_contest
from nexus_env.games.nexus.rules.commands import play
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import seed_generator


@compiled
def setup(bout: Bout, options: Options, seed: int, dictated: int) -> None:
    """Turn a zeroed record into a bout at its first decision."""
    bout.options = options
    bout.tape.dictated = dictated
    bout.tape.held = options.held
    seed_generator(bout.tape.generator, seed)
    bout.table.turning_point_card = NOBODY
    bout.table.request.about = NOBODY
    clear_contest(bout)
    close_play(bout)
    bout.table.command_round.seat = NOBODY
    bout.table.command_round.bonus_target = NOBODY
    for seat in range(SEATS):
        bout.table.order[seat] = NOBODY
    play(bout, OPENING)


@compiled
def imagine(bout: Bout, seat: int, seed: int) -> None:
    """Deal anew what `seat`, or a spectator, cannot know; the dice on the tape stay, those to come are fresh."""
    seed_generator(bout.tape.generator, seed)
    redeal(bout, seat)
