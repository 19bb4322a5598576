"""The effects of cards, in sentences built from their verbs."""

from collections.abc import Iterable
from typing import Any

from nexus_env.games.nexus.cards.grammar import FORMS, HAZARDS, PLACES, STATES, TILES, TRAITS
from nexus_env.games.nexus.cards.stock import Names, names_of
from nexus_env.games.nexus.cards.verbs import (
    ANY_BLOW,
    ANY_KIND,
    STRIKES,
    Condition,
    Delay,
    Target,
    Timing,
    Turning,
    Until,
    Verb,
    Way,
    Where,
)
from nexus_env.games.nexus.rules.bout import Range, Trait
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.kit.spelling import plain
from nexus_env.kit.texts import by_members, check_placeholders

WHOM: dict[Target, str] = by_members(TEXTS["whom"], Target)
WHEN: dict[Delay, str] = by_members(TEXTS["when"], Delay)
LASTS: dict[Until, str] = by_members(TEXTS["lasts"], Until)
WAYS = {text: int(way) for way, text in by_members(TEXTS["ways"], Way).items()}
check_placeholders("verbs.toml", {plain(verb): form.text for verb, form in FORMS.items()}, ("amount", "detail"))
LOCATIONS: dict[int, str] = {int(where): text for where, text in by_members(TEXTS["locations"], Where).items()}


def decks(options: Any) -> dict[str, list[dict[str, Any]]]:
    """All cards of a stock by deck: number, name, timing, cost and effect.

    Args:
        options: a single `Options`, such as `bout["options"]`.
    """
    names = names_of(options)
    return {
        "lanista": _lanistas(options, names),
        "motivation": _motivations(options, names),
        "weapon": _weapons(options, names),
        "influence": _deck(options["influence"], names.influence, names, timed=True),
        "turning point": _deck(options["turning_point"], names.turning_point, names),
        "unique ability": _deck(options["unique_abilities"], names.unique_abilities, names),
        "special skill": _deck(options["skills"], names.skills, names),
    }


def _plain(titles: tuple[str, ...], texts: Iterable[str]) -> list[dict[str, Any]]:
    """Cards that are not played."""
    pairs = enumerate(zip(titles, texts, strict=False), start=1)
    return [{"card": number, "name": title, "text": text} for number, (title, text) in pairs]


def _lanistas(options: Any, names: Names) -> list[dict[str, Any]]:
    """The text of each lanista. Rulebook: p.6 (R-022, R-023, R-024)."""
    rows = options["lanistas"].tolist()
    texts = (f"Influence cards: {kept}, Deception tokens: {lies}, Command tokens: {more}." for kept, lies, more in rows)
    return _plain(names.lanistas, texts)


def _motivations(options: Any, names: Names) -> list[dict[str, Any]]:
    """The text of each motivation, with the names of its abilities and its skill. Rulebook: p.7 (R-025)."""
    texts = []
    for number, row in enumerate(options["motivations"].tolist()):
        bonuses = ", ".join(
            f"+{points} {plain(trait).capitalize()}" for trait, points in zip(Trait, row, strict=True) if points
        )
        first, second = names.unique_abilities[2 * number : 2 * number + 2]
        texts.append(f"{bonuses}. Unique abilities: {first}, {second}. Special skill: {names.skills[number]}.")
    return _plain(names.motivations, texts)


def _weapons(options: Any, names: Names) -> list[dict[str, Any]]:
    """The text of each kind of weapon. Rulebook: p.31 (R-290)."""
    return _plain(names.weapons, (_weapon(card) for card in options["weapons"]))


def _weapon(card: Any) -> str:
    kind, damage, behind = Range(int(card["range"])), int(card["damage"]), int(card["damage_from_behind"])
    parts = [plain(kind).capitalize(), f"{card['cost']} AP to draw or store", f"uses: {card['uses']}"]
    parts += [f"{damage:+d} damage" if kind == Range.MELEE else f"damage {damage}"] if damage else []
    parts += [f"{behind:+d} from behind"] if behind != damage else []
    parts += [f"no penalty up to {card['optimal_distance']} squares"] if card["optimal_distance"] else []
    parts += ["a hit makes the target Prone"] if card["fells"] else []
    parts += [f"a hit costs the target {card['slows']} MP"] if card["slows"] else []
    return f"{', '.join(parts)}."


def _deck(cards: Any, titles: tuple[str, ...], names: Names, *, timed: bool = False) -> list[dict[str, Any]]:
    return [
        {
            "card": number,
            "name": title,
            "timing": plain(Timing(int(card["timing"]))) if timed else None,
            "price": {plain(trait): int(price) for trait, price in zip(Trait, card["prices"], strict=True) if price},
            "text": describe(card, names),
        }
        for number, (card, title) in enumerate(zip(cards, titles, strict=False), start=1)
    ]


def describe(card: Any, names: Names) -> str:
    """The effect of a card, one sentence per line."""
    lines = [line for line in card["effects"] if line["verb"] != Verb.NOTHING]
    return " ".join(_sentence(line, names) for line in lines)


def _sentence(line: Any, names: Names) -> str:
    verb, amount = Verb(int(line["verb"])), int(line["amount"])
    parts = [FORMS[verb].text.format(amount=amount, detail=_detail(verb, int(line["detail"]), names))]
    parts += [LASTS[Until(int(line["until"]))]] if FORMS[verb].lasts else []
    parts += ["the coins to you"] if line["to_owner"] else []
    parts += [f"if {plain(Condition(int(line['condition'])))}"] if line["condition"] else []
    parts += [f"on a d6 of {line['odds']} or more"] if line["odds"] else []
    parts += [WHEN[Delay(int(line["delay"]))]] if line["delay"] else []
    return f"{WHOM[Target(int(line['target']))]}: {', '.join(parts)}."


def _detail(verb: Verb, number: int, names: Names) -> str:
    """The detail in a line: a place, a state, a weapon."""
    key = FORMS[verb].key
    if key == "where":
        known = {number: f"the {place}" for place, number in PLACES.items()} | LOCATIONS
        return known.get(number, "")
    words: dict[str, int] = {
        "state": STATES,
        "direction": {plain(way): int(way) for way in Turning} if verb == Verb.TURN else WAYS,
        "hazard": HAZARDS,
        "tile": TILES,
        "trait": {
            **{word.capitalize(): trait for word, trait in TRAITS.items()},
            "in a random trait": TRAITS["random"],
            "in a chosen trait": TRAITS["chosen"],
        },
        "weapon": {"any": ANY_KIND} | {name: kind for kind, name in enumerate(names.weapons)},
        "attack": {"any attack": ANY_BLOW, "Standard and Focused Attacks": STRIKES},
    }.get(key, {})
    return next((word for word, known in reversed(words.items()) if known == number), "")
