"""The log of a bout: a function for each kind of event, which writes its row down.

`words/sentences.py` says what the numbers of a row mean.
"""

from nexus_env.games.nexus.rules.bout import NOBODY, Bout
from nexus_env.games.nexus.rules.events import Event
from nexus_env.kit.happenings import tell
from nexus_env.machine.compiled import compiled

# --- setup, Initiative and rounds -------------------------------------------------------------------------------------


@compiled
def took_lanista(bout: Bout, seat: int, card: int) -> None:
    """A player has got a lanista card."""
    tell(bout, Event.DRAFT, seat, NOBODY, 0, card, 0)


@compiled
def took_motivation(bout: Bout, seat: int, card: int) -> None:
    """A player has got a motivation card."""
    tell(bout, Event.DRAFT, seat, NOBODY, 1, card, 0)


@compiled
def began_cycle(bout: Bout, number: int) -> None:
    """A Command Cycle begins."""
    tell(bout, Event.CYCLE, NOBODY, NOBODY, 0, number, 0)


@compiled
def took_place(bout: Bout, seat: int, place: int) -> None:
    """A player has got its place in the initiative order."""
    tell(bout, Event.ORDER, seat, NOBODY, 0, place, 0)


@compiled
def began_round(bout: Bout, seat: int, ratio: int) -> None:
    """The Command Round of a player begins with its ratio die."""
    tell(bout, Event.ROUND, seat, NOBODY, 0, ratio, 0)


@compiled
def marked_counter(bout: Bout, seat: int, ratio: int, slots: int) -> None:
    """A player has marked its ratio on the Turning Point Counter; `slots` has a bit for each mark."""
    tell(bout, Event.MARK, seat, NOBODY, 0, ratio, slots)


@compiled
def rolled_duplicate(bout: Bout, seat: int, ratio: int) -> None:
    """A player has rolled a ratio that it has marked already."""
    tell(bout, Event.DUPLICATE, seat, NOBODY, 0, ratio, 0)


@compiled
def reached_turning_point(bout: Bout, seat: int, number: int) -> None:
    """A player has reached the so-many-th Turning Point of the bout."""
    tell(bout, Event.TURNING_POINT, seat, NOBODY, 0, number, 0)


@compiled
def split_points(bout: Bout, seat: int, choice: int, movement_points: int, action_points: int) -> None:
    """A player has split its command points."""
    tell(bout, Event.RATIO, seat, NOBODY, choice, movement_points, action_points)


@compiled
def got_bonus(bout: Bout, seat: int, target: int, points: int) -> None:
    """A player has got bonus AP against a Prone helot."""
    tell(bout, Event.BONUS, seat, target, 0, points, 0)


@compiled
def spent_command_token(bout: Bout, seat: int) -> None:
    """A player has spent a Command token on its command."""
    tell(bout, Event.TOKEN, seat, NOBODY, int(bout.command), 1, 0)


@compiled
def deceived(bout: Bout, seat: int, victim: int, choice: int) -> None:
    """A player has spent a Deception token on the split of another."""
    tell(bout, Event.DECEPTION, seat, victim, choice, 0, 0)


@compiled
def blocked_deception(bout: Bout, seat: int, deceiver: int) -> None:
    """A player has blocked a Deception."""
    tell(bout, Event.BLOCKED, seat, deceiver, 0, 0, 0)


@compiled
def ended(bout: Bout, winners: int, most: int, crowd_pile: int) -> None:
    """The bout is over: a bit for each winner, the most Cred, and the coins of the Crowd Pile."""
    tell(bout, Event.END, NOBODY, NOBODY, winners, most, crowd_pile)


# --- commands and dice ------------------------------------------------------------------------------------------------


@compiled
def commanded(bout: Bout, seat: int, command: int) -> None:
    """The active player has given a command."""
    tell(bout, Event.COMMAND, seat, NOBODY, command, 0, 0)


@compiled
def lost_command(bout: Bout, seat: int, target: int) -> None:
    """The command under way is lost, for its target is out of reach."""
    tell(bout, Event.LOST, seat, target, int(bout.command), 0, 0)


@compiled
def rolled(bout: Bout, seat: int, other: int, purpose: int, face: int, sides: int) -> None:
    """A player, or nobody, has rolled a die, or several for a sum, that may touch another player."""
    tell(bout, Event.ROLL, seat, other, purpose, face, sides)


@compiled
def rolled_dice(bout: Bout, seat: int, purpose: int, slide: int, total: int, faces: int) -> None:
    """A player has rolled several dice; `faces` has them all, by sevens."""
    tell(bout, Event.DICE, seat, purpose, slide, total, faces)


@compiled
def defended(bout: Bout, seat: int, attacker: int, blow: int, attack: int, defense: int) -> None:
    """A helot has withstood a blow."""
    tell(bout, Event.DEFENDED, seat, attacker, blow, attack, defense)


@compiled
def used_ability(bout: Bout, seat: int, target: int, ability: int, price: int) -> None:
    """A helot has used an ability of its traits."""
    tell(bout, Event.ABILITY, seat, target, ability, price, 0)


@compiled
def raised_trait(bout: Bout, seat: int, trait: int, points: int) -> None:
    """A reserve has risen."""
    tell(bout, Event.TRAIT_UP, seat, NOBODY, trait, points, 0)


@compiled
def lowered_trait(bout: Bout, seat: int, trait: int, points: int) -> None:
    """A reserve has fallen."""
    tell(bout, Event.TRAIT_DOWN, seat, NOBODY, trait, points, 0)


@compiled
def moved_coins(bout: Bout, giver: int, source: int, taker: int, target: int, coins: int) -> None:
    """Coins have gone from a pile of a player to a pile of a player."""
    tell(bout, Event.COINS, giver, taker, source, coins, target)


# --- helots -----------------------------------------------------------------------------------------------------------


@compiled
def moved(bout: Bout, seat: int, x: int, y: int) -> None:
    """A helot has moved to a square."""
    tell(bout, Event.MOVE, seat, NOBODY, 0, x, y)


@compiled
def turned(bout: Bout, seat: int, facing: int) -> None:
    """A helot has a new FFD."""
    tell(bout, Event.TURN, seat, NOBODY, facing, 0, 0)


@compiled
def fell_prone(bout: Bout, seat: int) -> None:
    """A helot is Prone."""
    tell(bout, Event.PRONE, seat, NOBODY, 0, 0, 0)


@compiled
def got_up(bout: Bout, seat: int) -> None:
    """A helot is on its feet."""
    tell(bout, Event.UPRIGHT, seat, NOBODY, 0, 0, 0)


@compiled
def grappled(bout: Bout, captor: int, victim: int) -> None:
    """A helot has grappled another."""
    tell(bout, Event.GRAPPLED, captor, victim, 0, 0, 0)


@compiled
def released(bout: Bout, captor: int, victim: int) -> None:
    """A helot is free of its captor."""
    tell(bout, Event.RELEASED, captor, victim, 0, 0, 0)


@compiled
def began_bleeding(bout: Bout, seat: int) -> None:
    """A helot is Bleeding."""
    tell(bout, Event.BLEEDING, seat, NOBODY, 0, 1, 0)


@compiled
def stopped_bleeding(bout: Bout, seat: int) -> None:
    """A helot is no longer Bleeding."""
    tell(bout, Event.BLEEDING, seat, NOBODY, 0, 0, 0)


@compiled
def caught_fire(bout: Bout, seat: int) -> None:
    """A helot is Flaming."""
    tell(bout, Event.FLAMING, seat, NOBODY, 0, 1, 0)


@compiled
def stopped_flaming(bout: Bout, seat: int) -> None:
    """A helot is no longer Flaming."""
    tell(bout, Event.FLAMING, seat, NOBODY, 0, 0, 0)


@compiled
def depleted(bout: Bout, seat: int, location: int) -> None:
    """A helot has lost a body location."""
    tell(bout, Event.DEPLETED, seat, NOBODY, location, 0, 0)


@compiled
def incapacitated(bout: Bout, seat: int) -> None:
    """A helot is incapacitated."""
    tell(bout, Event.INCAPACITATED, seat, NOBODY, 0, 0, 0)


@compiled
def killed(bout: Bout, seat: int) -> None:
    """A helot is killed."""
    tell(bout, Event.KILLED, seat, NOBODY, 0, 0, 0)


@compiled
def handled_weapon(bout: Bout, seat: int, handling: int) -> None:
    """What has happened to the weapon that a helot carries: a `Handling`."""
    helot = bout.table.helots[seat]
    tell(bout, Event.WEAPON, seat, NOBODY, helot.weapon, handling, helot.uses)


@compiled
def covered(bout: Bout, seat: int, location: int) -> None:
    """The Shield of a helot covers a body location, or the back."""
    tell(bout, Event.SHIELD, seat, NOBODY, location, 0, 0)


# --- the barge --------------------------------------------------------------------------------------------------------


@compiled
def laid(bout: Bout, what: int, x: int, y: int) -> None:
    """A tile or a piece lies on a square now."""
    tell(bout, Event.TILE, NOBODY, NOBODY, what, x, y)


@compiled
def cleared(bout: Bout, seat: int, what: int, x: int, y: int) -> None:
    """What lay on a square is gone, by a card of a player or by nobody."""
    tell(bout, Event.CLEARED, seat, NOBODY, what, x, y)


@compiled
def littered(bout: Bout, x: int, y: int) -> None:
    """Coins lie on a square, as many as the table has there now."""
    tell(bout, Event.LITTERED, NOBODY, NOBODY, int(bout.table.coins[y - 1, x - 1]), x, y)


@compiled
def hazard_acted(bout: Bout, hazard: int, victim: int, x: int, y: int) -> None:
    """A hazard has acted on a square; fire, on the helot there."""
    tell(bout, Event.HAZARD, victim, NOBODY, hazard, x, y)


@compiled
def broke_crate(bout: Bout, seat: int, x: int, y: int) -> None:
    """A helot has broken a crate."""
    tell(bout, Event.CRATE, seat, NOBODY, 0, x, y)


@compiled
def rolled_contents(bout: Bout, seat: int, what: int, total: int) -> None:
    """What a roll says that the crate holds: a kind of weapon or a `Content`."""
    tell(bout, Event.CONTENTS, seat, NOBODY, what, total, 0)


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled
def holds_cards(bout: Bout, seat: int, cards: int) -> None:
    """A player holds so many influence cards."""
    tell(bout, Event.CARD, seat, NOBODY, 0, cards, 0)


@compiled
def drew_turning_point_card(bout: Bout, seat: int, card: int) -> None:
    """A player has drawn a Turning Point card."""
    tell(bout, Event.CARD, seat, NOBODY, 1, card, 0)


@compiled
def played_card(bout: Bout, seat: int, target: int, card: int) -> None:
    """A player has played an influence card, which may be about another."""
    tell(bout, Event.PLAYED, seat, target, card, 0, 0)


@compiled
def canceled_card(bout: Bout, seat: int, owner: int, card: int) -> None:
    """A player has canceled a card of another by an influence card."""
    tell(bout, Event.CANCELED, seat, owner, card, 0, 0)


@compiled
def used_unique_ability(bout: Bout, seat: int, target: int, ability: int) -> None:
    """A player has used a unique ability, by its place in the stock."""
    tell(bout, Event.UNIQUE, seat, target, ability, 0, 0)


@compiled
def affected(bout: Bout, seat: int, owner: int, verb: int, amount: int, delay: int) -> None:
    """What a card of `owner` does to a player, now or after a `Delay`."""
    tell(bout, Event.EFFECT, seat, owner, verb, amount, delay)
