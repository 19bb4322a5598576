"""The grammar of cards in stock files: TOML tables become records.

Rulebook: (A-001, A-055, A-088, A-089, A-114).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nexus_env.games.aristeia.cards.fitting import read_name, refuse_equal
from nexus_env.games.aristeia.cards.records import (
    EFFECTS,
    MOST_RANGE,
    MOST_STAT,
    PRINTED_ACTIONS,
    SWITCHES,
    BearerCard,
    CharacterCard,
    HouseCard,
    ScenarioCard,
    StateCard,
    TacticCard,
)
from nexus_env.games.aristeia.cards.verbs import (
    SIGNS,
    VERBS,
    Bench,
    Color,
    Crowded,
    FirstAsked,
    Kind,
    Skill,
    State,
    Symbol,
    Targets,
    Tie,
    Timing,
    Who,
)
from nexus_env.kit import cards
from nexus_env.kit.cards import read_form, read_named
from nexus_env.kit.spelling import Words, plain, spelled
from nexus_env.kit.stock_files import Entry, shown

SHORT = {SIGNS[symbol]: symbol for symbol in Symbol}
COLORS = spelled(Color)
POOL = f'dice by color ({", ".join(COLORS)}) and symbols ({", ".join(SHORT)}), such as "red orange S"'
MOST_OF_ONE = 6  # dice or symbols of one kind in a pool
KINDS = spelled(Kind, [Kind.NONE])
TIMINGS = spelled(Timing, [Timing.NEVER])
NEAR = (Who.ENEMY_NEAR, Who.EACH_ENEMY_NEAR, Who.EACH_ALLY_NEAR)
ACTION, SWITCH, OWN_SWITCH = "an Action", "a general Switch", "a Switch of an Action"  # where an effect may stand
ANY_SWITCH = (SWITCH, OWN_SWITCH)
TARGETED = (Timing.AFTER_ROLL, Timing.AFTER_DAMAGE)
BEFORE = (Timing.BEFORE_ROLL, Timing.BEFORE_DEFENSE, Timing.BEFORE_CONTEST)


@dataclass(frozen=True, kw_only=True)
class Form(cards.Form):
    """The allowed keys, values and places of an effect with some verb."""

    who: Sequence[Who] = (Who.SELF,)
    places: Sequence[str] = ()  # allowed places besides Tactics
    timings: Sequence[Timing] = (Timing.ACTIVATION,)  # allowed timings of a Tactic
    text: str  # of the cards, for players


def _form(
    who: str | Sequence[str] = ("self",),
    places: str | Sequence[str] = (),
    timings: Sequence[str] = ("activation",),
    **told: Any,
) -> Form:
    """The form of a row of `verbs.toml`."""
    return Form(
        who=tuple(Who) if who == "anybody" else tuple(Who[name.upper()] for name in who),
        places=(ACTION, *ANY_SWITCH) if places == "anywhere" else places,
        timings=tuple(Timing[name.upper()] for name in timings),
        **told,
    )


FORMS = {verb: _form(**row) for verb, row in VERBS.items() if "meaning" in row}


@dataclass(frozen=True)
class Known:
    """The names that cards may use: of States and of Tactics, in lower case, with their numbers."""

    states: Words
    tactics: Words = field(default_factory=dict)


# --- dice and symbols -------------------------------------------------------------------------------------------------


def read_pool(entry: Entry, key: str, row: Any, default: str | None = None) -> None:
    """Dice and automatic symbols, such as `"red orange S"`. Rulebook: (A-001)."""
    text = entry.value(key, str, POOL, default)
    found: dict[int, int] = {}
    for word in (text or "").split():
        if word in SHORT:
            place = len(COLORS) + SHORT[word]
        elif word.lower() in COLORS:
            place = COLORS[word.lower()]
        else:
            entry.note(key, f'"{word}" in it', POOL)
            continue
        found[place] = found.get(place, 0) + 1
    if found and max(found.values()) > MOST_OF_ONE:
        entry.note(key, shown(text), f"at most {MOST_OF_ONE} of one color or symbol")
        return
    for place, amount in found.items():
        if place < len(COLORS):
            row["dice"][place] = amount
        else:
            row["symbols"][place - len(COLORS)] = amount


def read_cost(line: Entry, row: Any) -> None:
    """The cost of a Switch, such as `"B X X"`. Rulebook: (A-055)."""
    expected = 'symbols S, B and X, such as "B X X"'
    text = line.value("cost", str, expected, None)
    words = (text or "").split()
    if text is not None and (not words or len(words) > MOST_STAT or not set(words) <= {"S", "B", "X"}):
        line.note("cost", shown(text), expected)
        return
    for word in words:
        row[SHORT[word]] += 1


# --- effects and Switches ---------------------------------------------------------------------------------------------


def read_effect(line: Entry, known: Known, place: str | Timing, row: Any) -> None:
    """An effect of a card, `{ do = "heal", whom = "self", amount = 1 }`, as an `Effect`.

    Args:
        line: the table.
        known: the names that it may use.
        place: its place: ACTION, SWITCH, OWN_SWITCH, or the timing of a Tactic.
        row: the `Effect`, of zeros.
    """
    if not (form := read_form(line, FORMS, {"state": known.states}, row)):
        return
    if place not in (form.timings if isinstance(place, Timing) else form.places):
        where = f'a Tactic for "{plain(place)}"' if isinstance(place, Timing) else place
        line.note("do", shown(line.table["do"]), f"a verb that {where} may have")
    who = spelled(_allowed(form, place))
    row["who"] = line.word("whom", who, next(iter(who)) if len(who) == 1 else None)
    if int(row["who"]) in NEAR:
        row["range"] = line.whole("range", 0, MOST_RANGE)
    line.finish()


def _allowed(form: Form, place: str | Timing) -> list[Who]:
    """The allowed targets of an effect in its place: without a roll there is no target, and no opponent."""
    here: tuple[Who, ...] = (Who.SELF, *NEAR) if isinstance(place, Timing) else (Who.SELF,)
    here += (Who.TARGET,) if place in (ACTION, *ANY_SWITCH, *TARGETED) else ()
    here += (Who.OPPONENT,) if place in ANY_SWITCH else ()
    return [one for one in form.who if one in here] or [form.who[0]]


def read_switches(entry: Entry, known: Known, place: str, rows: Any) -> None:
    """The Switches of a card, `{ cost = "B X", do = …, beside = true, enemy = true, once = true }`.

    Rulebook: (A-055 to A-060).
    """
    for line, row in zip(entry.inner("switches", 0, SWITCHES), rows, strict=False):
        read_cost(line, row["cost"])
        for key in ("beside", "enemy", "once"):
            row[key] = line.flag(key)
        read_effect(line, known, place, row["effect"])


# --- cards ------------------------------------------------------------------------------------------------------------


def read_action(entry: Entry, known: Known, row: Any, kind: int | None = None) -> None:
    """An `ActionCard`; an attack has no effects of its own, since the rules have its damage, all others have some.

    Rulebook: (A-029, A-030, A-088, A-089, A-091, A-092).
    """
    row["kind"] = entry.word("kind", KINDS) if kind is None else kind
    attack = row["kind"] == Kind.ATTACK
    row["energy"] = entry.whole("energy", 0, MOST_STAT)
    row["least"], row["most"] = entry.wholes("range", 2, 0, MOST_RANGE)
    if row["least"] > row["most"]:
        entry.note("range", shown(entry.table["range"]), "the least before the most")
    row["sight"] = entry.flag("sight", None)
    if attack:
        row["targets"] = Targets.ENEMIES
    else:
        row["targets"] = entry.word("targets", spelled(Targets), "any")
        row["movement"] = entry.whole("movement", 0, MOST_STAT, 0)
        row["automatic"] = entry.flag("automatic")
        for line, effect in zip(entry.inner("effects", 1, EFFECTS), row["effects"], strict=False):
            read_effect(line, known, ACTION, effect)
    if not row["automatic"]:
        read_pool(entry, "roll", row["pool"])
        read_switches(entry, known, OWN_SWITCH, row["switches"])
    entry.finish()


def read_character(entry: Entry, known: Known, cover_die: int) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    """A `CharacterCard` [1], the names of its Actions, and of its skills by their bits.

    Rulebook: (A-010, A-095, A-142 to A-176).
    """
    card = np.zeros(1, CharacterCard.dtype)
    row = card[0]
    row["initiative"] = entry.whole("initiative", 1, MOST_STAT)
    row["speed"], row["energy"] = entry.whole("speed", 0, MOST_STAT), entry.whole("energy", 0, MOST_STAT)
    row["hit_points"] = entry.whole("hit_points", 1, MOST_STAT)
    for key in ("brawn", "agility", "defense"):
        read_pool(entry, key, row[key])
    read_switches(entry, known, SWITCH, row["switches"])
    names = []
    for action, place in zip(entry.inner("actions", 0, PRINTED_ACTIONS), row["actions"], strict=False):
        names.append(read_name(action))
        read_action(action, known, place)
    refuse_equal(entry, "actions", names)
    skills = [""] * len(Skill)
    row["cover_die"] = cover_die
    for line in entry.inner("skills", 0, len(Skill)):
        skill = line.word("skill", spelled(Skill))
        skills[skill] = line.name()
        row["skills"] |= 1 << skill
        if skill == Skill.SNIPER:
            row["cover_die"] = line.word("die", COLORS)
        line.finish()
    row["tactics"] = read_named(entry, "tactics", 2, known.tactics) or 0
    entry.finish()
    return card, tuple(names), tuple(skills)


def read_tactic(entry: Entry, known: Known) -> tuple[Any, tuple[int, ...]]:
    """A `TacticCard` [1], and the numbers of the printed cards. Rulebook: (A-114)."""
    card = np.zeros(1, TacticCard.dtype)
    row = card[0]
    numbers = entry.wholes("numbers", 0, 0, 999, [])
    timing = Timing(entry.word("timing", TIMINGS))
    row["timing"] = timing
    if timing == Timing.DECLARED:
        row["range"] = entry.whole("range", 0, MOST_RANGE)
    if timing in BEFORE:
        read_pool(entry, "roll", row["pool"])
    if "effect" in entry.table:
        read_effect(entry.below("effect"), known, timing, row["effect"])
    else:
        entry.note("effect", "nothing", 'a table such as { do = "add dice" }')
    entry.finish()
    return card, tuple(numbers)


def read_state(entry: Entry) -> tuple[Any, Any]:
    """A `StateCard` [1], the red side and the blue one, and a `BearerCard` [1]. Rulebook: (A-103 to A-107, A-109 to
    A-112).
    """
    card, bearer = np.zeros(1, StateCard.dtype), np.zeros(1, BearerCard.dtype)
    for key in ("energy", "speed", "initiative"):
        card[key] = entry.wholes(key, 2, -MOST_STAT, MOST_STAT, [0, 0])
    card["stacks"], card["damage"] = entry.flag("stacks"), entry.whole("damage", 0, MOST_STAT, 0)
    bearer["only"], bearer["still"] = entry.flag("only"), entry.flag("still")
    bearer["sees"] = entry.whole("sees", 0, MOST_RANGE, 0)
    if bearer["only"] and entry.name().lower() != State.TAUNTED.name.lower():
        entry.note("only", "true", "false but for Taunted, which remembers who imposed it")
    entry.finish()
    return card, bearer


def read_house(entry: Entry) -> Any:
    """A `HouseCard` [1]. Rulebook: (A-071, A-102, A-115, A-116, A-117, A-118, A-201, A-203)."""
    card = np.zeros(1, HouseCard.dtype)
    for key, words in (("crowded", Crowded), ("first", FirstAsked), ("tie", Tie)):
        card[key] = entry.word(key, spelled(words))
    for key in ("reshuffle", "absent", "closed", "shared"):
        card[key] = entry.flag(key, None)
    card["most_tactics"] = entry.whole("most_tactics", 0, MOST_STAT)
    entry.finish()
    return card


def read_scenario(entry: Entry) -> Any:
    """A `ScenarioCard` [1]; the caller has read its obstacles. Rulebook: (A-185 to A-199)."""
    card = np.zeros(1, ScenarioCard.dtype)
    for key in ("moves", "burns", "conquest"):
        card[key] = entry.flag(key)
    for key in ("alone", "more", "same", "frag"):
        card[key] = entry.whole(key, 0, MOST_STAT, 0)
    card["bench"] = entry.word("bench", spelled(Bench))
    if card["conquest"] and (card["moves"] or card["burns"]):
        key = "moves" if card["moves"] else "burns"
        entry.note(key, "true, and conquest", "one of them, since there is no Scoring Zone in Conquest")
    entry.finish()
    return card


def verb_table() -> str:
    """Every verb as a row of a table in Markdown: its meaning, its possible targets, and its further keys."""

    def keys(form: Form) -> str:
        return ", ".join(f"`{key}`" for key in ("amount" if form.amount else "", form.key) if key)

    columns = {"meaning": lambda form: form.meaning, "`whom`": lambda form: ", ".join(map(plain, form.who))}
    return cards.verb_table(FORMS, {**columns, "further keys": keys})
