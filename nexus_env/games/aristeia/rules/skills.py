"""Skills: abilities of single Characters that need no AP. Marksmanship and the die of a sniper are in `dice`.

Rulebook: (A-095, A-096, A-153, A-157, A-161).
"""

from nexus_env.games.aristeia.cards import tactics
from nexus_env.games.aristeia.cards.records import SWITCHES
from nexus_env.games.aristeia.cards.verbs import Kind, Skill
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.asking import put
from nexus_env.games.aristeia.rules.bout import TEAM, Bout, Contest, Question
from nexus_env.games.aristeia.rules.dice import card_of, has_skill
from nexus_env.games.aristeia.rules.effects import add_success
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.movement import displace_step, stands
from nexus_env.kit import decks
from nexus_env.kit.decks import DISCARDS, HAND
from nexus_env.machine.compiled import compiled

DISCARD = 2 * SWITCHES  # Dead Man's Hand, among the Switches


@compiled
def is_attack(bout: Bout) -> bool:
    """The current roll is an attack. Rulebook: (A-050, A-092)."""
    fight = bout.table.roll
    return fight.contest == Contest.ACTION and (card_of(bout, int(fight.unit), int(fight.action)).kind == Kind.ATTACK)


@compiled
def step_in(bout: Bout) -> None:
    """Implacable: before the roll of an enemy's attack on an ally, a Character may Displace itself one space.

    Rulebook: (A-036, A-090, A-095, A-096, A-161).
    """
    # Ruling: a Character off the board has no skills.
    target = int(bout.table.roll.target)
    if not is_attack(bout):
        return
    seat = target // TEAM
    for unit in range(TEAM * seat, TEAM * (seat + 1)):
        if unit != target and stands(bout, unit) and has_skill(bout, unit, Skill.IMPLACABLE):
            displace_step(bout, seat, unit, unit, Reason.IMPLACABLE, optional=True)


@compiled
def pursue(bout: Bout) -> None:
    """Kaze Tachinu: after its own attack a Character may Displace itself, up to one space for each damage inflicted.

    Damage beyond the Hit Points counts too.

    Rulebook: (A-095, A-096, A-153).
    """
    # Ruling: not after damage that it inflicts as defender.
    fight = bout.table.roll
    unit = int(fight.unit)
    if not is_attack(bout) or not has_skill(bout, unit, Skill.PURSUIT):
        return
    fight.steps = fight.side[0].dealt
    while fight.steps > 0 and displace_step(bout, unit // TEAM, unit, unit, Reason.PURSUE, optional=True):
        fight.steps -= 1
    fight.steps = 0


@compiled
def may_discard(bout: Bout, side: int) -> bool:
    """Dead Man's Hand: once per roll, with a Tactic in the hand. Rulebook: (A-157)."""
    # Ruling: once per roll, in any roll of the Character.
    mine = bout.table.roll.side[side]
    unit = int(mine.unit)
    if (mine.used >> DISCARD) & 1 or not has_skill(bout, unit, Skill.DISCARD_FOR_SUCCESS):
        return False
    seat = unit // TEAM
    return decks.count_in(bout.table.players[seat].cards, HAND + seat) > 0


@compiled
def discard_for_success(bout: Bout, unit: int) -> None:
    """Discard any Tactic of the hand and add one S to the roll. Rulebook: (A-157)."""
    seat = unit // TEAM
    cards = bout.table.players[seat].cards
    card = decks.nth_in(cards, HAND + seat, 0)
    if decks.count_in(cards, HAND + seat) > 1:
        card = put(bout, Question.CARD, Reason.DISCARD, seat, unit, 0, may_pass=False) - Action.CARD
    cards[card] = DISCARDS
    kind = tactics.kind_of(bout, seat, card)
    log.discarded(bout, seat=seat, tactic=kind)
    add_success(bout, unit, 1)
