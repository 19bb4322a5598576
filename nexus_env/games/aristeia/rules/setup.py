"""Setup: teams, decks, starting hands, the Underdog and the deployment.

Rulebook: (A-008, A-009, A-010, A-014, A-015, A-019).
"""

from nexus_env.games.aristeia.cards.records import CHARACTERS
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.asking import ask_character, ask_first, ask_space, ask_zone, put
from nexus_env.games.aristeia.rules.bout import (
    CENTRAL,
    DECK,
    MOST_FREE,
    NO_CELL,
    NO_UNIT,
    NO_ZONE,
    NOBODY,
    SEATS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Bout,
    Question,
    Step,
    Where,
)
from nexus_env.games.aristeia.rules.decks import draw_one
from nexus_env.games.aristeia.rules.events import Purpose, Reason
from nexus_env.games.aristeia.rules.geometry import beside_zone, opposite, zone_of
from nexus_env.games.aristeia.rules.movement import is_free, put_down
from nexus_env.games.aristeia.rules.planning import BOTH
from nexus_env.games.aristeia.rules.scoring import burn
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import bitsets, cells, decks
from nexus_env.kit.decks import HAND, PILE
from nexus_env.kit.secrets import call_for_choices, choice_of, choose_in_secret, forget_choices
from nexus_env.kit.tape import follow, roll
from nexus_env.machine.compiled import compiled

NAMED, SECRET_CHOICE, DRAFT = range(3)  # the ways to choose teams: see `options.TEAMS`
HAND_SIZE = 4
ANY_DEPLOYMENT = ((1 << ZONES) - 1) & ~(1 << CENTRAL)


@compiled
def open_bout(bout: Bout) -> None:
    """Set up an empty table; choosing teams comes first. Rulebook: (A-003, A-008, A-019, A-184)."""
    table, options = bout.table, bout.options
    table.seats = SEATS
    table.scoring = NO_ZONE if options.rules.conquest else CENTRAL
    table.active = NO_UNIT
    for zone in range(ZONES):
        table.holders[zone] = NOBODY
    for unit in range(UNITS):
        one = table.characters[unit]
        one.card, one.cell, one.taunter = options.named[unit], NO_CELL, NO_UNIT
    for seat in range(SEATS):
        player = table.players[seat]
        player.zone = NO_ZONE
        decks.forget_top(player.top)
        for slot in range(TEAM):
            player.order[slot] = NOBODY
    if options.teams == SECRET_CHOICE:
        call_for_choices(table.secrets, BOTH)
        follow(bout, -Step.PICKING)
    elif options.teams == DRAFT:
        table.first = roll(bout, SEATS, Purpose.DRAFT, NOBODY) - 1
        follow(bout, -Step.DRAFTING)
    else:
        follow(bout, -Step.HANDS)


# --- teams ------------------------------------------------------------------------------------------------------------


@compiled
def in_stock(bout: Bout) -> int:
    """The Characters of the stock, one bit each."""
    found = 0
    for card in range(CHARACTERS):
        found |= int(bout.options.characters[card].initiative > 0) << card
    return found


@compiled
def may_be_picked(bout: Bout, seat: int) -> int:
    """The Characters that a player may pick: those that are not in its team, nor, in a draft, in the other one.

    A house rule may allow a Character in both teams.

    Rulebook: (A-203, A-204).
    """
    table = bout.table
    taken = int(table.players[seat].picks)
    if (bout.options.teams == DRAFT or table.tries == MOST_FREE) and bout.options.house.shared == 0:
        taken |= int(table.players[1 - seat].picks)
    return in_stock(bout) & ~taken


@compiled
def pick(bout: Bout) -> None:
    """The next player picks a Character, in secret. Rulebook: (A-203)."""
    choose_in_secret(bout, Question.PICK, -Step.PICKING, -Step.TEAMS)


@compiled
def settle_teams(bout: Bout) -> None:
    """Four secret picks make a team; if both players have picked the same Character, both pick again.

    If that happens too often, the teams are drafted, by a house rule.

    Rulebook: (A-203).
    """
    table = bout.table
    for seat in range(SEATS):
        card = (choice_of(table.secrets, seat) - Action.PICK) % CHARACTERS
        while not (may_be_picked(bout, seat) >> card) & 1:
            card = (card + 1) % CHARACTERS
        table.players[seat].picks |= 1 << card
    forget_choices(table.secrets)
    table.picked += 1
    if table.picked == TEAM:
        table.picked = 0
        if table.players[0].picks & table.players[1].picks == 0 or bout.options.house.shared != 0:
            reveal_teams(bout)
            follow(bout, -Step.HANDS)
            return
        table.players[0].picks, table.players[1].picks = 0, 0
        table.tries += 1
        if table.tries == MOST_FREE:
            table.first = roll(bout, SEATS, Purpose.DRAFT, NOBODY) - 1
            follow(bout, -Step.DRAFTING)
            return
    call_for_choices(table.secrets, BOTH)
    follow(bout, -Step.PICKING)


@compiled
def reveal_teams(bout: Bout) -> None:
    """Reveal both teams, in the order of the stock. Rulebook: (A-010, A-205)."""
    table = bout.table
    for seat in range(SEATS):
        left, place = int(table.players[seat].picks), 0
        while left:
            join(bout, TEAM * seat + place, bitsets.first_member(left))
            left = bitsets.after_first(left)
            place += 1
        table.players[seat].picks = 0


@compiled
def join(bout: Bout, unit: int, card: int) -> None:
    """A Character becomes a member of a team."""
    bout.table.characters[unit].card = card
    log.joined_team(bout, unit=unit, card=card)


@compiled
def draft(bout: Bout) -> None:
    """One Character each in turn, beginning with a random player, until both have four. Rulebook: (A-204)."""
    table = bout.table
    seat = (int(table.first) + int(table.picked)) % SEATS
    answer = put(bout, Question.PICK, Reason.NONE, seat, NO_UNIT, 0, may_pass=False)
    card = answer - Action.PICK
    table.players[seat].picks |= 1 << card
    join(bout, TEAM * seat + int(table.picked) // SEATS, card)
    table.picked += 1
    if table.picked == UNITS:
        table.picked = 0
        table.players[0].picks, table.players[1].picks = 0, 0
        follow(bout, -Step.HANDS)
    else:
        follow(bout, -Step.DRAFTING)


# --- hands ------------------------------------------------------------------------------------------------------------


@compiled
def deal_hands(bout: Bout) -> None:
    """A starting hand of four: the printed one in the preset game, else drawn from the shuffled deck.

    Rulebook: (A-010, A-011, A-014, A-015, A-116).
    """
    table = bout.table
    for seat in range(SEATS):
        cards = table.players[seat].cards
        printed = int(bout.options.hands[seat])
        for card in range(DECK):
            cards[card] = HAND + seat if (printed >> card) & 1 else PILE
        if printed == 0:
            for _ in range(HAND_SIZE):
                draw_one(bout, seat, reshuffle=False)
    follow(bout, -Step.REDRAWING)


@compiled
def redraw(bout: Bout) -> None:
    """Before the deployment, a player may once shuffle the starting hand back and draw four new cards.

    Not in the preset game. Both players decide about their own hands.

    Rulebook: (A-016).
    """
    # Ruling: each player is asked once, immediately after drawing.
    table = bout.table
    while table.picked < SEATS and (bout.options.redraw == 0 or bout.options.hands[int(table.picked)] != 0):
        table.picked += 1
    if table.picked == SEATS:
        table.picked = 0
        follow(bout, -Step.UNDERDOG)
        return
    seat = int(table.picked)
    answer = put(bout, Question.REDRAW, Reason.NONE, seat, NO_UNIT, 0, may_pass=True)
    table.picked += 1
    if answer == Action.YES:
        decks.move_all(table.players[seat].cards, HAND + seat, PILE)
        log.reshuffled(bout, seat=seat)
        for _ in range(HAND_SIZE):
            draw_one(bout, seat, reshuffle=False)
    follow(bout, -Step.REDRAWING)


# --- Underdog and deployment ------------------------------------------------------------------------------------------


@compiled
def first_underdog(bout: Bout) -> None:
    """The player with the lower total Initiative; with equal totals a random one. Rulebook: (A-017, A-206)."""
    table, lead = bout.table, 0
    for unit in range(UNITS):
        initiative = int(bout.options.characters[int(table.characters[unit].card)].initiative)
        lead += initiative if unit < TEAM else -initiative
    table.underdog = roll(bout, SEATS, Purpose.UNDERDOG, NOBODY) - 1 if lead == 0 else 0 if lead < 0 else 1
    log.became_underdog(bout, seat=int(table.underdog))
    follow(bout, -Step.ZONES)


@compiled
def choose_zones(bout: Bout) -> None:
    """The Underdog chooses a Deployment Zone and who places first; the opponent gets the opposite Zone.

    A printed deployment is set up at once.

    Rulebook: (A-023, A-178, A-179, A-180, A-189, A-EX-01).
    """
    table, underdog = bout.table, int(bout.table.underdog)
    if bout.options.places[0] != NO_CELL:
        for seat in range(SEATS):
            table.players[seat].zone = bout.options.zones[seat]
        for unit in range(UNITS):
            deploy_on(bout, unit, int(bout.options.places[unit]))
        begin_game(bout)
        return
    zone = ask_zone(bout, Reason.OWN_ZONE, underdog, ANY_DEPLOYMENT)
    table.players[underdog].zone, table.players[1 - underdog].zone = zone, opposite(zone)
    table.first = ask_first(bout, Reason.FIRST_TO_PLACE, underdog)
    follow(bout, -Step.DEPLOYING)


@compiled
def deploy(bout: Bout) -> None:
    """The players alternate, one Character at a time, on Free spaces inside or adjacent to the own Zone.

    Rulebook: (A-178, A-179).
    """
    table = bout.table
    seat = (int(table.first) + int(table.picked)) % SEATS
    left = 0
    for unit in range(TEAM * seat, TEAM * (seat + 1)):
        left |= int(table.characters[unit].where == Where.ASIDE) << unit
    unit = ask_character(bout, Reason.DEPLOY, seat, NO_UNIT, left, may_pass=False)
    zone = int(table.players[seat].zone)
    for cell in range(SPACES):
        if (zone_of(cell) == zone or beside_zone(cell, zone)) and is_free(bout, cell):
            cells.add(table.spaces, cell)
    deploy_on(bout, unit, ask_space(bout, Reason.DEPLOY, seat, unit, may_pass=False))
    table.picked += 1
    if table.picked == UNITS:
        table.picked = 0
        begin_game(bout)
    else:
        follow(bout, -Step.DEPLOYING)


@compiled
def deploy_on(bout: Bout, unit: int, cell: int) -> None:
    """Put a Character on its first space, unhurt and without States. Rulebook: (A-019)."""
    put_down(bout, unit, cell)
    log.deployed(bout, unit=unit)


@compiled
def begin_game(bout: Bout) -> None:
    """Put red counters on the own Zones in Scorched Earth; then Round 1 begins. Rulebook: (A-019, A-184, A-189)."""
    if bout.options.rules.burns:
        for seat in range(SEATS):
            burn(bout, int(bout.table.players[seat].zone))
    go_to(bout, Step.ROUND)
