"""Begin a bout, or imagine one: the only two places where dice are seeded. Rulebook: (A-117)."""

from typing import Any

from nexus_env.games.aristeia.cards.records import CHARACTERS
from nexus_env.games.aristeia.rules.bout import (
    DECK,
    MOST_FREE,
    NO_CELL,
    NO_UNIT,
    NOBODY,
    SEATS,
    TEAM,
    Bout,
    Options,
    Player,
    Step,
)
from nexus_env.games.aristeia.rules.planning import secret_answers
from nexus_env.games.aristeia.rules.rolls import clear_roll
from nexus_env.games.aristeia.rules.setup import SECRET_CHOICE, in_stock
from nexus_env.kit import bitsets, decks
from nexus_env.kit.bout import play
from nexus_env.kit.decks import HAND
from nexus_env.kit.dice import draw_below, seed_generator
from nexus_env.kit.secrets import imagine_choices
from nexus_env.machine.compiled import compiled


@compiled
def setup(bout: Bout, options: Options, seed: int, dictated: int) -> None:
    """Turn a zeroed record into a bout at its first decision."""
    bout.options = options
    bout.tape.dictated = dictated
    bout.tape.held = options.held
    bout.table.request.about = NOBODY
    bout.table.request.unit, bout.table.request.cell = NO_UNIT, NO_CELL
    clear_roll(bout)
    seed_generator(bout.tape.generator, seed)
    play(bout, -Step.OPENING)


@compiled
def imagine(bout: Bout, seat: int, seed: int) -> None:
    """Redeal what a seat, or a spectator, cannot know.

    That is: hands and draw piles, known cards on top of them, Running Orders that are not revealed, and secret choices.

    Rulebook: (A-064, A-117, A-203).
    """
    generator = bout.tape.generator
    seed_generator(generator, seed)
    for other in range(SEATS):
        now, before = bout.table.players[other], bout.start.players[other]
        decks.deal_anew(now.cards, before.cards, seat, generator)
        if other != seat:
            imagine_cards(now, before, other, generator)
            imagine_order(bout, other, generator)
            imagine_picks(bout, other, generator)
    first, count = secret_answers(bout.table)
    imagine_choices(bout, seat, first, count)


@compiled
def imagine_cards(now: Player, before: Player, seat: int, generator: Any) -> None:
    """Replace known cards on a draw pile, and cards in the hand that are looked at, by as many random ones."""
    looked, had = bitsets.how_many(int(now.looked)), bitsets.how_many(int(before.looked))
    now.looked = some_cards(now, HAND + seat, looked, generator)
    before.looked = some_cards(before, HAND + seat, had, generator)
    decks.deal_top_anew(now.cards, before.cards, now.top, before.top, generator)


@compiled
def some_cards(player: Player, place: int, amount: int, generator: Any) -> int:
    """`amount` random cards of a place, one bit each."""
    found = 0
    for _ in range(amount):
        card = draw_below(generator, DECK)
        for _ in range(DECK):
            if player.cards[card] != place or (found >> card) & 1:
                card = (card + 1) % DECK
        found |= 1 << card
    return found


@compiled
def imagine_order(bout: Bout, seat: int, generator: Any) -> None:
    """Shuffle the slots of a Running Order that are not revealed."""
    order, before = bout.table.players[seat].order, bout.start.players[seat].order
    same, first = True, int(bout.table.turn)
    for slot in range(TEAM):
        same = same and order[slot] == before[slot]
    left = 0
    for slot in range(first, TEAM):
        if order[slot] == NOBODY:
            return
        left |= 1 << int(order[slot])
    for slot in range(first, TEAM):
        member = bitsets.nth_member(left, draw_below(generator, TEAM - slot))
        order[slot] = member
        left &= ~(1 << member)
    for slot in range(TEAM):
        before[slot] = order[slot] if same else before[slot]


@compiled
def imagine_picks(bout: Bout, seat: int, generator: Any) -> None:
    """Replace the Characters that a player has chosen in secret by as many random ones."""
    now, before = bout.table.players[seat], bout.start.players[seat]
    amount = bitsets.how_many(int(now.picks))
    if bout.options.teams != SECRET_CHOICE or bout.table.tries == MOST_FREE or amount == 0:
        return
    stock, found = in_stock(bout), 0
    for _ in range(amount):
        card = draw_below(generator, CHARACTERS)
        while not (stock & ~found) >> card & 1:
            card = (card + 1) % CHARACTERS
        found |= 1 << card
    now.picks, before.picks = found, found
