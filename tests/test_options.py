"""Options: what is right is read; what is wrong is named with its file, its key and what was expected."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nexus_env.kit.options import Asked, Flag, OptionsError, Source, build, flags_of, form_of, option, read

File = Callable[[str], Path]


@dataclass(frozen=True)
class Learner:
    steps: int = option(1000, least=1)
    rate: float = option(0.5, least=0.0, most=1.0)
    hidden: tuple[int, ...] = option((256, 256), least=1)
    device: str = option("cpu", choices=("cpu", "cuda"))


@dataclass(frozen=True)
class Experiment:
    game: str
    learner: Learner
    quiet: bool = False
    rules: dict[str, Any] = field(default_factory=dict)


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str) -> Path:
        path = tmp_path / "duel.toml"
        path.write_text(text)
        return path

    return write


def refused(path: Path, *overrides: str) -> str:
    """The one sentence with which `path` is refused."""
    with pytest.raises(OptionsError) as error:
        read(path, Experiment, overrides)
    sentence = str(error.value)
    assert "\n" not in sentence and sentence.endswith((".", "?"))
    return sentence


@pytest.mark.parametrize(
    "text",
    [
        f"game = {'[' * 9999}{']' * 9999}",
        f"rules = {'{a=' * 9999}1{'}' * 9999}",
        f"rules{'.a' * 9999} = 1",
        f"[rules{'.a' * 9999}]",
        f"rules = {'[' * 16}{']' * 16}",
    ],
)
def test_a_file_that_is_nested_too_deep_is_told(text: str, file: File) -> None:
    path = file(text)
    assert refused(path) == f"{path}: got lists or tables that are nested too deep; expected at most 16 levels."


@pytest.mark.parametrize(
    "text", [f"rules={'[' * 9999}{']' * 9999}", f"rules{'.a' * 9999}=1", f"rules.a={'[' * 20}{']' * 20}"]
)
def test_an_override_that_is_nested_too_deep_is_told(text: str, file: File) -> None:
    told = refused(file('game = "toy"'), text)
    assert told.startswith("--set rules") and len(told) < 200 and "nested too deep" in told


def test_a_number_of_thousands_of_digits_is_told(file: File) -> None:
    assert "got a line that cannot be read" in refused(file(f"game = {'9' * 9999}"))
    assert refused(file('game = "toy"'), f"learner.steps={'9' * 9999}").startswith(
        "--set learner.steps: got a number with too many digits"
    )


def test_what_the_file_leaves_out_has_its_default(file: File) -> None:
    assert read(file('game = "toy"'), Experiment) == Experiment("toy", Learner())


@pytest.mark.parametrize("text", ["a = " + "[" * 5000 + "]" * 5000, "a = " + "9" * 5000, 'game = "' + "x" * 9000 + '"'])
def test_what_is_deeper_or_longer_than_sense_is_told_in_a_short_sentence(file: File, text: str) -> None:
    told = refused(file(text + '\n[learner]\ndevice = "' + "x" * 9000 + '"'))
    assert len(told) < 1000
    assert len(refused(file('game = "toy"'), f"learner.device={text}")) < 1000


def test_every_type_is_read(file: File) -> None:
    text = (
        'game = "toy"\nquiet = true\n[learner]\nsteps = 5\nrate = 1\nhidden = [64]\ndevice = "cuda"\n[rules]\na.b = 1'
    )
    found = read(file(text), Experiment)
    assert found == Experiment("toy", Learner(5, 1.0, (64,), "cuda"), True, {"a": {"b": 1}})
    assert isinstance(found.learner.rate, float)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            'game = "toy"\n[learner]\nstepps = 5',
            ["learner.stepps", "unknown key", "steps, rate", "did you mean learner.steps?"],
        ),
        ('game = "toy"\nlerner = 5', ["duel.toml: lerner:", "one of the keys game, learner", "did you mean learner?"]),
        (
            'game = "toy"\n[learner]\nsteps = "many"',
            ["learner.steps", 'got "many"', "a whole number of at least 1"],
        ),
        ('game = "toy"\n[learner]\nsteps = true', ["learner.steps", "got true", "a whole number of at least 1"]),
        ('game = "toy"\n[learner]\nsteps = 1.5', ["learner.steps", "got 1.5", "a whole number"]),
        ('game = "toy"\n[learner]\nsteps = 0', ["learner.steps", "got 0", "a whole number of at least 1"]),
        ('game = "toy"\n[learner]\nrate = 1.5', ["learner.rate", "got 1.5", "a number from 0.0 to 1.0"]),
        ('game = "toy"\n[learner]\nrate = nan', ["learner.rate", "got nan", "a number from 0.0 to 1.0"]),
        ('game = "toy"\n[learner]\nhidden = [64, "b"]', ["learner.hidden[1]", 'got "b"', "a whole number"]),
        ('game = "toy"\n[learner]\nhidden = 64', ["learner.hidden", "got 64", "a list of whole numbers"]),
        (
            'game = "toy"\n[learner]\ndevice = "cud"',
            ["learner.device", '"cud"', 'one of "cpu", "cuda"', 'did you mean "cuda"?'],
        ),
        ('game = "toy"\nlearner = 3', ["learner", "got 3", "a table"]),
        ('game = "toy"\nrules = []', ["rules", "a list", "a table"]),
        ("quiet = true", ["game", "got nothing", "a text"]),
        ("game = ", ["line", "expected TOML"]),
    ],
)
def test_a_mistake_is_named(file: File, text: str, parts: list[str]) -> None:
    sentence = refused(file(text))
    for part in ["duel.toml", *parts]:
        assert part in sentence


def test_a_missing_file_is_named_with_its_nearest_neighbor(file: File) -> None:
    path = file("")
    sentence = refused(path.with_name("duell.toml"))
    assert "duell.toml: no such file; expected a TOML file" in sentence
    assert f"did you mean {path}" in sentence
    assert "got a folder" in refused(path.parent)


def test_a_file_of_other_bytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in refused(path)


def test_the_command_line_overrides_the_file(file: File) -> None:
    path = file('game = "toy"\n[learner]\nsteps = 5')
    found = read(path, Experiment, ["learner.steps=7", "learner.device=cuda", "rules.x=[1, 2]"])
    assert found == Experiment("toy", Learner(steps=7, device="cuda"), False, {"x": [1, 2]})


@pytest.mark.parametrize(
    ("override", "parts"),
    [
        ("learner.stepps=7", ["--set learner.stepps", "did you mean learner.steps?"]),
        ("learner.steps=many", ["--set learner.steps", 'got "many"']),
        ("learner.steps", ["--set", "an equals sign"]),
        ("game.steps=7", ["--set game.steps", "game to be a table"]),
        ("learner.hidden=[64, 0]", ["--set learner.hidden[1]: got 0"]),
        ("learner={steps=0}", ["--set learner.steps: got 0"]),
        ("lerner.steps=7", ["duel.toml with --set lerner.steps: lerner: got an unknown key", "did you mean learner?"]),
    ],
)
def test_a_mistake_on_the_command_line_is_named(file: File, override: str, parts: list[str]) -> None:
    sentence = refused(file('game = "toy"'), override)
    for part in parts:
        assert part in sentence


def test_a_mistake_in_the_file_is_not_blamed_on_the_command_line(file: File) -> None:
    path = file('game = "toy"\n[learner]\nsteps = 0')
    assert refused(path, "learner.rate=1", "quiet=true").startswith(f"{path}: learner.steps: got")


def test_a_mistake_of_several_keys_names_those_of_the_command_line() -> None:
    source = Source("duel.toml", ("rules.seats=2", "seed=3", "rulesets=1"))
    assert source.where("rules.seats") == "--set rules.seats"
    assert source.where("rules.barge") == "duel.toml: rules.barge"
    assert source.where("rules.barge", "rules") == "duel.toml with --set rules.seats: rules.barge"
    assert source.where("") == "duel.toml"


def test_keywords_are_checked_like_a_file() -> None:
    assert build(Learner, {"steps": 3}, "env()").steps == 3
    with pytest.raises(OptionsError, match=r"env\(\): step: got an unknown key; .*did you mean steps"):
        build(Learner, {"step": 3}, "env()")


def test_what_has_a_meaning_becomes_a_flag() -> None:
    @dataclass(frozen=True)
    class Rules:
        board: str = option("1", kind="drawing", asked=Asked("Board", ways={"1": "One"}), meaning="the board")
        deal: str = option("draft", choices=("draft", "random"), meaning="how cards are dealt")
        rounds: int = option(3, least=1, most=9, meaning="how many")
        inner: int = option(0)
        names: tuple[str, ...] = option((), asked=Asked("Names", ways={"Ada": "Ada"}), meaning="whose")

    assert flags_of(Rules) == (
        Flag("board", "the board", "drawing", "1", ("1",)),
        Flag("deal", "how cards are dealt", "choice", "draft", ("draft", "random")),
        Flag("rounds", "how many", "number", 3),
        Flag("names", "whose", "names", (), ("Ada",)),
    )


def test_a_form_says_which_options_depend_on_others() -> None:
    @dataclass(frozen=True)
    class Rules:
        teams: str = option("any", choices=("any", "named"), asked=Asked("Teams"))
        names: tuple[str, ...] = option(
            (), asked=Asked("Names", ways={"Ada": "Ada", "Bo": "Bo"}, preset=("Bo",), when={"teams": "named"})
        )

    teams, names = form_of(Rules)
    assert "when" not in teams and names["when"] == {"teams": "named"}
    assert names["kind"] == "several" and names["default"] == ["Bo"]
