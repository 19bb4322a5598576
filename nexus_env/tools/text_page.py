"""The page `docs/text.md`: a bout as text, with examples that are played when the page is printed."""

from dataclasses import replace

import numpy as np

from nexus_env.game.contract import Game
from nexus_env.play.session import Sitting
from nexus_env.text import position, transcript

SEED, TURNS, MIDDLE = 7, 24, 60
DRAWING = """.  .  .
.  1v .
.  0^ b
command_round action_points=4; helots.1 traits=0,5; lanistas.0 cred=3
"""
PAGE = """# A bout as text

## Commands

Every command, answer and die has one spelling in words. It is the name in the [action table](nexus-actions.md), except that
whoever is meant is named: where the table counts opponents clockwise, and where a command is aimed at the helot in Front or at the
one held. A die is its face and what it is for. Transcripts, the terminal, pages and protocols share this spelling.

```python
from nexus_env.games.nexus import NEXUS as game

game.words.spell(bout, action)  # the spelling of an action in this position
game.words.read(bout, "focused attack player_1 chest")  # the legal action of this spelling
```

Reading is exact; only case and the width of blanks do not matter. What is not legal is refused with the nearest legal command:

```
{refusal}
```

All that seat 0 may do in the position drawn below:

```
{spelled}
```

## Positions

`nexus_env.text.position.write(game, row)` writes a bout, a record or a row of the game (`arena.bout`, `batch.bout(slot)`), as one line, and
`read(game, line)` gives the row back. The line holds all that lies on the table, open and hidden, the dice to come (`tape.generator`)
and how far the command under way has come (`start…`, `tape`); two bouts with the same line go on alike, byte for byte. It is printed
here with a break after each group:

```
{line}
```

A group is a part of the record, and says what differs from the default; the fields are those of `games/nexus/rules/bout.py`, and a field that
is added there is carried without further ado. Facing, standing, questions and the like are names, sets stand in braces, boards are rows
from the north with numbers for empty squares, as in chess. What has gone by is left out: the report of what happened, and the tape
beyond its length (`position.bare` says it exactly).

A line may be a stranger's. `read` takes it only if the rules can go on from it: every number is in the range that its field states, the
laws of the game hold on both tables, and the command under way, played again with the dice and answers of the tape, comes to the very
question that is asked. The first number that is not so is named:

```
{wrong}
```

`seen_by(game, row, seat)` is the line as that seat may know it: `?` for what is hidden, of hidden sets their size. It is made of bouts
that `imagine` deals for the seat, so it cannot tell more than they do. `read(game, line, seed)` deals what it does not know anew, with the dice to
come; without a seed such a line is refused. The panels of the same bout for seat 0:

```
{seen}
```

A small drawn board is read as well. It begins at the north-west corner, and is a bout in the middle of the command round of seat 0 with
6 MP and 6 AP, full panels and no cards; groups below it change that. A helot is its seat and an arrow for its FFD; the other symbols
are those of the board that `render` shows.

```
{drawing}```

```python
from nexus_env.text import position
from nexus_env.play.session import Sitting

sitting = Sitting.at(game, position.read(game, drawing))
sitting.act(sitting.read("standard attack player_1"))
```

## Transcripts

A transcript says what was agreed, where the dice come from, and every command in words, one a line. It replays to the same bytes.

```
{text}```

A tag holds a JSON value. `transcript` is the version of this format, `version` that of the game's rules, `actions` the stamp of the
action table, `stock` that of the cards; with others a transcript is refused unless one asks for `any_version`. `seed` is the seed of
this one bout. With `[dictated true]` every die has a line of its own, as `dice: 5 for attack of player_0`. `result` is what the end is
worth to each seat, `ending` the same in words, and `state` a hash of what lies on the table after the last turn; all three are checked. `ended_by` stands
where people have ended the bout before the rules did, by `"resignation"`, `"draw"` or `"claim"`: `result` and `ending` are then what they came to.
Comments stand in braces, after a turn or in a line of their own. The last line is `end`, so that a cut file is known.

```python
from nexus_env.text import transcript

made = transcript.of_env(env, players=("greedy", "random"))  # of any environment, at any moment
made = transcript.record(game, options, actions, seed=7)  # of actions
recorder = transcript.Recorder(batch)  # of a batch: recorder.step(actions) instead of batch.step(actions)

text = transcript.write(made)  # write_json for JSON
made = transcript.read(text)  # either of them
sitting = transcript.replay(game, made, to=20)
transcript.difference(made, other)  # the first one, in words
```

The options are those that the bout was made with; a folder of cards among them (`stock`) is looked for where the transcript is replayed.
A damaged or foreign file is refused with the line and the reason; the error's `transcript` holds all that stands before, and can be
replayed. From the terminal:

```bash
python -m nexus_env watch greedy random --record bout.txt
python -m nexus_env replay bout.txt --to 20
python -m nexus_env replay bout.txt --json
python -m nexus_env replay bout.txt --compare other.txt
```

## JSON

The same as JSON; [transcript.schema.json](../nexus_env/text/transcript.schema.json) is its schema. Seeds are texts, because some readers round
large numbers.

```json
{json}```
"""  # noqa: E501  # a page is as wide as the other pages


def page(game: Game) -> str:
    """The page with its examples."""
    drawn = Sitting.at(game, position.read(game, DRAWING))
    spelled = [drawn.spell(int(action)) for action in np.flatnonzero(drawn.mask)]
    try:
        drawn.read("focussed attack player_1 chest")
    except ValueError as error:
        refusal = str(error)
    try:
        position.read(game, f"{DRAWING}\nhelots.0 holds=32000")
    except ValueError as error:
        wrong = str(error)
    middle = _played(game, MIDDLE)
    line = position.write(game, middle.rows)
    seen = position.seen_by(game, middle.rows, 0).split("; ")
    made = _recorded(game)
    return PAGE.format(
        refusal=refusal,
        wrong=wrong,
        spelled="\n".join(spelled),
        line=line.replace("; ", ";\n"),
        seen=";\n".join(group for group in seen if group.startswith("lanistas")),
        drawing=DRAWING,
        text=transcript.write(made),
        json=transcript.write_json(made.up_to(4)),
    )


def _played(game: Game, turns: int) -> Sitting:
    """A bout after so many random turns and on to the next question in the middle of a command."""
    rng = np.random.default_rng(SEED)
    sitting = Sitting(game, game.read_options(), seed=SEED)
    while not sitting.is_over and (turns > 0 or not sitting.bout["tape"]["suspended"]):
        sitting.act(int(rng.choice(np.flatnonzero(sitting.mask))))
        turns -= 1
    return sitting


def _recorded(game: Game) -> transcript.Transcript:
    """The beginning of the same bout, with two comments."""
    rng = np.random.default_rng(SEED)
    sitting = Sitting(game, game.read_options(), seed=SEED)
    actions: list[int] = []
    while len(actions) < TURNS:
        actions.append(int(rng.choice(np.flatnonzero(sitting.mask))))
        sitting.act(actions[-1])
    made = transcript.record(game, {"seats": 2}, actions, seed=SEED, players=("random", "random"))
    commented = replace(made.turns[4], comment="Comments stand in braces.")
    turns = (*made.turns[:4], commented, *made.turns[5:])
    return replace(made, turns=turns, comment="The first turns of a bout between two that play at random.")
