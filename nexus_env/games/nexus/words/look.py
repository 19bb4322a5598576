"""The terminal's abbreviations and colors for NEXUS."""

from nexus_env.contract.words import Look

HELP = """\
On a tall board, the states of a helot are below it: p prone, f flaming, b bleeding, g in a grapple, ! fallen. $ is \
coins; the other symbols are explained below the board.

A panel shows Cred, the Turning Point Counter (TP), the Command and Deception tokens (C, D), the number of influence \
cards, the Overall Condition (OC) and the coins on Head, Left Upper, Chest, Right Upper, Left Lower, Midsection and \
Right Lower, the trait reserves, the states, and the values marked on the Turning Point Counter."""
LOOK = Look(
    short={
        "Turning Point Counter": "TP",
        "Command tokens": "C",
        "Deception tokens": "D",
        "influence cards": "cards",
        "Overall Condition": "OC",
        "head": "H",
        "left-upper": "LU",
        "chest": "C",
        "right-upper": "RU",
        "left-lower": "LL",
        "midsection": "M",
        "right-lower": "RL",
        "willpower": "Will",
        "instinct": "Inst",
        "physicality": "Phys",
        "deftness": "Deft",
        "swagger": "Swag",
        "cunning": "Cunn",
    },
    vital=(
        *("Overall Condition", "head", "left-upper", "chest", "right-upper", "left-lower", "midsection"),
        "right-lower",
    ),
    letters={
        "prone": "p",
        "flaming": "f",
        "bleeding": "b",
        "holds": "g",
        "held": "g",
        "incapacitated": "!",
        "killed": "!",
        "coins": "$",
    },
    styles={
        "blood": "red",
        "guts": "magenta",
        "fire": "bold yellow",
        "saw": "bold white",
        "spikes": "bold white",
        "crate": "yellow",
        "toppled": "bright_black",
        "brazier": "yellow",
        "pillar": "white",
        "coins": "bold yellow",
    },
    help=HELP,
)


def look() -> Look:
    """See `Words`."""
    return LOOK
