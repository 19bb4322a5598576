# The log. Generated from `events.toml` by `python -m nexus_env.kit.write_log`; do not edit.

from enum import IntEnum
from typing import Any

class Event(IntEnum):
    COMMAND = 0
    ROLL = 1
    DICE = 2
    COINS = 3
    MOVE = 4
    TURN = 5
    PRONE = 6
    UPRIGHT = 7
    GRAPPLED = 8
    RELEASED = 9
    DEPLETED = 10
    INCAPACITATED = 11
    KILLED = 12
    TILE = 13
    ABILITY = 14
    DEFENDED = 15
    BLEEDING = 16
    FLAMING = 17
    RATIO = 18
    DECEPTION = 19
    BLOCKED = 20
    MARK = 21
    DUPLICATE = 22
    TURNING_POINT = 23
    ORDER = 24
    CYCLE = 25
    ROUND = 26
    BONUS = 27
    CARD = 28
    DRAFT = 29
    LOST = 30
    CRATE = 31
    END = 32
    TOKEN = 33
    TRAIT_UP = 34
    WEAPON = 35
    SHIELD = 36
    CONTENTS = 37
    HAZARD = 38
    CLEARED = 39
    PLAYED = 40
    CANCELED = 41
    UNIQUE = 42
    EFFECT = 43
    TRAIT_DOWN = 44
    LITTERED = 45

def commanded(bout: Any, seat: int, command: int) -> None:
    """The active player has given a command."""

def rolled(bout: Any, seat: int, other: int, purpose: int, face: int, sides: int) -> None:
    """A player, or nobody, has rolled a die, or several for a sum, that may touch another player."""

def rolled_dice(bout: Any, seat: int, purpose: int, slide: int, total: int, faces: int) -> None:
    """A player has rolled several dice; `faces` has them all, by sevens."""

def moved_coins(bout: Any, giver: int, source: int, taker: int, target: int, coins: int) -> None:
    """Coins have gone from a pile of a player to a pile of a player."""

def moved(bout: Any, seat: int, x: int, y: int) -> None:
    """A helot has moved to a square."""

def turned(bout: Any, seat: int, facing: int) -> None:
    """A helot has a new FFD."""

def fell_prone(bout: Any, seat: int) -> None:
    """A helot is Prone."""

def got_up(bout: Any, seat: int) -> None:
    """A helot is on its feet."""

def grappled(bout: Any, captor: int, victim: int) -> None:
    """A helot has grappled another."""

def released(bout: Any, captor: int, victim: int) -> None:
    """A helot is free of its captor."""

def depleted(bout: Any, seat: int, location: int) -> None:
    """A helot has lost a body location."""

def incapacitated(bout: Any, seat: int) -> None:
    """A helot is incapacitated."""

def killed(bout: Any, seat: int) -> None:
    """A helot is killed."""

def laid(bout: Any, what: int, x: int, y: int) -> None:
    """A tile or a piece lies on a square now."""

def used_ability(bout: Any, seat: int, target: int, ability: int, price: int) -> None:
    """A helot has used an ability of its traits."""

def defended(bout: Any, seat: int, attacker: int, blow: int, attack: int, defense: int) -> None:
    """A helot has withstood a blow."""

def began_bleeding(bout: Any, seat: int) -> None:
    """A helot is Bleeding."""

def stopped_bleeding(bout: Any, seat: int) -> None:
    """A helot is no longer Bleeding."""

def caught_fire(bout: Any, seat: int) -> None:
    """A helot is Flaming."""

def stopped_flaming(bout: Any, seat: int) -> None:
    """A helot is no longer Flaming."""

def split_points(bout: Any, seat: int, choice: int, movement_points: int, action_points: int) -> None:
    """A player has split its command points."""

def deceived(bout: Any, seat: int, victim: int, choice: int) -> None:
    """A player has spent a Deception token on the split of another."""

def blocked_deception(bout: Any, seat: int, deceiver: int) -> None:
    """A player has blocked a Deception."""

def marked_counter(bout: Any, seat: int, ratio: int, slots: int) -> None:
    """A player has marked its ratio on the Turning Point Counter; `slots` has a bit for each mark."""

def rolled_duplicate(bout: Any, seat: int, ratio: int) -> None:
    """A player has rolled a ratio that it has marked already."""

def reached_turning_point(bout: Any, seat: int, number: int) -> None:
    """A player has reached the so-many-th Turning Point of the bout."""

def took_place(bout: Any, seat: int, place: int) -> None:
    """A player has got its place in the initiative order."""

def began_cycle(bout: Any, number: int) -> None:
    """A Command Cycle begins."""

def began_round(bout: Any, seat: int, ratio: int) -> None:
    """The Command Round of a player begins with its ratio die."""

def got_bonus(bout: Any, seat: int, target: int, points: int) -> None:
    """A player has got bonus AP against a Prone helot."""

def holds_cards(bout: Any, seat: int, cards: int) -> None:
    """A player holds so many influence cards."""

def drew_turning_point_card(bout: Any, seat: int, card: int) -> None:
    """A player has drawn a Turning Point card."""

def took_lanista(bout: Any, seat: int, card: int) -> None:
    """A player has got a lanista card."""

def took_motivation(bout: Any, seat: int, card: int) -> None:
    """A player has got a motivation card."""

def lost_command(bout: Any, seat: int, target: int) -> None:
    """The command under way is lost, for its target is out of reach."""

def broke_crate(bout: Any, seat: int, x: int, y: int) -> None:
    """A helot has broken a crate."""

def ended(bout: Any, winners: int, most: int, crowd_pile: int) -> None:
    """The bout is over: a bit for each winner, the most Cred, and the coins of the Crowd Pile."""

def spent_command_token(bout: Any, seat: int) -> None:
    """A player has spent a Command token on its command."""

def raised_trait(bout: Any, seat: int, trait: int, points: int) -> None:
    """A reserve has risen."""

def handled_weapon(bout: Any, seat: int, handling: int) -> None:
    """What has happened to the weapon that a helot carries: a `Handling`."""

def covered(bout: Any, seat: int, location: int) -> None:
    """The Shield of a helot covers a body location, or the back."""

def rolled_contents(bout: Any, seat: int, what: int, total: int) -> None:
    """What a roll says that the crate holds: a kind of weapon or a `Content`."""

def hazard_acted(bout: Any, hazard: int, victim: int, x: int, y: int) -> None:
    """A hazard has acted on a square; fire, on the helot there."""

def cleared(bout: Any, seat: int, what: int, x: int, y: int) -> None:
    """What lay on a square is gone, by a card of a player or by nobody."""

def played_card(bout: Any, seat: int, target: int, card: int) -> None:
    """A player has played an influence card, which may be about another."""

def canceled_card(bout: Any, seat: int, owner: int, card: int) -> None:
    """A player has canceled a card of another by an influence card."""

def used_unique_ability(bout: Any, seat: int, target: int, ability: int) -> None:
    """A player has used a unique ability, by its place in the stock."""

def affected(bout: Any, seat: int, owner: int, verb: int, amount: int, delay: int) -> None:
    """What a card of `owner` does to a player, now or after a `Delay`."""

def lowered_trait(bout: Any, seat: int, trait: int, points: int) -> None:
    """A reserve has fallen."""

def littered(bout: Any, x: int, y: int) -> None:
    """Coins lie on a square, as many as the table has there now."""
