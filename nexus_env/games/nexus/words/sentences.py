"""Sentences of the log, the board as text, and the open question."""

from typing import Any, NamedTuple

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
from nexus_env.games.nexus.rules.events import Event, Handling, Purpose
from nexus_env.games.nexus.rules.operands import OPPONENTS
from nexus_env.games.nexus.words.view_types import Facing
from nexus_env.kit.spelling import plain
from nexus_env.kit.squares import STEP_X, STEP_Y, Compass
from nexus_env.kit.tape import CHANCE

SYMBOL = {
    Square.EMPTY: ".",
    Square.BLOOD: "b",
    Square.GUTS: "g",
    Square.FIRE: "f",
    Square.SAW: "s",
    Square.SPIKES: "x",
    Square.CRATE: "c",
    Square.TOPPLED: "t",
    Square.BRAZIER: "u",
    Square.PILLAR: "#",
}
ARROWS = "^>v<"
AHEAD = (0, 7, 1)  # the three forward squares, in steps of the compass from the FFD
BUTTONS = (Action.BUTTON_TO_MOVEMENT, Action.BUTTON_TO_ACTION)
WORTH = {Pile.OVERALL_CONDITION: "Overall Condition", Pile.CRED: "Cred"}
STRIKES = ("wild", "standard", "focused")  # the kinds of melee attacks, which the rulebook names with the noun
FACINGS: tuple[Facing, ...] = ("north", "east", "south", "west")
ASKED = {
    Question.COMMAND: "gives a command",
    Question.ROLL: "rolls",
    Question.LANISTA: "chooses a lanista",
    Question.MOTIVATION: "chooses a motivation",
    Question.SIDE: "chooses a side of the table",
    Question.KEEP_CARD: "chooses an influence card to keep",
    Question.DECEPTION: "may decide {about}'s split by Deception",
    Question.DECEIVED: "may block {about}'s Deception",
    Question.RATIO: "splits its command points",
    Question.BONUS_TARGET: "chooses the Prone helot for its two bonus points",
    Question.TARGET: "chooses an opponent",
    Question.LOCATION: "chooses a body location",
    Question.TRAIT: "chooses a trait",
    Question.DIRECTION: "chooses a direction",
    Question.LOST_LEG: "chooses which of its two equal lower limbs is hit",
    Question.KEEP_WEAPON: "keeps its weapon or takes the {weapon}",
    Question.INTERRUPT: "may use an ability now",
    Question.IM_STILL_STANDING: "has fallen: I'm Still Standing?",
    Question.MERELY_A_FLESH_WOUND: "is hit for {damage}: Merely a Flesh Wound?",
    Question.PERSEVERANCE: "may have {about}'s die rerolled: it shows {check}",
    Question.PERSEVERANCE_CONTEST: "may have a roll rerolled: attack {attack}, defense {defense}",
    Question.COUNTERATTACK: "is attacked by {about}: Counterattack?",
    Question.COMBO_BREAKER: "may break {about}'s combo",
    Question.UNSHACKLED: "is grappled by {about}: Unshackled?",
    Question.HAYMAKER: "hits {about} for {damage}: Haymaker?",
    Question.TRIPPING: "may trip {about}",
    Question.HELOT_AID: "moves a coin from its Overall Condition to a body location",
    Question.PRICE: "may pay the price of {card} to avoid its harm",
    Question.CANCEL: "may cancel or ignore {card}, played by {about}",
}


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
    name = NAMES[number]
    for places, opponent in enumerate(OPPONENTS, start=1):
        if opponent in name and places < table["seats"]:
            return name.replace(opponent, lanista(_clockwise(table, seat, places)))
    row = ROWS[number]
    target = _target(table, seat, row, number) if seat >= 0 else NOBODY
    if target == NOBODY:
        return name
    verb = plain(row)
    return f"{verb} {lanista(target)}{name.removeprefix(verb)}"


def _target(table: Any, seat: int, row: Action, number: int) -> int:
    """The seat that a command targets, or NOBODY."""
    match TABLE[row].at:
        case "victim" | "drag" | "flight":
            return int(table["helots"][seat]["holds"])
        case "helot in front":
            return _helot_towards(table, seat, AHEAD[0])
        case "helot ahead":
            return _helot_towards(table, seat, AHEAD[number - row])
    return NOBODY


def _helot_towards(table: Any, seat: int, relative: int) -> int:
    """The plain version of `position.helot_towards`, which is compiled."""
    me = table["helots"][seat]
    towards = int(2 * me["facing"] + relative)
    x, y = me["x"] + STEP_X[towards % 8], me["y"] + STEP_Y[towards % 8]
    for other in range(table["seats"]):
        helot = table["helots"][other]
        if helot["present"] and helot["x"] == x and helot["y"] == y:
            return other
    return NOBODY


def _clockwise(table: Any, seat: int, places: int) -> int:
    for _ in range(places):
        seat = int(table["lanistas"][seat]["next_clockwise"])
    return seat


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
    cells = [[f" {SYMBOL[Square(what)]} " for what in row] for row in table["squares"]]
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
    wanted = slice(bout["heard"], bout["told"]) if rows is None else rows
    names = names_of(bout["options"])
    told = (sentence(row, names) for row in bout["happenings"][wanted])
    return [text for text in told if text]


def sentence(row: Any, names: Names | None = None) -> str:
    """The sentence of a happening; empty if it is obvious.

    Args:
        row: the happening.
        names: the names of the cards of the bout's stock; by default those of the package.
    """
    names = names or STOCKS.own.names
    event, seat, other = Event(row["event"]), int(row["seat"]), int(row["other"])
    told = Told(lanista(seat), lanista(other), seat, other, int(row["what"]), int(row["amount"]), int(row["detail"]))
    for tell in (_of_play, _of_helot, _of_things):
        if (text := tell(event, told, names)) is not None:
            return text
    return SHORT[event].format(**told._asdict())


class Told(NamedTuple):
    """The parts of a happening."""

    me: str
    you: str
    seat: int
    other: int
    what: int
    amount: int
    detail: int


def _of_play(event: Event, told: Told, names: Names) -> str | None:
    """Sentences about the course of the bout: commands, dice, coins, cards, rounds."""
    me, you, seat, other, what, amount, detail = told
    match event:
        case Event.COMMAND:
            return f"{me}: {NAMES[what]}." if what >= 0 else ""
        case Event.ROLL:
            return _roll(me, seat, what, amount)
        case Event.DICE:
            return _dice(me, other, what, amount, detail)
        case Event.COINS:
            return _coins(me, you, other, what, amount, detail)
        case Event.CARD if what:
            return f"  {me} draws the Turning Point card {names.turning_point[amount]}."
        case Event.PLAYED:
            return f"  {me} plays {names.influence[what]}" + (f" on {you}." if other not in (NOBODY, seat) else ".")
        case Event.CANCELED:
            return f"  {me} plays {names.influence[what]}: {you}'s card does nothing."
        case Event.DRAFT:
            taken = f"motivation {names.motivations[amount]}" if what else f"lanista {names.lanistas[amount]}"
            return f"{me} gets the {taken}."
        case Event.CYCLE:
            return f"--- Command Cycle {amount} ---"
        case Event.ROUND:
            return f"- {me}'s Command Round, ratio die {amount} -"
        case Event.END:
            return ""
    return None


def _of_helot(event: Event, told: Told, names: Names) -> str | None:
    """Sentences about the actions and injuries of a helot."""
    me, you, seat, other, what, amount, detail = told
    match event:
        case Event.MOVE:
            return f"  {me} is at ({amount},{detail})."
        case Event.TURN:
            return f"  {me} faces {FACINGS[what]}."
        case Event.DEPLETED:
            return f"  {me}'s {plain(Pile(what))} is depleted."
        case Event.ABILITY:
            ability = plain(Ability(what)).capitalize()
            return f"  {me} uses {ability}" + (f" on {you}." if other >= 0 and other != seat else ".")
        case Event.DEFENDED:
            return f"  {me} defends {detail} to {amount} against the {blow_name(plain(Blow(what)))}."
        case Event.BLEEDING:
            return f"  {me} bleeds." if amount else f"  {me} stops bleeding."
        case Event.FLAMING:
            return f"  {me} is on fire." if amount else f"  {me} is no longer on fire."
        case Event.RATIO:
            button = " from the Motivation Button" if what in BUTTONS else ""
            return f"  {me} gets {amount} MP and {detail} AP{button}."
        case Event.UNIQUE:
            ability = names.unique_abilities[what]
            return f"  {me} uses its unique ability {ability}" + (f" on {you}." if other >= 0 else ".")
        case Event.EFFECT:
            return _effect(me, you, what, amount, detail)
    return None


def _of_things(event: Event, told: Told, names: Names) -> str | None:
    """Sentences about weapons and things on squares."""
    me, _, seat, _, what, amount, detail = told
    match event:
        case Event.TILE:
            return f"  {plain(Square(what)).capitalize()} at ({amount},{detail})."
        case Event.WEAPON:
            return f"  {me} {HANDLED[Handling(amount)].format(weapon=names.weapons[what])}."
        case Event.SHIELD:
            return f"  {me} covers the {'back' if what == BACK_GUARD else plain(Pile(what))} with the Shield."
        case Event.CONTENTS:
            return f"  {me} rolls {amount} for the contents: {content(what, names)}."
        case Event.HAZARD:
            acts = ACTING.get(Square(what), "Something happens at {place}.")
            return "  " + acts.format(place=f"({amount},{detail})", me=me if seat >= 0 else "the floor")
        case Event.CLEARED:
            gone = "bursts" if what == Square.SAW else "is gone"
            return f"  {plain(Square(what)).capitalize()} at ({amount},{detail}) {gone}."
        case Event.LITTERED:
            return f"  {what} {'coins lie' if what > 1 else 'coin lies'} at ({amount},{detail})."
    return None


SHORT = {
    Event.PRONE: "  {me} is prone.",
    Event.UPRIGHT: "  {me} is on its feet.",
    Event.GRAPPLED: "  {me} grapples {you}.",
    Event.RELEASED: "  {you} is free of {me}.",
    Event.INCAPACITATED: "  {me} is incapacitated.",
    Event.KILLED: "  {me} is killed.",
    Event.DECEPTION: "  {me} spends a Deception token on {you}.",
    Event.BLOCKED: "  {me} blocks it.",
    Event.MARK: "  {me} marks {amount} on the Turning Point Counter.",
    Event.DUPLICATE: "  {me} has marked {amount} already: a Duplicate.",
    Event.TURNING_POINT: "  Turning Point for {me}: +6 damage on its next qualifying hit.",
    Event.ORDER: "",
    Event.BONUS: "  {me} gets {amount} bonus AP against {you}.",
    Event.CARD: "  {me} holds {amount} influence cards.",
    Event.LOST: "  {me}'s target is out of reach: the command is lost.",
    Event.CRATE: "  {me} breaks the crate at ({amount},{detail}).",
    Event.TOKEN: "",
    Event.TRAIT_UP: "",
    Event.TRAIT_DOWN: "",
}
HANDLED = {
    Handling.TAKEN: "takes a {weapon}",
    Handling.DRAWN: "draws the {weapon}",
    Handling.STORED: "stores the {weapon}",
    Handling.DROPPED: "drops the {weapon}",
    Handling.WORN: "spends a use of the {weapon}",
    Handling.BROKEN: "uses up the {weapon}",
}
ACTING = {
    Square.FIRE: "Fire reaches {me} at {place}.",
    Square.SAW: "A saw rises from the floor at {place}.",
    Square.SPIKES: "Spikes shoot up at {place}.",
}


def blow_name(blow: str) -> str:
    """The name of a contested roll: `standard attack`, `aim wild`, `throw`."""
    return f"{blow} attack" if blow in STRIKES else blow


def content(what: int, names: Names) -> str:
    """The content of a crate: a weapon or something else."""
    return names.weapons[what] if what < WEAPONS else plain(Content(what))


SHOWN_VERBS = {
    Verb.SLIDE_ATTACK: "A card gives {me} {amount:+d} SDS on attacks",
    Verb.SLIDE_DEFENSE: "A card gives {me} {amount:+d} SDS on defense",
    Verb.SLIDE_AIM: "A card gives {me} {amount:+d} SDS on Aim commands",
    Verb.CHANGE_DAMAGE: "A card gives {me} {amount:+d} damage",
    Verb.MOVEMENT_POINTS: "A card gives {me} {amount:+d} MP",
    Verb.ACTION_POINTS: "A card gives {me} {amount:+d} AP",
    Verb.PEEK: "{you} looks at {me}'s hand",
    Verb.STEAL_CARD: "{you} takes an influence card from {me}",
    Verb.ROACGULS: "Roacguls attack {me}",
    Verb.GUARD_LOCATION: "{me} will keep a location's last coin once",
    Verb.GUARD_OVERALL: "{me} will keep its last Overall Condition coin once",
}


def _effect(me: str, you: str, verb: int, amount: int, delay: int) -> str:
    """The effect of a card, if no other happening reports it."""
    if delay:
        return f"  At a Turning Point, a card will affect {me}: {plain(Verb(verb))} {amount}."
    shown = SHOWN_VERBS.get(Verb(verb))
    return f"  {shown.format(me=me, you=you, amount=amount)}." if shown else ""


def _roll(me: str, seat: int, purpose: int, face: int) -> str:
    name = plain(Purpose(purpose))
    if purpose == Purpose.COMPASS:
        return f"  {me} rolls the compass: {Compass(face - 1).name}."
    if purpose == Purpose.LOCATION:
        return f"  {me} rolls {face} for the location: {plain(Pile(face))}."
    if purpose == Purpose.TRAIT:
        return f"  {me} rolls {plain(Trait(face - 1)).capitalize()}."
    return f"  {me} rolls {face} for {name}." if seat != NOBODY else f"  The {name} roll is {face}."


def _dice(me: str, purpose: int, slide: int, total: int, packed: int) -> str:
    faces = []
    while packed:
        faces.append(str(packed % 7))
        packed //= 7
    scale = f" at {slide:+d} SDS" if slide else ""
    return f"  {me} rolls {' '.join(reversed(faces))} for {plain(Purpose(purpose))}{scale}: {total}."


def _coins_of(pile: int, amount: int, preposition: str) -> str:
    """A number of coins of a pile: `3 Cred`, `2 coins from the chest`."""
    if pile in WORTH:
        return f"{amount} {WORTH[Pile(pile)]}"
    return f"{amount} {'coin' if amount == 1 else 'coins'} {preposition} the {plain(Pile(pile))}"


def _coins(me: str, you: str, other: int, source: int, amount: int, target: int) -> str:
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
