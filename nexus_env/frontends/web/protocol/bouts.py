"""Messages about bouts that the service keeps: see docs/wire.md and docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import Field

from nexus_env.contract.view import Happening, View
from nexus_env.frontends.web.protocol.base import (
    ActionNumber,
    Answer,
    Away,
    BoutId,
    Clock,
    Cursor,
    Name,
    OwnToken,
    Part,
    Request,
    Seat,
    Seed,
    Shaped,
    Thinking,
    Token,
    Words,
)
from nexus_env.frontends.web.protocol.commands import Command
from nexus_env.frontends.web.protocol.limits import (
    MOST_FACE,
    MOST_SEATS_OF_A_BOUT,
    MOST_SECONDS_OF_A_WAIT,
    MOST_TOKENS_OF_A_LIST,
)

AWAY = 300.0  # seconds
Kind = Literal[
    "joined",
    "turn",
    "undo_asked",
    "undo_answered",
    "undone",
    "next",
    "resigned",
    "claimed",
    "draw_offered",
    "draw_answered",
    "skipped",
]
Phase = Literal["open", "playing", "over"]
EndedBy = Literal["resignation", "draw", "claim"]
StoppedBy = Literal["other rules", "damage"]


class Create(Request):
    """Create a bout. Its link lets others join or watch."""

    type: Literal["create"] = "create"
    seats: Annotated[list[Name], Field(min_length=1, max_length=MOST_SEATS_OF_A_BOUT)] = Field(
        description='for each seat "person" or the name of an agent'
    )
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")
    name: Name = Field(default="", description='the name of the creator, who takes the first "person" seat')
    options: dict[str, Any] = Field(default={}, description="options of the game")
    seed: Seed | None = Field(default=None, description="the seed of the dice; default: random")
    dice: Literal["service", "own"] = Field(
        default="service",
        description='"own": a single person sends every face; among several people each rolls their own dice, and the '
        "service rolls for agents and for dice that belong to no seat",
    )
    time: Thinking = Field(default=1.0, description="thinking time of agents per decision, in seconds, at most 60")
    clock: Clock | None = Field(
        default=None,
        description="seconds a person may take, at least 0.5; then the game's `fallback` decides; default: no limit",
    )
    undo: bool = Field(
        default=False,
        description="whether decisions may be taken back: with `undo` if all others are agents, between people with "
        "`ask_undo`, if they agree",
    )
    advice: bool | None = Field(
        default=None,
        description="whether `advise` and `evaluate` are allowed; default: in bouts with at most one person",
    )
    away: Away | None = Field(
        default=AWAY, description="seconds that a person may be away before others may `claim` the bout; null: no limit"
    )
    token: OwnToken | None = Field(
        default=None, description="your own key for the creator's seat; `bouts` finds the bout by it"
    )


class Join(Request):
    """Take a free seat that is meant for a person."""

    type: Literal["join"] = "join"
    bout: BoutId
    name: Name = ""
    seat: Seat | None = Field(default=None, description="default: the first free seat")
    token: OwnToken | None = Field(
        default=None, description="your own key; the same `join` sent again opens the same seat"
    )


class Joined(Answer):
    """A seat in a bout. The token is its key: store it and keep it secret."""

    type: Literal["joined"] = "joined"
    bout: str
    link: str = Field(description="the path of this bout's page")
    seat: Seat | None = Field(default=None, description="absent if agents play all seats")
    token: str | None = None
    dice_token: str | None = Field(default=None, description="the key for sending dice, if dice are `own`")


class Look(Request):
    """Get the state of a bout and the events after a cursor."""

    type: Literal["look"] = "look"
    bout: BoutId
    token: Token | None = Field(default=None, description="without it, the answer shows only what everybody may see")
    after: Cursor | None = Field(default=None, description="request the events after this cursor; default: no events")
    wait: Annotated[float, Field(ge=0, le=MOST_SECONDS_OF_A_WAIT, allow_inf_nan=False)] = Field(
        default=0.0, description="seconds to wait for an event after `after`, if there is none yet"
    )


class Watch(Request):
    """Like `look`, then receive updates. Not over HTTP."""

    type: Literal["watch"] = "watch"
    bout: BoutId
    token: Token | None = None
    after: Cursor | None = None


class Unwatch(Request):
    """Stop the updates of a bout."""

    type: Literal["unwatch"] = "unwatch"
    bout: BoutId
    token: Token | None = None


class Play(Request):
    """Decide by a command in words, the number of an action, or the face of your own die."""

    type: Literal["play"] = "play"
    bout: BoutId
    token: Token
    at: Cursor = Field(
        description="the cursor of the state that the decision is based on; an outdated message changes nothing"
    )
    command: Words | None = None
    action: ActionNumber | None = None
    face: Annotated[int, Field(ge=1, le=MOST_FACE)] | None = None


class Undo(Request):
    """Take back your last decision and everything after it. All others must be agents."""

    type: Literal["undo"] = "undo"
    bout: BoutId
    token: Token
    at: Cursor


class AskUndo(Request):
    """Ask all other people to take back your last decision and everything after it. It is done when all have agreed."""

    type: Literal["ask_undo"] = "ask_undo"
    bout: BoutId
    token: Token
    at: Cursor = Field(
        description="the cursor of the state that shows the decision; refused if you have decided again since"
    )


class AnswerUndo(Request):
    """Agree to the take-back that another seat asks for, or refuse it."""

    type: Literal["answer_undo"] = "answer_undo"
    bout: BoutId
    token: Token
    at: Cursor = Field(description="the cursor of the state that shows the request")
    accept: bool


class Again(Request):
    """Play again with the same seats and options. Each player sends it once the bout is over."""

    type: Literal["again"] = "again"
    bout: BoutId
    token: Token


class Resign(Request):
    """Resign. A duel ends and the other seat wins; with more seats, an agent plays on for this one."""

    type: Literal["resign"] = "resign"
    bout: BoutId
    token: Token


class OfferDraw(Request):
    """Offer a draw to all others, who must be people. The bout ends when all have accepted."""

    type: Literal["offer_draw"] = "offer_draw"
    bout: BoutId
    token: Token


class AnswerDraw(Request):
    """Accept or decline an offered draw."""

    type: Literal["answer_draw"] = "answer_draw"
    bout: BoutId
    token: Token
    accept: bool


class Claim(Request):
    """Claim the bout when `claimable` is set: the absent players count as resigned."""

    type: Literal["claim"] = "claim"
    bout: BoutId
    token: Token


class Skip(Request):
    """Let agents play the rest quickly when `may_skip` is set: no person can act anymore."""

    type: Literal["skip"] = "skip"
    bout: BoutId
    token: Token


class Bouts(Request):
    """List the bouts in which these tokens have seats."""

    type: Literal["bouts"] = "bouts"
    tokens: Annotated[list[Token], Field(min_length=1, max_length=MOST_TOKENS_OF_A_LIST)]


class Record(Request):
    """Get the transcript of a finished bout."""

    type: Literal["record"] = "record"
    bout: BoutId


class Recorded(Answer):
    """A transcript, as text."""

    type: Literal["recorded"] = "recorded"
    bout: str
    transcript: str


class Event(Part):
    """An event of a bout. Cursors number events from 1."""

    cursor: int
    kind: Kind
    seat: str | None = Field(default=None, description='the seat that caused it; "dice" for a die that a person sent')
    name: str | None = Field(default=None, description="joined: the person's name")
    command: str | None = Field(
        default=None, description="turn: the command in words; absent if hidden from this viewer"
    )
    action: int | None = None
    by: str | None = Field(
        default=None,
        description="turn: the agent that decided, if any; resigned, claimed, skipped: the agent that plays on",
    )
    instead_of: str | None = Field(
        default=None, description="turn: the agent that should have decided, if it failed or is missing"
    )
    by_clock: bool = Field(default=False, description="turn: the person ran out of time")
    happened: list[Annotated[dict[str, Any], Shaped(Happening)]] = Field(default=[], description="turn: its happenings")
    turns: int | None = Field(default=None, description="undone: the number of turns that remain")
    bout: str | None = Field(default=None, description="next: the following bout")
    accepted: bool | None = Field(default=None, description="draw_answered, undo_answered: whether it was accepted")
    left: list[Seat] | None = Field(default=None, description="claimed: the seats whose people have left")
    consented: list[Seat] | None = Field(
        default=None, description="undone: the seats of the other people, who agreed; absent if all others are agents"
    )


class Chair(Part):
    """A seat of a bout and its player."""

    seat: Seat
    person: bool
    name: str
    taken: bool
    resigned: bool = Field(default=False, description="its person resigned, or left and the bout was claimed")
    agent: str | None = Field(default=None, description="the agent that decides for it, if no person does")


class Agreed(Part):
    """The terms of a bout. Players accept them by joining."""

    dice: Literal["service", "own"]
    clock: float | None = None
    options: dict[str, Any]
    undo: bool
    time: float
    away: float | None = None
    advice: bool = Field(default=False, description="whether `advise` and `evaluate` are allowed")


class State(Part):
    """The state of a bout as one seat or a spectator may see it."""

    game: str
    phase: Phase
    you: str | None = Field(default=None, description='your seat; "dice" with the dice token')
    seats: list[Chair]
    agreed: Agreed
    present: list[Seat] = Field(description="seats whose people are connected now")
    turns: int
    view: Annotated[dict[str, Any], Shaped(View)]
    legal: list[Command] = Field(default=[], description="your legal commands; empty if it is not your decision")
    seconds_left: float | None = Field(default=None, description="seconds until the clock decides")
    may_undo: bool = Field(default=False, description="you may take back your last decision now")
    undo_asked_by: Seat | None = Field(
        default=None, description="the seat that asks the other people to take back its last decision"
    )
    may_ask_undo: bool = Field(
        default=False, description="you may ask the other people to take back your last decision"
    )
    must_answer_undo: bool = Field(
        default=False, description="another seat asks you to take back its last decision, and awaits your answer"
    )
    draw_offered_by: Seat | None = None
    may_offer_draw: bool = Field(default=False, description="you may offer a draw now")
    must_answer_draw: bool = Field(default=False, description="a draw is offered to you and awaits your answer")
    may_resign: bool = False
    claimable: bool = Field(default=False, description="you may claim the bout, as the others are away")
    may_skip: bool = Field(default=False, description="you may let agents play the rest quickly")
    skipped: bool = Field(default=False, description="the rest is being played quickly")
    result: list[float] | None = Field(
        default=None, description="each seat's result; in a duel: 1 win, 0 draw, -1 loss"
    )
    ended_by: EndedBy | StoppedBy | None = Field(
        default=None,
        description="absent if the rules ended it; `other rules`, `damage`: it cannot go on, and has no result",
    )
    next: str | None = Field(default=None, description="the following bout")
    note: str | None = Field(
        default=None, description="what happened to a bout that can only be read; its last state is shown"
    )


class Update(Answer):
    """The state of a bout and its new events."""

    type: Literal["update"] = "update"
    bout: str
    cursor: int
    events: list[Event]
    state: State


class Mine(Part):
    """A bout in which one of the tokens holds a seat."""

    bout: str
    game: str
    link: str
    seat: str = Field(description='"dice" with the dice token')
    place: int = Field(description="the token's index in the request")
    phase: Phase
    seats: list[Chair]
    agreed: Agreed
    turns: int
    your_turn: bool
    result: list[float] | None = None
    note: str | None = Field(default=None, description="what happened to a bout that can only be read")


class Kept(Answer):
    """The bouts of these tokens, most recently joined first, at most 100."""

    type: Literal["kept"] = "kept"
    bouts: list[Mine]
