"""Who plays NEXUS below the tree: `greedy` once more, but it looks at the imagined table itself.

To write down what a seat sees takes longer than what else there is to do for a decision. Below the tree that is not
needed: the whole bout is imagined, and nobody has anything to hide.
"""

from typing import Any

from agents.lanistas.greedy import ALWAYS, GOOD_BLOW, IN_HUNDREDTHS, LONG_FIGHT
from agents.lanistas.paths import FARTHEST, LEADS_TO, MOVES, OUT_OF_REACH, STEPS, TO_STRIKE, WIDE
from nexus_env.games.nexus.actions import Action
from nexus_env.games.nexus.bout import NOBODY, Bout, Question
from nexus_env.games.nexus.position import FRONT, helot_towards, is_fit
from nexus_env.games.nexus.rounds import COMMAND_POINTS
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import draw_below

LIKED = 50 * IN_HUNDREDTHS


@compiled
def quick(bout: Bout, words: Any, mask: Any, generator: Any) -> int:
    """The legal action that it likes best; chance decides between equals.

    Args:
        bout: in which a seat is asked.
        words: int64, the same memory as `mask`, eight actions a word: most are illegal altogether.
        mask: int8 [309].
        generator: a `Generator`.
    """
    seat, question = int(bout.table.request.seat), bout.table.request.question
    foe = nearest(bout, seat) if question == Question.COMMAND or question == Question.RATIO else NOBODY
    here = price_to_face(bout, seat, foe, STEPS) if foe != NOBODY else OUT_OF_REACH
    found, best, equals = 0, -OUT_OF_REACH * COMMAND_POINTS * LIKED, 0
    for word in range(words.shape[0]):
        if words[word] != 0:
            for action in range(8 * word, min(8 * word + 8, mask.shape[0])):
                if mask[action]:
                    wish = wish_for(bout, seat, question, action, foe, here)
                    equals = 1 if wish > best else equals + int(wish == best)
                    if wish > best or (wish == best and draw_below(generator, equals) == 0):
                        found, best = action, wish
    return found


@compiled
def wish_for(bout: Bout, seat: int, question: int, action: int, foe: int, here: int) -> int:
    """How much it likes an action, with that opponent at so many movement points."""
    if question == Question.COMMAND:
        if foe != NOBODY and Action.MOVE <= action < Action.MOVE + STEPS:
            price = price_to_face(bout, seat, foe, action - Action.MOVE)
            return (50 - price) * IN_HUNDREDTHS if price < here else IN_HUNDREDTHS // (1 + price)
        return wish_to_fight(bout, seat, action, foe, here)
    if question == Question.RATIO:
        return wish_for_points(bout, seat, action, here)
    return wish_to_answer(bout, seat, action)


@compiled
def nearest(bout: Bout, seat: int) -> int:
    """The opponent that can be faced for the fewest movement points, or NOBODY."""
    found, least = NOBODY, OUT_OF_REACH
    for other in range(bout.table.seats):
        if other != seat and is_fit(bout.table, other):
            price = price_to_face(bout, seat, other, STEPS)
            if price < least:
                found, least = other, price
    return found


@compiled
def price_to_face(bout: Bout, seat: int, other: int, step: int) -> int:
    """Movement points until an opponent can be struck, after one of the eight steps; STEPS: from here."""
    me, foe = bout.table.helots[seat], bout.table.helots[other]
    away, facing = WIDE * (int(foe.y) - int(me.y)) + int(foe.x) - int(me.x), int(me.facing)
    if step < MOVES:
        away -= LEADS_TO[facing, step]
    elif step < STEPS:
        facing = (facing + (3 if step == MOVES else 1)) & 3
    return int(TO_STRIKE[facing, FARTHEST + away])


@compiled
def wish_to_fight(bout: Bout, seat: int, action: int, foe: int, here: int) -> int:
    """A token where one point is missing, a Gloat over a good blow, what helps in a long fight."""
    points, coins = bout.table.command_round.action_points, bout.table.command_round.gloat_coins
    if action == Action.GLOAT and (coins >= GOOD_BLOW or (points == 1 and coins >= 1)):
        return 120 * IN_HUNDREDTHS
    if action == Action.TOKEN_TO_ACTION and points == 1 and faces_somebody(bout, seat):
        return 105 * IN_HUNDREDTHS
    if action == Action.TUNNEL_VISION and points >= LONG_FIGHT and faces_somebody(bout, seat):
        return 130 * IN_HUNDREDTHS
    if action == Action.TOKEN_TO_MOVEMENT and points >= 2 and here == 1:
        return 40 * IN_HUNDREDTHS if bout.table.command_round.movement_points == 0 else -IN_HUNDREDTHS
    return int(ALWAYS[action])


@compiled
def faces_somebody(bout: Bout, seat: int) -> bool:
    """A helot stands right in front."""
    return bool(helot_towards(bout.table, seat, FRONT) != NOBODY)


@compiled
def wish_for_points(bout: Bout, seat: int, action: int, here: int) -> int:
    """The split that leaves most action points for the opponent that can be reached."""
    if action != Action.RATIO_TO_MOVEMENT and action != Action.RATIO_TO_ACTION:
        return int(ALWAYS[action])
    helot, ratio = bout.table.helots[seat], int(bout.table.lanistas[seat].ratio)
    price = here + 2 if helot.prone or helot.held_by != NOBODY else here
    movement = ratio if action == Action.RATIO_TO_MOVEMENT else COMMAND_POINTS - ratio
    spare = movement - price
    return 10 * (100 + (10 * (COMMAND_POINTS - movement) - 2 * spare if spare >= 0 else movement))


@compiled
def wish_to_answer(bout: Bout, seat: int, action: int) -> int:
    """Throw anew what went wrong, and spoil blows that are coming."""
    contest = bout.table.contest
    hits = contest.attack > contest.defense
    if action == Action.PERSEVERANCE_ATTACK and contest.attacker == seat and not hits:
        return LIKED
    if contest.defender == seat:
        if action == Action.PERSEVERANCE_DEFENSE and hits:
            return LIKED
        if bout.table.request.question == Question.INTERRUPT and action == Action.ELUSIVE:
            return LIKED
    return int(ALWAYS[action])
