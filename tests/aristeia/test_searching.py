"""What the search knows of Aristeia!: its judge, and whom it asks. That it keeps to what a seat knows: test_search."""

import numpy as np

from aristeia.table import GREEN, ORANGE, drawn
from nexus_env.agents.aristeia.proposals import PROPOSALS
from nexus_env.agents.level import levels_of
from nexus_env.agents.search.player import settings_of
from nexus_env.agents.search.small_networks import look, read_shallow, said
from nexus_env.agents.search.tree_records import JUDGED_LOST, JUDGED_WON
from nexus_env.contract.roster import JUDGE
from nexus_env.games.aristeia import ARISTEIA


def foreseen(points: tuple[int, int], round_number: int) -> list[tuple[float, float]]:
    """How likely each seat is to win and to lose at the beginning of an Activation, by the judge."""
    table = drawn({"Maximus": (0, 0), "8-Ball": (4, 0)}, "Maximus")
    table.table.round_number = round_number
    for seat in (GREEN, ORANGE):
        table.table.players[seat].points = points[seat]
    judge = read_shallow(levels_of(ARISTEIA).path / JUDGE, ARISTEIA, 3)
    words = np.zeros(judge.words.shape[1], np.int64)
    found = []
    for seat in (GREEN, ORANGE):
        ARISTEIA.observe(table.bout, seat, words.view(np.int8)[: ARISTEIA.observation_size])
        look(judge, seat, words)
        found.append((said(judge, JUDGED_WON) * judge.unit, said(judge, JUDGED_LOST) * judge.unit))
    return found


def test_the_judge_expects_whoever_leads_to_win():
    """A-200, A-201: by five VP with a Round to go; and both seats see the same."""
    (won, lost), (others_win, others_loss) = foreseen((6, 1), 4)
    assert min(won, others_loss) > 0.8 and max(lost, others_win) < 0.2
    (won, lost), _ = foreseen((1, 6), 4)
    assert won < 0.5 < lost


def test_a_lead_says_more_the_later_it_is():
    early, late = (foreseen((3, 0), number)[GREEN][0] for number in (2, 5))
    assert early < late


def test_a_planner_is_asked_first():
    """Who only goes straight ahead is no favorite and has no place on the panel."""
    settings = settings_of(ARISTEIA)
    panel = PROPOSALS.policies[: settings.panel]
    assert settings.guide in panel and settings.policy in panel and not {"greedy", "random"} & set(panel)
