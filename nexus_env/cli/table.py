"""`python -m nexus_env table`."""

import argparse
import secrets
import time
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import agreed
from nexus_env.frontends.table.dealer import DEALT_APART
from nexus_env.frontends.table.host import Host
from nexus_env.games.nexus import NEXUS
from nexus_env.play.autosave import KeptBout, check_new
from nexus_env.players.by_name import find_loader, find_rival, refuse_seats

PERSON = "person"  # in a transcript, at the seat of one


def run(arguments: argparse.Namespace) -> int:
    """Begin a bout at a real table, or go on with one."""
    load = find_loader(arguments.loader)
    if arguments.resume:
        kept = KeptBout.resume(NEXUS, arguments.resume)
        if not kept.head.dictated:
            raise ValueError(f"{arguments.resume}: found dice that come from a seed, expected a bout at a real table.")
    else:
        kept = _begin(arguments)
    agents = {seat: load(name, NEXUS) for seat, name in enumerate(kept.head.players) if name != PERSON}
    print(f"The bout is written down in {kept.file}, turn by turn. Type `help` at any time.")
    for seat, name in enumerate(kept.head.players):
        print(f"player_{seat} is {'a person' if seat not in agents else f'the AI {name}'}")
    Host(kept, agents, pause=not arguments.no_pause).run()
    print(f"python -m nexus_env table --resume {kept.file} goes on; replay {kept.file} shows the bout again.")
    return 0


def _begin(arguments: argparse.Namespace) -> KeptBout:
    """A new bout, in a file that does not exist yet."""
    file = arguments.record or Path(time.strftime("table-%Y%m%d-%H%M%S.txt"))
    check_new(file)
    chosen: dict[str, Any] = {"barge": _barge(arguments.barge), "deal": arguments.deal}
    chosen |= {"stock": arguments.stock} if arguments.stock else {}
    chosen |= {"influence_cards": 0} if arguments.cards == "none" else {}
    options = agreed(arguments.set, seats=arguments.seats, **chosen)
    NEXUS.read_options(**options)  # before an agent is looked for, who would be blamed
    players = [PERSON] * arguments.seats
    load = find_loader(arguments.loader)
    for seat, name in arguments.ai or [(arguments.seats - 1, find_rival(load, NEXUS, arguments.seats))]:
        if seat >= arguments.seats:
            last = arguments.seats - 1
            raise ValueError(f"--ai {seat}={name}: found the seat {seat}, expected 0 to {last}.")
        if players[seat] != PERSON:
            raise ValueError(f"--ai {seat}={name}: found the seat {seat} twice.")
        refuse_seats(name, load(name, NEXUS), NEXUS, arguments.seats)  # before a file is made for one that cannot play
        players[seat] = name
    comment = DEALT_APART if arguments.cards == "table" else ""
    seed = secrets.randbits(62) if arguments.seed is None else int(arguments.seed)
    return KeptBout(NEXUS, options, seed=seed, dictated=True, players=players, comment=comment, file=file)


def _barge(word: str) -> str:
    """A word for a barge, or what stands in the file of a drawn one."""
    return Path(word).read_text(encoding="utf-8") if Path(word).is_file() else word
