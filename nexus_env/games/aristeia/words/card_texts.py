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
from nexus_env.games.aristeia.cards.verbs import VERBS, Kind, Skill, Targets, Timing, Verb, Who
from nexus_env.games.aristeia.rules.bout import NO_UNIT
from nexus_env.games.aristeia.words.naming import Naming, color_name, cost_of, pool_words, spelled_symbols, state_name
from nexus_env.games.aristeia.words.texts import TEXTS
from nexus_env.kit.spelling import plain
from nexus_env.kit.texts import by_members, check_placeholders

COUNTS = ("no", "one", "two", "three", "four", "five", "six")
WHOM: Mapping[Who, str] = by_members(TEXTS["whom"], Who, ("range",))
TIMINGS: Mapping[Timing, str] = by_members(TEXTS["timings"], Timing, ("range",))
SKILLS: Mapping[Skill, str] = by_members(TEXTS["skills"], Skill, ("color",))
FILLS = ("whom", "amount", "up_to", "spaces", "tactics", "cards", "state", "beside", "another", "successes", "blocks")
check_placeholders("verbs.toml", {plain(verb): row["text"] for verb, row in VERBS.items()}, FILLS)
GENERAL, DISCARD = SWITCHES, 2 * SWITCHES  # the numbering of Switches: general ones, those of the Action, a discard


def _count(number: int, noun: str) -> str:
    return f"{COUNTS[number] if number < len(COUNTS) else number} {noun}{'' if number == 1 else 's'}"


def effect_words(effect: Any) -> str:
    """An effect in words, beginning with a capital letter; empty for no effect."""
    verb, amount, detail = Verb(int(effect["verb"])), int(effect["amount"]), int(effect["detail"])
    whom = WHOM[Who(int(effect["who"]))].format(range=int(effect["range"]))
    text: str = VERBS[verb]["text"]
    return text.format(
        whom=whom,
        amount=amount,
        up_to="up to " if amount > 1 or detail else "",
        spaces=_count(amount, "space"),
        tactics=_count(amount, "Tactic"),
        cards=_count(amount, "card"),
        state=state_name(detail) if verb == Verb.IMPOSE else "",
        beside="the target" if effect["who"] == Who.SELF else "itself",
        another=" against another target" if detail else "",
        successes=" ".join("S" * amount),
        blocks=" ".join("B" * amount),
    )


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
    """The time at which a Tactic may be played, in words."""
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
            {
                "card": name,
                "name": name,
                "text": TEXTS["state_texts"].get(name) or state_words(options["states"][state]) + ".",
            }
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
