"""Texts of cards, made from their numbers, so that a user's own cards have texts too.

Rulebook: (A-055, A-089, A-114).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from nexus_env.contract.words import Json
from nexus_env.games.aristeia.cards.records import (
    CHARACTERS,
    COLORS,
    NO_CARD,
    PRINTED_ACTIONS,
    STATES,
    SWITCHES,
    TACTICS,
)
from nexus_env.games.aristeia.cards.stock import names_of
from nexus_env.games.aristeia.cards.verbs import Kind, Skill, Targets, Timing, Verb, Who
from nexus_env.games.aristeia.rules.bout import NO_UNIT
from nexus_env.games.aristeia.words.naming import Naming, color_name, cost_of, pool_words, spelled_symbols, state_name

COUNTS = ("no", "one", "two", "three", "four", "five", "six")
WHOM = {
    Who.SELF: "itself",
    Who.TARGET: "the target",
    Who.OPPONENT: "the other Character of the roll",
    Who.ENEMY_NEAR: "one enemy within distance {range}",
    Who.EACH_ENEMY_NEAR: "each enemy within distance {range}",
    Who.EACH_ALLY_NEAR: "itself and each ally within distance {range}",
}
TIMINGS = {
    Timing.NEVER: "never",
    Timing.BEFORE_ROLL: "before a roll of one of your Characters",
    Timing.BEFORE_DEFENSE: "before a Combat Roll in which your Character defends",
    Timing.BEFORE_CONTEST: "before a Disengage roll that your Character contests",
    Timing.AFTER_DICE: "directly after your Character's dice are rolled",
    Timing.AFTER_ROLL: "when your Character's roll is resolved",
    Timing.AFTER_DAMAGE: "when your Character's attack has inflicted damage",
    Timing.ACTIVATION: "in your Character's Activation, outside a roll",
    Timing.REVEALED: "when both Characters of a Turn are revealed",
    Timing.DECLARED: "when an enemy within distance {range} declares an Action other than Move or an attack",
    Timing.ANSWER: "when the other player plays a Tactic",
}
SKILLS = {
    Skill.IMPLACABLE: "Displaces itself one space when an enemy declares an attack on an ally.",
    Skill.PURSUIT: "Displaces itself up to one space for each damage of its own attack.",
    Skill.DISCARD_FOR_SUCCESS: "Once per roll, discard a Tactic to add one S.",
    Skill.MARKSMANSHIP: "The target of its Actions gets no Cover die.",
    Skill.SNIPER: "In its attacks its own Cover die may be {color}.",
}
GENERAL, DISCARD = SWITCHES, 2 * SWITCHES  # the numbering of Switches: general ones, those of the Action, a discard


def _count(number: int, noun: str) -> str:
    return f"{COUNTS[number] if number < len(COUNTS) else number} {noun}{'' if number == 1 else 's'}"


def effect_words(effect: Any) -> str:
    """An effect in words, beginning with a capital letter; empty for no effect."""
    verb, amount, detail = Verb(int(effect["verb"])), int(effect["amount"]), int(effect["detail"])
    whom = WHOM[Who(int(effect["who"]))].format(range=int(effect["range"]))
    steps = _count(amount, "space")
    match verb:
        case Verb.DISPLACE:
            return f"Displace {whom} {'up to ' if amount > 1 or detail else ''}{steps}"
        case Verb.IMPOSE:
            return f"Impose {state_name(detail)} on {whom}"
        case Verb.DAMAGE:
            return f"{amount} damage to {whom}"
        case Verb.HEAL:
            return f"Remove {amount} damage from {whom}"
        case Verb.PLACE_BESIDE:
            beside = "the target" if effect["who"] == Who.SELF else "itself"
            return f"Place {whom} on a Free space adjacent to {beside}"
        case Verb.CLEAR_STATES:
            return f"Remove all State tokens from {whom}"
        case Verb.REPEAT:
            return "Repeat the Action without AP" + (" against another target" if detail else "")
        case Verb.ADD_DICE:
            return "Add dice to the roll"
    return _told_plainly(verb, amount)


def _told_plainly(verb: Verb, amount: int) -> str:
    """The effect of a verb without a target, in words."""
    return {
        Verb.NOTHING: "",
        Verb.DRAW: f"Draw {_count(amount, 'Tactic')}",
        Verb.ADD_SUCCESS: f"Add {' '.join('S' * amount)} to the roll",
        Verb.NULLIFY_BLOCK: f"Remove {' '.join('B' * amount)} from the other roll",
        Verb.CANCEL: "Cancel it",
        Verb.REROLL: "Re-roll any of the dice, once",
        Verb.GO_FIRST: "You decide which of the two Characters activates first",
        Verb.SLIP_AWAY: "Its next Disengage in this Activation succeeds without a roll",
        Verb.GAIN_MOVEMENT: f"Gain {amount} MP",
        Verb.ANALYZE: f"Look at the top {_count(amount, 'card')} of your draw pile, take one and put the others back",
    }.get(verb, "")


def switch_words(switch: Any) -> str:
    """A Switch with its cost: `B X: Displace itself one space`."""
    limits = [
        *(["only when adjacent to the other Character"] if switch["beside"] else []),
        *(["only against an enemy"] if switch["enemy"] else []),
        *(["once per roll"] if switch["once"] else []),
    ]
    return f"{cost_of(switch['cost'])}: {effect_words(switch['effect'])}" + (f" ({', '.join(limits)})" * bool(limits))


def switch_of(naming: Naming, unit: int, which: int) -> str:
    """A Switch of a Character in the current roll: a general one, one of the Action, or a discard.

    Rulebook: (A-055, A-058, A-157).
    """
    if which == DISCARD:
        return "discard a Tactic: Add S to the roll"
    card, roll = naming.card_of(unit) if unit != NO_UNIT else NO_CARD, naming.table["roll"]
    if card == NO_CARD:
        return "a Switch"
    printed = naming.options["characters"][card]
    if which < GENERAL:
        return switch_words(printed["switches"][which])
    action = int(roll["action"])
    if not 0 <= action < PRINTED_ACTIONS or int(roll["unit"]) != unit:
        return "a Switch of its Action"
    return switch_words(printed["actions"][action]["switches"][which - GENERAL])


def action_words(action: Any) -> str:
    """An Action: cost, Range, dice, effects and its own Switches."""
    costs = [f"{int(action['energy'])} AP"] + ([f"{int(action['movement'])} MP"] if action["movement"] else [])
    kind = "attack" if action["kind"] == Kind.ATTACK else "Action"
    parts = [kind, ", ".join(costs), f"Range {int(action['least'])}-{int(action['most'])}"]
    if action["kind"] == Kind.SKILL and action["targets"] == Targets.ENEMIES:
        parts.append("enemies only")
    if not action["sight"]:
        parts.append("no Line of Sight needed")
    parts.append("no roll" if action["automatic"] else pool_words(action["pool"]))
    effects = [words for effect in action["effects"] if (words := effect_words(effect))]
    lead = "" if action["automatic"] else "on a success "
    done = [f"{lead}{effects[0][0].lower()}{effects[0][1:]}", *effects[1:]] if effects else []
    switches = [switch_words(switch) for switch in action["switches"] if switch["effect"]["verb"]]
    return "; ".join([*parts, *done, *switches])


def tactic_words(tactic: Any) -> str:
    """The effect of a Tactic, in words."""
    if tactic["effect"]["verb"] == Verb.ADD_DICE:
        return f"Add {_added(tactic['pool'])} to the roll."
    return f"{effect_words(tactic['effect'])}."


def _added(pool: Any) -> str:
    """The dice or symbols that a Tactic adds: `one orange die`, `B B`."""
    colors = [color for color in range(COLORS) if pool["dice"][color]]
    dice = [
        f"{COUNTS[int(pool['dice'][color])]} {color_name(color)} {_dice(int(pool['dice'][color]))}" for color in colors
    ]
    symbols = spelled_symbols(pool["symbols"])
    return " and ".join([*dice, *([symbols] if symbols else [])]) or "nothing"


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"


def timing_words(tactic: Any) -> str:
    """When a Tactic may be played."""
    return TIMINGS[Timing(int(tactic["timing"]))].format(range=int(tactic["range"]))


def skill_words(card: Any) -> list[str]:
    """The skills that a Character can use without AP."""
    color = color_name(card["cover_die"])
    return [text.format(color=color) for skill, text in SKILLS.items() if int(card["skills"]) >> skill & 1]


def character_words(card: Any, actions: tuple[str, ...]) -> str:
    """A Character with all text of its card."""
    stats = (
        f"Initiative {int(card['initiative'])}, Speed {int(card['speed'])}, Energy {int(card['energy'])}, "
        f"Hit Points {int(card['hit_points'])}. Brawn {pool_words(card['brawn'])}; "
        f"Agility {pool_words(card['agility'])}; Defense {pool_words(card['defense'])}."
    )
    switches = [f"{switch_words(switch)}." for switch in card["switches"] if switch["effect"]["verb"]]
    done = [
        f"{name}: {action_words(action)}."
        for name, action in zip(actions, card["actions"], strict=False)
        if action["kind"]
    ]
    return " ".join([stats, *switches, *done, *skill_words(card)])


def state_words(state: Any) -> str:
    """The effects of a State on its red and on its blue side."""
    changes = [
        f"{name} {int(state[field][0]):+} on its red side, {int(state[field][1]):+} on its blue side"
        for name, field in (("Energy", "energy"), ("Speed", "speed"), ("Initiative", "initiative"))
        if state[field].any()
    ]
    if state["damage"]:
        changes.append(f"{int(state['damage'])} damage as a token turns blue")
    if state["stacks"]:
        changes.append("tokens stack")
    return "; ".join(changes)


STATE_TEXTS = {
    "Taunted": "It may attack only the Character that imposed the State.",
    "Dazzled": "It has no Line of Sight to spaces at a distance of 2 or more.",
    "Immobilized": "It can neither Move nor spend MP to move.",
}


def decks(options: Any) -> Mapping[str, list[Json]]:
    """See `Words`: the Tactics, the Characters with their Actions and skills, and the States of the stock."""
    options = np.asarray(options).reshape(-1)[0]
    names = names_of(options)
    printed = [(n, card) for n, card in enumerate(options["characters"][:CHARACTERS]) if card["initiative"] > 0]
    return {
        "tactics": _tactics(options, names.tactics),
        "characters": [
            _card(names.characters[number], character_words(card, names.actions[number])) for number, card in printed
        ],
        "actions": [
            _card(name, f"{action_words(action)}.", of=names.characters[number])
            for number, card in printed
            for name, action in zip(names.actions[number], card["actions"], strict=False)
            if action["kind"]
        ],
        "skills": [
            _card(name, SKILLS[Skill(bit)].format(color=color_name(card["cover_die"])), of=names.characters[number])
            for number, card in printed
            for bit, name in enumerate(names.skills[number])
            if name
        ],
        "states": [
            {"card": name, "name": name, "text": STATE_TEXTS.get(name) or state_words(options["states"][state]) + "."}
            for state in range(STATES)
            for name in [state_name(state)]
        ],
    }


def _card(name: str, text: str, *, of: str = "") -> Json:
    """The entry of something with a name, on its own or of the Character that has it."""
    if not of:
        return {"card": name, "name": name, "text": text}
    return {"card": f"{of}: {name}", "name": name, "text": f"{of}. {text[:1].upper()}{text[1:]}"}


def _tactics(options: Any, names: tuple[str, ...]) -> list[Json]:
    """The Tactics of all decks; both copies if a deck may hold two of a kind."""
    printed = [int(kind) for kind in options["standard"]]
    of_characters = [int(kind) for card in options["characters"] if card["initiative"] > 0 for kind in card["tactics"]]
    found: list[Json] = []
    for kind in range(TACTICS):
        copies = printed.count(kind) + of_characters.count(kind)
        for copy in range(copies if kind != NO_CARD else 0):
            title = names[kind] + (f" {copy + 1}" if copy else "")
            card = options["tactics"][kind]
            text = {"card": title, "name": names[kind], "text": tactic_words(card), "timing": timing_words(card)}
            found.append(text)
    return found
