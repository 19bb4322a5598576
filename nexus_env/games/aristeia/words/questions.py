"""The open question in a sentence, with a heading and notes for the seat that must answer."""

from collections.abc import Mapping
from typing import Any

from nexus_env.contract.real_table import die_of
from nexus_env.contract.view import COMMAND, WAITING, told
from nexus_env.contract.view import Question as Asked
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NO_UNIT, Contest, Question
from nexus_env.games.aristeia.rules.events import Purpose, Reason
from nexus_env.games.aristeia.words import cover_choice
from nexus_env.games.aristeia.words.naming import Naming, player, pool_words, seat_or_none, zone_name
from nexus_env.games.aristeia.words.real_table import dice
from nexus_env.games.aristeia.words.texts import TEXTS
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import CHANCE, NOBODY
from nexus_env.kit.texts import by_members

TITLES: Mapping[Question, str] = by_members(TEXTS["titles"], Question, ("unit",))
PLAIN: Mapping[Question, str] = by_members(TEXTS["questions"], Question, ("unit",))
BY_REASON: Mapping[Question, Mapping[Reason, str]] = {
    question: by_members(texts, Reason, ("unit",)) for question, texts in by_members(TEXTS["reasons"], Question).items()
}
TACTIC: Mapping[Timing, str] = by_members(TEXTS["tactic"], Timing)
CHANCES: Mapping[Purpose, str] = by_members(TEXTS["chances"], Purpose, ("seat",))
OVER = "The bout is over."


def question(bout: Any) -> str:
    """See `Words`."""
    request = bout["table"]["request"]
    asked = int(request["seat"])
    if asked == NOBODY:
        return WAITING if request["private"] else OVER
    naming = Naming(bout)
    if asked == CHANCE:
        return _chance(naming)
    return f"{player(asked)}: {_wanted(naming)}"


def _chance(naming: Naming) -> str:
    request = naming.table["request"]
    purpose = Purpose(int(request["purpose"]))
    seat = player(int(request["roller"]))
    if purpose in CHANCES:
        return CHANCES[purpose].format(seat=seat)
    return f"{naming.unit_or_none(int(request['unit'])) or seat} rolls a {plain(purpose)} die."


def _wanted(naming: Naming) -> str:
    """The question, without the seat."""
    table = naming.table
    kind, reason = Question(int(table["request"]["question"])), Reason(int(table["reason"]))
    unit = naming.unit_or_none(concerned(naming)) or "your Character"
    if kind == Question.COMMAND:
        active = naming.unit_or_none(int(table["active"])) or "your Character"
        return f"what does {active} do, with {int(table['energy'])} AP and {int(table['movement'])} MP?"
    if kind == Question.TACTIC:
        return TACTIC.get(Timing(int(table["timing"])), "do you play a Tactic?")
    if cover_choice.is_asked(naming):
        return cover_choice.wanted(naming)
    if kind in BY_REASON:
        return BY_REASON[kind].get(reason, f"which {plain(kind)} do you choose?").format(unit=unit)
    return PLAIN[kind].format(unit=unit)


def concerned(naming: Naming) -> int:
    """The Character that a question concerns, or NO_UNIT."""
    return int(naming.table["request"]["unit"])


def name_of(kind: Question) -> str:
    """The name of a kind of question in views."""
    return COMMAND if kind == Question.COMMAND else plain(kind)


def shown(naming: Naming, seat: int | None) -> Asked:
    """The question for a viewer; `naming` is that of a world that the viewer imagines."""
    world, request = naming.world, naming.table["request"]
    asked = int(request["seat"])
    if request["private"] and asked != seat:
        return told(WAITING)
    if asked == NOBODY:
        return told(OVER)
    if asked == CHANCE:
        name = name_of(Question.ROLL)
        return {**told(question(world)), "seat": "dice", "name": name, "die": die_of(world, dice(world))}
    kind = Question(int(request["question"]))
    unit = int(naming.table["active"]) if kind == Question.COMMAND else concerned(naming)
    found: Asked = {
        "seat": seat_or_none(asked),
        "name": name_of(kind),
        "about": seat_or_none(int(request["about"])),
        "text": question(world),
        "die": None,
        "title": cover_choice.skill(naming) or TITLES[kind].format(unit=naming.unit_or_none(unit) or "Nobody"),
        "hint": _capital(_wanted(naming)),
        "notes": notes(naming),
    }
    if kind == Question.TACTIC:
        found["decline"] = plain(Action.PASS)
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def notes(naming: Naming) -> list[str]:
    """Notes on the question: the current roll, and the Scoring Zone when Characters are placed."""
    roll = naming.table["roll"]
    contest = Contest(int(roll["contest"]))
    if contest == Contest.NONE or int(naming.table["request"]["question"]) == Question.COMMAND:
        return _setup_notes(naming)
    actor = naming.unit_or_none(int(roll["unit"])) or "nobody"
    target = naming.unit_or_none(int(roll["target"]))
    if contest == Contest.DISENGAGE:
        return [f"{actor} disengages from {target}."]
    done = naming.action(int(roll["unit"]), int(roll["action"]))
    lines = [f"{actor}: {done}" + (f" at {target}." if target else ".")]
    extra = [pool_words(side["extra"]) for side in roll["side"] if side["unit"] != NO_UNIT]
    return [*lines, *(f"Added by Tactics: {words}." for words in extra if words != "nothing")]


def _setup_notes(naming: Naming) -> list[str]:
    request = naming.table["request"]
    if int(request["question"]) == Question.SPACE and Reason(int(naming.table["reason"])) == Reason.DEPLOY:
        zone = int(naming.table["players"]["zone"][int(request["seat"])])
        return [f"Inside or adjacent to {zone_name(zone)}."]
    return []
