"""Walks of several steps: each step can be given for its price, and nothing that is hidden changes an answer."""

from pathlib import Path

import numpy as np
import pytest
import toy
from games import any_game

pytest.importorskip("fastapi", reason="the service is not installed: pip install -e '.[serve]'")
from test_advising import Talk, talk

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import COMMAND
from nexus_env.play import walking
from nexus_env.testing.told import common_actions, pairs, settle

BOUTS, DECISIONS = 3, 80
LOOKS, COMPARED = 60, 3  # decisions of each pair of bouts, and those at which walks are compared


def cell_of(session: Session, seat: int, unit: str) -> str | None:
    """Where a piece stands."""
    pieces = session.game.words.view(session.known_to(seat), seat)["board"]["pieces"]
    return next((piece["cell"] for piece in pieces if piece["id"] == unit), None)


@any_game
def test_each_step_of_a_walk_is_legal_costs_what_was_said_and_leads_to_its_cell(game: Game) -> None:
    """Played in the real bout, where only what the seat did not know may come between; one walk a piece and cell."""
    walked, longest = 0, 0
    rng = np.random.default_rng(5)
    for seed in range(BOUTS):
        session = Session(game, game.read_options(), seed=seed)
        for _ in range(DECISIONS):
            if session.is_over:
                break
            found = walking.walks(session) if rng.random() < 0.3 else []
            assert len({(walk.unit, walk.cell) for walk in found}) == len(found)
            for walk in found[-1:]:
                seat, trial = session.seat, session.clone()
                for step in walk.steps:
                    if trial.seat != seat or trial.rows[0]["table"]["request"]["question"] != COMMAND:
                        break  # somebody could do something of which the seat could not know
                    [offer] = game.words.offers(trial.rows[0], seat, [step.action])
                    assert trial.mask[step.action] and (offer.price, offer.cost) == (step.price, step.cost)
                    trial.act(step.action)
                    if trial.seat >= 0 and trial.rows[0]["table"]["request"]["question"] == COMMAND:
                        assert cell_of(trial, seat, walk.unit) == step.cell
                else:
                    walked, longest = walked + 1, max(longest, len(walk.steps))
                kinds = {kind for step in walk.steps for kind in step.price}
                assert walk.cost == game.words.price(walk.price)
                assert walk.price == {kind: sum(step.price.get(kind, 0) for step in walk.steps) for kind in kinds}
            session.act(int(rng.choice(np.flatnonzero(session.mask))))
    assert walked > 2
    assert longest == 1 if game is toy.GAME else longest > 1, "in the toy each step ends the turn"


@any_game
def test_what_is_hidden_from_a_seat_is_in_no_walk(game: Game) -> None:
    """Two bouts that differ in it alone have the same walks for that seat."""
    total = 0
    for one, other, rng in pairs(game, min(game.seats), game.trial.leaks[0]):
        compared = 0
        for _ in range(LOOKS):
            settle(one), settle(other)
            if one.session.is_over or compared == COMPARED:
                break
            if one.viewer == one.session.seat:
                found = walking.walks(one.session)
                assert found == walking.walks(other.session)
                compared += bool(found)
            action = int(rng.choice(common_actions(one, other, game.trial.reveals())))
            one.act(action), other.act(action)
        total += compared
    assert total


def test_no_more_commands_are_tried_than_may_be() -> None:
    """The cheapest ways come first."""
    session = Session(toy.GAME, toy.read_options(), seed=1)
    whole = walking.walks(session)
    assert len(whole) > 3 and walking.walks(session, tries=2) == whole[:2] and not walking.walks(session, tries=0)


def test_walks_are_for_the_seat_that_is_asked(tmp_path: Path) -> None:
    """They change nothing, are the same when asked again, and there are none where no command is asked for."""

    async def what(service: Talk) -> None:
        where, update = await service.begin("person", "person")
        with pytest.raises(Refusal, match="token"):
            await service.ask(messages.Walks, **where)
        other = await service.ask(messages.Join, bout=where["bout"])
        bout = await service.hall.find(where["bout"])
        before = bout.session.rows.tobytes()
        told = await service.ask(messages.Walks, **where)
        assert told == await service.ask(messages.Walks, **where) and told.cursor == bout.hearing.cursor("player_0")
        legal = {one.action: one for one in (await service.ask(messages.Look, **where)).state.legal}
        assert told.walks and all(
            (legal[walk.steps[0].action].cells, walk.cost) == ([walk.cell], "") for walk in told.walks
        )
        assert bout.session.rows.tobytes() == before
        with pytest.raises(Refusal, match="token: got the token of player_1; expected the token of the seat to act"):
            await service.ask(messages.Walks, bout=where["bout"], token=other.token)
        update = await service.ask(messages.Look, **where)
        await service.ask(messages.Play, **where, at=update.cursor, command="auction")
        assert (await service.ask(messages.Walks, **where)).walks == []

    talk(tmp_path, what)
