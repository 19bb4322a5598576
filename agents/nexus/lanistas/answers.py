"""Wishes other than blows and movement: abilities, cards, weapons, answers to questions, the draft."""

from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.odds import success
from nexus_env.agents.nexus.lanistas.sight import (
    ABOUT,
    ACTION_POINTS,
    AIM_SLIDE,
    ATTACK_SLIDE,
    ATTACKER,
    DAMAGE,
    DEFENDER,
    DEFENSE_SLIDE,
    DISTANCE_SLIDE,
    DRAWN,
    FIT,
    I_AM_BEHIND,
    MARGIN,
    ME,
    MOTIVATION,
    NOT_SEEN,
    OVERALL,
    RATIO,
    SEATS_IN_PLAY,
    STEPS,
    SUCCEEDS,
    TUNNEL_VISION,
    foe_in_front,
    lasting,
    of,
    points_against,
    seat_in,
    weapon_of,
)
from nexus_env.agents.nexus.lanistas.temper import CLOSE_IN, COIN, FIRST, SPARE
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.aim import AIM_STANDARD_COST
from nexus_env.games.nexus.rules.bout import STARTING_HEALTH, Pile
from nexus_env.games.nexus.rules.melee import STANDARD_COST
from nexus_env.games.nexus.rules.rounds import COMMAND_POINTS
from nexus_env.machine.compiled import compiled

ALWAYS_GOOD = (
    *(Action.WIN_THEM_OVER, Action.IM_STILL_STANDING, Action.UNSHACKLED, Action.STAND_UP, Action.LIBERATE),
    Action.STOP_DROP_AND_ROLL,
)
GOOD_ANSWERS = (
    *(Action.COUNTERATTACK, Action.COMBO_BREAKER, Action.HAYMAKER, Action.TRIPPING, Action.CANT_FOOL_ME),
    *(Action.IM_STILL_STANDING, Action.UNSHACKLED, Action.KEEP_NEW_WEAPON),
)
# The influence cards of the stock of this package by their place in it.
GOOD_AT_ONCE = (0, 1, 2, 3, 4, 19, 20, 23)
GOOD_IN_A_FIGHT = (6, 14, 15)
GOOD_WHEN_ATTACKED = (8, 13, 21, 22)
THROWN_ANEW = (9, 10)
OBJECTIONS = (11, 12)
GOOD_TO_KEEP = np.array((6, 7, 4, 7, 5, 2, 5, 4, 6, 5, 3, 4, 1, 3, 5, 9, 1, 2, 1, 4, 8, 3, 5, 5))
SHIV, NET, BOLA, RANGED = 2, 4, 5, 6  # kinds of weapons in that stock
HIT_WORTH = (0, 0, 0, 0, 250, 500, 800, 0)  # what a hit is worth with a weapon that is aimed
HUNGRY, PIOUS = MOTIVATION + 1, MOTIVATION + 3  # Famished and Zealot
LONG_FIGHT = 4  # action points for which an ability is worth its price
WORTH_A_REROLL, WORTH_ITS_PRICE = 2, 3  # damage
CLOSE = 3  # squares
SOUND = int(STARTING_HEALTH[Pile.OVERALL_CONDITION]) - 2


@compiled
def wish_for_abilities(seen: Any, wishes: Any) -> None:
    """Commands worth taking whenever they are offered."""
    for action in ALWAYS_GOOD:
        wishes[action] = FIRST
    wishes[Action.UNIQUE_ABILITY + 1] = FIRST  # the dearer one
    wishes[Action.MEND], wishes[Action.DESTROY_CRATE] = SPARE, SPARE
    if of(seen, ME, PIOUS) and of(seen, ME, OVERALL) < SOUND:
        wishes[Action.UNIQUE_ABILITY] = FIRST
    foe = foe_in_front(seen)
    if foe == NOT_SEEN:
        return
    if of(seen, ME, HUNGRY) and points_against(seen, foe) >= STANDARD_COST:
        wishes[Action.UNIQUE_ABILITY] = FIRST
    if points_against(seen, foe) >= LONG_FIGHT:
        wishes[Action.TUNNEL_VISION] = FIRST
        if not of(seen, foe, I_AM_BEHIND):
            wishes[Action.MADE_YOU_LOOK + foe - 1] = FIRST


@compiled
def wish_for_cards(seen: Any, wishes: Any) -> None:
    """Cards with an immediate gain, and cards for a fight with an opponent in front."""
    foe = foe_in_front(seen)
    for card in GOOD_AT_ONCE:
        wishes[Action.PLAY_CARD + card] = FIRST + 1
    for card in GOOD_IN_A_FIGHT:
        if foe != NOT_SEEN and points_against(seen, foe) >= STANDARD_COST:
            wishes[Action.PLAY_CARD + card] = FIRST + 1


@compiled
def wish_for_weapons(seen: Any, wishes: Any) -> None:
    """Draw weapons that strike harder, shoot visible opponents, drop weapons that only get in the way."""
    kind, foe, points = weapon_of(seen, ME), foe_in_front(seen), int(seen[ACTION_POINTS])
    if kind == NOT_SEEN:
        return
    if kind <= SHIV and (points >= LONG_FIGHT or foe == NOT_SEEN):
        wishes[Action.DRAW_WEAPON] = FIRST
    if kind >= NET and points >= AIM_STANDARD_COST and foe == NOT_SEEN:
        wishes[Action.DRAW_WEAPON] = SPARE
    if of(seen, ME, DRAWN) and kind >= NET:
        if kind == RANGED and foe != NOT_SEEN and points >= STANDARD_COST:
            wishes[Action.DROP_WEAPON] = FIRST
        for seat in range(1, seen[SEATS_IN_PLAY]):
            if of(seen, seat, FIT):
                wish_to_aim(seen, wishes, seat, HIT_WORTH[kind])


@compiled
def wish_to_aim(seen: Any, wishes: Any, seat: int, worth: int) -> None:
    """Shots at one opponent; `worth` is that of a hit."""
    slide = of(seen, ME, ATTACK_SLIDE) + of(seen, ME, TUNNEL_VISION) + lasting(seen, ME, AIM_SLIDE)
    slide, defense = slide + of(seen, seat, DISTANCE_SLIDE), of(seen, seat, DEFENSE_SLIDE)
    wishes[Action.AIM_STANDARD + seat - 1] = CLOSE_IN + success(slide, defense) * worth // COIN
    wishes[Action.AIM_WILD + seat - 1] = CLOSE_IN + success(slide - 1, defense) * worth // COIN


@compiled
def wish_to_interrupt(seen: Any, wishes: Any) -> None:
    """In another seat's round: spoil an incoming blow."""
    attacker = seat_in(seen, ATTACKER)
    if seat_in(seen, DEFENDER) != ME or attacker == NOT_SEEN:
        return
    wishes[Action.MADE_YOU_LOOK + attacker - 1] = 60
    wishes[Action.TALK_SHIT + attacker - 1] = 55
    wishes[Action.ELUSIVE] = 50
    for card in GOOD_WHEN_ATTACKED:
        wishes[Action.PLAY_CARD + card] = 40


@compiled
def wish_to_answer(seen: Any, wishes: Any) -> None:
    """Questions to this seat alone; it does not care which card or side."""
    wishes[Action.CHOOSE_LANISTA :] = -1
    for action in GOOD_ANSWERS:
        wishes[action] = 50
    if seen[DAMAGE] >= WORTH_ITS_PRICE:
        wishes[Action.MERELY_A_FLESH_WOUND] = 50
    for card in OBJECTIONS:
        wishes[Action.PLAY_CARD + card] = 10
    if seat_in(seen, ATTACKER) == ME and not seen[SUCCEEDS]:
        wish_to_reroll(wishes, Action.PERSEVERANCE_ATTACK)
    if seat_in(seen, DEFENDER) == ME and seen[MARGIN] >= WORTH_A_REROLL:
        wish_to_reroll(wishes, Action.PERSEVERANCE_DEFENSE)


@compiled
def wish_to_reroll(wishes: Any, perseverance: int) -> None:
    """With a card or with Perseverance."""
    wishes[perseverance] = 40
    for card in THROWN_ANEW:
        wishes[Action.PLAY_CARD + card] = 50


@compiled
def wish_to_deceive(seen: Any, wishes: Any) -> None:
    """Give a nearby opponent the split with fewer action points."""
    victim = seat_in(seen, ABOUT)
    if victim > ME and of(seen, victim, STEPS) <= CLOSE:
        plenty = of(seen, victim, RATIO) > COMMAND_POINTS // 2
        wishes[Action.DECEIVE_TO_MOVEMENT if plenty else Action.DECEIVE_TO_ACTION] = 20


@compiled
def prefer(wishes: Any, first: int, worths: Any) -> None:
    """Prefer the more valuable actions of a row."""
    for place in range(len(worths)):
        wishes[first + place] = worths[place]
