"""The kit for games: the tape, dice, boards, sets, decks, observations and logs; see docs/kit.md."""
