"""What `make smoke` says last."""

import pytest
from smoke import closing


@pytest.mark.parametrize(
    ("runs", "absent", "expected"),
    [
        ([True, True, True], [], "Tried 3 of the 3 Pythons that pyproject.toml names: it runs on 3."),
        ([True, False, True], [], "Tried 3 of the 3 Pythons that pyproject.toml names: it runs on 2."),
        (
            [True],
            ["3.12", "3.13"],
            "Tried 1 of the 3 Pythons that pyproject.toml names: it runs on 1. "
            "NOT TRIED, since none starts here: 3.12, 3.13.",
        ),
    ],
)
def test_the_closing_line_says_how_many_pythons_were_tried(runs: list[bool], absent: list[str], expected: str) -> None:
    assert closing(runs, absent) == expected
