"""The temper of a scripted player: the few weights that distinguish it from the others, all in VP."""

from typing import NamedTuple


class PlayerTemper(NamedTuple):
    """A player's valuation of a position."""

    zone: float = 2.0  # its own Character inside the Scoring Zone
    walk: float = 0.12  # each step closer to it
    hurt: float = 0.25  # a damage token on an enemy
    frag: float = 1.2  # an enemy in the Infirmary
    holder: float = 1.0  # additionally, if it is inside the Scoring Zone
    own_hurt: float = 0.2  # a damage token on an own Character
    own_frag: float = 1.0  # an own Character in the Infirmary
    hunt: float = 0.02  # each step closer to the easiest prey among the enemies
    pin: float = 0.0  # each enemy adjacent to the space where an Activation ends: it has to Disengage
    shove: float = 1.5  # an enemy that is moved out of the Zone, or an ally into it
    hex: float = 0.3  # a State on an enemy
    heal: float = 0.3  # a damage token that is removed


RUNNER = PlayerTemper()
BRAWLER = PlayerTemper(zone=1.6, walk=0.1, hurt=0.5, frag=2.0, own_hurt=0.15, own_frag=0.6, hunt=0.08, pin=0.1)
SENTRY = PlayerTemper(hurt=0.3, holder=1.5, own_frag=1.2, pin=0.1, shove=2.0)
