"""What the service tells of commands: prices in coins of each kind, and points."""

from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.explaining import commands_of
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Pile
from nexus_env.games.nexus.words.glosses import explain, split_of


def until(action: int, seed: int = 3) -> Session:
    """A bout in which `action` is legal; everybody takes the first of everything."""
    session = Session(NEXUS, NEXUS.read_options(seats=2, barge="open"), seed=seed)
    while not session.mask[action]:
        session.act(int(session.mask.argmax()))
    return session


def test_commands_come_with_what_they_take_here() -> None:
    """R-060, R-061, R-074: in coins of each kind, and with a warning where that may end the own helot."""
    rows = until(Action.END_ROUND).rows
    rows["table"]["command_round"]["movement_points"] = 4
    rows["table"]["command_round"]["action_points"] = 2
    seat = int(rows["table"]["request"]["seat"][0])
    rows["table"]["lanistas"]["cred"][0, seat] = 5
    rows["table"]["helots"]["health"][0, seat, Pile.OVERALL_CONDITION] = 1
    session = Session.at(NEXUS, rows)
    end = next(command for command in commands_of(session) if command.action == Action.END_ROUND)
    assert end.price == {"cred": 5, "overall condition": 1}
    assert end.cost == "5 Cred and 1 Overall Condition" and end.may_end
    assert explain(session.rows[0], seat, Action.END_ROUND).startswith("5 Cred and 1 Overall Condition. ")
    assert explain(session.rows[0], seat, Action.END_ROUND, is_legal=False).startswith("1 Cred for each unspent point")
    rows["table"]["lanistas"]["cred"][0, seat] = 6
    end = next(command for command in commands_of(Session.at(NEXUS, rows)) if command.action == Action.END_ROUND)
    assert end.price == {"cred": 6} and not end.may_end


def test_the_button_tells_its_price_and_its_points() -> None:
    """R-074, R-306: all six points of one kind, less those that a Net has cost."""
    session = until(Action.BUTTON_TO_MOVEMENT)
    button = next(command for command in commands_of(session) if command.action == Action.BUTTON_TO_MOVEMENT)
    assert button.price == {"overall condition": 5} and button.gives == "6 MP, 0 AP" and not button.may_end
    rows = session.rows
    rows["table"]["helots"]["slowed"][0, session.seat] = 2
    assert split_of(rows[0], Action.BUTTON_TO_MOVEMENT) == "4 MP, 0 AP"
