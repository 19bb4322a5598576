"""The value of blows: expected coins, plus the value of removing a limb or a helot.

The points left after a blow are valued as Standard Attacks.
"""

from typing import Any

from nexus_env.agents.nexus.lanistas.odds import EMPTIED, location_coins, look_up, overall_coins, random_coins, success
from nexus_env.agents.nexus.lanistas.sight import (
    ACTION_POINTS,
    AGAINST_OBJECT,
    ATTACK_SLIDE,
    COMMAND_TOKENS,
    CRED,
    DEFENSE_SLIDE,
    DRAWN,
    FEINTED,
    FIT,
    FIT_HELOTS,
    GLOAT_COINS,
    HEALTH,
    I_AM_BEHIND,
    ME,
    MORE_DAMAGE,
    NOT_SEEN,
    OVERALL,
    PRONE,
    TUNNEL_VISION,
    TURNING_POINT_DAMAGE,
    crowd_pile,
    foe_in_front,
    lasting,
    lead_over_rivals,
    of,
    points_against,
    weapon_of,
)
from nexus_env.agents.nexus.lanistas.temper import COIN, FIGHT, FIRST, NEVER, UNWANTED, LanistaTemper
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import LOCATIONS, Pile
from nexus_env.games.nexus.rules.combat import TURNING_POINT_DAMAGE as TURNING_POINT_COINS
from nexus_env.games.nexus.rules.combat import WALL_DAMAGE
from nexus_env.games.nexus.rules.melee import FEINT_COST, FOCUSED_COST, GRAPPLE_COST, STANDARD_COST
from nexus_env.games.nexus.rules.operands import MOST_HITS
from nexus_env.games.nexus.rules.rounds import LAST_STANDING_COINS
from nexus_env.games.nexus.rules.states import PRONE_BONUS
from nexus_env.machine.compiled import compiled

WEAPON_DAMAGE = (2, 4, 1, 0, 0, 0, 0, 0)  # of the kinds in the stock of this package
SHIV, SHIV_FROM_BEHIND = 2, 3
KILL_COINS, FALL_COINS = 10, 5
UNDEFENDED = 7  # the mean of an attack on a helot that cannot defend


@compiled
def attack_slide(seen: Any, attacker: int, behind: int) -> int:
    """The slide of a Standard Attack, depending on whether it comes from behind."""
    return of(seen, attacker, ATTACK_SLIDE) + of(seen, attacker, TUNNEL_VISION) + behind


@compiled
def weapon_damage(seen: Any, attacker: int, behind: int) -> int:
    """The damage that the drawn weapon adds to a melee attack."""
    kind = weapon_of(seen, attacker) if of(seen, attacker, DRAWN) else NOT_SEEN
    if kind == SHIV and behind:
        return SHIV_FROM_BEHIND
    return WEAPON_DAMAGE[kind] if kind != NOT_SEEN else 0


@compiled
def strike_bonus(seen: Any, attacker: int, behind: int, pressed: int) -> int:
    """The damage of every Standard or Focused Attack besides the dice; `pressed`: the target is against an object."""
    return weapon_damage(seen, attacker, behind) + lasting(seen, attacker, MORE_DAMAGE) + WALL_DAMAGE * pressed


@compiled
def strike_coins(seen: Any, attacker: int, defender: int, slide: int, bonus: int) -> int:
    """The expected coins of a Standard Attack."""
    if of(seen, defender, FIT):
        return random_coins(seen, defender, slide, of(seen, defender, DEFENSE_SLIDE), bonus)
    coins = 0
    for location in range(1, LOCATIONS):
        coins += min(UNDEFENDED + bonus, of(seen, defender, HEALTH + location))
    return COIN * coins // (LOCATIONS - 1)


# --- a limb, a life ---------------------------------------------------------------------------------------------------


@compiled
def verdict(seen: Any, coins: int, temper: LanistaTemper) -> int:
    """The value of removing an opponent: coins from the crowd, and the bout if it is the last one."""
    if seen[FIT_HELOTS] > 2:
        return COIN * coins
    gain = min(coins + LAST_STANDING_COINS, crowd_pile(seen))
    wins = lead_over_rivals(seen) + gain > 0 and of(seen, ME, CRED) + gain > crowd_pile(seen) - gain
    return temper.life if wins else -temper.life


@compiled
def location_prize(seen: Any, foe: int, location: int, slide: int, bonus: int, temper: LanistaTemper) -> int:
    """The value of a blow to a location beyond its coins."""
    defense, health = of(seen, foe, DEFENSE_SLIDE), of(seen, foe, HEALTH + location)
    if health == 0:
        return 0
    vital = location == Pile.HEAD or location == Pile.CHEST
    prize = verdict(seen, KILL_COINS, temper) if vital else temper.limb
    return prize * look_up(EMPTIED, slide, defense, bonus, health) // COIN + fall_prize(seen, foe, slide, bonus, temper)


@compiled
def fall_prize(seen: Any, foe: int, slide: int, bonus: int, temper: LanistaTemper) -> int:
    """The value of the chance that a blow takes the rest of the Overall Condition."""
    chance = look_up(EMPTIED, slide, of(seen, foe, DEFENSE_SLIDE), bonus, of(seen, foe, OVERALL))
    return verdict(seen, FALL_COINS, temper) * chance // COIN if chance > 0 else 0


@compiled
def random_prize(seen: Any, foe: int, slide: int, bonus: int, temper: LanistaTemper) -> int:
    """The same for a location chosen by the die."""
    prize = 0
    for location in range(1, LOCATIONS):
        prize += location_prize(seen, foe, location, slide, bonus, temper)
    return prize // (LOCATIONS - 1)


# --- my blows ---------------------------------------------------------------------------------------------------------


@compiled
def standard_worth(seen: Any, foe: int, slide: int, bonus: int, temper: LanistaTemper) -> int:
    """A Standard Attack."""
    coins = strike_coins(seen, ME, foe, slide, bonus)
    return coins + random_prize(seen, foe, slide, bonus, temper) if of(seen, foe, FIT) else coins


@compiled
def focused_worth(seen: Any, foe: int, location: int, slide: int, bonus: int, temper: LanistaTemper) -> int:
    """A Focused Attack; `slide` is its own."""
    if of(seen, foe, FIT):
        coins = location_coins(seen, foe, location, slide, of(seen, foe, DEFENSE_SLIDE), bonus)
        return coins + location_prize(seen, foe, location, slide, bonus, temper)
    health = of(seen, foe, HEALTH + location)
    kills = (location == Pile.HEAD or location == Pile.CHEST) and 0 < health < UNDEFENDED + bonus
    return COIN * (min(UNDEFENDED - 1 + bonus, health) + (FALL_COINS if kills else 0))


@compiled
def wild_worth(seen: Any, foe: int, slide: int, behind: int, temper: LanistaTemper) -> int:
    """A Wild Attack, less the coin that it costs; `slide` is its own."""
    if not of(seen, foe, FIT):
        return NEVER
    bonus = weapon_damage(seen, ME, behind)
    coins = overall_coins(seen, foe, slide, of(seen, foe, DEFENSE_SLIDE), bonus)
    return coins + fall_prize(seen, foe, slide, bonus, temper) - temper.own_coin


@compiled
def takedown_worth(seen: Any, foe: int, temper: LanistaTemper) -> int:
    """A Takedown, without the value of the two extra points against a Prone opponent."""
    slide, bonus = of(seen, ME, ATTACK_SLIDE) + 1, lasting(seen, ME, MORE_DAMAGE)
    defense = of(seen, foe, DEFENSE_SLIDE)
    coins = random_coins(seen, foe, slide, defense, bonus) + random_prize(seen, foe, slide, bonus, temper)
    return coins + success(slide, defense) * temper.prone // COIN


@compiled
def grapple_worth(seen: Any, foe: int, slide: int, points: int, rate: int, temper: LanistaTemper) -> int:
    """A Grapple with all points after it: Takedowns until one succeeds, then blows at the Prone opponent."""
    defense, left = of(seen, foe, DEFENSE_SLIDE), points - GRAPPLE_COST
    falls, coins, held = (
        success(of(seen, ME, ATTACK_SLIDE) + 1, defense),
        takedown_worth(seen, foe, temper),
        temper.grip,
    )
    bonus = 0 if of(seen, foe, PRONE) else PRONE_BONUS
    for more in range(left):
        held = coins + (falls * (more + bonus) * rate + (COIN - falls) * held) // COIN
    seized = success(slide, defense)
    return (seized * held + (COIN - seized) * left * rate) // COIN


@compiled
def fight(worth: int) -> int:
    """The wish for a blow of this value; a blow that would lose the bout is never struck."""
    return FIGHT + worth if worth > 0 else UNWANTED + worth


@compiled
def wish_to_fight(seen: Any, mask: Any, wishes: Any, temper: LanistaTemper) -> None:
    """Each attack on the opponent in front, plus the expected value of the points left after it."""
    foe = foe_in_front(seen)
    if foe == NOT_SEEN:
        return
    points, behind, feinted = points_against(seen, foe), of(seen, foe, I_AM_BEHIND), int(seen[FEINTED + foe] != 0)
    plain = attack_slide(seen, ME, behind)
    bonus = strike_bonus(seen, ME, behind, of(seen, foe, AGAINST_OBJECT))
    rate = standard_worth(seen, foe, plain, bonus, temper) // STANDARD_COST
    coins = TURNING_POINT_COINS if of(seen, ME, TURNING_POINT_DAMAGE) else 0  # of the next hit alone
    slide, first, defense = plain + feinted, bonus + coins, of(seen, foe, DEFENSE_SLIDE)
    if mask[Action.STANDARD_ATTACK]:
        worth = standard_worth(seen, foe, slide, first, temper) + coins * success(slide, defense)
        wishes[Action.STANDARD_ATTACK] = fight(worth + (points - STANDARD_COST) * rate)
    if mask[Action.FEINT] and not feinted and points >= FEINT_COST + STANDARD_COST:
        worth = standard_worth(seen, foe, plain + 1, first, temper) + coins * success(plain + 1, defense)
        wishes[Action.FEINT] = fight(worth + (points - FEINT_COST - STANDARD_COST) * rate)
    if mask[Action.WILD_ATTACK]:
        worth = wild_worth(seen, foe, slide - 1, behind, temper)
        wishes[Action.WILD_ATTACK] = fight(worth + (points - 1) * rate)
    if mask[Action.GRAPPLE]:
        wishes[Action.GRAPPLE] = fight(grapple_worth(seen, foe, slide, points, rate, temper) + temper.grapples)
    if mask[Action.FOCUSED_ATTACK]:
        wish_for_combos(seen, wishes, foe, slide - 1, first, rate, temper)


@compiled
def wish_for_combos(seen: Any, wishes: Any, foe: int, slide: int, bonus: int, rate: int, temper: LanistaTemper) -> None:
    """Focused Attacks, alone or followed by as many Standard Attacks as the points allow."""
    hit = success(slide, of(seen, foe, DEFENSE_SLIDE)) if of(seen, foe, FIT) else COIN
    coins = TURNING_POINT_COINS * hit if of(seen, ME, TURNING_POINT_DAMAGE) else 0
    left = points_against(seen, foe) - FOCUSED_COST
    for location in range(LOCATIONS):
        opening = coins + focused_worth(seen, foe, location, slide, bonus, temper)
        wishes[Action.FOCUSED_ATTACK + location] = fight(opening + left * rate)
        for hits in range(1, min(MOST_HITS, left) + 1):
            worth = opening + hit * hits * STANDARD_COST * rate // COIN + (left - hits) * rate + temper.combos
            wishes[Action.COMBO + MOST_HITS * location + hits - 1] = fight(worth)


@compiled
def wish_for_holds(wishes: Any) -> None:
    """While holding an opponent: Takedowns, and then keeping the hold."""
    wishes[Action.TAKEDOWN], wishes[Action.CRUSH] = FIGHT + 1, FIGHT
    for drag in range(Action.DRAG, Action.THROW):
        wishes[drag] = 1


@compiled
def wish_to_gloat(seen: Any, wishes: Any, temper: LanistaTemper) -> None:
    """Gloat over at least this many coins, or over any if a point is left."""
    coins = seen[GLOAT_COINS]
    if coins >= temper.gloats_from or (coins >= 1 and seen[ACTION_POINTS] == 1):
        wishes[Action.GLOAT] = FIRST


@compiled
def wish_for_tokens(seen: Any, wishes: Any) -> None:
    """Spend a Command token if a Standard Attack is one point short, and two tokens at the end of the bout."""
    foe, tokens = foe_in_front(seen), of(seen, ME, COMMAND_TOKENS)
    if foe == NOT_SEEN or tokens == 0:
        return
    points, late = points_against(seen, foe), min(of(seen, foe, OVERALL), of(seen, ME, OVERALL)) <= 15
    if points == 1 or (points == 0 and tokens >= 2 and late):
        wishes[Action.TOKEN_TO_ACTION] = FIRST
