"""The terminal's abbreviations and colors for Aristeia!"""

from nexus_env.contract.words import Look

HELP = """\
Every space shows its coordinates, q to the right and r down; # is Blocked, o an obstacle. * is the Scoring Zone, x a \
Zone with red counters. Characters are the first letters of their names, followed by their States: \
e -2 Energy, s -2 Speed, i Initiative, t Taunted, d Dazzled, m Immobilized, p Poisoned; > is the Active \
Character.

A panel shows Victory Points (VP), Frags, the number of Tactics in the hand, and the Underdog."""
LOOK = Look(
    short={"Tactics": "cards"},
    letters={
        "active": ">",
        "Energy": "e",
        "Speed": "s",
        "Initiative": "i",
        "Taunted": "t",
        "Dazzled": "d",
        "Immobilized": "m",
        "Poisoned": "p",
        "blocked": "#",
        "obstacle": "o",
        "scoring": "*",
        "burnt": "x",
    },
    styles={
        "blocked": "bright_black",
        "obstacle": "bold yellow",
        "scoring": "bold green",
        "burnt": "red",
    },
    help=HELP,
)


def look() -> Look:
    """See `Words`."""
    return LOOK
