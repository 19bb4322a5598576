"""`python -m nexus_env`: what is typed wrongly is told in one sentence, and nothing is done."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import toy
from processes import environment

from nexus_env.cli import warm as warm_command
from nexus_env.cli.bench import BenchWish
from nexus_env.cli.main import COMMANDS, main, read_arguments
from nexus_env.contract import registry
from nexus_env.frontends.web.protocol.limits import MOST_SEED_OF_A_BOUT
from nexus_env.games.nexus import NEXUS
from nexus_env.kit.dice import MOST_SEED
from nexus_env.machine.compiled import PLAIN
from nexus_env.play import warm

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play random random --delay -1", "--delay: got '-1'; expected a number from 0 to 86400"),
        ("play random random --delay nan", "--delay: got 'nan'; expected a number"),
        ("play random random --delay 1e11", "--delay: got '1e11'; expected a number from 0 to 86400"),
        *(
            (f"{command} --seed {seed}", f"--seed: got '{seed}'; expected a whole number from 0 to {most}")
            for command, most in [
                *(
                    (command, MOST_SEED)
                    for command in ("play", "watch a b", "table", "fuzz", "balance", "tournament a b", "puzzles")
                ),
                *(("benchmark a", MOST_SEED), ("serve", MOST_SEED_OF_A_BOUT)),
            ]
            for seed in ("-1", str(2**64), "1e3", str(most + 1))
        ),
        ("fuzz --case 0 --bout -1", "--bout: got '-1'; expected a whole number from 0 to "),
        ("fuzz --case 0 --bout 1" + "0" * 60, "--bout: got '1000"),
        ("fuzz --decisions 1e9", "--decisions: got '1e9'; expected a whole number from 1 to "),
        ("fuzz --processes 100000", "--processes: got '100000'; expected a whole number from 1 to 1024"),
        (
            "bench --bouts 100000000000000",
            "--bouts: got '100000000000000'; expected a whole number from 1 to ",
        ),
        ("serve --port 65536", "--port: got '65536'; expected a whole number from 0 to 65535"),
        ("serve --port -1", "--port: got '-1'; expected a whole number from 0 to 65535"),
        ("serve --rate inf", "--rate: got 'inf'; expected a number from 0 to "),
        ("tournament a b --until 1.5", "--until: got '1.5'; expected a number from 0 to 1"),
        ("table --seats -1", "--seats: got '-1'; expected a whole number from 1 to "),
        ("play random random --delay soon", "--delay: got 'soon'; expected a number"),
        ("play random random --steps -3", "--steps: got '-3'; expected a whole number from 0 to "),
        ("play random random --steps 1.5", "--steps: got '1.5'; expected a whole number"),
        ("play random random --seed -1", "--seed: got '-1'; expected a whole number from 0 to "),
        ("fuzz --decisions -5", "--decisions: got '-5'; expected a whole number from 1 to "),
        ("bench --bouts 0", "--bouts: got '0'; expected a whole number from 1 to "),
        ("bench --threads 0", "--threads: got '0'; expected a whole number from 1 to "),
        ("bench --seconds -2", "--seconds: got '-2'; expected a number from 0.01 to "),
    ],
)
def test_a_number_out_of_range_is_refused(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and not printed.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_each_page_of_help_ends_with_examples_that_can_be_typed(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"] if command else ["--help"])
    assert stop.value.code == 0
    examples = capsys.readouterr().out.partition("examples:\n")[2].splitlines()
    assert examples
    for example in examples:
        words = shlex.split(example.split("  ")[1].removeprefix("python -m nexus_env "))
        assert words[0] == command or not command
        assert callable(read_arguments(words).run)


def test_examples_fit_the_game_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """They name it, agents of its own, and no more seats than it has."""
    for command in ("watch", "tournament"):
        examples = help_of(command, "--game", "aristeia", capsys=capsys).partition("examples:\n")[2].splitlines()
        assert all(f"{command} --game aristeia" in line for line in examples)
        for line in examples:
            chosen = read_arguments(line.split("  ")[1].removeprefix("python -m nexus_env ").split())
            assert (
                "greedy" not in chosen.agents and (chosen.seats if command == "tournament" else len(chosen.agents)) == 2
            )


def test_numbers_in_range_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "random", "random", "--delay", "0", "--steps", "3", "--seed", "0"]) == 0
    assert "player_1 is random" in capsys.readouterr().out


def test_a_rule_is_set_for_a_bout_that_is_watched(tmp_path: Path) -> None:
    file = tmp_path / "bout.txt"
    words = "watch random random --seed 1 --delay 0 --steps 3 --barge 2 --set windows=held --set scattered.blood=3"
    assert main([*words.split(), "--record", str(file)]) == 0
    head = file.read_text()
    assert '"windows": "held"' in head and '"barge": "2"' in head and '"blood": 3' in head


def test_what_is_compiled_already_is_ready_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "--game", "nexus"]) == 0
    capsys.readouterr()
    assert main(["warm", "--game", "nexus"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("nexus is ready after") and not printed.err


def test_every_game_is_compiled_unless_one_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `serve` plays them, and each is named."""
    monkeypatch.setattr(registry, "find_all", lambda command, warn: {"nexus": "nexus", "chess": "chess"})
    monkeypatch.setattr(registry, "find", lambda name, place: name)
    monkeypatch.setattr(registry, "refuse_namesakes", lambda place, games: None)
    monkeypatch.setattr(warm_command, "warm", lambda game: f"{game} is ready")
    monkeypatch.setattr(warm_command.os, "cpu_count", lambda: 1)
    for words, told in (
        ([], ["nexus is ready", "chess is ready"]),
        (["--game", "chess"], ["chess is ready"]),
        (["--game", "chess,nexus"], ["chess is ready", "nexus is ready"]),
    ):
        assert main(["warm", *words]) == 0
        assert capsys.readouterr().out.splitlines() == told


def test_games_are_compiled_side_by_side_where_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a process of its own; the worst end counts."""
    ran: list[list[str]] = []

    def run(words: list[str], *, check: bool) -> SimpleNamespace:
        ran.append(words[-2:])
        return SimpleNamespace(returncode=3 if words[-1] == "chess" else 0)

    monkeypatch.setattr(registry, "find_all", lambda command, warn: {"nexus": "nexus", "chess": "chess"})
    monkeypatch.setattr(warm_command.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(warm_command.subprocess, "run", run)
    assert main(["warm"]) == 3
    assert sorted(ran) == [["--game", "chess"], ["--game", "nexus"]]


def test_an_agent_that_has_changed_makes_a_first_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_ready", lambda what, record: (tmp_path / "ready").exists())
    monkeypatch.setattr(warm, "cache_of", lambda module: tmp_path / module)
    for made in ("ready", *NEXUS.agents.machine_code):
        assert not warm.is_warm(NEXUS)
        (tmp_path / made).touch()
    assert warm.is_warm(NEXUS)


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_the_machine_code_of_the_agents_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "--game", "nexus"]) == 0
    assert warm.is_warm(NEXUS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play randm random", "did you mean random"),
        ("play random random --loader nowhere:load", "the loader of agents, nowhere:load: No module named 'nowhere'"),
        ("play random random --loader agents", "expected package.module:callable"),
        ("watch random", "seats"),
        ("watch random random --set windows=hold", 'windows: got "hold"; expected one of "able", "held"'),
        ("watch random random --set seats=3", "--set seats: got 3; expected 2, the number of named players"),
        ("watch random random --set wind=held", "wind: got an unknown key"),
        ("serve --game ,", "--game: got ','; expected names of games, separated by commas"),
        ("serve --game nexus,,toy:GAME", "--game: got 'nexus,,toy:GAME'; expected names of games, separated"),
        ("serve --game=", "--game: got an empty text; expected names of games, separated by commas"),
        (
            "serve --agent random=greedy",
            "--agent: got the name 'random', already used by an agent of the game; expected",
        ),
        (
            "serve --agent a=greedy --agent a=random",
            "--agent: got the name 'a', already used by another --agent; exp",
        ),
        ("serve --game toy:GAME --agent nexus/a=greedy", "--agent: got the game 'nexus'; expected one of toy:GAME."),
        ("table --set windows", "--set: got 'windows'; expected a key, an equals sign and a value"),
    ],
)
def test_a_name_that_leads_nowhere_is_told_in_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1


# --- any game ---------------------------------------------------------------------------------------------------------

TOY = ["--game", "toy:GAME"]


def help_of(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says of itself."""
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ["play", "watch", "table", "balance", "tournament"])
def test_help_shows_the_flags_of_the_game_that_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    own, other = help_of(command, capsys=capsys), help_of(command, *TOY, capsys=capsys)
    assert "--barge" in own and "--deal {draft,random}" in own and "--rounds" not in own and "rules of nexus" in own
    assert "--barge" not in other and "--rounds N" in other and "--bare {true,false}" in other


@pytest.mark.parametrize(
    ("command", "barge", "deal"), [("play", 1, "draft"), ("balance", "roll", "random"), ("puzzles", "roll", "draft")]
)
def test_help_names_the_defaults_of_the_command(
    command: str, barge: object, deal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Balance is measured over all there is, and puzzles come from various bouts."""
    told = " ".join(help_of(command, capsys=capsys).split())
    assert f"roll, open; default {barge})" in told and f"motivations are dealt (default {deal})" in told


def test_help_says_which_options_alternate(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(help_of("balance", "--game", "aristeia", capsys=capsys).split())
    assert "what scores (default each in turn)" in told and "teams are chosen (default choice)" in told


def test_a_flag_is_another_way_to_set_a_rule(tmp_path: Path) -> None:
    """The last one counts, a text stays one, and a drawing may lie in a file."""
    drawn = tmp_path / "mine.txt"
    drawn.write_text("........\n" * 8, encoding="utf-8")
    words = f"watch random random --set cycle_limit=3 --barge 4 --cycle-limit 5 --barge {drawn}"
    assert read_arguments(words.split()).set == [
        *("cycle_limit=3", 'barge="4"', "cycle_limit=5"),
        'barge="' + "........\\n" * 8 + '"',
    ]


def test_a_drawing_in_a_file_that_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_bytes(b"\xff\xfe")
    assert main(["watch", "random", "random", "--barge", str(tmp_path / "mine.txt")]) == 2
    told = capsys.readouterr().err
    assert "mine.txt: got bytes that are not UTF-8; expected drawn rows." in told and told.count("\n") == 1


@pytest.mark.parametrize("rules", ["--rounds 2 --bare true", "--set rounds=2 --set bare=true"])
def test_another_game_is_watched_and_replayed(rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bout.txt"
    words = f"watch random random --seed 1 --delay 0 --record {file} {rules}"
    assert main([*words.split(), *TOY]) == 0
    told = capsys.readouterr().out
    assert '"rounds": 2' in file.read_text(encoding="utf-8") and "The bout is over." in told
    assert main(["replay", str(file), *TOY]) == 0
    assert "The bout is over." in capsys.readouterr().out
    assert main(["replay", str(file)]) == 2
    assert "toy" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["toy", "offered"])
def test_a_transcript_says_its_own_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is installed, whatever finds it, nobody has to name it; who names another one is told."""
    file = tmp_path / "bout.txt"
    assert main(f"watch random random --seed 1 --delay 0 --steps 3 --record {file}".split() + TOY) == 0
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    real = tmp_path / "table.txt"
    assert main(["table", "--seed", "1", "--ai", "1=random", "--record", str(real), *TOY]) == 0
    capsys.readouterr()
    commands = (["replay", str(file)], ["table", "--resume", str(real)])
    for words in commands:
        assert main(words) == 2
        told = capsys.readouterr().err
        assert f"{words[-1]}: got a transcript of 'toy'; expected one of an installed game; use --game" in told
        assert main([*words, "--game", "nexus"]) == 2
        assert f"{words[-1]}: got a transcript of 'toy'; expected one of 'nexus', the game of --game." in (
            capsys.readouterr().err
        )
    facts = tmp_path / "offering-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[nexus_env.games]\n{name} = toy:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for words in commands:
        assert main(words) == 0


def test_a_command_that_is_told_to_go_on_names_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be typed as it stands, whatever the file is called."""
    file = tmp_path / "my bout.txt"
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main(["table", "--seed", "1", "--ai", "1=random", "--record", str(file), *TOY]) == 0
    for _ in range(2):
        again, shown = re.findall(r"(python -m nexus_env .*)$", capsys.readouterr().out, re.MULTILINE)
        assert main(shlex.split(shown)[3:]) == 0
        capsys.readouterr()
        assert main(shlex.split(again)[3:]) == 0
    assert BenchWish(compare=True).command(toy.GAME).endswith(" --compare --game toy:GAME")
    assert "--game" not in BenchWish().command(NEXUS)


def test_another_game_is_led_at_a_real_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bout.txt"
    typed = iter(["1", "rest", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert main(["table", "--seed", "1", "--ai", "1=random", "--record", str(file), *TOY]) == 0
    assert "The cards are dealt from the real deck" in file.read_text(encoding="utf-8")
    assert "player_0: rest" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("watch random random --game nowhere", "--game: got 'nowhere'; expected one of nexus"),
        ("watch random random --rounds 61", "rounds: got 61; expected a whole number from 1 to 60"),
        ("validate cards", "validate: got toy; expected a game with stock files."),
    ],
)
def test_mistakes_about_another_game_are_told(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words.split(), *([] if "--game" in words else TOY)]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1


@pytest.mark.parametrize(("source", "why"), [("1 / 0", "division by zero"), ("raise SystemExit", "SystemExit")])
def test_a_loader_that_cannot_be_imported_is_told(
    source: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failing_loader.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["watch", "random", "random", "--loader", "failing_loader:load"]) == 2
    assert f"the loader of agents, failing_loader:load: {why}; expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("load = dict", "got TypeError: dict expected at most 1 argument, got 2 for 'random'; expected a function"),
        ("def load(name, game): pass", "got an object of the type NoneType, which has neither `choose` nor `search`"),
        ("load = 3", "got TypeError: 'int' object is not callable for 'random'; expected a function"),
        ("def load(name, game): raise ValueError('no such player')", "no such player"),
    ],
)
@pytest.mark.parametrize("words", ["watch random random", "balance --agent random --bouts 1"])
def test_a_loader_that_makes_no_agent_is_told(
    source: str,
    why: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "strange_loader.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "strange_loader", raising=False)
    assert main([*words.split(), "--loader", "strange_loader:load"]) == 2
    told = capsys.readouterr().err
    assert why in told and told.count("\n") == 1


@pytest.mark.parametrize("words", [["balance", "--agent", ""], ["validate", ""], ["validate", " "]])
def test_an_empty_word_is_no_default(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """As a variable of the shell that is not set leaves it."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "got nothing; expected a name" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["agents/__init__.py", "agents.py"])
def test_a_package_called_agents_is_in_nobodys_way(tmp_path: Path, file: str) -> None:
    other = tmp_path / file
    other.parent.mkdir(exist_ok=True)
    other.write_text("raise RuntimeError('this is another package')")
    words = ["-m", "nexus_env", "play", "random", "random", "--steps", "1", "--delay", "0", "--seed", "1"]
    done = run(words, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = run([str(ROOT / "train.py"), str(ROOT / "configs/nexus/smoke.toml"), "--check"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_config_of_the_package_is_found_from_anywhere(tmp_path: Path) -> None:
    for word in ("nexus/smoke", "nexus/smoke.toml", "configs/nexus/smoke.toml"):
        done = run(["-m", "nexus_env", "train", word, "--check"], tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), word
    done = run(["-m", "nexus_env", "train", "nexus/smok", "--check"], tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("nexus/smok: ")


def run(words: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Python with these words in a folder of somebody's own."""
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment(), capture_output=True, text=True)
