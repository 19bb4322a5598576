"""Information-set Monte Carlo tree search for any game of the contract, compiled.

Each simulation imagines the bout anew (`rules.imagine`), with other hidden cards and other future dice. So no
simulation knows what the seat to act cannot know, and chance needs no nodes: this is open-loop search. At the root the
actions race: in each lap, every remaining action is tried once in the same imagined bout, with the same future dice in
each turn, and compared with the favorite, the action with the highest prior; actions that are clearly behind drop out.
Down the tree, each seat takes the most promising action for itself (max^n), in its own commands and in reactions to
another seat's. Below the tree, a simple player or a small network plays on to the horizon, where the bout is judged by
its score or by another small network. A decision with a single legal action adds no node.
"""

from typing import Any

import numpy as np

from nexus_env.agents.search.mask_words import count_legal, mixed, mixed_all, nth_legal
from nexus_env.agents.search.policy_network import judge, weigh_actions
from nexus_env.agents.search.race import end_lap, note_lap
from nexus_env.agents.search.small_networks import likeliest, look, said, weigh
from nexus_env.agents.search.tree_records import (
    BY_JUDGE,
    BY_NETWORK,
    BY_PAY,
    BY_STUDENT,
    JUDGED_LOST,
    JUDGED_MARGIN,
    JUDGED_WON,
    NONE,
    Tree,
)
from nexus_env.contract import rules
from nexus_env.kit.dice import draw_below, draw_seed, seed_generator
from nexus_env.kit.tape import COMMAND, NOBODY
from nexus_env.machine.compiled import compiled

LEAST_VARIANCE = 1e-6
PROPOSED = 0.1  # added to the prior of an action that a member of the panel would take
DICE = 0x3C6EF372FE94F82  # the difference between a lap's seed for players and that for its bout
BY_DECISIONS, BY_MASK, BY_SIGHT = range(3)  # the ways to identify a situation


@compiled
def any_action(tree: Tree, bout: Any, _which: int) -> int:
    """The policy that plays at random."""
    return nth_legal(tree, draw_below(tree.state[0].dice, count_legal(tree)))


@compiled
def choice(tree: Tree, bout: Any, policy: Any, which: int) -> int:
    """The action that policy number `which` takes, or the network that the number stands for."""
    if which == BY_STUDENT:
        consult(tree, bout)
        return likeliest(tree.student, tree.words, tree.mask)
    if which == BY_NETWORK:
        advise(tree, bout, BY_NETWORK)
        return int(np.argmax(tree.likely))
    return int(policy(tree, bout, which))


@compiled
def consult(tree: Tree, bout: Any) -> None:
    """Show the current decision to the student."""
    seat = int(bout.table.request.seat)
    rules.observe(bout, seat, tree.seen)
    look(tree.student, seat, tree.sight)


@compiled
def advise(tree: Tree, bout: Any, who: int) -> None:
    """Write the probability of each legal action, by one of the networks, into `tree.likely`."""
    if who == BY_STUDENT:
        consult(tree, bout)
        weigh(tree.student, tree.words, tree.mask, tree.likely)
    else:
        rules.observe(bout, bout.table.request.seat, tree.seen)
        weigh_actions(tree.network, tree.seen, tree.mask, tree.likely)


@compiled
def run(tree: Tree, count: int, policy: Any) -> None:
    """Run `count` more simulations. `policy(tree, bout, which)` gives the action of policy number `which`, for a mask
    with more than one legal action.
    """
    state, bout = tree.state[0], tree.bout[0]
    for _ in range(count):
        if state.nodes == 0:
            begin_race(tree, bout, policy)
        elif state.next == state.racing:
            end_lap(tree)
            begin_lap(tree)
        imagine_anew(tree, bout)
        state.depth, state.turns, state.turn = 0, 0, NOBODY
        goes_on(tree, bout)
        edge = tree.race[state.next]
        state.next += 1
        tree.nodes[0].visits += 1
        follow_edge(tree, bout, edge, 0)
        descend(tree, bout, policy)
        play_on(tree, bout, policy)
        evaluate(tree, bout)
        note_lap(tree, edge)
        back_up(tree)
        state.simulations += 1


# --- the race at the root ---------------------------------------------------------------------------------------------


@compiled
def begin_race(tree: Tree, bout: Any, policy: Any) -> None:
    """Make the root with all its edges; those with enough prior race, and the highest is the favorite."""
    state = tree.state[0]
    begin_lap(tree)
    imagine_anew(tree, bout)
    rules.write_mask(bout, tree.mask)
    grow(tree, bout, 0)
    expand(tree, bout, 0, int(tree.knobs[0].adviser), policy)
    hear_panel(tree, bout, policy)
    favorite = edge = tree.nodes[0].first
    while edge != NONE:
        if tree.edges[edge].prior > tree.edges[favorite].prior:
            favorite = edge
        edge = tree.edges[edge].next
    tree.race[0], state.racing = favorite, 1
    edge = tree.nodes[0].first
    while edge != NONE:
        tree.laps[edge, :] = 0
        if edge != favorite and tree.edges[edge].prior >= tree.knobs[0].entry:
            tree.race[state.racing] = edge
            state.racing += 1
        edge = tree.edges[edge].next


@compiled
def hear_panel(tree: Tree, bout: Any, policy: Any) -> None:
    """Raise the priors of the actions that the panel would take."""
    for which in range(tree.knobs[0].panel):
        proposed, edge = policy(tree, bout, which), tree.nodes[0].first
        while edge != NONE:
            if tree.edges[edge].action == proposed:
                tree.edges[edge].prior += PROPOSED
            edge = tree.edges[edge].next


@compiled
def begin_lap(tree: Tree) -> None:
    """Draw the seed of the imagined bout in which this lap tries every action."""
    tree.state[0].seed = draw_seed(tree.state[0].generator)
    tree.state[0].next = 0


@compiled
def imagine_anew(tree: Tree, bout: Any) -> None:
    """Set up the imagined bout of this lap."""
    state = tree.state[0]
    tree.bout[0] = tree.world[0]
    rules.imagine(bout, state.seat, state.seed)
    seed_generator(state.dice, state.seed ^ DICE)


@compiled
def goes_on(tree: Tree, bout: Any) -> bool:
    """Whether a seat is to act and the horizon, a number of turns from the root, has not been reached."""
    state, request = tree.state[0], bout.table.request
    if request.seat == NOBODY:
        return False
    if request.question == COMMAND and request.seat != state.turn:
        state.turn = request.seat
        state.turns += 1
        state.throws = 0
        seed_generator(state.dice, mixed(state.seed, state.turns) ^ DICE)
        lay_dice(tree, bout)
    elif request.question == COMMAND and bout.tape.generator.counter != state.ready:
        state.throws += 1
        lay_dice(tree, bout)
    return bool(state.turns <= tree.knobs[0].turns)


@compiled
def lay_dice(tree: Tree, bout: Any) -> None:
    """Give the nth throw of a turn the same dice in all simulations of a lap, whatever was thrown before. This reduces
    the variance of comparisons between actions.
    """
    state = tree.state[0]
    seed_generator(bout.tape.generator, mixed(mixed(state.seed, state.turns), state.throws))
    state.ready = bout.tape.generator.counter


@compiled
def carry_out(tree: Tree, bout: Any, action: int) -> None:
    """Carry out one decision of a simulation."""
    tree.state[0].decisions += 1
    rules.play(bout, action)


# --- down the tree ----------------------------------------------------------------------------------------------------


@compiled
def descend(tree: Tree, bout: Any, policy: Any) -> None:
    """Play down the tree, from below the root, to a situation that is not in it, and add that."""
    state = tree.state[0]
    while goes_on(tree, bout) and state.depth < tree.path.shape[0]:
        rules.write_mask(bout, tree.mask)
        if count_legal(tree) == 1:
            carry_out(tree, bout, nth_legal(tree, 0))
            continue
        key = situation(tree, bout, state.key)
        node = find(tree, key)
        if node == NONE:
            grow(tree, bout, key)
            return
        if tree.nodes[node].first == NONE:  # most situations never occur again, so expand on the second visit
            expand(tree, bout, node, int(tree.knobs[0].guide), policy)
        if tree.nodes[node].first == NONE:
            return
        follow_edge(tree, bout, select(tree, node), key)


@compiled
def follow_edge(tree: Tree, bout: Any, edge: int, key: int) -> None:
    """Carry out the action of an edge of the situation with this key."""
    state, action = tree.state[0], int(tree.edges[edge].action)
    tree.path[state.depth] = edge
    state.depth += 1
    state.key = mixed(key, action)
    carry_out(tree, bout, action)


@compiled
def situation(tree: Tree, bout: Any, key: int) -> int:
    """The key of the situation after the decisions of `key`."""
    request, kind = bout.table.request, tree.knobs[0].situation
    if kind == BY_SIGHT:  # the observation contains the relevant past
        rules.observe(bout, request.seat, tree.seen)
        return mixed_all(int(request.seat), tree.sight)
    key = mixed(mixed(key, request.seat), request.question)
    return mixed_all(key, tree.words) if kind == BY_MASK else key


@compiled
def find(tree: Tree, key: int) -> int:
    """The node of this key, or NONE."""
    return int(tree.index[place_of(tree, key)]) - 1


@compiled
def place_of(tree: Tree, key: int) -> int:
    """The index of the key, or of a free slot for it."""
    last = tree.index.shape[0] - 1
    place = key & last
    while tree.index[place] != 0 and tree.nodes[tree.index[place] - 1].key != key:
        place = (place + 1) & last
    return int(place)


@compiled
def grow(tree: Tree, bout: Any, key: int) -> None:
    """Add a node without edges, if there is room."""
    state, seat = tree.state[0], bout.table.request.seat
    if state.nodes == tree.nodes.shape[0]:
        return
    node = int(state.nodes)
    row = tree.nodes[node]
    row.key, row.seat, row.first, row.visits = key, seat, NONE, 0
    row.parent = tree.path[state.depth - 1] if state.depth > 0 else NONE
    tree.index[place_of(tree, key)] = node + 1
    state.nodes += 1


@compiled
def expand(tree: Tree, bout: Any, node: int, guide: int, policy: Any) -> None:
    """Add an edge for each legal action, with priors from the guide if there is one."""
    add_edges(tree, node)
    if guide != NOBODY:
        weigh_edges(tree, bout, node, guide, policy)


@compiled
def add_edges(tree: Tree, node: int) -> None:
    """Add an edge, with a uniform prior, for each legal action that has none, as long as there is room."""
    state, legal = tree.state[0], count_legal(tree)
    for nth in range(min(legal, tree.edges.shape[0] - state.edges)):
        action = nth_legal(tree, nth)
        if not has_edge(tree, node, action):
            edge = tree.edges[state.edges]
            edge.action, edge.next, edge.prior = action, tree.nodes[node].first, 1 / legal
            edge.visits, edge.available = 0, 0
            tree.sums[state.edges, :] = 0
            tree.nodes[node].first = state.edges
            state.edges += 1


@compiled
def has_edge(tree: Tree, node: int, action: int) -> bool:
    """Whether there is an edge for this action."""
    edge = tree.nodes[node].first
    while edge != NONE:
        if tree.edges[edge].action == action:
            return True
        edge = tree.edges[edge].next
    return False


@compiled
def weigh_edges(tree: Tree, bout: Any, node: int, guide: int, policy: Any) -> None:
    """Set the priors of the edges by a network or by a policy of the game."""
    if guide >= 0:
        tree.likely[:] = 0
        tree.likely[policy(tree, bout, guide)] = 1
    else:
        advise(tree, bout, guide)
    trust, edge = tree.knobs[0].trust, tree.nodes[node].first
    while edge != NONE:
        row = tree.edges[edge]
        row.prior += trust * (tree.likely[row.action] - row.prior)
        edge = row.next


@compiled
def select(tree: Tree, node: int) -> int:
    """The edge with the highest PUCT score for the seat to act: its mean value, plus a bonus that grows with its prior
    and shrinks with its visits. An action that is not always legal is measured against the visits when it was.
    """
    knobs, row = tree.knobs[0], tree.nodes[node]
    row.visits += 1
    scale, seat = deviation(tree, row.seat), row.seat
    untried = mean_of_tried(tree, node) - knobs.unvisited * scale
    best, highest, edge = NONE, -np.inf, int(row.first)
    while edge != NONE:
        tried = tree.edges[edge]
        if tree.mask[tried.action]:
            promise = tree.sums[edge, seat] / tried.visits if tried.visits else untried
            promise += knobs.exploration * scale * tried.prior * np.sqrt(tried.available) / (1 + tried.visits)
            if promise > highest:
                best, highest = edge, promise
        edge = int(tried.next)
    return best


@compiled
def mean_of_tried(tree: Tree, node: int) -> float:
    """The mean value of the legal actions that were tried; legal actions without an edge get one."""
    row, legal = tree.nodes[node], 0
    visits, total, edge = 0, 0.0, row.first
    while edge != NONE:
        tried = tree.edges[edge]
        if tree.mask[tried.action]:
            legal += 1
            tried.available += 1
            visits += tried.visits
            total += tree.sums[edge, row.seat]
        edge = tried.next
    if legal < count_legal(tree):
        add_edges(tree, node)
    return float(total / max(1, visits))


@compiled
def deviation(tree: Tree, seat: int) -> float:
    """The standard deviation of a seat's values, so that exploration does not depend on the scale of a game."""
    count = max(1.0, tree.moments[0, seat])
    mean = tree.moments[1, seat] / count
    return float(np.sqrt(max(LEAST_VARIANCE, tree.moments[2, seat] / count - mean * mean)))


# --- below the tree ---------------------------------------------------------------------------------------------------


@compiled
def play_on(tree: Tree, bout: Any, policy: Any) -> None:
    """Let all seats follow the policy, with occasional blunders, up to the horizon or the limit of decisions."""
    state, knobs = tree.state[0], tree.knobs[0]
    for _ in range(knobs.decisions):
        if not goes_on(tree, bout):
            return
        rules.write_mask(bout, tree.mask)
        if count_legal(tree) == 1:
            action = nth_legal(tree, 0)
        elif knobs.blunders > 0 and draw_below(state.dice, 100) < knobs.blunders:
            action = any_action(tree, bout, 0)
        else:
            action = choice(tree, bout, policy, int(knobs.policy))
        carry_out(tree, bout, action)


@compiled
def evaluate(tree: Tree, bout: Any) -> None:
    """Write the value of the bout to each seat: from its outcome and margin, or from the forecasts of both."""
    knobs, values, seats = tree.knobs[0], tree.values, bout.table.seats
    over = bout.table.request.seat == NOBODY
    if over:
        rules.rewards(bout, values)
    drawn = not values[:seats].any()
    for places in range(seats):
        seat = (tree.state[0].seat + places) % seats
        if over:
            outcome, margin = knobs.draw if drawn else float(values[seat]), rules.margin(bout, seat)
        elif knobs.judged == BY_JUDGE and seats == 2 and places == 1:  # in a duel, the other seat gets the opposite
            outcome, margin = foreseen(tree, JUDGED_LOST, JUDGED_WON), -said_of(tree, JUDGED_MARGIN)
        else:
            outcome, margin = likely_end(tree, bout, seat)
        values[seat] = outcome * knobs.outcome + margin * (1 - knobs.outcome)


@compiled
def said_of(tree: Tree, output: int) -> float:
    """An output of the judge for the seat that it evaluated last."""
    return said(tree.judge, output) * tree.judge.unit


@compiled
def foreseen(tree: Tree, won: int, lost: int) -> float:
    """The expected outcome by the judge's probabilities of a win and a loss; the rest are draws."""
    gain, loss = said_of(tree, won), said_of(tree, lost)
    return float(gain - loss + tree.knobs[0].draw * (1 - gain - loss))


@compiled
def likely_end(tree: Tree, bout: Any, seat: int) -> tuple[float, float]:
    """The expected outcome and margin of a seat at the end."""
    knobs = tree.knobs[0]
    if knobs.judged == BY_JUDGE:
        rules.observe(bout, seat, tree.seen)
        look(tree.judge, seat, tree.sight)
        return foreseen(tree, JUDGED_WON, JUDGED_LOST), said_of(tree, JUDGED_MARGIN)
    if knobs.judged == BY_PAY:
        rules.observe(bout, seat, tree.seen)
        margin = judge(tree.network, tree.seen) + tree.network.shaping * rules.potential(bout, seat)
    else:
        margin = rules.margin(bout, seat)
        margin += knobs.potential * (rules.potential(bout, seat) - margin)
    return np.tanh(knobs.slope * margin), margin


@compiled
def back_up(tree: Tree) -> None:
    """Add the values of the simulation to all edges of its path."""
    for seat in range(tree.values.shape[0]):
        value = tree.values[seat]
        tree.moments[0, seat] += 1
        tree.moments[1, seat] += value
        tree.moments[2, seat] += value * value
        for place in range(tree.state[0].depth):
            tree.sums[tree.path[place], seat] += value
    for place in range(tree.state[0].depth):
        tree.edges[tree.path[place]].visits += 1
