"""Conditions that many commands share, as checks by the rules, with sentences that cite rule ids."""

from collections.abc import Callable
from typing import Any

from nexus_env.games.nexus.rules.actions import ACTION, MOVEMENT, TABLE
from nexus_env.games.nexus.rules.bout import NOBODY, Ability, Trait
from nexus_env.games.nexus.words import asked_rules as rules
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.sentences import lanista
from nexus_env.kit.spelling import plain

FINE = ""
Check = Callable[[Eye, int, int], str]
"""Takes the eye, the index in the row and the action; returns the obstacle in a sentence, or FINE."""


def otherwise(sentence: str, *, unless: bool) -> str:
    """FINE if the condition holds, else the sentence."""
    return FINE if unless else sentence


def upright(eye: Eye, place: int, action: int) -> str:
    """Check that the helot is neither Prone nor held."""
    if rules.is_upright(eye.laid, eye.seat):
        return FINE
    return not_held(eye, place, action) or "Your helot is Prone and must stand up first (R-147)."


def not_held(eye: Eye, place: int, action: int) -> str:
    """Check that nobody holds the helot."""
    captor = eye.laid.helots[eye.seat].held_by
    return otherwise(
        f"{lanista(captor)} holds your helot, which must Liberate itself first (R-154).", unless=captor == NOBODY
    )


def of_helot(test: Callable[[Any], bool], sentence: str) -> Check:
    """Check something about the own helot."""
    return lambda eye, place, action: otherwise(sentence, unless=test(eye.laid.helots[eye.seat]))


def held(rule: str) -> Check:
    """Check that somebody holds the helot."""
    return of_helot(lambda helot: helot.held_by != NOBODY, f"Nobody holds your helot ({rule}).")


def prone(rule: str) -> Check:
    """Check that the helot is Prone."""
    return of_helot(lambda helot: helot.prone != 0, f"Your helot is not Prone ({rule}).")


def holds_nobody(eye: Eye, place: int, action: int) -> str:
    """Check that the helot holds nobody."""
    victim = eye.laid.helots[eye.seat].holds
    if victim == NOBODY:
        return FINE
    return f"While your helot holds {lanista(victim)}, it may use Grapple Commands only (R-203)."


holds_somebody = of_helot(lambda helot: helot.holds != NOBODY, "Your helot holds nobody (R-180).")


def action_points(rule: str) -> Check:
    """Check that the helot has the action points of the row's price."""
    return lambda eye, place, action: too_dear(TABLE.price_of(action)[ACTION], eye.action_points, "AP", rule)


def movement_points(eye: Eye, action: int, rule: str) -> str:
    """Check that the helot has the movement points of the row's price, which doubles in Guts."""
    cost = TABLE.price_of(action)[MOVEMENT]
    if rules.can_pay_movement(eye.laid, eye.seat, cost):
        return FINE
    if (price := eye.movement_cost(cost)) > cost:
        return too_dear(price, eye.movement_points, "MP in Guts", f"{rule}, R-372")
    return too_dear(cost, eye.movement_points, "MP", rule)


def points_against(eye: Eye, other: int, action: int, rule: str) -> str:
    """The same for an attack, including bonus points against its target."""
    return too_dear(TABLE.price_of(action)[ACTION], int(rules.action_points_against(eye.laid, other)), "AP", rule)


def too_dear(cost: int, points: int, unit: str, rule: str) -> str:
    """The sentence for an unaffordable price."""
    return FINE if points >= cost else f"It costs {cost} {unit}; you have {points} ({rule})."


def ability(number: Ability, rule: str) -> Check:
    """Check that the helot can pay for an ability."""
    trait = Trait(number // 3)

    def check(eye: Eye, place: int, action: int) -> str:
        if rules.can_use(eye.laid, eye.seat, number):
            return FINE
        if not rules.is_fit(eye.laid, eye.seat):
            return "Your helot has fallen (R-132)."
        points = int(eye.laid.helots[eye.seat].traits[trait])
        return too_dear(rules.price_of(number), points, plain(trait).capitalize(), rule)

    return check


def last(may: Callable[..., bool], sentence: str) -> Check:
    """Check the rule itself, for any reason that the earlier checks did not cover."""
    return lambda eye, place, action: otherwise(sentence, unless=may(eye.laid, eye.seat))


def last_against(may: Callable[..., bool], sentence: str) -> Check:
    """Check the rule of a command that targets an opponent: `{lanista}` in the sentence."""

    def check(eye: Eye, place: int, action: int) -> str:
        other = eye.opponent(place)
        return otherwise(sentence.format(lanista=lanista(other)), unless=may(eye.laid, eye.seat, other))

    return check
