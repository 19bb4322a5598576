"""Checks of a bout from outside, besides the ranges of its numbers and the laws of `invariants`.

They cover the options and the meaning of the numbers of cards.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards.records import COLORS
from nexus_env.games.aristeia.cards.verbs import Bench, Kind, State, Targets, Verb
from nexus_env.games.aristeia.rules.bout import (
    ANALYZED,
    DECK,
    NO_CARD,
    NO_CELL,
    NO_UNIT,
    NO_ZONE,
    NOBODY,
    SEATS,
    SPACE_WORDS,
    SPACES,
    TEAM,
    UNITS,
    Options,
    Question,
)
from nexus_env.games.aristeia.rules.options import SCENARIOS
from nexus_env.games.aristeia.rules.setup import HAND_SIZE, NAMED
from nexus_env.kit.tape import CHANCE

REMEMBERED = 64  # options that have been checked
LAST_BITS = (1 << (SPACES - 64 * (SPACE_WORDS - 1))) - 1
FEWEST = 2 * TEAM  # the Characters of a stock


def lay_nobody(table: Any) -> None:
    """Fill a zeroed table with the numbers for no seat, no space and no roll."""
    table["request"]["about"] = NOBODY
    for name in ("request", "roll"):
        table[name]["unit"], table[name]["cell"] = NO_UNIT, NO_CELL
    table["roll"]["target"], table["roll"]["action"] = NO_UNIT, -1
    table["roll"]["side"]["unit"] = NO_UNIT
    table["active"] = NO_UNIT
    table["holders"] = NOBODY
    table["characters"]["card"] = NO_CARD
    table["characters"]["cell"] = NO_CELL
    table["characters"]["taunter"] = NO_UNIT
    table["players"]["zone"] = NO_ZONE
    table["players"]["order"] = NOBODY
    table["players"]["top"] = NO_CARD


def wrong(bout: Any) -> str:
    """The reason why a bout cannot be played on: field, found value, expected value; empty if there is none.

    Args:
        bout: the record of one bout, whose numbers are all in their ranges.
    """
    table, options = bout["table"], bout["options"]
    for name in ("table", "options"):
        if bout[name]["seats"] != SEATS:
            return f"{name} seats: got {bout[name]['seats']}; expected {SEATS}."
    within = table["request"]["question"] != Question.COMMAND
    for name in ("table", "start") if within else ("table",):
        if (found := bout[name]["round_number"]) > options["round_limit"]:
            return f"{name} round_number: got {found}; expected at most {options['round_limit']} as was agreed."
        if astray := _picked_elsewhere(name, bout[name]["players"], options):
            return astray
    if table["request"]["seat"] == CHANCE and not table["request"]["sides"]:
        return "request sides: got 0; expected the faces of a die."
    return wrong_options(np.asarray(options).tobytes())


def _picked_elsewhere(name: str, players: Any, options: Any) -> str:
    """The reason if a player has picked a Character outside the stock; imagining other picks would not terminate."""
    stock = sum(1 << int(card) for card in np.flatnonzero(options["characters"]["initiative"]))
    group = "" if name == "table" else f"{name}."
    for seat, picks in enumerate(players["picks"].tolist()):
        if others := picks & ~stock:
            found = others.bit_length()
            return f"{group}players.{seat} picks: got {found}; expected only Characters of the stock."
    return ""


@lru_cache(REMEMBERED)
def wrong_options(row: bytes) -> str:
    """The reason why options cannot be played with; empty if there is none. Takes the bytes of one row."""
    options = np.frombuffer(row, Options.dtype)[0]
    return _wrong_agreement(options) or _wrong_teams(options) or _wrong_cards(options)


def _wrong_agreement(options: Any) -> str:
    """The reason if the settings, or printed places, are wrong."""
    if options["scenario"] >= len(SCENARIOS):
        return f"options scenario: got {options['scenario']}; expected 0 to {len(SCENARIOS) - 1}."
    for name in ("round_limit", "goal"):
        if options[name] < 1:
            return f"options {name}: got {options[name]}; expected at least 1."
    for name in ("blocked", "obstacles"):
        if int(options[name][-1]) & ~LAST_BITS:
            return f"options {name}: got spaces beyond the board; expected {SPACES} at most."
    if options["rules"]["conquest"] and (options["rules"]["moves"] or options["rules"]["burns"]):
        return "options.rules conquest: got 1 with a Scoring Zone that moves or burns; expected one of them."
    if options["rules"]["bench"] >= len(Bench):
        return f"options.rules bench: got {options['rules']['bench']}; expected at most {len(Bench) - 1}."
    return ""


def _wrong_teams(options: Any) -> str:
    """The reason if teams, hands or the printed deployment are wrong."""
    in_stock = options["characters"]["initiative"] > 0
    named = options["named"].tolist()
    if in_stock.sum() < FEWEST:
        return f"options.characters initiative: got {in_stock.sum()} Characters; expected at least {FEWEST}."
    among = (named[:TEAM], named[TEAM:]) if options["house"]["shared"] else (named,)
    if options["teams"] == NAMED and not all(
        len(set(some)) == len(some) and all(card >= 0 and in_stock[card] for card in some) for some in among
    ):
        where = " in each team" if len(among) > 1 else ""
        return f"options named: got {named}; expected {len(among[0])} different Characters of the stock{where}."
    if options["teams"] != NAMED and any(card != NO_CARD for card in named):
        return f"options named: got {named}; expected nobody where teams are chosen."
    for hand in options["hands"].tolist():
        if hand.bit_count() not in (0, HAND_SIZE) or hand >> DECK:
            return f"options hands: got {hand.bit_count()} cards; expected {HAND_SIZE} or none."
    places, zones = options["places"].tolist(), options["zones"].tolist()
    printed = [place for place in places if place != NO_CELL]
    if len(printed) not in (0, UNITS) or len(set(printed)) < len(printed):
        return f"options places: got {places}; expected {UNITS} different spaces or none."
    if any(_is_in(options[name], place) for name in ("blocked", "obstacles") for place in printed):
        return f"options places: got {places}; expected Free spaces."
    if printed and (min(zones) < 1 or zones[0] == zones[1]):
        return f"options zones: got {zones}; expected two Deployment Zones."
    return ""


def _is_in(words: Any, cell: int) -> bool:
    """Whether a space is in a wide set."""
    return bool(int(words[cell >> 6]) >> (cell & 63) & 1)


def _wrong_cards(options: Any) -> str:
    """The reason if the rules cannot read a card."""
    if (options["standard"] == NO_CARD).any():
        return "options standard: got a card that is missing; expected ten Standard Tactics."
    for number, card in enumerate(options["characters"]):
        if card["initiative"] and (card["tactics"] == NO_CARD).any():
            return f"options.characters.{number} tactics: got a card that is missing; expected two Tactics."
        if card["initiative"] and not card["hit_points"]:
            return f"options.characters.{number} hit_points: got 0; expected at least 1."
    if np.delete(options["bearers"]["only"], State.TAUNTED).any():
        return "options.bearers only: got 1; expected 0 but for Taunted, which remembers who imposed it."
    return _wrong_attacks(options) or _wrong_effects(options) or _wrong_dice(options)


def _wrong_attacks(options: Any) -> str:
    """The reason if an attack is not aimed at enemies, or not rolled. Rulebook: (A-091, A-092)."""
    for name, actions in (("characters actions", options["characters"]["actions"]), ("common", options["common"])):
        is_attack = actions["kind"] == Kind.ATTACK
        if (is_attack & ((actions["targets"] != Targets.ENEMIES) | (actions["automatic"] != 0))).any():
            return f"options {name}: got an attack at others than enemies, or without a roll; expected neither."
    return ""


def _wrong_effects(options: Any) -> str:
    """The reason if an effect has numbers that its verb does not allow."""
    characters = options["characters"]
    effects = {
        "characters switches": characters["switches"]["effect"],
        "characters actions effects": characters["actions"]["effects"],
        "characters actions switches": characters["actions"]["switches"]["effect"],
        "tactics effect": options["tactics"]["effect"],
        "common effects": options["common"]["effects"],
        "common switches": options["common"]["switches"]["effect"],
    }
    for name, found in effects.items():
        imposes = found["verb"] == Verb.IMPOSE
        if (imposes & (found["detail"] >= len(State))).any():
            return f"options {name}: got a State that there is not; expected at most {len(State) - 1}."
        if ((found["verb"] == Verb.ANALYZE) & (found["amount"] > ANALYZED)).any():
            return f"options {name}: got more cards to look at; expected at most {ANALYZED}."
    return ""


def _wrong_dice(options: Any) -> str:
    """The reason if a roll may have more dice than there is room for."""
    most = options["most_dice"]
    if len(most) != COLORS or int(most.sum()) > MOST_ROLLED:
        return f"options most_dice: got {int(most.sum())} in one roll; expected at most {MOST_ROLLED}."
    return ""


MOST_ROLLED = 6 * COLORS
