"""Sentences of the log, the board as text, and the open question."""

from collections.abc import Callable, Mapping
from typing import Any

from nexus_env.games.nexus.cards.grammar import FORMS
from nexus_env.games.nexus.cards.stock import STOCKS, Names, names_of
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules.actions import NAMES, ROWS, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    BACK_GUARD,
    LOCATION_PILES,
    NOBODY,
    WEAPONS,
    Ability,
    Blow,
    Content,
    Pile,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.events import EVENTS, Handling, Purpose
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.operands import OPPONENTS
from nexus_env.games.nexus.words.barge import shown_squares
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.target_squares import target
from nexus_env.games.nexus.words.texts import TEXTS
from nexus_env.games.nexus.words.view_types import Facing
from nexus_env.kit import log
from nexus_env.kit.spelling import plain
from nexus_env.kit.squares import Compass
from nexus_env.kit.tape import CHANCE
from nexus_env.kit.texts import by_members, check_placeholders

SYMBOL: dict[Square, str] = by_members(TEXTS["symbols"], Square)
ARROWS = "^>v<"
NAMED = ("victim", "drag", "flight", "helot in front", "helot ahead")  # where the target stands that is named
BUTTONS = (Action.BUTTON_TO_MOVEMENT, Action.BUTTON_TO_ACTION)
WORTH = {Pile.OVERALL_CONDITION: "Overall Condition", Pile.CRED: "Cred"}
STRIKES = ("wild", "standard", "focused")  # the kinds of melee attacks, which the rulebook names with the noun
FACINGS: tuple[Facing, ...] = ("north", "east", "south", "west")
ASKED: dict[Question, str] = by_members(
    TEXTS["asked"], Question, ("about", "damage", "check", "attack", "defense", "card", "weapon")
)
HANDLED: dict[Handling, str] = by_members(TEXTS["handled"], Handling, ("weapon",))
ACTING: dict[Square, str] = by_members(TEXTS["acting"], Square, ("place", "me"))


def lanista(seat: int) -> str:
    """A seat's name."""
    return f"player_{seat}" if seat >= 0 else "nobody"


def action(number: int) -> str:
    """The name of an action."""
    return NAMES[number]


def spell(bout: Any, number: int) -> str:
    """The spelling of an action of the seat to act: its name, with the player that it targets in this position.

    Opponents, whom the table counts clockwise, are named; a command on the helot in Front, or on the one held, names
    its player. A die is spelled as its face and its purpose.
    """
    table = bout["table"]
    seat = int(table["request"]["seat"])
    if seat == CHANCE:
        return f"{number + 1} for {_die(table['request'])}"
    name, eye = NAMES[number], Eye(bout, seat)
    for places, opponent in enumerate(OPPONENTS, start=1):
        if opponent in name and places < table["seats"]:
            return name.replace(opponent, lanista(eye.opponent(places - 1)))
    row = ROWS[number]
    other = target(eye, number) if seat >= 0 and TABLE[row].at in NAMED else NOBODY
    if other == NOBODY:
        return name
    verb = plain(row)
    return f"{verb} {lanista(other)}{name.removeprefix(verb)}"


def _die(request: Any) -> str:
    """The purpose and the owner of a die."""
    purpose, roller = plain(Purpose(request["purpose"])), int(request["roller"])
    return f"{purpose} of {lanista(roller)}" if roller >= 0 else purpose


def question(bout: Any) -> str:
    """The open question, or the result of the bout."""
    table = bout["table"]
    request = table["request"]
    if table["over"]:
        return result(bout)
    if request["seat"] == CHANCE:
        purpose, roller = plain(Purpose(request["purpose"])), int(request["roller"])
        return f"Roll a d{request['sides']} for {f'{lanista(roller)} ({purpose})' if roller >= 0 else purpose}."
    contest = table["contest"]
    what = ASKED[Question(request["question"])].format(
        about=lanista(request["about"]),
        damage=contest["damage"],
        check=contest["check"],
        attack=contest["attack"],
        defense=contest["defense"],
        card=_card(bout),
        weapon=_weapon_on_offer(bout),
    )
    return f"{lanista(request['seat'])} {what}" + ("" if what.endswith("?") else ".")


def _card(bout: Any) -> str:
    """The card in progress, or the last card played against it if the question is about that."""
    table = bout["table"]
    names, place = names_of(bout["options"]), int(table["card_play"]["card"])
    every = (*names.influence, *names.turning_point, *names.unique_abilities, *names.skills)
    card = every[place] if place >= 0 else "the card"
    asked, about = table["request"]["question"], table["request"]["about"]
    answered = asked == Question.CANCEL and about != table["card_play"]["seat"]
    return f"the answer to {card}" if answered else card


def _weapon_on_offer(bout: Any) -> str:
    """The weapon offered in exchange for the carried one."""
    table = bout["table"]
    offered = table["request"]["question"] == Question.KEEP_WEAPON
    return names_of(bout["options"]).weapons[table["contest"]["check"] - 1] if offered else "weapon"


def result(bout: Any) -> str:
    """The result of the bout, in words."""
    table = bout["table"]
    crowd = f"The Crowd Pile holds {table['crowd_pile']}."
    winners = [lanista(seat) for seat in range(table["seats"]) if table["winners"] >> seat & 1]
    ended = "The cycle limit ends the bout. " if table["truncated"] else "The bout is over. "
    if not winners:
        return f"{ended}{crowd} Nobody has more: a draw."
    most = max(int(row["cred"]) for row in table["lanistas"])
    verb = "share the win" if len(winners) > 1 else "wins"
    return f"{ended}{crowd} {' and '.join(winners)} {verb} with {most} Cred."


def board(bout: Any) -> str:
    """The barge, helots as their seat number and an arrow for the FFD, and a line for each player."""
    table = bout["table"]
    cells = [[f" {SYMBOL[Square(what)]} " for what in row] for row in shown_squares(bout)]
    for seat in range(table["seats"]):
        helot = table["helots"][seat]
        if helot["present"]:
            cells[helot["y"] - 1][helot["x"] - 1] = f"{seat}{ARROWS[helot['facing']]} "
    lines = ["    " + "  ".join(str(x) for x in range(1, 9))]
    lines += [f" {y} " + "".join(row).rstrip() for y, row in enumerate(cells, start=1)]
    active = table["command_round"]["seat"]
    points = f"{table['command_round']['movement_points']} MP, {table['command_round']['action_points']} AP"
    whose = f"; {lanista(active)} has {points}" if active >= 0 else ""
    lines.append(f"Cycle {table['cycle']}; the Crowd Pile holds {table['crowd_pile']}{whose}.")
    lying = [f"{table['coins'][y, x]} at ({x + 1},{y + 1})" for y, x in zip(*table["coins"].nonzero(), strict=True)]
    if lying:
        lines.append(f"Coins on the floor: {', '.join(lying)}.")
    return "\n".join(lines + [panel(table, seat, names_of(bout["options"])) for seat in range(table["seats"])])


def panel(table: Any, seat: int, names: Names | None = None) -> str:
    """One player's line: Cred, health, reserves, tokens, states."""
    helot, row = table["helots"][seat], table["lanistas"][seat]
    health = helot["health"]
    parts = " ".join(
        f"{short} {health[pile]}" for short, pile in zip(("H", "LU", "C", "RU", "LL", "M", "RL"), range(7), strict=True)
    )
    traits = " ".join(f"{trait.name[:4].capitalize()} {helot['traits'][trait]}" for trait in Trait)
    tokens = f"Dec {row['deception_tokens']} Com {row['command_tokens']}"
    return (
        f"{lanista(seat)}: Cred {row['cred']}; OC {health[Pile.OVERALL_CONDITION]} ({parts}); {traits}; {tokens}; "
        f"{', '.join(states(helot, names)) or 'standing'}"
    )


def states(helot: Any, names: Names | None = None) -> list[str]:
    """The states of a helot, in words; `names` as in `sentence`."""
    names = names or STOCKS.own.names
    if helot["standing"] != Standing.FIT:
        return [plain(Standing(helot["standing"]))]
    found = [word for word in ("prone", "bleeding", "flaming", "elusive", "exposed", "rattled") if helot[word]]
    if helot["holds"] >= 0:
        found.append(f"holds {lanista(helot['holds'])}")
    if helot["held_by"] >= 0:
        found.append(f"held by {lanista(helot['held_by'])}")
    if helot["weapon"] >= 0:
        found.append(f"{names.weapons[helot['weapon']]} {'drawn' if helot['armed'] else 'stored'}")
    if helot["shielded"] >= 0:
        found.append(f"covers the {'back' if helot['shielded'] == BACK_GUARD else plain(Pile(helot['shielded']))}")
    return found


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """A sentence for each happening that is not obvious, by default for those of the last step."""
    names = names_of(bout["options"])
    return [text for row in log.rows_of(bout, rows) if (text := sentence(row, names))]


def sentence(row: Any, names: Names | None = None) -> str:
    """The sentence of a happening; empty if it is obvious.

    Args:
        row: the happening.
        names: the names of the cards of the bout's stock; by default those of the package.
    """
    told, event = Told(row, names or STOCKS.own.names), int(row["event"])
    return WAYS[event](told) if event in WAYS else SAYS[event].format_map(told)


class Told(log.Told):
    """A happening with its parts in words."""

    names: Names
    detail: int
    seat: int
    other: int
    me: str
    you: str

    def __init__(self, row: Any, names: Names) -> None:
        super().__init__(row)
        self.names, self.detail = names, int(row["detail"])
        self.seat, self.other = int(row["seat"]), int(row["other"])
        self.me, self.you = lanista(self.seat), lanista(self.other)

    @property
    def place(self) -> str:
        """A square."""
        return f"({self.amount},{self.detail})"

    @property
    def thing(self) -> str:
        """The content of a square."""
        return plain(Square(self.what)).capitalize()


def _of_card(told: Told) -> str:
    if told.what:
        return f"  {told.me} draws the Turning Point card {told.names.turning_point[told.amount]}."
    return f"  {told.me} holds {told.amount} influence cards."


def _drafted(told: Told) -> str:
    kind, cards = ("motivation", told.names.motivations) if told.what else ("lanista", told.names.lanistas)
    return f"{told.me} gets the {kind} {cards[told.amount]}."


def _acting(told: Told) -> str:
    acts = ACTING.get(Square(told.what), "Something happens at {place}.")
    return "  " + acts.format(place=told.place, me=told.me if told.seat >= 0 else "the floor")


def blow_name(blow: str) -> str:
    """The name of a contested roll: `standard attack`, `aim wild`, `throw`."""
    return f"{blow} attack" if blow in STRIKES else blow


def _effect(told: Told) -> str:
    """The effect of a card, if no other happening reports it."""
    if told.detail:
        return f"  At a Turning Point, a card will affect {told.me}: {plain(Verb(told.what))} {told.amount}."
    form = FORMS.get(Verb(told.what))
    return f"  {form.shown.format_map(told)}." if form and form.shown else ""


def _roll(told: Told) -> str:
    purpose, face = told.what, told.amount
    if purpose == Purpose.COMPASS:
        return f"  {told.me} rolls the compass: {Compass(face - 1).name}."
    if purpose == Purpose.LOCATION:
        return f"  {told.me} rolls {face} for the location: {plain(Pile(face))}."
    if purpose == Purpose.TRAIT:
        return f"  {told.me} rolls {plain(Trait(face - 1)).capitalize()}."
    name = plain(Purpose(purpose))
    return f"  {told.me} rolls {face} for {name}." if told.seat != NOBODY else f"  The {name} roll is {face}."


def _dice(told: Told) -> str:
    faces = " ".join(map(str, faces_of(told.detail)))
    scale = f" at {told.what:+d} SDS" if told.what else ""
    return f"  {told.me} rolls {faces} for {plain(Purpose(told.other))}{scale}: {told.amount}."


def faces_of(packed: int) -> list[int]:
    """The faces of d6, unpacked from the format of `combat`."""
    faces = []
    while packed:
        packed, face = divmod(packed, 7)
        faces.append(face)
    return faces[::-1]


def _coins_of(pile: int, amount: int, preposition: str) -> str:
    """A number of coins of a pile: `3 Cred`, `2 coins from the chest`."""
    if pile in WORTH:
        return f"{amount} {WORTH[Pile(pile)]}"
    return f"{amount} {'coin' if amount == 1 else 'coins'} {preposition} the {plain(Pile(pile))}"


def _coins(told: Told) -> str:
    me, you, source, amount, target = told.me, told.you, told.what, told.amount, told.detail
    if source == Pile.BOX:
        return ""
    lost = _coins_of(source, amount, "from")
    if source == Pile.CROWD:
        if target == Pile.OVERALL_CONDITION or LOCATION_PILES >> target & 1:
            return f"  {you} regains {_coins_of(target, amount, 'on')} from the Crowd Pile."
        return f"  The crowd pays {you} {amount} Cred." if target == Pile.CRED else ""
    if source == Pile.FLOOR:
        return f"  {me} picks up {amount} Cred."
    if source == Pile.COUNTER:
        return f"  {me} collects {amount} Cred from its Turning Point Counter."
    if target == Pile.CROWD:
        return f"  {me} loses {lost} to the crowd."
    if target == Pile.OVERALL_CONDITION:
        return f"  {me} turns {amount} Cred into Overall Condition."
    if LOCATION_PILES >> target & 1:
        return f"  {me} moves {lost} to the {plain(Pile(target))}."
    return f"  {me} loses {lost} to {you}."


def _weapon(told: Told) -> str:
    return f"  {told.me} {HANDLED[Handling(told.amount)].format(weapon=told.names.weapons[told.what])}."


Told.parts = {
    "facing": lambda told: FACINGS[told.what],
    "location": lambda told: "back" if told.what == BACK_GUARD else plain(Pile(told.what)),
    "trait": lambda told: plain(Trait(told.what)).capitalize(),
    "blow": lambda told: blow_name(plain(Blow(told.what))),
    "ability": lambda told: plain(Ability(told.what)).capitalize(),
    "unique": lambda told: told.names.unique_abilities[told.what],
    "card": lambda told: told.names.influence[told.what],
    "content": lambda told: told.names.weapons[told.what] if told.what < WEAPONS else plain(Content(told.what)),
    "button": lambda told: " from the Motivation Button" if told.what in BUTTONS else "",
    "on_target": lambda told: f" on {told.you}" if told.other != NOBODY else "",
    "on_another": lambda told: f" on {told.you}" if told.other not in (NOBODY, told.seat) else "",
}
SAYS = EVENTS.sentences(Told)
check_placeholders("verbs.toml: shown", {plain(verb): form.shown for verb, form in FORMS.items()}, Told.fills())
WAYS: Mapping[int, Callable[[Told], str]] = {
    Event.COMMAND: lambda told: f"{told.me}: {NAMES[told.what]}." if told.what >= 0 else "",
    Event.ROLL: _roll,
    Event.DICE: _dice,
    Event.COINS: _coins,
    Event.CARD: _of_card,
    Event.DRAFT: _drafted,
    Event.BLEEDING: lambda told: f"  {told.me} bleeds." if told.amount else f"  {told.me} stops bleeding.",
    Event.FLAMING: lambda told: f"  {told.me} is {'on fire' if told.amount else 'no longer on fire'}.",
    Event.EFFECT: _effect,
    Event.WEAPON: _weapon,
    Event.HAZARD: _acting,
    Event.CLEARED: lambda told: f"  {told.thing} at {told.place} {'bursts' if told.what == Square.SAW else 'is gone'}.",
    Event.LITTERED: lambda told: f"  {told.what} {'coins lie' if told.what > 1 else 'coin lies'} at {told.place}.",
}
"""Writers of sentences for the kinds of happenings that have none in `events.toml`."""
