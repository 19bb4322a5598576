"""Laws of setup: choosing teams, dealing hands and placing Characters. A part of the laws of `invariants`.

Rulebook: (A-008, A-178, A-203, A-204).
"""

from nexus_env.games.aristeia.checks.laws import Law
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    MOST_FREE,
    NO_CARD,
    NO_ZONE,
    SEATS,
    TEAM,
    UNITS,
    Options,
    Step,
    Table,
    Where,
)
from nexus_env.games.aristeia.rules.setup import DRAFT, NAMED, SECRET_CHOICE
from nexus_env.kit import bitsets
from nexus_env.kit.decks import PILE
from nexus_env.machine.compiled import compiled


@compiled
def has_begun(table: Table) -> bool:
    """Hands are dealt, Zones are chosen, or a Round has begun."""
    found = table.round_number > 0
    for seat in range(SEATS):
        found = found or table.players[seat].zone != NO_ZONE
        for card in range(DECK):
            found = found or table.players[seat].cards[card] != PILE
    return found


@compiled
def broken_choice(start: Table, options: Options, step: int) -> int:
    """While teams are chosen, nothing is dealt. Rulebook: (A-203, A-204)."""
    if has_begun(start) or start.turn > 0:
        return Law.BEGUN
    is_draft = options.teams == DRAFT or (options.teams == SECRET_CHOICE and start.tries == MOST_FREE)
    if options.teams == NAMED or (step == Step.DRAFTING) != is_draft:
        return Law.TEAMS
    for unit in range(UNITS):
        if start.characters[unit].where != Where.ASIDE:
            return Law.BEGUN
    if step == Step.DRAFTING:
        return 0 if is_draft_under_way(start, options) else Law.DRAFT
    for unit in range(UNITS):
        if start.characters[unit].card != NO_CARD:
            return Law.DRAFT
    for seat in range(SEATS):
        if bitsets.how_many(int(start.players[seat].picks)) != start.picked or start.picked >= TEAM:
            return Law.DRAFT
    if step == Step.PICKING:
        return 0 if start.secrets.to_choose != 0 else Law.SECRETS
    done = start.secrets.to_choose == 0 and start.secrets.choices[0] != 0 and start.secrets.choices[1] != 0
    return 0 if done else Law.SECRETS


@compiled
def is_draft_under_way(table: Table, options: Options) -> bool:
    """A Character is still to be picked, and each of the picked ones was picked once. Rulebook: (A-203, A-204)."""
    taken = 0
    for unit in range(UNITS):
        taken += table.characters[unit].card != NO_CARD
    mine, theirs = int(table.players[0].picks), int(table.players[1].picks)
    picked = bitsets.how_many(mine) + bitsets.how_many(theirs)
    twice = mine & theirs != 0 and options.house.shared == 0
    return taken == table.picked and picked == taken and taken < UNITS and not twice and are_picked(table)


@compiled
def are_picked(start: Table) -> bool:
    """In a draft, the teams are the Characters that their players have picked, in the order of places.

    Rulebook: (A-204).
    """
    found = True
    for unit in range(UNITS):
        seat, place = unit // TEAM, unit % TEAM
        card = int(start.characters[unit].card)
        nth = SEATS * place + (seat - int(start.first)) % SEATS
        found = found and (card != NO_CARD) == (nth < start.picked)
        found = found and (card == NO_CARD or (int(start.players[seat].picks) >> card) & 1 != 0)
    return found


@compiled
def broken_setup(start: Table, step: int) -> int:
    """Hands, the Underdog, Zones and the deployment. Rulebook: (A-008, A-178)."""
    if start.round_number > 0 or start.turn > 0 or start.secrets.to_choose != 0:
        return Law.PHASE
    placed = 0
    for unit in range(UNITS):
        where = start.characters[unit].where
        if where != Where.ASIDE and where != Where.BOARD:
            return Law.WHERE
        placed += where == Where.BOARD
    if step == Step.DEPLOYING:
        fits = start.players[0].zone > 0 and start.players[1].zone > 0 and placed == start.picked and placed < UNITS
        return 0 if fits and are_placed(start) else Law.DRAFT
    if placed > 0 or (step != Step.REDRAWING and start.picked > 0) or start.picked > SEATS:
        return Law.DRAFT
    return 0


@compiled
def are_placed(start: Table) -> bool:
    """In a deployment, the players have placed the right number of Characters for the next one. Rulebook: (A-178)."""
    found = True
    for seat in range(SEATS):
        placed = 0
        for unit in range(TEAM * seat, TEAM * (seat + 1)):
            placed += start.characters[unit].where == Where.BOARD
        late = (seat - int(start.first)) % SEATS
        found = found and placed == (int(start.picked) + 1 - late) // SEATS
    return found
