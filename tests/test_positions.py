"""A bout as a line: read to the same bytes, going on alike, complete by construction, and without a leak."""

import numpy as np
import pytest
import toy
from games import HIDDEN, every_game, every_table
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_env.contract.game import Game
from nexus_env.contract.notation import leaves
from nexus_env.core.privacy import may_know
from nexus_env.core.session import Session
from nexus_env.core.slots import rows_of
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import position

DECISIONS = 60 if PLAIN else 300
FEW = settings(max_examples=6 if PLAIN else 25, deadline=None)


def any_action(session: Session, rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(session.mask)))


@every_table
@pytest.mark.parametrize("dictated", [False, True], ids=["rolled", "dictated"])
def test_a_line_is_read_to_the_same_bytes_and_goes_on_alike(game: Game, seats: int, dictated: bool) -> None:
    """At every decision, in the middle of a command too: the same dice, masks, happenings and tables from there."""
    assert sum(suspensions(game, seats, dictated, seed) for seed in range(4 if game is toy.GAME else 1)) > 0


def suspensions(game: Game, seats: int, dictated: bool, seed: int) -> int:
    """Play and compare; returns how many lines were written in the middle of a command."""
    rng, suspended = np.random.default_rng(seed), 0
    session = Session(game, game.read_options(seats=seats, **HIDDEN[game.name]), seed=seed, dictated=dictated)
    for _ in range(DECISIONS):
        bout, line = session.rows, position.write(game, session.rows)
        assert "\n" not in line
        again = position.read(game, line)
        assert again.tobytes() == position.bare(bout).tobytes()
        for part in ("table", "start", "options", "command", "follows", "told", "settled"):
            assert again[part].tobytes() == bout[part].tobytes(), part
        length = int(bout["tape"]["length"][0])
        assert again["tape"]["entries"][0, :length].tobytes() == bout["tape"]["entries"][0, :length].tobytes()
        assert again["tape"]["generator"].tobytes() == bout["tape"]["generator"].tobytes()
        if session.is_over:
            break
        suspended += int(bout["tape"]["suspended"][0])
        other, action = Session.at(game, again), any_action(session, rng)
        assert (other.seat, other.mask.tobytes()) == (session.seat, session.mask.tobytes())
        session.act(action)
        other.act(action)
        assert position.bare(other.rows).tobytes() == position.bare(session.rows).tobytes()
        assert game.words.sentences(other.rows.view(np.recarray)[0]) == game.words.sentences(
            session.rows.view(np.recarray)[0]
        )
    return suspended


@every_game
@FEW
@given(seed=st.integers(0, 2**32), filled=st.floats(0, 1))
def test_every_field_is_carried_whatever_it_holds(game: Game, seed: int, filled: float) -> None:
    """Random numbers of the whole range in a part of all fields; none is named here, so a new one is tried too."""
    rng = np.random.default_rng(seed)
    bout = rows_of(game.dtype, 1)
    for leaf in leaves(game.dtype, game.notation.fields):
        target = leaf.of(bout)
        bounds = np.iinfo(target.dtype)
        values = rng.integers(bounds.min, bounds.max, target.shape, target.dtype, endpoint=True)
        small = rng.integers(-1, 12, target.shape).astype(target.dtype)
        some = rng.random(target.shape) < filled
        target[some] = np.where(rng.random(target.shape) < 0.5, values, small)[some]
    again = position.parse(game, position.write(game, bout))
    assert again.tobytes() == position.bare(bout).tobytes()


@every_game
def test_what_is_left_out_is_what_has_gone_by(game: Game) -> None:
    """Exactly the happenings and the tape beyond its length."""
    rng, session = np.random.default_rng(3), Session(game, game.read_options(), seed=8)
    for _ in range(DECISIONS):
        if session.is_over:
            break
        session.act(any_action(session, rng))
    bout, bare = session.rows, position.bare(session.rows)
    length = int(bout["tape"]["length"][0])
    for part in ("happenings", "heard", "shown"):
        bare[part] = bout[part]
    bare["tape"]["entries"][0, length:] = bout["tape"]["entries"][0, length:]
    assert bare.tobytes() == bout.tobytes()


@every_table
def test_a_seats_own_line_does_not_depend_on_what_is_hidden_from_it(game: Game, seats: int) -> None:
    """The line of a bout is that of any bout which the seat could be in as well; and no dice to come are shown."""
    rng = np.random.default_rng(seats)
    session = Session(game, game.read_options(seats=seats, **HIDDEN[game.name]), seed=seats + 1)
    hidden = 0
    for turn in range(DECISIONS // 6):
        if session.is_over:
            break
        if turn % 3 == 0:
            for seat in range(seats):
                if not may_know(session.rows[0], seat):
                    with pytest.raises(ValueError, match="may not know the open question"):
                        position.seen_by(game, session.rows, seat)
                    continue
                line = position.seen_by(game, session.rows, seat)
                imagined = Session.at(game, session.rows).imagined(seat, 40)[
                    -1:
                ]  # dealt by a seed that the line does not use
                assert position.seen_by(game, imagined, seat) == line
                assert "tape.generator" not in line
                hidden += "?" in line
                with pytest.raises(ValueError, match="expected a whole position, or a seed to deal what is hidden"):
                    position.read(game, line)
        session.act(any_action(session, rng))
    assert hidden > 0, "nothing was ever hidden: the test sees no leak"


@every_game
@pytest.mark.parametrize("case", range(0, 12, 4))
def test_a_seats_own_line_can_be_played_on_with_a_seed(game: Game, case: int) -> None:
    """What it does not know is dealt anew: the seat sees the same, may do the same, and the bout goes on."""
    assert game.invariants is not None
    rng = np.random.default_rng(case)
    session = Session(game, game.read_options(**game.invariants.variety(case)), seed=case)
    for turn in range(DECISIONS // 3):
        if session.is_over:
            break
        if turn % 12 == 0:
            for seat in range(len(session.outcome)):
                if not may_know(session.rows[0], seat):
                    continue
                line = position.seen_by(game, session.rows, seat)
                dealt = Session.at(game, position.read(game, line, seed=turn))
                assert position.seen_by(game, dealt.rows, seat) == line and position.seat_of(line) == seat
                assert dealt.seat == session.seat
                if seat == session.seat:
                    assert dealt.legal() == session.legal()
                for _ in range(5):
                    if not dealt.is_over:
                        dealt.act(any_action(dealt, rng))
        session.act(any_action(session, rng))


def test_another_seed_deals_otherwise() -> None:
    """The hand of the other seat, and the dice to come."""
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=3)
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.flatnonzero(session.mask)[0]))
    line = position.seen_by(NEXUS, session.rows, 0)
    hands = {int(position.read(NEXUS, line, seed=seed)["table"]["lanistas"]["hand"][0, 1]) for seed in range(20)}
    assert len(hands) > 3
    assert len({hand.bit_count() for hand in hands}) == 1
    assert position.read(NEXUS, line, seed=1).tobytes() == position.read(NEXUS, line, seed=1).tobytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("hand={?", "hand={?+?+?+?+?+?+?+?+?+?+?+?+?+?"), "unknown cards in lanistas.1"),
        (("hand={?", "hand=?;x y={?"), "expected a set of a known size"),
        (("slots={", "slots={?+"), "got ? in slots"),
        (("seen by player_0", "seen by player_7"), "got the view of seat 7; expected 0 to 1."),
        (("seen by player_0", "seen by player_\u0660"), "got no seat after 'seen by player_'"),
        (("seen by player_0", "seen by player_x"), "got no seat after 'seen by player_'"),
        (("crowd_pile=", "crowd_pile=9"), "All 700 coins are somewhere"),
        (("box=", "box=1"), "table box: got 1414; expected 0 to 700"),
    ],
)
def test_a_view_that_cannot_be_true_is_refused(change: tuple[str, str], reason: str) -> None:
    session = Session(NEXUS, NEXUS.read_options(deal="random"), seed=3)
    while session.bout["table"]["cycle"] == 0:
        session.act(int(np.flatnonzero(session.mask)[0]))
    line = position.seen_by(NEXUS, session.rows, 0)
    assert change[0] in line
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(NEXUS, line.replace(*change, 1), seed=1)
    assert reason in str(caught.value)


def test_a_seat_sees_its_own_and_not_what_others_hide() -> None:
    """The toy's numbers."""
    session = Session(toy.GAME, toy.read_options(seats=3), seed=4)
    numbers = [int(player["number"]) for player in session.bout["table"]["players"]]
    line = position.seen_by(toy.GAME, session.rows, 1)
    assert "players.0 number=?" in line and "players.2 number=?" in line
    assert f"players.1 number={numbers[1]} " in line
    for seat in (-1, "1", None, 1.0, True, 3):
        with pytest.raises(ValueError, match=r"seat: got .*; expected 0 to 2"):
            position.seen_by(toy.GAME, session.rows, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "got an empty text; expected a line or a drawing."),
        ("toy 2", "got 'toy 2' at the beginning; expected 'toy 1'"),
        ("chess 1; table turn=1", "got 'chess 1' at the beginning"),
        ("toy 1; tabel turn=1", "unknown group 'tabel'; did you mean 'table'"),
        ("toy 1; table trun=1", "unknown name 'trun'; did you mean 'turn'"),
        ("toy 1; table turn", "got 'turn'; expected name=value"),
        ("toy 1; table turn=1 turn=1", "got turn twice"),
        ("toy 1; table turn=one", "got turn=one; expected a number"),
        ("toy 1; table turn=\u0661", "got turn=\u0661; expected the digits 0 to 9"),
        ("toy 1; table turn=1.5", "expected whole numbers from"),
        ("toy 1; table turn=99999999999", "expected whole numbers from"),
        ("toy 1; table turn=1,2", "expected at most 1 of them"),
        ("toy 1; players.0 number=?", "cannot be played on"),
        ("toy 1; table seats=2; tape length=600", "tape length: got 600; expected 0 to 512"),
        ("toy 1; table seats=2; tape length=512", "tape length: got 512; expected fewer than 512"),
        ("toy 1; table seats=2; bout told=900", "got 900; expected 0 to 160"),
        (". . .\n. 0^ .", "toy has no drawings"),
    ],
)
def test_a_damaged_or_foreign_line_is_told_with_place_and_reason(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^position") as caught:
        position.read(toy.GAME, line)
    assert reason in str(caught.value)


@every_game
def test_a_line_of_another_version_is_refused_in_one_sentence(game: Game) -> None:
    line = position.write(game, Session(game, game.read_options(seats=game.seats.start), seed=1).rows)
    head = f"{game.name} {game.version}"
    assert line.startswith(head)
    older = line.replace(head, f"{game.name} {game.version - 1}", 1)
    with pytest.raises(
        ValueError, match=rf"^position: got '{game.name} {game.version - 1}[^\n]*; expected '{head}[^\n]*$"
    ):
        position.read(game, older)


def test_a_line_is_as_short_as_what_there_is_to_say() -> None:
    """What is not said is the default."""
    session = Session(toy.GAME, toy.read_options(), seed=1)
    line = position.write(toy.GAME, session.rows)
    assert position.write(toy.GAME, session.bout) == line
    assert line.startswith("toy 1; table seats=2 units=") and "; players.0 number=" in line and "options" not in line
