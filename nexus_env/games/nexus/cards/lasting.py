"""Effects of cards that last, or that wait for their time (manual p.15, p.28, p.35)."""

from nexus_env.games.nexus.cards.verbs import STRIKES, Delay, Until, Verb
from nexus_env.games.nexus.rules.bout import LASTING_EFFECTS, Bout, Table
from nexus_env.machine.compiled import compiled


@compiled
def last(bout: Bout, verb: int, seat: int, owner: int, amount: int, detail: int, until: int, card: int) -> int:
    """Put an effect on a helot, in force from now on; returns its slot, or -1 if none is left.

    Rulebook: p.28 (R-353, R-354).
    """
    for place in range(LASTING_EFFECTS):
        effect = bout.table.lasting[place]
        if effect.verb == Verb.NOTHING:
            effect.verb, effect.seat, effect.owner, effect.card = verb, seat, owner, card
            effect.amount, effect.detail, effect.until = amount, detail, until
            effect.delay, effect.to_owner = 0, 0
            bout.table.lasting_places = max(bout.table.lasting_places, place + 1)
            return place
    return -1


@compiled
def is_in_force(table: Table, place: int, seat: int, verb: int) -> bool:
    """The effect in that slot is of this kind, concerns this helot, and does not wait."""
    effect = table.lasting[place]
    return (effect.verb == verb) & (effect.seat == seat) & (effect.delay == Delay.NOW)


@compiled
def lasting_slide(table: Table, seat: int, verb: int) -> int:
    """The slide of a roll of this helot from cards and abilities: `verb` is a Verb.SLIDE_.

    Rulebook: p.28 (R-253, R-342).
    """
    slide = 0
    for place in range(table.lasting_places):
        slide += int(table.lasting[place].amount) if is_in_force(table, place, seat, verb) else 0
    return slide


@compiled
def changed_damage(table: Table, seat: int, strike: bool, wild: bool) -> int:
    """Damage that cards add to or subtract from a successful attack; a Wild Attack gets no bonus.

    Rulebook: p.20, p.27, p.28 (R-161, R-245, R-353).
    """
    damage = 0
    for place in range(table.lasting_places):
        if is_in_force(table, place, seat, Verb.CHANGE_DAMAGE):
            amount = int(table.lasting[place].amount)
            if (strike or table.lasting[place].detail != STRIKES) and (amount < 0 or not wild):
                damage += amount
    return damage


@compiled
def use_up_damage(bout: Bout, seat: int, strike: bool, wild: bool) -> None:
    """End the changes of damage that were for the next hit of this kind. Rulebook: p.28 (R-353)."""
    for place in range(bout.table.lasting_places):
        effect = bout.table.lasting[place]
        if is_in_force(bout.table, place, seat, Verb.CHANGE_DAMAGE) and effect.until == Until.ROLL:
            if (strike or effect.detail != STRIKES) and (effect.amount < 0 or not wild):
                effect.verb = Verb.NOTHING


@compiled
def use_up(bout: Bout, seat: int, verb: int) -> None:
    """End the effects that were for one roll only. Rulebook: p.28 (R-253)."""
    for place in range(bout.table.lasting_places):
        if is_in_force(bout.table, place, seat, verb) and bout.table.lasting[place].until == Until.ROLL:
            bout.table.lasting[place].verb = Verb.NOTHING


@compiled
def has_lasting(table: Table, seat: int, verb: int) -> bool:
    """At least one effect of this kind is in force on the helot."""
    for place in range(table.lasting_places):
        if is_in_force(table, place, seat, verb):
            return True
    return False


@compiled
def total_of(table: Table, seat: int, verb: int) -> int:
    """The sum of all effects of this kind that are in force on the helot."""
    return lasting_slide(table, seat, verb)


@compiled
def spend_lasting(bout: Bout, seat: int, verb: int) -> bool:
    """Use a single effect of this kind; True if there was one."""
    for place in range(bout.table.lasting_places):
        if is_in_force(bout.table, place, seat, verb):
            bout.table.lasting[place].verb = Verb.NOTHING
            return True
    return False


@compiled
def is_at_work(table: Table, seat: int, card: int) -> bool:
    """An effect of this card for its owner is still in force or waits: it does not stack with itself.

    Rulebook: p.32 (R-130).
    """
    for place in range(table.lasting_places):
        effect = table.lasting[place]
        if effect.verb != Verb.NOTHING and effect.owner == seat and effect.card == card:
            return True
    return False


@compiled
def expire(bout: Bout, until: int) -> None:
    """End the effects that last until now. Rulebook: p.10, p.15 (R-080)."""
    for place in range(bout.table.lasting_places):
        effect = bout.table.lasting[place]
        if effect.until == until and effect.delay == Delay.NOW:
            effect.verb = Verb.NOTHING
    while bout.table.lasting_places > 0 and bout.table.lasting[bout.table.lasting_places - 1].verb == Verb.NOTHING:
        bout.table.lasting_places -= 1
