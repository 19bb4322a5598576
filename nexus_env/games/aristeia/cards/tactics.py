"""Tactics: their timing, the windows for them, their answers, and their effects.

Hands are hidden. So `ask_privately` opens the windows, and whether a window opens at all depends only on public
information: a card on the discard pile, or one whose timing does not fit, cannot be played by anybody.

Rulebook: (A-005, A-114 to A-118).
"""

from nexus_env.games.aristeia.cards.records import COLORS, NO_CARD, SYMBOLS, TacticCard
from nexus_env.games.aristeia.cards.verbs import OWN_ROLL, Kind, Timing, Verb, Who
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.asking import NOTHING, ask_die
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    NO_CELL,
    NO_UNIT,
    NOBODY,
    SEATS,
    STANDARD,
    TEAM,
    Bout,
    Contest,
    Question,
    Step,
    Where,
)
from nexus_env.games.aristeia.rules.decks import look, put_back
from nexus_env.games.aristeia.rules.dice import can_be_rerolled, card_of, throw_again
from nexus_env.games.aristeia.rules.effects import apply, near
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.movement import stands
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import bitsets, decks
from nexus_env.kit.decks import BOX, DISCARDS, HAND
from nexus_env.kit.tape import PASS, SECRET, ask_privately, put, windows_closed
from nexus_env.machine.compiled import compiled

MOST_EXTRA = 6  # dice or symbols of one kind that Tactics add to a roll


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def owner_of(bout: Bout, seat: int, card: int) -> int:
    """The Character to which a card of the deck belongs; NO_UNIT for a Standard Tactic. Rulebook: (A-010, A-116)."""
    return NO_UNIT if card < STANDARD else TEAM * seat + (card - STANDARD) // 2


@compiled
def kind_of(bout: Bout, seat: int, card: int) -> int:
    """The Tactic of the stock that a card of the deck is: ten Standard ones, and two of each Character of the team.

    Rulebook: (A-010, A-011, A-141, A-205).
    """
    if card < STANDARD:
        return int(bout.options.standard[card])
    character = bout.table.characters[owner_of(bout, seat, card)].card
    return int(bout.options.characters[character].tactics[(card - STANDARD) % 2])


@compiled
def tactic_of(bout: Bout, seat: int, card: int) -> TacticCard:
    """The content of a card of the deck."""
    return bout.options.tactics[kind_of(bout, seat, card)]


@compiled
def unit_in_roll(bout: Bout, seat: int) -> int:
    """The Character of a player in the current roll, or NO_UNIT. Rulebook: (A-050)."""
    fight = bout.table.roll
    if fight.contest != Contest.NONE:
        for side in range(SEATS):
            unit = int(fight.side[side].unit)
            if unit != NO_UNIT and unit // TEAM == seat:
                return unit
    return NO_UNIT


@compiled
def unit_for(bout: Bout, seat: int, card: int, timing: int) -> int:
    """The Character for which a Tactic is played, "you" on the card, or NO_UNIT. Rulebook: (A-007)."""
    table = bout.table
    if timing == Timing.ACTIVATION:
        return int(table.active)
    if timing == Timing.REVEALED:
        return TEAM * seat + int(table.players[seat].order[int(table.turn) - 1])
    if timing == Timing.DECLARED or timing == Timing.ANSWER:
        return owner_of(bout, seat, card)
    return unit_in_roll(bout, seat)


# --- when a card may be played ----------------------------------------------------------------------------------------


@compiled
def may_play(bout: Bout, seat: int, card: int, timing: int) -> bool:
    """A Tactic in the hand may be played now. Rulebook: (A-114, A-116)."""
    return bout.table.players[seat].cards[card] == HAND + seat and fits(bout, seat, card, timing)


@compiled
def fits(bout: Bout, seat: int, card: int, timing: int) -> bool:
    """The timing of a card fits, wherever the card is: its own Character is concerned, and on the board.

    A house rule may drop the last condition. Rulebook: (A-114, A-116, A-119 to A-140).
    """
    tactic, owner = tactic_of(bout, seat, card), owner_of(bout, seat, card)
    if owner != NO_UNIT and not stands(bout, owner) and bout.options.house.absent == 0:
        return False
    own = int(tactic.timing)
    if timing == Timing.BEFORE_ROLL:
        if not bitsets.has(OWN_ROLL, own):
            return False
    elif own != timing:
        return False
    if timing == Timing.ANSWER:
        return True
    if timing == Timing.DECLARED:
        return may_deny(bout, seat, owner, int(tactic.range))
    unit = unit_for(bout, seat, card, timing)
    if unit == NO_UNIT or unit // TEAM != seat or (owner != NO_UNIT and owner != unit):
        return False
    if timing == Timing.REVEALED:
        return True
    if not stands(bout, unit):
        return False
    if timing == Timing.ACTIVATION:
        return may_help(bout, unit, tactic)
    return fits_roll(bout, unit, tactic)


@compiled
def may_deny(bout: Bout, seat: int, owner: int, most: int) -> bool:
    """An enemy within a distance has declared an Action that is neither Move nor an attack.

    For a Standard Tactic, it must be within that distance of any own Character. Rulebook: (A-138).
    """
    fight = bout.table.roll
    if fight.contest != Contest.ACTION or fight.unit // TEAM == seat:
        return False
    if card_of(bout, int(fight.unit), int(fight.action)).kind == Kind.ATTACK:
        return False
    found = near(bout, int(fight.unit), seat, most)
    return found != 0 if owner == NO_UNIT else (found >> owner) & 1 != 0


@compiled
def may_help(bout: Bout, unit: int, tactic: TacticCard) -> bool:
    """Outside a roll, in the Activation of the Character; a Tactic against an enemy needs one in its range.

    Rulebook: (A-124, A-129, A-132, A-133, A-134, A-135, A-136, A-137, A-139, A-140).
    """
    if bout.table.roll.contest != Contest.NONE:
        return False
    effect = tactic.effect
    return effect.who != Who.ENEMY_NEAR or near(bout, unit, 1 - unit // TEAM, int(effect.range)) != 0


@compiled
def fits_roll(bout: Bout, unit: int, tactic: TacticCard) -> bool:
    """The timing of a Tactic fits the current roll, for a Character that rolls.

    Rulebook: (A-115, A-119, A-120, A-121, A-123, A-126, A-127, A-128, A-130, A-131).
    """
    fight, timing = bout.table.roll, tactic.timing
    side = 0 if fight.side[0].unit == unit else 1
    most = bout.options.house.most_tactics
    if most != 0 and fight.side[side].tactics >= most:
        return False
    is_action = fight.contest == Contest.ACTION
    if timing == Timing.BEFORE_DEFENSE:
        return is_action and side == 1
    if timing == Timing.BEFORE_CONTEST:
        return not is_action and side == 1
    if timing == Timing.AFTER_DICE:
        return can_be_rerolled(fight.side[side]) != 0
    if timing == Timing.AFTER_ROLL:
        return not is_action or card_of(bout, int(fight.unit), int(fight.action)).automatic == 0
    if timing == Timing.AFTER_DAMAGE:
        hit = is_action and side == 0 and fight.both == 1 and fight.side[0].dealt > 0
        return hit and (tactic.effect.who != Who.TARGET or stands(bout, int(fight.target)))
    return True


# --- windows ----------------------------------------------------------------------------------------------------------


@compiled
def window(bout: Bout, seat: int, timing: int) -> int:
    """Ask a player for a Tactic with this timing: the card, or NO_CARD.

    Nobody is asked if everybody can see that no card fits: those that would fit are discarded, or the hand is empty.
    Otherwise a player is asked who can play one, or, if windows are held, who might. Rulebook: (A-114, A-117, A-118).
    """
    table = bout.table
    cards = table.players[seat].cards
    possible, able = False, False
    if decks.count_in(cards, HAND + seat) > 0:
        for card in range(DECK):
            if cards[card] != DISCARDS and fits(bout, seat, card, timing):
                possible = True
                able = able or cards[card] == HAND + seat
    if not possible or windows_closed(bout):
        return NO_CARD
    unit = int(table.roll.unit) if timing == Timing.DECLARED else unit_in_roll(bout, seat)
    request = table.request
    request.unit = unit
    request.cell = NO_CELL if unit == NO_UNIT else table.characters[unit].cell
    table.timing = timing
    hidden = possible if bout.options.held else able
    answer = ask_privately(bout, Question.TACTIC, seat, NOBODY, openly=False, hidden=hidden)
    table.timing = Timing.NEVER
    request.unit, request.cell = NO_UNIT, NO_CELL
    return NO_CARD if answer == PASS else answer - Action.CARD


@compiled
def lay_open(bout: Bout, seat: int, card: int, timing: int) -> bool:
    """Play a Tactic, which goes to the discard pile; False if it is canceled. Rulebook: (A-114, A-122)."""
    kind, unit = kind_of(bout, seat, card), unit_for(bout, seat, card, timing)
    bout.table.players[seat].cards[card] = DISCARDS
    log.played(bout, seat=seat, unit=unit, tactic=kind)
    return not answered(bout, seat, card)


@compiled
def answered(bout: Bout, seat: int, card: int) -> bool:
    """Whether a Tactic that has just been played is canceled.

    The other player may answer it, and the answer may be answered. Meanwhile `table.offered` has the bit of the card
    that can be answered, in the deck of its player. Rulebook: (A-122).
    """
    table = bout.table
    whose, answers = seat, 0
    while True:
        table.offered = 1 << card
        answer = window(bout, 1 - whose, Timing.ANSWER)
        table.offered = 0
        if answer == NO_CARD:
            break
        whose, card = 1 - whose, answer
        answers += 1
        kind, unit = kind_of(bout, whose, card), owner_of(bout, whose, card)
        table.players[whose].cards[card] = DISCARDS
        log.answered(bout, seat=whose, unit=unit, tactic=kind)
    return answers % 2 == 1


@compiled
def plays(bout: Bout, seat: int, card: int, timing: int) -> bool:
    """Play a Tactic; returns whether it takes effect, and logs if it does not. Rulebook: (A-114, A-122)."""
    works = lay_open(bout, seat, card, timing)
    if not works:
        unit, kind = owner_of(bout, seat, card), kind_of(bout, seat, card)
        log.tactic_canceled(bout, seat=seat, unit=unit, tactic=kind)
    return works


# --- in an Activation -------------------------------------------------------------------------------------------------


@compiled
def play_tactic(bout: Bout, seat: int, card: int) -> None:
    """Play a Tactic of the Active Character's player, between other Actions.

    A Tactic that draws goes to the discard pile after all cards are drawn, so it is not shuffled with them.

    Rulebook: (A-114, A-116, A-122, A-124, A-129, A-132, A-133, A-134, A-135, A-136, A-137, A-139, A-140).
    """
    table, effect = bout.table, tactic_of(bout, seat, card).effect
    works = plays(bout, seat, card, Timing.ACTIVATION)
    verb = int(effect.verb) if works else Verb.NOTHING
    if verb == Verb.ANALYZE or verb == Verb.DRAW:
        table.players[seat].cards[card] = BOX
        if verb == Verb.ANALYZE:
            look(bout, seat, int(effect.amount))
        else:
            apply(bout, seat, int(table.active), effect, NO_UNIT, NO_UNIT)
        go_to(bout, Step.ANALYZING)
        return
    if verb == Verb.SLIP_AWAY:
        table.slippery = 1
    elif verb != Verb.NOTHING:
        apply(bout, seat, int(table.active), effect, NO_UNIT, NO_UNIT)
    go_to(bout, Step.ACTING)


@compiled
def analyze(bout: Bout) -> None:
    """Take one of the cards that are looked at into the hand, and put the others back in any order, in secret.

    The player names the one on top. Then the Tactic is over. Rulebook: (A-114, A-135).
    """
    seat = int(bout.table.active) // TEAM
    player = bout.table.players[seat]
    in_play = decks.nth_in(player.cards, BOX, 0)  # the Tactic itself, until one card has been taken
    looked = int(player.looked)
    if looked == 0 or in_play == NO_CARD:
        if looked != 0:
            put_back(player, choose_looked(bout, seat, looked))
        decks.move_all(player.cards, BOX, DISCARDS)
        go_to(bout, Step.ACTING)
        return
    taken = choose_looked(bout, seat, looked)
    player.looked &= ~(1 << taken)
    player.cards[in_play] = DISCARDS
    log.drew(bout, seat=seat)
    go_to(bout, Step.ANALYZING)


@compiled
def choose_looked(bout: Bout, seat: int, looked: int) -> int:
    """One of the cards that a player looks at, chosen in secret; a single one needs no choice.

    Rulebook: (A-117, A-135).
    """
    tape = bout.tape
    if bitsets.how_many(looked) == 1:
        return bitsets.first_member(looked)
    if tape.cursor == tape.length:
        bout.table.request.about = NOBODY
    answer = put(bout, Question.TAKE, seat, SECRET)
    tape.entries[tape.cursor - 1] = 0  # erase the answer; the next step begins a fresh tape
    card = (answer - Action.CARD) % DECK
    while not (looked >> card) & 1:
        card = (card + 1) % DECK
    return card


# --- in a roll --------------------------------------------------------------------------------------------------------


@compiled
def side_asked(bout: Bout, nth: int) -> int:
    """The side whose turn it is to play Tactics in a roll; `nth` is 0 for the side that begins.

    Side 0 is the Active Character's player, who begins unless a house rule says otherwise. Rulebook: (A-118).
    """
    return nth ^ int(bout.options.house.first)


@compiled
def next_card(bout: Bout, timing: int) -> int:
    """The next Tactic in a step of the current roll; NO_CARD after both players have passed in a row.

    The Active Character's player is asked first, then the other. `roll.turn` has the next side to ask: see
    `side_asked`. Rulebook: (A-115, A-118).
    """
    fight = bout.table.roll
    active = int(fight.unit) // TEAM
    while fight.passes < SEATS:
        side = side_asked(bout, int(fight.turn))
        seat = active if side == 0 else 1 - active
        card = NO_CARD
        if unit_in_roll(bout, seat) != NO_UNIT:
            card = window(bout, seat, timing)
        fight.turn = 1 - fight.turn
        if card != NO_CARD:
            fight.passes = 0
            fight.side[side].tactics += 1
            return card
        fight.passes += 1
    fight.turn, fight.passes = 0, 0
    return NO_CARD


@compiled
def before_roll(bout: Bout) -> None:
    """Tactics before the dice are rolled; each adds its dice and symbols to the roll of its player.

    A die above the limit of its color is wasted.

    Rulebook: (A-049, A-090, A-115, A-118 to A-121, A-126, A-128, A-130, A-EX-15).
    """
    card = next_card(bout, Timing.BEFORE_ROLL)
    if card == NO_CARD:
        go_to(bout, Step.ROLLING)
        return
    fight = bout.table.roll
    side = side_asked(bout, 1 - int(fight.turn))
    seat = int(fight.side[side].unit) // TEAM
    if plays(bout, seat, card, Timing.BEFORE_ROLL):
        extra, pool = fight.side[side].extra, tactic_of(bout, seat, card).pool
        for color in range(COLORS):
            extra.dice[color] = min(MOST_EXTRA, int(extra.dice[color]) + int(pool.dice[color]))
        for symbol in range(SYMBOLS):
            extra.symbols[symbol] = min(MOST_EXTRA, int(extra.symbols[symbol]) + int(pool.symbols[symbol]))
    go_to(bout, Step.BEFORE_ROLL)


@compiled
def rerolls(bout: Bout) -> None:
    """Tactics after the dice are rolled: choose any number of the own dice, then re-roll them once.

    Automatic symbols stay. Rulebook: (A-051, A-115, A-118, A-123).
    """
    fight = bout.table.roll
    card = next_card(bout, Timing.AFTER_DICE)
    if card == NO_CARD:
        go_to(bout, Step.BLOCKS if fight.both else Step.SWITCHES)
        return
    side = side_asked(bout, 1 - int(fight.turn))
    mine = fight.side[side]
    seat = int(mine.unit) // TEAM
    if plays(bout, seat, card, Timing.AFTER_DICE):
        chosen = 0
        while True:
            offered = can_be_rerolled(mine)
            die = ask_die(bout, Reason.REROLL, seat, int(mine.unit), offered)
            if die == NOTHING:
                break
            chosen |= 1 << die
            mine.rerolled |= 1 << die
        while chosen != 0:
            throw_again(bout, side, bitsets.first_member(chosen))
            chosen = bitsets.after_first(chosen)
    go_to(bout, Step.REROLLS)


@compiled
def deny(bout: Bout) -> bool:
    """Whether a Tactic of the other player cancels the declared Action. Rulebook: (A-090, A-138)."""
    fight = bout.table.roll
    unit = int(fight.unit)
    seat = 1 - unit // TEAM
    card = window(bout, seat, Timing.DECLARED)
    while card != NO_CARD:
        if plays(bout, seat, card, Timing.DECLARED):
            log.action_canceled(bout, unit=unit)
            return True
        card = window(bout, seat, Timing.DECLARED)
    return False


@compiled
def after_damage(bout: Bout) -> None:
    """Tactics of the attacker after its attack has inflicted damage. Rulebook: (A-131)."""
    react_to_roll(bout, 0, Timing.AFTER_DAMAGE)


@compiled
def after_roll(bout: Bout, side: int) -> None:
    """Tactics of one side after the roll is resolved. Rulebook: (A-127)."""
    react_to_roll(bout, side, Timing.AFTER_ROLL)


@compiled
def react_to_roll(bout: Bout, side: int, timing: int) -> None:
    """Tactics of one side at a time after the roll, until its player passes. Rulebook: (A-115, A-127, A-131)."""
    fight = bout.table.roll
    unit = int(fight.side[side].unit)
    seat = unit // TEAM
    card = window(bout, seat, timing)
    while card != NO_CARD:
        fight.side[side].tactics += 1
        effect = tactic_of(bout, seat, card).effect
        if plays(bout, seat, card, timing):
            other = int(fight.side[1 - side].unit) if fight.both else NO_UNIT
            target = int(fight.target) if side == 0 else other
            apply(bout, seat, unit, effect, target, other)
        card = window(bout, seat, timing)


# --- when Characters are revealed -------------------------------------------------------------------------------------


@compiled
def stick(bout: Bout) -> int:
    """The player who decides by a Tactic which of the two revealed Characters activates first, or NOBODY.

    If both have played one, that of the Underdog wins. Rulebook: (A-005, A-006, A-067, A-125).
    """
    # Ruling: with a Character in the Infirmary there is nothing to decide. The Underdog is asked first.
    table = bout.table
    for seat in range(SEATS):
        if table.characters[unit_for(bout, seat, 0, Timing.REVEALED)].where == Where.INFIRMARY:
            return NOBODY
    seat, passes, played = int(table.underdog), 0, 0
    while passes < SEATS:
        card = NO_CARD
        if not (played >> seat) & 1:
            card = window(bout, seat, Timing.REVEALED)
        passes += 1
        if card != NO_CARD:
            passes = 0
            if plays(bout, seat, card, Timing.REVEALED):
                played |= 1 << seat
        seat = 1 - seat
    if played == 0:
        return NOBODY
    if played == (1 << SEATS) - 1:
        return int(table.underdog)
    return bitsets.first_member(played)
