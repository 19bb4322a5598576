"""`python -m nexus_env table`: whole bouts with people who type, roll and hold cards that nobody else knows."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import numpy as np
import pytest

from nexus_env.cli.main import main
from nexus_env.cli.table import PERSON
from nexus_env.contract.game import Game
from nexus_env.contract.real_table import Chance
from nexus_env.frontends.table import cards, dice
from nexus_env.frontends.table.dealer import GUESSED
from nexus_env.frontends.table.host import SHORT_MENU, Host
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.kit.tape import CHANCE
from nexus_env.play.autosave import AutosavedBout
from nexus_env.players.agents_by_name import find_loader
from nexus_env.text import completion, transcript

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]
GREEDY = find_loader()("greedy", NEXUS)


def members(cards: Any) -> list[int]:
    """The numbers in a set of cards, from 0."""
    return [card for card in range(int(cards).bit_length()) if int(cards) >> card & 1]


class People:
    """All who sit at the table: they answer what they are asked, and hold cards that the program has not been told."""

    def __init__(self, kept: AutosavedBout, host: Host, seed: int, most: int = 10_000) -> None:
        self.kept, self.host, self.most = kept, host, most
        self.rng = np.random.default_rng(seed)
        deck = self.rng.permutation(24).tolist()
        seats = len(kept.head.players)
        self.dealt = [sorted(deck[seat::seats]) for seat in range(seats)]
        self.hands: dict[int, list[int]] = {}
        self.played: list[tuple[int, int]] = []
        self.trying: tuple[int, int] | None = None
        self.listed = False  # somebody has asked for a long list

    def __call__(self, prompt: str) -> str:
        """What somebody types."""
        self.most -= 1
        if self.most < 0:
            raise EOFError
        bout = self.kept.session.bout
        self._look(bout)
        if "numbers, 0 of" in prompt:
            return " ".join(str(card + 1) for card in self.dealt[1 if 1 not in self.hands else 2])
        if "; the card's number:" in prompt:  # the AI draws one of the true cards
            asked = cards.drawn(self.kept.session)
            assert asked is not None
            hand = self.hands[asked.source]
            card = min(set(hand) - set(members(bout["table"]["lanistas"][1]["known"])))
            hand.remove(card)  # now: the AI may play it before they look again
            return str(1 + card)
        if "in its row?" in prompt:
            return str(1 + int(self.rng.integers(int(bout["table"]["lanistas"][1]["hand"]).bit_count())))
        if "[Enter]" in prompt:
            return self._card_or("")
        if self.kept.session.seat == CHANCE:
            faces = [list(die.answers)[self.rng.integers(len(die.answers))] for die in dice.throw(self.kept.session)]
            return self._card_or(" ".join(faces) if len(faces) > 1 else faces[0])
        if len(self.host.offered) > SHORT_MENU and not self.listed:
            self.listed = True
            return "?"
        return self._card_or(str(1 + int(self.rng.integers(len(self.host.offered)))))

    def _card_or(self, otherwise: str) -> str:
        """A person plays one of its cards if it can, now and then."""
        holding = [seat for seat, hand in self.hands.items() if hand]
        if not holding or self.rng.random() > 0.3:
            return otherwise
        seat = int(self.rng.choice(holding))
        card = int(self.rng.choice(self.hands[seat]))
        self.trying = seat, card
        return f"{seat}: play card {card + 1}"

    def _look(self, bout: Any) -> None:
        """Keep as many true cards as the rules say, and note which one has just been played."""
        if self.trying and int(bout["table"]["used_cards"]) >> self.trying[1] & 1:
            self.hands[self.trying[0]].remove(self.trying[1])
            self.played.append(self.trying)
        self.trying = None
        for seat in self.hands:
            self._follow(bout["table"]["lanistas"], seat)
        if not self.hands and bout["table"]["cycle"]:
            for seat, name in enumerate(self.kept.head.players):
                if name == PERSON:
                    count = int(bout["table"]["lanistas"][seat]["influence"])
                    self.hands[seat] = self.rng.permutation(self.dealt[seat]).tolist()[:count]

    def _follow(self, rows: Any, seat: int) -> None:
        """What an agent has taken from a person, or a person from somebody."""
        hand, of_agent, known = self.hands[seat], members(rows[1]["hand"]), members(rows[1]["known"])
        hand[:] = [card for card in hand if card not in of_agent]
        hand += [card for card in members(rows[seat]["hand"]) if card in known and card not in hand]
        for other in self.hands:  # people take cards from each other without a word
            while other != seat and len(hand) < int(rows[seat]["hand"]).bit_count() and self.hands[other]:
                hand.append(self.hands[other].pop())


def seated(seats: int, seed: int, tmp_path: Path, **options: Any) -> tuple[AutosavedBout, Host]:
    """A table with greedy at seat 1."""
    players = [PERSON, "greedy", PERSON, PERSON][:seats]
    kept = AutosavedBout(
        *(NEXUS, {"seats": seats, **options}),
        seed=seed,
        dictated=True,
        players=players,
        comment=GUESSED,
        file=tmp_path / "bout.txt",
    )
    return kept, Host(kept, {1: GREEDY})


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_bout_with_cards_that_only_people_know(
    seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """People play cards that the program had guessed elsewhere, and the transcript is a bout like any other."""
    kept, host = seated(seats, seed, tmp_path, cycle_limit=6)
    people = People(kept, host, seed)
    monkeypatch.setattr("builtins.input", people)
    host.run()
    assert kept.session.is_over
    assert people.played
    read = transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8"))
    assert transcript.replay(NEXUS, read).is_over
    for seat, card in people.played:
        assert any(turn.seat == seat and turn.words == f"play card {card + 1}" for turn in read.turns)
    told = capsys.readouterr().out
    assert ("- movement -" in told) == people.listed  # a heading in a long list
    assert not re.search(
        r"keep card \d", told
    )  # nobody is told which cards an agent has kept, nor what the program guesses


# --- what people type -------------------------------------------------------------------------------------------------


class Script:
    """Lines that are typed one after the other; the prompts that they answered are kept."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.prompts = list(lines), []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


class Last:
    """An agent that passes where it can, and takes the last legal action elsewhere."""

    def choose(self, observations: Any, masks: Any, rng: Any) -> Any:
        return np.where(masks[:, Action.PASS], Action.PASS, masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1))


def last(game: Game) -> Last:
    """The agent called `test_table:last`."""
    return Last()


CARDS = ("1 2 3 4", "5 6 7 8", "9 10 11 12")
SETUP = ("0", "1", "choose motivation 3", *CARDS)
"""The first of everything for a person at seat 0, and cards 1 to 12 for the agent at seat 1."""


@pytest.fixture(name="type_in")
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Script]:
    """What is typed from now on."""

    def type_in(*lines: str) -> Script:
        script = Script(*lines)
        monkeypatch.setattr("builtins.input", script)
        return script

    return type_in


def table(tmp_path: Path, *words: str) -> int:
    """The command, with a bout in a file of its own."""
    ai = [] if "--ai" in words else ["--ai", "1=test_table:last"]
    return main(["table", "--seed", "1", "--record", str(tmp_path / "bout.txt"), *ai, *words])


def turns_of(tmp_path: Path) -> list[str]:
    """The turns in the file."""
    return [str(turn) for turn in transcript.read((tmp_path / "bout.txt").read_text(encoding="utf-8")).turns]


def test_dice_are_asked_for_by_color_and_number_and_taken_in_words(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    """The initiative of both players: a trait die and a black d6 each."""
    script = type_in(*SETUP, "Instinct 6", "cun,2")
    assert table(tmp_path) == 0
    assert "player_0 rolls the trait die and the black d6 for trait and ratio: " in script.prompts
    assert [turn for turn in turns_of(tmp_path) if turn.startswith("dice")][-4:] == [
        "dice: 2 for trait of player_0",
        "dice: 6 for ratio of player_0",
        "dice: 6 for trait of player_1",
        "dice: 2 for ratio of player_1",
    ]
    assert "table --resume" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("instinct", "got 1 face; expected 2: trait die, black d6."),
        ("instinct 7", "black d6: got '7'; expected 1 to 6."),
        ("luck 3", "trait die: got 'luck'; expected willpower, instinct, physicality, deftness, swagger or"),
    ],
)
def test_faces_that_cannot_be_are_asked_for_again(
    typed: str, sentence: str, tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    type_in(*SETUP, typed, "instinct 6")
    assert table(tmp_path) == 0
    assert sentence in capsys.readouterr().out
    assert turns_of(tmp_path)[-1] == "dice: 6 for ratio of player_0"


def test_cards_of_an_agent_that_cannot_be_are_asked_for_again(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    type_in(*SETUP[:3], "1 1", "25", *SETUP[3:])
    assert table(tmp_path) == 0
    told = capsys.readouterr().out
    assert "got too many cards, or one twice" in told and "got '25', which is not in the deck" in told
    kept = AutosavedBout.resume(NEXUS, tmp_path / "bout.txt")
    row = kept.session.bout["table"]["lanistas"][1]
    assert members(row["hand"] | row["discarded"]) == list(range(12))


def test_entries_are_taken_back_one_by_one(tmp_path: Path, type_in: Callable[..., Script], capsys: Capture) -> None:
    """A throw is one entry; the file is as it was before."""
    script = type_in(*SETUP, "instinct 6", "cunning 2", "undo", "cunning 3", "undo 2", "deftness 1", "quit")
    assert table(tmp_path) == 0
    assert turns_of(tmp_path)[-2:] == ["dice: 4 for trait of player_0", "dice: 1 for ratio of player_0"]
    assert "taken back: dice: 2 for ratio of player_1" in capsys.readouterr().out and not script.lines


def test_an_entry_is_taken_back_with_what_the_agent_did_since(tmp_path: Path, type_in: Callable[..., Script]) -> None:
    script = type_in("0", "choose lanista 4", "choose motivation 1", "undo", "choose motivation 3", "undo 2", "quit")
    assert table(tmp_path) == 0
    assert turns_of(tmp_path) == ["dice: 1 for order"] and not script.lines


def test_a_bout_goes_on_after_the_end_of_the_input(tmp_path: Path, type_in: Callable[..., Script]) -> None:
    """With its cards as they were told."""
    type_in(*SETUP, "instinct 6")
    assert table(tmp_path) == 0
    before = turns_of(tmp_path)
    script = type_in("cunning 2")
    assert main(["table", "--resume", str(tmp_path / "bout.txt")]) == 0
    after = turns_of(tmp_path)
    assert after[: len(before)] == before and len(after) > len(before)
    assert script.prompts[0] == "player_1 rolls the trait die and the black d6 for trait and ratio: "


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seats 3", "--seats: got 3; expected 2, as at the start of the bout, or no value."),
        ("--ai 1=random", "--ai 1: got random; expected test_table:last, as at the start of the bout, or no value."),
        ("--ai 0=random", "--ai 0: got random; expected person, as at the start of the bout, or no value."),
        ("--ai 2=random", "--ai 2: got random; expected no such seat, as at the start of the bout, or no value."),
        ("--seed 2", "--seed: got 2; expected 1, as at the start of the bout, or no value."),
        (
            "--cycle-limit 9",
            "--set cycle_limit: got 9; expected the default, as at the start of the bout, or ",
        ),
        ("--cards program", "--cards: got program; expected table, as at the start of the bout, or no value."),
    ],
)
def test_a_bout_that_goes_on_is_not_asked_for_otherwise(
    words: str, sentence: str, tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    type_in(*SETUP)
    assert table(tmp_path) == 0
    file = str(tmp_path / "bout.txt")
    again = ["table", "--resume", file, "--seats", "2", "--ai", "1=test_table:last", "--seed", "1", "--cards", "table"]
    type_in()
    assert main(again) == 0, "the same is no contradiction"
    capsys.readouterr()
    assert main(["table", "--resume", file, *words.split()]) == 2
    told = capsys.readouterr().err
    assert f"{file}: {sentence}" in told and told.count("\n") == 1


def test_nothing_that_was_answered_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    """The file is whole at any moment: a killed program leaves all turns but those that nobody has answered."""
    file = tmp_path / "bout.txt"
    words = ["table", "--seed", "1", "--ai", "1=greedy", "--influence-cards", "0", "--record", str(file)]
    command = [sys.executable, "-u", "-m", "nexus_env", *words]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("0\nchoose lanista 1\n")
        process.stdin.flush()
        for line in process.stdout:  # what is told has been written down
            if line == "player_0 gets the lanista Taskmaster.\n":
                break
        process.kill()
    kept = AutosavedBout.resume(NEXUS, file)
    assert "player_0: choose lanista 1" in map(str, kept.turns)


def test_commands_are_read_forgivingly_and_refused_with_the_rule(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    """The beginnings of words, a number of the list, and the reason why not."""
    type_in(*SETUP, "instinct 6", "cunning 2", "1", "crush", "rot r", "rule feint", "rule move", "?", "mo", "1", "quit")
    assert table(tmp_path) == 0
    told = capsys.readouterr().out
    assert "'crush' is not legal now. Your helot holds nobody. The nearest are:" in told
    assert (
        "Your next attack roll this round against the helot in Front" in told
        and "Move one square without turning" in told
    )
    assert "'mo' may mean several:" in told
    played = [turn for turn in turns_of(tmp_path) if turn.startswith("player_0: ")]
    assert played[-2] == "player_0: rotate right" and played[-1].startswith("player_0: move ")


def test_a_card_that_is_elsewhere_is_not_played(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    """Those of the agent are known; nor does an agent take orders."""
    type_in(*SETUP, "instinct 6", "cunning 2", "0: play card 5", "0: play card 99", "1: pass", "quit")
    assert table(tmp_path) == 0
    told = capsys.readouterr().out
    assert "card 5: got a card that player_0 cannot hold, given what was entered; expected another one." in told
    assert (
        "influence card: got 'card 99'; expected its number or its name." in told and "The AI plays player_1." in told
    )


def test_the_program_may_deal_the_cards(tmp_path: Path, type_in: Callable[..., Script], capsys: Capture) -> None:
    """Then each person looks at its own on the screen, and nobody tells the program anything."""
    script = type_in("0", "1", "choose motivation 3", "", "1", "", "1", "hand 0", "", "", "quit")
    assert table(tmp_path, "--cards", "program") == 0
    kept = AutosavedBout.resume(NEXUS, tmp_path / "bout.txt")
    hand = members(kept.session.bout["table"]["lanistas"][0]["hand"])
    assert len(hand) == 2 and not kept.comment and not script.lines
    told = capsys.readouterr().out
    assert all(f"  {card + 1}  " in told for card in hand)


def test_each_seat_may_see_its_hidden_number_at_any_table(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    """And how many cards it holds, where the program was not told which."""
    type_in("1", "hand 0", "", "", "hand 2", "quit")
    assert main(["table", "--game", "toy:GAME", "--seed", "1", "--ai", "1=random", *record(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "`hand 0` shows it." in told and re.search(
        r"^  1 card, whose numbers the program does not know$", told, re.MULTILINE
    )
    assert re.search(r"^  number: \d$", told, re.MULTILINE) and "hand: got 2; expected one of 0, 1." in told


def test_the_rule_of_a_command_says_what_it_would_reach(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    type_in("1", "rule move", "quit")
    assert main(["table", "--game", "toy:GAME", "--seed", "1", "--ai", "1=random", *record(tmp_path)]) == 0
    assert re.search(r"^  \d spaces? within reach\.$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.parametrize("typed", ["²", "hand ²", "undo ²", "log ²", "²: pass", "9" * 5000, "undo 999999999"])
def test_no_number_that_is_typed_ends_the_bout(
    typed: str, tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    script = type_in("1", typed, "quit")
    assert main(["table", "--game", "toy:GAME", "--seed", "1", "--ai", "1=random", *record(tmp_path)]) == 0
    assert not script.lines and not capsys.readouterr().err


def record(tmp_path: Path) -> tuple[str, str]:
    """Where a bout is kept."""
    return "--record", str(tmp_path / "bout.txt")


def test_without_cards_nobody_is_asked_for_any(tmp_path: Path, type_in: Callable[..., Script]) -> None:
    script = type_in("0", "1", "choose motivation 3")
    assert table(tmp_path, "--influence-cards", "0") == 0
    assert script.prompts[-1] == "player_0 rolls the trait die and the black d6 for trait and ratio: "


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--ai", "2=greedy"], "--ai 2=greedy: got seat 2; expected 0 to 1."),
        (["--ai", "1=greedy", "--ai", "1=random"], "--ai 1=random: got seat 1 twice; expected each seat once."),
        (["--ai", "1=greddy"], "did you mean greedy"),
        (["--barge", "1" * 5000], 'barge: got "1111'),
        (["--seats", "1"], "options of nexus: seats: got 1; expected a whole number from 2 to 4."),
        (["--seats", "1", "--ai", "0=greedy"], "seats: got 1; expected a whole number from 2 to 4."),
        (["--seats", "5", "--ai", "1=greddy"], "seats: got 5; expected a whole number from 2 to 4."),
        (["--barge", "9", "--ai", "1=greddy"], 'barge: got "9"'),
        (["--barge", "9"], 'barge: got "9"; expected a number from 1 to 8'),
    ],
)
def test_mistakes_on_the_command_line_are_told(
    words: list[str], sentence: str, tmp_path: Path, capsys: Capture
) -> None:
    assert table(tmp_path, *words) == 2
    assert sentence in capsys.readouterr().err and not (tmp_path / "bout.txt").exists()


def test_without_a_name_no_agent_is_blamed(tmp_path: Path, capsys: Capture) -> None:
    assert main(["table", "--seats", "1", "--record", str(tmp_path / "bout.txt")]) == 2
    told = capsys.readouterr().err
    assert "seats: got 1" in told and "Agent" not in told and "greedy" not in told


def test_a_bout_that_is_there_is_not_overwritten(
    tmp_path: Path, type_in: Callable[..., Script], capsys: Capture
) -> None:
    type_in("0")
    assert table(tmp_path) == 0
    assert table(tmp_path) == 2
    assert "got a name that already exists" in capsys.readouterr().err


# --- forgiving reading ------------------------------------------------------------------------------------------------

SPELLED = ["move forward", "move forward-left", "focused attack player_1 chest", "combo chest 1", "pass", "play card 1"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("MOVE  forward", ["move forward"]),
        ("foc chest", ["focused attack player_1 chest"]),
        ("mo f", ["move forward"]),
        ("forward-l", ["move forward-left"]),
        ("chest", ["focused attack player_1 chest", "combo chest 1"]),
        ("p", ["pass", "play card 1"]),
        ("move forward-l", ["move forward-left"]),
        ("levitate", []),
        ("", []),
    ],
)
def test_words_may_be_cut_short(typed: str, meant: list[str]) -> None:
    assert completion.find(typed, SPELLED) == meant


def test_a_draw_says_what_to_type() -> None:
    """A number or a name for a card of a deck; each of a few; dice show it on their faces."""
    many = {str(number): number for number in range(1, 6)}
    for answers, told in (
        (many, "1 to 5"),
        ({"Alpha": 0, "Beta": 1}, "Alpha or Beta"),
        ({f"c{n}": n for n in range(20)}, "its number or its name"),
    ):
        drawn = Chance(name="a card", purpose="card", seat=0, answers=answers, is_die=False)
        assert dice.describe([drawn]) == f"player_0 draws a card; type {told}:"
    assert dice.describe([Chance(name="d6", purpose="check", seat=0, answers={"1": 0}, is_die=True)]).endswith(
        "rolls the d6 for check:"
    )
