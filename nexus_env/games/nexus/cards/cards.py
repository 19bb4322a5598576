"""Cards: the deal, the hands, the draws, the times when a card may be played, and canceling (p.8, p.15)."""

from nexus_env.games.nexus.cards.targets import is_of_use, threatens
from nexus_env.games.nexus.cards.verbs import ABILITY_PLACE, SKILL_PLACE, TURNING_POINT_PLACE, Target, Timing
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ROW_OF, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    TURNING_POINT_CARDS,
    UNIQUE_ABILITIES,
    Ability,
    Bout,
    Card,
    Question,
    Table,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import clockwise, is_fit
from nexus_env.games.nexus.rules.reserves import can_use, use
from nexus_env.games.nexus.rules.windows import answer_in_window
from nexus_env.kit.bitsets import (
    after_first,
    first_member,
    has,
    how_many,
    missing,
    nth_member,
    with_member,
    without,
)
from nexus_env.kit.tape import ask, roll, windows_closed
from nexus_env.machine.compiled import compiled

MOST_CANCELS = 8  # in a row: a player keeps no more cards of that kind


# --- the deal ---------------------------------------------------------------------------------------------------------


@compiled
def deal_influence(bout: Bout) -> None:
    """Deal all cards evenly, face down; later each player keeps as many as its lanista's Influence.

    A hand is a set of card numbers that the other seats never see.

    Rulebook: p.5, p.6, p.8 (R-023, R-028, R-029, R-444).
    """
    table = bout.table
    cards = bout.options.influence_cards
    dealt = 0
    for left in range(cards, cards % table.seats, -1):
        nth = roll(bout, left, Purpose.DEAL_CARD, NOBODY) - 1
        card = nth_missing(dealt, nth)
        dealt = with_member(dealt, card)
        lanista = table.lanistas[(cards - left) % table.seats]
        lanista.discarded = with_member(lanista.discarded, card)  # until the player keeps it


@compiled
def draw_turning_point(bout: Bout, seat: int) -> bool:
    """Draw the top card of the shuffled deck, that is, any card not drawn yet; an empty deck is reshuffled.

    False if the players have agreed to play without a deck.

    Rulebook: p.5, p.15 (R-035, R-082, R-092).
    """
    table = bout.table
    cards = bout.options.turning_point_cards
    if cards == 0:
        return False
    if how_many(table.turning_point_discards) == cards:
        table.turning_point_discards = 0
    left = cards - how_many(table.turning_point_discards)
    card = nth_missing(table.turning_point_discards, roll(bout, left, Purpose.DEAL_CARD, seat) - 1)
    table.turning_point_discards = with_member(table.turning_point_discards, card)
    table.turning_point_card = card
    log.drew_turning_point_card(bout, seat=seat, card=card)
    return True


@compiled
def nth_missing(cards: int, nth: int) -> int:
    """The nth card number, from 0, that is not in the set."""
    return nth_member(missing(cards, TURNING_POINT_CARDS), nth)


@compiled
def keep_card(bout: Bout, seat: int) -> bool:
    """Keep one more card; at the end the rest is put away face down. False if nothing is left to choose.

    Rulebook: p.6, p.8 (R-023, R-028).
    """
    lanista = bout.table.lanistas[seat]
    wanted = lanista.influence - how_many(lanista.hand)
    if 0 < wanted < how_many(lanista.discarded):
        card = ask(bout, Question.KEEP_CARD, seat) - Action.KEEP_CARD
        lanista.hand = with_member(lanista.hand, card)
        lanista.discarded = without(lanista.discarded, card)
        return True
    if wanted > 0:
        lanista.hand |= lanista.discarded
        lanista.discarded = 0
    log.holds_cards(bout, seat=seat, cards=how_many(lanista.hand))
    return False


# --- which card -------------------------------------------------------------------------------------------------------


@compiled
def card_at(bout: Bout, place: int) -> Card:
    """The card at an index among all: influence cards, Turning Point cards, unique abilities, special skills."""
    if place >= SKILL_PLACE:
        return bout.options.skills[place - SKILL_PLACE]
    if place >= ABILITY_PLACE:
        return bout.options.unique_abilities[place - ABILITY_PLACE]
    if place >= TURNING_POINT_PLACE:
        return bout.options.turning_point[place - TURNING_POINT_PLACE]
    return bout.options.influence[max(0, place)]


@compiled
def ability_place(table: Table, seat: int, nth: int) -> int:
    """The index of a unique ability of the seat's motivation among all cards. Rulebook: p.35 (R-339)."""
    return ABILITY_PLACE + UNIQUE_ABILITIES * table.lanistas[seat].motivation + nth


# --- when it may be played --------------------------------------------------------------------------------------------


@compiled
def holds(table: Table, seat: int, card: int) -> bool:
    """The card is in the hand of a player whose helot is fit. Rulebook: p.8, p.10 (R-029, R-048)."""
    return has(table.lanistas[seat].hand, card) and is_fit(table, seat)


@compiled
def has_cards(table: Table, seat: int) -> bool:
    """The player has a fit helot and influence cards; which cards is hidden.

    Everybody can see this, so it alone may determine whether a window has an entry on the tape.

    Rulebook: p.8, p.10 (R-029, R-048).
    """
    return table.lanistas[seat].hand != 0 and is_fit(table, seat)


@compiled
def in_hand(bout: Bout, seat: int, timing: int) -> int:
    """The cards with this timing in the hand of a player whose helot is fit, one bit each.

    Rulebook: p.3, p.8 (R-348).
    """
    return bout.table.lanistas[seat].hand & bout.options.timed[timing] if is_fit(bout.table, seat) else 0


@compiled
def in_question(bout: Bout, seat: int) -> int:
    """The cards that determine whether a window opens for a fit player with a hand: those in the hand.

    If windows are held, these are all cards that might be in the hand as far as everybody can see, so the window
    reveals nothing about the hand.

    Rulebook: p.8 (R-029).
    """
    if bout.tape.held:
        return missing(bout.table.used_cards, bout.options.influence_cards)
    return int(bout.table.lanistas[seat].hand)


@compiled
def timely(bout: Bout, seat: int, cards: int) -> int:
    """The cards among `cards`, one bit each, whose timing allows them now to a fit player.

    The timings are: in the own round, at any time (also there), or when an attack on this helot has been declared.

    Rulebook: p.3, p.8, p.19 (R-148, R-348, R-349).
    """
    table, timed = bout.table, bout.options.timed
    now = int(timed[Timing.ANY_TIME])
    if table.command_round.seat == seat:
        now |= timed[Timing.OWN_ROUND]
    if table.contest.declared != 0 and table.contest.defender == seat:
        now |= timed[Timing.WHEN_ATTACKED]
    return cards & now if is_fit(table, seat) else 0


@compiled
def can_play(bout: Bout, seat: int) -> bool:
    """At least one card in question may be played now. Rulebook: p.8 (R-349)."""
    left = timely(bout, seat, in_question(bout, seat))
    if left & bout.options.sure != 0:
        return True
    while left != 0:
        if is_of_use(bout, bout.options.influence[first_member(left)], seat):
            return True
        left = after_first(left)
    return False


@compiled
def playable(bout: Bout, seat: int) -> int:
    """The cards that may be played now, one bit each: no AP or MP, any number, whenever their timing allows.

    A card that could do nothing may not be played.

    Rulebook: p.3, p.8, p.19 (R-148, R-348, R-349).
    """
    found = timely(bout, seat, int(bout.table.lanistas[seat].hand))
    left = found & ~bout.options.sure
    while left != 0:
        card = first_member(left)
        if not is_of_use(bout, bout.options.influence[card], seat):
            found = without(found, card)
        left = after_first(left)
    return found


@compiled
def may_reroll_with(bout: Bout, seat: int, card: int, roller: int) -> bool:
    """The card may be played where Perseverance may be used: for rolls of its owner, or for those of another player.

    Rulebook: p.3, p.32 (R-313, R-348).
    """
    return has(in_hand(bout, seat, Timing.REROLL), card) and throws_anew(bout, seat, card, roller)


@compiled
def throws_anew(bout: Bout, seat: int, card: int, roller: int) -> bool:
    """A card with this timing may reroll the dice of this player: its owner, or another one. Rulebook: p.3 (R-348)."""
    return (bout.options.influence[card].effects[0].target == Target.SELF) == (seat == roller)


@compiled
def can_reroll_with(bout: Bout, seat: int, roller: int) -> bool:
    """At least one card in question may reroll the dice of `roller`."""
    left = reactions(bout, seat, Timing.REROLL)
    while left != 0:
        if throws_anew(bout, seat, first_member(left), roller):
            return True
        left = after_first(left)
    return False


@compiled
def reactions(bout: Bout, seat: int, timing: int) -> int:
    """The cards in question with this timing, one bit each, for a player whose helot is fit. Rulebook: p.3 (R-348)."""
    return in_question(bout, seat) & bout.options.timed[timing] if is_fit(bout.table, seat) else 0


@compiled
def can_react_with(bout: Bout, seat: int, timing: int) -> bool:
    """At least one card in question has this timing: to cancel a card or a Deception. Rulebook: p.3 (R-348)."""
    return reactions(bout, seat, timing) != 0


# --- playing a card, and canceling it ---------------------------------------------------------------------------------


@compiled
def reveal(bout: Bout, seat: int, card: int) -> None:
    """Show a used card to all and discard it. Rulebook: p.3, p.8 (R-029, R-348)."""
    table = bout.table
    table.lanistas[seat].hand = without(table.lanistas[seat].hand, card)
    table.used_cards = with_member(table.used_cards, card)
    for other in range(table.seats):
        table.lanistas[other].known = without(table.lanistas[other].known, card)


@compiled
def open_play(bout: Bout, seat: int, place: int, chosen: int) -> None:
    """Begin to play a card; nobody has answered yet."""
    play = bout.table.card_play
    play.card, play.seat, play.chosen = place, seat, chosen
    play.spared, play.asked, play.allowed = 0, 0, 0


@compiled
def close_play(bout: Bout) -> None:
    """No card is being carried out."""
    open_play(bout, NOBODY, NOBODY, NOBODY)


@compiled
def stands(bout: Bout) -> bool:
    """The other players may cancel the played card, and cancel the canceling; True if it stands at the end.

    Rulebook: p.8, p.32, p.34 (R-131, R-335, R-349).
    """
    standing, last = True, int(bout.table.card_play.seat)
    for _ in range(MOST_CANCELS):
        canceler = canceled_by(bout, last, standing)
        if canceler == NOBODY:
            break
        standing, last = not standing, canceler
    return standing


@compiled
def canceled_by(bout: Bout, last: int, standing: bool) -> int:
    """The player who cancels the last card, asked in order from the active player, clockwise; NOBODY if none does.

    While the card stands, those whom it would harm may ignore it by Can't Fool Me; then it has no effect on them.

    Rulebook: p.11, p.32, p.34 (R-011, R-131, R-335, R-336).
    """
    play = bout.table.card_play
    active = bout.table.command_round.seat
    first = active if active != NOBODY else play.seat  # outside a round it begins with the player of the card
    for places in range(bout.table.seats):
        seat = clockwise(bout.table, first, places)
        if seat == last or windows_closed(bout):
            continue
        play.allowed = int(standing and may_ignore(bout, seat))
        if not play.allowed and not has_cards(bout.table, seat):
            continue
        hidden = not play.allowed and can_react_with(bout, seat, Timing.CANCEL)
        answer = answer_in_window(bout, Question.CANCEL, seat, last, play.allowed != 0, hidden)
        could_ignore, play.allowed = play.allowed, 0
        if is_card(answer):
            reveal(bout, seat, answer - Action.PLAY_CARD)
            log.canceled_card(bout, seat=seat, owner=last, card=answer - Action.PLAY_CARD)
            return seat
        if could_ignore:
            play.asked = with_member(play.asked, seat)
        if answer == Action.CANT_FOOL_ME:
            use(bout, seat, Ability.CANT_FOOL_ME, last)
            play.spared = with_member(play.spared, seat)
    return NOBODY


@compiled
def is_card(answer: int) -> bool:
    """The answer is an influence card."""
    return bool(ROW_OF[answer] == Action.PLAY_CARD)


@compiled
def may_ignore(bout: Bout, seat: int) -> bool:
    """Can't Fool Me, by a player whom the card would harm; a player who declines is not asked again for this card.

    Rulebook: p.34 (R-335, R-336).
    """
    play = bout.table.card_play
    if has(play.asked, seat) or not can_use(bout.table, seat, Ability.CANT_FOOL_ME):
        return False
    return threatens(bout.table, card_at(bout, play.card), play.seat, play.chosen, seat)


@compiled
def react_with(bout: Bout, seat: int, card: int, about: int) -> bool:
    """Play a card in answer to something; True if it stands and the player whom it concerns has not ignored it.

    The card that is being played, if there is one, is restored afterwards.

    Rulebook: p.8, p.34 (R-335, R-336, R-348, R-349).
    """
    play = bout.table.card_play
    place, owner, chosen, spared, asked = int(play.card), int(play.seat), int(play.chosen), play.spared, play.asked
    open_play(bout, seat, card, about)
    reveal(bout, seat, card)
    log.played_card(bout, seat=seat, target=about, card=card)
    standing = stands(bout)
    works = standing and not has(bout.table.card_play.spared, max(0, about))
    open_play(bout, owner, place, chosen)
    bout.table.card_play.spared, bout.table.card_play.asked = spared, asked
    return works
