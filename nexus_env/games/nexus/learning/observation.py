"""The observation of a seat: one flat vector of small integers, from the seat's own point of view.

`layout.py` names each number. Hidden information is left out: of the other seats' influence cards, only the number is
visible.
"""

from typing import Any

from nexus_env.games.nexus.cards.cards import card_at
from nexus_env.games.nexus.cards.verbs import ABILITY_PLACE, TURNING_POINT_PLACE, Delay, Verb
from nexus_env.games.nexus.learning.close_view import see_barge, see_close
from nexus_env.games.nexus.learning.layout import (
    BLOWS,
    COINS_APART,
    FACINGS,
    HELOT,
    LASTING,
    PURPOSES,
    QUESTIONS,
    STANDINGS,
    TRAITS,
    ClockSeen,
    CoinsSeen,
    ContestSeen,
    HelotSeen,
    LastingSeen,
    QuietSeen,
    RoundSeen,
    Seen,
    Way,
)
from nexus_env.games.nexus.learning.viewpoint import (
    away_from_side,
    mark,
    places_from,
    relative_seat,
    steps_ahead,
    steps_right,
)
from nexus_env.games.nexus.rules.aim import distance_slide, sees
from nexus_env.games.nexus.rules.bout import (
    LOCATIONS,
    MOTIVATIONS,
    NOBODY,
    SEATS,
    TURNING_POINT_CARDS,
    UNARMED,
    WEAPONS,
    Bout,
    Question,
    Range,
    Standing,
    Table,
)
from nexus_env.games.nexus.rules.combat import own_attack_slide, own_defense_slide
from nexus_env.games.nexus.rules.geometry import clockwise, is_against_object
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.games.nexus.rules.questions import IS_INTERRUPTION
from nexus_env.games.nexus.rules.weapons import weapon_of
from nexus_env.kit.bitsets import after_first, first_member, how_many
from nexus_env.kit.observation import capped, write_wide
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import spread_by

mark_cards = spread_by(CARDS)
mark_eight = spread_by(8)  # a smaller set leaves 0 behind its members


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """Fill `out`, int8 [sum of LAYOUT], with what `seat` may know. Rulebook: p.8 (R-029)."""
    out[:] = 0
    table = bout.table
    places = places_from(table, seat)
    question = question_for(table, seat)
    see_request(table, seat, question, places, out)
    see_clock(bout, out)
    see_round(table, question, places, out)
    see_contest(table, question, places, out)
    see_coins(table, seat, out)
    first, other = int(Seen.HELOTS), seat
    for _ in range(table.seats):
        block = out[first : first + HELOT]  # a view of the block, so indices into it need no sign check
        see_place(table, seat, other, block)
        see_helot(table, seat, other, block)
        see_lanista(table, other, block)
        see_weapon(bout, seat, other, block)
        first, other = first + HELOT, table.lanistas[other].next_clockwise
    see_cards(bout, seat, out)
    see_lasting(table, places, out)
    see_barge(table, seat, out)
    see_close(table, seat, out)


@compiled
def question_for(table: Table, seat: int) -> int:
    """The question, as far as the seat may know it: NOBODY for a question that only another seat knows of.

    Rulebook: p.8 (R-029).
    """
    request = table.request
    return int(request.question) if request.seat == seat or not request.private else NOBODY


@compiled
def see_request(table: Table, seat: int, question: int, places: int, out: Any) -> None:
    """The question, and the seat that it concerns."""
    mark(out, Seen.QUESTION, QUESTIONS, question)
    out[Seen.ASKED] = table.request.seat == seat
    about = relative_seat(places, table.request.about) if question != NOBODY else NOBODY
    mark(out, Seen.ABOUT, SEATS, about)


@compiled
def see_clock(bout: Bout, out: Any) -> None:
    """The block of the clock."""
    table = bout.table
    fit = 0
    for other in range(table.seats):
        fit += table.helots[other].standing == Standing.FIT
    out[Seen.CLOCK + ClockSeen.CYCLE] = capped(table.cycle)
    out[Seen.CLOCK + ClockSeen.OF_LIMIT] = 100 * int(table.cycle) // bout.options.cycle_limit
    out[Seen.CLOCK + ClockSeen.TURN] = table.turn
    out[Seen.CLOCK + ClockSeen.SEATS_IN_PLAY] = table.seats
    out[Seen.CLOCK + ClockSeen.FIT_HELOTS] = fit


@compiled
def see_round(table: Table, question: int, places: int, out: Any) -> None:
    """The Command Round, and the opponents for whom it has something prepared."""
    r = table.command_round
    mark(out, Seen.ACTIVE, SEATS, relative_seat(places, r.seat))
    out[Seen.ROUND + RoundSeen.MOVEMENT_POINTS] = capped(r.movement_points)
    out[Seen.ROUND + RoundSeen.ACTION_POINTS] = capped(r.action_points)
    out[Seen.ROUND + RoundSeen.FORFEITED] = capped(r.forfeited)
    out[Seen.ROUND + RoundSeen.BONUS_POINTS] = r.bonus_points
    out[Seen.ROUND + RoundSeen.ROTATIONS_LEFT] = r.rotations if r.rotation_direction < 0 else 0
    out[Seen.ROUND + RoundSeen.ROTATIONS_RIGHT] = r.rotations if r.rotation_direction > 0 else 0
    out[Seen.ROUND + RoundSeen.STRAIGHT_MOVES] = min(2, r.straight_moves)
    out[Seen.ROUND + RoundSeen.FEINT_READY] = r.feinted != 0
    out[Seen.ROUND + RoundSeen.GLOAT_OPEN] = r.gloat_open
    out[Seen.ROUND + RoundSeen.GLOAT_COINS] = capped(r.gloat_coins)
    out[Seen.ROUND + RoundSeen.GLOATED] = r.gloated
    out[Seen.ROUND + RoundSeen.DECEPTION] = r.deception
    is_known = question != NOBODY and question != Question.COMMAND
    out[Seen.ROUND + RoundSeen.HITS_TO_COME] = table.contest.hits if is_known else 0
    shown = question == Question.PERSEVERANCE or question == Question.KEEP_WEAPON
    out[Seen.ROUND + RoundSeen.LAST_DIE] = table.contest.check if shown else 0
    mark(out, Seen.BONUS_TARGET, SEATS, relative_seat(places, r.bonus_target))
    feinted = int(r.feinted)
    while feinted != 0:
        mark(out, Seen.FEINTED, SEATS, relative_seat(places, first_member(feinted)))
        feinted = after_first(feinted)


@compiled
def see_contest(table: Table, question: int, places: int, out: Any) -> None:
    """The contest that a question interrupts, and the die that may be rerolled."""
    c = table.contest
    if question != NOBODY and IS_INTERRUPTION[question]:
        out[Seen.CONTEST + ContestSeen.ATTACK] = c.attack
        out[Seen.CONTEST + ContestSeen.DEFENSE] = c.defense
        out[Seen.CONTEST + ContestSeen.DAMAGE] = capped(c.damage)
        out[Seen.CONTEST + ContestSeen.MARGIN] = c.attack - c.defense
        out[Seen.CONTEST + ContestSeen.SUCCEEDS] = c.attack > c.defense
        mark(out, Seen.BLOW, BLOWS, c.blow)
        mark(out, Seen.ATTACKER, SEATS, relative_seat(places, c.attacker))
        mark(out, Seen.DEFENDER, SEATS, relative_seat(places, c.defender))
        mark(out, Seen.LOCATION, LOCATIONS, c.location)
    mark(out, Seen.PURPOSE, PURPOSES, c.purpose if question == Question.PERSEVERANCE else NOBODY)


@compiled
def see_coins(table: Table, seat: int, out: Any) -> None:
    """The Crowd Pile, the own lead, and the distance to an end by boredom."""
    best = table.crowd_pile
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.lanistas[other].cred)
    lead = table.lanistas[seat].cred - best
    write_wide(out, Seen.COINS + CoinsSeen.PILE_SIXTEENS, table.crowd_pile, COINS_APART)
    write_wide(out, Seen.COINS + CoinsSeen.LEAD_SIXTEENS, lead, COINS_APART)
    out[Seen.QUIET + QuietSeen.IDLE_CYCLES] = capped(table.idle_cycles)
    out[Seen.QUIET + QuietSeen.CROWD_GAINED] = table.crowd_gained
    out[Seen.QUIET + QuietSeen.ATTACKED] = table.attacked


@compiled
def see_helot(table: Table, seat: int, other: int, out: Any) -> None:
    """A helot's block: its condition."""
    helot = table.helots[other]
    out[HelotSeen.PRESENT] = helot.present
    mark(out, HelotSeen.STANDING, STANDINGS, helot.standing)
    for pile in range(LOCATIONS + 1):
        out[HelotSeen.HEALTH + pile] = helot.health[pile]
    mark_eight(helot.lost, out, HelotSeen.LOST)
    out[HelotSeen.PRONE] = helot.prone  # after the range that `mark_eight` overwrites
    out[HelotSeen.BLEEDING] = helot.bleeding
    out[HelotSeen.FLAMING] = helot.flaming
    out[HelotSeen.HOLDS] = helot.holds != NOBODY
    out[HelotSeen.HELD] = helot.held_by != NOBODY
    out[HelotSeen.HOLDS_ME] = helot.holds == seat
    out[HelotSeen.HELD_BY_ME] = helot.held_by == seat
    for trait in range(TRAITS):
        out[HelotSeen.TRAITS + trait] = helot.traits[trait]
    out[HelotSeen.ELUSIVE] = helot.elusive
    out[HelotSeen.EXPOSED] = helot.exposed
    out[HelotSeen.RATTLED] = helot.rattled
    out[HelotSeen.TUNNEL_VISION] = helot.tunnel_vision


@compiled
def see_place(table: Table, seat: int, other: int, out: Any) -> None:
    """A helot's block: its position and facing relative to the own helot."""
    me, helot = table.helots[seat], table.helots[other]
    if seat == other:
        for side in range(FACINGS):
            out[HelotSeen.WHERE + side] = away_from_side(me, me.facing + side)
    elif helot.present:
        ahead, right = steps_ahead(me, helot), steps_right(me, helot)
        steps = max(abs(ahead), abs(right))
        out[HelotSeen.WHERE + Way.AHEAD] = ahead
        out[HelotSeen.WHERE + Way.RIGHT] = right
        out[HelotSeen.WHERE + Way.STEPS] = steps
        mark(out, HelotSeen.FACING, FACINGS, (helot.facing - me.facing) & 3)
        if me.present and steps == 1:
            out[HelotSeen.IN_FRONT] = ahead == 1 and right == 0
            out[HelotSeen.IN_FRONT_LEFT] = ahead == 1 and right == -1
            out[HelotSeen.IN_FRONT_RIGHT] = ahead == 1 and right == 1
            out[HelotSeen.BEHIND_ME] = ahead == -1 and right == 0
            its_ahead, its_right = steps_ahead(helot, me), steps_right(helot, me)
            out[HelotSeen.I_AM_IN_FRONT] = its_ahead == 1 and its_right == 0
            out[HelotSeen.I_AM_BEHIND] = its_ahead == -1 and its_right == 0
            out[HelotSeen.AGAINST_OBJECT] = ahead == 1 and right == 0 and is_against_object(table, seat, other)


@compiled
def see_lanista(table: Table, other: int, out: Any) -> None:
    """A helot's block: its player's open cards and tokens, and its slides."""
    lanista = table.lanistas[other]
    out[HelotSeen.CRED] = capped(lanista.cred)
    out[HelotSeen.INFLUENCE_CARDS] = how_many(lanista.hand)
    out[HelotSeen.DECEPTION_TOKENS] = lanista.deception_tokens
    out[HelotSeen.COMMAND_TOKENS] = lanista.command_tokens
    mark(out, HelotSeen.MOTIVATION, MOTIVATIONS, lanista.motivation)
    mark_eight(lanista.slots, out, HelotSeen.SLOTS)
    out[HelotSeen.TURNING_POINT_DAMAGE] = lanista.turning_point_damage  # after the range that `mark_eight` overwrites
    out[HelotSeen.RATIO] = lanista.ratio
    out[HelotSeen.ORDER] = (
        capped(lanista.initiative) if lanista.initiative != NOBODY else SEATS
    )  # a key while it is tied
    out[HelotSeen.STILL_TO_COME] = lanista.initiative > table.turn
    out[HelotSeen.ITS_ROUND] = table.command_round.seat == other
    out[HelotSeen.ATTACK_SLIDE] = own_attack_slide(table, other)  # `see_lasting` adds what cards and abilities do
    out[HelotSeen.DEFENSE_SLIDE] = own_defense_slide(table, other)


@compiled
def see_weapon(bout: Bout, seat: int, other: int, out: Any) -> None:
    """A helot's block: its weapon, and the possible aims."""
    table = bout.table
    helot = table.helots[other]
    mark(out, HelotSeen.WEAPON, WEAPONS, helot.weapon)
    out[HelotSeen.DRAWN] = helot.armed
    out[HelotSeen.USES] = helot.uses
    mark(out, HelotSeen.SHIELDED, LOCATIONS + 1, helot.shielded)
    out[HelotSeen.SLOWED] = capped(helot.slowed)
    if seat != other and helot.present and table.helots[seat].present:
        if could_aim(bout, seat):
            out[HelotSeen.I_SEE_IT] = sees(table, seat, other)
            out[HelotSeen.DISTANCE_SLIDE] = distance_slide(bout, seat, other)
        if could_aim(bout, other):
            out[HelotSeen.IT_SEES_ME] = sees(table, other, seat)


@compiled
def could_aim(bout: Bout, seat: int) -> bool:
    """The helot carries a weapon for aiming, drawn or not."""
    kind = weapon_of(bout, seat).range
    return bout.table.helots[seat].weapon != UNARMED and (kind == Range.RANGED or kind == Range.THROWN)


@compiled
def see_cards(bout: Bout, seat: int, out: Any) -> None:
    """The influence cards that the seat knows of, and the card in play. Rulebook: p.8 (R-029, R-348)."""
    table = bout.table
    known = int(table.lanistas[seat].known)
    mark_cards(table.lanistas[seat].hand, out, Seen.HAND)
    mark_cards(table.used_cards, out, Seen.USED_CARDS)
    while known != 0:
        card = first_member(known)
        for turn in range(1, table.seats):
            if (table.lanistas[clockwise(table, seat, turn)].hand >> card) & 1:
                out[Seen.KNOWN_CARDS + card] = turn
        known = after_first(known)
    where = table.card_play.card
    if where != NOBODY:
        for trait in range(TRAITS):
            out[Seen.PRICE + trait] = card_at(bout, where).prices[trait]
        if where >= ABILITY_PLACE:
            where -= ABILITY_PLACE
        elif where >= TURNING_POINT_PLACE:
            where -= TURNING_POINT_PLACE
    mark(out, Seen.CARD_IN_PLAY, TURNING_POINT_CARDS, where)


@compiled
def see_lasting(table: Table, places: int, out: Any) -> None:
    """Lasting effects on each helot, and its slides, in one pass over the effects."""
    for effect in range(table.lasting_places):
        lasting = table.lasting[effect]
        turn = relative_seat(places, lasting.seat)
        if lasting.verb == Verb.NOTHING or turn == NOBODY:
            continue
        block, slides = Seen.LASTING + LASTING * turn, Seen.HELOTS + HELOT * turn
        if lasting.delay == Delay.SPLIT:
            add(out, block + LastingSeen.SPLIT_POINTS, lasting.amount)
        elif lasting.delay == Delay.NOW:
            if lasting.verb == Verb.CHANGE_DAMAGE:
                add(out, block + LastingSeen.DAMAGE, lasting.amount)
            elif lasting.verb == Verb.SLIDE_ATTACK:
                add(out, slides + HelotSeen.ATTACK_SLIDE, lasting.amount)
            elif lasting.verb == Verb.SLIDE_DEFENSE:
                add(out, slides + HelotSeen.DEFENSE_SLIDE, lasting.amount)
            elif lasting.verb == Verb.SLIDE_AIM:
                add(out, block + LastingSeen.AIM_SLIDE, lasting.amount)
            elif lasting.verb == Verb.FREE_GLOAT:
                out[block + LastingSeen.FREE_GLOAT] = 1
            elif lasting.verb == Verb.GUARD_LOCATION:
                out[block + LastingSeen.GUARDED_LOCATION] = 1
            elif lasting.verb == Verb.GUARD_OVERALL:
                out[block + LastingSeen.GUARDED_OVERALL] = 1


@compiled
def add(out: Any, place: int, amount: int) -> None:
    """Add to a number of the observation, capped to an int8."""
    out[place] = capped(int(out[place]) + int(amount))
